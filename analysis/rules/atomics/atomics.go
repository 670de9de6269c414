package atomics

import (
	"strconv"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

const prefix = "__nv_atomic_"

// The scopes and memory orders by their values.
const (
	clusterScope = 2
	lastScope    = 4

	consume   = 1
	acquire   = 2
	release   = 3
	acqRel    = 4
	lastOrder = 5
)

// operation is a call of one of the functions.
type operation struct {
	*sema.Call
	p *check.Pass
	// name is the function's without __nv_atomic_ and fetch_; bare is name without _n.
	name, bare string
	// On is the type of the object, without qualifiers; nil where it is not known.
	on *types.Type
	// size is the object's in bytes, 0 where it is not known.
	size int64
	// args are the arguments' tokens, as far as they can be told apart.
	args [][]token.Token
}

// updates are the functions that compute.
var updates = map[string]bool{"add": true, "sub": true, "and": true, "or": true, "xor": true, "min": true, "max": true}

// orderAt is the place of the memory order among the arguments.
var orderAt = map[string]int{
	"load_n": 1, "load": 2, "store_n": 2, "store": 2, "exchange_n": 2, "exchange": 3, "compare_exchange_n": 4, "compare_exchange": 4,
	"add": 2, "sub": 2, "and": 2, "or": 2, "xor": 2, "min": 2, "max": 2, "thread_fence": 0,
}

// orders counts the memory orders; the scope stands behind them.
func (o *operation) orders() int {
	if o.bare == "compare_exchange" {
		return 2
	}
	return 1
}

// atomic makes the check of a rule: fault says what is wrong with a call in device code, "" for nothing.
func atomic(fault func(*operation) string) func(*check.Pass) {
	return func(p *check.Pass) {
		said := map[sema.Site]bool{}
		kit.EachBody(p, func(b *sema.Facts) {
			if i := p.Spaces.Of(b.Func); b.Func == nil || !i.Known || !i.Space.OnDevice() {
				return
			}
			for i := range b.Calls {
				o, ok := operationOf(p, &b.Calls[i])
				if !ok || said[o.Site] {
					continue
				}
				if text := fault(o); text != "" {
					said[o.Site] = true
					p.Report(check.Report{Site: o.Site, Func: b.Func, Message: o.Callee.EntityName() + ": " + text})
				}
			}
		})
	}
}

func operationOf(p *check.Pass, c *sema.Call) (*operation, bool) {
	if c.Callee == nil || c.Context&(sema.Unevaluated|sema.Undecided|sema.Discarded) != 0 {
		return nil, false
	}
	name, ok := strings.CutPrefix(c.Callee.EntityName(), prefix)
	if !ok || !c.Callee.Site().Chunk.System {
		return nil, false
	}
	name = strings.TrimPrefix(name, "fetch_")
	if _, ok := orderAt[name]; !ok {
		return nil, false
	}
	o := &operation{Call: c, p: p, name: name, bare: strings.TrimSuffix(name, "_n"), args: arguments(c.Full.Tokens())}
	if len(c.Callee.Args) > 0 {
		o.on = c.Callee.Args[0].Type.Unqual()
		if size, _, known := p.Unit.Size(o.on); known {
			o.size = size
		}
	}
	return o, true
}

// integer reports whether the object is an integer or an enumeration that converts to one.
func (o *operation) integer() bool {
	if o.on == nil {
		return false
	}
	if e, ok := o.on.Decl.(*sema.Enum); ok && o.on.Kind == types.Enum {
		return !e.Scoped
	}
	return o.on.IsIntegral()
}

// valid reports whether the object may be exchanged as it is: a number or an object of a class.
func (o *operation) valid() bool {
	return o.on != nil && (o.integer() || o.on.IsFloating() || o.on.Kind == types.Class)
}

// sized reports whether the object's size is known and none of some.
func (o *operation) sized(sizes ...int64) bool {
	for _, size := range sizes {
		if o.size == size {
			return false
		}
	}
	return o.size > 0
}

// odd reports whether the object's size is one of no atomic access.
func (o *operation) odd() bool { return o.sized(1, 2, 4, 8, 16) }

// below reports whether the pass is certainly for an architecture below one.
func (o *operation) below(arch int) bool { return o.p.Kind != 0 && o.p.ArchBelow(arch) }

// order is the value of a memory order that is written as a number.
func (o *operation) order(n int) (int, bool) { return o.number(orderAt[o.name] + n) }

// scope is the value of the thread scope, where one is given as a number.
func (o *operation) scope() (int, bool) { return o.number(orderAt[o.name] + o.orders()) }

func (o *operation) number(n int) (int, bool) {
	if n >= len(o.args) {
		return 0, false
	}
	arg, sign := o.args[n], 1
	if len(arg) == 2 && arg[0].Kind == token.Minus {
		arg, sign = arg[1:], -1
	}
	if len(arg) != 1 || arg[0].Kind != token.Number {
		return 0, false
	}
	value, err := strconv.ParseInt(strings.TrimRight(o.p.Unit.Text(arg[0].Sym), "uUlL"), 0, 32)
	return sign * int(value), err == nil
}

// variable reports whether an argument is certainly no constant: it is written as a name, and more arguments are no constants than
// those before the memory order that are written as something else than numbers.
func (o *operation) variable(n int) bool {
	if n >= len(o.args) || len(o.args[n]) != 1 || o.args[n][0].Kind != token.Ident {
		return false
	}
	most := 0
	for i, arg := range o.args {
		if i < orderAt[o.name] && (len(arg) != 1 || arg[0].Kind != token.Number) || i >= orderAt[o.name] && len(arg) == 1 && arg[0].Kind == token.Ident {
			most++
		}
	}
	return o.NonConstArgs >= most
}

// arguments are the tokens of each argument of a call that is written f(a, b); nil where angle brackets make that uncertain.
func arguments(toks []token.Token) [][]token.Token {
	var out [][]token.Token
	depth, from := 0, 0
	for i, t := range toks {
		switch t.Kind {
		case token.Less, token.Greater:
			return nil
		case token.LParen, token.LBracket, token.LBrace:
			if depth++; depth == 1 {
				from = i + 1
			}
		case token.RParen, token.RBracket, token.RBrace:
			if depth--; depth == 0 && i == len(toks)-1 {
				return append(out, toks[from:i])
			}
		case token.Comma:
			if depth == 1 {
				out = append(out, toks[from:i])
				from = i + 1
			}
		}
	}
	return nil
}
