package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"go.lsp.dev/protocol"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/server/wire"
)

// Beside its mends each finding has what silences it: where it stands, or in the project's configuration; and its rule's page.

// suppressKind is the kind of what silences a finding, so that clients can tell it from mends.
const suppressKind protocol.CodeActionKind = "quickfix.suppress"

// CommandExplain is the command of clients that show a rule's page: its one argument is the rule's name.
const CommandExplain = "cudals.explainRule"

// ignoreData comes back from the client with the choice to ignore a rule in a project.
type ignoreData struct {
	// Ignore is the rule, File the document that has the finding.
	Ignore string `json:"ignore"`
	File   string `json:"file"`
}

// suppressions are the actions that silence a finding of a document, and the one that explains it.
func (s *Server) suppressions(
	ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis, d *check.Diagnostic,
) []*protocol.CodeAction {
	if d.Rule == wire.NotAnalysed || d.Rule == "configuration" || d.Rule == workspace.ForeignCode {
		return nil
	}
	name := d.Rule
	if d.Number != 0 {
		name = "#" + strconv.Itoa(d.Number)
	}
	var out []*protocol.CodeAction
	add := func(title string, edit *protocol.WorkspaceEdit) *protocol.CodeAction {
		kind := suppressKind
		action := &protocol.CodeAction{Title: title, Kind: &kind, Edit: edit, Diagnostics: []protocol.Diagnostic{s.diagnostic(d)}}
		out = append(out, action)
		return action
	}
	if edits := pragmas(ctx, a, d); edits != nil {
		if edit := s.workspaceEdit(snapshot, edits); edit != nil {
			add("Silence "+name+" here, for the compiler too: #pragma nv_diag_suppress", edit)
		}
	}
	if edit := s.workspaceEdit(snapshot, []check.Edit{comment(d)}); edit != nil {
		add("Ignore "+name+" here: // cudals: ignore", edit)
	}
	title := "Ignore " + name + " in " + toolchain.ProjectName
	// What cannot be done, because the client makes no files, is not offered.
	if edit, err := s.ignoreInProject(snapshot, a.Document.Path(), d.Rule); err == nil {
		if action := add(title, edit); s.caps.resolveEdit {
			if raw, err := json.Marshal(ignoreData{d.Rule, a.Document.Path()}); err == nil {
				action.Edit, action.Data = nil, raw
			}
		}
	}
	if s.caps.explain && check.Find(s.opts.Rules, d.Rule) != nil {
		if argument, err := json.Marshal(d.Rule); err == nil {
			action := add("Explain "+name, nil)
			action.Command = protocol.Command{Title: action.Title, Command: CommandExplain, Arguments: []protocol.LSPAny{argument}}
		}
	}
	return out
}

// pragmas are the edits that have the compiler say nothing of a finding; nil where no pragma reaches it, as with errors.
func pragmas(ctx context.Context, a *workspace.Analysis, d *check.Diagnostic) []check.Edit {
	if d.Number == 0 || d.Severity == check.Error || a.Result == nil {
		return nil
	}
	file := d.Place.File
	lines := a.Result.Statement(ctx, d.Place.Span.Start)
	if lines == (source.Span{}) || file.Path != a.Document.File.Path {
		return nil
	}
	newline := newlineOf(file)
	edit := func(at int, text string) check.Edit {
		return check.Edit{Place: source.Place{File: file, Span: source.Span{Start: at, End: at}}, Text: text}
	}
	before := "#pragma nv_diagnostic push" + newline + "#pragma nv_diag_suppress " + strconv.Itoa(d.Number) + newline
	pop := "#pragma nv_diagnostic pop" + newline
	end := lines.End
	switch next := bytes.IndexByte(file.Text[end:], '\n'); {
	case end > 0 && file.Text[end-1] == '\n': // the span has its newline
	case next >= 0:
		end += next + 1
	default:
		end, pop = len(file.Text), newline+"#pragma nv_diagnostic pop"
	}
	return []check.Edit{edit(lines.Start, before), edit(end, pop)}
}

func newlineOf(f *source.File) string {
	if bytes.Contains(f.Text, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// comment is the edit that has cudals say nothing of a finding: at the end of its line, or above that where the line goes on in the next.
func comment(d *check.Diagnostic) check.Edit {
	file := d.Place.File
	span := file.LineSpan(file.LineOf(d.Place.Span.Start))
	line := file.Slice(span)
	text := fmt.Sprintf("// cudals: ignore[%s]", d.Rule)
	if trimmed := bytes.TrimRight(line, " \t\r\n"); !bytes.HasSuffix(trimmed, []byte(`\`)) && !bytes.Contains(trimmed, []byte("//")) {
		at := span.Start + len(trimmed)
		return check.Edit{Place: source.Place{File: file, Span: source.Span{Start: at, End: at}}, Text: "  " + text}
	}
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	return check.Edit{
		Place: source.Place{File: file, Span: source.Span{Start: span.Start, End: span.Start}}, Text: string(indent) + text + newlineOf(file),
	}
}

// ignoreInProject is the edit by which a project's configuration ignores a rule.
func (s *Server) ignoreInProject(snapshot *workspace.Snapshot, path, rule string) (*protocol.WorkspaceEdit, error) {
	fix, err := snapshot.IgnoreFix(path, rule)
	if err != nil {
		return nil, err
	}
	edit := s.workspaceEdit(snapshot, fix.Edits)
	if edit == nil || fix.NewFile && !s.create(edit, fix.Edits[0].Place.File.Path) {
		return nil, fmt.Errorf("the client cannot edit %s", toolchain.ProjectName)
	}
	return edit, nil
}

// resolveIgnore completes the action that ignores a rule in a project; nil for any other action.
func (s *Server) resolveIgnore(params *protocol.CodeAction) answer {
	var data ignoreData
	if err := json.Unmarshal(params.Data, &data); err != nil || data.Ignore == "" {
		return nil
	}
	snapshot := s.ws.Snapshot()
	return func(context.Context) (any, error) {
		edit, err := s.ignoreInProject(snapshot, data.File, data.Ignore)
		if err != nil {
			return nil, err
		}
		action := *params
		action.Edit = edit
		return &action, nil
	}
}

// fixRule makes the preferred mends of all findings of the rules that a range touches, where a file has several.
func (s *Server) fixRule(snapshot *workspace.Snapshot, a *workspace.Analysis, at []*check.Diagnostic) []*protocol.CodeAction {
	var out []*protocol.CodeAction
	var seen []string
	for _, d := range at {
		preferred := func(o *check.Diagnostic) bool {
			return o.Rule == d.Rule && slices.ContainsFunc(o.Fixes, func(f check.Fix) bool { return f.Preferred })
		}
		if slices.Contains(seen, d.Rule) || !preferred(d) {
			continue
		}
		seen = append(seen, d.Rule)
		n := 0
		for i := range a.Diagnostics {
			if preferred(&a.Diagnostics[i]) {
				n++
			}
		}
		if n < 2 {
			continue
		}
		if action := s.fixAll(snapshot, a, preferred); action != nil {
			kind := protocol.CodeActionKindQuickFix
			action.Kind, action.Title = &kind, fmt.Sprintf("Mend all %d findings of %s", n, d.Rule)
			out = append(out, action)
		}
	}
	return out
}
