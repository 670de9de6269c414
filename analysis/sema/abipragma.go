package sema

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
)

// ABIPragma is a #pragma nv_abi.
type ABIPragma struct {
	Site Site
	Next ABINext
	// Decl is the chunk that declares the function behind a pragma between declarations.
	Decl *Chunk
	// Values are the arguments in parentheses, in order.
	Values []Unroll
}

// ABINext is what follows a #pragma nv_abi, as far as it matters.
type ABINext uint8

// What follows.
const (
	// ABIUnknown is what is not known, or what no pragma at all may stand before.
	ABIUnknown ABINext = iota
	// ABIFunction is a function, ABIExpression an expression statement.
	ABIFunction
	ABIExpression
	// ABIOther is a declaration or a statement that the pragma is not for.
	ABIOther
)

// abiText is what follows the word in the text of a #pragma nv_abi.
func (u *Unit) abiText(t token.Token) (rest string, ok bool) {
	if t.Kind != token.Pragma {
		return "", false
	}
	rest, ok = strings.CutPrefix(strings.TrimSpace(u.Text(t.Sym)), "nv_abi")
	return rest, ok && (rest == "" || rest[0] == ' ' || rest[0] == '(')
}

// abiValues evaluates the arguments in parentheses.
func (u *Unit) abiValues(sc *Scope, text string) []Unroll {
	var out []Unroll
	depth, from := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			if depth++; depth == 1 {
				from = i + 1
			}
		case ')':
			if depth--; depth == 0 {
				out = append(out, *u.unroll(sc, nil, text[from:i]))
			}
		}
	}
	return out
}

// abiPragmas records the pragmas that stand before a statement.
func (w *walker) abiPragmas(sc *Scope, s ast.Stmt) {
	if !w.noting() || s == nil || sc.Chunk.System {
		return
	}
	toks := sc.Chunk.Seg.Toks
	for i := s.Pos().Lo - 1; i >= 0 && toks[sc.Chunk.Lo+int(i)].Kind == token.Pragma; i-- {
		if text, ok := w.u.abiText(toks[sc.Chunk.Lo+int(i)]); ok {
			site := Site{sc.Chunk, ast.Span{Lo: i, Hi: i + 1}}
			w.note(Construct{Kind: PlacedABIPragma, Site: site, Full: site, ABI: &ABIPragma{
				Site: site, Next: abiBefore(s), Values: w.u.abiValues(sc, text),
			}})
		}
	}
}

