package server_test

import (
	"strings"
	"testing"

	"cudals/server"
)

// projectKeys stand in for the schema of the program.
func projectKeys() *server.ProjectKey {
	rules := []server.ProjectValue{{Name: "danger", Doc: "what goes wrong"}, {Name: "host-call", Doc: "A call of host code (20014)"}}
	return &server.ProjectKey{Keys: []server.ProjectKey{
		{Name: "dialect", Doc: "Whose commands these are.", Values: []server.ProjectValue{{Name: "nvcc"}, {Name: "clang"}}},
		{Name: "flags", Keys: []server.ProjectKey{{Name: "add", Doc: "Flags to add."}, {Name: "complete", Values: []server.ProjectValue{{Name: "true"}, {Name: "false"}}}}},
		{Name: "rules", Doc: "Which rules speak.", Keys: []server.ProjectKey{
			{Name: "ignore", Values: rules},
			{Name: "severity", Names: rules, Any: &server.ProjectKey{Values: []server.ProjectValue{{Name: "error"}, {Name: "hint"}}}},
		}},
	}}
}

// TestProjectCompletion: a | marks the cursor.
func TestProjectCompletion(t *testing.T) {
	e := start(t, nil)
	e.open(".cudals.yaml", 1, "")
	for i, c := range []struct{ text, want string }{
		{"|", "dialect flags rules"},
		{"ru|", "dialect flags rules"},
		{"dialect: |", "nvcc clang"},
		{"# dia|", ""},
		{"flags:\n  |", "add complete"},
		{"flags:\n  complete: t|", "true false"},
		{"flags: # all\n\n  add: [-O2]\n  |", "add complete"},
		{"flags:\n  add: [-O2]\n|", "dialect flags rules"},
		{"rules: {|", "ignore severity"},
		{"rules: {ignore: [|", "danger host-call"},
		{"rules: {ignore: [danger], |", "ignore severity"},
		{"rules: {ignore: [danger, ho|", "danger host-call"},
		{"rules:\n  ignore:\n    - |", "danger host-call"},
		{"rules:\n  ignore:\n  - ho|st", "danger host-call"},
		{"rules:\n  severity:\n    host|", "danger host-call"},
		{"rules:\n  severity:\n    host-call: |", "error hint"},
		{"nonsense:\n  |", ""},
	} {
		before, _, _ := strings.Cut(c.text, "|")
		e.replace(".cudals.yaml", i+2, strings.Replace(c.text, "|", "", 1))
		line := strings.Count(before, "\n")
		got := ask[struct {
			Items []struct{ Label string }
		}](e, "textDocument/completion", object{
			"textDocument": object{"uri": e.uri(".cudals.yaml")}, "position": at(line, len(before)-1-strings.LastIndex(before, "\n")),
		})
		var labels []string
		for _, item := range got.Items {
			labels = append(labels, item.Label)
		}
		if found := strings.Join(labels, " "); found != c.want {
			t.Errorf("%q: %q, want %q", c.text, found, c.want)
		}
	}
}

func TestProjectHover(t *testing.T) {
	e := start(t, nil)
	const text = "dialect: nvcc\nrules:\n  ignore: [host-call]\nother: 1\n"
	e.open(".cudals.yaml", 1, text)
	for _, c := range []struct {
		line, character int
		want            string
	}{{0, 3, "Whose commands these are."}, {0, 11, ""}, {1, 0, "Which rules speak."}, {2, 14, "A call of host code (20014)"}, {3, 2, ""}} {
		got := ask[hoverAnswer](e, "textDocument/hover", object{
			"textDocument": object{"uri": e.uri(".cudals.yaml")}, "position": at(c.line, c.character),
		})
		if got.Contents.Value != c.want {
			t.Errorf("%d:%d: %q, want %q", c.line, c.character, got.Contents.Value, c.want)
		}
	}
}
