package mend

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/cudaspace"
)

// DeclaredWord says what a declaration's specifiers say of its execution space.
func DeclaredWord(s *ast.Specifiers) string {
	if w := spaces.Written(s); w != 0 {
		return "declared " + w.String()
	}
	return "declared without an execution space"
}

// AgreeFuncs changes declarations of a function so that each says want; it is empty where one of them cannot be
// changed.
func AgreeFuncs(u *sema.Unit, decls []*sema.FuncDecl, want cudaspace.Space) []check.Change {
	var out []check.Change
	for _, fd := range decls {
		if w := spaces.Written(fd.Spec); w == want || want == cudaspace.Host && w == 0 {
			continue
		}
		text := want.String()
		if want == cudaspace.Host {
			text = ""
		}
		changes := Respecify(u, fd.Full, fd.Spec, IsExecutionSpace, text)
		if len(changes) == 0 {
			return nil
		}
		out = append(out, changes...)
	}
	return out
}

// DeclaresAlone reports whether a variable's declaration declares nothing else.
func DeclaresAlone(d *sema.VarDecl) bool {
	hi := d.Dtor.Span.Hi
	if d.Dtor.Init != nil {
		hi = max(hi, d.Dtor.Init.Span.Hi)
	}
	c := d.Site.Chunk
	is := func(i int32, k token.Kind) bool {
		i += int32(c.Lo)
		return i >= int32(c.Lo) && i < int32(c.Hi) && c.Seg.Toks[i].Kind == k
	}
	return !is(d.Dtor.Span.Lo-1, token.Comma) && is(hi, token.Semi)
}

// IsExecutionSpace reports whether a specifier gives a function its execution space.
func IsExecutionSpace(k ast.CUDAKind) bool {
	return k == ast.SpecHost || k == ast.SpecDevice || k == ast.SpecGlobal
}

// IsMemorySpace reports whether a specifier gives a variable its memory space.
func IsMemorySpace(k ast.CUDAKind) bool {
	return k == ast.SpecDevice || k == ast.SpecConstant || k == ast.SpecShared || k == ast.SpecManaged
}

// Respecify changes a declaration so that text stands in the place of its CUDA specifiers of some kinds. Specifiers
// that stand together are changed together, so that a macro that holds all of them is. It returns nothing where that
// cannot be done: in an attribute list.
func Respecify(
	u *sema.Unit, full sema.Site, spec *ast.Specifiers, which func(ast.CUDAKind) bool, text string,
) []check.Change {
	var runs []ast.Span
	for i := range spec.CUDA {
		s := &spec.CUDA[i]
		if !which(s.Kind) {
			continue
		}
		if first := full.Chunk.Seg.Toks[full.Chunk.Lo+int(s.Span.Lo)]; !strings.HasPrefix(u.Text(first.Sym), "__") {
			return nil // device of __attribute__((device))
		}
		if n := len(runs); n > 0 && runs[n-1].Hi == s.Span.Lo {
			runs[n-1].Hi = s.Span.Hi
		} else {
			runs = append(runs, s.Span)
		}
	}
	if len(runs) == 0 && text != "" {
		at := SpecifiersAt(u, full)
		return []check.Change{{Site: at, How: check.InsertBefore, Text: AsWritten(u, at, text) + " "}}
	}
	var out []check.Change
	for i, run := range runs {
		c := check.Change{Site: sema.Site{Chunk: full.Chunk, Span: run}, How: check.Remove}
		if i == 0 && text != "" {
			c.How, c.Text = check.Replace, AsWritten(u, c.Site, text)
		}
		out = append(out, c)
	}
	return out
}

// SpecifiersAt is the token of a declaration before which another specifier can be written: the first one after extern
// "C".
func SpecifiersAt(u *sema.Unit, full sema.Site) sema.Site {
	at := full.Span.Lo
	if toks := full.Tokens(); len(toks) > 2 && u.Text(toks[0].Sym) == "extern" && toks[1].Kind == token.String {
		at += 2
	}
	return sema.Site{Chunk: full.Chunk, Span: ast.Span{Lo: at, Hi: at + 1}}
}
