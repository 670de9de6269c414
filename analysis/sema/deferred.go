package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
)

// ---- Variables and their uses

// Automatic reports whether a variable lives in a function's frame, so that no rule asks about its uses.
func Automatic(v *Var) bool {
	switch v.Kind {
	case LocalVar:
		return !v.InDeviceMemory()
	case ParamVar:
		return true
	case BindingVar:
		return v.Func != nil && !v.Static
	}
	return false
}

// OfInstance reports whether a variable is a member of a class template's instance, made from its declaration there.
func (v *Var) OfInstance() bool {
	return v.MemberOf.Templates() > 0 && v.Template == nil && !v.Explicit
}

// InShared reports whether a variable is declared in shared memory.
func (v *Var) InShared() bool { return v.says(ast.SpecShared) }

// PlacedAtRunTime reports whether only a program that runs knows where a variable lies: in shared memory, which is a block's, or in
// managed memory, which the runtime allocates.
func (v *Var) PlacedAtRunTime() bool { return v.InShared() || v.says(ast.SpecManaged) }

func (v *Var) says(space ast.CUDAKind) bool {
	return slices.ContainsFunc(v.Decls, func(d *VarDecl) bool {
		return slices.ContainsFunc(d.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == space })
	})
}

// InDeviceMemory reports whether a local variable is declared with a memory space, and so not in the function's frame.
func (v *Var) InDeviceMemory() bool {
	for _, d := range v.Decls {
		for i := range d.Spec.CUDA {
			switch d.Spec.CUDA[i].Kind {
			case ast.SpecDevice, ast.SpecConstant, ast.SpecShared, ast.SpecManaged:
				return true
			}
		}
	}
	return false
}

// ---- Parsing what was deferred

// ParseBody reads a function's body; sc stands in the chunk that BodyAt names.
func (u *Unit) ParseBody(sc *Scope, fd *FuncDecl) *ast.FuncBody {
	_, span := u.BodyAt(fd)
	if b, ok := u.bodies[fd.Body]; ok {
		return b
	}
	if fd.Body.Kind != ast.BodyBlock && fd.Body.Kind != ast.BodyTry {
		return nil
	}
	b := outline.ParseBody(sc.Chunk.Chunk, span, ScopeNames{u, sc})
	u.bodies[fd.Body] = b
	return b
}

// ParseInit is an initialiser with its expressions, which are read when they are first asked for.
func (u *Unit) ParseInit(sc *Scope, init *ast.Init) *ast.Init {
	if init == nil || init.Parsed {
		return init
	}
	if p, ok := u.inits[init]; ok {
		return p
	}
	p := outline.ParseInit(sc.Chunk.Chunk, init, ScopeNames{u, sc})
	u.inits[init] = p
	return p
}

type deferredKey struct {
	chunk *Chunk
	span  ast.Span
}

// ParseDeferred is an expression that the reader left for later, read when it is first asked for.
func (u *Unit) ParseDeferred(sc *Scope, d *ast.Deferred) ast.Expr {
	key := deferredKey{sc.Chunk, d.Span}
	if e, ok := u.exprs[key]; ok {
		return e
	}
	e := outline.ParseExpr(sc.Chunk.Chunk, d.Span, ScopeNames{u, sc})
	u.exprs[key] = e
	return e
}

// BodyParams are the parameters of a function's definition, and a scope with them for its body, which is read for its facts or again. The
// scope stands in the chunk that BodyAt names.
func (u *Unit) BodyParams(f *Func, fd *FuncDecl, again bool) (*Scope, []*Var) {
	sc := fd.Scope.Child(FuncScope)
	sc.Again = sc.Again || again
	sc.Func, sc.Chunk, sc.Ord = f, fd.Site.Chunk, fd.Site.Chunk.Ord
	if f.MemberOf != nil && !f.Static {
		sc.This = u.T.Qualify(u.ClassType(f.MemberOf), fd.Sig.CV)
	}
	params := u.AddParams(sc, f, fd.Sig) // whose places are in the declaration's own chunk
	if c, _ := u.BodyAt(fd); c != sc.Chunk {
		sc.Chunk = c
		for _, e := range sc.Names.Entries {
			for i := range e.Value.Linked {
				e.Value.lower(i, 0) // the body, and nothing before it, is read in another chunk
			}
		}
	}
	return sc, params
}
