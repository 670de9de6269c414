package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/token"
)

// What the preprocessor read because of a guess may be other text, or none. A name that such text declares is unknown; a
// function whose specifiers rest on a guess is there, with an unknown space; what a body does there is not recorded, and counted.

// skippedNames are the names that text which was left out may declare, and those that it declares as templates: functions that overload
// others, specialisations. Other names that are declared elsewhere for certain are not declared there a second time.
type skippedNames struct{ all, templates bitset }

// note adds the names that one text may declare.
func (n *skippedNames) note(u *Unit, s preprocess.Skipped) {
	for _, c := range outline.Chunks(&preprocess.Segment{File: s.File, Toks: s.Toks}, u.in, nil) {
		if c.Kind != outline.ChunkDecl {
			continue
		}
		template := u.Text(c.Seg.Toks[c.Lo].Sym) == "template"
		for _, sym := range c.Names {
			n.all.add(sym)
			if template {
				n.templates.add(sym)
			}
		}
	}
}

// declareAlike reports whether two texts that were left out may declare the same names.
func (u *Unit) declareAlike(a, b preprocess.Skipped) bool {
	if slices.EqualFunc(a.Toks, b.Toks, func(x, y token.Token) bool { return x.Sym == y.Sym && x.Kind == y.Kind }) {
		return true
	}
	var was, now skippedNames
	was.note(u, a)
	now.note(u, b)
	return slices.Equal(was.all, now.all) && slices.Equal(was.templates, now.templates)
}

func isFunctionEntity(e Entity) bool {
	switch e := e.(type) {
	case *Func:
		return true
	case *Template:
		return e.Kind == FuncTemplate
	}
	return false
}

const reasonGuess = "a guess about flags or missing headers decides what stands here"

// guessedAt reports whether members may be missing before token i of a chunk, or too many there.
func (u *Unit) guessedAt(c *Chunk, i int32) bool {
	at := c.Lo + int(i)
	return i >= 0 && at < c.Hi && c.Seg.Toks[at].Flags&token.Gap != 0
}

// doubtful marks the names that a declaration declares as unknown, if a guess decides whether or what it declares. It reports
// whether there is nothing else to declare.
func (u *Unit) doubtful(tgt Target, c *Chunk, d ast.Decl) bool {
	span := d.Pos()
	toks := Site{c, span}.Tokens()
	if len(toks) == 0 {
		return false
	}
	const both = token.Guessed
	whole := toks[0].Flags&both == both
	switch d := d.(type) {
	case *ast.SimpleDecl:
		return u.doubtfulSimple(tgt, c, d, whole)
	case *ast.AliasDecl:
		return guessed(toks) && tgt.Set(d.Sym).doubt()
	case *ast.ConceptDecl:
		return guessed(toks) && tgt.Set(d.Sym).doubt()
	case *ast.NamespaceAlias:
		return whole && tgt.Set(d.Sym).doubt()
	case *ast.UsingDecl:
		if whole && !d.Enum {
			for _, n := range d.Names {
				tgt.Set(u.NameSym(n)).doubt()
			}
		}
		return whole && !d.Enum
	case *ast.ExplicitInst:
		return whole
	}
	return false
}

func (u *Unit) doubtfulSimple(tgt Target, c *Chunk, d *ast.SimpleDecl, whole bool) bool {
	functions := false
	unknown := func(n *ast.Name) {
		if n != nil && !n.Global && len(n.Parts) == 1 {
			tgt.Set(u.NameSym(n)).doubt()
		}
	}
	for _, dt := range d.Declarators {
		if dt.Func() != nil {
			functions = true
			if whole {
				unknown(dt.Name)
			}
		}
	}
	if functions {
		return false
	}
	switch t := d.Spec.Type.(type) {
	case *ast.ClassType:
		if whole {
			unknown(t.Class.Name)
		}
	case *ast.EnumType:
		whole = whole || guessed(Site{c, d.Span}.Tokens())
		if whole {
			unknown(t.Enum.Name)
			for i := range t.Enum.Enumerators {
				tgt.Set(t.Enum.Enumerators[i].Sym).doubt()
			}
		}
	case *ast.ElaboratedType:
		if len(d.Declarators) == 0 {
			return false
		}
		whole = whole || guessed(Site{c, d.Span}.Tokens())
	default:
		whole = whole || guessed(Site{c, d.Span}.Tokens())
	}
	if whole {
		for _, dt := range d.Declarators {
			unknown(dt.Name)
		}
	}
	return whole
}

// doubt makes what a name means unknown; it is true, for those who then declare nothing.
func (s *declSet) doubt() bool {
	s.Bad, s.unsure = true, true
	return true
}

// guessed reports whether some token rests on a guess.
func guessed(toks []token.Token) bool {
	return slices.ContainsFunc(toks, func(t token.Token) bool { return t.Flags&token.Doubtful != 0 })
}

// guessed reports whether a token of the site rests on a guess.
func (s Site) guessed() bool { return !s.IsZero() && guessed(s.Tokens()) }

// Settle takes out of facts what stands in text that a guess decides.
func (u *Unit) Settle(f *Facts) *Facts {
	if f == nil || !u.PP.Uncertain {
		return f
	}
	f.Calls = certain(f.Calls, func(c *Call) Site { return c.Site }, func(c *Call) {
		if c.Callee != nil {
			f.AddUnknown(c.Site, reasonGuess)
		}
	})
	f.Uses = certain(f.Uses, func(x *Use) Site { return x.Site }, nil)
	f.Refs = certain(f.Refs, func(x *FuncRef) Site { return x.Site }, nil)
	f.Launches = certain(f.Launches, func(x *Launch) Site { return x.Full }, nil)
	f.Erased = certain(f.Erased, func(x *Erasure) Site { return x.Call }, nil)
	f.Constructs = certain(f.Constructs, func(x *Construct) Site { return x.Site }, nil)
	f.Mentions = certain(f.Mentions, func(x *Mention) Site { return x.Site }, nil)
	return f
}

// certain are the facts whose sites rest on no guess; dropped is called for the others.
func certain[T any](list []T, site func(*T) Site, dropped func(*T)) []T {
	kept := list[:0]
	for i := range list {
		if !site(&list[i]).guessed() {
			kept = append(kept, list[i])
		} else if dropped != nil {
			dropped(&list[i])
		}
	}
	return kept
}
