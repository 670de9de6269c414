// Package spell says in words what sema knows: functions, variables, classes and types as a person would write them. No answer of the
// analysis depends on it.
package spell

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// longName is the length from which names are abbreviated.
const longName = 120

// Func is a function as a person would name it: qualified, with template arguments and parameter types. Of long names
// the inner template arguments are left out, then the outer ones, and then the parameters.
func Func(u *sema.Unit, f *sema.Func) string {
	if f == nil {
		return "an unknown function"
	}
	if f.Closure != nil {
		return "a lambda"
	}
	p := printerFor(u, f)
	if weighs(u, f) > longName {
		p.depth = 1
	}
	name := p.function(f)
	for p.depth = 1; len(name) > longName && p.depth >= -1; p.depth-- {
		name = p.function(f)
	}
	return name
}

// weighs is the number of parts of a function's types, each counted as often as it would be written out.
func weighs(u *sema.Unit, f *sema.Func) int {
	n := u.FuncType(f).Weight() + types.WeightOf(f.Args)
	if f.MemberOf != nil {
		n += types.WeightOf(f.MemberOf.Args)
	}
	return n
}

// Called is a function as a call names it: qualified, without arguments and parameters.
func Called(u *sema.Unit, f *sema.Func) string {
	p := printerFor(u, f)
	p.depth = 0
	return p.qualified(f)
}

// Params is a function's parameters in parentheses, with what follows them.
func Params(u *sema.Unit, f *sema.Func) string {
	if t := u.FuncType(f); t.Kind == types.Func {
		return printerFor(u, f).params(t)
	}
	return "(...)"
}

// Name is a function's own name, neither qualified nor with arguments.
func Name(u *sema.Unit, f *sema.Func) string { return printerFor(u, f).funcName(f) }

func (p printer) function(f *sema.Func) string {
	var b strings.Builder
	b.WriteString(p.qualified(f))
	if len(f.Args) > 0 {
		b.WriteString(p.args(f.Args))
	}
	if t := p.u.FuncType(f); t.Kind == types.Func {
		b.WriteString(p.params(t))
	} else {
		b.WriteString("(...)")
	}
	return b.String()
}

func (p printer) qualified(f *sema.Func) string {
	if f.MemberOf != nil {
		return p.className(f.MemberOf) + "::" + p.funcName(f)
	}
	return p.u.QualifiedName(f.Within, "") + p.funcName(f)
}

// Var is a variable's qualified name, with the arguments of an instance of a template.
func Var(u *sema.Unit, v *sema.Var) string {
	if len(v.Args) == 0 {
		return v.EntityName()
	}
	return v.EntityName() + printerFor(u, nil).args(v.Args)
}

// Type is a type as a person would write it in f, whose template parameters go by their names; f may be nil.
func Type(u *sema.Unit, t *types.Type, f *sema.Func) string { return printerFor(u, f).typ(t) }

// printer writes entities and types as people do.
type printer struct {
	u *sema.Unit
	// depth is how deep template arguments are nested in each other at most; parameters need one that is not negative.
	depth int
	// heads are the template headers around what is printed: parameters are numbers in types, and have names here alone.
	heads []*sema.TemplateHead
}

func printerFor(u *sema.Unit, f *sema.Func) printer {
	p := printer{u: u, depth: math.MaxInt}
	if f == nil {
		return p
	}
	if f.Template != nil {
		p.heads = append(p.heads, f.Template.Head)
	}
	p.around(f.MemberOf)
	return p
}

// around adds the headers of a class and of those that it is a member of.
func (p *printer) around(c *sema.Class) {
	for ; c != nil; c, _ = c.Within.(*sema.Class) {
		if h := c.Header(); h != nil {
			p.heads = append(p.heads, h)
		}
	}
}

// Class is a class's name, with the arguments of an instance or specialisation.
func Class(u *sema.Unit, c *sema.Class) string {
	if c.Template == nil || c.Args == nil || c == u.PatternClass(c.Template) {
		return c.EntityName()
	}
	p := printer{u: u, depth: math.MaxInt}
	p.around(c)
	return p.typ(u.ClassType(c))
}

// param is the name of a template parameter.
func (p printer) param(depth, index int) string {
	for _, h := range p.heads {
		if h != nil && h.Depth == depth && index >= 0 && index < len(h.Entity) {
			name, _, _ := strings.Cut(h.Entity[index].EntityName(), ":") // one that was invented for auto
			return cmp.Or(name, "auto")
		}
	}
	return "(dependent)"
}

// template is the name of a template, which may be a parameter.
func (p printer) template(e types.Entity) string {
	if t, ok := e.(*sema.Template); ok && t.Param != nil && len(p.heads) > 0 {
		return p.param(t.Param.Depth, t.Param.Index)
	}
	return e.EntityName()
}

func (p printer) funcName(f *sema.Func) string {
	switch f.Kind {
	case sema.Constructor:
		return shortName(p.u, f.MemberOf)
	case sema.Destructor:
		return "~" + shortName(p.u, f.MemberOf)
	case sema.Conversion:
		if t := p.u.FuncType(f); t.Kind == types.Func {
			return "operator " + p.typ(t.Elem)
		}
		return "operator ..."
	}
	return p.u.Text(f.Spelling)
}

