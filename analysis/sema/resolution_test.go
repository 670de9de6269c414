package sema_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
	"cudals/analysis/types"
)

// spell writes a type as the tests' expectations do; "?" where it is unknown.
func spell(t *types.Type) string {
	base, suffix := declarator(t, "")
	return base + suffix
}

func declarator(t *types.Type, inner string) (base, suffix string) {
	cv := ""
	if t.CV&ast.Const != 0 {
		cv = "const "
	}
	switch t.Kind {
	case types.Unknown:
		return "?", inner
	case types.Basic:
		return cv + basicNames[t.Basic], inner
	case types.Pointer, types.LRef, types.RRef:
		op := map[types.Kind]string{types.Pointer: "*", types.LRef: "&", types.RRef: "&&"}[t.Kind] + strings.TrimSpace(cv)
		if t.Elem.Kind == types.Func || t.Elem.Kind == types.Array {
			return declarator(t.Elem, "("+op+inner+")")
		}
		return declarator(t.Elem, op+inner)
	case types.Array:
		return declarator(t.Elem, fmt.Sprintf("%s[%d]", inner, t.Len))
	case types.Func:
		var ps []string
		for _, p := range t.Params {
			ps = append(ps, spell(p))
		}
		return declarator(t.Elem, inner+"("+strings.Join(ps, ", ")+")")
	case types.Class, types.Enum:
		name := cv + t.Decl.EntityName()
		if c, ok := t.Decl.(*sema.Class); ok && c.Template != nil {
			name += "<" + strings.Join(spellArgs(c.Args), ", ") + ">"
		}
		return name, inner
	}
	return fmt.Sprintf("kind%d", t.Kind), inner
}

func spellArgs(args []types.Arg) []string {
	var out []string
	for _, a := range args {
		switch a.Kind {
		case types.TypeArg:
			out = append(out, spell(a.Type))
		case types.ValueArg:
			out = append(out, fmt.Sprint(a.Value.Int))
		case types.TemplateArg:
			out = append(out, a.Template.EntityName())
		case types.PackArg:
			out = append(out, spellArgs(a.Pack)...)
		default:
			out = append(out, "?")
		}
	}
	return out
}

var basicNames = map[ast.BuiltinKind]string{
	ast.Void: "void", ast.Bool: "bool", ast.CharT: "char", ast.UChar: "unsigned char", ast.Short: "short", ast.Int: "int",
	ast.UInt: "unsigned int", ast.Long: "long", ast.ULong: "unsigned long", ast.LongLong: "long long", ast.Float: "float",
	ast.Double: "double", ast.NullptrT: "nullptr_t",
}

// expectation is `using name = type; // want` in a test text. A want of "!" stands for an ill-formed declaration.
var expectation = regexp.MustCompile(`(?m)^using (\w+) = .*; // (.*)$`)

