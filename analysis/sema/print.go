package sema

import (
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Describe is a function as a person would name it: qualified, with template arguments and parameter types.
func (u *Unit) Describe(f *Func) string {
	if f == nil {
		return "an unknown function"
	}
	if f.Closure != nil {
		return "a lambda"
	}
	var b strings.Builder
	if f.MemberOf != nil {
		b.WriteString(u.className(f.MemberOf))
		b.WriteString("::")
	} else if p := u.qualifiedName(f.parent, ""); p != "" {
		b.WriteString(p)
	}
	b.WriteString(u.funcName(f))
	if len(f.Args) > 0 {
		b.WriteString(u.argString(f.Args))
	}
	if t := u.FuncType(f); t.Kind == types.Func {
		b.WriteString(u.paramString(t))
	} else {
		b.WriteString("(...)")
	}
	return b.String()
}

func (u *Unit) funcName(f *Func) string {
	switch f.Kind {
	case Constructor:
		return u.shortName(f.MemberOf)
	case Destructor:
		return "~" + u.shortName(f.MemberOf)
	case Conversion:
		if t := u.FuncType(f); t.Kind == types.Func {
			return "operator " + u.TypeString(t.Elem)
		}
		return "operator ..."
	}
	return u.Text(f.name)
}

func (u *Unit) shortName(c *Class) string {
	switch {
	case c == nil:
		return "?"
	case c.Lambda != nil:
		return "(lambda)"
	case c.name != 0:
		return u.Text(c.name)
	case c.TypedefName != 0:
		return u.Text(c.TypedefName)
	}
	return "(unnamed)"
}

// className is a class's qualified name with its template arguments.
func (u *Unit) className(c *Class) string {
	s := u.qualifiedName(c.parent, u.shortName(c))
	if p, ok := c.parent.(*Class); ok {
		s = u.className(p) + "::" + u.shortName(c)
	}
	if c.Template != nil {
		s += u.argString(c.Args)
	}
	return s
}

func (u *Unit) argString(args []types.Arg) string {
	var parts []string
	var add func(a types.Arg)
	add = func(a types.Arg) {
		switch a.Kind {
		case types.TypeArg:
			parts = append(parts, u.TypeString(a.Type))
		case types.ValueArg:
			parts = append(parts, u.valueString(a.Value))
		case types.TemplateArg:
			if a.Template != nil {
				parts = append(parts, a.Template.EntityName())
			}
		case types.PackArg:
			for _, p := range a.Pack {
				add(p)
			}
		default:
			parts = append(parts, "?")
		}
	}
	for _, a := range args {
		add(a)
	}
	return "<" + strings.Join(parts, ", ") + ">"
}

func (u *Unit) valueString(v types.Value) string {
	switch v.Kind {
	case types.IntValue:
		if v.Type != nil && v.Type.IsBool() {
			return strconv.FormatBool(v.Int != 0)
		}
		return strconv.FormatInt(v.Int, 10)
	case types.FloatValue:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case types.NullValue:
		return "nullptr"
	case types.AddressValue:
		if v.Entity != nil {
			return "&" + v.Entity.EntityName()
		}
	}
	return "…"
}

func (u *Unit) paramString(t *types.Type) string {
	var parts []string
	for _, p := range t.Params {
		parts = append(parts, u.TypeString(p))
	}
	if t.Variadic {
		parts = append(parts, "...")
	}
	s := "(" + strings.Join(parts, ", ") + ")"
	if t.FnCV&ast.Const != 0 {
		s += " const"
	}
	return s
}

// fundamentalNames are the fundamental types as they are written.
var fundamentalNames = [...]string{
	ast.Void: "void", ast.Bool: "bool", ast.CharT: "char", ast.SChar: "signed char", ast.UChar: "unsigned char",
	ast.WChar: "wchar_t", ast.Char8: "char8_t", ast.Char16: "char16_t", ast.Char32: "char32_t", ast.Short: "short",
	ast.UShort: "unsigned short", ast.Int: "int", ast.UInt: "unsigned int", ast.Long: "long", ast.ULong: "unsigned long",
	ast.LongLong: "long long", ast.ULongLong: "unsigned long long", ast.Int128: "__int128", ast.UInt128: "unsigned __int128",
	ast.Float: "float", ast.Double: "double", ast.LongDouble: "long double", ast.Float128: "__float128",
	ast.NullptrT: "std::nullptr_t", ast.VaList: "va_list", ast.Float16: "_Float16",
}

// TypeString is a type as a person would write it.
func (u *Unit) TypeString(t *types.Type) string { return strings.TrimSpace(u.spell(t, "")) }

// spell writes a declaration of inner with type t.
func (u *Unit) spell(t *types.Type, inner string) string {
	cv := ""
	if t.CV&ast.Const != 0 {
		cv += "const "
	}
	if t.CV&ast.Volatile != 0 {
		cv += "volatile "
	}
	group := func(s string, elem *types.Type) string {
		if elem.Kind == types.Array || elem.Kind == types.Func {
			return "(" + s + ")"
		}
		return s
	}
	switch t.Kind {
	case types.Pointer:
		if cv != "" {
			inner = " " + strings.TrimSpace(cv) + inner
		}
		return u.spell(t.Elem, group("*"+inner, t.Elem))
	case types.LRef:
		return u.spell(t.Elem, group("&"+inner, t.Elem))
	case types.RRef:
		return u.spell(t.Elem, group("&&"+inner, t.Elem))
	case types.MemberPointer:
		return u.spell(t.Elem, group(u.TypeString(t.Class)+"::*"+inner, t.Elem))
	case types.Array:
		n := ""
		if t.Len >= 0 {
			n = strconv.FormatInt(t.Len, 10)
		}
		return u.spell(t.Elem, inner+"["+n+"]")
	case types.Func:
		return u.spell(t.Elem, inner+u.paramString(t))
	case types.Expansion:
		return u.TypeString(t.Elem) + "..."
	}
	var name string
	switch t.Kind {
	case types.Basic:
		name = fundamentalNames[t.Basic]
	case types.Class:
		name = u.className(t.Decl.(*Class))
	case types.Enum:
		if e := t.Decl.(*Enum); e.name != 0 {
			name = e.EntityName()
		} else {
			name = "(unnamed enum)"
		}
	case types.Auto:
		name = "auto"
	case types.Param, types.Dependent:
		name = "(dependent)"
	default:
		name = "?"
	}
	if inner == "" {
		return cv + name
	}
	return cv + name + " " + inner
}
