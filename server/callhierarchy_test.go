package server_test

import (
	"encoding/json"
	"fmt"
	"path"
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

// TestCallHierarchyElsewhere: callers stand in files that nobody opened, too, and so does the body of what is called.
func TestCallHierarchyElsewhere(t *testing.T) {
	const text = "#include \"n.cuh\"\n__global__ void k(int *p) { *p = shared(1) + Cell{2}; }\nvoid go() { far(); }\n"
	e := realEditor(t, "standalone", text)
	for name, text := range map[string]string{
		"n.cuh":    "inline __device__ int shared(int x) { return x; }\nstruct Cell { int i; __device__ operator int() const { return i; } };\nvoid far();\n",
		"deep.cuh": "#include \"n.cuh\"\ninline __device__ int through(int x) { return shared(x); }\n",
		"lone.cuh": "#include \"n.cuh\"\ninline __device__ int nobodys(int x) { return shared(x); }\n",
		"b.cu":     "#include \"deep.cuh\"\n__global__ void other(int *p) { *p = through(2); }\n__global__ void convert(int *p, Cell c) { *p = c; }\n",
		"c.cu":     "static __device__ int shared(int x) { return x; }\n__global__ void own(int *p) { *p = shared(2); }\n",
		"far.cu":   "#include \"n.cuh\"\n__global__ void last() {}\nvoid far() { last<<<1, 1>>>(); }\n",
	} {
		e.save(name, text)
		e.fileEvent(name, 1)
	}
	for _, c := range []struct {
		at, direction string
		want          []string
	}{
		{"shar", "incomingCalls", []string{"k a.cu", "through deep.cuh", "nobodys lone.cuh"}},
		{"Cel", "incomingCalls", []string{"k a.cu", "convert b.cu"}}, // what converts it
		{"void g", "outgoingCalls", []string{"far n.cuh"}},
		{"{ fa", "outgoingCalls", []string{"last far.cu"}},
	} {
		items := ask[[]callItem](e, "textDocument/prepareCallHierarchy", e.on(text, c.at))
		if len(items) != 1 {
			t.Fatalf("items at %q: %+v", c.at, items)
		}
		got := []string{}
		for _, call := range ask[[]struct{ From, To *callItem }](e, "callHierarchy/"+c.direction, object{"item": object{
			"name": items[0].Name, "kind": items[0].Kind, "uri": items[0].URI, "range": extentOf(items[0]), "selectionRange": extentOf(items[0]), "data": items[0].Data,
		}}) {
			end := call.From
			if end == nil {
				end = call.To
			}
			got = append(got, end.Name+" "+path.Base(end.URI))
		}
		lines(t, c.direction+" at "+c.at, got, c.want)
	}
}
