package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/sema/cfg"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// funcBody walks a function's body: for constructors the initialisers of bases and members, written or not.
func (w *walker) funcBody(sc *sema.Scope, b *ast.FuncBody) {
	for _, s := range b.Bad {
		w.facts.Bad = append(w.facts.Bad, sema.Site{Chunk: sc.Chunk, Span: s})
	}
	w.ret = w.facts.Decl
	if w.f.Kind == sema.Constructor {
		w.memInits(sc, b)
	}
	try := w.flow.Here()
	if b.Block != nil {
		body := sc.Child(sema.BlockScope)
		w.reach.function(func() { w.whole(body, func() { w.block(body, b.Block) }) })
	}
	if len(b.Handlers) > 0 {
		w.keyword(sc, sema.Try, b)
	}
	w.handlers(sc, b.Handlers, try)
	if w.f.Kind == sema.Destructor {
		w.subobjectDtors(w.f)
		w.deletingDtor(w.f, w.facts.Decl.Site)
	}
	w.elideReturned()
}

// beginsWithValue reports whether the first name of a call, or of a member, is known to be no type's: such a statement is no
// declaration whose specifiers a macro holds.
func (w *walker) beginsWithValue(sc *sema.Scope, e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.This:
			return true
		case *ast.NameExpr:
			f := w.u.LookupName(sc, x.Name)
			return f.State == sema.FoundOK && len(f.Entities) > 0
		case *ast.Call:
			e = x.Fn
		case *ast.Launch:
			e = x.Fn
		case *ast.MemberExpr:
			e = x.X
		case *ast.Unary:
			e = x.X // v.m++: nothing stands before it
		case *ast.Binary:
			e = x.X
		case *ast.Index:
			e = x.X
		default:
			return false
		}
	}
}

// deletingDtor is the deallocation in the destructor that delete calls through a vtable: it exists with every virtual
// destructor, whether or not anything is deleted.
func (w *walker) deletingDtor(f *sema.Func, site sema.Site) {
	c := f.MemberOf
	if c == nil || f.Kind != sema.Destructor || c.Dependent || w.u.IsVirtual(f) != sema.Yes {
		return
	}
	w.deallocates(c, w.u.Syms.OperatorDelete, site, false)
}

// noteReturned looks at a return statement's operand for elideReturned.
func (w *walker) noteReturned(o sema.Operand, declared *types.Type) {
	var v *sema.Var
	if b := o.Base; b != nil && b.Var.Kind == sema.LocalVar && w.ownVar(b.Var) && len(b.Path) == 0 && !b.Element && !b.ViaRef && o.Cat == sema.LValue &&
		declared.Kind == types.Class && w.u.ClassOf(declared) == w.u.ClassOf(o.Type) {
		v = b.Var
	}
	if v == nil || w.returned != nil && w.returned != v {
		w.mixed = true
	}
	w.returned = v
}

// elideReturned marks the calls that never happen because a local is built in the caller's place [class.copy.elision]:
// its destructor, and the copies that return it.
func (w *walker) elideReturned() {
	if w.facts == nil || w.returned == nil || w.mixed {
		return
	}
	for i := range w.facts.Calls {
		c := &w.facts.Calls[i]
		c.Elided = c.Elided || c.Kind == sema.CallReturnCopy || c.Kind == sema.CallLocalDtor && c.Site == w.returned.Place
	}
}

// memInits are a constructor's initialisations [class.base.init].
func (w *walker) memInits(sc *sema.Scope, b *ast.FuncBody) {
	u := w.u
	c := w.f.MemberOf
	if c == nil {
		return
	}
	u.Complete(c)
	doneFields := map[*sema.Field]bool{}
	doneBases := map[*sema.Class]bool{}
	mark := len(w.full)
	for _, mi := range b.Inits {
		site := sema.Site{Chunk: sc.Chunk, Span: mi.Span}
		scopes := []*sema.Scope{sc}
		if mi.Pack {
			packs := u.PacksIn(sc, mi)
			if n, ok := u.BoundPackLen(packs); ok {
				scopes = nil
				for i := range n {
					scopes = append(scopes, u.ElementScope(sc, packs, i))
				}
			}
		}
		for _, s := range scopes {
			w.memInit(s, c, mi, site, doneFields, doneBases)
		}
		if doneBases[c] {
			w.endFull(mark)
			return // delegating: the rest is the other constructor's
		}
	}
	at := sema.Site{Chunk: sc.Chunk, Span: ast.Span{}}
	if w.facts.Decl != nil {
		at = w.facts.Decl.Site
	}
	for _, base := range u.InitializedBases(c) {
		if !doneBases[base] {
			w.defaultInit(sc, u.ClassType(base), at, sema.CallBaseCtor)
		}
	}
	if c.Key != ast.KeyUnion {
		for _, f := range c.Fields() {
			if !doneFields[f] && !f.Anonymous {
				if f.Dtor != nil && f.Dtor.Init != nil {
					w.memberInit(c, f, memberSite(f))
				} else {
					w.defaultInit(sc, u.FieldType(f), at, sema.CallMemberCtor)
				}
			}
		}
	}
	w.endFull(mark)
}

func (w *walker) memInit(sc *sema.Scope, c *sema.Class, mi *ast.MemInit, site sema.Site, doneFields map[*sema.Field]bool, doneBases map[*sema.Class]bool) {
	u := w.u
	init := &ast.Init{Span: mi.Span, Kind: ast.InitParen, Parsed: true, Args: mi.Args}
	if mi.Brace {
		init.Kind = ast.InitBrace
	}
	w.in(sema.InMemInit|sema.InInit, func() {
		if mi.Name.Simple() {
			if f := u.LookupMember(c, mi.Name.Last().Sym); f.State == sema.FoundOK {
				u.Names.Found(sc, mi.Name.Last(), f)
				if fl, ok := f.Entities[0].(*sema.Field); ok {
					doneFields[fl] = true
					w.emit(sema.Stmt{Op: sema.StmtMember, Field: fl, X: w.initMember(sc, fl, init, site)})
					return
				}
			}
		}
		t := u.TypeOfFound(sc, u.LookupTypeName(sc, mi.Name), mi.Name)
		b := u.ClassOf(t)
		if b == nil {
			w.consumeUnknown(w.exprs(sc, mi.Args)...)
			w.emit(sema.Stmt{Op: sema.StmtOther})
			if t.IsDependent() {
				w.dependentCall(site)
			} else {
				w.unknownCall(site, "the member or base is not known")
			}
			return
		}
		doneBases[b] = true
		kind := sema.CallBaseCtor
		if b == c {
			kind = sema.CallDelegate
		}
		form := sema.InitDirect
		if mi.Brace {
			form = sema.InitListDirect
		}
		made := w.construct(sc, u.ClassType(b), w.exprs(sc, mi.Args), form, site, kind)
		w.claim(made)
		member := sema.Stmt{Op: sema.StmtMember, X: made.Tree}
		if b != c {
			member.Base = b
		}
		w.emit(member)
	})
}

