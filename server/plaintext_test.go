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

func TestTablesAsCode(t *testing.T) {
	const markdown = "before\n\n| on sm_80 | size | `p` |\n| --- | ---: | --- |\n| `c[0][0x160]` | 4 | `a \\| b` |\n|  | 12 | *padding* |\n\nafter\n```text\n| x |\n```\n"
	const want = "before\n\n```text\non sm_80     size  p\nc[0][0x160]     4  a | b\n               12  padding\n```\n\nafter\n```text\n| x |\n```\n"
	if got := tablesAsCode(markdown); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for client, renders := range map[string]bool{"Neovim": false, "Eglot": false, "emacs": false, "helix": false, "Visual Studio Code": true, "": true} {
		if rendersTables(client) != renders {
			t.Errorf("%q renders tables: want %v", client, renders)
		}
	}
}
