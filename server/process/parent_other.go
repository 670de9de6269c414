//go:build !unix

package process

import "os"

// Exists reports whether a process runs. To find a process is to open it here, which fails when it is gone.
func Exists(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
