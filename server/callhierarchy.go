package server

import (
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

func (s *Server) prepareCallHierarchy(params *protocol.CallHierarchyPrepareParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		c := a.Result.Callable(ctx, s.offset(a.Document.File, params.Position))
		if c == nil {
			return nil, ctx.Err()
		}
		return []protocol.CallHierarchyItem{s.callItem(c, "")}, nil
	})
}

// callItem is a function as an item; how tells of calls that are none by name.
func (s *Server) callItem(c *workspace.Callable, how string) protocol.CallHierarchyItem {
	detail := c.Detail
	if how != "" {
		detail += " · " + how
	}
	key, _ := json.Marshal(c.Key) // a string has an encoding
	return protocol.CallHierarchyItem{
		Name: c.Name, Kind: symbolKinds[c.Kind], Detail: &detail, URI: s.docs.uri(c.Place.File.Path),
		Range: s.rangeOf(c.Full.File, c.Full.Span), SelectionRange: s.rangeOf(c.Place.File, c.Place.Span), Data: key,
	}
}

// callings collects what the open documents know of the other ends of calls.
func (s *Server) callings(
	item *protocol.CallHierarchyItem, ask func(context.Context, workspace.Result, string) []workspace.Calling,
) (func(context.Context) []workspace.Calling, error) {
	var key string
	if err := json.Unmarshal(item.Data, &key); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params.item.data: %v", err)
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) []workspace.Calling {
		var out []workspace.Calling
		s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) {
			for _, c := range ask(ctx, a.Result, key) {
				i := slices.IndexFunc(out, func(o workspace.Calling) bool { return o.Key == c.Key })
				if i < 0 {
					out = append(out, c)
					continue
				}
				for _, p := range c.Places {
					if !slices.ContainsFunc(out[i].Places, func(o source.Place) bool { return o.File.Path == p.File.Path && o.Span == p.Span }) {
						out[i].Places = append(out[i].Places, p)
					}
				}
			}
		})
		return out
	}, nil
}

func (s *Server) ranges(places []source.Place) []protocol.Range {
	out := make([]protocol.Range, 0, len(places))
	for _, p := range places {
		out = append(out, s.rangeOf(p.File, p.Span))
	}
	return out
}

func (s *Server) incomingCalls(params *protocol.CallHierarchyIncomingCallsParams) (answer, error) {
	find, err := s.callings(&params.Item, func(ctx context.Context, r workspace.Result, key string) []workspace.Calling {
		return r.Callers(ctx, key)
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		out := []protocol.CallHierarchyIncomingCall{}
		for _, c := range find(ctx) {
			out = append(out, protocol.CallHierarchyIncomingCall{From: s.callItem(&c.Callable, c.How), FromRanges: s.ranges(c.Places)})
		}
		return out, ctx.Err()
	}, nil
}

func (s *Server) outgoingCalls(params *protocol.CallHierarchyOutgoingCallsParams) (answer, error) {
	find, err := s.callings(&params.Item, func(ctx context.Context, r workspace.Result, key string) []workspace.Calling {
		return r.Callees(ctx, key)
	})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		out := []protocol.CallHierarchyOutgoingCall{}
		for _, c := range find(ctx) {
			out = append(out, protocol.CallHierarchyOutgoingCall{To: s.callItem(&c.Callable, c.How), FromRanges: s.ranges(c.Places)})
		}
		return out, ctx.Err()
	}, nil
}
