package attributes

import (
	"math"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// Bound is an argument of launch bounds: of __launch_bounds__, __cluster_dims__, __block_size__, __maxnreg__ or __local_maxnreg__.
type Bound struct {
	Site sema.Site
	// Known: Value is the argument's value, clipped to 64 bits.
	Known bool
	Value int64
}

// large reports whether the argument certainly does not fit the 32-bit integer that launch bounds are kept in.
func (b Bound) large() bool { return b.Known && b.Value > math.MaxInt32 }

// below reports whether the argument certainly is below a number.
func (b Bound) below(n int64) bool { return b.Known && b.Value < n }

// bounds are the arguments of the first attribute of some kind on a declaration; at is its place, ok is false where there is
// none.
func bounds(m *spaces.Model, fd *sema.FuncDecl, kind ast.CUDAKind) (args []Bound, at sema.Site, ok bool) {
	for i := range fd.Spec.CUDA {
		s := &fd.Spec.CUDA[i]
		if s.Kind != kind {
			continue
		}
		if kind == ast.SpecBlockSize && len(s.Args) == 0 {
			return nil, sema.Site{}, false // no tuples: a syntax error
		}
		for _, e := range s.Args {
			b := Bound{Site: sema.Site{Chunk: fd.Site.Chunk, Span: e.Pos()}}
			if v := m.U.Eval(fd.Scope, e, sema.EvalOptions{}); v.Kind == types.IntValue {
				b.Known, b.Value = true, v.Int
				if v.Int < 0 && v.Type != nil && v.Type.IsIntegral() && !v.Type.IsSigned() {
					b.Value = math.MaxInt64
				}
			}
			args = append(args, b)
		}
		return args, sema.Site{Chunk: fd.Site.Chunk, Span: s.Span}, true
	}
	return nil, sema.Site{}, false
}

// outOfRange reports whether the first of some arguments certainly is one that the front end refuses: it then takes the attribute
// for one that is not there.
func outOfRange(args []Bound) bool { return len(args) > 0 && (args[0].below(1) || args[0].large()) }

// undecided reports whether some argument's value is not known.
func undecided(args []Bound) bool {
	return slices.ContainsFunc(args, func(b Bound) bool { return !b.Known })
}

// clusterOf are the arguments of __block_size__ that say how many blocks a cluster has: those of the second tuple.
func clusterOf(args []Bound) []Bound {
	const tuple = 3
	if len(args) <= tuple {
		return nil
	}
	return args[tuple:]
}

// counted are the declarations whose attributes count for one: those of the function up to it, and before an explicit
// specialisation or instantiation those of its template.
func counted(d *spaces.Declaration) []*sema.FuncDecl {
	switch {
	case d.Func.Template == nil || d.Func.Args == nil || d.Instance:
		return d.UpTo()
	case !d.Func.Specialization:
		return append(slices.Clone(d.UpTo()), d.Decl)
	}
	primary := spaces.Declaration{Func: d.Func.Template.Func, Decl: d.Decl}
	early := slices.DeleteFunc(slices.Clone(primary.Near()), func(fd *sema.FuncDecl) bool { return spaces.Before(fd.Site, d.Decl.Site) > 0 })
	return append(early, d.UpTo()...)
}

// declaredBounds are the latest bounds of some kind among the declarations that count for one.
func declaredBounds(m *spaces.Model, d *spaces.Declaration, kind ast.CUDAKind) (args []Bound, ok bool) {
	for _, fd := range counted(d) {
		if a, _, has := bounds(m, fd, kind); has {
			args, ok = a, true
		}
	}
	return args, ok
}

// gridConstant is the place of __grid_constant__ on a parameter; ok is false where it is not there.
func gridConstant(chunk *sema.Chunk, p *ast.Param) (at sema.Site, ok bool) {
	for i := range p.Spec.CUDA {
		if p.Spec.CUDA[i].Kind == ast.SpecGridConstant {
			return sema.Site{Chunk: chunk, Span: p.Spec.CUDA[i].Span}, true
		}
	}
	return sema.Site{}, false
}
