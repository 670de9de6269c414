package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/cfg"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// walker types the expressions and statements of one body and records what they do. With facts nil it only types: that is
// how unevaluated operands are read.
type walker struct {
	u      *Model
	f      *sema.Func
	lambda *sema.Lambda
	facts  *sema.Facts
	// noted, where facts is nil, are those of the body whose unevaluated operand is walked: they take its constructs.
	noted *sema.Facts
	// flow takes what happens in the order of evaluation; nil unless somebody asked for that.
	flow *cfg.Builder
	ctx  sema.Context
	// initialises: in the initialiser of a variable, but for captures and the statements of a statement expression.
	initialises bool
	// wholeInit is the initialiser that is walked, where it is evaluated as a constant if it is one.
	wholeInit *wholeInit
	// staticInit: in the initialiser of a static variable, which is made when the program is compiled.
	staticInit bool
	// arg is the place of the default argument being walked.
	arg sema.Site
	// steps bound the work on one body.
	steps int
	full  []pendingTemp
	// ret is the declaration whose result type return statements convert to.
	ret *sema.FuncDecl
	// argDepth counts the default arguments and default member initialisers around what is walked.
	argDepth int
	// returned is the local that all return statements so far return; mixed tells that there is no such one.
	returned *sema.Var
	mixed    bool
	// effects counts the calls, and the writes of what is not automatic, walked so far.
	effects int
	// looks counts the reads of what is not automatic.
	looks int
	// taken counts the values of lvalues that were taken.
	taken int
	// loose are the records of which nothing is left where a constant is made of them: numbers of references, from 1 up, and of
	// uses, from -1 down.
	loose []int32
	// reach is whether control comes to what is walked.
	reach reach
	// ended counts the scopes whose variables were destroyed.
	ended int32
	// resolving: the walk serves constant evaluation, and asks for none itself.
	resolving bool
	// stmts get the statements, where it is not nil.
	stmts *[]*sema.Stmt
	// trial: what is recorded is looked at and thrown away, so that nothing happens for certain.
	trial bool
}

// pendingTemp is a temporary whose destructor runs at the end of the full-expression.
type pendingTemp struct {
	call int // index in facts.Calls of the constructor call, -1 for none
	site sema.Site
	typ  *types.Type
	// unmade is Folded where a constant condition rules the temporary out.
	unmade sema.Context
}

// wholeInit is the initialiser of a static variable, a const scalar or a reference, bound to it.
type wholeInit struct {
	sc    *sema.Scope
	x     ast.Expr
	bound bool
}

const (
	maxSteps = 400_000
	// maxArgDepth bounds the default arguments and default member initialisers within each other.
	maxArgDepth = 8
)

// TypeOf types an expression without recording anything.
func (u *Model) TypeOf(sc *sema.Scope, e ast.Expr) sema.Operand {
	if !u.EnterDeep() {
		return sema.Operand{Type: u.T.Unknown()}
	}
	defer u.LeaveDeep()
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda}
	return w.expr(sc, e)
}

// quiet is a walker like w for an operand that is not evaluated: it records constructs alone.
func (w *walker) quiet() *walker {
	q := *w
	if q.facts != nil {
		q.noted = q.facts
	}
	q.facts, q.full, q.flow, q.stmts = nil, nil, nil, nil
	return &q
}

// definition reports whether the body is a template's definition, where front ends read less than in instances.
func (w *walker) definition() bool { return w.facts != nil && w.facts.Template }

// without runs fn with circumstances taken away.
func (w *walker) without(c sema.Context, fn func()) {
	old := w.ctx
	w.ctx &^= c
	fn()
	w.ctx = old
}

// in runs fn with circumstances added.
func (w *walker) in(c sema.Context, fn func()) {
	old := w.ctx
	w.ctx |= c
	fn()
	w.ctx = old
}

// apart walks what a variable that is being initialised is not initialised by, though it stands in its initialiser.
func (w *walker) apart(c sema.Context, fn func()) {
	within := w.initialises
	w.initialises = false
	w.in(c, fn)
	w.initialises = within
}

func (w *walker) site(sc *sema.Scope, n ast.Node) sema.Site {
	return sema.Site{Chunk: sc.Chunk, Span: n.Pos()}
}

