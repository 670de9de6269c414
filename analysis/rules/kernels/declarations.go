package kernels

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
)

// directiveRule is kit.DirectiveRule for declarations that say __global__.
func directiveRule(judge func(p *check.Pass, d *spaces.Declaration, say kit.Say)) func(*check.Pass) {
	return kit.DirectiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if d.Kernel() {
			judge(p, d, say)
		}
	})
}

// directive reports whether a declaration is an explicit instantiation.
func directive(d *spaces.Declaration) bool { return slices.Contains(d.Func.InstSites, d.Decl) }

// kernelWord is the place of __global__ in a declaration, its name where that is not written.
func kernelWord(d *spaces.Declaration) sema.Site {
	return kit.CudaSpecifier(d.Decl, func(k ast.CUDAKind) bool { return k == ast.SpecGlobal })
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

// dropSpecifiers removes some words from all declarations of a function.
func dropSpecifiers(u *sema.Unit, f *sema.Func, title string, words ...string) check.Mend {
	m := check.Mend{Title: title, Preferred: true}
	for _, fd := range kit.DeclarationsOf(u, f) {
		if at, ok := specifier(u, fd, words...); ok {
			m.Changes = append(m.Changes, check.Change{Site: at, How: check.Remove})
		}
	}
	return m
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
