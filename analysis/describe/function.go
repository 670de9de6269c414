package describe

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// mostInstances is how many instances, overloads and the like a hover lists.
const mostInstances = 8

// hoverFunctions describes the functions that a name means: the one that is called there, in instances perhaps each another; where
// nothing tells, all that it could be.
func hoverFunctions(v *locate.View, p *page, n *locate.Name, here here) {
	if len(here.named) > 0 {
		first := here.named[0]
		hoverFunc(v, p, first)
		hoverOthers(v, p, here.named)
		return
	}
	var funcs []*sema.Func
	for _, e := range n.Meaning.Found {
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
		hoverFunc(v, p, &locate.Subject{View: v, Func: funcs[0], Place: p.place})
	default:
		p.tells = true
		p.code(Signature(v, funcs[0]))
		p.say("One of %d overloads; which one is meant is not known here:", len(funcs))
		for i, f := range funcs {
			if i == mostInstances {
				fmt.Fprintf(p, "- … and %d more\n", len(funcs)-i)
				break
			}
			fmt.Fprintf(p, "- `%s`, which is %s\n", spell.Func(v.Unit, f), v.SpaceCode(f))
		}
	}
}

// hoverOthers tells which functions the same name calls in other instances of the template around it.
func hoverOthers(v *locate.View, p *page, list []*locate.Subject) {
	n := 0
	for _, s := range list[1:] {
		if s.Instance == nil || s.Func == list[0].Func || s.Declared {
			continue
		}
		if n++; n == 1 {
			p.say("In other instances here:")
		}
		if n > mostInstances {
			continue
		}
		what := spell.Func(v.Unit, s.Func)
		if s.Func.Closure != nil {
			what = Signature(v, s.Func)
		}
		fmt.Fprintf(p, "- in `%s`: `%s`, which is %s\n", spell.Func(v.Unit, s.Instance), what, v.SpaceCode(s.Func))
	}
	if n > mostInstances {
		fmt.Fprintf(p, "- … and %d more\n", n-mostInstances)
	}
}

func hoverFunc(v *locate.View, p *page, s *locate.Subject) {
	f := s.Func
	p.code(Signature(v, f))
	if s.Call != nil && !s.Named() && s.Call.Kind != sema.CallOperator {
		if what := does(v, s.Call, s.Facts.Func); what != "" {
			p.say("Called implicitly here: it %s.\n", what)
		}
	}
	if s.Instance != nil {
		p.say("Here in the instance `%s`.\n", spell.Func(v.Unit, s.Instance))
	}
	hoverSpace(v, p, f)
	if s.Launch != nil {
		hoverLaunch(v, p, s)
	}
	hoverArguments(v, p, s)
	hoverKernel(v, &p.Builder, f, s.Launch != nil)
	hoverEmission(v, p, f)
}

// hoverSpace tells where a function runs, and why.
func hoverSpace(v *locate.View, p *page, f *sema.Func) {
	p.tells = true
	if v.Nowhere(f) {
		p.WriteString("Can be called on neither side")
	} else {
		fmt.Fprintf(p, "Runs as **`%s`**", v.Space(f))
	}
	if v.Spaces.CallerDefined(f) || v.Spaces.Of(f).Origin != spaces.Declared {
		p.WriteString(" (inferred)")
	}
	reasons := v.Reasons(f)
	declared := false // and no more is to be said
	if i := v.Spaces.Of(f); i.Origin == spaces.Declared && i.Known && i.Decl != nil && spaces.Written(i.Decl.Spec) != 0 {
		declared = len(reasons) == 1 || p.onLineOf(reasons[0].Place)
		if declared && !p.onLineOf(reasons[0].Place) {
			p.WriteString(", as declared" + where(reasons[0].Place))
		}
	}
	p.WriteString("\n")
	if host := Enclosing(f); v.Spaces.DeducedOnDevice(f) && (host == nil || v.Spaces.Of(host).Space&cudaspace.Host != 0) {
		p.say("The host compiler gets to see it with the result `void`: it can be named in device code alone.")
	}
	if !declared {
		WriteList(&p.Builder, "", reasons)
	}
}

