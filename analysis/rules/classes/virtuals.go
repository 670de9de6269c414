package classes

import (
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// VirtualUse is a virtual call in a kernel on an object that host code built.
type VirtualUse struct {
	// Site is the launch's argument; Launch passes the object on to the kernel, which calls a virtual function at Call.
	Site   sema.Site
	Launch *sema.FlowCall
	Call   *sema.FlowCall
	// Built is where the host makes the object, Copied where it copies the object's bytes to the device; zero where it does not.
	Built, Copied sema.Site
	Class         *sema.Class
}

// virtualAcross are the launches that hand a kernel an object of a polymorphic class that the host certainly built, be it by
// copying its bytes, where the kernel calls a virtual function of the parameter.
func virtualAcross(m *spaces.Model, bodies []*sema.Facts, flows *flow.Cache) []VirtualUse {
	var out []VirtualUse
	spaces.Each(m, bodies, func(b *sema.Facts) {
		if len(b.Launches) == 0 || !m.HostOnly(b) {
			return
		}
		var v *flow.Values
		for i := range b.Launches {
			if k := b.Launches[i].Kernel; k != nil && callsVirtual(m, k) && v == nil {
				v = flows.Values(b.Func)
			}
		}
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
					use, ok := builtByHost(m, v, v.Origins(arg))
					if !ok {
						continue
					}
					if use.Call = virtualOn(flows, e.Call.Callee, param); use.Call != nil {
						use.Site, use.Launch = e.Call.ArgSites[param], e.Call
						out = append(out, use)
					}
				}
			}
		}
	})
	return out
}

// callsVirtual reports whether a body makes a call that is dispatched at run time.
func callsVirtual(m *spaces.Model, f *sema.Func) bool {
	facts := m.U.Facts(f)
	if facts == nil {
		return false
	}
	for i := range facts.Calls {
		if facts.Calls[i].Virtual {
			return true
		}
	}
	return false
}

// virtualOn is a virtual call that a kernel makes on what its parameter points to.
func virtualOn(flows *flow.Cache, kernel *sema.Func, param int) *sema.FlowCall {
	v := flows.Values(kernel)
	if v == nil || param >= len(v.Flow.Params) {
		return nil
	}
	for i := range v.Flow.Blocks {
		for j := range v.Flow.Blocks[i].Events {
			e := &v.Flow.Blocks[i].Events[j]
			if e.Kind == sema.EventCall && e.Call.Virtual && e.Call.Object != 0 && e.Context&spaces.NotRun == 0 &&
				flow.All(v.Memory(e.Call.Object), func(o flow.Origin) bool { return o.Kind == flow.Param && o.Var == v.Flow.Params[param] }) {
				return e.Call
			}
		}
	}
	return nil
}

// builtByHost reports whether a pointer certainly leads to an object that the host built: by a new-expression, or in memory
// that it copies such an object to.
func builtByHost(m *spaces.Model, v *flow.Values, origins []flow.Origin) (use VirtualUse, ok bool) {
	if len(origins) != 1 {
		return use, false
	}
	if use.Class = polymorphicAt(m, v, origins[0]); use.Class != nil {
		use.Built = originSite(v, origins[0])
		return use, !m.HostMemoryFrom(v, origins[0]) // which the kernel cannot reach in the first place
	}
	if origins[0].Kind != flow.Out {
		return use, false
	}
	for i := range v.Flow.Blocks {
		for j := range v.Flow.Blocks[i].Events {
			e := &v.Flow.Blocks[i].Events[j]
			if e.Kind != sema.EventCall || e.Call.Callee == nil || len(e.Call.Args) < 2 || e.Context&spaces.NotRun != 0 {
				continue
			}
			switch spaces.Global(m.U, e.Call.Callee) {
			case "cudaMemcpy", "cudaMemcpyAsync":
			default:
				continue
			}
			to, from := v.Origins(e.Call.Args[0]), v.Origins(e.Call.Args[1])
			if len(to) != 1 || len(from) != 1 || to[0] != origins[0] {
				continue
			}
			if use.Class = polymorphicAt(m, v, from[0]); use.Class != nil {
				use.Built, use.Copied = originSite(v, from[0]), e.Site
				return use, true
			}
		}
	}
	return use, false
}

// polymorphicAt is the polymorphic class of the object that the body makes at an origin; nil for other origins.
func polymorphicAt(m *spaces.Model, v *flow.Values, o flow.Origin) *sema.Class {
	var t *types.Type
	switch {
	case o.Kind == flow.Result && o.Event.Kind == sema.EventNew:
		t = o.Event.Type
	case o.Kind == flow.Address && v.Flow.Nodes[o.Place].Kind == sema.NodeVar:
		x := v.Variable(o.Place)
		if mem, known := spaces.MemoryOf(m.U, x); !known || mem != 0 {
			return nil
		}
		t = m.U.VarType(x)
	default:
		return nil
	}
	t = sema.ElementOf(t)
	if c := m.U.ClassOf(t); c != nil && m.U.IsPolymorphic(c) == sema.Yes {
		return c
	}
	return nil
}

// originSite is where a body makes the object of an origin.
func originSite(v *flow.Values, o flow.Origin) sema.Site {
	if o.Kind == flow.Address {
		return v.Variable(o.Place).Site()
	}
	return o.Event.Site
}
