// Package mangle spells the names that functions and variables have in object files, as the Itanium C++ ABI prescribes them. What
// it cannot spell with certainty has no name: entities of unnamed namespaces, whose names hold a hash of the file, and expressions
// that have no term.
package mangle

import (
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
)

// Why symbols are not known.
const (
	hashed       = "it holds a hash of the file"
	local        = "it names what is local, where more than the function tells it apart from others"
	special      = "it names a constructor or a conversion in a way that is not known"
	unseen       = "it is, or belongs to, something whose first declaration was not found"
	untyped      = "it names a type that is not known"
	abbreviation = "it names a class of the standard library that has an abbreviation"
	expression   = "it holds an expression or a type that depends on template parameters"
	unusual      = "it holds a value of an unusual kind"
	nameless     = "it names what has no name"
	tooLong      = "it is too long"
)

// maxWork bounds how many types are spelled for one symbol. Those that may be abbreviated are spelled in full first, with all their
// parts. A function counts for functionWork: where each is local to the next they are as many as the square of how deep they stand in
// each other, and more where parameters of closures are local as well. Where one was too much, the next may take half as much, down to
// leastWork: a text may have thousands of such symbols.
const (
	maxWork      = 1 << 17
	leastWork    = 1 << 12
	functionWork = 1 << 10
)

// Symbol is the name that an entity has in object files.
type Symbol struct {
	// Text is the name where it is known; where it is not, it is "", and Unknown says why.
	Text, Unknown string
	// Unhashed is the name without the hash of the file that names of internal linkage hold, so that tools show it like the one
	// that there is; "" where that is not known.
	Unhashed string
}

// Names spells the symbols of a unit's entities, as its text is now.
type Names struct {
	u *sema.Unit
	// lambdas are those of a body with their signatures.
	lambdas map[spelling][]signed
	// maxWork is how much one symbol may take.
	maxWork int
}

// Of spells the symbols of a unit.
func Of(u *sema.Unit) *Names {
	return &Names{u: u, lambdas: make(map[spelling][]signed), maxWork: maxWork}
}

// Func is the symbol of a function.
func (n *Names) Func(f *sema.Func) Symbol {
	if f.CLinkage {
		return known(n.u.Text(f.Sym()))
	}
	m := newMangler(n)
	m.out("_Z")
	m.encoding(f)
	return m.symbol()
}

// Var is the symbol of a variable.
func (n *Names) Var(v *sema.Var) Symbol {
	m := newMangler(n)
	switch {
	case v.Kind == sema.LocalStatic:
		m.out("_Z")
		m.localVar(v)
	case v.CLinkage, v.Args == nil && global(v.Parent()):
		return known(n.u.Text(v.Sym()))
	default:
		m.out("_Z")
		m.variable(v)
	}
	return m.symbol()
}

// variable writes a variable of a namespace or a class.
func (m *mangler) variable(v *sema.Var) {
	if v.Kind == sema.NamespaceVar && (v.Static || v.Args == nil && internal(m.u, v)) {
		m.hashed = true
	}
	m.nested(v.Parent(), func(key string) { m.named(key, func(m *mangler) { m.source(m.u.Text(v.Sym())) }, v.Args) }, "")
}

func known(text string) Symbol { return Symbol{Text: text, Unhashed: text} }

func (m *mangler) symbol() Symbol {
	switch text := m.b.String(); {
	case m.unknown == tooLong:
		m.names.maxWork = max(m.names.maxWork/2, leastWork)
		fallthrough
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
	names *Names
	u     *sema.Unit
	b     strings.Builder
	// subs numbers the components that were written, by their spelling without substitutions; nil while that is spelled.
	subs map[string]int
	// spelled: without substitutions, constants are spelled as they are written all the same.
	spelled bool
	// unknown says why the symbol cannot be spelled, "" while it can.
	unknown string
	// hashed: the symbol holds a hash of the file, in whose place stands what other compilers write.
	hashed bool
	// level is the depth of the parameters of the template whose type is written: those of templates around it are bound.
	level int
	// chunk is where the template whose type is written is declared.
	chunk *sema.Chunk
	// expanding counts the pack expansions around what is written.
	expanding int
	// work counts the types and functions that were spelled for the symbol, in any of its parts.
	work *int
}

func newMangler(n *Names) *mangler {
	return &mangler{names: n, u: n.u, subs: map[string]int{}, work: new(int)}
}

func (m *mangler) out(s string) { m.b.WriteString(s) }

// fail notes the first reason why the symbol cannot be spelled.
func (m *mangler) fail(why string) {
	if m.unknown == "" {
		m.unknown = why
	}
}

// begin counts what is spelled next. It returns false where the symbol cannot be spelled.
func (m *mangler) begin(work int) bool {
	if *m.work += work; *m.work > m.names.maxWork {
		m.fail(tooLong)
	}
	return m.unknown == ""
}

func (m *mangler) source(name string) {
	if name == "" {
		m.fail(nameless)
		return
	}
	m.out(strconv.Itoa(len(name)) + name)
}

// apart is a mangler for a part that is spelled without substitutions.
func (m *mangler) apart() *mangler {
	return &mangler{
		names: m.names, u: m.u, level: m.level, expanding: m.expanding, chunk: m.chunk, spelled: m.spelled,
		work: m.work,
	}
}

// plain is the spelling without substitutions of what write writes.
func (m *mangler) plain(write func(*mangler)) string {
	if m.unknown != "" {
		return ""
	}
	p := m.apart()
	write(p)
	if p.unknown != "" {
		m.fail(p.unknown)
	}
	m.hashed = m.hashed || p.hashed
	return p.b.String()
}

// component writes what may be abbreviated: its number where it was written before.
func (m *mangler) component(write func(*mangler)) {
	if key, ok := m.seen(write); !ok {
		write(m)
		m.note(key)
	}
}

// seen writes the number of what was written before and noted by the key, which is what spell spells.
func (m *mangler) seen(spell func(*mangler)) (key string, ok bool) {
	if m.subs == nil {
		return "", false
	}
	key = m.plain(spell)
	n, ok := m.subs[key]
	if ok {
		m.out("S" + sequence(n) + "_")
	}
	return key, ok
}

// note numbers what was written.
func (m *mangler) note(key string) {
	if m.subs != nil {
		m.subs[key] = len(m.subs)
	}
}

// sequence is a number as the ABI writes it: nothing, 0, 1, …, in base 36.
func sequence(n int) string {
	if n == 0 {
		return ""
	}
	return strings.ToUpper(strconv.FormatInt(int64(n-1), 36))
}
