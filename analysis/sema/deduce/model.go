// Package deduce deduces template arguments from calls, addresses and initialisers, and tells which of two templates is more
// specialised [temp.deduct], [temp.func.order].
package deduce

import "cudals/analysis/sema"

// Model answers what is asked about deduction in a unit.
type Model struct {
	*sema.Unit
	// forms are the normal forms of concepts that are known.
	forms map[conceptUse]knownForm
}

// New returns what answers for u.
func New(u *sema.Unit) *Model { return &Model{Unit: u} }

var _ sema.Deduction = (*Model)(nil)
