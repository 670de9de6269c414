package sema

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (u *Unit) newTemplate(kind TemplateKind, sym token.Sym, r RawDecl, tgt Target) *Template {
	t := u.declaredTemplates.New()
	t.Kind, t.Head, t.Decls, t.MemberOf = kind, r.Head(), []RawDecl{r}, tgt.Class
	t.Unit, t.Spelling, t.Within, t.Place = u, sym, tgt.entity(), Site{r.chunk, r.span}
	return t
}

// enter notes an instance.
func (t *Template) enter(key string, e Entity) {
	if t.Instances == nil {
		t.Instances = make(map[string]Entity) // most templates have none
	}
	t.Instances[key] = e
}

// IsDependentTemplate reports whether t is an unbound template template parameter.
func (t *Template) IsDependentTemplate() bool { return t.Param != nil }

// templateOfParam is the template that stands for an unbound template template parameter: the same one for the headers of all
// declarations, as types.Param is, where the parameters in it are alike.
func (u *Unit) templateOfParam(p *TemplateParam) *Template {
	head := u.TemplateScope(p.Scope, p.Decl.Params, nil)
	key := paramTemplate{p.Depth, p.Index, p.Pack, u.shape(head)}
	if t := u.paramTemplates[key]; t != nil {
		return t
	}
	t := &Template{Kind: TemplateTemplate, Param: p, Head: head}
	t.Unit, t.Spelling, t.Place = u, p.Spelling, p.Place
	u.paramTemplates[key] = t
	return t
}

// paramTemplate tells unbound template template parameters apart.
type paramTemplate struct {
	depth, index int
	pack         bool
	shape        string
}

// shape is what distinguishes the parameters of template template parameters: all but their names and default arguments.
func (u *Unit) shape(h *TemplateHead) string {
	if !u.Nest() {
		return ""
	}
	defer u.Unnest()
	var b []byte
	for i, p := range h.Entity {
		b = fmt.Appendf(b, "%d %t ", p.Decl.Kind, p.Pack)
		switch p.Decl.Kind {
		case ast.ParamTemplate:
			b = fmt.Appendf(b, "%p ", u.templateOfParam(p))
		case ast.ParamValue:
			b = fmt.Appendf(b, "%p ", u.unboundValueType(h, i))
		}
	}
	return string(b)
}

// TemplateParams are a template's parameters, of its first declaration.
func (u *Unit) TemplateParams(t *Template) []*TemplateParam {
	if t.Head == nil {
		return nil
	}
	return t.Head.Entity
}

// DependentMember tells what a dependent type is a member of, if it is typename T::name or typename T::template name<args>;
// args are nil for the former.
func (u *Unit) DependentMember(t *types.Type) (in *types.Type, name string, args []types.Arg, ok bool) {
	name, ok = strings.CutPrefix(t.Key, memberKey)
	if !ok || t.Kind != types.Dependent || len(t.Args) == 0 {
		return nil, "", nil, false
	}
	if name, found := strings.CutSuffix(name, "<"); found {
		return t.Args[0].Type, name, t.Args[1:], true
	}
	return t.Args[0].Type, name, nil, true
}

// ParamOf is the template template parameter that a type names with arguments, nil for other types.
func (u *Unit) ParamOf(t *types.Type) *TemplateParam {
	if template, ok := t.Decl.(*Template); ok && t.Kind == types.Dependent {
		return template.Param
	}
	return nil
}

// PatternClass is the class that a class template's definition declares, with the template's parameters unbound.
func (u *Unit) PatternClass(t *Template) *Class {
	if t.Kind != ClassTemplate || t.Head == nil {
		return nil
	}
	return u.InstantiateClass(t, u.OwnArgs(t.Head))
}

// OwnArgs are a header's parameters as arguments: those of the pattern.
func (u *Unit) OwnArgs(h *TemplateHead) []types.Arg {
	out := make([]types.Arg, len(h.Entity))
	for i, p := range h.Entity {
		out[i] = u.ownArg(p)
	}
	return out
}

// ownArg is a parameter as its own argument.
func (u *Unit) ownArg(p *TemplateParam) types.Arg {
	var a types.Arg
	switch p.Decl.Kind {
	case ast.ParamType:
		t := u.T.Param(p.Depth, p.Index, p.Pack)
		if p.Pack {
			t = u.T.Expansion(t)
		}
		a = types.Arg{Kind: types.TypeArg, Type: t}
	case ast.ParamValue:
		a = types.Arg{Kind: types.ValueArg, Value: types.Value{
			Kind: types.DependentValue, Depth: p.Depth, Index: p.Index, Pack: p.Pack,
		}}
	default:
		a = types.Arg{Kind: types.TemplateArg, Template: u.templateOfParam(p)}
	}
	if p.Pack {
		a = types.Arg{Kind: types.PackArg, Pack: []types.Arg{a}}
	}
	return a
}

// isPattern reports whether arguments are those of the pattern.
func (u *Unit) isPattern(h *TemplateHead, args []types.Arg) bool {
	if len(args) != len(h.Entity) {
		return false
	}
	for i, p := range h.Entity {
		own := u.ownArg(p)
		b := u.T.AppendArgKey(u.KeyBuf[:0], &own)
		n := len(b)
		u.KeyBuf = u.T.AppendArgKey(b, &args[i])
		if !bytes.Equal(u.KeyBuf[:n], u.KeyBuf[n:]) {
			return false
		}
	}
	return true
}

