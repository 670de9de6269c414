package sema

import (
	"fmt"
	"strconv"
	"strings"

	"cudals/analysis/types"
)

// TypedBody is the typed body of a function; nil where it has none that can be typed, as in the definition of a template.
func (u *Unit) TypedBody(f *Func) *Body { return u.typedBody(f) }

// PrintBody writes a typed body for who works on the engine, a statement on each line.
func (u *Unit) PrintBody(b *strings.Builder, body *Body, indent string) {
	p := treePrinter{u, b}
	p.list(body.Inits, indent)
	p.list(body.Stmts, indent)
}

type treePrinter struct {
	u *Unit
	b *strings.Builder
}

var stmtWords = map[StmtOp]string{
	StmtOther: "other", StmtExpr: "do", StmtDecl: "declare", StmtBlock: "block", StmtIf: "if", StmtIfConsteval: "if consteval",
	StmtSwitch: "switch", StmtCase: "case", StmtFor: "for", StmtWhile: "while", StmtDo: "do while", StmtRange: "for each",
	StmtReturn: "return", StmtBreak: "break", StmtContinue: "continue", StmtMember: "initialise",
}

func (p treePrinter) list(list []*Stmt, indent string) {
	for _, s := range list {
		p.stmt(s, indent)
	}
}

func (p treePrinter) stmt(s *Stmt, indent string) {
	if !p.u.Nest() {
		return
	}
	defer p.u.Unnest()
	p.list(s.Init, indent)
	p.list(s.Cond, indent)
	p.b.WriteString(indent + stmtWords[s.Op])
	switch {
	case s.Op == StmtCase && s.Default:
		p.b.WriteString(" default")
	case s.Op == StmtDecl:
		p.b.WriteString(" " + s.Var.EntityName() + " " + p.u.TypeString(p.u.VarType(s.Var), nil))
	case s.Op == StmtMember && s.Field != nil:
		p.b.WriteString(" " + s.Field.EntityName())
	case s.Op == StmtMember && s.Base != nil:
		p.b.WriteString(" " + s.Base.EntityName())
	}
	for _, x := range []*Expr{s.X, s.Hi, s.Next} {
		if x != nil {
			p.b.WriteByte(' ')
			p.expr(x)
		}
	}
	p.b.WriteByte('\n')
	p.list(s.Body, indent+"  ")
	if len(s.Else) > 0 {
		p.b.WriteString(indent + "else\n")
		p.list(s.Else, indent+"  ")
	}
}

// expr writes an expression as (what operands…), and what has none by its name.
func (p treePrinter) expr(x *Expr) {
	if !p.u.Nest() {
		return
	}
	defer p.u.Unnest()
	word := p.word(x)
	if x.Object == nil && len(x.Args) == 0 && x.Op != ExprCall && x.Op != ExprConstruct {
		p.b.WriteString(word)
		return
	}
	p.b.WriteString("(" + word)
	if x.Object != nil {
		p.b.WriteString(" of ")
		p.expr(x.Object)
	}
	for i, a := range x.Args {
		p.b.WriteByte(' ')
		if x.Op == ExprList {
			p.b.WriteString(strconv.Itoa(x.Parts[i]) + ":")
		}
		p.expr(a)
	}
	p.b.WriteByte(')')
}

// word is what an expression does.
func (p treePrinter) word(x *Expr) string {
	typ := ""
	if x.Type != nil {
		typ = p.u.TypeString(x.Type, nil)
	}
	switch x.Op {
	case ExprConst:
		switch x.Value.Kind {
		case types.StringValue:
			return strconv.Quote(x.Value.Key)
		case types.FloatValue:
			return strconv.FormatFloat(x.Value.Float, 'g', -1, 64)
		case types.AddressValue:
			return "&" + x.Value.Entity.EntityName()
		}
		return strconv.FormatInt(x.Value.Int, 10)
	case ExprName:
		return x.Entity.EntityName()
	case ExprThis:
		return "this"
	case ExprSlot:
		return [...]string{"range", "begin", "end", "element"}[x.Slot]
	case ExprUnary:
		if x.Postfix {
			return "post" + x.Tok.String()
		}
		return x.Tok.String()
	case ExprBinary:
		return x.Tok.String()
	case ExprConditional:
		return "? " + typ
	case ExprIndex:
		return "[]"
	case ExprMember:
		return "." + x.Entity.EntityName()
	case ExprCast:
		return "cast " + typ
	case ExprCall:
		if f, ok := x.Entity.(*Func); ok {
			return "call " + p.u.Describe(f)
		}
		return "call"
	case ExprBuiltin:
		return p.u.Text(x.Name)
	case ExprConstruct:
		if f, ok := x.Entity.(*Func); ok {
			return "construct " + p.u.Describe(f)
		}
		return "copy " + typ
	case ExprList, ExprInitializerList:
		return "list " + typ
	case ExprZero:
		return "zero " + typ
	case ExprLambda:
		return "lambda"
	case ExprNew:
		return "new " + typ
	case ExprThrow:
		return "throw"
	case ExprQuery:
		return "query " + typ
	}
	if x.Value != nil && x.Value.Kind == types.IntValue {
		return fmt.Sprintf("something %s = %d", typ, x.Value.Int)
	}
	return "something " + typ
}
