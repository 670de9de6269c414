package server_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

const typedText = `__constant__ float weights[3];
int plain;
__global__ void step(float *next, int n) {
  int i = HERE;
}
__host__ __device__ int both() {
  return 0;
}
void run(float *p) {
  ;
}
int last;
`

type completions struct {
	Items []struct {
		Label, Detail, FilterText, SortText string
		InsertTextFormat                    int
		Documentation                       struct{ Value string }
		TextEdit                            struct {
			Range   extent
			NewText string
		}
	}
}

// TestCompletion types texts into a document, and looks at what is proposed there.
func TestCompletion(t *testing.T) {
	editors := map[string]*editor{"standalone": realEditor(t, "standalone", typedText), "companion": realEditor(t, "companion", typedText)}
	for version, c := range []struct {
		what, instead, typed string
		has, hasNot          []string
		companion            bool // proposed there too
	}{
		{"a kernel's body", "HERE", "th", []string{"threadIdx", "blockDim", "__shared__", "warpSize", "extern __shared__"}, []string{"__global__"}, false},
		{"a member", "HERE", "threadIdx.", []string{"x", "y", "z"}, []string{"threadIdx"}, false},
		{"another's member", "HERE", "next.", nil, []string{"x"}, false},
		{"both sides", "return 0;", "return bl", []string{"blockIdx"}, nil, false},
		{"host code", "  ;", "  q", nil, []string{"threadIdx", "__shared__"}, false},
		{"a kernel in host code", "  ;", "  st", []string{"step<<<grid, block>>>(next, n)"}, nil, true},
		{"a launch", "  ;", "  step<", []string{"<<<grid, block>>>(next, n)"}, []string{"threadIdx"}, true},
		{"a launch, further", "  ;", "  step<<<", []string{"<<<grid, block>>>(next, n)"}, nil, true},
		{"no kernel", "  ;", "  run<", nil, []string{"<<<grid, block>>>(p)"}, true},
		{"outside", "int last;", "__", []string{"__global__", "__constant__", "__launch_bounds__"}, []string{"threadIdx", "__shared__"}, false},
		{"a parameter", "int last;", "__global__ void more(const int ", []string{"__grid_constant__", "__restrict__"}, []string{"__global__"}, false},
		{"a symbol", "  ;", "  cudaMemcpyToSymbol(", []string{"weights"}, []string{"plain"}, true},
		{"a symbol, second", "  ;", "  cudaMemcpyFromSymbol(p, ", []string{"weights"}, []string{"plain"}, true},
		{"a pragma", "int last;", "#pragma ", []string{"nv_diag_suppress", "nv_diagnostic push", "unroll"}, []string{"__global__"}, true},
		{"a pragma's number", "int last;", "#pragma nv_diag_suppress ", []string{"20011", "h_hd_illegal_call"}, []string{"20016", "h_d_illegal_call"}, true},
		{"push", "int last;", "#pragma nv_diagnostic ", []string{"push", "pop"}, []string{"20011"}, true},
		{"another directive", "int last;", "#define X ", nil, []string{"__global__"}, false},
		{"a comment", "HERE", "0; // th", nil, []string{"threadIdx"}, false},
		{"a block comment", "HERE", "0 /* th", nil, []string{"threadIdx"}, false},
		{"a string", "HERE", "\"th", nil, []string{"threadIdx"}, false},
	} {
		text := strings.Replace(typedText, c.instead, c.typed, 1)
		for mode, e := range editors {
			e.replace("a.cu", version+2, text)
			got := ask[completions](e, "textDocument/completion", e.on(text, c.typed))
			var labels []string
			for _, item := range got.Items {
				labels = append(labels, item.Label)
			}
			for _, want := range c.has {
				if slices.Contains(labels, want) != (mode == "standalone" || c.companion) {
					t.Errorf("%s, %s: %q among %.300q", mode, c.what, want, labels)
				}
			}
			for _, no := range c.hasNot {
				if slices.Contains(labels, no) {
					t.Errorf("%s, %s: %q is proposed", mode, c.what, no)
				}
			}
		}
	}
}

