package small

import "slices"

// Set is a set in the order in which its elements came. Most are small: few elements are searched one by one.
type Set[T comparable] struct {
	All []T
	in  map[T]struct{} // the same, once they are many
}

// inSet is up to how many elements a set is searched one by one.
const inSet = 16

// Add puts x in, and reports whether it was not there.
func (s *Set[T]) Add(x T) bool {
	switch {
	case len(s.All) < inSet:
		if slices.Contains(s.All, x) {
			return false
		}
	case s.in == nil:
		s.in = make(map[T]struct{}, 2*inSet)
		for _, old := range s.All {
			s.in[old] = struct{}{}
		}
		fallthrough
	default:
		if _, ok := s.in[x]; ok {
			return false
		}
		s.in[x] = struct{}{}
	}
	s.All = append(s.All, x)
	return true
}