func shortName(u *sema.Unit, c *sema.Class) string {
	switch {
	case c == nil:
		return "?"
	case c.Lambda != nil:
		return "(lambda)"
	case c.Spelling != 0:
		return u.Text(c.Spelling)
	case c.TypedefName != 0:
		return u.Text(c.TypedefName)
	}
	return "(unnamed)"
}

// className is a class's qualified name with its template arguments.
func (p printer) className(c *sema.Class) string {
	s := shortName(p.u, c)
	if outer, ok := c.Within.(*sema.Class); ok {
		s = p.className(outer) + "::" + s
	} else {
		s = p.u.QualifiedName(c.Within, s)
	}
	if c.Template != nil {
		s += p.args(c.Args)
	}
	return s
}

// maxArgs is how many template arguments are written, those of packs counted one by one.
const maxArgs = 256

func (p printer) args(args []types.Arg) string {
	if p.depth <= 0 && len(args) > 0 {
		return "<…>"
	}
	p.depth--
	var parts []string
	var add func(a types.Arg)
	add = func(a types.Arg) {
		if len(parts) == maxArgs {
			parts[maxArgs-1] = "…"
			return
		}
		switch a.Kind {
		case types.TypeArg:
			parts = append(parts, p.typ(a.Type))
		case types.ValueArg:
			parts = append(parts, p.value(a.Value))
		case types.TemplateArg:
			if a.Template != nil {
				parts = append(parts, p.template(a.Template))
			}
		case types.PackArg:
			for _, e := range a.Pack {
				add(e)
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

func (p printer) value(v types.Value) string {
	switch v.Kind {
	case types.DependentValue:
		if v.Index >= 0 && v.Key == "" {
			name := p.param(v.Depth, v.Index)
			if v.Pack {
				name += "..."
			}
			return name
		}
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
		if v.Entity != nil && !strings.Contains(v.Key, ".") {
			return "&" + v.Entity.EntityName()
		}
	}
	return "…"
}

// params is a function type's parameter list, with what stands behind it.
func (p printer) params(t *types.Type) string {
	var parts []string
	switch {
	case p.depth >= 0:
		for _, param := range t.Params {
			parts = append(parts, p.typ(param))
		}
		if t.Variadic {
			parts = append(parts, "...")
		}
	case len(t.Params) > 0 || t.Variadic:
		parts = []string{"…"}
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

func (p printer) typ(t *types.Type) string { return strings.TrimSpace(p.spell(t, "")) }

// maxSpelled is the weight of types from which no parts of theirs are written: nobody reads them.
const maxSpelled = 1 << 10

// spell writes a declaration of inner with type t.
func (p printer) spell(t *types.Type, inner string) string {
	if t.Weight() > maxSpelled {
		p.depth = -1
	}
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
		star := "*" + cv
		if inner == "" {
			star = strings.TrimSpace(star)
		}
		return p.spell(t.Elem, group(star+inner, t.Elem))
	case types.LRef:
		return p.spell(t.Elem, group("&"+inner, t.Elem))
	case types.RRef:
		return p.spell(t.Elem, group("&&"+inner, t.Elem))
	case types.MemberPointer:
		return p.spell(t.Elem, group(p.typ(t.Class)+"::*"+inner, t.Elem))
	case types.Array:
		n := "…" // a bound that is not known
		switch {
		case t.Len >= 0:
			n = strconv.FormatInt(t.Len, 10)
		case t.Len == types.NoLen:
			n = ""
		}
		return p.spell(t.Elem, inner+"["+n+"]")
	case types.Func:
		return p.spell(t.Elem, inner+p.params(t))
	case types.Expansion:
		return p.typ(t.Elem) + "..."
	}
	name := cv + p.specifier(t)
	if inner == "" {
		return name
	}
	return name + " " + inner
}

// specifier is a type that is written as one word or name.
func (p printer) specifier(t *types.Type) string {
	switch t.Kind {
	case types.Basic:
		return fundamentalNames[t.Basic]
	case types.Class:
		return p.className(t.Decl.(*sema.Class))
	case types.Enum:
		switch e := t.Decl.(*sema.Enum); {
		case e.Spelling != 0:
			return e.EntityName()
		case e.TypedefName != 0:
			return p.u.Text(e.TypedefName)
		}
		return "(unnamed enum)"
	case types.Auto:
		return "auto"
	case types.Vector:
		return "vector of " + p.typ(t.Elem)
	case types.Param:
		return p.param(t.Depth, t.Index)
	case types.Dependent:
		return p.dependent(t)
	}
	return "?"
}

// dependent is an opaque dependent type, as far as it can be said in short.
func (p printer) dependent(t *types.Type) string {
	if t.Decl != nil {
		return p.template(t.Decl) + p.args(t.Args)
	}
	in, name, args, ok := p.u.DependentMember(t)
	if !ok {
		return "(dependent)"
	}
	name = "typename " + strings.TrimPrefix(p.typ(in), "typename ") + "::" + name
	if args != nil {
		name += p.args(args)
	}
	return name
}