const namesText = `__constant__ float weights[3];
typedef unsigned long word;
namespace deep { __device__ int nested(int x) { return x; } int constant; }
struct Base { int inherited; protected: int guarded; };
struct Cell : Base {
  Cell(int);
  float weight;
  __host__ __device__ float value(int scale) const { return weight; }
  Cell *next() const;
  static int count;
  typedef int kind;
  operator int() const;
private:
  int hidden;
};
template <class T> struct Box { T inner; Cell cells[4]; static int made; };
namespace deep { enum Colour { red, green }; enum class Way { up, down }; inline namespace v1 { struct Inside { static int kept; enum { zero, one }; typedef Cell cell; }; } }
struct Smart { Cell *operator->() const; Cell &operator*() const; Cell &operator[](int); Cell operator()(int); };
namespace alias = deep;
template <class T> __device__ void generic(T given, Smart smart) {
  auto own = given;
  INSTANCE
}
__global__ void ask(Cell cell) { generic(cell, Smart()); }
int onlyHost(int);
__device__ int onlyDevice(int);
constexpr int folded(int x) { return x; }
__device__ void body(Cell cell, Cell *others, Box<float> box) {
  for (int loop = 0; loop < 3; ++loop) { int within; }
  { int closed; }
  int open = 1;
  auto call = [](int given) { return given; };
  for (int outer = 0; outer < 3; ++outer) {
    if (open) { HERE }
  }
  int behind;
}
int later(int);
int level;
__device__ int depth;
__device__ void deeper() { BELOW }
void host() { ABOVE }
`

// TestCompletionNames: alone, names in scope and members are proposed, those behind all others that cannot be called there.
func TestCompletionNames(t *testing.T) {
	e := realEditor(t, "standalone", namesText)
	beside := realEditor(t, "companion", namesText)
	for version, c := range []struct {
		typed       string
		has, hasNot []string
	}{
		{"cell.", []string{"weight float", "value __host__ __device__ float (int) const", "next ~", "count ~", "inherited int"}, []string{"hidden", "guarded", "Cell", "open", "kind"}},
		{"others->we", []string{"weight float"}, []string{"hidden"}},
		{"others.", nil, []string{"weight"}},
		{"others[2].", []string{"weight float"}, nil},
		{"cell.next()->", []string{"weight float"}, nil},
		{"cell.next()->next()->we", []string{"weight float"}, nil},
		{"box.cells[1].", []string{"weight float"}, nil},
		{"box.", []string{"inner float"}, nil},
		{"onlyHost(1).", nil, []string{"weight"}},
		{"(*others).", []string{"weight float"}, nil},
		{"(others)->", []string{"weight float"}, nil},
		{"(1 + others)->", nil, []string{"weight"}},
		{"return (cell).", []string{"weight float"}, nil},
		{"((Cell *)box.inner)->", []string{"weight float"}, nil},
		{"static_cast<const Cell *>(nullptr)->", []string{"weight float"}, nil},
		{"Cell(1).", []string{"weight float"}, nil},
		{"Cell::", []string{"count ~", "next ~", "kind"}, []string{"weight", "hidden", "inherited"}},
		{"deep::", []string{"nested", "constant ~", "red", "Colour", "Way", "Inside", "v1"}, []string{"up", "Cell"}},
		{"alias::n", []string{"nested"}, []string{"constant"}},
		{"deep::Way::", []string{"up", "down"}, []string{"red"}},
		{"deep::Colour::", []string{"red"}, []string{"up"}},
		{"deep::Inside::", []string{"kept ~", "zero", "one", "cell"}, nil},
		{"deep::Inside::cell::", []string{"count ~"}, nil},
		{"deep::v1::Inside::", []string{"kept ~"}, nil},
		{"Box<int>::", []string{"made ~"}, []string{"inner"}},
		{"::deep::", []string{"nested"}, nil},
		{"::onlyD", []string{"onlyDevice"}, nil},
		{"nowhere::", nil, []string{"nested", "onlyDevice"}},
		{"o", []string{"open int", "outer int", "others Cell *", "onlyDevice", "onlyHost ~"}, []string{"loop", "within", "closed", "given", "behind", "later", "nested"}},
		{"de", []string{"deep::nested", "deep::constant ~", "folded", "word", "Cell", "call"}, []string{"Base::inherited", "inherited", "value"}},
		{"atomicA", []string{"atomicAdd"}, []string{"atomicSub"}},
		{"cudaMemcpyToSymbol(weights, ", []string{"open int"}, nil},
	} {
		text := strings.Replace(namesText, "HERE", c.typed, 1)
		e.replace("a.cu", version+2, text)
		beside.replace("a.cu", version+2, text)
		got := map[string]string{}
		for _, item := range ask[completions](e, "textDocument/completion", e.on(text, "(open) { "+c.typed)).Items {
			got[item.Label] = strings.TrimSpace(item.Detail + " " + item.SortText[:min(1, len(item.SortText))])
		}
		for _, want := range c.has {
			name, detail, _ := strings.Cut(want, " ")
			has, ok := got[name]
			if !ok || strings.HasPrefix(detail, "~") != strings.HasSuffix(has, "~") || !strings.HasPrefix(has, strings.TrimPrefix(detail, "~")) {
				t.Errorf("%s: want %q, got %q among %v", c.typed, want, has, got)
			}
		}
		for _, no := range c.hasNot {
			if _, ok := got[no]; ok {
				t.Errorf("%s: %s is proposed", c.typed, no)
			}
		}
		if list := ask[completions](beside, "textDocument/completion", beside.on(text, "(open) { "+c.typed)); len(list.Items) > 0 {
			t.Errorf("beside another server, %s: %v", c.typed, list)
		}
	}
}

