package server_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

func decoded(t *testing.T, m message, to any) bool {
	t.Helper()
	if err := json.Unmarshal(m.Params, to); err != nil {
		t.Errorf("%s: %v", m.Params, err)
		return false
	}
	return true
}

func (e *editor) place(name string, line, character int) object {
	return object{"textDocument": object{"uri": e.uri(name)}, "position": at(line, character)}
}

func TestHover(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, bad)
	raw := e.request("textDocument/hover", e.place("a.cu", 2, 4))
	want := `{"contents":{"kind":"markdown","value":"` + "`host_only` is a word" + `"},"range":{"start":{"line":2,"character":2},"end":{"line":2,"character":11}}}`
	if string(raw) != want {
		t.Errorf("hover %s", raw)
	}
	if raw := e.request("textDocument/hover", e.place("a.cu", 3, 0)); string(raw) != "null" {
		t.Errorf("hover over nothing: %s", raw)
	}
	if raw := e.request("textDocument/hover", e.place("closed.cu", 0, 0)); string(raw) != "null" {
		t.Errorf("hover over a closed document: %s", raw)
	}
}

// TestPlainHover: a client that does not show Markdown gets text without marks.
func TestPlainHover(t *testing.T) {
	e := start(t, nil, object{"capabilities": object{"textDocument": object{"hover": object{"contentFormat": []string{"plaintext"}}}}})
	e.open("a.cu", 1, bad)
	raw := e.request("textDocument/hover", e.place("a.cu", 2, 4))
	if want := `{"kind":"plaintext","value":"host_only is a word"}`; !strings.Contains(string(raw), want) {
		t.Errorf("hover %s", raw)
	}
}

// TestSlowHover: a request that takes long delays neither edits nor other requests, and can be cancelled.
func TestSlowHover(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "int hang;")
	e.diagnostics("a.cu", 1)
	id := e.send("textDocument/hover", e.place("a.cu", 0, 5))
	e.change("a.cu", 2, edit{0, 0, 0, 0, "host_only(); "})
	if p := e.diagnostics("a.cu", 2); len(p.Diagnostics) != 1 {
		t.Errorf("diagnostics %+v", p)
	}
	e.request("textDocument/hover", e.place("a.cu", 0, 3))
	e.notify("$/cancelRequest", object{"id": id})
	if m := e.response(id); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("cancelled: %+v", m)
	}
	e.notify("$/cancelRequest", object{"id": 12345})
	e.notify("$/cancelRequest", object{"id": "no such"})
}

// TestStaleRequest: what was asked of a version that is gone before it was understood is answered as the protocol has it.
func TestStaleRequest(t *testing.T) {
	e := connect(t, nil)
	e.gate = make(chan struct{})
	e.initialize()
	e.open("a.cu", 1, bad)
	e.release()
	e.diagnostics("a.cu", 1)
	e.change("a.cu", 2, edit{0, 0, 0, 0, " "})
	id := e.send("textDocument/hover", e.place("a.cu", 2, 4))
	e.change("a.cu", 3, edit{0, 0, 0, 0, " "})
	if m := e.response(id); m.Error == nil || m.Error.Code != -32801 {
		t.Errorf("response %+v", m)
	}
	e.release()
	e.diagnostics("a.cu", 3)
}

type action struct {
	Title       string
	Kind        string
	IsPreferred bool
	Diagnostics []struct{ Message string }
	Edit        struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []struct {
				Range   struct{ Start, End struct{ Line, Character int } }
				NewText string
			}
		}
		Changes map[string]any
	}
}

// actions are those that mend something; others are asked for by their kind.
func (e *editor) actions(name string, line, from, to int, only ...string) []action {
	e.t.Helper()
	list := e.allActions(name, line, from, to, only...)
	if only == nil {
		list = slices.DeleteFunc(list, func(a action) bool { return a.Kind == "quickfix.suppress" })
	}
	return list
}

