package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// listConversion converts a braced list to a parameter's type [over.ics.list].
func (u *Unit) listConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	if !u.Nest() {
		return unknownConv(to)
	}
	defer u.Unnest()
	if IsPlaceholder(to.NonRef()) {
		return unknownConv(to)
	}
	if to.IsRef() {
		return u.listReference(from, to, opt)
	}
	elems := from.Braced
	switch to.Kind {
	case types.Class:
		return u.listClass(from, to, opt)
	case types.Array:
		return u.listArray(elems, to, opt)
	}
	// [over.ics.list]/10: a scalar from one element or none.
	switch len(elems) {
	case 0:
		return Conv{From: to.Unqual(), To: to}
	case 1:
		if elems[0].Type != nil && elems[0].Type.Kind == types.Braced {
			return noConv(to)
		}
		return u.ImplicitConversion(elems[0], to, opt)
	}
	return noConv(to)
}

// listReference binds a reference to a list [over.ics.list]/9: to its only element where that is related, else to a
// temporary.
func (u *Unit) listReference(from Operand, to *types.Type, opt ConvOptions) Conv {
	t := to.Elem
	if len(from.Braced) == 1 && from.Braced[0].Type != nil {
		e := from.Braced[0]
		if e.Type.Kind != types.Braced && e.Type.Kind != types.Overloads {
			switch compat, _ := u.referenceCompatible(t, e.Type); compat {
			case refCompatible, refRelated:
				return u.bindReference(e, to, opt)
			case refUnknown:
				return unknownConv(to)
			}
		}
	}
	if to.Kind == types.LRef && ElemCV(t) != ast.Const {
		return noConv(to)
	}
	c := u.listConversion(from, u.T.WithCV(t, 0), opt)
	c.To = to
	if c.Rank < RankNone {
		c.Temporary = true
		bind := bindsLRef
		if to.Kind == types.RRef {
			bind = bindsRRef
		}
		if c.Rank == RankUser {
			c.Second = &Conv{From: t.Unqual(), To: to, bind: bind, bindsRvalue: true}
		} else {
			c.bind, c.bindsRvalue = bind, true
		}
	}
	return c
}

func (u *Unit) listArray(elems []Operand, to *types.Type, opt ConvOptions) Conv {
	if to.Len < types.NoLen {
		return unknownConv(to)
	}
	if len(elems) == 1 && elems[0].String && (to.Len == types.NoLen || elems[0].Type.Len <= to.Len) {
		return Conv{From: to, To: to}
	}
	c := Conv{From: to, To: to}
	if rank, worst := u.listParts(elems, to, ConvOptions{NoUser: opt.NoUser}); rank < RankNone {
		c.Rank, c.change, c.User, c.Ambiguous = rank, worst.change, worst.User, worst.Ambiguous
		return c
	} else if rank == RankNone {
		return noConv(to)
	}
	return unknownConv(to)
}

// listParts converts the elements of a list to the parts of an array or aggregate that they are for; the whole is as good as its
// worst element [over.ics.list]/6.
func (u *Unit) listParts(elems []Operand, t *types.Type, opt ConvOptions) (ConvRank, Conv) {
	init := u.ReadList(Operands(elems), t)
	switch {
	case init.Unsure:
		return RankUnknown, Conv{}
	case init.Rest < len(elems):
		return RankNone, Conv{}
	}
	worst := u.worstPart(init, elems, t, opt)
	return worst.Rank, worst
}

func (u *Unit) worstPart(init *ListInit, elems []Operand, t *types.Type, opt ConvOptions) Conv {
	var worst Conv
	for i := range init.Parts {
		p := &init.Parts[i]
		pt := u.partType(t, p.At)
		var c Conv
		switch {
		case !u.Nest():
			return unknownConv(pt)
		case p.Init != nil:
			c = u.worstPart(p.Init, elems, pt, opt)
		case pt.Kind == types.Array && elems[p.Elem].String:
			if n := elems[p.Elem].Type.Len; pt.Len >= 0 && n > pt.Len {
				c = noConv(pt)
			}
		default:
			c = u.ImplicitConversion(elems[p.Elem], pt, opt)
		}
		u.Unnest()
		if c.Rank > worst.Rank {
			worst = c
		}
	}
	return worst
}

// partType is the type of a part of an array or class by its number.
func (u *Unit) partType(t *types.Type, at int) *types.Type {
	if t.Kind == types.Array {
		return t.Elem
	}
	c := u.ClassOf(t)
	if n := len(c.Bases()); at >= n {
		return u.FieldType(c.Fields()[at-n])
	}
	return c.Bases()[at].Type
}

// listElements converts every element to one type; the whole is as good as its worst element [over.ics.list]/6.
func (u *Unit) listElements(elems []Operand, elem, to *types.Type, opt ConvOptions) Conv {
	c := Conv{From: to, To: to}
	worst := Conv{}
	for _, e := range elems {
		ec := u.ImplicitConversion(e, elem, ConvOptions{NoUser: opt.NoUser})
		if ec.Rank == RankNone {
			return noConv(to)
		}
		if ec.Rank > worst.Rank {
			worst = ec
		}
	}
	c.Rank = worst.Rank
	c.change = worst.change
	c.User = worst.User
	c.Ambiguous = worst.Ambiguous
	return c
}

