package sema

import (
	"maps"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// InlineSet is a namespace's inline namespace set [namespace.def.general]: its inline namespaces and theirs.
func (ns *Namespace) InlineSet() []*Namespace {
	var out []*Namespace
	for _, in := range ns.inlines {
		if in.Inline {
			out = append(append(out, in), in.InlineSet()...)
		}
	}
	return out
}

// Opened is the namespace that opening a name in ns opens again; nil where that makes a new one. The name may be that of a
// member of the inline namespace set [namespace.def.general].
func (ns *Namespace) Opened(name token.Sym) *Namespace {
	if child := ns.Nested[name]; child != nil || name == 0 {
		return child
	}
	for _, in := range ns.inlines {
		if in.Inline {
			if child := in.Opened(name); child != nil {
				return child
			}
		}
	}
	return nil
}

// Named are the entities that a namespace's own declarations give a name, those of its inline namespaces left out, and its
// nested namespace of that name. Hidden friends are none of them.
func (u *Unit) Named(ns *Namespace, name token.Sym) []Entity {
	out := u.nsSet(ns, name).found(MaxOrd).Entities
	if child := ns.Nested[name]; child != nil && name != 0 {
		out = append(out[:len(out):len(out)], child)
	}
	return out
}

// NamesWith are names that begin with a text, among those that declarations in a namespace may give, in order and at most so many; what
// is reserved for libraries and compilers only where the text begins so. Own: only those that a person's own text may give.
func (u *Unit) NamesWith(ns *Namespace, start string, own bool, most int) []token.Sym {
	begins := func(s token.Sym) bool {
		name := u.Text(s)
		return strings.HasPrefix(name, start) && (name[:min(1, len(name))] != "_" || start != "")
	}
	u.byName.each(func(s token.Sym) {
		if begins(s) {
			u.spread(s)
		}
	})
	var out []token.Sym
	for sym, n := range ns.names {
		if begins(sym) && len(n.chunks) > 0 && (!own || slices.ContainsFunc(n.chunks, func(c *Chunk) bool { return !c.System })) {
			out = append(out, sym)
		}
	}
	slices.SortFunc(out, func(a, b token.Sym) int { return strings.Compare(u.Text(a), u.Text(b)) })
	return out[:min(most, len(out))]
}

// Visible are some namespaces and those whose members are found in them as if they were their own: inline and unnamed ones, and what
// using-directives nominate. Each is there once.
func (u *Unit) Visible(spaces ...*Namespace) []*Namespace {
	var out []*Namespace
	seen := map[*Namespace]bool{}
	var add func(*Namespace)
	add = func(ns *Namespace) {
		if seen[ns] {
			return
		}
		seen[ns] = true
		out = append(out, ns)
		for _, in := range ns.inlines {
			add(in)
		}
		for _, ud := range u.usingsOf(ns, MaxOrd) {
			add(ud.target)
		}
	}
	for _, ns := range spaces {
		add(ns)
	}
	return out
}

// NamesIn are the names that a class's own declarations give, in order.
func (u *Unit) NamesIn(c *Class) []token.Sym {
	u.Complete(c)
	out := slices.Collect(maps.Keys(c.members))
	slices.SortFunc(out, func(a, b token.Sym) int { return strings.Compare(u.Text(a), u.Text(b)) })
	return out
}

// Opening is the namespace's name where it is first opened; no place for one without a name.
func (ns *Namespace) Opening() Site {
	c := ns.Place.Chunk
	if c == nil {
		return Site{}
	}
	for i, t := range c.Seg.Toks[c.Lo:c.Hi] {
		if t.Sym == ns.Spelling && t.Kind == token.Ident {
			return Site{c, ast.Span{Lo: int32(i), Hi: int32(i) + 1}}
		}
	}
	return Site{}
}
