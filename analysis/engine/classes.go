package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Class implements workspace.Queries.
func (r *result) Class(_ context.Context, offset int) *workspace.Class {
	var out *workspace.Class
	r.ask(func() {
		for _, v := range slices.Backward(r.views) {
			m := v.mentionAt(offset)
			if m == nil {
				continue
			}
			of := v.typeOf(m.of)
			if f, ok := m.of.(*sema.Func); ok && f.MemberOf != nil && (f.Kind == sema.Constructor || f.Kind == sema.Destructor) {
				of = f.MemberOf
			}
			if c, ok := v.classItem(v.classOf(of)); ok {
				out = &c
				return
			}
		}
	})
	return out
}

// Bases implements workspace.Queries.
func (r *result) Bases(_ context.Context, key string) []workspace.Class {
	return r.classes(func(v *view, c *sema.Class) []*sema.Class {
		if v.classKey(c) == key {
			return v.bases(c)
		}
		return nil
	})
}

// Derived implements workspace.Queries.
func (r *result) Derived(_ context.Context, key string) []workspace.Class {
	return r.classes(func(v *view, c *sema.Class) []*sema.Class {
		if slices.ContainsFunc(v.bases(c), func(b *sema.Class) bool { return v.classKey(b) == key }) {
			return []*sema.Class{c}
		}
		return nil
	})
}

// classes lists the classes that of tells of each class that the views know, each once and in the order of the text.
func (r *result) classes(of func(*view, *sema.Class) []*sema.Class) []workspace.Class {
	var out []workspace.Class
	r.ask(func() {
		for _, v := range slices.Backward(r.views) {
			for c := range v.everyClass() {
				v.unit.Attempt(c, func() {
					for _, found := range of(v, c) {
						item, ok := v.classItem(found)
						if ok && !slices.ContainsFunc(out, func(o workspace.Class) bool { return o.Key == item.Key }) {
							out = append(out, item)
						}
					}
				})
			}
		}
	})
	slices.SortStableFunc(out, func(a, b workspace.Class) int { return byPlace(a.Place, b.Place) })
	return out
}

// everyClass are the classes of a person's own files, and all that they are derived from.
func (v *view) everyClass() map[*sema.Class]bool {
	out := map[*sema.Class]bool{}
	var add func(c *sema.Class)
	add = func(c *sema.Class) {
		if c.Lambda == nil && !out[c] {
			out[c] = true
			for _, b := range v.bases(c) {
				add(b)
			}
		}
	}
	for _, c := range v.declared.Classes {
		add(c)
	}
	return out
}

// bases are a class's direct bases as far as they are known, templates as what is written for them.
func (v *view) bases(c *sema.Class) []*sema.Class {
	v.unit.Complete(c)
	var out []*sema.Class
	for _, b := range c.Bases() {
		base := b.Class
		if base == nil && b.Type != nil {
			if e, ok := b.Type.Decl.(sema.Entity); ok {
				base = v.classOf(sema.Written(e))
			}
		}
		if base != nil {
			out = append(out, base)
		}
	}
	return out
}

// classOf is the class that an entity is, or that is written for a template; nil for none.
func (v *view) classOf(e sema.Entity) *sema.Class {
	switch e := e.(type) {
	case *sema.Class:
		return e
	case *sema.Template:
		return v.unit.PatternClass(e)
	}
	return nil
}

// classSite is the name of a class where it is defined, or declared, which its instances share.
func classSite(c *sema.Class) sema.Site {
	if d := c.DefSite(); c.Def() != nil && c.Def().Name != nil && !d.IsZero() {
		return sema.Site{Chunk: d.Chunk, Span: c.Def().Name.Span}
	}
	return c.Site()
}

// classKey tells a class from all others; instances are what is written for them.
func (v *view) classKey(c *sema.Class) string {
	p, _ := check.PlaceOf(classSite(c))
	if p.File == nil {
		return c.EntityName()
	}
	return fmt.Sprintf("%s:%d:%s", p.File.Path, p.Span.Start, c.EntityName())
}

// classItem describes a class for lists; ok is false for one that stands nowhere.
func (v *view) classItem(c *sema.Class) (workspace.Class, bool) {
	if c == nil || c.Lambda != nil {
		return workspace.Class{}, false
	}
	at, _ := check.PlaceOf(classSite(c))
	if at.File == nil {
		return workspace.Class{}, false
	}
	full := at
	if c.Def() != nil {
		whole, _ := check.PlaceOf(sema.Site{Chunk: c.DefSite().Chunk, Span: c.Def().Span})
		if whole.File == at.File && whole.Span.Start <= at.Span.Start && at.Span.End <= whole.Span.End {
			full = whole
		}
	}
	kind := workspace.SymbolStruct
	if c.Key == ast.KeyClass {
		kind = workspace.SymbolClass
	}
	return workspace.Class{
		Key: v.classKey(c), Name: c.EntityName(), Detail: v.memberSpaces(c), Kind: kind, Place: at, Full: full,
	}, true
}

// memberSpaces are the spaces of a class's special members in one line, those left out that do nothing or can be made anywhere.
func (v *view) memberSpaces(c *sema.Class) string {
	if v.unit.Complete(c) != sema.Complete {
		return ""
	}
	var parts []string
	for _, f := range v.special(c) {
		if f.Implicit && !f.Deleted && (v.unit.IsTrivial(f) == sema.Yes || v.spaces.Possible(f) == cudaspace.HostDevice) {
			continue
		}
		what := v.space(f)
		if f.Deleted {
			what = "deleted"
		}
		parts = append(parts, specialName(f)+" "+what)
	}
	return strings.Join(parts, ", ")
}

// Implementations implements workspace.Queries.
func (r *result) Implementations(_ context.Context, key string) []workspace.Mention {
	var out []workspace.Mention
	add := func(v *view, s sema.Site, name token.Sym) {
		m := workspace.Mention{Place: v.nameAt(s, name), Role: workspace.RoleDefines}
		if m.Place.File == nil { // an operator, or of a header that is nobody's own
			m.Place, _ = check.PlaceOf(s)
		}
		if m.Place.File != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	r.ask(func() {
		for _, v := range slices.Backward(r.views) {
			for c := range v.everyClass() {
				v.unit.Attempt(c, func() {
					if v.derives(c, key) {
						add(v, classSite(c), c.Sym())
					}
					for _, m := range c.Members() {
						if f, ok := m.(*sema.Func); ok && v.overrides(f, key) {
							if d := v.unit.Definition(f); d != nil {
								add(v, d.Site, f.Sym())
							} else if !f.Implicit {
								add(v, f.Site(), f.Sym())
							}
						}
					}
				})
			}
		}
	})
	return out
}

// derives reports whether a class has one among its bases and theirs, whose key is an Entity's.
func (v *view) derives(c *sema.Class, key string) bool {
	if !v.unit.Nest() {
		return false
	}
	defer v.unit.Unnest()
	return slices.ContainsFunc(v.bases(c), func(b *sema.Class) bool {
		return v.keyOf(sema.Written(b)) == key || v.keyOf(b) == key || v.derives(b, key)
	})
}

// overrides reports whether a function overrides one, be it through others.
func (v *view) overrides(f *sema.Func, key string) bool {
	if !v.unit.Nest() {
		return false
	}
	defer v.unit.Unnest()
	return slices.ContainsFunc(v.unit.Overridden(f), func(g *sema.Func) bool { return v.keyOf(v.pattern(g)) == key || v.overrides(g, key) })
}
