package spaces

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Lambda is a lambda as the restrictions on execution spaces of lambdas see it: one expression in one environment.
type Lambda struct {
	*sema.Lambda
	// Lead is the space that is written where one may stand, behind the introducer; Trail what is written behind the parameters.
	Lead, Trail cudaspace.Space
	// Definition: it is read in a template's definition. What depends on types is for instances to say, even where it does not
	// depend on the template's parameters.
	Definition bool
	// Extended: annotated as device code while what stands around it is not: host code then has to name its type.
	Extended bool
	// Parent is the function that an extended lambda stands in, the innermost that is no lambda. It is nil where there is none,
	// which Within, the lambda around, is to blame for.
	Parent *sema.Func
	// Within is the lambda around in which no extended one may stand: a generic one, an extended one that is __host__
	// __device__ itself, or the outermost where there is no function around.
	Within *sema.Lambda
}

// HostDevice reports whether the lambda is annotated for both sides.
func (l *Lambda) HostDevice() bool { return l.Lead&cudaspace.HostDevice == cudaspace.HostDevice }

// Generic reports whether the lambda's call operator is a template.
func (l *Lambda) Generic() bool { return l.CallT != nil }

// Lambdas are the lambdas of the unit's own files that a pass reads: those in bodies and initialisers, default arguments
// included, and in the device pass those of the instances that they bring about in the place of templates' definitions. Each
// stands behind the one around it.
func (m *Model) Lambdas(declared sema.Declared, bodies []*sema.Facts, e *Emission) []Lambda {
	c := &lambdaCollector{m: m, seen: make(map[*sema.Lambda]*Lambda)}
	for _, f := range declared.Funcs {
		if !f.Implicit {
			c.facts(m.U.DefaultFacts(f))
		}
	}
	for _, k := range declared.Classes {
		c.facts(m.U.MemberInitFacts(k))
	}
	if e == nil {
		for _, f := range bodies {
			c.facts(f)
		}
		return c.out
	}
	for _, f := range m.withInstances(bodies) {
		if !f.Template {
			c.facts(f)
		}
	}
	for _, f := range e.Funcs {
		if facts := m.U.Facts(f); facts != nil && !facts.Template {
			c.facts(facts)
		}
	}
	return c.out
}

type lambdaCollector struct {
	m    *Model
	seen map[*sema.Lambda]*Lambda
	out  []Lambda
}

func (c *lambdaCollector) facts(f *sema.Facts) {
	if f == nil {
		return
	}
	for _, l := range f.Lambdas {
		if c.seen[l] != nil || l.Site.Chunk == nil || l.Site.Chunk.System {
			continue
		}
		x := c.m.lambda(l)
		if l.Unexplained() {
			continue // what kind of lambda it is, is not known
		}
		x.Definition = f.Template
		c.seen[l] = &x
		c.out = append(c.out, x)
		if l.Call != nil {
			c.facts(c.m.U.Facts(l.Call))
		} else if l.CallT != nil {
			c.facts(c.m.U.Facts(l.CallT.Func))
		}
	}
}

// lambda finds out what a lambda's annotations mean where it stands.
func (m *Model) lambda(l *sema.Lambda) Lambda {
	x := Lambda{Lambda: l, Lead: leadSpace(l)}
	trail := ast.Specifiers{CUDA: l.Expr.Spec.CUDA[l.Expr.Lead:]}
	x.Trail = Written(&trail)
	if !x.Lead.OnDevice() || l.InDefaultArg || l.InMemberInit {
		return x
	}
	for o := l.Outer; o != nil; o = o.Outer {
		lead := leadSpace(o)
		switch {
		case lead&cudaspace.HostDevice == cudaspace.Device:
			x.Within = nil
			return x // device code around it
		case x.Within == nil && (o.CallT != nil || lead.OnDevice() && m.ExtendedClosure(o)):
			x.Within = o
		}
	}
	x.Parent = l.Func
	if l.Func == nil {
		if x.Within == nil {
			for o := l.Outer; o != nil; o = o.Outer {
				x.Within = o
			}
		}
		x.Extended = x.Within != nil
		return x
	}
	around := m.Of(l.Func)
	x.Extended = around.Known && around.Space.OnHost()
	return x
}

// ExtendedClosure reports whether a lambda is extended and stands in a function: the type of its closure then has a name of
// its own for host code.
func (m *Model) ExtendedClosure(l *sema.Lambda) bool {
	x := m.lambda(l)
	return x.Extended && x.Parent != nil
}

// unnamedClosure reports whether a lambda certainly stands in a function and is not extended there.
func (m *Model) unnamedClosure(l *sema.Lambda) bool {
	x := m.lambda(l)
	return l.Func != nil && !l.Unexplained() && !x.Extended && (!x.Lead.OnDevice() || m.Of(l.Func).Known)
}

func leadSpace(l *sema.Lambda) cudaspace.Space {
	lead := ast.Specifiers{CUDA: l.Expr.Spec.CUDA[:l.Expr.Lead]}
	return Written(&lead)
}

// ParamSite is the lambda's parameter list, its body's opening brace where none is written.
func (l *Lambda) ParamSite() sema.Site {
	if sig := l.Expr.Sig; sig != nil {
		s := sema.Site{Chunk: l.Site.Chunk, Span: sig.Span}
		if t := s.Tokens(); len(t) > 0 && t[0].Kind == token.LParen {
			return s
		}
	}
	return l.BraceSite()
}

