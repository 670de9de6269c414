package crosscheck

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cudals/analysis/toolchain"
)

func TestArguments(t *testing.T) {
	c := &toolchain.Command{
		File: "/w/a.cu", Given: true, Dialect: toolchain.NVCC, Std: 17, Archs: []int{90}, ArchsWritten: true, ArchFeatures: map[int]byte{90: 'a'},
		ExtendedLambda: toolchain.Flag{On: true}, Include: []string{"/w/in clude"}, Defines: []string{"A", "B=$(touch /tmp/x)", "-C"},
	}
	args, macros, err := arguments(c, "/tmp/d")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"-x", "cu", "-cuda", "-o", "/tmp/d/out.ii", "-std=c++17", "-arch=sm_90a", "--extended-lambda", "-I", "/w/in clude",
		"-include", "/tmp/d/macros.h", "/w/a.cu",
	}
	if runtime.GOOS != "windows" && !slices.Equal(args, want) {
		t.Errorf("%q", args)
	}
	if got := string(macros); got != "#define A 1\n#define B $(touch /tmp/x)\n#undef C\n" {
		t.Errorf("%q", got)
	}
}

// TestRefused: what could mean more than itself to a shell, or depends on a folder, is not passed on.
func TestRefused(t *testing.T) {
	for what, c := range map[string]toolchain.Command{
		"a shell's character": {File: "/w/a.cu", Include: []string{"/w/$(id)"}},
		"a quote":             {File: "/w/a\".cu"},
		"a relative folder":   {File: "/w/a.cu", Include: []string{"in"}},
		"a relative header":   {File: "/w/a.cu", Forced: []string{"-ccbin=./gcc"}},
		"another compiler":    {File: "/w/a.cu", Given: true, Dialect: toolchain.Clang},
		"lines in a macro":    {File: "/w/a.cu", Defines: []string{"A=1\n#include </etc/passwd>"}},
	} {
		if args, _, err := arguments(&c, "/tmp/d"); err == nil {
			t.Errorf("%s: %q", what, args)
		}
	}
	if _, err := (&Compiler{Path: "nvcc"}).Run(t.Context(), &toolchain.Command{File: "/w/a.cu"}); err == nil {
		t.Error("a compiler is looked for")
	}
}

func TestEnvironment(t *testing.T) {
	got := environment([]string{"HOME=/h", "NVCC_APPEND_FLAGS=-ccbin ./evil", "PATH=/bin" + string(filepath.ListSeparator) + "node_modules/.bin"}, "/tmp/d")
	if want := []string{"HOME=/h", "PATH=/bin", "TMPDIR=/tmp/d"}; runtime.GOOS != "windows" && !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestParse(t *testing.T) {
	got := parse([]byte(strings.Join([]string{
		`/w/a.cu(3): error: calling a __host__ function("f()") from a __global__ function("k") is not allowed`,
		``, `/w/a.cu(4): warning #20014-D: calling a __host__ function`, `  f();`, `  ^`, `/w/b.h(4): error: elsewhere`,
		`/w/a.cu(4): warning #20014-D: calling a __host__ function`, `/w/a.cu(5): catastrophic error: cannot open source file "x.h"`,
		`2 errors detected in the compilation of "/w/a.cu".`,
	}, "\n")), "/w/a.cu")
	want := []Finding{
		{3, true, 0, `calling a __host__ function("f()") from a __global__ function("k") is not allowed`, "", 0},
		{4, false, 20014, "calling a __host__ function", "f();", 0},
		{5, true, 0, `cannot open source file "x.h"`, "", 0},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestCompare(t *testing.T) {
	own := []Own{{First: 3, Last: 3, Error: true, Number: 20015}, {First: 8, Last: 9, Number: 20014}, {First: 20, Last: 20, Number: 20013}}
	report := &Report{Findings: []Finding{{Line: 3, Error: true}, {Line: 12, Number: 20014}, {Line: 20, Number: 177}, {Line: 21, Error: true}}}
	got := Compare(own, report)
	if got.Agreed != 2 || len(got.Theirs) != 2 || got.Theirs[0].Number != 177 || len(got.Ours) != 0 {
		t.Errorf("%+v", got)
	}
	report.Accepted = true
	if got = Compare(own, report); !slices.Equal(got.Ours, []int{2}) {
		t.Errorf("of a file that is accepted: %+v", got)
	}
}

// script is a program that does what a shell says, as a compiler.
func script(t *testing.T, text string) *Compiler {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the fake compiler is a shell's")
	}
	path := filepath.Join(t.TempDir(), "fake compiler")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return &Compiler{Path: path}
}

func TestRun(t *testing.T) {
	c := &toolchain.Command{File: "/w/a.cu", Std: 17, Defines: []string{"X=1"}}
	report, err := script(t, `test -f macros.h && grep -q "define X 1" macros.h && echo "/w/a.cu(2): warning #1-D: seen"`).Run(t.Context(), c)
	if err != nil || !report.Accepted || len(report.Findings) != 1 {
		t.Errorf("%+v %v", report, err)
	}
	report, err = script(t, `echo "/w/a.cu(2): error: no" >&2; exit 2`).Run(t.Context(), c)
	if err != nil || report.Accepted || len(report.Findings) != 1 {
		t.Errorf("%+v %v", report, err)
	}
	if _, err = script(t, `echo "no host compiler"; exit 1`).Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "no host compiler") {
		t.Errorf("%v", err)
	}
	if _, err = (&Compiler{Path: filepath.Join(t.TempDir(), "nothing")}).Run(t.Context(), c); err == nil {
		t.Error("what is not there runs")
	}
}

// TestEnds: a compiler that goes on for ever is ended with all that it started, by the limit and by the caller.
func TestEnds(t *testing.T) {
	c := &toolchain.Command{File: "/w/a.cu", Std: 17}
	forever := script(t, "sleep 1000 & wait")
	forever.Limit = 50 * time.Millisecond
	if _, err := forever.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "took longer") {
		t.Errorf("%v", err)
	}
	forever.Limit = 0
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := forever.Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
