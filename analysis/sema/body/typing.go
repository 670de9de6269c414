package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// ---- Making of

// tree makes the node of an expression that e is the operand of.
func (w *walker) tree(sc *sema.Scope, e ast.Expr, o sema.Operand) *sema.Expr {
	x := o.Tree
	if x == nil {
		x = sema.Opaque(o)
	}
	if x.Scope == nil {
		x.Scope, x.Syntax = sc, e
	}
	if x.Type == nil {
		x.Type = o.Type
	}
	x.Dependent = x.Dependent || sema.IsDependent(o)
	return x
}

// constantValue is the value of a node, where the walk asks for constants.
func (w *walker) constantValue(x *sema.Expr) types.Value {
	if w.resolving {
		return types.Value{}
	}
	return w.u.EvalTree(x, sema.EvalOptions{})
}

// addressTree is the address of a function.
func addressTree(f *sema.Func, t *types.Type) *sema.Expr {
	return constantTree(types.Value{Kind: types.AddressValue, Entity: f, Type: t})
}

// unaryTree and binaryTree are built-in operators.
func unaryTree(op token.Kind, x sema.Operand) *sema.Expr {
	return &sema.Expr{Op: sema.ExprUnary, Tok: op, Args: []*sema.Expr{sema.TreeOf(x)}}
}

func binaryTree(op token.Kind, x, y sema.Operand) *sema.Expr {
	return &sema.Expr{Op: sema.ExprBinary, Tok: op, Args: []*sema.Expr{sema.TreeOf(x), sema.TreeOf(y)}}
}

// unaryExprTree is a built-in operator as it is written.
func unaryExprTree(e *ast.Unary, x sema.Operand) *sema.Expr {
	t := unaryTree(e.Op, x)
	t.Postfix = e.Postfix
	return t
}

// conditionalTree is c ? t : f of type typ.
func conditionalTree(typ *types.Type, c, t, f sema.Operand) *sema.Expr {
	return &sema.Expr{Op: sema.ExprConditional, Type: typ, Args: []*sema.Expr{sema.TreeOf(c), sema.TreeOf(t), sema.TreeOf(f)}}
}

// indexTree is the built-in x[i].
func indexTree(x, i sema.Operand) *sema.Expr {
	return &sema.Expr{Op: sema.ExprIndex, Args: []*sema.Expr{sema.TreeOf(x), sema.TreeOf(i)}}
}

// operatorTree is a call of an operator function.
func (w *walker) operatorTree(f *sema.Func, ops []sema.Operand) *sema.Expr {
	if f.MemberOf != nil && !f.Static {
		return w.callTree(f, sema.CallOperator, &ops[0], ops[1:])
	}
	return w.callTree(f, sema.CallOperator, nil, ops)
}

// callTree is a call of f; object is nil where it has none.
func (w *walker) callTree(f *sema.Func, kind sema.CallKind, object *sema.Operand, args []sema.Operand) *sema.Expr {
	x := &sema.Expr{Op: sema.ExprCall, Entity: f, Call: kind, Args: treesOf(args)}
	if f != nil {
		x.Type = operandOf(w.u.ResultType(f)).Type
	}
	if object != nil {
		x.Object = sema.TreeOf(*object)
	}
	return x
}

// pointerCallTree is a call through a pointer.
func (w *walker) pointerCallTree(result, fn sema.Operand, args []sema.Operand) *sema.Expr {
	x := w.callTree(nil, sema.CallNamed, &fn, args)
	x.Type = result.Type
	return x
}

// constructTree makes an object of class type by f.
func constructTree(t *types.Type, f *sema.Func, args []sema.Operand) *sema.Expr {
	x := &sema.Expr{Op: sema.ExprConstruct, Type: t.Unqual(), Args: treesOf(args)}
	if f != nil {
		x.Entity = f
	}
	return x
}

// copyTree copies an object of class type; what is a prvalue of that type is the object itself.
func (w *walker) copyTree(t *types.Type, f *sema.Func, o sema.Operand) *sema.Expr {
	if w.u.isObjectOf(o, t) {
		return o.Tree
	}
	return constructTree(t, f, []sema.Operand{o})
}

// castTree is an explicit conversion.
func castTree(t *types.Type, o sema.Operand) *sema.Expr {
	return &sema.Expr{Op: sema.ExprCast, Cast: ast.CastC, Type: t, Args: []*sema.Expr{sema.TreeOf(o)}}
}

// dependentTree is T(args) where something depends on template parameters.
func dependentTree(t *types.Type, args []sema.Operand) *sema.Expr {
	if len(args) != 1 || !t.IsDependent() && t.Kind == types.Class {
		return nil
	}
	return castTree(t, args[0])
}

// failedTree stands where a conversion or initialisation is not known, or of no interest.
func failedTree(t *types.Type) *sema.Expr {
	return &sema.Expr{Op: sema.ExprOpaque, Type: t.NonRef()}
}

