package main

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"
)

// What a process that checks many files may take. GOMEMLIMIT, where it is set, takes the place of maxResident.
const (
	// maxResident is the size at which garbage is collected as often as it takes to stay there.
	maxResident = 1536 << 20
	// aliveShare is the part of that, in percent, that may be alive: the less room is left for garbage, the more often all
	// that is alive is looked at.
	aliveShare = 60
)

// budget bounds what the files hold that are checked at once. How much a file needs is known only when it has it. So files
// begin a few at a time, and more as long as what was alive at most says that there is room; when there turns out to be too
// little, the file that began last is set back: its work is given up and begun again when others have finished. The file that
// began first never is, so that all come to their end, and a file that is too large for the budget has the process for itself.
// What is found does not depend on any of this.
type budget struct {
	limit uint64 // bytes alive
	most  int    // files at once

	mu      sync.Mutex
	window  int     // files at once, now
	running []*turn // in the order in which they began
	waiting []*turn // those set back first
	looking bool
	// peak is what was alive at most, and finished how many files ended, lately; last is what was alive last.
	peak, last uint64
	finished   int
	// seen is the number of the last collection that was looked at; one that began before ripe tells nothing, because what was
	// given up then was still there.
	seen, ripe uint64
	// measure returns what was alive at the last collection, and its number.
	measure func() (live, number uint64)
	// resize sets how large the process may become before garbage is collected without pause; nil where that is not ours to say.
	resize func(bytes uint64)
}

// turn is a file's claim to be checked.
type turn struct {
	ready   chan struct{} // closed when it may begin
	cancel  context.CancelFunc
	setBack bool
}

const (
	// begun is how many files are checked at once before anything is known of their needs.
	begun = 2
	// memoryOfPeak is after how many rounds of files a peak is forgotten.
	memoryOfPeak = 8
)

func newBudget(most int) *budget {
	b := &budget{most: most, window: min(most, begun), measure: alive}
	limit := debug.SetMemoryLimit(-1)
	if limit == math.MaxInt64 {
		limit = maxResident
		b.resize = func(bytes uint64) { debug.SetMemoryLimit(int64(bytes)) }
		b.resize(maxResident)
	}
	b.limit = uint64(limit) / 100 * aliveShare
	return b
}

// alive is the heap that the last collection found in use, and the number of that collection.
func alive() (live, number uint64) {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64(), sample[1].Value.Uint64()
}

// do does a file's work within the budget, more than once where it was set back. Its error is work's, or ctx's.
func (b *budget) do(ctx context.Context, work func(context.Context) error) error {
	for again := false; ; again = true {
		t := b.claim(again)
		select {
		case <-t.ready:
		case <-ctx.Done():
			b.release(t)
			return ctx.Err()
		}
		inner, cancel := context.WithCancel(ctx)
		b.begin(t, cancel)
		err := work(inner)
		cancel()
		if setBack := b.release(t); err == nil || !setBack || ctx.Err() != nil {
			return err
		}
	}
}

// claim enters a turn into the queue.
func (b *budget) claim(again bool) *turn {
	t := &turn{ready: make(chan struct{})}
	b.mu.Lock()
	defer b.mu.Unlock()
	if again {
		b.waiting = slices.Insert(b.waiting, 0, t)
	} else {
		b.waiting = append(b.waiting, t)
	}
	b.admit()
	return t
}

// admit lets turns begin while there is room. b.mu is held.
func (b *budget) admit() {
	for len(b.waiting) > 0 && len(b.running) < b.window {
		t := b.waiting[0]
		b.waiting = b.waiting[1:]
		b.running = append(b.running, t)
		close(t.ready)
	}
	if !b.looking && len(b.running) > 0 {
		b.looking = true
		time.AfterFunc(memoryInterval, b.watch)
	}
}

// begin notes how a turn is given up.
func (b *budget) begin(t *turn, cancel context.CancelFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t.cancel = cancel; t.setBack {
		cancel()
	}
}

// release ends a turn, and reports whether it was set back.
func (b *budget) release(t *turn) (setBack bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(o *turn) bool { return o == t })
	b.running = slices.DeleteFunc(b.running, func(o *turn) bool { return o == t })
	if b.finished++; !t.setBack && b.finished >= b.window {
		b.widen()
	}
	b.admit()
	return t.setBack
}

// widen lets more files run at once, at most twice as many, where the memory that they were seen to need allows it.
func (b *budget) widen() {
	room := min(2*b.window, b.most)
	if b.peak > 0 {
		room = min(room, int(uint64(b.window)*b.limit/b.peak))
	}
	switch {
	case room > b.window:
		b.change(room)
	case b.finished >= memoryOfPeak*b.window:
		b.change(b.window) // one large file is no reason to go slowly for ever
	}
}

// change sets how many files run at once, and begins to observe anew.
func (b *budget) change(window int) {
	b.window, b.peak, b.finished = window, b.last, 0
}

// watch looks now and then while anything runs.
func (b *budget) watch() {
	live, number := b.measure()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.look(live, number)
	if b.looking = len(b.running) > 0; b.looking {
		time.AfterFunc(memoryInterval, b.watch)
	}
}

// look sets the youngest file back when too much was alive at a collection. b.mu is held.
func (b *budget) look(live, number uint64) {
	if number <= b.seen || number < b.ripe {
		return
	}
	b.seen, b.last = number, live
	b.peak = max(b.peak, live)
	if b.resize != nil {
		// A file by itself may be larger than the budget. It would not become smaller by collecting all the time.
		b.resize(max(maxResident, live+live/4))
	}
	if live <= b.limit || len(b.running) < 2 {
		return
	}
	t := b.running[len(b.running)-1]
	if t.setBack {
		return // it has not heard it yet
	}
	t.setBack = true
	if t.cancel != nil {
		t.cancel()
	}
	b.change(len(b.running) - 1)
	b.ripe = number + 2 // the next one may have begun already
}
