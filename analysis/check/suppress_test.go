package check

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
)

func TestParseControl(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		do   Action
		keys []string
	}{
		{"nv_diag_suppress 20012", Suppress, []string{"20012"}},
		{"nv_diag_suppress=20012", Suppress, []string{"20012"}},
		{"nv_diag_warning 20012, a_tag,3", AsWarning, []string{"20012", "a_tag", "3"}},
		{"nv_diag_error\t20012", AsError, []string{"20012"}},
		{"nv_diag_remark x", AsRemark, []string{"x"}},
		{"nv_diag_default x", Default, []string{"x"}},
		{"nv_diag_once x", Once, []string{"x"}},
		{"nv_diag_suppress 20037 20012", Suppress, []string{"20037"}}, // a comma is missing
		{"nv_diag_suppress 20012-D, 5", Suppress, []string{"20012"}},
		{"nv_diag_suppress 20012,", Suppress, []string{"20012"}},
		{"nv_diagnostic push", Push, nil},
		{"nv_diagnostic  pop", Pop, nil},
	} {
		got, ok := parseControl(c.text, false)
		if !ok || got.Do != c.do || !cmp.Equal(got.Keys, c.keys) {
			t.Errorf("%s: %+v, %v", c.text, got, ok)
		}
	}
	for _, text := range []string{
		"", "nv_diag_suppress", "nv_diag_suppress #20012", "nv_diag_suppress(20012)", "NV_DIAG_SUPPRESS 20012", "nv_diag_frobnicate 1",
		"nv_diagnostic", "nv_diagnostic frob", "nv_diag_push", "nv_exec_check_disable", "GCC optimize 2", "GCC diagnostic frob", "GCC diagnostic ignored 5", "unroll 4",
		"diag_suppress 20012", "diagnostic push",
	} {
		if got, ok := parseControl(text, false); ok {
			t.Errorf("%s is no diagnostic pragma, but: %+v", text, got)
		}
	}
	for _, c := range []struct {
		text string
		want Control
	}{
		{"GCC diagnostic push", Control{Do: Push, Host: true}},
		{"GCC diagnostic pop", Control{Do: Pop, Host: true}},
		{`GCC diagnostic ignored "-Wdeprecated"`, Control{Do: Suppress, Keys: []string{"deprecated"}, Host: true}},
		{`GCC  diagnostic  error "-Wx-y"`, Control{Do: AsError, Keys: []string{"x-y"}, Host: true}},
	} {
		if got, ok := parseControl(c.text, false); !ok || !cmp.Equal(got, c.want) {
			t.Errorf("%s: %+v, %v", c.text, got, ok)
		}
	}
	if got, ok := parseControl("diag_suppress 20012", true); !ok || got.Do != Suppress {
		t.Errorf("the form without nv_ in old toolkits: %+v, %v", got, ok)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	warning := &Rule{Slug: "a-tag", Tag: "a_tag", Number: 20012, Severity: Warning}
	off := &Rule{Slug: "off", Tag: "off", Number: 20055, Severity: Warning, Off: true}
	hard := &Rule{Slug: "hard", Tag: "hard", Number: 20088, Severity: Error}
	hint := &Rule{Slug: "own", Tag: "own", Severity: Hint}
	all := []string{"20012", "a_tag", "20055", "20088", "hard", "own"}
	command := func(f func(*toolchain.Command)) *toolchain.Command {
		c := new(toolchain.Command)
		f(c)
		return c
	}
	plain := new(toolchain.Command)
	suppressed := command(func(c *toolchain.Command) { c.Suppress = all })
	asError := command(func(c *toolchain.Command) { c.AsError = all })
	everything := command(func(c *toolchain.Command) { c.Suppress, c.AsWarning, c.AsError = all, all, all })
	quiet := command(func(c *toolchain.Command) { c.NoWarnings = true })
	werror := command(func(c *toolchain.Command) { c.WarningsAsErrors = true })

	silent := Verdict{Severity: Error, Silent: true}
	for _, c := range []struct {
		name    string
		rule    *Rule
		pragmas []string
		cmd     *toolchain.Command
		want    Verdict
	}{
		{"nothing", warning, nil, plain, Verdict{Severity: Warning}},
		{"another number", warning, []string{"nv_diag_suppress 1"}, plain, Verdict{Severity: Warning}},
		{"a number", warning, []string{"nv_diag_suppress 20012"}, plain, silent},
		{"a tag", warning, []string{"nv_diag_suppress a_tag"}, plain, silent},
		{"the slug is no tag", warning, []string{"nv_diag_suppress a-tag"}, plain, Verdict{Severity: Warning}},
		{"tags have a case", warning, []string{"nv_diag_suppress A_TAG"}, plain, Verdict{Severity: Warning}},
		{"remarks are not printed", warning, []string{"nv_diag_remark 20012"}, plain, silent},
		{"taken back", warning, []string{"nv_diag_suppress a_tag", "nv_diag_default 20012"}, plain, Verdict{Severity: Warning}},
		{"the last one counts", warning, []string{"nv_diag_suppress a_tag", "nv_diag_error a_tag"}, plain, Verdict{Severity: Error}},
		{"popped", warning, []string{"nv_diagnostic push", "nv_diag_suppress 20012", "nv_diagnostic pop"}, plain, Verdict{Severity: Warning}},
		{"pop restores", warning, []string{"nv_diag_suppress 20012", "nv_diagnostic push", "nv_diag_default 20012", "nv_diagnostic pop"}, plain, silent},
		{"pop without push", warning, []string{"nv_diag_suppress 20012", "nv_diagnostic pop"}, plain, silent},
		{"once stays", warning, []string{"nv_diag_once 20012", "nv_diag_default 20012"}, plain, Verdict{Severity: Warning, Once: true}},

		{"hard errors by pragma", hard, []string{"nv_diag_suppress 20088"}, plain, Verdict{Severity: Error}},
		{"hard errors by flag", hard, nil, suppressed, Verdict{Severity: Error}},
		{"hard errors as warnings", hard, []string{"nv_diag_warning hard"}, plain, Verdict{Severity: Error}},
		{"hard errors under -w", hard, nil, quiet, Verdict{Severity: Error}},

		{"off", off, nil, plain, silent},
		{"turned on", off, []string{"nv_diag_warning 20055"}, plain, Verdict{Severity: Warning}},
		{"turned on and back", off, []string{"nv_diag_warning 20055", "nv_diag_default 20055"}, plain, silent},
		{"turned on as an error by a flag", off, nil, asError, Verdict{Severity: Error}},

		{"-diag-suppress", warning, nil, suppressed, silent},
		{"a pragma against -diag-suppress", warning, []string{"nv_diag_warning a_tag"}, suppressed, Verdict{Severity: Warning}},
		{"default is what the flag says", warning, []string{"nv_diag_warning a_tag", "nv_diag_default a_tag"}, suppressed, silent},
		{"-diag-error", warning, nil, asError, Verdict{Severity: Error}},
		{"a pragma against -diag-error", warning, []string{"nv_diag_suppress a_tag"}, asError, silent},
		{"-diag-suppress is the strongest flag", warning, nil, everything, silent},

		{"-w", warning, nil, quiet, silent},
		{"-w and a pragma", warning, []string{"nv_diag_warning 20012"}, quiet, silent},
		{"-w and an error", warning, []string{"nv_diag_error 20012"}, quiet, Verdict{Severity: Error}},
		{"-Werror all-warnings", warning, nil, werror, Verdict{Severity: Error}},
		{"-Werror all-warnings and a warning", warning, []string{"nv_diag_warning 20012"}, werror, Verdict{Severity: Error}},
		{"-Werror all-warnings and silence", warning, []string{"nv_diag_suppress 20012"}, werror, silent},

		{"hints", hint, nil, werror, Verdict{Severity: Hint}},
		{"hints suppressed", hint, []string{"nv_diag_suppress own"}, plain, silent},
	} {
		var cs Controls
		for i, text := range c.pragmas {
			ctl, ok := parseControl(text, false)
			if !ok {
				t.Fatalf("%s: %s", c.name, text)
			}
			ctl.At.Token = i
			cs = append(cs, ctl)
		}
		got := cs.Judge(Position{Token: len(c.pragmas)}, c.rule, c.rule.Severity, c.cmd)
		if got.Silent != c.want.Silent || !got.Silent && got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if len(c.pragmas) > 0 && c.cmd == plain && !c.rule.Off {
			if before := cs.Judge(Position{}, c.rule, c.rule.Severity, c.cmd); before != (Verdict{Severity: c.rule.Severity}) {
				t.Errorf("%s: the pragmas reach what stands before them: %+v", c.name, before)
			}
		}
	}
}

