package spaces

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// Reference is a function, or an instance of a variable template, that code names: to call or launch it, for its address, or
// for its type alone.
type Reference struct {
	Func *sema.Func
	Var  *sema.Var
	Site sema.Site
	// Body is the body that names it; nil for declarations outside of bodies.
	Body *sema.Facts
}

// references are what a body names that accept takes. Default arguments and default member initialisers are declarations
// outside of it.
func (m *Model) references(b *sema.Facts, wanted func(token.Sym) bool, accept func(Reference) bool) []Reference {
	var out []Reference
	add := func(f *sema.Func, v *sema.Var, s sema.Site) {
		if r := (Reference{Func: f, Var: v, Site: s, Body: b}); s.Chunk != nil && accept(r) {
			out = append(out, r)
		}
	}
	for i := range b.Calls {
		if c := &b.Calls[i]; c.Callee != nil && c.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 {
			add(c.Callee, nil, c.Site)
		}
	}
	for i := range b.Refs {
		if r := &b.Refs[i]; r.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 {
			add(r.Func, nil, r.Site)
		}
	}
	for i := range b.Launches {
		if l := &b.Launches[i]; l.Kernel != nil {
			add(l.Kernel, nil, l.Site)
		}
	}
	for _, n := range b.Mentions {
		add(n.Func, n.Var, n.Site)
	}
	for _, c := range b.LocalClasses {
		for _, n := range m.U.ClassMentions(c, wanted) {
			add(n.Func, n.Var, n.Site)
		}
	}
	return out
}

// outside are what declarations outside of bodies name that accept takes.
func (m *Model) outside(declared sema.Declared, wanted func(token.Sym) bool, accept func(Reference) bool) []Reference {
	var out []Reference
	for _, n := range m.U.Mentions(declared, wanted) {
		if r := (Reference{Func: n.Func, Var: n.Var, Site: n.Site}); accept(r) {
			out = append(out, r)
		}
	}
	return out
}

// inOrder sorts references by where the front end comes to them: bodies in a class are read at the end of the outermost class.
func inOrder(refs []Reference) {
	type key struct{ segment, read, token int }
	at := func(r Reference) key {
		segment, tok := r.Site.Order()
		k := key{segment, tok, tok}
		if c := outermostClass(r.Body); c != nil {
			_, k.read = sema.Site{Chunk: c.Site().Chunk, Span: c.Def.Span}.Order()
			k.read += int(c.Def.Close - c.Def.Lo)
		}
		return k
	}
	slices.SortStableFunc(refs, func(x, y Reference) int {
		a, b := at(x), at(y)
		return cmp.Or(cmp.Compare(a.segment, b.segment), cmp.Compare(a.read, b.read), cmp.Compare(a.token, b.token))
	})
}

// outermostClass is the outermost class in whose definition a body stands; nil for none.
func outermostClass(b *sema.Facts) *sema.Class {
	if b == nil || b.Func == nil {
		return nil
	}
	f := b.Func
	if f.Closure != nil {
		f = f.Closure.Func
	}
	if f == nil || f.MemberOf == nil || len(f.Decls) == 0 || !f.Decls[len(f.Decls)-1].InClass {
		return nil
	}
	c := f.MemberOf
	for {
		outer, ok := c.Parent().(*sema.Class)
		if !ok {
			break
		}
		c = outer
	}
	if c.Def == nil || c.Site().Chunk == nil {
		return nil
	}
	return c
}

// DeducedReferences are the references of device functions and kernels whose results are deduced, in the host pass, from anywhere but
// bodies of device functions and kernels. There the host compiler needs a result that only device code can tell. What
// instances of templates name is not looked at.
func (m *Model) DeducedReferences(declared sema.Declared, bodies []*sema.Facts) []Reference {
	names := make(map[token.Sym]bool)
	operators := false
	for _, f := range declared.Funcs {
		if m.DeducedOnDevice(f) {
			names[f.Sym()] = true
			operators = operators || f.Kind != sema.Ordinary
		}
	}
	wanted := func(s token.Sym) bool { return operators || names[s] }
	accept := func(r Reference) bool {
		return r.Func != nil && !r.Site.Chunk.System && m.DeducedOnDevice(r.Func)
	}
	var out []Reference
	if len(names) > 0 {
		out = m.outside(declared, wanted, accept)
	}
	out = append(out, m.calledLambdas(declared)...)
	each(m, bodies, func(b *sema.Facts) {
		if f := b.Func; f != nil {
			if sp := m.Of(f); !sp.Known || sp.Space&cudaspace.Host == 0 || f.Implicit || madeFromTemplate(f) && !b.Template {
				return
			}
		}
		out = append(out, m.references(b, wanted, accept)...)
	})
	return distinct(out)
}

// calledLambdas are the device lambdas with deduced results that default arguments and default member initialisers call at once.
// Those of templates are left to instances.
func (m *Model) calledLambdas(declared sema.Declared) []Reference {
	var out []Reference
	add := func(b *sema.Facts) {
		for i := range b.Calls {
			if c := &b.Calls[i]; c.Callee != nil && c.Callee.Closure != nil && m.DeducedOnDevice(c.Callee) {
				out = append(out, Reference{Func: c.Callee, Site: c.Site})
			}
		}
	}
	for _, f := range declared.Funcs {
		if f.Closure == nil && f.Template == nil && (f.MemberOf == nil || !f.MemberOf.Dependent) {
			add(m.U.DefaultArgs(f))
		}
	}
	for _, c := range declared.Classes {
		if !c.Dependent {
			add(m.U.MemberInits(c))
		}
	}
	return out
}

// DeducedOnDevice reports whether a function runs on the device alone, is not constexpr and has its result deduced.
func (m *Model) DeducedOnDevice(f *sema.Func) bool {
	if !m.U.HasDeducedResult(f) || m.constexpr(f) || f.Consteval || f.Implicit {
		return false
	}
	sp := m.Of(f)
	return sp.Known && sp.Space&cudaspace.Host == 0
}

// distinct drops what is named twice at a site.
func distinct(refs []Reference) []Reference {
	type key struct {
		f *sema.Func
		v *sema.Var
		s sema.Site
	}
	seen := make(map[key]bool, len(refs))
	return slices.DeleteFunc(refs, func(r Reference) bool {
		k := key{r.Func, r.Var, r.Site}
		again := seen[k]
		seen[k] = true
		return again
	})
}
