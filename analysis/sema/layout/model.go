// Package layout tells where the parts of objects lie, as the Itanium C++ ABI has it, and where device code differs. A layout is
// certain or unknown.
package layout

import "cudals/analysis/sema"

// Model answers what is asked about the layouts of a unit's classes.
type Model struct {
	*sema.Unit
	layouts layoutState
}

// New returns what answers for u.
func New(u *sema.Unit) *Model { return &Model{Unit: u} }

var _ sema.Layouts = (*Model)(nil)
