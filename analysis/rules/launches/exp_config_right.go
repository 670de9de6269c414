package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

var expConfigRight = &check.Rule{
	Slug: "exp-config-right", Number: 20052, Tag: "exp_config_right",
	Title:    "The configuration of a launch is not closed",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "execution-configuration", Chapter: "Launches",
	What: `Reports ~<<<~ that no ~>>>~ closes, at the token that stands in its place: two brackets instead of three, brackets that are apart
(~> > >~; ~>> >~ is accepted), or none.`,
	Why:     `Without the closing brackets the rest of the statement is taken for the configuration; nothing is launched.`,
	Instead: `Write ~>>>~ behind the configuration, and the arguments behind that.`,
	Bad: `
__global__ void zero(int *p) { *p = 0; }
void run(int *p) { zero<<<1, 32>>(p); }
`,
	Good: `
__global__ void zero(int *p) { *p = 0; }
void run(int *p) { zero<<<1, 32>>>(p); }
`,
	Check: func(p *check.Pass) {
		kit.EachBody(p, func(b *sema.Facts) {
			for _, l := range b.OpenLaunches {
				p.Report(check.Report{
					Site: l.Missing, Message: "the configuration of the launch is not closed: >>> is missing before this",
					Related: []check.Note{{Site: l.Open, Message: "the configuration begins here"}},
				})
			}
		})
	},
}
