package describe

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/locate"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// hoverVariable describes the variable that a name means.
func hoverVariable(v *locate.View, p *page, n *locate.Name, x *sema.Var, h here) {
	if x.Sym() != 0 && x.Kind != sema.ParamVar && x.Kind != sema.BindingVar {
		s := &locate.Subject{View: v, Var: x}
		if h.v != nil && (sameVar(h.v.Var, x) || x.Template != nil) {
			s = h.v
		}
		hoverVar(v, p, s)
	} else if x.Kind == sema.ParamVar {
		hoverParam(v, p, x)
	} else {
		hoverBinding(v, p, x)
	}
	hoverCaptured(v, p, n, x)
	if len(h.objects) == 0 {
		return
	}
	if s := h.objects[0]; !isObjectOf(v, x, s.Func.Closure) {
		p.say("Called here:\n")
		hoverFunc(v, p, s)
	}
	hoverOthers(v, p, h.objects)
}

// isObjectOf reports whether a variable is declared with a lambda's closure type, so that its declaration tells all of it.
func isObjectOf(v *locate.View, x *sema.Var, l *sema.Lambda) bool {
	c := v.Unit.ClassOf(v.Unit.VarType(x))
	return l != nil && c != nil && c.Lambda != nil && c.Lambda.Site == l.Site
}

// PatternVar is the variable that a template of variables in a person's own files declares.
func PatternVar(v *locate.View, t *sema.Template) *sema.Var {
	for _, list := range [][]*sema.Var{v.Declared.VarTemplates, v.Declared.MemberTemplates} {
		for _, x := range list {
			if x.Template == t {
				return x
			}
		}
	}
	return nil
}

// hoverLocal tells whose automatic variable it is, and what its type is in the instances of a template.
func hoverLocal(v *locate.View, p *page, x *sema.Var, declaration string) {
	what := "A local variable"
	switch {
	case x.InitCapture:
		what = "Made by a capture of a lambda"
	case x.InRange:
		what = "The variable of a loop over a range"
	}
	if x.Func != nil && x.Func.Closure == nil {
		what += fmt.Sprintf(" of `%s`", briefly(v, x.Func))
	}
	fmt.Fprintf(p, "%s.\n", what)
	hoverAliased(v, p, declaration, v.Unit.VarType(x))
	if t := v.Unit.VarType(x); (t.IsConst() || x.Constexpr) && !t.IsVolatile() {
		if text := ValueText(t, v.Unit.InitValue(x)); text != "" {
			fmt.Fprintf(p, "Its value is `%s`.\n", text)
		}
	}
	inInstances(v, p, x.Func, v.Unit.VarType(x), func(f *sema.Func) string {
		facts := v.Unit.Facts(f)
		if facts == nil {
			return ""
		}
		for _, l := range facts.Locals {
			if l.Site() == x.Site() {
				return spell.Type(v.Unit, v.Unit.VarType(l), f)
			}
		}
		return ""
	})
}

// inInstances tells what a type that depends on template parameters is in the instances of a function.
func inInstances(v *locate.View, p *page, f *sema.Func, t *types.Type, of func(*sema.Func) string) {
	if f == nil || !t.IsDependent() && t.Kind != types.Unknown {
		return
	}
	var texts []string
	in := map[string][]string{} // the instances by what it is there
	for _, i := range Instances(v, f) {
		text := of(i)
		if text == "" {
			continue
		}
		if in[text] == nil {
			texts = append(texts, text)
		}
		in[text] = append(in[text], "`"+spell.Func(v.Unit, i)+"`")
	}
	if len(texts) == 0 {
		return
	}
	p.tells = true
	p.say("In the instances here:")
	for n, text := range texts {
		if n == mostInstances {
			fmt.Fprintf(p, "- … and %d more\n", len(texts)-n)
			break
		}
		list := in[text]
		switch more := len(list) - 2; {
		case more > 1:
			fmt.Fprintf(p, "- in %s, %s and %d more: `%s`\n", list[0], list[1], more, text)
		default:
			fmt.Fprintf(p, "- in %s: `%s`\n", strings.Join(list, ", "), text)
		}
	}
}

// Instances are the instances of a function that are compiled for the device.
func Instances(v *locate.View, f *sema.Func) []*sema.Func {
	if v.Emission == nil {
		return nil
	}
	f = v.Pattern(f)
	var out []*sema.Func
	for _, i := range v.Emission.Funcs() {
		if i != f && v.Pattern(i) == f {
			out = append(out, i)
		}
	}
	return out
}

