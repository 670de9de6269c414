package server_test

import (
	"encoding/json"
	"fmt"
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

const archText = `struct S { int n; __device__ int twice() { return 2 * n; } };
__device__ int sum(int mine) {
#if __CUDA_ARCH__ >= 800
  auto local = [=] { return mine; };
  S s{local()};
  mine = s.twice();
#elif __CUDA_ARCH__ == 750
  int turing = mine;
  mine = turing;
#elif __CUDA_ARCH__ >= 700
  mine = 7;
#else
  int host = mine;
#endif
#ifdef _WIN32
  int windows;
#endif
#if 0
  int never;
#endif
  return mine;
}
#if __CUDA_ARCH__ >= 900
__device__ int hopper;
#endif
`

// TestOtherArchitectures: what only another architecture than the judged one sees is no blank, and it is said whose it is.
func TestOtherArchitectures(t *testing.T) {
	e := realEditorFor(t, "standalone", archText, object{"cudalsPasses": true},
		"-std=c++17", "-gencode=arch=compute_70,code=sm_70", "-gencode=arch=compute_75,code=sm_75", "-gencode=arch=compute_90,code=sm_90")
	hovered := func(at string) string { return string(e.request("textDocument/hover", e.on(archText, at))) }
	for at, want := range map[string][]string{
		"  auto lo":  {"auto local = [=] __device__ () -> int", "Compiled for the device (`sm_90`). Not compiled for the host or the device (`sm_70`), since"},
		"  S ":       {"S s{local()}", "Takes 4 bytes", "Compiled for the device (`sm_90`)"},
		"  int tur":  {"int turing = mine", "Compiled for the device (`sm_75`)"},
		"  int win":  {"Not compiled for the host or the device (`sm_70`), since"},
		"  int nev":  {"Not compiled for the host or the device (`sm_70`), since"},
		"__ int hop": {"__device__ int hopper", "Lives in", "Compiled for the device (`sm_90`)"},
		"__ int su":  {"__device__ int sum(int mine)"},
	} {
		h := hovered(at)
		for _, want := range want {
			if !strings.Contains(h, want) {
				t.Errorf("hover %q: %q is missing in %s", at, want, h)
			}
		}
	}
	for _, at := range []string{"  int win", "  int nev", "__ int su"} {
		if h := hovered(at); strings.Contains(h, "ompiled for the device (`sm_9") {
			t.Errorf("hover %q: %s", at, h)
		}
	}
	at := e.on(archText, "s.tw")
	lines(t, "definition", e.places(ask[[]location](e, "textDocument/definition", at)), []string{"a.cu 0:33-0:38"})
	at = e.on(archText, "int mi")
	at["context"] = object{"includeDeclaration": true}
	lines(t, "references", e.places(ask[[]location](e, "textDocument/references", at)), []string{
		"a.cu 1:23-1:27", "a.cu 3:28-3:32", "a.cu 5:2-5:6", "a.cu 7:15-7:19", "a.cu 8:2-8:6", "a.cu 10:2-10:6", "a.cu 12:13-12:17", "a.cu 20:9-20:13",
	})
	lines(t, "hints", e.hints(archText), []string{"3:17 : mine", "3:18 __device__"})
	at = e.on(archText, "int mi")
	at["newName"] = "ours"
	if edit := string(e.request("textDocument/rename", at)); strings.Count(edit, "newText") != 8 {
		t.Errorf("rename: %s", edit)
	}
	if list := string(e.request("textDocument/completion", e.on(archText, "  mine = s."))); !strings.Contains(list, "twice") {
		t.Errorf("completion: %s", list)
	}
	var outline []string
	for _, s := range ask[[]struct{ Name, Detail string }](e, "textDocument/documentSymbol", object{"textDocument": object{"uri": e.uri("a.cu")}}) {
		outline = append(outline, s.Name+" "+s.Detail)
	}
	if all := strings.Join(outline, "\n"); !strings.Contains(all, "hopper __device__") {
		t.Errorf("outline: %s", all)
	}
	var passes server.Passes
	if err := json.Unmarshal(e.notification("cudals/passes").Params, &passes); err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, p := range passes.Passes {
		told = append(told, fmt.Sprint(p.Name, p.Arch))
	}
	lines(t, "passes", told, []string{"host70", "device70", "device90", "device75"})
	// Another version of the text has the same answers.
	typed := strings.Replace(archText, "mine = s.twice()", "mine = 1 + s.twice()", 1)
	e.replace("a.cu", 2, typed)
	at = e.on(typed, "s.tw")
	lines(t, "definition after an edit", e.places(ask[[]location](e, "textDocument/definition", at)), []string{"a.cu 0:33-0:38"})
}

// TestUnnamedArchitecture: where a command names no architecture, what a newer one sees is told as what would be.
func TestUnnamedArchitecture(t *testing.T) {
	e := realEditorWith(t, "standalone", archText, object{"cudalsPasses": true})
	if h := string(e.request("textDocument/hover", e.on(archText, "  S "))); !strings.Contains(h, "S s{local()}") ||
		!strings.Contains(h, "It would be compiled for the device (`sm_90`). Not compiled") {
		t.Errorf("hover %s", h)
	}
	var passes server.Passes
	if err := json.Unmarshal(e.notification("cudals/passes").Params, &passes); err != nil {
		t.Fatal(err)
	}
	if len(passes.Passes) != 2 {
		t.Errorf("passes: %+v", passes)
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
#ifdef USE_FAST
__device__ int fast();
#endif
`)
	page := reported(e, t)
	for _, want := range []string{
		"# What is known of a.cu\n", "**50 %** of the calls in device code are understood: 1 of 2.", "## How it is compiled",
		"- `absent.h` ([a.cu:1](<file://", "## Calls in device code that are not understood", "- [a.cu:3](<file://",
		"## Names on which conditions hang that a guess decides", "- `USE_FAST`",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in:\n%s", want, page)
		}
	}
}

// TestMacroOfOtherArchitecture: what a macro names that only another architecture uses is told.
func TestMacroOfOtherArchitecture(t *testing.T) {
	const text = `struct S { int n; };
#define SIZE sizeof(S)
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define NEW 1
#endif
#define NEWER (NEW)
__device__ int f() {
#if __CUDA_ARCH__ >= 800
  return SIZE;
#endif
#if NEWER
  S newer;
#endif
}
`
	e := realEditorFor(t, "standalone", text, nil, "-std=c++17", "-gencode=arch=compute_70,code=sm_70", "-gencode=arch=compute_90,code=sm_90")
	if h := string(e.request("textDocument/hover", e.on(text, "sizeof("))); !strings.Contains(h, "struct S") {
		t.Errorf("hover %s", h)
	}
	lines(t, "definition", e.places(ask[[]location](e, "textDocument/definition", e.on(text, "sizeof("))), []string{"a.cu 0:7-0:8"})
	if h := string(e.request("textDocument/hover", e.on(text, "  S ne"))); !strings.Contains(h, "S newer") {
		t.Errorf("hover %s", h)
	}
	if h := string(e.request("textDocument/hover", e.on(text, "__device__ "))); strings.Contains(h, "sm_90") {
		t.Errorf("hover %s", h)
	}
}

// TestFindingsOfOtherArchitectures: code that the first architecture leaves out is judged as the newest does that sees it.
func TestFindingsOfOtherArchitectures(t *testing.T) {
	const text = "void slow();\n__device__ void f() {\n#if __CUDA_ARCH__ >= 900\n  slow();\n#elif __CUDA_ARCH__ >= 800\n  slow();\n#endif\n#ifdef NEVER\n  slow();\n#endif\n}\n"
	e := realEditorFor(t, "standalone", text, nil,
		"-std=c++17", "-gencode=arch=compute_70,code=sm_70", "-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90")
	var got []string
	for _, d := range e.diagnostics("a.cu", 1).Diagnostics {
		got = append(got, fmt.Sprint(d.Range.Start.Line, d.Message[strings.LastIndex(d.Message, " "):]))
	}
	lines(t, "findings", got, []string{"3 (sm_90)", "5 (sm_80)"})
}