// ArgsKey is equal exactly for identical argument lists.
func (u *Unit) ArgsKey(args []types.Arg) string { return string(u.argsKeyBytes(args)) }

// argsKeyBytes is ArgsKey in a buffer that the next key overwrites.
func (u *Unit) argsKeyBytes(args []types.Arg) []byte {
	b := u.KeyBuf[:0]
	for i := range args {
		b = u.T.AppendArgKey(b, &args[i])
	}
	u.KeyBuf = b
	return b
}

// AnyDependent reports whether one of the template arguments is dependent.
func AnyDependent(args []types.Arg) bool {
	return slices.ContainsFunc(args, types.Arg.IsDependent)
}

func (u *Unit) addClassTemplateDecl(t *Template, r RawDecl) {
	if r.Head() == nil {
		return // template<> is missing
	}
	if r.Name.Last().HasArgs || len(r.Head().Params) == 0 {
		ps := &PartialSpec{Head: r.Head(), Raw: r}
		t.partials = append(t.partials, ps)
		if t.Unseen {
			u.unseenSpecClass(t, ps)
		}
		return
	}
	t.Decls = append(t.Decls, r)
}

func (u *Unit) addVarTemplateDecl(t *Template, r RawDecl) { u.addClassTemplateDecl(t, r) }

// maxInstances bounds the instances of a template: one whose members are of its own instances can have them without end. At that
// many the unit gives up.
const maxInstances = 40_000

// InstantiateClass is the class that a template's complete argument list names; its definition is chosen when it is
// completed. It is nil when an argument is unknown, and where there are too many instances.
func (u *Unit) InstantiateClass(t *Template, args []types.Arg) *Class {
	if slices.ContainsFunc(args, types.Arg.IsUnknown) {
		return nil
	}
	if t.Unseen {
		return u.unseenInstance(t, args)
	}
	b := u.argsKeyBytes(args)
	if e, ok := t.Instances[string(b)]; ok {
		return e.(*Class)
	}
	if len(t.Instances) >= maxInstances {
		u.work = u.allowed + 1
		return nil
	}
	key := string(b)
	c := u.newInstance(t, args)
	t.enter(key, c)
	return c
}

// newInstance is an instance of a class template that is not among those remembered yet, without a definition.
func (u *Unit) newInstance(t *Template, args []types.Arg) *Class {
	c := u.NewClass(t.Spelling, t.Place, t.Within, ast.KeyStruct)
	c.Template, c.Args, c.Access = t, args, t.Access
	c.Dependent = AnyDependent(args)
	if p, ok := t.Within.(*Class); ok && p.Dependent {
		c.Dependent = true
	}
	c.Key = t.key()
	return c
}

func (t *Template) key() ast.ClassKey {
	for i := range t.Decls {
		if t.Decls[i].Class != nil {
			return t.Decls[i].Class.Key
		}
		if t.Decls[i].elab != nil {
			return t.Decls[i].elab.Key
		}
	}
	return ast.KeyStruct
}

// specArgs resolves the arguments a specialisation is for.
func (u *Unit) specArgs(t *Template, ps *PartialSpec) bool {
	if !ps.done {
		ps.done = true
		ps.Args = u.ResolveTemplateArgs(ps.Raw.scope, ps.Raw.Name.Last().Args, t)
		ps.bad = ps.Args == nil
	}
	return !ps.bad
}

// chooseDefinition selects the explicit or partial specialisation, or the primary, that defines an instance
// [temp.spec.partial.match].
func (u *Unit) chooseDefinition(c *Class) {
	t := c.Template
	u.loadSpecs(t)
	ps, bound, state := u.selectSpec(t, c.Args, c.Dependent)
	switch {
	case state != Yes:
		return
	case ps != nil:
		def := ps.Raw
		if def.Class == nil {
			// A declared specialisation defined later under the same arguments.
			for _, o := range u.specsFor(t, u.ArgsKey(ps.Args)) {
				if o.Raw.Class != nil && u.specArgs(t, o) && u.ArgsKey(o.Args) == u.ArgsKey(ps.Args) {
					ps, def = o, o.Raw
					break
				}
			}
		}
		if def.Class == nil {
			return
		}
		c.spec, c.bound = ps, bound
		c.Syntax, c.Key = def.Class, def.Class.Key
		c.Scope = def.specialScope()
		if len(ps.Head.Params) > 0 {
			c.Scope = u.BindScope(ps.Head.Outer, ps.Head, bound)
		}
		u.enterOwner(c, &def)
		c.DefinedAt = Site{def.chunk, def.Class.Span}
		c.Place = Site{def.chunk, def.Name.Span}
	default:
		u.definePrimary(c)
		c.leftOut = c.Syntax == nil && !c.Dependent &&
			slices.ContainsFunc(t.partials, func(ps *PartialSpec) bool { return ps.Raw.Class != nil })
	}
}

