package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Comparison reports whether f is a defaulted comparison operator [class.compare.default]: what it does is to compare the
// parts of a class in order.
func (f *Func) Comparison() bool {
	// Which special member an assignment is shows only when its class is complete.
	return f.Defaulted && f.Special() == NotSpecial && f.Kind == OperatorFunc && f.name != f.u.operatorSym(token.Assign)
}

// addImplicitEquality declares the operator== that a class with a defaulted operator<=> has when it declares none
// [class.compare.default]/6.
func (u *Unit) addImplicitEquality(c *Class, spaceship *Func) {
	sym := u.operatorSym(token.EqEq)
	if c.members[sym] != nil {
		return
	}
	arg := u.T.LRef(u.T.Qualify(u.ClassType(c), ast.Const))
	f := u.implicitMember(c, OperatorFunc, NotSpecial, sym, types.FuncType{
		Result: u.T.Basic(ast.Bool), Params: []*types.Type{arg}, CV: ast.Const,
	})
	f.site, f.Access = spaceship.site, spaceship.Access
	c.members[sym] = &declSet{linked: []linkedEntity{{Entity: f}}}
}

// comparisonFacts are what a defaulted comparison does.
func (u *Unit) comparisonFacts(f *Func) *Facts {
	c := f.MemberOf
	if t := u.FuncType(f); c == nil && t.Kind == types.Func && len(t.Params) > 0 {
		c = u.ClassOf(t.Params[0].NonRef())
	}
	if c == nil || u.Complete(c) != Complete {
		return nil
	}
	w := &walker{u: u, f: f, facts: &Facts{Func: f}, typing: true}
	w.facts.Template = c.Dependent
	if c.Dependent {
		return w.facts
	}
	switch f.name {
	case u.operatorSym(token.EqEq):
		w.compareParts(c, token.EqEq)
	case u.operatorSym(token.Spaceship):
		w.compareParts(c, token.Spaceship)
	case u.operatorSym(token.NotEq):
		w.comparePart(c, part{typ: u.ClassType(c), class: c}, token.EqEq)
	default:
		w.comparePart(c, part{typ: u.ClassType(c), class: c}, token.Spaceship)
	}
	return w.facts
}

