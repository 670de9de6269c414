package ruletest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cudals/analysis/check"
	"cudals/analysis/source"
)

// want is an expectation. Lines and columns count from 0, columns in characters; to is -1 for a range that ends on a later
// line, from is -1 where only the line counts.
type want struct {
	line, from, to int
	severity       string
	passes         string
	rule           string
	fragment       string
	notes          []note
	noFix          bool
	refused        string       // why a mend that renames is not made
	space          *spaceWanted // set where a space is asked for
	hover          string       // set where a hover is asked for
	text           string
}

// asks reports whether the expectation is of what is shown on request, as opposed to a finding.
func (w *want) asks() bool { return w.space != nil || w.hover != "" }

// spaceWanted is the space that a function is expected to have.
type spaceWanted struct{ function, space string }

type note struct{ fragment, at string }

var (
	expectation = regexp.MustCompile(`^(\s*//)(<?)(\s*)(\^*)(\.\.\.)?\s*want (.*?)\s*$`)
	noFixLine   = regexp.MustCompile(`^\s*//\s*no fix(?:: (.*?))?\s*$`)
	noteLine    = regexp.MustCompile(`^\s*//\s*note: (.*?)(?: \| (.*?))?\s*$`)
	trailing    = regexp.MustCompile(`// (want .*?)\s*$`)
	spaceClause = regexp.MustCompile(`^space (.+): (__[\w ]+__|callable on neither side)$`)
	linkTo      = regexp.MustCompile(`\[([^\[\]]*)\]\([^()\s]*\)`) // in Markdown
	blanks      = regexp.MustCompile(`\s+`)                        // by which tables have even columns, and lines end
	hoverClause = regexp.MustCompile(`^hover: (.+)$`)
	wantClause  = regexp.MustCompile(`^(?:(error|warning|info|hint) )?(host|device|both) ([\w-]+)(?:: (.*))?$`)
)

// wanted are the expectations of a text. Malformed ones match nothing and so fail.
func wanted(text []byte) []want {
	var out []want
	code := -1
	for n, line := range strings.Split(strings.TrimPrefix(string(text), string(bom)), "\n") {
		if m := noteLine.FindStringSubmatch(line); m != nil && len(out) > 0 {
			last := &out[len(out)-1]
			last.notes = append(last.notes, note{m[1], m[2]})
			continue
		}
		if m := noFixLine.FindStringSubmatch(line); m != nil && len(out) > 0 {
			out[len(out)-1].noFix, out[len(out)-1].refused = true, m[1]
			continue
		}
		if m := expectation.FindStringSubmatch(line); m != nil {
			w := want{line: code, from: -1, text: strings.TrimSpace(line)}
			if m[4] != "" {
				w.from = utf8.RuneCountInString(m[1] + m[3])
				if m[2] != "" {
					w.from = 0
				}
				w.to = w.from + len(m[4])
				if m[5] != "" {
					w.to = -1
				}
			}
			w.clause(m[6])
			out = append(out, w)
			continue
		}
		code = n
		if m := trailing.FindStringSubmatch(line); m != nil {
			w := want{line: n, from: -1, text: m[1]}
			w.clause(strings.TrimPrefix(m[1], "want "))
			out = append(out, w)
		}
	}
	return out
}

func (w *want) clause(text string) {
	if m := spaceClause.FindStringSubmatch(text); m != nil && w.from >= 0 {
		w.space = &spaceWanted{m[1], m[2]}
	} else if m := hoverClause.FindStringSubmatch(text); m != nil && w.from >= 0 {
		w.hover = m[1]
	} else if m := wantClause.FindStringSubmatch(text); m != nil {
		w.severity, w.passes, w.rule, w.fragment = m[1], m[2], m[3], m[4]
	} else {
		w.rule = "malformed: " + text
	}
}

