package mangle

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// encoding writes a function with its type.
func (m *mangler) encoding(f *sema.Func) {
	if !m.begin(functionWork) {
		return
	}
	level, chunk := m.level, m.chunk
	defer func() { m.level, m.chunk = level, chunk }()
	if f.Template != nil && f.Args == nil {
		m.fail(expression)
		return
	}
	if name := m.u.Text(f.Sym()); f.CLinkage || name == "main" && f.MemberOf == nil && global(f.Parent()) {
		m.source(name)
		return
	}
	if f.Unseen {
		m.fail(unseen)
		return
	}
	t, declared := m.u.FuncType(f), f
	if f.Args != nil {
		declared = f.Template.Func
		t = m.u.FuncType(declared)
	}
	m.hashed = m.hashed || (f.InternalLinkage || declared.InternalLinkage) && !kernel(f)
	if t.Kind != types.Func {
		m.fail(untyped)
		return
	}
	cv := ""
	if f.MemberOf != nil {
		cv = cvCode(t.FnCV) + refCode(t.FnRef)
	}
	m.nested(f.Parent(), func(key string) { m.named(key, func(m *mangler) { m.ownName(f) }, f.Args) }, cv)
	if f.Args != nil {
		m.level = m.levelOf(f.Template)
		if len(declared.Decls) > 0 {
			m.chunk = declared.Decls[0].Site.Chunk
		}
		if hidesDependence(m.u, declared, t) {
			m.fail(expression)
		}
	}
	if f.Args != nil && f.Kind != sema.Constructor && f.Kind != sema.Conversion {
		m.typ(t.Elem)
	}
	m.params(t)
}

// operators are the codes of operators; those of one operand that have others are in unary.
var operators = map[string]string{
	"new": "nw", "new[]": "na", "delete": "dl", "delete[]": "da", "~": "co", "+": "pl", "-": "mi", "*": "ml", "/": "dv", "%": "rm",
	"&": "an", "|": "or", "^": "eo", "=": "aS", "+=": "pL", "-=": "mI", "*=": "mL", "/=": "dV", "%=": "rM", "&=": "aN", "|=": "oR",
	"^=": "eO", "<<": "ls", ">>": "rs", "<<=": "lS", ">>=": "rS", "==": "eq", "!=": "ne", "<": "lt", ">": "gt", "<=": "le",
	">=": "ge", "<=>": "ss", "!": "nt", "&&": "aa", "||": "oo", "++": "pp", "--": "mm", ",": "cm", "->*": "pm", "->": "pt",
	"()": "cl", "[]": "ix",
}

var unary = map[string]string{"+": "ps", "-": "ng", "*": "de", "&": "ad"}

// ownName writes the name of a function without its scope.
func (m *mangler) ownName(f *sema.Func) {
	name := m.u.Text(f.Sym())
	switch f.Kind {
	case sema.Ordinary:
		m.source(name)
		return
	case sema.OperatorFunc:
		name = strings.TrimSpace(strings.TrimPrefix(name, "operator"))
		operands := len(m.u.FuncType(f).Params)
		if f.MemberOf != nil && !f.Static {
			operands++
		}
		code, ok := unary[name]
		if !ok || operands > 1 {
			code, ok = operators[name]
		}
		if ok {
			m.out(code)
			return
		}
	case sema.Constructor:
		if f.Args == nil && !virtualBases(f.MemberOf) {
			m.out("C1")
			return
		}
	case sema.Destructor:
		m.out("D1")
		return
	case sema.Conversion:
		if f.Args == nil && m.u.FuncType(f).Kind == types.Func {
			m.out("cv")
			m.typ(m.u.FuncType(f).Elem)
			return
		}
	}
	m.fail(special)
}

