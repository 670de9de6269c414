package describe

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

var classKeys = map[ast.ClassKey]string{ast.KeyClass: "class", ast.KeyStruct: "struct", ast.KeyUnion: "union"}

// classHead is a class's head as it is written: key, name, bases; those of an instance as its arguments make them.
func classHead(v *locate.View, c *sema.Class) string {
	v.Unit.Complete(c)
	text := classKeys[c.Key] + " " + spell.Class(v.Unit, c)
	if c.Def() == nil {
		return text
	}
	if c.Def().Final {
		text += " final"
	}
	var bases []string
	made := c.Bases() // of an instance, what its arguments make of them
	for i, b := range c.Def().Bases {
		if i < len(made) && len(made) == len(c.Def().Bases) && made[i].Dependent && made[i].Class != nil && !made[i].Class.Dependent {
			access := map[ast.Access]string{ast.Public: "public ", ast.Protected: "protected ", ast.Private: "private "}[made[i].Access]
			if made[i].Virtual {
				access = "virtual " + access
			}
			bases = append(bases, access+spell.Type(v.Unit, made[i].Type, nil))
		} else if base := AsWritten(sema.Site{Chunk: c.DefSite().Chunk, Span: b.Span}); base != "" {
			bases = append(bases, base)
		} else {
			bases = append(bases, "…")
		}
	}
	if len(bases) > 0 {
		text += " : " + strings.Join(bases, ", ")
	}
	return text
}

// hoverClass describes a class: how large it is, and what its special members are.
func hoverClass(v *locate.View, p *page, c *sema.Class) {
	if c.Lambda != nil {
		hoverLambda(v, p, c.Lambda)
		return
	}
	p.code(classHead(v, c))
	class(v, p, c)
}

// class tells what is known of a class besides its head.
func class(v *locate.View, p *page, c *sema.Class) {
	u := v.Unit
	state := u.Complete(c)
	p.tells = true
	switch {
	case c.Unseen:
		p.WriteString("Its declaration was not found: what it is made of is not known.\n")
		return
	case c.Def() == nil && c.Template != nil:
		p.WriteString("The template itself is only declared: what it is made of, its specialisations tell.\n")
		return
	case c.Def() == nil:
		p.WriteString("Only declared here: what it is made of is not known.\n")
		return
	case state == sema.Broken:
		p.WriteString("Something in its definition could not be read, so that not all of it is known.\n")
	}
	if c.Dependent {
		specialMembers(v, p, c)
		return
	}
	if size, align, ok := u.Size(u.ClassType(c)); ok {
		fmt.Fprintf(p, "Takes %s, aligned to %d.\n", BytesOf(size), align)
	}
	if state == sema.Complete && c.Template == nil {
		switch u.IsTriviallyCopyable(c) {
		case sema.Yes:
			p.WriteString("Can be copied byte by byte, as `cudaMemcpy` and launches do.\n")
		case sema.No:
			p.WriteString("Is **not** trivially copyable: `cudaMemcpy` copies its bytes alone, which makes no copy of it.\n")
		}
	}
	specialMembers(v, p, c)
}

// DeclaredSpecial are a class's special members, those that nobody wrote among them where they are known.
func DeclaredSpecial(v *locate.View, c *sema.Class) []*sema.Func {
	var list []*sema.Func
	for _, m := range c.Members() {
		if f, ok := m.(*sema.Func); ok && f.Special() != sema.NotSpecial && !f.Implicit {
			list = append(list, f)
		}
	}
	for _, m := range c.Ctors() {
		if f, ok := m.(*sema.Func); ok && f.Special() != sema.NotSpecial && !f.Implicit && !slices.Contains(list, f) {
			list = append(list, f)
		}
	}
	if d := c.Destructor(); d != nil && !d.Implicit && !slices.Contains(list, d) {
		list = append(list, d)
	}
	implicit := v.Unit.ImplicitMembers(c)
	if c.Dependent {
		implicit = nil
	}
	list = append(list, implicit...)
	slices.SortStableFunc(list, func(a, b *sema.Func) int { return int(a.Special()) - int(b.Special()) })
	return list
}

