package spaces

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Effect is a read or write of memory that a function's caller can see too: of variables that live longer than the call, and
// through the pointers and references that the function is given.
type Effect struct {
	Site  sema.Site
	Write bool
	// Var is the variable; Param is the parameter that leads to the memory, and neither is set where this does.
	Var, Param *sema.Var
	// Callee makes the access on the function's behalf; nil where the function does itself.
	Callee *sema.Func
}

// Effects are the certain ones of a function and of what it calls, in order of the text. Constants are left out: nobody sees
// them change.
func (m *Model) Effects(flows *flow.Cache, f *sema.Func) []Effect { return m.effects(flows, f, 0) }

func (m *Model) effects(flows *flow.Cache, f *sema.Func, depth int) []Effect {
	v := flows.Values(f)
	if v == nil || depth > maxDereferenceDepth {
		return nil
	}
	var out []Effect
	for i := range v.Flow.Blocks {
		for j := range v.Flow.Blocks[i].Events {
			e := &v.Flow.Blocks[i].Events[j]
			switch {
			case e.Context&notRun != 0 || e.Site.IsZero():
			case e.Kind == sema.EventAccess:
				switch e.Use {
				case sema.Read, sema.Write, sema.ReadWrite:
					out = m.addEffect(out, v, Effect{Site: e.Site, Write: e.Use != sema.Read}, v.Memory(e.Place))
				}
			case e.Kind == sema.EventCall && e.Call.Callee != nil:
				out = m.addCalled(out, flows, v, e, depth)
			}
		}
	}
	return out
}

// addCalled adds what a call does to memory that the caller's caller can see.
func (m *Model) addCalled(out []Effect, flows *flow.Cache, v *flow.Values, e *sema.Event, depth int) []Effect {
	callee := e.Call.Callee
	if strings.HasPrefix(global(m.U, callee), "atomic") && len(e.Call.Args) > 0 {
		return m.addEffect(out, v, Effect{Site: e.Site, Write: true, Callee: callee}, v.Origins(e.Call.Args[0]))
	}
	if callee.MemberOf != nil {
		return out // what members do to their own object is for the object's owner to say
	}
	for _, x := range m.effects(flows, callee, depth+1) {
		own := Effect{Site: e.Site, Write: x.Write, Callee: callee, Var: x.Var}
		switch {
		case x.Var != nil:
			out = append(out, own)
		case x.Param != nil && x.Param.Index < len(e.Call.Args):
			out = m.addEffect(out, v, own, v.Origins(e.Call.Args[x.Param.Index]))
		}
	}
	return out
}

// addEffect adds an effect on memory that may come from somewhere if the caller certainly sees it.
func (m *Model) addEffect(out []Effect, v *flow.Values, e Effect, origins []flow.Origin) []Effect {
	for _, o := range origins {
		var ok bool
		if e, ok = m.visible(v, e, o); !ok {
			return out
		}
	}
	if len(origins) == 0 {
		return out
	}
	return append(out, e)
}

// visible completes an effect by where the memory that it is on comes from; ok is false where the caller does not see it, or
// may not.
func (m *Model) visible(v *flow.Values, e Effect, o flow.Origin) (_ Effect, ok bool) {
	switch o.Kind {
	case flow.Param:
		e.Param = o.Var
		return e, true
	case flow.This:
		return e, true
	case flow.Address:
		e.Var = v.Variable(o.Place)
		if e.Var == nil {
			return e, false
		}
		t := m.U.VarType(e.Var)
		for t.Kind == types.Array {
			t = t.Elem
		}
		mem, known := MemoryOf(m.U, e.Var)
		lasting := e.Var.Kind != sema.LocalVar && e.Var.Kind != sema.ParamVar && e.Var.Kind != sema.BindingVar || mem&cudaspace.Shared != 0
		constant := !e.Write && (t.CV&ast.Const != 0 || e.Var.Constexpr || mem&cudaspace.Constant != 0)
		return e, known && lasting && !constant && !t.IsRef() && e.Var.Anonymous == nil
	}
	return e, false
}

// Wait is a loop of device code that does nothing but look at memory until that changes.
type Wait struct {
	Body *sema.Facts
	Loop sema.Site
	// Site is what it looks at, and Name the variable that it is, or that points to it; nil for another expression.
	Site sema.Site
	Name *sema.Var
}

// Waits are the loops that look at memory which nobody declared volatile.
func (m *Model) Waits(bodies []*sema.Facts, flows *flow.Cache) []Wait {
	var out []Wait
	each(m, bodies, func(b *sema.Facts) {
		if len(b.Idle) == 0 || b.Template || b.Func == nil {
			return
		}
		if sp := m.Of(b.Func); !sp.Known || !sp.Space.OnDevice() {
			return
		}
		v := flows.Values(b.Func)
		if v == nil {
			return
		}
		for _, loop := range v.Flow.Loops {
			for _, idle := range b.Idle {
				if idle == loop.Site {
					if w, ok := m.waitIn(v, loop); ok {
						w.Body = b
						out = append(out, w)
					}
				}
			}
		}
	})
	return out
}

// waitIn finds what an idle loop looks at; ok is false where it looks at no memory that others can change, or at volatile one.
func (m *Model) waitIn(v *flow.Values, loop sema.FlowLoop) (w Wait, ok bool) {
	w.Loop = loop.Site
	assigned, read := map[*sema.Var]bool{}, map[*sema.Var]bool{}
	defer func() { // what the loop itself changes may end it
		for x := range assigned {
			ok = ok && !read[x]
		}
	}()
	for _, block := range v.Flow.Blocks[loop.Header:loop.Limit] {
		for i := range block.Events {
			e := &block.Events[i]
			if e.Kind != sema.EventAccess || e.Context&notRun != 0 || e.Site.IsZero() {
				continue
			}
			pointer, through := v.Pointer(e.Place)
			x := v.Variable(e.Place)
			if x != nil && (e.Use == sema.Write || e.Use == sema.ReadWrite) {
				assigned[x] = true
				continue
			}
			if e.Use == sema.Discard && x != nil {
				continue
			}
			if e.Use != sema.Read || e.Type == nil || e.Type.IsVolatile() {
				return w, false
			}
			read[x] = true
			switch {
			case through:
				if flow.All(v.Memory(e.Place), func(o flow.Origin) bool { return o.Kind == flow.Address && !m.sharedByThreads(v.Variable(o.Place)) }) {
					continue
				}
				x = v.Holder(pointer)
			case !m.sharedByThreads(x):
				continue
			}
			if !ok {
				w.Site, w.Name, ok = e.Site, x, true
			}
		}
	}
	return w, ok
}

// sharedByThreads reports whether other threads may change a variable while a kernel runs.
func (m *Model) sharedByThreads(x *sema.Var) bool {
	if x == nil || x.Constexpr || m.U.VarType(x).IsConst() {
		return false
	}
	mem, known := MemoryOf(m.U, x)
	return known && mem&(cudaspace.DeviceMemory|cudaspace.Shared|cudaspace.Managed) != 0 && mem&cudaspace.Constant == 0
}
