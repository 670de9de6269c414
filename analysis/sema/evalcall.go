package sema

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// callSite is what a call or operator expression resolves to.
type callSite struct {
	operand   Operand
	callee    *Func
	kind      CallKind
	dependent bool
	certain   bool // no call inside the expression is unresolved
	calls     []Call
}

type callKey struct {
	expr ast.Expr
	sc   *Scope
}

// resolve finds what an expression calls.
func (ev *evaluator) resolve(sc *Scope, e ast.Expr) *callSite {
	u := ev.u
	key := callKey{e, sc}
	if s, ok := u.consts.sites[key]; ok {
		return s
	}
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, facts: &Facts{}, resolving: true, trial: true}
	s := &callSite{operand: w.expr(sc, e), calls: w.facts.Calls, certain: len(w.facts.Unknown) == 0}
	span := e.Pos()
	for _, c := range w.facts.Calls {
		if c.Dependent {
			s.dependent = true
		}
		if c.Full.Span != span || c.Full.Chunk != sc.Chunk {
			continue
		}
		switch c.Kind {
		case CallNamed, CallObject, CallOperator:
			s.callee, s.kind = c.Callee, c.Kind
		}
	}
	if isDependent(s.operand) {
		s.dependent = true
	}
	if s.callee != nil || s.certain && !s.operand.IsUnknown() {
		if u.consts.sites == nil {
			u.consts.sites = make(map[callKey]*callSite)
		}
		u.consts.sites[key] = s
	}
	return s
}

// ---- Calls

func (ev *evaluator) call(sc *Scope, e *ast.Call) result {
	u := ev.u
	if t, ok := ev.calledType(sc, e.Fn); ok {
		if p, isParen := e.Fn.(*ast.Paren); isParen && p.Type != nil {
			if len(e.Args) == 1 {
				return ev.castTo(sc, t, e.Args[0], ast.CastC, e)
			}
			return ev.opaqueExpr(sc, e)
		}
		return ev.construct(sc, t, e.Args, false, e)
	}
	if n, ok := e.Fn.(*ast.NameExpr); ok && len(n.Name.Parts) == 1 {
		if r, ok := ev.builtin(sc, u.Text(n.Name.Last().Sym), e); ok {
			return r
		}
	}
	s := ev.resolve(sc, e)
	if s.callee == nil {
		if s.dependent {
			return dependent(u.tokenKey(sc, e.Span))
		}
		return unknownOf(s.operand.Type)
	}
	var this *object
	switch fn := unparen(e.Fn).(type) {
	case *ast.MemberExpr:
		if s.kind == CallNamed {
			o, r := ev.objectOf(sc, fn)
			if r.isDependent() {
				return dependent(u.tokenKey(sc, e.Span))
			}
			this = o
		} else {
			this = ev.expr(sc, e.Fn).obj
		}
	case *ast.NameExpr:
		switch {
		case s.kind == CallObject:
			this = ev.expr(sc, e.Fn).obj
		case s.callee.MemberOf != nil && !s.callee.Static && ev.frame != nil:
			this = ev.frame.this
		}
	default:
		if s.kind == CallObject {
			this = ev.expr(sc, e.Fn).obj
			if l := s.callee.Closure; l != nil && this == nil && u.captures(l) {
				return unknownOf(s.operand.Type) // the closure is made here, of what is no constant
			}
		}
	}
	args := make([]result, 0, len(e.Args))
	for _, a := range u.expandArgs(sc, e.Args) {
		r := ev.argument(a.sc, a.expr)
		if r.isDependent() {
			return dependent(u.tokenKey(sc, e.Span))
		}
		args = append(args, r)
	}
	return ev.invoke(s.callee, this, args, s.operand.Type)
}

func unparen(e ast.Expr) ast.Expr {
	for {
		p, ok := e.(*ast.Paren)
		if !ok || p.X == nil {
			return e
		}
		e = p.X
	}
}

