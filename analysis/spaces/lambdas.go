package spaces

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
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
	c.facts(&sema.Facts{Unevaluated: m.U.DeclaredLambdas(declared)})
	for _, f := range declared.Funcs {
		if !f.Implicit {
			c.facts(m.U.DefaultFacts(f))
		}
	}
	for _, k := range declared.Classes {
		c.facts(m.U.MemberInitFacts(k))
	}
	for _, list := range [][]*sema.Var{declared.VarTemplates, declared.MemberTemplates, declared.VarPartials} {
		for _, v := range list {
			c.pattern(v)
		}
	}
	for _, i := range declared.VarInstances {
		c.facts(m.U.VarFacts(i.Var))
	}
	if e == nil {
		for _, f := range bodies {
			c.facts(f)
		}
		return c.out
	}
	for _, f := range m.WithInstances(bodies) {
		if !f.Template {
			c.facts(f)
		}
	}
	for _, f := range e.Funcs() {
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

// pattern reads the initialiser of a variable template.
func (c *lambdaCollector) pattern(v *sema.Var) {
	first := len(c.out)
	c.facts(c.m.U.VarFacts(v))
	for i := range c.out[first:] {
		c.out[first+i].Definition = true
	}
}

func (c *lambdaCollector) facts(f *sema.Facts) {
	if f == nil {
		return
	}
	for _, l := range append(slices.Clip(f.Lambdas), f.Unevaluated...) {
		if c.seen[l] != nil || l.Site.Chunk == nil || l.Site.Chunk.System {
			continue
		}
		x := c.m.Lambda(l)
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

// Lambda finds out what a lambda's annotations mean where it stands.
func (m *Model) Lambda(l *sema.Lambda) Lambda {
	x := Lambda{Lambda: l, Lead: leadSpace(l)}
	trail := ast.Specifiers{CUDA: l.Expr.Spec.CUDA[l.Expr.Lead:]}
	x.Trail = Written(&trail)
	if !x.Lead.OnDevice() || l.InDefaultArg || l.InMemberInit {
		return x
	}
	for o := l.Outer; o != nil; o = o.Outer {
		lead := leadSpace(o)
		switch {
		case lead == cudaspace.Device:
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
	x := m.Lambda(l)
	return x.Extended && x.Parent != nil
}

// Annotation is the execution space that is written on a lambda, as far as that counts: behind the introducer, where extended lambdas
// may be. Zero leaves the space to where the lambda stands.
func (m *Model) Annotation(l *sema.Lambda) cudaspace.Space {
	if m.Opts.PlainLambdas {
		return 0
	}
	return leadSpace(l)
}

// leadSpace is the space that is written behind a lambda's introducer; __global__ means nothing there.
func leadSpace(l *sema.Lambda) cudaspace.Space {
	lead := ast.Specifiers{CUDA: l.Expr.Spec.CUDA[:l.Expr.Lead]}
	return Written(&lead) & cudaspace.HostDevice
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

// Extended reports whether a lambda is an extended one that may be an argument: such lambdas stand in functions, and generic ones
// are for the device alone.
func (m *Model) Extended(l *sema.Lambda) bool {
	w := m.Annotation(l)
	return m.Opts.ExtendedLambda && l.Func != nil && w&cudaspace.Device != 0 && (l.CallT == nil || w&cudaspace.Host == 0)
}
