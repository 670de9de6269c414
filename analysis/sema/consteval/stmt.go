package consteval

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// flow is how a statement ended.
type flow uint8

const (
	flowNext flow = iota
	flowBreak
	flowContinue
	flowReturn
	flowFail // the evaluation cannot go on: what happens is not constant or not known
)

// block executes statements in the current frame.
func (ev *evaluator) block(list []*sema.Stmt, ret *result) flow {
	for _, s := range list {
		if f := ev.stmt(s, ret); f != flowNext {
			return f
		}
	}
	return flowNext
}

func (ev *evaluator) stmt(s *sema.Stmt, ret *result) flow {
	if !ev.step() || !ev.u.Nest() {
		return flowFail
	}
	defer ev.u.Unnest()
	if f := ev.block(s.Init, ret); f != flowNext {
		return f
	}
	switch s.Op {
	case sema.StmtExpr:
		if !ev.effect(s.X) || s.X.Op == sema.ExprThrow {
			return flowFail
		}
		return flowNext
	case sema.StmtDecl:
		if !ev.declare(s) {
			return flowFail
		}
		return flowNext
	case sema.StmtBlock:
		return ev.block(s.Body, ret)
	case sema.StmtIf, sema.StmtIfConsteval:
		return ev.ifStmt(s, ret)
	case sema.StmtSwitch:
		return ev.switchStmt(s, ret)
	case sema.StmtCase:
		return flowNext
	case sema.StmtFor, sema.StmtWhile:
		return ev.loop(s, ret, true)
	case sema.StmtDo:
		return ev.loop(s, ret, false)
	case sema.StmtRange:
		return ev.rangeFor(s, ret)
	case sema.StmtReturn:
		return ev.returnStmt(s.X, ret)
	case sema.StmtBreak:
		return flowBreak
	case sema.StmtContinue:
		return flowContinue
	case sema.StmtBarred, sema.StmtAsm:
		ev.dynamic = true
	}
	return flowFail
}

// loopFlow turns a body's flow into the loop's: done says that the loop ends.
func loopFlow(f flow) (flow, bool) {
	switch f {
	case flowBreak:
		return flowNext, true
	case flowReturn, flowFail:
		return f, true
	}
	return flowNext, false
}

// effect evaluates an expression for its side effects; false when they are not known.
func (ev *evaluator) effect(x *sema.Expr) bool {
	switch {
	case x.Op == sema.ExprBinary && x.Tok == token.Comma:
		return ev.effect(x.Args[0]) && ev.effect(x.Args[1])
	case x.Op == sema.ExprCast && x.Type.IsVoid():
		return ev.effect(x.Args[0])
	case x.Op == sema.ExprName || x.Op == sema.ExprConst:
		return true
	}
	r := ev.expr(x)
	if r.isDependent() {
		return false
	}
	if r.obj != nil {
		return !r.obj.opaque
	}
	if r.typ != nil && r.typ.IsVoid() || r.Type != nil && r.Type.IsVoid() {
		// An invocation that failed says void as well: only a call that came back counts.
		return ev.voidDone
	}
	return r.known()
}

func (ev *evaluator) returnStmt(x *sema.Expr, ret *result) flow {
	if x == nil {
		*ret = scalar(types.Value{Type: ev.u.T.Basic(ast.Void)})
		return flowReturn
	}
	rt := ev.u.T.Unknown()
	if ev.frame != nil && ev.frame.fn != nil {
		rt = ev.u.ResultType(ev.frame.fn)
	}
	if rt.IsVoid() {
		if !ev.effect(x) {
			return flowFail
		}
		*ret = scalar(types.Value{Type: rt})
		return flowReturn
	}
	r := ev.expr(x)
	if !rt.IsRef() {
		r = ev.decayFor(r, rt)
		if r.obj != nil && r.obj.class != nil { // what the function's own objects hold is copied out
			o := ev.newObject(r.obj.typ.Unqual())
			if !ev.assign(o, r.obj) {
				return flowFail
			}
			r = result{obj: o, typ: o.typ}
		}
	}
	if !r.known() || r.isDependent() {
		return flowFail
	}
	*ret = r
	return flowReturn
}

// cond evaluates a statement's condition.
func (ev *evaluator) cond(s *sema.Stmt) (value, ok bool) {
	for _, d := range s.Cond {
		if d.Op != sema.StmtDecl || !ev.declare(d) {
			return false, false
		}
	}
	if s.X == nil {
		return true, s.Op == sema.StmtFor
	}
	r := ev.truth(s.X)
	if r.isDependent() {
		return false, false
	}
	return r.Bool()
}

func (ev *evaluator) ifStmt(s *sema.Stmt, ret *result) flow {
	b, ok := !s.Default, !ev.opt.Runtime || ev.opt.Manifest
	if s.Op == sema.StmtIf {
		b, ok = ev.cond(s)
	}
	switch {
	case !ok:
		return flowFail
	case b:
		return ev.block(s.Body, ret)
	}
	return ev.block(s.Else, ret)
}

// loop executes a loop that has a condition; tested: it is looked at before the first turn.
func (ev *evaluator) loop(s *sema.Stmt, ret *result, tested bool) flow {
	for ; ; tested = true {
		if tested {
			if b, ok := ev.cond(s); !ok {
				return flowFail
			} else if !b {
				return flowNext
			}
		}
		if f, done := loopFlow(ev.block(s.Body, ret)); done {
			return f
		}
		if s.Next != nil && !ev.effect(s.Next) || !ev.step() {
			return flowFail
		}
	}
}

