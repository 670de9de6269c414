package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// expr types one expression and records what evaluating it does, except what depends on how its value is used: that is for
// whoever consumes the operand.
func (w *walker) expr(sc *sema.Scope, e ast.Expr) sema.Operand {
	w.steps++
	if w.steps > maxSteps {
		return w.unknown()
	}
	if !w.u.EnterDeep() {
		return w.unknown()
	}
	defer w.u.LeaveDeep()
	since, uses := int32(len(w.loose)+1), int32(w.useMark())
	parameter := w.ctx & sema.Parameter
	if parameter != 0 {
		switch e.(type) {
		case *ast.Paren, *ast.Call, *ast.Construct, *ast.Cast, *ast.InitList, *ast.Designated: // these see to it themselves
		default:
			w.ctx &^= sema.Parameter
		}
	}
	o := w.exprInner(sc, e)
	w.ctx |= parameter
	if o.Type == nil {
		o.Type = w.u.T.Unknown()
	}
	o.Expr = e
	if w.flow != nil {
		o.At = w.site(sc, e)
	}
	o.Tree = w.tree(sc, e, o)
	w.needs(o)
	if o.Since == 0 {
		o.Since, o.Uses = since, uses
	}
	w.constantOf(e, o)
	return o
}

// needs records the types that code for an expression needs: its own where it makes a value, that of the class whose member it names,
// and that of the elements between which a pointer moves.
func (w *walker) needs(o sema.Operand) {
	if o.Cat == sema.PRValue {
		w.needsType(o.Type)
	}
	switch x := o.Tree; x.Op {
	case sema.ExprMember:
		if f, ok := x.Entity.(*sema.Field); ok {
			w.needsType(w.u.ClassType(f.Class))
		}
	case sema.ExprCall:
		if f, ok := x.Entity.(*sema.Func); ok && f != nil && f.MemberOf != nil {
			w.needsType(w.u.ClassType(f.MemberOf))
		}
	case sema.ExprBinary, sema.ExprUnary:
		switch x.Tok {
		case token.Plus, token.Minus, token.PlusPlus, token.MinusMinus:
			w.needsElement(x.Args)
		}
	case sema.ExprIndex:
		w.needsElement(x.Args)
	}
}

func (w *walker) needsElement(operands []*sema.Expr) {
	for _, x := range operands {
		if x.Type.Kind == types.Pointer || x.Type.Kind == types.Array {
			w.needsType(x.Type.Elem)
		}
	}
}

// needsType records a type of which code makes an object, unless nothing can come of it.
func (w *walker) needsType(t *types.Type) {
	if w.facts == nil || w.trial || w.facts.Template || w.ctx&sema.Discarded != 0 {
		return
	}
	for e := t; e != nil; e = e.Elem {
		switch e.Kind {
		case types.Class, types.Enum, types.Func, types.MemberPointer:
			w.facts.Types.Add(t)
			return
		}
	}
}

// exprInner types an expression by its kind.
func (w *walker) exprInner(sc *sema.Scope, e ast.Expr) sema.Operand {
	switch e := e.(type) {
	case *ast.NameExpr:
		return w.name(sc, e.Name)
	case *ast.Literal:
		return w.literal(sc, e)
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
	case *ast.PackExpansion:
		w.quiet().expr(sc, e.X)
		return w.dependentExpr(sc, e)
	case *ast.Throw:
		return w.throwExpr(sc, e)
	case *ast.Yield:
		return w.yieldExpr(sc, e)
	case *ast.Trait:
		return w.traitExpr(sc, e)
	}
	return w.primary(sc, e)
}

// primary types a primary expression [expr.prim] that is neither a name nor a literal.
func (w *walker) primary(sc *sema.Scope, e ast.Expr) (o sema.Operand) {
	switch e := e.(type) {
	case *ast.This:
		return w.this(sc, w.site(sc, e))
	case *ast.Paren:
		return w.parenthesis(sc, e)
	case *ast.Lambda:
		return w.lambdaExpr(sc, e)
	case *ast.Fold:
		return w.fold(sc, e)
	case *ast.RequiresExpr:
		return w.requiresExpr(sc, e)
	case *ast.StmtExpr:
		w.apart(sema.InStmtExpr, func() { o = w.stmtExpr(sc, e) })
		return o
	}
	return w.unknown() // a type, or what nobody can read
}

func (w *walker) parenthesis(sc *sema.Scope, e *ast.Paren) sema.Operand {
	if e.X == nil {
		return w.unknown()
	}
	return w.expr(sc, e.X)
}

