package server_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cudals/server"
)

// TestArchitecture: what device code is looked at for is switched for all documents, and back.
func TestArchitecture(t *testing.T) {
	const text = `__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 900
  *p = 1;
#endif
}
`
	e := realEditor(t, "standalone", text)
	asked := func() (a server.Architectures) {
		if err := json.Unmarshal(e.request("cudals/architectures", object{"textDocument": object{"uri": e.uri("a.cu")}}), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	hovered := func() string {
		return string(e.request("textDocument/hover", e.on(text, "  *p")))
	}
	before := asked()
	if before.Chosen != 0 || len(before.Command) == 0 || !slices.Contains(before.Known, 90) || !slices.IsSorted(before.Known) {
		t.Fatalf("at first: %+v", before)
	}
	if h := hovered(); !strings.Contains(h, "Not compiled") {
		t.Errorf("at first: hover %s", h)
	}
	for _, arch := range []int{90, 90210} { // the second is none
		e.notify("cudals/architecture", object{"arch": arch})
		if a := asked(); a.Chosen != 90 || !slices.Equal(a.Command, before.Command) {
			t.Errorf("switched to %d: %+v", arch, a)
		}
	}
	if h := hovered(); strings.Contains(h, "the device") {
		t.Errorf("switched: hover %s", h)
	}
	if page := reported(e, t); !strings.Contains(page, "for `sm_90`, which was chosen for all files") {
		t.Errorf("switched:\n%s", page)
	}
	e.notify("cudals/architecture", object{"arch": 0})
	if a := asked(); a.Chosen != 0 {
		t.Errorf("switched back: %+v", a)
	}
}

func reported(e *editor, t *testing.T) string {
	t.Helper()
	var page server.Report
	if err := json.Unmarshal(e.request("cudals/report", object{"textDocument": object{"uri": e.uri("a.cu")}}), &page); err != nil {
		t.Fatal(err)
	}
	return page.Markdown
}

// TestReport: the page tells what is understood, for what, and what is missing, with links.
func TestReport(t *testing.T) {
	e := realEditor(t, "companion", `#include "absent.h"
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *p) { *p = twice(*p); Absent::call(*p); }
`)
	page := reported(e, t)
	for _, want := range []string{
		"# What is known of a.cu\n", "**50 %** of the calls in device code are understood: 1 of 2.", "## How it is compiled",
		"- `absent.h` ([a.cu:1](<file://", "## Calls in device code that are not understood", "- [a.cu:3](<file://",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in:\n%s", want, page)
		}
	}
}
