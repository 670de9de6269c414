package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// mention is a token that names an entity.
type mention struct {
	key  string
	of   sema.Entity
	at   source.Place
	role workspace.Role
}

// mentions lists, once, what is named in a person's own files. In the document the index tells of all names, and the facts which
// function of several is called; of other files, which the index does not have, the facts tell what functions and variables they
// declare, call and use.
func (v *view) mentions() []mention {
	if v.named != nil {
		return v.named
	}
	seen := map[mention]bool{} // without their keys
	keys := map[sema.Entity]string{}
	called := map[source.Span]bool{} // in the document: which function is meant is known
	put := func(m mention) {
		if seen[m] {
			return
		}
		seen[m] = true
		key, ok := keys[m.of]
		if !ok {
			key = v.keyOf(m.of)
			keys[m.of] = key
		}
		m.key = key
		v.named = append(v.named, m)
	}
	add := func(e sema.Entity, s sema.Site, name token.Sym, role workspace.Role) {
		m := mention{of: v.standsFor(e), role: role}
		if m.at = v.nameAt(s, name); m.at.File == nil {
			return
		}
		if _, function := e.(*sema.Func); function && m.at.File.Path == v.pp.Main.Path {
			called[m.at.Span] = true
		}
		put(m)
	}
	function := func(f *sema.Func, s sema.Site, role workspace.Role) {
		if f == nil || f.Closure != nil || f.Implicit {
			return
		}
		name := f.Sym()
		if f.Kind == sema.Constructor || f.Kind == sema.Destructor {
			name = f.MemberOf.Sym()
		}
		add(f, s, name, role)
	}
	variable := func(x *sema.Var, s sema.Site, role workspace.Role) {
		if x != nil {
			add(x, s, x.Sym(), role)
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
	for _, n := range v.names(v.pp.Main.Path) {
		at := source.Place{File: v.pp.Main, Span: n.span}
		for _, e := range n.meaning.Found {
			of := v.standsFor(e)
			if _, function := of.(*sema.Func); function && called[n.span] {
				continue
			}
			put(mention{of: of, at: at, role: v.roleOf(of, &n)})
		}
	}
	return v.named
}

// roleOf is what a name of the document does with what it means.
func (v *view) roleOf(e sema.Entity, n *named) workspace.Role {
	if n.meaning.Declares {
		if _, class := e.(*sema.Class); class && !v.defines(e, n) {
			return workspace.RoleDeclares
		}
		return workspace.RoleDefines
	}
	if _, variable := e.(*sema.Var); !variable {
		return workspace.RoleRead
	}
	seg, lo, hi := n.meaning.Site.Present()
	if hi < len(seg.Toks) {
		switch k := seg.Toks[hi].Kind; {
		case k == token.Assign, k >= token.PlusEq && k <= token.ShrEq, k == token.PlusPlus, k == token.MinusMinus:
			return workspace.RoleWrite
		}
	}
	if lo > 0 && (seg.Toks[lo-1].Kind == token.PlusPlus || seg.Toks[lo-1].Kind == token.MinusMinus) {
		return workspace.RoleWrite
	}
	return workspace.RoleRead
}

// defines reports whether a name of the document is that of an entity's definition.
func (v *view) defines(e sema.Entity, n *named) bool {
	for _, d := range v.declarations(e) {
		if at := v.nameAt(d.name, e.Sym()); d.defines && at.File != nil && at.File.Path == v.pp.Main.Path && at.Span == n.span {
			return true
		}
	}
	return false
}

// standsFor is the entity that all names of one thing lead to: a template for its instances and its pattern, a function for the
// template of functions, the member of a class template for those of its instances.
func (v *view) standsFor(e sema.Entity) sema.Entity {
	switch w := sema.Written(e).(type) {
	case *sema.Func:
		return v.pattern(w)
	case *sema.Template:
		if w.Func != nil {
			return v.pattern(w.Func)
		}
		return w
	default:
		return w
	}
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
	site := e.Site()
	name := v.unit.Text(e.Sym())
	switch e := e.(type) {
	case *sema.Func:
		name = v.unit.Describe(e)
	case *sema.Namespace:
		site, name = sema.Site{}, e.EntityName()
	}
	p, _ := check.PlaceOf(site)
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
		for _, v := range slices.Backward(r.views) {
			if m := v.mentionAt(offset); m != nil {
				out = &workspace.Entity{Key: m.key, Place: m.at, Elsewhere: v.elsewhere(m.of)}
				return
			}
		}
		if out = r.paramEntity(offset); out != nil {
			return
		}
		if out = r.macroEntity(offset); out == nil {
			out = r.includeEntity(offset)
		}
	})
	return out
}

// mentionAt is what a byte offset of the document names: a function that is called before a class whose object it makes.
func (v *view) mentionAt(offset int) *mention {
	var found *mention
	for i := range v.mentions() {
		m := &v.named[i]
		if m.at.File.Path != v.pp.Main.Path || m.at.Span.Start > offset || offset > m.at.Span.End {
			continue
		}
		if _, function := m.of.(*sema.Func); function {
			return m
		}
		if found == nil {
			found = m
		}
	}
	return found
}

// elsewhere are the declarations of an entity that no mention tells of: those in other files.
func (v *view) elsewhere(e sema.Entity) []workspace.Mention {
	var out []workspace.Mention
	for _, d := range v.declarations(e) {
		p, _ := check.PlaceOf(d.name)
		if p.File == nil || p.File.Path == v.pp.Main.Path {
			continue
		}
		role := workspace.RoleDeclares
		if d.defines {
			role = workspace.RoleDefines
		}
		if at := v.nameAt(d.name, e.Sym()); at.File != nil {
			p = at
		}
		out = append(out, workspace.Mention{Place: p, Role: role})
	}
	return out
}

