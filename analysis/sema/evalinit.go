package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// Initialisation of objects during an evaluation. Each function returns false when the object's value is not wholly known.

// initialise initialises an object from a declaration's initialiser.
func (ev *evaluator) initialise(o *object, sc *Scope, init *ast.Init) bool {
	p := ev.u.parseInit(sc, init)
	if p == nil {
		return ev.defaultInit(o)
	}
	switch p.Kind {
	case ast.InitEq:
		if len(p.Args) != 1 {
			return false
		}
		return ev.initExpr(sc, o, p.Args[0])
	case ast.InitParen:
		return ev.initArgs(sc, o, p.Args)
	}
	return ev.initList(sc, o, elemsOf(p.Args))
}

// initExpr is copy-initialisation from an expression.
func (ev *evaluator) initExpr(sc *Scope, o *object, e ast.Expr) bool {
	if l, ok := e.(*ast.InitList); ok {
		return ev.initList(sc, o, l.Elems)
	}
	r := ev.expr(sc, e)
	if o.typ.Kind == types.Array {
		return ev.initText(o, r)
	}
	return ev.store(o, r)
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

// initArgs is direct-initialisation with parenthesised arguments.
func (ev *evaluator) initArgs(sc *Scope, o *object, args []ast.Expr) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if len(args) == 0 {
		return ev.valueInit(o)
	}
	if o.typ.Kind != types.Class {
		return len(args) == 1 && ev.initExpr(sc, o, args[0])
	}
	if o.class == nil {
		return false
	}
	if ev.u.std >= 20 && ev.u.IsAggregate(o.class) == Yes {
		if done, ok := ev.parenthesised(sc, o, args); done {
			return ok
		}
	}
	rs, ok := ev.arguments(sc, args)
	if !ok {
		return false
	}
	return ev.constructFrom(o, rs, InitDirect)
}

// parenthesised initialises an aggregate from a list in parentheses; done is false where a constructor takes it.
func (ev *evaluator) parenthesised(sc *Scope, o *object, args []ast.Expr) (done, ok bool) {
	written := ev.u.expandArgs(sc, args)
	ops := make([]Operand, len(written))
	for i, a := range written {
		ops[i] = ev.u.typeOf(a.sc, a.expr)
	}
	if ev.u.ConstructorFor(o.class, ops, InitDirect).Status != ResolvedAggregate {
		return false, false
	}
	if !ev.step() || !ev.expand(o) || o.class.Key == ast.KeyUnion || len(ops) > len(o.parts) {
		return true, false
	}
	for i, p := range o.parts {
		if i < len(written) && !ev.initExpr(written[i].sc, p, written[i].expr) || i >= len(written) && !ev.omitted(o, i) {
			return true, false
		}
	}
	return true, true
}

func (ev *evaluator) arguments(sc *Scope, args []ast.Expr) ([]result, bool) {
	var rs []result
	for _, a := range ev.u.expandArgs(sc, args) {
		r := ev.argument(a.sc, a.expr)
		if r.isDependent() || !r.known() && r.typ == nil {
			return nil, false
		}
		rs = append(rs, r)
	}
	return rs, true
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
		s := ev.u.specialsOf(o.class)
		if s.defaultCtor != nil && !userProvided(s.defaultCtor) && !s.ctorTemplate {
			return !ev.setsPointers(s.defaultCtor) && ev.zeroObject(o) && ev.constructFrom(o, nil, InitDefault)
		}
		return ev.constructFrom(o, nil, InitDefault)
	case types.Array:
		if !ev.expand(o) {
			return false
		}
		for _, p := range o.parts {
			if !ev.valueInit(p) {
				return false
			}
		}
		return true
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
	for _, p := range o.parts {
		if !ev.zeroObject(p) {
			return false
		}
	}
	return true
}

