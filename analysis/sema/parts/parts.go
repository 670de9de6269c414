// Package parts tells where the parts of a namespace stand in a text.
package parts

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// Opening is where a namespace is opened.
type Opening struct {
	Namespace *sema.Namespace
	Site      sema.Site // its name
}

// Named lists where the namespaces of a name are opened in a person's own files.
func Named(u *sema.Unit, name token.Sym) []Opening {
	var out []Opening
	for _, c := range u.Own {
		for _, o := range Openings(c) {
			if o.Namespace.Spelling == name {
				out = append(out, o)
			}
		}
	}
	return out
}

// Openings are the namespaces that a chunk opens by their names, outermost first.
func Openings(c *sema.Chunk) []Opening {
	if c.Kind != outline.ChunkOpenNamespace {
		return nil
	}
	var out []Opening
	ns, at := c.NS, 0
	toks := c.Seg.Toks[c.Lo:c.Hi]
	for _, part := range c.Namespace {
		if ns = ns.Opened(part); ns == nil {
			break
		}
		for at < len(toks) && (toks[at].Kind != token.Ident || toks[at].Sym != part) {
			at++
		}
		if at < len(toks) {
			out = append(out, Opening{Namespace: ns, Site: sema.Site{Chunk: c, Span: ast.Span{Lo: int32(at), Hi: int32(at) + 1}}})
		}
		at++
	}
	return out
}

// Within reports whether a site stands, as the text goes, inside a part of a namespace. A namespace that an inline one contains may
// be opened again from outside of that.
func Within(u *sema.Unit, s sema.Site, ns *sema.Namespace) bool {
	var stack []bool // of the scopes that are open: whether they, or those around them, are parts of ns
	inside := false
	for _, c := range u.Chunks[:u.Index(s.Chunk)] {
		switch c.Kind {
		case outline.ChunkOpenNamespace:
			stack = append(stack, inside)
			opened := c.NS
			for _, part := range c.Namespace {
				if opened = opened.Opened(part); opened == nil {
					break
				}
				inside = inside || opened == ns
			}
		case outline.ChunkOpenLinkage:
			stack = append(stack, inside)
		case outline.ChunkClose:
			if n := len(stack); n > 0 {
				inside, stack = stack[n-1], stack[:n-1]
			}
		}
	}
	return inside
}
