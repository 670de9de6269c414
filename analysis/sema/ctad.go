package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// deduction is one way in which class template argument deduction succeeds.
type deduction struct {
	class *Class
	convs []Conv
	// guide: from a deduction guide that was written, not from a constructor. copy: the copy deduction candidate.
	guide, copy bool
	// anything: the only parameter is a template parameter, so that the copy deduction candidate is more specialised.
	anything bool
	template bool // false only for a guide that was written without template parameters
}

// deduceWithGuides tries every constructor and guide of a class template [over.match.class.deduct]. Where several succeed for
// different specialisations, the conversions decide.
func (u *Unit) deduceWithGuides(t *Template, pattern *Class, args []Operand, form InitForm) (*Class, Tri) {
	list := form.list()
	var found []deduction
	unknown := false
	note := func(d *deduction, ok Tri) {
		switch ok {
		case Yes:
			found = append(found, *d)
		case UnknownTri:
			unknown = true
		}
	}
	lists := [][]Operand{args}
	if list && len(args) > 0 {
		// Phase one of [over.match.list]: initializer-list constructors take the whole list.
		lists = [][]Operand{{{Type: u.T.Braced(), Braced: args}}, args}
	}
	for phase, as := range lists {
		listOnly := len(lists) == 2 && phase == 0
		for i := range t.guides {
			note(u.deduceByGuide(&t.guides[i], as, listOnly))
		}
		for _, e := range pattern.Ctors() {
			if listOnly && !u.isListConstructor(e) {
				continue
			}
			note(u.deduceByConstructor(t, e, as))
		}
		if !listOnly && len(as) == 1 {
			note(u.deduceByCopy(t, pattern, as[0]))
		}
		if len(found) > 0 || unknown {
			break
		}
	}
	if u.std >= 20 && len(found) == 0 && !unknown && list {
		return nil, UnknownTri // the aggregate deduction candidate is not modelled
	}
	return pickDeduction(u, found, unknown)
}

// pickDeduction chooses among successes.
func pickDeduction(u *Unit, found []deduction, unknown bool) (*Class, Tri) {
	if len(found) == 0 {
		if unknown {
			return nil, UnknownTri
		}
		return nil, No
	}
	same := true
	for _, d := range found[1:] {
		same = same && d.class == found[0].class
	}
	if same && !unknown {
		return found[0].class, Yes
	}
	if unknown {
		return nil, UnknownTri
	}
	var best *deduction
	for i := range found {
		wins := true
		for j := range found {
			if i != j && found[i].class != found[j].class && !u.deductionBeats(&found[i], &found[j]) {
				wins = false
			}
		}
		if wins {
			if best != nil && best.class != found[i].class {
				return nil, UnknownTri
			}
			best = &found[i]
		}
	}
	if best == nil {
		return nil, UnknownTri
	}
	return best.class, Yes
}

// deductionBeats reports whether a is certainly chosen over b [over.match.best]/2.
func (u *Unit) deductionBeats(a, b *deduction) bool {
	better := false
	for i := range min(len(a.convs), len(b.convs)) {
		cmp, known := u.rank(a.convs[i], b.convs[i])
		if !known || cmp > 0 {
			return false
		}
		better = better || cmp < 0
	}
	switch {
	case better:
		return true
	case a.template != b.template:
		return b.template
	case a.copy && b.anything || b.copy && a.anything:
		return a.copy
	case a.guide != b.guide && a.template == b.template:
		return a.guide
	case a.copy != b.copy:
		return a.copy
	}
	return false
}

// deduceByCopy is the copy deduction candidate: C(C<P...>) -> C<P...>.
func (u *Unit) deduceByCopy(t *Template, pattern *Class, arg Operand) (*deduction, Tri) {
	if arg.Type == nil || arg.Type.Kind == types.Braced {
		return nil, No
	}
	if arg.isUnknown() {
		return nil, UnknownTri
	}
	d := u.newDeducer(t.head)
	if !d.match(u.ClassType(pattern), arg.Type.Unqual(), true) {
		return nil, No
	}
	return u.finishClass(t, d, []Operand{arg}, func(c *Class) []*types.Type {
		return []*types.Type{u.ClassType(c)}
	}, deduction{copy: true, template: true})
}

// finishClass makes the specialisation that d has deduced and converts the arguments to its parameters.
func (u *Unit) finishClass(t *Template, d *deducer, args []Operand, params func(*Class) []*types.Type, r deduction,
) (*deduction, Tri) {
	own, status := d.finishOuter(t)
	switch status {
	case DeduceFailed:
		return nil, No
	case UnknownDeduction:
		return nil, UnknownTri
	}
	r.class = u.instantiateClass(t, own)
	if r.class == nil {
		return nil, UnknownTri
	}
	ps := params(r.class)
	if ps == nil {
		return nil, UnknownTri
	}
	return u.convertDeduced(&r, ps, args)
}

func (u *Unit) convertDeduced(r *deduction, params []*types.Type, args []Operand) (*deduction, Tri) {
	for i, a := range args {
		if i >= len(params) {
			r.convs = append(r.convs, Conv{Rank: RankEllipsis})
			continue
		}
		conv := u.implicitConversion(a, params[i], ConvOptions{})
		switch conv.Rank {
		case RankNone:
			return nil, No
		case RankUnknown:
			return nil, UnknownTri
		}
		r.convs = append(r.convs, conv)
	}
	return r, Yes
}

