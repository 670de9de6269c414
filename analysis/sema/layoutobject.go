package sema

import (
	"cmp"
	"maps"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Objects in device memory are not always as large as sizeof says. nvcc 12.4's code generator makes a type of its own of each
// class: its parts one after the other, with filling where the next one would not stand in its place. The parts of a base
// whose tail padding is open to others are the class's own, and then the bit-fields at the base's end are there, but they are
// not counted when the filling is computed.

// storage is the code generator's type of a class.
type storage struct {
	size, align int64
	// odd: more goes into the type than is known, so that its size is not.
	odd bool
	// open are the parts of the class as a base whose tail padding is open; nil where a base is a whole object.
	open []piece
}

// piece is a part of an object. Its size is what it takes, counted how much of that is counted.
type piece struct {
	offset, size, counted, align int64
	kind                         pieceKind
	odd                          bool // of a class that is
	base                         bool // a base, or where one begins
}

// mostAligned is the strictest alignment of what the code generator makes of unions.
const mostAligned = 8

type pieceKind uint8

const (
	stored pieceKind = iota
	// opening: here begins a base whose parts follow, which itself has the alignment.
	opening
	// closing: here it ends; filling up to its end is not counted either.
	closing
)

// assemble computes size and alignment of an object of a class, of which whole is the sizeof, from its parts.
func assemble(parts []piece, whole int64) (size, align int64, packed bool) {
	align = 1
	for _, p := range parts {
		align = max(align, p.align)
	}
	packed = whole%align != 0 || slices.ContainsFunc(parts, func(p piece) bool { return p.offset%p.align != 0 })
	if packed {
		align = 1
	}
	end := int64(0)
	for _, p := range parts {
		p.align = min(p.align, align)
		if p.kind == closing || roundUp(end, p.align) != p.offset {
			size += max(p.offset-end, 0)
		}
		if p.kind != stored {
			if p.kind == opening {
				end = p.offset
			}
			continue
		}
		size = roundUp(size, p.align) + p.size
		if p.counted > 0 {
			end = p.offset + p.counted
		}
	}
	return roundUp(size+max(whole-end, 0), align), align, packed
}

// oddStorage reports whether the code generator does more to a class than is known, with its virtual bases' parts apart.
func (l *layout) oddStorage(parts, virtual []piece, packed bool) bool {
	irregular, open := false, false
	for _, p := range slices.Concat(parts, virtual) {
		if p.odd || p.kind == stored && p.size < p.counted || irregular && p.base {
			return true
		}
		irregular = irregular || p.kind == stored && p.size > p.counted
		open = open || p.kind == opening
	}
	strict := l.align > mostAligned
	virtualOpen := slices.ContainsFunc(virtual, func(p piece) bool { return p.kind == opening })
	return l.misaligned || irregular && strict || open && packed || len(l.vbases) > 0 && (packed || strict || virtualOpen)
}

// storageOf is the code generator's type of a class, nil where it is not certain.
func (u *Unit) storageOf(c *Class) *storage {
	l := u.layoutOf(c)
	if l == nil {
		return nil
	}
	if !l.stored {
		l.stored = true
		l.storage = u.store(c, l)
	}
	return l.storage
}

func (u *Unit) store(c *Class, l *layout) *storage {
	switch {
	case c.Lambda != nil || c.Key == ast.KeyUnion:
		odd := l.misaligned || slices.ContainsFunc(l.ordered, func(f *Field) bool { return !u.asDeclared(u.FieldType(f)) })
		return &storage{size: l.size, align: min(l.align, mostAligned), odd: odd}
	case l.empty:
		return &storage{size: l.size, align: 1, open: []piece{}}
	}
	parts, ok := u.storedBases(l.bases)
	if !ok {
		return nil
	}
	if l.dynamic && l.primary == nil {
		parts = slices.Insert(parts, 0, piece{size: pointerSize, counted: pointerSize, align: pointerSize})
	}
	fields, bits, ok := u.storedFields(l)
	if !ok {
		return nil
	}
	parts = append(parts, fields...)
	virtual, ok := u.storedBases(l.vbases)
	if !ok {
		return nil
	}
	s := &storage{}
	var packed bool
	s.size, s.align, packed = assemble(slices.Concat(parts, virtual), l.size)
	s.odd = l.oddStorage(parts, virtual, packed || l.limited) || len(l.vbases) > 0 && s.size != l.size
	if l.nvsize == l.size {
		return s
	}
	s.open = parts
	if n := len(parts); bits {
		s.open[n-1].counted = 0
	} else if n > 0 {
		s.open = append(s.open, piece{offset: l.nvsize, align: 1, kind: closing})
	}
	return s
}

// storedBases are the parts that bases are.
func (u *Unit) storedBases(offsets map[*Class]int64) (parts []piece, ok bool) {
	order := slices.SortedFunc(maps.Keys(offsets), func(a, b *Class) int { return cmp.Compare(offsets[a], offsets[b]) })
	for _, c := range order {
		p, ok := u.storedClass(c, offsets[c])
		if !ok {
			return nil, false
		}
		parts = append(parts, p...)
	}
	return parts, true
}

// storedClass are the parts of a class whose tail padding others may use.
func (u *Unit) storedClass(c *Class, at int64) (parts []piece, ok bool) {
	s := u.storageOf(c)
	switch {
	case s == nil:
		return nil, false
	case s.open == nil:
		return []piece{{offset: at, size: s.size, counted: u.layoutOf(c).size, align: s.align, odd: s.odd, base: true}}, true
	}
	if len(s.open) > 0 {
		parts = append(parts, piece{offset: at, align: s.align, kind: opening, base: true})
	}
	limited := u.layoutOf(c).limited
	for _, p := range s.open {
		p.offset += at
		p.odd = p.odd || s.odd
		if limited && p.kind == stored && p.counted < p.size {
			p.odd = true // bit-fields are filled up in some way that is not known, even where the limit changes nothing
		}
		parts = append(parts, p)
	}
	return parts, true
}

// storedFields are the parts that members are: each run of bit-fields is one; bits tells whether the last is.
func (u *Unit) storedFields(l *layout) (parts []piece, bits, ok bool) {
	fields := l.ordered
	for i := 0; i < len(fields); i++ {
		f := fields[i]
		at := l.fields[f]
		if f.Bits {
			for i+1 < len(fields) && fields[i+1].Bits {
				i++
			}
			if size := l.bitEnds[fields[i]] - at; size > 0 {
				parts = append(parts, piece{offset: at, size: size, counted: size, align: 1})
				bits = true
			}
			continue
		}
		p, known := u.storedField(f, at)
		if !known {
			return nil, false, false
		}
		parts = append(parts, p...)
		bits = false
	}
	return parts, bits, true
}

func (u *Unit) storedField(f *Field, at int64) (parts []piece, ok bool) {
	t := u.FieldType(f)
	switch {
	case t.IsRef():
		return []piece{{offset: at, size: pointerSize, counted: pointerSize, align: pointerSize}}, true
	case t.Kind == types.Array && t.Len == types.NoLen:
		_, align, ok := u.Size(t.Elem)
		return []piece{{offset: at, align: align}}, ok
	}
	size, align, ok := u.Size(t)
	p := piece{offset: at, size: size, counted: size, align: align}
	if m := u.ClassOf(elementOf(t)); ok && m != nil {
		if a, _ := u.fieldAttrs(f); a.overlap && t.Kind == types.Class {
			l := u.layoutOf(m)
			if l.empty && l.size == 1 {
				return nil, true
			}
			p.odd = l.nvsize < l.size
		}
		s, whole := u.storageOf(m), u.layoutOf(m).size
		if s == nil {
			return nil, false
		}
		p.align, p.odd = s.align, p.odd || s.odd
		if whole > 0 {
			p.size = size / whole * s.size
		}
		p.odd = p.odd || p.size != p.counted && s.align < align // how a class is packed around such a member is not known
	}
	return []piece{p}, ok
}

// asDeclared reports whether objects of a type are as large as sizeof says.
func (u *Unit) asDeclared(t *types.Type) bool {
	m := u.ClassOf(elementOf(t))
	if m == nil {
		return true
	}
	s := u.storageOf(m)
	return s != nil && !s.odd && s.size == u.layoutOf(m).size
}
