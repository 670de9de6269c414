package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Status says how overload resolution ended.
type Status uint8

// The ends of overload resolution. UnknownMatch is also the answer where something unknown could change the winner.
const (
	UnknownMatch Status = iota
	// Resolved: Func is called.
	Resolved
	// ResolvedBuiltin: a built-in operator; Operand is its value.
	ResolvedBuiltin
	// ResolvedAggregate: an aggregate is initialised from its elements, without a constructor.
	ResolvedAggregate
	// NoMatch: no candidate is viable; the program is ill-formed.
	NoMatch
	// AmbiguousMatch: several viable candidates are equally good; the program is ill-formed.
	AmbiguousMatch
)

// Resolution is the result of overload resolution.
type Resolution struct {
	Status Status
	Func   *Func
	// Operand is the value of a built-in operator, without its constant value.
	Operand Operand
	// Convs converts the arguments, in order. For operators it has one entry for each operand, the implicit object among them;
	// they are in the order of the function's parameters, which is not that of the operands when Reversed.
	Convs []Conv
	// Rewritten: a != b is !(a == b), or a < b is (a <=> b) < 0. Reversed: the operands trade places.
	Rewritten, Reversed bool
	// Assumed: Func is the only one that can be meant if the program is well-formed, but whether it is viable is not known.
	// Substitution must treat the call as unknown.
	Assumed bool
	// Reason says why a resolution is unknown, for statistics.
	Reason string
}

// Unresolved says why a call's target is not known where it is not resolved, for statistics.
func (r *Resolution) Unresolved() string {
	switch r.Status {
	case NoMatch:
		return reasonNone
	case AmbiguousMatch:
		return reasonAmbiguous
	}
	return r.Reason
}

// Reasons of unknown resolutions.
const (
	reasonNone       = "no candidate matches"
	reasonAmbiguous  = "the call is ambiguous"
	reasonIncomplete = "the overload set may hold more"
	ReasonArgument   = "an argument's type is unknown"
	reasonDeduction  = "template arguments could not be deduced"
	reasonRanking    = "candidates could not be ranked"
	reasonDepth      = "too deep"
)

// Candidate is one function of an overload set with what resolution knows about it.
type Candidate struct {
	ent  Entity
	Fn   *Func     // nil while a template's specialisation is unknown
	Tmpl *Template // for a template or its specialisation
	// object is nil where the implicit object plays no part: static members, and where no object is known.
	object *Conv
	Convs  []Conv
	Viable Tri
	// unsure: viability is unknown for a reason that is not merely an unknown conversion of an argument.
	unsure              bool
	Second              *Conv // of a user-defined conversion under consideration
	rewritten, Reversed bool
	builtin             *builtinCandidate
	surrogate           *Func
}

// EnterConversion guards against runaway recursion through conversions, constraints and instantiations. What fails while
// candidates are tried is no failure of the expression around the call, so that the counts of failures are kept.
func (u *Unit) EnterConversion() (before Failures, ok bool) {
	if !u.EnterDeep() {
		return before, false
	}
	return u.Failed(), true
}

// LeaveConversion ends what EnterConversion began: what failed meanwhile is no failure of the substitution around it.
func (u *Unit) LeaveConversion(before Failures) {
	u.LeaveDeep()
	u.Forgive(before)
}

// DeclaredArity is how many arguments a function can take; most is -1 without a limit. ok is false where it has to be read
// from the type.
func (u *Unit) DeclaredArity(f *Func) (least, most int, ok bool) {
	f = f.Declared()
	if len(f.Decls) == 0 {
		return 0, 0, false
	}
	decls := len(f.Decls)
	if f.Template != nil {
		decls += len(f.Template.Func.Decls)
	}
	if k := &f.arity; k.decls == decls {
		return k.least, k.most, true
	}
	if least, most, ok = u.countParams(f); ok {
		f.arity = knownArity{least, most, decls}
	}
	return least, most, ok
}

// knownArity is what DeclaredArity found when a function had so many declarations; further ones may have default arguments.
type knownArity struct{ least, most, decls int }

func (u *Unit) countParams(f *Func) (least, most int, ok bool) {
	sig := f.Decls[0].Sig
	if sig == nil {
		return 0, 0, false
	}
	params := u.Params(f)
	if Arity(sig) == 0 {
		params = nil
	}
	most = len(params)
	for i, p := range params {
		if p.Decl.Pack {
			return least, -1, true
		}
		if !u.hasDefaultArg(f, i) {
			least = i + 1
		}
	}
	if sig.Variadic {
		most = -1
	}
	return least, most, true
}

