package attributes

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
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
	eachGridConstant(p, func(param sema.Site, words []sema.Site, of cudaspace.Space) {
		if of == cudaspace.Global {
			return
		}
		r := check.Report{Site: param, Message: "only a parameter of a kernel can be __grid_constant__"}
		if of&cudaspace.Global == 0 {
			r.Fixes = mend.Remove("Remove __grid_constant__", true, words...)
		}
		p.Report(r)
	})
}

// eachGridConstant calls f for each parameter that is __grid_constant__ in a declaration, an explicit instantiation or a lambda: with
// its place, those where the word stands in all declarations, and the space that they say; a kernel that is declared __host__ as well, which
// is an error, is none to its parameters.
func eachGridConstant(p *check.Pass, f func(param sema.Site, words []sema.Site, of cudaspace.Space)) {
	seen := map[sema.Site]bool{}
	params := func(fd *sema.FuncDecl, of cudaspace.Space, said, all []*sema.FuncDecl) {
		if fd.Sig == nil {
			return
		}
		for i, param := range fd.Sig.Params {
			at := sema.Site{Chunk: fd.Site.Chunk, Span: param.Span}
			if words := gridConstantWords(said, i); len(words) > 0 && !seen[at] {
				seen[at] = true
				f(kit.OnLineOf(fd.Site, at), gridConstantWords(all, i), of)
			}
		}
	}
	list := kit.Functions.Of(p)
	for i := range list {
		d := &list[i]
		of := d.Words() & (cudaspace.Global | cudaspace.Host)
		if of == spaces.Written(d.Decl.Spec) && !d.Kernel() {
			of = 0 // it counts for nothing
		}
		// What a class says of member templates is looked at when they are instantiated, by the device compilation.
		late := d.Decl.InClass && d.Decl.Head != nil && !d.Kernel()
		if late == d.Instance && !(late && p.Kind == toolchain.HostPass) && !ofMember(d) {
			params(d.Decl, of, sayGridConstant(d), append(slices.Clip(d.Near()), d.Decl))
		}
	}
	for _, fn := range p.Declared.Instantiated {
		for _, fd := range fn.InstSites {
			one := []*sema.FuncDecl{fd}
			params(fd, cudaspace.Global, one, one)
		}
	}
	for _, l := range kit.Lambdas.Of(p) {
		one := []*sema.FuncDecl{{Site: l.Site, Sig: l.Expr.Sig}}
		params(one[0], cudaspace.Host, one, one)
	}
}

// sayGridConstant are the declarations that say what parameters are __grid_constant__ to a declaration: the first one of a template,
// all up to it of another function.
func sayGridConstant(d *spaces.Declaration) []*sema.FuncDecl {
	switch {
	case d.Instance:
		return []*sema.FuncDecl{d.Decl}
	case d.Func.Specialization:
		return append(slices.Clip(spaces.Primary(d.Func)), d.Decl)
	case kit.IsPattern(d):
		return d.Func.Decls[:1]
	}
	return d.UpTo()
}

// gridConstantWords are the places where declarations say __grid_constant__ of a parameter, each once.
func gridConstantWords(decls []*sema.FuncDecl, param int) []sema.Site {
	var out []sema.Site
	for _, fd := range decls {
		if fd.Sig != nil && param < len(fd.Sig.Params) {
			if word, ok := gridConstant(fd.Site.Chunk, fd.Sig.Params[param]); ok && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}