// initMember initialises a member by a member initialiser.
func (w *walker) initMember(sc *sema.Scope, f *sema.Field, init *ast.Init, site sema.Site) *sema.Expr {
	t := w.u.FieldType(f)
	if len(init.Args) == 0 {
		// m() and m{} value-initialise.
		switch {
		case t.Kind == types.Array:
			w.emptyInit(sc, t, site)
		case t.Kind == types.Class && init.Kind == ast.InitBrace:
			w.claim(w.construct(sc, t, nil, sema.InitListDirect, site, sema.CallMemberCtor))
		case t.Kind == types.Class:
			w.defaultInit(sc, t, site, sema.CallMemberCtor)
		}
		return &sema.Expr{Op: sema.ExprZero, Type: t}
	}
	o := w.initObject(sc, t, init, site, sema.CallMemberCtor)
	if t.Kind != types.Class {
		w.flow.Assign(w.flow.Field(w.flow.Pointee(w.flow.Constant(sema.NodeThis)), f), w.flow.Argument(o, t), t, w.ctx, site)
	}
	return o.Tree
}

// subobjectDtors are the destructor calls for members and bases that every destructor makes.
func (w *walker) subobjectDtors(f *sema.Func) {
	c := f.MemberOf
	if c == nil || c.Key == ast.KeyUnion {
		return
	}
	site := w.facts.Decl.Site
	fields := c.Fields()
	for i := len(fields) - 1; i >= 0; i-- {
		w.destroy(w.u.FieldType(fields[i]), site, sema.CallMemberDtor)
	}
	for _, b := range slices.Backward(w.u.InitializedBases(c)) {
		w.destroy(w.u.ClassType(b), site, sema.CallBaseDtor)
	}
}

// block walks the statements of a compound statement in a scope of its own, which the caller made.
func (w *walker) block(sc *sema.Scope, b *ast.Block) {
	for i, s := range b.Stmts {
		if i%stmtsPerLook == stmtsPerLook-1 && w.u.Stopped() {
			return
		}
		w.stmt(sc, s)
	}
}

// stmtsPerLook is how many statements of a block are gone through between two looks at whether anybody waits: some take no steps.
const stmtsPerLook = 64

// destroyLocals runs the destructors of a block's variables.
func (w *walker) destroyLocals(sc *sema.Scope) {
	w.ended++
	for i := len(sc.Locals) - 1; i >= 0; i-- {
		v := sc.Locals[i]
		if v.Kind != sema.LocalVar && v.Kind != sema.LocalStatic {
			continue
		}
		t := w.u.VarType(v)
		if t.IsRef() || t.IsDependent() {
			continue
		}
		kind, ctx := sema.CallLocalDtor, sema.Context(0)
		switch {
		case !sema.Automatic(v):
			kind = sema.CallStaticDtor
			if v.InDeviceMemory() {
				ctx = sema.Placed
			}
		case t.Kind == types.Array:
			kind = sema.CallArrayDtor
		}
		n := len(w.facts.Calls)
		w.in(ctx, func() { w.destroy(t, v.Place, kind) })
		for i := n; i < len(w.facts.Calls); i++ {
			w.facts.Calls[i].Ends = w.ended
		}
	}
	for _, v := range sc.Locals {
		if v.Kind == sema.LocalVar {
			w.flow.End(v)
		}
	}
}

func (w *walker) inner(sc *sema.Scope, fn func(*sema.Scope)) {
	s := sc.Child(sema.BlockScope)
	w.whole(s, func() { fn(s) })
}

// whole walks a block whose scope is sc, and its end.
func (w *walker) whole(sc *sema.Scope, walk func()) {
	w.reach.within(walk, func(reached bool) {
		if w.facts == nil {
			return
		}
		since := len(w.facts.Calls)
		w.destroyLocals(sc)
		if !reached {
			w.unreached(since)
		}
	})
}

func (w *walker) switchStmt(sc *sema.Scope, s *ast.Switch) {
	out := sema.Stmt{Op: sema.StmtSwitch, Init: w.nested(func() { w.stmt(sc, s.Init) })}
	mark := len(w.full)
	o := w.cond(sc, s.Cond, &out)
	out.X = o.Tree
	if o.Type.Kind == types.Class && !sema.IsDependent(o) {
		out.X = w.integer(sc, o).Tree
	} else {
		w.in(sema.Late, func() { w.load(o) })
	}
	w.endFull(mark)
	after := w.flow.BeginSwitch()
	out.Body = w.nested(func() { w.reach.switches(func() { w.stmt(sc, s.Body) }) })
	w.emit(out)
	w.flow.EndSwitch(after)
}

func (w *walker) caseStmt(sc *sema.Scope, s *ast.Case) {
	w.flow.CaseLabel(s.Default)
	w.reach.label(s.Default)
	label := sema.Stmt{Op: sema.StmtCase, Default: s.Default}
	w.in(sema.Constant, func() {
		if s.X != nil {
			label.X = w.integer(sc, w.expr(sc, s.X)).Tree
		}
		if s.Hi != nil {
			label.Hi = w.integer(sc, w.expr(sc, s.Hi)).Tree
		}
	})
	w.emit(label)
	w.stmt(sc, s.Stmt)
}

// forStmt, whileStmt and doWhile report whether the condition is always true.
func (w *walker) forStmt(sc *sema.Scope, s *ast.For) (endless bool) {
	out := sema.Stmt{Op: sema.StmtFor, Init: w.nested(func() { w.stmt(sc, s.Init) })}
	l := w.flow.BeginLoop(true)
	effects := w.effects
	value, known := w.loopCondition(sc, s.Cond, &l, &out)
	if s.Inc != nil {
		w.flow.At(l.Next, func() {
			mark := len(w.full)
			o := w.expr(sc, s.Inc)
			out.Next = o.Tree
			w.discard(o)
			w.endFull(mark)
			w.flow.Edge(w.flow.Here(), l.Header, sema.EdgeMay)
		})
	} else {
		w.flow.Edge(l.Next, l.Header, sema.EdgeMay)
	}
	out.Body = w.nested(func() { w.loopBody(sc, s.Body, l, w.site(sc, s)) })
	w.emit(out)
	w.noteIdle(l, effects, w.site(sc, s))
	return known && value
}

func (w *walker) whileStmt(sc *sema.Scope, s *ast.While) (endless bool) {
	l := w.flow.BeginLoop(false)
	effects := w.effects
	out := sema.Stmt{Op: sema.StmtWhile}
	value, known := w.loopCondition(sc, s.Cond, &l, &out)
	out.Body = w.nested(func() { w.loopBody(sc, s.Body, l, w.site(sc, s)) })
	w.emit(out)
	w.noteIdle(l, effects, w.site(sc, s))
	return known && value
}

func (w *walker) doWhile(sc *sema.Scope, s *ast.DoWhile) (endless bool) {
	l := w.flow.BeginLoop(true)
	w.flow.Believed(l.Header)
	effects := w.effects
	out := sema.Stmt{Op: sema.StmtDo, Body: w.nested(func() { w.stmt(sc, s.Body) })}
	w.flow.Edge(w.flow.Here(), l.Next, sema.EdgeMay)
	w.flow.GoOn(l.Next)
	value, known := w.loopCondition(sc, ast.Cond{X: s.Cond}, &l, &out)
	w.emit(out)
	w.flow.Edge(w.flow.Here(), l.Header, cfg.NeverIf(known && !value))
	w.flow.EndLoop(l, w.site(sc, s))
	w.noteIdle(l, effects, w.site(sc, s))
	return known && value
}

