package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/cfg"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (w *walker) unary(sc *sema.Scope, e *ast.Unary) sema.Operand {
	u := w.u
	if e.Op == token.AndAnd {
		return w.labelAddress(sc, e)
	}
	if f := w.memberNamed(sc, e); f != nil {
		return sema.Operand{Type: u.T.MemberPointer(u.ClassType(f.Class), u.FieldType(f)), Entity: f}
	}
	o := w.expr(sc, e.X)
	opSite := sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}
	if e.Op == token.Amp {
		w.addressTaken(sc, e, o)
		return w.addressOf(sc, e, o, opSite)
	}
	if sema.IsDependent(o) && !o.Type.IsArithmetic() && o.Type.Kind != types.Pointer && !(e.Op == token.Star && knownElements(o)) {
		if e.Op == token.Star {
			o = w.decayInDefinition(o)
		}
		w.use(o, sema.UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		if e.Op == token.Star {
			d.Cat = sema.LValue
		}
		if e.Op == token.Not {
			d.Type = u.T.Basic(ast.Bool)
		}
		return d.Typed(unaryExprTree(e, o))
	}
	if o.IsUnknown() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	if isClassOrEnum(o.Type) {
		ops := []sema.Operand{o}
		if e.Postfix {
			ops = append(ops, sema.Operand{Type: u.T.Basic(ast.Int), Literal: true, Value: types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.Int)}})
		}
		r := u.ResolveOperator(e.Op, e.Postfix, sc, ops[:1])
		start := w.markOf(o)
		if res, done := w.operatorCall(sc, r, []sema.Operand{o}, opSite, w.site(sc, e)); done {
			if r.Func != nil {
				res = w.constantOperator(start, r.Func, res, opSite)
			}
			return res
		}
		o = w.convertBuiltin(sc, o, r, 0, w.site(sc, e))
	}
	return w.builtinUnary(sc, e, o, opSite).Typed(unaryExprTree(e, o))
}

// builtinUnary is a built-in operator other than &.
func (w *walker) builtinUnary(sc *sema.Scope, e *ast.Unary, o sema.Operand, opSite sema.Site) sema.Operand {
	u := w.u
	if !w.mayApply(e.Op, o) {
		return w.invalid()
	}
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
			p := w.addressOf(sc, e, o, opSite)
			if p.Ref > 0 { // unlike &f a value, such as those of constants
				p.Value = types.Value{Kind: types.AddressValue, Type: p.Type, Entity: p.Entity}
			}
			return p
		}
	case token.PlusPlus, token.MinusMinus:
		base := w.assign(o, sema.ReadWrite)
		before := w.flow.Loaded(o.Node)
		w.flow.Assign(o.Node, w.flow.Offset(before), o.Type, w.ctx, opSite)
		if e.Postfix {
			w.settle(base)
			return sema.Operand{Type: o.Type.Unqual(), Node: before, Dependent: o.Dependent}
		}
		return sema.Operand{Type: o.Type, Cat: sema.LValue, Base: base, Node: o.Node, Dependent: o.Dependent}
	case token.Not:
		v := w.boolean(sc, o, w.site(sc, e))
		return sema.Operand{Type: u.T.Basic(ast.Bool), Value: u.UnaryValue(token.Not, v.Value), Dependent: leftOpen(o) || sema.IsDependent(o) && !builtinKind(o.Type)}
	}
	o = w.load(o)
	if o.Type.Kind == types.Pointer {
		return o
	}
	return sema.Operand{Type: u.Promote(o.Type), Value: u.UnaryValue(e.Op, o.Value), Dependent: o.Dependent}
}

// assign records an assignment to x and returns what its result denotes. Of a template's definition front ends look at an
// assignment when something is made of its result: not where it is left to the instance, as by return.
func (w *walker) assign(x sema.Operand, kind sema.UseKind) *sema.VarRef {
	mark := w.useMark()
	w.use(x, kind, nil)
	if x.Base == nil {
		return nil
	}
	b := *x.Base
	b.Assigned = true
	if n := w.useMark(); w.definition() && n > mark {
		b.Pending = n
		w.facts.Uses[n-1].Dependent = true
	}
	return &b
}

// settle is about a result that something is made of.
func (w *walker) settle(b *sema.VarRef) {
	if b != nil && b.Pending > 0 && w.facts != nil {
		w.facts.Uses[b.Pending-1].Dependent = false
	}
}

func (w *walker) addressOf(sc *sema.Scope, e *ast.Unary, o sema.Operand, site sema.Site) sema.Operand {
	u := w.u
	if o.Set != nil {
		o.Set.AddressOf = true
		if f, ok := u.SingleFunction(o.Set); ok == sema.Yes && f != nil {
			p := u.FunctionOperand(f, true)
			p.Ref, p.Tree = w.ref(f, o.Set.Site), addressTree(f, p.Type)
			return p
		}
		if sema.AnyDependent(o.Set.Explicit) {
			return w.dependentExpr(sc, e) // a pack, maybe, for parameters that are none
		}
		return o
	}
	if sema.IsDependent(o) {
		w.use(o, sema.AddressOf, nil)
		return w.dependentExpr(sc, e).Typed(unaryTree(token.Amp, o))
	}
	if o.IsUnknown() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	if isClassOrEnum(o.Type) {
		r := u.ResolveOperator(token.Amp, false, sc, []sema.Operand{o})
		if r.Status == sema.Resolved {
			res, _ := w.operatorCall(sc, r, []sema.Operand{o}, site, w.site(sc, e))
			return res
		}
	}
	w.textureAddress(sc, e, o)
	w.settle(o.Base)
	p := sema.Operand{
		Type: u.T.Pointer(o.Type), Base: o.Base, Arms: o.Arms, Address: o.Base != nil || o.Arms != nil, Entity: o.Entity,
		Node: w.flow.Address(o.Node),
	}
	if o.Base != nil && o.Base.ViaRef {
		w.use(o, sema.Read, nil)
		p.Base, p.Address = nil, false
	}
	if o.Type.Kind == types.Func {
		p.Entity = nil // the function is known by a reference alone
	}
	return p.Typed(unaryTree(token.Amp, o))
}

