package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// walker types the expressions and statements of one body and records what they do. With facts nil it only types: that is
// how unevaluated operands are read.
type walker struct {
	u      *Unit
	f      *Func
	lambda *Lambda
	facts  *Facts
	// noted, where facts is nil, are those of the body whose unevaluated operand is walked: they take its constructs.
	noted *Facts
	// flow takes what happens in the order of evaluation; nil unless somebody asked for that.
	flow *flowBuilder
	ctx  Context
	// staticInit: in the initialiser of a static variable, which is made when the program is compiled.
	staticInit bool
	// arg is the place of the default argument being walked.
	arg Site
	// steps bound the work on one body.
	steps int
	full  []pendingTemp
	// ret is the declaration whose result type return statements convert to.
	ret *FuncDecl
	// argDepth bounds default arguments within default arguments.
	argDepth int
	// returned is the local that all return statements so far return; mixed tells that there is no such one.
	returned *Var
	mixed    bool
	// effects counts the calls, and the writes of what is not automatic, walked so far.
	effects int
	// looks counts the reads of what is not automatic.
	looks int
	// taken counts the values of lvalues that were taken.
	taken int
	// resolving: the walk serves constant evaluation, and asks for none itself.
	resolving bool
	// typing: operands get their nodes, and stmts, where it is not nil, the statements.
	typing bool
	stmts  *[]*Stmt
	// trial: what is recorded is looked at and thrown away, so that nothing happens for certain.
	trial bool
}

// pendingTemp is a temporary whose destructor runs at the end of the full-expression.
type pendingTemp struct {
	call int // index in facts.Calls of the constructor call, -1 for none
	site Site
	typ  *types.Type
}

const maxSteps = 400_000

