package server

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"cudals/analysis/toolchain"
	"cudals/server/wire"
)

// watchedGlobs are the files whose change on disk matters: sources, headers, and what tells how they are compiled.
func watchedGlobs() []protocol.Pattern {
	return []protocol.Pattern{
		"**/*.{cu,cuh,h,hh,hpp,hxx,inl,ipp,tpp,inc,c,cc,cpp,cxx}",
		"**/compile_commands.json",
		"**/build.ninja",
		"**/compile_flags.txt",
		"**/.clangd",
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

// filesChanged tells of what happened on disk.
func (s *Server) filesChanged(created, changed, deleted []string) {
	s.ws.FilesChanged(created, changed, deleted)
	if slices.ContainsFunc(slices.Concat(created, changed, deleted), isProject) {
		for _, path := range s.projects.paths() {
			s.publish.project(path)
		}
	}
}
