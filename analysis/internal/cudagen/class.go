package cudagen

import (
	"fmt"
	"strings"
)

func (g *Gen) class(key string) {
	t := Type{Name: g.Name("S"), Class: key != "union", Constant: true}
	attr := g.classAttr()
	bases := g.bases(&t)
	final := ""
	if key != "union" && g.chance(4) {
		final, t.Class = " final", false
	}
	g.Linef("%s %s%s%s%s {", key, attr, t.Name, final, bases)
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
	if key == "struct" && bases == "" && g.chance(2) {
		g.Linef("public:\n  int %s;", g.Name("m")) // so that the array is not all there is
		g.Linef("  %s %s[];", pick(g, "int", "char", "double", "Some"), g.Name("m"))
		t.Class, t.Constant, t.last = false, false, true
	} else {
		g.specials(&t, key)
	}
	g.Linef("};")
	g.Types = append(g.Types, t)
}

func (g *Gen) classAttr() string {
	if !g.chance(15) {
		return ""
	}
	switch g.IntN(6) {
	case 0:
		return "__attribute__((packed)) "
	case 1:
		return fmt.Sprintf("__attribute__((packed, aligned(%d))) ", pick(g, 2, 4, 8))
	case 2:
		return fmt.Sprintf("__align__(%d) ", pick(g, 2, 8, 16))
	}
	return fmt.Sprintf("alignas(%d) ", pick(g, 16, 32, 64, 128))
}

// someBase is a class that may be a base, rather one of the last.
func (g *Gen) someBase() *Type {
	if len(g.Types) == 0 {
		return nil
	}
	at := g.IntN(len(g.Types))
	if g.chance(40) {
		at = len(g.Types) - 1 - g.IntN(min(3, len(g.Types)))
	}
	if t := g.Types[at]; t.Class {
		return &t
	}
	return nil
}

// bases are up to three different classes of the program.
func (g *Gen) bases(t *Type) string {
	if !t.Class || !g.chance(45) {
		return ""
	}
	var list []string
	used := map[string]bool{}
	for range g.IntN(3) + 1 {
		if len(g.selves) > 0 && g.chance(15) {
			list = append(list, fmt.Sprintf("public %s<%s>", g.selves[len(g.selves)-1].Name, t.Name))
			g.selves = g.selves[:len(g.selves)-1]
			continue
		}
		base := g.someBase()
		if base == nil || used[base.Name] {
			continue
		}
		used[base.Name] = true
		virtual := ""
		if g.chance(10) {
			virtual = "virtual "
			t.Constant = false
		}
		t.takes(base)
		list = append(list, virtual+"public "+base.Name)
	}
	if len(list) == 0 {
		return ""
	}
	return " : " + strings.Join(list, ", ")
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
