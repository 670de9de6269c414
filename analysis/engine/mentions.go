package engine

import (
	"context"
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// mention is a token that names a function or a variable, of which facts know which one it is.
type mention struct {
	key  string
	fn   *sema.Func
	v    *sema.Var
	at   source.Place
	role workspace.Role
}

// mentions lists, once, what the facts of a view name: what is declared, called, launched, named and used. Types, members, parameters and
// automatic variables are not among it: facts do not hold them.
func (v *view) mentions() []mention {
	if v.named != nil {
		return v.named
	}
	seen := map[mention]bool{}
	add := func(m mention, e sema.Entity, s sema.Site, name token.Sym) {
		if m.at = v.nameAt(s, name); m.at.File == nil {
			return
		}
		m.key = v.keyOf(e)
		if !seen[m] {
			seen[m] = true
			v.named = append(v.named, m)
		}
	}
	function := func(f *sema.Func, s sema.Site, role workspace.Role) {
		if f == nil || f.Closure != nil {
			return
		}
		name := f.Sym()
		if f.Kind == sema.Constructor || f.Kind == sema.Destructor {
			name = f.MemberOf.Sym()
		}
		add(mention{fn: f, role: role}, v.pattern(f), s, name)
	}
	variable := func(x *sema.Var, s sema.Site, role workspace.Role) {
		if x != nil {
			add(mention{v: x, role: role}, x, s, x.Sym())
		}
	}
	for _, f := range v.declared.Funcs {
		for _, d := range f.Decls {
			role := workspace.RoleDeclares
			if d.Body != nil {
				role = workspace.RoleDefines
			}
			function(f, d.Site, role)
		}
	}
	for _, x := range slices.Concat(v.declared.Vars, v.declared.VarTemplates) {
		for _, d := range v.unit.VarDecls(x) {
			role := workspace.RoleDeclares
			if d.Defines {
				role = workspace.RoleDefines
			}
			variable(x, d.Site, role)
		}
	}
	for _, b := range v.spaces.Everything(v.declared, v.bodies) {
		if b == nil {
			continue
		}
		for i := range b.Calls {
			function(b.Calls[i].Callee, b.Calls[i].Site, workspace.RoleRead)
		}
		for i := range b.Launches {
			function(b.Launches[i].Kernel, b.Launches[i].Site, workspace.RoleRead)
		}
		for i := range b.Refs {
			function(b.Refs[i].Func, b.Refs[i].Site, workspace.RoleRead)
		}
		for i := range b.Uses {
			role := workspace.RoleRead
			if k := b.Uses[i].Kind; k == sema.Write || k == sema.ReadWrite {
				role = workspace.RoleWrite
			}
			variable(b.Uses[i].Var, b.Uses[i].Site, role)
		}
		for _, x := range b.Locals {
			if x.Kind == sema.LocalStatic || x.Kind == sema.LocalExtern {
				variable(x, x.Site(), workspace.RoleDefines)
			}
		}
	}
	return v.named
}

// nameAt is where the last token of a site is written that is a name: zero where it is put together by a macro, or stands in a system
// header.
func (v *view) nameAt(s sema.Site, name token.Sym) source.Place {
	if s.IsZero() || s.Chunk.System || name == 0 {
		return source.Place{}
	}
	seg, lo, hi := s.Present()
	for i := hi - 1; i >= lo; i-- {
		if t := seg.Toks[i]; t.Sym == name && t.Kind == token.Ident {
			at := seg.Locate(t).Spelled
			if at.File != nil && string(at.File.Slice(at.Span)) == v.unit.Text(name) {
				return at
			}
			return source.Place{}
		}
	}
	return source.Place{}
}

// pattern is the function that is written for a function: the template of an instance, the member of the class template for a member of an
// instance.
func (v *view) pattern(f *sema.Func) *sema.Func {
	if f.Template != nil && f.Template.Func != nil && !f.Specialization {
		f = f.Template.Func
	}
	return v.unit.PatternFunc(f)
}

// keyOf tells an entity from all others, in other views and documents that read the same files, by the place of its first declaration.
func (v *view) keyOf(e sema.Entity) string {
	p, _ := check.PlaceOf(e.Site())
	name := e.EntityName()
	if f, ok := e.(*sema.Func); ok {
		name = v.unit.Describe(f)
	}
	if p.File == nil {
		return name
	}
	return fmt.Sprintf("%s:%d:%s", p.File.Path, p.Span.Start, name)
}

// kindOf is the sort of a function for people.
func (v *view) kindOf(f *sema.Func) workspace.SymbolKind {
	switch {
	case v.isKernel(f):
		return workspace.SymbolKernel
	case f.Kind == sema.Constructor, f.Kind == sema.Destructor:
		return workspace.SymbolConstructor
	case f.Kind == sema.OperatorFunc && f.Closure == nil:
		return workspace.SymbolOperator
	case f.MemberOf != nil && f.Closure == nil:
		return workspace.SymbolMethod
	}
	return workspace.SymbolFunction
}

// title is a function's space, result and parameters: what stands beside its name in lists.
func (v *view) title(f *sema.Func) string {
	u := v.unit
	text := v.space(f)
	if v.nowhere(f) {
		text = "callable on neither side"
	}
	if f.Kind != sema.Constructor && f.Kind != sema.Destructor && f.Kind != sema.Conversion && f.Closure == nil {
		result := u.TypeString(u.ResultType(f), f)
		if u.ResultType(f).IsDependent() && u.HasDeducedResult(f) {
			result = "auto"
		}
		text += " " + result
	}
	return text + " " + u.ParamList(f)
}

// isKernel reports whether a function is one.
func (v *view) isKernel(f *sema.Func) bool { return v.spaces.Of(f).Space&cudaspace.Global != 0 }

// Entity implements workspace.Queries. What the device pass calls a place counts before what the host pass does.
func (r *result) Entity(_ context.Context, offset int) *workspace.Entity {
	var out *workspace.Entity
	r.ask(func() {
		for i := len(r.views) - 1; i >= 0 && out == nil; i-- {
			for _, m := range r.views[i].mentions() {
				if m.at.File.Path == r.in.File.Path && m.at.Span.Start <= offset && offset <= m.at.Span.End {
					out = &workspace.Entity{Key: m.key, Place: m.at, Elsewhere: r.views[i].foreign(&m)}
					break
				}
			}
		}
	})
	return out
}

// foreign are the declarations of what is mentioned that stand in system headers.
func (v *view) foreign(m *mention) []workspace.Mention {
	var out []workspace.Mention
	add := func(s sema.Site, defines bool) {
		if s.IsZero() || !s.Chunk.System {
			return
		}
		role := workspace.RoleDeclares
		if defines {
			role = workspace.RoleDefines
		}
		if p, _ := check.PlaceOf(s); p.File != nil {
			out = append(out, workspace.Mention{Place: p, Role: role})
		}
	}
	switch {
	case m.fn != nil:
		v.unit.CompleteDecls(v.pattern(m.fn))
		for _, d := range v.pattern(m.fn).Decls {
			add(d.Site, d.Body != nil)
		}
	case m.v != nil:
		for _, d := range v.unit.VarDecls(m.v) {
			add(d.Site, d.Defines)
		}
	}
	return out
}

// Mentions implements workspace.Queries.
func (r *result) Mentions(_ context.Context, key string) []workspace.Mention {
	var out []workspace.Mention
	r.ask(func() {
		for _, v := range r.views {
			for _, m := range v.mentions() {
				if n := (workspace.Mention{Place: m.at, Role: m.role}); m.key == key && !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
	})
	return out
}
