package deduce

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// deduction is one way in which class template argument deduction succeeds.
type deduction struct {
	class *sema.Class
	convs []sema.Conv
	// guide: from a deduction guide that was written, not from a constructor. copy: the copy deduction candidate.
	guide, copy bool
	template    bool // false only for a guide that was written without template parameters
	// of are the parameters that it was deduced from, none for such a guide.
	of pattern
}

// deduceWithGuides tries every constructor and guide of a class template [over.match.class.deduct]. Where several succeed for
// different specialisations, the conversions decide.
func (u *Model) deduceWithGuides(t *sema.Template, pattern *sema.Class, alias *aliased, args []sema.Operand, form sema.InitForm) (*sema.Class, sema.Tri) {
	list := form.List()
	var found []deduction
	unknown := false
	note := func(d *deduction, ok sema.Tri) {
		if ok == sema.Yes && alias != nil {
			ok = u.standsFor(alias, d.class)
		}
		switch ok {
		case sema.Yes:
			found = append(found, *d)
		case sema.UnknownTri:
			unknown = true
		}
	}
	lists := [][]sema.Operand{args}
	if list && len(args) > 0 {
		// Phase one of [over.match.list]: initializer-list constructors take the whole list.
		lists = [][]sema.Operand{{{Type: u.T.Braced(), Braced: args}}, args}
	}
	for phase, as := range lists {
		listOnly := len(lists) == 2 && phase == 0
		for i := range t.Guides {
			u.Spend(sema.StepsPerCandidate)
			note(u.deduceByGuide(&t.Guides[i], as, listOnly))
		}
		for _, e := range pattern.Ctors() {
			if listOnly && !u.IsListConstructor(e) {
				continue
			}
			note(u.deduceByConstructor(t, alias, e, as))
		}
		if !listOnly && len(as) == 1 {
			note(u.deduceByCopy(t, pattern, as[0]))
		}
		if !listOnly && form != sema.InitCopy && alias == nil { // for an alias NVIDIA's front end (12.4) knows no such candidate
			note(u.deduceByElements(t, pattern, as))
		}
		if len(found) > 0 || unknown {
			break
		}
	}
	return pickDeduction(u, found, unknown)
}

// aliased is an alias template whose name stands for a class template's: of is what it is an alias for, args what it says of the class
// template's parameters.
type aliased struct {
	template *sema.Template
	of       *types.Type
	args     []types.Arg
}

// give settles the parameters of a class template that an alias for it leaves no choice for.
func (d *deducer) give(alias *aliased) {
	if alias == nil {
		return
	}
	for i, a := range alias.args {
		if i < d.outer && !d.pack[i] && !a.IsDependent() {
			d.bound[i], d.known[i], d.given[i] = a, true, 1
		}
	}
}

// standsFor reports whether an alias template with some arguments is an instance of the class template [over.match.class.deduct]/4.
func (u *Model) standsFor(alias *aliased, c *sema.Class) sema.Tri {
	d := u.newDeducer(alias.template.Head)
	if !d.match(alias.of, u.ClassType(c), false) {
		return sema.No
	}
	args, status := d.finish(alias.template)
	switch status {
	case sema.DeduceFailed:
		return sema.No
	case sema.UnknownDeduction:
		return sema.UnknownTri
	}
	return u.HeadSatisfied(alias.template.Head, args)
}

// pickDeduction chooses among successes.
func pickDeduction(u *Model, found []deduction, unknown bool) (*sema.Class, sema.Tri) {
	if len(found) == 0 {
		if unknown {
			return nil, sema.UnknownTri
		}
		return nil, sema.No
	}
	same := true
	for _, d := range found[1:] {
		same = same && d.class == found[0].class
	}
	if same && !unknown {
		return found[0].class, sema.Yes
	}
	if unknown {
		return nil, sema.UnknownTri
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
				return nil, sema.UnknownTri
			}
			best = &found[i]
		}
	}
	if best == nil {
		return nil, sema.UnknownTri
	}
	return best.class, sema.Yes
}

