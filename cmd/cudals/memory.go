package main

import (
	"context"
	"os"
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
