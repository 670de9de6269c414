package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// readBases reads a class's bases; where they lead back to the class itself they are unknown.
func (u *Unit) readBases(c *Class) {
	if u.BeginQuery(&c.deriving) {
		for i := range c.Syntax.Bases {
			u.addBases(c, &c.Syntax.Bases[i])
		}
		if u.EndQuery(&c.deriving) {
			c.bases, c.UnknownBase, c.paths, c.derivation = nil, true, 1, 1
		}
	} else {
		c.UnknownBase = true
	}
	if c.Key == ast.KeyUnion && len(c.bases) > 0 {
		c.bases, c.UnknownBase = nil, true // unions have none [class.union.general]
	}
}

// readMembers declares the members of a class. They may be others where some cannot be read or a guess decides what stands there.
func (u *Unit) readMembers(c *Class, chunk *Chunk) ClassState {
	state := Complete
	for _, m := range c.Syntax.Members {
		if _, bad := m.Decl.(*ast.BadDecl); bad {
			state = Broken
		}
		u.Declare(Target{Class: c}, c.Inner, chunk, m.Decl, DeclContext{access: m.Access})
		if u.guessedAt(chunk, m.Decl.Pos().Lo) {
			state = Broken
		}
	}
	if u.guessedAt(chunk, c.Syntax.Close) {
		state = Broken
	}
	return state
}

// Complete reads a class's bases and members, once.
func (u *Unit) Complete(c *Class) ClassState {
	if c.State != Incomplete || c.noDef {
		c.asked = c.asked && u.questioned
		if c.needs {
			u.needAgain(c)
		}
		return c.State
	}
	c.asked = u.questioned
	if c.Lambda != nil {
		c.State = Complete
		return c.State
	}
	if !u.EnterDeep() {
		c.noDef = true // asked again and again, an endless chain of instances would cost its length each time
		return Incomplete
	}
	defer u.LeaveDeep()
	u.Spend(StepsPerClass)
	// [temp.deduct]/8: failures inside a class body are not in the immediate context of whoever needed the class.
	before, substituting := u.Failed(), u.Substituting
	u.Substituting = 0
	defer func() {
		u.Forgive(before)
		u.Substituting = substituting
	}()
	c.needs = u.needing(c, func() { u.define(c) })
	return c.State
}

// define chooses the definition of a class and reads it.
func (u *Unit) define(c *Class) {
	c.State = Completing
	if c.Template != nil && c.Syntax == nil {
		u.chooseDefinition(c)
	} else if c.Syntax == nil || u.mayBeSpecialised(c) {
		u.findOutOfLineClass(c)
	}
	if c.Syntax == nil {
		c.State, c.noDef = Incomplete, true
		return
	}
	chunk := c.DefinedAt.Chunk
	c.Inner = c.Scope.Child(ClassScope)
	c.Inner.Class, c.Inner.Chunk, c.Inner.This = c, chunk, nil
	c.Inner.Func, c.Inner.Lambda = nil, nil
	u.readBases(c)
	c.State = u.readMembers(c, chunk)
	u.orderMembers(c)
	c.ordered = true
	if c.ownInstance() && u.mayOverride(c) {
		u.outlasts()
	}
}

// dependentBases reports whether all that is not known of a class's bases depends on template parameters: in its definition they do not hide
// what another base has.
func (c *Class) dependentBases() bool {
	return c.Dependent && !slices.ContainsFunc(c.bases, func(b Base) bool {
		return b.Class == nil && !b.Type.IsDependent() || b.Class != nil && b.Class.UnknownBase && !b.Class.Dependent
	})
}

// InFunction reports whether a class is a function's own, or a member of one that is.
func (c *Class) InFunction() bool {
	for ; c != nil && !c.Local; c, _ = c.Within.(*Class) {
	}
	return c != nil
}

// StepsPerClass is what a class costs beside the steps that reading it takes: it is kept, with all its members.
const StepsPerClass = 64

