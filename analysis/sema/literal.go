package sema

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// literal is the operand that a literal is: its type and value as [lex.literal] says. A user-defined literal is of unknown
// type, since its type is its operator's; see literalSuffix.
func (u *Unit) literal(l *ast.Literal) Operand {
	o := Operand{Type: u.T.Unknown(), Cat: PRValue, Literal: true, Expr: l}
	switch l.Kind {
	case ast.LitNumber:
		n, ok := parseNumber(u.Text(l.Sym))
		if !ok || n.suffix != "" {
			return o
		}
		o.Type = u.T.Basic(n.kind)
		if n.floating {
			o.Value = types.Value{Kind: types.FloatValue, Type: o.Type, Float: n.float}
		} else {
			o.Value = types.Value{Kind: types.IntValue, Type: o.Type, Int: int64(n.integer)}
		}
	case ast.LitBool:
		o.Type = u.T.Basic(ast.Bool)
		o.Value = types.Value{Kind: types.IntValue, Type: o.Type}
		if u.Text(l.Sym) == "true" {
			o.Value.Int = 1
		}
	case ast.LitNullptr:
		o.Type = u.T.Basic(ast.NullptrT)
		o.Value = types.Value{Kind: types.NullValue, Type: o.Type}
	case ast.LitChar:
		c, ok := parseText([]string{u.Text(l.Sym)}, '\'')
		if !ok || c.suffix != "" || len(c.units) == 0 {
			return o
		}
		o.Type = u.T.Basic(c.encoding.charType(u.std))
		v := int64(c.units[0])
		if len(c.units) > 1 { // a multicharacter literal: an int with the characters as its bytes, the last one lowest
			if c.encoding != encodingNone {
				o.Type = u.T.Unknown()
				return o
			}
			o.Type = u.T.Basic(ast.Int)
			var n uint32
			for _, unit := range c.units {
				n = n<<8 | uint32(byte(unit))
			}
			v = int64(int32(n))
		} else if o.Type.Basic == ast.CharT {
			v = int64(int8(v))
		}
		o.Value = types.Value{Kind: types.IntValue, Type: o.Type, Int: v}
	case ast.LitString:
		s, ok := parseText(u.spellings(l), '"')
		if !ok || s.suffix != "" {
			return o
		}
		elem := u.T.Qualify(u.T.Basic(s.encoding.charType(u.std)), ast.Const)
		o.Type = u.T.Array(elem, int64(len(s.units)+1))
		o.Cat = LValue
		o.Literal = false
		o.String = true
		o.Value = types.Value{Kind: types.StringValue, Type: o.Type, Sym: l.Sym, Key: s.key()}
	}
	return o
}

// literalSuffix is the suffix of a user-defined literal, "_km" say, for which the literal operator is to be looked up;
// empty for any other literal.
func (u *Unit) literalSuffix(l *ast.Literal) string {
	switch l.Kind {
	case ast.LitNumber:
		if n, ok := parseNumber(u.Text(l.Sym)); ok {
			return n.suffix
		}
	case ast.LitChar:
		if c, ok := parseText([]string{u.Text(l.Sym)}, '\''); ok {
			return c.suffix
		}
	case ast.LitString:
		if s, ok := parseText(u.spellings(l), '"'); ok {
			return s.suffix
		}
	}
	return ""
}

