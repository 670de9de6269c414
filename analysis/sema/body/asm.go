package body

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (w *walker) asm(sc *sema.Scope, s *ast.AsmStmt) {
	w.effects++
	defer func() { w.flow.Asm(w.site(sc, s)) }()
	a := &sema.Asm{Template: w.u.text(s.Template, s.Syms...), Volatile: s.Volatile}
	for _, op := range s.Outputs {
		o := w.expr(sc, op.X)
		a.Operands = append(a.Operands, w.asmOperand(sc, op, o, true))
		kind := sema.Write
		if strings.HasPrefix(w.u.literals(op.Constraint), "+") {
			kind = sema.ReadWrite
		}
		w.use(o, kind, nil)
		w.flow.Assign(o.Node, 0, o.Type, w.ctx, w.site(sc, op.X))
	}
	for _, op := range s.Inputs {
		if w.u.literals(op.Constraint) == "C" { // becomes text of the instruction, and is no use of the variable that has it
			w.in(sema.Unevaluated, func() {
				o := w.expr(sc, op.X)
				array := o.Type
				if array.Kind == types.Array {
					o.Type = w.u.T.Pointer(array.Elem)
				}
				text := w.asmOperand(sc, op, o, false)
				v, ok := o.Entity.(*sema.Var)
				if ok && array.Kind == types.Array {
					text.Array, text.Text = array, v
				} else if ok && array.Kind == types.Pointer && v.Kind == sema.NamespaceVar {
					text.Text = v
				} else if o.Base != nil && o.Address && o.Base.TemplateArg && w.u.VarType(o.Base.Var).Kind == types.Array {
					text.Text = o.Base.Var
				}
				_, text.Literal = sema.Unparen(op.X).(*ast.Literal)
				a.Operands = append(a.Operands, text)
			})
			continue
		}
		o := w.expr(sc, op.X)
		if o.Set != nil || o.IsUnknown() || sema.IsDependent(o) {
			a.Operands = append(a.Operands, w.asmOperand(sc, op, w.unknown(), false))
			w.consumeUnknown(o)
			continue
		}
		o = w.load(o)
		o.Expr = op.X
		a.Operands = append(a.Operands, w.asmOperand(sc, op, o, false))
	}
	for _, c := range s.Clobbers {
		a.Clobbers = append(a.Clobbers, w.u.literals(c))
	}
	w.note(sema.Construct{Kind: sema.AsmStatement, Site: firstToken(w.site(sc, s)), Asm: a})
}

// text is the value of a string literal of plain characters.
func (u *Model) text(s token.Sym, more ...token.Sym) string {
	return u.literal(&ast.Literal{Kind: ast.LitString, Sym: s, Syms: more}).Value.Key
}

// literals is the value of adjacent string literals of plain characters.
func (u *Model) literals(syms []token.Sym) string {
	if len(syms) == 1 {
		return u.text(syms[0])
	}
	return u.text(syms[0], syms...)
}

func (w *walker) asmOperand(sc *sema.Scope, op ast.AsmOperand, o sema.Operand, output bool) sema.AsmOperand {
	a := sema.AsmOperand{Constraint: w.u.literals(op.Constraint), Output: output, Site: w.site(sc, op.X), Type: o.Type.Unqual()}
	switch {
	case sema.IsDependent(o) || o.IsUnknown():
		a.Type = w.u.T.Unknown()
		return a
	case a.Type.Kind == types.Class:
		a.Scalar, a.Type = w.u.soleConversion(a.Type)
		return a
	case a.Type.IsNullptr() || a.Type.Kind == types.MemberPointer:
		a.Scalar = sema.No
		return a
	}
	a.Scalar = sema.TriOf(a.Type.IsScalar())
	switch v := w.u.Eval(sc, op.X, sema.EvalOptions{}); {
	case w.definition(): // the front end asks that of instances
	case a.Type.Kind == types.Enum:
		a.Constant = sema.No // to the front end, an enumerator is none
	case v.Kind == types.IntValue:
		a.Constant = sema.Yes
	case w.u.Varying(o.Tree):
		a.Constant = sema.No
	}
	return a
}

// soleConversion is the type that the only conversion function of a class yields. A class without any is certainly no scalar.
func (u *Model) soleConversion(t *types.Type) (sema.Tri, *types.Type) {
	unknown := u.T.Unknown()
	c := u.ClassOf(t)
	if c == nil || u.Complete(c) != sema.Complete || c.HasUnknownBase() {
		return sema.UnknownTri, unknown
	}
	all, known := u.VisibleConversions(c)
	switch {
	case !known:
		return sema.UnknownTri, unknown
	case len(all) == 0:
		return sema.No, t
	case len(all) > 1:
		return sema.UnknownTri, unknown // the front end says so in another way
	}
	if f, ok := all[0].(*sema.Func); ok {
		to := u.ResultType(f).NonRef().Unqual()
		return sema.TriOf(to.IsScalar()), to
	}
	return sema.No, t
}
