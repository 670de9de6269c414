package main

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"cudals/analysis/workspace"
)

// The measures of the picture, in pixels.
const (
	svgMargin = 20
	svgPad    = 16 // inside a card
	svgRow    = 20
	svgByte   = 15  // a byte in a lane
	svgChar   = 7.3 // the width of a character; of a small one svgSmall
	svgSmall  = 6.7
	svgLeast  = 760
)

// svgStyle has the colours for bright and for dark surroundings. Owners are told apart by colour, holes by hatching.
const svgStyle = `
text { font: 12px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
.name { font-weight: 600; font-size: 14px; } .fact, .head, .quiet { fill: #656d76; } .head { font-size: 11px; }
.alarm { fill: #cf222e; font-weight: 600; } .doubt { fill: #9a6700; }
.page { fill: #f6f8fa; } .card { fill: #ffffff; stroke: #d0d7de; } .track { fill: #eef1f4; } .rule { stroke: #e4e8ec; } .tree { stroke: #b1b8c0; fill: none; }
.hole { fill: url(#hatch); stroke: #b9a27a; stroke-width: .7; } .hatch { stroke: #b9a27a; }
.c0 { fill: #4f8fd0; } .c1 { fill: #e69138; } .c2 { fill: #57a773; } .c3 { fill: #b07cc6; } .c4 { fill: #d1605e; } .c5 { fill: #4fb3b3; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .fact, .head, .quiet { fill: #8d96a0; } .alarm { fill: #ff7b72; } .doubt { fill: #d29922; }
.page { fill: #0d1117; } .card { fill: #151b23; stroke: #30363d; } .track { fill: #21262d; } .rule { stroke: #262c34; } .tree { stroke: #57606a; }
.hole { stroke: #7d6c4a; } .hatch { stroke: #7d6c4a; }
}
`

// svgColours is the number of colours that svgStyle has for owners.
const svgColours = 6

// layoutSVG draws the same as layoutText as a picture: cards with a strip, which shows where the bytes go, and rows.
type layoutSVG struct {
	b     strings.Builder
	width float64
	y     float64
}

