package language

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var languageVersion = &check.Rule{
	Slug: "language-version", Tag: "language-version",
	Title:    "A feature is used that the language version of the command lacks",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "c-language-support", Chapter: "Language",
	What: `Reports what needs a later version of C++ than the command's ~-std=~ asks for: ~auto~ and ~constexpr~ before C++11;
results that are deduced, generic lambdas, variable templates, and variables in ~constexpr~ functions before C++14;
~constexpr~ lambdas and ~auto~ template parameters before C++17; defaulted comparisons and ~consteval~ before C++20. It is
silent where the front end only warns, as of lambdas in C++03, ~if constexpr~ and structured bindings before C++17, and
where the version is not given.`,
	Why:     `nvcc's front end reads both passes in the version that the command asks for, and refuses what it lacks.`,
	Instead: `Ask for the version that has the feature, with ~-std=c++17~ for instance.`,
	Bad: `
// flags: -std=c++11
__device__ auto half_of(float x) { return x / 2; }
`,
	Good: `
// flags: -std=c++14
__device__ auto half_of(float x) { return x / 2; }
`,
	Check: checkLanguageVersion,
}

func checkLanguageVersion(p *check.Pass) {
	if !p.Command.StdGiven || !p.Command.Given {
		return
	}
	l := &languageCheck{u: p.Unit, std: p.Command.Std}
	if p.Command.Std03 {
		l.std = 3
	}
	if l.std >= 20 {
		return
	}
	outside := newerOutside.Outside(p.Spaces, func(found func(check.Report)) {
		l.found = found
		l.declared(p.Declared)
	})
	inside := newerInside.In(p.Spaces, p.Bodies(), func(b *sema.Facts, found func(check.Report)) {
		l.found = found
		l.body(b)
	})
	for _, r := range slices.Concat(outside, inside) {
		p.ReportOnce(r)
	}
}

var (
	newerOutside = spaces.NewJudgement[check.Report]()
	newerInside  = spaces.NewJudgement[check.Report]()
)

func (l *languageCheck) declared(d sema.Declared) {
	for _, f := range d.Funcs {
		l.function(f)
	}
	for _, v := range d.Vars {
		l.variable(v)
	}
	for _, v := range d.VarTemplates {
		l.needs(14, "a variable template", v.Site())
	}
	for _, c := range d.Classes {
		if c.Template != nil {
			l.parameters(c.Template)
		}
	}
}

func (l *languageCheck) body(b *sema.Facts) {
	for _, v := range b.Locals {
		l.variable(v)
		if onlyReturns(b.Func) {
			l.needs(14, "a variable in a constexpr function", v.Site())
		}
	}
	for _, lambda := range b.Lambdas {
		l.lambda(lambda)
	}
}

// onlyReturns reports whether C++11 wants nothing but a return statement of a function: it is constexpr, and no template, where
// the front end only warns.
func onlyReturns(f *sema.Func) bool {
	return f != nil && f.Constexpr && f.Closure == nil && f.Template == nil && (f.MemberOf == nil || f.MemberOf.Template == nil)
}

// languageCheck finds uses of features that are newer than the language of the command.
type languageCheck struct {
	u     *sema.Unit
	std   int
	found func(check.Report)
}

// needs reports what is a feature of version std on.
func (l *languageCheck) needs(std int, what string, at sema.Site) {
	if l.std >= std || at.IsZero() {
		return
	}
	l.found(check.Report{Site: at, Message: fmt.Sprintf("%s needs C++%d or later; the command asks for C++%02d", what, std, l.std)})
}

func (l *languageCheck) function(f *sema.Func) {
	if f.Closure != nil || f.Implicit {
		return
	}
	for _, fd := range f.Decls {
		if a, ok := fd.Spec.Type.(*ast.AutoType); ok && fd.Sig != nil && fd.Sig.Trailing == nil {
			l.needs(14, "a result that is deduced", sema.Site{Chunk: fd.Site.Chunk, Span: a.Span})
		}
		l.words(fd.Spec, fd.Site)
		if f.Comparison() && f.DefaultedFirst {
			l.needs(20, "a defaulted comparison", fd.Site)
		}
	}
	if f.Template != nil && f.Args == nil {
		l.parameters(f.Template)
	}
}

// words are those among specifiers that came with a version.
func (l *languageCheck) words(s *ast.Specifiers, at sema.Site) {
	if s.Flags&ast.Constexpr != 0 {
		l.needs(11, "constexpr", at)
	}
	if s.Flags&ast.Consteval != 0 {
		l.needs(20, "consteval", at)
	}
}

func (l *languageCheck) variable(v *sema.Var) {
	for _, d := range v.Decls {
		if a, ok := d.Spec.Type.(*ast.AutoType); ok {
			l.needs(11, "auto", sema.Site{Chunk: d.Site.Chunk, Span: a.Span})
		}
		l.words(d.Spec, d.Site)
	}
}

func (l *languageCheck) lambda(x *sema.Lambda) {
	intro := sema.Site{Chunk: x.Site.Chunk, Span: x.Expr.Intro}
	if x.CallT != nil && len(x.Expr.TParams) == 0 {
		l.needs(14, "a generic lambda", intro)
	}
	if x.Expr.Spec.Flags&ast.Constexpr != 0 {
		l.needs(17, "a constexpr lambda", intro)
	}
}

// parameters are a template's: auto stands for the type of a value from C++17 on.
func (l *languageCheck) parameters(t *sema.Template) {
	for _, param := range l.u.TemplateParams(t) {
		if a, ok := param.Decl.Spec.Type.(*ast.AutoType); ok && param.Decl.Kind == ast.ParamValue && a.Constraint == nil {
			l.needs(17, "auto as the type of a template parameter", sema.Site{Chunk: param.Site().Chunk, Span: a.Span})
		}
	}
}
