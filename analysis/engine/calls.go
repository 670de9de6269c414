package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// edge is a call that a function makes, or a launch.
type edge struct {
	from, to *sema.Func // as they are written
	how      string
	site     sema.Site
}

// launching is how a launch calls a kernel.
const launching = "launches"

// edges lists who calls whom in a view, instances as the templates that are written for them. What is done in silence
// and means nothing, such as a trivial destructor, is left out, and what is done in silence by libraries.
func (v *view) edges() []edge {
	if v.calling != nil {
		return v.calling
	}
	v.calling = []edge{}
	add := func(from, to *sema.Func, how string, site sema.Site) {
		if from != nil && to != nil {
			v.calling = append(v.calling, edge{v.pattern(from), v.pattern(to), how, site})
		}
	}
	for _, b := range v.spaces.Everything(v.declared, v.bodies) {
		if b == nil || b.Func == nil {
			continue
		}
		v.unit.Attempt(b, func() {
			for i := range b.Calls {
				c := &b.Calls[i]
				if c.Callee == nil || c.Context&(sema.Discarded|sema.InLaunch) == sema.Discarded {
					continue
				}
				if calledByName(c) {
					add(b.Func, c.Callee, "", c.Site)
				} else if !c.Callee.Site().IsZero() && !c.Callee.Site().Chunk.System && v.unit.IsTrivial(c.Callee) != sema.Yes {
					add(b.Func, c.Callee, implicitly[c.Kind], c.Site)
				}
			}
			for i := range b.Launches {
				add(b.Func, b.Launches[i].Kernel, launching, b.Launches[i].Site)
			}
		})
	}
	return v.calling
}

// callable describes a function; ok is false for one that stands nowhere.
func (v *view) callable(f *sema.Func) (workspace.Callable, bool) {
	site, full := f.Site(), sema.Site{}
	if d := v.unit.Definition(f); d != nil {
		site, full = d.Site, d.Full
	} else if len(f.Decls) > 0 {
		full = f.Decls[0].Full
	}
	if f.Closure != nil {
		full = f.Closure.Site
	}
	at, _ := check.PlaceOf(site)
	around, _ := check.PlaceOf(full)
	if at.File == nil {
		return workspace.Callable{}, false
	}
	if around.File != at.File || around.Span.Start > at.Span.Start || around.Span.End < at.Span.End {
		around = at
	}
	name := v.unit.Name(f)
	switch {
	case f.Closure != nil:
		name = "a lambda"
		if host := enclosing(f); host != nil {
			name += " in " + v.unit.Name(host)
		}
	case f.MemberOf != nil:
		name = f.MemberOf.EntityName() + "::" + name
	}
	return workspace.Callable{
		Key: v.keyOf(f), Name: name, Detail: v.title(f), Kind: v.kindOf(f), Place: at, Full: around, System: site.Chunk.System,
	}, true
}

// Callable implements workspace.Queries.
func (r *result) Callable(_ context.Context, offset int) *workspace.Callable {
	var out *workspace.Callable
	r.ask(func() {
		s := r.at(offset, function)
		if s == nil || s.fn == nil {
			return
		}
		if c, ok := s.view.callable(s.view.pattern(s.fn)); ok {
			out = &c
		}
	})
	return out
}

// Callers implements workspace.Queries.
func (r *result) Callers(_ context.Context, key string) []workspace.Calling {
	return r.callings(func(v *view, e *edge) *sema.Func {
		if v.keyOf(e.to) == key {
			return e.from
		}
		return nil
	})
}

// Callees implements workspace.Queries.
func (r *result) Callees(_ context.Context, key string) []workspace.Calling {
	return r.callings(func(v *view, e *edge) *sema.Func {
		if v.keyOf(e.from) == key {
			return e.to
		}
		return nil
	})
}

// callings groups calls by the function that other tells of them, nil for those that are not wanted.
func (r *result) callings(other func(*view, *edge) *sema.Func) []workspace.Calling {
	var out []workspace.Calling
	r.ask(func() {
		index := map[string]int{}
		for i := len(r.views) - 1; i >= 0; i-- {
			v := r.views[i]
			edges := v.edges()
			for i := range edges {
				f := other(v, &edges[i])
				if f == nil {
					continue
				}
				key := v.keyOf(f)
				n, ok := index[key]
				if !ok {
					c, known := v.callable(f)
					if !known {
						continue
					}
					n = len(out)
					index[key] = n
					out = append(out, workspace.Calling{Callable: c})
				}
				if p, _ := check.PlaceOf(edges[i].site); p.File != nil && !slices.Contains(out[n].Places, p) {
					out[n].Places = append(out[n].Places, p)
				}
				if how := edges[i].how; how != "" && !strings.Contains(out[n].How, how) {
					out[n].How = strings.TrimPrefix(out[n].How+", "+how, ", ")
				}
			}
		}
	})
	for i := range out {
		slices.SortFunc(out[i].Places, byPlace)
	}
	slices.SortStableFunc(out, func(a, b workspace.Calling) int { return byPlace(a.Place, b.Place) })
	return out
}

func byPlace(a, b source.Place) int {
	return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Span.Start, b.Span.Start))
}
