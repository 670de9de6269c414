package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Site is a place in a unit: tokens of one of its chunks. It survives edits elsewhere, since chunks keep their number.
type Site struct {
	Chunk *Chunk
	Span  ast.Span
}

// IsZero reports whether s is no place: the site of an entity that is implicit in C++ itself.
func (s Site) IsZero() bool { return s.Chunk == nil }

// Chunk is a declaration chunk in its place in a unit.
type Chunk struct {
	*outline.Chunk
	// Ord is the chunk's number in the unit: a use in chunk n sees what chunks up to n declare.
	Ord int
	// Inclusion is the index of the inclusion that the chunk's segment stands in.
	Inclusion int
	// System: the chunk stands in a system, toolkit or compiler folder.
	System bool
	NS     *Namespace
	// C: the chunk stands in extern "C".
	C        bool
	declared bool
	// segment is the index of the chunk's segment in the unit.
	segment int
	// versions is nil while the chunk is as it was first read.
	versions *rebased
}

// Entity is anything that a name can mean.
type Entity interface {
	types.Entity
	// Sym is the entity's own identifier, 0 when it has none.
	Sym() token.Sym
	// Site is where the entity is (first) declared.
	Site() Site
}

type entityBase struct {
	name token.Sym
	site Site
	// parent is the namespace, class or function that the entity is a member of or local to.
	parent Entity
	u      *Unit
}

func (e *entityBase) Sym() token.Sym { return e.name }
func (e *entityBase) Site() Site     { return e.site }

// Parent is the *Namespace, *Class or *Func that the entity belongs to; nil for the global namespace.
func (e *entityBase) Parent() Entity { return e.parent }

// EntityName is the qualified name.
func (e *entityBase) EntityName() string { return e.u.qualifiedName(e.parent, e.u.Text(e.name)) }

// Namespace is a namespace with all its parts in the unit.
type Namespace struct {
	entityBase
	Inline  bool
	Unnamed bool
	// InlineAt is the part that is the first to say inline: what stands before it was declared in an ordinary namespace.
	InlineAt *Chunk
	// index lists the chunks that may declare a name directly in this namespace.
	index map[token.Sym][]*Chunk
	// read counts, of each name, the chunks of index that were declared.
	read map[token.Sym]int
	// decls holds what declared chunks declare; linked once every chunk of the name is declared.
	decls map[token.Sym]*declSet
	// children are the nested namespaces by name; the unnamed one has name 0.
	children    map[token.Sym]*Namespace
	inlines     []*Namespace // inline and unnamed children, whose members are found as if they were here
	usings      []usingDirective
	usingChunks []*Chunk // chunks with using-directives not yet read
}

type usingDirective struct {
	target *Namespace
	ord    int
}

// declSet is what one name means in one scope.
type declSet struct {
	raw    []rawDecl
	linked []linkedEntity // in order of declaration, redeclarations merged
	next   int            // raw declarations before next are linked
	sorted bool
	// bad: a declaration that could not be read may declare the name too.
	bad bool
	// unsure: what the name means besides functions hangs on a guess.
	unsure bool
	// looking: what is linked next asks what stands before it.
	looking bool
	// following counts the using-declarations of the name that are being looked up.
	following int
	// all are the entities of the first counted of linked, for lookups that see them all.
	all     []Entity
	counted int
}

// linkedEntity is an entity with the number of the chunk from which on it is visible.
type linkedEntity struct {
	Entity Entity
	ord    int
}

// rawDecl is one declaration of a name before redeclarations are merged.
type rawDecl struct {
	chunk     *Chunk
	span      ast.Span        // of the declared name
	decl      ast.Decl        // the innermost declaration
	dtor      *ast.Declarator // for a declarator of a SimpleDecl
	class     *ast.ClassDecl  // for a class definition
	elab      *ast.ElaboratedType
	implied   bool // elab is a type in decl, which declares a class where it names none
	name      *ast.Name
	scope     *Scope        // where names of the declaration are looked up: inside its template headers
	entity    Entity        // an entity made already
	enum      *ast.EnumDecl // of an out-of-line enum definition
	anonymous *Class        // the anonymous union whose member this is
	declContext
}

