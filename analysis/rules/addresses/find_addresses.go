package addresses

import (
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// hostAddresses are those that host code takes of what only device code can use.
var hostAddresses = kit.InHost("hostAddresses", func(p *check.Pass) []HostAddress {
	return findHostAddresses(p.Spaces, p.Declared, p.Bodies())
})

// HostAddress is an address that host code takes of what only device code can use: a variable in device memory, or a device
// function.
type HostAddress struct {
	// Func is the host function, nil for the initialiser of the host variable Of.
	Func *sema.Func
	Of   *sema.Var
	// Use is the use of a variable; Callee the function that is named without being called. One is nil.
	Use    *sema.Use
	Callee *sema.Func
	Site   sema.Site
	// Memory is the variable's.
	Memory cudaspace.Memory
}

// findHostAddresses finds the addresses that host functions and the initialisers of host variables take of device variables and
// device functions. What the runtime takes as a symbol is left out: its functions look the variable up by its host address;
// and so is what is a constant expression, as template arguments are.
func findHostAddresses(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) []HostAddress {
	var out []HostAddress
	spaces.Each(m, bodies, func(b *sema.Facts) {
		if b.Func == nil || b.Func.Implicit {
			return
		}
		if sp := m.Of(b.Func); sp.Known && sp.Space.OnHost() && !sp.Space.OnDevice() {
			out = appendHostAddresses(m, out, b, nil)
		}
	})
	for _, v := range declared.Vars {
		if mem, ok := m.DeviceMemory(v); ok && mem == 0 {
			out = appendHostAddresses(m, out, m.U.VarFacts(v), v)
		}
	}
	return out
}

func appendHostAddresses(m *spaces.Model, out []HostAddress, b *sema.Facts, of *sema.Var) []HostAddress {
	var found []HostAddress
	counts := func(s sema.Site, c sema.Context) bool {
		return s.Chunk != nil && !s.Chunk.System && c&(spaces.Gone|sema.Dead|sema.InDefaultArg|sema.InMemberInit) == 0
	}
	for i := range b.Uses {
		u := &b.Uses[i]
		if u.Kind != sema.AddressOf || u.ViaPointer || u.ViaRef || !counts(u.Site, u.Context) || spaces.CompilerVariable(m.U, u.Var) || m.TextureReference(u.Var) {
			continue
		}
		if mem, ok := m.DeviceMemory(u.Var); ok && mem != 0 && mem&(cudaspace.Managed|cudaspace.Shared) == 0 {
			found = append(found, HostAddress{Func: b.Func, Of: of, Use: u, Site: u.Site, Memory: mem})
		}
	}
	for i := range b.Refs {
		r := &b.Refs[i]
		if r.Func == nil || r.Unknown || r.Func.Closure != nil || m.CallerDefined(r.Func) || !counts(r.Site, r.Context) {
			continue
		}
		if sp := m.Of(r.Func); sp.Known && sp.Space == cudaspace.Device {
			found = append(found, HostAddress{Func: b.Func, Of: of, Callee: r.Func, Site: r.Site})
		}
	}
	if len(found) == 0 {
		return out
	}
	symbols, known := symbolCalls(m, b)
	if !known {
		return out
	}
	for _, a := range found {
		if !slices.ContainsFunc(symbols, func(call sema.Site) bool { return spaces.Within(a.Site, call) }) {
			out = append(out, a)
		}
	}
	return out
}

// symbolCalls are the places of a body's calls of the runtime's functions that take symbols, as cudaMemcpyToSymbol; not known
// where a call that is not understood may be one.
func symbolCalls(m *spaces.Model, b *sema.Facts) (calls []sema.Site, known bool) {
	for i := range b.Calls {
		c := &b.Calls[i]
		switch {
		case c.Callee == nil && mentionsSymbol(m, c.Site):
			return nil, false
		case c.Callee != nil && strings.HasPrefix(c.Callee.EntityName(), "cuda") && strings.Contains(c.Callee.EntityName(), "Symbol"):
			calls = append(calls, c.Full)
		}
	}
	for i := range b.UnknownSites {
		if mentionsSymbol(m, b.UnknownSites[i].Site) {
			return nil, false
		}
	}
	return calls, true
}

func mentionsSymbol(m *spaces.Model, s sema.Site) bool {
	return slices.ContainsFunc(s.Tokens(), func(t token.Token) bool {
		return t.Kind == token.Ident && strings.Contains(m.U.Text(t.Sym), "Symbol")
	})
}
