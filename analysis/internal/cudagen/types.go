// Package cudagen writes random CUDA programs for tests of layouts: types of every make, kernels that take them, and variables in
// constant memory. The same seed gives the same program.
package cudagen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options say what programs may hold.
type Options struct {
	// Device: the types are for device code, where nvcc's tools disagree about some of the rarest.
	Device bool
}

// Type is a class, union or enumeration that a program defines.
type Type struct {
	Name string
	// Fields are the named members that have an offset.
	Fields []string
	// Class: no union and no enumeration, so that it may be a base.
	Class bool
	// Constant: an object may be a __constant__ variable, for its constructor does nothing.
	Constant bool
	// referring: it has a reference for a member; nontrivial: a constructor.
	referring, nontrivial bool
}

// Gen writes one program.
type Gen struct {
	*rand.Rand
	strings.Builder
	Options
	Types []Type
	names int
	pack  int // the value of #pragma pack, 0 for none
}

// New starts a program.
func New(seed uint64, o Options) *Gen {
	g := &Gen{Rand: rand.New(rand.NewPCG(seed, 0)), Options: o}
	g.WriteString("#ifndef __CUDACC__\n#define __host__\n#define __device__\n#define __align__(n) __attribute__((aligned(n)))\n#endif\n")
	g.WriteString("typedef int Aligned16 __attribute__((aligned(16)));\nusing Callback = int (*)(int, char);\n")
	g.WriteString("struct Some { int first; };\n")
	return g
}

// Linef writes a line.
func (g *Gen) Linef(format string, args ...any) { fmt.Fprintf(g, format+"\n", args...) }

// Name makes a name that the program has not.
func (g *Gen) Name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *Gen) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *Gen, of ...T) T { return of[g.IntN(len(of))] }

var scalars = []string{
	"bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
	"long long", "unsigned long long", "float", "double", "wchar_t", "char16_t", "char32_t", "__int128", "void *", "const int *",
	"Callback", "int Some::*", "int (Some::*)(int)", "decltype(nullptr)", "char **",
}

// Scalar is a scalar type.
func (g *Gen) Scalar() string { return scalars[g.IntN(len(scalars))] }

// Declare spells a declaration of a name with a type.
func Declare(typ, name string) string {
	if before, after, found := strings.Cut(typ, "::*"); found {
		if strings.HasPrefix(after, ")") {
			return before + "::*" + name + after
		}
		return before + "::*" + name
	}
	return typ + " " + name
}

// Any is a scalar type or one of the program's; ok decides which of these.
func (g *Gen) Any(ok func(*Type) bool) string {
	if len(g.Types) > 0 && g.chance(60) {
		for range 4 {
			if t := &g.Types[g.IntN(len(g.Types))]; ok(t) {
				return t.Name
			}
		}
	}
	return g.Scalar()
}

// Define writes the definition of one more type.
func (g *Gen) Define() {
	switch n := g.IntN(100); {
	case n < 8:
		g.enum()
	case n < 18:
		g.class("union")
	case n < 26:
		g.template()
	case n < 32 && g.pack == 0:
		g.pack = pick(g, 1, 2, 4, 8, 16)
		g.Linef("#pragma pack(push, %d)", g.pack)
		for range g.IntN(3) + 1 {
			g.class("struct")
		}
		g.Linef("#pragma pack(pop)")
		g.pack = 0
	default:
		g.class(pick(g, "struct", "struct", "class"))
	}
}

func (g *Gen) enum() {
	name := g.Name("E")
	switch g.IntN(5) {
	case 0:
		g.Linef("enum %s { %s_a, %s_b };", name, name, name)
	case 1:
		g.Linef("enum class %s : %s { a, b };", name, pick(g, "unsigned char", "short", "long long"))
	case 2:
		g.Linef("enum %s { %s_n = -1, %s_p };", name, name, name)
	case 3:
		g.Linef("enum %s { %s_big = 0x100000000ll };", name, name)
	case 4:
		g.Linef("enum __attribute__((packed)) %s { %s_a, %s_b = %d };", name, name, name, pick(g, 3, 200, 300, 70000))
	}
	g.Types = append(g.Types, Type{Name: name, Constant: true})
}

