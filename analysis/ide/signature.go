package ide

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// configParams are the arguments of a launch's configuration as a function would declare them, configDocs what is to be known of each.
var (
	configParams = [...]string{"dim3 grid", "dim3 block", "size_t shared = 0", "cudaStream_t stream = 0"}
	configDocs   = [...]string{
		"How many blocks there are: up to 2³¹−1 in x, and 65535 in y and in z.",
		"How many threads each block has: up to 1024 in all, and 64 in z.",
		"Bytes of dynamic shared memory for each block, beside what the kernel declares. More than 48 KiB in all is to be asked for with " +
			"`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`.",
		"The stream that the launch is put into; the default stream without.",
	}
)

// docs are what is to be known of the arguments of a launch.
func argumentDocs(s *describe.LaunchSize) [4]string {
	docs := configDocs
	if s == nil {
		return docs
	}
	docs[1] = "A placeholder, 1: how many threads each block has says `__block_size__`."
	if s.Clusters {
		docs[0] = "How many clusters there are: how many blocks each has says `__block_size__`."
	}
	return docs
}

// Signature is what is being called or launched at a byte offset of the document; nil for nothing.
func Signature(doc *locate.Document, offset int) *workspace.Signature {
	v := doc.Views[len(doc.Views)-1]
	c := locate.CursorAt(doc.Input.File, v.Interner, offset)
	if c.Comment {
		return nil
	}
	if s := templateSignature(&proposer{View: v, Cursor: c, views: doc.Views}, offset); s != nil {
		return s
	}
	l, ok := c.Around()
	if !ok {
		return nil
	}
	launch := c.Tokens[l.Open].Kind == token.LaunchOpen
	open := l.Open
	if !launch {
		if l.Open == 0 || c.Tokens[l.Open-1].Kind != token.LaunchClose || c.Tokens[l.Open].Kind == token.LBrace {
			return callSignature(&proposer{View: v, Cursor: c, views: doc.Views}, l, offset)
		}
		if open = c.Opening(l.Open - 1); open < 0 {
			return nil
		}
	}
	name := c.Callee(open)
	if name < 0 {
		return nil
	}
	s := &workspace.Signature{Launch: launch, Active: l.Commas}
	for _, k := range kernelsNamed(v, c.Tokens[name].Sym) {
		s.Labels = append(s.Labels, launchLabel(v, k, launch))
	}
	if len(s.Labels) == 0 && launch {
		s.Labels = []workspace.SignatureLabel{labelOf(c.Interner.Text(c.Tokens[name].Sym)+"<<<", configParams[:], ">>>(…)", configDocs[:])}
	}
	if len(s.Labels) == 0 {
		return nil
	}
	return s
}

// callees are what the name at token i means for a call, and the class of which it makes an object.
func (p *proposer) callees(i int, f *sema.Func, made bool) (found []sema.Entity, c *sema.Class) {
	found, start := p.meanings(i, f)
	if c = p.declaredClass(start-1, f); c != nil || len(found) == 0 { // dim3 grid(
		return found, c
	}
	switch e := found[0].(type) {
	case *sema.Var:
		return p.called(p.varType(e, f), made), nil
	case *sema.Field:
		return p.called(p.Unit.FieldType(e).NonRef(), made), nil
	default:
		return found, p.classOf(e)
	}
}

// callSignature is what a call of a function, a macro or a constructor takes, or the list of an aggregate's members.
func callSignature(p *proposer, l locate.ArgumentList, offset int) *workspace.Signature {
	f, at := p.functionAt(offset)
	if at == outside {
		f = nil
	}
	i := p.before(l.Open)
	if i < 0 {
		return nil
	}
	s := &workspace.Signature{Active: l.Commas}
	braces := p.Tokens[l.Open].Kind == token.LBrace
	if m := p.Preprocessed.Macro(p.Tokens[i].Sym); m != nil && m.Function && !braces {
		s.Labels = append(s.Labels, labelOf(p.spelled(i)+"(", p.macroParams(m), ")", nil))
		return s
	}
	made := p.around().in() != ofBody && p.around().initialises() // a member, by a constructor
	if at != inBody && !made && (braces || p.around().in() != ofBody) {
		return nil
	}
	found, c := p.callees(i, f, made)
	if c != nil {
		if found = c.Ctors(); braces && !slices.ContainsFunc(found, func(e sema.Entity) bool { return !implicit(e) }) {
			if fields := p.fieldTexts(c); len(fields) > 0 {
				s.Labels = append(s.Labels, labelOf(p.Unit.Text(c.Sym())+"{", fields, "}", nil))
				return s
			}
		}
	}
	if s.Labels = p.functionLabels(found, i+1 < l.Open && c == nil, braces); len(s.Labels) == 0 {
		return nil
	}
	return s
}

