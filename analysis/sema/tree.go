package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// A typed expression is what the walker finds an expression to mean: names are resolved, packs expanded, calls have their callees,
// the conversions that users define stand there as the calls that they are, and lists say which element initialises which part.
// Who evaluates constants reads this tree and no syntax. Conversions that the language itself makes are not spelled out: they
// follow from the type of an operand and that of the place where it stands.
//
// A tree is immutable once the walk that made it has ended, and holds for one environment: a definition, or one instance.

// Expr is a node of such a tree.
type Expr struct {
	Op ExprOp
	// Tok is the operator of ExprUnary and ExprBinary. Postfix: the operator stands behind its operand.
	Tok     token.Kind
	Postfix bool
	// Cast is the kind of an ExprCast, Call that of an ExprCall. CallParenCtor: T(x) or T() made it, written with parentheses.
	Cast ast.CastKind
	Call CallKind
	// Type is never a reference, but of an ExprCast, where it is the type that is named.
	Type *types.Type
	// Value is the constant of an ExprConst, and what was found out about an ExprOpaque.
	Value *types.Value
	// Entity is what an ExprName names, the *Field of an ExprMember, the callee of an ExprCall or ExprConstruct.
	Entity Entity
	// Slot is the number of an ExprSlot.
	Slot int
	// Name is the function of an ExprBuiltin.
	Name token.Sym
	// Object is the object of an ExprCall, where it has one.
	Object *Expr
	// Args are the operands; of an ExprList what initialises the parts with the numbers Parts, which count an array's elements, or a
	// class's direct bases and then its data members.
	Args  []*Expr
	Parts []int

	// Dependent: the expression depends on template parameters that are not bound.
	Dependent bool

	// Scope and syntax are what was read; a node that stands for nothing written has none.
	Scope  *Scope
	Syntax ast.Expr
}

// ExprOp is the sort of a node.
type ExprOp uint8

const (
	// ExprOpaque is an expression of which nothing but its type, and perhaps its value, is known.
	ExprOpaque ExprOp = iota
	ExprConst
	// ExprName is the name of a variable, function, static member, enumerator or value parameter.
	ExprName
	ExprThis
	// ExprSlot is what a range-based for loop has without a name: see Stmt.
	ExprSlot
	ExprUnary
	ExprBinary
	// ExprConditional has a condition and two arms. The condition of c ?: x is its first arm too.
	ExprConditional
	ExprIndex
	// ExprMember is a data member of the object Args[0], implicit ones of *this included.
	ExprMember
	ExprCast
	// ExprCall is a call of Entity, or of what Object points to where that is nil.
	ExprCall
	// ExprBuiltin is a call of a function that compilers know without declaration.
	ExprBuiltin
	// ExprConstruct makes an object by the constructor Entity, which is nil where a class object is copied as its bytes are.
	ExprConstruct
	// ExprList makes an array or an object of an aggregate class from a list, ExprInitializerList a std::initializer_list.
	ExprList
	ExprInitializerList
	// ExprZero is value-initialisation of what is no class.
	ExprZero
	ExprLambda
	ExprNew
	ExprThrow
	// ExprQuery is sizeof or one of its like, a builtin trait or a requires-expression.
	ExprQuery
)

// The slots of a range-based for loop.
const (
	SlotRange = iota
	SlotBegin
	SlotEnd
	SlotElement
)

// Stmt is a statement of a typed body.
type Stmt struct {
	Op StmtOp
	// Var is the variable that a StmtDecl, the condition of another, or a StmtRange declares; X initialises it.
	Var *Var
	// X is the expression, condition, returned value, initialiser or range; Hi the end of a case range, Next what a for
	// statement does after each turn.
	X, Hi, Next *Expr
	// Init stands before everything else, Cond before each look at the condition; Body is what is executed then, Else otherwise.
	Init, Cond, Body, Else []*Stmt
	// Default: the label of a StmtCase is default; the condition of a StmtIfConsteval is negated.
	Default bool
	// Field or Base is what a StmtMember initialises, neither where it delegates.
	Field *Field
	Base  *Class
	// Range has what iterates over a class object.
	Range *RangeCalls
}

// RangeCalls are the calls of a range-based for loop over an object of class type: of the range's begin and end, and of the
// operators of what these give.
type RangeCalls struct {
	Begin, End, Differ, Next *Expr
}

// StmtOp is the sort of a statement.
type StmtOp uint8

const (
	// StmtOther is what no constant evaluation gets past, such as text that could not be read.
	StmtOther StmtOp = iota
	StmtExpr
	StmtDecl
	StmtBlock
	StmtIf
	StmtIfConsteval
	StmtSwitch
	StmtCase
	StmtFor
	StmtWhile
	StmtDo
	StmtRange
	StmtReturn
	StmtBreak
	StmtContinue
	// StmtMember initialises a member or base in a constructor.
	StmtMember
	// StmtBarred is what no function may have that constant expressions call, be it that nothing comes to it: goto and labels, and
	// before C++20 asm and try blocks. StmtAsm is asm from then on, to which nothing may come.
	StmtBarred
	StmtAsm
)

// Body is the typed body of a function.
type Body struct {
	Params []*Var
	// Inits are what a constructor initialises by name.
	Inits []*Stmt
	Stmts []*Stmt
}

// Opaque is the node of an operand that has none of its own.
func Opaque(o Operand) *Expr {
	x := &Expr{Op: ExprOpaque, Type: o.Type, Dependent: IsDependent(o)}
	if o.Value.Kind != types.UnknownValue {
		v := o.Value
		x.Value = &v
	}
	return x
}

// TreeOf is the node of an operand.
func TreeOf(o Operand) *Expr {
	if o.Tree == nil {
		return Opaque(o)
	}
	return o.Tree
}

// AddPart adds what initialises the part with a number to a list, where x is one.
func (x *Expr) AddPart(at int, o Operand) {
	if x.Op == ExprList {
		x.Args, x.Parts = append(x.Args, TreeOf(o)), append(x.Parts, at)
	}
}
