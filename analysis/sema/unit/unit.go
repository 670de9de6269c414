// Package unit puts the parts of a unit's meaning together: each asks the others through the unit.
package unit

import (
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/body"
	"cudals/analysis/sema/consteval"
	"cudals/analysis/sema/deduce"
	"cudals/analysis/sema/layout"
	"cudals/analysis/sema/traits"
	"cudals/analysis/token"
)

// New prepares the model of a preprocessed unit; see sema.NewUnit.
func New(pp *preprocess.Unit, in *token.Interner, opts sema.Options, prev map[string][]*outline.Chunk) *sema.Unit {
	u := sema.NewUnit(pp, in, opts, prev)
	u.Bodies, u.Values, u.Layouts = body.New(u), consteval.New(u), layout.New(u)
	u.Traits, u.Deduction = traits.New(u), deduce.New(u)
	return u
}
