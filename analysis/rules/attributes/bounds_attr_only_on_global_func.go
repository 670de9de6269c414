package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var boundsAttrOnlyOnGlobalFunc = &check.Rule{
	Slug: "bounds-attr-only-on-global-func", Number: 20077, Tag: "bounds_attr_only_on_global_func",
	Title:    "Launch bounds stand on a function that is no kernel",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports each declaration of a function that is no kernel that says ~__launch_bounds__~, ~__maxnreg__~,
~__cluster_dims__~ or ~__block_size__~. A member function is reported for being one as well.`,
	Why:     `These attributes bound the threads of a launch, or the registers of each. Only kernels are launched.`,
	Instead: `Put them on the kernels that call the function.`,
	Bad: `
__launch_bounds__(256) __device__ float twice(float x) { return 2 * x; }
`,
	Good: `
__global__ void __launch_bounds__(256) twice(float *x) { *x *= 2; }
`,
	Check: kit.DeclarationRule(judgeGlobalsBounds),
}

// judgeGlobalsBounds looks at what a declaration says, and at what that of a specialisation takes over from its template.
func judgeGlobalsBounds(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	judgeBounds(notOnKernel, effective(p, d.Decl)...)(p, d, say)
	if !d.Func.Specialization || d.Func.Template == nil || notOnKernel(d) == "" {
		return
	}
	said := map[ast.CUDAKind]bool{}
	for i := range d.Decl.Spec.CUDA {
		said[d.Decl.Spec.CUDA[i].Kind] = true
	}
	for _, fd := range kit.DeclarationsOf(p.Unit, d.Func.Template.Func) {
		for _, kind := range effective(p, fd) {
			if said[kind] || !slices.ContainsFunc(fd.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == kind }) {
				continue
			}
			said[kind] = true
			word := kind.String()
			say(d.Decl.Site, word+" has no place on "+spell.Func(p.Unit, d.Func)+", which has it of its template and is no kernel; it belongs on a kernel",
				dropBounds(p.Unit, d.Func, "Remove "+word, kind))
		}
	}
}

// effective are the kinds that a declaration may have but for those that the front end takes for no attribute: one whose first argument it
// has refused, or that depends on template parameters.
func effective(p *check.Pass, fd *sema.FuncDecl) []ast.CUDAKind {
	kinds := []ast.CUDAKind{ast.SpecLaunchBounds}
	for _, kind := range []ast.CUDAKind{ast.SpecMaxnreg, ast.SpecClusterDims, ast.SpecBlockSize} {
		args, _, _ := bounds(p.Spaces, fd, kind)
		first := args
		if kind == ast.SpecBlockSize {
			first = clusterOf(args) // which there is without a second tuple too
		}
		if len(args) > 0 && !outOfRange(first) && !undecided(args) && (kind != ast.SpecBlockSize || hasBlockSize(p)) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// hasBlockSize reports whether there is a __block_size__.
func hasBlockSize(p *check.Pass) bool {
	const mustBePositive = 20331
	_, ok := cudaspace.Listed(mustBePositive, "", p.Command.Version())
	return ok
}

// judgeBounds finds attributes of some kinds on functions that cannot have them, and why says so.
func judgeBounds(why func(d *spaces.Declaration) string, kinds ...ast.CUDAKind) func(*check.Pass, *spaces.Declaration, kit.Say) {
	return func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		reason := why(d)
		if d.Instance || reason == "" {
			return
		}
		for i := range d.Decl.Spec.CUDA {
			s := &d.Decl.Spec.CUDA[i]
			if !slices.Contains(kinds, s.Kind) {
				continue
			}
			at := kit.Part(d, s.Span)
			word := s.Kind.String()
			say(at, word+" has no place on "+spell.Func(p.Unit, d.Func)+", which is "+reason+"; it belongs on a kernel",
				dropBounds(p.Unit, d.Func, "Remove "+word, s.Kind))
		}
	}
}

// dropBounds removes an attribute from all declarations of a function, and of the template that it is a specialisation of: each has what
// another one says.
func dropBounds(u *sema.Unit, f *sema.Func, title string, kind ast.CUDAKind) check.Mend {
	m := check.Mend{Title: title, Preferred: true}
	decls := slices.Clone(kit.DeclarationsOf(u, f))
	if f.Specialization && f.Template != nil {
		decls = append(decls, kit.DeclarationsOf(u, f.Template.Func)...)
	}
	for _, fd := range decls {
		for i := range fd.Spec.CUDA {
			if s := &fd.Spec.CUDA[i]; s.Kind == kind {
				m.Changes = append(m.Changes, check.Change{Site: sema.Site{Chunk: fd.Site.Chunk, Span: s.Span}, How: check.Remove})
			}
		}
	}
	return m
}

// notOnKernel leaves out member templates in their class, and what defines a member where there is no template: its declaration in
// the class is reported.
func notOnKernel(d *spaces.Declaration) string {
	f := d.Func
	if templated := f.Template != nil || f.Specialization; f.MemberOf != nil &&
		(d.Decl.InClass && templated || !d.Decl.InClass && !templated && f.MemberOf.Template == nil) {
		return ""
	}
	if slices.ContainsFunc(d.Near(), func(fd *sema.FuncDecl) bool { return spaces.Written(fd.Spec)&cudaspace.Global != 0 }) {
		return ""
	}
	return "no kernel"
}
