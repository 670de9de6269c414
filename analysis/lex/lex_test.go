package lex_test

import (
	"fmt"
	"strings"
	"testing"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// hostile is made of what meets line splices.
const hostile = "\\\n\\\r\n\\ \n/\\\n/x\\\ny\n/\\\n**\\\n/R\"a(\\\n)a\"\\"

// TestTokens holds spellings and flags of tokens: ^ for the first of a line, ~ for one after an empty line, _ for white space before.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"a b":                        "^a _b",
		"a // b \\\n c\nd":           "^a ^_d",
		"a /* b\n */ c":              "^a _c",
		"a\n\nb":                     "^a ^~_b",
		"i\\\nn\\ \r\nt x":           "^int _x",
		"0x1'f\\\nf 1'_f .5e+3.x":    "^0x1'ff _1'_f _.5e+3.x",
		`u8"a"_s "b"s L'\'' "%"PRI`:  `^u8"a"_s _"b"s _L'\'' _"%" PRI`,
		"R\"x(a\\\n )\" )x\" b":      "^R\"x(a\\\n )\" )x\" _b",
		"R\"(a":                      "^R\"(a",
		"\"a\nb":                     "^\"a ^_b",
		"<:: <::> %:%: ->* ... <=>":  "^< :: _<: :> _%:%: _->* _... _<=>",
		"x+++++y k<<<g>>>(1)":        "^x ++ ++ + y _k <<< g >>> ( 1 )",
		"été $a \\u00e9 # @":         "^été _$a _\\u00e9 _# _@",
		"\xef\xbb\xbfa \xff":         "^a _\xff",
		"/* never closed":            "",
		hostile:                      "^_R\"a(\\\n)a\" \\",
		"a \\":                       "^a _\\",
		strings.Repeat("a\\\n", 300): "^" + strings.Repeat("a", 300),
	} {
		in := token.NewInterner()
		var got []string
		for _, tok := range lex.Tokens(source.NewFile("a.cu", []byte(text)), in) {
			flags := ""
			for _, f := range []struct {
				flag token.Flags
				mark string
			}{{token.LineStart, "^"}, {token.Apart, "~"}, {token.SpaceBefore, "_"}} {
				if tok.Flags&f.flag != 0 {
					flags += f.mark
				}
			}
			got = append(got, flags+in.Text(tok.Sym))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDirective reads a line as a directive's reader does.
func TestDirective(t *testing.T) {
	in := token.NewInterner()
	text := []byte("#include <a b>\n<c>")
	l := lex.New(text, 1, in)
	l.BeginDirective()
	l.Next()
	l.Header = true
	var got []string
	next := func() {
		tok := l.Next()
		got = append(got, fmt.Sprintf("%v %q %d", tok.Kind, in.Text(tok.Sym), l.Pos()))
	}
	next()
	next()
	l.EndDirective()
	next()
	if want := `[header name "<a b>" 14 newline "" 15 < "<" 16]`; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if len(l.Spliced) > 0 {
		t.Errorf("lengths %v of tokens without splices", l.Spliced)
	}
}

func TestEnds(t *testing.T) {
	text := []byte("ab\\\nc d /* \n */ e // f\ng")
	for _, c := range []struct{ at, end, line int }{{0, 5, 17}, {6, 7, 17}, {23, 24, 24}, {24, 24, 24}, {-1, -1, 0}} {
		if got := lex.End(text, c.at); got != c.end {
			t.Errorf("the token at %d ends at %d, want %d", c.at, got, c.end)
		}
		if c.line == 0 {
			continue
		}
		if got := lex.LineEnd(text, c.at); got != c.line {
			t.Errorf("the line of %d ends at %d, want %d", c.at, got, c.line)
		}
	}
}

func TestBlank(t *testing.T) {
	for text, want := range map[string]bool{"": true, " \n\\\n\t/* a */ // b\\\nc": true, " a": false, "/": false, "\\": false} {
		if got := lex.Blank([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestSingle(t *testing.T) {
	for text, want := range map[string]string{"ab1": "identifier", "+=": "+=", "1.e": "number", "+ +": "", "ab-": "", "@": "", "\"a": ""} {
		kind, ok := lex.Single([]byte(text))
		if ok != (want != "") || ok && kind.String() != want {
			t.Errorf("%q: %v %v, want %q", text, kind, ok, want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add([]byte(hostile))
	f.Add([]byte("int id = 0x1'f\\\nf; u8\"a\"_s R\"x(\\\n)x\" <:: %:%: \\u00e9 \xff '"))
	f.Fuzz(func(t *testing.T, text []byte) {
		in := token.NewInterner()
		file := source.NewFile("f.cu", text)
		end := file.BOMLen()
		for _, tok := range lex.Tokens(file, in) {
			start := tok.Loc.Offset()
			if start < end || in.Text(tok.Sym) == "" {
				t.Fatalf("token %q at %d, the last one ended at %d", in.Text(tok.Sym), start, end)
			}
			if !lex.Blank(text[end:start]) {
				t.Fatalf("something between %d and %d", end, start)
			}
			if end = lex.End(text, start); end <= start || end > len(text) {
				t.Fatalf("token %q from %d to %d", in.Text(tok.Sym), start, end)
			}
			if line := lex.LineEnd(text, start); line < end || line > len(text) {
				t.Fatalf("the line of %d ends at %d", start, line)
			}
		}
	})
}

func BenchmarkTokens(b *testing.B) {
	const piece = `
#define STEP(x) ((x) + 0x1F) // of a tile
template <typename T, int N>
__global__ void scale(T *out, const T *in, float by) {
	const int i = blockIdx.x * blockDim.x + threadIdx.x; /* of this thread */
	if (i < N) out[i] = in[i] * by + 1.5e-3f, printf("%d\n", i);
}
`
	text := []byte(strings.Repeat(piece, 1000))
	in := token.NewInterner()
	file := source.NewFile("f.cu", text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		lex.Tokens(file, in)
	}
}
