package windows

import "cudals/analysis/check"

var windowsPointerToMember = &check.Rule{
	Slug: "windows-pointer-to-member", Tag: "windows-pointer-to-member",
	Title:    "A pointer to member passes between host and device on Windows",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Windows,
	Section: "windows-specific", Chapter: "Windows",
	What: `For Windows targets, points at kernel parameters, and at copies of objects, that are pointers to members or hold some.`,
	Why: `Device code lays classes out by the Itanium ABI, Microsoft's compiler by its own. Size and offsets may differ, so that the
other side reads something else. As long as objects of the type stay on one side, all is well.`,
	Instead: `Pass the members that are needed, or a struct of plain data.`,
	Bad: `
// flags: --target-platform=windows
struct Cell { int x, y; };
__global__ void pick(int Cell::*which, const Cell *from, int *to) { *to = from->*which; }
`,
	Good: `
// flags: --target-platform=windows
struct Cell { int x, y; };
__global__ void pick(bool second, const Cell *from, int *to) { *to = second ? from->y : from->x; }
`,
	Check: layoutRule(memberPointers, func(*Doubtful) string { return "pointers to members have other sizes there" }),
}
