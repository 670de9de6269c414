package variables

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var constexprVarValueLongDouble = &check.Rule{
	Slug: "constexpr-var-value-long-double", Tag: "constexpr-var-value-long-double",
	Title:    "Device code reads a long double constant of the host",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
	Section: "constexpr-variables", Chapter: "Variables",
	What: `Reports device code that uses the value of a ~constexpr~ or ~const~ host variable of type ~long double~.`,
	Why: `nvcc 12 puts the value in place of the read. The documentation promises that for scalars other than long double alone, so
another version of the compiler may refuse the program, as this one does as soon as the object itself is needed.`,
	Instead: `Declare the constant as ~double~: device code computes no more exactly than that.`,
	Bad: `
constexpr long double e = 2.718281828459045L;

__device__ double growth(double x) { return x * (double)e; }
`,
	Good: `
constexpr double e = 2.718281828459045;

__device__ double growth(double x) { return x * e; }
`,
	Check: foldedRead(func(_ *sema.Var, t *types.Type) bool { return t.Kind == types.Basic && t.Basic == ast.LongDouble }, "of type long double", "make it a double"),
}
