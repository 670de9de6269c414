// Package process runs a program that may die, and finds out in a few words what it died of.
package process

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Process is a program that runs. Its end is told by Out: whoever reads that to its end calls Wait.
type Process struct {
	// In and Out are its stdin and stdout.
	In  io.WriteCloser
	Out io.ReadCloser

	cmd   *exec.Cmd
	tail  *tail
	ended chan struct{}

	mu     sync.Mutex
	reason string // why it was killed; "" when it was not
}

// Start starts a program. What it writes to stderr is kept for Wait, and goes to stderr as well where that is not nil.
func Start(cmd *exec.Cmd, stderr io.Writer) (*Process, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	p := &Process{In: in, Out: out, cmd: cmd, tail: &tail{to: stderr}, ended: make(chan struct{})}
	cmd.Stderr = p.tail
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting a process: %w", err)
	}
	return p, nil
}

// Kill ends the program; reason is what Wait returns.
func (p *Process) Kill(reason string) {
	p.mu.Lock()
	if p.reason == "" {
		p.reason = reason
	}
	p.mu.Unlock()
	_ = p.cmd.Process.Kill()
}

// Wait waits for the end of a program that has said all that it says, and tells in a few words what ended it. It is called
// once.
func (p *Process) Wait() string {
	_ = p.cmd.Wait()
	close(p.ended)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reason != "" {
		return p.reason
	}
	return cause(p.tail.text(), p.cmd.ProcessState)
}

// Ended is closed when Wait has seen the end.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// LastWords are the lines in which the program said how it ended, for whoever looks for the fault.
func (p *Process) LastWords() string { return lastWords(p.tail.text()) }

var (
	overflow = regexp.MustCompile(`(?m)^(?:runtime: goroutine stack exceeds|fatal error: stack overflow)`)
	// dying is the first line of what the runtime says when it ends the program.
	dying = regexp.MustCompile(`(?m)^(?:runtime: goroutine stack exceeds .*|(?:fatal error|panic): (.*)|SIG[A-Z]+: (.*))$`)
	// lastLine is the program's own last word.
	lastLine = regexp.MustCompile(`(?m)^cudals: (.*)$`)
)

// cause tells in a few words why a program ended that was not asked to.
func cause(stderr string, state *os.ProcessState) string {
	if overflow.MatchString(stderr) {
		return "stack overflow"
	}
	if m := dying.FindStringSubmatch(stderr); m != nil {
		return fmt.Sprintf("%.100s", m[1]+m[2])
	}
	if all := lastLine.FindAllStringSubmatch(stderr, -1); all != nil {
		return fmt.Sprintf("%.100s", all[len(all)-1][1])
	}
	return state.String()
}

// lastWords are the lines in which a program says how it ended, for whoever looks for the fault.
func lastWords(stderr string) string {
	const lines = 40
	if at := dying.FindStringIndex(stderr); at != nil {
		stderr = stderr[at[0]:]
		return strings.Join(firstLines(stderr, lines), "\n")
	}
	all := strings.Split(strings.TrimRight(stderr, "\n"), "\n")
	return strings.Join(all[max(len(all)-lines, 0):], "\n")
}

func firstLines(text string, n int) []string {
	all := strings.SplitN(text, "\n", n+1)
	return all[:min(len(all), n)]
}

// tail passes on what is written, and keeps the end of it.
type tail struct {
	to io.Writer

	mu   sync.Mutex
	kept []byte
}

// maxTail bounds what is kept: a runtime's account of its end is shorter.
const maxTail = 256 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	t.kept = append(t.kept, b...)
	if len(t.kept) > 2*maxTail {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-maxTail:]...)
	}
	t.mu.Unlock()
	if t.to != nil {
		_, _ = t.to.Write(b) // that nobody reads it must not end the worker
	}
	return len(b), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
