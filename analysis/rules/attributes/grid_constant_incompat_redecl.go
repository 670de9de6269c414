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
	What: `Reports a declaration of a kernel that says ~__grid_constant__~ of a parameter of which no declaration before it does,
or the reverse.`,
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
	Check: gridConstantRule("first declaration", func(d *spaces.Declaration) []*sema.FuncDecl {
		if d.Func.Template != nil || d.Func.Specialization || ofMember(d) {
			return nil
		}
		upTo := d.UpTo()
		return upTo[:len(upTo)-1]
	}),
}

// ofMember reports whether a declaration is one of a member, no template, outside its class, whose parameters nothing is asked of.
func ofMember(d *spaces.Declaration) bool {
	return d.Func.MemberOf != nil && !d.Decl.InClass && d.Decl.Head == nil
}

// gridConstantRule makes the check of a rule about declarations that say __grid_constant__ otherwise than others, which others
// finds.
func gridConstantRule(what string, others func(*spaces.Declaration) []*sema.FuncDecl) func(*check.Pass) {
	return func(p *check.Pass) {
		list := kit.Functions.Of(p)
		for i := range list {
			if d := &list[i]; !d.Instance {
				compareGridConstants(p, d.Decl, others(d), what)
			}
		}
	}
}

// compareGridConstants reports the parameters of a declaration that say __grid_constant__ where none of others does, or do not say it
// where one does.
func compareGridConstants(p *check.Pass, fd *sema.FuncDecl, others []*sema.FuncDecl, what string) {
	if fd.Sig == nil || len(others) == 0 {
		return
	}
	for i, param := range fd.Sig.Params {
		at, says := gridConstant(fd.Site.Chunk, param)
		said := gridConstantWords(others, i)
		if says == (len(said) > 0) || others[0].Sig == nil || i >= len(others[0].Sig.Params) {
			continue
		}
		here := sema.Site{Chunk: fd.Site.Chunk, Span: param.Span}
		r := check.Report{Site: kit.OnLineOf(fd.Site, here)}
		there := sema.Site{Chunk: others[0].Site.Chunk, Span: others[0].Sig.Params[i].Span}
		if says {
			r.Message = fmt.Sprintf("the parameter is __grid_constant__ here, and is not in the %s", what)
			r.Fixes = mend.Remove("Remove __grid_constant__", false, at)
		} else {
			there = said[0]
			r.Message = fmt.Sprintf("the parameter is __grid_constant__ in the %s, and is not here", what)
			r.Fixes = []check.Mend{{
				Title: "Add __grid_constant__", Changes: []check.Change{{Site: here, How: check.InsertBefore, Text: "__grid_constant__ "}},
			}}
		}
		r.Related = []check.Note{{Site: there, Message: "the " + what}}
		p.Report(r)
	}
}