func (r *rawDecl) head() *templateHead {
	if n := len(r.heads); n > 0 {
		return r.heads[n-1]
	}
	return nil
}

// templateHead is one template header: parameters and constraint.
type templateHead struct {
	params   []*ast.TemplateParam
	requires ast.Expr
	depth    int
	scope    *Scope // holds the unbound parameters
	outer    *Scope // around the header: instances put a scope with bound parameters in scope's place
	entity   []*TemplateParam
	// valueTypes are the declared types of value parameters with all parameters unbound, as far as they were asked for: most
	// depend on no other parameter.
	valueTypes []*types.Type
}

// ClassState is how far a class is known.
type ClassState uint8

// The states of a class.
const (
	// Incomplete: only declared, or an instance whose definition was not found.
	Incomplete ClassState = iota
	// Completing: its members are being read.
	Completing
	// Complete: bases and members are known.
	Complete
	// Broken: something in its definition could not be read; what it has is known, that it has nothing else is not.
	Broken
)

// Class is a class, struct or union: an ordinary one, an instance of a class template, the pattern of one (whose arguments
// are its own parameters), or a closure type.
type Class struct {
	entityBase
	Key ast.ClassKey
	def *ast.ClassDecl // nil while only declared
	// Scope is the scope in which the definition stands; members are looked up in inner.
	Scope *Scope
	inner *Scope
	// Template and Args are set for instances and patterns.
	Template *Template
	Args     []types.Arg
	// spec is the specialisation whose definition is used, nil for the primary's; bound are the arguments of the header
	// of the definition.
	spec  *partialSpec
	bound []types.Arg
	// Dependent: some argument, or an enclosing class, depends on unbound template parameters.
	Dependent bool
	// Lambda is set for a closure type.
	Lambda *Lambda
	// Local: declared in a function body, which is parent.
	Local bool
	// Access of a member class within its parent class.
	Access ast.Access

	state      ClassState
	bases      []Base
	fields     []*Field
	members    map[token.Sym]*declSet
	order      []Entity // members in order of declaration: fields, functions, templates, static members, types
	ctors      []Entity // *Func or *Template of constructors
	convs      []Entity // conversion functions and templates
	dtor       *Func
	friendRaws []rawDecl // friend functions and templates declared in the class
	friends    map[token.Sym][]Entity
	// unknownBase: a base is dependent or unknown, so that a name not found may still be there.
	unknownBase bool
	allBases    []*Class // see Unit.allBases; nil while they are not known
	isolation   isolation
	allConvs    []Entity // see Unit.visibleConversions; nil while they are not known
	ordered     bool     // all members are linked: order, fields, ctors, convs and dtor are final
	specials    *specials
	typ         *types.Type
	defSite     Site
	vtable      *virtualInfo
	layoutBusy  bool
	noDef       bool // no definition was found
	// defaults are the facts of its default member initialisers.
	defaults     *Facts
	defaultsDone bool
	partsDepth   int    // how deep classes are nested in an object, itself included; 0 while that is not known
	deriving     query  // its bases
	resolving    *query // the first of its members whose types are being found out, if any are
	paths        int    // the ways through its bases, itself included
	derivation   int    // the longest way to a base without bases, itself included
	// TypedefName is the name that an unnamed class has for linkage purposes.
	TypedefName token.Sym
}

// Base is a direct base.
type Base struct {
	Class   *Class // nil when unknown or dependent
	Type    *types.Type
	Virtual bool
	Access  ast.Access
	Site    Site
	// Dependent: in the definition it depends on template parameters, whatever it is in an instance.
	Dependent bool
}

// Enum is an enumeration.
type Enum struct {
	entityBase
	Scoped      bool
	Def         *ast.EnumDecl
	Scope       *Scope
	Enumerators []*Enumerator
	typ         *types.Type
	under       *types.Type
	Access      ast.Access
	Local       bool
	// TypedefName is the name that an unnamed enum has for linkage purposes.
	TypedefName token.Sym
}

