package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// A text may specialise one template thousands of times, and define as many members of its instances outside of their classes. So neither
// is looked for one by one: specialisations are found by the arguments that they are for, other declarations by what their qualifiers name.
// Both are found out of what was declared since somebody asked last. A question that comes up meanwhile looks through everything.

// outOfLineDecls are the declarations of one name that are qualified.
type outOfLineDecls struct {
	all []*outOfLineDecl
	// of are the first counted of all by their targets.
	of      map[Entity][]*outOfLineDecl
	counted int
	sorting bool
}

func (u *Unit) addOutOfLine(sym token.Sym, raw RawDecl) {
	l := u.outOfLine[sym]
	if l == nil {
		l = &outOfLineDecls{of: make(map[Entity][]*outOfLineDecl)}
		u.outOfLine[sym] = l
	}
	o := &outOfLineDecl{RawDecl: raw}
	l.all = append(l.all, o)
	if sc := u.ChunkScope(raw.chunk); sc.outside == nil {
		sc.outside = o
	}
}

// compareOutOfLine orders declarations as they stand in the text: in which order they were read hangs on what was asked first.
func compareOutOfLine(a, b *outOfLineDecl) int {
	return cmp.Or(cmp.Compare(a.chunk.Ord, b.chunk.Ord), cmp.Compare(a.span.Lo, b.span.Lo))
}

// outOfLineOf lists the out-of-line declarations of members of owners that have a name and stand in a namespace or around it. final tells
// that another answer will only be longer.
func (u *Unit) outOfLineOf(sym token.Sym, ns *Namespace, owners ...Entity) (found []*outOfLineDecl, final bool) {
	for at := ns; at != nil; at = at.outer() {
		if n := u.name(at, sym); n != nil {
			u.declareNamed(n)
		}
	}
	l := u.outOfLine[sym]
	if l == nil {
		return nil, true
	}
	if l.sorting {
		for _, o := range l.all {
			if tg := u.outOfLineTarget(o); tg != nil && slices.Contains(owners, tg) {
				found = append(found, o)
			}
		}
		return found, false
	}
	l.sorting = true
	slices.SortFunc(l.all[l.counted:], compareOutOfLine)
	for ; l.counted < len(l.all); l.counted++ {
		if tg := u.outOfLineTarget(l.all[l.counted]); tg != nil {
			l.of[tg] = append(l.of[tg], l.all[l.counted])
		}
	}
	l.sorting = false
	for i, owner := range owners {
		if of := l.of[owner]; len(of) > 0 && !slices.Contains(owners[:i], owner) {
			if found == nil {
				found = of[:len(of):len(of)]
				continue
			}
			found = append(found, of...)
			slices.SortFunc(found, compareOutOfLine)
		}
	}
	return found, true
}

// declaring are what the qualifiers of declarations of owner's members may name: owner, and the namespaces that it is inline in.
func declaring(owner Entity) []Entity {
	out := []Entity{owner}
	for {
		ns, ok := owner.(*Namespace)
		if !ok || !ns.Inline {
			return out
		}
		owner = ns.Within
		out = append(out, owner)
	}
}

// readAround are those that declare the members of t's owner, with all declarations of t's name in the namespaces among them read.
func (u *Unit) readAround(t *Template, owner Entity) []Entity {
	around := declaring(owner)
	for _, e := range around {
		if ns, ok := e.(*Namespace); ok {
			u.nsSet(ns, t.Spelling)
		}
	}
	return around
}

// specIndex finds the specialisations of a class or variable template by their arguments.
type specIndex struct {
	// exact are the first counted by ArgsKey; open are those of them with parameters, or whose arguments are not known.
	exact   map[string][]*PartialSpec
	open    []*PartialSpec
	counted int
	busy    bool
}

// specsFor are the specialisations of t among which one for the arguments with a key is chosen.
func (u *Unit) specsFor(t *Template, key string) []*PartialSpec {
	x := &t.specs
	if x.busy {
		return t.partials
	}
	x.busy = true
	for x.counted < len(t.partials) {
		ps := t.partials[x.counted]
		x.counted++
		known := u.specArgs(t, ps)
		if known {
			if x.exact == nil {
				x.exact = make(map[string][]*PartialSpec)
			}
			k := u.ArgsKey(ps.Args)
			x.exact[k] = append(x.exact[k], ps)
		}
		if !known || ps.Head != nil && len(ps.Head.Params) > 0 {
			x.open = append(x.open, ps)
		}
	}
	x.busy = false
	if exact := x.exact[key]; len(exact) > 0 {
		return exact
	}
	return x.open
}

