package flow

import "cudals/analysis/sema"

// Fixed reports whether a body gives its local variable the value of the initialiser and no other: nothing assigns to it or to a part of
// it again, and nobody gets hold of it who could.
func Fixed(g *sema.Flow, x *sema.Var) bool {
	if g == nil || g.Unclear || x.Kind != sema.LocalVar {
		return false
	}
	made := 0
	for b := range g.Blocks {
		for i := range g.Blocks[b].Events {
			e := &g.Blocks[b].Events[i]
			if e.Kind == sema.EventEscape && e.Place == 0 {
				return false
			}
			if y := g.Within(e.Place); y == nil || y != x && (y.Site() != x.Site() || y.Sym() != x.Sym()) {
				continue // a body that was read twice has its variables twice
			}
			switch {
			case e.Kind == sema.EventAssign && g.Nodes[e.Place].Kind == sema.NodeVar && g.Nodes[e.Value].Kind != sema.NodeUninit:
				made++
			case e.Kind == sema.EventEnd:
			case e.Kind != sema.EventAccess || e.Use != sema.Read && e.Use != sema.Discard && e.Use != sema.DiscardElement:
				return false
			}
		}
	}
	return made == 1
}