func (w *walker) yieldExpr(sc *sema.Scope, e *ast.Yield) sema.Operand {
	w.keyword(sc, sema.Suspension, e)
	if e.X != nil {
		w.consumeUnknown(w.expr(sc, e.X))
	}
	return w.unknown()
}

func (w *walker) requiresExpr(sc *sema.Scope, e *ast.RequiresExpr) sema.Operand {
	w.requirements(sc, e)
	tree := &sema.Expr{Op: sema.ExprQuery, Scope: sc, Syntax: e}
	return sema.Operand{Type: w.u.T.Basic(ast.Bool), Value: w.constantValue(tree), Dependent: w.u.DependentScope(sc), Tree: tree}
}

func (w *walker) castExpr(sc *sema.Scope, e *ast.Cast) sema.Operand {
	w.typeConstants(sc, e.Type)
	if e.Kind == ast.CastDynamic {
		w.keyword(sc, sema.DynamicCast, e)
	}
	t := w.u.ResolveTypeID(sc, e.Type)
	w.makes(t)
	o := w.cast(sc, e.Kind, t, w.expr(sc, e.X), w.site(sc, e))
	if e.Kind == ast.CastDynamic {
		return w.refused(o)
	}
	return o
}

// makes notes what an expression makes: one that makes no object of a class has a place of its own (sema.Parameter).
func (w *walker) makes(t *types.Type) {
	if t.Kind != types.Class {
		w.ctx &^= sema.Parameter
	}
}

func (w *walker) constructExpr(sc *sema.Scope, e *ast.Construct) sema.Operand {
	t := w.u.ResolveTypeID(sc, e.Type)
	w.makes(t)
	form, kind := sema.InitDirect, sema.CallParenCtor
	if e.Brace {
		form, kind = sema.InitListDirect, sema.CallTempCtor
	}
	args := w.exprs(sc, e.Args)
	if isCompound(e) && t.Kind == types.Class {
		args = w.leftToInstance(args)
	}
	w.specConstants(sc, &e.Type.Spec)
	return w.compound(sc, e, w.construct(sc, t, args, form, w.site(sc, e), kind))
}

func (w *walker) initListExpr(sc *sema.Scope, e *ast.InitList) sema.Operand {
	var elems []sema.Operand
	for _, el := range e.Elems {
		if el.Field != 0 || el.Index != nil {
			elems = append(elems, w.designatedElem(sc, el))
		} else {
			elems = append(elems, w.exprs(sc, []ast.Expr{el.X})...)
		}
	}
	return sema.Operand{Type: w.u.T.Braced(), Braced: elems}
}

func (w *walker) throwExpr(sc *sema.Scope, e *ast.Throw) sema.Operand {
	w.keyword(sc, sema.Throw, e)
	if e.X != nil {
		outer := w.ctx
		w.ctx |= sema.Thrown
		w.initCopy(sc, w.expr(sc, e.X), nil, w.site(sc, e), sema.CallCopy)
		w.ctx = outer
	}
	w.flow.Ends(w.site(sc, e), sema.EdgeNever, true)
	return sema.Operand{Type: w.u.T.Basic(ast.Void), Throw: true, Tree: &sema.Expr{Op: sema.ExprThrow}}
}

func (w *walker) traitExpr(sc *sema.Scope, e *ast.Trait) sema.Operand {
	if w.u.Text(e.Sym) == "__builtin_va_arg" && len(e.Args) > 0 && e.Args[0].Expr != nil {
		w.consumeUnknown(w.expr(sc, e.Args[0].Expr))
	}
	v := w.u.Trait(sc, e)
	t := v.Type
	if t == nil {
		t = w.u.T.Basic(ast.Bool)
		if w.u.Text(e.Sym) == "__builtin_offsetof" {
			t = w.u.T.Basic(ast.ULong)
		}
	}
	return sema.Operand{Type: t, Value: v, Dependent: v.Kind == types.DependentValue, Tree: &sema.Expr{Op: sema.ExprQuery, Scope: sc, Syntax: e}}
}

// exprs types a list of expressions; expansions of bound packs give as many operands as the packs hold.
func (w *walker) exprs(sc *sema.Scope, list []ast.Expr) []sema.Operand {
	out := make([]sema.Operand, 0, len(list))
	for _, e := range list {
		pe, ok := e.(*ast.PackExpansion)
		if !ok {
			out = append(out, w.expr(sc, e))
			continue
		}
		packs := w.u.PacksIn(sc, pe.X)
		if n, ok := w.u.BoundPackLen(packs); ok {
			for i := range n {
				out = append(out, w.expr(w.u.ElementScope(sc, packs, i), pe.X))
			}
			continue
		}
		w.expr(sc, pe.X)
		o := w.dependentExpr(sc, pe)
		out = append(out, o)
	}
	return out
}

