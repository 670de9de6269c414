package body

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (w *walker) callExpr(sc *sema.Scope, e *ast.Call) sema.Operand {
	u := w.u
	full := w.site(sc, e)
	switch fn := e.Fn.(type) {
	case *ast.Paren:
		if fn.Type != nil && u.IsType(sc, fn.Type) {
			// (T)(x): a cast; several arguments are a comma expression.
			t := u.ResolveTypeID(sc, fn.Type)
			w.makes(t)
			args := w.exprs(sc, e.Args)
			for _, a := range args[:max(len(args)-1, 0)] {
				w.discard(a)
			}
			if len(args) == 0 {
				return w.construct(sc, t, nil, sema.InitDirect, full, sema.CallTempCtor)
			}
			return w.cast(sc, ast.CastC, t, args[len(args)-1], full)
		}
	case *ast.NameExpr:
		f := u.LookupName(sc, fn.Name)
		if f.State == sema.FoundOK && len(f.Entities) > 0 && u.NamesType(f.Entities) {
			t := u.TypeOfFound(sc, f, fn.Name)
			w.makes(t)
			w.nameConstants(sc, fn.Name, false)
			return w.construct(sc, t, w.exprs(sc, e.Args), sema.InitDirect, full, sema.CallParenCtor)
		}
		w.ctx &^= sema.Parameter
		if (f.State == sema.NotFound || f.State == sema.FoundUnknown) && fn.Name.Simple() {
			if o, ok := w.builtinCall(sc, fn.Name, e); ok {
				return o
			}
		}
		callee := w.calleeName(sc, fn.Name, f)
		return w.callOperand(sc, callee, e, full)
	}
	w.ctx &^= sema.Parameter
	return w.callOperand(sc, w.expr(sc, e.Fn), e, full)
}

// calleeName types the name of a callee; an unqualified name that was not found may still be found by argument-dependent
// lookup.
func (w *walker) calleeName(sc *sema.Scope, n *ast.Name, f sema.Found) sema.Operand {
	if !n.Global && len(n.Parts) == 1 && n.Parts[0].Kind != ast.NameDestructor {
		if f.State == sema.NotFound || f.State == sema.FoundUnknown && f.In == nil {
			set := w.overloads(sc, n, f)
			set.ADL = true
			set.Incomplete = f.State == sema.FoundUnknown
			return sema.Operand{Type: w.u.T.Overloads(), Cat: sema.LValue, Set: set}
		}
		o := w.foundName(sc, n, f)
		if o.Set != nil {
			// [basic.lookup.argdep]: not when a member or a block-scope declaration was found.
			o.Set.ADL = true
			for _, e := range o.Set.Cands {
				switch e := e.(type) {
				case *sema.Func:
					if e.MemberOf != nil || e.Local {
						o.Set.ADL = false
					}
				case *sema.Template:
					if e.MemberOf != nil {
						o.Set.ADL = false
					}
				}
			}
			if sc.This != nil && !o.Set.ADL {
				o.Object = w.implicitObject(sc)
			}
		}
		return o
	}
	o := w.foundName(sc, n, f)
	if o.Set != nil && sc.This != nil && f.Class != nil && w.u.DerivedFrom(w.u.ClassOf(sc.This), f.Class) == sema.Yes {
		o.Object = w.implicitObject(sc)
	}
	return o
}

// implicitObject is *this where nobody writes it.
func (w *walker) implicitObject(sc *sema.Scope) *sema.Operand {
	o := w.thisObject(sc)
	o.Implicit = true
	return &o
}

// thisObject is *this.
func (w *walker) thisObject(sc *sema.Scope) sema.Operand {
	this := sema.Operand{Tree: &sema.Expr{Op: sema.ExprThis}}
	return sema.Operand{Type: sc.This, Cat: sema.LValue, Node: w.flow.Pointee(w.flow.Constant(sema.NodeThis)), Tree: unaryTree(token.Star, this)}
}

func (w *walker) callOperand(sc *sema.Scope, fn sema.Operand, e *ast.Call, full sema.Site) sema.Operand {
	u := w.u
	args := w.exprs(sc, e.Args)
	nameSite := full
	if e.Fn != nil {
		nameSite = w.site(sc, e.Fn)
	}
	switch {
	case fn.Pseudo:
		return sema.Operand{Type: u.T.Basic(ast.Void), Tree: fn.Tree}
	case fn.Set != nil:
		if n, ok := e.Fn.(*ast.NameExpr); ok && len(fn.Set.Cands) == 0 && sema.AnyOperandDependent(args) {
			u.Names.Found(sc, n.Name.Last(), sema.Found{State: sema.FoundDependent}) // by argument-dependent lookup, in each instance
		}
		return w.callSet(sc, fn, args, full)
	case sema.IsDependent(fn):
		w.use(fn, sema.UnknownUse, nil)
		w.consumeUnknown(args...)
		w.dependentCall(nameSite)
		return w.dependent(u.TokenKey(sc, full.Span))
	case fn.IsUnknown():
		w.consumeUnknown(append(args, fn)...)
		if sema.AnyOperandDependent(args) {
			w.dependentCall(nameSite)
		} else {
			w.unknownCall(nameSite, "the callee is not known")
		}
		return w.unknown()
	case fn.Type.Kind == types.Class:
		return w.callObject(sc, fn, e, args, nameSite, full)
	}
	return w.callPointer(sc, fn, args, nameSite, full)
}