// onLineOf reports whether a place stands in the line that the page is about.
func (p *page) onLineOf(at source.Place) bool {
	here := p.place
	return !at.IsZero() && !here.IsZero() && at.File.Path == here.File.Path && at.File.LineOf(at.Span.Start) == here.File.LineOf(here.Span.Start)
}

// hoverEmission tells who brings a function to the device.
func hoverEmission(v *locate.View, p *page, f *sema.Func) {
	kernel := v.Spaces.Of(f).Space&cudaspace.Global != 0 && f.Args == nil // always compiled, as everybody knows
	// A library's own function is there for who calls it, which nobody asks about; of its templates one may ask.
	library := f.Site().Chunk != nil && f.Site().Chunk.System && f.Args == nil && f.Template == nil && f.MemberOf == nil
	if kernel || library || v.Emission == nil || !v.Emission.Contains(f) || !v.Spaces.Of(f).Space.OnDevice() || v.Unit.Definition(f) == nil && !f.Implicit && f.Closure == nil {
		return
	}
	chain := v.Emission.Chain(f)
	if n := usedByHost(v, f); n > 0 {
		WriteList(&p.Builder, "\nCompiled for both sides, as all that host code uses of `__host__ __device__`:", chainOf(v, f, chain[len(chain)-n:]))
	} else {
		WriteList(&p.Builder, "\nCompiled for the device because", chainOf(v, f, chain))
	}
}

// usedByHost counts the steps of the chain by which host code brings a function that runs on both sides, through functions that do;
// 0 where device code brings it.
func usedByHost(v *locate.View, f *sema.Func) int {
	chain := v.Emission.Chain(f)
	for n := 1; n <= len(chain) && v.Spaces.Of(f).Space.OnHost(); n++ {
		if f = chain[len(chain)-n].From; f == nil {
			return 0
		}
		if !v.Spaces.Of(f).Space.OnDevice() {
			return n
		}
	}
	return 0
}

// Enclosing is the function that a lambda stands in, nil for none.
func Enclosing(f *sema.Func) *sema.Func {
	if f.Closure == nil {
		return nil
	}
	return f.Closure.Func
}

// ImplicitVerbs is what functions do that a place calls which does not name them.
var ImplicitVerbs = map[sema.CallKind]string{
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

// Signature is a function's declaration: the header of its template in a line of its own, its space in front.
func Signature(v *locate.View, f *sema.Func) string {
	u := v.Unit
	var words []string
	if !v.Nowhere(f) {
		words = append(words, v.Space(f))
	}
	result := ResultText(v, f)
	params := spell.Params(u, f)
	after := params[strings.LastIndexByte(params, ')')+1:]
	written := writtenParams(v, f)
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
	name, all := strings.CutSuffix(spell.Func(u, f), params)
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
		text = templateHead(v, f.Template) + "\n" + text
	}
	return text
}

// briefly is a function's name where its parameters would say nothing: from inside of it.
func briefly(v *locate.View, f *sema.Func) string {
	name := spell.Func(v.Unit, f) // whose parameters may be shortened
	for _, tail := range []string{spell.Params(v.Unit, f), "(…)"} {
		if short, ok := strings.CutSuffix(name, tail); ok {
			return short
		}
	}
	return spell.Called(v.Unit, f)
}

// isInstance reports whether a function is made of a template, so that its types are not those that are written.
func isInstance(v *locate.View, f *sema.Func) bool {
	return f.Args != nil && !f.Specialization || v.Unit.PatternFunc(f) != f
}

// Undeduced reports whether a function's result is deduced from its body, and not known here.
func Undeduced(v *locate.View, f *sema.Func) bool {
	t := v.Unit.ResultType(f)
	return (t.IsDependent() || t.IsUnknown()) && v.Unit.HasDeducedResult(f)
}

