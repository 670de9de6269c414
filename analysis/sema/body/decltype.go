package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
)

// NoteDecltype records decltype(x) in the facts of the body that it stands in, or among those of the unit's declarations:
// types outside of bodies are resolved when somebody first asks for them, which may be while a body is analysed.
func (u *Model) NoteDecltype(sc *sema.Scope, v *sema.Var, operand ast.Expr) {
	list := &u.NotedDecltypes
	for p := sc; p != nil; p = p.Parent {
		if p.Kind != sema.BlockScope {
			continue
		}
		if u.Analysing == nil {
			return
		}
		list = &u.Analysing.Decltypes
		break
	}
	n := sema.NamedDecltype{Var: v, Site: sema.Site{Chunk: sc.Chunk, Span: operand.Pos()}}
	if !slices.Contains(*list, n) {
		*list = append(*list, n)
	}
}

// Decltypes lists the variables that declarations outside of bodies name as operands of decltype: in the types of what is
// declared, in initialisers of variables, and, where one of the wanted names stands, in all expressions of declarations.
func (u *Model) Decltypes(declared sema.Declared, wanted sema.NameSet) []sema.NamedDecltype {
	u.DeclaredTypes(declared)
	u.Mentions(declared, wanted)
	return u.NotedDecltypes
}