func (g *Gen) template() {
	name := g.Name("T")
	g.Linef("template <class A, class B, int N> struct %s {", name)
	t := Type{Class: true, Constant: true}
	for _, member := range []string{"A a", "B b[N]", "char c", "B *d", "short e[N + 1]"} {
		if g.chance(60) {
			g.Linef("  %s;", member)
		}
	}
	g.Linef("};")
	for range g.IntN(2) + 1 {
		arg := func() string {
			for len(g.Types) > 0 && g.chance(50) {
				if c := g.Types[g.IntN(len(g.Types))]; c.Constant && !c.referring && !c.nontrivial {
					return c.Name
				}
			}
			return pick(g, "char", "int", "double", "short", "float")
		}
		t.Name = g.Name("I")
		g.Linef("typedef %s<%s, %s, %d> %s;", name, arg(), arg(), g.IntN(5)+1, t.Name)
		g.Types = append(g.Types, t)
	}
}

func (g *Gen) class(key string) {
	t := Type{Name: g.Name("S"), Class: key != "union", Constant: true}
	attr := g.classAttr()
	t.Class = t.Class && (!g.Device || attr == "")
	g.Linef("%s %s%s%s {", key, attr, t.Name, g.bases(&t))
	if key == "class" && g.chance(60) {
		g.Linef("public:")
	}
	count := g.IntN(6)
	if g.chance(15) {
		count = 0
	}
	for range count {
		g.member(&t, key)
	}
	g.specials(&t, key)
	g.Linef("};")
	g.Types = append(g.Types, t)
}

func (g *Gen) classAttr() string {
	if g.pack > 0 || !g.chance(15) {
		return ""
	}
	form := g.IntN(5)
	if g.Device && form < 2 {
		form = 4
	}
	switch form {
	case 0:
		return "__attribute__((packed)) "
	case 1:
		return fmt.Sprintf("__attribute__((packed, aligned(%d))) ", pick(g, 2, 4, 8))
	case 2:
		return fmt.Sprintf("__align__(%d) ", pick(g, 2, 8, 16))
	}
	return fmt.Sprintf("alignas(%d) ", pick(g, 16, 32, 64, 128))
}

// bases are up to three different classes of the program.
func (g *Gen) bases(t *Type) string {
	if !t.Class || !g.chance(40) || g.Device && g.pack > 0 {
		return ""
	}
	var list []string
	used := map[string]bool{}
	most := 3
	if g.Device {
		most = 1
	}
	for range g.IntN(most) + 1 {
		if len(g.Types) == 0 {
			break
		}
		base := g.Types[g.IntN(len(g.Types))]
		if !base.Class || used[base.Name] {
			continue
		}
		used[base.Name] = true
		virtual := ""
		if g.chance(15) && !g.Device {
			virtual = "virtual "
			t.Constant = false
		}
		t.Constant = t.Constant && base.Constant
		t.referring = t.referring || base.referring
		t.nontrivial = t.nontrivial || base.nontrivial
		list = append(list, virtual+"public "+base.Name)
	}
	if len(list) == 0 {
		return ""
	}
	return " : " + strings.Join(list, ", ")
}

