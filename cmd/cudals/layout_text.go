package main

import (
	"fmt"
	"io"
	"strings"

	"cudals/analysis/workspace"
)

// printLayout draws memory eight bytes to a line. Each parameter or variable has a letter, and stands beside the line in which it
// begins; · is padding.
func printLayout(w io.Writer, l *workspace.Layout) error {
	var b strings.Builder
	fmt.Fprintf(&b, "sm_%d\n", l.Arch)
	for _, c := range charts(l) {
		fmt.Fprintf(&b, "\n%s\n  %s\n", c.title, c.sum)
		drawRows(&b, &c)
		if c.unknown != "" {
			fmt.Fprintf(&b, "  unknown: %s\n", c.unknown)
		}
	}
	for _, e := range exceeded(l) {
		fmt.Fprintf(&b, "\nerror: %s\n", e)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func drawRows(b *strings.Builder, c *chart) {
	rows := memoryRows(c.base, c.blocks)
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %-12s %*s %*s %*s\n", "address", rowBytes+8, "offset", 6, "size", 5, "align")
	for _, row := range rows {
		if row.skipped > 0 {
			fmt.Fprintf(b, "  %-12s ⋮ %d bytes\n", "", row.skipped)
			continue
		}
		line := fmt.Sprintf("  %-12s ", fmt.Sprintf("c[%d][0x%x]", c.bank, row.address))
		for _, cell := range row.cells {
			line += string(letter(cell))
		}
		if len(row.starts) == 0 {
			fmt.Fprintln(b, line)
		}
		for i, s := range row.starts {
			if i > 0 {
				line = strings.Repeat(" ", 15+rowBytes)
			}
			k := &c.blocks[s]
			fmt.Fprintf(b, "%s %7d %6d %5d  %c %s %s\n", line, k.offset, k.size, k.align, letter(s), k.typ, k.name)
		}
	}
}

// letter stands for a block, and for what stands between blocks.
func letter(cell int) rune {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	switch cell {
	case padding:
		return '·'
	case outside:
		return ' '
	}
	return rune(letters[cell%len(letters)])
}
