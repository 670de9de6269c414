package server

import (
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/source"
	"cudals/server/wire"
)

// documents knows by which URIs the client calls each open document. A client compares URIs as strings, so what it is told
// must be spelled as it spelled it.
type documents struct {
	mu    sync.RWMutex
	names map[string]wire.Spellings // by path
}

func newDocuments() documents { return documents{names: map[string]wire.Spellings{}} }

func (d *documents) open(path string, u uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.names[path] = d.names[path].With(u)
}

func (d *documents) close(path string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.names, path)
}

// leave takes a name from a document that is open by another as well; it reports whether it is.
func (d *documents) leave(path string, u uri.URI) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	others := d.names[path].Without(u)
	if len(others) > 0 {
		d.names[path] = others
	}
	return len(others) > 0
}

// uri is what the client calls a path.
func (d *documents) uri(path string) uri.URI {
	d.mu.RLock()
	names := d.names[path]
	d.mu.RUnlock()
	if len(names) > 0 {
		return names.Latest()
	}
	if rest, ok := strings.CutPrefix(path, wire.VirtualDir+string(filepath.Separator)); ok {
		if scheme, name, ok := strings.Cut(rest, string(filepath.Separator)); ok {
			return uri.URI(scheme + ":" + name)
		}
	}
	return uri.File(path)
}

// resolve finds the path by which the workspace knows a document.
func (s *Server) resolve(u uri.URI) (string, error) {
	path, err := wire.PathOf(u)
	if err != nil {
		return path, err
	}
	snapshot := s.ws.Snapshot()
	return wire.OpenPath(path, func(path string) bool { return snapshot.Document(path) != nil }), nil
}

// position is an offset of a file in the client's units.
func (s *Server) position(f *source.File, offset int) protocol.Position {
	p := f.Position(offset, s.encoding)
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Column)}
}

// rangeOf is a span of a file in the client's units.
func (s *Server) rangeOf(f *source.File, span source.Span) protocol.Range {
	return protocol.Range{Start: s.position(f, span.Start), End: s.position(f, span.End)}
}

func (s *Server) location(p source.Place) protocol.Location {
	return protocol.Location{URI: s.docs.uri(p.File.Path), Range: s.rangeOf(p.File, p.Span)}
}

// offset is where a client's position lies. What is out of range counts as the nearest place before it.
func (s *Server) offset(f *source.File, p protocol.Position) int {
	return f.OffsetClamped(wire.PositionOf(p), s.encoding)
}
