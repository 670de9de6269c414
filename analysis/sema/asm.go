package sema

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Asm is an asm statement.
type Asm struct {
	// Template is the text, with escapes undone and adjacent literals joined.
	Template string
	Operands []AsmOperand
	Clobbers []string
	Volatile bool
}

// AsmOperand is one operand, outputs first.
type AsmOperand struct {
	Constraint string
	Output     bool
	Site       Site
	// Type is the operand's after decay, or what the only conversion function of a class yields; Unknown where it is not known.
	Type *types.Type
	// Scalar: whether the operand has, or converts to, a scalar type.
	Scalar Tri
	// Constant: whether it is an integral constant.
	Constant Tri
	// Array is, of the constraint "C", the type of the variable that is named, where that is an array; Literal: it is a string
	// literal.
	Array   *types.Type
	Literal bool
	// Text is, of the same constraint, the array that is named, be it by a template argument, or the pointer.
	Text *Var
}

func (w *walker) asm(sc *Scope, s *ast.AsmStmt) {
	w.effects++
	defer func() { w.flow.asm(w.site(sc, s)) }()
	a := &Asm{Template: w.u.text(s.Template, s.Syms...), Volatile: s.Volatile}
	for _, op := range s.Outputs {
		o := w.expr(sc, op.X)
		a.Operands = append(a.Operands, w.asmOperand(sc, op, o, true))
		kind := Write
		if strings.HasPrefix(w.u.literals(op.Constraint), "+") {
			kind = ReadWrite
		}
		w.use(o, kind, nil)
		w.flow.assign(o.node, 0, o.Type, w.ctx, w.site(sc, op.X))
	}
	for _, op := range s.Inputs {
		if w.u.literals(op.Constraint) == "C" { // becomes text of the instruction, and is no use of the variable that has it
			w.in(Unevaluated, func() {
				o := w.expr(sc, op.X)
				array := o.Type
				if array.Kind == types.Array {
					o.Type = w.u.T.Pointer(array.Elem)
				}
				text := w.asmOperand(sc, op, o, false)
				v, ok := o.Entity.(*Var)
				if ok && array.Kind == types.Array {
					text.Array, text.Text = array, v
				} else if ok && array.Kind == types.Pointer && v.Kind == NamespaceVar {
					text.Text = v
				} else if o.base != nil && o.address && o.base.templateArg && w.u.VarType(o.base.v).Kind == types.Array {
					text.Text = o.base.v
				}
				_, text.Literal = unparen(op.X).(*ast.Literal)
				a.Operands = append(a.Operands, text)
			})
			continue
		}
		o := w.expr(sc, op.X)
		if o.Set != nil || o.isUnknown() || isDependent(o) {
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
	full := w.site(sc, s)
	w.note(Construct{Kind: AsmStatement, Site: firstToken(full), Full: full, Asm: a})
}

// text is the value of a string literal of plain characters.
func (u *Unit) text(s token.Sym, more ...token.Sym) string {
	return u.literal(&ast.Literal{Kind: ast.LitString, Sym: s, Syms: more}).Value.Key
}

// literals is the value of adjacent string literals of plain characters.
func (u *Unit) literals(syms []token.Sym) string {
	if len(syms) == 1 {
		return u.text(syms[0])
	}
	return u.text(syms[0], syms...)
}

func (w *walker) asmOperand(sc *Scope, op ast.AsmOperand, o Operand, output bool) AsmOperand {
	a := AsmOperand{Constraint: w.u.literals(op.Constraint), Output: output, Site: w.site(sc, op.X), Type: o.Type.Unqual()}
	switch {
	case isDependent(o) || o.isUnknown():
		a.Type = w.u.T.Unknown()
		return a
	case a.Type.Kind == types.Class:
		a.Scalar, a.Type = w.u.soleConversion(a.Type)
		return a
	case a.Type.IsNullptr() || a.Type.Kind == types.MemberPointer:
		a.Scalar = No
		return a
	}
	a.Scalar = TriOf(a.Type.IsScalar())
	switch v := w.u.Eval(sc, op.X, EvalOptions{}); {
	case a.Type.Kind == types.Enum:
		a.Constant = No // to the front end, an enumerator is none
	case v.Kind == types.IntValue:
		a.Constant = Yes
	case w.u.varies(sc, op.X):
		a.Constant = No
	}
	return a
}

// soleConversion is the type that the only conversion function of a class yields. A class without any is certainly no scalar.
func (u *Unit) soleConversion(t *types.Type) (Tri, *types.Type) {
	unknown := u.T.Unknown()
	c := u.ClassOf(t)
	if c == nil || u.Complete(c) != Complete || c.hasUnknownBase() {
		return UnknownTri, unknown
	}
	all, known := u.visibleConversions(c)
	switch {
	case !known:
		return UnknownTri, unknown
	case len(all) == 0:
		return No, t
	case len(all) > 1:
		return UnknownTri, unknown // the front end says so in another way
	}
	if f, ok := all[0].(*Func); ok {
		to := u.ResultType(f).NonRef().Unqual()
		return TriOf(to.IsScalar()), to
	}
	return No, t
}

// varies reports whether an expression is certainly no constant, because it reads a variable that is none, or a member of one
// or of the object that a function is called for.
func (u *Unit) varies(sc *Scope, e ast.Expr) bool {
	switch e := unparen(e).(type) {
	case *ast.NameExpr:
		f := u.lookupName(sc, e.Name)
		if f.State != FoundOK || len(f.Entities) != 1 {
			return false
		}
		switch v := f.Entities[0].(type) {
		case *Var:
			return v.Kind == ParamVar && !u.VarType(v).IsRef() || u.variesAtRunTime(v) || u.setAtRunTime(v)
		case *Field:
			return sc.This != nil
		}
	case *ast.MemberExpr:
		o := u.typeOf(sc, e)
		if _, ok := o.Entity.(*Field); !ok || o.Dependent {
			return false
		}
		_, this := unparen(e.X).(*ast.This)
		return this || !e.Arrow && u.varies(sc, e.X)
	case *ast.Binary:
		switch e.Op {
		case token.Plus, token.Minus, token.Star, token.Slash, token.Percent, token.Shl, token.Shr:
			return u.varies(sc, e.X) || u.varies(sc, e.Y)
		}
	}
	return false
}

// setAtRunTime reports whether a variable is a const one, or a reference, whose initialiser is certainly no constant.
func (u *Unit) setAtRunTime(v *Var) bool {
	t := u.VarType(v)
	switch {
	case v.Kind != LocalVar || t == nil || t.IsUnknown() || t.IsDependent() || v.Constexpr:
		return false
	case t.CV&ast.Volatile != 0:
		return true
	case !u.Nest():
		return false
	}
	defer u.Unnest()
	if u.initBusy(v) {
		return false
	}
	defer u.initDone(v)
	d := u.InitDecl(v)
	if d == nil {
		return false
	}
	init := u.initialiserOf(d)
	if init == nil || len(init.Args) != 1 {
		return false
	}
	return u.varies(d.Scope, init.Args[0]) || !t.IsRef() && u.certainlyDynamic(u.VarFacts(v)) == No
}
