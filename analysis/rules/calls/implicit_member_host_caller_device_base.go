package calls

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
)

var implicitMemberHostCallerDeviceBase = &check.Rule{
	Slug: "implicit-member-host-caller-device-base", Tag: "implicit-member-host-caller-device-base",
	Title:    "A member that nobody wrote calls a device function in host code",
	Severity: check.Hint, Passes: check.InHost, Group: check.Danger,
	Section: "implicitly-declared-and-explicitly-defaulted-functions", Chapter: "Calls",
	What: `Reports host code that calls an implicit or defaulted constructor, destructor or assignment that calls a ~__device__~ function for a base or
member. It is a host function then, since its callers are.`,
	Why: `nvcc checks calls that are written, and says nothing of these. In the code that it gives to the host compiler the body of the device
function is empty: what it should do is not done.`,
	Happens: `With nvcc 13.0: the example found 0 in ~x~ where it should have found 10. What stands in a constructor's initialiser list, as in
~Base() : x(10) {}~, was kept, and done.`,
	Instead: `Make the function of the base ~__host__ __device__~, or use the class in device code only.`,
	Bad: `
struct Base {
  int x;
  __device__ Base() { x = 10; }
};

struct Derived : Base {
  int y;
};

int main() {
  Derived d;
  return d.x;
}
`,
	Good: `
struct Base {
  int x;
  __host__ __device__ Base() { x = 10; }
};

struct Derived : Base {
  int y;
};

int main() {
  Derived d;
  return d.x;
}
`,
	Check: checkImplicitMemberHostCallerDeviceBase,
}

func checkImplicitMemberHostCallerDeviceBase(p *check.Pass) {
	u := p.Unit
	list := stubCalls.Of(p)
	for i := range list {
		s := &list[i]
		device := s.device()
		r := check.Report{
			Site: s.Call.Site,
			Message: fmt.Sprintf("%s is called in host code and calls %s, which is __device__: on the host that does nothing; make it __host__ __device__",
				spell.Func(u, s.Call.Callee), spell.Func(u, device)),
		}
		caller := s.Call.Callee
		for _, c := range s.Steps {
			r.Related = append(r.Related, check.Note{Site: partSite(c, c.Site), Message: needs(p, caller, c)})
			caller = c.Callee
		}
		if at := device.Site(); !at.IsZero() {
			r.Related = append(r.Related, check.Note{Site: at, Message: kit.DeclaredAs(u, device, p.Spaces.Of(device))})
		}
		p.Report(r)
	}
}