// TestCompletionSides: a variable that the side has not is proposed behind the others, one that the compiler provides there not at all.
func TestCompletionSides(t *testing.T) {
	e := realEditor(t, "standalone", namesText)
	for version, c := range []struct {
		at, typed, name string
		want            string // first, last, or nothing
	}{
		{"BELOW", "threadI", "threadIdx", "first"},
		{"ABOVE", "threadI", "threadIdx", ""},
		{"BELOW", "lev", "level", "last"},
		{"ABOVE", "lev", "level", "first"},
		{"BELOW", "dep", "depth", "first"},
		{"ABOVE", "dep", "depth", "first"},
	} {
		text := strings.Replace(namesText, c.at, c.typed, 1)
		e.replace("a.cu", version+2, text)
		got := ""
		for _, item := range ask[completions](e, "textDocument/completion", e.on(text, "{ "+c.typed)).Items {
			if item.Label == c.name {
				if got = "first"; strings.HasPrefix(item.SortText, "~") {
					got = "last"
				}
			}
		}
		if got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.name, c.at, got, c.want)
		}
	}
}

// TestCompletionInstance: of a template, members are those of what an operand is in an instance.
func TestCompletionInstance(t *testing.T) {
	e := realEditor(t, "standalone", namesText)
	for version, typed := range []string{"given.", "own.", "smart->", "(*smart).", "smart[1].", "smart(2)."} {
		text := strings.Replace(namesText, "INSTANCE", typed, 1)
		e.replace("a.cu", version+2, text)
		var labels []string
		for _, item := range ask[completions](e, "textDocument/completion", e.on(text, "own = given;\n  "+typed)).Items {
			labels = append(labels, item.Label)
		}
		if !slices.Contains(labels, "weight") {
			t.Errorf("%s: %v", typed, labels)
		}
	}
}

// TestCompletionDetails: what is said of a proposal stands beside each, where the client shows it there.
func TestCompletionDetails(t *testing.T) {
	e := realEditor(t, "standalone", namesText)
	text := strings.Replace(namesText, "HERE", "others->", 1)
	e.replace("a.cu", 2, text)
	type detailed struct {
		Items []struct {
			Label        string
			LabelDetails struct{ Description string }
		}
	}
	for _, item := range ask[detailed](e, "textDocument/completion", e.on(text, "(open) { others->")).Items {
		if item.Label == "weight" && item.LabelDetails.Description != "float" {
			t.Errorf("%+v", item)
		}
	}
}

