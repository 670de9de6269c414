package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// clashing are files of which two include the header that declares x, and one has the name by chance.
func clashing() map[string]string {
	return map[string]string{
		"inc/h.cuh": "clash x;\n", "a.cu": "#include \"inc/h.cuh\"\nuse x + x_3;\n", "b.cpp": "#include <h.cuh>\n",
		"deep/c.cu": "// é\n#include \"../inc/h.cuh\"\nx(x);\n", "d.cu": "use x;\n",
	}
}

// mended are the texts of the workspace's files after an edit, by their names; those of open documents have versions.
func (e *editor) mended(raw json.RawMessage, files map[string]string, versions map[string]int) map[string]string {
	e.t.Helper()
	var edit struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []struct {
				Range   struct{ Start, End struct{ Line, Character int } }
				NewText string
			}
		}
	}
	if err := json.Unmarshal(raw, &edit); err != nil {
		e.t.Fatalf("%s: %v", raw, err)
	}
	out := map[string]string{}
	for _, change := range edit.DocumentChanges {
		for name, text := range files {
			if change.TextDocument.URI != e.uri(name) {
				continue
			}
			version := 0
			if change.TextDocument.Version != nil {
				version = *change.TextDocument.Version
			}
			if version != versions[name] {
				e.t.Errorf("%s has version %d, want %d", name, version, versions[name])
			}
			lines := strings.SplitAfter(text, "\n")
			for i := len(change.Edits) - 1; i >= 0; i-- {
				r := change.Edits[i].Range
				line := lines[r.Start.Line]
				lines[r.Start.Line] = line[:r.Start.Character] + change.Edits[i].NewText + line[r.End.Character:]
			}
			out[name] = strings.Join(lines, "")
		}
	}
	if len(out) != len(edit.DocumentChanges) {
		e.t.Errorf("edits of other files: %s", raw)
	}
	return out
}

// renaming is an action that renames.
type renaming struct {
	Title    string
	Kind     string
	Edit     json.RawMessage
	Data     json.RawMessage
	Disabled struct{ Reason string }
	Command  struct {
		Command   string
		Arguments []struct {
			Title, Placeholder string
			Data               map[string]any
		}
	}
}

// renamings are the actions at a place of a document; kind is why they are asked for: 1 by a person, 2 by the editor.
func (e *editor) renamings(name string, line, character, kind int) []renaming {
	e.t.Helper()
	raw := e.request("textDocument/codeAction", object{
		"textDocument": object{"uri": e.uri(name)}, "range": object{"start": at(line, character), "end": at(line, character)},
		"context": object{"diagnostics": []any{}, "triggerKind": kind},
	})
	var list []renaming
	if err := json.Unmarshal(raw, &list); err != nil {
		e.t.Fatalf("%s: %v", raw, err)
	}
	return slices.DeleteFunc(list, func(r renaming) bool { return r.Kind == "quickfix.suppress" })
}

var resolves = object{"capabilities": object{"textDocument": object{"codeAction": object{
	"disabledSupport": true, "dataSupport": true, "resolveSupport": object{"properties": []string{"edit"}},
}}}}

func wantTexts(t *testing.T, got, want map[string]string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("files are\n%q\nwant\n%q", got, want)
	}
}