// Candidate considers one function or template for a call. It returns nil when the candidate is certainly not viable. A
// nonstatic member is measured against object; object nil leaves it out.
func (u *Unit) Candidate(e Entity, set *OverloadSet, object *Operand, args []Operand, opt ConvOptions) *Candidate {
	pattern := FuncOf(e)
	if pattern == nil {
		return nil
	}
	if least, most, ok := u.DeclaredArity(pattern); ok && (len(args) < least || most >= 0 && len(args) > most) {
		return nil
	}
	tmpl, _ := e.(*Template)
	constraints := Yes
	if tmpl == nil {
		if set != nil && set.HasExplicit {
			return nil // f<> names templates only
		}
		// Most candidates of many drop out here.
		if constraints = u.functionConstraints(pattern); constraints == No || u.neverTakes(pattern, args) {
			return nil
		}
	}
	c := &Candidate{ent: e, Tmpl: tmpl, Viable: constraints, unsure: constraints == UnknownTri}
	if tmpl == nil {
		c.Fn = pattern
	} else if !u.deduceCandidate(c, set, args, opt) {
		return nil
	}
	if c.Fn == nil {
		return c
	}
	ft := u.FuncType(c.Fn)
	if ft.Kind != types.Func {
		c.Viable, c.unsure, c.Fn = UnknownTri, true, nil
		if c.Tmpl == nil {
			c.Fn = pattern
		}
		return c
	}
	if u.inheritedCopy(c.Fn, ft, args) || !u.convertObject(c, object) || !u.convertArgs(c, ft, args, opt) {
		return nil
	}
	return c
}

// neverTakes reports whether it is plain that a function does not take the arguments: neverConverts holds of one of them.
func (u *Unit) neverTakes(f *Func, args []Operand) bool {
	params := u.FuncType(f).Params
	for i := range min(len(args), len(params)) {
		if u.neverConverts(&args[i], params[i]) {
			return true
		}
	}
	return false
}

// inheritedCopy reports whether a constructor is inherited and would copy or move an object of its base's class, or of one derived
// from it, which no inherited constructor does [over.match.funcs.general]/9.
func (u *Unit) inheritedCopy(f *Func, ft *types.Type, args []Operand) bool {
	if f.Inherited == nil || len(args) != 1 || len(ft.Params) == 0 || !ft.Params[0].IsRef() {
		return false
	}
	for f.Inherited != nil {
		p, base := ft.Params[0].Elem, u.ClassType(f.Inherited.MemberOf)
		if p.Kind == types.Class && u.Derived(p, base) == Yes && u.Derived(u.ClassType(f.MemberOf), p) == Yes {
			return true
		}
		f = f.Inherited
	}
	return false
}

// convertObject forms the conversion of the implicit object argument.
func (u *Unit) convertObject(c *Candidate, object *Operand) bool {
	f := c.Fn
	if object == nil || f.MemberOf == nil || f.Static || f.Kind == Constructor {
		return true
	}
	conv := u.objectConversion(*object, f)
	if conv.Rank == RankNone {
		return false
	}
	c.object = &conv
	if conv.Rank == RankUnknown {
		c.Viable = UnknownTri
	}
	return true
}

// convertArgs forms the conversions of all arguments; false when there is none for one of them.
func (u *Unit) convertArgs(c *Candidate, ft *types.Type, args []Operand, opt ConvOptions) bool {
	if _, _, ok := u.DeclaredArity(c.Fn); !ok {
		if len(args) < len(ft.Params) && u.leastArgs(c.Fn, ft) > len(args) {
			return false
		}
	}
	if len(args) > len(ft.Params) && !ft.Variadic && !HasExpansion(ft.Params) {
		return false
	}
	if n := len(args); n < len(ft.Params) && u.leastArgs(c.Fn, ft) > n { // a pack of the class around it may be bound
		return false
	}
	if c.Tmpl != nil && u.neverTakes(c.Fn, args) {
		return false
	}
	// The first parameter of a copy constructor that stands in for list or copy-initialisation takes no user conversion.
	c.Convs = make([]Conv, len(args))
	for i, a := range args {
		if i >= len(ft.Params) || ft.Params[i].Kind == types.Expansion {
			if ft.Variadic && i >= len(ft.Params) {
				c.Convs[i] = Conv{Rank: RankEllipsis, From: a.Type}
				continue
			}
			c.Convs[i], c.Viable, c.unsure = unknownConv(nil), UnknownTri, true
			continue
		}
		conv := u.ImplicitConversion(a, ft.Params[i], opt)
		switch conv.Rank {
		case RankNone:
			return false
		case RankUnknown:
			c.Viable = UnknownTri
		}
		c.Convs[i] = conv
	}
	return true
}

// HasExpansion reports whether one of the types is a pack expansion.
func HasExpansion(params []*types.Type) bool {
	return slices.ContainsFunc(params, func(p *types.Type) bool { return p.Kind == types.Expansion })
}

// leastArgs is the number of arguments that a function needs at least. For an instance with packs, the parameters of the
// type are more than those declared.
func (u *Unit) leastArgs(f *Func, ft *types.Type) int {
	f = f.Declared()
	if len(f.Decls) == 0 {
		return len(ft.Params)
	}
	params := u.Params(f)
	pack, packAt := false, 0
	for i, p := range params {
		if p.Decl.Pack {
			pack, packAt = true, i
		}
	}
	if !pack {
		least := 0
		for i := range params {
			if !u.hasDefaultArg(f, i) {
				least = i + 1
			}
		}
		return min(least, len(ft.Params))
	}
	packed := len(ft.Params) - (len(params) - 1)
	if packed > 0 {
		return packAt + packed
	}
	for packAt > 0 && u.hasDefaultArg(f, packAt-1) {
		packAt--
	}
	return packAt
}

