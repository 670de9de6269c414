package ast

import (
	"fmt"
	"reflect"
	"strings"

	"cudals/analysis/token"
)

// Dump writes a tree as a compact S-expression for tests and debugging: a node's type and its fields that are not zero,
// names as their spelling, places left out, deferred text in guillemets. toks are the tokens that the tree's spans index.
func Dump(in *token.Interner, toks []token.Token, node any) string {
	d := dumper{in: in, toks: toks}
	d.value(reflect.ValueOf(node))
	return d.b.String()
}

type dumper struct {
	in   *token.Interner
	toks []token.Token
	b    strings.Builder
}

func (d *dumper) text(s Span) string {
	var words []string
	for i := max(s.Lo, 0); i < s.Hi && int(i) < len(d.toks); i++ {
		if d.toks[i].Kind != token.Pragma {
			words = append(words, d.in.Text(d.toks[i].Sym))
		}
	}
	return strings.Join(words, " ")
}

var (
	specFlagNames = [...]string{
		"typedef", "static", "extern", "mutable", "thread_local", "register", "inline", "virtual", "explicit", "friend",
		"constexpr", "consteval", "constinit", "externC",
	}
	qualifierNames = [...]string{"const", "volatile", "restrict"}
	cudaNames      = [...]string{
		"host", "device", "global", "constant", "shared", "managed", "grid_constant", "launch_bounds", "cluster_dims", "maxnreg",
		"block_size", "local_maxnreg", "noinline", "forceinline", "texture", "surface", "builtin", "nv_pure",
		"nv_register_params", "nv_parent",
	}
	builtinNames = [...]string{
		"void", "bool", "char", "schar", "uchar", "wchar", "char8", "char16", "char32", "short", "ushort", "int", "uint", "long",
		"ulong", "longlong", "ulonglong", "int128", "uint128", "float", "double", "longdouble", "float128", "nullptr_t", "va_list",
		"float16",
	}
	opNames        = [...]string{"*", "&", "&&", "member*", "array", "func"}
	bodyNames      = [...]string{"block", "try", "default", "delete"}
	initNames      = [...]string{"=", "()", "{}", "={}"}
	accessNames    = [...]string{"", "public", "protected", "private"}
	classKeyNames  = [...]string{"struct", "class", "union", "enum"}
	castNames      = [...]string{"c", "static", "dynamic", "const", "reinterpret", "bit"}
	queryNames     = [...]string{"sizeof", "alignof", "noexcept", "typeid", "sizeof..."}
	literalNames   = [...]string{"number", "char", "string", "bool", "nullptr"}
	paramKindNames = [...]string{"type", "value", "template"}
	jumpNames      = [...]string{"break", "continue", "goto"}
)

// enums are the spellings of the types that count.
var enums = map[reflect.Type][]string{
	reflect.TypeFor[CUDAKind]():          cudaNames[:],
	reflect.TypeFor[BuiltinKind]():       builtinNames[:],
	reflect.TypeFor[OpKind]():            opNames[:],
	reflect.TypeFor[BodyKind]():          bodyNames[:],
	reflect.TypeFor[InitKind]():          initNames[:],
	reflect.TypeFor[Access]():            accessNames[:],
	reflect.TypeFor[ClassKey]():          classKeyNames[:],
	reflect.TypeFor[CastKind]():          castNames[:],
	reflect.TypeFor[QueryKind]():         queryNames[:],
	reflect.TypeFor[LiteralKind]():       literalNames[:],
	reflect.TypeFor[TemplateParamKind](): paramKindNames[:],
	reflect.TypeFor[JumpKind]():          jumpNames[:],
}

func (d *dumper) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		d.value(v.Elem())
		return
	case reflect.Pointer:
		if v.IsNil() {
			d.b.WriteString("nil")
			return
		}
		switch n := v.Interface().(type) {
		case *Name:
			d.name(n)
			return
		case *Deferred:
			d.b.WriteString("«" + d.text(n.Span) + "»")
			return
		case *NameExpr:
			d.name(n.Name)
			return
		case *Literal:
			if n.Kind != LitString {
				d.b.WriteString(d.in.Text(n.Sym))
				return
			}
		case *NamedType:
			if n.Typename {
				d.b.WriteString("typename ")
			}
			d.name(n.Name)
			return
		case *BuiltinType:
			if n.Complex {
				d.b.WriteString("complex ")
			}
			d.b.WriteString(builtinNames[n.Kind])
			return
		case *TypeID:
			d.typeID(n)
			return
		}
		d.value(v.Elem())
		return
	case reflect.Slice:
		d.b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				d.b.WriteByte(' ')
			}
			d.value(v.Index(i))
		}
		d.b.WriteByte(']')
		return
	case reflect.Struct:
		switch n := v.Interface().(type) {
		case Span:
			d.b.WriteString("«" + d.text(n) + "»")
			return
		case Deferred:
			d.b.WriteString("«" + d.text(n.Span) + "»")
			return
		case CUDASpec:
			d.b.WriteString(cudaNames[n.Kind])
			if n.Args != nil {
				d.value(reflect.ValueOf(n.Args))
			}
			return
		}
		d.fields(v)
		return
	}
	d.scalar(v)
}

