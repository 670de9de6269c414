package supervisor

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/source"
	"cudals/server/wire"
)

// session is what a client has said so far that a new worker must know.
type session struct {
	initialize    json.RawMessage // its params; nil before it was said
	encoding      source.Encoding
	refreshes     bool // the client can be told to ask for diagnostics again
	initialized   bool
	trace         json.RawMessage // the last one's params, as of the next
	configuration json.RawMessage
	architecture  json.RawMessage
	folders       []json.RawMessage
	docs          map[string]*opened
	edits         int
}

// opened is an open document as the client has it.
type opened struct {
	names    wire.Spellings
	language string
	version  int32
	file     *source.File
	edited   int // grows with each edit of any document
}

// note takes in a notification.
func (s *session) note(method string, params []byte) {
	switch method {
	case protocol.MethodInitialized:
		s.initialized = true
	case protocol.MethodSetTrace:
		s.trace = bytes.Clone(params)
	case protocol.MethodWorkspaceDidChangeConfiguration:
		s.configuration = bytes.Clone(params)
	case wire.MethodArchitecture:
		s.architecture = bytes.Clone(params)
	case protocol.MethodWorkspaceDidChangeWorkspaceFolders:
		s.folders = append(s.folders, bytes.Clone(params))
	case protocol.MethodTextDocumentDidOpen:
		s.open(params)
	case protocol.MethodTextDocumentDidChange:
		s.change(params)
	case protocol.MethodTextDocumentDidClose:
		s.close(params)
	}
}

func (s *session) open(raw []byte) {
	var params struct {
		TextDocument struct {
			URI        string `json:"uri"`
			LanguageID string `json:"languageId"`
			Version    int32  `json:"version"`
			Text       string `json:"text"`
		} `json:"textDocument"`
	}
	if err := json.Unmarshal(raw, &params); err != nil || len(params.TextDocument.Text) > source.MaxSize {
		return // the worker ignores it as well
	}
	doc := params.TextDocument
	path, err := wire.PathOf(uri.URI(doc.URI))
	if err != nil {
		return
	}
	path = wire.VirtualName(path, protocol.LanguageKind(doc.LanguageID))
	s.edits++
	var names wire.Spellings
	if before := s.docs[path]; before != nil {
		names = before.names
	}
	s.docs[path] = &opened{
		names: names.With(uri.URI(doc.URI)), language: doc.LanguageID, version: doc.Version, file: source.NewFile(path, []byte(doc.Text)), edited: s.edits,
	}
}

func (s *session) close(params []byte) {
	path := s.path(params)
	doc := s.docs[path]
	if doc == nil {
		return
	}
	name, _ := wire.SpelledURI(params)
	if doc.names = doc.names.Without(name); len(doc.names) == 0 {
		delete(s.docs, path)
	}
}

func (s *session) change(raw []byte) {
	var params protocol.DidChangeTextDocumentParams
	if err := wire.Decode(raw, &params); err != nil {
		return
	}
	doc := s.docs[s.path(raw)]
	changes, err := wire.ChangesOf(&params)
	if err != nil || doc == nil || params.TextDocument.Version <= doc.version {
		return
	}
	if file, err := doc.file.Apply(changes, s.encoding); err == nil {
		s.edits++
		doc.file, doc.version, doc.edited = file, params.TextDocument.Version, s.edits
	}
}

// opening are the messages that open the documents, those that were edited last first.
func (s *session) opening() []any {
	docs := make([]*opened, 0, len(s.docs))
	for _, doc := range s.docs {
		docs = append(docs, doc)
	}
	slices.SortFunc(docs, func(a, b *opened) int { return b.edited - a.edited })
	out := make([]any, 0, len(docs))
	for _, doc := range docs {
		for _, name := range doc.names {
			out = append(out, map[string]any{"textDocument": map[string]any{
				"uri": name, "languageId": doc.language, "version": doc.version, "text": string(doc.file.Text),
			}})
		}
	}
	return out
}

// path is that of the document that params are about, or "".
func (s *session) path(params []byte) string {
	u, ok := wire.SpelledURI(params)
	if !ok {
		return ""
	}
	return s.resolve(u)
}

// resolve is the path by which a worker knows a document, or "".
func (s *session) resolve(u uri.URI) string {
	path, err := wire.PathOf(u)
	if err != nil {
		return ""
	}
	return wire.OpenPath(path, func(path string) bool { return s.docs[path] != nil })
}

// withProcess are initialize's params with this process in the place of the client's.
func withProcess(params []byte) json.RawMessage {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(params, &fields); err != nil || fields == nil {
		return bytes.Clone(params)
	}
	fields["processId"], _ = json.Marshal(os.Getpid())
	out, err := json.Marshal(fields)
	if err != nil {
		return bytes.Clone(params)
	}
	return out
}
