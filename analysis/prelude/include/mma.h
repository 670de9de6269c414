// Matrix fragments that a warp multiplies together.
#ifndef CUDALS_MMA_H
#define CUDALS_MMA_H

#include "cuda_fp16.h"
#include "cuda_bf16.h"

#if defined(__CUDACC__)

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision {
struct tf32;
}

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

enum layout_t { mem_row_major, mem_col_major };

namespace cudals {
template <typename T> struct element { typedef T type; };
template <> struct element<precision::tf32> { typedef float type; };
template <> struct element<experimental::precision::u4> { typedef unsigned int type; };
template <> struct element<experimental::precision::s4> { typedef int type; };
template <> struct element<experimental::precision::b1> { typedef unsigned int type; };
}

// How many elements a thread holds depends on the shape and the architecture: 32 is the most.
template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment {
public:
  enum { num_elements = 32, num_storage_elements = 32 };
  typedef typename cudals::element<T>::type element_type;
  element_type x[num_elements];
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__device__ float __float_to_tf32(float in);
template <typename Use, int m, int n, int k, typename T, typename Layout, typename U>
__device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &a, const U &v);
template <typename Use, int m, int n, int k, typename T, typename Layout, typename U>
__device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &a, const U *p, unsigned ldm);
template <int m, int n, int k, typename T, typename U>
__device__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &a, const U *p, unsigned ldm, layout_t layout);
template <int m, int n, int k, typename T, typename U>
__device__ void store_matrix_sync(U *p, const fragment<accumulator, m, n, k, T> &a, unsigned ldm, layout_t layout);
template <int m, int n, int k, typename A, typename B, typename C, typename D, typename LA, typename LB>
__device__ void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, LA> &a,
    const fragment<matrix_b, m, n, k, B, LB> &b, const fragment<accumulator, m, n, k, C> &c, bool satf = false);
template <int m, int n, int k, typename A, typename B, typename C, typename D, typename LA, typename LB>
__device__ void bmma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, LA> &a,
    const fragment<matrix_b, m, n, k, B, LB> &b, const fragment<accumulator, m, n, k, C> &c,
    experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);

namespace experimental {
using nvcuda::wmma::bmma_sync;
}
#endif

}
}

#endif

#endif
