package toolchain

import "testing"

func TestMarked(t *testing.T) {
	for text, want := range map[string]bool{
		"__global__ void k();":                                    true,
		"void f() { run(KOKKOS_LAMBDA(int i) { g(i); }); }":       true,
		"AMREX_GPU_HOST_DEVICE int f();":                          true,
		"int __device__count;":                                    false,
		"// __global__\n/* __device__\n */ int x = '\"'; // \"":   false,
		"const char *s = \"a \\\" __global__\";":                  false,
		"auto s = R\"x(\n__global__ \" )\" void k();)x\"; int i;": false,
		"auto s = R\"(a)\"; __device__ int i;":                    true,
		"auto s = R\"(never closed __device__":                    false,
		"#define AMREX_USE_GPU\nKOKKOS_ENABLE_CUDA":               false,
		"": false,
	} {
		if got := marked([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