// deduceCandidate deduces a template's arguments and makes its specialisation; false when the template drops out.
func (u *Unit) deduceCandidate(c *Candidate, set *OverloadSet, args []Operand, opt ConvOptions) bool {
	t := c.Tmpl
	if !u.plausible(t, set, args, opt) {
		return false
	}
	targs, status := u.DeduceCall(t, set, args)
	switch status {
	case DeduceFailed:
		return false
	case UnknownDeduction:
		c.Viable, c.unsure = UnknownTri, true
		return true
	}
	fn, ok := u.instance(t, targs)
	switch ok {
	case No:
		return false
	case UnknownTri:
		c.Viable, c.unsure = UnknownTri, true
	}
	c.Fn = fn
	return true
}

// instance makes the specialisation of a function template: its constraints are checked, then the declaration is
// substituted. The function may be known though it is not known whether substitution succeeds.
func (u *Unit) instance(t *Template, args []types.Arg) (*Func, Tri) {
	trial, ok := u.EnterConversion()
	if !ok {
		return nil, UnknownTri
	}
	defer u.LeaveConversion(trial)
	sat := u.constraintsSatisfied(t, args)
	if sat == No {
		return nil, No
	}
	fn := u.InstantiateFunc(t, args)
	if fn == nil {
		return nil, UnknownTri
	}
	return fn, sat.And(u.trySignature(fn))
}

// plausible rejects a template by its parameters that no deduction touches: an argument that cannot convert to one rules it
// out before anything is substituted. Only conversions that need no classes to be completed are tried.
func (u *Unit) plausible(t *Template, set *OverloadSet, args []Operand, opt ConvOptions) bool {
	ft := u.FuncType(t.Func)
	if ft.Kind != types.Func {
		return true
	}
	explicit := set != nil && set.HasExplicit
	for i, a := range args {
		if i >= len(ft.Params) || ft.Params[i].Kind == types.Expansion {
			return true
		}
		p := ft.Params[i]
		if !explicit && u.neverDeduced(p.NonRef(), a) {
			return false
		}
		if p.IsDependent() || p.IsUnknown() || a.IsUnknown() || IsPlaceholder(a.Type) || p.NonRef().Kind == types.Class {
			continue
		}
		switch a.Type.Kind {
		case types.Class, types.Braced, types.Overloads:
			continue
		}
		if u.ImplicitConversion(a, p, opt).Rank == RankNone {
			return false
		}
	}
	return true
}

// neverDeduced reports whether p is a specialisation of a class template with arguments to be deduced, and a certainly is
// neither one nor derived from one.
func (u *Unit) neverDeduced(p *types.Type, a Operand) bool {
	pc := u.ClassOf(p)
	if pc == nil || pc.Template == nil || !p.IsDependent() || a.Type.IsDependent() || a.Type.IsUnknown() || a.Set != nil {
		return false
	}
	switch a.Type.Kind {
	case types.Basic, types.Pointer, types.Enum, types.Array:
		return true
	case types.Class:
	default:
		return false
	}
	ac := u.ClassOf(a.Type)
	if ac == nil || ac.Template == pc.Template || ac.Template != nil && SameMemberTemplate(ac.Template, pc.Template) {
		return false
	}
	bases, known := u.AllBases(ac)
	return known && !slices.ContainsFunc(bases, func(b *Class) bool {
		return b.Template == pc.Template || b.Template != nil && SameMemberTemplate(b.Template, pc.Template)
	})
}

// functionConstraints tells whether the trailing requires-clause of a function that is no template holds.
func (u *Unit) functionConstraints(f *Func) Tri {
	for _, d := range f.Declared().Decls {
		if r := u.trailingSatisfied(d.Scope, d); r != Yes {
			return r
		}
	}
	return Yes
}

// StepsPerCandidate is what it costs to look at a candidate, most of which drop out at once.
const StepsPerCandidate = 4

// stepsForCandidates are the steps that it takes to look at n candidates with so many arguments.
func stepsForCandidates(n, args int) int { return StepsPerCandidate * n * (1 + args/argsPerLook) }

// argsPerLook are the arguments that are looked at in the steps for a candidate.
const argsPerLook = 8

// ResolveCall chooses the function that a call of a named overload set means [over.match.call, over.match.best]. object is
// the implicit object argument, nil where there is none.
func (u *Unit) ResolveCall(set *OverloadSet, object *Operand, args []Operand) Resolution {
	trial, ok := u.EnterConversion()
	if !ok {
		return Resolution{Reason: reasonDepth}
	}
	defer u.LeaveConversion(trial)
	var cands []*Candidate
	u.Spend(stepsForCandidates(len(set.Cands), len(args)))
	for _, e := range set.Cands {
		if c := u.Candidate(e, set, object, args, ConvOptions{}); c != nil {
			cands = append(cands, c)
		}
	}
	return u.finish(cands, set.Incomplete)
}

