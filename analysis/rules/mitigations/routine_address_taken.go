package mitigations

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var routineAddressTaken = &check.Rule{
	Slug: "routine-address-taken", Number: 20285, Tag: "routine_address_taken",
	Title:    "The address of a device function with internal linkage is taken",
	Severity: check.Warning, Passes: check.InDevice,
	Chapter: "Device code",
	What: `Reports each use of a ~static~ device function, or of one in an unnamed namespace or a local class, that is no call, in functions that are compiled for
the device and in the initialisers of device variables. The command must have ~-drive-os-5.2.39-check-mitigations-subset~ and ~-rdc=true~.`,
	Why:     `Compilers of Drive OS 5.2 may give one function two addresses. Comparing them goes wrong.`,
	Instead: `Nothing, where addresses are not compared. Else give the function external linkage.`,
	Bad: `
// flags: --cuda-version=13.0 -rdc=true -drive-os-5.2.39-check-mitigations-subset
static __device__ int twice(int x) { return 2 * x; }
__device__ bool doubles(int (*f)(int)) { return f == twice; }
`,
	Good: `
// flags: --cuda-version=13.0 -rdc=true -drive-os-5.2.39-check-mitigations-subset
__device__ int twice(int x) { return 2 * x; }
__device__ bool doubles(int (*f)(int)) { return f == twice; }
`,
	Check: asked(func(p *check.Pass) {
		if !p.Command.RDC.On {
			return
		}
		look := func(b *sema.Facts) {
			called := map[sema.Site]bool{} // through template parameters
			for i := range b.Calls {
				called[b.Calls[i].Site] = true
			}
			for _, r := range b.Refs {
				const nothing = sema.Unevaluated | sema.Undecided | sema.Discarded | sema.Folded | sema.Constant
				returned := r.Fate == sema.Returned && (b.Func == nil || b.Func.Closure == nil)
				if r.Fate == sema.Called || returned || called[r.Site] || r.Context&nothing != 0 {
					continue
				}
				if i := p.Spaces.Of(r.Func); !i.Known || !i.Space.OnDevice() || !internal(p, r.Func) {
					continue
				}
				p.ReportOnce(check.Report{
					Site: r.Site, Func: b.Func,
					Message: "the address of " + spell.Func(p.Unit, r.Func) + ", which has internal linkage, may differ from itself under compilers of Drive OS 5.2",
				})
			}
		}
		compiled(p, look)
		for _, b := range p.Emission.Inits() {
			if m, known := p.Spaces.DeviceMemory(b.Var); known && m != 0 {
				look(b)
			}
		}
	}),
}

// internal reports whether a function has internal linkage and an address that is one: members that are not static have none.
func internal(p *check.Pass, f *sema.Func) bool {
	s := f.Site()
	return s.Chunk != nil && !s.Chunk.System && (f.MemberOf == nil || f.Static) && p.Spaces.InternalLinkage(f)
}