// defaultInit is initialisation without an initialiser: nothing for scalars, the default constructor for classes.
func (ev *evaluator) defaultInit(o *object) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	switch o.typ.Kind {
	case types.Class:
		return o.class != nil && ev.constructFrom(o, nil, InitDefault)
	case types.Array:
		if !ev.expand(o) {
			return false
		}
		for _, p := range o.parts {
			if !ev.defaultInit(p) {
				return false
			}
		}
	}
	return true
}

// initList is list-initialisation.
func (ev *evaluator) initList(sc *Scope, o *object, elems []ast.InitElem) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	u := ev.u
	elems, ok := ev.expandElems(sc, elems)
	if !ok {
		return false
	}
	switch o.typ.Kind {
	case types.Array:
		if len(elems) == 1 && elems[0].Field == 0 && elems[0].Index == nil {
			if _, isList := elems[0].X.(*ast.InitList); !isList && ev.isText(elems[0].X) {
				return ev.initText(o, ev.expr(sc, elems[0].X))
			}
		}
		return ev.initAggregate(sc, o, elems)
	case types.Class:
		if o.class == nil {
			return false
		}
		if elem := u.initializerListElem(o.typ); elem != nil {
			return ev.initializerList(sc, o, elem, elems)
		}
		switch u.IsAggregate(o.class) {
		case UnknownTri:
			return false
		case Yes:
			if len(elems) == 1 && elems[0].Field == 0 {
				if _, isList := elems[0].X.(*ast.InitList); !isList {
					r := ev.expr(sc, elems[0].X)
					if r.obj != nil && r.obj.class != nil && u.DerivedFrom(r.obj.class, o.class) == Yes {
						return ev.assign(o, ev.base(r.obj, o.class))
					}
				}
			}
			return ev.initAggregate(sc, o, elems)
		}
		if len(elems) == 0 {
			return ev.valueInit(o)
		}
		if done, ok := ev.listConstructor(sc, o, elems); done {
			return ok
		}
		rs := make([]result, 0, len(elems))
		for _, e := range elems {
			if e.Field != 0 || e.Index != nil {
				return false
			}
			r := ev.argument(sc, e.X)
			if r.isDependent() || !r.known() {
				return false
			}
			rs = append(rs, r)
		}
		return ev.constructFrom(o, rs, InitListDirect)
	}
	switch len(elems) {
	case 0:
		if o.typ.IsRef() {
			return false
		}
		o.val = ev.zero(o.typ).Value
		return o.val.IsKnown()
	case 1:
		return ev.initExpr(sc, o, elems[0].X)
	}
	return false
}

// initializerList makes a std::initializer_list over an array of its own.
func (ev *evaluator) initializerList(sc *Scope, o *object, elem *types.Type, elems []ast.InitElem) bool {
	array := ev.newObject(ev.u.T.Array(ev.u.T.Qualify(elem, ast.Const), int64(len(elems))))
	if !ev.expand(array) || !ev.expand(o) {
		return false
	}
	for i, e := range elems {
		if !ev.element(sc, array.parts[i], e) {
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
			p.val = constant.Int(p.typ.Unqual(), int64(len(elems)))
		default:
			return false
		}
	}
	return begin && length
}

// listConstructor initialises a class by its constructor that takes a std::initializer_list, where that is chosen; done is
// false where it is not.
func (ev *evaluator) listConstructor(sc *Scope, o *object, elems []ast.InitElem) (done, ok bool) {
	u := ev.u
	lists := false
	for _, e := range o.class.Ctors() {
		lists = lists || u.isListConstructor(e)
	}
	if !lists {
		return false, false
	}
	var ops []Operand
	for _, e := range elems {
		if s, isScoped := e.X.(*scopedElem); isScoped {
			ops = append(ops, u.typeOf(s.sc, s.Expr))
			continue
		}
		ops = append(ops, u.typeOf(sc, e.X))
	}
	r := u.ConstructorFor(o.class, ops, InitListDirect)
	if r.Status != Resolved || r.Func == nil || r.Assumed {
		return true, false
	}
	if !u.isListConstructor(r.Func) || len(ops) == 1 && ops[0].Type.Kind == types.Class && u.initializerListElem(ops[0].Type) != nil {
		return false, false
	}
	ft := u.FuncType(r.Func)
	if ft.Kind != types.Func || len(ft.Params) == 0 {
		return true, false
	}
	list := ev.newObject(ft.Params[0].NonRef().Unqual())
	elem := u.initializerListElem(list.typ)
	if elem == nil || !ev.initializerList(sc, list, elem, elems) {
		return true, false
	}
	return true, ev.runConstructor(o, r.Func, []result{{obj: list, typ: list.typ}})
}

