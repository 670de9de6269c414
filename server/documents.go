package server

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/source"
)

// documents knows by which URI the client calls each open document. A client compares URIs as strings, so what it is told
// must be spelled as it spelled it.
type documents struct {
	mu    sync.RWMutex
	names map[string]uri.URI // by path
}

func newDocuments() documents { return documents{names: map[string]uri.URI{}} }

func (d *documents) open(path string, u uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.names[path] = u
}

func (d *documents) close(path string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.names, path)
}

// uri is what the client calls a path.
func (d *documents) uri(path string) uri.URI {
	d.mu.RLock()
	u, ok := d.names[path]
	d.mu.RUnlock()
	if ok {
		return u
	}
	if rest, ok := strings.CutPrefix(path, virtualDir+string(filepath.Separator)); ok {
		if scheme, name, ok := strings.Cut(rest, string(filepath.Separator)); ok {
			return uri.URI(scheme + ":" + name)
		}
	}
	return uri.File(path)
}

// virtualDir is where documents stand that are in no file: a folder that does not exist, so that nothing is found beside
// them by accident.
const virtualDir = string(filepath.Separator) + "cudals-virtual"

// pathOf is the absolute, clean path of a document. A document that is no file (untitled:Untitled-1, git:/a.cu?HEAD) gets
// a path of its own under virtualDir.
func pathOf(u uri.URI) (string, error) {
	if u == "" {
		return "", fmt.Errorf("no URI")
	}
	if u.Scheme() == "file" {
		path := filepath.Clean(u.FsPath())
		if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
			return "", fmt.Errorf("%.200q is no absolute path", string(u))
		}
		return path, nil
	}
	scheme, rest, ok := strings.Cut(string(u), ":")
	if !ok || scheme == "" {
		return "", fmt.Errorf("%.200q is no URI", string(u))
	}
	return filepath.Join(virtualDir, scheme, strings.ReplaceAll(rest, "..", "%2E%2E")), nil
}

// virtualName gives a document without a file name extension the one of its language, which tells how it is compiled.
func virtualName(path string, language protocol.LanguageKind) string {
	if !strings.HasPrefix(path, virtualDir) || filepath.Ext(path) != "" {
		return path
	}
	switch language {
	case "cuda", "cuda-cpp":
		return path + ".cu"
	case "c":
		return path + ".c"
	}
	return path + ".cpp"
}

// resolve finds the path by which the workspace knows a document.
func (s *Server) resolve(u uri.URI) (string, error) {
	path, err := pathOf(u)
	if err != nil {
		return path, err
	}
	snapshot := s.ws.Snapshot()
	return openPath(path, func(path string) bool { return snapshot.Document(path) != nil }), nil
}

// openPath is the path of an open document; one that is in no file may have been given an extension by virtualName.
func openPath(path string, open func(path string) bool) string {
	if strings.HasPrefix(path, virtualDir) {
		for _, ext := range []string{"", ".cu", ".cpp", ".c"} {
			if open(path + ext) {
				return path + ext
			}
		}
	}
	return path
}

// spelledURI is textDocument.uri of raw params as the client spelled it; the protocol's decoder would respell it.
func spelledURI(raw []byte) (uri.URI, bool) {
	var params struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
	}
	err := json.Unmarshal(raw, &params)
	return uri.URI(params.TextDocument.URI), err == nil && params.TextDocument.URI != ""
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
	return f.OffsetClamped(positionOf(p), s.encoding)
}

func positionOf(p protocol.Position) source.Position {
	return source.Position{Line: int(p.Line), Column: int(p.Character)}
}
