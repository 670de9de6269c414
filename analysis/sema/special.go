package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// specials are the special members of a class, declared and implicit. A member that is not declared at all is nil.
type specials struct {
	DefaultCtor *Func
	CopyCtor    *Func // the first that takes const T&, else the first
	moveCtor    *Func
	copyAssign  *Func
	moveAssign  *Func
	dtor        *Func
	// implicit are those of the above that nobody declared, in the order default, copy, move, assignments, destructor.
	implicit []*Func
	// All are all special members, the written ones included: there may be several copy constructors.
	All []*Func

	// declared: written in the class in any way; UserProvided: with a definition of the person's own.
	DeclaredCtor, declaredDtor                             bool
	UserProvidedCtor, userProvidedAssign, UserProvidedDtor bool
	ExplicitCtor                                           bool
	// CtorTemplate, assignTemplate: the class has constructor or assignment templates, so that only overload resolution
	// can tell what a subobject's initialisation calls.
	CtorTemplate, assignTemplate bool
	// Uncertain: not everything that the class declares is known; nothing implicit is declared then.
	Uncertain bool

	info map[*Func]*specialInfo
}

// specialInfo is what follows from a special member's class.
type specialInfo struct {
	calls     []SpecialCall
	callsDone bool
	asked     query // calls
	deleted   TriQuery
	trivial   TriQuery
	Constant  TriQuery // see callsConstant
}

// SpecialCallKind says what a special member does for a part of the object.
type SpecialCallKind uint8

// What a special member does for a part.
const (
	// CallBase calls the base's corresponding member.
	CallBase SpecialCallKind = iota
	// CallMember calls the corresponding member of a data member's class, for each element of an array.
	CallMember
	// CallInit evaluates a default member initialiser: Init.
	CallInit
)

// SpecialCall is one thing that an implicit, defaulted or inherited member function does, in the order of doing it.
type SpecialCall struct {
	Kind SpecialCallKind
	// Callee is what is called; nil for CallInit, and where it cannot be told (Unknown) or there is none (Missing).
	Callee  *Func
	Unknown bool
	// Missing: no function can be called: none is viable, the choice is ambiguous, or it is deleted or inaccessible.
	Missing bool
	// Array: what is called is for each element of an array.
	Array bool
	Base  *Base
	Field *Field
}

// ImplicitMembers are the special members of a class that nobody declared, in the order default, copy, move, assignments, destructor.
func (u *Unit) ImplicitMembers(c *Class) []*Func {
	if sp := u.SpecialsOf(c); sp != nil {
		return sp.implicit
	}
	return nil
}

// SpecialsOf are the special members of c. The implicit ones are made at the first call.
func (u *Unit) SpecialsOf(c *Class) *specials {
	if c.specials != nil {
		return c.specials
	}
	s := &specials{info: make(map[*Func]*specialInfo)}
	if !u.EnterDeep() {
		s.Uncertain = true
		return s
	}
	defer u.LeaveDeep()
	c.specials = s
	state := u.Complete(c)
	if state == Completing || c.Lambda == nil && !c.ordered && state != Incomplete {
		u.Consts.Cut++
		c.specials = nil // asked for while the members are being read: what is declared is not known yet
		s.Uncertain = true
		return s
	}
	s.Uncertain = state != Complete
	u.classifyDeclared(c, s)
	if !s.Uncertain {
		u.declareImplicit(c, s)
	}
	return s
}

// ---- What is declared

// NamedAs is the class whose name f has as a constructor or destructor; nil for other functions, and for the destructor that
// ill-formed text declares a friend.
func (f *Func) NamedAs() *Class {
	if f.Kind == Constructor || f.Kind == Destructor {
		return f.MemberOf
	}
	return nil
}

// Special says which special member f is, NotSpecial where it is none or its class is still being read.
func (f *Func) Special() Special {
	if f.special == NotSpecial && f.MemberOf != nil && (f.Kind == Constructor || f.Kind == OperatorFunc && f.Spelling == f.Unit.OperatorSym(token.Assign)) {
		f.Unit.SpecialsOf(f.MemberOf)
	}
	return f.special
}

// Declared is what has the declarations of f: the base class's constructor that it inherits, over however many classes, or itself.
func (f *Func) Declared() *Func {
	for f.Inherited != nil {
		f = f.Inherited
	}
	return f
}

func (u *Unit) classifyDeclared(c *Class, s *specials) {
	for _, e := range c.ctors {
		switch e := e.(type) {
		case *Template:
			if e.Inherited != nil {
				continue
			}
			s.CtorTemplate = true
			s.DeclaredCtor, s.UserProvidedCtor = true, true
		case *Func:
			if e.special == InheritedCtor {
				continue
			}
			s.DeclaredCtor = true
			s.UserProvidedCtor = s.UserProvidedCtor || UserProvided(e)
			s.ExplicitCtor = s.ExplicitCtor || e.Explicit
			if e.special == NotSpecial {
				e.special = u.constructorKind(c, e)
			}
			s.record(u, e)
		}
	}
	for _, e := range u.declaredAssignments(c) {
		switch e := e.(type) {
		case *Template:
			s.assignTemplate = true
		case *Func:
			if e.special == NotSpecial {
				e.special = u.assignmentKind(c, e)
			}
			if e.special != NotSpecial {
				s.userProvidedAssign = s.userProvidedAssign || UserProvided(e)
				s.record(u, e)
			}
		}
	}
	if d := c.dtor; d != nil {
		d.special = Dtor
		s.declaredDtor = true
		s.UserProvidedDtor = UserProvided(d)
		s.record(u, d)
	}
}

