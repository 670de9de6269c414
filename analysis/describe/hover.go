// Package describe tells a person what stands at a place: in Markdown what a name means and where it runs, and where parameters and
// constants lie.
package describe

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/prelude"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// Hover describes what stands at an offset: what a name means, what is called where nothing is named, what a macro or a directive
// brings.
func Hover(doc *locate.Document, offset int) *workspace.Hover {
	p := &page{}
	if p.operator(doc, offset) || p.names(doc, offset) || p.invoked(doc, offset) || p.unnamed(doc, offset) {
		return p.hover()
	}
	return hoverWord(doc, offset)
}

// page is a hover that is being written: what is declared, as code, and what is said of it in Markdown.
type page struct {
	strings.Builder
	place source.Place
	// tells: something of it is CUDA's.
	tells bool
}

func (p *page) hover() *workspace.Hover {
	return &workspace.Hover{Place: p.place, Markdown: p.String(), Plain: !p.tells}
}

const fence = "```"

func (p *page) code(text string) { fmt.Fprintf(p, fence+"cuda-cpp\n%s\n"+fence+"\n", text) }

// say begins a paragraph.
func (p *page) say(format string, args ...any) {
	if !strings.HasSuffix(p.String(), "\n"+fence+"\n") && !strings.HasSuffix(p.String(), "\n\n") {
		p.WriteString("\n")
	}
	fmt.Fprintf(p, format+"\n", args...)
}

// head is the code that a page begins with.
func head(text string) string {
	code, _, _ := strings.Cut(strings.TrimPrefix(text, fence+"cuda-cpp\n"), "\n"+fence+"\n")
	return code
}

// names describes the name at an offset. What the device pass calls it comes first; what another pass or expansion calls it is said
// where it differs.
func (p *page) names(doc *locate.Document, offset int) bool {
	var heads []string
	var first *locate.View
	for _, n := range doc.NamesAt(offset) {
		one := page{place: source.Place{File: doc.Input.File, Span: n.Span}}
		hoverName(n.View, &one, &n, offset)
		h := head(one.String())
		switch {
		case h == "" || slices.Contains(heads, h):
			continue
		case len(heads) == 0:
			p.place, p.tells, first = one.place, one.tells, n.View
			p.WriteString(one.String())
		case len(heads) < mostMeanings:
			if n.View == first {
				p.say("Where the macro is used another time:")
			} else {
				p.say("In the %s pass:", n.View.Pass)
			}
			p.code(h)
			p.tells = true
		}
		heads = append(heads, h)
	}
	if len(heads) > 0 {
		p.compiled(doc, offset)
		for _, n := range doc.NamesAt(offset) {
			if len(n.Meaning.Found) > 0 {
				hoverDoc(n.View, p, n.Meaning.Found[0])
				break
			}
		}
	}
	return len(heads) > 0
}

// mostMeanings is how many meanings of one name are told.
const mostMeanings = 4

// operator describes the functions that an operator calls.
func (p *page) operator(doc *locate.Document, offset int) bool {
	called := Operators(doc, offset)
	if len(called) == 0 {
		return false
	}
	v := called[0].View
	p.place, p.tells = called[0].Place, true
	hoverFunc(v, p, called[0])
	if _, named := operatorWord(doc, offset); named {
		hoverImplicit(v, p, called[1:])
	} else {
		hoverOthers(v, p, called)
	}
	p.compiled(doc, offset)
	return true
}

