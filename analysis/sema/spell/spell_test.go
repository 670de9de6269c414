package spell_test

import (
	"strings"
	"testing"

	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
	"cudals/analysis/sema/spell"
)

func TestFunc(t *testing.T) {
	u := semtest.Unit(t, `
namespace n {
template <class T, int N, template <class> class C, class... Rest>
struct Cell {
  Cell(T);
  void set(const T &, int (&)[N], C<T>, Rest *...);
  template <class U> U as(typename T::type, typename U::template of<T>::type);
  operator T *() const;
  struct In { void run(T); };
};
}
template <class F> void apply(F f, int (*g)(F), decltype(F()()) *);
void plain(int, const char *const *, ...);
void invented(auto x);
`, 20)
	want := map[string]string{
		"Cell":     "n::Cell<T, N, C, Rest...>::Cell(T)",
		"set":      "n::Cell<T, N, C, Rest...>::set(const T &, int (&)[…], C<T>, Rest *...)",
		"as":       "n::Cell<T, N, C, Rest...>::as(typename T::type, typename U::of<T>::type)",
		"run":      "n::Cell<T, N, C, Rest...>::In::run(T)",
		"apply":    "apply(F, int (*)(F), (dependent) *)",
		"plain":    "plain(int, const char *const *, ...)",
		"invented": "invented(auto)",
	}
	for _, f := range u.Enumerate(func(*sema.Chunk) bool { return true }).Funcs {
		got := spell.Func(u, f)
		name := f.EntityName()[strings.LastIndex(f.EntityName(), ":")+1:]
		if w, ok := want[name]; ok && got != w {
			t.Errorf("%s, want %s", got, w)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s is missing", name)
	}
}

func TestLongNames(t *testing.T) {
	u := semtest.Unit(t, `
namespace library { inline namespace version_12_4_131 {
template <class T> struct iterator_over_a_range {};
template <class T, class U> struct adaptor_with_a_predicate {};
template <class T> void few(T);
template <class T, class... A> void many(T, A...);
}
template void few(iterator_over_a_range<adaptor_with_a_predicate<int, iterator_over_a_range<double>>>);
template void many(iterator_over_a_range<adaptor_with_a_predicate<int, iterator_over_a_range<double>>>, iterator_over_a_range<int>,
	adaptor_with_a_predicate<int, double>);
}
`, 17)
	got := map[string]bool{}
	for _, f := range u.Enumerate(func(*sema.Chunk) bool { return true }).Instantiated {
		got[spell.Func(u, f)] = true
	}
	for _, want := range []string{
		"library::few<…>(library::iterator_over_a_range<…>)", "library::many<…>(…)",
	} {
		if !got[want] {
			t.Errorf("%s is missing in %v", want, got)
		}
	}
}
