package engine_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// brokenProgram is a small program, most likely ill-formed. Its names are so few that what it declares soon asks about itself.
func brokenProgram(r *rand.Rand) string {
	g := &gen{Rand: r}
	for range 2 + r.IntN(6) {
		g.decl()
		g.put(g.pick("\n", "\n", "\n", " ", ""))
	}
	text := g.String()
	for range r.IntN(3) {
		text = slip(r, text)
	}
	return text
}

type gen struct {
	*rand.Rand
	strings.Builder
	depth int
}

func (g *gen) put(words ...string) {
	for _, w := range words {
		g.WriteString(w)
	}
}

func (g *gen) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g *gen) chance(percent int) bool { return g.IntN(100) < percent }

func (g *gen) class() string    { return g.pick("A", "B", "E") }
func (g *gen) template() string { return g.pick("C", "D", "G") }
func (g *gen) variable() string { return g.pick("v", "w") }
func (g *gen) function() string { return g.pick("f", "g", "operator()", "begin") }

func (g *gen) space() string {
	return g.pick("", "", "", "__device__ ", "__host__ __device__ ", "__global__ ", "constexpr ", "inline ", "static ", "virtual ",
		"__shared__ ", "__constant__ ", "consteval ", "friend ", "explicit ")
}

// name is a type: soon a class that is being defined.
func (g *gen) typ() string {
	if g.depth++; g.depth > 6 {
		g.depth--
		return "int"
	}
	defer func() { g.depth-- }()
	switch g.IntN(24) {
	case 0, 1:
		return g.pick("int", "float", "void", "auto", "bool")
	case 2, 3, 4, 5, 6, 7:
		return g.class()
	case 8, 9, 10:
		return g.template() + "<" + g.typ() + ">"
	case 11:
		return g.template() + "<" + g.template() + "<" + g.typ() + ">>"
	case 12:
		return g.typ() + g.pick(" *", " &", " &&", " const", " *const")
	case 13:
		return "decltype(" + g.expr() + ")"
	case 14:
		return g.pick("typename ", "") + g.template() + "<" + g.typ() + ">::" + g.pick("type", "m", "A", "C<int>")
	case 15:
		return g.class() + "::" + g.pick("A", "B", "E", "type", "m", "v")
	case 16:
		return g.pick("T", "T", "Ts...", "P", "P")
	case 17:
		return g.typ() + " (*)(" + g.typ() + ")"
	case 18:
		return g.pick("struct ", "enum ", "union ") + g.class()
	case 19:
		return g.template() + "<" + g.pick("1", "sizeof("+g.typ()+")", g.expr(), "", "T...") + ">"
	case 20:
		return g.typ() + " " + g.class() + "::*"
	case 21:
		return g.pick("decltype(auto)", "auto &", "const auto", g.template())
	case 22:
		return g.typ() + "[" + g.pick("2", g.expr(), "sizeof("+g.typ()+")", "") + "]"
	}
	return g.pick("P", "T", "int")
}

func (g *gen) expr() string {
	if g.depth++; g.depth > 6 {
		g.depth--
		return g.pick("1", "v", "x")
	}
	defer func() { g.depth-- }()
	switch g.IntN(30) {
	case 0, 1:
		return g.pick("1", "0", "nullptr", `"s"`, "true", "1.f")
	case 2, 3:
		return g.variable()
	case 4:
		return g.pick("x", "y", "m", "this", "*this")
	case 5, 6, 7:
		return g.typ() + g.pick("()", "{}", "("+g.expr()+")", "{"+g.expr()+"}", "{"+g.expr()+", "+g.expr()+"}")
	case 8, 9:
		return g.function() + "(" + g.exprs() + ")"
	case 10:
		return g.expr() + g.pick(".", "->") + g.pick("m", "f", "g", "x", "operator()") + g.pick("", "("+g.exprs()+")")
	case 11, 12:
		return g.expr() + g.pick(" == ", " <=> ", " + ", " < ", ", ", " && ", " << ", " ->* ") + g.expr()
	case 13:
		return g.pick("!", "*", "&", "-", "++", "~") + g.expr()
	case 14:
		return "sizeof(" + g.pick(g.typ(), g.expr()) + ")"
	case 15, 16:
		return "noexcept(" + g.expr() + ")"
	case 17:
		return "new " + g.typ() + g.pick("", "()", "["+g.expr()+"]", "{"+g.exprs()+"}")
	case 18:
		return "delete " + g.expr()
	case 19, 20:
		return "[" + g.pick("=", "&", "", "this", "v", "x = "+g.expr(), "=, v") + "] " + g.pick("", "__device__ ", "__host__ __device__ ") +
			g.pick("", "("+g.params()+") ", "(auto x) ") + g.pick("", "mutable ", "-> "+g.typ()+" ") + "{ " + g.stmts() + " }"
	case 21:
		return g.pick("static_cast", "dynamic_cast", "const_cast") + "<" + g.typ() + ">(" + g.expr() + ")"
	case 22:
		return g.class() + "::" + g.pick("f", "g", "m", "v", "A", "~A") + g.pick("", "("+g.exprs()+")")
	case 23:
		return g.function() + "<" + g.typ() + ">" + g.pick("", "("+g.exprs()+")", "<<<1, 1>>>("+g.exprs()+")")
	case 24:
		return g.expr() + " ? " + g.expr() + " : " + g.expr()
	case 25:
		return g.pick("__is_trivially_copyable", "__is_empty", "__is_constructible", "__is_polymorphic", "__has_trivial_copy", "__is_literal_type",
			"__is_assignable", "__is_standard_layout", "__has_unique_object_representations", "__is_nothrow_constructible", "__is_aggregate",
			"__is_base_of", "__is_convertible_to", "alignof", "__has_virtual_destructor") + "(" + g.typ() + g.pick("", ", "+g.typ()) + ")"
	case 26:
		return g.pick("K<"+g.typ()+">", "requires { "+g.expr()+"; }", "requires ("+g.params()+") { "+g.expr()+"; }")
	case 27:
		return "(" + g.expr() + ")"
	case 28:
		return g.expr() + "[" + g.expr() + "]"
	}
	return g.function()
}

