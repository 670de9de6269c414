package layout

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

func (b *layoutBuilder) placeFields() bool {
	for _, f := range b.u.LayoutFields(b.c) {
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
		return pointerSize, pointerSize, nil, !t.IsUnknown() && !u.Opts.Bits32
	case t.Kind == types.Array && t.Len == types.NoLen: // a flexible array member
		_, align, ok = u.sizeIn(t.Elem, b.abi)
	default:
		size, align, ok = u.sizeIn(t, b.abi)
	}
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if c := u.ClassOf(elem); c != nil {
		parts = u.layoutIn(c, b.abi)
	}
	return size, align, parts, ok
}

func (b *layoutBuilder) placeField(f *sema.Field) bool {
	u, l := b.u, b.l
	t := u.FieldType(f)
	size, align, parts, ok := b.fieldSize(t)
	if !ok {
		return false
	}
	a, ok := u.FieldAttrs(f)
	if !ok {
		return false
	}
	packed, known := b.packs(t, a)
	if !known {
		return false
	}
	l.limited = l.limited || a.Packed
	overlaps := a.Overlap && parts != nil && t.Kind == types.Class
	if overlaps && !b.mayOverlap(u.ClassOf(t), parts) {
		return false
	}
	if !overlaps || !parts.empty || b.abi == deviceABI { // g++ does not pack what it treats as an empty base
		align = b.memberAlign(align, a, packed)
	}
	var empties []emptyAt
	if parts != nil {
		empties = b.elements(t, size, parts)
	}
	offset, ok := b.memberOffset(align, empties, overlaps && parts.empty)
	if !ok {
		return false
	}
	l.fields[f] = offset
	l.parts = append(l.parts, layoutPart{typ: t, offset: offset, overlap: overlaps})
	b.occupy(empties, offset)
	b.members = b.members || len(empties) > 0 && !overlaps
	switch {
	case overlaps && parts.empty:
		b.size = max(b.size, offset+size)
	case overlaps:
		b.dsize = offset + max(parts.nvsize, parts.dsize)
		b.size = max(b.size, b.dsize)
	default:
		b.dsize = max(b.dsize, offset+size)
		b.size = max(b.size, offset+size)
	}
	b.bits = b.dsize * 8
	l.align = max(l.align, align)
	return true
}

// memberOffset is where a member lies that holds empty objects; weightless: it is one that others may overlap.
func (b *layoutBuilder) memberOffset(align int64, empties []emptyAt, weightless bool) (offset int64, ok bool) {
	if b.c.Key == ast.KeyUnion {
		return 0, true
	}
	offset = roundUp(b.dsize, align)
	switch {
	case !weightless:
	case !b.clashes(empties, 0):
		return 0, true
	case b.members:
		return 0, false // how far compilers look for others of the type in members differs
	case b.abi == deviceABI: // nvcc 12.4's front end puts no other member in front of it
		b.dsize, b.moved = offset, true
	}
	for b.clashes(empties, offset) {
		offset += align
	}
	return offset, true
}

// mayOverlap reports whether it is known how a member lies whose padding others may use.
func (b *layoutBuilder) mayOverlap(c *sema.Class, parts *layout) bool {
	if b.c.Key == ast.KeyUnion || c.Key == ast.KeyUnion || !parts.nvcertain || len(b.u.VirtualBases(c)) > 0 {
		return false
	}
	bits := slices.ContainsFunc(b.l.parts, func(p layoutPart) bool { return p.bits })
	if b.abi == deviceABI && (bits || parts.empty && parts.size > 1) {
		return false // nvcc 12.4's front end puts it behind bit-fields somehow, and counts more bytes or fewer
	}
	return parts.empty || !parts.bitTail && !b.packed && b.maxAlign == 0
}

