package sema

import (
	"slices"

	"cudals/analysis/ast"
)

// Dependent values tell no more than which of them are equal. Symbols of function templates hold the expressions themselves; so the
// unit remembers the text behind each.

// WrittenExpr is an expression as it stands in the text.
type WrittenExpr struct {
	Scope *Scope
	Expr  ast.Expr
}

// maxWritten bounds how many places are remembered of equal expressions.
const maxWritten = 32

// NoteWritten remembers the text of a dependent expression.
func (u *Unit) NoteWritten(key string, sc *Scope, e ast.Expr) {
	list := u.Consts.Written[key]
	if key == "" || len(list) >= maxWritten {
		return
	}
	same := func(w WrittenExpr) bool { return w.Scope.Chunk == sc.Chunk && w.Expr.Pos() == e.Pos() }
	if slices.ContainsFunc(list, same) || u.boundName(sc, e) != nil {
		return
	}
	if u.Consts.Written == nil {
		u.Consts.Written = make(map[string][]WrittenExpr)
	}
	u.Consts.Written[key] = append(list, WrittenExpr{sc, e})
}

// boundName is the parameter of an alias or a class template that an expression names, where it stands for an argument.
func (u *Unit) boundName(sc *Scope, e ast.Expr) *TemplateParam {
	n, ok := Unparen(e).(*ast.NameExpr)
	if !ok || !n.Name.Simple() {
		return nil
	}
	if f := u.LookupName(sc, n.Name); f.State == FoundOK && len(f.Entities) == 1 {
		if p, ok := f.Entities[0].(*TemplateParam); ok && p.Bound != nil {
			return p
		}
	}
	return nil
}
