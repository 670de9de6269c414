package kernels

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFunctionInline = &check.Rule{
	Slug: "global-function-inline", Number: 20050, Tag: "global_function_inline",
	Title:    "A kernel is declared inline",
	Severity: check.Warning, Passes: check.InHost | check.InDevice,
	Section: "global", Chapter: "Kernels",
	What: `Reports each declaration of a kernel that says ~inline~, ~__forceinline__~, ~constexpr~ or ~consteval~, and kernels that
are defined in a friend declaration, which are inline by that. Member functions are reported for being members.`,
	Why: `Nobody calls a kernel, so that it cannot be inlined; the word is ignored. A kernel in a header that several files
include is defined several times all the same, since the word does not merge its stubs as people expect.`,
	Instead: `Leave the word out. For a kernel in a header, make it a template, or ~static~.`,
	Bad: `
inline __global__ void zero(int *p) { *p = 0; }
`,
	Good: `
static __global__ void zero(int *p) { *p = 0; }
`,
	Check: directiveRule(judgeInlineKernel),
}

// inlineBefore reports whether an earlier declaration of a function says inline, the template of an explicit instantiation too.
func inlineBefore(p *check.Pass, d *spaces.Declaration) bool {
	if directive(d) {
		return slices.ContainsFunc(kit.DeclarationsOf(p.Unit, d.Func), func(fd *sema.FuncDecl) bool {
			return fd.Spec.Flags&(ast.Inline|ast.Constexpr|ast.Consteval) != 0
		})
	}
	for _, fd := range d.Func.Decls {
		if fd == d.Decl {
			return false
		}
		if fd.Spec.Flags&ast.Inline != 0 {
			return true
		}
	}
	return false
}

func judgeInlineKernel(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	u, fd := p.Unit, d.Decl
	if d.Instance || fd.Block || d.Func.MemberOf != nil {
		return
	}
	name := spell.Func(u, d.Func)
	words := []string{"inline", "__inline", "__inline__", "constexpr", "consteval"}
	forced := kit.CudaSpecifier(fd, func(k ast.CUDAKind) bool { return k == ast.SpecForceInline })
	at, inline := specifier(u, fd, words...)
	inline = inline && fd.Spec.Flags&(ast.Inline|ast.Constexpr|ast.Consteval) != 0
	if inline {
		if whole, ok := kit.WrittenAs(fd.Site.Chunk, fd.Spec.Span, at, "__forceinline__"); ok {
			forced, inline = whole, false
		}
	}
	switch {
	case inline:
		word := u.Text(at.Tokens()[0].Sym)
		say(kit.OnLineOf(kernelWord(d), at), word+" has no effect on "+name+": a kernel is launched, not called, and cannot be inlined",
			dropSpecifiers(u, d.Func, "Remove "+word, word))
	case forced != fd.Site:
		m := check.Mend{Title: "Remove __forceinline__", Preferred: true}
		m.Changes = []check.Change{{Site: forced, How: check.Remove}}
		say(kit.OnLineOf(kernelWord(d), forced), "__forceinline__ has no effect on "+name+": a kernel is launched, not called, and cannot be inlined", m)
	case fd.FriendIn != nil && fd.Body != nil:
		at = fd.Site
		if friend, ok := specifier(u, fd, "friend"); ok {
			at = friend
		}
		say(kit.OnLineOf(kernelWord(d), at), name+" is a kernel that is defined in a friend declaration, which makes it inline; a kernel cannot be inlined")
	case fd.Spec.Flags&(ast.Inline|ast.Constexpr|ast.Consteval) != 0 || inlineBefore(p, d):
		say(kit.OnLineOf(kernelWord(d), fd.Site), name+" is declared inline; a kernel is launched, not called, and cannot be inlined")
	}
}
