package sema

import (
	"slices"
	"strconv"

	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// Constant evaluation: as far as array bounds, template arguments, enumerators, static assertions and the folding of
// variables need it. A result is exact, dependent, or unknown; what C++ leaves undefined, and what takes too long, is
// unknown.

// EvalOptions say in what context an expression is evaluated.
type EvalOptions struct {
	// Converted: the value is a converted constant expression, such as a template argument or a bound: a class object is
	// converted to a scalar.
	Converted bool
	// Runtime: the expression is not required to be constant, so that __builtin_is_constant_evaluated() is not true.
	Runtime bool
}

// evalState is what constant evaluation remembers.
type evalState struct {
	widths map[*Field]types.Value
	// naturals are the types of enumerators inside their enumeration's definition.
	naturals   map[*Enumerator]*types.Type
	defining   map[*Enum]int // enumerations one of whose initialisers is being evaluated
	enumScopes map[*Enum]*Scope
	inits      map[*Var]Tri
	globals    map[globalKey]initialised // variables that are initialised already
	empty      map[emptyAsked]*emptiness
	busy       map[*Var]bool // variables whose initialisers are being evaluated
	// steps and parts are those of the outermost evaluation under way.
	steps, parts int
}

// Eval evaluates an expression. The value is unknown where the expression is no constant or cannot be evaluated here, and
// dependent where it depends on unbound template parameters.
func (u *Unit) Eval(sc *Scope, e ast.Expr, opt EvalOptions) types.Value {
	ev, done := u.newEvaluator(opt)
	if ev == nil {
		return types.Value{}
	}
	defer done()
	v := ev.value(u.typedExpr(sc, e))
	if opt.Converted && v.Kind == types.DependentValue {
		u.noteWritten(v.Key, sc, e)
	}
	return v
}

// evalTree is Eval for an expression that was typed.
func (u *Unit) evalTree(x *Expr, opt EvalOptions) types.Value {
	ev, done := u.newEvaluator(opt)
	if ev == nil {
		return types.Value{}
	}
	defer done()
	return ev.value(x)
}

// value is the value of a whole expression.
func (ev *evaluator) value(x *Expr) types.Value {
	r := ev.load(ev.expr(x))
	if ev.opt.Converted && r.obj != nil && r.Kind != types.DependentValue {
		r = ev.toScalar(r)
	}
	return ev.external(r)
}

// evalBound is an array bound's value, or types.DependentLen or types.UnknownLen.
func (u *Unit) evalBound(sc *Scope, e ast.Expr) int64 {
	v := u.Eval(sc, e, EvalOptions{Converted: true})
	switch v.Kind {
	case types.IntValue:
		if v.Int >= 0 {
			return v.Int
		}
	case types.DependentValue:
		return types.DependentLen
	}
	return types.UnknownLen
}

// bitWidth is the width of a bit-field.
func (u *Unit) bitWidth(f *Field) (int64, bool) {
	if f.Dtor == nil || f.Dtor.Bits == nil {
		return 0, false
	}
	v, ok := u.evals.widths[f]
	if !ok {
		sc := f.scope
		if sc == nil && f.Class != nil {
			sc = f.Class.inner
		}
		if sc == nil {
			return 0, false
		}
		v = u.Eval(sc, f.Dtor.Bits, EvalOptions{Converted: true})
		if u.evals.widths == nil {
			u.evals.widths = make(map[*Field]types.Value)
		}
		u.evals.widths[f] = v
	}
	return v.Int64()
}

// ---- Enumerations

// EnumeratorValue is the value of an enumerator, of its enumeration's type.
func (u *Unit) EnumeratorValue(e *Enumerator) types.Value {
	// Each counts on from the one before it. They are gone through in order, for an enumeration may have thousands.
	all := e.Enum.Enumerators
	first := e.index
	for first > 0 && first < len(all) && all[first].state == evalNot && (all[first].decl == nil || all[first].decl.Value == nil) {
		first--
	}
	for i := first; i < e.index; i++ {
		u.enumeratorValue(all[i])
	}
	return u.enumeratorValue(e)
}

func (u *Unit) enumeratorValue(e *Enumerator) types.Value {
	if !u.Nest() {
		return types.Value{}
	}
	defer u.Unnest()
	switch e.state {
	case evalDone:
		return e.value
	case evalBusy:
		u.consts.cut++
		return types.Value{}
	}
	cut := u.consts.cut
	e.state = evalBusy
	e.value = u.enumValue(e)
	e.state = evalDone
	if e.value.Kind == types.UnknownValue && u.consts.cut != cut {
		e.state = evalNot
	}
	return e.value
}

func (u *Unit) enumValue(e *Enumerator) types.Value {
	enum := e.Enum
	typ := u.EnumType(enum)
	if e.decl != nil && e.decl.Value != nil {
		sc := u.enumScope(enum.Scope, enum)
		if u.evals.defining == nil {
			u.evals.defining = make(map[*Enum]int)
		}
		u.evals.defining[enum]++
		v := u.Eval(sc, e.decl.Value, EvalOptions{Converted: true})
		u.evals.defining[enum]--
		switch v.Kind {
		case types.IntValue:
			if under := u.fixedUnderlying(enum); under != nil {
				v = u.convertValue(v, under)
			}
			if v.Kind == types.IntValue {
				u.setNatural(e, v.Type)
				return constant.Int(typ, v.Int)
			}
		case types.DependentValue:
			v.Type = typ
			return v
		}
		return types.Value{Type: typ}
	}
	if e.index == 0 {
		u.setNatural(e, u.T.Basic(ast.Int))
		return constant.Int(typ, 0)
	}
	prev := enum.Enumerators[e.index-1]
	v := u.enumeratorValue(prev)
	if v.Kind == types.DependentValue {
		v.Key += "+1"
		v.Index = -1
		return v
	}
	if v.Kind != types.IntValue || u.evals.naturals[prev] == nil {
		return types.Value{Type: typ}
	}
	natural := u.evals.naturals[prev]
	n, ok := constant.Next(v.Int, natural)
	if !ok || n == 0 {
		// The next wider type takes over.
		for _, k := range []ast.BuiltinKind{ast.UInt, ast.Long, ast.ULong} {
			if n, ok = constant.Next(v.Int, u.T.Basic(k)); ok && n != 0 {
				natural = u.T.Basic(k)
				break
			}
		}
	}
	if !ok {
		return types.Value{Type: typ}
	}
	u.setNatural(e, natural)
	return constant.Int(typ, n)
}

// setNatural records the type that an enumerator's value has inside its enumeration's definition.
func (u *Unit) setNatural(e *Enumerator, t *types.Type) {
	if u.evals.naturals == nil {
		u.evals.naturals = make(map[*Enumerator]*types.Type)
	}
	u.evals.naturals[e] = t
}

// insideDefinition is the type of an enumerator before its enumeration's closing brace, which is that of its initialiser
// [dcl.enum]/5; nil behind it.
func (u *Unit) insideDefinition(e *Enumerator) *types.Type {
	if u.evals.defining[e.Enum] == 0 || u.fixedUnderlying(e.Enum) != nil {
		return nil
	}
	return u.evals.naturals[e]
}

// enumScope is the scope of an enumerator's initialiser, in which the enumerators before it are seen.
func (u *Unit) enumScope(sc *Scope, e *Enum) *Scope {
	s := u.evals.enumScopes[e]
	if s == nil {
		s = sc.child(BlockScope)
		for _, en := range e.Enumerators {
			s.add(en)
		}
		if u.evals.enumScopes == nil {
			u.evals.enumScopes = make(map[*Enum]*Scope)
		}
		u.evals.enumScopes[e] = s
	}
	return s
}

// fixedUnderlying is the underlying type that an enumeration's declaration fixes; nil when it fixes none.
func (u *Unit) fixedUnderlying(e *Enum) *types.Type {
	if e.Def != nil && e.Def.Base != nil {
		t := u.resolveTypeID(e.Scope, e.Def.Base)
		return t.Unqual()
	}
	if e.Scoped {
		return u.T.Basic(ast.Int)
	}
	return nil
}

// EnumUnderlying is an enumeration's underlying type: the fixed one, else the first of int, unsigned, long and
// unsigned long that holds all its values, as on Linux.
func (u *Unit) EnumUnderlying(e *Enum) *types.Type {
	if !u.Nest() {
		return nil
	}
	defer u.Unnest()
	if e.under == nil {
		t := u.underlying(e)
		if t.Kind == types.Unknown {
			return t // not for good: an evaluation may have run into itself
		}
		e.under = t
	}
	return e.under
}

func (u *Unit) underlying(e *Enum) *types.Type {
	if t := u.fixedUnderlying(e); t != nil {
		return t
	}
	if e.Def == nil || !e.Def.Defined {
		return u.T.Unknown()
	}
	var least int64
	var most uint64
	for _, en := range e.Enumerators {
		v := u.EnumeratorValue(en)
		if v.Kind != types.IntValue {
			return u.T.Unknown()
		}
		if v.Int < 0 && !constant.IsUnsigned(u.evals.naturals[en]) {
			least = min(least, v.Int)
			continue
		}
		most = max(most, uint64(v.Int))
	}
	packed := slices.ContainsFunc(e.Def.Attrs, func(a ast.Attr) bool { return u.Text(a.Name) == "packed" })
	switch {
	case packed && least < 0 && least >= -1<<7 && most <= 1<<7-1:
		return u.T.Basic(ast.SChar)
	case packed && least < 0 && least >= -1<<15 && most <= 1<<15-1:
		return u.T.Basic(ast.Short)
	case packed && least == 0 && most <= 1<<8-1:
		return u.T.Basic(ast.UChar)
	case packed && least == 0 && most <= 1<<16-1:
		return u.T.Basic(ast.UShort)
	case least < 0 && least >= -1<<31 && most <= 1<<31-1:
		return u.T.Basic(ast.Int)
	case least < 0 && most <= 1<<63-1:
		return u.T.Basic(ast.Long)
	case least < 0:
		return u.T.Unknown()
	case most <= 1<<32-1:
		return u.T.Basic(ast.UInt)
	}
	return u.T.Basic(ast.ULong)
}

// ---- Variables

// VarValue is the constant value of a variable that is usable in constant expressions; unknown for any other.
func (u *Unit) VarValue(v *Var) types.Value {
	switch v.state {
	case evalDone:
		return v.value
	case evalBusy:
		u.consts.cut++
		return types.Value{}
	}
	if u.usableByDeclaration(v) == No {
		return types.Value{}
	}
	ev, done := u.newEvaluator(EvalOptions{})
	if ev == nil {
		return types.Value{}
	}
	cut := u.consts.cut
	v.state = evalBusy
	obj := ev.global(v)
	value := types.Value{}
	if obj != nil {
		value = ev.external(ev.load(result{obj: obj, lvalue: true}))
	}
	done()
	v.value, v.state = value, evalDone
	if value.Kind == types.UnknownValue && u.consts.cut != cut {
		v.state = evalNot
	}
	return value
}

// InitValue is the value that a variable's initialiser gives it, whether or not its declaration lets constant expressions
// read it; unknown where there is no initialiser or it does not evaluate.
func (u *Unit) InitValue(v *Var) types.Value {
	if val := u.VarValue(v); val.Kind != types.UnknownValue {
		return val
	}
	t, vd := u.VarType(v), u.InitDecl(v)
	if vd == nil || t == nil || t.IsUnknown() || t.IsDependent() {
		return types.Value{}
	}
	ev, done := u.newEvaluator(EvalOptions{Runtime: !v.Constexpr && !v.Constinit})
	if ev == nil {
		return types.Value{}
	}
	defer done()
	o := ev.newObject(t)
	o.entity = v
	ev.globals[v] = o
	if u.initBusy(v) {
		return types.Value{}
	}
	defer u.initDone(v)
	if !ev.initialise(o, vd) {
		return types.Value{}
	}
	return ev.external(result{obj: o})
}

// isConstant reports whether a whole expression is a constant other than an address.
func (u *Unit) isConstant(x *Expr) bool {
	v := u.evalTree(x, EvalOptions{})
	return v.IsKnown() && v.Kind != types.AddressValue
}

// isFolded is isConstant for what need not be a constant expression, yet is replaced by its value all the same: front ends see
// through const arrays and objects of class type that are not constexpr, where C++ does not.
func (u *Unit) isFolded(x *Expr) bool {
	v := u.evalTree(x, EvalOptions{Runtime: true})
	return v.IsKnown() && v.Kind != types.AddressValue
}

// makesConstant decides whether a constructor makes a constant object of constant arguments: one that holds the address of a
// variable is none.
func (u *Unit) makesConstant(f *Func, args []Operand) Tri {
	ev, done := u.newEvaluator(EvalOptions{})
	if ev == nil {
		return UnknownTri
	}
	defer done()
	rs := make([]result, len(args))
	for i, a := range args {
		rs[i] = ev.expr(treeOf(a))
	}
	o := ev.newObject(u.ClassType(f.MemberOf))
	if ev.runConstructor(o, f, rs) {
		return TriOf(!holdsVariable(ev.external(result{obj: o})))
	}
	if ev.dynamic {
		return No
	}
	return UnknownTri
}

// holdsVariable reports whether a value is or contains the address of a variable.
func holdsVariable(v types.Value) bool {
	_, variable := v.Entity.(*Var)
	return v.Kind == types.AddressValue && variable || slices.ContainsFunc(v.Elems, holdsVariable)
}

// usableByDeclaration reports whether a variable's declaration lets it be used in constant expressions, if its initialiser
// is constant: constexpr, or const of integral or enumeration type, or a reference.
func (u *Unit) usableByDeclaration(v *Var) Tri {
	if v.Constexpr {
		return Yes
	}
	t := u.VarType(v)
	if t == nil || t.Kind == types.Unknown {
		return UnknownTri
	}
	if t.IsRef() {
		return Yes
	}
	bare := t
	if bare.CV&ast.Volatile != 0 || !t.IsConst() {
		return No
	}
	if t.IsIntegral() || t.Kind == types.Enum {
		return Yes
	}
	if t.IsDependent() {
		return UnknownTri
	}
	// Front ends fold constants of floating type too, though C++ wants constexpr there.
	return TriOf(t.IsFloating())
}

// usableInConstantExpr reports whether v may be read in a constant expression.
func (u *Unit) usableInConstantExpr(v *Var) Tri {
	if r := u.usableByDeclaration(v); r != Yes {
		return r
	}
	if !v.Constexpr && u.VarType(v).IsFloating() {
		return No
	}
	if v.Constexpr {
		return Yes
	}
	if u.VarValue(v).IsKnown() {
		return Yes
	}
	if u.InitDecl(v) == nil {
		return No
	}
	return UnknownTri
}

// IsConstantInit reports whether v's initialisation is constant initialisation: no code runs for it. No is certain; whatever
// cannot be evaluated is unknown.
func (u *Unit) IsConstantInit(v *Var) Tri {
	if r, ok := u.evals.inits[v]; ok {
		return r
	}
	if u.evals.inits == nil {
		u.evals.inits = make(map[*Var]Tri)
	}
	ev, done := u.newEvaluator(EvalOptions{Runtime: !v.Constexpr && !v.Constinit})
	if ev == nil {
		return UnknownTri
	}
	defer done()
	cut := u.consts.cut
	u.evals.inits[v] = UnknownTri // ends cycles
	r := ev.constantInit(v)
	u.evals.inits[v] = r
	if r == UnknownTri && u.consts.cut != cut {
		delete(u.evals.inits, v)
	}
	return r
}

// ---- Keys of dependent expressions

// valueKey identifies a value within a key.
func valueKey(v types.Value) string {
	switch v.Kind {
	case types.IntValue:
		return strconv.FormatInt(v.Int, 10)
	case types.DependentValue:
		if v.Key == "" {
			return "p" + strconv.Itoa(v.Depth) + "." + strconv.Itoa(v.Index)
		}
		return v.Key
	}
	return "?"
}

// dependentValue is a dependent value with a key.
func dependentValue(key string) types.Value {
	return types.Value{Kind: types.DependentValue, Key: key, Index: -1}
}
