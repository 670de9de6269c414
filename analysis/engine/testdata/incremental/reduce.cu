#include "reduce.cuh"

#define CHECK(call) do { if ((call) != cudaSuccess) report(#call, __FILE__, __LINE__); } while (0)
#define HD __host__ __device__
#define DEFINE_OP(name, expr) HD inline float name(float a, float b) { return expr; }

void report(const char *what, const char *file, int line);
DEFINE_OP(add, a + b)
DEFINE_OP(mul, a * b)

static float host_scale(float x) { return x * 2.0f; }
__device__ float device_scale(float x) { return x * 3.0f; }
__device__ int counter;
int host_total;

__global__ void reduce(const float *in, float *out, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) tile[threadIdx.x] = add(tile[threadIdx.x], tile[threadIdx.x + s]);
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    out[blockIdx.x] = device_scale(tile[0]);
    atomicAdd(&counter, 1);
  }
}

__global__ void scale(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = host_scale(v[i]);
  Accumulator<float> acc(v[i]);
  acc.add(mul(v[i], 2.0f));
  v[i] = acc.value() + clamp_to(v[i], 0.0f, 1.0f);
}

int run(float *v, int n) {
  dim3 block(256), grid((n + 255) / 256);
  float *out = nullptr;
  CHECK(cudaMalloc(&out, grid.x * sizeof(float)));
  reduce<<<grid, block, block.x * sizeof(float)>>>(v, out, n);
  scale<<<grid, block>>>(v, n);
  Accumulator<float> acc(1.0f);
  acc.add(host_scale(3.0f));
  host_total += int(acc.value()) + counter;
  CHECK(cudaFree(out));
  return device_scale(1.0f) > 0;
}
