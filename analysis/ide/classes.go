package ide

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Class is the class that a byte offset of the document names, or whose object is made there; nil for none.
func Class(doc *locate.Document, offset int) *workspace.Class {
	for _, v := range slices.Backward(doc.Views) {
		m := mentionAt(v, offset)
		if m == nil {
			continue
		}
		of := typeOf(v, m.of)
		if f, ok := m.of.(*sema.Func); ok && f.NamedAs() != nil {
			of = f.NamedAs()
		}
		if c, ok := classItem(v, classOf(v, of)); ok {
			return &c
		}
	}
	return nil
}

// Bases are what the class of a key is derived from directly.
func Bases(doc *locate.Document, key string) []workspace.Class {
	return classes(doc, func(v *locate.View, c *sema.Class) []*sema.Class {
		if classKey(c) == key {
			return bases(v, c)
		}
		return nil
	})
}

// Derived are the classes that are derived directly from the one of a key.
func Derived(doc *locate.Document, key string) []workspace.Class {
	return classes(doc, func(v *locate.View, c *sema.Class) []*sema.Class {
		if slices.ContainsFunc(bases(v, c), func(b *sema.Class) bool { return classKey(b) == key }) {
			return []*sema.Class{c}
		}
		return nil
	})
}

// classes lists the classes that of tells of each class that the views know, each once and in the order of the text.
func classes(doc *locate.Document, of func(*locate.View, *sema.Class) []*sema.Class) []workspace.Class {
	var out []workspace.Class
	for _, v := range slices.Backward(doc.Views) {
		for c := range everyClass(v) {
			v.Unit.Attempt(c, func() {
				for _, found := range of(v, c) {
					item, ok := classItem(v, found)
					if ok && !slices.ContainsFunc(out, func(o workspace.Class) bool { return o.Key == item.Key }) {
						out = append(out, item)
					}
				}
			})
		}
	}
	slices.SortStableFunc(out, func(a, b workspace.Class) int { return a.Place.Compare(b.Place) })
	return out
}

// everyClass are the classes of a person's own files, and all that they are derived from.
func everyClass(v *locate.View) map[*sema.Class]bool {
	out := map[*sema.Class]bool{}
	var add func(c *sema.Class)
	add = func(c *sema.Class) {
		if c.Lambda == nil && !out[c] {
			out[c] = true
			for _, b := range bases(v, c) {
				add(b)
			}
		}
	}
	for _, c := range v.Declared.Classes {
		add(c)
	}
	return out
}

// bases are a class's direct bases as far as they are known, templates as what is written for them.
func bases(v *locate.View, c *sema.Class) []*sema.Class {
	v.Unit.Complete(c)
	var out []*sema.Class
	for _, b := range c.Bases() {
		base := b.Class
		if base == nil && b.Type != nil {
			if e, ok := b.Type.Decl.(sema.Entity); ok {
				base = classOf(v, sema.Written(e))
			}
		}
		if base != nil {
			out = append(out, base)
		}
	}
	return out
}

// classOf is the class that an entity is, or that is written for a template; nil for none.
func classOf(v *locate.View, e sema.Entity) *sema.Class {
	switch e := e.(type) {
	case *sema.Class:
		return e
	case *sema.Template:
		return v.Unit.PatternClass(e)
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
func classKey(c *sema.Class) string {
	p, _ := check.PlaceOf(classSite(c))
	if p.File == nil {
		return c.EntityName()
	}
	return fmt.Sprintf("%s:%d:%s", p.File.Path, p.Span.Start, c.EntityName())
}

// classItem describes a class for lists; ok is false for one that stands nowhere.
func classItem(v *locate.View, c *sema.Class) (workspace.Class, bool) {
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
		Key: classKey(c), Name: c.EntityName(), Detail: memberSpaces(v, c), Kind: kind, Origin: originOf(v, c), Place: at, Full: full,
	}, true
}

// memberSpaces are the spaces of a class's special members in one line, those left out that do nothing or can be made anywhere.
func memberSpaces(v *locate.View, c *sema.Class) string {
	if v.Unit.Complete(c) != sema.Complete {
		return ""
	}
	var parts []string
	for _, f := range describe.DeclaredSpecial(v, c) {
		if f.Implicit && !f.Deleted && (v.Unit.IsTrivial(f) == sema.Yes || v.Spaces.Possible(f) == cudaspace.HostDevice) {
			continue
		}
		what := v.Space(f)
		if f.Deleted {
			what = "deleted"
		}
		parts = append(parts, describe.SpecialName(f)+" "+what)
	}
	return strings.Join(parts, ", ")
}

// Implementations are the classes derived from the class of a key, and the functions that override the function of a key.
func Implementations(doc *locate.Document, key string) []workspace.Mention {
	var out []workspace.Mention
	add := func(v *locate.View, s sema.Site, name token.Sym) {
		m := workspace.Mention{Place: nameAt(v, s, name), Role: workspace.RoleDefines}
		if m.Place.File == nil { // an operator, or of a header that is nobody's own
			m.Place, _ = check.PlaceOf(s)
		}
		if m.Place.File != nil && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	for _, v := range slices.Backward(doc.Views) {
		for c := range everyClass(v) {
			v.Unit.Attempt(c, func() {
				if derives(v, c, key) {
					add(v, classSite(c), c.Sym())
				}
				for _, m := range c.Members() {
					if f, ok := m.(*sema.Func); ok && overrides(v, f, key) {
						if d := v.Unit.Definition(f); d != nil {
							add(v, d.Site, f.Sym())
						} else if !f.Implicit {
							add(v, f.Site(), f.Sym())
						}
					}
				}
			})
		}
	}
	return out
}

// derives reports whether a class has one among its bases and theirs, whose key is an Entity's.
func derives(v *locate.View, c *sema.Class, key string) bool {
	if !v.Unit.Nest() {
		return false
	}
	defer v.Unit.Unnest()
	return slices.ContainsFunc(bases(v, c), func(b *sema.Class) bool {
		return keyOf(v, sema.Written(b)) == key || keyOf(v, b) == key || derives(v, b, key)
	})
}

// overrides reports whether a function overrides one, be it through others.
func overrides(v *locate.View, f *sema.Func, key string) bool {
	if !v.Unit.Nest() {
		return false
	}
	defer v.Unit.Unnest()
	return slices.ContainsFunc(v.Unit.Overridden(f), func(g *sema.Func) bool { return keyOf(v, v.Pattern(g)) == key || overrides(v, g, key) })
}
