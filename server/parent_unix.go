//go:build unix

package server

import (
	"errors"
	"syscall"
)

// processExists reports whether a process runs. One that belongs to someone else does.
func processExists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