// InitializerListElem is T where t is std::initializer_list<T>, else nil.
func (u *Unit) InitializerListElem(t *types.Type) *types.Type {
	c := u.ClassOf(t)
	if t.Kind != types.Class || c == nil || c.Template == nil || c.Spelling != u.Syms.InitializerList || len(c.Args) != 1 {
		return nil
	}
	ns, ok := c.Template.Parent().(*Namespace)
	for ok && ns != nil && ns.Inline {
		ns, ok = ns.Within.(*Namespace)
	}
	if !ok || ns == nil || ns.Spelling != u.Syms.Std {
		return nil
	}
	return c.Args[0].Type
}

// listClass initialises a class from a list [over.ics.list]/2, /5–8.
func (u *Unit) listClass(from Operand, to *types.Type, opt ConvOptions) Conv {
	elems := from.Braced
	class := u.ClassOf(to)
	if class == nil {
		return unknownConv(to)
	}
	if elem := u.InitializerListElem(to); elem != nil {
		if IsPlaceholder(elem) {
			return unknownConv(to)
		}
		c := u.listElements(elems, elem, to, opt)
		c.initList = true
		return c
	}
	switch u.IsAggregate(class) {
	case UnknownTri:
		return unknownConv(to)
	case Yes:
		return u.listAggregate(elems, to, opt)
	}
	// [over.best.ics]/4 bars user conversions only for a list with one element that is itself a list (or for the copy
	// constructor of the class from it); what remains rare is left open.
	if opt.NoUser && len(elems) == 1 && elems[0].Type != nil && elems[0].Type.Kind != types.Braced {
		return u.nestedList(elems[0], to)
	}
	return u.listConstructor(elems, class, to, opt.Explicit)
}

// listConstructor initialises a class from a list by one of its constructors.
func (u *Unit) listConstructor(elems []Operand, class *Class, to *types.Type, explicit bool) Conv {
	form := InitListCopy
	if explicit {
		form = InitListDirect
	}
	r := u.ConstructorFor(class, elems, form)
	// [over.ics.list]/7: a copy or move from the class itself or a derived one keeps the rank of a standard conversion.
	if r.Status == Resolved && !r.Assumed && r.Func.Special() != NotSpecial && len(r.Convs) == 1 && u.soleDerived(elems, to) == Yes {
		c := Conv{From: elems[0].Type.Unqual(), To: to}
		if elems[0].Type.Unqual() != to.Unqual() {
			c.Rank, c.base, c.change = RankConversion, true, true
		}
		return c
	}
	c := constructorConv(r, to)
	if c.User != nil {
		c.From = u.T.Braced()
	}
	return c
}

// soleDerived reports whether a list's only element is of a class or of one derived from it.
func (u *Unit) soleDerived(elems []Operand, class *types.Type) Tri {
	if len(elems) != 1 || elems[0].Type == nil || elems[0].Type.Kind != types.Class {
		return No
	}
	return u.Derived(elems[0].Type, class)
}

// constructorConv is the conversion to a class by what was found of its constructors.
func constructorConv(r Resolution, to *types.Type) Conv {
	switch {
	case r.Status == Resolved && !r.Assumed:
		return Conv{Rank: RankUser, To: to, User: r.Func, Second: &Conv{From: to.Unqual(), To: to}}
	case r.Status == NoMatch:
		return noConv(to)
	case r.Status == AmbiguousMatch:
		return Conv{Rank: RankUser, To: to, Ambiguous: true}
	}
	return unknownConv(to)
}

// nestedList is the conversion of {e} to a class where user-defined conversions are barred: only a copy remains.
func (u *Unit) nestedList(e Operand, to *types.Type) Conv {
	if e.IsUnknown() || IsPlaceholder(e.Type) {
		return unknownConv(to)
	}
	if e.Type.Kind == types.Class {
		switch u.Derived(e.Type, to) {
		case Yes:
			return u.ImplicitConversion(e, to, ConvOptions{NoUser: true})
		case UnknownTri:
			return unknownConv(to)
		}
	}
	return constructorConv(u.ConstructorFor(u.ClassOf(to), []Operand{e}, InitListCopy), to)
}

// listAggregate initialises an aggregate from a list [over.ics.list]/2, /8.
func (u *Unit) listAggregate(elems []Operand, to *types.Type, opt ConvOptions) Conv {
	switch u.soleDerived(elems, to) {
	case Yes:
		return u.ImplicitConversion(elems[0], to, opt)
	case UnknownTri:
		return unknownConv(to)
	}
	switch rank, _ := u.listParts(elems, to, ConvOptions{}); rank {
	case RankNone:
		return noConv(to)
	case RankUnknown:
		return unknownConv(to)
	}
	return Conv{Rank: RankUser, From: u.T.Braced(), To: to, Aggregate: true, Second: &Conv{From: to.Unqual(), To: to}}
}
