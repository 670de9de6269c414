package language

import "cudals/analysis/check"

var digraphsNotOnWindows = &check.Rule{
	Slug: "digraphs-not-on-windows", Tag: "digraphs-not-on-windows",
	Title:    "A digraph on Windows",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Windows,
	Section: "trigraphs-and-digraphs", Chapter: "Windows",
	What:    `For Windows targets, points at ~<%~, ~%>~, ~<:~ and ~:>~.`,
	Why:     `They are not supported there.`,
	Instead: `Write the bracket or brace.`,
	Bad: `
// flags: --target-platform=windows
__device__ int first(const int *v) { return v<:0:>; }
`,
	Good: `
// flags: --target-platform=windows
__device__ int first(const int *v) { return v[0]; }
`,
	Check: checkDigraphs,
}

func checkDigraphs(p *check.Pass) {
	for _, d := range findDigraphs(p.Unit) {
		p.Report(check.Report{
			Site:    d.Site,
			Message: "digraphs are not supported on Windows; write " + d.Means,
			Fixes: []check.Mend{{
				Title: "Replace the digraph by " + d.Means, Preferred: true,
				Changes: []check.Change{{Site: d.Site, How: check.Replace, Text: d.Means}},
			}},
		})
	}
}
