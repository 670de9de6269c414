package server

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/workspace"
)

// mentioned answers a request about the function or variable at a place with what tell makes of all that the open documents mention of it;
// with nothing where it is not known which one stands there. instances: what depends on template parameters in a header is asked of those
// who read the header, too.
func (s *Server) mentioned(
	u uri.URI, at protocol.Position, instances bool, tell func(path string, e *workspace.Entity, all []workspace.Mention) any,
) (answer, error) {
	path, err := s.resolve(u)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	asked, err := s.awake(u, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		offset := s.offset(a.Document.File, at)
		if e := a.Result.Entity(ctx, offset); e != nil {
			return e, nil
		}
		if instances {
			for _, r := range snapshot.Readers(path) {
				if e := r.EntityIn(ctx, a.Document.File, offset); e != nil {
					return e, nil
				}
			}
		}
		return nil, ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		found, err := asked(ctx)
		e, ok := found.(*workspace.Entity)
		if err != nil || !ok {
			return nil, err
		}
		all := slices.Clone(e.Elsewhere)
		s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) { all = append(all, a.Result.Mentions(ctx, e.Key)...) })
		slices.SortFunc(all, func(a, b workspace.Mention) int {
			return cmp.Or(a.Place.Compare(b.Place), cmp.Compare(b.Role, a.Role))
		})
		// A token that several documents read, or that is read and written, is one place.
		all = slices.CompactFunc(all, func(a, b workspace.Mention) bool {
			return a.Place.File.Path == b.Place.File.Path && a.Place.Span == b.Place.Span
		})
		return tell(path, e, all), ctx.Err()
	}, nil
}

func (s *Server) definition(params *protocol.DefinitionParams) (answer, error) {
	return s.declared(&params.TextDocumentPositionParams, workspace.RoleDefines, workspace.RoleDeclares)
}

func (s *Server) declaration(params *protocol.DeclarationParams) (answer, error) {
	return s.declared(&params.TextDocumentPositionParams, workspace.RoleDeclares, workspace.RoleDefines)
}

// declared answers with the mentions that have a role, or where there are none with those that have another.
func (s *Server) declared(at *protocol.TextDocumentPositionParams, want, or workspace.Role) (answer, error) {
	return s.mentioned(at.TextDocument.URI, at.Position, true, func(_ string, _ *workspace.Entity, all []workspace.Mention) any {
		for _, role := range []workspace.Role{want, or} {
			if out := s.locations(all, func(m workspace.Mention) bool { return m.Role == role }); len(out) > 0 {
				return out
			}
		}
		return nil
	})
}

// implementation answers with the overriders of a virtual function, and with the classes that are derived from one, in all files.
func (s *Server) implementation(params *protocol.ImplementationParams) (answer, error) {
	snapshot := s.ws.Snapshot()
	asked, err := s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		return a.Result.Entity(ctx, s.offset(a.Document.File, params.Position)), ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		found, err := asked(ctx)
		e, ok := found.(*workspace.Entity)
		if err != nil || !ok || e == nil {
			return nil, err
		}
		var all []workspace.Mention
		collect := func(r workspace.Result) { all = append(all, r.Implementations(ctx, e.Key)...) }
		s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) { collect(a.Result) })
		if err := s.elsewhere(ctx, snapshot, e.Heirs, collect); err != nil {
			return nil, err
		}
		slices.SortFunc(all, func(a, b workspace.Mention) int { return a.Place.Compare(b.Place) })
		all = slices.CompactFunc(all, func(a, b workspace.Mention) bool { return a.Place.Compare(b.Place) == 0 })
		return s.locations(all, func(workspace.Mention) bool { return true }), ctx.Err()
	}, nil
}

func (s *Server) typeDefinition(params *protocol.TypeDefinitionParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		all := a.Result.TypeDefinition(ctx, s.offset(a.Document.File, params.Position))
		if len(all) == 0 {
			return nil, ctx.Err()
		}
		return s.locations(all, func(workspace.Mention) bool { return true }), ctx.Err()
	})
}

func (s *Server) locations(all []workspace.Mention, fits func(workspace.Mention) bool) []protocol.Location {
	out := []protocol.Location{}
	for _, m := range all {
		if fits(m) {
			out = append(out, s.location(m.Place))
		}
	}
	return out
}

// references answers with the places at which something is mentioned in the documents that are open and their headers; where settings ask for
// that, of what other files may mention as well those in all files of the workspace.
func (s *Server) references(params *protocol.ReferenceParams) (answer, error) {
	s.settingsMu.Lock()
	everywhere := s.settings.WorkspaceReferences
	s.settingsMu.Unlock()
	chosen := func(all []workspace.Mention) any {
		return s.locations(all, func(m workspace.Mention) bool {
			return params.Context.IncludeDeclaration || m.Role < workspace.RoleDeclares
		})
	}
	snapshot := s.ws.Snapshot()
	near, err := s.mentioned(params.TextDocument.URI, params.Position, true, func(_ string, _ *workspace.Entity, all []workspace.Mention) any {
		if everywhere {
			return all
		}
		return chosen(all)
	})
	if err != nil || !everywhere {
		return near, err
	}
	named, err := s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		return a.Result.Renaming(ctx, s.offset(a.Document.File, params.Position)), ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		found, err := near(ctx)
		all, known := found.([]workspace.Mention)
		if err != nil || !known {
			return nil, err
		}
		name, err := named(ctx)
		if err != nil {
			return nil, err
		}
		if r, ok := name.(*workspace.Renaming); ok && r != nil && r.Wide != nil {
			far, whole, err := snapshot.References(ctx, r.Wide)
			if err != nil {
				return nil, err
			}
			if !whole {
				s.show(protocol.MessageTypeInfo, "Not all files that may mention "+r.Name+" were read: there are too many.")
			}
			all = withFar(all, far)
		}
		return s.locations(all, func(m workspace.Mention) bool {
			return params.Context.IncludeDeclaration || m.Role < workspace.RoleDeclares
		}), nil
	}, nil
}

// withFar adds to the mentions that the open documents know of those of files that none of them reads.
func withFar(near, far []workspace.Mention) []workspace.Mention {
	read := map[string]bool{}
	for _, m := range near {
		read[m.Place.File.Path] = true
	}
	for _, m := range far {
		if !read[m.Place.File.Path] {
			near = append(near, m)
		}
	}
	slices.SortStableFunc(near, func(a, b workspace.Mention) int { return a.Place.Compare(b.Place) })
	return near
}

func (s *Server) documentHighlight(params *protocol.DocumentHighlightParams) (answer, error) {
	return s.mentioned(params.TextDocument.URI, params.Position, false, func(path string, _ *workspace.Entity, all []workspace.Mention) any {
		out := []protocol.DocumentHighlight{}
		for _, m := range all {
			if m.Place.File.Path != path {
				continue
			}
			kind := protocol.DocumentHighlightKindRead
			if m.Role != workspace.RoleRead {
				kind = protocol.DocumentHighlightKindWrite
			}
			out = append(out, protocol.DocumentHighlight{Range: s.rangeOf(m.Place.File, m.Place.Span), Kind: kind})
		}
		return out
	})
}
