package ide

import (
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/describe"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

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
	typed := p.typed(offset)
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

// name proposes a name, behind others where it is a function that runs on another side than the one around it, or a variable that is not there.
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
		if in == nil {
			break
		}
		here, there := p.Spaces.Of(in), p.Spaces.Of(e)
		c.Last = here.Known && there.Known && !e.Constexpr && here.Space.Effective()&^there.Space.Effective() != 0
	case *sema.Var:
		if in != nil {
			here := p.Spaces.Of(in)
			if here.Known && !here.Space.OnDevice() && e.Kind == sema.NamespaceVar && spaces.CompilerVariable(p.Unit, e) {
				return // threadIdx, which the host has not
			}
			mem, known := spaces.MemoryOf(p.Unit, e)
			lasting := e.Kind == sema.NamespaceVar || e.Kind == sema.StaticMember
			c.Last = here.Known && known && lasting && mem == 0 && !here.Space.Effective().OnHost() && !p.Unit.VarType(e).IsConst()
		}
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
