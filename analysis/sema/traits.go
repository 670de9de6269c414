package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Traits are the questions that the traits built into compilers ask. Package sema/traits answers them.
type Traits interface {
	// Trait is the value of a builtin trait or of a builtin function over types.
	Trait(sc *Scope, t *ast.Trait) types.Value
	// Holds answers a builtin type trait, such as "__is_constructible", over types.
	Holds(trait string, args ...*types.Type) Tri
	IsStandardLayout(c *Class) Tri
	// Convertible reports whether an operand converts implicitly to a type.
	Convertible(o Operand, to *types.Type) Tri
	// Nothrow reports whether a function is known not to throw.
	Nothrow(f *Func) Tri
	// IntegerPack expands __integer_pack(n), the compiler's own pack of the integers below n; ok is false for any
	// other expression.
	IntegerPack(sc *Scope, e ast.Expr) (args []types.Arg, ok bool)
	// TransformType applies a builtin type transformation such as __underlying_type or __remove_reference_t.
	TransformType(name string, args []types.Arg) *types.Type
	// Referenceable reports whether there may be a reference to t.
	Referenceable(t *types.Type) bool
}
