package mangle

import (
	"slices"
	"strconv"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
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
	case t.Kind == sema.TermVarTemplate && sp == "":
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

// decltype writes a type that is a decltype of terms.
func (m *mangler) decltype(terms []*sema.Term, own, names bool) {
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
func (m *mangler) termOf(v types.Value) (*sema.Term, bool) {
	if v.Kind != types.DependentValue {
		m.fail(expression)
		return nil, false
	}
	if v.Key == "" {
		return &sema.Term{Kind: sema.TermValue, Value: v}, true
	}
	return m.agree(m.u.Terms(v, m.chunk))
}

// agree is the first of equal terms: the front end keeps the spelling of that. Where they are not from the template's own
// declaration they have to be spelled alike.
func (m *mangler) agree(terms []*sema.Term, own bool) (*sema.Term, bool) {
	spell := func(t *sema.Term) string {
		p := &mangler{u: m.u, level: m.level, expanding: m.expanding, nesting: m.nesting, chunk: m.chunk, spelled: !own}
		p.term(t)
		return p.b.String() + p.unknown
	}
	differ := func(t *sema.Term) bool { return spell(t) != spell(terms[0]) }
	if len(terms) == 0 || slices.ContainsFunc(terms[1:], differ) {
		m.fail(expression)
		return nil, false
	}
	return terms[0], true
}

// terms writes several terms.
func (m *mangler) terms(list []*sema.Term) {
	for _, t := range list {
		m.term(t)
	}
}

func (m *mangler) term(t *sema.Term) {
	if m.subs == nil && !m.spelled && t.Const.Kind == types.IntValue { // parts that are worth the same are the same
		m.constant(t.Const)
		return
	}
	switch t.Kind {
	case sema.TermValue:
		if t.Value.Kind == types.DependentValue {
			m.param(t.Value.Depth, t.Value.Index)
		} else {
			m.value(t.Value)
		}
	case sema.TermUnary:
		op := t.Op.String()
		code, ok := unary[op]
		if !ok {
			code = operators[op]
		}
		m.out(code)
		m.terms(t.X)
	case sema.TermBinary:
		m.operator(t)
		m.terms(t.X)
	case sema.TermConditional:
		m.out("qu")
		m.terms(t.X)
	case sema.TermSizeof:
		m.out("st")
		m.typ(t.Type)
	case sema.TermAlignof:
		m.out("at")
		m.typ(t.Type)
	case sema.TermSizeofPack:
		m.out("sZ")
		if t.Type != nil {
			m.param(t.Type.Depth, t.Type.Index)
		} else {
			m.param(t.Value.Depth, t.Value.Index)
		}
	case sema.TermCast:
		code := "cv"
		if t.Static {
			code = "sc"
		}
		m.out(code)
		m.typ(t.Type)
		m.terms(t.X)
	case sema.TermMake:
		code, begin := "cv", "_"
		if t.Braces {
			code, begin = "tl", ""
		}
		m.out(code)
		m.typ(t.Type)
		m.out(begin + "E")
	case sema.TermMember:
		m.member(t)
	case sema.TermVarTemplate:
		m.out("L_Z")
		m.nested(t.Template.Parent(), func(string) { m.source(m.u.Text(t.Template.Sym())) }, "")
		m.out("E")
	case sema.TermCall:
		m.out("cl")
		m.terms(t.X)
		m.out("E")
	case sema.TermFunc:
		if t.Space != nil && !global(t.Space) {
			m.out("sr")
			m.levels(t.Space)
			m.out("E")
		}
		m.source(t.Name)
		if t.Args != nil {
			m.args(t.Args)
		}
	case sema.TermFold:
		m.fold(t)
	case sema.TermParam:
		m.out("fp")
		if t.Index > 0 {
			m.out(strconv.Itoa(t.Index - 1))
		}
		m.out("_")
	default:
		m.fail(expression)
	}
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

func (m *mangler) operator(t *sema.Term) {
	code, ok := operators[t.Op.String()]
	if !ok {
		m.fail(expression)
	}
	m.out(code)
}

// fold writes a fold expression: with the operand that holds no pack on its side.
func (m *mangler) fold(t *sema.Term) {
	x := t.X
	switch {
	case len(x) == 1 && t.Left:
		m.out("fl")
	case len(x) == 1:
		m.out("fr")
	case t.Left:
		m.out("fL")
		x = []*sema.Term{x[1], x[0]}
	default:
		m.out("fR")
	}
	m.operator(t)
	m.expanding++
	m.terms(x)
	m.expanding--
}

// member writes a member of a type that depends on template parameters.
func (m *mangler) member(t *sema.Term) {
	m.out("sr")
	switch {
	case t.Type.Kind == types.Param:
		m.typ(t.Type)
	case m.root(t.Type).Kind == types.Param:
		m.out("N")
		m.typeLevels(t.Type)
		m.out("E")
	default:
		m.typeLevels(t.Type)
		m.out("E")
	}
	m.source(t.Name)
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
