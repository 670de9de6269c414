package engine

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Complete implements workspace.Queries. It proposes what CUDA adds to C++, and no name that C++ has.
func (r *result) Complete(_ context.Context, offset int) *workspace.Completions {
	var out *workspace.Completions
	r.ask(func() {
		v := r.views[len(r.views)-1]
		c := cursorAt(r.in.File, v.in, offset)
		p := &proposer{view: v, cursor: c, out: &workspace.Completions{Span: c.word}}
		if !c.prose {
			p.propose(r.rules, offset)
		}
		if len(p.out.Items) > 0 {
			out = p.out
		}
	})
	return out
}

// proposer collects what could be written at a cursor.
type proposer struct {
	*view
	*cursor
	out *workspace.Completions
}

func (p *proposer) add(items ...workspace.Completion) { p.out.Items = append(p.out.Items, items...) }

var pragmaLine = regexp.MustCompile(`^\s*#\s*pragma\s+(.*)$`)

func (p *proposer) propose(rules []*check.Rule, offset int) {
	if m := pragmaLine.FindStringSubmatch(p.line); m != nil {
		p.pragma(m[1], rules)
		return
	}
	if strings.HasPrefix(strings.TrimSpace(p.line), "#") {
		return
	}
	switch p.before(0) {
	case token.Dot:
		p.member()
		return
	case token.Arrow, token.ColonCol, token.Number, token.String:
		return
	case token.Less, token.Shl, token.LaunchOpen:
		if p.word.Start == p.word.End {
			p.launch()
			return
		}
	}
	if l, ok := p.around(); ok && p.toks[l.open].Kind == token.LParen {
		if n, takes := symbolFunctions[p.cursor.in.Text(p.toks[l.open-1].Sym)]; takes && n == l.commas {
			p.symbols()
			return
		}
	}
	p.words(offset)
}

// ---- Pragmas

var diagPragmas = []struct{ name, doc string }{
	{"nv_diag_suppress", "Silences warnings from here on, by number or tag. Errors stay."},
	{"nv_diag_warning", "Makes warnings of remarks and of what was silenced."},
	{"nv_diag_error", "Makes errors of warnings."},
	{"nv_diag_remark", "Makes remarks of warnings, which nobody is shown."},
	{"nv_diag_once", "Says a warning once for each file."},
	{"nv_diag_default", "Takes back what pragmas said of a warning."},
	{"nv_diagnostic push", "Keeps what pragmas have said of warnings, until `pop`."},
	{"nv_diagnostic pop", "Brings back what held at the last `push`."},
	{"nv_exec_check_disable", "The next function is not asked whether it calls what its side cannot call."},
	{"unroll", "Unrolls the next loop: wholly, or as often as the number says."},
}

// pragma proposes what follows #pragma; written is what of it stands there already.
func (p *proposer) pragma(written string, rules []*check.Rule) {
	word, rest, more := strings.Cut(written, " ")
	switch {
	case !more:
		for _, d := range diagPragmas {
			p.add(workspace.Completion{Label: d.name, Text: d.name, Plain: d.name, Kind: workspace.CompleteKeyword, Doc: d.doc})
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
				workspace.Completion{Label: r.Tag, Text: r.Tag, Plain: r.Tag, Detail: number + " · " + r.Title, Kind: workspace.CompleteKeyword},
				workspace.Completion{Label: number, Text: number, Plain: number, Detail: r.Tag + " · " + r.Title, Kind: workspace.CompleteNumber},
			)
		}
	}
}

// ---- Launches

// launch proposes the rest of a launch behind a kernel's name and a part of <<<.
func (p *proposer) launch() {
	name := p.callee(len(p.toks) - 1)
	if name < 0 {
		return
	}
	start := p.toks[len(p.toks)-1].Loc.Offset()
	if p.end(len(p.toks)-1) != p.word.Start {
		return
	}
	for _, k := range p.kernelsNamed(p.toks[name].Sym) {
		snippet, plain := p.launchText(k)
		p.out.Span = source.Span{Start: start, End: p.word.Start}
		p.add(workspace.Completion{
			Label: plain, Text: snippet, Plain: plain, Snippet: true, Kind: workspace.CompleteSnippet,
			Filter: strings.Repeat("<", p.word.Start-start) + "<<<", Detail: "launch", Doc: p.kernelDoc(k),
		})
	}
}

// launchText is what follows the name of a kernel in a launch, with and without tab stops.
func (p *proposer) launchText(k *sema.Func) (snippet, plain string) {
	snippet, plain = "<<<${1:grid}, ${2:block}>>>(", "<<<grid, block>>>("
	if fixed := p.fixedSize(k); fixed != nil {
		counted := "grid"
		if fixed.clusters {
			counted = "clusters"
		}
		snippet, plain = "<<<${1:"+counted+"}>>>(", "<<<"+counted+">>>("
	}
	for i, param := range p.unit.Params(k) {
		name := paramName(p.unit, param)
		if name == "" {
			name = "arg" + strconv.Itoa(i+1)
		}
		if i > 0 {
			snippet, plain = snippet+", ", plain+", "
		}
		snippet += fmt.Sprintf("${%d:%s}", i+3, name)
		plain += name
	}
	return snippet + ")", plain + ")"
}

func (p *proposer) kernelDoc(k *sema.Func) string {
	return fmt.Sprintf("```cuda-cpp\n__global__ void %s(%s)\n```", p.unit.Name(k), strings.Join(p.paramTexts(k), ", "))
}

