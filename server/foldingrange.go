package server

import (
	"context"

	"go.lsp.dev/protocol"

	"cudals/analysis/document"
	"cudals/analysis/source"
)

func (s *Server) foldingRange(params *protocol.FoldingRangeParams) (answer, error) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	doc := s.ws.Snapshot().Document(path)
	return func(ctx context.Context) (any, error) {
		if doc == nil {
			return nil, nil
		}
		out := []protocol.FoldingRange{}
		err := s.trees.of(ctx, path, doc.File, func(d *document.Document) {
			for _, f := range d.Folds() {
				if r, ok := foldOf(doc.File, f); ok {
					out = append(out, r)
				}
			}
		})
		return out, err
	}, nil
}

// foldOf is a fold in whole lines; a block's closing brace stays in sight.
func foldOf(f *source.File, fold document.Fold) (protocol.FoldingRange, bool) {
	start, end := f.LineOf(fold.Span.Start), f.LineOf(max(fold.Span.End-1, fold.Span.Start))
	r := protocol.FoldingRange{StartLine: uint32(start)}
	switch fold.Kind {
	case document.FoldBlock:
		end--
	case document.FoldComment:
		r.Kind = protocol.FoldingRangeKindComment
	case document.FoldIncludes:
		r.Kind = protocol.FoldingRangeKindImports
	}
	r.EndLine = uint32(max(end, 0))
	return r, end > start
}
