package wire

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Decode reads params, which must be an object.
func Decode(raw []byte, params any) error {
	if len(raw) == 0 {
		raw = []byte("null")
	}
	if string(raw) == "null" || raw[0] != '{' {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params: an object is expected")
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params: %v", err)
	}
	return nil
}

// VirtualDir is where documents stand that are in no file: a folder that does not exist, so that nothing is found beside
// them by accident.
const VirtualDir = string(filepath.Separator) + "cudals-virtual"

// PathOf is the absolute, clean path of a document. A document that is no file (untitled:Untitled-1, git:/a.cu?HEAD) gets
// a path of its own under VirtualDir.
func PathOf(u uri.URI) (string, error) {
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
	return filepath.Join(VirtualDir, scheme, strings.ReplaceAll(rest, "..", "%2E%2E")), nil
}

// VirtualName gives a document without a file name extension the one of its language, which tells how it is compiled.
func VirtualName(path string, language protocol.LanguageKind) string {
	if !strings.HasPrefix(path, VirtualDir) || filepath.Ext(path) != "" {
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

// OpenPath is the path of an open document; one that is in no file may have been given an extension by VirtualName.
func OpenPath(path string, open func(path string) bool) string {
	if strings.HasPrefix(path, VirtualDir) {
		for _, ext := range []string{"", ".cu", ".cpp", ".c"} {
			if open(path + ext) {
				return path + ext
			}
		}
	}
	return path
}

// Spellings are the URIs by which a client has one document open, the latest last. They differ in how they are written alone.
type Spellings []uri.URI

// With are the spellings when the client has opened the document by another.
func (s Spellings) With(u uri.URI) Spellings {
	return append(slices.DeleteFunc(slices.Clone(s), func(o uri.URI) bool { return o == u }), u)
}

// Without are the spellings when the client has closed one: the latest where it is none of them.
func (s Spellings) Without(u uri.URI) Spellings {
	i := slices.Index(s, u)
	if i < 0 {
		i = len(s) - 1
	}
	return slices.Delete(slices.Clone(s), max(i, 0), i+1)
}

// Latest is the one by which the client opened the document last.
func (s Spellings) Latest() uri.URI { return s[len(s)-1] }

// SpelledURI is textDocument.uri of raw params as the client spelled it; the protocol's decoder would respell it.
func SpelledURI(raw []byte) (uri.URI, bool) {
	var params struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
	}
	err := json.Unmarshal(raw, &params)
	return uri.URI(params.TextDocument.URI), err == nil && params.TextDocument.URI != ""
}
