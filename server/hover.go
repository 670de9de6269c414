package server

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"cudals/analysis/workspace"
)

func (s *Server) hover(params *protocol.HoverParams) (answer, error) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		a, err := snapshot.Awake(ctx, path)
		if errors.Is(err, workspace.ErrNotOpen) {
			return nil, nil
		}
		if err != nil || a.Result == nil {
			return nil, err
		}
		h := a.Result.Hover(ctx, s.offset(a.Document.File, params.Position))
		if h == nil || ctx.Err() != nil {
			return nil, ctx.Err()
		}
		content := &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: h.Markdown}
		if !s.caps.markdownHover {
			content.Kind = protocol.MarkupKindPlainText
		}
		out := &protocol.Hover{Contents: content}
		if !h.Place.IsZero() && h.Place.File.Path == path {
			r := s.rangeOf(h.Place.File, h.Place.Span)
			out.Range = &r
		}
		return out, nil
	}, nil
}
