package source

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"
)

func TestLines(t *testing.T) {
	tests := []struct {
		text string
		want []string // without terminators
	}{
		{"", []string{""}},
		{"a", []string{"a"}},
		{"a\n", []string{"a", ""}},
		{"a\r\nb\rc\nd", []string{"a", "b", "c", "d"}},
		{"\r\r\n\n\r", []string{"", "", "", "", ""}},
		{"\xef\xbb\xbfa\n", []string{"\xef\xbb\xbfa", ""}},
	}
	for _, test := range tests {
		f := NewFile("/f", []byte(test.text))
		var got []string
		for i := range f.Lines {
			got = append(got, string(f.Slice(f.LineSpan(i))))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: lines %q, want %q", test.text, got, test.want)
		}
	}
}

func TestPositions(t *testing.T) {
	// é has 2 bytes, 𝄞 has 4 and two UTF-16 units, \xff is no UTF-8.
	f := NewFile("/f", []byte("aé𝄞b\r\n\xffz\n"))
	tests := []struct {
		offset int
		utf8   Position
		utf16  Position
		utf32  Position
	}{
		{0, Position{0, 0}, Position{0, 0}, Position{0, 0}},
		{1, Position{0, 1}, Position{0, 1}, Position{0, 1}},
		{3, Position{0, 3}, Position{0, 2}, Position{0, 2}},
		{7, Position{0, 7}, Position{0, 4}, Position{0, 3}},
		{8, Position{0, 8}, Position{0, 5}, Position{0, 4}},
		{10, Position{1, 0}, Position{1, 0}, Position{1, 0}},
		{11, Position{1, 1}, Position{1, 1}, Position{1, 1}},
		{13, Position{2, 0}, Position{2, 0}, Position{2, 0}},
	}
	for _, test := range tests {
		for enc, want := range map[Encoding]Position{UTF8: test.utf8, UTF16: test.utf16, UTF32: test.utf32} {
			if got := f.Position(test.offset, enc); got != want {
				t.Errorf("offset %d in encoding %d: %v, want %v", test.offset, enc, got, want)
			}
			if got, err := f.offset(want, enc); got != test.offset || err != nil {
				t.Errorf("%v in encoding %d: %d %v, want %d", want, enc, got, err, test.offset)
			}
		}
	}
	for offset, want := range map[int]Position{-5: {0, 0}, 2: {0, 1}, 5: {0, 2}, 9: {0, 5}, 99: {2, 0}} {
		if got := f.Position(offset, UTF16); got != want {
			t.Errorf("offset %d: %v, want %v", offset, got, want)
		}
	}
	for p, want := range map[Position]int{{0, 3}: 3, {0, 6}: 8, {1, 9}: 12, {3, 0}: 13, {-1, 4}: 0, {1, -1}: 10} {
		got, err := f.offset(p, UTF16)
		if got != want || !errors.Is(err, ErrOutOfRange) {
			t.Errorf("%v: %d %v, want %d and ErrOutOfRange", p, got, err, want)
		}
		if got := f.OffsetClamped(p, UTF16); got != want {
			t.Errorf("%v clamped: %d, want %d", p, got, want)
		}
	}
}

// TestLongLines counts columns in lines in which the counting begins at a mark, before and after an edit.
func TestLongLines(t *testing.T) {
	f := NewFile("/f", []byte("é\n"+strings.Repeat("aé𝄞\xff", longLine)+"\r\nb\n"+strings.Repeat("é", longLine)))
	for range 2 {
		for offset := 0; offset < len(f.Text); offset += 61 { // counting each from the line's start takes long
			line := f.LineSpan(f.LineOf(offset))
			for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
				want := Position{Line: f.LineOf(offset)}
				at := line.Start
				for at < min(offset, line.End) {
					units, size := enc.units(f.Text[at:])
					if at+size > offset {
						break
					}
					at, want.Column = at+size, want.Column+units
				}
				if got := f.Position(offset, enc); got != want {
					t.Fatalf("offset %d in encoding %d: %v, want %v", offset, enc, got, want)
				}
				if back, err := f.offset(want, enc); back != at || err != nil {
					t.Fatalf("%v in encoding %d: %d %v, want %d", want, enc, back, err, at)
				}
			}
		}
		var err error
		if f, err = f.Apply([]Change{{Start: Position{1, 5}, End: Position{1, 6}, Text: "𝄞𝄞"}}, UTF16); err != nil {
			t.Fatal(err)
		}
	}
}

func TestApply(t *testing.T) {
	f := NewFile("/f", []byte("one\ntwo\n"))
	got, err := f.Apply([]Change{
		{Start: Position{0, 3}, End: Position{1, 0}, Text: " and "},
		{Start: Position{0, 0}, End: Position{0, 3}, Text: "1"},
		{Start: Position{1, 0}, End: Position{1, 9}, Text: "three"},
	}, UTF16)
	if err != nil || string(got.Text) != "1 and two\nthree" || got.Hash != hashBytes(got.Text) {
		t.Errorf("got %q %v", got.Text, err)
	}
	if string(f.Text) != "one\ntwo\n" {
		t.Error("the old file changed")
	}
	if got, err = f.Apply([]Change{{Whole: true, Text: "new"}, {Start: Position{0, 0}, Text: "a "}}, UTF16); err != nil || string(got.Text) != "a new" {
		t.Errorf("got %q %v", got.Text, err)
	}
	for _, c := range []Change{
		{Start: Position{0, 2}, End: Position{0, 1}},
		{Start: Position{7, 0}, End: Position{7, 0}},
		{Start: Position{-1, 0}, End: Position{0, 0}},
	} {
		if _, err := f.Apply([]Change{c}, UTF16); !errors.Is(err, ErrOutOfRange) {
			t.Errorf("%v: error %v", c, err)
		}
	}
}

