package lambdas

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// extendedLambdas makes the check of a rule about extended lambdas: fault gives the reports on one. Instances of a template
// repeat themselves; what is said of a place is said once.
func extendedLambdas(fault func(p *check.Pass, l *spaces.Lambda) []check.Report) func(*check.Pass) {
	return everyLambda(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		// Without the flag there are no extended lambdas, and the annotation itself is the fault.
		if !l.Extended || !p.Command.ExtendedLambda.On && p.Flagged(p.Command.ExtendedLambda) {
			return nil
		}
		return fault(p, l)
	})
}

// everyLambda makes the check of a rule about lambdas, extended or not.
func everyLambda(fault func(p *check.Pass, l *spaces.Lambda) []check.Report) func(*check.Pass) {
	return func(p *check.Pass) {
		list := kit.Lambdas.Of(p)
		for i := range list {
			for _, r := range fault(p, &list[i]) {
				p.ReportOnce(r)
			}
		}
	}
}

// lambdaParents makes the check of a rule about the function around an extended lambda.
func lambdaParents(fault func(p *check.Pass, l *spaces.Lambda) []check.Report) func(*check.Pass) {
	return extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Parent == nil || l.Within != nil {
			return nil
		}
		return fault(p, l)
	})
}

// lambdaCaptures makes the check of a rule about the captures of extended lambdas; fault is nil for those without fault. Of a lambda
// that stands where none may the front end looks at no variables in its introducer, and before CUDA 13.0 of none at what init-captures
// around it declare.
func lambdaCaptures(fault func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report) func(*check.Pass) {
	return extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		var out []check.Report
		for _, c := range l.Captures {
			if c.Init == nil && (l.Within != nil && !c.Implicit || c.Var != nil && c.Var.InitCapture && !p.Command.Release().InitCaptures) {
				continue
			}
			if r := fault(p, l, c); r != nil {
				r.Site = c.Site
				out = append(out, *r)
			}
		}
		return out
	})
}

// lambdaReport is the report of one fault of a lambda.
func lambdaReport(site sema.Site, message string, notes ...check.Note) []check.Report {
	return []check.Report{{Site: site, Message: message, Related: notes}}
}

// extendedName is "an extended __device__ lambda".
func extendedName(l *spaces.Lambda) string {
	space := cudaspace.Device
	if l.HostDevice() {
		space = cudaspace.HostDevice
	}
	return fmt.Sprintf("an extended %s lambda", space)
}

// capturedName is what people call what is captured.
func capturedName(p *check.Pass, c *sema.LambdaCapture) string {
	switch {
	case c.This:
		return "this"
	case c.Init != nil:
		return p.Unit.Text(c.Init.Sym())
	case c.Var != nil && c.Var.Sym() != 0:
		return p.Unit.Text(c.Var.Sym())
	}
	return "a variable"
}

// capturedNote points at the declaration of a captured variable.
func capturedNote(p *check.Pass, c *sema.LambdaCapture) []check.Note {
	if c.Var == nil || c.Var.Site().IsZero() {
		return nil
	}
	return []check.Note{{Site: c.Var.Site(), Message: capturedName(p, c) + " is declared here"}}
}

// parentNote points at the function around a lambda.
func parentNote(p *check.Pass, l *spaces.Lambda, what string) check.Note {
	return check.Note{Site: l.Parent.Site(), Message: spell.Func(p.Unit, l.Parent) + " " + what}
}

// hiddenName is how a person names a type that cannot be named elsewhere.
func hiddenName(p *check.Pass, e sema.Entity) string {
	switch x := e.(type) {
	case *sema.Class:
		if x.Lambda != nil {
			return "the type of a lambda"
		}
		return spell.Type(p.Unit, p.Unit.ClassType(x), nil)
	case *sema.Enum:
		return spell.Type(p.Unit, p.Unit.EnumType(x), nil)
	}
	return e.EntityName()
}

// hiddenNote points at the declaration of a hidden type.
func hiddenNote(p *check.Pass, e sema.Entity, why Hidden) []check.Note {
	if e.Site().IsZero() {
		return nil
	}
	what := "is local to a function"
	if why == privateType {
		what = "is a private or protected member"
	}
	return []check.Note{{Site: e.Site(), Message: hiddenName(p, e) + " " + what}}
}

// hiddenAdvice says how a type comes to have a name elsewhere.
func hiddenAdvice(why Hidden) string {
	if why == privateType {
		return "make it public"
	}
	return "declare it outside of functions"
}

// hiddenKind completes "T is …".
func hiddenKind(why Hidden) string {
	if why == privateType {
		return "private or protected"
	}
	return "local to a function"
}

