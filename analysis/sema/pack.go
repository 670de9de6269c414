package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// pack is a template parameter pack or function parameter pack that a pattern names.
type pack struct {
	param *TemplateParam
	v     *Var
}

// packsIn finds the packs that a pattern names: the identifiers among its tokens that mean packs in the scopes around.
func (u *Unit) packsIn(sc *Scope, n ast.Node) []pack {
	var out []pack
	seen := map[token.Sym]bool{}
	for _, t := range (Site{sc.Chunk, n.Pos()}).Tokens() {
		if t.Kind != token.Ident || seen[t.Sym] {
			continue
		}
		seen[t.Sym] = true
		for s := sc; s != nil; s = s.Parent {
			if s.Kind != TemplateScope && s.Kind != FuncScope && s.Kind != BlockScope {
				continue
			}
			set := s.lookup(t.Sym)
			if set == nil || len(set.linked) == 0 {
				continue
			}
			switch e := set.linked[0].Entity.(type) {
			case *TemplateParam:
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

// boundPackLen is the common length of packs that are all bound; ok is false when one is not, or there is none.
func (u *Unit) boundPackLen(packs []pack) (n int, ok bool) {
	for i, p := range packs {
		var k int
		switch {
		case p.param != nil:
			if p.param.Bound == nil || p.param.Bound.Kind != types.PackArg || packHasExpansion(p.param.Bound.Pack) {
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
	return n, len(packs) > 0
}

func packHasExpansion(args []types.Arg) bool {
	for _, a := range args {
		if a.Kind == types.TypeArg && a.Type.Kind == types.Expansion || a.Kind == types.ValueArg && a.Value.Pack {
			return true
		}
	}
	return false
}

// elementScope is a scope in which each pack's name means its i-th element.
func (u *Unit) elementScope(sc *Scope, packs []pack, i int) *Scope {
	s := sc.child(BlockScope)
	for _, p := range packs {
		if p.param != nil {
			e := *p.param
			e.Pack = false
			e.Bound = &p.param.Bound.Pack[i]
			s.add(&e)
			continue
		}
		if i < len(p.v.Elems) {
			s.add(p.v.Elems[i])
		}
	}
	return s
}
