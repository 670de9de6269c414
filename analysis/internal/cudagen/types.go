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
	// Device: the types are for CUDA, which has some more.
	Device bool
	// Halves: the program includes the headers of half-precision numbers.
	Halves bool
}

// Type is a class, union or enumeration that a program defines.
type Type struct {
	Name string
	// Fields are the named members that have an offset.
	Fields []string
	// Class: no union, no enumeration and not final, so that it may be a base.
	Class bool
	// Constant: an object may be a __constant__ variable, for its constructor does nothing.
	Constant bool
	// referring: it has a reference for a member; nontrivial: a constructor or the like, so that it may not be in a union.
	referring, nontrivial bool
	// last: it ends in an array without bounds, so that it may be no part of another.
	last bool
	enum bool
}

// plain: it may be a member of a union.
func (t *Type) plain() bool { return t.Constant && !t.referring && !t.nontrivial }

// takes makes t what it becomes by having a part of another type.
func (t *Type) takes(part *Type) {
	t.Constant = t.Constant && part.Constant
	t.referring = t.referring || part.referring
	t.nontrivial = t.nontrivial || part.nontrivial
}

// Gen writes one program.
type Gen struct {
	*rand.Rand
	strings.Builder
	Options
	Types []Type
	// selves are the templates of bases that take the derived class.
	selves []Type
	names  int
	pack   int // the value of #pragma pack, 0 for none
}

// New starts a program.
func New(seed uint64, o Options) *Gen {
	g := &Gen{Rand: rand.New(rand.NewPCG(seed, 0)), Options: o}
	g.WriteString("#ifndef __CUDACC__\n#define __host__\n#define __device__\n#define __align__(n) __attribute__((aligned(n)))\n#endif\n")
	if o.Halves {
		g.WriteString("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n")
		g.library("__half", true)
		g.library("__nv_bfloat16", true)
		g.library("__half2", false)
		g.library("__nv_bfloat162", false)
	}
	if o.Device {
		for _, name := range []string{"float3", "float4", "double2", "uchar4", "short3", "longlong2", "int2", "char1", "uint3"} {
			g.library(name, true)
		}
		g.Types = append(g.Types, Type{Name: "dim3", Class: true, nontrivial: true})
	}
	g.WriteString("typedef int Aligned16 __attribute__((aligned(16)));\nusing Callback = int (*)(int, char);\n")
	g.WriteString("typedef int Aligned2 __attribute__((aligned(2)));\ntypedef double Aligned4 __attribute__((aligned(4)));\n")
	g.WriteString("struct Some { int first; };\nstruct Incomplete;\n")
	return g
}

// library adds a class of the toolkit's.
func (g *Gen) library(name string, trivial bool) {
	g.Types = append(g.Types, Type{Name: name, Class: true, Constant: true, nontrivial: !trivial})
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
	"long double", "Incomplete *", "int Incomplete::*",
}

// scalar is a scalar type.
func (g *Gen) scalar() string { return scalars[g.IntN(len(scalars))] }

// declare spells a declaration of a name with a type.
func declare(typ, name string) string {
	if before, after, found := strings.Cut(typ, "::*"); found {
		if strings.HasPrefix(after, ")") {
			return before + "::*" + name + after
		}
		return before + "::*" + name
	}
	return typ + " " + name
}

// any is a scalar type or one of the program's; ok decides which of these.
func (g *Gen) any(ok func(*Type) bool) string {
	if len(g.Types) > 0 && g.chance(60) {
		for range 4 {
			if t := &g.Types[g.IntN(len(g.Types))]; ok(t) {
				return t.Name
			}
		}
	}
	return g.scalar()
}

// named is a type of the program's, nil for scalars.
func (g *Gen) named(name string) *Type {
	for i := range g.Types {
		if g.Types[i].Name == name {
			return &g.Types[i]
		}
	}
	return nil
}

// Define writes the definition of one more type.
func (g *Gen) Define() {
	switch n := g.IntN(100); {
	case n < 8:
		g.enum()
	case n < 18:
		g.class("union")
	case n < 24:
		g.template()
	case n < 27:
		g.self()
	case n < 33 && g.pack == 0:
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
	g.Types = append(g.Types, Type{Name: name, Constant: true, enum: true})
}

// template writes a class template, which may have its argument for a base, and instances.
func (g *Gen) template() {
	name := g.Name("T")
	t := Type{Class: true, Constant: true}
	base := ""
	if b := g.someBase(); b != nil && g.chance(40) {
		base = pick(g, " : A", " : public A")
		defer func(name string) { g.instance(name, t, func() (string, *Type) { return b.Name, b }) }(name)
	}
	g.Linef("template <class A, class B, int N> struct %s%s {", name, base)
	for _, member := range []string{"A a", "B b[N]", "char c", "B *d", "short e[N + 1]", "B f[2][N]", "unsigned g : N"} {
		if g.chance(45) && (base == "" || member != "A a") {
			g.Linef("  %s;", member)
		}
	}
	g.Linef("};")
	if base != "" {
		return
	}
	for range g.IntN(2) + 1 {
		g.instance(name, t, func() (string, *Type) { return g.argument(), nil })
	}
}

// instance writes a typedef of an instance of a template; first makes its first argument.
func (g *Gen) instance(template string, t Type, first func() (string, *Type)) {
	arg, base := first()
	if base != nil {
		t.takes(base)
	}
	t.Name = g.Name("I")
	g.Linef("typedef %s<%s, %s, %d> %s;", template, arg, g.argument(), g.IntN(5)+1, t.Name)
	g.Types = append(g.Types, t)
}

func (g *Gen) argument() string {
	for len(g.Types) > 0 && g.chance(50) {
		if c := g.Types[g.IntN(len(g.Types))]; c.plain() && !c.last {
			return c.Name
		}
	}
	return pick(g, "char", "int", "double", "short", "float")
}

// self writes a template of a base that is given the derived class.
func (g *Gen) self() {
	t := Type{Name: g.Name("T"), Class: true, Constant: true}
	g.Linef("template <class D> struct %s {", t.Name)
	for _, member := range []string{"D *d", "char c", "int i", "short s[3]", "long l"} {
		if g.chance(35) {
			g.Linef("  %s;", member)
		}
	}
	switch g.IntN(3) {
	case 0:
		g.Linef("  D &self() { return *(D *)this; }")
	case 1:
		g.Linef("protected:\n  int %s;", g.Name("m"))
	}
	g.Linef("};")
	g.selves = append(g.selves, t)
}
