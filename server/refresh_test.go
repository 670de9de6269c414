package server_test

import (
	"fmt"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
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

// TestRefreshAside: the lists of a document do not wait for what another architecture sees in it; the client is told to ask again.
func TestRefreshAside(t *testing.T) {
	e := connect(t, nil)
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize(object{
		"initializationOptions": object{"mode": "standalone", "flags": []string{"-gencode=arch=compute_70,code=sm_70", "-gencode=arch=compute_90,code=sm_90"}},
		"capabilities":          object{"workspace": object{"inlayHint": object{"refreshSupport": true}}},
	})
	const text = "__device__ int f() { return 1; }\n#ifdef __APPLE__\nint g;\n#endif\n"
	e.open("a.cu", 1, text)
	e.diagnostics("a.cu", 1)
	e.close("a.cu")
	e.open("a.cu", 2, text+"#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\nint more = [] { return 1; }();\n#endif\n")
	e.diagnostics("a.cu", 2)
	e.await("the refresh", func(m message) bool { return m.Method == "workspace/inlayHint/refresh" })
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
