// Package consteval evaluates typed trees: as far as array bounds, template arguments, enumerators, static assertions, the folding
// of variables and static initialisation need it. A result is exact, dependent, or unknown; what C++ leaves undefined, and what
// takes too long, is unknown.
package consteval

import "cudals/analysis/sema"

// Model answers what is asked about values in a unit.
type Model struct {
	*sema.Unit
	evals evalState
}

// New returns what answers for u.
func New(u *sema.Unit) *Model { return &Model{Unit: u} }

var _ sema.Values = (*Model)(nil)
