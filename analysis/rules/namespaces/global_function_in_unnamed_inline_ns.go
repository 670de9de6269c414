package namespaces

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFunctionInUnnamedInlineNs = &check.Rule{
	Slug: "global-function-in-unnamed-inline-ns", Number: 20124, Tag: "global_function_in_unnamed_inline_ns",
	Title:    "A kernel is declared in an inline unnamed namespace",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-unnamed-namespaces", Chapter: "Linkage",
	What: `Reports a declaration of a kernel, a template of kernels or a specialisation of one that stands in an ~inline namespace
{ }~ without a name, at any depth; used or not. Once a namespace was opened that way, later ~namespace { }~ parts of it
count as well.`,
	Why: `The host's stub, which registers the kernel, must name it, and names in an inline unnamed namespace cannot be told apart
from those around it.`,
	Instead: `Leave ~inline~ out, give the namespace a name, or make the kernel ~static~.`,
	Bad: `
inline namespace {
__global__ void zero(int *p) { *p = 0; }
}
`,
	Good: `
namespace {
__global__ void zero(int *p) { *p = 0; }
}
`,
	Check: kit.KernelRule(judgeUnnamedInline),
}

func judgeUnnamedInline(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	if d.Instance || d.Decl.Block {
		return
	}
	for e := d.Func.Parent(); e != nil; {
		switch x := e.(type) {
		case *sema.Namespace:
			if x.Inline && x.Unnamed && x.InlineAt.Ord < d.Decl.Site.Chunk.Ord {
				say(d.Decl.Site, spell.Func(p.Unit, d.Func)+" is a kernel and cannot be declared in an inline unnamed namespace; "+
					"leave inline out, or name the namespace")
				return
			}
			e = x.Parent()
		case *sema.Class:
			e = x.Parent()
		default:
			return
		}
	}
}
