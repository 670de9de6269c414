package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// expr types one expression and records what evaluating it does, except what depends on how its value is used: that is for
// whoever consumes the operand.
func (w *walker) expr(sc *Scope, e ast.Expr) Operand {
	w.steps++
	if w.steps > maxSteps {
		return w.unknown()
	}
	if !w.u.enterDeep() {
		return w.unknown()
	}
	defer w.u.leave()
	o := w.exprInner(sc, e)
	if o.Type == nil {
		o.Type = w.u.T.Unknown()
	}
	o.Expr = e
	if w.flow != nil {
		o.at = w.site(sc, e)
	}
	if w.typing {
		o.tree = w.tree(sc, e, o)
	}
	return o
}

// exprInner types an expression by its kind.
func (w *walker) exprInner(sc *Scope, e ast.Expr) Operand {
	switch e := e.(type) {
	case *ast.Literal:
		return w.literal(sc, e)
	case *ast.NameExpr:
		return w.name(sc, e.Name)
	case *ast.This:
		return w.this(sc, w.site(sc, e))
	case *ast.Paren:
		return w.parenthesis(sc, e)
	case *ast.Unary:
		return w.unary(sc, e)
	case *ast.Binary:
		return w.binary(sc, e)
	case *ast.Conditional:
		return w.conditional(sc, e)
	case *ast.Call:
		return w.callExpr(sc, e)
	case *ast.Launch:
		return w.launch(sc, e)
	case *ast.Index:
		return w.index(sc, e)
	case *ast.MemberExpr:
		return w.member(sc, e)
	case *ast.Cast:
		return w.castExpr(sc, e)
	case *ast.Construct:
		return w.constructExpr(sc, e)
	case *ast.New:
		return w.newExpr(sc, e)
	case *ast.Delete:
		return w.deleteExpr(sc, e)
	case *ast.Query:
		return w.query(sc, e)
	case *ast.InitList:
		return w.initListExpr(sc, e)
	case *ast.Designated:
		return w.designatedElem(sc, e.Elem)
	case *ast.Lambda:
		return w.lambdaExpr(sc, e)
	case *ast.Fold:
		return w.fold(sc, e)
	case *ast.PackExpansion:
		w.quiet().expr(sc, e.X)
		return w.dependentExpr(sc, e)
	case *ast.Throw:
		return w.throwExpr(sc, e)
	case *ast.Yield:
		return w.yieldExpr(sc, e)
	case *ast.Trait:
		return w.traitExpr(sc, e)
	case *ast.RequiresExpr:
		return w.requiresExpr(sc, e)
	case *ast.StmtExpr:
		return w.stmtExpr(sc, e)
	}
	return w.unknown() // a type, or what nobody can read
}

func (w *walker) parenthesis(sc *Scope, e *ast.Paren) Operand {
	if e.X == nil {
		return w.unknown()
	}
	return w.expr(sc, e.X)
}

func (w *walker) yieldExpr(sc *Scope, e *ast.Yield) Operand {
	w.keyword(sc, Suspension, e)
	if e.X != nil {
		w.consumeUnknown(w.expr(sc, e.X))
	}
	return w.unknown()
}

func (w *walker) requiresExpr(sc *Scope, e *ast.RequiresExpr) Operand {
	w.requirements(sc, e)
	tree := w.queryTree(sc, e)
	return Operand{Type: w.u.T.Basic(ast.Bool), Value: w.constantValue(sc, e, tree), Dependent: w.u.dependentScope(sc), tree: tree}
}

func (w *walker) castExpr(sc *Scope, e *ast.Cast) Operand {
	w.typeConstants(sc, e.Type)
	if e.Kind == ast.CastDynamic {
		w.keyword(sc, DynamicCast, e)
	}
	o := w.cast(sc, e.Kind, w.u.resolveTypeID(sc, e.Type), w.expr(sc, e.X), w.site(sc, e))
	if e.Kind == ast.CastDynamic {
		return w.refused(o)
	}
	return o
}

func (w *walker) constructExpr(sc *Scope, e *ast.Construct) Operand {
	t := w.u.resolveTypeID(sc, e.Type)
	form, kind := InitDirect, CallParenCtor
	if e.Brace {
		form, kind = InitListDirect, CallTempCtor
	}
	args := w.exprs(sc, e.Args)
	w.specConstants(sc, &e.Type.Spec)
	return w.compound(sc, e, w.construct(sc, t, args, form, w.site(sc, e), kind))
}

