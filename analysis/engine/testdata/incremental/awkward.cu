// What a parser reads wrongly unless it knows the names.
typedef float value;
struct Grid { int w, h; __host__ __device__ Grid(int a = 1, int b = 1) : w(a), h(b) {} };
template <int N> struct Less { int v; };
int width, height, less, more;
__device__ int dwidth;

__device__ int both(int i, int n, int j, int m) {
  if (i < n && j > (m)) return 1;
  int c = (i)-1, d = (value)-1;
  Grid g(n), h(), k((int)n);
  value(c);
  i * n;
  return i<n, j>(m);
}

__host__ __device__ Grid make(int n) { return Grid(n, (n) + 1); }

void dims(int n) {
  dim3 g(n), b((n + 1) / 2, n < 3 ? n : 3);
  Less<3> l{n};
  bool x = width < height, y = less > (more);
  Grid *p = new Grid[n], &r = *p;
  p->w * n;
  (void)(x + y + l.v + r.h + g.x + b.y);
  delete[] p;
}

__global__ void kernel(int n) {
  unsigned char bytes[4] = {(unsigned char)(n), 2, 3, 4};
  Grid a(both(n, 1, 2, 3)), c = make(bytes[0]);
  if (dwidth<n) dims(n);
  goto out;
out:
  asm volatile("mov.u32 %0, %1;" : "=r"(n) : "r"(a.w + c.h));
}

void start() { kernel <<< dim3(1), 2 >>> (width); }
