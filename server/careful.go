package server

import (
	"context"
	"sync"
	"time"

	"cudals/analysis/source"
	"cudals/server/wire"
)

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
func (s *Server) past(_ context.Context, params *wire.Past) {
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
	path, mark := file.Path, wire.MarkOf(file.Text)
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
	_ = c.s.conn.Notify(c.s.ctx, wire.MethodBegin, wire.Attempt{Path: path, Mark: mark})
	c.s.stream.Drain()
	return func() {
		// This is said before the next suspect has its turn, so that the supervisor sees one at a time.
		_ = c.s.conn.Notify(c.s.ctx, wire.MethodEnd, wire.Attempt{Path: path, Mark: mark})
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
