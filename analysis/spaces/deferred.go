package spaces

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
)

// Deferred reports whether the front end leaves the body of a function until one ends that it makes at once: no other file can call the
// function, or it is a specialisation.
func (m *Model) Deferred(f *sema.Func) bool {
	return f.Specialization || MadeFromTemplate(f) || !m.root(f) || m.InternalLinkage(f)
}

// Ends are where the front end makes the bodies that it left until then, in order: at the end of functions that other files can call, and
// of variables that they know and that are given a value.
func (m *Model) Ends(declared sema.Declared) []sema.Site {
	var out []sema.Site
	add := func(whole sema.Site) {
		whole.Span.Lo, whole.Span.Hi = whole.Span.Hi, whole.Span.Hi+1
		out = append(out, whole)
	}
	Each(m, declared.Funcs, func(f *sema.Func) {
		if !m.Deferred(f) && !f.Defaulted {
			add(m.U.Definition(f).Full)
		}
	})
	Each(m, declared.Vars, func(v *sema.Var) {
		t := sema.ElementOf(m.U.VarType(v))
		c := m.U.ClassOf(t)
		if v.Inline || v.Constexpr || v.Template != nil || v.MemberOf != nil && v.MemberOf.Template != nil ||
			InUnnamed(v.Parent()) || c != nil && c.Lambda != nil ||
			v.Kind == sema.NamespaceVar && (v.Static || t.IsConst() && !v.Extern) {
			return
		}
		facts := m.U.VarFacts(v)
		for _, d := range v.Decls {
			if d.Defines && (d.Dtor.Init != nil || facts != nil && len(facts.Calls) > 0) {
				add(d.Full)
			}
		}
	})
	slices.SortStableFunc(out, func(a, b sema.Site) int {
		return cmp.Or(cmp.Compare(a.Chunk.Ord, b.Chunk.Ord), cmp.Compare(a.Span.Hi, b.Span.Hi))
	})
	return out
}
