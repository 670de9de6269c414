package body

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (w *walker) name(sc *sema.Scope, n *ast.Name) sema.Operand {
	f := w.u.LookupName(sc, n)
	if f.State != sema.FoundOK {
		if o, ok := w.functionName(sc, n); ok {
			return o
		}
	}
	return w.foundName(sc, n, f)
}

func (w *walker) foundName(sc *sema.Scope, n *ast.Name, f sema.Found) sema.Operand {
	u := w.u
	last := n.Last()
	site := sema.Site{Chunk: sc.Chunk, Span: n.Span}
	w.nameConstants(sc, n, true)
	switch f.State {
	case sema.FoundDependent:
		return w.dependentName(sc, n)
	case sema.NotFound:
		if !f.Qualified { // what stands nowhere fails in no substitution: it is an error where it is written
			u.Doubt()
			return w.unknown()
		}
		return w.invalid()
	case sema.FoundUnknown:
		u.Doubt()
		return w.unknown()
	}
	var set *sema.OverloadSet
	before := u.Failed()
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *sema.Func:
			if set == nil {
				set = w.overloads(sc, n, f)
			}
			set.Cands = append(set.Cands, e)
		case *sema.Template:
			switch e.Kind {
			case sema.FuncTemplate:
				if set == nil {
					set = w.overloads(sc, n, f)
				}
				set.Cands = append(set.Cands, e)
			case sema.VarTemplate:
				return w.varTemplate(sc, e, last, site)
			case sema.Concept:
				return w.conceptID(sc, e, n)
			}
		case *sema.UnresolvedUsing:
			return w.dependentName(sc, n)
		}
	}
	if u.Substituting > 0 && u.Failed().Since(before).Certain() {
		return w.unknown() // there is no such template argument: a substitution fails
	}
	if set != nil {
		o := sema.Operand{Type: u.T.Overloads(), Cat: sema.LValue, Set: set}
		if fn, ok := set.Cands[0].(*sema.Func); ok && len(set.Cands) == 1 && !set.Incomplete {
			o.Tree = &sema.Expr{Op: sema.ExprName, Entity: fn}
		}
		return o
	}
	switch e := f.Entities[0].(type) {
	case *sema.Var:
		return w.variable(e, site)
	case *sema.Field:
		w.named(e, site)
		return w.implicitMember(sc, e, f, site)
	case *sema.Enumerator:
		w.named(e, site)
		return w.enumerator(e)
	case *sema.TemplateParam:
		return w.valueParam(e, sc, n)
	}
	return w.unknown()
}

// conceptID is a concept with its arguments: whether they satisfy it.
func (w *walker) conceptID(sc *sema.Scope, concept *sema.Template, n *ast.Name) sema.Operand {
	u := w.u
	args := u.ResolveTemplateArgs(sc, n.Last().Args, concept)
	o := sema.Operand{Type: u.T.Basic(ast.Bool)}
	if args == nil {
		return o
	}
	if sema.AnyDependent(args) {
		o.Dependent = true
		o.Value = types.Value{Kind: types.DependentValue, Index: -1, Key: u.TokenKey(sc, n.Span)}
		return o
	}
	switch u.ConceptSatisfied(concept, args) {
	case sema.Yes:
		o.Value = types.Value{Kind: types.IntValue, Type: o.Type, Int: 1}
	case sema.No:
		o.Value = types.Value{Kind: types.IntValue, Type: o.Type}
	}
	return o
}

// dependentName is what a name denotes that each instance looks up for itself. What its template arguments name is known all the same.
func (w *walker) dependentName(sc *sema.Scope, n *ast.Name) sema.Operand {
	if last := n.Last(); w.u.Names != nil {
		for i := range last.Args {
			w.u.AppendTemplateArg(nil, sc, &last.Args[i], nil)
		}
	}
	o := w.dependent(w.u.TokenKey(sc, n.Span))
	o.Cat = sema.LValue
	return o
}

