package kernels

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

var globalFunctionConsteval = &check.Rule{
	Slug: "global-function-consteval", Number: 20254, Tag: "global_function_consteval",
	Title:    "A kernel is consteval",
	Severity: check.Error, Passes: check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Kernels",
	What:    `Reports a kernel, or a template of kernels, that is declared ~consteval~, used or not.`,
	Why:     `~consteval~ makes a function run while compiling; a kernel runs when it is launched.`,
	Instead: `Leave ~consteval~ out. What kernel and host share as a constant goes into a ~consteval~ function that both call.`,
	Bad: `
// flags: -std=c++20
consteval __global__ void ones(float *v) { *v = 1; }
`,
	Good: `
__global__ void ones(float *v) { *v = 1; }
`,
	Check: kit.KernelRule(judgeConstantKernel("consteval", ast.Consteval)),
}
