package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
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
	return o
}

func (w *walker) exprInner(sc *Scope, e ast.Expr) Operand {
	u := w.u
	switch e := e.(type) {
	case *ast.Literal:
		return w.literal(sc, e)
	case *ast.NameExpr:
		return w.name(sc, e.Name)
	case *ast.This:
		return w.this(sc, w.site(sc, e))
	case *ast.Paren:
		if e.X == nil {
			return w.unknown()
		}
		return w.expr(sc, e.X)
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
		w.typeConstants(sc, e.Type)
		if e.Kind == ast.CastDynamic {
			w.keyword(sc, DynamicCast, e)
			return w.refused(w.cast(sc, e.Kind, u.resolveTypeID(sc, e.Type), w.expr(sc, e.X), w.site(sc, e)))
		}
		return w.cast(sc, e.Kind, u.resolveTypeID(sc, e.Type), w.expr(sc, e.X), w.site(sc, e))
	case *ast.Construct:
		t := u.resolveTypeID(sc, e.Type)
		form, kind := InitDirect, CallParenCtor
		if e.Brace {
			form, kind = InitListDirect, CallTempCtor
		}
		args := w.exprs(sc, e.Args)
		w.specConstants(sc, &e.Type.Spec)
		return w.compound(sc, e, w.construct(sc, t, args, form, w.site(sc, e), kind))
	case *ast.New:
		return w.newExpr(sc, e)
	case *ast.Delete:
		return w.deleteExpr(sc, e)
	case *ast.Query:
		return w.query(sc, e)
	case *ast.InitList:
		var elems []Operand
		for _, el := range e.Elems {
			if el.Field != 0 {
				elems = append(elems, w.designatedElem(sc, el))
			} else {
				elems = append(elems, w.exprs(sc, []ast.Expr{el.X})...)
			}
		}
		return Operand{Type: u.T.Braced(), Braced: elems}
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
		w.keyword(sc, Throw, e)
		if e.X != nil {
			outer := w.ctx
			w.ctx |= Thrown
			w.initCopy(sc, w.expr(sc, e.X), nil, w.site(sc, e), CallCopy)
			w.ctx = outer
		}
		w.flow.ends(w.site(sc, e), EdgeNever, true)
		return Operand{Type: u.T.Basic(ast.Void), throw: true}
	case *ast.Yield:
		w.keyword(sc, Suspension, e)
		if e.X != nil {
			w.consumeUnknown(w.expr(sc, e.X))
		}
		return w.unknown()
	case *ast.Trait:
		v := u.trait(sc, e)
		t := v.Type
		if t == nil {
			t = u.T.Basic(ast.Bool)
			if u.Text(e.Sym) == "__builtin_offsetof" {
				t = u.T.Basic(ast.ULong)
			}
		}
		return Operand{Type: t, Value: v, Dependent: v.Kind == types.DependentValue}
	case *ast.RequiresExpr:
		w.requirements(sc, e)
		return Operand{Type: u.T.Basic(ast.Bool), Value: u.Eval(sc, e, EvalOptions{}), Dependent: u.dependentScope(sc)}
	case *ast.StmtExpr:
		return w.stmtExpr(sc, e)
	case *ast.TypeExpr:
		return w.unknown()
	}
	return w.unknown()
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
	found := w.u.lookupUnqualified(sc, outline.LiteralSym(w.u.in, suffix))
	if found.State == FoundOK && len(found.Entities) == 1 {
		if f, ok := found.Entities[0].(*Func); ok {
			s := w.site(sc, e)
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
	return Operand{Type: w.u.T.Pointer(sc.This), Dependent: sc.This.IsDependent(), node: w.flow.constant(NodeThis)}
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
	if d == nil || w.u.IsTrivial(d) == Yes {
		return
	}
	w.call(Call{Kind: kind, Callee: d, Site: site, Full: site, Virtual: kind == CallDeleteDtor && w.u.IsVirtual(d) == Yes, Array: array})
}

// ---- Names

func (w *walker) name(sc *Scope, n *ast.Name) Operand {
	f := w.u.lookupName(sc, n)
	if f.State != FoundOK {
		if o, ok := w.functionName(sc, n); ok {
			return o
		}
	}
	return w.foundName(sc, n, f)
}

func (w *walker) foundName(sc *Scope, n *ast.Name, f Found) Operand {
	u := w.u
	last := n.Last()
	site := Site{sc.Chunk, n.Span}
	w.nameConstants(sc, n, true)
	switch f.State {
	case FoundDependent:
		return w.dependentName(sc, n)
	case NotFound:
		u.hardFail++
		return w.unknown()
	case FoundUnknown:
		u.softFail++
		return w.unknown()
	}
	var set *OverloadSet
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *Func:
			if set == nil {
				set = w.overloads(sc, n, f)
			}
			set.Cands = append(set.Cands, e)
		case *Template:
			switch e.Kind {
			case FuncTemplate:
				if set == nil {
					set = w.overloads(sc, n, f)
				}
				set.Cands = append(set.Cands, e)
			case VarTemplate:
				return w.varTemplate(sc, e, last, site)
			case Concept:
				args := u.resolveTemplateArgs(sc, last.Args, e)
				o := Operand{Type: u.T.Basic(ast.Bool)}
				if args == nil {
					return o
				}
				if anyDependent(args) {
					o.Dependent = true
					o.Value = types.Value{Kind: types.DependentValue, Index: -1, Key: u.tokenKey(sc, n.Span)}
					return o
				}
				switch u.conceptSatisfied(e, args) {
				case Yes:
					o.Value = types.Value{Kind: types.IntValue, Type: o.Type, Int: 1}
				case No:
					o.Value = types.Value{Kind: types.IntValue, Type: o.Type}
				}
				return o
			}
		case *UnresolvedUsing:
			return w.dependentName(sc, n)
		}
	}
	if set != nil {
		return Operand{Type: u.T.Overloads(), Cat: LValue, Set: set, base: nil}
	}
	switch e := f.Entities[0].(type) {
	case *Var:
		return w.variable(e, site)
	case *Field:
		w.named(e, site)
		return w.implicitMember(sc, e, f, site)
	case *Enumerator:
		w.named(e, site)
		return w.enumerator(e)
	case *TemplateParam:
		return w.valueParam(e, sc, n)
	}
	return w.unknown()
}

func (w *walker) dependentName(sc *Scope, n *ast.Name) Operand {
	o := w.dependent(w.u.tokenKey(sc, n.Span))
	o.Cat = LValue
	return o
}