func (e *editor) allActions(name string, line, from, to int, only ...string) []action {
	e.t.Helper()
	context := object{"diagnostics": []any{}}
	if only != nil {
		context["only"] = only
	}
	raw := e.request("textDocument/codeAction", object{
		"textDocument": object{"uri": e.uri(name)},
		"range":        object{"start": at(line, from), "end": at(line, to)}, "context": context,
	})
	var list []action
	if err := json.Unmarshal(raw, &list); err != nil {
		e.t.Fatalf("%s: %v", raw, err)
	}
	return list
}

func TestCodeActions(t *testing.T) {
	e := start(t, map[string]string{"h.cuh": header})
	e.open("a.cu", 4, user+"#pragma fake warn\n#pragma fake warn\n")
	list := e.actions("a.cu", 1, 12, 12)
	if len(list) != 1 || list[0].Kind != "quickfix" || list[0].IsPreferred || len(list[0].Diagnostics) != 1 {
		t.Fatalf("actions %+v", list)
	}
	// The mend is in another file, which is not open and so has no version.
	change := list[0].Edit.DocumentChanges
	if len(change) != 1 || change[0].TextDocument.URI != e.uri("h.cuh") || change[0].TextDocument.Version != nil ||
		change[0].Edits[0].NewText != "__host__ __device__ " {
		t.Errorf("edit %+v", list[0].Edit)
	}
	if list := e.actions("a.cu", 1, 0, 2); len(list) != 0 {
		t.Errorf("elsewhere: %+v", list)
	}
	list = e.actions("a.cu", 2, 3, 3)
	if len(list) != 2 || list[1].Title != "Mend all 2 findings of fake-pragma" || len(list[1].Edit.DocumentChanges[0].Edits) != 2 ||
		!list[0].IsPreferred || *list[0].Edit.DocumentChanges[0].TextDocument.Version != 4 {
		t.Errorf("preferred: %+v", list)
	}
	if list := e.actions("a.cu", 2, 3, 3, "refactor"); len(list) != 0 {
		t.Errorf("only refactor: %+v", list)
	}
	for _, only := range []string{"source", "source.fixAll", "source.fixAll.cudals"} {
		list := e.actions("a.cu", 0, 0, 0, only)
		if len(list) != 1 || list[0].Kind != "source.fixAll.cudals" || len(list[0].Edit.DocumentChanges[0].Edits) != 2 ||
			len(list[0].Diagnostics) != 2 {
			t.Errorf("only %s: %+v", only, list)
		}
	}
	// A header that changed since is not edited blindly, and nothing hangs.
	e.open("h.cuh", 1, "\n"+header)
	e.diagnostics("h.cuh", 1)
	e.diagnostics("a.cu", 4)
	list = e.actions("a.cu", 1, 12, 12)
	if len(list) != 1 || *list[0].Edit.DocumentChanges[0].TextDocument.Version != 1 || list[0].Edit.DocumentChanges[0].Edits[0].Range.Start.Line != 1 {
		t.Errorf("open header: %+v", list)
	}
}

func TestCodeActionsOldClient(t *testing.T) {
	e := start(t, nil, object{"capabilities": object{"workspace": object{"workspaceEdit": object{"documentChanges": false}}}})
	e.open("a.cu", 1, bad)
	list := e.actions("a.cu", 2, 4, 4)
	if len(list) != 1 || list[0].Edit.Changes[e.uri("a.cu")] == nil {
		t.Errorf("actions %+v", list)
	}
}

func TestDiagnosticFields(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, bad+"#pragma fake warn\n")
	p := e.diagnostics("a.cu", 1)
	if len(p.Diagnostics) != 2 {
		t.Fatalf("diagnostics %+v", p)
	}
	call, pragma := p.Diagnostics[0], p.Diagnostics[1]
	if call.CodeDescription.Href != "https://example.invalid/host-call" || len(call.Tags) != 0 {
		t.Errorf("call %+v", call)
	}
	if string(call.Data) != `{"rule":"host-call","tag":"unsafe_device_call","number":20014,"pass":"device","fixes":1}` {
		t.Errorf("data %s", call.Data)
	}
	if pragma.Severity != 2 || pragma.Code != "fake-pragma" || len(pragma.Tags) != 1 || pragma.Tags[0] != 1 {
		t.Errorf("pragma %+v", pragma)
	}
}

