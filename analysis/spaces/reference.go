package spaces

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
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

// References are what a body names that accept takes. Default arguments and default member initialisers are declarations
// outside of it.
func (m *Model) References(b *sema.Facts, wanted sema.NameSet, accept func(Reference) bool) []Reference {
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
		if r := &b.Refs[i]; !r.Converted && r.Through == nil && r.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 {
			add(r.Func, nil, r.Site)
		}
	}
	for i := range b.Launches {
		if l := &b.Launches[i]; l.Kernel != nil && l.Through == nil {
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

// Outside are what declarations outside of bodies name that accept takes.
func (m *Model) Outside(declared sema.Declared, wanted sema.NameSet, accept func(Reference) bool) []Reference {
	var out []Reference
	for _, n := range m.U.Mentions(declared, wanted) {
		if r := (Reference{Func: n.Func, Var: n.Var, Site: n.Site}); accept(r) {
			out = append(out, r)
		}
	}
	return out
}

// SaidConstant reports whether a function is constexpr or consteval, a closure's where that is written and can be.
func (m *Model) SaidConstant(f *sema.Func) bool {
	if f.Closure != nil && len(f.Decls) > 0 {
		return f.Consteval || f.Decls[0].Spec.Flags&ast.Constexpr != 0 && m.Constexpr(f)
	}
	return f.Consteval || m.Constexpr(f)
}

// DeducedOnDevice reports whether a function runs on the device alone, is not constexpr and has its result deduced.
func (m *Model) DeducedOnDevice(f *sema.Func) bool {
	if !m.U.HasDeducedResult(f) || m.SaidConstant(f) || f.Implicit {
		return false
	}
	sp := m.Of(f)
	return sp.Known && sp.Space&cudaspace.Host == 0
}
