package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Limits of one evaluation from outside, nested ones included.
const (
	maxEvalSteps = 200000
	maxEvalParts = 200000
	maxEvalDepth = 192
	maxElements  = 1 << 14
)

// evaluator evaluates one expression or initialiser.
type evaluator struct {
	u   *Unit
	opt EvalOptions
	// globals are the variables with static storage that the evaluation has read.
	globals map[*Var]*object
	frame   *frame
	// voidDone: the last call of a void function came back.
	voidDone bool
	// dynamic: a function that is not constexpr was called, or something else done that no constant evaluation can.
	dynamic bool
}

// frame is one call of a constexpr function.
type frame struct {
	fn     *Func
	locals map[*Var]*object
	this   *object
	outer  *frame
}

// result is what an expression evaluates to: a scalar's value, or an object for class prvalues and for glvalues.
type result struct {
	types.Value
	obj    *object
	ptr    *place
	lvalue bool
	typ    *types.Type
	// list is a braced list that stands as an argument.
	list *listArg
}

// listArg is a braced list with the scope of its elements.
type listArg struct {
	sc   *Scope
	expr *ast.InitList
}

func unknownOf(t *types.Type) result { return result{Value: types.Value{Type: t}, typ: t} }

func scalar(v types.Value) result { return result{Value: v, typ: v.Type} }

func dependent(key string) result { return result{Value: dependentValue(key)} }

// typ0 is the type of r as far as it is known, not nil for a known value.
func (r result) staticType() *types.Type {
	if r.typ != nil {
		return r.typ
	}
	return r.Type
}

func (r result) isDependent() bool { return r.Kind == types.DependentValue }

// known reports whether r is a scalar with a value, or an object.
func (r result) known() bool { return r.list != nil || r.obj != nil || r.ptr != nil || r.IsKnown() }

// newEvaluator begins an evaluation; nil when evaluations are nested too deeply or have run too long.
func (u *Unit) newEvaluator(opt EvalOptions) (*evaluator, func()) {
	c := &u.consts
	if c.depth == 0 {
		c.steps, c.parts = 0, 0
	}
	if c.depth >= maxEvalDepth || c.steps > maxEvalSteps {
		c.cut++
		return nil, nil
	}
	c.depth++
	return &evaluator{u: u, opt: opt, globals: make(map[*Var]*object)}, func() { c.depth-- }
}

// step counts one unit of work; false ends the evaluation.
func (ev *evaluator) step() bool {
	c := &ev.u.consts
	if c.steps++; c.steps > maxEvalSteps {
		c.cut++
		return false
	}
	return true
}

// room counts n parts of objects that are to be made; false ends the evaluation. What is made is kept until it ends.
func (ev *evaluator) room(n int) bool {
	c := &ev.u.consts
	if c.parts += n; c.parts > maxEvalParts {
		c.cut++
		return false
	}
	return true
}

// ---- Objects

