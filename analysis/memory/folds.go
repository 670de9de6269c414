package memory

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// folds tells which static __constant__ variables of functions the optimiser replaces by their values: nobody else can write
// them, so that every read whose place is constant is a number.
type folds struct {
	in      Input
	reached map[*sema.Func]bool
	uses    map[*sema.Var][]fold
	// varied are the functions that are called with arguments which are no constants.
	varied map[*sema.Func]bool
}

// fold is a use of a variable in a body.
type fold struct {
	use  *sema.Use
	body *sema.Facts
}

func newFolds(in Input, reached map[*sema.Func]bool) *folds {
	fs := &folds{in: in, reached: reached, uses: map[*sema.Var][]fold{}, varied: map[*sema.Func]bool{}}
	for f := range reached {
		facts := in.Unit.Facts(f)
		if facts == nil {
			continue
		}
		for i := range facts.Calls {
			if c := &facts.Calls[i]; c.Callee != nil && c.NonConstArgs > 0 {
				fs.varied[c.Callee] = true
			}
		}
		for i := range facts.Uses {
			if v := facts.Uses[i].Var; v.Kind == sema.LocalStatic {
				fs.uses[v] = append(fs.uses[v], fold{&facts.Uses[i], facts})
			}
		}
	}
	return fs
}

// kept reports whether a static variable of a body is left in the bank.
func (fs *folds) kept(v *sema.Var, body *sema.Facts) sema.Tri {
	switch {
	case body.Func == nil:
		return sema.UnknownTri
	case fs.in.RDC:
		return sema.Yes
	case !fs.reached[body.Func]:
		return sema.No
	}
	result := sema.No
	for _, f := range fs.uses[v] {
		result = result.Or(fs.keeps(v, f))
	}
	return result
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
	case elements(fs.in.Unit.VarType(v)) < 2:
		return sema.No
	case f.body.Loops > 0:
		return sema.UnknownTri // unrolled, its indices are constants
	case fs.in.Spaces.Of(f.body.Func).Space&cudaspace.Global == 0 && !fs.varied[f.body.Func]:
		return sema.No // inlined, its parameters are constants
	}
	return sema.Yes
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
