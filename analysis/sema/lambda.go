package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// lambdaExpr is a lambda expression: a prvalue of its closure type. The body is analysed in place, where the scope around
// it is known, except a generic lambda's, which is analysed for each instance.
func (w *walker) lambdaExpr(sc *Scope, e *ast.Lambda) Operand {
	l := w.u.lambdaFor(sc, e, w)
	if w.facts != nil {
		if !w.trial {
			l.InConstexprArm = w.ctx&ConstexprArm != 0
		}
		w.explicitCaptures(sc, l)
		l.Parents = w.u.parents(sc, e)
		call := l.Call
		if l.CallT != nil {
			call = l.CallT.Func
		}
		if call == nil || !call.analysing { // else it is evaluated in itself: in a default argument of what its body calls
			w.facts.Lambdas = append(w.facts.Lambdas, l)
		}
		if call != nil {
			w.u.Facts(call)
		}
		w.implicitCopies(l)
		w.flow.captured(l)
	}
	t := w.u.ClassType(l.Class)
	return Operand{Type: t, made: w.temp(t, -1, w.site(sc, e)), tree: w.simpleTree(ExprLambda)}
}

// lambdaFor is the lambda of an expression in a scope; typing an expression twice gives the same closure type.
func (u *Unit) lambdaFor(sc *Scope, e *ast.Lambda, w *walker) *Lambda {
	key := typeKey{e, sc}
	if c, ok := u.typeEnts[key].(*Class); ok {
		return c.Lambda
	}
	l := &Lambda{Expr: e, Site: Site{sc.Chunk, e.Span}, Func: sc.Func, Outer: sc.Lambda, Scope: sc}
	l.InDefaultArg = w.ctx&InDefaultArg != 0
	l.InMemberInit = w.ctx&InMemberInit != 0
	c := u.newClass(0, Site{sc.Chunk, e.Intro}, scopeEntity(sc), ast.KeyClass)
	c.Lambda, c.state, c.Local = l, Complete, true
	c.Scope, c.inner = sc, sc
	l.Class = c
	u.setTypeEntity(key, c)
	u.callOperator(sc, l)
	return l
}

// callOperator declares a closure's operator(), and the conversion to a function pointer of a lambda that captures nothing.
func (u *Unit) callOperator(sc *Scope, l *Lambda) {
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
	sig, invented := u.inventParams(sig)
	tparams = append(tparams[:len(tparams):len(tparams)], invented...)
	name := &ast.Name{Span: e.Intro, Parts: []ast.NamePart{{Span: e.Intro, Kind: ast.NameOperator, Sym: u.Sym("()")}}}
	dt := &ast.Declarator{Span: e.Span, Name: name, Ops: []ast.TypeOp{{Kind: ast.OpFunc, Func: sig}}}
	scope := sc
	var head *templateHead
	if len(tparams) > 0 {
		head = u.templateScope(sc, tparams, e.Requires)
		scope = head.scope
	}
	fd := &FuncDecl{
		Site: Site{sc.Chunk, e.Intro}, Full: l.Site, Spec: &spec, Dtor: dt, Sig: sig, Scope: scope, InClass: true, head: head,
	}
	f := &Func{Kind: OperatorFunc, MemberOf: l.Class, Closure: l, Access: ast.Public}
	f.u, f.name, f.parent, f.site = u, u.syms.operatorCall, l.Class, fd.Site
	f.addDecl(fd)
	f.Static = spec.Flags&ast.Static != 0
	f.Inline = true
	f.Constexpr = f.Constexpr || u.std >= 17
	set := target{class: l.Class}.set(u.syms.operatorCall)
	if head != nil {
		t := &Template{Kind: FuncTemplate, head: head, MemberOf: l.Class, Func: f, instances: make(map[string]Entity), Access: ast.Public}
		t.u, t.name, t.parent, t.site = u, f.name, l.Class, f.site
		f.Template = t
		l.CallT = t
		set.linked = append(set.linked, linkedEntity{t, 0})
	} else {
		l.Call = f
		set.linked = append(set.linked, linkedEntity{f, 0})
	}
	if e.Default == token.EOF && len(e.Captures) == 0 && head == nil {
		u.pointerConversion(l, f)
	}
}

