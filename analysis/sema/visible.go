package sema

import (
	"slices"
	"sort"

	"cudals/analysis/small"
)

// linkedView is what lookups see of the first counted entities of a declSet.
type linkedView struct {
	counted int
	each    small.Set[Entity] // those, each once
	// unordered: one is seen from an earlier place on than another before it. mixed: some hide others, or are using-declarations that
	// are not resolved.
	unordered, mixed bool
	// all are the entities for lookups that see them all, where some hide others.
	all []Entity
}

// lower has the entity i seen from ord on. It reports false where it is already.
func (s *declSet) lower(i, ord int) bool {
	l := &s.Linked[i]
	if l.Ord <= ord {
		return false
	}
	l.Ord = ord
	s.view.unordered = s.view.unordered || i > 0 && s.Linked[i-1].Ord > ord
	return true
}

// count looks at the entities that were not there at the last lookup.
func (s *declSet) count() {
	v := &s.view
	if v.counted == len(s.Linked) {
		return
	}
	v.all = nil
	for ; v.counted < len(s.Linked); v.counted++ {
		l := &s.Linked[v.counted]
		if _, ok := l.Entity.(*UnresolvedUsing); ok || IsTypeEntity(l.Entity) != IsTypeEntity(s.Linked[0].Entity) {
			v.mixed = true
		}
		v.unordered = v.unordered || v.counted > 0 && s.Linked[v.counted-1].Ord > l.Ord
		v.each.Add(l.Entity)
	}
}

// visible are the entities that are visible at ord, each once, hidden ones last; or the first using-declaration that is not resolved.
// Its capacity is its length: whoever appends to it copies.
func (s *declSet) visible(ord int) (all []Entity, unresolved Entity) {
	s.count()
	v := &s.view
	n := len(s.Linked)
	if !v.unordered && !v.mixed && len(v.each.All) == n {
		if n > 0 && s.Linked[n-1].Ord > ord {
			n = sort.Search(n, func(i int) bool { return s.Linked[i].Ord > ord })
		}
		return v.each.All[:n:n], nil
	}
	seen := 0
	for i := range s.Linked {
		l := &s.Linked[i]
		if l.Ord > ord {
			continue
		}
		if v.mixed {
			if _, ok := l.Entity.(*UnresolvedUsing); ok {
				return nil, l.Entity
			}
		}
		seen++
	}
	if seen == n {
		if v.all == nil {
			v.all = slices.Clip(hideTypes(slices.Clone(v.each.All)))
		}
		return v.all, nil
	}
	out := make([]Entity, 0, seen)
	var once small.Set[Entity]
	for i := range s.Linked {
		if l := &s.Linked[i]; l.Ord <= ord && (len(v.each.All) == n || once.Add(l.Entity)) {
			out = append(out, l.Entity)
		}
	}
	return slices.Clip(hideTypes(out)), nil
}

// hideTypes puts classes and enums behind the variables, functions and enumerators of the same scope that hide them
// [basic.scope.hiding]: elaborated type specifiers find them there, everything else goes by the first entity.
func hideTypes(es []Entity) []Entity {
	if len(es) < 2 || !slices.ContainsFunc(es, func(e Entity) bool { return !IsTypeEntity(e) }) {
		return es
	}
	var hidden []Entity
	shown := es[:0]
	for _, e := range es {
		if IsTypeEntity(e) {
			hidden = append(hidden, e)
		} else {
			shown = append(shown, e)
		}
	}
	return append(shown, hidden...)
}