func corpora(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/overload/*.cpp")
	if err != nil || len(paths) == 0 {
		t.Fatal("no test texts", err)
	}
	texts := make(map[string]string)
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(p), ".cpp")] = string(data)
	}
	return texts
}

func stdOf(name string) int {
	if strings.HasSuffix(name, "20") {
		return 20
	}
	return 17
}

// TestResolution types the expressions of the texts in testdata/overload; which function a call means shows in its type.
func TestResolution(t *testing.T) {
	for file, text := range corpora(t) {
		t.Run(file, func(t *testing.T) {
			u := semtest.Unit(t, text, stdOf(file))
			for _, m := range expectation.FindAllStringSubmatch(text, -1) {
				name, want := m[1], m[2]
				if want == "!" {
					want = "?"
				}
				if got := spell(semtest.TypeNamed(t, u, name)); got != want {
					t.Errorf("%s: got %s, want %s", name, got, want)
				}
			}
		})
	}
}

// TestExpectationsHold asks a real compiler whether the texts' expectations are those of C++.
func TestExpectationsHold(t *testing.T) {
	gxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++ to ask")
	}
	for file, text := range corpora(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			for _, line := range strings.Split(text, "\n") {
				m := expectation.FindStringSubmatch(line)
				if m != nil && m[2] == "!" {
					line = ""
				}
				fmt.Fprintln(&b, line)
				if m != nil && m[2] != "!" {
					fmt.Fprintf(&b, "static_assert(__is_same(%s, %s), \"\");\n", m[1], m[2])
				}
			}
			cmd := exec.Command(gxx, fmt.Sprintf("-std=c++%d", stdOf(file)), "-w", "-fsyntax-only", "-xc++", "-")
			cmd.Stdin = strings.NewReader(b.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestUnknown: what is not known makes a call unknown only where it could change the answer.
func TestUnknown(t *testing.T) {
	for name, text := range map[string]string{
		"argument": `
struct R1 {}; struct R2 {};
R1 one(int);
using only_candidate = decltype(one(mystery)); // R1
R1 two(int); R2 two(double);
using could_be_either = decltype(two(mystery)); // ?
R1 same(int, int); R2 same(int, double);
using same_parameter = decltype(same(mystery, 1)); // R1
R1 crossed(int, double); R2 crossed(double, int);
using crossed_parameters = decltype(crossed(mystery, 1)); // ?
R1 arity(int); R2 arity(int, int);
using by_arity = decltype(arity(mystery, 1)); // R2
template <class T> R1 deduced(T, int); template <class T> R2 deduced(T, int, int);
using unknown_instance = decltype(deduced(mystery, 1)); // ?
struct Known { operator int() const; }; extern Known known;
using builtin = decltype(known + mystery); // ?
R1 elsewhere(int); namespace n { struct A {}; R2 elsewhere(A); }
using another_namespace = decltype(elsewhere(mystery)); // ?
R1 befriended(int); class F { friend R2 befriended(F); };
using friend_function = decltype(befriended(mystery)); // ?
`,
		"the first failure of a substitution": `
struct R1 {}; struct R2 {};
R1 crossed(int, double); R2 crossed(double, int);
template <class T, class = typename T::none, class = decltype(crossed(mystery, T()))> R2 ends(T);
R1 ends(...);
using certain = decltype(ends(1)); // R1
template <class T, class = decltype(crossed(mystery, T())), class = typename T::none> R2 begins(T);
R1 begins(...);
using uncertain = decltype(begins(1)); // ?
`,
		"user conversions": `
struct R1 {}; struct R2 {};
struct Raw { unsigned short x, y; };
struct Half { operator float() const; operator unsigned short() const; };
struct Pair { Half x, y; Pair(const Half &, const Half &); };
struct Source { operator Pair() const; operator Raw() const; };
R1 first(const Pair &&); R2 first(const Raw &);
using rvalue_of_list = decltype(first({Half(), Half()})); // R1
using rvalue_of_object = decltype(first(Source())); // R1
R1 second(const Pair &); R2 second(Raw &&);
using rvalue_of_aggregate = decltype(second({Half(), Half()})); // R2
R1 neither(Pair); R2 neither(const Raw &);
using value_or_reference = decltype(neither({Half(), Half()})); // ?
R1 both(Pair &&); R2 both(Raw &&);
using two_rvalues = decltype(both(Source())); // ?
`,
		"arguments of variable templates": `
struct R1 {}; struct R2 {};
template <bool, class T = void> struct enable_if {}; template <class T> struct enable_if<true, T> { using type = T; };
template <class T> constexpr bool any = true;
template <class T, class = void> struct Is { using type = R2; };
template <class T> struct Is<T, typename enable_if<any<typename T::value_type>>::type> { using type = R1; };
enum Cell { First }; struct Has { using value_type = int; };
using no_such_member = Is<Cell>::type; // R2
using has_it = Is<Has>::type; // R1
using who_knows = Is<Mystery>::type; // ?
`,
		"class without a definition": `
struct R1 {}; struct R2 {};
struct Later; struct Other;
R1 standard(double); R2 standard(Later);
using number = decltype(standard(1)); // R1
R1 enumeration(int); R2 enumeration(const Later &); enum E { First };
using promoted = decltype(enumeration(First)); // R1
R1 ellipsis(...); R2 ellipsis(Later);
using worse_than_any = decltype(ellipsis(1)); // ?
R1 crossed(double, Later); R2 crossed(Later, double);
using each_may_be_better = decltype(crossed(1, 1)); // ?
R1 classes(const Other &); R2 classes(Later); extern Other other;
using may_be_a_base = decltype(classes(other)); // ?
struct Half { Half(float); explicit Half(Later); Half(int); };
struct Holder { Half h; R1 operator()(Half); };
using constructed = decltype(Half(0.5f)); // Half
`,
		"explicit value": `
struct R1 {}; struct R2 {}; struct R3 {};
enum class Kind { One, Two }; enum Plain { First };
template <Kind K> R1 scoped(); template <unsigned long I> R2 scoped();
using integer = decltype(scoped<0ul>()); // R2
using enumerator = decltype(scoped<Kind::Two>()); // R1
template <Plain K> R1 plain(); template <char I> R2 plain();
using integer_not_plain = decltype(plain<0>()); // R2
using plain_is_itself = decltype(plain<First>()); // ?
template <Plain... K> R1 pack(); template <int... I> R2 pack();
using integers = decltype(pack<0, 1>()); // R2
template <Kind K> R1 other(); template <Plain K> R2 other();
using other_enumeration = decltype(other<First>()); // R2
template <class T, T v> struct Constant { constexpr operator T() const { return v; } };
struct Number { int n; constexpr operator int() const { return n; } };
template <int> struct Is {}; template <int I> Is<I> number();
auto parameter(Constant<int, 4> c) { return number<c>(); }
using conversion_of_parameter = decltype(parameter({})); // Is<4>
auto unread(Number c) { return number<c>(); }
using reads_the_object = decltype(unread({})); // ?
`,
		"candidate": `
#include "missing.h"
struct R1 {}; struct R2 {};
R1 exact(int); template <class T> typename Mystery<T>::type exact(T);
using exact_beats_template = decltype(exact(1)); // R1
using template_may_win = decltype(exact('c')); // ?
R1 sink(...); R2 sink(int *);
using literal_known = decltype(sink(1)); // R1
R1 ref(const int &); template <class T> typename Mystery<T>::type ref(T &&);
extern const int ci;
using exact_reference = decltype(ref(ci)); // R1
using better_reference = decltype(ref(1)); // ?
R1 one(int);
using missing_header = decltype(one(mystery)); // ?
`,
	} {
		t.Run(name, func(t *testing.T) {
			u := semtest.Unit(t, text, 17)
			for _, m := range expectation.FindAllStringSubmatch(text, -1) {
				if got := spell(semtest.TypeNamed(t, u, m[1])); got != m[2] {
					t.Errorf("%s: got %s, want %s", m[1], got, m[2])
				}
			}
		})
	}
}
