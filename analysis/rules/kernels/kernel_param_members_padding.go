package kernels

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var kernelParamMembersPadding = &check.Rule{
	Slug: "kernel-param-members-padding", Tag: "kernel-param-members-padding",
	Title:    "Another order of members would save padding in the parameters of kernels",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Points at a structure that a kernel takes by value, if the kernel's parameters would take at least 8 bytes less with the members
of the structure from the most aligned to the least. Nothing is said of instances of templates, of classes with bases, bit-fields
or virtual functions, and where attributes or pragmas decide how members lie.`,
	Why: `It is not, as long as the parameters fit: every launch copies some bytes more into constant memory.`,
	Instead: `Put pointers and doubles first, then 4-byte types, then smaller ones. Mind initialisers in braces, which follow the order of the
members, and data that others exchange as it lies in memory.`,
	Bad: `
struct Filter { bool wrap; double *weights; char mode; double gain; };
__global__ void blur(Filter f, float *to) { if (f.wrap) *to = f.weights[f.mode] * f.gain; }
`,
	Good: `
struct Filter { double *weights; double gain; bool wrap; char mode; };
__global__ void blur(Filter f, float *to) { if (f.wrap) *to = f.weights[f.mode] * f.gain; }
`,
	Check: func(pass *check.Pass) {
		seen := map[*sema.Class]bool{}
		for _, k := range laidOut.Of(pass) {
			for i := range k.Params {
				if c := pass.Unit.ClassOf(k.Params[i].Type); c != nil && k.Unknown == "" && !seen[c] {
					seen[c] = reportMembers(pass, k, i, c)
				}
			}
		}
	},
}

// reportMembers reports the class of a kernel's i-th parameter where another order of its members saves something.
func reportMembers(pass *check.Pass, k *memory.Kernel, i int, c *sema.Class) bool {
	size, ok := memory.Tighter(pass.Unit, c)
	site := c.DefSite()
	if !ok || site.IsZero() || site.Chunk.System || c.Def().Name == nil {
		return false
	}
	p := &k.Params[i]
	saved := k.Total - k.Resized(i, size)
	if p.Type.IsRef() || saved < leastSaving {
		return false
	}
	site.Span = c.Def().Name.Span
	pass.Report(check.Report{
		Site: site,
		Message: fmt.Sprintf("%s takes %d bytes; with its members from the most aligned to the least it would take %d, and the parameters of %s %d less",
			c.EntityName(), p.Size, size, spell.Func(pass.Unit, k.Func), saved),
		Related: []check.Note{{Site: p.Site, Message: "it is passed by value here"}},
	})
	return true
}
