package kernels

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

var globalFunctionHasEllipsis = &check.Rule{
	Slug: "global-function-has-ellipsis", Number: 20046, Tag: "global_function_has_ellipsis",
	Title:    "A kernel takes a variable number of arguments",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Reports a kernel that is declared with an ellipsis: ~__global__ void trace(const char *format, ...)~. Parameter packs of
templates are no ellipsis.`,
	Why: `A launch copies the arguments into a buffer whose layout the parameters' types fix. There is no layout for arguments of
unknown types.`,
	Instead: `Make the kernel a template with a parameter pack, or pass a structure or a pointer to an array.`,
	Bad: `
__global__ void trace(const char *format, ...) {}
`,
	Good: `
template <class... T>
__global__ void trace(const char *format, T... values) {}
`,
	Check: directiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if t := p.Unit.FuncType(d.Func); t.Kind == types.Func && t.Variadic {
			say(kit.OnLineOf(kernelWord(d), ellipsis(d)), spell.Func(p.Unit, d.Func)+" is a kernel and cannot take a variable number of arguments; "+
				"make it a template with a parameter pack, or pass an array")
		}
	}),
}

// ellipsis is the place of the ellipsis that ends a declaration's parameters.
func ellipsis(d *spaces.Declaration) sema.Site {
	if d.Decl.Sig == nil || !d.Decl.Sig.Variadic {
		return d.Decl.Site
	}
	lo := d.Decl.Sig.Span.Lo
	if n := len(d.Decl.Sig.Params); n > 0 {
		lo = d.Decl.Sig.Params[n-1].Span.Hi
	}
	for i, t := range kit.Part(d, ast.Span{Lo: lo, Hi: d.Decl.Sig.Span.Hi}).Tokens() {
		if t.Kind == token.Ellipsis {
			return kit.Part(d, ast.Span{Lo: lo + int32(i), Hi: lo + int32(i) + 1})
		}
	}
	return d.Decl.Site
}
