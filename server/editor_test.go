package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/analysis/workspace/enginetest"
	"cudals/server"
)

// editor is a client written against the wire alone, so that the server's own types cannot hide a mistake from it. It
// waits on what it receives and never sleeps.
type editor struct {
	t      testing.TB
	conn   net.Conn
	engine *enginetest.Engine
	dir    string
	done   chan ended
	// gate, when set before initialize, is the engine's.
	gate chan struct{}
	// instead, when set before initialize, is the engine.
	instead func(source.Reader) workspace.Engine

	mu       sync.Mutex
	changed  *sync.Cond
	received []message
	taken    []bool
	closed   bool
	nextID   int
	// settings answer workspace/configuration, nil for none; folderSettings do for folders, by URI, and settings where they do not.
	settings       any
	folderSettings map[string]any
	asked          []message
}

type ended struct {
	code int
	err  error
}

// message is any JSON-RPC message.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

type object = map[string]any

// connect starts a server without saying a word to it; limits[0] bounds an analysis there. The files stand in a folder of their own.
func connect(t testing.TB, files map[string]string, limits ...time.Duration) *editor {
	t.Helper()
	limit := 20 * time.Second
	if len(limits) > 0 {
		limit = limits[0]
	}
	return dial(t, files, func(ctx context.Context, e *editor, end io.ReadWriteCloser) (int, error) {
		return server.Run(ctx, end, options(limit, func(files source.Reader) workspace.Engine {
			engine := enginetest.New(files)
			e.mu.Lock()
			defer e.mu.Unlock()
			if e.instead != nil {
				return e.instead(files)
			}
			engine.Gate = e.gate
			e.engine = engine
			return engine
		}))
	})
}

// options are those of the servers of all tests.
func options(limit time.Duration, engine func(source.Reader) workspace.Engine) server.Options {
	return server.Options{
		Version: "1.2.3", Rules: enginetest.Rules, Limit: limit, Engine: engine,
		DocURL:  func(rule *check.Rule) string { return "https://example.invalid/" + rule.Slug },
		Compile: toolchain.Settings{Toolkit: "none"},
		Layouts: map[string]func(io.Writer, *workspace.Layout) error{"plain": plainLayout},
		Project: projectKeys(),
	}
}

