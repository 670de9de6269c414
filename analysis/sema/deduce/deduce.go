package deduce

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// deducer deduces the arguments of one template header [temp.deduct]. Mismatches are decisive whatever else is unknown, so
// deduction goes on after it meets something unknown.
type deducer struct {
	u *Model
	// depth is the header's. A constructor template under class template argument deduction has a second header inside:
	// its parameters follow those of the first.
	depth  int
	outer  int    // number of parameters of the first header
	nested bool   // there is a second header, of depth+1
	class  bool   // the first header's is a class template's: its parameters make no forwarding references
	pack   []bool // which parameters are packs
	// bound holds what is deduced or given: a PackArg for packs.
	bound []types.Arg
	known []bool
	// given is how many leading elements of a pack were given explicitly, and 1 for another parameter that was.
	given []int
	// elem holds the current element's arguments while the pattern of a pack expansion is matched; nil outside.
	elem []*types.Arg
	// ordering: the arguments are another template's types, whose parameters stand for unique types.
	ordering bool
	// unknown: part of the answer could not be found out.
	unknown bool
	// few is room for what is known of the parameters: most headers have no more.
	few struct {
		pack, known [4]bool
		given       [4]int
	}
}

func (u *Model) newDeducer(head *sema.TemplateHead) *deducer {
	d := &deducer{u: u, depth: head.Depth, outer: len(head.Entity)}
	d.pack, d.known, d.given = d.few.pack[:0], d.few.known[:0], d.few.given[:0]
	d.addParams(head)
	return d
}

// addParams makes room for a header's parameters.
func (d *deducer) addParams(head *sema.TemplateHead) {
	for _, p := range head.Entity {
		d.pack = append(d.pack, p.Pack)
	}
	n := len(head.Entity)
	d.bound = append(d.bound, make([]types.Arg, n)...)
	d.known = append(d.known, make([]bool, n)...)
	d.given = append(d.given, make([]int, n)...)
}

// index is the place of a parameter among those to be deduced, -1 when it is none of them.
func (d *deducer) index(depth, index int) int {
	switch {
	case depth == d.depth && index >= 0 && index < d.outer:
		return index
	case d.nested && depth == d.depth+1 && index >= 0 && d.outer+index < len(d.bound):
		return d.outer + index
	}
	return -1
}

// bind records what a parameter stands for; false when it contradicts what is known already.
func (d *deducer) bind(i int, a types.Arg) bool {
	a.Value.Typed = false // the parameter's own type decides
	if i < 0 || i >= len(d.bound) {
		d.unknown = true
		return true
	}
	if a.IsUnknown() {
		d.unknown = true
		return true
	}
	if d.pack[i] && a.Kind != types.PackArg {
		if d.elem == nil {
			d.unknown = true // a pack outside an expansion
			return true
		}
		if d.elem[i] != nil {
			return d.same(*d.elem[i], a)
		}
		d.elem[i] = &a
		return true
	}
	if d.known[i] {
		return d.same(d.bound[i], a)
	}
	d.bound[i], d.known[i] = a, true
	return true
}

// same reports whether two arguments agree; where they may, the answer becomes unknown.
func (d *deducer) same(a, b types.Arg) bool {
	if d.ordering && !a.IsUnknown() && !b.IsUnknown() {
		return d.u.identicalArgs(a, b)
	}
	switch d.u.SameArg(a, b) {
	case sema.Yes:
		return true
	case sema.No:
		return false
	}
	d.unknown = true
	return true
}

// identicalArgs reports whether two arguments have the same key.
func (u *Model) identicalArgs(a, b types.Arg) bool {
	key := u.T.AppendArgKey(u.KeyBuf[:0], &a)
	n := len(key)
	u.KeyBuf = u.T.AppendArgKey(key, &b)
	return string(u.KeyBuf[:n]) == string(u.KeyBuf[n:])
}

