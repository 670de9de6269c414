package storage

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var managedCantBeSharedConstant = &check.Rule{
	Slug: "managed-cant-be-shared-constant", Number: 20111, Tag: "managed_cant_be_shared_constant",
	Title:    "A variable is __managed__ and __shared__ or __constant__",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "managed-memory-space-specifier", Chapter: "Memory spaces",
	What: `Reports a variable that is ~__managed__~ and at the same time ~__shared__~ or ~__constant__~, on one declaration or on two.
~__managed__ __device__~ is fine.`,
	Why: `A variable lives in one memory: managed memory moves between host and device, shared memory belongs to a thread block,
constant memory cannot be written by the device.`,
	Instead: `Decide for one of the words.`,
	Bad: `
__managed__ __constant__ int width;
`,
	Good: `
__managed__ __device__ int width;
`,
	Check: kit.StorageRule(managedOpposed),
}

// managedOpposed looks at what a declaration and those before it say together.
func managedOpposed(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
	if kit.Member(d) || kit.TemplateVar(d) {
		return check.Report{}, false
	}
	mem := d.Memory
	decls := p.Unit.VarDecls(d.Var)
	if around := p.Unit.RedeclaredVar(d.Var); around != nil {
		decls = slices.Concat(p.Unit.VarDecls(around), decls)
	}
	for _, o := range decls {
		if spaces.Before(o.Site, d.Site) < 0 {
			mem |= spaces.WrittenMemory(o.Spec)
		}
	}
	other := mem & (cudaspace.Shared | cudaspace.Constant)
	if mem&cudaspace.Managed == 0 || other == 0 {
		return check.Report{}, false
	}
	return check.Report{
		Message: fmt.Sprintf("%s is __managed__ and %s; a variable lives in one memory", d.Var.EntityName(), other),
		Fixes: append(
			dropVarSpecifiers(p, d, "__managed__", func(k ast.CUDAKind) bool { return k == ast.SpecManaged }),
			dropVarSpecifiers(p, d, other.String(), func(k ast.CUDAKind) bool { return k == ast.SpecShared || k == ast.SpecConstant })...),
	}, true
}