// Operators are the functions that an operator calls whose token begins or stands at an offset, each once; new and delete are operators too.
func Operators(doc *locate.Document, offset int) []*locate.Subject {
	text := doc.Input.File.Text
	word, named := operatorWord(doc, offset)
	if offset >= len(text) || named && word.End == word.Start {
		return nil
	}
	for _, v := range slices.Backward(doc.Views) {
		var called []*locate.Subject
		v.Each(doc.Input.File.Path, offset, func(s locate.Subject) {
			at := s.Place.Span
			switch {
			case s.Call == nil || !s.Exact || offset == at.End:
				return
			case named && at.Start == word.Start:
			case !named && (s.Call.Kind == sema.CallOperator || s.Call.Kind == sema.CallArrow) && strings.IndexByte(spell.Name(v.Unit, s.Func), text[offset]) >= len("operator") && operatorAt(&s, offset):
			default:
				return
			}
			if !slices.ContainsFunc(called, func(o *locate.Subject) bool { return o.Func == s.Func }) {
				called = append(called, &s)
			}
		})
		if len(called) > 0 {
			return called
		}
	}
	return nil
}

// operatorWord is the word at an offset, empty where it is none of an operator; named is false where no word stands there.
func operatorWord(doc *locate.Document, offset int) (word source.Span, named bool) {
	word, named = doc.WordAt(offset)
	if named = named && offset < word.End; named {
		if w := string(doc.Input.File.Slice(word)); w != "new" && w != "delete" {
			word.End = word.Start
		}
	}
	return word, named
}

// operatorAt reports whether a byte of an operator's call is one of its token: of a subscript, the last bracket or the one that it
// closes.
func operatorAt(s *locate.Subject, offset int) bool {
	text, end := s.Place.File.Text, s.Place.Span.End-1
	if text[end] != ']' || offset == end {
		return true
	}
	depth := 1
	for i := end - 1; i > offset; i-- {
		switch text[i] {
		case ']':
			depth++
		case '[':
			depth--
		}
	}
	return depth == 1
}

// unnamed describes what is called, made or destroyed at an offset where no name stands, and lambdas.
func (p *page) unnamed(doc *locate.Document, offset int) bool {
	s := doc.At(offset, locate.PreferPointedAt(offset))
	if s == nil || s.Inside {
		return false
	}
	if span, ok := doc.WordAt(offset); ok && s.Exact && otherThan(s, string(doc.Input.File.Slice(span))) {
		return false // a part of a name, as an argument of a template
	}
	m := macroOf(s)
	p.place, p.tells = s.Place, true
	switch {
	case m != nil && offset > m.name.Span.End:
		return false // in an argument that means nothing of its own
	case m != nil:
		p.place = m.name
		hoverMacro(s.View, p, m)
	case s.Name != nil:
		hoverFunctionName(&p.Builder, s.Name)
	case s.Var != nil:
		hoverVar(s.View, p, s)
	case s.Lambda != nil:
		hoverLambda(s.View, p, s.Lambda)
	case s.Func != nil:
		hoverFunc(s.View, p, s)
	}
	if p.Len() == 0 {
		return false
	}
	p.compiled(doc, offset)
	return true
}

// compiled tells which passes leave out the line at an offset, if any do.
func (p *page) compiled(doc *locate.Document, offset int) bool {
	text := leftOut(doc, offset)
	if text != "" {
		p.say("%s", text)
	}
	return text != ""
}

// otherThan reports whether what is named at the subject's place is named by another word.
func otherThan(s *locate.Subject, word string) bool {
	switch {
	case s.Var != nil:
		name := s.View.Unit.Text(s.Var.Sym())
		return name != word && strings.Contains(string(s.Place.File.Slice(s.Place.Span)), name)
	case s.Func == nil || s.Lambda != nil || !s.Named() || s.Func.Kind == sema.OperatorFunc || s.Func.Kind == sema.Conversion:
		return false
	}
	return nameOf(s.View, s.Func) != word
}

