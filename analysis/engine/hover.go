package engine

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/prelude"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// Hover describes what stands at an offset: what a name means, what is called where nothing is named, what a macro or a directive
// brings.
func (r *result) Hover(_ context.Context, offset int) *workspace.Hover {
	var h *workspace.Hover
	r.ask(func() {
		p := &page{of: r}
		if p.operator(r, offset) || p.names(r, offset) || p.invoked(r, offset) || p.unnamed(r, offset) {
			h = p.hover()
			return
		}
		h = r.hoverWord(offset)
	})
	return h
}

// page is a hover that is being written: what is declared, as code, and what is said of it in Markdown.
type page struct {
	strings.Builder
	place source.Place
	of    *result
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
func (p *page) names(r *result, offset int) bool {
	var heads []string
	var first *view
	for _, n := range r.namesAt(offset) {
		one := page{of: r, place: source.Place{File: r.in.File, Span: n.span}}
		n.view.hoverName(&one, &n, offset)
		h := head(one.String())
		switch {
		case h == "" || slices.Contains(heads, h):
			continue
		case len(heads) == 0:
			p.place, p.tells, first = one.place, one.tells, n.view
			p.WriteString(one.String())
		case len(heads) < mostMeanings:
			if n.view == first {
				p.say("Where the macro is used another time:")
			} else {
				p.say("In the %s pass:", n.view.pass)
			}
			p.code(h)
			p.tells = true
		}
		heads = append(heads, h)
	}
	if len(heads) > 0 {
		p.compiled(r, offset)
		for _, n := range r.namesAt(offset) {
			if len(n.meaning.Found) > 0 {
				n.view.hoverDoc(p, n.meaning.Found[0])
				break
			}
		}
	}
	return len(heads) > 0
}

// mostMeanings is how many meanings of one name are told.
const mostMeanings = 4

// operator describes the functions that an operator calls whose token begins or stands at an offset; new and delete are operators too.
func (p *page) operator(r *result, offset int) bool {
	text := r.in.File.Text
	if offset >= len(text) {
		return false
	}
	word, named := r.wordAt(offset)
	if named = named && offset < word.End; named {
		if w := string(r.in.File.Slice(word)); w != "new" && w != "delete" {
			return false
		}
	}
	for _, v := range slices.Backward(r.views) {
		var called []*subject
		v.each(r.in.File.Path, offset, func(s subject) {
			at := s.place.Span
			switch {
			case s.call == nil || !s.exact || offset == at.End:
				return
			case named && at.Start == word.Start:
			case !named && (s.call.Kind == sema.CallOperator || s.call.Kind == sema.CallArrow) && strings.IndexByte(v.unit.Name(s.fn), text[offset]) >= len("operator") && s.operatorAt(offset):
			default:
				return
			}
			if !slices.ContainsFunc(called, func(o *subject) bool { return o.fn == s.fn }) {
				called = append(called, &s)
			}
		})
		if len(called) == 0 {
			continue
		}
		p.place, p.tells = called[0].place, true
		v.hoverFunc(p, called[0])
		if named {
			v.hoverImplicit(p, called[1:])
		} else {
			v.hoverOthers(p, called)
		}
		p.compiled(r, offset)
		return true
	}
	return false
}

// operatorAt reports whether a byte of an operator's call is one of its token: of a subscript, the last bracket or the one that it
// closes.
func (s *subject) operatorAt(offset int) bool {
	text, end := s.place.File.Text, s.place.Span.End-1
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
func (p *page) unnamed(r *result, offset int) bool {
	s := r.at(offset, pointedAt(offset))
	if s == nil || s.inside {
		return false
	}
	if span, ok := r.wordAt(offset); ok && s.exact && s.otherThan(string(r.in.File.Slice(span))) {
		return false // a part of a name, as an argument of a template
	}
	m := s.macro()
	p.place, p.tells = s.place, true
	switch {
	case m != nil && offset > m.name.Span.End:
		return false // in an argument that means nothing of its own
	case m != nil:
		p.place = m.name
		s.view.hoverMacro(p, m)
	case s.name != nil:
		s.view.hoverFunctionName(&p.Builder, s.name)
	case s.v != nil:
		s.view.hoverVar(p, s)
	case s.lambda != nil:
		s.view.hoverLambda(p, s.lambda)
	case s.fn != nil:
		s.view.hoverFunc(p, s)
	}
	if p.Len() == 0 {
		return false
	}
	p.compiled(r, offset)
	return true
}

// compiled tells which passes leave out the line at an offset, if any do.
func (p *page) compiled(r *result, offset int) bool {
	text := r.leftOut(offset)
	if text != "" {
		p.say("%s", text)
	}
	return text != ""
}

// otherThan reports whether what is named at the subject's place is named by another word.
func (s *subject) otherThan(word string) bool {
	switch {
	case s.v != nil:
		name := s.view.unit.Text(s.v.Sym())
		return name != word && strings.Contains(string(s.place.File.Slice(s.place.Span)), name)
	case s.fn == nil || s.lambda != nil || !s.named() || s.fn.Kind == sema.OperatorFunc || s.fn.Kind == sema.Conversion:
		return false
	}
	return s.view.nameOf(s.fn) != word
}

// hoverName describes what a name means in its view.
func (v *view) hoverName(p *page, n *named, offset int) {
	found := n.meaning.Found
	if len(found) == 0 {
		return
	}
	here := v.called(n, offset)
	implicit := here.implicit
	switch e := found[0].(type) {
	case *sema.Func:
		v.hoverFunctions(p, n, here)
	case *sema.Template:
		if e.Kind == sema.FuncTemplate {
			v.hoverFunctions(p, n, here)
			break
		}
		if made := here.constructor(); made != nil {
			v.hoverFunc(p, made)
			implicit = nil
			break
		}
		if x := v.patternVar(e); x != nil {
			v.hoverVariable(p, n, x, here)
			break
		}
		v.hoverTemplate(p, e)
	case *sema.Class:
		if made := here.constructor(); made != nil {
			v.hoverFunc(p, made)
			implicit = nil
			break
		}
		v.hoverClass(p, e)
	case *sema.Var:
		v.hoverVariable(p, n, e, here)
		implicit = slices.DeleteFunc(implicit, func(s *subject) bool { return here.v != nil && slices.Contains(here.v.life, s.call) })
	case *sema.Field:
		v.hoverField(p, e)
	case *sema.Enum:
		v.hoverEnum(p, e)
	case *sema.Enumerator:
		v.hoverEnumerator(p, e)
	case *sema.Typedef:
		v.hoverTypedef(p, e)
	case *sema.TemplateParam:
		v.hoverTemplateParam(p, e)
	case *sema.Namespace:
		v.hoverNamespace(p, e)
	case *sema.UnresolvedUsing:
		p.code("using " + e.EntityName())
		p.say("What it brings in depends on template parameters, or is not known.")
	}
	if p.Len() == 0 {
		return
	}
	v.hoverImplicit(p, implicit)
}

// here is what the facts tell of a name: what stands exactly there.
type here struct {
	named    []*subject // functions that are called, launched or declared by the name, each once
	objects  []*subject // operators() of what the name means
	implicit []*subject // what is called for its sake
	v        *subject   // the variable
}

// called finds what the facts tell of a name, in all instances of the template that it stands in.
func (v *view) called(n *named, offset int) here {
	var h here
	word := v.unit.Text(n.meaning.Site.Tokens()[0].Sym)
	add := func(list *[]*subject, s subject) {
		if !slices.ContainsFunc(*list, func(o *subject) bool { return o.fn == s.fn && o.callKind() == s.callKind() }) {
			*list = append(*list, &s)
		}
	}
	v.each(v.pp.Main.Path, offset, func(s subject) {
		within := s.place.Span.Start <= n.span.Start && n.span.End <= s.place.Span.End
		only := s.place.Span == n.span
		switch {
		case s.inside || s.lambda != nil || !within:
		case s.v != nil:
			if (only || v.unit.Text(s.v.Sym()) == word) && (h.v == nil || h.v.life == nil) {
				h.v = &s
			}
		case s.fn == nil:
		case s.call != nil && s.call.Kind == sema.CallObject:
			if only {
				add(&h.objects, s)
			}
		case s.fn.Closure == nil && v.nameOf(s.fn) == word && (only || endsWith(s.place, n.span, word)):
			add(&h.named, s)
		case only && s.call != nil && implicitly[s.call.Kind] != "":
			add(&h.implicit, s)
		}
	})
	// What is declared tells less than what is called, and the template itself less than its instances.
	slices.SortStableFunc(h.named, func(a, b *subject) int { return cmp.Compare(a.rank(), b.rank()) })
	return h
}

func (s *subject) callKind() sema.CallKind {
	if s.call == nil {
		return sema.CallNamed
	}
	return s.call.Kind
}

// rank orders what stands at one name: written calls, others, declarations.
func (s *subject) rank() int {
	switch {
	case s.declared:
		return 2
	case s.call != nil && implicitly[s.call.Kind] != "" && s.call.Kind != sema.CallTempCtor:
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
func (v *view) nameOf(f *sema.Func) string {
	if (f.Kind == sema.Constructor || f.Kind == sema.Destructor) && f.MemberOf != nil {
		return v.unit.Text(f.MemberOf.Sym())
	}
	return v.unit.Text(f.Sym())
}

// constructor is the one that is called or declared by the name of its class, where somebody declared it.
func (h *here) constructor() *subject {
	for _, s := range h.named {
		if s.declared {
			return s
		}
		if s.call != nil && (s.call.Kind == sema.CallParenCtor || s.call.Kind == sema.CallTempCtor || s.call.Kind == sema.CallNewCtor) && !s.fn.Implicit {
			return s
		}
	}
	return nil
}

// hoverImplicit tells what is called for the sake of a name.
func (v *view) hoverImplicit(p *page, list []*subject) {
	if len(list) == 0 {
		return
	}
	p.tells = true
	p.say("Called implicitly here:")
	for _, s := range list {
		fmt.Fprintf(p, "- `%s`, which is %s: it %s\n", v.unit.Describe(s.fn), v.code(s.fn), implicitly[s.call.Kind])
	}
}

// spelled are words that Markdown would take for markup.
var spelled = regexp.MustCompile("(?:\\w<[^<>`]*>|[^ ,;`])*?(?:\\w<[^<>`]*>|[_*<]|\\[[^ `]*\\])(?:\\w<[^<>`]*>|[^ ,;`])*")

// inSpans is a text whose words are code where Markdown would take them for markup: __host__ is a word, not emphasis.
func inSpans(text string) string {
	return spelled.ReplaceAllStringFunc(text, func(word string) string {
		code := strings.TrimRight(word, ".:!?") // what ends the sentence is no part of it
		if strings.HasSuffix(code, ")") && strings.Count(code, ")") > strings.Count(code, "(") {
			code = code[:len(code)-1]
		}
		return "`" + code + "`" + word[len(code):]
	})
}

func list(b *strings.Builder, title string, rel []check.Related) {
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
	return path == toolchain.Predefined || slices.ContainsFunc([]string{prelude.Dir, prelude.LibraryDir, prelude.OthersDir, prelude.MacrosDir},
		func(folder string) bool { return inside(folder, path) })
}

// Why tells why the function, call or lambda at an offset has its space and who brings it to the device.
func (r *result) Why(_ context.Context, offset int) *workspace.Why {
	var w *workspace.Why
	r.ask(func() {
		s := r.at(offset, function)
		if s == nil || s.fn == nil {
			return
		}
		w = &workspace.Why{
			Subject: s.view.unit.Describe(s.fn), Space: s.view.space(s.fn), Place: s.place, Reasons: plain(s.view.reasons(s.fn)),
		}
		if d := r.deviceView(); d != nil && s.view == d {
			w.Reach = plain(chainOf(d, s.fn))
		}
	})
	return w
}

// plain takes the marks of code out of messages.
func plain(list []check.Related) []check.Related {
	for i := range list {
		list[i].Message = strings.ReplaceAll(list[i].Message, "`", "")
	}
	return list
}

// chainOf tells who brings a function to the device, in Markdown.
func chainOf(v *view, f *sema.Func) []check.Related {
	var out []check.Related
	chain := v.emission.Chain(f)
	for i, e := range chain {
		p, _ := check.PlaceOf(e.Site)
		to, name := f, "it"
		if i+1 < len(chain) {
			to = chain[i+1].From
			name = "`" + v.unit.Describe(to) + "`"
		}
		if e.Root != "" && to.ExplicitInst {
			p, _ = check.PlaceOf(to.ExplicitSite)
		}
		why := e.Root
		if why == "" {
			why = "is " + cmp.Or(e.How, "called")
			if e.From != nil {
				why += " in `" + v.unit.Describe(e.From) + "`"
			} else {
				why += " where a variable is initialised"
			}
		}
		out = append(out, check.Related{Place: p, Message: name + " " + why})
	}
	return out
}
