package server_test

import (
	"fmt"
	"testing"
)

// TestRefresh: a client is told to ask again for lists when something else than its own edit changes them.
func TestRefresh(t *testing.T) {
	e := start(t, map[string]string{"h.cuh": header}, object{"capabilities": object{"workspace": object{
		"inlayHint": object{"refreshSupport": true}, "codeLens": object{"refreshSupport": true},
	}}})
	refreshed := func(why string, methods ...string) {
		t.Helper()
		for _, method := range methods {
			e.await(method+" after "+why, func(m message) bool { return m.Method == method })
		}
	}
	e.open("a.cu", 1, user)
	e.diagnostics("a.cu", 1)
	e.replace("a.cu", 2, user+"\n")
	e.diagnostics("a.cu", 2)
	e.mu.Lock()
	for _, m := range e.received {
		if m.Method == "workspace/inlayHint/refresh" {
			t.Error("the client knows of its own edits")
		}
	}
	e.mu.Unlock()

	e.save("h.cuh", header+"// changed\n")
	e.fileEvent("h.cuh", 2)
	refreshed("a header changed", "workspace/inlayHint/refresh", "workspace/codeLens/refresh")
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{"inlayHints": object{"spaces": false}}}})
	refreshed("settings changed", "workspace/inlayHint/refresh", "workspace/codeLens/refresh")
}

// TestRefreshAsleep: that a document's model was let go and is made again is no reason to ask again, which would have others let go.
func TestRefreshAsleep(t *testing.T) {
	e := start(t, nil, object{"capabilities": object{"workspace": object{"inlayHint": object{"refreshSupport": true}}}})
	for i := range 12 {
		name := fmt.Sprintf("%d.cu", i)
		e.open(name, 1, bad)
		e.diagnostics(name, 1)
	}
	for i := range 12 {
		e.request("textDocument/hover", object{"textDocument": object{"uri": e.uri(fmt.Sprintf("%d.cu", i))}, "position": at(0, 1)})
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "workspace/inlayHint/refresh" {
			t.Fatal("nothing has changed")
		}
	}
}
