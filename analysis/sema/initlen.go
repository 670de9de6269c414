package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// arrayInitLen is the length that an initialiser gives an array declared without one; ok is false where it is not certain.
func (u *Unit) arrayInitLen(sc *Scope, init *ast.Init, elem *types.Type) (n int64, ok bool) {
	init = u.parseInit(sc, init)
	if init == nil {
		return 0, false
	}
	list := listReader{u: u, sc: sc}
	for _, a := range init.Args {
		if d, ok := a.(*ast.Designated); ok {
			list.elems = append(list.elems, d.Elem)
			continue
		}
		list.elems = append(list.elems, ast.InitElem{X: a})
	}
	if len(init.Args) == 1 && init.Kind != ast.InitParen {
		l, braced := init.Args[0].(*ast.InitList)
		switch {
		case list.text(elem):
			return u.typeOf(sc, init.Args[0]).Type.Len, true
		case braced && init.Kind == ast.InitEq:
			list.elems = l.Elems
			if len(l.Elems) == 1 && list.text(elem) { // char a[] = {"text"}
				return u.typeOf(sc, l.Elems[0].X).Type.Len, true
			}
		case init.Kind == ast.InitEq:
			return 0, false
		}
	}
	return list.count(elem)
}

// listReader reads the elements of a list as the parts of an aggregate take them [dcl.init.aggr].
type listReader struct {
	u     *Unit
	sc    *Scope
	elems []ast.InitElem
	depth int
}

// count reads the whole list as the elements of an array, and counts these.
func (l *listReader) count(elem *types.Type) (n int64, ok bool) {
	at := int64(0)
	for len(l.elems) > 0 {
		e := &l.elems[0]
		if e.Index != nil { // [at] = x, as GNU C has it
			if at, ok = l.u.Eval(l.sc, e.Index, EvalOptions{Converted: true}).Int64(); !ok || at < 0 {
				return 0, false
			}
		}
		before := len(l.elems)
		if !l.take(elem) || len(l.elems) == before {
			return 0, false
		}
		at++
		n = max(n, at)
	}
	return n, true
}

// take reads what one object is initialised with: one element or, where braces are left out, those of its parts.
func (l *listReader) take(t *types.Type) (ok bool) {
	if len(l.elems) == 0 {
		return true
	}
	e := &l.elems[0]
	_, braced := e.X.(*ast.InitList)
	_, pack := e.X.(*ast.PackExpansion)
	if l.depth++; e.Field != 0 || pack || l.depth > maxListDepth {
		return false
	}
	defer func() { l.depth-- }()
	switch {
	case braced || e.Index != nil:
	case t.Kind == types.Array:
		if !l.text(t.Elem) {
			return l.array(t)
		}
	case t.Kind == types.Class:
		switch l.elides(t) {
		case Yes:
			return l.class(l.u.ClassOf(t))
		case UnknownTri:
			return false
		}
	case t.IsUnknown() || t.IsDependent():
		return false
	}
	l.elems = l.elems[1:]
	return true
}

// maxListDepth bounds how deep aggregates are nested whose braces are left out.
const maxListDepth = 32

// elides reports whether the next element is for the first part of a class, and not for the whole object.
func (l *listReader) elides(t *types.Type) Tri {
	c := l.u.ClassOf(t)
	o := l.u.typeOf(l.sc, l.elems[0].X)
	switch aggregate := l.u.IsAggregate(c); {
	case aggregate != Yes:
		return aggregate
	case o.Type == nil || o.IsUnknown() || o.Dependent:
		return UnknownTri
	}
	switch l.u.ImplicitConversion(o, t.Unqual(), ConvOptions{}).Rank {
	case RankNone:
		return Yes
	case RankUnknown:
		return UnknownTri
	}
	return No
}

// text reports whether the next element is a string literal, for an array of characters.
func (l *listReader) text(elem *types.Type) bool {
	lit, ok := unparen(l.elems[0].X).(*ast.Literal)
	if !ok || lit.Kind != ast.LitString || !elem.IsIntegral() {
		return false
	}
	t := l.u.typeOf(l.sc, lit).Type
	return t != nil && t.Kind == types.Array && t.Len >= 0
}

// array reads the elements of an array.
func (l *listReader) array(t *types.Type) bool {
	if t.Len < 0 {
		return false
	}
	for i := int64(0); i < t.Len && len(l.elems) > 0; i++ {
		if !l.take(t.Elem) {
			return false
		}
	}
	return true
}

// class reads the bases and members of an aggregate.
func (l *listReader) class(c *Class) bool {
	for _, b := range c.Bases() {
		if b.Class == nil || len(l.elems) > 0 && !l.take(l.u.ClassType(b.Class)) {
			return false
		}
	}
	for _, f := range c.Fields() {
		if f.name == 0 && !f.Anonymous {
			continue
		}
		if len(l.elems) > 0 && !l.take(l.u.FieldType(f)) {
			return false
		}
		if c.Key == ast.KeyUnion {
			break
		}
	}
	return true
}
