package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

type tokenSym = token.Sym

// implicitFacts are what an implicit or defaulted member function does: for each base and member the corresponding call.
func (u *Model) implicitFacts(f *sema.Func) *sema.Facts {
	w := &walker{u: u, f: f, facts: &sema.Facts{Func: f}}
	c := f.MemberOf
	if c == nil {
		return nil
	}
	site := f.Site()
	w.facts.Template = c.Dependent
	for _, sc := range u.SpecialCalls(f) {
		switch {
		case sc.Kind == sema.CallInit:
			if sc.Field != nil {
				w.memberInit(c, sc.Field, memberSite(sc.Field))
			}
		case sc.Unknown:
			w.unknownCall(site, "which member function of a part is called is not known")
		case sc.Callee != nil:
			if u.IsTrivial(sc.Callee) == sema.Yes {
				continue
			}
			call := sema.Call{Callee: sc.Callee, Site: site, Full: site, Kind: implicitKind(f, sc.Kind), Field: sc.Field}
			if sc.Base != nil {
				call.Base = sc.Base.Class
			}
			call.Array = sc.Array && f.Kind != sema.OperatorFunc // assignments of elements are calls like others
			ctx := w.elements(sc.Callee, call.Array && (f.Special() == sema.DefaultCtor || f.Special() == sema.InheritedCtor))
			w.in(ctx, func() {
				if !call.Array || ctx != 0 {
					w.omittedArgs(f, sc.Callee, site)
				}
				w.call(call)
			})
		}
	}
	w.in(sema.InMemberInit|sema.InInit, func() { w.endFull(0) }) // nothing else makes temporaries
	w.deletingDtor(f, site)
	return w.facts
}

// omittedArgs evaluates the default arguments of a part's constructor that a member of its whole calls in silence.
func (w *walker) omittedArgs(f, callee *sema.Func, site sema.Site) {
	given := 0
	switch {
	case callee.Kind != sema.Constructor || callee == f.Inherited:
		return
	case f.Special() != sema.DefaultCtor && f.Special() != sema.InheritedCtor:
		given = 1
	}
	ft := w.u.FuncType(callee)
	for i := given; i < len(ft.Params); i++ {
		w.defaultArg(callee, i, ft.Params[i], site)
	}
}

func implicitKind(f *sema.Func, k sema.SpecialCallKind) sema.CallKind {
	switch {
	case f.Special() == sema.Dtor && k == sema.CallBase:
		return sema.CallBaseDtor
	case f.Special() == sema.Dtor:
		return sema.CallMemberDtor
	case f.Special() == sema.InheritedCtor && k == sema.CallBase, f.Special() == sema.DefaultCtor && k == sema.CallBase:
		return sema.CallBaseCtor
	case f.Special() == sema.DefaultCtor || f.Special() == sema.InheritedCtor:
		return sema.CallMemberCtor
	}
	return sema.CallSubobject
}

// reparsedCast reads (T) - x, which the parser took for a subtraction, as a cast.
func (w *walker) reparsedCast(sc *sema.Scope, e *ast.Binary, p *ast.Paren) sema.Operand {
	x := outline.ParseExpr(sc.Chunk.Chunk, e.Span, castNames{sema.ScopeNames{Unit: w.u.Unit, Scope: sc}, p.Span})
	return w.expr(sc, x)
}

// castNames answers that the names inside one parenthesis are types.
type castNames struct {
	sema.ScopeNames
	at ast.Span
}

func (n castNames) IsType(sym token.Sym, i int) bool {
	return int32(i) >= n.at.Lo && int32(i) < n.at.Hi || n.ScopeNames.IsType(sym, i)
}

// rangeOperator calls an iterator's operator on behalf of a range-based for.
func (w *walker) rangeOperator(sc *sema.Scope, op token.Kind, ops []sema.Operand, site sema.Site) sema.Operand {
	r := w.u.ResolveOperator(op, false, sc, ops)
	switch r.Status {
	case sema.Resolved:
		w.call(sema.Call{Kind: sema.CallOperator, Callee: r.Func, Site: site, Full: site})
		if r.Reversed && len(ops) == 2 {
			ops = []sema.Operand{ops[1], ops[0]}
		}
		o := w.result(r.Func, site).Typed(w.operatorTree(r.Func, ops))
		if r.Rewritten {
			o = w.rewritten(sc, op, r, o, site, site)
		}
		return o
	case sema.ResolvedBuiltin:
		return r.Operand
	}
	w.unknownCall(site, r.Unresolved())
	return w.unknown()
}
