package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// A typed expression is what the walker finds an expression to mean: names are resolved, packs expanded, calls have their callees,
// the conversions that users define stand there as the calls that they are, and lists say which element initialises which part.
// Who evaluates constants reads this tree and no syntax. Conversions that the language itself makes are not spelled out: they
// follow from the type of an operand and that of the place where it stands.
//
// A tree is immutable once the walk that made it has ended, and holds for one environment: a definition, or one instance.

// Expr is a node of such a tree.
type Expr struct {
	Op ExprOp
	// Tok is the operator of ExprUnary and ExprBinary. Postfix: the operator stands behind its operand.
	Tok     token.Kind
	Postfix bool
	// Cast is the kind of an ExprCast, Call that of an ExprCall.
	Cast ast.CastKind
	Call CallKind
	Cat  Category
	// Type is never a reference, but of an ExprCast, where it is the type that is named.
	Type *types.Type
	// Value is the constant of an ExprConst, and what was found out about an ExprOpaque.
	Value *types.Value
	// Entity is what an ExprName names, the *Field of an ExprMember, the callee of an ExprCall or ExprConstruct.
	Entity Entity
	// Slot is the number of an ExprSlot.
	Slot int
	// Name is the function of an ExprBuiltin.
	Name token.Sym
	// Object is the object of an ExprCall, where it has one.
	Object *Expr
	// Args are the operands; of an ExprList what initialises the parts with the numbers Parts, which count an array's elements, or a
	// class's direct bases and then its data members.
	Args  []*Expr
	Parts []int

	// Dependent: the expression depends on template parameters that are not bound.
	Dependent bool

	// sc and syntax are what was read; a node that stands for nothing written has none.
	sc     *Scope
	syntax ast.Expr
}

// ExprOp is the sort of a node.
type ExprOp uint8

const (
	// ExprOpaque is an expression of which nothing but its type, and perhaps its value, is known.
	ExprOpaque ExprOp = iota
	ExprConst
	// ExprName is the name of a variable, function, static member, enumerator or value parameter.
	ExprName
	ExprThis
	// ExprSlot is what a range-based for loop has without a name: see Stmt.
	ExprSlot
	ExprUnary
	ExprBinary
	// ExprConditional has a condition and two arms. The condition of c ?: x is its first arm too.
	ExprConditional
	ExprIndex
	// ExprMember is a data member of the object Args[0], implicit ones of *this included.
	ExprMember
	ExprCast
	// ExprCall is a call of Entity, or of what Object points to where that is nil.
	ExprCall
	// ExprBuiltin is a call of a function that compilers know without declaration.
	ExprBuiltin
	// ExprConstruct makes an object by the constructor Entity, which is nil where a class object is copied as its bytes are.
	ExprConstruct
	// ExprList makes an array or an object of an aggregate class from a list, ExprInitializerList a std::initializer_list.
	ExprList
	ExprInitializerList
	// ExprZero is value-initialisation of what is no class.
	ExprZero
	ExprLambda
	ExprNew
	ExprThrow
	// ExprQuery is sizeof or one of its like, a builtin trait or a requires-expression.
	ExprQuery
)

// The slots of a range-based for loop.
const (
	slotRange = iota
	slotBegin
	slotEnd
	slotElement
)

// Stmt is a statement of a typed body.
type Stmt struct {
	Op StmtOp
	// Var is the variable that a StmtDecl, the condition of another, or a StmtRange declares; X initialises it.
	Var *Var
	// X is the expression, condition, returned value, initialiser or range; Hi the end of a case range, Next what a for
	// statement does after each turn.
	X, Hi, Next *Expr
	// Init stands before everything else, Cond before each look at the condition; Body is what is executed then, Else otherwise.
	Init, Cond, Body, Else []*Stmt
	// Default: the label of a StmtCase is default; the condition of a StmtIfConsteval is negated.
	Default bool
	// Field or Base is what a StmtMember initialises, neither where it delegates.
	Field *Field
	Base  *Class
	// Range has what iterates over a class object.
	Range *RangeCalls
}

// RangeCalls are the calls of a range-based for loop over an object of class type: of the range's begin and end, and of the
// operators of what these give.
type RangeCalls struct {
	Begin, End, Differ, Next *Expr
}

// StmtOp is the sort of a statement.
type StmtOp uint8

