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
