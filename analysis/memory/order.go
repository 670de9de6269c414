package memory

import (
	"cmp"
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// The front end hands its variables on scope by scope: the file's own ones first, then those of each namespace in the order in
// which the namespaces were first opened, a namespace's inner ones before its own. Within a scope they stand in the order in
// which they came up:
//
//   - a variable at its definition;
//   - an instance of a variable template where it is first named;
//   - the static variables of a function, which count as the file's, where its definition ends; those of the lambdas and local
//     classes in it at the ends of these;
//   - what instances of function templates bring, behind the whole text;
//   - the static variables of functions that hold lambdas, after all.
//
// What comes up before the front end has a name for the file waits for that, see naming.go.

// item is a variable with the moment at which it comes up in its scope.
type item struct {
	v    *sema.Var
	when moment
	// kept: whether anything of the variable is left when the optimiser is done.
	kept sema.Tri
	// astray: when it comes up is not certain.
	astray bool
	// early: an initialiser in front of it refers to it.
	early bool
}

// moment orders what comes up while a unit is read.
type moment struct {
	ord  int   // the chunk, or what comes after the last
	at   int32 // the token in it
	rank int   // of what comes up at one place
	seq  int32 // of what comes up in instances that are made there
}

func (m moment) compare(o moment) int {
	return cmp.Or(cmp.Compare(m.ord, o.ord), cmp.Compare(m.at, o.at), cmp.Compare(m.rank, o.rank), cmp.Compare(m.seq, o.seq))
}

// collector finds the items of a unit.
type collector struct {
	Input
	items map[*sema.Namespace][]item
	seen  map[*sema.Var]moment
	// asked are the instances that are needed, listed those that have a turn, classes where among the turns those of classes are,
	// entered the instances that the front end went through, and patterns the templates that it did.
	asked, listed, entered, patterns map[*sema.Func]bool
	classes                          map[*sema.Class]int
	// pending are the turns that the text leaves for later. drained: it is through.
	pending []pending
	drained bool
	// depth counts the instances with deduced results around, behind the outermost of which come up those that are deferred.
	depth    int
	deferred []*sema.Func
	// seq counts what came up in instances.
	seq int32
	// late are the variables that come after all. bodies counts the functions that the front end began with, of which current is
	// the one that it is in.
	late            []late
	bodies, current int
	naming          naming
	// waiting are the variables of functions that the front end came to before it had a name for the file.
	waiting []item
	// reached are the functions that are compiled; copied are, with separate compilation, those of which each file has a copy.
	reached, copied reached
	folds           *folds
}

// newCollector is nil where a unit has no constants.
func newCollector(in Input) *collector {
	c := &collector{
		Input: in, items: map[*sema.Namespace][]item{}, seen: map[*sema.Var]moment{}, asked: map[*sema.Func]bool{},
		listed: map[*sema.Func]bool{}, entered: map[*sema.Func]bool{}, patterns: map[*sema.Func]bool{}, classes: map[*sema.Class]int{},
	}
	vars := slices.Concat(in.Declared.Vars, in.System)
	if !slices.ContainsFunc(vars, c.constant) && !slices.ContainsFunc(in.Declared.VarTemplates, c.constant) && !c.hasLocals() {
		return nil
	}
	return c
}

// ordered are the variables of a unit in the order in which they are placed.
func (c *collector) ordered() []item {
	c.reached = c.reach()
	if c.RDC {
		c.copied = c.copies()
	}
	c.folds = newFolds(c)
	for _, v := range slices.Concat(c.Declared.Vars, c.System) {
		if (c.constant(v) || c.refers(v)) && v.Kind == sema.NamespaceVar && v.Args == nil {
			c.defined(v)
		}
	}
	c.explicit()
	c.defaults()
	c.objects()
	c.naming = c.findNaming()
	c.text()
	c.drain()
	c.release()
	c.last()
	var out []item
	c.scope(c.Unit.Global, &out)
	return c.referred(out)
}

func (c *collector) constant(v *sema.Var) bool { return isConstant(c.Unit, v) }

// hasLocals reports whether a function has a static __constant__ variable of its own.
func (c *collector) hasLocals() bool {
	has := func(f *sema.Facts) bool { return slices.ContainsFunc(f.Locals, c.constant) }
	if slices.ContainsFunc(c.Bodies, has) {
		return true
	}
	if c.Emission != nil {
		for _, f := range c.Emission.Funcs {
			if facts := c.Unit.Facts(f); facts != nil && has(facts) {
				return true
			}
		}
	}
	return false
}

// FromSystem lists the variables that system headers put into constant memory.
func FromSystem(u *sema.Unit) []*sema.Var {
	words := map[token.Sym]bool{u.Sym("__constant__"): true, u.Sym("constant"): true, u.Sym("__constant"): true}
	marked := func(ch *sema.Chunk) bool {
		if !ch.System || ch.Kind != outline.ChunkDecl || !mentions(ch.Seg, words) {
			return false
		}
		toks := ch.Seg.Toks[ch.Lo:ch.Hi]
		for i := range toks[:min(len(toks), 16)] { // among the specifiers, which stand in front
			if words[toks[i].Sym] {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(u.Chunks, marked) {
		return nil
	}
	return u.Enumerate(marked).Vars
}

// mentionsKey is the key, among what is derived from a segment, of whether it mentions constant memory.
type mentionsKey struct{}

// mentions reports whether one of the words stands in a segment.
func mentions(seg *preprocess.Segment, words map[token.Sym]bool) bool {
	return seg.Derived.Get(mentionsKey{}, func() any {
		return slices.ContainsFunc(seg.Toks, func(t token.Token) bool { return words[t.Sym] })
	}).(bool)
}

// put enters a variable at a moment, the earliest of those at which it comes up.
func (c *collector) put(ns *sema.Namespace, it item) {
	was, ok := c.seen[it.v]
	switch {
	case !ok:
		c.items[ns] = append(c.items[ns], it)
	case it.when.compare(was) < 0:
		i := slices.IndexFunc(c.items[ns], func(o item) bool { return o.v == it.v })
		c.items[ns][i] = it
	default:
		return
	}
	c.seen[it.v] = it.when
}

// defined enters a variable at its definition, or, where there is none, at its last declaration: without separate compilation
// that defines it.
func (c *collector) defined(v *sema.Var) {
	decls := c.Unit.VarDecls(v)
	if len(decls) == 0 {
		return
	}
	at := decls[0]
	if i := slices.IndexFunc(decls, func(d *sema.VarDecl) bool { return d.Defines }); i >= 0 {
		at = decls[i]
	} else if c.RDC {
		return
	}
	c.put(c.namespace(v), item{v: v, when: startOf(at.Site), kept: sema.Yes})
}

// startOf is when the front end comes to a site.
func startOf(s sema.Site) moment { return moment{ord: s.Chunk.Ord, at: s.Newest().Span.Lo} }

// endOf is when the front end is through with a site.
func endOf(s sema.Site) moment { return moment{ord: s.Chunk.Ord, at: s.Newest().Span.Hi} }

// namespace is the namespace in whose scope an entity counts: variables with C linkage count as the file's.
func (c *collector) namespace(e sema.Entity) *sema.Namespace {
	if v, ok := e.(*sema.Var); ok && v.CLinkage {
		return c.Unit.Global
	}
	for {
		switch x := e.(type) {
		case *sema.Namespace:
			if x != nil {
				return x
			}
			return c.Unit.Global
		case interface{ Parent() sema.Entity }:
			e = x.Parent()
		default:
			return c.Unit.Global
		}
	}
}

// explicit enters the explicit specialisations and instantiations of variable templates.
func (c *collector) explicit() {
	for _, pattern := range c.Declared.VarTemplates {
		if pattern.Template == nil || !c.constant(pattern) {
			continue
		}
		for _, i := range c.Unit.DeclaredInstances(pattern.Template) {
			if c.constant(i.Var) {
				c.put(c.namespace(i.Var), item{v: i.Var, when: startOf(i.Site), kept: sema.Yes})
			}
		}
	}
}

// defaults enters the instances of variable templates that default arguments and default member initialisers name.
func (c *collector) defaults() {
	enter := func(facts *sema.Facts, when func(sema.Site) moment) {
		for i := range facts.Uses {
			if v := facts.Uses[i].Var; v.Args != nil && v.Template != nil && c.constant(v) {
				c.put(c.namespace(v), item{v: v, when: when(facts.Uses[i].Site), kept: sema.Yes})
			}
		}
	}
	for _, f := range c.Declared.Funcs {
		if f.Template == nil {
			enter(c.Unit.DefaultArgs(f), startOf)
		}
	}
	for _, k := range c.Declared.Classes {
		if s := k.DefSite(); k.Template == nil && s.Chunk != nil {
			enter(c.Unit.MemberInits(k), func(at sema.Site) moment { // before the bodies of its functions
				return moment{ord: s.Chunk.Ord, at: s.Newest().Span.Lo, rank: int(at.Newest().Span.Lo)}
			})
		}
	}
}

// text enters what the bodies of the text bring, in their order, and notes which instances the text asks for.
func (c *collector) text() {
	type step struct {
		when moment
		body *sema.Facts
		inst *sema.Func // of an explicit instantiation
	}
	var steps []step
	for _, b := range c.Bodies {
		if !b.Template && !nested(b.Func) && !(b.Func != nil && instance(b.Func)) && !siteOf(b).IsZero() {
			steps = append(steps, step{when: startOf(siteOf(b)), body: b})
		}
	}
	for _, f := range c.Declared.Funcs {
		if f.ExplicitInst {
			steps = append(steps, step{when: startOf(f.ExplicitSite), inst: f})
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return a.when.compare(b.when) })
	for _, s := range steps {
		if s.body == nil {
			c.asked[s.inst], c.listed[s.inst] = true, true
			c.pending = append(c.pending, pending{when: s.when, f: s.inst})
			continue
		}
		c.naming.enters(s.body)
		c.body(s.body, nil)
	}
}

// siteOf is what a body is of: the whole definition of a function, or the variable that is initialised.
func siteOf(b *sema.Facts) sema.Site {
	switch {
	case b.Func != nil && b.Func.Closure != nil:
		return sema.Site{Chunk: b.Func.Closure.Site.Chunk, Span: b.Func.Closure.Expr.Span}
	case b.Decl != nil && b.Decl.Full.Chunk != nil:
		return b.Decl.Full
	case b.Var != nil:
		return b.Var.Site()
	case b.Func != nil:
		return b.Func.Site()
	}
	return sema.Site{}
}

// enclosing is the function in which a member function's class is local, nil for any other function.
func enclosing(f *sema.Func) *sema.Func {
	if f == nil || f.MemberOf == nil || !f.MemberOf.Local {
		return nil
	}
	var e sema.Entity = f.MemberOf
	for {
		switch x := e.(type) {
		case *sema.Class:
			e = x.Parent()
		case *sema.Func:
			return x
		default:
			return nil
		}
	}
}

// nested reports whether a function is a lambda's or a local class's: it is entered with the function around it.
func nested(f *sema.Func) bool {
	return f != nil && (enclosing(f) != nil || f.Closure != nil && f.Closure.Func != nil)
}

// inside are the bodies of the lambdas and local classes in a body, in the order of the text.
func (c *collector) inside(b *sema.Facts) []*sema.Facts {
	var out []*sema.Facts
	add := func(f *sema.Func) {
		if facts := c.Unit.Facts(f); facts != nil && facts != b && !siteOf(facts).IsZero() {
			out = append(out, facts)
		}
	}
	for _, l := range b.Lambdas {
		if l.Call != nil {
			add(l.Call)
		}
	}
	for _, k := range b.LocalClasses {
		for _, e := range k.Members() {
			if f, ok := e.(*sema.Func); ok && !f.Implicit {
				add(f)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y *sema.Facts) int { return startOf(siteOf(x)).compare(startOf(siteOf(y))) })
	return out
}

// mentioned are the instances of variable templates that a body names, but not what is inside of it.
func (c *collector) mentioned(b *sema.Facts) []sema.Mention {
	var out []sema.Mention
	for _, m := range b.Mentions {
		if m.Var != nil && m.Var.Args != nil && !anyDependent(m.Var.Args) && c.constant(m.Var) {
			out = append(out, m)
		}
	}
	for i := range b.Uses {
		u := &b.Uses[i]
		if v := u.Var; v.Template != nil && v.Args != nil && !anyDependent(v.Args) && c.constant(v) && u.Context&sema.InDefaultArg == 0 {
			out = append(out, sema.Mention{Var: v, Site: u.Site})
		}
	}
	return out
}

// lower enters the static variables of a function when the front end is through with it. Those of a function that holds a lambda
// come after all, and so do those of what is inside of a lambda.
func (c *collector) lower(b *sema.Facts, when moment, inClosure bool) {
	closure := b.Func != nil && b.Func.Closure != nil
	last := (inClosure || c.holdsLambda(b)) && c.measured()
	wait := c.measured() && when.compare(c.naming.latest) < 0
	last = last || wait && slices.ContainsFunc(c.inside(b), c.declares)
	for _, v := range c.locals(b) {
		it := item{v: v, when: when, kept: c.folds.kept(v, b), astray: dubious(b)}
		switch {
		case last:
			c.late = append(c.late, late{it, closure || inline(b.Func), c.current})
		case wait:
			it.astray = it.astray || when.compare(c.naming.earliest) >= 0
			c.waiting = append(c.waiting, it)
		default:
			c.put(c.Unit.Global, it)
		}
	}
}

// late is a variable that comes after all.
type late struct {
	item
	inline bool
	body   int // the number of the function, or of that around it, in the order in which the front end begins with them
}

// last enters what comes after all: the variables of inline functions before the others.
func (c *collector) last() {
	slices.SortStableFunc(c.late, func(a, b late) int {
		if a.inline != b.inline {
			if a.inline {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.body, b.body)
	})
	for i, it := range c.late {
		it.when = moment{ord: len(c.Unit.Chunks) + 1, at: int32(i)}
		c.put(c.Unit.Global, it.item)
	}
}

// inline reports whether a function is inline: declared so, or defined in a class.
func inline(f *sema.Func) bool {
	return f != nil && (f.Inline || f.Constexpr || slices.ContainsFunc(f.Decls, func(d *sema.FuncDecl) bool {
		return d.Body != nil && (d.InClass || d.FriendIn != nil)
	}))
}

// holdsLambda reports whether a function's variables come after all: where it holds a lambda, or what does.
func (c *collector) holdsLambda(b *sema.Facts) bool {
	inner := c.inside(b)
	return slices.ContainsFunc(b.Lambdas, func(l *sema.Lambda) bool { return !l.InDefaultArg && !l.InMemberInit }) ||
		b.Func != nil && b.Func.Closure != nil && len(inner) > 0 || slices.ContainsFunc(inner, c.holdsLambda)
}

// declares reports whether a function, or what is inside of it, declares more than variables that live as long as it runs: static
// variables of any kind, or types. If it is a local class's, the function around it is not let go once it has to wait.
func (c *collector) declares(b *sema.Facts) bool {
	static := func(v *sema.Var) bool {
		mem, _ := spaces.MemoryOf(c.Unit, v)
		return v.Kind == sema.LocalStatic || mem&cudaspace.Shared != 0
	}
	if len(b.LocalClasses) > 0 || slices.ContainsFunc(b.Locals, static) || slices.ContainsFunc(c.inside(b), c.declares) {
		return true
	}
	return slices.ContainsFunc(siteOf(b).Newest().Tokens(), func(t token.Token) bool {
		word := c.Unit.Text(t.Sym)
		return word == "enum" || word == "typedef" || word == "using"
	})
}

// dubious reports whether what a function holds makes the front end come to its variables later: objects of local classes that
// are made by constructors which nobody wrote.
func dubious(b *sema.Facts) bool {
	return slices.ContainsFunc(b.LocalClasses, func(k *sema.Class) bool {
		return len(k.Bases()) > 0 || slices.ContainsFunc(k.Members(), func(e sema.Entity) bool {
			switch e := e.(type) {
			case *sema.Func:
				return e.Virtual || e.Defaulted
			case *sema.Field:
				return e.Dtor != nil && e.Dtor.Init != nil
			}
			return false
		})
	})
}

// locals are the static __constant__ variables of a body: those of a block before those of the blocks in it.
func (c *collector) locals(b *sema.Facts) []*sema.Var {
	var out []*sema.Var
	for _, v := range b.Locals {
		if v.Kind == sema.LocalStatic && c.constant(v) {
			out = append(out, v)
		}
	}
	first := map[*sema.Scope]int{} // where the first variable stands that is in a scope or in those in it
	path := func(v *sema.Var) []*sema.Scope {
		var p []*sema.Scope
		for sc := v.Scope; sc != nil && sc.Func == v.Func; sc = sc.Parent {
			p = append(p, sc)
		}
		slices.Reverse(p)
		return p
	}
	for i, v := range out {
		for _, sc := range path(v) {
			if _, ok := first[sc]; !ok {
				first[sc] = i
			}
		}
	}
	slices.SortStableFunc(out, func(x, y *sema.Var) int {
		return slices.CompareFunc(path(x), path(y), func(a, b *sema.Scope) int { return cmp.Compare(first[a], first[b]) })
	})
	return out
}

// scope appends the variables of a namespace: those of the whole file first, of a namespace last.
func (c *collector) scope(ns *sema.Namespace, out *[]item) {
	own := c.items[ns]
	slices.SortStableFunc(own, func(a, b item) int { return a.when.compare(b.when) })
	global := ns == c.Unit.Global
	if global {
		*out = append(*out, own...)
	}
	for _, child := range ns.Children() {
		c.scope(child, out)
	}
	if !global {
		*out = append(*out, own...)
	}
}
