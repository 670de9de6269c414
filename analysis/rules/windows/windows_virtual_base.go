package windows

import "cudals/analysis/check"

var windowsVirtualBase = &check.Rule{
	Slug: "windows-virtual-base", Tag: "windows-virtual-base",
	Title:    "An object with a virtual base passes between host and device on Windows",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Windows,
	Section: "windows-specific", Chapter: "Windows",
	What: `For Windows targets, points at kernel parameters, and at copies of objects, whose class has a virtual base, or holds or derives from one that has.`,
	Why: `Device code lays classes out by the Itanium ABI, Microsoft's compiler by its own. Size and offsets may differ, so that the
other side reads something else. As long as objects of the type stay on one side, all is well.`,
	Instead: `Pass the members that are needed, or a struct of plain data.`,
	Bad: `
// flags: --target-platform=windows
struct Id { int id; };
struct Node : virtual Id { int next; };
void upload(Node *to, const Node &from) { cudaMemcpy(to, &from, sizeof(Node), cudaMemcpyHostToDevice); }
`,
	Good: `
// flags: --target-platform=windows
struct Id { int id; };
struct Node : Id { int next; };
void upload(Node *to, const Node &from) { cudaMemcpy(to, &from, sizeof(Node), cudaMemcpyHostToDevice); }
`,
	Check: layoutRule(virtualBases, func(d *Doubtful) string { return d.Class.EntityName() + " has a virtual base" }),
}
