package launches

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var deviceLaunchNoSepcomp = &check.Rule{
	Slug: "device-launch-no-sepcomp", Number: 20023, Tag: "device_launch_no_sepcomp",
	Title:    "A kernel is launched from device code without relocatable device code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "cuda-dynamic-parallelism", Chapter: "Launches",
	What: `Reports a launch, ~kernel<<<...>>>(...)~, in a ~__device__~, ~__global__~ or ~__host__ __device__~ function when the
file is not compiled with ~-rdc=true~ (or ~-dc~). Functions that nobody calls count, templates only once they are
instantiated; unevaluated operands and discarded branches of ~if constexpr~ do not.`,
	Why: `A launch on the device needs the device runtime, which is linked in only when device code is relocatable.`,
	Instead: `Compile with ~-rdc=true~ and link with ~-lcudadevrt~, or launch the kernel from the host. In a
~__host__ __device__~ function, put the launch under ~#ifndef __CUDA_ARCH__~.`,
	Bad: `
// flags: -rdc=false
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
`,
	Good: `
__global__ void child(int *p) { *p = 1; }
void run(int *p) { child<<<1, 1>>>(p); }
`,
	Check: checkDeviceLaunches,
}

func checkDeviceLaunches(p *check.Pass) {
	if p.Command.RDC.On || !p.Flagged(p.Command.RDC) {
		return
	}
	seen := map[sema.Site]bool{}
	report := func(b *sema.Facts) {
		if b == nil || b.Func == nil || b.Func.Implicit {
			return
		}
		i := p.Spaces.Of(b.Func)
		if !i.Known || !i.Space.OnDevice() {
			return
		}
		for k := range b.Launches {
			l := &b.Launches[k]
			if l.Context&(sema.Discarded|sema.InDefaultArg|sema.InMemberInit) != 0 || seen[l.Site] {
				continue
			}
			seen[l.Site] = true
			what := "a kernel"
			if l.Kernel != nil {
				what = spell.Func(p.Unit, l.Kernel)
			}
			p.Report(check.Report{
				Site: l.Site,
				Message: fmt.Sprintf("%s is launched from %s, which is %s; a launch on the device needs -rdc=true",
					what, spell.Func(p.Unit, b.Func), kit.SideOf(i.Space)),
				Related: kit.WhySpace(p, b.Func, i),
			})
		}
	}
	templates := map[*sema.Facts]bool{} // generic lambdas of functions that are no templates are read with them
	for _, b := range kit.Read.Of(p) {
		if b.Template && !templates[b] {
			continue
		}
		for _, l := range b.Lambdas {
			if l.CallT != nil {
				templates[p.Unit.Facts(l.CallT.Func)] = true
			}
		}
		report(b)
	}
	for _, f := range p.Emission.Funcs() {
		if b := p.Unit.Facts(f); b != nil && !b.Template {
			report(b)
		}
	}
}
