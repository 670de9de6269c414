package consteval

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// Initialisation of objects during an evaluation. Each function returns false when the object's value is not wholly known.

// initialise initialises an object as a variable's declaration says.
func (ev *evaluator) initialise(o *object, d *sema.VarDecl) bool {
	x := ev.u.TypedInit(d.Scope, o.typ, ev.u.initialiserOf(d))
	if o.typ.IsRef() && o.entity != nil && !sema.Automatic(o.entity) {
		for ev.kept = x; ev.kept != nil && ev.kept.Op == sema.ExprCast; {
			ev.kept = ev.kept.Args[0]
		}
	}
	return ev.init(o, x)
}

// init initialises an object; without an initialiser it does by default.
func (ev *evaluator) init(o *object, x *sema.Expr) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if x == nil {
		return ev.defaultInit(o)
	}
	if !ev.step() {
		return false
	}
	if !o.typ.IsRef() {
		switch x.Op {
		case sema.ExprConstruct:
			return ev.construct(o, x)
		case sema.ExprList:
			return ev.listed(o, x)
		case sema.ExprInitializerList:
			return ev.initializerList(o, x)
		case sema.ExprZero:
			return ev.valueInit(o)
		}
	}
	r := ev.expr(x)
	if o.typ.Kind == types.Array {
		return ev.initText(o, r)
	}
	return ev.store(o, r)
}

// construct initialises an object by a constructor, or as a copy of another's bytes.
func (ev *evaluator) construct(o *object, x *sema.Expr) bool {
	f, _ := x.Entity.(*sema.Func)
	if o.class == nil || f != nil && f.MemberOf != o.class {
		return f != nil && ev.store(o, ev.expr(x))
	}
	args := make([]result, len(x.Args))
	for i, a := range x.Args {
		if args[i] = ev.expr(a); args[i].isDependent() || !args[i].known() && args[i].typ == nil {
			return false
		}
	}
	switch {
	case f == nil:
		from := ev.load(args[0]).obj
		return from != nil && ev.assign(o, ev.base(from, o.class))
	case len(args) == 0 && !sema.UserProvided(f): // value-initialisation begins with zeros
		return !ev.setsPointers(f) && ev.zeroObject(o) && ev.runConstructor(o, f, nil)
	}
	return ev.runConstructor(o, f, args)
}

// initText initialises an array from a string literal.
func (ev *evaluator) initText(o *object, r result) bool {
	if r.obj == nil || r.obj.typ.Kind != types.Array || !ev.expand(o) || !ev.expand(r.obj) || !r.obj.text && r.lvalue {
		return false
	}
	for i, p := range o.parts {
		if i < len(r.obj.parts) {
			if !ev.assign(p, r.obj.parts[i]) {
				return false
			}
		} else {
			p.val = ev.zero(p.typ).Value
		}
	}
	return true
}

// valueInit is T(): zero, or the default constructor.
func (ev *evaluator) valueInit(o *object) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	switch o.typ.Kind {
	case types.Class:
		if o.class == nil {
			return false
		}
		s := ev.u.SpecialsOf(o.class)
		if s.DefaultCtor != nil && !sema.UserProvided(s.DefaultCtor) && !s.CtorTemplate {
			return !ev.setsPointers(s.DefaultCtor) && ev.zeroObject(o) && ev.defaultConstruct(o)
		}
		return ev.defaultConstruct(o)
	case types.Array:
		return ev.expand(o) && all(o.parts, ev.valueInit)
	}
	o.val = ev.zero(o.typ).Value
	return o.val.IsKnown()
}

// zeroObject zero-initialises an object.
func (ev *evaluator) zeroObject(o *object) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if o.typ.Kind != types.Class && o.typ.Kind != types.Array {
		if o.typ.IsRef() {
			return true
		}
		o.val = ev.zero(o.typ).Value
		return o.val.IsKnown()
	}
	if !ev.expand(o) {
		return false
	}
	if o.class != nil && o.class.Key == ast.KeyUnion {
		if len(o.parts) == 0 {
			return true
		}
		o.active = 1
		return ev.zeroObject(o.parts[0])
	}
	return all(o.parts, ev.zeroObject)
}

// all reports whether something is true of all parts; the first of which it is not is the last that is asked about.
func all(parts []*object, of func(*object) bool) bool {
	return !slices.ContainsFunc(parts, func(p *object) bool { return !of(p) })
}

// defaultInit is initialisation without an initialiser: nothing for scalars, the default constructor for classes.
func (ev *evaluator) defaultInit(o *object) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	switch o.typ.Kind {
	case types.Class:
		return o.class != nil && ev.defaultConstruct(o)
	case types.Array:
		return ev.expand(o) && all(o.parts, ev.defaultInit)
	}
	return true
}

