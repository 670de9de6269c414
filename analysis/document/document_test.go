package document

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/analysis/source"
)

const sample = `#include <a.h>
#include <b.h>

// one
// two
template <typename T>
__global__ void __launch_bounds__(256, 2) k(const T* __restrict__ p, int n) {
  __shared__ float s[32];
  if (p) {
    s[0] = "<<<"[0];
  }
}

int main() {
  /* a
     b */
  k<float><<<dim3(1), 256>>>(
      nullptr, 1);
#if A
  f();
#else
  g();
#endif
}
`

func TestRuntime(t *testing.T) {
	if !runtimeLinked() {
		t.Fatal("a function of the tree-sitter runtime is missing from the program")
	}
}

func TestLift(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"k<<<g, b>>>(a);", "k  (g, b)  (a);"},
		{"k<<<g[a>>>b], 1>>>(a);", "k  (g[a>>>b], 1)  (a);"},
		{"a <<< b;\nc >>> d;", "a <<< b;\nc >>> d;"},
		{"__device__ int x;", "           int x;"},
		{"__launch_bounds__(1,\n2) f", "                    \n   f"},
		{`"__device__" '<' R"a(<<<)a" 1'000 // __host__`, `"__device__" '<' R"a(<<<)a" 1'000 // __host__`},
		{"/* <<<", "/* <<<"},
		{"__launch_bounds__ x", "                  x"},
	} {
		if got := string(lift([]byte(test.text))); got != test.want {
			t.Errorf("lift(%q)\n got %q\nwant %q", test.text, got, test.want)
		}
	}
}

func update(t testing.TB, d *Document, text string) {
	t.Helper()
	if err := d.Update(t.Context(), []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func TestFolds(t *testing.T) {
	d := New()
	defer d.Close()
	update(t, d, sample)
	var got []string
	for _, f := range d.Folds() {
		text := sample[f.Span.Start:f.Span.End]
		first, _, _ := strings.Cut(text, "\n")
		got = append(got, first+"…"+text[len(text)-1:])
	}
	want := []string{
		"#include <a.h>…>", "// one…o", "{…}", "{…}", "{…}", "/* a…/", "(…)", "#if A…f", "#else…;",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEnclosing(t *testing.T) {
	d := New()
	defer d.Close()
	if spans := d.Enclosing(source.Span{}); len(spans) != 0 {
		t.Error("spans without text:", spans)
	}
	update(t, d, sample)
	at := strings.Index(sample, "256>>>")
	var got []string
	for _, s := range d.Enclosing(source.Span{Start: at, End: at + 1}) {
		if text := sample[s.Start:s.End]; !strings.Contains(text, "\n") {
			got = append(got, text)
		}
	}
	if len(got) < 2 || got[0] != "256" || !strings.Contains(got[1], "dim3(1), 256") {
		t.Errorf("got %q", got)
		for _, s := range d.Enclosing(source.Span{Start: at, End: at + 1}) {
			t.Logf("%q", sample[s.Start:s.End])
		}
	}
	spans := d.Enclosing(source.Span{Start: at, End: at + 1})
	for i := 1; i < len(spans); i++ {
		if spans[i].Start > spans[i-1].Start || spans[i].End < spans[i-1].End || spans[i] == spans[i-1] {
			t.Errorf("%v does not enclose %v", spans[i], spans[i-1])
		}
	}
}

// TestIncremental types and undoes at random places: after each undo the tree is that of the text from scratch.
func TestIncremental(t *testing.T) {
	fresh := New()
	defer fresh.Close()
	update(t, fresh, sample)
	want := slices.Clone(fresh.flat())
	d := New()
	defer d.Close()
	update(t, d, sample)
	r := rand.New(rand.NewPCG(1, 2))
	typed := []string{"x", "{", "}", "<<<", "(", ";\n", "/*", "\"", "", "é", "__device__"}
	for range 200 {
		at := r.IntN(len(sample))
		cut := min(len(sample), at+r.IntN(8))
		update(t, d, sample[:at]+typed[r.IntN(len(typed))]+sample[cut:])
		for _, n := range d.flat() {
			if n.end < n.start || int(n.end) > len(d.lifted) {
				t.Fatalf("node [%d,%d) of %d bytes", n.start, n.end, len(d.lifted))
			}
		}
		d.Folds()
		d.Enclosing(source.Span{Start: at, End: at})
		update(t, d, sample)
		if got := d.flat(); !slices.Equal(got, want) {
			t.Fatalf("after an edit at %d was undone the tree differs", at)
		}
	}
}

func TestHostile(t *testing.T) {
	d := New()
	defer d.Close()
	for _, text := range []string{
		"", "\x00", "\xff\xfe", strings.Repeat("(", 20_000), strings.Repeat("f(a<b,c>(", 5_000), strings.Repeat("{", 20_000),
	} {
		if err := d.Update(t.Context(), []byte(text)); err != nil && !errors.Is(err, errTooSlow) {
			t.Errorf("%.20q: %v", text, err)
		}
		d.Folds()
		d.Enclosing(source.Span{Start: len(text) / 2, End: len(text) / 2})
	}
	if err := d.Update(t.Context(), make([]byte, maxText+1)); !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
	update(t, d, sample)
	if len(d.Folds()) == 0 {
		t.Error("no tree after a text that was too long")
	}
}

// looks is a context that counts how often it is asked whether it has ended, and ends when it was asked so often.
type looks struct {
	context.Context
	asked, end int
}

func (l *looks) Err() error {
	if l.asked++; l.asked == l.end {
		return context.Canceled
	}
	return nil
}

// TestSlow gives a text that takes longer than it may: whoever waits may go away at any time, and the next one does not wait again.
func TestSlow(t *testing.T) {
	d := New()
	defer d.Close()
	d.slices = 3
	slow := []byte("M(" + strings.Repeat("int v = 1; ", 20_000) + ")")
	for _, test := range []struct {
		end, asked int
		want       error
	}{{1, 1, context.Canceled}, {2, 2, context.Canceled}, {0, 3, errTooSlow}, {1, 0, errTooSlow}} {
		ctx := &looks{Context: t.Context(), end: test.end}
		if err := d.Update(ctx, slow); !errors.Is(err, test.want) || ctx.asked != test.asked {
			t.Errorf("%+v: asked %d times, %v", test, ctx.asked, err)
		}
	}
	update(t, d, sample)
	if len(d.Folds()) == 0 {
		t.Error("no tree after a text that was too slow")
	}
}

func FuzzDocument(f *testing.F) {
	f.Add(sample, sample[10:])
	f.Fuzz(func(t *testing.T, a, b string) {
		d := New()
		defer d.Close()
		for _, text := range []string{a, b, a} {
			if len(lift([]byte(text))) != len(text) {
				t.Fatal("lifting moved the text")
			}
			if err := d.Update(t.Context(), []byte(text)); err != nil {
				continue
			}
			for _, fold := range d.Folds() {
				if fold.Span.Start < 0 || fold.Span.End > len(text) || fold.Span.Start >= fold.Span.End {
					t.Fatalf("fold %v of %d bytes", fold.Span, len(text))
				}
			}
			d.Enclosing(source.Span{Start: len(text) / 2, End: len(text) / 2})
		}
	})
}
