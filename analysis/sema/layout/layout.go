package layout

import (
	"maps"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// The layout of types on x86-64 as the Itanium C++ ABI has it, which is what device code uses as well. A size is exact or
// unknown: where anything that a layout depends on is not certain, there is none.

// abi says whose layouts are meant: compilers differ about the rarest classes, such as packed ones with bases.
type abi uint8

const (
	// deviceABI is that of nvcc 12.4's front end, by which device code is made.
	deviceABI abi = iota
	// hostABI is g++'s, which compiles what nvcc leaves to the host.
	hostABI
)

// Size is sizeof and alignof of a complete object type in bytes; of a reference, those of what it refers to. ok is false
// for incomplete, dependent and unknown types, where the layout is not certain, and where it differs between host and device.
func (u *Model) Size(t *types.Type) (size, align int64, ok bool) {
	size, align, ok = u.sizeIn(t, deviceABI)
	if ok && u.ClassOf(sema.ElementOf(t.NonRef())) != nil {
		hostSize, hostAlign, known := u.sizeIn(t, hostABI)
		ok = known && size == hostSize && align == hostAlign
	}
	return size, align, ok
}

func (u *Model) basicSize(b ast.BuiltinKind) (size, align int64, ok bool) {
	size = constant.Size(b)
	switch {
	case u.Opts.Bits32 && size > 4:
		return 0, 0, false
	case b == ast.VaList:
		return size, 8, true
	}
	return size, size, size > 0
}

// memberPointerSize is the size of a pointer to a member of type t.
func (u *Model) memberPointerSize(t *types.Type) (size, align int64, ok bool) {
	switch {
	case u.Opts.Bits32 || t.Kind == types.Unknown && t.IsUnknown():
		return 0, 0, false
	case t.Kind == types.Func:
		return 16, 8, true
	}
	return 8, 8, !t.IsDependent()
}

// sizeIn is Size in the layouts of one ABI.
func (u *Model) sizeIn(t *types.Type, a abi) (size, align int64, ok bool) {
	if !u.Nest() {
		return 0, 0, false
	}
	defer u.Unnest()
	t = t.NonRef()
	switch t.Kind {
	case types.Basic:
		return u.basicSize(t.Basic)
	case types.Pointer:
		return pointerSize, pointerSize, !u.Opts.Bits32
	case types.MemberPointer:
		return u.memberPointerSize(t.Elem)
	case types.Array:
		size, align, ok = u.sizeIn(t.Elem, a)
		if !ok || t.Len < 0 || size > 0 && t.Len > maxSize/size {
			return 0, 0, false
		}
		return size * t.Len, align, true
	case types.Unknown:
		if t.Elem == nil {
			return 0, 0, false
		}
		size, align, ok = u.Size(t.Elem)
		return 2 * size, align, ok
	case types.Enum:
		e, isEnum := t.Decl.(*sema.Enum)
		if !isEnum {
			return 0, 0, false
		}
		under := u.EnumUnderlying(e)
		if under == nil || under.Kind != types.Basic {
			return 0, 0, false
		}
		return u.sizeIn(under, a)
	case types.Class:
		if c := u.ClassOf(t); c != nil {
			if l := u.layoutIn(c, a); l != nil {
				return l.size, l.align, true
			}
		}
	}
	return 0, 0, false
}

// layout is where a class's parts are; all numbers are bytes.
type layout struct {
	size, align int64
	// dsize is the size without tail padding; nvsize and nvalign are those of the class as a base, without virtual bases.
	dsize, nvsize, nvalign int64
	// nvcertain: how much of the tail padding something else may use is known, so that nvsize is. The size always is.
	nvcertain bool
	// hasData: the class is more than nearly empty, even where it takes no more than the pointer to its virtual table.
	hasData bool
	// bitTail: the last member is a bit-field.
	bitTail bool
	// limited: #pragma pack is in force, or the class or a member is packed.
	limited bool
	// dynamic: the class has a virtual table pointer, its own or a base's.
	dynamic bool
	// empty: the class has no data, so that it may share its address as a base.
	empty bool
	// primary is the base whose virtual table pointer serves the class too, nil for none; primaryVirtual tells of which sort.
	primary        *sema.Class
	primaryVirtual bool
	fields         map[*sema.Field]int64 // offsets; of bit-fields, of their first byte
	bases          map[*sema.Class]int64 // offsets of direct non-virtual bases
	vbases         map[*sema.Class]int64 // offsets of virtual bases
	// parts are the members in order, captures and unnamed bit-fields among them.
	parts []layoutPart
	// object is what objectOf makes of it once it is asked: objectMade.
	object     *objectType
	objectMade bool
	// empties are the empty subobjects: two of one type may not share an offset. nvempties leaves out those of virtual bases.
	empties, nvempties []emptyAt
}

// layoutPart is a member in its place.
type layoutPart struct {
	typ           *types.Type
	offset        int64
	bits, overlap bool
}

type emptyAt struct {
	class  *sema.Class
	offset int64
}

// nearlyEmpty: the class has a virtual table pointer and no other data of its own.
func (l *layout) nearlyEmpty() bool {
	return l.dynamic && l.nvcertain && l.nvsize == pointerSize && !l.hasData
}

// holdsData reports whether the class, or a base with a virtual table, has members, be they of no size. To g++ empty ones that may
// overlap others are none.
func (b *layoutBuilder) holdsData() bool {
	return slices.ContainsFunc(b.l.parts, func(p layoutPart) bool {
		return !p.bits && (b.abi == deviceABI || !p.overlap)
	}) || slices.ContainsFunc(b.c.Bases(), func(base sema.Base) bool {
		l := b.u.layoutIn(base.Class, b.abi)
		return !base.Virtual && l != nil && l.dynamic && l.hasData
	})
}

const pointerSize = 8

// maxSize bounds the sizes that are told, so that nothing that adds some up overflows: more than can be addressed.
const maxSize = 1 << 46

// layoutKey names a layout.
type layoutKey struct {
	class *sema.Class
	abi   abi
}

// layoutState is what is remembered of layouts.
type layoutState struct {
	layouts map[layoutKey]*layout
	pods    map[layoutKey]sema.Tri // the members' classes of which it is known whether they are PODs to the ABI
	packed  packState
}

// layoutOf is the layout of a complete class in device code, nil when it is not certain.
func (u *Model) layoutOf(c *sema.Class) *layout { return u.layoutIn(c, deviceABI) }

// commonLayout is the layout of a complete class where host and device agree about the places of its parts, else nil.
func (u *Model) commonLayout(c *sema.Class) *layout {
	l, host := u.layoutIn(c, deviceABI), u.layoutIn(c, hostABI)
	if l == nil || host == nil || !maps.Equal(l.fields, host.fields) || !maps.Equal(l.bases, host.bases) ||
		!maps.Equal(l.vbases, host.vbases) {
		return nil
	}
	return l
}

func (u *Model) layoutIn(c *sema.Class, a abi) *layout {
	key := layoutKey{c, a}
	if l, ok := u.layouts.layouts[key]; ok {
		return l
	}
	if c.LayoutBusy || c.Dependent {
		return nil
	}
	if !u.Known(c) {
		return nil
	}
	if !u.EnterDeep() {
		return nil
	}
	defer u.LeaveDeep()
	c.LayoutBusy = true
	b := layoutBuilder{u: u, c: c, abi: a, l: &layout{
		align: 1, nvalign: 1, fields: make(map[*sema.Field]int64), bases: make(map[*sema.Class]int64),
		vbases: make(map[*sema.Class]int64),
	}}
	l := b.build()
	c.LayoutBusy = false
	if u.layouts.layouts == nil {
		u.layouts.layouts = make(map[layoutKey]*layout)
	}
	u.layouts.layouts[key] = l
	return l
}

// FieldOffset is the offset of a field in its class, in bytes, where host and device agree about it.
func (u *Model) FieldOffset(f *sema.Field) (int64, bool) {
	if f.Class == nil || f.Bits {
		return 0, false
	}
	l := u.commonLayout(f.Class)
	if l == nil {
		return 0, false
	}
	off, ok := l.fields[f]
	return off, ok
}

// BaseOffset is the offset of a direct base that is not virtual in a class, in bytes, where host and device agree about it.
func (u *Model) BaseOffset(c, base *sema.Class) (int64, bool) {
	l := u.commonLayout(c)
	if l == nil {
		return 0, false
	}
	off, ok := l.bases[base]
	return off, ok
}

// EmptyObject reports whether an object of a class has no data in device code.
func (u *Model) EmptyObject(c *sema.Class) sema.Tri {
	if l := u.layoutOf(c); l != nil {
		return sema.TriOf(l.empty)
	}
	return sema.UnknownTri
}

// layoutBuilder places the parts of one class one after the other, as the Itanium C++ ABI, section 2.4, does.
type layoutBuilder struct {
	u   *Model
	c   *sema.Class
	l   *layout
	abi abi
	// size and dsize are those so far; bits is the position of the next bit-field, between the last byte of dsize and its end.
	size, dsize, bits int64
	packed            bool
	moved             bool  // an empty member that may overlap others had to make way, and what it leaves open is not known
	members           bool  // some members that do not overlap others have empty parts
	maxAlign          int64 // of #pragma pack; 0 for none
	asked             int64 // the alignment that the class's own attributes ask for, 0 for none
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

// build returns nil where something is not certain.
func (b *layoutBuilder) build() *layout {
	u, c, l := b.u, b.c, b.l
	switch {
	case c.Lambda != nil:
		if !b.placeCaptures() {
			return nil
		}
	case c.Syntax == nil || !b.attributes() || !b.placeBases() || !b.placeFields():
		return nil
	}
	if b.abi == hostABI || len(u.VirtualBases(c)) == 0 {
		b.alignClass()
	}
	l.nvsize, l.nvalign, l.nvcertain = max(b.size, b.dsize), l.align, true
	l.nvempties, l.hasData = l.empties, b.holdsData()
	if !b.placeVirtualBases() {
		return nil
	}
	b.alignClass()
	l.dsize = b.dsize
	l.size = roundUp(max(b.size, b.dsize, b.least()), l.align)
	if l.size > maxSize {
		return nil
	}
	if (c.Lambda != nil || u.IsEmptyClass(c) == sema.Yes) && b.dsize == 0 {
		l.empty = true
		l.empties = append(l.empties, emptyAt{c, 0})
		l.nvempties = l.empties
		return l
	}
	switch u.layoutPOD(c, b.abi) {
	case sema.Yes:
		l.dsize, l.nvsize = l.size, l.size
	case sema.UnknownTri:
		l.nvcertain = l.nvsize == l.size
	case sema.No:
		l.nvcertain = !b.moved
	}
	return l
}

// alignClass aligns the class as its own attributes ask for. nvcc 12.4's front end lets them reduce the alignment of a packed one.
func (b *layoutBuilder) alignClass() {
	b.l.align = max(b.l.align, b.asked)
	if b.packed && b.asked > 0 && b.abi == deviceABI {
		b.l.align = b.asked
	}
}

// least is the size that the class has at least: that of arrays without elements alone, which gcc allows, is zero.
func (b *layoutBuilder) least() int64 {
	named := slices.ContainsFunc(b.c.Fields(), func(f *sema.Field) bool { return !f.Bits })
	if named && len(b.c.Bases()) == 0 && !b.l.dynamic {
		return 0
	}
	return 1
}

// attributes reads what the class's own attributes and pragmas ask for; false where that is not certain.
func (b *layoutBuilder) attributes() bool {
	u, c := b.u, b.c
	var known bool
	if b.maxAlign, known = u.packAt(c); !known {
		return false
	}
	b.l.limited = b.maxAlign > 0
	for i := range c.Syntax.Attrs {
		a := &c.Syntax.Attrs[i]
		if u.Text(a.Name) == "packed" {
			b.packed, b.l.limited = true, true
			continue
		}
		asked, ok := u.attrAligns(c.Inner, a)
		if !ok {
			return false
		}
		if len(asked) > 0 { // of several the last holds, in g++ as well, while of a member's it is the strictest
			b.asked = asked[len(asked)-1]
		}
	}
	return true
}

// clashes reports whether empty subobjects, moved to an offset, would meet others of their type.
func (b *layoutBuilder) clashes(empties []emptyAt, offset int64) bool {
	for _, e := range empties {
		for _, have := range b.l.empties {
			if have.class == e.class && have.offset == e.offset+offset {
				return true
			}
		}
	}
	return false
}

func (b *layoutBuilder) occupy(empties []emptyAt, offset int64) {
	for _, e := range empties {
		b.l.empties = append(b.l.empties, emptyAt{e.class, e.offset + offset})
	}
}
