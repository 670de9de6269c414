package sema

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (w *walker) callExpr(sc *Scope, e *ast.Call) Operand {
	u := w.u
	full := w.site(sc, e)
	switch fn := e.Fn.(type) {
	case *ast.Paren:
		if fn.Type != nil && u.isType(sc, fn.Type) {
			// (T)(x): a cast; several arguments are a comma expression.
			args := w.exprs(sc, e.Args)
			for _, a := range args[:max(len(args)-1, 0)] {
				w.discard(a)
			}
			t := u.resolveTypeID(sc, fn.Type)
			if len(args) == 0 {
				return w.construct(sc, t, nil, InitDirect, full, CallTempCtor)
			}
			return w.cast(sc, ast.CastC, t, args[len(args)-1], full)
		}
	case *ast.NameExpr:
		f := u.lookupName(sc, fn.Name)
		if f.State == FoundOK && len(f.Entities) > 0 && u.namesType(f.Entities) {
			t := u.typeOfFound(sc, f, fn.Name)
			w.nameConstants(sc, fn.Name, false)
			return w.construct(sc, t, w.exprs(sc, e.Args), InitDirect, full, CallParenCtor)
		}
		if (f.State == NotFound || f.State == FoundUnknown) && fn.Name.Simple() {
			if o, ok := w.builtinCall(sc, fn.Name, e); ok {
				return o
			}
		}
		callee := w.calleeName(sc, fn.Name, f)
		return w.callOperand(sc, callee, e, full)
	}
	return w.callOperand(sc, w.expr(sc, e.Fn), e, full)
}

// namesType reports whether a callee's name is a type: a functional cast.
func (u *Unit) namesType(es []Entity) bool {
	for _, e := range es {
		switch e := e.(type) {
		case *Func, *Var, *Field:
			return false
		case *Template:
			if e.Kind == FuncTemplate || e.Kind == VarTemplate {
				return false
			}
		}
	}
	return isTypeEntity(es[0]) || isTemplateParam(es[0])
}

// calleeName types the name of a callee; an unqualified name that was not found may still be found by argument-dependent
// lookup.
func (w *walker) calleeName(sc *Scope, n *ast.Name, f Found) Operand {
	if !n.Global && len(n.Parts) == 1 && n.Parts[0].Kind != ast.NameDestructor {
		if f.State == NotFound || f.State == FoundUnknown && f.In == nil {
			set := w.overloads(sc, n, f)
			set.ADL = true
			set.Incomplete = f.State == FoundUnknown
			return Operand{Type: w.u.T.Overloads(), Cat: LValue, Set: set}
		}
		o := w.foundName(sc, n, f)
		if o.Set != nil {
			// [basic.lookup.argdep]: not when a member or a block-scope declaration was found.
			o.Set.ADL = true
			for _, e := range o.Set.Cands {
				switch e := e.(type) {
				case *Func:
					if e.MemberOf != nil || e.Local {
						o.Set.ADL = false
					}
				case *Template:
					if e.MemberOf != nil {
						o.Set.ADL = false
					}
				}
			}
			if sc.This != nil && !o.Set.ADL {
				o.object = w.implicitObject(sc)
			}
		}
		return o
	}
	o := w.foundName(sc, n, f)
	if o.Set != nil && sc.This != nil && f.Class != nil && w.u.derivedFrom(w.u.ClassOf(sc.This), f.Class) == Yes {
		o.object = w.implicitObject(sc)
	}
	return o
}

// implicitObject is *this where nobody writes it.
func (w *walker) implicitObject(sc *Scope) *Operand {
	o := w.thisObject(sc)
	o.implicit = true
	return &o
}

// thisObject is *this.
func (w *walker) thisObject(sc *Scope) Operand {
	this := Operand{tree: w.simpleTree(ExprThis)}
	return Operand{Type: sc.This, Cat: LValue, node: w.flow.pointee(w.flow.constant(NodeThis)), tree: w.unaryTree(token.Star, this)}
}

