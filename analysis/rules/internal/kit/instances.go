package kit

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

// Instances are the instances of the class templates whose patterns are among classes that the text needs to be complete, by their
// names: which is found first does not depend on which was made first.
func Instances(u *sema.Unit, classes []*sema.Class) []*sema.Class {
	type named struct {
		class *sema.Class
		name  string
	}
	instances := u.Instances(classes)
	byName := make([]named, len(instances))
	for i, c := range instances {
		byName[i] = named{c, spell.Class(u, c)}
	}
	slices.SortFunc(byName, func(a, b named) int {
		x, y := a.class.DefinedAt, b.class.DefinedAt
		return cmp.Or(cmp.Compare(x.Chunk.Ord, y.Chunk.Ord), cmp.Compare(x.Span.Lo, y.Span.Lo), cmp.Compare(a.name, b.name))
	})
	for i, n := range byName {
		instances[i] = n.class
	}
	return instances
}
