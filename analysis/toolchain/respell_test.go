package toolchain_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cudals/analysis/toolchain"
)

// TestThroughLink: a file that is opened through a symbolic link, and whose command names what stands where the link leads.
func TestThroughLink(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"real/src", "real/inc", "other"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(text, "DIR", filepath.ToSlash(dir))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("real/src/a.cu", "")
	write("real/compile_commands.json", `[{"directory": "DIR/real", "file": "DIR/real/src/a.cu",
		"command": "nvcc -Iinc -I../other -isystem DIR/real -I DIR/real/nowhere -c src/a.cu"}]`)
	settings := toolchain.Settings{Toolkit: "none"}
	for _, root := range []string{"link", "real"} {
		c := toolchain.NewResolver(toolchain.Local(), settings).Command(filepath.Join(dir, root, "src/a.cu"), "")
		include := []string{filepath.Join(dir, root, "inc"), filepath.Join(dir, "other"), filepath.Join(dir, "real/nowhere")}
		if !slices.Equal(c.Include, include) || !slices.Equal(c.System, []string{filepath.Join(dir, root)}) || c.Dir != filepath.Join(dir, root) {
			t.Errorf("%s: in %s, -I %v, -isystem %v, %v", root, c.Dir, c.Include, c.System, c.Problems)
		}
	}
}
