package constant

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Units are the code units of a string literal's value, the terminating zero included.
func Units(v types.Value) []int64 {
	units := make([]int64, 0, len(v.Key)+1)
	elem := ast.CharT
	if v.Type != nil && v.Type.Kind == types.Array {
		elem = v.Type.Elem.Basic
	}
	switch elem {
	case ast.CharT:
		for i := range len(v.Key) {
			units = append(units, int64(int8(v.Key[i])))
		}
	case ast.Char8:
		for i := range len(v.Key) {
			units = append(units, int64(v.Key[i]))
		}
	default:
		for _, field := range strings.Fields(v.Key) {
			n, _ := strconv.ParseUint(field, 16, 32)
			units = append(units, int64(n))
		}
	}
	return append(units, 0)
}

// ---- Numbers

// Number is a numeric literal.
type Number struct {
	Kind     ast.BuiltinKind
	Floating bool
	Integer  uint64
	Float    float64
	Suffix   string // of a user-defined literal
}

// ParseNumber reads the spelling of a preprocessing number; ok is false where it is no literal of C++ or has a value or
// type that cannot be represented here.
func ParseNumber(text string) (n Number, ok bool) {
	text = strings.ReplaceAll(text, "'", "")
	base, digits := 10, "0123456789"
	body := text
	switch {
	case hasPrefixFold(text, "0x"):
		base, digits, body = 16, "0123456789abcdefABCDEF", text[2:]
	case hasPrefixFold(text, "0b"):
		base, digits, body = 2, "01", text[2:]
	}
	end := span(body, digits)
	if base == 2 {
		return finishInteger(body[:end], 2, body[end:])
	}
	isFloat := end < len(body) && body[end] == '.'
	if isFloat {
		end++
		end += span(body[end:], digits)
	}
	exponent := "eE"
	if base == 16 {
		exponent = "pP"
	}
	if end < len(body) && strings.IndexByte(exponent, body[end]) >= 0 {
		k := end + 1
		if k < len(body) && (body[k] == '+' || body[k] == '-') {
			k++
		}
		if m := span(body[k:], "0123456789"); m > 0 {
			isFloat = true
			end = k + m
		}
	}
	if !isFloat {
		if base == 10 && len(body) > 1 && body[0] == '0' {
			base = 8
		}
		return finishInteger(body[:end], base, body[end:])
	}
	return finishFloating(text[:len(text)-len(body)+end], body[end:])
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// span is the length of the longest prefix of s made of bytes of set.
func span(s, set string) int {
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

func finishInteger(digits string, base int, suffix string) (n Number, ok bool) {
	if digits == "" {
		return n, false
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return n, false
	}
	n.Integer = v
	unsigned, long := false, false
	switch strings.ToLower(suffix) {
	case "":
	case "u":
		unsigned = true
	case "l":
		long = true
	case "ul", "lu":
		unsigned, long = true, true
	case "z":
		long = true
	case "uz", "zu":
		unsigned, long = true, true
	case "ll", "ull", "llu":
		// long long is as wide as long here, but another type.
		if strings.Contains(suffix, "lL") || strings.Contains(suffix, "Ll") {
			return n, false
		}
		n.Kind = ast.LongLong
		if strings.ContainsAny(suffix, "uU") || (v > 1<<63-1 && base != 10) {
			n.Kind = ast.ULongLong
		}
		return n, n.Kind == ast.ULongLong || v <= 1<<63-1
	default:
		if suffix[0] == '_' || isLetter(suffix[0]) && !isImaginary(suffix) {
			n.Suffix = suffix
			return n, true
		}
		return n, false
	}
	n.Kind, ok = integerType(v, base != 10 || unsigned, unsigned, long)
	return n, ok
}

// integerType is [lex.icon]: the first type of the list that holds the value. Unsigned ones are for other bases than ten, and where the
// suffix asks for them; then there are no others.
func integerType(v uint64, unsigned, onlyUnsigned, long bool) (ast.BuiltinKind, bool) {
	for _, kind := range []ast.BuiltinKind{ast.Int, ast.UInt, ast.Long, ast.ULong} {
		isUnsigned := kind == ast.UInt || kind == ast.ULong
		if onlyUnsigned && !isUnsigned || isUnsigned && !unsigned {
			continue
		}
		if long && (kind == ast.Int || kind == ast.UInt) {
			continue
		}
		limit := map[ast.BuiltinKind]uint64{ast.Int: 1<<31 - 1, ast.UInt: 1<<32 - 1, ast.Long: 1<<63 - 1, ast.ULong: 1<<64 - 1}
		if v <= limit[kind] {
			return kind, true
		}
	}
	return 0, false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf }

// isImaginary reports whether a suffix is one of GNU's for complex numbers.
func isImaginary(suffix string) bool {
	return strings.Trim(strings.ToLower(suffix), "fluij") == "" && strings.ContainsAny(suffix, "iIjJ")
}

func finishFloating(text, suffix string) (n Number, ok bool) {
	n.Floating = true
	bits := 64
	switch strings.ToLower(suffix) {
	case "":
		n.Kind = ast.Double
	case "f":
		n.Kind, bits = ast.Float, 32
	case "l":
		n.Kind = ast.LongDouble
	case "q", "f128":
		n.Kind = ast.Float128
	case "f16":
		n.Kind, bits = ast.Float16, 16
	case "bf16", "f32", "f64", "w", "f32x", "f64x":
		return n, false
	default:
		if suffix[0] == '_' || isLetter(suffix[0]) && !isImaginary(suffix) {
			n.Suffix = suffix
			return n, true
		}
		return n, false
	}
	v, err := strconv.ParseFloat(text, min(max(bits, 32), 64))
	if err != nil && !strings.Contains(err.Error(), "range") {
		return n, false
	}
	if bits == 16 {
		// Half precision has eleven bits; its exponents are left to whoever compares.
		f := new(big.Float).SetPrec(11).SetFloat64(v)
		v, _ = f.Float64()
	}
	n.Float = v
	return n, true
}

// ---- Characters and strings

// Encoding is the prefix of a character or string literal.
type Encoding uint8

// The encodings.
const (
	Plain Encoding = iota
	UTF8
	UTF16
	UTF32
	Wide
)

// CharType is the type of the literal's characters in a version of C++.
func (e Encoding) CharType(std int) ast.BuiltinKind {
	switch e {
	case UTF8:
		if std >= 20 {
			return ast.Char8
		}
	case UTF16:
		return ast.Char16
	case UTF32:
		return ast.Char32
	case Wide:
		return ast.WChar
	}
	return ast.CharT
}

// Text is a character or string literal: its code units, without a terminating zero.
type Text struct {
	Encoding Encoding
	Units    []uint32
	Suffix   string // of a user-defined literal
}

// Key is a string that identifies the code units: the bytes themselves, or numbers for wider units.
func (t Text) Key() string {
	var b strings.Builder
	for _, unit := range t.Units {
		if t.Encoding == Plain || t.Encoding == UTF8 {
			b.WriteByte(byte(unit))
			continue
		}
		b.WriteString(strconv.FormatUint(uint64(unit), 16))
		b.WriteByte(' ')
	}
	return b.String()
}

// ParseText reads adjacent literals that are quoted by quote.
func ParseText(spellings []string, quote byte) (t Text, ok bool) {
	type piece struct {
		body string
		raw  bool
	}
	var pieces []piece
	for _, s := range spellings {
		enc := Plain
		switch {
		case strings.HasPrefix(s, "u8"):
			enc, s = UTF8, s[2:]
		case strings.HasPrefix(s, "u"):
			enc, s = UTF16, s[1:]
		case strings.HasPrefix(s, "U"):
			enc, s = UTF32, s[1:]
		case strings.HasPrefix(s, "L"):
			enc, s = Wide, s[1:]
		}
		raw := strings.HasPrefix(s, "R")
		if raw {
			s = s[1:]
		}
		end := strings.LastIndexByte(s, quote)
		if s == "" || s[0] != quote || end == 0 {
			return t, false
		}
		body, suffix := s[1:end], s[end+1:]
		if raw {
			open := strings.IndexByte(body, '(')
			if open < 0 || len(body) < 2*open+2 {
				return t, false
			}
			body = body[open+1 : len(body)-open-1]
		}
		if enc != Plain {
			if t.Encoding != Plain && t.Encoding != enc {
				return t, false
			}
			t.Encoding = enc
		}
		if suffix != "" {
			t.Suffix = suffix
		}
		pieces = append(pieces, piece{body, raw})
	}
	for _, p := range pieces {
		if !t.decode(p.body, p.raw) {
			return t, false
		}
	}
	return t, true
}

// decode appends the code units of a literal's body.
func (t *Text) decode(s string, raw bool) bool {
	for s != "" {
		if s[0] != '\\' || raw {
			r, size := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError && size == 1 || t.Encoding == Plain {
				t.Units = append(t.Units, uint32(s[0])) // bytes of the source's own encoding
				s = s[1:]
				continue
			}
			t.rune(r)
			s = s[size:]
			continue
		}
		if len(s) < 2 {
			return false
		}
		c := s[1]
		s = s[2:]
		switch c {
		case 'x':
			n := span(s, "0123456789abcdefABCDEF")
			v, err := strconv.ParseUint(s[:n], 16, 32)
			if err != nil {
				return false
			}
			t.Units = append(t.Units, uint32(v))
			s = s[n:]
		case 'u', 'U':
			n := 4
			if c == 'U' {
				n = 8
			}
			if len(s) < n {
				return false
			}
			v, err := strconv.ParseUint(s[:n], 16, 32)
			if err != nil {
				return false
			}
			t.rune(rune(v))
			s = s[n:]
		case '0', '1', '2', '3', '4', '5', '6', '7':
			s = string(c) + s
			n := min(span(s, "01234567"), 3)
			v, _ := strconv.ParseUint(s[:n], 8, 32)
			t.Units = append(t.Units, uint32(v))
			s = s[n:]
		default:
			const names, values = `ntrabfve'"?\`, "\n\t\r\a\b\f\v\x1b'\"?\\"
			i := strings.IndexByte(names, c)
			if i < 0 {
				return false
			}
			t.Units = append(t.Units, uint32(values[i]))
		}
	}
	return true
}

// rune appends a character in the literal's encoding.
func (t *Text) rune(r rune) {
	switch t.Encoding {
	case Plain, UTF8:
		for _, b := range utf8.AppendRune(nil, r) {
			t.Units = append(t.Units, uint32(b))
		}
	case UTF16:
		if r >= 0x10000 {
			r -= 0x10000
			t.Units = append(t.Units, 0xd800+uint32(r>>10), 0xdc00+uint32(r&0x3ff))
			return
		}
		t.Units = append(t.Units, uint32(r))
	default:
		t.Units = append(t.Units, uint32(r))
	}
}
