package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// lambdaExpr is a lambda expression: a prvalue of its closure type. The body is analysed in place, where the scope around
// it is known, except a generic lambda's, which is analysed for each instance.
func (w *walker) lambdaExpr(sc *sema.Scope, e *ast.Lambda) sema.Operand {
	l := w.u.lambdaFor(sc, e, w)
	if w.facts != nil {
		if !w.trial {
			l.InConstexprArm = w.ctx&sema.ConstexprArm != 0
			l.Folded = w.ctx&sema.Folded != 0 || w.lambda != nil && w.lambda.Folded
		}
		w.apart(sema.InCapture, func() { w.explicitCaptures(sc, l) })
		l.Parents = w.u.parents(sc, e)
		call := l.Operator()
		if call == nil || !call.Analysing { // else it is evaluated in itself: in a default argument of what its body calls
			w.facts.Lambdas = append(w.facts.Lambdas, l)
		}
		if call != nil {
			w.u.Facts(call)
		}
		w.in(sema.InCapture, func() { w.implicitCopies(l) })
		w.flow.Captured(l)
	} else if w.noted != nil && !w.resolving && !slices.Contains(w.noted.Unevaluated, l) {
		w.noted.Unevaluated = append(w.noted.Unevaluated, l)
		w.apart(sema.InCapture, func() { w.explicitCaptures(sc, l) })
		l.Parents = w.u.parents(sc, e)
		if call := l.Operator(); call != nil {
			w.u.Facts(call)
		}
	}
	t := w.u.ClassType(l.Class)
	return sema.Operand{Type: t, Made: w.temp(t, -1, w.site(sc, e)), Tree: &sema.Expr{Op: sema.ExprLambda}}
}

// lambdaFor is the lambda of an expression in a scope; typing an expression twice gives the same closure type.
func (u *Model) lambdaFor(sc *sema.Scope, e *ast.Lambda, w *walker) *sema.Lambda {
	key := sema.TypeKey{Node: e, Scope: sc}
	if c, ok := u.TypeEnts[key].(*sema.Class); ok {
		return c.Lambda
	}
	u.Spend(sema.StepsPerClass)
	l := &sema.Lambda{Expr: e, Site: sema.Site{Chunk: sc.Chunk, Span: e.Span}, Func: sc.Func, Outer: sc.Lambda, Scope: sc}
	l.InDefaultArg = w.ctx&sema.InDefaultArg != 0
	l.InMemberInit = w.ctx&sema.InMemberInit != 0
	c := u.NewClass(0, sema.Site{Chunk: sc.Chunk, Span: e.Intro}, sema.ScopeEntity(sc), ast.KeyClass)
	c.Lambda, c.State, c.Local = l, sema.Complete, true
	c.Dependent = u.DependentClosure(sc)
	c.Scope, c.Inner = sc, sc
	l.Class = c
	u.SetTypeEntity(key, c)
	u.callOperator(sc, l)
	return l
}

