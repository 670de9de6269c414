package memory

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// folds tells which static __constant__ variables of functions the optimiser replaces by their values: nobody else can write
// them, so that every read whose place is constant is a number. A table of which some place is not constant is not known to
// stay: what inlining, unrolling and propagation make of the place is the optimiser's own.
type folds struct {
	*collector
	uses map[*sema.Var][]*sema.Use
}

func newFolds(c *collector) *folds {
	fs := &folds{collector: c, uses: map[*sema.Var][]*sema.Use{}}
	for f := range c.reached.funcs {
		facts := c.Unit.Facts(f)
		if facts == nil {
			continue
		}
		for i := range facts.Uses {
			if v := facts.Uses[i].Var; v.Kind == sema.LocalStatic {
				fs.uses[v] = append(fs.uses[v], &facts.Uses[i])
			}
		}
	}
	return fs
}

// kept reports whether a static variable of a body is left in the bank: No, or not known. For a debugger or for separate
// compilation more is kept than control comes to.
func (fs *folds) kept(v *sema.Var, body *sema.Facts) sema.Tri {
	if body.Func == nil || fs.RDC || fs.Debug {
		return sema.UnknownTri
	}
	used := sema.No
	for _, u := range fs.uses[v] {
		used = used.Or(fs.keeps(v, u))
	}
	return used.And(fs.reached.of(body.Func))
}

// keeps reports whether one use needs the variable in memory: never for certain.
func (fs *folds) keeps(v *sema.Var, u *sema.Use) sema.Tri {
	switch {
	case u.Kind != sema.Read && u.Kind != sema.Discard: // whether an address is more than read through is not known
	case u.Type != nil && u.Type.CV&ast.Volatile != 0:
	case u.Context&(sema.Discarded|sema.Folded|sema.Dead) != 0:
	case !u.Element || u.ConstIndex:
		if u.Type == nil || u.Type.Kind != types.Class { // a copy may be read at a variable place
			return sema.No
		}
	case len(u.Path) == 0 && elements(fs.Unit.VarType(v)) < 2:
		return sema.No
	}
	return sema.UnknownTri
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
