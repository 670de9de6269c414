package ide

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Complete proposes what CUDA adds to C++, and names in scope and members, which servers of C++ propose as well.
func Complete(doc *locate.Document, offset int) *workspace.Completions {
	v := doc.Views[len(doc.Views)-1]
	c := locate.CursorAt(doc.Input.File, v.Interner, offset)
	p := &proposer{View: v, Cursor: c, views: doc.Views, out: &workspace.Completions{Span: c.Word}}
	if !c.Prose {
		p.propose(doc.Rules, offset)
	}
	if len(p.out.Items) == 0 {
		return nil
	}
	return p.out
}

// proposer collects what could be written at a cursor.
type proposer struct {
	*locate.View
	*locate.Cursor
	views []*locate.View
	out   *workspace.Completions
	steps int // of looking for what an operand is
	// enclosing is what encloses the cursor, once somebody asked for it.
	enclosing *around
}

func (p *proposer) add(items ...workspace.Completion) { p.out.Items = append(p.out.Items, items...) }

func (p *proposer) propose(rules []*check.Rule, offset int) {
	if m := describe.PragmaLine.FindStringSubmatch(p.Line); m != nil {
		p.pragma(m[1], rules)
		return
	}
	if p.Directive && !p.replacing() {
		if len(p.Tokens) > 1 && conditions[p.spelled(1)] {
			p.out.Words, p.out.Incomplete = true, len(p.typed(offset)) < fewest
			p.macros(map[string]bool{}, p.typed(offset))
		}
		return
	}
	switch p.Before(0) {
	case token.Dot:
		p.member()
		if len(p.out.Items) == 0 {
			p.members(offset)
		}
		return
	case token.Arrow:
		p.members(offset)
		return
	case token.ColonCol:
		p.qualified(offset)
		return
	case token.Number, token.String:
		return
	case token.Less, token.Shl, token.LaunchOpen:
		if p.Word.Start == p.Word.End {
			p.launch()
			return
		}
	}
	if l, ok := p.Around(); ok && p.Tokens[l.Open].Kind == token.LParen {
		if n, takes := symbolFunctions[p.Cursor.Interner.Text(p.Tokens[l.Open-1].Sym)]; takes && n == l.Commas {
			p.symbols()
			return
		}
	}
	p.words(offset)
}

// conditions are the directives in which macros are asked for.
var conditions = map[string]bool{"if": true, "elif": true, "ifdef": true, "ifndef": true, "elifdef": true, "elifndef": true, "undef": true}

// replacing reports whether the cursor is in what a macro is replaced by.
func (p *proposer) replacing() bool {
	if len(p.Tokens) < 3 || p.spelled(1) != "define" {
		return false
	}
	if len(p.Tokens) == 3 || p.Tokens[3].Kind != token.LParen || p.Tokens[3].Flags&token.SpaceBefore != 0 {
		return true
	}
	return slices.ContainsFunc(p.Tokens, func(t token.Token) bool { return t.Kind == token.RParen })
}

// ---- Pragmas

// pragma proposes what follows #pragma; written is what of it stands there already.
func (p *proposer) pragma(written string, rules []*check.Rule) {
	word, rest, more := strings.Cut(written, " ")
	switch {
	case !more:
		for _, d := range describe.DiagPragmas {
			p.add(workspace.Completion{Label: d.Name, Text: d.Name, Plain: d.Name, Kind: workspace.CompleteKeyword, Doc: d.Doc})
		}
	case word == "nv_diagnostic":
		if strings.TrimSpace(rest) == "" {
			for _, w := range []string{"push", "pop"} {
				p.add(workspace.Completion{Label: w, Text: w, Plain: w, Kind: workspace.CompleteKeyword})
			}
		}
	case strings.HasPrefix(word, "nv_diag_"):
		for _, r := range rules {
			if r.Number == 0 || r.Severity == check.Error {
				continue // which no pragma reaches
			}
			number := strconv.Itoa(r.Number)
			p.add(
				workspace.Completion{Label: r.Tag, Text: r.Tag, Plain: r.Tag, Detail: number + " · " + r.Title, Beside: number, Kind: workspace.CompleteKeyword},
				workspace.Completion{Label: number, Text: number, Plain: number, Detail: r.Tag + " · " + r.Title, Beside: r.Tag, Kind: workspace.CompleteNumber},
			)
		}
	}
}

// ---- Launches

