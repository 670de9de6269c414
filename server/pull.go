package server

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

func (s *Server) documentDiagnostic(params *protocol.DocumentDiagnosticParams) (answer, error) {
	path, err := s.resolve(params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		byFile, items, err := s.publish.pulled(ctx, snapshot, path)
		if err != nil {
			return nil, err
		}
		id, err := listID(items)
		if err != nil {
			return nil, err
		}
		related := map[uri.URI]protocol.FullDocumentDiagnosticReportOrUnchangedDocumentDiagnosticReport{}
		if s.caps.relatedDocuments {
			for file, list := range byFile {
				if file != path {
					related[s.docs.uri(file)] = &protocol.FullDocumentDiagnosticReport{Kind: "full", Items: s.diagnostics(list)}
				}
			}
		}
		if len(related) == 0 {
			related = nil
		}
		if params.PreviousResultID != nil && *params.PreviousResultID == id {
			report := &protocol.RelatedUnchangedDocumentDiagnosticReport{RelatedDocuments: related}
			report.Kind, report.ResultID = "unchanged", id
			return report, nil
		}
		report := &protocol.RelatedFullDocumentDiagnosticReport{RelatedDocuments: related}
		report.Kind, report.ResultID, report.Items = "full", &id, items
		return report, nil
	}, nil
}

// pulled are what the analysis of a document says, by file, and all that is said of the document itself.
func (p *publisher) pulled(
	ctx context.Context, snapshot *workspace.Snapshot, path string,
) (says map[string][]check.Diagnostic, items []protocol.Diagnostic, err error) {
	if isProject(path) {
		return nil, p.s.diagnostics(snapshot.ProjectFaults(path)), nil
	}
	a, err := snapshot.Analysis(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	says, kept := p.surviving(a)
	return says, append(kept, p.s.diagnostics(p.withBeside(a.Document, says[path]))...), nil
}

// surviving is what an analysis says, by file, and what a process that died had said of its document. See findings.
func (p *publisher) surviving(a *workspace.Analysis) (map[string][]check.Diagnostic, []protocol.Diagnostic) {
	if a.Result != nil || a.Document == nil {
		return byFile(a), nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var kept []protocol.Diagnostic
	for _, raw := range p.kept[a.Document.Path()] {
		var d protocol.Diagnostic
		if err := protocol.Unmarshal(raw, &d); err == nil {
			kept = append(kept, d)
		}
	}
	return p.findings(a), kept
}

func (s *Server) diagnostics(list []check.Diagnostic) []protocol.Diagnostic {
	out := make([]protocol.Diagnostic, 0, len(list))
	for i := range list {
		out = append(out, s.diagnostic(&list[i]))
	}
	return out
}

func listID(items []protocol.Diagnostic) (string, error) {
	var text []byte
	for i := range items {
		var err error
		if text, err = protocol.AppendMarshal(text, &items[i]); err != nil {
			return "", fmt.Errorf("encoding diagnostics: %w", err)
		}
	}
	return resultID(text), nil
}

// workspaceDiagnostic checks all files that are known to be compiled. Open documents are answered from their own
// analysis; the rest is read once, reported and forgotten.
func (s *Server) workspaceDiagnostic(params *protocol.WorkspaceDiagnosticParams) (answer, error) {
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		ctx, report := s.progress(ctx, params.WorkDoneToken, "Checking CUDA files")
		defer report.end()
		previous := map[uri.URI]string{}
		for _, p := range params.PreviousResultIds {
			previous[p.URI] = p.Value
		}
		found, err := snapshot.Files(ctx)
		if err != nil {
			return nil, err
		}
		collected := map[string][]check.Diagnostic{}
		kept := map[string][]protocol.Diagnostic{}
		versions := map[string]*int32{}
		take := func(a *workspace.Analysis) {
			byFile, before := s.publish.surviving(a)
			if len(before) > 0 {
				kept[a.Document.Path()] = before
			}
			for file, list := range byFile {
				if doc := snapshot.Document(file); doc == nil || doc.File.Hash == list[0].Place.File.Hash {
					collected[file] = append(collected[file], list...)
				}
			}
		}
		var covered []string
		for _, path := range snapshot.Paths() {
			a, err := snapshot.Analysis(ctx, path)
			if err != nil {
				return nil, err
			}
			version := a.Document.Version
			versions[path] = &version
			collected[path] = nil
			take(a)
			if a.Result != nil && a.Result.Through() == "" { // else most of it is only lent
				covered = append(covered, a.Result.Includes()...)
			}
		}
		files := slices.DeleteFunc(found, func(path string) bool { return versions[path] != nil })
		for _, path := range files {
			collected[path] = nil // that there is nothing to say is said too
		}
		// One file after the other: what the person types in must not wait behind the whole workspace.
		_, err = s.ws.CheckAll(ctx, workspace.CheckOptions{
			Files: files, Covered: covered, Jobs: 1, Each: take, Done: report.step,
		})
		if err != nil {
			return nil, err
		}
		out := &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
		for _, file := range sortedKeys(collected) {
			items := append(kept[file], s.diagnostics(unique(collected[file]))...)
			id, err := listID(items)
			if err != nil {
				return nil, err
			}
			name := s.docs.uri(file)
			if previous[name] == id {
				same := &protocol.WorkspaceUnchangedDocumentDiagnosticReport{URI: name, Version: versions[file]}
				same.Kind, same.ResultID = "unchanged", id
				out.Items = append(out.Items, same)
				continue
			}
			full := &protocol.WorkspaceFullDocumentDiagnosticReport{URI: name, Version: versions[file]}
			full.Kind, full.ResultID, full.Items = "full", &id, items
			out.Items = append(out.Items, full)
		}
		return out, nil
	}, nil
}

// unique leaves out what several translation units say alike of one header.
func unique(list []check.Diagnostic) []check.Diagnostic {
	type key struct {
		span source.Span
		rule string
		what string
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(d check.Diagnostic) bool {
		k := key{d.Place.Span, d.Rule, d.What()}
		before := seen[k]
		seen[k] = true
		return before
	})
}
