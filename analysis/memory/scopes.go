package memory

import (
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// scopes tells where the front end leaves a scope while it is in no function: behind a function's parameters, a class, a
// template or what it makes of one, a namespace, a scoped enumeration.
type scopes struct {
	*collector
	// kinds tell of the chunks that declare something what that is.
	kinds map[int]chunkKind
	// vars are the variables that each chunk declares.
	vars map[*sema.Chunk][]declaredVar
	// templates are the names of all templates, aliases those of types that templates make.
	templates map[token.Sym]bool
	aliases   map[token.Sym]*types.Type
	// complete is where at the latest an instance of a class template is made.
	complete map[*sema.Class]moment
}

// declaredVar is a variable where it is declared.
type declaredVar struct {
	v  *sema.Var
	at sema.Site
}

type chunkKind uint8

const (
	variables chunkKind = 1 << iota
	functions
	classes
)

func newScopes(c *collector) *scopes {
	sc := &scopes{
		collector: c, kinds: map[int]chunkKind{}, templates: map[token.Sym]bool{}, aliases: map[token.Sym]*types.Type{},
		complete: map[*sema.Class]moment{}, vars: map[*sema.Chunk][]declaredVar{},
	}
	note := func(s sema.Site, k chunkKind) {
		if s.Chunk != nil {
			sc.kinds[s.Chunk.Ord] |= k
		}
	}
	for _, ch := range c.Unit.Chunks {
		if !ch.System {
			for _, s := range ch.Templates {
				sc.templates[s] = true
			}
		}
	}
	for _, t := range c.Declared.Typedefs {
		if typ := c.Unit.TypedefType(t); sc.ofInstance(typ) {
			if _, twice := sc.aliases[t.Sym()]; twice {
				sc.templates[t.Sym()] = true
			}
			sc.aliases[t.Sym()] = typ
		}
	}
	for _, f := range c.Declared.Funcs {
		for _, d := range f.Decls {
			if d.Sig != nil && !d.Block {
				note(d.Full, functions)
			}
			if d.Body != nil && f.Template == nil && d.Full.Chunk != nil {
				for _, p := range c.Unit.FuncType(f).Params {
					sc.completed(p, startOf(d.Full))
				}
			}
		}
	}
	for _, v := range c.Declared.Vars {
		for _, d := range c.Unit.VarDecls(v) {
			note(d.Site, variables)
			sc.vars[d.Site.Chunk] = append(sc.vars[d.Site.Chunk], declaredVar{v, d.Site})
			if d.Defines && d.Site.Chunk != nil {
				sc.completed(c.Unit.VarType(v), startOf(d.Site))
			}
		}
	}
	for _, k := range c.Declared.Classes {
		s := k.DefSite()
		if s.Chunk == nil {
			continue
		}
		note(s, classes)
		if k.Template == nil {
			for _, f := range k.Fields() {
				sc.completed(c.Unit.FieldType(f), endOf(s))
			}
			for _, b := range k.Bases() {
				sc.completed(b.Type, endOf(s))
			}
		}
	}
	return sc
}

// completed notes that an object of a type is made.
func (sc *scopes) completed(t *types.Type, when moment) {
	for t != nil && t.Kind == types.Array {
		t = t.Elem
	}
	if t == nil || t.Kind != types.Class {
		return
	}
	if k := sc.Unit.ClassOf(t); k != nil && k.Args != nil {
		if was, ok := sc.complete[k]; !ok || when.compare(was) < 0 {
			sc.complete[k] = when
		}
	}
}

// ofInstance reports whether a type names what a class template makes.
func (sc *scopes) ofInstance(t *types.Type) bool {
	if t == nil {
		return false
	}
	for _, p := range t.Params {
		if sc.ofInstance(p) {
			return true
		}
	}
	if k := sc.Unit.ClassOf(t); k != nil {
		for ; k != nil; k, _ = k.Parent().(*sema.Class) {
			if k.Args != nil {
				return true
			}
		}
	}
	return t.Kind == types.Unknown || sc.ofInstance(t.Elem)
}

// makes reports whether a template must be instantiated at a moment for an object of a type.
func (sc *scopes) makes(t *types.Type, when moment) sema.Tri {
	for t != nil && t.Kind == types.Array {
		t = t.Elem
	}
	if t == nil || t.Kind == types.Unknown {
		return sema.UnknownTri
	}
	k := sc.Unit.ClassOf(t)
	if t.Kind != types.Class || k == nil || k.Args == nil {
		return sema.No
	}
	if was, ok := sc.complete[k]; ok && was.compare(when) < 0 {
		return sema.No
	}
	if sc.mayBeMade(k, moment{ord: when.ord, at: -1}) {
		return sema.UnknownTri
	}
	return sema.Yes
}

// leaves is when the front end, once it has the file's name, next leaves a scope. Of a function that gives the name it is the
// function's end: see inFunction for what may come before that. Where it is not certain whether a scope is left, eager says
// that it is.
func (sc *scopes) leaves(g giver, eager bool) moment {
	if g.body != nil {
		end := endOf(siteOf(g.body))
		end.rank = 1
		return end
	}
	var open []outline.ChunkKind
	for _, ch := range sc.Unit.Chunks {
		is := sema.No
		switch {
		case ch.Kind == outline.ChunkOpenNamespace:
			open = append(open, ch.Kind)
			is = sema.Yes
		case ch.Kind == outline.ChunkOpenLinkage:
			open = append(open, ch.Kind)
		case ch.Kind == outline.ChunkClose:
			if n := len(open); n > 0 {
				if open[n-1] == outline.ChunkOpenNamespace {
					is = sema.Yes
				}
				open = open[:n-1]
			}
		case ch.Ord < g.chunk:
		case ch.Kind == outline.ChunkDecl:
			is = sc.scoped(ch)
		default:
			is = sema.UnknownTri // some pragmas wait for a declaration in a scope of their own
		}
		switch {
		case ch.Ord < g.chunk || is == sema.No || is == sema.UnknownTri && !eager:
		case ch.Ord > g.chunk:
			return moment{ord: ch.Ord, at: -1}
		case eager && sc.initialisesBy(ch):
			return moment{ord: ch.Ord, at: g.when.at, rank: 1}
		}
	}
	return moment{ord: len(sc.Unit.Chunks), at: -1}
}

// scoped reports whether a declaration has a scope that is left in front of what it declares, or in it.
func (sc *scopes) scoped(ch *sema.Chunk) sema.Tri {
	toks := ch.Newest().Toks()
	if len(toks) == 0 {
		return sema.No
	}
	kind := sc.kinds[ch.Ord]
	first := sc.Unit.Text(toks[0].Sym)
	doubt := sema.No
	if sc.initialisesBy(ch) || parenthesised(toks) || (first == "using" || first == "typedef") && sc.takesArguments(toks) {
		doubt = sema.UnknownTri
	}
	switch {
	case first == "template", kind&(functions|classes) != 0:
		return sema.Yes
	case first == "namespace", toks[0].Kind == token.Semi, first == "asm":
		return sema.No
	case first == "enum":
		if next := sc.Unit.Text(toks[min(1, len(toks)-1)].Sym); (next == "class" || next == "struct") && braced(toks) {
			return sema.Yes
		}
		return doubt
	case first == "typedef" && braced(toks):
		return sema.UnknownTri // of an enumeration or of a class
	case first == "using", first == "typedef", first == "static_assert", kind == variables:
		return doubt
	case (first == "struct" || first == "class" || first == "union") && !braced(toks):
		return doubt
	}
	return sema.UnknownTri
}

func braced(toks []token.Token) bool {
	for i := range toks {
		if toks[i].Kind == token.LBrace {
			return true
		}
	}
	return false
}

// parenthesised reports whether pointers to functions or closures may be among tokens.
func parenthesised(toks []token.Token) bool {
	for i := 1; i < len(toks); i++ {
		before := toks[i-1].Kind
		switch toks[i].Kind {
		case token.Star, token.Amp:
			if before == token.LParen {
				return true
			}
		case token.ColonCol:
			if i+1 < len(toks) && toks[i+1].Kind == token.Star {
				return true
			}
		case token.LParen:
			if before == token.RParen || before == token.RBracket {
				return true
			}
		case token.LBrace:
			if before == token.RBracket {
				return true
			}
		}
	}
	return false
}

// takesArguments reports whether a parameter list may be among the tokens of a type.
func (sc *scopes) takesArguments(toks []token.Token) bool {
	for i := 1; i < len(toks); i++ {
		if toks[i].Kind != token.LParen {
			continue
		}
		switch sc.Unit.Text(toks[i-1].Sym) {
		case "__attribute__", "alignas", "decltype", "sizeof", "(":
		default:
			return true
		}
	}
	return false
}

// initialisesBy reports whether a declaration names a template, or makes an object that needs an instance of one.
func (sc *scopes) initialisesBy(ch *sema.Chunk) bool {
	toks := ch.Newest().Toks()
	for i := range toks {
		if toks[i].Kind == token.Less {
			return true
		}
	}
	for _, v := range sc.vars[ch] {
		if sc.makes(sc.Unit.VarType(v.v), startOf(v.at)) != sema.No {
			return true
		}
	}
	for i := range toks {
		if sc.instantiates(toks[i], moment{ord: ch.Ord}) {
			return true
		}
	}
	return false
}

// instantiates reports whether a word names a template, or what one makes, so that an instance may be made there.
func (sc *scopes) instantiates(t token.Token, when moment) bool {
	if t.Kind != token.Ident {
		return false
	}
	alias, ok := sc.aliases[t.Sym]
	for ok && (alias.Kind == types.Pointer || alias.IsRef()) {
		alias = alias.Elem
	}
	return sc.templates[t.Sym] || ok && sc.makes(alias, when) != sema.No
}

// inFunction tells between which moments the front end first leaves a scope in a function that gives the name, if it does before
// the function's end: that of a lambda or of a member of a local class, or that of a template which it instantiates.
func (sc *scopes) inFunction(b *sema.Facts) (earliest, latest moment) {
	s := siteOf(b)
	latest = endOf(s)
	latest.rank = 1
	earliest = latest
	maybe := func(m moment) {
		if m.compare(earliest) < 0 {
			earliest = m
		}
	}
	surely := func(m moment) {
		maybe(m)
		if m.compare(latest) < 0 {
			latest = m
		}
	}
	behind := func(s sema.Site) moment {
		m := startOf(s)
		m.rank = 1
		return m
	}
	explained := map[int32]bool{}
	sc.held(b, surely)
	for _, m := range b.Mentions {
		switch {
		case m.Var == nil || m.Var.Args == nil:
		case !sc.constant(m.Var):
			maybe(behind(m.Site))
		default:
			if was, ok := sc.seen[m.Var]; !ok || was.compare(startOf(m.Site)) >= 0 {
				surely(behind(m.Site))
			}
			explained[m.Site.Newest().Span.Lo] = true
		}
	}
	for _, r := range sc.named(b) {
		if r.f.Args != nil && !sc.asked[r.f] {
			surely(r.at)
		}
		if k := classInstance(r.f); k != nil && sc.makes(sc.Unit.ClassType(k), startOf(s)) == sema.Yes {
			surely(r.name)
		}
	}
	if sc.makes(sc.Unit.FuncType(b.Func).Elem, startOf(s)) != sema.No {
		maybe(behind(s))
	}
	for _, p := range sc.Unit.FuncType(b.Func).Params {
		switch sc.makes(p, startOf(s)) {
		case sema.Yes:
			surely(behind(s))
		case sema.UnknownTri:
			maybe(behind(s))
		}
	}
	for _, v := range b.Locals {
		if sc.makes(sc.Unit.VarType(v), startOf(s)) != sema.No {
			maybe(behind(s))
		}
	}
	for i := range b.Uses {
		t := sc.Unit.VarType(b.Uses[i].Var)
		if sc.constant(b.Uses[i].Var) && b.Uses[i].Var.Args != nil {
			continue
		}
		for t.Kind == types.Pointer || t.IsRef() || t.Kind == types.Array {
			t = t.Elem
		}
		if sc.makes(t, startOf(s)) != sema.No {
			maybe(behind(s))
		}
	}
	written := s.Newest()
	for i, t := range written.Tokens() {
		if at := written.Span.Lo + int32(i); sc.instantiates(t, startOf(s)) && !explained[at] {
			maybe(moment{ord: s.Chunk.Ord, at: at, rank: 1})
		}
	}
	return earliest, latest
}

// held tells where scopes are left in what a function holds: behind the parameters of a lambda or of a member of a local class,
// behind a class in a class, and at the end of each of these functions, before its variables come up.
func (sc *scopes) held(b *sema.Facts, left func(moment)) {
	for _, l := range b.Lambdas {
		if l.Expr.Sig != nil && l.Site.Chunk != nil {
			left(endOf(sema.Site{Chunk: l.Site.Chunk, Span: l.Expr.Intro}))
		}
	}
	for _, k := range b.LocalClasses {
		if _, within := k.Parent().(*sema.Class); within && k.DefSite().Chunk != nil {
			left(endOf(k.DefSite()))
		}
		for _, e := range k.Members() {
			if f, ok := e.(*sema.Func); ok && !f.Implicit && f.Site().Chunk != nil {
				left(startOf(f.Site()))
			}
		}
	}
	for _, in := range sc.inside(b) {
		sc.held(in, left)
		m := endOf(siteOf(in))
		m.rank = -1
		left(m)
	}
}
