package memory

import (
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// mayBeMade reports whether in front of a moment an instance of a class template may be made because the text names it, its
// template, or what is made of that. Templates of functions, aliases and declarations of functions make none.
func (sc *scopes) mayBeMade(k *sema.Class, before moment) bool {
	if k.Template == nil {
		return true
	}
	names := map[token.Sym]bool{k.Template.Sym(): true}
	for _, ch := range sc.Unit.Chunks {
		if ch.Ord > before.ord {
			return false
		}
		if ch.System || ch.Kind != outline.ChunkDecl {
			continue
		}
		toks := ch.Newest().Toks()
		named := -1
		for i := range toks {
			if toks[i].Kind == token.Ident && names[toks[i].Sym] {
				named = i
				break
			}
		}
		if named < 0 {
			continue
		}
		word := func(i int) string { return sc.Unit.Text(toks[min(i, len(toks)-1)].Sym) }
		switch first := word(0); {
		case first == "template" && toks[min(1, len(toks)-1)].Kind != token.Less:
			switch word(1) {
			case "struct", "class", "union":
			default:
				continue
			}
		case first == "template" && toks[min(2, len(toks)-1)].Kind != token.Greater:
			own := slices.Contains(ch.Templates, toks[named].Sym)
			for _, s := range ch.Templates {
				names[s] = true
			}
			if own || sc.kinds[ch.Ord]&functions != 0 {
				continue
			}
		case first == "using":
			names[toks[min(1, len(toks)-1)].Sym] = true
			continue
		case first == "typedef":
			for i := len(toks) - 1; i > 0; i-- {
				if toks[i].Kind == token.Ident {
					names[toks[i].Sym] = true
					break
				}
			}
			continue
		case sc.kinds[ch.Ord]&functions != 0 && !braced(toks):
			continue
		}
		at := moment{ord: ch.Ord, at: int32(named)}
		return at.compare(before) < 0
	}
	return false
}
