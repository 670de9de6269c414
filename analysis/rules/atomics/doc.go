// Package atomics holds the rules about the compiler's own atomic functions, __nv_atomic_*.
package atomics
