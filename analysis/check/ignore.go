package check

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/source"
)

// ignoreComment is a comment that silences findings: of the rules in brackets, or without them all.
var ignoreComment = regexp.MustCompile(`(?://|/\*)[ \t]*cudals:[ \t]*ignore\b(?:\[([^\]]*)\])?`)

// Ignored reports whether a comment at the end of a finding's line, or in a line of its own before that, says that nobody wants to hear
// of it, and which. Of errors, too: it is for what cudals says, and not for what the compiler does.
func Ignored(d *Diagnostic) (by source.Place, ignored bool) {
	f := d.Place.File
	if f == nil || len(f.Lines) == 0 {
		return source.Place{}, false
	}
	line := f.LineOf(d.Place.Span.Start)
	if at, ok := ignores(f, f.LineSpan(line), d); ok {
		return at, true
	}
	for line--; line >= 0; line-- {
		span := f.LineSpan(line)
		before := strings.TrimSpace(string(f.Slice(span)))
		if !strings.HasPrefix(before, "//") && !(strings.HasPrefix(before, "/*") && strings.HasSuffix(before, "*/")) {
			return source.Place{}, false
		}
		if at, ok := ignores(f, span, d); ok {
			return at, true
		}
	}
	return source.Place{}, false
}

// ignores looks in a line for a comment that silences a finding.
func ignores(f *source.File, line source.Span, d *Diagnostic) (source.Place, bool) {
	if !bytes.Contains(f.Slice(line), []byte("cudals:")) {
		return source.Place{}, false
	}
	text := string(f.Slice(line))
	for _, m := range ignoreComment.FindAllStringSubmatchIndex(text, -1) {
		if m[2] < 0 || slices.ContainsFunc(strings.Split(text[m[2]:m[3]], ","), func(key string) bool {
			key = strings.TrimSpace(key)
			return key == d.Group.String() || Names(key, d.Rule, d.Tag, d.Number)
		}) {
			return placed(f, line.Start, m), true
		}
	}
	return source.Place{}, false
}

// Ignores are the comments of a file that silence findings.
func Ignores(f *source.File) []source.Place {
	var all []source.Place
	if !bytes.Contains(f.Text, []byte("cudals:")) {
		return nil
	}
	for _, m := range ignoreComment.FindAllSubmatchIndex(f.Text, -1) {
		all = append(all, placed(f, 0, m))
	}
	return all
}

// placed is the place of a match in a text that begins at an offset of a file.
func placed(f *source.File, offset int, match []int) source.Place {
	return source.Place{File: f, Span: source.Span{Start: offset + match[0], End: offset + match[1]}}
}