// operatorCall records a resolved operator; done is false where the built-in one applies and the caller goes on.
func (w *walker) operatorCall(sc *sema.Scope, r sema.Resolution, ops []sema.Operand, site, full sema.Site) (sema.Operand, bool) {
	switch r.Status {
	case sema.Resolved:
		f := r.Func
		if r.Reversed && len(ops) == 2 {
			ops = []sema.Operand{ops[1], ops[0]}
		}
		converted := slices.Clone(ops)
		w.refusesDeleted(f)
		trivial := (f.Special() == sema.CopyAssign || f.Special() == sema.MoveAssign) && w.u.IsTrivial(f) == sema.Yes
		switch {
		case trivial:
			w.use(ops[0], sema.Write, nil)
			if len(ops) > 1 {
				if ops[1].Type.Kind == types.Class && r.Convs[1].User == nil {
					w.textureBound(ops[1], w.u.T.LRef(ops[1].Type), w.argSite(sc, ops[1], full))
					w.use(ops[1], sema.Read, f)
				} else {
					copy(converted[1:], w.applyArgs(sc, f, r.Convs[1:], ops[1:], full))
				}
			}
			w.flow.Assign(ops[0].Node, 0, ops[0].Type, w.ctx, full)
			return sema.Operand{Type: ops[0].Type, Cat: sema.LValue, Node: ops[0].Node, Tree: w.operatorTree(f, converted)}, true
		case f.MemberOf != nil:
			w.use(ops[0], sema.Object, f)
			if len(r.Convs) > 1 {
				copy(converted[1:], w.applyArgs(sc, f, r.Convs[1:], ops[1:], full))
			} else {
				w.consumeUnknown(ops[1:]...)
			}
		default:
			converted = w.applyArgs(sc, f, r.Convs, ops, full)
		}
		given := ops
		if f.MemberOf != nil && !f.Static {
			given = ops[1:]
		}
		w.call(sema.Call{
			Kind: sema.CallOperator, Callee: f, Site: site, Full: full, NonConstArgs: nonConst(ops), BoundConsts: w.boundConsts(f, given),
			Virtual: w.u.IsVirtual(f) == sema.Yes, OfRefused: anyRefused(ops), Ahead: w.ahead(f, converted),
		})
		return w.result(f, full).Typed(w.operatorTree(f, converted)), true
	case sema.ResolvedBuiltin:
		return sema.Operand{}, false
	case sema.NoMatch:
		w.u.Refute()
		for _, o := range ops {
			if o.Type.Kind != types.Class {
				continue
			}
			w.consumeUnknown(ops...)
			w.unknownCall(site, "no operator matches")
			return w.unknown(), true
		}
		return sema.Operand{}, false
	}
	w.u.Doubt()
	w.consumeUnknown(ops...)
	if sema.AnyOperandDependent(ops) {
		w.dependentCall(site)
		return w.dependent("op"), true
	}
	w.unknownCall(site, r.Unresolved())
	return w.unknown(), true
}

// ahead reports whether f is an assignment operator whose right operand does something before the left one is looked at: since C++17 it is
// evaluated first [expr.ass].
func (w *walker) ahead(f *sema.Func, ops []sema.Operand) bool {
	if w.u.Std < 17 || len(ops) != 2 {
		return false
	}
	switch w.u.Text(f.Spelling) {
	case "operator=", "operator+=", "operator-=", "operator*=", "operator/=", "operator%=", "operator^=", "operator&=", "operator|=",
		"operator<<=", "operator>>=":
		return acts(sema.TreeOf(ops[1]))
	}
	return false
}

// acts reports whether the evaluation of an expression may do something besides giving a value.
func acts(x *sema.Expr) bool {
	for todo := []*sema.Expr{x}; len(todo) > 0; {
		x, todo = todo[len(todo)-1], todo[:len(todo)-1]
		switch x.Op {
		case sema.ExprOpaque, sema.ExprCall, sema.ExprBuiltin, sema.ExprConstruct, sema.ExprNew, sema.ExprThrow:
			return true
		case sema.ExprUnary:
			if x.Tok == token.PlusPlus || x.Tok == token.MinusMinus {
				return true
			}
		case sema.ExprBinary:
			if isAssign(x.Tok) {
				return true
			}
		case sema.ExprName:
			if x.Type != nil && x.Type.CV&ast.Volatile != 0 {
				return true
			}
		case sema.ExprLambda, sema.ExprQuery:
			continue
		}
		todo = append(todo, x.Args...)
	}
	return false
}

func nonConst(ops []sema.Operand) (n int32) {
	for _, o := range ops {
		if !isConst(o) {
			n++
		}
	}
	return n
}

func isConst(o sema.Operand) bool { return o.Value.IsKnown() || o.Literal }

// boundConsts counts the constants, default arguments among them, that parameters of f are bound to.
func (w *walker) boundConsts(f *sema.Func, args []sema.Operand) (n int32) {
	for i, p := range w.u.FuncType(f).Params {
		if p.IsRef() && (i >= len(args) || isConst(args[i])) {
			n++
		}
	}
	return n
}

