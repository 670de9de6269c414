package server

import (
	"context"
	"errors"
	"fmt"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/workspace"
	"cudals/server/wire"
)

func (s *Server) didChange(_ context.Context, params *protocol.DidChangeTextDocumentParams) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		s.log.Warn("edit ignored", zap.Error(err))
		return
	}
	changes, err := wire.ChangesOf(params)
	if err != nil {
		s.log.Warn("edit ignored", zap.String("file", path), zap.Error(err))
		return
	}
	if isProject(path) {
		s.changeProject(path, changes)
		return
	}
	err = s.ws.Change(path, params.TextDocument.Version, changes, s.encoding)
	switch {
	case err == nil:
	case errors.Is(err, workspace.ErrNotOpen), errors.Is(err, workspace.ErrOldVersion):
		s.log.Warn("edit ignored", zap.Error(err))
	default:
		// From here on client and server see different texts. The person can mend that, so the person is told.
		s.log.Error("edit ignored", zap.Error(err))
		s.show(protocol.MessageTypeError, fmt.Sprintf(
			"cudals could not follow an edit of %s (%v). Close and open the file again.", path, err))
	}
}

// show puts a message before the person's eyes.
func (s *Server) show(kind protocol.MessageType, text string) {
	_ = s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: kind, Message: text})
}