// definePrimary gives an instance the definition of the primary template.
func (u *Unit) definePrimary(c *Class) {
	t := c.Template
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Class == nil {
			continue
		}
		c.Syntax, c.Key = d.Class, d.Class.Key
		c.bound = c.Args
		c.Scope = u.BindScope(d.Head().Outer, d.Head(), c.Args)
		u.enterOwner(c, d)
		c.DefinedAt = Site{d.chunk, d.Class.Span}
		c.Place = Site{d.chunk, d.Name.Span}
		return
	}
	u.outOfLineTemplate(c)
}

// Primary is the class that the primary template's definition makes of an instance's arguments: another one where a specialisation defines
// the instance.
func (u *Unit) Primary(c *Class) *Class {
	if u.Complete(c); c.spec == nil {
		return c
	}
	p := u.newInstance(c.Template, c.Args)
	u.definePrimary(p)
	return p
}

// enterOwner makes the members of the class around c visible where c is defined out of line.
func (u *Unit) enterOwner(c *Class, def *RawDecl) {
	if owner, ok := c.Within.(*Class); ok && def.Name.Qualified() {
		c.Scope = u.ScopeOfMember(c.Scope, owner)
	}
}

// outOfLineTemplate finds template<class T> template<class U> struct A<T>::B { … }.
func (u *Unit) outOfLineTemplate(c *Class) {
	owner, ok := c.Within.(*Class)
	if !ok {
		return
	}
	pattern := u.patternOf(owner)
	outside, _ := u.outOfLineOf(c.Spelling, u.enclosingNamespace(c), owner, pattern)
	for _, o := range outside {
		if o.RawDecl.Class == nil || o.RawDecl.Name.Last().HasArgs || len(o.Heads) == 0 {
			continue
		}
		outer := o.Heads[:len(o.Heads)-1]
		sc := u.BindScope(u.rebind(outer, o.chunk, owner), o.Head(), c.Args)
		c.Syntax, c.Key, c.bound = o.RawDecl.Class, o.RawDecl.Class.Key, c.Args
		c.Scope = u.ScopeOfMember(sc, owner)
		c.DefinedAt = Site{o.chunk, c.Syntax.Span}
		return
	}
}

// loadSpecs reads every chunk that may hold a specialisation of t.
func (u *Unit) loadSpecs(t *Template) {
	if ns, ok := t.Within.(*Namespace); ok {
		around := u.readAround(t, ns)
		outside, final := u.outOfLineOf(t.Spelling, ns, around...)
		for _, o := range outside[min(t.looked, len(outside)):] {
			// template<> struct ns::A<int> { … } from outside the namespace, and template<class T> struct ns::A { … }.
			if o.RawDecl.Class != nil && !o.Name.Last().HasArgs && o.Head() != nil {
				t.Decls = append(t.Decls, o.RawDecl)
			} else if !o.used && o.Name.Last().Kind == ast.NameIdent && o.Name.Last().HasArgs && (o.RawDecl.Class != nil || o.elab != nil || t.specialised(o)) && o.Head() != nil {
				o.used = true
				t.partials = append(t.partials, &PartialSpec{Head: o.Head(), Raw: o.RawDecl})
			}
		}
		if final {
			t.looked = len(outside)
		}
	} else if cl, ok := t.Within.(*Class); ok {
		pattern := u.patternOf(cl)
		outside, _ := u.outOfLineOf(t.Spelling, u.enclosingNamespace(cl), cl, pattern)
		for _, o := range outside {
			if o.Head() != nil && (t.specialised(o) || o.RawDecl.Class != nil && (o.Name.Last().HasArgs || len(o.Head().Params) > 0)) {
				u.loadMemberSpec(t, cl, pattern, o)
			}
		}
	}
}

// specialised reports whether a declaration with a qualified name is one of a specialisation of t, a variable template.
func (t *Template) specialised(o *outOfLineDecl) bool {
	_, variable := o.Decl.(*ast.SimpleDecl)
	return t.Kind == VarTemplate && variable && o.Dtor != nil && o.Name.Last().HasArgs
}

// loadMemberSpec takes an out-of-line definition for a specialisation of t, a member template of c, where it is one.
func (u *Unit) loadMemberSpec(t *Template, c, pattern *Class, o *outOfLineDecl) {
	partial := o.Name.Last().HasArgs
	switch u.outOfLineTarget(o) {
	case Entity(c):
		switch {
		case o.used:
		case partial:
			o.used = true
			// Before those of the class, which it may stand for.
			t.partials = slices.Insert(t.partials, 0, &PartialSpec{Head: o.Head(), Raw: o.RawDecl})
			t.specs = specIndex{}
		case pattern != c:
			o.used = true
			// template<> template<class U> struct A<int>::B { … }: nothing remains of what A<T> says of B [temp.expl.spec]/17.
			t.partials, t.specs, t.Decls = nil, specIndex{}, []RawDecl{o.RawDecl}
		}
	case Entity(pattern):
		// template<class T> template<class U> struct A<T>::B<U *> { … } is one of each instance of A.
		known := func(ps *PartialSpec) bool { return ps.Raw.chunk == o.chunk && ps.Raw.span == o.span }
		if !partial || t.ownDefinition() || slices.ContainsFunc(t.partials, known) {
			return
		}
		outer := u.ScopeOfMember(u.rebind(o.Heads[:len(o.Heads)-1], o.chunk, c), c)
		raw := o.RawDecl
		h := u.TemplateScope(outer, o.Head().Params, o.Head().Requires)
		raw.scope, raw.Heads = h.Scope, []*TemplateHead{h}
		t.partials = append(t.partials, &PartialSpec{Head: h, Raw: raw})
	}
}

