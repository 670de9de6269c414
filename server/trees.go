package server

import (
	"sync"

	"cudals/analysis/document"
	"cudals/analysis/source"
)

// trees keeps one syntax tree of each open document that a client asked the structure of. A tree follows its document's
// text: what an edit leaves alone is not parsed again.
type trees struct {
	mu   sync.Mutex
	open map[string]*document.Document // by path
}

func newTrees() trees { return trees{open: map[string]*document.Document{}} }

// of runs fn with the tree of a document's text. A text that is too long, or takes too long, has no tree: its structure is
// not known, and fn sees an empty one.
func (t *trees) of(path string, f *source.File, fn func(*document.Document)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d := t.open[path]
	if d == nil {
		d = document.New()
		t.open[path] = d
	}
	if err := d.Update(f.Text); err == nil {
		fn(d)
	}
}

func (t *trees) close(path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d := t.open[path]; d != nil {
		d.Close()
		delete(t.open, path)
	}
}
