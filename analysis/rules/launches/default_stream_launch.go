package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

var defaultStreamLaunch = &check.Rule{
	Slug: "default-stream-launch", Number: 20198, Tag: "default_stream_launch",
	Title:    "A launch does not say its stream",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Off: true,
	Section: "default-stream", Chapter: "Launches",
	What: `Reports a launch whose configuration has fewer than four arguments. It is off by default and turned on by nvcc's
~-Wdefault-stream-launch~.`,
	Why: `Such a launch goes to the default stream, which, unless ~-default-stream per-thread~ is given, waits for all other
streams and they for it.`,
	Instead: `Pass the stream as the fourth argument; ~0~ for the default stream.`,
	Bad: `
// flags: -Wdefault-stream-launch
__global__ void zero(int *p) { *p = 0; }
void run(int *p) { zero<<<1, 32>>>(p); }
`,
	Good: `
// flags: -Wdefault-stream-launch
__global__ void zero(int *p) { *p = 0; }
void run(int *p) { zero<<<1, 32, 0, 0>>>(p); }
`,
	Check: func(p *check.Pass) {
		seen := map[sema.Site]bool{}
		look := func(b *sema.Facts) {
			for i := range b.Launches {
				l := &b.Launches[i]
				if b.Template || l.Config == 0 || l.Config >= 4 || seen[l.Site] {
					continue
				}
				seen[l.Site] = true
				p.Report(check.Report{Site: kit.OnLineOf(l.Close, l.Site), Message: "the launch does not say its stream; it goes to the default stream"})
			}
		}
		kit.EachBody(p, look)
		for _, b := range kit.Initialisers(p) {
			look(b)
		}
	},
}