// callObject types a call of an object of a class.
func (w *walker) callObject(sc *sema.Scope, fn sema.Operand, e *ast.Call, args []sema.Operand, nameSite, full sema.Site) sema.Operand {
	u := w.u
	if sema.AnyOperandDependent(args) || w.anyConstantDependent(args) {
		w.use(fn, sema.Object, nil)
		w.consumeUnknown(args...)
		w.dependentCall(nameSite)
		return w.dependent(u.TokenKey(sc, full.Span))
	}
	r := u.ResolveCallOperator(fn, args)
	if r.Status != sema.Resolved {
		w.use(fn, sema.UnknownUse, nil)
		w.failedCall(r, args, nameSite)
		return w.unknown()
	}
	if r.Func.Kind == sema.Conversion {
		return w.callPointer(sc, w.convertByFunction(fn, r.Func, nameSite), args, nameSite, full)
	}
	if r.Func.Closure != nil {
		args = w.leftToInstance(args)
	}
	if l, ok := sema.Unparen(e.Fn).(*ast.Lambda); ok && nonConst(args) == 0 {
		w.calledAtOnce(l)
	}
	start := w.markOf(args...)
	start = start.since(&fn)
	w.use(fn, sema.Object, r.Func)
	tree := w.callTree(r.Func, sema.CallObject, &fn, w.applyArgs(sc, r.Func, r.Convs, args, full))
	w.call(sema.Call{
		Kind: sema.CallObject, Callee: r.Func, Site: nameSite, Full: full, Args: int32(len(args)), NonConstArgs: nonConst(args), BoundConsts: w.boundConsts(r.Func, args),
		Virtual: u.IsVirtual(r.Func) == sema.Yes, Explicit: true, IsConstant: w.constantCall(start, r.Func, args, tree),
	})
	return w.constantAddress(start, r.Func, w.result(r.Func, full).Typed(tree), full)
}

// callPointer types a call of a function or through a pointer to one.
func (w *walker) callPointer(sc *sema.Scope, fn sema.Operand, args []sema.Operand, nameSite, full sema.Site) sema.Operand {
	u, t := w.u, fn.Type
	start := w.mark()
	if v, ok := fn.Entity.(*sema.Var); ok && v.Constexpr && u.VarType(v).IsRef() && w.facts != nil && !w.resolving && t.Kind == types.Pointer {
		if f, ok := u.EvalTree(fn.Tree, sema.EvalOptions{Runtime: true}).Entity.(*sema.Func); ok {
			w.in(sema.Folded, func() { w.load(fn) })
			return w.callFunc(sc, start, f, args, nameSite, full)
		}
	}
	f, early := w.pointsTo(fn)
	if f != nil && early {
		w.becomes(w.load(fn), sema.Called)
		return w.callFunc(sc, start, f, args, nameSite, full)
	}
	if t.Kind == types.Pointer {
		w.in(latePointer(fn), func() { fn = w.load(fn) })
		t = t.Elem
	} else if t.Kind == types.MemberPointer {
		t = t.Elem
	}
	if t.Kind != types.Func {
		w.consumeUnknown(append(args, fn)...)
		u.Refute()
		w.unknownCall(nameSite, "the callee is not a function")
		return w.unknown()
	}
	switch u.argumentsFit(t, args) {
	case sema.No:
		u.Refute()
		w.consumeUnknown(append(args, fn)...)
		w.unknownCall(nameSite, "the arguments do not fit")
		return w.unknown()
	case sema.UnknownTri:
		u.Doubt()
	}
	w.use(fn, sema.Read, nil)
	converted := w.argsTo(sc, t, args, full)
	w.pointerCall(fn.Entity, full)
	o := w.valueOf(t.Elem, full)
	tree := w.pointerCallTree(o, fn, converted)
	if f != nil {
		w.constantCall(start, f, args, tree)
	}
	return o.Typed(tree)
}

// pointsTo is the function whose address a pointer certainly holds: that of &f and +f, a constant pointer, a template argument, a part of
// a constant object. It is nil for a reference and the result of a cast. early: front ends put it in the pointer's place before they look
// at a call through it.
func (w *walker) pointsTo(p sema.Operand) (f *sema.Func, early bool) {
	if !toFunction(p.Type) {
		return nil, false
	}
	switch e := p.Entity.(type) {
	case *sema.Func:
		return e, true
	case *sema.Var:
		t := w.u.VarType(e)
		if t.Kind != p.Type.Kind || !t.IsConst() && !e.Constexpr || t.IsVolatile() {
			return nil, false
		}
		f, _ = w.u.InitValue(e).Entity.(*sema.Func)
		return f, true
	}
	b := p.Base
	if p.Address || w.resolving || p.Tree == nil {
		return nil, false
	}
	if b != nil {
		elem := sema.ElementOf(w.u.VarType(b.Var))
		if !b.Var.Constexpr && (!elem.IsConst() || elem.IsVolatile() || sema.Automatic(b.Var)) || b.Element && !b.ConstIndex {
			return nil, false
		}
		// Elements of arrays of pointers are left to code, but for those of static data members.
		early = !b.Subscript || b.Var.Kind == sema.StaticMember && b.Literal
	}
	f, _ = w.u.EvalTree(p.Tree, sema.EvalOptions{Runtime: true}).Entity.(*sema.Func)
	if b == nil && f != nil {
		if f.Closure == nil && !partOfArgument(p.Tree) {
			return nil, false
		}
		early = true
	}
	return f, early
}

// addressValue is the value of an operand, be it the address that a constant holds, which front ends put in its place.
func (w *walker) addressValue(o sema.Operand) types.Value {
	if o.Base != nil && o.Value.Kind == types.UnknownValue {
		if f, early := w.pointsTo(o); early && f != nil {
			return types.Value{Kind: types.AddressValue, Type: o.Type.Unqual(), Entity: f}
		}
	}
	return o.Value
}

// toFunction reports whether a type is that of pointers to functions, members or not.
func toFunction(t *types.Type) bool {
	return (t.Kind == types.Pointer || t.Kind == types.MemberPointer) && t.Elem.Kind == types.Func
}

// partOfArgument reports whether x is a member of the object that a template parameter of class type is bound to.
func partOfArgument(x *sema.Expr) bool {
	if x.Op != sema.ExprMember {
		return false
	}
	for x.Op == sema.ExprMember || x.Op == sema.ExprIndex {
		x = x.Args[0]
	}
	_, ok := x.Entity.(*sema.TemplateParam)
	return ok && x.Op == sema.ExprName
}

func (w *walker) failedCall(r sema.Resolution, args []sema.Operand, site sema.Site) {
	w.consumeUnknown(args...)
	if r.Status == sema.NoMatch {
		w.u.Refute()
	} else {
		w.u.Doubt()
	}
	w.unknownCall(site, r.Unresolved())
}