func (g *Gen) member(t *Type, key string) {
	name := g.Name("m")
	union := key == "union"
	inside := func(m *Type) bool { return !union || m.Constant && !m.referring && !m.nontrivial }
	note := func() { t.Fields = append(t.Fields, name) }
	typ := g.Any(inside)
	for i := range g.Types {
		if g.Types[i].Name == typ {
			t.Constant = t.Constant && g.Types[i].Constant
			t.referring = t.referring || g.Types[i].referring
			t.nontrivial = t.nontrivial || g.Types[i].nontrivial
		}
	}
	switch n := g.IntN(100); {
	case n < 40:
		g.Linef("  %s;", Declare(typ, name))
		note()
	case n < 55:
		g.Linef("  %s;", Declare(typ, fmt.Sprintf("%s[%d]", name, pick(g, 1, 2, 3, 5, 7))))
		note()
	case n < 72:
		g.bitField(name)
	case n < 77 && (g.Device || g.pack == 0):
		g.Linef("  alignas(%d) %s;", pick(g, 16, 32, 64), Declare(typ, name))
		note()
	case n < 80 && g.pack == 0:
		g.Linef("  %s __attribute__((packed));", Declare(pick(g, "int", "double", "short", "long"), name))
		note()
	case n < 84 && !union && g.pack == 0 && !g.Device:
		g.Linef("  [[no_unique_address]] %s;", Declare(typ, name))
		note()
	case n < 87:
		g.Linef("  %s { %s; %s; };", pick(g, "union", "struct"), Declare(g.Scalar(), g.Name("u")), Declare(g.Scalar(), g.Name("u")))
	case n < 90 && g.pack == 0:
		g.Linef("  Aligned16 %s;", name)
		note()
	case n < 92 && !union:
		g.Linef("  int &%s;", name)
		t.Constant, t.referring = false, true
	case n < 94:
		g.Linef("  struct { %s; %s; } %s;", Declare(g.Scalar(), "x"), Declare(g.Scalar(), "y"), name)
		note()
	case n < 96:
		g.Linef("  static int %s;", name)
	case n < 98:
		g.Linef("private:")
	default:
		g.Linef("protected:")
	}
}

func (g *Gen) bitField(name string) {
	typ := pick(g, "int", "unsigned", "unsigned char", "short", "long", "unsigned long long", "bool", "char")
	most := map[string]int{"int": 32, "unsigned": 32, "unsigned char": 8, "char": 8, "short": 16, "bool": 1}[typ]
	if most == 0 {
		most = 64
	}
	width := g.IntN(most) + 1
	form := g.IntN(8)
	if g.Device && form < 2 {
		form = 2
	}
	switch form {
	case 0:
		g.Linef("  %s : 0;", typ)
	case 1:
		g.Linef("  %s : %d;", typ, width)
	default:
		g.Linef("  %s %s : %d;", typ, name, width)
	}
}

// specials writes special members, virtual functions and default member initialisers.
func (g *Gen) specials(t *Type, key string) {
	if key == "union" {
		return
	}
	g.Linef("public:")
	switch n := g.IntN(100); {
	case n < 9 && t.Constant:
		g.Linef("  __host__ __device__ %s() {}", t.Name)
		t.nontrivial = true
	case n < 12:
		g.Linef("  __host__ __device__ %s();", t.Name)
		t.Constant = false
	case n < 18 && !t.referring:
		g.Linef("  %s() = default; %s(const %s &) = default;", t.Name, t.Name, t.Name)
	case n < 24:
		g.Linef("  __host__ __device__ virtual int %s() { return 1; }", g.Name("v"))
		t.Constant = false
	case n < 27:
		g.Linef("  __host__ __device__ virtual ~%s();", t.Name)
		t.Constant = false
	case n < 31:
		g.Linef("  int %s = 3;", g.Name("d"))
		t.Constant = false
	case n < 34:
		g.Linef("  __host__ __device__ %s(const %s &);", t.Name, t.Name)
		t.Constant = false
	case n < 37:
		g.Linef("  __host__ __device__ ~%s();", t.Name)
		t.Constant = false
	case n < 40:
		g.Linef("  %s &operator=(const %s &) = default;", t.Name, t.Name)
	case n < 44:
		g.Linef("  int %s() const { return 2; }", g.Name("f"))
	}
}
