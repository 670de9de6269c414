package spaces

import (
	"slices"
	"strings"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Violation is a call that crosses from one side to the other.
type Violation struct {
	Body   *sema.Facts
	Call   *sema.Call
	Caller Info
	Callee Info
	// CallerFunc is the function that the call is charged to; nil for a variable's initialiser.
	CallerFunc *sema.Func
	// Need is how a generated CallerFunc came to be needed, see Emission.Need.
	Need []Edge
	// Constexpr: the callee is constexpr, so that relaxed rules for constexpr functions allow the call.
	Constexpr bool
	// Latent: the caller is not compiled for the device; the front end sees the call all the same, because the callee is inline.
	Latent bool
	// Read: the front end looks at the call while it reads the body. Inlined: or when it considers inlining the callee, at its end.
	Read, Inlined bool
	// Through are the sides of the code that the front end makes for a base, or for the elements of an array, and that makes the call;
	// zero for other calls. Also are the places of the other calls that go through it.
	Through cudaspace.Space
	Also    []sema.Site
}

// Side is the caller's side as the front end takes it.
func (v *Violation) Side() cudaspace.Space {
	if v.Through != 0 {
		return v.Through
	}
	return v.Caller.Space
}

// Bodies lists the bodies that a pass reads while parsing: every function outside system headers, definitions of templates
// too, the lambdas in them, and in the host pass the instances it cannot do without.
func (m *Model) Bodies(declared sema.Declared) []*sema.Facts {
	l := bodyList{m: m, seen: map[*sema.Facts]bool{}}
	Each(m, declared.Funcs, func(f *sema.Func) {
		if !m.U.Exhausted() && !f.Implicit && !f.DefaultedFirst {
			l.add(m.U.Facts(f))
		}
	})
	if m.U.Exhausted() {
		return l.list
	}
	// Before anybody judges: what they need is there in each version.
	m.U.Attempt(sema.Site{}, func() { m.Headless(declared) })
	Each(m, declared.Vars, func(v *sema.Var) {
		if v.Template == nil {
			l.add(m.U.VarFacts(v))
		}
	})
	Each(m, declared.Funcs, func(f *sema.Func) {
		if !f.Implicit {
			l.defaults(f)
		}
	})
	Each(m, declared.Classes, l.initialisers)
	m.U.Attempt(sema.Site{}, func() { l.lambdas(m.U.DeclaredLambdas(declared)) })
	Each(m, m.U.DeducedOutside(declared), l.instance)
	return l.list
}

// Headless lists the bodies of which nothing is said, because nothing is known of whose they are; with the lambdas in them and what else
// Bodies lists of others.
func (m *Model) Headless(declared sema.Declared) []*sema.Facts {
	l := bodyList{m: m, seen: map[*sema.Facts]bool{}}
	Each(m, declared.Headless, func(f *sema.Func) { l.add(m.U.Facts(f)) })
	return l.list
}

// bodyList lists bodies with those that they hold or need, each once.
type bodyList struct {
	m    *Model
	list []*sema.Facts
	seen map[*sema.Facts]bool
}

func (l *bodyList) add(f *sema.Facts) {
	if f == nil || l.seen[f] {
		return
	}
	l.seen[f] = true
	l.list = append(l.list, f)
	l.lambdas(f.Lambdas)
	l.lambdas(f.Unevaluated)
	l.instances(f)
	for _, c := range f.LocalClasses {
		for _, e := range c.Members() {
			if fn, ok := e.(*sema.Func); ok && !fn.Implicit && !fn.DefaultedFirst {
				l.add(l.m.U.Facts(fn))
				l.defaults(fn)
			}
		}
		l.initialisers(c)
	}
}

func (l *bodyList) lambdas(list []*sema.Lambda) {
	for _, lambda := range list {
		if lambda.Call != nil {
			l.add(l.m.U.Facts(lambda.Call))
		} else if lambda.CallT != nil {
			l.add(l.m.U.Facts(lambda.CallT.Func))
		}
	}
}

// instances adds the instances that a body cannot do without.
func (l *bodyList) instances(f *sema.Facts) {
	if f.Template {
		return
	}
	for i := range f.Calls {
		l.instance(f.Calls[i].Callee)
	}
	for i := range f.Refs {
		l.instance(f.Refs[i].Func)
	}
	for _, c := range f.Deduced.All { // by decltype and its like
		l.instance(c)
	}
}

func (l *bodyList) instance(f *sema.Func) {
	if f != nil && l.m.mustInstantiate(f) {
		l.add(l.m.U.Facts(f))
	}
}

func (l *bodyList) defaults(f *sema.Func) {
	l.declaration(l.m.U.DefaultArgs(f), f.Template != nil || f.MemberOf != nil && f.MemberOf.Dependent)
}

func (l *bodyList) initialisers(c *sema.Class) {
	l.declaration(l.m.U.MemberInits(c), c.Dependent)
}

// declaration adds what a declaration holds: it is no body, but lambdas in it have some.
func (l *bodyList) declaration(f *sema.Facts, template bool) {
	if f == nil {
		return
	}
	for _, lambda := range f.Lambdas {
		if lambda.Call != nil {
			l.add(l.m.U.Facts(lambda.Call))
		}
	}
	if !template {
		l.instances(f)
	}
}

// Read are the bodies that the pass reads: in the device pass with the instances of templates that they use.
func (m *Model) Read(bodies []*sema.Facts) []*sema.Facts {
	if m.Opts.Pass == toolchain.DevicePass {
		return m.WithInstances(bodies)
	}
	return bodies
}

// mustInstantiate reports whether the host pass has to instantiate a function to know the type of a call of it, or because the call
// might be a constant: constexpr functions are instantiated wherever evaluated code names them, in device code and dead code too, and from
// C++17 on generic lambdas. So are the friends that class templates define.
func (m *Model) mustInstantiate(f *sema.Func) bool {
	if s := f.Site(); s.Chunk != nil && s.Chunk.System && !m.givenOwn(f) {
		return false
	}
	if m.Opts.Pass == toolchain.HostPass && m.FriendOfInstance(f) {
		return true
	}
	constant := f.Constexpr && !f.Implicit && !f.DefaultedFirst && m.Opts.Pass == toolchain.HostPass
	if evaluated := f.Closure != nil && m.U.Std >= 17; !constant && !evaluated && !m.U.HasDeducedResult(f) {
		return false
	}
	return MadeFromTemplate(f) && (f.MemberOf == nil || !f.MemberOf.Dependent)
}

// FriendOfInstance reports whether an instance of a class template, or a class in one, defines a function as its friend.
func (m *Model) FriendOfInstance(f *sema.Func) bool {
	if f.Template != nil || f.MemberOf != nil {
		return false
	}
	fd := m.U.Definition(f)
	if fd == nil || fd.FriendIn == nil || fd.FriendIn.Dependent {
		return false
	}
	for c := fd.FriendIn; c != nil; c, _ = c.Parent().(*sema.Class) {
		if c.Template != nil {
			return true
		}
	}
	return false
}

// HostChecked are the forms of calls that the host pass checks in ordinary bodies, and DefinitionChecked those that it
// checks in the definitions of templates.
var (
	HostChecked = map[sema.CallKind]bool{
		sema.CallNamed: true, sema.CallObject: true, sema.CallOperator: true, sema.CallArrow: true, sema.CallConversion: true,
		sema.CallLiteral: true, sema.CallLocalCtor: true, sema.CallLocalDtor: true, sema.CallArrayDtor: true,
		sema.CallNewCtor: true, sema.CallDeleteDtor: true, sema.CallExplicitDtor: true, sema.CallParenCtor: true,
		sema.CallParenDtor: true, sema.CallStaticDtor: true,
	}
	DefinitionChecked = map[sema.CallKind]bool{
		sema.CallNamed: true, sema.CallObject: true, sema.CallExplicitDtor: true,
	}
	// EvaluatedAtOnce are the forms that the device pass looks at while it reads an ordinary body, to find constants.
	EvaluatedAtOnce = map[sema.CallKind]bool{
		sema.CallNamed: true, sema.CallObject: true, sema.CallOperator: true, sema.CallArrow: true, sema.CallConversion: true,
		sema.CallLiteral: true,
	}
	// deviceUnchecked are the forms that device code generation does not check, besides what is done to arrays' elements.
	deviceUnchecked = map[sema.CallKind]bool{
		sema.CallParenDtor: true, sema.CallStaticDtor: true,
	}
)

// Evaluated reports whether the front end puts a constant in place of a call while it reads the body: that of a constexpr
// constructor, other than a base's, or of a lambda that captures nothing, with constant arguments. What an initialiser list leaves out is
// not looked at.
func (m *Model) Evaluated(c *sema.Call) bool {
	if !m.U.Nest() {
		return true // nothing is said of it then
	}
	defer m.U.Unnest()
	f := c.Callee
	if f == nil || c.NonConstArgs > 0 || c.Array && c.Kind != sema.CallArrayCtor && c.Kind != sema.CallTempCtor {
		return false
	}
	switch {
	case f.Closure != nil:
		l := f.Closure
		if f != l.Call || m.GivesAddress(f) || len(l.Captures) > 0 || m.Annotation(l) != 0 || m.U.IsLiteral(m.U.ClassType(f.MemberOf)) != sema.Yes {
			return false
		}
	case f.Kind != sema.Constructor || !m.Constexpr(f) || c.Kind == sema.CallDelegate || c.Kind == sema.CallBaseCtor:
		return false
	case c.Kind == sema.CallMemberCtor && c.Context&sema.InMemInit == 0:
		return false
	}
	return m.evaluates(f)
}

// Replaced reports whether the front end puts a constant in place of what a constexpr constructor makes before it looks at the call, or
// of a call of a function of the C library that it knows. Of constructors that is where a constant is asked for and kept nowhere, but for the parts of aggregates; of what is kept (template arguments,
// case labels, constexpr variables) it is what no arguments stand for. The host pass looks at T(x) all the same.
func (m *Model) Replaced(c *sema.Call) bool {
	if c.Callee == nil {
		return false
	}
	if _, library := m.U.LibraryBuiltin(c.Callee); library {
		return c.IsConstant
	}
	if c.Callee.Kind != sema.Constructor || c.Context&sema.Constant == 0 || c.Context&sema.ConstexprCond != 0 ||
		c.Element || c.Kind == sema.CallParenCtor && m.Opts.Pass != toolchain.DevicePass || !m.Constexpr(c.Callee) {
		return false
	}
	return c.Plain || c.Context&sema.Strict != 0
}

// evaluates reports whether nothing in a function's body keeps it from being evaluated. Of other constexpr functions only what they
// ask the compiler counts; constructors are looked into, since what initialises members by default need not be constant.
func (m *Model) evaluates(f *sema.Func) bool {
	if !m.U.Nest() {
		return true // nothing is said of it then
	}
	defer m.U.Unnest()
	facts := m.U.Facts(f)
	if facts == nil || facts.Template {
		return false
	}
	for i := range facts.Calls {
		p := &facts.Calls[i]
		switch {
		case p.Context&sema.Dead != 0:
		case p.Callee == nil || !p.Callee.Constexpr || p.Callee.Closure != nil && !m.Evaluated(p):
			return false
		case p.Callee.Kind == sema.Constructor && !m.evaluates(p.Callee) || !m.folds(p.Callee):
			return false
		}
	}
	for i := range facts.Uses {
		if !facts.Uses[i].Var.Constexpr {
			return false
		}
	}
	isAsm := func(c sema.Construct) bool { return c.Kind == sema.AsmStatement }
	return len(facts.Launches) == 0 && facts.Untargeted == facts.Foldable && !slices.ContainsFunc(facts.Constructs, isAsm)
}

// folds reports whether neither a constexpr function nor one that it calls makes use of a builtin that the front end does not fold, or asks
// whether a constant is evaluated, which it leaves open here.
func (m *Model) folds(f *sema.Func) bool {
	seen := map[*sema.Func]bool{f: true}
	for todo := []*sema.Func{f}; len(todo) > 0; {
		facts := m.U.Facts(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if facts == nil {
			continue
		}
		if facts.Untargeted != facts.Foldable {
			return false
		}
		for i := range facts.Calls {
			if c := &facts.Calls[i]; c.Context&sema.Dead == 0 && c.Callee != nil && c.Callee.Constexpr && !seen[c.Callee] {
				seen[c.Callee] = true
				todo = append(todo, c.Callee)
			}
		}
	}
	return true
}

// GivesAddress reports whether a function's result is an address: one that is constant still needs what is there.
func (m *Model) GivesAddress(f *sema.Func) bool {
	t := m.U.ResultType(f)
	return t.Kind == types.Pointer || t.IsRef()
}

// constantDefault reports whether a call in a default argument or default member initialiser is a constant expression, which
// was replaced by its value where the default was declared.
func (m *Model) constantDefault(c *sema.Call) bool {
	if c.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 || !m.Constexpr(c.Callee) {
		return false
	}
	return c.IsConstant || c.NonConstArgs == 0 && c.Kind != sema.CallNamed && c.Kind != sema.CallObject && c.Kind != sema.CallConversion
}

// ViaClosure reports whether a call is the conversion of a closure to a pointer, or one through such a pointer. What the compiler makes
// for these is no function that it looks at while it reads.
func ViaClosure(c *sema.Call) bool {
	f := c.Callee
	return f != nil && f.Closure != nil && (f.Kind == sema.Conversion || c.Kind == sema.CallNamed && !c.Selected)
}

// Crosses reports whether a call in device code is one of a host function that device code generation reports. Of what is thrown
// the front end says that nothing can be, and no more. No code is made that initialises statics: where some would be needed, that
// is the error or, of shared memory, the warning.
func (m *Model) Crosses(c *sema.Call) (callee Info, yes bool) {
	if c.Callee == nil || m.CallerDefined(c.Callee) || deviceUnchecked[c.Kind] || c.Callee.Consteval || c.Elided ||
		c.Context&(sema.Discarded|sema.Folded|sema.Thrown|sema.InStatic|sema.Unreached) != 0 || c.OfRefused || c.Kind == sema.CallDeleteDtor && c.Virtual ||
		c.Array && c.Context&sema.InElements == 0 || m.constantDefault(c) || m.Replaced(c) ||
		ViaClosure(c) && (c.IsConstant || c.Kind == sema.CallConversion) {
		return Info{}, false
	}
	if c.Kind == sema.CallRangeFor && c.Callee.MemberOf != nil && c.Callee.MemberOf.EntityName() == "std::initializer_list" {
		return Info{}, false // the front end iterates over those itself
	}
	callee = m.Of(c.Callee)
	return callee, callee.Known && !callee.Space.OnDevice()
}

// Constexpr reports whether a function is constexpr. An instance of a constexpr template loses that where its types cannot
// appear in constant expressions [dcl.Constexpr].
func (m *Model) Constexpr(f *sema.Func) bool {
	if l := f.Closure; l != nil && (l.Func != nil || l.Outer != nil) && m.Annotation(l).OnDevice() {
		return false // an extended lambda's closure is no literal type
	}
	if m.U.NeverConstexpr(f) {
		return false
	}
	if f.Comparison() {
		return true // whatever the parts' comparisons are
	}
	if !f.Constexpr || f.Template == nil && (f.MemberOf == nil || f.MemberOf.Template == nil) {
		return f.Constexpr
	}
	if s := f.Site(); s.Chunk != nil && s.Chunk.System && !m.givenOwn(f) {
		return true
	}
	if m.U.PassesNonLiteral(f) {
		return false
	}
	facts := m.U.Facts(f)
	if facts == nil || facts.Template {
		return true
	}
	for _, v := range facts.Locals {
		if m.U.IsLiteral(m.U.VarType(v)) == sema.No {
			return false
		}
	}
	for i := range facts.Calls {
		c := &facts.Calls[i]
		if f.Kind == sema.Constructor && (c.Kind == sema.CallBaseCtor || c.Kind == sema.CallMemberCtor) && c.Callee != nil && !c.Callee.Constexpr {
			return false
		}
	}
	return true
}

// ExecCheckDisabled reports whether #pragma nv_exec_check_disable stands before a declaration of the function, or in the
// device pass hd_warning_disable before that of a host-device one. Pragmas say nothing about lambdas.
func (m *Model) ExecCheckDisabled(f *sema.Func) bool {
	if f.Closure != nil {
		return false
	}
	decls := f.Decls
	if f.Template != nil && f.Template.Func != nil {
		decls = f.Template.Func.Decls
	}
	for _, fd := range decls {
		for _, p := range pragmasBefore(m.U, fd.Full) {
			switch {
			case strings.HasPrefix(p, "nv_exec_check_disable"):
				return true
			case strings.HasPrefix(p, "hd_warning_disable"):
				if m.Opts.Pass == toolchain.DevicePass && m.Of(f).Space == cudaspace.HostDevice {
					return true
				}
			}
		}
	}
	return false
}

// pragmasBefore are the pragmas that stand directly before a declaration, template headers between them left out.
func pragmasBefore(u *sema.Unit, s sema.Site) []string {
	if s.Chunk == nil {
		return nil
	}
	var out []string
	for i := int(s.Span.Lo) - 1; i >= 0; i-- {
		t := s.Chunk.Seg.Toks[s.Chunk.Lo+i]
		switch t.Kind {
		case token.Pragma:
			out = append(out, strings.TrimSpace(u.Text(t.Sym)))
			continue
		case token.Semi, token.RBrace, token.LBrace, token.Colon:
			return out
		}
	}
	for i := u.Index(s.Chunk) - 1; i >= 0 && u.Chunks[i].Kind == outline.ChunkPragma; i-- {
		c := u.Chunks[i]
		for _, t := range c.Seg.Toks[c.Lo:c.Hi] {
			if t.Kind == token.Pragma {
				out = append(out, strings.TrimSpace(u.Text(t.Sym)))
			}
		}
	}
	return out
}
