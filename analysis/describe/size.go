package describe

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"cudals/analysis/locate"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// hoverKernel tells where a kernel's parameters lie.
func hoverKernel(v *locate.View, b *strings.Builder, f *sema.Func, launched bool) {
	if v.Spaces.Of(f).Space&cudaspace.Global == 0 || v.Unit.FuncType(f).Kind != types.Func {
		return
	}
	if f.Template != nil && f.Args == nil {
		hoverInstances(v, b, f.Template)
		return
	}
	k := memory.LayOut(v.Unit, f, target(v))
	switch {
	case k.Unknown != "":
		fmt.Fprintf(b, "\nWhere its parameters lie is not known: %s.\n", inSpans(k.Reason(v.Unit)))
		return
	case len(k.Params) == 0:
		b.WriteString("\nIt has no parameters.\n")
		return
	}
	if launched {
		fmt.Fprintf(b, "\nThe launch copies **%s** of arguments: each launch has a bank of its own, so that kernels may run at once.\n", BytesOf(k.Total))
	}
	padding := ""
	if k.Padding() > 0 {
		padding = fmt.Sprintf(" with %d of padding", k.Padding())
	}
	fmt.Fprintf(b, "\nIts parameters lie in constant bank %d: **%s**%s; %d of the %d that are allowed.\n",
		memory.ParamBank, BytesOf(k.Total), padding, k.Sum, k.Arch.Limit)
	paramTable(v, b, k)
	fmt.Fprintf(b, "\nThe kernel's bank has 0x%x + %d = %d bytes.\n", k.Base, k.Total, k.Base+k.Total)
	if k.Arch.Documented {
		fmt.Fprintf(b, "\nThat they begin at 0x%x is documented, and was not measured.\n", k.Base)
	}
	hoverArchitectures(v, b, k)
}

// paramTable is a table of a kernel's parameters.
func paramTable(v *locate.View, to *strings.Builder, k *memory.Kernel) {
	b := &strings.Builder{}
	defer func() { to.WriteString("\n" + evenly(b.String())) }()
	fmt.Fprintf(b, "| on sm_%d | offset | size | align | parameter |\n|---|--:|--:|--:|---|\n", target(v).Arch)
	end := int64(0)
	for i := range k.Params {
		p := &k.Params[i]
		if gap := p.Offset - end; gap > 0 {
			fmt.Fprintf(b, "| | | %d | | *padding* |\n", gap)
		}
		end = p.Offset + p.Size
		part := object(v, p.Name, p.Type, k.Func, p.Offset, p.Size, p.Align)
		text := inTable(&part)
		if holes := part.Holes(); holes > 0 {
			text += fmt.Sprintf(" *(%d of padding inside)*", holes)
		}
		fmt.Fprintf(b, "| `c[%d][0x%x]` | %d | %d | %d | %s |\n", memory.ParamBank, k.Base+p.Offset, p.Offset, p.Size, p.Align, text)
	}
}

// hoverArchitectures tells what is different on the command's other architectures.
func hoverArchitectures(v *locate.View, b *strings.Builder, k *memory.Kernel) {
	type difference struct{ base, limit int64 }
	var order []difference
	on := map[difference][]string{}
	for _, arch := range v.Command.Archs {
		other := memory.LayOut(v.Unit, k.Func, memory.Target{Arch: v.Command.ShownArch(arch), CUDA: int(v.Command.Version())})
		d := difference{other.Base, other.Arch.Limit}
		if other.Unknown != "" || d == (difference{k.Base, k.Arch.Limit}) {
			continue
		}
		if on[d] == nil {
			order = append(order, d)
		}
		on[d] = append(on[d], fmt.Sprintf("sm_%d", arch))
	}
	for _, d := range order {
		fmt.Fprintf(b, "\nOn %s they begin at 0x%x, and %d bytes are allowed.\n", inSpans(strings.Join(on[d], ", ")), d.base, d.limit)
	}
}

// hoverInstances tells how many bytes of parameters the instances of a kernel template have.
func hoverInstances(v *locate.View, b *strings.Builder, t *sema.Template) {
	const most = 8
	n := 0
	for _, f := range memory.Kernels(memoryInput(v)) {
		if f.Template != t {
			continue
		}
		if n++; n > most {
			continue
		}
		k := memory.LayOut(v.Unit, f, target(v))
		if k.Unknown != "" {
			continue
		}
		if n == 1 {
			fmt.Fprintf(b, "\nBytes of parameters on `sm_%d`:\n", target(v).Arch)
		}
		fmt.Fprintf(b, "- **%d** in `%s`\n", k.Total, spell.Func(v.Unit, f))
	}
	if n > most {
		fmt.Fprintf(b, "- … and %d more instances\n", n-most)
	}
}

// inTable is a declaration as code in a cell of a table, where a bar would end it.
func inTable(p *workspace.LayoutPart) string {
	return "`" + strings.ReplaceAll(p.Shortened(48), "|", "\\|") + "`"
}

// around is how many constants a hover shows before and after the one that it is about.
const around = 4