// SameArg compares template arguments.
func (u *Model) SameArg(a, b types.Arg) sema.Tri {
	if a.Kind == types.UnknownArg || b.Kind == types.UnknownArg {
		return sema.UnknownTri
	}
	if a.Kind != b.Kind {
		return sema.No
	}
	switch a.Kind {
	case types.TypeArg:
		return u.SameType(a.Type, b.Type)
	case types.TemplateArg:
		return sema.TriOf(a.Template == b.Template)
	case types.PackArg:
		if len(a.Pack) != len(b.Pack) {
			if packOpen(a) || packOpen(b) {
				return sema.UnknownTri
			}
			return sema.No
		}
		all := sema.Yes
		for i := range a.Pack {
			all = all.And(u.SameArg(a.Pack[i], b.Pack[i]))
		}
		return all
	}
	if a.Value.Typed != b.Value.Typed { // an argument of a template parameter, which does not say what its parameters are
		a.Value.Typed, b.Value.Typed = false, false
	}
	av, bv := a.Value, b.Value
	if u.identicalArgs(a, b) {
		if av.Kind == types.UnknownValue {
			return sema.UnknownTri
		}
		return sema.Yes
	}
	if !av.IsKnown() || !bv.IsKnown() {
		return sema.UnknownTri
	}
	return sema.No
}

func packOpen(a types.Arg) bool {
	return slices.ContainsFunc(a.Pack, sema.IsExpansionArg)
}

// match deduces from one pair of types. loose says that the pair stands at the top of a function parameter, or behind
// pointers there, where the argument's type may still be adjusted [temp.deduct.call]/4; elsewhere it must be matched
// exactly.
func (d *deducer) match(p, a *types.Type, loose bool) bool {
	if !d.u.Nest() {
		d.unknown = true
		return true
	}
	defer d.u.Unnest()
	u := d.u
	if a == nil || a.Kind == types.Unknown || p.Kind == types.Unknown {
		d.unknown = true
		return true
	}
	if !p.IsDependent() {
		if loose {
			return true // the conversion decides
		}
		return d.agree(p, a)
	}
	switch p.Kind {
	case types.Param:
		return d.matchParam(p, a, loose)
	case types.Pointer:
		return d.matchPointer(p, a, loose)
	case types.LRef, types.RRef:
		if a.Kind != p.Kind {
			return d.undecided(a)
		}
		return d.match(p.Elem, a.Elem, false)
	case types.Array:
		return d.matchArray(p, a, loose)
	case types.Func:
		if a.Kind != types.Func {
			return d.undecided(a)
		}
		return d.matchFunc(p, a, loose)
	case types.MemberPointer:
		return d.matchMemberPointer(p, a, loose)
	case types.Class:
		return d.matchClass(p, a, loose)
	case types.Dependent:
		return d.matchDependent(p, a, loose)
	case types.Expansion:
		d.unknown = true
		return true
	}
	if u.SameType(p, a) == sema.No && !a.IsDependent() {
		return false
	}
	return true
}

func (d *deducer) matchPointer(p, a *types.Type, loose bool) bool {
	switch {
	case a.Kind != types.Pointer:
		return d.undecided(a)
	case !loose && p.CV != a.CV:
		return false
	case loose && a.Elem.Kind == types.Func && p.Elem.Kind == types.Func:
		return d.matchFunc(p.Elem, a.Elem, true)
	}
	return d.match(p.Elem, a.Elem, loose)
}

func (d *deducer) matchMemberPointer(p, a *types.Type, loose bool) bool {
	switch {
	case a.Kind != types.MemberPointer:
		return d.undecided(a)
	case !loose && p.CV != a.CV || !d.match(p.Class, a.Class, false):
		return false
	case a.Elem.Kind == types.Func && p.Elem.Kind == types.Func:
		return d.matchFunc(p.Elem, a.Elem, loose)
	}
	return d.match(p.Elem, a.Elem, loose)
}

// agree compares a type that depends on nothing with the argument's.
func (d *deducer) agree(p, a *types.Type) bool {
	switch d.u.SameType(p, a) {
	case sema.Yes:
		return true
	case sema.No:
		return false
	}
	if d.ordering && a.IsDependent() && !a.IsUnknown() {
		return false
	}
	d.unknown = true
	return true
}