// ownDefinition reports whether a member template of an instance is defined for that instance alone.
func (t *Template) ownDefinition() bool { return len(t.Decls) == 1 && t.Decls[0].Name.Qualified() }

// flat is how many arguments there are, those in packs too.
func flat(args []types.Arg) int {
	n := len(args)
	for i := range args {
		n += len(args[i].Pack)
	}
	return n
}

// selectSpec chooses among a template's specialisations. A nil spec with Yes means the primary.
func (u *Unit) selectSpec(t *Template, args []types.Arg, dependent bool) (*PartialSpec, []types.Arg, Tri) {
	key := u.ArgsKey(args)
	type match struct {
		ps    *PartialSpec
		bound []types.Arg
	}
	var matches []match
	specs := u.specsFor(t, key)
	u.Spend(stepsForCandidates(len(specs), flat(args)))
	for _, ps := range specs {
		if !u.specArgs(t, ps) {
			if !dependent {
				return nil, nil, UnknownTri // a specialisation nobody understands may be the one
			}
			continue
		}
		if string(u.argsKeyBytes(ps.Args)) == key {
			if ps.Head == nil || len(ps.Head.Params) == 0 {
				return ps, nil, Yes
			}
			if ps.Head.Constrained() && t.Head != nil && u.isPattern(t.Head, args) {
				continue // it differs from the primary by its constraints alone
			}
			return ps, u.OwnArgs(ps.Head), Yes
		}
		if dependent || ps.Head == nil || len(ps.Head.Params) == 0 {
			continue
		}
		if u.differs(ps.Args, args) {
			continue
		}
		bound, ok := u.MatchSpecialization(t, ps, args)
		switch ok {
		case UnknownTri:
			return nil, nil, UnknownTri
		case Yes:
			matches = append(matches, match{ps, bound})
		}
	}
	if dependent && t.Head != nil && !u.isPattern(t.Head, args) {
		return nil, nil, UnknownTri
	}
	if len(matches) == 0 {
		return nil, nil, Yes
	}
	best := matches[0]
	for _, m := range matches[1:] {
		switch u.PartialMoreSpecialized(m.ps, best.ps) {
		case Yes:
			best = m
		case UnknownTri:
			return nil, nil, UnknownTri
		}
	}
	return best.ps, best.bound, Yes
}

// differs reports whether a specialisation's arguments, as far as they depend on none of its parameters, are not those given.
func (u *Unit) differs(spec, args []types.Arg) bool {
	for i := range min(len(spec), len(args)) {
		s := &spec[i]
		switch {
		case s.Kind == types.PackArg && args[i].Kind == types.PackArg:
			if u.differs(s.Pack, args[i].Pack) {
				return true
			}
		case s.Kind == types.PackArg, IsExpansionArg(*s), IsExpansionArg(args[i]):
			return false // what follows may be for others of the arguments
		case s.Kind == types.UnknownArg || s.IsDependent():
		case u.SameArg(*s, args[i]) == No:
			return true
		}
	}
	return false
}

// patternOf is the class that an instance was made from: the primary's or partial specialisation's pattern. A class that is
// no instance is its own pattern; a member class of an instance has the member class of the pattern.
func (u *Unit) patternOf(c *Class) *Class {
	if c == nil {
		return nil
	}
	if c.Template != nil {
		u.Complete(c)
		t := c.Template
		if t.Unseen {
			return c
		}
		if p, ok := t.Within.(*Class); ok && !t.ownDefinition() {
			// The pattern of a member template is that of the pattern class.
			if pp := u.patternOf(p); pp != nil && pp != p {
				if pt := u.memberTemplate(pp, t); pt != nil {
					t = pt
				}
			}
		}
		switch {
		case c.Specialised():
			return c
		case c.spec != nil:
			return u.InstantiateClass(c.Template, c.spec.Args)
		case t.Head != nil:
			return u.InstantiateClass(t, u.OwnArgs(t.Head))
		}
		return c
	}
	if p, ok := c.Within.(*Class); ok && c.Spelling != 0 {
		if pp := u.patternOf(p); pp != p && pp != nil {
			u.Complete(pp)
			if set := pp.members[c.Spelling]; set != nil {
				u.Link(set, Target{Class: pp})
				for _, l := range set.Linked {
					if m, ok := l.Entity.(*Class); ok && m.Within == Entity(pp) {
						return m
					}
				}
			}
		}
	}
	return c
}

// memberTemplate is the member template of class c that is declared where t is.
func (u *Unit) memberTemplate(c *Class, t *Template) *Template {
	u.Complete(c)
	set := c.members[t.Spelling]
	if t.Kind == FuncTemplate && t.Func.Kind == Constructor {
		set = c.members[u.Syms.ctor]
	}
	if set == nil {
		return nil
	}
	u.Link(set, Target{Class: c})
	for _, l := range set.Linked {
		if m, ok := l.Entity.(*Template); ok && m.Place == t.Place {
			return m
		}
	}
	return nil
}

