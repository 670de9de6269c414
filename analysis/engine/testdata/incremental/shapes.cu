// Classes: bases, virtual functions, special members, operators, conversions, nested types.
namespace geo {
struct Point {
  float x, y;
  __host__ __device__ Point operator+(const Point &o) const { return {x + o.x, y + o.y}; }
  __host__ __device__ operator bool() const { return x != 0 || y != 0; }
};

class Shape {
public:
  __host__ __device__ Shape() {}
  __host__ __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
  static int made;
};

class Disc : public Shape {
public:
  __host__ __device__ Disc(Point c, float r) : center(c), radius(r) {}
  __device__ float area() const override { return 3.14f * radius * radius; }
  Disc scaled(float s) const { return Disc(center, radius * s); }
private:
  Point center;
  float radius;
};

int Shape::made = 0;

struct Log {
  Log() { ++Shape::made; }
  ~Log() { --Shape::made; }
};

struct Holder {
  Log log;
  Point p;
};
} // namespace geo

using geo::Disc;

__device__ float total(const geo::Shape *const *s, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += s[i]->area();
  return sum;
}

__global__ void build(float *out) {
  geo::Point p{1, 2}, q = p + p;
  Disc d(q, 3);
  const geo::Shape *list[] = {&d};
  out[threadIdx.x] = total(list, 1);
  if (p) out[0] = d.area();
  geo::Holder h;
  Disc e = d.scaled(2);
}

void host() {
  Disc d({1, 2}, 3);
  geo::Point p{};
  if (p + p) d = d.scaled(2);
  build<<<1, 1>>>(nullptr);
}
