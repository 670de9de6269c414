package engine

import (
	"context"
	"testing"

	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// tellsOf checks of texts whether they have what is looked for.
func tellsOf(t *testing.T, has func(found) bool, texts map[string]bool) {
	t.Helper()
	for text, want := range texts {
		cache := preprocess.NewCache(token.NewInterner(), source.NewOverlay(nil))
		pp, err := preprocess.Expand(context.Background(), cache, source.NewFile("/a.cu", []byte(text+"\n")), &preprocess.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if got := (signs{in: cache.Interner()}).unit(pp); has(got) != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// TestSigns: what says that a text is C++20, and what does not.
func TestSigns(t *testing.T) {
	tellsOf(t, func(f found) bool { return f.std20 }, map[string]bool{
		"template <class T> concept C = true;":                              true,
		"template <class T> requires true void f();":                        true,
		"template <class T> requires (sizeof(T) > 1) void f();":             true,
		"template <class T> void f(T) requires C<T>;":                       true,
		"constexpr bool b = requires { f(); };":                             true,
		"auto f = []<class T>(T x) { return x; };":                          true,
		"consteval int f();":                                                true,
		"constinit int x = 1;":                                              true,
		"task f() { co_return; }":                                           true,
		"bool f(A a, A b) { return (a <=> b) < 0; }":                        true,
		"using enum E;":                                                     true,
		"std::span<int> s;":                                                 true,
		"#include <ranges>":                                                 true,
		"#if __cplusplus >= 202002L\ntemplate <A T> concept C = 1;\n#endif": false,
		"cuda::std::span<int> s;":                                           false,
		"mine::span<int> s; int span, concept, requires, consteval;":        false,
		"int x = a[i] < b; f(requires); g(concept = 1);":                    false,
		"#include <vector>\n#include \"mine.h\"":                            false,
	})
}

// TestTextureSigns: what says that a text is for a CUDA that has texture references, and what does not.
func TestTextureSigns(t *testing.T) {
	tellsOf(t, func(f found) bool { return f.cuda11 }, map[string]bool{
		"texture<float, 2, cudaReadModeElementType> t;":                                                        true,
		"static texture<uint4, cudaTextureType1D, cudaReadMode> t;":                                            true,
		"void f() { cudaBindTexture(0, t, p, n); }":                                                            true,
		"#define CUDART_VERSION 12040\n#if CUDART_VERSION < 12000\nvoid f() { cudaUnbindTexture(t); }\n#endif": false,
		"template <class T> struct texture {}; texture<float> t;":                                              false,
		"mine::texture<float, cudaReadModeElementType> t;":                                                     false,
		"void f() { cudaCreateTextureObject(&t, a, b, c); } int texture;":                                      false,
	})
}

// TestOptiXSigns: what says that a text is for OptiX, and what does not.
func TestOptiXSigns(t *testing.T) {
	tellsOf(t, func(f found) bool { return f.optix }, map[string]bool{
		"extern \"C\" __global__ void __raygen__camera() {}":                true,
		"extern \"C\" __device__ float __direct_callable__f(int x);":        true,
		"const char *entry = \"__raygen__camera\"; int __miss__ = 1;":       false,
		"#ifdef __CUDA_ARCH__\n__global__ void __miss__sky() {}\n#endif":    false,
		"#define MISS(name) __global__ void __miss__##name() {}\nMISS(sky)": true,
	})
}

// TestHIPSigns: what says that a text is for HIP, and what does not.
func TestHIPSigns(t *testing.T) {
	tellsOf(t, func(f found) bool { return f.hip && !f.cuda }, map[string]bool{
		"#include <hip/hip_runtime.h>":                            true,
		"#include \"hip/hip_fp16.h\"\n__device__ void f();":       true,
		"#include <cuda_runtime.h>\n#include <hip/hip_runtime.h>": false,
		"#ifdef USE_HIP\n#include <hip/hip_runtime.h>\n#endif":    false,
		"#include \"hipster.h\"":                                  false,
	})
}
