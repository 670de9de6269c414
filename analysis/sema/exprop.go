package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (w *walker) unary(sc *Scope, e *ast.Unary) Operand {
	u := w.u
	if e.Op == token.AndAnd {
		return w.labelAddress(sc, e)
	}
	if f := w.memberNamed(sc, e); f != nil {
		return Operand{Type: u.T.MemberPointer(u.ClassType(f.Class), u.FieldType(f)), Entity: f}
	}
	o := w.expr(sc, e.X)
	opSite := Site{sc.Chunk, ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}
	if e.Op == token.Amp {
		w.addressTaken(sc, e, o)
		return w.addressOf(sc, e, o, opSite)
	}
	if isDependent(o) && !o.Type.IsArithmetic() && o.Type.Kind != types.Pointer {
		w.use(o, UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		if e.Op == token.Star {
			d.Cat = LValue
		}
		if e.Op == token.Not {
			d.Type = u.T.Basic(ast.Bool)
		}
		return d.typed(w.unaryExprTree(e, o))
	}
	if o.isUnknown() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	if isClassOrEnum(o.Type) {
		ops := []Operand{o}
		if e.Postfix {
			ops = append(ops, Operand{Type: u.T.Basic(ast.Int), Literal: true, Value: types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.Int)}})
		}
		r := u.resolveOperator(e.Op, e.Postfix, sc, ops[:1])
		start := w.mark()
		if res, done := w.operatorCall(sc, r, []Operand{o}, opSite, w.site(sc, e)); done {
			if r.Func != nil {
				w.constantOperator(start, r.Func, res.tree)
			}
			return res
		}
		o = w.convertBuiltin(sc, o, r, 0, w.site(sc, e))
	}
	return w.builtinUnary(sc, e, o, opSite).typed(w.unaryExprTree(e, o))
}

// builtinUnary is a built-in operator other than &.
func (w *walker) builtinUnary(sc *Scope, e *ast.Unary, o Operand, opSite Site) Operand {
	u := w.u
	switch e.Op {
	case token.Star:
		if o.Set != nil {
			o.Set.Through = true
			return o
		}
		r := w.deref(o)
		w.textureIndirection(sc, e, o, r)
		return r
	case token.Plus:
		if o.Set != nil {
			return w.addressOf(sc, e, o, opSite)
		}
	case token.PlusPlus, token.MinusMinus:
		base := w.assign(o, ReadWrite)
		before := w.flow.loaded(o.node)
		w.flow.assign(o.node, w.flow.offset(before), o.Type, w.ctx, opSite)
		if e.Postfix {
			w.settle(base)
			return Operand{Type: o.Type.Unqual(), node: before}
		}
		return Operand{Type: o.Type, Cat: LValue, base: base, node: o.node}
	case token.Not:
		v := w.boolean(sc, o, w.site(sc, e))
		return Operand{Type: u.T.Basic(ast.Bool), Value: u.unaryValue(token.Not, v.Value)}
	}
	o = w.load(o)
	if o.Type.Kind == types.Pointer {
		return o
	}
	return Operand{Type: u.promote(o.Type), Value: u.unaryValue(e.Op, o.Value), Dependent: o.Dependent}
}

// assign records an assignment to x and returns what its result denotes. Of a template's definition front ends look at an
// assignment when something is made of its result: not where it is left to the instance, as by return.
func (w *walker) assign(x Operand, kind UseKind) *varRef {
	mark := w.useMark()
	w.use(x, kind, nil)
	if x.base == nil {
		return nil
	}
	b := *x.base
	b.assigned = true
	if n := w.useMark(); w.definition() && n > mark {
		b.pending = n
		w.facts.Uses[n-1].Dependent = true
	}
	return &b
}

// settle is about a result that something is made of.
func (w *walker) settle(b *varRef) {
	if b != nil && b.pending > 0 && w.facts != nil {
		w.facts.Uses[b.pending-1].Dependent = false
	}
}

