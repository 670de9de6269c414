package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// How a braced list initialises an aggregate [dcl.init.aggr], said once: who records what a body does, evaluates a constant, counts
// the elements of an array or ranks a conversion reads a listInit, and never the list.

// listInit says which element of a list initialises which part of an aggregate, with the braces that were left out.
type listInit struct {
	// parts are the parts that something in the list is for, by their numbers; all others are left out.
	parts []listPart
	// rest is the number of the first element that no part takes.
	rest int
	// unsure: whether an element is for a part or for the parts of it is not known. It was read as the former.
	unsure bool
}

// listPart is what initialises one part of an aggregate: the element elem of the list, or, where its braces were left out or a
// designator names a member of a member, init.
type listPart struct {
	// at counts an array's elements, or a class's direct bases and then its data members.
	at   int
	elem int
	init *listInit
}

// listElem is what the form of an element tells.
type listElem struct {
	braced, text bool
	// field is the member that a designator names, index the number of the array element; at tells whether there is one.
	field token.Sym
	index int64
	at    bool
	// opaque: a pack that was not expanded, or an index that is not known.
	opaque bool
}

// operands is a braced list.
type operands []Operand

func (l operands) element(i int) listElem {
	o := l[i]
	e := listElem{braced: o.Type != nil && o.Type.Kind == types.Braced, text: o.String, field: o.Designator}
	if _, ok := o.Expr.(*ast.PackExpansion); ok {
		e.opaque = true
	}
	if o.index != nil { // [index] = x, as GNU C has it
		n, ok := o.index.Int64()
		e.index, e.at, e.opaque = n, true, e.opaque || !ok || n < 0 || n > maxIndex
	}
	return e
}

const (
	// maxListDepth bounds how deep aggregates are nested whose braces are left out.
	maxListDepth = 32
	// maxIndex bounds the numbers of elements that designators name.
	maxIndex = 1 << 40
)

// readList reads a list for an array or an aggregate class.
func (u *Unit) readList(l operands, t *types.Type) *listInit {
	r := &listReader{u: u, list: l}
	init := r.aggregate(t)
	init.rest = r.next
	return init
}

// listReader reads the elements of a list as the parts of an aggregate take them.
type listReader struct {
	u     *Unit
	list  operands
	next  int
	depth int
}

func (r *listReader) aggregate(t *types.Type) *listInit {
	init := new(listInit)
	if r.depth++; r.depth > maxListDepth {
		init.unsure = true
	} else if t.Kind == types.Array {
		r.array(init, t)
	} else if c := r.u.ClassOf(t); c != nil {
		r.class(init, c)
	}
	r.depth--
	return init
}

// array reads the elements of an array; of one without length all there are.
func (r *listReader) array(init *listInit, t *types.Type) {
	init.unsure = t.Len < 0 && (t.Len != types.NoLen || r.depth > 1)
	for at := 0; r.next < len(r.list) && (t.Len < 0 || int64(at) < t.Len); at++ {
		e := r.list.element(r.next)
		if e.at && r.depth > 1 {
			return // it is for the array around this one
		}
		if e.at && !e.opaque {
			at = int(e.index)
		}
		before := r.next
		r.part(init, at, t.Elem)
		if r.next == before { // a part without parts: there would be no end
			init.unsure = true
			return
		}
	}
}

// class reads the bases and members of an aggregate.
func (r *listReader) class(init *listInit, c *Class) {
	if r.next < len(r.list) && r.list.element(r.next).field != 0 {
		r.designated(init, c)
		return
	}
	for _, e := range aggregateElems(c) {
		if r.next >= len(r.list) || r.list.element(r.next).field != 0 {
			return
		}
		r.part(init, e.at, r.u.elemType(e))
	}
}

// designated reads a list with designators, which may name members of anonymous members.
func (r *listReader) designated(init *listInit, c *Class) {
	for ; r.next < len(r.list); r.next++ {
		path := memberPath(c, r.list.element(r.next).field)
		if path == nil {
			return
		}
		into := init
		for i, f := range path {
			at := len(f.Class.Bases()) + f.Index
			if i == len(path)-1 {
				into.parts = append(into.parts, listPart{at: at, elem: r.next})
				break
			}
			k := slices.IndexFunc(into.parts, func(p listPart) bool { return p.at == at && p.init != nil })
			if k < 0 {
				k = len(into.parts)
				into.parts = append(into.parts, listPart{at: at, elem: -1, init: new(listInit)})
			}
			into = into.parts[k].init
		}
	}
	slices.SortStableFunc(init.parts, func(a, b listPart) int { return cmp.Compare(a.at, b.at) })
}

