package engine

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
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

// Hover describes the function, call, lambda, macro or variable at an offset: its space and why.
func (r *result) Hover(_ context.Context, offset int) *workspace.Hover {
	var h *workspace.Hover
	r.ask(func() {
		s := r.at(offset, pointedAt(offset))
		if s == nil || s.inside {
			h = r.hoverWord(offset)
			return
		}
		var b strings.Builder
		m := s.macro()
		switch {
		case m != nil && offset > m.name.Span.End:
			return // in an argument that means nothing of its own
		case m != nil:
			s.place = m.name
			s.view.hoverMacro(&b, m)
		case s.name != nil:
			s.view.hoverFunctionName(&b, s.name)
		case s.v != nil:
			s.view.hoverVar(&b, s)
		case s.fn != nil:
			s.view.hoverFunc(&b, s)
		}
		if b.Len() > 0 {
			h = &workspace.Hover{Place: s.place, Markdown: b.String()}
		}
	})
	return h
}

func (v *view) hoverFunc(b *strings.Builder, s *subject) {
	f := s.fn
	fmt.Fprintf(b, "```cuda-cpp\n%s\n```\n", v.signature(f))
	if s.call != nil && !s.named() {
		if does := implicitly[s.call.Kind]; does != "" {
			fmt.Fprintf(b, "Called implicitly here: it %s.\n\n", does)
		}
	}
	if s.instance != nil {
		fmt.Fprintf(b, "Here in the instance `%s`.\n\n", v.unit.Describe(s.instance))
	}
	if v.nowhere(f) {
		b.WriteString("Can be called on neither side")
	} else {
		fmt.Fprintf(b, "Runs as **`%s`**", v.space(f))
	}
	if v.spaces.CallerDefined(f) || v.spaces.Of(f).Origin != spaces.Declared {
		b.WriteString(" (inferred)")
	}
	b.WriteString("\n")
	if host := enclosing(f); v.spaces.DeducedOnDevice(f) && (host == nil || v.spaces.Of(host).Space&cudaspace.Host != 0) {
		b.WriteString("The host compiler gets to see it with the result `void`: it can be named in device code alone.\n")
	}
	list(b, "", v.reasons(f))
	v.hoverKernel(b, f, s.launched)
	kernel := v.spaces.Of(f).Space&cudaspace.Global != 0 && f.Args == nil // always compiled, as everybody knows
	if kernel || v.emission == nil || !v.emission.Contains(f) || !v.spaces.Of(f).Space.OnDevice() || v.unit.Definition(f) == nil && !f.Implicit && f.Closure == nil {
		return
	}
	chain := chainOf(v, f)
	if n := v.usedByHost(f); n > 0 {
		list(b, "\nCompiled for both sides, as all that host code uses of `__host__ __device__`:", chain[len(chain)-n:])
	} else {
		list(b, "\nCompiled for the device because", chain)
	}
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

// signature is a function's declaration in one line, its space in front.
func (v *view) signature(f *sema.Func) string {
	u := v.unit
	var words []string
	if !v.nowhere(f) {
		words = append(words, v.space(f))
	}
	result := u.TypeString(u.ResultType(f), f)
	if u.ResultType(f).IsDependent() && u.HasDeducedResult(f) {
		result = "auto"
	}
	if f.Closure != nil {
		lambda := captures(f.Closure)
		if w := strings.Join(words, " "); w != "" {
			lambda += " " + w + " "
		}
		params, isConst := strings.CutSuffix(u.ParamList(f), " const")
		if !isConst {
			params += " mutable"
		}
		return lambda + params + " -> " + result
	}
	words = append(words, specifiers(f)...)
	if f.Kind != sema.Constructor && f.Kind != sema.Destructor && f.Kind != sema.Conversion {
		words = append(words, result)
	}
	return strings.Join(append(words, u.Describe(f)), " ")
}

// specifiers are the words that a function's declarations have besides its space.
func specifiers(f *sema.Func) []string {
	var flags ast.SpecFlags
	add := func(f *sema.Func) {
		for _, d := range f.Decls {
			flags |= d.Spec.Flags
		}
	}
	add(f)
	if f.Pattern != nil {
		add(f.Pattern)
	}
	if f.Template != nil && f.Template.Func != nil && !f.Specialization {
		add(f.Template.Func)
	}
	var words []string
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

func (v *view) hoverVar(b *strings.Builder, s *subject) {
	u, x := v.unit, s.v
	mem, known := spaces.MemoryOf(u, x)
	t := u.VarType(x)
	builtin := builtinVariables[x.EntityName()]
	if builtin != "" && x.Kind == sema.NamespaceVar && spaces.CompilerVariable(u, x) {
		shown := workspace.LayoutPart{Name: x.EntityName(), Type: u.TypeString(t, nil)}
		fmt.Fprintf(b, "```cuda-cpp\n%s\n```\nA built-in variable of device code: %s. It lies in no memory, and has no address.\n", shown.Declaration(), builtin)
		return
	}
	fmt.Fprintf(b, "```cuda-cpp\n%s\n```\n", v.declaration(x, mem))
	local := x.Kind == sema.LocalVar && mem == 0
	switch {
	case !known:
		b.WriteString("A word among the specifiers is not known, so where it lives is not known.\n")
	case v.spaces.ImplicitDevice(x):
		b.WriteString("Lives in **`__device__`** memory in device code, implicitly: it is static and has no memory space.\n")
	case local:
		b.WriteString("A local variable.\n")
	case mem == 0:
		b.WriteString("Lives in **host** memory.\n")
		v.hoverConstant(b, x)
	default:
		fmt.Fprintf(b, "Lives in **`%s`** memory.\n", mem)
	}
	if mem&cudaspace.Constant != 0 {
		v.hoverBank(b, x)
	} else if size, _, ok := u.Size(t); ok && !t.IsRef() {
		fmt.Fprintf(b, "Takes %s.\n", bytesOf(size))
	}
	v.hoverStorage(b, x, mem)
	for _, c := range s.life {
		fmt.Fprintf(b, "\n%s by `%s`, which is %s.\n", done[c.Kind], u.Describe(c.Callee), v.code(c.Callee))
	}
}

// done is what a variable's declaration has calls do with it.
var done = map[sema.CallKind]string{
	sema.CallLocalCtor: "Made", sema.CallArrayCtor: "Each element is made", sema.CallConversion: "Its value is converted",
	sema.CallLocalDtor: "Destroyed", sema.CallArrayDtor: "Each element is destroyed", sema.CallStaticDtor: "Destroyed",
}

// builtinVariables are what the variables hold that the compiler provides in device code.
var builtinVariables = map[string]string{
	"threadIdx": "the index of the thread in its block", "blockIdx": "the index of the block in the grid",
	"blockDim": "how many threads the block has in each dimension", "gridDim": "how many blocks the grid has in each dimension",
	"warpSize": "how many threads a warp has",
}

// declaration is a variable's declaration in one line, its memory in front.
func (v *view) declaration(x *sema.Var, mem cudaspace.Memory) string {
	var words []string
	if mem != 0 {
		words = append(words, mem.String())
	}
	t := v.unit.VarType(x)
	for _, w := range []struct {
		on   bool
		word string
	}{
		{x.Static, "static"},
		{x.Extern, "extern"},
		{x.ThreadLocal, "thread_local"},
		{x.Inline, "inline"},
		{x.Constexpr, "constexpr"},
		{x.Constinit, "constinit"},
	} {
		if w.on {
			words = append(words, w.word)
		}
	}
	if x.Constexpr && t.Kind != types.Array {
		t = t.Unqual() // which constexpr implies
	}
	shown := workspace.LayoutPart{Name: v.unit.VarName(x), Type: v.unit.TypeString(t, nil)}
	return strings.Join(append(words, shown.Declaration()), " ")
}

// hoverConstant tells the value of a constant in host memory that device code may use.
func (v *view) hoverConstant(b *strings.Builder, x *sema.Var) {
	u := v.unit
	t := u.VarType(x)
	if x.Kind != sema.NamespaceVar && x.Kind != sema.StaticMember || !t.IsConst() && !x.Constexpr || t.IsVolatile() {
		return
	}
	text := valueText(t, u.InitValue(x))
	if text == "" {
		return
	}
	fmt.Fprintf(b, "Its value is `%s`.", text)
	if t.Kind != types.Basic || t.Basic != ast.LongDouble {
		b.WriteString(" Device code may use the value, but neither bind a reference to it nor take its address.")
	}
	b.WriteString("\n")
}

// valueText is a number as it is written; "" for other values and types.
func valueText(t *types.Type, val types.Value) string {
	switch {
	case val.Kind == types.IntValue && t.IsBool():
		return strconv.FormatBool(val.Int != 0)
	case val.Kind == types.IntValue && t.IsIntegral() && !t.IsSigned():
		return strconv.FormatUint(uint64(val.Int), 10)
	case val.Kind == types.IntValue && (t.IsIntegral() || t.Kind == types.Enum):
		return strconv.FormatInt(val.Int, 10)
	case val.Kind == types.FloatValue && t.IsFloating():
		bits := 64
		if t.Basic == ast.Float {
			bits = 32
		}
		return strconv.FormatFloat(val.Float, 'g', -1, bits)
	}
	return ""
}

// spelled are words that Markdown would take for markup.
var spelled = regexp.MustCompile("[^ ,;`]*[_*<\\[\\]][^ ,;`]*")

// inSpans is a text whose words are code where Markdown would take them for markup: __host__ is a word, not emphasis.
func inSpans(text string) string { return spelled.ReplaceAllString(text, "`$0`") }

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
	return fmt.Sprintf(" (`%s:%d`)", filepath.Base(p.File.Path), p.File.LineOf(p.Span.Start)+1)
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
