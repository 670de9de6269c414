package sema

import "cudals/analysis/ast"

// Syntax is the body of a function as it was read, nil where it was not: for who looks at how facts come about.
func (u *Unit) Syntax(f *Func) *ast.FuncBody {
	if fd := u.Definition(f); fd != nil && fd.Body != nil {
		return u.bodies[fd.Body]
	}
	return nil
}