// hoverName describes what a name means in its view.
func hoverName(v *locate.View, p *page, n *locate.Name, offset int) {
	found := n.Meaning.Found
	if len(found) == 0 {
		return
	}
	here := called(v, n, offset)
	implicit := here.implicit
	switch e := found[0].(type) {
	case *sema.Func:
		hoverFunctions(v, p, n, here)
	case *sema.Template:
		if e.Kind == sema.FuncTemplate {
			hoverFunctions(v, p, n, here)
			break
		}
		if made := here.constructor(); made != nil {
			hoverFunc(v, p, made)
			implicit = nil
			break
		}
		if x := PatternVar(v, e); x != nil {
			hoverVariable(v, p, n, x, here)
			break
		}
		if c := instanceAt(v, n, e); c != nil {
			hoverInstance(v, p, c)
			break
		}
		hoverTemplate(v, p, e)
		if t := n.Meaning.Type; t != nil && e.Kind == sema.AliasTemplate {
			p.tells = true
			p.say("Stands for `%s` here.", spell.Type(v.Unit, t, nil))
		}
	case *sema.Class:
		if made := here.constructor(); made != nil {
			hoverFunc(v, p, made)
			implicit = nil
			break
		}
		hoverClass(v, p, e)
	case *sema.Var:
		hoverVariable(v, p, n, e, here)
		implicit = slices.DeleteFunc(implicit, func(s *locate.Subject) bool { return here.v != nil && slices.Contains(here.v.Life, s.Call) })
	case *sema.Field:
		hoverField(v, p, e, builtinOf(v, n))
	case *sema.Enum:
		hoverEnum(v, p, e)
	case *sema.Enumerator:
		hoverEnumerator(v, p, e)
	case *sema.Typedef:
		hoverTypedef(v, p, e)
	case *sema.TemplateParam:
		hoverTemplateParam(v, p, e)
	case *sema.Namespace:
		hoverNamespace(p, e)
	case *sema.Label:
		p.code(v.Unit.Text(e.Sym()) + ":")
		p.say("A label%s: `goto` leads to it from anywhere in the function.", labelled(e))
	case *sema.UnresolvedUsing:
		p.code("using " + e.EntityName())
		p.say("What it brings in depends on template parameters, or is not known.")
	}
	if p.Len() == 0 {
		return
	}
	hoverImplicit(v, p, implicit)
}

// labelled is where a label stands, if anywhere.
func labelled(l *sema.Label) string {
	at, _ := check.PlaceOf(l.Site())
	return where(at)
}

// here is what the facts tell of a name: what stands exactly there.
type here struct {
	named    []*locate.Subject // functions that are called, launched or declared by the name, each once
	objects  []*locate.Subject // operators() of what the name means
	implicit []*locate.Subject // what is called for its sake
	v        *locate.Subject   // the variable
}

// called finds what the facts tell of a name, in all instances of the template that it stands in.
func called(v *locate.View, n *locate.Name, offset int) here {
	return standing(v, v.Preprocessed.Main.Path, n.Span, v.Unit.Text(n.Meaning.Site.Tokens()[0].Sym), offset)
}

// standing finds what the facts tell of a word of a file.
func standing(v *locate.View, path string, span source.Span, word string, offset int) here {
	var h here
	add := func(list *[]*locate.Subject, s locate.Subject) {
		if !slices.ContainsFunc(*list, func(o *locate.Subject) bool { return o.Func == s.Func && callKind(o) == callKind(&s) }) {
			*list = append(*list, &s)
		}
	}
	v.Each(path, offset, func(s locate.Subject) {
		within := s.Place.Span.Start <= span.Start && span.End <= s.Place.Span.End
		only := s.Place.Span == span
		switch {
		case s.Inside || s.Lambda != nil || !within:
		case s.Var != nil:
			if (only || v.Unit.Text(s.Var.Sym()) == word) && (h.v == nil || h.v.Life == nil) {
				h.v = &s
			}
		case s.Func == nil:
		case s.Call != nil && s.Call.Kind == sema.CallObject:
			if only {
				add(&h.objects, s)
			}
		case s.Func.Closure == nil && nameOf(v, s.Func) == word && (only || endsWith(s.Place, span, word)):
			add(&h.named, s)
		case only && s.Call != nil && ImplicitVerbs[s.Call.Kind] != "":
			add(&h.implicit, s)
		}
	})
	// What is declared tells less than what is called, and the template itself less than its instances.
	slices.SortStableFunc(h.named, func(a, b *locate.Subject) int { return cmp.Compare(rank(a), rank(b)) })
	return h
}

