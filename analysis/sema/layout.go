package sema

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// The layout of types on x86-64 as the Itanium C++ ABI has it, which is what device code uses as well. A size is exact or
// unknown: where anything that a layout depends on is not certain, there is none.

// Size is sizeof and alignof of a complete object type in bytes; of a reference, those of what it refers to. ok is false
// for incomplete, dependent and unknown types, and where the layout is not certain.
func (u *Unit) Size(t *types.Type) (size, align int64, ok bool) {
	t = t.NonRef()
	switch t.Kind {
	case types.Basic:
		size = basicSize(t.Basic)
		if t.Basic == ast.VaList {
			return size, 8, true
		}
		return size, size, size > 0
	case types.Pointer:
		return 8, 8, true
	case types.MemberPointer:
		if t.Elem.IsUnknown() && t.Elem.Kind == types.Unknown || t.Elem.IsDependent() && t.Elem.Kind != types.Func {
			return 0, 0, false
		}
		if t.Elem.Kind == types.Func {
			return 16, 8, true
		}
		return 8, 8, true
	case types.Array:
		size, align, ok = u.Size(t.Elem)
		if !ok || t.Len < 0 || size > 0 && t.Len > (1<<62)/size {
			return 0, 0, false
		}
		return size * t.Len, align, true
	case types.Enum:
		e, isEnum := t.Decl.(*Enum)
		if !isEnum {
			return 0, 0, false
		}
		under := u.EnumUnderlying(e)
		if under == nil || under.Kind != types.Basic {
			return 0, 0, false
		}
		return u.Size(under)
	case types.Class:
		if c := u.ClassOf(t); c != nil {
			if l := u.layoutOf(c); l != nil {
				return l.size, l.align, true
			}
		}
	}
	return 0, 0, false
}

// basicSize is the size and alignment of a fundamental type; 0 for void.
func basicSize(k ast.BuiltinKind) int64 {
	switch k {
	case ast.Bool, ast.CharT, ast.SChar, ast.UChar, ast.Char8:
		return 1
	case ast.Char16, ast.Short, ast.UShort, ast.Float16:
		return 2
	case ast.WChar, ast.Char32, ast.Int, ast.UInt, ast.Float:
		return 4
	case ast.Long, ast.ULong, ast.LongLong, ast.ULongLong, ast.Double, ast.NullptrT:
		return 8
	case ast.Int128, ast.UInt128, ast.LongDouble, ast.Float128:
		return 16
	case ast.VaList:
		return 24
	}
	return 0
}

// layout is where a class's parts are.
type layout struct {
	size, align int64
	// dsize is the size without tail padding; nvsize and nvalign those of the class as a base, without virtual bases.
	dsize, nvsize, nvalign int64
	// podPadding: nothing may be placed in the tail padding, since the class is a POD to the ABI.
	podPadding bool
	// vptr: the class has a virtual table pointer, its own or its primary base's.
	vptr bool
	// empty: the class has no data, so that it may share its address as a base.
	empty   bool
	primary *Class
	fields  map[*Field]int64 // offsets in bytes; of bit-fields, of their first byte
	bases   map[*Class]int64 // offsets of direct non-virtual bases
	vbases  map[*Class]int64 // offsets of all virtual bases
	// empties are the empty subobjects by offset: two of one type may not share an offset.
	empties []emptyAt
}

type emptyAt struct {
	class  *Class
	offset int64
}

// layoutOf is the layout of a complete class, nil when it is not certain.
func (u *Unit) layoutOf(c *Class) *layout {
	if l, ok := u.consts.layouts[c]; ok {
		return l
	}
	if c.layoutBusy || c.Dependent {
		return nil
	}
	if u.Complete(c) != Complete || c.unknownBase {
		return nil
	}
	c.layoutBusy = true
	b := layoutBuilder{u: u, c: c, l: &layout{
		align: 1, nvalign: 1, fields: make(map[*Field]int64), bases: make(map[*Class]int64),
		vbases: make(map[*Class]int64),
	}}
	l := b.build()
	c.layoutBusy = false
	if u.consts.layouts == nil {
		u.consts.layouts = make(map[*Class]*layout)
	}
	u.consts.layouts[c] = l
	return l
}

