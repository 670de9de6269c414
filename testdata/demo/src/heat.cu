// Heat spreading over a plate: the demonstration project of cudals. Three things in it do not compile as they should.
#include <cstdio>

#include "stencil.cuh"

float cooling = 0.01f;

__global__ void step(float *next, const float *cells, Grid grid)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!grid.inside(x, y))
        return;
    Stencil stencil;
    const float warm = stencil.apply(cells, grid, x, y);
    next[grid.index(x, y)] = warm * (1.0f - cooling);
}

int main()
{
    const Grid grid(1024, 1024);
    const size_t bytes = grid.cells() * sizeof(float);
    float *cells = nullptr;
    float *next = nullptr;
    if (cudaMalloc(&cells, bytes) != cudaSuccess || cudaMalloc(&next, bytes) != cudaSuccess) {
        std::fprintf(stderr, "no memory on the device\n");
        return 1;
    }
    cudaMemset(cells, 0, bytes);
    const dim3 block(16, 16);
    const dim3 blocks((grid.width + block.x - 1) / block.x, (grid.height + block.y - 1) / block.y);
    for (int i = 0; i < 100; ++i) {
        step<<<blocks, block>>>(next, cells, grid);
        float *const swapped = cells;
        cells = next;
        next = swapped;
    }
    cudaDeviceSynchronize();
    cudaFree(next);
    cudaFree(cells);
    return 0;
}
