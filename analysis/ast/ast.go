// Package ast is the syntax of C++ with CUDA as the later stages see it: plain immutable data, read from tokens.
//
// Places are token indexes relative to the first token of the declaration chunk that the node belongs to, so that a tree
// stays valid when text elsewhere changes. Where only the meaning of names can tell two readings apart, the tree keeps a
// neutral node, and sema chooses by lookup: see Call, Binary, DeclStmt.Ambiguous, FuncSig.Ambiguous and TypeOrExpr.
package ast

import "cudals/analysis/token"

// Span is a range of tokens of a chunk: Lo is included, Hi is not. The zero Span is empty.
type Span struct{ Lo, Hi int32 }

// IsEmpty reports whether the span holds no token.
func (s Span) IsEmpty() bool { return s.Hi <= s.Lo }

// Pos makes every node that embeds Span a Node.
func (s Span) Pos() Span { return s }

// Widen makes the span begin at lo.
func (s *Span) Widen(lo int32) { s.Lo = lo }

// Node is any node with a place.
type Node interface{ Pos() Span }

// ---- Names

// Name is a possibly qualified name.
type Name struct {
	Span
	Global bool // starts with ::
	// Parts holds the nested-name-specifier's parts and, last, the entity itself; never empty.
	Parts []NamePart
}

// Last is the part that names the entity itself.
func (n *Name) Last() *NamePart { return &n.Parts[len(n.Parts)-1] }

// Simple reports whether n is one unqualified identifier without template arguments.
func (n *Name) Simple() bool {
	return !n.Global && len(n.Parts) == 1 && n.Parts[0].Kind == NameIdent && !n.Parts[0].HasArgs
}

// Qualified reports whether something stands before the last part.
func (n *Name) Qualified() bool { return n.Global || len(n.Parts) > 1 }

// NameKind says what sort of name a part is.
type NameKind uint8

// The sorts of names.
const (
	NameIdent      NameKind = iota
	NameOperator            // operator+; Sym is the operator: "+", "()", "[]", "->", "new", "new[]", "delete", "delete[]", ",", "co_await"
	NameConversion          // operator T; Type
	NameLiteral             // operator""_x; Sym is "_x"
	NameDestructor          // ~T; Sym is T, or Args/Type for ~T<int>
	NameDecltype            // decltype(x)::; Expr
)

// NamePart is one part of a name.
type NamePart struct {
	Span
	Kind     NameKind
	Sym      token.Sym
	Template bool // the template keyword stood before it
	HasArgs  bool // a template argument list stood after it, maybe an empty one
	Args     []TemplateArg
	Type     *TypeID // of a conversion function
	Expr     Expr    // of decltype
}

// TemplateArg is one template argument. Where only names can tell (a, a::b, a(b), a*), Type and Expr are both set.
type TemplateArg struct {
	Span
	Type *TypeID
	Expr Expr
	Pack bool // followed by ...
}

// ---- Specifiers and types

// SpecFlags are the decl-specifiers that are single keywords.
type SpecFlags uint32

// The specifiers.
const (
	Typedef SpecFlags = 1 << iota
	Static
	Extern
	Mutable
	ThreadLocal // thread_local and __thread
	Register
	Inline // also __inline, __inline__; not __forceinline__, see CUDASpec
	Virtual
	Explicit
	Friend
	Constexpr
	Consteval
	Constinit
	ExternC // inside extern "C", braces or not; set on the declaration it applies to
)

// Qualifiers are cv-qualifiers.
type Qualifiers uint8

// The qualifiers.
const (
	Const Qualifiers = 1 << iota
	Volatile
	Restrict
)

// CUDAKind is one of CUDA's own specifiers.
type CUDAKind uint8

