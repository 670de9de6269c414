package attributes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

func unsupportedNvAttribute() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "unsupported-nv-attribute", Number: 20103, Tag: "unsupported_nv_attribute",
			Title:    "An attribute of the compiler's own is written",
			Severity: check.Error, Passes: check.InHost | check.InDevice,
			Section: "host-compiler-extensions", Chapter: "Attributes",
			Doc: kit.Ticks(`
## What it does

Reports ~__attribute__((nv_weak_odr))~ on a function or variable, and ~nv_linkonce_odr~ on a function.

## Why is this bad?

The attributes are for code that the compiler generates. It refuses them in what people write.

## What to do instead

Write ~inline~, or ~__attribute__((weak))~.
`),
			Bad: `
__attribute__((nv_weak_odr)) __device__ int clamp(int i, int n) { return i < n ? i : n; }
`,
			Good: `
inline __device__ int clamp(int i, int n) { return i < n ? i : n; }
`,
		},
		Check: checkNvAttributes,
	}
}

func checkNvAttributes(p *check.Pass) {
	seen := map[sema.Site]bool{} // declarators share what stands before them
	look := func(c *sema.Chunk, attrs []ast.Attr, function bool) {
		for i := range attrs {
			a := &attrs[i]
			name := p.Unit.Text(a.Name)
			if name != "nv_weak_odr" && (name != "nv_linkonce_odr" || !function) || a.Style == ast.AttrStd && p.Unit.Text(a.Space) != "gnu" {
				continue
			}
			if site := (sema.Site{Chunk: c, Span: a.Span}); !seen[site] {
				seen[site] = true
				p.Report(check.Report{
					Site: site, Message: fmt.Sprintf("%s is for the compiler's own code; write inline, or __attribute__((weak))", name),
				})
			}
		}
	}
	for _, f := range p.Declared.Funcs {
		for _, d := range f.Decls {
			if f.Args == nil {
				look(d.Site.Chunk, d.Spec.Attrs, true)
				look(d.Site.Chunk, d.Dtor.Attrs, true)
			}
		}
	}
	variable := func(v *sema.Var) {
		for _, d := range p.Unit.VarDecls(v) {
			look(d.Site.Chunk, d.Spec.Attrs, false)
			look(d.Site.Chunk, d.Dtor.Attrs, false)
		}
	}
	for _, v := range p.Declared.Vars {
		variable(v)
	}
	for _, b := range p.Bodies {
		for _, v := range b.Locals {
			variable(v)
		}
	}
}
