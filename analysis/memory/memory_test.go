package memory_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"cudals/analysis/engine"
	"cudals/analysis/internal/cudagen"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

var update = flag.Bool("update", false, "measure the facts anew, with the tools of CUDA on PATH")

// archs are the architectures that facts are recorded of.
var archs = []int{60, 70, 80, 90}

// modes are the flags that the placing of constants depends on, the usual one oftener than the others.
var modes = [][]string{nil, {"-rdc=true"}, nil, {"-G"}, nil, {"-rdc=true", "-G"}}

// facts tell where something lies: "kernel base total offset:size …", "constant offset size", or the total of all constants.
type facts map[string]string

// TestRecorded compares with what nvcc, ptxas and cuobjdump of CUDA 12.4 made of the programs in testdata.
func TestRecorded(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no facts are recorded", err)
	}
	kernels, constants, told, unknown := 0, 0, 0, map[string]int{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := archive.Files[0].Data
		if *update {
			archive.Files = archive.Files[:1]
			for _, arch := range archs {
				measured := measured(t, text, arch)
				if measured == nil {
					continue // too much for the architecture
				}
				raw, err := json.MarshalIndent(measured, "", " ")
				if err != nil {
					t.Fatal(err)
				}
				archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("sm_%d.json", arch), Data: append(raw, '\n')})
			}
			for _, flags := range modes {
				if flags == nil || !bytes.Contains(archive.Comment, []byte("with flags")) {
					continue
				}
				raw, err := json.MarshalIndent(measured(t, text, 80, flags...), "", " ")
				if err != nil {
					t.Fatal(err)
				}
				archive.Files = append(archive.Files, txtar.File{Name: "sm_80 " + strings.Join(flags, " ") + ".json", Data: append(raw, '\n')})
			}
			if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, file := range archive.Files[1:] {
			words := strings.Fields(strings.TrimSuffix(file.Name, ".json")) // sm_80, and flags
			arch, err := strconv.Atoi(strings.TrimPrefix(words[0], "sm_"))
			if err != nil {
				t.Fatal(err)
			}
			var want facts
			if err := json.Unmarshal(file.Data, &want); err != nil {
				t.Fatal(err)
			}
			told += compare(t, name+" "+file.Name, want, toldOf(t, text, arch, words[1:]...), unknown)
			if arch == archs[len(archs)-1] {
				for key := range want {
					switch {
					case strings.HasPrefix(key, "kernel "):
						kernels++
					case strings.HasPrefix(key, "constant "):
						constants++
					}
				}
			}
		}
	}
	judge(t, told, unknown)
	if kernels < 150 || constants < 100 {
		t.Errorf("%d kernels and %d constants are recorded", kernels, constants)
	}
}

// TestRandom compares random programs with the tools of CUDA where they are installed. CUDALS_LAYOUT_SEED and
// CUDALS_LAYOUT_PROGRAMS choose the first program and how many there are; CUDALS_CUDA_INCLUDE is the folder of cuda_runtime.h
// where nvcc does not know it, CUDALS_LAYOUT_TOOLKIT the toolkit's folder where it is not CUDA 12.4.
func TestRandom(t *testing.T) {
	for _, tool := range []string{"nvcc", "ptxas", "cuobjdump"} {
		if _, err := exec.LookPath(tool); err != nil || testing.Short() {
			t.Skip("needs " + tool)
		}
	}
	if out, err := exec.Command("nvcc", "--version").Output(); os.Getenv("CUDALS_LAYOUT_TOOLKIT") == "" && (err != nil || !bytes.Contains(out, []byte("release 12.4"))) {
		t.Skip("needs CUDA 12.4, or CUDALS_LAYOUT_TOOLKIT")
	}
	archs := supported(t)
	first, programs := environment("CUDALS_LAYOUT_SEED", 1), environment("CUDALS_LAYOUT_PROGRAMS", 2)
	known, unknown := 0, map[string]int{}
	for seed := first; seed < first+programs; seed++ {
		text := []byte(cudagen.Program(uint64(seed)))
		arch := archs[seed%len(archs)]
		flags := modes[seed/len(archs)%len(modes)]
		want := measured(t, text, arch, flags...)
		if want == nil {
			continue // the random program is not C++, or too much for the compiler
		}
		known += compare(t, fmt.Sprint("seed ", seed, " on sm_", arch, " ", flags), want, toldOf(t, text, arch, flags...), unknown)
	}
	if known == 0 {
		t.Skip("nvcc compiles nothing")
	}
	t.Logf("from seed %d", first)
	judge(t, known, unknown)
}

// supported are the architectures to compare that nvcc compiles for.
func supported(t *testing.T) []int {
	t.Helper()
	list, err := exec.Command("nvcc", "--list-gpu-code").Output()
	if err != nil {
		t.Skip("nvcc does not list its architectures: ", err)
	}
	var out []int
	for _, arch := range append(slices.Clone(archs), 120) {
		if slices.Contains(strings.Fields(string(list)), fmt.Sprintf("sm_%d", arch)) {
			out = append(out, arch)
		}
	}
	return out
}

