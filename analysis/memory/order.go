package memory

import (
	"cmp"
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// The front end hands its variables on scope by scope: the file's own ones first, then those of each namespace in the order in
// which the namespaces were first opened, a namespace's inner ones before its own. Within a scope they stand in the order in
// which they came up: at their definition; at the function that first needs them, for instances of variable templates; at
// their function, for local statics, which count as the file's. What instances of function templates bring comes after the
// whole text.

// item is a variable with the moment at which it comes up in its scope.
type item struct {
	v    *sema.Var
	when moment
	// kept: whether anything of the variable is left when the optimiser is done.
	kept sema.Tri
}

// moment orders what comes up while a unit is read.
type moment struct {
	ord  int   // the chunk, or what comes after the last
	at   int32 // the token in it
	rank int   // of what comes up at one place
}

func (m moment) compare(o moment) int {
	return cmp.Or(cmp.Compare(m.ord, o.ord), cmp.Compare(m.at, o.at), cmp.Compare(m.rank, o.rank))
}

// collector finds the items of a unit.
type collector struct {
	Input
	items map[*sema.Namespace][]item
	seen  map[*sema.Var]bool
	// reached are the functions that device code can come to.
	reached map[*sema.Func]bool
	// requested are the instances that were asked for, queue those that the text asks for, in order.
	requested map[*sema.Func]bool
	queue     []*sema.Func
	last      moment
	// first is where the first external definition stands: functions that are not external are held back until
	// there. deferred are their statics; needy: the first external function needs an instance of a variable template.
	first moment
	// unsure: whether a variable has an initialiser is not known. byVar: a variable of the file's scope is what is first.
	deferred []item
	needy    bool
	unsure   bool
	byVar    bool
	folds    *folds
}

// ordered are the variables of a unit in the order in which they are placed.
func ordered(in Input) []item {
	c := &collector{
		Input: in, items: map[*sema.Namespace][]item{}, seen: map[*sema.Var]bool{}, requested: map[*sema.Func]bool{},
	}
	vars := slices.Concat(in.Declared.Vars, in.System)
	if !slices.ContainsFunc(vars, c.constant) && !slices.ContainsFunc(in.Declared.VarTemplates, c.constant) && !c.hasLocals() {
		return nil
	}
	c.reached = reach(in)
	c.folds = newFolds(in, c.reached)
	for _, v := range vars {
		if c.constant(v) && v.Kind == sema.NamespaceVar && v.Args == nil {
			c.defined(v)
		}
	}
	c.explicit()
	c.text()
	c.release()
	c.instances()
	var out []item
	c.scope(in.Unit.Global, &out)
	return out
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

// put enters a variable at a moment, once.
func (c *collector) put(v *sema.Var, ns *sema.Namespace, when moment, kept sema.Tri) {
	if !c.seen[v] {
		c.seen[v] = true
		c.items[ns] = append(c.items[ns], item{v, when, kept})
	}
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
	c.put(v, c.namespace(v), moment{ord: at.Site.Chunk.Ord, at: at.Site.Span.Lo}, sema.Yes)
}

func (c *collector) namespace(e sema.Entity) *sema.Namespace {
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
				c.put(i.Var, c.namespace(i.Var), moment{ord: i.Site.Chunk.Ord, at: i.Site.Span.Lo}, sema.Yes)
			}
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
		if !b.Template && (b.Func == nil || !instance(b.Func)) {
			steps = append(steps, step{when: whenOf(b), body: b})
		}
	}
	for _, f := range c.Declared.Funcs {
		for _, d := range f.InstSites {
			steps = append(steps, step{when: moment{ord: d.Site.Chunk.Ord, at: d.Site.Span.Lo}, inst: f})
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return a.when.compare(b.when) })
	c.first = c.firstExternal()
	for _, s := range steps {
		asked := []*sema.Func{s.inst}
		if s.body != nil {
			c.body(s.body, s.when)
			asked = c.requests(s.body)
		}
		for _, f := range asked {
			c.requested[f] = true
			c.queue = append(c.queue, f)
		}
	}
}

// whenOf is where a body stands.
func whenOf(b *sema.Facts) moment {
	if outer := enclosing(b.Func); outer != nil && len(outer.Decls) > 0 {
		// What a local class needs comes up while the function around it is being read, before the function's own.
		d := outer.Decls[len(outer.Decls)-1]
		return moment{ord: d.Site.Chunk.Ord, at: d.Site.Span.Lo, rank: -4 * statics}
	}
	switch {
	case b.Decl != nil && b.Decl.Site.Chunk != nil:
		return moment{ord: b.Decl.Site.Chunk.Ord, at: b.Decl.Site.Span.Lo}
	case b.Var != nil && !b.Var.Site().IsZero():
		return moment{ord: b.Var.Site().Chunk.Ord, at: b.Var.Site().Span.Lo}
	case b.Func != nil && !b.Func.Site().IsZero():
		return moment{ord: b.Func.Site().Chunk.Ord, at: b.Func.Site().Span.Lo}
	}
	return moment{}
}