func (w *walker) literal(sc *sema.Scope, e *ast.Literal) sema.Operand {
	o := w.u.literal(e)
	if o.Type == nil || o.Type.Kind == types.Unknown {
		return w.literalOperator(sc, e)
	}
	o.Tree = constantTree(o.Value)
	if o.String {
		o.Node = w.flow.Constant(sema.NodeString)
	}
	return o
}

// literalOperator is a user-defined literal: the literal operator is looked up by its suffix.
func (w *walker) literalOperator(sc *sema.Scope, e *ast.Literal) sema.Operand {
	suffix := w.u.literalSuffix(e)
	if suffix == "" {
		return w.unknown()
	}
	found := w.u.LookupUnqualified(sc, outline.LiteralSym(w.u.Interner(), suffix))
	if found.State == sema.FoundOK {
		if f := w.u.literalOperator(sc, found.Entities, e, suffix); f != nil {
			s := w.site(sc, e)
			if long := w.u.T.Basic(ast.LongDouble); !f.Constexpr && slices.Contains(w.u.FuncType(f).Params, long) {
				w.note(sema.Construct{Kind: sema.LongDouble, Site: s, Type: long})
			}
			start := w.mark()
			args := w.applyArgs(sc, f, nil, w.u.literalArgs(f, e, suffix), s)
			tree := w.callTree(f, sema.CallLiteral, nil, args)
			w.call(sema.Call{Kind: sema.CallLiteral, Callee: f, Site: s, Full: s, IsConstant: w.constantCall(start, f, args, tree)})
			return w.result(f, s).Typed(tree)
		}
	}
	w.unknownCall(w.site(sc, e), "a literal operator is not known")
	return w.unknown()
}

func (w *walker) this(sc *sema.Scope, site sema.Site) sema.Operand {
	if sc.This == nil {
		return w.unknown()
	}
	w.captureThis(site)
	return sema.Operand{Type: w.u.T.Pointer(sc.This), Dependent: sc.This.IsDependent(), Node: w.flow.Constant(sema.NodeThis), Tree: &sema.Expr{Op: sema.ExprThis}}
}

// result is the operand that a call of f yields; a class prvalue is a temporary.
func (w *walker) result(f *sema.Func, site sema.Site) sema.Operand {
	o := w.valueOf(w.u.ResultType(f), site)
	o.Node = w.flow.ResultOf(f, o.Cat)
	return o
}

func (w *walker) valueOf(t *types.Type, site sema.Site) sema.Operand {
	o := operandOf(t)
	if o.Cat == sema.PRValue && t.Kind == types.Class {
		o.Made = w.temp(t, -1, site)
	}
	return o
}

// operandOf is the operand of an expression of a declared type, references included.
func operandOf(t *types.Type) sema.Operand {
	switch t.Kind {
	case types.LRef:
		return sema.Operand{Type: t.Elem, Cat: sema.LValue, Dependent: t.IsDependent()}
	case types.RRef:
		if t.Elem.Kind == types.Func {
			return sema.Operand{Type: t.Elem, Cat: sema.LValue}
		}
		return sema.Operand{Type: t.Elem, Cat: sema.XValue, Dependent: t.IsDependent()}
	}
	return sema.Operand{Type: t, Dependent: t.IsDependent()}
}

// temp notes a temporary whose destructor runs at the end of the full-expression, and returns its number from 1.
func (w *walker) temp(t *types.Type, call int, site sema.Site) int32 {
	if w.facts == nil {
		return 0
	}
	if w.ctx&sema.InDefaultArg != 0 {
		site = w.arg // the call's full-expression is what ends its life
	}
	w.full = append(w.full, pendingTemp{call: call, site: site, typ: t, unmade: w.ctx & sema.Folded})
	return int32(len(w.full))
}

// claim marks the temporary behind a prvalue as the object it initialises: copies of it are elided.
func (w *walker) claim(o sema.Operand) *pendingTemp {
	if o.Made == 0 || int(o.Made) > len(w.full) {
		return nil
	}
	p := &w.full[o.Made-1]
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
			w.in(p.unmade, func() { w.destroy(p.typ, p.site, sema.CallTempDtor) })
		}
	}
	w.full = w.full[:mark]
}

