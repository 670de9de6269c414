package mangle

import (
	"cmp"
	"slices"
	"strconv"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// term is an expression over template parameters whose names are resolved.
type term struct {
	// write writes it where it is not written as the constant that it is worth.
	write func(*mangler)
	// constant is the value of what depends on no parameter: terms are equal when their values are.
	constant types.Value
	// variable: an instance of a variable template.
	variable bool
}

// maxTermDepth bounds how deep terms are nested.
const maxTermDepth = 64

// termMaker makes terms of what is written, if possible, in one chunk.
type termMaker struct {
	*sema.Unit
	in    *sema.Chunk
	depth int
}

// behind are the expressions behind the key of a dependent type or value: those that are written in the chunk, in the order of the
// text, or, where there are none (own is false), in all of the places that are remembered. nil: one of them is of a form that has no
// term.
func (k *termMaker) behind(key string) (terms []*term, own bool) {
	list := slices.Clone(k.Consts.Written[key])
	elsewhere := func(w sema.WrittenExpr) bool { return w.Scope.Chunk != k.in }
	if own = slices.ContainsFunc(list, func(w sema.WrittenExpr) bool { return !elsewhere(w) }); own {
		list = slices.DeleteFunc(list, elsewhere)
		slices.SortFunc(list, func(a, b sema.WrittenExpr) int { return cmp.Compare(a.Expr.Pos().Lo, b.Expr.Pos().Lo) })
	}
	for _, w := range list {
		t := k.term(w.Scope, w.Expr)
		if t == nil {
			return nil, own
		}
		terms = append(terms, t)
	}
	return terms, own
}

// term makes a term of an expression, nil where it has none.
func (k *termMaker) term(sc *sema.Scope, e ast.Expr) *term {
	if k.depth++; k.depth > maxTermDepth {
		return nil
	}
	defer func() { k.depth-- }()
	t := k.make(sc, e)
	if t != nil && t.constant.Kind == types.UnknownValue {
		if v := k.Eval(sc, e, sema.EvalOptions{}); v.Kind == types.IntValue && v.Type != nil {
			t.constant = v
		}
	}
	return t
}

// with is what write writes, followed by operands; nil where one of these has no term.
func (k *termMaker) with(write func(*mangler), sc *sema.Scope, operands ...ast.Expr) *term {
	terms := make([]*term, len(operands))
	for i, x := range operands {
		if terms[i] = k.term(sc, x); terms[i] == nil {
			return nil
		}
	}
	return &term{write: func(m *mangler) {
		write(m)
		for _, t := range terms {
			m.term(t)
		}
	}}
}

func (k *termMaker) make(sc *sema.Scope, e ast.Expr) *term {
	switch e := e.(type) {
	case *ast.Paren:
		if e.X != nil {
			return k.term(sc, e.X)
		}
	case *ast.Literal:
		return valueTerm(k.Eval(sc, e, sema.EvalOptions{}))
	case *ast.NameExpr:
		return k.name(sc, e)
	case *ast.Unary:
		switch e.Op {
		case token.Plus, token.Minus, token.Not, token.Tilde:
			op := e.Op.String()
			return k.with(func(m *mangler) { m.out(cmp.Or(unary[op], operators[op])) }, sc, e.X)
		}
	case *ast.Binary:
		if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && k.IsType(sc, p.Type) {
			return nil
		}
		return k.with(func(m *mangler) { m.operator(e.Op) }, sc, e.X, e.Y)
	case *ast.Conditional:
		if e.T != nil {
			return k.with(func(m *mangler) { m.out("qu") }, sc, e.C, e.T, e.F)
		}
	case *ast.Cast:
		switch e.Kind {
		case ast.CastC:
			return k.cast("cv", sc, k.ResolveTypeID(sc, e.Type), e.X)
		case ast.CastStatic:
			return k.cast("sc", sc, k.ResolveTypeID(sc, e.Type), e.X)
		}
	case *ast.Construct:
		return k.made(sc, k.ResolveTypeID(sc, e.Type), e.Args, e.Brace)
	case *ast.Call:
		return k.call(sc, e)
	case *ast.Query:
		return k.query(sc, e)
	case *ast.Fold:
		return k.fold(sc, e)
	}
	return nil
}

// valueTerm is a constant integer.
func valueTerm(v types.Value) *term {
	if v.Kind != types.IntValue || v.Type == nil {
		return nil
	}
	return &term{write: func(m *mangler) { m.value(v) }, constant: v}
}

// paramTerm is a template parameter behind a code.
func paramTerm(code string, depth, index int) *term {
	return &term{write: func(m *mangler) {
		m.out(code)
		m.param(depth, index)
	}}
}

// typeTerm is a code with a type behind it.
func typeTerm(code string, t *types.Type) *term {
	return &term{write: func(m *mangler) {
		m.out(code)
		m.typ(t)
	}}
}

func (k *termMaker) cast(code string, sc *sema.Scope, t *types.Type, x ast.Expr) *term {
	return k.with(typeTerm(code, t).write, sc, x)
}

func (k *termMaker) name(sc *sema.Scope, e *ast.NameExpr) *term {
	v := k.Eval(sc, e, sema.EvalOptions{})
	if v.Kind == types.IntValue {
		return valueTerm(v)
	}
	f := k.LookupName(sc, e.Name)
	last := e.Name.Last()
	if f.State == sema.FoundDependent {
		q := k.LookupQualifier(sc, e.Name, true)
		if q.Typ != nil && last.Kind == ast.NameIdent && !last.HasArgs && len(e.Name.Parts) > 1 {
			return &term{write: func(m *mangler) { m.member(q.Typ, m.u.Text(last.Sym)) }}
		}
		return nil
	}
	if f.State != sema.FoundOK || len(f.Entities) != 1 {
		return nil
	}
	switch d := f.Entities[0].(type) {
	case *sema.TemplateParam:
		switch {
		case v.Kind == types.DependentValue && v.Key == "":
			return paramTerm("", v.Depth, v.Index)
		case d.Bound != nil && d.Bound.Kind == types.ValueArg && d.Bound.Value.Kind == types.DependentValue:
			if same, _ := k.behind(d.Bound.Value.Key); len(same) > 0 {
				return same[0]
			}
		}
	case *sema.Template:
		if d.Kind == sema.VarTemplate && last.HasArgs {
			return &term{variable: true, write: func(m *mangler) {
				m.out("L_Z")
				m.nested(d.Parent(), func(string) { m.source(m.u.Text(d.Sym())) }, "")
				m.out("E")
			}}
		}
	case *sema.Var:
		if d.Kind == sema.ParamVar && !d.Pack {
			return functionParam(d.Index)
		}
	}
	return nil
}

// functionParam is a parameter of the function whose type is written.
func functionParam(index int) *term {
	number := ""
	if index > 0 {
		number = strconv.Itoa(index - 1)
	}
	return &term{write: func(m *mangler) { m.out("fp" + number + "_") }}
}

func (k *termMaker) query(sc *sema.Scope, e *ast.Query) *term {
	switch e.Kind {
	case ast.Sizeof, ast.Alignof:
		if e.Type == nil || e.X != nil && !k.IsType(sc, e.Type) {
			return nil
		}
		code := "st"
		if e.Kind == ast.Alignof {
			code = "at"
		}
		if t := k.ResolveTypeID(sc, e.Type); t.IsDependent() {
			return typeTerm(code, t)
		}
		return valueTerm(k.Eval(sc, e, sema.EvalOptions{}))
	case ast.SizeofPack:
		f := k.LookupUnqualified(sc, e.Sym)
		if f.State != sema.FoundOK || len(f.Entities) != 1 {
			return nil
		}
		if p, ok := f.Entities[0].(*sema.TemplateParam); ok && p.Bound == nil && p.Decl.Kind != ast.ParamTemplate {
			return paramTerm("sZ", p.Depth, p.Index)
		}
	}
	return nil
}

// fold makes a fold expression: with the operand that holds no pack on its side.
func (k *termMaker) fold(sc *sema.Scope, e *ast.Fold) *term {
	code, operands := "fL", []ast.Expr{e.L, e.R}
	switch {
	case e.L == nil:
		code, operands = "fl", operands[1:]
	case e.R == nil:
		code, operands = "fr", operands[:1]
	case len(k.PacksIn(sc, e.L)) > 0:
		code = "fR"
	}
	t := k.with(func(m *mangler) { m.operator(e.Op) }, sc, operands...)
	if t == nil {
		return nil
	}
	return &term{write: func(m *mangler) {
		m.out(code)
		m.expanding++
		t.write(m)
		m.expanding--
	}}
}

// made is an object or value that is made of arguments.
func (k *termMaker) made(sc *sema.Scope, t *types.Type, args []ast.Expr, braces bool) *term {
	switch {
	case len(args) == 0:
		code, end := "cv", "_E"
		if braces {
			code, end = "tl", "E"
		}
		return &term{write: func(m *mangler) {
			m.out(code)
			m.typ(t)
			m.out(end)
		}}
	case len(args) == 1 && !braces:
		return k.cast("cv", sc, t, args[0])
	}
	return nil
}

func (k *termMaker) call(sc *sema.Scope, e *ast.Call) *term {
	n, ok := e.Fn.(*ast.NameExpr)
	if !ok {
		if t, ok := e.Fn.(*ast.TypeExpr); ok {
			return k.made(sc, k.ResolveTypeID(sc, t.Type), e.Args, false)
		}
		return nil
	}
	f := k.LookupName(sc, n.Name)
	var callee *term
	switch {
	case f.State == sema.FoundOK && k.NamesType(f.Entities):
		return k.made(sc, k.TypeOfFound(sc, f, n.Name), e.Args, false)
	case f.State == sema.FoundDependent:
		callee = k.name(sc, n)
	case f.State == sema.FoundOK && n.Name.Last().Kind == ast.NameIdent && !n.Name.Global:
		callee = k.function(sc, n.Name, f)
	}
	if callee == nil {
		return nil
	}
	t := k.with(func(m *mangler) {
		m.out("cl")
		m.term(callee)
	}, sc, e.Args...)
	if t == nil {
		return nil
	}
	return &term{write: func(m *mangler) {
		t.write(m)
		m.out("E")
	}}
}

// function is a call's name for functions of namespaces.
func (k *termMaker) function(sc *sema.Scope, n *ast.Name, f sema.Found) *term {
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *sema.Func:
			if e.MemberOf != nil {
				return nil
			}
		case *sema.Template:
			if e.Kind != sema.FuncTemplate || e.MemberOf != nil {
				return nil
			}
		default:
			return nil
		}
	}
	last := n.Last()
	var args []types.Arg
	if last.HasArgs {
		template, ok := f.Entities[0].(*sema.Template)
		if !ok || len(f.Entities) > 1 {
			return nil
		}
		if args = k.ResolveTemplateArgs(sc, last.Args, template); args == nil || len(args) != len(last.Args) {
			return nil
		}
	}
	var space *sema.Namespace
	if len(n.Parts) > 1 {
		if space = k.LookupQualifier(sc, n, true).NS; space == nil {
			return nil
		}
	}
	return &term{write: func(m *mangler) {
		if !global(space) {
			m.out("sr")
			m.levels(space)
			m.out("E")
		}
		m.source(m.u.Text(last.Sym))
		if args != nil {
			m.args(args)
		}
	}}
}