// isText reports whether an expression is a string literal, parenthesised or not.
func (ev *evaluator) isText(e ast.Expr) bool {
	l, ok := unparen(e).(*ast.Literal)
	return ok && l.Kind == ast.LitString
}

// expandElems expands bound packs; elements of packs keep their scope only when the pack names no parameter of the call.
func (ev *evaluator) expandElems(sc *Scope, elems []ast.InitElem) ([]ast.InitElem, bool) {
	for _, e := range elems {
		if _, ok := e.X.(*ast.PackExpansion); ok {
			return ev.expandPackElems(sc, elems)
		}
	}
	return elems, true
}

// scopedElem is an element of a list that belongs to a pack's expansion.
type scopedElem struct {
	ast.Expr
	sc *Scope
}

func (ev *evaluator) expandPackElems(sc *Scope, elems []ast.InitElem) ([]ast.InitElem, bool) {
	var out []ast.InitElem
	for _, e := range elems {
		p, ok := e.X.(*ast.PackExpansion)
		if !ok {
			out = append(out, e)
			continue
		}
		packs := ev.u.packsIn(sc, p.X)
		n, bound := ev.u.boundPackLen(packs)
		if !bound || n > maxElements {
			return nil, false
		}
		for i := range n {
			out = append(out, ast.InitElem{X: &scopedElem{p.X, ev.u.elementScope(sc, packs, i)}})
		}
	}
	return out, true
}

// initAggregate initialises an array's elements or a class's bases and fields from a list.
func (ev *evaluator) initAggregate(sc *Scope, o *object, elems []ast.InitElem) bool {
	init := ev.u.readList(listText{ev.u, sc, elems}, o.typ)
	return init.rest == len(elems) && ev.listed(sc, o, init, elems)
}

// listed initialises the parts of an aggregate as a list says.
func (ev *evaluator) listed(sc *Scope, o *object, init *listInit, elems []ast.InitElem) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	if init.unsure || !ev.step() || !ev.expand(o) {
		return false
	}
	part := func(at int, p *listPart) bool {
		switch {
		case at >= len(o.parts):
			return false
		case p == nil:
			return ev.omitted(o, at)
		case p.init != nil:
			return ev.listed(sc, o.parts[at], p.init, elems)
		}
		return ev.element(sc, o.parts[at], elems[p.elem])
	}
	if o.class == nil {
		next := 0
		for at := range o.parts {
			var p *listPart
			if next < len(init.parts) && init.parts[next].at == at {
				p = &init.parts[next]
				next++
			}
			if !part(at, p) {
				return false
			}
		}
		return next == len(init.parts)
	}
	return init.each(o.class, func(e aggregateElem, p *listPart) bool {
		if o.class.Key == ast.KeyUnion {
			o.active = e.at - len(o.class.Bases()) + 1
		}
		return part(e.at, p)
	})
}

// element initialises a part from one element of a list.
func (ev *evaluator) element(sc *Scope, p *object, e ast.InitElem) bool {
	if s, ok := e.X.(*scopedElem); ok {
		return ev.initExpr(s.sc, p, s.Expr)
	}
	return ev.initExpr(sc, p, e.X)
}