// destroy records the destructor call for an object of type t.
func (w *walker) destroy(t *types.Type, site sema.Site, kind sema.CallKind) {
	if sema.NoElements(t) {
		return
	}
	array := t.Kind == types.Array
	t = sema.ElementOf(t)
	c := w.u.ClassOf(t)
	if c == nil || c.Dependent {
		return
	}
	d := c.Destructor()
	if d == nil || w.refusesDeleted(d) || w.u.IsTrivial(d) == sema.Yes {
		return
	}
	w.call(sema.Call{Kind: kind, Callee: d, Site: site, Full: site, Virtual: kind == sema.CallDeleteDtor && w.u.IsVirtual(d) == sema.Yes, Array: array})
}

// ---- Names

// cast is an explicit conversion.
func (w *walker) cast(sc *sema.Scope, kind ast.CastKind, t *types.Type, o sema.Operand, site sema.Site) sema.Operand {
	r := w.castOperand(sc, kind, t, o, site)
	if r.Tree == nil {
		r.Tree = &sema.Expr{Op: sema.ExprCast, Cast: kind, Type: t, Args: []*sema.Expr{sema.TreeOf(o)}}
	}
	return r
}

func (w *walker) castOperand(sc *sema.Scope, kind ast.CastKind, t *types.Type, o sema.Operand, site sema.Site) sema.Operand {
	if sema.IsDependent(o) || t.IsDependent() {
		return w.dependentCast(t, o)
	}
	if sema.HasAuto(t) || t.Kind == types.Unknown || o.IsUnknown() && o.Set == nil {
		w.consumeUnknown(o)
		if t.Kind != types.Unknown && !sema.HasAuto(t) {
			return operandOf(t)
		}
		return w.unknown()
	}
	switch {
	case kind == ast.CastReinterpret && w.asks() && reinterpretsClass(o.Type, t):
		return w.invalid()
	case t.IsVoid():
		w.discard(o)
		return sema.Operand{Type: t}
	case t.IsRef():
		return w.castToRef(sc, kind, t, o, site)
	case t.Kind == types.Class && (kind == ast.CastC || kind == ast.CastStatic):
		return w.construct(sc, t, []sema.Operand{o}, sema.InitDirect, site, sema.CallTempCtor)
	case kind == ast.CastC && t.IsBool() && (o.Set != nil || o.Type.Kind == types.Func):
		return w.boolean(sc, o, site)
	case o.Type.Kind == types.Class || o.Set != nil || o.Type.Kind == types.Braced:
		return w.castConverted(sc, t, o, site)
	}
	return w.castScalar(sc, kind, t, o, site)
}

// reinterpretsClass reports whether a reinterpret_cast makes an object of a class of something else, or something else of one.
func reinterpretsClass(from, to *types.Type) bool {
	return to.Unqual() != from.Unqual() && (to.Kind == types.Class || from.Kind == types.Class && !to.IsRef())
}

// castConverted casts what has no scalar type itself to one, by the conversion that there is.
func (w *walker) castConverted(sc *sema.Scope, t *types.Type, o sema.Operand, site sema.Site) sema.Operand {
	conv := w.u.ImplicitConversion(o, t, sema.ConvOptions{Explicit: true})
	if w.asks() && o.Type.Kind == types.Class && conv.Rank == sema.RankNone {
		return w.invalid()
	}
	if o.Set != nil && !conv.OK() {
		w.load(o) // (void *)f takes the address of the only function that f can be
		return sema.Operand{Type: t}
	}
	return sema.Operand{Type: t, Tree: w.apply(sc, o, conv, t, site, sema.CallTempCtor).Tree}
}

// dependentCast is a cast of what depends on template parameters, or to a type that does.
func (w *walker) dependentCast(t *types.Type, o sema.Operand) sema.Operand {
	if t.Kind == types.Pointer {
		o = w.decayed(o)
	}
	w.use(o, sema.UnknownUse, nil)
	r := operandOf(t) // a cast to a type that is known is not type-dependent, whatever its operand is
	if t.Kind == types.Pointer && w.waits(o) {
		r.Base, r.Address = o.Base, true
	}
	return r
}

