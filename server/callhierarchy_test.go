package server_test

import (
	"encoding/json"
	"fmt"
	"testing"
)

const callsText = `struct Ends { __host__ __device__ ~Ends() { log(); } __device__ static void log(); };
__device__ float leaf(float x) { return x; }
template <class F> __device__ float each(F f, float x) { Ends e; return f(x); }
__global__ void first(float *p) { *p = each([](float x) { return leaf(x); }, *p); }
__global__ void second(float *p) { *p = leaf(leaf(*p)); }
void run(float *p) { first<<<1, 1>>>(p); second<<<1, 2>>>(p); }
int main() { run(nullptr); }
`

type callItem struct {
	Name, Detail, URI string
	Kind              int
	Data              json.RawMessage
	SelectionRange    extent
}

// TestCallHierarchy walks from a device function to all kernels that reach it, and from the host to the device.
func TestCallHierarchy(t *testing.T) {
	e := realEditor(t, "standalone", callsText)
	prepare := func(at string) callItem {
		t.Helper()
		items := ask[[]callItem](e, "textDocument/prepareCallHierarchy", e.on(callsText, at))
		if len(items) != 1 {
			t.Fatalf("items at %q: %+v", at, items)
		}
		return items[0]
	}
	type call struct {
		From, To   *callItem
		FromRanges []extent
	}
	walk := func(direction string, from callItem) []string {
		var got []string
		var step func(item callItem, indent string)
		step = func(item callItem, indent string) {
			for _, c := range ask[[]call](e, "callHierarchy/"+direction, object{"item": object{
				"name": item.Name, "kind": item.Kind, "uri": item.URI, "range": extentOf(item), "selectionRange": extentOf(item), "data": item.Data,
			}}) {
				next := c.From
				if next == nil {
					next = c.To
				}
				got = append(got, fmt.Sprintf("%s%s | %s ×%d", indent, next.Name, next.Detail, len(c.FromRanges)))
				step(*next, indent+"  ")
			}
		}
		step(from, "")
		return got
	}
	leaf := prepare("float lea")
	if leaf.Name != "leaf" || leaf.Detail != "__device__ float (float)" {
		t.Errorf("item %+v", leaf)
	}
	lines(t, "who reaches leaf", walk("incomingCalls", leaf), []string{
		"a lambda in first | __device__ (float) const ×1",
		"  each | __device__ float (F, float) ×1",
		"    first | __global__ void (float *) ×1",
		"      run | __host__ void (float *) · launches ×1",
		"        main | __host__ int () ×1",
		"second | __global__ void (float *) ×2",
		"  run | __host__ void (float *) · launches ×1",
		"    main | __host__ int () ×1",
	})
	lines(t, "what main reaches", walk("outgoingCalls", prepare("int mai")), []string{
		"run | __host__ void (float *) ×1",
		"  first | __global__ void (float *) · launches ×1",
		"    each | __device__ float (F, float) ×1",
		"      Ends::~Ends | __host__ __device__ () · destroys the variable at the end of its scope ×1",
		"        Ends::log | __device__ void () ×1",
		"      a lambda in first | __device__ (float) const ×1",
		"        leaf | __device__ float (float) ×1",
		"  second | __global__ void (float *) · launches ×1",
		"    leaf | __device__ float (float) ×2",
	})
	if e.fails("callHierarchy/incomingCalls", object{"item": object{
		"name": "x", "kind": 12, "uri": e.uri("a.cu"), "range": extentOf(leaf), "selectionRange": extentOf(leaf),
	}}) != -32602 {
		t.Error("an item of somebody else's is taken")
	}
}

func extentOf(i callItem) object {
	return object{
		"start": at(i.SelectionRange.Start.Line, i.SelectionRange.Start.Character),
		"end":   at(i.SelectionRange.End.Line, i.SelectionRange.End.Character),
	}
}