// nonConst is nonConst for a constructor's arguments: aggregates that are made of constants there are constants too, and so are parts of
// constant objects.
func (w *walker) nonConst(args []sema.Operand) int32 {
	n := nonConst(args)
	if n == 0 || w.facts == nil {
		return n
	}
	for _, o := range args {
		part := o.Cat == sema.LValue && (o.Type.IsArithmetic() || o.Type.Kind == types.Enum) && !o.Value.IsKnown() && !o.Literal
		c := w.u.ClassOf(o.Type)
		aggregate := o.Cat == sema.PRValue && c != nil && w.u.IsAggregate(c) == sema.Yes
		if o.Tree != nil && (part || aggregate) && w.u.IsConstant(o.Tree) {
			n--
		}
	}
	return n
}

func (w *walker) binary(sc *sema.Scope, e *ast.Binary) sema.Operand {
	u := w.u
	if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && u.IsType(sc, p.Type) {
		return w.reparsedCast(sc, e, p)
	}
	opSite := sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}
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
	w.vectorOperation(e.Op, opSite, x, y)
	if sema.IsDependent(x) && !plainType(x.Type) || sema.IsDependent(y) && !plainType(y.Type) || w.definition() && (leftOpen(x) || leftOpen(y) || sema.AnyOperandDependent(y.Braced)) {
		return w.dependentBinary(sc, e, x, y)
	}
	if x.IsUnknown() || y.IsUnknown() {
		return w.unknownBinary(e.Op, x, y, opSite, full)
	}
	return w.operation(sc, e.Op, x, y, opSite, full)
}

// operation is an operator other than the logical ones and the comma on operands that are known.
func (w *walker) operation(sc *sema.Scope, op token.Kind, x, y sema.Operand, opSite, full sema.Site) sema.Operand {
	if !isClassOrEnum(x.Type) && !isClassOrEnum(y.Type) {
		return w.builtinBinary(sc, op, x, y, full)
	}
	r := w.u.ResolveOperator(op, false, sc, []sema.Operand{x, y})
	start := w.markOf(x, y)
	o, done := w.operatorCall(sc, r, []sema.Operand{x, y}, opSite, full)
	if !done {
		return w.builtinBinary(sc, op, w.convertBuiltin(sc, x, r, 0, full), w.convertBuiltin(sc, y, r, 1, full), full)
	}
	if r.Func != nil {
		o = w.constantOperator(start, r.Func, o, opSite)
	}
	if r.Rewritten {
		o = w.rewritten(sc, op, r, o, opSite, full)
	}
	return o
}

func (w *walker) comma(sc *sema.Scope, e *ast.Binary, opSite sema.Site) sema.Operand {
	x, y := w.expr(sc, e.X), w.expr(sc, e.Y)
	if isClassOrEnum(x.Type) || isClassOrEnum(y.Type) {
		if r := w.u.ResolveOperator(e.Op, false, sc, []sema.Operand{x, y}); r.Status == sema.Resolved {
			o, _ := w.operatorCall(sc, r, []sema.Operand{x, y}, opSite, w.site(sc, e))
			return o
		}
	}
	if w.definition() && (sema.IsDependent(x) || sema.IsDependent(y)) {
		w.consumeUnknown(x, y)
		return w.dependentExpr(sc, e).Typed(binaryTree(e.Op, x, y))
	}
	tree := binaryTree(e.Op, x, y)
	w.discard(x)
	if w.waits(y) {
		y = w.load(y)
	}
	if y.Set != nil {
		y.Set.Through = true
	} else if y.Cat == sema.PRValue {
		f, ok := y.Entity.(*sema.Func)
		ok = ok && y.Type.Kind == types.Pointer
		if y.Entity = nil; ok {
			y.Value = types.Value{}
		}
		if (ok || w.isLoose(x)) && w.facts != nil && !w.resolving && w.u.EvalTree(x.Tree, sema.EvalOptions{Runtime: true}).IsKnown() {
			if y.Since, y.Uses = x.Since, x.Uses; ok {
				y.Value = types.Value{Kind: types.AddressValue, Type: y.Type, Entity: f}
			}
		}
	} else if y.Base != nil && toFunction(y.Type) && w.facts != nil && !w.resolving {
		y = w.load(y) // no front end looks through a constant behind a comma
		y.Loaded = int32(len(w.facts.Uses))
		y.Entity, y.Value = nil, types.Value{}
	}
	return y.Typed(tree)
}

// dependentBinary is an operator on operands that depend on template parameters.
func (w *walker) dependentBinary(sc *sema.Scope, e *ast.Binary, x, y sema.Operand) sema.Operand {
	if builtinKind(x.Type) && builtinKind(y.Type) {
		x, y = w.decayInDefinition(x), w.decayInDefinition(y)
	}
	w.use(x, sema.UnknownUse, nil)
	w.use(y, sema.UnknownUse, nil)
	d := w.dependentExpr(sc, e)
	if constant.IsComparison(e.Op) {
		d.Type = w.u.T.Basic(ast.Bool)
		open := func(o sema.Operand) bool { return leftOpen(o) || !builtinKind(o.Type) && !isNull(o) }
		d.Dependent = open(x) || open(y)
	}
	if isAssign(e.Op) {
		d.Cat = sema.LValue
	}
	return d.Typed(binaryTree(e.Op, x, y))
}

// unknownBinary is an operator of which an operand is not known.
func (w *walker) unknownBinary(op token.Kind, x, y sema.Operand, opSite, full sema.Site) sema.Operand {
	if isAssign(op) && !x.IsUnknown() && !isClassOrEnum(x.Type) {
		w.use(x, assignUse(op), nil)
		w.consumeUnknown(y)
		w.flow.Assign(x.Node, 0, x.Type, w.ctx, full)
		return sema.Operand{Type: x.Type, Cat: sema.LValue, Node: x.Node}
	}
	if y.IsUnknown() && isClassOrEnum(x.Type) || x.IsUnknown() && isClassOrEnum(y.Type) {
		w.unknownCall(opSite, sema.ReasonArgument)
	}
	w.consumeUnknown(x, y)
	return w.unknown()
}