func (w *walker) initListExpr(sc *Scope, e *ast.InitList) Operand {
	var elems []Operand
	for _, el := range e.Elems {
		if el.Field != 0 || el.Index != nil {
			elems = append(elems, w.designatedElem(sc, el))
		} else {
			elems = append(elems, w.exprs(sc, []ast.Expr{el.X})...)
		}
	}
	return Operand{Type: w.u.T.Braced(), Braced: elems}
}

func (w *walker) throwExpr(sc *Scope, e *ast.Throw) Operand {
	w.keyword(sc, Throw, e)
	if e.X != nil {
		outer := w.ctx
		w.ctx |= Thrown
		w.initCopy(sc, w.expr(sc, e.X), nil, w.site(sc, e), CallCopy)
		w.ctx = outer
	}
	w.flow.ends(w.site(sc, e), EdgeNever, true)
	return Operand{Type: w.u.T.Basic(ast.Void), throw: true, tree: w.simpleTree(ExprThrow)}
}

func (w *walker) traitExpr(sc *Scope, e *ast.Trait) Operand {
	v := w.u.trait(sc, e)
	t := v.Type
	if t == nil {
		t = w.u.T.Basic(ast.Bool)
		if w.u.Text(e.Sym) == "__builtin_offsetof" {
			t = w.u.T.Basic(ast.ULong)
		}
	}
	return Operand{Type: t, Value: v, Dependent: v.Kind == types.DependentValue, tree: w.queryTree(sc, e)}
}

// exprs types a list of expressions; expansions of bound packs give as many operands as the packs hold.
func (w *walker) exprs(sc *Scope, list []ast.Expr) []Operand {
	out := make([]Operand, 0, len(list))
	for _, e := range list {
		pe, ok := e.(*ast.PackExpansion)
		if !ok {
			out = append(out, w.expr(sc, e))
			continue
		}
		packs := w.u.packsIn(sc, pe.X)
		if n, ok := w.u.boundPackLen(packs); ok {
			for i := range n {
				out = append(out, w.expr(w.u.elementScope(sc, packs, i), pe.X))
			}
			continue
		}
		w.expr(sc, pe.X)
		o := w.dependentExpr(sc, pe)
		out = append(out, o)
	}
	return out
}

func (w *walker) literal(sc *Scope, e *ast.Literal) Operand {
	o := w.u.literal(e)
	if o.Type == nil || o.Type.Kind == types.Unknown {
		return w.literalOperator(sc, e)
	}
	if w.typing {
		o.tree = constantTree(o.Value)
	}
	if o.String {
		o.node = w.flow.constant(NodeString)
	}
	return o
}

// literalOperator is a user-defined literal: the literal operator is looked up by its suffix.
func (w *walker) literalOperator(sc *Scope, e *ast.Literal) Operand {
	suffix := w.u.literalSuffix(e)
	if suffix == "" {
		return w.unknown()
	}
	found := w.u.lookupUnqualified(sc, outline.LiteralSym(w.u.Interner(), suffix))
	if found.State == FoundOK {
		if f := w.u.literalOperator(found.Entities, e, suffix); f != nil {
			s := w.site(sc, e)
			if long := w.u.T.Basic(ast.LongDouble); !f.Constexpr && slices.Contains(w.u.FuncType(f).Params, long) {
				w.note(Construct{Kind: LongDouble, Site: s, Full: s, Type: long})
			}
			w.call(Call{Kind: CallLiteral, Callee: f, Site: s, Full: s})
			return w.result(f, s)
		}
	}
	w.unknownCall(w.site(sc, e), "a literal operator is not known")
	return w.unknown()
}

func (w *walker) this(sc *Scope, site Site) Operand {
	if sc.This == nil {
		return w.unknown()
	}
	w.captureThis(site)
	return Operand{Type: w.u.T.Pointer(sc.This), Dependent: sc.This.IsDependent(), node: w.flow.constant(NodeThis), tree: w.simpleTree(ExprThis)}
}

// result is the operand that a call of f yields; a class prvalue is a temporary.
func (w *walker) result(f *Func, site Site) Operand {
	o := w.valueOf(w.u.ResultType(f), site)
	o.node = w.flow.resultOf(f, o.Cat)
	return o
}

