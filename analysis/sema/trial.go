package sema

import (
	"maps"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Trial is one run of a function as a device would run it, on inputs that are chosen by a seed: parameters, what pointers point
// to, variables that others write, the thread's number. It shows by example what depends on what. The expressions are evaluated
// as those of constants are; a run ends early, with Done false, at whatever C++ leaves undefined or nobody knows here. What
// happened up to there is what a device may do.
type Trial struct {
	// Seed chooses the inputs. Two runs that take the same way are given the same inputs by the same seed.
	Seed uint64
	// Storage tells what a variable is that does not belong to the run.
	Storage func(*Var) Storage
	// Replace is an element of a table that has another value than the program gives it, 0 for none: of a number the bits of Change
	// are turned.
	Replace uint64
	Change  int64
	// Any tells of reads that may yield anything, since no compiler looks at what a table holds.
	Any func(TableRead) bool
	// Separate tells of functions that certainly are not inlined: the way that control took before them is not theirs.
	Separate func(*Func) bool
	// Beyond: to read beyond the end of a table is no end of the run. C++ leaves it undefined; compilers make nothing of that.
	Beyond bool
	// Steps bounds the work.
	Steps int
	// Open: the inputs are not chosen. What comes out holds for all, and only what an optimiser finds, too, is followed.
	Open bool
	// Apart, of runs with open inputs, tells of functions that may not be inlined, and Unrolled of loops that certainly are unrolled.
	Apart    func(*Func) bool
	Unrolled func(Rounds) bool

	// Reads are the reads of elements of tables, in order.
	Reads []TableRead
	// Branches is a hash of the way that control took, Compared of that and of how all comparisons came out, and Output of what is
	// left where others see it.
	Branches, Compared, Output uint64
	// Done: the function came back.
	Done bool
	// Spent are the steps that the run took.
	Spent int
}

// TableRead is one read of a scalar in a table.
type TableRead struct {
	// Var is the table, an entity of the run's own: its site is that of the variable whose facts are known.
	Var *Var
	// Element tells the scalars of a table apart.
	Element uint64
	// Branches is the way that control took to the read, and which of the reads on it it is.
	Branches uint64
	// Of runs with open inputs: Context tells the reads apart, by place in the text, calls and rounds of loops that lead there.
	// Anywhere: the place is not constant, or the table's address goes to where nobody follows it.
	Context  uint64
	Anywhere bool
}

// Storage is what a variable is to a run.
type Storage uint8

// The storages.
const (
	// StorageElsewhere is a variable that nothing is known of, or that has a constant value.
	StorageElsewhere Storage = iota
	// StorageInput may hold anything, and others see what is written to it.
	StorageInput
	// StorageLaunch is one of the built-in variables that number the threads and blocks.
	StorageLaunch
	// StorageShared holds nothing but what the threads of a block write.
	StorageShared
	// StorageTable is a variable whose reads are noted. Nobody writes it.
	StorageTable
)

// Try runs a function.
func (u *Unit) Try(f *Func, t *Trial) {
	rolled := map[loopKey]bool{}
	for {
		again := u.try(f, t, rolled)
		if !t.Open || !again {
			return
		}
		t.Reads, t.Done = nil, false
	}
}

// try runs a function, but for the rounds of loops that are rolled. It adds to those the ones that are not certainly unrolled, and
// reports whether there are such.
func (u *Unit) try(f *Func, t *Trial, rolled map[loopKey]bool) (again bool) {
	ev, done := u.newEvaluator(EvalOptions{Runtime: true})
	if ev == nil {
		return false
	}
	defer done()
	defer func() { t.Spent += u.consts.steps }()
	ev.trial = &trial{
		Trial: t, u: u, variables: make(map[*Var]*object), rolled: maps.Clone(rolled), rounds: map[loopKey]Rounds{},
	}
	body, sc, params := u.evalBody(f)
	if body == nil || len(body.Bad) > 0 || len(body.Handlers) > 0 || f.Kind == Constructor || f.Kind == Destructor {
		return false
	}
	ev.frame = &frame{fn: f, locals: make(map[*Var]*object)}
	if f.MemberOf != nil && !f.Static {
		ev.frame.this = ev.trial.input(ev, u.ClassType(f.MemberOf), 1)
	}
	for i, v := range params {
		list := []*Var{v}
		if v.Pack {
			list = v.Elems
		}
		for j, p := range list {
			o := ev.trial.input(ev, u.VarType(p), mix(uint64(i), uint64(j)))
			if o == nil {
				return false
			}
			ev.frame.locals[p] = o
		}
	}
	var ret result
	end := ev.stmt(sc, body.Block, &ret)
	t.Done = !ev.trial.failed && (end == flowReturn || end == flowNext)
	if !t.Open {
		if end == flowReturn {
			ev.trial.output(ev.trial.hash(ev.load(ret)))
		}
		ev.trial.finish()
		return false
	}
	for _, r := range append(ev.frame.returned, ret) {
		if r.ptr != nil {
			ev.trial.leaks(r.ptr)
		}
	}
	for key, r := range ev.trial.rounds {
		if !rolled[key] && !t.Unrolled(r) {
			rolled[key], again = true, true
		}
	}
	return again
}

// trial is a Trial under way.
type trial struct {
	*Trial
	u         *Unit
	variables map[*Var]*object
	// written are the scalars that others see and that the run wrote.
	written map[*object]bool
	// order counts the reads.
	order uint64
	// calls counts the calls that leave the run.
	calls uint64
	// Of runs with open inputs: changes are the writes, births counts the objects, and writes to those up to weak may not happen.
	// undecided: a condition was not known for the inputs. context and at tell where control is. rolled are the loops of which the
	// rounds are not followed, rounds what the others took.
	changes      []change
	births, weak int
	undecided    bool
	context, at  uint64
	rolled       map[loopKey]bool
	rounds       map[loopKey]Rounds
	// failed: something happened of which the run cannot take account.
	failed bool
}

// mix makes a hash of two.
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// branch notes how a condition came out. A nil trial notes nothing.
func (t *trial) branch(b bool) { t.decided(uint64(boolInt(b))) }

func (t *trial) decided(value uint64) {
	if t != nil {
		t.Branches = mix(t.Branches, value)
		t.Compared = mix(t.Compared, value)
	}
}

// compared notes how a comparison came out whose result is a value like another.
func (t *trial) compared(v types.Value) {
	if t != nil && v.Kind == types.IntValue {
		t.Compared = mix(t.Compared, uint64(v.Int))
	}
}

// fail ends a run of which nothing more can be told.
func (t *trial) fail() {
	if t != nil {
		t.failed = true
	}
}

// output notes that a value goes to somewhere outside of the run.
func (t *trial) output(value uint64) { t.Output = mix(t.Output, value) }

// finish adds to the output what memory holds.
func (t *trial) finish() {
	sum := uint64(0)
	for o := range t.written {
		sum += mix(o.id, t.hash(result{Value: o.val, ptr: o.ptr}))
	}
	t.output(sum)
}

// hash tells values apart.
func (t *trial) hash(r result) uint64 {
	switch {
	case r.ptr != nil:
		return mix(r.ptr.obj.id, 3)
	case r.obj != nil:
		h := uint64(5)
		if r.obj.typ.Kind != types.Class && r.obj.typ.Kind != types.Array {
			return t.hash(result{Value: r.obj.val, ptr: r.obj.ptr})
		}
		for _, p := range r.obj.parts {
			h = mix(h, t.hash(result{obj: p}))
		}
		return h
	case r.Kind == types.IntValue:
		return mix(uint64(r.Int), 1)
	case r.Kind == types.FloatValue:
		return mix(floatBits(r.Float), 2)
	}
	return 0
}

// closure makes the object of a lambda expression, with what the lambda may capture: the value of each variable around it, or the
// variable itself.
func (ev *evaluator) closure(sc *Scope, e *ast.Lambda) result {
	r := unknownOf(ev.u.typeOf(sc, e).Type)
	c := ev.u.ClassOf(r.staticType())
	if c == nil || c.Lambda == nil || ev.frame == nil {
		return r
	}
	o := ev.newObject(r.staticType())
	o.captured = make(map[*Var]*object)
	o.self = ev.frame.this
	refs := make(map[*Var]bool)
	for i := range e.Captures {
		if cp := &e.Captures[i]; cp.Init == nil && !cp.This {
			for _, ent := range ev.u.lookupUnqualified(sc, cp.Sym).Entities {
				if v, ok := ent.(*Var); ok {
					refs[v] = cp.ByRef
				}
			}
		}
	}
	for _, from := range []map[*Var]*object{ev.frame.captured, ev.frame.locals} {
		for v, x := range from {
			byRef, named := refs[v]
			if !named {
				byRef = e.Default == token.Amp
			}
			if byRef || x.typ.IsRef() {
				o.captured[v] = x
			} else {
				cp := ev.newObject(x.typ)
				ev.assign(cp, x) // what is not known is not known in the copy either
				o.captured[v] = cp
			}
		}
	}
	if !ev.initCaptured(sc, c.Lambda, o) {
		return unknownOf(r.staticType())
	}
	return result{obj: o, typ: o.typ}
}

// initCaptured makes what init-captures declare.
func (ev *evaluator) initCaptured(sc *Scope, l *Lambda, o *object) bool {
	vars := ev.u.initCaptures(l)
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		if c.Init == nil {
			continue
		}
		if len(vars) == 0 || c.ByRef {
			return false
		}
		v := vars[0]
		vars = vars[1:]
		t := ev.u.VarType(v)
		if t.IsUnknown() || t.IsDependent() {
			return false
		}
		x := ev.newObject(t)
		if !ev.initialise(x, sc, c.Init) {
			return false
		}
		o.captured[v] = x
	}
	return true
}

// destroys reports whether objects of a class are destroyed by code, which no evaluation runs.
func (ev *evaluator) destroys(c *Class) bool {
	d := c.Destructor()
	return d != nil && ev.u.IsTrivial(d) != Yes
}
