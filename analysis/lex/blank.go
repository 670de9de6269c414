package lex

import "bytes"

// spliceEnd is the offset after the line splice at i, or 0. As for gcc, white space may stand before the newline.
func spliceEnd(src []byte, i int) int {
	if src[i] != '\\' {
		return 0
	}
	for i++; i < len(src); i++ {
		switch src[i] {
		case ' ', '\t', '\v', '\f':
		case '\n':
			return i + 1
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// skipSplices is the offset of the first byte at or after i that does not belong to a line splice.
func skipSplices(src []byte, i int) int {
	for i < len(src) && src[i] == '\\' {
		end := spliceEnd(src, i)
		if end == 0 {
			break
		}
		i = end
	}
	return i
}

// commentEnd is the offset after the comment at i, where a slash stands, or 0 when it starts none. The newline after a
// line comment is not part of it. A block comment that is never closed reaches to the end.
func commentEnd(src []byte, i int) int {
	i = skipSplices(src, i+1)
	if i >= len(src) {
		return 0
	}
	switch src[i] {
	case '/':
		for i++; i < len(src); {
			n := bytes.IndexByte(src[i:], '\n')
			line := src[i:]
			if n >= 0 {
				line = src[i : i+n]
			}
			if cr := bytes.IndexByte(line, '\r'); cr >= 0 && (cr < len(line)-1 || n < 0) {
				line = line[:cr]
			}
			end := i + len(line)
			// A backslash at the end carries the comment on.
			j := end
			for j > i && (classes[src[j-1]] == classSpace || src[j-1] == '\r') {
				j--
			}
			if j == i || src[j-1] != '\\' || n < 0 && end == len(src) {
				if end > i && src[end-1] == '\r' {
					end--
				}
				return end
			}
			i = spliceEnd(src, j-1)
			if i == 0 {
				return end
			}
		}
		return len(src)
	case '*':
		for i++; i < len(src); {
			n := bytes.IndexByte(src[i:], '*')
			if n < 0 {
				return len(src)
			}
			i += n + 1
			if j := skipSplices(src, i); j < len(src) && src[j] == '/' {
				return j + 1
			}
		}
		return len(src)
	}
	return 0
}

// headerEnd is the offset after the header name at i, or 0.
func headerEnd(src []byte, i int) int {
	closer := byte('>')
	switch src[i] {
	case '"':
		closer = '"'
	case '<':
	default:
		return 0
	}
	for j := i + 1; j < len(src) && classes[src[j]] != classNewline; j++ {
		if src[j] == closer {
			return j + 1
		}
	}
	return 0
}

// skip moves to the next token of the line; false at the line's end.
func (l *Lexer) skip() bool {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		end := 0
		switch {
		case classes[c] == classSpace:
			end = l.pos + 1
		case classes[c] == classNewline:
			if l.directive {
				return false
			}
			end = l.pos + 1
		case c == '\\':
			end = spliceEnd(l.src, l.pos)
		case c == '/':
			end = commentEnd(l.src, l.pos)
		}
		if end == 0 {
			return true
		}
		l.pos = end
	}
	return false
}