// calledType is the type that a call's callee names, for functional casts and casts in parentheses.
func (ev *evaluator) calledType(sc *Scope, fn ast.Expr) (*types.Type, bool) {
	u := ev.u
	switch fn := fn.(type) {
	case *ast.Paren:
		if fn.Type != nil && u.isType(sc, fn.Type) {
			return u.resolveTypeID(sc, fn.Type), true
		}
	case *ast.TypeExpr:
		return u.resolveTypeID(sc, fn.Type), true
	case *ast.NameExpr:
		found := u.lookupName(sc, fn.Name)
		if found.State == FoundOK && len(found.Entities) > 0 &&
			(isTypeEntity(found.Entities[0]) || isTemplateParam(found.Entities[0])) {
			return u.typeOfFound(sc, found, fn.Name), true
		}
	}
	return nil, false
}

// scopedExpr is an argument with the scope in which a pack's element is chosen.
type scopedExpr struct {
	sc   *Scope
	expr ast.Expr
}

// expandArgs expands the bound packs of an argument list.
func (u *Unit) expandArgs(sc *Scope, args []ast.Expr) []scopedExpr {
	var out []scopedExpr
	for _, a := range args {
		p, ok := a.(*ast.PackExpansion)
		if !ok {
			out = append(out, scopedExpr{sc, a})
			continue
		}
		packs := u.packsIn(sc, p.X)
		n, bound := u.boundPackLen(packs)
		if !bound {
			out = append(out, scopedExpr{sc, a})
			continue
		}
		for i := range n {
			out = append(out, scopedExpr{u.elementScope(sc, packs, i), p.X})
		}
	}
	return out
}

// argument evaluates an argument; a braced list stays one, as a result of the list's pseudo-type.
func (ev *evaluator) argument(sc *Scope, e ast.Expr) result {
	switch e := e.(type) {
	case *ast.InitList:
		if ev.u.dependentScope(sc) {
			return dependent(ev.u.tokenKey(sc, e.Pos()))
		}
		return result{list: &listArg{sc, e}, typ: ev.u.T.Braced()}
	case *ast.PackExpansion:
		if ev.u.dependentScope(sc) {
			return dependent(ev.u.tokenKey(sc, e.Pos()))
		}
		return result{}
	}
	return ev.expr(sc, e)
}

// invoke calls a function with evaluated arguments. t is the call's type, for when it cannot be evaluated.
func (ev *evaluator) invoke(f *Func, this *object, args []result, t *types.Type) result {
	u := ev.u
	failed := unknownOf(t)
	ev.voidDone = false
	if !ev.step() || f.Deleted {
		return failed
	}
	if !f.Constexpr && !f.Implicit && f.Closure == nil && !f.DefaultedFirst {
		ev.dynamic = true
		return failed
	}
	if u.IsVirtual(f) == Yes {
		return failed
	}
	if f.Comparison() {
		return ev.compareDefaulted(f, this, args, t)
	}
	if f.Implicit || f.Defaulted {
		switch f.Special {
		case CopyAssign, MoveAssign:
			if this == nil || len(args) != 1 || ev.readOnly(this) || u.IsTrivial(f) != Yes {
				return failed
			}
			if from := ev.load(args[0]).obj; from != nil && ev.assign(this, ev.base(from, this.class)) {
				return result{obj: this, lvalue: true, typ: this.typ}
			}
		}
		return failed
	}
	body, sc, params := u.evalBody(f)
	if body == nil || len(body.Bad) > 0 || len(body.Handlers) > 0 {
		return failed
	}
	switch {
	case f.Closure != nil:
		this = nil // what this means in the body is what is captured
	case f.MemberOf != nil && !f.Static:
		this = ev.base(this, f.MemberOf)
	}
	fr := &frame{fn: f, locals: make(map[*Var]*object), this: this, outer: ev.frame}
	if !ev.bindParams(f, fr, params, args) {
		return failed
	}
	depth := 0
	for p := ev.frame; p != nil; p = p.outer {
		depth++
	}
	if depth > 160 {
		return failed
	}
	saved, mentioned := ev.frame, u.mentioned
	ev.frame, u.mentioned = fr, nil // what the body names is its own
	defer func() { ev.frame, u.mentioned = saved, mentioned }()
	var ret result
	switch ev.stmt(sc, body.Block, &ret) {
	case flowReturn:
		ev.voidDone = true
	case flowNext:
		ev.voidDone = true
		return scalar(types.Value{Type: u.T.Basic(ast.Void)})
	default:
		return failed
	}
	rt := u.ResultType(f)
	if rt.IsRef() {
		if ret.lvalue && ret.obj != nil {
			return result{obj: ret.obj, lvalue: true, typ: rt.Elem}
		}
		return unknownOf(rt.Elem)
	}
	if rt.Kind == types.Unknown {
		return ev.load(ret)
	}
	return ev.toType(ev.decayFor(ret, rt), rt, false)
}