func (w *walker) callOperand(sc *Scope, fn Operand, e *ast.Call, full Site) Operand {
	u := w.u
	args := w.exprs(sc, e.Args)
	nameSite := full
	if e.Fn != nil {
		nameSite = w.site(sc, e.Fn)
	}
	switch {
	case fn.pseudo:
		return Operand{Type: u.T.Basic(ast.Void)}
	case fn.Set != nil:
		return w.callSet(sc, fn, args, full)
	case isDependent(fn):
		w.use(fn, UnknownUse, nil)
		w.consumeUnknown(args...)
		w.dependentCall(nameSite)
		return w.dependentCallResult(sc, full)
	case fn.isUnknown():
		w.consumeUnknown(append(args, fn)...)
		if anyOperandDependent(args) {
			w.dependentCall(nameSite)
		} else {
			w.unknownCall(nameSite, "the callee is not known")
		}
		return w.unknown()
	case fn.Type.Kind == types.Class:
		if anyOperandDependent(args) {
			w.use(fn, Object, nil)
			w.consumeUnknown(args...)
			w.dependentCall(nameSite)
			return w.dependent(u.tokenKey(sc, full.Span))
		}
		r := u.resolveCallOperator(fn, args)
		if r.Status != Resolved {
			w.use(fn, UnknownUse, nil)
			w.failedCall(r, args, nameSite)
			return w.unknown()
		}
		if r.Func.Kind == Conversion {
			w.use(fn, Object, r.Func)
			w.call(Call{Kind: CallConversion, Callee: r.Func, Site: nameSite, Full: full, From: fn.Type})
			w.loadAll(args)
			t := u.ResultType(r.Func).NonRef()
			if t.Kind == types.Pointer {
				t = t.Elem
			}
			if t.Kind == types.Func {
				return w.valueOf(t.Elem, full)
			}
			return w.unknown()
		}
		if r.Func.Closure != nil {
			args = w.leftToInstance(args)
		}
		if l, ok := unparen(e.Fn).(*ast.Lambda); ok && nonConst(args) == 0 {
			w.calledAtOnce(l)
		}
		start := w.mark()
		w.use(fn, Object, r.Func)
		tree := w.callTree(r.Func, CallObject, &fn, w.applyArgs(sc, r.Func, r.Convs, args, full))
		w.call(Call{
			Kind: CallObject, Callee: r.Func, Site: nameSite, Full: full, NonConstArgs: nonConst(args),
			Virtual: u.IsVirtual(r.Func) == Yes, Explicit: true, IsConstant: w.constantCall(start, r.Func, args, tree),
		})
		return w.result(r.Func, full).typed(tree)
	}
	t := fn.Type
	if f := w.pointsTo(fn); f != nil {
		w.becomes(w.load(fn), Called)
		return w.callFunc(sc, f, args, nameSite, full)
	}
	if t.Kind == types.Pointer {
		fn = w.load(fn)
		t = t.Elem
	} else if t.Kind == types.MemberPointer {
		t = t.Elem
	}
	if t.Kind != types.Func {
		w.consumeUnknown(append(args, fn)...)
		u.hardFail++
		w.unknownCall(nameSite, "the callee is not a function")
		return w.unknown()
	}
	switch u.argumentsFit(t, args) {
	case No:
		u.hardFail++
		w.consumeUnknown(append(args, fn)...)
		w.unknownCall(nameSite, "the arguments do not fit")
		return w.unknown()
	case UnknownTri:
		u.softFail++
	}
	w.use(fn, Read, nil)
	converted := w.argsTo(sc, t, args, full)
	w.pointerCall(fn.Entity, full)
	o := w.valueOf(t.Elem, full)
	return o.typed(w.pointerCallTree(o, fn, converted))
}

// pointsTo is the function whose address front ends put in a pointer's place before they look at a call through it: of &f and
// +f, a constant pointer, a template argument. It is nil where they do not, as for a reference and the result of a cast.
func (w *walker) pointsTo(p Operand) *Func {
	if p.Type.Kind != types.Pointer || p.Type.Elem.Kind != types.Func {
		return nil
	}
	switch e := p.Entity.(type) {
	case *Func:
		return e
	case *Var:
		t := w.u.VarType(e)
		if t.Kind != types.Pointer || !t.IsConst() && !e.Constexpr || t.IsVolatile() {
			return nil
		}
		f, _ := w.u.InitValue(e).Entity.(*Func)
		return f
	}
	return nil
}