// TestCompletionTyped: a space asks for numbers in a pragma, and for nothing in code.
func TestCompletionTyped(t *testing.T) {
	text := strings.Replace(typedText, "int last;", "#pragma nv_diag_suppress ", 1)
	e := realEditor(t, "standalone", text)
	for at, some := range map[string]bool{"int i = ": false, "nv_diag_suppress ": true} {
		params := e.on(text, at)
		params["context"] = object{"triggerKind": 2, "triggerCharacter": " "}
		if got := ask[completions](e, "textDocument/completion", params); (len(got.Items) > 0) != some {
			t.Errorf("behind %q: %d items", at, len(got.Items))
		}
	}
}

// TestCompletionOvertaken: who types on while a list is being made gets that of what stands there by then.
func TestCompletionOvertaken(t *testing.T) {
	e := connect(t, nil)
	e.gate = make(chan struct{})
	e.initialize()
	e.open("a.cu", 1, "int x;\n")
	e.release()
	e.diagnostics("a.cu", 1)
	e.replace("a.cu", 2, "int xy;\n")
	id := e.send("textDocument/completion", object{"textDocument": object{"uri": e.uri("a.cu")}, "position": at(0, 6)})
	e.replace("a.cu", 3, "int xyz;\n")
	e.response(e.send("nonsense", object{})) // the newer text is there
	close(e.gate)
	if m := e.response(id); m.Error != nil || string(m.Result) != `{"isIncomplete":false,"items":[]}` {
		t.Errorf("%s, %+v", m.Result, m.Error)
	}
	e.diagnostics("a.cu", 3)
}

// TestCompletionEdit: what is inserted takes the place of what was typed.
func TestCompletionEdit(t *testing.T) {
	text := strings.Replace(typedText, "  ;", "  step<<", 1)
	e := realEditor(t, "companion", text)
	got := ask[completions](e, "textDocument/completion", e.on(text, "  step<<"))
	if len(got.Items) != 1 {
		t.Fatalf("%+v", got)
	}
	item := got.Items[0]
	if item.TextEdit.Range.String() != "9:6-9:8" || item.TextEdit.NewText != "<<<${1:grid}, ${2:block}>>>(${3:next}, ${4:n})" ||
		item.InsertTextFormat != 2 || !strings.HasPrefix(item.FilterText, "<<") || !strings.Contains(item.Documentation.Value, "float *next") {
		t.Errorf("%+v", item)
	}
	text = strings.Replace(typedText, "int last;", "#pragma nv_diag_suppress h_hd_il", 1)
	e.replace("a.cu", 2, text)
	got = ask[completions](e, "textDocument/completion", e.on(text, "suppress h_hd"))
	if len(got.Items) < 40 {
		t.Errorf("%d items", len(got.Items))
	}
	for _, item := range got.Items {
		if item.Label == "h_hd_illegal_call" && (item.TextEdit.Range.String() != "11:25-11:32" || !strings.HasPrefix(item.Detail, "20011 · ")) {
			t.Errorf("%+v", item)
		}
	}
}

const scopesText = `#define CEIL(a, b) (((a) + (b) - 1) / (b))
#define EMPTY
#define LIMIT 32
namespace lib { struct Tensor { int rank; }; __device__ int rankOf(Tensor t); enum Kind { dense, sparse }; template <class T> concept Real = true; }
using namespace lib;
namespace { int unnamed; }
struct Outer { struct Inner {}; typedef int index; static int made; int held; void member(@HEAD@); };
void Outer::member() { @MEMBER@ }
@TOP@
template <class Elem, int Width> struct Tile { Elem data[Width]; @CLASS@ };
template <class Elem, @HEADER@
;
__global__ void scale(float *out, float by) { @DEVICE@ }
void host(@PARAM@) { @HOST@; if (LIMIT) @THEN@; call(@ARG@); }
#define WRAP(x) @DEFINE@
enum Names { @ENUM@ };
`

