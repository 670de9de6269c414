package condition

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// number is the value of a preprocessing number, which must be an integer.
func number(text string) (value, string) {
	digits := strings.ReplaceAll(text, "'", "")
	base := 10
	lower := strings.ToLower(digits)
	switch {
	case strings.HasPrefix(lower, "0x"):
		base, lower = 16, lower[2:]
	case strings.HasPrefix(lower, "0b"):
		base, lower = 2, lower[2:]
	case len(lower) > 1 && lower[0] == '0':
		base, lower = 8, lower[1:]
	}
	end := 0
	for end < len(lower) && (lower[end] >= '0' && lower[end] <= '9' || base == 16 && isHex(lower[end])) {
		end++
	}
	suffix := lower[end:]
	unsigned := strings.Contains(suffix, "u")
	switch strings.Replace(suffix, "u", "", 1) {
	case "", "l", "ll", "z":
	default:
		if strings.ContainsAny(suffix, ".ep") {
			return value{}, "floating constant in preprocessor expression"
		}
		return value{}, "invalid suffix \"" + suffix + "\" on integer constant"
	}
	if end == 0 {
		if base == 8 {
			return value{unsigned: unsigned}, ""
		}
		return value{}, "invalid integer constant \"" + text + "\""
	}
	v, err := strconv.ParseUint(lower[:end], base, 64)
	if err != nil && !strings.Contains(err.Error(), "range") {
		return value{}, "invalid integer constant \"" + text + "\""
	}
	return value{v: v, unsigned: unsigned || v > math.MaxInt64}, ""
}

// charValue is the value of a character constant, several characters packed as gcc packs them. char8: those of u8 are
// unsigned, as from C++20 on.
func charValue(text string, char8 bool) (value, string) {
	open := strings.IndexByte(text, '\'')
	prefix := text[:open]
	body := text[open+1:]
	if n := strings.LastIndexByte(body, '\''); n >= 0 {
		body = body[:n]
	}
	if body == "" {
		return value{}, "empty character constant"
	}
	width := 8
	switch prefix {
	case "L", "U":
		width = 32
	case "u":
		width = 16
	}
	var v uint64
	count := 0
	add := func(unit uint64) {
		unit &= 1<<width - 1
		if width == 8 && prefix == "" {
			v = v<<8 | unit
		} else {
			v = unit
		}
		count++
	}
	for len(body) > 0 {
		if body[0] != '\\' {
			r, n := utf8.DecodeRuneInString(body)
			if width == 8 || r == utf8.RuneError && n <= 1 {
				add(uint64(body[0]))
				n = 1
			} else {
				add(uint64(r))
			}
			body = body[n:]
			continue
		}
		var unit uint64
		unit, body = escape(body[1:])
		add(unit)
	}
	switch {
	case prefix == "" && count == 1 || prefix == "u8" && !char8:
		return value{v: uint64(int64(int8(v)))}, ""
	case prefix == "":
		return value{v: uint64(int64(int32(v)))}, ""
	case prefix == "L":
		return value{v: uint64(int64(int32(v)))}, ""
	}
	return value{v: v, unsigned: true}, ""
}

// escape is the value of the escape sequence at the start of s, which stands after its backslash, and the rest.
func escape(s string) (uint64, string) {
	if s == "" {
		return '\\', s
	}
	digits := func(s string, limit int, ok func(byte) bool, base int) (uint64, string) {
		n := 0
		for n < len(s) && n < limit && ok(s[n]) {
			n++
		}
		v, _ := strconv.ParseUint(s[:n], base, 64)
		return v, s[n:]
	}
	c := s[0]
	switch c {
	case 'n':
		return '\n', s[1:]
	case 't':
		return '\t', s[1:]
	case 'r':
		return '\r', s[1:]
	case 'a':
		return 7, s[1:]
	case 'b':
		return 8, s[1:]
	case 'f':
		return 12, s[1:]
	case 'v':
		return 11, s[1:]
	case 'e', 'E':
		return 27, s[1:]
	case 'x':
		return digits(s[1:], 16, isHex, 16)
	case 'u':
		return digits(s[1:], 4, isHex, 16)
	case 'U':
		return digits(s[1:], 8, isHex, 16)
	}
	if c >= '0' && c <= '7' {
		return digits(s, 3, func(c byte) bool { return c >= '0' && c <= '7' }, 8)
	}
	return uint64(c), s[1:]
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }
