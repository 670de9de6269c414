package body

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/lex"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// unrollPragmas records the pragmas for unrolling that stand before a statement.
func (w *walker) unrollPragmas(sc *sema.Scope, s ast.Stmt) {
	if !w.noting() || s == nil || sc.Chunk.System {
		return
	}
	w.u.unrollsBefore(sc, s, func(site sema.Site, text, rest string) {
		r, at, factor := w.u.unroll(sc, s, rest)
		w.note(sema.Construct{Kind: sema.UnrollPragma, Site: site, Text: text, Unroll: r})
		w.factorCalls(at, factor, site)
	})
}

// factorCalls records what a factor calls. Its tokens stand in no chunk of the file, so that the pragma stands for all of them.
func (w *walker) factorCalls(at *sema.Scope, factor ast.Expr, site sema.Site) {
	if w.facts == nil || factor == nil {
		return
	}
	facts, flow, mark := w.facts, w.flow, len(w.full)
	w.facts, w.flow = &sema.Facts{Func: facts.Func, Decl: facts.Decl, Template: facts.Template}, nil
	w.in(sema.InPragma, func() { w.constant(at, factor, sema.Strict) })
	w.endFull(mark)
	for _, c := range w.facts.Calls {
		c.Site, c.Full = site, site
		facts.Calls = append(facts.Calls, c)
	}
	w.facts, w.flow = facts, flow
}

// unrollsBefore shows the pragmas for unrolling that stand before a statement, the last one first; rest is what follows the word.
func (u *Model) unrollsBefore(sc *sema.Scope, s ast.Stmt, show func(site sema.Site, text, rest string)) {
	toks := sc.Chunk.Seg.Toks
	for i := s.Pos().Lo - 1; i >= 0 && toks[sc.Chunk.Lo+int(i)].Kind == token.Pragma; i-- {
		text := u.Text(toks[sc.Chunk.Lo+int(i)].Sym)
		if rest, ok := strings.CutPrefix(text, "unroll"); ok && (rest == "" || rest[0] == ' ' || rest[0] == '(') {
			show(sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: i, Hi: i + 1}}, text, rest)
		}
	}
}

// unroll reads what follows the word: the factor, nil for none, stands in a scope of its own.
func (u *Model) unroll(sc *sema.Scope, s ast.Stmt, text string) (r *sema.Unroll, at *sema.Scope, factor ast.Expr) {
	r = &sema.Unroll{Before: unrollTarget(s)}
	if !ended(sc, s) {
		r.Before = sema.NoStatement // as somebody types it, it may become a loop
	}
	toks := lex.Tokens(source.NewFile("", []byte(text)), u.Interner())
	if len(toks) == 0 {
		return r, nil, nil
	}
	at = sc.Child(sema.BlockScope)
	factor, end := u.factor(at, toks)
	r.Extra = end < len(toks)
	if v := u.Eval(at, factor, sema.EvalOptions{}); v.Kind == types.IntValue || v.Kind == types.FloatValue {
		r.Value = v
	} else {
		r.Varies = u.Varying(u.TypedExpr(at, factor)) || u.noInteger(at, factor)
	}
	return r, at, factor
}

// noInteger reports whether an expression certainly has a type that no integer has or becomes by itself.
func (u *Model) noInteger(sc *sema.Scope, e ast.Expr) bool {
	if e == nil {
		return false
	}
	o := u.TypeOf(sc, e)
	if o.Dependent {
		return false
	}
	switch o.Type.Kind {
	case types.Pointer, types.Array, types.MemberPointer, types.Func:
		return true
	case types.Basic:
		return o.Type.IsNullptr()
	case types.Overloads:
		f, sole := u.SingleFunction(o.Set)
		return sole == sema.Yes && f != nil
	}
	return false
}

// factor reads the expression in front of a pragma's arguments, the longest that is one and holds no comma operator, and returns
// where it ends. The scope gets the expression's own chunk.
func (u *Model) factor(at *sema.Scope, toks []token.Token) (e ast.Expr, end int) {
	ord := at.Chunk.Ord
	for end = firstArgument(toks); end > 0; end-- {
		c := outline.TokenChunk(toks[:end], u.Interner())
		at.Chunk = &sema.Chunk{Chunk: c, Ord: ord}
		e = outline.ParseExpr(c, ast.Span{Hi: int32(end)}, sema.ScopeNames{Unit: u.Unit, Scope: at})
		if _, bad := e.(*ast.BadExpr); !bad {
			return e, end
		}
	}
	return e, len(toks) // nothing is known of it
}

// maxFactor bounds the tokens that are looked at.
const maxFactor = 64

// firstArgument is where the first of some arguments ends.
func firstArgument(toks []token.Token) int {
	depth := 0
	for i, t := range toks[:min(len(toks), maxFactor)] {
		switch t.Kind {
		case token.LParen, token.LBracket, token.LBrace:
			depth++
		case token.RParen, token.RBracket, token.RBrace:
			depth--
		case token.Comma, token.Semi:
			if depth == 0 {
				return i
			}
		}
	}
	return min(len(toks), maxFactor)
}

func unrollTarget(s ast.Stmt) sema.UnrollTarget {
	switch s := s.(type) {
	case *ast.For, *ast.RangeFor, *ast.While, *ast.DoWhile:
		return sema.Loop
	case *ast.AttributedStmt:
		return unrollTarget(s.Stmt)
	case *ast.Label:
		if s.Stmt == nil {
			return sema.NoStatement
		}
		return unrollTarget(s.Stmt)
	case *ast.DeclStmt, *ast.BadStmt, *ast.Case, *ast.AsmStmt:
		return sema.NoStatement
	case *ast.ExprStmt:
		if s.X == nil {
			return sema.NoStatement
		}
	}
	return sema.NoLoop
}

// ended reports whether a statement is no expression, or one with its semicolon.
func ended(sc *sema.Scope, s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return true
	}
	toks := sema.Site{Chunk: sc.Chunk, Span: e.Span}.Tokens()
	return len(toks) > 0 && toks[len(toks)-1].Kind == token.Semi
}

// pragmas records the pragmas between the tokens of a body, those in lambdas and classes that it holds left out.
func (w *walker) pragmas(c *sema.Chunk, body ast.Span) {
	if w.facts == nil || c.System {
		return
	}
	var inner []ast.Span
	for _, l := range w.facts.Lambdas {
		if l.Expr.Block != nil {
			inner = append(inner, l.Expr.Block.Span)
		}
	}
	for _, local := range w.facts.LocalClasses {
		if local.Syntax != nil {
			inner = append(inner, local.Syntax.Span)
		}
	}
	site := sema.Site{Chunk: c, Span: body}
	for i, t := range site.Tokens() {
		at := body.Lo + int32(i)
		if t.Kind == token.Pragma && !slices.ContainsFunc(inner, func(s ast.Span) bool { return s.Lo <= at && at < s.Hi }) {
			s := sema.Site{Chunk: c, Span: ast.Span{Lo: at, Hi: at + 1}}
			w.note(sema.Construct{Kind: sema.Pragma, Site: s, Text: strings.TrimSpace(w.u.Text(t.Sym))})
		}
	}
}
