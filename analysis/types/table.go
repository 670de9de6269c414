package types

import (
	"encoding/binary"
	"math"

	"cudals/analysis/ast"
	"cudals/analysis/small"
)

// Table makes types. It is not safe for concurrent use: each view of a document has its own.
type Table struct {
	types    map[string]*Type
	made     small.Slab[Type]
	basics   [ast.Float16 + 1]*Type
	unknown  *Type
	auto     *Type
	overs    *Type
	braced   *Type
	entities map[Entity]uint32
	buf      []byte
	next     uint32
	// TooLarge counts how often a type was unknown because it would be too deep or too large.
	TooLarge int
}

// NewTable returns a table with the fundamental types.
func NewTable() *Table {
	t := &Table{types: make(map[string]*Type, 256), entities: make(map[Entity]uint32, 256)}
	t.unknown = t.intern(Type{Kind: Unknown})
	t.auto = t.intern(Type{Kind: Auto})
	t.overs = t.intern(Type{Kind: Overloads})
	t.braced = t.intern(Type{Kind: Braced})
	for k := range t.basics {
		t.basics[k] = t.intern(Type{Kind: Basic, Basic: ast.BuiltinKind(k)})
	}
	return t
}

// Each yields every type that was made, in no order.
func (t *Table) Each(yield func(*Type)) {
	for _, made := range t.types {
		yield(made)
	}
}

// Unknown is the unknown type.
func (t *Table) Unknown() *Type { return t.unknown }

// Complex is a complex number of C with parts of type elem: an unknown type whose size is known.
func (t *Table) Complex(elem *Type) *Type { return t.intern(Type{Kind: Unknown, Elem: elem}) }

// Auto is the placeholder type.
func (t *Table) Auto() *Type { return t.auto }

// Placeholder is the placeholder that class template argument deduction replaces: the template's name without arguments.
func (t *Table) Placeholder(template Entity) *Type { return t.intern(Type{Kind: Auto, Decl: template}) }

// Overloads is the pseudo-type of an overloaded name.
func (t *Table) Overloads() *Type { return t.overs }

// Braced is the pseudo-type of a braced list.
func (t *Table) Braced() *Type { return t.braced }

// Basic is a fundamental type.
func (t *Table) Basic(k ast.BuiltinKind) *Type { return t.basics[k] }

// Pointer is a pointer to elem; to a reference there is none, so its referent is taken.
func (t *Table) Pointer(elem *Type) *Type {
	return t.intern(Type{Kind: Pointer, Elem: elem.NonRef()})
}

// LRef is an lvalue reference; references collapse.
func (t *Table) LRef(elem *Type) *Type {
	if elem.Kind == Unknown {
		return t.unknown
	}
	return t.intern(Type{Kind: LRef, Elem: elem.NonRef()})
}

// RRef is an rvalue reference; references collapse.
func (t *Table) RRef(elem *Type) *Type {
	if elem.Kind == Unknown {
		return t.unknown
	}
	if elem.Kind == LRef {
		return elem
	}
	return t.intern(Type{Kind: RRef, Elem: elem.NonRef()})
}

// MemberPointer is a pointer to a member of class.
func (t *Table) MemberPointer(class, elem *Type) *Type {
	return t.intern(Type{Kind: MemberPointer, Class: class.Unqual(), Elem: elem})
}

// Array is an array of n elements, or one of the special lengths.
func (t *Table) Array(elem *Type, n int64) *Type {
	return t.intern(Type{Kind: Array, Elem: elem, Len: n})
}

// Vector is a GNU vector of elem.
func (t *Table) Vector(elem *Type) *Type { return t.intern(Type{Kind: Vector, Elem: elem}) }

// DependentArray is an array whose bound depends on template parameters; the bound is its Args[0], so that it can be
// deduced.
func (t *Table) DependentArray(elem *Type, bound Value) *Type {
	return t.intern(Type{Kind: Array, Elem: elem, Len: DependentLen, Args: []Arg{{Kind: ValueArg, Value: bound}}})
}

// arrayLike is an array of elem with the bound of the array p.
func (t *Table) arrayLike(p, elem *Type) *Type {
	if len(p.Args) > 0 {
		return t.DependentArray(elem, p.Args[0].Value)
	}
	return t.Array(elem, p.Len)
}

// FuncType describes a function type to be made.
type FuncType struct {
	Result   *Type
	Params   []*Type
	Variadic bool
	CV       ast.Qualifiers
	Ref      ast.RefQual
	Noexcept bool
}