// PatternFunc is the member of the class template's pattern that a member of an instance was made from; any other function is its
// own pattern.
func (u *Unit) PatternFunc(f *Func) *Func {
	if f.Pattern != nil {
		return f.Pattern
	}
	f.Pattern = f
	c := f.MemberOf
	if c == nil || f.Implicit || len(f.Decls) == 0 {
		return f
	}
	pc, dt := u.patternOf(c), f.Decls[0].Dtor
	if pc == nil || pc == c || dt == nil || dt.Name == nil {
		return f
	}
	u.Complete(pc)
	sym := u.NameSym(dt.Name)
	if f.Kind == Constructor {
		sym = u.Syms.ctor
	}
	if m := FuncOf(u.declaredBy(pc, sym, dt)); m != nil {
		f.Pattern = m
	}
	return f.Pattern
}

// MayDeclareMore reports whether something that could not be read may declare f again, as a redeclaration or specialisation.
func (u *Unit) MayDeclareMore(f *Func) bool {
	if f.Unseen {
		return true
	}
	if f.Local || f.Closure != nil || f.Implicit {
		return false
	}
	for p := f; p != nil; p = patternOf(p) {
		sym := p.Spelling
		if p.Kind == Conversion {
			sym = u.Syms.Conv
		}
		var set *declSet
		switch owner := p.Within.(type) {
		case *Namespace:
			set = u.nsSet(owner, sym)
		case *Class:
			set = owner.members[sym]
		}
		if set != nil && (set.Bad || set.skipped) {
			return true
		}
	}
	return false
}

// patternOf is the function of the template that f is made from, or nil.
func patternOf(f *Func) *Func {
	if f.Template == nil || f.Template.Func == f {
		return nil
	}
	return f.Template.Func
}

// CompleteDecls finds a function's out-of-line declarations: afterwards Decls holds all of them.
func (u *Unit) CompleteDecls(f *Func) {
	if f.declsDone || f.Implicit || len(f.Decls) == 0 {
		return
	}
	f.declsDone = true
	if f.Local || f.Closure != nil {
		return
	}
	if f.Template != nil && f.Args != nil {
		if !f.Specialization { // whose declarations were found together
			u.completeInstanceDecls(f)
		}
		return
	}
	sym := f.Spelling
	if f.Kind == Conversion {
		sym = u.Syms.Conv
	}
	ns := u.enclosingNamespace(f)
	p := u.PatternFunc(f)
	if p != f {
		u.CompleteDecls(p)
		for _, fd := range p.Decls {
			if fd.InClass || fd.FriendIn != nil {
				continue
			}
			f.AddDecl(u.instanceDecl(fd, f.MemberOf, nil, nil))
		}
	}
	outside, _ := u.outOfLineOf(sym, ns, declaring(f.Within)...)
	u.Spend(len(outside) / comparedPerStep)
	for _, o := range outside {
		fd := u.outOfLineDeclOf(f, o)
		if fd == nil {
			continue
		}
		if p != f && !f.MemberOf.Dependent && len(o.Heads) > 0 && !f.Specialization {
			// template<> void A<int>::f(): nothing remains of what A<T> defines.
			f.Specialization = true
			first := *f.Decls[0]
			first.Body = nil
			f.Decls = []*FuncDecl{&first}
			f.Inline, f.Constexpr, f.Consteval, f.Defaulted, f.DefaultedFirst, f.Deleted = false, false, false, false, false, false
		}
		f.AddDecl(fd)
	}
	if _, ok := f.Within.(*Namespace); ok {
		slices.SortStableFunc(f.Decls, func(a, b *FuncDecl) int { return a.Site.Chunk.Ord - b.Site.Chunk.Ord })
	}
}

// outOfLineDeclOf is a declaration outside of the class or namespace as one of f; nil where it declares something else.
func (u *Unit) outOfLineDeclOf(f *Func, o *outOfLineDecl) *FuncDecl {
	sd, ok := o.Decl.(*ast.SimpleDecl)
	if !ok || o.Dtor == nil || o.Dtor.Func() == nil || (f.Template != nil) != u.ownsHead(o, f) ||
		o.Name.Last().Kind == ast.NameDestructor != (f.Kind == Destructor) {
		return nil
	}
	fd := o.decl
	if fd == nil || o.member != f.MemberOf {
		fd = u.newFuncDecl(o.RawDecl, sd)
		if f.MemberOf != nil {
			fd.Scope = u.ScopeOfMember(o.scope, f.MemberOf)
		}
		o.decl, o.member = fd, f.MemberOf
	}
	var same bool
	if f.Template != nil {
		same = u.sameTemplate(f.Template, o.Head(), fd)
	} else {
		same = u.sameSignature(f, fd)
	}
	if !same {
		return nil
	}
	own := *fd
	own.typ = nil // as what it rests on is noted for fd
	if f.Template != nil {
		own.Head = o.Head()
	}
	return &own
}