// Enumerator is one enumerator.
type Enumerator struct {
	entityBase
	Enum  *Enum
	index int
	decl  *ast.Enumerator
	value types.Value
	state evalProgress
}

type evalProgress uint8

const (
	evalNot evalProgress = iota
	evalBusy
	evalDone
)

// Typedef is a typedef or alias declaration.
type Typedef struct {
	entityBase
	Scope *Scope
	// one of the two:
	dtor   *ast.Declarator
	spec   *ast.Specifiers
	alias  *ast.TypeID
	attrs  []ast.Attr // of an alias
	typ    *types.Type
	busy   bool
	Access ast.Access
	Local  bool
}

// Declared is how a typedef is written; both are nil for an alias-declaration.
func (t *Typedef) Declared() (*ast.Specifiers, *ast.Declarator) { return t.spec, t.dtor }

// Alias is the type that an alias-declaration names; nil for a typedef.
func (t *Typedef) Alias() *ast.TypeID { return t.alias }

// FuncKind is the sort of a function.
type FuncKind uint8

// The sorts of functions.
const (
	Ordinary FuncKind = iota
	Constructor
	Destructor
	Conversion
	OperatorFunc
	LiteralOperator
)

// Special says which special member a function is.
type Special uint8

// The special members.
const (
	NotSpecial Special = iota
	DefaultCtor
	CopyCtor
	MoveCtor
	CopyAssign
	MoveAssign
	Dtor
	// InheritedCtor is a constructor brought in by a using-declaration; Func.Inherited is the base's.
	InheritedCtor
)

// Func is a function with all its declarations in the unit: ordinary, a member, an instance of a function template, an
// implicit special member, or a closure's call operator.
type Func struct {
	entityBase
	Kind FuncKind
	// Decls are the declarations in order, merged by signature; empty for an implicit member.
	Decls []*FuncDecl
	// Access of a member function.
	Access ast.Access
	// Static, Virtual, Explicit, Constexpr, Consteval, Inline: as declared (in any declaration); Virtual only where it is
	// written, see Class.IsVirtual for overriders.
	Static, Virtual, Explicit, Constexpr, Consteval, Inline, Pure bool
	InternalLinkage, CLinkage                                     bool
	Friend                                                        bool // declared only as a friend so far
	// Defaulted: = default (on the first declaration: DefaultedFirst). Deleted: = delete, or implicitly.
	Defaulted, DefaultedFirst, Deleted bool
	// Implicit: declared by nobody.
	Implicit bool
	special  Special // of a declared member once its class's are told apart; read through Special
	// Inherited is the base class's constructor of an InheritedCtor.
	Inherited *Func
	// Template and Args are set for an instance, Template alone for the pattern of a template.
	Template *Template
	Args     []types.Arg
	// Specialization: an explicit specialisation, whose Decls are its own.
	Specialization bool
	// ExplicitInst: an explicit instantiation definition names it, or its class; ExplicitSite is the first.
	ExplicitInst bool
	ExplicitSite Site
	// InstSites are the explicit instantiations of it.
	InstSites []*FuncDecl
	// MemberOf is the class whose member it is, nil for free functions.
	MemberOf *Class
	// Closure is set for a lambda's call operator (and its invoker).
	Closure *Lambda
	// Local: a block-scope declaration, in Parent.
	Local bool
	// Pattern is, for a member of a class template's instance, the same member of the class template's pattern; nil else.
	Pattern *Func

	arity    knownArity
	typ      *types.Type
	typed    query // typ
	deduced  *types.Type
	deducing bool
	facts    *Facts
	// lazyType computes the type of an implicit function that must wait for others' types.
	lazyType  func() *types.Type
	factsDone bool
	analysing bool // facts are being found out
	flow      *Flow
	flowDone  bool
	declsDone bool
	// defaults are the facts of its default arguments.
	defaults     *Facts
	defaultsDone bool
	sigOK        Tri
	params       []*Var // of the definition being analysed
}

