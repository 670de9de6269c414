package memory_test

import (
	"strconv"
	"testing"
)

// TestWrappedClosures: of a closure that is written for both sides nvcc 12.4 makes something larger, 24 and 16 bytes here.
func TestWrappedClosures(t *testing.T) {
	const text = `template <class F> __global__ void run(F f, char c, int *o) { *o = f(*o); }
int main() {
  int a = 1; double d = 2; char b = 'x';
  run<<<1, 1>>>([=] __host__ __device__ (int i) { return i + a + (int)d; }, 'c', nullptr);
  run<<<1, 1>>>([b, a] __host__ __device__ (int i) { return i + a + b; }, 'c', nullptr);
  run<<<1, 1>>>([] __host__ __device__ (int i) { return i; }, 'c', nullptr);
  run<<<1, 1>>>([=] __device__ (int i) { return i + a + (int)d + b; }, 'c', nullptr);
}
`
	result := map[string]int{} // kernels by the size of their closure
	for _, k := range laidOut(t, []byte(text), 80, "--extended-lambda").Kernels {
		if k.Unknown != "" {
			result["unknown"]++
			continue
		}
		result[strconv.FormatInt(k.Params[0].Size, 10)]++
	}
	if result["unknown"] != 2 || result["1"] != 1 || result["24"] != 1 {
		t.Errorf("kernels by the size of their closures: %v", result)
	}
}
