package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Values are the questions about what is known when the program is compiled. Package sema/consteval answers them.
type Values interface {
	// Varying reports whether an expression whose value is taken is certainly no constant, because it reads a variable that is
	// none, or a member of one or of the object that a function is called for.
	Varying(x *Expr) bool
	// Eval evaluates an expression.
	Eval(sc *Scope, e ast.Expr, opt EvalOptions) types.Value
	// EvalTree is Eval for an expression that was typed.
	EvalTree(x *Expr, opt EvalOptions) types.Value
	// EvalBound is an array bound's value, or types.DependentLen or types.UnknownLen.
	EvalBound(sc *Scope, e ast.Expr) int64
	// BitWidth is the width of a bit-field.
	BitWidth(f *Field) (int64, bool)
	// EnumeratorValue is the value of an enumerator, of its enumeration's type.
	EnumeratorValue(e *Enumerator) types.Value
	// InsideDefinition is the type of an enumerator before its enumeration's closing brace, which is that of its
	// initialiser [dcl.enum]/5; nil behind it.
	InsideDefinition(e *Enumerator) *types.Type
	// EnumUnderlying is an enumeration's underlying type: the fixed one, else the first of int, unsigned, long and
	// unsigned long that holds all its values, as on Linux.
	EnumUnderlying(e *Enum) *types.Type
	// VarValue is the constant value of a variable that is usable in constant expressions; unknown for any other.
	VarValue(v *Var) types.Value
	// InitValue is the value that a variable's initialiser gives it, whether or not its declaration lets constant
	// expressions read it; unknown where there is no initialiser or it does not evaluate.
	InitValue(v *Var) types.Value
	// IsConstant reports whether a whole expression is a constant other than an address of a variable or a function.
	IsConstant(x *Expr) bool
	// IsFolded is IsConstant for what need not be a constant expression, yet is replaced by its value all the same:
	// front ends see through const arrays and objects of class type that are not constexpr, where C++ does not.
	// Unknown is what meets nothing that no constant has, and no value either. manifest: see EvalOptions.
	IsFolded(x *Expr, manifest bool) Tri
	// MakesConstant decides whether a constructor makes a constant object of constant arguments: one that holds the
	// address of a variable is none.
	MakesConstant(f *Func, args []Operand) Tri
	// UsableInConstantExpr reports whether v may be read in a constant expression.
	UsableInConstantExpr(v *Var) Tri
	// IsConstantInit reports whether v's initialisation is constant initialisation: no code runs for it.
	IsConstantInit(v *Var) Tri
	// EmptyCtor reports whether initialising with a constructor is empty: trivial, or defined with an empty body,
	// without parameters and initialisers that do anything, in a class without virtual functions, virtual bases and
	// default member initialisers, all of whose parts have empty constructors.
	EmptyCtor(f *Func) Tri
	// WhyNotEmpty lists what makes a constructor or destructor non-empty, the outermost reason first.
	WhyNotEmpty(f *Func) []EmptyReason
	// NeverConstexpr reports whether a closure's call operator is certainly not constexpr, though nobody said that
	// it is not.
	NeverConstexpr(f *Func) bool
	// InitDecl is the declaration whose initialiser gives a variable its value; nil when there is none.
	InitDecl(v *Var) *VarDecl
	// StaticLife judges a variable by its initialiser, or the default initialisation where it has none, and its
	// destructor.
	StaticLife(v *Var) StaticLife
	// EmptyLife are the default constructor and the destructor of a variable with static storage duration that are
	// empty, but not trivial, where no other code must run.
	EmptyLife(v *Var) []*Func
}

// Constant evaluation: as far as array bounds, template arguments, enumerators, static assertions and the folding of
// variables need it. A result is exact, dependent, or unknown; what C++ leaves undefined, and what takes too long, is
// unknown.

// EvalOptions say in what context an expression is evaluated.
type EvalOptions struct {
	// Converted: the value is a converted constant expression, such as a template argument or a bound: a class object is
	// converted to a scalar.
	Converted bool
	// Runtime: the expression is not required to be constant, so that __builtin_is_constant_evaluated() is not true.
	Runtime bool
	// Manifest: it is true all the same [expr.const].
	Manifest bool
	// Truth: the value is converted to bool. Initial: in an initialiser, where nvcc 12.4's front end looks through reinterpret_cast too.
	Truth, Initial bool
}

// StaticLife says whether code must run for a variable with static storage duration: where nothing runs before the kernels,
// its initialisation must be constant or empty, and its destruction empty. That follows the front end of nvcc 12.4, or 13.0.
type StaticLife struct {
	// Dynamic is Yes where code must run for certain.
	Dynamic Tri
	// Func is the constructor or destructor that is not empty, nil where the initialiser is at fault.
	Func *Func
	// Folded: a constant initialiser is at fault only because the object has a destructor that is not trivial.
	Folded bool
	Why    []EmptyReason
	// Latest is the last of the definitions that make its constructor and destructor empty, Instance one of those functions that is
	// made from a template.
	Latest   *FuncDecl
	Instance *Func
}

// Empty constructors and destructors in CUDA's sense: a variable in a device memory space may only have those, since
// nothing runs before the kernels. What counts as empty follows nvcc 12.4's front end rather than the programming guide,
// which is milder in places.

// EmptyReason is one thing that makes a constructor or destructor non-empty.
type EmptyReason struct {
	// Text is a clause that follows the function's name: "its body is not empty".
	Text string
	Site Site
	// Initialises: a member or base is initialised, which a constexpr constructor may do.
	Initialises bool
}