// FuncDecl is one declaration of a function.
type FuncDecl struct {
	Site  Site
	Spec  *ast.Specifiers
	Dtor  *ast.Declarator
	Sig   *ast.FuncSig
	Body  *ast.Body
	Scope *Scope // in which the declarator's names are looked up; template parameters bound
	// InClass: declared inside the class body. FriendIn is the class that declares it a friend.
	InClass  bool
	FriendIn *Class
	Block    bool // block-scope prototype
	// ExternInst: an explicit instantiation declaration, extern template.
	ExternInst bool
	Pure       bool
	// Full is the whole declaration.
	Full  Site
	head  *templateHead   // the function template's own header
	heads []*templateHead // all headers, outermost first
	typ   *types.Type     // what the declaration gives, once it is known
}

// VarKind is the sort of a variable.
type VarKind uint8

// The sorts of variables.
const (
	NamespaceVar VarKind = iota
	StaticMember
	LocalVar
	LocalStatic
	LocalExtern
	ParamVar
	BindingVar
)

// Var is a variable: namespace-scope, static data member, local, parameter or structured binding.
type Var struct {
	entityBase
	Kind   VarKind
	Decls  []*VarDecl
	Scope  *Scope
	Access ast.Access
	// Func is the function that a local belongs to, with the lambda it stands in, if any.
	Func                                                      *Func
	Lambda                                                    *Lambda
	Template                                                  *Template
	Args                                                      []types.Arg
	MemberOf                                                  *Class
	Constexpr, Constinit, ThreadLocal, Inline, Extern, Static bool
	CLinkage                                                  bool
	// BindingDecl is set for a structured binding, whose Index-th name this is; also a parameter's Index.
	BindingDecl *ast.BindingDecl
	Index       int
	Param       *ast.Param
	// Anonymous is the anonymous union whose member the name is.
	Anonymous *Class
	// Pack: a function parameter pack, whose elements are Elems once bound.
	Pack  bool
	Elems []*Var
	// InRange: declared by a range-based for loop.
	InRange bool
	// InitCapture: declared by a lambda's init-capture.
	InitCapture bool
	// Explicit: an explicit instantiation defines the instance, or it is a specialisation.
	Explicit bool
	// Compound: the object of a compound literal, which nothing declares.
	Compound bool

	declsDone bool
	facts     *Facts
	typ       *types.Type
	typed     query // typ
	value     types.Value
	state     evalProgress
}

// VarDecl is one declaration of a variable.
type VarDecl struct {
	Site  Site
	Spec  *ast.Specifiers
	Dtor  *ast.Declarator
	Scope *Scope
	// Defines: the declaration is a definition.
	Defines bool
	InClass bool
	// Alone: the declaration declares nothing else.
	Alone bool
	Full  Site
	heads []*templateHead
}

// Field is a non-static data member.
type Field struct {
	entityBase
	Class   *Class
	Spec    *ast.Specifiers
	Dtor    *ast.Declarator
	Mutable bool
	Access  ast.Access
	Bits    bool
	// Anonymous: the member of an anonymous union or struct type, through which its members are found.
	Anonymous bool
	Index     int
	scope     *Scope
	typ       *types.Type
	asked     query
	// initAsked: the default member initialiser is being evaluated, in initScope: what it declares, such as a closure type, is the
	// same each time.
	initAsked query
	initScope *Scope
	initTree  *Expr // the typed initialiser, once it was asked for
}

// TemplateKind is the sort of a template.
type TemplateKind uint8

// The sorts of templates.
const (
	ClassTemplate TemplateKind = iota
	FuncTemplate
	VarTemplate
	AliasTemplate
	Concept
	// TemplateTemplate is an unbound template template parameter.
	TemplateTemplate
)

// Template is a template with its specialisations and instances.
type Template struct {
	entityBase
	Kind TemplateKind
	head *templateHead
	// raw declarations of the primary template, in order; the definition among them.
	decls []rawDecl
	// Partial and explicit specialisations.
	partials  []*partialSpec
	specs     specIndex
	looked    int // how many declarations with qualified names were looked at for more of them
	instances map[string]Entity
	Access    ast.Access
	MemberOf  *Class
	guides    []guide
	// Func is the pattern of a function template: the function with its parameters unbound.
	Func *Func
	// rawSpecs are the explicit specialisations of a function template.
	rawSpecs  []specDecl
	funcSpecs funcSpecIndex
	// Param is set for an unbound template template parameter.
	Param *TemplateParam
	// Inherited is the base class's constructor template that a using-declaration brought in as this one; head and Func are its.
	Inherited *Template
}