// undecided is the outcome where the kinds of types differ: a mismatch, unless the argument's kind is not known yet.
func (d *deducer) undecided(a *types.Type) bool {
	switch a.Kind {
	case types.Unknown, types.Auto:
		d.unknown = true
		return true
	}
	return false
}

func (d *deducer) matchParam(p, a *types.Type, loose bool) bool {
	i := d.index(p.Depth, p.Index)
	if i < 0 {
		if p == a {
			return true
		}
		d.unknown = true
		return true
	}
	if a.Kind == types.Auto || a.Kind == types.Overloads || a.Kind == types.Braced {
		d.unknown = true
		return true
	}
	acv := sema.ElemCV(a)
	if !loose && p.CV&^acv != 0 { // references and functions have no qualifiers
		return false
	}
	if acv&p.CV != 0 {
		a = d.u.T.WithCV(a, acv&^p.CV)
	}
	return d.bind(i, types.Arg{Kind: types.TypeArg, Type: a})
}

func (d *deducer) matchArray(p, a *types.Type, loose bool) bool {
	if a.Kind != types.Array {
		return d.undecided(a)
	}
	switch {
	case a.Len == types.UnknownLen:
		d.unknown = true
	case p.Len == types.DependentLen:
		if a.Len == types.NoLen {
			return false
		}
		if len(p.Args) == 0 {
			d.unknown = true
			break
		}
		v := types.Value{Kind: types.IntValue, Type: d.u.T.Basic(ast.ULong), Int: a.Len}
		if a.Len == types.DependentLen {
			if len(a.Args) == 0 {
				d.unknown = true
				break
			}
			v = a.Args[0].Value
		}
		if !d.matchValue(p.Args[0].Value, v) {
			return false
		}
	case p.Len == types.UnknownLen:
		d.unknown = true
	case p.Len != a.Len && !(loose && p.Len == types.NoLen):
		return false
	}
	return d.match(p.Elem, a.Elem, loose)
}

func (d *deducer) matchFunc(p, a *types.Type, loose bool) bool {
	if p.Variadic != a.Variadic || p.FnCV != a.FnCV || p.FnRef != a.FnRef {
		return false
	}
	if p.Noexcept != a.Noexcept && (p.Noexcept || !loose) {
		return false
	}
	return d.match(p.Elem, a.Elem, false) && d.matchTypes(p.Params, a.Params)
}

// matchTypes deduces from two parameter lists [temp.deduct.type]/10. The qualifiers of a type that was given are none of a parameter's.
func (d *deducer) matchTypes(ps, as []*types.Type) bool {
	pa, aa := make([]types.Arg, len(ps)), make([]types.Arg, len(as))
	for i, p := range ps {
		if p.Kind == types.Param {
			if j := d.index(p.Depth, p.Index); j >= 0 && d.given[j] > 0 && d.bound[j].Kind == types.TypeArg {
				p = d.bound[j].Type.Unqual()
			}
		}
		pa[i] = types.Arg{Kind: types.TypeArg, Type: p}
	}
	for i, a := range as {
		aa[i] = types.Arg{Kind: types.TypeArg, Type: a}
	}
	return d.matchArgs(pa, aa)
}

func (d *deducer) matchClass(p, a *types.Type, loose bool) bool {
	pc := d.u.ClassOf(p)
	if pc == nil || pc.Template == nil {
		// A member of a dependent class: a non-deduced context.
		return true
	}
	if a.Kind != types.Class {
		return d.undecided(a)
	}
	if !loose && p.CV != a.CV {
		return false
	}
	ac := d.u.ClassOf(a)
	if ac == nil {
		d.unknown = true
		return true
	}
	if ac.Template == pc.Template {
		return d.matchArgs(pc.Args, ac.Args)
	}
	if !loose {
		if ac.Template != nil && sema.SameMemberTemplate(ac.Template, pc.Template) {
			return true // a member template of a dependent class
		}
		return false
	}
	return d.matchBases(ac, func(b *sema.Class) bool { return b.Template == pc.Template },
		func(d *deducer, b *sema.Class) bool { return d.matchArgs(pc.Args, b.Args) })
}