// TestApplyRandom: the line index that edits keep is the one that the text has.
func TestApplyRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "\n", "\r", "\r\n", "é", "𝄞", "long text", "\xff", ""}
	some := func() (s string) {
		for range r.IntN(4) {
			s += pieces[r.IntN(len(pieces))]
		}
		return s
	}
	f := NewFile("/f", []byte("start\r\nhere\n"))
	for range 5000 {
		a, b := r.IntN(len(f.Text)+1), r.IntN(len(f.Text)+1)
		if len(f.Text) < 60 {
			b = a
		}
		start, end := f.Position(min(a, b), UTF16), f.Position(max(a, b), UTF16)
		lo, hi := f.OffsetClamped(start, UTF16), f.OffsetClamped(end, UTF16)
		insert := some()
		want := string(f.Text[:lo]) + insert + string(f.Text[hi:])
		g, err := f.Apply([]Change{{Start: start, End: end, Text: insert}}, UTF16)
		if err != nil {
			t.Fatal(err)
		}
		if string(g.Text) != want {
			t.Fatalf("replaced [%d, %d) of %q by %q: got %q", lo, hi, f.Text, insert, g.Text)
		}
		if whole := NewFile("/f", g.Text); !slices.Equal(whole.Lines, g.Lines) {
			t.Fatalf("replaced [%d, %d) of %q by %q: lines %v, want %v", lo, hi, f.Text, insert, g.Lines, whole.Lines)
		}
		f = g
	}
}

func TestDisk(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f.cu")
	if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := Disk{}
	if f, err := d.ReadFile(path); err != nil || string(f.Text) != "text" || f.Path != path || !d.Exists(path) {
		t.Errorf("read: %v %v", f, err)
	}
	if _, err := d.ReadFile(path + "x"); !errors.Is(err, fs.ErrNotExist) || d.Exists(path+"x") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := d.ReadFile(dir); !errors.Is(err, errNotRegular) || d.Exists(dir) {
		t.Errorf("folder: %v", err)
	}
	if _, err := (Disk{MaxSize: 3}).ReadFile(path); !errors.Is(err, errTooLarge) {
		t.Errorf("large file: %v", err)
	}
}

func TestOverlayAndFS(t *testing.T) {
	base := NewFS("/virtual/prelude", fstest.MapFS{"sub/a.h": {Data: []byte("embedded")}}, nil)
	o := NewOverlay(base)
	read := func(path string) string {
		f, err := o.ReadFile(path)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errNotRegular) || o.Exists(path) {
				t.Errorf("%s: %v", path, err)
			}
			return "none"
		}
		if !o.Exists(path) || f.Path != path {
			t.Errorf("%s: read as %s but does not exist", path, f.Path)
		}
		return string(f.Text)
	}
	const path = "/virtual/prelude/sub/a.h"
	if got := read(path); got != "embedded" {
		t.Errorf("got %q", got)
	}
	o.Set(NewFile(path, []byte("laid over")))
	if got := read(path); got != "laid over" {
		t.Errorf("got %q", got)
	}
	o.Remove(path)
	for path, want := range map[string]string{
		path: "embedded", "/virtual/prelude/sub": "none", "/virtual/prelude": "none", "/virtual/prelude/../x": "none",
		"/virtual/preludes/sub/a.h": "none", "/other": "none", "/virtual/prelude/": "none",
	} {
		if got := read(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func FuzzPositions(f *testing.F) {
	f.Add([]byte("aé𝄞b\r\n\xffz\n"), 3)
	f.Add([]byte("\xef\xbb\xbf\r\r\n\xf0\x9f"), 5)
	f.Add(bytes.Repeat([]byte("a\xff𝄞"), longLine), 2*longLine)
	f.Fuzz(func(t *testing.T, text []byte, offset int) {
		file := NewFile("/f", text)
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			p := file.Position(offset, enc)
			back, err := file.offset(p, enc)
			if err != nil || back > max(offset, 0) || file.Position(back, enc) != p {
				t.Fatalf("offset %d is %v, which is offset %d, %v", offset, p, back, err)
			}
		}
		// A client counts UTF-16 units of the text as it decoded it.
		for i := range file.Lines {
			line := file.Slice(file.LineSpan(i))
			end := file.Position(file.LineSpan(i).End, UTF16)
			if want := len(utf16.Encode([]rune(string(line)))); end.Column != want || end.Line != i {
				t.Fatalf("line %d %q ends at %v, want column %d", i, line, end, want)
			}
		}
		if !bytes.Equal(file.Text, text) {
			t.Fatal("text changed")
		}
	})
}