// differs says what is wrong with what is shown at the expectation's place in a translation unit: the space of the function
// there, or the hover, whose links are read as their text; "" when it is the expected one.
func (w *want) differs(ctx context.Context, u unit) string {
	if u.file == nil {
		return "spaces and hovers are asked of translation units alone"
	}
	at := source.Position{Line: w.line, Column: w.from}
	if at.Line == 0 && u.file.BOMLen() > 0 {
		at.Column++
	}
	if w.hover != "" {
		h := u.result.Hover(ctx, u.file.OffsetClamped(at, source.UTF32))
		if h == nil {
			return "no hover"
		}
		shown := linkTo.ReplaceAllString(h.Markdown, "$1")
		if !strings.Contains(shown, w.hover) && !strings.Contains(blanks.ReplaceAllString(shown, " "), w.hover) {
			return "another hover:\n" + h.Markdown
		}
		return ""
	}
	why := u.result.Why(ctx, u.file.OffsetClamped(at, source.UTF32))
	switch {
	case why == nil:
		return "no function stands there"
	case why.Subject != w.space.function:
		return "another function, " + why.Subject
	case why.Space != w.space.space:
		return fmt.Sprintf("%s is %s", why.Subject, why.Space)
	}
	return w.lacksNote(slices.Concat(why.Reasons, why.Reach))
}

// lacksNote says which of the notes asked for is not among the related locations, in order.
func (w *want) lacksNote(related []check.Related) string {
	i := 0
	for _, n := range w.notes {
		for i < len(related) && !n.matches(&related[i]) {
			i++
		}
		if i == len(related) {
			return fmt.Sprintf("no related location %q%s", n.fragment, showRelated(related))
		}
		i++
	}
	return ""
}

// matches says what keeps a finding from being the expected one; "" when it is.
func (w *want) matches(name string, d *check.Diagnostic) string {
	start := d.Place.File.Position(d.Place.Span.Start, source.UTF32)
	end := d.Place.File.Position(d.Place.Span.End, source.UTF32)
	if start.Line == 0 && d.Place.File.BOMLen() > 0 {
		start.Column-- // the mark is a character to File and none to people
		if end.Line == 0 {
			end.Column--
		}
	}
	to := end.Column
	if end.Line > start.Line {
		to = -1
	}
	r := RuleNamed(d.Rule)
	severity := w.severity
	if severity == "" && r != nil {
		severity = r.Severity.String()
	}
	switch {
	case fileName(d.Place.File) != name || start.Line != w.line:
		return "another line"
	case !check.Names(w.rule, d.Rule, d.Tag, d.Number):
		return "another rule"
	case d.Passes.String() != w.passes:
		return "another pass"
	case w.from >= 0 && (w.from != start.Column || w.to != to):
		return fmt.Sprintf("another range, columns %d to %d", start.Column, to)
	case d.Severity.String() != severity:
		return "another severity"
	case !strings.Contains(d.Message, w.fragment):
		return "another message"
	case w.noFix && slices.ContainsFunc(d.Fixes, func(f check.Fix) bool { return f.Rename == nil || w.refused == "" }):
		return "it offers a fix"
	}
	return w.lacksNote(d.Related)
}

func (n note) matches(r *check.Related) bool {
	return strings.Contains(r.Message, n.fragment) && (n.at == "" || !r.Place.IsZero() && string(r.Place.File.Slice(r.Place.Span)) == n.at)
}

func show(d *check.Diagnostic) string {
	at := check.RegionOf(d.Place)
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d-%d: %s %s [%s] #%d %s", fileName(d.Place.File), at.Line, at.Column-1, at.EndColumn-1, d.Severity,
		d.Rule, d.Passes, d.Number, d.Message)
	b.WriteString(showRelated(d.Related))
	for _, f := range d.Fixes {
		fmt.Fprintf(&b, "\n    fix %q", f.Title)
	}
	return b.String()
}

func showRelated(related []check.Related) string {
	var b strings.Builder
	for _, r := range related {
		fmt.Fprintf(&b, "\n    note ")
		if !r.Place.IsZero() {
			at := check.RegionOf(r.Place)
			fmt.Fprintf(&b, "%s:%d:%d: ", fileName(r.Place.File), at.Line, at.Column-1)
		}
		b.WriteString(r.Message)
		if !r.Place.IsZero() {
			fmt.Fprintf(&b, " | %s", r.Place.File.Slice(r.Place.Span))
		}
	}
	return b.String()
}

func numbered(text []byte) string {
	var b strings.Builder
	for i, line := range strings.Split(string(text), "\n") {
		fmt.Fprintf(&b, "%3d %s\n", i+1, line)
	}
	return b.String()
}
