package sema

import (
	"cudals/analysis/types"
)

// ReplaceAuto is t with its placeholder replaced.
func (u *Unit) ReplaceAuto(t, by *types.Type) *types.Type {
	if t.Kind == types.Auto {
		return u.T.Qualify(by, t.CV)
	}
	if !HasAuto(t) {
		return t
	}
	return u.T.Rebuild(t, func(p *types.Type) *types.Type { return u.ReplaceAuto(p, by) })
}
