package server

import (
	"context"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"cudals/server/wire"
)

// folders are the workspace's folders, in the client's order.
type folders struct {
	mu    sync.Mutex
	paths []string
	names map[string]uri.URI // by path, as the client spells them
}

func (f *folders) init(params *protocol.InitializeParams) {
	if list, ok := params.WorkspaceFolders.Get(); ok && len(list) > 0 {
		for _, folder := range list {
			f.add(folder.URI)
		}
		return
	}
	// Clients from before there were several folders.
	if params.RootURI != nil && *params.RootURI != "" {
		f.add(*params.RootURI)
	} else if path, ok := params.RootPath.Get(); ok && path != "" {
		f.add(uri.File(path))
	}
}

func (f *folders) add(u uri.URI) bool {
	if u.Scheme() != "file" {
		return false
	}
	path, err := wire.PathOf(u)
	if err != nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(f.paths, path) {
		f.paths = append(f.paths, path)
	}
	if f.names == nil {
		f.names = map[string]uri.URI{}
	}
	f.names[path] = u
	return true
}

func (f *folders) remove(u uri.URI) {
	path, err := wire.PathOf(u)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.paths = slices.DeleteFunc(f.paths, func(p string) bool { return p == path })
}

// name is what the client calls a folder.
func (f *folders) name(path string) uri.URI {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.names[path]
}

func (f *folders) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.paths)
}

func (s *Server) didChangeWorkspaceFolders(_ context.Context, params *protocol.DidChangeWorkspaceFoldersParams) {
	for _, folder := range params.Event.Removed {
		s.folders.remove(folder.URI)
	}
	for _, folder := range params.Event.Added {
		if !s.folders.add(folder.URI) {
			s.log.Warn("folder ignored", zap.String("uri", string(folder.URI)))
		}
	}
	s.reconfigure()
	s.background(s.pullConfiguration) // a new folder may have settings of its own
}
