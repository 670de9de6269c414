package engine

import (
	"cmp"
	"context"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/cufilt"
	"cudals/analysis/mangle"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// Layout tells where kernel parameters and __constant__ variables lie.
func (r *result) Layout(_ context.Context, arch int) *workspace.Layout {
	for _, v := range r.views {
		if v.pass == toolchain.DevicePass && (arch == 0 || v.arch == arch) {
			var l *workspace.Layout
			r.ask(func() { l = v.layout() })
			return l
		}
	}
	return nil
}

func (v *view) layout() *workspace.Layout {
	if v.laid == nil {
		v.laid = v.layOut()
	}
	return v.laid
}

func (v *view) layOut() *workspace.Layout {
	u := v.unit
	in := v.memoryInput()
	l := &workspace.Layout{
		File: v.pp.Main.Path, Arch: v.target().Arch, Constants: []workspace.ConstantLayout{}, Kernels: []workspace.KernelLayout{},
	}
	bank := v.constants()
	l.ConstantBytes, l.ConstantsUnknown, l.Relocatable = bank.Total, bank.Unknown, bank.Relocatable
	for _, c := range bank.Vars {
		place, _ := check.PlaceOf(c.Var.Site())
		part := v.object(v.bankName(c.Var), u.VarType(c.Var), nil, c.Offset, c.Size, c.Align)
		out := workspace.ConstantLayout{LayoutPart: part, Symbol: symbol(mangle.Var(u, c.Var)), Place: place, Unknown: c.Unknown}
		if bank.Relocatable && c.Internal && c.Var.Kind != sema.LocalStatic {
			hide(&out.Symbol)
		}
		l.Constants = append(l.Constants, out)
	}
	for _, f := range memory.Kernels(in) {
		k := memory.LayOut(u, f, v.target())
		place, _ := check.PlaceOf(definitionSite(u, f))
		out := workspace.KernelLayout{
			Symbol: symbol(mangle.Func(u, f)), Name: u.Describe(f), Instance: f.Args != nil, Place: place, Unknown: k.Unknown,
			Base: k.Base, Total: k.Total, Sum: k.Sum, Limit: k.Arch.Limit, Documented: k.Arch.Documented,
		}
		if bank.Relocatable && f.InternalLinkage {
			hide(&out.Symbol)
		}
		for _, p := range k.Params {
			out.Params = append(out.Params, v.object(p.Name, p.Type, f, p.Offset, p.Size, p.Align))
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
func (v *view) bankName(x *sema.Var) string {
	name := v.unit.VarName(x)
	if x.Kind == sema.LocalStatic && x.Func != nil {
		name = v.unit.Name(x.Func) + "::" + name
	}
	return name
}

// maxPartDepth bounds how deep the members of members are looked at.
const maxPartDepth = 8

// object describes an object in its place in device memory, without its parts where it is not what sizeof says.
func (v *view) object(name string, t *types.Type, f *sema.Func, offset, size, align int64) workspace.LayoutPart {
	out := v.layoutPart(name, t, f, 0)
	out.Offset, out.Size, out.Align = offset, size, align
	if out.Element*out.Count != size {
		out.Parts = nil
	}
	return out
}

// layoutPart describes an object of a type, but for its place; f is whose template parameters the type may name, or nil.
func (v *view) layoutPart(name string, t *types.Type, f *sema.Func, depth int) workspace.LayoutPart {
	u := v.unit
	out := workspace.LayoutPart{Name: name, Type: u.TypeString(t, f), Count: 1}
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
			part = v.layoutPart(u.Text(p.Field.Sym()), p.Type, f, depth+1)
		case p.Base != nil:
			part = v.layoutPart("", p.Type, f, depth+1)
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
func (v *view) target() memory.Target {
	return memory.Target{Arch: v.command.ShownArch(v.arch), CUDA: int(v.command.Version())}
}

// memoryInput is what the constant bank of a view depends on.
func (v *view) memoryInput() memory.Input {
	return memory.Input{
		Unit: v.unit, Spaces: v.spaces, Declared: v.declared, System: v.model.constants, Bodies: v.bodies, Emission: v.emission,
		RDC: v.command.RDC.On, Debug: v.command.DeviceDebug, CUDA: int(v.command.Version()),
	}
}

// constants is the view's constant bank.
func (v *view) constants() *memory.Bank {
	if v.bank == nil {
		v.bank = memory.Constants(v.memoryInput())
	}
	return v.bank
}
