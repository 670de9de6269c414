package workspace

import (
	"context"
	"slices"

	"cudals/analysis/check"
)

// summary is what remains of a result whose model was let go: it answers no questions about places.
type summary struct {
	diagnostics []check.Diagnostic
	includes    []string
	stats       Stats
}

func (s *summary) Diagnostics() []check.Diagnostic     { return s.diagnostics }
func (s *summary) Includes() []string                  { return s.includes }
func (s *summary) Stats() Stats                        { return s.stats }
func (s *summary) Hover(context.Context, int) *Hover   { return nil }
func (s *summary) Why(context.Context, int) *Why       { return nil }
func (s *summary) Layout(context.Context, int) *Layout { return nil }

// asleep reports whether an analysis has no model any more.
func (a *Analysis) asleep() bool {
	_, ok := a.Result.(*summary)
	return ok
}

// touch makes a document the one that was used last. Of documents beyond Options.Awake the one that was not used for the
// longest goes to sleep: its model, some megabytes, is let go, and its findings stay. w.mu is held.
func (w *Workspace) touch(path string) {
	w.used = append(slices.DeleteFunc(w.used, func(p string) bool { return p == path }), path)
	for len(w.used) > w.opts.Awake {
		oldest := w.used[0]
		w.used = w.used[1:]
		u := w.now.units[oldest]
		if u == nil || !u.finished() {
			continue
		}
		if a := u.analysis.Load(); a != nil && a.Result != nil {
			sleeping := *a
			sleeping.Result = &summary{a.Result.Diagnostics(), a.Result.Includes(), a.Result.Stats()}
			u.analysis.Store(&sleeping)
			if w.last[oldest] == a {
				w.last[oldest] = &sleeping
			}
		}
	}
}

// Awake is Analysis for those who ask about places: a document whose model was let go is analysed again.
func (s *Snapshot) Awake(ctx context.Context, path string) (*Analysis, error) {
	a, err := s.Analysis(ctx, path)
	if err != nil {
		return nil, err
	}
	now := s.w.wake(path, s.units[path], a.asleep())
	if now == nil {
		return a, nil
	}
	return now.Analysis(ctx, path)
}

// wake notes that a unit's document is used. It returns the snapshot in which it is analysed again where that is needed.
func (w *Workspace) wake(path string, u *unit, asleep bool) *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now.units[path] != u {
		return nil // a newer version has the document's place; what is known of this one must do
	}
	w.touch(path)
	if !asleep {
		return nil
	}
	w.apply(change{again: path})
	return w.now
}
