package server

import (
	"context"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/server/wire"
)

func (s *Server) didClose(_ context.Context, raw []byte) error {
	var params protocol.DidCloseTextDocumentParams
	if err := wire.Decode(raw, &params); err != nil {
		return err
	}
	path, err := s.resolve(params.TextDocument.URI)
	if name, ok := wire.SpelledURI(raw); ok && err == nil && s.docs.leave(path, name) {
		s.publish.left(path, name)
		return nil
	}
	if err == nil && isProject(path) {
		s.docs.close(path)
		s.projects.set(path, nil)
		s.publish.closed(path)
		return nil
	}
	if err == nil {
		err = s.ws.CloseDocument(path)
	}
	if err != nil {
		s.log.Warn("message ignored", zap.Error(err))
		return nil
	}
	s.careful.closed(path)
	s.publish.closed(path)
	s.docs.close(path)
	s.trees.close(path)
	s.colours.forget(path)
	s.crosses.end(path)
	return nil
}