// castToRef is a cast to a reference. From a base to what derives from it no conversion leads, though a constructor may take a base
// [expr.static.cast]/2; of a prvalue that is what nvcc 12.4's front end says.
func (w *walker) castToRef(sc *sema.Scope, kind ast.CastKind, t *types.Type, o sema.Operand, site sema.Site) sema.Operand {
	from, to := w.u.ClassOf(o.Type), w.u.ClassOf(t.Elem)
	down := from != nil && to != nil && w.u.DerivedFrom(to, from) != sema.No
	if (kind == ast.CastC || kind == ast.CastStatic) && !down {
		conv := w.u.ImplicitConversion(o, t, sema.ConvOptions{Explicit: true})
		if conv.OK() && (conv.User != nil || conv.Temporary && o.Cat != sema.PRValue) {
			return w.apply(sc, o, conv, t, site, sema.CallTempCtor)
		}
	}
	if o.Cat == sema.PRValue || o.Address {
		w.consumeUnknown(o)
		return operandOf(t)
	}
	r := operandOf(t)
	r.Node = o.Node
	if o.Base != nil {
		b := *o.Base
		b.Subscript = false
		b.Reinterpreted = b.Reinterpreted || kind == ast.CastReinterpret || kind == ast.CastC && !down && !w.u.sameObjectType(o.Type, t.Elem)
		r.Base = &b
	}
	return r
}

// castScalar is a cast that calls nothing.
func (w *walker) castScalar(sc *sema.Scope, kind ast.CastKind, t *types.Type, o sema.Operand, site sema.Site) sema.Operand {
	u := w.u
	if !w.mayCast(kind, t, o) {
		return w.invalid()
	}
	p := w.decayed(o)
	if w.waits(p) && t.Kind != types.Pointer && t.IsScalar() && kind != ast.CastDynamic {
		return sema.Operand{Type: t, Base: p.Base, Address: true}
	}
	if t.IsBool() && kind == ast.CastC && (!o.Type.IsArithmetic() || w.isLoose(o)) {
		return w.boolean(sc, o, site)
	}
	if t.Kind == types.Pointer && p.Address && p.Base != nil {
		b := *p.Base
		b.Reinterpreted = b.Reinterpreted || kind == ast.CastReinterpret || p.Type.Kind != types.Pointer || !u.sameObjectType(p.Type.Elem, t.Elem)
		return sema.Operand{Type: t, Base: &b, Address: true, Node: p.Node}
	}
	if t.IsBool() {
		return w.applyScalar(o, t)
	}
	val := w.addressValue(o)
	same := t.Unqual() == o.Type.Unqual()
	o = w.load(o)
	r := sema.Operand{Type: t, Value: u.ConvertValue(val, t), Node: w.flow.Converted(o.Node, t)}
	if f, ok := val.Entity.(*sema.Func); ok && same {
		r.Entity, r.Ref = f, o.Ref
	}
	return r
}

// sameObjectType reports whether a pointer to type to still shows the object of type from that it points to: the type itself
// or a base, and no more volatile.
func (u *Model) sameObjectType(from, to *types.Type) bool {
	if to.IsVolatile() && !from.IsVolatile() {
		return false
	}
	if from.Unqual() == to.Unqual() {
		return true
	}
	d, b := u.ClassOf(from), u.ClassOf(to)
	return d != nil && b != nil && u.DerivedFrom(d, b) == sema.Yes
}

func (w *walker) query(sc *sema.Scope, e *ast.Query) sema.Operand {
	u := w.u
	v := types.Value{}
	tree := &sema.Expr{Op: sema.ExprQuery, Scope: sc, Syntax: e}
	if e.Kind != ast.Typeid {
		v = w.constantValue(tree)
	}
	switch e.Kind {
	case ast.Noexcept:
		w.unevaluated(sc, e.X)
		return sema.Operand{Type: u.T.Basic(ast.Bool), Value: v, Tree: tree}
	case ast.Typeid:
		w.keyword(sc, sema.Typeid, e)
		w.queried(sc, e)
		if f := u.lookupStd(u.Syms.TypeInfo); f != nil {
			return w.refused(sema.Operand{Type: u.T.Qualify(u.ClassType(f), ast.Const), Cat: sema.LValue})
		}
		return w.refused(w.unknown())
	}
	w.queried(sc, e)
	return sema.Operand{Type: u.T.Basic(ast.ULong), Value: v, Tree: tree}
}

// queried walks the operand of a query: the pack that is counted, the constants in a type, or an expression that nobody evaluates.
func (w *walker) queried(sc *sema.Scope, e *ast.Query) {
	if e.Kind == ast.SizeofPack {
		w.u.Names.Found(sc, &ast.NamePart{Span: e.Span, Sym: e.Sym}, w.u.LookupUnqualified(sc, e.Sym))
		return
	}
	if e.X == nil || e.Type != nil && w.u.IsType(sc, e.Type) {
		w.typeConstants(sc, e.Type)
		return
	}
	w.unevaluated(sc, e.X)
}

