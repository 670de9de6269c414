package memory

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
)

// Order is the order of the parameters from the most aligned to the least, as indexes; those of one alignment stay in theirs.
func (k *Kernel) Order() []int {
	order := make([]int, len(k.Params))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.Params[b].Align, k.Params[a].Align) })
	return order
}

// Reordered is the total that the parameters would have in another order.
func (k *Kernel) Reordered(order []int) int64 {
	params := make([]Param, len(order))
	for i, from := range order {
		params[i] = k.Params[from]
	}
	_, total := k.Arch.place(params)
	return total
}

// Resized is the total that the parameters would have if the i-th had another size.
func (k *Kernel) Resized(i int, size int64) int64 {
	params := slices.Clone(k.Params)
	params[i].Size = size
	_, total := k.Arch.place(params)
	return total
}

// Tighter is the size that a class would have with its members from the most aligned to the least. ok is false where that is
// not certain, or not for its author to choose: of unions, instances of templates, classes with bases or virtual functions,
// with bit-fields, and with members whose places attributes or pragmas decide.
func Tighter(u *sema.Unit, c *sema.Class) (size int64, ok bool) {
	if c.Key == ast.KeyUnion || c.Template != nil || c.Def() == nil || len(c.Bases()) > 0 {
		return 0, false
	}
	parts, known := u.Parts(c)
	_, align, sized := u.Size(u.ClassType(c))
	if !known || !sized || len(parts) != len(c.Fields()) { // the fewer have no bytes, or share theirs
		return 0, false
	}
	strictest := int64(1)
	for i := range parts {
		p := &parts[i]
		if p.Field == nil || p.Bits > 0 {
			return 0, false
		}
		if _, natural, _ := u.Size(p.Type); !p.Type.IsRef() && natural != p.Align {
			return 0, false
		}
		strictest = max(strictest, p.Align)
		size += p.Size
	}
	return roundUp(size, align), strictest == align
}
