package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// typeSpelling is what is written of a parameter's type. The parameter's own name and its default argument are no part of it.
func (u *Unit) typeSpelling(c *Chunk, p *ast.Param) []token.Sym {
	span, name := p.Span, ast.Span{}
	if p.Decl.Name != nil {
		name = p.Decl.Name.Span
	}
	if p.Default != nil {
		span.Hi = p.Default.Lo - 1
	}
	return u.spell(c, span, name)
}

// MayBeApart reports whether two declarations that count as ones of one function template may as well be of two: their results
// depend on template parameters, are not known to be the same, and are spelled differently.
func (u *Unit) MayBeApart(a, b *FuncDecl) bool {
	s, t := a.Spec.Type, b.Spec.Type
	x, y := u.funcDeclType(a), u.funcDeclType(b)
	if s == nil || t == nil || x.Kind != types.Func || y.Kind != types.Func || x.Elem == y.Elem || !x.Elem.IsDependent() || !y.Elem.IsDependent() {
		return false
	}
	return !slices.Equal(u.spell(a.Site.Chunk, s.Pos(), ast.Span{}), u.spell(b.Site.Chunk, t.Pos(), ast.Span{}))
}

// spell lists the words of a type without what qualifies its names, so that C<T>::value and value are spelled alike, and
// without a name that is declared among them.
func (u *Unit) spell(c *Chunk, span, name ast.Span) []token.Sym {
	s := spelling{names: []int{0}}
	at := span.Lo
	for _, t := range (Site{c, span}).Tokens() {
		own := name.Lo <= at && at < name.Hi
		if at++; !own && t.Sym != u.Syms.typename && t.Sym != u.Syms.template {
			s.add(t)
		}
	}
	return s.words
}

// spelling collects tokens and drops the qualifiers of names.
type spelling struct {
	words []token.Sym
	// names are the places in words where the name that is being read begins: in the outermost list of template arguments
	// first, in the innermost last.
	names     []int
	qualified bool // :: was read last
}

func (s *spelling) add(t token.Token) {
	depth := len(s.names) - 1
	switch t.Kind {
	case token.ColonCol:
		s.words = s.words[:s.names[depth]]
		s.qualified = true
		return
	case token.Ident:
		if !s.qualified {
			s.names[depth] = len(s.words)
		}
	case token.Less:
		s.names = append(s.names, len(s.words)+1)
	case token.Greater:
		s.names = s.names[:max(1, depth)]
	case token.Shr:
		s.names = s.names[:max(1, depth-1)]
	default:
		s.names[depth] = len(s.words) + 1
	}
	s.words = append(s.words, t.Sym)
	s.qualified = false
}