// decayFor loads a result, decaying arrays where a pointer is wanted.
func (ev *evaluator) decayFor(r result, t *types.Type) result {
	if t.Kind == types.Pointer || t.IsBool() {
		return ev.decay(r)
	}
	return ev.load(r)
}

// evalBody is a function's body as the interpreter sees it.
type evalBody struct {
	body   *ast.FuncBody
	scope  *Scope
	params []*Var
}

// evalBody is the body of a function with the scope that holds its parameters.
func (u *Unit) evalBody(f *Func) (*ast.FuncBody, *Scope, []*Var) {
	if f.Closure != nil {
		return u.closureBody(f)
	}
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil || fd.Sig == nil {
		return nil, nil, nil
	}
	if b, ok := u.consts.bodies[fd]; ok {
		return b.body, b.scope, b.params
	}
	sc := fd.Scope.child(FuncScope)
	sc.Func, sc.Chunk, sc.Ord = f, fd.Site.Chunk, fd.Site.Chunk.Ord
	if f.MemberOf != nil && !f.Static {
		sc.This = u.T.Qualify(u.ClassType(f.MemberOf), fd.Sig.CV)
	}
	b := &evalBody{scope: sc, params: u.addParams(sc, f, fd.Sig)}
	b.body = u.parseBody(sc, fd)
	if u.dependentScope(sc) {
		b.body = nil
	}
	if u.consts.bodies == nil {
		u.consts.bodies = make(map[*FuncDecl]*evalBody)
	}
	u.consts.bodies[fd] = b
	return b.body, b.scope, b.params
}

// closureBody is the body of a lambda's call operator. What it captures has the value of the captured constant, or none.
func (u *Unit) closureBody(f *Func) (*ast.FuncBody, *Scope, []*Var) {
	l := f.Closure
	if f.Implicit || len(f.Decls) == 0 || l.Expr == nil || l.Expr.Block == nil {
		return nil, nil, nil
	}
	fd := f.Decls[0]
	if b, ok := u.consts.bodies[fd]; ok {
		return b.body, b.scope, b.params
	}
	sc := fd.Scope.child(FuncScope)
	sc.Func, sc.Lambda = l.Func, l
	b := &evalBody{scope: sc}
	if fd.Sig != nil {
		b.params = u.addParams(sc, f, fd.Sig)
	}
	for _, v := range u.initCaptures(l) {
		sc.add(v)
	}
	if !u.dependentScope(sc) {
		b.body = &ast.FuncBody{Span: l.Expr.Block.Span, Block: l.Expr.Block}
	}
	if u.consts.bodies == nil {
		u.consts.bodies = make(map[*FuncDecl]*evalBody)
	}
	u.consts.bodies[fd] = b
	return b.body, b.scope, b.params
}