// plainType reports whether a value-dependent operand has a type that operators can be read for all the same.
func plainType(t *types.Type) bool {
	return t.IsArithmetic() || t.Kind == types.Pointer && !t.IsDependent()
}

// leftOpen reports whether an operand depends on template parameters though its type does not say so: as a member of another class does.
func leftOpen(o sema.Operand) bool { return o.Dependent && !o.Type.IsDependent() }

// convertBuiltin applies the user-defined conversion that makes a class operand fit a built-in operator.
func (w *walker) convertBuiltin(sc *sema.Scope, o sema.Operand, r sema.Resolution, i int, site sema.Site) sema.Operand {
	if o.Type.Kind != types.Class || i >= len(r.Convs) {
		return o
	}
	c := r.Convs[i]
	if f := c.User; f != nil && f.Kind == sema.Conversion && !c.Fails() {
		if v := w.convertByFunction(o, f, site); v.Type.Kind != types.Class {
			return v // which the operator uses as it would any other
		}
		return operandOf(c.To)
	}
	return w.apply(sc, o, c, c.To, site, sema.CallTempCtor)
}

func isAssign(op token.Kind) bool {
	return op == token.Assign || op >= token.PlusEq && op <= token.ShrEq
}

func assignUse(op token.Kind) sema.UseKind {
	if op == token.Assign {
		return sema.Write
	}
	return sema.ReadWrite
}

// builtinBinary is a built-in operator on two operands.
func (w *walker) builtinBinary(sc *sema.Scope, op token.Kind, x, y sema.Operand, site sema.Site) sema.Operand {
	o := w.builtinBinaryOperand(sc, op, x, y, site)
	if w.ctx&sema.InInit != 0 && constant.IsComparison(op) && !x.Type.IsIntegral() && w.isLoose(x) && w.holdsFunction(x) && w.holdsFunction(y) {
		w.foldSince(int(x.Since)-1, types.Value{}) // which of two comes first is known there
	}
	return o.Typed(binaryTree(op, x, y))
}

func (w *walker) builtinBinaryOperand(sc *sema.Scope, op token.Kind, x, y sema.Operand, site sema.Site) sema.Operand {
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
	if constant.IsComparison(op) && (isAddress(x) && isNull(y) || isAddress(y) && isNull(x)) {
		w.in(sema.Folded, func() { w.load(x); w.load(y) })
		return sema.Operand{Type: u.T.Basic(ast.Bool)}
	}
	if constant.IsComparison(op) {
		w.becomes(x, sema.Compared)
		w.becomes(y, sema.Compared)
	}
	if u.BuiltinPair(op, x, y).Type == nil && (w.asks() || !constant.IsComparison(op)) {
		u.Refute()
		w.consumeUnknown(x, y)
		return w.unknown()
	}
	if w.sameObject(op, x, y) {
		w.in(sema.Folded, func() { x, y = w.load(x), w.load(y) })
	}
	before := w.taken
	w.in(w.sinceFormed(x, before), func() { x = w.load(x) })
	w.in(w.sinceFormed(y, before), func() { y = w.load(y) })
	if !x.Value.IsKnown() || !y.Value.IsKnown() {
		common := u.UsualArithmetic(x.Type, y.Type)
		w.keptConstant(sc, x, common)
		w.keptConstant(sc, y, common)
	}
	return w.binaryResult(op, x, y)
}

// builtinAssign is a built-in assignment.
func (w *walker) builtinAssign(sc *sema.Scope, op token.Kind, x, y sema.Operand, site sema.Site) sema.Operand {
	if x.Set != nil || x.Type.Kind == types.Braced {
		w.consumeUnknown(x, y)
		return w.unknown()
	}
	if !w.mayAssign(op, x, y) {
		return w.invalid()
	}
	value, dependent := sema.Node(0), x.Dependent || y.Dependent
	if op == token.Assign {
		if y.Type.Kind == types.Braced || y.Set != nil || y.Type.Kind == types.Class {
			y = w.initCopy(sc, y, x.Type.Unqual(), site, sema.CallCopy)
		} else {
			w.keptConstant(sc, y, x.Type)
			y = w.applyScalar(y, x.Type.Unqual())
		}
		value = y.Node
		if x.Base == nil || !x.Base.ViaRef {
			w.overwritten(x)
		}
	} else {
		w.keptConstant(sc, y, w.u.UsualArithmetic(x.Type, y.Type))
		w.load(y)
	}
	base := w.assign(x, assignUse(op))
	if op != token.Assign {
		value = w.flow.Offset(w.flow.Loaded(x.Node))
	}
	w.flow.Assign(x.Node, value, x.Type, w.ctx, site)
	return sema.Operand{Type: x.Type, Cat: sema.LValue, Base: base, Entity: x.Entity, Node: x.Node, Dependent: dependent}
}

