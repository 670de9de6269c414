package server

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"cudals/analysis/workspace"
)

func (s *Server) prepareTypeHierarchy(params *protocol.TypeHierarchyPrepareParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		c := a.Result.Class(ctx, s.offset(a.Document.File, params.Position))
		if c == nil {
			return nil, ctx.Err()
		}
		return []protocol.TypeHierarchyItem{s.classItem(c)}, nil
	})
}

// classItem is a class as an item, with the spaces of its special members.
func (s *Server) classItem(c *workspace.Class) protocol.TypeHierarchyItem {
	item := protocol.TypeHierarchyItem{
		Name: c.Name, Kind: symbolKinds[c.Kind], URI: s.docs.uri(c.Place.File.Path),
		Range: s.rangeOf(c.Full.File, c.Full.Span), SelectionRange: s.rangeOf(c.Place.File, c.Place.Span), Data: itemData(c.Key, c.Origin),
	}
	if c.Detail != "" {
		item.Detail = &c.Detail
	}
	return item
}

func (s *Server) supertypes(params *protocol.TypeHierarchySupertypesParams) (answer, error) {
	return s.related(params.Item.Data, false, workspace.Result.Bases)
}

func (s *Server) subtypes(params *protocol.TypeHierarchySubtypesParams) (answer, error) {
	return s.related(params.Item.Data, true, workspace.Result.Derived)
}

// related collects what the open documents know of the classes next to one, or all files.
func (s *Server) related(
	data protocol.LSPAny, everywhere bool, ask func(workspace.Result, context.Context, string) []workspace.Class,
) (answer, error) {
	item, err := itemOf(data)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		var found []workspace.Class
		collect := func(r workspace.Result) {
			for _, c := range ask(r, ctx, item.Key) {
				if !slices.ContainsFunc(found, func(o workspace.Class) bool { return o.Key == c.Key }) {
					found = append(found, c)
				}
			}
		}
		s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) { collect(a.Result) })
		if everywhere {
			if err := s.elsewhere(ctx, snapshot, item.Origin, collect); err != nil {
				return nil, err
			}
			slices.SortStableFunc(found, func(a, b workspace.Class) int { return a.Place.Compare(b.Place) })
		}
		out := make([]protocol.TypeHierarchyItem, 0, len(found))
		for i := range found {
			out = append(out, s.classItem(&found[i]))
		}
		return out, ctx.Err()
	}, nil
}
