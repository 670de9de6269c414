package infer_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cudals/analysis/infer"
)

// disk is a file system in memory.
type disk struct{ fstest.MapFS }

func rel(path string) string {
	if path == "/" {
		return "."
	}
	return strings.TrimPrefix(filepath.ToSlash(path), "/")
}

func (d disk) ReadDir(path string) ([]fs.DirEntry, error) { return d.MapFS.ReadDir(rel(path)) }

func (d disk) ReadFile(path string, limit int64) ([]byte, error) {
	text, err := d.MapFS.ReadFile(rel(path))
	if int64(len(text)) > limit {
		return nil, errors.New("too large")
	}
	return text, err
}

func (d disk) IsFile(path string) bool {
	info, err := d.Stat(rel(path))
	return err == nil && !info.IsDir()
}

func (d disk) IsDir(path string) bool {
	info, err := d.Stat(rel(path))
	return err == nil && info.IsDir()
}

func (disk) Getenv(string) string { return "" }

// project makes a project of files: names and texts in turn.
func project(files ...string) *infer.Project {
	d := disk{fstest.MapFS{}}
	for i := 0; i+1 < len(files); i += 2 {
		d.MapFS["p/"+files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return infer.Load(d, "/p", func() bool { return false })
}

func TestFind(t *testing.T) {
	plain := []string{
		"include/lib/grid.h", "", "src/a.cu", "", "src/util.h", "", "tests/util.h", "", "tests/only.h", "", "third_party/json/config.h", "",
		"third_party/fmt/include/fmt/core.h", "", "backend/cuda/ops.h", "", "backend/hip/ops.h", "", "one/same.h", "", "two/same.h", "",
		"targets/cuda/load.h", "", "targets/generic/load.h", "", "src/version.h.in", "", "examples/shown.h", "", "src/3rdparty/single.h", "",
	}
	for _, test := range []struct{ name, from, want string }{
		{"lib/grid.h", "/p/src", "/p/include/lib/grid.h"},
		{"grid.h", "/p/src", "/p/include/lib/grid.h"},
		{"../lib/grid.h", "/p/src/deep", "/p/include/lib/grid.h"},
		{"util.h", "/p/src/deep", "/p/src/util.h"},
		{"util.h", "/p/tests/deep", "/p/tests/util.h"},
		{"only.h", "/p/src", ""},
		{"only.h", "/p/tests/deep", "/p/tests/only.h"},
		{"shown.h", "/p/src", ""},
		{"shown.h", "/p/tests/deep", "/p/examples/shown.h"},
		{"single.h", "/p/src", "/p/src/3rdparty/single.h"},
		{"config.h", "/p/src", ""},
		{"fmt/core.h", "/p/src", "/p/third_party/fmt/include/fmt/core.h"},
		{"ops.h", "/p/src", "/p/backend/cuda/ops.h"},
		{"same.h", "/p/src", ""},
		{"load.h", "/p/src", "/p/targets/cuda/load.h"},
		{"version.h", "/p/src", "/p/src/version.h.in"},
		{"absent.h", "/p/src", ""},
		{"", "/p/src", ""},
		{"..", "/p/src", ""},
		{"/etc/passwd", "/p/src", ""},
	} {
		if got, _ := project(plain...).Find(test.name, test.from); got != test.want {
			t.Errorf("%s from %s is %q, want %q", test.name, test.from, got, test.want)
		}
	}
}

func TestBuildFilesDecide(t *testing.T) {
	for name, text := range map[string]string{
		"CMakeLists.txt": `set(HEADERS ${CMAKE_CURRENT_SOURCE_DIR}/two) # comment
			target_include_directories(x PUBLIC "$<BUILD_INTERFACE:${HEADERS}>" $<INSTALL_INTERFACE:include>)`,
		"setup.py":     `ext = CUDAExtension("x", ["a.cu"], include_dirs=[os.path.join(this_dir, "two")])`,
		"build.rs":     `cc::Build::new().cuda(true).include("two").file("src/a.cu").compile("a")`,
		"Makefile":     "NVCCFLAGS += -I$(TOP)/two -O3\n",
		"BUILD":        `cc_library(name = "x", includes = ["two"])`,
		"meson.build":  `inc = include_directories('two')`,
		"xmake.lua":    "-- add_includedirs(\"one\")\nadd_includedirs(\"$(projectdir)/two\", {public = true})",
		"premake5.lua": "includedirs {\n\"absent\",\n 'two' }",
		"x.vcxproj":    `<AdditionalIncludeDirectories>$(ProjectDir)two;%(AdditionalIncludeDirectories)</AdditionalIncludeDirectories>`,
	} {
		p := project("one/same.h", "", "two/same.h", "", "src/a.cu", "", name, text)
		if got, _ := p.Find("same.h", "/p/src"); got != "/p/two/same.h" {
			t.Errorf("%s: same.h is %q", name, got)
		}
	}
}

func TestGeneratorExpressions(t *testing.T) {
	p := project("CMakeLists.txt", `
		option(USE_CUDA "" OFF)
		option(USE_HIP "" OFF)
		set(MORE "$<$<BOOL:${USE_CUDA}>:LISTED;-DFLAGGED>")
		add_compile_definitions($<$<BOOL:${USE_CUDA}>:FIRST SECOND> $<$<BOOL:${USE_HIP}>:OFF_CUDA> $<$<CONFIG:Debug>:DEBUGGING>
			$<$<AND:$<BOOL:ON>,$<NOT:$<BOOL:${USE_HIP}>>>:BOTH> $<$<OR:0,$<COMPILE_LANGUAGE:CXX,CUDA>>:EITHER> $<IF:$<BOOL:>,THEN,ELSE=2>
			$<$<BOOL:${UNSET}>:DOUBTED> $<BUILD_INTERFACE:$<1:INNER>> ${MORE} PLAIN)
		target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3 --extended-lambda>)`,
		"inc/a.h", "", "b.cmake", strings.Repeat("add_definitions("+strings.Repeat("$<NOT:", 20_000)+")\n", 2))
	flags := p.Flags("/p/src")
	want := []string{"FIRST=1", "SECOND=1", "BOTH=1", "EITHER=1", "ELSE=2", "INNER=1", "LISTED=1", "FLAGGED=1", "PLAIN=1"}
	if !slices.Equal(flags.Defines, want) {
		t.Errorf("defines %v, want %v", flags.Defines, want)
	}
	if !flags.ExtendedLambda {
		t.Error("a space inside a generator expression ended it")
	}
}

func TestQuotesInArguments(t *testing.T) {
	p := project("CMakeLists.txt", `add_compile_definitions(BEFORE=1 NAME="some text" LATER)`, "a.cu", "")
	if got, want := p.Flags("/p").Defines, []string{"BEFORE=1", "LATER=1"}; !slices.Equal(got, want) {
		t.Errorf("defines %v, want %v", got, want)
	}
}

func TestStandardOfCXX(t *testing.T) {
	p := project(
		"CMakeLists.txt", "set(CMAKE_CXX_STANDARD 20)\nadd_subdirectory(sub)", "a.cu", "",
		"sub/CMakeLists.txt", "set_target_properties(x PROPERTIES CUDA_STANDARD 17)", "sub/b.cu", "",
	)
	if outer, inner := p.Flags("/p").Std, p.Flags("/p/sub").Std; outer != 20 || inner != 17 {
		t.Errorf("standards %d and %d, want 20 and 17", outer, inner)
	}
}

func TestSilences(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
		host       bool
	}{
		{"CMakeLists.txt", `target_compile_options(x PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-diag-suppress 20012>)`, []string{"20012"}, false},
		{"CMakeLists.txt", `
			set(COMMON "--diag-suppress=20054" "--diag-suppress=20091,20012")
			add_compile_options(${COMMON} -Xcompiler=-Wno-deprecated-declarations)`, []string{"20012", "20054", "20091"}, true},
		{"CMakeLists.txt", `
			set(WARNING unused_thing)
			string(APPEND CMAKE_CUDA_FLAGS " -Xcudafe --diag_suppress=${WARNING}")`, []string{"unused_thing"}, false},
		{
			"setup.py", `nvcc = ["-diag-suppress", "20012", '-Wno-deprecated-declarations']`,
			[]string{"20012", "deprecated_entity", "deprecated_entity_with_custom_message"},
			true,
		},
		{
			"Makefile", "NVCCFLAGS += -Xcudafe \"--diag_suppress=177 --diag_suppress=20012\" -Xcompiler -Wall,-Wno-deprecated-declarations\n",
			[]string{"177", "20012"},
			true,
		},
	} {
		flags := project("a.cu", "", test.name, test.text).Flags("/p")
		if !slices.Equal(flags.Silences, test.want) || flags.NoDeprecated != test.host {
			t.Errorf("%s\nsilences %v and host %v, want %v and %v", test.text, flags.Silences, flags.NoDeprecated, test.want, test.host)
		}
	}
}

func TestFlags(t *testing.T) {
	p := project(
		"CMakeLists.txt", `
			set(CMAKE_CUDA_STANDARD 17)
			set(CMAKE_CUDA_ARCHITECTURES 70 90a-real)
			set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} --expt-relaxed-constexpr")
			add_definitions(-DALWAYS=3 -DNO_GPU -D__CUDA_RUNTIME_H__ -DGRID_H_ -D__CUDACC__)
			target_compile_definitions(x PUBLIC ALWAYS=4)
			option(WITH_CUDA "" OFF)
			set(WITH_DEBUG ${WITH_CUDA})
			target_compile_definitions(x PUBLIC WITH_DEBUG WITH_TEST)
			if(WITH_CUDA)
			  target_compile_definitions(x INTERFACE BUILD_CUDA_MODULE SOMETIMES ENABLE_HIP)
			endif()
			set_target_properties(x PROPERTIES CUDA_SEPARABLE_COMPILATION ON)`,
		"sub/CMakeLists.txt", `target_compile_features(y PRIVATE cuda_std_20)
			target_compile_options(y PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda;-DINNER>)`,
	)
	outer, inner := p.Flags("/p/src"), p.Flags("/p/sub/x")
	if outer.Std != 17 || inner.Std != 20 {
		t.Errorf("standards %d and %d, want 17 and 20", outer.Std, inner.Std)
	}
	if want := []int{70, 90}; !slices.Equal(outer.Archs, want) {
		t.Errorf("architectures %v, want %v", outer.Archs, want)
	}
	if !outer.RelaxedConstexpr || !outer.RDC || outer.ExtendedLambda || !inner.ExtendedLambda {
		t.Errorf("switches: %+v, %+v", outer, inner)
	}
	if want := []string{"ALWAYS=3", "NO_GPU=1", "WITH_DEBUG=1", "BUILD_CUDA_MODULE=1", "SOMETIMES=1"}; !slices.Equal(outer.Defines, want) {
		t.Errorf("definitions %v, want %v", outer.Defines, want)
	}
	if want := []string{"ALWAYS=3", "NO_GPU=1", "WITH_DEBUG=1", "BUILD_CUDA_MODULE=1", "SOMETIMES=1", "INNER=1"}; !slices.Equal(inner.Defines, want) {
		t.Errorf("definitions %v, want %v", inner.Defines, want)
	}
}

// What xmake is told.
func TestLua(t *testing.T) {
	p := project("xmake.lua", `
		set_languages("cxx17", "c99")
		target("lib")
		    add_files("src/*.cu")
		    add_cugencodes("native", "sm_75")
		    add_cugencodes("compute_90")
		    add_defines("USE_CUDA", "LIB_SIZE=4")
		    add_cuflags("--extended-lambda", "-rdc=true")
		-- add_cugencodes("sm_100")`, "src/a.cu", "")
	got := p.Flags("/p/src")
	if got.Std != 17 || !slices.Equal(got.Archs, []int{75, 90}) || !got.ExtendedLambda || !got.RDC || !slices.Contains(got.Defines, "USE_CUDA=1") {
		t.Errorf("%+v", got)
	}
}

// TestConditions looks which definitions are made of those that hang on a condition.
func TestConditions(t *testing.T) {
	for _, test := range []struct {
		condition string
		want      bool
		otherwise bool // that of an else
	}{
		{"ON", true, false},
		{"OFF", false, true},
		{"0", false, true},
		{"2", true, false},
		{"LIB-NOTFOUND", false, true},
		{"SOMETHING", false, false},
		{"NOT SOMETHING", false, false},
		{"USE_CUDA", true, false},
		{"NOT USE_CUDA", false, true},
		{"${USE_CUDA}", true, false},
		{"DISABLE_CUDA", false, true},
		{"USE_HIP", false, false},
		{"WIN32", false, true},
		{"NOT WIN32 AND UNIX", true, false},
		{"UNIX AND SOMETHING", false, false},
		{"UNIX OR SOMETHING", true, false},
		{"WIN32 AND SOMETHING", false, true},
		{"NOT (WIN32 OR APPLE)", true, false},
		{"(UNIX AND (NOT MSVC))", true, false},
		{"FAST", true, false},
		{"SLOW", false, true},
		{"CUDA_TOO", true, false},
		{"ACCELERATED", true, false},
		{"CUDA_SIZE EQUAL 1", true, false},
		{"FIXED STREQUAL \"three\"", true, false},
		{"${FIXED} STREQUAL three", true, false},
		{"NOT FIXED STREQUAL three", false, true},
		{"OTHER STREQUAL three", false, false},
		{"FIXED MATCHES \"^th\"", true, false},
		{"two IN_LIST LIST", true, false},
		{"four IN_LIST LIST", false, true},
		{"NUMBER GREATER 4", true, false},
		{"NUMBER LESS_EQUAL 4", false, true},
		{"CMAKE_VERSION VERSION_LESS 3.18", false, true},
		{"CMAKE_VERSION VERSION_GREATER_EQUAL \"3.18.0\"", true, false},
		{"CMAKE_CUDA_COMPILER_ID STREQUAL \"NVIDIA\"", true, false},
		{"CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12", false, false},
		{"DEFINED FIXED", true, false},
		{"DEFINED WIN32", false, true},
		{"DEFINED ANYTHING", false, true},
		{"DEFINED CMAKE_ANYTHING", false, false},
		{"NOT HEADER_DIR", false, true},
		{"OTHER_DIR", false, true},
		{"SOME_LIB", false, false},
		{"TARGET x", false, false},
		{"EXISTS /x OR UNIX", true, false},
		{"CHANGED", false, false},
		{"MADE", false, false},
		{"UNKNOWN_TEST a b", false, false},
		{"(UNIX", false, false},
		{"", false, false},
	} {
		p := project("CMakeLists.txt", `
			option(FAST "is fast" ON)
			option(SLOW "is slow")
			option(CUDA_TOO "more" OFF)
			set(ACCELERATED ${CUDA_TOO})
			set(CUDA_SIZE 1 CACHE STRING "")
			set(FIXED three)
			set(LIST one two)
			set(NUMBER 5)
			set(CHANGED ON)
			if(SOMETHING)
			  set(CHANGED OFF)
			endif()
			set(MADE ON)
			some_function(MADE)
			find_path(HEADER_DIR NAMES own/grid.h PATHS /opt)
			find_path(OTHER_DIR absent.h)
			find_library(SOME_LIB some)
			if(`+test.condition+`)
			  add_definitions(-DFIRST)
			else()
			  add_definitions(-DSECOND)
			endif()`, "third_party/own/grid.h", "")
		got := p.Flags("/p/src").Defines
		if slices.Contains(got, "FIRST=1") != test.want || slices.Contains(got, "SECOND=1") != test.otherwise {
			t.Errorf("if(%s): %v", test.condition, got)
		}
	}
	p := project("CMakeLists.txt", `
		option(DEEP "" ON)
		set(LOCAL ON)
		if(WIN32)
		  add_definitions(-DA)
		elseif(UNIX)
		  add_definitions(-DB)
		  if(SOMETHING)
		    add_definitions(-DC)
		    return()
		  endif()
		elseif(TRUE)
		  add_definitions(-DD)
		endif()
		function(f)
		  add_definitions(-DE)
		  return()
		endfunction()
		add_definitions(-DF)
		if(UNIX)
		  return()
		endif()
		add_definitions(-DG)`,
		"sub/CMakeLists.txt", "if(DEEP)\nadd_definitions(-DH)\nendif()\nif(LOCAL)\nadd_definitions(-DI)\nendif()\nendif()\nelse()")
	if got, want := p.Flags("/p/sub").Defines, []string{"B=1", "F=1", "H=1"}; !slices.Equal(got, want) {
		t.Errorf("definitions %v, want %v", got, want)
	}
}

// A project that knows HIP alone compiles it for NVIDIA's devices too; variables hold in inner folders.
func TestPorted(t *testing.T) {
	p := project("CMakeLists.txt", "set(SIZE 64)\nset(INC ${CMAKE_SOURCE_DIR}/two)", "one/same.h", "", "two/same.h", "", "src/CMakeLists.txt",
		"if(X)\ntarget_compile_definitions(a PUBLIC ENABLE_HIP)\nendif()\nadd_definitions(-DREAL_SIZE=${SIZE})\ninclude_directories(${INC})")
	if got, want := p.Flags("/p/src").Defines, []string{"ENABLE_HIP=1", "REAL_SIZE=64"}; !slices.Equal(got, want) {
		t.Errorf("definitions %v, want %v", got, want)
	}
	if got, _ := p.Find("same.h", "/p/src"); got != "/p/two/same.h" {
		t.Errorf("same.h is %q", got)
	}
}

// Files whose names do not tell are CUDA where CMake says so.
func TestCUDAFiles(t *testing.T) {
	p := project("CMakeLists.txt", `
		set(SOURCES src/a.cpp src/b.cc)
		set_source_files_properties(${SOURCES} PROPERTIES LANGUAGE CUDA COMPILE_FLAGS -O3)
		set_property(SOURCE src/c.inl PROPERTY LANGUAGE CUDA)
		set_source_files_properties(src/d.cpp PROPERTIES LANGUAGE CXX)
		set_source_files_properties(src/absent.cpp PROPERTIES LANGUAGE CUDA)
		if(WIN32)
		  set_source_files_properties(src/d.cpp PROPERTIES LANGUAGE CUDA)
		endif()`,
		"src/a.cpp", "", "src/b.cc", "", "src/c.inl", "", "src/d.cpp", "",
		"sub/CMakeLists.txt", "set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/e.cpp PROPERTIES LANGUAGE CUDA)", "sub/e.cpp", "",
	)
	if got, want := p.CUDAFiles(), []string{"/p/src/a.cpp", "/p/src/b.cc", "/p/src/c.inl", "/p/sub/e.cpp"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestDependencies(t *testing.T) {
	p := project("a.cu", "",
		".venv/lib/python3.11/site-packages/torch/include/ATen/ATen.h", "",
		".venv/lib/python3.11/site-packages/torch/include/torch/csrc/api/include/torch/all.h", "",
		"vcpkg_installed/x64-linux/include/fmt/core.h", "",
	)
	for name, want := range map[string]string{
		"ATen/ATen.h": "/p/.venv/lib/python3.11/site-packages/torch/include/ATen/ATen.h",
		"torch/all.h": "/p/.venv/lib/python3.11/site-packages/torch/include/torch/csrc/api/include/torch/all.h",
	} {
		if got, system := p.Find(name, "/p"); got != want || !system {
			t.Errorf("%s is %q, system %t", name, got, system)
		}
	}
	if got, _ := p.Find("fmt/core.h", "/p"); got != "/p/vcpkg_installed/x64-linux/include/fmt/core.h" {
		t.Errorf("fmt/core.h is %q", got)
	}
}

// machine is a disk with an environment.
type machine struct {
	disk
	env map[string]string
}

func (m machine) Getenv(name string) string { return m.env[name] }

// What package managers keep outside of the project is found where the environment tells.
func TestDependenciesOutside(t *testing.T) {
	m := machine{disk{fstest.MapFS{}}, map[string]string{"HOME": "/home/me", "CONDA_PREFIX": "/conda", "VCPKG_ROOT": "/vcpkg", "VIRTUAL_ENV": "/venv"}}
	headers := map[string]string{
		"fmt/core.h":           "/home/me/.conan2/p/b/fmt4711/p/include/fmt/core.h",
		"spdlog/spdlog.h":      "/home/me/.conan2/p/spdl42/p/include/spdlog/spdlog.h",
		"boost/config.hpp":     "/conda/include/boost/config.hpp",
		"gflags/gflags.h":      "/vcpkg/installed/x64-linux/include/gflags/gflags.h",
		"pybind11/pybind11.h":  "/venv/lib/python3.12/site-packages/pybind11/include/pybind11/pybind11.h",
		"Python.h":             "/conda/include/python3.12/Python.h",
		"Eigen/Core":           "/usr/include/eigen3/Eigen/Core",
		"opencv2/core.hpp":     "/usr/include/opencv4/opencv2/core.hpp",
		"nlohmann/json.hpp":    "/usr/local/include/nlohmann/json.hpp",
		"torch/extension.h":    "/home/me/.local/lib/python3.12/site-packages/torch/include/torch/csrc/api/include/torch/extension.h",
		"c10/cuda/CUDAGuard.h": "/home/me/.local/lib/python3.12/site-packages/torch/include/c10/cuda/CUDAGuard.h",
	}
	m.MapFS["p/a.cu"] = &fstest.MapFile{}
	m.MapFS["conda/lib/python3.12/x"] = &fstest.MapFile{}
	for _, path := range headers {
		m.MapFS[rel(path)] = &fstest.MapFile{}
	}
	p := infer.Load(m, "/p", func() bool { return false })
	for name, want := range headers {
		if got, system := p.Find(name, "/p"); got != want || !system {
			t.Errorf("%s is %q, system %t", name, got, system)
		}
	}
}

// What tells nothing ends all the same: variables that name themselves, brackets that stay open.
func FuzzBuildFiles(f *testing.F) {
	for _, text := range []string{
		"set(A ${B}x${B})\nset(B ${A}y${A})\ninclude_directories(${A})", "set(A \"${A}\")\nset(X ${A}${A})", "include_directories($<$<$<", "([=[",
		"#[[ never closed", "set(A \"never closed\\", "-I", "-D", "include_dirs=[os.path.join(", "\xff\xfe\x00a", "target_compile_definitions(x ${", "((((",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"CMakeLists.txt", "setup.py", "Makefile", "BUILD", "meson.build", "x.vcxproj", "xmake.lua", "x.h.in"} {
			p := project(name, text, "src/a.h", "")
			p.Flags("/p/src")
			if got, _ := p.Find("a.h", "/p"); got != "/p/src/a.h" {
				t.Errorf("%s: a.h is %q", name, got)
			}
		}
	})
}

// What CMake files say is followed where they name each other: folders, files, functions and macros, loops, lists.
func TestCMakeRun(t *testing.T) {
	p := project(
		"CMakeLists.txt", `
			set(CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
			include(Options)
			include(${CMAKE_SOURCE_DIR}/cmake/absent.cmake)
			choose(LIB_SIZE STRING "bits" 64 OPTIONS 32 64)
			string(TOUPPER double PRECISION)
			foreach(dir IN LISTS DIRS)
			  add_subdirectory(${dir})
			endforeach()
			twice(VALUE 21)
			add_definitions(-DVALUE=${VALUE} -DKEPT=${KEPT})
			set(KEPT 2 CACHE STRING "")
			add_definitions(-DFIRST=${KEPT})
			set_source_files_properties(${SOURCES} PROPERTIES LANGUAGE CUDA)
			file(GLOB_RECURSE MORE CONFIGURE_DEPENDS two/*.cxx)
			list(FILTER MORE EXCLUDE REGEX "not_")
			set_source_files_properties(${MORE} PROPERTIES LANGUAGE CUDA)
			add_library(lib three.cpp)
			target_sources(lib PRIVATE two/four.cpp)
			as_cuda(lib)
			configure_file(cmake/lib_config.in ${PROJECT_BINARY_DIR}/include/lib/config.h)
			foreach(D 2 3)
			  configure_file(cmake/Dim.H.in ${PROJECT_BINARY_DIR}/Dim_${D}D.H)
			  break()
			endforeach()
			generate_export_header(lib BASE_NAME LIB EXPORT_FILE_NAME "${PROJECT_BINARY_DIR}/lib/export.h")`,
		"cmake/Options.cmake", `
			set(DIRS one two)
			set(KEPT 1)
			macro(choose NAME TYPE DOC DEFAULT)
			  cmake_parse_arguments(choose "FORCED" "" "OPTIONS" ${ARGN})
			  if(NOT DEFINED ${NAME} AND NOT choose_FORCED)
			    set(${NAME} "${DEFAULT}" CACHE ${TYPE} ${DOC})
			  endif()
			  list(LENGTH choose_OPTIONS COUNT)
			endmacro()
			function(twice NAME)
			  math(EXPR sum "${ARGV1} * 2")
			  set(${NAME} ${sum} PARENT_SCOPE)
			  set(KEPT inner)
			  return()
			  set(${NAME} 0 PARENT_SCOPE)
			endfunction()
			function(as_cuda target)
			  get_target_property(sources ${target} SOURCES)
			  list(FILTER sources INCLUDE REGEX "\\.cpp$")
			  set_source_files_properties(${sources} PROPERTIES LANGUAGE CUDA)
			endfunction()`,
		"cmake/lib_config.in", "#cmakedefine LIB_SIZE @LIB_SIZE@\n#cmakedefine LIB_NONE\n#cmakedefine01 KEPT\n#define LIB_COUNT() @COUNT@\n"+
			"#define LIB_GUARD_@X@_H\n@LEVEL@\n#define LIB_@PRECISION@ 1\n#define LIB_KIND @PRECISION@\n#define LIB_TEXT \"@KEPT@\"\n",
		"cmake/Dim.H.in", "#define DIM @D@\n",
		"one/CMakeLists.txt", "set(LEVEL \"#define LIB_LEVEL 3\" PARENT_SCOPE)\nset(SOURCES ${SOURCES} ${CMAKE_CURRENT_SOURCE_DIR}/a.cpp PARENT_SCOPE)",
		"two/CMakeLists.txt", "get_filename_component(B b.cpp ABSOLUTE)\nlist(APPEND SOURCES ${B})\nset(SOURCES ${SOURCES} PARENT_SCOPE)",
		"one/a.cpp", "", "two/b.cpp", "", "two/c.cxx", "", "two/not_d.cxx", "", "three.cpp", "", "two/four.cpp", "", "two/five.cpp", "",
	)
	if got, want := p.CUDAFiles(), []string{
		"/p/one/a.cpp", "/p/three.cpp", "/p/two/b.cpp", "/p/two/c.cxx", "/p/two/four.cpp",
	}; !slices.Equal(got, want) {
		t.Errorf("CUDA files %v, want %v", got, want)
	}
	if got, want := p.Flags("/p/src").Defines, []string{
		"VALUE=42", "KEPT=1", "FIRST=1", "LIB_SIZE=64", "LIB_COUNT()=2", "LIB_LEVEL=3", "LIB_KIND=DOUBLE", "DIM=2",
		"LIB_EXPORT=", "LIB_NO_EXPORT=", "LIB_DEPRECATED=", "LIB_DEPRECATED_EXPORT=", "LIB_DEPRECATED_NO_EXPORT=",
	}; !slices.Equal(got, want) {
		t.Errorf("definitions %v, want %v", got, want)
	}
	for name, want := range map[string]string{
		"lib/config.h": "/p/cmake/lib_config.in", "config.h": "/p/cmake/lib_config.in", "Dim_2D.H": "/p/cmake/Dim.H.in", "Dim_3D.H": "",
		"lib/export.h": "/cudals-prelude/cudals/made.h",
	} {
		if got, _ := p.Find(name, "/p/one"); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// A header that one folder makes has the same definitions for all that include it, except where it is other people's.
func TestCMakeMadeElsewhere(t *testing.T) {
	p := project("CMakeLists.txt", `
		project(lib VERSION 2.10.3)
		set(LIB_BACKEND "LIB_CUDA" CACHE STRING "")
		set(FOLDER ${LIB_BACKEND})
		string(REGEX REPLACE "^LIB_(.*)$" "\\1_dir" FOLDER ${FOLDER})
		string(REGEX MATCH "[A-Z]+_[A-Z]+" KIND "is ${LIB_BACKEND}, or")
		string(REGEX REPLACE "(" "" BAD ${LIB_BACKEND})
		check_type_size("long long" SIZE_OF)
		add_subdirectory(src)
		add_subdirectory(examples)
		add_subdirectory(third_party/other)`,
		"src/CMakeLists.txt", "set(HERE \"${CMAKE_CURRENT_LIST_DIR}/..\")\nconfigure_file(${HERE}/src/config.h.in ${OUT}/lib/config.h)\nadd_definitions(-DINNER)",
		"src/config.h.in", "#define LIB_FOLDER @FOLDER@\n#define LIB_KIND @KIND@\n#define LIB_NEW @lib_VERSION_MAJOR@\n"+
			"#define LIB_MINOR @PROJECT_VERSION_MINOR@\n#define LIB_BAD @BAD@\n",
		"examples/CMakeLists.txt", "add_executable(a a.cpp)", "examples/a.cpp", "",
		"deep/in/CMakeLists.txt", "kit_name(kit)\nconfigure_file(made.h.in ${OUT}/${kit}/made.h)", "deep/in/made.h.in", "#define IN_SIZE @SIZE_OF@\n",
		"third_party/other/CMakeLists.txt", "set(SIZE 3)\nconfigure_file(other.h.in other.h)", "third_party/other/other.h.in", "#define OTHER @SIZE@\n",
	)
	if got, want := p.Flags("/p/examples").Defines, []string{
		"LIB_FOLDER=CUDA_dir", "LIB_KIND=LIB_CUDA", "LIB_NEW=2", "LIB_MINOR=10", "IN_SIZE=8",
	}; !slices.Equal(got, want) {
		t.Errorf("definitions %v, want %v", got, want)
	}
	if got, _ := p.Find("in/made.h", "/p/src"); got != "/p/deep/in/made.h.in" {
		t.Errorf("in/made.h is %q", got)
	}
}

func TestCMakeBudget(t *testing.T) {
	p := project("CMakeLists.txt", `
		project(lib)
		function(build module)
		  foreach(dependency a b c d e f g h)
		    build(${dependency})
		  endforeach()
		endfunction()
		build(all)
		build(none)`,
		"a/CMakeLists.txt", "include_directories(${lib_SOURCE_DIR}/b)\nadd_definitions(-DINNER)", "b/x.h", "", "c/x.h", "",
	)
	if got, want := p.Flags("/p/a").Defines, []string{"INNER=1"}; !slices.Equal(got, want) {
		t.Errorf("definitions %v, want %v", got, want)
	}
	if got, _ := p.Find("x.h", "/p/a"); got != "/p/b/x.h" {
		t.Errorf("x.h is %q", got)
	}
}

// A list that grows with each command is left at some point, and what stands behind it.
func TestCMakeGrows(t *testing.T) {
	p := project("CMakeLists.txt", "add_definitions(-DBEGIN)\n"+strings.Repeat("set(A ${A} x)\ninclude_directories(${A})\n", 5000)+"add_definitions(-DEND)\n")
	if got := p.Flags("/p").Defines; !slices.Equal(got, []string{"BEGIN=1"}) {
		t.Errorf("definitions %v", got)
	}
}

// What calls itself, includes itself or has no end is left at some point.
func TestCMakeEnds(t *testing.T) {
	p := project("CMakeLists.txt", `
		function(f)
		  f()
		  f()
		endfunction()
		macro(g)
		  g()
		  g()
		endmacro()
		f()
		g()
		include(CMakeLists.txt)
		include(x.cmake)
		include(x.cmake)
		set(L 1)
		foreach(i RANGE 1 1000000000)
		  list(APPEND L ${L})
		  foreach(j IN LISTS L)
		    foreach(k IN LISTS L)
		      string(APPEND S ${S}x)
		    endforeach()
		  endforeach()
		endforeach()
		while(TRUE)
		  set(M ${L})
		endwhile()
		foreach(never ends`,
		"x.cmake", "include(x.cmake)\ninclude(x.cmake)\nadd_subdirectory(.)", "src/a.cu", "")
	if got := p.Flags("/p/src").Defines; len(got) != 0 {
		t.Errorf("definitions %v", got)
	}
}

// Variables of makefiles that double each other end. Without a bound the second reading takes longer than anybody waits.
func TestMakeEnds(t *testing.T) {
	var text strings.Builder
	for i := range 80 {
		fmt.Fprintf(&text, "V%d = $(V%d)$(V%d)\n", i, i+1, i+1)
	}
	p := project("Makefile", strings.Repeat("include v.mk\n", 20)+"X = -I$(V0)\nNVCCFLAGS = -DEND\n", "v.mk", text.String(), "src/a.cu", "")
	if got := p.Flags("/p/src").Defines; !slices.Equal(got, []string{"END=1"}) {
		t.Errorf("definitions %v", got)
	}
}

// Makefiles are read with their variables, conditions and what they include.
func TestMake(t *testing.T) {
	p := project(
		"common.mk", `
GPU ?= NOT_SET # say which
ifeq ($(GPU),NOT_SET)
$(error say which)
endif
FLAGS = -std=c++20 $(addprefix -I,$(INCLUDES)) $(shell config --flags)
ifeq ($(GPU),new)
FLAGS += -DNEW -arch=sm_90
else ifeq ($(GPU),old)
FLAGS += -DOLD -arch=sm_80
endif
ifeq ($(DEBUG),1)
FLAGS += -DDEBUGGING
endif
ifdef USE_CUDA
FLAGS += -DWITH_IT
endif
ifneq ("$(USE_CUDA)","no")
FLAGS += -DWITH_MORE
endif
ifdef HIPCONFIG
FLAGS += -DO_HIP
endif
define rule
	nvcc -DSOMETIMES
endef
all: ; nvcc $(FLAGS) -DRULE
`,
		"old/Makefile", "GPU := old\nINCLUDES = ../two \\\n  three\ninclude ../common.mk\n", "old/a.cu", "",
		"any/Makefile", "-include ../common.mk ../absent.mk\nNVCCFLAGS := -I$(CURDIR)/../one -DX$(Y) -DY=$(patsubst %.c,%.o,a.c)\n", "any/b.cu", "",
		"one/same.h", "", "two/same.h", "", "loop/Makefile", "A = $(B)x\nB = $(A)y\ninclude self.mk\nF = -D$(A) -DEND\nelse\nendif\nifeq (", "loop/c.cu", "", "loop/self.mk", "include self.mk",
	)
	for dir, want := range map[string][]string{
		"/p/old": {"WITH_IT=1", "WITH_MORE=1", "OLD=1"}, "/p/any": {"NEW=1", "WITH_IT=1", "WITH_MORE=1"}, "/p/loop": {"END=1"},
	} {
		if got := p.Flags(dir).Defines; !slices.Equal(got, want) {
			t.Errorf("%s: definitions %v, want %v", dir, got, want)
		}
	}
	if got, want := p.Flags("/p/old").Archs, []int{80}; !slices.Equal(got, want) {
		t.Errorf("architectures %v, want %v", got, want)
	}
	for dir, want := range map[string]string{"/p/old": "/p/two/same.h", "/p/any": "/p/one/same.h"} {
		if got, _ := p.Find("same.h", dir); got != want {
			t.Errorf("same.h from %s is %q, want %q", dir, got, want)
		}
	}
}

// TestRootOf: marks of version control before build files and licences before READMEs; of several the nearest mark, and the outermost of the others.
func TestRootOf(t *testing.T) {
	for _, tt := range []struct {
		files string
		root  string
	}{
		{"/data/p/.cudals.yaml /data/CMakeLists.txt", "/data/p"},
		{"/data/p/CMakeLists.txt /data/p/src/CMakeLists.txt", "/data/p"},
		{"/data/README.md /data/p/Makefile /data/p/src/LICENSE", "/data/p"},
		{"/data/p/LICENSE /data/p/src/Makefile", "/data/p"},
		{"/data/p/README.md /data/p/src/README.md", "/data/p"},
		{"/data/p/src/k.cu", ""},
	} {
		d := disk{fstest.MapFS{}}
		for path := range strings.FieldsSeq(tt.files) {
			d.MapFS[rel(path)] = &fstest.MapFile{}
		}
		if got := infer.RootOf(d, "/data/p/src", nil); got != tt.root {
			t.Errorf("%s: %q", tt.files, got)
		}
	}
}