// nothing is a disk without files.
type nothing struct{}

func (nothing) ReadFile(path string) (*source.File, error) {
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

func (nothing) Exists(string) bool { return false }

// TestControlsOf follows pragmas through inclusions, macros and bodies.
func TestControlsOf(t *testing.T) {
	t.Parallel()
	const main = `
#define OFF _Pragma("nv_diag_suppress 5")
int before;
OFF
#include "h.h"
void f() {
#pragma nv_diag_error 3 // in a body
}
#pragma GCC diagnostic ignored "-Wall"
#if 0
#pragma nv_diag_error 8
#endif
`
	files := source.NewOverlay(nothing{})
	files.Set(source.NewFile("/h.h", []byte("int a;\n#pragma nv_diag_warning 4\nint b;\n")))
	in := token.NewInterner()
	cache := preprocess.NewCache(in, files)
	file := source.NewFile("/main.cu", []byte(main))
	unit, err := preprocess.Expand(context.Background(), cache, file, &preprocess.Config{Predefined: source.NewFile("<predefined>", nil)})
	if err != nil {
		t.Fatal(err)
	}
	cs := ControlsOf(unit, in.Text, new(toolchain.Command), nil, nil)
	var keys []string
	for i, c := range cs {
		if !c.Host {
			keys = append(keys, c.Keys...)
		}
		if i > 0 && !cs[i-1].At.before(c.At) {
			t.Errorf("%v does not stand before %v", cs[i-1], c)
		}
	}
	if want := []string{"5", "4", "3"}; !cmp.Equal(keys, want) {
		t.Errorf("found %v, want %v", keys, want)
	}
	edited := source.NewFile("/main.cu", []byte(strings.Replace(main, "nv_diag_error 3", "nv_diag_error 7", 1)))
	next, err := preprocess.ExpandFrom(context.Background(), cache, edited, &preprocess.Config{Predefined: source.NewFile("<predefined>", nil)}, unit)
	if err != nil {
		t.Fatal(err)
	}
	got, want := ControlsOf(next, in.Text, new(toolchain.Command), unit, cs), ControlsOf(next, in.Text, new(toolchain.Command), nil, nil)
	if !cmp.Equal(got, want) || cmp.Equal(got, cs) {
		t.Errorf("of the next version %v, want %v", got, want)
	}
}

// TestWants asks whether a rule that is off may speak.
func TestWants(t *testing.T) {
	t.Parallel()
	off := &Rule{Slug: "off", Tag: "off", Number: 7, Severity: Warning, Off: true}
	cmd := new(toolchain.Command)
	for _, tt := range []struct {
		do   Action
		keys []string
		want bool
	}{
		{AsWarning, []string{"7"}, true},
		{AsError, []string{"off"}, true},
		{Once, []string{"7"}, true},
		{Suppress, []string{"7"}, false},
		{Default, []string{"7"}, false},
		{AsWarning, []string{"8"}, false},
	} {
		if got := (Controls{{Do: tt.do, Keys: tt.keys}}).Wants(off, cmd); got != tt.want {
			t.Errorf("pragma %v of %v: %v", tt.do, tt.keys, got)
		}
	}
	if (Controls{}).Wants(off, cmd) || !(Controls{}).Wants(off, &toolchain.Command{AsError: []string{"off"}}) || !(Controls{}).Wants(&Rule{}, cmd) {
		t.Error("without pragmas")
	}
}
