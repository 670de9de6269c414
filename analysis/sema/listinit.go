package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// How a braced list initialises an aggregate [dcl.init.aggr], said once: who records what a body does, evaluates a constant, counts
// the elements of an array or ranks a conversion reads a ListInit, and never the list.

// ListInit says which element of a list initialises which part of an aggregate, with the braces that were left out.
type ListInit struct {
	// Parts are the parts that something in the list is for, by their numbers; all others are left out.
	Parts []ListPart
	// Rest is the number of the first element that no part takes.
	Rest int
	// Unsure: whether an element is for a part or for the parts of it is not known. It was read as the former.
	Unsure bool
}

// ListPart is what initialises one part of an aggregate: the element elem of the list, or, where its braces were left out or a
// designator names a member of a member, init.
type ListPart struct {
	// At counts an array's elements, or a class's direct bases and then its data members.
	At   int
	Elem int
	Init *ListInit
}

// listElem is what the form of an element tells.
type listElem struct {
	braced, Text bool
	// field is the member that a designator names, index the number of the array element; at tells whether there is one.
	field token.Sym
	index int64
	at    bool
	// opaque: a pack that was not expanded, or an index that is not known.
	opaque bool
}

// Operands is a braced list.
type Operands []Operand

// Element is what the form of the element with a number tells.
func (l Operands) Element(i int) listElem {
	o := l[i]
	e := listElem{braced: o.Type != nil && o.Type.Kind == types.Braced, Text: o.String, field: o.Designator}
	if _, ok := o.Expr.(*ast.PackExpansion); ok {
		e.opaque = true
	}
	if o.Index != nil { // [index] = x, as GNU C has it
		n, ok := o.Index.Int64()
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

// ReadList reads a list for an array or an aggregate class.
func (u *Unit) ReadList(l Operands, t *types.Type) *ListInit {
	r := &listReader{u: u, list: l}
	init := r.aggregate(t)
	init.Rest = r.next
	return init
}

// listReader reads the elements of a list as the parts of an aggregate take them.
type listReader struct {
	u     *Unit
	list  Operands
	next  int
	depth int
}

func (r *listReader) aggregate(t *types.Type) *ListInit {
	init := new(ListInit)
	if r.depth++; r.depth > maxListDepth {
		init.Unsure = true
	} else if t.Kind == types.Array {
		r.array(init, t)
	} else if c := r.u.ClassOf(t); c != nil {
		r.class(init, c)
	}
	r.depth--
	return init
}

// array reads the elements of an array; of one without length all there are.
func (r *listReader) array(init *ListInit, t *types.Type) {
	init.Unsure = t.Len < 0 && (t.Len != types.NoLen || r.depth > 1)
	for at := 0; r.next < len(r.list) && (t.Len < 0 || int64(at) < t.Len); at++ {
		e := r.list.Element(r.next)
		if e.at && r.depth > 1 {
			return // it is for the array around this one
		}
		if e.at && !e.opaque {
			at = int(e.index)
		}
		before := r.next
		r.part(init, at, t.Elem)
		if r.next == before { // a part without parts: there would be no end
			init.Unsure = true
			return
		}
	}
}

// class reads the bases and members of an aggregate.
func (r *listReader) class(init *ListInit, c *Class) {
	if r.next < len(r.list) && r.list.Element(r.next).field != 0 {
		r.designated(init, c)
		return
	}
	for _, e := range AggregateElems(c) {
		if r.next >= len(r.list) || r.list.Element(r.next).field != 0 {
			return
		}
		r.part(init, e.At, r.u.ElemType(e))
	}
}

// designated reads a list with designators, which may name members of anonymous members.
func (r *listReader) designated(init *ListInit, c *Class) {
	for ; r.next < len(r.list); r.next++ {
		path := memberPath(c, r.list.Element(r.next).field)
		if path == nil {
			return
		}
		into := init
		for i, f := range path {
			at := len(f.Class.Bases()) + f.Index
			if i == len(path)-1 {
				into.Parts = append(into.Parts, ListPart{At: at, Elem: r.next})
				break
			}
			k := slices.IndexFunc(into.Parts, func(p ListPart) bool { return p.At == at && p.Init != nil })
			if k < 0 {
				k = len(into.Parts)
				into.Parts = append(into.Parts, ListPart{At: at, Elem: -1, Init: new(ListInit)})
			}
			into = into.Parts[k].Init
		}
	}
	slices.SortStableFunc(init.Parts, func(a, b ListPart) int { return cmp.Compare(a.At, b.At) })
}

// memberPath leads to the data member of a class that a name means, through anonymous members; nil for none.
func memberPath(c *Class, name token.Sym) []*Field {
	if c == nil || name == 0 {
		return nil
	}
	for _, f := range c.Fields() {
		if f.Spelling == name {
			return []*Field{f}
		}
		if f.Anonymous && f.typ != nil {
			if path := memberPath(c.Unit.ClassOf(f.typ), name); path != nil {
				return append([]*Field{f}, path...)
			}
		}
	}
	return nil
}

// part reads what initialises one part of type t: one element or, where braces are left out, those of its parts.
func (r *listReader) part(init *ListInit, at int, t *types.Type) {
	elides := r.elides(t)
	if elides == Yes {
		inner := r.aggregate(t)
		init.Parts = append(init.Parts, ListPart{At: at, Elem: -1, Init: inner})
		init.Unsure = init.Unsure || inner.Unsure
		return
	}
	init.Unsure = init.Unsure || elides == UnknownTri
	init.Parts = append(init.Parts, ListPart{At: at, Elem: r.next})
	r.next++
}

// elides reports whether the next element is for the parts of a part, and not for the whole of it.
func (r *listReader) elides(t *types.Type) Tri {
	e := r.list.Element(r.next)
	switch {
	case e.opaque:
		return UnknownTri
	case e.braced || e.at:
		return No
	case t.Kind == types.Array:
		if e.Text && t.Elem.IsIntegral() {
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
	if o.IsUnknown() || IsDependent(o) {
		return UnknownTri
	}
	switch r.u.ImplicitConversion(o, t.Unqual(), ConvOptions{}).Rank {
	case RankNone:
		return Yes
	case RankUnknown:
		return UnknownTri
	}
	return No
}

// Each yields the parts of an aggregate class in order, p nil for those that the list leaves out; of a union the member that is
// initialised alone.
func (init *ListInit) Each(c *Class, yield func(e AggregateElem, p *ListPart) bool) bool {
	elems := AggregateElems(c)
	if c.Key == ast.KeyUnion && len(init.Parts) > 0 {
		at := init.Parts[0].At
		elems = []AggregateElem{{At: at, Field: c.Fields()[at-len(c.Bases())]}}
	}
	next := 0
	for _, e := range elems {
		for next < len(init.Parts) && init.Parts[next].At < e.At {
			next++
		}
		var p *ListPart
		if next < len(init.Parts) && init.Parts[next].At == e.At {
			p = &init.Parts[next]
		}
		if !yield(e, p) {
			return false
		}
	}
	return true
}