func (w *walker) overloads(sc *sema.Scope, n *ast.Name, f sema.Found) *sema.OverloadSet {
	s := &sema.OverloadSet{
		Name: n, NamingClass: f.Class, Incomplete: f.Incomplete, Broken: f.Broken,
		Qualified: f.Qualified || n.Global || len(n.Parts) > 1,
	}
	if last := n.Last(); last.HasArgs {
		s.HasExplicit = true
		var sole *sema.Template // whose parameters say what the arguments are for
		if len(f.Entities) == 1 {
			sole, _ = f.Entities[0].(*sema.Template)
		}
		for i := range last.Args {
			var want *sema.TemplateParam
			if sole != nil {
				if params := w.u.TemplateParams(sole); len(s.Explicit) < len(params) {
					want = w.u.BoundParam(sole, params[len(s.Explicit)], s.Explicit)
				}
			}
			s.Explicit = w.u.AppendTemplateArg(s.Explicit, sc, &last.Args[i], want)
		}
	}
	s.Site = sema.Site{Chunk: sc.Chunk, Span: n.Last().Span}
	return s
}

func (w *walker) varTemplate(sc *sema.Scope, t *sema.Template, part *ast.NamePart, site sema.Site) sema.Operand {
	before := w.u.Failed()
	args := w.u.ResolveTemplateArgs(sc, part.Args, t)
	if w.u.Failed().Since(before).Certain() {
		return w.unknown() // there is no such argument: a substitution fails
	}
	if args == nil {
		w.u.Doubt()
		return w.unknown()
	}
	if sema.AnyDependent(args) {
		return w.dependent(w.u.TokenKey(sc, part.Span))
	}
	v := w.u.InstantiateVar(t, args)
	if v == nil {
		return w.unknown()
	}
	w.u.Mention(sema.Mention{Var: v, Site: site})
	return w.variable(v, site)
}

func (w *walker) enumerator(e *sema.Enumerator) sema.Operand {
	t, v := w.u.EnumType(e.Enum), w.u.EnumeratorValue(e)
	if n := w.u.InsideDefinition(e); n != nil {
		t, v.Type = n, n
	}
	dependent := t.IsDependent() || w.definition() && w.u.DependentScope(e.Enum.Scope) // a member of a template [temp.dep.type]
	return sema.Operand{Type: t, Value: v, Entity: e, Dependent: dependent, Tree: &sema.Expr{Op: sema.ExprName, Entity: e}}
}

func (w *walker) valueParam(p *sema.TemplateParam, sc *sema.Scope, n *ast.Name) sema.Operand {
	return w.valueParamOperand(p, sc, n).Typed(&sema.Expr{Op: sema.ExprName, Entity: p})
}

func (w *walker) valueParamOperand(p *sema.TemplateParam, sc *sema.Scope, n *ast.Name) sema.Operand {
	u := w.u
	t := u.DeclaratorType(p.Scope, &p.Decl.Spec, &p.Decl.Decl)
	if p.Bound == nil || p.Bound.Kind == types.ValueArg && p.Bound.Value.Kind == types.DependentValue {
		o := w.dependent(u.TokenKey(sc, n.Span))
		if !t.IsDependent() && !t.IsUnknown() && !sema.HasAuto(t) {
			o = operandOf(u.T.Decay(t))
		}
		o.Value = types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index}
		if p.Bound != nil {
			o.Value = p.Bound.Value
		}
		return o
	}
	if p.Bound.Kind != types.ValueArg {
		return w.dependentName(sc, n)
	}
	v := p.Bound.Value
	if sema.HasAuto(t) || t.IsUnknown() {
		t = v.Type
	}
	if t == nil {
		return sema.Operand{Type: u.T.Unknown(), Value: v}
	}
	w.textureParam(t, sema.Site{Chunk: sc.Chunk, Span: n.Span})
	if t.Kind == types.Func {
		t = u.T.Pointer(t)
	}
	o := operandOf(t)
	o.Value = v
	if t.Kind == types.Class {
		o.Type, o.Cat, o.At = u.T.Qualify(t, ast.Const), sema.LValue, sema.Site{Chunk: sc.Chunk, Span: n.Span}
	}
	if v.Kind == types.AddressValue {
		if fn, ok := v.Entity.(*sema.Func); ok {
			o.Entity, o.Ref = fn, w.ref(fn, sema.Site{Chunk: sc.Chunk, Span: n.Span})
		} else if vr, ok := v.Entity.(*sema.Var); ok && o.Cat == sema.LValue {
			o.Base = &sema.VarRef{Var: vr, Site: sema.Site{Chunk: sc.Chunk, Span: n.Span}, TemplateArg: true}
			o.Entity = vr
		} else if ok && t.Kind == types.Pointer {
			o.Base, o.Address = &sema.VarRef{Var: vr, Site: sema.Site{Chunk: sc.Chunk, Span: n.Span}, TemplateArg: true}, true
		}
	}
	return o
}