// SpecialName is what a special member is, in a word or two.
func SpecialName(f *sema.Func) string {
	if f.Special() == sema.NotSpecial {
		return "destructor"
	}
	return SpecialNames[f.Special()]
}

// specialMembers lists a class's special members: who made them, where they run, and why.
func specialMembers(v *locate.View, p *page, c *sema.Class) {
	list := DeclaredSpecial(v, c)
	trivial := 0
	var rest []*sema.Func
	for _, f := range list {
		if f.Implicit && !f.Deleted && v.Unit.IsTrivial(f) == sema.Yes {
			trivial++
			continue
		}
		rest = append(rest, f)
	}
	if trivial > 0 && len(rest) == 0 {
		p.say("Its special members are implicit and trivial: they do nothing, and can be used on both sides.")
		return
	}
	if len(rest) == 0 {
		return
	}
	p.say("Special members:")
	for _, f := range rest {
		name := SpecialName(f)
		switch {
		case f.Deleted && f.Implicit:
			fmt.Fprintf(p, "- %s: implicitly deleted\n", name)
			continue
		case f.Deleted:
			fmt.Fprintf(p, "- %s: deleted\n", name)
			continue
		case f.Implicit:
			fmt.Fprintf(p, "- %s: implicit, %s\n", name, v.SpaceCode(f))
		case f.Defaulted:
			fmt.Fprintf(p, "- %s: defaulted, %s\n", name, v.SpaceCode(f))
		default:
			fmt.Fprintf(p, "- %s: declared, %s\n", name, v.SpaceCode(f))
			continue
		}
		if v.Spaces.CallerDefined(f) && v.Unit.IsTrivial(f) != sema.Yes {
			for _, why := range v.ImplicitReasons(f)[1:] {
				fmt.Fprintf(p, "  - %s%s\n", why.Message, where(why.Place))
			}
		}
	}
	if trivial > 0 {
		p.say("The others are implicit and trivial.")
	}
}

// instanceAt is the instance or specialisation of a class template that a name names or declares, nil where it means the template.
func instanceAt(v *locate.View, n *locate.Name, t *sema.Template) *sema.Class {
	if t.Kind != sema.ClassTemplate {
		return nil
	}
	if n.Meaning.Type != nil {
		return v.Unit.ClassOf(n.Meaning.Type)
	}
	if n.Meaning.Declares {
		for _, c := range v.Declared.Classes {
			if c.Template == t && c != v.Unit.PatternClass(t) && stretchOf(c.DefSite()).holds(stretchOf(n.Meaning.Site)) {
				return c
			}
		}
	}
	return nil
}

// hoverInstance describes an instance of a class template, or a specialisation.
func hoverInstance(v *locate.View, p *page, c *sema.Class) {
	p.code(classHead(v, c))
	if at, _ := check.PlaceOf(c.DefSite()); !at.IsZero() && !c.Dependent && !p.onLineOf(at) {
		fmt.Fprintf(p, "Made from %s.\n", link(at))
	}
	class(v, p, c)
}

// hoverTemplate describes a template that is none of functions.
func hoverTemplate(v *locate.View, p *page, t *sema.Template) {
	head := templateHead(v, t)
	pattern := v.Unit.PatternClass(t)
	switch {
	case t.Unseen:
		p.code("template <…>\nclass " + t.EntityName())
		p.WriteString("The template itself was not found, only what specialises it or defines its members.\n")
	case pattern != nil:
		p.code(head + "\n" + classHead(v, pattern))
		class(v, p, pattern)
	case t.Kind == sema.TemplateTemplate && t.Param != nil:
		hoverTemplateParam(v, p, t.Param)
	default:
		what := map[sema.TemplateKind]string{
			sema.VarTemplate: "A template of variables.", sema.AliasTemplate: "A template of aliases.",
			sema.Concept: "A concept: what a template asks of its arguments.",
		}[t.Kind]
		text := declaredText(t)
		if text == "" {
			text = map[sema.TemplateKind]string{sema.AliasTemplate: "using ", sema.Concept: "concept "}[t.Kind] + t.EntityName()
		}
		p.code(head + "\n" + text)
		p.say("%s", what)
	}
}