func TestRenameEverywhere(t *testing.T) {
	renamed := map[string]string{
		"inc/h.cuh": "clash x_2;\n", "a.cu": "#include \"inc/h.cuh\"\nuse x_2 + x_3;\n",
		"deep/c.cu": "// é\n#include \"../inc/h.cuh\"\nx_2(x_2);\n",
	}
	t.Run("at once", func(t *testing.T) {
		files := clashing()
		e := start(t, files)
		e.open("inc/h.cuh", 7, files["inc/h.cuh"])
		list := e.renamings("inc/h.cuh", 0, 6, 1)
		if len(list) != 1 || list[0].Title != "Rename ::x to x_2" {
			t.Fatalf("actions %+v", list)
		}
		wantTexts(t, e.mended(list[0].Edit, files, map[string]int{"inc/h.cuh": 7}), renamed)
	})
	t.Run("when it is chosen", func(t *testing.T) {
		files := clashing()
		e := start(t, files, resolves)
		e.open("inc/h.cuh", 1, files["inc/h.cuh"])
		// The text of an open document counts, not that on disk.
		files["a.cu"] = "#include \"inc/h.cuh\"\nx_2 and x;\n"
		e.open("a.cu", 3, files["a.cu"])
		list := e.renamings("inc/h.cuh", 0, 6, 2)
		if len(list) != 1 || list[0].Edit != nil || list[0].Data == nil {
			t.Fatalf("actions %+v", list)
		}
		var chosen renaming
		raw := e.request("codeAction/resolve", object{"title": list[0].Title, "data": list[0].Data})
		if err := json.Unmarshal(raw, &chosen); err != nil || chosen.Title != "Rename ::x to x_22" {
			t.Fatalf("%s: %v", raw, err)
		}
		wantTexts(t, e.mended(chosen.Edit, files, map[string]int{"inc/h.cuh": 1, "a.cu": 3}), map[string]string{
			"inc/h.cuh": "clash x_22;\n", "a.cu": "#include \"inc/h.cuh\"\nx_2 and x_22;\n",
			"deep/c.cu": "// é\n#include \"../inc/h.cuh\"\nx_22(x_22);\n",
		})
		e.replace("inc/h.cuh", 2, "\nclash x;\n")
		const contentModified = -32801
		if code := e.fails("codeAction/resolve", object{"title": list[0].Title, "data": list[0].Data}); code != contentModified {
			t.Errorf("code %d after a change, want %d", code, contentModified)
		}
	})
	t.Run("by a name of one's own", func(t *testing.T) {
		files := clashing()
		e := start(t, files, object{"capabilities": object{"experimental": object{"cudalsRename": true}}})
		e.open("inc/h.cuh", 1, files["inc/h.cuh"])
		list := e.renamings("inc/h.cuh", 0, 6, 1)
		if len(list) != 1 || list[0].Edit != nil || list[0].Command.Command != "cudals.rename" || len(list[0].Command.Arguments) != 1 {
			t.Fatalf("actions %+v", list)
		}
		argument := list[0].Command.Arguments[0]
		if argument.Placeholder != "x_2" {
			t.Errorf("argument %+v", argument)
		}
		argument.Data["name"] = "mine"
		var chosen renaming
		raw := e.request("codeAction/resolve", object{"title": argument.Title, "data": argument.Data})
		if err := json.Unmarshal(raw, &chosen); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		want := map[string]string{}
		for name, text := range renamed {
			want[name] = strings.ReplaceAll(text, "x_2", "mine")
		}
		wantTexts(t, e.mended(chosen.Edit, files, map[string]int{"inc/h.cuh": 1}), want)
	})
	t.Run("by the editor's own renaming", func(t *testing.T) {
		files := clashing()
		e := start(t, files)
		e.open("inc/h.cuh", 1, files["inc/h.cuh"])
		here := object{"textDocument": object{"uri": e.uri("inc/h.cuh")}, "position": at(0, 7)}
		var prepared struct {
			Range       struct{ Start, End struct{ Line, Character int } }
			Placeholder string
		}
		raw := e.request("textDocument/prepareRename", here)
		if err := json.Unmarshal(raw, &prepared); err != nil || prepared.Placeholder != "x_2" || prepared.Range.Start.Character != 6 {
			t.Errorf("%s: %v", raw, err)
		}
		rename := object{"newName": "y"}
		merge(rename, here)
		got := e.mended(e.request("textDocument/rename", rename), files, map[string]int{"inc/h.cuh": 1})
		if got["deep/c.cu"] != "// é\n#include \"../inc/h.cuh\"\ny(y);\n" || len(got) != 3 {
			t.Errorf("files are %q", got)
		}
		for _, bad := range []string{"x_3", "kernel", "", "a b"} {
			rename["newName"] = bad
			m := e.response(e.send("textDocument/rename", rename))
			if m.Error == nil {
				t.Errorf("%q is taken as a name: %s", bad, m.Result)
			}
		}
		here["position"] = at(0, 0)
		if raw := e.request("textDocument/prepareRename", here); string(raw) != "null" {
			t.Errorf("elsewhere: %s", raw)
		}
	})
}