func (w *walker) dependentCallResult(sc *Scope, full Site) Operand {
	return w.dependent(w.u.tokenKey(sc, full.Span))
}

func (w *walker) failedCall(r Resolution, args []Operand, site Site) {
	w.consumeUnknown(args...)
	if r.Status == NoMatch {
		w.u.hardFail++
		w.unknownCall(site, "no candidate matches")
		return
	}
	w.u.softFail++
	reason := r.Reason
	if r.Status == AmbiguousMatch {
		reason = "the call is ambiguous"
	}
	w.unknownCall(site, reason)
}

// dependentCallSet is a call of an overload set that depends on template parameters; known tells whether the object is known.
func (w *walker) dependentCallSet(sc *Scope, fn Operand, args []Operand, known bool, full Site) Operand {
	set, object := fn.Set, fn.object
	if f := soleFunction(set); known && f != nil && !set.Through && w.definition() && (object == nil || !object.implicit) {
		w.call(Call{Kind: CallNamed, Callee: f, Site: set.Site, Full: full, Explicit: true, Selected: object != nil, NonConstArgs: len(args)})
	}
	if object != nil {
		w.use(*object, UnknownUse, nil)
	}
	w.consumeUnknown(args...)
	w.dependentCall(set.Site)
	return w.dependent(w.u.tokenKey(sc, full.Span))
}

// useObject is about the object whose member f is called.
func (w *walker) useObject(object Operand, f *Func, site Site) {
	if f.Static || f.MemberOf == nil || f.Kind == Destructor && w.u.IsTrivial(f) == Yes {
		w.discard(object)
		return
	}
	w.use(object, Object, f)
	if object.implicit {
		w.captureThis(site)
	}
}

// callSet calls an overload set.
func (w *walker) callSet(sc *Scope, fn Operand, args []Operand, full Site) Operand {
	u := w.u
	set := fn.Set
	site := set.Site
	object := fn.object
	known := object == nil || !isDependent(*object) || u.currentInstantiation(sc, object.Type)
	if !known || anyOperandDependent(args) || w.anyConstantDependent(sc, args) && !ownBuiltinSet(set) || slices.ContainsFunc(set.Explicit, types.Arg.IsDependent) {
		return w.dependentCallSet(sc, fn, args, known, full)
	}
	if set.ADL && !set.HasADL {
		more, complete := u.lookupADL(sc, u.partSym(set.Name.Last()), args, set.Cands...)
		set.Cands = addEntities(set.Cands, more)
		set.Incomplete = set.Incomplete && len(set.Cands) == 0 || !complete
		set.HasADL = true
	}
	if len(set.Cands) == 0 {
		w.consumeUnknown(args...)
		if !set.Incomplete {
			u.hardFail++
		} else {
			u.softFail++
		}
		w.unknownCall(site, "the name is not declared")
		return w.unknown()
	}
	r := u.resolveCall(set, object, args)
	if r.Status != Resolved {
		if object != nil {
			w.use(*object, UnknownUse, nil)
		}
		w.failedCall(r, args, site)
		return w.unknown()
	}
	return w.callResolved(sc, fn, r, args, full)
}

