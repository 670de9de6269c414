package server

import (
	"context"
	"time"
)

// parentInterval is how often the client's process is looked at.
const parentInterval = 2 * time.Second

// awaitExit waits until a process is gone, and reports false when ctx ended first.
func awaitExit(ctx context.Context, pid int) bool {
	ticker := time.NewTicker(parentInterval)
	defer ticker.Stop()
	for {
		if !processExists(pid) {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
	}
}
