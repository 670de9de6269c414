// What a cell and its four neighbours are worth to the next step.
#pragma once

#include "grid.cuh"

// Weight is a factor that remembers how it was set.
struct Weight {
    float value;
    int revision;

    Weight() : value(0.25f), revision(0) {}
};

// Stencil has no constructor of its own: the compiler makes one out of its members'.
struct Stencil {
    Weight north, south, west, east;

    HEAT_HD float apply(const float *cells, const Grid &grid, int x, int y) const
    {
        const int here = y * grid.width + x;
        return north.value * cells[here - grid.width] + south.value * cells[here + grid.width]
             + west.value * cells[here - 1] + east.value * cells[here + 1];
    }
};
