package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
)

func Unparen(e ast.Expr) ast.Expr {
	for {
		p, ok := e.(*ast.Paren)
		if !ok || p.X == nil {
			return e
		}
		e = p.X
	}
}

func (u *Unit) OperatorSym(op token.Kind) token.Sym {
	text := op.String()
	if op == token.LBracket {
		text = "[]"
	}
	return u.PartSym(&ast.NamePart{Kind: ast.NameOperator, Sym: u.Sym(text)})
}
