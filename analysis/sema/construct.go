package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Construct is something that a body contains besides calls and uses of variables: what some target, or some compiler, does
// not take, and what compilers warn of wherever it stands. Unevaluated operands count, with that circumstance.
type Construct struct {
	Kind    ConstructKind
	Context Context
	// Site is the keyword, operator or name.
	Site Site
	// Type is the type of a WrittenType and of a constant.
	Type *types.Type
	// Alias: a WrittenType is not spelled out, but named.
	Alias bool
	// Entity is the variable of an AddressTaken or of an operator on textures, and what a DeprecatedName names.
	Entity Entity
	// Space is the specifier of a NewQualifier and of a StatementSpecifier.
	Space ast.CUDAKind
	// Word is the word of a FunctionName, and the name that a BuiltinCall calls.
	Word string
	// Text is what a FunctionName holds, "" where the compiler chooses how to write it; what stands in a Pragma.
	Text string
	// Asm is set for an AsmStatement, Unroll for an UnrollPragma.
	Asm    *Asm
	Unroll *Unroll
	// ABI is set for a PlacedABIPragma.
	ABI *ABIPragma
}

// ConstructKind is the sort of a construct.
type ConstructKind uint8

// The constructs.
const (
	Throw ConstructKind = iota
	// Try is a try block, or a function-try-block.
	Try
	Typeid
	DynamicCast
	// LabelAddress is the GNU &&label.
	LabelAddress
	// Suspension is co_await or co_yield.
	Suspension
	CoReturn
	// AddressTaken is & before the name of a variable that does not live in a function's frame, or before a member of it.
	AddressTaken
	// WrittenType is a type, named or spelled out among specifiers, that not every target has.
	WrittenType
	// WrittenClass is a class of the person's own, or an instance, that is named among specifiers.
	WrittenClass
	// LongDouble is a constant of type long double that is not converted, nor folded with others, before it is used. Its place is
	// that of the literal, or of the initialiser of the constant that is named.
	LongDouble
	// NewQualifier is a memory space in the type of a new-expression.
	NewQualifier
	// StatementSpecifier is a word of CUDA's in front of a statement.
	StatementSpecifier
	// Alloca is a call of alloca.
	Alloca
	// BuiltinCall is a call, whose value is not known while compiling, of a function that the compiler knows without declaration.
	BuiltinCall
	// DeprecatedName names, or calls in silence, what is marked as deprecated.
	DeprecatedName
	// FunctionName is __func__ or one of its relatives.
	FunctionName
	// VectorOperation is a binary operator, assignment apart, on GNU vectors.
	VectorOperation
	// AsmStatement is an asm statement; its place is that of the keyword.
	AsmStatement
	// TileJump is goto, break or continue in tile code.
	TileJump
	// Pragma is a pragma between the tokens of the body, UnrollPragma one for unrolling before a statement.
	Pragma
	UnrollPragma
	// PlacedABIPragma is a #pragma nv_abi before a statement.
	PlacedABIPragma
	// TextureAddress is & before an object of a class that stands for a texture or surface, TextureIndirection * before a pointer
	// to one; the operand may name a variable, their Entity. TextureReference binds a reference to one.
	TextureAddress
	TextureIndirection
	TextureReference
	// TextureParam is the name of a template parameter that an instance binds to a texture.
	TextureParam
)

// Deprecation is what [[deprecated]] says of an entity.
type Deprecation struct {
	Is bool
	// Text is the string given with it, "" for none.
	Text string
}

// Asm is an asm statement.
type Asm struct {
	// Template is the text, with escapes undone and adjacent literals joined.
	Template string
	Operands []AsmOperand
	Clobbers []string
	Volatile bool
}

// AsmOperand is one operand, outputs first.
type AsmOperand struct {
	Constraint string
	Output     bool
	Site       Site
	// Type is the operand's after decay, or what the only conversion function of a class yields; Unknown where it is not known.
	Type *types.Type
	// Scalar: whether the operand has, or converts to, a scalar type.
	Scalar Tri
	// Constant: whether it is an integral constant.
	Constant Tri
	// Array is, of the constraint "C", the type of the variable that is named, where that is an array; Literal: it is a string
	// literal.
	Array   *types.Type
	Literal bool
	// Text is, of the same constraint, the array that is named, be it by a template argument, or the pointer.
	Text *Var
}