// hidesDependence reports whether a type among those of a function template is written as a decltype that names a parameter of
// the template or of the function, and known all the same: the symbol of one with sizeof(T) holds the expression.
func hidesDependence(u *sema.Unit, f *sema.Func, t *types.Type) bool {
	if len(f.Decls) == 0 || f.Template == nil {
		return false
	}
	names := map[string]bool{}
	for _, p := range u.TemplateParams(f.Template) {
		names[u.Text(p.Sym())] = true
	}
	for _, p := range u.Params(f) {
		if p.Decl.Name != nil {
			names[u.Text(p.Decl.Name.Last().Sym)] = true
		}
	}
	hidden := func(s *ast.Specifiers, t *types.Type) bool {
		d, ok := s.Type.(*ast.DecltypeType)
		if !ok || t.IsDependent() {
			return false
		}
		for _, tok := range (sema.Site{Chunk: f.Decls[0].Site.Chunk, Span: d.Span}).Tokens() {
			if text := u.Text(tok.Sym); text != "" && names[text] {
				return true
			}
		}
		return false
	}
	for i, p := range u.Params(f) {
		if i < len(t.Params) && hidden(&p.Spec, t.Params[i]) {
			return true
		}
	}
	if sig := f.Decls[0].Sig; sig != nil && sig.Trailing != nil && hidden(&sig.Trailing.Spec, t.Elem) {
		return true
	}
	return hidden(f.Decls[0].Spec, t.Elem)
}

// levelOf is the depth of a template's parameters.
func (m *mangler) levelOf(t *sema.Template) int {
	if params := m.u.TemplateParams(t); len(params) > 0 {
		return params[0].Depth
	}
	m.fail(expression)
	return 0
}

// virtualBases reports whether a class has a virtual base, so that it has constructors of more than one sort.
func virtualBases(c *sema.Class) bool {
	return slices.ContainsFunc(c.Bases(), func(b sema.Base) bool { return b.Virtual || b.Class == nil || virtualBases(b.Class) })
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

// nested writes a name in its scope. last writes the entity's own name after the scope, whose plain spelling it is given where names are
// abbreviated.
func (m *mangler) nested(scope sema.Entity, last func(scopeKey string), cv string) {
	switch {
	case global(scope):
		last("")
	case isStd(m.u, scope):
		m.out("St")
		last("St")
	default:
		key := ""
		if m.subs != nil {
			key = m.plain(func(p *mangler) { p.prefix(scope) })
		}
		home := m.home(scope)
		m.inside(home)
		m.out("N" + cv)
		m.prefix(scope)
		last(key)
		m.out("E")
		if home != nil {
			m.discriminate(scope)
		}
	}
}

func isStd(u *sema.Unit, e sema.Entity) bool {
	ns, ok := e.(*sema.Namespace)
	return ok && !ns.Unnamed && global(ns.Parent()) && u.Text(ns.Sym()) == "std"
}

// named writes an entity's own name with its template arguments; the template alone can be abbreviated.
func (m *mangler) named(scopeKey string, name func(*mangler), args []types.Arg) {
	name(m)
	if args == nil {
		return
	}
	// Inside a nested name the number stands for the scope as well, which is written already: such functions and variables
	// are met once in a symbol, so that it is enough to count them.
	if m.subs != nil {
		m.subs[scopeKey+m.plain(name)] = len(m.subs)
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
		m.component(func(m *mangler) { m.scoped(e.Parent(), name) })
	case *sema.Class:
		m.classPrefix(e)
	default:
		m.fail(local)
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
	if c.Local {
		m.localPrefix(c)
		return
	}
	if c.Template != nil && c.Template.Unseen {
		m.fail(unseen)
		return
	}
	name := m.className(c)
	if c.Template == nil {
		m.component(func(m *mangler) { m.scoped(c.Parent(), name) })
		return
	}
	m.component(func(m *mangler) {
		m.component(func(m *mangler) { m.scoped(c.Parent(), name) })
		m.args(c.Args)
	})
}

// abbreviated are the templates of namespace std that have abbreviations of their own.
var abbreviated = map[string]bool{
	"allocator": true, "basic_string": true, "basic_istream": true, "basic_ostream": true, "basic_iostream": true,
}

func (m *mangler) className(c *sema.Class) string {
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
	if home := m.home(c); home != nil {
		m.localClass(c, home)
		return
	}
	if !global(scope) && !std {
		if _, ok := m.seen(func(p *mangler) { p.classPrefix(c) }); ok {
			return
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
	m.bare(e.Parent(), sym)
}
