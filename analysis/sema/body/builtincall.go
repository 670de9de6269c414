package body

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// ownBuiltin reports whether a function is one that the compiler itself declares, and about whose use it has rules.
func ownBuiltin(f *sema.Func) bool {
	if site := f.Site(); site.Chunk == nil || !site.Chunk.System || f.MemberOf != nil {
		return false // asked of each call: most are told apart without their names
	}
	name := f.EntityName()
	return strings.HasPrefix(name, "__nv_atomic_") || strings.HasPrefix(name, "__wgmma_mma_async_")
}

// ownBuiltinSet reports whether a name means such functions: their calls are judged in a template's definition, constants that
// depend on its parameters among the arguments or not.
func ownBuiltinSet(set *sema.OverloadSet) bool {
	return len(set.Cands) > 0 && !slices.ContainsFunc(set.Cands, func(e sema.Entity) bool {
		if t, ok := e.(*sema.Template); ok {
			return t.Func == nil || !ownBuiltin(t.Func)
		}
		f, ok := e.(*sema.Func)
		return !ok || !ownBuiltin(f)
	})
}

// given tells of the arguments of a function that the compiler itself declares; nil of any other.
func (w *walker) given(sc *sema.Scope, f *sema.Func, args []sema.Operand) []sema.Argument {
	if w.facts == nil || !ownBuiltin(f) {
		return nil
	}
	out := make([]sema.Argument, len(args))
	for i, o := range args {
		a := &out[i]
		a.Type = o.Type
		tree := sema.TreeOf(o)
		if _, a.Param = tree.Entity.(*sema.TemplateParam); a.Param {
			continue
		}
		a.Literal = w.literally(o, tree)
		if a.Literal == sema.Yes {
			a.Constant, a.Value = sema.Yes, o.Value.Int
		} else if o.Expr != nil && !sema.IsDependent(o) && !o.IsUnknown() {
			if v := w.u.Eval(sc, o.Expr, sema.EvalOptions{}); v.Kind == types.IntValue {
				a.Constant, a.Value = sema.Yes, v.Int
			} else if w.u.Varying(tree) {
				a.Constant = sema.No
			}
		}
	}
	return out
}

// literally reports whether an operand is what nvcc 13.0's front end takes for an integer literal: a constant that it folds while it
// reads the expression. A variable by itself is none, constant as it may be, nor is an object of a class, and in templates nothing is called.
func (w *walker) literally(o sema.Operand, x *sema.Expr) sema.Tri {
	switch {
	case o.Type.Kind == types.Braced:
		return sema.No
	case o.Set != nil || o.IsUnknown() || sema.IsDependent(o) || o.Expr == nil:
		return sema.UnknownTri
	case o.Cat == sema.LValue || o.Type.Kind == types.Class || o.Type.IsFloating() || o.Type.IsNullptr() || o.Type.Kind == types.Pointer:
		return sema.No
	case x.Op == sema.ExprBinary && x.Tok == token.Comma:
		return sema.No
	case o.Value.Kind == types.IntValue && (!w.ofTemplate() || folded(x)):
		return sema.Yes
	case w.u.Varying(x):
		return sema.No
	}
	return sema.UnknownTri
}

// ofTemplate reports whether the body is a template's, or an instance.
func (w *walker) ofTemplate() bool {
	f := w.facts.Func
	return f == nil || w.facts.Template || f.Template != nil || f.Closure != nil || w.u.PatternFunc(f) != f
}

// folded reports whether an expression that is a constant certainly names no variable and calls nothing.
func folded(x *sema.Expr) bool {
	switch x.Op {
	case sema.ExprName:
		_, enumerator := x.Entity.(*sema.Enumerator)
		return enumerator
	case sema.ExprQuery:
		if q, ok := x.Syntax.(*ast.Query); ok && q.Type != nil {
			_, builtin := q.Type.Spec.Type.(*ast.BuiltinType)
			return builtin
		}
	case sema.ExprConst, sema.ExprUnary, sema.ExprBinary, sema.ExprCast:
		return !slices.ContainsFunc(x.Args, func(a *sema.Expr) bool { return !folded(a) })
	}
	return false
}