// finish turns candidates into a resolution; more tells that others may exist that are not among them.
func (u *Unit) finish(cands []*Candidate, more bool) Resolution {
	var r Resolution
	if more {
		r.Reason = reasonIncomplete
		return r
	}
	if len(cands) == 0 {
		r.Status = NoMatch
		return r
	}
	best, verdict := u.best(cands)
	if verdict != Resolved {
		r.Status = verdict
		if verdict == UnknownMatch {
			r.Reason = reasonFor(cands)
		}
		return r
	}
	r.Convs = best.Convs
	if best.Reversed && len(r.Convs) == 2 {
		r.Convs = []Conv{r.Convs[1], r.Convs[0]}
	}
	r.Rewritten, r.Reversed = best.rewritten, best.Reversed
	if best.builtin != nil {
		r.Status, r.Operand = ResolvedBuiltin, best.builtin.result
		return r
	}
	if best.Fn == nil {
		r.Reason = reasonDeduction
		return r
	}
	r.Status, r.Func, r.Assumed = Resolved, best.Fn, best.Viable != Yes
	return r
}

func reasonFor(cands []*Candidate) string {
	for _, c := range cands {
		for _, conv := range c.Convs {
			if conv.Rank == RankUnknown {
				return ReasonArgument
			}
		}
	}
	for _, c := range cands {
		if c.Fn == nil {
			return reasonDeduction
		}
	}
	return reasonRanking
}

// best picks the best viable candidate [over.match.best]: Resolved with the winner, AmbiguousMatch, NoMatch, or UnknownMatch
// where something unknown could change the outcome. The winner's own viability may be unknown: it then wins whenever any
// candidate is viable at all.
func (u *Unit) best(cands []*Candidate) (*Candidate, Status) {
	cands = uniqueCandidates(cands)
	if len(cands) == 0 {
		return nil, NoMatch
	}
	if len(cands) == 1 {
		return cands[0], Resolved
	}
	// A tournament finds the only possible winner: whoever beats another certainly excludes it.
	w := cands[0]
	for _, c := range cands[1:] {
		if u.beats(w, c) != Yes {
			w = c
		}
	}
	sure := Yes
	for _, c := range cands {
		if c != w {
			sure = sure.And(u.beats(w, c))
		}
	}
	switch sure {
	case Yes:
		return w, Resolved
	case UnknownTri:
		return nil, UnknownMatch
	}
	// w beats not all others. Ambiguous is certain only where all is known.
	for _, c := range cands {
		if c.Viable != Yes || !u.Spend(1+len(cands)/2) {
			return nil, UnknownMatch
		}
		for _, d := range cands {
			if c != d && u.beats(c, d) == UnknownTri {
				return nil, UnknownMatch
			}
		}
	}
	return nil, AmbiguousMatch
}

// uniqueCandidates drops candidates that cannot be called, and those that are the same function, found twice.
func uniqueCandidates(cands []*Candidate) []*Candidate {
	if len(cands) == 1 && cands[0].Viable != No {
		return cands
	}
	const many = 32 // to compare each with each
	out := make([]*Candidate, 0, len(cands))
	var seen map[candidateID]bool
	if len(cands) > many {
		seen = make(map[candidateID]bool, len(cands))
	}
	for _, c := range cands {
		if c.Viable == No {
			continue
		}
		if id, ok := c.id(); ok {
			if seen[id] || seen == nil && slices.ContainsFunc(out, func(o *Candidate) bool {
				other, ok := o.id()
				return ok && other == id
			}) {
				continue
			}
			if seen != nil {
				seen[id] = true
			}
		}
		out = append(out, c)
	}
	return out
}

// candidateID tells what a candidate would call, and how.
type candidateID struct {
	fn, surrogate       *Func
	ent                 Entity
	builtin             *builtinCandidate
	reversed, rewritten bool
}

// id is false where nothing is named: such candidates are all different.
func (c *Candidate) id() (candidateID, bool) {
	if c.Fn != nil {
		return candidateID{fn: c.Fn, surrogate: c.surrogate, reversed: c.Reversed, rewritten: c.rewritten}, true
	}
	return candidateID{ent: c.ent, builtin: c.builtin}, c.ent != nil
}

// beats reports whether a is chosen over b whenever b is viable.
func (u *Unit) beats(a, b *Candidate) Tri {
	if b.Tmpl != nil && b.Fn == nil && unbeatable(a) {
		return Yes
	}
	cmp, known := u.compare(a, b)
	if known && cmp >= 0 && b.Viable == Yes {
		return No
	}
	if !known || cmp >= 0 {
		return UnknownTri // b may not be viable at all
	}
	if a.Viable == Yes {
		return Yes
	}
	if a.unsure {
		return UnknownTri
	}
	// a's viability hangs on unknown conversions alone: where b asks the same, b viable means a viable.
	if a.object != nil && a.object.Rank == RankUnknown && (b.object == nil || b.object.To != a.object.To) {
		return UnknownTri
	}
	for i := range a.Convs {
		if a.Convs[i].Rank != RankUnknown {
			continue
		}
		if i >= len(b.Convs) || a.Convs[i].To == nil || a.Convs[i].To != b.Convs[i].To || a.Convs[i].To.IsUnknown() {
			return UnknownTri
		}
	}
	return Yes
}

