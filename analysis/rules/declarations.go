package rules

import (
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// say reports what is wrong with a declaration.
type say func(at sema.Site, message string, fixes ...check.Mend)

// declarationRule makes the check of a rule about declarations of functions, each by itself. A place is reported once: what a
// template shows, its instances do not show again.
func declarationRule(judge func(p *check.Pass, d *spaces.Declaration, say say)) func(*check.Pass) {
	return func(p *check.Pass) { judgeDeclarations(p, functions.Of(p), judge) }
}

func judgeDeclarations(p *check.Pass, declarations []spaces.Declaration, judge func(p *check.Pass, d *spaces.Declaration, say say)) {
	seen := map[sema.Site]bool{}
	for i := range declarations {
		if p.Unit.Stopped() {
			return
		}
		d := &declarations[i]
		judge(p, d, func(at sema.Site, message string, fixes ...check.Mend) {
			if seen[at] {
				return
			}
			seen[at] = true
			r := check.Report{Site: at, Message: message, Fixes: fixes}
			if d.Instance && !d.Named.IsZero() {
				r.Related = []check.Note{{Site: d.Named, Message: p.Unit.Describe(d.Func) + " is named here"}}
			}
			p.Report(r)
		})
	}
}

// kernelRule is declarationRule for declarations that say __global__.
func kernelRule(judge func(p *check.Pass, d *spaces.Declaration, say say)) func(*check.Pass) {
	return func(p *check.Pass) { judgeDeclarations(p, kernels.Of(p), judge) }
}

// directiveRule is kernelRule for a fault that nvcc 12.4's front end finds in each explicit instantiation once more.
func directiveRule(judge func(p *check.Pass, d *spaces.Declaration, say say)) func(*check.Pass) {
	return func(p *check.Pass) {
		all := slices.Clone(kernels.Of(p))
		for _, f := range p.Declared.Instantiated {
			for _, fd := range f.InstSites {
				if d := (spaces.Declaration{Func: f, Decl: fd}); d.Kernel() {
					all = append(all, d)
				}
			}
		}
		judgeDeclarations(p, all, judge)
	}
}

// directive reports whether a declaration is an explicit instantiation.
func directive(d *spaces.Declaration) bool { return slices.Contains(d.Func.InstSites, d.Decl) }

// onLineOf is a place where it begins on the anchor's line, and else the anchor. nvcc 12.4's front end names the anchor's line, and
// people look there with the compiler's output beside them.
func onLineOf(anchor, at sema.Site) sema.Site {
	if lineOf(at) == lineOf(anchor) {
		return at
	}
	return anchor
}

// lineOf is the line on which a place begins.
func lineOf(s sema.Site) int {
	seg, lo, hi := s.Present()
	place, _ := seg.Range(lo, hi)
	return place.File.LineOf(place.Span.Start)
}

// kernelWord is the place of __global__ in a declaration, its name where that is not written.
func kernelWord(d *spaces.Declaration) sema.Site {
	return cudaSpecifier(d.Decl, func(k ast.CUDAKind) bool { return k == ast.SpecGlobal })
}

// part is the place of a part of a declaration, its name where there is none.
func part(d *spaces.Declaration, span ast.Span) sema.Site {
	if span.IsEmpty() {
		return d.Decl.Site
	}
	return sema.Site{Chunk: d.Decl.Site.Chunk, Span: span}
}

// specifier is the place of the first of some words among a declaration's specifiers; ok is false where none is there.
func specifier(u *sema.Unit, fd *sema.FuncDecl, words ...string) (at sema.Site, ok bool) {
	all := sema.Site{Chunk: fd.Site.Chunk, Span: fd.Spec.Span}
	for i, t := range all.Tokens() {
		if slices.Contains(words, u.Text(t.Sym)) {
			lo := fd.Spec.Span.Lo + int32(i)
			return sema.Site{Chunk: fd.Site.Chunk, Span: ast.Span{Lo: lo, Hi: lo + 1}}, true
		}
	}
	return sema.Site{}, false
}

// cudaSpecifier is the place of a declaration's first CUDA specifier of some kinds, its name where there is none.
func cudaSpecifier(fd *sema.FuncDecl, which func(ast.CUDAKind) bool) sema.Site {
	return specifierOr(fd.Site, fd.Spec, which)
}

func specifierOr(name sema.Site, spec *ast.Specifiers, which func(ast.CUDAKind) bool) sema.Site {
	for i := range spec.CUDA {
		if s := &spec.CUDA[i]; which(s.Kind) {
			return sema.Site{Chunk: name.Chunk, Span: s.Span}
		}
	}
	return name
}

// declarationsOf are all declarations that a person wrote of a function, of its template where it is an instance.
func declarationsOf(u *sema.Unit, f *sema.Func) []*sema.FuncDecl {
	if f.Template != nil && f.Args != nil && !f.Specialization {
		f = f.Template.Func
	}
	u.CompleteDecls(f)
	return f.Decls
}

// agreeing are all declarations whose types have to agree with a function's: those of it, and the explicit instantiations of its
// template.
func agreeing(p *check.Pass, f *sema.Func) []*sema.FuncDecl {
	list := slices.Clone(declarationsOf(p.Unit, f))
	for _, o := range p.Declared.Instantiated {
		if f.Template != nil && o.Template == f.Template {
			list = append(list, o.InstSites...)
		}
	}
	return list
}

// dropSpecifiers removes some words from all declarations of a function.
func dropSpecifiers(u *sema.Unit, f *sema.Func, title string, words ...string) check.Mend {
	m := check.Mend{Title: title, Preferred: true}
	for _, fd := range declarationsOf(u, f) {
		if at, ok := specifier(u, fd, words...); ok {
			m.Changes = append(m.Changes, check.Change{Site: at, How: check.Remove})
		}
	}
	return m
}

// paramAt is the declared parameter that parameter i of a function's type stems from: a pack stands for all from its place on.
// It is nil where the parameters are not written in the declaration.
func paramAt(fd *sema.FuncDecl, i int) *ast.Param {
	if fd.Sig == nil {
		return nil
	}
	for k, p := range fd.Sig.Params {
		if k == i || p.Decl.Pack {
			return p
		}
	}
	return nil
}

// paramSite is the place of parameter i, or of the name where parameters are not written.
func paramSite(d *spaces.Declaration, i int) sema.Site {
	if p := paramAt(d.Decl, i); p != nil {
		return part(d, p.Span)
	}
	return d.Decl.Site
}

// paramName completes a message: "parameter x of k(int)".
func paramName(u *sema.Unit, d *spaces.Declaration, i int) string {
	what := fmt.Sprintf("parameter %d", i+1)
	if p := paramAt(d.Decl, i); p != nil && p.Decl.Name != nil {
		what = "parameter " + u.Text(p.Decl.Name.Last().Sym)
	}
	return what + " of " + u.Describe(d.Func)
}

// byValue makes parameter i of a function one that is passed by value, in all declarations. There is no such mend where the
// type says more than the reference.
func byValue(pass *check.Pass, f *sema.Func, i int) []check.Mend {
	m := check.Mend{Title: "Pass the parameter by value"}
	for _, fd := range agreeing(pass, f) {
		p := paramAt(fd, i)
		if p == nil || len(p.Decl.Ops) == 0 {
			return nil
		}
		op := p.Decl.Ops[len(p.Decl.Ops)-1]
		if op.Kind != ast.OpLRef && op.Kind != ast.OpRRef ||
			slices.ContainsFunc(p.Decl.Ops, func(op ast.TypeOp) bool { return op.Kind == ast.OpArray || op.Kind == ast.OpFunc }) {
			return nil
		}
		m.Changes = append(m.Changes, check.Change{Site: sema.Site{Chunk: fd.Site.Chunk, Span: op.Span}})
	}
	return []check.Mend{m}
}

// paramTypes are the types of a function's parameters; none where its type is not known.
func paramTypes(u *sema.Unit, f *sema.Func) []*types.Type {
	if t := u.FuncType(f); t.Kind == types.Func {
		return t.Params
	}
	return nil
}

// isPattern reports whether a declaration is a function template's own, whose dependent parts only instances decide.
func isPattern(d *spaces.Declaration) bool {
	return !d.Instance && d.Func.Template != nil && d.Func.Args == nil
}

// exceptionSpec is the place of a written exception specification; ok is false where none is written.
func exceptionSpec(u *sema.Unit, fd *sema.FuncDecl) (at sema.Site, ok bool) {
	if fd.Sig == nil || fd.Sig.NoexceptKind == 0 {
		return sema.Site{}, false
	}
	toks := sema.Site{Chunk: fd.Site.Chunk, Span: fd.Sig.Span}.Tokens()
	depth := 0
	for i, t := range toks {
		switch t.Kind {
		case token.LParen:
			depth++
		case token.RParen:
			depth--
		}
		if word := u.Text(t.Sym); depth > 0 || word != "noexcept" && word != "throw" {
			continue
		}
		hi := i + 1
		if hi < len(toks) && toks[hi].Kind == token.LParen {
			for depth = 0; hi < len(toks); hi++ {
				if toks[hi].Kind == token.LParen {
					depth++
				} else if toks[hi].Kind == token.RParen {
					if depth--; depth == 0 {
						hi++
						break
					}
				}
			}
		}
		lo := fd.Sig.Span.Lo
		return sema.Site{Chunk: fd.Site.Chunk, Span: ast.Span{Lo: lo + int32(i), Hi: lo + int32(hi)}}, true
	}
	return sema.Site{}, false
}
