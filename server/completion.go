package server

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

var completionKinds = map[workspace.CompletionKind]protocol.CompletionItemKind{
	workspace.CompleteKeyword: protocol.CompletionItemKindKeyword, workspace.CompleteVariable: protocol.CompletionItemKindVariable,
	workspace.CompleteField: protocol.CompletionItemKindField, workspace.CompleteSnippet: protocol.CompletionItemKindSnippet,
	workspace.CompleteNumber: protocol.CompletionItemKindValue, workspace.CompleteFunction: protocol.CompletionItemKindFunction,
	workspace.CompleteMethod: protocol.CompletionItemKindMethod, workspace.CompleteClass: protocol.CompletionItemKindClass,
	workspace.CompleteEnum: protocol.CompletionItemKindEnum, workspace.CompleteConstant: protocol.CompletionItemKindEnumMember,
	workspace.CompleteNamespace: protocol.CompletionItemKindModule, workspace.CompleteConcept: protocol.CompletionItemKindInterface,
	workspace.CompleteFile: protocol.CompletionItemKindFile, workspace.CompleteFolder: protocol.CompletionItemKindFolder,
	workspace.CompleteParam: protocol.CompletionItemKindTypeParameter, workspace.CompleteMacro: protocol.CompletionItemKindConstant,
}

// rankTexts make texts by which proposals are sorted, among which those without stand by their labels, which begin with letters.
var rankTexts = map[workspace.CompletionRank]string{
	workspace.RankLocal: "0", workspace.RankMember: "1", workspace.RankHeader: "{", workspace.RankKeyword: "|", workspace.RankLast: "~",
}

// completion proposes what CUDA adds to C++. Beside another server, it leaves out what that may find in the toolkit's headers.
func (s *Server) completion(params *protocol.CompletionParams) (answer, error) {
	if path := s.projectOf(params.TextDocument.URI); path != "" {
		return s.projectCompletion(path, params.Position), nil
	}
	propose, err := s.proposals(params, false)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		for {
			out, err := propose(ctx)
			if !errors.Is(err, workspace.ErrStale) {
				return out, err
			}
			// The person types on in the word. An editor that is told nothing asks no more before the next word, so the list is made
			// of what stands there by now, which the editor narrows down itself.
			if propose, err = s.proposals(params, true); err != nil {
				return nil, err
			}
		}
	}, nil
}

// proposals makes the list for the newest text. Overtaken: what stands behind the cursor was typed after the request.
func (s *Server) proposals(params *protocol.CompletionParams, overtaken bool) (answer, error) {
	typed := params.Context.TriggerKind == protocol.CompletionTriggerKindTriggerCharacter
	return s.awake(params.TextDocument.URI, func(ctx context.Context, _ string, a *workspace.Analysis) (any, error) {
		out := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
		offset := s.offset(a.Document.File, params.Position)
		found := workspace.Includable(a.Result.Command(), a.Document.File, offset)
		if found == nil {
			found = a.Result.Complete(ctx, offset)
		}
		if found == nil || typed && found.Words {
			return out, ctx.Err()
		}
		if overtaken {
			found.Span.End = min(found.Span.End, offset)
		}
		out.IsIncomplete = found.Incomplete && s.alone()
		at := protocol.InsertReplaceEdit{
			Insert:  s.rangeOf(a.Document.File, source.Span{Start: found.Span.Start, End: min(max(offset, found.Span.Start), found.Span.End)}),
			Replace: s.rangeOf(a.Document.File, found.Span),
		}
		for i := range found.Items {
			if c := &found.Items[i]; !c.Elsewhere || s.alone() {
				out.Items = append(out.Items, s.completionItem(c, at))
			}
		}
		return out, ctx.Err()
	})
}

// completionItem is a proposal that takes the place of a part of the text.
func (s *Server) completionItem(c *workspace.Completion, at protocol.InsertReplaceEdit) protocol.CompletionItem {
	item := protocol.CompletionItem{Label: c.Label, Kind: completionKinds[c.Kind]}
	text := c.Plain
	if c.Snippet && s.caps.snippets {
		text, item.InsertTextFormat = c.Text, protocol.InsertTextFormatSnippet
	}
	if item.TextEdit = (&protocol.TextEdit{Range: at.Replace, NewText: text}); s.caps.insertReplace {
		at.NewText = text
		item.TextEdit = &at
	}
	if c.Detail != "" {
		item.Detail = protocol.NewOptional(c.Detail)
	}
	if c.Beside != "" && s.caps.labelDetails {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &c.Beside}
	}
	if before := rankTexts[c.Rank]; before != "" {
		item.SortText = protocol.NewOptional(before + c.Label)
	}
	if c.Filter != "" {
		item.FilterText = protocol.NewOptional(c.Filter)
	}
	if c.Doc != "" {
		item.Documentation = s.markup(c.Doc)
	}
	return item
}