func (u *Unit) addBases(c *Class, b *ast.Base) {
	types_ := []*types.Type{}
	if b.Pack {
		packs := u.PacksIn(c.Scope, b)
		if n, ok := u.BoundPackLen(packs); ok {
			for i := range n {
				types_ = append(types_, u.ResolveTypeID(u.ElementScope(c.Scope, packs, i), b.Type))
			}
		} else {
			c.UnknownBase = true
			return
		}
	} else {
		types_ = append(types_, u.ResolveTypeID(c.Scope, b.Type))
	}
	dependent := u.writtenDependent(c.Scope, b)
	for _, t := range types_ {
		access := b.Access
		if access == ast.AccessNone {
			access = ast.Public
			if c.Key == ast.KeyClass {
				access = ast.Private
			}
		}
		base := Base{Type: t, Virtual: b.Virtual, Access: access, Site: Site{c.DefinedAt.Chunk, b.Span}, Class: u.ClassOf(t), Dependent: dependent}
		if base.Class == nil {
			c.UnknownBase = true
		} else if base.Class == c {
			continue
		} else if st := u.Complete(base.Class); st == Completing {
			if base.Class.deriving.at > 0 {
				u.circle(&base.Class.deriving) // it is derived from c
			}
			c.UnknownBase = true
			continue
		} else if st == Incomplete {
			c.UnknownBase = true
		} else if base.Class.UnknownBase {
			c.UnknownBase = true
		}
		c.bases = append(c.bases, base)
	}
	c.paths, c.derivation = 1, 1
	for i := range c.bases {
		if b := c.bases[i].Class; b != nil {
			c.paths += b.paths
			c.derivation = max(c.derivation, b.derivation+1)
		}
	}
	if c.paths > maxBasePaths || c.derivation > maxDepth {
		c.bases, c.UnknownBase, c.paths, c.derivation = nil, true, 1, 1
	}
}

// writtenDependent reports whether some name in n is declared by a template around it: one of its parameters, the class itself,
// or a member of the class. NVIDIA's front end takes all of these for dependent.
func (u *Unit) writtenDependent(sc *Scope, n ast.Node) bool {
	if !inTemplate(sc) {
		return false
	}
	var before token.Kind
	for _, t := range (Site{sc.Chunk, n.Pos()}).Tokens() {
		if t.Kind == token.Ident && before != token.ColonCol {
			for s := sc; s != nil && inTemplate(s); s = s.Parent {
				if s.lookup(t.Sym) != nil || s.Kind == ClassScope && (s.Class.Spelling == t.Sym || s.Class.members[t.Sym] != nil) {
					return true
				}
			}
		}
		before = t.Kind
	}
	return false
}

// inTemplate reports whether a scope is that of template parameters, bound or not, or stands within one.
func inTemplate(sc *Scope) bool {
	for ; sc != nil; sc = sc.Parent {
		if sc.Kind == TemplateScope && sc.head != nil && len(sc.head.Params) > 0 {
			return true
		}
	}
	return false
}

// maxBasePaths bounds the ways through a class's bases: where bases share bases they double with every level, and much of
// C++ is defined over them all. A class with more, or with longer ones than maxDepth, has unknown bases.
const maxBasePaths = 5000

// orderMembers links members, so that fields, constructors and conversions are known in their order of declaration. Of an instance the other
// functions that have names, and the static members, wait for who asks: there are many, and of a library's few are ever used.
func (u *Unit) orderMembers(c *Class) {
	var dtors []*Func
	c.waiting = c.Scope.instantiated()
	for m, sd := range c.declares {
		if ct, ok := sd.Spec.Type.(*ast.ClassType); ok && ct.Class.Name == nil && len(sd.Declarators) == 0 {
			u.addAnonymousMember(c, sd, ct.Class, m.Access)
		}
		for _, dt := range sd.Declarators {
			if c.waiting && u.mayWait(c, sd, dt) {
				continue
			}
			e := u.memberEntity(c, sd, dt)
			if e == nil || c.redeclares(e) {
				continue
			}
			u.addMember(c, e)
			if f, ok := e.(*Func); ok && f.Kind == Destructor {
				dtors = append(dtors, f)
			}
		}
	}
	u.chooseDestructor(c, dtors)
	if set := c.members[u.Syms.ctor]; set != nil {
		u.Link(set, Target{Class: c})
		for _, l := range set.Linked {
			if f, ok := l.Entity.(*Func); ok && f.Special() == InheritedCtor {
				c.ctors = append(c.ctors, f)
			} else if t, ok := l.Entity.(*Template); ok && t.Inherited != nil {
				c.ctors = append(c.ctors, t)
			}
		}
	}
}

