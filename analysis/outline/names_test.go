package outline

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// declared lists the names that declarations put into their scope, and those of templates at any depth.
func declared(in *token.Interner, decls []ast.Decl) (names, templates []token.Sym) {
	symOf := func(p *ast.NamePart) token.Sym {
		switch p.Kind {
		case ast.NameIdent:
			return p.Sym
		case ast.NameOperator:
			return OperatorSym(in, in.Text(p.Sym))
		case ast.NameLiteral:
			return LiteralSym(in, in.Text(p.Sym))
		}
		return 0
	}
	add := func(list *[]token.Sym, s token.Sym) {
		if s != 0 {
			*list = append(*list, s)
		}
	}
	var visit func(d ast.Decl, template, member bool)
	typeOf := func(t ast.TypeSpec, template, member bool) {
		switch t := t.(type) {
		case *ast.ClassType:
			if n := t.Class.Name; n == nil && !member {
				for _, m := range t.Class.Members {
					visit(m.Decl, false, false)
				}
			} else {
				if n != nil && len(n.Parts) == 1 && !n.Last().HasArgs {
					if !member {
						add(&names, n.Last().Sym)
					}
					if template {
						add(&templates, n.Last().Sym)
					}
				}
				for _, m := range t.Class.Members {
					visit(m.Decl, false, true)
				}
			}
		case *ast.ElaboratedType:
			if len(t.Name.Parts) == 1 && !t.Name.Last().HasArgs {
				if !member {
					add(&names, t.Name.Last().Sym)
				}
				if template {
					add(&templates, t.Name.Last().Sym)
				}
			}
		case *ast.EnumType:
			if n := t.Enum.Name; n != nil && len(n.Parts) == 1 && !member {
				add(&names, n.Last().Sym)
			}
			if !member && !t.Enum.Scoped {
				for _, e := range t.Enum.Enumerators {
					add(&names, e.Sym)
				}
			}
		}
	}
	visit = func(d ast.Decl, template, member bool) {
		switch d := d.(type) {
		case *ast.SimpleDecl:
			typeOf(d.Spec.Type, template && len(d.Declarators) == 0, member || d.Spec.Flags&ast.Friend != 0)
			for _, dl := range d.Declarators {
				if dl.Name == nil || len(dl.Name.Parts) != 1 {
					continue
				}
				if !member && d.Spec.Flags&ast.Friend == 0 {
					add(&names, symOf(dl.Name.Last()))
				}
				if template && !dl.Name.Last().HasArgs && dl.Name.Last().Kind != ast.NameLiteral {
					add(&templates, symOf(dl.Name.Last()))
				}
			}
		case *ast.TemplateDecl:
			for _, p := range d.Params {
				if p.Kind == ast.ParamTemplate {
					add(&templates, p.Sym)
				}
			}
			visit(d.Inner, len(d.Params) > 0, member)
		case *ast.ExplicitInst:
		case *ast.AliasDecl:
			if !member {
				add(&names, d.Sym)
			}
			if template {
				add(&templates, d.Sym)
			}
		case *ast.ConceptDecl:
			add(&names, d.Sym)
			add(&templates, d.Sym)
		case *ast.NamespaceAlias:
			add(&names, d.Sym)
		case *ast.UsingDecl:
			for _, n := range d.Names {
				if !member && !d.Enum {
					add(&names, symOf(n.Last()))
				}
			}
		case *ast.DeductionGuide:
			if !member {
				add(&names, d.Name.Last().Sym)
			}
		case *ast.BindingDecl:
			names = append(names, d.Syms...)
		case *ast.LinkageDecl:
			for _, d := range d.Decls {
				visit(d, false, member)
			}
		}
	}
	for _, d := range decls {
		visit(d, false, false)
	}
	return names, templates
}

// missingFrom is the first of want that is not in the sorted list have.
func missingFrom(want, have []token.Sym) (token.Sym, bool) {
	for _, s := range want {
		if _, ok := slices.BinarySearch(have, s); !ok {
			return s, true
		}
	}
	return 0, false
}