// declaredText is the declaration of a namespace's entity without the header of its template, as it is written where that is short.
func declaredText(e sema.Entity) string {
	const long = 200
	s := e.Site()
	if s.IsZero() || s.Chunk.NS == nil {
		return ""
	}
	if _, member := parentOf(e).(*sema.Class); member {
		return ""
	}
	at, _ := check.PlaceOf(locate.Whole(s.Chunk))
	name, _ := check.PlaceOf(s)
	if at.IsZero() || name.File != at.File {
		return ""
	}
	text := string(at.File.Slice(at.Span))
	if i := headerEnd(text); i >= 0 {
		text = text[i:]
	}
	text = strings.TrimSuffix(oneLine(text), ";")
	if len(text) > long {
		return ""
	}
	return text
}

// headerEnd is the end of the template headers that a declaration begins with, -1 where it begins with none.
func headerEnd(text string) int {
	end := -1
	for {
		rest := strings.TrimLeft(text[max(end, 0):], " \t\r\n")
		if !strings.HasPrefix(rest, "template") {
			return end
		}
		i := len(text) - len(rest) + len("template")
		depth := 0
		for ; i < len(text); i++ {
			switch text[i] {
			case '<':
				depth++
			case '>':
				depth--
			case '{', ';':
				return end
			}
			if depth == 0 && text[i] == '>' {
				break
			}
		}
		if i >= len(text) {
			return end
		}
		end = i + 1
	}
}

func parentOf(e sema.Entity) sema.Entity {
	if e, ok := e.(interface{ Parent() sema.Entity }); ok {
		return e.Parent()
	}
	return nil
}

// hoverEnum describes an enumeration.
func hoverEnum(v *locate.View, p *page, e *sema.Enum) {
	text := "enum "
	if e.Scoped {
		text += "class "
	}
	under := v.Unit.EnumUnderlying(e)
	text += e.EntityName()
	if under != nil && under.Kind != types.Unknown && (e.Scoped || e.Def != nil && e.Def.Base != nil) {
		text += " : " + spell.Type(v.Unit, under, nil)
	}
	p.code(text)
	if size, _, ok := v.Unit.Size(v.Unit.EnumType(e)); ok {
		fmt.Fprintf(p, "Takes %s.\n", BytesOf(size))
	}
	for i, x := range e.Enumerators {
		if i == mostInstances {
			fmt.Fprintf(p, "- … and %d more\n", len(e.Enumerators)-i)
			break
		}
		if i == 0 {
			p.WriteString("\n")
		}
		fmt.Fprintf(p, "- `%s`\n", enumeratorText(v, x))
	}
}

func enumeratorText(v *locate.View, x *sema.Enumerator) string {
	text := v.Unit.Text(x.Sym())
	if value := ValueText(v.Unit.EnumType(x.Enum), v.Unit.EnumeratorValue(x)); value != "" {
		text += " = " + value
	}
	return text
}

func hoverEnumerator(v *locate.View, p *page, x *sema.Enumerator) {
	p.code(enumeratorText(v, x))
	of := "an enumeration without a name"
	if x.Enum.Sym() != 0 {
		of = "`" + x.Enum.EntityName() + "`"
	}
	fmt.Fprintf(p, "A constant of %s, which has no address and can be used on both sides.\n", of)
}