// dependentCallSet is a call of an overload set that depends on template parameters; known tells whether the object is known.
func (w *walker) dependentCallSet(sc *sema.Scope, fn sema.Operand, args []sema.Operand, known bool, full sema.Site) sema.Operand {
	set, object := fn.Set, fn.Object
	f := soleFunction(set)
	sole := known && f != nil && !set.Through
	if sole && w.definition() && (object == nil || !object.Implicit || f.MemberOf.InFunction()) {
		w.call(sema.Call{Kind: sema.CallNamed, Callee: f, Site: set.Site, Full: full, Explicit: true, Selected: object != nil, NonConstArgs: int32(len(args))})
	}
	if object != nil {
		w.use(*object, sema.UnknownUse, nil)
	}
	w.consumeUnknown(args...)
	w.dependentCall(set.Site)
	if sole && !f.Local && (object == nil || !object.Implicit || f.Static || !f.MemberOf.Dependent || f.MemberOf.InFunction()) {
		return operandOf(w.u.ResultType(f)) // no argument can choose another
	}
	return w.dependent(w.u.TokenKey(sc, full.Span))
}

// useObject is about the object whose member f is called.
func (w *walker) useObject(object sema.Operand, f *sema.Func, site sema.Site) {
	if f.Static || f.MemberOf == nil || f.Kind == sema.Destructor && w.u.IsTrivial(f) == sema.Yes {
		w.discard(object)
		return
	}
	w.use(object, sema.Object, f)
	if object.Implicit {
		w.captureThis(site)
	}
}

// addByArguments adds to an overload set what argument-dependent lookup finds. What is found is taken for all there is where more may
// stand in what is missing, and not where it may stand in what cannot be read.
func (w *walker) addByArguments(sc *sema.Scope, set *sema.OverloadSet, args []sema.Operand) {
	more, complete := w.u.LookupADL(sc, w.u.NamePartSym(set.Name.Last()), args, set.Cands...)
	set.Cands = addEntities(set.Cands, more)
	set.Incomplete = set.Broken || set.Incomplete && len(set.Cands) == 0 || !complete
	set.HasADL = true
}

// callSet calls an overload set.
func (w *walker) callSet(sc *sema.Scope, fn sema.Operand, args []sema.Operand, full sema.Site) sema.Operand {
	u := w.u
	set := fn.Set
	site := set.Site
	object := fn.Object
	known := object == nil || !sema.IsDependent(*object) || w.memberOfCurrent(sc, object.Type, set)
	if !known || sema.AnyOperandDependent(args) || w.anyConstantDependent(args) && !ownBuiltinSet(set) || slices.ContainsFunc(set.Explicit, types.Arg.IsDependent) {
		return w.dependentCallSet(sc, fn, args, known, full)
	}
	if set.ADL && !set.HasADL {
		w.addByArguments(sc, set, args)
	}
	if len(set.Cands) == 0 {
		w.consumeUnknown(args...)
		if !set.Incomplete {
			u.Refute()
		} else {
			u.Doubt()
		}
		w.unknownCall(site, "the name is not declared")
		return w.unknown()
	}
	r := u.ResolveCall(set, object, args)
	if r.Status != sema.Resolved {
		if object != nil {
			w.use(*object, sema.UnknownUse, nil)
		}
		w.failedCall(r, args, site)
		return w.unknown()
	}
	return w.callResolved(sc, fn, r, args, full)
}

// memberOfCurrent reports whether the functions of a set are members of the current instantiation [temp.dep.type], as t is, of which an object
// is. The destructor that ~ calls by the name of the class is taken for dependent.
func (w *walker) memberOfCurrent(sc *sema.Scope, t *types.Type, set *sema.OverloadSet) bool {
	c := w.u.ClassOf(t)
	return c != nil && t.IsDependent() && !w.ofOther(sc, c) && !slices.ContainsFunc(set.Cands, func(e sema.Entity) bool {
		f := sema.FuncOf(e)
		return f != nil && (w.ofOther(sc, f.MemberOf) || f.Kind == sema.Destructor && !set.Qualified)
	})
}

// ofOther reports whether the members of c depend on template parameters whatever their types: front ends take those of the classes that are
// being defined, and of local ones, for known.
func (w *walker) ofOther(sc *sema.Scope, c *sema.Class) bool {
	if c == nil {
		return false
	}
	t := w.u.ClassType(c)
	return t.IsDependent() && !c.InFunction() && !w.u.CurrentInstantiation(sc, t)
}

// callResolved calls the function that overload resolution chose of a set.
func (w *walker) callResolved(sc *sema.Scope, fn sema.Operand, r sema.Resolution, args []sema.Operand, full sema.Site) sema.Operand {
	u, f := w.u, r.Func
	set, object := fn.Set, fn.Object
	site := set.Site
	if r.Assumed && w.facts == nil {
		u.Doubt()
	}
	if w.refuses(sc, set.NamingClass, f) {
		w.consumeUnknown(args...)
		return w.unknown()
	}
	start := w.markOf(args...)
	if object != nil {
		start = start.since(object)
		w.useObject(*object, f, site)
	}
	given := w.given(sc, f, args)
	converted := w.applyArgs(sc, f, r.Convs, args, full)
	kind := sema.CallNamed
	if f.Kind == sema.Destructor {
		kind = sema.CallExplicitDtor
	}
	tree := w.callTree(f, kind, object, converted)
	if r.Assumed {
		tree = failedTree(u.ResultType(f)) // what may be meant is called, and not evaluated
	}
	isConstant := w.constantCall(start, f, args, tree)
	if set.Through {
		w.becomes(sema.Operand{Ref: w.ref(f, site)}, sema.Called)
		w.pointerCall(f, full)
		return w.result(f, full).Typed(tree)
	}
	if kind == sema.CallExplicitDtor && u.IsTrivial(f) == sema.Yes {
		o := sema.Operand{Type: u.T.Basic(ast.Void)}
		if object != nil {
			o.Tree = castTree(o.Type, *object)
		}
		return o
	}
	w.call(sema.Call{
		Selected:  object != nil && !object.Implicit,
		OfRefused: object != nil && object.Refused || anyRefused(args),
		Kind:      kind, Callee: f, Site: site, Full: full, Explicit: true, Args: int32(len(args)), NonConstArgs: nonConst(args), BoundConsts: w.boundConsts(f, args),
		Virtual: !set.Qualified && u.IsVirtual(f) == sema.Yes, IsConstant: isConstant, Given: given,
	})
	out := w.constantAddress(start, f, w.result(f, full).Typed(tree), full)
	switch member := object != nil && sema.IsDependent(*object) && !f.Static && !f.MemberOf.InFunction(); {
	case member && object.Implicit && out.Type.Kind == types.Class && sema.IsDependent(out):
		return w.dependent(u.TokenKey(sc, full.Span))
	case member && (object.Implicit || f.Template != nil):
		out.Dependent = true // like the call itself, see checkedInDefinition in spaces
	}
	return out
}

