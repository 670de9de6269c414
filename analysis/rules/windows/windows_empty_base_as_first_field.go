package windows

import "cudals/analysis/check"

var windowsEmptyBaseAsFirstField = &check.Rule{
	Slug: "windows-empty-base-as-first-field", Tag: "windows-empty-base-as-first-field",
	Title:    "An object whose first member begins with its own empty base passes between host and device on Windows",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Windows,
	Section: "windows-specific", Chapter: "Windows",
	What: `For Windows targets, points at kernel parameters, and at copies of objects, whose class has empty bases alone, one of which is also at the start of its first member.`,
	Why: `Device code lays classes out by the Itanium ABI, Microsoft's compiler by its own. Size and offsets may differ, so that the
other side reads something else. As long as objects of the type stay on one side, all is well.`,
	Instead: `Pass the members that are needed, or a struct of plain data.`,
	Bad: `
// flags: --target-platform=windows
struct Tag {};
struct Inner : Tag { int v; };
struct Outer : Tag { Inner first; int second; };
__global__ void read(Outer o, int *to) { *to = o.second; }
`,
	Good: `
// flags: --target-platform=windows
struct Tag {};
struct Inner { int v; };
struct Outer : Tag { Inner first; int second; };
__global__ void read(Outer o, int *to) { *to = o.second; }
`,
	Check: layoutRule(emptyBaseAsFirstField, func(d *Doubtful) string {
		return "the first member of " + d.Class.EntityName() + " begins with one of its empty bases"
	}),
}