// callResolved calls the function that overload resolution chose of a set.
func (w *walker) callResolved(sc *Scope, fn Operand, r Resolution, args []Operand, full Site) Operand {
	u, f := w.u, r.Func
	set, object := fn.Set, fn.object
	site := set.Site
	if r.Assumed && w.facts == nil {
		u.softFail++
	}
	if w.refuses(sc, set.NamingClass, f) {
		w.consumeUnknown(args...)
		return w.unknown()
	}
	start := w.mark()
	if object != nil {
		w.useObject(*object, f, site)
	}
	given := w.given(sc, f, args)
	converted := w.applyArgs(sc, f, r.Convs, args, full)
	kind := CallNamed
	if f.Kind == Destructor {
		kind = CallExplicitDtor
	}
	tree := w.callTree(f, kind, object, converted)
	if r.Assumed {
		tree = w.failedTree(u.ResultType(f)) // what may be meant is called, and not evaluated
	}
	isConstant := w.constantCall(start, f, args, tree)
	if set.Through {
		w.becomes(Operand{ref: w.ref(f, site)}, Called)
		w.pointerCall(f, full)
		return w.result(f, full).typed(tree)
	}
	if kind == CallExplicitDtor && u.IsTrivial(f) == Yes {
		return Operand{Type: u.T.Basic(ast.Void)}
	}
	w.call(Call{
		Selected:  object != nil && !object.implicit,
		OfRefused: object != nil && object.refused || anyRefused(args),
		Kind:      kind, Callee: f, Site: site, Full: full, Explicit: true, NonConstArgs: nonConst(args),
		Virtual: !set.Qualified && u.IsVirtual(f) == Yes, IsConstant: isConstant, Given: given,
	})
	out := w.result(f, full).typed(tree)
	if w.definition() && object != nil && object.implicit && !f.Static {
		out.Dependent = true // like the call itself, see checkedInDefinition in spaces
	}
	return out
}

// soleFunction is the function that a call must mean whatever the types of its arguments: the only candidate, no template, where
// argument-dependent lookup adds none.
func soleFunction(set *OverloadSet) *Func {
	if set.ADL || set.Incomplete || len(set.Cands) != 1 {
		return nil
	}
	f, _ := set.Cands[0].(*Func)
	return f
}

// anyConstantDependent reports whether an argument in a template's definition is a constant whose value depends on the template's
// parameters: front ends leave the call to instances, since a zero would be a null pointer. A size alone is no such constant.
func (w *walker) anyConstantDependent(sc *Scope, args []Operand) bool {
	if !w.definition() {
		return false
	}
	return slices.ContainsFunc(args, func(o Operand) bool {
		if o.Cat != PRValue || o.Expr == nil || !isArithmeticOrEnum(o.Type) {
			return false
		}
		if q, ok := unparen(o.Expr).(*ast.Query); ok && q.Kind == ast.Sizeof {
			return false
		}
		return w.u.evalTree(o.tree, EvalOptions{}).Kind == types.DependentValue && !w.namesObject(sc, o.Expr)
	})
}

