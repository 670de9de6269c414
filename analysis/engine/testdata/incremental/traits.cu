// Templates: specialisations, alias and variable templates, packs, constexpr, if constexpr.
template <class T> struct Traits { static constexpr int width = 1; using type = T; };
template <> struct Traits<double> { static constexpr int width = 2; using type = double; };
template <class T> struct Traits<T *> { static constexpr int width = 8; using type = T; };
template <class T> using Bare = typename Traits<T>::type;
template <class T> constexpr int width_of = Traits<T>::width;

constexpr int square(int x) { return x * x; }
int runtime_square(int x) { return x * x; }

template <int N> struct Fixed {
  float data[N];
  __device__ float &operator[](int i) { return data[i]; }
  float sum() const { float s = 0; for (float f : data) s += f; return s; }
};

template <class T, class... Rest> __device__ int count_all(T first, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return width_of<T>;
  else
    return width_of<T> + count_all(rest...);
}

template <class T> __host__ __device__ T pick(T a, T b, bool first) { return first ? a : T(runtime_square(int(b))); }

template <class T> __global__ void fill(T *out, int n) {
  Fixed<square(4)> buffer;
  for (int i = 0; i < 16; ++i) buffer[i] = i;
  Bare<T *> value = T(count_all(1, 2.0, out));
  if (threadIdx.x < n && n > 0) out[threadIdx.x] = value + pick<T>(value, T(1), n > 2);
  out[0] = buffer.sum();
}

template __global__ void fill<double>(double *, int);

int main() {
  int n = square(3);
  fill<float><<<1, n>>>(nullptr, n);
  static_assert(square(2) == 4, "");
  return pick(1, 2, n < 3);
}