// hoverTypedef describes a name for a type.
func hoverTypedef(v *locate.View, p *page, t *sema.Typedef) {
	of := v.Unit.TypedefType(t)
	text := ""
	switch spec, dtor := t.Declared(); {
	case t.Alias() != nil:
		if alias := AsWritten(sema.Site{Chunk: t.Site().Chunk, Span: t.Alias().Span}); alias != "" {
			text = "using " + t.EntityName() + " = " + alias
		}
	case spec != nil && dtor != nil && spec.Type != nil:
		if text = declarator(t.Site().Chunk, spec, dtor); text != "" {
			break
		}
		if _, class := spec.Type.(*ast.ClassType); !class {
			shown := workspace.LayoutPart{Name: t.EntityName(), Type: spell.Type(v.Unit, of, nil)}
			text = "typedef " + shown.Declaration()
		}
	}
	full := spell.Type(v.Unit, of, nil)
	if c := v.Unit.ClassOf(of); text == "" && c != nil && full == t.EntityName() { // typedef struct { … } Name
		text = "typedef " + classKeys[c.Key] + " " + full
	}
	if text == "" {
		text = "using " + t.EntityName() + " = " + full
	}
	p.code(text)
	if of.Kind == types.Unknown {
		p.WriteString("What type it stands for is not known.\n")
		return
	}
	if !strings.HasSuffix(text, "= "+full) && !strings.HasPrefix(text, "typedef "+full) && full != t.EntityName() && !of.IsDependent() {
		fmt.Fprintf(p, "Stands for `%s`.\n", full)
	}
	if of.IsDependent() {
		return
	}
	if c := v.Unit.ClassOf(of); c != nil && of.Kind == types.Class {
		class(v, p, c)
	} else if size, _, ok := v.Unit.Size(of); ok && !of.IsRef() {
		fmt.Fprintf(p, "Takes %s.\n", BytesOf(size))
	}
}

// builtinOf is the name of the built-in variable of which a name is a member; "" for another.
func builtinOf(v *locate.View, n *locate.Name) string {
	at := n.Meaning.Site
	const dot = 2 // tokens from the object to the member
	if at.Span.Lo < dot {
		return ""
	}
	object := v.Unit.MeaningAt(sema.Site{Chunk: at.Chunk, Span: ast.Span{Lo: at.Span.Lo - dot, Hi: at.Span.Lo - 1}})
	if object == nil || len(object.Found) != 1 {
		return ""
	}
	if x, ok := object.Found[0].(*sema.Var); ok && spaces.CompilerVariable(v.Unit, x) {
		return x.EntityName()
	}
	return ""
}

// hoverField describes a data member: where it lies in its class. builtin is the built-in variable that it is a part of, which lies nowhere.
func hoverField(v *locate.View, p *page, f *sema.Field, builtin string) {
	u := v.Unit
	t := u.FieldType(f)
	p.code(fieldText(v, f))
	if what := BuiltinVariables[builtin]; what != "" {
		p.say("Of `%s`, a built-in variable of device code: %s, in %s.", builtin, what, u.Text(f.Sym()))
		return
	}
	if builtin := BuiltinVariables[u.Text(f.Class.Sym())]; builtin != "" {
		return
	}
	p.WriteString("A member")
	switch {
	case f.Class.Sym() != 0:
		fmt.Fprintf(p, " of `%s`", spell.Class(u, f.Class))
	case f.Class.TypedefName != 0:
		fmt.Fprintf(p, " of `%s`", u.Text(f.Class.TypedefName))
	}
	if offset, ok := u.FieldOffset(f); ok && !f.Class.Dependent && !f.Bits {
		if size, _, ok := u.Size(t); ok {
			fmt.Fprintf(p, " at offset %d: %s", offset, BytesOf(size))
		}
	}
	p.WriteString(".\n")
	hoverAliased(v, p, fieldText(v, f), t)
}

// fieldText is a data member's declaration, as it is written where macros wrote none of it.
func fieldText(v *locate.View, f *sema.Field) string {
	if text := declarator(f.Site().Chunk, f.Spec, f.Dtor); text != "" {
		return text
	}
	shown := workspace.LayoutPart{Name: v.Unit.Text(f.Sym()), Type: spell.Type(v.Unit, v.Unit.FieldType(f), nil)}
	if f.Mutable {
		return "mutable " + shown.Declaration()
	}
	return shown.Declaration()
}