// variable is an id-expression that names a variable.
func (w *walker) variable(v *sema.Var, site sema.Site) sema.Operand {
	u := w.u
	w.named(v, site)
	if v.Anonymous != nil {
		u.Mention(sema.Mention{Var: v, Site: site})
		return w.anonymousMember(v, site)
	}
	t := u.VarType(v)
	o := sema.Operand{Type: t, Cat: sema.LValue, Entity: v, Dependent: t.IsDependent(), Tree: &sema.Expr{Op: sema.ExprName, Entity: v}}
	o.Base = &sema.VarRef{Var: v, Site: site}
	if t.IsRef() {
		o.Type = t.Elem
		o.Base.ViaRef = true
		o.Node = w.flow.Reference(v, site)
	} else {
		o.Node = w.flow.Variable(v)
	}
	if v.Pack && v.Elems == nil {
		o.Dependent = true
	}
	if w.lambda != nil && sema.Automatic(v) && !w.bound(v, &o, site) {
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

// bound is about a reference of the function around a lambda that is certain to refer to one static object: front ends put the object in
// its place, and nothing is captured. It reports whether v is such a one, and makes o what it refers to.
func (w *walker) bound(v *sema.Var, o *sema.Operand, site sema.Site) bool {
	if w.facts == nil || w.resolving || v.Lambda == w.lambda || v.Kind != sema.LocalVar || !o.Base.ViaRef {
		return false
	}
	val := w.u.InitValue(v)
	to, ok := val.Entity.(*sema.Var)
	if !ok || val.Kind != types.AddressValue || sema.Automatic(to) || to.ThreadLocal {
		return false
	}
	o.Base, o.Node = atAddress(to, val, site), w.flow.Variable(to)
	return true
}

// atAddress is what stands at a constant address val, which is in a variable.
func atAddress(to *sema.Var, val types.Value, site sema.Site) *sema.VarRef {
	return &sema.VarRef{Var: to, Site: site, Element: strings.Contains(val.Key, "["), ConstIndex: true, ViaPointer: true}
}

func (w *walker) anonymousMember(v *sema.Var, site sema.Site) sema.Operand {
	found := w.u.LookupMember(v.Anonymous, v.Spelling)
	if len(found.Entities) != 1 {
		return w.unknown()
	}
	f, ok := found.Entities[0].(*sema.Field)
	if !ok {
		return w.unknown()
	}
	o := sema.Operand{Type: w.u.FieldType(f), Cat: sema.LValue, Entity: v, Tree: &sema.Expr{Op: sema.ExprName, Entity: v}}
	o.Base = &sema.VarRef{Var: v, Site: site}
	return o
}

// implicitMember is a data member named without an object: (*this).m, or an unevaluated use.
func (w *walker) implicitMember(sc *sema.Scope, f *sema.Field, found sema.Found, site sema.Site) sema.Operand {
	t := w.u.FieldType(f)
	if sc.This == nil || found.Qualified && sc.This != nil && w.u.DerivedFrom(w.u.ClassOf(sc.This), f.Class) == sema.No {
		o := operandOf(t)
		o.Cat, o.Entity = sema.LValue, f
		return o
	}
	w.captureThis(site)
	o := w.fieldOf(w.thisObject(sc), f)
	o.Dependent = o.Dependent || w.ofOther(sc, f.Class)
	return o
}

// fieldOf selects a data member of an object.
func (w *walker) fieldOf(obj sema.Operand, f *sema.Field) sema.Operand {
	t := w.u.FieldType(f)
	o := sema.Operand{Entity: f, Bits: f.Bits, Dependent: t.IsDependent(), Loaded: obj.Loaded, Node: w.flow.Field(obj.Node, f)}
	o.Tree = &sema.Expr{Op: sema.ExprMember, Entity: f, Args: []*sema.Expr{sema.TreeOf(obj)}}
	if t.IsRef() {
		o.Type, o.Cat, o.Node = t.Elem, sema.LValue, w.flow.RefMember(o.Node, obj.At)
		switch {
		case obj.Base == nil || obj.Address || sema.Automatic(obj.Base.Var):
		case obj.Base.ViaRef:
			w.use(obj, sema.Read, nil)
		default:
			o.Base = &sema.VarRef{Var: obj.Base.Var, Site: obj.Base.Site, Path: obj.Base.Path, ViaRef: true, ViaMember: true}
		}
		return o
	}
	cv := obj.Type.CV
	if f.Mutable {
		cv &^= ast.Const
	}
	for _, arm := range obj.Arms {
		part := w.fieldOf(arm, f)
		if part.Base != nil && !part.Base.ViaRef {
			part.Base = part.Base.Part(false, false, false) // which of two is chosen is no constant
		}
		part.Dead = arm.Dead
		o.Arms = append(o.Arms, part)
	}
	o.Type = w.u.T.Qualify(t, cv)
	o.Cat = obj.Cat
	if o.Cat == sema.PRValue {
		o.Cat = sema.XValue
	}
	if obj.Base != nil && !obj.Address {
		b := *obj.Base
		b.Path = append(b.Path[:len(b.Path):len(b.Path)], f)
		b.Subscript = false
		o.Base = &b
	}
	return o
}

// ---- Members

func (w *walker) member(sc *sema.Scope, e *ast.MemberExpr) sema.Operand {
	start := w.mark()
	obj := w.expr(sc, e.X)
	if e.Arrow {
		obj = w.arrow(sc, obj, sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}})
		obj.At = w.site(sc, e.X)
	}
	o := w.memberOf(sc, obj, e)
	if obj.Base == nil && o.Base == nil && o.Tree != nil && o.Type.IsScalar() && w.facts != nil && !w.resolving {
		w.heldAddress(start, &o, w.site(sc, e))
	}
	return o
}

