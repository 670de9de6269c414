package cudagen

import (
	"fmt"
	"strings"
)

// Program writes a whole .cu file: types, __constant__ variables in all scopes, functions with static ones, and kernels.
func Program(seed uint64) string {
	g := New(seed, Options{Device: true})
	for range 6 + g.IntN(10) {
		g.Define()
	}
	p := &program{Gen: g}
	for range 12 + g.IntN(14) {
		p.item("")
	}
	return g.String()
}

type program struct {
	*Gen
	// spaces are the namespaces that were opened, to be opened again.
	spaces []string
	// templates are variable templates, functions device functions that take an int.
	templates, functions []string
	depth                int
}

// item writes one declaration; scope is "" at file scope.
func (p *program) item(scope string) {
	switch n := p.IntN(100); {
	case n < 40:
		p.kernel()
	case n < 72:
		p.constant("")
	case n < 80 && p.depth < 2:
		p.namespace(scope)
	case n < 86:
		name := scope + p.Name("v")
		p.Linef("template <class T> __constant__ T %s = T(3);", strings.TrimPrefix(name, scope))
		p.templates = append(p.templates, name)
	case n < 94:
		name := p.Name("f")
		p.Linef("%s__device__ int %s(int i) { %s return %s; }", pick(p.Gen, "", "static ", "inline "), name, p.static(), p.expression())
		p.functions = append(p.functions, scope+name)
	default:
		name := p.Name("later")
		p.Linef("extern __constant__ int %s;", name)
		p.kernel()
		p.Linef("__constant__ int %s = 7;", name)
	}
}

func (p *program) namespace(scope string) {
	name, inline := "", ""
	switch n := p.IntN(10); {
	case n < 3 && p.depth == 0 && len(p.spaces) > 0:
		name = p.spaces[p.IntN(len(p.spaces))]
	case n < 4 && scope == "": // unnamed
	default:
		name = p.Name("n")
		if p.chance(20) {
			inline = "inline "
		} else if p.depth == 0 {
			p.spaces = append(p.spaces, name)
		}
	}
	p.Linef("%snamespace %s {", inline, name)
	inner := scope
	if name != "" {
		inner += name + "::"
	}
	p.depth++
	for range p.IntN(4) + 1 {
		p.item(inner)
	}
	p.depth--
	p.Linef("}")
}

// constant writes a variable.
func (p *program) constant(attr string) {
	name := p.Name("c")
	typ := p.Any(func(t *Type) bool { return t.Constant })
	declared := Declare(typ, name)
	switch n := p.IntN(100); {
	case n < 25:
		declared = Declare(typ, fmt.Sprintf("%s[%d]", name, p.IntN(9)+1))
	case n < 30:
		declared = Declare(typ, fmt.Sprintf("%s[%d][3]", name, p.IntN(3)+1))
	case n < 35:
		attr += fmt.Sprintf("alignas(%d) ", pick(p.Gen, 16, 32, 128))
	case n < 40:
		attr += fmt.Sprintf("__align__(%d) ", pick(p.Gen, 16, 8))
	case n < 45:
		declared = fmt.Sprintf("%s %s[] = {%s}", pick(p.Gen, "int", "char", "double", "const short"), name, strings.Repeat("1, ", p.IntN(5))+"2")
	case n < 48:
		declared = fmt.Sprintf("Aligned16 %s", name)
	case n < 51:
		declared = fmt.Sprintf("const char %s[] = \"%s\"", name, strings.Repeat("x", p.IntN(12)))
	case n < 54:
		declared = fmt.Sprintf("float %s, *%s_p, %s_a[%d]", name, name, name, p.IntN(4)+1)
	}
	p.Linef("%s%s__constant__ %s;", attr, pick(p.Gen, "", "", "", "static "), declared)
}

// static is a static variable of a function, and a statement that needs it.
func (p *program) static() string {
	if !p.chance(50) {
		return ""
	}
	name := p.Name("s")
	typ := pick(p.Gen, "int", "short", "double", "unsigned char", "long long")
	if p.chance(60) {
		return fmt.Sprintf("static __constant__ %s %s[%d] = {1, 2, 3}; i += (int)%s[i & 1];", typ, name, p.IntN(5)+3, name)
	}
	return fmt.Sprintf("static __constant__ %s %s = 5; i += (int)%s;", typ, name, name)
}

// expression is an int over i and what the program has.
func (p *program) expression() string {
	e := "i"
	if len(p.templates) > 0 && p.chance(50) {
		e += fmt.Sprintf(" + (int)%s<%s>", pick(p.Gen, p.templates...), pick(p.Gen, "int", "short", "double", "char", "long long"))
	}
	if len(p.functions) > 0 && p.chance(40) {
		e += fmt.Sprintf(" + %s(i + 1)", pick(p.Gen, p.functions...))
	}
	return e
}

func (p *program) kernel() {
	name := p.Name("k")
	params := []string{"int *out"}
	for range p.IntN(9) {
		typ := p.Any(func(t *Type) bool { return true })
		switch n := p.IntN(20); {
		case n == 0:
			typ = pick(p.Gen, "float3", "float4", "double2", "uchar4", "short3", "dim3", "longlong2", "double4", "int2", "char1")
		case n == 1:
			params = append(params, fmt.Sprintf("%s %s[4]", pick(p.Gen, "int", "float", "double"), p.Name("a")))
			continue
		}
		params = append(params, Declare(typ, p.Name("p")))
	}
	p.Shuffle(len(params), func(i, j int) { params[i], params[j] = params[j], params[i] })
	if p.chance(8) {
		params = append(params, fmt.Sprintf("struct Big%s b", name))
		p.Linef("struct Big%s { char bytes[%d]; };", name, p.IntN(7000)+1)
	}
	if p.chance(15) {
		p.Linef("template <class T, int N> __global__ void %s(T (*q)[N], T t, %s) { int i = *out; %s *out = %s; }",
			name, strings.Join(params, ", "), p.static(), p.expression())
		typ := pick(p.Gen, "int", "double", "char", "unsigned short")
		p.Linef("template __global__ void %s<%s, %d>(%s (*)[%d], %s, %s);", name, typ, 3, typ, 3, typ, strings.Join(params, ", "))
		return
	}
	p.Linef("%s__global__ void %s(%s) { int i = *out; %s *out = %s; }", pick(p.Gen, "", "", "", "static ", "extern \"C\" "), name, strings.Join(params, ", "), p.static(), p.expression())
}
