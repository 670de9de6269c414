// Lambdas, captures, and templates that call what they are given.
template <class F> __global__ void launch(F f, int n) {
  int i = threadIdx.x;
  if (i < n) f(i);
}

template <class F> __host__ __device__ void twice(F f) { f(1); f(2); }

int host_only(int x) { return x + 1; }
__device__ int device_only(int x) { return x - 1; }

struct Functor {
  int bias;
  __device__ void operator()(int i) const { device_only(i + bias); }
};

struct HostFunctor {
  void operator()(int i) const { host_only(i); }
};

__device__ void on_device() {
  auto local = [](int x) { return device_only(x); };
  local(3);
  twice([=](int x) { device_only(x); });
  Functor f{2};
  twice(f);
}

void on_host(int n) {
  int k = 4;
  launch<<<1, 32>>>([=] __device__(int i) { device_only(i + k); }, n);
  launch<<<1, 32>>>([=] __device__(int i) { host_only(i + k); }, n);
  launch<<<1, 32>>>(Functor{1}, n);
  launch<<<1, 32>>>(HostFunctor(), n);
  auto add = [k](auto a) { return a + k; };
  twice([&](int x) { host_only(add(x)); });
  struct Local {
    int v = host_only(2);
    int get() const { return v; }
  } local;
  k = local.get();
}
