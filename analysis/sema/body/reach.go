package body

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// reach tells, as the front end follows it while it reads a body, whether control comes to what is walked. Calls of functions that do not
// return say nothing to it, and constant conditions as much as jumps.
//
// The variables of a block are destroyed at its end if control comes there, or if a jump leaves the block, be it one to which control does
// not come itself (nvcc 12.4, in the device pass).
type reach struct {
	// dead: control does not come here.
	dead bool
	// depth counts the blocks around.
	depth int
	// jumps are the return, break, continue and goto statements so far, and labels the labels.
	jumps  []leap
	labels []token.Sym
	// target is what break and continue statements leave.
	target *target
}

// leap is a jump out of the blocks that are deeper than to, or to a label.
type leap struct {
	to    int
	label token.Sym
}

// target is a loop or switch statement around what is walked.
type target struct {
	outer *target
	depth int
	// broken: a break statement leaves it. unentered: control does not come to the cases of a switch. exhaustive: one of them is default.
	broken, isSwitch, unentered, exhaustive bool
}

// within walks a block and its end, and reports whether the end destroys what the block declares.
func (r *reach) within(walk func(), end func(reached bool)) {
	jumps, labels := len(r.jumps), len(r.labels)
	r.depth++
	walk()
	r.depth--
	end(!r.dead || slices.ContainsFunc(r.jumps[jumps:], func(j leap) bool {
		if j.label != 0 {
			return !slices.Contains(r.labels[labels:], j.label)
		}
		return j.to <= r.depth
	}))
}

// function walks a function's body.
func (r *reach) function(walk func()) {
	outer := *r
	*r = reach{}
	walk()
	*r = outer
}

func (r *reach) returns() {
	r.jumps = append(r.jumps, leap{})
	r.dead = true
}

func (r *reach) goesTo(label token.Sym) {
	r.jumps = append(r.jumps, leap{label: label})
	r.dead = true
}

func (r *reach) breaks() {
	if r.target != nil {
		r.target.broken = true
		r.jumps = append(r.jumps, leap{to: r.target.depth})
	}
	r.dead = true
}

func (r *reach) continues() {
	t := r.target
	for t != nil && t.isSwitch {
		t = t.outer
	}
	if t != nil {
		r.jumps = append(r.jumps, leap{to: t.depth})
	}
	r.dead = true
}

func (r *reach) labelled(label token.Sym) {
	r.labels = append(r.labels, label)
	r.dead = false
}

// loop walks what a loop repeats. endless, which is asked behind it, tells whether its condition is always true.
func (r *reach) loop(walk func() (endless bool)) {
	t := &target{outer: r.target, depth: r.depth}
	r.target, r.dead = t, false
	endless := walk()
	r.target, r.dead = t.outer, endless && !t.broken
}

// switches walks the statement of a switch.
func (r *reach) switches(walk func()) {
	t := &target{outer: r.target, depth: r.depth, isSwitch: true, unentered: r.dead}
	r.target, r.dead = t, true
	walk()
	r.target, r.dead = t.outer, t.unentered || t.exhaustive && !t.broken && r.dead
}

func (r *reach) label(isDefault bool) {
	if t := r.target; t != nil && t.isSwitch {
		r.dead = t.unentered
		t.exhaustive = t.exhaustive || isDefault
	}
}

// unreached marks the calls since one that end the lives of variables where control does not come.
func (w *walker) unreached(since int) {
	for i := range w.facts.Calls[since:] {
		if c := &w.facts.Calls[since+i]; c.Kind != sema.CallStaticDtor {
			c.Context |= sema.Unreached
		}
	}
}
