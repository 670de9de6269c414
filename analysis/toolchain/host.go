package toolchain

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

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
