package spaces

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Clash is a name in the code that nvcc generates for the host compiler, and that the host compiler cannot tell apart: it
// finds it in a namespace, and in an inline namespace inside that one.
type Clash struct {
	// Named is what the generated code names: a variable in device memory, a kernel, an instance of a kernel template.
	Named sema.Entity
	// Outer is what is meant: Named itself, its template, or a namespace around it. Inner is what is found as well, in an inline namespace.
	Outer, Inner sema.Entity
	// Twice: Outer and Inner are one variable or kernel that is defined twice, because a namespace of an inline namespace was
	// opened again from outside of it; First and Second are the two definitions.
	Twice         bool
	First, Second sema.Site
}

// Clashes finds what makes the host compiler refuse the code that nvcc registers device entities with. It names them all,
// used or not, by their qualified names; of kernels it also tells the type. e is what the pass generates code for.
func (m *Model) Clashes(declared sema.Declared, e *Emission) []Clash {
	var out []Clash
	seen := make(map[[2]sema.Entity]bool)
	named := func(of, decl sema.Entity) {
		for _, c := range m.clashes(of, decl) {
			if key := [2]sema.Entity{c.Outer, c.Inner}; !seen[key] {
				seen[key] = true
				out = append(out, c)
			}
		}
	}
	for _, v := range declared.Vars {
		if m.Registered(v) {
			named(v, v)
			out = append(out, definedTwice(v, m.definitionsOf(v))...)
		}
	}
	for _, f := range declared.Funcs {
		if f.Template == nil && f.MemberOf == nil && m.Of(f).Space&cudaspace.Global != 0 && m.U.Definition(f) != nil {
			named(f, f)
			out = append(out, definedTwice(f, bodiesOf(f))...)
		}
	}
	for _, f := range e.Funcs {
		if f.Template != nil && f.MemberOf == nil && m.Of(f).Space&cudaspace.Global != 0 {
			named(f, f.Template)
		}
	}
	return out
}

// Registered reports whether nvcc's generated code names a variable: those that it defines in device memory at namespace scope.
func (m *Model) Registered(v *sema.Var) bool {
	mem, ok := m.deviceMemory(v)
	return ok && mem != 0 && mem&cudaspace.Shared == 0 && v.Kind == sema.NamespaceVar && v.Template == nil && len(m.definitionsOf(v)) > 0
}

func (m *Model) definitionsOf(v *sema.Var) []sema.Site {
	var out []sema.Site
	for _, d := range m.U.VarDecls(v) {
		if d.Defines {
			out = append(out, d.Site)
		}
	}
	return out
}

func bodiesOf(f *sema.Func) []sema.Site {
	var out []sema.Site
	for _, d := range f.Decls {
		if d.Body != nil {
			out = append(out, d.Site)
		}
	}
	return out
}

// definedTwice is the clash of an entity's definitions in a namespace inside an inline one.
func definedTwice(e sema.Entity, at []sema.Site) []Clash {
	if len(at) < 2 || insideInline(e) == nil {
		return nil
	}
	return []Clash{{Named: e, Outer: e, Inner: e, Twice: true, First: at[0], Second: at[1]}}
}

// insideInline is the inline namespace around the namespace that an entity is a member of; nil where there is none.
func insideInline(e sema.Entity) *sema.Namespace {
	ns := namespaceOf(e)
	if ns == nil || ns.Inline {
		return nil
	}
	if outer, ok := ns.Parent().(*sema.Namespace); ok && outer.Inline {
		return outer
	}
	return nil
}

// Reopened is the inline namespace inside of which a variable or function is defined in a namespace that was opened again from
// outside, with another definition; nil for all others.
func (m *Model) Reopened(e sema.Entity) *sema.Namespace {
	var at []sema.Site
	switch e := e.(type) {
	case *sema.Var:
		at = m.definitionsOf(e)
	case *sema.Func:
		at = bodiesOf(e)
	}
	if len(at) < 2 {
		return nil
	}
	return insideInline(e)
}

// clashes looks up the qualified name of an entity that stands in a namespace as decl (itself, or its template), step by step.
func (m *Model) clashes(of, decl sema.Entity) []Clash {
	if namespaceOf(decl) == nil {
		return nil
	}
	var out []Clash
	step := func(e sema.Entity, same func(other sema.Entity) bool) {
		for _, in := range namespaceOf(e).InlineSet() {
			for _, other := range m.U.Named(in, e.Sym()) {
				if other != e && same(other) {
					out = append(out, Clash{Named: of, Outer: e, Inner: other})
				}
			}
		}
	}
	step(decl, func(other sema.Entity) bool { return m.sameReference(of, other) })
	for ns := namespaceOf(decl); ns != nil && ns.Parent() != nil; ns = namespaceOf(ns) {
		if ns.Unnamed {
			return nil // it cannot be named at all
		}
		step(ns, isQualifier)
	}
	return out
}

// isQualifier reports whether a lookup of a name before :: finds an entity.
func isQualifier(e sema.Entity) bool {
	switch e := e.(type) {
	case *sema.Namespace, *sema.Class, *sema.Enum, *sema.Typedef:
		return true
	case *sema.Template:
		return e.Kind == sema.ClassTemplate || e.Kind == sema.AliasTemplate
	}
	return false
}

// sameReference reports whether the generated reference to an entity may also mean another: a kernel's goes by its type too.
func (m *Model) sameReference(e, other sema.Entity) bool {
	f, ok := e.(*sema.Func)
	if !ok {
		_, using := other.(*sema.UnresolvedUsing)
		return !using
	}
	switch o := other.(type) {
	case *sema.Func:
		return f.Args == nil && m.sameType(f, o)
	case *sema.Template:
		if o.Kind != sema.FuncTemplate {
			return true
		}
		return f.Args != nil && m.sameType(f, m.U.InstantiateFunc(o, f.Args))
	case *sema.UnresolvedUsing:
		return false
	}
	return true
}

func (m *Model) sameType(f, o *sema.Func) bool {
	if o == nil {
		return false
	}
	t := m.U.FuncType(f)
	return t.Kind == types.Func && !t.IsUnknown() && !t.IsDependent() && t == m.U.FuncType(o)
}

// namespaceOf is the namespace that an entity is a direct member of.
func namespaceOf(e sema.Entity) *sema.Namespace {
	p, ok := e.(interface{ Parent() sema.Entity })
	if !ok {
		return nil
	}
	ns, _ := p.Parent().(*sema.Namespace)
	return ns
}

// Path is an entity's qualified name with the inline namespaces, which EntityName leaves out.
func Path(u *sema.Unit, e sema.Entity) string { return path(u, e, namespaceOf(e)) }

// PathAround is the qualified name by which an entity seems to be meant that is defined in a namespace of an inline one, opened again
// from outside: that without the inline namespaces which it stands in.
func PathAround(u *sema.Unit, e sema.Entity) string {
	ns := namespaceOf(e)
	around := namespaceOf(ns)
	for around != nil && around.Inline {
		around = namespaceOf(around)
	}
	return path(u, ns, around) + "::" + u.Text(e.Sym())
}

// path is the name of an entity in a namespace.
func path(u *sema.Unit, e sema.Entity, ns *sema.Namespace) string {
	parts := []string{u.Text(e.Sym())}
	for ; ns != nil && ns.Sym() != 0; ns = namespaceOf(ns) {
		parts = append(parts, u.Text(ns.Sym()))
	}
	slices.Reverse(parts)
	out := ""
	for _, p := range parts {
		out += "::" + p
	}
	return out
}
