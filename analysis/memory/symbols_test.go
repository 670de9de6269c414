package memory_test

import "testing"

// values are kernels that take objects and numbers as template arguments.
const values = `
struct Cfg { int n; char c; bool b; };
struct Nest { Cfg a; short s[3]; };
struct Made { int x, y; constexpr Made(int v) : x(v), y(v + 1) {} };
struct Base { int q; };
struct Derived : Base { char z; };
struct Empty {};
struct Numbers { float f; double d; };
enum class E { A, B };
template <auto C> __global__ void k(int x) {}
template __global__ void k<Cfg{1, 'c', true}>(int);
template __global__ void k<Cfg{-1}>(int);
template __global__ void k<Nest{{1, 'c', false}, {1, 0, 3}}>(int);
template __global__ void k<Made(3)>(int);
template __global__ void k<Derived{{1}, 'c'}>(int);
template __global__ void k<Empty{}>(int);
template __global__ void k<Numbers{1.5f, -0.1}>(int);
template __global__ void k<1.5f>(int);
template __global__ void k<E::B>(int);
`

// TestValues compares with the symbols that nvcc of CUDA 12.4 makes where C++20 has objects as template arguments.
func TestValues(t *testing.T) {
	got := toldOf(t, []byte(values), 80, "-std=c++20")
	for _, symbol := range []string{
		"_Z1kIXtl3CfgLi1ELc99ELb1EEEEvi", "_Z1kIXtl3CfgLin1ELc0ELb0EEEEvi", "_Z1kIXtl4Nesttl3CfgLi1ELc99ELb0EEtlA3_sLs1ELs0ELs3EEEEEvi",
		"_Z1kIXtl4MadeLi3ELi4EEEEvi", "_Z1kIXtl7Derivedtl4BaseLi1EELc99EEEEvi", "_Z1kIXtl5EmptyEEEvi",
		"_Z1kIXtl7NumbersLf3fc00000ELdbfb999999999999aEEEEvi", "_Z1kILf3fc00000EEvi", "_Z1kIL1E1EEvi",
	} {
		if got["kernel "+symbol] == "" {
			t.Errorf("%s is not told: %v", symbol, got)
		}
	}
}

// results are kernels whose results are void by an expression over parameters, which their symbols hold.
const results = `
template <class T> __global__ auto trailing(T t) -> decltype(t + 1, void()) {}
template __global__ void trailing<int>(int);
template <class T> __global__ decltype(void(sizeof(T))) leading(T t) {}
template __global__ void leading<int>(int);
`

// TestHiddenResults: such symbols are not told.
func TestHiddenResults(t *testing.T) {
	for key, got := range toldOf(t, []byte(results), 80) {
		if key != "total" {
			t.Errorf("%s is told: %s", key, got)
		}
	}
}
