package consteval

import (
	"math"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// evalState is what constant evaluation remembers.
type evalState struct {
	widths map[*sema.Field]types.Value
	// naturals are the types of enumerators inside their enumeration's definition.
	naturals   map[*sema.Enumerator]*types.Type
	defining   map[*sema.Enum]int // enumerations one of whose initialisers is being evaluated
	circles    map[*sema.Enum]int // how often one of their initialisers asked for the type that they have
	enumScopes map[*sema.Enum]*sema.Scope
	inits      map[*sema.Var]*sema.TriQuery
	globals    map[globalKey]initialised // variables that are initialised already
	answers    map[askedCall]types.Value // what long calls yielded
	empty      map[emptyAsked]*emptiness
	busy       map[*sema.Var]bool // variables whose initialisers are being evaluated
	// steps and parts are those of the outermost evaluation under way.
	steps, parts int
}

// Eval evaluates an expression. The value is unknown where the expression is no constant or cannot be evaluated here, and
// dependent where it depends on unbound template parameters.
func (u *Model) Eval(sc *sema.Scope, e ast.Expr, opt sema.EvalOptions) types.Value {
	ev, done := u.newEvaluator(opt)
	if ev == nil {
		return types.Value{}
	}
	defer done()
	v := ev.value(u.TypedExpr(sc, e))
	if opt.Converted && v.Kind == types.DependentValue {
		u.NoteWritten(v.Key, sc, e)
	}
	return v
}

// EvalTree is Eval for an expression that was typed.
func (u *Model) EvalTree(x *sema.Expr, opt sema.EvalOptions) types.Value {
	ev, done := u.newEvaluator(opt)
	if ev == nil {
		return types.Value{}
	}
	defer done()
	return ev.value(x)
}

// value is the value of a whole expression.
func (ev *evaluator) value(x *sema.Expr) types.Value {
	if ev.opt.Truth {
		return ev.external(ev.truth(x))
	}
	r := ev.load(ev.expr(x))
	if ev.opt.Converted && r.obj != nil && r.Kind != types.DependentValue {
		r = ev.toScalar(r)
	}
	return ev.external(r)
}

// EvalBound is an array bound's value, or types.DependentLen or types.UnknownLen.
func (u *Model) EvalBound(sc *sema.Scope, e ast.Expr) int64 {
	v := u.Eval(sc, e, sema.EvalOptions{Converted: true})
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

// BitWidth is the width of a bit-field.
func (u *Model) BitWidth(f *sema.Field) (int64, bool) {
	if f.Dtor == nil || f.Dtor.Bits == nil {
		return 0, false
	}
	v, ok := u.evals.widths[f]
	if !ok {
		sc := f.Scope
		if sc == nil && f.Class != nil {
			sc = f.Class.Inner
		}
		if sc == nil {
			return 0, false
		}
		v = u.Eval(sc, f.Dtor.Bits, sema.EvalOptions{Converted: true})
		if u.evals.widths == nil {
			u.evals.widths = make(map[*sema.Field]types.Value)
		}
		u.evals.widths[f] = v
	}
	return v.Int64()
}

// ---- Enumerations

// EnumeratorValue is the value of an enumerator, of its enumeration's type.
func (u *Model) EnumeratorValue(e *sema.Enumerator) types.Value {
	// Each may hang on those before it. They are gone through in order, for an enumeration may have thousands.
	all := e.Enum.Enumerators
	first := e.Index
	for first > 0 && first < len(all) && all[first].State == sema.EvalNot {
		first--
	}
	for i := first; i < e.Index; i++ {
		u.enumeratorValue(all[i])
	}
	return u.enumeratorValue(e)
}

func (u *Model) enumeratorValue(e *sema.Enumerator) types.Value {
	if !u.Nest() {
		return types.Value{}
	}
	defer u.Unnest()
	switch e.State {
	case sema.EvalDone:
		return e.Value
	case sema.EvalBusy:
		u.Consts.Cut++
		return types.Value{}
	}
	cut, circles := u.Consts.Cut, u.evals.circles[e.Enum]
	e.State = sema.EvalBusy
	e.Value = u.enumValue(e)
	e.State = sema.EvalDone
	// That it hangs on the type which its own enumeration will have is so whenever it is asked for.
	if e.Value.Kind == types.UnknownValue && u.Consts.Cut-cut != u.evals.circles[e.Enum]-circles {
		e.State = sema.EvalNot
	}
	return e.Value
}

func (u *Model) enumValue(e *sema.Enumerator) types.Value {
	enum := e.Enum
	typ := u.EnumType(enum)
	if e.Decl != nil && e.Decl.Value != nil {
		sc := u.enumScope(enum.Scope, enum)
		if u.evals.defining == nil {
			u.evals.defining = make(map[*sema.Enum]int)
		}
		u.evals.defining[enum]++
		v := u.Eval(sc, e.Decl.Value, sema.EvalOptions{Converted: true})
		u.evals.defining[enum]--
		switch v.Kind {
		case types.IntValue:
			if under := u.fixedUnderlying(enum); under != nil {
				v = u.ConvertValue(v, under)
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
	if e.Index == 0 {
		u.setNatural(e, u.T.Basic(ast.Int))
		return constant.Int(typ, 0)
	}
	prev := enum.Enumerators[e.Index-1]
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
func (u *Model) setNatural(e *sema.Enumerator, t *types.Type) {
	if u.evals.naturals == nil {
		u.evals.naturals = make(map[*sema.Enumerator]*types.Type)
	}
	u.evals.naturals[e] = t
}

// InsideDefinition is the type of an enumerator before its enumeration's closing brace, which is that of its initialiser
// [dcl.enum]/5; nil behind it.
func (u *Model) InsideDefinition(e *sema.Enumerator) *types.Type {
	if u.evals.defining[e.Enum] == 0 || u.fixedUnderlying(e.Enum) != nil {
		return nil
	}
	return u.evals.naturals[e]
}

// enumScope is the scope of an enumerator's initialiser, in which the enumerators before it are seen.
func (u *Model) enumScope(sc *sema.Scope, e *sema.Enum) *sema.Scope {
	s := u.evals.enumScopes[e]
	if s == nil {
		s = sc.Child(sema.BlockScope)
		for _, en := range e.Enumerators {
			s.Add(en)
		}
		if u.evals.enumScopes == nil {
			u.evals.enumScopes = make(map[*sema.Enum]*sema.Scope)
		}
		u.evals.enumScopes[e] = s
	}
	return s
}

// fixedUnderlying is the underlying type that an enumeration's declaration fixes; nil when it fixes none.
func (u *Model) fixedUnderlying(e *sema.Enum) *types.Type {
	if e.Def != nil && e.Def.Base != nil {
		t := u.ResolveTypeID(e.Scope, e.Def.Base)
		return t.Unqual()
	}
	if e.Scoped {
		return u.T.Basic(ast.Int)
	}
	return nil
}

// EnumUnderlying is an enumeration's underlying type: the fixed one, else the first of int, unsigned, long and
// unsigned long that holds all its values, as on Linux.
func (u *Model) EnumUnderlying(e *sema.Enum) *types.Type {
	if !u.Nest() {
		return nil
	}
	defer u.Unnest()
	if e.Under == nil {
		t := u.underlying(e)
		if t.Kind == types.Unknown {
			return t // not for good: an evaluation may have run into itself
		}
		e.Under = t
	}
	return e.Under
}

func (u *Model) underlying(e *sema.Enum) *types.Type {
	if t := u.fixedUnderlying(e); t != nil {
		return t
	}
	if e.Def == nil || !e.Def.Defined {
		return u.T.Unknown()
	}
	if u.evals.defining[e] > 0 {
		u.Consts.Cut++
		if u.evals.circles == nil {
			u.evals.circles = make(map[*sema.Enum]int)
		}
		u.evals.circles[e]++
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
	for _, t := range underlyingTypes {
		if least >= t.least && most <= t.most && (packed || !t.packed) {
			return u.T.Basic(t.basic)
		}
	}
	return u.T.Unknown()
}

// underlyingTypes are the types that an enumeration may have as its underlying one, by preference. Packed ones alone may have those
// that are narrower than int.
var underlyingTypes = []struct {
	basic  ast.BuiltinKind
	packed bool
	least  int64
	most   uint64
}{
	{ast.UChar, true, 0, math.MaxUint8},
	{ast.UShort, true, 0, math.MaxUint16},
	{ast.UInt, false, 0, math.MaxUint32},
	{ast.ULong, false, 0, math.MaxUint64},
	{ast.SChar, true, math.MinInt8, math.MaxInt8},
	{ast.Short, true, math.MinInt16, math.MaxInt16},
	{ast.Int, false, math.MinInt32, math.MaxInt32},
	{ast.Long, false, math.MinInt64, math.MaxInt64},
}

// ---- Variables

// VarValue is the constant value of a variable that is usable in constant expressions; unknown for any other.
func (u *Model) VarValue(v *sema.Var) types.Value {
	switch v.State {
	case sema.EvalDone:
		return v.Value
	case sema.EvalBusy:
		u.Consts.Cut++
		return types.Value{}
	}
	if u.usableByDeclaration(v) == sema.No {
		return types.Value{}
	}
	ev, done := u.newEvaluator(sema.EvalOptions{})
	if ev == nil {
		return types.Value{}
	}
	cut := u.Consts.Cut
	v.State = sema.EvalBusy
	obj := ev.global(v)
	value := types.Value{}
	if obj != nil {
		value = ev.external(ev.load(result{obj: obj, lvalue: true}))
	}
	done()
	v.Value, v.State = value, sema.EvalDone
	if value.Kind == types.UnknownValue && u.Consts.Cut != cut {
		v.State = sema.EvalNot
	}
	return value
}

// InitValue is the value that a variable's initialiser gives it, whether or not its declaration lets constant expressions
// read it; unknown where there is no initialiser or it does not evaluate.
func (u *Model) InitValue(v *sema.Var) types.Value {
	if val := u.VarValue(v); val.Kind != types.UnknownValue {
		return val
	}
	if v.Initial != nil {
		return *v.Initial
	}
	t, vd := u.VarType(v), u.InitDecl(v)
	if vd == nil || t == nil || t.IsUnknown() || t.IsDependent() {
		return types.Value{}
	}
	ev, done := u.newEvaluator(sema.EvalOptions{Runtime: !v.Constexpr && !v.Constinit})
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
	val := ev.external(result{obj: o})
	if val.IsKnown() {
		v.Initial = &val
	}
	return val
}

// IsConstant reports whether a whole expression is a constant other than an address of a variable or a function.
func (u *Model) IsConstant(x *sema.Expr) bool { return noAddress(u.EvalTree(x, sema.EvalOptions{})) }

// noAddress reports whether a value is known and no address, but for one within a string literal.
func noAddress(v types.Value) bool {
	return v.IsKnown() && (v.Kind != types.AddressValue || v.Entity == nil)
}

// IsFolded is IsConstant for what need not be a constant expression, yet is replaced by its value all the same: front ends see
// through const arrays and objects of class type that are not constexpr, where C++ does not.
func (u *Model) IsFolded(x *sema.Expr, manifest bool) sema.Tri {
	ev, done := u.newEvaluator(sema.EvalOptions{Runtime: true, Manifest: manifest})
	if ev == nil {
		return sema.UnknownTri
	}
	defer done()
	if x.Type.IsVoid() && ev.effect(x) {
		return sema.Yes
	}
	switch v := ev.value(x); {
	case v.IsKnown():
		return sema.TriOf(noAddress(v))
	case ev.dynamic || ev.unsettled:
		return sema.No
	}
	return sema.UnknownTri
}

// MakesConstant decides whether a constructor makes a constant object of constant arguments: one that holds the address of a
// variable is none.
func (u *Model) MakesConstant(f *sema.Func, args []sema.Operand) sema.Tri {
	ev, done := u.newEvaluator(sema.EvalOptions{})
	if ev == nil {
		return sema.UnknownTri
	}
	defer done()
	rs := make([]result, len(args))
	for i, a := range args {
		rs[i] = ev.expr(sema.TreeOf(a))
	}
	o := ev.newObject(u.ClassType(f.MemberOf))
	if ev.runConstructor(o, f, rs) {
		return sema.TriOf(!holdsVariable(ev.external(result{obj: o})))
	}
	if ev.dynamic {
		return sema.No
	}
	return sema.UnknownTri
}

// holdsVariable reports whether a value is or contains the address of a variable.
func holdsVariable(v types.Value) bool {
	_, variable := v.Entity.(*sema.Var)
	return v.Kind == types.AddressValue && variable || slices.ContainsFunc(v.Elems, holdsVariable)
}

// usableByDeclaration reports whether a variable's declaration lets it be used in constant expressions, if its initialiser
// is constant: constexpr, or const of integral or enumeration type, or a reference.
func (u *Model) usableByDeclaration(v *sema.Var) sema.Tri {
	if v.Constexpr {
		return sema.Yes
	}
	t := u.VarType(v)
	if t == nil || t.Kind == types.Unknown {
		return sema.UnknownTri
	}
	if t.IsRef() {
		return sema.Yes
	}
	bare := t
	if bare.CV&ast.Volatile != 0 || !t.IsConst() {
		return sema.No
	}
	if t.IsIntegral() || t.Kind == types.Enum {
		return sema.Yes
	}
	if t.IsDependent() {
		return sema.UnknownTri
	}
	// Front ends fold constants of floating type too, though C++ wants constexpr there.
	return sema.TriOf(t.IsFloating())
}

// UsableInConstantExpr reports whether v may be read in a constant expression.
func (u *Model) UsableInConstantExpr(v *sema.Var) sema.Tri {
	if r := u.usableByDeclaration(v); r != sema.Yes {
		return r
	}
	if !v.Constexpr && u.VarType(v).IsFloating() {
		return sema.No
	}
	if v.Constexpr {
		return sema.Yes
	}
	if u.VarValue(v).IsKnown() {
		return sema.Yes
	}
	if u.InitDecl(v) == nil {
		return sema.No
	}
	return sema.UnknownTri
}

// IsConstantInit reports whether v's initialisation is constant initialisation: no code runs for it. No is certain; whatever
// cannot be evaluated is unknown.
func (u *Model) IsConstantInit(v *sema.Var) sema.Tri {
	return sema.AskOf(u.Unit, &u.evals.inits, v, func() sema.Tri {
		ev, done := u.newEvaluator(sema.EvalOptions{Runtime: !v.Constexpr && !v.Constinit})
		if ev == nil {
			return sema.UnknownTri
		}
		defer done()
		return ev.constantInit(v)
	})
}

// dependentValue is a dependent value with a key.
func dependentValue(key string) types.Value {
	return types.Value{Kind: types.DependentValue, Key: key, Index: -1}
}
