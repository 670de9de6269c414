package sema

import "cudals/analysis/types"

// A query is a question about an entity whose answer is computed when it is first asked for: the type of a member, whether
// a special member is trivial. Half-typed text makes any question lead back to itself: whoever deletes the star of Node *next
// has a class that contains itself. A question that leads back to itself has no answer there. Types of members, and what ask
// answers, are unknown for all questions of such a circle, whichever was asked first: what is remembered of them must not depend
// on the order of asking.
type query struct {
	// at is the question's place among those under way, from 1; 0 when it is not.
	at int32
	// circular: it led back to itself, or to one under way that was asked before it.
	circular bool
}

// BeginQuery starts to look for the answer to q. It returns false, and the answer is unknown for now, when that is under way already
// or when too much is; else end must follow.
func (u *Unit) BeginQuery(q *query) bool {
	if q.at > 0 {
		u.circle(q)
		return false
	}
	if !u.Nest() {
		return false
	}
	u.asking = append(u.asking, q)
	q.at, q.circular = int32(len(u.asking)), false
	return true
}

// circle notes that the question asked last leads back to q, which is under way.
func (u *Unit) circle(q *query) {
	u.Consts.Cut++
	for _, r := range u.asking[q.at-1:] {
		r.circular = true
	}
}

// EndQuery is called when what q asks was computed. It reports whether that led back to q, so that the answer is unknown for good.
func (u *Unit) EndQuery(q *query) (circular bool) {
	u.asking = u.asking[:q.at-1]
	q.at = 0
	u.Unnest()
	return q.circular
}

// TriQuery is a query that is answered by yes or no.
type TriQuery struct {
	query
	answer Tri
	done   bool
}

// Ask is the answer to q, which compute finds. It is asked again only where it is unknown because of what was under way: more may
// be known once that has come to an end.
func (u *Unit) Ask(q *TriQuery, compute func() Tri) Tri {
	if q.done {
		return q.answer
	}
	if !u.BeginQuery(&q.query) {
		return UnknownTri
	}
	cut := u.Consts.Cut
	q.answer = compute()
	circular := u.EndQuery(&q.query)
	if circular {
		q.answer = UnknownTri
	}
	q.done = circular || q.answer != UnknownTri || u.Consts.Cut == cut
	return q.answer
}

// AskOf is Ask for the query that a table holds for a key.
func AskOf[K comparable](u *Unit, table *map[K]*TriQuery, key K, compute func() Tri) Tri {
	q := (*table)[key]
	if q == nil {
		if *table == nil {
			*table = make(map[K]*TriQuery)
		}
		q = new(TriQuery)
		(*table)[key] = q
	}
	return u.Ask(q, compute)
}

// final reports whether a type that was looked for since cut is found for good: it is known, or unknown whatever is under way.
func (u *Unit) final(t *types.Type, cut int) bool { return !t.IsUnknown() || u.Consts.Cut == cut }

// ArgumentKey is the default argument of a function's parameter.
type ArgumentKey struct {
	F     *Func
	Param int
}

// argument is a default argument, which each call that leaves it out evaluates anew, in one scope: what it declares, such as a
// closure type, is the same each time.
type argument struct {
	Asked query
	Scope *Scope
	of    *FuncDecl // whose parameters Scope has, where it is for the arguments of all
	// Tree is the typed expression, once it was asked for.
	Tree *Expr
}

// DefaultArgument is the default argument that fd gives.
func (u *Unit) DefaultArgument(k ArgumentKey, fd *FuncDecl) *argument {
	a := u.arguments[k]
	if a == nil {
		if u.arguments == nil {
			u.arguments = make(map[ArgumentKey]*argument)
		}
		all := ArgumentKey{k.F, -1} // the parameters before it, which it can be seen from: one scope for the arguments of all
		params := u.arguments[all]
		if params == nil || params.of != fd {
			params = &argument{Scope: u.SignatureScope(fd.Scope, fd.Sig), of: fd}
			params.Scope.This = nil
			u.arguments[all] = params
		}
		a = &argument{Scope: params.Scope.Child(FuncScope)}
		u.arguments[k] = a
	}
	return a
}

// maxNesting bounds how many of the functions that may call themselves, directly or not, wait for each other. It is what keeps the
// stack from overflowing, which no program survives; TestRecursion proves that none is left out.
const maxNesting = 2000

// Nest is called by each function that may lead back to itself, but where EnterDeep is. It returns false when too many of them
// wait for each other or nothing more is to be computed; else Unnest must follow.
func (u *Unit) Nest() bool {
	if u.nesting >= maxNesting {
		u.fathomed++
	}
	if u.nesting >= maxNesting || u.fathomed > maxFathomed || u.Exhausted() {
		u.Consts.Cut++
		return false
	}
	u.nesting++
	if u.entered++; u.entered%entersPerStep == 0 {
		u.Spend(1)
	}
	return true
}

// Unnest ends what Nest began.
func (u *Unit) Unnest() {
	u.nesting--
	u.surface()
}

// entersPerStep is how many calls of Nest make up a step of work: what is entered is mostly small.
const entersPerStep = 16

// embeds resolves all that an object of type t consists of, however deep. It returns how deep classes are nested in it, and
// whether that is known for good.
//
// What contains itself is found out here, once, when the type of a member is asked for: all others walk over the parts of classes
// without fear. A member whose type leads back to the member's own class is circular [class.mem.general].
func (u *Unit) embeds(t *types.Type) (depth int, settled bool) {
	t = ElementOf(t)
	k := u.ClassOf(t)
	if k == nil || k.Lambda != nil {
		return 0, true
	}
	if k.partsDepth > 0 {
		return k.partsDepth, true
	}
	if k.resolving != nil {
		u.circle(k.resolving)
		return 0, true
	}
	if !u.EnterDeep() {
		return maxDepth, false
	}
	defer u.LeaveDeep()
	switch u.Complete(k) {
	case Incomplete:
		return 0, true
	case Completing:
		return 0, false
	}
	settled = true
	part := func(t *types.Type) {
		d, ok := u.embeds(t)
		depth, settled = max(depth, d), settled && ok
	}
	for i := range k.bases {
		part(u.ClassType(k.bases[i].Class))
	}
	for _, f := range k.fields {
		part(u.FieldType(f))
	}
	depth++
	if settled {
		k.partsDepth = depth
	}
	return depth, settled
}
