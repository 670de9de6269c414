package ide

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// mention is a token that names an entity.
type mention struct {
	key  string
	of   sema.Entity
	at   source.Place
	role workspace.Role
}

// mentions lists, once, what is named in a person's own files. In the document the index tells of all names, and the facts which
// function of several is called; of other files, which the index does not have, the facts tell what functions and variables they
// declare, call and use.
func mentions(v *locate.View) []mention { return mentionLists.Of(v) }

var mentionLists = locate.NewMemo(listMentions)

func listMentions(v *locate.View) []mention {
	l := lister{v: v, seen: map[mention]bool{}, keys: map[sema.Entity]string{}, called: map[source.Span]bool{}}
	l.declarations()
	for _, b := range v.Spaces.Everything(v.Declared, v.Shown()) {
		if b != nil {
			l.body(b)
		}
	}
	for _, n := range v.Names(v.Preprocessed.Main.Path) {
		at := source.Place{File: v.Preprocessed.Main, Span: n.Span}
		for _, e := range n.Meaning.Found[:min(len(n.Meaning.Found), mostMeant)] {
			of := standsFor(v, e)
			if _, function := of.(*sema.Func); function && l.called[n.Span] {
				continue
			}
			l.put(mention{of: of, at: at, role: roleOf(v, of, &n)})
		}
	}
	return l.list
}

// mostMeant is how many entities a name of the document mentions: a using-declaration may name thousands of functions.
const mostMeant = 256

// lister lists the mentions of a view, each once.
type lister struct {
	v    *locate.View
	list []mention
	seen map[mention]bool // without their keys
	keys map[sema.Entity]string
	// called are the places in the document where it is known which function is meant.
	called map[source.Span]bool
}

func (l *lister) put(m mention) {
	l.v.Step()
	if l.seen[m] {
		return
	}
	l.seen[m] = true
	key, ok := l.keys[m.of]
	if !ok {
		key = keyOf(l.v, m.of)
		l.keys[m.of] = key
	}
	m.key = key
	l.list = append(l.list, m)
}

func (l *lister) add(e sema.Entity, s sema.Site, name token.Sym, role workspace.Role) {
	l.v.Step()
	m := mention{of: standsFor(l.v, e), role: role}
	if m.at = nameAt(l.v, s, name); m.at.File == nil {
		return
	}
	if _, function := e.(*sema.Func); function && m.at.File.Path == l.v.Preprocessed.Main.Path {
		l.called[m.at.Span] = true
	}
	l.put(m)
}

func (l *lister) function(f *sema.Func, s sema.Site, role workspace.Role) {
	if f == nil || f.Closure != nil || f.Implicit {
		return
	}
	name := f.Sym()
	if c := f.NamedAs(); c != nil {
		name = c.Sym()
	}
	l.add(f, s, name, role)
}

func (l *lister) variable(x *sema.Var, s sema.Site, role workspace.Role) {
	if x != nil {
		l.add(x, s, x.Sym(), role)
	}
}

// declared is the role of a declaration.
func declared(defines bool) workspace.Role {
	if defines {
		return workspace.RoleDefines
	}
	return workspace.RoleDeclares
}

// declarations lists where functions and variables are declared outside of bodies.
func (l *lister) declarations() {
	d := l.v.Declared
	for _, f := range d.Funcs {
		for _, fd := range f.Decls {
			l.function(f, fd.Site, declared(fd.Body != nil))
		}
	}
	for _, x := range slices.Concat(d.Vars, d.VarTemplates, d.MemberTemplates, d.VarPartials) {
		for _, vd := range l.v.Unit.VarDecls(x) {
			l.variable(x, vd.Site, declared(vd.Defines))
		}
	}
	for _, i := range d.VarInstances {
		if i.Site.Chunk == i.Var.Site().Chunk { // a specialisation
			l.variable(i.Var, i.Site, workspace.RoleDefines)
		}
	}
}