// rangeFor iterates over an array, or over what a class's begin() and end() give.
func (ev *evaluator) rangeFor(s *sema.Stmt, ret *result) flow {
	outer := ev.slots
	defer func() { ev.slots = outer }()
	var slots [sema.SlotElement + 1]result
	r := ev.expr(s.X)
	if r.obj == nil || r.obj.opaque {
		return flowFail
	}
	r.lvalue = true // __range is a reference
	slots[sema.SlotRange] = r
	// turn executes the body once.
	turn := func() (flow, bool) {
		if !ev.step() {
			return flowFail, true
		}
		ev.slots = &slots
		return loopFlow(ev.block(s.Body, ret))
	}
	over := func(parts []*object) flow {
		for _, p := range parts {
			slots[sema.SlotElement] = ev.lvalueOf(p, p.typ)
			if f, done := turn(); done {
				return f
			}
		}
		return flowNext
	}
	if r.obj.typ.Kind == types.Array {
		if !ev.expand(r.obj) {
			return flowFail
		}
		return over(r.obj.parts)
	}
	if s.Range == nil {
		return flowFail
	}
	ev.slots = &slots
	at, end := ev.load(ev.expr(s.Range.Begin)), ev.load(ev.expr(s.Range.End))
	if s.Range.Differ == nil { // pointers
		if at.ptr == nil || end.ptr == nil {
			return flowFail
		}
		i, in := position(at.ptr)
		j, of := position(end.ptr)
		if in != of || i > j || i < 0 || in.typ.Kind != types.Array || j > int64(len(in.parts)) {
			return flowFail
		}
		return over(in.parts[i:j])
	}
	for i, it := range []result{at, end} {
		o := ev.newObject(it.typeOf())
		if !ev.store(o, it) {
			return flowFail
		}
		slots[sema.SlotBegin+i] = result{obj: o, lvalue: true, typ: o.typ}
	}
	for {
		ev.slots = &slots
		differ := ev.truth(s.Range.Differ)
		b, ok := differ.Bool()
		switch {
		case !ok || differ.isDependent():
			return flowFail
		case !b:
			return flowNext
		}
		if f, done := turn(); done {
			return f
		}
		ev.slots = &slots
		if !ev.effect(s.Range.Next) {
			return flowFail
		}
	}
}

// typeOf is the type of r as far as it is known.
func (r result) typeOf() *types.Type {
	if r.obj != nil {
		return r.obj.typ.Unqual()
	}
	return r.typ
}

// ---- Switches

func (ev *evaluator) switchStmt(s *sema.Stmt, ret *result) flow {
	for _, d := range s.Cond {
		if d.Op != sema.StmtDecl || !ev.declare(d) {
			return flowFail
		}
	}
	v := ev.load(ev.expr(s.X))
	body := s.Body
	if len(body) == 1 && body[0].Op == sema.StmtBlock {
		body = body[0].Body
	}
	if v.Kind != types.IntValue {
		return flowFail
	}
	at, fail := ev.findCase(body, &v.Value)
	if !fail && at < 0 {
		at, fail = ev.findCase(body, nil)
	}
	switch {
	case fail:
		return flowFail
	case at < 0:
		return flowNext
	}
	if f := ev.block(body[at:], ret); f != flowBreak {
		return f
	}
	return flowNext
}

// findCase is the index of the label with a value, or of the default label for nil; -1 for none.
func (ev *evaluator) findCase(body []*sema.Stmt, v *types.Value) (at int, fail bool) {
	for i, s := range body {
		switch {
		case s.Op != sema.StmtCase:
		case s.Default:
			if v == nil {
				return i, false
			}
		case v != nil:
			lo := ev.load(ev.expr(s.X))
			hi := lo
			if s.Hi != nil {
				hi = ev.load(ev.expr(s.Hi))
			}
			if lo.Kind != types.IntValue || hi.Kind != types.IntValue {
				return 0, true
			}
			if v.Int >= lo.Int && v.Int <= hi.Int {
				return i, false
			}
		}
	}
	return -1, false
}

// ---- Declarations

// declare executes the declaration of a local variable; false when its initialisation is not known.
func (ev *evaluator) declare(s *sema.Stmt) bool {
	v := s.Var
	t := ev.u.VarType(v)
	if ev.frame == nil || v.Kind != sema.LocalVar && !v.Constexpr || t == nil || t.IsUnknown() || t.IsDependent() {
		return false
	}
	o := ev.newObject(t)
	if ev.frame.locals == nil {
		ev.frame.locals = make(map[*sema.Var]*object)
	}
	ev.frame.locals[v] = o
	outer, unsettled := ev.opt.Manifest, ev.unsettled
	defer func() { ev.opt.Manifest, ev.unsettled = outer, ev.unsettled || unsettled }()
	ev.opt.Manifest, ev.unsettled = outer || v.Constexpr, false
	done := ev.init(o, s.X)
	if !done && ev.unsettled && t.IsConst() && t.IsScalar() && ev.u.IsFolded(s.X, true) == sema.Yes {
		ev.opt.Manifest = true // a const scalar's initialiser is evaluated as a constant where it is one by itself
		done = ev.init(o, s.X)
	}
	return done
}
