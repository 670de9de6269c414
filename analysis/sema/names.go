package sema

import (
	"cmp"
	"reflect"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// nameIndex notes what names mean wherever they are looked up or declared: one name in all files that are a person's own, or all
// names of the unit's main file.
type nameIndex struct {
	Name   token.Sym // 0 for all
	tokens map[nameTokens]*[tokensNoted]*Meaning
	labels map[labelled]*Label
}

// nameTokens are neighbours among the tokens of a chunk, tokensNoted of them: what is noted of all in a long body is forgotten at once.
type nameTokens struct {
	chunk *Chunk
	block int32
}

const tokensNoted = 8

// at is what is noted of a token, nil for nothing.
func (x *nameIndex) at(c *Chunk, tok int32) *Meaning {
	if noted := x.tokens[nameTokens{c, tok / tokensNoted}]; noted != nil {
		return noted[tok%tokensNoted]
	}
	return nil
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
	// Once: it was found where it is written and not in an instance alone, so that it means the same in each.
	Once bool
	// Type is what the name of a template of types, with its arguments, names; nil where that depends on template parameters.
	Type *types.Type
}

// Meanings lists what Options.Watch or Options.Names noted until now, in the order of the text: what was read. See ReadAll.
func (u *Unit) Meanings() []*Meaning {
	if u.Names == nil {
		return nil
	}
	type placed struct {
		*Meaning
		segment, tok int
	}
	var all []placed
	for _, noted := range u.Names.tokens {
		for _, m := range noted {
			if m != nil {
				segment, tok := m.Site.Order()
				all = append(all, placed{m, segment, tok})
			}
		}
	}
	slices.SortFunc(all, func(a, b placed) int { return cmp.Or(cmp.Compare(a.segment, b.segment), cmp.Compare(a.tok, b.tok)) })
	out := make([]*Meaning, len(all))
	for i := range all {
		out[i] = all[i].Meaning
	}
	return out
}

// MeaningAt is what is noted of the name that a site of one token in a body is; nil for nothing.
func (u *Unit) MeaningAt(s Site) *Meaning {
	if u.Names == nil || s.Span.Lo < 0 {
		return nil
	}
	return u.Names.at(s.Chunk, s.Span.Lo)
}

// wants reports whether a name in a chunk is one to be noted.
func (x *nameIndex) wants(c *Chunk, sym token.Sym) bool {
	switch {
	case x == nil || c == nil || sym == 0:
		return false
	case x.Name != 0:
		return sym == x.Name
	}
	return c.Inclusion == 0
}

// token is the note about the first token of a span that is the name; nil where there is none.
func (x *nameIndex) token(c *Chunk, span ast.Span, sym token.Sym) *Meaning {
	for i, t := range (Site{c, span}).Tokens() {
		if t.Sym != sym || t.Kind != token.Ident {
			continue
		}
		at := span.Lo + int32(i)
		m := x.at(c, at)
		if m == nil {
			own := new(struct {
				meaning Meaning
				found   [1]Entity // most mean one
			})
			m = &own.meaning
			*m = Meaning{Site: Site{c, ast.Span{Lo: at, Hi: at + 1}}, Found: own.found[:0]}
			block := nameTokens{c, at / tokensNoted}
			if x.tokens[block] == nil {
				x.tokens[block] = new([tokensNoted]*Meaning)
			}
			x.tokens[block][at%tokensNoted] = m
		}
		return m
	}
	return nil
}

// add notes that the name in a span means entities.
func (x *nameIndex) add(c *Chunk, span ast.Span, sym token.Sym, es ...Entity) *Meaning {
	if !x.wants(c, sym) {
		return nil
	}
	m := x.token(c, span, sym)
	if m == nil {
		return nil
	}
	if len(es) > few {
		m.addMany(es)
		return m
	}
	for _, e := range es {
		e = Written(e)
		switch i := slices.IndexFunc(m.Found, func(o Entity) bool { return o == e || sameWritten(o, e) }); {
		case i < 0:
			m.Found = append(m.Found, e)
		case !ofSignature(e) || ofSignature(m.Found[i]): // of two readings the later one
			m.Found[i] = e
		}
	}
	return m
}

// addMany is add for the many functions that have one name.
func (m *Meaning) addMany(es []Entity) {
	if slices.EqualFunc(m.Found, es, func(o, e Entity) bool { return o == Written(e) }) {
		return
	}
	type declaration struct {
		e    Entity // where no place tells
		site Site
		sym  token.Sym
		sort reflect.Type
	}
	places := make(map[declaration]int, len(m.Found)+len(es))
	of := func(e Entity) declaration {
		if e.Site().IsZero() {
			return declaration{e: e}
		}
		return declaration{nil, e.Site(), e.Sym(), reflect.TypeOf(e)}
	}
	for i, e := range m.Found {
		places[of(e)] = i
	}
	for _, e := range es {
		e = Written(e)
		k := of(e)
		if i, ok := places[k]; ok {
			m.Found[i] = e // of two readings the later one
			continue
		}
		places[k] = len(m.Found)
		m.Found = append(m.Found, e)
	}
}

// ofSignature reports whether an entity is a parameter of a signature that was read by itself: whose it is is not known.
func ofSignature(e Entity) bool {
	v, ok := e.(*Var)
	return ok && v.Kind == ParamVar && v.Func == nil && v.Lambda == nil
}

// sameWritten reports whether two entities are one declaration that was read twice, as parameters and locals are.
func sameWritten(a, b Entity) bool {
	return !a.Site().IsZero() && a.Site() == b.Site() && a.Sym() == b.Sym() && reflect.TypeOf(a) == reflect.TypeOf(b)
}

// reads reports whether what is looked up in a scope is noted. Of all names those in instances are not: they are written in the
// template's definition, and which instances there are changes while a person types. Of a body that is read for its facts, for its control
// flow and to be evaluated, the names are those of the facts: who asks for the others, and when, is no matter of the text.
func (x *nameIndex) reads(sc *Scope) bool {
	return x != nil && (x.Name != 0 || !sc.Again && !sc.instantiated())
}

// Found notes what a lookup of a part of a name found.
func (x *nameIndex) Found(sc *Scope, p *ast.NamePart, f Found) {
	if !x.reads(sc) || f.State != FoundOK && f.State != FoundDependent && x.Name == 0 {
		return
	}
	if m := x.add(sc.Chunk, p.Span, p.Sym, f.Entities...); m != nil {
		m.Member = m.Member || f.State == FoundDependent && f.In != nil
		m.Once = m.Once || x.Name != 0 && f.State == FoundOK && !sc.instantiated()
	}
}

// instance notes the type that a part of a name with template arguments names. Default arguments of templates are read where the parameters
// before them are bound: that type is one of many.
func (x *nameIndex) instance(sc *Scope, p *ast.NamePart, t *types.Type) {
	if !x.reads(sc) || x.Name != 0 || t.Kind == types.Unknown || t.IsDependent() || sc.bindsSome() {
		return
	}
	if m := x.add(sc.Chunk, p.Span, p.Sym); m != nil {
		m.Type = t
	}
}

// means notes what a part of a name means that was looked up as a qualifier, where that found something.
func (x *nameIndex) means(sc *Scope, p *ast.NamePart, q Qualifier, f Found) {
	if !x.reads(sc) {
		return
	}
	switch {
	case f.State == FoundOK && len(f.Entities) == 1: // the alias, the parameter itself
		x.add(sc.Chunk, p.Span, p.Sym, f.Entities...)
	case q.State != FoundOK:
	case q.NS != nil:
		x.add(sc.Chunk, p.Span, p.Sym, q.NS)
	case q.Typ != nil:
		if e, ok := q.Typ.Decl.(Entity); ok {
			x.add(sc.Chunk, p.Span, p.Sym, e)
		}
	}
}

// declares notes a declaration of the name, unless it is a using-declaration: that names what something else declares.
func (x *nameIndex) declares(r *RawDecl) {
	if m := x.declared(r); m != nil {
		m.Declares = true
	}
}

// declared is the note about the name that a declaration declares; nil where that is none to be noted, and for using-declarations.
func (x *nameIndex) declared(r *RawDecl, es ...Entity) *Meaning {
	if x == nil || x.Name == 0 || !(Site{r.chunk, r.span}).has(x.Name) {
		return nil
	}
	span := r.span
	named := x.Name
	switch d := r.Decl.(type) {
	case *ast.UsingDecl, *ast.ExplicitInst:
		return nil
	// The span is the declaration's, in which the name comes first.
	case *ast.AliasDecl:
		named = d.Sym
	case *ast.ConceptDecl:
		named = d.Sym
	case *ast.NamespaceAlias:
		named = d.Sym
	default:
		if r.Name != nil { // what stands before its last part qualifies, and what stands behind that are arguments
			last := r.Name.Last()
			if last.Kind == ast.NameIdent {
				named = last.Sym
			}
			span = last.Span
			break
		}
		for i, t := range (Site{r.chunk, span}).Tokens() {
			if t.Sym == x.Name {
				span.Lo = r.span.Lo + int32(i)
			}
		}
	}
	if named != x.Name {
		return nil
	}
	return x.add(r.chunk, span, x.Name, es...)
}

// entity notes the entity that a declaration declares.
func (x *nameIndex) entity(r *RawDecl, e Entity) {
	if x == nil || e == nil || r.Entity != nil || !x.reads(r.scope) {
		return
	}
	if _, alias := r.Decl.(*ast.NamespaceAlias); x.Name != 0 && !alias { // another name than the entity's own
		x.declared(r, e)
	}
	if x.Name != 0 {
		return
	}
	span := r.span
	switch r.Decl.(type) {
	case *ast.UsingDecl, *ast.ExplicitInst, *ast.DeductionGuide:
		return
	case *ast.NamespaceAlias: // another name than the entity's own
		x.add(r.chunk, span, r.Decl.(*ast.NamespaceAlias).Sym, e)
		return
	case *ast.AliasDecl, *ast.ConceptDecl: // the span is the declaration's, in which the name comes first
		for i, t := range (Site{r.chunk, span}).Tokens() {
			if t.Sym == e.Sym() {
				span.Hi = span.Lo + int32(i) + 1
				break
			}
		}
	}
	x.Declared(e, Site{r.chunk, span})
}

// local notes the declaration of a parameter, local variable, template parameter or enumerator in a scope.
func (x *nameIndex) local(sc *Scope, e Entity) {
	if !x.reads(sc) {
		return
	}
	s := e.Site()
	if x.Name != 0 {
		if m := x.add(s.Chunk, s.Span, e.Sym(), e); m != nil {
			m.Declares = true
		}
		return
	}
	x.Declared(e, s)
}

// Declared notes that an entity is declared at a site, whose last token of the name is what declares it.
func (x *nameIndex) Declared(e Entity, s Site) {
	if s.Chunk == nil || !x.wants(s.Chunk, e.Sym()) {
		return
	}
	for i, t := range slices.Backward(s.Tokens()) {
		if t.Sym == e.Sym() && t.Kind == token.Ident {
			at := s.Span.Lo + int32(i)
			if m := x.add(s.Chunk, ast.Span{Lo: at, Hi: at + 1}, e.Sym(), e); m != nil {
				m.Declares = true
			}
			return
		}
	}
}

// labelled is a label of a body.
type labelled struct {
	fn     *Func
	lambda *Lambda
	name   token.Sym
}

// Label notes a name, among the tokens of a span, that a label has or a goto leads to.
func (x *nameIndex) Label(sc *Scope, name token.Sym, span ast.Span, declares bool) {
	if !x.reads(sc) || !x.wants(sc.Chunk, name) {
		return
	}
	if x.labels == nil {
		x.labels = make(map[labelled]*Label)
	}
	key := labelled{sc.Func, sc.Lambda, name}
	l := x.labels[key]
	if l == nil {
		l = &Label{entityBase{Spelling: name, Within: sc.Func, Unit: sc.Chunk.NS.Unit}}
		x.labels[key] = l
	}
	if m := x.add(sc.Chunk, span, name, l); m != nil && declares {
		l.Place, m.Declares = Site{sc.Chunk, span}, true
	}
}

// forget drops what was noted in a span that is read anew.
func (x *nameIndex) forget(c *Chunk, span ast.Span) {
	if x != nil {
		for lo := span.Lo; lo < span.Hi; {
			block := nameTokens{c, lo / tokensNoted}
			hi := min((block.block+1)*tokensNoted, span.Hi)
			switch noted := x.tokens[block]; {
			case noted == nil:
			case hi-lo == tokensNoted:
				delete(x.tokens, block)
			default:
				clear(noted[lo%tokensNoted:][:hi-lo])
			}
			lo = hi
		}
		for key, l := range x.labels {
			if l.Place.Chunk == c {
				delete(x.labels, key)
			}
		}
	}
}

func (s Site) has(name token.Sym) bool {
	return slices.ContainsFunc(s.Tokens(), func(t token.Token) bool { return t.Sym == name })
}

// nameIndex is the index of the unit that a chunk belongs to.
func (c *Chunk) nameIndex() *nameIndex {
	if c == nil || c.NS == nil {
		return nil
	}
	return c.NS.Unit.Names
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
