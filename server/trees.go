package server

import (
	"context"
	"sync"

	"cudals/analysis/document"
	"cudals/analysis/source"
)

// trees keeps one syntax tree of each open document that a client asked the structure of. A tree follows its document's
// text: what an edit leaves alone is not parsed again.
type trees struct {
	mu   sync.Mutex
	open map[string]*tree // by path
}

// tree is a document's, which one at a time uses.
type tree struct {
	turn chan struct{} // holds something while somebody uses the tree
	doc  *document.Document
}

func newTrees() trees { return trees{open: map[string]*tree{}} }

// of runs fn with the tree of a document's text. A text that is too long, or takes too long, has no tree: its structure is
// not known, and fn is not run. The error is ctx's.
func (t *trees) of(ctx context.Context, path string, f *source.File, fn func(*document.Document)) error {
	t.mu.Lock()
	x := t.open[path]
	if x == nil {
		x = &tree{make(chan struct{}, 1), document.New()}
		t.open[path] = x
	}
	t.mu.Unlock()
	select {
	case x.turn <- struct{}{}:
		defer func() { <-x.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := x.doc.Update(ctx, f.Text); err == nil {
		fn(x.doc)
	}
	return ctx.Err()
}

func (t *trees) close(path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if x := t.open[path]; x != nil {
		x.doc.Close()
		delete(t.open, path)
	}
}
