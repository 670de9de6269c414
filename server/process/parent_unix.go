//go:build unix

package process

import (
	"errors"
	"syscall"
)

// Exists reports whether a process runs. One that belongs to someone else does.
func Exists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
