package consteval

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// Varies reports whether an expression is certainly no constant, because it reads a variable that is none, or a member of one
// or of the object that a function is called for.
func (u *Model) Varies(sc *sema.Scope, e ast.Expr) bool {
	switch e := sema.Unparen(e).(type) {
	case *ast.NameExpr:
		f := u.LookupName(sc, e.Name)
		if f.State != sema.FoundOK || len(f.Entities) != 1 {
			return false
		}
		switch v := f.Entities[0].(type) {
		case *sema.Var:
			return v.Kind == sema.ParamVar && !u.VarType(v).IsRef() || u.variesAtRunTime(v) || u.setAtRunTime(v)
		case *sema.Field:
			return sc.This != nil
		}
	case *ast.MemberExpr:
		o := u.TypeOf(sc, e)
		if _, ok := o.Entity.(*sema.Field); !ok || o.Dependent {
			return false
		}
		_, this := sema.Unparen(e.X).(*ast.This)
		return this || !e.Arrow && u.Varies(sc, e.X)
	case *ast.Binary:
		switch e.Op {
		case token.Plus, token.Minus, token.Star, token.Slash, token.Percent, token.Shl, token.Shr:
			return u.Varies(sc, e.X) || u.Varies(sc, e.Y)
		}
	}
	return false
}

// setAtRunTime reports whether a variable is a const one, or a reference, whose initialiser is certainly no constant.
func (u *Model) setAtRunTime(v *sema.Var) bool {
	t := u.VarType(v)
	switch {
	case v.Kind != sema.LocalVar || t == nil || t.IsUnknown() || t.IsDependent() || v.Constexpr:
		return false
	case t.CV&ast.Volatile != 0:
		return true
	case !u.Nest():
		return false
	}
	defer u.Unnest()
	if u.initBusy(v) {
		return false
	}
	defer u.initDone(v)
	d := u.InitDecl(v)
	if d == nil {
		return false
	}
	init := u.initialiserOf(d)
	if init == nil || len(init.Args) != 1 {
		return false
	}
	return u.Varies(d.Scope, init.Args[0]) || !t.IsRef() && u.certainlyDynamic(u.VarFacts(v)) == sema.No
}