// callOperator declares a closure's operator(), and the conversion to a function pointer of a lambda that captures nothing.
func (u *Model) callOperator(sc *sema.Scope, l *sema.Lambda) {
	e := l.Expr
	sig := &ast.FuncSig{Span: e.Span}
	if e.Sig != nil {
		cp := *e.Sig
		sig = &cp
	}
	if e.Spec.Flags&ast.Mutable == 0 && e.Spec.Flags&ast.Static == 0 {
		sig.CV |= ast.Const
	}
	spec := e.Spec
	spec.Type = &ast.AutoType{Span: e.Span}
	tparams := e.TParams
	sig, invented := u.InventParams(sig)
	tparams = append(tparams[:len(tparams):len(tparams)], invented...)
	name := &ast.Name{Span: e.Intro, Parts: []ast.NamePart{{Span: e.Intro, Kind: ast.NameOperator, Sym: u.Sym("()")}}}
	dt := &ast.Declarator{Span: e.Span, Name: name, Ops: []ast.TypeOp{{Kind: ast.OpFunc, Func: sig}}}
	scope := sc
	var head *sema.TemplateHead
	if len(tparams) > 0 {
		head = u.TemplateScope(sc, tparams, e.Requires)
		scope = head.Scope
	}
	fd := &sema.FuncDecl{
		Site: sema.Site{Chunk: sc.Chunk, Span: e.Intro}, Full: l.Site, Spec: &spec, Dtor: dt, Sig: sig, Scope: scope, InClass: true, Head: head,
	}
	f := &sema.Func{Kind: sema.OperatorFunc, MemberOf: l.Class, Closure: l, Access: ast.Public}
	f.Unit, f.Spelling, f.Within, f.Place = u.Unit, u.Syms.OperatorCall, l.Class, fd.Site
	f.AddDecl(fd)
	f.Static = spec.Flags&ast.Static != 0
	f.Inline = true
	f.Constexpr = f.Constexpr || u.Std >= 17
	set := sema.Target{Class: l.Class}.Set(u.Syms.OperatorCall)
	if head != nil {
		t := &sema.Template{Kind: sema.FuncTemplate, Head: head, MemberOf: l.Class, Func: f, Instances: make(map[string]sema.Entity), Access: ast.Public}
		t.Unit, t.Spelling, t.Within, t.Place = u.Unit, f.Spelling, l.Class, f.Place
		f.Template = t
		l.CallT = t
		set.Linked = append(set.Linked, sema.LinkedEntity{Entity: t, Ord: 0})
	} else {
		l.Call = f
		set.Linked = append(set.Linked, sema.LinkedEntity{Entity: f, Ord: 0})
	}
	if e.Default == token.EOF && len(e.Captures) == 0 {
		u.pointerConversion(l, f)
	}
}

// pointerConversion declares the conversion of a captureless closure to a pointer to function. A generic closure's is not declared: what it
// converts to is decided by its call operator.
func (u *Model) pointerConversion(l *sema.Lambda, call *sema.Func) {
	conv := &sema.Func{Kind: sema.Conversion, MemberOf: l.Class, Closure: l, Access: ast.Public, Implicit: true, Constexpr: u.Std >= 17, Inline: true}
	conv.Unit, conv.Spelling, conv.Within, conv.Place = u.Unit, u.Syms.Conv, l.Class, call.Place
	conv.LazyType = func() *types.Type {
		ft := u.FuncType(call)
		if ft.Kind != types.Func {
			return u.T.Unknown()
		}
		p := u.T.Func(types.FuncType{Result: u.ResultType(call), Params: ft.Params, Variadic: ft.Variadic, Noexcept: ft.Noexcept})
		return u.T.Func(types.FuncType{Result: u.T.Pointer(p), CV: ast.Const})
	}
	conv.FactsDone, conv.Facts = true, &sema.Facts{Func: conv, Refs: []sema.FuncRef{{Func: call, Site: call.Place}}}
	l.Invoker = conv
	if call.Template != nil {
		return
	}
	l.Class.Convs = append(l.Class.Convs, conv)
	set := sema.Target{Class: l.Class}.Set(u.Syms.Conv)
	set.Linked = append(set.Linked, sema.LinkedEntity{Entity: conv, Ord: 0})
}

// maxLambdaNesting bounds how deep lambdas stand in each other: each is read more than once on behalf of the one around it.
const maxLambdaNesting = 7

// nesting counts the lambdas around one, as far as they matter.
func nesting(l *sema.Lambda) int {
	n := 0
	for o := l.Outer; o != nil && n <= maxLambdaNesting; o = o.Outer {
		n++
	}
	return n
}

// lambdaFacts analyses the body of a closure's call operator.
func (u *Model) lambdaFacts(f *sema.Func) *sema.Facts {
	l := f.Closure
	if f.Implicit || l.Expr.Block == nil || len(f.Decls) == 0 || nesting(l) > maxLambdaNesting {
		return nil
	}
	fd := f.Decls[0]
	w := &walker{u: u, facts: &sema.Facts{Func: f, Decl: fd}}
	f.Facts = w.facts
	outer := u.Analysing
	u.Analysing = w.facts
	tree := new(sema.Body)
	w.stmts = &tree.Stmts
	tree.Params = w.lambdaBody(f, false)
	u.Analysing = outer
	if !w.facts.Template && u.typed[fd] == nil { // a second walk would make other closures of the lambdas within
		u.remember(fd, &typedBody{Body: tree, Done: true})
	}
	return u.Settle(w.facts)
}

