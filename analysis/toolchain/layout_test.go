package toolchain

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/cudaspace"
)

// plant makes files below root; a text "-> TARGET" is a symbolic link.
func plant(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The profiles as NVIDIA's installers lay them down, without what is not about headers.
const (
	profile12 = `
TOP              = $(_HERE_)/..
CICC_PATH        = $(TOP)/$(_NVVM_BRANCH_)/bin
LD_LIBRARY_PATH += $(TOP)/lib:
PATH            += $(CICC_PATH):$(_HERE_):

INCLUDES        +=  "-I$(TOP)/$(_TARGET_DIR_)/include" $(_SPACE_)
LIBRARIES        =+ $(_SPACE_) "-L$(TOP)/$(_TARGET_DIR_)/lib$(_TARGET_SIZE_)/stubs"
`
	profile13 = profile12 + `
SYSTEM_INCLUDES +=  "-isystem" "$(TOP)/$(_TARGET_DIR_)/include/cccl" $(_SPACE_)
`
	// Debian's compiler finds its headers in the system's own folders.
	profileDebian = "#INCLUDES\t+=\nLIBRARIES\t=+ $(_SPACE_) -L/usr/lib/x86_64-linux-gnu/stubs\n"
)

func version(n string) string { return "#pragma once\n#define CUDART_VERSION  " + n + "\n" }

// TestLayouts finds toolkits as they are installed by NVIDIA, pip, conda and Debian, and the folders in the order of nvcc's search.
func TestLayouts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		files   map[string]string
		env     map[string]string // values below the root
		given   string
		command string // ROOT stands for the root
		asked   cudaspace.Version
		want    []string
		version string
	}{
		{
			name: "11.8 by its installer", given: "cuda-11.8",
			files: map[string]string{
				"cuda-11.8/bin/nvcc": "", "cuda-11.8/bin/nvcc.profile": profile12,
				"cuda-11.8/targets/x86_64-linux/include/cuda_runtime.h":     "",
				"cuda-11.8/targets/x86_64-linux/include/cuda_runtime_api.h": version("11080"),
				"cuda-11.8/include":      "-> targets/x86_64-linux/include",
				"cuda-11.8/version.json": `{"cuda":{"version":"11.8.0"},"cuda_nvcc":{"version":"11.8.89"}}`,
			},
			want: []string{"cuda-11.8/include"}, version: "11.8.89",
		},
		{
			name: "12.4 without a profile", given: "cuda",
			files: map[string]string{"cuda/include/cuda_runtime.h": "", "cuda/include/cuda_runtime_api.h": version("12040"), "cuda/include/thrust/version.h": ""},
			want:  []string{"cuda/include"}, version: "12.4.131",
		},
		{
			name: "13.0 by its installer", command: "ROOT/cuda-13.0/bin/nvcc -Iown -c a.cu",
			files: map[string]string{
				"cuda-13.0/bin/nvcc": "", "cuda-13.0/bin/nvcc.profile": profile13,
				"cuda-13.0/targets/x86_64-linux/include/cuda_runtime.h":     "",
				"cuda-13.0/targets/x86_64-linux/include/cuda_runtime_api.h": version("13000"),
				"cuda-13.0/targets/x86_64-linux/include/cccl/cub/cub.cuh":   "",
				"cuda-13.0/include":      "-> targets/x86_64-linux/include",
				"cuda-13.0/version.json": `{"cuda":{"version":"13.0.2"},"cuda_nvcc":{"version":"13.0.88"}}`,
				"own/mine.h":             "",
			},
			want: []string{"own", "cuda-13.0/include", "cuda-13.0/include/cccl (system)"}, version: "13.0.88",
		},
		{
			name: "13.0 through a link to its nvcc", command: "ROOT/bin/nvcc -c a.cu",
			files: map[string]string{
				"cuda/bin/nvcc": "", "cuda/bin/nvcc.profile": profile13, "bin/nvcc": "-> ../cuda/bin/nvcc",
				"cuda/include/cuda_runtime.h": "", "cuda/include/cuda_runtime_api.h": version("13000"), "cuda/include/cccl/nv/target": "",
			},
			want: []string{"cuda/include", "cuda/include/cccl (system)"}, version: "13.0.88",
		},
		{
			name: "13.0 for another processor, without a profile", given: "cuda",
			files: map[string]string{
				"cuda/targets/sbsa-linux/include/cuda_runtime.h":     "",
				"cuda/targets/sbsa-linux/include/cuda_runtime_api.h": version("13010"),
				"cuda/targets/sbsa-linux/include/cccl/nv/target":     "",
			},
			want: []string{"cuda/targets/sbsa-linux/include", "cuda/targets/sbsa-linux/include/cccl (system)"}, version: "13.1",
		},
		{
			name: "pip's 12", env: map[string]string{"VIRTUAL_ENV": "venv"},
			files: map[string]string{
				"venv/lib/python3.12/site-packages/nvidia/cuda_runtime/include/cuda_runtime.h":     "",
				"venv/lib/python3.12/site-packages/nvidia/cuda_runtime/include/cuda_runtime_api.h": version("12080"),
				"venv/lib/python3.12/site-packages/nvidia/cuda_nvcc/include/crt/host_defines.h":    "",
				"venv/lib/python3.12/site-packages/nvidia/cuda_cccl/include/thrust/version.h":      "",
				"venv/lib/python3.12/site-packages/nvidia/cublas/include/cublas_v2.h":              "",
				"venv/lib/python3.12/site-packages/nvidia/nvtx/lib/libnvToolsExt.so.1":             "",
			},
			want: []string{
				"venv/lib/python3.12/site-packages/nvidia/cuda_runtime/include", "venv/lib/python3.12/site-packages/nvidia/cuda_nvcc/include",
				"venv/lib/python3.12/site-packages/nvidia/cuda_cccl/include", "venv/lib/python3.12/site-packages/nvidia/cublas/include",
			},
			version: "12.8",
		},
		{
			name: "pip's 13", given: "venv/lib/python3.12/site-packages/nvidia",
			files: map[string]string{
				"venv/lib/python3.12/site-packages/nvidia/cu13/bin/nvcc":                   "",
				"venv/lib/python3.12/site-packages/nvidia/cu13/bin/nvcc.profile":           profile13,
				"venv/lib/python3.12/site-packages/nvidia/cu13/include/cuda_runtime.h":     "",
				"venv/lib/python3.12/site-packages/nvidia/cu13/include/cuda_runtime_api.h": version("13000"),
				"venv/lib/python3.12/site-packages/nvidia/cu13/include/cccl/nv/target":     "",
			},
			want: []string{
				"venv/lib/python3.12/site-packages/nvidia/cu13/include", "venv/lib/python3.12/site-packages/nvidia/cu13/include/cccl (system)",
			},
			version: "13.0.88",
		},
		{
			name: "conda's 13", env: map[string]string{"CONDA_PREFIX": "conda"},
			files: map[string]string{
				"conda/bin/nvcc": "", "conda/bin/nvcc.profile": profile13,
				"conda/targets/x86_64-linux/include/cuda_runtime.h":     "",
				"conda/targets/x86_64-linux/include/cuda_runtime_api.h": version("13000"),
				"conda/targets/x86_64-linux/include/cccl/nv/target":     "",
			},
			want: []string{"conda/targets/x86_64-linux/include", "conda/targets/x86_64-linux/include/cccl (system)"}, version: "13.0.88",
		},
		{
			name: "conda's 11 with its headers in the environment's own folder", env: map[string]string{"CONDA_PREFIX": "conda"},
			files: map[string]string{"conda/include/cuda_runtime.h": "", "conda/include/cuda_runtime_api.h": version("11080")},
			want:  []string{"conda/include"}, version: "11.8.89",
		},
		{
			name: "Debian's", given: "usr",
			files: map[string]string{
				"usr/bin/nvcc": "", "usr/bin/nvcc.profile": profileDebian,
				"usr/include/cuda_runtime.h": "", "usr/include/cuda_runtime_api.h": version("12040"),
			},
			want: []string{"usr/include"}, version: "12.4.131",
		},
		{
			name: "the command's own before all others", command: "ROOT/b/bin/nvcc -c a.cu", env: map[string]string{"CUDA_HOME": "a"},
			files: map[string]string{
				"a/include/cuda_runtime.h": "", "a/include/cuda_runtime_api.h": version("13000"),
				"b/include/cuda_runtime.h": "", "b/include/cuda_runtime_api.h": version("12020"),
			},
			want: []string{"b/include"}, version: "12.2",
		},
		{
			name: "the nvcc of PATH", command: "nvcc -c a.cu", env: map[string]string{"CUDA_HOME": "a", "PATH": "b/bin"},
			files: map[string]string{
				"a/include/cuda_runtime.h": "", "a/include/cuda_runtime_api.h": version("13000"),
				"b/include/cuda_runtime.h": "", "b/include/cuda_runtime_api.h": version("12020"), "b/bin/nvcc": "",
			},
			want: []string{"b/include"}, version: "12.2",
		},
		{
			name: "the command's headers and another's compiler", command: "ROOT/b/bin/nvcc -Ia/include -c a.cu",
			files: map[string]string{
				"a/include/cuda_runtime.h": "", "a/include/cuda_runtime_api.h": version("12040"),
				"b/include/cuda_runtime.h": "", "b/include/cuda_runtime_api.h": version("13000"), "b/bin/nvcc": "", "b/bin/nvcc.profile": profile13,
				"b/include/cccl/nv/target": "",
			},
			want: []string{"a/include", "b/include", "b/include/cccl (system)"}, version: "13.0.88",
		},
		{
			name: "the version that is asked for", env: map[string]string{"CUDA_HOME": "a", "CUDA_PATH": "b"}, asked: 12020,
			files: map[string]string{
				"a/include/cuda_runtime.h": "", "a/include/cuda_runtime_api.h": version("13000"),
				"b/include/cuda_runtime.h": "", "b/include/cuda_runtime_api.h": version("12020"),
			},
			want: []string{"b/include"}, version: "12.2",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			plant(t, root, tt.files)
			m := Local()
			m.Getenv = func(name string) string {
				if value, ok := tt.env[name]; ok {
					return filepath.Join(root, value)
				}
				return ""
			}
			m.Stat = func(path string) (fs.FileInfo, error) {
				if strings.Contains(path, "cuda") && !strings.HasPrefix(path, root) { // of the machine itself
					return nil, fs.ErrNotExist
				}
				return os.Stat(path)
			}
			in := Input{File: filepath.Join(root, "a.cu"), Dir: root, Complete: true, Version: tt.asked}
			if tt.given != "" {
				in.Toolkit = filepath.Join(root, tt.given)
			}
			if tt.command != "" {
				in.Args, in.HasCompiler = strings.Fields(strings.ReplaceAll(tt.command, "ROOT", root)), true
			}
			c := Parse(m, in)
			if c.Toolkit == nil {
				t.Fatal("no toolkit is found")
			}
			if got := c.Toolkit.String(); got != tt.version {
				t.Errorf("the version is %s, want %s", got, tt.version)
			}
			var got []string
			for _, f := range c.searchFolders() {
				name, ok := strings.CutPrefix(f.Path, root+"/")
				if !ok {
					continue // the host compiler's
				}
				if f.System && !c.inToolkit(f.Path) || strings.HasSuffix(name, "/cccl") {
					name += " (system)"
				}
				got = append(got, name)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("folders (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRefused: what the version's nvcc does not take is said, and where no version is known nothing is.
func TestRefused(t *testing.T) {
	t.Parallel()
	m := fakeMachine(nil, nil)
	for _, tt := range []struct {
		flags   string
		version cudaspace.Version
		want    []string
	}{
		{"-std=c++20", 11080, []string{"CUDA 11.8 does not take -std=c++20: C++17 is its newest"}},
		{"-std=c++20", 12040, nil},
		{"-std=c++17", 11080, nil},
		{"-std=c++20", 0, nil},
		{"-arch=sm_70", 13000, []string{"CUDA 13.0 does not know the architecture sm_70"}},
		{"-arch=sm_90a", 11080, []string{"CUDA 11.8 does not know the architecture sm_90a"}},
		{"-arch=sm_103f", 13000, nil},
		{"-arch=sm_88", 0, nil},
		{"", 13000, nil},
	} {
		in := flagsOf(tt.flags)
		in.Version = tt.version
		if got := Parse(m, in).Problems; !cmp.Equal(got, tt.want) {
			t.Errorf("%s with CUDA %v: %q, want %q", tt.flags, tt.version, got, tt.want)
		}
	}
}