func (d *dumper) fields(v reflect.Value) {
	t := v.Type()
	d.b.WriteString("(" + t.Name())
	for i := range v.NumField() {
		f, field := v.Field(i), t.Field(i)
		if field.Anonymous {
			if field.Type == spanType {
				continue
			}
			d.b.WriteByte(' ')
			d.value(f)
			continue
		}
		switch field.Name {
		case "OpTok", "Open", "Close", "ConfigSpan", "Intro", "Spans", "Colon":
			continue // places
		}
		if f.IsZero() && f.Type() != reflect.TypeFor[OpKind]() && f.Type() != reflect.TypeFor[BodyKind]() && f.Type() != reflect.TypeFor[InitKind]() {
			continue
		}
		d.b.WriteString(" " + strings.ToLower(field.Name[:1]) + field.Name[1:])
		if f.Kind() == reflect.Bool {
			continue
		}
		d.b.WriteByte('=')
		d.value(f)
	}
	d.b.WriteByte(')')
}

func (d *dumper) scalar(v reflect.Value) {
	switch x := v.Interface().(type) {
	case token.Sym:
		d.b.WriteString(d.in.Text(x))
	case token.Kind:
		d.b.WriteString(x.String())
	case SpecFlags:
		d.b.WriteString(set(uint32(x), specFlagNames[:]))
	case Qualifiers:
		d.b.WriteString(set(uint32(x), qualifierNames[:]))
	default:
		if names := enums[v.Type()]; names != nil {
			d.b.WriteString(names[v.Uint()])
			return
		}
		fmt.Fprint(&d.b, x)
	}
}

func set(bits uint32, names []string) string {
	var on []string
	for i, name := range names {
		if bits>>i&1 != 0 {
			on = append(on, name)
		}
	}
	return strings.Join(on, "|")
}

func (d *dumper) name(n *Name) {
	if n.Global {
		d.b.WriteString("::")
	}
	for i, p := range n.Parts {
		if i > 0 {
			d.b.WriteString("::")
		}
		if p.Template {
			d.b.WriteString("template ")
		}
		switch p.Kind {
		case NameOperator:
			d.b.WriteString("operator" + d.in.Text(p.Sym))
		case NameLiteral:
			d.b.WriteString(`operator""` + d.in.Text(p.Sym))
		case NameConversion:
			d.b.WriteString("operator ")
			d.value(reflect.ValueOf(p.Type))
		case NameDestructor:
			d.b.WriteString("~" + d.in.Text(p.Sym))
			if p.Type != nil {
				d.value(reflect.ValueOf(p.Type))
			}
		case NameDecltype:
			d.b.WriteString("decltype(")
			d.value(reflect.ValueOf(p.Expr))
			d.b.WriteString(")")
		default:
			d.b.WriteString(d.in.Text(p.Sym))
		}
		if p.HasArgs {
			d.b.WriteByte('<')
			for i, a := range p.Args {
				if i > 0 {
					d.b.WriteString(", ")
				}
				d.arg(a)
			}
			d.b.WriteByte('>')
		}
	}
}

func (d *dumper) arg(a TemplateArg) {
	if a.Type != nil {
		d.value(reflect.ValueOf(a.Type))
	}
	if a.Expr != nil {
		if a.Type != nil {
			d.b.WriteString(" or ")
		} else {
			d.b.WriteString("expr ")
		}
		d.value(reflect.ValueOf(a.Expr))
	}
	if a.Pack {
		d.b.WriteString("...")
	}
}

// typeID writes a type-id as its specifiers' type and the operations in order.
func (d *dumper) typeID(t *TypeID) {
	s := &t.Spec
	if s.CV != 0 {
		d.b.WriteString(set(uint32(s.CV), qualifierNames[:]) + " ")
	}
	d.value(reflect.ValueOf(s.Type))
	if len(s.CUDA) > 0 {
		d.value(reflect.ValueOf(s.CUDA))
	}
	for _, op := range t.Ops {
		d.b.WriteByte(' ')
		switch op.Kind {
		case OpArray:
			d.b.WriteByte('[')
			if op.Size != nil {
				d.value(reflect.ValueOf(op.Size))
			}
			d.b.WriteByte(']')
		case OpFunc:
			d.value(reflect.ValueOf(op.Func))
		case OpMemberPointer:
			d.value(reflect.ValueOf(op.Class))
			d.b.WriteString("::*")
		default:
			d.b.WriteString(opNames[op.Kind])
		}
		if op.CV != 0 {
			d.b.WriteString(set(uint32(op.CV), qualifierNames[:]))
		}
	}
	if t.Pack {
		d.b.WriteString("...")
	}
}
