package process

import (
	"context"
	"time"
)

// parentInterval is how often the client's process is looked at.
const parentInterval = 2 * time.Second

// AwaitExit waits until a process is gone, and reports false when ctx ended first.
func AwaitExit(ctx context.Context, pid int) bool {
	ticker := time.NewTicker(parentInterval)
	defer ticker.Stop()
	for {
		if !Exists(pid) {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
	}
}