// emit adds a statement to the typed body that is being made.
func (w *walker) emit(s sema.Stmt) {
	if w.stmts != nil {
		*w.stmts = append(*w.stmts, &s)
	}
}

// nested returns the statements that fn adds.
func (w *walker) nested(fn func()) []*sema.Stmt {
	if w.stmts == nil {
		fn()
		return nil
	}
	var list []*sema.Stmt
	outer := w.stmts
	w.stmts = &list
	fn()
	w.stmts = outer
	return list
}

// ---- Asking for

// TypedExpr is the typed tree of an expression in a scope.
func (u *Model) TypedExpr(sc *sema.Scope, e ast.Expr) (x *sema.Expr) {
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, resolving: true}
	mentioned := u.Mentioned
	u.Mentioned = nil // who evaluates mentions nothing
	x = sema.TreeOf(w.expr(sc, e))
	u.Mentioned = mentioned
	return x
}

// TypedInit is what initialises an object of type t by a declaration's initialiser; nil where there is none.
func (u *Model) TypedInit(sc *sema.Scope, t *types.Type, init *ast.Init) (x *sema.Expr) {
	if init = u.ParseInit(sc, init); init == nil {
		return nil
	}
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, resolving: true}
	before := u.Failed()
	x = w.initObject(sc, t, init, sema.Site{Chunk: sc.Chunk, Span: init.Span}, sema.CallLocalCtor).Tree
	u.Forgive(before)
	return x
}

// TypedMember is a data member's default initialiser.
func (u *Model) TypedMember(f *sema.Field) *sema.Expr {
	if f.InitTree == nil {
		f.InitTree = u.TypedInit(u.memberInitScope(f.Class, f), u.FieldType(f), f.Dtor.Init)
	}
	return f.InitTree
}

// TypedDefault is the default argument of a function's parameter; nil where it has none.
func (u *Model) TypedDefault(f *sema.Func, i int) *sema.Expr {
	fd, p := u.DefaultArgDecl(f, i)
	ft := u.FuncType(f)
	if p == nil || ft.Kind != types.Func || i >= len(ft.Params) {
		return nil
	}
	a := u.DefaultArgument(sema.ArgumentKey{F: f, Param: i}, fd)
	if a.Tree == nil {
		if e := u.ParseDeferred(a.Scope, p.Default); e != nil && u.BeginQuery(&a.Asked) {
			w := &walker{u: u, f: a.Scope.Func, resolving: true, ctx: sema.InDefaultArg}
			u.apart(func() {
				a.Tree = w.initCopy(a.Scope, w.expr(a.Scope, e), ft.Params[i], sema.Site{Chunk: a.Scope.Chunk, Span: e.Pos()}, sema.CallParamCopy).Tree
			})
			u.EndQuery(&a.Asked)
		}
	}
	return a.Tree
}

// apart has something typed on whose success nothing else depends: no substitution, and no mention.
func (u *Model) apart(fn func()) {
	mentioned, before := u.Mentioned, u.Failed()
	u.Mentioned = nil
	fn()
	u.Forgive(before)
	u.Mentioned = mentioned
}

func (w *walker) bodyTree(f *sema.Func, fd *sema.FuncDecl) *sema.Body {
	b := new(sema.Body)
	w.stmts = &b.Stmts
	if f.Closure != nil {
		if w.u.DependentScope(fd.Scope) {
			return nil
		}
		b.Params = w.lambdaBody(f, true)
		if w.facts.Template {
			return nil
		}
		return b
	}
	sc, params := w.u.BodyParams(f, fd, true)
	body := w.u.ParseBody(sc, fd)
	if body == nil || w.u.DependentScope(sc) || len(body.Bad) > 0 || len(body.Handlers) > 0 {
		return nil
	}
	b.Params, w.ret = params, fd
	if f.Kind == sema.Constructor {
		b.Inits = w.nested(func() { w.memInits(sc, body) })
	}
	w.block(sc.Child(sema.BlockScope), body.Block)
	return b
}

// TypeOrigin is where the type that specifiers name is declared; the specifier itself where it names nothing that is
// declared. chunk is the one that the specifiers stand in.
func (u *Model) TypeOrigin(sc *sema.Scope, s *ast.Specifiers, chunk *sema.Chunk) sema.Site {
	if s.Type == nil {
		return sema.Site{Chunk: chunk, Span: s.Span}
	}
	if named, ok := s.Type.(*ast.NamedType); ok && sc != nil {
		if found := u.LookupName(sc, named.Name); found.State == sema.FoundOK {
			if site := found.Entities[0].Site(); !site.IsZero() {
				return site
			}
		}
	}
	return sema.Site{Chunk: chunk, Span: s.Type.Pos()}
}