// bindParams initialises parameters with arguments and default arguments.
func (ev *evaluator) bindParams(f *Func, fr *frame, params []*Var, args []result) bool {
	u := ev.u
	next := 0
	bind := func(v *Var, i int) bool {
		t := u.VarType(v)
		if t == nil || t.IsUnknown() || t.IsDependent() {
			return false
		}
		var arg result
		if next < len(args) {
			arg = args[next]
			next++
		} else {
			dd, p := u.DefaultArgDecl(f, i)
			if p == nil {
				return false
			}
			e := u.parseDeferred(dd.Scope, p.Default)
			if e == nil {
				return false
			}
			arg = ev.expr(dd.Scope, e)
		}
		o := ev.newObject(t)
		fr.locals[v] = o
		return ev.store(o, arg)
	}
	for i, v := range params {
		if v.Pack {
			for _, el := range v.Elems {
				if !bind(el, i) {
					return false
				}
			}
			continue
		}
		if !bind(v, i) {
			return false
		}
	}
	return next == len(args) || u.FuncType(f).Variadic
}

// store initialises an object, a reference's too, from a result by copy-initialisation.
func (ev *evaluator) store(o *object, r result) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	t := o.typ
	if r.list != nil {
		if !t.IsRef() {
			return ev.initList(r.list.sc, o, r.list.expr.Elems)
		}
		tmp := ev.newObject(t.Elem)
		o.ptr = &place{obj: tmp}
		return ev.initList(r.list.sc, tmp, r.list.expr.Elems)
	}
	if t.IsRef() {
		if r.lvalue && r.obj != nil && ev.sameOrDerived(r.obj.typ, t.Elem) {
			target := r.obj
			if c := ev.u.ClassOf(t.Elem); c != nil {
				target = ev.base(target, c)
			}
			if target == nil {
				return false
			}
			o.ptr = &place{obj: target}
			return true
		}
		if !r.lvalue && r.obj != nil && r.obj.class != nil && ev.sameOrDerived(r.obj.typ, t.Elem) {
			o.ptr = &place{obj: ev.base(r.obj, ev.u.ClassOf(t.Elem))}
			return o.ptr.obj != nil
		}
		if _, ok := r.Entity.(*Func); ok && r.Kind == types.AddressValue {
			o.val = r.Value
			return true
		}
		tmp := ev.newObject(t.Elem)
		if !ev.store(tmp, ev.load(r)) {
			return false
		}
		o.ptr = &place{obj: tmp}
		return true
	}
	v := ev.toType(ev.decayFor(r, t), t, false)
	return ev.put(o, v)
}

// put stores a converted value.
func (ev *evaluator) put(o *object, v result) bool {
	switch {
	case v.isDependent():
		o.val = v.Value
		return true
	case o.typ.Kind == types.Class:
		if v.obj == nil || v.obj.class != o.class {
			return false
		}
		return ev.assign(o, v.obj)
	case o.typ.Kind == types.Array:
		return v.obj != nil && ev.assign(o, v.obj)
	}
	o.val, o.ptr = v.Value, v.ptr
	return v.IsKnown() || v.ptr != nil
}

// sameOrDerived reports whether a reference to type t may bind directly to an object of type of.
func (ev *evaluator) sameOrDerived(of, t *types.Type) bool {
	if of.Unqual() == t.Unqual() {
		return true
	}
	if of.Kind == types.Array && t.Kind == types.Array {
		return of.Elem.Unqual() == t.Elem.Unqual() && (of.Len == t.Len || t.Len == types.NoLen)
	}
	a, b := ev.u.ClassOf(of), ev.u.ClassOf(t)
	return a != nil && b != nil && ev.u.DerivedFrom(a, b) == Yes
}

// operandOf describes a result to overload resolution.
func (ev *evaluator) operandOf(r result) Operand {
	if r.list != nil {
		return ev.u.typeOf(r.list.sc, r.list.expr)
	}
	t := r.typ
	if r.obj != nil {
		t = r.obj.typ
	}
	if t == nil {
		t = r.Type
	}
	if t == nil {
		t = ev.u.T.Unknown()
	}
	o := Operand{Type: t.NonRef(), Value: r.Value}
	if r.lvalue {
		o.Cat = LValue
	}
	return o
}

