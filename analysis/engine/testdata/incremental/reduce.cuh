#pragma once

template <class T> class Accumulator {
public:
  __host__ __device__ explicit Accumulator(T t) : sum(t) {}
  __host__ __device__ void add(T t) { sum = combine(sum, t); }
  __host__ __device__ T value() const { return sum; }
private:
  __host__ __device__ static T combine(T a, T b) { return a + b; }
  T sum;
};

template <class T> T slow_max(T a, T b) { return a > b ? a : b; }

template <class T> __host__ __device__ T clamp_to(T x, T lo, T hi) {
  return x < lo ? lo : slow_max(x, hi);
}