// ResultText is a function's result, by the name that its declaration has for the type.
func ResultText(v *locate.View, f *sema.Func) string {
	u := v.Unit
	t := u.ResultType(f)
	if Undeduced(v, f) {
		return "auto"
	}
	text := spell.Type(u, t, f)
	if len(f.Decls) == 0 || isInstance(v, f) || f.Closure != nil {
		return text
	}
	d := f.Decls[0]
	if d.Dtor == nil {
		return text
	}
	if strings.Contains(text, "(dependent)") {
		if written := AsWritten(sema.Site{Chunk: d.Site.Chunk, Span: resultSpan(d)}); written != "" {
			return written
		}
	}
	named, ok := d.Spec.Type.(*ast.NamedType)
	if !ok {
		return text
	}
	name := AsWritten(sema.Site{Chunk: d.Site.Chunk, Span: named.Pos()})
	if sig := d.Dtor.Func(); name != "" && len(d.Dtor.Ops) == 1 && d.Spec.CV == 0 && sig != nil && sig.Trailing == nil {
		return name
	}
	for t.Elem != nil && (t.Kind == types.Pointer || t.IsRef()) {
		t = t.Elem
	}
	base := spell.Type(u, t.Unqual(), f)
	if name == "" || pointersOf(d.Dtor) != strings.Count(text, "*") || strings.Count(text, base) != 1 {
		return text // the name stands for the pointer too
	}
	return strings.Replace(text, base, name, 1)
}

// resultSpan is where a function's whole result type is written; zero where it is not in one place.
func resultSpan(d *sema.FuncDecl) ast.Span {
	if sig := d.Dtor.Func(); sig != nil && sig.Trailing != nil {
		return sig.Trailing.Pos()
	}
	if d.Spec.Type != nil && len(d.Dtor.Ops) == 1 {
		return d.Spec.Type.Pos()
	}
	return ast.Span{}
}

func pointersOf(d *ast.Declarator) (n int) {
	for _, op := range d.Ops {
		if op.Kind == ast.OpPointer {
			n++
		}
	}
	return n
}

// longParams is how long a list of parameters may be that is shown.
const longParams = 400

