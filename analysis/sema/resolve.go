package sema

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// maxDepth is more than concepts take that a library spells as templates: that int* is a contiguous iterator takes 300.
const maxDepth = 512

// EnterDeep guards against runaway recursion: every recursive way through the model passes one of its callers.
func (u *Unit) EnterDeep() bool {
	if u.depth > maxDepth {
		u.fathomed++
	}
	if u.depth > maxDepth || u.fathomed > maxFathomed || !u.Spend(1) {
		u.Consts.Cut++
		return false
	}
	u.depth++
	return true
}

// maxFathomed is how often one question may come to the bottom. An answer that was cut short is not remembered, so that a question
// with two ways down that lead to itself would come there twice as often with every level.
const maxFathomed = 64

// Spend counts steps of work. It returns false when there are none left, because there were too many or nobody waits for the
// answer any more. Loops over what a text can make long call it, so that no answer is waited for in vain.
func (u *Unit) Spend(steps int) bool {
	if u.work += steps; u.work >= u.nextAsk {
		u.nextAsk = u.work + askAfter
		u.look()
	}
	return !u.Exhausted()
}

// askAfter is how many steps are taken between two questions whether to stop: some hundred microseconds.
const askAfter = 256

// The steps that one version of a unit may take, beside those for each of its tokens. Most translation units take less than one a
// token, the heaviest libraries of templates some eight, and templates can ask for more than anybody waits for. What is asked after that
// is unknown. A step, such as to look at one expression, takes at most some microseconds: what takes longer is more steps.
//
// A short text that asks for millions is broken, and a long one may well have hundreds of instances of its kernels, so that the text that
// is looked at gives much for each of its tokens, up to as many as anybody writes into one file, and half as much where somebody waits.
// What the compiler itself includes, before everything, gives nothing: nobody asked for it.
const (
	stepsFloor                    = 200_000
	stepsPerOwn, stepsPerIncluded = 200, 10
	mostOwn                       = 30_000
)

// allow gives the unit its steps, by the length of its text. Versions that the unit is moved to get as many: they differ by little.
func (u *Unit) allow() {
	own, included := 0, 0
	for _, c := range u.Chunks {
		switch {
		case c.Inclusion == 0:
			own += c.Hi - c.Lo
		case !u.preIncluded(c.Inclusion):
			included += c.Hi - c.Lo
		}
	}
	perOwn := stepsPerOwn
	if !u.Opts.Patient {
		perOwn /= 2
	}
	most := min(own, mostOwn)
	u.allowed = stepsFloor + perOwn*most + stepsPerIncluded*(included+own-most)
}

// preIncluded reports whether an inclusion is of what the compiler itself includes.
func (u *Unit) preIncluded(inclusion int) bool {
	in := &u.PP.Inclusions[inclusion]
	for in.Parent > 0 {
		in = &u.PP.Inclusions[in.Parent]
	}
	return in.Parent < 0 && in.System
}

// Exhausted reports whether the unit has given up, so that its answers are worth nothing any more.
func (u *Unit) Exhausted() bool { return u.work > u.allowed }

// StopWhen makes the unit give up as soon as stop says so. It is asked now and then.
func (u *Unit) StopWhen(stop func() bool) { u.stop, u.stopped = stop, false }

// Questioned says whether what is asked from now on are questions about places: what these bring about, the text did not.
func (u *Unit) Questioned(on bool) { u.questioned = on }

// Stopped reports whether nobody waits for an answer any more. Loops over all that a text declares ask it, where they neither attempt
// anything nor ask the unit anything that costs a step.
func (u *Unit) Stopped() bool { return u.look() }

// look asks whether to stop.
func (u *Unit) look() bool {
	if !u.stopped && u.stop != nil && u.stop() {
		u.stopped, u.work = true, u.allowed+1
	}
	return u.stopped
}

// LeaveDeep ends what EnterDeep began.
func (u *Unit) LeaveDeep() {
	u.depth--
	u.surface()
}

// surface begins to count anew when a question has come to its end.
func (u *Unit) surface() {
	if u.depth == 0 && u.nesting == 0 {
		u.fathomed = 0
	}
}

// ResolveTypeID is the type that a type-id names.
func (u *Unit) ResolveTypeID(sc *Scope, id *ast.TypeID) *types.Type {
	if id == nil {
		return u.T.Unknown()
	}
	t := u.specType(sc, &id.Spec)
	t = u.applyOps(sc, t, id.Ops)
	if id.Pack {
		t = u.expansionType(t)
	}
	return t
}

func (u *Unit) expansionType(t *types.Type) *types.Type {
	if t.IsUnknown() {
		return t
	}
	return u.T.Expansion(t)
}

// DeclaratorType is the type that a declarator gives its name. An array without bound takes none from an initialiser here.
func (u *Unit) DeclaratorType(sc *Scope, spec *ast.Specifiers, d *ast.Declarator) *types.Type {
	base := u.specType(sc, spec)
	return u.applyOps(sc, base, d.Ops)
}

// specType is the type of a decl-specifier-seq.
func (u *Unit) specType(sc *Scope, spec *ast.Specifiers) *types.Type {
	if !u.EnterDeep() {
		return u.T.Unknown()
	}
	defer u.LeaveDeep()
	return u.T.Qualify(u.ResolveTypeSpec(sc, spec.Type), spec.CV)
}

// ResolveTypeSpec is the type that a type specifier names, without what declarators add.
func (u *Unit) ResolveTypeSpec(sc *Scope, t ast.TypeSpec) *types.Type {
	switch t := t.(type) {
	case nil:
		return u.T.Basic(ast.Void) // constructors, destructors; conversions take theirs from the name
	case *ast.BuiltinType:
		if t.Complex {
			return u.T.Complex(u.T.Basic(t.Kind))
		}
		if t.Kind == ast.VaList {
			return u.T.Basic(ast.VaList)
		}
		return u.T.Basic(t.Kind)
	case *ast.NamedType:
		return u.ResolveNamed(sc, t)
	case *ast.ElaboratedType:
		return u.resolveElaborated(sc, t)
	case *ast.ClassType:
		return u.ClassType(u.ClassOfDefinition(sc, t.Class))
	case *ast.EnumType:
		if t.Enum.Name != nil {
			if f := u.LookupName(sc, t.Enum.Name); f.State == FoundOK {
				for _, e := range f.Entities {
					if en, ok := e.(*Enum); ok {
						return u.EnumType(en)
					}
				}
			}
		}
		return u.EnumType(u.enumFor(sc, sc.Chunk, t.Enum, ScopeEntity(sc), ast.AccessNone))
	case *ast.AutoType:
		return u.T.Auto()
	case *ast.DecltypeType:
		if t.Typeof {
			if t.Type != nil && (t.X == nil || u.IsType(sc, t.Type)) {
				return u.ResolveTypeID(sc, t.Type)
			}
			if o := u.TypeOf(sc, t.X); o.Set == nil {
				return o.Type
			}
		}
		return u.Decltype(sc, t.X)
	case *ast.TransformType:
		var args []types.Arg
		for i := range t.Args {
			args = u.AppendTemplateArg(args, sc, &t.Args[i], nil)
		}
		for _, a := range args {
			if a.IsDependent() {
				return u.T.Dependent("transform:"+u.Text(t.Trait), nil, args)
			}
		}
		return u.TransformType(u.Text(t.Trait), args)
	}
	return u.T.Unknown()
}