// dial connects to a server that run is.
func dial(t testing.TB, files map[string]string, run func(context.Context, *editor, io.ReadWriteCloser) (int, error)) *editor {
	t.Helper()
	client, end := net.Pipe()
	e := &editor{t: t, conn: client, dir: filepath.Join(t.TempDir(), "work space"), done: make(chan ended, 1)}
	e.changed = sync.NewCond(&e.mu)
	e.save(".cudals.yaml", "")
	for name, text := range files {
		e.save(name, text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		code, err := run(ctx, e, end)
		e.done <- ended{code, err}
	}()
	go e.read()
	t.Cleanup(func() {
		cancel()
		client.Close()
	})
	return e
}

// start connects and initializes. Capabilities are merged over those of an ordinary modern editor.
func start(t testing.TB, files map[string]string, options ...object) *editor {
	t.Helper()
	e := connect(t, files)
	e.initialize(options...)
	return e
}

// initialize says what an ordinary modern editor says first, with options merged over it.
func (e *editor) initialize(options ...object) json.RawMessage {
	e.t.Helper()
	params := object{
		"processId": nil, "rootUri": nil, "clientInfo": object{"name": "test"},
		"workspaceFolders": []any{object{"uri": e.uri(""), "name": "w"}},
		"capabilities": object{
			"textDocument": object{
				"publishDiagnostics": object{
					"versionSupport": true, "relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true,
					"tagSupport": object{"valueSet": []int{1, 2}},
				},
				"hover":      object{"contentFormat": []string{"markdown"}},
				"codeAction": object{"isPreferredSupport": true},
			},
			"workspace":    object{"workspaceEdit": object{"documentChanges": true}},
			"experimental": object{"cudalsStatus": true},
		},
	}
	for _, o := range options {
		merge(params, o)
	}
	result := e.request("initialize", params)
	e.notify("initialized", object{})
	return result
}

// save writes a file to disk and tells nobody.
func (e *editor) save(name, text string) {
	path := e.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

// release lets one analysis end that waits at the gate.
func (e *editor) release() {
	e.t.Helper()
	select {
	case e.gate <- struct{}{}:
	case <-time.After(20 * time.Second):
		e.t.Fatal("no analysis waits at the gate")
	}
}

// fileEvents are for workspace/didChangeWatchedFiles: 1 created, 2 changed, 3 deleted.
func (e *editor) fileEvent(name string, kind int) {
	e.notify("workspace/didChangeWatchedFiles", object{"changes": []any{object{"uri": e.uri(name), "type": kind}}})
}

func merge(to, from object) {
	for k, v := range from {
		if inner, ok := v.(object); ok {
			if outer, ok := to[k].(object); ok {
				merge(outer, inner)
				continue
			}
		}
		to[k] = v
	}
}

func (e *editor) path(name string) string { return filepath.Join(e.dir, name) }

func (e *editor) uri(name string) string {
	return "file://" + strings.ReplaceAll(e.path(name), " ", "%20")
}

func (e *editor) read() {
	in := bufio.NewReader(e.conn)
	for {
		length := 0
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				e.mu.Lock()
				e.closed = true
				e.changed.Broadcast()
				e.mu.Unlock()
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if value, ok := strings.CutPrefix(line, "Content-Length:"); ok {
				length, _ = strconv.Atoi(strings.TrimSpace(value))
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("server sent %q: %v", body, err)
			return
		}
		e.mu.Lock()
		e.received = append(e.received, m)
		e.taken = append(e.taken, false)
		settings, folderSettings := e.settings, e.folderSettings
		if m.Method != "" && m.ID != nil {
			e.asked = append(e.asked, m)
		}
		e.changed.Broadcast()
		e.mu.Unlock()
		if m.Method != "" && m.ID != nil {
			var result any
			if m.Method == "workspace/configuration" {
				result = answers(m.Params, settings, folderSettings)
			}
			go e.write(object{"jsonrpc": "2.0", "id": m.ID, "result": result})
		}
	}
}

// answers are what an editor says to workspace/configuration, an answer for each item.
func answers(params json.RawMessage, settings any, byFolder map[string]any) []any {
	var asked struct{ Items []struct{ ScopeURI string } }
	_ = json.Unmarshal(params, &asked)
	list := make([]any, len(asked.Items))
	for i, item := range asked.Items {
		list[i] = settings
		if own, ok := byFolder[item.ScopeURI]; ok {
			list[i] = own
		}
	}
	return list
}

func (e *editor) write(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		e.t.Error(err)
		return
	}
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (e *editor) raw(text string) { _, _ = io.WriteString(e.conn, text) }

func (e *editor) notify(method string, params any) {
	e.write(object{"jsonrpc": "2.0", "method": method, "params": params})
}

// send sends a request and returns its id.
func (e *editor) send(method string, params any) int {
	e.mu.Lock()
	e.nextID++
	id := e.nextID
	e.mu.Unlock()
	m := object{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	e.write(m)
	return id
}

// request sends a request and returns its result.
func (e *editor) request(method string, params any) json.RawMessage {
	e.t.Helper()
	m := e.response(e.send(method, params))
	if m.Error != nil {
		e.t.Fatalf("%s: %d %s", method, m.Error.Code, m.Error.Message)
	}
	return m.Result
}

// fails sends a request and returns the code of its error.
func (e *editor) fails(method string, params any) int {
	e.t.Helper()
	m := e.response(e.send(method, params))
	if m.Error == nil {
		e.t.Fatalf("%s: result %s where an error is expected", method, m.Result)
	}
	return m.Error.Code
}

func (e *editor) response(id int) message {
	e.t.Helper()
	want := strconv.Itoa(id)
	return e.await("the response to "+want, func(m message) bool { return m.Method == "" && string(m.ID) == want })
}

// await returns the first message, sent before or to come, that fits and was not returned before.
func (e *editor) await(what string, fits func(message) bool) message {
	e.t.Helper()
	expired := false
	timer := time.AfterFunc(20*time.Second, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		expired = true
		e.changed.Broadcast()
	})
	defer timer.Stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := 0; ; i++ {
		for i >= len(e.received) {
			if e.closed || expired {
				e.t.Fatalf("waiting for %s: the session ended or the time is up; received: %s", what, e.summary())
			}
			e.changed.Wait()
		}
		if !e.taken[i] && fits(e.received[i]) {
			e.taken[i] = true
			return e.received[i]
		}
	}
}

func (e *editor) summary() string {
	var b strings.Builder
	for _, m := range e.received {
		text, _ := json.Marshal(m)
		fmt.Fprintf(&b, "\n  %.400s", text)
	}
	return b.String()
}

func (e *editor) notification(method string) message {
	e.t.Helper()
	return e.await(method, func(m message) bool { return m.Method == method })
}

// published is what publishDiagnostics tells.
type published struct {
	URI         string
	Version     *int
	Diagnostics []struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Severity           int
		Code               any
		CodeDescription    struct{ Href string }
		Source, Message    string
		Tags               []int
		RelatedInformation []struct {
			Location struct {
				URI   string
				Range struct{ Start, End struct{ Line, Character int } }
			}
			Message string
		}
		Data json.RawMessage
	}
}

// diagnostics waits for the list of one file at one version; version 0 is a list without.
func (e *editor) diagnostics(name string, version int) published {
	e.t.Helper()
	var p published
	e.await(fmt.Sprintf("diagnostics of %s, version %d", name, version), func(m message) bool {
		if m.Method != "textDocument/publishDiagnostics" {
			return false
		}
		p = published{}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			e.t.Errorf("publishDiagnostics: %v", err)
		}
		uri := name
		if !strings.Contains(name, ":") {
			uri = e.uri(name)
		}
		return p.URI == uri && (version == 0 && p.Version == nil || p.Version != nil && *p.Version == version)
	})
	return p
}

