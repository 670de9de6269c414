package server

import (
	"context"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

// didSave needs no new analysis of the document, which is open and known; but a client that watches no files tells
// nobody else that the file on disk is another one now.
func (s *Server) didSave(_ context.Context, params *protocol.DidSaveTextDocumentParams) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		s.log.Warn("message ignored", zap.Error(err))
		return
	}
	s.filesChanged(nil, []string{path}, nil)
	s.crossCheck(path)
}
