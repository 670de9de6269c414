package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
)

// watch notes what one name means wherever it is looked up or declared.
type watch struct {
	name   token.Sym
	tokens map[watched]*Meaning
	order  []*Meaning
}

// watched is a token of a chunk.
type watched struct {
	chunk *Chunk
	tok   int32
}

// Meaning is what was found out about a token that is a name.
type Meaning struct {
	Site Site
	// Found are the entities that lookups of the name found, each once: all of an overload set. Of an instance it is the template.
	Found []Entity
	// Declares: the token is the name that a declaration declares, in whatever scope.
	Declares bool
	// Member: it is looked up in a class that depends on template parameters, so that it means a member.
	Member bool
}

// Meanings lists what Options.Watch noted until now: what was read. See ReadAll.
func (u *Unit) Meanings() []*Meaning {
	if u.watch == nil {
		return nil
	}
	return u.watch.order
}

// token is the note about the first token of a span that is the name; nil where there is none.
func (w *watch) token(c *Chunk, span ast.Span) *Meaning {
	if w == nil || c == nil || c.System {
		return nil
	}
	for i, t := range (Site{c, span}).Tokens() {
		if t.Sym != w.name || t.Kind != token.Ident {
			continue
		}
		at := watched{c, span.Lo + int32(i)}
		m := w.tokens[at]
		if m == nil {
			m = &Meaning{Site: Site{c, ast.Span{Lo: at.tok, Hi: at.tok + 1}}}
			w.tokens[at] = m
			w.order = append(w.order, m)
		}
		return m
	}
	return nil
}

// found notes what a lookup of a part of a name found.
func (w *watch) found(sc *Scope, p *ast.NamePart, f Found) {
	if w == nil || p.Sym != w.name {
		return
	}
	m := w.token(sc.Chunk, p.Span)
	if m == nil {
		return
	}
	for _, e := range f.Entities {
		if e = Written(e); !slices.Contains(m.Found, e) {
			m.Found = append(m.Found, e)
		}
	}
	m.Member = m.Member || f.State == FoundDependent && f.In != nil
}

// means notes what a part of a name means that was looked up as a qualifier.
func (w *watch) means(sc *Scope, p *ast.NamePart, q qualifier) {
	if w == nil || q.state != FoundOK {
		return
	}
	switch {
	case q.ns != nil:
		w.found(sc, p, Found{Entities: []Entity{q.ns}})
	case q.typ != nil:
		if e, ok := q.typ.Decl.(Entity); ok {
			w.found(sc, p, Found{Entities: []Entity{e}})
		}
	}
}

// declares notes a declaration of the name, unless it is a using-declaration: that names what something else declares.
func (w *watch) declares(r *rawDecl) {
	if w == nil || !(Site{r.chunk, r.span}).has(w.name) {
		return
	}
	span := r.span
	switch r.decl.(type) {
	case *ast.UsingDecl, *ast.ExplicitInst:
		return
	case *ast.AliasDecl, *ast.ConceptDecl, *ast.NamespaceAlias: // the span is the declaration's, in which the name comes first
	default:
		for i, t := range (Site{r.chunk, span}).Tokens() {
			if t.Sym == w.name {
				span.Lo = r.span.Lo + int32(i) // the last one: what stands before it qualifies
			}
		}
	}
	if m := w.token(r.chunk, span); m != nil {
		m.Declares = true
	}
}

// local notes the declaration of a parameter, local variable or template parameter.
func (w *watch) local(e Entity) {
	if w == nil || e.Sym() != w.name {
		return
	}
	if m := w.token(e.Site().Chunk, e.Site().Span); m != nil {
		m.Declares = true
	}
}

func (s Site) has(name token.Sym) bool {
	return slices.ContainsFunc(s.Tokens(), func(t token.Token) bool { return t.Sym == name })
}

// watcher is the watch of the unit that a chunk belongs to.
func (c *Chunk) watcher() *watch {
	if c == nil || c.NS == nil {
		return nil
	}
	return c.NS.u.watch
}

// Written is the entity that is written for another: an instance's template, every other entity itself.
func Written(e Entity) Entity {
	switch e := e.(type) {
	case *Func:
		if e.Template != nil {
			return e.Template
		}
	case *Var:
		if e.Template != nil {
			return e.Template
		}
	case *Class:
		if e.Template != nil {
			return e.Template
		}
	}
	return e
}

// ReadAll reads the declarations in which the watched name stands and that nothing asked for yet, using-declarations too.
func (u *Unit) ReadAll(d Declared) {
	if u.watch == nil {
		return
	}
	name := u.watch.name
	u.Mentions(d, func(s token.Sym) bool { return s == name })
	var within func(ns *Namespace)
	within = func(ns *Namespace) {
		u.lookupDirect(ns, name, maxOrd)
		for _, child := range ns.children {
			within(child)
		}
	}
	within(u.Global)
	for _, c := range d.Classes {
		u.LookupMember(c, name)
	}
}

// Opening is where a namespace is opened.
type Opening struct {
	Namespace *Namespace
	Site      Site // its name
}

// Openings lists where the namespaces of a name are opened in a person's own files.
func (u *Unit) Openings(name token.Sym) []Opening {
	var out []Opening
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
				out = append(out, Opening{Namespace: ns, Site: Site{c, ast.Span{Lo: int32(at), Hi: int32(at) + 1}}})
			}
			at++
		}
	}
	return out
}

// Within reports whether a site stands, as the text goes, inside a part of a namespace. A namespace that an inline one contains may
// be opened again from outside of that.
func (u *Unit) Within(s Site, ns *Namespace) bool {
	var stack []bool // of the scopes that are open: whether they, or those around them, are parts of ns
	inside := false
	for _, c := range u.Chunks[:s.Chunk.Ord] {
		switch c.Kind {
		case outline.ChunkOpenNamespace:
			stack = append(stack, inside)
			opened := c.NS
			for _, part := range c.Namespace {
				if opened = opened.opened(part); opened == nil {
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
