package pointers

import (
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// Wait is a loop of device code that does nothing but look at memory until that changes.
type Wait struct {
	Body *sema.Facts
	// Site is what it looks at, and Name the variable that it is, or that points to it; nil for another expression.
	Site sema.Site
	Name *sema.Var
}

// waits are the loops that look at memory which nobody declared volatile.
func waits(m *spaces.Model, bodies []*sema.Facts, flows *flow.Cache) []Wait {
	var out []Wait
	spaces.Each(m, bodies, func(b *sema.Facts) {
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
					if w, ok := waitIn(m, v, loop); ok {
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
func waitIn(m *spaces.Model, v *flow.Values, loop sema.FlowLoop) (w Wait, ok bool) {
	assigned, read := map[*sema.Var]bool{}, map[*sema.Var]bool{}
	defer func() { // what the loop itself changes may end it
		for x := range assigned {
			ok = ok && !read[x]
		}
	}()
	for _, block := range v.Flow.Blocks[loop.Header:loop.Limit] {
		for i := range block.Events {
			e := &block.Events[i]
			if e.Kind != sema.EventAccess || e.Context&spaces.NotRun != 0 || e.Site.IsZero() {
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
				if flow.All(v.Memory(e.Place), func(o flow.Origin) bool { return o.Kind == flow.Address && !sharedByThreads(m, v.Variable(o.Place)) }) {
					continue
				}
				x = v.Holder(pointer)
			case !sharedByThreads(m, x):
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
func sharedByThreads(m *spaces.Model, x *sema.Var) bool {
	if x == nil || x.Constexpr || m.U.VarType(x).IsConst() {
		return false
	}
	mem, known := spaces.MemoryOf(m.U, x)
	return known && mem&(cudaspace.DeviceMemory|cudaspace.Shared|cudaspace.Managed) != 0 && mem&cudaspace.Constant == 0
}