// judge fails where too little is told, and says for which reasons the rest is not. What comes up in functions and in instances
// makes more than a third of what these programs hold, and of it only what the optimiser surely folds is told.
func judge(t *testing.T, told int, unknown map[string]int) {
	t.Helper()
	sum := 0
	for reason, n := range unknown {
		sum += n
		t.Logf("%4d unknown: %s", n, reason)
	}
	t.Logf("%d facts are told, %d are not", told, sum)
	if told*5 < (told+sum)*3 {
		t.Errorf("%d of %d facts are unknown", sum, told+sum)
	}
}

func environment(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// untold begins a fact of which nothing is told, and of which the reason follows.
const untold = "unknown: "

// anyName is what reasons name.
var anyName = regexp.MustCompile(`\w*\d+\b`)

// compare reports where known facts differ, and counts them; unknown are those of which nothing is told, by reason.
func compare(t *testing.T, where string, want, got facts, unknown map[string]int) (known int) {
	t.Helper()
	for key, w := range want {
		g, ok := got[key]
		switch {
		case strings.HasPrefix(g, untold):
			unknown[anyName.ReplaceAllString(strings.TrimPrefix(g, untold), "…")]++
		case !ok && strings.HasPrefix(got["total"], untold):
			unknown["which instances there are"]++
		case !ok:
			t.Errorf("%s: %s is not told, it is %s", where, key, w)
		case g != w:
			t.Errorf("%s: %s: got %s, want %s", where, key, g, w)
		default:
			known++
		}
	}
	for key, g := range got {
		if _, ok := want[key]; !ok && !strings.HasPrefix(g, untold) {
			t.Errorf("%s: %s is told, and does not exist", where, key)
		}
	}
	return known
}

// TestLongNames spells a symbol whose types stand in each other, and kernels that launch themselves with what is local to them:
// what each name would hold doubles with each step.
func TestLongNames(t *testing.T) {
	const types = `
template <class T> struct W { T a; };
template <class A, class B> struct P { A a; B *b; };
template <int N> struct Deep { using type = P<W<typename Deep<N - 1>::type>, typename Deep<N - 1>::type>; };
template <> struct Deep<0> { using type = int; };
template <class T> __global__ void go(T, int *) {}
void run(int *o) { go<<<1, 1>>>(Deep<11>::type{}, o); }
`
	const closures = `
template <class F> __global__ void go(F f, int *o) {
    struct pair { int a, b; };
    go<<<1, 1>>>([] __device__ (pair p) { return p.a; }, o);
}
void run(int *o) { go<<<1, 1>>>([] __device__ (int x) { return x; }, o); }
`
	l := laidOut(t, []byte(types), 80)
	if len(l.Kernels) != 1 || !strings.HasPrefix(l.Kernels[0].Symbol.Text, "_Z2goI1PI1WIS0_I") {
		t.Errorf("%+v", l.Kernels)
	}
	l = laidOut(t, []byte(closures), 80)
	long := func(k workspace.KernelLayout) bool { return k.Symbol.Unknown == "it is too long" }
	if !slices.ContainsFunc(l.Kernels, long) {
		t.Errorf("of %d kernels all have symbols", len(l.Kernels))
	}
}

// shared is the engine of all texts, which reads the headers once.
var shared = sync.OnceValue(func() *engine.Engine { return engine.New(source.Disk{}, nil, nil) })

// laidOut is the layout that the engine makes of a text.
func laidOut(t *testing.T, text []byte, arch int, flags ...string) *workspace.Layout {
	t.Helper()
	path := "/facts/a.cu"
	resolver := toolchain.NewResolver(toolchain.Local(), toolchain.Settings{
		Flags: append([]string{"-std=c++17", "--extended-lambda", fmt.Sprintf("-arch=sm_%d", arch)}, flags...), Dir: "/facts",
		Toolkit: cmp.Or(os.Getenv("CUDALS_LAYOUT_TOOLKIT"), toolchain.NoToolkit),
	})
	result, err := shared().Analyze(t.Context(), workspace.Input{
		Command: resolver.Command(path, ""), File: source.NewFile(path, text), Patient: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result.Layout(t.Context(), arch)
}

// toldOf is what the engine tells.
func toldOf(t *testing.T, text []byte, arch int, flags ...string) facts {
	t.Helper()
	l := laidOut(t, text, arch, flags...)
	out := facts{"total": strconv.FormatInt(l.ConstantBytes, 10)}
	if l.ConstantsUnknown != "" {
		out["total"] = untold + l.ConstantsUnknown
	}
	for _, c := range l.Constants {
		if c.Symbol.Text == "" {
			continue // its symbol holds a hash
		}
		out["constant "+c.Symbol.Text] = fmt.Sprint(c.Offset, " ", c.Size)
		if c.Unknown != "" {
			out["constant "+c.Symbol.Text] = untold + c.Unknown
		}
	}
	for _, k := range l.Kernels {
		if k.Symbol.Text == "" {
			continue
		}
		var b strings.Builder
		if len(k.Params) > 0 {
			fmt.Fprint(&b, k.Base, " ")
		}
		fmt.Fprint(&b, k.Total)
		for _, p := range k.Params {
			fmt.Fprintf(&b, " %d:%d", p.Offset, p.Size)
		}
		out["kernel "+k.Symbol.Text] = b.String()
		if k.Unknown != "" {
			out["kernel "+k.Symbol.Text] = untold + k.Unknown
		}
	}
	return out
}

// ---- Measuring

var (
	symbolLine  = regexp.MustCompile(`(?m)^\s*0x[0-9a-f]+\s+(\S+)\s+(\S+)\s+(\S+)\s+\S+\s+(\S+)\s+(\S+)\s*$`)
	sectionLine = regexp.MustCompile(`(?m)^\s+([0-9a-f]+)(?:\s+[0-9a-f]+){4}\s+\w+(?:\s+[0-9a-f]+){3}\s+(\S+)\s*$`)
	infoSection = regexp.MustCompile(`(?m)^\.nv\.info\.(\S+)\n`)
	paramBank   = regexp.MustCompile(`EIATTR_PARAM_CBANK\s+Format:\s+\S+\s+Value:\s+\S+\s+(\S+)`)
	paramInfo   = regexp.MustCompile(`EIATTR_KPARAM_INFO(?:_V2)?\s+Format:\s+\S+\s+Value:\s+Index\s*:\s*\S+\s+Ordinal\s*:\s*(\S+)\s+Offset\s*:\s*(\S+)\s+Size\s*:\s*(\S+)`)
	nextSection = regexp.MustCompile(`(?m)^\.(nv|section|text|rel|debug|symtab|strtab)`)
)

// measured compiles a program and reads the object; nil where it does not compile.
func measured(t *testing.T, text []byte, arch int, flags ...string) facts {
	t.Helper()
	dir := t.TempDir()
	file, object := filepath.Join(dir, "a.cu"), filepath.Join(dir, "a.cubin")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-cubin", fmt.Sprintf("-arch=sm_%d", arch), "-std=c++17", "--extended-lambda", "-w", file, "-o", object}
	args = append(args, flags...)
	if include := os.Getenv("CUDALS_CUDA_INCLUDE"); include != "" {
		args = append(args, "-I"+include)
	}
	if out, err := exec.Command("nvcc", args...).CombinedOutput(); err != nil {
		t.Logf("nvcc: %s", out[:min(len(out), 400)])
		return nil
	}
	dump, err := exec.Command("cuobjdump", "-elf", object).Output()
	if err != nil {
		t.Fatal(err)
	}
	return read(string(dump))
}

func number(hex string) int64 {
	n, _ := strconv.ParseInt(strings.TrimPrefix(hex, "0x"), 16, 64)
	return n
}

// hashed: the symbol holds a hash of the file.
func hashed(symbol string) bool {
	return strings.Contains(symbol, "_INTERNAL_") || strings.Contains(symbol, "_GLOBAL__N_") ||
		strings.HasPrefix(symbol, "__nv_static_")
}

func read(dump string) facts {
	sections := map[int64]string{}
	for _, m := range sectionLine.FindAllStringSubmatch(dump, -1) {
		sections[number(m[1])] = m[2]
	}
	out := facts{}
	total := int64(0)
	_, symbols, _ := strings.Cut(dump, ".section .symtab")
	for _, m := range symbolLine.FindAllStringSubmatch(symbols, -1) {
		if sections[number(m[4])] == ".nv.constant3" && (number(m[3])&15 == 1 || number(m[3])&15 == 13) {
			total = max(total, number(m[1])+number(m[2]))
			if !hashed(m[5]) {
				out["constant "+m[5]] = fmt.Sprint(number(m[1]), " ", number(m[2]))
			}
		}
	}
	out["total"] = strconv.FormatInt(total, 10)
	for _, m := range infoSection.FindAllStringSubmatchIndex(dump, -1) {
		name, info := dump[m[2]:m[3]], dump[m[1]:]
		if end := nextSection.FindStringIndex(info); end != nil {
			info = info[:end[0]]
		}
		bank := paramBank.FindStringSubmatch(info)
		kernel := slices.Contains(slices.Collect(maps.Values(sections)), ".nv.constant0."+name)
		if hashed(name) || bank == nil && !kernel {
			continue
		}
		out["kernel "+name] = params(bank, info)
	}
	return out
}

func params(bank []string, info string) string {
	type param struct{ ordinal, offset, size int64 }
	var list []param
	total := int64(0)
	for _, p := range paramInfo.FindAllStringSubmatch(info, -1) {
		list = append(list, param{number(p[1]), number(p[2]), number(p[3])})
		total = max(total, number(p[2])+number(p[3]))
	}
	slices.SortFunc(list, func(a, b param) int { return int(a.ordinal - b.ordinal) })
	var b bytes.Buffer
	if bank != nil {
		fmt.Fprint(&b, number(bank[1])&0xffff, " ")
	}
	fmt.Fprint(&b, total)
	for _, p := range list {
		fmt.Fprintf(&b, " %d:%d", p.offset, p.size)
	}
	return b.String()
}