// unbeatable reports whether a function that is no template takes its arguments so exactly that a template can at best tie,
// whatever it turns out to be.
func unbeatable(c *Candidate) bool {
	if c.Fn == nil || c.Tmpl != nil || c.Viable != Yes || c.Second != nil || c.rewritten {
		return false
	}
	if c.object != nil && !perfect(*c.object) {
		return false
	}
	for _, conv := range c.Convs {
		if !perfect(conv) {
			return false
		}
	}
	return true
}

// perfect reports whether no other conversion of the same source can be better.
func perfect(c Conv) bool {
	if c.Rank != RankExact || c.change || c.qual || c.initList || c.From == nil || c.To == nil {
		return false
	}
	switch c.bind {
	case bindsNone:
		return true
	case bindsRRef:
		return c.bindsRvalue && ElemCV(c.To.Elem) == ElemCV(c.From)
	}
	return (!c.bindsRvalue || c.object) && ElemCV(c.To.Elem) == ElemCV(c.From)
}

// compare orders two viable candidates [over.match.best]/2: -1 when a is better, 1 when b is, 0 when neither is.
func (u *Unit) compare(a, b *Candidate) (cmp int, known bool) {
	if a.Fn == nil && a.builtin == nil || b.Fn == nil && b.builtin == nil {
		return 0, false
	}
	better, worse, sure := false, false, true
	note := func(cmp int, known bool) {
		better = better || cmp < 0
		worse = worse || cmp > 0
		sure = sure && known
	}
	if a.object != nil && b.object != nil {
		note(u.Rank(*a.object, *b.object))
	}
	var x, y ConvRank // the worst of each
	for i := range min(len(a.Convs), len(b.Convs)) {
		note(u.Rank(a.Convs[i], b.Convs[i]))
		x, y = max(x, a.Convs[i].Rank), max(y, b.Convs[i].Rank)
	}
	switch {
	case better && worse:
		// As for gcc the worst conversions decide; with those by users among them that hangs on what else there is (nvcc 12.4).
		return compareRank(x, y), x == y || max(x, y) < RankUser
	case !sure:
		return 0, false
	case better:
		return -1, true
	case worse:
		return 1, true
	}
	if a.Second != nil && b.Second != nil {
		if cmp, known := u.Rank(*a.Second, *b.Second); cmp != 0 || !known {
			return cmp, known
		}
	}
	return u.breakTie(a, b)
}

// breakTie orders candidates whose conversions are all equally good [over.match.best]/2.3 and following.
func (u *Unit) breakTie(a, b *Candidate) (int, bool) {
	if (a.builtin != nil) != (b.builtin != nil) {
		return BoolCompare(a.builtin == nil && a.Tmpl == nil), true
	}
	if a.builtin != nil {
		return 0, true
	}
	at, bt := a.Tmpl != nil, b.Tmpl != nil
	if at != bt {
		return BoolCompare(bt), true
	}
	if at && a.Tmpl != b.Tmpl {
		if cmp, known := u.OrderTemplates(a, b); cmp != 0 || !known {
			return cmp, known
		}
		if cmp, known := u.OrderConstraints(a.Tmpl, b.Tmpl); cmp != 0 || !known {
			return cmp, known
		}
		if cmp := u.orderRedeclared(a, b); cmp != 0 {
			return cmp, true
		}
	}
	if !at && a.Fn != b.Fn {
		if (u.HasConstraints(a.Fn) || u.HasConstraints(b.Fn)) && u.sameParams(a.Fn, b.Fn) {
			if cmp, known := u.OrderConstrained(a.Fn, b.Fn); cmp != 0 || !known {
				return cmp, known
			}
		}
	}
	if cmp := u.orderInherited(a, b); cmp != 0 {
		return cmp, true
	}
	if a.rewritten != b.rewritten {
		return BoolCompare(b.rewritten), true
	}
	if a.rewritten && a.Reversed != b.Reversed {
		return BoolCompare(b.Reversed), true
	}
	return 0, true
}

// orderRedeclared chooses among two declarations of one function template that were not recognised as such, because their
// dependent result types are spelled differently: were they two templates, the call would be ill-formed. The definition
// counts, or else the first declaration.
func (u *Unit) orderRedeclared(a, b *Candidate) int {
	at, bt := a.Tmpl, b.Tmpl
	if at.Within != bt.Within || at.Spelling != bt.Spelling || at.MemberOf != bt.MemberOf || u.FuncType(a.Fn) != u.FuncType(b.Fn) ||
		len(at.Head.Params) != len(bt.Head.Params) || IsConstrained(at) || IsConstrained(bt) {
		return 0
	}
	if ad, bd := u.Definition(at.Func) != nil, u.Definition(bt.Func) != nil; ad != bd {
		return BoolCompare(ad)
	}
	return 0
}

