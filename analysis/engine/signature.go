package engine

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
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
func (s *launchSize) docs() [4]string {
	docs := configDocs
	if s == nil {
		return docs
	}
	docs[1] = "A placeholder, 1: how many threads each block has says `__block_size__`."
	if s.clusters {
		docs[0] = "How many clusters there are: how many blocks each has says `__block_size__`."
	}
	return docs
}

// Signature implements workspace.Queries.
func (r *result) Signature(_ context.Context, offset int) *workspace.Signature {
	var out *workspace.Signature
	r.ask(func() {
		v := r.views[len(r.views)-1]
		c := cursorAt(r.in.File, v.in, offset)
		if c.prose {
			return
		}
		l, ok := c.around()
		if !ok {
			return
		}
		launch := c.toks[l.open].Kind == token.LaunchOpen
		open := l.open
		if !launch {
			if c.toks[l.open-1].Kind != token.LaunchClose {
				return
			}
			if open = c.opening(l.open - 1); open < 0 {
				return
			}
		}
		name := c.callee(open)
		if name < 0 {
			return
		}
		s := &workspace.Signature{Launch: launch, Active: l.commas}
		for _, k := range v.kernelsNamed(c.toks[name].Sym) {
			s.Labels = append(s.Labels, v.launchLabel(k, launch))
		}
		if len(s.Labels) == 0 && launch {
			s.Labels = []workspace.SignatureLabel{labelOf(c.in.Text(c.toks[name].Sym)+"<<<", configParams[:], ">>>(…)", configDocs[:])}
		}
		if len(s.Labels) > 0 {
			out = s
		}
	})
	return out
}

// kernelsNamed are the kernels of a name that the person's own files declare.
func (v *view) kernelsNamed(name token.Sym) []*sema.Func {
	var out []*sema.Func
	for _, f := range v.declared.Funcs {
		if f.Sym() == name && v.isKernel(f) {
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
func (v *view) launchLabel(k *sema.Func, launch bool) workspace.SignatureLabel {
	name, params := v.unit.Name(k), v.paramTexts(k)
	if launch {
		config, fixed := configParams, v.fixedSize(k)
		if fixed != nil {
			config[1] = "dim3 block = 1"
		}
		if fixed != nil && fixed.clusters {
			config[0] = "dim3 clusters"
		}
		docs := fixed.docs()
		return labelOf(name+"<<<", config[:], ">>>("+strings.Join(params, ", ")+")", docs[:])
	}
	docs := make([]string, len(params))
	if t := v.unit.FuncType(k); len(t.Params) == len(params) {
		for i, p := range t.Params {
			if size, _, ok := v.unit.Size(p); ok {
				docs[i] = fmt.Sprintf("Copied to the device: %s.", bytesOf(size))
			}
		}
	}
	return labelOf(name+"<<<…>>>(", params, ")", docs)
}

// paramTexts are a function's parameters as they are written.
func (v *view) paramTexts(f *sema.Func) []string {
	params := v.unit.Params(f)
	out := make([]string, len(params))
	for i := range params {
		out[i] = v.paramText(f, i)
	}
	return out
}

// paramText is a parameter as it is written in a function's first declaration.
func (v *view) paramText(f *sema.Func, i int) string {
	p := v.unit.Params(f)[i]
	at, exact := check.PlaceOf(sema.Site{Chunk: f.Decls[0].Site.Chunk, Span: p.Span})
	if at.File != nil && exact {
		text := strings.Join(strings.Fields(string(at.File.Slice(at.Span))), " ")
		if ours(at.File.Path) {
			text = preludeDefault.ReplaceAllString(text, "= $1")
		}
		return text
	}
	text := "…"
	if t := v.unit.FuncType(f); i < len(t.Params) {
		text = v.unit.TypeString(t.Params[i], f)
	}
	return strings.TrimSpace(text + " " + paramName(v.unit, p))
}

// preludeDefault is how cudals's own headers write a default argument that C does not have.
var preludeDefault = regexp.MustCompile(`\bCUDALS_ELSE\((.*)\)$`)

// paramName is a parameter's name, "" where it has none.
func paramName(u *sema.Unit, p *ast.Param) string {
	if p.Decl.Name == nil {
		return ""
	}
	return u.Text(p.Decl.Name.Last().Sym)
}
