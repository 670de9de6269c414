package consteval

import (
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// object is storage that an evaluation looks at: a variable, a temporary, or a part of one.
type object struct {
	typ *types.Type
	// val is a scalar's value: unknown while it is not initialised or not known.
	val types.Value
	// ptr is where a pointer, or a reference member, points inside the evaluation.
	ptr *place
	// parts are an array's elements, or a class's direct bases and then its fields; made when first needed.
	parts []*object
	class *sema.Class
	// owner and index place the object among its array's elements.
	owner *object
	index int64
	// whole is the object of a class that the object is a base or a member of.
	whole *object
	// entity is the variable that the object is; nil for temporaries and parts.
	entity *sema.Var
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
	v       *sema.Var
	runtime bool
}

// initialised is what the initialisation of a variable came to.
type initialised struct {
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

// automatic reports whether an object is an automatic variable or a part of one.
func (o *object) automatic() bool {
	for o.entity == nil {
		switch {
		case o.owner != nil:
			o = o.owner
		case o.whole != nil:
			o = o.whole
		default:
			return false
		}
	}
	return sema.Automatic(o.entity)
}

// place is where a pointer points: at an object, or past an array's end.
type place struct {
	obj *object // the element itself; for a pointer past the end of an array the array, with end set
	end bool
}

// elem is the type of what a pointer to p points to.
func (p *place) elem() *types.Type {
	if p.end && p.obj.typ.Kind == types.Array {
		return p.obj.typ.Elem
	}
	return p.obj.typ
}

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
		if o.typ.Len < 0 || o.typ.Len > sema.MaxElements {
			return false
		}
		if !ev.room(int(o.typ.Len)) {
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
		if c == nil || !ev.u.Known(c) || c.Dependent || len(ev.u.VirtualBases(c)) > 0 {
			return false
		}
		bases, fields := c.Bases(), c.Fields()
		if !ev.room(len(bases) + len(fields)) {
			return false
		}
		o.parts = make([]*object, 0, len(bases)+len(fields))
		add := func(t *types.Type) {
			p := part(t)
			p.whole = o
			o.parts = append(o.parts, p)
		}
		for i := range bases {
			if bases[i].Class == nil {
				o.parts = nil
				return false
			}
			add(ev.u.T.Qualify(bases[i].Type, o.typ.CV))
		}
		for _, f := range fields {
			t := ev.u.FieldType(f)
			if !f.Mutable {
				t = ev.u.T.Qualify(t, o.typ.CV)
			}
			add(t)
		}
		return true
	}
	return false
}

// field is the subobject of o for a field of its class, of an anonymous member's class, or of a base.
func (ev *evaluator) field(o *object, f *sema.Field) *object {
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
		if b.Class != nil && ev.u.DerivedFrom(b.Class, f.Class) == sema.Yes {
			return ev.field(o.parts[i], f)
		}
	}
	return nil
}

// holds reports whether a class has a field, in anonymous members too.
func (ev *evaluator) holds(c *sema.Class, f *sema.Field) bool {
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
func (ev *evaluator) base(o *object, c *sema.Class) *object {
	if o == nil || o.class == c {
		return o
	}
	if o.class == nil || !ev.expand(o) {
		return nil
	}
	for i, b := range o.class.Bases() {
		if b.Class != nil && ev.u.DerivedFrom(b.Class, c) == sema.Yes {
			return ev.base(o.parts[i], c)
		}
	}
	return nil
}

// assign copies the value of one object to another of the same type.
func (ev *evaluator) assign(to, from *object) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if !ev.step() || to.opaque {
		return false
	}
	if to.typ.Kind != types.Array && to.typ.Kind != types.Class {
		to.val, to.ptr = from.val, from.ptr
		return from.val.IsKnown() || from.ptr != nil
	}
	if from == nil {
		return false
	}
	if to.class != nil && ev.u.IsEmptyClass(to.class) == sema.Yes {
		return true // nothing is read
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
	units := constant.Units(v)
	if !ev.expand(o) || len(units) != len(o.parts) {
		o.opaque = true
		return o
	}
	for i, p := range o.parts {
		p.val = constant.Int(p.typ.Unqual(), units[i])
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
	v, ptr := o.val, o.ptr
	if v.Kind != types.DependentValue {
		v.Type = o.typ.Unqual()
	}
	if !v.IsKnown() && ptr == nil {
		ev.dynamic = ev.dynamic || ev.changes(o)
	}
	return result{Value: v, ptr: ptr, typ: o.typ.Unqual()}
}

// changes reports whether an object is, or is part of, a variable that somebody may write to or that is defined elsewhere.
func (ev *evaluator) changes(o *object) bool {
	for o.owner != nil || o.whole != nil {
		if o.owner != nil {
			o = o.owner
		} else {
			o = o.whole
		}
	}
	v := o.entity
	return v != nil && !v.Constexpr && !o.typ.IsRef() && (!o.typ.IsConst() || v.Kind == sema.ParamVar || v.Extern && ev.u.InitDecl(v) == nil)
}

// decay turns an array into a pointer to its first element.
func (ev *evaluator) decay(r result) result {
	if r.obj == nil || !r.lvalue || r.obj.typ.Kind != types.Array {
		return ev.load(r)
	}
	t := ev.u.T.Pointer(r.obj.typ.Elem)
	p := &place{obj: r.obj, end: true}
	switch v := r.obj.entity; {
	case r.obj.typ.Len == types.NoLen && v != nil && v.InShared():
		p.end = false // its bound is a launch's to tell, and its elements are never constants
	case !ev.expand(r.obj):
		return unknownOf(t)
	case len(r.obj.parts) > 0:
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
	if depth > 16 || o.opaque || !ev.expand(o) || len(o.parts) > sema.MaxElements {
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
				return dependentValue("{" + sema.ValueKey(e) + "}")
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
	for o.owner != nil || o.whole != nil {
		if o.owner != nil {
			key = "[" + strconv.FormatInt(o.index, 10) + "]" + key
			o = o.owner
			continue
		}
		key = "." + strconv.Itoa(slices.Index(o.whole.parts, o)) + key
		o = o.whole
	}
	if o.text {
		v := o.val
		if key == "[0]" {
			v.Type = t
			return v
		}
		return types.Value{Kind: types.AddressValue, Type: t, Key: sema.ValueKey(v) + key} // in the middle of it
	}
	if o.entity == nil {
		return types.Value{Type: t}
	}
	return types.Value{Kind: types.AddressValue, Type: t, Entity: o.entity, Key: key}
}

// ---- Expressions

// internal makes a value from outside usable in the evaluation: addresses of variables become places.
func (ev *evaluator) internal(v types.Value) result {
	switch v.Kind {
	case types.AddressValue:
		x, ok := v.Entity.(*sema.Var)
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
		if p := ev.partAt(o, v.Key); p != nil {
			return result{Value: v, ptr: &place{obj: p}, typ: v.Type}
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

// partAt is the part of o to which the key of an address leads, nil where that is none.
func (ev *evaluator) partAt(o *object, key string) *object {
	for key != "" {
		digits := strings.TrimLeft(key[1:], "0123456789")
		i, err := strconv.Atoi(key[1 : len(key)-len(digits)])
		if err != nil || key[0] != '[' && key[0] != '.' || !ev.expand(o) || i >= len(o.parts) {
			return nil
		}
		o, key = o.parts[i], strings.TrimPrefix(digits, "]")
	}
	return o
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
