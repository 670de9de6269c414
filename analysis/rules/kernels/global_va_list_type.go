package kernels

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var globalVaListType = &check.Rule{
	Slug: "global-va-list-type", Number: 20131, Tag: "global_va_list_type",
	Title:    "A kernel parameter is a va_list",
	Severity: check.Error, Passes: check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Kernels",
	What: `Reports a kernel parameter of type ~va_list~, also behind an alias. One that is const, and pointers and references to
one, are not looked at.`,
	Why: `A va_list points into the frame of a host function with a variable number of arguments. Nothing of that exists on the
device.`,
	Instead: `Fetch the values on the host and pass them, or make the kernel a template with a parameter pack.`,
	Bad: `
__global__ void log(const char *format, __builtin_va_list values) {}
`,
	Good: `
template <class... T>
__global__ void log(const char *format, T... values) {}
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		for i, t := range kit.ParamTypes(p.Unit, d.Func) {
			if t.Kind == types.Basic && t.Basic == ast.VaList && qualifiers(p.Unit, d.Decl, i) == 0 {
				say(kit.ParamSite(d, i), kit.ParamName(p.Unit, d, i)+", a kernel, is a va_list, which points into a host function's frame; "+
					"pass the values themselves")
			}
		}
	}),
}

// qualifiers are the top-level cv-qualifiers with which a declaration declares parameter i, which the function's type does not have; none
// for an element of a pack.
func qualifiers(u *sema.Unit, fd *sema.FuncDecl, i int) ast.Qualifiers {
	if fd.Sig == nil || i >= len(fd.Sig.Params) || slices.ContainsFunc(fd.Sig.Params, func(p *ast.Param) bool { return p.Decl.Pack }) {
		return 0
	}
	p := fd.Sig.Params[i]
	return u.DeclaratorType(fd.Scope, &p.Spec, &p.Decl).CV
}
