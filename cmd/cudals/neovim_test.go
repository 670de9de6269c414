package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestNeovim drives the program with a real Neovim: the one that CUDALS_NVIM names, or that of the PATH when it is new
// enough. With CUDALS_TEST_ALL set, as .ci/run does, there must be one.
func TestNeovim(t *testing.T) {
	nvim := os.Getenv("CUDALS_NVIM")
	if nvim == "" {
		nvim = neovim()
	}
	if nvim == "" {
		if os.Getenv("CUDALS_TEST_ALL") != "" {
			t.Fatal("no Neovim 0.11 or newer; .ci/neovim installs one")
		}
		t.Skip("no Neovim 0.11 or newer; .ci/neovim installs one")
	}
	editors, err := filepath.Abs("../../editors")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"cudals-fake", "cudals"} {
		t.Run(program, func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir: "testdata/neovim", RequireExplicitExec: true,
				Setup: func(env *testscript.Env) error {
					for name, value := range map[string]string{
						"NVIM": nvim, "EDITORS": editors, "PROGRAM": program,
						"XDG_STATE_HOME": env.WorkDir + "/.state", "XDG_CONFIG_HOME": env.WorkDir + "/.config",
					} {
						env.Setenv(name, value)
					}
					return nil
				},
			})
		})
	}
}

// neovim is the Neovim of the PATH when it is 0.11 or newer.
func neovim() string {
	path, err := exec.LookPath("nvim")
	if err != nil {
		return ""
	}
	out, err := exec.Command(path, "--version").Output()
	if err != nil {
		return ""
	}
	m := regexp.MustCompile(`^NVIM v(\d+)\.(\d+)`).FindSubmatch(out)
	if m == nil {
		return ""
	}
	major, _ := strconv.Atoi(string(m[1]))
	minor, _ := strconv.Atoi(string(m[2]))
	if major == 0 && minor < 11 {
		return ""
	}
	return path
}