// TestRenameRefused: what cannot be renamed everywhere is renamed nowhere, and the reason is told.
func TestRenameRefused(t *testing.T) {
	files := clashing()
	files["deep/c.cu"] = "#include \"../inc/h.cuh\"\n\nunclear x;\n"
	const reason = "deep/c.cu:3: it is not known what x means there"
	t.Run("told", func(t *testing.T) {
		e := start(t, files, resolves)
		e.open("inc/h.cuh", 1, files["inc/h.cuh"])
		list := e.renamings("inc/h.cuh", 0, 6, 1)
		if len(list) != 1 || list[0].Disabled.Reason != reason || list[0].Edit != nil {
			t.Errorf("actions %+v", list)
		}
		list = e.renamings("inc/h.cuh", 0, 6, 2)
		if len(list) != 1 || list[0].Disabled.Reason != "" {
			t.Fatalf("actions %+v", list)
		}
		m := e.response(e.send("codeAction/resolve", object{"title": list[0].Title, "data": list[0].Data}))
		if m.Error == nil || m.Error.Message != reason {
			t.Errorf("%+v", m)
		}
	})
	t.Run("not shown", func(t *testing.T) {
		e := start(t, files)
		e.open("inc/h.cuh", 1, files["inc/h.cuh"])
		if list := e.renamings("inc/h.cuh", 0, 6, 1); len(list) != 0 {
			t.Errorf("actions %+v", list)
		}
	})
	t.Run("outside of the workspace", func(t *testing.T) {
		e := start(t, files, resolves)
		other := start(t, files)
		name := "file://" + strings.ReplaceAll(other.path("inc/h.cuh"), " ", "%20")
		e.open(name, 1, files["inc/h.cuh"])
		raw := e.request("textDocument/codeAction", object{
			"textDocument": object{"uri": name}, "range": object{"start": at(0, 6), "end": at(0, 6)}, "context": object{"diagnostics": []any{}},
		})
		if !strings.Contains(string(raw), "is in no folder of the workspace") {
			t.Errorf("actions %s", raw)
		}
	})
	t.Run("many files", func(t *testing.T) {
		many := map[string]string{"h.cuh": "clash x;\n"}
		for i := range 40 {
			many[fmt.Sprintf("u%d.cu", i)] = "#include \"h.cuh\"\nx;\n"
		}
		e := start(t, many, resolves)
		e.open("h.cuh", 1, many["h.cuh"])
		list := e.renamings("h.cuh", 0, 6, 1)
		if len(list) != 1 || list[0].Edit != nil || list[0].Data == nil {
			t.Fatalf("actions %+v", list)
		}
		var chosen renaming
		raw := e.request("codeAction/resolve", object{"title": list[0].Title, "data": list[0].Data})
		if err := json.Unmarshal(raw, &chosen); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if got := e.mended(chosen.Edit, many, map[string]int{"h.cuh": 1}); len(got) != 41 {
			t.Errorf("%d files are edited", len(got))
		}
		for i := range 200 {
			e.save(fmt.Sprintf("more/u%d.cu", i), "#include \"h.cuh\"\nx;\n")
		}
		m := e.response(e.send("codeAction/resolve", object{"title": list[0].Title, "data": list[0].Data}))
		if m.Error == nil || !strings.Contains(m.Error.Message, "241 files may mention x, more than are looked at") {
			t.Errorf("%+v", m)
		}
	})
}

const namedText = `#include "n.cuh"
#define STEP(i) i += 1
template <class T> struct Box { T held; };
template <class T, int Size> __device__ T sum(const T *in, Box<T> box) {
  T all = in[0];
  for (int i = 1; i < Size; ++i) { int all_ = i; all += in[i] + all_; STEP(all); }
  auto more = [&, all](int in_) { return all + in_ + box.held; };
  again: if (more(1) > all) goto again;
  return all; // all of it
}
__global__ void scale(float *out) { *out = sum<float, 4>(out, {}) + shared(1); }
__global__ void same(int a) {}
__global__ void same(float a) {}
__global__ void dyn() { extern __shared__ float pool[]; pool[0] = 1; }
void run(float *p) { scale<<<1, 2>>>(p); auto made = [p](auto q) { return q.all + p; }; }
`