// ---- Built-in variables and symbols

// member proposes the members of the built-in variables.
func (p *proposer) member() {
	builtin := builtinVariables[p.text(1)]
	if builtin == "" || p.text(1) == "warpSize" || p.before(2) == token.Dot || p.before(2) == token.Arrow {
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
	for _, x := range p.declared.Vars {
		mem, known := spaces.MemoryOf(p.unit, x)
		if !known || mem&(cudaspace.DeviceMemory|cudaspace.Constant|cudaspace.Managed) == 0 {
			continue
		}
		c := workspace.Completion{
			Label: x.EntityName(), Detail: p.variableTitle(x), Kind: workspace.CompleteVariable, Text: x.EntityName(), Plain: x.EntityName(),
		}
		if size, _, ok := p.unit.VarSize(x); ok {
			c.Doc = fmt.Sprintf("Takes %s.", bytesOf(size))
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
	for _, f := range p.declared.Funcs {
		for _, d := range f.Decls {
			if d.Body == nil {
				continue
			}
			full, _ := check.PlaceOf(d.Full)
			if full.File == nil || full.File.Path != p.file.Path || offset <= full.Span.Start || offset >= full.Span.End || found != nil && length(full) > least {
				continue
			}
			name, _ := check.PlaceOf(d.Site)
			found, least, at = f, length(full), inBody
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

type word struct{ label, text, doc string }

var (
	functionWords = []word{
		{"__global__", "", "A kernel: runs on the device and is launched by the host."},
		{"__device__", "", "Of a function: runs on the device. Of a variable: lives in the device's global memory."},
		{"__host__", "", "Runs on the host, as does what has no execution space."},
		{"__host__ __device__", "", "Compiled for both sides."},
		{"__launch_bounds__", "__launch_bounds__(${1:maxThreads})", "The most threads that a block of the kernel is launched with, which bounds the registers of each."},
		{"__cluster_dims__", "__cluster_dims__(${1:x}, ${2:y}, ${3:z})", "How many blocks a cluster of the kernel has (from sm_90)."},
		{"__maxnreg__", "__maxnreg__(${1:registers})", "The most registers that a thread of the kernel gets."},
		{"__forceinline__", "", "Inlined wherever it is called."},
		{"__noinline__", "", "Not inlined, if that can be."},
	}
	variableWords = []word{
		{"__constant__", "", "Lives in constant memory: device code reads it, the host writes it."},
		{"__managed__", "", "Lives in memory that both sides reach."},
	}
	bodyWords = []word{
		{"__shared__", "", "Lives in the shared memory of the block."},
		{"extern __shared__", "extern __shared__ ${1:float} ${2:shared}[];", "The dynamic shared memory of the block, as many bytes as the launch says."},
		{"__syncthreads()", "__syncthreads();", "Waits for all threads of the block, and makes what they wrote seen."},
		{"__syncwarp()", "__syncwarp();", "Waits for the threads of the warp."},
	}
	paramWords = []word{{"__restrict__", "", "No other pointer leads to what this one does."}}
	gridWords  = []word{{"__grid_constant__", "", "The parameter of a kernel is read where it lies, without a copy for each thread; it is to be const."}}
)

// offer proposes words that other servers may propose, too.
func (p *proposer) offer(words []word) {
	for _, w := range words {
		c := workspace.Completion{Label: w.label, Text: w.text, Plain: w.label, Doc: w.doc, Kind: workspace.CompleteKeyword, Elsewhere: true}
		if c.Text == "" {
			c.Text = w.label
		} else {
			c.Kind, c.Snippet = workspace.CompleteSnippet, strings.Contains(w.text, "$")
		}
		p.add(c)
	}
}

// words proposes what a word could become.
func (p *proposer) words(offset int) {
	p.out.Words = true
	f, at := p.functionAt(offset)
	inParams := false
	if l, ok := p.around(); ok && at != inBody && p.toks[l.open].Kind == token.LParen {
		inParams = true
	}
	switch {
	case at == inBody:
		p.body(f)
	case at == inHead || inParams:
		p.offer(paramWords)
		if f == nil || p.isKernel(f) {
			p.offer(gridWords)
		}
	default:
		p.offer(functionWords)
		p.offer(variableWords)
	}
}

// body proposes what a function's body may say, by the sides that it runs on.
func (p *proposer) body(f *sema.Func) {
	sp := p.spaces.Of(f).Space
	if sp.OnDevice() {
		p.offer(bodyWords)
		for name, doc := range builtinVariables {
			typ := "dim3"
			switch name {
			case "threadIdx", "blockIdx":
				typ = "uint3"
			case "warpSize":
				typ = "int"
			}
			p.add(workspace.Completion{Label: name, Text: name, Plain: name, Detail: typ, Doc: upper(doc) + ".", Kind: workspace.CompleteVariable, Elsewhere: true})
		}
	}
	if !sp.Effective().OnHost() {
		return
	}
	for _, k := range p.declared.Funcs {
		if !p.isKernel(k) || k.Implicit || k.Specialization {
			continue
		}
		snippet, plain := p.launchText(k)
		name := p.unit.Name(k)
		p.add(workspace.Completion{
			Label: name + plain, Text: name + snippet, Plain: name + plain, Snippet: true, Filter: name, Detail: "launch", Kind: workspace.CompleteSnippet,
			Doc: p.kernelDoc(k),
		})
	}
	slices.SortStableFunc(p.out.Items, func(a, b workspace.Completion) int { return strings.Compare(a.Label, b.Label) })
}
