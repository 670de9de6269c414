package server

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

var symbolKinds = map[workspace.SymbolKind]protocol.SymbolKind{
	workspace.SymbolFunction: protocol.SymbolKindFunction, workspace.SymbolKernel: protocol.SymbolKindFunction,
	workspace.SymbolMethod: protocol.SymbolKindMethod, workspace.SymbolConstructor: protocol.SymbolKindConstructor,
	workspace.SymbolOperator: protocol.SymbolKindOperator, workspace.SymbolVariable: protocol.SymbolKindVariable,
	workspace.SymbolConstant: protocol.SymbolKindConstant, workspace.SymbolField: protocol.SymbolKindField,
	workspace.SymbolClass: protocol.SymbolKindClass, workspace.SymbolStruct: protocol.SymbolKindStruct,
	workspace.SymbolEnum: protocol.SymbolKindEnum, workspace.SymbolEnumerator: protocol.SymbolKindEnumMember,
	workspace.SymbolNamespace: protocol.SymbolKindNamespace, workspace.SymbolType: protocol.SymbolKindTypeParameter,
}

// documentSymbol is the outline of a document.
func (s *Server) documentSymbol(params *protocol.DocumentSymbolParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, path string, a *workspace.Analysis) (any, error) {
		list := a.Result.Symbols(ctx)
		if s.caps.nestedSymbols {
			return s.nestedSymbols([]protocol.DocumentSymbol{}, a.Document.File, list, 0), ctx.Err()
		}
		out := []protocol.SymbolInformation{}
		s.eachSymbol(list, "", func(d *workspace.Declaration, container string) {
			out = append(out, protocol.SymbolInformation{
				BaseSymbolInformation: baseSymbol(d, container), Location: s.location(d.Place),
			})
		})
		return out, ctx.Err()
	})
}

// maxNested is how deep answers are nested: clients read them by recursion, and some give up soon.
const maxNested = 256

// nestedSymbols appends declarations with what they contain. What is nested too deep stands behind what contains it.
func (s *Server) nestedSymbols(out []protocol.DocumentSymbol, file *source.File, list []workspace.Declaration, level int) []protocol.DocumentSymbol {
	out = slices.Grow(out, len(list))
	for i := range list {
		d := &list[i]
		symbol := protocol.DocumentSymbol{
			Name: d.Name, Kind: symbolKinds[d.Kind], Range: s.rangeOf(file, d.Full.Span), SelectionRange: s.rangeOf(file, d.Place.Span),
		}
		if d.Detail != "" {
			symbol.Detail = &d.Detail
		}
		if d.Deprecated {
			symbol.Tags = []protocol.SymbolTag{protocol.SymbolTagDeprecated}
		}
		if level < maxNested {
			symbol.Children = s.nestedSymbols([]protocol.DocumentSymbol{}, file, d.Children, level+1)
			out = append(out, symbol)
		} else {
			out = s.nestedSymbols(append(out, symbol), file, d.Children, level)
		}
	}
	return out
}

// maxContainer is how long the name of what a declaration stands in becomes.
const maxContainer = 1000

// eachSymbol visits declarations with the names of what they stand in.
func (s *Server) eachSymbol(list []workspace.Declaration, container string, visit func(*workspace.Declaration, string)) {
	for i := range list {
		d := &list[i]
		visit(d, container)
		inner := d.Name
		switch {
		case len(container) > maxContainer:
			inner = container
		case container != "":
			inner = container + "::" + inner
		}
		s.eachSymbol(d.Children, inner, visit)
	}
}

func baseSymbol(d *workspace.Declaration, container string) protocol.BaseSymbolInformation {
	b := protocol.BaseSymbolInformation{Name: d.Name, Kind: symbolKinds[d.Kind]}
	if d.Deprecated {
		b.Tags = []protocol.SymbolTag{protocol.SymbolTagDeprecated}
	}
	if container = strings.TrimSpace(container + "  " + space(d.Detail)); container != "" {
		b.ContainerName = &container
	}
	return b
}

// space is the part of a detail that tells the space, which lists of a whole workspace have room for.
func space(detail string) string {
	var words []string
	for w := range strings.FieldsSeq(detail) {
		if !strings.HasPrefix(w, "__") || !strings.HasSuffix(w, "__") {
			break
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// mostSymbols bounds the answer to a question about the whole workspace.
const mostSymbols = 500

// workspaceSymbol finds declarations in the open documents and in the person's own headers that these include, whose names contain the letters of a query in their order.
func (s *Server) workspaceSymbol(params *protocol.WorkspaceSymbolParams) (answer, error) {
	query := params.Query
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		type hit struct {
			rank   int
			symbol protocol.SymbolInformation
		}
		var hits []hit
		seen := map[protocol.Location]bool{}
		add := func(d *workspace.Declaration, container string) {
			at := s.location(d.Place)
			if rank, ok := matches(d.Name, query); ok && !seen[at] {
				seen[at] = true
				hits = append(hits, hit{rank, protocol.SymbolInformation{BaseSymbolInformation: baseSymbol(d, container), Location: at}})
			}
		}
		wanted := func(name string) bool {
			_, ok := matches(name, query)
			return ok
		}
		s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) { s.eachSymbol(a.Result.Symbols(ctx), "", add) })
		if query != "" { // a list of everything in all headers is no help
			s.everyDocument(ctx, snapshot, func(a *workspace.Analysis) {
				for _, d := range a.Result.Named(ctx, wanted) {
					add(&d, d.In)
				}
			})
		}
		slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.rank, b.rank) })
		out := []protocol.SymbolInformation{}
		for _, h := range hits[:min(len(hits), mostSymbols)] {
			out = append(out, h.symbol)
		}
		return out, ctx.Err()
	}, nil
}

// everyDocument visits the open documents that can be asked about places, one again that was analysed anew meanwhile: what visit is told
// the second time may be the same, or the first time nothing.
func (s *Server) everyDocument(ctx context.Context, snapshot *workspace.Snapshot, visit func(*workspace.Analysis)) {
	for _, path := range snapshot.Paths() {
		_ = snapshot.Ask(ctx, path, func(a *workspace.Analysis) { // of a document that changed meanwhile, others tell
			if a.Result != nil && ctx.Err() == nil {
				visit(a)
			}
		})
	}
}

// matches reports whether a name has the letters of a query in their order, whatever their case, and how well: less is better.
func matches(name, query string) (rank int, ok bool) {
	lower, want := strings.ToLower(name), strings.ToLower(query)
	switch i := strings.Index(lower, want); {
	case i == 0 && len(name) == len(query):
		return 0, true
	case i == 0:
		return 1, true
	case i > 0:
		return 2, true
	}
	for _, c := range want {
		i := strings.IndexRune(lower, c)
		if i < 0 {
			return 0, false
		}
		lower = lower[i+len(string(c)):]
	}
	return 3, true
}