// declares yields the simple declarations among c's members, but for friends.
func (c *Class) declares(yield func(*ast.Member, *ast.SimpleDecl) bool) {
	for i := range c.Syntax.Members {
		m := &c.Syntax.Members[i]
		if sd, ok := untemplated(m.Decl).(*ast.SimpleDecl); ok && sd.Spec.Flags&ast.Friend == 0 && !yield(m, sd) {
			return
		}
	}
}

// mayWait reports whether a member decides nothing but what its name finds.
func (u *Unit) mayWait(c *Class, sd *ast.SimpleDecl, dt *ast.Declarator) bool {
	return dt.Name != nil && dt.Name.Last().Kind == ast.NameIdent && (dt.Func() != nil || sd.Spec.Flags&ast.Static != 0) &&
		!u.isConstructorDeclarator(c.Spelling, RawDecl{Decl: sd, Dtor: dt, Name: dt.Name})
}

// untemplated is a declaration without its template heads.
func untemplated(d ast.Decl) ast.Decl {
	for {
		t, ok := d.(*ast.TemplateDecl)
		if !ok {
			return d
		}
		d = t.Inner
	}
}

// addMember puts a member behind those declared before it.
func (u *Unit) addMember(c *Class, e Entity) {
	c.order = append(c.order, e)
	switch e := e.(type) {
	case *Field:
		e.Index = len(c.fields)
		c.fields = append(c.fields, e)
	case *Func:
		switch e.Kind {
		case Constructor:
			c.ctors = append(c.ctors, e)
		case Destructor:
			c.dtor = e
		case Conversion:
			c.Convs = append(c.Convs, e)
		case OperatorFunc:
			if e.DefaultedFirst && e.Spelling == u.OperatorSym(token.Spaceship) {
				u.addImplicitEquality(c, e)
			}
		}
	case *Template:
		if e.Kind != FuncTemplate {
			return
		}
		switch e.Func.Kind {
		case Constructor:
			c.ctors = append(c.ctors, e)
		case Conversion:
			c.Convs = append(c.Convs, e)
		}
	}
}

// chooseDestructor chooses among prospective destructors [class.dtor]/4: of those whose constraints hold the most
// constrained one.
func (u *Unit) chooseDestructor(c *Class, among []*Func) {
	if len(among) < 2 || c.Dependent {
		return
	}
	var best *Func
	for _, d := range among {
		switch u.functionConstraints(d) {
		case UnknownTri:
			return
		case No:
			continue
		}
		if best == nil {
			best = d
		} else if cmp, _ := u.OrderConstrained(d, best); cmp < 0 {
			best = d
		}
	}
	if best != nil {
		c.dtor = best
	}
}

// memberEntity is the entity that a member declarator declares.
func (u *Unit) memberEntity(c *Class, sd *ast.SimpleDecl, dt *ast.Declarator) Entity {
	if dt.Name == nil || len(dt.Name.Parts) != 1 {
		return nil
	}
	sym := u.NameSym(dt.Name)
	raw := RawDecl{Decl: sd, Dtor: dt, Name: dt.Name}
	if u.isConstructorDeclarator(c.Spelling, raw) {
		sym = u.Syms.ctor
	}
	return u.declaredBy(c, sym, dt)
}

// declaredBy is the member of a name that a declarator declares.
func (u *Unit) declaredBy(c *Class, sym token.Sym, dt *ast.Declarator) Entity {
	set := c.members[sym]
	if set == nil {
		return nil
	}
	u.Link(set, Target{Class: c})
	dt, _ = u.inventDeclarator(dt)
	for i := range set.Raw {
		if set.Raw[i].Dtor == dt {
			return set.Raw[i].Entity
		}
	}
	return nil
}

// addAnonymousMember adds an anonymous union or struct member, whose members are found as the class's own.
func (u *Unit) addAnonymousMember(c *Class, sd *ast.SimpleDecl, cd *ast.ClassDecl, access ast.Access) {
	class := u.classFor(c.Inner, c.DefinedAt.Chunk, cd, c, DeclContext{access: access})
	f := &Field{Class: c, Spec: &sd.Spec, Anonymous: true, Access: access, Index: len(c.fields), Scope: c.Inner}
	f.Unit, f.Within, f.Place = u, c, Site{c.DefinedAt.Chunk, cd.Span}
	f.typ = u.ClassType(class)
	c.fields = append(c.fields, f)
	c.order = append(c.order, f)
	u.Complete(class)
	for _, inner := range class.fields {
		u.injectField(c, inner)
	}
}

