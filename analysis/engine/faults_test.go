package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"cudals/analysis/check"
	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

const faulty = `#include "settings.h"
int host_only(int);
__global__ void k(int *p) { p[0] = host_only(WIDTH); }
`

// rulesAnd are all rules and one more.
func rulesAnd(slug string, run func(p *check.Pass)) []*check.Rule {
	return append(rules.All(), &check.Rule{
		Slug: slug, Tag: slug, Severity: check.Error, Passes: check.InHost | check.InDevice,
		Check: run,
	})
}

// TestRulePanics: a rule that panics is in the log and says nothing, not even what it had reported by then; the others go on.
func TestRulePanics(t *testing.T) {
	t.Parallel()
	path := "/faults.cu"
	core, logged := observer.New(zapcore.ErrorLevel)
	e := engine.New(source.NewOverlay(nil), rulesAnd("faulty", func(p *check.Pass) {
		p.Report(check.Report{Site: p.Declared.Funcs[0].Site(), Message: "never seen"})
		var nothing *check.Pass
		_ = nothing.Unit
	}), zap.New(core))
	text := strings.TrimPrefix(strings.ReplaceAll(faulty, "WIDTH", "3"), "#include \"settings.h\"\n")
	in := workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}
	var prev workspace.Result
	for range 2 { // the document is kept, and its next version is analysed like any other
		r, err := e.Analyze(t.Context(), in, prev)
		if err != nil {
			t.Fatal(err)
		}
		if got := said(r); len(got) != 1 || !got["faults.cu:2: h-g-illegal-call"] {
			t.Errorf("said %v", got)
		}
		if r.Hover(t.Context(), strings.Index(text, "k(int")) == nil {
			t.Error("nothing is known of the kernel")
		}
		prev = r
	}
	entries := logged.FilterMessage("a rule failed").All()
	if len(entries) != 4 { // two views, twice
		t.Fatalf("%d entries in the log", len(entries))
	}
	if m := entries[0].ContextMap(); m["rule"] != "faulty" || m["file"] != path || !strings.Contains(fmt.Sprint(m["stack"]), "TestRulePanics") {
		t.Errorf("logged %v", m)
	}
}

// TestCancel gives an analysis up at different moments. What it leaves behind serves the next one.
func TestCancel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, header := filepath.Join(dir, "a.cu"), filepath.Join(dir, "settings.h")
	if err := os.WriteFile(header, []byte("#define WIDTH 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var during func(what string) // told what the engine is about to do
	watched := &watchedReader{tell: func(p string) {
		if p == header {
			during("read")
		}
	}}
	e := engine.New(watched, rulesAnd("watching", func(*check.Pass) { during("rule") }), nil)
	during = func(string) {}
	analyze := func(ctx context.Context, text string, prev workspace.Result) (workspace.Result, error) {
		return e.Analyze(ctx, workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, prev)
	}
	fresh := func(text string) string {
		r, err := engine.New(source.Disk{}, rules.All(), nil).Analyze(t.Context(),
			workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return describe(r)
	}
	text := faulty
	var prev workspace.Result
	for i, at := range []string{"before", "read", "rule", "rule"} {
		ctx, cancel := context.WithCancel(t.Context())
		during = func(what string) {
			if what == at {
				cancel()
			}
		}
		if at == "before" {
			cancel()
		}
		if at == "read" {
			e.Forget([]string{header})
		}
		text += fmt.Sprintf("int more%d;\n__device__ int next%d(int x) { return host_only(x); }\n", i, i)
		r, err := analyze(ctx, text, prev)
		cancel()
		if !errors.Is(err, context.Canceled) || r != nil {
			t.Fatalf("cancelled %s: %v, %v", at, r, err)
		}
		during = func(string) {}
		if prev, err = analyze(t.Context(), text, prev); err != nil {
			t.Fatal(err)
		}
		if got, want := describe(prev), fresh(text); got != want {
			t.Errorf("after an analysis that was cancelled %s:\n%s\nwant\n%s", at, got, want)
		}
	}
}

// TestOvertaken: an analysis that was cancelled goes on, somewhere, only when the one for the next version is done. It takes
// nothing from that.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	path := "/overtaken.cu"
	in := func(result string) workspace.Input {
		text := "int host_only(int);\n__global__ void k(int *p) { p[0] = " + result + "; }\n"
		return workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}
	}
	for went := range 3 { // two views look once each while they are preprocessed
		e := engine.New(source.NewOverlay(nil), rules.All(), nil)
		first, err := e.Analyze(t.Context(), in("1"), nil)
		if err != nil {
			t.Fatal(err)
		}
		late := &held{countdown: countdown{Context: t.Context()}, until: make(chan struct{})}
		late.left.Store(int64(went))
		ended := make(chan error)
		go func() {
			_, err := e.Analyze(late, in("host_only(2)"), first)
			ended <- err
		}()
		newest, err := e.Analyze(t.Context(), in("host_only(3)"), first)
		if err != nil {
			t.Fatal(err)
		}
		close(late.until)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled: %v", err)
		}
		anew, err := e.Analyze(t.Context(), in("host_only(3)"), nil)
		if err != nil {
			t.Fatal(err)
		}
		at := len("int host_only(int);\n__global__ ")
		if newest.Stale() || !first.Stale() || describe(newest) != describe(anew) || describeAt(newest, at) != describeAt(anew, at) {
			t.Errorf("overtaken after %d looks at its context, it leaves\n%s\nof\n%s", went, describeAt(newest, at), describeAt(anew, at))
		}
	}
}

