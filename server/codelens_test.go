package server_test

import (
	"encoding/json"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

func TestCodeLens(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "int x;\nvoid kernel();\nkernel template\nkernel empty\nkernel unknown\n")
	raw := e.request("textDocument/codeLens", object{"textDocument": object{"uri": e.uri("a.cu")}})
	want := `[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":11}},` +
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

// TestReachLenses: who launches a kernel, and which kernels reach a device function.
func TestReachLenses(t *testing.T) {
	const text = `__device__ float leaf(float x) { return x; }
__device__ float twice(float x) { return leaf(x) + leaf(x); }
__device__ float unused(float x) { return x; }
__global__ void first(float *p) { *p = twice(*p); }
__global__ void second(float *p) { *p = leaf(*p); }
void run(float *p) {
  first<<<1, 1>>>(p);
  first<<<2, 1>>>(p);
  second<<<1, 1>>>(p);
}
`
	e := realEditor(t, "companion", text)
	type lens struct {
		Range   extent
		Command struct {
			Title, Command string
			Arguments      []json.RawMessage
		}
	}
	show := func() (got []string, list []lens) {
		list = ask[[]lens](e, "textDocument/codeLens", object{"textDocument": object{"uri": e.uri("a.cu")}})
		for _, l := range list {
			got = append(got, l.Range.String()+" "+l.Command.Title)
		}
		return got, list
	}
	got, _ := show()
	lines(t, "lenses", got, []string{
		"3:0-3:21 8 bytes of parameters · sm_80", "4:0-4:22 8 bytes of parameters · sm_80",
		"3:0-3:21 launched from 2 places", "4:0-4:22 launched from 1 place",
	})
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{
		"flags": []string{"-std=c++17"}, "codeLens": object{"parameters": false, "launches": false, "kernels": true},
	}}})
	got, list := show()
	lines(t, "kernels alone", got, []string{"0:0-0:21 reached from 2 kernels", "1:0-1:22 reached from 1 kernel"})
	if list[0].Command.Command != "" {
		t.Errorf("a command that the client does not have: %+v", list[0])
	}

	e = connect(t, nil)
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, nil, nil) }
	e.initialize(object{"capabilities": object{"experimental": object{"cudalsLocations": true}}})
	e.open("a.cu", 1, text)
	_, list = show()
	var places []location
	last := list[len(list)-2].Command
	if last.Command != "cudals.showLocations" || len(last.Arguments) != 3 || json.Unmarshal(last.Arguments[2], &places) != nil {
		t.Fatalf("%+v", last)
	}
	lines(t, "launches", e.places(places), []string{"a.cu 6:2-6:7", "a.cu 7:2-7:7"})
}