// launch proposes the rest of a launch behind a kernel's name and a part of <<<.
func (p *proposer) launch() {
	name := p.Callee(len(p.Tokens) - 1)
	if name < 0 {
		return
	}
	start := p.Tokens[len(p.Tokens)-1].Loc.Offset()
	if p.End(len(p.Tokens)-1) != p.Word.Start {
		return
	}
	for _, k := range kernelsNamed(p.View, p.Tokens[name].Sym) {
		snippet, plain := p.launchText(k, false)
		p.out.Span = source.Span{Start: start, End: p.Word.Start}
		p.add(workspace.Completion{
			Label: plain, Text: snippet, Plain: plain, Snippet: true, Kind: workspace.CompleteSnippet,
			Filter: strings.Repeat("<", p.Word.Start-start) + "<<<", Doc: p.kernelDoc(k),
		})
	}
}

// launchText is what follows the name of a kernel in a launch, with and without tab stops. named: the name was proposed too, so that
// template arguments which nothing tells follow it.
func (p *proposer) launchText(k *sema.Func, named bool) (snippet, plain string) {
	stops := 0
	put := func(before, name string) {
		stops++
		snippet += fmt.Sprintf("%s${%d:%s}", before, stops, name)
		plain += before + name
	}
	end := func(text string) { snippet, plain = snippet+text, plain+text }
	if args := p.untold(k); named && len(args) > 0 {
		for i, name := range args {
			put([]string{"<", ", "}[min(i, 1)], name)
		}
		end(">")
	}
	switch fixed := describe.FixedSize(p.View, k); {
	case fixed == nil:
		put("<<<", "grid")
		put(", ", "block")
	case fixed.Clusters:
		put("<<<", "clusters")
	default:
		put("<<<", "grid")
	}
	end(">>>(")
	for i, param := range p.Unit.Params(k) {
		name := describe.ParamName(p.Unit, param)
		if name == "" {
			name = "arg" + strconv.Itoa(i+1)
		}
		put([]string{"", ", "}[min(i, 1)], name)
	}
	end(")")
	return snippet, plain
}

// untold are a kernel template's parameters up to the last one that neither the kernel's parameters nor a default tell.
func (p *proposer) untold(k *sema.Func) []string {
	if k.Template == nil || k.Specialization {
		return nil
	}
	told := map[string]bool{}
	for _, text := range describe.ParamTexts(p.View, k) {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r >= 0x80 || !source.WordByte(byte(r)) }) {
			told[word] = true
		}
	}
	var names []string
	last := 0
	for i, x := range p.Unit.TemplateParams(k.Template) {
		name := p.Unit.Text(x.Sym())
		if names = append(names, name); !told[name] && !x.Pack && x.Decl.Default == nil {
			last = i + 1
		}
	}
	return names[:last]
}

func (p *proposer) kernelDoc(k *sema.Func) string {
	return fmt.Sprintf("```cuda-cpp\n__global__ void %s(%s)\n```", spell.Name(p.Unit, k), strings.Join(describe.ParamTexts(p.View, k), ", "))
}

// ---- Built-in variables and symbols

