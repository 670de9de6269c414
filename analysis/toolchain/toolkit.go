package toolchain

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cudals/cudaspace"
)

const runtimeHeader = "cuda_runtime.h"

// NoToolkit is the word that asks for the embedded prelude in place of a toolkit's folder.
const NoToolkit = "none"

// Toolkit is an installed CUDA toolkit.
type Toolkit struct {
	Include string // the folder that holds cuda_runtime.h
	// Further are the folders that nvcc gives with -I beside Include, System those that it gives with -isystem.
	Further, System []string
	Version         cudaspace.Version
	Build           int // the third part of nvcc's version, e.g. 131; 0 when unknown
}

// String is the toolkit's version as nvcc tells it, 12.4.131 say.
func (t *Toolkit) String() string {
	if t.Version != 0 && t.Build != 0 {
		return fmt.Sprintf("%v.%d", t.Version, t.Build)
	}
	return t.Version.String()
}

// FindToolkit looks for a CUDA toolkit: in the folder given, if any (its root or its include folder), else where the
// environment and custom put one. It returns nil when there is none or NoToolkit is given; a given folder without one is
// an error.
func FindToolkit(m *Machine, given string) (*Toolkit, error) {
	if given == NoToolkit {
		return nil, nil
	}
	return findToolkit(m, &Command{}, "", given)
}

// findToolkit looks in the order in which nvcc would come to a cuda_runtime.h: a folder given explicitly, the command's
// own -I and -isystem folders, the folders around the nvcc that the command names, then the usual places. In these a version
// that is asked for passes over all others.
func findToolkit(m *Machine, c *Command, compiler, given string) (*Toolkit, error) {
	if given != "" {
		if t := toolkitAt(m, given); t != nil {
			return t, nil
		}
		return nil, fmt.Errorf("no CUDA toolkit in %s: neither it nor its include folder has %s", given, runtimeHeader)
	}
	own := toolkitOf(m, compiler)
	for _, folders := range [][]string{c.Include, c.System, c.After} {
		for _, folder := range folders {
			if m.isFile(filepath.Join(folder, runtimeHeader)) {
				t := newToolkit(m, folder)
				if own != nil {
					// The headers are these, the compiler is that one, and what it adds comes after.
					t = &Toolkit{
						Include: t.Include, Further: append([]string{own.Include}, own.Further...), System: own.System,
						Version: own.Version, Build: own.Build,
					}
				}
				return t, nil
			}
		}
	}
	if own != nil {
		return own, nil
	}
	for _, root := range toolkitRoots(m) {
		if t := toolkitAt(m, root); t != nil && (c.Asked == 0 || c.Asked == t.Version) {
			return t, nil
		}
	}
	return nil, nil
}

// toolkitOf is the toolkit of the nvcc that a command names, by its path or as a word that PATH explains.
func toolkitOf(m *Machine, compiler string) *Toolkit {
	if !isNvcc(programName(compiler)) {
		return nil
	}
	path := compiler
	if !filepath.IsAbs(path) {
		found := onPath(m, compiler)
		if len(found) == 0 {
			return nil
		}
		path = found[0]
	}
	for _, root := range rootsOf(m, path) {
		if t := toolkitAt(m, root); t != nil {
			return t
		}
	}
	return nil
}