// omitted initialises the i-th part of an aggregate that the list leaves out.
func (ev *evaluator) omitted(o *object, i int) bool {
	if o.class != nil {
		if j := i - len(o.class.Bases()); j >= 0 {
			if f := o.class.Fields()[j]; hasDefaultInit(f) {
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
		if ev.u.IsAggregate(p.class) == Yes {
			return ev.listed(nil, p, new(listInit), nil)
		}
	}
	return ev.valueInit(p)
}

// memberInit evaluates a default member initialiser.
func (ev *evaluator) memberInit(o *object, f *Field) bool {
	if !ev.expand(o) {
		return false
	}
	i := len(o.class.Bases()) + f.Index
	if i >= len(o.parts) {
		return false
	}
	sc := f.scope
	if sc == nil {
		sc = o.class.inner
	}
	o.active = f.Index + 1
	saved := ev.frame
	ev.frame = &frame{this: o, outer: saved}
	defer func() { ev.frame = saved }()
	return ev.initialise(o.parts[i], sc, f.Dtor.Init)
}

// ---- Constructors

// constructFrom chooses and runs the constructor for arguments.
func (ev *evaluator) constructFrom(o *object, args []result, form InitForm) bool {
	u := ev.u
	c := o.class
	if c == nil || !u.known(c) {
		return false
	}
	if len(args) == 1 && form != InitCopy || len(args) == 1 && args[0].obj != nil && args[0].obj.class == c {
		from := ev.load(args[0]).obj
		if from != nil && from.class != nil && u.DerivedFrom(from.class, c) == Yes {
			s := u.specialsOf(c)
			if !s.ctorTemplate && s.copyCtor != nil && u.IsTrivial(s.copyCtor) == Yes {
				return ev.assign(o, ev.base(from, c))
			}
		}
	}
	ops := make([]Operand, len(args))
	for i, a := range args {
		ops[i] = ev.operandOf(a)
	}
	r := u.ConstructorFor(c, ops, form)
	if r.Status != Resolved || r.Func == nil || r.Assumed {
		return false
	}
	if form == InitListDirect && u.isListConstructor(r.Func) && !(len(args) == 1 && isClassType(args[0].typ) && u.initializerListElem(args[0].typ) != nil) {
		return false // the elements were evaluated one by one: see initList
	}
	if r.Func.Kind == Conversion {
		got := ev.invoke(r.Func, args[0].obj, nil, o.typ)
		from := ev.load(got).obj
		return from != nil && from.class == c && ev.assign(o, from)
	}
	return ev.runConstructor(o, r.Func, args)
}

// runConstructor initialises o with a constructor.
func (ev *evaluator) runConstructor(o *object, f *Func, args []result) bool {
	u := ev.u
	if !ev.step() || f.Deleted || f.MemberOf != o.class || ev.setsPointers(f) || !ev.expand(o) {
		return false
	}
	if f.Implicit || f.Defaulted {
		switch f.Special {
		case DefaultCtor:
			return ev.initMembers(o, nil, nil)
		case InheritedCtor:
			ev.dynamic = ev.dynamic || f.Inherited != nil && !f.Inherited.Constexpr
		case CopyCtor, MoveCtor:
			if len(args) == 1 {
				if from := ev.load(args[0]).obj; from != nil && u.IsTrivial(f) == Yes {
					return ev.assign(o, ev.base(from, o.class))
				}
			}
		}
		return false
	}
	if !f.Constexpr {
		ev.dynamic = true
		return false
	}
	body, sc, params := u.evalBody(f)
	if body == nil || len(body.Bad) > 0 || len(body.Handlers) > 0 {
		return false
	}
	fr := &frame{fn: f, locals: make(map[*Var]*object), this: o, outer: ev.frame}
	if !ev.bindParams(f, fr, params, args) {
		return false
	}
	saved := ev.frame
	ev.frame = fr
	defer func() { ev.frame = saved }()
	if !ev.initMembers(o, body.Inits, sc) {
		return false
	}
	var ret result
	switch ev.stmt(sc, body.Block, &ret) {
	case flowNext, flowReturn:
		return ev.complete(o)
	}
	return false
}

// setsPointers reports whether a constructor has to run, and notes it.
func (ev *evaluator) setsPointers(f *Func) bool {
	sets := ev.u.setsPointers(f)
	ev.dynamic = ev.dynamic || sets
	return sets
}

// complete reports whether every scalar of an object has a value.
func (ev *evaluator) complete(o *object) bool {
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
	for i, p := range o.parts {
		if o.class != nil && o.class.Key == ast.KeyUnion && o.active != i+1 {
			continue
		}
		if !ev.complete(p) {
			return false
		}
	}
	return true
}

// initMembers initialises bases and fields from member initialisers, default member initialisers, or by default.
func (ev *evaluator) initMembers(o *object, inits []*ast.MemInit, sc *Scope) bool {
	byPart := make(map[int]*ast.MemInit)
	bases, fields := o.class.Bases(), o.class.Fields()
	for _, m := range inits {
		if m.Pack {
			return false
		}
		i, delegate, ok := ev.initialised(sc, o.class, m)
		if !ok {
			return false
		}
		if delegate {
			return ev.memberFrom(sc, o, m)
		}
		byPart[i] = m
	}
	union := o.class.Key == ast.KeyUnion
	for i, p := range o.parts {
		m := byPart[i]
		switch {
		case m != nil:
			o.active = i - len(bases) + 1
			if !ev.memberFrom(sc, p, m) {
				return false
			}
		case i >= len(bases) && hasDefaultInit(fields[i-len(bases)]):
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

// initialised finds what a member initialiser initialises: the part's index, or the object itself by delegation.
func (ev *evaluator) initialised(sc *Scope, c *Class, m *ast.MemInit) (index int, delegate, ok bool) {
	u := ev.u
	bases := c.Bases()
	if m.Name.Simple() {
		for i, f := range c.Fields() {
			if f.Sym() == m.Name.Last().Sym && f.Sym() != 0 {
				return len(bases) + i, false, true
			}
		}
	}
	t := u.typeOfFound(sc, u.lookupTypeName(sc, m.Name), m.Name)
	target := u.ClassOf(t)
	if target == nil {
		return 0, false, false
	}
	if target == c {
		return 0, true, true
	}
	for i, b := range bases {
		if b.Class == target {
			return i, false, true
		}
	}
	return 0, false, false
}

func (ev *evaluator) memberFrom(sc *Scope, p *object, m *ast.MemInit) bool {
	if m.Brace {
		return ev.initList(sc, p, elemsOf(m.Args))
	}
	return ev.initArgs(sc, p, m.Args)
}

// ---- Static initialisation

// initDecl is the declaration whose initialiser gives a variable its value; nil when there is none.
func (u *Unit) initDecl(v *Var) *VarDecl {
	for _, d := range u.VarDecls(v) {
		if d.Dtor != nil && u.initialiserOf(d) != nil {
			return d
		}
	}
	return nil
}

// initialiserOf is a variable declaration's initialiser, also where it reads like a parameter list.
func (u *Unit) initialiserOf(d *VarDecl) *ast.Init {
	_, init := u.variableDeclarator(d.Scope, d.Dtor)
	return init
}

// initBusy marks a variable's initialiser as being evaluated; true when it already is.
func (v *Var) initBusy(u *Unit) bool {
	if u.consts.busy == nil {
		u.consts.busy = make(map[*Var]bool)
	}
	if u.consts.busy[v] {
		return true
	}
	u.consts.busy[v] = true
	return false
}

func (v *Var) initDone(u *Unit) { delete(u.consts.busy, v) }

// constantInit decides whether a variable with static storage is initialised statically.
func (ev *evaluator) constantInit(v *Var) Tri {
	u := ev.u
	t := u.VarType(v)
	if t == nil || t.IsUnknown() || t.IsDependent() {
		return UnknownTri
	}
	vd := u.initDecl(v)
	elem := t
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	if vd == nil {
		if elem.Kind != types.Class {
			return Yes // zero
		}
		c := u.ClassOf(elem)
		if c == nil || !u.known(c) {
			return UnknownTri
		}
		f, unknown := u.constructorCall(c, nil)
		switch {
		case unknown || f == nil:
			return UnknownTri
		case u.IsTrivial(f) == Yes:
			return Yes
		case !f.Constexpr && userProvided(f):
			return No
		}
		o := ev.newObject(elem)
		if !userProvided(f) && ev.runConstructor(o, f, nil) && (!f.Constexpr || !ev.complete(o)) {
			return No // some members are initialised and others not, which front ends leave to code
		}
		o = ev.newObject(elem)
		if f.Constexpr && ev.zeroObject(o) && ev.constructFrom(o, nil, InitDefault) {
			return Yes
		}
		return u.callsConstant(f)
	}
	o := ev.newObject(t)
	o.entity = v
	ev.globals[v] = o
	if v.initBusy(u) {
		return UnknownTri
	}
	defer v.initDone(u)
	if ev.initialise(o, vd.Scope, u.initialiserOf(vd)) {
		return Yes
	}
	if ev.dynamic {
		return No
	}
	return u.certainlyDynamic(u.VarFacts(v))
}

// callsConstant decides whether a constructor that is no constant evaluation here runs code: No when it certainly does.
func (u *Unit) callsConstant(f *Func) Tri {
	if userProvided(f) {
		if !f.Constexpr {
			return No
		}
		return UnknownTri
	}
	if u.setsPointers(f) {
		return No
	}
	info := u.infoOf(f)
	if info == nil {
		return UnknownTri
	}
	return u.ask(&info.constant, func() Tri {
		for _, call := range u.SpecialCalls(f) {
			if call.Callee != nil && u.callsConstant(call.Callee) == No {
				return No
			}
		}
		return u.certainlyDynamic(u.Facts(f)) // what default member initialisers call
	})
}

// setsPointers reports whether f is a default constructor that nobody wrote and that must run, to set the pointers to the tables
// of virtual functions or virtual bases.
func (u *Unit) setsPointers(f *Func) bool {
	if f.Constexpr || f.Special != DefaultCtor || userProvided(f) {
		return false
	}
	return u.IsPolymorphic(f.MemberOf) == Yes || len(u.virtualBases(f.MemberOf)) > 0
}

// variesAtRunTime reports whether a variable's value is certainly not known while compiling: it may change, or it is a constant
// that is defined elsewhere.
func (u *Unit) variesAtRunTime(v *Var) bool {
	t := u.VarType(v)
	if t == nil || t.IsUnknown() || t.IsDependent() || t.IsRef() || v.Constexpr {
		return false
	}
	return !t.IsConst() || v.Extern && v.Kind == NamespaceVar && u.initDecl(v) == nil
}

// certainlyDynamic looks for what makes an initialisation dynamic for certain: a call of a function that is not constexpr, or
// a read of a variable that is no constant. It never says Yes.
func (u *Unit) certainlyDynamic(facts *Facts) Tri {
	if facts == nil {
		return UnknownTri
	}
	const skip = Discarded | Folded | Dead
	for _, c := range facts.Calls {
		if c.Context&skip != 0 || c.Callee == nil || c.Dependent {
			continue
		}
		switch c.Kind {
		case CallNamed, CallOperator, CallConversion, CallObject, CallLocalCtor, CallTempCtor, CallLiteral:
			if !c.Callee.Constexpr && !c.Callee.Implicit && !c.Callee.Defaulted && c.Callee.Closure == nil && c.Site.Chunk != nil {
				return No
			}
		case CallOperatorNew:
			return No
		}
	}
	for _, use := range facts.Uses {
		if use.Context&skip != 0 || use.Dependent {
			continue
		}
		if (use.Kind == Read || use.Kind == ReadWrite || use.Kind == Write) && use.Var != nil && !use.ViaRef {
			if u.variesAtRunTime(use.Var) {
				return No
			}
		}
	}
	return UnknownTri
}
