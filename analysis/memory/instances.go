package memory

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// What a function brings besides its own static variables comes up while the front end goes through it, place by place: the
// instances of variable templates that it names, the functions of lambdas and local classes where these end, and the instances
// of functions whose results are deduced, behind their arguments. All other instances the text leaves for later: functions where
// they are first mentioned, the functions of class templates where the class is made, in the order of their declarations.
//
// When it is through with the text, the front end goes through those that are needed. Now others come up at once where these name
// them, but for those that the text asked for, which have their turn, and those that an instance with a deduced result names: they
// come up, as they are named, when it ends.
//
// It goes through the template of an instance before it first goes through an instance. Then there comes up what does not depend
// on the template's own parameters and does not wait.

// pending is an instance of a function that comes up behind the text, or a class whose functions do.
type pending struct {
	when  moment
	f     *sema.Func
	class *sema.Class
}

// event is what comes up at a place of a body; one of v, f, class and inner is there.
type event struct {
	at    moment
	v     *sema.Var
	f     *sema.Func
	class *sema.Class
	inner *sema.Facts
	// waits: f is not needed there. inClosure: inner is what a lambda holds.
	waits, inClosure bool
}

// events are what comes up in a body, and in what is inside of it, in order.
func (c *collector) events(b *sema.Facts) []event {
	var out []event
	for _, m := range c.mentioned(b) {
		out = append(out, event{at: startOf(m.Site), v: m.Var})
	}
	for _, r := range c.named(b) {
		if k := classInstance(r.f); k != nil {
			out = append(out, event{at: r.name, class: k})
		}
		out = append(out, event{at: r.at, f: r.f})
	}
	for _, v := range b.Locals {
		if k := c.instanceOfClass(c.Unit.VarType(v)); k != nil {
			out = append(out, event{at: startOf(v.Site()), class: k})
		}
	}
	for _, l := range b.Lambdas {
		if l.CallT == nil || l.CallT.Func == nil {
			continue
		}
		if pattern := c.Unit.Facts(l.CallT.Func); pattern != nil && pattern != b { // a generic lambda's template is gone through here
			out = append(out, c.first(pattern)...)
		}
	}
	if b.Func != nil {
		for _, p := range c.Unit.FuncType(b.Func).Params {
			if k := c.instanceOfClass(p); k != nil {
				out = append(out, event{at: startOf(siteOf(b)), class: k})
			}
		}
	}
	closure := b.Func != nil && b.Func.Closure != nil
	for _, in := range c.inside(b) {
		out = append(out, c.events(in)...)
		out = append(out, event{at: endOf(siteOf(in)), inner: in, inClosure: closure})
	}
	slices.SortStableFunc(out, func(x, y event) int { return x.at.compare(y.at) })
	return out
}

// instanceOfClass is the class that a type is an object or an array of, if a template made it.
func (c *collector) instanceOfClass(t *types.Type) *sema.Class {
	for t != nil && t.Kind == types.Array {
		t = t.Elem
	}
	if t == nil || t.Kind != types.Class {
		return nil
	}
	if k := c.Unit.ClassOf(t); k != nil && k.Args != nil {
		return k
	}
	return nil
}

// body enters what a function brings, or a variable's initialiser: at the places of the text or, where it is an instance, from a
// moment on.
func (c *collector) body(b *sema.Facts, from *moment) {
	when := func(place moment) moment {
		if from == nil {
			return place
		}
		c.seq++
		m := *from
		m.seq = c.seq
		return m
	}
	if from != nil {
		c.pattern(b.Func, when)
	}
	outer := c.current
	c.bodies++
	c.current = c.bodies
	for _, e := range c.events(b) {
		c.happens(e, when(e.at))
	}
	c.lower(b, when(endOf(siteOf(b))), false)
	c.current = outer
}

// happens deals with what comes up at a moment.
func (c *collector) happens(e event, when moment) {
	switch {
	case e.v != nil:
		c.instanceOf(e.v, item{when: when})
	case e.waits:
		c.mentions(e.f, when)
	case e.f != nil:
		c.asks(e.f, when)
	case e.class != nil:
		c.makes(e.class, when)
	default:
		c.lower(e.inner, when, e.inClosure)
	}
}

// pattern enters what comes up when the front end goes through the template of an instance.
func (c *collector) pattern(f *sema.Func, when func(moment) moment) {
	b := c.patternOf(f)
	if b == nil || c.patterns[b.Func] {
		return
	}
	c.patterns[b.Func] = true
	for _, e := range c.first(b) {
		c.happens(e, when(e.at))
	}
}

// first are the events when the front end goes through a template: nothing is needed there that can wait.
func (c *collector) first(template *sema.Facts) []event {
	out := c.events(template)
	for i := range out {
		out[i].waits = out[i].waits || out[i].f != nil && !c.deduced(out[i].f)
	}
	return slices.DeleteFunc(out, func(e event) bool { return e.inner != nil })
}

// mentions gives a function its turn, in which it comes up if it is needed.
func (c *collector) mentions(f *sema.Func, when moment) {
	if !c.drained && f.Args != nil && !c.listed[f] {
		c.listed[f] = true
		c.pending = append(c.pending, pending{when: when, f: f})
	}
}

// asks deals with a function that is needed where it is named.
func (c *collector) asks(f *sema.Func, when moment) {
	c.mentions(f, when)
	if c.asked[f] {
		return
	}
	if c.drained && c.depth > 0 && !c.deduced(f) {
		c.deferred = append(c.deferred, f)
		return
	}
	c.asked[f] = true
	switch {
	case c.deduced(f):
		c.depth++
		c.enter(f, when)
		c.depth--
	case c.drained:
		c.enter(f, when)
	}
	if c.depth == 0 {
		list := c.deferred
		c.deferred = nil
		for _, next := range list {
			c.asks(next, when)
		}
	}
}