// body lists what a body calls, uses and declares.
func (l *lister) body(b *sema.Facts) {
	for i := range b.Calls {
		l.function(b.Calls[i].Callee, b.Calls[i].Site, workspace.RoleRead)
	}
	for i := range b.Launches {
		l.function(b.Launches[i].Kernel, b.Launches[i].Site, workspace.RoleRead)
	}
	for i := range b.Refs {
		l.function(b.Refs[i].Func, b.Refs[i].Site, workspace.RoleRead)
	}
	for i := range b.Uses {
		role := workspace.RoleRead
		if k := b.Uses[i].Kind; k == sema.Write || k == sema.ReadWrite {
			role = workspace.RoleWrite
		}
		l.variable(b.Uses[i].Var, b.Uses[i].Site, role)
	}
	for _, x := range b.Locals {
		if x.Kind == sema.LocalStatic || x.Kind == sema.LocalExtern {
			l.variable(x, x.Site(), workspace.RoleDefines)
		}
	}
}

// roleOf is what a name of the document does with what it means.
func roleOf(v *locate.View, e sema.Entity, n *locate.Name) workspace.Role {
	if n.Meaning.Declares {
		if _, class := e.(*sema.Class); class && !defines(v, e, n) {
			return workspace.RoleDeclares
		}
		return workspace.RoleDefines
	}
	if _, variable := e.(*sema.Var); !variable {
		return workspace.RoleRead
	}
	seg, lo, hi := n.Meaning.Site.Present()
	if hi < len(seg.Toks) {
		switch k := seg.Toks[hi].Kind; {
		case k == token.Assign, k >= token.PlusEq && k <= token.ShrEq, k == token.PlusPlus, k == token.MinusMinus:
			return workspace.RoleWrite
		}
	}
	if lo > 0 && (seg.Toks[lo-1].Kind == token.PlusPlus || seg.Toks[lo-1].Kind == token.MinusMinus) {
		return workspace.RoleWrite
	}
	return workspace.RoleRead
}

// defines reports whether a name of the document is that of an entity's definition.
func defines(v *locate.View, e sema.Entity, n *locate.Name) bool {
	for _, d := range describe.Declarations(v, e) {
		if at := nameAt(v, d.Name, e.Sym()); d.Defines && at.File != nil && at.File.Path == v.Preprocessed.Main.Path && at.Span == n.Span {
			return true
		}
	}
	return false
}

// standsFor is the entity that all names of one thing lead to: a template for its instances and its pattern, a function for the
// template of functions, the member of a class template for those of its instances.
func standsFor(v *locate.View, e sema.Entity) sema.Entity {
	switch w := sema.Written(e).(type) {
	case *sema.Func:
		return v.Pattern(w)
	case *sema.Template:
		if w.Func != nil {
			return v.Pattern(w.Func)
		}
		return w
	default:
		return w
	}
}

// nameAt is where the last token of a site is written that is a name: zero where it is put together by a macro, or stands in a system
// header.
func nameAt(v *locate.View, s sema.Site, name token.Sym) source.Place {
	if s.IsZero() || s.Chunk.System || name == 0 {
		return source.Place{}
	}
	seg, lo, hi := s.Present()
	for i := hi - 1; i >= lo; i-- {
		if t := seg.Toks[i]; t.Sym == name && t.Kind == token.Ident {
			at := seg.Locate(t).Spelled
			if at.File != nil && string(at.File.Slice(at.Span)) == v.Unit.Text(name) {
				return at
			}
			return source.Place{}
		}
	}
	return source.Place{}
}

// keyOf tells an entity from all others, in other views and documents that read the same files, by the place of its first declaration.
func keyOf(v *locate.View, e sema.Entity) string {
	site := e.Site()
	name := v.Unit.Text(e.Sym())
	switch e := e.(type) {
	case *sema.Func:
		name = spell.Func(v.Unit, e)
	case *sema.Namespace:
		site, name = sema.Site{}, e.EntityName()
	}
	p, _ := check.PlaceOf(site)
	if p.File == nil {
		return name
	}
	return fmt.Sprintf("%s:%d:%s", p.File.Path, p.Span.Start, name)
}

