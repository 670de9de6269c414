package pointers

import (
	"slices"
	"strings"

	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// PointerUse is the use of a pointer on a side where what it points to cannot be reached.
type PointerUse struct {
	Body *sema.Facts
	Site sema.Site
	// Values are those of the body, Pointer the pointer and Origins where it comes from.
	Values  *flow.Values
	Pointer sema.Node
	Origins []flow.Origin
	// Launch passes the pointer on to the kernel, which dereferences its parameter Param at Deref.
	Launch *sema.FlowCall
	Param  int
	Deref  sema.Site
}

// deviceAllocators are the runtime's and the driver's functions that store a pointer to device memory through their first
// argument, with the member that it is stored in.
var deviceAllocators = map[string]string{
	"cudaMalloc": "", "cudaMallocPitch": "", "cudaMallocAsync": "", "cudaMallocFromPoolAsync": "", "cudaMalloc3D": "ptr",
	"cuMemAlloc": "", "cuMemAlloc_v2": "", "cuMemAllocPitch": "", "cuMemAllocPitch_v2": "", "cuMemAllocAsync": "",
}

// deviceOnHost are the dereferences in host functions of pointers that certainly come from a function that allocates device
// memory.
func deviceOnHost(m *spaces.Model, bodies []*sema.Facts, flows *flow.Cache) []PointerUse {
	return deviceMemoryOnHost.In(m, bodies, func(b *sema.Facts, found func(PointerUse)) {
		if !m.HostOnly(b) || !slices.ContainsFunc(b.Calls, func(c sema.Call) bool {
			_, ok := deviceAllocators[spaces.Global(m.U, c.Callee)]
			return ok
		}) {
			return
		}
		v := flows.Values(b.Func)
		if v == nil {
			return
		}
		dereferences(v, func(e *sema.Event, pointer sema.Node, origins []flow.Origin) {
			if flow.All(origins, func(x flow.Origin) bool { return deviceMemoryFrom(m, x) }) {
				found(PointerUse{Body: b, Site: e.Site, Values: v, Pointer: pointer, Origins: origins})
			}
		})
	})
}

var (
	deviceMemoryOnHost = spaces.NewSearch[PointerUse]()
	hostMemoryOnDevice = spaces.NewSearch[PointerUse]()
)

// deviceMemoryFrom reports whether a pointer's origin is a function that allocates device memory.
func deviceMemoryFrom(m *spaces.Model, o flow.Origin) bool {
	if o.Kind != flow.Out || o.Arg != 0 {
		return false
	}
	member, ok := deviceAllocators[spaces.Global(m.U, o.Event.Call.Callee)]
	return ok && (o.Member == nil && member == "" || o.Member != nil && m.U.Text(o.Member.Sym()) == member)
}

// dereferences shows what a body reads or writes through pointers, with the pointer and its origins.
func dereferences(v *flow.Values, show func(e *sema.Event, pointer sema.Node, origins []flow.Origin)) {
	for i := range v.Flow.Blocks {
		events := v.Flow.Blocks[i].Events
		for j := range events {
			e := &events[j]
			if e.Kind != sema.EventAccess || e.Context&spaces.NotRun != 0 || e.Site.IsZero() {
				continue
			}
			switch e.Use {
			case sema.Read, sema.Write, sema.ReadWrite, sema.Object:
			default:
				continue
			}
			if pointer, ok := v.Pointer(e.Place); ok {
				show(e, pointer, v.Memory(e.Place))
			}
		}
	}
}

// hostOnDevice are the arguments of launches that certainly point to memory of the host alone, where the kernel dereferences
// its parameter.
func hostOnDevice(m *spaces.Model, bodies []*sema.Facts, flows *flow.Cache) []PointerUse {
	out := hostMemoryOnDevice.In(m, bodies, func(b *sema.Facts, found func(PointerUse)) {
		if !m.HostOnly(b) || len(b.Launches) == 0 {
			return
		}
		v := flows.Values(b.Func)
		if v == nil {
			return
		}
		for i := range v.Flow.Blocks {
			for j := range v.Flow.Blocks[i].Events {
				e := &v.Flow.Blocks[i].Events[j]
				if e.Kind != sema.EventLaunch || e.Call.Callee == nil || e.Context&spaces.NotRun != 0 {
					continue
				}
				for param, arg := range e.Call.Args {
					origins := v.Origins(arg)
					if !flow.All(origins, func(o flow.Origin) bool { return m.HostMemoryFrom(v, o) }) {
						continue
					}
					if at, ok := dereferenced(m, flows, e.Call.Callee, param); ok {
						found(PointerUse{
							Body: b, Site: e.Call.ArgSites[param], Values: v, Pointer: arg, Origins: origins, Launch: e.Call, Param: param, Deref: at,
						})
					}
				}
			}
		}
	})
	out = slices.DeleteFunc(out, func(use PointerUse) bool { return asksForPageable(m, use.Body) })
	if len(out) > 0 && registersHostMemory(m, bodies) {
		return nil
	}
	return out
}

// registersHostMemory reports whether the unit makes memory of the host known to the device.
func registersHostMemory(m *spaces.Model, bodies []*sema.Facts) bool {
	return slices.ContainsFunc(bodies, func(b *sema.Facts) bool {
		return callsAny(m, b, "cudaHostRegister", "cuMemHostRegister", "cuMemHostRegister_v2")
	})
}

// asksForPageable reports whether a body may ask if the device can reach all memory of the host.
func asksForPageable(m *spaces.Model, b *sema.Facts) bool {
	return callsAny(m, b, "cudaDeviceGetAttribute", "cuDeviceGetAttribute") ||
		slices.ContainsFunc(m.U.Flow(b.Func).Nodes, func(n sema.FlowNode) bool {
			return n.Kind == sema.NodeField && strings.HasPrefix(m.U.Text(n.Field.Sym()), "pageableMemoryAccess")
		})
}

// callsAny reports whether a body calls a global function with one of the names.
func callsAny(m *spaces.Model, b *sema.Facts, names ...string) bool {
	return slices.ContainsFunc(b.Calls, func(c sema.Call) bool {
		return c.Callee != nil && slices.Contains(names, spaces.Global(m.U, c.Callee))
	})
}

// dereferenced is a place where a function, or what it calls, dereferences its parameter number param.
func dereferenced(m *spaces.Model, flows *flow.Cache, f *sema.Func, param int) (sema.Site, bool) {
	return findDereferenced(m, flows, f, param, 0)
}

func findDereferenced(m *spaces.Model, flows *flow.Cache, f *sema.Func, param, depth int) (at sema.Site, ok bool) {
	if depth > spaces.MaxDereferenceDepth {
		return sema.Site{}, false
	}
	v := flows.Values(f)
	pack := func(p *sema.Var) bool { return p.Pack }
	if v == nil || param >= len(v.Flow.Params) || slices.ContainsFunc(v.Flow.Params, pack) || m.U.VarType(v.Flow.Params[param]).Kind != types.Pointer {
		return sema.Site{}, false
	}
	given := func(o flow.Origin) bool { return o.Kind == flow.Param && o.Var == v.Flow.Params[param] }
	dereferences(v, func(e *sema.Event, _ sema.Node, origins []flow.Origin) {
		if !ok && flow.All(origins, given) {
			at, ok = e.Site, true
		}
	})
	for i := range v.Flow.Blocks {
		for j := range v.Flow.Blocks[i].Events {
			e := &v.Flow.Blocks[i].Events[j]
			if ok || e.Kind != sema.EventCall || e.Call.Callee == nil || e.Context&spaces.NotRun != 0 {
				continue
			}
			for n, arg := range e.Call.Args {
				if !flow.All(v.Origins(arg), given) {
					continue
				}
				if n == 0 && strings.HasPrefix(spaces.Global(m.U, e.Call.Callee), "atomic") {
					at, ok = e.Site, true
				} else if _, inner := findDereferenced(m, flows, e.Call.Callee, n, depth+1); inner {
					at, ok = e.Site, true
				}
			}
		}
	}
	return at, ok
}