// enter goes through an instance at a moment.
func (c *collector) enter(f *sema.Func, when moment) {
	if facts := c.Unit.Facts(f); facts != nil && !c.entered[f] {
		c.entered[f] = true
		c.body(facts, &when)
	}
}

// classInstance is the class that a function is a member of, of which a template makes it.
func classInstance(f *sema.Func) *sema.Class {
	for k := f.MemberOf; k != nil; k, _ = k.Parent().(*sema.Class) {
		if k.Args != nil {
			return f.MemberOf
		}
	}
	return nil
}

// objects notes which instances of class templates are made by variables and classes outside of functions.
func (c *collector) objects() {
	for _, v := range c.Declared.Vars {
		for _, d := range c.Unit.VarDecls(v) {
			if d.Defines && d.Site.Chunk != nil {
				c.makes(c.instanceOfClass(c.Unit.VarType(v)), startOf(d.Site))
			}
		}
	}
	for _, k := range c.Declared.Classes {
		if s := k.DefSite(); k.Template == nil && s.Chunk != nil {
			c.makesParts(k, startOf(s))
		}
	}
}

// makes notes when an instance of a class template is made, what it is made of first.
func (c *collector) makes(k *sema.Class, when moment) {
	if k == nil || c.drained {
		return
	}
	at, twice := c.classes[k]
	if twice && c.pending[at].when.compare(when) <= 0 {
		return
	}
	c.makesParts(k, when)
	if twice {
		c.pending[at].when = when
		return
	}
	c.classes[k] = len(c.pending)
	c.pending = append(c.pending, pending{when: when, class: k})
}

// makesParts notes that a class's bases and members are made.
func (c *collector) makesParts(k *sema.Class, when moment) {
	for _, b := range k.Bases() {
		c.makes(c.instanceOfClass(b.Type), when)
	}
	for _, f := range k.Fields() {
		c.makes(c.instanceOfClass(c.Unit.FieldType(f)), when)
	}
}

// drain goes through what is pending behind the text.
func (c *collector) drain() {
	slices.SortStableFunc(c.pending, func(x, y pending) int { return x.when.compare(y.when) })
	c.drained = true
	for i, p := range c.pending {
		when := moment{ord: len(c.Unit.Chunks), at: int32(i)}
		if p.f != nil {
			if c.asked[p.f] {
				c.enter(p.f, when)
			}
			continue
		}
		var members []*sema.Func
		for _, e := range p.class.Members() {
			if f, ok := e.(*sema.Func); ok && c.asked[f] {
				members = append(members, f)
			}
		}
		slices.SortStableFunc(members, func(x, y *sema.Func) int { return startOf(x.Site()).compare(startOf(y.Site())) })
		for _, f := range members {
			c.enter(f, when)
		}
	}
}

// instanceOf enters an instance of a variable template, and behind it those that its initialiser names.
func (c *collector) instanceOf(v *sema.Var, it item) {
	it.v, it.kept = v, sema.Yes
	_, twice := c.seen[v]
	c.put(c.namespace(v), it)
	if twice {
		return
	}
	for _, m := range c.mentioned(c.Unit.VarFacts(v)) {
		c.instanceOf(m.Var, it)
	}
}

// request is an instance of a template that is asked for.
type request struct {
	f *sema.Func
	// name is where its name stands, at where it comes up.
	name, at moment
	in       sema.Context
}

// named are the instances of templates that a body names, in order.
func (c *collector) named(b *sema.Facts) []request {
	var out []request
	note := func(f *sema.Func, site, full sema.Site, in sema.Context) {
		if f == nil || !instance(f) || in&(sema.Discarded|sema.Unevaluated) != 0 {
			return
		}
		at := startOf(site)
		if f.Args != nil && full.Chunk == site.Chunk {
			at = endOf(full) // which one it is the arguments decide
		}
		out = append(out, request{f, startOf(site), at, in})
	}
	for i := range b.Calls {
		note(b.Calls[i].Callee, b.Calls[i].Site, b.Calls[i].Full, b.Calls[i].Context)
	}
	for i := range b.Refs {
		note(b.Refs[i].Func, b.Refs[i].Site, b.Refs[i].Site, b.Refs[i].Context)
	}
	for i := range b.Launches {
		note(b.Launches[i].Kernel, b.Launches[i].Site, b.Launches[i].Full, 0)
	}
	slices.SortStableFunc(out, func(x, y request) int { return x.at.compare(y.at) })
	return out
}

// deduced reports whether the result of a function is deduced from its body, which makes an instance come up where it is named.
func (c *collector) deduced(f *sema.Func) bool {
	for _, d := range f.Decls {
		if _, placeholder := d.Spec.Type.(*ast.AutoType); placeholder && (d.Sig == nil || d.Sig.Trailing == nil) {
			return true
		}
	}
	return false
}

// instance reports whether f is made of a template, be it as a member of a class that is.
func instance(f *sema.Func) bool {
	return f.Args != nil && !f.Specialization || f.Args == nil && classInstance(f) != nil
}

// patternOf are the facts of the template that an instance is made of; nil where there is none.
func (c *collector) patternOf(f *sema.Func) *sema.Facts {
	from := f.Pattern
	if f.Template != nil && f.Template.Func != nil && f.Template.Func != f {
		from = f.Template.Func
		if c.Unit.Facts(from); from.Pattern != nil { // a member of a class that a template makes
			from = from.Pattern
		}
	}
	if from == nil {
		return nil
	}
	return c.Unit.Facts(from)
}

func anyDependent(args []types.Arg) bool { return slices.ContainsFunc(args, types.Arg.IsDependent) }
