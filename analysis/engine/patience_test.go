//go:build unix

package engine_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestLulls measures how long the analysis of each file that CUDALS_LULLS matches, and each question about it, works between two looks
// at whether anybody still waits: no cancellation is heard in between. Time is the processor's, on one. CUDALS_BENCH_FLAGS are the flags.
func TestLulls(t *testing.T) {
	pattern := os.Getenv("CUDALS_LULLS")
	if pattern == "" {
		t.Skip("CUDALS_LULLS names no files")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	flags, err := toolchain.Split(os.Getenv("CUDALS_BENCH_FLAGS"))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, p := range strings.Split(pattern, ",") {
		found, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	resolver := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{Toolkit: "none", Flags: flags})
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e := engine.New(source.Disk{}, rules.All(), nil)
		in := workspace.Input{Command: resolver.Command(path, ""), File: source.NewFile(path, nil), Places: true}
		if _, err := e.Analyze(t.Context(), in, nil); err != nil { // the headers that stand for a toolkit's are read
			t.Fatal(err)
		}
		in.File = source.NewFile(path, text)
		name := filepath.Base(path)
		var r workspace.Result
		measured(t, name+": analysis", func(ctx context.Context) { r, err = e.Analyze(ctx, in, nil) })
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 0 {
			questions(t, name, r, len(text))
			edited := slices.Concat(text[:len(text)/2], []byte("x"), text[len(text)/2:])
			in.File = source.NewFile(path, edited)
			measured(t, name+": edit", func(ctx context.Context) { _, err = e.Analyze(ctx, in, r) })
			if err != nil {
				t.Fatal(err)
			}
		}
		r = nil
		debug.FreeOSMemory()
	}
}

// questions measures what is asked of a result.
func questions(t *testing.T, name string, r workspace.Result, length int) {
	ask := func(what string, question func(context.Context)) { measured(t, name+": "+what, question) }
	ask("symbols", func(ctx context.Context) { r.Symbols(ctx) })
	ask("tokens", func(ctx context.Context) { r.Tokens(ctx) })
	ask("hints", func(ctx context.Context) { r.Hints(ctx, source.Span{End: length}) })
	ask("reaches", func(ctx context.Context) { r.Reaches(ctx) })
	ask("layout", func(ctx context.Context) { r.Layout(ctx, 0) })
	ask("passes", func(ctx context.Context) { r.Passes(ctx) })
	ask("guesses", func(ctx context.Context) { r.Guesses(ctx) })
	ask("aside", func(ctx context.Context) { r.Aside(ctx) })
	ask("named", func(ctx context.Context) { r.Named(ctx, func(string) bool { return true }) })
	ask("expanded", func(ctx context.Context) { r.Expanded(ctx, "host") })
	for _, offset := range []int{5, length / 2, length - 3} {
		at := fmt.Sprint(" at ", offset)
		var entity *workspace.Entity
		ask("hover"+at, func(ctx context.Context) { r.Hover(ctx, offset) })
		ask("why"+at, func(ctx context.Context) { r.Why(ctx, offset) })
		ask("completion"+at, func(ctx context.Context) { r.Complete(ctx, offset) })
		ask("signature"+at, func(ctx context.Context) { r.Signature(ctx, offset) })
		ask("renaming"+at, func(ctx context.Context) { r.Renaming(ctx, offset) })
		ask("type"+at, func(ctx context.Context) { r.TypeDefinition(ctx, offset) })
		ask("statement"+at, func(ctx context.Context) { r.Statement(ctx, offset) })
		ask("entity"+at, func(ctx context.Context) { entity = r.Entity(ctx, offset) })
		if entity != nil {
			ask("mentions"+at, func(ctx context.Context) { r.Mentions(ctx, entity.Key) })
			ask("implementations"+at, func(ctx context.Context) { r.Implementations(ctx, entity.Key) })
		}
		ask("callable"+at, func(ctx context.Context) {
			if c := r.Callable(ctx, offset); c != nil {
				r.Callers(ctx, c.Key)
				r.Callees(ctx, c.Key)
			}
		})
		ask("class"+at, func(ctx context.Context) {
			if c := r.Class(ctx, offset); c != nil {
				r.Bases(ctx, c.Key)
				r.Derived(ctx, c.Key)
			}
		})
	}
}