// namesObject reports whether an expression certainly is no constant: it names an object whose value is not constant, or calls.
func (w *walker) namesObject(sc *Scope, e ast.Expr) bool {
	in := func(es ...ast.Expr) bool {
		return slices.ContainsFunc(es, func(e ast.Expr) bool { return w.namesObject(sc, e) })
	}
	switch e := e.(type) {
	case *ast.Paren:
		return in(e.X)
	case *ast.Unary:
		return in(e.X)
	case *ast.Binary:
		return in(e.X, e.Y)
	case *ast.Conditional:
		return in(e.C, e.T, e.F)
	case *ast.Cast:
		return in(e.X)
	case *ast.Construct:
		return in(e.Args...)
	case *ast.Call:
		return in(e.Args...) || in(e.Fn)
	case *ast.This, *ast.MemberExpr:
		return true
	case *ast.NameExpr:
		f := w.u.lookupName(sc, e.Name)
		return slices.ContainsFunc(f.Entities, func(e Entity) bool {
			v, ok := e.(*Var)
			_, field := e.(*Field)
			_, fn := e.(*Func)
			return field || fn || ok && w.u.usableInConstantExpr(v) == No
		})
	}
	return false
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
		if u.Kind == Bind {
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
type mark struct{ uses, constructs int }

func (w *walker) mark() mark {
	if w.facts == nil {
		return mark{}
	}
	return mark{len(w.facts.Uses), len(w.facts.Constructs)}
}

// constantCall reports whether a call is a constant expression, and marks what was recorded since start, which is the call's, if
// it is: nothing of it remains in the generated code. It does not try where an argument is certainly none
// and no variables are used, nor in the initialiser of a constexpr variable, where every call is one whether or not its
// value is known.
func (w *walker) constantCall(start mark, f *Func, args []Operand, x *Expr) bool {
	if f.Closure != nil && len(f.Closure.Expr.Spec.CUDA) > 0 {
		return false // an extended lambda's closure is no literal type
	}
	if w.facts == nil || w.resolving || !f.Constexpr && !f.Consteval && !f.Comparison() || x == nil || len(w.facts.Uses) == start.uses && anyObject(args) ||
		w.ctx&ConstexprInit == 0 && !w.u.isConstant(x) && !w.u.isFolded(x) {
		return false
	}
	w.markConstant(start)
	return true
}

// markConstant marks what was recorded since start: it belongs to a call that is a constant expression.
func (w *walker) markConstant(start mark) {
	for i := start.uses; i < len(w.facts.Uses); i++ {
		w.facts.Uses[i].InConstantCall = true
	}
	for i := start.constructs; i < len(w.facts.Constructs); i++ {
		if c := &w.facts.Constructs[i]; c.Kind == LongDouble {
			c.Context |= Folded
		}
	}
}

// constantObject is constantCall for a constructor, whose arguments brought what was recorded since start. A base is left to
// code even where it could be a constant.
func (w *walker) constantObject(start mark, f *Func, args []Operand, kind CallKind) {
	if w.mark() == start || w.resolving || kind == CallBaseCtor || !f.Constexpr && !f.Consteval {
		return
	}
	for _, a := range args {
		if a.tree == nil || !a.Literal && !w.u.isConstant(a.tree) {
			return
		}
	}
	if w.u.makesConstant(f, args) != No {
		w.markConstant(start)
	}
}

// anyObject reports whether one of the arguments is an object whose value is not known.
func anyObject(args []Operand) bool {
	return slices.ContainsFunc(args, func(o Operand) bool { return o.Cat == LValue && nonConst([]Operand{o}) > 0 })
}

// currentInstantiation reports whether t is the class whose definition is being read.
func (u *Unit) currentInstantiation(sc *Scope, t *types.Type) bool {
	c := u.ClassOf(t)
	for s := sc; s != nil && c != nil; s = s.Parent {
		if s.Kind == ClassScope && (s.Class == c || u.derivedFrom(s.Class, c) == Yes) {
			return true
		}
	}
	return false
}

func addEntities(a, b []Entity) []Entity {
	out := a[:len(a):len(a)]
	for _, e := range b {
		dup := false
		for _, o := range a {
			if o == e {
				dup = true
				break
			}
		}
		if !dup {
			out = append(out, e)
		}
	}
	return out
}

// callFunc calls one certain function, to which a pointer points.
func (w *walker) callFunc(sc *Scope, f *Func, args []Operand, site, full Site) Operand {
	set := &OverloadSet{Cands: []Entity{f}}
	r := w.u.resolveCall(set, nil, args)
	converted := w.applyArgs(sc, f, r.Convs, args, full)
	w.call(Call{Kind: CallNamed, Callee: f, Site: site, Full: full, Explicit: true, NonConstArgs: nonConst(args)})
	return w.result(f, full).typed(w.callTree(f, CallNamed, nil, converted))
}

func (w *walker) loadAll(os []Operand) {
	for _, o := range os {
		if o.Type.Kind == types.Braced || o.Set != nil {
			w.consumeUnknown(o)
			continue
		}
		w.load(o)
	}
}

// argsTo converts arguments to a function type's parameters.
func (w *walker) argsTo(sc *Scope, ft *types.Type, args []Operand, site Site) []Operand {
	converted := slices.Clone(args)
	before := w.taken
	for i, a := range args {
		w.in(w.sinceFormed(a, before), func() {
			if i < len(ft.Params) {
				converted[i] = w.initCopy(sc, a, ft.Params[i], w.argSite(sc, a, site), CallParamCopy)
			} else {
				w.vararg(a)
			}
		})
	}
	return converted
}

// pointerCall records a call through a pointer, be it to a function that is known.
func (w *walker) pointerCall(through Entity, site Site) {
	if w.facts != nil {
		w.effects++
		w.facts.PointerCalls++
		if w.flow != nil {
			w.flow.call(FlowCall{Indirect: true, NoReturn: w.u.pointsToNoReturn(through), Site: site, Full: site}, w.ctx)
		}
	}
}

func (w *walker) vararg(a Operand) Node {
	a = w.u.soleFunction(a)
	if a.Type.Kind == types.Class && a.Cat != PRValue {
		w.use(a, Read, nil)
		return 0
	}
	if a.Set != nil || a.Type.Kind == types.Braced {
		w.consumeUnknown(a)
		return 0
	}
	w.in(latePointer(a), func() { a = w.load(a) })
	w.becomes(a, PassedOn)
	return a.node
}

func (w *walker) argSite(sc *Scope, o Operand, def Site) Site {
	if o.Expr != nil && sc.Chunk != nil && !o.Expr.Pos().IsEmpty() {
		return Site{sc.Chunk, o.Expr.Pos()}
	}
	return def
}

// applyArgs converts a resolved call's arguments and evaluates the default arguments it needs. It returns the arguments that are
// written, converted.
func (w *walker) applyArgs(sc *Scope, f *Func, convs []Conv, args []Operand, site Site) []Operand {
	ft := w.u.FuncType(f)
	if ft.Kind != types.Func {
		w.consumeUnknown(args...)
		return args
	}
	converted := make([]Operand, len(args))
	before := w.taken
	for i, a := range args {
		if i < len(ft.Params) {
			w.noteErased(sc, f, a, ft.Params[i], site)
		}
		w.in(w.sinceFormed(a, before), func() {
			switch {
			case i >= len(ft.Params):
				converted[i] = Operand{node: w.vararg(a), tree: a.tree}
			case i < len(convs):
				converted[i] = w.apply(sc, a, convs[i], ft.Params[i], w.argSite(sc, a, site), CallParamCopy)
				converted[i].node = w.flow.argument(converted[i], ft.Params[i])
			default:
				converted[i] = w.initCopy(sc, a, ft.Params[i], w.argSite(sc, a, site), CallParamCopy)
				converted[i].node = w.flow.argument(converted[i], ft.Params[i])
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
		w.flow.expect(f, nodesOf(converted))
	}
	return converted
}

func nodesOf(os []Operand) []Node {
	nodes := make([]Node, len(os))
	for i := range os {
		nodes[i] = os[i].node
	}
	return nodes
}

// noteErased records an argument that points to an object and is passed as a pointer to void.
func (w *walker) noteErased(sc *Scope, f *Func, a Operand, param *types.Type, call Site) {
	if w.facts == nil || param.Kind != types.Pointer || !param.Elem.IsVoid() || a.Type == nil || isDependent(a) {
		return
	}
	switch a.Type.Kind {
	case types.Pointer, types.Array:
		if !a.Type.Elem.IsVoid() && a.Type.Elem.Kind != types.Func && !a.Type.Elem.IsUnknown() {
			w.facts.Erased = append(w.facts.Erased, Erasure{Callee: f, Pointee: a.Type.Elem.Unqual(), Site: w.argSite(sc, a, call), Call: call})
		}
	}
}

// defaultArg evaluates a default argument on behalf of a call.
func (w *walker) defaultArg(f *Func, i int, t *types.Type, site Site) {
	if w.argDepth > 8 {
		return
	}
	fd, p := w.u.defaultArgDecl(f, i)
	if p == nil {
		return
	}
	a := w.u.defaultArgument(argumentKey{f, i}, fd)
	sc := a.scope
	e := w.u.parseDeferred(sc, p.Default)
	if e == nil {
		return
	}
	if !w.u.begin(&a.asked) {
		w.unknownCall(site, "the default argument leads back to itself")
		return
	}
	defer w.u.end(&a.asked)
	if w.ctx&InDefaultArg == 0 {
		w.arg = site
	}
	w.argDepth++
	lambda := w.lambda
	w.lambda = nil
	w.in(InDefaultArg, func() {
		w.initCopy(sc, w.expr(sc, e), t, Site{sc.Chunk, p.Default.Span}, CallParamCopy)
	})
	w.lambda = lambda
	w.argDepth--
}

// ---- Launches

func (w *walker) launch(sc *Scope, e *ast.Launch) Operand {
	full := w.site(sc, e)
	config, trees := w.launchConfig(sc, e)
	closing := Site{sc.Chunk, ast.Span{Lo: e.ConfigSpan.Hi - 1, Hi: e.ConfigSpan.Hi}}
	l := Launch{Site: w.site(sc, e.Fn), Full: full, Close: closing, Config: len(e.Config), Context: w.ctx, Fn: w.u.T.Unknown()}
	for i, c := range e.Config {
		l.ConfigSites = append(l.ConfigSites, w.site(sc, c))
		if trees[i] != nil {
			l.ConfigValues = append(l.ConfigValues, w.u.evalTree(trees[i], EvalOptions{Runtime: true}))
		}
	}
	var fn Operand
	if ne, ok := e.Fn.(*ast.NameExpr); ok {
		fn = w.calleeName(sc, ne.Name, w.u.lookupName(sc, ne.Name))
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
		sites := make([]Site, len(nodes))
		for i := range sites {
			sites[i] = w.argSite(sc, args[i], full)
		}
		w.flow.launch(l, config, nodes, sites)
	}
	return Operand{Type: w.u.T.Basic(ast.Void)}
}

// launchConfig walks what stands between <<< and >>>: the first two are converted to dim3.
func (w *walker) launchConfig(sc *Scope, e *ast.Launch) (config []Node, trees []*Expr) {
	config, trees = make([]Node, len(e.Config)), make([]*Expr, len(e.Config))
	w.in(InLaunch, func() {
		for i, c := range e.Config {
			o := w.expr(sc, c)
			trees[i] = o.tree
			switch {
			case i < 2:
				if d := w.u.dim3(); d != nil {
					w.initCopy(sc, o, w.u.ClassType(d), w.site(sc, c), CallParamCopy)
				} else {
					w.consumeUnknown(o)
				}
			case o.Type.Kind == types.Class:
				w.consumeUnknown(o)
			case isNull(o):
				w.load(o)
				config[i] = w.flow.constant(NodeNull)
			default:
				config[i] = w.load(o).node
			}
		}
	})
	return config, trees
}

// launched finds out what a launch is of, and passes the arguments; what is known of them is returned where the kernel was chosen.
func (w *walker) launched(sc *Scope, l *Launch, fn Operand, args []Operand) []Node {
	l.Dependent = anyOperandDependent(args) || isDependent(fn)
	switch {
	case fn.Set != nil && !l.Dependent:
		return w.launchSet(sc, l, fn, args)
	case fn.Type.Kind == types.Pointer && fn.Type.Elem.Kind == types.Func:
		l.Fn, l.Kernel = fn.Type.Elem, w.pointsTo(fn)
		l.Through, _ = fn.Entity.(*Var)
		l.Indirect = l.Kernel == nil
		w.load(fn)
		w.argsTo(sc, fn.Type.Elem, args, l.Full)
	case fn.Type.Kind == types.Func:
		if f, ok := fn.Entity.(*Func); ok {
			l.Kernel = f
		}
		l.Fn, l.Indirect = fn.Type, true
		w.argsTo(sc, fn.Type, args, l.Full)
	default:
		if fn.Type.Kind == types.Class {
			l.Fn = fn.Type
		}
		w.consumeUnknown(append(args, fn)...)
	}
	return nil
}

// launchSet chooses the kernel of a launch by overload resolution.
func (w *walker) launchSet(sc *Scope, l *Launch, fn Operand, args []Operand) []Node {
	if slices.ContainsFunc(fn.Set.Explicit, types.Arg.IsDependent) {
		l.Dependent = true
		return nil
	}
	u := w.u
	l.Site, l.Indirect = fn.Set.Site, fn.Set.Through
	if fn.Set.ADL {
		more, complete := u.lookupADL(sc, u.partSym(fn.Set.Name.Last()), args, fn.Set.Cands...)
		fn.Set.Cands = addEntities(fn.Set.Cands, more)
		fn.Set.Incomplete = fn.Set.Incomplete && len(fn.Set.Cands) == 0 || !complete
	}
	r := u.resolveCall(fn.Set, fn.object, args)
	if r.Status != Resolved {
		w.consumeUnknown(args...)
		return nil
	}
	l.Kernel, l.Fn = r.Func, u.FuncType(r.Func)
	return nodesOf(w.applyArgs(sc, r.Func, r.Convs, args, l.Full))
}

// launchArgs are the arguments of a launch.
func (w *walker) launchArgs(sc *Scope, l *Launch, args []Operand) []LaunchArg {
	var out []LaunchArg
	for i, a := range args {
		arg := LaunchArg{Site: w.argSite(sc, a, l.Full), Type: w.u.T.Unknown()}
		if fn := l.Fn; fn.Kind == types.Func && i < len(fn.Params) && !fn.IsDependent() {
			arg.Type = fn.Params[i]
		}
		out = append(out, arg)
	}
	return out
}

func (u *Unit) dim3() *Class {
	f := u.lookupDirect(u.Global, u.Sym("dim3"), maxOrd)
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *Class:
			return e
		case *Typedef:
			return u.ClassOf(u.TypedefType(e))
		}
	}
	return nil
}

// ---- Compiler builtins

// builtinCall types a call of a function that the compiler knows without declaration.
func (w *walker) builtinCall(sc *Scope, n *ast.Name, e *ast.Call) (Operand, bool) {
	name := w.u.Text(n.Parts[0].Sym)
	known, t, ok := w.u.builtin(name)
	if !ok {
		return Operand{}, false
	}
	if name == "__builtin_constant_p" {
		w = w.quiet() // a question about its operand, which nothing is left of
	}
	args := w.exprs(sc, e.Args)
	tree := w.builtinTree(n.Parts[0].Sym, args)
	if strings.HasSuffix(name, "alloca") {
		w.note(Construct{Kind: Alloca, Site: Site{sc.Chunk, n.Span}, Full: w.site(sc, e)})
	}
	if name == "__builtin_addressof" && len(args) == 1 {
		if isDependent(args[0]) {
			return w.dependentExpr(sc, e).typed(tree), true
		}
		w.use(args[0], AddressOf, nil)
		return Operand{Type: w.u.T.Pointer(args[0].Type), node: w.flow.address(args[0].node), tree: tree}, true
	}
	nodes := make([]Node, len(args))
	for i, a := range args {
		if a.isUnknown() || a.Set != nil || isDependent(a) {
			w.consumeUnknown(a)
			continue
		}
		nodes[i] = w.load(a).node
	}
	if w.facts != nil {
		w.effects++
		w.facts.PointerCalls++
	}
	result := w.flow.builtin(n.Parts[0].Sym, known.NoReturn, nodes, w.ctx, w.site(sc, e))
	if name == "__builtin_expect" && len(args) > 0 {
		return Operand{Type: t, Value: args[0].Value, Dependent: isDependent(args[0]), tree: tree}, true
	}
	o := operandOf(t).typed(tree)
	o.node = result
	if v := w.constantValue(sc, e, tree); v.Kind != types.UnknownValue {
		o.Value = v
	}
	return o, true
}

// builtin is a function that the compiler knows without declaration, and the type of its result.
func (u *Unit) builtin(name string) (b constant.Builtin, t *types.Type, ok bool) {
	if b, ok = constant.LookupBuiltin(name); !ok {
		return b, nil, false
	}
	r := b.Result
	switch t = u.T.Basic(r.Kind); {
	case r.Unknown:
		return b, u.T.Unknown(), true
	case r.Pointer && r.Const:
		return b, u.T.Pointer(u.T.Qualify(t, ast.Const)), true
	case r.Pointer:
		return b, u.T.Pointer(t), true
	}
	return b, t, true
}