// typeOf types an expression without recording anything.
func (u *Unit) typeOf(sc *Scope, e ast.Expr) Operand {
	if !u.enterDeep() {
		return Operand{Type: u.T.Unknown()}
	}
	defer u.leave()
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
func (w *walker) without(c Context, fn func()) {
	old := w.ctx
	w.ctx &^= c
	fn()
	w.ctx = old
}

// in runs fn with circumstances added.
func (w *walker) in(c Context, fn func()) {
	old := w.ctx
	w.ctx |= c
	fn()
	w.ctx = old
}

func (w *walker) site(sc *Scope, n ast.Node) Site { return Site{sc.Chunk, n.Pos()} }

func (w *walker) call(c Call) int {
	if c.Callee == nil {
		return -1
	}
	w.named(c.Callee, c.Site)
	w.refusesDeleted(c.Callee)
	if w.facts == nil {
		w.u.mention(Mention{Func: c.Callee, Site: c.Site})
		return -1
	}
	c.Context |= w.ctx
	if w.ctx&InDefaultArg != 0 {
		c.Arg = c.Site
		c.Site, c.Full = w.arg, w.arg
	}
	w.effects++
	w.facts.Calls = append(w.facts.Calls, c)
	w.flow.call(FlowCall{Callee: c.Callee, Kind: c.Kind, Site: c.Site, Full: c.Full, Virtual: c.Virtual}, c.Context)
	return len(w.facts.Calls) - 1
}

// dependentCall records a call that cannot be resolved before instantiation.
func (w *walker) dependentCall(site Site) {
	if w.facts == nil {
		return
	}
	w.effects++
	w.facts.Calls = append(w.facts.Calls, Call{Dependent: true, Site: site, Full: site, Context: w.ctx})
	w.flow.call(FlowCall{Dependent: true, Site: site, Full: site}, w.ctx)
}

func (w *walker) unknownCall(site Site, reason string) {
	if w.facts == nil || w.ctx&Discarded != 0 {
		return
	}
	if reason == "" {
		reason = "unknown"
	}
	w.effects++
	w.facts.unknown(site, reason)
	w.flow.call(FlowCall{Site: site, Full: site}, w.ctx)
}

func (w *walker) unknown() Operand { return Operand{Type: w.u.T.Unknown()} }

func (w *walker) dependent(key string) Operand {
	return Operand{Type: w.u.T.Dependent("expr:"+key, nil, nil), Dependent: true, Value: types.Value{Kind: types.DependentValue, Index: -1, Key: key}}
}

// dependentExpr is the operand of an expression that depends on template parameters.
func (w *walker) dependentExpr(sc *Scope, e ast.Expr) Operand {
	o := w.dependent(w.u.tokenKey(sc, e.Pos()))
	o.Expr = e
	return o
}

func isDependent(o Operand) bool { return o.Dependent || o.Type != nil && o.Type.IsDependent() }

func anyOperandDependent(os []Operand) bool {
	for _, o := range os {
		if isDependent(o) || anyOperandDependent(o.Braced) {
			return true
		}
	}
	return false
}

// ---- Variables and their uses

// automatic reports whether a variable lives in a function's frame, so that no rule asks about its uses.
func automatic(v *Var) bool {
	switch v.Kind {
	case LocalVar:
		return !v.inDeviceMemory()
	case ParamVar:
		return true
	case BindingVar:
		return v.Func != nil && !v.Static
	}
	return false
}

// inDeviceMemory reports whether a local variable is declared with a memory space, and so not in the function's frame.
func (v *Var) inDeviceMemory() bool {
	for _, d := range v.Decls {
		for i := range d.Spec.CUDA {
			switch d.Spec.CUDA[i].Kind {
			case ast.SpecDevice, ast.SpecConstant, ast.SpecShared, ast.SpecManaged:
				return true
			}
		}
	}
	return false
}

// use records what happens to the storage that o denotes.
func (w *walker) use(o Operand, kind UseKind, callee *Func) {
	if w.facts == nil {
		return
	}
	if (kind == Write || kind == ReadWrite) && (o.base == nil || o.base.viaRef || !automatic(o.base.v)) {
		w.effects++
	}
	if kind == Read && (o.base == nil || o.base.viaRef || !automatic(o.base.v)) {
		w.looks++
	}
	if kind == Read && o.Cat != PRValue {
		w.taken++
	}
	if w.flow != nil {
		w.flowUse(o, kind, callee)
	}
	w.useOf(o, kind, callee)
}

func (w *walker) useOf(o Operand, kind UseKind, callee *Func) {
	for i, a := range o.arms {
		a.Expr = nil // what is used is not named by itself
		ctx := Late | Arm
		switch {
		case a.dead:
			ctx = Folded
		case o.arms[len(o.arms)-1-i].dead:
			ctx = 0
		}
		w.without(InInit, func() { w.in(ctx, func() { w.useOf(a, kind, callee) }) })
	}
	if o.base == nil {
		return
	}
	b := o.base
	if automatic(b.v) {
		return
	}
	if kind == UnknownUse {
		o, kind = w.left(o)
	}
	if kind != UnknownUse {
		w.settle(b)
	}
	switch {
	case (kind == UnknownUse || kind == Discard || kind == DiscardElement) && (!b.viaRef || b.assigned || b.viaMember):
	case b.templateArg:
		kind = AsTemplateArg
	case b.viaMember:
		kind = ReadMember
	case b.viaRef:
		kind = Read
	case b.assigned && kind == Read:
		kind = Discard
	}
	w.facts.Uses = append(w.facts.Uses, Use{
		Var: b.v, Kind: kind, Context: w.ctx, Site: w.useSite(b.site), Path: b.path, Element: b.element, ConstIndex: b.constIndex,
		Subscript: b.subscript, LiteralIndex: b.literal,
		Type: o.Type, ViaRef: b.viaRef, ViaPointer: b.viaPointer, Reinterpreted: b.reinterpreted, Named: isName(o.Expr),
		Callee: callee, Dependent: o.Dependent,
	})
}

// isName reports whether an expression is a name, of a member too.
func isName(e ast.Expr) bool {
	switch unparen(e).(type) {
	case *ast.NameExpr, *ast.MemberExpr:
		return true
	}
	return false
}

func (w *walker) useSite(s Site) Site {
	if w.ctx&InDefaultArg != 0 && s.IsZero() {
		return w.arg
	}
	return s
}

// load is the lvalue-to-rvalue, array-to-pointer or function-to-pointer conversion of an operand that is used as a value.
func (w *walker) load(o Operand) Operand {
	if o.Type == nil {
		return w.unknown()
	}
	if o.address {
		w.addressUse(o)
		o.address, o.base = false, nil
		return o
	}
	if o.Set != nil {
		if f, ok := w.u.singleFunction(o.Set); ok == Yes && f != nil {
			o.ref = w.ref(f, o.Set.Site)
		}
	}
	switch o.Type.Kind {
	case types.Array:
		w.use(o, AddressOf, nil)
		o.Type = w.u.T.Pointer(o.Type.Elem)
		o.node = w.flow.decay(o.node)
	case types.Func:
		if f, ok := o.Entity.(*Func); ok {
			o.ref = w.ref(f, w.exprSite(o))
		}
		o.Type, o.node = w.u.T.Pointer(o.Type), 0
	default:
		if o.Cat != PRValue {
			w.use(o, Read, nil)
			o.node = w.flow.loaded(o.node)
		}
		if o.Type.Kind != types.Class {
			o.Type = o.Type.Unqual()
		}
	}
	o.Cat, o.base, o.Bits = PRValue, nil, false
	return o
}

func (w *walker) exprSite(o Operand) Site {
	if o.base != nil {
		return o.base.site
	}
	return Site{}
}

// addressUse records that the address an operand holds is used.
func (w *walker) addressUse(o Operand) {
	a := o
	a.Cat = LValue
	w.use(a, AddressOf, nil)
}

// left is an operand that a template's definition leaves to its instances, and how it is used: a constant address waits, whereas
// the front end notes that of what is declared in the function as soon as it stands there, and forgets it where a value is read.
func (w *walker) left(o Operand) (Operand, UseKind) {
	switch {
	case !w.definition() || !inFunction(o.base):
		return o, UnknownUse
	case o.address:
		o.Cat = LValue
		return o, AddressOf
	case o.base.element && !o.base.assigned:
		return o, DiscardElement
	}
	return o, UnknownUse
}

// waits reports whether an operand is a constant address in a template's definition.
func (w *walker) waits(o Operand) bool { return w.definition() && o.address && !inFunction(o.base) }

// settled are operands whose addresses a template's definition uses at once, although what is made of them is left to the instance.
func (w *walker) settled(os []Operand) []Operand {
	if !w.definition() {
		return os
	}
	out := slices.Clone(os)
	for i, o := range out {
		if w.decayed(o).address {
			out[i] = w.load(o)
		}
	}
	return out
}

// inFunction reports whether what is named is declared in a function, static or external as it may be.
func inFunction(b *varRef) bool {
	return b != nil && (b.v.Kind == LocalVar || b.v.Kind == LocalStatic || b.v.Kind == LocalExtern)
}

// ref records that a function is named without being called, and returns the number of the record, from 1; 0 for none.
func (w *walker) ref(f *Func, s Site) int {
	w.addRef(FuncRef{Func: f, Site: s})
	if w.facts == nil {
		return 0
	}
	return len(w.facts.Refs)
}

// foldRef notes that of a function's address nothing remains.
func (w *walker) foldRef(o Operand) {
	if o.ref > 0 && w.facts != nil {
		w.facts.Refs[o.ref-1].Context |= Folded
	}
}

// becomes notes what becomes of a function's address.
func (w *walker) becomes(o Operand, fate Fate) {
	if o.ref > 0 && w.facts != nil {
		w.facts.Refs[o.ref-1].Fate = fate
	}
}

func (w *walker) addRef(r FuncRef) {
	if r.Func == nil {
		return
	}
	w.named(r.Func, r.Site)
	if w.facts == nil {
		w.u.mention(Mention{Func: r.Func, Site: r.Site})
	} else {
		r.Context = w.ctx
		w.facts.Refs = append(w.facts.Refs, r)
	}
}

// consumeUnknown uses operands whose fate is not known.
func (w *walker) consumeUnknown(os ...Operand) {
	for _, o := range os {
		w.flow.lose(o)
		if o.address {
			if !w.waits(o) {
				w.addressUse(o)
			}
			continue
		}
		if o.Set != nil {
			for _, e := range o.Set.Cands {
				if f, ok := e.(*Func); ok && (len(o.Set.Cands) == 1 || ownBuiltin(f)) {
					w.addRef(FuncRef{Func: f, Site: o.Set.Site, Unknown: true})
				}
			}
			continue
		}
		if f, ok := o.Entity.(*Func); ok && o.Type != nil && o.Type.Kind == types.Func {
			w.addRef(FuncRef{Func: f, Site: w.exprSite(o), Unknown: true})
			continue
		}
		w.use(o, UnknownUse, nil)
		w.consumeUnknown(o.Braced...)
	}
}

// leftToInstance are operands whose conversions a template's definition leaves to its instances, as front ends do where an
// object of class type is made of a list or by a cast, and where a closure is called: nothing is known of what happens to them.
func (w *walker) leftToInstance(os []Operand) []Operand {
	if !w.definition() {
		return os
	}
	w.consumeUnknown(os...)
	return withoutStorage(os)
}

// withoutStorage are operands of which nobody records any use.
func withoutStorage(os []Operand) []Operand {
	out := slices.Clone(os)
	for i := range out {
		out[i].base, out[i].address, out[i].arms, out[i].node = nil, false, nil, 0
		out[i].Braced = withoutStorage(out[i].Braced)
	}
	return out
}

// discard is a discarded-value expression.
func (w *walker) discard(o Operand) {
	if o.Cat != PRValue && o.Type != nil && o.Type.IsVolatile() && readWhenDiscarded(o.Expr) {
		w.load(o)
		return
	}
	if o.loaded > 0 && w.facts != nil {
		w.facts.Uses[o.loaded-1].Context |= Folded // nothing is left of it
	}
	for _, a := range o.arms {
		w.foldRef(a)
	}
	switch {
	case o.address:
		w.addressUse(o)
	case o.base != nil && o.base.element && !o.base.assigned && !o.Type.IsConst():
		w.use(o, DiscardElement, nil)
	default:
		w.use(o, Discard, nil)
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

// ---- Parsing what was deferred

// parseBody reads a function's body; sc stands in the chunk that bodyAt names.
func (u *Unit) parseBody(sc *Scope, fd *FuncDecl) *ast.FuncBody {
	_, span := u.bodyAt(fd)
	if b, ok := u.bodies[fd.Body]; ok {
		return b
	}
	if fd.Body.Kind != ast.BodyBlock && fd.Body.Kind != ast.BodyTry {
		return nil
	}
	b := outline.ParseBody(sc.Chunk.Chunk, span, scopeNames{u, sc})
	u.bodies[fd.Body] = b
	return b
}

func (u *Unit) parseInit(sc *Scope, init *ast.Init) *ast.Init {
	if init == nil || init.Parsed {
		return init
	}
	if p, ok := u.inits[init]; ok {
		return p
	}
	p := outline.ParseInit(sc.Chunk.Chunk, init, scopeNames{u, sc})
	u.inits[init] = p
	return p
}

type deferredKey struct {
	chunk *Chunk
	span  ast.Span
}

func (u *Unit) parseDeferred(sc *Scope, d *ast.Deferred) ast.Expr {
	key := deferredKey{sc.Chunk, d.Span}
	if e, ok := u.exprs[key]; ok {
		return e
	}
	e := outline.ParseExpr(sc.Chunk.Chunk, d.Span, scopeNames{u, sc})
	u.exprs[key] = e
	return e
}