// toType converts a loaded result to a type; contextual conversions to bool may use explicit conversion functions.
func (ev *evaluator) toType(r result, t *types.Type, explicit bool) result {
	u := ev.u
	if r.isDependent() {
		return r
	}
	failed := unknownOf(t)
	if t.Kind == types.Unknown || t.IsDependent() {
		return failed
	}
	if t.Kind == types.Class {
		c := u.ClassOf(t)
		if r.obj != nil && r.obj.class != nil && c != nil && u.DerivedFrom(r.obj.class, c) == Yes {
			o := ev.base(r.obj, c)
			if o == nil {
				return failed
			}
			return result{obj: o, typ: t}
		}
		if c == nil || !r.known() {
			return failed
		}
		o := ev.newObject(t)
		if !ev.constructFrom(o, []result{r}, InitCopy) {
			return failed
		}
		return result{obj: o, typ: t}
	}
	if r.obj != nil && r.obj.class != nil {
		f := ev.conversion(r, t, explicit)
		if f == nil {
			return failed
		}
		got := ev.invoke(f, r.obj, nil, t)
		if got.obj != nil && got.obj.class != nil && !got.lvalue {
			return failed
		}
		return ev.toType(ev.decayFor(got, t), t, false)
	}
	if r.ptr != nil {
		if t.IsBool() {
			return scalar(constant.Int(t.Unqual(), 1))
		}
		if t.IsIntegral() && constant.Size(t.Basic) == 8 {
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: r.ptr, typ: t}
		}
		if t.Kind == types.Pointer {
			p := r.ptr
			if c := u.ClassOf(t.Elem); c != nil && p.obj.class != nil && p.obj.class != c && !p.end {
				b := ev.base(p.obj, c)
				if b == nil {
					return failed
				}
				p = &place{obj: b}
			}
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: p, typ: t}
		}
		return failed
	}
	if r.Kind == types.UnknownValue {
		return failed
	}
	return scalar(u.ConvertValue(r.Value, t))
}

// conversion is the conversion function that turns a class object into a type; nil when it cannot be told.
func (ev *evaluator) conversion(r result, t *types.Type, explicit bool) *Func {
	want := func(to *types.Type) bool {
		if t.IsBool() {
			return to.IsScalar()
		}
		return to.Unqual() == t.Unqual() || t.IsArithmetic() && to.IsArithmetic()
	}
	conv := ev.u.ConvertTo(ev.operandOf(r), want, explicit)
	if conv.Rank == RankUser && !conv.Ambiguous && conv.User != nil && conv.User.Kind == Conversion {
		return conv.User
	}
	return nil
}

// toScalar converts a class object to the scalar that a converted constant expression wants.
func (ev *evaluator) toScalar(r result) result {
	if r.obj == nil || r.obj.class == nil {
		return r
	}
	conv := ev.u.ConvertTo(ev.operandOf(r), func(t *types.Type) bool { return t.IsIntegral() || t.Kind == types.Enum }, false)
	if conv.Rank != RankUser || conv.Ambiguous || conv.User == nil || conv.User.Kind != Conversion {
		return result{obj: r.obj, typ: r.typ}
	}
	return ev.load(ev.invoke(conv.User, r.obj, nil, ev.u.ResultType(conv.User).NonRef()))
}

// ---- Operators of classes

// overloaded reports whether an operator on a class object calls a function rather than being built in.
func (ev *evaluator) overloaded(op token.Kind, r result) bool {
	if r.obj == nil || r.obj.class == nil {
		return false
	}
	found := ev.u.LookupMember(r.obj.class, ev.u.operatorSym(op))
	return found.State != NotFound
}

func (u *Unit) operatorSym(op token.Kind) token.Sym {
	text := op.String()
	if op == token.LBracket {
		text = "[]"
	}
	return u.partSym(&ast.NamePart{Kind: ast.NameOperator, Sym: u.Sym(text)})
}