func (g *gen) exprs() string {
	var out []string
	for range g.IntN(3) {
		out = append(out, g.expr())
	}
	return strings.Join(out, ", ")
}

func (g *gen) params() string {
	var out []string
	for range g.IntN(3) {
		p := g.typ() + " " + g.pick("", "x", "y", "&x", "*y", "&&x", "...x")
		if g.chance(20) {
			p += " = " + g.expr()
		}
		out = append(out, p)
	}
	return strings.Join(out, ", ")
}

func (g *gen) head() string {
	return "template <" + g.pick("class T", "class T", "class T", "typename... Ts", "class T = "+g.typ(), "int N", "class T, class P = T",
		"auto N", "template <class> class P", "class T, class P", "K T", "int N = "+g.expr(), "", "T", "class T, class = decltype("+g.expr()+")") + "> " +
		g.pick("", "", "", "requires "+g.expr()+" ")
}

func (g *gen) stmts() string {
	if g.depth++; g.depth > 6 {
		g.depth--
		return "return 1;"
	}
	defer func() { g.depth-- }()
	var out []string
	for range g.IntN(3) {
		out = append(out, g.pick(
			"return "+g.expr()+";", "return "+g.expr()+";", g.expr()+";", g.typ()+" x = "+g.expr()+";", g.typ()+" y("+g.exprs()+");", g.typ()+" x;",
			"auto x = "+g.expr()+";", "if ("+g.pick("", "constexpr ")+g.expr()+") "+g.expr()+";", "for (auto x : "+g.expr()+") "+g.expr()+";",
			"for (;;) { "+g.expr()+"; }", "while ("+g.expr()+") ++v;", "switch ("+g.expr()+") { case "+g.expr()+": break; }",
			"auto [x, y] = "+g.expr()+";", "static "+g.typ()+" x = "+g.expr()+";", "__shared__ "+g.typ()+" x;", "struct A : "+g.typ()+" { "+g.typ()+" m; } x;",
			"using T = "+g.typ()+";", "return;", "throw "+g.expr()+";", "static_assert("+g.expr()+");", "co_return "+g.expr()+";"))
	}
	return strings.Join(out, " ")
}

func (g *gen) functionDecl(name string) {
	g.put(g.space(), g.pick(g.typ(), g.typ(), "auto"), " ", name, "(", g.params(), ")", g.pick("", "", " const", " noexcept", " noexcept("+g.expr()+")",
		" override", " &&"), g.pick("", "", " -> "+g.typ(), " requires "+g.expr()), g.pick(" { "+g.stmts()+" }", " { return "+g.expr()+"; }", ";", " = default;", " = delete;", "", " = 0;"))
}

