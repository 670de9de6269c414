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
	for _, b := range bodies {
		list, kept := m.U.Recall(b, s)
		if !kept {
			m.U.Attempt(b, func() { list = s.keep(m, b, func(found func(T)) { look(b, found) }) })
		}
		if list, _ := list.([]T); len(list) > 0 {
			show(b, list)
		}
	}
}

// Of lists what is found in one body, or outside of bodies for nil.
func (s *Search[T]) Of(m *Model, b *sema.Facts, look func(found func(T))) []T {
	list, kept := m.U.Recall(b, s)
	if !kept {
		list = s.keep(m, b, look)
	}
	found, _ := list.([]T)
	return found
}

// Outside is Of nil.
func (s *Search[T]) Outside(m *Model, look func(found func(T))) []T { return s.Of(m, nil, look) }

// keep makes a list of what look finds; nil, of no type, where that is nothing.
func (s *Search[T]) keep(m *Model, b *sema.Facts, look func(found func(T))) any {
	return m.U.Keep(b, s, func() any {
		var out []T
		look(func(x T) { out = append(out, x) })
		if len(out) == 0 {
			return nil
		}
		if s.passing {
			m.U.Depend()
		}
		return slices.Clip(out)
	})
}