// operatorCall evaluates an operator with a class operand.
func (ev *evaluator) operatorCall(sc *Scope, e ast.Expr, op token.Kind, args []result) result {
	u := ev.u
	s := ev.resolve(sc, e)
	if s.dependent {
		return dependent(u.tokenKey(sc, e.Pos()))
	}
	if f := s.callee; f != nil {
		negate := false
		if f.Sym() != u.operatorSym(op) {
			if op != token.NotEq || f.Sym() != u.operatorSym(token.EqEq) {
				return unknownOf(s.operand.Type) // a comparison made of <=>
			}
			negate = true
		}
		var r result
		if f.MemberOf != nil && !f.Static {
			if args[0].obj == nil {
				return unknownOf(s.operand.Type)
			}
			r = ev.invoke(f, args[0].obj, args[1:], s.operand.Type)
		} else {
			r = ev.invoke(f, nil, args, s.operand.Type)
		}
		if negate {
			return scalar(u.unaryValue(token.Not, ev.load(r).Value))
		}
		return r
	}
	if !s.certain {
		return unknownOf(s.operand.Type)
	}
	// A built-in operator on what the objects convert to.
	scalars := make([]result, len(args))
	for i := range args {
		scalars[i] = ev.toScalar(ev.decay(args[i]))
		if scalars[i].obj != nil {
			return unknownOf(s.operand.Type)
		}
	}
	if len(scalars) == 1 {
		return scalar(u.unaryValue(op, scalars[0].Value))
	}
	return ev.binaryResult(sc, e, op, scalars[0], scalars[1])
}

// assignment evaluates x = y.
func (ev *evaluator) assignment(sc *Scope, e *ast.Binary) result {
	x := ev.expr(sc, e.X)
	if x.isDependent() {
		return dependent(ev.u.tokenKey(sc, e.Span))
	}
	if x.obj == nil || !x.lvalue || ev.readOnly(x.obj) {
		return ev.opaqueExpr(sc, e)
	}
	if x.obj.class != nil {
		y := ev.argument(sc, e.Y)
		s := ev.resolve(sc, e)
		if s.callee == nil {
			return unknownOf(s.operand.Type)
		}
		return ev.invoke(s.callee, x.obj, []result{y}, s.operand.Type)
	}
	y := ev.toType(ev.decayFor(ev.expr(sc, e.Y), x.obj.typ), x.obj.typ, false)
	if !ev.put(x.obj, y) {
		x.obj.val, x.obj.ptr = types.Value{}, nil
	}
	return x
}

// compound evaluates x += y and its like.
func (ev *evaluator) compound(sc *Scope, e *ast.Binary, op token.Kind) result {
	x := ev.expr(sc, e.X)
	y := ev.decay(ev.expr(sc, e.Y))
	if x.isDependent() || y.isDependent() {
		return dependent(ev.u.tokenKey(sc, e.Span))
	}
	if x.obj != nil && x.obj.class != nil || y.obj != nil && y.obj.class != nil {
		return ev.operatorCall(sc, e, e.Op, []result{x, y})
	}
	if x.obj == nil || !x.lvalue || ev.readOnly(x.obj) {
		return ev.opaqueExpr(sc, e)
	}
	v := ev.binaryResult(sc, e, op, ev.load(x), y)
	if !ev.put(x.obj, ev.toType(v, x.obj.typ, false)) {
		x.obj.val, x.obj.ptr = types.Value{}, nil
	}
	return x
}

// ---- Casts and construction

func (ev *evaluator) cast(sc *Scope, e *ast.Cast) result {
	return ev.castTo(sc, ev.u.resolveTypeID(sc, e.Type), e.X, e.Kind, e)
}

