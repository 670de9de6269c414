package sema

import (
	"cmp"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

func (b *layoutBuilder) placeFields() bool {
	for _, f := range b.u.layoutFields(b.c) {
		place := b.placeField
		if f.Bits {
			place = b.placeBits
		}
		if !place(f) {
			return false
		}
		b.l.bitTail = f.Bits
	}
	return true
}

// fieldSize is size and alignment of a member by its type alone, with the layout of the class that it is, or is an array of.
func (b *layoutBuilder) fieldSize(t *types.Type) (size, align int64, parts *layout, ok bool) {
	u := b.u
	switch {
	case t.IsRef():
		return pointerSize, pointerSize, nil, !t.IsUnknown() && !u.opts.Bits32
	case t.Kind == types.Array && t.Len == types.NoLen: // a flexible array member
		_, align, ok = u.Size(t.Elem)
	default:
		size, align, ok = u.Size(t)
	}
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if c := u.ClassOf(elem); c != nil {
		parts = u.layoutOf(c)
	}
	return size, align, parts, ok
}

func (b *layoutBuilder) placeField(f *Field) bool {
	u, l := b.u, b.l
	t := u.FieldType(f)
	size, align, parts, ok := b.fieldSize(t)
	if !ok {
		return false
	}
	a, ok := u.fieldAttrs(f)
	if !ok {
		return false
	}
	if b.packed || a.packed {
		if parts != nil && (u.layoutPOD(u.ClassOf(elementOf(t))) != Yes || b.c.Key == ast.KeyUnion) || a.named > 1 {
			return false // compilers differ in what they pack
		}
		l.limited = true
	}
	align = b.memberAlign(align, a)
	var empties []emptyAt
	if parts != nil {
		empties = b.elements(t, size, parts)
	}
	union := b.c.Key == ast.KeyUnion
	overlaps := a.overlap && parts != nil && t.Kind == types.Class
	if overlaps && (union || u.ClassOf(t).Key == ast.KeyUnion || !parts.nvcertain || parts.bitTail || len(u.virtualBases(u.ClassOf(t))) > 0) {
		return false
	}
	offset := roundUp(b.dsize, align)
	switch {
	case union:
		offset = 0
	case overlaps && parts.empty:
		offset = 0
		if b.clashes(empties, 0) {
			if b.members {
				return false // how far compilers look for others of the type in members differs
			}
			offset = roundUp(b.dsize, align)
		}
	}
	for !union && b.clashes(empties, offset) {
		offset += align
	}
	l.fields[f] = offset
	l.parts = append(l.parts, layoutPart{typ: t, offset: offset, overlap: overlaps})
	b.occupy(empties, offset)
	b.members = b.members || len(empties) > 0 && !overlaps
	b.size = max(b.size, offset+size)
	switch {
	case overlaps && parts.empty:
	case overlaps:
		b.dsize = offset + max(parts.nvsize, parts.dsize)
	default:
		b.dsize = max(b.dsize, offset+size)
	}
	b.bits = b.dsize * 8
	l.align = max(l.align, align)
	return true
}

// memberAlign is what a member's offset is a multiple of, by the alignment of its type and its attributes.
func (b *layoutBuilder) memberAlign(align int64, a fieldAttributes) int64 {
	align = cmp.Or(a.named, align)
	if b.packed || a.packed {
		align = 1
	}
	if b.maxAlign > 0 && a.asked <= 1 { // nvcc 12.4's front end obeys what a member asks for; g++ lets the pragma limit it
		align = min(align, b.maxAlign)
	}
	return max(align, a.asked)
}

func elementOf(t *types.Type) *types.Type {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t
}

// maxEmptyElements bounds the elements of an array whose empty parts are remembered: what lies further from the beginning of
// an object than its largest empty part cannot meet another.
const maxEmptyElements = 64

// elements are the empty subobjects of a member.
func (b *layoutBuilder) elements(t *types.Type, size int64, parts *layout) []emptyAt {
	if t.Kind != types.Array || len(parts.empties) == 0 || parts.size == 0 {
		return parts.empties
	}
	var out []emptyAt
	for i := range min(size/parts.size, maxEmptyElements) {
		for _, e := range parts.empties {
			out = append(out, emptyAt{e.class, e.offset + i*parts.size})
		}
	}
	return out
}

// placeBits places a bit-field: within one unit of its type, but for packed classes.
func (b *layoutBuilder) placeBits(f *Field) bool {
	u, l := b.u, b.l
	size, align, ok := u.Size(u.FieldType(f))
	if !ok || f.Dtor == nil || f.Dtor.Bits == nil {
		return false
	}
	a, ok := u.fieldAttrs(f)
	if !ok || a.asked > 1 || a.named > 1 {
		return false
	}
	width, known := u.bitWidth(f)
	if !known || width < 0 || width > size*8 {
		return false // wider than its type: padding bits, rare
	}
	l.limited = l.limited || a.packed
	if (b.packed || a.packed) && width > 0 {
		align = 0 // of one bit
	}
	if b.maxAlign > 0 {
		align = min(align, b.maxAlign)
	}
	at := b.bits
	if b.c.Key == ast.KeyUnion {
		at = 0
	}
	unit := align * 8
	if b.maxAlign > 0 && width == 0 && at%(size*8) != 0 {
		return false // compilers differ
	}
	if width == 0 || b.maxAlign == 0 && unit > 0 && at%unit+width > size*8 {
		at = roundUp(at, unit)
	}
	l.fields[f] = at / 8
	l.parts = append(l.parts, layoutPart{offset: at / 8, bits: true})
	b.bits = at + width
	b.dsize = max(b.dsize, (b.bits+7)/8)
	b.size = max(b.size, b.dsize)
	if f.Sym() == 0 && width > 0 && b.maxAlign > 0 && align > l.align {
		return false // nvcc 12.4's front end aligns the class for it, g++ does not
	}
	if f.Sym() != 0 {
		l.align = max(l.align, align)
	}
	return true
}