// HasConstraints reports whether a declaration of f has a trailing requires-clause.
func (u *Unit) HasConstraints(f *Func) bool {
	return slices.ContainsFunc(f.Declared().Decls, func(d *FuncDecl) bool { return DeclRequires(d) != nil })
}

func (u *Unit) sameParams(a, b *Func) bool {
	at, bt := u.FuncType(a), u.FuncType(b)
	if at.Kind != types.Func || bt.Kind != types.Func || len(at.Params) != len(bt.Params) {
		return false
	}
	for i := range at.Params {
		if at.Params[i] != bt.Params[i] {
			return false
		}
	}
	return true
}

// orderInherited prefers a class's own constructor to one inherited from its base with the same parameters for the arguments.
func (u *Unit) orderInherited(a, b *Candidate) int {
	if a.Fn.Kind != Constructor || b.Fn.Kind != Constructor || (a.Fn.Inherited == nil) == (b.Fn.Inherited == nil) {
		return 0
	}
	at, bt := u.FuncType(a.Fn), u.FuncType(b.Fn)
	n := len(a.Convs)
	if at.Kind != types.Func || bt.Kind != types.Func || len(at.Params) < n || len(bt.Params) < n ||
		!slices.Equal(at.Params[:n], bt.Params[:n]) {
		return 0
	}
	return BoolCompare(a.Fn.Inherited == nil)
}

// InitForm is the form of a class object's initialisation [dcl.init].
type InitForm uint8

// The forms.
const (
	InitDefault    InitForm = iota // T x;
	InitDirect                     // T x(a)
	InitCopy                       // T x = a
	InitListDirect                 // T x{a}
	InitListCopy                   // T x = {a}
)

// List reports whether the initialiser is a braced list.
func (f InitForm) List() bool { return f == InitListDirect || f == InitListCopy }

// ConstructorFor chooses the constructor that initialises an object of class c [over.match.ctor, over.match.list]. For the
// list forms args are the list's elements. What InitCopy calls is told by ImplicitConversion.
func (u *Unit) ConstructorFor(c *Class, args []Operand, form InitForm) Resolution {
	if c == nil || u.Complete(c) == Incomplete || c.Dependent {
		return Resolution{Reason: reasonIncomplete}
	}
	trial, ok := u.EnterConversion()
	if !ok {
		return Resolution{Reason: reasonDepth}
	}
	defer u.LeaveConversion(trial)
	return u.rememberedConstructor(c, args, form, func() Resolution { return u.findConstructor(c, args, form) })
}

func (u *Unit) findConstructor(c *Class, args []Operand, form InitForm) Resolution {
	if form.List() {
		if r, done := u.listInit(c, args); done {
			return r
		}
	}
	r := u.resolveConstructor(c, args, form)
	if form == InitDirect && r.Status == NoMatch && u.Std >= 20 && len(args) > 0 && u.IsAggregate(c) == Yes {
		switch u.elementsConvert(c, args) {
		case Yes:
			return Resolution{Status: ResolvedAggregate}
		case UnknownTri:
			return Resolution{Reason: ReasonArgument}
		}
	}
	return r
}

// elementsConvert reports whether an aggregate's elements can be initialised from a list in parentheses, which elides
// no braces [dcl.init.general]/16.6.2.2.
func (u *Unit) elementsConvert(c *Class, args []Operand) Tri {
	elems := AggregateElems(c)
	if len(args) > len(elems) {
		return No
	}
	result := Yes
	for i, a := range args {
		t := u.ElemType(elems[i])
		if t.Kind == types.Array && !a.String {
			return No
		}
		result = result.And(u.Convertible(a, t))
	}
	return result
}

// AggregateElem is an element of an aggregate: a base or a data member.
type AggregateElem struct {
	base  *Class
	Field *Field
	At    int // among the direct bases and then the data members
}

// ElemType is the type of an element of an aggregate.
func (u *Unit) ElemType(e AggregateElem) *types.Type {
	if e.Field != nil {
		return u.FieldType(e.Field)
	}
	return u.ClassType(e.base)
}

// AggregateElems are the elements of an aggregate whose bases are known, in order; of a union the first alone.
func AggregateElems(c *Class) []AggregateElem {
	var out []AggregateElem
	for i, b := range c.Bases() {
		if b.Class != nil {
			out = append(out, AggregateElem{base: b.Class, At: i})
		}
	}
	for i, f := range c.Fields() {
		if f.Spelling == 0 && !f.Anonymous {
			continue
		}
		out = append(out, AggregateElem{Field: f, At: len(c.bases) + i})
		if c.Key == ast.KeyUnion {
			break
		}
	}
	return out
}

