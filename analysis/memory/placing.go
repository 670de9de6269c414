package memory

import (
	"cmp"
	"slices"
)

// place gives the constants their offsets. ptxas deals with those first that other objects can name, and places one behind the
// other; where the object is to be linked with others, or is for a debugger, it sorts them before: by alignment, the biggest
// first, then by size, the smallest first. Measured with CUDA 12.4 on sm_60 to sm_90. Offsets behind what is not known are not
// known either, nor are any of those that are sorted with it. Total is then what the known sizes come to.
func (b *Bank) place(in Input) {
	sorted, doubt := in.RDC || in.Debug, ""
	first := slices.ContainsFunc(b.Vars, func(c Constant) bool { return c.first })
	switch {
	case sorted && in.CUDA > lastMeasured:
		b.doubt("how this toolkit sorts constants was not measured")
		doubt = b.Unknown
	case b.Unknown != "" && (sorted || first):
		doubt = b.Unknown
	case first:
		b.Vars = slices.Concat(filter(b.Vars, true), filter(b.Vars, false))
	}
	if sorted && doubt == "" {
		b.Vars = mergeSort(b.Vars, func(x, y *Constant) int {
			return cmp.Or(cmp.Compare(y.Align, x.Align), cmp.Compare(x.Size, y.Size))
		})
	}
	for i := range b.Vars {
		c := &b.Vars[i]
		if doubt == "" && c.Unknown == "" {
			b.Total = roundUp(b.Total, c.Align)
			c.Offset = b.Total
		} else {
			doubt = b.Unknown
			c.Unknown = cmp.Or(c.Unknown, doubt)
		}
		if !c.Uncertain {
			b.Total += c.Size
		}
	}
}

// filter are the constants that ptxas deals with first, or the others.
func filter(vars []Constant, first bool) []Constant {
	var out []Constant
	for i := range vars {
		if vars[i].first == first {
			out = append(out, vars[i])
		}
	}
	return out
}

// mergeSort sorts as ptxas does, by merging linked lists. It is not stable: a list is dealt out to two in turn, each of which
// grows at its head, and what is equal is taken from the first.
func mergeSort(list []Constant, compare func(x, y *Constant) int) []Constant {
	if len(list) < 2 {
		return list
	}
	var half [2][]Constant
	for i := len(list) - 1; i >= 0; i-- {
		half[i%2] = append(half[i%2], list[i])
	}
	x, y := mergeSort(half[0], compare), mergeSort(half[1], compare)
	out := make([]Constant, 0, len(list))
	for len(x) > 0 && len(y) > 0 {
		if compare(&x[0], &y[0]) <= 0 {
			out, x = append(out, x[0]), x[1:]
		} else {
			out, y = append(out, y[0]), y[1:]
		}
	}
	return append(append(out, x...), y...)
}
