package consteval

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// compareDefaulted evaluates a defaulted == or !=; the other comparisons give objects of the library's classes.
func (ev *evaluator) compareDefaulted(f *sema.Func, this *object, args []result, t *types.Type) result {
	u := ev.u
	var x, y *object
	switch {
	case f.MemberOf != nil && len(args) == 1:
		x, y = ev.base(this, f.MemberOf), ev.base(args[0].obj, f.MemberOf)
	case f.MemberOf == nil && len(args) == 2:
		x, y = args[0].obj, args[1].obj
	}
	if x == nil || y == nil {
		return unknownOf(t)
	}
	var same, ok bool
	switch f.Spelling {
	case u.OperatorSym(token.EqEq):
		same, ok = ev.equalParts(x, y)
	case u.OperatorSym(token.NotEq):
		same, ok = ev.equal(x, y)
		same = !same
	}
	if !ok {
		return unknownOf(t)
	}
	return scalar(constant.Int(u.T.Basic(ast.Bool), constant.Truth(same)))
}

// equalParts compares the elements, or the bases and members, of two objects of one type, in order, as far as it takes.
func (ev *evaluator) equalParts(x, y *object) (same, ok bool) {
	if x.opaque || y.opaque || !ev.expand(x) || !ev.expand(y) || len(x.parts) != len(y.parts) || x.class != y.class ||
		x.class != nil && x.class.Key == ast.KeyUnion {
		return false, false
	}
	for i := range x.parts {
		if x.class != nil && i >= len(x.class.Bases()) {
			if f := x.class.Fields()[i-len(x.class.Bases())]; f.Bits && f.Spelling == 0 {
				continue // padding
			}
		}
		if same, ok = ev.equal(x.parts[i], y.parts[i]); !ok || !same {
			return same, ok
		}
	}
	return true, true
}

// equal is what x == y gives for two constants of one type.
func (ev *evaluator) equal(x, y *object) (same, ok bool) {
	if !ev.u.Nest() {
		return false, false
	}
	defer ev.u.Unnest()
	u := ev.u
	a, b := result{obj: x, lvalue: true, typ: x.typ}, result{obj: y, lvalue: true, typ: y.typ}
	if !ev.step() {
		return false, false
	}
	switch x.typ.Kind {
	case types.Array:
		return ev.equalParts(x, y)
	case types.Class:
		r := u.ResolveOperator(token.EqEq, false, x.class.Inner, []sema.Operand{ev.operandOf(a), ev.operandOf(b)})
		if r.Status != sema.Resolved || r.Func.Spelling != u.OperatorSym(token.EqEq) {
			return false, false
		}
		if r.Func.MemberOf != nil {
			return ev.invoke(r.Func, x, []result{b}, u.ResultType(r.Func)).Bool()
		}
		return ev.invoke(r.Func, nil, []result{a, b}, u.ResultType(r.Func)).Bool()
	}
	a, b = ev.load(a), ev.load(b)
	if isPointerLike(a) || isPointerLike(b) {
		return ev.pointerOp(token.EqEq, a, b).Bool()
	}
	return u.BinaryValue(token.EqEq, a.Value, b.Value).Bool()
}
