package memory

import (
	"cmp"
	"fmt"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// Constant is one __constant__ variable in its place.
type Constant struct {
	Var *sema.Var
	// Offset counts bytes from the beginning of the bank. Size and Align are 0 where they are not known.
	Offset, Size, Align int64
	// Unknown says why the offset, or the size, is not known; "" where both are.
	Unknown string
}

// Bank is constant bank 3 of one translation unit.
type Bank struct {
	// Vars are the variables in the order of their places.
	Vars []Constant
	// Total is the end of the last variable. Where something is not known it is what the known ones take at least.
	Total int64
	// Unknown says why Total is not exact; "" where it is.
	Unknown string
}

// Input is what the constant bank of a unit depends on.
type Input struct {
	Unit     *sema.Unit
	Spaces   *spaces.Model
	Declared sema.Declared
	// System are the variables that FromSystem finds. They are the same for all versions of a text that a unit is moved to.
	System []*sema.Var
	// Bodies are the bodies that stand in the unit; Emission is what is compiled for the device.
	Bodies   []*sema.Facts
	Emission *spaces.Emission
	// RDC: the unit is compiled for separate compilation, so that the linker places the variables.
	RDC bool
}

// Constants lays out the __constant__ variables of a unit.
func Constants(in Input) *Bank {
	b := &Bank{}
	for _, item := range ordered(in) {
		b.add(in, item)
	}
	return b
}

// Of is the place of a variable, nil where it has none in the bank.
func (b *Bank) Of(v *sema.Var) *Constant {
	for i := range b.Vars {
		if b.Vars[i].Var == v {
			return &b.Vars[i]
		}
	}
	return nil
}

// Biggest are the n variables that take most, the biggest first.
func (b *Bank) Biggest(n int) []Constant {
	list := slices.Clone(b.Vars)
	slices.SortStableFunc(list, func(x, y Constant) int { return cmp.Compare(y.Size, x.Size) })
	return list[:min(n, len(list))]
}

// unsupported is why nothing is known of 32-bit targets.
const unsupported = "32-bit targets (-m32) are not supported"

func (b *Bank) add(in Input, it item) {
	c := Constant{Var: it.v}
	name := it.v.EntityName()
	size, align, ok := in.Unit.VarSize(it.v)
	switch {
	case it.kept == sema.No:
		return
	case in.Unit.Bits32():
		c.Unknown = unsupported
		b.doubt("%s", unsupported)
	case !ok:
		c.Unknown = "its size is not known"
		b.doubt("the size of %s is not known", name)
	case in.RDC:
		c.Size, c.Align, c.Unknown = size, align, "the linker places it, since the code is compiled for separate compilation"
		b.Total += size
		b.doubt("the linker places what is compiled for separate compilation")
	case it.kept == sema.UnknownTri:
		c.Size, c.Align, c.Unknown = size, align, "the optimiser may leave nothing of it, or place it elsewhere"
		b.doubt("the place of %s is not certain", name)
	default:
		c.Size, c.Align = size, max(align, 1)
		b.Total = roundUp(b.Total, c.Align)
		c.Offset = b.Total
		b.Total += size
		c.Unknown = b.Unknown
	}
	b.Vars = append(b.Vars, c)
}

// doubt notes the first reason why what follows has no known offset.
func (b *Bank) doubt(format string, args ...any) {
	if b.Unknown == "" {
		b.Unknown = fmt.Sprintf(format, args...)
	}
}

func isConstant(u *sema.Unit, v *sema.Var) bool {
	mem, _ := spaces.MemoryOf(u, v)
	return mem&cudaspace.Constant != 0
}
