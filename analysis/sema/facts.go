package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/small"
	"cudals/analysis/types"
)

// Facts are what one body does under one environment: the definition itself, or one instance. Rules read facts; nobody else
// reads bodies. Everything refers to resolved entities and to sites, never to trees.
type Facts struct {
	// Func is the function whose body this is; nil for the initialiser of Var.
	Func *Func
	Var  *Var
	Decl *FuncDecl // the definition; nil for implicit members
	// Template: the body is a template's definition, where dependent expressions are not resolved.
	Template bool

	Calls   []Call
	Uses    []Use
	Refs    []FuncRef
	Lambdas []*Lambda
	// Unevaluated are the lambdas in operands that are not evaluated.
	Unevaluated []*Lambda
	Launches    []Launch
	Erased      []Erasure
	// Locals are the variables that the body declares. Of a structured binding the first name stands for all.
	Locals []*Var
	// Undecided are those of Locals that stand in an arm of an if constexpr of a template's definition.
	Undecided []*Var
	// Constructs are what else the body contains that a rule or a person may ask for.
	Constructs []Construct
	// LocalFuncs are block-scope function declarations, LocalClasses the classes defined in the body.
	LocalFuncs   []*Func
	LocalClasses []*Class
	// Idle are the loops that call nothing, write automatic variables alone, and do not go by these alone.
	Idle []Site
	// Mentions are the functions that operands name which are not evaluated, and all instances of variable templates that the
	// body names. Local classes are not part of it, see Unit.ClassMentions.
	Mentions []Mention
	// Deduced are the functions whose deduced results the body needs, be it for a type alone.
	Deduced small.Set[*Func]
	// Types are those of values that the body makes or points to: of a class its object is meant, so that it must be complete.
	Types small.Set[*types.Type]
	// Decltypes are the variables whose types decltype names.
	Decltypes []NamedDecltype
	// Return is the deduced result type; nil where no return statement tells.
	Return *types.Type
	// Bad are places that could not be read; a rule reports nothing that a bad place could change.
	Bad []Site
	// OpenLaunches are the launches whose configuration no >>> closes.
	OpenLaunches []OpenLaunch
	// Loops are the statements that repeat.
	Loops []Site
	// Untargeted counts calls through pointers and of compiler builtins, whose targets are no functions of the unit; Foldable are those
	// of builtins that the front end may replace by a value.
	Untargeted, Foldable int
	// Unknown counts calls whose target is not known, by reason.
	Unknown map[string]int
	// UnknownSites are their places.
	UnknownSites []UnknownCall

	kept kept
}

// OpenLaunch is the <<< of a launch, and the token that stands where >>> is missing.
type OpenLaunch struct{ Open, Missing Site }

// UnknownCall is a call whose target is not known.
type UnknownCall struct {
	Site   Site
	Reason string
}

// NamedDecltype is a variable whose bare, maybe qualified name is the operand of decltype, written or by decltype(auto).
type NamedDecltype struct {
	Var  *Var
	Site Site
}

// CallKind is the form of a call.
type CallKind uint8

// The forms of calls.
const (
	// CallNamed is f(x), x.m(x), p->m(x), N::f(x).
	CallNamed CallKind = iota
	// CallObject is x() with operator().
	CallObject
	CallOperator
	CallArrow // operator->
	// CallConversion is a conversion function, implicit or by a cast.
	CallConversion
	CallLiteral // a literal operator
	// CallLocalCtor constructs a variable: a declaration's own object, D d = 3, auto d = D(3), return D(x).
	CallLocalCtor
	// CallLocalDtor destroys a variable at the end of its scope.
	CallLocalDtor
	CallArrayCtor
	CallArrayDtor
	// CallStaticDtor destroys a local of static storage duration at the program's end, or each element of an array of such.
	CallStaticDtor
	// CallTempCtor makes a temporary: T(x), T{x}, or an implicit converting constructor.
	CallTempCtor
	CallTempDtor
	// CallParenCtor and CallParenDtor are T(x) written with parentheses, whatever the object becomes. The destructor stands
	// for a check alone: what runs is CallTempDtor, or the destructor of the object that T(x) turned out to be.
	CallParenCtor
	CallParenDtor
	// CallParamCopy copies or moves an argument into a parameter, CallReturnCopy a returned lvalue.
	CallParamCopy
	CallReturnCopy
	// CallCopy is any other implicit copy: of a capture, of a thrown object, of an aggregate's element.
	CallCopy
	CallNewCtor
	// CallNewDtor destroys the elements of a new array that were made before one of them threw.
	CallNewDtor
	CallDeleteDtor
	CallExplicitDtor // p->~T()
	CallOperatorNew
	CallOperatorDelete
	// CallBaseCtor and CallMemberCtor are a constructor's initialisations of bases and members, written or not.
	CallBaseCtor
	CallMemberCtor
	CallBaseDtor
	CallMemberDtor
	// CallSubobject is what an implicit copy or assignment does for a base or member.
	CallSubobject
	CallRangeFor
	// CallDelegate is a delegating or inherited constructor.
	CallDelegate
	CallBinding // get<i> of a structured binding
)

