package server

import (
	"context"
	"errors"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/server/wire"
)

// isProject reports whether a document is a configuration and no source: it counts as it is saved.
func isProject(path string) bool { return filepath.Base(path) == toolchain.ProjectName }

func (s *Server) didOpen(_ context.Context, raw []byte) error {
	var params protocol.DidOpenTextDocumentParams
	if err := wire.Decode(raw, &params); err != nil {
		return err
	}
	doc := params.TextDocument
	path, err := wire.PathOf(doc.URI)
	if err != nil {
		return err
	}
	if len(doc.Text) > source.MaxSize {
		s.show(protocol.MessageTypeWarning, "cudals: "+path+" is too large and is not looked at")
		return nil
	}
	path = wire.VirtualName(path, doc.LanguageID)
	name := doc.URI
	if spelled, ok := wire.SpelledURI(raw); ok {
		name = spelled
	}
	text := []byte(doc.Text)
	// Before the analysis starts, which may publish at once: the client knows the document by this name alone.
	s.docs.open(path, name)
	if isProject(path) {
		s.projects.set(path, source.NewFile(path, text))
		s.publish.project(path)
		return nil
	}
	err = s.ws.Open(path, doc.Version, text)
	if errors.Is(err, workspace.ErrOpen) {
		// By another URI, or by a client that lost count: the text said last is the one that counts.
		s.log.Warn("document opened twice", zap.String("file", path))
		_ = s.ws.CloseDocument(path)
		err = s.ws.Open(path, doc.Version, text)
	}
	if err != nil {
		s.docs.close(path)
		return err
	}
	s.reportCold(path)
	return nil
}
