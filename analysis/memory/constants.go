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
	// Internal: no other file can name it.
	Internal bool
	// first: ptxas is told that other objects can name it, and deals with it before the others.
	first bool
	// Uncertain: there may be nothing of it in the bank.
	Uncertain bool
	// template: it stands for the instances of a template that are not known.
	template bool
}

// Bank is constant bank 3 of one translation unit.
type Bank struct {
	// Vars are the variables in the order of their places.
	Vars []Constant
	// Total is the end of the last variable. Where something is not known it is what the known ones take at least.
	Total int64
	// Unknown says why Total is not exact; "" where it is.
	Unknown string
	// Relocatable: the places are those in the unit's own object, from where the linker moves them: behind what it puts in front.
	Relocatable bool
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
	// RDC: the unit is compiled for separate compilation (-rdc=true). Debug: without optimisation, for a debugger (-G).
	RDC, Debug bool
	// CUDA is the version of the toolkit, as CUDART_VERSION; 0 is 12.4. What its optimiser leaves of functions' variables, when the
	// front end comes to them, and how ptxas sorts is not known of later ones.
	CUDA int
}

// lastMeasured is the last toolkit whose order of constants was measured.
const lastMeasured = 12049

// Constants lays out the __constant__ variables of a unit.
func Constants(in Input) *Bank {
	b := &Bank{Relocatable: in.RDC}
	c := newCollector(in)
	if c == nil {
		return b
	}
	for _, it := range c.ordered() {
		if it.kept != sema.No {
			b.Vars = append(b.Vars, b.sized(in, it, c.varLinkage(it.v) == internal))
		}
	}
	b.place(in)
	b.Vars = slices.DeleteFunc(b.Vars, func(c Constant) bool { return c.template })
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

// Biggest are the n variables that certainly take most, the biggest first.
func (b *Bank) Biggest(n int) []Constant {
	list := slices.DeleteFunc(slices.Clone(b.Vars), func(c Constant) bool { return c.Uncertain })
	slices.SortStableFunc(list, func(x, y Constant) int { return cmp.Compare(y.Size, x.Size) })
	return list[:min(n, len(list))]
}

// unsupported is why nothing is known of 32-bit targets.
const unsupported = "32-bit targets (-m32) are not supported"

// sized is a constant that has no place yet.
func (b *Bank) sized(in Input, it item, internal bool) Constant {
	c := Constant{Var: it.v, Internal: internal, first: !internal && (in.RDC || it.early), Uncertain: it.kept != sema.Yes}
	name := it.v.EntityName()
	size, align, ok := in.Unit.VarSize(it.v)
	switch {
	case it.template:
		c.template = true
		c.Unknown = "which instances of a template there are is not certain"
		b.doubt("which instances of %s there are is not certain", name)
		return c
	case in.Unit.Bits32():
		c.Unknown = unsupported
		b.doubt("%s", unsupported)
		return c
	case !ok:
		c.Unknown = "its size is not known"
		b.doubt("the size of %s is not known", name)
		return c
	case c.Uncertain:
		c.Unknown = "the optimiser may leave nothing of it"
		b.doubt("the optimiser may leave nothing of %s", name)
	case it.astray:
		c.Unknown = "when the front end comes to it is not certain"
		b.doubt("when the front end comes to %s is not certain", name)
	}
	c.Size, c.Align = size, max(align, 1)
	return c
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