// ScopeEntity is the namespace, class or function that a scope belongs to.
func ScopeEntity(sc *Scope) Entity {
	for ; sc != nil; sc = sc.Parent {
		switch sc.Kind {
		case NamespaceScope:
			return sc.NS
		case ClassScope:
			return sc.Class
		case FuncScope, BlockScope:
			if sc.Func != nil {
				return sc.Func
			}
		}
	}
	return nil
}

// ClassOfDefinition is the entity of a class definition that stands among the specifiers of another declaration.
func (u *Unit) ClassOfDefinition(sc *Scope, d *ast.ClassDecl) *Class {
	if d.Name != nil {
		found := u.LookupName(sc, d.Name).Entities
		if sc.Kind == ClassScope { // where the name of the class itself is found first
			for _, l := range (Target{Class: sc.Class}).Set(d.Name.Last().Sym).Linked {
				found = append(found[:len(found):len(found)], l.Entity)
			}
		}
		for _, e := range found {
			if c, ok := e.(*Class); ok && c.Syntax == d {
				return c
			}
		}
	}
	return u.classFor(sc, sc.Chunk, d, ScopeEntity(sc), DeclContext{})
}

// classDefinedBy is the class that is defined where a typedef or alias names it, nil for none. It has its name when it is
// returned, which may be that of the typedef.
func (u *Unit) classDefinedBy(t *Typedef) *Class {
	spec := t.Spec
	if t.AliasID != nil {
		spec = &t.AliasID.Spec
	}
	if spec == nil {
		return nil
	}
	ct, ok := spec.Type.(*ast.ClassType)
	if !ok {
		return nil
	}
	u.TypedefType(t)
	return u.ClassOfDefinition(t.Scope, ct.Class)
}

// ResolveNamed is the type that a name names.
func (u *Unit) ResolveNamed(sc *Scope, t *ast.NamedType) *types.Type {
	return u.TypeOfFound(sc, u.LookupTypeName(sc, t.Name), t.Name)
}

// LookupTypeName looks a name up where only types count: [basic.scope.hiding] lets a variable or function hide a class,
// which then needs an elaborated specifier; the grammar has already decided that a type stands here.
func (u *Unit) LookupTypeName(sc *Scope, n *ast.Name) Found {
	if !n.Global && len(n.Parts) == 1 && n.Parts[0].Kind == ast.NameIdent {
		f := u.lookupNamePart(sc, &n.Parts[0], func(e Entity) bool {
			switch e.(type) {
			case *UnresolvedUsing:
				return true
			}
			return IsTypeEntity(e) || isTemplateParam(e)
		})
		u.Names.Found(sc, &n.Parts[0], f)
		return f
	}
	return u.LookupName(sc, n)
}

// TypeOfFound is the type that the lookup of a name has found; unknown or dependent where it found none.
func (u *Unit) TypeOfFound(sc *Scope, f Found, n *ast.Name) *types.Type {
	if !u.Nest() {
		return u.T.Unknown()
	}
	defer u.Unnest()
	switch f.State {
	case FoundOK:
		for _, e := range f.Entities {
			if IsTypeEntity(e) || isTemplateParam(e) {
				return u.TypeOfEntity(sc, e, n.Last())
			}
		}
		u.Refute()
		return u.T.Unknown()
	case NotFound:
		u.Refute()
		return u.T.Unknown()
	case FoundDependent:
		if f.In == nil {
			return u.T.Dependent("name:"+u.Text(n.Last().Sym), nil, nil)
		}
		return u.dependentMember(f.In, n.Last(), sc)
	}
	u.Doubt()
	return u.T.Unknown()
}

// memberKey begins the key of a type that dependentMember made; the member's name follows.
const memberKey = "member:"

// dependentMember is the type of typename T::name<args>.
func (u *Unit) dependentMember(in *types.Type, p *ast.NamePart, sc *Scope) *types.Type {
	key := memberKey + u.Text(p.Sym)
	var args []types.Arg
	if p.HasArgs {
		key += "<"
		for i := range p.Args {
			args = u.AppendTemplateArg(args, sc, &p.Args[i], nil)
		}
	}
	return u.T.Dependent(key, nil, append([]types.Arg{{Kind: types.TypeArg, Type: in}}, args...))
}

// TypeOfEntity is the type that an entity names with a part's template arguments.
func (u *Unit) TypeOfEntity(sc *Scope, e Entity, p *ast.NamePart) *types.Type {
	switch e := e.(type) {
	case *Class:
		if p.HasArgs && e.Template != nil {
			return u.templateType(sc, e.Template, p)
		}
		return u.ClassType(e)
	case *Enum:
		return u.EnumType(e)
	case *Typedef:
		return u.TypedefType(e)
	case *TemplateParam:
		if e.Decl.Kind == ast.ParamTemplate {
			return u.templateParamType(sc, e, p)
		}
		return u.paramType(e)
	case *Template:
		return u.namedTemplate(sc, e, p)
	}
	return u.T.Unknown()
}

// namedTemplate is the type that a template's name means: its arguments are deduced where none are written.
func (u *Unit) namedTemplate(sc *Scope, t *Template, p *ast.NamePart) *types.Type {
	switch {
	case p.HasArgs:
		return u.templateType(sc, t, p)
	case t.Kind == ClassTemplate, t.Kind == AliasTemplate && u.Std >= 20:
		return u.T.Placeholder(t)
	}
	return u.T.Unknown()
}

func (u *Unit) paramType(p *TemplateParam) *types.Type {
	if p.Bound == nil {
		return u.T.Param(p.Depth, p.Index, p.Pack)
	}
	switch p.Bound.Kind {
	case types.TypeArg:
		return p.Bound.Type
	case types.PackArg:
		// A bound pack outside any expansion: the element is chosen by the expansion around it.
		return u.T.Param(p.Depth, p.Index, true)
	}
	return u.T.Unknown()
}

// templateParamType is TT<args> for a template template parameter.
func (u *Unit) templateParamType(sc *Scope, p *TemplateParam, part *ast.NamePart) *types.Type {
	if p.Bound != nil {
		if t, ok := p.Bound.Template.(*Template); ok && p.Bound.Kind == types.TemplateArg {
			return u.namedTemplate(sc, t, part)
		}
		return u.T.Unknown()
	}
	var args []types.Arg
	for i := range part.Args {
		args = u.AppendTemplateArg(args, sc, &part.Args[i], nil)
	}
	return u.T.Dependent(fmt.Sprintf("tt:%d:%d", p.Depth, p.Index), u.templateOfParam(p), args)
}

// templateType is the type of a class or alias template with a part's arguments.
func (u *Unit) templateType(sc *Scope, t *Template, p *ast.NamePart) *types.Type {
	if !u.EnterDeep() {
		return u.T.Unknown()
	}
	defer u.LeaveDeep()
	if t.Param != nil {
		return u.templateParamType(sc, t.Param, p)
	}
	args := u.ResolveTemplateArgs(sc, p.Args, t)
	if args == nil && len(u.TemplateParams(t)) > 0 {
		return u.T.Unknown()
	}
	switch t.Kind {
	case ClassTemplate:
		if c := u.InstantiateClass(t, args); c != nil {
			of := u.ClassType(c)
			u.Names.instance(sc, p, of)
			return of
		}
	case AliasTemplate:
		of := u.AliasType(t, args)
		u.Names.instance(sc, p, of)
		return of
	}
	return u.T.Unknown()
}

