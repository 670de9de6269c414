package describe

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/cufilt"
	"cudals/analysis/locate"
	"cudals/analysis/mangle"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// Layout tells where kernel parameters and __constant__ variables lie.
func Layout(doc *locate.Document, arch int) *workspace.Layout {
	for _, v := range doc.Views {
		if v.Pass == toolchain.DevicePass && (arch == 0 || v.Arch == arch) {
			return layouts.Of(v)
		}
	}
	return nil
}

var layouts = locate.NewMemo(layOut)

func layOut(v *locate.View) *workspace.Layout {
	u := v.Unit
	in := memoryInput(v)
	l := &workspace.Layout{
		File: v.Preprocessed.Main.Path, Arch: target(v).Arch, Constants: []workspace.ConstantLayout{}, Kernels: []workspace.KernelLayout{},
	}
	names, bank := mangle.Of(u), constants(v)
	l.ConstantBytes, l.ConstantsUnknown, l.Relocatable = bank.Total, bank.Unknown, bank.Relocatable
	for _, c := range bank.Vars {
		v.Step()
		place, _ := check.PlaceOf(c.Var.Site())
		part := object(v, bankName(v, c.Var), u.VarType(c.Var), nil, c.Offset, c.Size, c.Align)
		out := workspace.ConstantLayout{LayoutPart: part, Symbol: symbol(names.Var(c.Var)), Place: place, Unknown: c.Unknown}
		if bank.Relocatable && c.Internal && c.Var.Kind != sema.LocalStatic {
			hide(&out.Symbol)
		}
		l.Constants = append(l.Constants, out)
	}
	for _, f := range memory.Kernels(in) {
		v.Step()
		k := memory.LayOut(u, f, target(v))
		place, _ := check.PlaceOf(definitionSite(u, f))
		out := workspace.KernelLayout{
			Symbol: symbol(names.Func(f)), Name: spell.Func(u, f), Instance: f.Args != nil, Place: place, Unknown: k.Reason(u),
			Base: k.Base, Total: k.Total, Sum: k.Sum, Limit: k.Arch.Limit, Documented: k.Arch.Documented,
		}
		if bank.Relocatable && f.InternalLinkage {
			hide(&out.Symbol)
		}
		for _, p := range k.Params {
			out.Params = append(out.Params, object(v, p.Name, p.Type, f, p.Offset, p.Size, p.Align))
		}
		l.Kernels = append(l.Kernels, out)
	}
	slices.SortStableFunc(l.Kernels, func(a, b workspace.KernelLayout) int {
		return cmp.Or(cmp.Compare(a.Symbol.Text, b.Symbol.Text), cmp.Compare(a.Place.Span.Start, b.Place.Span.Start))
	})
	return l
}

// symbol is a symbol with the name that NVIDIA's tools show for it.
func symbol(s mangle.Symbol) workspace.Symbol {
	out := workspace.Symbol{Text: s.Text, Unknown: s.Unknown}
	if name, ok := cufilt.Name(s.Unhashed); ok {
		out.Shown = name
	}
	return out
}

// hide says of a symbol that nobody can know it. With separate compilation, what is internal is renamed so that no two files have
// the same name.
func hide(s *workspace.Symbol) {
	s.Text, s.Unknown = "", "it holds a hash of the file"
}

// bankName is a constant's qualified name; that of a function's own begins with the function.
func bankName(v *locate.View, x *sema.Var) string {
	name := spell.Var(v.Unit, x)
	if x.Kind == sema.LocalStatic && x.Func != nil {
		name = spell.Name(v.Unit, x.Func) + "::" + name
	}
	return name
}

// maxPartDepth bounds how deep the members of members are looked at.
const maxPartDepth = 8

// object describes an object in its place in device memory, without its parts where it is not what sizeof says.
func object(v *locate.View, name string, t *types.Type, f *sema.Func, offset, size, align int64) workspace.LayoutPart {
	out := layoutPart(v, name, t, f, 0)
	out.Offset, out.Size, out.Align = offset, size, align
	if out.Element*out.Count != size {
		out.Parts = nil
	}
	return out
}

// layoutPart describes an object of a type, but for its place; f is whose template parameters the type may name, or nil.
func layoutPart(v *locate.View, name string, t *types.Type, f *sema.Func, depth int) workspace.LayoutPart {
	u := v.Unit
	out := workspace.LayoutPart{Name: name, Type: spell.Type(u, t, f), Count: 1}
	for t.Kind == types.Array {
		out.Count *= max(t.Len, 0)
		t = t.Elem
	}
	c := u.ClassOf(t)
	if c != nil && c.Sym() == 0 && c.TypedefName == 0 && c.Lambda == nil {
		key := "struct"
		if c.Key == ast.KeyUnion {
			key = "union"
		}
		out.Type = key + " {…}" + out.Type[len(out.ElementType()):]
	}
	if c == nil || t.Kind != types.Class || depth == maxPartDepth {
		return out
	}
	parts, ok := u.Parts(c)
	if !ok {
		return out
	}
	out.Element, _, _ = u.Size(t)
	for _, p := range parts {
		var part workspace.LayoutPart
		switch {
		case p.Field != nil:
			part = layoutPart(v, u.Text(p.Field.Sym()), p.Type, f, depth+1)
		case p.Base != nil:
			part = layoutPart(v, "", p.Type, f, depth+1)
			part.Type, part.Element = "base "+part.Type, p.Size
		default:
			part = workspace.LayoutPart{Type: "pointer to the virtual table", Count: 1}
		}
		part.Offset, part.Size, part.Align, part.Bits = p.Offset, p.Size, p.Align, p.Bits
		out.Parts = append(out.Parts, part)
	}
	if sole := out.Parts; len(sole) == 1 && sole[0].Size == out.Element && sole[0].Count == 1 {
		out.Parts = sole[0].Parts // a wrapper alone
	}
	return out
}

// definitionSite is where a function's definition names it; its first declaration where it has none.
func definitionSite(u *sema.Unit, f *sema.Func) sema.Site {
	if d := u.Definition(f); d != nil {
		return d.Site
	}
	return f.Site()
}

// target is what offsets are told for.
func target(v *locate.View) memory.Target {
	return memory.Target{Arch: v.Command.ShownArch(v.Arch), CUDA: int(v.Command.Version())}
}

// memoryInput is what the constant bank of a view depends on.
func memoryInput(v *locate.View) memory.Input {
	return memory.Input{
		Unit: v.Unit, Spaces: v.Spaces, Declared: v.Declared, System: v.System, Bodies: v.Bodies, Emission: v.Emission,
		RDC: v.Command.RDC.On, Debug: v.Command.DeviceDebug, CUDA: int(v.Command.Version()),
	}
}

var banks = locate.NewMemo(func(v *locate.View) *memory.Bank { return memory.Constants(memoryInput(v)) })

// constants is the view's constant bank.
func constants(v *locate.View) *memory.Bank {
	return banks.Of(v)
}