// TypeDefinition implements workspace.Queries.
func (r *result) TypeDefinition(_ context.Context, offset int) []workspace.Mention {
	var out []workspace.Mention
	r.ask(func() {
		for _, v := range slices.Backward(r.views) {
			m := v.mentionAt(offset)
			if m == nil {
				continue
			}
			e := v.typeOf(m.of)
			if e == nil {
				continue
			}
			for _, d := range v.declarations(e) {
				if p, _ := check.PlaceOf(d.name); p.File != nil && (d.defines || len(out) == 0) {
					out = append(out, workspace.Mention{Place: p, Role: workspace.RoleDefines})
				}
			}
			return
		}
	})
	return out
}

// typeOf is the class or enumeration that an entity's type names, through pointers, references and arrays; nil for none.
func (v *view) typeOf(e sema.Entity) sema.Entity {
	var t *types.Type
	switch e := e.(type) {
	case *sema.Var:
		t = v.unit.VarType(e)
	case *sema.Field:
		t = v.unit.FieldType(e)
	case *sema.Func:
		t = v.unit.ResultType(e)
	case *sema.Typedef:
		t = v.unit.TypedefType(e)
	case *sema.Enumerator:
		return e.Enum
	case *sema.Class, *sema.Enum:
		return e
	case *sema.Template:
		if c := v.unit.PatternClass(e); c != nil {
			return c
		}
	}
	for t != nil && t.Elem != nil && (t.Kind == types.Pointer || t.Kind == types.Array || t.IsRef()) {
		t = t.Elem
	}
	if t == nil {
		return nil
	}
	if of, ok := t.Decl.(sema.Entity); ok && t.Decl != nil {
		return sema.Written(of)
	}
	return nil
}

const (
	macroKey   = "macro "
	includeKey = "include "
	paramKey   = "parameter "
)

// macroEntity is the macro whose name stands at a byte offset of the document.
func (r *result) macroEntity(offset int) *workspace.Entity {
	span, ok := r.wordAt(offset)
	if !ok {
		return nil
	}
	name := string(r.in.File.Slice(span))
	out := &workspace.Entity{Key: macroKey + name, Place: source.Place{File: r.in.File, Span: span}}
	known := false
	for _, v := range r.views {
		m := v.pp.Macro(v.unit.Sym(name))
		if m == nil {
			continue
		}
		known = true
		if p := m.Place; p.File != nil && p.File.Path != r.in.File.Path {
			out.Elsewhere = append(out.Elsewhere, workspace.Mention{Place: p, Role: workspace.RoleDefines})
		}
	}
	if !known {
		return nil
	}
	return out
}

// macroMentions are the places of a macro's name in the document.
func (r *result) macroMentions(name string) []workspace.Mention {
	defined := map[int]bool{}
	other := map[int]bool{}
	for _, v := range r.views {
		if m := v.pp.Macro(v.unit.Sym(name)); m != nil && m.Place.File != nil && m.Place.File.Path == r.in.File.Path {
			defined[m.Place.Span.Start] = true
		}
		for _, n := range v.names(r.in.File.Path) {
			other[n.span.Start] = true
		}
	}
	var out []workspace.Mention
	for _, t := range written(r.in.File, name) {
		if t.param || other[t.start] {
			continue
		}
		role := workspace.RoleRead
		if defined[t.start] {
			role = workspace.RoleDefines
		}
		p := source.Place{File: r.in.File, Span: source.Span{Start: t.start, End: t.start + len(name)}}
		out = append(out, workspace.Mention{Place: p, Role: role})
	}
	return out
}

// includeEntity is the file that an #include at a byte offset of the document brings, or would if it had not been read before.
func (r *result) includeEntity(offset int) *workspace.Entity {
	entity := func(f *source.File, at source.Span) *workspace.Entity {
		return &workspace.Entity{
			Key: includeKey + f.Path, Place: source.Place{File: r.in.File, Span: at},
			Elsewhere: []workspace.Mention{{Place: source.Place{File: f}, Role: workspace.RoleDefines}},
		}
	}
	for _, v := range r.views {
		for i, inc := range v.pp.Inclusions {
			if i > 0 && inc.Parent == 0 && inc.File != nil && inc.At.Start <= offset && offset <= inc.At.End {
				return entity(inc.File, inc.At)
			}
		}
	}
	if at, inc := r.readBefore(offset); inc != nil {
		return entity(inc.File, at)
	}
	return nil
}

// Mentions implements workspace.Queries.
func (r *result) Mentions(_ context.Context, key string) []workspace.Mention {
	var out []workspace.Mention
	r.ask(func() {
		if name, macro := strings.CutPrefix(key, macroKey); macro {
			out = r.macroMentions(name)
			return
		}
		if rest, param := strings.CutPrefix(key, paramKey); param {
			out = r.paramMentions(rest)
			return
		}
		seen := map[workspace.Mention]bool{}
		for _, v := range r.views {
			for _, m := range v.mentions() {
				n := workspace.Mention{Place: m.at, Role: m.role}
				if p := r.in.File; m.at.File.Path == p.Path {
					n.Place.File = p
				}
				if m.key == key && !seen[n] {
					seen[n] = true
					out = append(out, n)
				}
			}
		}
	})
	return out
}
