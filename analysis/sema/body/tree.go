package body

import (
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// TypedBody is the typed body of a function; nil where it has none that can be typed, as in the definition of a template.
func (u *Model) TypedBody(f *sema.Func) *sema.Body {
	fd := u.bodyDecl(f)
	if fd == nil {
		return nil
	}
	if b := u.typed[fd]; b != nil {
		if !b.Done {
			u.Consts.Cut++
		}
		return b.Body
	}
	b := new(typedBody)
	u.remember(fd, b)
	w := &walker{u: u, f: f, facts: &sema.Facts{Func: f, Decl: fd}, resolving: true, trial: true}
	u.apart(func() {
		outer, noted := u.Analysing, u.Noted
		u.Analysing, u.Noted = w.facts, sema.Noted{}
		b.Body = w.bodyTree(f, fd)
		u.Analysing, u.Noted = outer, noted
	})
	b.Done = true
	return b.Body
}

// typedBody is what is remembered of a function's body: Body is nil while it is being typed, and where it cannot be evaluated.
type typedBody struct {
	Body *sema.Body
	Done bool
}

func (u *Model) remember(fd *sema.FuncDecl, b *typedBody) {
	if u.typed == nil {
		u.typed = make(map[*sema.FuncDecl]*typedBody)
	}
	u.typed[fd] = b
}

// treesOf are the nodes of operands.
func treesOf(os []sema.Operand) []*sema.Expr {
	out := make([]*sema.Expr, len(os))
	for i := range os {
		out[i] = sema.TreeOf(os[i])
	}
	return out
}

// constantTree is a node with a value.
func constantTree(v types.Value) *sema.Expr {
	return &sema.Expr{Op: sema.ExprConst, Type: v.Type, Value: &v}
}

// bodyDecl is the declaration whose body a call of f executes; nil where there is none.
func (u *Model) bodyDecl(f *sema.Func) *sema.FuncDecl {
	if l := f.Closure; l != nil {
		if f.Implicit || len(f.Decls) == 0 || l.Expr == nil || l.Expr.Block == nil {
			return nil
		}
		return f.Decls[0]
	}
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil || fd.Sig == nil {
		return nil
	}
	return fd
}
