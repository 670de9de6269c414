package ast

import "cudals/analysis/token"

// Expr is an expression.
type Expr interface {
	Node
	exprNode()
}

// LiteralKind is the sort of a literal.
type LiteralKind uint8

// The literals.
const (
	LitNumber LiteralKind = iota // integer or floating, by its spelling
	LitChar
	LitString // adjacent strings joined: Toks
	LitBool
	LitNullptr
)

// Literal is a literal. Sym is its spelling (of the first token, for strings).
type Literal struct {
	Span
	Kind LiteralKind
	Sym  token.Sym
	// Syms are all spellings of adjacent string literals.
	Syms []token.Sym
}

// NameExpr is an id-expression.
type NameExpr struct {
	Span
	Name *Name
}

// This is this.
type This struct{ Span }

// Paren is (x). As the callee of a Call, or the left operand of Binary + - * &, it may be a type in parentheses: a cast.
type Paren struct {
	Span
	X Expr
	// Type is set when the parenthesised text may also be read as a type-id.
	Type *TypeID
}

// Unary is a prefix or postfix operator: + - ! ~ * & ++ --, __extension__ dropped, __real/__imag, co_await, && (label address).
type Unary struct {
	Span
	Op      token.Kind
	Postfix bool
	X       Expr
	OpTok   int32
}

// Binary is a binary operator, assignments, comma, .* and ->* included. With a Paren that may be a type on the left of
// + - * & it is neutral: sema parses its tokens again when the Paren's name turns out to be a type.
type Binary struct {
	Span
	Op    token.Kind
	X, Y  Expr
	OpTok int32
}

// Conditional is c ? t : f; T is nil for the GNU form.
type Conditional struct {
	Span
	C, T, F Expr
}

// Call is fn(args). It is neutral: Fn may name a type (a functional cast), or be a Paren that is a type (a cast).
type Call struct {
	Span
	Fn   Expr
	Args []Expr
	// Open and Close are the parentheses' tokens.
	Open, Close int32
}

// Launch is kernel<<<config>>>(args).
type Launch struct {
	Span
	Fn         Expr
	Config     []Expr
	Args       []Expr
	ConfigSpan Span // from <<< to >>>
	Open       int32
	Close      int32
}

// Index is x[args].
type Index struct {
	Span
	X    Expr
	Args []Expr
}

// MemberExpr is x.name or x->name.
type MemberExpr struct {
	Span
	X     Expr
	Arrow bool
	Name  *Name
	OpTok int32
}

// CastKind is the form of a cast.
type CastKind uint8

// The casts.
const (
	CastC CastKind = iota
	CastStatic
	CastDynamic
	CastConst
	CastReinterpret
	CastBuiltinBit // __builtin_bit_cast
)

// Cast is a cast with a type-id.
type Cast struct {
	Span
	Kind CastKind
	Type *TypeID
	X    Expr
}

// Construct is T(args) or T{args} where T is certainly a type (a keyword, typename, or followed by braces), or a compound
// literal (T){args}.
type Construct struct {
	Span
	Type  *TypeID
	Brace bool
	Args  []Expr
}

// New is a new-expression.
type New struct {
	Span
	Global    bool
	Placement []Expr
	HasPlace  bool
	Type      *TypeID // array bounds are its OpArray ops
	Init      *Init   // nil, InitParen or InitBrace
}

// Delete is a delete-expression.
type Delete struct {
	Span
	Global bool
	Array  bool
	X      Expr
}

// QueryKind is the operator of a Query.
type QueryKind uint8

// The queries; all leave their operand unevaluated, but for Typeid over a glvalue of polymorphic type.
const (
	Sizeof QueryKind = iota
	Alignof
	Noexcept
	Typeid
	SizeofPack
)

// Query is sizeof, alignof, noexcept, typeid. Where only names can tell a type from an expression, both are set.
type Query struct {
	Span
	Kind QueryKind
	Type *TypeID
	X    Expr
	Sym  token.Sym // of sizeof...(Sym)
}

