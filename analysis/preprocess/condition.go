package preprocess

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"cudals/analysis/token"
)

// value is a number of a preprocessor expression: all are of intmax_t or uintmax_t.
type value struct {
	v        uint64
	unsigned bool
	// doubt: the value hangs on a guess. It lies between least and most, if most is not 0.
	doubt       bool
	least, most uint64
}

func boolean(b bool) value {
	if b {
		return value{v: 1}
	}
	return value{}
}

// evaluator computes the expression of an #if from the tokens it pulls.
type evaluator struct {
	x     *expander
	tok   token.Token
	err   string
	dead  int // inside an operand that is not evaluated
	depth int
	// unsure: some value hangs on a guess
	unsure bool
}

// maxParens bounds the nesting of an expression.
const maxParens = 256

// condition evaluates the expression of an #if or #elif. A malformed one is reported, false and in doubt.
func (x *expander) condition(c *cursor, it *item) (live, doubt bool) {
	toks := c.tree.toks[it.lo:it.hi]
	if len(toks) == 0 {
		x.diagnose(Error, it.span, "#if with no expression")
		return false, true
	}
	var v value
	e := evaluator{x: x}
	x.isolated(toks, func() {
		e.advance()
		v = e.comma()
		if e.err == "" && e.tok.Kind != token.EOF {
			e.fail("missing binary operator before token \"" + x.in.Text(e.tok.Sym) + "\"")
		}
	})
	if e.err != "" {
		if !e.unsure {
			x.diagnose(Error, it.span, e.err)
		}
		return false, true
	}
	return v.v != 0, v.doubt
}

func (e *evaluator) fail(message string) {
	if e.err == "" {
		e.err = message
	}
	e.tok = token.Token{}
}

func (e *evaluator) advance() {
	if e.err != "" {
		e.tok = token.Token{}
		return
	}
	e.tok = e.x.next()
	if e.tok.Kind == token.Ident {
		if k, ok := e.x.w.alternative[e.tok.Sym]; ok {
			e.tok.Kind = k
		}
	}
}

func (e *evaluator) comma() value {
	v := e.ternary()
	for e.tok.Kind == token.Comma {
		e.advance()
		v = e.ternary()
	}
	return v
}

func (e *evaluator) ternary() value {
	if e.depth++; e.depth > maxParens {
		e.fail("#if expression is nested too deep")
	}
	defer func() { e.depth-- }()
	cond := e.binary(1)
	if e.tok.Kind != token.Question {
		return cond
	}
	e.advance()
	dead := func(skip bool, f func() value) value {
		if skip {
			e.dead++
			defer func() { e.dead-- }()
		}
		return f()
	}
	a := dead(cond.v == 0, e.comma)
	if e.tok.Kind != token.Colon {
		e.fail("'?' without following ':'")
		return value{}
	}
	e.advance()
	b := dead(cond.v != 0, e.ternary)
	unsigned := a.unsigned || b.unsigned
	doubt := cond.doubt && (a.doubt || b.doubt || a.v != b.v)
	if cond.v == 0 {
		a = b
	}
	a.unsigned, a.doubt, a.most = unsigned, a.doubt || doubt, 0
	return a
}

func precedence(k token.Kind) int {
	switch k {
	case token.OrOr:
		return 1
	case token.AndAnd:
		return 2
	case token.Pipe:
		return 3
	case token.Caret:
		return 4
	case token.Amp:
		return 5
	case token.EqEq, token.NotEq:
		return 6
	case token.Less, token.Greater, token.LessEq, token.GreaterEq:
		return 7
	case token.Spaceship:
		return 8
	case token.Shl, token.Shr:
		return 9
	case token.Plus, token.Minus:
		return 10
	case token.Star, token.Slash, token.Percent:
		return 11
	}
	return 0
}

func (e *evaluator) binary(lowest int) value {
	left := e.unary()
	for {
		op := e.tok.Kind
		p := precedence(op)
		if p == 0 || p < lowest {
			return left
		}
		e.advance()
		skip := op == token.OrOr && left.v != 0 || op == token.AndAnd && left.v == 0
		if skip {
			e.dead++
		}
		right := e.binary(p + 1)
		if skip {
			e.dead--
		}
		left = e.apply(op, left, right)
	}
}

func (e *evaluator) apply(op token.Kind, a, b value) value {
	v := e.compute(op, a, b)
	v.doubt = (a.doubt || b.doubt) && !settled(op, a, b) && !e.bounded(op, a, b)
	return v
}

// settled reports whether an operand that is certain decides alone.
func settled(op token.Kind, a, b value) bool {
	alone := func(v value) bool {
		return !v.doubt && (op == token.OrOr && v.v != 0 || op == token.AndAnd && v.v == 0)
	}
	return alone(a) || alone(b)
}

// bounded reports whether a comparison comes out the same for all that a doubtful operand may be.
func (e *evaluator) bounded(op token.Kind, a, b value) bool {
	if p := precedence(op); p != precedence(token.EqEq) && p != precedence(token.Less) || a.doubt && a.most == 0 || b.doubt && b.most == 0 ||
		a.doubt && b.doubt {
		return false
	}
	least, most := a, a
	at := func(x, y value) uint64 { return e.compute(op, x, y).v }
	if a.doubt {
		least.v, most.v = a.least, a.most
		between := (op == token.EqEq || op == token.NotEq) && a.least <= b.v && b.v <= a.most
		return !between && at(least, b) == at(most, b)
	}
	least.v, most.v = b.least, b.most
	between := (op == token.EqEq || op == token.NotEq) && b.least <= a.v && a.v <= b.most
	return !between && at(a, least) == at(a, most)
}