func (w *walker) addressOf(sc *Scope, e *ast.Unary, o Operand, site Site) Operand {
	u := w.u
	if o.Set != nil {
		o.Set.AddressOf = true
		if f, ok := u.singleFunction(o.Set); ok == Yes && f != nil {
			p := Operand{Type: u.T.Pointer(u.FuncType(f)), Entity: f}
			if f.MemberOf != nil && !f.Static {
				p.Type = u.T.MemberPointer(u.ClassType(f.MemberOf), u.FuncType(f))
			}
			p.ref, p.tree = w.ref(f, o.Set.Site), w.addressTree(f, p.Type)
			return p
		}
		return o
	}
	if isDependent(o) {
		w.use(o, AddressOf, nil)
		return w.dependentExpr(sc, e).typed(w.unaryTree(token.Amp, o))
	}
	if o.isUnknown() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	if isClassOrEnum(o.Type) {
		r := u.resolveOperator(token.Amp, false, sc, []Operand{o})
		if r.Status == Resolved {
			res, _ := w.operatorCall(sc, r, []Operand{o}, site, w.site(sc, e))
			return res
		}
	}
	w.textureAddress(sc, e, o)
	w.settle(o.base)
	p := Operand{Type: u.T.Pointer(o.Type), base: o.base, address: o.base != nil, Entity: o.Entity, node: w.flow.address(o.node)}
	if o.base != nil && o.base.viaRef {
		w.use(o, Read, nil)
		p.base, p.address = nil, false
	}
	if o.Type.Kind == types.Func {
		p.Entity = nil // the function is known by a reference alone
	}
	return p.typed(w.unaryTree(token.Amp, o))
}

// operatorCall records a resolved operator; done is false where the built-in one applies and the caller goes on.
func (w *walker) operatorCall(sc *Scope, r Resolution, ops []Operand, site, full Site) (Operand, bool) {
	switch r.Status {
	case Resolved:
		f := r.Func
		if r.Reversed && len(ops) == 2 {
			ops = []Operand{ops[1], ops[0]}
		}
		converted := slices.Clone(ops)
		w.refusesDeleted(f)
		trivial := (f.Special() == CopyAssign || f.Special() == MoveAssign) && w.u.IsTrivial(f) == Yes
		switch {
		case trivial:
			w.use(ops[0], Write, nil)
			if len(ops) > 1 {
				if ops[1].Type.Kind == types.Class {
					w.textureBound(ops[1], w.u.T.LRef(ops[1].Type), w.argSite(sc, ops[1], full))
					w.use(ops[1], Read, f)
				} else {
					copy(converted[1:], w.applyArgs(sc, f, r.Convs[1:], ops[1:], full))
				}
			}
			w.flow.assign(ops[0].node, 0, ops[0].Type, w.ctx, full)
			return Operand{Type: ops[0].Type, Cat: LValue, node: ops[0].node, tree: w.operatorTree(f, converted)}, true
		case f.MemberOf != nil:
			w.use(ops[0], Object, f)
			if len(r.Convs) > 1 {
				copy(converted[1:], w.applyArgs(sc, f, r.Convs[1:], ops[1:], full))
			} else {
				w.consumeUnknown(ops[1:]...)
			}
		default:
			converted = w.applyArgs(sc, f, r.Convs, ops, full)
		}
		w.call(Call{
			Kind: CallOperator, Callee: f, Site: site, Full: full, NonConstArgs: nonConst(ops),
			Virtual: w.u.IsVirtual(f) == Yes, OfRefused: anyRefused(ops),
		})
		return w.result(f, full).typed(w.operatorTree(f, converted)), true
	case ResolvedBuiltin:
		return Operand{}, false
	case NoMatch:
		w.u.hardFail++
		for _, o := range ops {
			if o.Type.Kind != types.Class {
				continue
			}
			w.consumeUnknown(ops...)
			w.unknownCall(site, "no operator matches")
			return w.unknown(), true
		}
		return Operand{}, false
	}
	w.u.softFail++
	w.consumeUnknown(ops...)
	if anyOperandDependent(ops) {
		w.dependentCall(site)
		return w.dependent("op"), true
	}
	w.unknownCall(site, r.Reason)
	return w.unknown(), true
}

func nonConst(ops []Operand) int {
	n := 0
	for _, o := range ops {
		if !o.Value.IsKnown() && !o.Literal {
			n++
		}
	}
	return n
}

// nonConst is nonConst for a constructor's arguments: aggregates that are made of constants there are constants too.
func (w *walker) nonConst(args []Operand) int {
	n := nonConst(args)
	if n == 0 || w.facts == nil {
		return n
	}
	for _, o := range args {
		if o.Cat != PRValue || o.Type.Kind != types.Class || o.tree == nil {
			continue
		}
		if c := w.u.ClassOf(o.Type); c != nil && w.u.IsAggregate(c) == Yes && w.u.isConstant(o.tree) {
			n--
		}
	}
	return n
}

