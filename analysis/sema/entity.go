package sema

import (
	"slices"

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
	// Ord orders the chunks of the unit: a use in one sees what those up to it declare.
	Ord int
	// Inclusion is the index of the inclusion that the chunk's segment stands in.
	Inclusion int
	NS        *Namespace
	// System: the chunk stands in a system, toolkit or compiler folder.
	System bool
	// C: the chunk stands in extern "C".
	C        bool
	declared bool
	// unnamed are the classes without names in it; listed: they are known.
	unnamed []*Class
	listed  bool
	// lasting: what the chunk declares brought something about that outlasts it.
	lasting bool
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
	Spelling token.Sym
	Place    Site
	// Within is the namespace, class or function that the entity is a member of or local to.
	Within Entity
	Unit   *Unit
}

func (e *entityBase) Sym() token.Sym { return e.Spelling }
func (e *entityBase) Site() Site     { return e.Place }

// Parent is the *Namespace, *Class or *Func that the entity belongs to; nil for the global namespace.
func (e *entityBase) Parent() Entity { return e.Within }

// EntityName is the qualified name.
func (e *entityBase) EntityName() string {
	return e.Unit.QualifiedName(e.Within, e.Unit.Text(e.Spelling))
}

// Namespace is a namespace with all its parts in the unit.
type Namespace struct {
	entityBase
	self    [1]Entity // the list of it alone
	Inline  bool
	Unnamed bool
	// InlineAt is the part that is the first to say inline: what stands before it was declared in an ordinary namespace.
	InlineAt *Chunk
	// names are those that were asked for or declared; see Unit.name.
	names map[token.Sym]*nsName
	// Nested are the nested namespaces by name; the unnamed one has name 0.
	Nested      map[token.Sym]*Namespace
	inlines     []*Namespace // inline and unnamed children, whose members are found as if they were here
	usings      []usingDirective
	usingChunks []*Chunk // chunks with using-directives not yet read
}

type usingDirective struct {
	target *Namespace
	ord    int // as a LinkedEntity's
}

// declSet is what one name means in one scope.
type declSet struct {
	Raw    []RawDecl
	Linked []LinkedEntity // in order of declaration, redeclarations merged
	next   int            // raw declarations before next are linked
	sorted bool
	// Bad: a declaration that could not be read may declare the name too.
	Bad bool
	// skipped: text that a guess leaves out may declare the name too; unsure: what it means besides functions hangs on a guess.
	skipped, unsure bool
	// looking: what is linked next asks what stands before it.
	looking bool
	// following counts the using-declarations of the name that are being looked up.
	following int
	view      linkedView
	sigs      *sigIndex // nil until somebody looks for a signature: few names have any
	own       *ownSigs
}

// newDeclSet makes a set in one piece with room for what most names have: one entity.
func newDeclSet() *declSet {
	var s struct {
		declSet
		linked [1]LinkedEntity
		seen   [1]Entity
	}
	s.Linked, s.view.each.All = s.linked[:0], s.seen[:0]
	return &s.declSet
}

// newDeclaredSet is newDeclSet with room for one declaration.
func newDeclaredSet() *declSet {
	var s struct {
		declSet
		raw    [1]RawDecl
		linked [1]LinkedEntity
		seen   [1]Entity
	}
	s.Raw, s.Linked, s.view.each.All = s.raw[:0], s.linked[:0], s.seen[:0]
	return &s.declSet
}

// LinkedEntity is an entity with the number of the chunk from which on it is visible; in a body, of the token.
type LinkedEntity struct {
	Entity Entity
	Ord    int
}

// RawDecl is one declaration of a name before redeclarations are merged.
type RawDecl struct {
	chunk     *Chunk
	span      ast.Span        // of the declared name
	Decl      ast.Decl        // the innermost declaration
	Dtor      *ast.Declarator // for a declarator of a SimpleDecl
	Class     *ast.ClassDecl  // for a class definition
	elab      *ast.ElaboratedType
	implied   bool // elab is a type in decl, which declares a class where it names none
	Name      *ast.Name
	scope     *Scope // where names of the declaration are looked up: inside its template headers
	Entity    Entity // an entity made already
	anonymous *Class // the anonymous union whose member this is
	DeclContext
}

