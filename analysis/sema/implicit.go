package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

type tokenSym = token.Sym

// implicitFacts are what an implicit or defaulted member function does: for each base and member the corresponding call.
func (u *Unit) implicitFacts(f *Func) *Facts {
	w := &walker{u: u, f: f, facts: &Facts{Func: f}, typing: true}
	c := f.MemberOf
	if c == nil {
		return nil
	}
	site := f.Site()
	w.facts.Template = c.Dependent
	for _, sc := range u.SpecialCalls(f) {
		switch {
		case sc.Kind == CallInit:
			if sc.Field != nil {
				w.memberInit(c, sc.Field, memberSite(sc.Field))
			}
		case sc.Unknown:
			w.unknownCall(site, "which member function of a part is called is not known")
		case sc.Callee != nil:
			if u.IsTrivial(sc.Callee) == Yes {
				continue
			}
			call := Call{Callee: sc.Callee, Site: site, Full: site, Kind: implicitKind(f, sc.Kind), Field: sc.Field}
			if sc.Base != nil {
				call.Base = sc.Base.Class
			}
			if sc.Field != nil && f.Kind != OperatorFunc { // assignments of elements are calls like others
				call.Array = u.FieldType(sc.Field).Kind == types.Array
			}
			if !call.Array { // a function of its own makes the elements of those
				w.omittedArgs(f, sc.Callee, site)
			}
			w.call(call)
		}
	}
	w.deletingDtor(f, site)
	return w.facts
}

// omittedArgs evaluates the default arguments of a part's constructor that a member of its whole calls in silence.
func (w *walker) omittedArgs(f, callee *Func, site Site) {
	given := 0
	switch {
	case callee.Kind != Constructor || callee == f.Inherited:
		return
	case f.Special() != DefaultCtor && f.Special() != InheritedCtor:
		given = 1
	}
	ft := w.u.FuncType(callee)
	for i := given; i < len(ft.Params); i++ {
		w.defaultArg(callee, i, ft.Params[i], site)
	}
}

func implicitKind(f *Func, k SpecialCallKind) CallKind {
	switch {
	case f.Special() == Dtor && k == CallBase:
		return CallBaseDtor
	case f.Special() == Dtor:
		return CallMemberDtor
	case f.Special() == InheritedCtor && k == CallBase, f.Special() == DefaultCtor && k == CallBase:
		return CallBaseCtor
	case f.Special() == DefaultCtor || f.Special() == InheritedCtor:
		return CallMemberCtor
	}
	return CallSubobject
}

// ---- Readings that only names decide

// reparsedInit reads an ambiguous parameter list as the arguments of an initialiser.
func (u *Unit) reparsedInit(sc *Scope, sig *ast.FuncSig) *ast.Init {
	if init, ok := u.ambiguous[sig]; ok {
		return init
	}
	args := outline.ParseExprList(sc.Chunk.Chunk, sig.ParamsSpan, scopeNames{u, sc})
	init := &ast.Init{Span: sig.ParamsSpan, Kind: ast.InitParen, Parsed: true, Args: args}
	u.ambiguous[sig] = init
	return init
}

// variableDeclarator is the declarator of a variable and its initialiser, also where it reads as a function's: T x(y).
func (u *Unit) variableDeclarator(sc *Scope, dt *ast.Declarator) (*ast.Declarator, *ast.Init) {
	sig := dt.Func()
	if sig == nil || !sig.Ambiguous {
		return dt, dt.Init
	}
	plain := *dt
	plain.Ops = dt.Ops[:len(dt.Ops)-1]
	return &plain, u.reparsedInit(sc, sig)
}

// reparsedCast reads (T) - x, which the parser took for a subtraction, as a cast.
func (w *walker) reparsedCast(sc *Scope, e *ast.Binary, p *ast.Paren) Operand {
	x := outline.ParseExpr(sc.Chunk.Chunk, e.Span, castNames{scopeNames{w.u, sc}, p.Span})
	return w.expr(sc, x)
}

// castNames answers that the names inside one parenthesis are types.
type castNames struct {
	scopeNames
	at ast.Span
}

func (n castNames) IsType(sym token.Sym, i int) bool {
	return int32(i) >= n.at.Lo && int32(i) < n.at.Hi || n.scopeNames.IsType(sym, i)
}

// rangeOperator calls an iterator's operator on behalf of a range-based for.
func (w *walker) rangeOperator(sc *Scope, op token.Kind, ops []Operand, site Site) Operand {
	r := w.u.resolveOperator(op, false, sc, ops)
	switch r.Status {
	case Resolved:
		w.call(Call{Kind: CallOperator, Callee: r.Func, Site: site, Full: site})
		if r.Reversed && len(ops) == 2 {
			ops = []Operand{ops[1], ops[0]}
		}
		o := w.result(r.Func, site).typed(w.operatorTree(r.Func, ops))
		if r.Rewritten {
			o = w.rewritten(sc, op, r, o, site, site)
		}
		return o
	case ResolvedBuiltin:
		return r.Operand
	}
	w.unknownCall(site, r.Reason)
	return w.unknown()
}