// functionLabels are what the functions take that a call may call: templates alone where template arguments are written, constructors alone
// with braces.
func (p *proposer) functionLabels(found []sema.Entity, templates, braces bool) (labels []workspace.SignatureLabel) {
	for _, e := range found {
		if t, ok := e.(*sema.Template); ok && t.Func != nil {
			e = t.Func
		} else if templates {
			continue
		}
		if fn, ok := e.(*sema.Func); ok && !fn.Deleted && !fn.Implicit && !p.IsKernel(fn) && (fn.Kind == sema.Constructor || !braces) {
			labels = append(labels, p.functionLabel(fn))
		}
	}
	return labels
}

// functionLabel is what a call of a function takes.
func (p *proposer) functionLabel(fn *sema.Func) workspace.SignatureLabel {
	before := p.Space(fn) + " "
	if fn.Kind != sema.Constructor {
		before += describe.ResultText(p.View, fn) + " "
	}
	params := describe.ParamTexts(p.View, fn)
	if p.Unit.FuncType(fn).Variadic {
		params = append(params, "...")
	}
	return labelOf(before+spell.Name(p.Unit, fn)+"(", params, ")", nil)
}

// implicit reports whether nobody wrote a constructor.
func implicit(e sema.Entity) bool {
	fn, ok := e.(*sema.Func)
	return ok && fn.Implicit
}

// before is the name that stands before a list, with template arguments or without; -1 where none does.
func (p *proposer) before(open int) int {
	i := open - 1
	if i >= 0 && p.Tokens[i].Kind == token.Greater {
		i = p.opens(i) - 1
	}
	if i < 0 || p.Tokens[i].Kind != token.Ident || casts[p.spelled(i)] {
		return -1
	}
	if i > 0 && p.Tokens[open].Kind == token.LBrace && p.Tokens[i-1].Kind == token.Ident && classKeys[p.spelled(i-1)] != ofBody {
		return -1 // struct S {
	}
	return i
}

// called are the functions that a call of an object means; the constructors of its type where it is made.
func (p *proposer) called(t *types.Type, made bool) []sema.Entity {
	c := p.Unit.ClassOf(t)
	switch {
	case c == nil:
		return nil
	case made:
		return c.Ctors()
	}
	return p.Unit.LookupMember(c, outline.OperatorSym(p.Cursor.Interner, "()")).Entities
}

// classOf is the class that an entity is or stands for, of a template the one that is written; nil for none.
func (p *proposer) classOf(e sema.Entity) *sema.Class {
	switch e := e.(type) {
	case *sema.Class:
		return e
	case *sema.Template:
		return p.Unit.PatternClass(e)
	case *sema.Typedef:
		return p.Unit.ClassOf(p.Unit.TypedefType(e))
	}
	return nil
}

// fieldTexts are the members that a list initialises.
func (p *proposer) fieldTexts(c *sema.Class) []string {
	var out []string
	for _, m := range c.Members() {
		if f, ok := m.(*sema.Field); ok && f.Sym() != 0 {
			out = append(out, spell.Type(p.Unit, p.Unit.FieldType(f), nil)+" "+p.Unit.Text(f.Sym()))
		}
	}
	return out
}

// macroParams are the parameters of a macro.
func (p *proposer) macroParams(m *preprocess.Macro) []string {
	var out []string
	for i, x := range m.Params {
		name := p.Cursor.Interner.Text(x)
		if m.Variadic && i == len(m.Params)-1 {
			if name == "__VA_ARGS__" {
				name = ""
			}
			name += "..."
		}
		out = append(out, name)
	}
	return out
}

