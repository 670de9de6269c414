#include "pipeline.h"
// Headers with overloads and macros; free functions found by their arguments; default arguments; function pointers.
namespace work {
struct Item { int key; };
__device__ int weight(const Item &i) { return i.key; }
int cost(const Item &i) { return i.key * 2; }
inline namespace v2 { PIPE_FN int stage(Item i, int factor = default_factor()) { return i.key * factor; } }
} // namespace work

namespace {
int hidden(int x) { return x; }
typedef int (*Operation)(int);
__device__ int apply(Operation op, int x) { return op ? op(x) : x; }
}

__device__ int (*table[2])(int);

template <class It> PIPE_FN int accumulate(It first, It last, int start) {
  for (; first != last; ++first) start += weight(*first);
  return start;
}

__global__ void process(work::Item *items, int *out, int n) {
  int i = threadIdx.x;
  switch (i % 3) {
  case 0: out[i] = weight(items[i]); break;
  case 1: out[i] = stage(items[i]); break;
  default: out[i] = cost(items[i]);
  }
  out[i] += accumulate(items, items + n, overloaded(1.0f));
  out[i] += apply(table[0], hidden(i));
  Queue<work::Item> q;
  q.push(items[i]);
  while (!q.empty()) out[i] += q.pop().key;
}

int main(int argc, char **argv) {
  Queue<int> q;
  q.push(argc);
  process<<<argc, 1>>>(nullptr, nullptr, 0);
  return q.pop() + overloaded(2) + stage(work::Item{3}, 4) + hidden(5);
}
