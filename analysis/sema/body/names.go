package body

import (
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/sema/parts"
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
			for _, o := range parts.Openings(c) {
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

// ReadMeant reads what the names of the unit's main file mean that are known by now, wherever it is declared there: whoever asks what one of
// them is, as a hover does, is told nothing that was not read. What is half typed belongs to no list of what is declared.
func (u *Model) ReadMeant(d sema.Declared) {
	m := &declReader{u: u, wanted: outline.AllNames(), seen: make(map[*sema.Class]bool, len(d.Classes)), types: true}
	for _, c := range d.Classes {
		m.seen[c] = true
	}
	done := make(map[sema.Entity]bool, len(d.Funcs))
	for _, f := range d.Funcs {
		done[sema.Written(f)] = true
	}
	for more := true; more; {
		more = false
		for _, meaning := range u.Meanings() {
			for _, e := range meaning.Found {
				if c := e.Site().Chunk; done[e] || c == nil || c.Inclusion != 0 {
					continue
				}
				done[e], more = true, true
				u.Attempt(e, func() { m.entity(e) })
			}
		}
	}
}

func (m *declReader) entity(e sema.Entity) {
	if t, ok := e.(*sema.Template); ok && t.Func != nil {
		e = t.Func
	}
	switch e := e.(type) {
	case *sema.Func:
		m.function(e)
		m.u.FuncType(e)
		m.u.Facts(e)
	case *sema.Template:
		if c := m.u.PatternClass(e); c != nil {
			m.u.Complete(c) // its syntax is known by then
			m.class(c)
		}
	case *sema.Class:
		m.class(e)
	case *sema.Field:
		m.class(e.Class)
		m.u.FieldType(e)
	case *sema.Var:
		m.u.VarType(e)
	case *sema.Typedef:
		m.u.TypedefType(e)
	}
}
