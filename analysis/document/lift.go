package document

import (
	"bytes"
	"context"
)

// background: parsing is bounded by the parser's own limit, which leaves no goroutine behind.
var background = context.Background()

// words are CUDA's specifiers; those marked true have arguments.
var words = map[string]bool{
	"__host__": false, "__device__": false, "__global__": false, "__shared__": false, "__constant__": false,
	"__managed__": false, "__grid_constant__": false, "__noinline__": false, "__forceinline__": false,
	"__launch_bounds__": true, "__cluster_dims__": true, "__maxnreg__": true, "__block_size__": true,
	"__local_maxnreg__": true,
	"__nv_pure__":       false, "__tile_global__": false, "__restrict__": false,
}

// lift blanks out of a text what the grammar does not know. Every byte keeps its place: CUDA's specifiers become spaces,
// and k<<<g, b>>>(a) becomes k  (g, b)  (a), a call of a call.
func lift(text []byte) []byte {
	out := bytes.Clone(text)
	type launch struct{ at, depth int }
	var launches []launch
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			i = lineEnd(text, i)
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			end := bytes.Index(text[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			i += end + 4
		case c == '"' || c == '\'':
			i = quoteEnd(text, i)
		case isLetter(c):
			end := i
			for end < len(text) && (isLetter(text[end]) || text[end] >= '0' && text[end] <= '9') {
				end++
			}
			if end < len(text) && text[end] == '"' && text[end-1] == 'R' && end-i <= 3 {
				i = rawEnd(text, end)
				continue
			}
			if hasArgs, ok := words[string(text[i:end])]; ok {
				if hasArgs {
					end = argsEnd(text, end)
				}
				blank(out[i:end])
			}
			i = end
		case c >= '0' && c <= '9':
			for i < len(text) && (isLetter(text[i]) || text[i] >= '0' && text[i] <= '9' || text[i] == '\'' || text[i] == '.') {
				i++
			}
		case c == '<' && bytes.HasPrefix(text[i:], []byte("<<<")):
			launches = append(launches, launch{i, depth})
			i += 3
		case c == '>' && len(launches) > 0 && launches[len(launches)-1].depth == depth && bytes.HasPrefix(text[i:], []byte(">>>")):
			open := launches[len(launches)-1]
			launches = launches[:len(launches)-1]
			copy(out[open.at:], "  (")
			copy(out[i:], ")  ")
			i += 3
		default:
			switch c {
			case '(', '{', '[':
				depth++
			case ')', '}', ']':
				depth--
				for len(launches) > 0 && launches[len(launches)-1].depth > depth {
					launches = launches[:len(launches)-1]
				}
			case ';':
				launches = launches[:0]
			}
			i++
		}
	}
	return out
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func lineEnd(text []byte, i int) int {
	for i < len(text) && text[i] != '\n' {
		if text[i] == '\\' && i+1 < len(text) {
			i++
			if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
		}
		i++
	}
	return i
}

// quoteEnd is after the literal that opens at i, or at its line's end.
func quoteEnd(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\n':
			return i
		case '\\':
			i++
		}
	}
	return len(text)
}

func rawEnd(text []byte, i int) int {
	open := bytes.IndexByte(text[i:], '(')
	if open < 0 || open > 17 {
		return i + 1
	}
	closing := append(append([]byte{')'}, text[i+1:i+open]...), '"')
	end := bytes.Index(text[i+open:], closing)
	if end < 0 {
		return len(text)
	}
	return i + open + end + len(closing)
}

// argsEnd is after the parentheses that follow offset i on the same or the next lines, or i when none do.
func argsEnd(text []byte, i int) int {
	j := i
	for j < len(text) && (text[j] == ' ' || text[j] == '\t' || text[j] == '\n' || text[j] == '\r') {
		j++
	}
	if j >= len(text) || text[j] != '(' {
		return i
	}
	depth := 0
	for ; j < len(text); j++ {
		switch text[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		case ';', '{', '}':
			return i
		}
	}
	return i
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}
