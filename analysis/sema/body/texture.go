package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// IsTexture reports whether a type is a class that stands for a texture or surface: one that the compiler knows by its mark, and
// of whose objects device code may only use the value. A class that is derived from one is none.
func (u *Model) IsTexture(t *types.Type) bool {
	c := u.ClassOf(t)
	return c != nil && c.Syntax != nil && slices.ContainsFunc(c.Syntax.CUDA, func(s ast.CUDASpec) bool {
		return s.Kind == ast.SpecTexture || s.Kind == ast.SpecSurface
	})
}

// textureAddress records the built-in & before a texture. &*p is p.
func (w *walker) textureAddress(sc *sema.Scope, e *ast.Unary, o sema.Operand) {
	if x, ok := sema.Unparen(e.X).(*ast.Unary); ok && x.Op == token.Star || !w.noting() || !w.u.IsTexture(o.Type) {
		return
	}
	s := w.site(sc, e)
	w.note(sema.Construct{Kind: sema.TextureAddress, Site: s, Entity: w.textureNamed(e.X, o, o.Type)})
}

// textureIndirection records the built-in * on a pointer, or array, p; a template's argument is not looked through.
func (w *walker) textureIndirection(sc *sema.Scope, e *ast.Unary, p, o sema.Operand) {
	if w.noting() && w.u.IsTexture(o.Type) && (p.Base == nil || !p.Base.TemplateArg) {
		s := w.site(sc, e)
		w.note(sema.Construct{Kind: sema.TextureIndirection, Site: s, Entity: w.textureNamed(e.X, p, w.u.T.Pointer(o.Type))})
	}
}

// textureNamed is the variable of type t that an operand is the name of; nil for references, for what a lambda captured, and for
// all other expressions.
func (w *walker) textureNamed(e ast.Expr, o sema.Operand, t *types.Type) sema.Entity {
	v, ok := o.Entity.(*sema.Var)
	if _, name := sema.Unparen(e).(*ast.NameExpr); !ok || !name || w.lambda != nil && sema.Automatic(v) && v.Lambda != w.lambda {
		return nil
	}
	if w.u.VarType(v).Unqual() != t.Unqual() || o.Base != nil && o.Base.TemplateArg {
		return nil
	}
	return v
}

// textureBound records that a reference of type to is bound to a texture.
func (w *walker) textureBound(o sema.Operand, to *types.Type, site sema.Site) {
	if w.noting() && to.IsRef() && w.u.IsTexture(o.Type) && w.u.IsTexture(to.Elem) {
		w.note(sema.Construct{Kind: sema.TextureReference, Site: site})
	}
}

// TakesTexture reports whether a function is the instance of a template with a parameter that points or refers to a texture that
// is neither const nor volatile, whatever it is given.
func (u *Model) TakesTexture(f *sema.Func) bool {
	if f.Template == nil || f.Args == nil || len(f.Template.Decls) == 0 {
		return false
	}
	h := f.Template.Decls[0].Head()
	if h == nil {
		return false
	}
	for i, p := range h.Entity {
		if p.Decl.Kind != ast.ParamValue || i >= len(f.Args) {
			continue
		}
		t := u.ValueParamType(p, h, f.Args)
		if a := f.Args[i]; sema.HasAuto(t) && a.Kind == types.ValueArg && a.Value.Type != nil {
			t = a.Value.Type
		}
		if u.refersToTexture(t) {
			return true
		}
	}
	return false
}

func (u *Model) refersToTexture(t *types.Type) bool {
	return (t.Kind == types.LRef || t.Kind == types.Pointer) && t.Elem.CV == 0 && u.IsTexture(t.Elem)
}

// textureParam records that a template parameter is named which an instance binds to a texture.
func (w *walker) textureParam(t *types.Type, site sema.Site) {
	if w.noting() && t.Kind == types.LRef && w.u.IsTexture(t.Elem) {
		w.note(sema.Construct{Kind: sema.TextureParam, Site: site})
	}
}

// textureArg records a template argument that is the name of a texture, to which a parameter of a class template binds, or of a
// parameter that is bound to one.
func (w *walker) textureArg(sc *sema.Scope, a *ast.TemplateArg, ctx sema.Context) {
	var name *ast.Name
	if nt, ok := namedTypeOf(a); ok {
		name = nt.Name
	} else if x, ok := a.Expr.(*ast.NameExpr); ok {
		name = x.Name
	}
	if name == nil || !w.noting() {
		return
	}
	f := w.u.LookupName(sc, name)
	if f.State != sema.FoundOK || len(f.Entities) != 1 {
		return
	}
	site := sema.Site{Chunk: sc.Chunk, Span: name.Span}
	switch e := f.Entities[0].(type) {
	case *sema.Var:
		if t := w.u.VarType(e); ctx&sema.ClassArg != 0 && w.u.IsTexture(t) {
			w.note(sema.Construct{Kind: sema.TextureReference, Site: site})
		}
	case *sema.TemplateParam:
		if e.Decl.Kind != ast.ParamValue || e.Bound == nil {
			return
		}
		t := w.u.DeclaratorType(e.Scope, &e.Decl.Spec, &e.Decl.Decl)
		w.textureParam(t, site)
		if ctx&sema.ClassArg != 0 && t.IsRef() && w.u.IsTexture(t.Elem) {
			w.note(sema.Construct{Kind: sema.TextureReference, Site: site})
		}
	}
}

// namedTypeOf is the name that a template argument may be, where it was read as a type.
func namedTypeOf(a *ast.TemplateArg) (*ast.NamedType, bool) {
	if a.Type == nil || len(a.Type.Ops) > 0 {
		return nil, false
	}
	nt, ok := a.Type.Spec.Type.(*ast.NamedType)
	return nt, ok
}