// TestPlainClient: a client that can do nothing gets the reasons as text.
func TestPlainClient(t *testing.T) {
	e := connect(t, nil)
	e.request("initialize", object{"processId": nil, "rootUri": e.uri(""), "capabilities": object{}})
	e.notify("initialized", object{})
	e.open("a.cu", 1, bad)
	p := e.diagnostics("a.cu", 0)
	d := p.Diagnostics[0]
	if !strings.Contains(d.Message, "\n  host_only is declared here") || d.RelatedInformation != nil || d.Data != nil || d.CodeDescription.Href != "" {
		t.Errorf("diagnostic %+v", d)
	}
}

// TestWorkspaceDiagnostics: who wants the findings of all files has the client ask, although it could be told.
func TestWorkspaceDiagnostics(t *testing.T) {
	for _, wanted := range []bool{false, true} {
		e := connect(t, nil)
		raw := e.initialize(object{
			"initializationOptions": object{"workspaceDiagnostics": wanted},
			"capabilities":          object{"textDocument": object{"publishDiagnostics": object{}, "diagnostic": object{}}},
		})
		if strings.Contains(string(raw), `"workspaceDiagnostics":true`) != wanted {
			t.Errorf("wanted %v: %s", wanted, raw)
		}
	}
}

func TestPull(t *testing.T) {
	e := connect(t, map[string]string{"h.cuh": "void f() { host_only(); }\n", "b.cu": bad})
	raw := e.initialize(object{
		"initializationOptions": object{"diagnostics": "pull"},
		"capabilities": object{
			"textDocument": object{"diagnostic": object{"relatedDocumentSupport": true}},
			"workspace":    object{"diagnostics": object{"refreshSupport": true}},
		},
	})
	if !strings.Contains(string(raw), `"diagnosticProvider":{`) {
		t.Fatalf("initialize: %s", raw)
	}
	e.open("a.cu", 3, user)
	params := object{"textDocument": object{"uri": e.uri("a.cu")}}
	var full struct {
		Kind, ResultID   string
		Items            []json.RawMessage
		RelatedDocuments map[string]struct{ Items []json.RawMessage }
	}
	ask := func() {
		t.Helper()
		raw := e.request("textDocument/diagnostic", params)
		full.ResultID, full.Items, full.RelatedDocuments = "", nil, nil
		if err := json.Unmarshal(raw, &full); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
	}
	ask()
	if full.Kind != "full" || len(full.Items) != 1 || full.ResultID == "" || len(full.RelatedDocuments[e.uri("h.cuh")].Items) != 1 {
		t.Errorf("report %+v", full)
	}
	id := full.ResultID
	params["previousResultId"] = id
	ask()
	if full.Kind != "unchanged" || full.ResultID != id {
		t.Errorf("report %+v", full)
	}
	e.change("a.cu", 4, edit{1, 0, 1, 0, "\n"})
	ask()
	if full.Kind != "full" || len(full.Items) != 1 || full.ResultID == id {
		t.Errorf("report %+v", full)
	}
	e.await("a refresh, because a header's list changed", func(m message) bool { return m.Method == "workspace/diagnostic/refresh" })
	if code := e.fails("textDocument/diagnostic", object{"textDocument": object{"uri": e.uri("closed.cu")}}); code != -32803 {
		t.Errorf("closed: %d", code)
	}

	raw = e.request("workspace/diagnostic", object{"previousResultIds": []any{}, "workDoneToken": "bar"})
	var all struct {
		Items []struct {
			URI, Kind, ResultID string
			Version             *int
			Items               []json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &all); err != nil || len(all.Items) != 3 {
		t.Fatalf("%s: %v", raw, err)
	}
	if a, b := all.Items[0], all.Items[1]; a.URI != e.uri("a.cu") || *a.Version != 4 || len(a.Items) != 1 ||
		b.URI != e.uri("b.cu") || b.Version != nil || len(b.Items) != 1 {
		t.Errorf("report %s", raw)
	}
	begin := e.notification("$/progress")
	end := e.await("the end", func(m message) bool { return m.Method == "$/progress" && strings.Contains(string(m.Params), `"end"`) })
	if !strings.Contains(string(begin.Params), `"token":"bar"`) || !strings.Contains(string(begin.Params), `"begin"`) || end.Method == "" {
		t.Errorf("progress %s", begin.Params)
	}
	previous := []any{object{"uri": e.uri("b.cu"), "value": all.Items[1].ResultID}}
	raw = e.request("workspace/diagnostic", object{"previousResultIds": previous})
	if err := json.Unmarshal(raw, &all); err != nil || all.Items[1].Kind != "unchanged" || all.Items[0].Kind != "full" {
		t.Errorf("%s: %v", raw, err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "textDocument/publishDiagnostics" {
			t.Errorf("published as well: %s", m.Params)
		}
	}
}

func TestProgress(t *testing.T) {
	e := connect(t, nil)
	e.gate = make(chan struct{})
	e.initialize(object{"capabilities": object{"window": object{"workDoneProgress": true}}})
	e.open("a.cu", 1, bad)
	e.await("a bar", func(m message) bool { return m.Method == "window/workDoneProgress/create" })
	begin := e.notification("$/progress")
	if !strings.Contains(string(begin.Params), "Reading a.cu and its headers") {
		t.Errorf("begin %s", begin.Params)
	}
	e.release()
	if end := e.notification("$/progress"); !strings.Contains(string(end.Params), `"kind":"end"`) {
		t.Errorf("end %s", end.Params)
	}
	e.diagnostics("a.cu", 1)
}

func TestConfiguration(t *testing.T) {
	e := connect(t, nil)
	e.settings = object{"ignore": []string{"20014"}, "flags": 7}
	e.initialize(object{"capabilities": object{"workspace": object{
		"configuration": true, "didChangeConfiguration": object{"dynamicRegistration": true},
	}}})
	e.await("a warning about flags", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "flags: 7 is not what is expected")
	})
	e.open("a.cu", 1, bad)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 0 {
		t.Errorf("ignored: %+v", p)
	}
	e.mu.Lock()
	e.settings = object{}
	e.mu.Unlock()
	e.notify("workspace/didChangeConfiguration", object{"settings": nil})
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 {
		t.Errorf("no longer ignored: %+v", p)
	}
	// The project's own file has its word too.
	e.save(".cudals.yaml", "rules: {severity: {host-call: hint}}\n")
	e.fileEvent(".cudals.yaml", 2)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 || p.Diagnostics[0].Severity != 4 {
		t.Errorf("as a hint: %+v", p)
	}
}

