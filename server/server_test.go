package server_test

import (
	"encoding/json"
	"strings"
	"testing"
)

const bad = "void host_only();\n__global__ void k() {\n  host_only();\n}\n"

func TestPublish(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, bad)
	p := e.diagnostics("a.cu", 1)
	if len(p.Diagnostics) != 1 {
		t.Fatalf("diagnostics: %+v", p.Diagnostics)
	}
	d := p.Diagnostics[0]
	if d.Range.Start.Line != 2 || d.Range.Start.Character != 2 || d.Range.End.Character != 11 {
		t.Errorf("range %+v", d.Range)
	}
	if d.Severity != 1 || d.Code != 20014.0 || d.Source != "cudals" || !strings.Contains(d.Message, "__host__") {
		t.Errorf("diagnostic %+v", d)
	}
	if len(d.RelatedInformation) != 1 || d.RelatedInformation[0].Location.URI != e.uri("a.cu") {
		t.Errorf("related %+v", d.RelatedInformation)
	}
	e.change("a.cu", 2, edit{2, 2, 2, 14, ""})
	if p := e.diagnostics("a.cu", 2); len(p.Diagnostics) != 0 {
		t.Errorf("after the edit: %+v", p.Diagnostics)
	}
	// A version that changes nothing is told all the same: the client edited since.
	e.change("a.cu", 3, edit{0, 0, 0, 0, " "})
	e.diagnostics("a.cu", 3)
	e.close("a.cu")
	if p := e.diagnostics("a.cu", 0); len(p.Diagnostics) != 0 {
		t.Errorf("after closing: %+v", p.Diagnostics)
	}
}

func TestLifecycle(t *testing.T) {
	e := connect(t, nil)
	if code := e.fails("textDocument/hover", object{}); code != -32002 {
		t.Errorf("before initialize: %d", code)
	}
	e.open("early.cu", 1, bad) // dropped
	result := e.request("initialize", object{"processId": nil, "rootUri": nil, "capabilities": object{}})
	var init struct {
		ServerInfo struct{ Name, Version string }
	}
	if err := json.Unmarshal(result, &init); err != nil || init.ServerInfo.Name != "cudals" || init.ServerInfo.Version != "1.2.3" {
		t.Errorf("initialize: %s", result)
	}
	if code := e.fails("initialize", object{"processId": nil, "rootUri": nil, "capabilities": object{}}); code != -32600 {
		t.Errorf("second initialize: %d", code)
	}
	e.notify("initialized", object{})
	if code := e.fails("no/such", nil); code != -32601 {
		t.Errorf("unknown method: %d", code)
	}
	e.notify("no/such", nil)
	if result := e.request("shutdown", nil); string(result) != "null" {
		t.Errorf("shutdown: %s", result)
	}
	if code := e.fails("textDocument/hover", object{}); code != -32600 {
		t.Errorf("after shutdown: %d", code)
	}
	e.notify("exit", nil)
	if end := e.wait(); end.code != 0 || end.err != nil {
		t.Errorf("exit: %+v", end)
	}
}

func TestExitWithoutShutdown(t *testing.T) {
	e := start(t, nil)
	e.notify("exit", nil)
	if end := e.wait(); end.code != 1 {
		t.Errorf("exit: %+v", end)
	}
}

func TestClientGone(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, bad)
	e.diagnostics("a.cu", 1)
	e.conn.Close()
	if end := e.wait(); end.code != 1 {
		t.Errorf("exit: %+v", end)
	}
}
