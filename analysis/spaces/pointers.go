package spaces

import (
	"slices"
	"strings"

	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/cudaspace"
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

// global is the name of a function that is a member of no class and no namespace but std; "" for others.
func global(u *sema.Unit, f *sema.Func) string {
	if f == nil || f.MemberOf != nil {
		return ""
	}
	if ns, ok := f.Parent().(*sema.Namespace); ok && ns != nil && ns != u.Global && u.Text(ns.Sym()) != "std" {
		return ""
	}
	return u.Text(f.Sym())
}

// DeviceOnHost are the dereferences in host functions of pointers that certainly come from a function that allocates device
// memory.
func (m *Model) DeviceOnHost(bodies []*sema.Facts, flows *flow.Cache) []PointerUse {
	var out []PointerUse
	each(m, bodies, func(b *sema.Facts) {
		if !m.hostOnly(b) || !slices.ContainsFunc(b.Calls, func(c sema.Call) bool {
			_, ok := deviceAllocators[global(m.U, c.Callee)]
			return ok
		}) {
			return
		}
		v := flows.Values(b.Func)
		if v == nil {
			return
		}
		dereferences(v, func(e *sema.Event, pointer sema.Node, origins []flow.Origin) {
			if flow.All(origins, m.deviceMemoryFrom) {
				out = append(out, PointerUse{Body: b, Site: e.Site, Values: v, Pointer: pointer, Origins: origins})
			}
		})
	})
	return out
}

// hostOnly reports whether a body is certainly run by the host alone, and is to be looked at in this pass: instances of templates
// are read by the device pass, and all else by the host pass.
func (m *Model) hostOnly(b *sema.Facts) bool {
	if b.Func == nil || b.Template || madeFromTemplate(b.Func) != (m.opts.Pass == toolchain.DevicePass) {
		return false
	}
	sp := m.Of(b.Func)
	return sp.Known && sp.Space.Effective() == cudaspace.Host
}

// deviceMemoryFrom reports whether a pointer's origin is a function that allocates device memory.
func (m *Model) deviceMemoryFrom(o flow.Origin) bool {
	if o.Kind != flow.Out || o.Arg != 0 {
		return false
	}
	member, ok := deviceAllocators[global(m.U, o.Event.Call.Callee)]
	return ok && (o.Member == nil && member == "" || o.Member != nil && m.U.Text(o.Member.Sym()) == member)
}

// notRun are circumstances in which nothing happens at run time.
const notRun = sema.Dead | sema.Discarded | sema.Undecided | sema.Folded | sema.Constant

// dereferences shows what a body reads or writes through pointers, with the pointer and its origins.
func dereferences(v *flow.Values, show func(e *sema.Event, pointer sema.Node, origins []flow.Origin)) {
	for i := range v.Flow.Blocks {
		events := v.Flow.Blocks[i].Events
		for j := range events {
			e := &events[j]
			if e.Kind != sema.EventAccess || e.Context&notRun != 0 || e.Site.IsZero() {
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

// HostOnDevice are the arguments of launches that certainly point to memory of the host alone, where the kernel dereferences
// its parameter.
func (m *Model) HostOnDevice(bodies []*sema.Facts, flows *flow.Cache) []PointerUse {
	var out []PointerUse
	each(m, bodies, func(b *sema.Facts) {
		if !m.hostOnly(b) || len(b.Launches) == 0 {
			return
		}
		v := flows.Values(b.Func)
		if v == nil {
			return
		}
		for i := range v.Flow.Blocks {
			for j := range v.Flow.Blocks[i].Events {
				e := &v.Flow.Blocks[i].Events[j]
				if e.Kind != sema.EventLaunch || e.Call.Callee == nil || e.Context&notRun != 0 {
					continue
				}
				for param, arg := range e.Call.Args {
					origins := v.Origins(arg)
					if !flow.All(origins, func(o flow.Origin) bool { return m.hostMemoryFrom(v, o) }) {
						continue
					}
					if at, ok := m.Dereferenced(flows, e.Call.Callee, param); ok {
						out = append(out, PointerUse{
							Body: b, Site: e.Call.ArgSites[param], Values: v, Pointer: arg, Origins: origins, Launch: e.Call, Param: param, Deref: at,
						})
					}
				}
			}
		}
	})
	out = slices.DeleteFunc(out, func(use PointerUse) bool { return m.asksForPageable(use.Body) })
	if len(out) > 0 && m.registersHostMemory(bodies) {
		return nil
	}
	return out
}

// hostAllocators are the C library's functions whose results point to memory of the host.
var hostAllocators = map[string]bool{"malloc": true, "calloc": true, "realloc": true, "aligned_alloc": true, "strdup": true}

// hostMemoryFrom reports whether a pointer's origin is memory that the host has for itself.
func (m *Model) hostMemoryFrom(v *flow.Values, o flow.Origin) bool {
	if !m.U.Nest() {
		return false
	}
	defer m.U.Unnest()
	switch o.Kind {
	case flow.Address:
		x := v.Variable(o.Place)
		if x == nil { // a string literal
			return true
		}
		mem, known := MemoryOf(m.U, x)
		return known && mem == 0 && x.Anonymous == nil && x.Kind != sema.LocalExtern && !m.U.VarType(x).IsRef()
	case flow.Result:
		if o.Event.Kind == sema.EventNew {
			return len(o.Event.Call.Args) == 0 && !m.U.ReplacesNew(o.Event.Type)
		}
		return hostAllocators[global(m.U, o.Event.Call.Callee)] || m.standardStorage(v, o.Event.Call)
	}
	return false
}

// standardStorage reports whether a call gives out storage of a standard class: what the standard allocator made for a container,
// or new for a smart pointer, or the storage of an array that lies in memory of the host itself.
func (m *Model) standardStorage(v *flow.Values, call *sema.FlowCall) bool {
	f := call.Callee
	if f == nil || f.MemberOf == nil || f.MemberOf.Template == nil || len(f.MemberOf.Args) == 0 {
		return false
	}
	c := f.MemberOf
	last := m.U.ClassOf(c.Args[len(c.Args)-1].Type)
	given := func(name string) bool {
		return last != nil && last.Template != nil && last.Template.EntityName() == name
	}
	switch c.Template.EntityName() {
	case "std::vector", "std::basic_string", "std::__cxx11::basic_string":
		return givesStorage[m.U.Text(f.Sym())] && given("std::allocator")
	case "std::unique_ptr":
		return m.U.Text(f.Sym()) == "get" && given("std::default_delete")
	case "std::array":
		return givesStorage[m.U.Text(f.Sym())] && flow.All(v.Memory(call.Object), func(o flow.Origin) bool {
			return o.Kind == flow.Address && v.Variable(o.Place) != nil && m.hostMemoryFrom(v, o)
		})
	}
	return false
}

// givesStorage are the members of standard containers that give out the elements.
var givesStorage = map[string]bool{"data": true, "c_str": true, "operator[]": true, "at": true, "front": true, "back": true}

// registersHostMemory reports whether the unit makes memory of the host known to the device.
func (m *Model) registersHostMemory(bodies []*sema.Facts) bool {
	return slices.ContainsFunc(bodies, func(b *sema.Facts) bool {
		return m.callsAny(b, "cudaHostRegister", "cuMemHostRegister", "cuMemHostRegister_v2")
	})
}

// asksForPageable reports whether a body may ask if the device can reach all memory of the host.
func (m *Model) asksForPageable(b *sema.Facts) bool {
	return m.callsAny(b, "cudaDeviceGetAttribute", "cuDeviceGetAttribute") ||
		slices.ContainsFunc(m.U.Flow(b.Func).Nodes, func(n sema.FlowNode) bool {
			return n.Kind == sema.NodeField && strings.HasPrefix(m.U.Text(n.Field.Sym()), "pageableMemoryAccess")
		})
}

// callsAny reports whether a body calls a global function with one of the names.
func (m *Model) callsAny(b *sema.Facts, names ...string) bool {
	return slices.ContainsFunc(b.Calls, func(c sema.Call) bool {
		return c.Callee != nil && slices.Contains(names, global(m.U, c.Callee))
	})
}

// maxDereferenceDepth bounds through how many calls a parameter is followed.
const maxDereferenceDepth = 6

// Dereferenced is a place where a function, or what it calls, dereferences its parameter number param.
func (m *Model) Dereferenced(flows *flow.Cache, f *sema.Func, param int) (sema.Site, bool) {
	return m.dereferenced(flows, f, param, 0)
}

func (m *Model) dereferenced(flows *flow.Cache, f *sema.Func, param, depth int) (at sema.Site, ok bool) {
	if depth > maxDereferenceDepth {
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
			if ok || e.Kind != sema.EventCall || e.Call.Callee == nil || e.Context&notRun != 0 {
				continue
			}
			for n, arg := range e.Call.Args {
				if !flow.All(v.Origins(arg), given) {
					continue
				}
				if n == 0 && strings.HasPrefix(global(m.U, e.Call.Callee), "atomic") {
					at, ok = e.Site, true
				} else if _, inner := m.dereferenced(flows, e.Call.Callee, n, depth+1); inner {
					at, ok = e.Site, true
				}
			}
		}
	}
	return at, ok
}
