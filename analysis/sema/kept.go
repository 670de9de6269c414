package sema

import "slices"

// A keystroke changes one body. What was found in another one, or in declarations, is found there again as long as it hangs on nothing
// but these: neither on the facts of other bodies nor on what all bodies together come to. Who looks for it tells when he asks for such
// things, or is seen to (Unit.Depend), and what he found without doing so is kept with the facts, or with the unit.

// Search numbers what is looked for in the bodies of one unit.
type Search int

// kept is what was found in a body, or in the declarations.
type kept struct {
	era    int
	looked []uint64 // a bit for each search that is over
	found  []keptList
}

// keptList is what one search found.
type keptList struct {
	search Search
	list   any
}

// keeping is what a unit knows of what is kept.
type keeping struct {
	kept     kept // of declarations
	searches map[any]Search
	era      int   // what was kept in an earlier one holds no more
	depends  int   // grows when more is asked for than a body
	made     int   // see Made
	searched *Func // the function in whose body something is looked for, if it is one
}

// Search is the number of what goes under a key.
func (u *Unit) Search(key any) Search {
	s, ok := u.searches[key]
	if !ok {
		if u.searches == nil {
			u.searches = make(map[any]Search)
		}
		s = Search(len(u.searches))
		u.searches[key] = s
	}
	return s
}

// Recall is what a search found in a body, or in the declarations for nil, where that was kept: nil where it found nothing.
func (u *Unit) Recall(b *Facts, s Search) (found any, ok bool) {
	k := u.keptOf(b)
	if word := int(s / 64); k.era != u.era || word >= len(k.looked) || k.looked[word]>>(s%64)&1 == 0 {
		return nil, false
	}
	for i := range k.found {
		if k.found[i].search == s {
			return k.found[i].list, true
		}
	}
	return nil, true
}

// Keep looks for something in a body, or in the declarations for nil, and keeps what it found, unless that depends on something else. look
// returns nil for nothing.
func (u *Unit) Keep(b *Facts, s Search, look func() any) any {
	asked, era, searched := u.depends, u.era, u.searched
	u.searched = nil
	if b != nil {
		u.searched = b.Func
	}
	defer func() { u.searched = searched }()
	found := look()
	if u.depends != asked || u.era != era {
		return found
	}
	k := u.keptOf(b)
	if k.era != u.era {
		*k = kept{era: u.era}
	}
	if word := int(s / 64); word >= len(k.looked) {
		k.looked = append(k.looked, make([]uint64, (len(u.searches)+63)/64-len(k.looked))...)
	}
	k.looked[s/64] |= 1 << (s % 64)
	k.found = slices.DeleteFunc(k.found, func(l keptList) bool { return l.search == s })
	if found != nil {
		k.found = append(k.found, keptList{s, found})
	}
	return found
}

func (u *Unit) keptOf(b *Facts) *kept {
	if b == nil {
		return &u.kept
	}
	return &b.kept
}

// Depend notes that what is being looked for depends on more than the body in which it is found.
func (u *Unit) Depend() { u.depends++ }

// DependsOn notes that the facts of a function's body are asked for. Other than those of the body that is searched, and of the lambdas
// in it, they change without anybody telling; what nobody edits, never, nor what the model ends with.
func (u *Unit) DependsOn(f *Func) {
	s := u.searched
	own := s != nil && (f == s || f.Closure != nil && f.Closure.Func == s)
	if at := f.Place.Chunk; !own && !f.Implicit && (at == nil || !at.System) && u.outlivedBy(f) {
		u.depends++
	}
}

// Made grows when a body brings about what is seen from everywhere, such as friends that instances declare.
func (u *Unit) Made() int { return u.made }

// Forget drops what was kept: something has changed that all bodies may depend on.
func (u *Unit) Forget() { u.era++ }
