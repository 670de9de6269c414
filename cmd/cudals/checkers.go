package main

import (
	"bufio"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"

	"cudals/analysis/workspace"
	"cudals/server/process"
)

// checkers has files checked in a process that may die. What that costs is the file that ends it, and not the others.
type checkers struct {
	command func() *exec.Cmd
	stderr  io.Writer
	// here checks a file in this process, where no other can be started.
	here func(ctx context.Context, path string) (*workspace.Checked, error)
	// patient: a process that is not needed any more is waited for, as it has something to write.
	patient bool

	// together is held for reading by those whose file is checked beside others, and for writing by one that is checked
	// alone, because a process died that checked it with others.
	together sync.RWMutex

	mu  sync.Mutex
	now *checker // the one that runs; nil before the first
}

// checker is such a process.
type checker struct {
	*process.Process
	gone chan struct{} // closed when it is; reason is set then
	// reason is what it died of.
	reason string

	mu      sync.Mutex
	out     *gob.Encoder
	asked   int
	waiting map[int]chan *workspace.Checked
}

// What passes between them.
type (
	checkQuestion struct {
		ID   int
		Path string
	}
	checkReply struct {
		ID      int
		Checked *workspace.Checked
	}
)

// check is workspace.CheckOptions.Check.
func (c *checkers) check(ctx context.Context, path string) (*workspace.Checked, error) {
	c.together.RLock()
	checked, guilty, err := c.try(ctx, path)
	c.together.RUnlock()
	if checked != nil || err != nil {
		return checked, err
	}
	c.together.Lock()
	defer c.together.Unlock()
	for guilty == "" {
		if checked, guilty, err = c.try(ctx, path); checked != nil || err != nil {
			return checked, err
		}
	}
	return &workspace.Checked{Failure: "its analysis died (" + guilty + "); please report it"}, nil
}

// try asks a process. Where that dies, guilty is the reason when it was asked nothing else, and "" when another file may have
// been to blame.
func (c *checkers) try(ctx context.Context, path string) (checked *workspace.Checked, guilty string, err error) {
	w, err := c.worker()
	if err != nil {
		checked, err = c.here(ctx, path)
		return checked, "", err
	}
	answer := w.ask(path)
	select {
	case checked = <-answer:
		return checked, "", nil
	case <-ctx.Done():
		return nil, "", ctx.Err()
	case <-w.gone:
	}
	select {
	case checked = <-answer: // it was its last word
		return checked, "", nil
	default:
	}
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asked == 1 {
		guilty = w.reason
	}
	return nil, guilty, nil
}

// worker is the process that runs, a new one where the last is gone.
func (c *checkers) worker() (*checker, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil {
		select {
		case <-c.now.gone:
		default:
			return c.now, nil
		}
	}
	p, err := process.Start(c.command(), c.stderr)
	if err != nil {
		return nil, fmt.Errorf("checking in a process: %w", err)
	}
	w := &checker{Process: p, gone: make(chan struct{}), out: gob.NewEncoder(p.In), waiting: map[int]chan *workspace.Checked{}}
	c.now = w
	go w.listen()
	return w, nil
}

// close ends the process, at once unless somebody waits for what it writes.
func (c *checkers) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil {
		return
	}
	if c.patient {
		_ = c.now.In.Close()
		<-c.now.gone
	}
	c.now.Kill("it is not needed any more")
}

// ask returns where the answer will be.
func (w *checker) ask(path string) <-chan *workspace.Checked {
	answer := make(chan *workspace.Checked, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	w.waiting[w.asked] = answer
	_ = w.out.Encode(checkQuestion{w.asked, path}) // a process that does not take it is gone, and that is seen
	return answer
}

func (w *checker) listen() {
	in := gob.NewDecoder(bufio.NewReader(w.Out))
	for {
		var r checkReply
		if err := in.Decode(&r); err != nil {
			break
		}
		w.mu.Lock()
		answer := w.waiting[r.ID]
		delete(w.waiting, r.ID)
		w.mu.Unlock()
		if answer != nil && r.Checked != nil {
			answer <- r.Checked
		}
	}
	w.Kill("") // it says nothing that can be read, if it says anything
	w.reason = w.Wait()
	close(w.gone)
}

// beChecker answers questions until there are no more.
func (a *app) beChecker(ctx context.Context, check func(ctx context.Context, path string) (*workspace.Checked, error)) {
	in, out := gob.NewDecoder(bufio.NewReader(a.in)), gob.NewEncoder(a.out)
	var mu sync.Mutex
	for {
		var q checkQuestion
		if err := in.Decode(&q); err != nil {
			return // the parent has no more, or is gone
		}
		go func() {
			checked, err := check(ctx, q.Path)
			if err != nil {
				return // the work was given up
			}
			mu.Lock()
			defer mu.Unlock()
			if err := out.Encode(checkReply{q.ID, checked}); err != nil {
				os.Exit(exitFailed)
			}
		}()
	}
}