// record enters a special member.
func (s *specials) record(u *Unit, f *Func) {
	set := func(slot **Func) {
		if *slot == nil {
			*slot = f
		}
	}
	switch f.special {
	case DefaultCtor:
		set(&s.DefaultCtor)
	case CopyCtor:
		if s.CopyCtor == nil || !u.takesConst(s.CopyCtor) && u.takesConst(f) {
			s.CopyCtor = f
		}
	case MoveCtor:
		set(&s.moveCtor)
	case CopyAssign:
		if s.copyAssign == nil || !u.takesConst(s.copyAssign) && u.takesConst(f) {
			s.copyAssign = f
		}
	case MoveAssign:
		set(&s.moveAssign)
	case Dtor:
		set(&s.dtor)
	default:
		return
	}
	s.All = append(s.All, f)
}

// UserProvided reports whether f is declared by a person and neither defaulted nor deleted on its first declaration.
func UserProvided(f *Func) bool {
	if f.Implicit || f.DefaultedFirst {
		return false
	}
	return len(f.Decls) == 0 || f.Decls[0].Body == nil || f.Decls[0].Body.Kind != ast.BodyDelete
}

// constructorKind classifies a constructor by its parameters.
func (u *Unit) constructorKind(c *Class, f *Func) Special {
	params := u.Params(f)
	if len(params) > 0 && params[0].Decl.Pack {
		return NotSpecial
	}
	if len(params) == 0 || u.hasDefaultArg(f, 0) {
		return DefaultCtor
	}
	if len(params) > 1 && !u.hasDefaultArg(f, 1) {
		return NotSpecial
	}
	ft := u.FuncType(f)
	if ft.Kind != types.Func || len(ft.Params) == 0 || !ft.Params[0].IsRef() || u.ClassOf(ft.Params[0].Elem) != c {
		return NotSpecial
	}
	if ft.Params[0].Kind == types.LRef {
		return CopyCtor
	}
	return MoveCtor
}

// assignmentKind classifies an operator= by its parameter.
func (u *Unit) assignmentKind(c *Class, f *Func) Special {
	ft := u.FuncType(f)
	if ft.Kind != types.Func || len(ft.Params) != 1 || u.ClassOf(ft.Params[0].NonRef()) != c {
		return NotSpecial
	}
	if ft.Params[0].Kind == types.RRef {
		return MoveAssign
	}
	return CopyAssign // by value too
}

// takesConst reports whether a copy operation takes its argument by reference to const or by value.
func (u *Unit) takesConst(f *Func) bool {
	ft := u.FuncType(f)
	if ft.Kind != types.Func || len(ft.Params) == 0 {
		return true
	}
	return !ft.Params[0].IsRef() || ft.Params[0].Elem.CV&ast.Const != 0
}

func (u *Unit) declaredAssignments(c *Class) []Entity {
	sym := u.OperatorSym(token.Assign)
	var found []Entity
	for _, e := range c.order { // assignments do not wait
		if e.Sym() != sym {
			continue
		}
		switch e.(type) {
		case *Func, *Template:
			found = append(found, e)
		}
	}
	return found
}

// ---- What is implicit

// declareImplicit makes the members that nobody declared, as [class.ctor] and the sections after it say.
func (u *Unit) declareImplicit(c *Class, s *specials) {
	self := u.ClassType(c)
	ctor := func(kind Special, params ...*types.Type) *Func {
		return u.implicitMember(c, Constructor, kind, c.Spelling, types.FuncType{Result: u.T.Basic(ast.Void), Params: params})
	}
	assign := func(kind Special, param *types.Type) *Func {
		return u.implicitMember(c, OperatorFunc, kind, outline.OperatorSym(u.in, "="),
			types.FuncType{Result: u.T.LRef(self), Params: []*types.Type{param}})
	}
	userCopy := s.CopyCtor != nil || s.copyAssign != nil
	userMove := s.moveCtor != nil || s.moveAssign != nil
	declareMove := !userCopy && !userMove && !s.declaredDtor
	// A closure with captures, before C++20 any, is neither made by default nor assigned.
	fixed := c.Lambda != nil && (u.Std < 20 || u.Captures(c.Lambda))
	if !s.DeclaredCtor {
		f := ctor(DefaultCtor)
		f.Deleted = fixed
		s.addImplicit(u, f)
	}
	if s.CopyCtor == nil {
		f := ctor(CopyCtor, u.T.LRef(u.T.Qualify(self, u.copyParamCV(c, CopyCtor))))
		f.Deleted = userMove
		s.addImplicit(u, f)
	}
	if s.moveCtor == nil && declareMove {
		s.addImplicit(u, ctor(MoveCtor, u.T.RRef(self)))
	}
	if s.copyAssign == nil {
		f := assign(CopyAssign, u.T.LRef(u.T.Qualify(self, u.copyParamCV(c, CopyAssign))))
		f.Deleted = userMove || fixed
		s.addImplicit(u, f)
	}
	if s.moveAssign == nil && declareMove && !fixed {
		s.addImplicit(u, assign(MoveAssign, u.T.RRef(self)))
	}
	if s.dtor == nil {
		f := u.implicitMember(c, Destructor, Dtor, c.Spelling, types.FuncType{Result: u.T.Basic(ast.Void)})
		s.addImplicit(u, f)
		if len(u.Overridden(f)) > 0 {
			f.Virtual = true
		}
	}
	u.settleImplicit(c, s)
}