// applyOps applies a declarator's operations to a base type.
func (u *Unit) applyOps(sc *Scope, t *types.Type, ops []ast.TypeOp) *types.Type {
	if !u.Nest() {
		return u.T.Unknown()
	}
	defer u.Unnest()
	for i := range ops {
		op := &ops[i]
		if !u.forms(op.Kind, t) {
			u.Refute() // as enable_if and void_t ask for [temp.deduct.general]/11
			return u.T.Unknown()
		}
		switch op.Kind {
		case ast.OpPointer:
			t = u.T.Qualify(u.pointerTo(t), op.CV)
		case ast.OpLRef:
			t = u.T.LRef(t)
		case ast.OpRRef:
			t = u.T.RRef(t)
		case ast.OpMemberPointer:
			class := u.TypeOfFound(sc, u.LookupTypeName(sc, op.Class), op.Class)
			t = u.T.Qualify(u.T.MemberPointer(class, t), op.CV)
		case ast.OpArray:
			n := int64(types.NoLen)
			if op.Size != nil {
				n = u.EvalBound(sc, op.Size)
			}
			if n == types.DependentLen {
				t = u.T.DependentArray(t, u.Eval(sc, op.Size, EvalOptions{Converted: true}))
				continue
			}
			t = u.T.Array(t, n)
		case ast.OpFunc:
			if i+1 < len(ops) && u.Names.reads(sc) {
				u.SignatureScope(sc, op.Func) // no function that is declared has these parameters: nothing else names them
			}
			t = u.FormFuncType(sc, t, op.Func)
		}
	}
	return t
}

// forms reports whether there is a type that is made of t by an operation of a declarator.
func (u *Unit) forms(op ast.OpKind, t *types.Type) bool {
	switch op {
	case ast.OpPointer:
		return !t.IsRef() && (t.IsVoid() || u.Referenceable(t))
	case ast.OpLRef, ast.OpRRef:
		return u.Referenceable(t)
	case ast.OpMemberPointer:
		return !t.IsRef() && !t.IsVoid()
	case ast.OpArray:
		return !t.IsRef() && !t.IsVoid() && t.Kind != types.Func
	case ast.OpFunc:
		return t.Kind != types.Array && t.Kind != types.Func
	}
	return true
}

func (u *Unit) pointerTo(t *types.Type) *types.Type {
	if t.Kind == types.Unknown {
		return t
	}
	return u.T.Pointer(t)
}

// FormFuncType is the type of a function with a result and a signature.
func (u *Unit) FormFuncType(sc *Scope, result *types.Type, sig *ast.FuncSig) *types.Type {
	ft := types.FuncType{Result: result, Variadic: sig.Variadic, CV: sig.CV & (ast.Const | ast.Volatile), Ref: sig.Ref}
	if Arity(sig) > 0 {
		var earlier earlierParams
		var within *Scope // the parameters' own, where one is needed
		for i, p := range sig.Params {
			in := sc
			if earlier.named(sc.Chunk, p) {
				if within == nil {
					within = u.SignatureScope(sc, sig)
				}
				in = within
			}
			earlier.add(p)
			if i == len(sig.Params)-1 && u.endsInEllipsis(in, p) {
				ft.Params = append(ft.Params, u.DeclaratorType(in, &p.Spec, &p.Decl))
				ft.Variadic = true
				continue
			}
			if p.Decl.Pack {
				ft.Params = append(ft.Params, u.packTypes(in, p)...)
			} else {
				ft.Params = append(ft.Params, u.DeclaratorType(in, &p.Spec, &p.Decl))
			}
		}
	}
	if sig.Trailing != nil {
		ft.Result = u.ResolveTypeID(u.SignatureScope(sc, sig), sig.Trailing)
	}
	switch sig.NoexceptKind {
	case 1:
		ft.Noexcept = true
	case 2:
		// noexcept(expr) is evaluated where it is asked for: it is costly, and no two overloads differ in it alone.
		if l, ok := sig.Noexcept.(*ast.Literal); ok && l.Kind == ast.LitBool {
			ft.Noexcept = u.Text(l.Sym) == "true"
		}
	}
	if u.Std < 17 {
		ft.Noexcept = false
	}
	return u.T.Func(ft)
}

// endsInEllipsis reports whether the last parameter of a function is followed by an ellipsis without a comma, and is no pack.
func (u *Unit) endsInEllipsis(sc *Scope, p *ast.Param) bool {
	_, placeholder := p.Spec.Type.(*ast.AutoType)
	return p.Decl.Pack && p.Decl.Name == nil && !placeholder && len(u.PacksIn(sc, p)) == 0
}

// packTypes are the types that a parameter pack stands for: a bound pack's elements, or its expansion.
func (u *Unit) packTypes(sc *Scope, p *ast.Param) (out []*types.Type) {
	if u.EachElement(sc, u.PacksIn(sc, p), func(element *Scope, expands bool) {
		t := u.DeclaratorType(element, &p.Spec, &p.Decl)
		if expands {
			t = u.expansionType(t)
		}
		out = append(out, t)
	}) {
		return out
	}
	return []*types.Type{u.expansionType(u.DeclaratorType(sc, &p.Spec, &p.Decl))}
}

// earlierParams are the names of the parameters before one that is being declared. One whose declaration names such a name, as in
// decltype(f()), is looked up in the SignatureScope. Most do not, and need none.
type earlierParams struct {
	few  [8]token.Sym
	n    int
	many map[token.Sym]bool // all, where they are more
}

func (e *earlierParams) add(p *ast.Param) {
	switch {
	case p.Decl.Name == nil:
		return
	case e.n < len(e.few):
		e.few[e.n] = p.Decl.Name.Last().Sym
		e.n++
		return
	case e.many == nil:
		e.many = make(map[token.Sym]bool)
		for _, sym := range e.few {
			e.many[sym] = true
		}
	}
	e.many[p.Decl.Name.Last().Sym] = true
}

// named reports whether one of them is named by a parameter's declaration.
func (e *earlierParams) named(c *Chunk, p *ast.Param) bool {
	if e.n == 0 {
		return false
	}
	return slices.ContainsFunc((Site{c, p.Span}).Tokens(), func(t token.Token) bool {
		return t.Kind == token.Ident && (e.many[t.Sym] || e.many == nil && slices.Contains(e.few[:e.n], t.Sym))
	})
}

// SignatureScope is the scope in which trailing return types, noexcept operands and parameters that name earlier ones are
// looked up: the parameters are visible.
func (u *Unit) SignatureScope(sc *Scope, sig *ast.FuncSig) *Scope {
	s := sc.Child(FuncScope)
	if s.This == nil {
		for p := sc; p != nil; p = p.Parent {
			if p.Kind == ClassScope {
				s.This = u.T.Qualify(u.ClassType(p.Class), sig.CV)
				break
			}
		}
	}
	u.AddParams(s, nil, sig)
	return s
}

