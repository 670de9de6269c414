package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// compound gives the GNU compound literal (T){…} an object: outside of functions it is a variable without a name, which lives as
// long as the program does.
func (w *walker) compound(sc *sema.Scope, e *ast.Construct, o sema.Operand) sema.Operand {
	literal := e.Brace && e.Span.Lo < e.Type.Span.Lo
	if !literal || w.facts == nil || w.facts.Var == nil || w.lambda != nil || sema.IsDependent(o) || o.Type.Kind == types.Unknown {
		return o
	}
	site := w.site(sc, e)
	v := &sema.Var{Kind: sema.NamespaceVar, Compound: true, Scope: sc}
	v.Unit, v.Place, v.Type = w.u.Unit, site, o.Type
	o.Base = &sema.VarRef{Var: v, Site: site}
	return o
}
