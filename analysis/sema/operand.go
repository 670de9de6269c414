package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Category is a value category.
type Category uint8

// The value categories.
const (
	PRValue Category = iota
	LValue
	XValue
)

// Operand is what sema knows of an expression: enough to convert it, to rank overloads with it, and to deduce from it.
type Operand struct {
	// Type is never a reference. Kind Unknown: nothing is known. Kind Overloads: see Set. Kind Braced: see Braced.
	Type *types.Type
	Cat  Category
	// Literal: the expression is a literal (possibly parenthesised), so that 0 converts to a null pointer.
	Literal bool
	// String: the expression is a string literal.
	String bool
	// Bits: a bit-field lvalue, to which non-const references cannot bind directly.
	Bits bool
	// Dependent: type-dependent; Type may still carry structure.
	Dependent bool
	// Address: see Base.
	Address bool
	// Throw: a throw expression, or a call whose value is discarded: they need no conversion.
	Throw bool
	// Refused: the value of a construct that device code cannot have.
	Refused bool
	// Pseudo: the callee of a pseudo-destructor call.
	Pseudo bool
	// Implicit: the object is *this, not written.
	Implicit bool
	// Dead: an arm that a constant condition never chooses.
	Dead bool
	// Designator is the member that an element of a braced list names, 0 where it names none.
	Designator token.Sym
	// Node is, while the flow of a body is made, the place that a glvalue denotes, or a prvalue's value.
	Node Node
	// Made is the number, from 1, of the temporary of a prvalue, by which the initialisation of a variable claims it.
	Made int32
	// Ref is the number, from 1, of the FuncRef that taking a function's address recorded.
	Ref int32
	// Since is how many of the walker's loose records came before the expression's, plus one; 0 where that is not known. Uses is how
	// many uses did, then.
	Since, Uses int32
	// Loaded is the number, from 1, of the use that read the pointer by which an lvalue was reached.
	Loaded int32
	// Value is the expression's value where it is a constant expression that was evaluated; UnknownValue otherwise.
	Value types.Value
	// Set is the overload set that the expression names.
	Set *OverloadSet
	// Braced are the elements of a braced list.
	Braced []Operand
	// Index is the number of the element that [index] = names, as a constant; nil where nothing is named so.
	Index *types.Value
	// Entity is the variable, field, function or enumerator that the expression directly names, nil otherwise.
	Entity Entity
	Expr   ast.Expr
	// Base is the variable whose storage an lvalue denotes, or, with Address set, whose address the value is.
	Base *VarRef
	// Object is the object expression of a member function's name.
	Object *Operand
	// Arms are the operands of a conditional lvalue: what happens to it happens to both.
	Arms []Operand
	// At is, while the flow of a body is made, the place of the expression.
	At Site
	// Tree is the expression's node, nil where it is no more than opaque: see TreeOf.
	Tree *Expr
}

// IsUnknown reports whether nothing useful is known of o's type.
func (o Operand) IsUnknown() bool {
	return o.Type == nil || o.Type.Kind == types.Unknown || o.Type.Kind == types.Vector
}

// IsDependent reports whether an operand depends on template parameters, be it by its type alone.
func IsDependent(o Operand) bool { return o.Dependent || o.Type != nil && o.Type.IsDependent() }

// AnyOperandDependent is IsDependent for operands and for the elements of braced lists among them.
func AnyOperandDependent(os []Operand) bool {
	for _, o := range os {
		if IsDependent(o) || AnyOperandDependent(o.Braced) {
			return true
		}
	}
	return false
}

// OverloadSet is the set of functions and function templates that an unresolved function name means.
type OverloadSet struct {
	Name *ast.Name
	// Cands are *Func and *Template entities.
	Cands []Entity
	// Explicit are explicitly given template arguments; HasExplicit tells an empty list from none.
	Explicit    []types.Arg
	HasExplicit bool
	// NamingClass is the class that member candidates were found in (for access and for implicit objects).
	NamingClass *Class
	// Incomplete: lookup could not see everything (unknown base, missing header), so that no answer is certain.
	Incomplete bool
	// Broken: others may be declared by text that cannot be read, whatever argument-dependent lookup finds.
	Broken bool
	// ADL: argument-dependent lookup applies in addition.
	ADL bool
	// HasADL: its results are among Cands already.
	HasADL bool
	// AddressOf: the name stands under &.
	AddressOf bool
	// Through: it stands under * or behind a comma, so that a call goes through a pointer.
	Through bool
	// Site is the name's place.
	Site Site
	// Qualified: the name was qualified, so that a virtual call is bound statically.
	Qualified bool
}

// Tri is a truth value that may be unknown.
type Tri uint8

// The truth values.
const (
	UnknownTri Tri = iota
	No
	Yes
)

// TriOf converts a bool.
func TriOf(b bool) Tri {
	if b {
		return Yes
	}
	return No
}

// And is Kleene's conjunction.
func (t Tri) And(o Tri) Tri {
	switch {
	case t == No || o == No:
		return No
	case t == Yes && o == Yes:
		return Yes
	}
	return UnknownTri
}

// Or is Kleene's disjunction.
func (t Tri) Or(o Tri) Tri {
	switch {
	case t == Yes || o == Yes:
		return Yes
	case t == No && o == No:
		return No
	}
	return UnknownTri
}

// Not is the negation.
func (t Tri) Not() Tri {
	switch t {
	case Yes:
		return No
	case No:
		return Yes
	}
	return UnknownTri
}

// SiteIn is the place of an operand: its expression's in a scope, else where the variable behind it is named, else
// no more than the scope's chunk.
func (o Operand) SiteIn(sc *Scope) Site {
	if o.Expr != nil {
		return Site{sc.Chunk, o.Expr.Pos()}
	}
	if o.Base != nil {
		return o.Base.Site
	}
	return Site{Chunk: sc.Chunk}
}

// SiteOf is the expression that denotes an operand's place, as far as it is known.
func (o Operand) SiteOf() Site {
	if !o.At.IsZero() {
		return o.At
	}
	if o.Base != nil {
		return o.Base.Site
	}
	return Site{}
}

// Typed returns o with another node.
func (o Operand) Typed(x *Expr) Operand {
	o.Tree = x
	return o
}
