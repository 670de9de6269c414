package body

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// literal is the operand that a literal is: its type and value as [lex.literal] says. A user-defined literal is of unknown
// type, since its type is its operator's; see literalSuffix.
func (u *Model) literal(l *ast.Literal) sema.Operand {
	o := sema.Operand{Type: u.T.Unknown(), Cat: sema.PRValue, Literal: true, Expr: l}
	switch l.Kind {
	case ast.LitNumber:
		n, ok := constant.ParseNumber(u.Text(l.Sym))
		if !ok || n.Suffix != "" {
			return o
		}
		o.Type = u.T.Basic(n.Kind)
		if n.Floating {
			o.Value = types.Value{Kind: types.FloatValue, Type: o.Type, Float: n.Float}
		} else {
			o.Value = types.Value{Kind: types.IntValue, Type: o.Type, Int: int64(n.Integer)}
		}
	case ast.LitBool:
		o.Type = u.T.Basic(ast.Bool)
		o.Value = types.Value{Kind: types.IntValue, Type: o.Type}
		if u.Text(l.Sym) == "true" {
			o.Value.Int = 1
		}
	case ast.LitNullptr:
		o.Type = u.T.Basic(ast.NullptrT)
		o.Value = types.Value{Kind: types.NullValue, Type: o.Type}
	case ast.LitChar:
		c, ok := constant.ParseText([]string{u.Text(l.Sym)}, '\'')
		if !ok || c.Suffix != "" || len(c.Units) == 0 {
			return o
		}
		o.Type = u.T.Basic(c.Encoding.CharType(u.Std))
		v := int64(c.Units[0])
		if len(c.Units) > 1 { // a multicharacter literal: an int with the characters as its bytes, the last one lowest
			if c.Encoding != constant.Plain {
				o.Type = u.T.Unknown()
				return o
			}
			o.Type = u.T.Basic(ast.Int)
			var n uint32
			for _, unit := range c.Units {
				n = n<<8 | uint32(byte(unit))
			}
			v = int64(int32(n))
		} else if o.Type.Basic == ast.CharT {
			v = int64(int8(v))
		}
		o.Value = types.Value{Kind: types.IntValue, Type: o.Type, Int: v}
	case ast.LitString:
		s, ok := constant.ParseText(u.spellings(l), '"')
		if !ok || s.Suffix != "" {
			return o
		}
		elem := u.T.Qualify(u.T.Basic(s.Encoding.CharType(u.Std)), ast.Const)
		o.Type = u.T.Array(elem, int64(len(s.Units)+1))
		o.Cat = sema.LValue
		o.Literal = false
		o.String = true
		o.Value = types.Value{Kind: types.StringValue, Type: o.Type, Sym: l.Sym, Key: s.Key()}
	}
	return o
}

// literalSuffix is the suffix of a user-defined literal, "_km" say, for which the literal operator is to be looked up;
// empty for any other literal.
func (u *Model) literalSuffix(l *ast.Literal) string {
	switch l.Kind {
	case ast.LitNumber:
		if n, ok := constant.ParseNumber(u.Text(l.Sym)); ok {
			return n.Suffix
		}
	case ast.LitChar:
		if c, ok := constant.ParseText([]string{u.Text(l.Sym)}, '\''); ok {
			return c.Suffix
		}
	case ast.LitString:
		if s, ok := constant.ParseText(u.spellings(l), '"'); ok {
			return s.Suffix
		}
	}
	return ""
}

// literalOperator chooses the operator that a user-defined literal calls [lex.ext]: the one that takes its value, or
// else for a number one that takes its spelling, as a string or as template arguments, and for a string one that takes it as a template
// argument, or GNU's, which takes the characters' type and each character. It is nil where there is none.
func (u *Model) literalOperator(sc *sema.Scope, among []sema.Entity, l *ast.Literal, suffix string) *sema.Func {
	spelling := u.T.Pointer(u.T.Qualify(u.T.Basic(ast.CharT), ast.Const))
	var value, raw []*types.Type
	var units []uint32 // of a string
	switch l.Kind {
	case ast.LitNumber:
		n, ok := constant.ParseNumber(u.Text(l.Sym))
		if !ok {
			return nil
		}
		value, raw = []*types.Type{u.T.Basic(ast.ULongLong)}, []*types.Type{spelling}
		if n.Floating {
			value[0] = u.T.Basic(ast.LongDouble)
		}
	case ast.LitChar:
		c, ok := constant.ParseText([]string{u.Text(l.Sym)}, '\'')
		if !ok {
			return nil
		}
		value = []*types.Type{u.T.Basic(c.Encoding.CharType(u.Std))}
	case ast.LitString:
		s, ok := constant.ParseText(u.spellings(l), '"')
		if !ok {
			return nil
		}
		elem := u.T.Qualify(u.T.Basic(s.Encoding.CharType(u.Std)), ast.Const)
		value, units = []*types.Type{u.T.Pointer(elem), u.T.Basic(ast.ULong)}, s.Units
	}
	for _, params := range [][]*types.Type{value, raw} {
		for _, e := range among {
			if f, ok := e.(*sema.Func); ok && params != nil && slices.Equal(u.FuncType(f).Params, params) {
				return f
			}
		}
	}
	for _, e := range among {
		if t, ok := e.(*sema.Template); ok && t.Kind == sema.FuncTemplate {
			if f := u.literalInstance(sc, t, l, suffix, value[0], units); f != nil {
				return f
			}
		}
	}
	return nil
}

