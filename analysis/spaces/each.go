package spaces

import (
	"slices"

	"cudals/analysis/sema"
)

// Each looks at bodies or functions one by one. A fault costs what would have been found in the one that it happens in.
func Each[T sema.Sited](m *Model, list []T, look func(T)) {
	for _, x := range list {
		m.U.Attempt(x, func() { look(x) })
	}
}

// Search is something that is looked for in each body by itself, and in all declarations outside of bodies. What was found is kept as long
// as these stay and it depends on nothing else (see sema.Unit.Keep). Who looks must not remember anything from one body to the next.
type Search[T any] struct {
	// passing: what is found tells of how the text stands, as reports do with their mends. That nothing is found is kept, and no more.
	passing bool
}

// NewSearch is a search for what lasts.
func NewSearch[T any]() *Search[T] { return &Search[T]{} }

// NewJudgement is a search for what has to be found again in each version of the text.
func NewJudgement[T any]() *Search[T] { return &Search[T]{passing: true} }

// In lists what is found in bodies. A fault costs what would have been found in the one that it happens in.
func (s *Search[T]) In(m *Model, bodies []*sema.Facts, look func(b *sema.Facts, found func(T))) []T {
	var out []T
	s.each(m, bodies, look, func(_ *sema.Facts, list []T) { out = append(out, list...) })
	return out
}

// each is In, body by body, for those in which something is found.
func (s *Search[T]) each(m *Model, bodies []*sema.Facts, look func(b *sema.Facts, found func(T)), show func(*sema.Facts, []T)) {
	o := s.On(m)
	var out []T
	found := func(x T) { out = append(out, x) } // one for all bodies, of which there are many
	for _, b := range bodies {
		list, kept := m.U.Recall(b, o.number)
		if !kept {
			m.U.Attempt(b, func() {
				list = o.keep(b, func() []T {
					out = nil
					look(b, found)
					return out
				})
			})
		}
		if list, _ := list.([]T); len(list) > 0 {
			show(b, list)
		}
	}
}

// Outside lists what is found outside of bodies.
func (s *Search[T]) Outside(m *Model, look func(found func(T))) []T { return s.On(m).Of(nil, look) }

// With lists what declarations and some bodies bring about together. It is kept while these are the same bodies.
func (s *Search[T]) With(m *Model, bodies []*sema.Facts, look func(found func(T))) []T {
	type together struct {
		bodies []*sema.Facts
		list   []T
	}
	number := m.U.Search(s)
	if kept, ok := m.U.Recall(nil, number); ok {
		if t := kept.(together); slices.Equal(t.bodies, bodies) {
			return t.list
		}
	}
	return m.U.Keep(nil, number, func() any {
		t := together{bodies: bodies}
		look(func(x T) { t.list = append(t.list, x) })
		return t
	}).(together).list
}

// On is the search in the bodies of one model.
func (s *Search[T]) On(m *Model) SearchOn[T] { return SearchOn[T]{m.U, m.U.Search(s), s.passing} }

// SearchOn is a search in the bodies of one model.
type SearchOn[T any] struct {
	u       *sema.Unit
	number  sema.Search
	passing bool
}

// Of lists what is found in one body, or outside of bodies for nil.
func (s SearchOn[T]) Of(b *sema.Facts, look func(found func(T))) []T {
	list, kept := s.u.Recall(b, s.number)
	if !kept {
		list = s.keep(b, func() (out []T) {
			look(func(x T) { out = append(out, x) })
			return out
		})
	}
	found, _ := list.([]T)
	return found
}

// keep makes a list of what look finds; nil, of no type, where that is nothing.
func (s SearchOn[T]) keep(b *sema.Facts, look func() []T) any {
	return s.u.Keep(b, s.number, func() any {
		out := look()
		if len(out) == 0 {
			return nil
		}
		if s.passing {
			s.u.Depend()
		}
		return slices.Clip(out)
	})
}
