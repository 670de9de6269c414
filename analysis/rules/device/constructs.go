package device

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// typeFinder looks for a type in the parts of others.
type typeFinder struct {
	p    *check.Pass
	want func(*types.Type) bool
	// at is where the type is written: what a class that is defined later holds, is not known there. Its Chunk is nil where
	// all that is defined anywhere counts.
	at   sema.Site
	seen map[*types.Type]bool
}

// partFinder returns the question whether what stands at a place is made of a type that is wanted. Hardly anything is, and most
// types are made of the same others: those in which nothing is found, wherever it may be defined, are looked at once.
func partFinder(p *check.Pass, want func(*types.Type) bool) func(*types.Type, sema.Site) bool {
	clean := map[*types.Type]bool{}
	return func(t *types.Type, at sema.Site) bool {
		if !(&typeFinder{p: p, want: want, seen: clean}).partOf(t) {
			return false
		}
		clean = map[*types.Type]bool{} // a search that ended early has seen types whose parts it has not
		return (&typeFinder{p: p, want: want, at: at, seen: map[*types.Type]bool{}}).partOf(t)
	}
}

// partOf reports whether a type is what is looked for, or is made of it: points or refers to it, takes or returns it, has it
// among its template arguments, bases, and data members, static ones too.
func (f *typeFinder) partOf(t *types.Type) bool {
	if t == nil || f.seen[t] {
		return false
	}
	if f.want(t) {
		return true
	}
	f.seen[t] = true
	if t.Elem != nil && f.partOf(t.Elem) || slices.ContainsFunc(t.Params, f.partOf) || t.Class != nil && f.partOf(t.Class) {
		return true
	}
	if t.Kind != types.Class || t.IsDependent() {
		return false
	}
	return f.inArgs(t.Args) || f.inClass(f.p.Unit.ClassOf(t))
}

func (f *typeFinder) inArgs(args []types.Arg) bool {
	return slices.ContainsFunc(args, func(a types.Arg) bool {
		return a.Kind == types.TypeArg && f.partOf(a.Type) || f.inArgs(a.Pack)
	})
}

func (f *typeFinder) inClass(c *sema.Class) bool {
	if c == nil || f.inArgs(c.Args) {
		return c != nil
	}
	where := c.Site().Chunk
	if where == nil || where.System || len(c.Args) == 0 && f.at.Chunk != nil && where.Ord > f.at.Chunk.Ord {
		return false // what the classes of the toolkit and the standard library have of such parts, their arguments are
	}
	u := f.p.Unit
	for _, b := range c.Bases() {
		if f.partOf(b.Type) {
			return true
		}
	}
	return slices.ContainsFunc(c.Members(), func(e sema.Entity) bool {
		switch e := e.(type) {
		case *sema.Field:
			return f.partOf(u.FieldType(e))
		case *sema.Var:
			return f.partOf(u.VarType(e))
		}
		return false
	})
}

// isBasic makes a test for a fundamental type.
func isBasic(k ast.BuiltinKind) func(*types.Type) bool {
	return func(t *types.Type) bool { return t.Kind == types.Basic && t.Basic == k }
}

// pointedTo is the type at the end of pointers, references and arrays.
func pointedTo(t *types.Type) *types.Type {
	for t.Kind == types.Pointer || t.IsRef() || t.Kind == types.Array {
		t = t.Elem
	}
	return t
}