func (w *walker) stmt(sc *sema.Scope, s ast.Stmt) {
	w.unrollPragmas(sc, s)
	w.abiPragmas(sc, s)
	switch s := s.(type) {
	case nil:
	case *ast.Block:
		w.emit(sema.Stmt{Op: sema.StmtBlock, Body: w.nested(func() { w.inner(sc, func(sc *sema.Scope) { w.block(sc, s) }) })})
	case *ast.DeclStmt:
		w.declStmt(sc, s)
	case *ast.ExprStmt:
		w.exprStmt(sc, s)
	case *ast.If:
		w.ifStmt(sc, s)
	case *ast.Switch:
		w.inner(sc, func(sc *sema.Scope) { w.switchStmt(sc, s) })
	case *ast.Case:
		w.caseStmt(sc, s)
	case *ast.For, *ast.RangeFor, *ast.While, *ast.DoWhile:
		w.loop(sc, s)
	case *ast.Return:
		value := w.returnStmt(sc, s)
		w.reach.returns()
		w.flow.Returns(value, w.site(sc, s))
	case *ast.Jump:
		w.jump(sc, s)
	case *ast.Label:
		w.emit(sema.Stmt{Op: sema.StmtBarred})
		w.flow.Labelled(s.Sym)
		w.reach.labelled(s.Sym)
		w.u.Names.Label(sc, s.Sym, ast.Span{Lo: s.Lo, Hi: s.Lo + 1}, true)
		w.stmt(sc, s.Stmt)
	case *ast.AttributedStmt:
		if x, ok := s.Stmt.(*ast.ExprStmt); !ok || x.X == nil || w.beginsWithValue(sc, x.X) {
			for i := range s.CUDA {
				at := sema.Site{Chunk: sc.Chunk, Span: s.CUDA[i].Span}
				w.note(sema.Construct{Kind: sema.StatementSpecifier, Site: at, Space: s.CUDA[i].Kind})
			}
		}
		w.stmt(sc, s.Stmt)
	case *ast.Try:
		w.try(sc, s)
	case *ast.AsmStmt:
		if w.u.Std < 20 {
			w.emit(sema.Stmt{Op: sema.StmtBarred})
		}
		w.emit(sema.Stmt{Op: sema.StmtAsm})
		w.asm(sc, s)
	case *ast.BadStmt:
		w.badStmt(sc, s)
	}
}

func (w *walker) exprStmt(sc *sema.Scope, s *ast.ExprStmt) {
	if s.X == nil {
		return
	}
	mark := len(w.full)
	o := w.expr(sc, s.X)
	w.discard(o)
	w.emit(sema.Stmt{Op: sema.StmtExpr, X: o.Tree})
	w.flow.Statement(sc, s.X)
	w.endFull(mark)
	w.noteUntyped(sc, s.X)
}

// loop is any statement that repeats.
func (w *walker) loop(sc *sema.Scope, s ast.Stmt) {
	w.facts.Loops = append(w.facts.Loops, w.site(sc, s))
	switch s := s.(type) {
	case *ast.For:
		w.inner(sc, func(sc *sema.Scope) { w.reach.loop(func() bool { return w.forStmt(sc, s) }) })
	case *ast.RangeFor:
		w.rangeFor(sc, s)
	case *ast.While:
		w.inner(sc, func(sc *sema.Scope) { w.reach.loop(func() bool { return w.whileStmt(sc, s) }) })
	case *ast.DoWhile:
		w.reach.loop(func() bool { return w.doWhile(sc, s) })
	}
}

// jump is break, continue and goto.
func (w *walker) jump(sc *sema.Scope, s *ast.Jump) {
	if w.facts != nil && s.X == nil && sema.TileCode(w.facts.Func) {
		w.keyword(sc, sema.TileJump, s)
	}
	if s.X != nil {
		w.load(w.expr(sc, s.X))
	}
	switch s.Kind {
	case ast.Break:
		w.reach.breaks()
		w.emit(sema.Stmt{Op: sema.StmtBreak})
	case ast.Continue:
		w.reach.continues()
		w.emit(sema.Stmt{Op: sema.StmtContinue})
	default:
		w.reach.goesTo(s.Label)
		w.emit(sema.Stmt{Op: sema.StmtBarred})
		w.u.Names.Label(sc, s.Label, s.Span, false)
	}
	w.flow.Jump(s)
}

func (w *walker) try(sc *sema.Scope, s *ast.Try) {
	w.keyword(sc, sema.Try, s)
	before := w.flow.Here()
	if w.u.Std < 20 {
		w.emit(sema.Stmt{Op: sema.StmtBarred})
	}
	w.emit(sema.Stmt{Op: sema.StmtBlock, Body: w.nested(func() { w.inner(sc, func(sc *sema.Scope) { w.block(sc, s.Block) }) })})
	w.nested(func() { w.handlers(sc, s.Handlers, before) }) // where something is thrown, no evaluation goes on
}

// badStmt is what could not be read: the names in it may have been declared there.
func (w *walker) badStmt(sc *sema.Scope, s *ast.BadStmt) {
	w.emit(sema.Stmt{Op: sema.StmtOther})
	if w.facts != nil {
		w.facts.Bad = append(w.facts.Bad, w.site(sc, s))
		if !s.Launch.IsEmpty() {
			w.facts.OpenLaunches = append(w.facts.OpenLaunches, sema.OpenLaunch{Open: sema.Site{Chunk: sc.Chunk, Span: s.Launch}, Missing: sema.Site{Chunk: sc.Chunk, Span: s.Unclosed}})
		}
	}
	for _, sym := range s.Syms {
		sc.Set(sym).Bad = true
	}
}

// noteUntyped looks for f = x; where f is a function: no assignment, but a declaration that lacks its type.
func (w *walker) noteUntyped(sc *sema.Scope, x ast.Expr) {
	b, ok := x.(*ast.Binary)
	if !ok || b.Op != token.Assign {
		return
	}
	n, ok := b.X.(*ast.NameExpr)
	if !ok || !n.Name.Simple() {
		return
	}
	sym := n.Name.Last().Sym
	for _, e := range w.u.LookupUnqualified(sc, sym).Entities {
		switch e.(type) {
		case *sema.Func, *sema.Template:
			sc.Set(sym).Bad = true
		}
	}
}

// handlers walks the handlers of a try block that began in a block of the control flow.
func (w *walker) handlers(sc *sema.Scope, list []*ast.Handler, try int) {
	ends := []int{w.flow.Here()}
	for _, h := range list {
		w.flow.Handler(try)
		w.reach.dead = false
		w.handler(sc, h)
		ends = append(ends, w.flow.Here())
	}
	if len(list) > 0 {
		w.flow.Join(ends...)
		w.reach.dead = false
	}
}

