package sema

// Methods are a class's own member functions.
func Methods(u *Unit, c *Class) []*Func { return u.methods(c) }

// FinalOverrider is what a call of f on an object of class c comes to.
func FinalOverrider(u *Unit, c *Class, f *Func) *Func { return u.finalOverrider(c, f) }

// MoveCtorOf is a class's move constructor.
func MoveCtorOf(u *Unit, c *Class) *Func { return u.SpecialsOf(c).moveCtor }