// statics is the rank of a function's own statics, behind the instances of variable templates that it needs.
const statics = 1 << 20

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

// body enters the variables that a body needs and has: instances of variable templates stand in front of its own statics.
func (c *collector) body(b *sema.Facts, when moment) {
	rank := when.rank
	for i := range b.Uses {
		v := b.Uses[i].Var
		if v.Template != nil && v.Args != nil && c.constant(v) {
			rank++
			c.needy = c.needy || when == c.first
			c.put(v, c.namespace(v), moment{when.ord, when.at, rank}, sema.Yes)
		}
	}
	for _, v := range b.Locals {
		if v.Kind == sema.LocalStatic && c.constant(v) {
			rank++
			at := moment{when.ord, when.at, rank + statics}
			kept := c.folds.kept(v, b)
			if when.compare(c.first) < 0 && !c.external(b.Func) {
				c.deferred = append(c.deferred, item{v: v, kept: kept})
				continue
			}
			c.put(v, c.Unit.Global, at, kept)
		}
	}
}

// release enters what was held back: behind the statics of the first external function, or, where a variable of the file gave
// the name, before the next declaration that has a scope. Where that function needs an instance of a variable template, which
// comes first is not known.
func (c *collector) release() {
	if len(c.deferred) == 0 {
		return
	}
	when := moment{c.first.ord, c.first.at, 2 * statics}
	switch {
	case c.byVar:
		when = c.nextScope(c.first.ord)
	case c.needy:
		when.rank = -statics // before all that may stand behind it
	}
	for _, it := range c.deferred {
		if (c.needy || c.unsure) && it.kept == sema.Yes {
			it.kept = sema.UnknownTri
		}
		c.put(it.v, c.Unit.Global, when, it.kept)
		when.rank++
	}
}

// nextScope is where the first declaration begins behind a chunk that has a scope of its own: functions, classes, templates and
// namespaces, but no variables.
func (c *collector) nextScope(ord int) moment {
	variables := map[int]bool{}
	for _, v := range c.Declared.Vars {
		for _, d := range c.Unit.VarDecls(v) {
			variables[d.Site.Chunk.Ord] = true
		}
	}
	for _, ch := range c.Unit.Chunks[min(ord+1, len(c.Unit.Chunks)):] {
		before := moment{ord: ch.Ord, at: -1}
		switch ch.Kind {
		case outline.ChunkOpenNamespace:
			return before
		case outline.ChunkDecl:
			toks := ch.Seg.Toks[ch.Lo:min(ch.Hi, len(ch.Seg.Toks))]
			first := ""
			if len(toks) > 0 {
				first = c.Unit.Text(toks[0].Sym)
			}
			switch first {
			case "", "using", "typedef", "static_assert", ";":
			default:
				if !variables[ch.Ord] {
					return before
				}
			}
			// The parameters of a pointer to functions have a scope, too, and a class may be defined on the way.
			c.unsure = c.unsure || scoped(toks)
		}
	}
	return moment{ord: len(c.Unit.Chunks)}
}

// scoped reports whether pointers to functions, closures or classes may be among tokens.
func scoped(toks []token.Token) bool {
	for i, t := range toks {
		switch t.Kind {
		case token.Star, token.Amp, token.RBracket:
			if i > 0 && toks[i-1].Kind == token.LParen || t.Kind == token.RBracket && i+1 < len(toks) && toks[i+1].Kind == token.LParen {
				return true
			}
		case token.LBrace:
			if i > 0 && toks[i-1].Kind == token.RBracket {
				return true
			}
		}
	}
	return false
}

// external reports whether a function is one that other files can call and that is defined here alone.
func (c *collector) external(f *sema.Func) bool {
	if f == nil || f.InternalLinkage || f.Inline || f.Constexpr || f.Closure != nil || instance(f) || enclosing(f) != nil {
		return false
	}
	d := c.Unit.Definition(f)
	return d != nil && !d.InClass && d.FriendIn == nil && !unnamed(f)
}

// unnamed reports whether an entity stands in an unnamed namespace.
func unnamed(e sema.Entity) bool {
	for {
		if ns, ok := e.(*sema.Namespace); ok && (ns == nil || ns.Unnamed) {
			return ns != nil
		}
		p, ok := e.(interface{ Parent() sema.Entity })
		if !ok || p.Parent() == nil {
			return false
		}
		e = p.Parent()
	}
}