// loopCondition walks a loop's condition and returns its value, if that is constant.
func (w *walker) loopCondition(sc *sema.Scope, c ast.Cond, l *cfg.Loop, out *sema.Stmt) (value, known bool) {
	looks := w.looks
	o := w.condition(sc, c, 0, out)
	value, known = o.Value.Bool()
	if c.X == nil && c.Decl == nil {
		value, known = true, true
	}
	l.Looks = w.looks != looks || known
	w.flow.Decide(l, value, known)
	if x := o.Tree; !known && x != nil && x.Op == sema.ExprBinary && x.Tok == token.OrOr {
		value, known = w.u.EvalTree(x.Args[0], sema.EvalOptions{Runtime: true, Truth: true}).Bool()
		known = known && value // whatever the other operand is
	}
	return value, known
}

// noteIdle records a loop that was walked without any effect since there were so many.
func (w *walker) noteIdle(l cfg.Loop, effects int, loop sema.Site) {
	if w.facts != nil && l.Looks && w.effects == effects {
		w.facts.Idle = append(w.facts.Idle, loop)
	}
}

// loopBody walks the statement that a loop with the condition before it repeats.
func (w *walker) loopBody(sc *sema.Scope, body ast.Stmt, l cfg.Loop, site sema.Site) {
	w.flow.From(l.Condition, l.Enter)
	w.flow.Believed(w.flow.Here())
	w.stmt(sc, body)
	w.flow.Edge(w.flow.Here(), l.Next, sema.EdgeMay)
	w.flow.EndLoop(l, site)
}

func (w *walker) handler(sc *sema.Scope, h *ast.Handler) {
	w.inner(sc, func(sc *sema.Scope) {
		if h.Param != nil {
			w.declaredWith(sc, &h.Param.Spec)
			w.u.AddParams(sc, w.f, &ast.FuncSig{Params: []*ast.Param{h.Param}})
		}
		w.block(sc, h.Block)
	})
}

// cond is a condition's operand; a declaration is declared in sc, and goes with what stands before the statement out.
func (w *walker) cond(sc *sema.Scope, c ast.Cond, out *sema.Stmt) sema.Operand {
	if c.Decl != nil {
		out.Cond = w.nested(func() { w.decl(sc, c.Decl) })
		if n := len(sc.Locals); n > 0 {
			return w.variable(sc.Locals[n-1], sc.Locals[n-1].Place)
		}
		return w.unknown()
	}
	if c.X == nil {
		return sema.Operand{Type: w.u.T.Basic(ast.Bool)}
	}
	return w.expr(sc, c.X)
}

// condition is what a statement decides by; ctx are circumstances of its conversion to bool.
func (w *walker) condition(sc *sema.Scope, c ast.Cond, ctx sema.Context, out *sema.Stmt) sema.Operand {
	mark := len(w.full)
	o := w.cond(sc, c, out)
	site := o.SiteIn(sc)
	if c.X == nil && c.Decl == nil {
		return o
	}
	w.in(ctx, func() { o = w.boolean(sc, o, site) })
	out.X = o.Tree
	w.endFull(mark)
	return o
}

func (w *walker) ifStmt(sc *sema.Scope, s *ast.If) {
	w.inner(sc, func(sc *sema.Scope) {
		out := sema.Stmt{Op: sema.StmtIf}
		init := func() { out.Init = w.nested(func() { w.stmt(sc, s.Init) }) }
		if s.Constexpr {
			w.uncheckedCalls(init)
		} else {
			init()
		}
		head := -1
		var ends []int
		dead, comes := w.reach.dead, false
		branch := func(st ast.Stmt, ctx sema.Context) {
			if st == nil {
				return
			}
			if head < 0 {
				head = w.flow.Here()
			}
			w.flow.From(head, cfg.NeverIf(ctx&(sema.Dead|sema.Discarded) != 0))
			body := w.nested(func() { w.in(ctx, func() { w.inner(sc, func(sc *sema.Scope) { w.stmt(sc, st) }) }) })
			switch {
			case ctx&sema.Discarded != 0:
			case st == s.Then:
				out.Body = body
			default:
				out.Else = body
			}
			ends = append(ends, w.flow.Here())
			comes = comes || !w.reach.dead && ctx&(sema.Dead|sema.Discarded) == 0
			w.reach.dead = dead
		}
		always := false // the first arm is taken, whatever happens
		defer func() {
			w.emit(out)
			w.reach.dead = !(comes || !always && s.Else == nil && !dead)
			if head < 0 {
				return // no arm was walked
			}
			if !always && s.Else == nil {
				ends = append(ends, head)
			}
			w.flow.Join(ends...)
		}()
		if s.Consteval {
			out.Op, out.Default = sema.StmtIfConsteval, s.Not
			branch(s.Then, sema.Constant)
			branch(s.Else, 0)
			return
		}
		if s.Constexpr {
			always = w.ifConstexpr(sc, s, branch, &out)
			return
		}
		o := w.condition(sc, s.Cond, sema.Late, &out)
		then, els := sema.Context(0), sema.Context(0)
		if v, ok := o.Value.Bool(); ok {
			always = v
			if v {
				els = sema.Dead
			} else {
				then = sema.Dead
			}
		}
		branch(s.Then, then)
		branch(s.Else, els)
	})
}

// uncheckedCalls walks what stands before the arms of an if constexpr: of a template's definition front ends check no call there.
func (w *walker) uncheckedCalls(walk func()) {
	if !w.definition() {
		walk()
		return
	}
	calls, launches := len(w.facts.Calls), len(w.facts.Launches)
	walk()
	for i := range w.facts.Calls[calls:] {
		w.facts.Calls[calls+i].Context |= sema.Undecided
	}
	for i := range w.facts.Launches[launches:] {
		w.facts.Launches[launches+i].Context |= sema.Undecided
	}
}

// ifConstexpr walks the live arm; outside templates the discarded one is walked too, marked: rules about variables look
// there, in definitions of templates too. In an instance the discarded arm is not instantiated at all.
func (w *walker) ifConstexpr(sc *sema.Scope, s *ast.If, branch func(ast.Stmt, sema.Context), out *sema.Stmt) (always bool) {
	var value types.Value
	w.uncheckedCalls(func() {
		w.in(sema.Constant|sema.ConstexprCond, func() { value = w.condition(sc, s.Cond, 0, out).Value })
	})
	if value.Kind == types.UnknownValue && out.X != nil {
		value = w.u.EvalTree(out.X, sema.EvalOptions{}) // with the conversion of an object
	}
	if s.Cond.X != nil && !value.IsKnown() {
		value = w.u.Eval(sc, s.Cond.X, sema.EvalOptions{})
	}
	v, ok := value.Bool()
	out.X = nil
	if ok {
		out.X = constantTree(constant.Int(w.u.T.Basic(ast.Bool), constant.Truth(v)))
	}
	plain, arm := branch, sema.ConstexprArm
	if w.facts != nil && w.facts.Template {
		arm |= sema.Undecided
	}
	branch = func(st ast.Stmt, ctx sema.Context) { plain(st, ctx|arm) }
	switch {
	case !ok && value.Kind == types.DependentValue:
		branch(s.Then, 0)
		branch(s.Else, 0)
	case !ok:
		// Which arm is live is not known: nothing in either is.
		if w.facts != nil {
			w.facts.Bad = append(w.facts.Bad, w.site(sc, s))
		}
	case v:
		branch(s.Then, 0)
		if !w.inTemplate() || w.definition() {
			branch(s.Else, sema.Discarded)
		}
	default:
		if !w.inTemplate() || w.definition() {
			branch(s.Then, sema.Discarded)
		}
		branch(s.Else, 0)
	}
	return ok && v
}