// originOf is where a function, class or variable is declared for files that no document reads.
func originOf(v *locate.View, e sema.Entity) workspace.Origin {
	site := e.Site()
	word := v.Unit.Text(e.Sym())
	if f, ok := e.(*sema.Func); ok {
		if f.Closure != nil {
			return workspace.Origin{}
		}
		if f.Kind != sema.Ordinary {
			word = "" // as a class is, or an operator
		}
	}
	p, _ := check.PlaceOf(site)
	if p.File == nil || site.Chunk.System {
		return workspace.Origin{}
	}
	return workspace.Origin{File: p.File.Path, Word: word}
}

// heirsOf is the origin of what may have heirs.
func heirsOf(v *locate.View, e sema.Entity) workspace.Origin {
	switch e := e.(type) {
	case *sema.Class:
		return originOf(v, e)
	case *sema.Template:
		if e.Kind == sema.ClassTemplate {
			return originOf(v, e)
		}
	case *sema.Func:
		if v.Unit.IsVirtual(e) == sema.Yes {
			return originOf(v, e)
		}
	}
	return workspace.Origin{}
}

// kindOf is the sort of a function for people.
func kindOf(v *locate.View, f *sema.Func) workspace.SymbolKind {
	switch {
	case v.IsKernel(f):
		return workspace.SymbolKernel
	case f.Kind == sema.Constructor, f.Kind == sema.Destructor:
		return workspace.SymbolConstructor
	case f.Kind == sema.OperatorFunc && f.Closure == nil:
		return workspace.SymbolOperator
	case f.MemberOf != nil && f.Closure == nil:
		return workspace.SymbolMethod
	}
	return workspace.SymbolFunction
}

// title is a function's space, result and parameters: what stands beside its name in lists.
func title(v *locate.View, f *sema.Func) string {
	u := v.Unit
	text := v.Space(f)
	if v.Nowhere(f) {
		text = "callable on neither side"
	}
	if f.Kind != sema.Constructor && f.Kind != sema.Destructor && f.Kind != sema.Conversion && f.Closure == nil {
		result := spell.Type(u, u.ResultType(f), f)
		if describe.Undeduced(v, f) {
			result = "auto"
		}
		text += " " + result
	}
	return text + " " + spell.Params(u, f)
}

// Entity is what stands at a byte offset of the document; what the device pass calls it counts before what the host pass does.
func Entity(doc *locate.Document, offset int) *workspace.Entity {
	for _, v := range slices.Backward(doc.Views) {
		if m := mentionAt(v, offset); m != nil {
			return &workspace.Entity{Key: m.key, Heirs: heirsOf(v, m.of), Place: m.at, Elsewhere: elsewhere(v, v.Preprocessed.Main.Path, m.of)}
		}
	}
	for _, of := range []func(*locate.Document, int) *workspace.Entity{paramEntity, macroEntity, includeEntity, operatorEntity} {
		if e := of(doc, offset); e != nil {
			return e
		}
	}
	return nil
}

// EntityIn is what a name of a header means in the instances that a document makes of its templates. doc is the document with the header in
// the place of its text.
func EntityIn(doc *locate.Document, offset int) *workspace.Entity {
	told := describe.InInstances(doc, offset)
	if len(told) == 0 {
		return nil
	}
	var e sema.Entity = told[0].Var
	if told[0].Func != nil {
		e = told[0].Func
	}
	v := told[0].View
	e = standsFor(v, e)
	return &workspace.Entity{Key: keyOf(v, e), Heirs: heirsOf(v, e), Place: told[0].Place, Elsewhere: elsewhere(v, doc.Input.File.Path, e)}
}

// operatorEntity is the function that an operator or a user-defined literal at a byte offset of the document calls.
func operatorEntity(doc *locate.Document, offset int) *workspace.Entity {
	s := doc.At(offset, func(s *locate.Subject) int {
		if s.Call == nil || s.Call.Kind != sema.CallLiteral || !s.Exact {
			return -1
		}
		return 0
	})
	if called := describe.Operators(doc, offset); len(called) > 0 {
		s = called[0]
	}
	if s == nil || s.Func.Implicit {
		return nil
	}
	out := &workspace.Entity{Key: keyOf(s.View, s.Func), Heirs: heirsOf(s.View, s.Func), Place: s.Place}
	for _, d := range describe.Declarations(s.View, s.Func) {
		if p, _ := check.PlaceOf(d.Name); p.File != nil {
			role := workspace.RoleDeclares
			if d.Defines {
				role = workspace.RoleDefines
			}
			out.Elsewhere = append(out.Elsewhere, workspace.Mention{Place: p, Role: role})
		}
	}
	return out
}

