package prelude

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// headers lists the prelude's files.
func headers(t *testing.T) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCompiles shows the prelude to g++, with the keywords of CUDA defined away: each declaration is to be plain C++
// and to agree with the standard library's.
func TestCompiles(t *testing.T) {
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	include, err := filepath.Abs("include")
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	for _, header := range headers(t) {
		fmt.Fprintf(&all, "#include <%s>\n", header)
	}
	cuda := []string{"-D__CUDACC__"}
	for _, keyword := range []string{
		"host", "device", "global", "shared", "constant", "managed", "grid_constant", "noinline", "device_builtin",
	} {
		cuda = append(cuda, "-D__"+keyword+"__=")
	}
	for _, tt := range []struct {
		name  string
		flags []string
		cuda  bool
	}{
		{"host", []string{"-std=c++17"}, true},
		{"sm_52", []string{"-std=c++14", "-D__CUDA_ARCH__=520"}, true},
		{"sm_90", []string{"-std=c++20", "-D__CUDA_ARCH__=900"}, true},
		{"11.8", []string{"-std=c++17", "-D__CUDA_ARCH__=750", "-D__CUDALS_CUDA_VERSION__=11080"}, true},
		{"13.0", []string{"-std=c++17", "-D__CUDA_ARCH__=750", "-D__CUDALS_CUDA_VERSION__=13000"}, true},
		{"plain", []string{"-std=c++17"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := []string{"-fsyntax-only", "-w", "-x", "c++", "-I", include, "-include", "cuda_runtime.h"}
			args = append(args, tt.flags...)
			if tt.cuda {
				args = append(args, cuda...)
			}
			cmd := exec.Command(gcc, append(args, "-")...)
			cmd.Stdin = bytes.NewReader(all.Bytes())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, head(out, 20))
			}
		})
	}
}