// settleImplicit decides which of a class's implicit and defaulted members are deleted and which are constexpr, once all are
// declared: their calls look at each other.
func (u *Unit) settleImplicit(c *Class, s *specials) {
	for _, f := range s.implicit {
		if u.SpecialDeleted(f) == Yes {
			f.Deleted = true
		}
	}
	s.dropDeleted(&s.moveCtor)
	s.dropDeleted(&s.moveAssign)
	for _, f := range s.All {
		if f.DefaultedFirst && u.SpecialDeleted(f) == Yes {
			f.Deleted = true
		}
		if f.Implicit || f.DefaultedFirst {
			f.Constexpr = f.Constexpr || u.specialConstexpr(c, f)
		}
	}
}

// dropDeleted drops a defaulted move that would be deleted: overload resolution ignores it, as if it were not declared.
func (s *specials) dropDeleted(slot **Func) {
	f := *slot
	if f == nil || !f.Implicit || !f.Deleted {
		return
	}
	*slot = nil
	s.implicit = slices.DeleteFunc(s.implicit, func(g *Func) bool { return g == f })
	s.All = slices.DeleteFunc(s.All, func(g *Func) bool { return g == f })
}

// implicitCtors are the implicit constructors.
func (s *specials) implicitCtors() []Entity {
	var out []Entity
	for _, f := range s.implicit {
		if f.Kind == Constructor {
			out = append(out, f)
		}
	}
	return out
}

// implicitDtor is the implicit destructor, nil when the class declares one.
func (s *specials) implicitDtor() *Func {
	if s.dtor != nil && s.dtor.Implicit {
		return s.dtor
	}
	return nil
}

func (s *specials) addImplicit(u *Unit, f *Func) {
	s.record(u, f)
	s.implicit = append(s.implicit, f)
}

// stepsPerImplicit is what a member costs that nobody declares: it is kept.
const stepsPerImplicit = 4

func (u *Unit) implicitMember(c *Class, kind FuncKind, special Special, name token.Sym, ft types.FuncType) *Func {
	u.Spend(stepsPerImplicit)
	f := &Func{
		Kind: kind, special: special, Implicit: true, Inline: true, MemberOf: c, Access: ast.Public, Defaulted: true,
		DefaultedFirst: true,
	}
	f.Unit, f.Spelling, f.Within, f.Place = u, name, c, c.Place
	f.typ = u.T.Func(ft)
	return f
}

// Captures reports whether a lambda has a capture or a capture-default, without which C++20 makes closures default
// constructible and assignable.
func (u *Unit) Captures(l *Lambda) bool {
	return l.Expr != nil && (len(l.Expr.Captures) > 0 || l.Expr.Default != token.EOF)
}

// copyParamCV is Const unless some part of c can only be copied from a non-const object.
func (u *Unit) copyParamCV(c *Class, kind Special) ast.Qualifiers {
	for _, p := range u.Subobjects(c) {
		if p.Class == nil {
			continue
		}
		ps := u.SpecialsOf(p.Class)
		f := ps.CopyCtor
		if kind == CopyAssign {
			f = ps.copyAssign
		}
		if f != nil && !u.takesConst(f) {
			return 0
		}
	}
	return ast.Const
}

// ---- Parts of an object

// Subobject is a direct subobject: a base or a member; of a closure, which has neither field nor base, what it captures by copy.
type Subobject struct {
	Base  *Base
	Field *Field
	// Type is the type of the subobject, an array's element; class is its class, if it is of class type and there is any element.
	Type  *types.Type
	Class *Class
	Array bool
	Ref   bool
}

// Subobjects are c's bases in order of initialisation (virtual ones first, indirect ones too) and its members.
func (u *Unit) Subobjects(c *Class) []Subobject {
	ps := make([]Subobject, 0, len(c.Bases())+len(c.Fields()))
	for _, vb := range u.VirtualBases(c) {
		ps = append(ps, Subobject{Base: u.virtualBase(c, vb), Type: u.ClassType(vb), Class: vb})
	}
	bases := c.Bases()
	for i := range bases {
		if !bases[i].Virtual {
			ps = append(ps, Subobject{Base: &bases[i], Type: bases[i].Type, Class: bases[i].Class})
		}
	}
	for _, f := range c.Fields() {
		p := Subobject{Field: f, Type: u.FieldType(f)}
		p.Ref = p.Type.IsRef()
		none := NoElements(p.Type) || p.Type.Kind == types.Array && p.Type.Len == types.NoLen // what the class ends in
		for p.Type.Kind == types.Array {
			p.Type, p.Array = p.Type.Elem, true
		}
		if !none {
			p.Class = u.ClassOf(p.Type)
		}
		ps = append(ps, p)
	}
	for _, t := range u.CapturedTypes(c.Lambda) {
		p := Subobject{Type: t}
		for p.Type.Kind == types.Array {
			p.Type, p.Array = p.Type.Elem, true
		}
		p.Class = u.ClassOf(p.Type)
		ps = append(ps, p)
	}
	return ps
}

// InitializedBases are the bases that c's constructors and destructor make and destroy, in order of initialisation: virtual ones
// first, indirect ones too, but for those of an abstract class, of which there are no whole objects.
func (u *Unit) InitializedBases(c *Class) []*Class {
	var out []*Class
	if u.IsAbstract(c) != Yes {
		out = u.VirtualBases(c)
	}
	for _, b := range c.Bases() {
		if b.Class != nil && !b.Virtual {
			out = append(out, b.Class)
		}
	}
	return out
}

