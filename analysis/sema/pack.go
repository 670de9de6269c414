package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// pack is a template parameter pack or function parameter pack that a pattern names.
type pack struct {
	param *TemplateParam
	v     *Var
}

// PacksIn finds the packs that a pattern names: the identifiers among its tokens that mean packs in the scopes around, and what a
// parameter's auto stands for.
func (u *Unit) PacksIn(sc *Scope, n ast.Node) []pack {
	var names []token.Sym
	for _, t := range (Site{sc.Chunk, n.Pos()}).Tokens() {
		if t.Kind == token.Ident && !slices.Contains(names, t.Sym) {
			names = append(names, t.Sym)
		}
	}
	if p, ok := n.(*ast.Param); ok {
		if t, ok := p.Spec.Type.(*ast.NamedType); ok && t.Name.Simple() && !slices.Contains(names, t.Name.Last().Sym) {
			names = append(names, t.Name.Last().Sym)
		}
	}
	var out []pack
	for _, name := range names {
		for s := sc; s != nil; s = s.Parent {
			if s.Kind != TemplateScope && s.Kind != FuncScope && s.Kind != BlockScope {
				continue
			}
			set := s.lookup(name)
			if set == nil || len(set.Linked) == 0 {
				continue
			}
			switch e := set.Linked[0].Entity.(type) {
			case *TemplateParam:
				if e.whole != nil {
					e = e.whole // an expansion inside of another one is over the whole pack again
				}
				if e.Pack {
					out = append(out, pack{param: e})
				}
			case *Var:
				if e.Pack {
					out = append(out, pack{v: e})
				}
			}
			break
		}
	}
	return out
}

// BoundPackLen is the common length of packs that are all bound to elements; ok is false when one is not, or there is none.
func (u *Unit) BoundPackLen(packs []pack) (n int, ok bool) {
	n, ok = u.packLen(packs)
	for i := range n {
		if anyExpands(packs, i) {
			return 0, false
		}
	}
	return n, ok
}

// packLen is BoundPackLen where an element may be an expansion of another pack, which is not bound yet.
func (u *Unit) packLen(packs []pack) (n int, ok bool) {
	for i, p := range packs {
		var k int
		switch {
		case p.param != nil:
			if p.param.Bound == nil || p.param.Bound.Kind != types.PackArg {
				return 0, false
			}
			k = len(p.param.Bound.Pack)
		case p.v.Elems == nil:
			return 0, false
		default:
			k = len(p.v.Elems)
		}
		if i > 0 && k != n {
			return 0, false
		}
		n = k
	}
	return n, len(packs) > 0 && n <= maxElements && u.Spend(n)
}

// maxElements bounds the elements of a pack that is expanded: who doubles one in each instance has a million soon.
const maxElements = 1 << 14

func (p pack) expands(i int) bool { return p.param != nil && IsExpansionArg(p.param.Bound.Pack[i]) }

func anyExpands(packs []pack, i int) bool {
	return slices.ContainsFunc(packs, func(p pack) bool { return p.expands(i) })
}

// EachElement calls f for each element of the packs that an expansion's pattern names, with a scope in which their names
// mean it. For an element that is an expansion itself they mean what that one expands, and so does what f makes of it. It
// reports false, and calls nothing, where the elements are not known, or only some packs' i-th element expands.
func (u *Unit) EachElement(sc *Scope, packs []pack, f func(element *Scope, expands bool)) bool {
	n, ok := u.packLen(packs)
	if !ok {
		return false
	}
	for i := range n {
		if anyExpands(packs, i) && slices.ContainsFunc(packs, func(p pack) bool { return !p.expands(i) }) {
			return false
		}
	}
	for i := range n {
		f(u.ElementScope(sc, packs, i), anyExpands(packs, i))
	}
	return true
}

// PackHasExpansion reports whether one of the arguments is an expansion.
func PackHasExpansion(args []types.Arg) bool { return slices.ContainsFunc(args, IsExpansionArg) }

// expanded is what an expansion repeats; any other argument is itself.
func expanded(a types.Arg) types.Arg {
	switch {
	case !IsExpansionArg(a):
	case a.Kind == types.TypeArg:
		a.Type = a.Type.Elem
	case a.Kind == types.ValueArg:
		a.Value.Pack = false
	}
	return a
}

// ElementScope is a scope in which each pack's name means its i-th element.
func (u *Unit) ElementScope(sc *Scope, packs []pack, i int) *Scope {
	s := sc.Child(BlockScope)
	for _, p := range packs {
		if p.param != nil {
			e := *p.param
			bound := expanded(p.param.Bound.Pack[i])
			e.Pack, e.Bound, e.whole = false, &bound, p.param
			s.Add(&e)
			continue
		}
		if i < len(p.v.Elems) {
			s.Add(p.v.Elems[i])
		}
	}
	return s
}