func (w *walker) binary(sc *Scope, e *ast.Binary) Operand {
	u := w.u
	if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && u.isType(sc, p.Type) {
		return w.reparsedCast(sc, e, p)
	}
	opSite := Site{sc.Chunk, ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}
	full := w.site(sc, e)
	switch e.Op {
	case token.AndAnd, token.OrOr:
		return w.logical(sc, e, opSite)
	case token.Comma:
		return w.comma(sc, e, opSite)
	}
	x := w.expr(sc, e.X)
	y := w.expr(sc, e.Y)
	if e.Op == token.DotStar || e.Op == token.ArrowStar {
		return w.memberPointer(sc, e, x, y, opSite)
	}
	w.vectorOperation(e.Op, opSite, full, x, y)
	if isDependent(x) && !plainType(x.Type) || isDependent(y) && !plainType(y.Type) {
		return w.dependentBinary(sc, e, x, y)
	}
	if x.isUnknown() || y.isUnknown() {
		return w.unknownBinary(e.Op, x, y, opSite, full)
	}
	if isClassOrEnum(x.Type) || isClassOrEnum(y.Type) {
		r := u.resolveOperator(e.Op, false, sc, []Operand{x, y})
		start := w.mark()
		if o, done := w.operatorCall(sc, r, []Operand{x, y}, opSite, full); done {
			if r.Func != nil {
				w.constantOperator(start, r.Func, o.tree)
			}
			if r.Rewritten {
				o = w.rewritten(sc, e.Op, r, o, opSite, full)
			}
			return o
		}
		return w.builtinBinary(sc, e.Op, w.convertBuiltin(sc, x, r, 0, full), w.convertBuiltin(sc, y, r, 1, full), full)
	}
	return w.builtinBinary(sc, e.Op, x, y, full)
}

func (w *walker) comma(sc *Scope, e *ast.Binary, opSite Site) Operand {
	x, y := w.expr(sc, e.X), w.expr(sc, e.Y)
	if isClassOrEnum(x.Type) || isClassOrEnum(y.Type) {
		if r := w.u.resolveOperator(e.Op, false, sc, []Operand{x, y}); r.Status == Resolved {
			o, _ := w.operatorCall(sc, r, []Operand{x, y}, opSite, w.site(sc, e))
			return o
		}
	}
	if w.definition() && (isDependent(x) || isDependent(y)) {
		w.consumeUnknown(x, y)
		return w.dependentExpr(sc, e).typed(w.binaryTree(e.Op, x, y))
	}
	tree := w.binaryTree(e.Op, x, y)
	w.discard(x)
	if w.waits(y) {
		y = w.load(y)
	}
	if y.Set != nil {
		y.Set.Through = true
	} else if y.Cat == PRValue {
		y.Entity = nil
	}
	return y.typed(tree)
}

// dependentBinary is an operator on operands that depend on template parameters.
func (w *walker) dependentBinary(sc *Scope, e *ast.Binary, x, y Operand) Operand {
	w.use(x, UnknownUse, nil)
	w.use(y, UnknownUse, nil)
	d := w.dependentExpr(sc, e)
	if constant.IsComparison(e.Op) {
		d.Type = w.u.T.Basic(ast.Bool)
	}
	if isAssign(e.Op) {
		d.Cat = LValue
	}
	return d.typed(w.binaryTree(e.Op, x, y))
}

// unknownBinary is an operator of which an operand is not known.
func (w *walker) unknownBinary(op token.Kind, x, y Operand, opSite, full Site) Operand {
	if isAssign(op) && !x.isUnknown() && !isClassOrEnum(x.Type) {
		w.use(x, assignUse(op), nil)
		w.consumeUnknown(y)
		w.flow.assign(x.node, 0, x.Type, w.ctx, full)
		return Operand{Type: x.Type, Cat: LValue, node: x.node}
	}
	if y.isUnknown() && isClassOrEnum(x.Type) || x.isUnknown() && isClassOrEnum(y.Type) {
		w.unknownCall(opSite, reasonArgument)
	}
	w.consumeUnknown(x, y)
	return w.unknown()
}

// plainType reports whether a value-dependent operand has a type that operators can be read for all the same.
func plainType(t *types.Type) bool {
	return t.IsArithmetic() || t.Kind == types.Pointer && !t.IsDependent()
}

// convertBuiltin applies the user-defined conversion that makes a class operand fit a built-in operator.
func (w *walker) convertBuiltin(sc *Scope, o Operand, r Resolution, i int, site Site) Operand {
	if o.Type.Kind != types.Class || i >= len(r.Convs) {
		return o
	}
	c := r.Convs[i]
	return w.apply(sc, o, c, c.To, site, CallTempCtor)
}