// NoElements reports whether an object of a type is an array without elements, of which nothing is made or destroyed.
func NoElements(t *types.Type) bool {
	for ; t.Kind == types.Array; t = t.Elem {
		if t.Len == 0 {
			return true
		}
	}
	return false
}

// virtualBase is the base-specifier through which c, directly or not, has the virtual base vb.
func (u *Unit) virtualBase(c, vb *Class) *Base {
	if !u.Spend(1) || !u.Nest() {
		return nil
	}
	defer u.Unnest()
	bases := c.Bases()
	for i := range bases {
		if bases[i].Virtual && bases[i].Class == vb {
			return &bases[i]
		}
	}
	for i := range bases {
		if bases[i].Class != nil {
			if b := u.virtualBase(bases[i].Class, vb); b != nil {
				return b
			}
		}
	}
	return nil
}

// ---- What special members call

// SpecialCalls is what a defaulted, implicit or inherited special member does, in order; nil for a function with a body of
// its own. A destructor's list holds members in reverse order and then bases.
func (u *Unit) SpecialCalls(f *Func) []SpecialCall {
	if f.MemberOf == nil || UserProvided(f) && !f.Defaulted {
		return nil
	}
	info := u.InfoOf(f)
	if info == nil {
		return nil
	}
	if info.callsDone {
		return info.calls
	}
	if !u.BeginQuery(&info.asked) {
		return []SpecialCall{{Unknown: true}}
	}
	calls := u.specialCalls(f)
	if u.EndQuery(&info.asked) {
		calls = []SpecialCall{{Unknown: true}}
	}
	info.calls, info.callsDone = calls, true
	return calls
}

func (u *Unit) specialCalls(f *Func) []SpecialCall {
	kind := f.Special()
	isUnion := f.MemberOf.Key == ast.KeyUnion
	var calls []SpecialCall
	for _, p := range u.Subobjects(f.MemberOf) {
		call := SpecialCall{Base: p.Base, Field: p.Field, Array: p.Array}
		if p.Base == nil {
			call.Kind = CallMember
		}
		if kind == DefaultCtor || kind == InheritedCtor {
			if p.Field != nil && HasDefaultInit(p.Field) {
				call.Kind = CallInit
				calls = append(calls, call)
				continue
			}
			if kind == InheritedCtor && p.Base != nil && f.Inherited != nil && p.Class == f.Inherited.MemberOf {
				call.Callee = f.Inherited
				calls = append(calls, call)
				continue
			}
		}
		if p.Class == nil || p.Ref && !(kind == CopyAssign || kind == MoveAssign) {
			if p.Type.Kind == types.Unknown && !p.Type.IsComplex() || p.Base != nil {
				call.Unknown = true
				calls = append(calls, call)
			}
			continue
		}
		if p.Ref || isUnion {
			continue // unions copy bytes, construct and destroy nothing
		}
		if p.Base != nil && p.Base.Virtual && u.IsAbstract(f.MemberOf) == Yes {
			continue // an abstract class never constructs its virtual bases
		}
		call.Callee, call.Unknown = u.partMember(p, f)
		call.Missing = call.Callee == nil && !call.Unknown
		calls = append(calls, call)
	}
	if kind == Dtor {
		slices.Reverse(calls)
	}
	return calls
}

// InfoOf is what is remembered of a special member; nil for what is no member.
func (u *Unit) InfoOf(f *Func) *specialInfo {
	if f.MemberOf == nil {
		return nil
	}
	s := u.SpecialsOf(f.MemberOf)
	i := s.info[f]
	if i == nil {
		i = &specialInfo{}
		s.info[f] = i
	}
	return i
}

// partMember is the member of a part's class that the special member f calls for it.
func (u *Unit) partMember(p Subobject, f *Func) (callee *Func, unknown bool) {
	s := u.SpecialsOf(p.Class)
	if s.Uncertain {
		return nil, true
	}
	kind := f.Special()
	if kind == InheritedCtor {
		kind = DefaultCtor
	}
	argument := u.T.Qualify(p.Type, ast.Const)
	moving := kind == MoveCtor || kind == MoveAssign
	if moving || !u.takesConst(f) || p.Field != nil && p.Field.Mutable {
		argument = p.Type
	}
	cat := LValue
	if moving {
		cat = XValue
	}
	switch kind {
	case Dtor:
		return undeleted(s.dtor), false
	case DefaultCtor:
		if !s.CtorTemplate && s.DefaultCtor != nil && u.defaultCtorCount(p.Class) <= 1 {
			return undeleted(s.DefaultCtor), false
		}
		return u.ConstructorCall(p.Class, nil)
	case CopyCtor, MoveCtor:
		if !s.CtorTemplate && argument.CV&ast.Volatile == 0 && u.plainCopies(s) {
			return u.plainCopy(s.moveCtor, s.CopyCtor, argument, moving), false
		}
		return u.ConstructorCall(p.Class, []Operand{{Type: argument, Cat: cat}})
	case CopyAssign, MoveAssign:
		if p.Type.CV&ast.Const != 0 {
			return nil, u.assignsConst(p.Class)
		}
		if !s.assignTemplate && argument.CV&ast.Volatile == 0 && u.plainCopies(s) && u.onlySpecialAssignments(p.Class) {
			return u.plainCopy(s.moveAssign, s.copyAssign, argument, moving), false
		}
		return u.AssignmentCallOn(Operand{Type: u.ClassType(p.Class), Cat: LValue}, p.Class, Operand{Type: argument, Cat: cat})
	}
	return nil, true
}

