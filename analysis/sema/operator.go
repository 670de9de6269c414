package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// builtinCandidate is a built-in operator taken over operands of certain types [over.built].
type builtinCandidate struct {
	params []*types.Type
	result Operand
}

// operatorName is the name of an operator function.
func operatorName(op token.Kind) string {
	switch op {
	case token.LParen:
		return "()"
	case token.LBracket:
		return "[]"
	}
	return op.String()
}

// ResolveOperator chooses what an operator means for its operands [over.match.oper]. Postfix ++ and -- have one operand
// here. The operators =, [], -> and () are looked up as members only.
func (u *Unit) ResolveOperator(op token.Kind, postfix bool, sc *Scope, ops []Operand) Resolution {
	overloadable := false
	for _, o := range ops {
		if o.Type == nil {
			return Resolution{Reason: ReasonArgument}
		}
		switch o.Type.Kind {
		case types.Class, types.Enum:
			overloadable = true
			if o.Type.IsDependent() {
				return Resolution{Reason: ReasonArgument}
			}
		case types.Unknown, types.Param, types.Dependent, types.Auto:
			return Resolution{Reason: ReasonArgument}
		}
	}
	if !overloadable {
		return u.builtinOperator(op, postfix, ops)
	}
	trial, ok := u.EnterConversion()
	if !ok {
		return Resolution{Reason: reasonDepth}
	}
	defer u.LeaveConversion(trial)
	return u.rememberedOperator(op, postfix, sc, ops, func() Resolution { return u.findOperator(op, postfix, sc, ops) })
}

func (u *Unit) findOperator(op token.Kind, postfix bool, sc *Scope, ops []Operand) Resolution {
	m := operatorMatch{u: u, sc: sc, ops: ops}
	m.args = ops
	if postfix {
		zero := Operand{
			Type: u.T.Basic(ast.Int), Literal: true, Value: types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.Int)},
		}
		m.args = []Operand{ops[0], zero}
	}
	m.add(op, false, false)
	if u.Std >= 20 && len(ops) == 2 {
		m.addRewritten(op)
	}
	m.addBuiltins(op, postfix)
	r := u.finish(m.cands, m.more)
	if r.Status == NoMatch {
		switch op {
		case token.Comma, token.Amp, token.Arrow:
			if op != token.Amp || len(ops) == 1 {
				return u.builtinOperator(op, postfix, ops)
			}
		case token.Assign:
			if ops[0].Type.Kind != types.Class {
				return u.builtinOperator(op, postfix, ops)
			}
		}
	}
	return r
}

// operatorMatch gathers the candidates of one operator expression.
type operatorMatch struct {
	u         *Unit
	sc        *Scope
	ops       []Operand // as written
	args      []Operand // with the int of a postfix operator
	cands     []*Candidate
	more      bool
	converted map[operandConversion]Conv
}

// add gathers member and non-member candidates named after op. reversed takes the operands the other way round.
func (m *operatorMatch) add(op token.Kind, rewritten, reversed bool) {
	u := m.u
	sym := outline.OperatorSym(u.in, operatorName(op))
	args := m.args
	if reversed {
		args = []Operand{m.args[1], m.args[0]}
	}
	mark := len(m.cands)
	first := args[0]
	if class := u.ClassOf(first.Type); class != nil {
		found := u.LookupMember(class, sym)
		switch found.State {
		case FoundUnknown, FoundDependent:
			m.more = true
		}
		m.more = m.more || found.Incomplete
		if op == token.Assign {
			found = u.withImplicitAssignment(class, found)
		}
		u.Spend(StepsPerCandidate * len(found.Entities))
		for _, e := range found.Entities {
			if c := u.memberOperator(e, found.Class, first, args[1:]); c != nil {
				m.cands = append(m.cands, c)
			}
		}
	}
	switch op {
	case token.Assign, token.LBracket, token.Arrow, token.LParen:
	default:
		others := m.nonMembers(sym, args)
		u.Spend(StepsPerCandidate * len(others))
		for _, e := range others {
			if c := u.Candidate(e, nil, nil, args, ConvOptions{}); c != nil && m.acceptsEnum(c) {
				m.cands = append(m.cands, c)
			}
		}
	}
	for _, c := range m.cands[mark:] {
		c.rewritten, c.Reversed = rewritten, reversed
		if reversed && len(c.Convs) == 2 {
			c.Convs[0], c.Convs[1] = c.Convs[1], c.Convs[0]
		}
	}
}

