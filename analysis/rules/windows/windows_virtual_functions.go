package windows

import "cudals/analysis/check"

var windowsVirtualFunctions = &check.Rule{
	Slug: "windows-virtual-functions", Tag: "windows-virtual-functions",
	Title:    "An object with virtual functions passes between host and device on Windows",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Windows,
	Section: "windows-specific", Chapter: "Windows",
	What: `For Windows targets, points at kernel parameters, and at copies of objects, whose class has virtual functions, or holds or derives from one that has.`,
	Why: `Device code lays classes out by the Itanium ABI, Microsoft's compiler by its own. Size and offsets may differ, so that the
other side reads something else. As long as objects of the type stay on one side, all is well.`,
	Instead: `Pass the members that are needed, or a struct of plain data.`,
	Bad: `
// flags: --target-platform=windows
struct Shape { int sides; __host__ __device__ virtual int area() const { return sides; } };
void upload(Shape *to, const Shape &from) { cudaMemcpy(to, &from, sizeof(Shape), cudaMemcpyHostToDevice); }
`,
	Good: `
// flags: --target-platform=windows
struct Shape { int sides; __host__ __device__ int area() const { return sides; } };
void upload(Shape *to, const Shape &from) { cudaMemcpy(to, &from, sizeof(Shape), cudaMemcpyHostToDevice); }
`,
	Check: layoutRule(virtualFunctions, func(d *Doubtful) string { return d.Class.EntityName() + " has virtual functions" }),
}