// IntroSite is the lambda's introducer, from [ to ].
func (l *Lambda) IntroSite() sema.Site { return sema.Site{Chunk: l.Site.Chunk, Span: l.Expr.Intro} }

// BraceSite is the opening brace of the lambda's body.
func (l *Lambda) BraceSite() sema.Site {
	s := l.Site
	if b := l.Expr.Block; b != nil {
		s.Span = ast.Span{Lo: b.Span.Lo, Hi: b.Span.Lo + 1}
	}
	return s
}

// Hidden tells why code elsewhere cannot name a type.
type Hidden uint8

// The reasons.
const (
	// LocalType: the type is local to a function, or the type of a closure.
	LocalType Hidden = iota
	// PrivateType: the type is a private or protected member of a class.
	PrivateType
)

// HiddenIn is the first class or enumeration that a type mentions and that is hidden: through pointers, references, arrays,
// members' pointers and template arguments; through function types where functions is set. A member of a hidden type is hidden
// with it. It is nil where there is none, as far as the type is known.
func (m *Model) HiddenIn(t *types.Type, why Hidden, functions bool) sema.Entity {
	s := hiddenSearch{m, why, functions}
	return s.typ(t)
}

// HiddenAmong is HiddenIn for template arguments; types alone count, not values and templates.
func (m *Model) HiddenAmong(args []types.Arg, why Hidden) sema.Entity {
	s := hiddenSearch{m, why, false}
	return s.args(args)
}

type hiddenSearch struct {
	m         *Model
	why       Hidden
	functions bool
}

func (s hiddenSearch) typ(t *types.Type) sema.Entity {
	if t == nil {
		return nil
	}
	switch t.Kind {
	case types.Pointer, types.LRef, types.RRef, types.Array, types.Expansion:
		return s.typ(t.Elem)
	case types.MemberPointer:
		if e := s.typ(t.Elem); e != nil {
			return e
		}
		return s.typ(t.Class)
	case types.Func:
		if !s.functions {
			return nil
		}
		for _, p := range t.Params {
			if e := s.typ(p); e != nil {
				return e
			}
		}
		return s.typ(t.Elem)
	case types.Class, types.Enum:
		if e, ok := t.Decl.(sema.Entity); ok {
			return s.entity(e)
		}
	}
	return nil
}

func (s hiddenSearch) args(args []types.Arg) sema.Entity {
	for _, a := range args {
		var e sema.Entity
		switch a.Kind {
		case types.TypeArg:
			e = s.typ(a.Type)
		case types.PackArg:
			e = s.args(a.Pack)
		}
		if e != nil {
			return e
		}
	}
	return nil
}

// entity looks at a class or enumeration, its template arguments, and the classes around it.
func (s hiddenSearch) entity(e sema.Entity) sema.Entity {
	for e != nil {
		var parent sema.Entity
		var args []types.Arg
		switch x := e.(type) {
		case *sema.Class:
			parent, args = x.Parent(), x.Args
		case *sema.Enum:
			parent = x.Parent()
		default:
			return nil
		}
		if s.hides(e) {
			return e
		}
		if found := s.args(args); found != nil {
			return found
		}
		outer, ok := parent.(*sema.Class)
		if !ok {
			return nil
		}
		e = outer
	}
	return nil
}

func (s hiddenSearch) hides(e sema.Entity) bool {
	var local bool
	var access ast.Access
	switch x := e.(type) {
	case *sema.Class:
		local, access = x.Local, x.Access
		if x.Lambda != nil {
			local = s.m.unnamedClosure(x.Lambda)
		}
	case *sema.Enum:
		local, access = x.Local, x.Access
	}
	if s.why == LocalType {
		return local
	}
	return Restricted(access)
}

// Restricted reports whether a member may not be named outside of its class and those derived from it.
func Restricted(a ast.Access) bool { return a == ast.Private || a == ast.Protected }

// InnerLocal reports whether a class is local to a function, or a member of one that is.
func InnerLocal(c *sema.Class) bool {
	for ; c != nil; c, _ = c.Parent().(*sema.Class) {
		if c.Local && c.Lambda == nil {
			return true
		}
	}
	return false
}

// HiddenCapture is a hidden type that a capture's type mentions.
func (m *Model) HiddenCapture(c *sema.LambdaCapture, why Hidden) sema.Entity {
	if t := m.CaptureType(c); t != nil {
		return m.HiddenIn(t, why, false)
	}
	return nil
}

// CaptureType is the type of the variable that is captured, or of the one that an init-capture declares; nil for this.
func (m *Model) CaptureType(c *sema.LambdaCapture) *types.Type {
	switch {
	case c.Init != nil:
		return m.U.VarType(c.Init)
	case c.Var != nil:
		return m.U.VarType(c.Var)
	}
	return nil
}

// HiddenInCall is a hidden type that the parameters or the result of a lambda's call operator mention.
func (m *Model) HiddenInCall(l *Lambda, why Hidden) sema.Entity {
	if l.Call == nil {
		return nil
	}
	t := m.U.FuncType(l.Call)
	if t.Kind != types.Func {
		return nil
	}
	for _, p := range slices.Concat(t.Params, []*types.Type{m.U.ResultType(l.Call)}) {
		if e := m.HiddenIn(p, why, true); e != nil {
			return e
		}
	}
	return nil
}

// Inherited is the execution space that a lambda would have without annotation; zero where it is not known.
func (m *Model) Inherited(l *sema.Lambda) cudaspace.Space {
	i := m.unannotated(l)
	if !i.Known {
		return 0
	}
	return i.Space
}