// hoverBank tells where a __constant__ variable lies, and what lies around it.
func hoverBank(v *locate.View, b *strings.Builder, x *sema.Var) {
	if v.Emission == nil {
		return
	}
	bank := constants(v)
	c := bank.Of(x)
	if c == nil {
		return
	}
	if c.Unknown != "" {
		fmt.Fprintf(b, "Its place in constant bank %d is not known: %s.\n", memory.VarBank, inSpans(c.Unknown))
		if c.Align > 0 {
			fmt.Fprintf(b, "It has %s, aligned to %d.\n", BytesOf(c.Size), c.Align)
		}
	} else {
		of := ""
		if bank.Relocatable {
			of = " of the file's own object"
		}
		fmt.Fprintf(b, "Lies at `c[%d][0x%x]`%s: constant bank %d, offset %d, **%s**, aligned to %d. ",
			memory.VarBank, c.Offset, of, memory.VarBank, c.Offset, BytesOf(c.Size), c.Align)
		if i := indexOf(bank, c); i > 0 {
			before := &bank.Vars[i-1]
			if gap := c.Offset - before.Offset - before.Size; gap > 0 && before.Unknown == "" {
				fmt.Fprintf(b, "Before it %s of padding. ", BytesOf(gap))
			}
		}
		fmt.Fprintf(b, "The bank is filled to %s with it (%s).\n", BytesOf(c.Offset+c.Size), share(c.Offset+c.Size))
	}
	if bank.Unknown == "" && len(bank.Vars) > 1 {
		fmt.Fprintf(b, "\nAll %d constants of the file take **%d of %d bytes** (%s).\n", len(bank.Vars), bank.Total, memory.BankSize, share(bank.Total))
	}
	if len(bank.Vars) > 1 {
		hoverNeighbours(v, b, bank, c)
	}
	if bank.Relocatable {
		b.WriteString("\nThat is before linking: nvlink puts the constants of each object, as they lie, behind those of the objects before it.\n")
	}
	b.WriteString("\nConstants exist once a module (`CUmodule`), unlike parameters, of which each launch has its own.\n")
}

// hoverNeighbours is a table of the constants around one.
func hoverNeighbours(v *locate.View, to *strings.Builder, bank *memory.Bank, c *memory.Constant) {
	b := &strings.Builder{}
	defer func() { to.WriteString("\n" + evenly(b.String())) }()
	at := indexOf(bank, c)
	lo, hi := max(0, at-around), min(len(bank.Vars), at+around+1)
	b.WriteString("| offset | size | filled to | % | constant |\n|--:|--:|--:|--:|---|\n")
	if lo > 0 {
		fmt.Fprintf(b, "| | | | | *%d more* |\n", lo)
	}
	for i := lo; i < hi; i++ {
		n := &bank.Vars[i]
		part := workspace.LayoutPart{Name: bankName(v, n.Var), Type: spell.Type(v.Unit, v.Unit.VarType(n.Var), nil)}
		name, size := inTable(&part), "?"
		if i == at {
			name = "**" + name + "**"
		}
		if n.Align > 0 {
			size = fmt.Sprint(n.Size)
		}
		if n.Unknown != "" {
			fmt.Fprintf(b, "| ? | %s | | | %s |\n", size, name)
			continue
		}
		end := n.Offset + n.Size
		fmt.Fprintf(b, "| 0x%x | %s | %d | %s | %s |\n", n.Offset, size, end, share(end), name)
	}
	if more := len(bank.Vars) - hi; more > 0 {
		fmt.Fprintf(b, "| | | | | *%d more* |\n", more)
	}
}

func indexOf(bank *memory.Bank, c *memory.Constant) int {
	for i := range bank.Vars {
		if &bank.Vars[i] == c {
			return i
		}
	}
	return -1
}

// BytesOf is a number of bytes in words.
func BytesOf(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// share is the part of the constant bank that bytes take.
func share(bytes int64) string {
	return fmt.Sprintf("%.1f %%", 100*float64(bytes)/memory.BankSize)
}

// evenly has the cells of a table in Markdown stand below each other where it is shown as it is written, but for the marks of code.
func evenly(table string) string {
	var rows [][]string
	var widths []int
	for line := range strings.Lines(table) {
		line = strings.ReplaceAll(strings.TrimSpace(line), `\|`, "\x00")
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i, cell := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cell), "\x00", `\|`)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if len(rows) != 1 {
				widths[i] = max(widths[i], shownWidth(cells[i]))
			}
		}
		rows = append(rows, cells)
	}
	var b strings.Builder
	for n, cells := range rows {
		for i, cell := range cells {
			room := strings.Repeat(" ", max(0, widths[i]-shownWidth(cell)))
			right := strings.HasSuffix(rows[1][i], ":")
			switch {
			case n == 1 && right:
				cell = strings.Repeat("-", max(2, widths[i]-1)) + ":"
			case n == 1:
				cell = ":" + strings.Repeat("-", max(2, widths[i]-1))
			case right:
				cell = room + cell
			case i+1 < len(cells):
				cell += room
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}

func shownWidth(cell string) int { return utf8.RuneCountInString(strings.ReplaceAll(cell, "`", "")) }