// addressArithmetic is about arr + 1, an address in arr: whether the array's address or an element is used, its user knows. ok is
// false for what is no sum of an address in a variable and a number.
func (w *walker) addressArithmetic(op token.Kind, x, y sema.Operand) (o sema.Operand, ok bool) {
	if op != token.Plus && op != token.Minus {
		return o, false
	}
	p, i := w.decayed(x), w.decayed(y)
	swapped := op == token.Plus && y.Type.Kind == types.Pointer || i.Address
	if swapped {
		p, i = i, p
	}
	offset := p.Address && p.Type.Kind == types.Pointer && !(swapped && w.waits(p))
	if !offset || !i.Type.IsIntegral() && i.Type.Kind != types.Enum || op == token.Minus && p.Type != w.decayed(x).Type {
		return o, false
	}
	fixed, decays := i.Value.IsKnown() || i.Literal, x.Type.Kind == types.Array || swapped && y.Type.Kind == types.Array
	w.load(i)
	p = w.advance(p, fixed, fixed, false)
	if w.initialises && decays && p.Base != nil {
		p.Base.ViaSum = true
	}
	return p, true
}

// binaryResult is what a built-in operator that assigns nothing yields of operands that were loaded.
func (w *walker) binaryResult(op token.Kind, x, y sema.Operand) sema.Operand {
	u := w.u
	dep := x.Dependent || y.Dependent
	v := u.BinaryValue(op, x.Value, y.Value)
	switch {
	case op == token.Spaceship:
		return sema.Operand{Type: u.BuiltinOrdering(x.Type, y.Type)}
	case constant.IsComparison(op):
		return sema.Operand{Type: u.T.Basic(ast.Bool), Value: v, Dependent: dep}
	case x.Type.Kind == types.Pointer && y.Type.Kind == types.Pointer && op == token.Minus:
		return sema.Operand{Type: u.T.Basic(ast.Long), Dependent: dep}
	case x.Type.Kind == types.Pointer && (op == token.Plus || op == token.Minus):
		return sema.Operand{Type: x.Type, Dependent: dep, Node: w.flow.Offset(x.Node)}
	case y.Type.Kind == types.Pointer && op == token.Plus:
		return sema.Operand{Type: y.Type, Dependent: dep, Node: w.flow.Offset(y.Node)}
	case op == token.Shl || op == token.Shr:
		return sema.Operand{Type: u.Promote(x.Type), Value: v, Dependent: dep}
	}
	if !sema.IsArithmeticOrEnum(x.Type) || !sema.IsArithmeticOrEnum(y.Type) {
		return w.unknown()
	}
	return sema.Operand{Type: u.UsualArithmetic(x.Type, y.Type), Value: v, Dependent: dep}
}

// overwritten is about x = y where x is itself the result of an assignment: nvcc 12.4's front end no longer calls the
// compound assignment inside a read.
func (w *walker) overwritten(x sema.Operand) {
	if w.facts == nil || x.Base == nil || !x.Base.Assigned {
		return
	}
	for i := len(w.facts.Uses) - 1; i >= 0; i-- {
		if u := &w.facts.Uses[i]; u.Site == x.Base.Site && u.Kind == sema.ReadWrite {
			u.Kind = sema.Write
			return
		}
	}
}

// constantOperator is constantCall and constantAddress for the call of an operator function that was just recorded and gave o.
func (w *walker) constantOperator(start mark, f *sema.Func, o sema.Operand, site sema.Site) sema.Operand {
	if w.constantCall(start, f, nil, o.Tree) {
		w.constantAfterAll(start, f, types.Value{})
	}
	return w.constantAddress(start, f, o, site)
}

// sinceFormed are the circumstances in which an operand or argument is loaded: late, where another value was taken since the element of
// an array that it is was selected, or since before for what is none.
func (w *walker) sinceFormed(o sema.Operand, before int) sema.Context {
	if o.Base != nil && o.Base.Formed > 0 {
		before = o.Base.Formed - 1
	}
	if w.facts != nil && w.taken > before {
		return sema.Late
	}
	return 0
}

// sameObject reports whether two operands are addresses in one variable, at known places, so that comparing and subtracting
// them gives constants.
func (w *walker) sameObject(op token.Kind, x, y sema.Operand) bool {
	x, y = w.decayed(x), w.decayed(y)
	known := func(o sema.Operand) bool {
		return o.Address && o.Base != nil && !sema.Automatic(o.Base.Var) && (!o.Base.Element || o.Base.ConstIndex)
	}
	return (constant.IsComparison(op) || op == token.Minus) && known(x) && known(y) && x.Base.Var == y.Base.Var
}

// isAddress reports whether an operand is the address of a certain variable or function, which compares unequal to null.
func isAddress(o sema.Operand) bool {
	if o.Address && o.Base != nil && o.Base.Element && !o.Base.ConstIndex {
		return false
	}
	return o.Address || o.Set != nil || o.Base != nil && o.Type.Kind == types.Array
}

// holdsFunction reports whether an operand is a function, or known to hold the address of one.
func (w *walker) holdsFunction(o sema.Operand) bool {
	_, ok := w.u.EvalTree(o.Tree, sema.EvalOptions{Runtime: true}).Entity.(*sema.Func)
	return ok
}

// isNull reports whether an operand is a null pointer constant.
func isNull(o sema.Operand) bool {
	n, ok := o.Value.Int64()
	return o.Value.Kind == types.NullValue || o.Literal && ok && n == 0
}