// Func is a function type; parameters are adjusted (decay, top-level cv).
func (t *Table) Func(f FuncType) *Type {
	params := make([]*Type, len(f.Params))
	for i, p := range f.Params {
		params[i] = t.Decay(p)
	}
	return t.intern(Type{
		Kind: Func, Elem: f.Result, Params: params, Variadic: f.Variadic, FnCV: f.CV, FnRef: f.Ref, Noexcept: f.Noexcept,
	})
}

// Decay is what a parameter or a by-value copy of type p has: arrays and functions become pointers, top-level cv goes.
// References stay.
func (t *Table) Decay(p *Type) *Type {
	switch p.Kind {
	case Array:
		return t.Pointer(p.Elem)
	case Func:
		return t.Pointer(p)
	}
	return p.Unqual()
}

// Class is the type of a class; args are its template arguments, around what it hangs on besides: a class in an instance is nested as deep
// as the arguments of that.
func (t *Table) Class(decl Entity, args, around []Arg, dependent bool) *Type {
	var outer Type
	for i := range around {
		outer.inheritArg(&around[i])
	}
	return t.intern(Type{Kind: Class, Decl: decl, Args: args, dependent: dependent, height: outer.height})
}

// Enum is the type of an enum.
func (t *Table) Enum(decl Entity) *Type { return t.intern(Type{Kind: Enum, Decl: decl}) }

// Param is an unbound template type parameter.
func (t *Table) Param(depth, index int, pack bool) *Type {
	return t.intern(Type{Kind: Param, Depth: depth, Index: index, Pack: pack, dependent: true})
}

// Dependent is an opaque dependent type; equal keys are equal types.
func (t *Table) Dependent(key string, decl Entity, args []Arg) *Type {
	return t.intern(Type{Kind: Dependent, Key: key, Decl: decl, Args: args, dependent: true})
}

// Expansion is a pack expansion.
func (t *Table) Expansion(pattern *Type) *Type {
	return t.intern(Type{Kind: Expansion, Elem: pattern, dependent: true})
}

// Qualify adds cv-qualifiers: to an array's element, to nothing of references and functions.
func (t *Table) Qualify(p *Type, cv ast.Qualifiers) *Type {
	cv &= ast.Const | ast.Volatile
	if cv == 0 || p.CV|cv == p.CV {
		return p
	}
	switch p.Kind {
	case Unknown, LRef, RRef, Func, Overloads, Braced:
		return p
	case Array:
		return t.arrayLike(p, t.Qualify(p.Elem, cv))
	}
	q := *p
	q.CV |= cv
	q.unqual = p.unqual
	return t.intern(q)
}

// WithCV is p with exactly these top-level qualifiers.
func (t *Table) WithCV(p *Type, cv ast.Qualifiers) *Type {
	if p.Kind == Array {
		return t.arrayLike(p, t.WithCV(p.Elem, cv))
	}
	return t.Qualify(p.Unqual(), cv)
}

// Rebuild returns p with its direct parts replaced by f, applied to each; used for substitution-like walks. Class types'
// arguments are not touched.
func (t *Table) Rebuild(p *Type, f func(*Type) *Type) *Type {
	switch p.Kind {
	case Pointer:
		return t.Qualify(t.Pointer(f(p.Elem)), p.CV)
	case LRef:
		return t.LRef(f(p.Elem))
	case RRef:
		return t.RRef(f(p.Elem))
	case MemberPointer:
		return t.Qualify(t.MemberPointer(f(p.Class), f(p.Elem)), p.CV)
	case Array:
		return t.arrayLike(p, f(p.Elem))
	case Func:
		ft := FuncType{Result: f(p.Elem), Variadic: p.Variadic, CV: p.FnCV, Ref: p.FnRef, Noexcept: p.Noexcept}
		for _, q := range p.Params {
			ft.Params = append(ft.Params, f(q))
		}
		return t.Func(ft)
	case Expansion:
		return t.Expansion(f(p.Elem))
	}
	return p
}

func (t *Table) entity(e Entity) uint32 {
	if e == nil {
		return 0
	}
	id, ok := t.entities[e]
	if !ok {
		id = uint32(len(t.entities) + 1)
		t.entities[e] = id
	}
	return id
}

func appendID(b []byte, p *Type) []byte {
	if p == nil {
		return binary.AppendUvarint(b, 0)
	}
	return binary.AppendUvarint(b, uint64(p.id)+1)
}