// plainCopy is the one of at most two members that copies or moves from an argument; nil for none.
func (u *Unit) plainCopy(move, copied *Func, argument *types.Type, moving bool) *Func {
	isConst := argument.CV&ast.Const != 0
	switch {
	case moving && move != nil && !isConst:
		return undeleted(move)
	case copied != nil && (u.takesConst(copied) || !moving && !isConst):
		return undeleted(copied)
	}
	return nil
}

// undeleted is a function that may be called; nil for none and for a deleted one.
func undeleted(f *Func) *Func {
	if f == nil || f.Deleted {
		return nil
	}
	return f
}

// ConstructorCall chooses the constructor that direct-initialisation with args calls; nil with unknown false means that
// there is none.
func (u *Unit) ConstructorCall(c *Class, args []Operand) (f *Func, unknown bool) {
	form := InitDirect
	if len(args) == 0 {
		form = InitDefault
	}
	return Chosen(u.ConstructorFor(c, args, form))
}

// Chosen is the function that overload resolution has chosen; unknown tells that there may be one where it is nil.
func Chosen(r Resolution) (f *Func, unknown bool) {
	switch r.Status {
	case Resolved:
		if r.Assumed || r.Func.Defaulted && r.Func.MemberOf != nil && r.Func.Unit.SpecialDeleted(r.Func) == UnknownTri {
			return nil, true
		}
		return r.Func, false
	case NoMatch, AmbiguousMatch:
		return nil, false
	}
	return nil, true
}

// AssignmentCallOn is the assignment operator of class c that assigning arg to an object calls.
func (u *Unit) AssignmentCallOn(object Operand, c *Class, arg Operand) (f *Func, unknown bool) {
	found := u.LookupMember(c, outline.OperatorSym(u.in, "="))
	set := &OverloadSet{NamingClass: c}
	switch found.State {
	case FoundOK:
		if found.Incomplete {
			return nil, true
		}
		if found.Class == c {
			set.Cands = append(set.Cands, found.Entities...)
		}
	case FoundUnknown, FoundDependent:
		return nil, true
	}
	// The implicit operators hide the bases' ones.
	for _, g := range u.SpecialsOf(c).implicit {
		if g.Special() == CopyAssign || g.Special() == MoveAssign {
			set.Cands = append(set.Cands, g)
		}
	}
	return Chosen(u.ResolveCall(set, &object, []Operand{arg}))
}

// assignsConst reports whether a class may have an operator= for const objects.
func (u *Unit) assignsConst(c *Class) bool {
	for _, e := range u.declaredAssignments(c) {
		f, ok := e.(*Func)
		if t, isTemplate := e.(*Template); isTemplate {
			f, ok = t.Func, t.Func != nil
		}
		if !ok {
			return true
		}
		if ft := u.FuncType(f); ft.Kind != types.Func || ft.FnCV&ast.Const != 0 {
			return true
		}
	}
	return false
}

// plainCopies reports whether a class has at most one copy and one move of each sort, so that no ranking is needed.
func (u *Unit) plainCopies(s *specials) bool {
	var n [InheritedCtor + 1]int
	for _, f := range s.All {
		n[f.Special()]++
	}
	return n[CopyCtor] <= 1 && n[MoveCtor] <= 1 && n[CopyAssign] <= 1 && n[MoveAssign] <= 1
}

func (u *Unit) defaultCtorCount(c *Class) int {
	n := 0
	for _, f := range u.SpecialsOf(c).All {
		if f.Special() == DefaultCtor {
			n++
		}
	}
	return n
}

func (u *Unit) onlySpecialAssignments(c *Class) bool {
	for _, e := range u.declaredAssignments(c) {
		if f, ok := e.(*Func); !ok || f.Special() == NotSpecial {
			return false
		}
	}
	return true
}

// ---- Deleted, trivial, constexpr

// SpecialDeleted reports whether a defaulted member is defined as deleted.
func (u *Unit) SpecialDeleted(f *Func) Tri {
	if f.Deleted {
		return Yes
	}
	info := u.InfoOf(f)
	if info == nil {
		return UnknownTri
	}
	return u.Ask(&info.deleted, func() Tri { return u.defaultedDeleted(f) })
}

func (u *Unit) defaultedDeleted(f *Func) Tri {
	c := f.MemberOf
	result := u.deletedByField(f)
	if result != Yes {
		result = result.Or(u.deletedByVariant(f))
	}
	if result == Yes || c.Key == ast.KeyUnion {
		return result
	}
	for _, call := range u.SpecialCalls(f) {
		switch {
		case call.Missing:
			return Yes
		case call.Unknown:
			result = result.Or(UnknownTri)
		case call.Callee != nil:
			result = result.Or(u.accessible(c, call.Callee, call.Base != nil).Not())
		}
		if result == Yes {
			return Yes
		}
	}
	if f.Kind == Constructor {
		result = result.Or(u.indestructiblePart(c))
	}
	return result
}

// deletedByField reports whether the type of a field alone deletes a defaulted member.
func (u *Unit) deletedByField(f *Func) Tri {
	c := f.MemberOf
	result := No
	anyInit, allConst := false, len(c.Fields()) > 0
	for _, p := range u.Subobjects(c) {
		if p.Field == nil {
			continue
		}
		anyInit = anyInit || HasDefaultInit(p.Field)
		allConst = allConst && p.Type.CV&ast.Const != 0
		if result = result.Or(u.fieldDeletes(f, p)); result == Yes {
			return Yes
		}
	}
	if f.Special() == DefaultCtor && c.Key == ast.KeyUnion && allConst && !anyInit {
		return Yes
	}
	return result
}