// ownsHead reports whether an out-of-line declaration has a header of its own beyond those of the classes around f.
func (u *Unit) ownsHead(o *outOfLineDecl, f *Func) bool {
	return len(o.Heads) > f.MemberOf.Templates() && len(o.Head().Params) > 0
}

// Templates counts the class templates that a class is made from, with those around it, up to an explicit specialisation: the members of that
// are declared as those of no template are.
func (c *Class) Templates() (n int) {
	for c != nil && !c.Specialised() {
		if c.Template != nil {
			n++
		}
		c, _ = c.Within.(*Class)
	}
	return n
}

// instanceDecl is a declaration of a pattern as an instance has it: with the headers' parameters bound. own are the
// arguments for the function template's own header, nil for a function that is no template or stays unbound.
func (u *Unit) instanceDecl(fd *FuncDecl, c *Class, ownHead *TemplateHead, own []types.Arg) *FuncDecl {
	out := *fd
	out.typ = nil
	if fd.InClass || c == nil {
		if ownHead != nil {
			out.Scope = u.BindScope(ownHead.Outer, ownHead, own)
		}
		return &out
	}
	heads := fd.heads
	if ownHead != nil || fd.Head != nil {
		heads = heads[:len(heads)-1]
	}
	sc := u.rebind(heads, fd.Site.Chunk, c)
	if len(boundArgs(c)) == 0 && len(heads) > 0 {
		sc = heads[len(heads)-1].Scope
	}
	switch {
	case ownHead != nil:
		sc = u.BindScope(sc, fd.Head, own)
	case fd.Head != nil:
		h := u.TemplateScope(sc, fd.Head.Params, fd.Head.Requires)
		out.Head = h
		sc = h.Scope
	}
	out.Scope = u.ScopeOfMember(sc, c)
	return &out
}

// InstantiateFunc is the function that a function template's complete argument list names; nil when one is unknown.
func (u *Unit) InstantiateFunc(t *Template, args []types.Arg) *Func {
	if slices.ContainsFunc(args, types.Arg.IsUnknown) {
		return nil
	}
	b := u.argsKeyBytes(args)
	if e, ok := t.Instances[string(b)]; ok {
		return e.(*Func)
	}
	key := string(b)
	if t.Inherited != nil {
		base := u.InstantiateFunc(t.Inherited, args)
		if base == nil || u.trySignature(base) != Yes {
			return base
		}
		f := u.inheritedConstructor(base, t.MemberOf, t.Place)
		t.enter(key, f)
		return f
	}
	u.Spend(stepsPerInstance)
	p := t.Func
	f := u.funcs.New()
	*f = *p
	f.typ, f.Deduced, f.Facts, f.Decls, f.Params, f.Pattern = nil, nil, nil, nil, nil, nil
	f.typed, f.Deducing, f.Analysing, f.FactsDone, f.declsDone = query{}, false, false, false, false // the pattern's may be known already
	f.Flow, f.FlowDone, f.Defaults = nil, false, nil
	f.ExplicitInst, f.ExternInst, f.ExplicitSite, f.InstSites, f.sigOK = false, false, Site{}, nil, UnknownTri
	f.Specialization = false // where the pattern is the member template of one instance of a class
	f.Args = args
	d := p.Decls[0]
	f.Decls = []*FuncDecl{u.instanceDecl(d, f.MemberOf, d.Head, args)}
	t.enter(key, f)
	if s := u.specializationOf(t, f); s != nil {
		f.Specialization = true
		f.Decls = s
		f.Defaulted, f.Deleted = false, false
		f.Constexpr, f.Consteval, f.Inline = false, false, false
		decls := f.Decls
		f.Decls = nil
		for _, fd := range decls {
			f.AddDecl(fd)
		}
		f.Place = f.Decls[0].Site
	}
	return f
}

// completeInstanceDecls adds a template instance's redeclarations.
func (u *Unit) completeInstanceDecls(f *Func) {
	p := f.Template.Func
	u.CompleteDecls(p)
	for _, fd := range p.Decls {
		if fd == p.Decls[0] {
			continue
		}
		f.AddDecl(u.instanceDecl(fd, f.MemberOf, fd.Head, f.Args))
	}
	// A member template of a class instance has the out-of-line declarations of the pattern's member template.
	if pf := u.PatternFunc(p); pf != p && pf.Template != nil && !p.Specialization {
		u.CompleteDecls(pf)
		for _, fd := range pf.Decls {
			if fd.InClass || fd.Head == nil {
				continue
			}
			f.AddDecl(u.instanceDecl(fd, f.MemberOf, fd.Head, f.Args))
		}
	}
}

// AliasType is the type that an alias template's arguments give.
func (u *Unit) AliasType(t *Template, args []types.Arg) *types.Type {
	d, ok := t.Decls[0].Decl.(*ast.AliasDecl)
	if !ok {
		return u.T.Unknown()
	}
	b := u.argsKeyBytes(args)
	if e, ok := t.Instances[string(b)]; ok {
		td := e.(*Typedef)
		switch {
		case td.typ == nil:
			return u.T.Unknown()
		case td.typ.IsUnknown():
			u.T.TooLarge++
			u.Doubt()
		}
		return td.typ
	}
	key, large := string(b), u.T.TooLarge
	td := &Typedef{}
	td.Unit, td.Spelling, td.Place = u, t.Spelling, t.Place
	t.enter(key, td)
	sc := u.aliasScope(t, args, key)
	td.typ = u.ResolveTypeID(beforeDeclared(sc, t, d.Type.Spec.Type), d.Type)
	typ := td.typ
	if typ.IsUnknown() && u.T.TooLarge == large {
		delete(t.Instances, key) // the reason (recursion, a failed substitution) must show again
	}
	return typ
}