// soleFunction is the function that a call must mean whatever the types of its arguments: the only candidate, no template, where
// Argument-dependent lookup adds none.
func soleFunction(set *sema.OverloadSet) *sema.Func {
	if set.ADL || set.Incomplete || len(set.Cands) != 1 {
		return nil
	}
	f, _ := set.Cands[0].(*sema.Func)
	return f
}

// anyConstantDependent reports whether an argument in a template's definition is a constant whose value depends on the template's
// parameters: front ends leave the call to instances, since a zero would be a null pointer. A size alone, be it cast, is no such constant.
func (w *walker) anyConstantDependent(args []sema.Operand) bool {
	return w.definition() && slices.ContainsFunc(args, func(o sema.Operand) bool {
		if o.Cat != sema.PRValue || o.Tree == nil || !o.Type.IsIntegral() && o.Type.Kind != types.Enum {
			return false
		}
		x := o.Tree
		for x.Op == sema.ExprCast && x.Call != sema.CallParenCtor {
			x = x.Args[0]
		}
		if q, ok := x.Syntax.(*ast.Query); ok && q.Kind == ast.Sizeof {
			return false
		}
		constant, depends := w.constantInDefinition(o.Tree)
		return constant && depends
	})
}

// constantInDefinition reports how nvcc 12.4's front end reads an expression of a template's definition: as a constant, whose value may
// depend on the template's parameters. What T(x) makes of a constant does, though T and x depend on nothing, and so does what T(C())
// makes of an object. A call is no constant there, be it constexpr.
func (w *walker) constantInDefinition(x *sema.Expr) (constant, depends bool) {
	constant, depends = true, x.Dependent
	for _, a := range x.Args {
		c, d := w.constantInDefinition(a)
		constant, depends = constant && c, depends || d
	}
	empty := func(x *sema.Expr) bool { return x.Call == sema.CallParenCtor && len(x.Args) == 0 }
	switch x.Op {
	case sema.ExprName, sema.ExprOpaque, sema.ExprQuery:
		switch e := x.Entity.(type) {
		case *sema.TemplateParam:
			constant = !w.u.DeclaratorType(e.Scope, &e.Decl.Spec, &e.Decl.Decl).IsRef()
		case *sema.Var:
			constant = w.u.UsableInConstantExpr(e) != sema.No
		case *sema.Func:
			constant = false
		}
		depends = w.u.EvalTree(x, sema.EvalOptions{}).Kind == types.DependentValue
	case sema.ExprUnary:
		constant = constant || x.Tok == token.Amp
	case sema.ExprBinary, sema.ExprConditional:
		skips := x.Op == sema.ExprConditional || x.Tok == token.AndAnd || x.Tok == token.OrOr
		constant = constant || skips && w.u.EvalTree(x, sema.EvalOptions{}).IsKnown()
	case sema.ExprCast:
		if x.Call == sema.CallParenCtor {
			constant = constant || empty(x.Args[0])
			depends = depends || constant
		}
	case sema.ExprZero:
		depends = empty(x)
	case sema.ExprConst, sema.ExprBuiltin:
	default:
		constant = false
	}
	return constant, depends
}

// calledAtOnce is about a lambda that is called where it stands: the call may be a constant, and then nothing is left of the
// constants that its captures refer to. It marks them so, since the closure is not evaluated.
func (w *walker) calledAtOnce(l *ast.Lambda) {
	if w.facts == nil {
		return
	}
	for i := len(w.facts.Uses) - 1; i >= 0; i-- {
		u := &w.facts.Uses[i]
		if u.Site.Span.Lo < l.Span.Lo || u.Site.Span.Hi > l.Span.Hi {
			return
		}
		if u.Kind == sema.Bind {
			u.InConstantCall = true
		}
	}
}

// useMark is the number of uses recorded so far.
func (w *walker) useMark() int {
	if w.facts == nil {
		return 0
	}
	return len(w.facts.Uses)
}

// mark is how much was recorded so far.
type mark struct{ uses, refs, constructs, loose int }

func (w *walker) mark() mark {
	if w.facts == nil {
		return mark{}
	}
	return mark{len(w.facts.Uses), len(w.facts.Refs), len(w.facts.Constructs), len(w.loose)}
}

// markOf is mark, but that what was recorded of operands that are made already counts as recorded since then, too.
func (w *walker) markOf(operands ...sema.Operand) mark {
	m := w.mark()
	for i := range operands {
		m = m.since(&operands[i])
	}
	return m
}

// since is m, or where o began if that was before.
func (m mark) since(o *sema.Operand) mark {
	if o.Since > 0 {
		m.loose, m.uses = min(m.loose, int(o.Since-1)), min(m.uses, int(o.Uses))
	}
	return m
}

// callsMade counts the calls that are recorded.
func (w *walker) callsMade() int {
	if w.facts == nil {
		return 0
	}
	return len(w.facts.Calls)
}

