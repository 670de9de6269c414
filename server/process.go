package server

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// process is a worker as its supervisor has it.
type process struct {
	cmd    *exec.Cmd
	stream *stream
	in     io.Closer // its stdin
	tail   *tail
	ended  chan struct{} // closed when it is gone

	mu     sync.Mutex
	reason string // why the supervisor ended it; "" when it did not
}

// startProcess starts a worker. What it writes to stderr goes there as well.
func startProcess(cmd *exec.Cmd, stderr io.Writer) (*process, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	p := &process{cmd: cmd, in: in, tail: &tail{to: stderr}, ended: make(chan struct{})}
	cmd.Stderr = p.tail
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting a worker: %w", err)
	}
	p.stream = newStream(pipes{out, in})
	return p, nil
}

// pipes are a process's stdout and stdin.
type pipes struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.in.Write(b) }

func (p pipes) Close() error { return errors.Join(p.in.Close(), p.ReadCloser.Close()) }

// kill ends a worker; reason is what people are told.
func (p *process) kill(reason string) {
	p.mu.Lock()
	if p.reason == "" {
		p.reason = reason
	}
	p.mu.Unlock()
	_ = p.cmd.Process.Kill()
}

// wait waits for the end of a process that said all that it says, and tells in a few words what ended it.
func (p *process) wait() string {
	_ = p.cmd.Wait()
	p.stream.abandon()
	close(p.ended)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reason != "" {
		return p.reason
	}
	return cause(p.tail.text(), p.cmd.ProcessState)
}

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