// templateSignature are the parameters of the template whose arguments are being written; nil where none are.
func templateSignature(p *proposer, offset int) *workspace.Signature {
	depth, commas := 0, 0
	for i := len(p.Tokens) - 1; i > 0; i-- {
		switch p.Tokens[i].Kind {
		case token.RParen, token.RBracket, token.RBrace:
			if i = p.opens(i); i < 0 {
				return nil
			}
		case token.Greater:
			depth++
		case token.Shr:
			depth += 2
		case token.Comma:
			if depth == 0 {
				commas++
			}
		case token.LParen, token.LBracket, token.LBrace, token.Semi, token.LaunchOpen, token.LaunchClose:
			return nil
		case token.Less:
			if depth--; depth >= 0 {
				continue
			}
			if p.Tokens[i-1].Kind != token.Ident {
				return nil
			}
			f, at := p.functionAt(offset)
			if at == outside {
				f = nil
			}
			found, _ := p.meanings(i-1, f)
			s := &workspace.Signature{Active: commas}
			for _, e := range found {
				if t, ok := e.(*sema.Template); ok && t.Head != nil {
					s.Labels = append(s.Labels, labelOf(p.spelled(i-1)+"<", describe.TemplateParamTexts(p.View, t), ">", nil))
				}
			}
			if len(s.Labels) == 0 {
				return nil
			}
			return s
		}
	}
	return nil
}

// declaredClass is the class that the name which ends with token i names as the type of a variable that is declared behind it; nil for none.
func (p *proposer) declaredClass(i int, f *sema.Func) *sema.Class {
	if i >= 0 && p.Tokens[i].Kind == token.Greater {
		i = p.opens(i) - 1
	}
	if i < 0 || p.Tokens[i].Kind != token.Ident {
		return nil
	}
	found, _ := p.meanings(i, f)
	for _, e := range found { // more than one of typedef struct S { … } S
		if c := p.classOf(e); c != nil {
			return c
		}
	}
	return nil
}

// kernelsNamed are the kernels of a name that the person's own files declare.
func kernelsNamed(v *locate.View, name token.Sym) []*sema.Func {
	var out []*sema.Func
	for _, f := range v.Declared.Funcs {
		if f.Sym() == name && v.IsKernel(f) {
			out = append(out, f)
		}
	}
	return out
}

// labelOf joins parameters between two texts.
func labelOf(before string, params []string, after string, docs []string) workspace.SignatureLabel {
	l := workspace.SignatureLabel{Text: before}
	for i, p := range params {
		if i > 0 {
			l.Text += ", "
		}
		l.Params = append(l.Params, source.Span{Start: len(l.Text), End: len(l.Text) + len(p)})
		doc := ""
		if i < len(docs) {
			doc = docs[i]
		}
		l.Docs = append(l.Docs, doc)
		l.Text += p
	}
	l.Text += after
	return l
}

// launchLabel is a kernel with its launch's configuration, or with its parameters, as what is being written.
func launchLabel(v *locate.View, k *sema.Func, launch bool) workspace.SignatureLabel {
	name, params := spell.Name(v.Unit, k), describe.ParamTexts(v, k)
	if launch {
		config, fixed := configParams, describe.FixedSize(v, k)
		if fixed != nil {
			config[1] = "dim3 block = 1"
		}
		if fixed != nil && fixed.Clusters {
			config[0] = "dim3 clusters"
		}
		docs := argumentDocs(fixed)
		return labelOf(name+"<<<", config[:], ">>>("+strings.Join(params, ", ")+")", docs[:])
	}
	docs := make([]string, len(params))
	if t := v.Unit.FuncType(k); len(t.Params) == len(params) {
		for i, p := range t.Params {
			if size, _, ok := v.Unit.Size(p); ok {
				docs[i] = fmt.Sprintf("Copied to the device: %s.", describe.BytesOf(size))
			}
		}
	}
	return labelOf(name+"<<<…>>>(", params, ")", docs)
}
