package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// summary is what remains of a result whose model was let go: it answers no questions about places.
type summary struct {
	NoQueries
	diagnostics []check.Diagnostic
	includes    []string
	sought      []string
	through     string
	command     *toolchain.Command
	stats       Stats
}

func (s *summary) Diagnostics() []check.Diagnostic   { return s.diagnostics }
func (s *summary) Includes() []string                { return s.includes }
func (s *summary) Sought() []string                  { return s.sought }
func (s *summary) Through() string                   { return s.through }
func (s *summary) Command() *toolchain.Command       { return s.command }
func (s *summary) Stats() Stats                      { return s.stats }
func (s *summary) Stale() bool                       { return true }
func (s *summary) Hover(context.Context, int) *Hover { return nil }

// HoverIn implements Result.
func (s *summary) HoverIn(context.Context, *source.File, int) *Hover { return nil }
func (s *summary) Why(context.Context, int) *Why                     { return nil }
func (s *summary) Layout(context.Context, int) *Layout               { return nil }

// asleep reports whether an analysis has no model any more, or a newer one has it.
func (a *Analysis) asleep() bool { return a.Result != nil && a.Result.Stale() }

// touch makes a document the one that was used last. w.mu is held.
func (w *Workspace) touch(path string) {
	w.used = append(slices.DeleteFunc(w.used, func(p string) bool { return p == path }), path)
	w.bound()
}

// keep keeps the model of a document that was analysed: where nobody used it, it is the first to be let go. w.mu is held.
func (w *Workspace) keep(path string) {
	if !slices.Contains(w.used, path) {
		w.used = slices.Insert(w.used, 0, path)
		w.bound()
	}
}

// bound has the documents beyond Options.Awake sleep. w.mu is held.
func (w *Workspace) bound() {
	for len(w.used) > w.opts.Awake {
		w.sleepOldest()
	}
}

// makeRoom has documents sleep while more is held in memory than ought to be.
func (w *Workspace) makeRoom() {
	for w.several() && w.opts.Crowded() {
		w.mu.Lock()
		if len(w.used) > 1 {
			w.sleepOldest()
		}
		w.mu.Unlock()
	}
}

// several reports whether the models of several documents are kept.
func (w *Workspace) several() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.used) > 1
}

// sleepOldest lets go the model of the document that was not used for the longest, from some megabytes to some hundred of them. Its
// findings stay. w.mu is held.
func (w *Workspace) sleepOldest() {
	oldest := w.used[0]
	w.used = w.used[1:]
	u := w.now.units[oldest]
	if u == nil || !u.finished() {
		return
	}
	if a := u.analysis.Load(); a != nil && a.Result != nil {
		sleeping := *a
		sleeping.Result = &summary{
			diagnostics: a.Result.Diagnostics(), includes: a.Result.Includes(), sought: a.Result.Sought(), stats: a.Result.Stats(),
			through: a.Result.Through(), command: a.Result.Command(),
		}
		u.analysis.Store(&sleeping)
		if w.last[oldest] == a {
			w.last[oldest] = &sleeping
		}
	}
}

// Ask is for questions about places: ask gets the document's analysis, whose model is there. Where the model is lost before the
// questions are answered, to another analysis of the same text or because it was let go, ask is called again with the next
// analysis; what it did the last time counts. The error is that of Analysis, ErrStale also where ask was called and the
// document changed meanwhile.
func (s *Snapshot) Ask(ctx context.Context, path string, ask func(*Analysis)) error {
	for doc := s.docs[path]; ; {
		a, err := s.Analysis(ctx, path)
		switch {
		case err != nil && !errors.Is(err, ErrStale):
			return err
		case err == nil && !a.asleep():
			s.w.wake(path, nil)
			if ask(a); !a.asleep() {
				return nil
			}
			if ctx.Err() != nil {
				return ctx.Err() // the question was given up
			}
		}
		u := s.units[path]
		if s = s.w.wake(path, u); s.docs[path] != doc || s.units[path] == u {
			return fmt.Errorf("%s: %w", path, ErrStale)
		}
	}
}

// wake notes that a document is used, and returns the newest snapshot. Where the document's unit is still u there, whose model
// is gone, it is analysed again.
func (w *Workspace) wake(path string, u *unit) *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.docs[path] != nil {
		w.touch(path)
	}
	if u != nil && w.now.units[path] == u && u.analysis.Load() != nil {
		w.apply(change{again: path, woken: true})
	}
	return w.now
}