// memberPath leads to the data member of a class that a name means, through anonymous members; nil for none.
func memberPath(c *Class, name token.Sym) []*Field {
	if c == nil || name == 0 {
		return nil
	}
	for _, f := range c.Fields() {
		if f.name == name {
			return []*Field{f}
		}
		if f.Anonymous && f.typ != nil {
			if path := memberPath(c.u.ClassOf(f.typ), name); path != nil {
				return append([]*Field{f}, path...)
			}
		}
	}
	return nil
}

// part reads what initialises one part of type t: one element or, where braces are left out, those of its parts.
func (r *listReader) part(init *listInit, at int, t *types.Type) {
	elides := r.elides(t)
	if elides == Yes {
		inner := r.aggregate(t)
		init.parts = append(init.parts, listPart{at: at, elem: -1, init: inner})
		init.unsure = init.unsure || inner.unsure
		return
	}
	init.unsure = init.unsure || elides == UnknownTri
	init.parts = append(init.parts, listPart{at: at, elem: r.next})
	r.next++
}

// elides reports whether the next element is for the parts of a part, and not for the whole of it.
func (r *listReader) elides(t *types.Type) Tri {
	e := r.list.element(r.next)
	switch {
	case e.opaque:
		return UnknownTri
	case e.braced || e.at:
		return No
	case t.Kind == types.Array:
		if e.text && t.Elem.IsIntegral() {
			return No
		}
		return Yes
	case t.IsUnknown() || t.IsDependent():
		return UnknownTri
	case t.Kind != types.Class:
		return No
	}
	if aggregate := r.u.IsAggregate(r.u.ClassOf(t)); aggregate != Yes {
		return aggregate
	}
	o := r.list[r.next]
	if o.isUnknown() || isDependent(o) {
		return UnknownTri
	}
	switch r.u.implicitConversion(o, t.Unqual(), ConvOptions{}).Rank {
	case RankNone:
		return Yes
	case RankUnknown:
		return UnknownTri
	}
	return No
}

// each yields the parts of an aggregate class in order, p nil for those that the list leaves out; of a union the member that is
// initialised alone.
func (init *listInit) each(c *Class, yield func(e aggregateElem, p *listPart) bool) bool {
	elems := aggregateElems(c)
	if c.Key == ast.KeyUnion && len(init.parts) > 0 {
		at := init.parts[0].at
		elems = []aggregateElem{{at: at, field: c.Fields()[at-len(c.Bases())]}}
	}
	next := 0
	for _, e := range elems {
		for next < len(init.parts) && init.parts[next].at < e.at {
			next++
		}
		var p *listPart
		if next < len(init.parts) && init.parts[next].at == e.at {
			p = &init.parts[next]
		}
		if !yield(e, p) {
			return false
		}
	}
	return true
}

// arrayInitLen is the length that an initialiser gives an array declared without one; ok is false where it is not certain.
func (u *Unit) arrayInitLen(sc *Scope, init *ast.Init, elem *types.Type) (n int64, ok bool) {
	init = u.parseInit(sc, init)
	if init == nil {
		return 0, false
	}
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda}
	if !u.enterDeep() {
		return 0, false
	}
	l := operands(w.exprs(sc, init.Args))
	u.leave()
	if len(l) == 1 && init.Kind != ast.InitParen {
		braced := l[0].Type.Kind == types.Braced
		if braced && init.Kind == ast.InitEq {
			l = l[0].Braced
		}
		if len(l) == 1 && l.element(0).text && elem.IsIntegral() { // char a[] = "text" and char a[] = {"text"}
			t := l[0].Type
			return t.Len, t.Kind == types.Array && t.Len >= 0
		}
		if !braced && init.Kind == ast.InitEq {
			return 0, false
		}
	}
	parts := u.readList(l, u.T.Array(elem, types.NoLen))
	for _, p := range parts.parts {
		n = max(n, int64(p.at)+1)
	}
	return n, !parts.unsure && parts.rest == len(l)
}
