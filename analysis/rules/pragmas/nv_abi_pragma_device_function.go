package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/cudaspace"
)

var nvAbiPragmaDeviceFunction = &check.Rule{
	Slug: "nv-abi-pragma-device-function", Number: 20320, Tag: "nv_abi_pragma_device_function",
	Title:    "A pragma nv_abi stands before a function that is none of the device",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports ~#pragma nv_abi~ before a kernel or a function that runs on the host alone.`,
	Why: `The pragma says how many registers a device function preserves, or the function that a call through a pointer means. Kernels are not called, and the host
has an ABI of its own.`,
	Instead: `Remove it, or declare the function ~__device__~.`,
	Bad: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__global__ void step();
`,
	Good: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int step();
`,
	Check: placedRule(func(p *check.Pass, a placedABI) string {
		if f := functionBehind(p, a); f != nil {
			if i := p.Spaces.Of(f); i.Known && (i.Space&cudaspace.Global != 0 || !i.Space.OnDevice()) {
				return "is for device functions, and " + spell.Func(p.Unit, f) + " is " + i.Space.Effective().String()
			}
		}
		return ""
	}),
}

// functionBehind is the function whose declaration follows a pragma.
func functionBehind(p *check.Pass, a placedABI) *sema.Func {
	if a.Decl == nil {
		return nil
	}
	var first *sema.Func
	var at sema.Site
	for _, f := range p.Declared.Funcs {
		for _, d := range f.Decls {
			if d.Site.Chunk == a.Decl && !d.InClass && (first == nil || d.Site.Span.Lo < at.Span.Lo) {
				first, at = f, d.Site
			}
		}
	}
	return first
}