func (g *gen) member(class string) {
	switch g.IntN(24) {
	case 0, 1, 2, 3, 4:
		g.put(g.pick("", "", "", "static ", "const ", "mutable ", "static constexpr ", "inline static "), g.typ(), " ", g.pick("m", "m", "v", "x", "*m", "&m", "m[2]"),
			g.pick("", "", "", " = "+g.expr(), "{"+g.exprs()+"}"), ";")
	case 5, 6:
		g.put(g.space(), class, "(", g.params(), ")", g.pick("", " noexcept("+g.expr()+")", " noexcept", " : "+g.pick("m", class, g.typ())+"("+g.exprs()+")"),
			g.pick(" = default;", " = default;", " { "+g.stmts()+" }", ";", " = delete;"))
	case 7:
		g.put(g.space(), class, "(const ", class, " &", ")", g.pick(" = default;", " = delete;", " { }", ";"))
	case 8:
		g.put(g.space(), g.pick("~", "virtual ~"), class, "()", g.pick(" = default;", " { "+g.stmts()+" }", ";", " noexcept("+g.expr()+");"))
	case 9:
		g.put(g.space(), class, " &operator=(", g.pick("const "+class+" &", class+" &&", class, g.typ()), ")", g.pick(" = default;", " { return *this; }", ";"))
	case 10, 11:
		g.put(g.space(), g.pick("bool", "auto", "int"), " operator", g.pick("==", "<=>", "!=", "<"), "(const ", class, " &) const", g.pick(" = default;", " { return "+g.expr()+"; }"))
	case 12:
		g.put(g.space(), "operator ", g.typ(), "()", g.pick(" const", ""), g.pick(" { "+g.stmts()+" }", ";", " = default;"))
	case 13:
		g.put("using ", g.pick(g.typ()+"::"+g.pick(class, "f", "m", "operator="), "type = "+g.typ(), "A = "+g.typ()), ";")
	case 14:
		g.put("friend ", g.pick("struct "+g.class(), "auto operator==("+g.params()+") = default", g.typ(), g.typ()+" f("+g.params()+")"), ";")
	case 15:
		g.put("struct { ", g.typ(), " m; } ", g.pick("", "x"), ";")
	case 16:
		g.put("enum ", g.pick("A", "", "class B"), " { x = ", g.expr(), ", y };")
	case 17, 18:
		g.decl()
	default:
		g.functionDecl(g.function())
	}
	g.put(" ")
}

func (g *gen) classDecl(key, name string) {
	g.put(key, " ", name)
	if g.chance(30) {
		g.put(" : ", g.pick("", "", "virtual ", "private "), g.typ())
		if g.chance(25) {
			g.put(", ", g.pick("", "virtual "), g.typ())
		}
	}
	g.put(" { ")
	for range g.IntN(4) {
		g.member(strings.TrimRight(name, "<>T*int "))
	}
	g.put(g.pick("}", "}", "}", "}", "", ")"), g.pick("", "", "", " v", " w = "+g.expr()), g.pick(";", ";", ";", ";", ""))
}

func (g *gen) decl() {
	if g.depth++; g.depth > 4 {
		g.depth--
		g.put("int v;")
		return
	}
	defer func() { g.depth-- }()
	switch g.IntN(20) {
	case 0, 1, 2, 3, 4:
		g.classDecl(g.pick("struct", "struct", "class", "union"), g.class())
	case 5, 6, 7, 8:
		g.put(g.head())
		g.classDecl("struct", g.pick(g.template(), g.template(), g.template()+"<int>", g.template()+"<T *>", g.template()+"<"+g.typ()+">"))
	case 9:
		g.put("struct ", g.class(), ";")
	case 10:
		g.put(g.pick("", "", "__device__ ", "__constant__ ", "constexpr ", "__shared__ ", "const ", "extern "), g.typ(), " ", g.variable(), g.pick("", " = "+g.expr(), "{"+g.exprs()+"}", "("+g.exprs()+")"), ";")
	case 11:
		g.put(g.pick("typedef "+g.typ()+" "+g.class(), "using "+g.class()+" = "+g.typ(), g.head()+"using "+g.template()+" = "+g.typ()), ";")
	case 12, 13:
		g.put("__global__ void k", fmt.Sprint(g.IntN(9)), "(", g.params(), ") { ", g.stmts(), " ", g.stmts(), " }")
	case 14:
		g.put(g.head())
		g.functionDecl(g.function())
	case 15:
		g.put("template <class T> concept K = ", g.expr(), ";")
	case 16:
		g.put(g.pick("namespace N { ", "inline namespace M { ", "extern \"C\" { "))
		g.decl()
		g.put(" }")
	case 17:
		g.put(g.pick("", "", g.head()), g.typ(), " ", g.pick(g.class(), g.template()+"<T>"), "::", g.pick("f", "A", "m", "operator=="), g.pick("("+g.params()+") { "+g.stmts()+" }", " = "+g.expr()+";"))
	case 18:
		g.put(g.pick(g.template()+"("+g.params()+") -> "+g.typ()+";", "template struct "+g.template()+"<"+g.typ()+">;", "template <> struct "+g.template()+"<"+g.typ()+"> { };",
			"static_assert("+g.expr()+");", "using namespace N;", "#define "+g.class()+" "+g.class()))
	default:
		g.functionDecl(g.function())
	}
}
