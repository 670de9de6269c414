package workspace

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// Snapshot is the state of all documents at one moment. It is immutable: what is asked of it is answered for that moment,
// however long the answer takes.
type Snapshot struct {
	w        *Workspace
	resolver *resolvers
	config   Config
	docs     map[string]*Document
	// beside are files that nobody opened, through which open headers are read.
	beside map[string]*Document
	units  map[string]*unit
}

// Document is the open document at path, or nil.
func (s *Snapshot) Document(path string) *Document { return s.docs[path] }

// Beside is the file at path as far as it is analysed for the sake of open headers that are read through it; nil where it is not, or is
// open itself.
func (s *Snapshot) Beside(path string) *Document { return s.beside[path] }

// Paths are the paths of the open documents, sorted.
func (s *Snapshot) Paths() []string {
	paths := make([]string, 0, len(s.docs))
	for path := range s.docs {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

// Readers are the results of the documents, and of the files read beside them, that read a header, as far as they are there, by their paths.
func (s *Snapshot) Readers(header string) []Result {
	var out []Result
	for _, path := range slices.Sorted(maps.Keys(s.units)) {
		u := s.units[path]
		if path == header || !u.finished() {
			continue
		}
		if a := u.analysis.Load(); a != nil && a.Result != nil && !a.asleep() && slices.Contains(a.Result.Includes(), header) {
			out = append(out, a.Result)
		}
	}
	return out
}

// Analysis waits for the analysis of the document as it is in this snapshot. One that was given up because something else that it reads
// changed gives way to the one after it. The error is ctx's, or wraps ErrNotOpen, or ErrStale when the work was given up for a newer
// version. Its result may answer no questions about places any more (see Ask).
func (s *Snapshot) Analysis(ctx context.Context, path string) (*Analysis, error) {
	for doc := s.docs[path]; ; {
		u := s.units[path]
		if u == nil {
			return nil, fmt.Errorf("%s: %w", path, ErrNotOpen)
		}
		select {
		case <-u.done:
		case <-ctx.Done():
			if !u.finished() {
				return nil, ctx.Err()
			}
		}
		if a := u.analysis.Load(); a != nil {
			return a, nil
		}
		if s = s.w.Snapshot(); s.docs[path] != doc || s.units[path] == u {
			return nil, fmt.Errorf("%s: %w", path, ErrStale)
		}
	}
}