// The circumstances.
const (
	// InDefaultArg: in a default argument, charged to the caller.
	InDefaultArg Context = 1 << iota
	// InMemberInit: in a default member initialiser.
	InMemberInit
	// InMemInit: in a constructor's member initialiser list.
	InMemInit
	// Constant: in a constant expression (static_assert, case label, array bound, template argument, enumerator, if
	// constexpr, constexpr variable's initialiser).
	Constant
	// Discarded: in the discarded arm of an if constexpr outside a template.
	Discarded
	// Folded: in an operand that a constant condition of ?:, && or || never evaluates.
	Folded
	// ConstexprInit: Constant, and in the initialiser of a constexpr variable.
	ConstexprInit
	// Dead: under if (false).
	Dead
	// InLaunch: in a launch's configuration.
	InLaunch
	// InInit: in the initialiser of a variable, member, aggregate's element or object made by new, where front ends look for
	// constants more eagerly than elsewhere.
	InInit
	// Undecided: in an arm of an if constexpr in a template's definition; which arm lives is for the instances to say, and
	// the front end checks no call in either before, nor in the condition: calls and launches there say so, too.
	Undecided
	// Late: an lvalue whose value is taken only after the expression around it is complete: the right operand of an arithmetic
	// operator, an arm of a conditional lvalue, what if or switch decides by. Front ends look for no constants there.
	Late
	// Arm: the result of a conditional lvalue, Late as well.
	Arm
	// LatePointer is Late for pointers: where they are returned, subscripted, or passed to an ellipsis.
	LatePointer
	// ClassArg: Constant, and in an argument of a class template or a part of an aggregate.
	ClassArg
	// Unevaluated: in the operand of sizeof, typeid and their like. Only constructs are recorded there.
	Unevaluated
	// ConstexprArm: in an arm of an if constexpr of the same body, be it the live one or not.
	ConstexprArm
	// Thrown: in the operand of a throw-expression, the making of the object that is thrown included.
	Thrown
	// Strict: Constant, where the language asks for a constant that becomes part of no object or name: static_assert, array
	// bound, enumerator, alignment. ConstexprCond: Constant, and the condition of an if constexpr.
	Strict
	ConstexprCond
	// InStatic: in the initialisation of a local of static storage duration, the making of the object included.
	InStatic
	// Placed: in the initialisation of a local with a memory space, the making and the destruction of the object included.
	Placed
	// InElements: the call of a constructor that has default arguments for the elements of an array, and what these arguments do. The
	// front end makes a function for that, of the constructor's space and the caller's, which is called for each element.
	InElements
	// InPragma: in the factor of a #pragma unroll, which only the device's compiler reads.
	InPragma
	// Parameter: InDefaultArg, and making the parameter's own object, or what its constructor or conversion function is given,
	// with no other expression around. The front end gives such a call no place in the default argument.
	Parameter
	// InStmtExpr: in a statement expression. InCapture: in the initialisation of a capture.
	InStmtExpr
	InCapture
	Unreached // at the end of a block to which control does not come
)

// ABIPragma is a #pragma nv_abi.
type ABIPragma struct {
	Site Site
	Next ABINext
	// Decl is the chunk that declares the function behind a pragma between declarations.
	Decl *Chunk
	// Values are the arguments in parentheses, in order.
	Values []Unroll
}

// ABINext is what follows a #pragma nv_abi, as far as it matters.
type ABINext uint8

// What follows.
const (
	// ABIUnknown is what is not known, or what no pragma at all may stand before.
	ABIUnknown ABINext = iota
	// ABIFunction is a function, ABIExpression an expression statement.
	ABIFunction
	ABIExpression
	// ABIOther is a declaration or a statement that the pragma is not for.
	ABIOther
)

// Unroll is a #pragma unroll before a statement.
type Unroll struct {
	Before UnrollTarget
	// Value is the factor where it is given and known, of kind IntValue or FloatValue.
	Value types.Value
	// Varies: the factor is certainly no integral constant.
	Varies bool
	// Extra: more stands after the factor.
	Extra bool
}

// UnrollTarget is what follows a #pragma unroll.
type UnrollTarget uint8

// The targets.
const (
	Loop UnrollTarget = iota
	// NoLoop is a statement that is no loop.
	NoLoop
	// NoStatement is a declaration, or an empty statement, before which no pragma may stand, or what is not written yet.
	NoStatement
)
