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
#define SIZE 4
struct Cells { int size; Cells *next; };
int cells(Cells c) { return c.size + SIZE; }
# include "h.cuh"
#define MAKE(name) __device__ int name##_of(int x) { return x; } struct name##_type { int one; };
MAKE(made)
__device__ int made() { made_type t = {.one = 1}; return made_of(t.one); }
template <int... Is, class T> void rest(T x) { x.template f<Is...>(); typename T::template Box<T, Is...> b; }
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
	e := realEditor(t, "standalone", usesText)
	e.save("h.cuh", "inline __device__ int scaled(int x) { return 2 * x; }\n#pragma once\n")
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
		{"definition", "{ *", []string{"a.cu 10:25-10:26"}},
		{"definition", "(float *f, in", nil},
		{"definition", "twice(T x) { return x", []string{"a.cu 5:40-5:41"}},
		{"definition", "k<<<1, 2>>>(p", []string{"a.cu 6:14-6:15"}},
		{"definition", "T twice(T", []string{"a.cu 5:16-5:17"}},
		{"definition", "#include \"h", []string{"h.cuh 0:0-0:0"}},
		{"definition", "# include \"h", []string{"h.cuh 0:0-0:0"}},
		{"definition", "cells(Cells", []string{"a.cu 12:7-12:12"}},
		{"typeDefinition", "Cells c", []string{"a.cu 12:7-12:12"}},
		{"definition", "c.si", []string{"a.cu 12:19-12:23"}},
		{"definition", "size + SIZ", []string{"a.cu 11:8-11:12"}},
		{"definition", "return made_", []string{"a.cu 16:0-16:10"}},
		{"definition", "{ made_", []string{"a.cu 16:0-16:10"}},
		{"definition", "{.o", []string{"a.cu 15:90-15:93"}},
		{"definition", "template f<I", []string{"a.cu 18:17-18:19"}},
		{"definition", "Box<T, I", []string{"a.cu 18:17-18:19"}},
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
	e := realEditor(t, "standalone", usesText)
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

// TestReferencesEverywhere: of what other files may mention all files of the workspace count, open or not, where settings say so.
func TestReferencesEverywhere(t *testing.T) {
	const text = "#include \"n.cuh\"\nstatic __device__ int own() { return shared(1); }\n__global__ void k(int *p) { *p = own() + shared(2); }\n"
	e := realEditor(t, "standalone", text)
	e.save("n.cuh", "inline __device__ int shared(int x) { return x; }\n")
	e.save("b.cu", "#include \"n.cuh\"\nstatic int own() { return 0; }\n__global__ void other(int *p) { *p = shared(2); }\n")
	e.save("c.cu", "static int shared(int);\n")
	for _, name := range []string{"n.cuh", "b.cu", "c.cu"} {
		e.fileEvent(name, 1)
	}
	shared := e.on(text, "return sha")
	shared["context"] = object{"includeDeclaration": true}
	lines(t, "unless asked for", e.places(ask[[]location](e, "textDocument/references", shared)), []string{"a.cu 1:37-1:43", "a.cu 2:41-2:47", "n.cuh 0:22-0:28"})
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"workspaceReferences": true}})
	for _, c := range []struct {
		before       string
		declarations bool
		want         []string
	}{
		{"return sha", true, []string{"a.cu 1:37-1:43", "a.cu 2:41-2:47", "b.cu 2:37-2:43", "n.cuh 0:22-0:28"}},
		{"return sha", false, []string{"a.cu 1:37-1:43", "a.cu 2:41-2:47", "b.cu 2:37-2:43"}},
		{"= ow", true, []string{"a.cu 1:22-1:25", "a.cu 2:33-2:36"}},
	} {
		params := e.on(text, c.before)
		params["context"] = object{"includeDeclaration": c.declarations}
		lines(t, c.before, e.places(ask[[]location](e, "textDocument/references", params)), c.want)
	}
}

// TestNamesOfCpp: types, members, parameters and macros are found as functions are.
func TestNamesOfCpp(t *testing.T) {
	e := realEditor(t, "standalone", usesText)
	for before, want := range map[string][]string{
		"c.si":        {"a.cu 12:19-12:23", "a.cu 13:30-13:34"},
		"cells(Cells": {"a.cu 12:7-12:12", "a.cu 12:25-12:30", "a.cu 13:10-13:15"},
		"return c":    {"a.cu 13:16-13:17", "a.cu 13:28-13:29"},
		"size + SIZ":  {"a.cu 11:8-11:12", "a.cu 13:37-13:41"},
		"T twice(T x": {"a.cu 5:40-5:41", "a.cu 5:52-5:53", "a.cu 5:56-5:57"},
	} {
		params := e.on(usesText, before)
		params["context"] = object{"includeDeclaration": true}
		lines(t, before, e.places(ask[[]location](e, "textDocument/references", params)), want)
	}
}

func TestDocumentHighlight(t *testing.T) {
	e := realEditor(t, "standalone", usesText)
	var got []string
	for _, h := range ask[[]struct {
		Range extent
		Kind  int
	}](e, "textDocument/documentHighlight", e.on(usesText, "{ tot")) {
		got = append(got, fmt.Sprint(h.Range, " ", h.Kind))
	}
	lines(t, "highlights", got, []string{"1:15-1:20 3", "3:28-3:33 3", "3:46-3:51 3", "3:62-3:67 2", "4:40-4:45 2"})
}

// TestMacroParameters: within a definition a macro's parameter is a name like others.
func TestMacroParameters(t *testing.T) {
	const text = "#define BOTH(a, b) ((a) + \\\n  (b) * (a))\nint a, both = BOTH(1, 2);\n"
	e := realEditor(t, "standalone", text)
	params := e.on(text, "* (")
	lines(t, "definition", e.places(ask[[]location](e, "textDocument/definition", params)), []string{"a.cu 0:13-0:14"})
	params["context"] = object{"includeDeclaration": true}
	lines(t, "references", e.places(ask[[]location](e, "textDocument/references", params)),
		[]string{"a.cu 0:13-0:14", "a.cu 0:21-0:22", "a.cu 1:9-1:10"})
	lines(t, "the variable", e.places(ask[[]location](e, "textDocument/definition", e.on(text, "int "))), []string{"a.cu 2:4-2:5"})
}