// member proposes the members of the built-in variables.
func (p *proposer) member() {
	builtin := describe.BuiltinVariables[p.Text(1)]
	if builtin == "" || p.Text(1) == "warpSize" || p.Before(2) == token.Dot || p.Before(2) == token.Arrow {
		return
	}
	for _, m := range []string{"x", "y", "z"} {
		p.add(workspace.Completion{
			Label: m, Text: m, Plain: m, Detail: "unsigned int", Kind: workspace.CompleteField, Doc: upper(builtin) + ", in " + m + ".", Elsewhere: true,
		})
	}
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// symbolFunctions take a variable of device memory as what the runtime calls a symbol: as which argument.
var symbolFunctions = map[string]int{
	"cudaMemcpyToSymbol": 0, "cudaMemcpyToSymbolAsync": 0, "cudaMemcpyFromSymbol": 1, "cudaMemcpyFromSymbolAsync": 1,
	"cudaGetSymbolAddress": 1, "cudaGetSymbolSize": 1,
}

// symbols proposes the variables of device memory.
func (p *proposer) symbols() {
	for _, x := range p.Declared.Vars {
		mem, known := spaces.MemoryOf(p.Unit, x)
		if !known || mem&(cudaspace.DeviceMemory|cudaspace.Constant|cudaspace.Managed) == 0 {
			continue
		}
		c := workspace.Completion{
			Label: x.EntityName(), Detail: variableTitle(p.View, x), Kind: workspace.CompleteVariable, Text: x.EntityName(), Plain: x.EntityName(),
		}
		if size, _, ok := p.Unit.VarSize(x); ok {
			c.Doc = fmt.Sprintf("Takes %s.", describe.BytesOf(size))
		}
		p.add(c)
	}
}

// ---- Words

// place is where in a declaration a cursor is.
type place uint8

const (
	outside place = iota // of all functions
	inHead               // between a function's name and its body
	inBody
)

// functionAt is the function whose definition the offset is in.
func (p *proposer) functionAt(offset int) (*sema.Func, place) {
	var found *sema.Func
	at, least := outside, 0
	for _, f := range slices.Concat(p.Declared.Funcs, p.Declared.Headless) {
		for _, d := range f.Decls {
			if d.Body == nil {
				continue
			}
			full, _ := check.PlaceOf(d.Full)
			if full.File == nil || full.File.Path != p.File.Path || offset <= full.Span.Start || offset >= full.Span.End || found != nil && locate.Length(full) > least {
				continue
			}
			name, _ := check.PlaceOf(d.Site)
			found, least, at = f, locate.Length(full), inBody
			switch body, _ := check.PlaceOf(sema.Site{Chunk: d.Site.Chunk, Span: d.Body.Span}); {
			case name.File == full.File && offset < name.Span.End:
				at = outside
			case body.File == full.File && offset <= body.Span.Start:
				at = inHead
			}
		}
	}
	return found, at
}

// offer proposes words that other servers may propose, too.
func (p *proposer) offer(words []describe.Word) {
	for _, w := range words {
		c := workspace.Completion{Label: w.Label, Text: w.Text, Plain: w.Label, Doc: w.Doc, Kind: workspace.CompleteKeyword, Elsewhere: true}
		if c.Text == "" {
			c.Text = w.Label
		} else {
			c.Kind, c.Snippet = workspace.CompleteSnippet, strings.Contains(w.Text, "$")
		}
		p.add(c)
	}
}

// words proposes what a word could become.
func (p *proposer) words(offset int) {
	p.out.Words = true
	typed := p.typed(offset)
	if typed != "" && typed[0] >= '0' && typed[0] <= '9' {
		return
	}
	f, at := p.functionAt(offset)
	a := p.around()
	switch {
	case p.Directive:
	case at == inBody || a.in() == ofBody:
		if at != inBody {
			f = nil
		}
		p.body(f, a)
	case a.in() == ofEnum || a.angles || slices.Contains(a.brackets, token.LBracket):
	case at == inHead || slices.Contains(a.brackets, token.LParen):
		p.offer(describe.ParamWords)
		if f == nil || p.IsKernel(f) {
			p.offer(describe.GridWords)
		}
	default:
		p.offer(describe.FunctionWords)
		if a.in() == ofNamespace {
			p.offer(describe.VariableWords)
		}
	}
	if at == outside {
		f = nil
	}
	p.scope(f, a, typed)
	if typed != "" {
		p.keywords(a)
	}
}

// body proposes what a function's body may say, by the sides that it runs on; both where the function is not known.
func (p *proposer) body(f *sema.Func, a *around) {
	device, host := true, true
	if f != nil {
		sp := p.Spaces.Of(f).Space
		device, host = sp.OnDevice(), sp.Effective().OnHost()
	}
	if device {
		p.offer(describe.BodyWords)
		for _, name := range slices.Sorted(maps.Keys(describe.BuiltinVariables)) {
			typ := "dim3"
			switch name {
			case "threadIdx", "blockIdx":
				typ = "uint3"
			case "warpSize":
				typ = "int"
			}
			doc := upper(describe.BuiltinVariables[name]) + "."
			p.add(workspace.Completion{Label: name, Text: name, Plain: name, Detail: typ, Beside: typ, Doc: doc, Kind: workspace.CompleteVariable, Elsewhere: true})
		}
	}
	if !host || !p.begins(a) {
		return
	}
	for _, k := range p.Declared.Funcs {
		if !p.IsKernel(k) || k.Implicit || k.Specialization {
			continue
		}
		snippet, plain := p.launchText(k, true)
		name := spell.Name(p.Unit, k)
		p.add(workspace.Completion{
			Label: name + plain, Text: name + snippet, Plain: name + plain, Snippet: true, Filter: name, Kind: workspace.CompleteSnippet,
			Doc: p.kernelDoc(k),
		})
	}
}

// begins reports whether a statement can begin at the cursor, where a launch can stand that is not there yet.
func (p *proposer) begins(a *around) bool {
	if rest := bytes.TrimLeft(p.File.Text[p.Word.End:], " \t"); bytes.HasPrefix(rest, []byte("<")) || bytes.HasPrefix(rest, []byte("(")) {
		return false
	}
	if len(a.head) == 0 {
		return true
	}
	switch last := len(p.Tokens) - 1; p.Before(0) {
	case token.Colon, token.ColonCol:
		return true
	case token.RParen:
		open := p.opens(last)
		return open > 0 && heads[p.spelled(open-1)]
	case token.Ident:
		return p.Text(0) == "else" || p.Text(0) == "do"
	}
	return false
}

// heads are the words that a statement can follow behind parentheses.
var heads = map[string]bool{"if": true, "for": true, "while": true, "switch": true, "constexpr": true}
