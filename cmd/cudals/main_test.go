package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/zap"

	"cudals/analysis/source"
	"cudals/analysis/workspace"
	"cudals/analysis/workspace/enginetest"
)

// TestMain makes the test binary be two programs for the scripts: cudals as it is, and cudals-fake, with an engine that
// knows no C++, for all that does not depend on what is found.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cudals":      main,
		"cudals-fake": func() { os.Exit(fakeApp().run(os.Args[1:])) },
	})
}

func fakeApp() *app {
	return &app{
		engine: func(files source.Reader, _ *zap.Logger) workspace.Engine { return enginetest.New(files) },
		rules:  enginetest.Rules,
		in:     os.Stdin, out: os.Stdout, err: os.Stderr,
	}
}

// update writes what the scripts compare with anew.
var update = flag.Bool("update", false, "bring the expected output of testdata up to date")

// TestLayoutPage holds the example of docs/layout.md against what is printed.
func TestLayoutPage(t *testing.T) {
	t.Parallel()
	printed := func(format string) string {
		var out, errors bytes.Buffer
		a := newApp()
		a.out, a.err = &out, &errors
		if code := a.run([]string{"layout", "--arch", "sm_80", "--toolkit", "none", "--format", format, "../../testdata/layout/sharpen.cu"}); code != 0 {
			t.Fatalf("exit status %d: %s", code, &errors)
		}
		return out.String()
	}
	const page, picture = "../../docs/layout.md", "../../docs/images/layout.svg"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)\n```\n(.*?)```\n")
	fresh := block.ReplaceAllLiteralString(string(text), "\n```\n"+printed("text")+"```\n")
	for path, want := range map[string]string{page: fresh, picture: printed("svg")} {
		got, err := os.ReadFile(path)
		if *update {
			err = os.WriteFile(path, []byte(want), 0o644)
		} else if err == nil && string(got) != want {
			t.Errorf("%s is stale: run go test ./cmd/cudals -update", path)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata", RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
		Setup: withoutToolkit,
	})
}

// withoutToolkit has no toolkit looked for: what there is on the machine shall not matter.
func withoutToolkit(env *testscript.Env) error {
	env.Setenv("CUDALS_TOOLKIT", "none")
	return nil
}
