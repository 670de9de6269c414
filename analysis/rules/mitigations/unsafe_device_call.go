package mitigations

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var unsafeDeviceCall = &check.Rule{
	Slug: "unsafe-device-call", Number: 20284, Tag: "unsafe_device_call",
	Title:    "A function of the device is used that needs a mitigation",
	Severity: check.Warning, Passes: check.InDevice,
	Chapter: "Device code",
	What: `Reports ~clock~, ~__ffs~ and ~__ffsll~ in functions that are compiled for the device, where the command has
~-drive-os-5.2.39-check-mitigations-subset~.`,
	Why:     `Compilers of Drive OS 5.2 make wrong code for them.`,
	Instead: `Use ~clock64~ for ~clock~, and ~__clz~ with ~__brev~ for the others.`,
	Bad: `
// flags: --cuda-version=13.0 -drive-os-5.2.39-check-mitigations-subset
__global__ void first(unsigned *p) { *p = __ffs(*p); }
`,
	Good: `
// flags: --cuda-version=13.0 -drive-os-5.2.39-check-mitigations-subset
__global__ void first(unsigned *p) { *p = *p ? __clz(__brev(*p)) + 1 : 0; }
`,
	Check: asked(func(p *check.Pass) {
		compiled(p, func(b *sema.Facts) {
			said := map[sema.Site]bool{}
			look := func(f *sema.Func, at sema.Site, ctx sema.Context) {
				if f == nil || ctx&(sema.Unevaluated|sema.Undecided|sema.Discarded) != 0 || said[at] {
					return
				}
				instead, ok := unsafe[f.EntityName()]
				if s := f.Site(); !ok || s.Chunk == nil || !s.Chunk.System || f.MemberOf != nil {
					return
				}
				said[at] = true
				p.Report(check.Report{Site: at, Func: b.Func, Message: f.EntityName() + " is miscompiled by compilers of Drive OS 5.2; use " + instead})
			}
			for i := range b.Calls {
				look(b.Calls[i].Callee, b.Calls[i].Site, b.Calls[i].Context)
			}
			for i := range b.Refs {
				look(b.Refs[i].Func, b.Refs[i].Site, b.Refs[i].Context)
			}
		})
	}),
}

// unsafe are the functions, with what to use for them.
var unsafe = map[string]string{"clock": "clock64", "__ffs": "__clz(__brev(x))", "__ffsll": "__clzll(__brevll(x))"}