// InstantiateVar is the variable that a variable template's arguments name; nil when unknown.
func (u *Unit) InstantiateVar(t *Template, args []types.Arg) *Var {
	b := u.argsKeyBytes(args)
	if e, ok := t.Instances[string(b)]; ok {
		return e.(*Var)
	}
	key := string(b)
	u.loadSpecs(t)
	ps, bound, state := u.selectSpec(t, args, AnyDependent(args))
	if state != Yes {
		if !AnyDependent(args) {
			return nil
		}
		ps = nil
	}
	raw := t.Decls[0]
	for _, d := range t.Decls {
		if d.Dtor != nil && d.Dtor.Init != nil {
			raw = d
		}
	}
	sc := u.BindScope(raw.Head().Outer, raw.Head(), args)
	if ps != nil {
		raw = ps.Raw
		sc = raw.scope
		if len(ps.Head.Params) > 0 {
			sc = u.BindScope(ps.Head.Outer, ps.Head, bound)
		}
	}
	d, ok := raw.Decl.(*ast.SimpleDecl)
	if !ok {
		return nil
	}
	raw.scope = sc
	tgt := Target{Class: t.MemberOf}
	if t.MemberOf == nil {
		tgt.ns = u.enclosingNamespace(t)
	}
	v := u.newVar(raw, d, tgt)
	v.Template, v.Args = t, args
	t.enter(key, v)
	return v
}

// varPattern is the variable that a variable template declares, its parameters unbound. Of a member template the specialisations
// that the class declares count as declarations too.
func (u *Unit) varPattern(t *Template) *Var {
	tgt := Target{Class: t.MemberOf}
	if t.MemberOf == nil {
		tgt.ns = u.enclosingNamespace(t)
	}
	var v *Var
	for _, r := range t.Decls {
		d, ok := r.Decl.(*ast.SimpleDecl)
		if !ok || r.Head() == nil {
			continue
		}
		r.scope = r.Head().Scope
		if v == nil {
			v = u.newVar(r, d, tgt)
			v.Template, v.declsDone = t, t.MemberOf == nil
		} else {
			v.addDecl(u.newVarDecl(r, d, tgt))
		}
	}
	if v == nil || t.MemberOf == nil {
		return v
	}
	u.loadSpecs(t)
	for _, ps := range t.partials {
		if d, ok := ps.Raw.Decl.(*ast.SimpleDecl); ok && ps.Head != nil {
			r := ps.Raw
			r.scope = ps.Head.Scope
			v.addDecl(u.newVarDecl(r, d, tgt))
		}
	}
	return v
}

// partialPattern is the variable that a partial specialisation of a variable template declares, its parameters unbound.
func (u *Unit) partialPattern(t *Template, ps *PartialSpec) *Var {
	d, ok := ps.Raw.Decl.(*ast.SimpleDecl)
	if !ok {
		return nil
	}
	tgt := Target{Class: t.MemberOf}
	if t.MemberOf == nil {
		tgt.ns = u.enclosingNamespace(t)
	}
	r := ps.Raw
	r.scope = ps.Head.Scope
	v := u.newVar(r, d, tgt)
	v.Template, v.declsDone = t, true
	return v
}

// VarDecls finds a static data member's out-of-line definitions; the declarations are complete afterwards.
func (u *Unit) VarDecls(v *Var) []*VarDecl {
	if v.declsDone || v.Kind != StaticMember && v.Kind != NamespaceVar || v.BindingDecl != nil {
		return v.Decls
	}
	v.declsDone = true
	owner := v.Within
	var pattern *Class
	if v.MemberOf != nil {
		pattern = u.patternOf(v.MemberOf)
	}
	owners := declaring(owner)
	if pattern != nil {
		owners = append(owners, pattern)
	}
	outside, _ := u.outOfLineOf(v.Spelling, u.enclosingNamespace(v), owners...)
	specialised := slices.ContainsFunc(outside, func(o *outOfLineDecl) bool { return pattern != nil && u.outOfLineTarget(o) == owner })
	v.Explicit = v.Explicit || specialised
	for _, o := range outside {
		sd, ok := o.Decl.(*ast.SimpleDecl)
		if specialised && u.outOfLineTarget(o) != owner {
			continue // the template's definition, which an explicit specialisation of the member replaces
		}
		if !ok || o.Dtor == nil || o.Name.Last().HasArgs || o.Dtor.Func() != nil && !o.Dtor.Func().Ambiguous {
			continue
		}
		r := o.RawDecl
		vd := u.newVarDecl(r, sd, Target{ns: u.Global})
		if v.MemberOf != nil {
			sc := o.scope
			if u.outOfLineTarget(o) != owner {
				sc = u.rebind(o.Heads, o.chunk, v.MemberOf)
			}
			vd.Scope = u.ScopeOfMember(sc, v.MemberOf)
		}
		v.addDecl(vd)
	}
	return v.Decls
}

