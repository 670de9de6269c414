package layout

import (
	"cmp"
	"maps"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// Objects in device memory are not always as large as sizeof says. nvcc 12.4's code generator makes an LLVM structure of each
// class: its parts one after the other, with bytes between them where LLVM would not put the next one in its place. A parameter
// or variable takes the structure's size. (`cicc --Xopt -p` shows the structures.) It goes astray where
//
//   - a base whose tail padding is open to others is replaced by its parts, which lose the base's own alignment and packing;
//   - such a base ends in bit-fields or padding: these bytes are put in, and put in once more as a gap before the next part;
//   - a long double, which is a double of eight bytes, is counted as sixteen.

// The second was mended between CUDA 12.4 and 13.0; nothing else differs there.
const (
	lastUncounted = 12049
	firstCounted  = 13000
)

// objectType is the code generator's structure for a class; all numbers are bytes.
type objectType struct {
	size, align int64
	// opaque: it holds a union. The code generator does not rely on the alignment of such structures.
	opaque bool
}

// mostAligned is the strictest alignment of the integers that unions are made of.
const mostAligned = 8

// objectBuilder makes the structure of one class.
type objectBuilder struct {
	u *Model
	// packed: the structure is one without padding of LLVM's own.
	packed bool
	objectType
	// end is where, as the code generator counts, the class's next part would begin; afterBits: bit-fields come before that.
	end       int64
	afterBits bool
	// failed: a part begins before the end of the one before it, for which the code generator gives up.
	failed bool
}

// objectOf is the structure of whole objects of a class, nil where it is not certain.
func (u *Model) objectOf(c *sema.Class) *objectType {
	l := u.layoutOf(c)
	if l == nil {
		return nil
	}
	if !l.objectMade {
		l.objectMade = true
		l.object = u.makeObject(c, l)
	}
	return l.object
}

func (u *Model) makeObject(c *sema.Class, l *layout) *objectType {
	flexible := func(p layoutPart) bool { return !p.bits && p.typ.Kind == types.Array && p.typ.Len == types.NoLen }
	if u.Opts.CUDA > lastUncounted && slices.ContainsFunc(l.parts, flexible) {
		return nil // CUDA 13.0 does not fill them up, or not always
	}
	if c.Key == ast.KeyUnion {
		t := &objectType{size: l.size, align: min(l.align, mostAligned), opaque: true}
		if l.limited {
			t.align = 1
		}
		return t
	}
	b := objectBuilder{u: u, packed: l.limited, objectType: objectType{align: 1}}
	virtual := maps.Clone(l.vbases)
	if l.primaryVirtual {
		delete(virtual, l.primary) // it is among the other parts
	}
	if !b.parts(l, 0) || !b.bases(virtual, l, 0) {
		return nil
	}
	return b.finish(l.size)
}

// subobjectOf is the structure of a class as a base, without its virtual bases.
func (u *Model) subobjectOf(c *sema.Class) *objectType {
	l := u.layoutOf(c)
	if l == nil || len(l.vbases) == 0 {
		return u.objectOf(c)
	}
	b := objectBuilder{u: u, packed: l.limited, objectType: objectType{align: 1}}
	if !b.parts(l, 0) {
		return nil
	}
	return b.finish(l.nvsize)
}

// finish fills the structure up.
func (b *objectBuilder) finish(end int64) *objectType {
	b.bytes(end - b.end)
	if b.failed {
		return nil
	}
	b.size = roundUp(b.size, b.align)
	return &b.objectType
}

// bytes puts in single bytes.
func (b *objectBuilder) bytes(n int64) {
	b.failed = b.failed || n < 0
	b.size += n
}

// fill puts bytes in front of a part of a class that itself begins at an offset, unless rounding up the end in that class would
// lead there as well.
func (b *objectBuilder) fill(t *objectType, at, offset int64, within *layout) {
	align := t.align
	if within.limited || t.opaque {
		align = 1
	}
	if b.afterBits || roundUp(b.end-at, align) != offset {
		b.bytes(at + offset - b.end)
	}
	b.end, b.afterBits = at+offset, false
}

// put puts in a part of the class within, which begins at an offset; counted is the size that the code generator believes the
// part to have.
func (b *objectBuilder) put(t *objectType, at, offset, counted int64, within *layout) {
	b.fill(t, at, offset, within)
	b.opaque = b.opaque || t.opaque
	if !b.packed {
		b.size = roundUp(b.size, t.align)
		b.align = max(b.align, t.align)
	}
	b.size += t.size
	b.end += counted
}

// parts puts in the bases and members of a class which itself begins at an offset, without virtual bases.
func (b *objectBuilder) parts(l *layout, at int64) (ok bool) {
	if l.dynamic && l.primary == nil {
		b.put(&objectType{size: pointerSize, align: pointerSize}, at, 0, pointerSize, l)
	}
	bases := l.bases
	if l.primaryVirtual {
		bases = maps.Clone(bases)
		bases[l.primary] = 0
	}
	if !b.bases(bases, l, at) {
		return false
	}
	for _, p := range l.parts {
		if p.bits {
			b.afterBits = true
			continue
		}
		if p.overlap && b.u.layoutOf(b.u.ClassOf(p.typ)).empty {
			continue
		}
		t, counted := b.u.objectIn(p.typ)
		if t == nil {
			return false
		}
		b.put(t, at, p.offset, counted, l)
	}
	return true
}

// bases puts in base subobjects of a class that begins at an offset, in the order of their places.
func (b *objectBuilder) bases(offsets map[*sema.Class]int64, within *layout, at int64) (ok bool) {
	order := slices.SortedFunc(maps.Keys(offsets), func(x, y *sema.Class) int { return cmp.Compare(offsets[x], offsets[y]) })
	for _, c := range order {
		l := b.u.layoutOf(c)
		if l.empty || l.nvsize == 0 {
			continue
		}
		t := b.u.subobjectOf(c)
		if t == nil || !l.nvcertain {
			return false
		}
		if l.closed() {
			b.put(t, at, offsets[c], l.nvsize, within)
			continue
		}
		b.fill(t, at, offsets[c], within)
		if !b.parts(l, at+offsets[c]) {
			return false
		}
		tail := at + offsets[c] + l.nvsize - b.end
		b.bytes(tail)
		switch version := b.u.Opts.CUDA; {
		case version >= firstCounted:
			b.end += tail
		case version > lastUncounted && tail > 0:
			return false
		}
		b.afterBits = false
	}
	return true
}

// closed reports whether a class as a base is as large as an object of it without virtual bases.
func (l *layout) closed() bool {
	if len(l.vbases) > 0 {
		return l.nvsize%l.nvalign == 0
	}
	return l.nvsize == l.size
}

// objectIn is what a member of a type is to the code generator, and the size that it believes this to have.
func (u *Model) objectIn(t *types.Type) (object *objectType, counted int64) {
	if t.IsRef() {
		return &objectType{size: pointerSize, align: pointerSize}, pointerSize
	}
	if t.Kind == types.Array {
		elem, size := u.objectIn(t.Elem)
		if elem == nil {
			return nil, 0
		}
		n := max(t.Len, 0) // a flexible array member has none
		return &objectType{size: n * elem.size, align: elem.align, opaque: elem.opaque}, n * size
	}
	size, align, ok := u.sizeIn(t, deviceABI)
	switch {
	case !ok:
		return nil, 0
	case t.Kind == types.Basic && t.Basic == ast.LongDouble:
		return &objectType{size: 8, align: 8}, size
	case t.Kind == types.Class:
		return u.objectOf(u.ClassOf(t)), size
	}
	return &objectType{size: size, align: align}, size
}
