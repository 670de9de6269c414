package body

import (
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
)

// ReadAll reads the declarations in which a noted name stands and that nothing asked for yet, using-declarations too.
func (u *Model) ReadAll(d sema.Declared) {
	switch {
	case u.Names == nil:
		return
	case u.Names.Name == 0:
		u.DeclaredTypes(d)
		m := &declReader{u: u, wanted: outline.AllNames(), seen: make(map[*sema.Class]bool), types: true}
		m.all(d)
		for _, v := range slices.Concat(d.VarTemplates, d.MemberTemplates) {
			for _, vd := range v.Decls {
				m.initializer(vd.Scope, vd.Dtor.Init)
			}
		}
		for _, v := range slices.Concat(d.MemberTemplates, d.VarPartials) {
			for _, vd := range u.VarDecls(v) {
				u.Names.Declared(v, vd.Site)
			}
		}
		for _, i := range d.VarInstances {
			u.Names.Declared(i.Var, i.Site)
		}
		for _, c := range d.Classes {
			if def := c.Def(); def != nil && def.Name != nil && def.Name.Qualified() {
				u.Names.Declared(c, sema.Site{Chunk: c.DefSite().Chunk, Span: def.Name.Last().Span})
			}
		}
		for _, c := range u.Own {
			for _, o := range sema.Openings(c) {
				u.Names.Declared(o.Namespace, o.Site)
			}
		}
		return
	}
	name := u.Names.Name
	var wanted sema.NameSet
	wanted.Add(name)
	m := &declReader{u: u, wanted: wanted, seen: make(map[*sema.Class]bool), types: true}
	m.all(d)
	var within func(ns *sema.Namespace)
	within = func(ns *sema.Namespace) {
		u.LookupDirect(ns, name, sema.MaxOrd)
		for _, child := range ns.Nested {
			within(child)
		}
	}
	within(u.Global)
	for _, c := range d.Classes {
		u.LookupMember(c, name)
	}
}
