package cudagen

import "fmt"

func (g *Gen) member(t *Type, key string) {
	name := g.Name("m")
	union := key == "union"
	note := func() { t.Fields = append(t.Fields, name) }
	typ := g.any(func(m *Type) bool { return !m.last && (!union || m.plain()) })
	switch n := g.IntN(100); {
	case n < 36:
		g.Linef("  %s;", declare(typ, name))
		note()
	case n < 48:
		g.Linef("  %s;", declare(typ, fmt.Sprintf("%s[%d]", name, pick(g, 1, 2, 3, 5, 7))))
		note()
	case n < 51:
		g.Linef("  %s;", declare(typ, fmt.Sprintf("%s[%d][%d]", name, g.IntN(3)+1, g.IntN(3)+1)))
		note()
	case n < 67:
		g.bitField(name)
		return
	case n < 72:
		g.Linef("  alignas(%d) %s;", pick(g, 16, 32, 64), declare(typ, name))
		note()
	case n < 75:
		g.Linef("  %s __attribute__((packed));", declare(typ, name))
		note()
	case n < 77 && !union:
		if !g.Device || g.chance(30) { // the compiler fails where another member uses the padding
			g.Linef("  [[no_unique_address]] %s;", declare(typ, name))
		} else {
			g.Linef("  %s;", declare(typ, name))
		}
		note()
	case n < 79:
		g.Linef("  %s %s;", pick(g, "Aligned16", "Aligned2", "Aligned4"), name)
		note()
		return
	case n < 81 && !union:
		g.Linef("  int &%s;", name)
		t.Constant, t.referring = false, true
		return
	case n < 85:
		g.nested(t, name, union)
		return
	default:
		g.unsized(name)
		return
	}
	if m := g.named(typ); m != nil {
		t.takes(m)
	}
}

// nested writes a member whose class stands inside.
func (g *Gen) nested(t *Type, name string, union bool) {
	scalar := func() string { return declare(g.scalar(), g.Name("u")) }
	switch g.IntN(5) {
	case 0:
		g.Linef("  %s { %s; %s; };", pick(g, "union", "struct"), scalar(), scalar())
	case 1:
		g.Linef("  union { struct { %s; %s; }; %s; struct { %s; } %s; };", scalar(), scalar(), scalar(), scalar(), g.Name("u"))
	case 2:
		g.Linef("  struct { %s; %s; } %s;", declare(g.scalar(), "x"), declare(g.scalar(), "y"), name)
		t.Fields = append(t.Fields, name)
	case 3:
		inner := g.Name("N")
		base := ""
		if b := g.someBase(); b != nil && !union && g.chance(40) {
			base = " : " + b.Name
			t.takes(b)
		}
		g.Linef("  struct %s%s { %s; unsigned char %s : 5; %s %s; };", inner, base, scalar(), g.Name("u"), pick(g, "char", "int"), g.Name("u"))
		g.Linef("  %s %s;", inner, name)
		t.Fields = append(t.Fields, name)
	case 4:
		g.Linef("  union { %s; char %s[%d]; } %s[2];", scalar(), g.Name("u"), g.IntN(9)+1, name)
		t.Fields = append(t.Fields, name)
	}
}

// unsized writes what takes no place.
func (g *Gen) unsized(name string) {
	switch g.IntN(6) {
	case 0:
		g.Linef("  static int %s;", name)
	case 1:
		g.Linef("  enum { %s };", name)
	case 2:
		g.Linef("  typedef double %s;", name)
	case 3:
		g.Linef("  struct %s { long %s; };", g.Name("N"), name)
	case 4:
		g.Linef("private:")
	default:
		g.Linef("protected:")
	}
}

func (g *Gen) bitField(name string) {
	typ := pick(g, "int", "unsigned", "unsigned char", "short", "long", "unsigned long long", "bool", "char")
	most := map[string]int{"int": 32, "unsigned": 32, "unsigned char": 8, "char": 8, "short": 16, "bool": 8}[typ]
	if most == 0 {
		most = 64
	}
	if len(g.Types) > 0 && g.chance(15) {
		if e := g.Types[g.IntN(len(g.Types))]; e.enum {
			typ, most = e.Name, 8
		}
	}
	width := g.IntN(most) + 1
	switch g.IntN(9) {
	case 0:
		g.Linef("  %s : 0;", typ)
	case 1:
		g.Linef("  %s : %d;", typ, width)
	case 2:
		g.Linef("  %s %s : %d, %s : %d;", typ, name, width, g.Name("m"), g.IntN(most)+1)
	default:
		g.Linef("  %s %s : %d;", typ, name, width)
	}
}
