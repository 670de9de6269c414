package workspace

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// errOvertime is the cause of contexts whose work took more than it may.
var errOvertime = errors.New("it takes too long")

// idleShare is which part of the time that goes by counts where none was worked, so that what waits for ever ends too. A machine
// that gives work less than that part of one processor is taken for one that does not let it run.
const idleShare = 10

// within bounds work that begins now. Where Options.Worked tells how much was worked, that is what counts: each of the works under
// way, which sharers counts, is taken to have its share in it. Otherwise it is the time that goes by.
func (w *Workspace) within(ctx context.Context, limit time.Duration, sharers *atomic.Int64) (context.Context, context.CancelFunc) {
	if w.opts.Worked == nil {
		return context.WithTimeoutCause(ctx, limit, errOvertime)
	}
	limited, end := context.WithCancelCause(ctx)
	go w.count(limited, limit, sharers, end)
	return limited, func() { end(nil) }
}

// count ends work when it has had its due.
func (w *Workspace) count(ctx context.Context, limit time.Duration, sharers *atomic.Int64, end context.CancelCauseFunc) {
	sharers.Add(1)
	defer sharers.Add(-1)
	tick := time.NewTicker(max(limit/100, time.Millisecond))
	defer tick.Stop()
	var had time.Duration
	for before, since := w.opts.Worked(), time.Now(); had < limit; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		worked, now := w.opts.Worked(), time.Now()
		had += max((worked-before)/time.Duration(sharers.Load()), now.Sub(since)/idleShare)
		before, since = worked, now
	}
	end(errOvertime)
}

// overtime reports whether a context ended because its work took too long.
func overtime(ctx context.Context) bool { return context.Cause(ctx) == errOvertime } //nolint:errorlint // it is never wrapped