func (w *walker) call(c sema.Call) int {
	if c.Callee == nil {
		return -1
	}
	w.named(c.Callee, c.Site)
	w.refusesDeleted(c.Callee)
	if w.facts == nil {
		w.u.Mention(sema.Mention{Func: c.Callee, Site: c.Site})
		return -1
	}
	c.Context |= w.ctx
	if w.lambda != nil && w.lambda.Folded {
		c.Context |= sema.Folded
	}
	if w.ctx&sema.InDefaultArg != 0 {
		c.Arg = c.Site
		c.Site, c.Full = w.arg, w.arg
	}
	w.effects++
	w.facts.Calls = append(w.facts.Calls, c)
	w.flow.Call(sema.FlowCall{Callee: c.Callee, Kind: c.Kind, Site: c.Site, Full: c.Full, Virtual: c.Virtual}, c.Context)
	return len(w.facts.Calls) - 1
}

// dependentCall records a call that cannot be resolved before instantiation.
func (w *walker) dependentCall(site sema.Site) {
	if w.facts == nil {
		return
	}
	w.effects++
	w.facts.Calls = append(w.facts.Calls, sema.Call{Dependent: true, Site: site, Full: site, Context: w.ctx})
	w.flow.Call(sema.FlowCall{Dependent: true, Site: site, Full: site}, w.ctx)
}

func (w *walker) unknownCall(site sema.Site, reason string) {
	if w.facts == nil || w.ctx&sema.Discarded != 0 {
		return
	}
	if reason == "" {
		reason = "unknown"
	}
	w.effects++
	w.facts.AddUnknown(site, reason)
	w.flow.Call(sema.FlowCall{Site: site, Full: site}, w.ctx)
}

func (w *walker) unknown() sema.Operand { return sema.Operand{Type: w.u.T.Unknown()} }

func (w *walker) dependent(key string) sema.Operand {
	return sema.Operand{Type: w.u.T.Dependent("expr:"+key, nil, nil), Dependent: true, Value: types.Value{Kind: types.DependentValue, Index: -1, Key: key}}
}

// dependentExpr is the operand of an expression that depends on template parameters.
func (w *walker) dependentExpr(sc *sema.Scope, e ast.Expr) sema.Operand {
	if !w.u.Spend(int(e.Pos().Hi-e.Pos().Lo) / tokensPerStep) {
		return w.unknown()
	}
	o := w.dependent(w.u.TokenKey(sc, e.Pos()))
	o.Expr = e
	return o
}

// tokensPerStep are the tokens that go into a key in the time of a step.
const tokensPerStep = 32

// use records what happens to the storage that o denotes.
func (w *walker) use(o sema.Operand, kind sema.UseKind, callee *sema.Func) {
	if w.facts == nil {
		return
	}
	if (kind == sema.Write || kind == sema.ReadWrite) && (o.Base == nil || o.Base.ViaRef || !sema.Automatic(o.Base.Var)) {
		w.effects++
	}
	if kind == sema.Read && (o.Base == nil || o.Base.ViaRef || !sema.Automatic(o.Base.Var)) {
		w.looks++
	}
	if kind == sema.Read && o.Cat != sema.PRValue {
		w.taken++
	}
	if w.flow != nil {
		w.flow.Use(o, kind, w.ctx, w.useSite(o.SiteOf()), callee)
	}
	w.useOf(o, kind, callee)
}

func (w *walker) useOf(o sema.Operand, kind sema.UseKind, callee *sema.Func) {
	for i, a := range o.Arms {
		a.Expr = nil // what is used is not named by itself
		ctx := sema.Late | sema.Arm
		switch {
		case a.Dead:
			ctx = sema.Folded
		case o.Arms[len(o.Arms)-1-i].Dead:
			ctx = 0
		}
		w.without(sema.InInit, func() {
			w.in(ctx, func() {
				w.useOf(a, kind, callee)
				if kind == sema.Read {
					w.heldFunction(a)
				}
			})
		})
	}
	if o.Base == nil {
		if kind == sema.Read && w.ctx&sema.Arm == 0 {
			w.copiedArgument(o)
		}
		return
	}
	b := o.Base
	if sema.Automatic(b.Var) {
		return
	}
	if kind == sema.UnknownUse {
		o, kind = w.left(o)
	}
	if kind != sema.UnknownUse {
		w.settle(b)
	}
	switch {
	case (kind == sema.UnknownUse || kind == sema.Discard || kind == sema.DiscardElement) && (!b.ViaRef || b.Assigned || b.ViaMember):
	case b.TemplateArg:
		kind = sema.AsTemplateArg
	case b.ViaMember:
		kind = sema.ReadMember
	case b.ViaRef:
		kind = sema.Read
	case b.Assigned && kind == sema.Read:
		kind = sema.Discard
	}
	w.facts.Uses = append(w.facts.Uses, sema.Use{
		Var: b.Var, Kind: kind, Context: w.ctx, Site: w.useSite(b.Site), Path: b.Path, Element: b.Element, ConstIndex: b.ConstIndex,
		Subscript: b.Subscript, LiteralIndex: b.Literal,
		Type: o.Type, ViaSum: b.ViaSum, ViaRef: b.ViaRef, ViaPointer: b.ViaPointer, Reinterpreted: b.Reinterpreted, Named: isName(o.Expr),
		Callee: callee, Dependent: o.Dependent,
	})
	if w.seenThrough(&w.facts.Uses[len(w.facts.Uses)-1]) {
		w.loose = append(w.loose, -int32(len(w.facts.Uses)))
	}
}

