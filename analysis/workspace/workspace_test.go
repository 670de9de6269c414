package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/analysis/workspace/enginetest"
)

// session is a workspace over a folder, with what it published.
type session struct {
	*workspace.Workspace
	t      *testing.T
	dir    string
	engine *enginetest.Engine
	files  *source.Overlay

	mu        sync.Mutex
	published []*workspace.Analysis
	changed   *sync.Cond
	crowded   atomic.Int64 // how often it is to be said that there is too little room
}

func open(t *testing.T, files map[string]string) *session {
	t.Helper()
	s := &session{t: t, dir: t.TempDir(), files: source.NewOverlay(source.Disk{})}
	s.changed = sync.NewCond(&s.mu)
	s.save(".cudals.yaml", "")
	for name, text := range files {
		s.save(name, text)
	}
	s.engine = enginetest.New(s.files)
	s.Workspace = workspace.New(workspace.Options{
		Engine: s.engine, Files: s.files, Jobs: 2, Limit: time.Second,
		Config: workspace.Config{Folders: []string{s.dir}, Compile: toolchain.Settings{Toolkit: "none"}},
		Publish: func(a *workspace.Analysis) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.published = append(s.published, a)
			s.changed.Broadcast()
		},
		Crowded: func() bool { return s.crowded.Add(-1) >= 0 },
	})
	t.Cleanup(s.Close)
	return s
}

func (s *session) path(name string) string { return filepath.Join(s.dir, name) }

