package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// compound gives the GNU compound literal (T){…} an object: outside of functions it is a variable without a name, which lives as
// long as the program does.
func (w *walker) compound(sc *Scope, e *ast.Construct, o Operand) Operand {
	literal := e.Brace && e.Span.Lo < e.Type.Span.Lo
	if !literal || w.facts == nil || w.facts.Var == nil || w.lambda != nil || isDependent(o) || o.Type.Kind == types.Unknown {
		return o
	}
	site := w.site(sc, e)
	v := &Var{Kind: NamespaceVar, Compound: true, Scope: sc}
	v.u, v.site, v.typ = w.u, site, o.Type
	o.base = &varRef{v: v, site: site}
	return o
}