// tolerable is the longest lull that is not told of.
const tolerable = 100 * time.Millisecond

// lulls is a context that notes when it is asked whether it has ended.
type lulls struct {
	context.Context
	mu      sync.Mutex
	caller  string                   // the goroutine that waits for the others
	any     time.Duration            // when anybody asked last
	last    map[string]time.Duration // when each goroutine did
	longest lull
	samples []sample
	asked   int
}

type lull struct {
	from, to  time.Duration
	goroutine string
}

type sample struct {
	at    time.Duration
	stack string
}

func (l *lulls) Err() error {
	l.note()
	return nil
}

// goroutine names the one that asks.
func goroutine() string {
	var buf [64]byte
	return goroutineID.FindString(string(buf[:runtime.Stack(buf[:], false)]))
}

var goroutineID = regexp.MustCompile(`^goroutine \d+`)

func (l *lulls) note() {
	id, now := goroutine(), processor()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	from, known := l.last[id]
	if !known || id == l.caller {
		from = l.any
	}
	if now-from > l.longest.to-l.longest.from {
		l.longest = lull{from, now, id}
	}
	if oldest := min(l.longest.from, slices.Min(append(slices.Collect(maps.Values(l.last)), now))); len(l.samples) > 0 {
		l.samples = slices.DeleteFunc(l.samples, func(s sample) bool { return s.at < oldest })
	}
	l.last[id], l.any = now, now
}

// processor is the time that processors worked for the process.
func processor() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// measured reports the longest lull of some work, with what it was at.
func measured(t *testing.T, what string, work func(context.Context)) {
	runtime.GC()
	started := processor()
	l := &lulls{Context: t.Context(), caller: goroutine(), any: started, last: map[string]time.Duration{}}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		buf := make([]byte, 1<<20)
		for {
			select {
			case <-stop:
				return
			case <-time.After(10 * time.Millisecond):
			}
			now := processor()
			n := runtime.Stack(buf, true)
			l.mu.Lock()
			l.samples = append(l.samples, sample{now, string(buf[:n])})
			l.mu.Unlock()
		}
	}()
	work(l)
	// The caller's own end: what was done since anybody asked last.
	if end := processor(); end-l.any > l.longest.to-l.longest.from {
		l.longest = lull{l.any, end, l.caller}
	}
	all := processor() - started
	close(stop)
	<-stopped
	if longest := l.longest.to - l.longest.from; longest > tolerable {
		t.Logf("LULL %s: %v of %v, %d looks\n%s", what, longest.Round(time.Millisecond), all.Round(time.Millisecond), l.asked, l.at())
	}
}

// at is where the longest lull was, by the functions that the samples of it have in common.
func (l *lulls) at() string {
	n := map[string]int{}
	for _, s := range l.samples {
		if s.at < l.longest.from || s.at > l.longest.to {
			continue
		}
		for _, g := range strings.Split(s.stack, "\n\n") {
			if !strings.HasPrefix(g, l.longest.goroutine+" ") || !strings.Contains(g, "engine") || strings.Contains(g, "measured.func1") {
				continue
			}
			var frames []string
			for _, line := range strings.Split(g, "\n") {
				if strings.HasPrefix(line, "cudals/") && len(frames) < 9 {
					f, _, _ := strings.Cut(line[strings.LastIndexByte(line[:strings.LastIndexByte(line, '(')], '/')+1:], "({")
					frames = append(frames, f[:min(len(f), 60)])
				}
			}
			n[strings.Join(frames, "\n      ")]++
		}
	}
	var out []string
	for stack, k := range n {
		out = append(out, fmt.Sprintf("  %3d  %s", k, stack))
	}
	slices.Sort(out)
	slices.Reverse(out)
	return strings.Join(out[:min(len(out), 3)], "\n")
}
