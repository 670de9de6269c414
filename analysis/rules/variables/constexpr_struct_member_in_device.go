package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var constexprStructMemberInDevice = &check.Rule{
	Slug: "constexpr-struct-member-in-device", Tag: "constexpr-struct-member-in-device",
	Title:    "Device code reads a part of a constexpr object of the host",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
	Section: "constexpr-variables", Chapter: "Variables",
	What: `Reports device code that reads a member or an element of a ~constexpr~ host object outside of a constant expression, where nvcc folds
the value.`,
	Why: `nvcc 12 puts the value in place of the read. The documentation promises that for scalars, and for parts of objects in constant expressions alone, so
another version of the compiler may refuse the program, as this one does as soon as the object itself is needed.`,
	Instead: `Read the part in a constant expression, ~constexpr int low = range.low;~, or give the object a memory space.`,
	Bad: `
struct Range {
  int low, high;
};

constexpr Range range{2, 9};

__device__ bool within(int x) { return x >= range.low; }
`,
	Good: `
struct Range {
  int low, high;
};

constexpr Range range{2, 9};

__device__ bool within(int x) {
  constexpr int low = range.low;
  return x >= low;
}
`,
	Check: foldedRead(func(v *sema.Var, t *types.Type) bool { return v.Constexpr && compound(t) }, "that is no scalar", "read it in a constant expression or give it a memory space"),
}
