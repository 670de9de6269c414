package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// Attr is the first of a declaration's attributes that has one of the names, without namespace and underscores; nil where
// there is none.
func (u *Unit) Attr(s *ast.Specifiers, names ...string) *ast.Attr {
	if s == nil {
		return nil
	}
	for i := range s.Attrs {
		if slices.Contains(names, u.Text(s.Attrs[i].Name)) {
			return &s.Attrs[i]
		}
	}
	return nil
}

// ---- What functions are declared to do

// Attribute is the place of an attribute on the first declaration of f that carries it.
func (u *Unit) Attribute(f *Func, name string) (Site, bool) {
	sym := u.Sym(name)
	for _, d := range f.Decls {
		if a := DeclaredWith(sym, d.Spec, d.Dtor); a != nil {
			return Site{d.Site.Chunk, a.Span}, true
		}
	}
	return Site{}, false
}

// DeclaredWith is the attribute of a name among those of a declaration, nil where there is none.
func DeclaredWith(name token.Sym, spec *ast.Specifiers, dtor *ast.Declarator) *ast.Attr {
	var lists [2][]ast.Attr
	if spec != nil {
		lists[0] = spec.Attrs
	}
	if dtor != nil {
		lists[1] = dtor.Attrs
	}
	for _, list := range lists {
		for i := range list {
			if list[i].Name == name && list[i].Style != ast.AttrDeclspec { // which compilers for Linux ignore
				return &list[i]
			}
		}
	}
	return nil
}

// NoReturn reports whether f is declared never to return.
func (u *Unit) NoReturn(f *Func) bool {
	_, yes := u.Attribute(f, "noreturn")
	return yes
}