// AddParams declares a signature's parameters in a function scope and returns them, packs as one entry.
func (u *Unit) AddParams(s *Scope, f *Func, sig *ast.FuncSig) []*Var {
	var out []*Var
	if Arity(sig) == 0 {
		return nil
	}
	var earlier earlierParams
	for i, p := range sig.Params {
		scope := s.Parent
		if earlier.named(s.Chunk, p) {
			scope = s
		}
		earlier.add(p)
		v := &Var{Kind: ParamVar, Scope: scope, Func: f, Index: i, Param: p, Lambda: s.Lambda}
		v.Unit, v.Place = u, Site{s.Chunk, p.Span}
		if p.Decl.Name != nil {
			v.Spelling = p.Decl.Name.Last().Sym
			v.Place.Span = p.Decl.Name.Span
		} else {
			u.noteUntypedParam(s, p)
		}
		if f != nil {
			v.Within = f
		}
		if p.Decl.Pack {
			v.Pack = true
			packs := u.PacksIn(scope, p)
			if n, ok := u.BoundPackLen(packs); ok {
				v.Elems = make([]*Var, n)
				for k := range n {
					e := *v
					e.Pack, e.Elems = false, nil
					e.Scope = u.ElementScope(scope, packs, k)
					v.Elems[k] = &e
				}
			}
		}
		s.Add(v)
		out = append(out, v)
	}
	return out
}

// noteUntypedParam looks for f(x) where x is no type: a parameter that lacks its type rather than its name, so that what x means in
// the body is not known.
func (u *Unit) noteUntypedParam(s *Scope, p *ast.Param) {
	nt, ok := p.Spec.Type.(*ast.NamedType)
	if !ok || !nt.Name.Simple() {
		return
	}
	found := u.LookupName(s.Parent.again(), nt.Name)
	if found.State == FoundOK && !slices.ContainsFunc(found.Entities, IsTypeEntity) && !slices.ContainsFunc(found.Entities, isTemplateParam) {
		s.Set(nt.Name.Last().Sym).Bad = true
	}
}

// Decltype is [dcl.type.decltype].
func (u *Unit) Decltype(sc *Scope, e ast.Expr) *types.Type {
	before := u.Failed()
	o := u.TypeOf(sc, e)
	failed := u.Failed().Since(before)
	if o.Type == nil || o.Type.Kind == types.Unknown {
		if failed.hard == 0 {
			u.Doubt()
		}
		return u.T.Unknown()
	}
	if u.Substituting > 0 && failed.hard > 0 {
		return u.T.Unknown()
	}
	if o.Dependent || o.Type.IsDependent() {
		key := "decltype:" + u.TokenKey(sc, e.Pos())
		u.NoteWritten(key, sc, e)
		return u.T.Dependent(key, nil, nil)
	}
	return u.decltypeOf(sc, e, o)
}

// decltypeOf is decltype of an expression whose operand is known.
func (u *Unit) decltypeOf(sc *Scope, e ast.Expr, o Operand) *types.Type {
	named := false // the operand is a name or a member and stands in no parentheses
	switch e.(type) {
	case *ast.NameExpr, *ast.MemberExpr:
		named = true
	}
	if o.Set != nil {
		return u.decltypeOfSet(o.Set, named)
	}
	if named && o.Entity != nil && (o.Base == nil || !o.Base.TemplateArg) {
		if t := u.declaredType(sc, e, o); t != nil {
			return t
		}
	}
	switch o.Cat {
	case LValue:
		return u.T.LRef(o.Type)
	case XValue:
		return u.T.RRef(o.Type)
	}
	return o.Type
}

// decltypeOfSet is decltype of functions that are named.
func (u *Unit) decltypeOfSet(set *OverloadSet, named bool) *types.Type {
	f, ok := u.SingleFunction(set)
	switch {
	case ok == No: // no function or several: the expression is ill-formed
		u.Refute()
		return u.T.Unknown()
	case ok != Yes || f == nil || u.HasDeducedResult(f):
		u.Doubt()
		return u.T.Unknown()
	case set.AddressOf:
		return u.FunctionOperand(f, true).Type
	case named:
		return u.FuncType(f)
	}
	return u.T.LRef(u.FuncType(f))
}

// declaredType is the type that what an expression names is declared with; nil for what has none of its own.
func (u *Unit) declaredType(sc *Scope, e ast.Expr, o Operand) *types.Type {
	switch d := o.Entity.(type) {
	case *Var:
		u.NoteDecltype(sc, d, e)
		t := u.VarType(d)
		if d.Bound != nil && t.Kind == types.RRef {
			return t.Elem
		}
		return t
	case *Field:
		return u.FieldType(d)
	case *Func:
		if o.Type.Kind == types.Func { // else a template parameter that stands for its address
			return u.FuncType(d)
		}
	}
	return nil
}

// TokenKey is a key that is equal for equal token sequences with the same template arguments: those of an alias may still be
// dependent, and what it stands for differs with them.
func (u *Unit) TokenKey(sc *Scope, s ast.Span) string {
	var b []byte
	before := token.EOF
	for _, t := range (Site{sc.Chunk, s}).Tokens() {
		if p := u.freeParam(sc, t, before); p != nil {
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(p.Depth)), uint64(p.Index))
			b = append(b, paramInKey)
		} else {
			b = append(binary.AppendUvarint(b, uint64(t.Sym)), byte(t.Kind))
		}
		before = t.Kind
	}
	for ; sc != nil; sc = sc.Parent {
		if u.free(sc) {
			continue
		}
		for i := range sc.args {
			b = u.T.AppendArgKey(b, &sc.args[i])
		}
	}
	return string(b)
}

// paramInKey stands in a key where other tokens have their kinds.
const paramInKey = 0xff

// freeParam is the template parameter that a token names, nil where it names none or one that is bound.
func (u *Unit) freeParam(sc *Scope, t token.Token, before token.Kind) *TemplateParam {
	if t.Kind != token.Ident || before == token.ColonCol || before == token.Dot || before == token.Arrow {
		return nil
	}
	for ; sc != nil; sc = sc.Parent {
		if sc.head == nil {
			continue
		}
		for _, p := range sc.head.Entity {
			if p.Spelling == t.Sym {
				if u.free(sc) {
					return p
				}
				return nil
			}
		}
	}
	return nil
}

// free reports whether the parameters of a template scope stand for themselves, as in the template's definition; bound ones do
// where the class that the scope belongs to is the template's own.
func (u *Unit) free(sc *Scope) bool {
	if sc.args == nil {
		return true
	}
	return sc.head != nil && u.isPattern(sc.head, sc.args)
}

// ---- Types of entities

// ClassType is the type of a class.
func (u *Unit) ClassType(c *Class) *types.Type {
	if c == nil {
		return u.T.Unknown()
	}
	if c.typ == nil {
		c.typ = u.T.Class(c, c.Args, u.argsAround(c), c.Dependent)
	}
	if c.typ.Kind == types.Unknown {
		u.T.TooLarge++
	}
	return c.typ
}

// argsAround are what a class that an instance holds hangs on besides its own arguments.
func (u *Unit) argsAround(c *Class) (args []types.Arg) {
	outer, _ := c.Within.(*Class)
	if f, local := c.Within.(*Func); local {
		args, outer = f.Args, f.MemberOf
	}
	if outer != nil {
		args = append(slices.Clip(args), types.Arg{Kind: types.TypeArg, Type: u.ClassType(outer)})
	}
	return args
}