// finishOuter is finish for the first header's parameters alone.
func (d *deducer) finishOuter(t *Template) ([]types.Arg, DeduceStatus) {
	o := *d
	o.bound, o.known, o.pack, o.given = d.bound[:d.outer], d.known[:d.outer], d.pack[:d.outer], d.given[:d.outer]
	return o.finish(t)
}

// deduceByConstructor deduces from a constructor of the class template's pattern.
func (u *Unit) deduceByConstructor(t *Template, e Entity, args []Operand) (*deduction, Tri) {
	f, ok := e.(*Func)
	var inner *Template
	if !ok {
		if inner, ok = e.(*Template); !ok || inner.Func == nil || inner.head == nil {
			return nil, UnknownTri
		}
		f = inner.Func
	}
	least, most, ok := u.declaredArity(f)
	if !ok {
		// Implicit: the copy deduction candidate stands for copies, so that only the default constructor is left.
		if f.Special() != DefaultCtor || len(args) > 0 {
			return nil, No
		}
	} else if len(args) < least || most >= 0 && len(args) > most {
		return nil, No
	}
	ft := u.FuncType(f)
	if ft.Kind != types.Func {
		return nil, UnknownTri
	}
	d := u.newDeducer(t.head)
	d.class = true
	if inner != nil {
		d.nested = true
		d.addParams(inner.head)
	}
	if !d.deduceParams(ft.Params, args) {
		return nil, No
	}
	return u.finishClass(t, d, args, func(c *Class) []*types.Type {
		return u.constructorParams(c, f, inner, args)
	}, deduction{template: true, anything: takesAnything(ft.Params)})
}

// takesAnything reports whether the only parameter of a candidate is T, T & or T &&, qualified or not.
func takesAnything(params []*types.Type) bool {
	return len(params) == 1 && params[0].NonRef().Kind == types.Param
}

// constructorParams are the parameter types of the constructor of instance c that corresponds to f; nil when not known.
func (u *Unit) constructorParams(c *Class, f *Func, inner *Template, args []Operand) []*types.Type {
	for _, e := range c.Ctors() {
		switch e := e.(type) {
		case *Func:
			if inner == nil && (u.PatternFunc(e) == f || f.Implicit && e.Implicit && e.Special() == f.Special()) {
				if ft := u.FuncType(e); ft.Kind == types.Func {
					return append([]*types.Type{}, ft.Params...)
				}
			}
		case *Template:
			if inner == nil || e.Func == nil || !sameDeclaration(e.Func, f) {
				continue
			}
			cand := u.candidate(e, nil, nil, args, ConvOptions{})
			if cand != nil && cand.fn != nil && cand.viable == Yes {
				return append([]*types.Type{}, u.FuncType(cand.fn).Params...)
			}
		}
	}
	return nil
}

// sameDeclaration reports whether two functions were made of the same piece of text.
func sameDeclaration(a, b *Func) bool {
	return len(a.Decls) > 0 && len(b.Decls) > 0 && a.Decls[0].Dtor == b.Decls[0].Dtor
}

// deduceParams deduces from a parameter list.
func (d *deducer) deduceParams(params []*types.Type, args []Operand) bool {
	for i, p := range params {
		if p.Kind == types.Expansion {
			if i < len(params)-1 {
				d.unknown = true
				return true
			}
			return d.deduceRest(p.Elem, args[min(i, len(args)):])
		}
		if i >= len(args) {
			break
		}
		if !d.deduceParam(p, args[i]) {
			return false
		}
	}
	return true
}

// deduceByGuide deduces from a deduction guide.
func (u *Unit) deduceByGuide(g *guide, args []Operand, listOnly bool) (*deduction, Tri) {
	sig := g.decl.Sig
	least := 0
	pack := false
	for i, p := range sig.Params {
		pack = pack || p.Decl.Pack
		if p.Default == nil && !p.Decl.Pack {
			least = i + 1
		}
	}
	if arity(sig) == 0 {
		least = 0
	}
	if len(args) < least || !pack && !sig.Variadic && len(args) > arity(sig) {
		return nil, No
	}
	ft := u.funcType(g.scope, u.T.Basic(ast.Void), sig)
	if listOnly && (len(ft.Params) == 0 || u.initializerListElem(ft.Params[0].NonRef()) == nil) {
		return nil, No
	}
	sc, anything := g.scope, takesAnything(ft.Params)
	if g.head != nil {
		d := u.newDeducer(g.head)
		if !d.deduceParams(ft.Params, args) {
			return nil, No
		}
		targs, status := d.finishGuide(g.head)
		switch status {
		case DeduceFailed:
			return nil, No
		case UnknownDeduction:
			return nil, UnknownTri
		}
		sc = u.bindScope(g.head.outer, g.head, targs)
		failures := u.substitute(func() { ft = u.funcType(sc, u.T.Basic(ast.Void), sig) })
		if ft.IsUnknown() && failures.certain() {
			return nil, No
		}
	}
	target := u.resolveTypeID(sc, g.decl.Target)
	c := u.ClassOf(target)
	if c == nil || target.IsDependent() || ft.IsUnknown() {
		return nil, UnknownTri
	}
	return u.convertDeduced(&deduction{class: c, guide: true, template: g.head != nil, anything: anything}, ft.Params, args)
}

// finishGuide completes a guide's arguments, as finish does those of a template: a guide has a header and no more.
func (d *deducer) finishGuide(h *templateHead) ([]types.Arg, DeduceStatus) {
	return d.finish(&Template{Kind: FuncTemplate, head: h, decls: []rawDecl{{declContext: declContext{heads: []*templateHead{h}}}}})
}
