package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/parts"
	"cudals/analysis/sema/spell"
	"cudals/analysis/sema/unit"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/syntax"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// IsName reports whether a text can be the name of something.
func (e *Engine) IsName(text string) bool { return syntax.IsName(text) }

// Names implements workspace.Engine: every view of the document is read anew, with an eye on the name.
func (e *Engine) Names(ctx context.Context, in workspace.Input, name, to string) (*workspace.Names, error) {
	if len(in.Command.Archs) > 0 {
		if _, err := e.followText(ctx, &in, nil); err != nil {
			return nil, fmt.Errorf("reading %s: %w", in.File.Path, err)
		}
	}
	n := &namer{name: name, to: to, means: map[spot]*meanings{}, entities: map[string]*workspace.Named{}}
	passes := []toolchain.Pass{toolchain.HostPass}
	if !in.Command.HostOnly {
		passes = append(passes, toolchain.DevicePass)
	}
	for i, arch := range in.Command.Archs {
		for _, pass := range passes {
			if pass == toolchain.HostPass && i > 0 {
				continue
			}
			if err := n.view(ctx, e, in, pass, arch); err != nil {
				return nil, err
			}
		}
	}
	return n.names(), nil
}

// namer finds out what a name means in the views of one document.
type namer struct {
	name, to string
	means    map[spot]*meanings
	entities map[string]*workspace.Named // by key
	files    []*source.File              // a person's own
	// made are the places of macro invocations that put the name together out of parts, or other names out of it.
	made []source.Place
	// taken, elsewhere and macro are those of workspace.Names.
	taken, elsewhere, macro string
}

// spot is a place by its path: views may read different versions of a file.
type spot struct {
	path  string
	start int
}

// meanings are the entities that a token means.
type meanings struct {
	of []string // keys
	// other: it means something that is none of them; member: a member of what depends on template parameters.
	other, member bool
}

func (n *namer) view(ctx context.Context, e *Engine, in workspace.Input, pass toolchain.Pass, arch int) error {
	pp, err := preprocess.Expand(ctx, e.cache, in.File, toolchain.Config(in.Command, pass, arch))
	if err != nil {
		return err
	}
	u := unit.New(pp, e.cache.Interner(), sema.Options{
		Std: in.Command.Std, Bits32: in.Command.Bits32,
		CUDA: int(in.Command.Version()), Patient: true, Watch: n.name,
	}, nil)
	u.StopWhen(func() bool { return ctx.Err() != nil })
	model := spaces.New(u, spaceOptions(in.Command, pass), nil)
	declared := u.Enumerate(func(c *sema.Chunk) bool { return !c.System })
	facts := model.Everything(declared, slices.Concat(model.Bodies(declared), model.Headless(declared)))
	u.ReadAll(declared)
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, inc := range pp.Inclusions {
		if inc.File != nil && !inc.System && !slices.Contains(n.files, inc.File) {
			n.files = append(n.files, inc.File)
		}
	}
	v := &viewNames{namer: n, u: u, model: model, name: u.Sym(n.name), exact: map[spot]bool{}, members: map[string]*sema.Class{}, forms: map[string]form{}, compiler: in.Command.CompilerInclude}
	u.Attempt(sema.Site{}, func() {
		v.declarations(declared)
		v.calls(facts)
		v.meanings()
		v.pasted(pp)
		v.new(pp)
		v.libraries(facts)
	})
	return ctx.Err()
}

// meanings notes what lookups found, and what else is declared.
func (v *viewNames) meanings() {
	for _, m := range v.u.Meanings() {
		at := v.written(m.Site)
		switch {
		case m.Site.Chunk.System:
			for _, found := range m.Found {
				if named, _ := v.entity(found, m.Site); named != nil {
					p, _ := check.PlaceOf(m.Site)
					named.Fixed = fmt.Sprintf("%s names it", check.RegionOf(p).File)
				}
			}
			continue
		case at.path == "" || v.exact[at]:
			continue
		case m.Declares && len(m.Found) == 0:
			v.at(at).other = true
		case m.Member:
			v.at(at).member = true
		}
		for _, found := range m.Found {
			if named := v.mean(at, m.Site, found); named != nil && m.Declares {
				named.Defined = named.Defined || defined(found)
				if p := v.place(at); !slices.Contains(named.Declared, p) {
					named.Declared = append(named.Declared, p)
				}
			}
		}
	}
}

