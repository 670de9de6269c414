package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
)

// renameMend renames a variable, function, function template or namespace wherever the translation unit's own files mention it.
// There is none unless it is known of every mention of the name, in code that is compiled or not, what it means.
func renameMend(p *check.Pass, e sema.Entity) []check.Mend {
	if s := e.Site(); s.IsZero() || s.Chunk.System {
		return nil
	}
	u := p.Unit
	name := u.Text(e.Sym())
	mentions := mentionsOf(p, e.Sym())
	var changes []check.Change
	edited := map[offsetIn]bool{}
	to := freshName(p, e)
	for _, f := range ownFiles(p) {
		in := token.NewInterner()
		for _, t := range preprocess.Lex(f, in) {
			if t.Kind != token.Ident || in.Text(t.Sym) != name {
				continue
			}
			at := offsetIn{f.Path, t.Loc.Offset()}
			m, ok := mentions[at]
			if !ok {
				return nil
			}
			if m.of == e && !edited[at] {
				edited[at] = true
				changes = append(changes, check.Change{Site: m.site, How: check.Replace, Text: to})
			}
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return []check.Mend{{Title: fmt.Sprintf("Rename %s to %s", spaces.Path(u, e), to), Changes: changes}}
}

// mention is a token that names an entity.
type mention struct {
	of   sema.Entity
	site sema.Site
}

// offsetIn is a place by its path: versions of a file are different files.
type offsetIn struct {
	path  string
	start int
}

// mentionsOf are the places in the unit's own files where a name is written, with what it means there.
func mentionsOf(p *check.Pass, name token.Sym) map[offsetIn]mention {
	out := map[offsetIn]mention{}
	add := func(of sema.Entity, s sema.Site) {
		if s.IsZero() {
			return
		}
		toks := s.Tokens()
		for i := len(toks) - 1; i >= 0; i-- {
			if toks[i].Sym != name || toks[i].Kind != token.Ident {
				continue
			}
			at := s
			at.Span.Lo += int32(i)
			at.Span.Hi = at.Span.Lo + 1
			if place, exact := check.PlaceOf(at); exact {
				out[offsetIn{place.File.Path, place.Span.Start}] = mention{of, at}
			}
			return
		}
	}
	function := func(f *sema.Func, s sema.Site) {
		switch {
		case f == nil || f.Sym() != name:
		case f.Template != nil:
			add(f.Template, s)
		default:
			add(f, s)
		}
	}
	for _, v := range slices.Concat(p.Declared.Vars, p.Declared.VarTemplates) {
		if v.Sym() == name {
			for _, d := range p.Unit.VarDecls(v) {
				add(v, d.Site)
			}
		}
	}
	for _, f := range p.Declared.Funcs {
		for _, d := range f.Decls {
			function(f, d.Site)
		}
	}
	for _, f := range p.Declared.Instantiated {
		for _, d := range f.InstSites {
			function(f, d.Site)
		}
	}
	namespaces := func(list []sema.Mention) {
		for _, m := range list {
			if m.Namespace != nil && m.Namespace.Sym() == name {
				add(m.Namespace, m.Site)
			}
		}
	}
	for _, b := range p.Spaces.Everything(p.Declared, p.Bodies) {
		namespaces(b.Mentions)
		for i := range b.Uses {
			if v := b.Uses[i].Var; v.Sym() == name {
				add(v, b.Uses[i].Site)
			}
		}
		for i := range b.Calls {
			function(b.Calls[i].Callee, b.Calls[i].Site)
		}
		for i := range b.Refs {
			function(b.Refs[i].Func, b.Refs[i].Site)
		}
		for i := range b.Launches {
			function(b.Launches[i].Kernel, b.Launches[i].Site)
		}
	}
	namespaces(p.Unit.NamespaceMentions()) // last: to read a body may read declarations
	return out
}

// ownFiles are the files of the unit outside system folders.
func ownFiles(p *check.Pass) []*source.File {
	files := map[*source.File]bool{}
	for _, in := range p.Unit.PP.Inclusions {
		if in.File != nil && !in.System {
			files[in.File] = true
		}
	}
	return slices.SortedFunc(maps.Keys(files), func(a, b *source.File) int { return strings.Compare(a.Path, b.Path) })
}

// freshName is a name for an entity that tells of the namespace it stands in, and that the unit's files do not mention.
func freshName(p *check.Pass, e sema.Entity) string {
	u := p.Unit
	around := "global"
	if ns, ok := e.(interface{ Parent() sema.Entity }).Parent().(*sema.Namespace); ok && ns.Sym() != 0 {
		around = u.Text(ns.Sym())
	}
	base := u.Text(e.Sym()) + "_" + around
	taken := map[string]bool{}
	for _, f := range ownFiles(p) {
		in := token.NewInterner()
		for _, t := range preprocess.Lex(f, in) {
			taken[in.Text(t.Sym)] = true
		}
	}
	to := base
	for n := 2; taken[to]; n++ {
		to = fmt.Sprint(base, n)
	}
	return to
}