// deductionBeats reports whether a is certainly chosen over b [over.match.best]/2.
func (u *Model) deductionBeats(a, b *deduction) bool {
	better := false
	for i := range min(len(a.convs), len(b.convs)) {
		cmp, known := u.Rank(a.convs[i], b.convs[i])
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
	}
	if len(a.of.heads) > 0 && len(b.of.heads) > 0 {
		if o, known := u.orderTypes(a.of, b.of); o != 0 || !known {
			return o < 0
		}
	}
	switch {
	case a.guide != b.guide && a.template == b.template:
		return a.guide
	case a.copy != b.copy:
		return a.copy
	}
	return false
}

// deduceByCopy is the copy deduction candidate: C(C<P...>) -> C<P...>.
func (u *Model) deduceByCopy(t *sema.Template, primary *sema.Class, arg sema.Operand) (*deduction, sema.Tri) {
	if arg.Type == nil || arg.Type.Kind == types.Braced {
		return nil, sema.No
	}
	if arg.IsUnknown() {
		return nil, sema.UnknownTri
	}
	d := u.newDeducer(t.Head)
	if !d.match(u.ClassType(primary), arg.Type.Unqual(), true) {
		return nil, sema.No
	}
	return u.finishClass(t, d, []sema.Operand{arg}, func(c *sema.Class) ([]*types.Type, sema.Tri) {
		return []*types.Type{u.ClassType(c)}, sema.Yes
	}, deduction{copy: true, template: true, of: pattern{heads(t), []*types.Type{u.ClassType(primary)}}})
}

// deduceByElements is the aggregate deduction candidate, for a template without guides: the elements of the primary template are its
// parameters, as many as there are arguments.
func (u *Model) deduceByElements(t *sema.Template, primary *sema.Class, args []sema.Operand) (*deduction, sema.Tri) {
	if u.Std < 20 || len(args) == 0 || len(t.Guides) > 0 || primary.Syntax == nil || u.SpecialsOf(primary).DeclaredCtor {
		return nil, sema.No
	}
	var params []*types.Type
	for i := range primary.Syntax.Bases {
		b := &primary.Syntax.Bases[i]
		base := u.ResolveTypeID(primary.Scope, b.Type)
		if b.Pack {
			base = u.T.Expansion(base)
		}
		params = append(params, base)
	}
	for _, e := range sema.AggregateElems(primary) {
		if e.Field != nil {
			params = append(params, u.ElemType(e))
		}
	}
	if len(args) > len(params) && !sema.HasExpansion(params) {
		return nil, sema.No
	}
	params, ok := u.elementParams(params, args)
	if ok != sema.Yes {
		return nil, ok
	}
	d := u.newDeducer(t.Head)
	d.class = true
	if !d.deduceParams(params, args) {
		return nil, sema.No
	}
	return u.finishClass(t, d, args, func(c *sema.Class) ([]*types.Type, sema.Tri) {
		if aggregate := u.IsAggregate(c); aggregate != sema.Yes {
			return nil, aggregate
		}
		var own []*types.Type
		for _, e := range sema.AggregateElems(c) {
			own = append(own, u.ElemType(e))
		}
		return u.elementParams(own, args)
	}, deduction{template: true, of: pattern{heads(t), given(params, args)}})
}

// elementParams are the parameters that elements of an aggregate stand for: a list initialises an array by reference. Unknown where
// an argument may be for a part of an element, since braces may be left out.
func (u *Model) elementParams(elems []*types.Type, args []sema.Operand) ([]*types.Type, sema.Tri) {
	out := slices.Clone(elems)
	for i, a := range args {
		if a.Designator != 0 || a.Type == nil {
			return nil, sema.UnknownTri
		}
		if i >= len(elems) || elems[i].Kind == types.Expansion {
			break
		}
		t, braced := elems[i], a.Type.Kind == types.Braced
		c := u.ClassOf(t)
		switch {
		case t.Kind == types.Array && braced:
			out[i] = u.T.RRef(t)
		case t.Kind == types.Array && a.String:
			out[i] = u.T.LRef(u.T.Qualify(t, ast.Const))
		case t.Kind == types.Array,
			c != nil && !braced && !t.IsDependent() && u.IsAggregate(c) != sema.No && u.Convertible(a, t) != sema.Yes:
			return nil, sema.UnknownTri
		}
	}
	return out, sema.Yes
}

