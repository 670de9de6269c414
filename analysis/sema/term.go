package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Symbols of function templates hold the expressions over template parameters that stand in their declarations. Dependent values
// tell no more than which of them are equal; so the unit remembers the text behind each, and makes terms of it where asked.

// TermKind is the sort of a Term.
type TermKind uint8

// The sorts of terms.
const (
	TermValue       TermKind = iota // a constant that is written as its value, or a plain template parameter: Value
	TermUnary                       // Op X[0]
	TermBinary                      // X[0] Op X[1]
	TermConditional                 // X[0] ? X[1] : X[2]
	TermSizeof                      // sizeof(Type)
	TermAlignof                     // alignof(Type)
	TermSizeofPack                  // sizeof...(P): the pack is Type or, of values, Value
	TermCast                        // (Type)X[0] or Type(X[0]) and, with Static, static_cast<Type>(X[0])
	TermMake                        // Type() and, with Braces, Type{}
	TermMember                      // Type::Name
	TermVarTemplate                 // an instance of the variable template Template
	TermCall                        // X[0](X[1], …)
	TermFunc                        // functions that a call names: Name with Args, in Space where that is written
	TermFold                        // (… Op X[0]) with Left, else (X[0] Op …); with X[1] as the operand that holds no pack
	TermParam                       // the Index-th parameter of the function
)

// Term is an expression over template parameters whose names are resolved.
type Term struct {
	Kind         TermKind
	Op           token.Kind
	X            []*Term
	Type         *types.Type
	Value        types.Value
	Name         string
	Space        *Namespace
	Template     *Template
	Index        int
	Args         []types.Arg
	Left, Braces bool
	Static       bool
	// Const is the value of what depends on no parameter: terms are equal when their values are.
	Const types.Value
}

// written is an expression as it stands in the text.
type written struct {
	scope *Scope
	expr  ast.Expr
}

// maxWritten bounds how many places are remembered of equal expressions.
const maxWritten = 32

// NoteWritten remembers the text of a dependent expression.
func (u *Unit) NoteWritten(key string, sc *Scope, e ast.Expr) {
	list := u.Consts.written[key]
	if key == "" || len(list) >= maxWritten {
		return
	}
	same := func(w written) bool { return w.scope.Chunk == sc.Chunk && w.expr.Pos() == e.Pos() }
	if slices.ContainsFunc(list, same) || u.boundName(sc, e) != nil {
		return
	}
	if u.Consts.written == nil {
		u.Consts.written = make(map[string][]written)
	}
	u.Consts.written[key] = append(list, written{sc, e})
}

// boundName is the parameter of an alias or a class template that an expression names, where it stands for an argument.
func (u *Unit) boundName(sc *Scope, e ast.Expr) *TemplateParam {
	n, ok := Unparen(e).(*ast.NameExpr)
	if !ok || !n.Name.Simple() {
		return nil
	}
	if f := u.LookupName(sc, n.Name); f.State == FoundOK && len(f.Entities) == 1 {
		if p, ok := f.Entities[0].(*TemplateParam); ok && p.Bound != nil {
			return p
		}
	}
	return nil
}

// Terms are the expressions behind a dependent value that is no plain parameter: those that are written in a chunk, in the order
// of the text, or, where there are none (own is false), in all of the places that are remembered. nil: one of them is of a form
// that has no term.
func (u *Unit) Terms(v types.Value, in *Chunk) (terms []*Term, own bool) {
	return (&termMaker{Unit: u, in: in}).behind(v.Key)
}

// DecltypeTerms are the operands of a type that is a decltype, as Terms are. names reports that they are names, without
// parentheses.
func (u *Unit) DecltypeTerms(t *types.Type, in *Chunk) (terms []*Term, own, names bool) {
	if t.Kind != types.Dependent {
		return nil, false, false
	}
	for _, w := range u.Consts.written[t.Key] {
		_, names = w.expr.(*ast.NameExpr)
	}
	terms, own = (&termMaker{Unit: u, in: in}).behind(t.Key)
	return terms, own, names
}

// maxTermDepth bounds how deep terms are nested.
const maxTermDepth = 64

// termMaker makes terms of what is written, if possible, in one chunk.
type termMaker struct {
	*Unit
	in    *Chunk
	depth int
}