// packs reports whether a member of a type is put without regard for the type's alignment.
func (b *layoutBuilder) packs(t *types.Type, a sema.FieldAttributes) (packed, known bool) {
	switch {
	case a.Packed || !b.packed:
		return a.Packed, true
	case b.abi == deviceABI && (a.Asked > 0 || t.IsRef()):
		return true, true
	case t.IsRef():
		return false, true
	}
	c := b.u.ClassOf(sema.ElementOf(t))
	if c == nil {
		return true, true
	}
	can := b.u.layoutPOD(c, hostABI)
	if b.abi == deviceABI {
		can = b.u.IsAggregate(c).And(b.u.IsStandardLayout(c))
	}
	inner := layoutBuilder{u: b.u, c: c, abi: b.abi, l: &layout{}}
	if can != sema.Yes && c.Syntax != nil && inner.attributes() && inner.packed {
		if b.abi == hostABI {
			return false, false // it depends on whether all members of the class could be packed
		}
		can = sema.Yes
	}
	return can == sema.Yes, can != sema.UnknownTri
}

// memberAlign is what a member's offset is a multiple of, by the alignment of its type and its attributes.
func (b *layoutBuilder) memberAlign(align int64, a sema.FieldAttributes, packed bool) int64 {
	align = cmp.Or(a.Named, align)
	if packed {
		align = 1
	}
	if b.maxAlign > 0 {
		if b.abi == hostABI {
			return min(max(align, a.Asked), b.maxAlign)
		}
		if a.Asked == 0 { // what a member asks for overrules the pragma, even if it is less than its type has anyway
			align = min(align, b.maxAlign)
		}
	}
	return max(align, a.Asked)
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

// wideAlign is the alignment of a bit-field that is wider than its type: that of the largest type which is not wider.
func (b *layoutBuilder) wideAlign(width int64, packed bool) (align int64, ok bool) {
	if width > maxBits || packed || b.maxAlign > 0 {
		return 0, false
	}
	for align = 1; align*16 <= width; align *= 2 {
	}
	return align, true
}

// placeBits places a bit-field: within one unit of its type, but for packed classes.
func (b *layoutBuilder) placeBits(f *sema.Field) bool {
	u, l := b.u, b.l
	size, align, ok := u.sizeIn(u.FieldType(f), b.abi)
	if !ok || f.Dtor == nil || f.Dtor.Bits == nil {
		return false
	}
	a, ok := u.FieldAttrs(f)
	if !ok || a.Asked > 0 || a.Named > 0 {
		return false
	}
	width, known := u.BitWidth(f)
	if !known || width < 0 {
		return false
	}
	l.limited = l.limited || a.Packed
	packed := b.packed || a.Packed
	wide := width > size*8
	if wide {
		if align, ok = b.wideAlign(width, packed); !ok {
			return false
		}
	}
	at := b.bits
	if b.c.Key == ast.KeyUnion {
		at = 0
	}
	unit := b.bitUnit(align, width, packed)
	if width == 0 || wide || b.maxAlign == 0 && unit > 0 && at%unit+width > size*8 {
		at = roundUp(at, max(unit, 1))
	}
	b.bits = at + width
	b.dsize = max(b.dsize, (b.bits+7)/8)
	b.size = max(b.size, b.dsize)
	l.parts = append(l.parts, layoutPart{offset: at / 8, bits: true})
	if f.Sym() != 0 {
		l.fields[f] = at / 8
	}
	// Unnamed ones do not align the class, but to nvcc 12.4's front end under #pragma pack.
	if f.Sym() != 0 || width > 0 && b.maxAlign > 0 && b.abi == deviceABI {
		l.align = max(l.align, unit/8)
	}
	return true
}

// maxBits is the width of the widest type of bit-fields.
const maxBits = 64

// bitUnit is the number of bits that a bit-field's unit is aligned to, 0 where it has none. Of width zero, g++ aligns it as its
// type is aligned, however packed; nvcc 12.4's front end as other members would be.
func (b *layoutBuilder) bitUnit(align, width int64, packed bool) int64 {
	if width == 0 && b.abi == hostABI {
		return align * 8
	}
	switch {
	case packed && width == 0:
		align = 1
	case b.maxAlign > 0: // the pragma undoes what the attribute says
		align = min(align, b.maxAlign)
	case packed:
		align = 0
	}
	return align * 8
}