// partialSpec is a partial or explicit specialisation of a class or variable template.
type partialSpec struct {
	head *templateHead // no parameters: explicit
	raw  rawDecl       // the definition, or the first declaration
	args []types.Arg
	done bool // args are resolved
	bad  bool // they could not be
}

// specDecl is an explicit specialisation of a function template.
type specDecl struct {
	raw  rawDecl
	decl *FuncDecl
}

// guide is a deduction guide.
type guide struct {
	decl  *ast.DeductionGuide
	head  *templateHead // nil for none
	scope *Scope
}

// outOfLineDecl is a declaration whose name is qualified; what it declares again is found when somebody asks.
type outOfLineDecl struct {
	rawDecl
	ord      int // among those of its name
	resolved bool
	used     bool // as a specialisation already
	class    *Class
	ns       *Namespace
}

type explicitInst struct {
	decl  *ast.ExplicitInst
	chunk *Chunk
	scope *Scope
	ctx   declContext
}

// unitState is what only the linking and instantiating parts of Unit use.
type unitState struct {
	explicitInsts []explicitInst
	anonymous     []*Class
	ambiguous     map[*ast.FuncSig]*ast.Init
	// byBody lists the functions whose facts were made from a body, by the chunk and the place where the body begins.
	byBody  map[deferredKey][]*Func
	rebases int
	whole   int // the steps that the first version took
	// outlasted are the functions whose bodies brought something about that outlasts them; nil among them for others.
	outlasted map[*Func]bool
	// needs are the functions whose deduced results types of declarations need; noted are those of the type that is being found
	// out, nil while none is.
	needs map[any][]*Func
	noted *[]*Func
	// hardFail and softFail count certain and uncertain failures of name lookup since trySignature began.
	hardFail, softFail int
	// substituting counts the substitutions that are being tried.
	substituting int
	adl          adlNames
}

// TemplateParam is a template parameter, bound or not.
type TemplateParam struct {
	entityBase
	Decl  *ast.TemplateParam
	Depth int
	Index int
	Pack  bool
	// Bound is the argument in an instance's scope, nil in a definition's.
	Bound *types.Arg
	head  *templateHead
	// Scope is where the parameter's own type and default are looked up.
	Scope *Scope
}

// UnresolvedUsing is a using-declaration whose target depends on template parameters, or is unknown.
type UnresolvedUsing struct{ entityBase }

// Lambda is a lambda expression in one body under one environment.
type Lambda struct {
	Expr  *ast.Lambda
	Site  Site
	Class *Class // its closure type
	// Func is the function whose body holds it, Outer the lambda around it, if any; for namespace scope both are nil.
	Func  *Func
	Outer *Lambda
	Call  *Func     // the call operator, when it is no template
	CallT *Template // of a generic lambda
	Scope *Scope    // the scope the expression stands in
	// Where the lambda stands.
	InDefaultArg, InMemberInit, InConstexprArm bool
	// Captures are what the lambda captures, written captures first; they are complete once the facts of the body around it
	// and of its own are known.
	Captures []*LambdaCapture
	Parents  []LambdaParent
	inits    []*Var // of init-captures
	invoker  *Func  // the conversion to a function pointer
}

// LambdaCapture is an explicit or implicit capture.
type LambdaCapture struct {
	Var      *Var // nil for this
	This     bool
	Star     bool
	ByRef    bool
	Implicit bool
	Init     *Var // the variable of an init-capture
	// Pack: a function parameter pack, or an init-capture that makes one.
	Pack bool
	// OfArray: an init-capture initialised straight from an array that lives elsewhere than at a constant address.
	OfArray bool
	// Site is the written capture, or the first mention that captures.
	Site  Site
	Field *Field
	// from is the lambda in whose body the mention stands; arm tells that it stands in an arm of an if constexpr there.
	from *Lambda
	arm  bool
}
