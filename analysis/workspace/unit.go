package workspace

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// unit is the analysis of one version of one document: a promise that many may wait for.
type unit struct {
	doc    *Document
	cmd    *toolchain.Command
	made   *Snapshot // the first snapshot that it belongs to
	seq    uint64
	woken  bool
	beside bool // nobody opened the file
	cancel context.CancelFunc

	done     chan struct{}            // closed when analysis is set, or the work given up
	analysis atomic.Pointer[Analysis] // nil when given up; read only after done
}

func (u *unit) finished() bool {
	select {
	case <-u.done:
		return true
	default:
		return false
	}
}

// start begins the analysis of a document of the next snapshot, when there is room in a queue; nil does not wait. w.mu is held.
//
// Older work on the document is cancelled, with one exception: the first analysis of a document, which has to read all of
// its headers, runs to its end and the newest version waits for it, because it makes that version cheap. Were it given up
// at each keystroke, a person who does not stop typing would never see anything.
func (w *Workspace) start(s *Snapshot, doc *Document, queue chan struct{}, woken bool) *unit {
	path := doc.Path()
	w.seq++
	ctx, cancel := context.WithCancel(w.ctx)
	u := &unit{doc: doc, made: s, cmd: w.command(s, path), seq: w.seq, woken: woken, cancel: cancel, done: make(chan struct{})}
	u.beside = s.beside[path] == doc
	if w.closed {
		cancel()
		close(u.done)
		return u
	}

	after := w.warming[path]
	if old := s.units[path]; old != nil && old != after {
		old.cancel()
	}
	if after == nil && w.last[path] == nil {
		w.warming[path] = u
	}
	w.wg.Add(1)
	go w.run(ctx, u, after, queue)
	return u
}

// run carries a unit out.
func (w *Workspace) run(ctx context.Context, u *unit, after *unit, queue chan struct{}) {
	defer w.wg.Done()
	defer u.cancel()
	if after != nil {
		select {
		case <-after.done:
		case <-ctx.Done():
			w.abandon(u)
			return
		}
	}
	if u.beside && !sleep(ctx, besidePause) {
		w.abandon(u)
		return
	}
	if queue != nil {
		select {
		case queue <- struct{}{}:
			defer func() { <-queue }()
		case <-ctx.Done():
			w.abandon(u)
			return
		}
	}
	if ctx.Err() != nil {
		w.abandon(u) // the wait may have ended at the very moment at which nobody wanted this any more
		return
	}
	w.mu.Lock()
	prev := w.last[u.doc.Path()]
	w.mu.Unlock()
	analysis := w.analyze(ctx, u, prev)
	if analysis == nil {
		w.abandon(u)
		return
	}
	w.finish(u, analysis)
}

// abandon ends a unit without an analysis.
func (w *Workspace) abandon(u *unit) {
	w.mu.Lock()
	if w.warming[u.doc.Path()] == u {
		delete(w.warming, u.doc.Path())
	}
	w.mu.Unlock()
	close(u.done)
}

// finish records an analysis, and publishes it when it is about the newest version and nothing it read has changed since.
func (w *Workspace) finish(u *unit, a *Analysis) {
	path := u.doc.Path()
	u.analysis.Store(a)
	includer := w.includer(u, a)
	w.mu.Lock()
	close(u.done)
	if w.warming[path] == u {
		delete(w.warming, path)
	}
	open := w.now.docs[path] != nil || w.now.beside[path] != nil
	if last := w.last[path]; open && (last == nil || last.Seq < a.Seq) && a.Result != nil {
		w.last[path] = a
		if first := w.graph.set(path, a.Result.Includes()); w.anyOpen(first) {
			w.apply(change{included: first})
		}
		if !u.beside && (includer != nil || w.idleBeside()) {
			w.apply(change{beside: includer})
		}
	}
	if open {
		w.keep(path)
	}
	publish := w.now.units[path] == u
	if publish && a.Result != nil && w.stale(a) {
		w.apply(change{again: path})
		publish = false
	}
	w.mu.Unlock()
	if publish {
		w.opts.Publish(a)
	}
	w.makeRoom()
}

func (w *Workspace) anyOpen(paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return w.now.docs[path] != nil })
}

// analyze runs the engine. It returns nil when the work was given up.
func (w *Workspace) analyze(ctx context.Context, u *unit, prev *Analysis) *Analysis {
	in := Input{Command: u.made.resolver.infer(ctx, u.cmd), File: u.doc.File, Places: true}
	var before Result
	if prev != nil && sameCommand(prev.Command, in.Command) {
		before = prev.Result
	}
	result, failure, err := guard(ctx, w, in.File, func(ctx context.Context) (Result, error) {
		return w.opts.Engine.Analyze(ctx, in, before)
	})
	if err != nil {
		return nil
	}
	a := &Analysis{
		Document: u.doc, Command: in.Command, Result: result, Failure: failure, Seq: u.seq, Woken: u.woken,
	}
	if result != nil {
		a.Diagnostics = w.say(u.made.config, u.made.resolver, u.doc.Path(), result.Diagnostics())
		a.Diagnostics = u.made.quiet(u.doc.File, a.Diagnostics)
	}
	a.Diagnostics = w.withFaults(a.Diagnostics, u.made.resolver, u.doc.Path(), in.Command)
	return a
}

// grace is how long an engine may take to notice that its time is up before it is left behind.
const grace = 2 * time.Second

// guard asks the engine about a file so that neither a panic nor an endless loop in it reaches the session. failure is a line for
// people when there is no result; err is ctx's error and nothing else.
func guard[T any](
	ctx context.Context, w *Workspace, file *source.File, ask func(context.Context) (T, error),
) (result T, failure string, err error) {
	end, refusal := w.opts.Begin(ctx, file)
	switch {
	case refusal != "":
		return result, refusal, nil
	case ctx.Err() != nil:
		end()
		return result, "", ctx.Err()
	}
	limited, cancel := w.within(ctx, w.opts.Limit, &w.working)
	defer cancel()
	type outcome struct {
		result T
		err    error
		panic  string
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if p := recover(); p != nil {
				w.log.Error("internal fault in the analysis", zap.String("file", file.Path),
					zap.Any("panic", p), zap.ByteString("stack", debug.Stack()))
				o = outcome{panic: fmt.Sprint(p)}
			}
			end()
			done <- o
		}()
		o.result, o.err = ask(limited)
	}()
	var o outcome
	select {
	case o = <-done:
	case <-limited.Done():
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case o = <-done:
		case <-timer.C:
			o.err = limited.Err()
			w.log.Error("the analysis does not stop and is left behind", zap.String("file", file.Path))
		}
	}
	switch {
	case ctx.Err() != nil:
		return result, "", ctx.Err()
	case o.panic != "":
		return result, "internal fault: " + line(o.panic) + " (please report it; the log has the details)", nil
	case o.err != nil && overtime(limited):
		return result, fmt.Sprintf("the analysis took longer than %v and was given up", w.opts.Limit), nil
	case o.err != nil:
		w.log.Error("the analysis failed", zap.String("file", file.Path), zap.Error(o.err))
		return result, "internal fault: " + line(o.err.Error()), nil
	case any(o.result) == nil:
		return result, "internal fault: the engine gave no result", nil
	}
	return o.result, "", nil
}

// line is the first line of a text: what people are told has no more.
func line(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
