package server

import (
	"context"
	"encoding/json"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"cudals/analysis/workspace"
)

// What is shown beside a document: how each pass of the compiler sees it, and where parameters and constants lie.
const (
	// MethodPasses is the notification that tells which parts of a document each pass leaves out. It is sent after each analysis by which
	// that changed, to clients whose experimental capabilities hold "cudalsPasses": true.
	MethodPasses = "cudals/passes"
	// MethodExpanded is the request for a document's text as a pass sees it. Its result is null when there is no such pass.
	MethodExpanded = "cudals/expanded"
	// MethodLayout is the request for a picture or a table of parameters and constants. Its result is null when nothing is compiled for
	// the device.
	MethodLayout = "cudals/layout"
	// CommandLayout is the command of clients that show layouts; its argument is the document's URI.
	CommandLayout = "cudals.showLayout"
)

// Passes are the notification's params.
type Passes struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
	Passes  []Pass `json:"passes"`
}

// Pass is a pass, "host" or "device", with the whole lines that it does not see.
type Pass struct {
	Name   string           `json:"name"`
	Arch   int              `json:"arch"`
	Unseen []protocol.Range `json:"unseen"`
}

func (s *Server) sendPasses(a *workspace.Analysis) {
	if !s.caps.passes || a.Result == nil || a.Result.Stale() {
		return
	}
	out := Passes{URI: string(s.docs.uri(a.Document.Path())), Passes: []Pass{}}
	for _, p := range a.Result.Passes(s.ctx) {
		pass := Pass{Name: p.Name, Arch: p.Arch, Unseen: []protocol.Range{}}
		for _, span := range p.Unseen {
			pass.Unseen = append(pass.Unseen, s.rangeOf(a.Document.File, span))
		}
		out.Passes = append(out.Passes, pass)
	}
	if len(out.Passes) == 0 {
		return // it has become stale meanwhile: the next one tells
	}
	key, err := json.Marshal(out)
	if err != nil || !s.publish.changed(MethodPasses, a.Document.Path(), string(key)) {
		return
	}
	out.Version = a.Document.Version
	if raw, err := json.Marshal(out); err == nil {
		_ = s.conn.Notify(s.ctx, MethodPasses, jsonrpc2.RawMessage(raw))
	}
}

// ExpandedParams are the request's params.
type ExpandedParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Pass         string                          `json:"pass"`
}

// Expanded is the request's result: a text with the lines of the document, what they become in each.
type Expanded struct {
	Text string `json:"text"`
}

func (s *Server) expanded(params *ExpandedParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		if text, ok := a.Result.Expanded(ctx, params.Pass); ok {
			return Expanded{text}, ctx.Err()
		}
		return nil, ctx.Err()
	})
}

// LayoutParams are the request's params: the format is "svg" or "text", the architecture one of the command's, 0 for the first.
type LayoutParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Format       string                          `json:"format"`
	Arch         int                             `json:"arch"`
}

// LayoutPage is the request's result.
type LayoutPage struct {
	Content string `json:"content"`
	Arch    int    `json:"arch"`
}

func (s *Server) layout(params *LayoutParams) (answer, error) {
	draw := s.opts.Layouts[params.Format]
	if draw == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params.format: %q is no format", params.Format)
	}
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		l := a.Result.Layout(ctx, params.Arch)
		if l == nil || ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var b strings.Builder
		if err := draw(&b, l); err != nil {
			return nil, err
		}
		return LayoutPage{b.String(), l.Arch}, nil
	})
}
