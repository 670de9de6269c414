package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// ArrayInitLen is the length that an initialiser gives an array declared without one; ok is false where it is not certain.
func (u *Model) ArrayInitLen(sc *sema.Scope, init *ast.Init, elem *types.Type) (n int64, ok bool) {
	init = u.ParseInit(sc, init)
	if init == nil {
		return 0, false
	}
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda}
	if !u.EnterDeep() {
		return 0, false
	}
	l := sema.Operands(w.exprs(sc, init.Args))
	u.LeaveDeep()
	if len(l) == 1 && init.Kind != ast.InitParen {
		braced := l[0].Type.Kind == types.Braced
		if braced && init.Kind == ast.InitEq {
			l = l[0].Braced
		}
		if len(l) == 1 && l.Element(0).Text && elem.IsIntegral() { // char a[] = "text" and char a[] = {"text"}
			t := l[0].Type
			return t.Len, t.Kind == types.Array && t.Len >= 0
		}
		if !braced && init.Kind == ast.InitEq {
			return 0, false
		}
	}
	parts := u.ReadList(l, u.T.Array(elem, types.NoLen))
	for _, p := range parts.Parts {
		n = max(n, int64(p.At)+1)
	}
	return n, !parts.Unsure && parts.Rest == len(l)
}
