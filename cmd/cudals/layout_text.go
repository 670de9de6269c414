package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"cudals/analysis/workspace"
)

// layoutText draws a layout with characters: a line for each parameter, variable and member, and for each hole between them,
// whose lane shows which bytes of an aligned eight it has.
type layoutText struct {
	b strings.Builder
	// owners tell neighbours apart on terminals that have colours.
	owners             []*color.Color
	bold, faint, alarm *color.Color
}

func newLayoutText(colours bool) *layoutText {
	t := &layoutText{bold: color.New(color.Bold), faint: color.New(color.Faint), alarm: color.New(color.FgRed, color.Bold)}
	for _, c := range []color.Attribute{color.FgCyan, color.FgYellow, color.FgGreen, color.FgMagenta, color.FgBlue} {
		t.owners = append(t.owners, color.New(c))
	}
	for _, c := range append([]*color.Color{t.bold, t.faint, t.alarm}, t.owners...) {
		if colours {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return t
}

func (a *app) printLayout(w io.Writer, l *workspace.Layout) error {
	return printLayoutText(w, l, colorful(a.out))
}

func printLayoutText(w io.Writer, l *workspace.Layout, colours bool) error {
	t := newLayoutText(colours)
	fmt.Fprintln(&t.b, heading(l))
	for _, c := range charts(l) {
		t.chart(&c)
	}
	if len(l.Constants)+len(l.Kernels) == 0 {
		fmt.Fprintln(&t.b, "\nno kernels and no __constant__ variables")
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

func (t *layoutText) chart(c *chart) {
	fmt.Fprintf(&t.b, "\n%s\n", t.bold.Sprint(c.title))
	if len(c.facts) > 0 {
		fmt.Fprintf(&t.b, "  %s\n", strings.Join(c.facts, " · "))
	}
	if c.fills && c.room > 0 {
		fmt.Fprintf(&t.b, "  %s\n", t.gauge(c.used, c.room))
	}
	for _, fault := range c.faults {
		fmt.Fprintf(&t.b, "  %s %s\n", t.alarm.Sprint("error:"), fault)
	}
	if len(c.rows) > 0 {
		t.table(c)
	}
	for _, doubt := range c.doubts {
		fmt.Fprintf(&t.b, "  unknown: %s\n", doubt)
	}
}

// gaugeWidth is the width of a gauge in characters.
const gaugeWidth = 64

func (t *layoutText) gauge(used, room int64) string {
	full, fill := int64(gaugeWidth), t.alarm
	if used <= room {
		full, fill = (used*gaugeWidth+room-1)/room, t.owners[0]
	}
	filled := strings.Repeat("█", int(full))
	return fill.Sprint(filled) + t.faint.Sprint(strings.Repeat("░", gaugeWidth-int(full)))
}

func (t *layoutText) table(c *chart) {
	fills := ""
	if c.fills {
		fills = "  filled to       %"
	}
	head := fmt.Sprintf("  address  offset    size  align%s  01234567", fills)
	fmt.Fprintf(&t.b, "\n%s\n", t.faint.Sprint(head))
	for i := range c.rows {
		r := &c.rows[i]
		cells := r.cells()
		line := fmt.Sprintf("%9s %7s %7s %6s", cells[0], cells[1], cells[2], cells[3])
		if c.fills {
			line += fmt.Sprintf("  %9s  %6s", cells[4], cells[5])
		}
		text := r.text
		if r.kind != object {
			text = t.faint.Sprint(text)
		}
		fmt.Fprintf(&t.b, "%s  %s %s%s\n", line, t.lane(r), t.faint.Sprint(r.tree), text)
	}
}

// lane draws the bytes of a row.
func (t *layoutText) lane(r *row) string {
	lo, hi, more := r.lane()
	mark, paint := "█", t.owners[r.owner%len(t.owners)]
	if r.kind == hole {
		mark, paint = "░", t.faint
	}
	end := " "
	if more {
		end = paint.Sprint("⋯")
	}
	return strings.Repeat(" ", int(lo)) + paint.Sprint(strings.Repeat(mark, int(hi-lo))) + strings.Repeat(" ", int(laneBytes-hi)) + end
}
