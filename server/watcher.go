package server

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// watcher looks at the disk for clients that do not, and beyond the workspace for those that do. It watches the folders of the files that
// were read, or would have been if they were there; toolkits and system headers do not change while people work.
type watcher struct {
	s      *Server
	notify *fsnotify.Watcher
	add    chan []string
	// beyond: the client tells what happens in the workspace's folders.
	beyond bool

	mu       sync.Mutex
	followed map[string]bool // folders that were handed to add
	told     map[string]bool // folders of which the client tells
	last     map[string]read // by document
}

// read is what decides which folders are watched for a document: most keys that somebody types change nothing of it.
type read struct {
	command          *toolchain.Command
	includes, sought []string
}

func (s *Server) startWatcher(beyond bool) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		s.log.Warn("changes on disk are not seen", zap.Error(err))
		return
	}
	w := &watcher{s: s, notify: notify, add: make(chan []string, 64), beyond: beyond, followed: map[string]bool{}, told: map[string]bool{}, last: map[string]read{}}
	s.watcher.Store(w)
	s.background(w.run)
}

// follow watches the folders of what an analysis read and looked for.
func (w *watcher) follow(a *workspace.Analysis) {
	path := a.Document.Path()
	now := read{command: a.Command}
	if a.Result != nil {
		now.includes, now.sought = a.Result.Includes(), a.Result.Sought()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if was, ok := w.last[path]; ok && was.command == now.command && slices.Equal(was.includes, now.includes) && slices.Equal(was.sought, now.sought) {
		return
	}
	w.last[path] = now
	files := append([]string{path}, now.includes...)
	for _, name := range now.sought {
		for _, dir := range slices.Concat([]string{filepath.Dir(path)}, a.Command.Quote, a.Command.Include) {
			files = append(files, filepath.Join(dir, name))
		}
	}
	w.watch(path, a.Command, files)
}

// commandsChanged watches the folders of what commands come from now: other files may be looked for, and no analysis tells if it is not made
// again.
func (w *watcher) commandsChanged() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for path, read := range w.last {
		w.watch(path, read.command, nil)
	}
}

// watch watches the folders of some files, and of those that tell how a document is compiled. w.mu is held.
func (w *watcher) watch(path string, command *toolchain.Command, files []string) {
	// Where all there is was opened, no folder is nearer than another.
	folders := slices.DeleteFunc(w.s.folders.list(), func(dir string) bool { return dir == filepath.Dir(dir) })
	told := w.s.ws.Snapshot().Told(path)
	files = append(files, told...)
	var dirs []string
	one := func(dir string) {
		if !w.followed[dir] && dir != filepath.Dir(dir) { // all that happens is too much for one folder
			dirs = append(dirs, dir)
			w.followed[dir] = true
		}
	}
	for _, file := range files {
		dir := filepath.Dir(file)
		if w.followed[dir] || w.beyond && w.told[dir] && workspace.IsWatched(file) || !below(dir, folders) && system(dir, command) {
			continue
		}
		if w.beyond && !w.told[dir] && toldByClient(dir, folders) {
			if w.told[dir] = true; workspace.IsWatched(file) {
				continue
			}
		}
		one(dir)
		for ; !w.beyond && below(filepath.Dir(dir), folders); dir = filepath.Dir(dir) {
			one(filepath.Dir(dir)) // which may be moved, and where build files stand
		}
	}
	for _, file := range told {
		if target, err := filepath.EvalSymlinks(file); err == nil && target != file {
			one(filepath.Dir(target))
		}
	}
	if len(dirs) == 0 {
		return
	}
	select {
	case w.add <- dirs:
	default: // the next analysis will ask again
		delete(w.last, path)
		for _, dir := range dirs {
			delete(w.followed, dir)
		}
	}
}

// system reports whether a folder belongs to a compiler, a toolkit or the system, as a command has it.
func system(dir string, c *toolchain.Command) bool {
	roots := slices.Concat(c.CompilerInclude, c.System, c.After)
	if c.Toolkit != nil {
		roots = slices.Concat(roots, []string{c.Toolkit.Include}, c.Toolkit.Further, c.Toolkit.System)
	}
	return below(dir, roots)
}

// toldByClient reports whether a client that watches folders of the workspace tells what happens in one. Watchers follow no symbolic
// links.
func toldByClient(dir string, folders []string) bool {
	for _, folder := range folders {
		if below(dir, []string{folder}) {
			realDir, err := filepath.EvalSymlinks(dir)
			realFolder, err2 := filepath.EvalSymlinks(folder)
			return err != nil || err2 != nil || realDir == realFolder+strings.TrimPrefix(dir, folder)
		}
	}
	return false
}

