package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
)

// ---- Readings that only names decide

// reparsedInit reads an ambiguous parameter list as the arguments of an initialiser.
func (u *Unit) reparsedInit(sc *Scope, sig *ast.FuncSig) *ast.Init {
	if init, ok := u.ambiguous[sig]; ok {
		return init
	}
	args := outline.ParseExprList(sc.Chunk.Chunk, sig.ParamsSpan, ScopeNames{u, sc})
	init := &ast.Init{Span: sig.ParamsSpan, Kind: ast.InitParen, Parsed: true, Args: args}
	u.ambiguous[sig] = init
	return init
}

// VariableDeclarator is the declarator of a variable and its initialiser, also where it reads as a function's: T x(y).
func (u *Unit) VariableDeclarator(sc *Scope, dt *ast.Declarator) (*ast.Declarator, *ast.Init) {
	sig := dt.Func()
	if sig == nil || !sig.Ambiguous {
		return dt, dt.Init
	}
	plain := *dt
	plain.Ops = dt.Ops[:len(dt.Ops)-1]
	return &plain, u.reparsedInit(sc, sig)
}
