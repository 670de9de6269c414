package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Limits of one evaluation from outside, nested ones included.
const (
	maxEvalSteps = 200000
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

// object is storage that an evaluation looks at: a variable, a temporary, or a part of one.
type object struct {
	typ *types.Type
	// val is a scalar's value: unknown while it is not initialised or not known.
	val types.Value
	// ptr is where a pointer, or a reference member, points inside the evaluation.
	ptr *place
	// parts are an array's elements, or a class's direct bases and then its fields; made when first needed.
	parts []*object
	class *Class
	// owner and index place the object among its array's elements.
	owner *object
	index int64
	// entity is the variable that the object is; nil for temporaries and parts.
	entity *Var
	// opaque: what the object holds is not known, and writing to it is no part of a constant evaluation.
	opaque bool
	// text: the object is a string literal.
	text bool
	// active is a union's active member, counted from 1; 0 for none.
	active int
	// frozen: the object is a constant that evaluations share.
	frozen bool
}

// globalKey is a variable with what its value may depend on beside its declaration.
type globalKey struct {
	v       *Var
	runtime bool
}

// constant is what the initialisation of a variable came to.
type constant struct {
	obj     *object
	dynamic bool // what evaluator.dynamic became
}

// freeze makes an object and its parts read-only.
func (o *object) freeze() {
	o.frozen = true
	for _, p := range o.parts {
		p.freeze()
	}
}

// place is where a pointer points: at an object, or past an array's end.
type place struct {
	obj *object // the element itself; for a pointer past the end of an array the array, with end set
	end bool
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
		c.steps = 0
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

// ---- Objects

func (ev *evaluator) newObject(t *types.Type) *object {
	o := &object{typ: t}
	if t.Kind == types.Class {
		o.class = ev.u.ClassOf(t)
		if o.class == nil {
			o.opaque = true
		}
	}
	return o
}

// expand makes the parts of an array or class object; false when they cannot be known.
func (ev *evaluator) expand(o *object) bool {
	if o.parts != nil {
		return true
	}
	part := func(t *types.Type) *object {
		p := ev.newObject(t)
		p.opaque = p.opaque || o.opaque
		return p
	}
	switch o.typ.Kind {
	case types.Array:
		if o.typ.Len < 0 || o.typ.Len > maxElements {
			return false
		}
		o.parts = make([]*object, o.typ.Len)
		for i := range o.parts {
			p := part(o.typ.Elem)
			p.owner, p.index = o, int64(i)
			o.parts[i] = p
		}
		return true
	case types.Class:
		c := o.class
		if c == nil || !ev.u.known(c) || c.Dependent || len(ev.u.virtualBases(c)) > 0 {
			return false
		}
		bases, fields := c.Bases(), c.Fields()
		o.parts = make([]*object, 0, len(bases)+len(fields))
		for i := range bases {
			if bases[i].Class == nil {
				o.parts = nil
				return false
			}
			o.parts = append(o.parts, part(ev.u.T.Qualify(bases[i].Type, o.typ.CV)))
		}
		for _, f := range fields {
			t := ev.u.FieldType(f)
			if !f.Mutable {
				t = ev.u.T.Qualify(t, o.typ.CV)
			}
			o.parts = append(o.parts, part(t))
		}
		return true
	}
	return false
}

// field is the subobject of o for a field of its class, of an anonymous member's class, or of a base.
func (ev *evaluator) field(o *object, f *Field) *object {
	if o == nil || o.class == nil || !ev.expand(o) {
		return nil
	}
	if f.Class == o.class {
		i := len(o.class.Bases()) + f.Index
		if i >= len(o.parts) {
			return nil
		}
		if o.class.Key == ast.KeyUnion && o.active != f.Index+1 {
			return nil // only the active member may be looked at
		}
		return o.parts[i]
	}
	for i, fl := range o.class.Fields() {
		if fl.Anonymous && ev.holds(ev.u.ClassOf(ev.u.FieldType(fl)), f) {
			return ev.field(o.parts[len(o.class.Bases())+i], f)
		}
	}
	for i, b := range o.class.Bases() {
		if b.Class != nil && ev.u.DerivedFrom(b.Class, f.Class) == Yes {
			return ev.field(o.parts[i], f)
		}
	}
	return nil
}

// holds reports whether a class has a field, in anonymous members too.
func (ev *evaluator) holds(c *Class, f *Field) bool {
	if c == nil {
		return false
	}
	if f.Class == c {
		return true
	}
	for _, fl := range c.Fields() {
		if fl.Anonymous && ev.holds(ev.u.ClassOf(ev.u.FieldType(fl)), f) {
			return true
		}
	}
	return false
}

// base is o's subobject of a base class.
func (ev *evaluator) base(o *object, c *Class) *object {
	if o == nil || o.class == c {
		return o
	}
	if o.class == nil || !ev.expand(o) {
		return nil
	}
	for i, b := range o.class.Bases() {
		if b.Class != nil && ev.u.DerivedFrom(b.Class, c) == Yes {
			return ev.base(o.parts[i], c)
		}
	}
	return nil
}

// assign copies the value of one object to another of the same type.
func (ev *evaluator) assign(to, from *object) bool {
	if !ev.step() || to.opaque {
		return false
	}
	if to.typ.Kind != types.Array && to.typ.Kind != types.Class {
		to.val, to.ptr = from.val, from.ptr
		return from.val.IsKnown() || from.ptr != nil
	}
	if from.opaque || !ev.expand(to) || !ev.expand(from) || len(to.parts) != len(from.parts) {
		return false
	}
	to.active = from.active
	ok := true
	for i := range to.parts {
		if to.class != nil && to.class.Key == ast.KeyUnion && i+1 != from.active {
			continue
		}
		if !ev.assign(to.parts[i], from.parts[i]) {
			ok = false
		}
	}
	return ok
}

// textObject is the array object of a string literal.
func (ev *evaluator) textObject(v types.Value) *object {
	o := ev.newObject(v.Type)
	o.text, o.val = true, v
	units := stringUnits(v)
	if !ev.expand(o) || len(units) != len(o.parts) {
		o.opaque = true
		return o
	}
	for i, p := range o.parts {
		p.val = intValue(p.typ.Unqual(), units[i])
	}
	return o
}

// load is the lvalue-to-rvalue conversion, and decay: a scalar's value, an array's or function's address; class objects
// stay objects.
func (ev *evaluator) load(r result) result {
	if !r.lvalue || r.obj == nil {
		return r
	}
	o := r.obj
	switch o.typ.Kind {
	case types.Class:
		return result{obj: o, typ: o.typ}
	case types.Array:
		return r
	}
	if o.typ.IsVolatile() {
		ev.dynamic = true
		return unknownOf(o.typ.Unqual())
	}
	v := o.val
	if v.Kind != types.DependentValue {
		v.Type = o.typ.Unqual()
	}
	return result{Value: v, ptr: o.ptr, typ: o.typ.Unqual()}
}

// decay turns an array into a pointer to its first element.
func (ev *evaluator) decay(r result) result {
	if r.obj == nil || !r.lvalue || r.obj.typ.Kind != types.Array {
		return ev.load(r)
	}
	t := ev.u.T.Pointer(r.obj.typ.Elem)
	if !ev.expand(r.obj) {
		return unknownOf(t)
	}
	p := &place{obj: r.obj, end: true}
	if len(r.obj.parts) > 0 {
		p = &place{obj: r.obj.parts[0]}
	}
	return result{ptr: p, typ: t, Value: types.Value{Kind: types.AddressValue, Type: t}}
}

// external is the value that somebody outside the evaluation sees.
func (ev *evaluator) external(r result) types.Value {
	switch {
	case r.Kind == types.DependentValue:
		return r.Value
	case r.ptr != nil:
		return ev.externalPlace(r.ptr, r.typ)
	case r.obj != nil:
		return ev.externalObject(r.obj, 0)
	}
	return r.Value
}

func (ev *evaluator) externalObject(o *object, depth int) types.Value {
	unknown := types.Value{Type: o.typ}
	if o.text {
		return o.val
	}
	if o.typ.Kind != types.Array && o.typ.Kind != types.Class {
		if o.ptr != nil {
			return ev.externalPlace(o.ptr, o.typ)
		}
		v := o.val
		if v.IsKnown() {
			v.Type = o.typ.Unqual()
		}
		return v
	}
	if depth > 16 || o.opaque || !ev.expand(o) || len(o.parts) > maxElements {
		return unknown
	}
	v := types.Value{Kind: types.AggregateValue, Type: o.typ}
	for i, p := range o.parts {
		e := types.Value{}
		if o.class == nil || o.class.Key != ast.KeyUnion || o.active == i+1 {
			e = ev.externalObject(p, depth+1)
			if e.Kind == types.UnknownValue {
				return unknown
			}
			if e.Kind == types.DependentValue {
				return dependentValue("{" + valueKey(e) + "}")
			}
		}
		v.Elems = append(v.Elems, e)
	}
	return v
}

// externalPlace is the address that a place is, as a value: of a variable, with the way to its part as key.
func (ev *evaluator) externalPlace(p *place, t *types.Type) types.Value {
	o, key := p.obj, ""
	if p.end {
		key = "+end"
	}
	for o.owner != nil {
		key = "[" + valueKey(types.Value{Kind: types.IntValue, Int: o.index}) + "]" + key
		o = o.owner
	}
	if o.text {
		v := o.val
		if key == "[0]" {
			v.Type = t
			return v
		}
	}
	if o.entity == nil {
		return types.Value{Type: t}
	}
	return types.Value{Kind: types.AddressValue, Type: t, Entity: o.entity, Key: key}
}

// ---- Expressions

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
		return scalar(intValue(b, 1))
	case No:
		return scalar(intValue(b, 0))
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
		v := types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index, Pack: p.Pack}
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

// internal makes a value from outside usable in the evaluation: addresses of variables become places.
func (ev *evaluator) internal(v types.Value) result {
	switch v.Kind {
	case types.AddressValue:
		x, ok := v.Entity.(*Var)
		if !ok {
			return scalar(v)
		}
		o := ev.global(x)
		if o == nil {
			return scalar(v)
		}
		isRef := v.Type != nil && v.Type.IsRef()
		if v.Key == "" && isRef {
			return result{obj: o, lvalue: true, typ: o.typ}
		}
		if v.Key == "" {
			return result{Value: v, ptr: &place{obj: o}, typ: v.Type}
		}
		if v.Key == "[0]" && ev.expand(o) && len(o.parts) > 0 {
			return result{Value: v, ptr: &place{obj: o.parts[0]}, typ: v.Type}
		}
		return scalar(v)
	case types.StringValue:
		o := ev.textObject(types.Value{Kind: v.Kind, Type: ev.textType(v), Sym: v.Sym, Key: v.Key})
		if v.Type != nil && v.Type.Kind == types.Pointer {
			return ev.decay(result{obj: o, lvalue: true, typ: o.typ})
		}
		return result{obj: o, lvalue: true, typ: o.typ}
	case types.AggregateValue:
		if v.Type != nil {
			o := ev.newObject(v.Type)
			if ev.fill(o, v) {
				return result{obj: o, typ: v.Type}
			}
		}
		return unknownOf(v.Type)
	}
	return scalar(v)
}

// textType is the array type of a string value, whose own type may be a pointer.
func (ev *evaluator) textType(v types.Value) *types.Type {
	if v.Type != nil && v.Type.Kind == types.Array {
		return v.Type
	}
	return ev.u.T.Array(ev.u.T.Qualify(ev.u.T.Basic(ast.CharT), ast.Const), int64(len(v.Key)+1))
}

// fill stores an aggregate value into an object.
func (ev *evaluator) fill(o *object, v types.Value) bool {
	if v.Kind != types.AggregateValue {
		if v.Kind == types.AddressValue || v.Kind == types.StringValue {
			r := ev.internal(v)
			o.val, o.ptr = r.Value, r.ptr
			return true
		}
		o.val = v
		return v.IsKnown()
	}
	if !ev.expand(o) || len(o.parts) != len(v.Elems) {
		return false
	}
	union := o.class != nil && o.class.Key == ast.KeyUnion
	for i := range o.parts {
		if union && v.Elems[i].Kind == types.UnknownValue {
			continue
		}
		if union {
			o.active = i + 1
		}
		if !ev.fill(o.parts[i], v.Elems[i]) {
			return false
		}
	}
	return true
}

// lvalueOf is a glvalue naming an object, followed when the object is a reference.
func (ev *evaluator) lvalueOf(o *object, t *types.Type) result {
	if o == nil {
		return unknownOf(t.NonRef())
	}
	if o.typ.IsRef() {
		if o.ptr == nil {
			return unknownOf(o.typ.Elem)
		}
		return result{obj: o.ptr.obj, lvalue: true, typ: o.typ.Elem}
	}
	return result{obj: o, lvalue: true, typ: o.typ}
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
			u.consts.globals = make(map[globalKey]constant)
		}
		o.freeze()
		u.consts.globals[key] = constant{o, ev.dynamic}
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

func (ev *evaluator) unary(sc *Scope, e *ast.Unary) result {
	u := ev.u
	switch e.Op {
	case token.Amp:
		r := ev.expr(sc, e.X)
		if r.isDependent() {
			return dependent("&" + valueKey(r.Value))
		}
		if r.obj != nil && r.lvalue && (r.obj.class == nil || !ev.overloaded(e.Op, r)) {
			t := u.T.Pointer(r.obj.typ)
			return result{ptr: &place{obj: r.obj}, typ: t, Value: types.Value{Kind: types.AddressValue, Type: t}}
		}
		if f, ok := r.Entity.(*Func); ok && r.Kind == types.AddressValue {
			return scalar(types.Value{Kind: types.AddressValue, Entity: f, Type: u.typeOf(sc, e).Type})
		}
		return ev.opaqueExpr(sc, e)
	case token.PlusPlus, token.MinusMinus:
		return ev.increment(sc, e)
	}
	r := ev.decay(ev.expr(sc, e.X))
	switch {
	case r.isDependent():
		return dependent(e.Op.String() + valueKey(r.Value))
	case r.obj != nil && r.obj.class != nil:
		if e.Op == token.Not {
			if c := ev.toType(r, u.T.Basic(ast.Bool), true); c.IsKnown() && !ev.overloaded(e.Op, r) {
				return scalar(u.unaryValue(token.Not, c.Value))
			}
		}
		return ev.operatorCall(sc, e, e.Op, []result{r})
	case e.Op == token.Star:
		if r.ptr != nil && !r.ptr.end {
			return ev.lvalueOf(r.ptr.obj, r.ptr.obj.typ)
		}
		if _, ok := r.Entity.(*Func); ok {
			return r
		}
		if r.typ != nil && r.typ.Kind == types.Pointer {
			return unknownOf(r.typ.Elem)
		}
		return ev.opaqueExpr(sc, e)
	}
	if r.ptr != nil && e.Op == token.Plus {
		return r
	}
	if r.ptr != nil && e.Op == token.Not {
		return scalar(intValue(u.T.Basic(ast.Bool), 0))
	}
	return scalar(u.unaryValue(e.Op, r.Value))
}

func (ev *evaluator) increment(sc *Scope, e *ast.Unary) result {
	u := ev.u
	r := ev.expr(sc, e.X)
	if r.isDependent() {
		return dependent(e.Op.String() + valueKey(r.Value))
	}
	if r.obj == nil || !r.lvalue || ev.readOnly(r.obj) {
		return ev.opaqueExpr(sc, e)
	}
	if r.obj.class != nil {
		return ev.operatorCall(sc, e, e.Op, []result{r})
	}
	old := ev.load(r)
	op := token.Plus
	if e.Op == token.MinusMinus {
		op = token.Minus
	}
	one := scalar(intValue(u.T.Basic(ast.Int), 1))
	var next result
	if r.obj.typ.Kind == types.Pointer {
		next = ev.pointerAdd(op, old, one)
	} else {
		next = scalar(u.ConvertValue(u.binaryValue(op, old.Value, one.Value), r.obj.typ))
	}
	r.obj.val, r.obj.ptr = next.Value, next.ptr
	if e.Postfix {
		return old
	}
	return r
}

// readOnly reports whether an object may not be written in an evaluation.
func (ev *evaluator) readOnly(o *object) bool {
	if o.opaque || o.frozen {
		return true
	}
	for p := o; p != nil; p = p.owner {
		if p.entity != nil || p.text {
			return true
		}
	}
	return false
}

var compoundOps = map[token.Kind]token.Kind{
	token.PlusEq: token.Plus, token.MinusEq: token.Minus, token.StarEq: token.Star, token.SlashEq: token.Slash,
	token.PercentEq: token.Percent, token.CaretEq: token.Caret, token.AmpEq: token.Amp, token.PipeEq: token.Pipe,
	token.ShlEq: token.Shl, token.ShrEq: token.Shr,
}

func (ev *evaluator) binary(sc *Scope, e *ast.Binary) result {
	u := ev.u
	boolType := u.T.Basic(ast.Bool)
	switch e.Op {
	case token.Comma:
		x := ev.expr(sc, e.X)
		y := ev.expr(sc, e.Y)
		if x.isDependent() {
			return dependent(u.tokenKey(sc, e.Span))
		}
		return y
	case token.AndAnd, token.OrOr:
		x := ev.truth(sc, e.X)
		if b, ok := x.Bool(); ok && !x.isDependent() && b == (e.Op == token.OrOr) {
			return scalar(intValue(boolType, boolInt(b)))
		}
		dynamic := ev.dynamic
		y := ev.truth(sc, e.Y)
		if !x.IsKnown() {
			ev.dynamic = dynamic // y may never be evaluated
		}
		if x.isDependent() || y.isDependent() {
			return dependent("(" + valueKey(x.Value) + e.Op.String() + valueKey(y.Value) + ")")
		}
		if !x.IsKnown() {
			return unknownOf(boolType)
		}
		if b, ok := y.Bool(); ok {
			return scalar(intValue(boolType, boolInt(b)))
		}
		return unknownOf(boolType)
	case token.Assign:
		return ev.assignment(sc, e)
	case token.DotStar, token.ArrowStar:
		return ev.opaqueExpr(sc, e)
	}
	if op, ok := compoundOps[e.Op]; ok {
		return ev.compound(sc, e, op)
	}
	if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && u.isType(sc, p.Type) {
		// (T) - x, which reads like a subtraction, is a cast.
		cast := outline.ParseExpr(sc.Chunk.Chunk, e.Span, castNames{scopeNames{u, sc}, p.Span})
		if again, ok := cast.(*ast.Binary); ok && again.Lo == e.Lo && again.X.Pos() == e.X.Pos() {
			return ev.opaqueExpr(sc, e)
		}
		return ev.expr(sc, cast)
	}
	x, y := ev.decay(ev.expr(sc, e.X)), ev.decay(ev.expr(sc, e.Y))
	if x.isDependent() || y.isDependent() {
		return dependent("(" + valueKey(x.Value) + e.Op.String() + valueKey(y.Value) + ")")
	}
	if x.obj != nil && x.obj.class != nil || y.obj != nil && y.obj.class != nil || isClassType(x.typ) || isClassType(y.typ) {
		return ev.operatorCall(sc, e, e.Op, []result{x, y})
	}
	return ev.binaryResult(sc, e, e.Op, x, y)
}

func isClassType(t *types.Type) bool { return t != nil && t.Kind == types.Class }

// binaryResult applies a built-in operator to scalars: numbers or pointers.
func (ev *evaluator) binaryResult(sc *Scope, e ast.Expr, op token.Kind, x, y result) result {
	u := ev.u
	if isPointerLike(x) || isPointerLike(y) {
		return ev.pointerOp(op, x, y)
	}
	v := u.binaryValue(op, x.Value, y.Value)
	if v.Kind == types.UnknownValue && v.Type == nil {
		if x.typ != nil && y.typ != nil && x.typ.Kind == types.Enum && y.typ.Kind == types.Enum {
			return ev.opaqueExpr(sc, e)
		}
		if isComparison(op) {
			v.Type = u.T.Basic(ast.Bool)
		} else if x.typ != nil && y.typ != nil {
			v.Type = u.UsualArithmetic(u.arithmeticType(x.typ), u.arithmeticType(y.typ))
		}
	}
	return scalar(v)
}

func isPointerLike(r result) bool {
	return r.ptr != nil || r.typ != nil && (r.typ.Kind == types.Pointer || r.typ.IsNullptr() || r.typ.Kind == types.MemberPointer) ||
		r.Kind == types.AddressValue || r.Kind == types.NullValue
}

func (ev *evaluator) pointerOp(op token.Kind, x, y result) result {
	u := ev.u
	boolType := u.T.Basic(ast.Bool)
	switch op {
	case token.Plus, token.Minus:
		if isPointerLike(x) && isPointerLike(y) {
			if op == token.Minus && x.ptr != nil && y.ptr != nil {
				i, a := position(x.ptr)
				j, b := position(y.ptr)
				if a == b {
					return scalar(intValue(u.T.Basic(ast.Long), i-j))
				}
			}
			return unknownOf(u.T.Basic(ast.Long))
		}
		if isPointerLike(y) {
			x, y = y, x
		}
		return ev.pointerAdd(op, x, y)
	}
	if !isComparison(op) {
		return result{}
	}
	unknown := unknownOf(boolType)
	if !x.known() || !y.known() {
		return unknown
	}
	equality := op == token.EqEq || op == token.NotEq
	answer := func(equal bool) result {
		return scalar(intValue(boolType, boolInt(equal == (op == token.EqEq))))
	}
	isNull := func(r result) bool { return r.Kind == types.NullValue || r.Kind == types.IntValue && r.Int == 0 }
	if isNull(x) || isNull(y) {
		if !equality {
			return unknown
		}
		return answer(isNull(x) && isNull(y))
	}
	if x.ptr != nil && y.ptr != nil {
		i, a := position(x.ptr)
		j, b := position(y.ptr)
		switch {
		case a == b:
			return scalar(intValue(boolType, boolInt(ordered(op, i < j, i == j))))
		case equality && !x.ptr.end && !y.ptr.end && !a.text && !b.text:
			return answer(x.ptr.obj == y.ptr.obj)
		}
		return unknown
	}
	if x.Kind == types.AddressValue && y.Kind == types.AddressValue && x.Entity != nil && y.Entity != nil && equality &&
		x.Key == "" && y.Key == "" {
		return answer(x.Entity == y.Entity)
	}
	return unknown
}

// position is a place as an index into an array; a lone object counts as an array of one.
func position(p *place) (index int64, of *object) {
	if p.end {
		if p.obj.typ.Kind == types.Array && p.obj.parts != nil {
			return int64(len(p.obj.parts)), p.obj
		}
		return 1, p.obj
	}
	if p.obj.owner != nil {
		return p.obj.index, p.obj.owner
	}
	return 0, p.obj
}

func (ev *evaluator) pointerAdd(op token.Kind, p, n result) result {
	if p.ptr == nil || n.Kind != types.IntValue {
		return unknownOf(p.typ)
	}
	i, of := position(p.ptr)
	d := n.Int
	if op == token.Minus {
		d = -d
	}
	i += d
	if p.ptr.obj.owner == nil && !(p.ptr.end && of.typ.Kind == types.Array) {
		switch i {
		case 0:
			return result{Value: p.Value, ptr: &place{obj: of}, typ: p.typ}
		case 1:
			return result{Value: p.Value, ptr: &place{obj: of, end: true}, typ: p.typ}
		}
		return unknownOf(p.typ)
	}
	switch {
	case i >= 0 && i < int64(len(of.parts)):
		return result{Value: p.Value, ptr: &place{obj: of.parts[i]}, typ: p.typ}
	case i == int64(len(of.parts)):
		return result{Value: p.Value, ptr: &place{obj: of, end: true}, typ: p.typ}
	}
	return unknownOf(p.typ)
}

// truth evaluates a condition: an expression contextually converted to bool.
func (ev *evaluator) truth(sc *Scope, e ast.Expr) result {
	r := ev.decay(ev.expr(sc, e))
	return ev.toType(r, ev.u.T.Basic(ast.Bool), true)
}

func (ev *evaluator) conditional(sc *Scope, e *ast.Conditional) result {
	c := ev.truth(sc, e.C)
	if c.isDependent() {
		return dependent("(" + valueKey(c.Value) + "?" + ev.u.tokenKey(sc, e.Span) + ")")
	}
	b, ok := c.Bool()
	if !ok {
		return ev.opaqueExpr(sc, e)
	}
	arm, other := e.T, e.F
	if !b {
		arm, other = e.F, e.T
	}
	if arm == nil { // c ?: f
		arm = e.C
	}
	r := ev.expr(sc, arm)
	if r.isDependent() {
		return r
	}
	// Both arms take part in the type: false ? 1.0 : 2 is a double.
	t := ev.conditionalOperand(sc, e).Type
	if t == nil || t.Kind == types.Unknown || t.IsDependent() {
		l := ev.load(r)
		if other != nil && l.IsKnown() && l.Kind == types.IntValue {
			o := ev.u.typeOf(sc, other)
			if o.Type != nil && o.Type.IsArithmetic() && l.typ != nil && l.typ.IsArithmetic() {
				return scalar(ev.u.ConvertValue(l.Value, ev.u.UsualArithmetic(l.typ.Unqual(), o.Type.Unqual())))
			}
		}
		return r
	}
	if l := ev.load(r); l.IsKnown() && t.IsArithmetic() && !r.lvalue {
		return scalar(ev.u.ConvertValue(l.Value, t))
	} else if r.lvalue && t.IsArithmetic() && r.typ != nil && r.typ.Unqual() != t.Unqual() {
		return scalar(ev.u.ConvertValue(l.Value, t))
	}
	return r
}

// conditionalOperand types a conditional expression, each once: a chain of them would otherwise be typed to its end again
// from every link, by every call that runs through it.
func (ev *evaluator) conditionalOperand(sc *Scope, e *ast.Conditional) Operand {
	u := ev.u
	key := callKey{e, sc}
	if o, ok := u.consts.conditionals[key]; ok {
		return o
	}
	arm := func(x ast.Expr) Operand {
		if c, ok := unparen(x).(*ast.Conditional); ok && c.T != nil {
			return ev.conditionalOperand(sc, c)
		}
		return u.typeOf(sc, x)
	}
	var o Operand
	if e.T == nil || e.F == nil {
		o = u.typeOf(sc, e)
	} else if t, f := arm(e.T), arm(e.F); isDependent(t) || isDependent(f) {
		o = u.typeOf(sc, e)
	} else {
		o = u.ConditionalType(t, f)
	}
	if !o.IsUnknown() {
		if u.consts.conditionals == nil {
			u.consts.conditionals = make(map[callKey]Operand)
		}
		u.consts.conditionals[key] = o
	}
	return o
}

// ---- Members and elements

func (ev *evaluator) index(sc *Scope, e *ast.Index) result {
	if len(e.Args) != 1 {
		return ev.opaqueExpr(sc, e)
	}
	x := ev.expr(sc, e.X)
	if x.isDependent() {
		return dependent(ev.u.tokenKey(sc, e.Span))
	}
	if x.obj != nil && x.obj.class != nil || isClassType(x.typ) {
		return ev.operatorCall(sc, e, token.LBracket, []result{x, ev.expr(sc, e.Args[0])})
	}
	a, b := ev.decay(x), ev.decay(ev.expr(sc, e.Args[0]))
	if b.isDependent() {
		return dependent(ev.u.tokenKey(sc, e.Span))
	}
	if isPointerLike(b) {
		a, b = b, a
	}
	p := ev.pointerAdd(token.Plus, a, b)
	if p.ptr != nil && !p.ptr.end {
		return ev.lvalueOf(p.ptr.obj, p.ptr.obj.typ)
	}
	if a.typ != nil && a.typ.Kind == types.Pointer {
		return unknownOf(a.typ.Elem)
	}
	return ev.opaqueExpr(sc, e)
}

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
		return intValue(sizeType, size)
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
			return intValue(boolType, 1)
		case No:
			return intValue(boolType, 0)
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
			return scalar(intValue(boolType, 1))
		case token.OrOr:
			return scalar(intValue(boolType, 0))
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
				return scalar(intValue(boolType, boolInt(stop)))
			}
		}
		return scalar(intValue(boolType, boolInt(!stop)))
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
