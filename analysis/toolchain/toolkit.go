package toolchain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// PreludeVersion is the CUDART_VERSION whose front end the embedded prelude imitates.
const PreludeVersion = 12040

// preludeBuild is the last part of that version.
const preludeBuild = 131

const runtimeHeader = "cuda_runtime.h"

// NoToolkit is the word that asks for the embedded prelude in place of a toolkit's folder.
const NoToolkit = "none"

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
// own -I and -isystem folders, the folders around the nvcc that the command names, then the usual places.
func findToolkit(m *Machine, c *Command, compiler, given string) (*Toolkit, error) {
	if given != "" {
		if t := toolkitAt(m, given); t != nil {
			return t, nil
		}
		return nil, fmt.Errorf("no CUDA toolkit in %s: neither it nor its include folder has %s", given, runtimeHeader)
	}
	for _, folders := range [][]string{c.Include, c.System, c.After} {
		for _, folder := range folders {
			if m.isFile(filepath.Join(folder, runtimeHeader)) {
				return newToolkit(m, folder), nil
			}
		}
	}
	if isNvcc(programName(compiler)) && filepath.IsAbs(compiler) {
		for _, path := range []string{compiler, m.real(compiler)} {
			if t := toolkitAt(m, filepath.Dir(filepath.Dir(path))); t != nil {
				return t, nil
			}
		}
	}
	for _, root := range toolkitRoots(m) {
		if t := toolkitAt(m, root); t != nil {
			return t, nil
		}
	}
	return nil, nil
}

// toolkitRoots lists where a toolkit may be when nothing says so.
func toolkitRoots(m *Machine) []string {
	var roots []string
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDA_TOOLKIT_ROOT_DIR"} {
		if v := m.Getenv(name); filepath.IsAbs(v) {
			roots = append(roots, v)
		}
	}
	roots = append(roots, "/usr/local/cuda")
	if entries, err := m.ReadDir("/usr/local"); err == nil {
		var versions []string
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), "cuda-") {
				versions = append(versions, e.Name())
			}
		}
		slices.SortFunc(versions, func(a, b string) int { return compareVersions(b, a) }) // newest first
		for _, v := range versions {
			roots = append(roots, filepath.Join("/usr/local", v))
		}
	}
	roots = append(roots, "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit", "/usr")
	if v := m.Getenv("CONDA_PREFIX"); filepath.IsAbs(v) {
		roots = append(roots, v)
	}
	return roots
}

// toolkitAt finds the include folder of a toolkit's root, in the layouts that NVIDIA, conda and distributions use.
func toolkitAt(m *Machine, root string) *Toolkit {
	root = filepath.Clean(root)
	folders := []string{
		filepath.Join(root, "include"),
		root,
		filepath.Join(root, "targets", "x86_64-linux", "include"),
		filepath.Join(root, "targets", "sbsa-linux", "include"),
		filepath.Join(root, "targets", "aarch64-linux", "include"),
		filepath.Join(root, "Library", "include"),
	}
	for _, folder := range folders {
		if m.isFile(filepath.Join(folder, runtimeHeader)) {
			return newToolkit(m, folder)
		}
	}
	return nil
}

var (
	runtimeVersion = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+CUDART_VERSION[ \t]+(\d{4,6})\b`)
	driverVersion  = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+CUDA_VERSION[ \t]+(\d{4,6})\b`)
)

// newToolkit reads the version of the toolkit whose include folder is given.
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
			t.Version, _ = strconv.Atoi(string(found[1]))
			break
		}
	}
	t.Build = toolkitBuild(m, filepath.Dir(include), t.Version)
	return t
}