// onPath lists the programs of a name in the folders of PATH, in their order.
func onPath(m *Machine, name string) []string {
	if name != filepath.Base(name) {
		return nil
	}
	var paths []string
	for _, dir := range filepath.SplitList(m.Getenv("PATH")) {
		if path := filepath.Join(dir, name); filepath.IsAbs(dir) && m.isFile(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// rootsOf are the folders in which the toolkit of an nvcc may be installed, by its own path and by what that is a link to.
func rootsOf(m *Machine, nvcc string) []string {
	return []string{filepath.Dir(filepath.Dir(nvcc)), filepath.Dir(filepath.Dir(m.real(nvcc)))}
}

// toolkitRoots lists where a toolkit may be when nothing says so. CUDALS_TOOLKIT in the environment is the first place, or
// NoToolkit where none is to be looked for.
func toolkitRoots(m *Machine) []string {
	var roots []string
	switch v := m.Getenv("CUDALS_TOOLKIT"); {
	case v == NoToolkit:
		return nil
	case filepath.IsAbs(v):
		roots = append(roots, v)
	}
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDA_TOOLKIT_ROOT_DIR"} {
		if v := m.Getenv(name); filepath.IsAbs(v) {
			roots = append(roots, v)
		}
	}
	for _, nvcc := range onPath(m, "nvcc") {
		roots = append(roots, rootsOf(m, nvcc)...)
	}
	roots = append(roots, "/usr/local/cuda")
	roots = append(roots, newestFirst(m, "/usr/local", "cuda-")...)
	roots = append(roots, "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr")
	if v := m.Getenv("CONDA_PREFIX"); filepath.IsAbs(v) {
		roots = append(roots, v)
	}
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		v := m.Getenv(name)
		if !filepath.IsAbs(v) {
			continue
		}
		for _, python := range newestFirst(m, filepath.Join(v, "lib"), "python3.") {
			packages := filepath.Join(python, "site-packages", "nvidia")
			roots = append(roots, newestFirst(m, packages, "cu1")...)
			roots = append(roots, filepath.Join(packages, "cuda_runtime"))
		}
	}
	return roots
}

// newestFirst are the entries of a folder with a prefix, the one with the highest number first.
func newestFirst(m *Machine, dir, prefix string) []string {
	entries, err := m.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return compareVersions(b, a) })
	for i, name := range names {
		names[i] = filepath.Join(dir, name)
	}
	return names
}

// targets are the folders of a toolkit's root that hold what is for one kind of machine, that of most people first.
var targets = []string{"targets/x86_64-linux", "targets/sbsa-linux", "targets/aarch64-linux"}

// toolkitAt finds the include folder of a toolkit's root, in the layouts that NVIDIA, conda, pip and distributions use.
func toolkitAt(m *Machine, root string) *Toolkit {
	root = filepath.Clean(root)
	folders := []string{filepath.Join(root, "include"), root}
	for _, target := range targets {
		folders = append(folders, filepath.Join(root, target, "include"))
	}
	folders = append(folders, filepath.Join(root, "Library", "include"), filepath.Join(root, "cuda_runtime", "include"))
	for _, folder := range folders {
		if m.isFile(filepath.Join(folder, runtimeHeader)) {
			return newToolkit(m, folder)
		}
	}
	for _, root := range newestFirst(m, root, "cu1") { // pip's nvidia/cu13
		if folder := filepath.Join(root, "include"); m.isFile(filepath.Join(folder, runtimeHeader)) {
			return newToolkit(m, folder)
		}
	}
	return nil
}

var (
	runtimeVersion = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+CUDART_VERSION[ \t]+(\d{4,6})\b`)
	driverVersion  = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+CUDA_VERSION[ \t]+(\d{4,6})\b`)
)

// newToolkit is the toolkit whose include folder is given.
func newToolkit(m *Machine, include string) *Toolkit {
	if m.toolkits != nil {
		if t, ok := m.toolkits.Load(include); ok {
			return t.(*Toolkit)
		}
	}
	t := readToolkit(m, include)
	if m.toolkits != nil {
		m.toolkits.Store(include, t)
	}
	return t
}

func readToolkit(m *Machine, include string) *Toolkit {
	t := &Toolkit{Include: include}
	root, target := toolkitRoot(m, include)
	t.Version, t.Build = compilerVersion(m, root)
	if t.Version == 0 {
		t.Version = headersVersion(m, include)
	}
	if t.Build == 0 && t.Version != 0 {
		if r := cudaspace.Of(t.Version); r.First == t.Version {
			t.Build = r.Build
		}
	}
	profile := readProfile(m, filepath.Join(root, "bin"), target)
	further, system := byRule(m, include, t.Version)
	if profile != nil && len(profile.include) > 0 {
		further, system = profile.include, profile.system
	}
	// A root's include folder is often a link to its target's; whatever name it goes by, it is one folder.
	for _, folder := range existing(m, further) {
		if folder = below(m, folder, include); folder != include && !slices.Contains(t.Further, folder) {
			t.Further = append(t.Further, folder)
		}
	}
	for _, folder := range existing(m, system) {
		t.System = append(t.System, below(m, folder, include))
	}
	return t
}

