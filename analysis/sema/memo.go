package sema

import (
	"encoding/binary"

	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// resolved remembers which conversions and constructors were chosen: for given types the answer is always the same, and the
// ways to find it are long. What is unknown is not remembered: it may be known when less is under way.
type resolved struct {
	conversions  map[string]Conv
	constructors map[string]*Resolution
	operators    map[string]*Resolution
	Orders       map[TemplateOrder]int
	key          []byte
}

// appendOperandKey appends a key that is equal for operands that overload resolution cannot tell apart; ok is false for
// those that have to be looked at each time.
func (u *Unit) appendOperandKey(b []byte, o *Operand) (key []byte, ok bool) {
	if o.Type == nil || o.Set != nil || o.Dependent || o.Type.IsDependent() || o.Type.IsUnknown() {
		return b, false
	}
	b = binary.AppendUvarint(b, uint64(o.Type.ID()))
	null := No
	if o.Literal {
		null = isNullConstant(*o)
	}
	flags := byte(o.Cat)<<4 | byte(null)
	for i, f := range []bool{o.String, o.Bits} {
		if f {
			flags |= 4 << i
		}
	}
	b = append(b, flags)
	b = binary.AppendUvarint(b, uint64(o.Designator))
	if o.Type.Kind != types.Braced {
		return b, true
	}
	b = binary.AppendUvarint(b, uint64(len(o.Braced)))
	return u.appendOperandKeys(b, o.Braced)
}

func (u *Unit) appendOperandKeys(b []byte, os []Operand) (key []byte, ok bool) {
	for i := range os {
		if b, ok = u.appendOperandKey(b, &os[i]); !ok {
			return b, false
		}
	}
	return b, true
}

// settled reports whether t is no class, or one whose members are all known.
func (u *Unit) settled(t *types.Type) bool {
	c := u.ClassOf(t.NonRef())
	return c == nil || c.State == Complete
}

// rememberedConversion is what find comes to for a user-defined conversion from an operand to a type. kind tells the ways to
// look for one apart.
func (u *Unit) rememberedConversion(kind byte, from Operand, to *types.Type, opt ConvOptions, find func() Conv) Conv {
	for i, set := range []bool{opt.NoUser, opt.Explicit} {
		if set {
			kind |= 0x40 << i
		}
	}
	m := &u.Resolved
	b, ok := u.appendOperandKey(append(m.key[:0], kind), &from)
	m.key = b
	if !ok {
		return find()
	}
	b = binary.AppendUvarint(b, uint64(to.ID()))
	m.key = b
	if c, ok := m.conversions[string(b)]; ok {
		return c
	}
	key, cut := string(b), u.Consts.Cut
	c := find()
	if c.Rank != RankUnknown && u.Consts.Cut == cut && u.settled(from.Type) && u.settled(to) {
		if m.conversions == nil {
			m.conversions = make(map[string]Conv)
		}
		m.conversions[key] = c
	}
	return c
}

// rememberedConstructor is what find comes to for the initialisation of an object of class c.
func (u *Unit) rememberedConstructor(c *Class, args []Operand, form InitForm, find func() Resolution) Resolution {
	m := &u.Resolved
	b := binary.AppendUvarint(append(m.key[:0], byte(form)), uint64(u.ClassType(c).ID()))
	b, ok := u.appendOperandKeys(b, args)
	m.key = b
	if !ok {
		return find()
	}
	if r, ok := m.constructors[string(b)]; ok {
		return *r
	}
	key, cut := string(b), u.Consts.Cut
	r := find()
	if r.Status != UnknownMatch && !r.Assumed && u.Consts.Cut == cut && c.State == Complete {
		if m.constructors == nil {
			m.constructors = make(map[string]*Resolution)
		}
		m.constructors[key] = &r
	}
	return r
}

// rememberedOperator is what find comes to for an operator in a scope. Of built-in operators no more is remembered than the
// type of the result, and nothing where an operand is an object.
func (u *Unit) rememberedOperator(op token.Kind, postfix bool, sc *Scope, ops []Operand, find func() Resolution) Resolution {
	m := &u.Resolved
	b := append(m.key[:0], byte(op), byte(TriOf(postfix)))
	b, ok := u.appendOperandKeys(b, ops)
	if ok {
		b, ok = u.appendScopeKey(b, sc, outline.OperatorSym(u.in, operatorName(op)))
	}
	m.key = b
	if !ok {
		return find()
	}
	if r, ok := m.operators[string(b)]; ok {
		return *r
	}
	key, cut := string(b), u.Consts.Cut
	r := find()
	settled := (r.Status == Resolved || r.Status == ResolvedBuiltin) && !r.Assumed && u.Consts.Cut == cut
	for i := range ops {
		settled = settled && u.settled(ops[i].Type) && (r.Status == Resolved || ops[i].Type.Kind != types.Class)
	}
	if r.Status == ResolvedBuiltin {
		r = Resolution{Status: ResolvedBuiltin, Convs: r.Convs, Operand: Operand{Type: r.Operand.Type, Cat: r.Operand.Cat}}
	}
	if settled {
		if m.operators == nil {
			m.operators = make(map[string]*Resolution)
		}
		m.operators[key] = &r
	}
	return r
}

// appendScopeKey appends a key that is equal for scopes in which unqualified lookup finds the same functions of a name that
// are no members; ok is false where something nearer than a namespace may declare it, or a class may be anything there.
func (u *Unit) appendScopeKey(b []byte, sc *Scope, sym token.Sym) (key []byte, ok bool) {
	b = append(b, byte(TriOf(sc.InInstance())))
	for ; sc != nil && sc.Kind != NamespaceScope; sc = sc.Parent {
		switch class := sc.Kind == ClassScope; {
		case len(sc.usings) > 0, !class && sc.lookup(sym) != nil, class && u.LookupMember(sc.Class, sym).State == FoundUnknown:
			return b, false
		}
	}
	if sc == nil {
		return b, false
	}
	b = u.T.AppendArgKey(b, &types.Arg{Kind: types.TemplateArg, Template: sc.NS})
	return binary.AppendUvarint(b, uint64(sc.Ord)), true
}
