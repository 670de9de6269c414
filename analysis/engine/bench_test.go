package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// benchInput is the file that CUDALS_BENCH names, with the flags that stand in CUDALS_BENCH_FLAGS.
func benchInput(b *testing.B) (string, []byte, *toolchain.Command) {
	path := os.Getenv("CUDALS_BENCH")
	if path == "" {
		b.Skip("CUDALS_BENCH names no file")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	flags, err := toolchain.Split(os.Getenv("CUDALS_BENCH_FLAGS"))
	if err != nil {
		b.Fatal(err)
	}
	r := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{Flags: flags})
	return path, text, r.Command(path, "")
}

func BenchmarkCold(b *testing.B) {
	path, text, cmd := benchInput(b)
	for b.Loop() {
		e := engine.New(source.Disk{}, rules.All(), nil)
		if _, err := e.Analyze(context.Background(), workspace.Input{Command: cmd, File: source.NewFile(path, text), Places: true}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBodyEdit types a declaration at the end of the first line that names blockIdx.
func BenchmarkBodyEdit(b *testing.B) {
	path, text, cmd := benchInput(b)
	e := engine.New(source.Disk{}, rules.All(), nil)
	prev, err := e.Analyze(context.Background(), workspace.Input{Command: cmd, File: source.NewFile(path, text), Places: true}, nil)
	if err != nil {
		b.Fatal(err)
	}
	at := bytes.Index(text, []byte("blockIdx"))
	at += bytes.IndexByte(text[at:], '\n')
	for n := 0; b.Loop(); n++ {
		edited := append([]byte{}, text[:at]...)
		edited = append(edited, fmt.Sprintf(" int typed_%d = %d;", n, n)...)
		edited = append(edited, text[at:]...)
		if prev, err = e.Analyze(context.Background(), workspace.Input{Command: cmd, File: source.NewFile(path, edited), Places: true}, prev); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTree analyses every .cu file below the folder that CUDALS_BENCH_TREE names, with one engine.
func BenchmarkTree(b *testing.B) {
	root := os.Getenv("CUDALS_BENCH_TREE")
	if root == "" {
		b.Skip("CUDALS_BENCH_TREE names no folder")
	}
	flags, err := toolchain.Split(os.Getenv("CUDALS_BENCH_FLAGS"))
	if err != nil {
		b.Fatal(err)
	}
	r := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{Flags: flags})
	for b.Loop() {
		e := engine.New(source.Disk{}, rules.All(), nil)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".cu" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			_, err = e.Analyze(context.Background(), workspace.Input{Command: r.Command(path, ""), File: source.NewFile(path, text)}, nil)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHints asks for the hints of one screen after the other.
func BenchmarkHints(b *testing.B) {
	path, text, cmd := benchInput(b)
	e := engine.New(source.Disk{}, rules.All(), nil)
	r, err := e.Analyze(context.Background(), workspace.Input{Command: cmd, File: source.NewFile(path, text), Places: true}, nil)
	if err != nil {
		b.Fatal(err)
	}
	var screens []source.Span
	for rest, at := text, 0; len(rest) > 0; {
		end := 0
		for range 60 {
			if i := bytes.IndexByte(rest[end:], '\n'); i >= 0 {
				end += i + 1
			}
		}
		if end == 0 {
			break
		}
		screens = append(screens, source.Span{Start: at, End: at + end})
		rest, at = rest[end:], at+end
	}
	for n := 0; b.Loop(); n++ {
		r.Hints(context.Background(), screens[n%len(screens)])
	}
}
