package server

import (
	"context"
	"encoding/json"
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// A fix that renames something concerns every file of the workspace that mentions it. Who asks for a list of fixes gets its edits where
// few files have to be read for them, and otherwise when the fix is chosen (codeAction/resolve).

// CommandRename is the command of clients that ask a person for a name: see editors/README.md.
const CommandRename = "cudals.rename"

// fewUnits is how many translation units are read for a fix that nobody has chosen.
const fewUnits = 16

// renameData comes back from the client with a fix that was chosen.
type renameData struct {
	URI uri.URI `json:"uri"`
	// Version is that of the document; File and Offset tell which of its fixes it is: where the name stands.
	Version int32  `json:"version"`
	File    string `json:"file"`
	Offset  int    `json:"offset"`
	// Name is the new name where a person gave one.
	Name string `json:"name,omitempty"`
}

// renameArgument is the argument of CommandRename.
type renameArgument struct {
	Title       string     `json:"title"`
	Placeholder string     `json:"placeholder"`
	Data        renameData `json:"data"`
}

// renameAction completes the action of a fix that renames something; ok is false where it is not offered.
func (s *Server) renameAction(
	ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis, r *check.Rename, unasked bool, action *protocol.CodeAction,
) (ok bool) {
	later := s.caps.resolveEdit || s.caps.rename
	name := r.To
	if !unasked || !later {
		most := fewUnits
		if !later {
			most = 0
		}
		edits, found, err := snapshot.Rename(ctx, r, "", most)
		var refused *workspace.RefusedError
		switch {
		case errors.As(err, &refused):
			action.Disabled = protocol.CodeActionDisabled{Reason: refused.Reason}
			return s.caps.disabled
		case err == nil:
			if action.Edit = s.workspaceEdit(snapshot, edits); action.Edit == nil {
				return false
			}
			name, action.Title = found, r.Title(found)
		case !errors.Is(err, workspace.ErrMany):
			return false
		}
	}
	data := renameData{URI: s.docs.uri(a.Document.Path()), Version: a.Document.Version, File: r.File, Offset: r.Start}
	if s.caps.rename {
		action.Title, action.Edit = "Rename "+r.Path+" …", nil
		argument, err := json.Marshal(renameArgument{r.Title("…"), name, data})
		action.Command = protocol.Command{Title: action.Title, Command: CommandRename, Arguments: []protocol.LSPAny{argument}}
		return err == nil
	}
	if action.Edit == nil {
		raw, err := json.Marshal(data)
		action.Data = raw
		return err == nil
	}
	return true
}

// resolveCodeAction makes the edits of a fix that was chosen.
func (s *Server) resolveCodeAction(params *protocol.CodeAction) (answer, error) {
	if params.Data == nil {
		return func(context.Context) (any, error) { return params, nil }, nil
	}
	if rest := s.resolveIgnore(params); rest != nil {
		return rest, nil
	}
	var data renameData
	if err := json.Unmarshal(params.Data, &data); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params.data: %v", err)
	}
	path, err := s.resolve(data.URI)
	if err != nil {
		return nil, err
	}
	snapshot := s.ws.Snapshot()
	return func(ctx context.Context) (any, error) {
		a, err := snapshot.Analysis(ctx, path)
		if err != nil {
			return nil, err
		}
		r := renameOf(a, func(r *check.Rename) bool { return r.File == data.File && r.Start == data.Offset })
		if r == nil || a.Document.Version != data.Version {
			return nil, workspace.ErrStale
		}
		action := *params
		action.Edit, action.Title, err = s.renamed(ctx, snapshot, r, data.Name)
		return &action, err
	}, nil
}

// renamed are the edits of a renaming, and its title.
func (s *Server) renamed(
	ctx context.Context, snapshot *workspace.Snapshot, r *check.Rename, to string,
) (*protocol.WorkspaceEdit, string, error) {
	edits, name, err := snapshot.Rename(ctx, r, to, 0)
	if err != nil {
		return nil, "", err
	}
	edit := s.workspaceEdit(snapshot, edits)
	if edit == nil {
		return nil, "", workspace.ErrStale
	}
	return edit, r.Title(name), nil
}

// renameOf is the first renaming among the fixes of an analysis that fits; nil where none does.
func renameOf(a *workspace.Analysis, fits func(*check.Rename) bool) *check.Rename {
	for i := range a.Diagnostics {
		for _, fix := range a.Diagnostics[i].Fixes {
			if fix.Rename != nil && fits(fix.Rename) {
				return fix.Rename
			}
		}
	}
	return nil
}

// renameAt answers a request about a name: of something that a fix would rename, and where no other server looks at the documents of what
// stands there.
func (s *Server) renameAt(
	at *protocol.TextDocumentPositionParams, tell func(context.Context, *workspace.Snapshot, *source.File, *workspace.Renaming) (any, error),
) (answer, error) {
	return s.analysed(at.TextDocument.URI, func(ctx context.Context, snapshot *workspace.Snapshot, a *workspace.Analysis) (any, error) {
		offset := s.offset(a.Document.File, at.Position)
		r := renameOf(a, func(r *check.Rename) bool {
			return r.File == a.Document.File.Path && touches(spanOf(r), source.Span{Start: offset, End: offset})
		})
		if r != nil {
			return tell(ctx, snapshot, a.Document.File, &workspace.Renaming{At: spanOf(r), Name: r.To, Wide: r})
		}
		if !s.alone() || a.Result == nil {
			return nil, nil
		}
		var named *workspace.Renaming
		if err := snapshot.Ask(ctx, a.Document.Path(), func(a *workspace.Analysis) {
			if a.Result != nil {
				named = a.Result.Renaming(ctx, offset)
			}
		}); err != nil || named == nil {
			return nil, err
		}
		return tell(ctx, snapshot, a.Document.File, named)
	})
}

// spanOf is the place of the name of what is renamed.
func spanOf(r *check.Rename) source.Span {
	return source.Span{Start: r.Start, End: r.Start + len(r.Name)}
}

func (s *Server) prepareRename(params *protocol.PrepareRenameParams) (answer, error) {
	return s.renameAt(&params.TextDocumentPositionParams,
		func(_ context.Context, snapshot *workspace.Snapshot, file *source.File, r *workspace.Renaming) (any, error) {
			if r.Refused != "" {
				_, err := snapshot.RenameWithin(file, r, r.Name)
				return nil, err
			}
			return &protocol.PrepareRenamePlaceholder{Range: s.rangeOf(file, r.At), Placeholder: r.Name}, nil
		})
}

func (s *Server) rename(params *protocol.RenameParams) (answer, error) {
	if params.NewName == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params.newName is empty")
	}
	return s.renameAt(&params.TextDocumentPositionParams,
		func(ctx context.Context, snapshot *workspace.Snapshot, file *source.File, r *workspace.Renaming) (any, error) {
			if r.Wide != nil {
				edit, _, err := s.renamed(ctx, snapshot, r.Wide, params.NewName)
				return edit, err
			}
			edits, err := snapshot.RenameWithin(file, r, params.NewName)
			if err != nil {
				return nil, err
			}
			return s.workspaceEdit(snapshot, edits), nil
		})
}
