package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// progressBar reports long work to the client, which can cancel it. Its zero value reports to nobody.
type progressBar struct {
	s      *Server
	token  protocol.ProgressToken
	cancel context.CancelFunc
	last   time.Time
}

// bars holds the work that the client may cancel, by token.
type bars struct {
	mu   sync.Mutex
	open map[protocol.ProgressToken]context.CancelFunc
}

// progress begins to report under the token that the client gave, or under one of the server's own. The context that it
// returns ends when the person cancels.
func (s *Server) progress(ctx context.Context, token protocol.ProgressToken, title string) (context.Context, *progressBar) {
	ctx, cancel := context.WithCancel(ctx)
	bar := &progressBar{s: s, token: token, cancel: cancel}
	if token == nil {
		if !s.caps.progress {
			return ctx, bar
		}
		bar.token = protocol.String(fmt.Sprintf("cudals-%d-%d", os.Getpid(), s.tokens.Add(1)))
		if err := s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: bar.token}); err != nil {
			bar.token = nil
			return ctx, bar
		}
	}
	s.bars.mu.Lock()
	if s.bars.open == nil {
		s.bars.open = map[protocol.ProgressToken]context.CancelFunc{}
	}
	s.bars.open[bar.token] = cancel
	s.bars.mu.Unlock()
	yes := true
	bar.send(protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: &yes})
	return ctx, bar
}

// patience is how long a person waits without asking what is going on.
const patience = 500 * time.Millisecond

// reportCold shows that a document's first analysis is under way, when that takes long: it has to read all of its headers.
func (s *Server) reportCold(path string) {
	if !s.caps.progress {
		return
	}
	snapshot := s.ws.Snapshot()
	s.background(func(ctx context.Context) {
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		if _, err := snapshot.Analysis(soon, path); !errors.Is(err, context.DeadlineExceeded) {
			return
		}
		// Who cancels wants to see it no more; the analysis goes on, because everything else waits for it.
		ctx, bar := s.progress(ctx, nil, "Reading "+filepath.Base(path)+" and its headers")
		defer bar.end()
		_, _ = snapshot.Analysis(ctx, path)
	})
}

// step tells how much is done; more often than ten times a second nobody can read it.
func (b *progressBar) step(path string, done, total int) {
	if b.token == nil || time.Since(b.last) < 100*time.Millisecond {
		return
	}
	b.last = time.Now()
	percent := uint32(100 * done / max(total, 1))
	message := fmt.Sprintf("%d of %d: %s", done, total, filepath.Base(path))
	b.send(protocol.WorkDoneProgressReport{Kind: "report", Message: &message, Percentage: &percent})
}

func (b *progressBar) end() {
	defer b.cancel()
	if b.token == nil {
		return
	}
	b.s.bars.mu.Lock()
	delete(b.s.bars.open, b.token)
	b.s.bars.mu.Unlock()
	b.send(protocol.WorkDoneProgressEnd{Kind: "end"})
}

func (b *progressBar) send(value any) {
	raw, err := json.Marshal(value)
	if err != nil {
		return
	}
	_ = b.s.client.Progress(b.s.ctx, &protocol.ProgressParams{Token: b.token, Value: raw})
}

// cancelProgress is window/workDoneProgress/cancel.
func (s *Server) cancelProgress(_ context.Context, params *protocol.WorkDoneProgressCancelParams) {
	s.bars.mu.Lock()
	cancel := s.bars.open[params.Token]
	s.bars.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}
