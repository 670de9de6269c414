package toolchain

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
)

// A source file may be a part of another one, which includes it and tells what its names mean: kernels in a file of their own, which main.cu
// names. What says so is an #include of its name in a source of the same folder or of one above, and that it includes no header itself:
// who includes a file that can be compiled alone, as tests do, has that compiled by itself besides.

// Bounds of the search: sources of a folder, the bytes read of each, folders above, and parts of parts.
const (
	maxSibling      = 1 << 16
	maxSiblings     = 400
	maxAbove        = 2
	maxPartsOfParts = 8
)

// Fragment reports whether a source file is read as a part of another one.
func (r *Resolver) Fragment(ctx context.Context, file string) bool {
	if !isCUDASource(file) {
		return false
	}
	r.mu.Lock()
	part := r.whole(file) != ""
	r.mu.Unlock()
	return part && r.Infer(ctx, r.Command(file, "")).Through != ""
}

// isCUDASource reports whether a file is by its name a source of CUDA's.
func isCUDASource(path string) bool { return strings.EqualFold(filepath.Ext(path), ".cu") }

// whole is the source that a file is a part of, which is none itself; "" where there is none.
func (r *Resolver) whole(file string) string {
	if !isCUDASource(file) {
		return ""
	}
	seen := map[string]bool{}
	for at := file; !seen[at] && len(seen) < maxPartsOfParts; {
		seen[at] = true
		next := ""
		dir := filepath.Dir(at)
		for n := 0; n <= maxAbove && next == ""; n++ {
			next = r.parts(dir)[at]
			dir = filepath.Dir(dir)
		}
		switch {
		case next != "" && r.headless(at):
			at = next
		case at == file:
			return ""
		default:
			return at
		}
	}
	return "" // they include each other
}

// headless reports whether a source includes no header.
func (r *Resolver) headless(file string) bool {
	text, err := r.m.read(file, maxIncluder)
	return err == nil && !slices.ContainsFunc(includeLine.FindAllSubmatch(text, 1000), func(line [][]byte) bool {
		return len(line[2]) > 0 || !isCUDASource(string(line[1]))
	})
}

// parts are the sources in or below a folder that sources which stand in it include, with the first that does.
func (r *Resolver) parts(dir string) map[string]string {
	if known, ok := r.fragments[dir]; ok {
		return known
	}
	found := map[string]string{}
	r.fragments[dir] = found
	entries, err := r.quick.ReadDir(dir)
	if err != nil {
		return found
	}
	sources := 0
	for _, e := range entries {
		if !isCUDASource(e.Name()) {
			continue
		}
		if sources++; sources > maxSiblings {
			break
		}
		file := filepath.Join(dir, e.Name())
		text, err := r.m.readHead(file, maxSibling)
		if err != nil || !bytes.Contains(text, []byte(`.cu"`)) {
			continue
		}
		for _, line := range includeLine.FindAllSubmatch(text, 1000) {
			part := filepath.Join(dir, string(line[1]))
			if !isCUDASource(part) || part == file || found[part] != "" || !strings.HasPrefix(part, dir+string(filepath.Separator)) {
				continue
			}
			found[part] = file
		}
	}
	return found
}
