package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var inlineHintForceinlineConflict = &check.Rule{
	Slug: "inline-hint-forceinline-conflict", Number: 20256, Tag: "inline_hint_forceinline_conflict",
	Title:    "__inline_hint__ and __forceinline__ on one function",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-hint", Chapter: "Attributes",
	What: `Reports a function of device code with both ~__inline_hint__~ and ~__forceinline__~, on one declaration or on two at
namespace scope.`,
	Why:     `~__inline_hint__~ asks the compiler to inline more eagerly, but leaves it the choice. ~__forceinline__~ takes it away.`,
	Instead: `Keep one of the two.`,
	Bad: `
// flags: -arch=sm_80
__inline_hint__ __forceinline__ __device__ float twice(float x) { return 2 * x; }
`,
	Good: `
// flags: -arch=sm_80
__forceinline__ __device__ float twice(float x) { return 2 * x; }
`,
	Check: inlineHintRule("__forceinline__", func(fd *sema.FuncDecl, attribute func(string) bool) bool {
		return attribute("always_inline") || slices.ContainsFunc(fd.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecForceInline })
	}),
}

// inlineHintRule makes the check of a rule about a word that contradicts __inline_hint__.
func inlineHintRule(word string, says func(fd *sema.FuncDecl, attribute func(string) bool) bool) func(*check.Pass) {
	return kit.DeclarationRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		i := p.Spaces.Of(d.Func)
		if d.Instance || d.Kernel() || !i.Known || !i.Space.OnDevice() {
			return
		}
		attributes := func(fd *sema.FuncDecl) func(string) bool {
			return func(name string) bool {
				return slices.ContainsFunc(fd.Spec.Attrs, func(a ast.Attr) bool { return p.Unit.Text(a.Name) == name })
			}
		}
		c := d.Func.MemberOf
		plainMember := c != nil && c.Template == nil && d.Func.Template == nil // of which each declaration stands for itself
		hinted, contradicted := false, false
		for _, fd := range counted(d) {
			if plainMember && fd != d.Decl {
				continue
			}
			// A template of a namespace that was hinted at before may be declared with the other word: that one is ignored.
			hinted = hinted || (fd == d.Decl || c != nil || !kit.IsPattern(d)) && attributes(fd)("nv_inline_hint")
			contradicted = contradicted || says(fd, attributes(fd))
		}
		here := attributes(d.Decl)
		if hinted && contradicted && (here("nv_inline_hint") || says(d.Decl, here)) {
			say(d.Decl.Site, spell.Func(p.Unit, d.Func)+" is declared both __inline_hint__ and "+word+"; keep one of the two")
		}
	})
}
