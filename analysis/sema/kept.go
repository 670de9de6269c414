package sema

// A keystroke changes one body. What was found in another one, or in declarations, is found there again as long as it hangs on nothing
// but these: neither on the facts of other bodies nor on what all bodies together come to. Who looks for it tells when he asks for such
// things, or is seen to (Unit.Depend), and what he found without doing so is kept with the facts, or with the unit.

// kept is what was found, by what was looked for.
type kept struct {
	era   int
	found map[any]any
}

// keeping is what a unit knows of what is kept.
type keeping struct {
	kept     kept  // of declarations
	era      int   // what was kept in an earlier one holds no more
	depends  int   // grows when more is asked for than a body
	made     int   // see Made
	searched *Func // the function in whose body something is looked for, if it is one
}

// Recall is what was kept under a key of a body, or of the declarations for nil.
func (u *Unit) Recall(b *Facts, key any) (found any, ok bool) {
	k := u.keptOf(b)
	if k.era != u.era {
		return nil, false
	}
	found, ok = k.found[key]
	return found, ok
}

// Keep looks for something in a body, or in the declarations for nil, and keeps it under a key unless it depends on something else.
func (u *Unit) Keep(b *Facts, key any, look func() any) any {
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
	if k.era != u.era || k.found == nil {
		*k = kept{u.era, make(map[any]any)}
	}
	k.found[key] = found
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
// in it, they change without anybody telling; what nobody edits, never.
func (u *Unit) DependsOn(f *Func) {
	s := u.searched
	own := s != nil && (f == s || f.Closure != nil && f.Closure.Func == s)
	if at := f.Place.Chunk; !own && !f.Implicit && (at == nil || !at.System) {
		u.depends++
	}
}

// Made grows when a body brings about what is seen from everywhere, such as friends that instances declare.
func (u *Unit) Made() int { return u.made }

// Forget drops what was kept: something has changed that all bodies may depend on.
func (u *Unit) Forget() { u.era++ }
