package supervisor_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"

	"cudals/server/supervisor"
	"cudals/server/wire"
)

// workerVariable makes this test's program a supervisor's worker. What it does with a real server's work is tested in package server.
const workerVariable = "CUDALS_TEST_PARROT"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	parrot()
}

type stdio struct{}

func (stdio) Read(b []byte) (int, error)  { return os.Stdin.Read(b) }
func (stdio) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (stdio) Close() error                { return errors.Join(os.Stdin.Close(), os.Stdout.Close()) }

// parrot is a worker that tells the client what it hears, and dies of a text or a request that says so.
func parrot() {
	s := wire.NewStream(stdio{})
	say := func(m jsonrpc2.Message) { _, _ = s.Write(context.Background(), m) }
	notify := func(method string, params any) {
		raw, _ := json.Marshal(params)
		m := jsonrpc2.NewNotification(method, raw)
		say(m)
	}
	for {
		m, _, err := s.Read(context.Background())
		if err != nil {
			os.Exit(0)
		}
		switch m := m.(type) {
		case *jsonrpc2.Notification:
			notify("heard", map[string]any{"method": m.Method(), "params": json.RawMessage(m.Params())})
			if strings.Contains(string(m.Params()), "deadly text") && m.Method() != wire.MethodPast {
				notify(wire.MethodBegin, wire.Attempt{Path: "/d.cu", Mark: wire.MarkOf([]byte("deadly text"))})
				s.Drain()
				os.Exit(3)
			}
		case *jsonrpc2.Call:
			if m.Method() == "die" {
				os.Exit(3)
			}
			say(jsonrpc2.NewResponse(m.ID(), jsonrpc2.RawMessage(`"done"`), nil))
		}
	}
}

// client speaks to a supervisor.
type client struct {
	t *testing.T
	*wire.Stream
	end chan int
}

func start(t *testing.T) *client {
	t.Helper()
	near, far := net.Pipe()
	c := &client{t: t, Stream: wire.NewStream(near), end: make(chan int, 1)}
	o := supervisor.Options{Pause: time.Millisecond, Command: func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), workerVariable+"=1")
		return cmd
	}}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		code, _ := supervisor.Run(ctx, far, o)
		c.end <- code
	}()
	t.Cleanup(func() {
		cancel()
		c.Abandon()
	})
	return c
}

func (c *client) call(id int64, method, params string) {
	_, _ = c.Write(c.t.Context(), jsonrpc2.NewCall(jsonrpc2.NewNumberID(id), method, jsonrpc2.RawMessage(params)))
}

func (c *client) notify(method, params string) {
	_, _ = c.Write(c.t.Context(), jsonrpc2.NewNotification(method, jsonrpc2.RawMessage(params)))
}

// until reads up to the first message that has all the parts, and returns it with those before.
func (c *client) until(parts ...string) (all string) {
	c.t.Helper()
	for {
		text, _, err := c.ReadFrame(c.t.Context())
		if err != nil {
			c.t.Fatalf("%v while waiting for %q behind %s", err, parts, all)
		}
		all += string(text) + "\n"
		found := true
		for _, part := range parts {
			found = found && strings.Contains(string(text), part)
		}
		if found {
			return all
		}
	}
}

func (c *client) begin() {
	c.t.Helper()
	c.until(wire.MethodPast)
	c.call(1, "initialize", `{"processId":null,"capabilities":{}}`)
	c.until(`"id":1,`, `"done"`)
	c.notify("initialized", `{}`)
	c.until(`"method":"initialized"`)
}

// TestReplay: the next worker hears what the session has come to, and a request that was not to blame is answered by it.
func TestReplay(t *testing.T) {
	c := start(t)
	c.begin()
	c.notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///a.cu","languageId":"cuda-cpp","version":1,"text":"one"}}`)
	c.notify("textDocument/didChange", `{"textDocument":{"uri":"file:///a.cu","version":2},"contentChanges":[{"text":"two"}]}`)
	c.notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///gone.cu","languageId":"cuda-cpp","version":1,"text":"gone"}}`)
	c.notify("textDocument/didClose", `{"textDocument":{"uri":"file:///gone.cu"}}`)
	c.notify("workspace/didChangeConfiguration", `{"settings":{"a":1}}`)
	c.call(2, "die", `{}`)
	all := c.until("didOpen", "two")
	for _, part := range []string{`"id":2,"error"`, wire.MethodPast, `"method":"initialized"`, `"a":1`, `"version":2`} {
		if !strings.Contains(strings.ReplaceAll(all, `"version":2`, `"version":2`), part) {
			t.Errorf("no %s in %s", part, all)
		}
	}
	if behind := all[strings.LastIndex(all, wire.MethodPast):]; strings.Contains(behind, "gone") || strings.Contains(behind, "one") {
		t.Errorf("the next worker heard %s", behind)
	}
	c.call(3, "shutdown", "null")
	c.until(`"id":3,`)
	c.notify("exit", "null")
	go func() { _, _ = io.Copy(io.Discard, reader{c}) }()
	if code := <-c.end; code != 0 {
		t.Errorf("code %d", code)
	}
}

// reader reads frames that nobody wants.
type reader struct{ c *client }

func (r reader) Read([]byte) (int, error) {
	_, _, err := r.c.ReadFrame(context.Background())
	return 0, err
}

// TestBlame: the next worker is told which text ended the one before it, and the person which file.
func TestBlame(t *testing.T) {
	c := start(t)
	c.begin()
	c.notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///d.cu","languageId":"cuda-cpp","version":1,"text":"deadly text"}}`)
	all := c.until(wire.MethodPast, "/d.cu", wire.MarkOf([]byte("deadly text")))
	if !strings.Contains(all, "window/showMessage") || !strings.Contains(all, "d.cu died") || strings.Contains(all, wire.MethodBegin) {
		t.Errorf("the client heard %s", all)
	}
}
