package sema

// placeBases places the virtual table pointer and the non-virtual bases.
func (b *layoutBuilder) placeBases() bool {
	u, l := b.u, b.l
	bases := b.c.Bases()
	for i := range bases {
		if bases[i].Class == nil || u.layoutOf(bases[i].Class) == nil {
			return false
		}
	}
	polymorphic := u.IsPolymorphic(b.c)
	if polymorphic == UnknownTri {
		return false
	}
	if l.dynamic = polymorphic == Yes || len(u.virtualBases(b.c)) > 0; l.dynamic && !b.placePointer() {
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
		if bl := u.layoutOf(base.Class); !base.Virtual && bl.dynamic {
			l.primary = base.Class
			return b.placeBase(base.Class, l.bases)
		}
	}
	indirect := map[*Class]bool{}
	if !u.indirectPrimaries(b.c, indirect) {
		return false
	}
	var first *Class
	if p := u.nearlyEmptyBase(b.c, indirect, &first); p != nil {
		l.primary = p
	} else {
		l.primary = first
	}
	if l.primary != nil {
		l.primaryVirtual = true
		return b.placeBase(l.primary, l.vbases)
	}
	if u.opts.Bits32 {
		return false
	}
	b.dsize, b.size = pointerSize, pointerSize
	l.align = max(l.align, b.memberAlign(pointerSize, fieldAttributes{}))
	return true
}

// nearlyEmptyBase is the first nearly empty virtual base, depth first, that is no base's primary base; first is the first one
// that is.
func (u *Unit) nearlyEmptyBase(c *Class, indirect map[*Class]bool, first **Class) *Class {
	for _, base := range c.Bases() {
		if base.Virtual {
			if bl := u.layoutOf(base.Class); bl != nil && bl.nearlyEmpty() {
				if !indirect[base.Class] {
					return base.Class
				}
				if *first == nil {
					*first = base.Class
				}
			}
		}
		if len(u.virtualBases(base.Class)) > 0 {
			if p := u.nearlyEmptyBase(base.Class, indirect, first); p != nil {
				return p
			}
		}
	}
	return nil
}

// indirectPrimaries collects the virtual bases that are primary bases of c's bases, direct and indirect.
func (u *Unit) indirectPrimaries(c *Class, into map[*Class]bool) bool {
	for _, base := range c.Bases() {
		bl := u.layoutOf(base.Class)
		if bl == nil {
			return false
		}
		if bl.primaryVirtual {
			into[bl.primary] = true
		}
		if len(u.virtualBases(base.Class)) > 0 && !u.indirectPrimaries(base.Class, into) {
			return false
		}
	}
	return true
}

// placeVirtualBases places each virtual base once, after all else; primary ones lie with the bases whose primary they are.
func (b *layoutBuilder) placeVirtualBases() bool {
	if len(b.u.virtualBases(b.c)) == 0 {
		return true
	}
	indirect := map[*Class]bool{}
	if !b.u.indirectPrimaries(b.c, indirect) {
		return false
	}
	return b.virtualBasesOf(b.c, b.l, indirect)
}

func (b *layoutBuilder) virtualBasesOf(c *Class, l *layout, indirect map[*Class]bool) bool {
	u := b.u
	for _, base := range c.Bases() {
		if base.Virtual && (l.primary != base.Class || !l.primaryVirtual) && !indirect[base.Class] {
			if _, placed := b.l.vbases[base.Class]; !placed && !b.placeBase(base.Class, b.l.vbases) {
				return false
			}
		}
		if len(u.virtualBases(base.Class)) > 0 && !b.virtualBasesOf(base.Class, u.layoutOf(base.Class), indirect) {
			return false
		}
	}
	return true
}

// placeBase puts a base subobject at the end, or, when it is empty, at the first offset where no subobject of its types
// stands already.
func (b *layoutBuilder) placeBase(base *Class, into map[*Class]int64) bool {
	l, bl := b.l, b.u.layoutOf(base)
	if bl == nil || !bl.nvcertain {
		return false
	}
	align := bl.nvalign
	if b.packed && align > 1 {
		return false // compilers differ
	}
	if bl.empty && b.maxAlign > 0 && align > b.maxAlign {
		return false // compilers differ
	}
	if bl.empty && !b.clashes(bl.nvempties, 0) {
		into[base] = 0
		b.occupy(bl.nvempties, 0)
		b.size = max(b.size, bl.size)
		l.align = max(l.align, align)
		return true
	}
	if b.maxAlign > 0 {
		align = min(align, b.maxAlign)
	}
	offset := roundUp(b.dsize, align)
	for b.clashes(bl.nvempties, offset) {
		offset += align
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