// countdown is a context that is cancelled after it was asked a number of times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// held is a context that was cancelled, which shows only when it was looked at a number of times; who looks waits first.
type held struct {
	countdown
	until chan struct{}
}

func (h *held) Err() error {
	<-h.until
	return h.countdown.Err()
}

type watchedReader struct {
	source.Disk
	tell func(path string)
}

func (w *watchedReader) ReadFile(path string) (*source.File, error) {
	w.tell(path)
	return w.Disk.ReadFile(path)
}

// TestManyLines analyses a text of 100,000 lines, and again after an edit in its middle.
func TestManyLines(t *testing.T) {
	alone(t)
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	var b strings.Builder
	b.WriteString("int host_only(int);\n")
	for i := 1; i < 20_000; i++ {
		fmt.Fprintf(&b, "// number %d\n__device__ int f%d(int x) {\n  int y = x * %d;\n  return f%d(y) + y;\n}\n", i, i, i, max(1, i-1))
	}
	b.WriteString("__global__ void last(int *p) {\n  p[0] = host_only(f19999(1));\n}\n")
	path, text := "/many.cu", b.String()
	if n := strings.Count(text, "\n"); n < 99_990 {
		t.Fatalf("only %d lines", n)
	}
	e := engine.New(source.NewOverlay(nil), rules.All(), nil)
	var prev workspace.Result
	for _, edit := range []string{"y", "host_only(y)", "y"} {
		file := source.NewFile(path, []byte(strings.Replace(text, "return f9999(y)", "return "+edit+" + f9999(y)", 1)))
		r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: file}, prev)
		if err != nil {
			t.Fatal(err)
		}
		want := 1
		if edit != "y" {
			want = 2
		}
		if got := said(r); len(got) != want {
			t.Errorf("with %s: said %v", edit, got)
		}
		prev = r
	}
}

// TestHeaderAlone: a header that is read by itself may lack what its includer defines, so a live #error says nothing.
func TestHeaderAlone(t *testing.T) {
	alone(t)
	t.Parallel()
	text := []byte("#ifndef WIDTH\n#error \"define WIDTH\"\n#endif\n")
	for name, want := range map[string]bool{"/tile.cu": true, "/tile.cuh": false} {
		r, err := engine.New(source.Disk{}, rules.All(), nil).Analyze(context.Background(),
			workspace.Input{Command: bare(name), File: source.NewFile(name, text)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(said(r)) > 0; got != want {
			t.Errorf("%s: %v", name, said(r))
		}
	}
}