// CUDA's specifiers.
const (
	SpecHost CUDAKind = iota
	SpecDevice
	SpecGlobal
	SpecConstant
	SpecShared
	SpecManaged
	SpecGridConstant
	SpecLaunchBounds // Args
	SpecClusterDims  // Args
	SpecMaxnreg      // Args
	SpecBlockSize    // Args, the numbers of one tuple or two
	SpecLocalMaxnreg // Args
	SpecNoInline
	SpecForceInline
	SpecTexture        // __device_builtin_texture_type__
	SpecSurface        // __device_builtin_surface_type__
	SpecBuiltin        // __device_builtin__, __cudart_builtin__
	SpecNVPure         // __nv_pure__
	SpecRegisterParams // __nv_register_params__
	SpecParent         // __nv_parent(f), of a lambda; Args
)

// String is the specifier as a keyword.
func (k CUDAKind) String() string { return cudaWords[k] }

var cudaWords = [...]string{
	SpecHost: "__host__", SpecDevice: "__device__", SpecGlobal: "__global__", SpecConstant: "__constant__", SpecShared: "__shared__",
	SpecManaged: "__managed__", SpecGridConstant: "__grid_constant__", SpecLaunchBounds: "__launch_bounds__",
	SpecClusterDims: "__cluster_dims__", SpecMaxnreg: "__maxnreg__", SpecBlockSize: "__block_size__", SpecLocalMaxnreg: "__local_maxnreg__",
	SpecNoInline: "__noinline__", SpecForceInline: "__forceinline__", SpecTexture: "__device_builtin_texture_type__",
	SpecSurface: "__device_builtin_surface_type__", SpecBuiltin: "__device_builtin__", SpecNVPure: "__nv_pure__",
	SpecRegisterParams: "__nv_register_params__", SpecParent: "__nv_parent",
}

// CUDASpec is one CUDA specifier as it was written, keyword or attribute: where an attribute's brackets hold nothing else, with them.
type CUDASpec struct {
	Span
	Kind CUDAKind
	Args []Expr
	// Tile: a __global__ is spelled __tile_global__.
	Tile bool
}

// Attr is an attribute: [[ns::name(args)]], __attribute__((name(args))), alignas(x), __declspec(name(args)), asm("label").
type Attr struct {
	Span
	Name  token.Sym // without namespace and surrounding underscores: "deprecated", "aligned", "packed", "alignas", "asm"
	Space token.Sym // "gnu", "nv", …
	// Args are the argument tokens' span, parentheses excluded; Exprs are the arguments where they parse as expressions or
	// type-ids.
	Args  Span
	Exprs []TemplateArg
	Style AttrStyle
}

// AttrStyle is how an attribute was written.
type AttrStyle uint8

// The styles.
const (
	AttrStd AttrStyle = iota // [[x]]
	AttrGNU                  // __attribute__((x))
	AttrAlignas
	AttrDeclspec
	AttrAsm
)

// Specifiers is a decl-specifier-seq, with whatever CUDA specifiers and attributes stood anywhere in the declaration where
// they appertain to it (before, between, and after the declarator's parameters).
type Specifiers struct {
	Span
	Flags        SpecFlags
	ExplicitCond Expr // explicit(cond)
	CV           Qualifiers
	Type         TypeSpec // nil where none stands: constructors, destructors, conversions, deduction guides
	CUDA         []CUDASpec
	Attrs        []Attr
	// Unexplained are identifiers among the specifiers that are neither keywords nor the type: macros that a missing header
	// would have defined. They make the declaration's space unknown.
	Unexplained []Span
}

// TypeSpec is a type-specifier.
type TypeSpec interface {
	Node
	typeSpec()
}

// BuiltinKind is a fundamental type.
type BuiltinKind uint8

// The fundamental types.
const (
	Void BuiltinKind = iota
	Bool
	CharT // plain char
	SChar
	UChar
	WChar
	Char8
	Char16
	Char32
	Short
	UShort
	Int
	UInt
	Long
	ULong
	LongLong
	ULongLong
	Int128
	UInt128
	Float
	Double
	LongDouble
	Float128
	NullptrT
	VaList // __builtin_va_list
	Float16
)

