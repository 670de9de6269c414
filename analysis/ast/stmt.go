package ast

import "cudals/analysis/token"

// Stmt is a statement.
type Stmt interface {
	Node
	stmtNode()
}

// Block is a compound statement.
type Block struct {
	Span
	Stmts []Stmt
}

// DeclStmt is a declaration in a body. Ambiguous: `a * b;`, `a (b);`, `a & b;` may be an expression; the tokens (without
// the semicolon) can be parsed again as one.
type DeclStmt struct {
	Span
	Decl      Decl
	Ambiguous bool
}

// ExprStmt is an expression statement; X is nil for a lone semicolon.
type ExprStmt struct {
	Span
	X Expr
}

// Cond is a condition: an expression or a declaration.
type Cond struct {
	X    Expr
	Decl Decl
}

// If is an if statement.
type If struct {
	Span
	Constexpr bool
	Consteval bool
	Not       bool // if !consteval
	Init      Stmt
	Cond      Cond
	Then      Stmt
	Else      Stmt
}

// Switch is a switch statement.
type Switch struct {
	Span
	Init Stmt
	Cond Cond
	Body Stmt
}

// Case is a case or default label with the statement it labels (nil before a closing brace).
type Case struct {
	Span
	Default bool
	X, Hi   Expr
	Stmt    Stmt
}

// For is a for statement.
type For struct {
	Span
	Init Stmt
	Cond Cond
	Inc  Expr
	Body Stmt
}

// RangeFor is a range-based for statement.
type RangeFor struct {
	Span
	Init  Stmt
	Decl  Decl // *SimpleDecl with one declarator, or *BindingDecl; no initialiser
	Range Expr
	Body  Stmt
	Colon int32
}

// While is a while statement.
type While struct {
	Span
	Cond Cond
	Body Stmt
}

// DoWhile is a do statement.
type DoWhile struct {
	Span
	Body Stmt
	Cond Expr
}

// Return is return or co_return.
type Return struct {
	Span
	X  Expr // nil, an expression, or an *InitList
	Co bool
}

// Jump is break, continue or goto.
type Jump struct {
	Span
	Kind  JumpKind
	Label token.Sym // of goto
	X     Expr      // of a computed goto
}

// JumpKind is the sort of a Jump.
type JumpKind uint8

// The jumps.
const (
	Break JumpKind = iota
	Continue
	Goto
)

// Label is a label with the statement it labels.
type Label struct {
	Span
	Sym  token.Sym
	Stmt Stmt
}

// AttributedStmt is a statement behind words of CUDA's, which mean nothing there.
type AttributedStmt struct {
	Span
	CUDA []CUDASpec
	Stmt Stmt
}

// Try is a try block.
type Try struct {
	Span
	Block    *Block
	Handlers []*Handler
}

// Handler is a catch clause; Param is nil for catch (...).
type Handler struct {
	Span
	Param *Param
	Block *Block
}

// AsmStmt is an asm statement.
type AsmStmt struct {
	Span
	Template token.Sym
	// Syms are all spellings of the template, where it is written as several literals.
	Syms     []token.Sym
	Volatile bool
	Outputs  []AsmOperand
	Inputs   []AsmOperand
	// Clobbers are the spellings of each one's literals.
	Clobbers [][]token.Sym
	// Extended: there was at least one colon.
	Extended bool
}

// AsmOperand is "constraint"(expr).
type AsmOperand struct {
	Span
	Constraint []token.Sym // the spellings of its literals
	X          Expr
}

// BadStmt could not be read. Syms are the names that it would declare if it was meant to be a declaration. Launch is the <<<
// of a launch in it that no >>> follows, Unclosed the token that stands in its place.
type BadStmt struct {
	Span
	Syms             []token.Sym
	Launch, Unclosed Span
}

func (*Block) stmtNode()          {}
func (*DeclStmt) stmtNode()       {}
func (*ExprStmt) stmtNode()       {}
func (*If) stmtNode()             {}
func (*Switch) stmtNode()         {}
func (*Case) stmtNode()           {}
func (*For) stmtNode()            {}
func (*RangeFor) stmtNode()       {}
func (*While) stmtNode()          {}
func (*DoWhile) stmtNode()        {}
func (*Return) stmtNode()         {}
func (*Jump) stmtNode()           {}
func (*Label) stmtNode()          {}
func (*AttributedStmt) stmtNode() {}
func (*Try) stmtNode()            {}
func (*AsmStmt) stmtNode()        {}
func (*BadStmt) stmtNode()        {}
