package atomics

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var nvAtomicFunctionAddressTaken = &check.Rule{
	Slug: "nv-atomic-function-address-taken", Number: 20311, Tag: "nv_atomic_function_address_taken",
	Title:    "The address of an atomic builtin is taken",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports an ~__nv_atomic_~ function that device code names as a value: gives to a variable, or to a function.`,
	Why:     `The functions are instructions, which have no address.`,
	Instead: `Write a lambda or a function that calls it.`,
	Bad: `
// flags: --cuda-version=13.0
__device__ void tally(int *p) {
  auto add = __nv_atomic_add;
}
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void tally(int *p) {
  auto add = [](int *p, int n) { __nv_atomic_add(p, n, __NV_ATOMIC_RELAXED); };
  add(p, 1);
}
`,
	Stage: check.Code,
	Check: func(p *check.Pass) {
		const nothing = sema.Unevaluated | sema.Undecided | sema.Discarded | sema.Folded
		for _, f := range p.Emission.Funcs() { // what is not compiled is not looked at
			b := p.Unit.Facts(f)
			if i := p.Spaces.Of(f); b == nil || !i.Known || !i.Space.OnDevice() || f.Site().Chunk == nil || f.Site().Chunk.System {
				continue
			}
			for _, r := range b.Refs {
				if isBuiltin(r.Func) && r.Fate == sema.Kept && r.Context&nothing == 0 {
					p.ReportOnce(check.Report{Site: r.Site, Func: b.Func, Message: r.Func.EntityName() + " is an instruction and has no address; call it"})
				}
			}
		}
	},
}