// Head is the innermost template header of a declaration, nil for none.
func (r *RawDecl) Head() *TemplateHead {
	if n := len(r.Heads); n > 0 {
		return r.Heads[n-1]
	}
	return nil
}

// specialScope is a declaration's scope without template<>: no declaration of a member of the class that it specialises repeats that, so
// that headers of members are as deep as if it were not there [temp.expl.spec]/5.
func (r *RawDecl) specialScope() *Scope {
	sc := r.scope
	for _, h := range slices.Backward(r.Heads) {
		if len(h.Params) > 0 {
			break
		}
		sc = h.Outer
	}
	return sc
}

// TemplateHead is one template header: parameters and constraint.
type TemplateHead struct {
	Params   []*ast.TemplateParam
	Requires ast.Expr
	Depth    int
	Scope    *Scope // holds the unbound parameters
	Outer    *Scope // around the header: instances put a scope with bound parameters in scope's place
	Entity   []*TemplateParam
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
	Key    ast.ClassKey
	Syntax *ast.ClassDecl // nil while only declared
	// Scope is the scope in which the definition stands; members are looked up in inner.
	Scope *Scope
	Inner *Scope
	// Template and Args are set for instances and patterns.
	Template *Template
	Args     []types.Arg
	// spec is the specialisation whose definition is used, nil for the primary's; bound are the arguments of the header
	// of the definition.
	spec  *PartialSpec
	bound []types.Arg
	// Dependent: some argument, or an enclosing class, depends on unbound template parameters.
	Dependent bool
	// Lambda is set for a closure type.
	Lambda *Lambda
	// Local: declared in a function body, which is parent.
	Local bool
	// Access of a member class within its parent class.
	Access ast.Access

	State ClassState
	// asked: nothing but questions about places needed the class to be complete so far.
	asked      bool
	needs      bool // deduced results, see Unit.needing
	bases      []Base
	fields     []*Field
	members    map[token.Sym]*declSet
	order      []Entity // members in order of declaration: fields, functions, templates, static members
	waiting    bool     // order lacks those of which mayWait holds
	ctors      []Entity // *Func or *Template of constructors
	Convs      []Entity // conversion functions and templates
	dtor       *Func
	friendRaws []RawDecl // friend functions and templates declared in the class
	friends    map[token.Sym][]Entity
	// UnknownBase: a base is dependent or unknown, so that a name not found may still be there.
	UnknownBase bool
	allBases    []*Class // see Unit.AllBases; nil while they are not known
	isolation   isolation
	allConvs    []Entity // see Unit.VisibleConversions; nil while they are not known
	ordered     bool     // the members are known: order, but for what is waiting, fields, ctors, convs and dtor are final
	specials    *specials
	typ         *types.Type
	DefinedAt   Site
	vtable      *virtualInfo
	LayoutBusy  bool
	noDef       bool // no definition was found
	// leftOut: an instance for whose arguments a template defines nothing, though for others it does: it has no members.
	leftOut     bool
	respecified bool // a member of an instance that has a definition of its own
	// inheritsCtors: a using-declaration names a base's constructors, be there any to inherit or not.
	inheritsCtors bool
	// Defaults are the facts of its default member initialisers.
	Defaults *Facts
	// virtualBases are those that VirtualBases finds, once all bases are known.
	virtualBases *[]*Class
	partsDepth   int    // how deep classes are nested in an object, itself included; 0 while that is not known
	deriving     query  // its bases
	resolving    *query // the first of its members whose types are being found out, if any are
	paths        int    // the ways through its bases, itself included
	derivation   int    // the longest way to a base without bases, itself included
	// TypedefName is the name that an unnamed class has for linkage purposes.
	TypedefName token.Sym
	// Unseen: nothing that was read declares the class, only a definition of one member names it.
	Unseen bool
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
	Under       *types.Type
	promoted    *types.Type // what it promotes to, once that is known
	Access      ast.Access
	Local       bool
	// TypedefName is the name that an unnamed enum has for linkage purposes.
	TypedefName token.Sym
}