// inTemplate reports whether the body is a template's or an instance's.
func (w *walker) inTemplate() bool {
	if w.f == nil {
		return false
	}
	for c := w.f.MemberOf; c != nil; {
		if c.Template != nil {
			return true
		}
		p, ok := c.Within.(*sema.Class)
		if !ok {
			break
		}
		c = p
	}
	return w.f.Template != nil || w.lambda != nil && w.lambda.CallT != nil
}

// declaredResult is the declared result of the function whose body is walked; nil where it has none to return to.
func (w *walker) declaredResult() *types.Type {
	if w.ret == nil || w.facts == nil || w.facts.Func == nil {
		return nil
	}
	if t := w.u.FuncType(w.facts.Func); t.Kind == types.Func {
		return t.Elem
	}
	return nil
}

// deducedResult is what a placeholder stands for by a return statement with the value o, written e. Statements that disagree leave the
// function's result unknown.
func (w *walker) deducedResult(sc *sema.Scope, e ast.Expr, declared *types.Type, o sema.Operand) *types.Type {
	placeholder := w.ret.Spec.Type
	if trailing := w.ret.Sig.Trailing; trailing != nil {
		placeholder = trailing.Spec.Type
	} else if len(w.ret.Dtor.Ops) != 1 {
		placeholder = nil
	}
	var t *types.Type
	if a, ok := placeholder.(*ast.AutoType); ok && a.Decltype {
		t = w.u.Decltype(sc, e)
	} else {
		t = w.u.DeduceAuto(declared, o)
	}
	switch {
	case w.facts.Return == nil:
		w.facts.Return = t
	case w.facts.Return != t && !t.IsDependent():
		w.facts.Return = w.u.T.Unknown()
	}
	return t
}

// ownVar reports whether a variable is one of the body that is walked: what a lambda captures is not, and returned as members are.
func (w *walker) ownVar(v *sema.Var) bool { return v.Lambda == w.lambda && !v.InitCapture }

// isReturnedLocal reports whether o is a local whose class makes one: it is moved, or its copy elided [class.copy.elision]. From C++20 on
// what a local rvalue reference names is moved like one.
func (w *walker) isReturnedLocal(o sema.Operand, declared *types.Type) bool {
	return declared.Kind == types.Class && o.Type.Kind == types.Class && o.Cat == sema.LValue && o.Base != nil && sema.Automatic(o.Base.Var) && w.ownVar(o.Base.Var) &&
		(!o.Base.ViaRef || w.u.Std >= 20 && o.Base.Var.Type.Kind == types.RRef) && !o.Base.Element && len(o.Base.Path) == 0 && !sema.IsDependent(o)
}

// asMoved is a local that is returned as another class: the value that it is moved as, where a constructor takes it by rvalue reference.
// Front ends ask no more of the reference, in any standard, and move for no conversion function.
func (w *walker) asMoved(o sema.Operand, declared *types.Type) sema.Operand {
	m := o
	m.Cat = sema.XValue
	c := w.u.ImplicitConversion(m, declared, sema.ConvOptions{})
	switch {
	case c.Rank == sema.RankUnknown, c.OK() && c.User == nil && !c.Ambiguous,
		c.OK() && c.User != nil && c.User.Kind == sema.Constructor && c.First != nil && c.First.To.Kind == types.RRef:
		return m
	}
	return o
}

// returnStmt walks a return statement and returns what is known of the returned value.
func (w *walker) returnStmt(sc *sema.Scope, s *ast.Return) sema.Node {
	u := w.u
	mark := len(w.full)
	defer w.endFull(mark)
	declared := w.declaredResult()
	if s.Co {
		w.keyword(sc, sema.CoReturn, s)
	}
	if s.X == nil {
		w.emit(sema.Stmt{Op: sema.StmtReturn})
		if declared != nil && sema.HasAuto(declared) && w.facts != nil && w.facts.Return == nil {
			w.facts.Return = u.T.Basic(ast.Void)
		}
		return 0
	}
	o := w.expr(sc, s.X)
	out := sema.Stmt{Op: sema.StmtReturn, X: o.Tree}
	defer func() { w.emit(out) }()
	site := w.site(sc, s.X)
	if s.Co || declared == nil {
		w.consumeUnknown(o)
		return 0
	}
	if sema.HasAuto(declared) {
		declared = w.deducedResult(sc, s.X, declared, o)
	}
	if declared.IsVoid() {
		w.discard(o)
		return 0
	}
	if w.definition() && (o.Type.Kind != types.Braced || declared.IsDependent()) {
		w.consumeUnknown(o) // the conversion to the result type is left to the instance
		return 0
	}
	w.noteReturned(o, declared)
	local := w.isReturnedLocal(o, declared)
	if local && w.u.ClassOf(declared) == w.u.ClassOf(o.Type) {
		m := o // for whose move a constructor must exist, elided or not
		m.Cat = sema.XValue
		w.copyClass(m, declared.Unqual(), site, sema.CallReturnCopy)
		return 0
	}
	if local {
		o = w.asMoved(o, declared)
	}
	w.in(latePointer(o), func() { o = w.initCopy(sc, o, declared, site, sema.CallReturnCopy) })
	w.becomes(o, sema.Returned)
	out.X = o.Tree
	return w.flow.Argument(o, declared)
}

// rangeFor is [stmt.ranged].
func (w *walker) rangeFor(sc *sema.Scope, s *ast.RangeFor) {
	w.inner(sc, func(sc *sema.Scope) {
		out := sema.Stmt{Op: sema.StmtRange, Init: w.nested(func() { w.stmt(sc, s.Init) })}
		mark := len(w.full)
		r := w.expr(sc, s.Range)
		site := w.site(sc, s.Range)
		elem := w.rangeElement(sc, r, site, &out)
		body := sc.Child(sema.BlockScope)
		l := w.flow.BeginLoop(false)
		var v *sema.Var
		turn := w.nested(func() {
			v = w.declareRange(body, s, elem)
			w.flow.Decide(&l, false, false)
			w.reach.loop(func() (endless bool) {
				w.loopBody(body, s.Body, l, w.site(sc, s))
				return false
			})
		})
		out.X, out.Body = r.Tree, turn
		w.emit(out)
		if w.facts != nil {
			w.destroyLocals(body)
		}
		if v != nil && !v.Type.IsRef() && !v.Type.IsDependent() {
			w.destroy(v.Type, v.Place, sema.CallTempDtor)
		}
		w.endFull(mark)
	})
}

