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
	"cudals/analysis/spaces"
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
	asked := v.asked()
	if len(asked) == 0 {
		return
	}
	for _, g := range v.given(facts) {
		for key, of := range v.members {
			e := v.entities[key]
			if e.Fixed != "" || sema.Written(g.class) != sema.Written(of) && !v.derives(g.class, of) {
				continue
			}
			for _, a := range asked {
				if v.forms[key]&a.by != 0 && (a.compilers || g.beyond) {
					e.Fixed = fmt.Sprintf("a template of %s, to which %s is given, may name it", a.where, g.class.EntityName())
					break
				}
			}
		}
	}
}

// asking is a place in a template of a library that names a member of what the template is given.
type asking struct {
	by    form
	where string
	// compilers: it is in the headers of the host compiler, which use no others.
	compilers bool
}

// given is a class that is given to templates of libraries, and whether to such as are not the host compiler's.
type given struct {
	class  *sema.Class
	beyond bool
}

// form is how a template writes a member of what it is given.
type form uint8

const (
	byCall    form = 1 << iota // x.member(…)
	byValue                    // x.member
	byName                     // T::member
	byAddress                  // &T::member, decltype(T::member)
)

// formsOf are those that name a member: who writes another asks for something else, and has the same answer under any name.
func (v *viewNames) formsOf(e sema.Entity) form {
	switch e := e.(type) {
	case *sema.Field:
		switch t := v.u.FieldType(e); {
		case t == nil:
		case t.Kind == types.Basic || t.Kind == types.Pointer && t.Elem != nil && t.Elem.Kind == types.Basic:
			return byValue | byAddress
		default:
			return byCall | byValue | byAddress
		}
	case *sema.Func:
		if !e.Static && e.Kind == sema.Ordinary {
			return byCall | byAddress
		}
	}
	return byCall | byValue | byName | byAddress
}

// asked are the places in templates of libraries that have the name as that of a member of what is given, in the order of the text.
func (v *viewNames) asked() (out []asking) {
	template := v.u.Sym("template")
	namespaces := namespacesOf(v.u)
	mentions := map[*sema.Chunk][]int{}
	for _, c := range v.u.Chunks {
		if !c.System || c.Lo == c.Hi || c.Seg.Toks[c.Lo].Sym != template {
			continue
		}
		for i := c.Lo + 1; i < c.Hi; i++ {
			if c.Seg.Toks[i].Sym == v.name && v.formOf(c, i, namespaces) != 0 {
				mentions[c] = append(mentions[c], i)
			}
		}
	}
	v.read(mentions)
	for _, c := range v.u.Chunks {
		for _, i := range mentions[c] {
			s := sema.Site{Chunk: c, Span: ast.Span{Lo: int32(i - c.Lo), Hi: int32(i - c.Lo + 1)}}
			if m := v.u.MeaningAt(s); m != nil && m.Once && !m.Member && !slices.ContainsFunc(m.Found, func(e sema.Entity) bool { return !system(e) }) {
				continue // a member of the library's own
			}
			p, _ := check.PlaceOf(s)
			out = append(out, asking{
				v.formOf(c, i, namespaces), fmt.Sprintf("%s:%d", filepath.Base(p.File.Path), p.File.LineOf(p.Span.Start)+1), v.compilersOwn(c),
			})
		}
	}
	return out
}

// system reports whether an entity is declared in a system header.
func system(e sema.Entity) bool { return !e.Site().IsZero() && e.Site().Chunk.System }

// compilersOwn reports whether a chunk stands in the host compiler's standard library.
func (v *viewNames) compilersOwn(c *sema.Chunk) bool {
	return slices.ContainsFunc(v.compiler, func(folder string) bool {
		return strings.Contains(folder, "c++") && strings.HasPrefix(c.Seg.File.Path, folder+string(filepath.Separator))
	})
}

// read reads templates of libraries, so that it is known of what in them what it means.
func (v *viewNames) read(templates map[*sema.Chunk][]int) {
	d := v.u.Enumerate(func(c *sema.Chunk) bool { return templates[c] != nil })
	v.model.Everything(d, v.model.Bodies(d))
	v.u.ReadAll(d)
}

