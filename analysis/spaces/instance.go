package spaces

import (
	"cudals/analysis/sema"
	"cudals/cudaspace"
)

// Extended reports whether a lambda is an Extended one that may be an argument: such lambdas stand in functions, and generic ones
// are for the device alone.
func (m *Model) Extended(l *sema.Lambda) bool {
	w := Written(&l.Expr.Spec)
	return m.Opts.ExtendedLambda && l.Func != nil && w&cudaspace.Device != 0 && (l.CallT == nil || w&cudaspace.Host == 0)
}
