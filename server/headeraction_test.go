package server_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// TestHeaderActions: a header that was not found is found in the workspace's folders, and a flag offered for each of them.
func TestHeaderActions(t *testing.T) {
	const user = "#include \"util/error.h\"\n"
	files := map[string]string{
		".cudals.yaml":                   "exclude: [x]\n",
		"src/a.cu":                       user,
		"src/inc/util/error.h":           "",
		"common/util/error.h":            "",
		"common/other/error.h":           "",
		"a/long/way/from/it/error.h":     "",
		".git/util/error.h":              "",
		"node_modules/x/util/error.h":    "",
		"a/b/c/d/far/include/util/e.h":   "",
		"a/b/c/d/far/util/error.h":       "",
		"a/b/c/d/e/farther/util/error.h": "",
	}
	creates := object{"capabilities": object{"workspace": object{"workspaceEdit": object{"resourceOperations": []string{"create"}}}}}
	titles := func(list []action) (out []string) {
		for _, a := range list {
			out = append(out, a.Title)
		}
		return out
	}
	want := []string{"Add -Isrc/inc to .cudals.yaml", "Add -Icommon to .cudals.yaml", "Add -Ia/b/c/d/far to .cudals.yaml"}

	t.Run("configured", func(t *testing.T) {
		e := start(t, files)
		e.open("src/a.cu", 1, user)
		list := e.actions("src/a.cu", 0, 12, 12)
		if !slices.Equal(titles(list), want) {
			t.Fatalf("actions %q, want %q", titles(list), want)
		}
		change := list[1].Edit.DocumentChanges
		if len(change) != 1 || change[0].TextDocument.URI != e.uri(".cudals.yaml") || len(change[0].Edits) != 1 ||
			change[0].Edits[0].NewText != "flags:\n  add: [-Icommon]\n" || change[0].Edits[0].Range.Start.Line != 1 {
			t.Errorf("edit %+v", change)
		}
		if list := e.actions("src/a.cu", 1, 0, 0); len(list) != 0 {
			t.Errorf("elsewhere: %q", titles(list))
		}
	})
	t.Run("not configured", func(t *testing.T) {
		e := start(t, files, creates)
		if err := os.Remove(e.path(".cudals.yaml")); err != nil {
			t.Fatal(err)
		}
		e.open("src/a.cu", 1, user)
		raw := e.request("textDocument/codeAction", object{
			"textDocument": object{"uri": e.uri("src/a.cu")}, "range": object{"start": at(0, 12), "end": at(0, 12)},
			"context": object{"diagnostics": []any{}},
		})
		var list []struct {
			Title string
			Edit  struct{ DocumentChanges []map[string]any }
		}
		if err := json.Unmarshal(raw, &list); err != nil || len(list) != 3+2 { // two that ignore the hint
			t.Fatalf("%s: %v", raw, err)
		}
		change := list[0].Edit.DocumentChanges
		if len(change) != 2 || change[0]["kind"] != "create" || change[0]["uri"] != e.uri(".cudals.yaml") || change[1]["edits"] == nil {
			t.Errorf("edit %v", change)
		}
	})
	t.Run("client that makes no files", func(t *testing.T) {
		e := start(t, files)
		if err := os.Remove(e.path(".cudals.yaml")); err != nil {
			t.Fatal(err)
		}
		e.open("src/a.cu", 1, user)
		if list := e.actions("src/a.cu", 0, 12, 12); len(list) != 0 {
			t.Errorf("actions %q", titles(list))
		}
	})
	t.Run("malformed configuration", func(t *testing.T) {
		e := start(t, files)
		e.save(".cudals.yaml", "flags: [\n")
		e.open("src/a.cu", 1, user)
		if list := e.actions("src/a.cu", 0, 12, 12); len(list) != 0 {
			t.Errorf("actions %q", titles(list))
		}
	})
}