// heldAddress puts the address that a member of a template's argument holds in the member's place, and the address of a function for a
// member of a constant temporary, which was made of what was recorded since start.
func (w *walker) heldAddress(start mark, o *sema.Operand, site sema.Site) {
	arg := partOfArgument(o.Tree)
	if !arg && (o.Cat == sema.LValue || !toFunction(o.Type)) {
		return
	}
	val := w.u.EvalTree(o.Tree, sema.EvalOptions{Runtime: true})
	switch e := val.Entity.(type) {
	case *sema.Func:
		i := slices.IndexFunc(w.facts.Refs[start.refs:], func(r sema.FuncRef) bool { return r.Func == e })
		if o.Ref = int32(start.refs + i + 1); i < 0 {
			if !arg {
				return
			}
			o.Ref = w.ref(e, site)
		}
		o.Entity, o.Value = e, val
	case *sema.Var:
		if arg && o.Type.Kind == types.Pointer {
			o.Base, o.Address = atAddress(e, val, site), true
			o.Base.TemplateArg = true
		}
	}
}

// arrow is the object that p-> denotes: operator-> is followed as long as classes come.
func (w *walker) arrow(sc *sema.Scope, p sema.Operand, site sema.Site) sema.Operand {
	u := w.u
	for range 16 {
		if p.Type.Kind != types.Class || sema.IsDependent(p) {
			break
		}
		r := u.ResolveOperator(token.Arrow, false, sc, []sema.Operand{p})
		if r.Status != sema.Resolved {
			w.consumeUnknown(p)
			w.unknownCall(site, r.Unresolved())
			return w.unknown()
		}
		start := w.mark()
		w.use(p, sema.Object, r.Func)
		w.call(sema.Call{Kind: sema.CallArrow, Callee: r.Func, Site: site, Full: site})
		p = w.constantAddress(start, r.Func, w.result(r.Func, site).Typed(w.callTree(r.Func, sema.CallArrow, &p, nil)), site)
	}
	return w.deref(p)
}