func TestOldConfiguration(t *testing.T) {
	e := start(t, nil, object{"initializationOptions": object{"ignore": []string{"host-call"}}})
	e.open("a.cu", 1, bad)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 0 {
		t.Errorf("ignored: %+v", p)
	}
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{"ignore": []string{"nonsense"}}}})
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 {
		t.Errorf("no longer ignored: %+v", p)
	}
	e.await("a warning", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "nonsense")
	})
}

func TestWatchersRegistered(t *testing.T) {
	e := start(t, nil, object{"capabilities": object{"workspace": object{
		"didChangeWatchedFiles": object{"dynamicRegistration": true},
	}}})
	m := e.await("registration", func(m message) bool { return m.Method == "client/registerCapability" })
	for _, want := range []string{"workspace/didChangeWatchedFiles", "cuh", "compile_commands.json", ".cudals.yaml", "CMakeLists.txt", "*.cmake", "setup.py"} {
		if !strings.Contains(string(m.Params), want) {
			t.Errorf("%q is missing in %s", want, m.Params)
		}
	}
}

func TestFolders(t *testing.T) {
	e := start(t, nil)
	e.notify("workspace/didChangeWorkspaceFolders", object{"event": object{
		"added":   []any{object{"uri": e.uri("more"), "name": "more"}, object{"uri": "vscode-remote:/x", "name": "x"}},
		"removed": []any{object{"uri": e.uri(""), "name": "w"}},
	}})
	e.await("a warning", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "folder ignored")
	})
	e.open("a.cu", 1, bad)
	e.diagnostics("a.cu", 1)
}

