package server_test

import "testing"

func TestCodeLens(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "int x;\nvoid kernel();\nkernel template\nkernel empty\nkernel unknown\n")
	raw := e.request("textDocument/codeLens", object{"textDocument": object{"uri": e.uri("a.cu")}})
	want := `[{"range":{"start":{"line":1,"character":5},"end":{"line":1,"character":11}},` +
		`"command":{"title":"12 bytes of parameters, 3 padding · sm_80","command":""}},` +
		`{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":6}},` +
		`"command":{"title":"12–40000 bytes of parameters: more than the 32764 allowed · sm_80 · 2 instances","command":""}}]`
	if string(raw) != want {
		t.Errorf("lenses %s", raw)
	}
	if raw := e.request("textDocument/codeLens", object{"textDocument": object{"uri": e.uri("closed.cu")}}); string(raw) != "null" {
		t.Errorf("lenses of a closed document: %s", raw)
	}
}
