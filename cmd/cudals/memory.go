package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"cudals/analysis/workspace"
)

// How much garbage may gather before it is collected, in percent of what is alive.
const (
	// growing is for work that is over soon, and for a server's first analysis: it reads all headers, and most of what it
	// makes of them stays.
	growing = 200
	// settled is for a server that lives beside an editor and a compiler: between two keystrokes there is time to collect.
	settled = 40
)

// collectAt sets how much garbage may gather, unless the environment says it.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// crowded reports whether a server holds more than limit bytes. What was let go since it said so shows once garbage was collected,
// which it has done where nothing else did.
func crowded(limit uint64) func() bool {
	var mu sync.Mutex
	var told uint64
	return func() bool {
		mu.Lock()
		defer mu.Unlock()
		held, number := alive()
		if held > limit && number == told {
			runtime.GC()
			held, number = alive()
		}
		if held > limit {
			told = number
		}
		return held > limit
	}
}

// settling is a server's engine: once a first document is analysed, memory is dearer than time.
type settling struct {
	workspace.Engine
	once sync.Once
}

// Analyze implements workspace.Engine.
func (s *settling) Analyze(ctx context.Context, in workspace.Input, prev workspace.Result) (workspace.Result, error) {
	defer s.once.Do(func() { collectAt(settled) })
	return s.Engine.Analyze(ctx, in, prev)
}
