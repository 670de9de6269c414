package describe

import (
	"strings"
	"testing"
)

// TestDocBefore holds what is told of a declaration that stands at the |.
func TestDocBefore(t *testing.T) {
	for text, want := range map[string]string{
		"// Adds.\n|int add();":                                                                 "Adds.",
		"/// Adds two.\n/// Twice.\nstatic |int add();":                                         "Adds two.  \nTwice.",
		"/** Adds.\n * @param x what\n */\n|int add(int x);":                                    "Adds.  \n- `x`: what",
		"// Adds.\ntemplate <typename T>\n|T add(T);":                                           "Adds.",
		"int other(); /* of the other */\n|int add();":                                          "",
		"// The tiled_partition(parent_of, size) tiles.\n|int add();":                           "The `tiled_partition`(`parent_of`, size) tiles.",
		"// Twice (\"kernel_B\" waits, see go_on()).\n|int add();":                              "Twice (\"`kernel_B`\" waits, see `go_on()`).",
		"// Within <Shape,Stride>, if a < b.\n|int add();":                                      "Within `<Shape,Stride>`, if a `<` b.",
		"// Adds.\n\n|int add();":                                                               "",
		"// Adds.\nint other(), |add();":                                                        "",
		"//////////////\n// Adds `a` to b_c.\n|int add();":                                      "Adds `a` to `b_c`.",
		"\ufeff// Adds.\n|int add();":                                                           "Adds.",
		"/* one */ int one; /* a\n b */\n|int add();":                                           "",
		"/**\n * Waits.\n * ::cudaFree(), ::cudaSuccess,\n * \\notefnerr\n *\n */\n|int add();": "Waits.  \n`cudaFree()`, `cudaSuccess`",
		"// a\n// \\brief b\n// see ``c'' \n|int add();":                                        "a  \nb  \nsee `c`",
		strings.Repeat("// line\n", mostDoc+3) + "|int add();":                                  strings.Repeat("line  \n", mostDoc) + "…",
	} {
		at := strings.IndexByte(text, '|')
		got, _ := docBefore([]byte(text[:at]+text[at+1:]), at)
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestDocBehind(t *testing.T) {
	for text, want := range map[string]string{
		"int a|; // the first":     "the first",
		"int a|, b; // the others": "",
		"A|, ///< the first":       "the first",
		"int a|; /* one */":        "one",
		"f|(\"//\");":              "",
		"int a|;\n// below":        "",
	} {
		at := strings.IndexByte(text, '|')
		if got := docBehind([]byte(text[:at]+text[at+1:]), at); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
