package sema

import (
	"cmp"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// StaticLife says whether code must run for a variable with static storage duration: where nothing runs before the kernels,
// its initialisation must be constant or empty, and its destruction empty. That follows nvcc 12.4's front end.
type StaticLife struct {
	// Dynamic is Yes where code must run for certain.
	Dynamic Tri
	// Func is the constructor or destructor that is not empty, nil where the initialiser is at fault.
	Func *Func
	// Folded: a constant initialiser is at fault only because the object has a destructor that is not trivial.
	Folded bool
	Why    []EmptyReason
	// Latest is the last of the definitions that make its constructor and destructor empty, Instance one of those functions that is
	// made from a template.
	Latest   *FuncDecl
	Instance *Func
}

// StaticLife judges a variable by its initialiser, or the default initialisation where it has none, and its destructor.
func (u *Unit) StaticLife(v *Var) StaticLife {
	t := u.VarType(v)
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if noElements(t) && !v.Extern && u.InitDecl(v) == nil {
		return StaticLife{Dynamic: No}
	}
	constant := u.IsConstantInit(v)
	if elem.Kind != types.Class || elem.IsDependent() {
		return StaticLife{Dynamic: constant.not()}
	}
	c := u.ClassOf(elem)
	if c == nil || !u.known(c) {
		return StaticLife{Dynamic: UnknownTri}
	}
	dtor := c.Destructor()
	if dtor == nil {
		return StaticLife{Dynamic: UnknownTri}
	}
	end := u.emptiness(dtor, v.Func != nil)
	if end.tri != Yes {
		return StaticLife{Dynamic: end.tri.not(), Func: dtor, Why: end.why}
	}
	if constant == Yes && u.IsTrivial(dtor) == Yes {
		return StaticLife{Dynamic: No}
	}
	ctor, isDefault := u.defaultInitialised(v, c)
	switch {
	case !isDefault || ctor == nil:
		return StaticLife{Dynamic: constant.not()}.orFolded(constant)
	case u.IsTrivial(ctor) == Yes:
		return StaticLife{Dynamic: No, Latest: end.latest, Instance: end.instance}
	case constant == Yes:
		return StaticLife{}.orFolded(constant)
	}
	begin := u.emptiness(ctor, v.Func != nil)
	life := StaticLife{
		Dynamic: begin.tri.not(), Func: ctor, Why: begin.why, Latest: laterOf(begin.latest, end.latest),
		Instance: cmp.Or(begin.instance, end.instance),
	}
	if life.Dynamic == Yes && constant != No {
		life.Dynamic = UnknownTri // it may be a constant all the same
	}
	return life
}

// EmptyLife are the default constructor and the destructor of a variable with static storage duration that are empty, but not
// trivial, where no other code must run. What a constexpr constructor does is a constant.
func (u *Unit) EmptyLife(v *Var) []*Func {
	t := u.VarType(v)
	for t.Kind == types.Array {
		t = t.Elem
	}
	c := u.ClassOf(t)
	if c == nil || t.IsDependent() || u.StaticLife(v).Dynamic != No {
		return nil
	}
	var out []*Func
	if ctor, isDefault := u.defaultInitialised(v, c); isDefault && ctor != nil && !ctor.Constexpr && u.IsTrivial(ctor) == No &&
		u.emptiness(ctor, v.Func != nil).tri == Yes {
		out = append(out, ctor)
	}
	if dtor := c.Destructor(); dtor != nil && u.IsTrivial(dtor) == No {
		out = append(out, dtor)
	}
	return out
}

// orFolded is the verdict on a constant initialiser of an object whose destructor is not trivial: the front end does not
// fold it.
func (l StaticLife) orFolded(constant Tri) StaticLife {
	if constant == Yes {
		l.Dynamic, l.Folded = Yes, true
	}
	return l
}

// defaultInitialised reports whether nothing but the default constructor initialises v, an object of class c or an array of
// such, and which it is: no initialiser, empty ones where somebody wrote the constructor, and C().
func (u *Unit) defaultInitialised(v *Var, c *Class) (ctor *Func, ok bool) {
	ctor, unknown := u.constructorCall(c, nil)
	if unknown {
		ctor = nil
	}
	vd := u.InitDecl(v)
	if vd == nil {
		return ctor, true
	}
	if ctor == nil || !userProvided(ctor) {
		return nil, false // value-initialisation begins with zeros, or there is an aggregate
	}
	init := u.parseInit(vd.Scope, u.initialiserOf(vd))
	if init == nil {
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
		args = x.Args
	default:
		return nil, false
	}
	made := u.typeOf(vd.Scope, init.Args[0])
	return ctor, len(args) == 0 && made.Cat == PRValue && u.ClassOf(made.Type) == c && !u.callsFunction(vd.Scope, init.Args[0])
}

// callsFunction reports whether an expression that looks like C() calls a function of that name.
func (u *Unit) callsFunction(sc *Scope, e ast.Expr) bool {
	call, ok := e.(*ast.Call)
	if !ok {
		return false
	}
	n, ok := call.Fn.(*ast.NameExpr)
	return !ok || !u.namesType(u.lookupName(sc, n.Name).Entities)
}

// laterOf is the one of two definitions that stands later; either may be nil.
func laterOf(a, b *FuncDecl) *FuncDecl {
	if a == nil || b != nil && (b.Site.Chunk.Ord > a.Site.Chunk.Ord || b.Site.Chunk == a.Site.Chunk && b.Site.Span.Lo > a.Site.Span.Lo) {
		return b
	}
	return a
}
