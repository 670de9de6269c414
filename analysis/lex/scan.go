package lex

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"cudals/analysis/token"
)

// Classes of bytes.
const (
	classOther = iota
	classSpace
	classNewline
	classIdent
	classDigit
	classPunct
)

var classes = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classIdent, classIdent
	}
	t['_'], t['$'] = classIdent, classIdent
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit
	}
	for _, c := range " \t\v\f" {
		t[c] = classSpace
	}
	t['\n'], t['\r'] = classNewline, classNewline
	for _, c := range "(){}[];,:?.-+*/%^&|~!=<>#" {
		t[c] = classPunct
	}
	return t
}()

// scan finds the token at i in a text without line splices. ok is false when a line splice stands where scan looked, so
// that the answer may be wrong.
func scan(src []byte, i int) (kind token.Kind, end int, ok bool) {
	c := src[i]
	switch classes[c] {
	case classIdent:
		end = identEnd(src, i)
		if end < len(src) && (src[end] == '"' || src[end] == '\'') && end-i <= 3 {
			raw, prefix := literalPrefix(src[i:end])
			switch {
			case raw && src[end] == '"':
				return scanRaw(src, end)
			case prefix && !raw:
				return scanQuoted(src, end)
			}
		}
		return token.Ident, end, true
	case classDigit:
		end, ok = numberEnd(src, i)
		return token.Number, end, ok
	case classPunct:
		if c == '.' && i+1 < len(src) && classes[src[i+1]] == classDigit {
			end, ok = numberEnd(src, i)
			return token.Number, end, ok
		}
		kind, n := scanPunct(src[i:])
		return kind, i + n, true
	}
	switch {
	case c == '"' || c == '\'':
		return scanQuoted(src, i)
	case c >= utf8.RuneSelf || c == '\\':
		if n := identRune(src[i:], true); n > 0 {
			return token.Ident, identEnd(src, i+n), true
		}
		if c >= utf8.RuneSelf {
			_, n := utf8.DecodeRune(src[i:])
			return token.Other, i + n, true
		}
	}
	return token.Other, i + 1, true
}

func literalPrefix(b []byte) (raw, prefix bool) {
	if b[len(b)-1] == 'R' {
		raw, b = true, b[:len(b)-1]
	}
	switch string(b) {
	case "", "L", "u", "U", "u8":
		return raw, true
	}
	return false, false
}

func identEnd(src []byte, i int) int {
	for i < len(src) {
		c := src[i]
		if k := classes[c]; k == classIdent || k == classDigit {
			i++
			continue
		}
		if c < utf8.RuneSelf && c != '\\' {
			break
		}
		n := identRune(src[i:], false)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// identRune is the length of the character outside ASCII, or universal character name, at the start of b if it may
// stand in an identifier, or at its start if first is set.
func identRune(b []byte, first bool) int {
	if b[0] == '\\' {
		n := 0
		if len(b) > 1 && b[1] == 'u' {
			n = 4
		} else if len(b) > 1 && b[1] == 'U' {
			n = 8
		}
		if n == 0 || len(b) < 2+n {
			return 0
		}
		for _, c := range b[2 : 2+n] {
			if !isHex(c) {
				return 0
			}
		}
		return 2 + n
	}
	r, n := utf8.DecodeRune(b)
	if r < utf8.RuneSelf || r == utf8.RuneError && n <= 1 {
		return 0
	}
	if unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) ||
		!first && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) {
		return n
	}
	return 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func numberEnd(src []byte, i int) (end int, ok bool) {
	for i < len(src) {
		c := src[i]
		switch {
		case classes[c] == classIdent || classes[c] == classDigit:
			i++
			if lower := c | 0x20; (lower == 'e' || lower == 'p') && i < len(src) && (src[i] == '+' || src[i] == '-') {
				i++
			}
		case c == '.':
			i++
		case c == '\'':
			if i+1 < len(src) && src[i+1] == '\\' && spliceEnd(src, i+1) > 0 {
				return i, false
			}
			if i+1 >= len(src) || classes[src[i+1]] != classIdent && classes[src[i+1]] != classDigit {
				return i, true
			}
			i += 2
		case c >= utf8.RuneSelf || c == '\\':
			n := identRune(src[i:], false)
			if n == 0 {
				return i, true
			}
			i += n
		default:
			return i, true
		}
	}
	return i, true
}

// scanQuoted finds the end of the string or character literal whose quote stands at i. One that its line does not close
// is of kind Other and reaches to the line's end.
func scanQuoted(src []byte, i int) (kind token.Kind, end int, ok bool) {
	quote := src[i]
	for j := i + 1; j < len(src); j++ {
		switch c := src[j]; c {
		case quote:
			kind = token.String
			if quote == '\'' {
				kind = token.Char
			}
			return kind, suffixEnd(src, j+1), true
		case '\\':
			if spliceEnd(src, j) > 0 {
				return token.Other, j, false
			}
			if j+1 < len(src) && classes[src[j+1]] != classNewline {
				j++
			}
		case '\n', '\r':
			return token.Other, j, true
		}
	}
	return token.Other, len(src), true
}

// maxRawDelimiter is the longest delimiter of a raw string that C++ allows.
const maxRawDelimiter = 16

// scanRaw finds the end of the raw string whose quote stands at i. Line splices mean nothing inside.
func scanRaw(src []byte, i int) (kind token.Kind, end int, ok bool) {
	open := -1
	for j := i + 1; j < len(src) && j <= i+1+maxRawDelimiter; j++ {
		c := src[j]
		if c == '(' {
			open = j
			break
		}
		if c == ')' || c == '\\' || c == '"' || classes[c] == classSpace || classes[c] == classNewline {
			break
		}
	}
	if open < 0 {
		return scanQuoted(src, i)
	}
	delimiter := src[i+1 : open]
	for j := open + 1; j < len(src); {
		n := bytes.IndexByte(src[j:], ')')
		if n < 0 {
			break
		}
		j += n + 1
		if bytes.HasPrefix(src[j:], delimiter) && j+len(delimiter) < len(src) && src[j+len(delimiter)] == '"' {
			return token.String, suffixEnd(src, j+len(delimiter)+1), true
		}
	}
	return token.Other, len(src), true
}

// suffixEnd is the end of the literal suffix at i. Only a name that C++ leaves to users, or one of the standard
// library's, is one: "%"PRIu64 has always been two tokens, and compilers keep it so.
func suffixEnd(src []byte, i int) int {
	if i >= len(src) || classes[src[i]] != classIdent {
		return i
	}
	end := identEnd(src, i)
	if src[i] == '_' && end-i > 1 && src[i+1] != '_' {
		return end
	}
	switch string(src[i:end]) {
	case "s", "sv", "h", "min", "ms", "us", "ns", "y", "d", "i", "il", "if":
		return end
	}
	return i
}
