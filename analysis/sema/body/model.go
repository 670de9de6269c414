// Package body finds out what expressions and statements mean: the bodies of functions, initialisers, default arguments, operands
// of decltype. One walk over the syntax types each expression, in one environment, and yields what is asked for: the typed
// tree, the facts, the control flow.
package body

import "cudals/analysis/sema"

// Model answers what is asked about the bodies of a unit.
type Model struct {
	*sema.Unit
	typed map[*sema.FuncDecl]*typedBody // the bodies that were evaluated
}

// New returns what answers for u.
func New(u *sema.Unit) *Model { return &Model{Unit: u} }

var _ sema.Bodies = (*Model)(nil)