// expr evaluates an expression without the lvalue-to-rvalue conversion.
func (ev *evaluator) expr(sc *Scope, e ast.Expr) result {
	if !ev.step() {
		return result{}
	}
	if !ev.u.enterDeep() {
		return result{}
	}
	defer ev.u.leave()
	u := ev.u
	switch e := e.(type) {
	case *scopedElem:
		return ev.expr(e.sc, e.Expr)
	case *ast.Literal:
		o := u.literal(e)
		if o.String {
			return result{obj: ev.textObject(o.Value), lvalue: true, typ: o.Type}
		}
		if u.literalSuffix(e) != "" {
			return ev.opaqueExpr(sc, e)
		}
		return scalar(o.Value)
	case *ast.Paren:
		if e.X != nil {
			return ev.expr(sc, e.X)
		}
	case *ast.NameExpr:
		return ev.name(sc, e.Name)
	case *ast.This:
		if ev.frame != nil && ev.frame.this != nil {
			t := u.T.Pointer(ev.frame.this.typ)
			return result{ptr: &place{obj: ev.frame.this}, typ: t, Value: types.Value{Kind: types.AddressValue, Type: t}}
		}
		return ev.opaqueExpr(sc, e)
	case *ast.Unary:
		return ev.unary(sc, e)
	case *ast.Binary:
		return ev.binary(sc, e)
	case *ast.Conditional:
		return ev.conditional(sc, e)
	case *ast.Call:
		return ev.call(sc, e)
	case *ast.Construct:
		return ev.construct(sc, u.resolveTypeID(sc, e.Type), e.Args, e.Brace, e)
	case *ast.Cast:
		return ev.cast(sc, e)
	case *ast.Index:
		return ev.index(sc, e)
	case *ast.MemberExpr:
		return ev.member(sc, e)
	case *ast.Query:
		return scalar(ev.query(sc, e))
	case *ast.Trait:
		return ev.traitExpr(sc, e)
	case *ast.Fold:
		return ev.fold(sc, e)
	case *ast.RequiresExpr:
		return ev.tri(u.requiresExpr(sc, e), u.tokenKey(sc, e.Span), u.dependentScope(sc))
	case *ast.Lambda:
		r := ev.opaqueExpr(sc, e)
		if c := u.ClassOf(r.staticType()); c != nil && c.Lambda != nil && !u.captures(c.Lambda) {
			return result{obj: ev.newObject(r.staticType()), typ: r.staticType()}
		} else if c != nil && c.Lambda != nil {
			ev.captures(sc, c.Lambda)
		}
		return r
	case *ast.New:
		ev.dynamic = ev.dynamic || ev.frame == nil || u.std < 20 // what is allocated stays allocated
		return ev.opaqueExpr(sc, e)
	case *ast.StmtExpr:
		return ev.opaqueExpr(sc, e)
	case *ast.Throw:
		return unknownOf(u.T.Basic(ast.Void))
	case *ast.InitList:
		if len(e.Elems) == 1 && e.Elems[0].Field == 0 && e.Elems[0].Index == nil {
			return ev.expr(sc, e.Elems[0].X)
		}
	}
	return ev.opaqueExpr(sc, e)
}

// captures evaluates what a lambda captures explicitly by copy: its closure is as constant as that.
func (ev *evaluator) captures(sc *Scope, l *Lambda) {
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		switch {
		case c.ByRef || c.This:
		case c.Init != nil:
			if init := ev.u.parseInit(sc, c.Init); init != nil {
				ev.arguments(sc, init.Args)
			}
		default:
			for _, e := range ev.u.lookupUnqualified(sc, c.Sym).Entities {
				if v, ok := e.(*Var); ok {
					ev.load(ev.variable(v))
				}
			}
		}
	}
}

// opaqueExpr is an expression that is not evaluated: its type may be known, its value is not, but whether it is dependent
// matters.
func (ev *evaluator) opaqueExpr(sc *Scope, e ast.Expr) result {
	o := ev.u.typeOf(sc, e)
	if o.Dependent || o.Type != nil && o.Type.IsDependent() {
		return dependent(ev.u.tokenKey(sc, e.Pos()))
	}
	if o.Type == nil {
		return result{}
	}
	if o.Value.IsKnown() {
		return scalar(o.Value)
	}
	return unknownOf(o.Type)
}

func (ev *evaluator) tri(t Tri, key string, mayDepend bool) result {
	b := ev.u.T.Basic(ast.Bool)
	switch t {
	case Yes:
		return scalar(constant.Int(b, 1))
	case No:
		return scalar(constant.Int(b, 0))
	}
	if mayDepend {
		return dependent(key)
	}
	return unknownOf(b)
}

