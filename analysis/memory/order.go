package memory

import (
	"cmp"
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/small"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// The front end hands its variables on scope by scope: the file's own ones first, then those of each namespace in the order in
// which the namespaces were first opened, a namespace's inner ones before its own. Within a scope they stand in the order in
// which they come up:
//
//   - a variable at its definition;
//   - an explicit instance of a variable template where it is asked for;
//   - any other instance where it is first named, which may be in an instance of something else;
//   - the static variables of a function, which count as the file's, where its definition ends or later: behind the text for
//     instances, behind all for functions with lambdas.
//
// The last two follow from the order in which the front end makes its instances and lets functions go. That is not told here:
// such variables are known to come up no earlier than what they belong to, and what may come behind them has no known place.

// item is what comes up in a scope.
type item struct {
	v    *sema.Var
	when moment
	// kept: whether anything of the variable is left when the optimiser is done.
	kept sema.Tri
	// astray: it comes up there or later. template: it stands for instances, of which it is not certain which there are.
	astray, template bool
	// early: an initialiser in front of it refers to it.
	early bool
}

// moment orders what comes up while a unit is read: by chunk, and by token in it.
type moment struct {
	ord int
	at  int32
}

func (m moment) compare(o moment) int {
	return cmp.Or(cmp.Compare(m.ord, o.ord), cmp.Compare(m.at, o.at))
}

// startOf is when the front end comes to a site.
func startOf(s sema.Site) moment { return moment{ord: s.Chunk.Ord, at: s.Newest().Span.Lo} }

// collector finds the items of a unit.
type collector struct {
	Input
	items map[*sema.Namespace][]item
	seen  map[*sema.Var]bool
	// reached are the functions that are compiled.
	reached reached
	folds   *folds
}

// newCollector is nil where a unit has no constants.
func newCollector(in Input) *collector {
	c := &collector{Input: in, items: map[*sema.Namespace][]item{}, seen: map[*sema.Var]bool{}}
	vars := slices.Concat(in.Declared.Vars, in.System)
	if !slices.ContainsFunc(vars, c.constant) && !slices.ContainsFunc(in.Declared.VarTemplates, c.constant) &&
		len(constantLocals.In(in.Spaces, c.compiled(), func(b *sema.Facts, found func(*sema.Var)) {
			for _, v := range b.Locals {
				if c.constant(v) {
					found(v)
				}
			}
		})) == 0 {
		return nil
	}
	return c
}

var constantLocals = spaces.NewSearch[*sema.Var]()

// compiled are the facts of all bodies that may be compiled, each once.
func (c *collector) compiled() []*sema.Facts {
	out := slices.DeleteFunc(slices.Clone(c.Bodies), func(b *sema.Facts) bool { return b.Template })
	seen := map[*sema.Facts]bool{}
	for _, b := range out {
		seen[b] = true
	}
	if c.Emission != nil {
		for _, f := range c.Emission.Funcs() {
			if b := c.Unit.Facts(f); b != nil && !seen[b] {
				seen[b] = true
				out = append(out, b)
			}
		}
	}
	return out
}

// ordered are the variables of a unit in the order in which they are placed.
func (c *collector) ordered() []item {
	c.reached = c.reach()
	c.folds = newFolds(c)
	for _, v := range slices.Concat(c.Declared.Vars, c.System) {
		if (c.constant(v) || c.refers(v)) && v.Kind == sema.NamespaceVar && v.Args == nil {
			c.defined(v)
		}
	}
	c.instances()
	for _, b := range c.compiled() {
		c.locals(b)
	}
	for _, b := range c.Bodies {
		if b.Template && (c.RDC || c.Debug) { // instances are kept that nothing here comes to
			c.locals(b)
		}
	}
	var out []item
	c.scope(c.Unit.Global, &out)
	return c.referred(out)
}

func (c *collector) constant(v *sema.Var) bool { return isConstant(c.Unit, v) }

// FromSystem lists the variables that system headers put into constant memory.
func FromSystem(u *sema.Unit) []*sema.Var {
	words := map[token.Sym]bool{u.Sym("__constant__"): true, u.Sym("constant"): true, u.Sym("__constant"): true}
	var seg *preprocess.Segment // the last that was looked at, which may mention them
	mentioned := false
	marked := func(ch *sema.Chunk) bool {
		if !ch.System || ch.Kind != outline.ChunkDecl {
			return false
		}
		if ch.Seg != seg {
			seg, mentioned = ch.Seg, mentions(ch.Seg, words)
		}
		if !mentioned {
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

// put enters a variable where it comes up first.
func (c *collector) put(ns *sema.Namespace, it item) {
	if !c.seen[it.v] {
		c.seen[it.v] = true
		c.items[ns] = append(c.items[ns], it)
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
	c.put(c.namespace(v), item{v: v, when: startOf(at.Site), kept: sema.Yes})
}

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

// instances enters the instances of variable templates: explicit ones where they are asked for, all others behind their template.
// Of the latter there may be some that no body names that is looked at here; the template stands for them.
func (c *collector) instances() {
	if !slices.ContainsFunc(c.Declared.VarTemplates, c.constant) {
		return
	}
	for _, pattern := range c.Declared.VarTemplates {
		if pattern.Template == nil || !c.constant(pattern) {
			continue
		}
		var explicit small.Set[*sema.Var]
		for _, i := range slices.Backward(c.Declared.VarInstances) { // an instance's definition stands behind a declaration of it
			if v := i.Var; v.Template == pattern.Template && v.Explicit && c.constant(v) && explicit.Add(v) {
				c.put(c.namespace(v), item{v: v, when: startOf(i.Site), kept: sema.Yes})
			}
		}
		c.put(c.namespace(pattern), item{v: pattern, when: startOf(pattern.Site()), kept: sema.UnknownTri, template: true})
	}
	for _, b := range c.compiled() {
		c.named(b)
	}
	for _, v := range c.Declared.Vars {
		c.named(c.Unit.VarFacts(v))
	}
}

// named enters the instances of variable templates that a body or an initialiser uses.
func (c *collector) named(b *sema.Facts) {
	for i := range b.Uses {
		v := b.Uses[i].Var
		if v.Template != nil && v.Args != nil && !slices.ContainsFunc(v.Args, types.Arg.IsDependent) && c.constant(v) {
			c.put(c.namespace(v), item{v: v, when: startOf(v.Template.Site()), kept: sema.Yes, astray: true})
		}
	}
}

// locals enters the static variables of a function; those of a template stand for the ones of its instances.
func (c *collector) locals(b *sema.Facts) {
	for _, v := range b.Locals {
		if v.Kind == sema.LocalStatic && c.constant(v) {
			c.put(c.Unit.Global, item{v: v, when: startOf(v.Site()), kept: c.folds.kept(v, b), astray: true, template: b.Template})
		}
	}
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
