package sema

import (
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

// attrAlign is the alignment that alignas, aligned and __align__ ask for, 0 for other attributes; ok is false when it
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
		return 0, true
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
		return 0, true // alignas(0) asks for nothing
	}
	return n, ok && n > 0 && n&(n-1) == 0
}
