package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// Passes implements workspace.Queries.
func (r *result) Passes(context.Context) []workspace.Pass {
	var out []workspace.Pass
	r.ask(func() {
		for _, v := range r.views {
			p := workspace.Pass{Name: v.pass.String(), Arch: v.arch}
			for _, arm := range v.leftOut() {
				if span := wholeLines(r.in.File, arm.Text); !arm.Doubtful && span.Start < span.End {
					p.Unseen = append(p.Unseen, span)
				}
			}
			out = append(out, p)
		}
	})
	return out
}

func (v *view) leftOut() []preprocess.LeftOut {
	if v.left == nil {
		v.left = slices.Grow(v.pp.LeftOut(token.NewInterner()), 1)
	}
	return v.left
}

// leavesOut reports whether the line at an offset of the document is not compiled.
func (v *view) leavesOut(offset int) bool {
	return slices.ContainsFunc(v.leftOut(), func(arm preprocess.LeftOut) bool { return arm.Text.Start <= offset && offset < arm.Text.End })
}

// leftOut tells in which passes the line at an offset of the document is not compiled, and since which condition; "" where it is in all.
func (r *result) leftOut(offset int) string {
	var passes, reasons []string
	for _, v := range r.views {
		for _, arm := range v.leftOut() {
			if offset < arm.Text.Start || offset >= arm.Text.End {
				continue
			}
			directive, holds := arm.Directive, "does not hold"
			if arm.Taken != (source.Span{}) && arm.Taken.Start < arm.Directive.Start {
				directive, holds = arm.Taken, "holds"
			}
			reason := fmt.Sprintf("`%s` (%s) %s", r.condition(directive), link(source.Place{File: r.in.File, Span: directive}), holds)
			if arm.Doubtful {
				reason += ", as far as is known"
			}
			passes, reasons = append(passes, v.passName()), append(reasons, reason)
		}
	}
	switch same := len(slices.Compact(slices.Clone(reasons))) == 1; {
	case len(passes) == 0:
		return ""
	case same && len(passes) == len(r.views):
		return fmt.Sprintf("Not compiled for the %s, since %s.", strings.Join(passes, " or the "), reasons[0])
	case same:
		return fmt.Sprintf("Not compiled for the %s, since %s there.", strings.Join(passes, " or the "), reasons[0])
	}
	text := "Not compiled"
	for i, pass := range passes {
		text += fmt.Sprintf("\n- for the %s, since %s", pass, reasons[i])
	}
	return text
}

// condition is a directive as it is written, as far as it is short.
func (r *result) condition(directive source.Span) string {
	text := oneLine(strings.NewReplacer("\\\n", " ", "\\\r\n", " ").Replace(string(r.in.File.Slice(directive))))
	if text = strings.ReplaceAll(text, "`", "'"); len(text) > longExpansion {
		text = text[:longExpansion] + " …"
	}
	return text
}

// passName names the pass of a view, with the architecture where it has one.
func (v *view) passName() string {
	if v.pass == toolchain.HostPass {
		return v.pass.String()
	}
	return fmt.Sprintf("%s (sm_%d)", v.pass, v.arch)
}

// wholeLines are the lines that stand between two directives.
func wholeLines(f *source.File, span source.Span) source.Span {
	first := f.LineOf(span.Start) + 1
	if first >= len(f.Lines) {
		return source.Span{}
	}
	out := source.Span{Start: int(f.Lines[first]), End: span.End}
	if span.End < len(f.Text) {
		out.End = int(f.Lines[f.LineOf(span.End)])
	}
	return out
}

// Expanded implements workspace.Queries. Each line of the result is what the line of the same number becomes: what a macro leaves stands
// where it is invoked, and lines of directives, and those that the pass does not see, are empty.
func (r *result) Expanded(_ context.Context, pass string) (string, bool) {
	text, ok := "", false
	r.ask(func() {
		for _, v := range r.views {
			if v.pass.String() == pass {
				text, ok = v.expanded(r.in.File), true
				return
			}
		}
	})
	return text, ok
}

func (v *view) expanded(f *source.File) string {
	lines := make([]strings.Builder, len(f.Lines))
	for _, placed := range v.pp.Segments {
		if placed.File.Path != f.Path || placed.Inclusion != 0 {
			continue
		}
		line := -1
		for _, t := range placed.Toks {
			at := placed.Locate(t)
			if at.At.File == nil || at.At.File.Path != f.Path {
				continue
			}
			if n := f.LineOf(at.At.Span.Start); n > line {
				line = n // a later token stands in no earlier line
			}
			b := &lines[line]
			text := v.in.Text(t.Sym)
			switch {
			case b.Len() == 0:
				b.WriteString(indentation(f, line))
			case t.Flags&token.SpaceBefore != 0 || !at.Exact && t.Flags&token.LineStart != 0 || stick(b.String(), text):
				b.WriteByte(' ')
			}
			b.WriteString(text)
		}
	}
	var out strings.Builder
	for i := range lines {
		out.WriteString(lines[i].String())
		if i+1 < len(lines) {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// indentation is the white space that a line begins with.
func indentation(f *source.File, line int) string {
	text := f.Text[f.Lines[line]:]
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	return string(text[:n])
}

// stick reports whether two tokens would be one without a space between them.
func stick(before, text string) bool {
	a, b := before[len(before)-1], text
	if b == "" {
		return false
	}
	return wordByte(a) && wordByte(b[0]) || a == b[0] && strings.IndexByte("+-&|<>:=#", a) >= 0
}
