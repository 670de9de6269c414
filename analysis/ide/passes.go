package ide

import (
	"strings"

	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// Passes tells what each pass leaves out.
func Passes(doc *locate.Document) []workspace.Pass {
	var out []workspace.Pass
	for _, v := range doc.Views {
		p := workspace.Pass{Name: v.Pass.String(), Arch: v.Arch}
		for _, arm := range v.LeftOut() {
			if span := wholeLines(doc.Input.File, arm.Text); !arm.Doubtful && span.Start < span.End {
				p.Unseen = append(p.Unseen, span)
			}
		}
		out = append(out, p)
	}
	return out
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

// Expanded is the document as a pass sees it. Each line of the result is what the line of the same number becomes: what a macro leaves stands
// where it is invoked, and lines of directives, and those that the pass does not see, are empty.
func Expanded(doc *locate.Document, pass string) (string, bool) {
	text, ok := "", false
	for _, v := range doc.Views {
		if v.Pass.String() == pass {
			text, ok = expanded(v, doc.Input.File), true
			return text, ok
		}
	}
	return text, ok
}

func expanded(v *locate.View, f *source.File) string {
	lines := make([]strings.Builder, len(f.Lines))
	for _, placed := range v.Preprocessed.Segments {
		if placed.File.Path != f.Path || placed.Inclusion != 0 {
			continue
		}
		line := -1
		for _, t := range describe.Spell(v, placed.Segment, placed.Toks) {
			at := placed.Locate(t.Token)
			if at.At.File == nil || at.At.File.Path != f.Path {
				continue
			}
			if n := f.LineOf(at.At.Span.Start); n > line {
				line = n // a later token stands in no earlier line
			}
			b := &lines[line]
			switch {
			case b.Len() == 0:
				b.WriteString(indentation(f, line))
			case t.Flags&token.SpaceBefore != 0 || !at.Exact && t.Flags&token.LineStart != 0 || stick(b.String(), t.Text):
				b.WriteByte(' ')
			}
			b.WriteString(t.Text)
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
	return source.WordByte(a) && source.WordByte(b[0]) || a == b[0] && strings.IndexByte("+-&|<>:=#", a) >= 0
}
