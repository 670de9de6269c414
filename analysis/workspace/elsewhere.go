package workspace

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"cudals/analysis/toolchain"
)

// elsewhereLimit is how long files that are not open are read for one question.
const elsewhereLimit = 20 * time.Second

// Elsewhere analyses the files of the workspace that no open document reads and that have a word, where they may read what is declared
// in a file. visit gets each result, one after the other and in no order. It reports whether all such files were read, which ends after a
// time. The error is ctx's.
func (s *Snapshot) Elsewhere(ctx context.Context, from Origin, visit func(Result)) (whole bool, err error) {
	limited, cancel := s.w.within(ctx, elsewhereLimit, new(atomic.Int64))
	defer cancel()
	tree, err := s.sources(limited, s.folderOf(from.File), map[string]bool{from.Word: true})
	if err != nil {
		return false, ctx.Err()
	}
	read := map[string]bool{} // by a result that was visited, or that the asker has
	for path := range s.docs {
		a, err := s.Analysis(ctx, path)
		if err != nil || a.Result == nil {
			continue // it is stale, and there is a newer one
		}
		read[path] = true
		for _, included := range a.Result.Includes() {
			read[included] = true
		}
	}
	reaching := tree.reaching(map[string]bool{from.File: true})
	wanted := map[string]bool{}
	for path := range reaching {
		if f := tree[path]; f != nil && (from.Word == "" || f.mentions[from.Word]) {
			wanted[path] = true
		}
	}
	tried := map[string]bool{}
	for {
		maps.DeleteFunc(wanted, func(path string, _ bool) bool { return read[path] || tried[path] })
		next := tree.readers(wanted, func(path string) bool { return !reaching[path] || tried[path] })
		if len(next) == 0 {
			return true, nil
		}
		var mu sync.Mutex
		group, working := errgroup.WithContext(limited)
		group.SetLimit(cap(s.w.slots))
		for _, path := range next {
			tried[path] = true
			group.Go(func() error {
				result, err := s.alone(working, path)
				if err != nil || result == nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				read[path] = true
				for _, included := range result.Includes() {
					read[included] = true
				}
				visit(result)
				return nil
			})
		}
		if group.Wait() != nil {
			return false, ctx.Err()
		}
	}
}

// readers are files to be analysed so that some are read: these themselves, for a header one that may include it, and a header that
// none is known to include by itself. Files that are not fit are none.
func (t sourceTree) readers(wanted map[string]bool, unfit func(path string) bool) []string {
	out := map[string]bool{}
	var headers []string
	for path := range wanted {
		if toolchain.IsHeader(path) {
			headers = append(headers, path)
		} else {
			out[path] = true
		}
	}
	if len(out) > 0 {
		return slices.Sorted(maps.Keys(out)) // which may read the headers as well
	}
	slices.Sort(headers)
	for _, header := range headers {
		reader := header
		for _, path := range slices.Sorted(maps.Keys(t.reaching(map[string]bool{header: true}))) {
			if out[path] {
				reader = path // it is read for another header
				break
			}
			if reader == header && !toolchain.IsHeader(path) && !unfit(path) {
				reader = path
			}
		}
		out[reader] = true
	}
	return slices.Sorted(maps.Keys(out))
}

// alone analyses a file that may not be open; the result is nil where that fails. The error is ctx's.
func (s *Snapshot) alone(ctx context.Context, path string) (Result, error) {
	in, err := s.onDisk(ctx, path)
	if err != nil {
		return nil, ctx.Err() // it went away, and says nothing
	}
	in.Places = true
	result, _, err := guard(ctx, s.w, in.File, func(ctx context.Context) (Result, error) { return s.w.opts.Engine.Analyze(ctx, in, nil) })
	return result, err
}

// onDisk is what an analysis of a file that may not be open depends on. The error is that of reading it.
func (s *Snapshot) onDisk(ctx context.Context, path string) (Input, error) {
	file, err := s.w.opts.Files.ReadFile(path)
	if err != nil {
		return Input{}, err
	}
	return Input{Command: s.resolver.infer(ctx, s.resolver.command(path, s.w.lender(path, s.resolver))), File: file, Patient: true}, nil
}
