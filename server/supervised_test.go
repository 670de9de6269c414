package server_test

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
	"cudals/analysis/workspace/enginetest"
	"cudals/server"
	"cudals/server/supervisor"
)

// workerVariable makes this test's program a supervisor's worker.
const workerVariable = "CUDALS_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	debug.SetMaxStack(1 << 20)
	code, err := server.Run(context.Background(), stdio{os.Stdin, os.Stdout}, options(time.Second/2, func(files source.Reader) workspace.Engine {
		return enginetest.New(files)
	}))
	if err != nil {
		os.Stderr.WriteString(err.Error())
	}
	os.Exit(code)
}

type stdio struct {
	io.Reader
	out *os.File
}

func (s stdio) Write(b []byte) (int, error) { return s.out.Write(b) }
func (s stdio) Close() error                { return errors.Join(os.Stdin.Close(), s.out.Close()) }

// supervised starts a session whose work is done by processes that may die, and counts them.
func supervised(t *testing.T, o supervisor.Options) (*editor, *atomic.Int32) {
	t.Helper()
	workers := new(atomic.Int32)
	if o.Command == nil {
		o.Command = func() *exec.Cmd {
			workers.Add(1)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), workerVariable+"=1", "GOTRACEBACK=none")
			return cmd
		}
	}
	return dial(t, nil, func(ctx context.Context, _ *editor, end io.ReadWriteCloser) (int, error) {
		return supervisor.Run(ctx, end, o)
	}), workers
}

const deadly = "#pragma fake overflow\n"

// codes are what a list says, in order.
func (p published) codes() string {
	var out []string
	for _, d := range p.Diagnostics {
		switch code := d.Code.(type) {
		case string:
			out = append(out, code)
		default:
			out = append(out, "number")
		}
	}
	return strings.Join(out, " ")
}

// TestDeath: what ends the process costs the document that did it, until it is edited, and nothing else.
func TestDeath(t *testing.T) {
	e, workers := supervised(t, supervisor.Options{})
	e.initialize()
	e.open("good.cu", 1, bad)
	e.open("deadly.cu", 1, bad)
	e.diagnostics("good.cu", 1)
	e.diagnostics("deadly.cu", 1)
	e.change("good.cu", 2, edit{2, 2, 2, 2, "word + "})
	e.diagnostics("good.cu", 2)

	e.change("deadly.cu", 2, edit{4, 0, 4, 0, deadly})
	hover := e.send("textDocument/hover", e.place("good.cu", 2, 4))
	if p := e.diagnostics("deadly.cu", 2); p.codes() != "number not-analysed" || !strings.Contains(p.Diagnostics[1].Message, "died (stack overflow)") {
		t.Errorf("the deadly document: %+v", p)
	}
	e.await("a line for the person", func(m message) bool {
		return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "deadly.cu died (stack overflow)")
	})
	e.await("the details", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "goroutine stack exceeds")
	})
	e.await("the status", func(m message) bool {
		return m.Method == "cudals/status" && strings.Contains(string(m.Params), `"failure":"its analysis died`)
	})
	if m := e.response(hover); m.Error != nil || !strings.Contains(string(m.Result), "word") {
		t.Errorf("hover: %+v", m)
	}
	if p := e.diagnostics("good.cu", 2); p.codes() != "number" {
		t.Errorf("the good document: %+v", p)
	}
	if raw := e.request("textDocument/hover", e.place("deadly.cu", 2, 4)); string(raw) != "null" {
		t.Errorf("hover %s", raw)
	}

	e.change("deadly.cu", 3, edit{4, 0, 5, 0, ""})
	if p := e.diagnostics("deadly.cu", 3); p.codes() != "number" {
		t.Errorf("after the edit: %+v", p)
	}
	if n := workers.Load(); n != 2 {
		t.Errorf("%d workers", n)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), `"diagnostics":[]`) {
			t.Errorf("a document looked clean: %s", m.Params)
		}
	}
}

// TestDeathAmongOthers: of documents that are analysed at the same time the one to blame is found.
func TestDeathAmongOthers(t *testing.T) {
	e, workers := supervised(t, supervisor.Options{})
	e.initialize()
	e.open("slow.cu", 1, "#pragma fake hang\n")
	e.open("deadly.cu", 1, deadly)
	e.await("a line for the person", func(m message) bool {
		return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "deadly.cu died")
	})
	if p := e.diagnostics("slow.cu", 1); p.codes() != "not-analysed" || !strings.Contains(p.Diagnostics[0].Message, "took longer") {
		t.Errorf("the slow document: %+v", p)
	}
	if p := e.diagnostics("deadly.cu", 1); p.codes() != "not-analysed" || !strings.Contains(p.Diagnostics[0].Message, "died") {
		t.Errorf("the deadly document: %+v", p)
	}
	if n := workers.Load(); n > 3 {
		t.Errorf("%d workers", n)
	}
}