// defined reports whether an entity has its definition, as most have with their declaration.
func defined(e sema.Entity) bool {
	c, class := e.(*sema.Class)
	return !class || c.Def() != nil
}

// pasted finds invocations of macros that make other names out of the name.
func (v *viewNames) pasted(pp *preprocess.Unit) {
	for _, placed := range pp.Segments {
		if pp.Inclusions[placed.Inclusion].System {
			continue
		}
		for _, t := range placed.Toks {
			if !t.Loc.IsMacro() || t.Sym == v.name || t.Kind != token.Ident {
				continue
			}
			loc := placed.Locate(t)
			if string(loc.Spelled.File.Slice(loc.Spelled.Span)) == v.namer.name && !slices.Contains(v.made, loc.At) {
				v.made = append(v.made, loc.At)
			}
		}
	}
}

// viewNames finds out what the name means in one view.
type viewNames struct {
	*namer
	u     *sema.Unit
	model *spaces.Model
	name  token.Sym
	// members are the classes of those entities that are members, by their keys.
	members map[string]*sema.Class
	// forms are how others name these members.
	forms map[string]form
	// compiler are the folders of the host compiler's headers.
	compiler []string
	// exact are the tokens of which more than a lookup is known: what they declare, or which of several functions they call.
	exact map[spot]bool
}

func (n *namer) at(s spot) *meanings {
	m := n.means[s]
	if m == nil {
		m = &meanings{}
		n.means[s] = m
	}
	return m
}

// written is where a site's last token that is the name is spelled; the zero spot for none.
func (v *viewNames) written(s sema.Site) spot {
	if s.IsZero() || s.Chunk.System {
		return spot{}
	}
	toks := s.Tokens()
	for _, t := range slices.Backward(toks) {
		if t.Sym != v.name || t.Kind != token.Ident {
			continue
		}
		loc := s.Chunk.Seg.Locate(t)
		if string(loc.Spelled.File.Slice(loc.Spelled.Span)) == v.namer.name {
			return spot{loc.Spelled.File.Path, loc.Spelled.Span.Start}
		}
		if !slices.Contains(v.made, loc.At) {
			v.made = append(v.made, loc.At)
		}
		return spot{}
	}
	return spot{}
}

// mean notes that a token means an entity.
func (v *viewNames) mean(at spot, site sema.Site, e sema.Entity) *workspace.Named {
	if at.path == "" {
		return nil
	}
	switch e := e.(type) {
	case *sema.UnresolvedUsing:
		return nil
	case *sema.Var:
		// A block declares what a namespace does; only the shared memory of a launch has no other name.
		if mem, known := spaces.MemoryOf(v.u, e); e.Kind == sema.LocalExtern && !(known && mem&cudaspace.Shared != 0) {
			return nil
		}
	}
	named, key := v.entity(e, site)
	if named == nil {
		v.at(at).other = true
		return nil
	}
	if m := v.at(at); !slices.Contains(m.of, key) {
		m.of = append(m.of, key)
	}
	return named
}

// entity is what is known of an entity, and its key; nil for what cannot be renamed: what a library declares, and parameters of templates.
func (v *viewNames) entity(e sema.Entity, site sema.Site) (*workspace.Named, string) {
	e = v.meant(e)
	if e == nil || e.Site().IsZero() || e.Site().Chunk.System {
		return nil, ""
	}
	key, path := v.key(e, site)
	named := v.entities[key]
	if named == nil {
		named = &workspace.Named{Path: path}
		v.entities[key] = named
	}
	if in, ok := e.(interface{ Parent() sema.Entity }); ok {
		named.Internal = named.Internal || spaces.InUnnamed(in.Parent())
	}
	if f := funcOf(e); f != nil {
		named.Overload, named.Argued = spell.Func(v.u, f), v.argued(f)
		named.Internal = named.Internal || f.InternalLinkage && f.MemberOf == nil
	}
	if of, ok := e.(*sema.Var); ok && of.Kind == sema.NamespaceVar {
		named.Internal = named.Internal || of.Static
	}
	if c := classOf(e); c != nil && v.members[key] == nil {
		v.members[key], v.forms[key] = c, v.formsOf(e)
		named.Loose = !v.u.Known(c)
		if c.Template != nil && c.Template.Site().Chunk != nil && c.Template.Site().Chunk.System {
			named.Fixed = "a library's template asks for it"
		}
	}
	return named, key
}

