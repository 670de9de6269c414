package server_test

import (
	"encoding/json"
	"testing"
)

const kernel = `#include <cstdio>
#include <vector>

// Adds one
// to each element.
__global__ void add(float *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        v[i] += 1.0f;
    }
}
`

func TestFoldingRange(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, kernel)
	params := object{"textDocument": object{"uri": e.uri("a.cu")}}
	want := `[{"startLine":0,"endLine":1,"kind":"imports"},{"startLine":3,"endLine":4,"kind":"comment"},` +
		`{"startLine":6,"endLine":10},{"startLine":8,"endLine":9}]`
	if raw := e.request("textDocument/foldingRange", params); string(raw) != want {
		t.Errorf("folds %s, want %s", raw, want)
	}
	// The tree follows an edit: the inner block is gone.
	e.change("a.cu", 2, edit{8, 15, 10, 5, ""})
	want = `[{"startLine":0,"endLine":1,"kind":"imports"},{"startLine":3,"endLine":4,"kind":"comment"},{"startLine":6,"endLine":8}]`
	if raw := e.request("textDocument/foldingRange", params); string(raw) != want {
		t.Errorf("folds after an edit %s, want %s", raw, want)
	}
	if raw := e.request("textDocument/foldingRange", object{"textDocument": object{"uri": e.uri("closed.cu")}}); string(raw) != "null" {
		t.Errorf("folds of a closed document: %s", raw)
	}
}

func TestSelectionRange(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, kernel)
	raw := e.request("textDocument/selectionRange", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "positions": []object{at(7, 15), at(99, 0)},
	})
	type selection struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Parent *selection
	}
	var got []selection
	if err := json.Unmarshal(raw, &got); err != nil || len(got) != 2 {
		t.Fatalf("selections %s: %v", raw, err)
	}
	lines := map[int]bool{}
	for s := &got[0]; s != nil; s = s.Parent {
		if s.Range.Start.Line > 7 || s.Range.End.Line < 7 {
			t.Errorf("%+v does not hold the position", s.Range)
		}
		lines[s.Range.End.Line-s.Range.Start.Line] = true
	}
	// The name, the body, and the whole file are among what encloses the position.
	if !lines[0] || !lines[5] || !lines[12] {
		t.Errorf("selections %s", raw)
	}
}
