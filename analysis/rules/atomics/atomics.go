package atomics

import (
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
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
		kit.EachBody(p, func(b *sema.Facts) {
			if i := p.Spaces.Of(b.Func); b.Func == nil || !i.Known || !i.Space.OnDevice() {
				return
			}
			for i := range b.Calls {
				o, ok := operationOf(p, &b.Calls[i])
				if !ok {
					continue
				}
				if text := fault(o); text != "" {
					p.ReportOnce(check.Report{Site: o.Site, Func: b.Func, Message: o.Callee.EntityName() + ": " + text})
				}
			}
		})
	}
}

func operationOf(p *check.Pass, c *sema.Call) (*operation, bool) {
	if c.Callee == nil || c.Context&(sema.Unevaluated|sema.Undecided|sema.Discarded) != 0 {
		return nil, false
	}
	if !isBuiltin(c.Callee) {
		return nil, false
	}
	name := strings.TrimPrefix(strings.TrimPrefix(c.Callee.EntityName(), prefix), "fetch_")
	if _, ok := orderAt[name]; !ok || len(c.Given) == 0 {
		return nil, false
	}
	o := &operation{Call: c, p: p, name: name, bare: strings.TrimSuffix(name, "_n")}
	if len(c.Callee.Args) > 0 {
		o.on = c.Callee.Args[0].Type.Unqual()
		if size, _, known := p.Unit.Size(o.on); known {
			o.size = size
		}
	}
	return o, true
}

// isBuiltin reports whether a function is one of the builtins.
func isBuiltin(f *sema.Func) bool {
	return strings.HasPrefix(f.EntityName(), prefix) && f.Site().Chunk != nil && f.Site().Chunk.System
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
	if slices.Contains(sizes, o.size) {
		return false
	}
	return o.size > 0
}

// odd reports whether the object's size is one of no atomic access.
func (o *operation) odd() bool { return o.sized(1, 2, 4, 8, 16) }

// below reports whether the pass is certainly for an architecture below one.
func (o *operation) below(arch int) bool { return o.p.Kind != 0 && o.p.ArchBelow(arch) }

// order is the value of a memory order that is written as a number.
func (o *operation) order(n int) (int64, bool) { return o.number(orderAt[o.name] + n) }

// scope is the value of the thread scope, where one is given as a number.
func (o *operation) scope() (int64, bool) { return o.number(orderAt[o.name] + o.orders()) }

func (o *operation) number(n int) (int64, bool) {
	if n >= len(o.Given) || o.Given[n].Literal != sema.Yes {
		return 0, false
	}
	return o.Given[n].Value, true
}

// param reports whether an argument is a template parameter by itself, which is no valid number whatever its value.
func (o *operation) param(n int) bool { return n < len(o.Given) && o.Given[n].Param }

// variable reports whether an argument is certainly no integer literal.
func (o *operation) variable(n int) bool { return n < len(o.Given) && o.Given[n].Literal == sema.No }
