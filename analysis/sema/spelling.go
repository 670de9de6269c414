package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// typeSpelling is what is written of a parameter's type, without what qualifies its names: C<T>::value and value are spelled
// alike. The parameter's own name and its default argument are no part of it.
func (u *Unit) typeSpelling(c *Chunk, p *ast.Param) []token.Sym {
	span, name := p.Span, ast.Span{}
	if p.Decl.Name != nil {
		name = p.Decl.Name.Span
	}
	if p.Default != nil {
		span.Hi = p.Default.Lo - 1
	}
	s := spelling{names: []int{0}}
	at := span.Lo
	for _, t := range (Site{c, span}).Tokens() {
		own := name.Lo <= at && at < name.Hi
		if at++; !own && t.Sym != u.syms.typename && t.Sym != u.syms.template {
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
