//go:build !unix

package server

import "os"

// processExists reports whether a process runs. To find a process is to open it here, which fails when it is gone.
func processExists(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
