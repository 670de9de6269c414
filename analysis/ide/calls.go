// Package ide answers what editors ask beyond descriptions: hints, tokens, outlines, completions, who calls whom, what is derived from what,
// and where a name is used.
package ide

import (
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
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
func edges(v *locate.View) []edge { return callGraphs.Of(v) }

var callGraphs = locate.NewMemo(callGraph)

func callGraph(v *locate.View) []edge {
	var calls []edge
	add := func(from, to *sema.Func, how string, site sema.Site) {
		if from != nil && to != nil {
			calls = append(calls, edge{v.Pattern(from), v.Pattern(to), how, site})
		}
	}
	for _, b := range v.Spaces.Everything(v.Declared, v.Shown()) {
		if b == nil || b.Func == nil {
			continue
		}
		v.Unit.Attempt(b, func() {
			for i := range b.Calls {
				c := &b.Calls[i]
				if c.Callee == nil || c.Context&(sema.Discarded|sema.InLaunch) == sema.Discarded {
					continue
				}
				if describe.CalledByName(c) {
					add(b.Func, c.Callee, "", c.Site)
				} else if !c.Callee.Site().IsZero() && !c.Callee.Site().Chunk.System && v.Unit.IsTrivial(c.Callee) != sema.Yes {
					add(b.Func, c.Callee, describe.ImplicitVerbs[c.Kind], c.Site)
				}
			}
			for i := range b.Launches {
				add(b.Func, b.Launches[i].Kernel, launching, b.Launches[i].Site)
			}
		})
	}
	return calls
}

// callable describes a function; ok is false for one that stands nowhere.
func callable(v *locate.View, f *sema.Func) (workspace.Callable, bool) {
	site, full := f.Site(), sema.Site{}
	if d := v.Unit.Definition(f); d != nil {
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
	name := spell.Name(v.Unit, f)
	switch {
	case f.Closure != nil:
		name = "a lambda"
		if host := describe.Enclosing(f); host != nil {
			name += " in " + spell.Name(v.Unit, host)
		}
	case f.MemberOf != nil:
		name = f.MemberOf.EntityName() + "::" + name
	}
	return workspace.Callable{
		Key: keyOf(v, f), Name: name, Detail: title(v, f), Kind: kindOf(v, f), Origin: originOf(v, f), Place: at, Full: around,
	}, true
}

// Callable is the function at a byte offset of the document; nil for none.
func Callable(doc *locate.Document, offset int) *workspace.Callable {
	if s := doc.At(offset, locate.PreferFunctions); s != nil && s.Func != nil {
		if c, ok := callable(s.View, s.View.Pattern(s.Func)); ok {
			return &c
		}
	}
	return nil
}

// Callers are who calls the function of a key, each once.
func Callers(doc *locate.Document, key string) []workspace.Calling {
	return callings(doc, func(v *locate.View, e *edge) *sema.Func {
		if keyOf(v, e.to) == key {
			return e.from
		}
		return nil
	})
}

// Callees are what the function of a key calls, each once.
func Callees(doc *locate.Document, key string) []workspace.Calling {
	return callings(doc, func(v *locate.View, e *edge) *sema.Func {
		if keyOf(v, e.from) == key {
			return e.to
		}
		return nil
	})
}

// callings groups calls by the function that other tells of them, nil for those that are not wanted.
func callings(doc *locate.Document, other func(*locate.View, *edge) *sema.Func) []workspace.Calling {
	var out []workspace.Calling
	index := map[string]int{}
	for _, v := range slices.Backward(doc.Views) {
		edges := edges(v)
		for i := range edges {
			v.Step()
			f := other(v, &edges[i])
			if f == nil {
				continue
			}
			key := keyOf(v, f)
			n, ok := index[key]
			if !ok {
				c, known := callable(v, f)
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
	for i := range out {
		slices.SortFunc(out[i].Places, source.Place.Compare)
	}
	slices.SortStableFunc(out, func(a, b workspace.Calling) int { return a.Place.Compare(b.Place) })
	return out
}