// AppendArgKey appends a key that is equal exactly for identical template arguments.
func (t *Table) AppendArgKey(b []byte, a *Arg) []byte {
	b = append(b, byte(a.Kind))
	switch a.Kind {
	case TypeArg:
		b = appendID(b, a.Type)
	case TemplateArg:
		b = binary.AppendUvarint(b, uint64(t.entity(a.Template)))
	case ValueArg:
		b = t.appendValueKey(b, &a.Value)
	case PackArg:
		b = binary.AppendUvarint(b, uint64(len(a.Pack)))
		for i := range a.Pack {
			b = t.AppendArgKey(b, &a.Pack[i])
		}
	}
	return b
}

func (t *Table) appendValueKey(b []byte, v *Value) []byte {
	kind := byte(v.Kind)
	if v.Pack {
		kind |= 1 << 6 // IntSeq<i...> is not IntSeq<i>, which stands in an expansion
	}
	if v.Typed {
		b = appendID(append(b, kind|1<<7), v.Type.Unqual())
	} else {
		b = append(b, kind)
	}
	b = binary.AppendVarint(b, v.Int)
	b = binary.AppendUvarint(b, math.Float64bits(v.Float))
	b = binary.AppendUvarint(b, uint64(t.entity(v.Entity)))
	b = binary.AppendUvarint(b, uint64(v.Sym))
	if v.Kind == DependentValue {
		b = binary.AppendVarint(b, int64(v.Depth))
		b = binary.AppendVarint(b, int64(v.Index))
	}
	b = binary.AppendUvarint(b, uint64(len(v.Elems)))
	for i := range v.Elems {
		b = t.appendValueKey(b, &v.Elems[i])
	}
	b = binary.AppendUvarint(b, uint64(len(v.Key)))
	return append(b, v.Key...)
}

// intern returns the one type that equals p.
//
// A type that is nested too deep or too large is unknown: templates that instantiate each other without end come to an end.
func (t *Table) intern(p Type) *Type {
	b := append(t.buf[:0], byte(p.Kind), byte(p.CV), byte(p.Basic), byte(p.FnCV), byte(p.FnRef))
	flags := byte(0)
	for i, f := range []bool{p.Variadic, p.Noexcept, p.Pack, p.dependent && p.Kind == Class} {
		if f {
			flags |= 1 << i
		}
	}
	b = append(b, flags)
	b = appendID(b, p.Elem)
	b = appendID(b, p.Class)
	b = binary.AppendVarint(b, p.Len)
	b = binary.AppendUvarint(b, uint64(t.entity(p.Decl)))
	b = binary.AppendUvarint(b, uint64(p.Depth)<<16|uint64(p.Index))
	b = binary.AppendUvarint(b, uint64(len(p.Params)))
	for _, q := range p.Params {
		b = appendID(b, q)
	}
	if p.Kind != Class { // a class's entity determines its arguments
		for i := range p.Args {
			b = t.AppendArgKey(b, &p.Args[i])
		}
	}
	b = append(b, p.Key...)
	t.buf = b
	if q, ok := t.types[string(b)]; ok {
		if q == t.unknown && p.Kind != Unknown {
			t.TooLarge++
		}
		return q
	}
	p.id = t.next
	t.next++
	p.dependent = p.dependent || p.Len == DependentLen
	p.unknown = p.Kind == Unknown || p.Len == UnknownLen
	p.inherit(p.Elem)
	p.inherit(p.Class)
	for _, part := range p.Params {
		p.inherit(part)
	}
	for i := range p.Args {
		a := &p.Args[i]
		p.dependent = p.dependent || a.IsDependent()
		p.unknown = p.unknown || a.IsUnknown()
		p.inheritArg(a)
	}
	p.height++
	p.weight++
	if p.height > maxHeight || p.weight > maxWeight || p.dependent && p.weight > maxDependentWeight {
		t.types[string(b)] = t.unknown
		t.TooLarge++
		return t.unknown
	}
	q := t.made.New() // not p itself, which would then be on the heap in every call
	*q = p
	if q.unqual == nil {
		q.unqual = q
	}
	t.types[string(b)] = q
	return q
}

// inherit takes over what a type has because a part of it has it.
func (t *Type) inherit(part *Type) {
	if part != nil {
		t.dependent = t.dependent || part.dependent
		t.unknown = t.unknown || part.unknown
		t.height = max(t.height, part.height)
		t.weight = min(t.weight+part.weight, maxWeight+1)
	}
}
