package engine_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// growingProgram is a program whose templates ask for instances of themselves and of each other with ever larger arguments: types that
// hold a type twice, packs that double, closures of closures, classes that are local to the instances. Now and then a slip is in it.
func growingProgram(r *rand.Rand) string {
	g := &grower{gen: gen{Rand: r}}
	g.put("template <class T> struct W { T a; };\ntemplate <class A, class B> struct P { A a; B *b; };\n" +
		"template <class... T> struct L {};\ntemplate <class T> T &&decl();\n")
	for range 2 + r.IntN(4) {
		if g.chance(33) {
			g.addClass()
		} else {
			g.addFunction()
		}
	}
	g.put(g.pick("__global__ ", "", "__device__ ", "__host__ __device__ "), "void run(int *o) {\n")
	for _, f := range g.functions {
		g.put("    ", f, "(", g.pick("1", "o", "[=] __device__ (int x) { return x; }", "W<int>{}", "P<int, int>{}, 1, o"), ");\n")
	}
	for _, c := range g.classes {
		g.put("    ", c, "<", g.pick("int", "int *", "W<int>"), "> x", c, "; x", c, ".f(); (void)(x", c, " + x", c, ");\n")
	}
	g.put("}\n")
	if text := g.String(); !g.chance(30) {
		return text
	}
	return slip(r, g.String())
}

type grower struct {
	gen
	classes, functions []string
	names              int
}

func (g *grower) fresh(letter string) string {
	g.names++
	return letter + strconv.Itoa(g.names)
}

// wrap is a type that is larger than t.
func (g *grower) wrap(t string) string {
	return strings.ReplaceAll(g.pick("W<%>", "P<%, %>", "L<%, %>", "% *", "W<% *>", "const %", "L<%>", "P<W<%>, %>", "% (*)(%)", "%[2]", "% &"), "%", t)
}

func (g *grower) where() string {
	return g.pick("__device__ ", "__host__ __device__ ", "", "constexpr ", "__host__ __device__ constexpr ")
}

// fill puts the words for what stands in a pattern: $ is the entity's own name, % is t, # a larger type, @ where a function runs.
func (g *grower) fill(pattern, own, t string) string {
	var b strings.Builder
	for _, c := range pattern {
		switch c {
		case '$':
			b.WriteString(own)
		case '#':
			b.WriteString(g.wrap(t))
		case '@':
			b.WriteString(g.where())
		case '%':
			b.WriteString(t)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (g *grower) addClass() {
	own, t := g.fresh("C"), "T"
	head := g.pick("class T", "class... T", "class T, class U = W<T>")
	if head == "class... T" {
		t = "L<T...>"
	}
	g.put("template <", head, "> struct ", own,
		g.fill(g.pick("", " : $<#>", " : #", " : W<$<%>>", " : L<$<#>>", " : virtual W<int>"), own, t), " {\n")
	for range 1 + g.IntN(4) {
		g.put("    ", g.fill(g.pick("using N = $<#>;", "typename $<#>::N m;", "static @auto f() { return $<#>::f(); }", "@$($<#> = {});",
			"@operator $<#>() const;", "template <class V> @operator V() const { return V($<V *>{}); }",
			"static constexpr int v = $<#>::v + sizeof(#);", "$<#> *operator->();", "@~$() { $<#> x; }",
			"template <class V> @$(V v) : $(W<V>{}) {}", "friend @auto operator+($ a, $ b) { return $<#>{} + $<#>{}; }", "% x; % y;",
			"template <class V> @auto g(V v) { return this->g(P<V, V>{}); }", "@auto h() const noexcept(noexcept($<#>{}.h()));",
			"virtual @$<#> *c() { return new $<#>; }", "bool operator==(const $ &) const = default;", "enum { e = sizeof($<#>) };",
			"decltype($<#>::f()) z;", "$() = default; $ *next;"), own, t), "\n")
	}
	g.put("};\n")
	if g.chance(30) {
		g.put("template <class T> ", own, "(T) -> ", own, "<", g.wrap("T"), ">;\n")
	}
	g.classes = append(g.classes, own)
}

// arg is an argument that is larger than t, a parameter of type T.
func (g *grower) arg(t string) string {
	return g.fill(g.pick("#{}", "t", "[=] (% x) { return t; }", "[] __host__ __device__ (% x) { return x; }", "[=] __device__ (# x) {}",
		"[&] (auto x) { return x(x); }", "[=] (auto... x) { return L<decltype(x)..., decltype(x)...>{}; }", "loc{}", "&t", "decl<#>()",
		"[u = t] (% x = {}) mutable { struct in { % v; }; return in{x}; }", "{t, t}", "{}"), "", t)
}

func (g *grower) addFunction() {
	own, t := g.fresh("f"), "T"
	g.functions = append(g.functions, own)
	where, head := g.pick(g.where(), g.where(), "__global__ "), g.pick("class T", "class T, int N = 3", "class T, class U = W<T>", "class... T")
	param, result := g.pick("T t", "const T &t", "T &&t", "T t, W<T> *q = nullptr"), g.pick("auto", "void", "decltype(auto)")
	if head == "class... T" {
		t, param = "L<T...>", "T... ts"
	}
	if where == "__global__ " {
		result = "void"
	}
	g.put("template <", head, "> ", where, result, " ", own, "(", param, ") {\n")
	if t != "T" {
		g.put("    L<T...> t;\n")
	}
	g.put("    ", g.fill("struct loc { % x; # y; };", "", t), "\n")
	for i := range 1 + g.IntN(4) {
		g.put("    ", g.statement(t, strconv.Itoa(i)), "\n")
	}
	g.put(g.pick("", "    return "+own+"("+g.arg(t)+");\n", "    return t;\n"), "}\n")
}

func (g *grower) statement(t, number string) string {
	if len(g.classes) > 0 && g.chance(40) {
		return g.fill(g.pick("$<#> o"+number+";", "$ o"+number+"{t};", "$<%>::f();", "# o"+number+" = $<%>{};", "auto o"+number+" = $<%>{} + $<%>{};",
			"static $<#> o"+number+";", "$<%>{} == $<%>{};", "delete new $<#>;"), g.pick(g.classes...), t)
	}
	args := g.arg(t)
	if t != "T" {
		args = g.pick("ts...", "ts..., ts...", args, "W<T>{}...")
	}
	return strings.ReplaceAll(g.fill(g.pick("$(%);", "$(%);", "$<<<1, 1>>>(%);", "auto l"+number+" = [=] (auto v) { return $(%); }; l"+number+"(l"+number+");",
		"decltype($(%)) *d"+number+";", "if constexpr (sizeof($(%)) > 4) {}", "for (int i = 0; i < 1 << 30; ++i) $(%);"), g.pick(g.functions...), "~"), "~", args)
}
