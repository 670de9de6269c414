// A rectangular grid of cells in row-major order, with a border of one cell that is never written.
#pragma once

#define HEAT_HD __host__ __device__

struct Grid {
    int width;
    int height;

    HEAT_HD Grid(int w, int h) : width(w), height(h) {}

    HEAT_HD int cells() const { return width * height; }

    int index(int x, int y) const { return y * width + x; }

    HEAT_HD bool inside(int x, int y) const
    {
        return x > 0 && y > 0 && x < width - 1 && y < height - 1;
    }
};