// TestCompletionScopes: alone, names are proposed outside of bodies too, as what may stand there.
func TestCompletionScopes(t *testing.T) {
	e := realEditor(t, "standalone", scopesText)
	for version, c := range []struct{ at, typed, has, hasNot string }{
		{"TOP", "Te", "Tensor Kind Real lib unnamed CEIL LIMIT __global__ __constant__ template struct", "EMPTY Elem Tile scale scale<<<grid, block>>>(out, by) rank threadIdx return"},
		{"CLASS", "Wi", "Width Elem Tensor __device__ struct Tile", "__constant__ threadIdx return"},
		{"HEADER", "cl", "class typename Elem Tensor", "__global__ Width"},
		{"PARAM", "Te", "Tensor __restrict__ const", "__global__ threadIdx return"},
		{"HEAD", "In", "Inner index Tensor", "__global__"},
		{"MEMBER", "in", "Inner index made held member return", "__global__"},
		{"DEVICE", "sc", "out by rankOf threadIdx LIMIT scale", "scale<<<grid, block>>>(out, by)"},
		{"HOST", "sc", "scale<<<grid, block>>>(out, by) dense lib unnamed", "scale __global__"},
		{"THEN", "sc", "scale<<<grid, block>>>(out, by)", "scale"},
		{"ARG", "sc", "scale", "scale<<<grid, block>>>(out, by)"},
		{"ARG", "cudaMemcpyH", "cudaMemcpyHostToDevice", ""},
		{"DEFINE", "CE", "CEIL LIMIT Tensor", "__global__"},
		{"ENUM", "LI", "LIMIT", "__global__"},
		{"TOP", "#if __CUDA_A", "__CUDA_ARCH__ LIMIT", "Tensor __global__"},
		{"TOP", "#ifdef LI", "LIMIT CEIL", "lib struct"},
		{"HOST", "12", "", "scale<<<grid, block>>>(out, by) dense"},
	} {
		text := regexp.MustCompile("@[A-Z]+@").ReplaceAllStringFunc(scopesText, func(mark string) string {
			if mark == "@"+c.at+"@" {
				return "/*here*/" + c.typed
			}
			return ""
		})
		e.replace("a.cu", version+2, text)
		var labels []string
		for _, item := range ask[completions](e, "textDocument/completion", e.on(text, "/*here*/"+c.typed)).Items {
			labels = append(labels, item.Label)
		}
		for _, want := range strings.Fields(strings.ReplaceAll(c.has, ", ", ",")) {
			if want = strings.ReplaceAll(want, ",", ", "); !slices.Contains(labels, want) {
				t.Errorf("%s, %s: no %s among %q", c.at, c.typed, want, labels)
			}
		}
		for _, no := range strings.Fields(strings.ReplaceAll(c.hasNot, ", ", ",")) {
			if no = strings.ReplaceAll(no, ",", ", "); slices.Contains(labels, no) {
				t.Errorf("%s, %s: %s is proposed", c.at, c.typed, no)
			}
		}
	}
}

