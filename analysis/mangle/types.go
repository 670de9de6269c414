package mangle

import (
	"strconv"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var basicCodes = map[ast.BuiltinKind]string{
	ast.Void: "v", ast.Bool: "b", ast.CharT: "c", ast.SChar: "a", ast.UChar: "h", ast.WChar: "w", ast.Char8: "Du",
	ast.Char16: "Ds", ast.Char32: "Di", ast.Short: "s", ast.UShort: "t", ast.Int: "i", ast.UInt: "j", ast.Long: "l",
	ast.ULong: "m", ast.LongLong: "x", ast.ULongLong: "y", ast.Int128: "n", ast.UInt128: "o", ast.Float: "f",
	ast.Double: "d", ast.LongDouble: "e", ast.Float128: "g", ast.NullptrT: "Dn", ast.Float16: "DF16_",
}

func cvCode(cv ast.Qualifiers) string {
	s := ""
	if cv&ast.Volatile != 0 {
		s += "V"
	}
	if cv&ast.Const != 0 {
		s += "K"
	}
	return s
}

func refCode(r ast.RefQual) string {
	switch r {
	case ast.RefLValue:
		return "R"
	case ast.RefRValue:
		return "O"
	}
	return ""
}

func (m *mangler) typ(t *types.Type) {
	if !m.begin(1) {
		return
	}
	if cv := cvCode(t.CV); cv != "" {
		m.component(func(m *mangler) {
			m.out(cv)
			m.typ(t.Unqual())
		})
		return
	}
	switch t.Kind {
	case types.Basic:
		code, ok := basicCodes[t.Basic]
		if !ok {
			m.fail(untyped)
		}
		m.out(code)
	case types.Dependent:
		m.dependent(t)
	case types.Auto:
		if t.Decl != nil {
			m.fail(untyped)
		}
		m.out("Da")
	case types.Class:
		if c := m.u.ClassOf(t); c != nil {
			m.class(c)
		} else {
			m.fail(untyped)
		}
	case types.Enum:
		if e, ok := t.Decl.(*sema.Enum); ok {
			m.enum(e)
		} else {
			m.fail(untyped)
		}
	default:
		m.component(func(m *mangler) { m.compound(t) })
	}
}

// compound writes a type that is made of others, without its qualifiers.
func (m *mangler) compound(t *types.Type) {
	switch t.Kind {
	case types.Pointer:
		m.out("P")
		m.typ(t.Elem)
	case types.LRef:
		m.out("R")
		m.typ(t.Elem)
	case types.RRef:
		m.out("O")
		m.typ(t.Elem)
	case types.MemberPointer:
		m.out("M")
		m.typ(t.Class)
		m.typ(t.Elem)
	case types.Array:
		m.out("A")
		switch {
		case t.Len >= 0:
			m.out(strconv.FormatInt(t.Len, 10))
		case t.Len == types.DependentLen && len(t.Args) > 0:
			m.bound(t.Args[0].Value)
		case t.Len != types.NoLen:
			m.fail(expression)
		}
		m.out("_")
		m.typ(t.Elem)
	case types.Func:
		m.out(cvCode(t.FnCV))
		if t.Noexcept {
			m.out("Do")
		}
		m.out("F")
		m.typ(t.Elem)
		m.params(t)
		m.out(refCode(t.FnRef) + "E")
	case types.Param:
		m.param(t.Depth, t.Index)
	case types.Expansion:
		m.out("Dp")
		m.expanding++
		m.typ(t.Elem)
		m.expanding--
	case types.Unknown: // with parts, a complex number
		if t.Elem == nil {
			m.fail(untyped)
			return
		}
		m.out("C")
		m.typ(t.Elem)
	default:
		m.fail(expression)
	}
}

// param writes a parameter of the function template; those of templates around it would be arguments.
func (m *mangler) param(depth, index int) {
	if depth != m.level || index < 0 {
		m.fail(expression)
		return
	}
	m.out("T")
	if m.subs == nil {
		m.out(strconv.Itoa(depth) + ":") // parameters of different templates are not abbreviated by each other
	}
	if index > 0 {
		m.out(strconv.Itoa(index - 1))
	}
	m.out("_")
}