func (u *Unit) resolveConstructor(c *Class, args []Operand, form InitForm) Resolution {
	var cands, own []*Candidate // own: that copy what a conversion function makes, an object of the class
	u.Spend(StepsPerCandidate * len(c.Ctors()))
	for _, e := range c.Ctors() {
		var o ConvOptions
		copies := len(args) == 1 && isCopyOrMove(e)
		if copies { // [over.best.ics]/4: in a list whose only element is a list there is no user-defined conversion; [over.match.copy]/1.2
			o = ConvOptions{NoUser: form.List() && args[0].Type != nil && args[0].Type.Kind == types.Braced, Explicit: form != InitListCopy}
		}
		if cand := u.Candidate(e, nil, nil, args, o); cand != nil {
			cands = append(cands, cand)
			if by := cand.Convs; copies && len(by) == 1 && by[0].User != nil && u.ResultType(by[0].User).Unqual() == u.ClassType(c) {
				own = append(own, cand)
			}
		}
	}
	r := u.finish(cands, u.Complete(c) != Complete)
	if r.Status == AmbiguousMatch && len(own) > 0 {
		return u.finish(own, false) // as front ends have it [CWG 2327]
	}
	return r
}

func isCopyOrMove(e Entity) bool {
	f, ok := e.(*Func)
	return ok && (f.Special() == CopyCtor || f.Special() == MoveCtor)
}

// listInit handles what list-initialisation tries before ordinary constructors [dcl.init.list]/3.
func (u *Unit) listInit(c *Class, args []Operand) (r Resolution, done bool) {
	to := u.ClassType(c)
	switch u.IsAggregate(c) {
	case UnknownTri:
		return Resolution{Reason: reasonIncomplete}, true
	case Yes:
		if len(args) == 1 && args[0].Type != nil && args[0].Type.Kind == types.Class {
			switch u.Derived(args[0].Type, to) {
			case Yes:
				return Resolution{}, false
			case UnknownTri:
				return Resolution{Reason: ReasonArgument}, true
			}
		}
		return Resolution{Status: ResolvedAggregate}, true
	}
	if u.InitializerListElem(to) != nil {
		return Resolution{Status: ResolvedAggregate}, true
	}
	if len(args) == 0 && u.hasDefaultConstructor(c) {
		return Resolution{}, false
	}
	// [over.match.list]: first only initializer-list constructors, with the whole list as their argument.
	whole := []Operand{{Type: u.T.Braced(), Braced: args}}
	var cands []*Candidate
	for _, e := range c.Ctors() {
		if !u.IsListConstructor(e) {
			continue
		}
		if cand := u.Candidate(e, nil, nil, whole, ConvOptions{}); cand != nil {
			cands = append(cands, cand)
		}
	}
	if len(cands) == 0 {
		return Resolution{}, false
	}
	r = u.finish(cands, false)
	return r, true
}

func (u *Unit) hasDefaultConstructor(c *Class) bool {
	for _, e := range c.Ctors() {
		if f, ok := e.(*Func); ok {
			if least, _, ok := u.DeclaredArity(f); ok && least == 0 || f.Special() == DefaultCtor {
				return true
			}
		}
	}
	return false
}

// IsListConstructor reports whether e's first parameter is std::initializer_list and all others have defaults.
func (u *Unit) IsListConstructor(e Entity) bool {
	f := FuncOf(e)
	if f == nil {
		return false
	}
	least, _, ok := u.DeclaredArity(f)
	if !ok || least > 1 {
		return false
	}
	ft := u.FuncType(f)
	return ft.Kind == types.Func && len(ft.Params) > 0 && u.InitializerListElem(ft.Params[0].NonRef()) != nil
}

// ResolveCallOperator chooses what a call of a class object means: operator() or a surrogate [over.call.object].
func (u *Unit) ResolveCallOperator(object Operand, args []Operand) Resolution {
	class := u.ClassOf(object.Type)
	if class == nil {
		return Resolution{Reason: ReasonArgument}
	}
	trial, ok := u.EnterConversion()
	if !ok {
		return Resolution{Reason: reasonDepth}
	}
	defer u.LeaveConversion(trial)
	found := u.LookupMember(class, u.Syms.OperatorCall)
	more := found.State == FoundUnknown || found.State == FoundDependent || found.Incomplete || !u.Known(class)
	var cands []*Candidate
	set := &OverloadSet{Cands: found.Entities, NamingClass: class}
	for _, e := range found.Entities {
		if c := u.Candidate(e, set, &object, args, ConvOptions{}); c != nil {
			cands = append(cands, c)
		}
	}
	convs, known := u.VisibleConversions(class)
	more = more || !known
	for _, e := range convs {
		f, ok := e.(*Func)
		if !ok || u.isExplicit(f) == Yes {
			continue
		}
		target := u.ConversionTarget(f).NonRef()
		if target.Kind == types.Pointer {
			target = target.Elem
		}
		if target.Kind != types.Func {
			continue
		}
		conv := u.objectConversion(object, f)
		if conv.Rank == RankNone {
			continue
		}
		c := &Candidate{ent: f, Fn: f, Viable: Yes, surrogate: f}
		user := Conv{Rank: RankUser, From: object.Type, To: target, User: f, First: &conv}
		c.object = &user
		if conv.Rank == RankUnknown {
			c.Viable = UnknownTri
		}
		if u.surrogateArgs(c, target, args) {
			cands = append(cands, c)
		}
	}
	return u.finish(cands, more)
}

