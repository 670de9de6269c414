package lambdas

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// unnamedInClass reports a lambda in a member of a class template whose parameters do not all have names where it is defined. Of
// partial specialisations, and of templates that are declared before, nothing is said: which header counts is not known.
func unnamedInClass(p *check.Pass, l *spaces.Lambda) []check.Report {
	for c := l.Parent.MemberOf; c != nil; c, _ = c.Parent().(*sema.Class) {
		if c.Template == nil || c.Site() != c.Template.Site() {
			continue
		}
		for _, param := range p.Unit.TemplateParams(c.Template) {
			if param.Decl.Sym == 0 {
				return lambdaReport(l.ParamSite(), extendedName(l)+" stands in a class template with an unnamed parameter; give the parameter a name",
					check.Note{Site: c.Site(), Message: c.EntityName() + " has an unnamed template parameter"})
			}
		}
	}
	return nil
}

// parentParams are the template parameters of the function around a lambda, as its definition has them.
func parentParams(p *check.Pass, l *spaces.Lambda) []*ast.TemplateParam {
	if d := p.Unit.Definition(l.Parent); d != nil {
		return d.TemplateParams()
	}
	return nil
}

func unnamedInFunction(p *check.Pass, l *spaces.Lambda) []check.Report {
	if !slices.ContainsFunc(parentParams(p, l), func(t *ast.TemplateParam) bool { return t.Sym == 0 }) {
		return nil
	}
	return lambdaReport(l.ParamSite(), extendedName(l)+" stands in a function template with an unnamed parameter; give the parameter a name",
		parentNote(p, l, "has an unnamed template parameter"))
}

func severalPacks(p *check.Pass, l *spaces.Lambda) []check.Report {
	params := parentParams(p, l)
	for i, t := range params {
		if t.Pack && i < len(params)-1 {
			return lambdaReport(l.ParamSite(), extendedName(l)+" stands in a function template that can have one parameter pack only, as its last parameter",
				parentNote(p, l, "has a pack that is not its last template parameter"))
		}
	}
	return nil
}
