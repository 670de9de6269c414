package locate

import (
	"fmt"
	"strings"
	"testing"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// cursorIn is the cursor at the | of a text.
func cursorIn(text string) *Cursor {
	offset := strings.IndexByte(text, '|')
	return CursorAt(source.NewFile("a.cu", []byte(text[:offset]+text[offset+1:])), token.NewInterner(), offset)
}

func TestCursor(t *testing.T) {
	for text, want := range map[string]string{
		"int a = wo|rd;":         "word int a = ",
		"a // b|":                "b prose a // ",
		"a /* b\n| */ c":         " prose ",
		"f(\"x|y\")":             "xy prose f(\"",
		"\"open|":                "open prose \"",
		"# if X // c\n  y|":      "y   ",
		"a /* b */ | c /* d */":  " a /* b */ ",
		"threadIdx.|":            " threadIdx.",
		"a = 1; /* done */\nb|c": "bc ",
	} {
		c := cursorIn(text)
		got := string(c.File.Slice(c.Word))
		if c.Prose {
			got += " prose"
		}
		if got += " " + c.Line; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestAround(t *testing.T) {
	for text, want := range map[string]string{
		"f(a, |":                "f 1",
		"f(a, (b, |":            "f 1",
		"f(a, g(b, c), |":       "f 2",
		"N::k<int><<<1, 2, |":   "k 2",
		"k<<<1, 2>>>(a|":        "k 0",
		"if (x) return (a, |":   "",
		"f(a); |":               "",
		"f(dim3{1, 2}, {3, |":   "f 1",
		"void f() { int a[] = ": "",
	} {
		if !strings.Contains(text, "|") {
			text += "|"
		}
		c := cursorIn(text)
		got := ""
		if l, ok := c.Around(); ok {
			open := l.Open
			if before := open - 1; c.Tokens[open].Kind == token.LParen && c.Tokens[before].Kind == token.LaunchClose {
				open = c.Opening(before)
			}
			got = fmt.Sprint(c.Interner.Text(c.Tokens[c.Callee(open)].Sym), " ", l.Commas)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOccurrences(t *testing.T) {
	text := "#define F(x) x // x\n#define G (x)\nint x = \"x\"[0];\n#include <x.h>\n# include_next <sys/x.h>"
	var got []string
	for _, o := range Occurrences(source.NewFile("a.cu", []byte(text)), "x") {
		got = append(got, fmt.Sprint(o.Start, o.Param))
	}
	if want := "[10 true 13 true 31 false 38 false]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