// ClassOf is the class of a class type, cv-qualified or not; nil for any other type.
func (u *Unit) ClassOf(t *types.Type) *Class {
	if t == nil || t.Kind != types.Class {
		return nil
	}
	c, _ := t.Decl.(*Class)
	return c
}

// EnumType is the type of an enum.
func (u *Unit) EnumType(e *Enum) *types.Type {
	if e.typ == nil {
		e.typ = u.T.Enum(e)
	}
	return e.typ
}

// TypedefType is the type that a typedef or alias names.
func (u *Unit) TypedefType(t *Typedef) *types.Type {
	if t.typ != nil {
		u.needAgain(t)
		return t.typ
	}
	if !u.BeginQuery(&t.asked) {
		return u.T.Unknown()
	}
	cut := u.Consts.Cut
	var named *types.Type
	u.needing(t, func() {
		if t.AliasID != nil {
			named = u.ResolveTypeID(beforeDeclared(t.Scope, t, t.AliasID.Spec.Type), t.AliasID)
			named = u.vectorType(named, t.Attrs, t.AliasID.Spec.Attrs)
			u.nameUnnamed(t, named, &t.AliasID.Spec, t.AliasID.Ops)
		} else {
			named = u.DeclaratorType(beforeDeclared(t.Scope, t, t.Spec.Type), t.Spec, t.Dtor)
			named = u.vectorType(named, t.Spec.Attrs, t.Dtor.Attrs)
			u.nameUnnamed(t, named, t.Spec, t.Dtor.Ops)
		}
	})
	if u.EndQuery(&t.asked) || u.final(named, cut) {
		t.typ = named
	}
	return named
}

// vectorType is the GNU vector that the attributes of a typedef make of its type, else the type itself.
func (u *Unit) vectorType(t *types.Type, lists ...[]ast.Attr) *types.Type {
	for _, attrs := range lists {
		for i := range attrs {
			if u.Text(attrs[i].Name) == "vector_size" && t.IsArithmetic() {
				return u.T.Vector(t)
			}
		}
	}
	return t
}

// beforeDeclared is the scope of a declaration's type, where e, which it declares, is not visible yet [basic.scope.pdecl]:
// typedef List<int> List; names another List.
func beforeDeclared(sc *Scope, e Entity, t ast.TypeSpec) *Scope {
	nt, ok := t.(*ast.NamedType)
	if !ok || !slices.ContainsFunc((Site{sc.Chunk, nt.Name.Span}).Tokens(), func(t token.Token) bool { return t.Sym == e.Sym() }) {
		return sc
	}
	sc = sc.Child(BlockScope)
	sc.undeclared = e
	return sc
}

// nameUnnamed gives an unnamed class or enum its typedef or alias name for linkage purposes [dcl.typedef].
func (u *Unit) nameUnnamed(t *Typedef, named *types.Type, spec *ast.Specifiers, ops []ast.TypeOp) {
	if len(ops) > 0 {
		return
	}
	switch d := named.Decl.(type) {
	case *Class:
		if _, ok := spec.Type.(*ast.ClassType); ok && d.Spelling == 0 && d.TypedefName == 0 {
			d.TypedefName = t.Spelling
		}
	case *Enum:
		if _, ok := spec.Type.(*ast.EnumType); ok && d.Spelling == 0 && d.TypedefName == 0 {
			d.TypedefName = t.Spelling
		}
	}
}

// FuncType is a function's type: Kind Func, or Unknown. Its result may be Auto, see ResultType.
func (u *Unit) FuncType(f *Func) *types.Type {
	if f.typ != nil {
		if len(f.Decls) > 0 {
			u.needAgain(f.Decls[0])
		}
		return f.typ
	}
	if f.LazyType == nil && len(f.Decls) == 0 || !u.BeginQuery(&f.typed) {
		return u.T.Unknown()
	}
	if f.LazyType != nil {
		defer u.EndQuery(&f.typed)
		return f.LazyType()
	}
	cut := u.Consts.Cut
	t := u.funcDeclType(f.Decls[0])
	if u.EndQuery(&f.typed) || u.final(t, cut) {
		f.typ = t
	}
	return t
}

// funcDeclType is the type that one declaration of a function gives.
func (u *Unit) funcDeclType(fd *FuncDecl) *types.Type {
	if fd.typ != nil {
		u.needAgain(fd)
		return fd.typ
	}
	before := u.Failed()
	var t *types.Type
	u.needing(fd, func() { t = u.declaredFuncType(fd) })
	if !t.IsUnknown() && u.Failed() == before {
		fd.typ = t
	}
	return t
}

func (u *Unit) declaredFuncType(fd *FuncDecl) *types.Type {
	if p := fd.Dtor.Name.Last(); p.Kind == ast.NameConversion {
		result := u.ResolveTypeID(fd.Scope, p.Type)
		return u.applyOps(fd.Scope, result, fd.Dtor.Ops)
	}
	return u.DeclaratorType(fd.Scope, fd.Spec, fd.Dtor)
}

// FieldType is a data member's declared type; references are kept. No class is a part of itself by the types of members.
func (u *Unit) FieldType(f *Field) *types.Type {
	if f.typ != nil {
		u.needAgain(f)
		return f.typ
	}
	if !u.BeginQuery(&f.asked) {
		return u.T.Unknown()
	}
	first := f.Class.resolving == nil
	if first {
		f.Class.resolving = &f.asked
	}
	var t *types.Type
	u.needing(f, func() { t = u.DeclaratorType(f.Scope, f.Spec, f.Dtor) })
	depth, settled := u.embeds(t)
	if first {
		f.Class.resolving = nil
	}
	if u.EndQuery(&f.asked) || depth >= maxDepth {
		t, settled = u.T.Unknown(), true
	}
	if settled {
		f.typ = t
	}
	return t
}

// VarType is a variable's declared type, deduced where it holds a placeholder; references are kept.
func (u *Unit) VarType(v *Var) *types.Type {
	if v.Type != nil {
		u.needAgain(v)
		return v.Type
	}
	if !u.BeginQuery(&v.typed) {
		return u.T.Unknown()
	}
	cut := u.Consts.Cut
	var t *types.Type
	u.needing(v, func() { t = u.varType(v) })
	switch {
	case u.EndQuery(&v.typed):
		t = u.T.Unknown()
		v.Type = t
	case u.final(t, cut):
		v.Type = t
	}
	return t
}

func (u *Unit) varType(v *Var) *types.Type {
	if v.BindingDecl != nil {
		return u.BindingType(v)
	}
	if v.Kind == ParamVar && v.Param != nil {
		t := u.DeclaratorType(v.Scope, &v.Param.Spec, &v.Param.Decl)
		if v.Pack {
			return u.expansionType(t)
		}
		if t.Kind == types.Array || t.Kind == types.Func {
			cv := t.CV
			return u.T.Qualify(u.T.Decay(t), cv)
		}
		return t
	}
	if len(v.Decls) == 0 {
		return u.T.Unknown()
	}
	d := v.Decls[0]
	dt, init := u.VariableDeclarator(d.Scope, d.Dtor)
	t := u.DeclaratorType(d.Scope, d.Spec, dt)
	if d.Spec.Flags&ast.Constexpr != 0 {
		t = u.T.Qualify(t, ast.Const)
	}
	if HasAuto(t) {
		return u.DeduceVar(d.Scope, t, init, d.Spec)
	}
	if t.Kind == types.Array && t.Len == types.NoLen {
		for _, d := range u.VarDecls(v) {
			if n, ok := u.ArrayInitLen(d.Scope, d.Dtor.Init, t.Elem); ok {
				return u.T.Array(t.Elem, n)
			}
			if r := u.DeclaratorType(d.Scope, d.Spec, d.Dtor); r.Kind == types.Array && r.Len != types.NoLen {
				return r
			}
		}
	}
	return t
}

