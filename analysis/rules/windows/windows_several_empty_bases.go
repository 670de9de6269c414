package windows

import "cudals/analysis/check"

var windowsSeveralEmptyBases = &check.Rule{
	Slug: "windows-several-empty-bases", Tag: "windows-several-empty-bases",
	Title:    "An object with several empty bases passes between host and device on Windows",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Windows,
	Section: "windows-specific", Chapter: "Windows",
	What: `For Windows targets, points at kernel parameters, and at copies of objects, whose class derives from several classes of which more than one is empty, or holds or derives from such a class.`,
	Why: `Device code lays classes out by the Itanium ABI, Microsoft's compiler by its own. Size and offsets may differ, so that the
other side reads something else. As long as objects of the type stay on one side, all is well.`,
	Instead: `Pass the members that are needed, or a struct of plain data.`,
	Bad: `
// flags: --target-platform=windows
struct NoCopy {};
struct NoMove {};
struct Packet : NoCopy, NoMove { int payload; };
__global__ void send(Packet p, int *to) { *to = p.payload; }
`,
	Good: `
// flags: --target-platform=windows
struct NoCopy {};
struct Packet : NoCopy { int payload; };
__global__ void send(Packet p, int *to) { *to = p.payload; }
`,
	Check: layoutRule(severalEmptyBases, func(d *Doubtful) string { return d.Class.EntityName() + " has more than one empty base" }),
}
