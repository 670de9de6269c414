// Package flow analyses what one body does along the ways that control may take through it: where the values come from that
// it uses, and what holds on all ways to a place. It knows C++ and no CUDA. What is not known is a value of its own; who asks
// gets it among the answers.
package flow

import "cudals/analysis/sema"

// Problem is a forward data-flow problem over states S. Steps and joins must be monotone over states of finite height, so that
// loops come to a fixpoint.
type Problem[S any] struct {
	Entry S
	Clone func(S) S
	// Join adds what is possible in from to into, and reports whether that changed into.
	Join func(into, from S) (S, bool)
	// Step lets an event happen; it may change the state that it is given.
	Step func(S, *sema.Event) S
}

// State is what is possible where a block begins.
type State[S any] struct {
	In S
	// Reached: control may come here.
	Reached bool
}

// maxVisits bounds how often a block is looked at again, on average.
const maxVisits = 64

// Forward solves a problem, and returns the states where the blocks begin. ok is false where that takes too long.
func Forward[S any](g *sema.Flow, p Problem[S]) (states []State[S], ok bool) {
	states = make([]State[S], len(g.Blocks))
	if len(g.Blocks) == 0 {
		return states, true
	}
	states[0] = State[S]{In: p.Entry, Reached: true}
	work := []int{0}
	queued := make([]bool, len(g.Blocks))
	queued[0] = true
	for visits := 0; len(work) > 0; visits++ {
		if visits > maxVisits*len(g.Blocks) {
			return nil, false
		}
		at := work[0]
		work = work[1:]
		queued[at] = false
		out := p.Clone(states[at].In)
		for i := range g.Blocks[at].Events {
			out = p.Step(out, &g.Blocks[at].Events[i])
		}
		for _, e := range g.Blocks[at].Next {
			if e.Kind == sema.EdgeNever {
				continue
			}
			to, changed := &states[e.To], true
			if to.Reached {
				to.In, changed = p.Join(to.In, out)
			} else {
				to.In, to.Reached = p.Clone(out), true
			}
			if changed && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return states, true
}

// Walk shows each event that may happen, with the state before it.
func Walk[S any](g *sema.Flow, p Problem[S], states []State[S], visit func(S, *sema.Event)) {
	for at := range states {
		if !states[at].Reached {
			continue
		}
		s := p.Clone(states[at].In)
		for i := range g.Blocks[at].Events {
			e := &g.Blocks[at].Events[i]
			visit(s, e)
			s = p.Step(s, e)
		}
	}
}

// Reached are the blocks that control may come to along edges that follow accepts.
func Reached(g *sema.Flow, follow func(sema.EdgeKind) bool) []bool {
	seen := make([]bool, len(g.Blocks))
	work := []int{0}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, e := range g.Blocks[at].Next {
			if follow(e.Kind) {
				work = append(work, e.To)
			}
		}
	}
	return seen
}
