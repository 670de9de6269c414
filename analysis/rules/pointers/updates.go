package pointers

import (
	"maps"
	"strings"

	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// Update is a copy to a __constant__ variable that may meet a kernel which still reads it.
type Update struct {
	Var *sema.Var
	// Copy writes the variable, and Launch is of a kernel that reads it at Read.
	Copy, Launch *sema.FlowCall
	Read         sema.Site
}

// symbolCopies are the functions that copy to a variable, with the number of the argument that is the stream.
var symbolCopies = map[string]int{"cudaMemcpyToSymbol": -1, "cudaMemcpyToSymbolAsync": 5}

// waitless are the runtime's functions that order nothing.
var waitless = map[string]bool{
	"cudaGetLastError": true, "cudaPeekAtLastError": true, "cudaGetErrorString": true, "cudaGetErrorName": true,
	"cudaMemcpyToSymbol": true, "cudaMemcpyToSymbolAsync": true, "cudaMemcpyAsync": true, "cudaMemsetAsync": true,
	"cudaStreamCreate": true, "cudaStreamCreateWithFlags": true, "cudaStreamCreateWithPriority": true, "cudaEventCreate": true,
	"cudaEventCreateWithFlags": true, "cudaEventRecord": true, "printf": true, "fprintf": true, "puts": true,
}

// launched are the launches that nobody has waited for, by the numbers of their events.
type launched map[int]*sema.Event

// updates are the copies to constant variables that nothing orders after the launch, in the same body, of a kernel that reads
// the variable: the two run in different streams, and nobody waits in between.
func updates(m *spaces.Model, bodies []*sema.Facts, flows *flow.Cache) []Update {
	var out []Update
	spaces.Each(m, bodies, func(b *sema.Facts) {
		if len(b.Launches) == 0 || !m.HostOnly(b) || !callsAny(m, b, "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync") {
			return
		}
		v := flows.Values(b.Func)
		if v == nil {
			return
		}
		p := flow.Problem[launched]{Entry: launched{}, Clone: cloneLaunched, Join: joinLaunched, Step: func(x1 launched, x2 *sema.Event) launched { return stepLaunched(m, x1, x2) }}
		states, ok := flow.Forward(v.Flow, p)
		if !ok {
			return
		}
		flow.Walk(v.Flow, p, states, func(running launched, e *sema.Event) {
			if u, ok := updateAt(m, v, running, e); ok {
				out = append(out, u)
			}
		})
	})
	return out
}

func cloneLaunched(s launched) launched {
	out := make(launched, len(s))
	joinLaunched(out, s)
	return out
}

func joinLaunched(into, from launched) (launched, bool) {
	n := len(into)
	maps.Copy(into, from)
	return into, len(into) != n
}

func stepLaunched(m *spaces.Model, s launched, e *sema.Event) launched {
	switch e.Kind {
	case sema.EventLaunch:
		s[e.ID] = e
	case sema.EventForget:
		clear(s)
	case sema.EventCall:
		f := e.Call.Callee
		if f != nil && spaces.Global(m.U, f) == "cudaMemcpyToSymbol" { // which waits for the default stream, where it runs
			maps.DeleteFunc(s, func(_ int, l *sema.Event) bool { return len(l.Call.Config) < 4 })
		}
		if f == nil || !waitless[spaces.Global(m.U, f)] && f.Kind != sema.Constructor && !f.Constexpr {
			clear(s)
		}
	}
	return s
}

// updateAt finds a running kernel that reads the variable which an event copies to.
func updateAt(m *spaces.Model, v *flow.Values, running launched, e *sema.Event) (Update, bool) {
	if e.Kind != sema.EventCall || e.Call.Callee == nil || e.Context&spaces.NotRun != 0 || len(e.Call.Args) == 0 {
		return Update{}, false
	}
	number, ok := symbolCopies[spaces.Global(m.U, e.Call.Callee)]
	if !ok {
		return Update{}, false
	}
	var symbol *sema.Var
	for _, o := range v.Origins(e.Call.Args[0]) {
		if o.Kind == flow.Address {
			symbol = v.Variable(o.Place)
		}
	}
	if symbol == nil {
		return Update{}, false
	}
	if mem, known := spaces.MemoryOf(m.U, symbol); !known || mem&cudaspace.Constant == 0 {
		return Update{}, false
	}
	copying := stream(v, e.Call.Args, number)
	for b := range v.Flow.Blocks { // in order of the text, whatever the map's is
		for i := range v.Flow.Blocks[b].Events {
			l := &v.Flow.Blocks[b].Events[i]
			if running[l.ID] == nil || l.Kind != sema.EventLaunch || l.Call.Callee == nil {
				continue
			}
			if at, reads := readsVariable(m, l.Call.Callee, symbol, map[*sema.Func]bool{}); reads && unordered(m, copying, stream(v, l.Call.Config, 3)) {
				return Update{Var: symbol, Copy: e.Call, Launch: l.Call, Read: at}, true
			}
		}
	}
	return Update{}, false
}

// stream is where the stream comes from that is argument number n; nil is the default stream.
func stream(v *flow.Values, args []sema.Node, n int) []flow.Origin {
	if n < 0 || n >= len(args) {
		return nil
	}
	origins := v.Origins(args[n])
	if len(origins) == 1 && origins[0].Kind == flow.Null {
		return nil
	}
	return origins
}

// unordered reports whether a copy may run while a kernel does that was launched before: in two streams of which neither is the
// default stream, or the other does not wait for that. Streams that come from elsewhere may not.
func unordered(m *spaces.Model, copying, running []flow.Origin) bool {
	if len(copying) > 1 || len(running) > 1 {
		return false // one of several
	}
	switch {
	case len(copying) == 1 && len(running) == 1:
		return ownStream(m, copying[0]) && ownStream(m, running[0]) && copying[0] != running[0]
	case len(running) == 1:
		return ownStream(m, running[0]) && !blocking(m, running[0])
	case len(copying) == 1:
		return copying[0].Kind == flow.Out && ownStream(m, copying[0]) && !blocking(m, copying[0])
	}
	return false
}

// ownStream reports whether a stream is a parameter, or made in the body.
func ownStream(m *spaces.Model, o flow.Origin) bool {
	return o.Kind == flow.Param || o.Kind == flow.Out && strings.HasPrefix(spaces.Global(m.U, o.Event.Call.Callee), "cudaStreamCreate")
}

// blocking reports whether a stream certainly waits for the default stream.
func blocking(m *spaces.Model, o flow.Origin) bool {
	return o.Kind == flow.Out && spaces.Global(m.U, o.Event.Call.Callee) == "cudaStreamCreate"
}

// readsVariable finds a place where a function, or what it calls, reads a variable.
func readsVariable(m *spaces.Model, f *sema.Func, x *sema.Var, seen map[*sema.Func]bool) (sema.Site, bool) {
	if !m.U.Nest() {
		return sema.Site{}, false
	}
	defer m.U.Unnest()
	if seen[f] {
		return sema.Site{}, false
	}
	seen[f] = true
	facts := m.U.Facts(f)
	if facts == nil {
		return sema.Site{}, false
	}
	for i := range facts.Uses {
		if u := &facts.Uses[i]; u.Var == x && u.Context&spaces.NotRun == 0 && (u.Kind == sema.Read || u.Kind == sema.Bind || u.Kind == sema.AddressOf) {
			return u.Site, true
		}
	}
	for i := range facts.Calls {
		if c := &facts.Calls[i]; c.Callee != nil && c.Context&spaces.NotRun == 0 {
			if at, ok := readsVariable(m, c.Callee, x, seen); ok {
				return at, true
			}
		}
	}
	return sema.Site{}, false
}