// HasAuto reports whether a placeholder stands in a type for all of it or for what it is made of, template
// arguments left out.
func HasAuto(t *types.Type) bool {
	for t != nil {
		if t.Kind == types.Auto {
			return true
		}
		switch t.Kind {
		case types.Pointer, types.LRef, types.RRef, types.MemberPointer, types.Array, types.Func, types.Expansion:
			t = t.Elem
		default:
			return false
		}
	}
	return false
}

// ---- Template arguments

// ResolveTemplateArgs resolves a written argument list against a template's parameters: defaults are filled in, packs
// collected. It returns nil when something is unknown or does not fit.
func (u *Unit) ResolveTemplateArgs(sc *Scope, written []ast.TemplateArg, t *Template) []types.Arg {
	params := u.TemplateParams(t)
	given := make([]types.Arg, 0, max(len(written), len(params)))
	for i := range written {
		var want *TemplateParam
		if n := len(given); n < len(params) {
			want = params[n]
		} else if len(params) > 0 && params[len(params)-1].Pack {
			want = params[len(params)-1]
		}
		given = u.AppendTemplateArg(given, sc, &written[i], u.BoundParam(t, want, given))
	}
	return u.CompleteArgs(t, given)
}

// BoundParam is a parameter of t for the argument behind given: a value parameter whose type names parameters before it has the
// type that these arguments give it.
func (u *Unit) BoundParam(t *Template, p *TemplateParam, given []types.Arg) *TemplateParam {
	if p == nil || p.Decl.Kind != ast.ParamValue || t.Head == nil || len(given) == 0 || !u.ValueParamType(p, t.Head, nil).IsDependent() {
		return p
	}
	bound := *p
	bound.Scope = u.bindPartial(t.Head, slices.Clone(given))
	return &bound
}

// CompleteArgs fits arguments to parameters: collects packs, converts values, fills in defaults. nil: they do not fit, or
// something is unknown. The result takes the place of given.
func (u *Unit) CompleteArgs(t *Template, given []types.Arg) []types.Arg {
	if t.Unseen {
		return given // as they are written: see unseenInstance
	}
	if t.Head == nil {
		return nil
	}
	params := u.TemplateParams(t)
	out := given[:0]
	for i, p := range params {
		switch {
		case p.Pack:
			pack := types.Arg{Kind: types.PackArg, Pack: []types.Arg{}}
			if i < len(given) {
				// What may be long stays where it is, and what stands before it moves.
				out = append(make([]types.Arg, 0, len(params)), out...)
				pack.Pack = given[i:]
				for k, g := range pack.Pack {
					pack.Pack[k] = u.ConvertArg(p, g, t.Head, out)
				}
				given = given[:i]
			}
			out = append(out, pack)
		case i < len(given):
			g := given[i]
			if IsExpansionArg(g) {
				// A pack expansion in front of a non-pack parameter: which argument goes where is not known yet.
				return nil
			}
			out = append(out, u.ConvertArg(p, g, t.Head, out))
		default:
			d, ok := u.DefaultArg(t, i, out)
			if !ok || d.IsUnknown() {
				return nil // a substitution ends at its first failure [temp.deduct.general]/7
			}
			out = append(out, d)
		}
	}
	if len(given) > len(params) {
		return nil
	}
	if slices.ContainsFunc(out, types.Arg.IsUnknown) {
		return nil
	}
	return out
}

// ConvertArg gives a value argument its parameter's type, so that equal values are equal arguments.
func (u *Unit) ConvertArg(p *TemplateParam, a types.Arg, h *TemplateHead, before []types.Arg) types.Arg {
	if a.Kind != types.ValueArg || p.Decl.Kind != ast.ParamValue || !a.Value.IsKnown() {
		return a
	}
	want := u.ValueParamType(p, h, before)
	if HasAuto(want) || want.IsUnknown() || want.IsDependent() {
		a.Value.Typed = HasAuto(want) && a.Value.Type != nil
		return a
	}
	a.Value = u.ConvertValue(a.Value, want)
	a.Value.Typed = false
	return a
}

// ConvertArgOrPack is ConvertArg for each element of a pack.
func (u *Unit) ConvertArgOrPack(p *TemplateParam, a types.Arg, h *TemplateHead, before []types.Arg) types.Arg {
	if a.Kind != types.PackArg || p.Decl.Kind != ast.ParamValue {
		return u.ConvertArg(p, a, h, before)
	}
	a.Pack = slices.Clone(a.Pack)
	for i := range a.Pack {
		a.Pack[i] = u.ConvertArg(p, a.Pack[i], h, before)
	}
	return a
}

// unboundValueType is the declared type of the i-th parameter of h, a value parameter, with all parameters unbound.
func (u *Unit) unboundValueType(h *TemplateHead, i int) *types.Type {
	if h.valueTypes == nil {
		h.valueTypes = make([]*types.Type, len(h.Params))
	}
	if h.valueTypes[i] == nil {
		before := u.Failed()
		h.valueTypes[i] = u.T.Decay(u.DeclaratorType(h.Scope, &h.Params[i].Spec, &h.Params[i].Decl))
		u.Forgive(before)
	}
	return h.valueTypes[i]
}

// ValueParamType is the declared type of the value parameter p of h where the parameters before it are bound.
func (u *Unit) ValueParamType(p *TemplateParam, h *TemplateHead, before []types.Arg) *types.Type {
	t := u.unboundValueType(h, p.Index)
	if t.IsDependent() || t.IsUnknown() {
		t = u.DeclaratorType(u.bindPartial(h, before), &p.Decl.Spec, &p.Decl.Decl)
	}
	return t
}

// mayRefer reports whether a template parameter may stand for what a name names, by reference or address; nil is one not known.
func (u *Unit) mayRefer(p *TemplateParam) bool {
	if p == nil {
		return true
	}
	t := u.DeclaratorType(p.Scope, &p.Decl.Spec, &p.Decl.Decl)
	return t.IsRef() || t.Kind == types.Pointer || t.IsUnknown() || t.IsDependent() || HasAuto(t) // an array is its address
}

func isRefDeclarator(d *ast.Declarator) bool {
	return len(d.Ops) > 0 && (d.Ops[0].Kind == ast.OpLRef || d.Ops[0].Kind == ast.OpRRef)
}

// referent is the argument for a template parameter of reference type: which variable, or function, an expression names.
func (u *Unit) referent(sc *Scope, e ast.Expr) types.Value {
	o := u.TypeOf(sc, e)
	switch x := o.Entity.(type) {
	case *Var:
		if !Automatic(x) && !u.VarType(x).IsRef() {
			return types.Value{Kind: types.AddressValue, Entity: x, Type: u.T.LRef(o.Type)}
		}
	case *Func:
		return types.Value{Kind: types.AddressValue, Entity: x, Type: u.T.LRef(o.Type)}
	}
	return u.Eval(sc, e, EvalOptions{Converted: true})
}

