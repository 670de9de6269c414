package workspace

import (
	"context"
	"maps"
	"slices"
	"time"
)

// What a header does is in part known to those alone that include it: the instances of its templates, and what is reached from the
// kernels that they launch. The file through which an open header is read is therefore analysed as well, behind everything that
// somebody looks at.

// besidePause is how long nothing must happen before such a file is analysed: whoever types in the header would have it begin again
// at each key.
const besidePause = 150 * time.Millisecond

// sleep waits, and reports whether ctx lasted that long.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// includer reads the file through which a document that somebody opened was read, if it is neither open nor known yet.
func (w *Workspace) includer(u *unit, a *Analysis) *Document {
	if u.beside || a.Result == nil || a.Result.Through() == "" {
		return nil
	}
	path := a.Result.Through()
	now := w.Snapshot()
	if now.docs[path] != nil || now.beside[path] != nil {
		return nil
	}
	file, err := w.opts.Files.ReadFile(path)
	if err != nil {
		return nil // it went away, and the document is told
	}
	return &Document{File: file}
}

// lending are the files through which the open documents are read. w.mu is held.
func (w *Workspace) lending(docs map[string]*Document) map[string]bool {
	paths := map[string]bool{}
	for path := range docs {
		if a := w.last[path]; a != nil && a.Result != nil && a.Result.Through() != "" {
			paths[a.Result.Through()] = true
		}
	}
	return paths
}

// idleBeside reports whether a file is analysed through which nothing is read any more. w.mu is held.
func (w *Workspace) idleBeside() bool {
	if len(w.now.beside) == 0 {
		return false
	}
	lending := w.lending(w.now.docs)
	for path := range w.now.beside {
		if !lending[path] {
			return true
		}
	}
	return false
}

// keepBeside decides which files are analysed beside the documents of the next snapshot. One whose text changed is read again when the
// headers behind it have been. w.mu is held.
func (w *Workspace) keepBeside(old, next *Snapshot, c change, readers map[string]bool) {
	if c.beside == nil && len(old.beside) == 0 {
		return
	}
	lending := w.lending(next.docs)
	beside := maps.Clone(old.beside)
	if beside == nil {
		beside = map[string]*Document{}
	}
	if c.beside != nil && beside[c.beside.Path()] == nil {
		beside[c.beside.Path()] = c.beside
	}
	maps.DeleteFunc(beside, func(path string, _ *Document) bool {
		return !lending[path] || next.docs[path] != nil || slices.Contains(c.texts, path)
	})
	for path := range old.beside {
		if beside[path] == nil && next.docs[path] == nil {
			w.leave(next, path)
		}
	}
	next.beside = beside
	for path, doc := range beside {
		u := old.units[path]
		if u == nil || u.doc != doc || c.config != nil || c.resolver != nil || readers[path] {
			next.units[path] = w.start(next, doc, w.slots, false)
		}
	}
}