// BuiltinType is a fundamental type written with keywords.
type BuiltinType struct {
	Span
	Kind    BuiltinKind
	Complex bool // _Complex
}

// NamedType is a type named by a possibly qualified name: a typedef-name, class-name, template-id or injected name.
type NamedType struct {
	Span
	Name     *Name
	Typename bool // preceded by typename
}

// ClassKey is class, struct, union, enum.
type ClassKey uint8

// The class keys.
const (
	KeyStruct ClassKey = iota
	KeyClass
	KeyUnion
	KeyEnum
)

// ElaboratedType is `struct X`, `class N::X`, `enum E` without a definition.
type ElaboratedType struct {
	Span
	Key  ClassKey
	Name *Name
}

// ClassType is a class definition standing as a type-specifier.
type ClassType struct {
	Span
	Class *ClassDecl
}

// EnumType is an enum definition or opaque declaration standing as a type-specifier.
type EnumType struct {
	Span
	Enum *EnumDecl
}

// AutoType is auto, decltype(auto), or a constrained placeholder.
type AutoType struct {
	Span
	Decltype   bool
	Constraint *Name
}

// DecltypeType is decltype(x), or typeof(x) where Typeof (which may be over a type).
type DecltypeType struct {
	Span
	X      Expr
	Type   *TypeID // typeof(T)
	Typeof bool
}

// TransformType is a builtin type transformation: __underlying_type(T), __remove_reference(T), …
type TransformType struct {
	Span
	Trait token.Sym
	Args  []TemplateArg
}

// BadType is a type-specifier that could not be read; it is unknown.
type BadType struct{ Span }

func (*BuiltinType) typeSpec()    {}
func (*NamedType) typeSpec()      {}
func (*ElaboratedType) typeSpec() {}
func (*ClassType) typeSpec()      {}
func (*EnumType) typeSpec()       {}
func (*AutoType) typeSpec()       {}
func (*DecltypeType) typeSpec()   {}
func (*TransformType) typeSpec()  {}
func (*BadType) typeSpec()        {}

// TypeID is a type-id: specifiers and an abstract declarator's operations.
type TypeID struct {
	Span
	Spec Specifiers
	Ops  []TypeOp
	Pack bool // the abstract declarator holds ...
}

// OpKind is a declarator operation.
type OpKind uint8

// The declarator operations.
const (
	OpPointer OpKind = iota
	OpLRef
	OpRRef
	OpMemberPointer // Class
	OpArray         // Size, nil for []
	OpFunc          // Func
)

// TypeOp is one operation of a declarator. A list of them is applied to the base type in order: `int *a[3]` is
// [Pointer, Array], `int (*a)[3]` is [Array, Pointer], `int (*f)(int)` is [Func, Pointer].
type TypeOp struct {
	Span
	Kind  OpKind
	CV    Qualifiers
	Class *Name // whose last part names the class: T in `T::*`
	Size  Expr
	Func  *FuncSig
}

// RefQual is a function's ref-qualifier.
type RefQual uint8

// The ref-qualifiers.
const (
	RefNone RefQual = iota
	RefLValue
	RefRValue
)

// FuncSig is what follows a function's name: parameters and the rest.
type FuncSig struct {
	Span
	Params   []*Param
	Variadic bool
	CV       Qualifiers
	Ref      RefQual
	// NoexceptKind: 0 absent, 1 noexcept or throw(), 2 noexcept(Noexcept), 3 throw(T…).
	NoexceptKind uint8
	Noexcept     Expr
	Trailing     *TypeID
	Requires     Expr
	Override     bool
	Final        bool
	// Ambiguous: `T x(a);` or `T x(a(b), c);` may as well declare a variable with a parenthesised initialiser. ParamsSpan
	// (parentheses excluded) can be parsed again as expressions.
	Ambiguous  bool
	ParamsSpan Span
}

// Param is a function parameter.
type Param struct {
	Span
	Spec    Specifiers
	Decl    Declarator
	Default *Deferred // default argument
	This    bool      // explicit object parameter
}

