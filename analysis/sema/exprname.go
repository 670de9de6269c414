package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

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
		o := Operand{Type: u.T.Overloads(), Cat: LValue, Set: set}
		if fn, ok := set.Cands[0].(*Func); ok && len(set.Cands) == 1 && !set.Incomplete {
			o.tree = w.nameTree(fn)
		}
		return o
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
		var sole *Template // whose parameters say what the arguments are for
		if len(f.Entities) == 1 {
			sole, _ = f.Entities[0].(*Template)
		}
		for i := range last.Args {
			var want *TemplateParam
			if sole != nil {
				if params := w.u.TemplateParams(sole); len(s.Explicit) < len(params) {
					want = w.u.boundParam(sole, params[len(s.Explicit)], s.Explicit)
				}
			}
			s.Explicit = w.u.appendTemplateArg(s.Explicit, sc, &last.Args[i], want)
		}
	}
	s.Site = Site{sc.Chunk, n.Last().Span}
	return s
}

func (w *walker) varTemplate(sc *Scope, t *Template, part *ast.NamePart, site Site) Operand {
	hard, soft := w.u.hardFail, w.u.softFail
	args := w.u.resolveTemplateArgs(sc, part.Args, t)
	if w.u.hardFail > hard && w.u.softFail == soft {
		return w.unknown() // there is no such argument: a substitution fails
	}
	if args == nil {
		w.u.softFail++
		return w.unknown()
	}
	if anyDependent(args) {
		return w.dependent(w.u.tokenKey(sc, part.Span))
	}
	v := w.u.instantiateVar(t, args)
	if v == nil {
		return w.unknown()
	}
	w.u.mention(Mention{Var: v, Site: site})
	return w.variable(v, site)
}

func (w *walker) enumerator(e *Enumerator) Operand {
	t, v := w.u.EnumType(e.Enum), w.u.EnumeratorValue(e)
	if n := w.u.insideDefinition(e); n != nil {
		t, v.Type = n, n
	}
	dependent := t.IsDependent() || w.definition() && w.u.dependentScope(e.Enum.Scope) // a member of a template [temp.dep.type]
	return Operand{Type: t, Value: v, Entity: e, Dependent: dependent, tree: w.nameTree(e)}
}

func (w *walker) valueParam(p *TemplateParam, sc *Scope, n *ast.Name) Operand {
	return w.valueParamOperand(p, sc, n).typed(w.nameTree(p))
}

func (w *walker) valueParamOperand(p *TemplateParam, sc *Scope, n *ast.Name) Operand {
	u := w.u
	if p.Bound == nil {
		o := w.dependent(u.tokenKey(sc, n.Span))
		o.Value = types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index}
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
		o.Dependent = t.IsDependent() // as of a parameter that is not bound
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
	o := Operand{Type: t, Cat: LValue, Entity: v, Dependent: t.IsDependent(), tree: w.nameTree(v)}
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
	found := w.u.lookupMember(v.Anonymous, v.name)
	if len(found.Entities) != 1 {
		return w.unknown()
	}
	f, ok := found.Entities[0].(*Field)
	if !ok {
		return w.unknown()
	}
	o := Operand{Type: w.u.FieldType(f), Cat: LValue, Entity: v, tree: w.nameTree(v)}
	o.base = &varRef{v: v, site: site}
	return o
}

// implicitMember is a data member named without an object: (*this).m, or an unevaluated use.
func (w *walker) implicitMember(sc *Scope, f *Field, found Found, site Site) Operand {
	t := w.u.FieldType(f)
	if sc.This == nil || found.Qualified && sc.This != nil && w.u.derivedFrom(w.u.ClassOf(sc.This), f.Class) == No {
		o := operandOf(t)
		o.Cat, o.Entity = LValue, f
		return o
	}
	w.captureThis(site)
	return w.fieldOf(w.thisObject(sc), f)
}

// fieldOf selects a data member of an object.
func (w *walker) fieldOf(obj Operand, f *Field) Operand {
	t := w.u.FieldType(f)
	o := Operand{Entity: f, Bits: f.Bits, Dependent: t.IsDependent(), loaded: obj.loaded, node: w.flow.field(obj.node, f)}
	if w.typing {
		o.tree = &Expr{Op: ExprMember, Entity: f, Args: []*Expr{treeOf(obj)}}
	}
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
		r := u.resolveOperator(token.Arrow, false, sc, []Operand{p})
		if r.Status != Resolved {
			w.consumeUnknown(p)
			w.unknownCall(site, r.Reason)
			return w.unknown()
		}
		w.use(p, Object, r.Func)
		w.call(Call{Kind: CallArrow, Callee: r.Func, Site: site, Full: site})
		p = w.result(r.Func, site).typed(w.callTree(r.Func, CallArrow, &p, nil))
	}
	return w.deref(p)
}

// pointee is what a constant pointer points to, where that is a known variable: front ends put its address in the pointer's
// place, so that the object itself is what generated code needs, or folds.
func (w *walker) pointee(p Operand) Operand {
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
		val = w.u.evalTree(p.tree, EvalOptions{Runtime: true})
	}
	to, ok := val.Entity.(*Var)
	if !ok || val.Kind != types.AddressValue {
		return p
	}
	w.in(Folded, func() { w.load(p) })
	b := &varRef{v: to, site: p.base.site, element: val.Key != "", constIndex: true, viaPointer: true}
	return Operand{Type: p.Type, base: b, address: true, node: w.flow.address(w.flow.variable(to)), tree: p.tree}
}

// deref is *p for a builtin pointer.
func (w *walker) deref(p Operand) Operand {
	return w.derefOperand(p).typed(w.unaryTree(token.Star, p))
}

func (w *walker) derefOperand(p Operand) Operand {
	p = w.pointee(p)
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
			u.names.found(sc, last, Found{State: FoundDependent, In: obj.Type})
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
		u.names.found(sc, last, f)
	}
	switch f.State {
	case FoundDependent:
		w.use(obj, UnknownUse, nil)
		return w.dependentName(sc, e.Name)
	case NotFound:
		w.consumeUnknown(obj)
		if c.Dependent && c.hasUnknownBase() {
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