// TestLibraryCompiles shows the library's headers to g++ in the same way, and uses of them.
func TestLibraryCompiles(t *testing.T) {
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	var all bytes.Buffer
	err = fs.WalkDir(files, "library", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) != ".txt" {
			fmt.Fprintf(&all, "#include <%s>\n", strings.TrimPrefix(name, "library/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	all.WriteString(`
struct Twice { __host__ __device__ int operator()(int x) const { return 2 * x; } };
int host(thrust::device_vector<int> &v, thrust::host_vector<int> &h) {
  v = h;
  thrust::transform(thrust::device, v.begin(), v.end(), v.begin(), Twice());
  auto it = thrust::make_transform_iterator(thrust::make_counting_iterator(0), Twice());
  thrust::sort_by_key(v.begin(), v.end(), thrust::raw_pointer_cast(v.data()));
  auto both = *thrust::make_zip_iterator(thrust::make_tuple(v.begin(), it));
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, it, v.begin(), 3);
  return thrust::reduce(thrust::cuda::par.on(0), v.begin(), v.end(), 0, thrust::plus<int>()) + thrust::get<1>(both) + thrust::max(v[0] + 0, 1);
}
template <int N> __device__ int block(int x) {
  using Reduce = cub::BlockReduce<int, N>;
  __shared__ typename Reduce::TempStorage storage;
  int items[4] = {};
  cub::BlockRadixSort<int, N, 4, int>().Sort(items, items);
  NV_IF_ELSE_TARGET(NV_IS_HOST, (x++;), (x--;))
  return Reduce(storage).Reduce(x, cub::Max()) + cub::ShuffleIndex<32>(x, 0, ~0u) + cuda::std::min(x, 3);
}
int (*used)(int) = block<64>;
__device__ int absent(int *p, bool b) {
  auto some = b ? cuda::std::make_optional<cuda::std::span<int>>(p, 3) : cuda::std::nullopt;
  cuda::std::optional<int> one = 3, copy = one, none = cuda::std::nullopt;
  none = one;
  return some ? (*some)[0] : *copy + none.value_or(2) + (one == 3) + (one == copy) + (one != cuda::std::nullopt);
}
__device__ bool late(float seconds) {
  using clock = cuda::std::chrono::high_resolution_clock;
  const auto start = clock::now();
  const auto end = start + cuda::std::chrono::nanoseconds(static_cast<long long>(seconds * 1e9));
  return clock::now() >= end && cuda::std::chrono::duration_cast<cuda::std::chrono::milliseconds>(end - start).count() > 3;
}
#if __cplusplus >= 201703L
__device__ long bound(cuda::std::tuple<int, long> pair, cuda::std::array<int, 2> two) {
  auto [x, y] = pair;
  auto &[z, w] = two;
  return x + y + z + w;
}
#endif
template <class T> __global__ void strided(int n, const T *from, T *to) {
  GPU_1D_KERNEL_LOOP(i, n) { tensorflow::GpuAtomicAdd(to + i, tensorflow::ldg(from + i)); }
  for (int i : tensorflow::GpuGridRangeY(n)) to[i] = tensorflow::GpuShuffleDownSync(tensorflow::kCudaWarpAll, from[i], 1);
}
bool launched(float *p, cudaStream_t s) { return tensorflow::GpuLaunchKernel(strided<float>, 3, 32, 0, s, 4, p, p).ok(); }
struct Numbers : public ::testing::TestWithParam<std::tuple<int, float>> {
  void SetUp() override { n = std::get<0>(GetParam()); }
  int n;
};
TEST_P(Numbers, Grow) {
  if (n == 3) GTEST_SKIP() << "no " << n;
  EXPECT_EQ(n, 3) << "unlike";
  if (n) ASSERT_NEAR(n, 1.0, 1e-3); else EXPECT_TRUE(n == 2u);
  EXPECT_THROW(throw n, int) << n;
  ASSERT_NO_THROW({ n++; });
}
INSTANTIATE_TEST_SUITE_P(Few, Numbers, ::testing::Combine(::testing::Values(1, 2u), testing::ValuesIn(std::vector<float>{1})),
    [](const testing::TestParamInfo<Numbers::ParamType> &info) { return std::to_string(info.index); });
typedef ::testing::Types<int, float> Pair;
template <class T> struct Typed : testing::Test { T t; };
TYPED_TEST_SUITE(Typed, Pair);
TYPED_TEST(Typed, Zero) { TypeParam zero{}; ASSERT_EQ(this->t, zero); SCOPED_TRACE("x"); SUCCEED(); }
TEST(Plain, Fails) { testing::AssertionResult r = testing::AssertionFailure() << 3; FAIL() << r.message(); }
int main(int argc, char **argv) { ::testing::InitGoogleTest(&argc, argv); return RUN_ALL_TESTS(); }
__device__ float linear(const float *p) {
  const glm::mat3 m = glm::transpose(glm::make_mat3(p)) * 2.0f;
  glm::vec3 v = m * glm::normalize(glm::make_vec3(p)) + glm::cross(glm::vec3(1, 2.0, 3u), glm::vec3(1.0f));
  v += glm::mat3_cast(glm::quat(1.0f, v)) * v / 2.0f;
  constexpr glm::vec4 unit(glm::vec3(0.0f), 1.0f);
  thrust::complex<float> z = thrust::complex<float>(p[0], p[1]) * 2.0 + 1.0f;
  z /= conj(z);
  static_assert(sizeof(glm::mat4) == 64 && sizeof(z) == 8 && unit.w == 1.0f, "");
  return glm::dot(glm::vec4(v, v.x), unit) + glm::clamp(z.real(), 0.0f, 1.0f) + thrust::norm(z);
}
template <class T> __device__ double mixed(T a, T b, float f, double d) {
  T half = -a / 2.0, sum = a * b + f * a - b * 3;
  return half * sum - d / a;
}
template double mixed(c10::Half, c10::Half, float, double);
template double mixed(c10::BFloat16, c10::BFloat16, float, double);
`)
	aliases := t.TempDir() // what has several names
	for line := range strings.Lines(names) {
		header, others, _ := strings.Cut(line, ":")
		for name := range strings.FieldsSeq(others) {
			path := filepath.Join(aliases, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("#include <"+header+">\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	const wrapped = `
#include <cub/cub>
#include <thrust/complex>
#include <thrust/thrust>
THRUST_NAMESPACE_BEGIN
struct Inside { complex<float> z; };
THRUST_NAMESPACE_END
own::thrust::device_vector<own::thrust::Inside> v;
own::cub::BlockReduce<int, 64> *reduce;
THRUST_NS_QUALIFIER::plus<int> plus;
namespace thrust {}
namespace cub {}
`
	for _, std := range []string{"-std=c++14", "-std=c++17", "-std=c++20", "-DTHRUST_CUB_WRAPPED_NAMESPACE=own"} {
		text := all.String()
		if strings.HasPrefix(std, "-D") {
			text = wrapped
		}
		args := []string{"-fsyntax-only", "-w", "-x", "c++", std, "-I", "include", "-I", "library", "-I", aliases, "-include", "cuda_runtime.h", "-D__CUDACC__"}
		for _, keyword := range []string{"host", "device", "global", "shared", "constant", "grid_constant", "noinline", "device_builtin"} {
			args = append(args, "-D__"+keyword+"__=")
		}
		cmd := exec.Command(gcc, append(args, "-")...)
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", std, err, head(out, 20))
		}
	}
}

// TestLibraryNames opens what has several names by each.
func TestLibraryNames(t *testing.T) {
	library := Library()
	for line := range strings.Lines(names) {
		header, others, _ := strings.Cut(line, ":")
		for name := range strings.FieldsSeq(header + " " + others) {
			if info, err := fs.Stat(library, name); err != nil || info.IsDir() {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestOthers looks whether what a toolkit brings is left to it.
func TestOthers(t *testing.T) {
	for name, want := range map[string]bool{
		"glm/glm.hpp": true, "torch/extension.h": true, "c10/util/Half.h": true, "raft/raft": true, "thrust/complex.h": false, "cub/cub.cuh": false,
		"cuda/std/tuple": false, "names.txt": false, "glm": true,
	} {
		if _, err := fs.Stat(Others(), name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Neither do they need what only this program has.
	for _, name := range []string{"torch/torch", "glm/glm", "raft/raft", "opencv2/types", "hip/hip", "hip/groups", "tensorflow/gpu"} {
		text, err := fs.ReadFile(Others(), name)
		if err != nil || bytes.Contains(text, []byte("#include <thrust/thrust>")) || bytes.Contains(text, []byte("#include <cub/cub>")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMacros looks whether the macros of a library are definitions alone, whose source is named, under the names of its headers.
func TestMacros(t *testing.T) {
	macros, source := Macros(), regexp.MustCompile(`^// .*: ([\w-]+/[\w-]+, \w|what stands in)`)
	for line := range strings.Lines(families) {
		library, prefixes, _ := strings.Cut(line, ":")
		for prefix := range strings.FieldsSeq(prefixes) {
			name := prefix
			if !strings.Contains(path.Base(name), ".") {
				name += "some.h"
			}
			text, err := fs.ReadFile(macros, name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
				if ok := strings.HasPrefix(line, "#"); i > 0 && !ok || i == 0 && !source.MatchString(line) {
					t.Errorf("%s:%d: %s", library, i+1, line)
				}
			}
		}
	}
	for _, name := range []string{"other/some.h", "Kokkos_", "raft/", "torch", "names.txt"} {
		if _, err := fs.Stat(macros, name); err == nil {
			t.Errorf("%s is a header", name)
		}
	}
}

// TestCompilesAlone is TestCompiles for a machine that has no compiler's headers either.
func TestCompilesAlone(t *testing.T) {
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	include, err := filepath.Abs("include")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{
		"-fsyntax-only", "-w", "-std=c++17", "-nostdinc", "-nostdinc++", "-x", "c++", "-I", include,
		"-D__CUDACC__",
	}
	for _, keyword := range []string{"host", "device", "global", "constant", "device_builtin"} {
		args = append(args, "-D__"+keyword+"__=")
	}
	for _, arch := range []string{"-U__CUDA_ARCH__", "-D__CUDA_ARCH__=800"} {
		cmd := exec.Command(gcc, append(args, arch, "-include", "cuda_runtime.h", "-")...)
		cmd.Stdin = strings.NewReader(`
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cooperative_groups.h>
#include <curand_kernel.h>
__global__ void k(float *p, curandState *s) {
  auto block = cooperative_groups::this_thread_block();
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = sinf(p[i]) + std::abs(p[i]) + max(1, 2) + std::sqrt(2.0f) + curand_uniform(s) + isnan(p[i]) + __half2float(__half(1));
  block.sync();
}
int main() {
  float *p;
  return cudaMalloc(&p, 4) != cudaSuccess;
}
`)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", arch, err, head(out, 20))
		}
	}
}

// TestIncludes looks whether each header that another one names is there, unless it is the standard library's.
func TestIncludes(t *testing.T) {
	include := regexp.MustCompile(`(?m)^#include "(.*)"`)
	for _, header := range headers(t) {
		text, err := fs.ReadFile(FS(), header)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range include.FindAllSubmatch(text, -1) {
			name := string(found[1])
			if _, err := fs.Stat(FS(), name); err == nil {
				continue
			}
			if _, err := fs.Stat(FS(), path.Join(path.Dir(header), name)); err != nil {
				t.Errorf("%s includes %q, which is not there", header, name)
			}
		}
	}
}

// TestSpaces has declarations whose execution space is often got wrong, as they read once their macros are expanded.
func TestSpaces(t *testing.T) {
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	include, err := filepath.Abs("include")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(gcc, "-E", "-P", "-nostdinc", "-std=c++17", "-x", "c++", "-D__CUDACC__",
		"-D__CUDA_ARCH__=800", "-I", include, "-include", "cuda_runtime.h", "-")
	cmd.Stdin = strings.NewReader("#include <cuda_fp16.h>\n#include <cuda.h>\n#include <curand_kernel.h>\n")
	expanded, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(strings.Join(strings.Fields(string(expanded)), " "), "( ", "(")
	for _, declaration := range []string{
		"__device__ void __syncthreads();",
		"__device__ float __sinf(float) noexcept;",
		"__device__ int __popc(unsigned int);",
		"__host__ __device__ float rsqrtf(float) noexcept;",
		"__host__ __device__ float sinf(float) noexcept;",
		"__host__ __device__ int __signbit(double) noexcept;",
		"__device__ float norm3df(float, float, float) noexcept;",
		"__device__ double rhypot(double, double) noexcept;",
		"__host__ __device__ unsigned int max(int, unsigned int);",
		"__host__ __device__ int printf(const char *, ...);",
		"__device__ int atomicAdd(int *, int);",
		"__device__ double atomicAdd_system(double *, double);",
		"__device__ int __shfl_sync(unsigned int mask, int value, int lane, int width = 32);",
		"__host__ cudaError_t cudaSetDevice(int device);",
		"__host__ __device__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t, enum cudaMemcpyKind, " +
			"cudaStream_t = 0);",
		"__host__ __device__ __half __float2half(float);",
		"__host__ __device__ constexpr __half(const __half_raw &raw) : cudals_bits(raw.x) {}",
		"__device__ float curand_uniform(curandStateXORWOW *);",
		"CUresult cuInit(unsigned int flags);",
	} {
		if !strings.Contains(text, declaration) {
			t.Errorf("nothing declares %s", declaration)
		}
	}
	if strings.Contains(text, "CUDALS_") {
		t.Error("a macro of the prelude's own was not expanded")
	}
}

// TestHidden looks whether the macros by which the prelude is written stay out of a user's sight.
func TestHidden(t *testing.T) {
	gcc, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	include, err := filepath.Abs("include")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(gcc, "-E", "-dM", "-nostdinc", "-std=c++17", "-x", "c++", "-D__CUDACC__", "-I", include, "-")
	var all bytes.Buffer
	for _, header := range headers(t) {
		fmt.Fprintf(&all, "#include <%s>\n", header)
	}
	cmd.Stdin = &all
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`(?m)^#define (CUDALS_\w*)(\(.*| .+)$`).FindAllSubmatch(out, -1) {
		switch name := string(found[1]); name {
		case "CUDALS_NO_CMATH", "CUDALS_DEPRECATED":
		default:
			t.Errorf("%s stays defined", name)
		}
	}
}

func head(text []byte, lines int) string {
	all := strings.SplitAfterN(string(text), "\n", lines+1)
	return strings.Join(all[:min(len(all), lines)], "")
}