// constantCall reports whether a call is a constant expression, and marks what was recorded since start, which is the call's, if
// it is: nothing of it remains in the generated code. It does not try where an argument is certainly none
// and no variables and functions are named, nor in the initialiser of a constexpr variable, where every call is one whether or not its
// value is known.
func (w *walker) constantCall(start mark, f *sema.Func, args []sema.Operand, x *sema.Expr) bool {
	if l := f.Closure; l != nil && l.Func != nil && len(l.Expr.Spec.CUDA) > 0 {
		return false // an extended lambda's closure is no literal type
	}
	_, library := w.u.LibraryBuiltin(f)
	if w.facts == nil || w.resolving || !f.Constexpr && !f.Consteval && !f.Comparison() && !library || x == nil ||
		library && w.u.readsKept(x) ||
		!library && len(w.facts.Uses) == start.uses && len(w.facts.Refs) == start.refs && anyObject(args) {
		return false
	}
	if w.ctx&sema.ConstexprInit == 0 {
		folded := w.u.IsFolded(x, false)
		if folded != sema.Yes && !w.manifestlyConstant(x) {
			for i := start.uses; i < len(w.facts.Uses); i++ {
				w.facts.Uses[i].InUnknownCall = folded == sema.UnknownTri
			}
			return false
		}
	}
	w.markConstant(start)
	if w.ctx&sema.ConstexprInit == 0 && len(w.loose) > start.loose {
		w.foldSince(start.loose, w.u.EvalTree(x, sema.EvalOptions{Runtime: true}))
	}
	return true
}

// manifestlyConstant reports whether a call is a constant, and part of what is manifestly constant-evaluated [expr.const]: a constant, or
// the initialiser of a static variable, a const scalar or a reference to an object that is there, where that is a constant.
func (w *walker) manifestlyConstant(call *sema.Expr) bool {
	required, whole := w.ctx&sema.Constant != 0, w.wholeInit
	if !required && (whole == nil || !w.initialises) || w.u.IsFolded(call, true) != sema.Yes {
		return false
	}
	if required {
		return true
	}
	x := w.u.TypedExpr(whole.sc, whole.x)
	if whole.bound {
		x = w.pointingTree(sema.Operand{Type: x.Type, Tree: x})
	}
	return w.u.IsFolded(x, true) == sema.Yes
}

// pointingTree is the address of the object that a glvalue denotes.
func (w *walker) pointingTree(o sema.Operand) *sema.Expr {
	return &sema.Expr{Op: sema.ExprUnary, Tok: token.Amp, Args: []*sema.Expr{o.Tree}, Type: w.u.T.Pointer(o.Type.NonRef())}
}

// constantAddress is what a call gave that was recorded since start: where that is a pointer to a known variable or function, or refers to
// one, front ends put it in the call's place, as they do for constant pointers (pointee).
func (w *walker) constantAddress(start mark, f *sema.Func, o sema.Operand, site sema.Site) sema.Operand {
	if w.facts == nil || w.resolving || !f.Constexpr || o.Tree == nil || w.ctx&sema.ConstexprInit != 0 {
		return o
	}
	pointer := o.Type.Kind == types.Pointer && o.Cat == sema.PRValue
	x := o.Tree
	switch {
	case pointer:
	case o.Cat == sema.LValue:
		x = w.pointingTree(o)
	default:
		return o
	}
	if w.varies(start) {
		return o
	}
	val := w.u.EvalTree(x, sema.EvalOptions{Runtime: true})
	if val.Kind != types.AddressValue {
		return o
	}
	switch to := val.Entity.(type) {
	case *sema.Func:
		if !pointer || to.Closure != nil {
			return o
		}
		w.constantAfterAll(start, f, val)
		o.Entity, o.Value = to, val
		if i := slices.IndexFunc(w.facts.Refs[start.refs:], func(r sema.FuncRef) bool { return r.Func == to }); i >= 0 {
			o.Ref = int32(start.refs + i + 1) // what an argument named
		} else {
			o.Ref = w.ref(to, site)
		}
	case *sema.Var:
		if sema.Automatic(to) {
			return o
		}
		w.constantAfterAll(start, f, val)
		if i := slices.IndexFunc(w.facts.Uses[start.uses:], func(u sema.Use) bool { return u.Var == to }); i >= 0 {
			site = w.facts.Uses[start.uses+i].Site
		}
		o.Base = &sema.VarRef{Var: to, Site: site, Element: strings.Contains(val.Key, "["), ConstIndex: true, ViaPointer: true}
		o.Address, o.Node = pointer, w.flow.Variable(to)
		if pointer {
			o.Node = w.flow.Address(o.Node)
		}
	}
	return o
}

// readsKept reports whether an argument of a library function reads a const variable that front ends do not see through for it: a
// pointer, or an array or object of a body, but for a static array of characters or numbers.
func (u *Model) readsKept(x *sema.Expr) bool {
	if x == nil || !u.Nest() {
		return false
	}
	defer u.Unnest()
	if v, ok := x.Entity.(*sema.Var); ok && x.Op == sema.ExprName && !v.Constexpr {
		switch t := u.VarType(v); {
		case t.Kind == types.Pointer, sema.Automatic(v) && (t.Kind == types.Array || t.Kind == types.Class):
			return true
		case v.Kind == sema.LocalStatic && (t.Kind == types.Class || t.Kind == types.Array && !t.Elem.IsIntegral()):
			return true
		}
	}
	return slices.ContainsFunc(x.Args, u.readsKept)
}

// varies reports whether a variable was used since start whose value is certainly no constant.
func (w *walker) varies(start mark) bool {
	return slices.ContainsFunc(w.facts.Uses[start.uses:], func(u sema.Use) bool {
		return sema.Automatic(u.Var) && !u.Var.Constexpr && !w.u.VarType(u.Var).IsConst()
	})
}

// constantAfterAll marks what was recorded since start, a call of f last, as part of the constant val.
func (w *walker) constantAfterAll(start mark, f *sema.Func, val types.Value) {
	w.markConstant(start)
	w.foldSince(min(start.loose, len(w.loose)), val)
	if n := len(w.facts.Calls); n > 0 && w.facts.Calls[n-1].Callee == f {
		w.facts.Calls[n-1].IsConstant = true
	}
}