func printLayoutSVG(w io.Writer, l *workspace.Layout) error {
	list := charts(l)
	s := &layoutSVG{width: svgLeast, y: svgMargin}
	for i := range list {
		s.width = max(s.width, cardWidth(&list[i])+2*svgMargin)
	}
	s.text(svgMargin, s.y+12, "name", heading(l))
	s.y += 28
	for i := range list {
		s.card(&list[i])
	}
	if len(list) == 0 {
		s.text(svgMargin, s.y+12, "fact", "no kernels and no __constant__ variables")
		s.y += svgRow + svgMargin
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]g %[2]g" width="%[1]g" height="%[2]g">
<style>%[3]s</style>
<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V5"/></pattern></defs>
<rect class="page" width="100%%" height="100%%"/>
%[4]s</svg>
`, s.width, s.y, svgStyle, s.b.String())
	return err
}

// The columns of a card's rows count from its left edge; numbers end at theirs.
const (
	columnAddress = svgPad + 56
	columnOffset  = columnAddress + 56
	columnSize    = columnOffset + 56
	columnAlign   = columnSize + 46
	columnFilled  = columnAlign + 74
	columnShare   = columnFilled + 50
)

func lanesAt(c *chart) float64 {
	if c.fills {
		return columnShare + 24
	}
	return columnAlign + 24
}

func namesAt(c *chart) float64 { return lanesAt(c) + laneBytes*svgByte + 22 }

// cardWidth is what the widest row of a chart needs.
func cardWidth(c *chart) float64 {
	longest := 0
	for i := range c.rows {
		longest = max(longest, len([]rune(c.rows[i].tree))+len([]rune(c.rows[i].text)))
	}
	return namesAt(c) + float64(longest)*svgChar + svgPad
}

func (s *layoutSVG) text(x, y float64, class, text string) {
	fmt.Fprintf(&s.b, `<text x="%g" y="%g"%s>%s</text>`+"\n", x, y, classOf(class), html.EscapeString(text))
}

func (s *layoutSVG) right(x, y float64, class, text string) {
	if text != "" {
		fmt.Fprintf(&s.b, `<text x="%g" y="%g" text-anchor="end"%s>%s</text>`+"\n", x, y, classOf(class), html.EscapeString(text))
	}
}

func classOf(class string) string {
	if class == "" {
		return ""
	}
	return fmt.Sprintf(` class="%s"`, class)
}

func (s *layoutSVG) rect(x, y, w, h float64, class string) {
	fmt.Fprintf(&s.b, `<rect x="%.5g" y="%.5g" width="%.4g" height="%.4g" rx="2" class="%s"/>`+"\n", x, y, w, h, class)
}

// lines writes phrases, as many to a line as fit.
func (s *layoutSVG) lines(class string, phrases []string, char, height float64) {
	for _, line := range fit(phrases, int((s.width-2*(svgMargin+svgPad))/char)) {
		s.y += height
		s.text(svgMargin+svgPad, s.y, class, line)
	}
}

// fit puts phrases into lines of a width: between phrases where it can, else between words.
func fit(phrases []string, limit int) []string {
	var out []string
	for _, phrase := range phrases {
		if n := len(out) - 1; n >= 0 {
			if both := out[n] + "  ·  " + phrase; utf8.RuneCountInString(both) <= limit {
				out[n] = both
				continue
			}
		}
		rest := []rune(phrase)
		for len(rest) > limit {
			cut := limit
			for cut > limit/2 && rest[cut] != ' ' {
				cut--
			}
			if cut == limit/2 {
				cut = limit
			}
			out = append(out, string(rest[:cut]))
			rest = []rune("    " + strings.TrimLeft(string(rest[cut:]), " "))
		}
		out = append(out, string(rest))
	}
	return out
}

func (s *layoutSVG) card(c *chart) {
	in := &layoutSVG{width: s.width, y: s.y + 8} // drawn upon the card, whose height is known afterwards
	in.lines("name", []string{c.title}, 8.6, 20)
	in.y += 2
	in.lines("fact", c.facts, svgChar, 18)
	in.lines("alarm", c.faults, svgChar, 18)
	if len(c.rows) > 0 {
		in.strip(c)
		in.heads(c)
		for i := range c.rows {
			in.row(c, i)
		}
	}
	for _, doubt := range c.doubts {
		in.lines("doubt", []string{"unknown: " + doubt}, svgChar, 18)
	}
	in.y += 12
	fmt.Fprintf(&s.b, `<rect x="%d" y="%g" width="%g" height="%g" rx="8" class="card"/>`+"\n%s",
		svgMargin, s.y, s.width-2*svgMargin, in.y-s.y, in.b.String())
	s.y = in.y + svgMargin
}

// strip shows all bytes of a chart side by side: of constants as a part of the bank, of parameters as a part of all.
func (s *layoutSVG) strip(c *chart) {
	whole := int64(0)
	for i := range c.rows {
		if r := &c.rows[i]; r.address >= 0 {
			whole = max(whole, r.offset+r.size)
		}
	}
	if c.fills {
		whole = max(whole, c.room)
	}
	if whole == 0 {
		return
	}
	left, width := float64(svgMargin+svgPad), s.width-2*(svgMargin+svgPad)
	s.y += 14
	s.rect(left, s.y, width, 16, "track")
	at := func(offset int64) float64 { return left + width*float64(offset)/float64(whole) }
	end, free := int64(0), left
	for i := range c.rows {
		r := &c.rows[i]
		if r.address < 0 {
			continue
		}
		from, to := at(max(end, r.offset)), at(r.offset+r.size)
		if !r.whole && to-from >= .3 { // members of unions lie upon each other
			s.rect(from, s.y, max(to-from-1, .5), 16, fill(r))
			end = max(end, r.offset+r.size)
		}
		if r.tree == "" && r.kind == object {
			free = s.caption(r.name, at(r.offset), to, free)
		}
	}
	s.y += 32
}

// caption writes a name below its part of the strip, where it has the place; free is where the last one ended.
func (s *layoutSVG) caption(name string, from, to, free float64) float64 {
	width := float64(utf8.RuneCountInString(name)) * svgSmall
	if from < free || to-from < svgSmall || width > max(to-from, 3*svgSmall) || from+width > s.width-svgMargin-svgPad {
		return free
	}
	s.text(from, s.y+29, "head", name)
	return from + width + svgSmall
}

// fill is the class of a row's bytes.
func fill(r *row) string {
	if r.kind == hole {
		return "hole"
	}
	return fmt.Sprintf("c%d", r.owner%svgColours)
}

func (s *layoutSVG) heads(c *chart) {
	s.y += 24
	for _, h := range []struct {
		at   float64
		text string
		show bool
	}{
		{columnAddress, "address", true},
		{columnOffset, "offset", true},
		{columnSize, "size", true},
		{columnAlign, "align", true},
		{columnFilled, "filled to", c.fills},
		{columnShare, "%", c.fills},
	} {
		if h.show {
			s.right(svgMargin+h.at, s.y, "head", h.text)
		}
	}
	for i := range laneBytes {
		fmt.Fprintf(&s.b, `<text x="%g" y="%g" text-anchor="middle" class="head">%d</text>`+"\n",
			svgMargin+lanesAt(c)+(float64(i)+.5)*svgByte, s.y, i)
	}
	s.y += 6
}

func (s *layoutSVG) row(c *chart, i int) {
	r := &c.rows[i]
	base := s.y + 14
	if r.tree == "" {
		fmt.Fprintf(&s.b, `<path class="rule" d="M%d %gH%g"/>`+"\n", svgMargin+svgPad, s.y, s.width-svgMargin-svgPad)
	}
	class := ""
	if r.kind != object {
		class = "quiet"
	}
	t := r.cells()
	for n, at := range []float64{columnAddress, columnOffset, columnSize, columnAlign, columnFilled, columnShare} {
		if n < 4 || c.fills {
			s.right(svgMargin+at, base, class, t[n])
		}
	}
	s.lane(r, svgMargin+lanesAt(c))
	x := svgMargin + namesAt(c)
	s.tree(r.tree, x)
	s.text(x+float64(len([]rune(r.tree)))*svgChar, base, class, r.text)
	s.y += svgRow
}

// lane draws the bytes of a row among those of an aligned eight.
func (s *layoutSVG) lane(r *row, x float64) {
	lo, hi, more := r.lane()
	if hi == 0 {
		return
	}
	s.rect(x, s.y+3, laneBytes*svgByte, svgRow-6, "track")
	s.rect(x+float64(lo)*svgByte+.5, s.y+3, float64(hi-lo)*svgByte-1, svgRow-6, fill(r))
	if more { // it goes on
		at := x + laneBytes*svgByte
		fmt.Fprintf(&s.b, `<path class="%s" d="M%g %gl6 5l-6 5z"/>`+"\n", fill(r), at+1.5, s.y+5)
	}
}

// tree draws the lines that lead to a part.
func (s *layoutSVG) tree(tree string, x float64) {
	var d strings.Builder
	for i, c := range []rune(tree) {
		at, middle := x+(float64(i)+.5)*svgChar, s.y+svgRow/2
		switch c {
		case '│':
			fmt.Fprintf(&d, "M%g %gv%d", at, s.y, svgRow)
		case '├':
			fmt.Fprintf(&d, "M%g %gv%dM%g %gh8", at, s.y, svgRow, at, middle)
		case '└':
			fmt.Fprintf(&d, "M%g %gV%gh8", at, s.y, middle)
		}
	}
	if d.Len() > 0 {
		fmt.Fprintf(&s.b, `<path class="tree" d="%s"/>`+"\n", d.String())
	}
}
