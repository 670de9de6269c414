package sema

// Bits32 reports whether the unit is compiled for a 32-bit target, of which few sizes are known.
func (u *Unit) Bits32() bool { return u.Opts.Bits32 }
