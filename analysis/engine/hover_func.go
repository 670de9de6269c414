package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// mostInstances is how many instances, overloads and the like a hover lists.
const mostInstances = 8

// hoverFunctions describes the functions that a name means: the one that is called there, in instances perhaps each another; where
// nothing tells, all that it could be.
func (v *view) hoverFunctions(p *page, n *named, here here) {
	if len(here.named) > 0 {
		first := here.named[0]
		v.hoverFunc(p, first)
		v.hoverOthers(p, here.named)
		return
	}
	var funcs []*sema.Func
	for _, e := range n.meaning.Found {
		switch e := e.(type) {
		case *sema.Func:
			funcs = append(funcs, e)
		case *sema.Template:
			if e.Func != nil {
				funcs = append(funcs, e.Func)
			}
		}
	}
	switch len(funcs) {
	case 0:
	case 1:
		v.hoverFunc(p, &subject{view: v, fn: funcs[0], place: p.place})
	default:
		p.tells = true
		p.code(v.signature(funcs[0]))
		p.say("One of %d overloads; which one is meant is not known here:", len(funcs))
		for i, f := range funcs {
			if i == mostInstances {
				fmt.Fprintf(p, "- … and %d more\n", len(funcs)-i)
				break
			}
			fmt.Fprintf(p, "- `%s`, which is %s\n", v.unit.Describe(f), v.code(f))
		}
	}
}

// hoverOthers tells which functions the same name calls in other instances of the template around it.
func (v *view) hoverOthers(p *page, list []*subject) {
	n := 0
	for _, s := range list[1:] {
		if s.instance == nil || s.fn == list[0].fn || s.declared {
			continue
		}
		if n++; n == 1 {
			p.say("In other instances here:")
		}
		if n > mostInstances {
			continue
		}
		what := v.unit.Describe(s.fn)
		if s.fn.Closure != nil {
			what = v.signature(s.fn)
		}
		fmt.Fprintf(p, "- in `%s`: `%s`, which is %s\n", v.unit.Describe(s.instance), what, v.code(s.fn))
	}
	if n > mostInstances {
		fmt.Fprintf(p, "- … and %d more\n", n-mostInstances)
	}
}

func (v *view) hoverFunc(p *page, s *subject) {
	f := s.fn
	p.code(v.signature(f))
	if s.call != nil && !s.named() && s.call.Kind != sema.CallOperator {
		if does := implicitly[s.call.Kind]; does != "" {
			p.say("Called implicitly here: it %s.\n", does)
		}
	}
	if s.instance != nil {
		p.say("Here in the instance `%s`.\n", v.unit.Describe(s.instance))
	}
	v.hoverSpace(p, f)
	if s.launch != nil {
		v.hoverLaunch(p, s)
	}
	v.hoverConversions(p, s)
	v.hoverKernel(&p.Builder, f, s.launch != nil)
	v.hoverEmission(p, f)
}

// hoverSpace tells where a function runs, and why.
func (v *view) hoverSpace(p *page, f *sema.Func) {
	p.tells = true
	if v.nowhere(f) {
		p.WriteString("Can be called on neither side")
	} else {
		fmt.Fprintf(p, "Runs as **`%s`**", v.space(f))
	}
	if v.spaces.CallerDefined(f) || v.spaces.Of(f).Origin != spaces.Declared {
		p.WriteString(" (inferred)")
	}
	p.WriteString("\n")
	if host := enclosing(f); v.spaces.DeducedOnDevice(f) && (host == nil || v.spaces.Of(host).Space&cudaspace.Host != 0) {
		p.say("The host compiler gets to see it with the result `void`: it can be named in device code alone.")
	}
	reasons := v.reasons(f)
	if i := v.spaces.Of(f); i.Origin == spaces.Declared && i.Known && i.Decl != nil && spaces.Written(i.Decl.Spec) != 0 && p.onLineOf(reasons[0].Place) {
		return // it is what the person looks at
	}
	list(&p.Builder, "", reasons)
}

