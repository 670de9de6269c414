package preprocess

import (
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// waitingReader reads the file wait only after the file until.
type waitingReader struct {
	source.Reader
	wait, until string
	release     func()
	released    <-chan struct{}
	mu          sync.Mutex
	read        []string
}

func (r *waitingReader) ReadFile(path string) (*source.File, error) {
	name := filepath.Base(path)
	r.mu.Lock()
	r.read = append(r.read, name)
	r.mu.Unlock()
	switch name {
	case r.until:
		r.release()
	case r.wait:
		<-r.released
	}
	return r.Reader.ReadFile(path)
}

// TestReadAhead has the first header wait for one that can only be read beside it.
func TestReadAhead(t *testing.T) {
	tests := map[string]struct {
		files, until string
		want         []string
	}{
		"outside of conditionals": {
			files: "-- main.cu --\n#include \"a.h\"\n#include \"b.h\"\n-- a.h --\nint a;\n-- b.h --\nint b;\n",
			until: "b.h", want: []string{"a.h", "b.h"},
		},
		"in a branch that is read": {
			files: "-- main.cu --\n#ifdef __cplusplus\n#include \"a.h\"\n#include \"b.h\"\n#else\n#include \"c.h\"\n#include \"d.h\"\n#endif\n" +
				"-- a.h --\nint a;\n-- b.h --\nint b;\n-- c.h --\nint c;\n-- d.h --\nint d;\n",
			until: "b.h", want: []string{"a.h", "b.h"},
		},
		"through another": {
			files: "-- main.cu --\n#include \"a.h\"\n#include \"b.h\"\n-- a.h --\nint a;\n" +
				"-- b.h --\n#ifndef B_H\n#define B_H\n#include \"c.h\"\n#ifdef NO\n#include \"d.h\"\n#endif\n#endif\n" +
				"-- c.h --\nint c;\n-- d.h --\nint d;\n",
			until: "c.h", want: []string{"a.h", "b.h", "c.h"},
		},
		"in a circle": {
			files: "-- main.cu --\n#include \"a.h\"\n#include \"b.h\"\n#include \"c.h\"\n-- a.h --\nint a;\n" +
				"-- b.h --\n#pragma once\n#include \"b.h\"\n#include \"c.h\"\n-- c.h --\n#pragma once\n#include \"b.h\"\n",
			until: "c.h", want: []string{"a.h", "b.h", "c.h"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, archive(test.files)...)
			released := make(chan struct{})
			r := &waitingReader{
				Reader: w.files, wait: "a.h", until: test.until, release: sync.OnceFunc(func() { close(released) }), released: released,
			}
			w.cache = NewCache(token.NewInterner(), r)
			w.expand()
			r.mu.Lock()
			defer r.mu.Unlock()
			if got := slices.Compact(slices.Sorted(slices.Values(r.read))); !slices.Equal(got, test.want) {
				t.Errorf("read %v, want %v", got, test.want)
			}
		})
	}
}
