package server

import "testing"

func TestPlainText(t *testing.T) {
	const markdown = "```cuda-cpp\n__global__ void k(float *, int **)\n```\nRuns as **`__global__`**\n- declared `__global__` ([`a.cu:1`](file:///w/a.cu#L1))\n\n" +
		"| on sm_80 | offset | parameter |\n| --- | -----: | --- |\n| `c[0][0x160]` | 0 | `int (*f)(A\\|B)` *(4 of padding)* |\n| | 8 | *padding* |\n"
	const want = "__global__ void k(float *, int **)\nRuns as __global__\n- declared __global__ (a.cu:1)\n\n" +
		"on sm_80\toffset\tparameter\nc[0][0x160]\t0\tint (*f)(A|B) (4 of padding)\n\t8\tpadding"
	if got := plainText(markdown); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