// onLineOf reports whether a place stands in the line that the page is about.
func (p *page) onLineOf(at source.Place) bool {
	here := p.place
	return !at.IsZero() && !here.IsZero() && at.File.Path == here.File.Path && at.File.LineOf(at.Span.Start) == here.File.LineOf(here.Span.Start)
}

// hoverEmission tells who brings a function to the device.
func (v *view) hoverEmission(p *page, f *sema.Func) {
	kernel := v.spaces.Of(f).Space&cudaspace.Global != 0 && f.Args == nil // always compiled, as everybody knows
	if kernel || v.emission == nil || !v.emission.Contains(f) || !v.spaces.Of(f).Space.OnDevice() || v.unit.Definition(f) == nil && !f.Implicit && f.Closure == nil {
		return
	}
	chain := chainOf(v, f)
	if n := v.usedByHost(f); n > 0 {
		list(&p.Builder, "\nCompiled for both sides, as all that host code uses of `__host__ __device__`:", chain[len(chain)-n:])
	} else {
		list(&p.Builder, "\nCompiled for the device because", chain)
	}
}

// hoverConversions tells which functions the arguments of a call need to become what it takes, and what they convert to what.
func (v *view) hoverConversions(p *page, s *subject) {
	if s.facts == nil {
		return
	}
	full := sema.Site{}
	switch {
	case s.launch != nil:
		full = s.launch.Full
	case s.call != nil && calledByName(s.call):
		full = s.call.Full
	}
	seg, lo, hi := span(full)
	if seg == nil {
		return
	}
	inner := func(site sema.Site) bool { // in a call among the arguments
		for i := range s.facts.Calls {
			c := &s.facts.Calls[i]
			if g, a, b := span(c.Full); g == seg && calledByName(c) && lo <= a && b <= hi && b-a < hi-lo {
				if g, x, y := span(site); g == seg && a <= x && y <= b && (x > a || y < b) {
					return true
				}
			}
		}
		return false
	}
	var lines []string
	for i := range s.facts.Calls {
		c := &s.facts.Calls[i]
		switch c.Kind {
		case sema.CallConversion, sema.CallTempCtor, sema.CallParamCopy:
		default:
			continue
		}
		g, a, b := span(c.Site)
		if c.Callee == nil || g != seg || a < lo || b > hi || a == lo || c.Context&(sema.InDefaultArg|sema.InLaunch) != 0 ||
			inner(c.Site) || v.unit.IsTrivial(c.Callee) == sema.Yes {
			continue
		}
		line := fmt.Sprintf("- `%s`, which is %s: it %s\n", v.unit.Describe(c.Callee), v.code(c.Callee), v.does(c, s.facts.Func))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		p.say("Its arguments need\n%s", strings.TrimSuffix(strings.Join(lines, ""), "\n"))
	}
}

// does tells what a call does that an argument needs in the body of f: what it converts to what, where it converts.
func (v *view) does(c *sema.Call, f *sema.Func) string {
	if c.From == nil {
		return implicitly[c.Kind]
	}
	to := v.unit.ClassType(c.Callee.MemberOf)
	if c.Kind == sema.CallConversion {
		to = v.unit.ResultType(c.Callee)
	}
	return fmt.Sprintf("converts `%s` to `%s`", v.unit.TypeString(c.From, f), v.unit.TypeString(to, f))
}

// span is where a site stands, nil for nowhere.
func span(s sema.Site) (segment any, lo, hi int) {
	if s.IsZero() {
		return nil, 0, 0
	}
	seg, lo, hi := s.Present()
	return seg, lo, hi
}

// usedByHost counts the steps of the chain by which host code brings a function that runs on both sides, through functions that do;
// 0 where device code brings it.
func (v *view) usedByHost(f *sema.Func) int {
	chain := v.emission.Chain(f)
	for n := 1; n <= len(chain) && v.spaces.Of(f).Space.OnHost(); n++ {
		if f = chain[len(chain)-n].From; f == nil {
			return 0
		}
		if !v.spaces.Of(f).Space.OnDevice() {
			return n
		}
	}
	return 0
}