// DefaultArg is the default argument of a template's i-th parameter, with the parameters before it bound.
func (u *Unit) DefaultArg(t *Template, i int, before []types.Arg) (types.Arg, bool) {
	for _, d := range t.Decls {
		h := d.Head()
		if h == nil || i >= len(h.Params) || h.Params[i].Default == nil {
			continue
		}
		sc := u.bindPartial(h, before)
		args := u.ResolveTemplateArg(sc, h.Params[i].Default, h.Entity[i])
		if len(args) == 1 {
			return u.ConvertArg(h.Entity[i], args[0], h, before), true
		}
	}
	return types.Arg{}, false
}

// ResolveTemplateArg is one written argument; a pack expansion of bound packs gives as many as the packs hold. want is the
// parameter it is for, nil when not known.
func (u *Unit) ResolveTemplateArg(sc *Scope, a *ast.TemplateArg, want *TemplateParam) []types.Arg {
	return u.AppendTemplateArg(nil, sc, a, want)
}

// AppendTemplateArg appends what ResolveTemplateArg gives.
func (u *Unit) AppendTemplateArg(args []types.Arg, sc *Scope, a *ast.TemplateArg, want *TemplateParam) []types.Arg {
	if !u.Nest() {
		return append(args, types.Arg{})
	}
	defer u.Unnest()
	if !a.Pack {
		return append(args, u.singleArg(sc, a, want))
	}
	if pack, ok := u.IntegerPack(sc, a.Expr); ok {
		return append(args, pack...)
	}
	packs := u.PacksIn(sc, a)
	if pack, ok := u.wholePack(sc, packs, a, want); ok {
		u.Spend(2 * len(pack)) // each list of arguments that is made of it holds all of it
		return append(args, pack...)
	}
	if u.EachElement(sc, packs, func(element *Scope, expands bool) {
		arg := u.singleArg(element, a, want)
		if expands {
			arg = u.expansionArg(arg)
		}
		args = append(args, arg)
	}) {
		return args
	}
	return append(args, u.expansionArg(u.singleArg(sc, a, want)))
}

// wholePack is what the expansion of a pack's mere name stands for, where what its first element is read to be is what is bound, and
// the others are of the same kind: they need not be read one by one.
func (u *Unit) wholePack(sc *Scope, packs []pack, a *ast.TemplateArg, want *TemplateParam) ([]types.Arg, bool) {
	if len(packs) != 1 || packs[0].param == nil || a.Hi-a.Lo != 2 {
		return nil, false
	}
	bound := packs[0].param.Bound
	if bound == nil || bound.Kind != types.PackArg || len(bound.Pack) < 2 {
		return nil, false
	}
	first := &bound.Pack[0]
	for i := range bound.Pack {
		e := &bound.Pack[i]
		plain := e.Kind == types.TypeArg || e.Kind == types.ValueArg && e.Value.Kind == types.IntValue && e.Value.Type == first.Value.Type
		if !plain || e.Kind != first.Kind || IsExpansionArg(*e) {
			return nil, false
		}
	}
	if _, ok := u.packLen(packs); !ok {
		return nil, false
	}
	read := u.singleArg(u.ElementScope(sc, packs, 0), a, want)
	same := read.Kind == first.Kind && read.Type == first.Type && read.Value.Kind == first.Value.Kind &&
		read.Value.Int == first.Value.Int && read.Value.Type == first.Value.Type && read.Value.Typed == first.Value.Typed
	return bound.Pack, same
}

// expansionArg is the expansion of a pattern as an argument.
func (u *Unit) expansionArg(a types.Arg) types.Arg {
	switch a.Kind {
	case types.TypeArg:
		a.Type = u.expansionType(a.Type)
	case types.ValueArg:
		a.Value.Pack = true
	}
	return a
}

// writing is what is known of written template arguments until the outermost one is known that they are part of.
type writing struct {
	depth  int
	args   map[writtenArg]foundArg
	scopes map[aliasUse]*Scope
}

// writtenArg is a written template argument for a parameter in a scope.
type writtenArg struct {
	sc   *Scope
	arg  *ast.TemplateArg
	want *TemplateParam
}

// foundArg is what an argument is, and what failed in it.
type foundArg struct {
	arg    types.Arg
	failed Failures
}

// aliasUse is an alias template with arguments.
type aliasUse struct {
	t    *Template
	args string
}

// singleArg is one written argument, or the pattern of a pack expansion. To find out what it is takes looking its name up more than once, and
// the arguments in its qualifiers with it; and aliases of which nothing is known, because they are too large, are expanded wherever they
// stand. So what is found is remembered meanwhile.
func (u *Unit) singleArg(sc *Scope, a *ast.TemplateArg, want *TemplateParam) types.Arg {
	k := writtenArg{sc, a, want}
	if known, ok := u.writing.args[k]; ok {
		u.failures.hard += known.failed.hard
		u.failures.soft += known.failed.soft
		return known.arg
	}
	failed, cut := u.Failed(), u.Consts.Cut
	u.writing.depth++
	defer func() {
		if u.writing.depth--; u.writing.depth == 0 {
			u.writing = writing{}
		}
	}()
	arg := u.readArg(sc, a, want)
	if u.writing.depth > 1 && u.Consts.Cut == cut {
		if u.writing.args == nil {
			u.writing.args = make(map[writtenArg]foundArg)
		}
		u.writing.args[k] = foundArg{arg, u.Failed().Since(failed)}
	}
	return arg
}

// aliasScope is the scope of an alias template with its parameters bound.
func (u *Unit) aliasScope(t *Template, args []types.Arg, key string) *Scope {
	sc := u.writing.scopes[aliasUse{t, key}]
	if sc == nil {
		sc = u.BindScope(t.Head.Outer, t.Head, args)
		if u.writing.depth > 0 {
			if u.writing.scopes == nil {
				u.writing.scopes = make(map[aliasUse]*Scope)
			}
			u.writing.scopes[aliasUse{t, key}] = sc
		}
	}
	return sc
}

func (u *Unit) readArg(sc *Scope, a *ast.TemplateArg, want *TemplateParam) types.Arg {
	if a.Type != nil {
		if arg, ok := u.namedArg(sc, a.Type, want); ok {
			return arg
		}
	}
	if a.Type != nil && (a.Expr == nil || u.IsType(sc, a.Type)) {
		t := u.ResolveTypeID(sc, a.Type)
		if t.Kind == types.Unknown {
			return types.Arg{}
		}
		return types.Arg{Kind: types.TypeArg, Type: t}
	}
	if a.Expr == nil {
		return types.Arg{}
	}
	var v types.Value
	if want != nil && want.Decl.Kind == ast.ParamValue && isRefDeclarator(&want.Decl.Decl) {
		v = u.referent(sc, a.Expr)
	} else {
		v = u.valueArg(sc, a.Expr, want)
	}
	if v.Kind == types.UnknownValue {
		v = u.addressArg(sc, a.Expr, want)
	}
	if v.Kind == types.UnknownValue {
		return types.Arg{}
	}
	return types.Arg{Kind: types.ValueArg, Value: v}
}

