package templates

import (
	"fmt"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// The instances of kernels and device variables that cannot be named from outside are found once, in spaces; each rule takes
// those with its own fault.

// kernelArgs makes the check of a rule about what kernels are instantiated with, variableArgs of one about variable templates.
func kernelArgs(why Unnameable) func(*check.Pass) {
	return func(p *check.Pass) { reportInstances(p, why, false) }
}

func variableArgs(why Unnameable) func(*check.Pass) {
	return func(p *check.Pass) { reportInstances(p, why, true) }
}

func reportInstances(p *check.Pass, why Unnameable, variables bool) {
	said := map[sema.Entity]bool{}
	list := faultyInstances.Of(p)
	for i := range list {
		f := &list[i]
		if (f.Var != nil) != variables {
			continue
		}
		for j := range f.Faults {
			a := &f.Faults[j]
			if a.Why != why || !judgedLambda(p, a) {
				continue
			}
			r := instanceReport(p, f, a)
			if why == sharedLocalArg { // said of the type, where it is declared
				if e := a.Entity; !said[e] {
					said[e] = true
					p.Report(r)
				}
				continue
			}
			p.Report(r)
			break // one of several types that make the instance as bad
		}
	}
}

// judgedLambda reports whether the verdict on a lambda hangs on no guessed flag.
func judgedLambda(p *check.Pass, a *ArgFault) bool {
	c, ok := a.Entity.(*sema.Class)
	return !ok || c.Lambda == nil || spaces.Written(&c.Lambda.Expr.Spec) == 0 || p.Flagged(p.Command.ExtendedLambda)
}

// instanceReport words what is wrong with an argument of an instance.
func instanceReport(p *check.Pass, f *FaultyInstance, a *ArgFault) check.Report {
	u := p.Unit
	r := check.Report{Site: f.Site}
	if f.Body != nil {
		r.Func = f.Body.Func
	}
	what := "the instance " + instanceName(p, f)
	if f.Var == nil {
		what = "the kernel instance " + instanceName(p, f)
	}
	if a.Why == textureArg {
		r.Message = fmt.Sprintf("%s takes a texture or surface as a template argument, which has no address on the device; pass a texture object by value", spell.Func(u, f.Func))
		return r
	}
	declared := entitySite(a.Entity)
	name := argName(p, a)
	switch a.Why {
	case closureArg:
		r.Message = fmt.Sprintf("%s is made with the type of %s, which host code alone knows; %s", what, name, lambdaAdvice(p, f, a))
		r.Related = []check.Note{{Site: declared, Message: "the lambda"}}
		r.Fixes = extendLambda(p, f, a)
	case localArg:
		r.Message = fmt.Sprintf("%s is made with %s, which is local to %s; declare the type outside of functions", what, name, hostPlace(p, a))
		r.Related = []check.Note{{Site: declared, Message: name + " is declared here"}}
	case sharedLocalArg:
		r.Site, r.Func = declared, nil
		r.Message = fmt.Sprintf("%s is local to %s, which is __host__ __device__, and %s is made with it: such a kernel cannot be launched from host code",
			name, spell.Func(u, a.Outer), what)
		r.Related = []check.Note{{Site: f.Site, Message: what + " is used here"}}
	case privateArg:
		r.Message = fmt.Sprintf("%s is made with %s, which is %s; make it public, or declare it outside of the class", what, name, privacy(p, a))
		r.Related = []check.Note{{Site: entitySite(a.Member), Message: "declared here"}}
	case privateTemplateArg:
		r.Message = fmt.Sprintf("%s is made with the template %s, which is %s; make it public, or declare it outside of the class", what, name, privacy(p, a))
		r.Related = []check.Note{{Site: declared, Message: "declared here"}}
	case unnamedArg:
		r.Message = fmt.Sprintf("%s is made with %s; give the type a name", what, name)
		r.Related = []check.Note{{Site: declared, Message: "the type without a name"}}
		r.Fixes = nameType(a)
	}
	return r
}

func instanceName(p *check.Pass, f *FaultyInstance) string {
	if f.Var != nil {
		return f.Var.EntityName() + "<...>"
	}
	return spell.Func(p.Unit, f.Func)
}

// argName is a type or template at fault as a person would call it.
func argName(p *check.Pass, a *ArgFault) string {
	if c, ok := a.Entity.(*sema.Class); ok && c.Lambda != nil {
		return "a lambda"
	}
	switch {
	case a.Type == nil:
		return a.Entity.EntityName()
	case unnamed(a.Entity):
		return "an unnamed " + typeWord(a.Entity)
	}
	return spell.Type(p.Unit, a.Type, nil)
}

// typeWord is the sort of a type.
func typeWord(e sema.Entity) string {
	c, ok := e.(*sema.Class)
	switch {
	case !ok:
		return "enumeration"
	case c.Key == ast.KeyUnion:
		return "union"
	case c.Key == ast.KeyClass:
		return "class"
	}
	return "struct"
}

// hostPlace is the host function that a type is local to.
func hostPlace(p *check.Pass, a *ArgFault) string {
	if a.Outer == nil {
		return "a lambda that stands in no function"
	}
	return spell.Func(p.Unit, a.Outer) + ", a __host__ function"
}

// privacy says which private class or template stands in the way.
func privacy(p *check.Pass, a *ArgFault) string {
	access, parent := accessOf(a.Member)
	word := "private"
	if access == ast.Protected {
		word = "protected"
	}
	if parent != nil {
		word += " in " + spell.Type(p.Unit, p.Unit.ClassType(parent), nil)
	}
	if a.Member != a.Entity {
		return fmt.Sprintf("a member of %s, which is %s", a.Member.EntityName(), word)
	}
	return word
}

func entitySite(e sema.Entity) sema.Site {
	if c, ok := e.(*sema.Class); ok && c.Lambda != nil {
		return sema.Site{Chunk: c.Lambda.Site.Chunk, Span: c.Lambda.Expr.Intro}
	}
	s := e.Site()
	if x, ok := e.(*sema.Enum); ok && x.Sym() == 0 {
		s.Span.Hi = s.Span.Lo + 1
	}
	return s
}

// lambdaAdvice says how a lambda could be an argument, if it can.
func lambdaAdvice(p *check.Pass, f *FaultyInstance, a *ArgFault) string {
	l := a.Entity.(*sema.Class).Lambda
	switch {
	case f.Var != nil || l.Func == nil:
		return "use a named class with an operator() instead"
	case p.Command.ExtendedLambda.On:
		return "mark the lambda __device__, or use a named class with an operator() instead"
	}
	return "compile with --extended-lambda and mark the lambda __device__, or use a named class with an operator() instead"
}

// extendLambda marks a lambda __device__ where that makes it an extended one that captures nothing by reference.
func extendLambda(p *check.Pass, f *FaultyInstance, a *ArgFault) []check.Mend {
	l := a.Entity.(*sema.Class).Lambda
	e := l.Expr
	if f.Var != nil || l.Func == nil || !p.Command.ExtendedLambda.On || p.Spaces.Annotation(l) != 0 || len(e.TParams) > 0 || e.Default == token.Amp {
		return nil
	}
	for i := range e.Captures {
		if e.Captures[i].ByRef {
			return nil
		}
	}
	words := "__device__"
	if l.Call != nil && kit.Callers.Of(p)[l.Call]&cudaspace.Host != 0 {
		words = cudaspace.HostDevice.String()
	}
	return []check.Mend{{
		Title: "Mark the lambda " + words, Preferred: true,
		Changes: []check.Change{{
			Site: entitySite(l.Class), How: check.InsertAfter, Text: " " + mend.AsWritten(p.Unit, entitySite(l.Class), words) + " ",
		}},
	}}
}

// nameType gives an unnamed type a name.
func nameType(a *ArgFault) []check.Mend {
	word := typeWord(a.Entity)
	name := "Named" + strings.ToUpper(word[:1]) + word[1:]
	return []check.Mend{{
		Title:   "Name the type " + name,
		Changes: []check.Change{{Site: entitySite(a.Entity), How: check.InsertAfter, Text: " " + name}},
	}}
}