func (u *Unit) fieldDeletes(f *Func, p Subobject) Tri {
	isConst := p.Type.CV&ast.Const != 0
	switch f.Special() {
	case DefaultCtor:
		switch {
		case f.MemberOf.Key == ast.KeyUnion || HasDefaultInit(p.Field):
		case p.Ref || isConst && p.Class == nil:
			return Yes
		case isConst:
			return u.constDefaultConstructible(p.Class).Not()
		}
	case CopyCtor:
		return TriOf(p.Type.Kind == types.RRef)
	case CopyAssign, MoveAssign:
		return TriOf(p.Ref || isConst && p.Class == nil)
	}
	return No
}

// deletedByVariant reports whether a member of a union, be it an anonymous one, has an operation that is not trivial, which
// deletes the union's own.
func (u *Unit) deletedByVariant(f *Func) Tri {
	initialised := func(p Subobject) bool { return p.Field != nil && HasDefaultInit(p.Field) }
	if f.Special() == DefaultCtor && slices.ContainsFunc(u.Subobjects(f.MemberOf), initialised) {
		return No
	}
	result := No
	for _, v := range u.variantMembers(f.MemberOf) {
		if v.Class == nil || v.Ref {
			continue
		}
		callee, unknown := u.partMember(v, f)
		switch {
		case unknown:
			result = result.Or(UnknownTri)
		case callee == nil:
			return Yes
		default:
			result = result.Or(u.IsTrivial(callee).Not())
		}
		if result == Yes {
			return Yes
		}
	}
	return result
}

// indestructiblePart reports whether some part of a class cannot be destroyed, which deletes its constructors as well.
func (u *Unit) indestructiblePart(c *Class) Tri {
	result := No
	for _, p := range u.Subobjects(c) {
		if p.Class == nil || p.Ref {
			continue
		}
		ps := u.SpecialsOf(p.Class)
		switch {
		case ps.Uncertain:
			result = result.Or(UnknownTri)
		case ps.dtor != nil && ps.dtor.Deleted:
			return Yes
		case ps.dtor != nil:
			result = result.Or(u.accessible(c, ps.dtor, p.Base != nil).Not())
		}
	}
	return result
}

// variantMembers are a union's members, or those that a class has directly in anonymous unions.
func (u *Unit) variantMembers(c *Class) []Subobject {
	if c.Key != ast.KeyUnion {
		return nil // an anonymous union is a class of its own, whose members are judged there
	}
	return u.Subobjects(c)
}

// constDefaultConstructible reports whether a const object of class c may be default-initialised.
func (u *Unit) constDefaultConstructible(c *Class) Tri {
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	s := u.SpecialsOf(c)
	if s.Uncertain {
		return UnknownTri
	}
	if s.DefaultCtor != nil && UserProvided(s.DefaultCtor) || s.CtorTemplate {
		return Yes
	}
	result := Yes
	for _, p := range u.Subobjects(c) {
		switch {
		case p.Field != nil && HasDefaultInit(p.Field):
		case p.Class != nil:
			result = result.And(u.constDefaultConstructible(p.Class))
		case p.Type.Kind == types.Unknown && !p.Type.IsComplex():
			result = result.And(UnknownTri)
		default:
			return No
		}
	}
	return result
}

// accessible reports whether a subobject's member may be named in the class from.
func (u *Unit) accessible(from *Class, f *Func, base bool) Tri {
	switch f.Access {
	case ast.Protected:
		if base {
			return Yes
		}
	case ast.Private:
	default:
		return Yes
	}
	for c := from; c != nil; c, _ = c.Within.(*Class) {
		if c == f.MemberOf || f.MemberOf != nil && u.befriends(f.MemberOf, c) {
			return Yes
		}
	}
	if u.hasFriends(f.MemberOf) || f.MemberOf != nil && u.Complete(f.MemberOf) != Complete {
		return UnknownTri
	}
	return No
}

// IsTrivial reports whether a special member is trivial.
func (u *Unit) IsTrivial(f *Func) Tri {
	if f.Special() == NotSpecial || f.Special() == InheritedCtor || f.MemberOf == nil || UserProvided(f) {
		return No
	}
	if len(u.Params(f)) > 1 && f.Kind == Constructor {
		return No
	}
	info := u.InfoOf(f)
	return u.Ask(&info.trivial, func() Tri { return u.defaultedTrivial(f) })
}

func (u *Unit) defaultedTrivial(f *Func) Tri {
	c := f.MemberOf
	var result Tri
	if f.Special() == Dtor {
		result = u.IsVirtual(f).Not()
	} else {
		result = u.IsPolymorphic(c).Not()
		if len(u.VirtualBases(c)) > 0 {
			return No
		}
		if !u.Known(c) {
			result = result.And(UnknownTri)
		}
	}
	if result == No {
		return No
	}
	if c.Key == ast.KeyUnion {
		for _, p := range u.variantMembers(c) {
			if f.Special() == DefaultCtor && HasDefaultInit(p.Field) {
				return No
			}
		}
		return result // deleted otherwise
	}
	for _, call := range u.SpecialCalls(f) {
		switch {
		case call.Kind == CallInit:
			return No
		case call.Missing:
		case call.Callee == nil:
			result = result.And(UnknownTri)
		default:
			result = result.And(u.IsTrivial(call.Callee))
		}
		if result == No {
			return No
		}
	}
	return result
}

