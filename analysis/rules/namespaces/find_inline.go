package namespaces

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// clashes are the names in nvcc's generated code that the host compiler cannot tell apart.
var clashes = kit.InDevice("clashes", func(p *check.Pass) []Clash { return findClashes(p.Spaces, p.Declared, p.Emission) })

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

// findClashes finds what makes the host compiler refuse the code that nvcc registers device entities with. It names them all,
// used or not, by their qualified names; of kernels it also tells the type. e is what the pass generates code for.
func findClashes(m *spaces.Model, declared sema.Declared, e *spaces.Emission) []Clash {
	var out []Clash
	seen := make(map[[2]sema.Entity]bool)
	named := func(of, decl sema.Entity) {
		for _, c := range clashesOf(m, of, decl) {
			if key := [2]sema.Entity{c.Outer, c.Inner}; !seen[key] {
				seen[key] = true
				out = append(out, c)
			}
		}
	}
	for _, v := range declared.Vars {
		if registered(m, v) {
			named(v, v)
			out = append(out, definedTwice(v, m.DefinitionsOf(v))...)
		}
	}
	for _, f := range declared.Funcs {
		if f.Template == nil && f.MemberOf == nil && m.Of(f).Space&cudaspace.Global != 0 && m.U.Definition(f) != nil {
			named(f, f)
			out = append(out, definedTwice(f, spaces.BodiesOf(f))...)
		}
	}
	for _, f := range e.Funcs() {
		if f.Template != nil && f.MemberOf == nil && m.Of(f).Space&cudaspace.Global != 0 {
			named(f, f.Template)
		}
	}
	return out
}

// registered reports whether nvcc's generated code names a variable: those that it defines in device memory at namespace scope.
func registered(m *spaces.Model, v *sema.Var) bool {
	mem, ok := m.DeviceMemory(v)
	return ok && mem != 0 && mem&cudaspace.Shared == 0 && v.Kind == sema.NamespaceVar && v.Template == nil && len(m.DefinitionsOf(v)) > 0
}

// definedTwice is the clash of an entity's definitions in a namespace inside an inline one.
func definedTwice(e sema.Entity, at []sema.Site) []Clash {
	if len(at) < 2 || spaces.InsideInline(e) == nil {
		return nil
	}
	return []Clash{{Named: e, Outer: e, Inner: e, Twice: true, First: at[0], Second: at[1]}}
}

// clashesOf looks up the qualified name of an entity that stands in a namespace as decl (itself, or its template), step by step.
func clashesOf(m *spaces.Model, of, decl sema.Entity) []Clash {
	if spaces.NamespaceOf(decl) == nil {
		return nil
	}
	var out []Clash
	step := func(e sema.Entity, same func(other sema.Entity) bool) {
		for _, in := range spaces.NamespaceOf(e).InlineSet() {
			for _, other := range m.U.Named(in, e.Sym()) {
				if other != e && same(other) {
					out = append(out, Clash{Named: of, Outer: e, Inner: other})
				}
			}
		}
	}
	step(decl, func(other sema.Entity) bool { return sameReference(m, of, other) })
	for ns := spaces.NamespaceOf(decl); ns != nil && ns.Parent() != nil; ns = spaces.NamespaceOf(ns) {
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
func sameReference(m *spaces.Model, e, other sema.Entity) bool {
	f, ok := e.(*sema.Func)
	if !ok {
		_, using := other.(*sema.UnresolvedUsing)
		return !using
	}
	switch o := other.(type) {
	case *sema.Func:
		return f.Args == nil && sameType(m, f, o)
	case *sema.Template:
		if o.Kind != sema.FuncTemplate {
			return true
		}
		return f.Args != nil && sameType(m, f, m.U.InstantiateFunc(o, f.Args))
	case *sema.UnresolvedUsing:
		return false
	}
	return true
}

func sameType(m *spaces.Model, f, o *sema.Func) bool {
	if o == nil {
		return false
	}
	t := m.U.FuncType(f)
	return t.Kind == types.Func && !t.IsUnknown() && !t.IsDependent() && t == m.U.FuncType(o)
}
