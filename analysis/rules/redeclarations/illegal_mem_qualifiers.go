package redeclarations

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

var illegalMemQualifiers = &check.Rule{
	Slug: "illegal-mem-qualifiers", Number: 20024, Tag: "illegal_mem_qualifiers",
	Title:    "Specifiers that exclude each other",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a function that is ~__global__~ and at the same time ~__device__~ or ~__host__~, on one declaration or on two, and
a variable that is both ~__shared__~ and ~__constant__~.`,
	Why: `A kernel is launched, any other function is called, and a variable lives in one memory. nvcc stops here. Between two
declarations only its host compilation says so; the device compilation reports the second one with a number of its own.`,
	Instead: `Decide for one of the two, and write the same on every declaration.`,
	Bad: `
__global__ __device__ void fill(float *p) { p[threadIdx.x] = 0; }
`,
	Good: `
__device__ void clear(float *p) { *p = 0; }
__global__ void fill(float *p) { clear(p + threadIdx.x); }
`,
	Check: checkMemQualifiers,
}

func checkMemQualifiers(p *check.Pass) {
	report := func(list []check.Report) {
		for _, r := range list {
			p.Report(r)
		}
	}
	report(twoQualifiers.Outside(p.Spaces, func(found func(check.Report)) {
		for _, f := range p.Declared.Funcs {
			if f.Args == nil && !f.Implicit && f.Closure == nil {
				checkFuncQualifiers(p, f, found)
			}
		}
		for _, v := range p.Declared.Vars {
			checkVarQualifiers(p, v, found)
		}
		for _, v := range p.Declared.VarTemplates {
			checkVarQualifiers(p, v, found)
		}
	}))
	checkRedeclared(p)
	report(twoQualifiers.In(p.Spaces, p.Bodies(), func(b *sema.Facts, found func(check.Report)) {
		for _, v := range b.Locals {
			checkVarQualifiers(p, v, found)
		}
	}))
}

var twoQualifiers = spaces.NewJudgement[check.Report]()

func checkFuncQualifiers(p *check.Pass, f *sema.Func, found func(check.Report)) {
	for _, fd := range f.Decls {
		if w := spaces.Written(fd.Spec); w&cudaspace.Global != 0 && w != cudaspace.Global {
			found(check.Report{
				Site:    kit.OnLineOf(lastSpecifier(fd.Site, fd.Spec), fd.Site),
				Message: fmt.Sprintf("%s is __global__ and %s on one declaration; a kernel is __global__ alone", spell.Func(p.Unit, f), w&^cudaspace.Global),
			})
		}
	}
}

// checkRedeclared reports declarations that exclude earlier ones. Of specialisations both passes say it under this number, of
// all others the host pass alone.
func checkRedeclared(p *check.Pass) {
	kernels := redeclared.Of(p).Kernels
	for i := range kernels {
		r := &kernels[i]
		if fromPrelude(p, r.Earlier.Site) || p.Kind == toolchain.DevicePass && !r.Func.Specialization {
			continue
		}
		name := spell.Func(p.Unit, r.Func)
		p.Report(check.Report{
			Site:    kit.OnLineOf(lastSpecifier(r.Decl.Site, r.Decl.Spec), r.Decl.Site),
			Message: fmt.Sprintf("%s is declared %s here, but it was declared %s before; a kernel is __global__ in every declaration", name, r.Now, r.Was),
			Related: []check.Note{{Site: r.Earlier.Site, Message: fmt.Sprintf("%s is %s here", name, mend.DeclaredWord(r.Earlier.Spec))}},
		})
	}
	if p.Kind == toolchain.DevicePass {
		return
	}
	opposed := redeclared.Of(p).Opposed
	for i := range opposed {
		r := &opposed[i]
		name := r.Var.EntityName()
		p.Report(check.Report{
			Site:    r.Decl.Site,
			Message: fmt.Sprintf("%s is declared %s here, but it was declared %s before; a variable lives in one memory", name, r.Now, r.Was),
			Related: []check.Note{{Site: r.Earlier.Site, Message: fmt.Sprintf("%s is declared %s here", name, r.Was)}},
		})
	}
}

func checkVarQualifiers(p *check.Pass, v *sema.Var, found func(check.Report)) {
	for _, d := range p.Unit.VarDecls(v) {
		mem := spaces.WrittenMemory(d.Spec)
		if mem&cudaspace.Shared != 0 && mem&cudaspace.Constant != 0 && mem&cudaspace.Managed == 0 {
			found(check.Report{Site: kit.OnLineOf(lastSpecifier(d.Site, d.Spec), d.Site), Message: fmt.Sprintf("%s is __shared__ and __constant__; a variable lives in one memory", v.EntityName())})
		}
	}
}

// lastSpecifier is the place of the last of a declaration's execution and memory spaces, its name where there is none: that is
// the one that excludes what stands before it.
func lastSpecifier(name sema.Site, spec *ast.Specifiers) sema.Site {
	for i := len(spec.CUDA) - 1; i >= 0; i-- {
		switch s := &spec.CUDA[i]; s.Kind {
		case ast.SpecHost, ast.SpecDevice, ast.SpecGlobal, ast.SpecShared, ast.SpecConstant, ast.SpecManaged:
			return sema.Site{Chunk: name.Chunk, Span: s.Span}
		}
	}
	return name
}
