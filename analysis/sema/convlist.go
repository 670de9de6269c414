package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// listConversion converts a braced list to a parameter's type [over.ics.list].
func (u *Unit) listConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	if !u.Nest() {
		return unknownConv(to)
	}
	defer u.Unnest()
	if isPlaceholder(to.NonRef()) {
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
	if to.Kind == types.LRef && elemCV(t) != ast.Const {
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
	if to.Len >= 0 && int64(len(elems)) > to.Len {
		return noConv(to)
	}
	if len(elems) == 1 && elems[0].String {
		return Conv{From: to, To: to}
	}
	return u.listElements(elems, to.Elem, to, opt)
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
		c.Elems = append(c.Elems, ec)
	}
	c.Rank = worst.Rank
	c.change = worst.change
	c.User = worst.User
	c.Ambiguous = worst.Ambiguous
	return c
}

// initializerListElem is T where t is std::initializer_list<T>, else nil.
func (u *Unit) initializerListElem(t *types.Type) *types.Type {
	c := u.ClassOf(t)
	if t.Kind != types.Class || c == nil || c.Template == nil || c.name != u.syms.initializerList || len(c.Args) != 1 {
		return nil
	}
	ns, ok := c.Template.Parent().(*Namespace)
	for ok && ns != nil && ns.Inline {
		ns, ok = ns.parent.(*Namespace)
	}
	if !ok || ns == nil || ns.name != u.syms.std {
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
	if elem := u.initializerListElem(to); elem != nil {
		if isPlaceholder(elem) {
			return unknownConv(to)
		}
		c := u.listElements(elems, elem, to, opt)
		c.initList = true
		return c
	}
	aggregate := u.IsAggregate(class)
	if aggregate == UnknownTri {
		return unknownConv(to)
	}
	if aggregate == Yes {
		if len(elems) == 1 && elems[0].Type != nil && elems[0].Type.Kind == types.Class {
			switch u.derived(elems[0].Type, to) {
			case Yes:
				return u.ImplicitConversion(elems[0], to, opt)
			case UnknownTri:
				return unknownConv(to)
			}
		}
		return u.listAggregate(elems, class, to)
	}
	if opt.NoUser {
		// [over.best.ics]/4 bars user conversions only for a list with one element that is itself a list (or for the copy
		// constructor of the class from it); what remains rare is left open.
		if len(elems) == 1 && elems[0].Type != nil && elems[0].Type.Kind != types.Braced {
			return u.nestedList(elems[0], to)
		}
	}
	form := InitListCopy
	if opt.Explicit {
		form = InitListDirect
	}
	r := u.ConstructorFor(class, elems, form)
	switch r.Status {
	case Resolved:
		if r.Assumed {
			return unknownConv(to)
		}
		// [over.ics.list]/7: a copy or move from the class itself or a derived one keeps the rank of a standard conversion.
		if len(elems) == 1 && len(r.Convs) == 1 && r.Func.Special != NotSpecial && elems[0].Type != nil &&
			elems[0].Type.Kind == types.Class && u.derived(elems[0].Type, to) == Yes {
			c := Conv{From: elems[0].Type.Unqual(), To: to}
			if elems[0].Type.Unqual() != to.Unqual() {
				c.Rank, c.base, c.change = RankConversion, true, true
			}
			return c
		}
		c := Conv{Rank: RankUser, From: u.T.Braced(), To: to, User: r.Func, Elems: r.Convs}
		c.Second = &Conv{From: to.Unqual(), To: to}
		return c
	case NoMatch:
		return noConv(to)
	case AmbiguousMatch:
		return Conv{Rank: RankUser, To: to, Ambiguous: true}
	}
	return unknownConv(to)
}

// nestedList is the conversion of {e} to a class where user-defined conversions are barred: only a copy remains.
func (u *Unit) nestedList(e Operand, to *types.Type) Conv {
	if e.IsUnknown() || isPlaceholder(e.Type) {
		return unknownConv(to)
	}
	if e.Type.Kind == types.Class {
		switch u.derived(e.Type, to) {
		case Yes:
			return u.ImplicitConversion(e, to, ConvOptions{NoUser: true})
		case UnknownTri:
			return unknownConv(to)
		}
	}
	c := u.ConstructorFor(u.ClassOf(to), []Operand{e}, InitListCopy)
	switch c.Status {
	case Resolved:
		if c.Assumed {
			return unknownConv(to)
		}
		return Conv{Rank: RankUser, To: to, User: c.Func, Elems: c.Convs, Second: &Conv{From: to.Unqual(), To: to}}
	case NoMatch:
		return noConv(to)
	case AmbiguousMatch:
		return Conv{Rank: RankUser, To: to, Ambiguous: true}
	}
	return unknownConv(to)
}

// listAggregate initialises an aggregate from a list [over.ics.list]/8. Brace elision makes the answer unknown where it would
// matter.
func (u *Unit) listAggregate(elems []Operand, class *Class, to *types.Type) Conv {
	c := Conv{Rank: RankUser, From: u.T.Braced(), To: to, Aggregate: true, Second: &Conv{From: to.Unqual(), To: to}}
	if len(elems) > 0 && elems[0].Designator != 0 {
		return u.designatedAggregate(c, elems, class)
	}
	var targets []*types.Type
	for _, b := range class.Bases() {
		targets = append(targets, b.Type)
	}
	for _, f := range class.Fields() {
		if f.Sym() == 0 && f.Bits {
			continue
		}
		targets = append(targets, u.FieldType(f))
	}
	if class.Key == ast.KeyUnion && len(targets) > 1 {
		targets = targets[:1]
	}
	for i, e := range elems {
		if i >= len(targets) {
			// Brace elision may have used several elements for one member.
			for _, t := range targets {
				if t == nil || t.Kind == types.Array || t.Kind == types.Class || isPlaceholder(t) {
					return unknownConv(to)
				}
			}
			return noConv(to)
		}
		ec := u.ImplicitConversion(e, targets[i], ConvOptions{})
		switch {
		case ec.Rank == RankUnknown:
			return unknownConv(to)
		case ec.Rank == RankNone:
			if t := targets[i]; t.Kind == types.Array || t.Kind == types.Class {
				return unknownConv(to) // elided braces
			}
			return noConv(to)
		}
		c.Elems = append(c.Elems, ec)
	}
	return c
}

// designatedAggregate is listAggregate for a list with designators.
func (u *Unit) designatedAggregate(c Conv, elems []Operand, class *Class) Conv {
	for _, e := range elems {
		i := slices.IndexFunc(class.Fields(), func(f *Field) bool { return f.name == e.Designator })
		if i < 0 && slices.ContainsFunc(class.Fields(), func(f *Field) bool { return f.Anonymous }) {
			return unknownConv(c.To)
		}
		if i < 0 {
			return noConv(c.To)
		}
		ec := u.ImplicitConversion(e, u.FieldType(class.Fields()[i]), ConvOptions{})
		switch ec.Rank {
		case RankUnknown:
			return unknownConv(c.To)
		case RankNone:
			return noConv(c.To)
		}
		c.Elems = append(c.Elems, ec)
	}
	return c
}
