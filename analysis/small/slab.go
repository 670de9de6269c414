// Package small holds collections made for the sizes that a program's names, entities and scopes come in: mostly one or a few elements.
package small

// Slab makes many small things of one type with few requests for memory: it hands out pointers to zero values. Each piece of memory holds
// several and lasts as long as one of them is held: it is for what lives and ends together. The zero Slab is ready for use.
type Slab[T any] struct{ free []T }

// perPiece is how many things are in one piece of memory: few enough that what is left of the last one does not count.
const perPiece = 32

// New returns a pointer to another zero value.
func (s *Slab[T]) New() *T {
	if len(s.free) == 0 {
		s.free = make([]T, perPiece)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}