// hoverParam describes a function's parameter.
func hoverParam(v *locate.View, p *page, x *sema.Var) {
	f, index := ownerOf(v, x)
	t := v.Unit.VarType(x)
	text := ""
	if x.Param != nil && x.Site().Chunk != nil {
		text = AsWritten(sema.Site{Chunk: x.Site().Chunk, Span: x.Param.Span})
	}
	if text == "" {
		shown := workspace.LayoutPart{Name: x.EntityName(), Type: spell.Type(v.Unit, t, f)}
		text = shown.Declaration()
	}
	p.code(text)
	defer hoverAliased(v, p, text, t)
	switch {
	case f == nil && x.Lambda == nil:
		p.WriteString("A parameter.\n")
	case x.Lambda != nil || f.Closure != nil:
		p.WriteString("A parameter of a lambda.\n")
	case v.IsKernel(f):
		p.tells = true
		fmt.Fprintf(p, "A parameter of the kernel `%s`: each launch brings its own value.\n", briefly(v, f))
	default:
		fmt.Fprintf(p, "A parameter of `%s`.\n", briefly(v, f))
	}
	if size, _, ok := v.Unit.Size(t); ok && t.Kind == types.Class {
		fmt.Fprintf(p, "Takes %s.\n", BytesOf(size))
	}
	if f == nil || f.Closure != nil || x.Lambda != nil {
		return
	}
	if v.IsKernel(f) && (f.Template == nil || f.Args != nil) {
		k := memory.LayOut(v.Unit, f, target(v))
		if k.Unknown == "" && index < len(k.Params) {
			at := &k.Params[index]
			fmt.Fprintf(p, "Lies at `c[%d][0x%x]` on `sm_%d`.\n", memory.ParamBank, k.Base+at.Offset, target(v).Arch)
		}
	}
	inInstances(v, p, f, t, func(i *sema.Func) string {
		params := v.Unit.FuncType(i).Params
		end := index + 1
		if x.Param != nil && x.Param.Decl.Pack { // as many as the others leave
			end += len(params) - len(v.Unit.FuncType(f).Params)
		}
		if index >= len(params) || end < index || end > len(params) {
			return ""
		}
		var texts []string
		for _, t := range params[index:end] {
			texts = append(texts, spell.Type(v.Unit, t, i))
		}
		return cmp.Or(strings.Join(texts, ", "), "nothing")
	})
}

// ownerOf is the function whose parameter a variable is, and which of its parameters. Those of declarations that are no definitions
// do not know.
func ownerOf(v *locate.View, x *sema.Var) (*sema.Func, int) {
	if x.Func != nil || x.Lambda != nil || x.Param == nil {
		return x.Func, x.Index
	}
	for _, f := range slices.Concat(v.Declared.Funcs, v.Declared.Headless) {
		for _, d := range f.Decls {
			if d.Sig == nil || d.Site.Chunk != x.Site().Chunk {
				continue
			}
			for i, p := range d.Sig.Params {
				if p.Span == x.Param.Span {
					return f, i
				}
			}
		}
	}
	return nil, x.Index
}

// hoverBinding describes a name of a structured binding.
func hoverBinding(v *locate.View, p *page, x *sema.Var) {
	d := x.BindingDecl
	text := ""
	if d != nil && x.Site().Chunk != nil {
		text = AsWritten(sema.Site{Chunk: x.Site().Chunk, Span: d.Span})
	}
	if text == "" || len(text) > longInitializer*2 {
		text = "auto [" + v.Unit.Text(x.Sym()) + "]"
	}
	p.code(strings.TrimSuffix(text, ";"))
	t := v.Unit.VarType(x)
	of := ""
	if t.Kind != types.Unknown && !t.IsDependent() {
		of = fmt.Sprintf(", of type `%s`", spell.Type(v.Unit, t, x.Func))
	}
	fmt.Fprintf(p, "A name for part %d of the object that is bound%s.\n", x.Index+1, of)
}

