package layout

import "cudals/analysis/sema"

// placeBases places the virtual table pointer and the non-virtual bases.
func (b *layoutBuilder) placeBases() bool {
	u, l := b.u, b.l
	bases := b.c.Bases()
	for i := range bases {
		if bases[i].Class == nil || b.u.layoutIn(bases[i].Class, b.abi) == nil {
			return false
		}
	}
	polymorphic := u.IsPolymorphic(b.c)
	if polymorphic == sema.UnknownTri {
		return false
	}
	if l.dynamic = polymorphic == sema.Yes || len(b.u.VirtualBases(b.c)) > 0; l.dynamic && !b.placePointer() {
		return false
	}
	for i := range bases {
		if bases[i].Virtual || bases[i].Class == l.primary && !l.primaryVirtual {
			continue
		}
		if !b.placeBase(bases[i].Class, l.bases) {
			return false
		}
	}
	b.bits = b.dsize * 8
	return true
}

// placePointer places the primary base, or, where there is none, a virtual table pointer.
func (b *layoutBuilder) placePointer() bool {
	u, l := b.u, b.l
	for _, base := range b.c.Bases() {
		if bl := b.u.layoutIn(base.Class, b.abi); !base.Virtual && bl.dynamic {
			l.primary = base.Class
			return b.placeBase(base.Class, l.bases)
		}
	}
	indirect := map[*sema.Class]bool{}
	if !b.indirectPrimaries(b.c, indirect) {
		return false
	}
	var first *sema.Class
	if p := b.nearlyEmptyBase(b.c, indirect, &first); p != nil {
		l.primary = p
	} else {
		l.primary = first
	}
	if l.primary != nil {
		l.primaryVirtual = true
		return b.placeBase(l.primary, l.vbases)
	}
	if u.Opts.Bits32 {
		return false
	}
	b.dsize, b.size = pointerSize, pointerSize
	packed, known := b.packsAll()
	l.align = max(l.align, b.memberAlign(pointerSize, sema.FieldAttributes{}, packed))
	return known
}

// packsAll reports whether the class is packed, with the pointer to its virtual table: to g++ it is not if a member cannot be.
func (b *layoutBuilder) packsAll() (packed, known bool) {
	if !b.packed || b.abi == deviceABI {
		return b.packed, true
	}
	for _, f := range b.u.LayoutFields(b.c) {
		if !f.Bits {
			if packed, known := b.packs(b.u.FieldType(f), sema.FieldAttributes{}); !packed || !known {
				return packed, known
			}
		}
	}
	return true, true
}

// nearlyEmptyBase is the first nearly empty virtual base, depth first, that is no base's primary base; first is the first one
// that is.
func (b *layoutBuilder) nearlyEmptyBase(c *sema.Class, indirect map[*sema.Class]bool, first **sema.Class) *sema.Class {
	for _, base := range c.Bases() {
		if base.Virtual {
			if bl := b.u.layoutIn(base.Class, b.abi); bl != nil && bl.nearlyEmpty() {
				if !indirect[base.Class] {
					return base.Class
				}
				if *first == nil {
					*first = base.Class
				}
			}
		}
		if len(b.u.VirtualBases(base.Class)) > 0 {
			if p := b.nearlyEmptyBase(base.Class, indirect, first); p != nil {
				return p
			}
		}
	}
	return nil
}

// indirectPrimaries collects the virtual bases that are primary bases of c's bases, direct and indirect.
func (b *layoutBuilder) indirectPrimaries(c *sema.Class, into map[*sema.Class]bool) bool {
	for _, base := range c.Bases() {
		bl := b.u.layoutIn(base.Class, b.abi)
		if bl == nil {
			return false
		}
		if bl.primaryVirtual {
			into[bl.primary] = true
		}
		if len(b.u.VirtualBases(base.Class)) > 0 && !b.indirectPrimaries(base.Class, into) {
			return false
		}
	}
	return true
}

// placeVirtualBases places each virtual base once, after all else; primary ones lie with the bases whose primary they are.
func (b *layoutBuilder) placeVirtualBases() bool {
	if len(b.u.VirtualBases(b.c)) == 0 {
		return true
	}
	indirect := map[*sema.Class]bool{}
	if !b.indirectPrimaries(b.c, indirect) {
		return false
	}
	return b.virtualBasesOf(b.c, b.l, indirect)
}

func (b *layoutBuilder) virtualBasesOf(c *sema.Class, l *layout, indirect map[*sema.Class]bool) bool {
	for _, base := range c.Bases() {
		if base.Virtual && (l.primary != base.Class || !l.primaryVirtual) && !indirect[base.Class] {
			if _, placed := b.l.vbases[base.Class]; !placed && !b.placeBase(base.Class, b.l.vbases) {
				return false
			}
		}
		if len(b.u.VirtualBases(base.Class)) > 0 && !b.virtualBasesOf(base.Class, b.u.layoutIn(base.Class, b.abi), indirect) {
			return false
		}
	}
	return true
}

// placeBase puts a base subobject at the end, or, when it is empty, at the first offset where no subobject of its types
// stands already.
func (b *layoutBuilder) placeBase(base *sema.Class, into map[*sema.Class]int64) bool {
	l, bl := b.l, b.u.layoutIn(base, b.abi)
	if bl == nil || !bl.nvcertain {
		return false
	}
	align := b.baseAlign(bl)
	if bl.empty && !b.clashes(bl.nvempties, 0) {
		into[base] = 0
		b.occupy(bl.nvempties, 0)
		b.size = max(b.size, bl.size)
		l.align = max(l.align, align)
		return true
	}
	offset := roundUp(b.dsize, align)
	step := align
	if bl.empty || b.abi == hostABI {
		step = bl.nvalign // as if it were not packed
	}
	for b.clashes(bl.nvempties, offset) {
		offset += step
	}
	into[base] = offset
	b.occupy(bl.nvempties, offset)
	if bl.empty {
		b.size = max(b.size, offset+bl.size)
	} else {
		b.dsize = offset + bl.nvsize
		b.size = max(b.size, b.dsize)
	}
	l.align = max(l.align, align)
	return true
}

// baseAlign is the alignment of a base. nvcc 12.4's front end packs bases as it packs members; g++ does not, and what #pragma
// pack says does not count there for empty ones.
func (b *layoutBuilder) baseAlign(base *layout) int64 {
	switch {
	case b.packed && b.abi == deviceABI:
		return 1
	case b.maxAlign > 0 && (!base.empty || b.abi == deviceABI):
		return min(base.nvalign, b.maxAlign)
	}
	return base.nvalign
}
