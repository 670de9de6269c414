package memory

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// folds tells which static __constant__ variables of functions the optimiser replaces by their values: nobody else can write
// them, so that every read whose place is constant is a number.
type folds struct {
	*collector
	uses map[*sema.Var][]fold
	// varied tells of functions whether they are called with arguments that vary; those that are not there are not.
	varied map[*sema.Func]sema.Tri
}

// fold is a use of a variable in a body.
type fold struct {
	use  *sema.Use
	body *sema.Facts
}

func newFolds(c *collector) *folds {
	fs := &folds{collector: c, uses: map[*sema.Var][]fold{}, varied: map[*sema.Func]sema.Tri{}}
	for f := range c.reached.funcs {
		facts := c.Unit.Facts(f)
		if facts == nil {
			continue
		}
		for i := range facts.Uses {
			if v := facts.Uses[i].Var; v.Kind == sema.LocalStatic {
				fs.uses[v] = append(fs.uses[v], fold{&facts.Uses[i], facts})
			}
		}
	}
	fs.spread()
	return fs
}

// spread finds the functions that are called with arguments that vary: which are no constants, in a function whose own parameters
// vary. Where those do not, the argument may be a constant by the time that the call is compiled. So it may where pointers call.
func (fs *folds) spread() {
	pointed := func(facts *sema.Facts) {
		for i := range facts.Refs {
			if f := facts.Refs[i].Func; f != nil {
				fs.varied[f] = sema.UnknownTri
			}
		}
	}
	if fs.Emission != nil {
		for _, facts := range fs.Emission.Inits() {
			pointed(facts)
		}
	}
	for f := range fs.reached.funcs {
		if facts := fs.Unit.Facts(f); facts != nil {
			pointed(facts)
		}
	}
	for changed := true; changed; {
		changed = false
		for f := range fs.reached.funcs {
			facts := fs.Unit.Facts(f)
			if facts == nil {
				continue
			}
			vary := sema.UnknownTri
			if fs.vary(f) == sema.Yes {
				vary = sema.Yes
			}
			for i := range facts.Calls {
				c := &facts.Calls[i]
				if c.Callee == nil || c.NonConstArgs == 0 {
					continue
				}
				if was, ok := fs.varied[c.Callee]; !ok || was != sema.Yes && vary == sema.Yes {
					fs.varied[c.Callee] = vary
					changed = true
				}
			}
		}
	}
}

// kept reports whether a static variable of a body is left in the bank.
func (fs *folds) kept(v *sema.Var, body *sema.Facts) sema.Tri {
	if body.Func == nil {
		return sema.UnknownTri
	}
	reached := fs.reached.of(body.Func)
	if fs.RDC && fs.linkageOf(body.Func) == shared && fs.forDevice(body.Func) {
		return fs.copied.of(body.Func) // others may rely on this copy
	}
	used := sema.No
	for _, f := range fs.uses[v] {
		if fs.Debug {
			used = used.Or(fs.names(f))
		} else {
			used = used.Or(fs.keeps(v, f))
		}
	}
	if used = used.And(reached); used == sema.Yes && !fs.measured() {
		return sema.UnknownTri
	}
	return used
}

// names reports whether a use, compiled as it stands, needs the variable: other than constants, whose values the front end takes.
func (fs *folds) names(f fold) sema.Tri {
	u := f.use
	if t := u.Var; t.Constexpr || fs.Unit.VarType(t).IsConst() || u.Kind == sema.Discard {
		return sema.UnknownTri
	}
	return runs(u.Context)
}

// keeps reports whether one use needs the variable in memory.
func (fs *folds) keeps(v *sema.Var, f fold) sema.Tri {
	u := f.use
	switch u.Kind {
	case sema.Read, sema.Discard:
	default:
		return sema.UnknownTri // whether an address is more than read through is not known
	}
	switch {
	case u.Type != nil && u.Type.CV&ast.Volatile != 0:
		return sema.UnknownTri
	case u.Context&(sema.Discarded|sema.Folded|sema.Dead) != 0:
		return sema.UnknownTri
	case !u.Element || u.ConstIndex:
		if u.Type != nil && u.Type.Kind == types.Class {
			return sema.UnknownTri // a copy, which may be read at a variable place
		}
		return sema.No
	case elements(fs.Unit.VarType(v)) < 2:
		return sema.No
	case slices.ContainsFunc(f.body.Loops, func(l sema.Site) bool {
		return l.Span.Lo <= u.Site.Span.Lo && u.Site.Span.Lo < l.Span.Hi
	}):
		return sema.UnknownTri // unrolled, its indices are constants
	}
	return fs.needed(f, fs.vary(f.body.Func))
}

// vary reports whether a function's parameters vary from call to call.
func (fs *folds) vary(f *sema.Func) sema.Tri {
	if fs.called(f) {
		return sema.Yes
	}
	if v, ok := fs.varied[f]; ok {
		return v
	}
	return sema.No
}

// apart reports whether a function may not be inlined.
func (fs *folds) apart(f *sema.Func) bool {
	const most = 3000 // tokens
	for _, d := range f.Decls {
		noinline := func(s ast.CUDASpec) bool { return s.Kind == ast.SpecNoInline }
		if d.Full.Span.Hi-d.Full.Span.Lo > most || slices.ContainsFunc(d.Spec.CUDA, noinline) {
			return true
		}
	}
	return false
}

// called reports whether others than the functions of this file call a function.
func (fs *folds) called(f *sema.Func) bool {
	return fs.Spaces.Of(f).Space&cudaspace.Global != 0 || fs.RDC && fs.linkageOf(f) != internal
}

// elements is the number of scalars or objects in an array.
func elements(t *types.Type) int64 {
	n := int64(1)
	for t.Kind == types.Array {
		n *= max(t.Len, 0)
		t = t.Elem
	}
	return n
}
