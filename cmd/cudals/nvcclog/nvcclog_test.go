package nvcclog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		text string
		want Line
	}{
		{
			`src/step.cu(41): error: calling a __host__ function("std::vector<int, std::allocator<int> > ::size() const") from a __global__ function("step(int *)") is not allowed`,
			Line{File: "src/step.cu", Line: 41, Names: []string{"size", "step"}, Signatures: []string{"size()const", "step(int*)"}},
		},
		{
			`/a b/k.cuh(7): warning #20014-D: calling a __host__ function from a __host__ __device__ function is not allowed`,
			Line{File: "/a b/k.cuh", Line: 7, Number: 20014},
		},
		{
			`k.cu(3): error: calling a __host__ function("_ZN5outer5innerIiE4moveERKS1_") from a __device__ function("f") is not allowed`,
			Line{File: "k.cu", Line: 3, Names: []string{"move", "f"}},
		},
		{
			`k.cu(9): error: identifier "std::cout" is undefined in device code`,
			Line{File: "k.cu", Line: 9, Names: []string{"cout"}},
		},
		{
			`C:\src\k.cu(9,12): error #20011-D: calling a __host__ function("A::operator()(int) const") from a __host__ __device__ function("g") is not allowed`,
			Line{File: `C:\src\k.cu`, Line: 9, Column: 12, Number: 20011, Names: []string{"operator()", "g"}, Signatures: []string{"operator()(int)const"}},
		},
		{
			`k.cu:5:10: error: reference to __host__ function 'host' in __global__ function`,
			Line{File: "k.cu", Line: 5, Column: 10, Names: []string{"host"}},
		},
	} {
		got, ok := parse(test.text)
		got.Message = ""
		if diff := cmp.Diff(test.want, got); !ok || diff != "" {
			t.Errorf("%s\n%v %s", test.text, ok, diff)
		}
	}
	for _, text := range []string{
		"", "detected during instantiation of \"void f<T>() [with T=int]\" at line 9", "1 error detected in the compilation of \"k.cu\".",
		"            f(1);", "nvcc warning : incompatible redefinition",
	} {
		if got, ok := parse(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`k.cu(3): error #20014-D: calling a __host__ function("_ZN1A1fEv") from a __device__ function("operator()<(x)>")`)
	f.Add(`a(1,2): warning: "operator" '~A'`)
	f.Fuzz(func(t *testing.T, text string) {
		if l, ok := parse(text); ok && (l.Line <= 0 || l.Column < 0) {
			t.Errorf("%q: %+v", text, l)
		}
	})
}
