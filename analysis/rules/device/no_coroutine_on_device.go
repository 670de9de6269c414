package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var noCoroutineOnDevice = &check.Rule{
	Slug: "no-coroutine-on-device", Number: 20251, Tag: "no_coroutine_on_device",
	Title:    "Device code is a coroutine",
	Severity: check.Error, Passes: check.InDevice,
	Section: "coroutines", Chapter: "Device code",
	What: `Reports ~co_await~, ~co_yield~ and ~co_return~ in a ~__device__~, ~__global__~ or ~__host__ __device__~ function or lambda, and the
function itself where ~co_return~ makes it a coroutine.`,
	Why: `Coroutines are suspended on a frame that is allocated for them, which device code does not support. The compiler refuses the
program.`,
	Instead: `Keep the coroutine on the host, and let it launch kernels; on the device write the state machine by hand.`,
	Bad: `
// flags: -std=c++20
struct Task {
  struct promise_type {
    __host__ __device__ Task get_return_object() { return {}; }
    __host__ __device__ void return_void() {}
  };
};
__device__ Task work(int *p) {
  *p = 1;
  co_return;
}
`,
	Good: `
__device__ void work(int *p) { *p = 1; }
`,
	Check: checkCoroutines,
}

func checkCoroutines(p *check.Pass) {
	named := map[sema.Site]bool{}
	kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		p.Report(kit.InBody(p, c, suspensions[c.Kind], "device code cannot be a coroutine"))
		if site := c.Body.Decl.Site; c.Kind == sema.CoReturn && !named[site] {
			named[site] = true
			p.Report(check.Report{
				Site: site, Func: c.Func, Related: []check.Note{{Site: c.Site, Message: "what makes it a coroutine"}},
				Message: fmt.Sprintf("%s is %s, and device code cannot be a coroutine", spell.Func(p.Unit, c.Func), kit.SideOf(c.Space.Space)),
			})
		}
	}, sema.Suspension, sema.CoReturn)
}

var suspensions = map[sema.ConstructKind]string{sema.Suspension: "a suspension", sema.CoReturn: "co_return"}