// name evaluates an id-expression.
func (ev *evaluator) name(sc *Scope, n *ast.Name) result {
	u := ev.u
	if n.Simple() && u.Text(n.Last().Sym) == "__func__" {
		return result{}
	}
	found := u.lookupName(sc, n)
	switch found.State {
	case FoundDependent:
		return dependent(u.nameKey(sc, n))
	case FoundOK:
	case NotFound:
		if ev.frame == nil && !n.Simple() {
			u.hardFail++ // T::value that a complete class does not have: a substitution fails
		}
		return result{}
	default:
		return result{}
	}
	for _, ent := range found.Entities {
		switch ent := ent.(type) {
		case *Enumerator:
			v := u.EnumeratorValue(ent)
			if v.Type == nil {
				v.Type = u.EnumType(ent.Enum)
			}
			// [dcl.enum]/5: before the closing brace an enumerator has the type of its initialiser.
			if n := u.consts.naturals[ent]; n != nil && u.consts.defining[ent.Enum] > 0 && u.fixedUnderlying(ent.Enum) == nil {
				v.Type = n
			}
			return scalar(v)
		case *Var:
			return ev.variable(ent)
		case *TemplateParam:
			if ent.Decl.Kind == ast.ParamValue {
				return ev.templateParam(ent)
			}
		case *Field:
			if ev.frame != nil && ev.frame.this != nil {
				return ev.lvalueOf(ev.field(ev.frame.this, ent), u.FieldType(ent))
			}
			return unknownOf(u.FieldType(ent))
		case *Func:
			if len(found.Entities) == 1 && !found.Incomplete {
				t := u.FuncType(ent)
				return result{Value: types.Value{Kind: types.AddressValue, Entity: ent, Type: t}, typ: t}
			}
		case *Template:
			return ev.templateID(sc, ent, n)
		case *UnresolvedUsing:
			return dependent(u.nameKey(sc, n))
		}
	}
	return result{}
}

func (u *Unit) nameKey(sc *Scope, n *ast.Name) string { return u.tokenKey(sc, n.Span) }

// templateID evaluates a variable template's or concept's specialisation.
func (ev *evaluator) templateID(sc *Scope, t *Template, n *ast.Name) result {
	u := ev.u
	last := n.Last()
	if t.Kind == FuncTemplate || !last.HasArgs && t.Kind != Concept {
		return result{}
	}
	args := u.resolveTemplateArgs(sc, last.Args, t)
	if args == nil {
		if u.dependentScope(sc) {
			return dependent(u.nameKey(sc, n))
		}
		return result{}
	}
	for _, a := range args {
		if a.IsDependent() {
			return dependent(u.nameKey(sc, n))
		}
	}
	switch t.Kind {
	case Concept:
		return ev.tri(u.conceptSatisfied(t, args), "", false)
	case VarTemplate:
		if v := u.InstantiateVar(t, args); v != nil {
			return ev.variable(v)
		}
	}
	return result{}
}

func (ev *evaluator) templateParam(p *TemplateParam) result {
	u := ev.u
	if p.Bound == nil || p.Bound.Kind == types.PackArg {
		v := types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index}
		return result{Value: v}
	}
	if p.Bound.Kind != types.ValueArg {
		return result{}
	}
	v := p.Bound.Value
	if v.Kind == types.DependentValue {
		return result{Value: v}
	}
	t := v.Type
	if t == nil {
		t = u.declaratorType(p.Scope, &p.Decl.Spec, &p.Decl.Decl)
		if t.Kind == types.Auto || t.IsDependent() {
			t = nil
		}
		v.Type = t
	}
	return ev.internal(v)
}

// variable evaluates a variable's name.
func (ev *evaluator) variable(v *Var) result {
	u := ev.u
	if ev.frame != nil {
		if o := ev.frame.locals[v]; o != nil {
			return ev.lvalueOf(o, o.typ)
		}
	}
	t := u.VarType(v)
	if t == nil || t.Kind == types.Unknown {
		return result{}
	}
	if u.variableDependent(v, t) {
		return dependent("v:" + v.EntityName())
	}
	if v.Kind == ParamVar || v.Kind == BindingVar {
		ev.dynamic = ev.dynamic || v.Kind == ParamVar
		return unknownOf(t.NonRef())
	}
	o := ev.global(v)
	if o == nil {
		return unknownOf(t.NonRef())
	}
	return ev.lvalueOf(o, t)
}