// lookupStd finds a class of namespace std.
func (u *Model) lookupStd(sym token.Sym) *sema.Class {
	ns := u.Global.Nested[u.Syms.Std]
	if ns == nil {
		return nil
	}
	f := u.LookupDirect(ns, sym, sema.MaxOrd)
	for _, e := range f.Entities {
		if c, ok := e.(*sema.Class); ok {
			return c
		}
	}
	return nil
}

func (w *walker) fold(sc *sema.Scope, e *ast.Fold) sema.Operand {
	u := w.u
	pattern, init, left := e.L, e.R, false
	switch {
	case e.L == nil: // (... op pack)
		pattern, init, left = e.R, nil, true
	case e.R == nil: // (pack op ...)
		pattern, init = e.L, nil
	default:
		if len(u.PacksIn(sc, e.L)) == 0 { // (init op ... op pack)
			pattern, init, left = e.R, e.L, true
		}
	}
	packs := u.PacksIn(sc, pattern)
	n, ok := u.BoundPackLen(packs)
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
	var ops []sema.Operand
	for i := range n {
		ops = append(ops, w.expr(u.ElementScope(sc, packs, i), pattern))
	}
	if init != nil {
		o := w.expr(sc, init)
		if left {
			ops = append([]sema.Operand{o}, ops...)
		} else {
			ops = append(ops, o)
		}
	}
	site := w.site(sc, e)
	if len(ops) == 0 {
		switch e.Op {
		case token.AndAnd, token.OrOr:
			v := constant.Int(u.T.Basic(ast.Bool), constant.Truth(e.Op == token.AndAnd))
			return sema.Operand{Type: v.Type, Value: v}
		}
		return sema.Operand{Type: u.T.Basic(ast.Void), Value: types.Value{Type: u.T.Basic(ast.Void)}}
	}
	combine := func(a, b sema.Operand) sema.Operand {
		o := w.foldPair(sc, e.Op, a, b, site)
		o.Tree = w.tree(sc, e, o)
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

func (w *walker) foldPair(sc *sema.Scope, op token.Kind, a, b sema.Operand, site sema.Site) sema.Operand {
	u := w.u
	if sema.IsDependent(a) || sema.IsDependent(b) {
		w.use(a, sema.UnknownUse, nil)
		w.use(b, sema.UnknownUse, nil)
		return w.dependent("fold").Typed(binaryTree(op, a, b))
	}
	if a.IsUnknown() || b.IsUnknown() {
		w.consumeUnknown(a, b)
		return w.unknown()
	}
	logical := op == token.AndAnd || op == token.OrOr
	if !logical && op != token.Comma {
		return w.operation(sc, op, a, b, site, site)
	}
	if isClassOrEnum(a.Type) || isClassOrEnum(b.Type) {
		r := u.ResolveOperator(op, false, sc, []sema.Operand{a, b})
		if logical || r.Status == sema.Resolved {
			if o, done := w.operatorCall(sc, r, []sema.Operand{a, b}, site, site); done {
				return o
			}
		}
	}
	if !logical {
		w.discard(a)
		return b.Typed(binaryTree(op, a, b))
	}
	before := w.taken
	a = w.boolean(sc, a, site)
	w.in(w.sinceFormed(b, before), func() { b = w.boolean(sc, b, site) })
	return sema.Operand{Type: u.T.Basic(ast.Bool), Value: u.BinaryValue(op, a.Value, b.Value), Tree: binaryTree(op, a, b)}
}

func (w *walker) stmtExpr(sc *sema.Scope, e *ast.StmtExpr) sema.Operand {
	if len(e.Block.Stmts) == 0 {
		return sema.Operand{Type: w.u.T.Basic(ast.Void)}
	}
	inner := sc.Child(sema.BlockScope)
	for _, s := range e.Block.Stmts[:len(e.Block.Stmts)-1] {
		w.stmt(inner, s)
	}
	last := e.Block.Stmts[len(e.Block.Stmts)-1]
	if es, ok := last.(*ast.ExprStmt); ok && es.X != nil {
		o := w.load(w.expr(inner, es.X))
		w.flow.Statement(inner, es.X)
		return o
	}
	w.stmt(inner, last)
	return sema.Operand{Type: w.u.T.Basic(ast.Void)}
}