// literalOperator chooses the operator that a user-defined literal calls [lex.ext]: the one that takes its value, or
// else for a number one that takes its spelling, as a string or as template arguments. It is nil where there is none.
func (u *Unit) literalOperator(among []Entity, l *ast.Literal, suffix string) *Func {
	spelling := u.T.Pointer(u.T.Qualify(u.T.Basic(ast.CharT), ast.Const))
	var value, raw []*types.Type
	switch l.Kind {
	case ast.LitNumber:
		n, ok := parseNumber(u.Text(l.Sym))
		if !ok {
			return nil
		}
		value, raw = []*types.Type{u.T.Basic(ast.ULongLong)}, []*types.Type{spelling}
		if n.floating {
			value[0] = u.T.Basic(ast.LongDouble)
		}
	case ast.LitChar:
		c, ok := parseText([]string{u.Text(l.Sym)}, '\'')
		if !ok {
			return nil
		}
		value = []*types.Type{u.T.Basic(c.encoding.charType(u.std))}
	case ast.LitString:
		s, ok := parseText(u.spellings(l), '"')
		if !ok {
			return nil
		}
		elem := u.T.Qualify(u.T.Basic(s.encoding.charType(u.std)), ast.Const)
		value = []*types.Type{u.T.Pointer(elem), u.T.Basic(ast.ULong)}
	}
	for _, params := range [][]*types.Type{value, raw} {
		for _, e := range among {
			if f, ok := e.(*Func); ok && params != nil && slices.Equal(u.FuncType(f).Params, params) {
				return f
			}
		}
	}
	if l.Kind != ast.LitNumber {
		return nil
	}
	for _, e := range among {
		t, ok := e.(*Template)
		if !ok || t.Kind != FuncTemplate {
			continue
		}
		if ps := u.TemplateParams(t); len(ps) == 1 && ps[0].Pack && ps[0].Decl.Kind == ast.ParamValue {
			chars := types.Arg{Kind: types.PackArg, Pack: []types.Arg{}}
			for _, c := range []byte(strings.TrimSuffix(u.Text(l.Sym), suffix)) {
				v := types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.CharT), Int: int64(c)}
				chars.Pack = append(chars.Pack, types.Arg{Kind: types.ValueArg, Value: v})
			}
			return u.InstantiateFunc(t, []types.Arg{chars})
		}
	}
	return nil
}

func (u *Unit) spellings(l *ast.Literal) []string {
	if len(l.Syms) == 0 {
		return []string{u.Text(l.Sym)}
	}
	texts := make([]string, len(l.Syms))
	for i, s := range l.Syms {
		texts[i] = u.Text(s)
	}
	return texts
}

