package sema

import (
	"slices"

	"cudals/analysis/ast"
)

// Attr is the first of a declaration's attributes that has one of the names, without namespace and underscores; nil where
// there is none.
func (u *Unit) Attr(s *ast.Specifiers, names ...string) *ast.Attr {
	if s == nil {
		return nil
	}
	for i := range s.Attrs {
		if slices.Contains(names, u.Text(s.Attrs[i].Name)) {
			return &s.Attrs[i]
		}
	}
	return nil
}

// TypeOrigin is where the type that specifiers name is declared; the specifier itself where it names nothing that is
// declared. chunk is the one that the specifiers stand in.
func (u *Unit) TypeOrigin(sc *Scope, s *ast.Specifiers, chunk *Chunk) Site {
	if s.Type == nil {
		return Site{chunk, s.Span}
	}
	if named, ok := s.Type.(*ast.NamedType); ok && sc != nil {
		if found := u.lookupName(sc, named.Name); found.State == FoundOK {
			if site := found.Entities[0].Site(); !site.IsZero() {
				return site
			}
		}
	}
	return Site{chunk, s.Type.Pos()}
}