func abiBefore(s ast.Stmt) ABINext {
	for l, ok := s.(*ast.Label); ok; l, ok = s.(*ast.Label) {
		s = l.Stmt
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		if s.X != nil {
			return ABIExpression
		}
	case *ast.DeclStmt:
		switch d := s.Decl.(type) {
		case *ast.AliasDecl:
			return ABIOther
		case *ast.SimpleDecl:
			if !s.Ambiguous && !declaresFunction(d) {
				return ABIOther
			}
		}
	case *ast.Return, *ast.If, *ast.For, *ast.RangeFor, *ast.While, *ast.DoWhile, *ast.Switch, *ast.Block, *ast.Jump:
		return ABIOther
	}
	return ABIUnknown
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
func (u *Unit) ABIPragmas() []ABIPragma {
	var out []ABIPragma
	for i, c := range u.Chunks {
		if c.System {
			continue
		}
		if c.Kind == outline.ChunkPragma {
			if text, ok := u.abiText(c.Toks()[0]); ok {
				p := ABIPragma{Site: Site{c, ast.Span{Hi: 1}}}
				u.abiNext(&p, u.Chunks[i+1:])
				p.Values = u.abiValues(u.chunkScope(c), text)
				out = append(out, p)
			}
			continue
		}
		out = append(out, u.abiInClasses(c)...)
	}
	return out
}

// abiNext finds what follows a pragma between declarations, in the same file.
func (u *Unit) abiNext(p *ABIPragma, chunks []*Chunk) {
	for _, c := range chunks {
		if c.Seg != p.Site.Chunk.Seg {
			return
		}
		switch c.Kind {
		case outline.ChunkPragma:
			continue
		case outline.ChunkOpenNamespace:
			p.Next = ABIOther
		case outline.ChunkDecl:
			if decls := c.Decls(unitNames{u}); len(decls) > 0 {
				if p.Next = u.abiDeclaration(c, decls[0]); p.Next == ABIFunction {
					p.Decl = c
				}
			}
		}
		return
	}
}

func (u *Unit) abiDeclaration(c *Chunk, d ast.Decl) ABINext {
	if l, ok := d.(*ast.LinkageDecl); ok && len(l.Decls) == 1 {
		d = l.Decls[0]
	}
	switch d := d.(type) {
	case *ast.AliasDecl:
		return ABIOther
	case *ast.TemplateDecl:
		return abiTemplate(d)
	case *ast.SimpleDecl:
		switch {
		case len(d.Declarators) > 0 && d.Declarators[0].Name != nil && len(d.Declarators[0].Name.Parts) > 1:
			return u.abiQualified(c, d.Declarators[0].Name)
		case !declaresFunction(d):
			return ABIOther
		case len(d.Declarators) > 0 && len(d.Declarators[0].Ops) > 0:
			return ABIFunction
		}
	}
	return ABIUnknown
}

// abiTemplate is about templates: of functions and variables they are taken as they are.
func abiTemplate(d *ast.TemplateDecl) ABINext {
	switch inner := d.Inner.(type) {
	case *ast.AliasDecl:
		return ABIOther
	case *ast.SimpleDecl:
		if _, defined := inner.Spec.Type.(*ast.ClassType); defined && len(d.Params) > 0 && len(inner.Declarators) == 0 && !specialises(inner) {
			return ABIOther
		}
	}
	return ABIUnknown
}

// specialises reports whether a class is defined under a name with template arguments.
func specialises(d *ast.SimpleDecl) bool {
	ct, ok := d.Spec.Type.(*ast.ClassType)
	return ok && ct.Class != nil && ct.Class.Name != nil && ct.Class.Name.Last().HasArgs
}

// abiQualified is about what is declared under a qualified name: members are not what the pragma is for.
func (u *Unit) abiQualified(c *Chunk, n *ast.Name) ABINext {
	f := u.lookupName(u.chunkScope(c), n)
	if f.State != FoundOK {
		return ABIUnknown
	}
	for _, e := range f.Entities {
		if _, constructor := e.(*Class); constructor { // the class's name in it, behind which a declarator can only be that
			continue
		}
		if f, ok := e.(*Func); !ok || f.MemberOf == nil {
			return ABIUnknown
		}
	}
	return ABIOther
}

// abiInClasses lists the pragmas between the members of the classes that a chunk defines.
func (u *Unit) abiInClasses(c *Chunk) []ABIPragma {
	var places []int32
	for i, t := range c.Toks() {
		if _, ok := u.abiText(t); ok {
			places = append(places, int32(i))
		}
	}
	if len(places) == 0 || c.Kind != outline.ChunkDecl {
		return nil
	}
	var out []ABIPragma
	for _, d := range c.Decls(unitNames{u}) {
		u.abiMembers(c, d, places, &out)
	}
	return out
}

func (u *Unit) abiMembers(c *Chunk, d ast.Decl, places []int32, out *[]ABIPragma) {
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
				*out = append(*out, ABIPragma{
					Site: Site{c, ast.Span{Lo: i, Hi: i + 1}}, Next: abiMember(m.Decl), Values: u.abiValues(u.chunkScope(c), text),
				})
			}
		}
		u.abiMembers(c, m.Decl, places, out)
		last = at.Hi
	}
}

// abiMember is about a member before which a pragma stands: it is for templates and friends alone.
func abiMember(d ast.Decl) ABINext {
	switch d := d.(type) {
	case *ast.SimpleDecl:
		if len(d.Spec.Unexplained) == 0 && (d.Spec.Flags&ast.Friend == 0 || len(d.Declarators) == 0) {
			return ABIOther
		}
	case *ast.AliasDecl:
		return ABIOther
	case *ast.TemplateDecl:
		return abiTemplate(d)
	}
	return ABIUnknown
}