// initializerList makes a std::initializer_list over an array of its own.
func (ev *evaluator) initializerList(o *object, x *sema.Expr) bool {
	elem := ev.u.InitializerListElem(o.typ)
	if elem == nil {
		return ev.store(o, ev.expr(x))
	}
	array := ev.newObject(ev.u.T.Array(ev.u.T.Qualify(elem, ast.Const), int64(len(x.Args))))
	if !ev.expand(array) || !ev.expand(o) {
		return false
	}
	for i, e := range x.Args {
		if !ev.init(array.parts[i], e) {
			return false
		}
	}
	begin, length := false, false
	for _, p := range o.parts {
		switch {
		case p.typ.Kind == types.Pointer && !begin:
			begin = true
			r := ev.decay(result{obj: array, lvalue: true, typ: array.typ})
			p.val, p.ptr = r.Value, r.ptr
		case p.typ.IsIntegral() && !length:
			length = true
			p.val = constant.Int(p.typ.Unqual(), int64(len(x.Args)))
		default:
			return false
		}
	}
	return begin && length
}

// listed initialises an array's elements or a class's bases and fields from a list; what it leaves out is initialised as well.
func (ev *evaluator) listed(o *object, x *sema.Expr) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if !ev.step() || !ev.expand(o) {
		return false
	}
	if o.class != nil && o.class.Key == ast.KeyUnion && len(x.Parts) > 0 {
		at := x.Parts[0]
		o.active = at - len(o.class.Bases()) + 1
		return len(x.Parts) == 1 && at < len(o.parts) && ev.init(o.parts[at], x.Args[0])
	}
	next := 0
	part := func(at int) bool {
		if next == len(x.Parts) || x.Parts[next] != at {
			return ev.omitted(o, at)
		}
		next++
		return ev.init(o.parts[at], x.Args[next-1])
	}
	if o.class == nil {
		for at := range o.parts {
			if !part(at) {
				return false
			}
		}
		return next == len(x.Parts)
	}
	for _, e := range sema.AggregateElems(o.class) {
		o.active = e.At - len(o.class.Bases()) + 1
		if !part(e.At) {
			return false
		}
	}
	return next == len(x.Parts)
}

// omitted initialises the i-th part of an aggregate that the list leaves out.
func (ev *evaluator) omitted(o *object, i int) bool {
	if o.class != nil {
		if j := i - len(o.class.Bases()); j >= 0 {
			if f := o.class.Fields()[j]; sema.HasDefaultInit(f) {
				return ev.memberInit(o, f)
			}
		}
	}
	p := o.parts[i]
	if p.typ.IsRef() {
		return false
	}
	if p.typ.Kind == types.Class {
		if p.class == nil {
			return false
		}
		if ev.u.IsAggregate(p.class) == sema.Yes {
			return ev.listed(p, new(sema.Expr))
		}
	}
	return ev.valueInit(p)
}

// memberInit evaluates a default member initialiser.
func (ev *evaluator) memberInit(o *object, f *sema.Field) bool {
	if !ev.expand(o) {
		return false
	}
	i := len(o.class.Bases()) + f.Index
	if i >= len(o.parts) {
		return false
	}
	o.active = f.Index + 1
	saved := ev.frame
	ev.frame = &frame{this: o, outer: saved}
	defer func() { ev.frame = saved }()
	return ev.init(o.parts[i], ev.u.TypedMember(f))
}

// ---- Constructors

// defaultConstruct runs an object's default constructor.
func (ev *evaluator) defaultConstruct(o *object) bool {
	if o.class == nil || !ev.u.Known(o.class) {
		return false
	}
	r := ev.u.ConstructorFor(o.class, nil, sema.InitDefault)
	return r.Status == sema.Resolved && r.Func != nil && !r.Assumed && ev.runConstructor(o, r.Func, nil)
}

