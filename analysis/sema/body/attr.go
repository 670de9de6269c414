package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
)

// TypeOrigin is where the type that specifiers name is declared; the specifier itself where it names nothing that is
// declared. chunk is the one that the specifiers stand in.
func (u *Model) TypeOrigin(sc *sema.Scope, s *ast.Specifiers, chunk *sema.Chunk) sema.Site {
	if s.Type == nil {
		return sema.Site{Chunk: chunk, Span: s.Span}
	}
	if named, ok := s.Type.(*ast.NamedType); ok && sc != nil {
		if found := u.LookupName(sc, named.Name); found.State == sema.FoundOK {
			if site := found.Entities[0].Site(); !site.IsZero() {
				return site
			}
		}
	}
	return sema.Site{Chunk: chunk, Span: s.Type.Pos()}
}