func isAssign(op token.Kind) bool {
	return op == token.Assign || op >= token.PlusEq && op <= token.ShrEq
}

func assignUse(op token.Kind) UseKind {
	if op == token.Assign {
		return Write
	}
	return ReadWrite
}

// builtinBinary is a built-in operator on two operands.
func (w *walker) builtinBinary(sc *Scope, op token.Kind, x, y Operand, site Site) Operand {
	return w.builtinBinaryOperand(sc, op, x, y, site).typed(w.binaryTree(op, x, y))
}

func (w *walker) builtinBinaryOperand(sc *Scope, op token.Kind, x, y Operand, site Site) Operand {
	u := w.u
	if isAssign(op) {
		return w.builtinAssign(sc, op, x, y, site)
	}
	if x.Type.Kind == types.Pointer || y.Type.Kind == types.Pointer {
		x, y = w.pointee(x), w.pointee(y)
	}
	if o, ok := w.addressArithmetic(op, x, y); ok {
		return o
	}
	if constant.IsComparison(op) && (isAddress(x) && isNull(y) || isAddress(y) && isNull(x) || isFunction(x) && isFunction(y)) {
		w.in(Folded, func() { w.load(x); w.load(y) })
		w.foldRef(x)
		w.foldRef(y)
		return Operand{Type: u.T.Basic(ast.Bool)}
	}
	if constant.IsComparison(op) {
		w.becomes(x, Compared)
		w.becomes(y, Compared)
	}
	if u.builtinPair(op, x, y).Type == nil {
		u.hardFail++
		w.consumeUnknown(x, y)
		return w.unknown()
	}
	if w.sameObject(op, x, y) {
		w.in(Folded, func() { x, y = w.load(x), w.load(y) })
	}
	before := w.taken
	w.in(w.sinceFormed(x, before), func() { x = w.load(x) })
	w.in(w.sinceFormed(y, before), func() { y = w.load(y) })
	if !x.Value.IsKnown() || !y.Value.IsKnown() {
		common := u.usualArithmetic(x.Type, y.Type)
		w.keptConstant(sc, x, common)
		w.keptConstant(sc, y, common)
	}
	return w.binaryResult(op, x, y)
}

// builtinAssign is a built-in assignment.
func (w *walker) builtinAssign(sc *Scope, op token.Kind, x, y Operand, site Site) Operand {
	if x.Set != nil || x.Type.Kind == types.Braced {
		w.consumeUnknown(x, y)
		return w.unknown()
	}
	null, value := isNull(y), Node(0)
	if op == token.Assign {
		if y.Type.Kind == types.Braced || y.Set != nil || y.Type.Kind == types.Class {
			y = w.initCopy(sc, y, x.Type.Unqual(), site, CallCopy)
		} else {
			w.keptConstant(sc, y, x.Type)
			y = w.load(y)
		}
		value = y.node
		if x.base == nil || !x.base.viaRef {
			w.overwritten(x)
		}
	} else {
		w.keptConstant(sc, y, w.u.usualArithmetic(x.Type, y.Type))
		w.load(y)
	}
	base := w.assign(x, assignUse(op))
	switch {
	case op != token.Assign:
		value = w.flow.offset(w.flow.loaded(x.node))
	case x.Type.Kind == types.Pointer && null:
		value = w.flow.constant(NodeNull)
	}
	w.flow.assign(x.node, value, x.Type, w.ctx, site)
	return Operand{Type: x.Type, Cat: LValue, base: base, Entity: x.Entity, node: x.node}
}

// addressArithmetic is about arr + 1, an address in arr: whether the array's address or an element is used, its user knows. ok is
// false for what is no sum of an address in a variable and a number.
func (w *walker) addressArithmetic(op token.Kind, x, y Operand) (o Operand, ok bool) {
	if op != token.Plus && op != token.Minus {
		return o, false
	}
	p, i := w.decayed(x), w.decayed(y)
	swapped := op == token.Plus && y.Type.Kind == types.Pointer || i.address
	if swapped {
		p, i = i, p
	}
	offset := p.address && p.Type.Kind == types.Pointer && !(swapped && w.waits(p))
	if !offset || !i.Type.IsIntegral() && i.Type.Kind != types.Enum || op == token.Minus && p.Type != w.decayed(x).Type {
		return o, false
	}
	fixed := i.Value.IsKnown() || i.Literal
	w.load(i)
	return w.advance(p, fixed, fixed, false), true
}

