package server

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/workspace"
)

// awake answers a request about a document by its analysis, whose model is there; with nothing where the document is not open
// or has none. tell may be called more than once.
func (s *Server) awake(u uri.URI, tell func(context.Context, string, *workspace.Analysis) (any, error)) (answer, error) {
	path, err := s.resolve(u)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (out any, err error) {
		asked := snapshot.Ask(ctx, path, func(a *workspace.Analysis) {
			if out, err = nil, nil; a.Result != nil {
				out, err = tell(ctx, path, a)
			}
		})
		switch {
		case errors.Is(asked, workspace.ErrNotOpen):
			return nil, nil
		case asked != nil:
			return nil, asked
		}
		return out, err
	}, nil
}

// hover answers what stands at a place. Beside another server it leaves to that what is no more than C++.
func (s *Server) hover(params *protocol.HoverParams) (answer, error) {
	if path := s.projectOf(params.TextDocument.URI); path != "" {
		return s.projectHover(path, params.Position), nil
	}
	return s.awake(params.TextDocument.URI, func(ctx context.Context, path string, a *workspace.Analysis) (any, error) {
		offset := s.offset(a.Document.File, params.Position)
		h := a.Result.Hover(ctx, offset)
		if h != nil && h.Depends {
			for _, r := range s.ws.Snapshot().Readers(path) {
				if told := r.HoverIn(ctx, a.Document.File, offset); told != nil {
					h = told
					break
				}
			}
		}
		if h == nil || h.Plain && !s.alone() || ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out := &protocol.Hover{Contents: s.markup(h.Markdown)}
		if !h.Place.IsZero() && h.Place.File.Path == path {
			r := s.rangeOf(h.Place.File, h.Place.Span)
			out.Range = &r
		}
		return out, nil
	})
}
