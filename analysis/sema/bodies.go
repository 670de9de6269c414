package sema

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Bodies are the questions about what is made of expressions and statements. Package sema/body answers them.
type Bodies interface {
	Typing
	Recording
	Naming
}

// Typing are the questions about what expressions and initialisers are.
type Typing interface {
	// TypeOf types an expression without recording anything.
	TypeOf(sc *Scope, e ast.Expr) Operand
	// TypedExpr is the typed tree of an expression in a scope.
	TypedExpr(sc *Scope, e ast.Expr) (x *Expr)
	// TypedInit is what initialises an object of type t by a declaration's initialiser; nil where there is none.
	TypedInit(sc *Scope, t *types.Type, init *ast.Init) (x *Expr)
	// TypedMember is a data member's default initialiser.
	TypedMember(f *Field) *Expr
	// TypedDefault is the default argument of a function's parameter; nil where it has none.
	TypedDefault(f *Func, i int) *Expr
	// TypedBody is the typed body of a function; nil where it has none that can be typed, as in the definition of a
	// template.
	TypedBody(f *Func) *Body
	// PrintBody writes a typed body for who works on the engine, a statement on each line.
	PrintBody(b *strings.Builder, body *Body, indent string)
	// ResultType is a function's result, deduced from its body where it is declared with a placeholder.
	ResultType(f *Func) *types.Type
	// DeduceVar is the type of a variable declared with a placeholder.
	DeduceVar(sc *Scope, t *types.Type, init *ast.Init, spec *ast.Specifiers) *types.Type
	// BindingType is the type of a namespace-scope structured binding's name.
	BindingType(v *Var) *types.Type
	// ArrayInitLen is the length that an initialiser gives an array declared without one; ok is false where it is
	// not certain.
	ArrayInitLen(sc *Scope, init *ast.Init, elem *types.Type) (n int64, ok bool)
	// InitCaptures are the variables that a lambda's init-captures declare.
	InitCaptures(l *Lambda) []*Var
	// CapturedTypes are the types of what a lambda captures by copy, as far as its body tells.
	CapturedTypes(l *Lambda) []*types.Type
	// RequiresExpr reports whether all requirements of a requires-expression hold.
	RequiresExpr(sc *Scope, e *ast.RequiresExpr) Tri
	// CannotThrow is noexcept(e).
	CannotThrow(sc *Scope, e ast.Expr) Tri
	// ReplacesNew reports whether a new-expression of type t may call an allocation function that is not the
	// library's: a member of the class, or one that the unit declares itself.
	ReplacesNew(t *types.Type) bool
}

// Recording are the questions about what code does.
type Recording interface {
	// Facts analyses a function's body, once.
	Facts(f *Func) *Facts
	// VarFacts analyses the initialiser of a namespace-scope variable or static member.
	VarFacts(v *Var) *Facts
	// DefaultFacts are what a function's default arguments do, by themselves: they are evaluated by callers, but
	// the lambdas and constructs in them stand there once.
	DefaultFacts(f *Func) *Facts
	// DefaultArgs are what a function's default arguments do, whether or not anybody evaluates them.
	DefaultArgs(f *Func) *Facts
	// MemberInitFacts are what a class's default member initialisers do, by themselves; nil where there are no
	// lambdas or constructs in them.
	MemberInitFacts(c *Class) *Facts
	// MemberInits are what a class's default member initialisers do, whether or not a constructor evaluates them.
	MemberInits(c *Class) *Facts
	// Flow is the control flow of a function's body, made at the first question.
	Flow(f *Func) *Flow
}

// Naming are the questions about what declarations name and say outside of bodies.
type Naming interface {
	// Mentions lists what the person's own declarations, which d lists, and those around them, name outside of
	// bodies: in types, template arguments, default arguments, default member initialisers, static assertions.
	Mentions(d Declared, wanted NameSet) []Mention
	// ClassMentions lists what the declarations of a class that is defined in a body name, those in its members'
	// bodies left out.
	ClassMentions(c *Class, wanted NameSet) []Mention
	// DeclaredConstructs lists the constructs in what Mentions reads.
	DeclaredConstructs(d Declared, wanted NameSet) []Construct
	// DeclaredLambdas are the lambdas in what Mentions reads that no default argument and no initialiser evaluates.
	DeclaredLambdas(d Declared) []*Lambda
	// NoteDecltype records decltype(x) in the facts of the body that it stands in, or among those of the unit's
	// declarations: types outside of bodies are resolved when somebody first asks for them, which may be while a
	// body is analysed.
	NoteDecltype(sc *Scope, v *Var, operand ast.Expr)
	// Decltypes lists the variables that declarations outside of bodies name as operands of decltype: in the types
	// of what is declared, in initialisers of variables, and, where one of the wanted names stands, in all
	// expressions of declarations.
	Decltypes(declared Declared, wanted NameSet) []NamedDecltype
	// ReadAll reads the declarations in which a noted name stands and that nothing asked for yet,
	// using-declarations too.
	ReadAll(d Declared)
	// ReadMeant reads what the names of the unit's main file mean that are known by now, wherever it is declared
	// there: whoever asks what one of them is, as a hover does, is told nothing that was not read. What is half
	// typed belongs to no list of what is declared.
	ReadMeant(d Declared)
	// TypeOrigin is where the type that specifiers name is declared; the specifier itself where it names nothing
	// that is declared.
	TypeOrigin(sc *Scope, s *ast.Specifiers, chunk *Chunk) Site
	// Deprecated is what the declarations of an entity that stand before a use of it say of its being deprecated.
	Deprecated(e Entity, use Site) Deprecation
	// ABIPragmas lists the pragmas between declarations and in classes, outside of bodies and of system headers.
	ABIPragmas() []ABIPragma
	// IsTexture reports whether a type is a class that stands for a texture or surface: one that the compiler knows
	// by its mark, and of whose objects device code may only use the value.
	IsTexture(t *types.Type) bool
	// TakesTexture reports whether a function is the instance of a template with a parameter that points or refers
	// to a texture that is neither const nor volatile, whatever it is given.
	TakesTexture(f *Func) bool
}
