package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/cfg"
)

// Flow is the control flow of a function's body, made at the first question. It is nil for a function without a body that
// somebody wrote.
func (u *Model) Flow(f *sema.Func) *sema.Flow {
	u.DependsOn(f)
	if f.FlowDone {
		return f.Flow
	}
	facts := u.Facts(f)
	if facts == nil || facts.Decl == nil || f.Implicit || f.Defaulted || f.Comparison() || !u.EnterDeep() {
		return nil
	}
	defer u.LeaveDeep()
	f.FlowDone = true
	b := cfg.New(u.Unit, f)
	w := &walker{u: u, f: f, facts: &sema.Facts{Func: f, Decl: facts.Decl, Template: facts.Template}, flow: b}
	kept := f.Params
	var params []*sema.Var
	var closing sema.Site
	outer := u.Analysing
	u.Analysing = w.facts
	if f.Closure != nil {
		params = w.lambdaBody(f, true)
		end := f.Closure.Expr.Block.Span.Hi
		closing = sema.Site{Chunk: f.Closure.Site.Chunk, Span: ast.Span{Lo: end - 1, Hi: end}}
	} else {
		sc := u.bodyScope(f, facts.Decl, true)
		if body := u.ParseBody(sc, facts.Decl); body != nil {
			closing = sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: body.Span.Hi - 1, Hi: body.Span.Hi}}
			w.funcBody(sc, body)
		}
		params = f.Params
	}
	u.Analysing, f.Params = outer, kept
	f.Flow = b.Finish(params, closing, len(w.facts.Bad) > 0 || w.steps > maxSteps)
	return f.Flow
}

// pointsToNoReturn reports whether what a call goes through is a function, or a pointer to functions, that never return.
func (u *Model) pointsToNoReturn(e sema.Entity) bool {
	switch e := e.(type) {
	case *sema.Func:
		return u.NoReturn(e)
	case *sema.Var:
		sym := u.Sym("noreturn")
		return slices.ContainsFunc(e.Decls, func(d *sema.VarDecl) bool { return sema.DeclaredWith(sym, d.Spec, d.Dtor) != nil })
	}
	return false
}