// rangeElement is *begin, with the calls that iterating makes.
func (w *walker) rangeElement(sc *sema.Scope, r sema.Operand, site sema.Site, out *sema.Stmt) sema.Operand {
	u := w.u
	element := &sema.Expr{Op: sema.ExprSlot, Slot: sema.SlotElement}
	switch {
	case r.Type.Kind == types.Braced:
		t := u.deduceInitializerList(r.Braced)
		if c := u.ClassOf(t); c != nil && len(c.Args) > 0 {
			for _, b := range r.Braced {
				w.initCopy(sc, b, c.Args[0].Type, site, sema.CallCopy)
			}
			w.listObject(c, site)
			return sema.Operand{Type: u.T.Qualify(c.Args[0].Type, ast.Const), Cat: sema.LValue}
		}
		w.consumeUnknown(r)
		return w.unknown()
	case sema.IsDependent(r):
		w.use(r, sema.UnknownUse, nil)
		w.dependentCall(site)
		d := w.dependentExpr(sc, r.Expr)
		d.Cat = sema.LValue
		return d
	case r.Type.Kind == types.Array:
		w.use(r, sema.Bind, nil)
		return sema.Operand{Type: r.Type.Elem, Cat: sema.LValue, Tree: element}
	case r.IsUnknown() || r.Type.Kind != types.Class:
		w.consumeUnknown(r)
		w.unknownCall(site, sema.ReasonArgument)
		return w.unknown()
	}
	obj := r.Typed(&sema.Expr{Op: sema.ExprSlot, Slot: sema.SlotRange})
	obj.Cat = sema.LValue
	w.use(r, sema.Bind, nil)
	begin, ok := w.rangeCall(sc, obj, u.Syms.Begin, site)
	end, ok2 := w.rangeCall(sc, obj, u.Syms.End, site)
	if !ok || !ok2 {
		return w.unknown()
	}
	out.Range = &sema.RangeCalls{Begin: begin.Tree, End: end.Tree}
	begin.Cat, end.Cat = sema.LValue, sema.LValue
	begin.Base, end.Base = nil, nil
	if begin.Type.Kind == types.Pointer {
		return sema.Operand{Type: begin.Type.Elem, Cat: sema.LValue, Tree: element}
	}
	begin.Tree, end.Tree = &sema.Expr{Op: sema.ExprSlot, Slot: sema.SlotBegin}, &sema.Expr{Op: sema.ExprSlot, Slot: sema.SlotEnd}
	out.Range.Differ = w.boolean(sc, w.rangeOperator(sc, token.NotEq, []sema.Operand{begin, end}, site), site).Tree
	out.Range.Next = w.rangeOperator(sc, token.PlusPlus, []sema.Operand{begin}, site).Tree
	return w.rangeOperator(sc, token.Star, []sema.Operand{begin}, site)
}

func (w *walker) rangeCall(sc *sema.Scope, obj sema.Operand, sym tokenSym, site sema.Site) (sema.Operand, bool) {
	u := w.u
	c := u.ClassOf(obj.Type)
	name := &ast.Name{Span: site.Span, Parts: []ast.NamePart{{Span: site.Span, Sym: sym}}}
	set := &sema.OverloadSet{Name: name, Site: site, NamingClass: c}
	var object *sema.Operand
	var args []sema.Operand
	if f := u.LookupMember(c, sym); f.State == sema.FoundOK {
		set.Cands, set.Incomplete = f.Entities, f.Incomplete
		object = &obj
	} else if f.State == sema.NotFound {
		ents, complete := u.LookupADL(sc, sym, []sema.Operand{obj})
		set.Cands, set.Incomplete = ents, !complete
		args = []sema.Operand{obj}
	} else {
		w.unknownCall(site, "begin and end are not known")
		return w.unknown(), false
	}
	r := u.ResolveCall(set, object, args)
	if r.Status != sema.Resolved {
		w.unknownCall(site, r.Unresolved())
		return w.unknown(), false
	}
	w.call(sema.Call{Kind: sema.CallRangeFor, Callee: r.Func, Site: site, Full: site})
	return w.result(r.Func, site).Typed(w.callTree(r.Func, sema.CallRangeFor, object, args)), true
}

// declareRange declares what a range-based for loop declares, and returns the variable that each turn destroys. The front
// end does not look at the variable's own constructor and destructor as it does at other locals'.
func (w *walker) declareRange(sc *sema.Scope, s *ast.RangeFor, elem sema.Operand) *sema.Var {
	u := w.u
	switch d := s.Decl.(type) {
	case *ast.SimpleDecl:
		w.declaredWith(sc, &d.Spec)
		if len(d.Declarators) == 0 || d.Declarators[0].Name == nil {
			return nil
		}
		dt := d.Declarators[0]
		v := &sema.Var{Kind: sema.LocalVar, Func: sc.Func, Lambda: sc.Lambda, Scope: sc, InRange: true}
		v.Unit, v.Spelling, v.Place, v.Within = u.Unit, dt.Name.Last().Sym, sema.Site{Chunk: sc.Chunk, Span: dt.Name.Span}, sema.ScopeEntity(sc)
		v.Decls = []*sema.VarDecl{{Site: v.Place, Full: sema.Site{Chunk: sc.Chunk, Span: d.Span}, Spec: &d.Spec, Dtor: dt, Scope: sc, Defines: true, Alone: true}}
		t := u.DeclaratorType(sc, &d.Spec, dt)
		if sema.HasAuto(t) {
			t = u.DeduceAuto(t, elem)
		}
		v.Type = t
		o := w.initCopy(sc, elem, t, v.Place, sema.CallCopy)
		w.emit(sema.Stmt{Op: sema.StmtDecl, Var: v, X: o.Tree})
		w.flow.Assign(w.flow.Variable(v), w.flow.Argument(o, t), t, w.ctx, v.Place)
		sc.Add(v)
		w.noteLocal(v)
		return v
	case *ast.BindingDecl:
		return w.bindings(sc, d, elem, true)
	}
	return nil
}

// ---- Declarations in bodies

func (w *walker) declStmt(sc *sema.Scope, s *ast.DeclStmt) {
	if s.Ambiguous && !w.declares(sc, s.Decl) {
		span := s.Span
		if span.Hi > span.Lo {
			span.Hi-- // the semicolon
		}
		e := outline.ParseExpr(sc.Chunk.Chunk, span, sema.ScopeNames{Unit: w.u.Unit, Scope: sc})
		mark := len(w.full)
		o := w.expr(sc, e)
		w.emit(sema.Stmt{Op: sema.StmtExpr, X: o.Tree})
		w.discard(o)
		w.endFull(mark)
		return
	}
	w.decl(sc, s.Decl)
}

// declares decides an ambiguous statement: it is a declaration when its first name is a type.
func (w *walker) declares(sc *sema.Scope, d ast.Decl) bool {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok {
		return true
	}
	nt, ok := sd.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename {
		return true
	}
	f := w.u.LookupName(sc, nt.Name)
	if f.State != sema.FoundOK {
		return f.State != sema.FoundDependent
	}
	return w.u.NamesType(f.Entities)
}

