package sema

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// ownBuiltin reports whether a function is one that the compiler itself declares, and about whose use it has rules.
func ownBuiltin(f *Func) bool {
	if site := f.Site(); site.Chunk == nil || !site.Chunk.System || f.MemberOf != nil {
		return false // asked of each call: most are told apart without their names
	}
	name := f.EntityName()
	return strings.HasPrefix(name, "__nv_atomic_") || strings.HasPrefix(name, "__wgmma_mma_async_")
}

// ownBuiltinSet reports whether a name means such functions: their calls are judged in a template's definition, constants that
// depend on its parameters among the arguments or not.
func ownBuiltinSet(set *OverloadSet) bool {
	return len(set.Cands) > 0 && !slices.ContainsFunc(set.Cands, func(e Entity) bool {
		if t, ok := e.(*Template); ok {
			return t.Func == nil || !ownBuiltin(t.Func)
		}
		f, ok := e.(*Func)
		return !ok || !ownBuiltin(f)
	})
}

// given tells of the arguments of a function that the compiler itself declares; nil of any other.
func (w *walker) given(sc *Scope, f *Func, args []Operand) []Argument {
	if w.facts == nil || !ownBuiltin(f) {
		return nil
	}
	out := make([]Argument, len(args))
	for i, o := range args {
		a := &out[i]
		if o.Expr != nil {
			a.Site = w.site(sc, o.Expr)
		}
		a.Type = o.Type
		if a.Param = w.namesParam(sc, o); a.Param {
			continue
		}
		a.Literal = w.literally(sc, o)
		if a.Literal == Yes {
			a.Constant, a.Value = Yes, o.Value.Int
		} else if o.Expr != nil && !isDependent(o) && !o.isUnknown() {
			if v := w.u.Eval(sc, o.Expr, EvalOptions{}); v.Kind == types.IntValue {
				a.Constant, a.Value = Yes, v.Int
			} else if w.u.varies(sc, o.Expr) {
				a.Constant = No
			}
		}
	}
	return out
}

// literally reports whether an operand is what nvcc 13.0's front end takes for an integer literal: a constant that it folds while it
// reads the expression. A variable by itself is none, constant as it may be, nor is an object of a class, and in templates nothing is called.
func (w *walker) literally(sc *Scope, o Operand) Tri {
	switch {
	case o.Type.Kind == types.Braced:
		return No
	case o.Set != nil || o.isUnknown() || isDependent(o) || o.Expr == nil:
		return UnknownTri
	case o.Cat == LValue || o.Type.Kind == types.Class || o.Type.IsFloating() || o.Type.IsNullptr() || o.Type.Kind == types.Pointer:
		return No
	case isComma(o.Expr):
		return No
	case o.Value.Kind == types.IntValue && (!w.ofTemplate() || w.folded(sc, o.Expr)):
		return Yes
	case w.u.varies(sc, o.Expr):
		return No
	}
	if c, ok := unparen(o.Expr).(*ast.Conditional); ok && w.u.varies(sc, c.C) {
		return No
	}
	return UnknownTri
}

// namesParam reports whether an operand is the name of a template parameter.
func (w *walker) namesParam(sc *Scope, o Operand) bool {
	e, ok := unparen(o.Expr).(*ast.NameExpr)
	if !ok {
		return false
	}
	f := w.u.lookupName(sc, e.Name)
	if f.State != FoundOK || len(f.Entities) != 1 {
		return false
	}
	_, param := f.Entities[0].(*TemplateParam)
	return param
}

func isComma(e ast.Expr) bool {
	b, ok := unparen(e).(*ast.Binary)
	return ok && b.Op == token.Comma
}

// ofTemplate reports whether the body is a template's, or an instance.
func (w *walker) ofTemplate() bool {
	f := w.facts.Func
	return f == nil || w.facts.Template || f.Template != nil || f.Closure != nil || w.u.PatternFunc(f) != f
}

// folded reports whether an expression that is a constant certainly names no variable and calls nothing.
func (w *walker) folded(sc *Scope, e ast.Expr) bool {
	if !w.u.Nest() {
		return false
	}
	defer w.u.Unnest()
	switch e := unparen(e).(type) {
	case *ast.Literal:
		return true
	case *ast.NameExpr:
		f := w.u.lookupName(sc, e.Name)
		if f.State != FoundOK || len(f.Entities) != 1 {
			return false
		}
		_, enumerator := f.Entities[0].(*Enumerator)
		return enumerator
	case *ast.Unary:
		return w.folded(sc, e.X)
	case *ast.Binary:
		return w.folded(sc, e.X) && w.folded(sc, e.Y)
	case *ast.Cast:
		return w.folded(sc, e.X)
	case *ast.Query:
		if e.Type == nil {
			return false
		}
		_, builtin := e.Type.Spec.Type.(*ast.BuiltinType)
		return builtin
	}
	return false
}