func (u *Unit) injectField(c *Class, f *Field) {
	if f.Anonymous {
		for _, inner := range u.ClassOf(f.typ).fields {
			u.injectField(c, inner)
		}
		return
	}
	set := Target{Class: c}.Set(f.Spelling)
	set.link(f, 0)
}

// Bases are the direct bases.
func (c *Class) Bases() []Base {
	c.Unit.Complete(c)
	return c.bases
}

// Fields are the non-static data members in order, anonymous unions as one.
func (c *Class) Fields() []*Field {
	c.Unit.Complete(c)
	return c.fields
}

// Members are the members in order of declaration.
func (c *Class) Members() []Entity {
	u := c.Unit
	u.Complete(c)
	if !c.waiting || !c.ordered {
		return c.order
	}
	c.waiting, c.order = false, nil
	for _, sd := range c.declares {
		for _, f := range c.fields {
			if f.Anonymous && f.Spec == &sd.Spec {
				c.order = append(c.order, f)
			}
		}
		for _, dt := range sd.Declarators {
			if e := u.memberEntity(c, sd, dt); e != nil && !c.redeclares(e) {
				c.order = append(c.order, e)
			}
		}
	}
	return c.order
}

// redeclares reports whether a member was declared before, in the class itself.
func (c *Class) redeclares(e Entity) bool {
	f, ok := e.(*Func)
	return ok && len(f.Decls) > 1 && slices.Contains(c.order, e)
}

// WithNested are a class and the classes defined in it, in order, however deep.
func (u *Unit) WithNested(c *Class) []*Class {
	if !u.Nest() {
		return []*Class{c}
	}
	defer u.Unnest()
	u.Complete(c)
	var nested []*Class
	for _, set := range c.members {
		u.Link(set, Target{Class: c})
		for i := range set.Raw {
			k, ok := set.Raw[i].Entity.(*Class)
			if t, named := set.Raw[i].Entity.(*Typedef); named {
				k = u.classDefinedBy(t)
				ok = k != nil
			}
			if ok && k.Within == Entity(c) && u.Complete(k) != Incomplete && !slices.Contains(nested, k) {
				nested = append(nested, k)
			}
		}
	}
	for _, f := range c.fields {
		if k := u.unnamedClassOf(f); k != nil && !slices.Contains(nested, k) {
			nested = append(nested, k)
		}
	}
	slices.SortFunc(nested, func(a, b *Class) int { return cmp.Compare(a.DefinedAt.Span.Lo, b.DefinedAt.Span.Lo) })
	out := []*Class{c}
	for _, k := range nested {
		out = append(out, u.WithNested(k)...)
	}
	return out
}

// unnamedClassOf is the class without a name that a data member's declaration defines, if any.
func (u *Unit) unnamedClassOf(f *Field) *Class {
	if f.Spec == nil {
		return nil
	}
	if ct, ok := f.Spec.Type.(*ast.ClassType); !ok || ct.Class.Name != nil {
		return nil
	}
	t := u.FieldType(f)
	for t.Kind == types.Array || t.Kind == types.Pointer || t.IsRef() {
		t = t.Elem
	}
	if c := u.ClassOf(t); c != nil && c.Within == Entity(f.Class) {
		return c
	}
	return nil
}

// Ctors are the constructors, *Func or *Template, implicit and inherited ones too.
func (c *Class) Ctors() []Entity {
	if c.Unit.Complete(c) == Incomplete || c.State == Completing {
		return c.ctors
	}
	return append(c.ctors[:len(c.ctors):len(c.ctors)], c.Unit.SpecialsOf(c).implicitCtors()...)
}

// Conversions are the class's own conversion functions, *Func or *Template.
func (c *Class) Conversions() []Entity {
	c.Unit.Complete(c)
	return c.Convs
}

