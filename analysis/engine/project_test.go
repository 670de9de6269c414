package engine_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestProject works in several files of a project as a person does: opens and closes them, edits them, saves them, and changes,
// deletes and makes files behind the editor's back, those too that tell how it is compiled. What a session says of each open document is what one says that has seen nothing
// else. CUDALS_EDIT_PROJECT names a folder with another project, of which CUDALS_BENCH_FLAGS are the flags; CUDALS_EDIT_COUNT and
// CUDALS_EDIT_SEED choose other edits.
func TestProject(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(string(rune('a'+seed)), func(t *testing.T) {
			t.Parallel()
			p := newProject(t, seed)
			for range edits(20) {
				p.act()
				switch p.rnd.IntN(12) {
				case 0:
					for _, path := range p.w.Snapshot().Paths() {
						p.compare(path)
					}
				case 1, 2, 3:
					if paths := p.w.Snapshot().Paths(); len(paths) > 0 {
						p.compare(paths[p.rnd.IntN(len(paths))])
					}
				case 4, 5:
					time.Sleep(time.Duration(p.rnd.IntN(20)) * time.Millisecond)
				}
			}
		})
	}
}

// project is a folder of files that include each other, in a session.
type project struct {
	t       *testing.T
	rnd     *rand.Rand
	paths   []string
	texts   map[string]*session // what edits them
	files   *source.Overlay
	config  workspace.Config
	w       *workspace.Workspace
	version int32
	steps   []string
}

func newProject(t *testing.T, seed uint64) *project {
	t.Helper()
	p := &project{
		t: t, rnd: rand.New(rand.NewPCG(seed, uint64(number("CUDALS_EDIT_SEED", 1)))),
		texts: map[string]*session{}, files: source.NewOverlay(source.Disk{}),
	}
	dir := t.TempDir()
	add := func(name string, text []byte) {
		path := filepath.Join(dir, name)
		p.paths = append(p.paths, path)
		s := newSession(t, path, nil, text)
		s.rnd, s.still = p.rnd, true
		p.texts[path] = s
		p.write(path, text)
	}
	p.config = workspace.Config{Folders: []string{dir}, Compile: toolchain.Settings{Toolkit: "none"}}
	if folder := os.Getenv("CUDALS_EDIT_PROJECT"); folder != "" {
		p.must(fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(filepath.Join(folder, path))
			add(path, text)
			return err
		}))
		given, err := toolchain.Split(os.Getenv("CUDALS_BENCH_FLAGS"))
		p.must(err)
		p.config.Compile.Flags = append(given, "-I"+dir)
	} else {
		p.small(add)
	}
	p.w = p.session()
	t.Cleanup(p.w.Close)
	return p
}

// session is a session in the project in which nothing is open.
func (p *project) session() *workspace.Workspace {
	return workspace.New(workspace.Options{
		Engine: engine.New(p.files, rules.All(), nil), Files: p.files, Jobs: 2, Limit: time.Minute, Awake: 3, Config: p.config,
	})
}

// builds are what the files may hold that tell how the small project is compiled; one of no text is not there.
var builds = map[string][]string{
	"compile_commands.json": {
		"",
		`[{"directory": "DIR", "file": "all.cu", "command": "nvcc -std=c++17 -arch=sm_80 -DWIDE -c all.cu"}]`,
		`[{"directory": "DIR", "file": "all.cu", "command": "nvcc -std=c++20 -arch=sm_90 -c all.cu"},
		  {"directory": "DIR", "file": "reduce.cu", "command": "nvcc --extended-lambda -c reduce.cu"}]`,
		"[]", // of one that is half-written a session knows what it said before
	},
	"CMakeLists.txt": {
		"",
		"project(small LANGUAGES CUDA)\nset(CMAKE_CUDA_STANDARD 20)\nadd_executable(small all.cu other.cu)\n",
		"project(small LANGUAGES CUDA)\nadd_executable(small all.cu other.cu)\ntarget_compile_definitions(small PRIVATE WIDE=1)\n",
	},
	".cudals.yaml": {
		"",
		"flags:\n  add: [-DWIDE, -std=c++17]\n  complete: true\n",
		"archs: [sm_70]\nrules:\n  ignore: [20014]\n",
	},
}

// configure changes how the project is compiled.
func (p *project) configure() {
	dir := p.config.Folders[0]
	name := slices.Sorted(maps.Keys(builds))[p.rnd.IntN(len(builds))]
	text := builds[name][p.rnd.IntN(len(builds[name]))]
	path := filepath.Join(dir, name)
	_, err := os.Stat(path)
	was := err == nil
	p.steps = append(p.steps, fmt.Sprintf("%s is %q", name, text))
	if text == "" {
		if was {
			p.must(os.Remove(path))
			p.w.FilesChanged(nil, nil, []string{path})
		}
		return
	}
	p.write(path, []byte(strings.ReplaceAll(text, "DIR", dir)))
	p.told(path, was)
}

