package server

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/workspace"
)

const (
	// MethodLenders is the request for the files through which a document may be read, and whose command it may borrow: those that
	// include it.
	MethodLenders = "cudals/lenders"
	// MethodBorrow is the request that one of them be taken from now on.
	MethodBorrow = "cudals/borrow"
)

// LendersParams are the request's params.
type LendersParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// Lenders is the request's result. Current is the one whose command is borrowed now, Through the one behind whose text the document is
// read; "" for none.
type Lenders struct {
	Current string   `json:"current,omitempty"`
	Through string   `json:"through,omitempty"`
	Lenders []string `json:"lenders"`
}

func (s *Server) lenders(params *LendersParams) (answer, error) {
	return s.analysed(params.TextDocument.URI, func(ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis) (any, error) {
		out := Lenders{Lenders: []string{}}
		if a.Command != nil && a.Command.BorrowedFrom != "" {
			out.Current = string(s.docs.uri(a.Command.BorrowedFrom))
		}
		if a.Result != nil && a.Result.Through() != "" {
			out.Through = string(s.docs.uri(a.Result.Through()))
		}
		for _, file := range snapshot.Lenders(ctx, a.Document.Path()) {
			out.Lenders = append(out.Lenders, string(s.docs.uri(file)))
		}
		return out, nil
	})
}

// BorrowParams are the request's params. A document that is to be read by itself comes from itself.
type BorrowParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	From         uri.URI                         `json:"from"`
}

func (s *Server) borrow(params *BorrowParams) (answer, error) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	from, err := s.resolve(params.From)
	if err != nil {
		return nil, err
	}
	if !s.ws.Borrow(path, from) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s has no command that %s may borrow", from, path)
	}
	return func(context.Context) (any, error) { return nil, nil }, nil
}
