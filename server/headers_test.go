package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

const (
	header = "void host_only();\n"
	user   = "#include \"h.cuh\"\nvoid k() { host_only(); }\n"
)

func TestHeaderEdit(t *testing.T) {
	e := start(t, map[string]string{"h.cuh": header})
	e.open("a.cu", 1, user)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 || len(p.Diagnostics[0].RelatedInformation) != 1 {
		t.Fatalf("diagnostics %+v", p)
	}
	before := len(e.engine.Calls())
	// To open a header with the text that it has on disk changes nothing for anyone.
	e.open("h.cuh", 1, header)
	e.diagnostics("h.cuh", 1)
	if calls := e.engine.Calls(); len(calls) != before+1 {
		t.Errorf("analysed again: %+v", calls[before:])
	}
	// Now the open text counts: the declaration goes away, and with it the reason.
	e.replace("h.cuh", 2, "// nothing\n")
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics) != 1 || len(p.Diagnostics[0].RelatedInformation) != 0 {
		t.Errorf("after the header's edit: %+v", p)
	}
	// Closed without being saved, the header is what it is on disk.
	e.close("h.cuh")
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics[0].RelatedInformation) != 1 {
		t.Errorf("after the header was closed: %+v", p)
	}
}

func TestHeaderOnDisk(t *testing.T) {
	e := start(t, nil)
	e.open("a.cu", 1, user)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics[0].RelatedInformation) != 0 {
		t.Fatalf("diagnostics %+v", p)
	}
	e.save("h.cuh", header)
	e.fileEvent("h.cuh", 1)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics[0].RelatedInformation) != 1 {
		t.Errorf("created: %+v", p)
	}
	e.save("h.cuh", "void f() { host_only(); }\n")
	e.fileEvent("h.cuh", 2)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics[0].RelatedInformation) != 0 {
		t.Errorf("changed: %+v", p)
	}
	// A finding in a header that is not open is shown there, and goes away with its cause.
	if p := e.diagnostics("h.cuh", 0); len(p.Diagnostics) != 1 {
		t.Errorf("in the header: %+v", p)
	}
	e.fileEvent("unrelated.h", 2)
	e.save("h.cuh", header)
	e.fileEvent("h.cuh", 2)
	if p := e.diagnostics("h.cuh", 0); len(p.Diagnostics) != 0 {
		t.Errorf("in the header: %+v", p)
	}
}

// TestHeaderOfMany: what several open files say of one header is said once, until the last of them is closed.
func TestHeaderOfMany(t *testing.T) {
	e := start(t, map[string]string{"h.cuh": "void f() { host_only(); }\n"})
	e.open("a.cu", 1, user)
	e.diagnostics("a.cu", 1)
	if p := e.diagnostics("h.cuh", 0); len(p.Diagnostics) != 1 {
		t.Fatalf("in the header: %+v", p)
	}
	e.open("b.cu", 1, "#include \"h.cuh\"\n")
	e.diagnostics("b.cu", 1)
	e.close("a.cu")
	e.diagnostics("a.cu", 0)
	e.open("h.cuh", 7, "void f() { host_only(); host_only(); }\n")
	if p := e.diagnostics("h.cuh", 7); len(p.Diagnostics) != 2 {
		t.Errorf("open header: %+v", p)
	}
	e.close("h.cuh")
	e.diagnostics("h.cuh", 0)
	e.close("b.cu")
	e.diagnostics("b.cu", 0)
	e.await("the header's last list", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" &&
			string(m.Params) == `{"uri":"`+e.uri("h.cuh")+`","diagnostics":[]}`
	})
}

func TestBorrowedCommand(t *testing.T) {
	e := start(t, map[string]string{
		"compile_commands.json": `[{"directory": ".", "file": "src/a.cu", "command": "nvcc -std=c++20 -c src/a.cu"}]`,
		"include/h.cuh":         header, "src/a.cu": "",
	})
	e.open("include/h.cuh", 1, header)
	e.diagnostics("include/h.cuh", 1)
	e.open("src/a.cu", 1, "#include \"../include/h.cuh\"\n")
	e.diagnostics("src/a.cu", 1)
	e.await("the header's status", func(m message) bool {
		var s struct{ URI, Flags, BorrowedFrom string }
		return m.Method == "cudals/status" && decoded(t, m, &s) && s.URI == e.uri("include/h.cuh") &&
			s.Flags == "borrowed" && s.BorrowedFrom == e.path("src/a.cu")
	})
}