// variableDependent reports whether a variable's value may depend on unbound template parameters.
func (u *Unit) variableDependent(v *Var, t *types.Type) bool {
	if t.IsDependent() {
		return true
	}
	if v.MemberOf != nil && v.MemberOf.Dependent {
		return true
	}
	return v.Scope != nil && v.Kind != ParamVar && u.dependentScope(v.Scope)
}

// global is the object of a variable that does not belong to the evaluation: with its constant value where it has one that
// may be used, opaque otherwise.
func (ev *evaluator) global(v *Var) *object {
	if o, ok := ev.globals[v]; ok {
		return o
	}
	u := ev.u
	t := u.VarType(v)
	if t == nil || t.IsUnknown() || t.IsDependent() {
		return nil
	}
	o := ev.newObject(t)
	o.entity = v
	ev.globals[v] = o
	if u.usableByDeclaration(v) != Yes {
		o.opaque = !ev.constantMembers(t)
		if o.opaque {
			ev.dynamic = ev.dynamic || v.Kind == LocalVar && automatic(v)
			return o
		}
	}
	if v.state == evalDone && v.value.Kind != types.AggregateValue && v.value.IsKnown() && !t.IsRef() && t.Kind != types.Pointer {
		o.val = v.value
		return o
	}
	key := globalKey{v, ev.opt.Runtime}
	if c, ok := u.consts.globals[key]; ok {
		ev.globals[v] = c.obj
		ev.dynamic = ev.dynamic || c.dynamic
		return c.obj
	}
	if v.initBusy(u) {
		u.consts.cut++
		o.opaque = true
		return o
	}
	defer v.initDone(u)
	vd := ev.u.initDecl(v)
	if vd == nil {
		o.opaque = !v.Constexpr
		if v.Constexpr && !ev.defaultInit(o) {
			o.opaque = true
		}
		return o
	}
	cut, frame, dynamic := u.consts.cut, ev.frame, ev.dynamic
	ev.frame, ev.dynamic = nil, false
	if !ev.initialise(o, vd.Scope, u.initialiserOf(vd)) {
		if o.typ.Kind == types.Class || o.typ.Kind == types.Array {
			o.opaque, o.parts = true, nil
		}
	}
	if u.consts.cut == cut && !u.Exhausted() {
		if u.consts.globals == nil {
			u.consts.globals = make(map[globalKey]initialised)
		}
		o.freeze()
		u.consts.globals[key] = initialised{o, ev.dynamic}
	}
	ev.frame, ev.dynamic = frame, ev.dynamic || dynamic
	return o
}

// constantMembers reports whether a const object that is not constexpr is worth initialising: front ends fold members of
// const objects of literal type.
func (ev *evaluator) constantMembers(t *types.Type) bool {
	if !t.IsConst() || t.IsVolatile() {
		return false
	}
	if ev.opt.Runtime && (t.Kind == types.Array || t.Kind == types.Class) {
		return true
	}
	return t.Kind == types.Pointer || t.IsFloating()
}

// ---- Operators

func (ev *evaluator) member(sc *Scope, e *ast.MemberExpr) result {
	u := ev.u
	o, r := ev.objectOf(sc, e)
	if r.isDependent() {
		return dependent(u.tokenKey(sc, e.Span))
	}
	c := u.ClassOf(typeOfResult(o, r))
	if c == nil || len(e.Name.Parts) != 1 {
		return ev.opaqueExpr(sc, e)
	}
	found := u.LookupMember(c, u.partSym(e.Name.Last()))
	if found.State == FoundDependent {
		return dependent(u.tokenKey(sc, e.Span))
	}
	if found.State != FoundOK || len(found.Entities) != 1 {
		return ev.opaqueExpr(sc, e)
	}
	switch m := found.Entities[0].(type) {
	case *Field:
		if o == nil {
			return unknownOf(u.FieldType(m).NonRef())
		}
		return ev.lvalueOf(ev.field(o, m), u.FieldType(m))
	case *Var:
		return ev.variable(m)
	case *Enumerator:
		return scalar(u.EnumeratorValue(m))
	}
	return ev.opaqueExpr(sc, e)
}

