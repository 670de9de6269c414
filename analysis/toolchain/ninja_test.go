package toolchain

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNinja: the commands of a build folder are those that ninja would run.
func TestNinja(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  map[string][]string
	}{
		{"CMake's", map[string]string{
			"/p/build/build.ninja": `# made
ninja_required_version = 1.5
include CMakeFiles/rules.ninja
build cmake_object_order_depends_target_app: phony || .
build CMakeFiles/app.dir/src/a.cu.o: CUDA_COMPILER__app_unscanned_Release /p/src/a.cu || cmake_object_order_depends_target_app
  DEFINES = -DREAL=double -DNAME=\"x\"
  DEP_FILE = CMakeFiles/app.dir/src/a.cu.o.d
  FLAGS = -O3 -std=c++17 "--generate-code=arch=compute_80,code=[compute_80,sm_80]"
  INCLUDES = -I/p/include -isystem /opt/with$ blank
build app: CUDA_EXECUTABLE_LINKER__app_Release CMakeFiles/app.dir/src/a.cu.o | /usr/lib/x.so
  FLAGS = -O3
`,
			"/p/build/CMakeFiles/rules.ninja": `rule CUDA_COMPILER__app_unscanned_Release
  depfile = $DEP_FILE
  deps = gcc
  command = ${LAUNCHER}${CODE_CHECK}/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler $DEFINES $INCLUDES $FLAGS -MD -MT $out -x cu -c $in -o $out
  description = Building CUDA object $out
rule CUDA_EXECUTABLE_LINKER__app_Release
  command = $PRE_LINK && /usr/bin/g++ $FLAGS $in -o $TARGET_FILE && $POST_BUILD
`,
		}, map[string][]string{"/p/src/a.cu": {
			"/usr/local/cuda/bin/nvcc", "-forward-unknown-to-host-compiler", "-DREAL=double", `-DNAME="x"`, "-I/p/include", "-isystem",
			"/opt/with", "blank", "-O3", "-std=c++17", "--generate-code=arch=compute_80,code=[compute_80,sm_80]", "-MD", "-MT",
			"CMakeFiles/app.dir/src/a.cu.o", "-x", "cu", "-c", "/p/src/a.cu", "-o", "CMakeFiles/app.dir/src/a.cu.o",
		}}},
		{"PyTorch's extensions", map[string]string{
			"/p/build/build.ninja": `cxx = c++
nvcc = /usr/local/cuda/bin/nvcc

cuda_cflags = -DTORCH_EXTENSION_NAME=ext -I/t/include $
    -D__CUDA_NO_HALF_OPERATORS__
cuda_post_cflags = '-O3' -std=c++17

rule cuda_compile
  depfile = $out.d
  command = $nvcc --generate-dependencies-with-compile --dependency-output $out.d $cuda_cflags -c $in -o $out $cuda_post_cflags

build /p/build/csrc/a$ b.o: cuda_compile /p/csrc/a$ b.cu
`,
		}, map[string][]string{"/p/csrc/a b.cu": {
			"/usr/local/cuda/bin/nvcc", "--generate-dependencies-with-compile", "--dependency-output", "/p/build/csrc/a b.o.d", "-DTORCH_EXTENSION_NAME=ext",
			"-I/t/include", "-D__CUDA_NO_HALF_OPERATORS__", "-c", "/p/csrc/a b.cu", "-o", "/p/build/csrc/a b.o", "-O3", "-std=c++17",
		}}},
		{"scopes, relative paths and several commands", map[string]string{
			"/p/build/build.ninja": "x = 1\nrule cc\n  command = cd sub && nvcc -D$x -D$y $in && strip $out\nsubninja sub/a.ninja\ny = last\n",
			"/p/build/sub/a.ninja": "x = 2\nbuild a.o | a.d: cc ../a.cu | dep.h\n  y = $x$x\nbuild b.o: nothing b.cu\nbuild c.o: phony c.cu\n",
		}, map[string][]string{"/p/a.cu": {"nvcc", "-D2", "-D22", "../a.cu"}}},
		{"variables of rules that name themselves", map[string]string{
			"/p/build/build.ninja": "rule r\n  b = $b$b$c\n  c = $b\n  command = nvcc $b $in\nbuild : r a.cu\n",
		}, map[string][]string{"/p/build/a.cu": {"nvcc", "a.cu"}}},
		{"hostile", map[string]string{
			"/p/build/build.ninja": "a = xxxxxxxxxxxxxxxx\n" + strings.Repeat("a = $a$a\n", 2000) + strings.Repeat("include build.ninja\n", 3) +
				"rule r\n  b = $b$b$c\n  c = $b\n  command = nvcc ${b} $in\nbuild : r a.cu\nbuild\nbuild x: r ${\n= = =\nrule\n  $\n\x00",
		}, map[string][]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := fakeMachine(tt.files, nil)
			db, err := loadNinja(m, "/p/build/build.ninja")
			if err != nil {
				t.Fatal(err)
			}
			got := map[string][]string{}
			for _, e := range db.Entries {
				got[e.File] = e.Args
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
		})
	}
}