// Deferred is an expression, braced list, or body whose tokens are known and whose tree is made when it is asked for, with
// the names in scope there known.
type Deferred struct{ Span }

// Declarator is one declarator of a declaration.
type Declarator struct {
	Span
	Name     *Name // nil: abstract
	Pack     bool  // ... before the name
	Ops      []TypeOp
	Bits     Expr // bit-field width
	Attrs    []Attr
	Init     *Init
	Requires Expr
	// Unended: neither an initialiser stands behind it nor a body nor the semicolon: what it is to be is still to be typed.
	Unended bool
}

// Func returns the signature when the declarator declares a function, else nil.
func (d *Declarator) Func() *FuncSig {
	if n := len(d.Ops); n > 0 && d.Ops[n-1].Kind == OpFunc {
		return d.Ops[n-1].Func
	}
	return nil
}

// InitKind is the form of an initialiser.
type InitKind uint8

// The forms.
const (
	InitEq      InitKind = iota // = expr
	InitParen                   // (args)
	InitBrace                   // {list}
	InitEqBrace                 // = {list}
)

// Init is an initialiser. At namespace and class scope its tree is deferred (Args nil, X the tokens: the expression, or the
// list without its delimiters); inside bodies Args holds the expressions, or the braced list's elements.
type Init struct {
	Span
	Kind   InitKind
	X      Deferred
	Parsed bool
	Args   []Expr
}

// ---- Declarations

// Decl is a declaration.
type Decl interface {
	Node
	declNode()
}

// SimpleDecl declares variables, functions, members, typedefs, friends, or only the type in its specifiers.
type SimpleDecl struct {
	Span
	Spec        Specifiers
	Declarators []*Declarator
	// Body is set for a function definition, defaulted or deleted function; then there is one declarator.
	Body *Body
	// Pure: = 0.
	Pure bool
}

// BodyKind is how a function is defined.
type BodyKind uint8

// The kinds of definitions.
const (
	BodyBlock BodyKind = iota
	BodyTry            // function-try-block
	BodyDefault
	BodyDelete
)

// Body is a function's definition. For BodyBlock and BodyTry the tokens from the colon of the member initialisers, the
// brace or `try` to the end are parsed on demand.
type Body struct {
	Deferred
	Kind BodyKind
}

// FuncBody is a parsed body.
type FuncBody struct {
	Span
	Inits    []*MemInit
	Block    *Block
	Handlers []*Handler // of a function-try-block
	// Bad: an error node stood in the body; its neighbourhood is unknown.
	Bad []Span
}

// MemInit is a member initialiser: m(args), Base{args}, T(args)....
type MemInit struct {
	Span
	Name  *Name
	Brace bool
	Args  []Expr
	Pack  bool
}

// ClassDecl is a class definition.
type ClassDecl struct {
	Span
	Key     ClassKey
	Name    *Name // nil: unnamed; its last part holds a specialisation's arguments
	Final   bool
	CUDA    []CUDASpec
	Attrs   []Attr
	Bases   []Base
	Members []Member
	// Close is the closing brace's token.
	Close int32
}

// Base is a base-specifier.
type Base struct {
	Span
	Virtual bool
	Access  Access // AccessNone: none written
	Type    *TypeID
	Pack    bool
}

// Access is a member's access.
type Access uint8

// The accesses.
const (
	AccessNone Access = iota
	Public
	Protected
	Private
)

// Member is a member declaration with the access that holds there.
type Member struct {
	Access Access
	Decl   Decl
}

// EnumDecl is an enum definition or opaque declaration.
type EnumDecl struct {
	Span
	Scoped      bool
	Name        *Name
	Base        *TypeID
	Attrs       []Attr
	Defined     bool
	Enumerators []Enumerator
}

// Enumerator is one enumerator.
type Enumerator struct {
	Span
	Sym   token.Sym
	Value Expr
	Attrs []Attr
}