// binaryResult is what a built-in operator that assigns nothing yields of operands that were loaded.
func (w *walker) binaryResult(op token.Kind, x, y Operand) Operand {
	u := w.u
	dep := x.Dependent || y.Dependent
	v := u.binaryValue(op, x.Value, y.Value)
	switch {
	case op == token.Spaceship:
		return Operand{Type: u.builtinOrdering(x.Type, y.Type)}
	case constant.IsComparison(op):
		return Operand{Type: u.T.Basic(ast.Bool), Value: v, Dependent: false}
	case x.Type.Kind == types.Pointer && y.Type.Kind == types.Pointer && op == token.Minus:
		return Operand{Type: u.T.Basic(ast.Long)}
	case x.Type.Kind == types.Pointer && (op == token.Plus || op == token.Minus):
		return Operand{Type: x.Type, Dependent: dep, node: w.flow.offset(x.node)}
	case y.Type.Kind == types.Pointer && op == token.Plus:
		return Operand{Type: y.Type, Dependent: dep, node: w.flow.offset(y.node)}
	case op == token.Shl || op == token.Shr:
		return Operand{Type: u.promote(x.Type), Value: v, Dependent: dep}
	}
	if !isArithmeticOrEnum(x.Type) || !isArithmeticOrEnum(y.Type) {
		return w.unknown()
	}
	return Operand{Type: u.usualArithmetic(x.Type, y.Type), Value: v, Dependent: dep}
}

// overwritten is about x = y where x is itself the result of an assignment: nvcc 12.4's front end no longer calls the
// compound assignment inside a read.
func (w *walker) overwritten(x Operand) {
	if w.facts == nil || x.base == nil || !x.base.assigned {
		return
	}
	for i := len(w.facts.Uses) - 1; i >= 0; i-- {
		if u := &w.facts.Uses[i]; u.Site == x.base.site && u.Kind == ReadWrite {
			u.Kind = Write
			return
		}
	}
}

// constantOperator is constantCall for the call of an operator function that was just recorded.
func (w *walker) constantOperator(start mark, f *Func, x *Expr) {
	if !w.constantCall(start, f, nil, x) {
		return
	}
	if n := len(w.facts.Calls); n > 0 && w.facts.Calls[n-1].Callee == f {
		w.facts.Calls[n-1].IsConstant = true
	}
}

// sinceFormed are the circumstances in which an operand or argument is loaded: late, where another value was taken since the element of
// an array that it is was selected, or since before for what is none.
func (w *walker) sinceFormed(o Operand, before int) Context {
	if o.base != nil && o.base.formed > 0 {
		before = o.base.formed - 1
	}
	if w.facts != nil && w.taken > before {
		return Late
	}
	return 0
}

// sameObject reports whether two operands are addresses in one variable, at known places, so that comparing and subtracting
// them gives constants.
func (w *walker) sameObject(op token.Kind, x, y Operand) bool {
	x, y = w.decayed(x), w.decayed(y)
	known := func(o Operand) bool {
		return o.address && o.base != nil && !automatic(o.base.v) && (!o.base.element || o.base.constIndex)
	}
	return (constant.IsComparison(op) || op == token.Minus) && known(x) && known(y) && x.base.v == y.base.v
}

// isAddress reports whether an operand is the address of a certain variable or function, which compares unequal to null.
func isAddress(o Operand) bool {
	if o.address && o.base != nil && o.base.element && !o.base.constIndex {
		return false
	}
	return o.address || isFunction(o) || o.base != nil && o.Type.Kind == types.Array
}

// isFunction reports whether an operand is a certain function or its address.
func isFunction(o Operand) bool {
	if o.Set != nil {
		return true
	}
	if f, ok := o.Value.Entity.(*Func); ok && f != nil && o.Value.Kind == types.AddressValue {
		return true // a constant pointer's value
	}
	f, ok := o.Entity.(*Func)
	return ok && f != nil && (o.Type.Kind == types.Func || o.Type.Kind == types.Pointer || o.Type.Kind == types.MemberPointer)
}

// isNull reports whether an operand is a null pointer constant.
func isNull(o Operand) bool {
	n, ok := o.Value.Int64()
	return o.Value.Kind == types.NullValue || o.Literal && ok && n == 0
}

