package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const symbolsText = `namespace app {
enum class Mode { Fast, Slow = 7 };
struct Grid {
  int width;
  __host__ __device__ int cells() const { return width; }
  static __device__ int count;
};
}  // namespace app
#define KERNEL __global__ void
__constant__ float weights[3];
using Real = float;
template <class T>
__device__ T twice(T x) { return x + x; }
KERNEL step(Real *out, app::Grid grid) { out[0] = twice(weights[0]) * grid.cells(); }
static int host_only(int x);
`

type symbol struct {
	Name, Detail          string
	Kind                  int
	Range, SelectionRange extent
	Children              []symbol
}

func TestDocumentSymbols(t *testing.T) {
	e := realEditor(t, "standalone", symbolsText)
	var got []string
	var show func(list []symbol, indent string)
	show = func(list []symbol, indent string) {
		for _, s := range list {
			line := indent + s.Name
			if s.Detail != "" {
				line += " | " + s.Detail
			}
			got = append(got, line+" | "+s.SelectionRange.String()+" in "+s.Range.String())
			show(s.Children, indent+"  ")
		}
	}
	show(ask[[]symbol](e, "textDocument/documentSymbol", object{"textDocument": object{"uri": e.uri("a.cu")}}), "")
	lines(t, "outline", got, []string{
		"app | 0:10-0:13 in 0:0-7:1",
		"  Mode | 1:11-1:15 in 1:0-1:34",
		"    Fast | 0 | 1:18-1:22 in 1:18-1:22",
		"    Slow | 7 | 1:24-1:28 in 1:24-1:32",
		"  Grid | 2:7-2:11 in 2:0-6:1",
		"    width | int | 3:6-3:11 in 3:6-3:11",
		"    cells | __host__ __device__ int () const | 4:26-4:31 in 4:2-4:57",
		"    count | __device__ int | 5:24-5:29 in 5:2-5:30",
		"weights | __constant__ float [3] | 9:19-9:26 in 9:0-9:30",
		"Real | float | 10:6-10:10 in 10:0-10:19",
		"twice | __device__ T (T) | 12:13-12:18 in 11:0-12:41",
		"step | __global__ void (float *, app::Grid) | 13:7-13:11 in 13:0-13:85",
		"host_only | __host__ int (int) | 14:11-14:20 in 14:0-14:28",
	})
}

// TestPlainSymbols: a client without levels gets a list with the names of what is around.
func TestPlainSymbols(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, "int x;\n")
	if raw := e.request("textDocument/documentSymbol", object{"textDocument": object{"uri": e.uri("a.cu")}}); string(raw) != "[]" {
		t.Errorf("symbols %s", raw)
	}
}

func TestWorkspaceSymbols(t *testing.T) {
	e := realEditor(t, "standalone", symbolsText)
	type found struct {
		Name, ContainerName string
		Location            struct {
			URI   string
			Range extent
		}
	}
	for query, want := range map[string][]string{
		"step":  {"step | __global__"},
		"ell":   {"cells | app::Grid  __host__ __device__"},
		"gWdth": {},
		"wgh":   {"weights | __constant__"},
	} {
		var got []string
		for _, s := range ask[[]found](e, "workspace/symbol", object{"query": query}) {
			if !strings.HasSuffix(s.Location.URI, "a.cu") {
				t.Errorf("%+v", s)
			}
			got = append(got, s.Name+" | "+s.ContainerName)
		}
		lines(t, query, got, want)
	}
}

// TestWorkspaceSymbolsOfHeaders: what a person's own headers declare is found as well, once, with what it stands in.
func TestWorkspaceSymbolsOfHeaders(t *testing.T) {
	e := realEditorFor(t, "standalone", "", nil, "-std=c++17", "-isystem", "lib")
	e.save("lib/theirs.h", "__device__ int grid_of_theirs();\n")
	e.save("grid.cuh", `#pragma once
#include <theirs.h>
namespace app {
struct Grid { int width; __device__ int gridded() const; };
template <class T> struct GridOf {};
__constant__ float grids[2];
using GridReal = float;
__device__ inline int Grid::gridded() const { return width; }
}
`)
	e.replace("a.cu", 2, "#include \"grid.cuh\"\n__global__ void grid_kernel() {}\n")
	e.open("b.cu", 1, "#include \"grid.cuh\"\n")
	var got []string
	for _, s := range ask[[]struct {
		Name, ContainerName string
		Location            location
	}](e, "workspace/symbol", object{"query": "grid"}) {
		got = append(got, fmt.Sprint(s.Name, " | ", s.ContainerName, " | ", e.places([]location{s.Location})))
	}
	slices.Sort(got)
	lines(t, "found", got, []string{
		"Grid | app | [grid.cuh 3:7-3:11]",
		"GridOf | app | [grid.cuh 4:26-4:32]",
		"GridReal | app | [grid.cuh 6:6-6:14]",
		"grid_kernel | __global__ | [a.cu 1:16-1:27]",
		"gridded | app::Grid  __device__ | [grid.cuh 7:28-7:35]",
		"grids | app  __constant__ | [grid.cuh 5:19-5:24]",
	})
}
