package memory

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// folds tells which static __constant__ variables of functions the optimiser replaces by their values: nobody else can write
// them, so that every read whose place is constant is a number.
type folds struct {
	*collector
	uses     map[*sema.Var][]fold
	trials   *trials
	settling *settling
}

// fold is a use of a variable in a body.
type fold struct {
	use  *sema.Use
	body *sema.Facts
}

func newFolds(c *collector) *folds {
	fs := &folds{collector: c, uses: map[*sema.Var][]fold{}}
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
	wanted := map[*sema.Func][]*sema.Var{}
	for v, uses := range fs.uses {
		if !c.Debug && c.constant(v) && slices.ContainsFunc(uses, func(f fold) bool { return fs.keeps(v, f) == sema.UnknownTri }) {
			for _, use := range uses {
				wanted[use.body.Func] = append(wanted[use.body.Func], v)
			}
		}
	}
	if len(wanted) > 0 {
		fs.trials = newTrials(c, wanted)
		fs.settling = &settling{trials: fs.trials, runs: map[*sema.Func]*sema.Trial{}}
	}
	return fs
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
	if used == sema.UnknownTri && fs.trials != nil {
		switch {
		case fs.trials.proven[localOf(v)]:
			used = sema.Yes
		case fs.settling.settled(v, fs.uses[v]):
			used = sema.No
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
	case len(u.Path) == 0 && elements(fs.Unit.VarType(v)) < 2:
		return sema.No
	}
	return sema.UnknownTri
}

// apart reports whether a function may not be inlined.
func (c *collector) apart(f *sema.Func) bool {
	const most = 3000 // tokens
	long := func(d *sema.FuncDecl) bool { return len(d.Full.Newest().Tokens()) > most }
	return separate(f) || slices.ContainsFunc(f.Decls, long)
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
