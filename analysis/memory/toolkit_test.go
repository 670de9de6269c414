package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// tails are kernels whose parameters have bases that end in bit-fields, and in padding that is open to others.
const tails = `
struct Bits { int *p; int b : 11; __device__ Bits() {} };
struct Plain : Bits {};
struct Behind : Bits { int x; };
#pragma pack(push, 1)
struct Packed : Bits { char c; };
#pragma pack(pop)
extern "C" __global__ void plain(Plain t, char *o) {}
extern "C" __global__ void behind(Behind t, char *o) {}
extern "C" __global__ void packed(Packed t, char *o) {}
`

// TestToolkits compares with what the tools of other toolkits made of parameters; between those that were measured, what differs
// is not told.
func TestToolkits(t *testing.T) {
	for version, want := range map[int][]string{
		12040: {"352 32 0:24 24:8", "352 32 0:24 24:8", "352 24 0:13 16:8"},
		12080: {"", "", ""},
		13000: {"352 24 0:16 16:8", "352 24 0:16 16:8", "352 24 0:11 16:8"},
	} {
		t.Setenv("CUDALS_LAYOUT_TOOLKIT", toolkit(t, version))
		got := toldOf(t, []byte(tails), 80)
		for i, name := range []string{"plain", "behind", "packed"} {
			g := got["kernel "+name]
			if unknown := g == untold+fmt.Sprintf("the layout of parameter 1 is not known: %s", []string{"Plain", "Behind", "Packed"}[i]); unknown {
				g = ""
			}
			if g != want[i] {
				t.Errorf("%s with CUDA %d: %q, want %q", name, version, g, want[i])
			}
		}
	}
}

// toolkit makes the folder of a toolkit that has little more than a version.
func toolkit(t *testing.T, version int) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cuda_runtime.h":     "#define __device__ __attribute__((device))\n#define __global__ __attribute__((global))\n",
		"cuda_runtime_api.h": fmt.Sprintf("#define CUDART_VERSION %d\n", version),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