func callKind(s *locate.Subject) sema.CallKind {
	if s.Call == nil {
		return sema.CallNamed
	}
	return s.Call.Kind
}

// rank orders what stands at one name: written calls, others, declarations.
func rank(s *locate.Subject) int {
	switch {
	case s.Declared:
		return 2
	case s.Call != nil && ImplicitVerbs[s.Call.Kind] != "" && s.Call.Kind != sema.CallTempCtor:
		return 1
	}
	return 0
}

// endsWith reports whether a name is the last one of a place that names a member or a namespace's function.
func endsWith(p source.Place, span source.Span, word string) bool {
	text := string(p.File.Slice(p.Span))
	return p.Span.Start <= span.Start && strings.LastIndex(text, word) == span.Start-p.Span.Start
}

// nameOf is the word by which a function is named: that of its class for constructors and destructors.
func nameOf(v *locate.View, f *sema.Func) string {
	if c := f.NamedAs(); c != nil {
		return v.Unit.Text(c.Sym())
	}
	return v.Unit.Text(f.Sym())
}

// constructor is the one that is called or declared by the name of its class, where somebody declared it.
func (h *here) constructor() *locate.Subject {
	for _, s := range h.named {
		if s.Declared {
			return s
		}
		if s.Call != nil && (s.Call.Kind == sema.CallParenCtor || s.Call.Kind == sema.CallTempCtor || s.Call.Kind == sema.CallNewCtor) && !s.Call.Elided && !s.Func.Implicit {
			return s
		}
	}
	return nil
}

// hoverImplicit tells what is called for the sake of a name.
func hoverImplicit(v *locate.View, p *page, list []*locate.Subject) {
	if len(list) == 0 {
		return
	}
	p.tells = true
	p.say("Called implicitly here:")
	for _, s := range list {
		fmt.Fprintf(p, "- `%s`, which is %s: it %s\n", spell.Func(v.Unit, s.Func), v.SpaceCode(s.Func), does(v, s.Call, s.Facts.Func))
	}
}

// spelled are words that Markdown would take for markup.
var spelled = regexp.MustCompile("(?:\\w<[^<>`]*>|<\\w[^<>` ]*>|[^ ,;`])*?(?:\\w<[^<>`]*>|<\\w[^<>` ]*>|[_*<]|\\[[^ `]*\\])(?:\\w<[^<>`]*>|[^ ,;`])*")

// inSpans is a text whose words are code where Markdown would take them for markup: __host__ is a word, not emphasis.
func inSpans(text string) string {
	return spelled.ReplaceAllStringFunc(text, func(word string) string {
		code := strings.TrimRight(word, ".:!?") // what ends the sentence is no part of it
		if strings.HasSuffix(code, ")") && strings.Count(code, ")") > strings.Count(code, "(") {
			code = code[:len(code)-1]
		}
		after, out := word[len(code):], ""
		for open := unclosed(code); open >= 0; open = unclosed(code) { // the word ends in between
			out += inSpan(code[:open]) + "("
			code = code[open+1:]
		}
		return out + inSpan(code) + after
	})
}

// inSpan is a word as code where Markdown would take it for markup.
func inSpan(word string) string {
	switch {
	case !spelled.MatchString(word):
		return word
	case len(word) > 2 && word[0] == '"' && word[len(word)-1] == '"':
		return "\"`" + word[1:len(word)-1] + "`\""
	}
	return "`" + word + "`"
}