func (w *walker) overloads(sc *Scope, n *ast.Name, f Found) *OverloadSet {
	s := &OverloadSet{
		Name: n, NamingClass: f.Class, Incomplete: f.Incomplete, Qualified: f.Qualified || n.Global || len(n.Parts) > 1,
	}
	if last := n.Last(); last.HasArgs {
		s.HasExplicit = true
		for i := range last.Args {
			s.Explicit = w.u.appendTemplateArg(s.Explicit, sc, &last.Args[i], nil)
		}
	}
	s.Site = Site{sc.Chunk, n.Last().Span}
	return s
}

func (w *walker) varTemplate(sc *Scope, t *Template, part *ast.NamePart, site Site) Operand {
	args := w.u.resolveTemplateArgs(sc, part.Args, t)
	if args == nil {
		w.u.softFail++
		return w.unknown()
	}
	if anyDependent(args) {
		return w.dependent(w.u.tokenKey(sc, part.Span))
	}
	v := w.u.InstantiateVar(t, args)
	if v == nil {
		return w.unknown()
	}
	w.u.mention(Mention{Var: v, Site: site})
	return w.variable(v, site)
}

func (w *walker) enumerator(e *Enumerator) Operand {
	t := w.u.EnumType(e.Enum)
	dependent := t.IsDependent() || w.definition() && w.u.dependentScope(e.Enum.Scope) // a member of a template [temp.dep.type]
	return Operand{Type: t, Value: w.u.EnumeratorValue(e), Entity: e, Dependent: dependent}
}

func (w *walker) valueParam(p *TemplateParam, sc *Scope, n *ast.Name) Operand {
	u := w.u
	if p.Bound == nil {
		o := w.dependent(u.tokenKey(sc, n.Span))
		o.Value = types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index, Pack: p.Pack}
		if t := u.declaratorType(p.Scope, &p.Decl.Spec, &p.Decl.Decl); !t.IsDependent() && !t.IsUnknown() && !hasAuto(t) {
			o.Type, o.Dependent = t, false
		}
		return o
	}
	if p.Bound.Kind != types.ValueArg {
		return w.dependentName(sc, n)
	}
	v := p.Bound.Value
	t := u.declaratorType(p.Scope, &p.Decl.Spec, &p.Decl.Decl)
	if hasAuto(t) || t.IsUnknown() {
		t = v.Type
	}
	if t == nil {
		return Operand{Type: u.T.Unknown(), Value: v}
	}
	w.textureParam(t, Site{sc.Chunk, n.Span})
	if t.Kind == types.Func {
		t = u.T.Pointer(t)
	}
	o := operandOf(t)
	o.Value = v
	if v.Kind == types.DependentValue {
		o.Dependent = true
	}
	if v.Kind == types.AddressValue {
		if fn, ok := v.Entity.(*Func); ok {
			o.Entity = fn
			w.ref(fn, Site{sc.Chunk, n.Span})
		} else if vr, ok := v.Entity.(*Var); ok && o.Cat == LValue {
			o.base = &varRef{v: vr, site: Site{sc.Chunk, n.Span}, templateArg: true}
			o.Entity = vr
		} else if ok && t.Kind == types.Pointer {
			o.base, o.address = &varRef{v: vr, site: Site{sc.Chunk, n.Span}, templateArg: true}, true
		}
	}
	return o
}

// variable is an id-expression that names a variable.
func (w *walker) variable(v *Var, site Site) Operand {
	u := w.u
	w.named(v, site)
	if v.Anonymous != nil {
		u.mention(Mention{Var: v, Site: site})
		return w.anonymousMember(v, site)
	}
	t := u.VarType(v)
	o := Operand{Type: t, Cat: LValue, Entity: v, Dependent: t.IsDependent()}
	o.base = &varRef{v: v, site: site}
	if t.IsRef() {
		o.Type = t.Elem
		o.base.viaRef = true
		o.node = w.flow.reference(v, site)
	} else {
		o.node = w.flow.variable(v)
	}
	if v.Pack && v.Elems == nil {
		o.Dependent = true
	}
	if w.lambda != nil && automatic(v) {
		w.capture(v, &o, site)
	}
	if t.CV&ast.Const != 0 && t.IsArithmetic() || v.Constexpr {
		if val := u.VarValue(v); val.IsKnown() {
			o.Value = val
		} else if val.Kind == types.DependentValue {
			o.Value = val
		}
	}
	return o
}

func (w *walker) anonymousMember(v *Var, site Site) Operand {
	found := w.u.LookupMember(v.Anonymous, v.name)
	if len(found.Entities) != 1 {
		return w.unknown()
	}
	f, ok := found.Entities[0].(*Field)
	if !ok {
		return w.unknown()
	}
	o := Operand{Type: w.u.FieldType(f), Cat: LValue, Entity: v}
	o.base = &varRef{v: v, site: site}
	return o
}

// implicitMember is a data member named without an object: (*this).m, or an unevaluated use.
func (w *walker) implicitMember(sc *Scope, f *Field, found Found, site Site) Operand {
	t := w.u.FieldType(f)
	if sc.This == nil || found.Qualified && sc.This != nil && w.u.DerivedFrom(w.u.ClassOf(sc.This), f.Class) == No {
		o := operandOf(t)
		o.Cat, o.Entity = LValue, f
		return o
	}
	w.captureThis(site)
	return w.fieldOf(Operand{Type: sc.This, Cat: LValue, node: w.flow.pointee(w.flow.constant(NodeThis))}, f)
}

// fieldOf selects a data member of an object.
func (w *walker) fieldOf(obj Operand, f *Field) Operand {
	t := w.u.FieldType(f)
	o := Operand{Entity: f, Bits: f.Bits, Dependent: t.IsDependent(), loaded: obj.loaded, node: w.flow.field(obj.node, f)}
	if t.IsRef() {
		o.Type, o.Cat, o.node = t.Elem, LValue, w.flow.refMember(o.node, obj.at)
		switch {
		case obj.base == nil || obj.address || automatic(obj.base.v):
		case obj.base.viaRef:
			w.use(obj, Read, nil)
		default:
			o.base = &varRef{v: obj.base.v, site: obj.base.site, path: obj.base.path, viaRef: true, viaMember: true}
		}
		return o
	}
	cv := obj.Type.CV
	if f.Mutable {
		cv &^= ast.Const
	}
	for _, arm := range obj.arms {
		part := w.fieldOf(arm, f)
		if part.base != nil && !part.base.viaRef {
			part.base = part.base.part(false, false, false) // which of two is chosen is no constant
		}
		part.dead = arm.dead
		o.arms = append(o.arms, part)
	}
	o.Type = w.u.T.Qualify(t, cv)
	o.Cat = obj.Cat
	if o.Cat == PRValue {
		o.Cat = XValue
	}
	if obj.base != nil && !obj.address {
		b := *obj.base
		b.path = append(b.path[:len(b.path):len(b.path)], f)
		b.subscript = false
		o.base = &b
	}
	return o
}

// ---- Members