// hoverCaptured tells how a lambda around the place captures a variable.
func hoverCaptured(v *locate.View, p *page, n *locate.Name, x *sema.Var) {
	name := stretchOf(n.Meaning.Site)
	var texts []string
	for _, b := range v.EveryBody() {
		for _, l := range b.Lambdas {
			if !stretchOf(l.Site).holds(name) {
				continue
			}
			for _, c := range l.Captures {
				if c.Var == nil && c.Init == nil || !sameVar(c.Var, x) && !sameVar(c.Init, x) {
					continue
				}
				if text := CaptureText(v, c); !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
	}
	for i, text := range texts {
		told := slices.ContainsFunc(texts, func(o string) bool { return strings.HasPrefix(o, text+":") }) // with its type, in an instance
		if !told && i < mostInstances {
			p.tells = true
			p.say("Captured here %s.", text)
		}
	}
}

// sameVar reports whether two variables are one declaration, perhaps in two instances.
func sameVar(a, b *sema.Var) bool {
	return a != nil && b != nil && (a == b || a.Site() == b.Site() && a.Sym() == b.Sym() && !a.Site().IsZero())
}

// writtenLocal is the declaration of an automatic variable as it is written, "" where it does not tell the type.
func writtenLocal(v *locate.View, x *sema.Var) string {
	decls := v.Unit.VarDecls(x)
	if x.Kind != sema.LocalVar || len(decls) == 0 || decls[0].Spec == nil || x.InRange {
		return ""
	}
	if _, auto := decls[0].Spec.Type.(*ast.AutoType); auto && !v.Unit.VarType(x).IsDependent() {
		return ""
	}
	return declarator(decls[0].Site.Chunk, decls[0].Spec, decls[0].Dtor)
}

// initializer is how a variable is initialised, as it is written, where that is short.
func initializer(v *locate.View, x *sema.Var) string {
	decls := v.Unit.VarDecls(x)
	for _, d := range slices.Backward(decls) {
		if d.Dtor == nil || d.Dtor.Init == nil || !d.Defines && !d.InClass || specialises(d) && !specialises(decls[0]) {
			continue // a template's specialisations are among its declarations
		}
		i := d.Dtor.Init
		text := AsWritten(sema.Site{Chunk: d.Site.Chunk, Span: i.Span})
		if text == "" || len(text) > longInitializer {
			return ""
		}
		switch text[0] {
		case '(', '{':
			return text
		case '=':
			return " " + text
		}
		return " = " + text
	}
	return ""
}

// specialises reports whether a declaration is one of a specialisation.
func specialises(d *sema.VarDecl) bool { return d.Dtor.Name != nil && d.Dtor.Name.Last().HasArgs }

// longInitializer is how long an initialiser may be that is shown.
const longInitializer = 60

// hoverVar describes a variable that is no parameter and no automatic one.
func hoverVar(v *locate.View, p *page, s *locate.Subject) {
	u, x := v.Unit, s.Var
	mem, known := spaces.MemoryOf(u, x)
	t := u.VarType(x)
	b := &p.Builder
	automatic := x.Kind == sema.LocalVar && mem == 0
	p.tells = p.tells || !automatic || !known || len(s.Life) > 0
	builtin := BuiltinVariables[x.EntityName()]
	if builtin != "" && x.Kind == sema.NamespaceVar && spaces.CompilerVariable(u, x) {
		shown := workspace.LayoutPart{Name: x.EntityName(), Type: spell.Type(u, t, nil)}
		p.code(shown.Declaration())
		fmt.Fprintf(b, "A built-in variable of device code: %s. It lies in no memory, and has no address.\n", builtin)
		return
	}
	text := declarationText(v, x, mem)
	if x.Template != nil && x.Args == nil {
		text = templateHead(v, x.Template) + "\n" + text
	}
	p.code(text)
	switch {
	case !known:
		b.WriteString("A word among the specifiers is not known, so where it lives is not known.\n")
	case v.Spaces.ImplicitDevice(x):
		b.WriteString("Lives in **`__device__`** memory in device code, implicitly: it is static and has no memory space.\n")
	case automatic:
		hoverLocal(v, p, x, text)
	case mem == 0:
		b.WriteString("Lives in **host** memory.\n")
		hoverConstant(v, b, x)
	default:
		fmt.Fprintf(b, "Lives in **`%s`** memory.\n", mem)
	}
	if mem&cudaspace.Constant != 0 {
		hoverBank(v, b, x)
	} else if size, _, ok := u.Size(t); ok && !t.IsRef() && (!automatic || t.Kind == types.Class || t.Kind == types.Array) {
		fmt.Fprintf(b, "Takes %s.\n", BytesOf(size))
	}
	hoverStorage(v, b, x, mem)
	if automatic && t.Kind == types.Class {
		hoverClosure(v, p, x)
	}
	for _, c := range s.Life {
		fmt.Fprintf(b, "\n%s by `%s`, which is %s.\n", locate.LifeVerbs[c.Kind], spell.Func(u, c.Callee), v.SpaceCode(c.Callee))
		if v.Spaces.CallerDefined(c.Callee) && u.IsTrivial(c.Callee) != sema.Yes {
			WriteList(b, "", v.ImplicitReasons(c.Callee))
		}
	}
	hoverInitializer(v, p, x)
}

// BuiltinVariables are what the variables hold that the compiler provides in device code.
var BuiltinVariables = map[string]string{
	"threadIdx": "the index of the thread in its block", "blockIdx": "the index of the block in the grid",
	"blockDim": "how many threads the block has in each dimension", "gridDim": "how many blocks the grid has in each dimension",
	"warpSize": "how many threads a warp has",
}

// declaration is a variable's declaration in one line, its memory in front.
func declarationText(v *locate.View, x *sema.Var, mem cudaspace.Memory) string {
	var words []string
	if mem != 0 {
		words = append(words, mem.String())
	}
	t := v.Unit.VarType(x)
	if t.IsDependent() && x.Func == nil || t.Kind == types.Unknown {
		for _, d := range v.Unit.VarDecls(x) {
			if text := declarator(d.Site.Chunk, d.Spec, d.Dtor); text != "" {
				return text
			}
		}
	}
	for _, w := range []struct {
		on   bool
		word string
	}{
		{x.Static, "static"},
		{x.Extern, "extern"},
		{x.ThreadLocal, "thread_local"},
		{x.Inline, "inline"},
		{x.Constexpr, "constexpr"},
		{x.Constinit, "constinit"},
	} {
		if w.on {
			words = append(words, w.word)
		}
	}
	if x.Constexpr && t.Kind != types.Array {
		t = t.Unqual() // which constexpr implies
	}
	shown := workspace.LayoutPart{Name: spell.Var(v.Unit, x), Type: spell.Type(v.Unit, t, x.Func)}
	if c := v.Unit.ClassOf(t); c != nil && c.Lambda != nil {
		call := locate.CallOf(c.Lambda)
		if call == nil {
			return strings.Join(append(words, "auto", x.EntityName()), " ")
		}
		return strings.Join(append(words, "auto", x.EntityName(), "=", Signature(v, call)), " ")
	}
	if text := writtenLocal(v, x); text != "" {
		return text
	}
	return strings.Join(append(words, shown.Declaration()), " ") + initializer(v, x)
}

// hoverAliased tells the type that a name stands for which a declaration has for it.
func hoverAliased(v *locate.View, p *page, declaration string, t *types.Type) {
	base := t
	for base.Elem != nil && (base.Kind == types.Pointer || base.Kind == types.Array || base.IsRef()) {
		base = base.Elem
	}
	if t.IsDependent() || base.Kind != types.Basic && base.Kind != types.Class && base.Kind != types.Enum {
		return
	}
	text := spell.Type(v.Unit, base.Unqual(), nil)
	head, _, _ := strings.Cut(text, "<")
	name := head[strings.LastIndexByte(head, ':')+1:]
	written := identifiers.FindAllString(declaration, -1)
	if len(text) > longAlias || name == "" || strings.Contains(text, "(") {
		return
	}
	for _, word := range written {
		if word == "auto" || slices.Contains(strings.Fields(name), word) || base.Kind == types.Basic && numbers[word] {
			return
		}
	}
	p.WriteString("Its type is `" + spell.Type(v.Unit, t.NonRef(), nil) + "`.\n")
}

// longAlias is how long what a name stands for is at most that is told of each variable.
const longAlias = 60

var identifiers = regexp.MustCompile(`[A-Za-z_]\w*`)

// numbers are the words by which types of C++ itself are written.
var numbers = map[string]bool{
	"void": true, "bool": true, "char": true, "short": true, "int": true, "long": true, "signed": true, "unsigned": true, "float": true, "double": true,
	"wchar_t": true, "char8_t": true, "char16_t": true, "char32_t": true, "__int128": true,
}

// hoverConstant tells the value of a constant in host memory that device code may use.
func hoverConstant(v *locate.View, b *strings.Builder, x *sema.Var) {
	u := v.Unit
	t := u.VarType(x)
	if x.Kind != sema.NamespaceVar && x.Kind != sema.StaticMember || !t.IsConst() && !x.Constexpr || t.IsVolatile() {
		return
	}
	text := ValueText(t, u.InitValue(x))
	if text == "" {
		return
	}
	fmt.Fprintf(b, "Its value is `%s`.", text)
	if t.Kind != types.Basic || t.Basic != ast.LongDouble {
		b.WriteString(" Device code may use the value, but neither bind a reference to it nor take its address.")
	}
	b.WriteString("\n")
}

// ValueText is a number as it is written; "" for other values and types.
func ValueText(t *types.Type, val types.Value) string {
	switch {
	case val.Kind == types.IntValue && t.IsBool():
		return strconv.FormatBool(val.Int != 0)
	case val.Kind == types.IntValue && t.IsIntegral() && !t.IsSigned():
		return strconv.FormatUint(uint64(val.Int), 10)
	case val.Kind == types.IntValue && (t.IsIntegral() || t.Kind == types.Enum):
		return strconv.FormatInt(val.Int, 10)
	case val.Kind == types.FloatValue && t.IsFloating():
		bits := 64
		if t.Basic == ast.Float {
			bits = 32
		}
		return strconv.FormatFloat(val.Float, 'g', -1, bits)
	}
	return ""
}
