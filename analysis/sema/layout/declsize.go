package layout

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// ParamSize is size and alignment of a function's i-th parameter as it is passed: references are pointers. ok is false where
// the layout is not certain. A typedef's alignment does not count, since it is no part of the type.
func (u *Model) ParamSize(f *sema.Func, i int) (size, align int64, ok bool) {
	t := u.FuncType(f)
	if t.Kind != types.Func || i >= len(t.Params) {
		return 0, 0, false
	}
	if t.Params[i].IsRef() {
		return pointerSize, pointerSize, !t.Params[i].IsUnknown() && !u.Opts.Bits32
	}
	size, align, ok = u.objectSize(t.Params[i])
	if t.Params[i].Kind == types.Basic {
		align = min(align, size) // of a long double, which is passed as a double
	}
	return size, align, ok
}

// objectSize is Size for objects in device memory, which are not always as sizeof says.
func (u *Model) objectSize(t *types.Type) (size, align int64, ok bool) {
	_, align, ok = u.sizeIn(t, deviceABI)
	if !ok {
		return 0, 0, false
	}
	o, _ := u.objectIn(t)
	if o == nil {
		return 0, 0, false
	}
	return o.size, align, true
}

// VarSize is size and alignment of a variable, its own alignment specifiers and those of typedefs included.
func (u *Model) VarSize(v *sema.Var) (size, align int64, ok bool) {
	t := u.VarType(v)
	if t.IsRef() {
		return pointerSize, pointerSize, !t.IsUnknown() && !u.Opts.Bits32
	}
	if size, align, ok = u.objectSize(t); !ok {
		return 0, 0, false
	}
	asked, named := int64(0), int64(0)
	for _, d := range u.VarDecls(v) {
		lists := [][]ast.Attr{d.Spec.Attrs}
		if d.Dtor != nil {
			lists = append(lists, d.Dtor.Attrs)
		}
		a, known := u.askedAlign(d.Scope, lists)
		n, understood := u.typedefAlign(d.Scope, d.Spec, d.Dtor, 0)
		if !known || !understood {
			return 0, 0, false
		}
		asked, named = max(asked, a), max(named, n)
	}
	// What is asked for holds, even where it is less than the type's: nvcc 12.4's front end takes that of alignas too. But
	// ptxas aligns what its own types can hold by these.
	align = cmp.Or(asked, named, align)
	if t.Kind != types.Class && t.Kind != types.Array && size <= pointerSize {
		align = max(align, size)
	}
	return size, align, true
}

// askedAlign is the strictest alignment that attributes ask for, 0 for none.
func (u *Model) askedAlign(sc *sema.Scope, lists [][]ast.Attr) (align int64, ok bool) {
	for _, attrs := range lists {
		for i := range attrs {
			n, known := u.attrAlign(sc, &attrs[i])
			if !known {
				return 0, false
			}
			align = max(align, n)
		}
	}
	return align, true
}

// typedefAlign is the alignment that the typedefs ask for by whose names a declaration's type is written, 0 for none. Such an
// alignment belongs to the name and not to the type, so that types do not know of it.
func (u *Model) typedefAlign(sc *sema.Scope, spec *ast.Specifiers, dtor *ast.Declarator, depth int) (align int64, ok bool) {
	if spec == nil || depth > 16 {
		return 0, spec == nil
	}
	named, isName := spec.Type.(*ast.NamedType)
	if !isName || dtor != nil && pointsAway(dtor.Ops) {
		return 0, true
	}
	found := u.LookupTypeName(sc, named.Name)
	if found.State != sema.FoundOK || len(found.Entities) != 1 {
		return 0, true // an unknown type has no size either
	}
	td, isTypedef := found.Entities[0].(*sema.Typedef)
	if !isTypedef {
		return 0, true
	}
	var lists [][]ast.Attr
	var inner *ast.Specifiers
	var ops []ast.TypeOp
	switch {
	case td.AliasID != nil:
		inner, ops = &td.AliasID.Spec, td.AliasID.Ops
		lists = [][]ast.Attr{inner.Attrs}
	case td.Spec != nil && td.Dtor != nil:
		inner, ops = td.Spec, td.Dtor.Ops
		lists = [][]ast.Attr{inner.Attrs, td.Dtor.Attrs}
	default:
		return 0, true
	}
	if align, ok = u.askedAlign(td.Scope, lists); !ok || align > 0 || pointsAway(ops) {
		return align, ok
	}
	return u.typedefAlign(td.Scope, inner, nil, depth+1)
}

// pointsAway reports whether a declarator makes something else of its base type than arrays of it.
func pointsAway(ops []ast.TypeOp) bool {
	return slices.ContainsFunc(ops, func(op ast.TypeOp) bool { return op.Kind != ast.OpArray })
}
