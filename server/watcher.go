package server

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/zap"

	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

const (
	// maxWatched bounds the folders that the server watches: each costs the system something.
	maxWatched = 512
	// settle is how long the disk must be quiet before what happened is looked at: a checkout writes many files at once.
	settle = 50 * time.Millisecond
)

// watcher looks at the disk for clients that do not. It watches the folders of the files that were read, as far as they
// belong to the workspace: toolkits and system headers do not change while people work.
type watcher struct {
	s      *Server
	notify *fsnotify.Watcher
	add    chan []string
}

func (s *Server) startWatcher() {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		s.log.Warn("changes on disk are not seen", zap.Error(err))
		return
	}
	w := &watcher{s: s, notify: notify, add: make(chan []string, 64)}
	s.watcher.Store(w)
	s.background(w.run)
}

// follow watches the folders of what an analysis read.
func (w *watcher) follow(a *workspace.Analysis) {
	roots := append(w.s.folders.list(), filepath.Dir(a.Document.Path()))
	files := []string{a.Document.Path()}
	if a.Result != nil {
		files = append(files, a.Result.Includes()...)
	}
	seen := map[string]bool{}
	var dirs []string
	for _, file := range files {
		dir := filepath.Dir(file)
		if !seen[dir] {
			seen[dir] = true
			if below(dir, roots) {
				dirs = append(dirs, dir)
			}
		}
	}
	for dir, inner := filepath.Dir(a.Document.Path()), ""; dir != inner && below(dir, w.s.folders.list()); dir, inner = filepath.Dir(dir), dir {
		dirs = append(dirs, dir) // where build files stand
	}
	for _, root := range w.s.folders.list() { // where compile_commands.json and .cudals.yaml stand
		dirs = append(dirs, root, filepath.Join(root, "build"))
	}
	select {
	case w.add <- dirs:
	default: // the next analysis will ask again
	}
}

func below(dir string, roots []string) bool {
	for _, root := range roots {
		if dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// run is the watcher's goroutine.
func (w *watcher) run(ctx context.Context) {
	defer w.notify.Close()
	watched := map[string]bool{}
	pending := map[string]fsnotify.Op{}
	quiet := time.NewTimer(time.Hour)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case dirs := <-w.add:
			for _, dir := range dirs {
				if watched[dir] || len(watched) >= maxWatched {
					continue
				}
				if err := w.notify.Add(dir); err == nil {
					watched[dir] = true
				}
			}
		case event, ok := <-w.notify.Events:
			if !ok {
				return
			}
			if event.Has(fsnotify.Remove) {
				delete(watched, event.Name) // a watched folder went away; it is watched again when it is back
			}
			if relevant(event.Name) {
				pending[filepath.Clean(event.Name)] |= event.Op
				quiet.Reset(settle)
			}
		case err, ok := <-w.notify.Errors:
			if !ok {
				return
			}
			w.s.log.Warn("watching the disk", zap.Error(err))
		case <-quiet.C:
			w.report(pending)
			clear(pending)
		}
	}
}

// report tells the workspace what became of files. What matters is how they stand now, not by which steps they came there.
func (w *watcher) report(pending map[string]fsnotify.Op) {
	var created, changed, deleted []string
	for _, path := range sortedKeys(pending) {
		_, err := os.Stat(path)
		switch op := pending[path]; {
		case err != nil:
			deleted = append(deleted, path)
		case op.Has(fsnotify.Create):
			created = append(created, path)
		default:
			changed = append(changed, path)
		}
	}
	if len(created)+len(changed)+len(deleted) > 0 {
		w.s.filesChanged(created, changed, deleted)
	}
}

// relevant reports whether a file's change may matter, as watchedGlobs has it.
func relevant(path string) bool {
	if toolchain.IsConfiguration(path) || toolchain.IsBuildFile(path) {
		return true
	}
	switch strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")) {
	case "cu", "cuh", "h", "hh", "hpp", "hxx", "inl", "ipp", "tpp", "inc", "c", "cc", "cpp", "cxx":
		return true
	}
	return false
}