// TestLenders: of several files that include a header the person chooses whose command it borrows.
func TestLenders(t *testing.T) {
	e := start(t, map[string]string{
		"compile_commands.json": `[{"directory": ".", "file": "a.cu", "command": "nvcc -std=c++14 -c a.cu"},
			{"directory": ".", "file": "b.cu", "command": "nvcc -std=c++17 -c b.cu"},
			{"directory": ".", "file": "c.cu", "command": "nvcc -std=c++20 -c c.cu"}]`,
		"a.cu": "#include \"h.cuh\"\n", "b.cu": "int x;\n", "c.cu": "#include \"h.cuh\"\n", "h.cuh": header,
	})
	e.open("h.cuh", 1, header)
	lenders := func(file string) (l struct {
		Current, Through string
		Lenders          []string
	},
	) {
		raw := e.request("cudals/lenders", object{"textDocument": object{"uri": e.uri(file)}})
		if err := json.Unmarshal(raw, &l); err != nil {
			t.Fatal(err)
		}
		return l
	}
	if l := lenders("h.cuh"); l.Current != e.uri("a.cu") || l.Through != e.uri("a.cu") || !slices.Equal(l.Lenders, []string{e.uri("a.cu"), e.uri("c.cu")}) {
		t.Fatalf("lenders %+v", l)
	}
	e.request("cudals/borrow", object{"textDocument": object{"uri": e.uri("h.cuh")}, "from": e.uri("c.cu")})
	e.await("the header's status", func(m message) bool {
		var s struct {
			URI, BorrowedFrom string
			Std               int
		}
		return m.Method == "cudals/status" && decoded(t, m, &s) && s.URI == e.uri("h.cuh") && s.Std == 20 && s.BorrowedFrom == e.path("c.cu")
	})
	// Or it is read by itself, with the command that it has.
	e.request("cudals/borrow", object{"textDocument": object{"uri": e.uri("h.cuh")}, "from": e.uri("h.cuh")})
	if l := lenders("h.cuh"); l.Current != e.uri("c.cu") || l.Through != "" {
		t.Errorf("by itself: %+v", l)
	}
	e.request("cudals/borrow", object{"textDocument": object{"uri": e.uri("h.cuh")}, "from": e.uri("c.cu")})
	// It stays so when commands are read again.
	e.save("compile_commands.json", `[{"directory": ".", "file": "a.cu", "command": "nvcc -std=c++14 -c a.cu"},
		{"directory": ".", "file": "c.cu", "command": "nvcc -std=c++17 -c c.cu"}]`)
	e.fileEvent("compile_commands.json", 2)
	if l := lenders("h.cuh"); l.Current != e.uri("c.cu") {
		t.Errorf("read again: %+v", l)
	}
	e.open("a.cu", 1, "#include \"h.cuh\"\n")
	if l := lenders("a.cu"); len(l.Lenders) != 0 {
		t.Errorf("of a file with its own command: %+v", l)
	}
}

// TestLenderReturns: the file through which a header is read includes it no more, and again, while another one does.
func TestLenderReturns(t *testing.T) {
	e := connect(t, map[string]string{
		"compile_commands.json": `[{"directory": ".", "file": "a.cu", "command": "nvcc -c a.cu"}, {"directory": ".", "file": "b.cu", "command": "nvcc -c b.cu"}]`,
		"a.cu":                  "#include \"h.cuh\"\n", "b.cu": "#include \"h.cuh\"\n", "h.cuh": header,
	})
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize()
	through := func(want string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) { // an analysis under way is judged when it ends
			l := ask[struct{ Through string }](e, "cudals/lenders", object{"textDocument": object{"uri": e.uri("h.cuh")}})
			if l.Through == want {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("read through %q, want %q", l.Through, want)
			}
		}
	}
	e.open("h.cuh", 1, header)
	through(e.uri("a.cu"))
	e.open("b.cu", 1, "#include \"h.cuh\"\n")
	e.diagnostics("b.cu", 1)
	for range 2 {
		e.save("a.cu", "int unrelated;\n")
		e.fileEvent("a.cu", 2)
		through("")
		e.save("a.cu", "#include \"h.cuh\"\n")
		e.fileEvent("a.cu", 2)
		through(e.uri("a.cu"))
	}
}

// TestOwnWatcher: for a client that watches no files the server looks itself.
func TestOwnWatcher(t *testing.T) {
	e := start(t, map[string]string{"h.cuh": "// nothing yet\n"})
	e.open("a.cu", 1, user)
	if p := e.diagnostics("a.cu", 1); len(p.Diagnostics[0].RelatedInformation) != 0 {
		t.Fatalf("diagnostics %+v", p)
	}
	told := make(chan published)
	go func() { told <- e.diagnostics("a.cu", 1) }()
	for {
		e.save("h.cuh", header)
		select {
		case p := <-told:
			if len(p.Diagnostics[0].RelatedInformation) != 1 {
				t.Errorf("after the change on disk: %+v", p)
			}
			return
		case <-time.After(time.Second):
			// The folder was perhaps not watched yet when the file was written; written again it will be seen.
		}
	}
}

