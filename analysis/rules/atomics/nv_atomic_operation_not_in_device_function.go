package atomics

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var nvAtomicOperationNotInDeviceFunction = &check.Rule{
	Slug: "nv-atomic-operation-not-in-device-function", Number: 20296, Tag: "nv_atomic_operation_not_in_device_function",
	Title:    "An atomic builtin stands in host code",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_~ functions in a function of the host.`,
	Why:     `They are instructions of the device.`,
	Instead: `Use ~std::atomic_ref~ or the host compiler's builtins.`,
	Bad: `
// flags: --cuda-version=13.0
void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: func(p *check.Pass) {
		kit.EachBody(p, func(b *sema.Facts) {
			if i := p.Spaces.Of(b.Func); b.Func == nil || !i.Known || i.Space.OnDevice() {
				return
			}
			for i := range b.Calls {
				if o, ok := operationOf(p, &b.Calls[i]); ok {
					p.Report(check.Report{Site: o.Site, Message: o.Callee.EntityName() + " is an instruction of the device, and " + spell.Func(p.Unit, b.Func) + " is __host__"})
				}
			}
		})
	},
}