// pointee is what a constant pointer points to, where that is a known variable: front ends put its address in the pointer's
// place, so that the object itself is what generated code needs, or folds.
func (w *walker) pointee(p sema.Operand) sema.Operand {
	if w.facts == nil || p.Type.Kind != types.Pointer || p.Address || p.Base == nil || p.Base.ViaRef || sema.Automatic(p.Base.Var) {
		return p
	}
	v := p.Base.Var
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
		val = w.u.EvalTree(p.Tree, sema.EvalOptions{Runtime: true})
	}
	to, ok := val.Entity.(*sema.Var)
	if !ok || val.Kind != types.AddressValue {
		return p
	}
	w.in(sema.Folded, func() { w.load(p) })
	return sema.Operand{Type: p.Type, Base: atAddress(to, val, p.Base.Site), Address: true, Node: w.flow.Address(w.flow.Variable(to)), Tree: p.Tree}
}

// deref is *p for a builtin pointer.
func (w *walker) deref(p sema.Operand) sema.Operand {
	return w.derefOperand(p).Typed(unaryTree(token.Star, p))
}

func (w *walker) derefOperand(p sema.Operand) sema.Operand {
	p = w.pointee(p)
	switch {
	case p.Address && (p.Base != nil || p.Arms != nil):
		if p.Base != nil {
			b := *p.Base
			b.Subscript = false
			p.Base = &b
		}
		p.Address = false
		p.Cat, p.Entity, p.Value = sema.LValue, nil, types.Value{}
		p.Type, p.Node = p.Type.Elem, w.flow.Pointee(p.Node)
		return p
	case p.Type.Kind == types.Array:
		p.Dependent = p.Dependent && !knownElements(p)
		p.Type, p.Cat, p.Entity, p.Node = p.Type.Elem, sema.LValue, nil, w.flow.Of(sema.NodeElement, p.Node)
		if p.Base != nil && !p.Base.ViaRef {
			p.Base = p.Base.Part(true, true, false)
		}
		return p
	case pointsToVoid(p.Type) && w.asks() && !sema.IsDependent(p):
		return w.invalid()
	case p.Type.Kind == types.Pointer:
		mark, late := w.useMark(), sema.Context(0)
		if p.Type.Elem.Kind == types.Func {
			late = sema.LatePointer // what is called, or decays to a pointer again
		}
		w.in(late, func() { p = w.load(p) })
		o := sema.Operand{Type: p.Type.Elem, Cat: sema.LValue, Dependent: p.Dependent, Node: w.flow.Pointee(p.Node)}
		if n := w.useMark(); n > mark {
			o.Loaded = int32(n)
		}
		return o
	case p.Type.Kind == types.Func:
		return p
	case sema.IsDependent(p):
		w.use(p, sema.UnknownUse, nil)
		o := w.dependent("*" + p.Type.Key)
		o.Cat = sema.LValue
		return o
	}
	if p.Type.IsArithmetic() {
		w.u.Refute() // no operator* takes numbers
	}
	w.consumeUnknown(p)
	return w.unknown()
}

