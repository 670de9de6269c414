package memory

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// The symbol of what is internal to a file holds a name for the file, which is made of the first name that other files can see:
// of the first function that is defined here alone, or of the first such variable with an initialiser. Functions that come
// before, and that other files do not have or have too, wait for that name: they are let go when the front end next leaves a
// function or a scope outside of functions.

// naming is when the front end has a name for the file.
type naming struct {
	// earliest and latest are the moments between which the name is there: the same where that is certain.
	earliest, latest moment
	// release and until are the moments between which what waits is let go, but where that is in a function.
	release, until moment
	// first and sure are the functions that may give it first, and that give it at the latest; nil where variables do.
	first, sure *sema.Facts
	scopes      *scopes
}

// giver is a function, or a variable, that may give the file its name.
type giver struct {
	when  moment
	body  *sema.Facts // nil for a variable
	chunk int
	sure  bool
}

// findNaming finds out when the front end has a name for the file.
func (c *collector) findNaming() naming {
	end := moment{ord: len(c.Unit.Chunks), at: -1}
	n := naming{earliest: end, latest: end, release: end, until: end}
	givers := c.givers()
	if len(givers) == 0 {
		return n
	}
	n.scopes = newScopes(c)
	n.earliest, n.first = givers[0].when, givers[0].body
	n.release = n.scopes.leaves(givers[0], true)
	if i := slices.IndexFunc(givers, func(g giver) bool { return g.sure }); i >= 0 {
		n.latest, n.sure = givers[i].when, givers[i].body
		n.until = n.scopes.leaves(givers[i], false)
	}
	return n
}

// enters narrows down when what waits is let go: while a function is read that gives the name.
func (n *naming) enters(b *sema.Facts) {
	if b == nil || b != n.first && b != n.sure {
		return
	}
	earliest, latest := n.scopes.inFunction(b)
	if b == n.first {
		n.release = earliest
	}
	if b == n.sure {
		n.until = latest
	}
}

// givers are what may give the file its name, in order.
func (c *collector) givers() []giver {
	var out []giver
	for _, b := range c.Bodies {
		if sure := c.givesName(b); sure != sema.No {
			s := siteOf(b)
			out = append(out, giver{when: startOf(s), body: b, chunk: s.Chunk.Ord, sure: sure == sema.Yes})
		}
	}
	for _, v := range c.Declared.Vars {
		if c.varLinkage(v) != external {
			continue
		}
		for _, d := range c.Unit.VarDecls(v) {
			if sure := c.initialised(v, d); d.Defines && sure != sema.No {
				out = append(out, giver{when: startOf(d.Site), chunk: d.Site.Chunk.Ord, sure: sure == sema.Yes})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b giver) int { return a.when.compare(b.when) })
	return out
}

// givesName reports whether a function is one that other files can call and that is defined here alone. Those whose result is
// deduced do not count, nor do weak ones.
func (c *collector) givesName(b *sema.Facts) sema.Tri {
	f := b.Func
	if f == nil || b.Template || b.Decl == nil || b.Decl.Body == nil || f.Args != nil || instance(f) && f.Pattern != nil ||
		c.linkageOf(f) != external {
		return sema.No
	}
	if k := b.Decl.Body.Kind; k != ast.BodyBlock && k != ast.BodyTry {
		return sema.No
	}
	if c.deduced(f) {
		return sema.No
	}
	for _, d := range f.Decls {
		if slices.ContainsFunc(d.Spec.Attrs, func(a ast.Attr) bool { return c.Unit.Text(a.Name) == "weak" }) {
			return sema.No
		}
	}
	if instance(f) || c.Unit.FuncType(f).IsUnknown() || c.mentionsClosure(c.Unit.FuncType(f)) {
		return sema.UnknownTri
	}
	return sema.Yes
}

// mentionsClosure reports whether a type names a closure type.
func (c *collector) mentionsClosure(t *types.Type) bool {
	if t == nil {
		return false
	}
	if k := c.Unit.ClassOf(t); k != nil && k.Lambda != nil {
		return true
	}
	for i := range t.Args {
		if c.mentionsClosure(t.Args[i].Type) {
			return true
		}
	}
	return c.mentionsClosure(t.Elem) || slices.ContainsFunc(t.Params, c.mentionsClosure)
}

// initialised reports whether a definition of a variable has an initialiser, be it the default constructor or that of the
// declaration in its class. Variables whose type is deduced do not count.
func (c *collector) initialised(v *sema.Var, d *sema.VarDecl) sema.Tri {
	if v.Args != nil || v.Template != nil {
		return sema.No
	}
	if v.MemberOf != nil && v.MemberOf.Args != nil {
		return sema.UnknownTri
	}
	if d.Spec != nil {
		if _, deduced := d.Spec.Type.(*ast.AutoType); deduced {
			return sema.No
		}
	}
	for _, other := range c.Unit.VarDecls(v) {
		if other.Dtor != nil && other.Dtor.Init != nil && (other == d || v.Kind == sema.StaticMember) {
			return sema.Yes
		}
	}
	return c.Unit.RunsByDefault(c.Unit.VarType(v))
}

// release enters what waited: at the earliest moment where others may come before it or not.
func (c *collector) release() {
	between := slices.ContainsFunc(c.items[c.Unit.Global], func(it item) bool {
		return it.kept != sema.No && it.when.compare(c.naming.release) >= 0 && it.when.compare(c.naming.until) < 0
	})
	at := c.naming.until
	if between {
		at = c.naming.release
	}
	slices.SortStableFunc(c.waiting, func(a, b item) int { return a.when.compare(b.when) })
	for i, it := range c.waiting {
		it.when = at
		it.when.seq = int32(i - len(c.waiting)) // before what comes up there
		it.astray = it.astray || between
		c.put(c.Unit.Global, it)
	}
}