// finishClass makes the specialisation that d has deduced and converts the arguments to its parameters.
func (u *Model) finishClass(t *sema.Template, d *deducer, args []sema.Operand, params func(*sema.Class) ([]*types.Type, sema.Tri), r deduction,
) (*deduction, sema.Tri) {
	own, status := d.finishOuter(t)
	switch status {
	case sema.DeduceFailed:
		return nil, sema.No
	case sema.UnknownDeduction:
		return nil, sema.UnknownTri
	}
	r.class = u.InstantiateClass(t, own)
	if r.class == nil {
		return nil, sema.UnknownTri
	}
	ps, ok := params(r.class)
	if ok != sema.Yes {
		return nil, ok
	}
	return u.convertDeduced(&r, ps, args)
}

func (u *Model) convertDeduced(r *deduction, params []*types.Type, args []sema.Operand) (*deduction, sema.Tri) {
	for i, a := range args {
		if i >= len(params) {
			r.convs = append(r.convs, sema.Conv{Rank: sema.RankEllipsis})
			continue
		}
		conv := u.ImplicitConversion(a, params[i], sema.ConvOptions{})
		switch conv.Rank {
		case sema.RankNone:
			return nil, sema.No
		case sema.RankUnknown:
			return nil, sema.UnknownTri
		}
		r.convs = append(r.convs, conv)
	}
	return r, sema.Yes
}

// finishOuter is finish for the first header's parameters alone.
func (d *deducer) finishOuter(t *sema.Template) ([]types.Arg, sema.DeduceStatus) {
	o := *d
	o.bound, o.known, o.pack, o.given = d.bound[:d.outer], d.known[:d.outer], d.pack[:d.outer], d.given[:d.outer]
	return o.finish(t)
}

// deduceByConstructor deduces from a constructor of the class template's pattern.
func (u *Model) deduceByConstructor(t *sema.Template, alias *aliased, e sema.Entity, args []sema.Operand) (*deduction, sema.Tri) {
	f, ok := e.(*sema.Func)
	var inner *sema.Template
	if !ok {
		if inner, ok = e.(*sema.Template); !ok || inner.Func == nil || inner.Head == nil {
			return nil, sema.UnknownTri
		}
		f = inner.Func
	}
	least, most, ok := u.DeclaredArity(f)
	if !ok {
		// Implicit: the copy deduction candidate stands for copies, so that only the default constructor is left.
		if f.Special() != sema.DefaultCtor || len(args) > 0 {
			return nil, sema.No
		}
	} else if len(args) < least || most >= 0 && len(args) > most {
		return nil, sema.No
	}
	ft := u.FuncType(f)
	if ft.Kind != types.Func {
		return nil, sema.UnknownTri
	}
	d := u.newDeducer(t.Head)
	d.class = true
	d.give(alias)
	if inner != nil {
		d.nested = true
		d.addParams(inner.Head)
	}
	if !d.deduceParams(ft.Params, args) {
		return nil, sema.No
	}
	return u.finishClass(t, d, args, func(c *sema.Class) ([]*types.Type, sema.Tri) {
		return u.constructorParams(c, f, inner, args)
	}, deduction{template: true, of: pattern{heads(t, inner), given(ft.Params, args)}})
}

// given are the parameters that there are arguments for; a pack that stands for none is left.
func given(params []*types.Type, args []sema.Operand) []*types.Type {
	if len(params) > len(args) && !sema.HasExpansion(params) {
		return params[:len(args)]
	}
	return params
}

