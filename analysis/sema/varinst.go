package sema

import "cudals/analysis/ast"

// VarInstance is an instance of a variable template that a declaration of its own makes.
type VarInstance struct {
	Var  *Var
	Site Site
}

// DeclaredInstances are the explicit specialisations of a variable template and its explicit instantiations.
func (u *Unit) DeclaredInstances(t *Template) []VarInstance {
	var out []VarInstance
	u.loadSpecs(t)
	for _, ps := range t.partials {
		if ps.Head == nil || len(ps.Head.Params) > 0 || !u.specArgs(t, ps) {
			continue
		}
		if v := u.InstantiateVar(t, ps.Args); v != nil {
			out = append(out, VarInstance{v, v.Site()})
		}
	}
	for _, ei := range u.explicitInsts {
		sd, ok := ei.decl.Inner.(*ast.SimpleDecl)
		if !ok || ei.decl.Extern {
			continue
		}
		for _, dt := range sd.Declarators {
			if dt.Name == nil || !dt.Name.Last().HasArgs || dt.Name.Last().Sym != t.Spelling {
				continue
			}
			found := u.LookupName(ei.scope, dt.Name)
			if len(found.Entities) != 1 {
				continue
			}
			v, ok := found.Entities[0].(*Var)
			if !ok && found.Entities[0] == Entity(t) {
				v = u.InstantiateVar(t, u.ResolveTemplateArgs(ei.scope, dt.Name.Last().Args, t))
			}
			if v != nil && v.Template == t {
				out = append(out, VarInstance{v, Site{ei.chunk, dt.Name.Span}})
			}
		}
	}
	return out
}
