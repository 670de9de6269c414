package engine

import (
	"fmt"
	"strings"

	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// hoverKernel tells where a kernel's parameters lie.
func (v *view) hoverKernel(b *strings.Builder, f *sema.Func, launched bool) {
	if v.spaces.Of(f).Space&cudaspace.Global == 0 || f.Template != nil && f.Args == nil || v.unit.FuncType(f).Kind != types.Func {
		return
	}
	k := memory.LayOut(v.unit, f, v.target())
	switch {
	case k.Unknown != "":
		fmt.Fprintf(b, "\nWhere its parameters lie is not known: %s.\n", markdown.Replace(k.Unknown))
		return
	case len(k.Params) == 0:
		b.WriteString("\nIt has no parameters.\n")
		return
	}
	fmt.Fprintf(b, "\nIts parameters lie in constant bank %d:\n\n| on sm_%d | offset | size | align | parameter |\n|---|--:|--:|--:|---|\n",
		memory.ParamBank, v.arch)
	for i := range k.Params {
		p := &k.Params[i]
		if i > 0 {
			if gap := p.Offset - k.Params[i-1].Offset - k.Params[i-1].Size; gap > 0 {
				fmt.Fprintf(b, "| | | %d | | *padding* |\n", gap)
			}
		}
		fmt.Fprintf(b, "| `c[%d][0x%x]` | %d | %d | %d | `%s %s` |\n", memory.ParamBank, k.Base+p.Offset, p.Offset, p.Size, p.Align,
			v.unit.TypeString(p.Type, f), p.Name)
	}
	if k.Arch.Documented {
		fmt.Fprintf(b, "\nThat they begin at 0x%x is documented, and was not measured.\n", k.Base)
	}
	fmt.Fprintf(b, "\n**%d bytes** with %d of padding; %d of the %d that are allowed. The kernel's bank has 0x%x + %d = %d bytes.\n",
		k.Total, k.Padding(), k.Sum, k.Arch.Limit, k.Base, k.Total, k.Base+k.Total)
	if launched {
		fmt.Fprintf(b, "\nThe launch copies **%d bytes** of arguments: each launch has a bank of its own, so that kernels may run at once.\n", k.Total)
	}
}

// hoverBank tells where a __constant__ variable lies.
func (v *view) hoverBank(b *strings.Builder, x *sema.Var) {
	if v.emission == nil {
		return
	}
	bank := v.constants()
	c := bank.Of(x)
	if c == nil {
		return
	}
	if c.Unknown != "" {
		fmt.Fprintf(b, "Its place in constant bank %d is not known: %s.\n", memory.VarBank, markdown.Replace(c.Unknown))
		if c.Align > 0 {
			fmt.Fprintf(b, "It has %d bytes, aligned to %d.\n", c.Size, c.Align)
		}
		return
	}
	fmt.Fprintf(b, "Lies at `c[%d][0x%x]`: constant bank %d, offset %d, **%d bytes**, aligned to %d. ",
		memory.VarBank, c.Offset, memory.VarBank, c.Offset, c.Size, c.Align)
	if i := indexOf(bank, c); i > 0 {
		before := &bank.Vars[i-1]
		if gap := c.Offset - before.Offset - before.Size; gap > 0 && before.Unknown == "" {
			fmt.Fprintf(b, "%d bytes of padding stand before it. ", gap)
		}
	}
	fmt.Fprintf(b, "The bank is filled to %d bytes with it (%s).\n", c.Offset+c.Size, share(c.Offset+c.Size))
	if bank.Unknown == "" {
		fmt.Fprintf(b, "\nAll %d constants of the file take **%d of %d bytes** (%s). ", len(bank.Vars), bank.Total, memory.BankSize, share(bank.Total))
	}
	b.WriteString("They exist once a module (`CUmodule`), unlike parameters, of which each launch has its own.\n")
}

func indexOf(bank *memory.Bank, c *memory.Constant) int {
	for i := range bank.Vars {
		if &bank.Vars[i] == c {
			return i
		}
	}
	return -1
}

// share is the part of the constant bank that bytes take.
func share(bytes int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(bytes)/memory.BankSize)
}
