package server

import (
	"context"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// hintSettings switch the kinds of hints; nil is on.
type hintSettings struct {
	Spaces    *bool `json:"spaces"`
	Launches  *bool `json:"launches"`
	Arguments *bool `json:"arguments"`
	Totals    *bool `json:"totals"`
	Captures  *bool `json:"captures"`
}

func (s *Server) inlayHint(params *protocol.InlayHintParams) (answer, error) {
	s.settingsMu.Lock()
	on := s.settings.InlayHints
	s.settingsMu.Unlock()
	off := func(b *bool) bool { return b != nil && !*b }
	hidden := map[workspace.HintKind]bool{
		workspace.HintSpace: off(on.Spaces), workspace.HintLaunch: off(on.Launches),
		workspace.HintTotal: off(on.Totals), workspace.HintCapture: off(on.Captures),
		// Other servers name the parameters that arguments are for, those of kernels too.
		workspace.HintArgument: off(on.Arguments) || !s.alone(),
	}
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		file := a.Document.File
		span := source.Span{Start: s.offset(file, params.Range.Start), End: s.offset(file, params.Range.End)}
		out := []protocol.InlayHint{}
		for _, h := range a.Result.Hints(ctx, span) {
			if !hidden[h.Kind] {
				out = append(out, s.inlay(&h))
			}
		}
		return out, ctx.Err()
	})
}

func (s *Server) inlay(h *workspace.Hint) protocol.InlayHint {
	yes := true
	out := protocol.InlayHint{Position: s.position(h.File, h.Offset)}
	switch h.Kind {
	case workspace.HintSpace:
		out.Kind, out.PaddingLeft, out.PaddingRight = protocol.InlayHintKindType, &yes, &yes
	case workspace.HintTotal:
		out.PaddingLeft = &yes
	case workspace.HintCapture: // follows the = or & that it tells of
	default:
		out.Kind, out.PaddingRight = protocol.InlayHintKindParameter, &yes
	}
	part := protocol.InlayHintLabelPart{Value: h.Label}
	if h.Tooltip != "" {
		part.Tooltip = s.markup(h.Tooltip)
	}
	if h.Target.File != nil {
		part.Location = s.location(h.Target)
	}
	out.Label = protocol.InlayHintLabelPartSlice{part}
	return out
}

// markup is Markdown as the client takes it.
func (s *Server) markup(text string) *protocol.MarkupContent {
	if !s.caps.markdownHover {
		return &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: plainText(text)}
	}
	if !s.caps.tables {
		text = tablesAsCode(text)
	}
	return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
}
