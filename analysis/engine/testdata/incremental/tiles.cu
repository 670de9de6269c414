#define TILE 16
#define HD __host__ __device__

struct Grid {
  int rows, columns;
  HD int cells() const { return rows * columns; }
  HD Grid halved() const { return {rows / 2, columns / 2}; }
};

float onHost(float x);
__constant__ float weights[TILE];

namespace tiles {
#include "tiles.cuh"

void run(Grid g, float *cells) {
  Sum s;
  smooth<<<g.cells() / TILE + 1, TILE>>>(g, cells, s);
  fill<float><<<1, TILE>>>(g, cells);
}
}  // namespace tiles