func (s *session) save(name, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.path(name), []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// settled is the analysis of a document in the newest snapshot.
func (s *session) settled(name string) *workspace.Analysis {
	s.t.Helper()
	for {
		a, err := s.Snapshot().Analysis(s.t.Context(), s.path(name))
		if errors.Is(err, workspace.ErrStale) {
			continue
		}
		if err != nil {
			s.t.Fatal(err)
		}
		return a
	}
}

func (s *session) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestSnapshotsAreImmutable(t *testing.T) {
	s := open(t, nil)
	path := s.path("a.cu")
	s.must(s.Open(path, 1, []byte("host_only()")))
	before := s.Snapshot()
	if _, err := before.Analysis(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	s.must(s.Change(path, 2, []source.Change{{Whole: true, Text: ""}}, source.UTF8))
	s.must(s.CloseDocument(path))
	a, err := before.Analysis(t.Context(), path)
	if err != nil || a.Document.Version != 1 || len(a.Diagnostics) != 1 || before.Document(path).Version != 1 {
		t.Errorf("%+v %v", a, err)
	}
	if _, err := s.Snapshot().Analysis(t.Context(), path); !errors.Is(err, workspace.ErrNotOpen) {
		t.Errorf("closed: %v", err)
	}
}

func TestDocumentErrors(t *testing.T) {
	s := open(t, nil)
	path := s.path("a.cu")
	change := func(version int32, c source.Change) error {
		return s.Change(path, version, []source.Change{c}, source.UTF16)
	}
	if err := change(1, source.Change{}); !errors.Is(err, workspace.ErrNotOpen) {
		t.Errorf("not open: %v", err)
	}
	if err := s.CloseDocument(path); !errors.Is(err, workspace.ErrNotOpen) {
		t.Errorf("not open: %v", err)
	}
	s.must(s.Open(path, 5, []byte("x")))
	if err := s.Open(path, 6, nil); !errors.Is(err, workspace.ErrOpen) {
		t.Errorf("open: %v", err)
	}
	if err := change(5, source.Change{}); !errors.Is(err, workspace.ErrOldVersion) {
		t.Errorf("same version: %v", err)
	}
	if err := change(6, source.Change{Start: source.Position{Line: 9}, End: source.Position{Line: 9}}); !errors.Is(err, source.ErrOutOfRange) {
		t.Errorf("out of range: %v", err)
	}
	if doc := s.Snapshot().Document(path); doc.Version != 5 || string(doc.File.Text) != "x" {
		t.Errorf("document %+v", doc)
	}
}

// TestWarm: an edit is analysed with what is known of the version before, unless the command is another one.
func TestWarm(t *testing.T) {
	s := open(t, nil)
	path := s.path("a.cu")
	s.must(s.Open(path, 1, nil))
	s.settled("a.cu")
	s.must(s.Change(path, 2, []source.Change{{Whole: true, Text: "x"}}, source.UTF8))
	s.settled("a.cu")
	config := s.Config()
	config.Compile.ExtraFlags = []string{"-DX"}
	s.Configure(config)
	s.settled("a.cu")
	var warm []bool
	for _, c := range s.engine.Calls() {
		warm = append(warm, c.Warm)
	}
	if !slices.Equal(warm, []bool{false, true, false}) {
		t.Errorf("warm: %v", warm)
	}
	if s.Configure(config) {
		t.Error("the same configuration counts as another")
	}
}

// TestInvalidation: a change reaches those who read what changed, and nobody else.
func TestInvalidation(t *testing.T) {
	s := open(t, map[string]string{"h.cuh": "", "deep.cuh": "#include \"h.cuh\"\n"})
	s.must(s.Open(s.path("a.cu"), 1, []byte("#include \"deep.cuh\"\n")))
	s.must(s.Open(s.path("b.cu"), 1, []byte("#include \"missing.cuh\"\n")))
	s.must(s.Open(s.path("c.cu"), 1, []byte("")))
	count := func() map[string]int {
		for _, path := range s.Snapshot().Paths() {
			s.settled(filepath.Base(path))
		}
		n := map[string]int{}
		for _, c := range s.engine.Calls() {
			if !toolchain.IsHeader(c.Path) { // its command may turn out to be another one
				n[filepath.Base(c.Path)]++
			}
		}
		return n
	}
	want := map[string]int{"a.cu": 1, "b.cu": 1, "c.cu": 1}
	expect := func(what string) {
		t.Helper()
		if got := count(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: analyses %v, want %v", what, got, want)
		}
	}
	expect("opened")
	s.FilesChanged(nil, []string{s.path("h.cuh"), s.path("other.cuh")}, nil)
	want["a.cu"]++
	expect("a header two deep")
	if !slices.Contains(s.engine.Forgotten(), s.path("h.cuh")) {
		t.Error("the engine was not told")
	}
	s.FilesChanged([]string{s.path("missing.cuh")}, nil, nil)
	want["b.cu"]++
	expect("the missing header")
	s.FilesChanged([]string{s.path("near/h.cuh")}, nil, nil)
	want["a.cu"]++
	expect("a header of the same name")
	s.FilesChanged(nil, nil, []string{s.path("deep.cuh")})
	want["a.cu"]++
	expect("deleted")
	s.FilesChanged(nil, []string{s.path("h.cuh"), s.path(".cudals.yaml")}, nil)
	want["a.cu"]++
	expect("a header, and a configuration that says the same")
	s.FilesChanged(nil, nil, []string{s.dir})
	want["a.cu"]++
	expect("a folder deleted")
	s.FilesChanged([]string{s.path("b.o")}, nil, []string{s.path("c.o"), s.path("elsewhere")})
	expect("what nobody reads")
	s.FilesChanged(nil, []string{s.path("a.cu")}, nil)
	expect("an open document's file")
	s.must(s.Change(s.path("c.cu"), 2, []source.Change{{Whole: true, Text: "x"}}, source.UTF8))
	want["c.cu"]++
	expect("another document")
	s.must(s.Open(s.path("missing.cuh"), 1, nil))
	want["b.cu"]++
	expect("the missing header in the editor alone")
	s.must(s.CloseDocument(s.path("missing.cuh")))
	want["b.cu"]++
	expect("it is gone again")
}

// TestLinkedHeader: a header is the same one by whichever path it is included, opened and told of.
func TestLinkedHeader(t *testing.T) {
	s := open(t, map[string]string{"lib/h.cuh": "", "h.cuh": ""})
	if err := os.Symlink("lib", s.path("linked")); err != nil {
		t.Skip(err)
	}
	s.must(s.Open(s.path("a.cu"), 1, []byte("#include \"linked/h.cuh\"\n")))
	said := func(what string, want int) {
		t.Helper()
		if got := len(s.settled("a.cu").Diagnostics); got != want {
			t.Errorf("%s: %d findings, want %d", what, got, want)
		}
	}
	said("opened", 0)
	s.must(s.Open(s.path("h.cuh"), 1, []byte("host_only();\n")))
	said("a header of the same name", 0)
	s.must(s.Open(s.path("lib/h.cuh"), 1, []byte("host_only();\n")))
	said("the header in the editor", 1)
	s.must(s.Change(s.path("lib/h.cuh"), 2, []source.Change{{Whole: true, Text: "\n"}}, source.UTF8))
	said("edited", 0)
	s.must(s.Change(s.path("lib/h.cuh"), 3, []source.Change{{Whole: true, Text: "host_only();\n"}}, source.UTF8))
	said("and back", 1)
	s.must(s.CloseDocument(s.path("lib/h.cuh")))
	said("closed", 0)
	s.save("lib/h.cuh", "host_only();\n")
	s.FilesChanged(nil, []string{s.path("lib/h.cuh")}, nil)
	said("on disk", 1)
}

// TestChangeMeanwhile: an analysis that read what changed while it ran is not the last word.
func TestChangeMeanwhile(t *testing.T) {
	s := open(t, map[string]string{"h.cuh": ""})
	s.engine.Gate = make(chan struct{})
	s.must(s.Open(s.path("a.cu"), 1, []byte("#include \"h.cuh\"\nhost_only();\n")))
	for len(s.engine.Calls()) == 0 {
		time.Sleep(time.Millisecond) // the engine has no other way to tell that it began
	}
	s.save("h.cuh", "void host_only();\n")
	s.FilesChanged(nil, []string{s.path("h.cuh")}, nil)
	s.engine.Gate <- struct{}{}
	s.engine.Gate <- struct{}{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.published) == 0 {
		s.changed.Wait()
	}
	if d := s.published[0].Diagnostics; len(d) != 1 || len(d[0].Related) != 1 {
		t.Errorf("published %+v", d)
	}
}

// telling tells of each file that was read.
type telling struct {
	source.Reader
	read chan string
}

func (r *telling) ReadFile(path string) (*source.File, error) {
	f, err := r.Reader.ReadFile(path)
	r.read <- path
	return f, err
}

// TestClosedMeanwhile: an analysis under way is no less out of date because nothing was known to read what it read.
func TestClosedMeanwhile(t *testing.T) {
	s := open(t, map[string]string{"h.cuh": ""})
	files := &telling{s.files, make(chan string, 10)}
	s.engine.Files = files
	s.engine.Gate = make(chan struct{}, 10)
	s.must(s.Open(s.path("h.cuh"), 1, []byte("void host_only();\n")))
	s.must(s.Open(s.path("a.cu"), 1, []byte("#include \"h.cuh\"\nhost_only();\n")))
	if path := <-files.read; path != s.path("h.cuh") {
		t.Fatal(path)
	}
	s.must(s.CloseDocument(s.path("h.cuh")))
	for range cap(s.engine.Gate) {
		s.engine.Gate <- struct{}{}
	}
	s.compare("a.cu")
}

// TestCreatedMeanwhile: what was not there when an analysis looked for it is found by the next one.
func TestCreatedMeanwhile(t *testing.T) {
	s := open(t, nil)
	files := &telling{s.files, make(chan string, 10)}
	s.engine.Files = files
	s.engine.Gate = make(chan struct{}, 10)
	s.must(s.Open(s.path("a.cu"), 1, []byte("#include \"h.cuh\"\nhost_only();\n")))
	<-files.read
	s.save("h.cuh", "void host_only();\n")
	s.FilesChanged([]string{s.path("h.cuh")}, nil, nil)
	for range cap(s.engine.Gate) {
		s.engine.Gate <- struct{}{}
	}
	s.compare("a.cu")
}

// TestRandomEdits: after any sequence of edits, opens, closes and changes on disk, each document's analysis is what a
// workspace that has seen nothing else says.
func TestRandomEdits(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 7))
			s := open(t, nil)
			names := []string{"a.cu", "b.cu", "h.cuh", "i.cuh"}
			pieces := []string{
				"void host_only();\n", "host_only();\n", "#include \"h.cuh\"\n", "#include \"i.cuh\"\n", "\n", "#pragma fake warn\n", "é😀",
			}
			text := func() string {
				var b strings.Builder
				for range random.IntN(5) {
					b.WriteString(pieces[random.IntN(len(pieces))])
				}
				return b.String()
			}
			version := int32(0)
			for range 150 {
				version++
				name := names[random.IntN(len(names))]
				path := s.path(name)
				doc := s.Snapshot().Document(path)
				switch {
				case doc == nil && random.IntN(3) > 0:
					s.must(s.Open(path, version, []byte(text())))
				case doc == nil || random.IntN(5) == 0:
					_, err := os.Stat(path)
					s.save(name, text())
					if err != nil {
						s.FilesChanged([]string{path}, nil, nil)
					} else {
						s.FilesChanged(nil, []string{path}, nil)
					}
				case random.IntN(8) == 0:
					s.must(s.CloseDocument(path))
				default:
					line := random.IntN(len(doc.File.Lines))
					start := source.Position{Line: line, Column: random.IntN(4)}
					end := source.Position{Line: line + random.IntN(2), Column: 4}
					s.must(s.Change(path, version, []source.Change{{Start: start, End: end, Text: text()}}, source.UTF16))
				}
				if random.IntN(10) > 0 {
					continue
				}
				for _, path := range s.Snapshot().Paths() {
					s.compare(filepath.Base(path))
				}
			}
		})
	}
}

