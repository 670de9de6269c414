package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var inlineHintNoinlineConflict = &check.Rule{
	Slug: "inline-hint-noinline-conflict", Number: 20255, Tag: "inline_hint_noinline_conflict",
	Title:    "__inline_hint__ and __noinline__ on one function",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-hint", Chapter: "Attributes",
	What: `Reports a function of device code with both ~__inline_hint__~ and ~__noinline__~, on one declaration or on two at
namespace scope.`,
	Why:     `~__inline_hint__~ asks the compiler to inline more eagerly, but leaves it the choice. ~__noinline__~ takes it away.`,
	Instead: `Keep one of the two.`,
	Bad: `
// flags: -arch=sm_80
__inline_hint__ __noinline__ __device__ float slow(float x) { return x * x; }
`,
	Good: `
// flags: -arch=sm_80
__noinline__ __device__ float slow(float x) { return x * x; }
`,
	Check: inlineHintRule("__noinline__", func(fd *sema.FuncDecl, _ func(string) bool) bool {
		return slices.ContainsFunc(fd.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecNoInline })
	}),
}