// stringUnits are the code units of a string literal's value, the terminating zero included.
func stringUnits(v types.Value) []int64 {
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

// number is a numeric literal.
type number struct {
	kind     ast.BuiltinKind
	floating bool
	integer  uint64
	float    float64
	suffix   string // of a user-defined literal
}

// parseNumber reads the spelling of a preprocessing number; ok is false where it is no literal of C++ or has a value or
// type that cannot be represented here.
func parseNumber(text string) (n number, ok bool) {
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

func finishInteger(digits string, base int, suffix string) (n number, ok bool) {
	if digits == "" {
		return n, false
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return n, false
	}
	n.integer = v
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
		n.kind = ast.LongLong
		if strings.ContainsAny(suffix, "uU") || (v > 1<<63-1 && base != 10) {
			n.kind = ast.ULongLong
		}
		return n, n.kind == ast.ULongLong || v <= 1<<63-1
	default:
		if suffix[0] == '_' || isLetter(suffix[0]) && !isImaginary(suffix) {
			n.suffix = suffix
			return n, true
		}
		return n, false
	}
	// [lex.icon]: the first type of the list that holds the value; unsigned ones are for other bases than ten only, unless
	// the suffix asks for them.
	for _, kind := range []ast.BuiltinKind{ast.Int, ast.UInt, ast.Long, ast.ULong} {
		isUnsigned := kind == ast.UInt || kind == ast.ULong
		if unsigned && !isUnsigned || !unsigned && isUnsigned && base == 10 {
			continue
		}
		if long && (kind == ast.Int || kind == ast.UInt) {
			continue
		}
		limit := map[ast.BuiltinKind]uint64{ast.Int: 1<<31 - 1, ast.UInt: 1<<32 - 1, ast.Long: 1<<63 - 1, ast.ULong: 1<<64 - 1}
		if v <= limit[kind] {
			n.kind = kind
			return n, true
		}
	}
	return n, false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf }

// isImaginary reports whether a suffix is one of GNU's for complex numbers.
func isImaginary(suffix string) bool {
	return strings.Trim(strings.ToLower(suffix), "fluij") == "" && strings.ContainsAny(suffix, "iIjJ")
}

func finishFloating(text, suffix string) (n number, ok bool) {
	n.floating = true
	bits := 64
	switch strings.ToLower(suffix) {
	case "":
		n.kind = ast.Double
	case "f":
		n.kind, bits = ast.Float, 32
	case "l":
		n.kind = ast.LongDouble
	case "q", "f128":
		n.kind = ast.Float128
	case "f16":
		n.kind, bits = ast.Float16, 16
	case "bf16", "f32", "f64", "w", "f32x", "f64x":
		return n, false
	default:
		if suffix[0] == '_' || isLetter(suffix[0]) && !isImaginary(suffix) {
			n.suffix = suffix
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
	n.float = v
	return n, true
}

// ---- Characters and strings

type encoding uint8

const (
	encodingNone encoding = iota
	encodingU8
	encodingU16
	encodingU32
	encodingWide
)

func (e encoding) charType(std int) ast.BuiltinKind {
	switch e {
	case encodingU8:
		if std >= 20 {
			return ast.Char8
		}
	case encodingU16:
		return ast.Char16
	case encodingU32:
		return ast.Char32
	case encodingWide:
		return ast.WChar
	}
	return ast.CharT
}

// text is a character or string literal: its code units, without a terminating zero.
type text struct {
	encoding encoding
	units    []uint32
	suffix   string
}

// key is a string that identifies the code units: the bytes themselves, or numbers for wider units.
func (t text) key() string {
	var b strings.Builder
	for _, unit := range t.units {
		if t.encoding == encodingNone || t.encoding == encodingU8 {
			b.WriteByte(byte(unit))
			continue
		}
		b.WriteString(strconv.FormatUint(uint64(unit), 16))
		b.WriteByte(' ')
	}
	return b.String()
}

// parseText reads adjacent literals that are quoted by quote.
func parseText(spellings []string, quote byte) (t text, ok bool) {
	type piece struct {
		body string
		raw  bool
	}
	var pieces []piece
	for _, s := range spellings {
		enc := encodingNone
		switch {
		case strings.HasPrefix(s, "u8"):
			enc, s = encodingU8, s[2:]
		case strings.HasPrefix(s, "u"):
			enc, s = encodingU16, s[1:]
		case strings.HasPrefix(s, "U"):
			enc, s = encodingU32, s[1:]
		case strings.HasPrefix(s, "L"):
			enc, s = encodingWide, s[1:]
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
		if enc != encodingNone {
			if t.encoding != encodingNone && t.encoding != enc {
				return t, false
			}
			t.encoding = enc
		}
		if suffix != "" {
			t.suffix = suffix
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
func (t *text) decode(s string, raw bool) bool {
	for s != "" {
		if s[0] != '\\' || raw {
			r, size := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError && size == 1 || t.encoding == encodingNone {
				t.units = append(t.units, uint32(s[0])) // bytes of the source's own encoding
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
			t.units = append(t.units, uint32(v))
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
			t.units = append(t.units, uint32(v))
			s = s[n:]
		default:
			const names, values = `ntrabfve'"?\`, "\n\t\r\a\b\f\v\x1b'\"?\\"
			i := strings.IndexByte(names, c)
			if i < 0 {
				return false
			}
			t.units = append(t.units, uint32(values[i]))
		}
	}
	return true
}

// rune appends a character in the literal's encoding.
func (t *text) rune(r rune) {
	switch t.encoding {
	case encodingNone, encodingU8:
		for _, b := range utf8.AppendRune(nil, r) {
			t.units = append(t.units, uint32(b))
		}
	case encodingU16:
		if r >= 0x10000 {
			r -= 0x10000
			t.units = append(t.units, 0xd800+uint32(r>>10), 0xdc00+uint32(r&0x3ff))
			return
		}
		t.units = append(t.units, uint32(r))
	default:
		t.units = append(t.units, uint32(r))
	}
}