// runConstructor initialises o with a constructor.
func (ev *evaluator) runConstructor(o *object, f *sema.Func, args []result) bool {
	u := ev.u
	if !u.Nest() {
		return false
	}
	defer u.Unnest()
	if !ev.step() || f.Deleted || f.MemberOf != o.class || ev.setsPointers(f) || !ev.expand(o) {
		return false
	}
	if f.Implicit || f.Defaulted {
		switch f.Special() {
		case sema.DefaultCtor:
			return ev.initMembers(o, nil, -1)
		case sema.InheritedCtor:
			i := slices.IndexFunc(o.class.Bases(), func(b sema.Base) bool { return b.Class == f.Inherited.MemberOf })
			return i >= 0 && ev.runConstructor(o.parts[i], f.Inherited, args) && ev.initMembers(o, nil, i)
		case sema.CopyCtor, sema.MoveCtor:
			if len(args) == 1 {
				switch from := ev.base(ev.load(args[0]).obj, o.class); {
				case from == nil:
				case u.IsTrivial(f) == sema.Yes:
					return ev.assign(o, from)
				default:
					return ev.copyParts(o, from, f)
				}
			}
		}
		return false
	}
	if !f.Constexpr {
		ev.dynamic = true
		return false
	}
	body := u.TypedBody(f)
	if body == nil {
		return false
	}
	fr := &frame{fn: f, locals: make(map[*sema.Var]*object), this: o, outer: ev.frame}
	if !ev.bindParams(f, fr, body.Params, args) {
		return false
	}
	saved := ev.frame
	ev.frame = fr
	defer func() { ev.frame = saved }()
	if !ev.initMembers(o, body.Inits, -1) {
		return false
	}
	var ret result
	switch ev.block(body.Stmts, &ret) {
	case flowNext, flowReturn:
		return ev.complete(o, false)
	}
	return false
}

// copyParts does what a copy or move constructor that nobody wrote does: it copies bases and members one by one.
func (ev *evaluator) copyParts(o, from *object, f *sema.Func) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if from.opaque || o.class.Key == ast.KeyUnion || !ev.expand(from) || len(from.parts) != len(o.parts) {
		return false
	}
	by := make(map[int]*sema.Func)
	bases := o.class.Bases()
	for _, c := range ev.u.SpecialCalls(f) {
		switch {
		case c.Callee == nil:
			return false
		case c.Field != nil:
			by[len(bases)+c.Field.Index] = c.Callee
		default:
			by[slices.IndexFunc(bases, func(b sema.Base) bool { return c.Base != nil && b.Class == c.Base.Class })] = c.Callee
		}
	}
	for i, p := range o.parts {
		var copied bool
		if g := by[i]; g != nil && ev.u.IsTrivial(g) != sema.Yes {
			copied = p.class != nil && ev.runConstructor(p, g, []result{{obj: from.parts[i], lvalue: true, typ: from.parts[i].typ}})
		} else {
			copied = ev.assign(p, from.parts[i])
		}
		if !copied {
			return false
		}
	}
	return true
}

// setsPointers reports whether a constructor has to run, and notes it.
func (ev *evaluator) setsPointers(f *sema.Func) bool {
	sets := ev.u.setsPointers(f)
	ev.dynamic = ev.dynamic || sets
	return sets
}

// complete reports whether every scalar of an object has a value; strict: a union none of whose members is active has none.
func (ev *evaluator) complete(o *object, strict bool) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if o.opaque {
		return false
	}
	if o.typ.Kind != types.Class && o.typ.Kind != types.Array {
		return o.ptr != nil || o.val.Kind != types.UnknownValue
	}
	if !ev.expand(o) {
		return false
	}
	union := o.class != nil && o.class.Key == ast.KeyUnion
	if union && strict && o.active == 0 && len(o.parts) > 0 {
		return false
	}
	for i, p := range o.parts {
		if union && o.active != i+1 {
			continue
		}
		if !ev.complete(p, strict) {
			return false
		}
	}
	return true
}

// initMembers initialises bases and fields from member initialisers, default member initialisers, or by default, but for the part
// that is made already.
func (ev *evaluator) initMembers(o *object, inits []*sema.Stmt, made int) bool {
	byPart := make(map[int]*sema.Expr)
	bases, fields := o.class.Bases(), o.class.Fields()
	for _, m := range inits {
		switch {
		case m.Op != sema.StmtMember:
			return false
		case m.Field != nil:
			if m.Field.Class != o.class {
				return false // of an anonymous member
			}
			byPart[len(bases)+m.Field.Index] = m.X
		case m.Base != nil:
			i := slices.IndexFunc(bases, func(b sema.Base) bool { return b.Class == m.Base })
			if i < 0 {
				return false
			}
			byPart[i] = m.X
		default: // a delegating constructor
			return ev.init(o, m.X)
		}
	}
	union := o.class.Key == ast.KeyUnion
	for i, p := range o.parts {
		m := byPart[i]
		switch {
		case i == made:
		case m != nil:
			o.active = i - len(bases) + 1
			if !ev.init(p, m) {
				return false
			}
		case i >= len(bases) && sema.HasDefaultInit(fields[i-len(bases)]):
			if union && len(byPart) > 0 {
				continue
			}
			if !ev.memberInit(o, fields[i-len(bases)]) {
				return false
			}
		case union:
		case p.typ.Kind == types.Class || p.typ.Kind == types.Array:
			if i >= len(bases) && fields[i-len(bases)].Anonymous {
				if len(byPart) == 0 {
					continue
				}
				return false
			}
			if !ev.defaultInit(p) {
				return false
			}
		}
	}
	return true
}

