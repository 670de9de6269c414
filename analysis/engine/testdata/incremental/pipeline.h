#ifndef PIPELINE_H
#define PIPELINE_H
#if defined(__CUDACC__)
#define PIPE_FN __host__ __device__
#else
#define PIPE_FN
#endif
int default_factor();
PIPE_FN inline int overloaded(float x) { return int(x); }
inline int overloaded(int x) { return x; }
template <class T, int N = 8> struct Queue {
  T items[N];
  int head = 0, tail = 0;
  PIPE_FN void push(const T &t) { items[tail++ % N] = t; }
  PIPE_FN T pop() { trace("pop"); return items[head++ % N]; }
  PIPE_FN bool empty() const { return head == tail; }
  static void trace(const char *what) { (void)what; }
};
#endif
