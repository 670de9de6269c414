package document

import "bytes"

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
	l := lifter{text: text, out: bytes.Clone(text)}
	for i := 0; i < len(text); {
		i = l.next(i)
	}
	return l.out
}

type lifter struct {
	text, out []byte
	// launches are the configurations that are open, by where they begin and how many brackets are around them.
	launches []launch
	depth    int
}

type launch struct{ at, depth int }

// next lifts what begins at i, and returns where the next begins.
func (l *lifter) next(i int) int {
	rest := l.text[i:]
	switch c := rest[0]; {
	case bytes.HasPrefix(rest, []byte("//")):
		return lineEnd(l.text, i)
	case bytes.HasPrefix(rest, []byte("/*")):
		end := bytes.Index(rest[2:], []byte("*/"))
		if end < 0 {
			return len(l.text)
		}
		return i + end + 4
	case c == '"' || c == '\'':
		return quoteEnd(l.text, i)
	case isLetter(c):
		return l.word(i)
	case isDigit(c):
		for i < len(l.text) && (isLetter(l.text[i]) || isDigit(l.text[i]) || l.text[i] == '\'' || l.text[i] == '.') {
			i++
		}
		return i
	case bytes.HasPrefix(rest, []byte("<<<")):
		l.launches = append(l.launches, launch{i, l.depth})
		return i + 3
	case len(l.launches) > 0 && l.launches[len(l.launches)-1].depth == l.depth && bytes.HasPrefix(rest, []byte(">>>")):
		open := l.launches[len(l.launches)-1]
		l.launches = l.launches[:len(l.launches)-1]
		copy(l.out[open.at:], "  (")
		copy(l.out[i:], ")  ")
		return i + 3
	}
	l.bracket(rest[0])
	return i + 1
}

// word blanks out the word at i if it is one of CUDA's.
func (l *lifter) word(i int) int {
	end := i
	for end < len(l.text) && (isLetter(l.text[end]) || isDigit(l.text[end])) {
		end++
	}
	if end < len(l.text) && l.text[end] == '"' && l.text[end-1] == 'R' && end-i <= 3 {
		return rawEnd(l.text, end)
	}
	if hasArgs, ok := words[string(l.text[i:end])]; ok {
		if hasArgs {
			end = argsEnd(l.text, end)
		}
		blank(l.out[i:end])
	}
	return end
}

// bracket keeps count of brackets. A configuration does not go on behind a semicolon or the bracket around it.
func (l *lifter) bracket(c byte) {
	switch c {
	case '(', '{', '[':
		l.depth++
	case ')', '}', ']':
		l.depth--
		for len(l.launches) > 0 && l.launches[len(l.launches)-1].depth > l.depth {
			l.launches = l.launches[:len(l.launches)-1]
		}
	case ';':
		l.launches = l.launches[:0]
	}
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

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
