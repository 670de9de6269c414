package consteval

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

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

// Varying reports whether an expression whose value is taken is certainly no constant, because it reads a variable that is none, or
// a member of one or of the object that a function is called for.
func (u *Model) Varying(x *sema.Expr) bool {
	if x == nil || !u.Nest() {
		return false
	}
	defer u.Unnest()
	if c := u.ClassOf(x.Type); c != nil && u.IsEmptyClass(c) != sema.No {
		return false // nothing of it is read
	}
	switch x.Op {
	case sema.ExprThis:
		return true
	case sema.ExprName:
		v, ok := x.Entity.(*sema.Var)
		return ok && (v.Kind == sema.ParamVar && !u.VarType(v).IsRef() || u.variesAtRunTime(v) || u.setAtRunTime(v))
	case sema.ExprUnary:
		return x.Tok != token.Amp && u.Varying(x.Args[0])
	case sema.ExprConditional:
		return u.Varying(x.Args[0])
	case sema.ExprBinary:
		if x.Tok == token.AndAnd || x.Tok == token.OrOr {
			return u.Varying(x.Args[0])
		}
		return x.Tok != token.Comma && slices.ContainsFunc(x.Args, u.Varying)
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
	return u.Varying(u.TypedInit(v.Scope, t, u.initialiserOf(d))) || !t.IsRef() && u.certainlyDynamic(u.VarFacts(v)) == sema.No
}