// TestDeathLoop: a person who goes on typing in a deadly document does not end one process after the other.
func TestDeathLoop(t *testing.T) {
	e, workers := supervised(t, supervisor.Options{Pause: time.Hour})
	e.initialize()
	e.open("good.cu", 1, bad)
	e.open("deadly.cu", 1, bad)
	e.diagnostics("good.cu", 1) // else it may be to blame
	e.diagnostics("deadly.cu", 1)
	for version := 2; version < 8; version++ {
		e.replace("deadly.cu", version, deadly+strings.Repeat("\n", version))
		if p := e.diagnostics("deadly.cu", version); p.codes() != "number not-analysed" {
			t.Errorf("version %d: %+v", version, p)
		}
		e.request("textDocument/hover", e.place("good.cu", 2, 4)) // a new worker looks at it again, and it may be to blame till then
	}
	if n := workers.Load(); n != 3 {
		t.Errorf("%d workers", n)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	shown := 0
	for _, m := range e.received {
		if m.Method == "window/showMessage" {
			shown++
		}
	}
	if shown != 1 {
		t.Errorf("the person was told %d times", shown)
	}
}

// TestDeathIsRetried: a text that had to wait is analysed when its time has come.
func TestDeathIsRetried(t *testing.T) {
	e, _ := supervised(t, supervisor.Options{Pause: time.Millisecond})
	e.initialize()
	e.open("a.cu", 1, deadly)
	e.diagnostics("a.cu", 1)
	e.replace("a.cu", 2, deadly+"\n")
	e.diagnostics("a.cu", 2)
	e.replace("a.cu", 3, bad)
	for p := (published{}); p.codes() != "number"; {
		p = e.diagnostics("a.cu", 3)
	}
}

// TestDeathByRequest: a request that ends the process is answered with an error and not asked again.
func TestDeathByRequest(t *testing.T) {
	e, workers := supervised(t, supervisor.Options{})
	e.initialize()
	e.open("a.cu", 1, "die\n")
	e.diagnostics("a.cu", 1)
	const contentModified = -32801
	if code := e.fails("textDocument/hover", e.place("a.cu", 0, 1)); code != contentModified {
		t.Errorf("code %d", code)
	}
	if p := e.diagnostics("a.cu", 1); p.codes() != "not-analysed" {
		t.Errorf("afterwards: %+v", p)
	}
	e.request("textDocument/hover", e.place("a.cu", 0, 1))
	if n := workers.Load(); n != 2 {
		t.Errorf("%d workers", n)
	}
}

// TestDeathWhilePulling: a client that asks for diagnostics is told to ask again, and gets what is left.
func TestDeathWhilePulling(t *testing.T) {
	e, _ := supervised(t, supervisor.Options{})
	e.initialize(object{
		"initializationOptions": object{"diagnostics": "pull"},
		"capabilities": object{
			"textDocument": object{"diagnostic": object{}},
			"workspace":    object{"diagnostics": object{"refreshSupport": true}},
		},
	})
	params := object{"textDocument": object{"uri": e.uri("a.cu")}}
	e.open("a.cu", 1, bad)
	e.request("textDocument/diagnostic", params)
	e.replace("a.cu", 2, deadly+bad)
	id := e.send("textDocument/diagnostic", params)
	e.await("to be told to ask again", func(m message) bool { return m.Method == "workspace/diagnostic/refresh" })
	for _, raw := range []string{string(e.response(id).Result), string(e.request("textDocument/diagnostic", params))} {
		if !strings.Contains(raw, "20014") || !strings.Contains(raw, "not-analysed") {
			t.Errorf("report %s", raw)
		}
	}
}

// TestEndlessAnalysis: an analysis that does not hear that its time is up is a death.
func TestEndlessAnalysis(t *testing.T) {
	e, _ := supervised(t, supervisor.Options{Tick: 100 * time.Millisecond})
	e.initialize()
	e.open("a.cu", 1, "#pragma fake spin\n")
	for text := ""; !strings.Contains(text, "died (it did not end)"); {
		if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) > 0 {
			text = p.Diagnostics[0].Message
		}
	}
	e.replace("a.cu", 2, bad)
	if p := e.diagnostics("a.cu", 2); p.codes() != "number" {
		t.Errorf("afterwards: %+v", p)
	}
}

// TestSupervisedLife: the session ends as the protocol has it, whoever does the work.
func TestSupervisedLife(t *testing.T) {
	for name, test := range map[string]struct {
		end  func(e *editor)
		code int
	}{
		"exit after shutdown": {func(e *editor) { e.request("shutdown", nil); e.notify("exit", nil) }, 0},
		"both at once":        {func(e *editor) { e.send("shutdown", nil); e.notify("exit", nil) }, 0},
		"exit":                {func(e *editor) { e.notify("exit", nil) }, 1},
		"end of input":        {func(e *editor) { e.conn.Close() }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e, workers := supervised(t, supervisor.Options{})
			e.initialize()
			test.end(e)
			if end := e.wait(); end.code != test.code || end.err != nil {
				t.Errorf("end %+v", end)
			}
			if n := workers.Load(); n != 1 {
				t.Errorf("%d workers", n)
			}
		})
	}
}

// TestNoWorker: a client whose server cannot work is told so.
func TestNoWorker(t *testing.T) {
	e, _ := supervised(t, supervisor.Options{
		Pause:   time.Millisecond,
		Command: func() *exec.Cmd { return exec.Command(os.Args[0], "-no-such-flag") },
	})
	if code := e.fails("initialize", object{"capabilities": object{}}); code != -32603 {
		t.Errorf("code %d", code)
	}
	if end := e.wait(); end.code != 1 || end.err == nil {
		t.Errorf("end %+v", end)
	}
}
