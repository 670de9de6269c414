// Code that one architecture alone sees, and code that none does.
#include "reduce.cuh"

#if __CUDA_ARCH__ >= 900
#define CLUSTERS 1
#endif

int limit = 4;
void report(int);

struct Tile {
  int rows, columns;
#if __CUDA_ARCH__ >= 900
  __device__ int size() const { return rows * columns; }
#else
  int size() const { return rows + columns; }
#endif
};

__device__ int width(const Tile &t) {
#ifdef CLUSTERS
  report(t.rows);
  return t.size() + limit;
#elif __CUDA_ARCH__ >= 860
  report(t.columns);
  return t.columns;
#else
  return t.size();
#endif
}

#ifdef CLUSTERS
__device__ int cluster(Tile t) { return width(t) + limit; }
#endif

__global__ void tiles(Tile t, int *out) {
  auto each = [=] __device__(int i) { return i + width(t); };
#if __CUDA_ARCH__ >= 900
  out[threadIdx.x] = each(cluster(t));
#else
  out[threadIdx.x] = each(1);
#endif
#ifdef NEVER
  report(3);
#endif
}

void run(int *out) { tiles<<<1, 32>>>(Tile{2, 3}, out); }