// markConstant marks what was recorded since start: it belongs to a call that is a constant expression.
func (w *walker) markConstant(start mark) {
	for i := start.uses; i < len(w.facts.Uses); i++ {
		w.facts.Uses[i].InConstantCall = true
	}
	for i := start.constructs; i < len(w.facts.Constructs); i++ {
		if c := &w.facts.Constructs[i]; c.Kind == sema.LongDouble {
			c.Context |= sema.Folded
		}
	}
}

// constantObject is constantCall for a constructor, whose arguments brought what was recorded since start. A base is left to
// code even where it could be a constant.
func (w *walker) constantObject(start mark, f *sema.Func, args []sema.Operand, kind sema.CallKind) {
	if w.mark() == start || w.resolving || kind == sema.CallBaseCtor || !f.Constexpr && !f.Consteval {
		return
	}
	for _, a := range args {
		if a.Tree == nil || !a.Literal && !w.u.IsConstant(a.Tree) && w.u.IsFolded(a.Tree, false) != sema.Yes {
			return
		}
	}
	if w.u.MakesConstant(f, args) != sema.No {
		w.markConstant(start)
	}
}

// anyObject reports whether one of the arguments is an object whose value is not known, and counts: a function may not look into one of class type.
func anyObject(args []sema.Operand) bool {
	return slices.ContainsFunc(args, func(o sema.Operand) bool {
		named := o.Type.Kind == types.Class && o.Base != nil && !o.Base.ViaRef
		return o.Cat == sema.LValue && !named && nonConst([]sema.Operand{o}) > 0
	})
}

func addEntities(a, b []sema.Entity) []sema.Entity {
	out := a[:len(a):len(a)]
	for _, e := range b {
		dup := slices.Contains(a, e)
		if !dup {
			out = append(out, e)
		}
	}
	return out
}

// callFunc calls one certain function, to which a pointer points.
func (w *walker) callFunc(sc *sema.Scope, start mark, f *sema.Func, args []sema.Operand, site, full sema.Site) sema.Operand {
	set := &sema.OverloadSet{Cands: []sema.Entity{f}}
	r := w.u.ResolveCall(set, nil, args)
	converted := w.applyArgs(sc, f, r.Convs, args, full)
	tree := w.callTree(f, sema.CallNamed, nil, converted)
	w.call(sema.Call{
		Kind: sema.CallNamed, Callee: f, Site: site, Full: full, Explicit: true, Args: int32(len(args)), NonConstArgs: nonConst(args), BoundConsts: w.boundConsts(f, args),
		IsConstant: w.constantCall(start, f, args, tree),
	})
	return w.constantAddress(start, f, w.result(f, full).Typed(tree), full)
}

// argsTo converts arguments to a function type's parameters.
func (w *walker) argsTo(sc *sema.Scope, ft *types.Type, args []sema.Operand, site sema.Site) []sema.Operand {
	converted := slices.Clone(args)
	before := w.taken
	for i, a := range args {
		w.in(w.sinceFormed(a, before), func() {
			if i < len(ft.Params) {
				converted[i] = w.initCopy(sc, a, ft.Params[i], w.argSite(sc, a, site), sema.CallParamCopy)
			} else {
				w.vararg(a)
			}
		})
	}
	return converted
}

// pointerCall records a call through a pointer, be it to a function that is known.
func (w *walker) pointerCall(through sema.Entity, site sema.Site) {
	if w.facts != nil {
		w.effects++
		w.facts.Untargeted++
		if w.flow != nil {
			w.flow.Call(sema.FlowCall{Indirect: true, NoReturn: w.u.pointsToNoReturn(through), Site: site, Full: site}, w.ctx)
		}
	}
}

func (w *walker) vararg(a sema.Operand) sema.Node {
	a = w.u.SoleFunction(a)
	if a.Type.Kind == types.Class && a.Cat != sema.PRValue {
		w.use(a, sema.Read, nil)
		return 0
	}
	if a.Set != nil || a.Type.Kind == types.Braced {
		w.consumeUnknown(a)
		return 0
	}
	w.in(latePointer(a), func() { a = w.load(a) })
	w.becomes(a, sema.PassedOn)
	return a.Node
}

func (w *walker) argSite(sc *sema.Scope, o sema.Operand, def sema.Site) sema.Site {
	if o.Expr != nil && sc.Chunk != nil && !o.Expr.Pos().IsEmpty() {
		return sema.Site{Chunk: sc.Chunk, Span: o.Expr.Pos()}
	}
	return def
}

// applyArgs converts a resolved call's arguments and evaluates the default arguments it needs. It returns the arguments that are
// written, converted.
func (w *walker) applyArgs(sc *sema.Scope, f *sema.Func, convs []sema.Conv, args []sema.Operand, site sema.Site) []sema.Operand {
	ft := w.u.FuncType(f)
	if ft.Kind != types.Func {
		w.consumeUnknown(args...)
		return args
	}
	converted := make([]sema.Operand, len(args))
	before := w.taken
	for i, a := range args {
		if i < len(ft.Params) {
			w.noteErased(sc, f, a, ft.Params[i], site)
		}
		w.in(w.sinceFormed(a, before), func() {
			switch {
			case i >= len(ft.Params):
				converted[i] = sema.Operand{Node: w.vararg(a), Tree: a.Tree}
			case i < len(convs):
				converted[i] = w.apply(sc, a, convs[i], ft.Params[i], w.argSite(sc, a, site), sema.CallParamCopy)
				converted[i].Node = w.flow.Argument(converted[i], ft.Params[i])
			default:
				converted[i] = w.initCopy(sc, a, ft.Params[i], w.argSite(sc, a, site), sema.CallParamCopy)
				converted[i].Node = w.flow.Argument(converted[i], ft.Params[i])
			}
		})
	}
	if w.facts == nil {
		return converted
	}
	for i := len(args); i < len(ft.Params); i++ {
		w.defaultArg(f, i, ft.Params[i], site)
	}
	if w.flow != nil {
		w.flow.Expect(f, nodesOf(converted))
	}
	return converted
}

func nodesOf(os []sema.Operand) []sema.Node {
	nodes := make([]sema.Node, len(os))
	for i := range os {
		nodes[i] = os[i].Node
	}
	return nodes
}