// behind are the terms behind a key.
func (m *termMaker) behind(key string) (terms []*Term, own bool) {
	list := slices.Clone(m.Consts.written[key])
	elsewhere := func(w written) bool { return w.scope.Chunk != m.in }
	if own = slices.ContainsFunc(list, func(w written) bool { return !elsewhere(w) }); own {
		list = slices.DeleteFunc(list, elsewhere)
		slices.SortFunc(list, func(a, b written) int { return cmp.Compare(a.expr.Pos().Lo, b.expr.Pos().Lo) })
	}
	for _, w := range list {
		t := m.term(w.scope, w.expr)
		if t == nil {
			return nil, own
		}
		terms = append(terms, t)
	}
	return terms, own
}

// term makes a term of an expression, nil where it has none.
func (m *termMaker) term(sc *Scope, e ast.Expr) *Term {
	if m.depth++; m.depth > maxTermDepth {
		return nil
	}
	defer func() { m.depth-- }()
	t := m.make(sc, e)
	if t != nil && t.Const.Kind == types.UnknownValue {
		if v := m.Eval(sc, e, EvalOptions{}); v.Kind == types.IntValue && v.Type != nil {
			t.Const = v
		}
	}
	return t
}

// with is a term with operands, nil where one of these has none.
func (m *termMaker) with(t Term, sc *Scope, operands ...ast.Expr) *Term {
	for _, x := range operands {
		s := m.term(sc, x)
		if s == nil {
			return nil
		}
		t.X = append(t.X, s)
	}
	return &t
}

func (m *termMaker) make(sc *Scope, e ast.Expr) *Term {
	switch e := e.(type) {
	case *ast.Paren:
		if e.X != nil {
			return m.term(sc, e.X)
		}
	case *ast.Literal:
		return valueTerm(m.Eval(sc, e, EvalOptions{}))
	case *ast.NameExpr:
		return m.name(sc, e)
	case *ast.Unary:
		switch e.Op {
		case token.Plus, token.Minus, token.Not, token.Tilde:
			return m.with(Term{Kind: TermUnary, Op: e.Op}, sc, e.X)
		}
	case *ast.Binary:
		if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && m.IsType(sc, p.Type) {
			return nil
		}
		return m.with(Term{Kind: TermBinary, Op: e.Op}, sc, e.X, e.Y)
	case *ast.Conditional:
		if e.T != nil {
			return m.with(Term{Kind: TermConditional}, sc, e.C, e.T, e.F)
		}
	case *ast.Cast:
		if e.Kind == ast.CastC || e.Kind == ast.CastStatic {
			return m.with(Term{Kind: TermCast, Type: m.ResolveTypeID(sc, e.Type), Static: e.Kind == ast.CastStatic}, sc, e.X)
		}
	case *ast.Construct:
		return m.made(sc, m.ResolveTypeID(sc, e.Type), e.Args, e.Brace)
	case *ast.Call:
		return m.call(sc, e)
	case *ast.Query:
		return m.query(sc, e)
	case *ast.Fold:
		switch {
		case e.L == nil:
			return m.with(Term{Kind: TermFold, Op: e.Op, Left: true}, sc, e.R)
		case e.R == nil:
			return m.with(Term{Kind: TermFold, Op: e.Op}, sc, e.L)
		case len(m.PacksIn(sc, e.L)) > 0:
			return m.with(Term{Kind: TermFold, Op: e.Op}, sc, e.L, e.R)
		default:
			return m.with(Term{Kind: TermFold, Op: e.Op, Left: true}, sc, e.R, e.L)
		}
	}
	return nil
}

// valueTerm is a constant integer.
func valueTerm(v types.Value) *Term {
	if v.Kind != types.IntValue || v.Type == nil {
		return nil
	}
	return &Term{Kind: TermValue, Value: v, Const: v}
}