// funcSpecIndex finds the explicit specialisations of a function template by their arguments.
type funcSpecIndex struct {
	// exact are the specialisations by ArgsKey, loose those whose arguments are not known: the first own of the template's rawSpecs,
	// and the first others of those with qualified names.
	exact       map[string][]*specDecl
	loose       []*specDecl
	own, others int
	busy        bool
}

// specializationOf finds the declarations of the explicit specialisation that f is, nil when there is none.
func (u *Unit) specializationOf(t *Template, f *Func) []*FuncDecl {
	var outside []*outOfLineDecl
	final := true
	if ns := u.enclosingNamespace(t); ns != nil {
		outside, final = u.outOfLineOf(t.Spelling, ns, u.readAround(t, t.Within)...)
	}
	if len(t.rawSpecs) == 0 && len(outside) == 0 {
		return nil
	}
	var out []*FuncDecl
	try := func(list []*specDecl) {
		for _, s := range list {
			if u.specialises(t, f, s) {
				out = append(out, s.decl)
			}
		}
	}
	x := &t.funcSpecs
	if x.busy || !final {
		try(t.rawSpecs)
		for _, o := range outside {
			if s, ok := u.outOfLineSpec(t, o); ok {
				try([]*specDecl{s})
			}
		}
		return out
	}
	x.busy = true
	for x.own < len(t.rawSpecs) {
		x.own++
		u.indexFuncSpec(t, t.rawSpecs[x.own-1])
	}
	for x.others < len(outside) {
		x.others++
		if s, ok := u.outOfLineSpec(t, outside[x.others-1]); ok {
			u.indexFuncSpec(t, s)
		}
	}
	x.busy = false
	try(x.exact[u.ArgsKey(f.Args)])
	try(x.loose)
	return out
}

func (u *Unit) indexFuncSpec(t *Template, s *specDecl) {
	x := &t.funcSpecs
	args, of := u.specializationArgs(t, s)
	if of == UnknownTri {
		x.loose = append(x.loose, s)
	}
	if of != Yes {
		return
	}
	if x.exact == nil {
		x.exact = make(map[string][]*specDecl)
	}
	k := u.ArgsKey(args)
	x.exact[k] = append(x.exact[k], s)
}

// outOfLineSpec is a qualified declaration as an explicit specialisation of t, which it may be.
func (u *Unit) outOfLineSpec(t *Template, o *outOfLineDecl) (*specDecl, bool) {
	sd, ok := o.Decl.(*ast.SimpleDecl)
	if !ok || o.Head() == nil || len(o.Head().Params) > 0 || o.Dtor == nil || o.Dtor.Func() == nil {
		return nil, false
	}
	fd := u.newFuncDecl(o.RawDecl, sd)
	if t.MemberOf != nil {
		fd.Scope = u.ScopeOfMember(o.scope, t.MemberOf)
	}
	return &specDecl{raw: o.RawDecl, decl: fd}, true
}

// specialises reports whether an explicit specialisation of t is that for the arguments of its instance f.
func (u *Unit) specialises(t *Template, f *Func, s *specDecl) bool {
	a, b := u.FuncType(f), u.funcDeclType(s.decl)
	if a.Kind != types.Func || b.Kind != types.Func || a.IsUnknown() || !sameParams(a, b) || a.FnCV != b.FnCV ||
		a.Elem != b.Elem && a.Elem.Kind != types.Auto {
		return false
	}
	part := s.raw.Name.Last()
	if !part.HasArgs {
		return true
	}
	for i := range part.Args {
		if i >= len(f.Args) {
			return false
		}
		p := u.TemplateParams(t)[i]
		given := u.ResolveTemplateArg(s.decl.Scope, &part.Args[i], p)
		if f.Args[i].Kind == types.PackArg {
			break
		}
		if len(given) != 1 {
			return false
		}
		given[0] = u.ConvertArg(p, given[0], t.Head, f.Args[:i])
		if u.ArgsKey(given) != u.ArgsKey(f.Args[i:i+1]) {
			return false
		}
	}
	return true
}