// mentionAt is what a byte offset of the document names: a function that is called before a class whose object it makes.
func mentionAt(v *locate.View, offset int) *mention {
	var found *mention
	list := mentions(v)
	for i := range list {
		m := &list[i]
		if m.at.File.Path != v.Preprocessed.Main.Path || m.at.Span.Start > offset || offset > m.at.Span.End {
			continue
		}
		if _, function := m.of.(*sema.Func); function {
			return m
		}
		if found == nil {
			found = m
		}
	}
	return found
}

// elsewhere are the declarations of an entity that no mention in a document tells of: those in other files.
func elsewhere(v *locate.View, document string, e sema.Entity) []workspace.Mention {
	var out []workspace.Mention
	for _, d := range describe.Declarations(v, e) {
		p, _ := check.PlaceOf(d.Name)
		at := nameAt(v, d.Name, e.Sym())
		if p.File == nil || p.File.Path == document && at.File != nil {
			continue // listed by its name, unless a macro puts that together
		}
		role := workspace.RoleDeclares
		if d.Defines {
			role = workspace.RoleDefines
		}
		if at.File != nil {
			p = at
		}
		out = append(out, workspace.Mention{Place: p, Role: role})
	}
	return out
}

// TypeDefinition are where the type is declared of what a byte offset of the document names.
func TypeDefinition(doc *locate.Document, offset int) []workspace.Mention {
	var out []workspace.Mention
	for _, v := range slices.Backward(doc.Views) {
		m := mentionAt(v, offset)
		if m == nil {
			continue
		}
		e := typeOf(v, m.of)
		if e == nil {
			continue
		}
		for _, d := range describe.Declarations(v, e) {
			if p, _ := check.PlaceOf(d.Name); p.File != nil && (d.Defines || len(out) == 0) {
				out = append(out, workspace.Mention{Place: p, Role: workspace.RoleDefines})
			}
		}
		return out
	}
	return out
}

// typeOf is the class or enumeration that an entity's type names, through pointers, references and arrays; nil for none.
func typeOf(v *locate.View, e sema.Entity) sema.Entity {
	var t *types.Type
	switch e := e.(type) {
	case *sema.Var:
		t = v.Unit.VarType(e)
	case *sema.Field:
		t = v.Unit.FieldType(e)
	case *sema.Func:
		t = v.Unit.ResultType(e)
	case *sema.Typedef:
		t = v.Unit.TypedefType(e)
	case *sema.Enumerator:
		return e.Enum
	case *sema.Class, *sema.Enum:
		return e
	case *sema.Template:
		if c := v.Unit.PatternClass(e); c != nil {
			return c
		}
	}
	for t != nil && t.Elem != nil && (t.Kind == types.Pointer || t.Kind == types.Array || t.IsRef()) {
		t = t.Elem
	}
	if t == nil {
		return nil
	}
	if of, ok := t.Decl.(sema.Entity); ok && t.Decl != nil {
		return sema.Written(of)
	}
	return nil
}

const (
	macroKey   = "macro "
	includeKey = "include "
	paramKey   = "parameter "
)

// macroEntity is the macro whose name stands at a byte offset of the document.
func macroEntity(doc *locate.Document, offset int) *workspace.Entity {
	span, ok := doc.WordAt(offset)
	if !ok {
		return nil
	}
	name := string(doc.Input.File.Slice(span))
	out := &workspace.Entity{Key: macroKey + name, Place: source.Place{File: doc.Input.File, Span: span}}
	known := false
	for _, v := range doc.Views {
		m := v.MacroAt(v.Unit.Sym(name), span.Start)
		if m == nil {
			continue
		}
		known = true
		if p := m.Place; p.File != nil && p.File.Path != doc.Input.File.Path {
			out.Elsewhere = append(out.Elsewhere, workspace.Mention{Place: p, Role: workspace.RoleDefines})
		}
	}
	if !known {
		return nil
	}
	return out
}

