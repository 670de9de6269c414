package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var constVarOtherType = &check.Rule{
	Slug: "const-var-other-type", Tag: "const-var-other-type",
	Title:    "Device code reads a part of a const object of the host",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
	Section: "const-qualified-variables", Chapter: "Variables",
	What: `Reports device code that reads a member of a ~const~ host object of class type, copies it, or reads an element of a ~const~ array,
where nvcc folds the value.`,
	Why: `nvcc 12 puts the value in place of the read. The documentation promises that for integers and floating-point numbers alone, so
another version of the compiler may refuse the program, as this one does as soon as the object itself is needed.`,
	Instead: `Give the object a memory space, ~__constant__~ or ~__device__~, or declare the number by itself.`,
	Bad: `
struct Pair {
  int a, b;
};

const Pair origin = {1, 2};

__device__ int first() { return origin.a; }
`,
	Good: `
struct Pair {
  int a, b;
};

__constant__ const Pair origin = {1, 2};

__device__ int first() { return origin.a; }
`,
	Check: foldedRead(func(v *sema.Var, t *types.Type) bool { return !v.Constexpr && compound(t) }, "of a type that is no number", "give it a memory space"),
}
