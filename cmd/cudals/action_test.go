package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestAction runs what the GitHub Action runs, with a program that tells its arguments.
func TestAction(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	script, err := filepath.Abs("../../.github/check.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	told := filepath.Join(dir, "told")
	if err := os.WriteFile(told, []byte("#!/bin/sh\nprintf '<%s>' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		inputs []string
		want   string
	}{
		{[]string{"INPUT_PROJECT=build dir"}, "<check><--format><github><--fail-on><error><-p><build dir>"},
		{
			[]string{"INPUT_PATHS=src\nmore src\n", "INPUT_FLAGS=-std=c++17 -Iinclude", "INPUT_BASELINE=b.json", "INPUT_FAIL_ON=warning", "INPUT_ARGUMENTS=--stats $(x)"},
			"<check><--format><github><--fail-on><warning><--baseline><b.json><--stats><$(x)><src><more src><--><-std=c++17><-Iinclude>",
		},
		{[]string{"INPUT_PATHS=a.cu", "INPUT_SARIF=" + filepath.Join(dir, "sarif")}, "<check><--format><github><--fail-on><error><a.cu>"},
	} {
		cmd := exec.CommandContext(t.Context(), bash, script)
		cmd.Env = append([]string{"CUDALS=" + told, "PATH=" + os.Getenv("PATH")}, c.inputs...)
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != c.want {
			t.Errorf("%q: %s, %v", c.inputs, out, err)
		}
	}
	if sarif, err := os.ReadFile(filepath.Join(dir, "sarif")); err != nil || !strings.Contains(string(sarif), "<--format><sarif>") {
		t.Errorf("SARIF: %s, %v", sarif, err)
	}

	// Each input of the action reaches the script.
	var action struct {
		Inputs map[string]any
		Runs   struct {
			Steps []struct{ Env map[string]string }
		}
	}
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	env := action.Runs.Steps[len(action.Runs.Steps)-1].Env
	body, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	for name := range action.Inputs {
		variable := "INPUT_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		if env[variable] != "${{ inputs."+name+" }}" || !strings.Contains(string(body), variable) {
			t.Errorf("the input %s is not used", name)
		}
	}
}
