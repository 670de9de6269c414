package server

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// tokenTypes are what a workspace.TokenKind is called by the protocol, tokenModifiers the bits of workspace.TokenModifiers.
var (
	tokenTypes = []string{
		"namespace", "type", "class", "struct", "enum", "enumMember", "typeParameter", "parameter", "variable", "property", "function",
		"method", "macro", "label",
	}
	tokenModifiers = []string{
		"declaration", "definition", "readonly", "static", "host", "device", "kernel", "shared", "constant", "managed",
	}
)

func tokenOptions() *protocol.SemanticTokensOptions {
	yes := true
	return &protocol.SemanticTokensOptions{
		Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
		Range:  protocol.Boolean(true),
		Full:   &protocol.SemanticTokensFullDelta{Delta: &yes},
	}
}

// colours are the tokens that the client was told last of each document.
type colours struct {
	mu   sync.Mutex
	id   int
	last map[string]coloured // by path
}

type coloured struct {
	id   string
	data []uint32
}

// put keeps what the client is told of a document, and gives it a name.
func (c *colours) put(path string, data []uint32) (id string, before coloured) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil {
		c.last = map[string]coloured{}
	}
	c.id++
	id = strconv.Itoa(c.id)
	before = c.last[path]
	c.last[path] = coloured{id, data}
	return id, before
}

func (c *colours) forget(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.last, path)
}

// tokenData are a document's tokens in a span, as the protocol writes them. Beside another server of C++ they are those alone that tell
// of CUDA.
func (s *Server) tokenData(ctx context.Context, a *workspace.Analysis, span source.Span) []uint32 {
	file := a.Document.File
	data := []uint32{}
	var line, column uint32
	for _, t := range a.Result.Tokens(ctx) {
		if t.Span.End < span.Start || t.Span.Start > span.End || !s.alone() && t.Modifiers&workspace.TokenOfCUDA == 0 {
			continue
		}
		r := s.rangeOf(file, t.Span)
		if r.Start.Line != r.End.Line {
			continue // a name with a spliced line in it
		}
		if r.Start.Line != line {
			column = 0
		}
		data = append(data, r.Start.Line-line, r.Start.Character-column, r.End.Character-r.Start.Character, uint32(t.Kind), uint32(t.Modifiers))
		line, column = r.Start.Line, r.Start.Character
	}
	return data
}

func whole(file *source.File) source.Span { return source.Span{End: len(file.Text)} }

func (s *Server) semanticTokens(params *protocol.SemanticTokensParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, path string, a *workspace.Analysis) (any, error) {
		data := s.tokenData(ctx, a, whole(a.Document.File))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		id, _ := s.colours.put(path, data)
		return &protocol.SemanticTokens{ResultID: &id, Data: data}, nil
	})
}

func (s *Server) semanticTokensDelta(params *protocol.SemanticTokensDeltaParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, path string, a *workspace.Analysis) (any, error) {
		data := s.tokenData(ctx, a, whole(a.Document.File))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		id, before := s.colours.put(path, data)
		if before.id == "" || before.id != params.PreviousResultID {
			return &protocol.SemanticTokens{ResultID: &id, Data: data}, nil
		}
		return &protocol.SemanticTokensDelta{ResultID: &id, Edits: tokenEdits(before.data, data)}, nil
	})
}

// tokenEdits make one list of tokens of another: what is between their common beginning and end is replaced.
func tokenEdits(from, to []uint32) []protocol.SemanticTokensEdit {
	if slices.Equal(from, to) {
		return []protocol.SemanticTokensEdit{}
	}
	same := 0
	for same < min(len(from), len(to)) && from[same] == to[same] {
		same++
	}
	end := 0
	for end < min(len(from), len(to))-same && from[len(from)-1-end] == to[len(to)-1-end] {
		end++
	}
	return []protocol.SemanticTokensEdit{{
		Start: uint32(same), DeleteCount: uint32(len(from) - same - end), Data: slices.Clone(to[same : len(to)-end]),
	}}
}

func (s *Server) semanticTokensRange(params *protocol.SemanticTokensRangeParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		file := a.Document.File
		span := source.Span{Start: s.offset(file, params.Range.Start), End: s.offset(file, params.Range.End)}
		return &protocol.SemanticTokens{Data: s.tokenData(ctx, a, span)}, ctx.Err()
	})
}