// enclosing is the function that a lambda stands in, nil for none.
func enclosing(f *sema.Func) *sema.Func {
	if f.Closure == nil {
		return nil
	}
	return f.Closure.Func
}

// implicitly is what functions do that a place calls which does not name them.
var implicitly = map[sema.CallKind]string{
	sema.CallConversion: "converts the value", sema.CallOperator: "is the operator", sema.CallTempCtor: "makes a temporary", sema.CallTempDtor: "destroys what is made here",
	sema.CallLocalCtor: "makes the variable", sema.CallArrayCtor: "makes each element",
	sema.CallLocalDtor: "destroys the variable at the end of its scope", sema.CallArrayDtor: "destroys each element",
	sema.CallStaticDtor: "destroys the variable at the end of the program", sema.CallParamCopy: "makes the parameter of the argument",
	sema.CallReturnCopy: "makes the result", sema.CallCopy: "makes a copy", sema.CallRangeFor: "serves the loop",
	sema.CallBaseCtor: "makes the base", sema.CallMemberCtor: "makes the member", sema.CallBaseDtor: "destroys the base",
	sema.CallMemberDtor: "destroys the member", sema.CallBinding: "gives the binding its value",
	sema.CallOperatorNew: "gives the memory", sema.CallOperatorDelete: "takes the memory back",
	sema.CallNewCtor: "makes the object", sema.CallDeleteDtor: "destroys the object",
}

// signature is a function's declaration: the header of its template in a line of its own, its space in front.
func (v *view) signature(f *sema.Func) string {
	u := v.unit
	var words []string
	if !v.nowhere(f) {
		words = append(words, v.space(f))
	}
	result := v.writtenResult(f)
	params := u.ParamList(f)
	after := params[strings.LastIndexByte(params, ')')+1:]
	written := v.writtenParams(f)
	if f.Closure != nil {
		lambda := captures(f.Closure)
		if w := strings.Join(words, " "); w != "" {
			lambda += " " + w + " "
		}
		if after = strings.TrimSuffix(after, " const"); !strings.HasSuffix(params, " const") {
			after += " mutable"
		}
		return lambda + written + after + " -> " + result
	}
	words = append(words, attributes(f)...)
	words = append(words, specifiers(f)...)
	name, all := strings.CutSuffix(u.Describe(f), params)
	if !all && len(written) <= longParams {
		name, all = strings.CutSuffix(name, "(…)") // long, be it only for the types
	}
	if all {
		name += written + after
	}
	if f.Kind != sema.Constructor && f.Kind != sema.Destructor && f.Kind != sema.Conversion {
		name = workspace.Joined(result, name)
	}
	text := strings.Join(append(words, name), " ") + endings(f)
	if f.Template != nil && f.Args == nil {
		text = v.templateHead(f.Template) + "\n" + text
	}
	return text
}

// briefly is a function's name where its parameters would say nothing: from inside of it.
func (v *view) briefly(f *sema.Func) string {
	name := v.unit.Describe(f)
	for _, tail := range []string{v.unit.ParamList(f), "(…)"} {
		if short, ok := strings.CutSuffix(name, tail); ok {
			return short
		}
	}
	return name
}

// isInstance reports whether a function is made of a template, so that its types are not those that are written.
func (v *view) isInstance(f *sema.Func) bool {
	return f.Args != nil && !f.Specialization || v.unit.PatternFunc(f) != f
}