func (w *walker) member(sc *Scope, e *ast.MemberExpr) Operand {
	obj := w.expr(sc, e.X)
	if e.Arrow {
		obj = w.arrow(sc, obj, Site{sc.Chunk, ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}})
		obj.at = w.site(sc, e.X)
	}
	return w.memberOf(sc, obj, e)
}

// arrow is the object that p-> denotes: operator-> is followed as long as classes come.
func (w *walker) arrow(sc *Scope, p Operand, site Site) Operand {
	u := w.u
	for range 16 {
		if p.Type.Kind != types.Class || isDependent(p) {
			break
		}
		r := u.ResolveOperator(token.Arrow, false, sc, []Operand{p})
		if r.Status != Resolved {
			w.consumeUnknown(p)
			w.unknownCall(site, r.Reason)
			return w.unknown()
		}
		w.use(p, Object, r.Func)
		w.call(Call{Kind: CallArrow, Callee: r.Func, Site: site, Full: site})
		p = w.result(r.Func, site)
	}
	return w.deref(sc, p)
}

// pointee is what a constant pointer points to, where that is a known variable: front ends put its address in the pointer's
// place, so that the object itself is what generated code needs, or folds.
func (w *walker) pointee(sc *Scope, p Operand) Operand {
	if w.facts == nil || p.Type.Kind != types.Pointer || p.address || p.base == nil || p.base.viaRef || automatic(p.base.v) {
		return p
	}
	v := p.base.v
	t := w.u.VarType(v)
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if !elem.IsConst() && !v.Constexpr || elem.IsVolatile() {
		return p
	}
	var val types.Value
	if t.Kind == types.Pointer {
		val = w.u.InitValue(v)
	} else if !w.resolving {
		val = w.u.Eval(sc, p.Expr, EvalOptions{Runtime: true})
	}
	to, ok := val.Entity.(*Var)
	if !ok || val.Kind != types.AddressValue {
		return p
	}
	w.in(Folded, func() { w.load(p) })
	b := &varRef{v: to, site: p.base.site, element: val.Key != "", constIndex: true, viaPointer: true}
	return Operand{Type: p.Type, base: b, address: true, node: w.flow.address(w.flow.variable(to))}
}

// deref is *p for a builtin pointer.
func (w *walker) deref(sc *Scope, p Operand) Operand {
	p = w.pointee(sc, p)
	switch {
	case p.address && p.base != nil:
		b := *p.base
		b.subscript = false
		p.base, p.address = &b, false
		p.Cat, p.Entity, p.Value = LValue, nil, types.Value{}
		p.Type, p.node = p.Type.Elem, w.flow.pointee(p.node)
		return p
	case p.Type.Kind == types.Array:
		p.Type, p.Entity, p.node = p.Type.Elem, nil, w.flow.of(NodeElement, p.node)
		if p.base != nil && !p.base.viaRef {
			p.base = p.base.part(true, true, false)
		}
		return p
	case p.Type.Kind == types.Pointer:
		mark := w.useMark()
		p = w.load(p)
		o := Operand{Type: p.Type.Elem, Cat: LValue, Dependent: p.Dependent, node: w.flow.pointee(p.node)}
		if n := w.useMark(); n > mark {
			o.loaded = n
		}
		return o
	case p.Type.Kind == types.Func:
		return p
	case isDependent(p):
		w.use(p, UnknownUse, nil)
		o := w.dependent("*" + p.Type.Key)
		o.Cat = LValue
		return o
	}
	w.consumeUnknown(p)
	return w.unknown()
}

func (w *walker) memberOf(sc *Scope, obj Operand, e *ast.MemberExpr) Operand {
	u := w.u
	last := e.Name.Last()
	site := Site{sc.Chunk, e.Name.Span}
	if obj.Type.Kind == types.Unknown {
		w.consumeUnknown(obj)
		return w.unknown()
	}
	c := u.ClassOf(obj.Type)
	if c == nil {
		if last.Kind == ast.NameDestructor {
			// A pseudo-destructor: its call does nothing.
			w.use(obj, Discard, nil)
			return Operand{Type: u.T.Func(types.FuncType{Result: u.T.Basic(ast.Void)}), pseudo: true}
		}
		if isDependent(obj) {
			w.use(obj, UnknownUse, nil)
			return w.dependentName(sc, e.Name)
		}
		w.consumeUnknown(obj)
		u.hardFail++
		return w.unknown()
	}
	var f Found
	if len(e.Name.Parts) > 1 || e.Name.Global {
		// x.Base::m: the qualifier is looked up in the object's class first, then in the context.
		inner := u.scopeOfMember(sc, c)
		f = u.lookupName(inner, e.Name)
	} else {
		f = u.lookupIn(sc, qualifier{state: FoundOK, typ: u.ClassType(c)}, last)
		f.Qualified = false
	}
	switch f.State {
	case FoundDependent:
		w.use(obj, UnknownUse, nil)
		return w.dependentName(sc, e.Name)
	case NotFound:
		w.consumeUnknown(obj)
		if c.Dependent && c.HasUnknownBase() {
			return w.dependentName(sc, e.Name)
		}
		u.hardFail++
		return w.unknown()
	case FoundUnknown:
		w.consumeUnknown(obj)
		u.softFail++
		return w.unknown()
	}
	if len(f.Entities) == 1 {
		switch m := f.Entities[0].(type) {
		case *Field:
			w.named(m, site)
			return w.fieldOf(obj, m)
		case *Var:
			w.discard(obj)
			return w.variable(m, site)
		case *Enumerator:
			w.named(m, site)
			w.discard(obj)
			return w.enumerator(m)
		case *UnresolvedUsing:
			return w.dependentName(sc, e.Name)
		}
	}
	o := w.foundName(sc, e.Name, f)
	if o.Set != nil {
		o.Set.NamingClass = c
		if f.Class != nil {
			o.Set.NamingClass = f.Class
		}
		o.Set.Qualified = len(e.Name.Parts) > 1
		o.object = &obj
	}
	return o
}

// ---- Operators

func isClassOrEnum(t *types.Type) bool { return t.Kind == types.Class || t.Kind == types.Enum }

// memberNamed is the data member of which &C::m makes a pointer to member, an expression that needs no object; else nil.
func (w *walker) memberNamed(sc *Scope, e *ast.Unary) *Field {
	ne, ok := e.X.(*ast.NameExpr)
	if !ok || e.Op != token.Amp || len(ne.Name.Parts) < 2 && !ne.Name.Global {
		return nil
	}
	found := w.u.lookupName(sc, ne.Name)
	if found.State != FoundOK || len(found.Entities) != 1 {
		return nil
	}
	f, ok := found.Entities[0].(*Field)
	if ok {
		w.nameConstants(sc, ne.Name, true)
		w.named(f, Site{sc.Chunk, ne.Name.Span})
	}
	return f
}

