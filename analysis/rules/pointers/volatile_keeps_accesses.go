package pointers

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

var volatileKeepsAccesses = &check.Rule{
	Slug: "volatile-keeps-accesses", Tag: "volatile-keeps-accesses",
	Title:    "A loop waits for memory that is not volatile",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Danger,
	Section: "volatile-qualifier", Chapter: "Memory spaces",
	What: `Points to loops in device code that call nothing and write nothing, and look at global or shared memory that is not declared
~volatile~: they wait for another thread to change it.`,
	Why: `The compiler may read the memory once, before the loop, and keep the value in a register. The loop then never ends.`,
	Happens: `With nvcc 13.0 on an H200: the kernel of the example did not end in the three seconds after the memory had changed; with
~volatile~ it did at once.`,
	Instead: `Declare the memory ~volatile~, read it through ~cuda::atomic_ref~ or an atomic function, or put a fence such as
~__threadfence()~ into the loop.`,
	Bad: `
__global__ void consume(int *ready, float *data) {
  while (*ready == 0) {}
  data[threadIdx.x] *= 2;
}
`,
	Good: `
__global__ void consume(volatile int *ready, float *data) {
  while (*ready == 0) {}
  data[threadIdx.x] *= 2;
}
`,
	Check: checkWaits,
}

func checkWaits(p *check.Pass) {
	for _, w := range waits(p.Spaces, kit.Read.Of(p), p.Flows) {
		r := check.Report{Site: w.Site, Func: w.Body.Func, Message: "the loop waits for this to change, but the compiler may read it only once: " +
			"declare it volatile, or read it by an atomic function"}
		if w.Name != nil && !w.Name.Site().IsZero() {
			r.Related = append(r.Related, check.Note{Site: w.Name.Site(), Message: kit.MemoryNote(p.Unit, w.Name)})
		}
		p.ReportOnce(r)
	}
}
