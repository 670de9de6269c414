package ide

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
	"cudals/analysis/workspace"
)

// What stands at a cursor is no expression yet, so that names are looked for by what the text around it declares: nothing is said of a
// name that depends on template parameters, or of what an expression in parentheses is.

// named is one name in scope, and what it means.
type named struct {
	name string
	of   sema.Entity
}

// locals are the variables of bodies and parameters that are in scope, the nearest first.
func (p *proposer) locals(f *sema.Func) []named {
	var out []named
	from := 0
	for _, d := range f.Decls {
		if full, _ := check.PlaceOf(d.Full); d.Body != nil && full.File != nil && full.File.Path == p.File.Path {
			from = full.Span.Start
		}
	}
	for _, v := range slices.Backward(p.views) {
		list := v.Names(p.File.Path)
		first, _ := slices.BinarySearchFunc(list, from, func(n locate.Name, at int) int { return n.Span.Start - at })
		for _, n := range slices.Backward(list[first:]) {
			if n.Span.End > p.Word.Start || !n.Meaning.Declares || len(n.Meaning.Found) == 0 {
				continue
			}
			x, ok := n.Meaning.Found[0].(*sema.Var)
			if !ok || x.Kind == sema.NamespaceVar || x.Kind == sema.StaticMember || !p.reaches(n.Span.End) {
				continue
			}
			if name := v.Unit.Text(x.Sym()); !slices.ContainsFunc(out, func(o named) bool { return o.name == name }) {
				out = append(out, named{name, x})
			}
		}
	}
	return out
}

// reaches reports whether what is declared before an offset is in scope at the cursor: no block ended since then, and no statement in whose
// head it stands.
func (p *proposer) reaches(offset int) bool {
	first, _ := slices.BinarySearchFunc(p.Tokens, offset, func(t token.Token, at int) int { return t.Loc.Offset() - at })
	blocks, parens := 0, 0
	for _, t := range p.Tokens[first:] {
		switch t.Kind {
		case token.LParen:
			parens++
		case token.RParen:
			parens--
		case token.LBrace:
			blocks++
		case token.RBrace:
			blocks--
			if blocks < 0 || blocks == 0 && parens < 0 {
				return false
			}
		case token.Semi:
			if blocks == 0 && parens < 0 {
				return false
			}
		}
	}
	return true
}

// membersOf are the members of a class and of its bases that have a name; all: also those that not everybody may use.
func (p *proposer) membersOf(c *sema.Class, all bool) []named {
	var out []named
	seen := map[*sema.Class]bool{}
	var collect func(c *sema.Class)
	collect = func(c *sema.Class) {
		if c == nil || seen[c] {
			return
		}
		seen[c] = true
		for _, m := range c.Members() {
			var access ast.Access
			switch m := m.(type) {
			case *sema.Func:
				if access = m.Access; m.Kind != sema.Ordinary || m.Implicit || m.Deleted {
					continue
				}
			case *sema.Template:
				if m.Func == nil || m.Func.Kind != sema.Ordinary {
					continue
				}
				access = m.Func.Access
			case *sema.Field:
				access = m.Access
			case *sema.Var:
				access = m.Access
			default:
				continue
			}
			name := p.Unit.Text(m.Sym())
			if name == "" || !all && (access == ast.Private || access == ast.Protected) ||
				slices.ContainsFunc(out, func(o named) bool { return o.name == name }) {
				continue
			}
			out = append(out, named{name, m})
		}
		for _, b := range c.Bases() {
			collect(b.Class)
		}
	}
	collect(c)
	return out
}

// longest is how many parts an operand has at most that is looked at.
const longest = 64