func below(dir string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return dir == root || strings.HasPrefix(dir, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
	})
}

// watched are the folders that are watched. One that is wanted and is not there waits, and the nearest one above it is watched.
type watched struct {
	notify  *fsnotify.Watcher
	folders map[string]bool
	waiting map[string]bool
}

// want has a folder watched as soon as it is there.
func (w *watched) want(dir string) {
	if w.folders[dir] || len(w.folders) >= maxWatched {
		return
	}
	if w.notify.Add(dir) == nil {
		w.folders[dir] = true
		delete(w.waiting, dir)
		return
	}
	if len(w.waiting) >= maxWatched && !w.waiting[dir] {
		return
	}
	w.waiting[dir] = true
	for up := filepath.Dir(dir); up != filepath.Dir(up) && !w.folders[up] && len(w.folders) < maxWatched; up = filepath.Dir(up) {
		if w.notify.Add(up) == nil {
			w.folders[up] = true
			break
		}
	}
}

// wantBuilt has a new folder watched where a database may come to be in it, or in one of its own.
func (w *watched) wantBuilt(path string) {
	const most = 64
	if !toolchain.LooksBuilt(path) && !toolchain.LooksBuilt(filepath.Dir(path)) && !toolchain.LooksBuilt(filepath.Dir(filepath.Dir(path))) {
		return
	}
	w.want(path)
	entries, err := os.ReadDir(path)
	if err != nil {
		return // it is gone again
	}
	for _, entry := range entries[:min(len(entries), most)] {
		if inner := filepath.Join(path, entry.Name()); entry.IsDir() && !w.folders[inner] && toolchain.LooksBuilt(path) {
			w.wantBuilt(inner)
		}
	}
}

// again looks for the folders that were not there.
func (w *watched) again() {
	for _, dir := range sortedKeys(w.waiting) {
		w.want(dir)
	}
}

// awaited reports whether a folder that was not there is one, or is in it.
func (w *watched) awaited(path string) bool {
	for dir := range w.waiting {
		if below(dir, []string{path}) {
			return true
		}
	}
	return false
}

// gone forgets the folders at and below a path at which nothing stands any more, and has them watched again when they are back. It
// reports whether there are any.
func (w *watched) gone(path string) bool {
	some := false
	for _, dir := range sortedKeys(w.folders) {
		if below(dir, []string{path}) {
			some = true
			_ = w.notify.Remove(dir) // often the system has done so
			delete(w.folders, dir)
			w.waiting[dir] = true
		}
	}
	return some
}

// folder keeps account of folders that come and go; it reports whether an event is about one that matters.
func (w *watcher) folder(dirs *watched, event fsnotify.Event, path string) (is bool) {
	switch {
	case event.Has(fsnotify.Create):
		// Of a folder beyond the workspace that nobody waits for nothing is read.
		info, err := os.Stat(path)
		is = err == nil && info.IsDir() && (below(path, w.s.folders.list()) || dirs.awaited(path))
		if is && !w.beyond {
			dirs.wantBuilt(path)
		}
	case event.Has(fsnotify.Remove), event.Has(fsnotify.Rename):
		is = dirs.gone(path)
	}
	if is {
		dirs.again()
	}
	return is
}

// run is the watcher's goroutine.
func (w *watcher) run(ctx context.Context) {
	defer w.notify.Close()
	dirs := watched{notify: w.notify, folders: map[string]bool{}, waiting: map[string]bool{}}
	pending := map[string]fsnotify.Op{}
	quiet := time.NewTimer(time.Hour)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case more := <-w.add:
			for _, dir := range more {
				dirs.want(dir)
			}
			// What a build made before its folder was watched nobody tells of.
			for _, path := range w.s.ws.Snapshot().Appeared() {
				pending[path] |= fsnotify.Create
				quiet.Reset(settle)
			}
		case event, ok := <-w.notify.Events:
			if !ok {
				return
			}
			path := filepath.Clean(event.Name)
			folder := w.folder(&dirs, event, path)
			if w.beyond && (folder || workspace.IsWatched(path)) && toldByClient(filepath.Dir(path), w.s.folders.list()) {
				continue
			}
			if folder || event.Op != fsnotify.Chmod && w.s.ws.Matters(path) {
				pending[path] |= event.Op
				quiet.Reset(settle)
			}
		case err, ok := <-w.notify.Errors:
			if !ok {
				return
			}
			w.s.log.Warn("watching the disk", zap.Error(err))
		case <-quiet.C:
			dirs.again()
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
