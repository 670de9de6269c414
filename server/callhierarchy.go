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
	return protocol.CallHierarchyItem{
		Name: c.Name, Kind: symbolKinds[c.Kind], Detail: &detail, URI: s.docs.uri(c.Place.File.Path),
		Range: s.rangeOf(c.Full.File, c.Full.Span), SelectionRange: s.rangeOf(c.Place.File, c.Place.Span), Data: itemData(c.Key, c.Origin),
	}
}

// item is what an item of a hierarchy is known by when somebody asks on.
type item struct {
	Key    string           `json:"key"`
	Origin workspace.Origin `json:"origin"`
}

func itemData(key string, origin workspace.Origin) protocol.LSPAny {
	data, _ := json.Marshal(item{key, origin}) // strings have an encoding
	return data
}

func itemOf(data protocol.LSPAny) (item, error) {
	var it item
	if err := json.Unmarshal(data, &it); err != nil {
		return item{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params.item.data: %v", err)
	}
	return it, nil
}

// callings collects what the open documents know of the other ends of calls. Files that are not open are read where these know nothing, or
// everywhere is set.
func (s *Server) callings(
	data protocol.LSPAny, everywhere bool, ask func(workspace.Result, context.Context, string) []workspace.Calling,
) (func(context.Context) ([]workspace.Calling, error), error) {
	item, err := itemOf(data)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) ([]workspace.Calling, error) {
		var out []workspace.Calling
		collect := func(r workspace.Result) {
			for _, c := range ask(r, ctx, item.Key) {
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
		}
		s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) { collect(a.Result) })
		if len(out) > 0 && !everywhere {
			return out, ctx.Err()
		}
		err := s.elsewhere(ctx, snapshot, item.Origin, collect)
		slices.SortStableFunc(out, func(a, b workspace.Calling) int { return a.Place.Compare(b.Place) })
		return out, err
	}, nil
}

// elsewhere visits the files that no open document reads and that may name what is declared somewhere. It tells the person when these are
// too many.
func (s *Server) elsewhere(ctx context.Context, snapshot *workspace.Snapshot, origin workspace.Origin, visit func(workspace.Result)) error {
	if origin.File == "" || ctx.Err() != nil {
		return ctx.Err()
	}
	whole, err := snapshot.Elsewhere(ctx, origin, visit)
	if err == nil && !whole {
		s.show(protocol.MessageTypeInfo, "Not all files were read that may name what is in question: there are too many.")
	}
	return err
}

func (s *Server) ranges(places []source.Place) []protocol.Range {
	out := make([]protocol.Range, 0, len(places))
	for _, p := range places {
		out = append(out, s.rangeOf(p.File, p.Span))
	}
	return out
}

func (s *Server) incomingCalls(params *protocol.CallHierarchyIncomingCallsParams) (answer, error) {
	return calls(s, params.Item.Data, true, workspace.Result.Callers, func(item protocol.CallHierarchyItem, at []protocol.Range) protocol.CallHierarchyIncomingCall {
		return protocol.CallHierarchyIncomingCall{From: item, FromRanges: at}
	})
}

func (s *Server) outgoingCalls(params *protocol.CallHierarchyOutgoingCallsParams) (answer, error) {
	return calls(s, params.Item.Data, false, workspace.Result.Callees, func(item protocol.CallHierarchyItem, at []protocol.Range) protocol.CallHierarchyOutgoingCall {
		return protocol.CallHierarchyOutgoingCall{To: item, FromRanges: at}
	})
}

// calls answers with what callings finds, each made into a call.
func calls[Call any](
	s *Server, data protocol.LSPAny, everywhere bool, ask func(workspace.Result, context.Context, string) []workspace.Calling,
	call func(protocol.CallHierarchyItem, []protocol.Range) Call,
) (answer, error) {
	find, err := s.callings(data, everywhere, ask)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		found, err := find(ctx)
		if err != nil {
			return nil, err
		}
		out := []Call{}
		for _, c := range found {
			out = append(out, call(s.callItem(&c.Callable, c.How), s.ranges(c.Places)))
		}
		return out, nil
	}, nil
}