func TestStatus(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, user)
	var s struct {
		URI, Flags, Inferred              string
		Version                           int
		MissingHeaders, Calls, KnownCalls int
		Missing                           []struct {
			Name, URI string
			Line      int
		}
	}
	decoded(t, e.notification("cudals/status"), &s)
	if s.URI != e.uri("a.cu") || s.Version != 1 || s.Flags != "guessed" || s.Inferred != e.path(".") || s.MissingHeaders != 1 || s.Calls != 1 || s.KnownCalls != 1 {
		t.Errorf("status %+v", s)
	}
	if line := strings.Count(user[:strings.Index(user, "#include")], "\n"); len(s.Missing) != 1 || s.Missing[0].URI != e.uri("a.cu") ||
		s.Missing[0].Line != line || !strings.Contains(user, `"`+s.Missing[0].Name+`"`) {
		t.Errorf("missing headers %+v", s.Missing)
	}
}

func TestExplain(t *testing.T) {
	e := start(t, nil)
	raw := e.request("cudals/explain", object{"rule": "20014"})
	if !strings.Contains(string(raw), `"rule":"host-call"`) || !strings.Contains(string(raw), "## Bad") {
		t.Errorf("explain %s", raw)
	}
	if raw := e.request("cudals/explain", object{"rule": "nonsense"}); string(raw) != "null" {
		t.Errorf("explain %s", raw)
	}
}

func TestTrace(t *testing.T) {
	e := start(t, nil)
	e.notify("$/setTrace", object{"value": "messages"})
	e.open("a.cu", 1, bad)
	e.await("a trace", func(m message) bool {
		return m.Method == "$/logTrace" && strings.Contains(string(m.Params), "textDocument/didOpen took")
	})
}

// TestFaults: neither a panic nor an endless analysis ends the session, or stays unsaid.
func TestFaults(t *testing.T) {
	e := connect(t, nil, 300*time.Millisecond)
	e.initialize()
	e.open("a.cu", 1, "#pragma fake panic\n")
	e.diagnostics("a.cu", 1)
	e.await("the panic's line", func(m message) bool {
		return m.Method == "window/logMessage" && strings.Contains(string(m.Params), "as the test asked")
	})
	e.replace("a.cu", 2, bad)
	if p := e.diagnostics("a.cu", 2); len(p.Diagnostics) != 1 {
		t.Errorf("after the panic: %+v", p)
	}
	e.replace("a.cu", 3, "#pragma fake hang\n")
	e.diagnostics("a.cu", 3)
	e.await("the status", func(m message) bool {
		return m.Method == "cudals/status" && strings.Contains(string(m.Params), "took longer than")
	})
	e.replace("a.cu", 4, "#pragma fake hang\n\n")
	e.replace("a.cu", 5, bad)
	if p := e.diagnostics("a.cu", 5); len(p.Diagnostics) != 1 {
		t.Errorf("after the hang: %+v", p)
	}
}

func TestParentDies(t *testing.T) {
	parent := exec.Command("sleep", "600")
	if err := parent.Start(); err != nil {
		t.Skip("no process to watch: ", err)
	}
	dead := make(chan struct{})
	go func() {
		_ = parent.Wait()
		close(dead)
	}()
	e := connect(t, nil)
	e.initialize(object{"processId": parent.Process.Pid})
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-dead
	if end := e.wait(); end.code != 1 {
		t.Errorf("end %+v", end)
	}
}
