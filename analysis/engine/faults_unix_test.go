//go:build unix

package engine_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// TestOddFiles includes what is no readable file: none may make the analysis wait, and the rest of the text is analysed.
func TestOddFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		syscall.Mkfifo(at("pipe.h"), 0o600),
		os.Mkdir(at("folder.h"), 0o700),
		os.Symlink("/dev/zero", at("device.h")),
		os.Symlink("itself.h", at("itself.h")),
		os.Symlink("nowhere", at("dangling.h")),
		os.WriteFile(at("secret.h"), []byte("int secret;\n"), 0),
		os.WriteFile(at("huge.h"), nil, 0o600),
		os.Truncate(at("huge.h"), source.MaxSize+1), // a hole: it takes no room
		os.WriteFile(at("settings.h"), []byte("#define WIDTH 3\n"), 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	missing := []string{"pipe.h", "folder.h", "device.h", "itself.h", "dangling.h", "huge.h"}
	if os.Getuid() != 0 { // nothing is secret to root
		missing = append(missing, "secret.h")
	}
	text := ""
	for _, name := range missing {
		text += "#include \"" + name + "\"\n#if __has_include(\"" + name + "\")\nint unseen(;\n#endif\n"
	}
	path := at("a.cu")
	e := engine.New(source.Disk{}, rules.All(), nil)
	r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text+faulty))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	hints := map[string]bool{}
	for _, d := range r.Diagnostics() {
		if d.Rule == "missing-header" {
			hints[string(d.Place.File.Slice(d.Place.Span))] = true
		}
	}
	for _, name := range missing {
		if !hints[`"`+name+`"`] {
			t.Errorf("nothing is said of %s", name)
		}
	}
	if got := said(r); len(got) != 1 {
		t.Errorf("said %v", got)
	}
}