// hiddenCaptures makes the check of a rule about captured variables of types that code elsewhere cannot name.
func hiddenCaptures(why Hidden) func(*check.Pass) {
	return lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if l.Definition || c.Init != nil && l.HostDevice() || byGeneric(l, c) {
			return nil // a __host__ __device__ lambda may have no init-capture of any type
		}
		e := hiddenCapture(p.Spaces, l, c, why)
		if e == nil {
			return nil
		}
		return &check.Report{
			Message: fmt.Sprintf("%s is captured by %s, and its type mentions %s, which is %s: host code has to name the type; %s",
				capturedName(p, c), extendedName(l), hiddenName(p, e), hiddenKind(why), hiddenAdvice(why)),
			Related: append(hiddenNote(p, e, why), capturedNote(p, c)...),
		}
	})
}

// byGeneric reports whether a lambda captures by a mention in a generic one, which it may be itself: the front end does not look at the
// types of what is captured so.
func byGeneric(l *spaces.Lambda, c *sema.LambdaCapture) bool {
	if !c.Implicit {
		return false
	}
	for in := c.From; in != nil; in = in.Outer {
		if in.CallT != nil {
			return true
		}
		if in == l.Lambda {
			break
		}
	}
	return false
}

// hiddenCalls makes the check of a rule about parameters and results, of __host__ __device__ lambdas, of types that code
// elsewhere cannot name.
func hiddenCalls(why Hidden) func(*check.Pass) {
	return extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Definition || !l.HostDevice() {
			return nil
		}
		e := hiddenInCall(p.Spaces, l, why)
		if e == nil {
			return nil
		}
		return lambdaReport(l.IntroSite(), fmt.Sprintf(
			"a parameter or the result of %s mentions %s, which is %s: host code has to name the type; %s",
			extendedName(l), hiddenName(p, e), hiddenKind(why), hiddenAdvice(why)), hiddenNote(p, e, why)...)
	})
}

// hiddenArguments makes the check of a rule about template arguments, of the function around a lambda, that code elsewhere
// cannot name.
func hiddenArguments(why Hidden) func(*check.Pass) {
	return lambdaParents(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Definition {
			return nil
		}
		e := hiddenAmong(p.Spaces, l.Parent.Args, why)
		if e == nil {
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in %s, whose template argument mentions %s, which is %s: host code has to name the function; %s",
			extendedName(l), spell.Func(p.Unit, l.Parent), hiddenName(p, e), hiddenKind(why), hiddenAdvice(why)),
			append(hiddenNote(p, e, why), parentNote(p, l, "is instantiated with it"))...)
	})
}

// lambdaTokens are the places of those tokens of a lambda's specifiers that are spelled in one of some ways; its parameters are
// left out.
func lambdaTokens(p *check.Pass, l *spaces.Lambda, spellings ...string) []sema.Site {
	var out []sema.Site
	spec := sema.Site{Chunk: l.Site.Chunk, Span: l.Expr.Spec.Span}
	for i, t := range spec.Tokens() {
		at := spec.Span.Lo + int32(i)
		if sig := l.Expr.Sig; sig != nil && at >= sig.Span.Lo && at < sig.Span.Hi {
			continue
		}
		if slices.Contains(spellings, p.Unit.Text(t.Sym)) {
			out = append(out, sema.Site{Chunk: spec.Chunk, Span: ast.Span{Lo: at, Hi: at + 1}})
		}
	}
	return out
}

// introOrParams is a lambda's introducer, where the parameter list stands on the same line: the front end points there.
func introOrParams(l *spaces.Lambda) sema.Site {
	intro, params := l.IntroSite(), l.ParamSite()
	a, _ := check.PlaceOf(intro)
	b, _ := check.PlaceOf(params)
	if a.IsZero() || a.File != b.File || a.File.LineOf(a.Span.Start) != b.File.LineOf(b.Span.Start) {
		return params
	}
	return intro
}

// firstOf is the first token of a site.
func firstOf(s sema.Site) sema.Site {
	s.Span.Hi = s.Span.Lo + 1
	return s
}

// captureDefault is the place of a lambda's capture-default, none where there is none.
func captureDefault(l *spaces.Lambda) (sema.Site, bool) {
	s := l.IntroSite()
	if l.Expr.Default == token.EOF || s.Span.Hi-s.Span.Lo < 3 {
		return s, false
	}
	s.Span.Lo++
	return firstOf(s), true
}

// arrayRank counts the dimensions of an array.
func arrayRank(t *types.Type) (rank int, elem *types.Type) {
	for elem = t; elem.Kind == types.Array; elem = elem.Elem {
		rank++
	}
	return rank, elem
}
