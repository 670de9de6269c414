package sema

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// maxFollowed bounds the rounds of a loop that are gone through one by one.
const maxFollowed = 600

// loopParts are the parts of a loop that is not range-based.
type loopParts struct {
	cond      func() (value, ok bool)
	body      func(*result) flow
	next      func() bool
	bodyFirst bool
}

// openLoop runs a loop with open inputs: round by round as long as its condition is known, and otherwise until nothing new comes
// out.
func (ev *evaluator) openLoop(sc *Scope, s ast.Stmt, ret *result, l loopParts) flow {
	t, fr := ev.trial, ev.frame
	key := loopKey{s, sc}
	weak, loop, round, context := t.weak, fr.loop, fr.round, t.context
	fr.loop = t.births
	defer func() {
		fr.loop, fr.round, t.context = loop, round, context
		ev.unweaken(weak)
	}()
	count, start := 0, ev.u.consts.steps
	for !t.rolled[key] {
		mark := len(t.changes)
		if count > 0 || !l.bodyFirst {
			b, ok := l.cond()
			if !ok {
				if !t.undecided {
					return flowFail
				}
				t.undecided = false
				t.undo(mark)
				break
			}
			if !b {
				t.note(key, Rounds{Count: count, Work: ev.u.consts.steps - start})
				return flowNext
			}
		}
		if count++; count > maxFollowed {
			t.note(key, Rounds{Count: count, Work: ev.u.consts.steps - start})
			t.rolled[key] = true
		}
		t.context = mix(mix(context, uint64(s.Pos().Lo)), uint64(count))
		if f, done := loopFlow(ev.openRound(l, ret)); done {
			return f
		}
		if l.next != nil && !l.next() {
			return flowFail
		}
	}
	t.context = mix(context, uint64(s.Pos().Lo))
	return ev.repeat(ret, func(r *result) flow {
		ask := func() flow {
			b, ok := l.cond()
			switch {
			case !ok && !t.undecided:
				return flowFail
			case ok && !b:
				return flowBreak
			}
			t.undecided = false
			return flowNext
		}
		if !l.bodyFirst {
			if f := ask(); f != flowNext {
				return f
			}
		}
		if f, done := loopFlow(ev.openRound(l, r)); done {
			return f
		}
		if l.next != nil && !l.next() {
			return flowFail
		}
		if l.bodyFirst {
			return ask()
		}
		return flowNext
	})
}

// openRound runs the body of a loop once.
func (ev *evaluator) openRound(l loopParts, ret *result) flow {
	weak := ev.trial.weak
	ev.frame.round = ev.trial.births
	f := l.body(ret)
	if ev.trial.weak > ev.frame.loop { // by a continue
		ev.unweaken(weak)
	}
	return f
}

// unweaken ends what a jump made uncertain. What a return did lasts until the call is over.
func (ev *evaluator) unweaken(weak int) {
	ev.trial.weak = weak
	if len(ev.frame.returned) > 0 {
		ev.trial.weak = max(weak, ev.frame.born)
	}
}

// note keeps the most that a loop was gone through.
func (t *trial) note(key loopKey, r Rounds) {
	was, ok := t.rounds[key]
	if ok && r.Work <= was.Work {
		return
	}
	t.u.unrollsBefore(key.sc, key.loop, func(_ Site, _, rest string) {
		factor := t.u.unroll(key.sc, key.loop, rest).Value
		switch {
		case r.Unroll != UnrollAsPleased:
			r.Unroll = UnrollUnclear // by two pragmas
		case strings.TrimSpace(rest) == "":
			r.Unroll = UnrollWholly
		case factor.Kind == types.IntValue && factor.Int > 0:
			r.Unroll = factor.Int
		default:
			r.Unroll = UnrollUnclear
		}
	})
	t.rounds[key] = r
}

// openSwitch enters a switch statement at all of its labels.
func (ev *evaluator) openSwitch(sc *Scope, stmts []ast.Stmt, ret *result) flow {
	ways := []func(*result) flow{}
	hasDefault := false
	for i, s := range stmts {
		c, ok := s.(*ast.Case)
		if !ok {
			if d, isDecl := s.(*ast.DeclStmt); isDecl {
				ev.vars(sc, d.Decl)
			}
			continue
		}
		for ok {
			hasDefault = hasDefault || c.Default
			c, ok = c.Stmt.(*ast.Case)
		}
		ways = append(ways, func(r *result) flow {
			if f := ev.block(sc, stmts[i:], r); f != flowBreak {
				return f
			}
			return flowNext
		})
	}
	if !hasDefault {
		ways = append(ways, func(*result) flow { return flowNext })
	}
	return ev.either(ret, ways...)
}

// openLogical evaluates the right operand of && or ||, which is evaluated or not.
func (ev *evaluator) openLogical(sc *Scope, e *ast.Binary) result {
	short := scalar(intValue(ev.u.T.Basic(ast.Bool), boolInt(e.Op == token.OrOr)))
	return ev.chosen(func() result { return short }, func() result { return ev.truth(sc, e.Y) })
}

// openCall prepares the arguments of a function that is perhaps not inlined: it is compiled for any.
func (ev *evaluator) openCall(f *Func, args []result) []result {
	t, params := ev.trial, ev.u.FuncType(f).Params
	args = slices.Clone(args)
	for i, a := range args {
		if i < len(params) && params[i].IsScalar() {
			a = ev.load(a) // passed by value
		}
		switch {
		case a.ptr != nil:
			t.leaks(a.ptr)
		case a.lvalue && a.obj != nil:
			t.leaks(&place{obj: a.obj})
		case a.obj != nil || a.list != nil:
			t.failed = true
		case a.Type != nil && a.Type.IsArithmetic():
			args[i] = scalar(anyOf(a.Type))
		}
	}
	return args
}

// openResult is the result of a call that may have returned already.
func (ev *evaluator) openResult(fr *frame, ret result) result {
	for _, r := range fr.returned {
		ret = ev.joinResults(ret, r)
	}
	return ret
}

// openRead is what is read of memory that others write, or of a table.
func (t *trial) openRead(ev *evaluator, o *object) result {
	typ := o.typ.Unqual()
	if o.back.storage == StorageTable {
		t.Reads = append(t.Reads, TableRead{Var: o.back.v, Element: o.id, Anywhere: o.vague, Context: mix(t.context, t.at)})
		switch {
		case o.vague && o.typ.Kind == types.Pointer:
			return result{}
		case !o.vague && o.entry != nil:
			return result{Value: o.entry.val, ptr: o.entry.ptr}
		}
		return scalar(anyOf(typ))
	}
	if typ.Kind == types.Pointer {
		if o.ptr == nil {
			o.ptr = t.sea(ev, typ.Elem, o.back, mix(o.id, 19))
			o.val = types.Value{Kind: types.AddressValue, Type: typ}
		}
		return result{Value: o.val, ptr: o.ptr}
	}
	if !typ.IsArithmetic() && typ.Kind != types.Enum {
		return result{}
	}
	return scalar(anyOf(typ))
}
