package main

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// heap stands for the memory of a process that checks files: each takes what it needs from its beginning to its end.
type heap struct {
	budget *budget
	number uint64

	mu    sync.Mutex
	taken map[int]int // by file
	let   map[int]chan struct{}
	done  map[int]int
	begun int
}

// check is a file's work: it ends when it is let, or given up.
func (h *heap) check(file, need int) func(context.Context) error {
	return func(ctx context.Context) error {
		end := make(chan struct{})
		h.mu.Lock()
		h.taken[file], h.let[file] = need, end
		h.begun++
		h.mu.Unlock()
		var err error
		select {
		case <-end:
		case <-ctx.Done():
			err = ctx.Err()
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.taken, file)
		delete(h.let, file)
		if err == nil {
			h.done[file]++
		}
		return err
	}
}

// collect looks as after a collection. What is over by now needs one more to be collected.
func (h *heap) collect() {
	h.mu.Lock()
	live := 0
	for _, n := range h.taken {
		live += n
	}
	h.mu.Unlock()
	h.number++
	h.budget.mu.Lock()
	defer h.budget.mu.Unlock()
	h.budget.look(uint64(live), h.number)
}

// turns is how many files run or wait, where none has ended.
func (h *heap) turns() int {
	h.budget.mu.Lock()
	defer h.budget.mu.Unlock()
	return len(h.budget.running) + len(h.budget.waiting)
}

// running returns how many turns run, and how many of them were told that they are set back.
func (h *heap) running() (n, back int) {
	h.budget.mu.Lock()
	defer h.budget.mu.Unlock()
	for _, t := range h.budget.running {
		if n++; t.setBack {
			back++
		}
	}
	return n, back
}

// settle waits until every running file has taken its memory, and none is set back, or was let, any more.
func (h *heap) settle() (taken, files int) {
	for {
		n, back := h.running()
		h.mu.Lock()
		if len(h.let) == n && back == 0 {
			for _, need := range h.taken {
				taken += need
			}
			defer h.mu.Unlock()
			return taken, n
		}
		h.mu.Unlock()
		runtime.Gosched()
	}
}

func newHeap(limit, most int) *heap {
	h := &heap{
		taken: map[int]int{}, let: map[int]chan struct{}{}, done: map[int]int{},
		budget: &budget{
			limit: uint64(limit), most: most, window: min(most, begun),
			measure: func() (live, number uint64) { return 0, 0 },
		},
	}
	return h
}

// TestBudget: as many files are checked at once as fit, one that does not fit is checked by itself, and all are checked.
func TestBudget(t *testing.T) {
	const limit = 1000
	var needs []int
	for range 20 {
		needs = append(needs, 100)
	}
	needs = append(needs, 700, 600, 1500, 400, 500, 450, 2000, 300)
	for range 40 {
		needs = append(needs, 90)
	}
	h := newHeap(limit, 8)
	var group sync.WaitGroup
	for file, need := range needs {
		group.Go(func() {
			if err := h.budget.do(context.Background(), h.check(file, need)); err != nil {
				t.Errorf("file %d: %v", file, err)
			}
		})
		for h.turns() == file { // so that they begin in order
			runtime.Gosched()
		}
	}
	widest, last := 0, 0
	for finished := 0; finished < len(needs); finished++ {
		var taken, files int
		for range 16 { // collections, of which each may set one file back
			h.settle()
			h.collect()
			h.collect()
			taken, files = h.settle()
		}
		if taken > limit && files > 1 {
			t.Fatalf("%d files take %d, more than %d", files, taken, limit)
		}
		widest = max(widest, files)
		if len(needs)-finished > 8 {
			last = files
		}
		h.finish()
	}
	group.Wait()
	for file := range needs {
		if h.done[file] != 1 {
			t.Errorf("file %d was checked %d times", file, h.done[file])
		}
	}
	if widest != 8 || last < 4 {
		t.Errorf("%d files were checked at once, and %d near the end; 8 small ones fit", widest, last)
	}
	if again := h.begun - len(needs); again > len(needs)/2 {
		t.Errorf("%d files were begun again", again)
	}
}

// finish lets the first of the files end that are checked.
func (h *heap) finish() {
	h.mu.Lock()
	defer h.mu.Unlock()
	file := slices.Min(slices.Collect(maps.Keys(h.let)))
	close(h.let[file])
	delete(h.let, file)
}

// TestBudgetErrors: an error of the work's own is no reason to begin it again, and who waits for his turn hears that nobody waits for
// him.
func TestBudgetErrors(t *testing.T) {
	h := newHeap(1000, 1)
	own := errors.New("of the work")
	if err := h.budget.do(context.Background(), func(context.Context) error { return own }); !errors.Is(err, own) {
		t.Errorf("%v, where the work says %v", err, own)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := h.budget.do(context.Background(), func(context.Context) error {
		cancel()
		return h.budget.do(ctx, func(context.Context) error { return nil })
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, where there is no room and nobody waits", err)
	}
	if err := h.budget.do(context.Background(), func(context.Context) error { return nil }); err != nil {
		t.Errorf("%v, where there is room", err)
	}
}
