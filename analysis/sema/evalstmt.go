package sema

import (
	"cudals/analysis/ast"
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

type blockKey struct {
	node  ast.Node
	outer *Scope
}

// blockScope is the scope of a block in a function's environment; the same one for every execution, so that local
// variables are the same entities.
func (ev *evaluator) blockScope(sc *Scope, n ast.Node) *Scope {
	c := &ev.u.consts
	key := blockKey{n, sc}
	if s := c.blocks[key]; s != nil {
		return s
	}
	if c.blocks == nil {
		c.blocks = make(map[blockKey]*Scope)
	}
	s := sc.child(BlockScope)
	c.blocks[key] = s
	return s
}

// stmt executes a statement in the current frame.
func (ev *evaluator) stmt(sc *Scope, s ast.Stmt, ret *result) flow {
	if !ev.step() {
		return flowFail
	}
	switch s := s.(type) {
	case nil:
		return flowNext
	case *ast.Block:
		if s == nil {
			return flowFail
		}
		return ev.block(ev.blockScope(sc, s), s.Stmts, ret)
	case *ast.ExprStmt:
		if s.X == nil {
			return flowNext
		}
		if _, ok := s.X.(*ast.Throw); ok {
			return flowFail
		}
		if !ev.effect(sc, s.X) {
			return flowFail
		}
		return flowNext
	case *ast.DeclStmt:
		return ev.declStmt(sc, s)
	case *ast.Return:
		if s.Co {
			return flowFail
		}
		return ev.returnStmt(sc, s, ret)
	case *ast.If:
		return ev.ifStmt(ev.blockScope(sc, s), s, ret)
	case *ast.While:
		inner := ev.blockScope(sc, s)
		for {
			b, ok := ev.cond(inner, s.Cond)
			if !ok {
				return flowFail
			}
			if !b {
				return flowNext
			}
			if f, done := loopFlow(ev.stmt(inner, s.Body, ret)); done {
				return f
			}
		}
	case *ast.DoWhile:
		for {
			if f, done := loopFlow(ev.stmt(sc, s.Body, ret)); done {
				return f
			}
			r := ev.truth(sc, s.Cond)
			b, ok := r.Bool()
			if !ok || r.isDependent() {
				return flowFail
			}
			if !b {
				return flowNext
			}
		}
	case *ast.For:
		return ev.forStmt(ev.blockScope(sc, s), s, ret)
	case *ast.RangeFor:
		return ev.rangeFor(ev.blockScope(sc, s), s, ret)
	case *ast.Switch:
		return ev.switchStmt(ev.blockScope(sc, s), s, ret)
	case *ast.Case:
		return ev.stmt(sc, s.Stmt, ret)
	case *ast.Jump:
		switch s.Kind {
		case ast.Break:
			return flowBreak
		case ast.Continue:
			return flowContinue
		}
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

func (ev *evaluator) block(sc *Scope, stmts []ast.Stmt, ret *result) flow {
	for _, s := range stmts {
		if f := ev.stmt(sc, s, ret); f != flowNext {
			return f
		}
	}
	return flowNext
}

// effect evaluates an expression for its side effects; false when they are not known.
func (ev *evaluator) effect(sc *Scope, e ast.Expr) bool {
	switch x := unparen(e).(type) {
	case *ast.Binary:
		if x.Op == token.Comma {
			return ev.effect(sc, x.X) && ev.effect(sc, x.Y)
		}
	case *ast.Cast:
		if ev.u.resolveTypeID(sc, x.Type).IsVoid() {
			return ev.effect(sc, x.X)
		}
	case *ast.Fold:
		if x.Op == token.Comma {
			return ev.foldEffects(sc, x)
		}
	case *ast.NameExpr, *ast.Literal:
		return true
	}
	r := ev.expr(sc, e)
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

// foldEffects evaluates the elements that commas fold for their side effects, in the order that they are written in.
func (ev *evaluator) foldEffects(sc *Scope, e *ast.Fold) bool {
	for _, part := range []ast.Expr{e.L, e.R} {
		if part == nil {
			continue
		}
		packs := ev.u.packsIn(sc, part)
		if len(packs) == 0 {
			if !ev.effect(sc, part) {
				return false
			}
			continue
		}
		n, ok := ev.u.boundPackLen(packs)
		if !ok {
			return false
		}
		for i := range n {
			if !ev.effect(ev.u.elementScope(sc, packs, i), part) {
				return false
			}
		}
	}
	return true
}

func (ev *evaluator) returnStmt(sc *Scope, s *ast.Return, ret *result) flow {
	if s.X == nil {
		*ret = scalar(types.Value{Type: ev.u.T.Basic(ast.Void)})
		return flowReturn
	}
	rt := ev.u.T.Unknown()
	if ev.frame != nil && ev.frame.fn != nil {
		rt = ev.u.ResultType(ev.frame.fn)
	}
	if l, ok := s.X.(*ast.InitList); ok {
		if rt.IsUnknown() || rt.IsRef() {
			return flowFail
		}
		o := ev.newObject(rt)
		if !ev.initList(sc, o, l.Elems) {
			return flowFail
		}
		*ret = ev.load(result{obj: o, lvalue: true, typ: rt})
		return flowReturn
	}
	if rt.IsVoid() {
		if !ev.effect(sc, s.X) {
			return flowFail
		}
		*ret = scalar(types.Value{Type: rt})
		return flowReturn
	}
	r := ev.expr(sc, s.X)
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

// cond evaluates a condition.
func (ev *evaluator) cond(sc *Scope, c ast.Cond) (value, ok bool) {
	if c.Decl != nil {
		v := ev.declare(sc, c.Decl)
		if len(v) != 1 {
			return false, false
		}
		o := ev.frame.locals[v[0]]
		if o == nil {
			return false, false
		}
		r := ev.toType(ev.decay(ev.lvalueOf(o, o.typ)), ev.u.T.Basic(ast.Bool), true)
		return r.Bool()
	}
	if c.X == nil {
		return true, true
	}
	r := ev.truth(sc, c.X)
	if r.isDependent() {
		return false, false
	}
	return r.Bool()
}

func (ev *evaluator) ifStmt(sc *Scope, s *ast.If, ret *result) flow {
	if s.Init != nil {
		if f := ev.stmt(sc, s.Init, ret); f != flowNext {
			return f
		}
	}
	var b, ok bool
	if s.Consteval {
		b, ok = !s.Not, !ev.opt.Runtime
	} else {
		b, ok = ev.cond(sc, s.Cond)
	}
	switch {
	case !ok:
		return flowFail
	case b:
		return ev.stmt(sc, s.Then, ret)
	case s.Else != nil:
		return ev.stmt(sc, s.Else, ret)
	}
	return flowNext
}

func (ev *evaluator) forStmt(sc *Scope, s *ast.For, ret *result) flow {
	if s.Init != nil {
		if f := ev.stmt(sc, s.Init, ret); f != flowNext {
			return f
		}
	}
	for {
		b, ok := ev.cond(sc, s.Cond)
		if !ok {
			return flowFail
		}
		if !b {
			return flowNext
		}
		if f, done := loopFlow(ev.stmt(sc, s.Body, ret)); done {
			return f
		}
		if s.Inc != nil && !ev.effect(sc, s.Inc) {
			return flowFail
		}
		if !ev.step() {
			return flowFail
		}
	}
}

// rangeFor iterates over an array, or over what pointers lead to that a class's begin() and end() give.
func (ev *evaluator) rangeFor(sc *Scope, s *ast.RangeFor, ret *result) flow {
	if s.Init != nil {
		if f := ev.stmt(sc, s.Init, ret); f != flowNext {
			return f
		}
	}
	r := ev.expr(sc, s.Range)
	d, ok := s.Decl.(*ast.SimpleDecl)
	if !ok || len(d.Declarators) != 1 || r.obj == nil {
		return flowFail
	}
	elem, parts, ok := ev.elements(r)
	if !ok {
		return flowFail
	}
	t := ev.u.declaratorType(sc, &d.Spec, d.Declarators[0])
	if hasAuto(t) {
		t = ev.u.deduceAuto(t, Operand{Type: elem, Cat: LValue})
	}
	if t == nil || t.IsUnknown() {
		return flowFail
	}
	vs := ev.vars(sc, d)
	if len(vs) != 1 {
		return flowFail
	}
	vs[0].typ = t
	for _, p := range parts {
		o := ev.newObject(t)
		if !ev.store(o, result{obj: p, lvalue: true, typ: p.typ}) {
			return flowFail
		}
		ev.frame.locals[vs[0]] = o
		if f, done := loopFlow(ev.stmt(sc, s.Body, ret)); done {
			return f
		}
	}
	return flowNext
}

// elements are the objects that a range-based for over r visits, and their type.
func (ev *evaluator) elements(r result) (elem *types.Type, parts []*object, ok bool) {
	if r.obj.typ.Kind == types.Array {
		return r.obj.typ.Elem, r.obj.parts, ev.expand(r.obj)
	}
	at, end := ev.rangeEnd(r, "begin"), ev.rangeEnd(r, "end")
	if at.ptr == nil || end.ptr == nil || at.typ.Kind != types.Pointer {
		return nil, nil, false
	}
	i, in := position(at.ptr)
	j, of := position(end.ptr)
	if in != of || i > j || i < 0 || in.typ.Kind != types.Array || j > int64(len(in.parts)) {
		return nil, nil, false
	}
	return at.typ.Elem, in.parts[i:j], true
}

// rangeEnd is what a class's begin() or end() gives.
func (ev *evaluator) rangeEnd(r result, name string) result {
	u := ev.u
	if r.obj.class == nil {
		return result{}
	}
	found := u.LookupMember(r.obj.class, u.Sym(name))
	object := ev.operandOf(r)
	c := u.ResolveCall(&OverloadSet{Cands: found.Entities, NamingClass: r.obj.class, Incomplete: found.State != FoundOK}, &object, nil)
	if c.Status != Resolved || c.Assumed {
		return result{}
	}
	return ev.invoke(c.Func, r.obj, nil, u.ResultType(c.Func))
}

// ---- Switches

func (ev *evaluator) switchStmt(sc *Scope, s *ast.Switch, ret *result) flow {
	if s.Init != nil {
		if f := ev.stmt(sc, s.Init, ret); f != flowNext {
			return f
		}
	}
	if s.Cond.X == nil {
		return flowFail
	}
	v := ev.toScalar(ev.load(ev.expr(sc, s.Cond.X)))
	body, ok := s.Body.(*ast.Block)
	if v.Kind != types.IntValue || !ok {
		return flowFail
	}
	inner := ev.blockScope(sc, body)
	at, fail := ev.findCase(inner, body.Stmts, &v.Value)
	if !fail && at < 0 {
		at, fail = ev.findCase(inner, body.Stmts, nil)
	}
	switch {
	case fail:
		return flowFail
	case at < 0:
		return flowNext
	}
	// Declarations before the label are in scope, though not initialised.
	for _, st := range body.Stmts[:at] {
		if d, ok := st.(*ast.DeclStmt); ok {
			ev.vars(inner, d.Decl)
		}
	}
	f := ev.block(inner, body.Stmts[at:], ret)
	if f == flowBreak {
		return flowNext
	}
	return f
}

// findCase is the index of the statement that a value's label, or the default label for nil, stands on; -1 for none.
func (ev *evaluator) findCase(sc *Scope, stmts []ast.Stmt, v *types.Value) (at int, fail bool) {
	for i, s := range stmts {
		for {
			c, ok := s.(*ast.Case)
			if !ok {
				break
			}
			if c.Default {
				if v == nil {
					return i, false
				}
			} else if v != nil {
				lo := ev.u.Eval(sc, c.X, EvalOptions{Converted: true})
				hi := lo
				if c.Hi != nil {
					hi = ev.u.Eval(sc, c.Hi, EvalOptions{Converted: true})
				}
				if lo.Kind != types.IntValue || hi.Kind != types.IntValue {
					return 0, true
				}
				if v.Int >= lo.Int && v.Int <= hi.Int {
					return i, false
				}
			}
			s = c.Stmt
		}
	}
	return -1, false
}

// ---- Declarations

func (ev *evaluator) declStmt(sc *Scope, s *ast.DeclStmt) flow {
	switch d := s.Decl.(type) {
	case *ast.SimpleDecl:
		if s.Ambiguous {
			return flowFail
		}
		if d.Spec.Flags&ast.Typedef != 0 || len(d.Declarators) == 0 {
			ev.vars(sc, d)
			return flowNext
		}
		if d.Spec.Flags&(ast.Static|ast.ThreadLocal) != 0 && d.Spec.Flags&ast.Constexpr == 0 {
			return flowFail
		}
		vs := ev.declare(sc, d)
		if len(vs) != len(d.Declarators) {
			return flowFail
		}
		return flowNext
	case *ast.AliasDecl, *ast.UsingDecl, *ast.UsingDirective, *ast.NamespaceAlias:
		ev.vars(sc, d)
		return flowNext
	case *ast.StaticAssert, *ast.EmptyDecl:
		return flowNext
	}
	return flowFail
}

// vars enters a declaration into a block's scope, once, and returns the variables it declares.
func (ev *evaluator) vars(sc *Scope, d ast.Decl) []*Var {
	c := &ev.u.consts
	key := blockKey{d, sc}
	if vs, ok := c.locals[key]; ok {
		return vs
	}
	if c.locals == nil {
		c.locals = make(map[blockKey][]*Var)
	}
	ev.u.declare(target{block: sc}, sc, sc.Chunk, d, declContext{})
	var vs []*Var
	if sd, ok := d.(*ast.SimpleDecl); ok && sd.Spec.Flags&ast.Typedef == 0 {
		for _, dt := range sd.Declarators {
			if dt.Name == nil {
				continue
			}
			set := sc.lookup(ev.u.nameSym(dt.Name))
			if set == nil {
				continue
			}
			ev.u.link(set, target{block: sc})
			for i := range set.raw {
				if v, ok := set.raw[i].entity.(*Var); ok && set.raw[i].dtor == dt {
					vs = append(vs, v)
				}
			}
		}
	}
	c.locals[key] = vs
	return vs
}

// declare executes a declaration of local variables; nil when an initialisation is not known.
func (ev *evaluator) declare(sc *Scope, d ast.Decl) []*Var {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok || ev.frame == nil {
		return nil
	}
	vs := ev.vars(sc, d)
	for i, v := range vs {
		if i >= len(sd.Declarators) {
			return nil
		}
		t := ev.u.VarType(v)
		if t == nil || t.IsUnknown() || t.IsDependent() {
			return nil
		}
		o := ev.newObject(t)
		if ev.frame.locals == nil {
			ev.frame.locals = make(map[*Var]*object)
		}
		ev.frame.locals[v] = o
		dt := sd.Declarators[i]
		if _, init := ev.u.variableDeclarator(sc, dt); init != nil {
			if !ev.initialise(o, sc, init) {
				return nil
			}
		} else if !ev.defaultInit(o) {
			return nil
		}
	}
	return vs
}
