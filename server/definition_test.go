package server_test

import (
	"fmt"
	"strings"
	"testing"
)

const usesText = `#include "h.cuh"
__device__ int total;
__device__ int grow(int x);
__global__ void k(int *p) { total = grow(*p); total += scaled(total); }
__device__ int grow(int x) { return x + total; }
template <class T> __device__ T twice(T x) { return x + x; }
void run(int *p) {
  k<<<1, 2>>>(p);
  cudaDeviceSynchronize();
}
__global__ void t(float *f, int *i) { *f = twice(*f); *i = twice(*i); }
`

type location struct {
	URI   string
	Range extent
}

func (e *editor) places(list []location) []string {
	var out []string
	for _, l := range list {
		out = append(out, l.URI[strings.LastIndex(l.URI, "/")+1:]+" "+l.Range.String())
	}
	return out
}

func TestDefinition(t *testing.T) {
	e := real(t, "standalone", usesText)
	e.save("h.cuh", "inline __device__ int scaled(int x) { return 2 * x; }\n")
	e.fileEvent("h.cuh", 1)
	for _, c := range []struct {
		method, at string
		want       []string
	}{
		{"definition", "total = gr", []string{"a.cu 4:15-4:19"}},
		{"declaration", "total = gr", []string{"a.cu 2:15-2:19"}},
		{"definition", "{ tot", []string{"a.cu 1:15-1:20"}},
		{"definition", "+= sca", []string{"h.cuh 0:22-0:28"}},
		{"definition", "  k", []string{"a.cu 3:16-3:17"}},
		{"definition", "*f = twi", []string{"a.cu 5:32-5:37"}},
		{"definition", "(int *", nil}, // facts do not hold parameters
	} {
		lines(t, c.method+" at "+c.at, e.places(ask[[]location](e, "textDocument/"+c.method, e.on(usesText, c.at))), c.want)
	}
	// What a system header declares is found there, and nothing else.
	found := ask[[]location](e, "textDocument/definition", e.on(usesText, "  cudaDev"))
	if len(found) != 1 || strings.HasSuffix(found[0].URI, "a.cu") {
		t.Errorf("cudaDeviceSynchronize: %+v", found)
	}
}

func TestReferences(t *testing.T) {
	e := real(t, "standalone", usesText)
	params := e.on(usesText, "{ tot")
	params["context"] = object{"includeDeclaration": true}
	lines(t, "with the declaration", e.places(ask[[]location](e, "textDocument/references", params)), []string{
		"a.cu 1:15-1:20", "a.cu 3:28-3:33", "a.cu 3:46-3:51", "a.cu 3:62-3:67", "a.cu 4:40-4:45",
	})
	params["context"] = object{"includeDeclaration": false}
	if list := ask[[]location](e, "textDocument/references", params); len(list) != 4 {
		t.Errorf("without: %v", e.places(list))
	}
	// Another document that is open counts.
	e.open("b.cu", 1, "extern __device__ int other;\n")
	params = e.on(usesText, "*f = twi")
	params["context"] = object{"includeDeclaration": false}
	lines(t, "instances are one", e.places(ask[[]location](e, "textDocument/references", params)), []string{"a.cu 10:43-10:48", "a.cu 10:59-10:64"})
}

func TestDocumentHighlight(t *testing.T) {
	e := real(t, "standalone", usesText)
	var got []string
	for _, h := range ask[[]struct {
		Range extent
		Kind  int
	}](e, "textDocument/documentHighlight", e.on(usesText, "{ tot")) {
		got = append(got, fmt.Sprint(h.Range, " ", h.Kind))
	}
	lines(t, "highlights", got, []string{"1:15-1:20 3", "3:28-3:33 3", "3:46-3:51 3", "3:62-3:67 2", "4:40-4:45 2"})
}