// lambdaBody walks the body of a closure's call operator, for its facts or again, and returns the operator's parameters.
func (w *walker) lambdaBody(f *sema.Func, again bool) []*sema.Var {
	u, l, fd := w.u, f.Closure, f.Decls[0]
	w.f, w.lambda = l.Func, l
	if w.f == nil {
		w.f = f
	}
	sc := fd.Scope.Child(sema.FuncScope)
	sc.Func, sc.Lambda, sc.Again = l.Func, l, sc.Again || again
	params := u.AddParams(sc, f, fd.Sig)
	u.FuncType(f) // reads the types of parameters that nothing uses
	for _, v := range u.InitCaptures(l) {
		sc.Add(v)
	}
	for _, e := range sc.Names.Entries {
		for _, le := range e.Value.Linked {
			if v, ok := le.Entity.(*sema.Var); ok {
				v.Lambda = l
				for _, el := range v.Elems {
					el.Lambda = l
				}
			}
		}
	}
	w.facts.Template = u.DependentScope(sc)
	body := sc.Child(sema.BlockScope)
	w.ret = fd
	w.facts.Mentions = u.Collecting(sema.Site{Chunk: sc.Chunk, Span: l.Expr.Span}, func() {
		w.opConstants(fd.Scope, fd.Dtor.Ops)
		w.reach.function(func() { w.whole(body, func() { w.block(body, l.Expr.Block) }) })
	})
	w.pragmas(sc.Chunk, l.Expr.Block.Span)
	w.elideReturned()
	return params
}

// InitCaptures are the variables that a lambda's init-captures declare.
func (u *Model) InitCaptures(l *sema.Lambda) []*sema.Var {
	if l.Inits != nil || len(l.Expr.Captures) == 0 {
		return l.Inits
	}
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		if c.Init == nil {
			continue
		}
		v := &sema.Var{Kind: sema.LocalVar, Func: l.Func, Lambda: l, InitCapture: true, Scope: l.Scope}
		v.Unit, v.Spelling, v.Place, v.Within = u.Unit, c.Sym, sema.Site{Chunk: l.Site.Chunk, Span: c.Span}, l.Class
		t := u.T.Auto()
		if c.ByRef {
			t = u.T.LRef(t)
		}
		v.Type = u.DeduceVar(l.Scope, t, c.Init, &ast.Specifiers{})
		if c.Pack {
			v.Pack = true
			packs := u.PacksIn(l.Scope, c.Init)
			if n, ok := u.BoundPackLen(packs); ok {
				v.Elems = make([]*sema.Var, n)
				for k := range n {
					e := *v
					e.Pack, e.Elems, e.Scope = false, nil, u.ElementScope(l.Scope, packs, k)
					e.Type = u.DeduceVar(e.Scope, t, c.Init, &ast.Specifiers{})
					v.Elems[k] = &e
				}
			}
		}
		l.Inits = append(l.Inits, v)
	}
	return l.Inits
}

// explicitCaptures records the written captures and what initialising them does.
func (w *walker) explicitCaptures(sc *sema.Scope, l *sema.Lambda) {
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		site := sema.Site{Chunk: sc.Chunk, Span: c.Span}
		lc := &sema.LambdaCapture{This: c.This, Star: c.Star, ByRef: c.ByRef, Pack: c.Pack, Site: site}
		switch {
		case c.This:
			w.captureThis(site)
			if c.Star && sc.This != nil {
				w.copyCaptured(w.thisObject(sc), site)
			}
		case c.Init != nil:
			lc.OfArray = w.fromArray(sc, w.u.ParseInit(sc, c.Init))
			for _, v := range w.u.InitCaptures(l) {
				if v.Spelling != c.Sym {
					continue
				}
				lc.Init = v
				for _, e := range v.Each() {
					w.in(sema.InInit, func() { w.initObject(e.Scope, e.Type, w.u.ParseInit(e.Scope, c.Init), site, sema.CallCopy) })
				}
			}
		default:
			o := w.name(sc, &ast.Name{Span: c.Span, Parts: []ast.NamePart{{Span: c.Span, Sym: c.Sym}}})
			if v, ok := o.Entity.(*sema.Var); ok {
				lc.Var = v
				if c.ByRef {
					w.textureBound(o, w.u.T.LRef(o.Type), site)
				} else {
					w.copyCaptured(o, site)
				}
			}
		}
		l.AddCapture(lc)
	}
}

