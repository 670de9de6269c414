package preprocess

import (
	"slices"

	"cudals/analysis/token"
)

// definedBy is a macro with the names on which it hangs whether it is defined, and what it becomes.
type definedBy struct {
	name token.Sym
	by   []token.Sym
}

// Hang are the macros of which a #define in one of the unit's files, live or not, hangs on one of some names: it stands in a
// conditional that asks for such a name, or becomes one. What files would define that the unit does not enter is not among them.
func (c *Cache) Hang(u *Unit, on func(token.Sym) bool) map[token.Sym]bool {
	var defines []definedBy
	read := map[*tree]bool{}
	add := func(t *tree) {
		if !read[t] {
			read[t] = true
			defines = t.definitions(defines)
		}
	}
	add(u.from.main.tree)
	for _, inc := range u.Inclusions {
		if inc.File == nil || inc.File == u.Main {
			continue
		}
		if fs := c.readable(inc.File.Path); fs != nil {
			add(fs.tree)
		}
	}
	hang := map[token.Sym]bool{}
	for more := true; more; {
		more = false
		for _, d := range defines {
			if !hang[d.name] && slices.ContainsFunc(d.by, func(s token.Sym) bool { return hang[s] || on(s) }) {
				hang[d.name], more = true, true
			}
		}
	}
	return hang
}

// definitions appends the macros that a file defines.
func (t *tree) definitions(out []definedBy) []definedBy {
	type open struct {
		end   int32
		names int // how many names there were before its own
	}
	var around []open
	var names []token.Sym
	for i := range t.items {
		it := &t.items[i]
		for len(around) > 0 && int32(i) >= around[len(around)-1].end {
			names = names[:around[len(around)-1].names]
			around = around[:len(around)-1]
		}
		switch it.kind {
		case itemIf, itemElif:
			if it.misplaced {
				continue
			}
			if it.kind == itemIf {
				around = append(around, open{it.end, len(names)})
			}
			names = appendNames(names, t.toks[it.lo:it.hi])
			if it.sym != 0 {
				names = append(names, it.sym)
			}
		case itemDefine:
			if by := appendNames(slices.Clone(names), it.macro.Body); len(by) > 0 {
				out = append(out, definedBy{it.macro.Name, by})
			}
		}
	}
	return out
}

func appendNames(out []token.Sym, toks []token.Token) []token.Sym {
	for _, t := range toks {
		if t.Kind == token.Ident {
			out = append(out, t.Sym)
		}
	}
	return out
}