func typeOfResult(o *object, r result) *types.Type {
	if o != nil {
		return o.typ
	}
	t := r.typ
	if t == nil {
		t = r.Type
	}
	return t
}

// objectOf is the object whose member a member expression names; its type is the result's where the object is not known.
func (ev *evaluator) objectOf(sc *Scope, e *ast.MemberExpr) (*object, result) {
	r := ev.expr(sc, e.X)
	if !e.Arrow {
		if r.obj != nil {
			return r.obj, r
		}
		if r.typ == nil && r.Type == nil {
			o := ev.opaqueExpr(sc, e.X)
			return nil, o
		}
		return nil, r
	}
	p := ev.decay(r)
	if p.ptr != nil && !p.ptr.end {
		return p.ptr.obj, p
	}
	if p.typ != nil && p.typ.Kind == types.Pointer {
		return nil, unknownOf(p.typ.Elem)
	}
	return nil, result{Value: types.Value{Kind: p.Kind}}
}

// ---- sizeof and the like

func (ev *evaluator) query(sc *Scope, e *ast.Query) types.Value {
	u := ev.u
	sizeType := u.T.Basic(ast.ULong)
	switch e.Kind {
	case ast.Sizeof, ast.Alignof:
		var t *types.Type
		if e.Type != nil && (e.X == nil || u.isType(sc, e.Type)) {
			t = u.resolveTypeID(sc, e.Type)
		} else if e.X != nil {
			o := u.typeOf(sc, e.X)
			t = o.Type
			if o.Dependent && (t == nil || !t.IsDependent()) {
				return dependentValue(u.tokenKey(sc, e.Span))
			}
			if e.Kind == ast.Alignof || o.Bits {
				if f, ok := o.Entity.(*Field); ok && (o.Bits || f != nil) || o.Entity != nil {
					return types.Value{Type: sizeType} // an entity's own alignment may be greater than its type's
				}
			}
		}
		switch {
		case t == nil:
			return types.Value{Type: sizeType}
		case t.IsDependent():
			return types.Value{Kind: types.DependentValue, Type: sizeType, Key: u.tokenKey(sc, e.Span), Index: -1}
		}
		elem := t.NonRef()
		if e.Kind == ast.Alignof {
			for elem.Kind == types.Array {
				elem = elem.Elem
			}
		}
		size, align, ok := u.Size(elem)
		if !ok {
			return types.Value{Type: sizeType}
		}
		if e.Kind == ast.Alignof {
			size = align
		}
		return constant.Int(sizeType, size)
	case ast.SizeofPack:
		v := ev.sizeofPack(sc, e.Sym)
		if v.Kind == types.DependentValue {
			v.Key = u.tokenKey(sc, e.Span)
		}
		v.Type = sizeType
		return v
	case ast.Noexcept:
		boolType := u.T.Basic(ast.Bool)
		if e.X == nil {
			return types.Value{Type: boolType}
		}
		switch ev.cannotThrow(sc, e.X) {
		case Yes:
			return constant.Int(boolType, 1)
		case No:
			return constant.Int(boolType, 0)
		}
		if o := u.typeOf(sc, e.X); o.Dependent {
			return dependentValue(u.tokenKey(sc, e.Span))
		}
		return types.Value{Type: boolType}
	}
	return types.Value{}
}