// Destructor is the destructor, implicit or not; nil when the class is incomplete.
func (c *Class) Destructor() *Func {
	if c.Unit.Complete(c) == Incomplete || c.State == Completing {
		return c.dtor
	}
	if c.dtor != nil {
		return c.dtor
	}
	return c.Unit.SpecialsOf(c).implicitDtor()
}

// HasUnknownBase reports whether a base is dependent or unknown, so that the class may have members nobody saw.
func (c *Class) HasUnknownBase() bool {
	c.Unit.Complete(c)
	return c.UnknownBase
}

// DerivedFrom reports whether d is b or derived from it.
func (u *Unit) DerivedFrom(d, b *Class) Tri {
	return u.derivedThrough(d, b, nil)
}

// derivedThrough looks into each class once: where bases share bases, the ways to one multiply with every level.
func (u *Unit) derivedThrough(d, b *Class, seen map[*Class]Tri) Tri {
	if d == b {
		return Yes
	}
	if d == nil || b == nil {
		return UnknownTri
	}
	if u.Complete(d) == Incomplete {
		return UnknownTri
	}
	if r, ok := seen[d]; ok {
		return r
	}
	if seen == nil && len(d.bases) > 1 {
		seen = make(map[*Class]Tri)
	}
	out := No
	for i := range d.bases {
		if d.bases[i].Class == nil {
			out = out.Or(UnknownTri)
			continue
		}
		out = out.Or(u.derivedThrough(d.bases[i].Class, b, seen))
	}
	if seen != nil {
		seen[d] = out
	}
	return out
}

// FriendsNamed are the functions and templates of a name that a class declares friends.
func (u *Unit) FriendsNamed(c *Class, sym token.Sym) []Entity {
	u.Complete(c)
	if es, ok := c.friends[sym]; ok {
		return es
	}
	var out []Entity
	if c.friends == nil {
		c.friends = make(map[token.Sym][]Entity)
	}
	c.friends[sym] = nil // against recursion
	for i := range c.friendRaws {
		r := c.friendRaws[i]
		if u.NameSym(r.Name) != sym || r.Dtor.Func() == nil {
			continue
		}
		if r.Name.Global || len(r.Name.Parts) > 1 || r.Name.Last().HasArgs {
			continue // declared elsewhere
		}
		ns := u.enclosingNamespace(c)
		set := u.nsSet(ns, sym)
		if set == nil {
			set = Target{ns: ns}.Set(sym)
		}
		set.addRaw(r)
		n := len(set.Raw) - 1
		u.Link(set, Target{ns: ns})
		e := set.Raw[n].Entity
		u.befriended(c, e)
		if e != nil && !slices.Contains(out, e) {
			out = append(out, e)
			c.friends[sym] = out // those that follow may name it
		}
	}
	return out
}

// befriended notes that a class declares an entity a friend: an instance may declare again what is seen without it.
func (u *Unit) befriended(c *Class, e Entity) {
	decls := 0
	switch e := e.(type) {
	case *Func:
		decls = len(e.Decls)
	case *Template:
		decls = len(e.Decls)
	}
	if decls > 1 && c.ownInstance() {
		u.outlasts()
	}
}

// ownInstance reports whether a class that has a definition is an instance of a class template that no system header defines.
func (c *Class) ownInstance() bool { return c.Args != nil && !c.Dependent && !c.DefinedAt.Chunk.System }

// mayBeSpecialised reports whether a member class of an instance may have a definition of its own.
func (u *Unit) mayBeSpecialised(c *Class) bool {
	owner, ok := c.Within.(*Class)
	return ok && c.Spelling != 0 && !c.Dependent && !c.DefinedAt.Chunk.System && u.patternOf(owner) != owner
}

// findOutOfLineClass looks for struct A::B { … }; that defines a class only declared so far, and for template<> struct
// A<int>::B { … }; that does so for one instance of A.
func (u *Unit) findOutOfLineClass(c *Class) {
	owner, ok := c.Within.(*Class)
	if !ok {
		u.findClassOutside(c)
		return
	}
	pattern := u.patternOf(owner)
	outside, _ := u.outOfLineOf(c.Spelling, u.enclosingNamespace(c), owner, pattern)
	for _, o := range outside {
		if o.RawDecl.Class == nil {
			continue
		}
		if o.target == Entity(owner) || o.target == Entity(pattern) && c.Syntax == nil {
			sc := o.specialScope()
			if o.target != Entity(owner) {
				sc = u.rebind(o.Heads, o.chunk, owner)
			}
			c.respecified = o.target != Entity(pattern)
			c.Syntax, c.Key = o.RawDecl.Class, o.RawDecl.Class.Key
			c.Scope = u.ScopeOfMember(sc, owner)
			c.Scope.Chunk = o.chunk
			c.DefinedAt = Site{o.chunk, c.Syntax.Span}
			return
		}
	}
}