func (w *walker) memberOf(sc *sema.Scope, obj sema.Operand, e *ast.MemberExpr) sema.Operand {
	u := w.u
	last := e.Name.Last()
	site := sema.Site{Chunk: sc.Chunk, Span: e.Name.Span}
	if obj.Type.Kind == types.Unknown {
		w.consumeUnknown(obj)
		return w.unknown()
	}
	c := u.ClassOf(obj.Type)
	if c == nil {
		if last.Kind == ast.NameDestructor {
			// A pseudo-destructor: its call does nothing.
			if at := last.Hi - 1; !last.HasArgs {
				u.Names.Found(sc, &ast.NamePart{Span: ast.Span{Lo: at, Hi: last.Hi}, Sym: last.Sym}, u.LookupUnqualified(sc, last.Sym))
			}
			w.use(obj, sema.Discard, nil)
			void := u.T.Basic(ast.Void)
			return sema.Operand{Type: u.T.Func(types.FuncType{Result: void}), Pseudo: true, Tree: castTree(void, obj)}
		}
		if sema.IsDependent(obj) {
			u.Names.Found(sc, last, sema.Found{State: sema.FoundDependent, In: obj.Type})
			w.use(obj, sema.UnknownUse, nil)
			return w.dependentName(sc, e.Name)
		}
		w.consumeUnknown(obj)
		return w.invalid()
	}
	var f sema.Found
	if len(e.Name.Parts) > 1 || e.Name.Global {
		// x.Base::m: the qualifier is looked up in the object's class first, then in the context.
		inner := u.ScopeOfMember(sc, c)
		f = u.LookupName(inner, e.Name)
	} else {
		f = u.LookupIn(sc, sema.Qualifier{State: sema.FoundOK, Typ: u.ClassType(c)}, last)
		f.Qualified = false
		u.Names.Found(sc, last, f)
	}
	switch f.State {
	case sema.FoundDependent:
		w.use(obj, sema.UnknownUse, nil)
		return w.dependentName(sc, e.Name)
	case sema.NotFound:
		w.consumeUnknown(obj)
		if c.Dependent && c.HasUnknownBase() {
			return w.dependentName(sc, e.Name)
		}
		return w.invalid()
	case sema.FoundUnknown:
		w.consumeUnknown(obj)
		u.Doubt()
		return w.unknown()
	}
	if len(f.Entities) == 1 {
		switch m := f.Entities[0].(type) {
		case *sema.Field:
			w.named(m, site)
			o := w.fieldOf(obj, m)
			o.Dependent = o.Dependent || obj.Dependent && !c.Dependent || w.ofOther(sc, m.Class)
			return o
		case *sema.Var:
			w.discard(obj)
			o := w.variable(m, site)
			o.Dependent = o.Dependent || w.ofOther(sc, m.MemberOf)
			if o.Base != nil {
				o.Base.Selected = true
			}
			return o
		case *sema.Enumerator:
			w.named(m, site)
			w.discard(obj)
			return w.enumerator(m)
		case *sema.UnresolvedUsing:
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
		o.Object = &obj
	}
	return o
}

// ---- Operators

func isClassOrEnum(t *types.Type) bool { return t.Kind == types.Class || t.Kind == types.Enum }

// memberNamed is the data member of which &C::m makes a pointer to member, an expression that needs no object; else nil.
func (w *walker) memberNamed(sc *sema.Scope, e *ast.Unary) *sema.Field {
	ne, ok := e.X.(*ast.NameExpr)
	if !ok || e.Op != token.Amp || len(ne.Name.Parts) < 2 && !ne.Name.Global {
		return nil
	}
	found := w.u.LookupName(sc, ne.Name)
	if found.State != sema.FoundOK || len(found.Entities) != 1 {
		return nil
	}
	f, ok := found.Entities[0].(*sema.Field)
	if ok {
		w.nameConstants(sc, ne.Name, true)
		w.named(f, sema.Site{Chunk: sc.Chunk, Span: ne.Name.Span})
	}
	return f
}
