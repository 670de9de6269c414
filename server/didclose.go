package server

import (
	"context"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"
)

func (s *Server) didClose(_ context.Context, params *protocol.DidCloseTextDocumentParams) {
	path, err := s.resolve(params.TextDocument.URI)
	if err == nil && isProject(path) {
		s.docs.close(path)
		s.projects.set(path, nil)
		s.publish.closed(path)
		return
	}
	if err == nil {
		err = s.ws.CloseDocument(path)
	}
	if err != nil {
		s.log.Warn("message ignored", zap.Error(err))
		return
	}
	s.careful.closed(path)
	s.publish.closed(path)
	s.docs.close(path)
	s.trees.close(path)
	s.colours.forget(path)
	s.crosses.end(path)
}