func (w *walker) decl(sc *sema.Scope, d ast.Decl) {
	u := w.u
	tgt := sema.Target{Block: sc}
	switch d := d.(type) {
	case *ast.SimpleDecl:
		w.simpleDecl(sc, d)
	case *ast.BindingDecl:
		init := u.ParseInit(sc, d.Init)
		if init == nil || len(init.Args) != 1 {
			return
		}
		mark := len(w.full)
		w.in(sema.InInit, func() { sc.Locals = append(sc.Locals, w.bindings(sc, d, w.expr(sc, init.Args[0]), false)) })
		w.endFull(mark)
	case *ast.StaticAssert:
		if d.X != nil {
			w.in(sema.Constant|sema.Strict, func() { w.boolean(sc, w.expr(sc, d.X), w.site(sc, d)) })
		}
	case *ast.BadDecl:
		w.emit(sema.Stmt{Op: sema.StmtOther})
		if w.facts != nil {
			w.facts.Bad = append(w.facts.Bad, w.site(sc, d))
		}
		u.Declare(tgt, sc, sc.Chunk, d, sema.DeclContext{})
	case *ast.AliasDecl:
		u.Declare(tgt, sc, sc.Chunk, d, sema.DeclContext{})
		w.localClass(sc, &d.Type.Spec)
		w.typeConstants(sc, d.Type)
	case *ast.TemplateDecl:
		u.Declare(tgt, sc, sc.Chunk, d, sema.DeclContext{})
		w.strayTemplate(sc, d.Inner)
	default:
		u.Declare(tgt, sc, sc.Chunk, d, sema.DeclContext{})
	}
}

// strayTemplate reads a template that is declared in a block: see functionWithin.
func (w *walker) strayTemplate(sc *sema.Scope, d ast.Decl) {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok {
		return
	}
	names := make([]*ast.Name, 0, len(sd.Declarators)+1)
	for _, declarator := range sd.Declarators {
		names = append(names, declarator.Name)
	}
	if ct, ok := sd.Spec.Type.(*ast.ClassType); ok {
		names = append(names, ct.Class.Name)
	}
	for _, name := range names {
		if name == nil || !name.Simple() {
			continue
		}
		set := sc.Set(name.Last().Sym)
		w.u.Link(set, sema.Target{Block: sc})
		for _, l := range set.Linked {
			t, ok := l.Entity.(*sema.Template)
			switch {
			case !ok:
			case t.Func != nil:
				w.functionWithin(t.Func)
			default:
				w.classWithin(w.u.PatternClass(t))
			}
		}
	}
}

// localClass notes the class that specifiers define, if any.
func (w *walker) localClass(sc *sema.Scope, spec *ast.Specifiers) {
	if ct, ok := spec.Type.(*ast.ClassType); ok {
		w.classWithin(w.u.ClassOf(w.u.ResolveTypeSpec(sc, ct)))
	}
}

// classWithin notes a class that is defined in the body, with those in it.
func (w *walker) classWithin(c *sema.Class) {
	if c == nil || w.facts == nil {
		return
	}
	for _, c := range w.u.WithNested(c) {
		w.facts.LocalClasses = append(w.facts.LocalClasses, c)
		for _, e := range c.Members() {
			switch e := e.(type) { // what their types name is noted here, whoever asks for them first
			case *sema.Func:
				if !e.Implicit {
					w.u.FuncType(e)
				}
			case *sema.Template:
				if e.Func != nil {
					w.u.FuncType(e.Func)
				}
			case *sema.Field:
				w.u.FieldType(e)
			}
		}
	}
}

func (w *walker) simpleDecl(sc *sema.Scope, d *ast.SimpleDecl) {
	u := w.u
	u.Declare(sema.Target{Block: sc}, sc, sc.Chunk, d, sema.DeclContext{})
	w.declaredWith(sc, &d.Spec)
	w.localClass(sc, &d.Spec)
	for _, dt := range d.Declarators {
		if dt.Name == nil {
			continue
		}
		if d.Spec.Flags&ast.Typedef != 0 {
			w.bounds(sc, dt)
			continue
		}
		set := sc.Set(u.NameSym(dt.Name))
		u.Link(set, sema.Target{Block: sc})
		for i := range set.Raw {
			if set.Raw[i].Dtor != dt {
				continue
			}
			switch e := set.Raw[i].Entity.(type) {
			case *sema.Func:
				if w.facts != nil && !slices.Contains(w.facts.LocalFuncs, e) {
					w.facts.LocalFuncs = append(w.facts.LocalFuncs, e)
				}
				w.functionWithin(e)
			case *sema.Template:
				if e.Func != nil { // void f(auto);
					w.functionWithin(e.Func)
				}
			case *sema.Var:
				sc.Locals = append(sc.Locals, e)
				w.noteLocal(e)
				w.bounds(sc, dt)
				w.varInit(sc, e, dt, e.Place)
			}
		}
	}
}

// functionWithin reads a function, or the pattern of a template, that is declared in a block, as those behind a body are to whose end a brace
// is missing: what it names is noted here, whoever asks for it first.
func (w *walker) functionWithin(f *sema.Func) {
	w.u.FuncType(f)
	for _, fd := range f.Decls {
		if _, here := sema.ScopeEntity(fd.Scope).(*sema.Func); !here {
			continue
		}
		if w.u.Names != nil && fd.Sig != nil {
			w.u.SignatureScope(fd.Scope, fd.Sig)
		}
		if fd.Body != nil {
			w.u.Facts(f)
		}
	}
}

// integer is the value of an operand where the language asks for an integer: objects of classes are converted to one.
func (w *walker) integer(sc *sema.Scope, o sema.Operand) sema.Operand {
	if o.Type.Kind != types.Class || sema.IsDependent(o) {
		return w.load(o)
	}
	c := w.u.ConvertTo(o, func(t *types.Type) bool { return t.IsIntegral() || t.Kind == types.Enum })
	return w.apply(sc, o, c, c.To, o.SiteIn(sc), sema.CallTempCtor)
}

func (w *walker) noteLocal(v *sema.Var) {
	if w.facts != nil {
		w.facts.Locals = append(w.facts.Locals, v)
		if w.ctx&sema.Undecided != 0 {
			w.facts.Undecided = append(w.facts.Undecided, v)
		}
	}
}

// bounds walks the array bounds of a local declarator: constant expressions whose calls count.
func (w *walker) bounds(sc *sema.Scope, dt *ast.Declarator) {
	if w.facts == nil {
		return
	}
	for i := range dt.Ops {
		if dt.Ops[i].Kind == ast.OpArray && dt.Ops[i].Size != nil {
			w.in(sema.Constant|sema.Strict, func() { w.integer(sc, w.expr(sc, dt.Ops[i].Size)) })
		}
	}
}