func (w *walker) unary(sc *Scope, e *ast.Unary) Operand {
	u := w.u
	if e.Op == token.AndAnd {
		return w.labelAddress(sc, e)
	}
	if f := w.memberNamed(sc, e); f != nil {
		return Operand{Type: u.T.MemberPointer(u.ClassType(f.Class), u.FieldType(f)), Entity: f}
	}
	o := w.expr(sc, e.X)
	opSite := Site{sc.Chunk, ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}
	if e.Op == token.Amp {
		w.addressTaken(sc, e, o)
		return w.addressOf(sc, e, o, opSite)
	}
	if isDependent(o) && !o.Type.IsArithmetic() && o.Type.Kind != types.Pointer {
		w.use(o, UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		if e.Op == token.Star {
			d.Cat = LValue
		}
		if e.Op == token.Not {
			d.Type = u.T.Basic(ast.Bool)
		}
		return d
	}
	if o.IsUnknown() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	if isClassOrEnum(o.Type) {
		ops := []Operand{o}
		if e.Postfix {
			ops = append(ops, Operand{Type: u.T.Basic(ast.Int), Literal: true, Value: types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.Int)}})
		}
		r := u.ResolveOperator(e.Op, e.Postfix, sc, ops[:1])
		mark := w.useMark()
		if res, done := w.operatorCall(sc, r, []Operand{o}, opSite, w.site(sc, e)); done {
			if r.Func != nil {
				w.constantOperator(sc, mark, r.Func, e)
			}
			return res
		}
		o = w.convertBuiltin(sc, o, r, 0, w.site(sc, e))
	}
	switch e.Op {
	case token.Star:
		if o.Set != nil {
			o.Set.Through = true
			return o
		}
		r := w.deref(sc, o)
		w.textureIndirection(sc, e, o, r)
		return r
	case token.Plus:
		if o.Set != nil {
			return w.addressOf(sc, e, o, opSite)
		}
	case token.PlusPlus, token.MinusMinus:
		base := w.assign(o, ReadWrite)
		before := w.flow.loaded(o.node)
		w.flow.assign(o.node, w.flow.offset(before), o.Type, w.ctx, opSite)
		if e.Postfix {
			w.settle(base)
			return Operand{Type: o.Type.Unqual(), node: before}
		}
		return Operand{Type: o.Type, Cat: LValue, base: base, node: o.node}
	case token.Not:
		v := w.boolean(sc, o, w.site(sc, e))
		return Operand{Type: u.T.Basic(ast.Bool), Value: u.unaryValue(token.Not, v.Value)}
	}
	o = w.load(o)
	if o.Type.Kind == types.Pointer {
		return o
	}
	return Operand{Type: u.Promote(o.Type), Value: u.unaryValue(e.Op, o.Value), Dependent: o.Dependent}
}

// assign records an assignment to x and returns what its result denotes. Of a template's definition front ends look at an
// assignment when something is made of its result: not where it is left to the instance, as by return.
func (w *walker) assign(x Operand, kind UseKind) *varRef {
	mark := w.useMark()
	w.use(x, kind, nil)
	if x.base == nil {
		return nil
	}
	b := *x.base
	b.assigned = true
	if n := w.useMark(); w.definition() && n > mark {
		b.pending = n
		w.facts.Uses[n-1].Dependent = true
	}
	return &b
}

// settle is about a result that something is made of.
func (w *walker) settle(b *varRef) {
	if b != nil && b.pending > 0 && w.facts != nil {
		w.facts.Uses[b.pending-1].Dependent = false
	}
}

func (w *walker) addressOf(sc *Scope, e *ast.Unary, o Operand, site Site) Operand {
	u := w.u
	if o.Set != nil {
		o.Set.AddressOf = true
		if f, ok := u.SingleFunction(o.Set); ok == Yes && f != nil {
			p := Operand{Type: u.T.Pointer(u.FuncType(f)), Entity: f, Set: o.Set}
			if f.MemberOf != nil && !f.Static {
				p.Type = u.T.MemberPointer(u.ClassType(f.MemberOf), u.FuncType(f))
			}
			p.ref = w.ref(f, o.Set.Site)
			p.Set = nil
			return p
		}
		return o
	}
	if isDependent(o) {
		w.use(o, AddressOf, nil)
		return w.dependentExpr(sc, e)
	}
	if o.IsUnknown() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	if isClassOrEnum(o.Type) {
		r := u.ResolveOperator(token.Amp, false, sc, []Operand{o})
		if r.Status == Resolved {
			res, _ := w.operatorCall(sc, r, []Operand{o}, site, w.site(sc, e))
			return res
		}
	}
	w.textureAddress(sc, e, o)
	w.settle(o.base)
	p := Operand{Type: u.T.Pointer(o.Type), base: o.base, address: o.base != nil, Entity: o.Entity, node: w.flow.address(o.node)}
	if o.base != nil && o.base.viaRef {
		w.use(o, Read, nil)
		p.base, p.address = nil, false
	}
	if o.Type.Kind == types.Func {
		p.Entity = nil // the function is known by a reference alone
	}
	return p
}

// operatorCall records a resolved operator; done is false where the built-in one applies and the caller goes on.
func (w *walker) operatorCall(sc *Scope, r Resolution, ops []Operand, site, full Site) (Operand, bool) {
	switch r.Status {
	case Resolved:
		f := r.Func
		if r.Reversed && len(ops) == 2 {
			ops = []Operand{ops[1], ops[0]}
		}
		trivial := (f.Special == CopyAssign || f.Special == MoveAssign) && w.u.IsTrivial(f) == Yes
		switch {
		case trivial:
			w.use(ops[0], Write, nil)
			if len(ops) > 1 {
				if ops[1].Type.Kind == types.Class {
					w.textureBound(ops[1], w.u.T.LRef(ops[1].Type), w.argSite(sc, ops[1], full))
					w.use(ops[1], Read, f)
				} else {
					w.applyArgs(sc, f, r.Convs[1:], ops[1:], full)
				}
			}
			w.flow.assign(ops[0].node, 0, ops[0].Type, w.ctx, full)
			return Operand{Type: ops[0].Type, Cat: LValue, node: ops[0].node}, true
		case f.MemberOf != nil:
			w.use(ops[0], Object, f)
			if len(r.Convs) > 1 {
				w.applyArgs(sc, f, r.Convs[1:], ops[1:], full)
			} else {
				w.consumeUnknown(ops[1:]...)
			}
		default:
			w.applyArgs(sc, f, r.Convs, ops, full)
		}
		w.call(Call{
			Kind: CallOperator, Callee: f, Site: site, Full: full, NonConstArgs: nonConst(ops),
			Virtual: w.u.IsVirtual(f) == Yes, OfRefused: anyRefused(ops),
		})
		return w.result(f, full), true
	case ResolvedBuiltin:
		return Operand{}, false
	case NoMatch:
		w.u.hardFail++
		for _, o := range ops {
			if o.Type.Kind != types.Class {
				continue
			}
			w.consumeUnknown(ops...)
			w.unknownCall(site, "no operator matches")
			return w.unknown(), true
		}
		return Operand{}, false
	}
	w.u.softFail++
	w.consumeUnknown(ops...)
	if anyOperandDependent(ops) {
		w.dependentCall(site)
		return w.dependent("op"), true
	}
	w.unknownCall(site, r.Reason)
	return w.unknown(), true
}