func (ev *evaluator) castTo(sc *Scope, t *types.Type, x ast.Expr, kind ast.CastKind, whole ast.Expr) result {
	u := ev.u
	r := ev.expr(sc, x)
	if t.IsDependent() || r.isDependent() {
		v := dependentValue("(" + "t" + valueKey(types.Value{Kind: types.IntValue, Int: int64(t.ID())}) + ")" + valueKey(r.Value))
		return result{Value: v}
	}
	if t.IsRef() {
		if r.lvalue && r.obj != nil && ev.sameOrDerived(r.obj.typ, t.Elem) && kind != ast.CastReinterpret {
			o := r.obj
			if c := u.ClassOf(t.Elem); c != nil {
				if o = ev.base(o, c); o == nil {
					return unknownOf(t.Elem)
				}
			}
			return result{obj: o, lvalue: true, typ: t.Elem}
		}
		return unknownOf(t.Elem)
	}
	switch {
	case t.IsVoid():
		return scalar(types.Value{Type: t})
	case kind == ast.CastReinterpret && !t.IsIntegral() || kind == ast.CastBuiltinBit || kind == ast.CastDynamic:
		return unknownOf(t)
	case t.Kind == types.Pointer && (isPointerLike(r) || r.obj != nil):
		p := ev.decay(r)
		if p.ptr != nil && (t.Elem.Unqual() == p.ptr.obj.typ.Unqual() || u.ClassOf(t.Elem) != nil && p.ptr.obj.class != nil) {
			return ev.toType(p, t, true)
		}
		if p.Kind == types.NullValue {
			return scalar(u.ConvertValue(p.Value, t))
		}
		if p.ptr != nil && t.Elem.IsVoid() {
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: p.ptr, typ: t}
		}
		return unknownOf(t)
	case t.Kind == types.Class:
		return ev.construct(sc, t, []ast.Expr{x}, false, whole)
	}
	if p := ev.decay(r); p.ptr != nil && t.IsIntegral() && !t.IsBool() {
		// The linker knows the address: a constant without a value, as long as it is not cut short.
		if constant.Size(t.Basic) == 8 {
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: p.ptr, typ: t}
		}
		ev.dynamic = true
		return unknownOf(t)
	}
	l := ev.decayFor(r, t)
	if l.Kind == types.IntValue && t.Kind == types.Pointer {
		if l.Int == 0 {
			return scalar(types.Value{Kind: types.NullValue, Type: t})
		}
		return unknownOf(t)
	}
	return ev.toType(l, t, true)
}

// construct evaluates T(args) and T{args}.
func (ev *evaluator) construct(sc *Scope, t *types.Type, args []ast.Expr, brace bool, whole ast.Expr) result {
	u := ev.u
	key := u.tokenKey(sc, whole.Pos())
	if placeholderTemplate(t) != nil {
		t = u.typeOf(sc, whole).Type
	}
	if t.IsDependent() {
		if len(args) == 1 {
			r := ev.expr(sc, args[0])
			key = "(t" + valueKey(types.Value{Kind: types.IntValue, Int: int64(t.ID())}) + ")" + valueKey(r.Value)
		}
		return dependent(key)
	}
	if t.Kind == types.Unknown {
		return ev.opaqueExpr(sc, whole)
	}
	if t.Kind != types.Class {
		switch len(args) {
		case 0:
			return ev.zero(t)
		case 1:
			if l, ok := args[0].(*ast.InitList); ok && len(l.Elems) == 0 {
				return ev.zero(t)
			}
			if t.Kind != types.Array {
				return ev.castTo(sc, t, args[0], ast.CastC, whole)
			}
		}
		if t.Kind != types.Array || !brace {
			return ev.opaqueExpr(sc, whole)
		}
	}
	o := ev.newObject(t)
	var ok bool
	if brace {
		ok = ev.initList(sc, o, elemsOf(args))
	} else {
		ok = ev.initArgs(sc, o, args)
	}
	if !ok {
		if r := ev.opaqueExpr(sc, whole); r.isDependent() {
			return r
		}
		return unknownOf(t)
	}
	return result{obj: o, typ: t}
}

// zero is a value-initialised scalar.
func (ev *evaluator) zero(t *types.Type) result {
	switch {
	case t.IsFloating():
		return scalar(types.Value{Kind: types.FloatValue, Type: t.Unqual()})
	case t.IsIntegral() || t.Kind == types.Enum:
		return scalar(constant.Int(t.Unqual(), 0))
	case t.Kind == types.Pointer || t.Kind == types.MemberPointer || t.IsNullptr():
		return scalar(types.Value{Kind: types.NullValue, Type: t.Unqual()})
	}
	return unknownOf(t)
}

