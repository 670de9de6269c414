package preprocess

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestThrough looks at what a file lends to a main file that it includes.
func TestThrough(t *testing.T) {
	for name, tt := range map[string]struct {
		files string
		text  string // all of it, expanded
		alone bool
	}{
		"macros and declarations": {
			files: "-- a.cu --\n#define N 3\nint a;\n#include \"main.cu\"\nint behind;\n-- main.cu --\nint m[N];\n",
			text:  "int a ; int m [ 3 ] ;",
		},
		"headers of its own": {
			files: "-- a.cu --\n#include \"b.h\"\n#include \"main.cu\"\n-- b.h --\n#pragma once\nint b;\n" +
				"-- main.cu --\n#include \"b.h\"\nint m;\n",
			text: "int b ; int m ;",
		},
		"by another header": {
			files: "-- a.cu --\n#define N 3\n#include \"b.h\"\nint behind;\n" +
				"-- b.h --\nint b;\n#include \"main.cu\"\nint c;\n-- main.cu --\nint m[N];\n",
			text: "int b ; int m [ 3 ] ;",
		},
		"the first time": {
			files: "-- a.cu --\n#define N 1\n#include \"main.cu\"\n#undef N\n#define N 2\n#include \"main.cu\"\n-- main.cu --\nint m[N];\n",
			text:  "int m [ 1 ] ;",
		},
		"in a namespace": {
			files: "-- a.cu --\nnamespace n {\n#include \"main.cu\"\n}\n-- main.cu --\nint m;\n",
			text:  "namespace n { int m ;",
		},
		"in an arm that is read": {
			files: "-- a.cu --\n#define N 1\n#if N\nint a;\n#include \"main.cu\"\n#endif\n-- main.cu --\nint m;\n",
			text:  "int a ; int m ;",
		},
		"in an arm that is not read": {
			files: "-- a.cu --\nint a;\n#if 0\n#include \"main.cu\"\n#endif\n-- main.cu --\nint m;\n",
			text:  "int m ;", alone: true,
		},
		"inside a declaration": {
			files: "-- a.cu --\nstruct S {\n#include \"main.cu\"\n};\n-- main.cu --\nint m;\n",
			text:  "int m ;", alone: true,
		},
		"in a macro's arguments": {
			files: "-- a.cu --\n#define F(x) x\nF(\n#include \"main.cu\"\n)\n-- main.cu --\nint m;\n",
			text:  "int m ;", alone: true,
		},
		"behind a header that is missing": {
			files: "-- a.cu --\n#include \"missing.h\"\n#include \"main.cu\"\n-- main.cu --\nint m;\n",
			text:  "int m ;", alone: true,
		},
		"before a header that is missing": {
			files: "-- a.cu --\nint a;\n#include \"main.cu\"\n#include \"missing.h\"\n-- main.cu --\nint m;\n",
			text:  "int a ; int m ;",
		},
		"that does not include it": {
			files: "-- a.cu --\nint a;\n-- main.cu --\nint m;\n",
			text:  "int m ;", alone: true,
		},
		"that there is not": {
			files: "-- main.cu --\nint m;\n",
			text:  "int m ;", alone: true,
		},
		"that the main file includes": {
			files: "-- a.cu --\n#ifndef A\n#define A\n#include \"main.cu\"\nint a;\n#endif\n-- main.cu --\n#include \"a.cu\"\nint m;\n",
			text:  "int m ;",
		},
		"behind a header that ends inside a declaration": {
			files: "-- a.cu --\n#include \"b.h\"\n();\n#include \"main.cu\"\n-- b.h --\nint f\n-- main.cu --\nint m;\n",
			text:  "int f ( ) ; int m ;",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, archive(tt.files)...)
			through := *w.config
			through.Through = filepath.Join(root, "a.cu")
			text := func(u *Unit) string {
				var words []string
				for _, seg := range u.Segments {
					for i := range seg.Toks {
						words = append(words, spell(w.cache.in, seg.Toks[i:i+1]))
					}
				}
				return strings.Join(words, " ")
			}
			for _, again := range []bool{false, true} {
				if again {
					w.expand() // shares what it can, and so does who reads it through the other one next
					if _, err := w.files.ReadFile(through.Through); err == nil {
						w.expandMain("a.cu", w.config)
					}
				}
				u := w.expandWith(&through)
				if diff := cmp.Diff(tt.text, text(u)); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
				if (u.Through == nil) != tt.alone {
					t.Errorf("through %v", u.Through)
				}
				for i, in := range u.Inclusions {
					if lent := !tt.alone && i > 0; in.Lent != lent {
						t.Errorf("%s is lent: %v", in.File.Path, in.Lent)
					}
				}
			}
		})
	}
}
