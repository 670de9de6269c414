package calls

import (
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// onDevice reports whether a function whose space is its callers' is called from device code.
func onDevice(e *spaces.Emission, f *sema.Func) bool { return e.OnDevice(f) }

// need is the way from the function that somebody wrote to the generated one that f is: an edge for each step, the written
// function's first. It is nil when f itself is written.
func need(e *spaces.Emission, f *sema.Func) []spaces.Edge {
	var out []spaces.Edge
	for n := 0; f != nil && e.Generated(f) && n < 64; n++ {
		edge, ok := e.Need(f)
		if !ok {
			break
		}
		out = append([]spaces.Edge{edge}, out...)
		f = edge.From
	}
	return out
}