func (w *walker) valueOf(t *types.Type, site Site) Operand {
	o := operandOf(t)
	if o.Cat == PRValue && t.Kind == types.Class {
		o.made = w.temp(t, -1, site)
	}
	return o
}

// operandOf is the operand of an expression of a declared type, references included.
func operandOf(t *types.Type) Operand {
	switch t.Kind {
	case types.LRef:
		return Operand{Type: t.Elem, Cat: LValue, Dependent: t.IsDependent()}
	case types.RRef:
		if t.Elem.Kind == types.Func {
			return Operand{Type: t.Elem, Cat: LValue}
		}
		return Operand{Type: t.Elem, Cat: XValue, Dependent: t.IsDependent()}
	}
	return Operand{Type: t, Dependent: t.IsDependent()}
}

// temp notes a temporary whose destructor runs at the end of the full-expression, and returns its number from 1.
func (w *walker) temp(t *types.Type, call int, site Site) int {
	if w.facts == nil {
		return 0
	}
	if w.ctx&InDefaultArg != 0 {
		site = w.arg // the call's full-expression is what ends its life
	}
	w.full = append(w.full, pendingTemp{call: call, site: site, typ: t})
	return len(w.full)
}

// claim marks the temporary behind a prvalue as the object it initialises: copies of it are elided.
func (w *walker) claim(o Operand) *pendingTemp {
	if o.made == 0 || o.made > len(w.full) {
		return nil
	}
	p := &w.full[o.made-1]
	if p.typ == nil {
		return nil
	}
	p.typ = nil
	return p
}

// endFull ends a full-expression: the temporaries made since mark are destroyed.
func (w *walker) endFull(mark int) {
	if w.facts == nil {
		return
	}
	for i := len(w.full) - 1; i >= mark; i-- {
		p := w.full[i]
		if p.typ != nil {
			w.destroy(p.typ, p.site, CallTempDtor)
		}
	}
	w.full = w.full[:mark]
}

// destroy records the destructor call for an object of type t.
func (w *walker) destroy(t *types.Type, site Site, kind CallKind) {
	if noElements(t) {
		return
	}
	array := t.Kind == types.Array
	for t.Kind == types.Array {
		t = t.Elem
	}
	c := w.u.ClassOf(t)
	if c == nil || c.Dependent {
		return
	}
	d := c.Destructor()
	if d == nil || w.refusesDeleted(d) || w.u.IsTrivial(d) == Yes {
		return
	}
	w.call(Call{Kind: kind, Callee: d, Site: site, Full: site, Virtual: kind == CallDeleteDtor && w.u.IsVirtual(d) == Yes, Array: array})
}

// ---- Names

// cast is an explicit conversion.
func (w *walker) cast(sc *Scope, kind ast.CastKind, t *types.Type, o Operand, site Site) Operand {
	r := w.castOperand(sc, kind, t, o, site)
	if w.typing && r.tree == nil {
		r.tree = &Expr{Op: ExprCast, Cast: kind, Type: t, Args: []*Expr{treeOf(o)}}
	}
	return r
}

func (w *walker) castOperand(sc *Scope, kind ast.CastKind, t *types.Type, o Operand, site Site) Operand {
	u := w.u
	if isDependent(o) || t.IsDependent() {
		return w.dependentCast(t, o)
	}
	if hasAuto(t) || t.Kind == types.Unknown || o.isUnknown() && o.Set == nil {
		w.consumeUnknown(o)
		if t.Kind != types.Unknown && !hasAuto(t) {
			return operandOf(t)
		}
		return w.unknown()
	}
	switch {
	case t.IsVoid():
		w.discard(o)
		return Operand{Type: t}
	case t.IsRef():
		return w.castToRef(sc, kind, t, o, site)
	case t.Kind == types.Class && (kind == ast.CastC || kind == ast.CastStatic):
		return w.construct(sc, t, w.settled([]Operand{o}), InitDirect, site, CallTempCtor)
	case kind == ast.CastC && t.IsBool() && isFunction(o):
		return w.boolean(sc, o, site)
	case o.Type.Kind == types.Class || o.Set != nil || o.Type.Kind == types.Braced:
		conv := u.implicitConversion(o, t, ConvOptions{Explicit: true})
		if o.Set != nil && !conv.ok() {
			w.load(o) // (void *)f takes the address of the only function that f can be
			return Operand{Type: t}
		}
		r := w.apply(sc, o, conv, t, site, CallTempCtor)
		return Operand{Type: t, tree: r.tree}
	}
	return w.castScalar(sc, kind, t, o, site)
}