// findClassOutside looks for struct ns::B { … }; that defines a class of a namespace.
func (u *Unit) findClassOutside(c *Class) {
	ns, ok := c.Within.(*Namespace)
	if !ok || c.Spelling == 0 {
		return
	}
	outside, _ := u.outOfLineOf(c.Spelling, ns, declaring(ns)...)
	for _, o := range outside {
		if o.RawDecl.Class != nil && o.Head() == nil {
			u.defineClass(c, o.RawDecl)
			return
		}
	}
}

// outOfLineTarget resolves what an out-of-line declaration's qualifier names: a class (for templates the pattern) or a
// namespace; nil when neither, and where it stands in no namespace around that [class.mfct], from where nobody would look for it.
func (u *Unit) outOfLineTarget(o *outOfLineDecl) Entity {
	if !o.resolved {
		o.resolved = true
		q := u.LookupQualifier(o.scope, o.Name, false)
		switch {
		case q.State != FoundOK:
		case q.NS != nil && encloses(o.chunk.NS, q.NS):
			o.target = q.NS
		case q.Typ != nil:
			if c := u.ClassOf(q.Typ); c != nil && encloses(o.chunk.NS, u.enclosingNamespace(c)) {
				o.target = c
			}
		}
	}
	return o.target
}

// encloses reports whether a namespace is one of those around another, or that itself.
func encloses(around, ns *Namespace) bool {
	for ; ns != nil; ns = ns.outer() {
		if ns == around {
			return true
		}
	}
	return false
}

// rebind makes the scope of an out-of-line declaration of a pattern's member for the instance c: the headers' parameters
// are bound to the arguments of the template classes around the member.
func (u *Unit) rebind(heads []*TemplateHead, chunk *Chunk, c *Class) *Scope {
	sc := u.ChunkScope(chunk)
	args := boundArgs(c)
	for i, h := range heads {
		if i >= len(args) {
			break
		}
		sc = u.BindScope(sc, h, args[i])
	}
	return sc
}

// boundArgs lists the arguments bound for each template class around and including c, outermost first.
func boundArgs(c *Class) [][]types.Arg {
	var out [][]types.Arg
	for e := Entity(c); e != nil; {
		cl, ok := e.(*Class)
		if !ok {
			break
		}
		if cl.Template != nil && cl.bound != nil {
			out = append([][]types.Arg{cl.bound}, out...)
		}
		e = cl.Within
	}
	return out
}

// ScopeOfMember wraps a scope so that the members of c are visible in it, and those of the classes around c.
func (u *Unit) ScopeOfMember(sc *Scope, c *Class) *Scope {
	if around, ok := c.Within.(*Class); ok {
		sc = u.ScopeOfMember(sc, around)
	}
	s := sc.Child(ClassScope)
	s.Class = c
	return s
}

// Def is a class's definition, nil while it is only declared, and for an instance that nothing has needed complete.
func (c *Class) Def() *ast.ClassDecl {
	c.settle()
	return c.Syntax
}

// Header is the template header whose parameters the class's members see: of its specialisation or its template; nil where there is none.
func (c *Class) Header() *TemplateHead {
	switch {
	case c.spec != nil:
		return c.spec.Head
	case c.Template != nil:
		return c.Template.Head
	}
	return nil
}

// Specialised reports whether the class is an explicit specialisation, as far as it is complete.
func (c *Class) Specialised() bool {
	return c.respecified || c.spec != nil && len(c.spec.Head.Params) == 0
}

// DefSite is where a class's definition names it, zero where it has none.
func (c *Class) DefSite() Site {
	c.settle()
	return c.DefinedAt
}

// settle finds the definition of a class that is no instance: one that is made because somebody asks would count as used.
func (c *Class) settle() {
	if c.Template == nil || c.Dependent {
		c.Unit.Complete(c)
	}
}
