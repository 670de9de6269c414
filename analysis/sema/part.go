package sema

import (
	"cudals/analysis/types"
)

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