// Context are circumstances of a call or use.
type Context uint32

// Call is one call that a body makes, written or not.
type Call struct {
	Kind    CallKind
	Context Context
	Callee  *Func
	// OfRefused: its object or an operand is the value of a construct that device code cannot have. The front end says that
	// of the construct and looks no further.
	OfRefused bool
	// Site is the place of the callee's name, or of whatever brings an implicit call about; Full is the whole expression.
	Site, Full Site
	// Virtual: dispatched at run time.
	Virtual bool
	// Elided: the destruction of a local that every return statement returns, or the copy of what is made in a new object's place.
	Elided bool
	// Ends is, of a CallLocalDtor, the number, from 1, of the scope that ends the variable's life, among those of one body.
	Ends int32
	// Dependent: the call depends on template parameters; Callee is nil.
	Dependent bool
	// Array: made for each element of an array.
	Array bool
	// Plain: makes an object by default, of an empty list, or by a conversion. Element: makes part of an object that an
	// initialiser list is for.
	Plain, Element bool
	// Ahead: an assignment operator's right operand, which is evaluated ahead of the object, does something.
	Ahead bool
	// Args counts arguments that are written, NonConstArgs those that are no constants, BoundConsts those constants that references are bound to.
	Args, NonConstArgs, BoundConsts int32
	// IsConstant: the call is a constant expression other than an address, so that its value replaces it.
	IsConstant bool
	// Explicit: written as a call, with non-dependent arguments: what is checked in template definitions.
	Explicit bool
	// Selected: the callee is named as a member of an object that is written, as in x.m() and this->m().
	Selected bool
	// Object is the class of the object that an implicit call is about, Field or Base the part of it.
	Field *Field
	Base  *Class
	// From is the type of what is converted, where the callee is a conversion function, or a constructor that an implicit conversion
	// takes and that gets no list; nil for any other call.
	From *types.Type
	// Arg is the default argument's place for InDefaultArg.
	Arg Site
	// Given are the arguments of a function that the compiler itself declares; nil for any other.
	Given []Argument
}

// TileCode reports whether a function's body stands in that of one that a declaration calls __tile_global__.
func TileCode(f *Func) bool {
	for f != nil {
		if slices.ContainsFunc(f.Decls, saysTile) {
			return true
		}
		f = f.Around()
	}
	return false
}

// Around is the function in whose body a function's closure or local class stands; nil for any other.
func (f *Func) Around() *Func {
	if f.Closure != nil {
		return f.Closure.Func
	}
	around := f.Parent()
	for c, ok := around.(*Class); ok; c, ok = around.(*Class) {
		around = c.Parent()
	}
	out, _ := around.(*Func)
	return out
}

func saysTile(fd *FuncDecl) bool {
	return fd.Spec != nil && slices.ContainsFunc(fd.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Tile })
}

// Argument is what such a function is given. Literal: whether it is an integer that the front end folds at once, of no variable;
// Value is its value then, and where it is Constant. Param: it is a template parameter by itself, which the front end takes for a
// constant of no value, in instances too; nothing else is told of it then.
type Argument struct {
	Type              *types.Type
	Param             bool
	Literal, Constant Tri
	Value             int64
}

// UseKind is what happens to a variable.
type UseKind uint8

// The uses.
const (
	// Read is a load: an rvalue use of the variable or a part of it.
	Read UseKind = iota
	Write
	ReadWrite
	// AddressOf is & or the decay of an array that is used as a value.
	AddressOf
	// Bind is a reference binding.
	Bind
	// Object: the object of a member function or operator call.
	Object
	// Discard: a discarded-value expression.
	Discard
	// DiscardElement: a discarded-value expression that selects an element: the array decays for it.
	DiscardElement
	// AsTemplateArg: used through a template parameter of reference or pointer type.
	AsTemplateArg
	// ReadMember: the place that a reference member of the variable refers to is used: the member is read, not the variable.
	ReadMember
	// UnknownUse: what happens is not known.
	UnknownUse
)

// Use is one use of a variable that is not local to the function (parameters and automatic variables are left out), or of a
// local static or extern variable.
type Use struct {
	Var     *Var
	Kind    UseKind
	Context Context
	Site    Site
	// Path: the members selected, outermost first.
	Path []*Field
	// Element: an element of an array was selected; ConstIndex with constant indices; Subscript: what is used is what a
	// subscript, as opposed to a member access or *, selected.
	Element, ConstIndex, Subscript bool
	// Type is the type of what is used.
	Type *types.Type
	// LiteralIndex: the elements are selected by constants that name no variable.
	LiteralIndex bool
	// ViaSum: in a variable's initialiser, what *(array + i) denotes: front ends note there that the array decays, and no more.
	ViaSum bool
	// ViaRef: the variable is a reference, so that only the reference itself is read.
	ViaRef bool
	// ViaPointer: the variable is not named: a constant pointer to it is, whose value replaces it.
	ViaPointer bool
	// Reinterpreted: what is used has another type than the object that is there.
	Reinterpreted bool
	// Named: the operand is the variable's name, in parentheses or not, and no other expression that denotes it.
	Named bool
	// Callee is the function of an Object or user-defined copy use, and the trivial assignment operator of a Read by it.
	Callee *Func
	// InConstantCall: an argument, or the object, of a call of a constexpr function that is a constant expression.
	InConstantCall bool
	// InUnknownCall: of one of which nobody knows whether it is.
	InUnknownCall bool
	// Dependent: the expression around it depends on template parameters.
	Dependent bool
}