const (
	// StmtOther is what no constant evaluation gets past: goto, asm, text that could not be read.
	StmtOther StmtOp = iota
	StmtExpr
	StmtDecl
	StmtBlock
	StmtIf
	StmtIfConsteval
	StmtSwitch
	StmtCase
	StmtFor
	StmtWhile
	StmtDo
	StmtRange
	StmtReturn
	StmtBreak
	StmtContinue
	// StmtMember initialises a member or base in a constructor.
	StmtMember
)

// Body is the typed body of a function.
type Body struct {
	Params []*Var
	// Inits are what a constructor initialises by name.
	Inits []*Stmt
	Stmts []*Stmt
}

// ---- Making of

// tree makes the node of an expression that e is the operand of.
func (w *walker) tree(sc *Scope, e ast.Expr, o Operand) *Expr {
	x := o.tree
	if x == nil {
		x = opaque(o)
	}
	if x.sc == nil {
		x.sc, x.syntax = sc, e
	}
	if x.Type == nil {
		x.Type, x.Cat = o.Type, o.Cat
	}
	x.Dependent = x.Dependent || isDependent(o)
	return x
}

// opaque is the node of an operand that has none of its own.
func opaque(o Operand) *Expr {
	x := &Expr{Op: ExprOpaque, Type: o.Type, Cat: o.Cat, Dependent: isDependent(o)}
	if o.Value.Kind != types.UnknownValue {
		v := o.Value
		x.Value = &v
	}
	return x
}

// treeOf is the node of an operand.
func treeOf(o Operand) *Expr {
	if o.tree == nil {
		return opaque(o)
	}
	return o.tree
}

func treesOf(os []Operand) []*Expr {
	out := make([]*Expr, len(os))
	for i := range os {
		out[i] = treeOf(os[i])
	}
	return out
}

// simpleTree is a node without parts, and nameTree that of a name.
func (w *walker) simpleTree(op ExprOp) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: op}
}

func (w *walker) nameTree(e Entity) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprName, Entity: e}
}

// zeroTree is the value-initialisation of an object, slotTree what a range-based for loop keeps.
func (w *walker) zeroTree(t *types.Type) *Expr {
	x := w.simpleTree(ExprZero)
	if x != nil {
		x.Type = t
	}
	return x
}

func (w *walker) slotTree(slot int) *Expr {
	x := w.simpleTree(ExprSlot)
	if x != nil {
		x.Slot = slot
	}
	return x
}

func (w *walker) constantTreeOf(v types.Value) *Expr {
	if !w.typing {
		return nil
	}
	return constantTree(v)
}

// queryTree asks what nobody evaluates.
func (w *walker) queryTree(sc *Scope, e ast.Expr) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprQuery, sc: sc, syntax: e}
}

// constantValue is the value of e, of which x is the node, where the walk asks for constants.
func (w *walker) constantValue(sc *Scope, e ast.Expr, x *Expr) types.Value {
	switch {
	case w.resolving:
		return types.Value{}
	case x != nil:
		return w.u.evalTree(x, EvalOptions{})
	}
	return w.u.Eval(sc, e, EvalOptions{})
}

// constantTree is a node with a value.
func constantTree(v types.Value) *Expr { return &Expr{Op: ExprConst, Type: v.Type, Value: &v} }

// addressTree is the address of a function.
func (w *walker) addressTree(f *Func, t *types.Type) *Expr {
	if !w.typing {
		return nil
	}
	return constantTree(types.Value{Kind: types.AddressValue, Entity: f, Type: t})
}

// typed returns o with another node.
func (o Operand) typed(x *Expr) Operand {
	o.tree = x
	return o
}

// unaryTree and binaryTree are built-in operators.
func (w *walker) unaryTree(op token.Kind, x Operand) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprUnary, Tok: op, Args: []*Expr{treeOf(x)}}
}

func (w *walker) binaryTree(op token.Kind, x, y Operand) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprBinary, Tok: op, Args: []*Expr{treeOf(x), treeOf(y)}}
}

// unaryExprTree is a built-in operator as it is written.
func (w *walker) unaryExprTree(e *ast.Unary, x Operand) *Expr {
	t := w.unaryTree(e.Op, x)
	if t != nil {
		t.Postfix = e.Postfix
	}
	return t
}

// conditionalTree is c ? t : f of type typ.
func (w *walker) conditionalTree(typ *types.Type, c, t, f Operand) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprConditional, Type: typ, Args: []*Expr{treeOf(c), treeOf(t), treeOf(f)}}
}

// indexTree is the built-in x[i].
func (w *walker) indexTree(x, i Operand) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprIndex, Args: []*Expr{treeOf(x), treeOf(i)}}
}