func (m *termMaker) name(sc *Scope, e *ast.NameExpr) *Term {
	v := m.Eval(sc, e, EvalOptions{})
	if v.Kind == types.IntValue {
		return valueTerm(v)
	}
	f := m.LookupName(sc, e.Name)
	if f.State == FoundDependent {
		q := m.lookupQualifier(sc, e.Name, true)
		if last := e.Name.Last(); q.Typ != nil && last.Kind == ast.NameIdent && !last.HasArgs && len(e.Name.Parts) > 1 {
			return &Term{Kind: TermMember, Type: q.Typ, Name: m.Text(last.Sym)}
		}
		return nil
	}
	if f.State != FoundOK || len(f.Entities) != 1 {
		return nil
	}
	switch d := f.Entities[0].(type) {
	case *TemplateParam:
		switch {
		case v.Kind == types.DependentValue && v.Key == "":
			return &Term{Kind: TermValue, Value: v}
		case d.Bound != nil && d.Bound.Kind == types.ValueArg && d.Bound.Value.Kind == types.DependentValue:
			if same, _ := m.behind(d.Bound.Value.Key); len(same) > 0 {
				return same[0]
			}
		}
	case *Template:
		if d.Kind == VarTemplate && e.Name.Last().HasArgs {
			return &Term{Kind: TermVarTemplate, Template: d}
		}
	case *Var:
		if d.Kind == ParamVar && !d.Pack {
			return &Term{Kind: TermParam, Index: d.Index}
		}
	}
	return nil
}

func (m *termMaker) query(sc *Scope, e *ast.Query) *Term {
	switch e.Kind {
	case ast.Sizeof, ast.Alignof:
		if e.Type == nil || e.X != nil && !m.IsType(sc, e.Type) {
			return nil
		}
		kind := TermSizeof
		if e.Kind == ast.Alignof {
			kind = TermAlignof
		}
		if t := m.ResolveTypeID(sc, e.Type); t.IsDependent() {
			return &Term{Kind: kind, Type: t}
		}
		return valueTerm(m.Eval(sc, e, EvalOptions{}))
	case ast.SizeofPack:
		f := m.LookupUnqualified(sc, e.Sym)
		if f.State != FoundOK || len(f.Entities) != 1 {
			return nil
		}
		if p, ok := f.Entities[0].(*TemplateParam); ok && p.Bound == nil {
			switch p.Decl.Kind {
			case ast.ParamType:
				return &Term{Kind: TermSizeofPack, Type: m.T.Param(p.Depth, p.Index, p.Pack)}
			case ast.ParamValue:
				return &Term{Kind: TermSizeofPack, Value: m.valueParamArg(p).Value}
			}
		}
	}
	return nil
}

// made is an object or value that is made of arguments.
func (m *termMaker) made(sc *Scope, t *types.Type, args []ast.Expr, braces bool) *Term {
	switch {
	case len(args) == 0:
		return &Term{Kind: TermMake, Type: t, Braces: braces}
	case len(args) == 1 && !braces:
		if x := m.term(sc, args[0]); x != nil {
			return &Term{Kind: TermCast, Type: t, X: []*Term{x}}
		}
	}
	return nil
}

func (m *termMaker) call(sc *Scope, e *ast.Call) *Term {
	n, ok := e.Fn.(*ast.NameExpr)
	if !ok {
		if t, ok := e.Fn.(*ast.TypeExpr); ok {
			return m.made(sc, m.ResolveTypeID(sc, t.Type), e.Args, false)
		}
		return nil
	}
	f := m.LookupName(sc, n.Name)
	last := n.Name.Last()
	var callee *Term
	switch {
	case f.State == FoundOK && (IsTypeEntity(f.Entities[0]) || isTemplateParam(f.Entities[0])):
		return m.made(sc, m.TypeOfFound(sc, f, n.Name), e.Args, false)
	case f.State == FoundDependent:
		callee = m.name(sc, n)
	case f.State == FoundOK && last.Kind == ast.NameIdent && !n.Name.Global:
		callee = m.function(sc, n.Name, f)
	}
	if callee == nil {
		return nil
	}
	return m.with(Term{Kind: TermCall, X: []*Term{callee}}, sc, e.Args...)
}

// function is a call's name for functions of namespaces.
func (m *termMaker) function(sc *Scope, n *ast.Name, f Found) *Term {
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *Func:
			if e.MemberOf != nil {
				return nil
			}
		case *Template:
			if e.Kind != FuncTemplate || e.MemberOf != nil {
				return nil
			}
		default:
			return nil
		}
	}
	t := &Term{Kind: TermFunc, Name: m.Text(n.Last().Sym)}
	if last := n.Last(); last.HasArgs {
		template, ok := f.Entities[0].(*Template)
		if !ok || len(f.Entities) > 1 {
			return nil
		}
		if t.Args = m.ResolveTemplateArgs(sc, last.Args, template); t.Args == nil || len(t.Args) != len(last.Args) {
			return nil
		}
	}
	if len(n.Parts) > 1 {
		if t.Space = m.lookupQualifier(sc, n, true).ns; t.Space == nil {
			return nil
		}
	}
	return t
}