// firstExternal is where the first function stands that is external, or the first variable that is and that has an
// initialiser: from then on the front end has a name for the file.
func (c *collector) firstExternal() moment {
	first := moment{ord: len(c.Unit.Chunks)}
	note := func(m moment) {
		if m.compare(first) < 0 {
			first = m
		}
	}
	for _, b := range c.Bodies {
		if b.Func != nil && !b.Template && c.external(b.Func) {
			note(whenOf(b))
		}
	}
	for _, v := range c.Declared.Vars {
		if !c.externalVar(v) {
			continue
		}
		for _, d := range c.Unit.VarDecls(v) {
			if m := (moment{ord: d.Site.Chunk.Ord, at: d.Site.Span.Lo}); d.Defines && c.initialised(v, d) {
				if m.compare(first) < 0 {
					c.byVar = c.namespace(v) == c.Unit.Global
				}
				note(m)
			}
		}
	}
	return first
}

// externalVar reports whether a variable is one that other files can name and that is defined here alone.
func (c *collector) externalVar(v *sema.Var) bool {
	internal := v.Static || !v.Extern && (v.Constexpr || c.Unit.VarType(v).IsConst())
	switch {
	case v.Inline || v.Args != nil || v.Template != nil || unnamed(v):
		return false
	case v.Kind == sema.StaticMember:
		return !v.Constexpr
	}
	return v.Kind == sema.NamespaceVar && !internal
}

// initialised reports whether a definition of a variable has an initialiser, be it the default constructor.
func (c *collector) initialised(v *sema.Var, d *sema.VarDecl) bool {
	if d.Dtor != nil && d.Dtor.Init != nil {
		return true
	}
	runs := c.Unit.RunsByDefault(c.Unit.VarType(v))
	c.unsure = c.unsure || runs == sema.UnknownTri
	return runs == sema.Yes
}

// requests are the instances of templates that a body asks for and nobody asked for before, in order.
func (c *collector) requests(b *sema.Facts) []*sema.Func {
	type request struct {
		f    *sema.Func
		site sema.Site
	}
	var found []request
	note := func(f *sema.Func, site sema.Site) {
		if f != nil && instance(f) && !c.requested[f] {
			found = append(found, request{f, site})
		}
	}
	for i := range b.Calls {
		note(b.Calls[i].Callee, b.Calls[i].Site)
	}
	for i := range b.Refs {
		note(b.Refs[i].Func, b.Refs[i].Site)
	}
	for i := range b.Launches {
		note(b.Launches[i].Kernel, b.Launches[i].Site)
	}
	slices.SortStableFunc(found, func(x, y request) int { return cmp.Compare(x.site.Span.Lo, y.site.Span.Lo) })
	out := []*sema.Func{}
	for _, r := range found {
		if !slices.Contains(out, r.f) {
			out = append(out, r.f)
		}
	}
	return out
}

// instance reports whether f is made of a template, be it as a member of a class that is.
func instance(f *sema.Func) bool {
	if f.Args != nil {
		return !f.Specialization
	}
	for c := f.MemberOf; c != nil; c, _ = c.Parent().(*sema.Class) {
		if c.Args != nil {
			return true
		}
	}
	return false
}

// instances enters what instances of function templates bring: of each, what it asks for itself comes first.
func (c *collector) instances() {
	c.last = moment{ord: len(c.Unit.Chunks)}
	entered := map[*sema.Func]bool{}
	var enter func(f *sema.Func, depth int)
	enter = func(f *sema.Func, depth int) {
		if entered[f] || depth > maxDepth {
			return
		}
		entered[f] = true
		facts := c.Unit.Facts(f)
		if facts == nil {
			return
		}
		fresh := c.requests(facts)
		for _, g := range fresh {
			c.requested[g] = true
		}
		for _, g := range fresh {
			enter(g, depth+1)
		}
		c.last.at++
		c.body(facts, c.last)
	}
	for _, f := range c.queue {
		enter(f, 0)
	}
}

// maxDepth bounds how deep instances bring each other.
const maxDepth = 300

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

// reach is what device code can come to from the kernels.
func reach(in Input) map[*sema.Func]bool {
	reached := map[*sema.Func]bool{}
	var queue []*sema.Func
	add := func(f *sema.Func) {
		if f != nil && !reached[f] {
			reached[f] = true
			queue = append(queue, f)
		}
	}
	for _, k := range Kernels(in) {
		add(k)
	}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		facts := in.Unit.Facts(f)
		if facts == nil {
			continue
		}
		for i := range facts.Calls {
			add(facts.Calls[i].Callee)
		}
		for i := range facts.Refs {
			add(facts.Refs[i].Func)
		}
		for _, l := range facts.Lambdas {
			add(l.Call)
		}
	}
	return reached
}

// Kernels are the kernels that are compiled, instances of templates too, in no particular order.
func Kernels(in Input) []*sema.Func {
	if in.Emission == nil {
		return nil
	}
	var out []*sema.Func
	for _, f := range in.Emission.Funcs {
		if IsKernel(in.Spaces, f) && in.Unit.Definition(f) != nil {
			out = append(out, f)
		}
	}
	return out
}

// IsKernel reports whether f is a kernel whose parameters are known.
func IsKernel(m *spaces.Model, f *sema.Func) bool {
	return m.Of(f).Space&cudaspace.Global != 0 && m.U.FuncType(f).Kind == types.Func
}
