package server

import (
	"context"

	"go.lsp.dev/protocol"

	"cudals/analysis/document"
	"cudals/analysis/source"
)

func (s *Server) selectionRange(params *protocol.SelectionRangeParams) (answer, error) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	doc := s.ws.Snapshot().Document(path)
	return func(ctx context.Context) (any, error) {
		if doc == nil {
			return nil, nil
		}
		out := make([]protocol.SelectionRange, len(params.Positions))
		for i, p := range params.Positions {
			offset := s.offset(doc.File, p)
			// There is one answer for each position, whatever is known of the text.
			out[i].Range = s.rangeOf(doc.File, source.Span{Start: offset, End: offset})
			err := s.trees.of(ctx, path, doc.File, func(d *document.Document) {
				var parent *protocol.SelectionRange
				spans := d.Enclosing(source.Span{Start: offset, End: offset})
				for k := min(len(spans), maxNested) - 1; k >= 0; k-- {
					parent = &protocol.SelectionRange{Range: s.rangeOf(doc.File, spans[k]), Parent: parent}
				}
				if parent != nil {
					out[i] = *parent
				}
			})
			if err != nil {
				return nil, err
			}
		}
		return out, nil
	}, nil
}