// TemplateDecl is a template declaration; with no Params an explicit specialisation.
type TemplateDecl struct {
	Span
	Params   []*TemplateParam
	Requires Expr
	Inner    Decl
}

// TemplateParamKind is type, non-type or template.
type TemplateParamKind uint8

// The kinds of template parameters.
const (
	ParamType TemplateParamKind = iota
	ParamValue
	ParamTemplate
)

// TemplateParam is a template parameter.
type TemplateParam struct {
	Span
	Kind       TemplateParamKind
	Sym        token.Sym // 0: unnamed
	Pack       bool
	Constraint *Name            // a constrained type parameter
	Spec       Specifiers       // of a value parameter
	Decl       Declarator       // of a value parameter
	Params     []*TemplateParam // of a template template parameter
	Default    *TemplateArg
}

// ExplicitInst is an explicit instantiation: template ...; or extern template ...;
type ExplicitInst struct {
	Span
	Extern bool
	Inner  Decl
}

// NamespaceAlias is namespace A = B;
type NamespaceAlias struct {
	Span
	Sym    token.Sym
	Target *Name
}

// UsingDirective is using namespace N;
type UsingDirective struct {
	Span
	Name *Name
}

// UsingDecl is using N::x, …; or using enum E;
type UsingDecl struct {
	Span
	Names    []*Name
	Typename bool
	Enum     bool
	Pack     bool
}

// AliasDecl is using A = T;
type AliasDecl struct {
	Span
	Sym   token.Sym
	Attrs []Attr
	CUDA  []CUDASpec
	Type  *TypeID
}

// ConceptDecl is concept C = expr; inside a TemplateDecl.
type ConceptDecl struct {
	Span
	Sym token.Sym
	X   Expr
}

// StaticAssert is static_assert(cond, message). In a class or namespace Cond is deferred and X nil.
type StaticAssert struct {
	Span
	Cond Deferred
	X    Expr
}

// DeductionGuide is Name(params) -> Target;
type DeductionGuide struct {
	Span
	Spec   Specifiers
	Name   *Name
	Sig    *FuncSig
	Target *TypeID
}

// BindingDecl is a structured binding: auto& [a, b] = init;
type BindingDecl struct {
	Span
	Spec  Specifiers
	Ref   OpKind // OpLRef, OpRRef, or OpPointer for none
	Syms  []token.Sym
	Spans []Span
	Init  *Init
}

// NamespaceDecl is a namespace inside a chunk; only where the chunker did not open it (after broken text).
type NamespaceDecl struct {
	Span
	Inline bool
	Names  []token.Sym
	Decls  []Decl
}

// LinkageDecl is extern "C" decl, without braces.
type LinkageDecl struct {
	Span
	C     bool
	Decls []Decl
}

// AsmDecl is a namespace-scope asm declaration.
type AsmDecl struct{ Span }

// EmptyDecl is a lone semicolon.
type EmptyDecl struct{ Span }

// BadDecl is a declaration that could not be read; whatever it declares is unknown. Syms are the identifiers in it, any of
// which it may declare. Body is what stands in braces behind a name and parentheses, as it does behind a macro that nobody defined.
type BadDecl struct {
	Span
	Syms []token.Sym
	Body *Body
}

func (*SimpleDecl) declNode()     {}
func (*TemplateDecl) declNode()   {}
func (*ExplicitInst) declNode()   {}
func (*NamespaceAlias) declNode() {}
func (*UsingDirective) declNode() {}
func (*UsingDecl) declNode()      {}
func (*AliasDecl) declNode()      {}
func (*ConceptDecl) declNode()    {}
func (*StaticAssert) declNode()   {}
func (*DeductionGuide) declNode() {}
func (*BindingDecl) declNode()    {}
func (*NamespaceDecl) declNode()  {}
func (*LinkageDecl) declNode()    {}
func (*AsmDecl) declNode()        {}
func (*EmptyDecl) declNode()      {}
func (*BadDecl) declNode()        {}