// meant is the entity that a name stands for: a class for its constructors and for a typedef that only repeats its name, a template for its
// instances; nil for parameters of templates.
func (v *viewNames) meant(e sema.Entity) sema.Entity {
	e = sema.Written(e)
	if f := funcOf(e); f != nil && f.NamedAs() != nil {
		return sema.Written(f.NamedAs())
	}
	switch e := e.(type) {
	case *sema.Typedef:
		if t := v.u.TypedefType(e); t != nil {
			switch of := t.Decl.(type) {
			case *sema.Class:
				if of.Sym() == e.Sym() && of.Parent() == e.Parent() {
					return of
				}
			case *sema.Enum:
				if of.Sym() == e.Sym() && of.Parent() == e.Parent() {
					return of
				}
			}
		}
	case *sema.Template:
		if e.Param != nil {
			return nil
		}
	case *sema.Var, *sema.Func, *sema.Namespace, *sema.Class, *sema.Enum, *sema.Enumerator, *sema.Field:
	default:
		return nil
	}
	return e
}

// argued reports whether calls of a function look for it in the namespaces of its arguments as well.
func (v *viewNames) argued(f *sema.Func) bool {
	t := v.u.FuncType(f)
	return t == nil || f.Template != nil || slices.ContainsFunc(t.Params, func(p *types.Type) bool {
		for p.Elem != nil {
			p = p.Elem
		}
		return p.Kind != types.Basic
	})
}

// funcOf is a function, of a template the one that it is of; nil for all else.
func funcOf(e sema.Entity) *sema.Func {
	switch e := e.(type) {
	case *sema.Func:
		return e
	case *sema.Template:
		return e.Func
	}
	return nil
}

// classOf is the class that an entity is a member of, its enumerators among them.
func classOf(e sema.Entity) *sema.Class {
	in, ok := e.(interface{ Parent() sema.Entity })
	if !ok {
		return nil
	}
	c, _ := in.Parent().(*sema.Class)
	if f, field := e.(*sema.Field); field {
		c = f.Class
	}
	return c
}

// key tells an entity from all others, by its name and where it is first declared. What is one entity only because a namespace of
// an inline namespace is opened again from outside, and defined in both parts, is two: each mention means the one that it
// seems to.
func (v *viewNames) key(e sema.Entity, site sema.Site) (key, path string) {
	first := e.Site()
	if ns, ok := e.(*sema.Namespace); ok {
		first = ns.Opening()
	}
	place, _ := check.PlaceOf(first)
	path = spaces.Path(v.u, e)
	key = path
	if place.File != nil {
		key = fmt.Sprint(path, " ", place.File.Path, " ", place.Span.Start)
	}
	if in := v.model.Reopened(e); in != nil && !parts.Within(v.u, site, in) && !qualifiedBy(site, in.Sym()) {
		key, path = key+" outside", spaces.PathAround(v.u, e)
	}
	return key, path
}

// qualifiedBy reports whether a name stands among those before the ones of a site.
func qualifiedBy(s sema.Site, name token.Sym) bool {
	toks := s.Chunk.Seg.Toks[s.Chunk.Lo : s.Chunk.Lo+int(s.Span.Lo)]
	for i := len(toks) - 1; i > 0 && toks[i].Kind == token.ColonCol && toks[i-1].Kind == token.Ident; i -= 2 {
		if toks[i-1].Sym == name {
			return true
		}
	}
	return false
}

