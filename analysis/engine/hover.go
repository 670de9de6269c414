package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// Hover describes the function, call, lambda or variable at an offset: its space and why.
func (r *result) Hover(_ context.Context, offset int) *workspace.Hover {
	var h *workspace.Hover
	r.ask(func() {
		s := r.at(offset)
		if s == nil || s.inside {
			h = r.hoverWord(offset)
			return
		}
		var b strings.Builder
		switch {
		case s.name != nil:
			s.view.hoverFunctionName(&b, s.name)
		case s.fn != nil:
			s.view.hoverFunc(&b, s)
		case s.v != nil:
			s.view.hoverVar(&b, s.v)
		}
		h = &workspace.Hover{Place: s.place, Markdown: b.String()}
	})
	return h
}

func (v *view) hoverFunc(b *strings.Builder, s *subject) {
	f := s.fn
	fmt.Fprintf(b, "```cuda-cpp\n%s\n```\n", v.signature(f))
	fmt.Fprintf(b, "Runs as **`%s`**", v.space(f))
	if spaces.CallerDefined(f) {
		b.WriteString(" (inferred)")
	} else if v.spaces.Of(f).Origin != spaces.Declared {
		b.WriteString(" (inferred)")
	}
	if f.Constexpr {
		b.WriteString(", `constexpr`")
	}
	b.WriteString("\n")
	if v.spaces.DeducedOnDevice(f) {
		b.WriteString("The host compiler gets to see it with the result `void`: it can be named in device code alone.\n")
	}
	v.hoverKernel(b, f, s.launched)
	list(b, "", v.reasons(f))
	kernel := v.spaces.Of(f).Space&cudaspace.Global != 0 && f.Args == nil // always compiled, as everybody knows
	if !kernel && v.emission != nil && v.emission.Contains(f) && v.spaces.Of(f).Space.OnDevice() {
		list(b, "\nCompiled for the device because", chainOf(v, f))
	}
}

// signature is a function's declaration in one line, its space in front.
func (v *view) signature(f *sema.Func) string {
	u := v.unit
	result := ""
	if f.Kind != sema.Constructor && f.Kind != sema.Destructor && f.Kind != sema.Conversion {
		result = u.TypeString(u.ResultType(f), f) + " "
	}
	return fmt.Sprintf("%s %s%s", v.space(f), result, u.Describe(f))
}

func (v *view) hoverVar(b *strings.Builder, x *sema.Var) {
	u := v.unit
	mem, known := spaces.MemoryOf(u, x)
	word := mem.String() + " "
	if mem == 0 {
		word = ""
	}
	shown := workspace.LayoutPart{Name: u.VarName(x), Type: u.TypeString(u.VarType(x), nil)}
	fmt.Fprintf(b, "```cuda-cpp\n%s%s\n```\n", word, shown.Declaration())
	switch {
	case !known:
		b.WriteString("A word among the specifiers is not known, so where it lives is not known.\n")
	case v.spaces.ImplicitDevice(x):
		b.WriteString("Lives in **`__device__`** memory in device code, implicitly: it is static and has no memory space.\n")
	case mem == 0:
		b.WriteString("Lives in **host** memory.\n")
		v.hoverConstant(b, x)
	default:
		fmt.Fprintf(b, "Lives in **`%s`** memory.\n", mem)
	}
	if mem&cudaspace.Constant != 0 {
		v.hoverBank(b, x)
	} else if size, _, ok := u.Size(u.VarType(x)); ok && !u.VarType(x).IsRef() {
		fmt.Fprintf(b, "Takes %s, on both sides.\n", bytesOf(size))
	}
	v.hoverStorage(b, x, mem)
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

// markdown escapes what would be markup: __host__ is a word, not emphasis.
var markdown = strings.NewReplacer("_", `\_`, "*", `\*`, "<", `\<`, "`", "\\`", "[", `\[`)

func list(b *strings.Builder, title string, rel []check.Related) {
	if len(rel) == 0 {
		return
	}
	if title != "" {
		b.WriteString(title + "\n")
	}
	for _, r := range rel {
		b.WriteString("- " + markdown.Replace(r.Message))
		if !r.Place.IsZero() {
			fmt.Fprintf(b, " (%s:%d)", filepath.Base(r.Place.File.Path), r.Place.File.LineOf(r.Place.Span.Start)+1)
		}
		b.WriteString("\n")
	}
}

// Why tells why the function, call or lambda at an offset has its space and who brings it to the device.
func (r *result) Why(_ context.Context, offset int) *workspace.Why {
	var w *workspace.Why
	r.ask(func() {
		s := r.at(offset)
		if s == nil || s.fn == nil {
			return
		}
		w = &workspace.Why{
			Subject: s.view.unit.Describe(s.fn), Space: s.view.space(s.fn), Place: s.place, Reasons: s.view.reasons(s.fn),
		}
		if d := r.deviceView(); d != nil && s.view == d {
			w.Reach = chainOf(d, s.fn)
		}
	})
	return w
}

// chainOf tells who brings a function to the device.
func chainOf(v *view, f *sema.Func) []check.Related {
	var out []check.Related
	for _, e := range v.emission.Chain(f) {
		p, _ := check.PlaceOf(e.Site)
		switch {
		case e.From == nil:
			out = append(out, check.Related{Place: p, Message: "it can be called from elsewhere, so it is always compiled"})
		case e.How != "":
			out = append(out, check.Related{Place: p, Message: fmt.Sprintf("%s in %s", e.How, v.unit.Describe(e.From))})
		default:
			out = append(out, check.Related{Place: p, Message: "called from " + v.unit.Describe(e.From)})
		}
	}
	return out
}