// implicitCopies records the copies of what a lambda captures without saying so.
func (w *walker) implicitCopies(l *sema.Lambda) {
	for _, c := range l.Captures {
		if !c.Implicit || c.ByRef || c.Var == nil || c.Pack {
			continue
		}
		w.copyCaptured(sema.Operand{Type: w.u.VarType(c.Var).NonRef(), Cat: sema.LValue}, c.Site)
	}
}

// copyCaptured records what copying an object into a closure calls.
func (w *walker) copyCaptured(o sema.Operand, site sema.Site) {
	switch {
	case sema.IsDependent(o):
	case o.Type.Kind == types.Class:
		w.copyClass(o, o.Type.Unqual(), site, sema.CallCopy)
	case o.Type.Kind == types.Array:
		w.copyElements(o, site)
	}
}

// copyElements records what copying an array calls for each element, into a closure or for a structured binding.
func (w *walker) copyElements(o sema.Operand, site sema.Site) {
	elem := sema.Operand{Type: o.Type, Cat: o.Cat}
	for elem.Type.Kind == types.Array {
		elem.Type = elem.Type.Elem
	}
	c := w.u.ClassOf(elem.Type)
	if c == nil || sema.IsDependent(elem) {
		return
	}
	switch r := w.u.ConstructorFor(c, []sema.Operand{elem}, sema.InitDirect); {
	case r.Status != sema.Resolved:
		w.unknownCall(site, "which constructor copies the elements is not known")
	case w.u.IsTrivial(r.Func) != sema.Yes:
		w.call(sema.Call{Kind: sema.CallCopy, Callee: r.Func, Site: site, Full: site, Array: true, NonConstArgs: 1})
	}
}

// CapturedTypes are the types of what a lambda captures by copy, as far as its body tells.
func (u *Model) CapturedTypes(l *sema.Lambda) []*types.Type {
	if l == nil || l.Expr == nil || l.Captureless() {
		return nil
	}
	w := &walker{u: u, f: l.Func, lambda: l.Outer}
	inits := u.InitCaptures(l)
	var out []*types.Type
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		var v *sema.Var
		switch {
		case c.ByRef || c.This:
			if c.Star && l.Func != nil && l.Func.MemberOf != nil {
				out = append(out, u.ClassType(l.Func.MemberOf))
			}
		case c.Init != nil:
			v, inits = inits[0], inits[1:]
		default:
			v, _ = w.name(l.Scope, &ast.Name{Span: c.Span, Parts: []ast.NamePart{{Span: c.Span, Sym: c.Sym}}}).Entity.(*sema.Var)
		}
		if c.Init != nil && c.ByRef {
			inits = inits[1:]
		}
		out = u.appendCaptured(out, v)
	}
	if l.Expr.Default != token.EOF && l.Expr.Default != token.Amp && u.Facts(l.Operator()) != nil {
		for _, c := range l.Captures {
			if c.Implicit && !c.ByRef {
				out = u.appendCaptured(out, c.Var)
			}
		}
	}
	return out
}

func (u *Model) appendCaptured(ts []*types.Type, v *sema.Var) []*types.Type {
	switch {
	case v == nil:
		return ts
	case v.Pack:
		for _, e := range v.Elems {
			ts = u.appendCaptured(ts, e)
		}
		return ts
	}
	return append(ts, u.VarType(v).NonRef())
}

// fromArray reports whether an initialiser is nothing but an array that is not at a constant address: the address of one
// that is, a string literal for instance, is a pointer before anybody asks.
func (w *walker) fromArray(sc *sema.Scope, init *ast.Init) bool {
	if init == nil || len(init.Args) != 1 {
		return false
	}
	o := w.quiet().expr(sc, init.Args[0])
	if o.Type.Kind != types.Array || o.Type.IsDependent() || o.Tree.Op == sema.ExprConst || o.Tree.Op == sema.ExprConditional || o.Tree.Tok == token.Comma {
		return false
	}
	address := w.u.EvalTree(w.pointingTree(o), sema.EvalOptions{Runtime: true})
	v, ok := address.Entity.(*sema.Var)
	return address.Kind != types.AddressValue || !ok || sema.Automatic(v)
}