// writtenParams are a function's parameters with their names, as they are written where they are those of no instance.
func writtenParams(v *locate.View, f *sema.Func) string {
	u := v.Unit
	t, params := u.FuncType(f), u.Params(f)
	var out []string
	switch {
	case len(f.Decls) == 0 || len(params) == 0 || f.Implicit || f.Closure != nil && f.Decls[0].Sig == nil:
		return spell.Params(u, f)[:strings.LastIndexByte(spell.Params(u, f), ')')+1]
	case !isInstance(v, f):
		out = ParamTexts(v, f)
		if len(t.Params) < len(params) { // (void)
			return "()"
		}
	case len(t.Params) != len(params):
		return spell.Params(u, f)[:strings.LastIndexByte(spell.Params(u, f), ')')+1]
	default:
		for i, p := range params {
			part := workspace.LayoutPart{Name: ParamName(u, p), Type: spell.Type(u, t.Params[i], f)}
			out = append(out, part.Declaration())
		}
	}
	if t.Variadic && (len(out) == 0 || !strings.HasSuffix(out[len(out)-1], "...")) {
		out = append(out, "...")
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// longHead is how long a template's header may be in one line, and longDefault how long an argument in a longer one that is shown.
const longHead, longDefault = 120, 60

// templateHead is a template's header as it is written; a long one has a line for each parameter.
func templateHead(v *locate.View, t *sema.Template) string {
	params := TemplateParamTexts(v, t)
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

// TemplateParamTexts are a template's parameters as they are written.
func TemplateParamTexts(v *locate.View, t *sema.Template) []string {
	var params []string
	for _, p := range v.Unit.TemplateParams(t) {
		params = append(params, templateParam(v, p))
	}
	return params
}

// templateParam is a template parameter as it is written.
func templateParam(v *locate.View, p *sema.TemplateParam) string {
	text := ""
	if p.Decl != nil && p.Site().Chunk != nil {
		site := sema.Site{Chunk: p.Site().Chunk, Span: p.Decl.Span}
		text = AsWritten(site)
		text = text[:max(0, len(text)-outerClosers(site))]
	}
	if text == "" {
		text = strings.TrimSpace("… " + v.Unit.Text(p.Sym()))
	}
	return text
}

// outerClosers is how many > the last token of a template parameter has that close what is around it: of >> the second.
func outerClosers(s sema.Site) int {
	toks := s.Tokens()
	open, brackets := 0, 0
	for i, t := range toks {
		closes := 0
		switch t.Kind {
		case token.LParen, token.LBrace, token.LBracket:
			brackets++
		case token.RParen, token.RBrace, token.RBracket:
			brackets--
		case token.Less:
			closes = -1
		case token.Greater:
			closes = 1
		case token.Shr:
			closes = 2
		case token.LaunchClose:
			closes = 3
		}
		if brackets > 0 {
			continue // they compare and shift
		}
		if i == len(toks)-1 && closes > 1 {
			return max(0, closes-open)
		}
		open -= closes
	}
	return 0
}

// AsWritten is the text of a site in one line, "" where macros wrote it.
func AsWritten(s sema.Site) string {
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
				if p.IsZero() || locate.Length(p) > longAttribute {
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
	override, final, pure, noexcept := false, false, f.Pure, ""
	for _, g := range declaredAs(f) {
		pure = pure || g.Pure
		for _, d := range g.Decls {
			if d.Sig != nil {
				override, final = override || d.Sig.Override, final || d.Sig.Final
				noexcept = cmp.Or(noexcept, neverThrows(d))
			}
		}
	}
	text := noexcept
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

// neverThrows is the noexcept of a declaration, if it has one that is short.
func neverThrows(d *sema.FuncDecl) string {
	switch d.Sig.NoexceptKind {
	case 1:
		return " noexcept"
	case 2:
		if text := AsWritten(sema.Site{Chunk: d.Site.Chunk, Span: d.Sig.Noexcept.Pos()}); text != "" && len(text) <= longInitializer {
			return " noexcept(" + text + ")"
		}
	}
	return ""
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
	if p.IsZero() || !exact || locate.Length(p) > long {
		return "[…]"
	}
	return strings.Join(strings.Fields(string(p.File.Slice(p.Span))), " ")
}

var comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)

// ParamName is a parameter's name, "" where it has none.
func ParamName(u *sema.Unit, p *ast.Param) string {
	if p.Decl.Name == nil {
		return ""
	}
	return u.Text(p.Decl.Name.Last().Sym)
}

// ParamTexts are a function's parameters as they are written.
func ParamTexts(v *locate.View, f *sema.Func) []string {
	params := v.Unit.Params(f)
	out := make([]string, len(params))
	for i := range params {
		out[i] = ParamText(v, f, i)
	}
	return out
}

// ParamText is a parameter as it is written in a function's first declaration.
func ParamText(v *locate.View, f *sema.Func, i int) string {
	p := v.Unit.Params(f)[i]
	at, exact := check.PlaceOf(sema.Site{Chunk: f.Decls[0].Site.Chunk, Span: p.Span})
	if at.File != nil && exact {
		text := strings.Join(strings.Fields(string(at.File.Slice(at.Span))), " ")
		if ours(at.File.Path) {
			text = preludeDefault.ReplaceAllString(text, "= $1")
		}
		return text
	}
	text := "…"
	if t := v.Unit.FuncType(f); i < len(t.Params) {
		text = spell.Type(v.Unit, t.Params[i], f)
	}
	return strings.TrimSpace(text + " " + ParamName(v.Unit, p))
}

// preludeDefault is how cudals's own headers write a default argument that C does not have.
var preludeDefault = regexp.MustCompile(`\bCUDALS_ELSE\((.*)\)$`)
