// Package condition evaluates the expressions of #if and #elif: numbers of 64 bits, and for each whether it hangs on a guess.
package condition

import (
	"math"
	"math/bits"

	"cudals/analysis/token"
)

// Macros are what an expression is evaluated with.
type Macros interface {
	// Token is the next token of the expression, of kind EOF after the last one; of a name that is a macro the first of what it
	// expands to, unless plain.
	Token(plain bool) token.Token
	// Defined reports whether a name is that of a macro.
	Defined(name token.Sym) bool
	// Doubts reports whether it is a guess that a name is, or is not, defined.
	Doubts(name token.Sym) bool
	// Between is the range of the value of a number that is marked as doubtful, twice 0 where it is not known.
	Between(number token.Token) (least, most uint64, doubt bool)
}

// Words are the names that mean something in an expression.
type Words struct {
	in                            *token.Interner
	defined, trueW, falseW, char8 token.Sym
	alternative                   map[token.Sym]token.Kind
}

// NewWords looks the names up once for all expressions.
func NewWords(in *token.Interner) *Words {
	s := in.Sym
	return &Words{
		in: in, defined: s("defined"), trueW: s("true"), falseW: s("false"), char8: s("__cpp_char8_t"),
		alternative: map[token.Sym]token.Kind{
			s("and"): token.AndAnd, s("or"): token.OrOr, s("not"): token.Not, s("bitand"): token.Amp,
			s("bitor"): token.Pipe, s("xor"): token.Caret, s("compl"): token.Tilde, s("not_eq"): token.NotEq,
			s("and_eq"): token.AmpEq, s("or_eq"): token.PipeEq, s("xor_eq"): token.CaretEq,
		},
	}
}

// Result is what an expression comes out as.
type Result struct {
	Live bool
	// Doubt: a guess decides. It does of each expression that cannot be evaluated.
	Doubt bool
	// Problem says why the expression cannot be evaluated, whatever is guessed.
	Problem string
}

// Evaluate evaluates the expression that m hands out.
func Evaluate(w *Words, m Macros) Result {
	e := evaluator{w: w, m: m}
	e.advance()
	v := e.comma()
	if e.err == "" && e.tok.Kind != token.EOF {
		e.fail("missing binary operator before token \"" + e.text(e.tok) + "\"")
	}
	switch {
	case e.err == "":
		return Result{Live: v.v != 0, Doubt: v.doubt}
	case e.unsure:
		return Result{Doubt: true}
	}
	return Result{Doubt: true, Problem: e.err}
}

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
	w     *Words
	m     Macros
	tok   token.Token
	err   string
	plain bool // what comes next is not expanded
	dead  int  // inside an operand that is not evaluated
	depth int
	// unsure: some value hangs on a guess
	unsure bool
}

// maxParens bounds the nesting of an expression.
const maxParens = 256

func (e *evaluator) text(t token.Token) string { return e.w.in.Text(t.Sym) }

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
	e.tok = e.m.Token(e.plain)
	if e.tok.Kind == token.Ident {
		if k, ok := e.w.alternative[e.tok.Sym]; ok {
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

// divide is the quotient and the remainder of two numbers.
func (e *evaluator) divide(a, b uint64, unsigned bool) (div, rem uint64) {
	switch {
	case b == 0:
		if e.dead == 0 {
			e.fail("division by zero in #if")
		}
		return 0, 0
	case unsigned:
		return a / b, a % b
	case int64(a) == math.MinInt64 && int64(b) == -1:
		return a, 0
	}
	return uint64(int64(a) / int64(b)), uint64(int64(a) % int64(b))
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
		div, rem := e.divide(a.v, b.v, unsigned)
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
		not := boolean(v.v == 0)
		not.doubt = v.doubt
		return not
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
		v, problem := number(e.text(t))
		if problem != "" {
			e.fail(problem)
		}
		if t.Flags&token.Doubtful != 0 {
			v.least, v.most, v.doubt = e.m.Between(t)
			e.unsure = e.unsure || v.doubt
		}
		e.advance()
		return v
	case token.Char:
		v, problem := charValue(e.text(t), e.m.Defined(e.w.char8))
		if problem != "" {
			e.fail(problem)
		}
		e.advance()
		return v
	case token.Ident:
		switch t.Sym {
		case e.w.defined:
			return e.defined()
		case e.w.trueW:
			e.advance()
			return value{v: 1}
		case e.w.falseW:
			e.advance()
			return value{}
		}
		e.advance()
		return value{doubt: e.doubts(t.Sym)}
	case token.EOF:
		e.fail("#if expression ends too early")
	default:
		e.fail("token \"" + e.text(t) + "\" is not valid in preprocessor expressions")
	}
	return value{}
}

// defined evaluates the operator after its name.
func (e *evaluator) defined() value {
	e.plain = true
	e.advance()
	paren := e.tok.Kind == token.LParen
	if paren {
		e.advance()
	}
	name := e.tok
	if paren && e.err == "" {
		e.advance()
	}
	e.plain = false
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
	v := boolean(e.m.Defined(name.Sym))
	v.doubt = e.doubts(name.Sym)
	return v
}

// doubts reports whether it is a guess that a name is, or is not, defined.
func (e *evaluator) doubts(s token.Sym) bool {
	doubt := e.m.Doubts(s)
	e.unsure = e.unsure || doubt
	return doubt
}
