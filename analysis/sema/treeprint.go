package sema

import (
	"fmt"
	"strconv"
	"strings"

	"cudals/analysis/types"
)

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
	if say := exprWords[x.Op]; say != nil {
		return say(p, x)
	}
	if x.Value != nil && x.Value.Kind == types.IntValue {
		return fmt.Sprintf("something %s = %d", p.typ(x), x.Value.Int)
	}
	return "something " + p.typ(x)
}

func (p treePrinter) typ(x *Expr) string {
	if x.Type == nil {
		return ""
	}
	return p.u.TypeString(x.Type, nil)
}

// exprWords say what expressions do.
var exprWords = map[ExprOp]func(treePrinter, *Expr) string{
	ExprConst:           constantWord,
	ExprName:            func(_ treePrinter, x *Expr) string { return x.Entity.EntityName() },
	ExprThis:            always("this"),
	ExprSlot:            func(_ treePrinter, x *Expr) string { return [...]string{"range", "begin", "end", "element"}[x.Slot] },
	ExprUnary:           operatorWord,
	ExprBinary:          operatorWord,
	ExprConditional:     withType("? "),
	ExprIndex:           always("[]"),
	ExprMember:          func(_ treePrinter, x *Expr) string { return "." + x.Entity.EntityName() },
	ExprCast:            withType("cast "),
	ExprCall:            calling("call ", always("call")),
	ExprBuiltin:         func(p treePrinter, x *Expr) string { return p.u.Text(x.Name) },
	ExprConstruct:       calling("construct ", withType("copy ")),
	ExprList:            withType("list "),
	ExprInitializerList: withType("list "),
	ExprZero:            withType("zero "),
	ExprLambda:          always("lambda"),
	ExprNew:             withType("new "),
	ExprThrow:           always("throw"),
	ExprQuery:           withType("query "),
}

func always(word string) func(treePrinter, *Expr) string {
	return func(treePrinter, *Expr) string { return word }
}

func withType(word string) func(treePrinter, *Expr) string {
	return func(p treePrinter, x *Expr) string { return word + p.typ(x) }
}

// calling is a word before the function that is called, or what is said where there is none.
func calling(word string, none func(treePrinter, *Expr) string) func(treePrinter, *Expr) string {
	return func(p treePrinter, x *Expr) string {
		if f, ok := x.Entity.(*Func); ok {
			return word + p.u.Describe(f)
		}
		return none(p, x)
	}
}

func constantWord(_ treePrinter, x *Expr) string {
	switch x.Value.Kind {
	case types.StringValue:
		return strconv.Quote(x.Value.Key)
	case types.FloatValue:
		return strconv.FormatFloat(x.Value.Float, 'g', -1, 64)
	case types.AddressValue:
		return "&" + x.Value.Entity.EntityName()
	}
	return strconv.FormatInt(x.Value.Int, 10)
}

func operatorWord(_ treePrinter, x *Expr) string {
	if x.Op == ExprUnary && x.Postfix {
		return "post" + x.Tok.String()
	}
	return x.Tok.String()
}
