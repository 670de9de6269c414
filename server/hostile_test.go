package server_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/analysis/workspace/enginetest"
	"cudals/server"
)

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// refused waits for an answer to a message whose id is not known.
func (e *editor) refused(code int) {
	e.t.Helper()
	e.await("a refusal", func(m message) bool { return string(m.ID) == "null" && m.Error != nil && m.Error.Code == code })
}

// alive proves that the session goes on.
func (e *editor) alive() {
	e.t.Helper()
	if code := e.fails("no/such", nil); code != -32601 {
		e.t.Errorf("code %d", code)
	}
}

func TestHostileMessages(t *testing.T) {
	e := start(t, nil)
	for _, test := range []struct {
		body string
		code int
	}{
		{`{`, -32700},
		{`nonsense`, -32700},
		{`{"jsonrpc":"2.0","method":"x","params":{"a":}`, -32700},
		{`7`, -32600},
		{`{"jsonrpc":"1.0","id":1,"method":"x"}`, -32600},
		{`{"jsonrpc":"2.0","id":1.5,"method":"x"}`, -32600},
		{`{"jsonrpc":"2.0"}`, -32600},
		{"\xff\xfe", -32700},
	} {
		e.raw(frame(test.body))
		e.await("a refusal of "+test.body, func(m message) bool { return m.Error != nil && m.Method == "" && string(m.ID) == "null" })
		e.alive()
	}
	// A message that is too large is skipped without being kept.
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n", 300<<20))
	chunk := strings.Repeat(" ", 1<<20)
	for range 300 {
		e.raw(chunk)
	}
	e.refused(-32600)
	e.alive()
	// Other header fields and other spellings of the known one are fine.
	e.raw("content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:51\r\n\r\n" +
		`{"jsonrpc":"2.0","id":"text","method":"no/such/it"}`)
	e.await("the answer", func(m message) bool { return string(m.ID) == `"text"` && m.Error.Code == -32601 })
}

func TestWrongParams(t *testing.T) {
	e := start(t, nil)
	for _, params := range []any{
		nil, 7, "text",
		[]any{},
		object{},
		object{"textDocument": 7},
		object{"textDocument": object{"uri": 7}},
		object{"textDocument": object{"uri": ""}, "position": at(0, 0)},
		object{"textDocument": object{"uri": "nonsense"}, "position": at(0, 0)},
		object{"textDocument": object{"uri": "file:///a.cu"}, "position": object{"line": -1, "character": 0}},
		object{"textDocument": object{"uri": "file:///a%00b.cu"}, "position": at(0, 0)},
		object{"textDocument": object{"uri": "file:///%zz%"}, "position": at(0, 0)},
		object{"textDocument": object{"uri": "file:///a.cu"}, "position": object{"line": 1e30, "character": 0}},
	} {
		for _, method := range []string{
			"textDocument/hover", "textDocument/codeAction", "textDocument/diagnostic", "workspace/diagnostic", "cudals/explain",
		} {
			e.response(e.send(method, params))
		}
		for _, method := range []string{
			"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
			"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration", "workspace/didChangeWorkspaceFolders",
			"$/cancelRequest", "$/setTrace", "window/workDoneProgress/cancel", "initialized",
		} {
			e.notify(method, params)
		}
	}
	if code := e.fails("textDocument/hover", 7); code != -32602 {
		t.Errorf("code %d", code)
	}
	e.open("a.cu", 1, bad)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 {
		t.Errorf("diagnostics %+v", p)
	}
	// A place far outside the text is an answer, not a fault.
	e.request("textDocument/hover", e.place("a.cu", 1<<30, 1<<30))
	e.actions("a.cu", 1<<30, 5, 2)
}

func TestBrokenHeader(t *testing.T) {
	for _, text := range []string{
		"Content-Length: -5\r\n\r\n{}", "Content-Length: many\r\n\r\n{}", "nonsense\r\n\r\n", "\r\n\r\n",
		"Content-Length: 99999999999999999999\r\n\r\n{}", strings.Repeat("x", 1<<20),
	} {
		e := connect(t, nil)
		go e.raw(text)
		if end := e.wait(); end.code != 1 || end.err == nil {
			t.Errorf("%.40q: %+v", text, end)
		}
	}
}

// pipe is a connection that gives a fixed input and takes any output.
type pipe struct {
	io.Reader
	io.Writer
}

func (pipe) Close() error { return nil }

// FuzzMessages feeds the server whole sessions.
func FuzzMessages(f *testing.F) {
	hello := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	open := frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.cu","languageId":"cuda-cpp","version":1,"text":"host_only()"}}}`)
	change := frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.cu","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":4}},"text":"x"}]}}`)
	hover := frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.cu"},"position":{"line":0,"character":0}}}`)
	bye := frame(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`) + frame(`{"jsonrpc":"2.0","method":"exit"}`)
	f.Add([]byte(hello + open + change + hover + bye))
	f.Add([]byte(hello + frame(`[{"jsonrpc":"2.0","id":9,"method":"x"},7]`) + bye))
	f.Add([]byte("Content-Length: 3\r\n\r\n{}\n" + hello))
	f.Fuzz(func(t *testing.T, input []byte) {
		_, _ = server.Run(context.Background(), pipe{bytes.NewReader(input), io.Discard}, server.Options{
			Rules: enginetest.Rules, Disk: source.NewOverlay(nil), Compile: toolchain.Settings{Toolkit: "none", Flags: []string{}},
			Engine: func(files source.Reader) workspace.Engine { return enginetest.New(files) },
		})
	})
}

// TestDeepAnswers asks for the structure of what is nested deeper than clients read answers.
func TestDeepAnswers(t *testing.T) {
	const n = 3000
	e := realEditor(t, "standalone", strings.Repeat("namespace n {\n", n)+"int x;\n"+strings.Repeat("}", n))
	all, deepest := 0, 0
	var count func(list []symbol, level int)
	count = func(list []symbol, level int) {
		deepest = max(deepest, level)
		for i := range list {
			all++
			count(list[i].Children, level+1)
		}
	}
	count(ask[[]symbol](e, "textDocument/documentSymbol", object{"textDocument": object{"uri": e.uri("a.cu")}}), 0)
	if all < 1000 || deepest > 300 {
		t.Errorf("%d symbols, %d deep", all, deepest)
	}
	type selection struct{ Parent *selection }
	got := ask[[]selection](e, "textDocument/selectionRange", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "positions": []object{at(n, 4)},
	})
	deepest = 0
	for s := &got[0]; s != nil; s = s.Parent {
		deepest++
	}
	if deepest < 10 || deepest > 300 {
		t.Errorf("%d selections", deepest)
	}
}
