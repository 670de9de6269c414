package layout

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// FieldAttrs implements sema.Layouts.
func (u *Model) FieldAttrs(f *sema.Field) (a sema.FieldAttributes, ok bool) {
	var lists [][]ast.Attr
	if f.Spec != nil {
		lists = append(lists, f.Spec.Attrs)
		if a.Named, ok = u.typedefAlign(f.Scope, f.Spec, f.Dtor, 0); !ok {
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
				a.Packed = true
			case "no_unique_address":
				a.Overlap = true
			default:
				n, known := u.attrAlign(f.Class.Inner, &attrs[i])
				if !known {
					return a, false
				}
				a.Asked = max(a.Asked, n)
			}
		}
	}
	return a, true
}

// attrAlign is the strictest alignment that alignas, aligned or __align__ asks for, 0 for other attributes; ok is false when
// it is not known.
func (u *Model) attrAlign(sc *sema.Scope, a *ast.Attr) (n int64, ok bool) {
	asked, ok := u.attrAligns(sc, a)
	return slices.Max(append(asked, 0)), ok
}

// attrAligns are the alignments that an attribute asks for, more than one where it expands a pack, and none where it asks for
// nothing; ok is false when they are not known.
func (u *Model) attrAligns(sc *sema.Scope, a *ast.Attr) (asked []int64, ok bool) {
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
	one := func(sc *sema.Scope, expands bool) {
		n, told := u.alignArg(sc, arg)
		known = known && told && !expands
		if n > 0 { // alignas(0) asks for nothing
			asked = append(asked, n)
		}
	}
	if !arg.Pack {
		one(sc, false)
	} else if !u.EachElement(sc, u.PacksIn(sc, arg), one) {
		return nil, false
	}
	return asked, known
}

// alignArg is the alignment that an argument of alignas and its like names, by a type that has it or by a number.
func (u *Model) alignArg(sc *sema.Scope, arg *ast.TemplateArg) (n int64, ok bool) {
	if arg.Type != nil {
		if t := u.ResolveTypeID(sc, arg.Type); t != nil && t.Kind != types.Unknown {
			_, n, ok = u.Size(t)
			return n, ok
		}
	}
	if arg.Expr == nil {
		return 0, false
	}
	n, ok = u.Eval(sc, arg.Expr, sema.EvalOptions{}).Int64()
	return n, ok && n >= 0 && n&(n-1) == 0
}
