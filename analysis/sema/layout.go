package sema

import (
	"cudals/analysis/types"
)

// Layouts are the questions about sizes and places. Package sema/layout answers them.
type Layouts interface {
	// ParamSize is size and alignment of a function's i-th parameter as it is passed: references are pointers.
	ParamSize(f *Func, i int) (size int64, align int64, ok bool)
	// VarSize is size and alignment of a variable, its own alignment specifiers and those of typedefs included.
	VarSize(v *Var) (size int64, align int64, ok bool)
	// Size is sizeof and alignof of a complete object type in bytes; of a reference, those of what it refers to.
	Size(t *types.Type) (size int64, align int64, ok bool)
	// FieldOffset is the offset of a field in its class, in bytes, where host and device agree about it.
	FieldOffset(f *Field) (int64, bool)
	// BaseOffset is the offset of a direct base that is not virtual in a class, in bytes, where host and device
	// agree about it.
	BaseOffset(c *Class, base *Class) (int64, bool)
	// EmptyObject reports whether an object of a class has no data in device code.
	EmptyObject(c *Class) Tri
	FieldAttrs(f *Field) (a FieldAttributes, ok bool)
	// Parts are the parts of an object of a class that take bytes, in the order of their places, those of a union
	// in the order of their declarations.
	Parts(c *Class) (parts []Part, ok bool)
}

// Part is a direct part of an object of a class: a base, a member, or the pointer to the virtual table.
type Part struct {
	// Field is the member, Base the base; both are nil for the pointer to the virtual table.
	Field *Field
	Base  *Class
	Type  *types.Type // nil for the pointer to the virtual table
	// Offset and Size are in bytes: of a bit-field those of the bytes that it has bits in, of a base those that it has as one.
	// Align is what its place is a multiple of, 0 for bit-fields.
	Offset, Size, Align int64
	// Bits is the width of a bit-field.
	Bits int64
}

// Bits32 reports whether the unit is compiled for a 32-bit target, of which few sizes are known.
func (u *Unit) Bits32() bool { return u.Opts.Bits32 }