// FuncRef is a function that is named without being called.
type FuncRef struct {
	Func    *Func
	Site    Site
	Context Context
	Fate    Fate
	// Unknown: what happens to it is not known, be it that the expression around it is ill-formed.
	Unknown bool
	// Converted: the function is a closure's that is converted to a pointer to it. Nobody names it.
	Converted bool
	// Through is the constant variable that is read, whose initialiser names the function; nil where it is named here.
	Through *Var
}

// Fate is what becomes of a function's address. Where nothing is left of it, as where it decides a condition, the context is Folded.
type Fate uint8

// The fates. Called are addresses that are called at once, as in (*f)(); Compared are operands of == and its like. Returned and
// PassedOn are the values of return statements and of arguments for an ellipsis. Kept are all others.
const (
	Kept Fate = iota
	Called
	Compared
	Returned
	PassedOn
)

// Launch is kernel<<<…>>>(…).
type Launch struct {
	Kernel  *Func // nil when unknown; the call operator of an object
	Site    Site
	Full    Site
	Close   Site // the >>>
	Config  int  // number of configuration arguments
	Context Context
	// Dependent: the kernel depends on template parameters. Indirect: what is launched is what a pointer points to, as in
	// (*k)<<<1, 1>>>().
	Dependent, Indirect bool
	// Named are the functions and templates that the kernel's name may mean, where which of them depends on template parameters.
	Named []Entity
	// Through is the constant pointer that is launched, whose initialiser names the kernel; nil where the launch does.
	Through *Var
	// Fn is the type of what is launched: the kernel's function type, also where a pointer to it is launched, or the class
	// of an object; unknown where that is not known.
	Fn *types.Type
	// ConfigSites are the places of the configuration's arguments, ConfigValues their values where these are constants; Args are the
	// kernel's arguments.
	ConfigSites  []Site
	ConfigValues []types.Value
	Args         []LaunchArg
}

// LaunchArg is an argument of a launch. Type is the type of the parameter that it initialises; unknown where the kernel is
// not known.
type LaunchArg struct {
	Site Site
	Type *types.Type
}

// Erasure is a pointer argument that forgets what it points to: its parameter is a pointer to void.
type Erasure struct {
	Callee *Func
	// Pointee is the type that the argument points to.
	Pointee *types.Type
	// Site is the argument's place, Call that of the whole call.
	Site, Call Site
}

// VarRef is the storage that an lvalue denotes.
type VarRef struct {
	Var        *Var
	Site       Site
	Path       []*Field
	Element    bool
	ConstIndex bool
	Literal    bool // the indices name no variables, and the array is not Selected
	Subscript  bool
	// Formed is the walker's count of taken values, plus one, when an element of an array was selected; 0 for what is none.
	Formed int
	// Selected: a static data member was selected of an object.
	ViaSum, ViaRef, Selected bool // the former two as of a Use
	// ByPointer: what a pointer to member selects, of an object that is no element.
	ByPointer bool
	// ViaPointer: what a constant pointer points to.
	ViaPointer bool
	// Reinterpreted: a cast made an lvalue of another type.
	Reinterpreted bool
	// Assigned: the lvalue is the result of an assignment to the variable; a load of it is no read of its own.
	Assigned bool
	// Pending is, in a template's definition, the number, from 1, of the use by the assignment that the lvalue is the result of.
	Pending int
	// ViaMember: what a reference member of the variable refers to.
	ViaMember bool
	// TemplateArg: named through a template parameter.
	TemplateArg bool
}

// Part is the storage of an element of an array; constant and literal tell of its index.
func (b VarRef) Part(constant, literal, subscript bool) *VarRef {
	b.ConstIndex = constant && (!b.Element || b.ConstIndex)
	b.Literal = literal && !b.Selected && (!b.Element || b.Literal)
	b.Element, b.Subscript, b.ByPointer = true, subscript, false
	return &b
}

// AddUnknown counts a call whose target is not known.
func (f *Facts) AddUnknown(site Site, reason string) {
	if f.Unknown == nil {
		f.Unknown = make(map[string]int)
	}
	f.Unknown[reason]++
	f.UnknownSites = append(f.UnknownSites, UnknownCall{site, reason})
}

// Standing are the facts, nil where they hold nothing that stands in a place of its own.
func (f *Facts) Standing() *Facts {
	if f == nil || len(f.Lambdas)+len(f.Constructs) == 0 {
		return nil
	}
	return f
}

// Site is the function that a body belongs to, or the variable that is initialised.
func (f *Facts) Site() Site {
	switch {
	case f.Func != nil:
		return f.Func.Site()
	case f.Var != nil:
		return f.Var.Site()
	}
	return Site{}
}
