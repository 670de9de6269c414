package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// fieldAttributes are the attributes that matter to a member's place.
type fieldAttributes struct {
	// asked is the alignment asked for by the member's own attributes, named by the typedef that its type is named by; 0 for
	// none.
	asked, named    int64
	packed, overlap bool
}

func (u *Unit) fieldAttrs(f *Field) (a fieldAttributes, ok bool) {
	var lists [][]ast.Attr
	if f.Spec != nil {
		lists = append(lists, f.Spec.Attrs)
		if a.named, ok = u.typedefAlign(f.scope, f.Spec, f.Dtor, 0); !ok {
			return a, false
		}
	}
	if f.Dtor != nil {
		lists = append(lists, f.Dtor.Attrs)
	}
	for _, attrs := range lists {
		for i := range attrs {
			switch u.Text(attrs[i].Name) {
			case "packed":
				a.packed = true
			case "no_unique_address":
				a.overlap = true
			default:
				n, known := u.attrAlign(f.Class.inner, &attrs[i])
				if !known {
					return a, false
				}
				a.asked = max(a.asked, n)
			}
		}
	}
	return a, true
}

// attrAlign is the strictest alignment that alignas, aligned or __align__ asks for, 0 for other attributes; ok is false when
// it is not known.
func (u *Unit) attrAlign(sc *Scope, a *ast.Attr) (n int64, ok bool) {
	asked, ok := u.attrAligns(sc, a)
	return slices.Max(append(asked, 0)), ok
}

// attrAligns are the alignments that an attribute asks for, more than one where it expands a pack, and none where it asks for
// nothing; ok is false when they are not known.
func (u *Unit) attrAligns(sc *Scope, a *ast.Attr) (asked []int64, ok bool) {
	name := u.Text(a.Name)
	switch {
	case a.Style == ast.AttrAlignas || name == "alignas":
	case name == "aligned" || name == "align":
		if a.Args.IsEmpty() && len(a.Exprs) == 0 {
			return []int64{16}, true // the largest useful alignment
		}
	case name == "vector_size" || name == "mode" || name == "ms_struct":
		return nil, false
	default:
		return nil, true
	}
	if len(a.Exprs) != 1 {
		return nil, false
	}
	arg := &a.Exprs[0]
	known := true
	one := func(sc *Scope, expands bool) {
		n, told := u.alignArg(sc, arg)
		known = known && told && !expands
		if n > 0 { // alignas(0) asks for nothing
			asked = append(asked, n)
		}
	}
	if !arg.Pack {
		one(sc, false)
	} else if !u.eachElement(sc, u.packsIn(sc, arg), one) {
		return nil, false
	}
	return asked, known
}

// alignArg is the alignment that an argument of alignas and its like names, by a type that has it or by a number.
func (u *Unit) alignArg(sc *Scope, arg *ast.TemplateArg) (n int64, ok bool) {
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
	return n, ok && n >= 0 && n&(n-1) == 0
}
