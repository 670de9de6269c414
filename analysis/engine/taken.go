package engine

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// What keeps a thing from getting another name and is no mention of it: what has the new name already, and templates of libraries.

// new finds out what has the new name already in libraries: their own names in files of the person's are found by their text.
func (v *viewNames) new(pp *preprocess.Unit) {
	if v.to == "" {
		return
	}
	sym := v.u.Sym(v.to)
	if pp.Macro(sym) != nil {
		v.macro = v.to + " is a macro"
		return
	}
	used := usedNamespaces(v.u, pp)
	var within func(ns *sema.Namespace, seen bool)
	within = func(ns *sema.Namespace, seen bool) {
		if f := v.u.LookupDirect(ns, sym, sema.MaxOrd); f.State != sema.NotFound {
			why := v.to + " is a name already"
			if len(f.Entities) > 0 {
				why = f.Entities[0].EntityName() + " has that name already"
			}
			v.elsewhere = cmp.Or(v.elsewhere, why)
			if seen {
				v.taken = cmp.Or(v.taken, why)
			}
		}
		for _, child := range ns.Nested {
			if name := v.u.Text(child.Sym()); !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "detail") {
				within(child, seen && child.Inline || used[child.Sym()])
			}
		}
	}
	within(v.u.Global, true)
}

// usedNamespaces are the names of those that using-directives in the person's own files name.
func usedNamespaces(u *sema.Unit, pp *preprocess.Unit) map[token.Sym]bool {
	using, namespace := u.Sym("using"), u.Sym("namespace")
	out := map[token.Sym]bool{}
	for _, placed := range pp.Segments {
		if pp.Inclusions[placed.Inclusion].System {
			continue
		}
		toks := placed.Toks
		for i := range toks {
			if i < 2 || toks[i-2].Sym != using || toks[i-1].Sym != namespace {
				continue
			}
			for ; i < len(toks) && (toks[i].Kind == token.Ident || toks[i].Kind == token.ColonCol); i++ {
				out[toks[i].Sym] = true
			}
		}
	}
	return out
}

// libraries finds which members the templates of libraries may name because classes are given to them.
func (v *viewNames) libraries(facts []*sema.Facts) {
	if len(v.members) == 0 {
		return
	}
	where := v.asked()
	if where == "" {
		return
	}
	given := v.given(facts)
	for key, of := range v.members {
		for _, c := range given {
			if e := v.entities[key]; e.Fixed == "" && (sema.Written(c) == sema.Written(of) || v.derives(c, of)) {
				e.Fixed = fmt.Sprintf("a template of %s, to which %s is given, may name it", where, c.EntityName())
			}
		}
	}
}

// asked is the file of a library that has the name in a template as that of a member; "" for none.
func (v *viewNames) asked() string {
	template := v.u.Sym("template")
	for _, c := range v.u.Chunks {
		if !c.System || c.Lo == c.Hi || c.Seg.Toks[c.Lo].Sym != template {
			continue
		}
		for i := c.Lo + 1; i < c.Hi; i++ {
			if c.Seg.Toks[i].Sym != v.name {
				continue
			}
			switch before := c.Seg.Toks[i-1]; {
			case before.Kind == token.Dot, before.Kind == token.Arrow, before.Kind == token.ColonCol, before.Sym == template:
				at, _ := check.PlaceOf(sema.Site{Chunk: c, Span: ast.Span{Lo: int32(i - c.Lo), Hi: int32(i - c.Lo + 1)}})
				return fmt.Sprintf("%s:%d", filepath.Base(at.File.Path), at.File.LineOf(at.Span.Start)+1)
			}
		}
	}
	return ""
}

// given are the person's own classes that are among the arguments of instances of libraries' templates.
func (v *viewNames) given(facts []*sema.Facts) []*sema.Class {
	var out []*sema.Class
	add := func(args []types.Arg) {
		for _, a := range args {
			t := a.Type
			for t != nil && t.Elem != nil {
				t = t.Elem
			}
			if t == nil {
				continue
			}
			if c, ok := t.Decl.(*sema.Class); ok && !c.Site().IsZero() && !c.Site().Chunk.System && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	library := func(e sema.Entity) bool { return !e.Site().IsZero() && e.Site().Chunk.System }
	v.u.T.Each(func(t *types.Type) {
		if c, ok := t.Decl.(*sema.Class); ok && len(t.Args) > 0 && library(c) {
			add(t.Args)
		}
	})
	for _, b := range facts {
		if b == nil {
			continue
		}
		for i := range b.Calls {
			if f := b.Calls[i].Callee; f != nil && library(f) {
				add(f.Args)
			}
		}
	}
	slices.SortFunc(out, func(a, b *sema.Class) int { return cmp.Compare(a.EntityName(), b.EntityName()) }) // types come in no order
	return out
}

// derives reports whether a class has another among its bases and theirs.
func (v *viewNames) derives(c, of *sema.Class) bool {
	if !v.u.Nest() {
		return true
	}
	defer v.u.Unnest()
	return slices.ContainsFunc(c.Bases(), func(b sema.Base) bool {
		return b.Class != nil && (sema.Written(b.Class) == sema.Written(of) || v.derives(b.Class, of))
	})
}
