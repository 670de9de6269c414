package preprocess

import (
	"strings"
	"testing"

	"cudals/analysis/token"
)

// TestGuesses: the tokens that rest on a guess, in brackets, and with a bar before them those that something may be missing
// before.
func TestGuesses(t *testing.T) {
	const known = Guess(0)
	flags := GuessedFlags | GuessedStd | GuessedArch | GuessedToolkit
	for _, c := range []struct {
		guess      Guess
		text, want string
	}{
		{known, "#ifdef X\na;\n#else\nb;\n#endif\nc;", "b ; c ;"},
		{flags, "#ifdef X\na;\n#else\nb;\n#endif\nc;", "|[b] |[;] c ;"},
		{flags, "#ifdef X\na;\n#endif\nc;", "|c ;"},
		{flags, "#ifdef X\na\n#endif\nc;", "|[c] ;"},
		{flags, "#ifdef X\n#define M\n#endif\nM c;", "[M] c ;"},
		{flags, "#ifdef X\n#define M a\n#else\n#define M\n#endif\nM c;", "[c] ;"},
		{flags, "#ifdef X\n#else\n#define M(x) a x\n#endif\nM(1) c;", "|[a] |[1] c ;"},
		{flags, "#ifdef X\n#define ON 1\n#endif\n#if ON\n#else\nb;\n#endif", "|[b] |[;]"},
		{flags, "#ifndef M\n#define M 1\n#endif\nM;\n#if M\nb;\n#endif", "1 ; |[b] |[;]"},
		{flags, "#if !defined(M)\n#define M 1\n#endif\nM;", "1 ;"},
		{flags, "#ifdef X\n#define E __attribute__((unused))\n#else\n#define E\n#endif\nE c;", "c ;"},
		{flags, "#ifdef X\n#else\n#define M a\nM;\n#undef M\n#endif\nM c;", "|[a] |[;] M c ;"},
		{flags, "#ifdef X\n#else\n#define M\nM;\n#undef M\n#endif\nM c;", "|[;] M c ;"},
		{flags, "#define M a\n#ifdef X\n#else\n#undef M\n#endif\nM c;", "[M] c ;"},
		{flags, "#define M a\n#ifdef X\n#undef M\n#endif\nM c;", "[a] c ;"},
		{flags, "#if defined(X) || 1\nb;\n#endif", "b ;"},
		{flags, "#if defined(X) && 0\n#else\nb;\n#endif", "b ;"},
		{flags, "#if 1 || X\nb;\n#endif", "b ;"},
		{flags, "#if X ? 1 : 0\n#else\nb;\n#endif", "|[b] |[;]"},
		{flags, "#if X ? 1 : 1\nb;\n#endif", "b ;"},
		{flags, "#if __cplusplus >= 201103L\nb;\n#endif", "b ;"},
		{flags, "#if __cplusplus >= 202002L\n#else\nb;\n#endif", "|[b] |[;]"},
		{flags, "#if __cplusplus == 100\n#else\nb;\n#endif", "b ;"},
		{flags, "#if 201703L <= __cplusplus\nb;\n#endif\nc;", "|[b] |[;] c ;"},
		{flags &^ GuessedStd, "#if 201703L <= __cplusplus\nb;\n#endif\nc;", "b ; c ;"},
		{flags, "#ifdef __cplusplus\nb;\n#endif", "b ;"},
		{flags, "#ifdef __CUDACC_RDC__\n#else\nb;\n#endif", "|[b] |[;]"},
		{known, "#include <nowhere>\n#ifdef __CUDACC_RDC__\n#else\nb;\n#endif", "b ;"},
		{known, "#include <nowhere>\n#ifdef __HIPCC__\n#else\nb;\n#endif", "|[b] |[;]"},
		{flags, "#ifdef _MSC_VER\n#else\nb;\n#endif", "b ;"},
		{flags, "#if __has_include(<nowhere>)\n#else\nb;\n#endif", "|[b] |[;]"},
		{known, "#if __has_include(<nowhere>)\n#else\nb;\n#endif\nc;", "b ; c ;"},
		{NoToolkit, "#if __has_include(<nowhere>)\n#else\nb;\n#endif\n#ifdef X\n#else\nc;\n#endif", "|[b] |[;] c ;"},
		{flags, "#if __has_include(<sys.h>)\nb;\n#endif", "b ;"},
		{flags, "#ifdef X\n#else\n#include \"own.h\"\n#endif\nOWN c;", "|[o] |[;] [1] c ;"},
		{flags, "#ifdef X\n#else\n#include <sys.h>\n#endif\nSYS c;", "s ; 2 c ;"},
		{flags, "#include <rdc.h>\nRDC c;", "|[r] |[;] [3] c ;"},
	} {
		w := newWorld(t, archive("-- main.cu --\n"+c.text+"\n-- own.h --\n#define OWN 1\no;\n-- inc2/sys.h --\n#define SYS 2\n#ifdef Y\n#else\ns;\n"+
			"#endif\n-- inc2/rdc.h --\n#ifdef __CUDACC_RDC__\n#else\n#define RDC 3\nr;\n#endif\n")...)
		config := *w.withMacros("#define __cplusplus 201703L\n")
		config.Guess = c.guess
		var got []string
		u := w.expandWith(&config)
		for _, s := range u.Segments {
			for _, tok := range s.Toks {
				text := w.cache.in.Text(tok.Sym)
				if tok.Flags&token.Doubtful != 0 {
					text = "[" + text + "]"
				}
				if tok.Flags&token.Gap != 0 {
					text = "|" + text
				}
				got = append(got, text)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("guess %d:\n%s\ngot  %s\nwant %s", c.guess, c.text, got, c.want)
		}
		if u.Uncertain != (len(u.Doubts) > 0) {
			t.Errorf("%s: uncertain %v, doubts %v", c.text, u.Uncertain, u.Doubts)
		}
	}
}
