// Package mangle spells the names that functions and variables have in object files, as the Itanium C++ ABI prescribes them. What
// it cannot spell with certainty has no name: entities of unnamed namespaces, whose names hold a hash of the file, closures,
// local classes, and expressions over template parameters.
package mangle

import (
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// Why symbols are not known.
const (
	hashed       = "it holds a hash of the file"
	local        = "it names what is local to a function or a closure"
	notOrdinary  = "it names a constructor, an operator or the like"
	untyped      = "it names a type that is not known"
	abbreviation = "it names a class of the standard library that has an abbreviation"
	expression   = "it holds an expression or a type that depends on template parameters"
	unusual      = "it holds a value that is no integer"
	nameless     = "it names what has no name"
)

// Symbol is the name that an entity has in object files.
type Symbol struct {
	// Text is the name where it is known; where it is not, it is "", and Unknown says why.
	Text, Unknown string
	// Unhashed is the name without the hash of the file that names of internal linkage hold, so that tools show it like the one
	// that there is; "" where that is not known.
	Unhashed string
}

// Func is the symbol of a function.
func Func(u *sema.Unit, f *sema.Func) Symbol {
	if f.CLinkage {
		return known(u.Text(f.Sym()))
	}
	m := newMangler(u)
	m.out("_Z")
	m.encoding(f)
	return m.symbol()
}

// Var is the symbol of a variable.
func Var(u *sema.Unit, v *sema.Var) Symbol {
	m := newMangler(u)
	switch {
	case v.Kind == sema.LocalStatic:
		if v.Func == nil || v.Lambda != nil {
			return Symbol{Unknown: local}
		}
		m.hashed = v.Func.InternalLinkage && !kernel(v.Func)
		m.out("_ZZ")
		m.encoding(v.Func)
		m.out("E")
		m.source(u.Text(v.Sym()))
	case v.CLinkage, v.Args == nil && global(v.Parent()):
		return known(u.Text(v.Sym()))
	default:
		m.hashed = v.Static || v.Kind == sema.NamespaceVar && v.Args == nil && internal(u, v)
		m.out("_Z")
		m.nested(v.Parent(), func(key string) { m.named(key, u.Text(v.Sym()), v.Args) }, "")
	}
	return m.symbol()
}

func known(text string) Symbol { return Symbol{Text: text, Unhashed: text} }

func (m *mangler) symbol() Symbol {
	switch text := m.b.String(); {
	case m.unknown != "":
		return Symbol{Unknown: m.unknown}
	case m.hashed:
		return Symbol{Unknown: hashed, Unhashed: text}
	default:
		return known(text)
	}
}

// internal reports whether a variable of a namespace has internal linkage because it is constant.
func internal(u *sema.Unit, v *sema.Var) bool {
	return (v.Constexpr || u.VarType(v).IsConst()) && !v.Extern && !v.Inline
}

// kernel reports whether a function is a kernel: nvcc gives it external linkage, since the host launches it by its name.
func kernel(f *sema.Func) bool {
	for _, d := range f.Decls {
		for i := range d.Spec.CUDA {
			if d.Spec.CUDA[i].Kind == ast.SpecGlobal {
				return true
			}
		}
	}
	return false
}

func global(e sema.Entity) bool {
	switch e := e.(type) {
	case nil:
		return true
	case *sema.Namespace:
		return e == nil || e.Parent() == nil && !e.Unnamed
	}
	return false
}

// mangler writes one symbol.
type mangler struct {
	u *sema.Unit
	b strings.Builder
	// subs numbers the components that were written, by their spelling without substitutions; nil while that is spelled.
	subs map[string]int
	// unknown says why the symbol cannot be spelled, "" while it can.
	unknown string
	// hashed: the symbol holds a hash of the file, in whose place stands what other compilers write.
	hashed bool
}

func newMangler(u *sema.Unit) *mangler { return &mangler{u: u, subs: map[string]int{}} }

func (m *mangler) out(s string) { m.b.WriteString(s) }

// fail notes the first reason why the symbol cannot be spelled.
func (m *mangler) fail(why string) {
	if m.unknown == "" {
		m.unknown = why
	}
}

func (m *mangler) source(name string) {
	if name == "" {
		m.fail(nameless)
		return
	}
	m.out(strconv.Itoa(len(name)) + name)
}

// plain is the spelling without substitutions of what write writes.
func (m *mangler) plain(write func(*mangler)) string {
	p := &mangler{u: m.u}
	write(p)
	if p.unknown != "" {
		m.fail(p.unknown)
	}
	return p.b.String()
}

// component writes what may be abbreviated: its number where it was written before.
func (m *mangler) component(key string, write func()) {
	if m.subs == nil {
		write()
		return
	}
	if n, ok := m.subs[key]; ok {
		m.out("S" + sequence(n) + "_")
		return
	}
	write()
	m.subs[key] = len(m.subs)
}

// sequence is a number as the ABI writes it: nothing, 0, 1, …, in base 36.
func sequence(n int) string {
	if n == 0 {
		return ""
	}
	return strings.ToUpper(strconv.FormatInt(int64(n-1), 36))
}

// encoding writes a function with its type.
func (m *mangler) encoding(f *sema.Func) {
	if f.Kind != sema.Ordinary || f.Closure != nil || f.Template != nil && f.Args == nil {
		m.fail(notOrdinary)
		return
	}
	if f.CLinkage {
		m.source(m.u.Text(f.Sym()))
		return
	}
	t := m.u.FuncType(f)
	if f.Args != nil {
		t = m.u.FuncType(f.Template.Func)
	}
	if t.Kind != types.Func {
		m.fail(untyped)
		return
	}
	cv := ""
	if f.MemberOf != nil {
		cv = cvCode(t.FnCV) + refCode(t.FnRef)
	}
	m.nested(f.Parent(), func(key string) { m.named(key, m.u.Text(f.Sym()), f.Args) }, cv)
	if f.Args != nil {
		m.typ(t.Elem)
	}
	m.params(t)
}

func (m *mangler) params(t *types.Type) {
	for _, p := range t.Params {
		m.typ(p)
	}
	switch {
	case t.Variadic:
		m.out("z")
	case len(t.Params) == 0:
		m.out("v")
	}
}

// nested writes a name in its scope. last writes the entity's own name after the scope, whose plain spelling it is given.
func (m *mangler) nested(scope sema.Entity, last func(scopeKey string), cv string) {
	switch {
	case global(scope):
		last("")
	case isStd(m.u, scope):
		m.out("St")
		last("St")
	default:
		key := m.plain(func(p *mangler) { p.prefix(scope) })
		m.out("N" + cv)
		m.prefix(scope)
		last(key)
		m.out("E")
	}
}

func isStd(u *sema.Unit, e sema.Entity) bool {
	ns, ok := e.(*sema.Namespace)
	return ok && !ns.Unnamed && global(ns.Parent()) && u.Text(ns.Sym()) == "std"
}

// named writes an entity's own name with its template arguments; the template alone can be abbreviated.
func (m *mangler) named(scopeKey, name string, args []types.Arg) {
	if args == nil {
		m.source(name)
		return
	}
	// Inside a nested name the number stands for the scope as well, which is written already: such functions and variables
	// are met once in a symbol, so that it is enough to count them.
	m.source(name)
	if m.subs != nil {
		m.subs[scopeKey+strconv.Itoa(len(name))+name] = len(m.subs)
	}
	m.args(args)
}

// prefix writes the scope of a nested name.
func (m *mangler) prefix(e sema.Entity) {
	switch e := e.(type) {
	case *sema.Namespace:
		if isStd(m.u, e) {
			m.out("St")
			return
		}
		name := m.u.Text(e.Sym())
		if e.Unnamed {
			name, m.hashed = "_GLOBAL__N_1", true
		}
		write := func(p *mangler) { p.scoped(e.Parent(), name) }
		m.component(m.plain(write), func() { write(m) })
	case *sema.Class:
		m.classPrefix(e)
	default:
		m.fail(local) // local to a function
	}
}

// scoped writes the scope around a name and the name.
func (m *mangler) scoped(scope sema.Entity, name string) {
	if !global(scope) {
		m.prefix(scope)
	}
	m.source(name)
}

// classPrefix writes a class as part of a nested name.
func (m *mangler) classPrefix(c *sema.Class) {
	name := m.className(c)
	if c.Template == nil {
		write := func(p *mangler) { p.scoped(c.Parent(), name) }
		m.component(m.plain(write), func() { write(m) })
		return
	}
	template := func(p *mangler) { p.scoped(c.Parent(), name) }
	whole := func(p *mangler) {
		p.component(m.plain(template), func() { template(p) })
		p.args(c.Args)
	}
	m.component(m.plain(whole), func() { whole(m) })
}

// abbreviated are the templates of namespace std that have abbreviations of their own.
var abbreviated = map[string]bool{
	"allocator": true, "basic_string": true, "basic_istream": true, "basic_ostream": true, "basic_iostream": true,
}

func (m *mangler) className(c *sema.Class) string {
	if c.Lambda != nil || c.Local {
		m.fail(local)
		return ""
	}
	sym := c.Sym()
	if sym == 0 {
		sym = c.TypedefName
	}
	name := m.u.Text(sym)
	if abbreviated[name] && isStd(m.u, c.Parent()) {
		m.fail(abbreviation)
	}
	return name
}

// class writes a class as a type.
func (m *mangler) class(c *sema.Class) {
	scope := c.Parent()
	std := isStd(m.u, scope)
	if !global(scope) && !std {
		write := func(p *mangler) { p.classPrefix(c) }
		key := m.plain(write)
		if m.subs != nil {
			if n, ok := m.subs[key]; ok {
				m.out("S" + sequence(n) + "_")
				return
			}
		}
		m.out("N")
		m.classPrefix(c)
		m.out("E")
		return
	}
	m.classPrefix(c)
}

func (m *mangler) enum(e *sema.Enum) {
	sym := e.Sym()
	if sym == 0 {
		sym = e.TypedefName
	}
	if e.Local {
		m.fail(local)
		return
	}
	write := func(p *mangler) { p.scoped(e.Parent(), m.u.Text(sym)) }
	key := m.plain(write)
	if n, ok := m.subs[key]; ok {
		m.out("S" + sequence(n) + "_")
		return
	}
	inside := !global(e.Parent()) && !isStd(m.u, e.Parent())
	if inside {
		m.out("N")
	}
	m.component(key, func() { write(m) })
	if inside {
		m.out("E")
	}
}

// ---- Types

var basicCodes = map[ast.BuiltinKind]string{
	ast.Void: "v", ast.Bool: "b", ast.CharT: "c", ast.SChar: "a", ast.UChar: "h", ast.WChar: "w", ast.Char8: "Du",
	ast.Char16: "Ds", ast.Char32: "Di", ast.Short: "s", ast.UShort: "t", ast.Int: "i", ast.UInt: "j", ast.Long: "l",
	ast.ULong: "m", ast.LongLong: "x", ast.ULongLong: "y", ast.Int128: "n", ast.UInt128: "o", ast.Float: "f",
	ast.Double: "d", ast.LongDouble: "e", ast.Float128: "g", ast.NullptrT: "Dn", ast.Float16: "DF16_",
}

func cvCode(cv ast.Qualifiers) string {
	s := ""
	if cv&ast.Volatile != 0 {
		s += "V"
	}
	if cv&ast.Const != 0 {
		s += "K"
	}
	return s
}

func refCode(r ast.RefQual) string {
	switch r {
	case ast.RefLValue:
		return "R"
	case ast.RefRValue:
		return "O"
	}
	return ""
}

func (m *mangler) typ(t *types.Type) {
	if cv := cvCode(t.CV); cv != "" {
		write := func(p *mangler) {
			p.out(cv)
			p.typ(t.Unqual())
		}
		m.component(m.plain(write), func() { write(m) })
		return
	}
	switch t.Kind {
	case types.Basic:
		code, ok := basicCodes[t.Basic]
		if !ok {
			m.fail(untyped)
		}
		m.out(code)
	case types.Class:
		if c := m.u.ClassOf(t); c != nil {
			m.class(c)
		} else {
			m.fail(untyped)
		}
	case types.Enum:
		if e, ok := t.Decl.(*sema.Enum); ok {
			m.enum(e)
		} else {
			m.fail(untyped)
		}
	default:
		m.component(m.plain(func(p *mangler) { p.compound(t) }), func() { m.compound(t) })
	}
}

// compound writes a type that is made of others, without its qualifiers.
func (m *mangler) compound(t *types.Type) {
	switch t.Kind {
	case types.Pointer:
		m.out("P")
		m.typ(t.Elem)
	case types.LRef:
		m.out("R")
		m.typ(t.Elem)
	case types.RRef:
		m.out("O")
		m.typ(t.Elem)
	case types.MemberPointer:
		m.out("M")
		m.typ(t.Class)
		m.typ(t.Elem)
	case types.Array:
		m.out("A")
		switch {
		case t.Len >= 0:
			m.out(strconv.FormatInt(t.Len, 10))
		case t.Len == types.DependentLen && len(t.Args) > 0:
			m.valueParam(t.Args[0].Value)
		case t.Len != types.NoLen:
			m.fail(expression)
		}
		m.out("_")
		m.typ(t.Elem)
	case types.Func:
		m.out(cvCode(t.FnCV))
		if t.Noexcept {
			m.out("Do")
		}
		m.out("F")
		m.typ(t.Elem)
		m.params(t)
		m.out(refCode(t.FnRef) + "E")
	case types.Param:
		m.param(t.Depth, t.Index)
	case types.Expansion:
		m.out("Dp")
		m.typ(t.Elem)
	default:
		m.fail(expression)
	}
}

// param writes a parameter of the function template; those of templates around it would be arguments.
func (m *mangler) param(depth, index int) {
	if depth != 0 || index < 0 {
		m.fail(expression)
		return
	}
	if index == 0 {
		m.out("T_")
		return
	}
	m.out("T" + strconv.Itoa(index-1) + "_")
}

func (m *mangler) valueParam(v types.Value) {
	if v.Kind != types.DependentValue || v.Key != "" {
		m.fail(expression)
		return
	}
	m.param(v.Depth, v.Index)
}

func (m *mangler) args(args []types.Arg) {
	m.out("I")
	for i := range args {
		m.arg(&args[i])
	}
	m.out("E")
}

func (m *mangler) arg(a *types.Arg) {
	switch a.Kind {
	case types.TypeArg:
		m.typ(a.Type)
	case types.ValueArg:
		m.value(a.Value)
	case types.PackArg:
		m.out("J")
		for i := range a.Pack {
			m.arg(&a.Pack[i])
		}
		m.out("E")
	default:
		m.fail(expression)
	}
}

func (m *mangler) value(v types.Value) {
	switch {
	case v.Kind == types.DependentValue:
		if v.Pack {
			m.fail(expression)
		}
		m.out("X")
		m.valueParam(v)
		m.out("E")
	case v.Kind == types.IntValue && v.Type != nil:
		m.out("L")
		m.typ(v.Type.Unqual())
		switch {
		case v.Type.IsIntegral() && !v.Type.IsSigned():
			m.out(strconv.FormatUint(uint64(v.Int), 10))
		case v.Int < 0:
			m.out("n" + strconv.FormatUint(uint64(-v.Int), 10))
		default:
			m.out(strconv.FormatInt(v.Int, 10))
		}
		m.out("E")
	default:
		m.fail(unusual)
	}
}