// dependentCast is a cast of what depends on template parameters, or to a type that does.
func (w *walker) dependentCast(t *types.Type, o Operand) Operand {
	if t.Kind == types.Pointer {
		o = w.decayed(o)
	}
	w.use(o, UnknownUse, nil)
	r := operandOf(t) // a cast to a type that is known is not type-dependent, whatever its operand is
	if t.Kind == types.Pointer && w.waits(o) {
		r.base, r.address = o.base, true
	}
	return r
}

// castToRef is a cast to a reference.
func (w *walker) castToRef(sc *Scope, kind ast.CastKind, t *types.Type, o Operand, site Site) Operand {
	if kind == ast.CastC || kind == ast.CastStatic {
		conv := w.u.implicitConversion(o, t, ConvOptions{Explicit: true})
		if conv.ok() && conv.User != nil {
			return w.apply(sc, o, conv, t, site, CallTempCtor)
		}
	}
	if o.Cat == PRValue || o.address {
		w.consumeUnknown(o)
		return operandOf(t)
	}
	r := operandOf(t)
	r.node = o.node
	if o.base != nil {
		b := *o.base
		b.subscript = false
		b.reinterpreted = b.reinterpreted || kind == ast.CastReinterpret
		r.base = &b
	}
	return r
}

// castScalar is a cast that calls nothing.
func (w *walker) castScalar(sc *Scope, kind ast.CastKind, t *types.Type, o Operand, site Site) Operand {
	u := w.u
	p := w.decayed(o)
	if w.waits(p) && t.Kind != types.Pointer && t.IsScalar() && kind != ast.CastDynamic {
		return Operand{Type: t, base: p.base, address: true}
	}
	if t.IsBool() && isAddress(o) {
		return w.boolean(sc, o, site)
	}
	if t.Kind == types.Pointer && p.address && p.base != nil {
		b := *p.base
		b.reinterpreted = b.reinterpreted || kind == ast.CastReinterpret || p.Type.Kind != types.Pointer || !u.sameObjectType(p.Type.Elem, t.Elem)
		return Operand{Type: t, base: &b, address: true, node: p.node}
	}
	o = w.load(o)
	return Operand{Type: t, Value: u.convertValue(o.Value, t), node: w.flow.converted(o.node, t)}
}

// sameObjectType reports whether a pointer to type to still shows the object of type from that it points to: the type itself
// or a base, and no more volatile.
func (u *Unit) sameObjectType(from, to *types.Type) bool {
	if to.IsVolatile() && !from.IsVolatile() {
		return false
	}
	if from.Unqual() == to.Unqual() {
		return true
	}
	d, b := u.ClassOf(from), u.ClassOf(to)
	return d != nil && b != nil && u.derivedFrom(d, b) == Yes
}

func (w *walker) query(sc *Scope, e *ast.Query) Operand {
	u := w.u
	v := types.Value{}
	tree := w.queryTree(sc, e)
	if e.Kind != ast.Typeid {
		v = w.constantValue(sc, e, tree)
	}
	switch e.Kind {
	case ast.Noexcept:
		w.unevaluated(sc, e.X)
		return Operand{Type: u.T.Basic(ast.Bool), Value: v, tree: tree}
	case ast.Typeid:
		w.keyword(sc, Typeid, e)
		w.queried(sc, e)
		if f := u.lookupStd(u.syms.typeInfo); f != nil {
			return w.refused(Operand{Type: u.T.Qualify(u.ClassType(f), ast.Const), Cat: LValue})
		}
		return w.refused(w.unknown())
	}
	w.queried(sc, e)
	return Operand{Type: u.T.Basic(ast.ULong), Value: v, tree: tree}
}

// queried walks the operand of a query: the constants in a type, or an expression that nobody evaluates.
func (w *walker) queried(sc *Scope, e *ast.Query) {
	if e.X == nil || e.Type != nil && w.u.isType(sc, e.Type) {
		w.typeConstants(sc, e.Type)
		return
	}
	w.unevaluated(sc, e.X)
}

// lookupStd finds a class of namespace std.
func (u *Unit) lookupStd(sym token.Sym) *Class {
	ns := u.Global.children[u.syms.std]
	if ns == nil {
		return nil
	}
	f := u.lookupDirect(ns, sym, maxOrd)
	for _, e := range f.Entities {
		if c, ok := e.(*Class); ok {
			return c
		}
	}
	return nil
}