func nonConst(ops []Operand) int {
	n := 0
	for _, o := range ops {
		if !o.Value.IsKnown() && !o.Literal {
			n++
		}
	}
	return n
}

func (w *walker) binary(sc *Scope, e *ast.Binary) Operand {
	u := w.u
	if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && u.isType(sc, p.Type) {
		return w.reparsedCast(sc, e, p)
	}
	opSite := Site{sc.Chunk, ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}
	full := w.site(sc, e)
	switch e.Op {
	case token.AndAnd, token.OrOr:
		return w.logical(sc, e, opSite)
	case token.Comma:
		x := w.expr(sc, e.X)
		y := w.expr(sc, e.Y)
		if isClassOrEnum(x.Type) || isClassOrEnum(y.Type) {
			if r := u.ResolveOperator(e.Op, false, sc, []Operand{x, y}); r.Status == Resolved {
				o, _ := w.operatorCall(sc, r, []Operand{x, y}, opSite, full)
				return o
			}
		}
		w.discard(x)
		if y.Set != nil {
			y.Set.Through = true
		} else if y.Cat == PRValue {
			y.Entity = nil
		}
		return y
	}
	x := w.expr(sc, e.X)
	y := w.expr(sc, e.Y)
	if e.Op == token.DotStar || e.Op == token.ArrowStar {
		return w.memberPointer(sc, e, x, y, opSite)
	}
	w.vectorOperation(e.Op, opSite, full, x, y)
	if isDependent(x) && !plainType(x.Type) || isDependent(y) && !plainType(y.Type) {
		w.use(x, UnknownUse, nil)
		w.use(y, UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		if isComparison(e.Op) {
			d.Type = u.T.Basic(ast.Bool)
		}
		if isAssign(e.Op) {
			d.Cat = LValue
		}
		return d
	}
	if x.IsUnknown() || y.IsUnknown() {
		if isAssign(e.Op) && !x.IsUnknown() && !isClassOrEnum(x.Type) {
			w.use(x, assignUse(e.Op), nil)
			w.consumeUnknown(y)
			w.flow.assign(x.node, 0, x.Type, w.ctx, full)
			return Operand{Type: x.Type, Cat: LValue, node: x.node}
		}
		if y.IsUnknown() && isClassOrEnum(x.Type) || x.IsUnknown() && isClassOrEnum(y.Type) {
			w.unknownCall(opSite, reasonArgument)
		}
		w.consumeUnknown(x, y)
		if isComparison(e.Op) && !isClassOrEnum(x.Type) && !isClassOrEnum(y.Type) {
			return w.unknown()
		}
		return w.unknown()
	}
	if isClassOrEnum(x.Type) || isClassOrEnum(y.Type) {
		r := u.ResolveOperator(e.Op, false, sc, []Operand{x, y})
		mark := w.useMark()
		if o, done := w.operatorCall(sc, r, []Operand{x, y}, opSite, full); done {
			if r.Func != nil {
				w.constantOperator(sc, mark, r.Func, e)
			}
			if r.Rewritten {
				o = w.rewritten(sc, e.Op, r, o, opSite, full)
			}
			return o
		}
		return w.builtinBinary(sc, e.Op, w.convertBuiltin(sc, x, r, 0, full), w.convertBuiltin(sc, y, r, 1, full), full)
	}
	return w.builtinBinary(sc, e.Op, x, y, full)
}

// plainType reports whether a value-dependent operand has a type that operators can be read for all the same.
func plainType(t *types.Type) bool {
	return t.IsArithmetic() || t.Kind == types.Pointer && !t.IsDependent()
}

// convertBuiltin applies the user-defined conversion that makes a class operand fit a built-in operator.
func (w *walker) convertBuiltin(sc *Scope, o Operand, r Resolution, i int, site Site) Operand {
	if o.Type.Kind != types.Class || i >= len(r.Convs) {
		return o
	}
	c := r.Convs[i]
	return w.apply(sc, o, c, c.To, site, CallTempCtor)
}

func isAssign(op token.Kind) bool {
	return op == token.Assign || op >= token.PlusEq && op <= token.ShrEq
}

func assignUse(op token.Kind) UseKind {
	if op == token.Assign {
		return Write
	}
	return ReadWrite
}

func (w *walker) builtinBinary(sc *Scope, op token.Kind, x, y Operand, site Site) Operand {
	u := w.u
	if isAssign(op) {
		if x.Set != nil || x.Type.Kind == types.Braced {
			w.consumeUnknown(x, y)
			return w.unknown()
		}
		null := isNull(y)
		if op == token.Assign {
			if y.Type.Kind == types.Braced || y.Set != nil || y.Type.Kind == types.Class {
				y = w.initCopy(sc, y, x.Type.Unqual(), site, CallCopy)
			} else {
				w.keptConstant(sc, y, x.Type)
				y = w.load(y)
			}
		} else {
			w.keptConstant(sc, y, u.UsualArithmetic(x.Type, y.Type))
			y = w.load(y)
		}
		if op == token.Assign && (x.base == nil || !x.base.viaRef) {
			w.overwritten(x)
		}
		base := w.assign(x, assignUse(op))
		value := y.node
		switch {
		case op == token.Assign && x.Type.Kind == types.Pointer && null:
			value = w.flow.constant(NodeNull)
		case op != token.Assign:
			value = w.flow.offset(w.flow.loaded(x.node))
		}
		w.flow.assign(x.node, value, x.Type, w.ctx, site)
		return Operand{Type: x.Type, Cat: LValue, base: base, Entity: x.Entity, node: x.node}
	}
	if x.Type.Kind == types.Pointer || y.Type.Kind == types.Pointer {
		x, y = w.pointee(sc, x), w.pointee(sc, y)
	}
	if op == token.Plus || op == token.Minus {
		// arr + 1 is an address in arr: whether the array's address or an element is used, its user knows.
		p, i := w.decayed(x), w.decayed(y)
		if op == token.Plus && y.Type.Kind == types.Pointer || i.address {
			p, i = i, p
		}
		if p.address && (i.Type.IsIntegral() || i.Type.Kind == types.Enum) && (op == token.Plus || p.Type == w.decayed(x).Type) {
			constant := i.Value.IsKnown() || i.Literal
			w.load(i)
			return w.advance(p, constant, constant, false)
		}
	}
	if isComparison(op) && (isAddress(x) && isNull(y) || isAddress(y) && isNull(x) || isFunction(x) && isFunction(y)) {
		w.in(Folded, func() { w.load(x); w.load(y) })
		w.foldRef(x)
		w.foldRef(y)
		return Operand{Type: u.T.Basic(ast.Bool)}
	}
	if u.builtinPair(op, x, y).Type == nil {
		u.hardFail++
		w.consumeUnknown(x, y)
		return w.unknown()
	}
	if w.sameObject(op, x, y) {
		w.in(Folded, func() { x, y = w.load(x), w.load(y) })
	}
	late := w.rightOperand(sc, x, y)
	x = w.load(x)
	w.in(late, func() { y = w.load(y) })
	if !x.Value.IsKnown() || !y.Value.IsKnown() {
		common := u.UsualArithmetic(x.Type, y.Type)
		w.keptConstant(sc, x, common)
		w.keptConstant(sc, y, common)
	}
	dep := x.Dependent || y.Dependent
	v := u.binaryValue(op, x.Value, y.Value)
	switch {
	case op == token.Spaceship:
		return Operand{Type: u.builtinOrdering(x.Type, y.Type)}
	case isComparison(op):
		return Operand{Type: u.T.Basic(ast.Bool), Value: v, Dependent: false}
	case x.Type.Kind == types.Pointer && y.Type.Kind == types.Pointer && op == token.Minus:
		return Operand{Type: u.T.Basic(ast.Long)}
	case x.Type.Kind == types.Pointer && (op == token.Plus || op == token.Minus):
		return Operand{Type: x.Type, Dependent: dep, node: w.flow.offset(x.node)}
	case y.Type.Kind == types.Pointer && op == token.Plus:
		return Operand{Type: y.Type, Dependent: dep, node: w.flow.offset(y.node)}
	case op == token.Shl || op == token.Shr:
		return Operand{Type: u.Promote(x.Type), Value: v, Dependent: dep}
	}
	if !isArithmeticOrEnum(x.Type) || !isArithmeticOrEnum(y.Type) {
		return w.unknown()
	}
	return Operand{Type: u.UsualArithmetic(x.Type, y.Type), Value: v, Dependent: dep}
}

// overwritten is about x = y where x is itself the result of an assignment: nvcc 12.4's front end no longer calls the
// compound assignment inside a read.
func (w *walker) overwritten(x Operand) {
	if w.facts == nil || x.base == nil || !x.base.assigned {
		return
	}
	for i := len(w.facts.Uses) - 1; i >= 0; i-- {
		if u := &w.facts.Uses[i]; u.Site == x.base.site && u.Kind == ReadWrite {
			u.Kind = Write
			return
		}
	}
}

// constantOperator is constantCall for the call of an operator function that was just recorded.
func (w *walker) constantOperator(sc *Scope, mark int, f *Func, e ast.Expr) {
	if !w.constantCall(sc, mark, f, nil, e) {
		return
	}
	if n := len(w.facts.Calls); n > 0 && w.facts.Calls[n-1].Callee == f {
		w.facts.Calls[n-1].IsConstant = true
	}
}

// rightOperand are the circumstances in which the right operand of an operator is loaded: late, unless the left one is a
// constant by then, which it is not when it is itself an element to be loaded.
func (w *walker) rightOperand(sc *Scope, x, y Operand) Context {
	switch {
	case w.facts == nil || y.base == nil || x.Value.IsKnown():
		return 0
	case x.base != nil && x.base.subscript || x.Expr == nil || !w.u.isConstant(sc, x.Expr):
		return Late
	}
	return 0
}

// sameObject reports whether two operands are addresses in one variable, at known places, so that comparing and subtracting
// them gives constants.
func (w *walker) sameObject(op token.Kind, x, y Operand) bool {
	x, y = w.decayed(x), w.decayed(y)
	known := func(o Operand) bool {
		return o.address && o.base != nil && !automatic(o.base.v) && (!o.base.element || o.base.constIndex)
	}
	return (isComparison(op) || op == token.Minus) && known(x) && known(y) && x.base.v == y.base.v
}

// isAddress reports whether an operand is the address of a certain variable or function, which compares unequal to null.
func isAddress(o Operand) bool {
	if o.address && o.base != nil && o.base.element && !o.base.constIndex {
		return false
	}
	return o.address || isFunction(o) || o.base != nil && o.Type.Kind == types.Array
}

// isFunction reports whether an operand is a certain function or its address.
func isFunction(o Operand) bool {
	if o.Set != nil {
		return true
	}
	if f, ok := o.Value.Entity.(*Func); ok && f != nil && o.Value.Kind == types.AddressValue {
		return true // a constant pointer's value
	}
	f, ok := o.Entity.(*Func)
	return ok && f != nil && (o.Type.Kind == types.Func || o.Type.Kind == types.Pointer)
}

// isNull reports whether an operand is a null pointer constant.
func isNull(o Operand) bool {
	n, ok := o.Value.Int64()
	return o.Value.Kind == types.NullValue || o.Literal && ok && n == 0
}

func (w *walker) logical(sc *Scope, e *ast.Binary, opSite Site) Operand {
	u := w.u
	x := w.expr(sc, e.X)
	known, constant := x.Value.Bool()
	if !constant && w.facts != nil && !isDependent(x) {
		known, constant = u.Eval(sc, e.X, EvalOptions{Runtime: true}).Bool()
	}
	skipped := constant && known == (e.Op == token.OrOr)
	left := w.flow.here()
	w.flow.from(left, neverIf(skipped))
	var y Operand
	if skipped {
		w.in(Folded, func() { y = w.expr(sc, e.Y) })
	} else {
		y = w.expr(sc, e.Y)
	}
	defer func() { w.flow.join(left, w.flow.here()) }()
	if isDependent(x) || isDependent(y) {
		// While x's type is not known, neither is the operator, nor whether it reads y.
		kind := Read
		if isDependent(x) {
			kind = UnknownUse
		}
		w.use(x, Read, nil)
		w.use(y, kind, nil)
		d := w.dependentExpr(sc, e)
		d.Type = u.T.Basic(ast.Bool)
		return d
	}
	if !x.IsUnknown() && !y.IsUnknown() && (isClassOrEnum(x.Type) || isClassOrEnum(y.Type)) {
		r := u.ResolveOperator(e.Op, false, sc, []Operand{x, y})
		if r.Status == Resolved {
			o, _ := w.operatorCall(sc, r, []Operand{x, y}, opSite, w.site(sc, e))
			return o
		}
	}
	w.flow.at(left, func() { x = w.boolean(sc, x, w.site(sc, e.X)) })
	ctx := Context(0)
	if skipped {
		ctx = Folded
	}
	w.in(ctx, func() { y = w.boolean(sc, y, w.site(sc, e.Y)) })
	return Operand{Type: u.T.Basic(ast.Bool), Value: u.binaryValue(e.Op, x.Value, y.Value)}
}

// boolean is the contextual conversion to bool.
func (w *walker) boolean(sc *Scope, o Operand, site Site) Operand {
	if isDependent(o) && o.Type.Kind != types.Basic {
		w.use(o, Read, nil)
		return Operand{Type: w.u.T.Basic(ast.Bool), Dependent: true, Value: types.Value{Kind: types.DependentValue, Index: -1}}
	}
	if o.Type.Kind == types.Class {
		c := w.u.ContextualBool(o)
		if !c.OK() {
			w.consumeUnknown(o)
			w.unknownCall(site, "a conversion to bool is not known")
			return Operand{Type: w.u.T.Basic(ast.Bool)}
		}
		w.apply(sc, o, c, w.u.T.Basic(ast.Bool), site, CallTempCtor)
		return Operand{Type: w.u.T.Basic(ast.Bool)}
	}
	o = w.pointee(sc, o)
	if isAddress(o) {
		w.in(Folded, func() { w.load(o) })
		return Operand{Type: w.u.T.Basic(ast.Bool)}
	}
	o = w.load(o)
	if o.Type.Kind == types.Unknown {
		return o
	}
	return Operand{Type: w.u.T.Basic(ast.Bool), Value: o.Value}
}

func (w *walker) memberPointer(sc *Scope, e *ast.Binary, x, y Operand, site Site) Operand {
	if e.Op == token.ArrowStar {
		if x.Type.Kind == types.Class {
			r := w.u.ResolveOperator(e.Op, false, sc, []Operand{x, y})
			if o, done := w.operatorCall(sc, r, []Operand{x, y}, site, w.site(sc, e)); done {
				return o
			}
		}
		x = w.deref(sc, x)
	}
	y = w.load(y)
	if y.Type.Kind != types.MemberPointer {
		w.consumeUnknown(x)
		if isDependent(x) || isDependent(y) {
			return w.dependentExpr(sc, e)
		}
		return w.unknown()
	}
	t := y.Type.Elem
	if t.Kind == types.Func {
		w.use(x, Object, nil)
		return Operand{Type: t, Cat: LValue}
	}
	o := Operand{Type: w.u.T.Qualify(t, x.Type.CV), Cat: LValue, node: w.flow.of(NodeElement, x.node)}
	if x.base != nil && !x.address {
		o.base = x.base
		if !x.base.viaRef {
			_, member := y.Entity.(*Field) // &T::m
			o.base = x.base.part(member, member, false)
		}
	}
	return o
}

func (w *walker) conditional(sc *Scope, e *ast.Conditional) Operand {
	u := w.u
	c := w.expr(sc, e.C)
	known, constant := c.Value.Bool()
	if !constant && w.facts != nil && !isDependent(c) {
		known, constant = u.Eval(sc, e.C, EvalOptions{Runtime: true}).Bool()
	}
	cond := c
	if e.T != nil {
		cond = w.boolean(sc, c, w.site(sc, e.C))
	}
	if !constant {
		outer := w.ctx
		w.ctx &^= InInit // no front end looks for constants in the arms
		defer func() { w.ctx = outer }()
	}
	head := w.flow.here()
	arm := func(x ast.Expr, live bool) Operand {
		var o Operand
		ctx := Context(0)
		if constant && !live {
			ctx = Folded
		}
		w.flow.from(head, neverIf(constant && !live))
		w.in(ctx, func() { o = w.expr(sc, x) })
		return o
	}
	t, endT := c, head
	if e.T != nil {
		t = arm(e.T, known)
		endT = w.flow.here()
	}
	f := arm(e.F, !known)
	endF := w.flow.here()
	defer func() { w.flow.join(endT, endF) }()
	if isDependent(cond) && !isDependent(t) && !isDependent(f) && t.Type == f.Type {
		cond.Dependent = false
	}
	if isDependent(t) || isDependent(f) {
		w.use(t, UnknownUse, nil)
		w.use(f, UnknownUse, nil)
		return w.dependentExpr(sc, e)
	}
	o := u.ConditionalType(t, f)
	if o.IsUnknown() {
		w.consumeUnknown(t, f)
		return o
	}
	if chosen := f; o.Cat == PRValue && constant && (known && t.address || !known && f.address) {
		if known {
			chosen = t
		}
		chosen.Type = o.Type
		return chosen
	}
	if o.Cat == PRValue {
		site := w.site(sc, e)
		ctxT, ctxF := Context(0), Context(0)
		if constant && known {
			ctxF = Folded
		} else if constant {
			ctxT = Folded
		}
		convert := func(x Operand, ctx Context, end int) (node Node) {
			if !x.throw {
				w.flow.at(end, func() { w.in(ctx, func() { node = w.initCopy(sc, x, o.Type, site, CallCopy).node }) })
			}
			return node
		}
		nodeT := convert(t, ctxT, endT)
		o.node = w.flow.either(nodeT, convert(f, ctxF, endF))
		if o.Type.Kind == types.Class {
			o.made = w.temp(o.Type, -1, site)
		}
		if constant {
			if known {
				o.Value = t.Value
			} else {
				o.Value = f.Value
			}
		}
		return o
	}
	t.dead, f.dead = constant && !known, constant && known
	o.arms, o.node = []Operand{t, f}, w.flow.either(t.node, f.node)
	return o
}

func (w *walker) index(sc *Scope, e *ast.Index) Operand {
	u := w.u
	x := w.expr(sc, e.X)
	mark := w.useMark()
	args := w.exprs(sc, e.Args)
	if len(args) == 0 {
		return w.unknown()
	}
	i := args[0]
	literal := i.Cat == PRValue && (i.Literal || w.useMark() == mark)
	full := w.site(sc, e)
	if isDependent(x) && x.Type.Kind != types.Pointer && x.Type.Kind != types.Array || isDependent(i) && !i.Type.IsArithmetic() {
		w.use(x, UnknownUse, nil)
		w.use(i, UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		d.Cat = LValue
		return d
	}
	if x.IsUnknown() || x.Type.Kind == types.Class {
		if x.Type.Kind == types.Class {
			ops := append([]Operand{x}, args...)
			r := u.ResolveOperator(token.LBracket, false, sc, ops)
			site := Site{sc.Chunk, full.Span}
			mark := w.useMark()
			if o, done := w.operatorCall(sc, r, ops, site, full); done {
				if r.Func != nil {
					w.constantOperator(sc, mark, r.Func, e)
				}
				return o
			}
			x = w.convertBuiltin(sc, x, r, 0, full)
		} else {
			w.consumeUnknown(append(args, x)...)
			return w.unknown()
		}
	}
	if x.Type.Kind != types.Array && x.Type.Kind != types.Pointer && (i.Type.Kind == types.Array || i.Type.Kind == types.Pointer) {
		x, i = i, x
		literal = i.Literal
	}
	constIndex := i.Value.IsKnown() || i.Literal
	if !constIndex && w.facts != nil && w.ctx&InInit != 0 && !isDependent(i) {
		constIndex = u.Eval(sc, args[0].Expr, EvalOptions{}).IsKnown()
	}
	switch {
	case i.Type.Kind == types.Class:
		w.initCopy(sc, i, u.T.Basic(ast.Long), full, CallTempCtor)
	case isDependent(x):
		w.use(i, UnknownUse, nil)
	default:
		w.load(i)
	}
	if x.Type.Kind == types.Array {
		o := x
		o.Type, o.Entity, o.Value, o.node = x.Type.Elem, nil, types.Value{}, w.flow.of(NodeElement, x.node)
		if o.Cat == PRValue {
			o.Cat = XValue
		}
		if o.base != nil && !o.base.viaRef {
			o.base = o.base.part(constIndex, literal, true)
		}
		return o
	}
	x = w.pointee(sc, x)
	var o Operand
	w.in(latePointer(x), func() { o = w.deref(sc, w.advance(x, constIndex, literal, true)) })
	if x.address && o.base != nil {
		o.base.subscript = true // deref made the copy
	}
	return o
}

// latePointer are the circumstances in which a value is returned, subscripted, or passed to an ellipsis.
func latePointer(o Operand) Context {
	if o.Type.Kind == types.Pointer {
		return LatePointer
	}
	return 0
}

// advance is the address that a pointer into a variable holds after pointer arithmetic with an index.
func (w *walker) advance(p Operand, constIndex, literal, subscript bool) Operand {
	if !p.address || p.base == nil {
		return p
	}
	p.base, p.Entity, p.Value = p.base.part(constIndex, literal, subscript), nil, types.Value{}
	p.node = w.flow.offset(p.node)
	return p
}

// decayed is the address of an array's first element, nothing recorded yet: what happens to the array is for whoever uses
// the address.
func (w *walker) decayed(o Operand) Operand {
	if o.Type.Kind != types.Array || o.base == nil || o.base.viaRef || o.arms != nil {
		return o
	}
	return Operand{
		Type: w.u.T.Pointer(o.Type.Elem), base: o.base.part(true, true, o.base.subscript), address: true, node: w.flow.decay(o.node),
	}
}

// ---- Casts, queries, folds

func (w *walker) cast(sc *Scope, kind ast.CastKind, t *types.Type, o Operand, site Site) Operand {
	u := w.u
	if isDependent(o) || t.IsDependent() {
		w.use(o, UnknownUse, nil)
		return operandOf(t) // a cast to a type that is known is not type-dependent, whatever its operand is
	}
	if hasAuto(t) || t.Kind == types.Unknown || o.IsUnknown() && o.Set == nil {
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
		if kind == ast.CastC || kind == ast.CastStatic {
			conv := u.ImplicitConversion(o, t, ConvOptions{Explicit: true})
			if conv.OK() && conv.User != nil {
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
	case t.Kind == types.Class && (kind == ast.CastC || kind == ast.CastStatic):
		return w.construct(sc, t, []Operand{o}, InitDirect, site, CallTempCtor)
	case o.Type.Kind == types.Class || o.Set != nil || o.Type.Kind == types.Braced:
		conv := u.ImplicitConversion(o, t, ConvOptions{Explicit: true})
		if o.Set != nil && !conv.OK() {
			w.load(o) // (void *)f takes the address of the only function that f can be
			return Operand{Type: t}
		}
		w.apply(sc, o, conv, t, site, CallTempCtor)
		return Operand{Type: t}
	}
	if t.IsBool() && isAddress(o) {
		return w.boolean(sc, o, site)
	}
	if p := w.decayed(o); t.Kind == types.Pointer && p.address && p.base != nil {
		b := *p.base
		b.reinterpreted = b.reinterpreted || kind == ast.CastReinterpret || !u.sameObjectType(p.Type.Elem, t.Elem)
		return Operand{Type: t, base: &b, address: true, node: p.node}
	}
	o = w.load(o)
	return Operand{Type: t, Value: u.ConvertValue(o.Value, t), node: w.flow.converted(o.node, t)}
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
	return d != nil && b != nil && u.DerivedFrom(d, b) == Yes
}

func (w *walker) query(sc *Scope, e *ast.Query) Operand {
	u := w.u
	v := types.Value{}
	if e.Kind != ast.Typeid {
		v = u.Eval(sc, e, EvalOptions{})
	}
	switch e.Kind {
	case ast.Noexcept:
		w.unevaluated(sc, e.X)
		return Operand{Type: u.T.Basic(ast.Bool), Value: v, Dependent: false}
	case ast.Typeid:
		w.keyword(sc, Typeid, e)
		w.queried(sc, e)
		if f := u.lookupStd(u.syms.typeInfo); f != nil {
			return w.refused(Operand{Type: u.T.Qualify(u.ClassType(f), ast.Const), Cat: LValue})
		}
		return w.refused(w.unknown())
	}
	w.queried(sc, e)
	o := Operand{Type: u.T.Basic(ast.ULong), Value: v}
	return o
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
			return Operand{Type: u.T.Basic(ast.Bool), Value: types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.Bool), Int: boolInt(e.Op == token.AndAnd)}}
		}
		return Operand{Type: u.T.Basic(ast.Void)}
	}
	combine := func(a, b Operand) Operand { return w.foldPair(sc, e.Op, a, b, site) }
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
		return w.dependent("fold")
	}
	if a.IsUnknown() || b.IsUnknown() {
		w.consumeUnknown(a, b)
		return w.unknown()
	}
	if isClassOrEnum(a.Type) || isClassOrEnum(b.Type) {
		r := u.ResolveOperator(op, false, sc, []Operand{a, b})
		if op != token.Comma || r.Status == Resolved {
			if o, done := w.operatorCall(sc, r, []Operand{a, b}, site, site); done {
				return o
			}
		}
	}
	switch op {
	case token.Comma:
		w.discard(a)
		return b
	case token.AndAnd, token.OrOr:
		a, b = w.boolean(sc, a, site), w.boolean(sc, b, site)
		return Operand{Type: u.T.Basic(ast.Bool), Value: u.binaryValue(op, a.Value, b.Value)}
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
