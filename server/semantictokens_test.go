package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const tokensText = `#define HD __host__ __device__
struct Cell { int n; HD int twice() const { return n * 2; } };
__constant__ int limits[4];
__device__ int total;
__global__ void k(const Cell *in) { __shared__ int tile[32]; tile[0] = limits[0]; total += in->twice() + tile[0]; }
void run() { const int blocks = 2; k<<<blocks, 1>>>(nullptr); }
`

type tokenAnswer struct {
	ResultID string
	Data     []uint32
	Edits    []struct {
		Start, DeleteCount uint32
		Data               []uint32
	}
}

// spelled shows tokens as their text with sort and modifiers.
func (a *tokenAnswer) spelled(t *testing.T, text string) []string {
	t.Helper()
	types := strings.Fields("namespace type class struct enum enumMember typeParameter parameter variable property function method macro")
	modifiers := strings.Fields("declaration definition readonly static host device kernel shared constant managed")
	rows := strings.Split(text, "\n")
	var out []string
	var line, column uint32
	for i := 0; i+4 < len(a.Data); i += 5 {
		d := a.Data[i : i+5]
		if line += d[0]; d[0] > 0 {
			column = 0
		}
		column += d[1]
		words := []string{rows[line][column : column+d[2]], types[d[3]]}
		for bit, m := range modifiers {
			if d[4]&(1<<bit) != 0 && m != "declaration" {
				words = append(words, m)
			}
		}
		out = append(out, fmt.Sprint(line, " ", strings.Join(words, " ")))
	}
	return out
}

func TestSemanticTokens(t *testing.T) {
	e := realEditor(t, "standalone", tokensText)
	document := object{"textDocument": object{"uri": e.uri("a.cu")}}
	full := ask[tokenAnswer](e, "textDocument/semanticTokens/full", document)
	lines(t, "tokens", full.spelled(t, tokensText), []string{
		"0 HD macro", "1 Cell struct definition", "1 n property definition", "1 HD macro", "1 twice method definition host device", "1 n property",
		"2 limits variable definition constant", "3 total variable definition device",
		"4 k function definition kernel", "4 Cell struct", "4 in parameter definition", "4 tile variable definition shared",
		"4 tile variable shared", "4 limits variable constant", "4 total variable device", "4 in parameter", "4 twice method host device",
		"4 tile variable shared",
		"5 run function definition host", "5 blocks variable definition readonly", "5 k function kernel", "5 blocks variable readonly",
	})
	part := ask[tokenAnswer](e, "textDocument/semanticTokens/range", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "range": object{"start": at(2, 0), "end": at(3, 0)},
	})
	lines(t, "of a line", part.spelled(t, tokensText), []string{"2 limits variable definition constant"})

	changed := strings.Replace(tokensText, "__device__ int total", "__managed__ int total", 1)
	e.replace("a.cu", 2, changed)
	delta := ask[tokenAnswer](e, "textDocument/semanticTokens/full/delta", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "previousResultId": full.ResultID,
	})
	if len(delta.Edits) != 1 || len(delta.Edits[0].Data) >= len(full.Data) {
		t.Fatalf("delta %+v", delta)
	}
	edit := delta.Edits[0]
	made := slices.Replace(slices.Clone(full.Data), int(edit.Start), int(edit.Start+edit.DeleteCount), edit.Data...)
	again := ask[tokenAnswer](e, "textDocument/semanticTokens/full", document)
	if !slices.Equal(made, again.Data) {
		t.Errorf("the edits make\n%v\nand the document has\n%v", made, again.Data)
	}
	if got := again.spelled(t, changed); !slices.Contains(got, "3 total variable definition managed") {
		t.Errorf("after the edit: %v", got)
	}
	// A result that is not the last one is answered whole.
	if old := ask[tokenAnswer](e, "textDocument/semanticTokens/full/delta", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "previousResultId": full.ResultID,
	}); len(old.Data) == 0 {
		t.Errorf("of a result of before: %+v", old)
	}
}

// TestTokensBeside: beside another server only what tells of CUDA has colours.
func TestTokensBeside(t *testing.T) {
	e := realEditor(t, "companion", tokensText)
	tokens := ask[tokenAnswer](e, "textDocument/semanticTokens/full", object{"textDocument": object{"uri": e.uri("a.cu")}})
	lines(t, "tokens", tokens.spelled(t, tokensText), []string{
		"1 twice method definition host device", "2 limits variable definition constant", "3 total variable definition device",
		"4 k function definition kernel", "4 tile variable definition shared", "4 tile variable shared", "4 limits variable constant",
		"4 total variable device", "4 twice method host device", "4 tile variable shared", "5 k function kernel",
	})
}

// TestTokensOfKeptBody: the types that a class in a body names have their colours in each version, whether or not the body was read anew.
func TestTokensOfKeptBody(t *testing.T) {
	const text = "struct Cell { int n; };\nvoid f() {\n  typedef struct {\n    Cell *g(Unknown *u, Cell *cell) {}\n    Cell *m;\n  }\n}\n"
	e := realEditor(t, "standalone", text)
	document := object{"textDocument": object{"uri": e.uri("a.cu")}}
	first := ask[tokenAnswer](e, "textDocument/semanticTokens/full", document)
	e.replace("a.cu", 2, text+"// behind\n")
	kept := ask[tokenAnswer](e, "textDocument/semanticTokens/full", document)
	got := kept.spelled(t, text)
	lines(t, "of the kept body", got, first.spelled(t, text))
	if i := slices.Index(got, "3 Cell struct"); i < 0 || !slices.Contains(got[i+1:], "3 Cell struct") {
		t.Errorf("the parameter's type has no colour: %q", got)
	}
}