// declarations notes where entities of the name are declared.
func (v *viewNames) declarations(d sema.Declared) {
	declares := func(e sema.Entity, s sema.Site, defines bool) {
		at := v.written(s)
		if named := v.mean(at, s, e); named != nil {
			v.exact[at] = true
			named.Defined = named.Defined || defines
			if p := v.place(at); !slices.Contains(named.Declared, p) {
				named.Declared = append(named.Declared, p)
			}
		}
	}
	for _, x := range slices.Concat(d.Vars, d.VarTemplates, d.MemberTemplates, d.VarPartials) {
		if x.Sym() == v.name {
			for _, decl := range v.u.VarDecls(x) {
				declares(x, decl.Site, decl.Defines)
			}
		}
	}
	for _, i := range d.VarInstances {
		if i.Var.Sym() == v.name {
			declares(i.Var, i.Site, i.Var.Explicit)
		}
	}
	for _, f := range d.Funcs {
		if f.Sym() == v.name {
			for _, decl := range f.Decls {
				declares(f, decl.Site, decl.Body != nil || f.MemberOf != nil)
			}
			v.overrides(f)
		}
	}
	for _, f := range d.Instantiated {
		if f.Sym() == v.name {
			for _, decl := range f.InstSites {
				if at := v.written(decl.Site); v.mean(at, decl.Site, f) != nil {
					v.exact[at] = true
				}
			}
		}
	}
	for _, c := range d.Classes {
		if c.Sym() == v.name && c.Def() != nil && c.Def().Name != nil {
			declares(c, sema.Site{Chunk: c.DefSite().Chunk, Span: c.Def().Name.Last().Span}, true)
		}
	}
	for _, m := range parts.Named(v.u, v.name) {
		declares(m.Namespace, m.Site, true)
	}
}

// overrides notes which functions one overrides: they have one name.
func (v *viewNames) overrides(f *sema.Func) {
	named, _ := v.entity(f, f.Site())
	if named == nil || f.MemberOf == nil {
		return
	}
	named.Virtual = named.Virtual || f.Virtual
	for _, o := range v.u.Overridden(f) {
		named.Virtual = true
		base, _ := v.entity(o, o.Site())
		if base == nil {
			named.Fixed = "it overrides " + spell.Func(v.u, o)
			continue
		}
		base.Virtual = true
		if at := v.written(o.Site()); at.path != "" {
			named.Overrides = append(named.Overrides, v.place(at))
		}
	}
}

// calls notes which functions are called, and which variables used: of several that a lookup finds, one.
func (v *viewNames) calls(list []*sema.Facts) {
	function := func(f *sema.Func, s sema.Site) {
		if f != nil && f.Sym() == v.name {
			if at := v.written(s); v.mean(at, s, f) != nil {
				v.exact[at] = true
			}
		}
	}
	for _, b := range list {
		if b == nil {
			continue
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
}

func (n *namer) place(at spot) source.Place {
	for _, f := range n.files {
		if f.Path == at.path {
			return source.Place{File: f, Span: source.Span{Start: at.start, End: at.start + len(n.name)}}
		}
	}
	return source.Place{}
}

// names is what was found out, with every token of the files that is the name.
func (n *namer) names() *workspace.Names {
	out := &workspace.Names{Made: n.made, Taken: n.taken, Elsewhere: n.elsewhere, Macro: n.macro}
	slices.SortFunc(n.files, func(a, b *source.File) int { return cmp.Compare(a.Path, b.Path) })
	for i, f := range n.files {
		if i > 0 && n.files[i-1].Path == f.Path {
			continue
		}
		out.Files = append(out.Files, f)
		for _, t := range locate.Occurrences(f, n.name) {
			p := source.Place{File: f, Span: source.Span{Start: t.Start, End: t.Start + len(n.name)}}
			m := n.means[spot{f.Path, t.Start}]
			if m == nil || len(m.of) == 0 && !m.other {
				switch {
				case t.Param:
					out.Other = append(out.Other, p)
				case m != nil && m.member:
					out.Dependent = append(out.Dependent, p)
				default:
					out.Unknown = append(out.Unknown, p)
				}
				continue
			}
			for _, path := range m.of {
				n.entities[path].Mentioned = append(n.entities[path].Mentioned, p)
			}
			if m.other {
				out.Other = append(out.Other, p)
			}
		}
	}
	for _, e := range n.entities {
		out.Entities = append(out.Entities, *e)
	}
	slices.SortFunc(out.Entities, func(a, b workspace.Named) int { return cmp.Compare(a.Path, b.Path) })
	return out
}