// noteErased records an argument that points to an object and is passed as a pointer to void.
func (w *walker) noteErased(sc *sema.Scope, f *sema.Func, a sema.Operand, param *types.Type, call sema.Site) {
	if w.facts == nil || param.Kind != types.Pointer || !param.Elem.IsVoid() || a.Type == nil || sema.IsDependent(a) {
		return
	}
	switch a.Type.Kind {
	case types.Pointer, types.Array:
		if !a.Type.Elem.IsVoid() && a.Type.Elem.Kind != types.Func && !a.Type.Elem.IsUnknown() {
			w.facts.Erased = append(w.facts.Erased, sema.Erasure{Callee: f, Pointee: a.Type.Elem.Unqual(), Site: w.argSite(sc, a, call), Call: call})
		}
	}
}

// defaultArg evaluates a default argument on behalf of a call.
func (w *walker) defaultArg(f *sema.Func, i int, t *types.Type, site sema.Site) {
	if w.argDepth > maxArgDepth {
		w.unknownCall(site, "default arguments are nested too deep")
		return
	}
	fd, p := w.u.DefaultArgDecl(f, i)
	if p == nil {
		return
	}
	a := w.u.DefaultArgument(sema.ArgumentKey{F: f, Param: i}, fd)
	sc := a.Scope
	e := w.u.ParseDeferred(sc, p.Default)
	if e == nil {
		return
	}
	if !w.u.BeginQuery(&a.Asked) {
		w.unknownCall(site, "the default argument leads back to itself")
		return
	}
	defer w.u.EndQuery(&a.Asked)
	if w.ctx&sema.InDefaultArg == 0 {
		w.arg = site
	}
	w.argDepth++
	lambda := w.lambda
	w.lambda = nil
	w.in(sema.InDefaultArg|sema.Parameter, func() {
		w.initCopy(sc, w.expr(sc, e), t, sema.Site{Chunk: sc.Chunk, Span: p.Default.Span}, sema.CallParamCopy)
	})
	w.lambda = lambda
	w.argDepth--
}

// ---- Launches

func (w *walker) launch(sc *sema.Scope, e *ast.Launch) sema.Operand {
	full := w.site(sc, e)
	config, trees := w.launchConfig(sc, e)
	closing := sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: e.ConfigSpan.Hi - 1, Hi: e.ConfigSpan.Hi}}
	l := sema.Launch{Site: w.site(sc, e.Fn), Full: full, Close: closing, Config: len(e.Config), Context: w.ctx, Fn: w.u.T.Unknown()}
	for i, c := range e.Config {
		l.ConfigSites = append(l.ConfigSites, w.site(sc, c))
		if trees[i] != nil {
			l.ConfigValues = append(l.ConfigValues, w.u.EvalTree(trees[i], sema.EvalOptions{Runtime: true}))
		}
	}
	var fn sema.Operand
	if ne, ok := e.Fn.(*ast.NameExpr); ok {
		fn = w.calleeName(sc, ne.Name, w.u.LookupName(sc, ne.Name))
	} else {
		fn = w.expr(sc, e.Fn)
	}
	args := w.exprs(sc, e.Args)
	nodes := w.launched(sc, &l, fn, args)
	l.Args = w.launchArgs(sc, &l, args)
	if l.Dependent {
		w.consumeUnknown(args...)
	}
	if w.facts != nil {
		w.effects++
		w.facts.Launches = append(w.facts.Launches, l)
		sites := make([]sema.Site, len(nodes))
		for i := range sites {
			sites[i] = w.argSite(sc, args[i], full)
		}
		w.flow.Launch(l, config, nodes, sites)
	}
	return sema.Operand{Type: w.u.T.Basic(ast.Void)}
}

// launchConfig walks what stands between <<< and >>>: the first two are converted to dim3, objects behind them to a size and a stream.
func (w *walker) launchConfig(sc *sema.Scope, e *ast.Launch) (config []sema.Node, trees []*sema.Expr) {
	config, trees = make([]sema.Node, len(e.Config)), make([]*sema.Expr, len(e.Config))
	w.in(sema.InLaunch, func() {
		for i, c := range e.Config {
			o := w.expr(sc, c)
			trees[i] = o.Tree
			switch {
			case i < 2 || o.Type.Kind == types.Class:
				w.initCopy(sc, o, w.u.configType(i), w.site(sc, c), sema.CallParamCopy)
			case isNull(o):
				w.load(o)
				config[i] = w.flow.Constant(sema.NodeNull)
			default:
				config[i] = w.load(o).Node
			}
		}
	})
	return config, trees
}

// launched finds out what a launch is of, and passes the arguments; what is known of them is returned where the kernel was chosen.
func (w *walker) launched(sc *sema.Scope, l *sema.Launch, fn sema.Operand, args []sema.Operand) []sema.Node {
	l.Dependent = sema.AnyOperandDependent(args) || sema.IsDependent(fn)
	if fn.Set != nil && l.Dependent {
		l.Named = fn.Set.Cands
	}
	switch {
	case fn.Set != nil && !l.Dependent:
		return w.launchSet(sc, l, fn, args)
	case fn.Type.Kind == types.Pointer && fn.Type.Elem.Kind == types.Func:
		l.Fn = fn.Type.Elem
		l.Through, _ = fn.Entity.(*sema.Var)
		if _, ok := fn.Entity.(*sema.Func); ok || l.Through != nil {
			l.Kernel, _ = w.pointsTo(fn)
		}
		l.Indirect = l.Kernel == nil
		w.load(fn)
		w.argsTo(sc, fn.Type.Elem, args, l.Full)
	case fn.Type.Kind == types.Func:
		if f, ok := fn.Entity.(*sema.Func); ok {
			l.Kernel = f
		}
		l.Fn, l.Indirect = fn.Type, true
		w.argsTo(sc, fn.Type, args, l.Full)
	case fn.Type.Kind == types.Class && !l.Dependent:
		l.Fn = fn.Type
		w.launchObject(sc, l, fn, args)
	default:
		w.consumeUnknown(append(args, fn)...)
	}
	return nil
}

