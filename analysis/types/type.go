// Package types holds C++ types, constant values and template arguments as hash-consed values: two types of one Table are
// identical exactly when their pointers are equal. Classes, enums and templates are nominal: a type refers to its entity
// through an interface, so that this package knows nothing of scopes.
package types

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// Kind is the sort of a type.
type Kind uint8

// The kinds of types.
const (
	// Unknown is the type of whatever could not be found out. It is a type like any other; every operation on it yields
	// Unknown. With an Elem it has the layout of two of these: a complex number, of which nothing else is known.
	Unknown Kind = iota
	Basic
	Pointer       // Elem
	LRef          // Elem
	RRef          // Elem
	MemberPointer // Elem member of class Class
	Array         // Elem, Len
	Func          // Elem is the result
	Class         // Decl
	Enum          // Decl
	// Param is a template type parameter that is not bound: Depth, Index.
	Param
	// Dependent is a type that depends on template parameters in a way that has no structure here: typename T::x,
	// decltype(expr), a specialisation of a template template parameter. Key tells equal ones.
	Dependent
	// Expansion is a pack expansion of the pattern Elem, in parameter lists and template arguments.
	Expansion
	// Auto is a placeholder not yet deduced.
	Auto
	// Overloads and Braced are not types of C++: the "types" of an overloaded function's name and of a braced list.
	Overloads
	Braced
	// Vector is a GNU vector of Elem; how wide it is, nobody asks. Of what is done to one nothing is known.
	Vector
)

// Array lengths that are not numbers.
const (
	NoLen        = -1 // T[]
	DependentLen = -2
	UnknownLen   = -3
)

// Entity is a class, enum or template declared somewhere.
type Entity interface {
	// EntityName is the name as a person would write it, qualified, without template arguments.
	EntityName() string
}

// Type is an immutable type. Compare by pointer.
type Type struct {
	Kind  Kind
	CV    ast.Qualifiers // Const, Volatile; never on references, functions or arrays (an array's element carries them)
	Basic ast.BuiltinKind
	Elem  *Type
	Class *Type // of a member pointer
	Len   int64
	Decl  Entity // of Class and Enum; for Dependent optionally the template
	// Args are a class's template arguments (nil for a class that is no specialisation) or those of a Dependent one.
	Args []Arg

	Params   []*Type // of a function; top-level cv removed, arrays and functions decayed
	Variadic bool
	FnCV     ast.Qualifiers
	FnRef    ast.RefQual
	Noexcept bool

	Depth, Index int  // of Param
	Pack         bool // of Param
	Key          string
	// dependent: some part depends on a template parameter. unknown: some part is Unknown.
	dependent, unknown bool
	height             uint16 // the nesting of its parts
	weight             uint32 // the number of its parts, each counted as often as it would be written out
	id                 uint32
	unqual             *Type
}

// Types are bounded in how deep they are nested, and in how many parts they have when each is written out: parts are shared, so
// that a type of twenty lines may take a million words to write. Walks over dependent types, which templates are full of, cost
// that much each time.
const (
	maxHeight          = 256
	maxWeight          = 1 << 20
	maxDependentWeight = 1 << 14
)

// Weight is the number of a type's parts, itself included, each counted as often as it would be written out.
func (t *Type) Weight() int { return int(t.weight) }

// WeightOf is the number of the parts of template arguments, as Weight counts them.
func WeightOf(args []Arg) int {
	var all Type
	for i := range args {
		all.inheritArg(&args[i])
	}
	return int(all.weight)
}

// inheritArg takes over what a type has because an argument of it has it.
func (t *Type) inheritArg(a *Arg) {
	if a.Type != nil {
		t.height = max(t.height, a.Type.height)
		t.weight = min(t.weight+a.Type.weight, maxWeight+1)
	}
	for i := range a.Pack {
		t.inheritArg(&a.Pack[i])
	}
}

// IsDependent reports whether t depends on an unbound template parameter.
func (t *Type) IsDependent() bool { return t.dependent }

// IsUnknown reports whether t or a part of it is unknown.
func (t *Type) IsUnknown() bool { return t.unknown }

// Unqual is t without top-level cv-qualifiers.
func (t *Type) Unqual() *Type { return t.unqual }

// ID is a small number that is unique for the type in its table.
func (t *Type) ID() uint32 { return t.id }

// IsRef reports whether t is a reference.
func (t *Type) IsRef() bool { return t.Kind == LRef || t.Kind == RRef }

// NonRef is the referenced type of a reference, else t.
func (t *Type) NonRef() *Type {
	if t.IsRef() {
		return t.Elem
	}
	return t
}

// IsVoid reports whether t is void, cv-qualified or not.
func (t *Type) IsVoid() bool { return t.Kind == Basic && t.Basic == ast.Void }

// IsComplex reports whether t is a complex type of GNU C, of which no more is known than what it is made of.
func (t *Type) IsComplex() bool { return t.Kind == Unknown && t.Elem != nil }

// IsBool reports whether t is bool.
func (t *Type) IsBool() bool { return t.Kind == Basic && t.Basic == ast.Bool }

// IsNullptr reports whether t is std::nullptr_t.
func (t *Type) IsNullptr() bool { return t.Kind == Basic && t.Basic == ast.NullptrT }