// valueArg evaluates an argument for a value parameter, which may be of class type from C++20 on and is initialised by it then.
func (u *Unit) valueArg(sc *Scope, e ast.Expr, want *TemplateParam) types.Value {
	v := u.Eval(sc, e, EvalOptions{Converted: true})
	if u.Std < 20 || want == nil || want.Decl.Kind != ast.ParamValue || v.Kind == types.DependentValue {
		return v
	}
	if _, named := want.Decl.Spec.Type.(*ast.NamedType); !named || len(want.Decl.Decl.Ops) > 0 {
		return v
	}
	t := u.DeclaratorType(want.Scope, &want.Decl.Spec, &want.Decl.Decl)
	init := &ast.Init{Span: e.Pos(), Kind: ast.InitEq, Args: []ast.Expr{e}, Parsed: true}
	if HasAuto(t) {
		t = u.DeduceVar(sc, t, init, &want.Decl.Spec)
	}
	if t = t.Unqual(); t.Kind != types.Class || t.IsDependent() || v.Type == t {
		return v
	}
	return u.EvalTree(u.TypedInit(sc, t, init), EvalOptions{})
}

// addressArg is the pointer to a data member that &C::member is, that to an instance: f<args> or &f<args>, or to the one of several
// functions that the parameter chooses. It is unknown for other expressions.
func (u *Unit) addressArg(sc *Scope, e ast.Expr, want *TemplateParam) types.Value {
	address, ok := Unparen(e).(*ast.Unary)
	if ok {
		e = address.X
	}
	n, named := e.(*ast.NameExpr)
	if !named || ok && address.Op != token.Amp {
		return types.Value{}
	}
	if n.Name.Last().HasArgs {
		a, _ := u.InstanceArg(sc, n, false)
		return a.Value
	}
	if !ok {
		return types.Value{}
	}
	found := u.LookupName(sc, n.Name)
	if found.State != FoundOK {
		return types.Value{}
	}
	if a, ok := u.OverloadedArg(found, want); ok {
		return a.Value
	}
	if len(n.Name.Parts) < 2 || len(found.Entities) != 1 {
		return types.Value{}
	}
	f, ok := found.Entities[0].(*Field)
	if !ok || f.Class == nil || f.Class.Dependent {
		return types.Value{}
	}
	t := u.FieldType(f)
	if t.IsUnknown() || t.IsDependent() || t.IsRef() {
		return types.Value{}
	}
	return types.Value{Kind: types.AddressValue, Entity: f, Type: u.T.MemberPointer(u.ClassType(f.Class), t)}
}

// namedArg handles an argument that is only a name: a template for a template template parameter, or a value that the
// grammar read as a type.
func (u *Unit) namedArg(sc *Scope, id *ast.TypeID, want *TemplateParam) (types.Arg, bool) {
	nt, ok := id.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename || len(id.Ops) > 0 || id.Spec.CV != 0 {
		return types.Arg{}, false
	}
	last := nt.Name.Last()
	if last.HasArgs && (want == nil || want.Decl.Kind != ast.ParamValue) {
		return types.Arg{}, false
	}
	f := u.LookupName(sc, nt.Name)
	if f.State != FoundOK {
		return types.Arg{}, false
	}
	for _, e := range f.Entities {
		if a, ok := u.entityArg(e, want); ok {
			return a, true
		}
		if IsTypeEntity(e) {
			return types.Arg{}, false
		}
	}
	if v, ok := u.OverloadedArg(f, want); ok {
		return v, true
	}
	// A value: evaluate the name as an expression.
	name := &ast.NameExpr{Span: nt.Name.Span, Name: nt.Name}
	v := u.valueArg(sc, name, want)
	ref := want != nil && want.Decl.Kind == ast.ParamValue && isRefDeclarator(&want.Decl.Decl)
	if v.Kind == types.UnknownValue && last.HasArgs {
		if v, ok := u.InstanceArg(sc, name, ref); ok {
			return v, true
		}
	}
	array := v.Type != nil && v.Type.Kind == types.Array
	if ref || (v.Kind == types.UnknownValue || array) && u.mayRefer(want) {
		v = u.referent(sc, name)
	}
	if v.Kind == types.UnknownValue {
		return types.Arg{}, true
	}
	return types.Arg{Kind: types.ValueArg, Value: v}, true
}

// entityArg is the argument that an entity's name is for a parameter, nil where it is not known: a template, or what a template
// parameter stands for.
func (u *Unit) entityArg(e Entity, want *TemplateParam) (types.Arg, bool) {
	wantTemplate := want != nil && want.Decl.Kind == ast.ParamTemplate
	switch e := e.(type) {
	case *Template:
		if (wantTemplate || want == nil) && (e.Kind == ClassTemplate || e.Kind == AliasTemplate) {
			return types.Arg{Kind: types.TemplateArg, Template: e}, true
		}
	case *Class:
		if wantTemplate && e.Template != nil {
			return types.Arg{Kind: types.TemplateArg, Template: e.Template}, true
		}
	case *TemplateParam:
		switch e.Decl.Kind {
		case ast.ParamTemplate:
			if e.Bound != nil {
				return *e.Bound, true
			}
			return types.Arg{Kind: types.TemplateArg, Template: u.templateOfParam(e)}, true
		case ast.ParamValue:
			return u.valueParamArg(e), true
		}
	}
	return types.Arg{}, false
}

func (u *Unit) valueParamArg(p *TemplateParam) types.Arg {
	if p.Bound != nil {
		if p.Bound.Kind == types.PackArg {
			return types.Arg{Kind: types.ValueArg, Value: types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index}}
		}
		return *p.Bound
	}
	return types.Arg{Kind: types.ValueArg, Value: types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index}}
}

// castsValue reports whether what reads as the type of a function with one parameter casts a value that begins with that name.
func (u *Unit) castsValue(sc *Scope, id *ast.TypeID) bool {
	if len(id.Ops) != 1 || id.Ops[0].Kind != ast.OpFunc || len(id.Ops[0].Func.Params) != 1 {
		return false
	}
	param := id.Ops[0].Func.Params[0]
	nt, ok := param.Spec.Type.(*ast.NamedType)
	return ok && !nt.Typename && namesValue(u.LookupName(sc, nt.Name))
}

// IsType decides a template argument or query operand that may be a type or an expression.
func (u *Unit) IsType(sc *Scope, id *ast.TypeID) bool {
	if u.castsValue(sc, id) {
		return false
	}
	nt, ok := id.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename {
		return true
	}
	return !namesValue(u.LookupName(sc, nt.Name))
}

// namesValue reports whether a name that stands without typename certainly is no type's: where it is dependent, it is a value's.
func namesValue(f Found) bool {
	return f.State == FoundDependent ||
		f.State == FoundOK && !slices.ContainsFunc(f.Entities, func(e Entity) bool { return IsTypeEntity(e) || isTemplateParam(e) })
}

// Limits of one evaluation from outside, nested ones included.
const (
	MaxEvalSteps = 200000
	MaxEvalParts = 200000
	MaxEvalDepth = 192
	MaxElements  = 1 << 14
)

// ---- Keys of dependent expressions

// ValueKey identifies a value within a key.
func ValueKey(v types.Value) string {
	switch v.Kind {
	case types.IntValue:
		return strconv.FormatInt(v.Int, 10)
	case types.DependentValue:
		if v.Key == "" {
			return "p" + strconv.Itoa(v.Depth) + "." + strconv.Itoa(v.Index)
		}
		return v.Key
	}
	return "?"
}