// operatorTree is a call of an operator function.
func (w *walker) operatorTree(f *Func, ops []Operand) *Expr {
	if f.MemberOf != nil && !f.Static {
		return w.callTree(f, CallOperator, &ops[0], ops[1:])
	}
	return w.callTree(f, CallOperator, nil, ops)
}

// callTree is a call of f; object is nil where it has none.
func (w *walker) callTree(f *Func, kind CallKind, object *Operand, args []Operand) *Expr {
	if !w.typing {
		return nil
	}
	x := &Expr{Op: ExprCall, Entity: f, Call: kind, Args: treesOf(args)}
	if f != nil {
		t := operandOf(w.u.ResultType(f))
		x.Type, x.Cat = t.Type, t.Cat
	}
	if object != nil {
		x.Object = treeOf(*object)
	}
	return x
}

// pointerCallTree is a call through a pointer.
func (w *walker) pointerCallTree(result, fn Operand, args []Operand) *Expr {
	x := w.callTree(nil, CallNamed, &fn, args)
	if x != nil {
		x.Type, x.Cat = result.Type, result.Cat
	}
	return x
}

// builtinTree is a call of a function that compilers know without declaration.
func (w *walker) builtinTree(name token.Sym, args []Operand) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprBuiltin, Name: name, Args: treesOf(args)}
}

// constructTree makes an object of class type by f.
func (w *walker) constructTree(t *types.Type, f *Func, args []Operand) *Expr {
	if !w.typing {
		return nil
	}
	x := &Expr{Op: ExprConstruct, Type: t.Unqual(), Args: treesOf(args)}
	if f != nil {
		x.Entity = f
	}
	return x
}

// copyTree copies an object of class type; what is a prvalue of that type is the object itself.
func (w *walker) copyTree(t *types.Type, f *Func, o Operand) *Expr {
	if !w.typing || w.u.isObjectOf(o, t) {
		return o.tree
	}
	return w.constructTree(t, f, []Operand{o})
}

// castTree is an explicit conversion.
func (w *walker) castTree(t *types.Type, o Operand) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprCast, Cast: ast.CastC, Type: t, Args: []*Expr{treeOf(o)}}
}

// dependentTree is T(args) where something depends on template parameters.
func (w *walker) dependentTree(t *types.Type, args []Operand) *Expr {
	if len(args) != 1 || !t.IsDependent() && t.Kind == types.Class {
		return nil
	}
	return w.castTree(t, args[0])
}

// failedTree stands where a conversion or initialisation is not known, or of no interest.
func (w *walker) failedTree(t *types.Type) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprOpaque, Type: t.NonRef()}
}

// listTree is the initialisation of an array or an aggregate from a list; part adds what initialises a part.
func (w *walker) listTree(t *types.Type) *Expr {
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprList, Type: t}
}

func (x *Expr) part(at int, o Operand) {
	if x != nil && x.Op == ExprList {
		x.Args, x.Parts = append(x.Args, treeOf(o)), append(x.Parts, at)
	}
}

// emit adds a statement to the typed body that is being made.
func (w *walker) emit(s Stmt) {
	if w.stmts != nil {
		*w.stmts = append(*w.stmts, &s)
	}
}

// nested returns the statements that fn adds.
func (w *walker) nested(fn func()) []*Stmt {
	if w.stmts == nil {
		fn()
		return nil
	}
	var list []*Stmt
	outer := w.stmts
	w.stmts = &list
	fn()
	w.stmts = outer
	return list
}

// ---- Asking for

// typedExpr is the typed tree of an expression in a scope.
func (u *Unit) typedExpr(sc *Scope, e ast.Expr) (x *Expr) {
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, resolving: true, typing: true}
	mentioned := u.mentioned
	u.mentioned = nil // who evaluates mentions nothing
	x = treeOf(w.expr(sc, e))
	u.mentioned = mentioned
	return x
}

// typedInit is what initialises an object of type t by a declaration's initialiser; nil where there is none.
func (u *Unit) typedInit(sc *Scope, t *types.Type, init *ast.Init) (x *Expr) {
	if init = u.parseInit(sc, init); init == nil {
		return nil
	}
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, resolving: true, typing: true}
	hard, soft := u.hardFail, u.softFail
	x = w.initObject(sc, t, init, Site{sc.Chunk, init.Span}, CallLocalCtor).tree
	u.hardFail, u.softFail = hard, soft
	return x
}

