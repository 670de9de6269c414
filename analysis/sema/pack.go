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
// parameter's auto stands for. What an expansion within the pattern names, that one expands.
func (u *Unit) PacksIn(sc *Scope, n ast.Node) []pack {
	var names []token.Sym
	toks := (Site{sc.Chunk, n.Pos()}).Tokens()
	inner := expansionsWithin(n, toks)
	for i, t := range toks {
		if t.Kind != token.Ident || slices.Contains(names, t.Sym) {
			continue
		}
		if at := n.Pos().Lo + int32(i); !slices.ContainsFunc(inner, func(s ast.Span) bool { return s.Lo <= at && at < s.Hi }) {
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
				if !e.Pack {
					if e = wholeOf(e, name, s.Parent); e == nil {
						break
					}
				}
				out = append(out, pack{v: e})
			}
			break
		}
	}
	return out
}

// wholeOf is the function parameter pack around that v is an element of: an expansion inside of another one is over all of it again.
func wholeOf(v *Var, name token.Sym, around *Scope) *Var {
	for s := around; s != nil; s = s.Parent {
		if set := s.lookup(name); set != nil && len(set.Linked) > 0 {
			if whole, ok := set.Linked[0].Entity.(*Var); ok && whole.Pack && slices.Contains(whole.Elems, v) {
				return whole
			}
			return nil
		}
	}
	return nil
}

// expansionsWithin is where patterns are expanded within a pattern.
func expansionsWithin(pattern ast.Node, toks []token.Token) []ast.Span {
	if !slices.ContainsFunc(toks, func(t token.Token) bool { return t.Kind == token.Ellipsis }) {
		return nil
	}
	var out []ast.Span
	ast.Inspect(pattern, func(n any) bool {
		inner := false
		switch n := n.(type) {
		case *ast.PackExpansion, *ast.Fold:
			inner = true
		case *ast.TemplateArg:
			inner = n.Pack
		case *ast.Param:
			inner = n.Decl.Pack
		case *ast.Query:
			inner = n.Kind == ast.SizeofPack
		case *ast.Capture:
			inner = n.Pack
		case *ast.MemInit:
			inner = n.Pack
		case *ast.Base:
			inner = n.Pack
		}
		if !inner || n == any(pattern) {
			return true
		}
		out = append(out, n.(ast.Node).Pos())
		return false
	})
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
