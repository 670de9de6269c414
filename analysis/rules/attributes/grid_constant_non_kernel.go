package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
)

var gridConstantNonKernel = &check.Rule{
	Slug: "grid-constant-non-kernel", Number: 20245, Tag: "grid_constant_non_kernel",
	Title:    "__grid_constant__ on a parameter of a function that is no kernel",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports ~__grid_constant__~ on a parameter of a function or lambda that is no kernel.`,
	Why: `A ~__grid_constant__~ parameter is read where it was passed, in constant memory, by all threads. Only a kernel's
parameters are there.`,
	Instead: `Leave the annotation out, or pass the parameter on by reference.`,
	Bad: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__device__ float pick(const __grid_constant__ Params p) { return p.k[p.n]; }
`,
	Good: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__device__ float pick(const Params &p) { return p.k[p.n]; }
`,
	Check: checkGridConstantsElsewhere,
}

func checkGridConstantsElsewhere(p *check.Pass) {
	eachGridConstant(p, func(param, word sema.Site, kernel bool) {
		if !kernel {
			p.Report(check.Report{
				Site: param, Message: "only a parameter of a kernel can be __grid_constant__",
				Fixes: mend.Remove("Remove __grid_constant__", true, word),
			})
		}
	})
}

// eachGridConstant calls f for each parameter that says __grid_constant__ in a declaration, an explicit instantiation or a lambda:
// with its place and that of the word.
func eachGridConstant(p *check.Pass, f func(param, word sema.Site, kernel bool)) {
	seen := map[sema.Site]bool{}
	params := func(named sema.Site, sig *ast.FuncSig, kernel bool) {
		if sig == nil {
			return
		}
		for _, param := range sig.Params {
			if word, ok := gridConstant(named.Chunk, param); ok && !seen[word] {
				seen[word] = true
				f(kit.OnLineOf(named, sema.Site{Chunk: named.Chunk, Span: param.Span}), word, kernel)
			}
		}
	}
	list := kit.Functions.Of(p)
	for i := range list {
		d := &list[i]
		// What a class says of member templates is looked at when they are instantiated, by the device compilation.
		late := d.Decl.InClass && d.Decl.Head != nil && !d.Kernel()
		if late == d.Instance && !(late && p.Kind == toolchain.HostPass) {
			w := spaces.Written(d.Decl.Spec)
			params(d.Decl.Site, d.Decl.Sig, d.OfKernel() && w == spaces.KernelAlone(w))
		}
	}
	for _, fn := range p.Declared.Instantiated {
		for _, fd := range fn.InstSites {
			params(fd.Site, fd.Sig, true)
		}
	}
	for _, l := range kit.Lambdas.Of(p) {
		params(l.Site, l.Expr.Sig, false)
	}
}