// pointerConversion declares the conversion of a captureless closure to a pointer to function.
func (u *Unit) pointerConversion(l *Lambda, call *Func) {
	conv := &Func{Kind: Conversion, MemberOf: l.Class, Closure: l, Access: ast.Public, Implicit: true, Constexpr: true, Inline: true}
	conv.u, conv.name, conv.parent, conv.site = u, u.syms.conv, l.Class, call.site
	conv.lazyType = func() *types.Type {
		ft := u.FuncType(call)
		if ft.Kind != types.Func {
			return u.T.Unknown()
		}
		p := u.T.Func(types.FuncType{Result: u.ResultType(call), Params: ft.Params, Variadic: ft.Variadic, Noexcept: ft.Noexcept})
		return u.T.Func(types.FuncType{Result: u.T.Pointer(p), CV: ast.Const})
	}
	conv.factsDone, conv.facts = true, &Facts{Func: conv, Refs: []FuncRef{{Func: call, Site: call.site}}}
	l.Class.convs = append(l.Class.convs, conv)
	l.invoker = conv
	set := target{class: l.Class}.set(u.syms.conv)
	set.linked = append(set.linked, linkedEntity{conv, 0})
}

// lambdaFacts analyses the body of a closure's call operator.
func (u *Unit) lambdaFacts(f *Func) *Facts {
	l := f.Closure
	if f.Implicit || l.Expr.Block == nil || len(f.Decls) == 0 || l.nesting() > maxLambdaNesting {
		return nil
	}
	fd := f.Decls[0]
	w := &walker{u: u, facts: &Facts{Func: f, Decl: fd}, typing: true}
	f.facts = w.facts
	outer := u.analysing
	u.analysing = w.facts
	w.lambdaBody(f)
	u.analysing = outer
	return u.settle(w.facts)
}

// lambdaBody walks the body of a closure's call operator, and returns the operator's parameters.
func (w *walker) lambdaBody(f *Func) []*Var {
	u, l, fd := w.u, f.Closure, f.Decls[0]
	w.f, w.lambda = l.Func, l
	if w.f == nil {
		w.f = f
	}
	sc := fd.Scope.child(FuncScope)
	sc.Func, sc.Lambda = l.Func, l
	params := u.addParams(sc, f, fd.Sig)
	for _, v := range u.initCaptures(l) {
		sc.add(v)
	}
	for _, e := range sc.names.entries {
		for _, le := range e.set.linked {
			if v, ok := le.Entity.(*Var); ok {
				v.Lambda = l
				for _, el := range v.Elems {
					el.Lambda = l
				}
			}
		}
	}
	w.facts.Template = u.dependentScope(sc)
	body := sc.child(BlockScope)
	w.ret = fd
	w.facts.Mentions = u.collecting(Site{sc.Chunk, l.Expr.Span}, func() {
		w.opConstants(fd.Scope, fd.Dtor.Ops)
		w.block(body, l.Expr.Block)
	})
	w.pragmas(sc.Chunk, l.Expr.Block.Span)
	w.destroyLocals(body)
	w.elideReturned()
	return params
}

// initCaptures are the variables that a lambda's init-captures declare.
func (u *Unit) initCaptures(l *Lambda) []*Var {
	if l.inits != nil || len(l.Expr.Captures) == 0 {
		return l.inits
	}
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		if c.Init == nil {
			continue
		}
		v := &Var{Kind: LocalVar, Func: l.Func, Lambda: l, InitCapture: true, Scope: l.Scope}
		v.u, v.name, v.site, v.parent = u, c.Sym, Site{l.Site.Chunk, c.Span}, l.Class
		t := u.T.Auto()
		if c.ByRef {
			t = u.T.LRef(t)
		}
		v.typ = u.deduceVar(l.Scope, t, c.Init, &ast.Specifiers{})
		l.inits = append(l.inits, v)
	}
	return l.inits
}

// explicitCaptures records the written captures and what initialising them does.
func (w *walker) explicitCaptures(sc *Scope, l *Lambda) {
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		site := Site{sc.Chunk, c.Span}
		lc := &LambdaCapture{This: c.This, Star: c.Star, ByRef: c.ByRef, Pack: c.Pack, Site: site}
		switch {
		case c.This:
			w.captureThis(site)
			if c.Star && sc.This != nil {
				w.copyCaptured(w.thisObject(sc), site)
			}
		case c.Init != nil:
			init := w.u.parseInit(sc, c.Init)
			lc.OfArray = w.fromArray(sc, init)
			for _, v := range w.u.initCaptures(l) {
				if v.name == c.Sym {
					lc.Init = v
					w.in(InInit, func() { w.initObject(sc, v.typ, init, site, CallCopy) })
				}
			}
		default:
			o := w.name(sc, &ast.Name{Span: c.Span, Parts: []ast.NamePart{{Span: c.Span, Sym: c.Sym}}})
			if v, ok := o.Entity.(*Var); ok {
				lc.Var = v
				if c.ByRef {
					w.textureBound(o, w.u.T.LRef(o.Type), site)
				} else {
					w.copyCaptured(o, site)
				}
			}
		}
		l.addCapture(lc)
	}
}