// TestRenameAlone: alone, what one declaration has for itself gets another name, and functions and variables of namespaces do in all files.
func TestRenameAlone(t *testing.T) {
	e, beside := realEditor(t, "standalone", namedText), realEditor(t, "companion", namedText)
	e.save("n.cuh", "inline __device__ int shared(int x) { return x; }\n")
	e.save("b.cu", "#include \"n.cuh\"\n__global__ void other(int *p) { *p = shared(2); }\n")
	e.fileEvent("n.cuh", 1)
	e.fileEvent("b.cu", 1)
	for _, c := range []struct {
		at, to string
		want   string // how often the new name stands there, in which files; or why it does not
	}{
		{"T a", "total", "a.cu 7"},
		{"class T, int S", "Count", "a.cu 2"},
		{"template <class T, int Size> __device__ T", "Elem", "a.cu 5"},
		{"int i", "at", "a.cu 5"},
		{"all](int i", "given", "a.cu 2"},
		{"run(float *p", "to", "a.cu 4"},
		{"T a", "in", "in is a name there already"},
		{"T a", "7up", `"7up" cannot be a name`},
		{"void sc", "stretch", "a.cu 2"},
		{"+ sha", "common", "a.cu 1, b.cu 1, n.cuh 1"},
		{"void sam", "equal", "a.cu 1"},
		{"T he", "kept", "a.cu 2"},
		{"agai", "once", "a.cu 2"},
		{"struct Bo", "Case", "a.cu 2"},
		{"STEP(i) ", "by", "a.cu 2"},
		{"float po", "heap", "a.cu 2"},
		{"STEP(i) ", "STEP", "STEP is a name there already"},
		{"#define ST", "TAKE", "macros keep their names: commands and libraries may ask for them, and other macros put them together"},
	} {
		params := e.on(namedText, c.at)
		params["newName"] = c.to
		m := e.response(e.send("textDocument/rename", params))
		got := ""
		if m.Error != nil {
			got = m.Error.Message
		} else if string(m.Result) != "null" {
			var files []string
			var edit struct {
				DocumentChanges []struct{ TextDocument struct{ URI string } }
			}
			if err := json.Unmarshal(m.Result, &edit); err != nil {
				t.Fatal(err)
			}
			for _, f := range edit.DocumentChanges {
				files = append(files, fmt.Sprint(f.TextDocument.URI[strings.LastIndexByte(f.TextDocument.URI, '/')+1:], " ", strings.Count(string(m.Result), fmt.Sprintf("%q", c.to))))
			}
			if slices.Sort(files); len(files) > 1 {
				for i := range files {
					files[i] = files[i][:len(files[i])-1] + "1"
				}
			}
			got = strings.Join(files, ", ")
		}
		if got != c.want {
			t.Errorf("%s to %s: %q, want %q", c.at, c.to, got, c.want)
		}
		other := beside.on(namedText, c.at)
		other["newName"] = c.to
		if raw := beside.request("textDocument/rename", other); string(raw) != "null" {
			t.Errorf("beside another server: %s", raw)
		}
	}
	place := ask[struct {
		Range       extent
		Placeholder string
	}](e, "textDocument/prepareRename", e.on(namedText, "T a"))
	if place.Placeholder != "all" || place.Range.String() != "4:4-4:7" {
		t.Errorf("%+v", place)
	}
}

const sharedHeader = `#pragma once
#define MOST 4
#define JOIN(a) a##_joined
namespace geo {
enum Mode { fast, slow };
enum class Color : int { red };
struct Shape { virtual int area() const { return 0; } virtual ~Shape() {} };
struct Square : Shape { int side; explicit Square(int s) : side(s) {} int area() const override { return side * side; } };
template <class T> struct Box { T held; using value = T; __host__ __device__ T take() const { return held; } Box(T t) : held(t) {} static int made; };
template <class T> int Box<T>::made = 0;
typedef struct Pair { int a; int b; } Pair;
using Number = float;
inline int twice(int x) { return 2 * x; }
inline float twice(float x) { return 2 * x; }
struct Node { Node *next; Node(); ~Node(); int begin(); friend struct Tree; };
inline Node::~Node() { next = nullptr; }
template <class B> struct Over : B { int area() const { return this->JOIN(side) + B::twice(); } };
}
`

