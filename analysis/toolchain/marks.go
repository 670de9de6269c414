package toolchain

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cudals/analysis/prelude"
)

// maxMarked bounds the text in which marks of CUDA are looked for.
const maxMarked = 4 << 20

// marks are what tells that a source file is compiled for a device: the words for it, and the macros of libraries that stand for them.
var marks = sync.OnceValue(func() *regexp.Regexp {
	names := []string{"__global__", "__device__"}
	defined := regexp.MustCompile(`(?m)^#define (\w+) .*__(?:device|global)__`)
	macros := prelude.Macros()
	for _, library := range []string{"amrex/AMReX.H", "kokkos/Kokkos_Core.hpp", "raja/RAJA/RAJA.hpp", "mfem/mfem.hpp"} {
		_, header, _ := strings.Cut(library, "/")
		text, err := fs.ReadFile(macros, header)
		if err != nil {
			panic(err) // the file is embedded
		}
		for _, found := range defined.FindAllSubmatch(text, -1) {
			names = append(names, string(found[1]))
		}
	}
	slices.Sort(names)
	return regexp.MustCompile(`\b(?:` + strings.Join(slices.Compact(names), "|") + `)\b`)
})

// marked reports whether a text holds such a mark outside of comments and strings.
func marked(text []byte) bool {
	found := marks().FindIndex(text)
	if found == nil {
		return false
	}
	return marks().Match(blanked(text))
}

// literals are comments and strings; raw strings, of which the language of regular expressions cannot find the end, stand apart.
var literals = regexp.MustCompile(`//[^\n]*|/\*(?s:.*?)\*/|R"([^()\\ \n]{0,16})\(|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`)

// blanked is a text without its comments and strings.
func blanked(text []byte) []byte {
	var out []byte
	for {
		at := literals.FindSubmatchIndex(text)
		if at == nil {
			return append(out, text...)
		}
		out = append(out, text[:at[0]]...)
		end := at[1]
		if at[2] >= 0 {
			_, rest, closed := strings.Cut(string(text[end:]), ")"+string(text[at[2]:at[3]])+`"`)
			if !closed {
				return out
			}
			end = len(text) - len(rest)
		}
		out, text = append(out, ' '), text[end:]
	}
}