// InitList is a braced list.
type InitList struct {
	Span
	Elems []InitElem
}

// InitElem is an element of a braced list; Field or Index is set for a designator.
type InitElem struct {
	Field token.Sym
	Index Expr
	X     Expr
}

// Designated is an element with a designator among the arguments of a braced initialiser.
type Designated struct {
	Span
	Elem InitElem
}

// Lambda is a lambda expression.
type Lambda struct {
	Span
	Intro    Span       // [ to ]
	Default  token.Kind // token.Assign, token.Amp, or token.EOF for none
	Captures []Capture
	TParams  []*TemplateParam
	Requires Expr
	// Sig is nil when no parameter list was written.
	Sig  *FuncSig
	Spec Specifiers // mutable, constexpr, consteval, static, CUDA specifiers, attributes
	// Lead is how many of Spec.CUDA stand directly behind the introducer, where those belong that annotate the lambda; the
	// others stand behind its template or function parameters.
	Lead  int
	Block *Block
}

// Capture is one capture.
type Capture struct {
	Span
	This  bool // this or *this
	Star  bool // *this
	ByRef bool
	Pack  bool
	Sym   token.Sym
	Init  *Init // an init-capture
}

// Fold is a fold expression; L or R is nil for a unary fold, the operand that holds the pack is not.
type Fold struct {
	Span
	Op   token.Kind
	L, R Expr
}

// PackExpansion is x...
type PackExpansion struct {
	Span
	X Expr
}

// Throw is throw x.
type Throw struct {
	Span
	X Expr
}

// Yield is co_await x or co_yield x.
type Yield struct {
	Span
	Await bool
	X     Expr
}

// Trait is a builtin trait or function over types: __is_same(T, U), __builtin_offsetof(T, m), __builtin_va_arg(x, T).
type Trait struct {
	Span
	Sym  token.Sym
	Args []TemplateArg
}

// RequiresExpr is a requires-expression.
type RequiresExpr struct {
	Span
	Params []*Param
	Reqs   []Requirement
}

// Requirement is one requirement: a simple or compound one (X), a type requirement (Type), or a nested one (Nested).
type Requirement struct {
	Span
	X          Expr
	Noexcept   bool
	Constraint *TypeID // -> C<…>
	Type       *TypeID
	Nested     Expr
}

// StmtExpr is the GNU ({ … }).
type StmtExpr struct {
	Span
	Block *Block
}

// TypeExpr is a type-id standing where an expression was expected, such as the operand of a macro-like builtin.
type TypeExpr struct {
	Span
	Type *TypeID
}

// BadExpr could not be read.
type BadExpr struct{ Span }

func (*Literal) exprNode()       {}
func (*NameExpr) exprNode()      {}
func (*This) exprNode()          {}
func (*Paren) exprNode()         {}
func (*Unary) exprNode()         {}
func (*Binary) exprNode()        {}
func (*Conditional) exprNode()   {}
func (*Call) exprNode()          {}
func (*Launch) exprNode()        {}
func (*Index) exprNode()         {}
func (*MemberExpr) exprNode()    {}
func (*Cast) exprNode()          {}
func (*Construct) exprNode()     {}
func (*New) exprNode()           {}
func (*Delete) exprNode()        {}
func (*Query) exprNode()         {}
func (*InitList) exprNode()      {}
func (*Lambda) exprNode()        {}
func (*Fold) exprNode()          {}
func (*PackExpansion) exprNode() {}
func (*Designated) exprNode()    {}
func (*Throw) exprNode()         {}
func (*Yield) exprNode()         {}
func (*Trait) exprNode()         {}
func (*RequiresExpr) exprNode()  {}
func (*StmtExpr) exprNode()      {}
func (*TypeExpr) exprNode()      {}
func (*BadExpr) exprNode()       {}