// compute is the value of an operation, whatever is in doubt.
func (e *evaluator) compute(op token.Kind, a, b value) value {
	unsigned := a.unsigned || b.unsigned
	less := func(a, b value) bool {
		if unsigned {
			return a.v < b.v
		}
		return int64(a.v) < int64(b.v)
	}
	switch op {
	case token.OrOr:
		return boolean(a.v != 0 || b.v != 0)
	case token.AndAnd:
		return boolean(a.v != 0 && b.v != 0)
	case token.EqEq:
		return boolean(a.v == b.v)
	case token.NotEq:
		return boolean(a.v != b.v)
	case token.Less:
		return boolean(less(a, b))
	case token.Greater:
		return boolean(less(b, a))
	case token.LessEq:
		return boolean(!less(b, a))
	case token.GreaterEq:
		return boolean(!less(a, b))
	case token.Shl, token.Shr:
		return shift(a, b, op == token.Shl)
	case token.Slash, token.Percent:
		if b.v == 0 {
			if e.dead == 0 {
				e.fail("division by zero in #if")
			}
			return value{unsigned: unsigned}
		}
		div, rem := a.v/b.v, a.v%b.v
		if !unsigned {
			if int64(a.v) == math.MinInt64 && int64(b.v) == -1 {
				div, rem = a.v, 0
			} else {
				div, rem = uint64(int64(a.v)/int64(b.v)), uint64(int64(a.v)%int64(b.v))
			}
		}
		if op == token.Percent {
			div = rem
		}
		return value{v: div, unsigned: unsigned}
	}
	var v uint64
	switch op {
	case token.Pipe:
		v = a.v | b.v
	case token.Caret:
		v = a.v ^ b.v
	case token.Amp:
		v = a.v & b.v
	case token.Plus:
		v = a.v + b.v
	case token.Minus:
		v = a.v - b.v
	case token.Star:
		_, v = bits.Mul64(a.v, b.v)
	default:
		e.fail("operator \"" + op.String() + "\" is not valid in #if")
	}
	return value{v: v, unsigned: unsigned}
}

// shift shifts a as gcc does: by a negative count the other way, by a large one everything out.
func shift(a, by value, left bool) value {
	n := by.v
	if !by.unsigned && int64(n) < 0 {
		left, n = !left, -n
	}
	switch {
	case left && n >= 64:
		a.v = 0
	case left:
		a.v <<= n
	case a.unsigned && n >= 64:
		a.v = 0
	case a.unsigned:
		a.v >>= n
	default:
		a.v = uint64(int64(a.v) >> min(n, 63))
	}
	return a
}

func (e *evaluator) unary() value {
	t := e.tok
	if e.depth++; e.depth > maxParens {
		e.fail("#if expression is nested too deep")
		t = e.tok
	}
	defer func() { e.depth-- }()
	switch t.Kind {
	case token.Plus:
		e.advance()
		return e.unary()
	case token.Minus:
		e.advance()
		v := e.unary()
		v.v, v.most = -v.v, 0
		return v
	case token.Tilde:
		e.advance()
		v := e.unary()
		v.v, v.most = ^v.v, 0
		return v
	case token.Not:
		e.advance()
		v := e.unary()
		return value{v: uint64(b2u(v.v == 0)), doubt: v.doubt}
	case token.LParen:
		e.advance()
		v := e.comma()
		if e.tok.Kind != token.RParen {
			e.fail("missing ')' in expression")
			return value{}
		}
		e.advance()
		return v
	case token.Number:
		v, problem := number(e.x.in.Text(t.Sym))
		if problem != "" {
			e.fail(problem)
		}
		if t.Flags&token.Doubtful != 0 {
			v.least, v.most, v.doubt = e.x.between(t)
			e.unsure = e.unsure || v.doubt
		}
		e.advance()
		return v
	case token.Char:
		v, problem := charValue(e.x.in.Text(t.Sym), e.x.read(e.x.w.char8) != nil)
		if problem != "" {
			e.fail(problem)
		}
		e.advance()
		return v
	case token.Ident:
		switch t.Sym {
		case e.x.w.defined:
			return e.defined()
		case e.x.w.trueW:
			e.advance()
			return value{v: 1}
		case e.x.w.falseW:
			e.advance()
			return value{}
		}
		e.advance()
		return value{doubt: e.doubts(t.Sym)}
	case token.EOF:
		e.fail("#if expression ends too early")
	default:
		e.fail("token \"" + e.x.in.Text(t.Sym) + "\" is not valid in preprocessor expressions")
	}
	return value{}
}

// defined evaluates the operator after its name.
func (e *evaluator) defined() value {
	x := e.x
	x.noExpand++
	e.advance()
	paren := e.tok.Kind == token.LParen
	if paren {
		e.advance()
	}
	name := e.tok
	if paren && e.err == "" {
		e.advance()
	}
	x.noExpand--
	// An alternative token is a name here: #if defined and is an error, which is told just as well below.
	if name.Kind != token.Ident {
		e.fail("operator \"defined\" requires an identifier")
		return value{}
	}
	if paren && e.tok.Kind != token.RParen {
		e.fail("missing ')' after \"defined\"")
		return value{}
	}
	e.advance()
	v := boolean(x.readDefined(name.Sym))
	v.doubt = e.doubts(name.Sym)
	return v
}

// doubts reports whether it is a guess that a name is, or is not, defined.
func (e *evaluator) doubts(s token.Sym) bool {
	doubt := e.x.doubts(s)
	e.unsure = e.unsure || doubt
	return doubt
}

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
