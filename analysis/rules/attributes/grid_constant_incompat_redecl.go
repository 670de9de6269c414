package attributes

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var gridConstantIncompatRedecl = &check.Rule{
	Slug: "grid-constant-incompat-redecl", Number: 20241, Tag: "grid_constant_incompat_redecl",
	Title:    "Declarations of a kernel disagree on __grid_constant__",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports a declaration of a kernel that says ~__grid_constant__~ of a parameter of which the first declaration does
not, or the reverse.`,
	Why:     `The annotation tells how a kernel gets the parameter. Code that launches it and the kernel itself have to agree.`,
	Instead: `Say the same in all declarations.`,
	Bad: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__global__ void step(const Params p, float *out);
__global__ void step(const __grid_constant__ Params p, float *out) { *out = p.k[0]; }
`,
	Good: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__global__ void step(const __grid_constant__ Params p, float *out);
__global__ void step(const __grid_constant__ Params p, float *out) { *out = p.k[0]; }
`,
	Check: gridConstantRule("first declaration", func(d *spaces.Declaration) *sema.FuncDecl {
		if d.Func.Template != nil && !d.Func.Specialization || d.Func.Decls[0] == d.Decl || d.Func.Specialization {
			return nil
		}
		return d.Func.Decls[0]
	}),
}

// gridConstantRule makes the check of a rule about declarations that say __grid_constant__ otherwise than another, which other
// finds.
func gridConstantRule(what string, other func(*spaces.Declaration) *sema.FuncDecl) func(*check.Pass) {
	return func(p *check.Pass) {
		list := kit.Functions.Of(p)
		for i := range list {
			if d := &list[i]; d.OfKernel() && !d.Instance {
				if o := other(d); o != nil {
					compareGridConstants(p, d.Decl, o, what)
				}
			}
		}
	}
}

// compareGridConstants reports the parameters of a declaration that say __grid_constant__ otherwise than those of another.
func compareGridConstants(p *check.Pass, fd, other *sema.FuncDecl, what string) {
	if fd.Sig == nil || other.Sig == nil {
		return
	}
	for i, param := range fd.Sig.Params {
		if i >= len(other.Sig.Params) {
			return
		}
		at, says := gridConstant(fd.Site.Chunk, param)
		there, said := gridConstant(other.Site.Chunk, other.Sig.Params[i])
		if says == said {
			continue
		}
		here := sema.Site{Chunk: fd.Site.Chunk, Span: param.Span}
		r := check.Report{Site: kit.OnLineOf(fd.Site, here)}
		if says {
			there = sema.Site{Chunk: other.Site.Chunk, Span: other.Sig.Params[i].Span}
			r.Message = fmt.Sprintf("the parameter is __grid_constant__ here, and is not in the %s", what)
			r.Fixes = mend.Remove("Remove __grid_constant__", false, at)
		} else {
			r.Message = fmt.Sprintf("the parameter is __grid_constant__ in the %s, and is not here", what)
			r.Fixes = []check.Mend{{
				Title: "Add __grid_constant__", Changes: []check.Change{{Site: here, How: check.InsertBefore, Text: "__grid_constant__ "}},
			}}
		}
		r.Related = []check.Note{{Site: there, Message: "the " + what}}
		p.Report(r)
	}
}
