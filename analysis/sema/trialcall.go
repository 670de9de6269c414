package sema

import (
	"math"
	"math/bits"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// known runs a function that is known by its name, or of which the body is not there; done is false for any other.
func (t *trial) known(ev *evaluator, f *Func, args []result, typ *types.Type) (r result, done bool) {
	if len(f.Decls) == 0 || f.Template != nil && !f.Decls[0].Site.Chunk.System {
		return r, false
	}
	if !f.Decls[0].Site.Chunk.System {
		fd := t.u.Definition(f)
		if fd == nil || fd.Body == nil {
			t.failed = t.failed || f.Closure == nil && !f.Implicit && !f.Defaulted
			return unknownOf(typ), t.failed
		}
		return r, false
	}
	name := t.u.Text(f.Sym())
	if f.MemberOf != nil {
		return r, false
	}
	loaded := make([]result, len(args))
	for i := range args {
		loaded[i] = ev.decay(args[i])
	}
	switch {
	case name == "__syncthreads" || name == "__syncwarp" || strings.HasPrefix(name, "__threadfence"):
		return scalar(types.Value{Type: t.u.T.Basic(ast.Void)}), t.came(ev)
	case name == "__ldg" && len(loaded) == 1 && loaded[0].ptr != nil && !loaded[0].ptr.end:
		o := loaded[0].ptr.obj
		return ev.load(result{obj: o, lvalue: true, typ: o.typ}), true
	case strings.HasPrefix(name, "atomic"):
		return t.atomic(ev, name, loaded, typ), true
	}
	if t.Open {
		return t.openArithmetic(ev, name, loaded, typ)
	}
	if v, ok := t.u.arithmeticCall(name, loaded, typ); ok {
		return scalar(v), true
	}
	return r, false
}

// enter begins a call of a function, and returns what ends it. The way through a function that is compiled for itself is no part
// of the way through the one that calls it.
func (ev *evaluator) enter(f *Func) (leave func()) {
	t := ev.trial
	apart := t.Separate != nil && t.Separate(f)
	for fr := ev.frame; fr != nil && !apart; fr = fr.outer {
		apart = fr.fn == f
	}
	if !apart {
		return func() {}
	}
	branches, order := t.Branches, t.order
	t.Branches, t.order = uint64(f.site.Span.Lo), 0
	return func() { t.Branches, t.order = branches, order }
}

// came notes that a call of a function without result came back.
func (t *trial) came(ev *evaluator) bool {
	ev.voidDone = true
	return true
}

// atomic changes what a pointer points to, which others change, too.
func (t *trial) atomic(ev *evaluator, name string, args []result, typ *types.Type) result {
	if len(args) == 0 || args[0].ptr == nil || args[0].ptr.end || args[0].ptr.obj.back == nil {
		t.failed = true
		return unknownOf(typ)
	}
	o := args[0].ptr.obj
	h := mix(o.id, uint64(len(name)))
	for _, a := range args[1:] {
		h = mix(h, t.hash(a))
	}
	t.output(h)
	t.calls++
	fresh := t.input(ev, typ, mix(t.calls, 17))
	if fresh == nil {
		t.failed = t.failed || !typ.IsVoid()
		return scalar(types.Value{Type: t.u.T.Basic(ast.Void)})
	}
	o.val, o.ptr = types.Value{}, nil
	o.id = mix(o.id, t.calls) // the next read finds another value
	delete(t.written, o)
	return ev.load(result{obj: fresh, lvalue: true, typ: typ})
}

// openArithmetic is what a function of CUDA's headers makes of numbers that are not known.
func (t *trial) openArithmetic(ev *evaluator, name string, args []result, typ *types.Type) (r result, done bool) {
	const inlined = 200 // steps that a function may stand for
	for _, a := range args {
		if !a.IsKnown() || a.Type == nil || !a.Type.IsArithmetic() {
			return r, false
		}
	}
	switch strings.TrimSuffix(strings.TrimLeft(name, "ul"), "f") {
	case "min", "max", "fmin", "fmax", "fma", "abs", "fabs":
	default:
		ev.u.consts.steps += inlined
	}
	switch {
	case typ.IsArithmetic():
		return scalar(anyOf(typ)), true
	case typ.IsVoid():
		return scalar(types.Value{Type: typ}), t.came(ev)
	}
	return r, false
}

// arithmeticCall computes a function of CUDA's headers on numbers.
func (u *Unit) arithmeticCall(name string, args []result, typ *types.Type) (types.Value, bool) {
	if !typ.IsArithmetic() || len(args) == 0 {
		return types.Value{}, false
	}
	for _, a := range args {
		if a.Kind != types.IntValue && a.Kind != types.FloatValue {
			return types.Value{}, false
		}
	}
	if typ.IsFloating() {
		return u.floatCall(name, args, typ), true
	}
	x := args[0].Value
	n := uint64(x.Int)
	if x.Kind != types.IntValue || len(args) > 2 {
		return types.Value{}, false
	}
	result := func(n int64) (types.Value, bool) {
		return u.ConvertValue(intValue(u.T.Basic(ast.Long), n), typ), true
	}
	if len(args) == 2 {
		var less bool
		x, y := u.ConvertValue(x, typ), u.ConvertValue(args[1].Value, typ)
		if less = x.Int < y.Int; isUnsigned(typ) {
			less = uint64(x.Int) < uint64(y.Int)
		}
		switch strings.TrimLeft(name, "ul") {
		case "min":
			return pick(less, x, y), y.Kind == types.IntValue
		case "max":
			return pick(less, y, x), y.Kind == types.IntValue
		}
		return types.Value{}, false
	}
	switch name {
	case "abs", "labs", "llabs":
		if x = u.ConvertValue(x, typ); x.Int < 0 {
			return result(-x.Int)
		}
		return x, true
	case "__clz":
		return result(int64(bits.LeadingZeros32(uint32(n))))
	case "__clzll":
		return result(int64(bits.LeadingZeros64(n)))
	case "__popc":
		return result(int64(bits.OnesCount32(uint32(n))))
	case "__popcll":
		return result(int64(bits.OnesCount64(n)))
	case "__ffs":
		return result(int64((bits.TrailingZeros32(uint32(n)) + 1) % 33))
	case "__ffsll":
		return result(int64((bits.TrailingZeros64(n) + 1) % 65))
	case "__brev":
		return result(int64(bits.Reverse32(uint32(n))))
	}
	return types.Value{}, false
}

func pick(first bool, x, y types.Value) types.Value {
	if first {
		return x
	}
	return y
}

// floatCall stands for a function of the mathematical library: what matters is that its result depends on its arguments.
func (u *Unit) floatCall(name string, args []result, typ *types.Type) types.Value {
	f := make([]float64, len(args))
	for i := range args {
		f[i] = u.ConvertValue(args[i].Value, u.T.Basic(ast.Double)).Float
	}
	var r float64
	switch base := strings.TrimSuffix(name, "f"); {
	case len(f) == 2 && (base == "fmin" || base == "min"):
		r = math.Min(f[0], f[1])
	case len(f) == 2 && (base == "fmax" || base == "max"):
		r = math.Max(f[0], f[1])
	case len(f) == 3 && (base == "fma" || name == "__fmaf_rn"):
		r = f[0]*f[1] + f[2]
	case len(f) == 1 && (base == "fabs" || base == "abs"):
		r = math.Abs(f[0])
	case len(f) == 1 && base == "sqrt":
		r = math.Sqrt(math.Abs(f[0]))
	case len(f) == 1 && base == "floor":
		r = math.Floor(f[0])
	case len(f) == 1 && base == "ceil":
		r = math.Ceil(f[0])
	default:
		h := uint64(len(name))
		for _, x := range f {
			h = mix(h, floatBits(x))
		}
		r = float64(h%1024) / 16
	}
	return types.Value{Kind: types.FloatValue, Type: typ.Unqual(), Float: roundTo(r, typ)}
}