const membersText = `#include "n.cuh"
using namespace geo;
template <class T> __global__ void k(T b, int *out) { *out = b.take() + (int)Color::red + fast; }
struct Wide : Square { Wide() : Square(2) {} int area() const override { return Square::area() + side; } };
struct Less { bool operator()(int a, int b) const; int size; };
int main() {
  Square s(3); Shape &sh = s; Pair p{1, 2}; Number n = twice(2.0f) + twice(1);
  Box<float>::value v = 1; Box<int>::made++; using Boxes = Box<int>; Boxes::value w = MOST;
  k<<<1, 1>>>(Box<int>{2}, nullptr);
  geo::Mode m = geo::slow; Node *node = nullptr; node->begin();
  return sh.area() + s.side + p.a + (int)n + (int)v + m + w + (node->next != nullptr);
}
typedef struct Tag { struct Tag *next; } Tag;
struct Outer { struct Nest; Nest *n; int get(Tag *) { return 1; } };
struct Outer::Nest { int k; };
struct Limits { static constexpr int most = 4; };
__global__ void __launch_bounds__(Limits::most * 32) bounded(Outer o) { o.get(nullptr); }
__device__ int budget;
void reset() { extern __device__ int budget; cudaMemcpyToSymbol(budget, nullptr, 4); }
`

// TestRenameMembers: types, members, enumerators and overloads get another name in every file that includes their declaration.
func TestRenameMembers(t *testing.T) {
	e := realEditor(t, "standalone", membersText)
	other := "#include \"n.cuh\"\nint other(geo::Pair *p) { geo::Square b(1); geo::Node n; n.next = &n; return b.area() + p->b + b.side; }\n"
	e.save("n.cuh", sharedHeader)
	e.save("b.cu", other)
	e.fileEvent("n.cuh", 1)
	e.fileEvent("b.cu", 1)
	for _, c := range []struct {
		at, to string
		want   string // how often the new name stands in which files; or why it does not
	}{
		{" Squ", "Quad", "a.cu 4, b.cu 1, n.cuh 2"},
		{"s.sid", "edge", "n.cuh:17: it is not known what side means there"},
		{"p.", "first", "a.cu 1, n.cuh 1"},
		{" Pai", "Two", "a.cu 1, b.cu 1, n.cuh 2"},
		{"Box<float>::val", "type_of", "a.cu 2, n.cuh 1"},
		{"Box<int>::mad", "total", "a.cu 1, n.cuh 2"},
		{"b.tak", "taken", "a.cu 1, n.cuh 1"},
		{"Color::re", "rot", "a.cu 1, n.cuh 1"},
		{" fas", "quick", "a.cu 1, n.cuh 1"},
		{"geo::Mod", "Speed", "a.cu 1, n.cuh 1"},
		{"= twic", "doubled", "a.cu 1, n.cuh 1"},
		{"node->nex", "after", "a.cu 1, b.cu 1, n.cuh 2"},
		{" Nod", "Knot", "a.cu 1, b.cu 1, n.cuh 6"},
		{"Shap", "Form", "a.cu 1, n.cuh 3"},
		{" Numbe", "Real", "a.cu 1, n.cuh 1"},
		{" Boxe", "Cases", "a.cu 2"},
		{"node->begi", "start", "C++ itself looks for functions that are named begin"},
		{"sh.are", "surface", "a function area is virtual, and of a class that has one not all bases are known"},
		{"geo::Mod", "MOST", "MOST is a macro"},
		{"geo::Mod", "Wide", "Wide has that name already"},
		{"geo::Mod", "__CUDACC__", "__CUDACC__ is a macro"},
		{"struct Les", "dim3", "dim3 has that name already"},
		{"int siz", "count", "a.cu 1"},
		{"struct Ta", "Label", "a.cu 4"},
		{"Outer::Nes", "Inside", "a.cu 3"},
		{"Limits::mos", "least", "a.cu 2"},
		{"__device__ int budge", "limit", "a.cu:19: it is not known what budget means there"},
		{"int ge", "fetch", "a.cu 2"},
	} {
		params := e.on(membersText, c.at)
		params["newName"] = c.to
		m := e.response(e.send("textDocument/rename", params))
		var got string
		if m.Error != nil {
			got = m.Error.Message
		} else {
			mended := e.mended(m.Result, map[string]string{"a.cu": membersText, "b.cu": other, "n.cuh": sharedHeader}, map[string]int{"a.cu": 1})
			var files []string
			for name, text := range mended {
				files = append(files, fmt.Sprint(name, " ", strings.Count(text, c.to)))
			}
			slices.Sort(files)
			got = strings.Join(files, ", ")
		}
		if got != c.want {
			t.Errorf("%s to %s: %q, want %q", c.at, c.to, got, c.want)
		}
	}
}