// FieldOffset is the offset of a field in its class, in bytes.
func (u *Unit) FieldOffset(f *Field) (int64, bool) {
	if f.Class == nil || f.Bits {
		return 0, false
	}
	l := u.layoutOf(f.Class)
	if l == nil {
		return 0, false
	}
	off, ok := l.fields[f]
	return off, ok
}

type layoutBuilder struct {
	u      *Unit
	c      *Class
	l      *layout
	bits   int64 // position of the next bit, for bit-fields: always at or before dsize*8
	packed bool
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

func (b *layoutBuilder) build() *layout {
	u, c, l := b.u, b.c, b.l
	if c.Lambda != nil {
		// The order and layout of captures is the compiler's own business, but for closures without any.
		if len(c.Fields()) > 0 {
			return nil
		}
		l.size, l.nvsize, l.empty = 1, 1, true
		l.empties = append(l.empties, emptyAt{c, 0})
		return l
	}
	if c.Def == nil || u.packPragma(c) {
		return nil
	}
	asked := int64(1)
	for i := range c.Def.Attrs {
		a := &c.Def.Attrs[i]
		switch u.Text(a.Name) {
		case "packed":
			b.packed = true
		default:
			n, ok := u.attrAlign(c.inner, a)
			if !ok {
				return nil
			}
			asked = max(asked, n)
		}
	}
	if !b.placeBases() || !b.placeFields() {
		return nil
	}
	l.align = max(l.align, asked)
	l.nvalign = l.align
	l.nvsize = l.dsize
	if !b.placeVirtualBases() {
		return nil
	}
	l.size = roundUp(max(l.size, l.dsize, b.least()), l.align)
	if u.IsEmptyClass(c) == Yes {
		l.empty, l.nvsize = true, 1
		l.empties = append(l.empties, emptyAt{c, 0})
		return l
	}
	switch pod := u.layoutPOD(c); {
	case pod == Yes:
		l.podPadding = true
		l.dsize, l.nvsize = l.size, l.size
	case pod == UnknownTri && l.dsize != l.size:
		l.podPadding = true // unknown to whoever would use the padding: see tailUnknown
		l.nvsize = -1
	}
	return l
}

// least is the size that the class has at least: that of arrays without elements alone, which gcc allows, is zero.
func (b *layoutBuilder) least() int64 {
	named := slices.ContainsFunc(b.c.Fields(), func(f *Field) bool { return !f.Bits })
	if named && len(b.c.Bases()) == 0 && !b.l.vptr {
		return 0
	}
	return 1
}

// ---- Bases

func (b *layoutBuilder) placeBases() bool {
	u, l := b.u, b.l
	bases := b.c.Bases()
	layouts := make([]*layout, len(bases))
	for i := range bases {
		if bases[i].Class == nil {
			return false
		}
		if layouts[i] = u.layoutOf(bases[i].Class); layouts[i] == nil {
			return false
		}
	}
	polymorphic := u.IsPolymorphic(b.c)
	if polymorphic == UnknownTri {
		return false
	}
	dynamic := polymorphic == Yes || len(u.virtualBases(b.c)) > 0
	if dynamic {
		l.vptr = true
		for i := range bases {
			if !bases[i].Virtual && layouts[i].vptr {
				l.primary = bases[i].Class
				break
			}
		}
		if l.primary == nil {
			// A nearly empty virtual base may be primary; its vptr is shared then. That rule is rare: leave it.
			for _, vb := range u.virtualBases(b.c) {
				if bl := u.layoutOf(vb); bl == nil || bl.vptr && bl.nvsize == 8 {
					return false
				}
			}
			l.dsize, l.align = 8, 8
		} else {
			for i := range bases {
				if bases[i].Class == l.primary && !bases[i].Virtual {
					if !b.placeBase(bases[i].Class, layouts[i], l.bases) {
						return false
					}
					break
				}
			}
		}
	}
	for i := range bases {
		if bases[i].Virtual || bases[i].Class == l.primary {
			continue
		}
		if !b.placeBase(bases[i].Class, layouts[i], l.bases) {
			return false
		}
	}
	b.bits = l.dsize * 8
	return true
}

func (b *layoutBuilder) placeVirtualBases() bool {
	for _, vb := range b.u.virtualBases(b.c) {
		bl := b.u.layoutOf(vb)
		if bl == nil || !b.placeBase(vb, bl, b.l.vbases) {
			return false
		}
	}
	return true
}

// placeBase puts a base subobject at the end, or, when it is empty, at the first offset where no subobject of its types
// stands already.
func (b *layoutBuilder) placeBase(base *Class, bl *layout, into map[*Class]int64) bool {
	l := b.l
	if bl.nvsize < 0 {
		return false // whether its tail padding is used is not certain
	}
	align := bl.nvalign
	if b.packed {
		align = 1
	}
	offset := int64(0)
	if !bl.empty {
		offset = roundUp(l.dsize, align)
	}
	if b.clashes(bl, offset) {
		offset = roundUp(l.dsize, align)
		for b.clashes(bl, offset) {
			offset += align
		}
	}
	into[base] = offset
	b.occupy(bl, offset)
	if bl.empty {
		// An empty base adds to the size only as far as it lies beyond the rest.
		if offset > 0 {
			l.size = max(l.size, offset+1)
		}
	} else {
		l.dsize = offset + bl.nvsize
	}
	l.align = max(l.align, align)
	return true
}

func (b *layoutBuilder) clashes(of *layout, offset int64) bool {
	for _, e := range of.empties {
		for _, have := range b.l.empties {
			if have.class == e.class && have.offset == e.offset+offset {
				return true
			}
		}
	}
	return false
}

func (b *layoutBuilder) occupy(of *layout, offset int64) {
	for _, e := range of.empties {
		b.l.empties = append(b.l.empties, emptyAt{e.class, e.offset + offset})
	}
}

// ---- Members

func (b *layoutBuilder) placeFields() bool {
	u := b.u
	for _, f := range u.layoutFields(b.c) {
		var ok bool
		if f.Bits {
			ok = b.placeBits(f)
		} else {
			ok = b.placeField(f)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (b *layoutBuilder) placeField(f *Field) bool {
	u, l := b.u, b.l
	t := u.FieldType(f)
	var size, align int64
	var ok bool
	switch {
	case t.IsRef():
		size, align, ok = 8, 8, true
	case t.Kind == types.Array && t.Len == types.NoLen: // a flexible array member
		_, align, ok = u.Size(t.Elem)
	default:
		size, align, ok = u.Size(t)
	}
	if !ok {
		return false
	}
	asked, packed, overlap, ok := u.fieldAttrs(f)
	if !ok {
		return false
	}
	if b.packed || packed {
		align = 1
	}
	align = max(align, asked)
	var parts *layout
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if c := u.ClassOf(elem); c != nil && !t.IsRef() {
		parts = u.layoutOf(c)
	}
	offset := int64(0)
	if overlap && parts != nil && t.Kind == types.Class {
		// [[no_unique_address]]: placed like a base, but for its virtual bases, which it keeps.
		if parts.nvsize < 0 {
			return false
		}
		if !parts.empty {
			offset = roundUp(l.dsize, align)
			size = parts.dsize
		} else {
			size = 0
		}
		if b.c.Key == ast.KeyUnion {
			offset = 0
		} else if b.clashes(parts, offset) {
			offset = roundUp(l.dsize, align)
			for b.clashes(parts, offset) {
				offset += align
			}
		}
		if parts.empty {
			l.size = max(l.size, offset+parts.size)
		}
		l.fields[f] = offset
		b.occupy(parts, offset)
		if size > 0 {
			l.dsize = max(l.dsize, offset+size)
			b.bits = l.dsize * 8
		}
		l.align = max(l.align, align)
		return true
	}
	if b.c.Key != ast.KeyUnion {
		offset = roundUp(l.dsize, align)
		if parts != nil {
			for b.clashes(parts, offset) {
				offset += align
			}
		}
	}
	l.fields[f] = offset
	if parts != nil {
		b.occupy(parts, offset)
	}
	l.dsize = max(l.dsize, offset+size)
	l.align = max(l.align, align)
	b.bits = l.dsize * 8
	return true
}

// placeBits places a bit-field: within one unit of its type, but for packed classes.
func (b *layoutBuilder) placeBits(f *Field) bool {
	u, l := b.u, b.l
	size, align, ok := u.Size(u.FieldType(f))
	if !ok || b.packed || f.Dtor == nil || f.Dtor.Bits == nil {
		return false
	}
	if asked, packed, _, ok := u.fieldAttrs(f); !ok || packed || asked > 1 {
		return false
	}
	width, known := u.bitWidth(f)
	if !known || width < 0 || width > size*8 {
		return false // wider than its type: padding bits, rare
	}
	if b.c.Key == ast.KeyUnion {
		b.bits = 0
	}
	if width == 0 {
		b.bits = roundUp(b.bits, align*8)
		l.dsize = max(l.dsize, (b.bits+7)/8)
		return true
	}
	if b.bits%(align*8)+width > size*8 {
		b.bits = roundUp(b.bits, align*8)
	}
	l.fields[f] = b.bits / 8
	b.bits += width
	l.dsize = max(l.dsize, (b.bits+7)/8)
	if f.Sym() != 0 {
		l.align = max(l.align, align)
	}
	return true
}

// ---- Attributes

// fieldAttrs reads the attributes that matter to a member's place.
func (u *Unit) fieldAttrs(f *Field) (align int64, packed, overlap, ok bool) {
	align = 1
	var lists [][]ast.Attr
	if f.Spec != nil {
		lists = append(lists, f.Spec.Attrs)
	}
	if f.Dtor != nil {
		lists = append(lists, f.Dtor.Attrs)
	}
	for _, attrs := range lists {
		for i := range attrs {
			switch u.Text(attrs[i].Name) {
			case "packed":
				packed = true
			case "no_unique_address":
				overlap = true
			default:
				n, known := u.attrAlign(f.Class.inner, &attrs[i])
				if !known {
					return 0, false, false, false
				}
				align = max(align, n)
			}
		}
	}
	return align, packed, overlap, true
}

// attrAlign is the alignment that alignas, aligned and __align__ ask for, 1 for other attributes; ok is false when it
// is not known.
func (u *Unit) attrAlign(sc *Scope, a *ast.Attr) (n int64, ok bool) {
	name := u.Text(a.Name)
	switch {
	case a.Style == ast.AttrAlignas || name == "alignas":
	case name == "aligned" || name == "align":
		if a.Args.IsEmpty() && len(a.Exprs) == 0 {
			return 16, true // the largest useful alignment
		}
	case name == "vector_size" || name == "mode" || name == "ms_struct":
		return 0, false
	default:
		return 1, true
	}
	if len(a.Exprs) != 1 || a.Exprs[0].Pack {
		return 0, false
	}
	arg := a.Exprs[0]
	if arg.Type != nil {
		if t := u.resolveTypeID(sc, arg.Type); t != nil && t.Kind != types.Unknown {
			_, n, ok = u.Size(t)
			return n, ok
		}
	}
	if arg.Expr == nil {
		return 0, false
	}
	n, ok = u.Eval(sc, arg.Expr, EvalOptions{}).Int64()
	if n == 0 && ok {
		return 1, true // alignas(0) asks for nothing
	}
	return n, ok && n > 0 && n&(n-1) == 0
}

// packPragma reports whether a #pragma pack may be in force where c is defined; such classes are not laid out.
func (u *Unit) packPragma(c *Class) bool {
	site := c.defSite
	if site.IsZero() {
		site = c.Site()
	}
	if site.Chunk == nil {
		return false
	}
	return u.packRegions().contains(site.Chunk.Ord)
}

// packRegions are the chunks between a #pragma pack that sets a value and one that returns to the default.
type packRegions struct {
	done  bool
	spans [][2]int // ranges of chunk ordinals, the upper end excluded
}

func (p *packRegions) contains(ord int) bool {
	for _, s := range p.spans {
		if ord >= s[0] && ord < s[1] {
			return true
		}
	}
	return false
}

func (u *Unit) packRegions() *packRegions {
	p := &u.consts.pack
	if p.done {
		return p
	}
	p.done = true
	depth, from := 0, -1
	for _, c := range u.Chunks {
		for _, text := range pragmaTexts(u, c) {
			args, found := strings.CutPrefix(strings.TrimSpace(text), "pack")
			if !found {
				continue
			}
			args = strings.Trim(strings.TrimSpace(args), "()")
			switch {
			case strings.Contains(args, "push"):
				depth++
				if from < 0 && strings.ContainsAny(args, "0123456789") {
					from = c.Ord
				}
			case strings.Contains(args, "pop"):
				depth--
				if depth <= 0 && from >= 0 {
					p.spans = append(p.spans, [2]int{from, c.Ord})
					from = -1
				}
			case strings.TrimSpace(args) == "":
				if from >= 0 {
					p.spans = append(p.spans, [2]int{from, c.Ord})
					from = -1
				}
			case from < 0:
				from = c.Ord
			}
		}
	}
	if from >= 0 {
		p.spans = append(p.spans, [2]int{from, len(u.Chunks)})
	}
	return p
}

// pragmaTexts are the pragmas of a chunk that stands between declarations, without the word pragma.
func pragmaTexts(u *Unit, c *Chunk) []string {
	if c.Kind != outline.ChunkPragma {
		return nil
	}
	var texts []string
	for _, t := range c.Seg.Toks[c.Lo:min(c.Hi, len(c.Seg.Toks))] {
		if t.Kind == token.Pragma {
			texts = append(texts, u.Text(t.Sym))
		}
	}
	return texts
}

// ---- PODs

// layoutPOD reports whether c is a POD to the ABI, which decides whether its tail padding may hold something else. That is
// the notion of C++03; compilers differ on defaulted members, for which the answer is unknown.
func (u *Unit) layoutPOD(c *Class) Tri {
	if len(c.Bases()) > 0 {
		return No
	}
	if p := u.IsPolymorphic(c); p != No {
		return p.Not()
	}
	s := u.specialsOf(c)
	if s.userProvidedCtor || s.userProvidedAssign || s.userProvidedDtor {
		return No
	}
	result := Yes
	if s.declaredCtor || s.declaredAssign || s.declaredDtor {
		result = UnknownTri
	}
	for _, f := range c.Fields() {
		t := u.FieldType(f)
		for t.Kind == types.Array {
			t = t.Elem
		}
		switch {
		case t.IsRef():
			return No
		case f.Access == ast.Private || f.Access == ast.Protected:
			return No
		case hasDefaultInit(f):
			result = result.And(UnknownTri)
		}
		if m := u.ClassOf(t); m != nil {
			result = result.And(u.layoutPOD(m))
		}
		if result == No {
			return No
		}
	}
	return result
}

func hasDefaultInit(f *Field) bool { return f.Dtor != nil && f.Dtor.Init != nil }
