package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// ParamSize is size and alignment of a function's i-th parameter as it is passed: references are pointers. ok is false where
// the layout is not certain. A typedef's alignment does not count, since it is no part of the type.
func (u *Unit) ParamSize(f *Func, i int) (size, align int64, ok bool) {
	t := u.FuncType(f)
	if t.Kind != types.Func || i >= len(t.Params) {
		return 0, 0, false
	}
	if t.Params[i].IsRef() {
		return pointerSize, pointerSize, !t.Params[i].IsUnknown() && !u.opts.Bits32
	}
	return u.objectSize(t.Params[i])
}

// objectSize is Size for objects in device memory, which are not always as sizeof says.
func (u *Unit) objectSize(t *types.Type) (size, align int64, ok bool) {
	size, align, ok = u.Size(t)
	if c := u.ClassOf(elementOf(t)); ok && c != nil {
		s := u.storageOf(c)
		if s == nil || s.odd {
			return 0, 0, false
		}
		if whole := u.layoutOf(c).size; whole > 0 {
			size = size / whole * s.size
		}
	}
	return size, align, ok
}

// VarSize is size and alignment of a variable, its own alignment specifiers and those of typedefs included.
func (u *Unit) VarSize(v *Var) (size, align int64, ok bool) {
	t := u.VarType(v)
	if t.IsRef() {
		return pointerSize, pointerSize, !t.IsUnknown() && !u.opts.Bits32
	}
	if size, align, ok = u.objectSize(t); !ok {
		return 0, 0, false
	}
	for _, d := range u.VarDecls(v) {
		lists := [][]ast.Attr{d.Spec.Attrs}
		if d.Dtor != nil {
			lists = append(lists, d.Dtor.Attrs)
		}
		asked, ok := u.askedAlign(d.Scope, lists)
		if !ok {
			return 0, 0, false
		}
		named, ok := u.typedefAlign(d.Scope, d.Spec, d.Dtor, 0)
		if !ok {
			return 0, 0, false
		}
		if asked > 1 && asked < align {
			return 0, 0, false // whether that lowers it depends on how it is written
		}
		align = max(align, asked, named)
	}
	return size, align, true
}

// askedAlign is the strictest alignment that attributes ask for, at least 1.
func (u *Unit) askedAlign(sc *Scope, lists [][]ast.Attr) (align int64, ok bool) {
	align = 1
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

// typedefAlign is the alignment that the typedefs ask for by whose names a declaration's type is written, 1 for none. Such an
// alignment belongs to the name and not to the type, so that types do not know of it.
func (u *Unit) typedefAlign(sc *Scope, spec *ast.Specifiers, dtor *ast.Declarator, depth int) (align int64, ok bool) {
	if spec == nil || depth > 16 {
		return 1, spec == nil
	}
	named, isName := spec.Type.(*ast.NamedType)
	if !isName || dtor != nil && pointsAway(dtor.Ops) {
		return 1, true
	}
	found := u.lookupName(sc, named.Name)
	if found.State != FoundOK || len(found.Entities) != 1 {
		return 1, true // an unknown type has no size either
	}
	td, isTypedef := found.Entities[0].(*Typedef)
	if !isTypedef {
		return 1, true
	}
	var lists [][]ast.Attr
	var inner *ast.Specifiers
	var ops []ast.TypeOp
	switch {
	case td.alias != nil:
		inner, ops = &td.alias.Spec, td.alias.Ops
		lists = [][]ast.Attr{inner.Attrs}
	case td.spec != nil && td.dtor != nil:
		inner, ops = td.spec, td.dtor.Ops
		lists = [][]ast.Attr{inner.Attrs, td.dtor.Attrs}
	default:
		return 1, true
	}
	if align, ok = u.askedAlign(td.Scope, lists); !ok || pointsAway(ops) {
		return align, ok
	}
	deeper, ok := u.typedefAlign(td.Scope, inner, nil, depth+1)
	return max(align, deeper), ok
}

// pointsAway reports whether a declarator makes something else of its base type than arrays of it.
func pointsAway(ops []ast.TypeOp) bool {
	for _, op := range ops {
		if op.Kind != ast.OpArray {
			return true
		}
	}
	return false
}

// HasPart reports whether an object of a type is of a fundamental type or has a part that is.
func (u *Unit) HasPart(t *types.Type, kind ast.BuiltinKind) Tri {
	return u.hasPart(t, kind, 0)
}

func (u *Unit) hasPart(t *types.Type, kind ast.BuiltinKind, depth int) Tri {
	for t.Kind == types.Array {
		t = t.Elem
	}
	if t.Kind != types.Class {
		return TriOf(t.Kind == types.Basic && t.Basic == kind)
	}
	c := u.ClassOf(t)
	if c == nil || !u.known(c) || depth > maxDepth {
		return UnknownTri
	}
	result := No
	for _, b := range c.Bases() {
		if b.Class == nil {
			return UnknownTri
		}
		result = result.Or(u.hasPart(u.ClassType(b.Class), kind, depth+1))
	}
	for _, f := range c.Fields() {
		result = result.Or(u.hasPart(u.FieldType(f), kind, depth+1))
	}
	return result
}
