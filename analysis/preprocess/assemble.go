package preprocess

import (
	"fmt"
	"maps"
	"slices"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Doubt is a conditional group, #if to #endif, of which any arm may be the live one: what decided it is a guess, such as an
// undefined name that a missing include or the real command might define, or a condition is malformed.
type Doubt struct {
	Inclusion int
	At        source.Span
}

// Skipped is a text that was left out of a unit: tokens of a file, unexpanded.
type Skipped struct {
	File *source.File
	Toks []token.Token
}

// Definition is a macro of the table at a unit's end.
type Definition struct {
	Name  token.Sym
	Macro *Macro
}

type missingKey struct {
	file *source.File
	at   source.Span
}

type assembler struct {
	u    *Unit
	seen map[missingKey]bool
}

// assemble lists what the nodes hold.
func (x *expander) assemble(u *Unit, root, forced *node) {
	a := &assembler{u: u, seen: make(map[missingKey]bool)}
	u.Inclusions = make([]Inclusion, 0, x.entered+1)
	u.Inclusions = append(u.Inclusions, Inclusion{File: u.Main, Parent: -1})
	for _, p := range forced.parts {
		if p.kind == partChild {
			a.child(&p, -1)
		} else {
			a.part(&p, 0)
		}
	}
	for i := range root.parts {
		a.part(&root.parts[i], 0)
	}
	u.Stats = Stats{Inclusions: len(u.Inclusions), SharedInclusions: x.shared, Tokens: x.total}
	x.macros = x.macros[:0]
	for s := range x.slots {
		if m := x.slots[s].m; m != nil {
			x.macros = append(x.macros, Definition{token.Sym(s), m})
		}
	}
	u.macros = slices.Clone(x.macros)
}

func (a *assembler) child(p *part, parent int) {
	system := p.system
	if p.relative && parent >= 0 {
		system = a.u.Inclusions[parent].System
	}
	a.u.Inclusions = append(a.u.Inclusions, Inclusion{
		File: p.child.file, Parent: parent, At: p.at, System: system || p.child.system,
		Lent: p.child.lent || parent >= 0 && a.u.Inclusions[parent].Lent,
	})
	self := len(a.u.Inclusions) - 1
	for i := range p.child.parts {
		a.part(&p.child.parts[i], self)
	}
}

func (a *assembler) part(p *part, self int) {
	u := a.u
	switch p.kind {
	case partSegment:
		u.Segments = append(u.Segments, Placed{Segment: p.segment, Inclusion: self})
	case partChild:
		a.child(p, self)
	case partMissing:
		key := missingKey{u.Inclusions[self].File, p.at}
		if !a.seen[key] {
			a.seen[key] = true
			u.Missing = append(u.Missing, Missing{Inclusion: self, At: p.at, Name: p.text, Searched: p.searched})
		}
	case partAsked:
		u.Asked = append(u.Asked, p.text)
	case partDiagnostic:
		u.Diagnostics = append(u.Diagnostics, Diagnostic{Inclusion: self, At: p.at, Severity: p.severity, Message: p.text})
	case partDoubt:
		u.Uncertain = true
		u.Doubts = append(u.Doubts, Doubt{Inclusion: self, At: p.at})
		for _, toks := range p.skipped {
			u.Skipped = append(u.Skipped, Skipped{u.Inclusions[self].File, toks})
		}
	}
}

// Macro is the definition of a name at the end of the unit, or nil.
func (u *Unit) Macro(name token.Sym) *Macro {
	if m := u.defined(name); m != nil && m.builtin < state {
		return m
	}
	return nil
}

// Macros are the macros that are defined at the end of the unit, those of the compiler left out: those of headers in the order of their Syms,
// and then the main file's that an edit changed.
func (u *Unit) Macros() []*Macro {
	out := make([]*Macro, 0, len(u.macros)+len(u.own))
	for _, d := range u.macros {
		if d.Macro.builtin == notBuiltin && u.own[d.Name] == nil {
			out = append(out, d.Macro)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u.own)) {
		if m := u.own[name]; m != nil && m.builtin == notBuiltin {
			out = append(out, m)
		}
	}
	return out
}

// defined is what the table holds of a name at the end of the unit, or nil.
func (u *Unit) defined(name token.Sym) *Macro {
	if m := u.own[name]; m != nil {
		return m
	}
	i, ok := slices.BinarySearchFunc(u.macros, name, func(d Definition, s token.Sym) int { return int(d.Name) - int(s) })
	if !ok {
		return nil
	}
	return u.macros[i].Macro
}

// MacrosFor lists the object-like macros that expand to exactly the given spellings, which are not expanded themselves, in the order
// of their Syms.
func (u *Unit) MacrosFor(replacement ...token.Sym) []*Macro {
	key := fmt.Sprint(replacement)
	if known, ok := u.standing.Load(key); ok {
		return known.([]*Macro)
	}
	var found []*Macro
	for _, d := range u.macros {
		m := d.Macro
		if own := u.own[d.Name]; own != nil {
			m = own
		}
		if m.Function || m.builtin != notBuiltin || len(m.Body) == 0 || len(m.Body) > len(replacement) || slices.Contains(replacement, m.Name) {
			continue
		}
		if rest, ok := u.spells(m, replacement, replacement, 0); ok && len(rest) == 0 {
			found = append(found, m)
		}
	}
	u.standing.Store(key, found)
	return found
}

// maxNested bounds how deep macros in macros are looked into.
const maxNested = 8

// spells reports whether what an object-like macro expands to, as far as it consists of object-like macros and what is to be kept, is the
// beginning of a text, and returns the rest of that.
func (u *Unit) spells(m *Macro, text, keep []token.Sym, depth int) (rest []token.Sym, ok bool) {
	for _, t := range m.Body {
		if t.Kind == token.Ident && depth <= maxNested && !slices.Contains(keep, t.Sym) {
			if inner := u.Macro(t.Sym); inner != nil && !inner.Function && inner.builtin == notBuiltin {
				if text, ok = u.spells(inner, text, keep, depth+1); !ok {
					return nil, false
				}
				continue
			}
		}
		if len(text) == 0 || t.Sym != text[0] {
			return nil, false
		}
		text = text[1:]
	}
	return text, true
}
