package ide

import (
	"fmt"
	"strings"

	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
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
	var out *workspace.Signature
	v := doc.Views[len(doc.Views)-1]
	c := locate.CursorAt(doc.Input.File, v.Interner, offset)
	if c.Prose {
		return out
	}
	l, ok := c.Around()
	if !ok {
		return out
	}
	launch := c.Tokens[l.Open].Kind == token.LaunchOpen
	open := l.Open
	if !launch {
		if c.Tokens[l.Open-1].Kind != token.LaunchClose {
			return callSignature(&proposer{View: v, Cursor: c, views: doc.Views}, l, offset)
		}
		if open = c.Opening(l.Open - 1); open < 0 {
			return out
		}
	}
	name := c.Callee(open)
	if name < 0 {
		return out
	}
	s := &workspace.Signature{Launch: launch, Active: l.Commas}
	for _, k := range kernelsNamed(v, c.Tokens[name].Sym) {
		s.Labels = append(s.Labels, launchLabel(v, k, launch))
	}
	if len(s.Labels) == 0 && launch {
		s.Labels = []workspace.SignatureLabel{labelOf(c.Interner.Text(c.Tokens[name].Sym)+"<<<", configParams[:], ">>>(…)", configDocs[:])}
	}
	if len(s.Labels) > 0 {
		out = s
	}
	return out
}

// callSignature is what a call of a function or a constructor takes.
func callSignature(p *proposer, l locate.ArgumentList, offset int) *workspace.Signature {
	var out *workspace.Signature
	f, at := p.functionAt(offset)
	if at != inBody || p.Tokens[l.Open].Kind != token.LParen || p.Tokens[l.Open-1].Kind != token.Ident {
		return out
	}
	found, start := p.meanings(l.Open-1, f)
	if c := p.declaredClass(start-1, f); c != nil { // dim3 grid(
		found = c.Ctors()
	} else if len(found) == 1 {
		if c, ok := found[0].(*sema.Class); ok {
			found = c.Ctors()
		}
	}
	s := &workspace.Signature{Active: l.Commas}
	for _, e := range found {
		if t, ok := e.(*sema.Template); ok && t.Func != nil {
			e = t.Func
		}
		if fn, ok := e.(*sema.Func); ok && !fn.Deleted && !fn.Implicit && !p.IsKernel(fn) {
			before := p.Space(fn) + " "
			if fn.Kind != sema.Constructor {
				before += describe.ResultText(p.View, fn) + " "
			}
			s.Labels = append(s.Labels, labelOf(before+p.Unit.Name(fn)+"(", describe.ParamTexts(p.View, fn), ")", nil))
		}
	}
	if len(s.Labels) > 0 {
		out = s
	}
	return out
}

// declaredClass is the class that token i names as the type of a variable that is declared behind it; nil for none.
func (p *proposer) declaredClass(i int, f *sema.Func) *sema.Class {
	if i < 0 || p.Tokens[i].Kind != token.Ident {
		return nil
	}
	found, _ := p.meanings(i, f)
	if len(found) != 1 {
		return nil
	}
	c, _ := found[0].(*sema.Class)
	return c
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
	name, params := v.Unit.Name(k), describe.ParamTexts(v, k)
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