// Enumerator is one enumerator.
type Enumerator struct {
	entityBase
	Enum  *Enum
	Index int
	Decl  *ast.Enumerator
	Value types.Value
	State evalProgress
}

type evalProgress uint8

const (
	EvalNot evalProgress = iota
	EvalBusy
	EvalDone
)

// Typedef is a typedef or alias declaration.
type Typedef struct {
	entityBase
	Scope *Scope
	// one of the two:
	Dtor    *ast.Declarator
	Spec    *ast.Specifiers
	AliasID *ast.TypeID
	Attrs   []ast.Attr // of an alias
	typ     *types.Type
	asked   query // typ
	Access  ast.Access
	Local   bool
}

// Declared is how a typedef is written; both are nil for an alias-declaration.
func (t *Typedef) Declared() (*ast.Specifiers, *ast.Declarator) { return t.Spec, t.Dtor }

// Alias is the type that an alias-declaration names; nil for a typedef.
func (t *Typedef) Alias() *ast.TypeID { return t.AliasID }

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
	// Unseen: what it is declared as first was not found, only this definition of it. No lookup finds it.
	Unseen bool
	// ExplicitInst: an explicit instantiation definition names it, or its class; ExplicitSite is the first.
	ExplicitInst bool
	// ExternInst: an explicit instantiation declaration names it, or its class.
	ExternInst   bool
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
	Deduced  *types.Type
	Deducing bool
	Facts    *Facts
	// LazyType computes the type of an implicit function that must wait for others' types.
	LazyType  func() *types.Type
	FactsDone bool
	Analysing bool // facts are being found out
	Flow      *Flow
	FlowDone  bool
	declsDone bool
	// Defaults are the facts of its default arguments.
	Defaults *Facts
	sigOK    Tri
	Params   []*Var // of the definition being analysed
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
	Head  *TemplateHead   // the function template's own header
	heads []*TemplateHead // all headers, outermost first
	typ   *types.Type     // what the declaration gives, once it is known
	plain int             // how many parameters stand before the first pack, once one was asked for
	asked bool
	alone [1]*FuncDecl // itself: the declarations of what is declared once
}

// Param is the declared parameter that parameter i of the function's type stems from: a pack stands for all from its place on. It
// is nil where the parameters are not written in the declaration.
func (fd *FuncDecl) Param(i int) *ast.Param {
	if fd.Sig == nil {
		return nil
	}
	params := fd.Sig.Params
	if !fd.asked {
		fd.asked, fd.plain = true, len(params)
		if at := slices.IndexFunc(params, func(p *ast.Param) bool { return p.Decl.Pack }); at >= 0 {
			fd.plain = at
		}
	}
	if i = min(i, fd.plain); i >= len(params) {
		return nil
	}
	return params[i]
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
	// BindingDecl is set for a structured binding, whose Index-th name this is; also a parameter's Index. Bound is the object or reference
	// without a name that one outside of bodies names a part of.
	BindingDecl *ast.BindingDecl
	Bound       *Var
	Index       int
	Param       *ast.Param
	// Anonymous is the anonymous union whose member the name is.
	Anonymous *Class
	// Pack: a function parameter pack or an init-capture pack, whose elements are Elems once bound.
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
	Facts     *Facts
	Type      *types.Type
	typed     query // typ
	Value     types.Value
	State     evalProgress
	// Initial is what the initialiser gives a variable that constant expressions may not read, nil where it was not asked for or is not known.
	Initial *types.Value
}

