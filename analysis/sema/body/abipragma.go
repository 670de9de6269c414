package body

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// abiText is what follows the word in the text of a #pragma nv_abi.
func (u *Model) abiText(t token.Token) (rest string, ok bool) {
	if t.Kind != token.Pragma {
		return "", false
	}
	rest, ok = strings.CutPrefix(strings.TrimSpace(u.Text(t.Sym)), "nv_abi")
	return rest, ok && (rest == "" || rest[0] == ' ' || rest[0] == '(')
}

// abiValues evaluates the arguments in parentheses.
func (u *Model) abiValues(sc *sema.Scope, text string) []sema.Unroll {
	var out []sema.Unroll
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			if depth++; depth == 1 {
				from = i + 1
			}
		case ')':
			if depth--; depth == 0 {
				value, _, _ := u.unroll(sc, nil, text[from:i])
				out = append(out, *value)
			}
		}
	}
	return out
}

// abiPragmas records the pragmas that stand before a statement.
func (w *walker) abiPragmas(sc *sema.Scope, s ast.Stmt) {
	if !w.noting() || s == nil || sc.Chunk.System {
		return
	}
	toks := sc.Chunk.Seg.Toks
	for i := s.Pos().Lo - 1; i >= 0 && toks[sc.Chunk.Lo+int(i)].Kind == token.Pragma; i-- {
		if text, ok := w.u.abiText(toks[sc.Chunk.Lo+int(i)]); ok {
			site := sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: i, Hi: i + 1}}
			w.note(sema.Construct{Kind: sema.PlacedABIPragma, Site: site, ABI: &sema.ABIPragma{
				Site: site, Next: abiBefore(s), Values: w.u.abiValues(sc, text),
			}})
		}
	}
}

func abiBefore(s ast.Stmt) sema.ABINext {
	for l, ok := s.(*ast.Label); ok; l, ok = s.(*ast.Label) {
		s = l.Stmt
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		if s.X != nil {
			return sema.ABIExpression
		}
	case *ast.DeclStmt:
		switch d := s.Decl.(type) {
		case *ast.AliasDecl:
			return sema.ABIOther
		case *ast.SimpleDecl:
			if !s.Ambiguous && !declaresFunction(d) {
				return sema.ABIOther
			}
		}
	case *ast.Return, *ast.If, *ast.For, *ast.RangeFor, *ast.While, *ast.DoWhile, *ast.Switch, *ast.Block, *ast.Jump:
		return sema.ABIOther
	}
	return sema.ABIUnknown
}

// declaresFunction reports whether a declaration's first declarator may be a function's, or whether nothing is known of it.
func declaresFunction(d *ast.SimpleDecl) bool {
	switch {
	case len(d.Spec.Unexplained) > 0:
		return true
	case d.Spec.Flags&ast.Typedef != 0:
		return false
	case len(d.Declarators) == 0:
		e, enum := d.Spec.Type.(*ast.EnumType)
		return enum && !e.Enum.Defined // before which no pragma may stand
	}
	t := d.Declarators[0]
	if n := len(t.Ops); n > 0 {
		return t.Ops[n-1].Func != nil // the nearest to the name
	}
	_, named := d.Spec.Type.(*ast.NamedType)
	return t.Init != nil && t.Init.Kind == ast.InitParen || t.Init == nil && named
}

// ABIPragmas lists the pragmas between declarations and in classes, outside of bodies and of system headers.
func (u *Model) ABIPragmas() []sema.ABIPragma {
	var out []sema.ABIPragma
	for i, c := range u.Chunks {
		if c.System {
			continue
		}
		if c.Kind == outline.ChunkPragma {
			if text, ok := u.abiText(c.Toks()[0]); ok {
				p := sema.ABIPragma{Site: sema.Site{Chunk: c, Span: ast.Span{Hi: 1}}}
				u.abiNext(&p, u.Chunks[i+1:])
				p.Values = u.abiValues(u.ChunkScope(c), text)
				out = append(out, p)
			}
			continue
		}
		out = append(out, u.abiInClasses(c)...)
	}
	return out
}

// abiNext finds what follows a pragma between declarations, in the same file.
func (u *Model) abiNext(p *sema.ABIPragma, chunks []*sema.Chunk) {
	for _, c := range chunks {
		if c.Seg != p.Site.Chunk.Seg {
			return
		}
		switch c.Kind {
		case outline.ChunkPragma:
			continue
		case outline.ChunkOpenNamespace:
			p.Next = sema.ABIOther
		case outline.ChunkDecl:
			if decls := c.Decls(sema.UnitNames{Unit: u.Unit}); len(decls) > 0 {
				if p.Next = u.abiDeclaration(c, decls[0]); p.Next == sema.ABIFunction {
					p.Decl = c
				}
			}
		}
		return
	}
}