// seenThrough reports whether a use reads an object, or an element of an array of pointers to functions: such are left to code unless a
// constant of another type is made of them; elements that are pointers to members, unless that is in an initialiser.
func (w *walker) seenThrough(u *sema.Use) bool {
	element := u.Subscript && u.ConstIndex && toFunction(u.Type) && (u.Type.Kind == types.Pointer || w.ctx&sema.InInit != 0)
	return u.Kind == sema.Read && (element || u.Type != nil && u.Type.Kind == types.Class) ||
		(u.Kind == sema.Bind || u.Kind == sema.AddressOf) && (u.Var.Constexpr || sema.ElementOf(w.u.VarType(u.Var)).IsConst())
}

// foldSince is about an expression that makes of what was recorded since some point nothing but a value: where that is known, val, front
// ends put it in the expression's place, and nothing is left but the functions whose addresses it holds.
func (w *walker) foldSince(since int, val types.Value) {
	kept := w.loose[:since]
	for _, n := range w.loose[since:] {
		switch {
		case n < 0:
			w.facts.Uses[-n-1].Context |= sema.Folded
		case val.Holds(w.facts.Refs[n-1].Func):
			kept = append(kept, n)
		default:
			w.facts.Refs[n-1].Context |= sema.Folded
		}
	}
	w.loose = kept
}

// isLoose reports whether an operand was made of anything that foldSince might leave nothing of.
func (w *walker) isLoose(o sema.Operand) bool {
	return o.Since > 0 && !w.resolving && int(o.Since) <= len(w.loose)
}

// constantOf is about the value o of an expression: where it is a constant other than an address, nothing is left of what is no part of it.
// What static_cast makes true of an address is no constant yet.
func (w *walker) constantOf(e ast.Expr, o sema.Operand) {
	if !w.isLoose(o) || w.ctx&sema.ConstexprInit != 0 || o.Cat == sema.LValue || !o.Type.IsArithmetic() && o.Type.Kind != types.Enum {
		return
	}
	if c, ok := e.(*ast.Cast); ok && c.Kind == ast.CastStatic && o.Type.IsBool() {
		return
	}
	if val := w.u.EvalTree(o.Tree, sema.EvalOptions{Runtime: true}); val.IsKnown() && val.Kind != types.AddressValue {
		w.foldSince(int(o.Since)-1, val)
	}
}

// tested is about an operand, which was loaded, of which it is asked whether it is null or zero.
func (w *walker) tested(o sema.Operand, tree *sema.Expr) {
	for tree != nil && tree.Op == sema.ExprBinary && tree.Tok == token.Comma {
		tree = tree.Args[1]
	}
	if w.isLoose(o) && !o.Type.IsBool() && w.u.EvalTree(tree, sema.EvalOptions{Runtime: true, Truth: true, Initial: w.ctx&sema.InInit != 0}).IsKnown() {
		w.foldSince(int(o.Since)-1, types.Value{})
	}
}