// TestCompletionRanks: what is nearest stands first.
func TestCompletionRanks(t *testing.T) {
	text := strings.Replace(namesText, "HERE", "o", 1)
	e := realEditor(t, "standalone", text)
	ranks := map[string]string{}
	for _, item := range ask[completions](e, "textDocument/completion", e.on(text, "(open) { o")).Items {
		ranks[item.Label] = item.SortText
	}
	for label, want := range map[string]string{"open": "0open", "onlyDevice": "", "onlyHost": "~onlyHost", "operator": "|operator"} {
		if got, ok := ranks[label]; !ok || got != want {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
}

// TestCompletionInclude: the folders that are searched for headers are listed where an #include is typed.
func TestCompletionInclude(t *testing.T) {
	e := realEditor(t, "standalone", "\n")
	e.save("sub/deep/one.cuh", "")
	e.save("sub/notes.txt", "")
	e.save("near.h", "")
	for version, c := range []struct{ typed, behind, has, hasNot, edit string }{
		{`#include "`, "", "near.h sub/", "a.cu", `0:10-0:10 near.h"`},
		{`#include "ne`, `"`, "near.h", "sub/", "0:10-0:12 near.h"},
		{`#include "sub/`, "", "deep/", "notes.txt near.h", ""},
		{`#include "sub/deep/o`, `ld.h"`, "one.cuh", "", "0:19-0:24 one.cuh"},
		{`  # include <`, ">", "", "near.h", ""},
		{`#include "near.h" `, "", "", "near.h", ""},
	} {
		text := c.typed + c.behind + "\n"
		e.replace("a.cu", version+2, text)
		var labels, edits []string
		for _, item := range ask[completions](e, "textDocument/completion", e.on(text, c.typed)).Items {
			labels = append(labels, item.Label)
			edits = append(edits, item.TextEdit.Range.String()+" "+item.TextEdit.NewText)
		}
		for _, want := range strings.Fields(c.has) {
			if !slices.Contains(labels, want) {
				t.Errorf("%s: no %s among %q", c.typed, want, labels)
			}
		}
		for _, no := range strings.Fields(c.hasNot) {
			if slices.Contains(labels, no) {
				t.Errorf("%s: %s is proposed", c.typed, no)
			}
		}
		if c.edit != "" && !slices.Contains(edits, c.edit) {
			t.Errorf("%s: no %q among %q", c.typed, c.edit, edits)
		}
	}
}

// TestCompletionLaunch: a launch of a template has the arguments that nothing tells, and one that is there gets a name alone.
func TestCompletionLaunch(t *testing.T) {
	const text = "template <int Width, class T, class... More> __global__ void fill(T *to, More... more) {}\n" +
		"template <class T, int N = 1> __global__ void copy(T *to) {}\n"
	e := realEditor(t, "standalone", text)
	for version, c := range []struct{ typed, behind, label, inserted string }{
		{"fi", "", "fill<Width><<<grid, block>>>(to, more)", "fill<${1:Width}><<<${2:grid}, ${3:block}>>>(${4:to}, ${5:more})"},
		{"co", "", "copy<<<grid, block>>>(to)", "copy<<<${1:grid}, ${2:block}>>>(${3:to})"},
		{"fill<2><<", "", "<<<grid, block>>>(to, more)", "<<<${1:grid}, ${2:block}>>>(${3:to}, ${4:more})"},
		{"co", "<<<1, 2>>>(p);", "copy", "copy"},
	} {
		whole := text + "void host(int *p) {\n  " + c.typed + c.behind + "\n}\n"
		e.replace("a.cu", version+2, whole)
		found := false
		for _, item := range ask[completions](e, "textDocument/completion", e.on(whole, "{\n  "+c.typed)).Items {
			found = found || item.Label == c.label && item.TextEdit.NewText == c.inserted
			if c.behind != "" && strings.Contains(item.Label, "<<<") {
				t.Errorf("before %s: %s", c.behind, item.Label)
			}
		}
		if !found {
			t.Errorf("%s%s: no %s", c.typed, c.behind, c.label)
		}
	}
}

// TestCompletionInsert: what stands behind the cursor is left or replaced, as the client likes.
func TestCompletionInsert(t *testing.T) {
	e := connect(t, nil)
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize(object{
		"initializationOptions": object{"mode": "standalone"},
		"capabilities":          object{"textDocument": object{"completion": object{"completionItem": object{"insertReplaceSupport": true}}}},
	})
	const text = "int counter;\nvoid f() { countbar; }\n"
	e.open("a.cu", 1, text)
	type edits struct {
		Items []struct {
			Label    string
			TextEdit struct{ Insert, Replace extent }
		}
	}
	for _, item := range ask[edits](e, "textDocument/completion", e.on(text, "{ count")).Items {
		if item.Label == "counter" && (item.TextEdit.Insert.String() != "1:11-1:16" || item.TextEdit.Replace.String() != "1:11-1:19") {
			t.Errorf("%+v", item)
		}
	}
}

// TestCompletionUnended: the parameters of a function that has no end yet are proposed.
func TestCompletionUnended(t *testing.T) {
	e := realEditor(t, "standalone", "\n")
	const typed = "struct S { __device__ float at(const float *values, int index = 3, char (&name)[4]) { return va"
	text := typed + "\nint behind;\n"
	e.replace("a.cu", 2, text)
	var labels []string
	for _, item := range ask[completions](e, "textDocument/completion", e.on(text, typed)).Items {
		labels = append(labels, item.Label)
	}
	for _, want := range []string{"values", "index", "threadIdx"} {
		if !slices.Contains(labels, want) {
			t.Errorf("no %s among %q", want, labels)
		}
	}
}