// compareDefaulted evaluates a defaulted == or !=; the other comparisons give objects of the library's classes.
func (ev *evaluator) compareDefaulted(f *Func, this *object, args []result, t *types.Type) result {
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
	switch f.name {
	case u.operatorSym(token.EqEq):
		same, ok = ev.equalParts(x, y)
	case u.operatorSym(token.NotEq):
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
			if f := x.class.Fields()[i-len(x.class.Bases())]; f.Bits && f.name == 0 {
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
		r := u.resolveOperator(token.EqEq, false, x.class.inner, []Operand{ev.operandOf(a), ev.operandOf(b)})
		if r.Status != Resolved || r.Func.name != u.operatorSym(token.EqEq) {
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
	return u.binaryValue(token.EqEq, a.Value, b.Value).Bool()
}

func (w *walker) compareParts(c *Class, op token.Kind) {
	parts := w.u.parts(c)
	results := make([]*types.Type, len(parts))
	for i, p := range parts {
		results[i] = w.comparePart(c, p, op)
	}
	if op != token.Spaceship {
		return
	}
	w.facts.Return = w.u.commonOrdering(results)
	to := w.facts.Return
	if t := w.u.FuncType(w.f); t.Kind == types.Func && !hasAuto(t.Elem) {
		to = t.Elem
	}
	if to == nil || to.Kind != types.Class {
		return
	}
	site := w.f.Site()
	for _, t := range results {
		result := Operand{Type: to}
		if t.Unqual() != to.Unqual() && t.Kind == types.Class {
			w.initCopy(c.inner, Operand{Type: t}, to, site, CallTempCtor)
		}
		w.compareWithZero(c.inner, token.EqEq, result, false, site, site)
	}
}

// commonOrdering is the weakest of the results of <=> [class.spaceship]; nil where one is none of the library's.
func (u *Unit) commonOrdering(results []*types.Type) *types.Type {
	weakest := 0
	for _, t := range results {
		rank := slices.IndexFunc(orderings, func(name string) bool { return t.Unqual() == u.ordering(name) })
		if rank < 0 {
			return nil
		}
		weakest = max(weakest, rank)
	}
	return u.ordering(orderings[weakest])
}

// comparePart compares a part with its like and returns the result's type.
func (w *walker) comparePart(c *Class, p part, op token.Kind) *types.Type {
	u, site := w.u, w.f.Site()
	o := Operand{Type: u.T.Qualify(p.typ, ast.Const), Cat: LValue}
	ops := []Operand{o, o}
	if p.class == nil && p.typ.Kind != types.Enum {
		if op != token.Spaceship {
			return u.T.Basic(ast.Bool)
		}
		return u.builtinOrdering(p.typ, p.typ)
	}
	r := u.resolveOperator(op, false, c.inner, ops)
	if r.Status == NoMatch && op == token.Spaceship {
		w.comparePart(c, p, token.EqEq)
		w.comparePart(c, p, token.Less)
		return u.T.Unknown()
	}
	switch {
	case r.Status == Resolved:
		call := Call{Callee: r.Func, Site: site, Full: site, Kind: CallSubobject, Field: p.field}
		if p.base != nil {
			call.Base = p.base.Class
		}
		w.call(call)
		return u.ResultType(r.Func)
	case r.Status != ResolvedBuiltin:
		w.unknownCall(site, "which comparison of a part is called is not known")
	}
	return u.T.Unknown()
}

// rewritten is the result of a rewritten comparison: a != b is !(a == b), a < b is (a <=> b) < 0.
func (w *walker) rewritten(sc *Scope, op token.Kind, r Resolution, o Operand, site, full Site) Operand {
	if op == token.Spaceship {
		return o
	}
	if r.Func.name == w.u.operatorSym(token.Spaceship) {
		w.compareWithZero(sc, op, o, r.Reversed, site, full)
	}
	out := Operand{Type: w.u.T.Basic(ast.Bool)}
	if op == token.NotEq && r.Func.name == w.u.operatorSym(token.EqEq) {
		out.tree = w.unaryTree(token.Not, o)
	}
	return out
}

// compareWithZero compares what <=> gave with a literal zero, which stands on the left where the operands traded places.
func (w *walker) compareWithZero(sc *Scope, op token.Kind, result Operand, reversed bool, site, full Site) {
	integer := w.u.T.Basic(ast.Int)
	ops := []Operand{result, {Type: integer, Literal: true, Value: types.Value{Kind: types.IntValue, Type: integer}}}
	if reversed {
		ops[0], ops[1] = ops[1], ops[0]
	}
	if result.Type.Kind != types.Class {
		return
	}
	if r := w.u.resolveOperator(op, false, sc, ops); r.Status == Resolved {
		w.operatorCall(sc, r, ops, site, full)
	}
}

// orderings are the results of <=>, the strongest first.
var orderings = []string{"strong_ordering", "weak_ordering", "partial_ordering"}

// ordering is a class of <compare>, unknown where that is not included.
func (u *Unit) ordering(name string) *types.Type {
	std := u.Global.children[u.Sym("std")]
	if std == nil {
		return u.T.Unknown()
	}
	for _, e := range u.lookupInNamespace(std, u.Sym(name), maxOrd).Entities {
		if c, ok := e.(*Class); ok {
			return u.ClassType(c)
		}
	}
	return u.T.Unknown()
}

// builtinOrdering is what the built-in <=> gives for two operands.
func (u *Unit) builtinOrdering(x, y *types.Type) *types.Type {
	if x.IsFloating() || y.IsFloating() {
		return u.ordering("partial_ordering")
	}
	return u.ordering("strong_ordering")
}