// implicitCopies records the copies of what a lambda captures without saying so.
func (w *walker) implicitCopies(l *Lambda) {
	for _, c := range l.Captures {
		if !c.Implicit || c.ByRef || c.Var == nil || c.Pack {
			continue
		}
		w.copyCaptured(Operand{Type: w.u.VarType(c.Var).NonRef(), Cat: LValue}, c.Site)
	}
}

// copyCaptured records what copying an object into a closure calls.
func (w *walker) copyCaptured(o Operand, site Site) {
	if o.Type.Kind == types.Class && !isDependent(o) {
		w.copyClass(o, o.Type.Unqual(), site, CallCopy)
	}
}

// capturedTypes are the types of what a lambda captures by copy, as far as its body tells.
func (u *Unit) capturedTypes(l *Lambda) []*types.Type {
	if l == nil || l.Expr == nil || l.captureless() {
		return nil
	}
	w := &walker{u: u, f: l.Func, lambda: l.Outer}
	inits := u.initCaptures(l)
	var out []*types.Type
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		var v *Var
		switch {
		case c.ByRef || c.This:
			if c.Star && l.Func != nil && l.Func.MemberOf != nil {
				out = append(out, u.ClassType(l.Func.MemberOf))
			}
		case c.Init != nil:
			v, inits = inits[0], inits[1:]
		default:
			v, _ = w.name(l.Scope, &ast.Name{Span: c.Span, Parts: []ast.NamePart{{Span: c.Span, Sym: c.Sym}}}).Entity.(*Var)
		}
		if c.Init != nil && c.ByRef {
			inits = inits[1:]
		}
		out = u.appendCaptured(out, v)
	}
	call := l.Call
	if call == nil {
		call = l.CallT.Func
	}
	if l.Expr.Default != token.EOF && l.Expr.Default != token.Amp && u.Facts(call) != nil {
		for _, c := range l.Captures {
			if c.Implicit && !c.ByRef {
				out = u.appendCaptured(out, c.Var)
			}
		}
	}
	return out
}

