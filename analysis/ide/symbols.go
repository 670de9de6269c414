package ide

import (
	"cmp"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// Symbols are what the document declares. What several views declare is said once, as the device pass knows it.
func Symbols(doc *locate.Document) []workspace.Declaration {
	l := &symbolLister{path: doc.Input.File.Path, seen: map[source.Span]bool{}}
	for _, l.View = range slices.Backward(doc.Views) {
		l.View.Unit.Attempt(sema.Site{}, l.list)
	}
	return nested(l.found)
}

// Named are the functions, variables, classes and types that the person's own headers declare under names that are wanted. What several
// views declare is said once.
func Named(doc *locate.Document, wanted func(name string) bool) []workspace.Declaration {
	var out []workspace.Declaration
	seen := map[source.Place]bool{}
	for _, v := range slices.Backward(doc.Views) {
		v.Unit.Attempt(sema.Site{}, func() {
			u := v.Unit
			add := func(e sema.Entity, at sema.Site, kind workspace.SymbolKind, detail func() string) {
				v.Step()
				if at.IsZero() || at.Chunk.System || locate.InDocument(at) || !wanted(u.Text(e.Sym())) {
					return
				}
				p := nameAt(v, at, e.Sym())
				if p.File == nil || p.File.Path == doc.Input.File.Path || seen[p] {
					return
				}
				seen[p] = true
				in, _ := e.(interface{ Parent() sema.Entity })
				d := workspace.Declaration{Name: u.Text(e.Sym()), Detail: detail(), Kind: kind, Place: p, Full: p}
				if in != nil && in.Parent() != nil {
					d.In = strings.TrimPrefix(spaces.Path(u, in.Parent()), "::")
				}
				out = append(out, d)
			}
			none := func() string { return "" }
			for _, f := range v.Declared.Funcs {
				if f.Implicit || f.Closure != nil {
					continue
				}
				defined := slices.ContainsFunc(f.Decls, func(d *sema.FuncDecl) bool { return d.Body != nil })
				for _, d := range f.Decls {
					if defined && d.Body == nil {
						continue
					}
					add(f, d.Site, kindOf(v, f), func() string { return title(v, f) })
				}
			}
			for _, x := range slices.Concat(v.Declared.Vars, v.Declared.VarTemplates) {
				add(x, x.Site(), variableKind(x), func() string { return variableTitle(v, x) })
			}
			for _, c := range v.Declared.Classes {
				if c.Sym() != 0 && c.Lambda == nil && c.Def() != nil {
					add(c, c.DefSite(), classKind(c), none)
				}
			}
			for _, t := range v.Declared.Typedefs {
				add(t, t.Site(), workspace.SymbolType, func() string { return spell.Type(u, u.TypedefType(t), nil) })
			}
		})
	}
	return out
}

// symbolLister lists the declarations of one file.
type symbolLister struct {
	*locate.View
	path  string
	seen  map[source.Span]bool // by the name's place
	found []workspace.Declaration
	// around is where the last whole declaration shows: the variables of one often are thousands.
	around struct {
		site  sema.Site
		place source.Place
	}
}

func (l *symbolLister) list() {
	u := l.Unit
	for _, f := range l.Declared.Funcs {
		if f.Implicit || f.Closure != nil {
			continue
		}
		for _, d := range f.Decls {
			if locate.InDocument(d.Site) && (d.FriendIn == nil || d.Body != nil) {
				full := d.Full
				if !d.InClass && d.FriendIn == nil {
					full = locate.Whole(full.Chunk) // with its template header
				}
				l.add(d.Site, 0, full, workspace.Declaration{
					Name: spell.Name(u, f), Detail: title(l.View, f), Kind: kindOf(l.View, f), Deprecated: u.Deprecated(f, d.Site).Is,
				})
			}
		}
	}
	for _, x := range slices.Concat(l.Declared.Vars, l.Declared.VarTemplates, l.Declared.MemberTemplates) {
		for _, d := range u.VarDecls(x) {
			if locate.InDocument(d.Site) {
				l.add(d.Site, 0, d.Full, workspace.Declaration{Name: u.Text(x.Sym()), Detail: variableTitle(l.View, x), Kind: variableKind(x)})
			}
		}
	}
	for _, c := range l.Declared.Classes {
		if locate.InDocument(c.DefSite()) {
			l.class(c)
		}
	}
	for _, t := range l.Declared.Typedefs {
		if !locate.InDocument(t.Site()) {
			continue
		}
		l.add(t.Site(), t.Sym(), sema.Site{}, workspace.Declaration{
			Name: u.Text(t.Sym()), Detail: spell.Type(u, u.TypedefType(t), nil), Kind: workspace.SymbolType,
		})
	}
	l.declaredIn(u.Own)
}

// declaredIn adds the enumerations and namespaces of chunks.
func (l *symbolLister) declaredIn(chunks []*sema.Chunk) {
	type scoped struct {
		in   *sema.Namespace
		name token.Sym
	}
	listed := map[scoped]bool{}
	for _, c := range chunks {
		if c.Inclusion != 0 {
			continue
		}
		switch c.Kind {
		case outline.ChunkDecl:
			for _, name := range c.Names {
				if listed[scoped{c.NS, name}] {
					continue
				}
				listed[scoped{c.NS, name}] = true
				for _, e := range l.Unit.Named(c.NS, name) {
					if e, ok := e.(*sema.Enum); ok && locate.InDocument(e.Site()) {
						l.enum(e)
					}
				}
			}
		case outline.ChunkOpenNamespace:
			l.namespace(c)
		}
	}
}

func variableKind(x *sema.Var) workspace.SymbolKind {
	if x.Constexpr {
		return workspace.SymbolConstant
	}
	return workspace.SymbolVariable
}

// variableTitle is a variable's memory and type.
func variableTitle(v *locate.View, x *sema.Var) string {
	text := spell.Type(v.Unit, v.Unit.VarType(x), nil)
	if mem, known := spaces.MemoryOf(v.Unit, x); known && mem != 0 {
		text = mem.String() + " " + text
	}
	return text
}

func classKind(c *sema.Class) workspace.SymbolKind {
	if c.Key == ast.KeyClass {
		return workspace.SymbolClass
	}
	return workspace.SymbolStruct
}

func (l *symbolLister) class(c *sema.Class) {
	if c.Sym() == 0 || c.Lambda != nil || c.Def() == nil {
		return
	}
	l.add(c.Site(), 0, sema.Site{Chunk: c.DefSite().Chunk, Span: c.Def().Span}, workspace.Declaration{Name: l.Unit.Text(c.Sym()), Kind: classKind(c)})
	for _, m := range c.Members() {
		switch m := m.(type) {
		case *sema.Field:
			if m.Sym() != 0 {
				l.add(m.Site(), m.Sym(), sema.Site{}, workspace.Declaration{
					Name: l.Unit.Text(m.Sym()), Detail: spell.Type(l.Unit, l.Unit.FieldType(m), nil), Kind: workspace.SymbolField,
				})
			}
		case *sema.Enum:
			l.enum(m)
		}
	}
}

func (l *symbolLister) enum(e *sema.Enum) {
	if e.Sym() != 0 && e.Def != nil {
		l.add(e.Site(), 0, sema.Site{Chunk: e.Site().Chunk, Span: e.Def.Span}, workspace.Declaration{Name: l.Unit.Text(e.Sym()), Kind: workspace.SymbolEnum})
	}
	for _, x := range e.Enumerators {
		detail := ""
		if v := l.Unit.EnumeratorValue(x); v.Kind == types.IntValue {
			detail = describe.ValueText(l.Unit.EnumType(e), v)
		}
		l.add(x.Site(), x.Sym(), sema.Site{}, workspace.Declaration{Name: l.Unit.Text(x.Sym()), Detail: detail, Kind: workspace.SymbolEnumerator})
	}
}

// namespace adds a part of a namespace: from its opening to where that is closed.
func (l *symbolLister) namespace(open *sema.Chunk) {
	depth := 0
	for _, c := range l.Unit.Chunks[l.Unit.Index(open):] {
		switch c.Kind {
		case outline.ChunkOpenNamespace, outline.ChunkOpenLinkage:
			depth++
		case outline.ChunkClose:
			if depth--; depth > 0 {
				continue
			}
			head := locate.Whole(open)
			full, _ := check.PlaceOf(head)
			end, _ := check.PlaceOf(locate.Whole(c))
			if full.File == nil || end.File == nil || full.File.Path != end.File.Path {
				return
			}
			full.Span.End = end.Span.End
			name := "(anonymous namespace)"
			at := full
			at.Span.End = full.Span.Start + len("namespace")
			if n := len(open.Namespace); n > 0 {
				parts := make([]string, 0, n)
				for _, part := range open.Namespace {
					parts = append(parts, l.Unit.Text(part))
				}
				name = strings.Join(parts, "::")
				at = nameAt(l.View, head, open.Namespace[n-1])
			}
			l.put(at, full, workspace.Declaration{Name: name, Kind: workspace.SymbolNamespace})
			return
		}
	}
}

// add adds a declaration whose name stands at a site, or is the first token sym there; full is zero where the site is all there is.
func (l *symbolLister) add(name sema.Site, sym token.Sym, full sema.Site, d workspace.Declaration) {
	l.Step()
	at, _ := check.PlaceOf(name)
	around := at
	if i := slices.IndexFunc(name.Tokens(), func(t token.Token) bool { return t.Sym == sym }); sym != 0 && i >= 0 {
		name.Span.Lo += int32(i)
		name.Span.Hi = name.Span.Lo + 1
		at, _ = check.PlaceOf(name)
	}
	if locate.Brought(name) {
		return
	}
	if !full.IsZero() {
		if l.around.site != full {
			l.around.site = full
			l.around.place, _ = check.PlaceOf(full)
		}
		around = l.around.place
	}
	l.put(at, around, d)
}

func (l *symbolLister) put(at, full source.Place, d workspace.Declaration) {
	if at.File == nil || at.File.Path != l.path || d.Name == "" || l.seen[at.Span] {
		return
	}
	l.seen[at.Span] = true
	if full.File == nil || full.File.Path != l.path || full.Span.Start > at.Span.Start || full.Span.End < at.Span.End {
		full = at
	}
	d.Place, d.Full = at, full
	l.found = append(l.found, d)
}

// nested puts declarations into those that they stand in.
func nested(list []workspace.Declaration) []workspace.Declaration {
	slices.SortFunc(list, func(a, b workspace.Declaration) int {
		return cmp.Or(cmp.Compare(a.Full.Span.Start, b.Full.Span.Start), cmp.Compare(b.Full.Span.End, a.Full.Span.End),
			cmp.Compare(a.Place.Span.Start, b.Place.Span.Start))
	})
	var roots []workspace.Declaration
	var open []*workspace.Declaration // what is around, outermost first
	for _, d := range list {
		for len(open) > 0 && open[len(open)-1].Full.Span.End < d.Full.Span.End {
			open = open[:len(open)-1]
		}
		into := &roots
		if n := len(open); n > 0 {
			if p := open[n-1]; p.Full == d.Full {
				// Several names of one declaration stand side by side.
				open = open[:n-1]
				if n > 1 {
					into = &open[n-2].Children
				}
			} else {
				into = &p.Children
			}
		}
		*into = append(*into, d)
		open = append(open, &(*into)[len(*into)-1])
	}
	return roots
}
