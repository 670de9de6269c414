package kernels

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/flow"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

var kernelParamByReference = &check.Rule{
	Slug: "kernel-param-by-reference", Tag: "kernel-param-by-reference",
	Title:    "A kernel parameter is a reference",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Reports a kernel parameter that is an lvalue reference, const, restrict-qualified or not; of templates also in the
instances that are named. It is silent of references to objects of classes without data, such as functors, of which nothing is read, of
kernels that are only given to somebody who launches them, of those to a template parameter's type where no instance is named, and of
those that each launch in the text binds to what the device may reach: an object behind a pointer that may come from
~cudaMallocManaged~, or a managed variable. Rvalue references are refused by nvcc and have a rule of their own.`,
	Why: `The guide does not allow it, and nvcc's front end lets it pass. A launch copies the address that is the reference. Where
the object lies in host memory, as variables do, the kernel fails with an illegal memory access when it touches it. Only
an object in managed memory can be reached from both sides, and any where the system shares pageable memory with its devices.`,
	Happens: `With nvcc 13.0 on an H200: with an object on the host's stack the example ended with ~cudaErrorIllegalAddress~.`,
	Instead: `Take the parameter by value, which a launch does with a copy to the device, or take a pointer to device memory. Where the program runs on nothing but systems that share pageable memory, switch the rule off:
~rules: {ignore: [kernel-param-by-reference]}~ in ~.cudals.yaml~.`,
	Bad: `
struct Box { float low[3], high[3]; };
__global__ void grow(Box &box, float by) { box.high[0] += by; }
`,
	Good: `
struct Box { float low[3], high[3]; };
__global__ void grow(Box *box, float by) { box->high[0] += by; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		for i, t := range kit.ParamTypes(p.Unit, d.Func) {
			if t.Kind == types.LRef && !t.Elem.IsUnknown() && !mayBeEmpty(p.Unit, t.Elem) && !gridConstant(d, i) && !reachable(p, d.Func, i) {
				var mends []check.Mend
				if t.Elem.IsConst() { // through any other the kernel may say what it found
					mends = kit.ByValue(p, d.Func, i)
				}
				say(kit.ParamSite(d, i), kit.ParamName(p.Unit, d, i)+", a kernel, is a reference: unless the object lies in managed memory, or the system shares pageable memory, "+
					"the kernel gets an address of the host; pass it by value, or a pointer to device memory", mends...)
			}
		}
	}),
}

// mayBeEmpty reports whether an object may have nothing to read, as functors do: then a kernel does not touch it.
func mayBeEmpty(u *sema.Unit, t *types.Type) bool {
	c := u.ClassOf(t)
	return t.Kind == types.Param || c != nil && u.IsEmptyClass(c) == sema.Yes
}

// launching is where a kernel is launched.
type launching struct {
	// bodies launch it, or may in instances of the template that they are. A nil among them stands for a body that names the kernel
	// and does not call it: whoever is given a kernel may launch it with anything.
	bodies []*sema.Facts
	// reached are answers of reachable by the number of the parameter, which all instances of a kernel share.
	reached map[int]bool
}

// launchers are the launches by what declares the kernel.
var launchers = check.NewQuery("launchers", func(p *check.Pass) map[sema.Entity]*launching {
	out := map[sema.Entity]*launching{}
	add := func(e sema.Entity, b *sema.Facts) {
		l := out[e]
		if l == nil {
			l = &launching{reached: map[int]bool{}}
			out[e] = l
		}
		if n := len(l.bodies); n == 0 || l.bodies[n-1] != b {
			l.bodies = append(l.bodies, b)
		}
	}
	for _, b := range kit.Read.Of(p) {
		for i := range b.Launches {
			l := &b.Launches[i]
			named := l.Named
			if l.Kernel != nil {
				named = []sema.Entity{declared(l.Kernel)}
			}
			for _, e := range named {
				add(e, b)
			}
		}
		for i := range b.Refs {
			if f := b.Refs[i].Func; f != nil {
				add(declared(f), nil)
			}
		}
	}
	return out
})

// reachable reports whether the launches of a kernel, of which there is one, all give its parameter number i an object that the device may reach.
func reachable(p *check.Pass, kernel *sema.Func, i int) bool {
	l := launchers.Of(p)[declared(kernel)]
	if l == nil {
		return false
	}
	reached, asked := l.reached[i]
	if !asked {
		reached = !slices.ContainsFunc(l.bodies, func(b *sema.Facts) bool {
			if b == nil || b.Func == nil { // somebody else launches it, or a variable's initialiser does
				return false
			}
			v := p.Flows.Values(b.Func)
			return v != nil && passesHost(p, v, kernel, i)
		})
		l.reached[i] = reached
	}
	return reached
}

// declared is the template that a function is made from, and the function where it is made from none.
func declared(f *sema.Func) sema.Entity {
	if f.Template != nil {
		return f.Template
	}
	return f
}

// passesHost reports whether a launch in a body gives a kernel's parameter number i an object that certainly lies in memory of the host.
func passesHost(p *check.Pass, v *flow.Values, kernel *sema.Func, i int) bool {
	for _, block := range v.Flow.Blocks {
		for _, e := range block.Events {
			if e.Kind == sema.EventLaunch && e.Call.Callee != nil && declared(e.Call.Callee) == declared(kernel) && e.Context&spaces.NotRun == 0 &&
				(i >= len(e.Call.Args) || !outsideHost(p, v, e.Call.Args[i])) {
				return true
			}
		}
	}
	return false
}

// outsideHost reports whether an address is that of a managed variable, or a pointer that may lead outside of the host's memory.
func outsideHost(p *check.Pass, v *flow.Values, address sema.Node) bool {
	switch n := v.Flow.Nodes[address]; n.Kind {
	case sema.NodeUnknown: // of a temporary object
		return false
	case sema.NodeAddress:
		x := v.Variable(n.X)
		if x == nil {
			return false
		}
		mem, _ := spaces.MemoryOf(p.Unit, x)
		return mem&cudaspace.Managed != 0
	}
	return !flow.All(v.Origins(address), func(o flow.Origin) bool { return p.Spaces.HostMemoryFrom(v, o) })
}

// gridConstant reports whether parameter i is __grid_constant__: nvcc refuses references among those.
func gridConstant(d *spaces.Declaration, i int) bool {
	p := d.Decl.Param(i)
	return p != nil && slices.ContainsFunc(p.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecGridConstant })
}