func (u *Unit) appendCaptured(ts []*types.Type, v *Var) []*types.Type {
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
func (w *walker) fromArray(sc *Scope, init *ast.Init) bool {
	if init == nil || len(init.Args) != 1 {
		return false
	}
	switch e := unparen(init.Args[0]).(type) {
	case *ast.Literal, *ast.Conditional:
		return false
	case *ast.Binary:
		if e.Op == token.Comma {
			return false
		}
	}
	o := w.quiet().expr(sc, init.Args[0])
	if o.Type == nil || o.Type.Kind != types.Array || o.Type.IsDependent() {
		return false
	}
	b := o.base
	return b == nil || b.viaMember || automatic(b.v)
}

// addCapture adds a capture unless it is there. Bodies are not always read in order: what counts of several mentions is the
// first.
func (l *Lambda) addCapture(c *LambdaCapture) {
	for _, o := range l.Captures {
		if o.Site != c.Site && (o.Var == nil || o.Var != c.Var) && !(o.This && c.This) {
			continue
		}
		if o.Implicit && c.Implicit && o.Site.Chunk == c.Site.Chunk && c.Site.Span.Lo < o.Site.Span.Lo {
			o.Site, o.arm, o.from = c.Site, c.arm, c.from
		}
		return
	}
	l.Captures = append(l.Captures, c)
}

// capture notes that a variable of the function around is used in a lambda, and gives it the type it has there.
func (w *walker) capture(v *Var, o *Operand, site Site) {
	for l := w.lambda; l != nil && l != v.Lambda; l = l.Outer {
		byRef := l.Expr.Default == token.Amp
		explicit := false
		for i := range l.Expr.Captures {
			c := &l.Expr.Captures[i]
			if c.Sym == v.name && c.Init == nil && !c.This {
				byRef, explicit = c.ByRef, true
			}
		}
		if !explicit && l.Expr.Default == token.EOF {
			return // a constant that needs no capture
		}
		if !explicit && byRef {
			w.textureBound(Operand{Type: o.Type}, w.u.T.LRef(o.Type), site)
		}
		if !explicit {
			w.implicitCapture(l, LambdaCapture{Var: v, ByRef: byRef, Pack: v.Pack, Site: site})
		}
		if !byRef && l.Expr.Spec.Flags&ast.Mutable == 0 && !o.base.viaRef {
			o.Type = w.u.T.Qualify(o.Type, ast.Const)
		}
	}
}

// captureThis notes that the object of the member function around is used in a lambda.
func (w *walker) captureThis(site Site) {
	for l := w.lambda; l != nil; l = l.Outer {
		if slices.ContainsFunc(l.Expr.Captures, func(c ast.Capture) bool { return c.This }) || l.Expr.Default == token.EOF {
			return // the capture itself is what uses the object outside of l
		}
		w.implicitCapture(l, LambdaCapture{This: true, ByRef: true, Site: site})
	}
}

// implicitCapture records what a lambda captures by a mention in the body that is walked, its own or that of a lambda in it.
func (w *walker) implicitCapture(l *Lambda, c LambdaCapture) {
	if w.facts == nil || w.trial || w.ctx&Constant != 0 {
		return
	}
	c.Implicit, c.arm, c.from = true, w.ctx&ConstexprArm != 0, w.lambda
	l.addCapture(&c)
}

// InConstexprArm reports whether the mention by which l captures stands in an arm of an if constexpr of l's body.
func (c *LambdaCapture) InConstexprArm(l *Lambda) bool {
	if !c.Implicit || c.arm {
		return c.arm
	}
	for o := c.from; o != nil && o != l; o = o.Outer {
		if o.InConstexprArm {
			return true
		}
	}
	return false
}

// maxLambdaNesting bounds how deep lambdas stand in each other: each is read more than once on behalf of the one around it.
const maxLambdaNesting = 7

// nesting counts the lambdas around l.
func (l *Lambda) nesting() int {
	n := 0
	for o := l.Outer; o != nil && n <= maxLambdaNesting; o = o.Outer {
		n++
	}
	return n
}

// ParentKind says what an argument of __nv_parent, which names the function around a lambda, is.
type ParentKind uint8

// The kinds of such arguments.
const (
	// ParentUnknown: not known, a function that depends on template parameters for instance.
	ParentUnknown ParentKind = iota
	ParentFunction
	// ParentNone: no single function is meant: the name is not declared, or is that of several functions or of a template.
	ParentNone
	// ParentConstant: a constant that is no function's address.
	ParentConstant
)

// LambdaParent is one __nv_parent(f) of a lambda.
type LambdaParent struct {
	Kind ParentKind
	// Site is the whole annotation.
	Site Site
}

// parents finds out what a lambda's __nv_parent annotations name.
func (u *Unit) parents(sc *Scope, e *ast.Lambda) []LambdaParent {
	var out []LambdaParent
	for i := range e.Spec.CUDA {
		s := &e.Spec.CUDA[i]
		if s.Kind != ast.SpecParent {
			continue
		}
		p := LambdaParent{Site: Site{sc.Chunk, s.Span}}
		if len(s.Args) == 1 {
			p.Kind = u.parentKind(sc, unparen(s.Args[0]))
		}
		out = append(out, p)
	}
	return out
}

func (u *Unit) parentKind(sc *Scope, e ast.Expr) ParentKind {
	if n, ok := e.(*ast.NameExpr); ok && u.lookupName(sc, n.Name).State == NotFound {
		return ParentNone
	}
	o := u.typeOf(sc, e)
	if o.Set != nil {
		switch _, sole := u.singleFunction(o.Set); sole {
		case Yes:
			return ParentFunction
		case No:
			return ParentNone
		}
		return ParentUnknown
	}
	if v, ok := o.Entity.(*Var); ok && o.Type.Kind == types.Array && !automatic(v) {
		return ParentConstant // decays to its address
	}
	v := u.Eval(sc, e, EvalOptions{})
	if !v.IsKnown() {
		return ParentUnknown
	}
	if _, ok := v.Entity.(*Func); ok && v.Kind == types.AddressValue {
		return ParentFunction
	}
	return ParentConstant
}
