// An image filter whose kernel takes its settings by value: what docs/layout.md shows.

struct Filter {
    bool wrap;
    double gain;
    short border[2];
    unsigned char order;
};

__constant__ int radius = 2;
__constant__ Filter unsharp;
__constant__ float gauss[1024];
__constant__ float tone[64][48];

__global__ void sharpen(float *to, const float *from, bool dither, Filter f, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < f.border[0] || y < f.border[1] || x >= width - f.border[0] || y >= height - f.border[1])
        return;
    float sum = 0;
    for (int i = -radius; i <= radius; ++i)
        sum += from[y * width + x + i] * gauss[i + radius];
    to[y * width + x] = static_cast<float>(f.gain * sum + unsharp.gain) + (dither ? tone[y % 64][x % 48] : 0.0f);
}

void run(float *to, const float *from, Filter f, int width, int height)
{
    sharpen<<<dim3(width / 16 + 1, height / 16 + 1), dim3(16, 16)>>>(to, from, true, f, width, height);
}