// launchObject finds the call operator of an object that is launched, which is an error and otherwise as a call of it.
func (w *walker) launchObject(sc *sema.Scope, l *sema.Launch, fn sema.Operand, args []sema.Operand) {
	r := w.u.ResolveCallOperator(fn, args)
	if r.Status != sema.Resolved || r.Func.Kind == sema.Conversion {
		w.consumeUnknown(append(args, fn)...)
		return
	}
	l.Kernel = r.Func
	w.use(fn, sema.Object, r.Func)
	w.applyArgs(sc, r.Func, r.Convs, args, l.Full)
}

// launchSet chooses the kernel of a launch by overload resolution.
func (w *walker) launchSet(sc *sema.Scope, l *sema.Launch, fn sema.Operand, args []sema.Operand) []sema.Node {
	if slices.ContainsFunc(fn.Set.Explicit, types.Arg.IsDependent) {
		l.Dependent = true
		return nil
	}
	u := w.u
	l.Site, l.Indirect = fn.Set.Site, fn.Set.Through
	if fn.Set.ADL {
		w.addByArguments(sc, fn.Set, args)
	}
	r := u.ResolveCall(fn.Set, fn.Object, args)
	if r.Status != sema.Resolved {
		w.consumeUnknown(args...)
		return nil
	}
	l.Kernel, l.Fn = r.Func, u.FuncType(r.Func)
	return nodesOf(w.applyArgs(sc, r.Func, r.Convs, args, l.Full))
}

// launchArgs are the arguments of a launch.
func (w *walker) launchArgs(sc *sema.Scope, l *sema.Launch, args []sema.Operand) []sema.LaunchArg {
	var out []sema.LaunchArg
	for i, a := range args {
		arg := sema.LaunchArg{Site: w.argSite(sc, a, l.Full), Type: w.u.T.Unknown()}
		if fn := l.Fn; fn.Kind == types.Func && i < len(fn.Params) && !fn.IsDependent() {
			arg.Type = fn.Params[i]
		}
		out = append(out, arg)
	}
	return out
}

// configType is the type of a launch's i-th configuration argument, unknown where nothing declares it.
func (u *Model) configType(i int) *types.Type {
	switch i {
	case 2:
		return u.T.Basic(ast.ULong)
	case 3:
		return u.globalType("cudaStream_t")
	}
	return u.globalType("dim3")
}

// globalType is the type that has a name in the global namespace, unknown where none has.
func (u *Model) globalType(name string) *types.Type {
	for _, e := range u.LookupGlobal(name).Entities {
		switch e := e.(type) {
		case *sema.Class:
			return u.ClassType(e)
		case *sema.Typedef:
			return u.TypedefType(e)
		}
	}
	return u.T.Unknown()
}

// ---- Compiler builtins

// mayBeConstexpr reports whether what is walked is the body of a constexpr function, or of a lambda, whose call operator is one where it can
// be [expr.prim.lambda.closure]. To the front end that of a lambda which uses what it captures is none, but what is used is not known yet.
func (w *walker) mayBeConstexpr() bool {
	return w.f.Constexpr || w.lambda != nil && w.u.Std >= 17
}

// builtinCall types a call of a function that the compiler knows without declaration.
func (w *walker) builtinCall(sc *sema.Scope, n *ast.Name, e *ast.Call) (sema.Operand, bool) {
	known, t, ok := constant.TypedBuiltin(w.u.T, w.u.Text(n.Parts[0].Sym))
	if !ok {
		return sema.Operand{}, false
	}
	outer := w
	if known.Sort == constant.ConstantOperand {
		if !w.u.Opts.AsksByValue || w.f == nil || w.ctx&sema.Constant != 0 {
			w = w.quiet()
		} else if w.mayBeConstexpr() { // where it is 0 for what is no constant, and nothing of it is left
			folded := *w
			folded.ctx |= sema.Folded
			folded.full = nil
			w, outer = &folded, &folded
		}
	}
	start := w.mark()
	args := w.exprs(sc, e.Args)
	tree := &sema.Expr{Op: sema.ExprBuiltin, Name: n.Parts[0].Sym, Args: treesOf(args)}
	if known.Sort == constant.StackMemory {
		w.note(sema.Construct{Kind: sema.Alloca, Site: sema.Site{Chunk: sc.Chunk, Span: n.Span}})
	}
	if known.Sort == constant.ObjectAddress && len(args) == 1 {
		if sema.IsDependent(args[0]) {
			return w.dependentExpr(sc, e).Typed(tree), true
		}
		w.use(args[0], sema.AddressOf, nil)
		return sema.Operand{Type: w.u.T.Pointer(args[0].Type), Node: w.flow.Address(args[0].Node), Tree: tree}, true
	}
	nodes := make([]sema.Node, len(args))
	for i, a := range args {
		if a.IsUnknown() || a.Set != nil || sema.IsDependent(a) {
			w.consumeUnknown(a)
			continue
		}
		nodes[i] = w.load(a).Node
	}
	if w.facts != nil {
		w.effects++
		w.facts.Untargeted++
		if known.Folds() {
			w.facts.Foldable++
		}
	}
	result := w.flow.Builtin(n.Parts[0].Sym, known.NoReturn, nodes, w.ctx, w.site(sc, e))
	if known.Sort == constant.FirstArgument && len(args) > 0 {
		return sema.Operand{Type: t, Value: args[0].Value, Dependent: sema.IsDependent(args[0]), Tree: tree}, true
	}
	o := operandOf(t).Typed(tree)
	o.Node = result
	if v := w.constantValue(tree); v.Kind != types.UnknownValue {
		o.Value = v
		if w.facts != nil {
			w.markConstant(start)
		}
	} else if !sema.AnyOperandDependent(args) && (len(args) == 0 || nonConst(args) > 0) { // of constants front ends know more values
		outer.note(sema.Construct{
			Kind: sema.BuiltinCall, Site: sema.Site{Chunk: sc.Chunk, Span: n.Span}, Word: w.u.Text(n.Parts[0].Sym),
		})
	}
	return o, true
}
