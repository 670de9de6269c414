package spaces

import (
	"slices"

	"cudals/analysis/sema"
)

// DefinitionsOf are the places of a variable's definitions.
func (m *Model) DefinitionsOf(v *sema.Var) []sema.Site {
	var out []sema.Site
	for _, d := range m.U.VarDecls(v) {
		if d.Defines {
			out = append(out, d.Site)
		}
	}
	return out
}

// BodiesOf are the places of a function's declarations with a body.
func BodiesOf(f *sema.Func) []sema.Site {
	var out []sema.Site
	for _, d := range f.Decls {
		if d.Body != nil {
			out = append(out, d.Site)
		}
	}
	return out
}

// InsideInline is the inline namespace around the namespace that an entity is a member of; nil where there is none.
func InsideInline(e sema.Entity) *sema.Namespace {
	ns := NamespaceOf(e)
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
		at = m.DefinitionsOf(e)
	case *sema.Func:
		at = BodiesOf(e)
	}
	if len(at) < 2 {
		return nil
	}
	return InsideInline(e)
}

// NamespaceOf is the namespace that an entity is a direct member of.
func NamespaceOf(e sema.Entity) *sema.Namespace {
	p, ok := e.(interface{ Parent() sema.Entity })
	if !ok {
		return nil
	}
	ns, _ := p.Parent().(*sema.Namespace)
	return ns
}

// Path is an entity's qualified name with the inline namespaces, which EntityName leaves out.
func Path(u *sema.Unit, e sema.Entity) string { return path(u, e, NamespaceOf(e)) }

// PathAround is the qualified name by which an entity seems to be meant that is defined in a namespace of an inline one, opened again
// from outside: that without the inline namespaces which it stands in.
func PathAround(u *sema.Unit, e sema.Entity) string {
	ns := NamespaceOf(e)
	around := NamespaceOf(ns)
	for around != nil && around.Inline {
		around = NamespaceOf(around)
	}
	return path(u, ns, around) + "::" + u.Text(e.Sym())
}

// path is the name of an entity in a namespace.
func path(u *sema.Unit, e sema.Entity, ns *sema.Namespace) string {
	parts := []string{u.Text(e.Sym())}
	for ; ns != nil && ns.Sym() != 0; ns = NamespaceOf(ns) {
		parts = append(parts, u.Text(ns.Sym()))
	}
	slices.Reverse(parts)
	out := ""
	for _, p := range parts {
		out += "::" + p
	}
	return out
}
