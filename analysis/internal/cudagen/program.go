package cudagen

import (
	"fmt"
	"strings"
)

// Program writes a whole .cu file: types, __constant__ variables in all scopes, functions with static ones, and kernels.
func Program(seed uint64) string {
	g := New(seed, Options{Device: true, Halves: seed%16 == 3})
	for range 6 + g.IntN(10) {
		g.Define()
	}
	g.Linef("constexpr int twice(int n) { return 2 * n; }")
	g.Linef("struct Made { int x; short y; constexpr Made(int n) : x(n), y(short(n + 1)) {} };")
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
	// templates are variable templates, calls what device code can call, with a verb for an int; addresses are constants of
	// type int that can be pointed to.
	templates, calls, addresses []string
	depth                       int
	// bytes is what the big constants take so far.
	bytes int
}

// item writes one declaration; scope is "" at file scope.
func (p *program) item(scope string) {
	switch n := p.IntN(100); {
	case n < 32:
		p.kernel()
	case n < 58:
		p.constant(scope)
	case n < 66 && p.depth < 2:
		p.namespace(scope)
	case n < 71:
		p.variableTemplate(scope)
	case n < 83:
		p.function(scope)
	case n < 88:
		p.methods(scope)
	case n < 94:
		p.other()
	default:
		p.later()
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

// other writes what has no constants, but may give the file its name or end a scope.
func (p *program) other() {
	name := p.Name("o")
	p.Linef("%s", pick(p.Gen,
		"int "+name+" = 3;", "static int "+name+" = 3;", "extern int "+name+";", "const int "+name+" = 4;", "auto "+name+" = 5;",
		"__device__ double "+name+" = 2;", "__device__ int "+name+";", "enum "+name+" { "+name+"_a };", "enum class "+name+" { a };",
		"typedef int *"+name+";", "using "+name+" = short;", "struct "+name+";", "struct "+name+" { int a; };",
		"int "+name+"(int);", "inline int "+name+"() { return 1; }", "int "+name+"() { return 1; }",
		"template <class T> using "+name+" = T *;", "int (*"+name+")(int);", "static_assert(sizeof(int) == 4, \"\");",
		"template <class T> struct "+name+" { T t; };", "namespace "+name+" { }", "struct Some *"+name+";",
		"struct "+name+" { "+name+"(); int a; }; "+name+"::"+name+"() {}", "Made "+name+"(4);"))
}

// later declares a variable before its definition.
func (p *program) later() {
	name := p.Name("later")
	declared, defined := "int "+name, "int "+name+" = 7"
	if p.chance(30) {
		declared, defined = "short "+name+"[]", fmt.Sprintf("short %s[%d]", name, p.IntN(9)+1)
	}
	p.Linef("extern __constant__ %s;", declared)
	if p.chance(30) {
		p.Linef("extern __constant__ %s;", declared)
	}
	if p.chance(25) && !strings.Contains(declared, "[") {
		p.Linef("__constant__ const int *%s = &%s;", p.Name("to"), name)
	}
	p.kernel()
	p.Linef("__constant__ %s;", defined)
}

func (p *program) variableTemplate(scope string) {
	name := p.Name("v")
	p.Linef("template <class T> __constant__ T %s = T(3);", name)
	if p.chance(20) {
		p.Linef("template <class T> __constant__ short %s<T *> = 2;", name)
	}
	if p.chance(20) {
		p.Linef("template <> __constant__ %s %s<float> = 2;", pick(p.Gen, "float", "double"), name)
	}
	if p.chance(15) {
		p.Linef("template __constant__ unsigned %s<unsigned>;", name)
	}
	p.templates = append(p.templates, scope+name)
}

// function writes a device function.
func (p *program) function(scope string) {
	name := p.Name("f")
	form := pick(p.Gen, "", "", "static ", "inline ", "static inline ", "__noinline__ ", "__forceinline__ ", "__host__ ")
	result := pick(p.Gen, "int", "int", "int", "auto")
	if p.chance(20) {
		p.Linef("template <class T> %s__device__ %s %s(T t) { int i = (int)t; %s return %s; }", strings.Replace(form, "__host__ ", "", 1),
			result, name, p.statics(), p.expression())
		p.calls = append(p.calls, scope+name+"((short)(%s))", scope+name+"(%s)", scope+name+"<long long>(%s)")
		return
	}
	if form == "__host__ " {
		p.Linef("__host__ __device__ int %s(int i) { return i + 1; }", name)
	} else {
		p.Linef("%s__device__ %s %s(int i) { %s return %s; }", form, result, name, p.statics(), p.expression())
	}
	p.calls = append(p.calls, scope+name+"(%s)")
}

// methods writes a class, or a class template, whose functions have constants.
func (p *program) methods(scope string) {
	name := p.Name("M")
	body := func() string { return "{ " + p.statics() + " return i + 1; }" }
	if p.chance(40) {
		p.Linef("template <class T> struct %s { __device__ int m(int i) %s __device__ static int s(int i); };", name, body())
		p.Linef("template <class T> __device__ int %s<T>::s(int i) %s", name, body())
		if p.chance(30) {
			p.Linef("template struct %s<char>;", name)
		}
		p.calls = append(p.calls, scope+name+"<int>().m(%s)", scope+name+"<short>::s(%s)")
		return
	}
	p.Linef("struct %s { __device__ int m(int i) %s __device__ static int s(int i); };", name, body())
	p.Linef("%s__device__ int %s::s(int i) %s", pick(p.Gen, "", "inline "), name, body())
	p.calls = append(p.calls, scope+name+"().m(%s)", scope+name+"::s(%s)")
}

// constant writes a variable.
func (p *program) constant(scope string) {
	attr := ""
	name := p.Name("c")
	typ := p.any(func(t *Type) bool { return t.Constant })
	declared := declare(typ, name)
	storage := pick(p.Gen, "", "", "", "static ")
	switch n := p.IntN(100); {
	case n < 20:
		declared = declare(typ, fmt.Sprintf("%s[%d]", name, p.IntN(9)+1))
	case n < 25:
		declared = declare(typ, fmt.Sprintf("%s[%d][3]", name, p.IntN(3)+1))
	case n < 30:
		attr = fmt.Sprintf("alignas(%d) ", pick(p.Gen, 16, 32, 128))
	case n < 35:
		attr = fmt.Sprintf("__align__(%d) ", pick(p.Gen, 16, 8))
	case n < 40:
		declared = fmt.Sprintf("%s %s[] = {%s}", pick(p.Gen, "int", "char", "double", "const short"), name,
			strings.Repeat("1, ", p.IntN(5))+"2")
	case n < 43:
		declared = fmt.Sprintf("Aligned16 %s", name)
	case n < 46:
		declared = fmt.Sprintf("const char %s[] = \"%s\"", name, strings.Repeat("x", p.IntN(12)))
	case n < 50:
		declared = fmt.Sprintf("float %s, *%s_p, %s_a[%d]", name, name, name, p.IntN(4)+1)
	case n < 54:
		declared = fmt.Sprintf("int %s = twice(%d)", name, p.IntN(5))
		if storage == "" {
			p.addresses = append(p.addresses, scope+name)
		}
	case n < 57:
		declared = fmt.Sprintf("int %s[twice(%d)] = {1, twice(2)}", name, p.IntN(5)+1)
	case n < 60:
		declared = fmt.Sprintf("Made %s(%d)", name, p.IntN(5))
	case n < 62:
		declared = fmt.Sprintf("Made %s[3] = {1, 2, twice(3)}", name)
	case n < 66 && len(p.addresses) > 0:
		to := pick(p.Gen, p.addresses...)
		declared = pick(p.Gen, fmt.Sprintf("const int *%s = &%s", name, to),
			fmt.Sprintf("const int *const %s[] = {&%s, nullptr, &%s}", name, to, to),
			fmt.Sprintf("const int &%s = %s", name, to))
	case n < 70:
		declared = fmt.Sprintf("const %s %s = %d", pick(p.Gen, "int", "double", "unsigned char"), name, p.IntN(9))
	case n < 73:
		attr, declared = "constexpr ", fmt.Sprintf("%s %s = %d", pick(p.Gen, "int", "double", "unsigned char"), name, p.IntN(9))
	case n < 75:
		storage, declared = "extern \"C\" ", fmt.Sprintf("short %s", name)
		p.Linef("%s{ __constant__ %s; }", storage, declared)
		return
	case n < 77 && p.bytes == 0:
		p.bytes = pick(p.Gen, 4096, 20000, 45000) + p.IntN(3000)
		declared = fmt.Sprintf("char %s[%d]", name, p.bytes)
	}
	p.Linef("%s%s__constant__ %s;", attr, storage, declared)
}

// statics are statements that change i, with static variables of a function.
func (p *program) statics() string {
	var b strings.Builder
	for range p.IntN(3) {
		b.WriteString(p.static() + " ")
	}
	switch n := p.IntN(40); {
	case n == 0:
		fmt.Fprintf(&b, "auto l = [](int i) { %s return i; }; i += l(7);", p.static())
	case n == 1:
		fmt.Fprintf(&b, "auto l = [=](int j) { return i + j; }; i ^= l(2);")
	case n == 2:
		fmt.Fprintf(&b, "struct L { __device__ int m(int i) { %s return i; } } l; i += l.m(5);", p.static())
	case n == 3:
		fmt.Fprintf(&b, "{ %s { %s } } %s", p.static(), p.static(), p.static())
	case n == 4 && p.chance(40):
		fmt.Fprintf(&b, "for (int n = 0; n < i; n++) { i += n; }")
	case n == 5:
		fmt.Fprintf(&b, "if (i > 3) { %s } else { i++; }", p.static())
	}
	return b.String()
}

// static is a static variable of a function, and a statement that needs it.
func (p *program) static() string {
	name := p.Name("s")
	typ := pick(p.Gen, "int", "short", "double", "unsigned char", "long long")
	values := pick(p.Gen, "1, 2, 3", "7, 3, 5", "4, 9, 1")
	switch n := p.IntN(100); {
	case n < 55:
		return fmt.Sprintf("static __constant__ %s %s[%d] = {%s}; i += (int)%s[i & 1];", typ, name, p.IntN(5)+3, values, name)
	case n < 62:
		return fmt.Sprintf("static __constant__ %s %s[2][%d] = {{%s}, {%s}}; i += (int)%s[i & 1][1];",
			typ, name, p.IntN(5)+3, values, values, name)
	case n < 82:
		return fmt.Sprintf("static __constant__ %s %s = 5; i += (int)%s;", typ, name, name)
	case n < 90:
		return fmt.Sprintf("static __constant__ %s %s[%d] = {%s}; i += (int)%s[2];", typ, name, p.IntN(5)+3, values, name)
	case n < 94:
		return fmt.Sprintf("static __constant__ %s %s[3] = {%s};", typ, name, values)
	case n < 97:
		return fmt.Sprintf("static __constant__ Some %s[3] = {{1}, {5}}; i += %s[i & 1].first;", name, name)
	default:
		return fmt.Sprintf("static __constant__ Some %s = {3}; i += %s.first;", name, name)
	}
}

// expression is an int over i and what the program has.
func (p *program) expression() string {
	e := "i"
	if len(p.templates) > 0 && p.chance(40) {
		e += fmt.Sprintf(" + (int)%s<%s>", pick(p.Gen, p.templates...),
			pick(p.Gen, "int", "short", "double", "char", "long long", "float"))
	}
	if len(p.calls) > 0 && p.chance(40) {
		e += " + " + fmt.Sprintf(pick(p.Gen, p.calls...), pick(p.Gen, "i + 1", "i", "i ^ 5"))
	}
	return e
}

func (p *program) kernel() {
	name := p.Name("k")
	params := []string{"int *out"}
	for range p.IntN(9) {
		typ := p.any(func(t *Type) bool { return true })
		switch n := p.IntN(20); {
		case n == 0:
			typ = pick(p.Gen, "float3", "float4", "double2", "uchar4", "short3", "dim3", "longlong2", "double4", "int2", "char1")
		case n == 1:
			params = append(params, fmt.Sprintf("%s %s[4]", pick(p.Gen, "int", "float", "double"), p.Name("a")))
			continue
		}
		params = append(params, declare(typ, p.Name("p")))
	}
	p.Shuffle(len(params), func(i, j int) { params[i], params[j] = params[j], params[i] })
	if p.chance(8) {
		params = append(params, fmt.Sprintf("struct Big%s b", name))
		p.Linef("struct Big%s { char bytes[%d]; };", name, p.IntN(pick(p.Gen, 3000, 7000, 33000))+1)
	}
	body := fmt.Sprintf("{ int i = *out; %s *out = %s; }", p.statics(), p.expression())
	list := strings.Join(params, ", ")
	switch n := p.IntN(100); {
	case n < 14:
		p.Linef("template <class T, int N> __global__ void %s(T (*q)[N], T t, %s) %s", name, list, body)
		typ := pick(p.Gen, "int", "double", "char", "unsigned short")
		p.Linef("template __global__ void %s<%s, %d>(%s (*)[%d], %s, %s);", name, typ, 3, typ, 3, typ, list)
	case n < 18:
		p.Linef("template <class... T> __global__ void %s(int *out, T... t) { int i = *out; %s *out = i + (int)sizeof...(t); }",
			name, p.statics())
		p.Linef("template __global__ void %s<char, double, short>(int *, char, double, short);", name)
	case n < 21:
		p.Linef("template <class T> __global__ void %s(int *out, T t);", name)
		p.Linef("template <> __global__ void %s(int *out, double t) %s", name, body)
	case n < 25:
		p.Linef("template <class T> __global__ void %s(int *out, T t) %s", name, body)
		p.Linef("void run%s(int *out) { %s<<<1, 1>>>(out, %s); }", name, name, pick(p.Gen, "3", "'c'", "2.0"))
	default:
		bounds := pick(p.Gen, "", "", "", "__launch_bounds__(128) ", "__launch_bounds__(64, 2) ")
		storage := pick(p.Gen, "", "", "", "static ")
		if p.chance(15) {
			// What is local to such a kernel has not always the same name.
			storage, body = "extern \"C\" ", "{ *out = 3; }"
		}
		if p.chance(10) {
			params = append(params, "int last = 3")
		}
		p.Linef("%s__global__ void %s%s(%s) %s", storage, bounds, name, strings.Join(params, ", "), body)
	}
}