// small is a project of two programs that share headers, and some files of their own.
func (p *project) small(add func(name string, text []byte)) {
	p.t.Helper()
	for _, name := range []string{"reduce.cu", "reduce.cuh", "pipeline.cu", "pipeline.h", "tiles.cu", "tiles.cuh"} {
		text, err := os.ReadFile(filepath.Join("testdata/incremental", name))
		p.must(err)
		add(name, text)
	}
	const uses = `
__global__ void both(float *out) {
  Accumulator<float> sum(0);
  Queue<float> queue;
  queue.push(out[0]);
  sum.add(queue.pop());
  out[0] = clamp_to(sum.value(), 0.f, SCALE);
}
`
	add("config.h", []byte("#if __has_include(\"extra.h\")\n#include \"extra.h\"\n#else\n#define SCALE 2.f\n#endif\n#ifdef WIDE\nstruct Wide { Wide(); };\n__device__ Wide wide;\n#endif\n#include \"reduce.cuh\"\n"))
	add("all.cuh", []byte("#include \"config.h\"\n#include \"pipeline.h\"\n"))
	add("extra.h", []byte("const int SCALE = 3;\n"))
	add("all.cu", []byte("#include \"all.cuh\"\n"+uses))
	add("other.cu", []byte("#include \"pipeline.h\"\n#include \"config.h\"\n"+uses))
}

func (p *project) write(path string, text []byte) {
	p.t.Helper()
	p.must(os.MkdirAll(filepath.Dir(path), 0o700))
	p.must(os.WriteFile(path, text, 0o600))
}

func (p *project) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// act does one thing to one file.
func (p *project) act() {
	p.t.Helper()
	p.version++
	if os.Getenv("CUDALS_EDIT_PROJECT") == "" && p.rnd.IntN(15) == 0 {
		p.configure()
		return
	}
	path := p.paths[p.rnd.IntN(len(p.paths))]
	s := p.texts[path]
	open := p.w.Snapshot().Document(path)
	_, err := os.Stat(path)
	there := err == nil
	did := func(what string) { p.steps = append(p.steps, what+" "+filepath.Base(path)) }
	switch n := p.rnd.IntN(20); {
	case open != nil && n < 13:
		did("edit")
		if n == 0 {
			s.become("undone", s.start)
		} else {
			s.random()
		}
		p.must(p.w.Change(path, p.version, []source.Change{{Whole: true, Text: string(s.text)}}, source.UTF8))
	case open != nil && n < 16:
		did("save")
		p.write(path, s.text)
		p.told(path, there)
	case open != nil:
		did("close")
		p.must(p.w.CloseDocument(path))
	case n < 12:
		did("open")
		if there && n > 2 {
			text, err := os.ReadFile(path)
			p.must(err)
			s.become("read", text)
		}
		p.must(p.w.Open(path, p.version, s.text))
	case n < 14 && there:
		did("delete")
		p.must(os.Remove(path))
		p.w.FilesChanged(nil, nil, []string{path})
	case n < 17:
		did("change behind")
		s.random()
		p.write(path, s.text)
		p.told(path, there)
	default:
		did("restore")
		s.become("restored", s.start)
		p.write(path, s.text)
		p.told(path, there)
	}
}

// told has the session hear that a file was written.
func (p *project) told(path string, was bool) {
	if was {
		p.w.FilesChanged(nil, []string{path}, nil)
	} else {
		p.w.FilesChanged([]string{path}, nil, nil)
	}
}

// compare compares what is said of an open document with what is said of it from scratch.
func (p *project) compare(path string) {
	p.t.Helper()
	hovers := make([]int, 8)
	for i := range hovers {
		hovers[i] = p.rnd.IntN(len(p.w.Snapshot().Document(path).File.Text) + 1)
	}
	// An analysis that turns out to have read what changed meanwhile is followed by another one.
	var d *difference
	for range 50 {
		err := p.w.Snapshot().Ask(p.t.Context(), path, func(a *workspace.Analysis) {
			d = differ(a.Result, p.fresh(a), hovers, true, true)
		})
		if err == nil && d == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	after := strings.Join(slices.Clip(p.steps[max(0, len(p.steps)-12):]), "\n  ")
	p.t.Fatalf("%s: %v\nafter\n  %s", filepath.Base(path), d, after)
}

// fresh is what is said of a document from scratch. By which file's command a header is judged, a session may have found out before.
func (p *project) fresh(a *workspace.Analysis) workspace.Result {
	p.t.Helper()
	path, ctx := a.Document.Path(), p.t.Context()
	if toolchain.IsHeader(path) {
		in := workspace.Input{Command: a.Command, File: a.Document.File, Places: true}
		r, err := engine.New(p.files, rules.All(), nil).Analyze(ctx, in, nil)
		p.must(err)
		return r
	}
	w := p.session()
	defer w.Close()
	p.must(w.Open(path, 1, a.Document.File.Text))
	anew, err := w.Snapshot().Analysis(ctx, path)
	p.must(err)
	return anew.Result
}
