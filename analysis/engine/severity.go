package engine

import (
	"cmp"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
)

// severity is the severity of a report before pragmas and flags.
func (r *report) severity() check.Severity {
	if r.Severity != nil {
		return *r.Severity
	}
	return r.rule.Severity
}

// judge decides what becomes of each report of a view, by the pragmas of its text and the flags of its command.
func (v *view) judge(cmd *toolchain.Command) []check.Verdict {
	verdicts := make([]check.Verdict, len(v.reports))
	order := make([]int, len(v.reports))
	places := make([]check.Position, len(v.reports))
	once := false
	for i := range v.reports {
		rep := &v.reports[i]
		order[i] = i
		v.Unit.Attempt(rep.Site, func() {
			if !rep.Site.IsZero() {
				places[i].Segment, places[i].Token = rep.Site.Order()
			}
		})
		verdicts[i] = v.controls.Judge(places[i], rep.rule, rep.severity(), cmd)
		if rep.Refused {
			verdicts[i].Severity = check.Error
		}
		once = once || verdicts[i].Once
	}
	if once {
		v.sayOnce(verdicts, order, places)
	}
	v.wait(verdicts)
	v.dropRepeats(verdicts)
	return verdicts
}

// dropRepeats silences the reports that only repeat what others say of the same site.
func (v *view) dropRepeats(verdicts []check.Verdict) {
	said := map[sema.Site]bool{}
	for i := range v.reports {
		if r := &v.reports[i]; !r.Repeats && !verdicts[i].Silent {
			said[r.Site] = true
		}
	}
	for i := range v.reports {
		if r := &v.reports[i]; r.Repeats && said[r.Site] {
			verdicts[i].Silent = true
		}
	}
}

// sayOnce silences all but the first of the reports that are to be said once.
func (v *view) sayOnce(verdicts []check.Verdict, order []int, places []check.Position) {
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(places[a].Segment, places[b].Segment), cmp.Compare(places[a].Token, places[b].Token))
	})
	said := map[string]bool{}
	for _, i := range order {
		slug := v.reports[i].rule.Slug
		if verdicts[i].Once && said[slug] {
			verdicts[i].Silent = true
		}
		if !verdicts[i].Silent {
			said[slug] = true
		}
	}
}

// blanksAfter is the end of the white space from offset end on, line breaks included.
func blanksAfter(text []byte, end int) int {
	for end < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r' || text[end] == '\n') {
		end++
	}
	return end
}
