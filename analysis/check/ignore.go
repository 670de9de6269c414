package check

import (
	"regexp"
	"slices"
	"strings"
)

// ignoreComment is a comment that silences findings: of the rules in brackets, or without them all.
var ignoreComment = regexp.MustCompile(`(?://|/\*)[ \t]*cudals:[ \t]*ignore\b(?:\[([^\]]*)\])?`)

// Ignored reports whether a comment at the end of a finding's line, or in a line of its own before that, says that nobody wants to hear
// of it. Of errors, too: it is for what cudals says, and not for what the compiler does.
func Ignored(d *Diagnostic) bool {
	f := d.Place.File
	if f == nil || len(f.Lines) == 0 {
		return false
	}
	line := f.LineOf(d.Place.Span.Start)
	if ignores(string(f.Slice(f.LineSpan(line))), d) {
		return true
	}
	for line--; line >= 0; line-- {
		before := strings.TrimSpace(string(f.Slice(f.LineSpan(line))))
		if !strings.HasPrefix(before, "//") && !(strings.HasPrefix(before, "/*") && strings.HasSuffix(before, "*/")) {
			return false
		}
		if ignores(before, d) {
			return true
		}
	}
	return false
}

func ignores(line string, d *Diagnostic) bool {
	if !strings.Contains(line, "cudals:") {
		return false
	}
	for _, m := range ignoreComment.FindAllStringSubmatchIndex(line, -1) {
		if m[2] < 0 {
			return true
		}
		if slices.ContainsFunc(strings.Split(line[m[2]:m[3]], ","), func(key string) bool {
			key = strings.TrimSpace(key)
			return key == d.Group.String() || Names(key, d.Rule, d.Tag, d.Number)
		}) {
			return true
		}
	}
	return false
}