// toolkitBuild is the third part of nvcc's version, from the version.json of a toolkit's root.
func toolkitBuild(m *Machine, root string, version int) int {
	text, err := m.read(filepath.Join(root, "version.json"), 1<<20)
	if err == nil {
		var parts map[string]struct{ Version string }
		if json.Unmarshal(text, &parts) == nil {
			if v := strings.Split(parts["cuda_nvcc"].Version, "."); len(v) == 3 {
				if build, err := strconv.Atoi(v[2]); err == nil {
					return build
				}
			}
		}
	}
	if version == PreludeVersion {
		return preludeBuild
	}
	return 0
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

// findHost finds the version of the host compiler and its include folders. Nothing is run: a gcc is known by its
// folders.
func findHost(m *Machine, h HostCompiler) (HostCompiler, []string) {
	if isWindowsCompiler(h.Name) {
		return h, nil
	}
	wanted := 0
	name := programName(h.Name)
	if isHostCompiler(name) {
		if i := strings.LastIndexByte(name, '-'); i >= 0 {
			wanted = firstNumber(name[i+1:])
		}
		for _, stem := range []string{"-g++", "-gcc", "-c++"} { // aarch64-linux-gnu-g++-12
			if i := strings.Index(name, stem); i > 0 && h.Triple == "" {
				h.Triple = name[:i]
			}
		}
		// The file a compiler's name points to often says the version: g++ -> g++-12.
		if wanted == 0 && filepath.IsAbs(h.Name) {
			if program := programName(m.real(h.Name)); strings.Contains(program, "-") {
				wanted = firstNumber(program[strings.LastIndexByte(program, '-')+1:])
			}
		}
	}
	// A compiler with a path of its own (a module, a conda environment) brings its folders along.
	roots := []string{"/usr"}
	if filepath.IsAbs(h.Name) {
		if root := filepath.Dir(filepath.Dir(h.Name)); root != "/usr" && root != "/" {
			roots = []string{root, "/usr"}
		}
	}
	for _, root := range roots {
		for _, lib := range []string{"lib/gcc", "lib64/gcc"} {
			base := filepath.Join(root, lib)
			triple, version := newestGCC(m, base, root, h.Triple, wanted)
			if version == "" {
				continue
			}
			h.Triple, h.Version = triple, firstNumber(version)
			return h, gccFolders(m, root, base, triple, version)
		}
	}
	if h.Version == 0 {
		h.Version = wanted
	}
	return h, existing(m, []string{"/usr/local/include", "/usr/include"})
}

// newestGCC chooses among the installed versions the one wanted, or the newest that has C++ headers, as clang and
// nvcc do.
func newestGCC(m *Machine, base, root, triple string, wanted int) (string, string) {
	triples, err := m.ReadDir(base)
	if err != nil {
		return "", ""
	}
	type install struct {
		triple, version string
		rank            int
	}
	var found []install
	for _, t := range triples {
		if triple != "" && t.Name() != triple {
			continue
		}
		versions, err := m.ReadDir(filepath.Join(base, t.Name()))
		if err != nil {
			continue
		}
		for _, v := range versions {
			n := firstNumber(v.Name())
			if n == 0 || !m.isDir(filepath.Join(base, t.Name(), v.Name(), "include")) {
				continue
			}
			rank := n
			if n == wanted {
				rank += 2000
			}
			if m.isDir(filepath.Join(root, "include", "c++", v.Name())) {
				rank += 1000
			}
			// A cross compiler is not what nvcc takes unasked.
			if strings.HasPrefix(t.Name(), "x86_64") && triple == "" {
				rank += 500
			}
			found = append(found, install{t.Name(), v.Name(), rank})
		}
	}
	if len(found) == 0 {
		return "", ""
	}
	best := slices.MaxFunc(found, func(a, b install) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), compareVersions(a.version, b.version))
	})
	return best.triple, best.version
}

// gccFolders are the folders that gcc -v prints, in its order.
func gccFolders(m *Machine, root, base, triple, version string) []string {
	plus := filepath.Join(root, "include", "c++", version)
	return existing(m, []string{
		plus,
		filepath.Join(root, "include", triple, "c++", version), // Debian's place for what depends on the target
		filepath.Join(plus, triple),
		filepath.Join(plus, "backward"),
		filepath.Join(base, triple, version, "include"),
		"/usr/local/include",
		filepath.Join(base, triple, version, "include-fixed"),
		filepath.Join("/usr/include", triple),
		"/usr/include",
	})
}

func existing(m *Machine, folders []string) []string {
	var list []string
	for _, folder := range folders {
		if m.isDir(folder) {
			list = append(list, folder)
		}
	}
	return list
}

func firstNumber(s string) int {
	end := 0
	for end < len(s) && end < 4 && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	n, _ := strconv.Atoi(s[:end])
	return n
}