// bindings declares a structured binding over an initialiser; inRange says that a range-based for loop does. It returns the object that is
// bound: it has no name, and is destroyed as any other.
func (w *walker) bindings(sc *sema.Scope, d *ast.BindingDecl, o sema.Operand, inRange bool) *sema.Var {
	u := w.u
	site := sema.Site{Chunk: sc.Chunk, Span: d.Span}
	w.emit(sema.Stmt{Op: sema.StmtOther})
	whole := u.boundObject(d, o)
	if whole.Kind == types.Array {
		kind := sema.Read
		if o.Base != nil && o.Base.Element && !sema.ElementOf(whole).IsConst() {
			kind = sema.AddressOf
		}
		w.use(o, kind, nil)
		w.copyElements(o, site)
	} else {
		w.initCopy(sc, o, whole, site, sema.CallLocalCtor)
	}
	elems := u.bindingTypes(whole, len(d.Syms))
	if w.facts != nil && u.ClassOf(whole.NonRef()) != nil && u.tupleElements(whole.NonRef(), 0) != nil {
		w.bindingGets(sc, d, whole)
	}
	for i, sym := range d.Syms {
		v := &sema.Var{Kind: sema.BindingVar, Func: sc.Func, Lambda: sc.Lambda, Scope: sc, BindingDecl: d, Index: i}
		v.Unit, v.Spelling, v.Place, v.Within = u.Unit, sym, sema.Site{Chunk: sc.Chunk, Span: d.Spans[i]}, sema.ScopeEntity(sc)
		v.Type = u.T.Unknown()
		if i < len(elems) {
			v.Type = elems[i]
		}
		v.Static, v.InRange = d.Spec.Flags&ast.Static != 0, inRange
		sc.Add(v)
		if i == 0 {
			w.noteLocal(v)
		}
	}
	object := &sema.Var{Kind: sema.LocalVar, Func: sc.Func, Lambda: sc.Lambda, Scope: sc, Type: whole}
	if d.Spec.Flags&ast.Static != 0 {
		object.Kind = sema.LocalStatic
	}
	object.Unit, object.Place = u.Unit, site
	if len(d.Spans) > 0 {
		object.Place.Span = d.Spans[0]
	}
	return object
}

// boundObject is the type of the object, or reference, that a structured binding makes of its initialiser.
func (u *Model) boundObject(d *ast.BindingDecl, o sema.Operand) *types.Type {
	t := u.T.Qualify(u.T.Auto(), d.Spec.CV)
	switch d.Ref {
	case ast.OpLRef:
		t = u.T.LRef(t)
	case ast.OpRRef:
		t = u.T.RRef(t)
	default:
		if o.Type.Kind == types.Array {
			return u.T.Qualify(o.Type, d.Spec.CV) // arrays are copied here
		}
	}
	return u.DeduceAuto(t, o)
}

// bindingGets records the calls of get<i> that initialise the names of a tuple-like object's structured binding
// [dcl.struct.bind]: of the member, else by argument-dependent lookup.
func (w *walker) bindingGets(sc *sema.Scope, d *ast.BindingDecl, whole *types.Type) {
	u := w.u
	object := operandOf(whole)
	if whole.Kind != types.LRef {
		object.Cat = sema.XValue
	}
	member := slices.ContainsFunc(u.LookupMember(u.ClassOf(whole.NonRef()), u.Syms.Get).Entities, func(e sema.Entity) bool {
		t, ok := e.(*sema.Template)
		return ok && t.Kind == sema.FuncTemplate
	})
	for i := range d.Syms {
		index := types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.ULong), Int: int64(i)}
		set := &sema.OverloadSet{Explicit: []types.Arg{{Kind: types.ValueArg, Value: index}}, HasExplicit: true, HasADL: true}
		args, this := []sema.Operand{object}, (*sema.Operand)(nil)
		if member {
			set.Cands, set.NamingClass = u.LookupMember(u.ClassOf(whole.NonRef()), u.Syms.Get).Entities, u.ClassOf(whole.NonRef())
			args, this = nil, &object
		} else {
			set.Cands, _ = u.LookupADL(sc, u.Syms.Get, args)
		}
		if r := u.ResolveCall(set, this, args); r.Status == sema.Resolved {
			site := sema.Site{Chunk: sc.Chunk, Span: d.Spans[i]}
			w.call(sema.Call{Kind: sema.CallBinding, Callee: r.Func, Site: site, Full: site})
		}
	}
}

// bindingTypes are the types of a structured binding's names [dcl.struct.bind].
func (u *Model) bindingTypes(whole *types.Type, n int) []*types.Type {
	t := whole.NonRef()
	if t.Kind == types.Array {
		out := make([]*types.Type, n)
		for i := range out {
			out[i] = t.Elem
		}
		return out
	}
	c := u.ClassOf(t)
	if c == nil {
		if t.IsDependent() {
			out := make([]*types.Type, n)
			for i := range out {
				out[i] = u.T.Dependent("binding", nil, []types.Arg{{Kind: types.TypeArg, Type: t}})
			}
			return out
		}
		return nil
	}
	if out := u.tupleElements(t, n); out != nil {
		return out
	}
	// All public data members are direct members of one class.
	for len(c.Fields()) == 0 && len(c.Bases()) == 1 && c.Bases()[0].Class != nil {
		c = c.Bases()[0].Class
	}
	var out []*types.Type
	for _, f := range c.Fields() {
		ft := u.FieldType(f)
		if !ft.IsRef() {
			cv := t.CV
			if f.Mutable {
				cv &^= ast.Const
			}
			ft = u.T.Qualify(ft, cv)
		}
		out = append(out, ft)
	}
	if len(out) != n {
		return nil
	}
	return out
}

// tupleElements are std::tuple_element<i, T>::type, nil where std::tuple_size<T> is not complete.
func (u *Model) tupleElements(t *types.Type, n int) []*types.Type {
	ns := u.Global.Nested[u.Syms.Std]
	if ns == nil {
		return nil
	}
	tmpl := func(sym tokenSym) *sema.Template {
		for _, e := range u.LookupDirect(ns, sym, sema.MaxOrd).Entities {
			if t, ok := e.(*sema.Template); ok && t.Kind == sema.ClassTemplate {
				return t
			}
		}
		return nil
	}
	size, elem := tmpl(u.Syms.TupleSize), tmpl(u.Syms.TupleElement)
	if size == nil || elem == nil {
		return nil
	}
	c := u.InstantiateClass(size, []types.Arg{{Kind: types.TypeArg, Type: t.Unqual()}})
	if c == nil || u.Complete(c) == sema.Incomplete {
		return nil
	}
	out := make([]*types.Type, n)
	for i := range out {
		idx := types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.ULong), Int: int64(i)}
		out[i] = u.T.Unknown()
		ec := u.InstantiateClass(elem, []types.Arg{{Kind: types.ValueArg, Value: idx}, {Kind: types.TypeArg, Type: t}})
		if ec == nil {
			continue
		}
		for _, e := range u.LookupMember(ec, u.Syms.Typ).Entities {
			if sema.IsTypeEntity(e) {
				out[i] = u.TypeOfEntity(nil, e, &ast.NamePart{})
			}
		}
	}
	return out
}

// BindingType is the type of a namespace-scope structured binding's name, or of what it is bound to.
func (u *Model) BindingType(v *sema.Var) *types.Type {
	d := v.BindingDecl
	init := u.ParseInit(v.Scope, d.Init)
	if init == nil || len(init.Args) != 1 {
		return u.T.Unknown()
	}
	whole := u.boundObject(d, u.TypeOf(v.Scope, init.Args[0]))
	if v.Index < 0 {
		return whole
	}
	elems := u.bindingTypes(whole, len(d.Syms))
	switch {
	case v.Index >= len(elems):
		return u.T.Unknown()
	case u.ClassOf(whole.NonRef()) == nil || u.tupleElements(whole.NonRef(), 0) == nil:
		return elems[v.Index]
	}
	return u.T.RRef(elems[v.Index]) // a variable that refers to what get returned
}
