package sema

import (
	"encoding/binary"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// sigIndex finds among many functions of one name those that a declaration may declare again, so that it is not compared with each:
// by the number of parameters, which needs no types, and where there are many of one number by their types.
type sigIndex struct {
	counted int // of declSet.Linked
	arities map[sigArity]*sigBucket
	// The words of these do not tell: functions with C linkage, of which there is one for one name; conversion functions, which all
	// have one name here; and what has its type from a typedef.
	cLink, conversions, unwritten [2][]int
}

// sigArity is what is known of a function without its types.
type sigArity struct {
	params   int
	template bool
}

// sigBucket are functions, or function templates, with the same number of parameters, by their places in declSet.Linked.
type sigBucket struct {
	all     []int
	counted int // of all
	// typed are by the types of parameters; untyped, of which these are not all known, by how they are written.
	typed, untyped map[string][]int
	// written are all by how they are written, the first spelled of them.
	written map[string][]int
	spelled int
}

// mayRedeclare are the places among s.Linked of the functions that fd may declare again, in order. It reports false where there is no
// time to look.
//
// tgt is where the set is: only what belongs to it, and was not brought there, is declared again.
func (u *Unit) mayRedeclare(s *declSet, tgt Target, fd *FuncDecl, template, cLink bool) ([]int, bool) {
	if s.sigs == nil {
		s.sigs = new(sigIndex)
	}
	x, which := s.sigs, 0
	if template {
		which = 1
	}
	for ; x.counted < len(s.Linked); x.counted++ {
		if e := s.Linked[x.counted].Entity; tgt.Block != nil || within(e, tgt.entity()) {
			x.add(x.counted, e)
		}
	}
	found := x.unwritten[which]
	if cLink {
		found = inOrder(found, x.cLink[which])
	}
	switch {
	case fd.Dtor.Name.Last().Kind == ast.NameConversion:
		found = inOrder(found, x.conversions[which])
	case fd.Sig == nil:
		for k, b := range x.arities {
			if k.template == template {
				found = append(slices.Clip(found), b.all...)
			}
		}
		found = inOrder(found, nil)
	default:
		if b := x.arities[sigArity{Arity(fd.Sig), template}]; b != nil {
			found = inOrder(found, b.alike(u, s, fd, template))
		}
	}
	return found, u.Spend(len(found) / comparedPerStep)
}

// inOrder are the places of two lists, each once.
func inOrder(a, b []int) []int {
	if len(a) == 0 && slices.IsSorted(b) {
		return b
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// within reports whether a function or function template is a member of a scope.
func within(e, scope Entity) bool {
	switch e := e.(type) {
	case *Func:
		return e.Within == scope
	case *Template:
		return e.Within == scope
	}
	return false
}

func (x *sigIndex) add(i int, e Entity) {
	f, which := (*Func)(nil), 0
	switch e := e.(type) {
	case *Func:
		f = e
	case *Template:
		f, which = e.Func, 1
	}
	if f == nil || f.Implicit || len(f.Decls) == 0 {
		return
	}
	if f.CLinkage {
		x.cLink[which] = append(x.cLink[which], i)
	}
	sig := f.Decls[0].Sig
	switch {
	case f.Kind == Conversion:
		x.conversions[which] = append(x.conversions[which], i)
		return
	case sig == nil:
		x.unwritten[which] = append(x.unwritten[which], i)
		return
	case x.arities == nil:
		x.arities = make(map[sigArity]*sigBucket)
	}
	k := sigArity{Arity(sig), which == 1}
	if x.arities[k] == nil {
		x.arities[k] = &sigBucket{}
	}
	x.arities[k].all = append(x.arities[k].all, i)
}

const few = 16 // are searched faster one by one

// alike are the functions of which fd may be one by the types of its parameters; all where they are few.
func (b *sigBucket) alike(u *Unit, s *declSet, fd *FuncDecl, template bool) []int {
	if len(b.all) <= few {
		return b.all
	}
	t := u.funcDeclType(fd)
	for b.counted < len(b.all) {
		i := b.all[b.counted]
		b.counted++ // before its type is asked for, which may come back here
		g := FuncOf(s.Linked[i].Entity)
		if t := u.FuncType(g); isTyped(t) {
			putPlace(&b.typed, sigKey(t, template), i)
		} else {
			putPlace(&b.untyped, u.paramSpelling(g.Decls[0]), i)
		}
	}
	if isTyped(t) {
		found := b.typed[sigKey(t, template)]
		if b.untyped != nil {
			found = inOrder(found, b.untyped[u.paramSpelling(fd)])
		}
		return found
	}
	for ; b.spelled < len(b.all); b.spelled++ {
		i := b.all[b.spelled]
		putPlace(&b.written, u.paramSpelling(FuncOf(s.Linked[i].Entity).Decls[0]), i)
	}
	return b.written[u.paramSpelling(fd)]
}

// FuncOf is a function, or that of a function template; nil for anything else.
func FuncOf(e Entity) *Func {
	if t, ok := e.(*Template); ok {
		return t.Func
	}
	f, _ := e.(*Func)
	return f
}

func putPlace(m *map[string][]int, key string, place int) {
	if *m == nil {
		*m = make(map[string][]int)
	}
	(*m)[key] = append((*m)[key], place)
}

// isTyped reports whether a function's type tells which it is: unknown types have no identity.
func isTyped(t *types.Type) bool {
	return t.Kind == types.Func && !slices.ContainsFunc(t.Params, (*types.Type).IsUnknown)
}

// sigKey is equal for functions with the same parameters, cv and ref, and the same result where that is asked for.
func sigKey(t *types.Type, result bool) string {
	b := make([]byte, 0, 8+4*len(t.Params))
	b = append(b, byte(t.FnCV), byte(t.FnRef), 0)
	if t.Variadic {
		b[2] = 1
	}
	if result && t.Elem != nil {
		b = binary.AppendUvarint(b, uint64(t.Elem.ID()))
	}
	for _, p := range t.Params {
		b = binary.AppendUvarint(b, uint64(p.ID()))
	}
	return string(b)
}

// paramSpelling is equal for declarations whose parameters' types are spelled alike.
func (u *Unit) paramSpelling(fd *FuncDecl) string {
	var b []byte
	for _, p := range fd.Sig.Params {
		for _, w := range u.typeSpelling(fd.Site.Chunk, p) {
			b = binary.AppendUvarint(b, uint64(w)+1)
		}
		b = append(b, 0)
	}
	return string(b)
}

// ownSigs are the parameters of the functions that a class declares itself, which hide those of using-declarations.
type ownSigs struct {
	counted int // of declSet.Raw
	sigs    map[string]bool
}

// hiddenByOwn reports whether a function brought in by a using-declaration is hidden by a member of the class itself.
func (u *Unit) hiddenByOwn(s *declSet, e Entity) bool {
	f, ok := e.(*Func)
	if !ok {
		return false
	}
	if s.own == nil {
		s.own = new(ownSigs)
	}
	for s.own.counted < len(s.Raw) {
		r := s.Raw[s.own.counted]
		s.own.counted++
		sd, ok := r.Decl.(*ast.SimpleDecl)
		if !ok || r.Dtor == nil || r.Dtor.Func() == nil || r.Head() != nil || r.Class != nil {
			continue
		}
		if t := u.DeclaratorType(r.scope, &sd.Spec, r.Dtor); t.Kind == types.Func {
			if s.own.sigs == nil {
				s.own.sigs = make(map[string]bool)
			}
			s.own.sigs[sigKey(t, false)] = true
		}
	}
	if len(s.own.sigs) == 0 {
		return false
	}
	t := u.FuncType(f)
	return t.Kind == types.Func && s.own.sigs[sigKey(t, false)]
}