// TestOwnWatcherOfBuilds: a build file above the document's folder is looked at too.
func TestOwnWatcherOfBuilds(t *testing.T) {
	e := connect(t, map[string]string{"CMakeLists.txt": "project(p LANGUAGES CUDA)\nadd_executable(p src/a.cu)\n"})
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize()
	e.open("src/a.cu", 1, "#ifdef WIDE\nstruct Wide { Wide(); };\n__device__ Wide wide;\n#endif\n")
	if p := e.diagnostics("src/a.cu", 1); len(p.Diagnostics) != 0 {
		t.Fatalf("diagnostics %+v", p)
	}
	told := make(chan published)
	go func() { told <- e.diagnostics("src/a.cu", 1) }()
	for {
		e.save("CMakeLists.txt", "project(p LANGUAGES CUDA)\nadd_executable(p src/a.cu)\ntarget_compile_definitions(p PRIVATE WIDE=1)\n")
		select {
		case p := <-told:
			if len(p.Diagnostics) != 1 {
				t.Errorf("after the change on disk: %+v", p)
			}
			return
		case <-time.After(time.Second):
			// As in TestOwnWatcher.
		}
	}
}

const templateKernel = "template <class T> __global__ void k(T t) { t.get(); }\nHost *host;\n"

// instancesElsewhere opens h.cuh, whose template is instantiated in a file that is not open.
func instancesElsewhere(t *testing.T, options ...object) *editor {
	t.Helper()
	e := connect(t, map[string]string{
		".cudals.yaml": "rules: {}\n",
		"a.cu":         "struct Host { int get(); };\n#include \"h.cuh\"\nvoid run() { k<<<1, 1>>>(Host()); }\n",
		"b.cu":         "int unrelated;\n",
		"h.cuh":        templateKernel,
	})
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize(options...)
	e.open("h.cuh", 1, templateKernel)
	return e
}

// TestHeaderInstances: what the instances of a header's templates do is shown in it, though nobody opened the file that makes them.
func TestHeaderInstances(t *testing.T) {
	e := instancesElsewhere(t)
	text := templateKernel
	numbers := func(want ...string) {
		t.Helper()
		e.await(fmt.Sprint(want), func(m message) bool {
			var p published
			if m.Method != "textDocument/publishDiagnostics" || !decoded(t, m, &p) {
				return false
			}
			if p.URI == e.uri("a.cu") && len(p.Diagnostics) > 0 {
				t.Errorf("shown in a file that is not open: %+v", p)
			}
			var got []string
			for _, d := range p.Diagnostics {
				got = append(got, fmt.Sprint(d.Code))
			}
			return p.URI == e.uri("h.cuh") && slices.Equal(got, want)
		})
	}
	numbers("20018")
	get := object{"textDocument": object{"uri": e.uri("h.cuh")}, "position": at(0, strings.Index(text, "get"))}
	if h := ask[struct{ Contents struct{ Value string } }](e, "textDocument/hover", get); !strings.Contains(h.Contents.Value, "int Host::get()") ||
		!strings.Contains(h.Contents.Value, "in the instance `k<Host>") {
		t.Errorf("hover: %s", h.Contents.Value)
	}
	lines(t, "definition", e.places(ask[[]location](e, "textDocument/definition", get)), []string{"a.cu 0:18-0:21"})
	e.replace("h.cuh", 2, strings.Replace(text, "t.get();", "", 1))
	numbers()
	e.replace("h.cuh", 3, text)
	numbers("20018")
	// The file changes on disk, and is opened.
	e.save("a.cu", "struct Host { __device__ int get(); };\n#include \"h.cuh\"\nvoid run() { k<<<1, 1>>>(Host()); }\n")
	e.fileEvent("a.cu", 2)
	numbers()
	e.open("a.cu", 1, "struct Host { int get(); };\n#include \"h.cuh\"\nvoid run() { k<<<1, 1>>>(Host()); }\n")
	numbers("20018")
	e.close("a.cu")
	numbers()
	e.close("h.cuh")
	e.open("b.cu", 1, "int unrelated;\n")
	e.diagnostics("b.cu", 1)
}

// TestHeaderInstancesPulled is the same for a client that asks.
func TestHeaderInstancesPulled(t *testing.T) {
	e := instancesElsewhere(t, object{
		"initializationOptions": object{"diagnostics": "pull"},
		"capabilities": object{
			"textDocument": object{"diagnostic": object{}}, "workspace": object{"diagnostics": object{"refreshSupport": true}},
		},
	})
	e.await("a refresh", func(m message) bool { return m.Method == "workspace/diagnostic/refresh" })
	report := ask[struct{ Items []struct{ Code any } }](e, "textDocument/diagnostic", object{"textDocument": object{"uri": e.uri("h.cuh")}})
	if len(report.Items) != 1 || fmt.Sprint(report.Items[0].Code) != "20018" {
		t.Errorf("%+v", report)
	}
	e.open(".cudals.yaml", 1, "rules: {}\n")
	report = ask[struct{ Items []struct{ Code any } }](e, "textDocument/diagnostic", object{"textDocument": object{"uri": e.uri(".cudals.yaml")}})
	if len(report.Items) != 0 {
		t.Errorf("%+v", report)
	}
}