// Definition is the declaration that defines a function, nil when the unit has none.
func (u *Unit) Definition(f *Func) *FuncDecl {
	u.CompleteDecls(f)
	for _, fd := range f.Decls {
		if fd.Body != nil {
			return fd
		}
	}
	return nil
}

// Params are the parameters of a function's first declaration.
func (u *Unit) Params(f *Func) []*ast.Param {
	if len(f.Decls) == 0 || f.Decls[0].Sig == nil || Arity(f.Decls[0].Sig) == 0 {
		return nil
	}
	return f.Decls[0].Sig.Params
}

// hasDefaultArg reports whether parameter i has a default argument.
func (u *Unit) hasDefaultArg(f *Func, i int) bool { _, p := u.DefaultArgDecl(f, i); return p != nil }

// DefaultArgDecl finds the declaration that gives parameter i a default argument.
func (u *Unit) DefaultArgDecl(f *Func, i int) (*FuncDecl, *ast.Param) {
	f = f.Declared()
	find := func(fd *FuncDecl) (*FuncDecl, *ast.Param) {
		if fd.Sig != nil && i < len(fd.Sig.Params) && fd.Sig.Params[i].Default != nil {
			return fd, fd.Sig.Params[i]
		}
		return nil, nil
	}
	for _, fd := range f.Decls {
		if d, p := find(fd); d != nil {
			return d, p
		}
	}
	if f.Template != nil {
		for _, fd := range f.Template.Func.Decls {
			if d, p := find(fd); d != nil {
				return u.instanceDecl(fd, f.MemberOf, fd.Head, f.Args), p
			}
		}
	}
	return nil, nil
}

// trySignature reports whether a function template's instance has a signature: No for a substitution failure that is
// certain, such as a member type that a complete class does not have.
func (u *Unit) trySignature(f *Func) Tri {
	f = f.Declared()
	if f.sigOK != UnknownTri {
		return f.sigOK
	}
	var t *types.Type
	var known bool
	failures := u.Substitute(func() {
		t = u.FuncType(f)
		known = t.Kind == types.Func && !t.IsUnknown() && u.valueParamsKnown(f)
	})
	switch {
	case failures.Certain():
		f.sigOK = No
	case known && failures.soft == 0:
		for _, p := range t.Params {
			if p.IsVoid() {
				f.sigOK = No
				return No
			}
		}
		f.sigOK = Yes
	default:
		f.typ = nil
		return UnknownTri
	}
	return f.sigOK
}

// stepsPerInstance is what an instance of a function template costs beside the steps that deducing its arguments takes: it is kept.
const stepsPerInstance = 8

// stepsPerDeduction are the steps that it takes to deduce a template's arguments from a function's type.
const stepsPerDeduction = 10

// specializationArgs are the template arguments that an explicit specialisation or instantiation of a function template is
// for; nil when they are not known, and with No where it is for another template.
func (u *Unit) specializationArgs(t *Template, s *specDecl) ([]types.Arg, Tri) {
	if !u.Spend(stepsPerDeduction) {
		return nil, UnknownTri
	}
	set := &OverloadSet{Name: s.raw.Name, Cands: []Entity{t}}
	if last := s.raw.Name.Last(); last.HasArgs {
		set.HasExplicit = true
		params := u.TemplateParams(t)
		for i := range last.Args {
			var want *TemplateParam
			if i < len(params) {
				want = params[i]
			}
			set.Explicit = u.AppendTemplateArg(set.Explicit, s.decl.Scope, &last.Args[i], want)
		}
	}
	args, st := u.DeduceAddress(t, set, u.exceptAs(t, u.funcDeclType(s.decl)))
	switch {
	case st == DeduceFailed:
		return nil, No
	case st != Deduced || AnyDependent(args):
		return nil, UnknownTri
	}
	return args, Yes
}

// exceptAs is the type of a declaration with the exception specification of the template that it may specialise: which one
// that is does not hang on it [temp.deduct.decl].
func (u *Unit) exceptAs(t *Template, ft *types.Type) *types.Type {
	if t.Func == nil || ft.Kind != types.Func || ft.Noexcept == u.FuncType(t.Func).Noexcept {
		return ft
	}
	return u.T.Func(types.FuncType{
		Result: ft.Elem, Params: ft.Params, Variadic: ft.Variadic, CV: ft.FnCV, Ref: ft.FnRef, Noexcept: !ft.Noexcept,
	})
}

// valueParamsKnown substitutes into the types of an instance's value parameters, where enable_if often stands, and reports
// whether they are known.
func (u *Unit) valueParamsKnown(f *Func) bool {
	if f.Template == nil || f.Template.Head == nil {
		return true
	}
	h := f.Template.Head
	for _, p := range h.Params {
		if p.Kind == ast.ParamValue && u.DeclaratorType(u.BindScope(h.Outer, h, f.Args), &p.Spec, &p.Decl).IsUnknown() {
			return false
		}
	}
	return true
}