func (w *walker) logical(sc *sema.Scope, e *ast.Binary, opSite sema.Site) sema.Operand {
	u := w.u
	x := w.expr(sc, e.X)
	known, decided := w.truth(x)
	skipped := decided && known == (e.Op == token.OrOr)
	left := w.flow.Here()
	w.flow.From(left, cfg.NeverIf(skipped))
	var y sema.Operand
	if skipped {
		w.in(sema.Folded, func() { y = w.expr(sc, e.Y) })
	} else {
		y = w.expr(sc, e.Y)
	}
	defer func() { w.flow.Join(left, w.flow.Here()) }()
	if sema.IsDependent(x) || sema.IsDependent(y) {
		// While x's type is not known, neither is the operator, nor whether it reads y.
		kind := sema.Read
		if sema.IsDependent(x) {
			kind = sema.UnknownUse
		}
		w.use(x, sema.Read, nil)
		w.use(y, kind, nil)
		d := w.dependentExpr(sc, e).Typed(binaryTree(e.Op, x, y))
		d.Type = u.T.Basic(ast.Bool)
		return d
	}
	if !x.IsUnknown() && !y.IsUnknown() && (isClassOrEnum(x.Type) || isClassOrEnum(y.Type)) {
		r := u.ResolveOperator(e.Op, false, sc, []sema.Operand{x, y})
		if r.Status == sema.Resolved {
			o, _ := w.operatorCall(sc, r, []sema.Operand{x, y}, opSite, w.site(sc, e))
			return o
		}
	}
	w.flow.At(left, func() { x = w.boolean(sc, x, w.site(sc, e.X)) })
	ctx := sema.Context(0)
	if skipped {
		ctx = sema.Folded
	}
	w.in(ctx, func() { y = w.boolean(sc, y, w.site(sc, e.Y)) })
	if w.asks() && (x.IsUnknown() || y.IsUnknown()) {
		return w.unknown()
	}
	return sema.Operand{Type: u.T.Basic(ast.Bool), Value: u.BinaryValue(e.Op, x.Value, y.Value), Tree: binaryTree(e.Op, x, y)}
}

// boolean is the contextual conversion to bool.
func (w *walker) boolean(sc *sema.Scope, o sema.Operand, site sema.Site) sema.Operand {
	r := w.booleanOperand(sc, o, site)
	if r.Tree == nil {
		r.Tree = o.Tree
	}
	return r
}

func (w *walker) booleanOperand(sc *sema.Scope, o sema.Operand, site sema.Site) sema.Operand {
	if sema.IsDependent(o) && o.Type.Kind != types.Basic {
		w.use(o, sema.Read, nil)
		return sema.Operand{Type: w.u.T.Basic(ast.Bool), Dependent: true, Value: types.Value{Kind: types.DependentValue, Index: -1}}
	}
	if w.asks() && certain(o) && sema.IsScopedEnum(o.Type) {
		return w.invalid()
	}
	if o.Type.Kind == types.Class {
		c := w.u.ContextualBool(o)
		if w.asks() && c.Rank == sema.RankNone {
			return w.invalid()
		}
		if !c.OK() {
			w.consumeUnknown(o)
			w.unknownCall(site, "a conversion to bool is not known")
			return sema.Operand{Type: w.u.T.Basic(ast.Bool)}
		}
		if c.User == nil || c.User.Kind != sema.Conversion {
			return sema.Operand{Type: w.u.T.Basic(ast.Bool), Tree: w.apply(sc, o, c, w.u.T.Basic(ast.Bool), site, sema.CallTempCtor).Tree}
		}
		o = w.convertByFunction(o, c.User, site)
	}
	tree := o.Tree
	o = w.pointee(o)
	if isAddress(o) {
		w.in(sema.Folded, func() { w.load(o) })
		return sema.Operand{Type: w.u.T.Basic(ast.Bool), Tree: tree}
	}
	o = w.load(o)
	w.tested(o, tree)
	if o.Type.Kind == types.Unknown {
		return o
	}
	return sema.Operand{Type: w.u.T.Basic(ast.Bool), Value: o.Value, Tree: tree}
}

func (w *walker) memberPointer(sc *sema.Scope, e *ast.Binary, x, y sema.Operand, site sema.Site) sema.Operand {
	if e.Op == token.ArrowStar {
		if x.Type.Kind == types.Class {
			r := w.u.ResolveOperator(e.Op, false, sc, []sema.Operand{x, y})
			if o, done := w.operatorCall(sc, r, []sema.Operand{x, y}, site, w.site(sc, e)); done {
				return o
			}
		}
		x = w.deref(x)
	}
	_, named := y.Entity.(*sema.Field) // &T::m
	member := named || y.Cat == sema.PRValue || y.Type.IsConst()
	y = w.load(y)
	if y.Type.Kind != types.MemberPointer {
		w.consumeUnknown(x)
		if sema.IsDependent(x) || sema.IsDependent(y) {
			return w.dependentExpr(sc, e)
		}
		return w.unknown()
	}
	t := y.Type.Elem
	if t.Kind == types.Func {
		w.use(x, sema.Object, nil)
		return sema.Operand{Type: t, Cat: sema.LValue}
	}
	o := sema.Operand{Type: w.u.T.Qualify(t, x.Type.CV), Cat: sema.LValue, Node: w.flow.Of(sema.NodeElement, x.Node)}
	if x.Base != nil && !x.Address {
		o.Base = x.Base
		if !x.Base.ViaRef {
			o.Base = x.Base.Part(member, named, false)
			o.Base.ByPointer = !x.Base.Element || x.Base.ByPointer
		}
	}
	return o
}

// truth is the value of a condition, where that is a constant.
func (w *walker) truth(c sema.Operand) (value, known bool) {
	if value, known = c.Value.Bool(); known || w.facts == nil || w.resolving || sema.IsDependent(c) {
		return value, known
	}
	return w.u.EvalTree(c.Tree, sema.EvalOptions{Runtime: true}).Bool()
}