// writtenResult is a function's result, by the name that its declaration has for the type.
func (v *view) writtenResult(f *sema.Func) string {
	u := v.unit
	t := u.ResultType(f)
	if t.IsDependent() && u.HasDeducedResult(f) {
		return "auto"
	}
	text := u.TypeString(t, f)
	if len(f.Decls) == 0 || v.isInstance(f) || f.Closure != nil {
		return text
	}
	d := f.Decls[0]
	named, ok := d.Spec.Type.(*ast.NamedType)
	if !ok || d.Dtor == nil {
		return text
	}
	pointers := 0
	for _, op := range d.Dtor.Ops {
		if op.Kind == ast.OpPointer {
			pointers++
		}
	}
	for t.Elem != nil && (t.Kind == types.Pointer || t.IsRef()) {
		t = t.Elem
	}
	name := asWritten(sema.Site{Chunk: d.Site.Chunk, Span: named.Pos()})
	base := u.TypeString(t.Unqual(), f)
	if name == "" || pointers != strings.Count(text, "*") || strings.Count(text, base) != 1 {
		return text // the name stands for the pointer too
	}
	return strings.Replace(text, base, name, 1)
}

// longParams is how long a list of parameters may be that is shown.
const longParams = 400

// writtenParams are a function's parameters with their names, as they are written where they are those of no instance.
func (v *view) writtenParams(f *sema.Func) string {
	u := v.unit
	t, params := u.FuncType(f), u.Params(f)
	_, ellipsis := strings.CutSuffix(u.ParamList(f), "...)")
	var out []string
	switch {
	case len(f.Decls) == 0 || len(params) == 0 || f.Implicit || f.Closure != nil && f.Decls[0].Sig == nil:
		return u.ParamList(f)[:strings.LastIndexByte(u.ParamList(f), ')')+1]
	case !v.isInstance(f):
		out = v.paramTexts(f)
		if len(t.Params) < len(params) { // (void)
			return "()"
		}
	case len(t.Params) != len(params):
		return u.ParamList(f)[:strings.LastIndexByte(u.ParamList(f), ')')+1]
	default:
		for i, p := range params {
			part := workspace.LayoutPart{Name: paramName(u, p), Type: u.TypeString(t.Params[i], f)}
			out = append(out, part.Declaration())
		}
	}
	if ellipsis && (len(out) == 0 || !strings.HasSuffix(out[len(out)-1], "...")) {
		out = append(out, "...")
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// longHead is how long a template's header may be in one line, and longDefault how long an argument in a longer one that is shown.
const longHead, longDefault = 120, 60

// templateHead is a template's header as it is written; a long one has a line for each parameter.
func (v *view) templateHead(t *sema.Template) string {
	var params []string
	for _, p := range v.unit.TemplateParams(t) {
		params = append(params, v.templateParam(p))
	}
	head := "template <" + strings.Join(params, ", ") + ">"
	if len(head) <= longHead {
		return head
	}
	for i, p := range params {
		if before, _, ok := strings.Cut(p, " = "); ok && len(p) > longDefault {
			params[i] = before + " = …"
		}
	}
	return "template <\n    " + strings.Join(params, ",\n    ") + ">"
}

// templateParam is a template parameter as it is written.
func (v *view) templateParam(p *sema.TemplateParam) string {
	text := ""
	if p.Decl != nil && p.Site().Chunk != nil {
		text = asWritten(sema.Site{Chunk: p.Site().Chunk, Span: p.Decl.Span})
	}
	if text == "" {
		text = strings.TrimSpace("… " + v.unit.Text(p.Sym()))
	}
	return text
}

// asWritten is the text of a site in one line, "" where macros wrote it.
func asWritten(s sema.Site) string {
	if s.IsZero() {
		return ""
	}
	p, exact := check.PlaceOf(s)
	if p.IsZero() || !exact {
		return ""
	}
	return oneLine(string(p.File.Slice(p.Span)))
}

// oneLine is code without comments and line breaks.
func oneLine(text string) string {
	return strings.Join(strings.Fields(comments.ReplaceAllString(text, " ")), " ")
}

// attributes are the attributes of a function's declarations as they are written, bounds of its launches among them.
func attributes(f *sema.Func) []string {
	var out []string
	for _, g := range declaredAs(f) {
		for _, d := range g.Decls {
			if full, _ := check.PlaceOf(d.Full); !full.IsZero() {
				head := string(full.File.Slice(full.Span))
				if d.Body != nil {
					head, _, _ = strings.Cut(head, "{")
				}
				for _, b := range bounds.FindAllString(head, -1) {
					if b = oneLine(b); !slices.Contains(out, b) {
						out = append(out, b)
					}
				}
			}
			for _, a := range d.Spec.Attrs {
				p, _ := check.PlaceOf(sema.Site{Chunk: d.Site.Chunk, Span: a.Span})
				if p.IsZero() || length(p) > longAttribute {
					continue
				}
				text := oneLine(string(p.File.Slice(p.Span)))
				switch {
				case a.Style == ast.AttrStd && !strings.HasPrefix(text, "[["):
					text = "[[" + text + "]]"
				case a.Style == ast.AttrGNU && !strings.HasPrefix(text, "__"):
					continue // a macro of the person's own, which says more
				}
				if !slices.Contains(out, text) {
					out = append(out, text)
				}
			}
		}
	}
	return out
}

// bounds are what a kernel's declaration says of its launches. The words may be macros that leave nothing.
var bounds = regexp.MustCompile(`__(?:launch_bounds|cluster_dims|(?:local_)?maxnreg|block_size)__\s*\((?:[^()]|\([^()]*\))*\)`)

// longAttribute is how long an attribute may be that is shown.
const longAttribute = 80

// declaredAs are the functions whose declarations a function has.
func declaredAs(f *sema.Func) []*sema.Func {
	out := []*sema.Func{f}
	if f.Pattern != nil && f.Pattern != f {
		out = append(out, f.Pattern)
	}
	if f.Template != nil && f.Template.Func != nil && f.Template.Func != f && !f.Specialization {
		out = append(out, f.Template.Func)
	}
	return out
}

// endings is what follows a function's parameters in its declarations.
func endings(f *sema.Func) string {
	override, final, pure := false, false, f.Pure
	for _, g := range declaredAs(f) {
		pure = pure || g.Pure
		for _, d := range g.Decls {
			if d.Sig != nil {
				override, final = override || d.Sig.Override, final || d.Sig.Final
			}
		}
	}
	text := ""
	for _, w := range []struct {
		on   bool
		word string
	}{{override, " override"}, {final, " final"}, {pure, " = 0"}, {f.Deleted && !f.Implicit, " = delete"}, {f.DefaultedFirst && !f.Implicit, " = default"}} {
		if w.on {
			text += w.word
		}
	}
	return text
}

// specifiers are the words that a function's declarations have besides its space.
func specifiers(f *sema.Func) []string {
	var flags ast.SpecFlags
	add := func(f *sema.Func) {
		for _, d := range f.Decls {
			flags |= d.Spec.Flags
		}
	}
	for _, g := range declaredAs(f) {
		add(g)
	}
	var words []string
	if slices.Contains(attributes(f), "__forceinline__") {
		flags &^= ast.Inline // by the macro
	}
	for _, w := range []struct {
		flag ast.SpecFlags
		word string
	}{
		{ast.Static, "static"},
		{ast.Inline, "inline"},
		{ast.Virtual, "virtual"},
		{ast.Explicit, "explicit"},
		{ast.Constexpr, "constexpr"},
		{ast.Consteval, "consteval"},
	} {
		if flags&w.flag != 0 {
			words = append(words, w.word)
		}
	}
	return words
}

// captures is what stands in a lambda's brackets, as it is written where that is short.
func captures(l *sema.Lambda) string {
	const long = 40
	p, exact := check.PlaceOf(sema.Site{Chunk: l.Site.Chunk, Span: l.Expr.Intro})
	if p.IsZero() || !exact || length(p) > long {
		return "[…]"
	}
	return strings.Join(strings.Fields(string(p.File.Slice(p.Span))), " ")
}

var comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
