package engine

import (
	"cmp"
	"context"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/mangle"
	"cudals/analysis/memory"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// Layout tells where kernel parameters and __constant__ variables lie.
func (r *result) Layout(_ context.Context, arch int) *workspace.Layout {
	for _, v := range r.views {
		if v.pass == toolchain.DevicePass && (arch == 0 || v.arch == arch) {
			var l *workspace.Layout
			v.ask(func() { l = v.layout() })
			return l
		}
	}
	return nil
}

func (v *view) layout() *workspace.Layout {
	u := v.unit
	in := v.memoryInput()
	l := &workspace.Layout{Arch: v.arch, Constants: []workspace.ConstantLayout{}, Kernels: []workspace.KernelLayout{}}
	bank := v.constants()
	l.ConstantBytes, l.ConstantsUnknown = bank.Total, bank.Unknown
	for _, c := range bank.Vars {
		place, _ := check.PlaceOf(c.Var.Site())
		symbol, ok := mangle.Var(u, c.Var)
		if !ok {
			symbol = ""
		}
		l.Constants = append(l.Constants, workspace.ConstantLayout{
			Symbol: symbol, Name: c.Var.EntityName(), Type: u.TypeString(u.VarType(c.Var), nil), Place: place,
			Offset: c.Offset, Size: c.Size, Align: c.Align, Unknown: c.Unknown,
		})
	}
	for _, f := range memory.Kernels(in) {
		k := memory.LayOut(u, f, v.arch)
		place, _ := check.PlaceOf(f.Site())
		symbol, ok := mangle.Func(u, f)
		if !ok {
			symbol = ""
		}
		out := workspace.KernelLayout{
			Symbol: symbol, Name: u.Describe(f), Place: place, Base: k.Base, Total: k.Total, Sum: k.Sum, Limit: k.Arch.Limit,
			Unknown: k.Unknown, Instance: f.Args != nil,
		}
		for _, p := range k.Params {
			out.Params = append(out.Params, workspace.ParamLayout{
				Name: p.Name, Type: u.TypeString(p.Type, f), Offset: p.Offset, Size: p.Size, Align: p.Align,
			})
		}
		l.Kernels = append(l.Kernels, out)
	}
	slices.SortStableFunc(l.Kernels, func(a, b workspace.KernelLayout) int {
		return cmp.Or(cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Place.Span.Start, b.Place.Span.Start))
	})
	return l
}

// memoryInput is what the constant bank of a view depends on.
func (v *view) memoryInput() memory.Input {
	return memory.Input{
		Unit: v.unit, Spaces: v.spaces, Declared: v.declared, Bodies: v.bodies, Emission: v.emission, RDC: v.command.RDC.On,
	}
}

// constants is the view's constant bank.
func (v *view) constants() *memory.Bank {
	if v.bank == nil {
		v.bank = memory.Constants(v.memoryInput())
	}
	return v.bank
}