// literalArgs are what a user-defined literal passes to the operator f that it calls: its value, of a string with its length, or its
// spelling, or nothing where the template arguments say it.
func (u *Model) literalArgs(f *sema.Func, l *ast.Literal, suffix string) []sema.Operand {
	params := u.FuncType(f).Params
	if len(params) == 0 {
		return nil
	}
	plain := u.unsuffixed(l, suffix)
	if l.Kind == ast.LitNumber && params[0].Kind == types.Pointer {
		plain.Kind, plain.Sym = ast.LitString, u.Interner().Sym(`"`+u.Text(plain.Sym)+`"`)
		plain.Syms[0] = plain.Sym
	}
	o := u.literal(plain)
	o.Tree = constantTree(o.Value)
	args := []sema.Operand{o}
	if len(params) > 1 {
		length := constant.Int(params[1], max(o.Type.Len, 1)-1)
		args = append(args, sema.Operand{Type: params[1], Literal: true, Value: length, Tree: constantTree(length)})
	}
	return args
}

// unsuffixed is a user-defined literal without its suffix.
func (u *Model) unsuffixed(l *ast.Literal, suffix string) *ast.Literal {
	plain := &ast.Literal{Span: l.Span, Kind: l.Kind}
	for _, s := range u.spellings(l) {
		plain.Syms = append(plain.Syms, u.Interner().Sym(strings.TrimSuffix(s, suffix)))
	}
	plain.Sym = plain.Syms[0]
	return plain
}

// literalInstance is the instance of a literal operator template that a literal calls, which for a string would pass a pointer of type
// text to its code units.
func (u *Model) literalInstance(sc *sema.Scope, t *sema.Template, l *ast.Literal, suffix string, text *types.Type, units []uint32) *sema.Func {
	ps := u.TemplateParams(t)
	if len(ps) == 0 || ps[len(ps)-1].Decl.Kind != ast.ParamValue {
		return nil
	}
	switch {
	case len(ps) == 1 && ps[0].Pack && l.Kind == ast.LitNumber:
		chars := characters(u.T.Basic(ast.CharT), []byte(strings.TrimSuffix(u.Text(l.Sym), suffix)))
		return u.InstantiateFunc(t, []types.Arg{chars})
	case len(ps) == 2 && ps[0].Decl.Kind == ast.ParamType && ps[1].Pack && l.Kind == ast.LitString:
		elem := text.Elem.Unqual()
		return u.InstantiateFunc(t, []types.Arg{{Kind: types.TypeArg, Type: elem}, characters(elem, units)})
	case len(ps) == 1 && !ps[0].Pack && l.Kind == ast.LitString:
		return u.InstantiateFunc(t, u.AppendTemplateArg(nil, sc, &ast.TemplateArg{Span: l.Span, Expr: u.unsuffixed(l, suffix)}, ps[0]))
	}
	return nil
}

// characters is the pack of template arguments that characters of type t are.
func characters[C byte | uint32](t *types.Type, chars []C) types.Arg {
	pack := types.Arg{Kind: types.PackArg, Pack: []types.Arg{}}
	for _, c := range chars {
		v := constant.Convert(constant.Int(t, int64(c)), t, t)
		pack.Pack = append(pack.Pack, types.Arg{Kind: types.ValueArg, Value: v})
	}
	return pack
}

func (u *Model) spellings(l *ast.Literal) []string {
	if len(l.Syms) == 0 {
		return []string{u.Text(l.Sym)}
	}
	texts := make([]string, len(l.Syms))
	for i, s := range l.Syms {
		texts[i] = u.Text(s)
	}
	return texts
}
