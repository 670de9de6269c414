//go:build !unix

package crosscheck

import "os/exec"

// extraInPaths are further characters of paths that mean nothing to a shell.
const extraInPaths = `\`

// together ends with a program all that it started: here it can end the program alone.
func together(*exec.Cmd) {}