func (e *editor) open(name string, version int, text string) {
	uri := name
	if !strings.Contains(name, ":") {
		uri = e.uri(name)
	}
	e.notify("textDocument/didOpen", object{"textDocument": object{
		"uri": uri, "languageId": "cuda-cpp", "version": version, "text": text,
	}})
}

type edit struct {
	line, character, endLine, endCharacter int
	text                                   string
}

func (e *editor) change(name string, version int, edits ...edit) {
	var changes []any
	for _, c := range edits {
		changes = append(changes, object{"range": object{
			"start": object{"line": c.line, "character": c.character},
			"end":   object{"line": c.endLine, "character": c.endCharacter},
		}, "text": c.text})
	}
	e.notify("textDocument/didChange", object{
		"textDocument": object{"uri": e.uri(name), "version": version}, "contentChanges": changes,
	})
}

func (e *editor) replace(name string, version int, text string) {
	e.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": e.uri(name), "version": version},
		"contentChanges": []any{object{"text": text}},
	})
}

func (e *editor) close(name string) {
	e.notify("textDocument/didClose", object{"textDocument": object{"uri": e.uri(name)}})
}

// wait waits for the end of the session.
func (e *editor) wait() ended {
	e.t.Helper()
	select {
	case end := <-e.done:
		return end
	case <-time.After(20 * time.Second):
		e.t.Fatal("the server does not end")
		return ended{}
	}
}

func at(line, character int) object { return object{"line": line, "character": character} }
