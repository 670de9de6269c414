package layout

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
)

// Parts are the parts of an object of a class that take bytes, in the order of their places, those of a union in the order of
// their declarations. ok is false where they are not known, for closures and classes with virtual bases, and where device code
// has them elsewhere than the ABI.
func (u *Model) Parts(c *sema.Class) (parts []sema.Part, ok bool) {
	l := u.layoutOf(c)
	if l == nil || c.Lambda != nil || len(l.vbases) > 0 {
		return nil, false
	}
	if o := u.objectOf(c); o == nil || o.size != l.size {
		return nil, false
	}
	b := layoutBuilder{u: u, c: c, l: &layout{}}
	if !b.attributes() {
		return nil, false
	}
	if l.dynamic && l.primary == nil {
		parts = append(parts, sema.Part{Size: pointerSize, Align: pointerSize})
	}
	for base, offset := range l.bases {
		bl := u.layoutOf(base)
		if bl == nil {
			return nil, false
		}
		if bl.empty {
			continue
		}
		parts = append(parts, sema.Part{Base: base, Type: u.ClassType(base), Offset: offset, Size: bl.nvsize, Align: b.baseAlign(bl)})
	}
	slices.SortFunc(parts, func(a, b sema.Part) int { return cmp.Compare(a.Offset, b.Offset) })
	members, ok := b.memberParts(l)
	return append(parts, members...), ok
}

func (b *layoutBuilder) memberParts(l *layout) (parts []sema.Part, ok bool) {
	u := b.u
	last := int64(0) // the bit after the last bit-field
	for _, f := range u.LayoutFields(b.c) {
		p := sema.Part{Field: f, Type: u.FieldType(f), Offset: l.fields[f]}
		if f.Bits {
			if last, ok = b.placeOfBits(&p, last); !ok {
				return nil, false
			}
		} else {
			a, known := u.FieldAttrs(f)
			size, align, of, sized := b.fieldSize(p.Type)
			if !sized || !known {
				return nil, false
			}
			if a.Overlap && of != nil && of.empty {
				continue // it shares its byte with others
			}
			packed, _ := b.packs(p.Type, a)
			p.Size, p.Align = size, b.memberAlign(align, a, packed)
		}
		if p.Size > 0 {
			parts = append(parts, p)
		}
	}
	return parts, true
}

// placeOfBits completes the part that is a bit-field, by the bit after the last one; an unnamed one is padding and stays empty.
func (b *layoutBuilder) placeOfBits(p *sema.Part, last int64) (next int64, ok bool) {
	if p.Bits, ok = b.u.BitWidth(p.Field); !ok {
		return 0, false
	}
	if p.Field.Sym() == 0 {
		return last + p.Bits, true
	}
	if b.c.Key == ast.KeyUnion {
		last = 0
	}
	next = max(last, p.Offset*8) + p.Bits // no other begins between the last one's end and there
	p.Size = (next+7)/8 - p.Offset
	return next, true
}