// specialConstexpr reports whether a defaulted member is implicitly constexpr; only certain cases count.
func (u *Unit) specialConstexpr(c *Class, f *Func) bool {
	if len(u.VirtualBases(c)) > 0 || !u.Known(c) {
		return false
	}
	switch f.Special() {
	case Dtor:
		if u.Std < 20 {
			return false
		}
	case CopyAssign, MoveAssign:
		if u.Std < 14 || u.Std < 20 && u.IsLiteral(u.ClassType(c)) != Yes {
			return false
		}
	}
	if c.Key == ast.KeyUnion {
		return f.Special() != DefaultCtor || u.Std >= 20 || len(c.Fields()) == 0 || slices.ContainsFunc(c.Fields(), HasDefaultInit)
	}
	for _, call := range u.SpecialCalls(f) {
		if call.Callee != nil && !call.Callee.Constexpr && !(f.Special() == Dtor && u.IsTrivial(call.Callee) == Yes) {
			return false
		}
		if call.Unknown || call.Missing {
			return false
		}
	}
	// Before C++20 every member must be initialised.
	return f.Special() != DefaultCtor || u.Std >= 20 || !slices.ContainsFunc(u.Subobjects(c), func(p Subobject) bool {
		return p.Field != nil && p.Class == nil && !HasDefaultInit(p.Field)
	})
}

// ---- Properties of classes

// IsTriviallyCopyable reports whether c is a trivially copyable class.
func (u *Unit) IsTriviallyCopyable(c *Class) Tri {
	s := u.SpecialsOf(c)
	if s.Uncertain || !u.Known(c) {
		return UnknownTri
	}
	result := Yes
	for _, f := range s.All {
		switch f.Special() {
		case CopyCtor, MoveCtor, CopyAssign, MoveAssign:
			if f.Deleted {
				continue // [class.prop] wants one that is not deleted; no front end insists
			}
			result = result.And(u.IsTrivial(f))
		case Dtor:
			result = result.And(u.IsTrivial(f)) // a deleted one too, as front ends see it
		}
	}
	return result
}

// IsTrivialClass reports whether c is a trivial class: trivially copyable with a trivial default constructor.
func (u *Unit) IsTrivialClass(c *Class) Tri {
	s := u.SpecialsOf(c)
	result := u.IsTriviallyCopyable(c)
	if s.Uncertain {
		return result.And(UnknownTri)
	}
	if s.DefaultCtor == nil || s.DefaultCtor.Deleted {
		return No
	}
	for _, f := range s.All {
		if f.Special() == DefaultCtor && !f.Deleted {
			result = result.And(u.IsTrivial(f))
		}
	}
	return result
}

// IsAggregate reports whether c is an aggregate under the unit's language version.
func (u *Unit) IsAggregate(c *Class) Tri {
	if c.Lambda != nil {
		return No
	}
	s := u.SpecialsOf(c)
	if s.Uncertain || !u.Known(c) {
		return UnknownTri
	}
	switch {
	case u.Std >= 20 && s.DeclaredCtor, u.Std < 20 && s.UserProvidedCtor, c.inheritsCtors,
		u.Std >= 17 && u.Std < 20 && s.ExplicitCtor, len(u.VirtualBases(c)) > 0:
		return No
	}
	result := u.IsPolymorphic(c).Not()
	for _, b := range c.Bases() {
		if u.Std < 17 || b.Virtual || u.baseAccess(c, b) != ast.Public {
			return No
		}
	}
	for _, f := range c.Fields() {
		if f.Access == ast.Private || f.Access == ast.Protected || u.Std < 14 && HasDefaultInit(f) {
			return No
		}
	}
	return result
}

func (u *Unit) baseAccess(c *Class, b Base) ast.Access {
	if b.Access != ast.AccessNone {
		return b.Access
	}
	if c.Key == ast.KeyClass {
		return ast.Private
	}
	return ast.Public
}

// IsEmptyClass reports whether c has no non-static data members but bit-fields of width zero, no virtual functions, no
// virtual bases, and only empty bases.
func (u *Unit) IsEmptyClass(c *Class) Tri {
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	if c.Key == ast.KeyUnion {
		if u.Complete(c) != Complete {
			return UnknownTri
		}
		return No
	}
	if c.Lambda != nil && !c.Lambda.Captureless() {
		return u.EmptyObject(c)
	}
	result := u.IsPolymorphic(c).Not()
	if !u.Known(c) {
		result = result.And(UnknownTri)
	}
	if len(u.VirtualBases(c)) > 0 {
		return No
	}
	for _, f := range u.LayoutFields(c) {
		if f.Bits && f.Sym() == 0 {
			if w, ok := u.BitWidth(f); ok && w == 0 {
				continue
			}
		}
		if m := u.ClassOf(u.FieldType(f)); m != nil {
			// Compilers take [[no_unique_address]] members for nothing when they are empty.
			if a, ok := u.FieldAttrs(f); ok && a.Overlap {
				result = result.And(u.IsEmptyClass(m))
				continue
			}
		}
		return No
	}
	for _, b := range c.Bases() {
		if b.Class == nil {
			result = result.And(UnknownTri)
			continue
		}
		result = result.And(u.IsEmptyClass(b.Class))
	}
	return result
}

// HasMutable reports whether c or a part of it has a mutable member.
func (u *Unit) HasMutable(c *Class) Tri {
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	result := TriOf(false)
	if !u.Known(c) {
		result = UnknownTri
	}
	for _, p := range u.Subobjects(c) {
		switch {
		case p.Field != nil && p.Field.Mutable:
			return Yes
		case p.Class != nil && !p.Ref:
			result = result.Or(u.HasMutable(p.Class))
		case p.Type.Kind == types.Unknown && !p.Type.IsComplex():
			result = result.Or(UnknownTri)
		}
	}
	return result
}

