package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// fixAllKind is the kind of the one action that makes all mends that need no look.
const fixAllKind protocol.CodeActionKind = "source.fixAll.cudals"

func (s *Server) codeAction(params *protocol.CodeActionParams) (answer, error) {
	return s.analysed(params.TextDocument.URI, func(ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis) (any, error) {
		actions := []*protocol.CodeAction{}
		at := s.touched(a, params.Range)
		if wants(params.Context.Only, protocol.CodeActionKindQuickFix, true) {
			actions = append(actions, s.quickFixes(ctx, snapshot, a, params, at)...)
			actions = append(actions, s.fixRule(snapshot, a, at)...)
		}
		if wants(params.Context.Only, suppressKind, true) {
			for _, d := range at {
				actions = append(actions, s.suppressions(ctx, snapshot, a, d)...)
			}
		}
		if wants(params.Context.Only, fixAllKind, false) {
			if action := s.fixAll(snapshot, a, nil); action != nil {
				actions = append(actions, action)
			}
		}
		return codeActions(actions)
	})
}

// analysed answers a request about a document by its analysis; with nothing where the document is not open.
func (s *Server) analysed(
	u uri.URI, tell func(context.Context, *workspace.Snapshot, *workspace.Analysis) (any, error),
) (answer, error) {
	path, err := s.resolve(u)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		a, err := snapshot.Analysis(ctx, path)
		if errors.Is(err, workspace.ErrNotOpen) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return tell(ctx, snapshot, a)
	}, nil
}

// codeActions is the request's result: CodeAction[]. The protocol's encoder has no type for it.
func codeActions(actions []*protocol.CodeAction) (any, error) {
	raw := []byte{'['}
	for i, action := range actions {
		if i > 0 {
			raw = append(raw, ',')
		}
		var err error
		if raw, err = protocol.AppendMarshal(raw, action); err != nil {
			return nil, fmt.Errorf("encoding an action: %w", err)
		}
	}
	return jsonrpc2.RawMessage(append(raw, ']')), nil
}

// wants reports whether a request asks for actions of a kind. A request that names no kinds gets what serves the place
// where the cursor is, and not what changes the whole file.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind, unasked bool) bool {
	if len(only) == 0 {
		return unasked
	}
	return slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// touched are the findings of a document that a range touches.
func (s *Server) touched(a *workspace.Analysis, r protocol.Range) []*check.Diagnostic {
	file := a.Document.File
	asked := source.Span{Start: s.offset(file, r.Start), End: s.offset(file, r.End)}
	var out []*check.Diagnostic
	for i := range a.Diagnostics {
		if d := &a.Diagnostics[i]; !d.Place.IsZero() && d.Place.File.Path == file.Path && touches(d.Place.Span, asked) {
			out = append(out, d)
		}
	}
	return out
}

// quickFixes are the mends of findings.
func (s *Server) quickFixes(
	ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis, params *protocol.CodeActionParams, at []*check.Diagnostic,
) []*protocol.CodeAction {
	unasked := params.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic
	var actions []*protocol.CodeAction
	for _, d := range at {
		for _, fix := range slices.Concat(d.Fixes, snapshot.ConfigFixes(ctx, d)) {
			edit := s.workspaceEdit(snapshot, fix.Edits)
			if fix.Rename == nil && edit == nil || fix.NewFile && !s.create(edit, fix.Edits[0].Place.File.Path) {
				continue
			}
			kind, preferred := protocol.CodeActionKindQuickFix, fix.Preferred
			action := &protocol.CodeAction{
				Title: fix.Title, Kind: &kind, Edit: edit, Diagnostics: []protocol.Diagnostic{s.diagnostic(d)},
			}
			if fix.Rename != nil && !s.renameAction(ctx, snapshot, a, fix.Rename, unasked, action) {
				continue
			}
			if s.caps.preferred && preferred {
				action.IsPreferred = &preferred
			}
			actions = append(actions, action)
		}
	}
	return actions
}

// create puts the making of a file in front of its edits, and reports whether the client can do that.
func (s *Server) create(edit *protocol.WorkspaceEdit, path string) bool {
	if !s.caps.createFiles {
		return false
	}
	keep := true
	file := &protocol.CreateFile{Kind: "create", URI: s.docs.uri(path), Options: &protocol.CreateFileOptions{IgnoreIfExists: &keep}}
	edit.DocumentChanges = slices.Insert(edit.DocumentChanges, 0, protocol.DocumentChange(file))
	return true
}

// touches reports whether two spans have a place in common; the ends count, since a cursor stands between characters.
func touches(a, b source.Span) bool { return a.Start <= b.End && b.Start <= a.End }

// fixAll makes every preferred mend, of the findings that fit, that does not touch what another one changed; nil fits all.
func (s *Server) fixAll(snapshot *workspace.Snapshot, a *workspace.Analysis, fits func(*check.Diagnostic) bool) *protocol.CodeAction {
	var all []check.Edit
	var diagnostics []protocol.Diagnostic
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		if fits != nil && !fits(d) {
			continue
		}
		for _, fix := range d.Fixes {
			if !fix.Preferred {
				continue
			}
			news := slices.DeleteFunc(slices.Clone(fix.Edits), func(e check.Edit) bool { return slices.ContainsFunc(all, e.Same) })
			if slices.ContainsFunc(news, func(e check.Edit) bool { return slices.ContainsFunc(all, e.Conflicts) }) ||
				s.workspaceEdit(snapshot, news) == nil && len(news) > 0 {
				continue
			}
			all = append(all, news...)
			diagnostics = append(diagnostics, s.diagnostic(d))
			break
		}
	}
	edit := s.workspaceEdit(snapshot, all)
	if edit == nil {
		return nil
	}
	kind := fixAllKind
	return &protocol.CodeAction{
		Title: "Fix all findings that cudals can mend", Kind: &kind, Edit: edit, Diagnostics: diagnostics,
	}
}

// workspaceEdit is a list of edits as the client applies them, or nil when there are none or when one is about a text
// that the client no longer has.
func (s *Server) workspaceEdit(snapshot *workspace.Snapshot, edits []check.Edit) *protocol.WorkspaceEdit {
	byFile := map[string][]check.Edit{}
	var files []string
	for _, e := range edits {
		if e.Place.IsZero() {
			return nil
		}
		file := e.Place.File.Path
		if doc := snapshot.Document(file); doc != nil && doc.File.Hash != e.Place.File.Hash {
			return nil
		}
		if _, ok := byFile[file]; !ok {
			files = append(files, file)
		}
		byFile[file] = append(byFile[file], e)
	}
	if len(files) == 0 {
		return nil
	}
	slices.Sort(files)
	out := &protocol.WorkspaceEdit{}
	for _, file := range files {
		list := byFile[file]
		slices.SortStableFunc(list, func(a, b check.Edit) int { return cmp.Compare(a.Place.Span.Start, b.Place.Span.Start) })
		var text []protocol.TextEdit
		for _, e := range list {
			text = append(text, protocol.TextEdit{Range: s.rangeOf(e.Place.File, e.Place.Span), NewText: e.Text})
		}
		name := s.docs.uri(file)
		if !s.caps.documentChanges {
			if out.Changes == nil {
				out.Changes = map[uri.URI][]protocol.TextEdit{}
			}
			out.Changes[name] = text
			continue
		}
		change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: name},
		}}
		if doc := snapshot.Document(file); doc != nil {
			version := doc.Version
			change.TextDocument.Version = &version
		}
		for i := range text {
			change.Edits = append(change.Edits, &text[i])
		}
		out.DocumentChanges = append(out.DocumentChanges, change)
	}
	return out
}
