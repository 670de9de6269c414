// Package traits answers the traits of types that compilers have built in.
package traits

import "cudals/analysis/sema"

// Model answers what is asked about the traits of a unit's types.
type Model struct{ *sema.Unit }

// New returns what answers for u.
func New(u *sema.Unit) *Model { return &Model{u} }

var _ sema.Traits = (*Model)(nil)
