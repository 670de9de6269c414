package consteval

import (
	"cmp"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// StaticLife judges a variable by its initialiser, or the default initialisation where it has none, and its destructor.
func (u *Model) StaticLife(v *sema.Var) sema.StaticLife {
	t := u.VarType(v)
	elem := sema.ElementOf(t)
	if sema.NoElements(t) && !v.Extern && u.InitDecl(v) == nil {
		return sema.StaticLife{Dynamic: sema.No}
	}
	constant := u.IsConstantInit(v)
	if elem.Kind != types.Class || elem.IsDependent() {
		return sema.StaticLife{Dynamic: constant.Not()}
	}
	c := u.ClassOf(elem)
	if c == nil || !u.Known(c) {
		return sema.StaticLife{Dynamic: sema.UnknownTri}
	}
	dtor := c.Destructor()
	if dtor == nil {
		return sema.StaticLife{Dynamic: sema.UnknownTri}
	}
	end := u.emptiness(dtor, v.Func != nil)
	if end.tri != sema.Yes {
		return sema.StaticLife{Dynamic: end.tri.Not(), Func: dtor, Why: end.why}
	}
	if constant == sema.Yes && (u.IsTrivial(dtor) == sema.Yes || u.Opts.CUDA >= foldsDestroyed && u.constructed(v)) {
		return sema.StaticLife{Dynamic: sema.No, Latest: end.latest, Instance: end.instance}
	}
	ctor, isDefault := u.defaultInitialised(v, c)
	switch {
	case isDefault && ctor != nil && u.makesNothing(v, ctor):
		return sema.StaticLife{Dynamic: sema.No, Latest: end.latest, Instance: end.instance}
	case constant == sema.Yes:
		return sema.StaticLife{Dynamic: sema.Yes, Folded: true} // the front end folds no initialiser of what has a destructor
	case !isDefault || ctor == nil:
		return sema.StaticLife{Dynamic: constant.Not()}
	}
	begin := u.emptiness(ctor, v.Func != nil)
	life := sema.StaticLife{
		Dynamic: begin.tri.Not(), Func: ctor, Why: begin.why, Latest: laterOf(begin.latest, end.latest),
		Instance: cmp.Or(begin.instance, end.instance),
	}
	if life.Dynamic == sema.Yes && constant != sema.No {
		life.Dynamic = sema.UnknownTri // it may be a constant all the same
	}
	return life
}

// makesNothing reports whether to the front end nothing runs where a default constructor alone initialises v: it is trivial or, in a body, a
// constexpr one that leaves something without a value, or a constexpr one makes the elements of an array with an empty list.
func (u *Model) makesNothing(v *sema.Var, ctor *sema.Func) bool {
	return u.IsTrivial(ctor) == sema.Yes || v.Func != nil && u.constexprMade(ctor) && !u.setsAll(ctor) ||
		ctor.Constexpr && u.VarType(v).Kind == types.Array && u.InitDecl(v) != nil
}

// setsAll reports whether a default constructor is a constant evaluation that leaves nothing of an object without a value.
func (u *Model) setsAll(ctor *sema.Func) bool {
	ev, done := u.newEvaluator(sema.EvalOptions{})
	if ev == nil {
		return false
	}
	defer done()
	o := ev.newObject(u.ClassType(ctor.MemberOf))
	return ev.runConstructor(o, ctor, nil) && ev.complete(o, true)
}

// foldsDestroyed is the first version of CUDA whose front end takes what one constructor makes for a constant although its class has a
// destructor that is not trivial, yet empty.
const foldsDestroyed = 13000

// constructed reports whether constructors make v, or each of its elements, and no list.
func (u *Model) constructed(v *sema.Var) bool {
	vd := u.InitDecl(v)
	if vd == nil {
		return true
	}
	x := u.TypedInit(vd.Scope, u.VarType(v), u.initialiserOf(vd))
	return x != nil && x.Op == sema.ExprConstruct
}

// EmptyLife are the default constructor and the destructor of a variable with static storage duration that are empty, but not
// trivial, where no other code must run. What a constexpr constructor does is a constant.
func (u *Model) EmptyLife(v *sema.Var) []*sema.Func {
	t := sema.ElementOf(u.VarType(v))
	c := u.ClassOf(t)
	if c == nil || t.IsDependent() || u.StaticLife(v).Dynamic != sema.No {
		return nil
	}
	var out []*sema.Func
	if ctor, isDefault := u.defaultInitialised(v, c); isDefault && ctor != nil && !ctor.Constexpr && u.IsTrivial(ctor) == sema.No &&
		u.emptiness(ctor, v.Func != nil).tri == sema.Yes {
		out = append(out, ctor)
	}
	if dtor := c.Destructor(); dtor != nil && u.IsTrivial(dtor) == sema.No {
		out = append(out, dtor)
	}
	return out
}

// defaultInitialised reports whether nothing but the default constructor initialises v, an object of class c or an array of
// such, and which it is: no initialiser, empty ones where somebody wrote the constructor, and C(), also in a body where nobody wrote it
// and it is constexpr.
func (u *Model) defaultInitialised(v *sema.Var, c *sema.Class) (ctor *sema.Func, ok bool) {
	ctor, unknown := u.ConstructorCall(c, nil)
	if unknown {
		ctor = nil
	}
	vd := u.InitDecl(v)
	if vd == nil {
		return ctor, true
	}
	written := ctor != nil && sema.UserProvided(ctor)
	if ctor == nil || !written && (v.Func == nil || !u.constexprMade(ctor)) {
		return nil, false // value-initialisation begins with zeros, or there is an aggregate
	}
	init := u.ParseInit(vd.Scope, u.initialiserOf(vd))
	if init == nil || len(init.Args) == 0 && !written {
		return nil, false
	}
	if len(init.Args) == 0 {
		return ctor, true
	}
	if init.Kind != ast.InitEq || len(init.Args) > 1 || u.VarType(v).Kind == types.Array {
		return nil, false
	}
	var args []ast.Expr
	switch x := init.Args[0].(type) {
	case *ast.Call:
		args = x.Args
	case *ast.Construct:
		if args = x.Args; x.Brace && !written {
			return nil, false
		}
	default:
		return nil, false
	}
	made := u.TypeOf(vd.Scope, init.Args[0])
	return ctor, len(args) == 0 && made.Cat == sema.PRValue && u.ClassOf(made.Type) == c && !u.callsFunction(vd.Scope, init.Args[0])
}

// callsFunction reports whether an expression that looks like C() calls a function of that name.
func (u *Model) callsFunction(sc *sema.Scope, e ast.Expr) bool {
	call, ok := e.(*ast.Call)
	if !ok {
		return false
	}
	n, ok := call.Fn.(*ast.NameExpr)
	return !ok || !u.NamesType(u.LookupName(sc, n.Name).Entities)
}

// laterOf is the one of two definitions that stands later; either may be nil.
func laterOf(a, b *sema.FuncDecl) *sema.FuncDecl {
	if a == nil || b != nil && (b.Site.Chunk.Ord > a.Site.Chunk.Ord || b.Site.Chunk == a.Site.Chunk && b.Site.Span.Lo > a.Site.Span.Lo) {
		return b
	}
	return a
}