// copiedArgument is about the object that a template parameter of class type is bound to, where it is copied: the code has its value, with
// the addresses that this holds.
func (w *walker) copiedArgument(o sema.Operand) {
	if o.Tree == nil || o.Tree.Op != sema.ExprName || o.Type.Kind != types.Class {
		return
	}
	if _, ok := o.Tree.Entity.(*sema.TemplateParam); !ok {
		return
	}
	site := w.useSite(o.SiteOf())
	var each func(v types.Value)
	each = func(v types.Value) {
		switch e := v.Entity.(type) {
		case *sema.Func:
			w.ref(e, site)
		case *sema.Var:
			b := atAddress(e, v, site)
			b.TemplateArg = true
			w.useOf(sema.Operand{Type: w.u.VarType(e).NonRef(), Cat: sema.LValue, Base: b}, sema.AddressOf, nil)
		}
		for _, e := range v.Elems {
			each(e)
		}
	}
	each(o.Value)
}

// isName reports whether an expression is a name, of a member too.
func isName(e ast.Expr) bool {
	switch sema.Unparen(e).(type) {
	case *ast.NameExpr, *ast.MemberExpr:
		return true
	}
	return false
}

func (w *walker) useSite(s sema.Site) sema.Site {
	if w.ctx&sema.InDefaultArg != 0 && s.IsZero() {
		return w.arg
	}
	return s
}

// load is the lvalue-to-rvalue, array-to-pointer or function-to-pointer conversion of an operand that is used as a value.
func (w *walker) load(o sema.Operand) sema.Operand {
	if o.Type == nil {
		return w.unknown()
	}
	if o.Address {
		w.addressUse(o)
		o.Address, o.Base, o.Arms = false, nil, nil
		return o
	}
	if o.Set != nil {
		if f, ok := w.u.SingleFunction(o.Set); ok == sema.Yes && f != nil {
			o.Ref = w.ref(f, o.Set.Site)
		}
	}
	switch o.Type.Kind {
	case types.Array:
		w.use(o, sema.AddressOf, nil)
		o.Type = w.u.T.Pointer(o.Type.Elem)
		o.Node = w.flow.Decay(o.Node)
	case types.Func:
		if f, ok := o.Entity.(*sema.Func); ok {
			o.Ref = w.ref(f, w.exprSite(o))
		}
		o.Type, o.Node = w.u.T.Pointer(o.Type), 0
	default:
		if o.Cat != sema.PRValue {
			w.use(o, sema.Read, nil)
			o.Node = w.flow.Loaded(o.Node)
			o.Ref = w.heldFunction(o)
		}
		if o.Type.Kind != types.Class {
			o.Type = o.Type.Unqual()
		}
	}
	o.Cat, o.Base, o.Arms, o.Bits = sema.PRValue, nil, nil, false
	return o
}

func (w *walker) exprSite(o sema.Operand) sema.Site {
	if o.Base != nil {
		return o.Base.Site
	}
	return sema.Site{}
}

// addressUse records that the address an operand holds is used.
func (w *walker) addressUse(o sema.Operand) {
	a := o
	a.Cat = sema.LValue
	w.use(a, sema.AddressOf, nil)
}

// left is an operand that a template's definition leaves to its instances, and how it is used: a constant address waits, whereas
// the front end notes that of what is declared in the function as soon as it stands there, and forgets it where a value is read.
func (w *walker) left(o sema.Operand) (sema.Operand, sema.UseKind) {
	switch {
	case !w.definition() || !inFunction(o.Base):
		return o, sema.UnknownUse
	case o.Address:
		o.Cat = sema.LValue
		return o, sema.AddressOf
	case o.Base.Element && !o.Base.Assigned:
		return o, sema.DiscardElement
	}
	return o, sema.UnknownUse
}

// waits reports whether an operand is a constant address in a template's definition.
func (w *walker) waits(o sema.Operand) bool {
	return w.definition() && o.Address && !inFunction(o.Base)
}

// heldFunction records that the function is named whose address takes the place of a constant that is read, and returns the number of the
// record; 0 where it is no such constant.
func (w *walker) heldFunction(o sema.Operand) int32 {
	if f, early := w.pointsTo(o); early && o.Base != nil {
		return w.addRef(sema.FuncRef{Func: f, Site: o.Base.Site, Through: o.Base.Var})
	}
	return o.Ref
}

// inFunction reports whether what is named is declared in a function, static or external as it may be.
func inFunction(b *sema.VarRef) bool {
	return b != nil && (b.Var.Kind == sema.LocalVar || b.Var.Kind == sema.LocalStatic || b.Var.Kind == sema.LocalExtern)
}

// ref records that a function is named without being called, and returns the number of the record, from 1; 0 for none.
func (w *walker) ref(f *sema.Func, s sema.Site) int32 {
	return w.addRef(sema.FuncRef{Func: f, Site: s})
}