// capture notes that a variable of the function around is used in a lambda, and gives it the type it has there.
func (w *walker) capture(v *sema.Var, o *sema.Operand, site sema.Site) {
	for l := w.lambda; l != nil && l != v.Lambda; l = l.Outer {
		byRef := l.Expr.Default == token.Amp
		explicit := false
		for i := range l.Expr.Captures {
			c := &l.Expr.Captures[i]
			if c.Sym == v.Spelling && c.Init == nil && !c.This {
				byRef, explicit = c.ByRef, true
			}
		}
		if !explicit && l.Expr.Default == token.EOF {
			return // a constant that needs no capture
		}
		if !explicit && byRef {
			w.textureBound(sema.Operand{Type: o.Type}, w.u.T.LRef(o.Type), site)
		}
		if !explicit {
			w.implicitCapture(l, sema.LambdaCapture{Var: v, ByRef: byRef, Pack: v.Pack, Site: site})
		}
		if !byRef && l.Expr.Spec.Flags&ast.Mutable == 0 && !o.Base.ViaRef {
			o.Type = w.u.T.Qualify(o.Type, ast.Const)
		}
	}
}

// captureThis notes that the object of the member function around is used in a lambda.
func (w *walker) captureThis(site sema.Site) {
	for l := w.lambda; l != nil; l = l.Outer {
		if slices.ContainsFunc(l.Expr.Captures, func(c ast.Capture) bool { return c.This }) || l.Expr.Default == token.EOF {
			return // the capture itself is what uses the object outside of l
		}
		w.implicitCapture(l, sema.LambdaCapture{This: true, ByRef: true, Site: site})
	}
}

// implicitCapture records what a lambda captures by a mention in the body that is walked, its own or that of a lambda in it.
func (w *walker) implicitCapture(l *sema.Lambda, c sema.LambdaCapture) {
	if w.facts == nil || w.trial || w.ctx&sema.Constant != 0 {
		return
	}
	c.Implicit, c.Arm, c.From = true, w.ctx&sema.ConstexprArm != 0, w.lambda
	l.AddCapture(&c)
}

// parents finds out what a lambda's __nv_parent annotations name.
func (u *Model) parents(sc *sema.Scope, e *ast.Lambda) []sema.LambdaParent {
	var out []sema.LambdaParent
	for i := range e.Spec.CUDA {
		s := &e.Spec.CUDA[i]
		if s.Kind != ast.SpecParent {
			continue
		}
		p := sema.LambdaParent{Site: sema.Site{Chunk: sc.Chunk, Span: s.Span}}
		if len(s.Args) == 1 {
			p.Kind = u.parentKind(sc, sema.Unparen(s.Args[0]))
		}
		out = append(out, p)
	}
	return out
}

func (u *Model) parentKind(sc *sema.Scope, e ast.Expr) sema.ParentKind {
	if n, ok := e.(*ast.NameExpr); ok && u.LookupName(sc, n.Name).State == sema.NotFound {
		return sema.ParentNone
	}
	o := u.TypeOf(sc, e)
	if o.Set != nil {
		switch _, sole := u.SingleFunction(o.Set); sole {
		case sema.Yes:
			return sema.ParentFunction
		case sema.No:
			return sema.ParentNone
		}
		return sema.ParentUnknown
	}
	if v, ok := o.Entity.(*sema.Var); ok && o.Type.Kind == types.Array && !sema.Automatic(v) {
		return sema.ParentConstant // decays to its address
	}
	v := u.Eval(sc, e, sema.EvalOptions{})
	if !v.IsKnown() {
		return sema.ParentUnknown
	}
	if _, ok := v.Entity.(*sema.Func); ok && v.Kind == types.AddressValue {
		return sema.ParentFunction
	}
	return sema.ParentConstant
}