// typedMember is a data member's default initialiser.
func (u *Unit) typedMember(f *Field) *Expr {
	if f.initTree == nil {
		f.initTree = u.typedInit(u.memberInitScope(f.Class, f), u.FieldType(f), f.Dtor.Init)
	}
	return f.initTree
}

// typedDefault is the default argument of a function's parameter; nil where it has none.
func (u *Unit) typedDefault(f *Func, i int) *Expr {
	fd, p := u.defaultArgDecl(f, i)
	ft := u.FuncType(f)
	if p == nil || ft.Kind != types.Func || i >= len(ft.Params) {
		return nil
	}
	a := u.defaultArgument(argumentKey{f, i}, fd)
	if a.tree == nil {
		if e := u.parseDeferred(a.scope, p.Default); e != nil && u.begin(&a.asked) {
			w := &walker{u: u, f: a.scope.Func, resolving: true, typing: true, ctx: InDefaultArg}
			u.apart(func() {
				a.tree = w.initCopy(a.scope, w.expr(a.scope, e), ft.Params[i], Site{a.scope.Chunk, e.Pos()}, CallParamCopy).tree
			})
			u.end(&a.asked)
		}
	}
	return a.tree
}

// apart has something typed on whose success nothing else depends: no substitution, and no mention.
func (u *Unit) apart(fn func()) {
	mentioned, hard, soft := u.mentioned, u.hardFail, u.softFail
	u.mentioned = nil
	fn()
	u.mentioned, u.hardFail, u.softFail = mentioned, hard, soft
}

// typedBodyOf is what is remembered of a function's body; body is nil while it is being typed, and where it cannot be evaluated.
type typedBodyOf struct {
	body *Body
	done bool
}

// TypedBody is the typed body of a function; nil where it has none that can be typed, as in the definition of a template.
func (u *Unit) TypedBody(f *Func) *Body {
	fd := u.bodyDecl(f)
	if fd == nil {
		return nil
	}
	if b := u.typed[fd]; b != nil {
		if !b.done {
			u.consts.cut++
		}
		return b.body
	}
	if u.typed == nil {
		u.typed = make(map[*FuncDecl]*typedBodyOf)
	}
	b := new(typedBodyOf)
	u.typed[fd] = b
	w := &walker{u: u, f: f, facts: &Facts{Func: f, Decl: fd}, resolving: true, trial: true, typing: true}
	u.apart(func() {
		outer, noted := u.analysing, u.noted
		u.analysing, u.noted = w.facts, nil
		b.body = w.typedBody(f, fd)
		u.analysing, u.noted = outer, noted
	})
	b.done = true
	return b.body
}

// bodyDecl is the declaration whose body a call of f executes; nil where there is none.
func (u *Unit) bodyDecl(f *Func) *FuncDecl {
	if l := f.Closure; l != nil {
		if f.Implicit || len(f.Decls) == 0 || l.Expr == nil || l.Expr.Block == nil {
			return nil
		}
		return f.Decls[0]
	}
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil || fd.Sig == nil {
		return nil
	}
	return fd
}

func (w *walker) typedBody(f *Func, fd *FuncDecl) *Body {
	b := new(Body)
	w.stmts = &b.Stmts
	if f.Closure != nil {
		if w.u.dependentScope(fd.Scope) {
			return nil
		}
		b.Params = w.lambdaBody(f)
		if w.facts.Template {
			return nil
		}
		return b
	}
	sc, params := w.u.bodyParams(f, fd)
	sc.Chunk, _ = w.u.bodyAt(fd)
	body := w.u.parseBody(sc, fd)
	if body == nil || w.u.dependentScope(sc) || len(body.Bad) > 0 || len(body.Handlers) > 0 {
		return nil
	}
	b.Params, w.ret = params, fd
	if f.Kind == Constructor {
		b.Inits = w.nested(func() { w.memInits(sc, body) })
	}
	w.block(sc.child(BlockScope), body.Block)
	return b
}

// bodyParams are the parameters of a function's definition, and a scope with them for its body.
func (u *Unit) bodyParams(f *Func, fd *FuncDecl) (*Scope, []*Var) {
	sc := fd.Scope.child(FuncScope)
	sc.Func, sc.Chunk, sc.Ord = f, fd.Site.Chunk, fd.Site.Chunk.Ord
	if f.MemberOf != nil && !f.Static {
		sc.This = u.T.Qualify(u.ClassType(f.MemberOf), fd.Sig.CV)
	}
	return sc, u.addParams(sc, f, fd.Sig)
}
