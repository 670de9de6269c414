package attributes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var unsupportedNvAttribute = &check.Rule{
	Slug: "unsupported-nv-attribute", Number: 20103, Tag: "unsupported_nv_attribute",
	Title:    "An attribute of the compiler's own is written",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "host-compiler-extensions", Chapter: "Attributes",
	What:    `Reports ~__attribute__((nv_weak_odr))~ on a function or variable, and ~nv_linkonce_odr~ on a function.`,
	Why:     `The attributes are for code that the compiler generates. It refuses them in what people write.`,
	Instead: `Write ~inline~, or ~__attribute__((weak))~.`,
	Bad: `
__attribute__((nv_weak_odr)) __device__ int clamp(int i, int n) { return i < n ? i : n; }
`,
	Good: `
inline __device__ int clamp(int i, int n) { return i < n ? i : n; }
`,
	Check: checkNvAttributes,
}

func checkNvAttributes(p *check.Pass) {
	seen := map[sema.Site]bool{} // declarators share what stands before them
	report := func(list []check.Report) {
		for _, r := range list {
			if !seen[r.Site] {
				seen[r.Site] = true
				p.Report(r)
			}
		}
	}
	look := func(c *sema.Chunk, attrs []ast.Attr, function bool, found func(check.Report)) {
		for i := range attrs {
			a := &attrs[i]
			name := p.Unit.Text(a.Name)
			if name != "nv_weak_odr" && (name != "nv_linkonce_odr" || !function) || a.Style == ast.AttrStd && p.Unit.Text(a.Space) != "gnu" {
				continue
			}
			found(check.Report{
				Site:    sema.Site{Chunk: c, Span: a.Span},
				Message: fmt.Sprintf("%s is for the compiler's own code; write inline, or __attribute__((weak))", name),
			})
		}
	}
	variables := func(list []*sema.Var, found func(check.Report)) {
		for _, v := range list {
			for _, d := range p.Unit.VarDecls(v) {
				look(d.Site.Chunk, d.Spec.Attrs, false, found)
				look(d.Site.Chunk, d.Dtor.Attrs, false, found)
			}
		}
	}
	report(nvAttributes.Outside(p.Spaces, func(found func(check.Report)) {
		for _, f := range p.Declared.Funcs {
			for _, d := range f.Decls {
				if f.Args == nil {
					look(d.Site.Chunk, d.Spec.Attrs, true, found)
					look(d.Site.Chunk, d.Dtor.Attrs, true, found)
				}
			}
		}
		variables(p.Declared.Vars, found)
	}))
	report(nvAttributes.In(p.Spaces, p.Bodies(), func(b *sema.Facts, found func(check.Report)) { variables(b.Locals, found) }))
}

var nvAttributes = spaces.NewJudgement[check.Report]()