// IsLiteral reports whether t is a literal type.
func (u *Unit) IsLiteral(t *types.Type) Tri {
	t = ElementOf(t)
	switch {
	case t.IsComplex():
		return Yes
	case t.Kind == types.Unknown || t.IsDependent():
		return UnknownTri
	case t.IsVoid():
		return TriOf(u.Std >= 14)
	case t.IsRef() || t.IsScalar():
		return Yes
	case t.Kind != types.Class:
		return No
	}
	c := u.ClassOf(t)
	if c == nil {
		return UnknownTri
	}
	if c.Lambda != nil {
		return u.literalClosure(c.Lambda)
	}
	if r, ok := u.Consts.literal[c]; ok {
		return r
	}
	cut := u.Consts.Cut
	r := u.literalClass(c)
	if r != UnknownTri || u.Consts.Cut == cut && c.State == Complete {
		if u.Consts.literal == nil {
			u.Consts.literal = make(map[*Class]Tri)
		}
		u.Consts.literal[c] = r
	}
	return r
}

// PassesNonLiteral reports whether a function takes or returns a value of a type that is certainly no literal type, so that it
// cannot be constexpr [dcl.constexpr].
func (u *Unit) PassesNonLiteral(f *Func) bool {
	ft := u.FuncType(f)
	return ft.Kind == types.Func && (u.IsLiteral(u.ResultType(f)) == No ||
		slices.ContainsFunc(ft.Params, func(t *types.Type) bool { return u.IsLiteral(t) == No }))
}

// literalClosure reports whether a closure's type is a literal type. That of an extended lambda is none; what a lambda captures counts.
func (u *Unit) literalClosure(l *Lambda) Tri {
	if u.Std < 17 || l.Func != nil && l.Written(ast.SpecDevice) {
		return No
	}
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	result := Yes
	for _, t := range u.CapturedTypes(l) {
		result = result.And(u.IsLiteral(t))
	}
	return result
}

func (u *Unit) literalClass(c *Class) Tri {
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	s := u.SpecialsOf(c)
	if s.Uncertain || !u.Known(c) {
		return UnknownTri
	}
	result := Yes
	if s.dtor == nil { // they are being made
		u.Consts.Cut++
		return UnknownTri
	}
	if u.Std < 20 {
		result = u.IsTrivial(s.dtor)
	} else if u.IsTrivial(s.dtor) != Yes {
		result = TriOf(s.dtor.Constexpr)
	}
	if result == No {
		return No
	}
	if !u.madeByConstexpr(c, s.DefaultCtor) {
		result = result.And(u.IsAggregate(c))
	}
	anyLiteral := Yes
	if c.Key == ast.KeyUnion && len(c.Fields()) > 0 {
		anyLiteral = No
	}
	for _, p := range u.Subobjects(c) {
		if p.Ref {
			anyLiteral = Yes
			continue
		}
		l := u.IsLiteral(p.Type)
		if p.Type.CV&ast.Volatile != 0 {
			l = No
		}
		if c.Key == ast.KeyUnion {
			anyLiteral = anyLiteral.Or(l)
			continue
		}
		result = result.And(l)
	}
	return result.And(anyLiteral)
}

// madeByConstexpr reports whether a class has a constexpr constructor besides those that copy. Front ends take a trivial default constructor
// for one, also where it is deleted.
func (u *Unit) madeByConstexpr(c *Class, byDefault *Func) bool {
	return slices.ContainsFunc(c.ctors, func(e Entity) bool {
		f := FuncOf(e)
		return f != nil && f.Constexpr && f.Special() != CopyCtor && f.Special() != MoveCtor
	}) || byDefault != nil && (byDefault.Constexpr || u.IsTrivial(byDefault) == Yes)
}

// LayoutFields are c's members that occupy storage, unnamed bit-fields among them, in order.
func (u *Unit) LayoutFields(c *Class) []*Field {
	fields := c.Fields()
	if c.Syntax == nil {
		return fields
	}
	var out []*Field
	next := 0
	for i := range c.Syntax.Members {
		sd, ok := c.Syntax.Members[i].Decl.(*ast.SimpleDecl)
		if !ok {
			continue
		}
		for _, d := range sd.Declarators {
			if d.Name != nil || d.Bits == nil {
				continue
			}
			for next < len(fields) && fields[next].Site().Span.Lo < d.Lo {
				out = append(out, fields[next])
				next++
			}
			f := &Field{
				Class: c, Spec: &sd.Spec, Dtor: d, Bits: true, Access: c.Syntax.Members[i].Access, Scope: c.Inner,
			}
			f.Unit, f.Within, f.Place = u, c, Site{c.DefinedAt.Chunk, d.Span}
			out = append(out, f)
		}
	}
	return append(out, fields[next:]...)
}

// FieldAttributes are the attributes that matter to a member's place.
type FieldAttributes struct {
	// Asked is the alignment asked for by the member's own attributes, named by the typedef that its type is named by; 0 for
	// none.
	Asked, Named    int64
	Packed, Overlap bool
}

// HasDefaultInit reports whether a data member has a default initialiser.
func HasDefaultInit(f *Field) bool { return f.Dtor != nil && f.Dtor.Init != nil }

// ElementOf is what an array, also of arrays, has as elements; any other type itself.
func ElementOf(t *types.Type) *types.Type {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t
}