// constructorParams are the parameter types that the constructor f of the primary template has in instance c, if the arguments fit it.
func (u *Model) constructorParams(c *sema.Class, f *sema.Func, inner *sema.Template, args []sema.Operand) ([]*types.Type, sema.Tri) {
	primary := u.Primary(c)
	if s := f.Special(); primary != c && (s == sema.CopyCtor || s == sema.MoveCtor) {
		return nil, sema.No // it takes what nobody has; the copy deduction candidate stands for it
	}
	for _, e := range primary.Ctors() {
		switch e := e.(type) {
		case *sema.Func:
			if inner == nil && (u.PatternFunc(e) == f || f.Implicit && e.Implicit && e.Special() == f.Special()) {
				if ft := u.FuncType(e); ft.Kind == types.Func {
					return append([]*types.Type{}, ft.Params...), sema.Yes
				}
			}
		case *sema.Template:
			if inner == nil || e.Func == nil || !sameDeclaration(e.Func, f) {
				continue
			}
			cand := u.Candidate(e, nil, nil, args, sema.ConvOptions{})
			switch {
			case cand == nil:
				return nil, sema.No
			case cand.Fn != nil && cand.Viable == sema.Yes:
				return append([]*types.Type{}, u.FuncType(cand.Fn).Params...), sema.Yes
			}
		}
	}
	return nil, sema.UnknownTri
}

// sameDeclaration reports whether two functions were made of the same piece of text.
func sameDeclaration(a, b *sema.Func) bool {
	return len(a.Decls) > 0 && len(b.Decls) > 0 && a.Decls[0].Dtor == b.Decls[0].Dtor
}

// deduceParams deduces from a parameter list.
func (d *deducer) deduceParams(params []*types.Type, args []sema.Operand) bool {
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
func (u *Model) deduceByGuide(g *sema.Guide, args []sema.Operand, listOnly bool) (*deduction, sema.Tri) {
	sig := g.Decl.Sig
	least := 0
	pack := false
	for i, p := range sig.Params {
		pack = pack || p.Decl.Pack
		if p.Default == nil && !p.Decl.Pack {
			least = i + 1
		}
	}
	if sema.Arity(sig) == 0 {
		least = 0
	}
	if len(args) < least || !pack && !sig.Variadic && len(args) > sema.Arity(sig) {
		return nil, sema.No
	}
	ft := g.Type
	if ft == nil {
		if ft = u.FormFuncType(g.Scope, u.T.Basic(ast.Void), sig); !ft.IsUnknown() {
			g.Type = ft
		}
	}
	if listOnly && (len(ft.Params) == 0 || u.InitializerListElem(ft.Params[0].NonRef()) == nil) {
		return nil, sema.No
	}
	sc, of := g.Scope, pattern{}
	if g.Head != nil {
		of = pattern{[]*sema.TemplateHead{g.Head}, given(ft.Params, args)}
		d := u.newDeducer(g.Head)
		if !d.deduceParams(ft.Params, args) {
			return nil, sema.No
		}
		targs, status := d.finishGuide(g.Head)
		switch status {
		case sema.DeduceFailed:
			return nil, sema.No
		case sema.UnknownDeduction:
			return nil, sema.UnknownTri
		}
		sc = u.BindScope(g.Head.Outer, g.Head, targs)
		failures := u.Substitute(func() { ft = u.FormFuncType(sc, u.T.Basic(ast.Void), sig) })
		if ft.IsUnknown() && failures.Certain() {
			return nil, sema.No
		}
	}
	if ft.IsUnknown() {
		return nil, sema.UnknownTri
	}
	d, ok := u.convertDeduced(&deduction{guide: true, template: g.Head != nil, of: of}, ft.Params, args)
	if ok != sema.Yes { // most of many: what they would make is not asked for
		return nil, ok
	}
	target := u.ResolveTypeID(sc, g.Decl.Target)
	if d.class = u.ClassOf(target); d.class == nil || target.IsDependent() {
		return nil, sema.UnknownTri
	}
	return d, ok
}

// finishGuide completes a guide's arguments, as finish does those of a template: a guide has a header and no more.
func (d *deducer) finishGuide(h *sema.TemplateHead) ([]types.Arg, sema.DeduceStatus) {
	return d.finish(&sema.Template{Kind: sema.FuncTemplate, Head: h, Decls: []sema.RawDecl{{DeclContext: sema.DeclContext{Heads: []*sema.TemplateHead{h}}}}})
}
