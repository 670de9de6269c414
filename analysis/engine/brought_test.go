package engine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestBrought: an #include in the middle of a class tells of its file, and the outline has nothing of what that holds.
func TestBrought(t *testing.T) {
	dir := t.TempDir()
	files := source.NewOverlay(nil)
	files.Set(source.NewFile(filepath.Join(dir, "members.inc"), []byte("int size() const;\nint first;\n")))
	main := source.NewFile(filepath.Join(dir, "list.cu"), []byte("struct List {\n#include \"members.inc\"\n  int last;\n};\n"))
	cmd := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{Toolkit: "none"}).Command(main.Path, "")
	r, err := engine.New(files, rules.All(), nil).Analyze(t.Context(), workspace.Input{Command: cmd, File: main, Places: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := r.Hover(t.Context(), strings.Index(string(main.Text), "members"))
	if h == nil || !strings.HasPrefix(h.Markdown, "```cuda-cpp\n#include \"members.inc\"\n") {
		t.Errorf("hover %+v", h)
	}
	symbols := r.Symbols(t.Context())
	if len(symbols) != 1 || len(symbols[0].Children) != 1 || symbols[0].Children[0].Name != "last" {
		t.Errorf("symbols %+v", symbols)
	}
}
