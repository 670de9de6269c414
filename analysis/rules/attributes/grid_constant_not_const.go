package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var gridConstantNotConst = &check.Rule{
	Slug: "grid-constant-not-const", Number: 20239, Tag: "grid_constant_not_const",
	Title:    "A __grid_constant__ parameter is not const",
	Severity: check.Error, Passes: check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports a ~__grid_constant__~ parameter of a kernel whose own type is not const; what it points to does not count, but
the elements of a parameter that is declared as an array do. In templates it is said of instances.`,
	Why: `A ~__grid_constant__~ parameter is read where it was passed, in constant memory, by all threads. Nobody may write to
it.`,
	Instead: `Declare it const.`,
	Bad: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__global__ void step(__grid_constant__ Params p, float *out) { out[threadIdx.x] = p.k[threadIdx.x % p.n]; }
`,
	Good: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__global__ void step(const __grid_constant__ Params p, float *out) { out[threadIdx.x] = p.k[threadIdx.x % p.n]; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if kit.IsPattern(d) {
			return
		}
		gridConstants(p, d, func(i int, at sema.Site, t *types.Type) {
			spelled := d.Instance && t.IsRef() && len(d.Decl.Sig.Params[i].Decl.Ops) == 0 && d.Decl.Sig.Params[i].Spec.CV&ast.Const != 0
			if !ownConst(p, d, i, t) && !spelled { // the const of a template's const T is seen, also where T is a reference
				say(at, kit.ParamName(p.Unit, d, i)+" is __grid_constant__, and has to be const", constParam(d, i, t)...)
			}
		})
	}),
}

// ownConst reports whether a parameter of a type is const: one that is declared as an array is if the elements are (nvcc 12.4).
func ownConst(p *check.Pass, d *spaces.Declaration, i int, t *types.Type) bool {
	if t.Kind == types.Pointer {
		param := d.Decl.Sig.Params[i]
		if declared := p.Unit.DeclaratorType(d.Decl.Scope, &param.Spec, &param.Decl); declared.Kind == types.Array {
			return sema.ElementOf(declared).IsConst()
		}
	}
	return t.IsConst()
}

// gridConstants calls f for each parameter of a declaration that says __grid_constant__ and whose type is known, with the place
// of the parameter.
func gridConstants(p *check.Pass, d *spaces.Declaration, f func(i int, at sema.Site, t *types.Type)) {
	says := func(param *ast.Param) bool {
		_, ok := gridConstant(d.Decl.Site.Chunk, param)
		return ok
	}
	if d.Decl.Sig == nil || !slices.ContainsFunc(d.Decl.Sig.Params, says) {
		return
	}
	for i, declared := range kit.DeclaredParams(p.Unit, d.Decl) {
		param := d.Decl.Sig.Params[i]
		if !says(param) {
			continue
		}
		for _, t := range declared {
			if !t.IsUnknown() {
				f(i, kit.OnLineOf(d.Decl.Site, kit.Part(d, param.Span)), t)
			}
		}
	}
}

// constParam makes a parameter const; one that is a pointer or reference needs more thought.
func constParam(d *spaces.Declaration, i int, t *types.Type) []check.Mend {
	param := d.Decl.Sig.Params[i]
	if len(param.Decl.Ops) > 0 || t.IsRef() {
		return nil
	}
	return []check.Mend{{
		Title: "Declare the parameter const", Preferred: true,
		Changes: []check.Change{{Site: kit.Part(d, param.Span), How: check.InsertBefore, Text: "const "}},
	}}
}
