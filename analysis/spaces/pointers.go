package spaces

import (
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// Global is the name of a function that is a member of no class and no namespace but std; "" for others.
func Global(u *sema.Unit, f *sema.Func) string {
	if f == nil || f.MemberOf != nil {
		return ""
	}
	if ns, ok := f.Parent().(*sema.Namespace); ok && ns != nil && ns != u.Global && u.Text(ns.Sym()) != "std" {
		return ""
	}
	return u.Text(f.Sym())
}

// HostOnly reports whether a body is certainly run by the host alone, and is to be looked at in this pass: instances of templates
// are read by the device pass, and all else by the host pass.
func (m *Model) HostOnly(b *sema.Facts) bool {
	if b.Func == nil || b.Template || MadeFromTemplate(b.Func) != (m.Opts.Pass == toolchain.DevicePass) {
		return false
	}
	sp := m.Of(b.Func)
	return sp.Known && sp.Space.Effective() == cudaspace.Host
}

// NotRun are circumstances in which nothing happens at run time.
const NotRun = sema.Dead | sema.Discarded | sema.Undecided | sema.Folded | sema.Constant

// hostAllocators are the C library's functions whose results point to memory of the host.
var hostAllocators = map[string]bool{"malloc": true, "calloc": true, "realloc": true, "aligned_alloc": true, "strdup": true}

// HostMemoryFrom reports whether a pointer's origin is memory that the host has for itself.
func (m *Model) HostMemoryFrom(v *flow.Values, o flow.Origin) bool {
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
		return hostAllocators[Global(m.U, o.Event.Call.Callee)] || m.standardStorage(v, o.Event.Call)
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
			return o.Kind == flow.Address && v.Variable(o.Place) != nil && m.HostMemoryFrom(v, o)
		})
	}
	return false
}

// givesStorage are the members of standard containers that give out the elements.
var givesStorage = map[string]bool{"data": true, "c_str": true, "operator[]": true, "at": true, "front": true, "back": true}

// MaxDereferenceDepth bounds through how many calls a parameter is followed.
const MaxDereferenceDepth = 6
