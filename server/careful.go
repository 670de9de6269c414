package server

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync"
	"time"

	"cudals/analysis/source"
)

// What passes between a supervisor and its worker beyond the protocol. No client sees any of it.
const (
	// methodPast is the first that a worker is told: what became of those before it.
	methodPast = "$/cudals/past"
	// methodBegin and methodEnd tell the supervisor on which files the engine runs: one of them is to blame when the worker
	// dies.
	methodBegin = "$/cudals/begin"
	methodEnd   = "$/cudals/end"
	// methodPing is answered at once by whoever still takes messages.
	methodPing = "$/cudals/ping"
)

// past is what a worker has to know of the workers before it.
type past struct {
	Deadly []deadly `json:"deadly,omitempty"`
	// Suspects are files that were analysed together when a worker died. They are analysed one after the other, so that
	// the next death tells which it was.
	Suspects []string `json:"suspects,omitempty"`
}

// deadly is a file whose analysis ended a worker.
type deadly struct {
	Path string `json:"path"`
	// Mark is that of the text which did; "" where it is not known. That text is not tried again.
	Mark string `json:"mark,omitempty"`
	// Wait is how long another text is not tried either, in milliseconds.
	Wait int64 `json:"wait,omitempty"`
	// Line is for people.
	Line string `json:"line"`
	// Kept is what the client was told of the file last.
	Kept []json.RawMessage `json:"kept,omitempty"`
}

// attempt is one run of the engine.
type attempt struct {
	Path string `json:"path"`
	Mark string `json:"mark,omitempty"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// markOf tells texts of one file apart, in all processes alike.
func markOf(text []byte) string {
	return fmt.Sprintf("%d-%08x", len(text), crc32.Checksum(text, castagnoli))
}

// careful keeps a worker from what ended the workers before it, and its supervisor informed. Without a supervisor it does
// nothing.
type careful struct {
	s *Server
	// alone is held by the one suspect that is analysed.
	alone chan struct{}

	mu         sync.Mutex
	supervised bool
	deadly     map[string]*refused
	suspects   map[string]bool
}

// refused is a file that is not analysed.
type refused struct {
	mark  string
	line  string
	until time.Time   // for any text
	again *time.Timer // runs until then when a text waits
}

func newCareful(s *Server) *careful {
	return &careful{s: s, alone: make(chan struct{}, 1), deadly: map[string]*refused{}, suspects: map[string]bool{}}
}

// past is the notification of that name.
func (s *Server) past(_ context.Context, params *past) {
	if s.life.began() {
		return
	}
	c := s.careful
	c.mu.Lock()
	defer c.mu.Unlock()
	c.supervised = true
	for _, d := range params.Deadly {
		c.deadly[d.Path] = &refused{mark: d.Mark, line: d.Line, until: time.Now().Add(time.Duration(d.Wait) * time.Millisecond)}
		if len(d.Kept) > 0 {
			s.kept[d.Path] = d.Kept
		}
	}
	for _, path := range params.Suspects {
		c.suspects[path] = true
	}
}

// begin is workspace.Options.Begin.
func (c *careful) begin(ctx context.Context, file *source.File) (end func(), refusal string) {
	nothing := func() {}
	c.mu.Lock()
	if !c.supervised {
		c.mu.Unlock()
		return nothing, ""
	}
	path, mark := file.Path, markOf(file.Text)
	if d := c.deadly[path]; d != nil {
		wait := time.Until(d.until)
		if wait > 0 && d.mark != mark && d.again == nil {
			d.again = time.AfterFunc(wait, func() { c.retry(path, d) })
		}
		if d.mark == mark || wait > 0 {
			c.mu.Unlock()
			return nothing, d.line
		}
	}
	suspect := c.suspects[path]
	c.mu.Unlock()
	if suspect {
		select {
		case c.alone <- struct{}{}:
		case <-ctx.Done():
			return nothing, ""
		}
	}
	// The supervisor must have it before anything can go wrong.
	_ = c.s.conn.Notify(c.s.ctx, methodBegin, attempt{path, mark})
	c.s.stream.drain()
	return func() {
		// This is said before the next suspect has its turn, so that the supervisor sees one at a time.
		_ = c.s.conn.Notify(c.s.ctx, methodEnd, attempt{path, mark})
		if suspect {
			c.mu.Lock()
			delete(c.suspects, path)
			c.mu.Unlock()
			<-c.alone
		}
	}, ""
}

// retry has a text analysed that had to wait.
func (c *careful) retry(path string, d *refused) {
	c.mu.Lock()
	d.again = nil
	c.mu.Unlock()
	if c.s.ctx.Err() == nil {
		c.s.ws.Again(path)
	}
}

// closed lets a file's text be tried again when it is opened again.
func (c *careful) closed(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d := c.deadly[path]; d != nil {
		d.mark = ""
	}
}
