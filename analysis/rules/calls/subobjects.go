package calls

import (
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// throughSubobject reports whether a base is made or destroyed by code of its own, which calls the constructor or destructor in turn:
// where that is defined here, and no template makes it.
func throughSubobject(m *spaces.Model, c *sema.Call) bool {
	f := c.Callee
	switch {
	case c.Kind != sema.CallBaseCtor && c.Kind != sema.CallBaseDtor && c.Base == nil:
		return false
	case f.Kind != sema.Constructor && f.Kind != sema.Destructor || f.Constexpr || f.Template != nil || f.Pattern != nil && f.Pattern != f:
		return false
	}
	return m.U.Definition(f) != nil
}

// onceForParts leaves one violation of those that go through the same code that the front end makes: that for a base, which all derived
// classes share, and is said for the sides of all that make or destroy the base in bodies, compiled or not; and that for the elements of
// arrays, of which each class that nobody wrote the constructor of has its own.
func onceForParts(m *spaces.Model, vs []spaces.Violation, bodies []*sema.Facts) []spaces.Violation {
	var sides map[*sema.Func]cudaspace.Space
	bases, elements := make(map[*sema.Func]int), make(map[*sema.Func]int)
	out := vs[:0:0]
	for _, v := range vs {
		first := bases
		switch {
		case v.Call.Array && v.Through != 0 && len(v.Need) == 0:
			first = elements
		case !throughSubobject(m, v.Call):
			out = append(out, v)
			continue
		}
		f := v.Call.Callee
		if i, ok := first[f]; ok {
			out[i].Through |= spaces.OneSided(v.Caller.Space)
			out[i].Also = append(out[i].Also, v.Call.Site)
			continue
		}
		first[f] = len(out)
		if v.Through == 0 {
			if sides == nil {
				sides = baseSides(m, bodies)
			}
			v.Through = sides[f] | spaces.OneSided(v.Caller.Space) | spaces.WrittenAnywhere(f.Decls)&cudaspace.Host
		}
		out = append(out, v)
	}
	return out
}

// baseSides are the sides on which bodies, and the generated functions that they need, make or destroy bases by the code for these.
func baseSides(m *spaces.Model, bodies []*sema.Facts) map[*sema.Func]cudaspace.Space {
	sides, done := make(map[*sema.Func]cudaspace.Space), make(map[*sema.Func]cudaspace.Space)
	var visit func(b *sema.Facts, side cudaspace.Space)
	visit = func(b *sema.Facts, side cudaspace.Space) {
		if b == nil || b.Template {
			return
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			switch f := c.Callee; {
			case f == nil || c.Context&sema.Discarded != 0:
			case m.CallerDefined(f):
				if done[f]|side != done[f] {
					done[f] |= side
					visit(m.U.Facts(f), side)
				}
			case throughSubobject(m, c):
				sides[f] |= side
			}
		}
	}
	spaces.Each(m, m.WithInstances(bodies), func(b *sema.Facts) {
		if b.Func != nil && !m.CallerDefined(b.Func) {
			if i := m.Of(b.Func); i.Known {
				visit(b, spaces.OneSided(i.Space))
			}
		}
	})
	return sides
}