// withImplicitAssignment adds a class's implicit assignment operators to what looking up operator= in it has found. A class
// always has some, declared or implicit, which hide those of its bases.
func (u *Unit) withImplicitAssignment(c *Class, found Found) Found {
	var ents []Entity
	if found.Class == c {
		ents = append(ents, found.Entities...)
	}
	for _, f := range u.SpecialsOf(c).implicit {
		if f.Special() == CopyAssign || f.Special() == MoveAssign {
			ents = append(ents, f)
		}
	}
	found.Class, found.Entities = c, ents
	if len(ents) > 0 && found.State == NotFound {
		found.State = FoundOK
	}
	return found
}

// memberOperator considers a member operator function; its implicit object is the first operand.
func (u *Unit) memberOperator(e Entity, class *Class, first Operand, rest []Operand) *Candidate {
	c := u.Candidate(e, nil, nil, rest, ConvOptions{})
	if c == nil {
		return nil
	}
	if c.Fn == nil {
		c.Convs = append([]Conv{unknownConv(nil)}, c.Convs...)
		return c
	}
	if c.Fn.Static {
		c.Convs = append([]Conv{{From: first.Type, To: first.Type}}, c.Convs...)
		return c
	}
	object := u.memberObject(first, c.Fn, class)
	switch object.Rank {
	case RankNone:
		return nil
	case RankUnknown:
		c.Viable = UnknownTri
	}
	c.Convs = append([]Conv{object}, c.Convs...)
	return c
}

// memberObject converts the first operand to the implicit object parameter of a member found in class: a member that a
// using-declaration brought there counts as the class's own [over.match.funcs]/4.
func (u *Unit) memberObject(first Operand, f *Func, class *Class) Conv {
	ft := u.FuncType(f)
	if class == nil || ft.Kind != types.Func || IsPlaceholder(first.Type) {
		return u.objectConversion(first, f)
	}
	return u.objectParameter(first, u.ClassType(class).Unqual(), ft.FnCV, ft.FnRef)
}

// nonMembers are the candidates of unqualified lookup, members ignored, and of argument-dependent lookup.
func (m *operatorMatch) nonMembers(sym token.Sym, args []Operand) []Entity {
	u := m.u
	var found Found
	if m.sc != nil {
		found = u.lookupUp(m.sc, sym, isNonMember)
		// A missing header may declare more operators; that alone does not make every operator unknown: what is found by the
		// operands' types counts.
		m.more = m.more || found.Incomplete
	}
	ents, complete := u.LookupADL(m.sc, sym, args, found.Entities...)
	m.more = m.more || !complete
	return slices.DeleteFunc(slices.Concat(found.Entities, ents), func(e Entity) bool { return !isNonMember(e) })
}

// isNonMember reports whether e is a function or a function template, and a member of no class.
func isNonMember(e Entity) bool {
	f := FuncOf(e)
	return f != nil && f.MemberOf == nil
}

// acceptsEnum is [over.match.oper]/3.2: where no operand is a class, a non-member needs a parameter of the type of an enum
// operand (or a reference to it).
func (m *operatorMatch) acceptsEnum(c *Candidate) bool {
	for _, o := range m.ops {
		if o.Type.Kind == types.Class {
			return true
		}
	}
	if c.Fn == nil || c.Tmpl != nil {
		return true
	}
	ft := m.u.FuncType(c.Fn)
	if ft.Kind != types.Func {
		return true
	}
	for i, p := range ft.Params {
		if i < len(m.ops) && p.NonRef().Unqual() == m.ops[i].Type.Unqual() && p.NonRef().Kind == types.Enum || p.IsUnknown() {
			return true
		}
	}
	return false
}

// addRewritten adds the rewritten candidates of C++20's comparisons [over.match.oper]/3.4.
func (m *operatorMatch) addRewritten(op token.Kind) {
	switch op {
	case token.NotEq:
		m.add(token.EqEq, true, false)
		m.add(token.EqEq, true, true)
	case token.EqEq:
		m.add(token.EqEq, true, true)
	case token.Less, token.Greater, token.LessEq, token.GreaterEq:
		m.add(token.Spaceship, true, false)
		m.add(token.Spaceship, true, true)
	case token.Spaceship:
		m.add(token.Spaceship, true, true)
	}
}

// ---- Built-in candidates

