package consteval

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
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

// takesVarying reports whether a call takes by value what is certainly no constant.
func (u *Model) takesVarying(call *sema.Expr) bool {
	f, ok := call.Entity.(*sema.Func)
	if !ok {
		return false
	}
	ft := u.FuncType(f)
	for i, a := range call.Args {
		if ft.Kind == types.Func && i < len(ft.Params) && !ft.Params[i].IsRef() && u.Varying(a) {
			return true
		}
	}
	return false
}

// Varying is Varies for a typed tree of which the value is taken.
func (u *Model) Varying(x *sema.Expr) bool {
	if x == nil || !u.Nest() {
		return false
	}
	defer u.Unnest()
	if c := u.ClassOf(x.Type); c != nil && u.IsEmptyClass(c) != sema.No {
		return false // nothing of it is read
	}
	switch x.Op {
	case sema.ExprName:
		v, ok := x.Entity.(*sema.Var)
		return ok && (v.Kind == sema.ParamVar && !u.VarType(v).IsRef() || u.variesAtRunTime(v) || u.setAtRunTime(v))
	case sema.ExprUnary:
		return x.Tok != token.Amp && u.Varying(x.Args[0])
	case sema.ExprBinary:
		return x.Tok != token.AndAnd && x.Tok != token.OrOr && x.Tok != token.Comma && slices.ContainsFunc(x.Args, u.Varying)
	case sema.ExprMember, sema.ExprIndex, sema.ExprList:
		return slices.ContainsFunc(x.Args, u.Varying)
	case sema.ExprCast:
		return x.Type.IsScalar() && slices.ContainsFunc(x.Args, u.Varying)
	case sema.ExprConstruct:
		return x.Entity == nil && slices.ContainsFunc(x.Args, u.Varying) || u.takesVarying(x)
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