// formOf is how a token of a template names a member, 0 where it names none of what is given.
func (v *viewNames) formOf(c *sema.Chunk, i int, namespaces map[token.Sym]bool) form {
	toks := c.Seg.Toks[c.Lo:c.Hi]
	i -= c.Lo
	at := i - 1
	if at > 0 && toks[at].Sym == v.u.Sym("template") {
		at--
	}
	switch toks[at].Kind {
	case token.Dot, token.Arrow:
		switch {
		case i+1 < len(toks) && (toks[i+1].Kind == token.LParen || toks[i+1].Kind == token.Less):
			return byCall
		case at > 0 && v.compilers(toks[at-1].Sym):
			return 0
		}
		return byValue
	case token.ColonCol:
		first := beginOfName(toks, at)
		switch {
		case first == at, first == at-1 && namespaces[toks[first].Sym]:
			return 0
		case first > 1 && toks[first-1].Kind == token.LParen && toks[first-2].Sym == v.u.Sym("decltype"), first > 0 && toks[first-1].Kind == token.Amp:
			return byAddress
		}
		return byName
	}
	return 0
}

// compilers reports whether a name is that of a variable that the compiler provides, such as threadIdx.
func (v *viewNames) compilers(name token.Sym) bool {
	return slices.ContainsFunc(v.u.LookupDirect(v.u.Global, name, sema.MaxOrd).Entities, func(e sema.Entity) bool {
		x, ok := e.(*sema.Var)
		return ok && spaces.CompilerVariable(v.u, x)
	})
}

// beginOfName is where the qualified name begins of which a :: is a part.
func beginOfName(toks []token.Token, colons int) int {
	i := colons
	for i > 0 && toks[i].Kind == token.ColonCol {
		depth, at := 0, i-1
		for ; at >= 0; at-- {
			switch toks[at].Kind {
			case token.Greater:
				depth++
				continue
			case token.Less:
				depth--
				continue
			}
			if depth <= 0 {
				break
			}
		}
		if at < 0 || toks[at].Kind != token.Ident {
			return i
		}
		i = at
		if i > 0 && toks[i-1].Kind == token.ColonCol {
			i--
		}
	}
	return i
}

// namespacesOf are the names of all namespaces.
func namespacesOf(u *sema.Unit) map[token.Sym]bool {
	out := map[token.Sym]bool{}
	for open := []*sema.Namespace{u.Global}; len(open) > 0; {
		ns := open[len(open)-1]
		open = open[:len(open)-1]
		for name, child := range ns.Nested {
			out[name] = true
			open = append(open, child)
		}
	}
	return out
}

// given are the person's own classes that are among the arguments of instances of libraries' templates.
func (v *viewNames) given(facts []*sema.Facts) []given {
	var out []given
	add := func(to sema.Entity, args []types.Arg) {
		if !system(to) {
			return
		}
		for _, a := range args {
			t := a.Type
			for t != nil && t.Elem != nil {
				t = t.Elem
			}
			if t == nil {
				continue
			}
			c, ok := t.Decl.(*sema.Class)
			if !ok || c.Site().IsZero() || c.Site().Chunk.System {
				continue
			}
			i := slices.IndexFunc(out, func(g given) bool { return g.class == c })
			if i < 0 {
				i = len(out)
				out = append(out, given{class: c})
			}
			out[i].beyond = out[i].beyond || !v.compilersOwn(to.Site().Chunk)
		}
	}
	v.u.T.Each(func(t *types.Type) {
		if c, ok := t.Decl.(*sema.Class); ok && len(t.Args) > 0 {
			add(c, t.Args)
		}
	})
	for _, b := range facts {
		if b == nil {
			continue
		}
		for i := range b.Calls {
			if f := b.Calls[i].Callee; f != nil {
				add(f, f.Args)
			}
		}
	}
	slices.SortFunc(out, func(a, b given) int { return cmp.Compare(a.class.EntityName(), b.class.EntityName()) }) // types come in no order
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
