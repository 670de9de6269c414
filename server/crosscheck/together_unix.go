//go:build unix

package crosscheck

import (
	"os/exec"
	"syscall"
)

// extraInPaths are further characters of paths that mean nothing to a shell.
const extraInPaths = ""

// together ends with a program all that it started.
func together(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