// Each are the elements of a pack that is bound, and any other variable by itself.
func (v *Var) Each() []*Var {
	if v.Pack && v.Elems != nil {
		return v.Elems
	}
	return []*Var{v}
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
	Scope     *Scope
	typ       *types.Type
	asked     query
	// InitAsked: the default member initialiser is being evaluated, in InitScope: what it declares, such as a closure type, is the
	// same each time.
	InitAsked query
	InitScope *Scope
	InitTree  *Expr // the typed initialiser, once it was asked for
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
	Head *TemplateHead
	// raw declarations of the primary template, in order; the definition among them.
	Decls []RawDecl
	// Partial and explicit specialisations.
	partials  []*PartialSpec
	specs     specIndex
	looked    int // how many declarations with qualified names were looked at for more of them
	Instances map[string]Entity
	Access    ast.Access
	MemberOf  *Class
	Guides    []Guide
	// Func is the pattern of a function template: the function with its parameters unbound.
	Func *Func
	// rawSpecs are the explicit specialisations of a function template.
	rawSpecs  []*specDecl
	funcSpecs funcSpecIndex
	// Param is set for an unbound template template parameter.
	Param *TemplateParam
	// Inherited is the base class's constructor template that a using-declaration brought in as this one; head and Func are its.
	Inherited *Template
	// Unseen: nothing that was read declares the primary template, only specialisations. It has no Head.
	Unseen bool
}

// PartialSpec is a partial or explicit specialisation of a class or variable template.
type PartialSpec struct {
	Head *TemplateHead // no parameters: explicit
	Raw  RawDecl       // the definition, or the first declaration
	Args []types.Arg
	done bool // args are resolved
	bad  bool // they could not be
	// class is the one that this defines of a template that is Unseen.
	class *Class
}

// specDecl is an explicit specialisation of a function template.
type specDecl struct {
	raw  RawDecl
	decl *FuncDecl
}

// Guide is a deduction guide.
type Guide struct {
	Decl  *ast.DeductionGuide
	Head  *TemplateHead // nil for none
	Scope *Scope
	// Type has the parameters, once they are known.
	Type *types.Type
}

// outOfLineDecl is a declaration whose name is qualified; what it declares again is found when somebody asks.
type outOfLineDecl struct {
	RawDecl
	resolved bool
	used     bool   // as a specialisation already
	target   Entity // see outOfLineTarget
	// decl is the declaration as one of a member of class member, with which it was compared last.
	decl   *FuncDecl
	member *Class
}

type explicitInst struct {
	decl  *ast.ExplicitInst
	chunk *Chunk
	scope *Scope
	funcs []*Func // that it makes, once that is known
	made  bool
}

// unitState is what only the linking and instantiating parts of Unit use.
type unitState struct {
	explicitInsts []explicitInst
	anonymous     []*Class
	ambiguous     map[*ast.FuncSig]*ast.Init
	// ByBody lists the functions whose facts were made from a body, by the chunk and the place where the body begins.
	ByBody  map[deferredKey][]*Func
	rebases int
	whole   int // the steps that the first version took
	unseen  map[unseenKey]Entity
	// outlasted are the functions whose bodies brought something about that outlasts them; nil among them for others.
	outlasted map[*Func]bool
	// decisive are the bodies that what is known of other things rests on, see Decides.
	decisive map[deferredKey]bool
	// needs are the functions whose deduced results types of declarations need; noted are those of the type that is being found
	// out, nil while none is.
	needs map[any][]*Func
	Noted Noted
	// failures are those of what is being formed.
	failures Failures
	// Substituting counts the substitutions that are being tried.
	Substituting int
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
	// whole is the pack of which this is one element, in a scope made for an expansion.
	whole *TemplateParam
	// Scope is where the parameter's own type and default are looked up.
	Scope *Scope
}

// UnresolvedUsing is a using-declaration whose target depends on template parameters, or is unknown.
type UnresolvedUsing struct{ entityBase }

// Label is a label of a body, for goto. It may be found before its site is read.
type Label struct{ entityBase }

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
	// Folded: the lambda, or one around it, stands in an operand that a constant condition never evaluates: of no call in it code is made.
	Folded bool
	// Captures are what the lambda captures, written captures first; they are complete once the facts of the body around it
	// and of its own are known.
	Captures []*LambdaCapture
	Parents  []LambdaParent
	Inits    []*Var // of init-captures
	Invoker  *Func  // the conversion to a function pointer
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
	// From is the lambda in whose body the mention stands; arm tells that it stands in an arm of an if constexpr there.
	From *Lambda
	Arm  bool
}
