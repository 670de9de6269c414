package body

import (
	"fmt"
	"strconv"
	"strings"

	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
)

// PrintBody writes a typed body for who works on the engine, a statement on each line.
func (u *Model) PrintBody(b *strings.Builder, body *sema.Body, indent string) {
	p := treePrinter{u, b}
	p.list(body.Inits, indent)
	p.list(body.Stmts, indent)
}

type treePrinter struct {
	u *Model
	b *strings.Builder
}

var stmtWords = map[sema.StmtOp]string{
	sema.StmtOther: "other", sema.StmtExpr: "do", sema.StmtDecl: "declare", sema.StmtBlock: "block", sema.StmtIf: "if", sema.StmtIfConsteval: "if consteval",
	sema.StmtSwitch: "switch", sema.StmtCase: "case", sema.StmtFor: "for", sema.StmtWhile: "while", sema.StmtDo: "do while", sema.StmtRange: "for each",
	sema.StmtReturn: "return", sema.StmtBreak: "break", sema.StmtContinue: "continue", sema.StmtMember: "initialise",
	sema.StmtBarred: "barred", sema.StmtAsm: "asm",
}

func (p treePrinter) list(list []*sema.Stmt, indent string) {
	for _, s := range list {
		p.stmt(s, indent)
	}
}

func (p treePrinter) stmt(s *sema.Stmt, indent string) {
	if !p.u.Nest() {
		return
	}
	defer p.u.Unnest()
	p.list(s.Init, indent)
	p.list(s.Cond, indent)
	p.b.WriteString(indent + stmtWords[s.Op])
	switch {
	case s.Op == sema.StmtCase && s.Default:
		p.b.WriteString(" default")
	case s.Op == sema.StmtDecl:
		p.b.WriteString(" " + s.Var.EntityName() + " " + spell.Type(p.u.Unit, p.u.VarType(s.Var), nil))
	case s.Op == sema.StmtMember && s.Field != nil:
		p.b.WriteString(" " + s.Field.EntityName())
	case s.Op == sema.StmtMember && s.Base != nil:
		p.b.WriteString(" " + s.Base.EntityName())
	}
	for _, x := range []*sema.Expr{s.X, s.Hi, s.Next} {
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
func (p treePrinter) expr(x *sema.Expr) {
	if !p.u.Nest() {
		return
	}
	defer p.u.Unnest()
	word := p.word(x)
	if x.Object == nil && len(x.Args) == 0 && x.Op != sema.ExprCall && x.Op != sema.ExprConstruct {
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
		if x.Op == sema.ExprList {
			p.b.WriteString(strconv.Itoa(x.Parts[i]) + ":")
		}
		p.expr(a)
	}
	p.b.WriteByte(')')
}

// word is what an expression does.
func (p treePrinter) word(x *sema.Expr) string {
	if say := exprWords[x.Op]; say != nil {
		return say(p, x)
	}
	if x.Value != nil && x.Value.Kind == types.IntValue {
		return fmt.Sprintf("something %s = %d", p.typ(x), x.Value.Int)
	}
	return "something " + p.typ(x)
}

func (p treePrinter) typ(x *sema.Expr) string {
	if x.Type == nil {
		return ""
	}
	return spell.Type(p.u.Unit, x.Type, nil)
}

// exprWords say what expressions do.
var exprWords = map[sema.ExprOp]func(treePrinter, *sema.Expr) string{
	sema.ExprConst: constantWord,
	sema.ExprName:  func(_ treePrinter, x *sema.Expr) string { return x.Entity.EntityName() },
	sema.ExprThis:  always("this"),
	sema.ExprSlot: func(_ treePrinter, x *sema.Expr) string {
		return [...]string{"range", "begin", "end", "element"}[x.Slot]
	},
	sema.ExprUnary:           operatorWord,
	sema.ExprBinary:          operatorWord,
	sema.ExprConditional:     withType("? "),
	sema.ExprIndex:           always("[]"),
	sema.ExprMember:          func(_ treePrinter, x *sema.Expr) string { return "." + x.Entity.EntityName() },
	sema.ExprCast:            withType("cast "),
	sema.ExprCall:            calling("call ", always("call")),
	sema.ExprBuiltin:         func(p treePrinter, x *sema.Expr) string { return p.u.Text(x.Name) },
	sema.ExprConstruct:       calling("construct ", withType("copy ")),
	sema.ExprList:            withType("list "),
	sema.ExprInitializerList: withType("list "),
	sema.ExprZero:            withType("zero "),
	sema.ExprLambda:          always("lambda"),
	sema.ExprNew:             withType("new "),
	sema.ExprThrow:           always("throw"),
	sema.ExprQuery:           withType("query "),
}

func always(word string) func(treePrinter, *sema.Expr) string {
	return func(treePrinter, *sema.Expr) string { return word }
}

func withType(word string) func(treePrinter, *sema.Expr) string {
	return func(p treePrinter, x *sema.Expr) string { return word + p.typ(x) }
}

// calling is a word before the function that is called, or what is said where there is none.
func calling(word string, none func(treePrinter, *sema.Expr) string) func(treePrinter, *sema.Expr) string {
	return func(p treePrinter, x *sema.Expr) string {
		if f, ok := x.Entity.(*sema.Func); ok {
			return word + spell.Func(p.u.Unit, f)
		}
		return none(p, x)
	}
}

func constantWord(_ treePrinter, x *sema.Expr) string {
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

func operatorWord(_ treePrinter, x *sema.Expr) string {
	if x.Op == sema.ExprUnary && x.Postfix {
		return "post" + x.Tok.String()
	}
	return x.Tok.String()
}