// compare compares a document's analysis with one from scratch.
func (s *session) compare(name string) {
	s.t.Helper()
	fresh, err := enginetest.New(s.files).Analyze(s.t.Context(), workspace.Input{File: s.files.Get(s.path(name))}, nil)
	s.must(err)
	flat := func(list []check.Diagnostic) string {
		var findings []check.Finding
		for i := range list {
			findings = append(findings, check.Flatten(&list[i]))
		}
		return fmt.Sprintf("%+v", findings)
	}
	var got string
	want := flat(fresh.Diagnostics())
	// What changed while an analysis ran is taken in by the next one, which follows by itself.
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		if got = flat(s.settled(name).Diagnostics); got == want {
			return
		}
	}
	s.t.Errorf("%s:\n got %s\nwant %s", name, got, want)
}

func TestCheckAll(t *testing.T) {
	files := map[string]string{
		"h.cuh":     "void f() { host_only(); }\n",
		"alone.cuh": "void f() { host_only(); }\n",
		"panic.cu":  "#pragma fake panic\n",
		"hang.cu":   "#pragma fake hang\n",
	}
	for i := range 20 {
		files[fmt.Sprintf("k%02d.cu", i)] = "#include \"h.cuh\"\nhost_only();\n"
	}
	s := open(t, files)
	found, err := s.Snapshot().Find(t.Context(), []string{s.dir}, nil)
	s.must(err)
	if len(found.Files) != 24 || len(found.Named) != 0 {
		t.Fatalf("found %+v", found)
	}
	var last int
	report, err := s.CheckAll(t.Context(), workspace.CheckOptions{
		Files: append(found.Files, s.path("nosuch.cu")), Jobs: 4, AllArchs: true,
		Done: func(_ string, done, total int) {
			if done != last+1 || total != 25 {
				t.Errorf("done %d of %d after %d", done, total, last)
			}
			last = done
		},
	})
	s.must(err)
	// One finding for each kernel file, one for the header they share, one for the header that nobody includes.
	if len(report.Findings) != 22 || last != 25 {
		t.Errorf("%d findings, %d done", len(report.Findings), last)
	}
	if !slices.IsSortedFunc(report.Findings, func(a, b check.Finding) int { return strings.Compare(a.At.File, b.At.File) }) {
		t.Error("the findings are not in order")
	}
	if len(report.Failures) != 3 || !strings.Contains(report.Failures[0].Message, "longer than") ||
		!strings.Contains(report.Failures[1].Message, "no such file") || !strings.Contains(report.Failures[2].Message, "internal fault") {
		t.Errorf("failures %+v", report.Failures)
	}
	for i, f := range report.Failures {
		if f.Unreadable != (i == 1) {
			t.Errorf("%s: unreadable %v", f.Path, f.Unreadable)
		}
	}
	for _, c := range s.engine.Calls() {
		if !c.AllArchs || filepath.Base(c.Path) == "h.cuh" {
			t.Errorf("call %+v", c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.CheckAll(ctx, workspace.CheckOptions{Files: found.Files}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestCheckAllOrder: which file is finished first does not matter to what is said.
func TestCheckAllOrder(t *testing.T) {
	s := open(t, nil)
	finding := func(by string) []check.Finding {
		return []check.Finding{{
			Rule: "of-a-header", At: check.Region{File: "/h.cuh", Line: 1},
			Related: []check.RelatedRegion{{At: check.Region{File: by}}},
		}}
	}
	for _, first := range []string{"/a.cu", "/b.cu"} {
		other := make(chan struct{})
		report, err := s.CheckAll(t.Context(), workspace.CheckOptions{
			Files: []string{"/b.cu", "/a.cu"}, Jobs: 2,
			Check: func(_ context.Context, path string) (*workspace.Checked, error) {
				if path != first {
					<-other
				}
				return &workspace.Checked{Findings: finding(path)}, nil
			},
			Done: func(_ string, done, _ int) {
				if done == 1 {
					close(other)
				}
			},
		})
		s.must(err)
		if len(report.Findings) != 1 || report.Findings[0].Related[0].At.File != "/a.cu" {
			t.Errorf("%s is finished first: %+v", first, report.Findings)
		}
	}
}

// TestWorked: where it is known how much was worked, that ends an analysis, and not the clock.
func TestWorked(t *testing.T) {
	s := open(t, map[string]string{"hang.cu": "#pragma fake hang\n"})
	var asked atomic.Int64
	w := workspace.New(workspace.Options{
		Engine: s.engine, Files: s.files, Limit: time.Minute,
		Worked: func() time.Duration { return time.Duration(asked.Add(1)) * time.Minute },
	})
	t.Cleanup(w.Close)
	a, err := w.Snapshot().AnalyzeFile(t.Context(), s.path("hang.cu"), false)
	s.must(err)
	if !strings.Contains(a.Failure, "longer than") || asked.Load() > 10 {
		t.Errorf("%q, after %d questions", a.Failure, asked.Load())
	}
}

// TestClose: the end of a session ends the work, whatever is under way.
func TestClose(t *testing.T) {
	s := open(t, nil)
	s.must(s.Open(s.path("a.cu"), 1, []byte("#pragma fake hang\n")))
	s.Close()
	if _, err := s.Snapshot().Analysis(t.Context(), s.path("a.cu")); !errors.Is(err, workspace.ErrStale) {
		t.Errorf("after the end: %v", err)
	}
}

// TestChangeWhileClosing changes settings while the workspace ends: what that would start is not begun, and nobody waits for it.
func TestChangeWhileClosing(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	s.must(s.Open(s.path("a.cu"), 1, []byte("#pragma fake hang\n")))
	var busy sync.WaitGroup
	busy.Go(func() {
		for i := range 20 {
			s.Configure(workspace.Config{
				Folders: []string{s.dir}, Compile: toolchain.Settings{Toolkit: "none", Flags: []string{fmt.Sprint("-DN=", i)}},
			})
		}
	})
	s.Close()
	busy.Wait()
	if _, err := s.Snapshot().Analysis(t.Context(), s.path("a.cu")); err == nil {
		t.Error("it was analysed after the end")
	}
}

// TestCrowded lets models go while there is too little memory: those of the documents that were not used for the longest. One that
// is analysed again though nobody used it does not take the place of one that was.
func TestCrowded(t *testing.T) {
	s := open(t, map[string]string{"h.h": ""})
	until := func(want ...string) {
		for {
			var awake []string
			for _, name := range []string{"a.cu", "b.cu", "c.cu"} {
				if !s.settled(name).Result.Stale() {
					awake = append(awake, name)
				}
			}
			if slices.Equal(awake, want) {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	edit := func(version int32, crowded int64) {
		s.crowded.Store(crowded)
		s.must(s.Change(s.path("b.cu"), version, []source.Change{{Whole: true, Text: fmt.Sprintf("int b%d;\n", version)}}, source.UTF8))
		s.settled("b.cu")
	}
	s.must(s.Open(s.path("a.cu"), 1, []byte("#include \"h.h\"\n")))
	s.settled("a.cu")
	s.must(s.Open(s.path("b.cu"), 1, nil))
	s.must(s.Open(s.path("c.cu"), 1, nil))
	until("a.cu", "b.cu", "c.cu")
	edit(2, 1)
	until("b.cu", "c.cu") // a.cu was not used for the longest
	s.save("h.h", "int h;\n")
	s.FilesChanged(nil, []string{s.path("h.h")}, nil)
	until("a.cu", "b.cu", "c.cu")
	edit(3, 1)
	until("b.cu", "c.cu") // nobody used a.cu
	edit(4, 9)
	until("b.cu")
	edit(5, 9)
	until("b.cu") // however little room there is
}

// TestAwake keeps the models of a few documents, and the findings of all.
func TestAwake(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("%d.cu", i)] = "void host_only();\n__device__ void f() { host_only(); }\n"
	}
	s := open(t, files)
	for name, text := range files {
		if err := s.Open(s.path(name), 1, []byte(text)); err != nil {
			t.Fatal(err)
		}
		s.settled(name)
	}
	answers := func(a *workspace.Analysis) bool { return a.Result.Hover(t.Context(), len("void ")) != nil }
	var asleep []string
	for name := range files {
		a := s.settled(name)
		if len(a.Diagnostics) != 1 || len(a.Result.Diagnostics()) != 1 || a.Result.Stats().Files != 1 {
			t.Errorf("%s: %+v", name, a)
		}
		if !answers(a) {
			asleep = append(asleep, name)
		}
	}
	if len(asleep) != 2 {
		t.Fatalf("asleep: %v, want two of twelve", asleep)
	}
	calls := len(s.engine.Calls())
	// The first wakes it, the others wait for that or find it awake.
	snapshot := s.Snapshot()
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			woken := false
			err := snapshot.Ask(t.Context(), s.path(asleep[0]), func(a *workspace.Analysis) { woken = answers(a) })
			if err != nil || !woken {
				t.Errorf("%s was not woken: %v", asleep[0], err)
			}
		})
	}
	asking.Wait()
	if n := len(s.engine.Calls()) - calls; n != 1 {
		t.Errorf("%d analyses to wake one document", n)
	}
	if err := s.CloseDocument(s.path(asleep[1])); err != nil {
		t.Error(err)
	}
	never := func(*workspace.Analysis) { t.Error("asked a document that is closed or has changed") }
	if err := s.Snapshot().Ask(t.Context(), s.path(asleep[1]), never); !errors.Is(err, workspace.ErrNotOpen) {
		t.Errorf("closed: %v", err)
	}
	snapshot = s.Snapshot()
	if err := s.Change(s.path(asleep[0]), 2, []source.Change{{Whole: true, Text: "void other();\n"}}, source.UTF8); err != nil {
		t.Error(err)
	}
	s.settled(asleep[0])
	if err := snapshot.Ask(t.Context(), s.path(asleep[0]), never); !errors.Is(err, workspace.ErrStale) {
		t.Errorf("changed: %v", err)
	}
}
