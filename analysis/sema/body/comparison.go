package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// comparisonFacts are what a defaulted comparison does.
func (u *Model) comparisonFacts(f *sema.Func) *sema.Facts {
	c := f.MemberOf
	if t := u.FuncType(f); c == nil && t.Kind == types.Func && len(t.Params) > 0 {
		c = u.ClassOf(t.Params[0].NonRef())
	}
	if c == nil || u.Complete(c) != sema.Complete {
		return nil
	}
	w := &walker{u: u, f: f, facts: &sema.Facts{Func: f}}
	w.facts.Template = c.Dependent
	if c.Dependent {
		return w.facts
	}
	switch f.Spelling {
	case u.OperatorSym(token.EqEq):
		w.compareParts(c, token.EqEq)
	case u.OperatorSym(token.Spaceship):
		w.compareParts(c, token.Spaceship)
	case u.OperatorSym(token.NotEq):
		w.comparePart(c, sema.Subobject{Type: u.ClassType(c), Class: c}, token.EqEq)
	default:
		w.comparePart(c, sema.Subobject{Type: u.ClassType(c), Class: c}, token.Spaceship)
	}
	return w.facts
}

func (w *walker) compareParts(c *sema.Class, op token.Kind) {
	parts := w.u.Subobjects(c)
	results := make([]*types.Type, len(parts))
	for i, p := range parts {
		results[i] = w.comparePart(c, p, op)
	}
	if op != token.Spaceship {
		return
	}
	w.facts.Return = w.u.CommonOrdering(results)
	to := w.facts.Return
	if t := w.u.FuncType(w.f); t.Kind == types.Func && !sema.HasAuto(t.Elem) {
		to = t.Elem
	}
	if to == nil || to.Kind != types.Class {
		return
	}
	site := w.f.Site()
	for i, t := range results {
		if parts[i].Array {
			continue // what is made of elements' results nobody looks at
		}
		result := sema.Operand{Type: to}
		if t.Unqual() != to.Unqual() && t.Kind == types.Class {
			w.initCopy(c.Inner, sema.Operand{Type: t}, to, site, sema.CallTempCtor)
		}
		w.compareWithZero(c.Inner, token.EqEq, result, false, site, site)
	}
}

// comparePart compares a part with its like and returns the result's type.
func (w *walker) comparePart(c *sema.Class, p sema.Subobject, op token.Kind) *types.Type {
	u, site := w.u, w.f.Site()
	o := sema.Operand{Type: u.T.Qualify(p.Type, ast.Const), Cat: sema.LValue}
	ops := []sema.Operand{o, o}
	if p.Class == nil && p.Type.Kind != types.Enum {
		if op != token.Spaceship {
			return u.T.Basic(ast.Bool)
		}
		return u.BuiltinOrdering(p.Type, p.Type)
	}
	r := u.ResolveOperator(op, false, c.Inner, ops)
	if r.Status == sema.NoMatch && op == token.Spaceship {
		w.comparePart(c, p, token.EqEq)
		w.comparePart(c, p, token.Less)
		return u.T.Unknown()
	}
	switch {
	case r.Status == sema.Resolved:
		call := sema.Call{Callee: r.Func, Site: site, Full: site, Kind: sema.CallSubobject, Field: p.Field}
		if p.Base != nil {
			call.Base = p.Base.Class
		}
		w.call(call)
		return u.ResultType(r.Func)
	case r.Status != sema.ResolvedBuiltin:
		w.unknownCall(site, "which comparison of a part is called is not known")
	}
	return u.T.Unknown()
}

// rewritten is the result of a rewritten comparison: a != b is !(a == b), a < b is (a <=> b) < 0.
func (w *walker) rewritten(sc *sema.Scope, op token.Kind, r sema.Resolution, o sema.Operand, site, full sema.Site) sema.Operand {
	if op == token.Spaceship {
		return o
	}
	if r.Func.Spelling == w.u.OperatorSym(token.Spaceship) {
		w.compareWithZero(sc, op, o, r.Reversed, site, full)
	}
	out := sema.Operand{Type: w.u.T.Basic(ast.Bool)}
	if op == token.NotEq && r.Func.Spelling == w.u.OperatorSym(token.EqEq) {
		out.Tree = unaryTree(token.Not, o)
	}
	return out
}

// compareWithZero compares what <=> gave with a literal zero, which stands on the left where the operands traded places.
func (w *walker) compareWithZero(sc *sema.Scope, op token.Kind, result sema.Operand, reversed bool, site, full sema.Site) {
	integer := w.u.T.Basic(ast.Int)
	ops := []sema.Operand{result, {Type: integer, Literal: true, Value: types.Value{Kind: types.IntValue, Type: integer}}}
	if reversed {
		ops[0], ops[1] = ops[1], ops[0]
	}
	if result.Type.Kind != types.Class {
		return
	}
	if r := w.u.ResolveOperator(op, false, sc, ops); r.Status == sema.Resolved {
		w.operatorCall(sc, r, ops, site, full)
	}
}