func (w *walker) logical(sc *Scope, e *ast.Binary, opSite Site) Operand {
	u := w.u
	x := w.expr(sc, e.X)
	known, decided := w.truth(x)
	skipped := decided && known == (e.Op == token.OrOr)
	left := w.flow.here()
	w.flow.from(left, neverIf(skipped))
	var y Operand
	if skipped {
		w.in(Folded, func() { y = w.expr(sc, e.Y) })
	} else {
		y = w.expr(sc, e.Y)
	}
	defer func() { w.flow.join(left, w.flow.here()) }()
	if isDependent(x) || isDependent(y) {
		// While x's type is not known, neither is the operator, nor whether it reads y.
		kind := Read
		if isDependent(x) {
			kind = UnknownUse
		}
		w.use(x, Read, nil)
		w.use(y, kind, nil)
		d := w.dependentExpr(sc, e).typed(w.binaryTree(e.Op, x, y))
		d.Type = u.T.Basic(ast.Bool)
		return d
	}
	if !x.isUnknown() && !y.isUnknown() && (isClassOrEnum(x.Type) || isClassOrEnum(y.Type)) {
		r := u.resolveOperator(e.Op, false, sc, []Operand{x, y})
		if r.Status == Resolved {
			o, _ := w.operatorCall(sc, r, []Operand{x, y}, opSite, w.site(sc, e))
			return o
		}
	}
	w.flow.at(left, func() { x = w.boolean(sc, x, w.site(sc, e.X)) })
	ctx := Context(0)
	if skipped {
		ctx = Folded
	}
	w.in(ctx, func() { y = w.boolean(sc, y, w.site(sc, e.Y)) })
	return Operand{Type: u.T.Basic(ast.Bool), Value: u.binaryValue(e.Op, x.Value, y.Value), tree: w.binaryTree(e.Op, x, y)}
}

// boolean is the contextual conversion to bool.
func (w *walker) boolean(sc *Scope, o Operand, site Site) Operand {
	r := w.booleanOperand(sc, o, site)
	if r.tree == nil {
		r.tree = o.tree
	}
	return r
}

func (w *walker) booleanOperand(sc *Scope, o Operand, site Site) Operand {
	if isDependent(o) && o.Type.Kind != types.Basic {
		w.use(o, Read, nil)
		return Operand{Type: w.u.T.Basic(ast.Bool), Dependent: true, Value: types.Value{Kind: types.DependentValue, Index: -1}}
	}
	if o.Type.Kind == types.Class {
		c := w.u.contextualBool(o)
		if !c.ok() {
			w.consumeUnknown(o)
			w.unknownCall(site, "a conversion to bool is not known")
			return Operand{Type: w.u.T.Basic(ast.Bool)}
		}
		return Operand{Type: w.u.T.Basic(ast.Bool), tree: w.apply(sc, o, c, w.u.T.Basic(ast.Bool), site, CallTempCtor).tree}
	}
	o = w.pointee(o)
	if isAddress(o) {
		w.in(Folded, func() { w.load(o) })
		w.foldRef(o)
		return Operand{Type: w.u.T.Basic(ast.Bool)}
	}
	o = w.load(o)
	if o.Type.Kind == types.Unknown {
		return o
	}
	return Operand{Type: w.u.T.Basic(ast.Bool), Value: o.Value}
}

func (w *walker) memberPointer(sc *Scope, e *ast.Binary, x, y Operand, site Site) Operand {
	if e.Op == token.ArrowStar {
		if x.Type.Kind == types.Class {
			r := w.u.resolveOperator(e.Op, false, sc, []Operand{x, y})
			if o, done := w.operatorCall(sc, r, []Operand{x, y}, site, w.site(sc, e)); done {
				return o
			}
		}
		x = w.deref(x)
	}
	_, named := y.Entity.(*Field) // &T::m
	member := named || y.Cat == PRValue || y.Type.IsConst()
	y = w.load(y)
	if y.Type.Kind != types.MemberPointer {
		w.consumeUnknown(x)
		if isDependent(x) || isDependent(y) {
			return w.dependentExpr(sc, e)
		}
		return w.unknown()
	}
	t := y.Type.Elem
	if t.Kind == types.Func {
		w.use(x, Object, nil)
		return Operand{Type: t, Cat: LValue}
	}
	o := Operand{Type: w.u.T.Qualify(t, x.Type.CV), Cat: LValue, node: w.flow.of(NodeElement, x.node)}
	if x.base != nil && !x.address {
		o.base = x.base
		if !x.base.viaRef {
			o.base = x.base.part(member, named, false)
		}
	}
	return o
}