// addBuiltins adds the built-in candidates that matter: those over the promoted types of arithmetic, enum and pointer
// operands, and over the types that a class operand's conversion functions yield. Every other built-in candidate is worse
// than one of these.
func (m *operatorMatch) addBuiltins(op token.Kind, postfix bool) {
	u := m.u
	switch op {
	case token.Comma, token.Arrow, token.LParen:
		return
	case token.Amp:
		if len(m.ops) == 1 {
			return
		}
	}
	lists := make([][]Operand, len(m.ops))
	for i, o := range m.ops {
		if i == 1 && op == token.Assign {
			// The right side is converted to the left's type, as an initializer is: nvcc 12.4's front end does not ask which
			// of the promoted types [over.built] its class could yield as well.
			lists[i] = []Operand{o}
			continue
		}
		if i == 0 && op != token.Assign && isAssignment(op, postfix, len(m.ops)) && o.Type.Kind == types.Enum {
			return // the left side of those is arithmetic or a pointer
		}
		// [over.built] needs an lvalue of arithmetic type on the left: only a conversion function to a reference gives one.
		list, known := u.builtinOperands(o, op, i == 0 && isAssignment(op, postfix, len(m.ops)))
		if !known {
			m.more = true
			return
		}
		if len(list) == 0 {
			return
		}
		lists[i] = list
	}
	for _, x := range lists[0] {
		if len(m.ops) == 1 {
			m.addBuiltin(op, postfix, []Operand{x})
			continue
		}
		for _, y := range lists[1] {
			m.addBuiltin(op, postfix, []Operand{x, y})
		}
	}
}

func isAssignment(op token.Kind, _ bool, n int) bool {
	switch op {
	case token.Assign, token.PlusEq, token.MinusEq, token.StarEq, token.SlashEq, token.PercentEq, token.CaretEq, token.AmpEq,
		token.PipeEq, token.ShlEq, token.ShrEq:
		return true
	case token.PlusPlus, token.MinusMinus:
		return n == 1
	}
	return false
}

// addBuiltin adds the built-in operator over operands of the given types, if there is one.
func (m *operatorMatch) addBuiltin(op token.Kind, postfix bool, ops []Operand) {
	u := m.u
	r := u.builtinOperator(op, postfix, ops)
	if r.Status != ResolvedBuiltin {
		return
	}
	params := u.builtinParams(op, ops)
	for _, o := range m.cands {
		if o.builtin != nil && sameParamTypes(o.builtin.params, params) {
			return
		}
	}
	c := &Candidate{Viable: Yes, builtin: &builtinCandidate{params: params, result: r.Operand}}
	for i, p := range params {
		conv := m.convert(i, p, ConvOptions{Explicit: isLogical(op)})
		switch conv.Rank {
		case RankNone:
			return
		case RankUnknown:
			c.Viable = UnknownTri
		}
		c.Convs = append(c.Convs, conv)
	}
	m.cands = append(m.cands, c)
}

// convert converts the i-th operand to a built-in candidate's parameter type, once.
func (m *operatorMatch) convert(i int, to *types.Type, opt ConvOptions) Conv {
	key := operandConversion{i, to}
	c, ok := m.converted[key]
	if !ok {
		c = m.u.ImplicitConversion(m.ops[i], to, opt)
		if m.converted == nil {
			m.converted = make(map[operandConversion]Conv)
		}
		m.converted[key] = c
	}
	return c
}

// operandConversion is the conversion of an operand to a type.
type operandConversion struct {
	operand int
	to      *types.Type
}