// IsIntegral reports whether t is an integral type (bool and the character types too; not enums).
func (t *Type) IsIntegral() bool {
	return t.Kind == Basic && t.Basic >= ast.Bool && t.Basic <= ast.UInt128
}

// IsFloating reports whether t is a floating type.
func (t *Type) IsFloating() bool {
	if t.Kind != Basic {
		return false
	}
	switch t.Basic {
	case ast.Float, ast.Double, ast.LongDouble, ast.Float128, ast.Float16:
		return true
	}
	return false
}

// IsArithmetic reports whether t is integral or floating.
func (t *Type) IsArithmetic() bool { return t.IsIntegral() || t.IsFloating() }

// IsSigned reports whether the integral type t is signed (plain char is, on every target of CUDA's).
func (t *Type) IsSigned() bool {
	if t.Kind != Basic {
		return false
	}
	switch t.Basic {
	case ast.CharT, ast.SChar, ast.WChar, ast.Short, ast.Int, ast.Long, ast.LongLong, ast.Int128:
		return true
	}
	return false
}

// IsScalar reports whether t is arithmetic, an enum, a pointer, a member pointer or nullptr_t.
func (t *Type) IsScalar() bool {
	return t.IsArithmetic() || t.Kind == Enum || t.Kind == Pointer || t.Kind == MemberPointer || t.IsNullptr()
}

// IsConst reports whether t, or for an array its element, is const.
func (t *Type) IsConst() bool {
	for t.Kind == Array {
		t = t.Elem
	}
	return t.CV&ast.Const != 0
}

// IsVolatile reports whether t, or for an array its element, is volatile.
func (t *Type) IsVolatile() bool {
	for t.Kind == Array {
		t = t.Elem
	}
	return t.CV&ast.Volatile != 0
}

// ---- Template arguments and values

// ArgKind is the sort of a template argument.
type ArgKind uint8

// The sorts of template arguments. UnknownArg makes whatever it is given to unknown.
const (
	UnknownArg ArgKind = iota
	TypeArg
	ValueArg
	TemplateArg
	PackArg
)

// Arg is a template argument.
type Arg struct {
	Kind     ArgKind
	Type     *Type // TypeArg; an Expansion for an unexpanded pack
	Value    Value // ValueArg
	Template Entity
	Pack     []Arg
}

// IsDependent reports whether a depends on an unbound template parameter.
func (a Arg) IsDependent() bool {
	switch a.Kind {
	case TypeArg:
		return a.Type.IsDependent()
	case ValueArg:
		return a.Value.Kind == DependentValue
	case TemplateArg:
		d, ok := a.Template.(interface{ IsDependentTemplate() bool })
		return ok && d.IsDependentTemplate()
	case PackArg:
		for _, p := range a.Pack {
			if p.IsDependent() {
				return true
			}
		}
	}
	return false
}

// IsUnknown reports whether a or a part of it is unknown.
func (a Arg) IsUnknown() bool {
	switch a.Kind {
	case UnknownArg:
		return true
	case TypeArg:
		return a.Type.IsUnknown()
	case ValueArg:
		return a.Value.Kind == UnknownValue
	case PackArg:
		for _, p := range a.Pack {
			if p.IsUnknown() {
				return true
			}
		}
	}
	return false
}

// ValueKind is the sort of a constant value.
type ValueKind uint8

// The sorts of values.
const (
	UnknownValue ValueKind = iota
	// DependentValue depends on template parameters; Key tells equal ones, and Depth and Index a plain parameter.
	DependentValue
	IntValue // integers, bool, characters, enumerators; Int holds the value, sign- or zero-extended as Type says
	FloatValue
	NullValue    // a null pointer or member pointer
	AddressValue // the address of, or a reference to, Entity
	StringValue  // a string literal
	AggregateValue
)

// Value is a constant value. Type may be nil where the context knows it.
type Value struct {
	Kind ValueKind
	Pack bool
	// Typed: an argument whose parameter has a deduced type, so that Type tells it from equal values of other types.
	Typed  bool
	Sym    token.Sym
	Type   *Type
	Int    int64
	Float  float64
	Entity Entity
	Elems  []Value
	Key    string
	// Param of a DependentValue that is exactly one template parameter: Depth, Index; Index is -1 otherwise.
	Depth, Index int
}

// IsKnown reports whether v is a value, neither unknown nor dependent.
func (v Value) IsKnown() bool { return v.Kind > DependentValue }

// Holds reports whether v is or contains the address of an entity or of a part of it.
func (v Value) Holds(e Entity) bool {
	return v.Kind == AddressValue && v.Entity == e || slices.ContainsFunc(v.Elems, func(part Value) bool { return part.Holds(e) })
}

// Int64 returns the value of an integer.
func (v Value) Int64() (int64, bool) { return v.Int, v.Kind == IntValue }

// Bool returns the truth of a scalar value.
func (v Value) Bool() (value, ok bool) {
	switch v.Kind {
	case IntValue:
		return v.Int != 0, true
	case FloatValue:
		return v.Float != 0, true
	case NullValue:
		return false, true
	case AddressValue, StringValue:
		return true, true
	}
	return false, false
}
