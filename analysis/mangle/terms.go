package mangle

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Expressions over template parameters are spelled as nvcc's front end spells them: as they are written, but for parentheses, for
// names and sizes of what does not depend on parameters, which are given as values, and for parts that are worth the same as
// one before, which are abbreviated by it.

// dependentValue writes a template argument that depends on template parameters.
func (m *mangler) dependentValue(v types.Value) {
	sp := ""
	if v.Pack && m.expanding == 0 {
		sp = "sp"
	}
	t, ok := m.termOf(v)
	switch {
	case !ok:
	case t.variable && sp == "":
		m.term(t)
	default:
		m.out("X" + sp)
		m.term(t)
		m.out("E")
	}
}

// bound writes the number of elements of an array.
func (m *mangler) bound(v types.Value) {
	if t, ok := m.termOf(v); ok {
		m.term(t)
	}
}

// decltype writes a type that is a decltype of terms; names: of names without parentheses.
func (m *mangler) decltype(terms []*term, own, names bool) {
	code := "DT"
	if names {
		code = "Dt"
	}
	if t, ok := m.agree(terms, own); ok {
		m.out(code)
		m.term(t)
		m.out("E")
	}
}

// termOf is the expression behind a dependent value.
func (m *mangler) termOf(v types.Value) (*term, bool) {
	if v.Kind != types.DependentValue {
		m.fail(expression)
		return nil, false
	}
	if v.Key == "" {
		return paramTerm("", v.Depth, v.Index), true
	}
	return m.agree(m.behind(v.Key))
}

// behind are the terms behind the key of a dependent type or value, as termMaker.behind has them.
func (m *mangler) behind(key string) (terms []*term, own bool) {
	return (&termMaker{Unit: m.u, in: m.chunk}).behind(key)
}

// agree is the first of equal terms: the front end keeps the spelling of that. Where they are not from the template's own
// declaration they have to be spelled alike.
func (m *mangler) agree(terms []*term, own bool) (*term, bool) {
	spell := func(t *term) string {
		p := m.apart()
		p.spelled = !own
		p.term(t)
		return p.b.String() + p.unknown
	}
	differ := func(t *term) bool { return spell(t) != spell(terms[0]) }
	if len(terms) == 0 || slices.ContainsFunc(terms[1:], differ) {
		m.fail(expression)
		return nil, false
	}
	return terms[0], true
}

func (m *mangler) term(t *term) {
	if m.subs == nil && !m.spelled && t.constant.Kind == types.IntValue { // parts that are worth the same are the same
		m.constant(t.constant)
		return
	}
	t.write(m)
}

// constant writes a constant for comparisons: what is narrower than int is one by then.
func (m *mangler) constant(v types.Value) {
	if t := v.Type.Unqual(); t.IsIntegral() {
		switch t.Basic {
		case ast.Bool, ast.CharT, ast.SChar, ast.UChar, ast.Short, ast.UShort:
			v.Type = m.u.T.Basic(ast.Int)
		}
	}
	m.value(v)
}

func (m *mangler) operator(op token.Kind) {
	code, ok := operators[op.String()]
	if !ok {
		m.fail(expression)
	}
	m.out(code)
}

// member writes a member of a type that depends on template parameters.
func (m *mangler) member(t *types.Type, name string) {
	m.out("sr")
	switch {
	case t.Kind == types.Param:
		m.typ(t)
	case m.root(t).Kind == types.Param:
		m.out("N")
		m.typeLevels(t)
		m.out("E")
	default:
		m.typeLevels(t)
		m.out("E")
	}
	m.source(name)
}

// root is the type that a dependent type is a member of, or of a member of.
func (m *mangler) root(t *types.Type) *types.Type {
	for {
		in, _, _, ok := m.u.DependentMember(t)
		if !ok {
			return t
		}
		t = in
	}
}

// typeLevels writes a type as the scope of a member: each name by itself, without abbreviations.
func (m *mangler) typeLevels(t *types.Type) {
	if in, name, args, ok := m.u.DependentMember(t); ok {
		m.typeLevels(in)
		m.source(name)
		if args != nil {
			m.args(args)
		}
		return
	}
	switch c := m.u.ClassOf(t); {
	case t.Kind == types.Param:
		m.typ(t)
	case c != nil && !c.Local:
		m.levels(c)
	default:
		m.fail(expression)
	}
}

func (m *mangler) levels(e sema.Entity) {
	switch e := e.(type) {
	case *sema.Namespace:
		if global(e) {
			return
		}
		if e.Unnamed {
			m.fail(hashed)
		}
		m.levels(e.Parent())
		m.source(m.u.Text(e.Sym()))
	case *sema.Class:
		if e.Local {
			m.fail(local)
			return
		}
		m.levels(e.Parent())
		m.source(m.u.Text(e.Sym()))
		if e.Template != nil {
			m.args(e.Args)
		}
	case nil:
	default:
		m.fail(local)
	}
}
