package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Runs of which the inputs are left open. Where a condition is not known both ways are gone, one after the other from the same
// state, and what they leave is joined; a loop whose number of rounds is not known, or that the compiler may not unroll, is gone
// through until nothing new comes out. So all that holds holds for any inputs, and can be found without looking at the ways one
// by one.

// Rounds tells of the rounds of a loop that the number of is known of.
type Rounds struct {
	// Count is the number of rounds, Work the steps that all of them together take.
	Count, Work int
	// Unroll is the factor that a #pragma unroll gives.
	Unroll int64
}

// What is asked for where no factor is given.
const (
	UnrollAsPleased int64 = 0  // there is no pragma
	UnrollWholly    int64 = -1 // a pragma without a factor
	UnrollUnclear   int64 = -2
)

// loopKey is a loop in one instance of a function.
type loopKey struct {
	loop ast.Stmt
	sc   *Scope
}

// change is what a write replaced.
type change struct {
	o   *object
	val types.Value
	ptr *place
}

// set writes a scalar.
func (ev *evaluator) set(o *object, v types.Value, ptr *place) {
	t := ev.trial
	if t == nil || !t.Open {
		o.val, o.ptr = v, ptr
		t.wrote(o)
		return
	}
	t.failed = t.failed || !v.IsKnown() && ptr == nil && o.back != nil
	switch {
	case o.back != nil:
		if ptr != nil && !ptr.obj.ownedBy(o) {
			t.leaks(ptr)
		}
		t.failed = t.failed || o.back.storage == StorageTable
		return // what memory holds that others write is not followed
	case o.born <= t.weak:
		v, ptr = ev.joined(o, v, ptr)
	}
	t.changes = append(t.changes, change{o, o.val, o.ptr})
	o.val, o.ptr = v, ptr
}

func (o *object) ownedBy(other *object) bool { return o.back != nil && o.back == other.back }

// leaks notes that an address goes to where nobody follows it.
func (t *trial) leaks(p *place) {
	if b := p.obj.back; b == nil {
		t.failed = true
	} else if b.storage == StorageTable {
		t.Reads = append(t.Reads, TableRead{Var: b.v, Anywhere: true})
	}
}

// joined is what is known of an object that holds what it did or something else.
func (ev *evaluator) joined(o *object, v types.Value, ptr *place) (types.Value, *place) {
	if o.ptr == nil && ptr == nil {
		return joinValues(o.val, v), nil
	}
	if o.ptr == nil || ptr == nil {
		return types.Value{Type: o.typ}, nil
	}
	if *o.ptr == *ptr {
		return o.val, o.ptr
	}
	a, b := o.ptr.obj, ptr.obj
	if a.owner != nil && a.owner == b.owner && !o.ptr.end && !ptr.end {
		if p := a.owner.anywhere(ev); p != nil {
			return o.val, &place{obj: p}
		}
	}
	return types.Value{Type: o.typ}, nil
}

// anywhere stands for an element of an array, nobody knows which; nil for memory of the run's own.
func (o *object) anywhere(ev *evaluator) *object {
	switch {
	case o.sea != nil:
		return o.at(ev, 0)
	case o.back == nil:
		return nil
	case o.any == nil:
		o.any = ev.newObject(o.typ.Elem)
		o.any.owner, o.any.index, o.any.vague = o, 0, true
		o.any.inherit(o, 0)
	}
	return o.any
}

// undo takes back what was written since a mark.
func (t *trial) undo(mark int) map[*object]change {
	left := map[*object]change{}
	for i := len(t.changes) - 1; i >= mark; i-- {
		c := t.changes[i]
		if _, ok := left[c.o]; !ok {
			left[c.o] = change{c.o, c.o.val, c.o.ptr}
		}
		c.o.val, c.o.ptr = c.val, c.ptr
	}
	t.changes = t.changes[:mark]
	return left
}

// either goes several ways from one state, and joins what they leave and how they end.
func (ev *evaluator) either(ret *result, ways ...func(*result) flow) flow {
	t := ev.trial
	lefts := make([]map[*object]change, 0, len(ways))
	var ends [flowFail + 1]bool
	for _, way := range ways {
		mark := len(t.changes)
		var r result
		end := way(&r)
		if end == flowFail {
			return flowFail
		}
		if end == flowReturn {
			ev.frame.returned = append(ev.frame.returned, r)
		}
		ends[end] = true
		lefts = append(lefts, t.undo(mark))
	}
	all := map[*object]bool{}
	for _, left := range lefts {
		for o := range left {
			all[o] = true
		}
	}
	for o := range all {
		val, ptr, first := o.val, o.ptr, true
		for _, left := range lefts {
			c, ok := left[o]
			if !ok {
				c = change{o, o.val, o.ptr}
			}
			if first {
				val, ptr, first = c.val, c.ptr, false
				continue
			}
			tmp := object{typ: o.typ, val: val, ptr: ptr}
			val, ptr = ev.joined(&tmp, c.val, c.ptr)
		}
		t.changes = append(t.changes, change{o, o.val, o.ptr})
		o.val, o.ptr = val, ptr
	}
	some := 0
	for _, e := range ends {
		if e {
			some++
		}
	}
	if some > 1 { // what follows may not happen
		if ends[flowReturn] {
			t.weak = max(t.weak, ev.frame.born)
		}
		if ends[flowBreak] {
			t.weak = max(t.weak, ev.frame.loop)
		}
		if ends[flowContinue] {
			t.weak = max(t.weak, ev.frame.round)
		}
	}
	switch {
	case ends[flowNext]:
		return flowNext
	case ends[flowContinue]:
		return flowContinue
	case ends[flowBreak]:
		return flowBreak
	}
	*ret = ev.frame.returned[len(ev.frame.returned)-1]
	ev.frame.returned = ev.frame.returned[:len(ev.frame.returned)-1]
	return flowReturn
}