// truth is the value of a condition, where that is a constant.
func (w *walker) truth(c Operand) (value, known bool) {
	if value, known = c.Value.Bool(); known || w.facts == nil || w.resolving || isDependent(c) {
		return value, known
	}
	return w.u.evalTree(c.tree, EvalOptions{Runtime: true}).Bool()
}

func (w *walker) conditional(sc *Scope, e *ast.Conditional) Operand {
	u := w.u
	c := w.expr(sc, e.C)
	known, decided := w.truth(c)
	cond := c
	if e.T != nil {
		cond = w.boolean(sc, c, w.site(sc, e.C))
	}
	if !decided {
		outer := w.ctx
		w.ctx &^= InInit // no front end looks for constants in the arms
		defer func() { w.ctx = outer }()
	}
	head := w.flow.here()
	arm := func(x ast.Expr, live bool) Operand {
		var o Operand
		ctx := Context(0)
		if decided && !live {
			ctx = Folded
		}
		w.flow.from(head, neverIf(decided && !live))
		w.in(ctx, func() { o = w.expr(sc, x) })
		return o
	}
	t, endT := c, head
	if e.T != nil {
		t = arm(e.T, known)
		endT = w.flow.here()
	}
	f := arm(e.F, !known)
	endF := w.flow.here()
	defer func() { w.flow.join(endT, endF) }()
	if isDependent(cond) && !isDependent(t) && !isDependent(f) && t.Type == f.Type {
		cond.Dependent = false
	}
	if isDependent(t) || isDependent(f) {
		w.use(t, UnknownUse, nil)
		w.use(f, UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		return d.typed(w.conditionalTree(d.Type, cond, t, f))
	}
	o := u.conditionalType(t, f)
	o.tree = w.conditionalTree(o.Type, cond, t, f)
	if o.isUnknown() {
		w.consumeUnknown(t, f)
		return o
	}
	if decided {
		chosen := f
		if known {
			chosen = t
		}
		if chosen, sole := soleArm(o, chosen); sole {
			return chosen.typed(o.tree)
		}
	}
	t.dead, f.dead = decided && !known, decided && known
	if o.Cat == PRValue {
		return w.eitherValue(sc, o, cond, [2]Operand{t, f}, [2]int{endT, endF}, w.site(sc, e))
	}
	for _, a := range []*Operand{&t, &f} {
		if fn, ok := u.soleFunction(*a).Entity.(*Func); ok && o.Type.Kind == types.Func && a.Set != nil && !a.dead {
			a.ref = w.ref(fn, a.Set.Site) // a call of one of two functions is one through an address
		}
	}
	o.arms, o.node = []Operand{t, f}, w.flow.either(t.node, f.node)
	return o
}

// soleArm is about the arm of c ? t : f, which is o, that a constant condition chooses: of functions and addresses nothing else counts.
func soleArm(o, chosen Operand) (Operand, bool) {
	switch {
	case chosen.Set != nil:
		if o.Cat == PRValue { // beside a pointer the name decays
			set := *chosen.Set
			set.AddressOf, chosen.Set = true, &set
		}
		return chosen, true // a call calls that function directly
	case o.Cat == PRValue && chosen.address:
		chosen.Type = o.Type
		return chosen, true
	}
	return chosen, false
}

// eitherValue makes the value o of one of two arms, which end in blocks of their own. An arm that a constant condition rules out is dead.
func (w *walker) eitherValue(sc *Scope, o, cond Operand, arms [2]Operand, ends [2]int, site Site) Operand {
	conv := arms
	for i, x := range arms {
		if x.throw {
			continue
		}
		ctx := Context(0)
		if x.dead {
			ctx = Folded
		}
		w.flow.at(ends[i], func() { w.in(ctx, func() { conv[i] = w.initCopy(sc, x, o.Type, site, CallCopy) }) })
	}
	o.node, o.tree = w.flow.either(conv[0].node, conv[1].node), w.conditionalTree(o.Type, cond, conv[0], conv[1])
	if o.Type.Kind == types.Class {
		o.made = w.temp(o.Type, -1, site)
	}
	switch {
	case arms[1].dead:
		o.Value = arms[0].Value
	case arms[0].dead:
		o.Value = arms[1].Value
	}
	return o
}

func (w *walker) index(sc *Scope, e *ast.Index) Operand {
	u := w.u
	x := w.expr(sc, e.X)
	mark := w.useMark()
	args := w.exprs(sc, e.Args)
	if len(args) == 0 {
		return w.unknown()
	}
	i := args[0]
	literal := i.Cat == PRValue && (i.Literal || w.useMark() == mark)
	full := w.site(sc, e)
	if isDependent(x) && x.Type.Kind != types.Pointer && x.Type.Kind != types.Array || isDependent(i) && !i.Type.IsArithmetic() {
		w.use(x, UnknownUse, nil)
		w.use(i, UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		d.Cat = LValue
		return d
	}
	switch {
	case x.Type.Kind == types.Class:
		var o Operand
		var done bool
		if o, x, done = w.indexOperator(sc, x, args, full); done {
			return o
		}
	case x.isUnknown():
		w.consumeUnknown(append(args, x)...)
		return w.unknown()
	}
	swapped := false
	if x.Type.Kind != types.Array && x.Type.Kind != types.Pointer && (i.Type.Kind == types.Array || i.Type.Kind == types.Pointer) {
		x, i, swapped = i, x, true
		literal = i.Literal
	}
	constIndex := w.constantIndex(i, args[0])
	tree := w.indexTree(x, i)
	switch {
	case i.Type.Kind == types.Class:
		tree = w.indexTree(x, w.initCopy(sc, i, u.T.Basic(ast.Long), full, CallTempCtor))
	case isDependent(x):
		w.use(i, UnknownUse, nil)
	case !swapped && x.Cat != PRValue && x.Type.Kind == types.Pointer:
		w.in(Late, func() { w.load(i) })
	default:
		w.load(i)
	}
	if x.Type.Kind == types.Array {
		return w.element(x, constIndex, literal).typed(tree)
	}
	x = w.pointee(x)
	var o Operand
	w.in(latePointer(x), func() { o = w.deref(w.advance(x, constIndex, literal, true)) })
	if x.address && o.base != nil {
		o.base.subscript = true // deref made the copy
	}
	return o.typed(tree)
}

// indexOperator calls the operator [] of a class object x. done is false where x is converted for the built-in one, to converted.
func (w *walker) indexOperator(sc *Scope, x Operand, args []Operand, full Site) (o, converted Operand, done bool) {
	ops := append([]Operand{x}, args...)
	r := w.u.resolveOperator(token.LBracket, false, sc, ops)
	start := w.mark()
	if o, done = w.operatorCall(sc, r, ops, Site{sc.Chunk, full.Span}, full); done {
		if r.Func != nil {
			w.constantOperator(start, r.Func, o.tree)
		}
		return o, x, true
	}
	return o, w.convertBuiltin(sc, x, r, 0, full), false
}

// constantIndex reports whether the index i, which is written in brackets as arg, is a constant.
func (w *walker) constantIndex(i, arg Operand) bool {
	if i.Value.IsKnown() || i.Literal {
		return true
	}
	return w.facts != nil && !w.resolving && w.ctx&InInit != 0 && !isDependent(i) && w.u.evalTree(arg.tree, EvalOptions{}).IsKnown()
}

// element is an element of an array.
func (w *walker) element(array Operand, constIndex, literal bool) Operand {
	o := array
	o.Type, o.Entity, o.Value, o.node = array.Type.Elem, nil, types.Value{}, w.flow.of(NodeElement, array.node)
	if o.Cat == PRValue {
		o.Cat = XValue
	}
	if o.base != nil && !o.base.viaRef {
		o.base = o.base.part(constIndex, literal, true)
		o.base.formed = w.taken + 1
	}
	return o
}

// latePointer are the circumstances in which a value is returned, subscripted, or passed to an ellipsis.
func latePointer(o Operand) Context {
	if o.Type.Kind == types.Pointer {
		return LatePointer
	}
	return 0
}

// advance is the address that a pointer into a variable holds after pointer arithmetic with an index.
func (w *walker) advance(p Operand, constIndex, literal, subscript bool) Operand {
	if !p.address || p.base == nil {
		return p
	}
	p.base, p.Entity, p.Value = p.base.part(constIndex, literal, subscript), nil, types.Value{}
	p.base.formed = w.taken + 1
	p.node = w.flow.offset(p.node)
	return p
}

// decayed is the address of an array's first element, nothing recorded yet: what happens to the array is for whoever uses
// the address.
func (w *walker) decayed(o Operand) Operand {
	if o.Type.Kind != types.Array || o.base == nil || o.base.viaRef || o.arms != nil {
		return o
	}
	return Operand{
		Type: w.u.T.Pointer(o.Type.Elem), base: o.base.part(true, true, o.base.subscript), address: true, node: w.flow.decay(o.node),
		tree: o.tree,
	}
}

// ---- Casts, queries, folds
