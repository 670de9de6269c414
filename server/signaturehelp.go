package server

import (
	"context"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"cudals/analysis/workspace"
)

// signatureHelp tells what is to be written in a launch. The arguments of a kernel and of other functions are C++, and left to another
// server where there is one.
func (s *Server) signatureHelp(params *protocol.SignatureHelpParams) (answer, error) {
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		found := a.Result.Signature(ctx, s.offset(a.Document.File, params.Position))
		if found == nil || !found.Launch && !s.alone() {
			return nil, ctx.Err()
		}
		out := &protocol.SignatureHelp{}
		for i := range found.Labels {
			out.Signatures = append(out.Signatures, s.signature(&found.Labels[i]))
		}
		active, first := found.Active, 0
		for i := range found.Labels {
			if l := &found.Labels[i]; active < len(l.Params) || l.Open() {
				first, active = i, min(active, len(l.Params)-1)
				break
			}
		}
		signature := uint32(first)
		out.ActiveSignature, out.ActiveParameter = &signature, protocol.NewNullable(uint32(active))
		return out, nil
	})
}

func (s *Server) signature(l *workspace.SignatureLabel) protocol.SignatureInformation {
	out := protocol.SignatureInformation{Label: l.Text}
	for i, span := range l.Params {
		p := protocol.ParameterInformation{Label: protocol.String(l.Text[span.Start:span.End])}
		if s.caps.labelOffsets {
			p.Label = protocol.ParameterInformationLabelTuple{units(l.Text[:span.Start]), units(l.Text[:span.End])}
		}
		if l.Docs[i] != "" {
			p.Documentation = s.markup(l.Docs[i])
		}
		out.Parameters = append(out.Parameters, p)
	}
	return out
}

// units is the length of a text as labels are measured, whatever the encoding of positions is.
func units(text string) uint32 {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return uint32(n)
}
