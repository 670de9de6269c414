package toolchain

import (
	"slices"
	"strings"
	"testing"
)

// FuzzSplit: both splitters end, and what was quoted whole comes back whole.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"", `a "b c" 'd'`, `-DX=\"s\"`, `a\`, `"`, "'\x00", `C:\a\"b"`, `\\\"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		_, _ = Split(line)
		_, _ = splitWindows(line)
		quoted := "'" + strings.ReplaceAll(line, "'", `'\''`) + "'"
		if got, err := Split(quoted + " x"); err != nil || !slices.Equal(got, []string{line, "x"}) {
			t.Errorf("Split(%q) = %q, %v", quoted+" x", got, err)
		}
	})
}

// FuzzParse: any command gives a usable one, the same each time.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"nvcc -arch=sm_80 -c a.cu", "-gencode arch=compute_80,code=[sm_80,compute_80]",
		"-Xcompiler -fopenmp,-DX -Xcudafe --diag_suppress=1,2",
		"clang++ -x cuda --cuda-gpu-arch=sm_", "-optf x @y -isystem", "-D -U -I -std= -arch= -code=,,",
		"nvcc.exe -ccbin cl -Xcompiler /DX,/I",
		"ccache", "-", "--", "--=", "-x", `-DX="a,b" -D'y'`,
	} {
		f.Add(seed, true)
	}
	m := linux(map[string]string{"/p/loop": "@loop -optf loop"})
	f.Fuzz(func(t *testing.T, line string, compiler bool) {
		args, _ := Split(line)
		in := Input{File: "/p/a.cu", Dir: "/p", Args: args, HasCompiler: compiler, Complete: compiler}
		c := Parse(m, in)
		if len(c.Archs) == 0 || !slices.IsSorted(c.Archs) || c.Std < 11 || c.Std > 23 {
			t.Errorf("%q: archs %v, standard %d", line, c.Archs, c.Std)
		}
		if compiler && !c.RDC.Given {
			t.Errorf("%q: the absence of -rdc is known", line)
		}
		for _, pass := range []Pass{HostPass, DevicePass} {
			cfg := Config(c, pass, c.Archs[0])
			for line := range strings.Lines(string(cfg.Predefined.Text)) {
				if !strings.HasPrefix(line, "#define ") && !strings.HasPrefix(line, "#undef ") {
					t.Errorf("%q: predefined line %q", args, line)
				}
			}
		}
		if again := Config(Parse(m, in), HostPass, 0); again.Predefined.Hash != Config(c, HostPass, 0).Predefined.Hash {
			t.Errorf("%q: two readings differ", line)
		}
	})
}

// FuzzDatabase: any text gives an error or a database whose entries are found again.
func FuzzDatabase(f *testing.F) {
	for _, seed := range []string{
		nvccDB, "", "[", "[{}]", `[{"file":"a","command":"b"},3]`, `{"a":[]}`, "\xef\xbb\xbf[]",
	} {
		f.Add([]byte(seed))
	}
	m := linux(nil)
	f.Fuzz(func(t *testing.T, text []byte) {
		db, err := parseDatabase("/p/compile_commands.json", text, false)
		if err != nil {
			return
		}
		for _, e := range db.Entries {
			if found, ok := db.Find(m, e.File); !ok || found.File != e.File {
				t.Errorf("%q is not found", e.File)
			}
		}
		_ = db.nearest("/p/x.cuh", 3)
	})
}

// FuzzProject: any text gives an error or a project.
func FuzzProject(f *testing.F) {
	f.Add([]byte("flags: {add: [-I.]}\nexclude: ['**/x']"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := parseProject("/p/.cudals.yaml", text)
		if (p == nil) == (err == nil) {
			t.Errorf("project %v with error %v", p, err)
		}
		p.Excluded("/p/a/b.cu")
	})
}