// below is a folder's path by way of another folder, where it is that folder or lies below it.
func below(m *Machine, folder, above string) string {
	rest, ok := strings.CutPrefix(m.real(folder), m.real(above))
	if ok && (rest == "" || strings.HasPrefix(rest, "/")) {
		return above + rest
	}
	return folder
}

// toolkitRoot is the folder that an include folder's toolkit is installed in, and the target among its folders, if any.
func toolkitRoot(m *Machine, include string) (root, target string) {
	root = filepath.Dir(include)
	for _, target := range targets {
		if above, ok := strings.CutSuffix(root, "/"+target); ok {
			return above, target
		}
	}
	for _, target := range targets {
		if m.isDir(filepath.Join(root, target)) {
			return root, target
		}
	}
	return root, ""
}

// byRule are the folders that nvcc adds to a toolkit's own where it has no profile that tells.
func byRule(m *Machine, include string, version cudaspace.Version) (further, system []string) {
	if cudaspace.Of(version).Cccl {
		system = []string{filepath.Join(include, "cccl")}
	}
	// pip's packages of CUDA 11 and 12 have a folder each, side by side.
	if root := filepath.Dir(include); filepath.Base(root) == "cuda_runtime" {
		packages := filepath.Dir(root)
		names := []string{"cuda_nvcc", "cuda_cccl"} // the compiler's own headers; others may have copies of them
		if entries, err := m.ReadDir(packages); err == nil {
			for _, e := range entries {
				if e.Name() != "cuda_runtime" && !slices.Contains(names, e.Name()) {
					names = append(names, e.Name())
				}
			}
		}
		for _, name := range names {
			further = append(further, filepath.Join(packages, name, "include"))
		}
	}
	return further, system
}

// headersVersion is the version that a toolkit's headers tell of themselves.
func headersVersion(m *Machine, include string) cudaspace.Version {
	for _, in := range []struct {
		file    string
		pattern *regexp.Regexp
	}{{"cuda_runtime_api.h", runtimeVersion}, {"cuda.h", driverVersion}} {
		// The definition stands near the top; 256 KB are far more than enough.
		text, err := m.readHead(filepath.Join(include, in.file), 256<<10)
		if err != nil {
			continue
		}
		if found := in.pattern.FindSubmatch(text); found != nil {
			n, _ := strconv.Atoi(string(found[1]))
			return cudaspace.Version(n / 10 * 10)
		}
	}
	return 0
}

// compilerVersion is the version of a toolkit's nvcc, from the version.json of its root.
func compilerVersion(m *Machine, root string) (cudaspace.Version, int) {
	text, err := m.read(filepath.Join(root, "version.json"), 1<<20)
	if err != nil {
		return 0, 0
	}
	var parts map[string]struct{ Version string }
	if json.Unmarshal(text, &parts) != nil {
		return 0, 0
	}
	version, err := cudaspace.ParseVersion(parts["cuda_nvcc"].Version)
	if err != nil {
		version, _ = cudaspace.ParseVersion(parts["cuda"].Version)
		return version, 0
	}
	build := 0
	if v := strings.Split(parts["cuda_nvcc"].Version, "."); len(v) == 3 {
		build, _ = strconv.Atoi(v[2])
	}
	return version, build
}

// compareVersions orders names such as cuda-9.2 and cuda-12.4 by their numbers.
func compareVersions(a, b string) int {
	return slices.Compare(numbers(a), numbers(b))
}

func numbers(s string) []int {
	var list []int
	for _, field := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(field)
		if err != nil {
			n = 0
		}
		list = append(list, n)
	}
	return list
}
