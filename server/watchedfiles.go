package server

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/server/wire"
)

// watchedGlobs are the files whose change on disk matters: sources, headers, and what tells how they are compiled.
func watchedGlobs() []protocol.Pattern {
	return []protocol.Pattern{
		protocol.Pattern("**/*.{" + strings.Join(workspace.SourceEndings(), ",") + "}"),
		"**/compile_commands.json",
		"**/CMakePresets.json",
		"**/CMakeUserPresets.json",
		"**/build.ninja",
		"**/compile_flags.txt",
		"**/.clangd",
		"**/.vscode/{settings,c_cpp_properties}.json",
		"**/.cudals.yaml",
		protocol.Pattern("**/{" + strings.Join(toolchain.BuildFiles(), ",") + "}"),
	}
}

// registerWatchers asks the client to tell what happens on disk. A client that cannot is spared: the server then looks
// itself.
func (s *Server) registerWatchers(ctx context.Context) {
	var registrations []protocol.Registration
	if s.caps.watch {
		var options protocol.DidChangeWatchedFilesRegistrationOptions
		for _, glob := range watchedGlobs() {
			options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{GlobPattern: glob})
		}
		// Folders come and go as a whole, and their names tell nothing.
		options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{
			GlobPattern: protocol.Pattern("**/*"), Kind: protocol.WatchKindCreate | protocol.WatchKindDelete,
		})
		if raw, err := protocol.Marshal(&options); err == nil {
			registrations = append(registrations, protocol.Registration{
				ID: "cudals-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: raw,
			})
		}
	}
	if s.caps.configurationPush {
		raw, err := json.Marshal(map[string]string{"section": "cudals"})
		if err == nil {
			registrations = append(registrations, protocol.Registration{
				ID: "cudals-settings", Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: raw,
			})
		}
	}
	if len(registrations) == 0 {
		return
	}
	if err := s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: registrations}); err != nil && ctx.Err() == nil {
		s.log.Warn("the client does not tell of changed files", zap.Error(err))
	}
}

func (s *Server) didChangeWatchedFiles(_ context.Context, params *protocol.DidChangeWatchedFilesParams) {
	var created, changed, deleted []string
	for _, event := range params.Changes {
		path, err := wire.PathOf(event.URI)
		if err != nil {
			s.log.Warn("change ignored", zap.Error(err))
			continue
		}
		switch event.Type {
		case protocol.FileChangeTypeCreated:
			created = append(created, path)
		case protocol.FileChangeTypeDeleted:
			deleted = append(deleted, path)
		default:
			changed = append(changed, path)
		}
	}
	s.filesChanged(created, changed, deleted)
}

// maxListed bounds the entries of folders that are looked at because the folders are new.
const maxListed = 20_000

// filesChanged tells of what happened on disk. What came or went may be folders.
func (s *Server) filesChanged(created, changed, deleted []string) {
	left, files := maxListed, make([]string, 0, len(created))
	for _, path := range created {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			files = append(files, listFiles(path, &left)...)
		} else {
			files = append(files, path)
		}
	}
	s.ws.FilesChanged(files, changed, deleted)
	if w := s.watcher.Load(); w != nil && slices.ContainsFunc(slices.Concat(files, changed, deleted), toolchain.IsConfiguration) {
		w.commandsChanged()
	}
	if slices.ContainsFunc(slices.Concat(files, changed, deleted), isProject) {
		for _, path := range s.projects.paths() {
			s.publish.project(path)
		}
	}
}

// listFiles are the files below a folder; left are the entries that may still be looked at.
func listFiles(root string, left *int) []string {
	var files []string
	// A folder that may not be read has nothing for us.
	_ = workspace.Walk(root, func(path string, entry fs.DirEntry, err error) error {
		if *left--; *left < 0 {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil //nolint:nilerr // see above
		case entry.IsDir():
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
				return fs.SkipDir
			}
		default:
			files = append(files, path)
		}
		return nil
	})
	return files
}
