package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
)

// mentionNamespace notes that a part of a name means a namespace, if that one shares its name with another: few do.
func (u *Unit) mentionNamespace(sc *Scope, p *ast.NamePart, ns *Namespace) {
	if ns == nil || ns.name != p.Sym || !u.doubled[p.Sym] || sc.Chunk == nil {
		return
	}
	m := Mention{Namespace: ns, Site: Site{sc.Chunk, p.Span}}
	within := func(body ast.Span) bool { return body.Lo <= p.Span.Lo && p.Span.Hi <= body.Hi }
	switch {
	case u.collects(m.Site):
		u.mention(m)
	case !slices.ContainsFunc(sc.Chunk.Bodies, within) && !slices.Contains(u.doubles, m):
		u.doubles = append(u.doubles, m) // what stands in bodies comes and goes with their facts
		u.outlasts()
	}
}

// NamespaceMentions lists where namespaces are named, outside of ordinary bodies, that share their name with another which an
// inline namespace brings beside them: where they are opened, and by the names that were looked up until now. The rest stands in
// Facts.Mentions.
func (u *Unit) NamespaceMentions() []Mention {
	out := slices.Clone(u.doubles)
	for name := range u.doubled {
		out = append(out, u.openings(name)...)
	}
	return out
}

// openings lists where the namespaces of a name are opened.
func (u *Unit) openings(name token.Sym) []Mention {
	var out []Mention
	for _, c := range u.Own {
		if c.Kind != outline.ChunkOpenNamespace || !slices.Contains(c.Namespace, name) {
			continue
		}
		ns, at := c.NS, 0
		toks := c.Seg.Toks[c.Lo:c.Hi]
		for _, part := range c.Namespace {
			if ns = ns.opened(part); ns == nil {
				break
			}
			for at < len(toks) && (toks[at].Kind != token.Ident || toks[at].Sym != part) {
				at++
			}
			if part == name && at < len(toks) {
				out = append(out, Mention{Namespace: ns, Site: Site{c, ast.Span{Lo: int32(at), Hi: int32(at) + 1}}})
			}
			at++
		}
	}
	return out
}

// findDoubled finds the names that a namespace of a person's own shares with something of an inline namespace beside it.
func (u *Unit) findDoubled(ns *Namespace) {
	for name, child := range ns.children {
		if u.findDoubled(child); name == 0 || child.site.Chunk.System {
			continue
		}
		for _, in := range ns.InlineSet() {
			if in.children[name] != nil {
				if u.doubled == nil {
					u.doubled = make(map[token.Sym]bool)
				}
				u.doubled[name] = true
			}
		}
	}
}
