package engine

import (
	"context"
	"slices"

	"cudals/analysis/flow"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/sema/unit"
	"cudals/analysis/workspace"
)

// Asked gives the views of a result new models, of which questions are asked before anything else is, and again when all that
// is declared is known.
func Asked(of workspace.Result, first func(*sema.Unit), then func(*sema.Unit, sema.Declared)) {
	for _, v := range of.(*result).views {
		c := v.Command
		u := unit.New(v.Preprocessed, v.Interner, sema.Options{
			Std: c.Std, Bits32: c.Bits32, CUDA: int(c.Version()), Names: true,
		}, nil)
		first(u)
		m := &model{unit: u, flows: flow.NewCache(u), enumerated: true, complete: true}
		m.declared = u.Enumerate(func(c *sema.Chunk) bool { return !c.System })
		m.constants = memory.FromSystem(u)
		then(u, m.declared)
		v.model = m
	}
}

// Known are the offsets of the names in a document of which it is known what they mean.
func Known(of workspace.Result) []int {
	r := of.(*result)
	var out []int
	r.ask(context.Background(), func() {
		for _, v := range r.views {
			for _, n := range v.Names(r.in.File.Path) {
				if len(n.Meaning.Found) == 0 {
					continue
				}
				if _, unresolved := n.Meaning.Found[0].(*sema.UnresolvedUsing); !unresolved {
					out = append(out, n.Span.Start)
				}
			}
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// Models are those of a result's views.
func Models(of workspace.Result) (out []*sema.Unit) {
	for _, v := range of.(*result).views {
		out = append(out, v.Unit)
	}
	return out
}