// matchBases deduces from the base classes of an argument [temp.deduct.call]/4.3: one of those that hit selects must match,
// and only one counts, the one closest to the argument.
func (d *deducer) matchBases(c *sema.Class, hit func(*sema.Class) bool, match func(*deducer, *sema.Class) bool) bool {
	bases, known := d.u.AllBases(c)
	if !slices.ContainsFunc(bases, hit) {
		d.unknown = d.unknown || !known
		return !known
	}
	known = true // as far as a base that matches hides no more
	level := []*sema.Class{c}
	seen := map[*sema.Class]bool{c: true}
	var found *deducer
	for len(level) > 0 {
		var next []*sema.Class
		for _, c := range level {
			known = known && d.u.Known(c)
			for _, b := range c.Bases() {
				known = known && b.Class != nil
				if b.Class == nil || seen[b.Class] {
					continue
				}
				seen[b.Class] = true
				if !hit(b.Class) {
					next = append(next, b.Class)
					continue
				}
				t := d.fork()
				if !match(t, b.Class) {
					next = append(next, b.Class)
					continue
				}
				if found != nil && !found.equal(t) {
					return false // ambiguous
				}
				found = t
			}
		}
		level = next
	}
	if !known {
		d.unknown = true
		return true
	}
	if found == nil {
		return false
	}
	d.adopt(found)
	return true
}

// fork copies d so that a trial leaves no trace.
func (d *deducer) fork() *deducer {
	c := *d
	c.bound = append([]types.Arg(nil), d.bound...)
	c.known = append([]bool(nil), d.known...)
	if d.elem != nil {
		c.elem = append([]*types.Arg(nil), d.elem...)
	}
	return &c
}

func (d *deducer) adopt(c *deducer) {
	d.bound, d.known, d.elem, d.unknown = c.bound, c.known, c.elem, c.unknown
}

func (d *deducer) equal(c *deducer) bool {
	for i := range d.bound {
		if d.known[i] != c.known[i] || d.known[i] && d.u.SameArg(d.bound[i], c.bound[i]) != sema.Yes {
			return false
		}
	}
	return true
}

// templateParam is the index of the template template parameter that e is, -1 when it is none of this header's.
func (d *deducer) templateParam(e types.Entity) int {
	t, ok := e.(*sema.Template)
	if !ok || t.Kind != sema.TemplateTemplate || t.Param == nil {
		return -1
	}
	return d.index(t.Param.Depth, t.Param.Index)
}

// matchDependent handles TT<args>; every other dependent type is a non-deduced context.
func (d *deducer) matchDependent(p, a *types.Type, loose bool) bool {
	i := -1
	if p.Decl != nil {
		i = d.templateParam(p.Decl)
	}
	if i < 0 {
		return true
	}
	if d.givenTemplate(p) >= 0 {
		if t, ok := d.bound[i].Template.(*sema.Template); ok && t.Kind == sema.AliasTemplate {
			return d.match(d.u.T.Qualify(d.u.AliasType(t, p.Args), p.CV), a, loose) // what the alias stands for is deduced from [temp.alias]/2
		}
	}
	if a.Kind == types.Dependent && a.Decl != nil {
		return d.bind(i, types.Arg{Kind: types.TemplateArg, Template: a.Decl}) && d.matchArgs(p.Args, a.Args)
	}
	if a.Kind != types.Class {
		return d.undecided(a)
	}
	ac := d.u.ClassOf(a)
	if ac == nil {
		d.unknown = true
		return true
	}
	if ac.Template != nil {
		t := d.fork()
		if t.matchTemplateID(i, p, ac) {
			d.adopt(t)
			return true
		}
	}
	if !loose {
		return false
	}
	return d.matchBases(ac, func(b *sema.Class) bool { return b.Template != nil },
		func(d *deducer, b *sema.Class) bool { return d.matchTemplateID(i, p, b) })
}

