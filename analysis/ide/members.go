package ide

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// members proposes what follows an operand and a dot or an arrow.
func (p *proposer) members(offset int) {
	f, at := p.functionAt(offset)
	last := len(p.Tokens) - 1
	if at != inBody {
		return
	}
	c, _ := p.classAt(last-1, p.Tokens[last].Kind == token.Arrow, f)
	if c == nil {
		return
	}
	p.out.Words = false
	for _, m := range p.membersOf(c, f.MemberOf == c) {
		p.name(m, f)
	}
}

// qualified proposes what follows ::.
func (p *proposer) qualified(offset int) {
	f, at := p.functionAt(offset)
	if at == outside {
		f = nil
	}
	p.out.Words = false
	scope, _ := p.qualifier(len(p.Tokens)-1, f)
	switch scope := scope.(type) {
	case *sema.Namespace:
		p.namesIn(scope, f, p.typed(offset))
	case *sema.Class:
		p.namesOf(scope, f)
	case *sema.Enum:
		for _, e := range scope.Enumerators {
			p.name(named{name: p.Unit.Text(e.Sym()), of: e}, f)
		}
	}
}

// typed is what stands before the cursor of the word that it is in.
func (p *proposer) typed(offset int) string {
	return string(p.File.Text[p.Word.Start:max(p.Word.Start, min(offset, p.Word.End))])
}

// namesIn proposes the names in a namespace that begin with a text; what is reserved for the library only when it is begun.
func (p *proposer) namesIn(ns *sema.Namespace, f *sema.Func, typed string) {
	visible := p.Unit.Visible(ns)
	var syms []token.Sym
	for _, ns := range visible {
		list := p.Unit.NamesWith(ns, typed, false, most)
		p.out.Incomplete = p.out.Incomplete || len(list) == most
		syms = append(syms, list...)
	}
	for _, sym := range p.proposable(syms, visible, typed) {
		if found := p.inside(ns, sym); len(found) > 0 {
			p.name(named{name: p.Unit.Text(sym), of: found[0]}, f)
		}
	}
}

// proposable are those of the names that somebody may want, with those of the namespaces in others that begin with what is typed, each once.
func (p *proposer) proposable(syms []token.Sym, in []*sema.Namespace, typed string) []token.Sym {
	for _, ns := range in {
		for sym := range ns.Nested {
			if strings.HasPrefix(p.Unit.Text(sym), typed) {
				syms = append(syms, sym)
			}
		}
	}
	slices.Sort(syms)
	return slices.DeleteFunc(slices.Compact(syms), func(sym token.Sym) bool {
		name := p.Unit.Text(sym)
		return name == "" || typed == "" && name[0] == '_' || strings.Contains(name, "cudals_") || strings.HasPrefix(name, "operator")
	})
}

// namesOf proposes what a class and its bases declare and is no part of an object.
func (p *proposer) namesOf(c *sema.Class, f *sema.Func) {
	for _, c := range p.withBases(c) {
		for _, sym := range p.Unit.NamesIn(c) {
			name := p.Unit.Text(sym)
			for _, e := range p.inside(c, sym) {
				if e != sema.Entity(c) && follows(e, f != nil && f.MemberOf == c) && !slices.ContainsFunc(p.out.Items, func(o workspace.Completion) bool { return o.Label == name }) {
					p.name(named{name: name, of: e}, f)
					break
				}
			}
		}
	}
}

func (p *proposer) withBases(c *sema.Class) []*sema.Class {
	bases, _ := p.Unit.AllBases(c)
	return slices.Concat([]*sema.Class{c}, bases)
}

// follows reports whether a member can follow :: where only what is public can be used, or all.
func follows(e sema.Entity, all bool) bool {
	if is, access := ofObject(e); is {
		_, field := e.(*sema.Field)
		return !field && (all || open(access))
	}
	var access ast.Access
	switch e := e.(type) {
	case *sema.Template:
		if access = e.Access; e.Func != nil {
			return false
		}
	case *sema.Class:
		access = e.Access
	case *sema.Typedef:
		access = e.Access
	case *sema.Enum:
		access = e.Access
	case *sema.Enumerator:
		access = e.Enum.Access
	default:
		return false
	}
	return all || open(access)
}

// open reports whether everybody may use what has an access.
func open(a ast.Access) bool { return a != ast.Private && a != ast.Protected }

// ordinary reports whether a function is one that somebody wrote and calls by its name.
func ordinary(f *sema.Func) bool { return f.Kind == sema.Ordinary && !f.Implicit && !f.Deleted }

// ofObject reports whether a member can follow a dot: a function, a variable or a template of functions that somebody wrote; and who may use
// it.
func ofObject(m sema.Entity) (is bool, access ast.Access) {
	switch m := m.(type) {
	case *sema.Field:
		return true, m.Access
	case *sema.Var:
		return true, m.Access
	case *sema.Func:
		return ordinary(m), m.Access
	case *sema.Template:
		if m.Func != nil {
			return ordinary(m.Func), m.Func.Access
		}
	}
	return false, 0
}

// membersOf are the members of a class and of its bases that have a name; all: also those that not everybody may use.
func (p *proposer) membersOf(c *sema.Class, all bool) []named {
	var out []named
	hidden := map[string]bool{}
	for _, c := range p.withBases(c) {
		for _, m := range c.Members() {
			p.Step()
			name := p.Unit.Text(m.Sym())
			if is, access := ofObject(m); is && (all || open(access)) && name != "" && !hidden[name] {
				hidden[name] = true
				out = append(out, named{name, m, workspace.RankMember})
			}
		}
	}
	return out
}