func (u *Unit) surrogateArgs(c *Candidate, ft *types.Type, args []Operand) bool {
	if len(args) < len(ft.Params) || len(args) > len(ft.Params) && !ft.Variadic {
		return false
	}
	for i, a := range args {
		if i >= len(ft.Params) {
			c.Convs = append(c.Convs, Conv{Rank: RankEllipsis})
			continue
		}
		conv := u.ImplicitConversion(a, ft.Params[i], ConvOptions{})
		switch conv.Rank {
		case RankNone:
			return false
		case RankUnknown:
			c.Viable = UnknownTri
		}
		c.Convs = append(c.Convs, conv)
	}
	return true
}

// AddressOfOverload chooses the function of a set whose type matches a function, pointer to function or pointer to member
// function type [over.over].
func (u *Unit) AddressOfOverload(set *OverloadSet, target *types.Type) (*Func, Tri) {
	member := target.Kind == types.MemberPointer // of a function that has an object
	if member || target.Kind == types.Pointer {
		target = target.Elem
	}
	if IsPlaceholder(target) {
		return nil, UnknownTri
	}
	if target.Kind != types.Func {
		return u.soleAddress(set)
	}
	var plain, inst []*Candidate
	unknown := set.Incomplete
	for _, e := range set.Cands {
		switch c, matches := u.addressCandidate(e, set, target, member); {
		case matches == UnknownTri:
			unknown = true
		case matches == Yes && c.Tmpl == nil:
			plain = append(plain, c)
		case matches == Yes:
			inst = append(inst, c)
		}
	}
	if unknown {
		return nil, UnknownTri
	}
	if len(plain) > 0 {
		inst = plain
	}
	return u.bestAddress(inst)
}

// bestAddress is the function of the best of some candidates.
func (u *Unit) bestAddress(list []*Candidate) (*Func, Tri) {
	switch best, verdict := u.best(list); verdict {
	case Resolved:
		return best.Fn, Yes
	case UnknownMatch:
		return nil, UnknownTri
	}
	return nil, No
}

// soleAddress is the function of a set that is to be something else than a function: a set of one function has a type of its own, and
// converts to bool or whatever else that type converts to.
func (u *Unit) soleAddress(set *OverloadSet) (*Func, Tri) {
	if len(set.Cands) == 1 && !set.Incomplete && !set.HasExplicit {
		if f, ok := set.Cands[0].(*Func); ok {
			return f, Yes
		}
	}
	f, ok := u.SingleFunction(set)
	if ok != Yes {
		f = nil
	}
	return f, ok
}

// addressCandidate is what one of a set gives where a function of a type is asked for; member: a member that has an object.
func (u *Unit) addressCandidate(e Entity, set *OverloadSet, target *types.Type, member bool) (*Candidate, Tri) {
	c := &Candidate{ent: e, Viable: Yes}
	switch e := e.(type) {
	case *Func:
		if set.HasExplicit || (e.MemberOf != nil && !e.Static) != member {
			return nil, No
		}
		c.Fn = e
	case *Template:
		args, status := u.DeduceAddress(e, set, target)
		if status == UnknownDeduction {
			return nil, UnknownTri
		}
		if status != Deduced {
			return nil, No
		}
		fn, ok := u.instance(e, args)
		if ok != Yes {
			return nil, ok
		}
		c.Fn, c.Tmpl = fn, e
	default:
		return nil, No
	}
	same := u.sameFunction(u.FuncType(c.Fn), target, true)
	if same == UnknownTri {
		same = u.sameFunction(u.NamedType(c.Fn), target, true)
	}
	return c, same
}

// SingleFunction is the one function that a set means by itself: its only member, or the one specialisation that explicit
// template arguments name [over.over]/5.
func (u *Unit) SingleFunction(set *OverloadSet) (*Func, Tri) {
	if !u.Nest() {
		return nil, UnknownTri
	}
	defer u.Unnest()
	if set.Incomplete {
		return nil, UnknownTri
	}
	var only *Func
	for _, e := range set.Cands {
		var fn *Func
		switch e := e.(type) {
		case *Func:
			if set.HasExplicit {
				continue
			}
			fn = e
		case *Template:
			args, status := u.DeduceAddress(e, set, nil)
			if status == DeduceFailed {
				continue
			}
			if status == UnknownDeduction {
				return nil, UnknownTri
			}
			f, ok := u.instance(e, args)
			if ok == No {
				continue
			}
			if ok == UnknownTri {
				return nil, UnknownTri
			}
			fn = f
		}
		if only != nil && fn != only {
			return nil, No
		}
		only = fn
	}
	if only == nil {
		return nil, No
	}
	return only, Yes
}
