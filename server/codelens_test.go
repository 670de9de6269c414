package server_test

import "testing"

func TestCodeLens(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "int x;\nvoid kernel();\n")
	raw := e.request("textDocument/codeLens", object{"textDocument": object{"uri": e.uri("a.cu")}})
	want := `[{"range":{"start":{"line":1,"character":5},"end":{"line":1,"character":11}},` +
		`"command":{"title":"12 bytes of parameters · sm_80","command":""}}]`
	if string(raw) != want {
		t.Errorf("lenses %s", raw)
	}
	if raw := e.request("textDocument/codeLens", object{"textDocument": object{"uri": e.uri("closed.cu")}}); string(raw) != "null" {
		t.Errorf("lenses of a closed document: %s", raw)
	}
}