const givenHeader = `namespace lib {
struct Row { int x, key; };
template <class T> struct First { T held; int key; int get(const Row &row, const First &other) { return row.x + other.key + key; } };
template <class T> int length(const T &t) { return t.length(); }
template <class T> struct Traits { static const bool value = T::known; int any = Row::x; };
template <class A, class B> struct Both : Pick<A::chosen, B> {};
namespace words { int count(); }
template <class T> int all(T t) { return words::count() + t.count(1) + threadIdx.y; }
template <class T> int at(int T::*);
template <class T> int latter(T) { return at(&T::latter); }
}
`

const givenText = `#include <lib.h>
struct Item {
  int x, key, count, y, latter;
  static const bool known = true, chosen = true;
  int length() const { return x + key + count + y + latter; }
  int known_length() const { return length(); }
};
lib::First<Item> items;
int use(Item i) { return i.known_length() + i.chosen; }
`

// TestRenameGiven: a member keeps its name where a template of a library to which its class is given may ask for it, and only there.
func TestRenameGiven(t *testing.T) {
	e := realEditorFor(t, "standalone", "", nil, "-std=c++17", "-isystem", "lib")
	e.save("lib/lib.h", givenHeader)
	e.fileEvent("lib/lib.h", 1)
	e.replace("a.cu", 2, givenText)
	const fixed = "keeps its name: a template of lib.h:%d, to which Item is given, may name it"
	for at, line := range map[string]int{
		"  int ": 0, ", ke": 0, ", cou": 0, ", y, lat": 10, ", y": 0, "bool kno": 5, "true, cho": 6, "  int len": 4, "int known_": 0,
	} {
		params := e.on(givenText, at)
		params["newName"] = "fresh"
		m := e.response(e.send("textDocument/rename", params))
		switch want := fmt.Sprintf(fixed, line); {
		case line == 0 && m.Error != nil:
			t.Errorf("%q: %s", at, m.Error.Message)
		case line > 0 && (m.Error == nil || !strings.HasSuffix(m.Error.Message, want)):
			t.Errorf("%q: %+v %s, want %q", at, m.Error, m.Result, want)
		}
	}
}

// TestRenameVariableTemplates: specialisations are named as their template, wherever they are declared.
func TestRenameVariableTemplates(t *testing.T) {
	const text = `struct S { template <class T> static constexpr int n = 1; };
template <> constexpr int S::n<int> = 2;
namespace ns { template <class T> constexpr int w = 1; template <class T> constexpr int w<T *> = 2; }
template <> constexpr int ns::w<int> = 8;
int first[S::n<int> + S::n<float> + ns::w<int> + ns::w<int *> + ns::w<char>];
`
	e := realEditor(t, "standalone", text)
	for at, times := range map[string]int{"constexpr int ": 4, "S::": 4, "constexpr int ns::": 6, "+ ns::": 6} {
		params := e.on(text, at)
		params["newName"] = "fresh"
		if edit := string(e.request("textDocument/rename", params)); strings.Count(edit, "fresh") != times {
			t.Errorf("%q: %s", at, edit)
		}
	}
}
