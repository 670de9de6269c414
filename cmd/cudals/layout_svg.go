package main

import (
	"fmt"
	"html"
	"io"
	"strings"

	"cudals/analysis/workspace"
)

// The measures of the picture, in pixels.
const (
	svgCell, svgRow, svgLeft, svgText, svgWide = 22, 22, 120, 13, 860
)

// colours tell neighbouring blocks apart.
var colours = [...]string{"#8ecae6", "#ffb703", "#95d5b2", "#f4a6c1", "#cdb4db", "#f8961e", "#a3b18a", "#90a8ed"}

// printLayoutSVG draws what printLayout prints.
func printLayoutSVG(w io.Writer, l *workspace.Layout) error {
	var b strings.Builder
	y := 10
	text := func(x, y int, style, format string, args ...any) {
		fmt.Fprintf(&b, `<text x="%d" y="%d"%s>%s</text>`+"\n", x, y, style, html.EscapeString(fmt.Sprintf(format, args...)))
	}
	text(10, y+svgText, ` font-weight="bold"`, "sm_%d", l.Arch)
	y += svgRow
	for _, c := range charts(l) {
		y += svgRow
		text(10, y+svgText, ` font-weight="bold"`, "%s", c.title)
		text(10, y+svgRow+svgText, ` fill="#555"`, "%s", c.sum)
		y += 2*svgRow + 8
		for _, row := range memoryRows(c.base, c.blocks) {
			if row.skipped > 0 {
				text(svgLeft+4*svgCell-6, y+svgText+2, ` fill="#555"`, "⋮ %d bytes", row.skipped)
				y += svgRow
				continue
			}
			text(10, y+svgText+2, ` fill="#555"`, "c[%d][0x%x]", c.bank, row.address)
			svgCells(&b, &row, y)
			label := make([]string, 0, len(row.starts))
			for _, s := range row.starts {
				k := &c.blocks[s]
				label = append(label, fmt.Sprintf("%s %s  +%d, %d bytes", k.typ, k.name, k.offset, k.size))
			}
			text(svgLeft+rowBytes*svgCell+14, y+svgText+2, "", "%s", strings.Join(label, " · "))
			y += svgRow
		}
		if c.unknown != "" {
			text(10, y+svgText+2, ` fill="#b00020"`, "unknown: %s", c.unknown)
			y += svgRow
		}
	}
	for _, e := range exceeded(l) {
		y += svgRow
		text(10, y+svgText, ` fill="#b00020"`, "%s", e)
	}
	y += 2 * svgRow
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="monospace" font-size="%d">
<rect width="100%%" height="100%%" fill="white"/>
%s</svg>
`, svgWide, y, svgWide, y, svgText, b.String())
	return err
}

// svgCells draws the bytes of a row, those of one block in one rectangle.
func svgCells(b *strings.Builder, row *memoryRow, y int) {
	for i := 0; i < rowBytes; {
		n := 1
		for i+n < rowBytes && row.cells[i+n] == row.cells[i] {
			n++
		}
		fill := "#ffffff"
		switch cell := row.cells[i]; {
		case cell == outside:
			i += n
			continue
		case cell >= 0:
			fill = colours[cell%len(colours)]
		}
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#333"/>`+"\n",
			svgLeft+i*svgCell, y, n*svgCell, svgRow-2, fill)
		i += n
	}
}