func (w *walker) fold(sc *Scope, e *ast.Fold) Operand {
	u := w.u
	pattern, init, left := e.L, e.R, false
	switch {
	case e.L == nil: // (... op pack)
		pattern, init, left = e.R, nil, true
	case e.R == nil: // (pack op ...)
		pattern, init = e.L, nil
	default:
		if len(u.packsIn(sc, e.L)) == 0 { // (init op ... op pack)
			pattern, init, left = e.R, e.L, true
		}
	}
	packs := u.packsIn(sc, pattern)
	n, ok := u.boundPackLen(packs)
	if !ok {
		w.expr(sc, pattern)
		if init != nil {
			w.expr(sc, init)
		}
		d := w.dependentExpr(sc, e)
		if e.Op == token.AndAnd || e.Op == token.OrOr {
			d.Type = u.T.Basic(ast.Bool)
		}
		return d
	}
	var ops []Operand
	for i := range n {
		ops = append(ops, w.expr(u.elementScope(sc, packs, i), pattern))
	}
	if init != nil {
		o := w.expr(sc, init)
		if left {
			ops = append([]Operand{o}, ops...)
		} else {
			ops = append(ops, o)
		}
	}
	site := w.site(sc, e)
	if len(ops) == 0 {
		switch e.Op {
		case token.AndAnd, token.OrOr:
			v := constant.Int(u.T.Basic(ast.Bool), constant.Truth(e.Op == token.AndAnd))
			return Operand{Type: v.Type, Value: v}
		}
		return Operand{Type: u.T.Basic(ast.Void), Value: types.Value{Type: u.T.Basic(ast.Void)}}
	}
	combine := func(a, b Operand) Operand {
		o := w.foldPair(sc, e.Op, a, b, site)
		if w.typing {
			o.tree = w.tree(sc, e, o)
		}
		return o
	}
	if left {
		acc := ops[0]
		for _, o := range ops[1:] {
			acc = combine(acc, o)
		}
		return acc
	}
	acc := ops[len(ops)-1]
	for i := len(ops) - 2; i >= 0; i-- {
		acc = combine(ops[i], acc)
	}
	return acc
}

func (w *walker) foldPair(sc *Scope, op token.Kind, a, b Operand, site Site) Operand {
	u := w.u
	if isDependent(a) || isDependent(b) {
		w.use(a, UnknownUse, nil)
		w.use(b, UnknownUse, nil)
		return w.dependent("fold").typed(w.binaryTree(op, a, b))
	}
	if a.isUnknown() || b.isUnknown() {
		w.consumeUnknown(a, b)
		return w.unknown()
	}
	if isClassOrEnum(a.Type) || isClassOrEnum(b.Type) {
		r := u.resolveOperator(op, false, sc, []Operand{a, b})
		if op != token.Comma || r.Status == Resolved {
			if o, done := w.operatorCall(sc, r, []Operand{a, b}, site, site); done {
				return o
			}
		}
	}
	switch op {
	case token.Comma:
		w.discard(a)
		return b.typed(w.binaryTree(op, a, b))
	case token.AndAnd, token.OrOr:
		before := w.taken
		a = w.boolean(sc, a, site)
		w.in(w.sinceFormed(b, before), func() { b = w.boolean(sc, b, site) })
		return Operand{Type: u.T.Basic(ast.Bool), Value: u.binaryValue(op, a.Value, b.Value), tree: w.binaryTree(op, a, b)}
	}
	return w.builtinBinary(sc, op, a, b, site)
}

func (w *walker) stmtExpr(sc *Scope, e *ast.StmtExpr) Operand {
	if len(e.Block.Stmts) == 0 {
		return Operand{Type: w.u.T.Basic(ast.Void)}
	}
	inner := sc.child(BlockScope)
	for _, s := range e.Block.Stmts[:len(e.Block.Stmts)-1] {
		w.stmt(inner, s)
	}
	last := e.Block.Stmts[len(e.Block.Stmts)-1]
	if es, ok := last.(*ast.ExprStmt); ok && es.X != nil {
		o := w.load(w.expr(inner, es.X))
		w.flow.statement(inner, es.X)
		return o
	}
	w.stmt(inner, last)
	return Operand{Type: w.u.T.Basic(ast.Void)}
}
