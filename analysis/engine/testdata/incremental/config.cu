// Conditionals that differ between the passes, pragmas, memory spaces.
#ifdef USE_DOUBLE
typedef double real;
#else
typedef float real;
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define PATH 7
__device__ int only_device_pass(int x) { return x; }
#else
#define PATH 0
int only_host_pass(int x) { return x; }
#endif

__constant__ real coefficients[4] = {1, 2, 3, 4};
__device__ real state[16];
__managed__ int shared_count;
static real host_table[8];
const int limit = 12;
const real ratio = 1.5;

void log_line(const char *text);

__host__ __device__ real blend(real a, real b) {
#ifdef __CUDA_ARCH__
  return a * coefficients[0] + only_device_pass(1) * b;
#else
  log_line("host");
  return a + only_host_pass(2) * b;
#endif
}

#pragma nv_diag_suppress 20014
__host__ __device__ void quiet() { log_line("quiet"); }
#pragma nv_diag_default 20014
__host__ __device__ void loud() { log_line("loud"); }

__global__ void step(real *out) {
  __shared__ real tile[PATH + 1];
  int i = threadIdx.x;
  tile[0] = blend(state[i], ratio);
  out[i] = tile[0] + host_table[i] + limit;
  ++shared_count;
  quiet();
  loud();
}

extern "C" {
void c_entry(real *p) {
  step<<<1, 32>>>(p);
  host_table[0] = state[1];
  shared_count += limit;
  blend(1, 2);
}
}