// foldRef notes that of a function's address nothing remains.
func (w *walker) foldRef(o sema.Operand) {
	if o.Ref > 0 && w.facts != nil {
		w.facts.Refs[o.Ref-1].Context |= sema.Folded
	}
}

// becomes notes what becomes of a function's address.
func (w *walker) becomes(o sema.Operand, fate sema.Fate) {
	if o.Ref > 0 && w.facts != nil {
		w.facts.Refs[o.Ref-1].Fate = fate
	}
}

// addRef records that a function is named without being called, and returns what its operand has as Ref.
func (w *walker) addRef(r sema.FuncRef) int32 {
	if r.Func == nil {
		return 0
	}
	if r.Through == nil {
		w.named(r.Func, r.Site)
	}
	if w.facts == nil {
		if !r.Converted && r.Through == nil {
			w.u.Mention(sema.Mention{Func: r.Func, Site: r.Site})
		}
		return 0
	}
	r.Context = w.ctx
	w.facts.Refs = append(w.facts.Refs, r)
	w.loose = append(w.loose, int32(len(w.facts.Refs)))
	return int32(len(w.facts.Refs))
}

// consumeUnknown uses operands whose fate is not known.
func (w *walker) consumeUnknown(os ...sema.Operand) {
	for _, o := range os {
		w.flow.Lose(o)
		if o.Address {
			if !w.waits(o) {
				w.addressUse(o)
			}
			continue
		}
		if o.Set != nil {
			for _, e := range o.Set.Cands {
				if f, ok := e.(*sema.Func); ok && (len(o.Set.Cands) == 1 || ownBuiltin(f)) {
					w.addRef(sema.FuncRef{Func: f, Site: o.Set.Site, Unknown: true})
				}
			}
			continue
		}
		if f, ok := o.Entity.(*sema.Func); ok && o.Type != nil && o.Type.Kind == types.Func {
			w.addRef(sema.FuncRef{Func: f, Site: w.exprSite(o), Unknown: true})
			continue
		}
		w.use(o, sema.UnknownUse, nil)
		w.consumeUnknown(o.Braced...)
	}
}

// leftToInstance are operands whose conversions a template's definition leaves to its instances, as front ends do where an
// object of class type is declared with a list or made by T(x), and where a closure is called: nothing is known of what happens to them.
func (w *walker) leftToInstance(os []sema.Operand) []sema.Operand {
	if !w.definition() {
		return os
	}
	w.consumeUnknown(os...)
	return withoutStorage(os)
}

// withoutStorage are operands of which nobody records any use.
func withoutStorage(os []sema.Operand) []sema.Operand {
	out := slices.Clone(os)
	for i := range out {
		out[i].Base, out[i].Address, out[i].Arms, out[i].Node = nil, false, nil, 0
		out[i].Braced = withoutStorage(out[i].Braced)
	}
	return out
}

// discard is a discarded-value expression.
func (w *walker) discard(o sema.Operand) {
	if o.Cat != sema.PRValue && o.Type != nil && o.Type.IsVolatile() && readWhenDiscarded(o.Expr) {
		w.load(o)
		return
	}
	if o.Loaded > 0 && w.facts != nil {
		w.facts.Uses[o.Loaded-1].Context |= sema.Folded // nothing is left of it
		w.foldRef(o)
	}
	for _, a := range o.Arms {
		w.foldRef(a)
	}
	switch {
	case o.Address:
		w.addressUse(o)
	case o.Base != nil && o.Base.Element && !o.Base.Assigned && !sema.ElementOf(w.u.VarType(o.Base.Var).NonRef()).IsConst() && !o.Base.ByPointer:
		w.use(o, sema.DiscardElement, nil)
	default:
		w.use(o, sema.Discard, nil)
	}
}

// readWhenDiscarded reports whether a discarded volatile glvalue of this form is read all the same [expr.context].
func readWhenDiscarded(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Paren:
		return readWhenDiscarded(e.X)
	case *ast.NameExpr, *ast.Index, *ast.MemberExpr:
		return true
	case *ast.Unary:
		return e.Op == token.Star
	case *ast.Conditional:
		return (e.T == nil || readWhenDiscarded(e.T)) && readWhenDiscarded(e.F)
	case *ast.Binary:
		return e.Op == token.DotStar || e.Op == token.ArrowStar || e.Op == token.Comma && readWhenDiscarded(e.Y)
	}
	return false
}
