package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

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
		engine: func(files source.Reader) workspace.Engine { return enginetest.New(files) },
		rules:  enginetest.Rules,
		in:     os.Stdin, out: os.Stdout, err: os.Stderr,
	}
}

// update writes what the scripts compare with anew.
var update = flag.Bool("update", false, "bring the expected output of testdata up to date")

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata", RequireExplicitExec: true, RequireUniqueNames: true, UpdateScripts: *update,
	})
}