// typeAt is the type of the operand that ends with a token; nil where that is not known.
func (p *proposer) typeAt(i int, f *sema.Func) *types.Type {
	if p.steps++; i < 0 || p.steps > longest {
		return nil
	}
	switch t := p.Tokens[i]; t.Kind {
	case token.RBracket:
		if base := p.typeAt(p.opens(i)-1, f); base != nil && (base.Kind == types.Pointer || base.Kind == types.Array) {
			return base.Elem
		}
	case token.RParen:
		open := p.opens(i)
		if open < 1 || p.Tokens[open-1].Kind != token.Ident {
			return nil
		}
		if fn, ok := p.meaning(open-1, f).(*sema.Func); ok {
			return p.Unit.ResultType(fn).NonRef()
		}
	case token.Ident:
		if p.Cursor.Interner.Text(t.Sym) == "this" {
			return nil // the class is looked at by the caller
		}
		switch e := p.meaning(i, f).(type) {
		case *sema.Var:
			return p.Unit.VarType(e).NonRef()
		case *sema.Field:
			return p.Unit.FieldType(e).NonRef()
		}
	}
	return nil
}

// opens is the index of the bracket that one closes, -1 for none.
func (p *proposer) opens(closing int) int {
	depth := 0
	for i := closing; i >= 0; i-- {
		switch p.Tokens[i].Kind {
		case token.RParen, token.RBracket, token.RBrace:
			depth++
		case token.LParen, token.LBracket, token.LBrace:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// meaning is what the name at a token means in the function around it: nil where nothing tells.
func (p *proposer) meaning(i int, f *sema.Func) sema.Entity {
	var list []named
	name := p.Cursor.Interner.Text(p.Tokens[i].Sym)
	switch {
	case i > 0 && (p.Tokens[i-1].Kind == token.Dot || p.Tokens[i-1].Kind == token.Arrow):
		list = p.membersOf(p.classAt(i-2, p.Tokens[i-1].Kind == token.Arrow, f), true)
	case i > 0 && p.Tokens[i-1].Kind == token.ColonCol:
		return nil
	default:
		if list = p.locals(f); f.MemberOf != nil {
			list = append(list, p.membersOf(f.MemberOf, true)...)
		}
		list = append(list, p.globals(f)...)
	}
	for _, n := range list {
		if n.name == name {
			return n.of
		}
	}
	return nil
}

// classAt is the class whose members follow an operand and a dot or an arrow; nil where it is not known.
func (p *proposer) classAt(i int, arrow bool, f *sema.Func) *sema.Class {
	if i >= 0 && arrow && p.Cursor.Interner.Text(p.Tokens[i].Sym) == "this" {
		return f.MemberOf
	}
	t := p.typeAt(i, f)
	switch {
	case t == nil || arrow && t.Kind != types.Pointer:
		return nil
	case arrow:
		t = t.Elem
	}
	return p.Unit.ClassOf(t)
}

// globals are what the person's own text declares in namespaces, by the names that they have where a function stands.
func (p *proposer) globals(f *sema.Func) []named {
	var out []named
	seen := map[string]bool{}
	around := map[sema.Entity]bool{nil: true}
	for e := f.Parent(); e != nil; {
		around[e] = true
		parent, ok := e.(interface{ Parent() sema.Entity })
		if !ok {
			break
		}
		e = parent.Parent()
	}
	add := func(e sema.Entity, parent sema.Entity, qualified string) {
		at, _ := check.PlaceOf(e.Site())
		if at.IsZero() || at.File.Path == p.File.Path && at.Span.Start >= p.Word.Start || strings.Contains(qualified, "(") {
			return
		}
		name := p.Unit.Text(e.Sym())
		if name == "" {
			return
		}
		if !around[parent] {
			name = qualified
		}
		if !seen[name] {
			seen[name] = true
			out = append(out, named{name, e})
		}
	}
	for _, fn := range p.Declared.Funcs {
		if fn.MemberOf == nil && fn.Kind == sema.Ordinary && !fn.Local && !fn.Specialization && !fn.Friend && fn.Closure == nil && !p.IsKernel(fn) {
			add(fn, fn.Parent(), fn.EntityName())
		}
	}
	for _, x := range p.Declared.Vars {
		if x.Kind == sema.NamespaceVar {
			add(x, x.Parent(), x.EntityName())
		}
	}
	for _, c := range p.Declared.Classes {
		if _, nested := c.Parent().(*sema.Class); !nested && !c.Local && c.Lambda == nil && len(c.Args) == 0 {
			add(c, c.Parent(), c.EntityName())
		}
	}
	for _, t := range p.Declared.Typedefs {
		if _, ok := t.Parent().(*sema.Class); !ok {
			add(t, t.Parent(), t.EntityName())
		}
	}
	return out
}

// members proposes what follows an operand and a dot or an arrow.
func (p *proposer) members(offset int) {
	f, at := p.functionAt(offset)
	last := len(p.Tokens) - 1
	if at != inBody {
		return
	}
	c := p.classAt(last-1, p.Tokens[last].Kind == token.Arrow, f)
	if c == nil {
		return
	}
	p.out.Words = false
	for _, m := range p.membersOf(c, f.MemberOf == c) {
		p.name(m, f)
	}
}

// short is how long what stands beside a proposal is at most.
const short = 24

// fewest is how many letters of a name of a header's are typed before such names are proposed, and most how many of them are.
const (
	fewest = 3
	most   = 400
)

// scope proposes the names in scope in a body.
func (p *proposer) scope(f *sema.Func, offset int) {
	list := p.locals(f)
	if f.MemberOf != nil {
		list = append(list, p.membersOf(f.MemberOf, true)...)
	}
	list = append(list, p.globals(f)...)
	typed := string(p.File.Text[p.Word.Start:max(p.Word.Start, min(offset, p.Word.End))])
	p.out.Incomplete = len(typed) < fewest
	if !p.out.Incomplete {
		syms := p.Unit.NamesWith(p.Unit.Global, typed, most)
		p.out.Incomplete = len(syms) == most
		for _, sym := range syms {
			for _, e := range p.Unit.Named(p.Unit.Global, sym) {
				if site := e.Site(); site.Chunk != nil && site.Chunk.System {
					list = append(list, named{p.Unit.Text(sym), e})
					break
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, n := range list {
		if !seen[n.name] {
			seen[n.name] = true
			p.name(n, f)
		}
	}
}

// name proposes a name, behind others where it is a function that runs on another side than the one around it.
func (p *proposer) name(n named, in *sema.Func) {
	c := workspace.Completion{Label: n.name, Text: n.name, Plain: n.name, Kind: workspace.CompleteVariable, Elsewhere: true}
	e := n.of
	if t, ok := e.(*sema.Template); ok && t.Func != nil {
		e = t.Func
	}
	switch e := e.(type) {
	case *sema.Func:
		if c.Kind = workspace.CompleteFunction; e.MemberOf != nil {
			c.Kind = workspace.CompleteMethod
		}
		c.Detail, c.Doc = title(p.View, e), "```cuda-cpp\n"+describe.Signature(p.View, e)+"\n```"
		c.Beside = p.Space(e)
		here, there := p.Spaces.Of(in), p.Spaces.Of(e)
		c.Last = here.Known && there.Known && !e.Constexpr && here.Space.Effective()&^there.Space.Effective() != 0
	case *sema.Var:
		c.Detail = variableTitle(p.View, e)
	case *sema.Field:
		c.Kind, c.Detail = workspace.CompleteField, p.Unit.TypeString(p.Unit.FieldType(e), nil)
	case *sema.Class, *sema.Typedef, *sema.Template:
		c.Kind = workspace.CompleteClass
	case *sema.Enumerator, *sema.Namespace:
		c.Kind = workspace.CompleteNumber
	}
	if c.Beside == "" && len(c.Detail) <= short {
		c.Beside = c.Detail
	}
	p.add(c)
}
