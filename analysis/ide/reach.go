package ide

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// Reaches tells of the document's kernels who launches them, and of its other functions from which kernels they are reached.
func Reaches(doc *locate.Document) []workspace.Reach {
	var out []workspace.Reach
	launches := map[string][]source.Place{} // by kernel: the host pass and the device pass see the same
	for _, v := range doc.Views {
		edges := edges(v)
		for i := range edges {
			e := &edges[i]
			if e.how != launching {
				continue
			}
			key := keyOf(v, e.to)
			if p, _ := check.PlaceOf(e.site); p.File != nil && !slices.Contains(launches[key], p) {
				launches[key] = append(launches[key], p)
			}
		}
	}
	v := doc.Device()
	if v == nil {
		return out
	}
	kernels := reachedBy(v)
	for _, f := range v.Declared.Funcs {
		d := v.Unit.Definition(f)
		if d == nil || f.Closure != nil {
			continue
		}
		at, _ := check.PlaceOf(d.Site)
		if at.File == nil || at.File.Path != doc.Input.File.Path {
			continue
		}
		reach := workspace.Reach{Place: at}
		if v.IsKernel(f) {
			reach.Launches = launches[keyOf(v, v.Pattern(f))]
		} else {
			reach.Kernels = kernels[v.Pattern(f)]
		}
		if len(reach.Launches)+len(reach.Kernels) > 0 {
			slices.SortFunc(reach.Launches, source.Place.Compare)
			slices.SortFunc(reach.Kernels, source.Place.Compare)
			out = append(out, reach)
		}
	}
	slices.SortStableFunc(out, func(a, b workspace.Reach) int { return a.Place.Compare(b.Place) })
	return out
}

// reachedBy are the places of the kernels from which calls lead to each function.
func reachedBy(v *locate.View) map[*sema.Func][]source.Place {
	calls := map[*sema.Func][]*sema.Func{}
	var kernels []*sema.Func
	for _, e := range edges(v) {
		if e.how == launching {
			continue // what a kernel launches is another kernel's
		}
		calls[e.from] = append(calls[e.from], e.to)
		if v.IsKernel(e.from) && !slices.Contains(kernels, e.from) {
			kernels = append(kernels, e.from)
		}
	}
	out := map[*sema.Func][]source.Place{}
	for _, k := range kernels {
		c, ok := callable(v, k)
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