// open reports whether the evaluation is part of a run whose inputs are open, and a value one that is not known for that.
func (ev *evaluator) open(v types.Value) bool {
	if ev.trial == nil || !ev.trial.Open || v.Kind != types.PartialValue {
		return false
	}
	_, known := v.Bool()
	return !known
}

// chosen is what one of several expressions yields, nobody knows which.
func (ev *evaluator) chosen(ways ...func() result) result {
	results := make([]result, len(ways))
	steps := make([]func(*result) flow, len(ways))
	for i := range ways {
		steps[i] = func(*result) flow {
			results[i] = ways[i]()
			if !results[i].known() {
				return flowFail
			}
			return flowNext
		}
	}
	if ev.either(nil, steps...) != flowNext {
		return result{}
	}
	r := results[0]
	for _, other := range results[1:] {
		if r = ev.joinResults(r, other); !r.known() {
			break
		}
	}
	return r
}

func (ev *evaluator) joinResults(a, b result) result {
	if a.lvalue && b.lvalue && a.obj != nil && a.obj == b.obj {
		return a
	}
	a, b = ev.decay(a), ev.decay(b)
	if a.obj != nil || b.obj != nil || a.list != nil || b.list != nil {
		return result{}
	}
	tmp := object{typ: a.staticType(), val: a.Value, ptr: a.ptr}
	if b.Type != nil && a.Type != nil && a.Type.IsArithmetic() && b.Type.IsArithmetic() {
		common := ev.u.UsualArithmetic(ev.u.arithmeticType(a.Type), ev.u.arithmeticType(b.Type))
		tmp.typ, tmp.val, b.Value = common, ev.u.ConvertValue(a.Value, common), ev.u.ConvertValue(b.Value, common)
	}
	v, ptr := ev.joined(&tmp, b.Value, b.ptr)
	return result{Value: v, ptr: ptr, typ: tmp.typ}
}

// maxRounds bounds how often a loop is gone through.
const maxRounds = 8

// repeat runs a loop of which the number of rounds is not known, or not followed. round goes through it once; it ends with
// flowBreak where the loop may end.
func (ev *evaluator) repeat(ret *result, round func(*result) flow) flow {
	t := ev.trial
	for n := 0; ; n++ {
		mark := len(t.changes)
		before := map[*object]change{}
		end := ev.either(ret, func(*result) flow { return flowNext }, func(r *result) flow {
			f, done := loopFlow(round(r))
			if done {
				return f
			}
			return flowNext
		})
		if end != flowNext {
			return end
		}
		for i := len(t.changes) - 1; i >= mark; i-- {
			before[t.changes[i].o] = t.changes[i]
		}
		stable := true
		for o, was := range before {
			if o.val.Kind == was.val.Kind && o.val.Int == was.val.Int && o.val.Clear == was.val.Clear && samePlace(o.ptr, was.ptr) {
				continue
			}
			stable = false
			if n > 1 && o.val.Kind == types.PartialValue {
				o.val = anyOf(o.val.Type)
			}
		}
		switch {
		case stable:
			return flowNext
		case n >= maxRounds:
			return flowFail
		}
	}
}

func samePlace(a, b *place) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// isOpen reports whether the evaluation is part of a run with open inputs.
func (ev *evaluator) isOpen() bool { return ev.trial != nil && ev.trial.Open }

// decide is how a condition comes out; ok is false where that is not known. undecided then tells whether the inputs are the reason.
func (ev *evaluator) decide(v types.Value) (value, ok bool) {
	if ev.open(v) {
		ev.trial.undecided = true
		return false, false
	}
	value, ok = v.Bool()
	ev.trial.branch(value)
	return value, ok
}

func (ev *evaluator) undecided() bool {
	if ev.trial == nil || !ev.trial.undecided {
		return false
	}
	ev.trial.undecided = false
	return true
}

// atExpr notes where control is.
func (t *trial) atExpr(e ast.Expr) {
	if t != nil {
		t.at = uint64(e.Pos().Lo)
	}
}
