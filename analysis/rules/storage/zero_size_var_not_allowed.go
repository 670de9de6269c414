package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var zeroSizeVarNotAllowed = &check.Rule{
	Slug: "zero-size-var-not-allowed", Number: 20211, Tag: "zero_size_var_not_allowed",
	Title:    "A variable on the device has size zero",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a variable of size zero, an array of no elements or a class that holds nothing else, that has a memory space or is
declared in device code. ~extern~ declarations are exempt: ~extern __shared__ int tile[];~ is how dynamic shared memory
is declared.`,
	Why:     `Arrays of size zero are an extension of the host compiler; device code cannot have them. nvcc refuses the program.`,
	Instead: `Give the array a size, or make the declaration depend on the constant that became zero.`,
	Bad: `
__device__ float overflow[0];
`,
	Good: `
__device__ float overflow[16];
extern __shared__ float tile[];
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Decl == nil || !d.Known || d.Discarded || !d.Decl.Defines || d.Var.Kind == sema.LocalExtern || kit.TemplateVar(d) || kit.Member(d) || !emptyOnDevice(p, d) {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s has size zero, which a variable on the device cannot have", d.Var.EntityName()),
			Func:    d.In,
		}, true
	}),
}

// emptyOnDevice reports whether a variable on the device has size zero.
func emptyOnDevice(p *check.Pass, d *spaces.VarDecl) bool {
	t := p.Unit.VarType(d.Var)
	size, _, ok := p.Unit.Size(t)
	if !ok || size != 0 || t.IsRef() {
		return false
	}
	return d.Memory != 0 || d.Local() && d.Space.Known && d.Space.Space.OnDevice()
}