// ---- Static initialisation

// InitDecl is the declaration whose initialiser gives a variable its value; nil when there is none.
func (u *Model) InitDecl(v *sema.Var) *sema.VarDecl {
	for _, d := range u.VarDecls(v) {
		if d.Dtor != nil && u.initialiserOf(d) != nil {
			return d
		}
	}
	return nil
}

// initialiserOf is a variable declaration's initialiser, also where it reads like a parameter list.
func (u *Model) initialiserOf(d *sema.VarDecl) *ast.Init {
	_, init := u.VariableDeclarator(d.Scope, d.Dtor)
	return init
}

// initBusy marks a variable's initialiser as being evaluated; true when it already is.
func (u *Model) initBusy(v *sema.Var) bool {
	if u.evals.busy == nil {
		u.evals.busy = make(map[*sema.Var]bool)
	}
	if u.evals.busy[v] {
		return true
	}
	u.evals.busy[v] = true
	return false
}

func (u *Model) initDone(v *sema.Var) { delete(u.evals.busy, v) }

// constantInit decides whether a variable with static storage is initialised statically.
func (ev *evaluator) constantInit(v *sema.Var) sema.Tri {
	u := ev.u
	t := u.VarType(v)
	if t == nil || t.IsUnknown() || t.IsDependent() {
		return sema.UnknownTri
	}
	vd := u.InitDecl(v)
	if vd == nil {
		return ev.constantDefault(sema.ElementOf(t))
	}
	o := ev.newObject(t)
	o.entity = v
	ev.globals[v] = o
	if u.initBusy(v) {
		return sema.UnknownTri
	}
	defer u.initDone(v)
	if ev.initialise(o, vd) {
		return sema.TriOf(sema.Automatic(v) || !holdsPassing(o))
	}
	if ev.dynamic {
		return sema.No
	}
	return u.certainlyDynamic(u.VarFacts(v))
}

// constantDefault decides whether an object with static storage and without an initialiser is initialised statically; elem is its
// type, or that of an array's elements.
func (ev *evaluator) constantDefault(elem *types.Type) sema.Tri {
	u := ev.u
	if elem.Kind != types.Class {
		return sema.Yes // zero
	}
	c := u.ClassOf(elem)
	if c == nil || !u.Known(c) {
		return sema.UnknownTri
	}
	f, unknown := u.ConstructorCall(c, nil)
	switch {
	case unknown || f == nil:
		return sema.UnknownTri
	case u.IsTrivial(f) == sema.Yes:
		return sema.Yes
	case !f.Constexpr && sema.UserProvided(f):
		return sema.No
	}
	o := ev.newObject(elem)
	if !sema.UserProvided(f) && ev.runConstructor(o, f, nil) && (!f.Constexpr || !ev.complete(o, false)) {
		return sema.No // some members are initialised and others not, which front ends leave to code
	}
	o = ev.newObject(elem)
	if f.Constexpr && ev.zeroObject(o) && ev.defaultConstruct(o) {
		return sema.TriOf(!holdsPassing(o))
	}
	return u.callsConstant(f)
}

// holdsPassing reports whether an object is or contains the address of a variable, or of a part of one, that has none before the program
// runs, or only while a function does.
func holdsPassing(o *object) bool {
	if o.ptr == nil {
		return slices.ContainsFunc(o.parts, holdsPassing)
	}
	to := o.ptr.obj
	for to.owner != nil || to.whole != nil {
		to = cmp.Or(to.owner, to.whole)
	}
	return to.entity != nil && (sema.Automatic(to.entity) || to.entity.PlacedAtRunTime())
}

// callsConstant decides whether a constructor that is no constant evaluation here runs code: No when it certainly does.
func (u *Model) callsConstant(f *sema.Func) sema.Tri {
	if sema.UserProvided(f) {
		if !f.Constexpr {
			return sema.No
		}
		return sema.UnknownTri
	}
	if u.setsPointers(f) {
		return sema.No
	}
	info := u.InfoOf(f)
	if info == nil {
		return sema.UnknownTri
	}
	return u.Ask(&info.Constant, func() sema.Tri {
		for _, call := range u.SpecialCalls(f) {
			if call.Callee != nil && u.callsConstant(call.Callee) == sema.No {
				return sema.No
			}
		}
		return u.certainlyDynamic(u.Facts(f)) // what default member initialisers call
	})
}