func (ev *evaluator) sizeofPack(sc *Scope, sym token.Sym) types.Value {
	found := ev.u.lookupUnqualified(sc, sym)
	if found.State != FoundOK {
		return types.Value{}
	}
	switch e := found.Entities[0].(type) {
	case *TemplateParam:
		if e.Bound != nil && e.Bound.Kind == types.PackArg && !packHasExpansion(e.Bound.Pack) {
			return types.Value{Kind: types.IntValue, Int: int64(len(e.Bound.Pack))}
		}
		if e.Bound == nil || packHasExpansion(e.Bound.Pack) {
			return dependentValue("")
		}
	case *Var:
		if e.Pack && e.Elems != nil {
			return types.Value{Kind: types.IntValue, Int: int64(len(e.Elems))}
		}
		if e.Pack {
			return dependentValue("")
		}
	}
	return types.Value{}
}

// fold evaluates a fold expression over bound packs.
func (ev *evaluator) fold(sc *Scope, e *ast.Fold) result {
	u := ev.u
	key := u.tokenKey(sc, e.Span)
	pattern, init, left := e.R, ast.Expr(nil), true
	switch {
	case e.L == nil: // (... op pattern)
	case e.R == nil: // (pattern op ...)
		pattern, left = e.L, false
	default:
		// (init op ... op pattern) or (pattern op ... op init): the pattern is the operand with a pack.
		if len(u.packsIn(sc, e.L)) > 0 {
			pattern, init, left = e.L, e.R, false
		} else {
			pattern, init, left = e.R, e.L, true
		}
	}
	packs := u.packsIn(sc, pattern)
	n, ok := u.boundPackLen(packs)
	if !ok {
		if u.dependentScope(sc) || len(packs) > 0 {
			return dependent(key)
		}
		return result{}
	}
	boolType := u.T.Basic(ast.Bool)
	if n == 0 && init == nil {
		switch e.Op {
		case token.AndAnd:
			return scalar(constant.Int(boolType, 1))
		case token.OrOr:
			return scalar(constant.Int(boolType, 0))
		case token.Comma:
			return scalar(types.Value{Type: u.T.Basic(ast.Void)})
		}
		return result{}
	}
	if e.Op == token.AndAnd || e.Op == token.OrOr {
		stop := e.Op == token.OrOr
		elems := make([]func() result, 0, n+1)
		for i := range n {
			elems = append(elems, func() result { return ev.truth(u.elementScope(sc, packs, i), pattern) })
		}
		if init != nil {
			first := func() result { return ev.truth(sc, init) }
			if left {
				elems = append([]func() result{first}, elems...)
			} else {
				elems = append(elems, first)
			}
		}
		for _, f := range elems {
			r := f()
			if r.isDependent() {
				return dependent(key)
			}
			b, ok := r.Bool()
			switch {
			case !ok:
				return unknownOf(boolType)
			case b == stop:
				return scalar(constant.Int(boolType, constant.Truth(stop)))
			}
		}
		return scalar(constant.Int(boolType, constant.Truth(!stop)))
	}
	var acc result
	have := false
	if init != nil && left {
		acc, have = ev.load(ev.expr(sc, init)), true
	}
	step := func(x, y result) result {
		if x.isDependent() || y.isDependent() {
			return dependent(key)
		}
		if e.Op == token.Comma {
			return y
		}
		if x.obj != nil || y.obj != nil || compoundOps[e.Op] != 0 || e.Op == token.Assign {
			return result{}
		}
		return ev.binaryResult(sc, e, e.Op, x, y)
	}
	values := make([]result, n)
	for i := range n {
		values[i] = ev.load(ev.expr(u.elementScope(sc, packs, i), pattern))
	}
	if left {
		for _, v := range values {
			if !have {
				acc, have = v, true
				continue
			}
			acc = step(acc, v)
		}
		return acc
	}
	if init != nil {
		acc, have = ev.load(ev.expr(sc, init)), true
	}
	for i := n - 1; i >= 0; i-- {
		if !have {
			acc, have = values[i], true
			continue
		}
		acc = step(values[i], acc)
	}
	return acc
}