// matchTemplateID matches TT<args> with a specialisation, whose trailing arguments may be defaults [temp.arg.template]/3.
func (d *deducer) matchTemplateID(i int, p *types.Type, c *sema.Class) bool {
	if !d.bind(i, types.Arg{Kind: types.TemplateArg, Template: c.Template}) {
		return false
	}
	ps, as := flattenArgs(p.Args), flattenArgs(c.Args)
	if len(ps) > 0 && sema.IsExpansionArg(ps[len(ps)-1]) || len(as) <= len(ps) {
		return d.matchArgs(ps, as)
	}
	params := d.u.TemplateParams(c.Template)
	for k := len(ps); k < len(as); k++ {
		if k >= len(params) || params[k].Decl.Default == nil {
			return false
		}
	}
	return d.matchArgs(ps, as[:len(ps)])
}

// flattenArgs replaces packs by their elements.
func flattenArgs(args []types.Arg) []types.Arg {
	flat := true
	for _, a := range args {
		flat = flat && a.Kind != types.PackArg
	}
	if flat {
		return args
	}
	var out []types.Arg
	for _, a := range args {
		if a.Kind == types.PackArg {
			out = append(out, flattenArgs(a.Pack)...)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// matchArgs deduces from two lists of template arguments or of parameters [temp.deduct.type]/8–10.
func (d *deducer) matchArgs(ps, as []types.Arg) bool {
	ps, as = flattenArgs(ps), flattenArgs(as)
	for i, p := range ps {
		if sema.IsExpansionArg(p) {
			if i < len(ps)-1 {
				return true // a pack that is not last: the whole list is a non-deduced context
			}
			return d.matchPack(p, as[min(i, len(as)):])
		}
		if i >= len(as) {
			return false
		}
		if sema.IsExpansionArg(as[i]) {
			return false
		}
		if !d.matchArg(p, as[i]) {
			return false
		}
	}
	return len(as) == len(ps)
}

func (d *deducer) matchArg(p, a types.Arg) bool {
	if p.Kind == types.UnknownArg || a.Kind == types.UnknownArg {
		d.unknown = true
		return true
	}
	if p.Kind != a.Kind {
		return false
	}
	switch p.Kind {
	case types.TypeArg:
		return d.match(p.Type, a.Type, false)
	case types.ValueArg:
		return d.matchValue(p.Value, a.Value)
	case types.TemplateArg:
		if i := d.templateParam(p.Template); i >= 0 {
			return d.bind(i, a)
		}
		return p.Template == a.Template
	}
	d.unknown = true
	return true
}

func (d *deducer) matchValue(p, a types.Value) bool {
	switch p.Kind {
	case types.UnknownValue:
		d.unknown = true
		return true
	case types.DependentValue:
		if i := d.index(p.Depth, p.Index); i >= 0 && p.Key == "" {
			if a.Kind == types.DependentValue {
				a.Pack = false
			}
			return d.bind(i, types.Arg{Kind: types.ValueArg, Value: a})
		}
		return true // an expression of parameters: non-deduced
	}
	return d.same(types.Arg{Kind: types.ValueArg, Value: p}, types.Arg{Kind: types.ValueArg, Value: a})
}

// elementPattern is the pattern of an expansion.
func elementPattern(p types.Arg) types.Arg {
	switch p.Kind {
	case types.TypeArg:
		p.Type = p.Type.Elem
	case types.ValueArg:
		p.Value.Pack = false
	}
	return p
}

// matchPack deduces an expansion's packs from the arguments that are left [temp.deduct.type]/10.
func (d *deducer) matchPack(p types.Arg, as []types.Arg) bool {
	pattern := elementPattern(p)
	open := slices.IndexFunc(as, sema.IsExpansionArg)
	if open >= 0 {
		if open < len(as)-1 {
			d.unknown = true
			return true
		}
		// Only when templates are ordered: a pack stands for a pack, alone or behind what it stands for, too.
		as = append(slices.Clone(as[:open]), elementPattern(as[open]))
	}
	return d.expand(pattern, len(as), func(d *deducer, i int) bool { return d.matchArg(pattern, as[i]) }, open)
}

// expand matches the pattern of an expansion n times and binds the packs it names to what the elements gave. open is
// the element that is itself a pack, negative where none is.
func (d *deducer) expand(pattern types.Arg, n int, match func(*deducer, int) bool, open int) bool {
	packs := make(map[int]bool)
	d.collectPacks(pattern, packs)
	if len(packs) == 0 { // they are named where nothing is deduced from
		if !slices.ContainsFunc(d.given, func(n int) bool { return n > 0 }) {
			d.unknown = true
		}
		return true
	}
	lists := make(map[int][]types.Arg, len(packs))
	full := make(map[int]bool, len(packs))
	for i := range packs {
		full[i] = true
	}
	outer := d.elem
	defer func() { d.elem = outer }()
	for k := range n {
		d.elem = make([]*types.Arg, len(d.bound))
		for i := range packs {
			if d.given[i] > k && d.bound[i].Kind == types.PackArg {
				d.elem[i] = &d.bound[i].Pack[k]
			}
		}
		if !match(d, k) {
			return false
		}
		for i := range packs {
			if d.elem[i] == nil {
				full[i] = false
				continue
			}
			a := *d.elem[i]
			if k == open {
				a = expansionOf(d.u, a)
			}
			lists[i] = append(lists[i], a)
		}
	}
	for i := range packs {
		if !full[i] {
			continue // only named in non-deduced contexts, or unknown
		}
		pack := types.Arg{Kind: types.PackArg, Pack: lists[i]}
		if pack.Pack == nil {
			pack.Pack = []types.Arg{}
		}
		if d.given[i] > 0 {
			if len(pack.Pack) < d.given[i] {
				return false
			}
			d.given[i] = 0
			d.bound[i], d.known[i] = pack, true
			continue
		}
		d.elem = nil
		if !d.bind(i, pack) {
			return false
		}
	}
	return true
}

func expansionOf(u *Model, a types.Arg) types.Arg {
	switch a.Kind {
	case types.TypeArg:
		if a.Type.Kind != types.Expansion {
			a.Type = u.T.Expansion(a.Type)
		}
	case types.ValueArg:
		if a.Value.Kind == types.DependentValue {
			a.Value.Pack = true
		}
	}
	return a
}

// collectPacks finds this header's packs in a pattern, less those inside nested expansions.
func (d *deducer) collectPacks(a types.Arg, packs map[int]bool) {
	switch a.Kind {
	case types.TypeArg:
		d.collectTypePacks(a.Type, packs)
	case types.ValueArg:
		d.collectValuePack(a.Value, packs)
	case types.TemplateArg:
		if i := d.templateParam(a.Template); i >= 0 && d.pack[i] {
			packs[i] = true
		}
	case types.PackArg:
		for _, p := range a.Pack {
			if !sema.IsExpansionArg(p) {
				d.collectPacks(p, packs)
			}
		}
	}
}

func (d *deducer) collectValuePack(v types.Value, packs map[int]bool) {
	if v.Kind != types.DependentValue {
		return
	}
	if i := d.index(v.Depth, v.Index); i >= 0 && d.pack[i] {
		packs[i] = true
	}
}

func (d *deducer) collectTypePacks(t *types.Type, packs map[int]bool) {
	if t == nil || !t.IsDependent() {
		return
	}
	switch t.Kind {
	case types.Param:
		if i := d.index(t.Depth, t.Index); i >= 0 && d.pack[i] {
			packs[i] = true
		}
	case types.Expansion:
		return
	}
	d.collectTypePacks(t.Elem, packs)
	d.collectTypePacks(t.Class, packs)
	for _, p := range t.Params {
		d.collectTypePacks(p, packs)
	}
	args := t.Args
	if c := d.u.ClassOf(t); c != nil {
		args = c.Args
	}
	if t.Kind == types.Dependent && t.Decl != nil {
		if i := d.templateParam(t.Decl); i >= 0 && d.pack[i] {
			packs[i] = true
		}
	}
	for _, a := range args {
		if !sema.IsExpansionArg(a) {
			d.collectPacks(a, packs)
		}
	}
}