func (u *Model) abiDeclaration(c *sema.Chunk, d ast.Decl) sema.ABINext {
	if l, ok := d.(*ast.LinkageDecl); ok && len(l.Decls) == 1 {
		d = l.Decls[0]
	}
	switch d := d.(type) {
	case *ast.AliasDecl:
		return sema.ABIOther
	case *ast.TemplateDecl:
		return abiTemplate(d)
	case *ast.SimpleDecl:
		switch {
		case len(d.Declarators) > 0 && d.Declarators[0].Name != nil && len(d.Declarators[0].Name.Parts) > 1:
			return u.abiQualified(c, d.Declarators[0].Name)
		case !declaresFunction(d):
			return sema.ABIOther
		case len(d.Declarators) > 0 && len(d.Declarators[0].Ops) > 0:
			return sema.ABIFunction
		}
	}
	return sema.ABIUnknown
}

// abiTemplate is about templates: of functions and variables they are taken as they are.
func abiTemplate(d *ast.TemplateDecl) sema.ABINext {
	switch inner := d.Inner.(type) {
	case *ast.AliasDecl:
		return sema.ABIOther
	case *ast.SimpleDecl:
		if _, defined := inner.Spec.Type.(*ast.ClassType); defined && len(d.Params) > 0 && len(inner.Declarators) == 0 && !specialises(inner) {
			return sema.ABIOther
		}
	}
	return sema.ABIUnknown
}

// specialises reports whether a class is defined under a name with template arguments.
func specialises(d *ast.SimpleDecl) bool {
	ct, ok := d.Spec.Type.(*ast.ClassType)
	return ok && ct.Class != nil && ct.Class.Name != nil && ct.Class.Name.Last().HasArgs
}

// abiQualified is about what is declared under a qualified name: members are not what the pragma is for.
func (u *Model) abiQualified(c *sema.Chunk, n *ast.Name) sema.ABINext {
	f := u.LookupName(u.ChunkScope(c), n)
	if f.State != sema.FoundOK {
		return sema.ABIUnknown
	}
	for _, e := range f.Entities {
		if _, constructor := e.(*sema.Class); constructor { // the class's name in it, behind which a declarator can only be that
			continue
		}
		if f, ok := e.(*sema.Func); !ok || f.MemberOf == nil {
			return sema.ABIUnknown
		}
	}
	return sema.ABIOther
}

// abiInClasses lists the pragmas between the members of the classes that a chunk defines.
func (u *Model) abiInClasses(c *sema.Chunk) []sema.ABIPragma {
	var places []int32
	for i, t := range c.Toks() {
		if _, ok := u.abiText(t); ok {
			places = append(places, int32(i))
		}
	}
	if len(places) == 0 || c.Kind != outline.ChunkDecl {
		return nil
	}
	var out []sema.ABIPragma
	for _, d := range c.Decls(sema.UnitNames{Unit: u.Unit}) {
		u.abiMembers(c, d, places, &out)
	}
	return out
}

func (u *Model) abiMembers(c *sema.Chunk, d ast.Decl, places []int32, out *[]sema.ABIPragma) {
	if !u.Nest() {
		return
	}
	defer u.Unnest()
	if t, ok := d.(*ast.TemplateDecl); ok {
		d = t.Inner
	}
	s, ok := d.(*ast.SimpleDecl)
	if !ok {
		return
	}
	ct, ok := s.Spec.Type.(*ast.ClassType)
	if !ok || ct.Class == nil {
		return
	}
	last := ct.Class.Lo
	for _, m := range ct.Class.Members {
		at := m.Decl.Pos()
		for _, i := range places {
			if last <= i && i < at.Lo {
				text, _ := u.abiText(c.Toks()[i])
				*out = append(*out, sema.ABIPragma{
					Site: sema.Site{Chunk: c, Span: ast.Span{Lo: i, Hi: i + 1}}, Next: abiMember(m.Decl), Values: u.abiValues(u.ChunkScope(c), text),
				})
			}
		}
		u.abiMembers(c, m.Decl, places, out)
		last = at.Hi
	}
}

// abiMember is about a member before which a pragma stands: it is for templates and friends alone.
func abiMember(d ast.Decl) sema.ABINext {
	switch d := d.(type) {
	case *ast.SimpleDecl:
		if len(d.Spec.Unexplained) == 0 && (d.Spec.Flags&ast.Friend == 0 || len(d.Declarators) == 0) {
			return sema.ABIOther
		}
	case *ast.AliasDecl:
		return sema.ABIOther
	case *ast.TemplateDecl:
		return abiTemplate(d)
	}
	return sema.ABIUnknown
}