func elemsOf(args []ast.Expr) []ast.InitElem {
	elems := make([]ast.InitElem, len(args))
	for i, a := range args {
		if d, ok := a.(*ast.Designated); ok {
			elems[i] = d.Elem
		} else {
			elems[i].X = a
		}
	}
	return elems
}

// ---- Builtin functions

// builtin evaluates a call of a compiler's builtin function; ok is false when name is none that is known here.
func (ev *evaluator) builtin(sc *Scope, name string, e *ast.Call) (r result, ok bool) {
	u := ev.u
	if !strings.HasPrefix(name, "__") {
		return r, false
	}
	boolType, intType := u.T.Basic(ast.Bool), u.T.Basic(ast.Int)
	switch name {
	case "__builtin_is_constant_evaluated":
		if ev.opt.Runtime {
			return unknownOf(boolType), true
		}
		return scalar(constant.Int(boolType, 1)), true
	case "__builtin_constant_p":
		if len(e.Args) != 1 {
			return r, false
		}
		v := ev.load(ev.expr(sc, e.Args[0]))
		switch {
		case v.isDependent():
			return dependent(u.tokenKey(sc, e.Span)), true
		case v.IsKnown():
			return scalar(constant.Int(intType, 1)), true
		}
		return unknownOf(intType), true
	case "__builtin_expect", "__builtin_expect_with_probability":
		if len(e.Args) < 2 {
			return r, false
		}
		return ev.toType(ev.load(ev.expr(sc, e.Args[0])), u.T.Basic(ast.Long), false), true
	case "__builtin_choose_expr":
		if len(e.Args) != 3 {
			return r, false
		}
		c := ev.truth(sc, e.Args[0])
		b, known := c.Bool()
		switch {
		case c.isDependent():
			return c, true
		case !known:
			return result{}, true
		case b:
			return ev.expr(sc, e.Args[1]), true
		}
		return ev.expr(sc, e.Args[2]), true
	case "__builtin_addressof":
		if len(e.Args) != 1 {
			return r, false
		}
		x := ev.expr(sc, e.Args[0])
		if x.obj != nil && x.lvalue {
			t := u.T.Pointer(x.obj.typ)
			return result{ptr: &place{obj: x.obj}, typ: t, Value: types.Value{Kind: types.AddressValue, Type: t}}, true
		}
		if x.isDependent() {
			return dependent(u.tokenKey(sc, e.Span)), true
		}
		return unknownOf(u.T.Unknown()), true
	}
	b, t, isBuiltin := u.builtin(name)
	if !isBuiltin {
		return r, false
	}
	var args []result
	for _, a := range e.Args {
		args = append(args, ev.decay(ev.expr(sc, a)))
		if args[len(args)-1].isDependent() {
			return dependent(u.tokenKey(sc, e.Span)), true
		}
	}
	var arg types.Value
	if len(args) == 1 {
		arg = args[0].Value
		if name == "__builtin_strlen" {
			return ev.textLength(args[0], t), true
		}
	}
	if v, known := b.Value(arg, t); known {
		return scalar(v), true
	}
	return unknownOf(t.NonRef()), true
}

// textLength is the number of characters before the zero that ends a text.
func (ev *evaluator) textLength(x result, t *types.Type) result {
	if x.ptr == nil || x.ptr.end {
		return unknownOf(t)
	}
	i, of := position(x.ptr)
	for n := int64(0); i < int64(len(of.parts)); i, n = i+1, n+1 {
		v, known := of.parts[i].val.Int64()
		if !known {
			return unknownOf(t)
		}
		if v == 0 {
			return scalar(constant.Int(t, n))
		}
	}
	return unknownOf(t)
}

// traitExpr evaluates a builtin trait.
func (ev *evaluator) traitExpr(sc *Scope, e *ast.Trait) result {
	v := ev.u.trait(sc, e)
	if v.Kind == types.UnknownValue && v.Type == nil {
		return ev.opaqueExpr(sc, e)
	}
	return scalar(v)
}
