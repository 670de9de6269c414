package infer

import (
	"cmp"
	"hash/fnv"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of what is looked at.
const (
	maxEntries = 300_000
	maxFiles   = 150_000
	maxDepth   = 40
)

// index knows a project's files by the last part of their names.
type index struct {
	// files are the folders, relative to root with slashes, in which a file of a name stands.
	files map[string][]string
	// folders are the project's folders.
	folders map[string]bool
	// builds are the build files, absolute, those of outer folders first.
	builds []string
	sum    uint64
}

// useless are the endings of files that nothing includes, and of no build files.
var useless = map[string]bool{
	".md": true, ".rst": true, ".png": true, ".jpg": true, ".svg": true, ".gif": true, ".pdf": true, ".ipynb": true, ".pyc": true,
	".json": true, ".yml": true, ".yaml": true, ".html": true, ".css": true, ".js": true, ".ts": true, ".o": true, ".a": true, ".so": true,
	".csv": true, ".npy": true, ".gz": true, ".zip": true, ".bin": true, ".java": true, ".go": true, ".rs": true, ".sh": true, ".xml": true,
}

// walk lists the files below root, breadth first, so that what a bound cuts off is deep down.
func (x *index) walk(disk Disk, root string, stop func() bool) {
	x.files, x.folders = map[string][]string{}, map[string]bool{}
	hash := fnv.New64a()
	type folder struct {
		rel   string
		depth int
	}
	queue := []folder{{"", 0}}
	entries, files := 0, 0
	for len(queue) > 0 && entries < maxEntries && files < maxFiles && !stop() {
		dir := queue[0]
		queue = queue[1:]
		list, err := disk.ReadDir(filepath.Join(root, filepath.FromSlash(dir.rel)))
		if err != nil {
			continue // a folder that may not be read holds nothing for us
		}
		entries += len(list) + 1
		x.folders[cmp.Or(dir.rel, ".")] = true
		for _, e := range list {
			name := e.Name()
			switch {
			case e.IsDir():
				if !strings.HasPrefix(name, ".") && name != "node_modules" && name != "__pycache__" && dir.depth < maxDepth {
					queue = append(queue, folder{path.Join(dir.rel, name), dir.depth + 1})
				}
				continue
			case IsBuildFile(name):
				x.builds = append(x.builds, filepath.Join(root, filepath.FromSlash(dir.rel), name))
			case useless[strings.ToLower(path.Ext(name))]:
				continue
			}
			files++
			x.files[name] = append(x.files[name], dir.rel)
			hash.Write([]byte(dir.rel))
			hash.Write([]byte{'/'})
			hash.Write([]byte(name))
			hash.Write([]byte{0})
		}
	}
	x.sum = hash.Sum64()
}

// candidate is a file that an include may mean: name found from the folder root.
type candidate struct {
	root string // relative to the project's, without name
}

// suffixed are the folders from which a name, cleaned and with slashes, is found.
func (x *index) suffixed(name string) []candidate {
	dir, base := path.Split(name)
	dir = strings.TrimSuffix(dir, "/")
	var out []candidate
	for _, folder := range x.files[base] {
		switch {
		case dir == "":
			out = append(out, candidate{folder})
		case folder == dir:
			out = append(out, candidate{""})
		default:
			if root, ok := strings.CutSuffix(folder, "/"+dir); ok {
				out = append(out, candidate{root})
			}
		}
	}
	return out
}

// parts are the names of a relative folder.
func parts(rel string) []string {
	if rel == "" || rel == "." {
		return nil
	}
	return strings.Split(rel, "/")
}

// common is how many folders two paths share.
func common(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// apart reports whether a folder holds what the project's other parts do not use: other's code, tests, examples. beside are the
// parts of the path of who asks.
func apart(folder, beside []string, set []string) bool {
	for i, name := range folder {
		if slices.Contains(set, strings.ToLower(name)) && (i >= len(beside) || beside[i] != name) {
			return true
		}
	}
	return false
}

// IsForeign reports whether a folder has, by its name, other people's code in it.
func IsForeign(folder string) bool {
	name := strings.ToLower(folder)
	return name != "contrib" && slices.Contains(foreign, name) // contributions are the project's, if not all of it uses them
}

// ourSide are folders of code for NVIDIA's devices.
var ourSide = []string{"cuda", "nvidia", "nvcc", "nv", "gpu"}

// foreign are folders of other people's code, aside folders of programs that nothing else includes, and otherSide those of code for
// other devices.
var (
	foreign = []string{
		"third_party", "thirdparty", "3rdparty", "3rd_party", "third-party", "extern", "external", "externals", "vendor", "deps",
		"dependencies", "submodules", "contrib", "_deps", "vcpkg_installed",
		"cmakefiles",
	}
	aside = []string{
		"test", "tests", "testing", "unittest", "unittests", "unit_tests", "gtest", "example", "examples", "sample", "samples", "tutorial",
		"tutorials", "bench", "benches", "benchmark", "benchmarks", "demo", "demos", "docs", "doc", "mock", "mocks", "stub", "stubs",
	}
	otherSide = []string{
		"hip", "rocm", "amd", "amdgpu", "sycl", "dpcpp", "oneapi", "opencl", "ocl", "metal", "mps", "xpu", "musa", "npu", "ascend", "cann",
		"cpu", "windows", "win32", "win", "macos", "osx", "apple", "android", "ios", "wasm", "vulkan", "d3d11", "d3d12", "directx",
	}
)