// declarator is one of the things that a declaration declares, as it is written, without an initialiser that is long or that macros wrote;
// "" where they wrote more of it, and where it is long.
func declarator(c *sema.Chunk, s *ast.Specifiers, d *ast.Declarator) string {
	if s == nil || d == nil {
		return ""
	}
	if _, class := s.Type.(*ast.ClassType); class {
		return ""
	}
	words, end := AsWritten(sema.Site{Chunk: c, Span: s.Span}), d.Span.Hi
	written := func(from int32) string {
		return strings.TrimRight(AsWritten(sema.Site{Chunk: c, Span: ast.Span{Lo: from, Hi: end}}), " =")
	}
	name := written(d.Span.Lo)
	long := func() bool { return name == "" || len(words)+len(name) > 2*longInitializer }
	if d.Init != nil && long() {
		end = d.Init.Span.Lo
		name = written(d.Span.Lo)
	}
	if words == "" || long() {
		return ""
	}
	text := workspace.Joined(words, strings.TrimLeft(afterPointer.ReplaceAllString(name, "$1"), " "))
	if s.Span.Hi == d.Span.Lo {
		if whole := written(s.Span.Lo); whole != "" {
			text = whole // the first of its declaration
		}
	}
	if d.Bits != nil {
		if width := AsWritten(sema.Site{Chunk: c, Span: d.Bits.Pos()}); width != "" && !strings.HasSuffix(text, width) {
			text += " : " + width
		}
	}
	return text
}

// afterPointer is the space between the marks of a pointer and the name.
var afterPointer = regexp.MustCompile(`^([*&]+) +`)

// hoverTemplateParam describes a template parameter, and its arguments in the instances of a function.
func hoverTemplateParam(v *locate.View, p *page, x *sema.TemplateParam) {
	p.code(templateParam(v, x))
	p.WriteString("A template parameter")
	owner := templateOf(v, x)
	f, _ := owner.(*sema.Func)
	switch {
	case f != nil:
		fmt.Fprintf(p, " of `%s`", briefly(v, f))
	case owner != nil:
		fmt.Fprintf(p, " of `%s`", owner.EntityName())
	}
	p.WriteString(".\n")
	if f == nil {
		return
	}
	inInstances(v, p, f, v.Unit.T.Unknown(), func(i *sema.Func) string {
		if x.Index < len(i.Args) && !x.Pack {
			return argText(v.Unit, &i.Args[x.Index], i)
		}
		return ""
	})
}

// templateOf is the function, class or variable whose template parameter it is, nil where none is found.
func templateOf(v *locate.View, x *sema.TemplateParam) sema.Entity {
	has := func(t *sema.Template) bool {
		return t != nil && slices.ContainsFunc(v.Unit.TemplateParams(t), func(p *sema.TemplateParam) bool {
			return p.Site() == x.Site() && p.Sym() == x.Sym()
		})
	}
	for _, f := range v.Declared.Funcs {
		if f.Args == nil && has(f.Template) {
			return f
		}
	}
	for _, c := range v.Declared.Classes {
		if has(c.Template) {
			return c
		}
	}
	var first *sema.Var // of those that one declaration declares
	for _, x := range slices.Concat(v.Declared.VarTemplates, v.Declared.MemberTemplates) {
		if has(x.Template) && (first == nil || spaces.Before(x.Site(), first.Site()) < 0) {
			first = x
		}
	}
	if first == nil {
		return nil
	}
	return first
}

// argText is a template argument for people, "" where it is not shown.
func argText(u *sema.Unit, a *types.Arg, f *sema.Func) string {
	switch a.Kind {
	case types.TypeArg:
		return spell.Type(u, a.Type, f)
	case types.ValueArg:
		if a.Value.Kind == types.IntValue {
			return fmt.Sprint(a.Value.Int)
		}
	}
	return ""
}

// hoverNamespace describes a namespace.
func hoverNamespace(p *page, n *sema.Namespace) {
	text := "namespace " + n.EntityName()
	if n.Inline {
		text = "inline " + text
	}
	p.code(text)
	if at, _ := check.PlaceOf(n.Opening()); !at.IsZero() {
		fmt.Fprintf(p, "First opened%s.\n", where(at))
	}
	if n.Inline || n.Unnamed {
		p.WriteString("Its members are found as if they were declared in the namespace around it.\n")
	}
}

// SpecialNames are the special members in a word or two.
var SpecialNames = map[sema.Special]string{
	sema.DefaultCtor: "constructor", sema.CopyCtor: "copy", sema.MoveCtor: "move", sema.CopyAssign: "copy assignment",
	sema.MoveAssign: "move assignment", sema.Dtor: "destructor", sema.InheritedCtor: "inherited constructor",
}
