package engine

import (
	"context"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// Reaches implements workspace.Queries.
func (r *result) Reaches(_ context.Context) []workspace.Reach {
	var out []workspace.Reach
	r.ask(func() {
		launches := map[string][]source.Place{} // by kernel: the host pass and the device pass see the same
		for _, v := range r.views {
			edges := v.edges()
			for i := range edges {
				e := &edges[i]
				if e.how != launching {
					continue
				}
				key := v.keyOf(e.to)
				if p, _ := check.PlaceOf(e.site); p.File != nil && !slices.Contains(launches[key], p) {
					launches[key] = append(launches[key], p)
				}
			}
		}
		v := r.deviceView()
		if v == nil {
			return
		}
		kernels := v.reachedBy()
		for _, f := range v.declared.Funcs {
			d := v.unit.Definition(f)
			if d == nil || f.Closure != nil {
				continue
			}
			at, _ := check.PlaceOf(d.Site)
			if at.File == nil || at.File.Path != r.in.File.Path {
				continue
			}
			reach := workspace.Reach{Place: at}
			if v.isKernel(f) {
				reach.Launches = launches[v.keyOf(v.pattern(f))]
			} else {
				reach.Kernels = kernels[v.pattern(f)]
			}
			if len(reach.Launches)+len(reach.Kernels) > 0 {
				slices.SortFunc(reach.Launches, byPlace)
				slices.SortFunc(reach.Kernels, byPlace)
				out = append(out, reach)
			}
		}
		slices.SortStableFunc(out, func(a, b workspace.Reach) int { return byPlace(a.Place, b.Place) })
	})
	return out
}

// reachedBy are the places of the kernels from which calls lead to each function.
func (v *view) reachedBy() map[*sema.Func][]source.Place {
	calls := map[*sema.Func][]*sema.Func{}
	var kernels []*sema.Func
	for _, e := range v.edges() {
		if e.how == launching {
			continue // what a kernel launches is another kernel's
		}
		calls[e.from] = append(calls[e.from], e.to)
		if v.isKernel(e.from) && !slices.Contains(kernels, e.from) {
			kernels = append(kernels, e.from)
		}
	}
	out := map[*sema.Func][]source.Place{}
	for _, k := range kernels {
		c, ok := v.callable(k)
		if !ok {
			continue
		}
		seen := map[*sema.Func]bool{k: true}
		for queue := []*sema.Func{k}; len(queue) > 0; queue = queue[1:] {
			for _, to := range calls[queue[0]] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
					out[to] = append(out[to], c.Place)
				}
			}
		}
	}
	return out
}