// macroMentions are the places of a macro's name in the document.
func macroMentions(doc *locate.Document, name string) []workspace.Mention {
	defined := map[int]bool{}
	other := map[int]bool{}
	for _, v := range doc.Views {
		for _, d := range v.Defines(v.Unit.Sym(name)) {
			defined[d.Place.Span.Start] = true
		}
		for _, n := range v.Names(doc.Input.File.Path) {
			other[n.Span.Start] = true
		}
	}
	var out []workspace.Mention
	for _, t := range locate.Occurrences(doc.Input.File, name) {
		if t.Param || other[t.Start] {
			continue
		}
		role := workspace.RoleRead
		if defined[t.Start] {
			role = workspace.RoleDefines
		}
		p := source.Place{File: doc.Input.File, Span: source.Span{Start: t.Start, End: t.Start + len(name)}}
		out = append(out, workspace.Mention{Place: p, Role: role})
	}
	return out
}

// includeEntity is the file that an #include at a byte offset of the document brings, or would if it had not been read before.
func includeEntity(doc *locate.Document, offset int) *workspace.Entity {
	entity := func(f *source.File, at source.Span) *workspace.Entity {
		return &workspace.Entity{
			Key: includeKey + f.Path, Place: source.Place{File: doc.Input.File, Span: at},
			Elsewhere: []workspace.Mention{{Place: source.Place{File: f}, Role: workspace.RoleDefines}},
		}
	}
	for _, v := range doc.Views {
		for i, inc := range v.Preprocessed.Inclusions {
			if i > 0 && inc.Parent == 0 && inc.File != nil && inc.At.Start <= offset && offset <= inc.At.End {
				return entity(inc.File, inc.At)
			}
		}
	}
	if at, inc := describe.ReadBefore(doc, offset); inc != nil {
		return entity(inc.File, at)
	}
	return nil
}

// Mentions are the places in a person's own files that name the entity of a key.
func Mentions(doc *locate.Document, key string) []workspace.Mention {
	if name, macro := strings.CutPrefix(key, macroKey); macro {
		return macroMentions(doc, name)
	}
	if rest, param := strings.CutPrefix(key, paramKey); param {
		return paramMentions(doc, rest)
	}
	var out []workspace.Mention
	seen := map[workspace.Mention]bool{}
	for _, v := range doc.Views {
		for _, m := range mentions(v) {
			n := workspace.Mention{Place: m.at, Role: m.role}
			if p := doc.Input.File; m.at.File.Path == p.Path {
				n.Place.File = p
			}
			if m.key == key && !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// paramEntity is the parameter of a macro at a byte offset of the document.
func paramEntity(doc *locate.Document, offset int) *workspace.Entity {
	m := describe.ParamAt(doc, offset)
	if m == nil {
		return nil
	}
	at := source.Place{File: doc.Input.File, Span: m.Places[0]}
	return &workspace.Entity{Key: fmt.Sprintf("%s%d %s", paramKey, at.Span.Start, doc.Input.File.Path), Place: at}
}

// paramMentions are the places of a macro's parameter in the document. rest is an Entity's key behind paramKey.
func paramMentions(doc *locate.Document, rest string) []workspace.Mention {
	start := 0
	at, path, _ := strings.Cut(rest, " ")
	if _, err := fmt.Sscan(at, &start); err != nil || path != doc.Input.File.Path {
		return nil
	}
	m := describe.ParamAt(doc, start)
	if m == nil {
		return nil
	}
	var out []workspace.Mention
	for i, span := range m.Places {
		role := workspace.RoleRead
		if i == 0 {
			role = workspace.RoleDefines
		}
		out = append(out, workspace.Mention{Place: source.Place{File: doc.Input.File, Span: span}, Role: role})
	}
	return out
}