func (w *walker) conditional(sc *sema.Scope, e *ast.Conditional) sema.Operand {
	u := w.u
	c := w.expr(sc, e.C)
	known, decided := w.truth(c)
	cond := c
	if e.T != nil {
		cond = w.boolean(sc, c, w.site(sc, e.C))
		if w.asks() && cond.IsUnknown() {
			return w.unknown()
		}
	}
	if !decided {
		outer := w.ctx
		w.ctx &^= sema.InInit // no front end looks for constants in the arms
		defer func() { w.ctx = outer }()
	}
	head := w.flow.Here()
	arm := func(x ast.Expr, live bool) sema.Operand {
		var o sema.Operand
		ctx := sema.Context(0)
		if decided && !live {
			ctx = sema.Folded
		}
		w.flow.From(head, cfg.NeverIf(decided && !live))
		w.in(ctx, func() { o = w.expr(sc, x) })
		return o
	}
	t, endT := c, head
	if e.T != nil {
		t = arm(e.T, known)
		endT = w.flow.Here()
	}
	f := arm(e.F, !known)
	endF := w.flow.Here()
	defer func() { w.flow.Join(endT, endF) }()
	if sema.IsDependent(cond) && !sema.IsDependent(t) && !sema.IsDependent(f) && t.Type == f.Type {
		cond.Dependent = false
	}
	if sema.IsDependent(t) || sema.IsDependent(f) {
		w.use(t, sema.UnknownUse, nil)
		w.use(f, sema.UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		return d.Typed(conditionalTree(d.Type, cond, t, f))
	}
	o := u.conditionalType(t, f)
	if !w.mayChoose(o, t, f) {
		return w.invalid()
	}
	o.Tree = conditionalTree(o.Type, cond, t, f)
	if o.IsUnknown() {
		w.consumeUnknown(t, f)
		return o
	}
	if decided {
		chosen := f
		if known {
			chosen = t
		}
		if chosen, sole := soleArm(o, chosen); sole {
			return chosen.Typed(o.Tree)
		}
	}
	t.Dead, f.Dead = decided && !known, decided && known
	if o.Cat == sema.PRValue {
		return w.eitherValue(sc, o, cond, [2]sema.Operand{t, f}, [2]int{endT, endF}, w.site(sc, e))
	}
	return w.eitherPlace(o, t, f)
}

// eitherPlace makes the glvalue o of one of two arms.
func (w *walker) eitherPlace(o, t, f sema.Operand) sema.Operand {
	for _, a := range []*sema.Operand{&t, &f} {
		if fn, ok := w.u.SoleFunction(*a).Entity.(*sema.Func); ok && o.Type.Kind == types.Func && a.Set != nil && !a.Dead {
			a.Ref = w.ref(fn, a.Set.Site) // a call of one of two functions is one through an address
		}
	}
	o.Arms, o.Node = []sema.Operand{t, f}, w.flow.Either(t.Node, f.Node)
	return o
}

// soleArm is about the arm of c ? t : f, which is o, that a constant condition chooses: of functions and addresses nothing else counts.
func soleArm(o, chosen sema.Operand) (sema.Operand, bool) {
	switch {
	case chosen.Set != nil:
		if o.Cat == sema.PRValue { // beside a pointer the name decays
			set := *chosen.Set
			set.AddressOf, chosen.Set = true, &set
		}
		return chosen, true // a call calls that function directly
	case o.Cat == sema.PRValue && chosen.Address:
		chosen.Type = o.Type
		return chosen, true
	}
	return chosen, false
}

// eitherValue makes the value o of one of two arms, which end in blocks of their own. An arm that a constant condition rules out is dead.
func (w *walker) eitherValue(sc *sema.Scope, o, cond sema.Operand, arms [2]sema.Operand, ends [2]int, site sema.Site) sema.Operand {
	conv := arms
	for i, x := range arms {
		if x.Throw {
			continue
		}
		ctx := sema.Context(0)
		if x.Dead {
			ctx = sema.Folded
		}
		w.flow.At(ends[i], func() { w.in(ctx, func() { conv[i] = w.initCopy(sc, x, o.Type, site, sema.CallCopy) }) })
	}
	o.Node, o.Tree = w.flow.Either(conv[0].Node, conv[1].Node), conditionalTree(o.Type, cond, conv[0], conv[1])
	if o.Type.Kind == types.Class {
		o.Made = w.temp(o.Type, -1, site)
	}
	switch {
	case arms[1].Dead:
		o.Value, o.Ref = w.addressValue(arms[0]), conv[0].Ref
	case arms[0].Dead:
		o.Value, o.Ref = w.addressValue(arms[1]), conv[1].Ref
	}
	return o
}

func (w *walker) index(sc *sema.Scope, e *ast.Index) sema.Operand {
	x := w.expr(sc, e.X)
	mark := w.useMark()
	args := w.exprs(sc, e.Args)
	if len(args) == 0 {
		return w.unknown()
	}
	i := args[0]
	literal := i.Cat == sema.PRValue && (i.Literal || w.useMark() == mark)
	full := w.site(sc, e)
	if sema.IsDependent(x) && x.Type.Kind != types.Pointer && x.Type.Kind != types.Array || sema.IsDependent(i) {
		w.use(x, sema.UnknownUse, nil)
		w.use(i, sema.UnknownUse, nil)
		d := w.dependentExpr(sc, e)
		d.Cat = sema.LValue
		return d
	}
	switch {
	case x.Type.Kind == types.Class:
		var o sema.Operand
		var done bool
		if o, x, done = w.indexOperator(sc, x, args, full); done {
			return o
		}
	case x.IsUnknown():
		w.consumeUnknown(append(args, x)...)
		return w.unknown()
	}
	o := w.builtinIndex(sc, x, i, args[0], literal, full)
	if o.Type.IsDependent() && (o.Type.Kind == types.Class || o.Type.Kind == types.Pointer) {
		o.Type = w.dependentExpr(sc, e).Type // though it be the class that is being defined
	}
	return o
}

// builtinIndex is the built-in operator [] of x and the index i, which is written in brackets as arg.
func (w *walker) builtinIndex(sc *sema.Scope, x, i, arg sema.Operand, literal bool, full sema.Site) sema.Operand {
	swapped := false
	if x.Type.Kind != types.Array && x.Type.Kind != types.Pointer && (i.Type.Kind == types.Array || i.Type.Kind == types.Pointer) {
		x, i, swapped = i, x, true
		literal = i.Literal
	}
	if !w.mayIndex(x, i) {
		return w.invalid()
	}
	object := i.Type.Kind == types.Class
	if object {
		i = w.initCopy(sc, i, w.u.T.Basic(ast.Long), full, sema.CallTempCtor)
		arg = i
	}
	constIndex := w.constantIndex(x, i, arg)
	literal = literal || object && constIndex
	tree := indexTree(x, i)
	switch {
	case object:
	case sema.IsDependent(x):
		w.use(i, sema.UnknownUse, nil)
	case !swapped && x.Cat != sema.PRValue && x.Type.Kind == types.Pointer:
		w.in(sema.Late, func() { w.load(i) })
	default:
		w.load(i)
	}
	if x.Type.Kind == types.Array {
		return w.element(w.decayInDefinition(x), constIndex, literal).Typed(tree)
	}
	x = w.pointee(x)
	var o sema.Operand
	w.in(latePointer(x), func() { o = w.deref(w.advance(x, constIndex, literal, true)) })
	if x.Address && o.Base != nil {
		o.Base.Subscript = true // deref made the copy
	}
	return o.Typed(tree)
}

// indexOperator calls the operator [] of a class object x. done is false where x is converted for the built-in one, to converted.
func (w *walker) indexOperator(sc *sema.Scope, x sema.Operand, args []sema.Operand, full sema.Site) (o, converted sema.Operand, done bool) {
	ops := append([]sema.Operand{x}, args...)
	r := w.u.ResolveOperator(token.LBracket, false, sc, ops)
	start := w.mark()
	if o, done = w.operatorCall(sc, r, ops, sema.Site{Chunk: sc.Chunk, Span: full.Span}, full); done {
		if r.Func != nil {
			o = w.constantOperator(start, r.Func, o, full)
		}
		return o, x, true
	}
	return o, w.convertBuiltin(sc, x, r, 0, full), false
}

// constantIndex reports whether the index i of x, which is written in brackets as arg, is a constant. Of what outlives the function it is
// one where it is part of a const object, too.
func (w *walker) constantIndex(x, i, arg sema.Operand) bool {
	if i.Value.IsKnown() || i.Literal {
		return true
	}
	outlives := x.Base != nil && !sema.Automatic(x.Base.Var)
	return w.facts != nil && !w.resolving && (outlives || w.ctx&sema.InInit != 0) && !sema.IsDependent(i) &&
		w.u.EvalTree(arg.Tree, sema.EvalOptions{Runtime: true}).IsKnown()
}

// builtinKind reports whether operators on a type are certainly built in, whatever of it depends on template parameters.
func builtinKind(t *types.Type) bool {
	return t.Kind == types.Array || t.Kind == types.Pointer || t.IsArithmetic()
}

// knownElements reports whether an expression names an array of which the bound alone depends on template parameters.
func knownElements(o sema.Operand) bool {
	return o.Type.Kind == types.Array && o.Type.IsDependent() && o.Entity != nil && !o.Type.Elem.IsDependent()
}

// decayInDefinition is an operand that decays if it is an array. Where its bound or its elements' type depends on template parameters,
// front ends note of one that is declared in the function that it decays, and leave to the instance what happens to the element.
func (w *walker) decayInDefinition(array sema.Operand) sema.Operand {
	if !w.definition() || array.Type.Kind != types.Array || !array.Type.IsDependent() || array.Address || !inFunction(array.Base) {
		return array
	}
	decays := array
	decays.Dependent = false
	w.use(decays, sema.AddressOf, nil)
	array.Base = nil
	return array
}

// element is an element of an array.
func (w *walker) element(array sema.Operand, constIndex, literal bool) sema.Operand {
	o := array
	o.Type, o.Entity, o.Value, o.Node = array.Type.Elem, nil, types.Value{}, w.flow.Of(sema.NodeElement, array.Node)
	if o.Cat == sema.PRValue {
		o.Cat = sema.XValue
	}
	if o.Base != nil && !o.Base.ViaRef {
		o.Base = o.Base.Part(constIndex, literal, true)
		o.Base.Formed = w.taken + 1
	}
	return o
}

// latePointer are the circumstances in which a value is returned, subscripted, or passed to an ellipsis.
func latePointer(o sema.Operand) sema.Context {
	if o.Type.Kind == types.Pointer {
		return sema.LatePointer
	}
	return 0
}

// advance is the address that a pointer into a variable holds after pointer arithmetic with an index.
func (w *walker) advance(p sema.Operand, constIndex, literal, subscript bool) sema.Operand {
	if !p.Address || p.Base == nil {
		return p
	}
	p.Base, p.Entity, p.Value = p.Base.Part(constIndex, literal, subscript), nil, types.Value{}
	p.Base.Formed = w.taken + 1
	p.Node = w.flow.Offset(p.Node)
	return p
}

// decayed is the address of an array's first element, nothing recorded yet: what happens to the array is for whoever uses
// the address.
func (w *walker) decayed(o sema.Operand) sema.Operand {
	if o.Type.Kind != types.Array || o.Base == nil || o.Base.ViaRef || o.Arms != nil {
		return o
	}
	return sema.Operand{
		Type: w.u.T.Pointer(o.Type.Elem), Base: o.Base.Part(true, true, o.Base.Subscript), Address: true, Node: w.flow.Decay(o.Node),
		Tree: o.Tree,
	}
}