// setsPointers reports whether f is a default constructor that nobody wrote and that must run, to set the pointers to the tables
// of virtual functions or virtual bases.
func (u *Model) setsPointers(f *sema.Func) bool {
	if f.Constexpr || f.Special() != sema.DefaultCtor || sema.UserProvided(f) {
		return false
	}
	return u.IsPolymorphic(f.MemberOf) == sema.Yes || len(u.VirtualBases(f.MemberOf)) > 0
}

// variesAtRunTime reports whether a variable's value is certainly not known while compiling: it may change, or it is a constant
// that is defined elsewhere or that code initialises. Of a reference it is the value of what it refers to.
func (u *Model) variesAtRunTime(v *sema.Var) bool {
	t := u.VarType(v)
	if t == nil || t.IsUnknown() || t.IsDependent() || v.Constexpr || !u.Nest() {
		return false
	}
	defer u.Unnest()
	switch {
	case t.IsRef():
		if u.boundAtRunTime(v) {
			return true
		}
		bound := u.boundTo(v)
		return bound != nil && u.variesAtRunTime(bound)
	case !t.IsConst():
		return true
	case v.Kind != sema.NamespaceVar:
		return false
	}
	return v.Extern && u.InitDecl(v) == nil || u.InitDecl(v) != nil && t.IsScalar() && u.IsConstantInit(v) == sema.No
}

// boundAtRunTime reports whether what a reference outside of functions refers to is certainly not known while compiling.
func (u *Model) boundAtRunTime(v *sema.Var) bool {
	if v.Kind != sema.NamespaceVar || v.Constexpr {
		return false
	}
	return v.Extern && u.InitDecl(v) == nil || u.InitDecl(v) != nil && u.IsConstantInit(v) == sema.No
}

// boundTo is the variable that the initialiser of a reference outside of functions names; nil where it is not one alone.
func (u *Model) boundTo(v *sema.Var) *sema.Var {
	if v.Kind != sema.NamespaceVar || u.InitDecl(v) == nil {
		return nil
	}
	var bound *sema.Var
	for _, use := range u.VarFacts(v).Uses {
		if use.Kind != sema.Bind || bound != nil || use.Dependent {
			return nil
		}
		bound = use.Var
	}
	return bound
}

// certainlyDynamic looks for what makes an initialisation dynamic for certain: a call of a function that is not constexpr, or
// a read of a variable that is no constant. It never says Yes.
func (u *Model) certainlyDynamic(facts *sema.Facts) sema.Tri {
	if facts == nil {
		return sema.UnknownTri
	}
	const skip = sema.Discarded | sema.Folded | sema.Dead
	for i := range facts.Calls {
		if c := &facts.Calls[i]; c.Context&skip == 0 && c.Callee != nil && !c.Dependent && u.callRuns(c) {
			return sema.No
		}
	}
	for i := range facts.Uses {
		if use := &facts.Uses[i]; use.Context&skip == 0 && use.Var != nil && !use.Dependent && u.useVaries(use) {
			return sema.No
		}
	}
	return sema.UnknownTri
}

// callRuns reports whether a call in an initialiser certainly runs before main.
func (u *Model) callRuns(c *sema.Call) bool {
	f := c.Callee
	switch c.Kind {
	case sema.CallNamed, sema.CallOperator, sema.CallConversion, sema.CallObject, sema.CallLocalCtor, sema.CallTempCtor, sema.CallLiteral:
		if f.Constexpr || f.Implicit || f.Defaulted || f.Closure != nil || c.Site.Chunk == nil {
			return false
		}
		_, known := u.LibraryBuiltin(f)
		return !known
	case sema.CallMemberCtor, sema.CallParenCtor: // in a default member initialiser; the others are asked for themselves
		return c.Context&sema.InMemberInit != 0 && !f.Constexpr && sema.UserProvided(f) && u.emptiness(f, false).tri == sema.No
	case sema.CallTempDtor:
		return c.Context&sema.InMemberInit != 0 && !f.Constexpr // what it destroys is no literal
	}
	return c.Kind == sema.CallOperatorNew
}

// useVaries reports whether an initialiser uses of a variable what only the running program knows.
func (u *Model) useVaries(use *sema.Use) bool {
	switch use.Kind {
	case sema.Read, sema.ReadWrite, sema.Write:
		return u.variesAtRunTime(use.Var)
	case sema.AddressOf:
		return u.VarType(use.Var).IsRef() && u.boundAtRunTime(use.Var)
	}
	return false
}
