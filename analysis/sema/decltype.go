package sema

import (
	"slices"

	"cudals/analysis/ast"
)

// noteDecltype records decltype(x) in the facts of the body that it stands in, or among those of the unit's declarations:
// types outside of bodies are resolved when somebody first asks for them, which may be while a body is analysed.
func (u *Unit) noteDecltype(sc *Scope, v *Var, operand ast.Expr) {
	list := &u.decltypes
	for p := sc; p != nil; p = p.Parent {
		if p.Kind != BlockScope {
			continue
		}
		if u.analysing == nil {
			return
		}
		list = &u.analysing.Decltypes
		break
	}
	n := NamedDecltype{v, Site{sc.Chunk, operand.Pos()}}
	if !slices.Contains(*list, n) {
		*list = append(*list, n)
	}
}

// Decltypes lists the variables that declarations outside of bodies name as operands of decltype: in the types of what is
// declared, in initialisers of variables, and, where one of the wanted names stands, in all expressions of declarations.
func (u *Unit) Decltypes(declared Declared, wanted NameSet) []NamedDecltype {
	u.declaredTypes(declared)
	u.Mentions(declared, wanted)
	return u.decltypes
}