func sameParamTypes(a, b []*types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func isLogical(op token.Kind) bool { return op == token.AndAnd || op == token.OrOr || op == token.Not }

// builtinOperands are the non-class operands that an operand can stand for: itself, or what its class converts to, lvalues alone where one
// is needed.
func (u *Unit) builtinOperands(o Operand, op token.Kind, lvalue bool) (list []Operand, known bool) {
	if o.Type.Kind != types.Class {
		return []Operand{o}, true
	}
	class := u.ClassOf(o.Type)
	if class == nil || o.Type.IsDependent() {
		return nil, false
	}
	convs, known := u.VisibleConversions(class)
	if !known {
		return nil, false
	}
	seen := make(map[*types.Type]bool)
	for _, e := range convs {
		f, ok := e.(*Func)
		if !ok {
			t, isT := e.(*Template)
			if isT && surelyExplicit(t) && !isLogical(op) {
				continue
			}
			// A conversion template could yield any type; built-in candidates over it are not enumerated.
			if isT && u.yieldsScalar(t, lvalue) {
				return nil, false
			}
			continue
		}
		if !isLogical(op) && u.isExplicit(f) == Yes {
			continue
		}
		t := u.ResultType(f)
		if t.Kind == types.Unknown {
			return nil, false
		}
		v := resultOperand(t)
		if v.Type.Kind == types.Class || lvalue && v.Cat != LValue || seen[t] {
			continue
		}
		seen[t] = true
		list = append(list, v)
	}
	return list, true
}

// yieldsScalar reports whether a conversion template may convert to something that is no class, to an lvalue where one is needed.
func (u *Unit) yieldsScalar(t *Template, lvalue bool) bool {
	if t.Func == nil {
		return true
	}
	p := u.ConversionTarget(t.Func)
	return p.NonRef().Kind != types.Class && (!lvalue || p.Kind == types.LRef)
}

// builtinParams are the parameter types of the built-in operator that applies to operands [over.built].
func (u *Unit) builtinParams(op token.Kind, ops []Operand) []*types.Type {
	if isLogical(op) {
		out := make([]*types.Type, len(ops))
		for i := range ops {
			out[i] = u.T.Basic(ast.Bool)
		}
		return out
	}
	out := make([]*types.Type, len(ops))
	for i, o := range ops {
		switch {
		case i == 0 && isAssignment(op, false, len(ops)):
			out[i] = u.T.LRef(o.Type)
		case i == 1 && op == token.Assign:
			out[i] = ops[0].Type.Unqual()
		case o.Type.Kind == types.Enum && len(ops) == 2 && ops[1-i].Type.Unqual() == o.Type.Unqual() && comparesOperands(op):
			out[i] = o.Type.Unqual()
		default:
			out[i] = u.Promote(u.T.Decay(o.Type))
		}
	}
	if len(ops) == 2 {
		if comparesOperands(op) && (out[0].Kind == types.Pointer || out[1].Kind == types.Pointer) {
			if c := u.CompositePointer(out[0], out[1]); c.Kind == types.Pointer {
				out[0], out[1] = c, c
			}
		}
		if out[0].Kind == types.Pointer && out[1].IsArithmetic() && !comparesOperands(op) {
			out[1] = u.T.Basic(ast.Long)
		}
		if out[1].Kind == types.Pointer && out[0].IsArithmetic() && !comparesOperands(op) {
			out[0] = u.T.Basic(ast.Long)
		}
	}
	return out
}

// comparesOperands reports whether op is a comparison, <=> among them.
func comparesOperands(op token.Kind) bool { return op == token.Spaceship || constant.IsComparison(op) }

// BuiltinBinary applies the built-in candidates of a binary operator (or of the conditional, whose result is what its
// operands' common type is) to operands of which some are classes.
func (u *Unit) BuiltinBinary(op token.Kind, x, y Operand) Resolution {
	m := operatorMatch{u: u, ops: []Operand{x, y}}
	if op == token.Question {
		op = token.Plus // the conditional's candidates are those of arithmetic types, as for addition
	}
	m.addBuiltins(op, false)
	return u.finish(m.cands, m.more)
}

// builtinOperator is a built-in operator over operands that are no classes: its type and value category [expr].
func (u *Unit) builtinOperator(op token.Kind, postfix bool, ops []Operand) Resolution {
	var o Operand
	if len(ops) == 1 {
		o = u.builtinUnary(op, postfix, ops[0])
	} else {
		o = u.BuiltinPair(op, ops[0], ops[1])
	}
	if o.Type == nil {
		return Resolution{Status: NoMatch}
	}
	if o.Type.Kind == types.Unknown {
		return Resolution{Reason: ReasonArgument}
	}
	return Resolution{Status: ResolvedBuiltin, Operand: o}
}

func (u *Unit) builtinUnary(op token.Kind, postfix bool, x Operand) Operand {
	t := x.Type
	decayed := t
	if t.Kind == types.Array || t.Kind == types.Func {
		decayed = u.T.Decay(t)
	}
	switch op {
	case token.PlusPlus, token.MinusMinus:
		if !t.IsArithmetic() && t.Kind != types.Pointer {
			return Operand{}
		}
		if postfix {
			return Operand{Type: t.Unqual()}
		}
		return Operand{Type: t, Cat: LValue}
	case token.Star:
		if decayed.Kind != types.Pointer {
			return Operand{}
		}
		return Operand{Type: decayed.Elem, Cat: LValue}
	case token.Amp:
		if t.Kind == types.Overloads {
			return Operand{Type: u.T.Unknown()}
		}
		return Operand{Type: u.T.Pointer(t)}
	case token.Plus:
		if decayed.Kind == types.Pointer {
			return Operand{Type: decayed.Unqual()}
		}
		return u.promoted(t, true)
	case token.Minus:
		return u.promoted(t, true)
	case token.Tilde:
		return u.promoted(t, false)
	case token.Not:
		if !t.IsScalar() && decayed.Kind != types.Pointer || IsScopedEnum(t) {
			return Operand{}
		}
		return Operand{Type: u.T.Basic(ast.Bool)}
	case token.Arrow:
		if decayed.Kind != types.Pointer {
			return Operand{}
		}
		return Operand{Type: decayed.Unqual()}
	}
	return Operand{}
}

// IsScopedEnum reports whether a type is an enum class.
func IsScopedEnum(t *types.Type) bool {
	e, ok := t.Decl.(*Enum)
	return ok && t.Kind == types.Enum && e.Scoped
}

func (u *Unit) promoted(t *types.Type, floating bool) Operand {
	p := u.Promote(t)
	if p.Kind == types.Unknown || p.IsIntegral() || floating && p.IsFloating() {
		return Operand{Type: p}
	}
	return Operand{}
}

// BuiltinPair is the result of a built-in binary operator for two operands, of unknown type where there is no such
// operator.
func (u *Unit) BuiltinPair(op token.Kind, x, y Operand) Operand {
	if op == token.Comma {
		return Operand{Type: y.Type, Cat: y.Cat, Bits: y.Bits, Set: y.Set, Entity: y.Entity}
	}
	if x.Type.Kind == types.Overloads || y.Type.Kind == types.Overloads || y.Type.Kind == types.Braced {
		switch {
		case op == token.Assign && x.Type.IsScalar():
			return Operand{Type: x.Type, Cat: LValue, Bits: x.Bits}
		case comparesOperands(op) || isAssignment(op, false, 2):
			return Operand{Type: u.T.Unknown()}
		}
		return Operand{} // nothing can be computed with a function
	}
	if isAssignment(op, false, 2) {
		if x.Type.IsScalar() {
			return Operand{Type: x.Type, Cat: LValue, Bits: x.Bits}
		}
		return Operand{}
	}
	xt, yt := u.T.Decay(x.Type), u.T.Decay(y.Type)
	switch op {
	case token.AndAnd, token.OrOr:
		if xt.IsScalar() && !IsScopedEnum(xt) && yt.IsScalar() && !IsScopedEnum(yt) {
			return Operand{Type: u.T.Basic(ast.Bool)}
		}
	case token.EqEq, token.NotEq, token.Less, token.Greater, token.LessEq, token.GreaterEq:
		if u.builtinComparable(x, y, xt, yt) {
			return Operand{Type: u.T.Basic(ast.Bool)}
		}
	case token.Spaceship:
		return Operand{Type: u.BuiltinOrdering(xt, yt)}
	case token.LBracket:
		return builtinSubscript(x, xt, yt)
	case token.DotStar, token.ArrowStar:
		return u.memberAccess(op, x, yt)
	default:
		if r, ok := u.pointerSum(op, xt, yt); ok {
			return Operand{Type: r}
		}
		if isUnscopedNumber(xt) && isUnscopedNumber(yt) {
			return u.numberPair(op, xt, yt)
		}
	}
	return Operand{}
}

// builtinComparable reports whether two values, of types xt and yt as they decay, may compare without conversions that a class has.
func (u *Unit) builtinComparable(x, y Operand, xt, yt *types.Type) bool {
	px, py := isPointerOrNull(xt), isPointerOrNull(yt)
	switch {
	case isUnscopedNumber(xt) && isUnscopedNumber(yt), xt == yt && xt.IsScalar():
		return true
	case px && py:
		return u.comparablePointers(xt, yt)
	}
	return px && isNullConstant(y) != No || py && isNullConstant(x) != No
}

// comparablePointers reports whether two pointers may have a type in common, qualifiers left aside.
func (u *Unit) comparablePointers(x, y *types.Type) bool {
	if x.Kind != types.Pointer || y.Kind != types.Pointer || x.Elem.IsUnknown() || y.Elem.IsUnknown() || x.IsDependent() || y.IsDependent() {
		return true
	}
	xe, ye := x.Elem.Unqual(), y.Elem.Unqual()
	switch {
	case xe == ye, xe.Kind == types.Pointer && ye.Kind == types.Pointer:
		return true
	case xe.IsVoid() || ye.IsVoid(), xe.Kind == types.Func && ye.Kind == types.Func, xe.Kind == types.Array && ye.Kind == types.Array:
		return true
	}
	cx, cy := u.ClassOf(xe), u.ClassOf(ye)
	return cx != nil && cy != nil && (u.DerivedFrom(cx, cy) != No || u.DerivedFrom(cy, cx) != No)
}

// pointerSum is the type of a pointer and a number added, or of the difference of two pointers.
func (u *Unit) pointerSum(op token.Kind, x, y *types.Type) (*types.Type, bool) {
	switch px, py := x.Kind == types.Pointer, y.Kind == types.Pointer; {
	case op != token.Plus && op != token.Minus:
	case px && py && op == token.Minus:
		if x.Elem.Unqual() == y.Elem.Unqual() && !x.Elem.IsVoid() && x.Elem.Kind != types.Func || x.IsDependent() || y.IsDependent() || x.Elem.IsUnknown() || y.Elem.IsUnknown() {
			return u.T.Basic(ast.Long), true
		}
	case px && (y.IsIntegral() || sized(x) && isUnscopedNumber(y) && !y.IsFloating()):
		return x, true // what has no size is taken for bytes
	case py && sized(y) && isUnscopedNumber(x) && !x.IsFloating() && op == token.Plus:
		return y, true
	}
	return nil, false
}

// sized reports whether a pointer's objects have a size.
func sized(p *types.Type) bool { return !p.Elem.IsVoid() && p.Elem.Kind != types.Func }

// numberPair is the value of an arithmetic operator for two numbers.
func (u *Unit) numberPair(op token.Kind, x, y *types.Type) Operand {
	switch op {
	case token.Shl, token.Shr:
		if x.IsFloating() || y.IsFloating() {
			return Operand{}
		}
		return u.promoted(x, false)
	case token.Percent, token.Amp, token.Pipe, token.Caret:
		if x.IsFloating() || y.IsFloating() {
			return Operand{}
		}
	case token.Plus, token.Minus, token.Star, token.Slash:
	default:
		return Operand{}
	}
	return Operand{Type: u.UsualArithmetic(x, y)}
}

// builtinSubscript is the element of a pointer and a number in either order; x is what stands in front as it is written.
func builtinSubscript(x Operand, xt, yt *types.Type) Operand {
	switch {
	case xt.Kind == types.Pointer && isUnscopedNumber(yt):
		cat := LValue
		if x.Type.Kind == types.Array && x.Cat != LValue {
			cat = XValue
		}
		return Operand{Type: xt.Elem, Cat: cat}
	case yt.Kind == types.Pointer && isUnscopedNumber(xt):
		return Operand{Type: yt.Elem, Cat: LValue}
	}
	return Operand{}
}

// memberAccess is x.*p and x->*p [expr.mptr.oper].
func (u *Unit) memberAccess(op token.Kind, x Operand, p *types.Type) Operand {
	if p.Kind != types.MemberPointer {
		return Operand{}
	}
	object, cat := x.Type, x.Cat
	if op == token.ArrowStar {
		d := u.T.Decay(x.Type)
		if d.Kind != types.Pointer {
			return Operand{}
		}
		object, cat = d.Elem, LValue
	}
	if p.Elem.Kind == types.Func {
		return Operand{Type: p.Elem, Cat: LValue}
	}
	if cat == PRValue {
		cat = XValue
	}
	return Operand{Type: u.T.Qualify(p.Elem, object.CV), Cat: cat}
}

func isPointerOrNull(t *types.Type) bool {
	return t.Kind == types.Pointer || t.Kind == types.MemberPointer || t.IsNullptr()
}

// isUnscopedNumber reports whether t is arithmetic or an unscoped enum.
func isUnscopedNumber(t *types.Type) bool {
	return t.IsArithmetic() || t.Kind == types.Enum && !IsScopedEnum(t)
}

// Unparen is an expression without the parentheses around it.
func Unparen(e ast.Expr) ast.Expr {
	for {
		p, ok := e.(*ast.Paren)
		if !ok || p.X == nil {
			return e
		}
		e = p.X
	}
}

// OperatorSym is the name under which scopes hold an operator's functions.
func (u *Unit) OperatorSym(op token.Kind) token.Sym {
	text := op.String()
	if op == token.LBracket {
		text = "[]"
	}
	return u.NamePartSym(&ast.NamePart{Kind: ast.NameOperator, Sym: u.Sym(text)})
}
