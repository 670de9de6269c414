package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var deprecatedInHostCode = &check.Rule{
	Slug: "deprecated-in-host-code", Tag: "deprecated-in-host-code", Group: check.Danger, HostWarning: "deprecated-declarations",
	Title:    "Host code uses something deprecated",
	Severity: check.Hint, Passes: check.InHost,
	Section: "deprecation-annotation", Chapter: "Attributes",
	What: `Points at uses of functions, variables, members, enumerators and types that are marked ~[[deprecated]]~ or
~__attribute__((deprecated))~ in host functions and in initialisers, where nvcc's front end says nothing: the host compiler warns,
with ~-Wdeprecated-declarations~. What silences the host compiler silences this: ~#pragma GCC diagnostic ignored~,
~-Wno-deprecated-declarations~, and the same after ~-Xcompiler~. A deprecated function may use what is deprecated.`,
	Why:     `Who marked it means to remove or change it.`,
	Happens: `With nvcc 13.0 on an H200: the host compiler warned.`,
	Instead: `Use what replaces it.`,
	Bad: `
[[deprecated("use fresh")]] int stale();
int seed() { return stale(); }
`,
	Good: `
[[deprecated("use fresh")]] int stale();
int fresh();
int seed() { return fresh(); }
`,
	Check: func(p *check.Pass) {
		kit.EachConstruct(p, func(c *spaces.BodyConstruct) {
			if c.Func != nil && (!c.Space.Known || c.Space.Space.OnDevice() || outOfUse(p.Unit, c.Func)) || halfTyped(c) {
				return // the front end says it, or nobody does
			}
			p.Report(deprecated(p, c, p.Unit.Deprecated(c.Entity, c.Site)))
		}, sema.DeprecatedName)
	},
}
