package kernels

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

var globalFunctionReturnType = &check.Rule{
	Slug: "global-function-return-type", Number: 20048, Tag: "global_function_return_type",
	Title:    "A kernel returns something",
	Severity: check.Error, Passes: check.InHost | check.InDevice, Everywhere: true,
	Section: "global", Chapter: "Kernels",
	What: `Reports a kernel whose result is not ~void~, after aliases and a trailing type were looked through. What depends on
template parameters, and any result of a template, is judged in the instances that are named.`,
	Why:     `A launch only queues the kernel: it runs later, once for each thread, and there is nobody to return a value to.`,
	Instead: `Results, status codes and diagnostics go through pointers to device memory.`,
	Bad: `
__global__ int count(const int *v) { return *v; }
`,
	Good: `
__global__ void count(const int *v, int *n) { *n = *v; }
`,
	Check: directiveRule(judgeKernelResult),
}

func judgeKernelResult(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	u := p.Unit
	t := u.FuncType(d.Func)
	if kit.IsPattern(d) || d.Func.Kind == sema.Constructor || d.Func.Kind == sema.Destructor || t.Kind != types.Func ||
		t.Elem.IsVoid() || t.Elem.IsUnknown() || t.Elem.IsDependent() || u.HasDeducedResult(d.Func) {
		return
	}
	say(kit.OnLineOf(kernelWord(d), resultSite(d)), spell.Func(u, d.Func)+" is a kernel and cannot return "+spell.Type(u, t.Elem, d.Func)+
		"; return void and write the result through a pointer", returnVoid(p, d.Func)...)
}

// resultSite is the place of a declaration's result type.
func resultSite(d *spaces.Declaration) sema.Site {
	switch sig := d.Decl.Sig; {
	case sig == nil:
		return d.Decl.Site
	case sig.Trailing != nil:
		return kit.Part(d, sig.Trailing.Span)
	case d.Decl.Spec.Type != nil:
		return kit.Part(d, d.Decl.Spec.Type.Pos())
	}
	return d.Decl.Site
}

// returnVoid makes a function's result void in all declarations, where its body returns nothing.
func returnVoid(p *check.Pass, f *sema.Func) []check.Mend {
	u := p.Unit
	m := check.Mend{Title: "Return void", Preferred: true}
	if specialised(p, f) {
		return nil
	}
	for _, fd := range kit.Agreeing(p, f) {
		d := spaces.Declaration{Func: f, Decl: fd}
		at := resultSite(&d)
		if at == fd.Site || len(fd.Dtor.Ops) > 1 || returnsValue(u, fd) {
			return nil
		}
		if last := at.Tokens(); len(last) == 0 || strings.HasPrefix(u.Text(last[0].Sym), "__") {
			return nil // a builtin's or macro's word
		}
		m.Changes = append(m.Changes, check.Change{Site: at, Text: "void"})
	}
	return []check.Mend{m}
}

// returnsValue reports whether a return statement of a definition has an operand.
func returnsValue(u *sema.Unit, fd *sema.FuncDecl) bool {
	if fd.Body == nil || fd.Body.Kind != ast.BodyBlock {
		return fd.Body != nil
	}
	toks := sema.Site{Chunk: fd.Site.Chunk, Span: fd.Body.Span}.Newest().Tokens()
	for i, t := range toks {
		if u.Text(t.Sym) == "return" && i+1 < len(toks) && toks[i+1].Kind != token.Semi {
			return true
		}
	}
	return false
}

// specialised reports whether a function belongs to a template that is specialised: all of them must have one type.
func specialised(p *check.Pass, f *sema.Func) bool {
	return f.Template != nil && slices.ContainsFunc(p.Declared.Funcs, func(o *sema.Func) bool {
		return o.Template == f.Template && o.Specialization
	})
}
