package memory

import (
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// reached tells of functions whether something comes to them. Unknown: something may, in code that is not run.
type reached struct {
	funcs map[*sema.Func]sema.Tri
	// open: it is not known what some call calls.
	open bool
}

// of reports whether something comes to a function.
func (r *reached) of(f *sema.Func) sema.Tri {
	if how, ok := r.funcs[f]; ok {
		return how
	}
	if r.open {
		return sema.UnknownTri
	}
	return sema.No
}

// reach is what device code comes to from the functions that are compiled in any case.
func (c *collector) reach() reached {
	r := reached{funcs: map[*sema.Func]sema.Tri{}}
	var queue []*sema.Func
	add := func(f *sema.Func, how sema.Tri) {
		if was, ok := r.funcs[f]; f != nil && how != sema.No && (!ok || was != how && how == sema.Yes) {
			r.funcs[f] = how
			queue = append(queue, f)
		}
	}
	for _, f := range c.roots() {
		add(f, sema.Yes)
	}
	visit := func(facts *sema.Facts, how sema.Tri) {
		r.open = r.open || len(facts.Unknown) > 0
		for i := range facts.Calls {
			add(facts.Calls[i].Callee, how.And(runs(facts.Calls[i].Context)))
		}
		for i := range facts.Refs {
			add(facts.Refs[i].Func, how.And(runs(facts.Refs[i].Context)).And(sema.UnknownTri))
		}
		for _, l := range facts.Lambdas {
			add(l.Call, how.And(sema.UnknownTri))
		}
	}
	if c.Emission != nil {
		for _, facts := range c.Emission.Inits() {
			visit(facts, sema.UnknownTri)
		}
	}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		if facts := c.Unit.Facts(f); facts != nil {
			visit(facts, r.funcs[f])
		}
	}
	return r
}

// runs reports whether control comes to what stands in a context.
func runs(in sema.Context) sema.Tri {
	switch {
	case in&(sema.Discarded|sema.Unevaluated) != 0:
		return sema.No
	case in&(sema.Folded|sema.Dead|sema.Undecided|sema.Constant) != 0:
		return sema.UnknownTri
	}
	return sema.Yes
}

// roots are the functions that are compiled whether or not something calls them: kernels.
func (c *collector) roots() []*sema.Func {
	out := Kernels(c.Input)
	for _, b := range c.Bodies {
		for i := range b.Launches {
			if k := b.Launches[i].Kernel; !b.Template && k != nil { // also by functions that nobody calls
				out = append(out, k)
			}
		}
	}
	return out
}

// Kernels are the kernels that are compiled, instances of templates too, in no particular order.
func Kernels(in Input) []*sema.Func {
	if in.Emission == nil {
		return nil
	}
	var out []*sema.Func
	for _, f := range in.Emission.Funcs() {
		if IsKernel(in.Spaces, f) && in.Unit.Definition(f) != nil {
			out = append(out, f)
		}
	}
	return out
}

// IsKernel reports whether f is a kernel whose parameters are known.
func IsKernel(m *spaces.Model, f *sema.Func) bool {
	return m.Of(f).Space&cudaspace.Global != 0 && m.U.FuncType(f).Kind == types.Func
}