// unclosed is where the first parenthesis of a word opens that nothing closes; -1 where none does.
func unclosed(word string) int {
	var open []int
	for i, c := range word {
		switch {
		case c == '(':
			open = append(open, i)
		case c == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1
	}
	return open[0]
}

// WriteList writes places with what is said of them as a list under a title, if there are any.
func WriteList(b *strings.Builder, title string, rel []check.Related) {
	if len(rel) == 0 {
		return
	}
	if title != "" {
		b.WriteString(title + "\n")
	}
	for _, r := range rel {
		b.WriteString("- " + r.Message + where(r.Place) + "\n")
	}
}

// where is a place behind what is said of it.
func where(p source.Place) string {
	if p.IsZero() {
		return ""
	}
	return " (" + link(p) + ")"
}

// link is a place as a link that leads there; without one where the text lies on no disk.
func link(p source.Place) string {
	line := p.File.LineOf(p.Span.Start) + 1
	text := fmt.Sprintf("`%s:%d`", filepath.Base(p.File.Path), line)
	if ours(p.File.Path) {
		return text
	}
	path := filepath.ToSlash(p.File.Path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	u := url.URL{Scheme: "file", Path: path, Fragment: fmt.Sprintf("L%d", line)}
	return "[" + text + "](" + linkEscapes.Replace(u.String()) + ")"
}

// linkEscapes are for what ends a link in Markdown.
var linkEscapes = strings.NewReplacer("(", "%28", ")", "%29")

// ours reports whether a text is one of cudals's own, which lies on no disk.
func ours(path string) bool {
	return path == toolchain.Predefined || prelude.Holds(path)
}

// Why tells why the function, call or lambda at an offset has its space and who brings it to the device.
func Why(doc *locate.Document, offset int) *workspace.Why {
	s := doc.At(offset, locate.PreferFunctions)
	if s == nil || s.Func == nil {
		return nil
	}
	w := &workspace.Why{
		Subject: spell.Func(s.View.Unit, s.Func), Space: s.View.Space(s.Func), Place: s.Place, Reasons: plain(s.View.Reasons(s.Func)),
	}
	if d := doc.Device(); d != nil && s.View == d {
		w.Reach = plain(chainOf(d, s.Func, d.Emission.Chain(s.Func)))
	}
	return w
}

// plain takes the marks of code out of messages.
func plain(list []check.Related) []check.Related {
	for i := range list {
		list[i].Message = strings.ReplaceAll(list[i].Message, "`", "")
	}
	return list
}

// oursAt reports whether a site is in a text of cudals's own.
func oursAt(s sema.Site) bool {
	p, _ := check.PlaceOf(s)
	return !p.IsZero() && ours(p.File.Path)
}

// chainOf tells who brings a function to the device, in Markdown: the chain of its emission or the end of that.
func chainOf(v *locate.View, f *sema.Func, chain []spaces.Edge) []check.Related {
	var out []check.Related
	var library *sema.Func // what was called of a library that cudals's own headers stand in for
	for i, e := range chain {
		p, _ := check.PlaceOf(e.Site)
		to, name := f, "it"
		if i+1 < len(chain) {
			to = chain[i+1].From
			name = "`" + spell.Func(v.Unit, to) + "`"
		}
		if e.Root != "" && to.ExplicitInst {
			p, _ = check.PlaceOf(to.ExplicitSite)
		}
		if e.From == nil || !oursAt(e.From.Site()) {
			library = nil
		} else {
			library, p = cmp.Or(library, e.From), source.Place{}
			if oursAt(to.Site()) {
				continue
			}
			e.From = library
		}
		why := e.Root
		if why == "" {
			why = "is " + cmp.Or(e.How, "called")
			if e.From != nil {
				why += " in `" + spell.Func(v.Unit, e.From) + "`"
			} else {
				why += " where a variable is initialised"
			}
		}
		out = append(out, check.Related{Place: p, Message: name + " " + why})
	}
	return out
}
