package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseLogLine(t *testing.T) {
	for _, test := range []struct {
		text string
		want logLine
	}{
		{
			`src/step.cu(41): error: calling a __host__ function("std::vector<int, std::allocator<int> > ::size() const") from a __global__ function("step(int *)") is not allowed`,
			logLine{file: "src/step.cu", line: 41, names: []string{"size", "step"}, signatures: []string{"size()const", "step(int*)"}},
		},
		{
			`/a b/k.cuh(7): warning #20014-D: calling a __host__ function from a __host__ __device__ function is not allowed`,
			logLine{file: "/a b/k.cuh", line: 7, number: 20014},
		},
		{
			`k.cu(3): error: calling a __host__ function("_ZN5outer5innerIiE4moveERKS1_") from a __device__ function("f") is not allowed`,
			logLine{file: "k.cu", line: 3, names: []string{"move", "f"}},
		},
		{
			`k.cu(9): error: identifier "std::cout" is undefined in device code`,
			logLine{file: "k.cu", line: 9, names: []string{"cout"}},
		},
		{
			`C:\src\k.cu(9,12): error #20011-D: calling a __host__ function("A::operator()(int) const") from a __host__ __device__ function("g") is not allowed`,
			logLine{file: `C:\src\k.cu`, line: 9, column: 12, number: 20011, names: []string{"operator()", "g"}, signatures: []string{"operator()(int)const"}},
		},
		{
			`k.cu:5:10: error: reference to __host__ function 'host' in __global__ function`,
			logLine{file: "k.cu", line: 5, column: 10, names: []string{"host"}},
		},
	} {
		got, ok := parseLogLine(test.text)
		got.message = ""
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(logLine{})); !ok || diff != "" {
			t.Errorf("%s\n%v %s", test.text, ok, diff)
		}
	}
	for _, text := range []string{
		"", "detected during instantiation of \"void f<T>() [with T=int]\" at line 9", "1 error detected in the compilation of \"k.cu\".",
		"            f(1);", "nvcc warning : incompatible redefinition",
	} {
		if got, ok := parseLogLine(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func FuzzParseLogLine(f *testing.F) {
	f.Add(`k.cu(3): error #20014-D: calling a __host__ function("_ZN1A1fEv") from a __device__ function("operator()<(x)>")`)
	f.Add(`a(1,2): warning: "operator" '~A'`)
	f.Fuzz(func(t *testing.T, text string) {
		if l, ok := parseLogLine(text); ok && (l.line <= 0 || l.column < 0) {
			t.Errorf("%q: %+v", text, l)
		}
	})
}
