package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestInterrupt: a person who has enough need not wait for an analysis that hears nothing.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no process can be sent an interrupt")
	}
	file := filepath.Join(t.TempDir(), "a.cu")
	if err := os.WriteFile(file, []byte("#pragma fake spin\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"check", "layout"} {
		cmd := exec.Command(os.Args[0], command, file)
		cmd.Args[0] = "cudals-fake"
		cmd.Env = append(os.Environ(), "GOTRACEBACK=single") // so that the worker's stderr is seen
		pipe, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stderr := bufio.NewReader(pipe)
		for line := ""; line != "spinning\n"; {
			if line, err = stderr.ReadString('\n'); err != nil {
				t.Fatalf("%s: %v", command, err)
			}
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(stderr)
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(string(rest), "cudals: interrupted") {
			t.Errorf("%s: %v: %s", command, err, rest)
		}
	}
}
