package engine

import (
	"context"
	"testing"

	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// TestSigns: what says that a text is C++20, and what does not.
func TestSigns(t *testing.T) {
	for text, want := range map[string]bool{
		"template <class T> concept C = true;":                              true,
		"template <class T> requires true void f();":                        true,
		"template <class T> requires (sizeof(T) > 1) void f();":             true,
		"template <class T> void f(T) requires C<T>;":                       true,
		"constexpr bool b = requires { f(); };":                             true,
		"auto f = []<class T>(T x) { return x; };":                          true,
		"consteval int f();":                                                true,
		"constinit int x = 1;":                                              true,
		"task f() { co_return; }":                                           true,
		"bool f(A a, A b) { return (a <=> b) < 0; }":                        true,
		"using enum E;":                                                     true,
		"std::span<int> s;":                                                 true,
		"#include <ranges>":                                                 true,
		"#if __cplusplus >= 202002L\ntemplate <A T> concept C = 1;\n#endif": false,
		"cuda::std::span<int> s;":                                           false,
		"mine::span<int> s; int span, concept, requires, consteval;":        false,
		"int x = a[i] < b; f(requires); g(concept = 1);":                    false,
		"#include <vector>\n#include \"mine.h\"":                            false,
	} {
		cache := preprocess.NewCache(token.NewInterner(), source.NewOverlay(nil))
		pp, err := preprocess.Expand(context.Background(), cache, source.NewFile("/a.cu", []byte(text+"\n")), &preprocess.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if got := (signs{in: cache.Interner()}).unit(pp); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
