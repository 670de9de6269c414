package calls

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// stubCalls are the calls in host code of members that nobody wrote and that call device functions.
var stubCalls = kit.InHost("stubCalls", func(p *check.Pass) []StubCall { return findStubCalls(p.Spaces, p.Declared, p.Bodies()) })

// StubCall is a call in host code of a member that nobody wrote, which calls a device function in turn. nvcc does not say so.
// In the host's code that function is a stub without what it does.
type StubCall struct {
	Call *sema.Call
	// Steps lead from the member that nobody wrote to the device function.
	Steps []*sema.Call
}

// device is the device function.
func (s *StubCall) device() *sema.Func { return s.Steps[len(s.Steps)-1].Callee }

// findStubCalls finds them in the bodies that run on the host alone and in the initialisers of host variables.
func findStubCalls(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) []StubCall {
	var out []StubCall
	ways := make(map[*sema.Func][]*sema.Call)
	way := func(f *sema.Func) []*sema.Call {
		steps, ok := ways[f]
		if !ok && m.Possible(f)&cudaspace.Host == 0 { // what can run on the host needs no closer look
			steps = toDevice(m, f, nil, map[*sema.Func]bool{})
		}
		ways[f] = steps
		return steps
	}
	follow := func(b *sema.Facts) {
		for i := range b.Calls {
			c := &b.Calls[i]
			if c.Callee == nil || !m.CallerDefined(c.Callee) || c.Virtual || c.Elided || c.Kind == sema.CallParenDtor ||
				c.Context&(spaces.Never|sema.InDefaultArg|sema.InMemberInit) != 0 || c.Site.Chunk == nil || c.Site.Chunk.System {
				continue
			}
			if steps := way(c.Callee); steps != nil {
				out = append(out, StubCall{Call: c, Steps: steps})
			}
		}
	}
	spaces.Each(m, bodies, func(b *sema.Facts) {
		if b.Func == nil || b.Func.Implicit || b.Template {
			return
		}
		if sp := m.Of(b.Func); sp.Known && sp.Space.OnHost() && !sp.Space.OnDevice() {
			follow(b)
		}
	})
	for _, v := range declared.Vars {
		if m.StaticObject(v) {
			follow(m.U.VarFacts(v))
		}
	}
	return out
}

// toDevice is the way from a member that nobody wrote to a device function that it calls, through others of its kind; nil for
// none.
func toDevice(m *spaces.Model, f *sema.Func, way []*sema.Call, seen map[*sema.Func]bool) []*sema.Call {
	if !m.U.Nest() {
		return nil
	}
	defer m.U.Unnest()
	b := m.U.Facts(f)
	if b == nil || seen[f] {
		return nil
	}
	seen[f] = true
	for i := range b.Calls {
		c := &b.Calls[i]
		if c.Callee == nil || c.Virtual || c.Elided {
			continue
		}
		steps := append(way[:len(way):len(way)], c)
		if !m.CallerDefined(c.Callee) {
			if sp := m.Of(c.Callee); sp.Known && sp.Space == cudaspace.Device {
				return steps
			}
			continue
		}
		if found := toDevice(m, c.Callee, steps, seen); found != nil {
			return found
		}
	}
	return nil
}
