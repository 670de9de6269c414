package sema

// Failures count what failed while types and expressions were formed: certainly, because it is ill-formed, or perhaps, because something is
// not known. In a substitution a certain failure rules a candidate out [temp.deduct.general]; elsewhere nobody asks.
// What fails before anything is in doubt does so whatever comes: sure counts that.
type Failures struct{ hard, soft, sure int }

// Since are the failures that came after others.
func (f Failures) Since(before Failures) Failures {
	return Failures{f.hard - before.hard, f.soft - before.soft, f.sure - before.sure}
}

// Certain reports whether something failed, whatever is not known.
func (f Failures) Certain() bool { return f.sure > 0 || f.hard > 0 && f.soft == 0 }

// Refute notes that what is being formed is ill-formed.
func (u *Unit) Refute() {
	if u.failures.hard++; u.failures.soft == 0 {
		u.failures.sure++
	}
}

// Doubt notes that what is being formed may be ill-formed.
func (u *Unit) Doubt() { u.failures.soft++ }

// Failed is what failed so far.
func (u *Unit) Failed() Failures { return u.failures }

// Forgive takes back what failed since: it is no failure of what is around it.
func (u *Unit) Forgive(before Failures) { u.failures = before }

// Substitute runs a substitution and tells what failed in it.
func (u *Unit) Substitute(fn func()) Failures {
	before := u.failures
	u.failures = Failures{}
	u.Substituting++
	defer func() {
		u.Substituting--
		u.failures = before
	}()
	fn()
	return u.failures
}
