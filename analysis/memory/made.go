package memory

import (
	"slices"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// mayBeMade is the first place in front of a moment at which an instance of a class template may be made because the text names
// it, its template, or what is made of that; ok is false where there is none. Templates of functions, aliases and declarations of
// functions make none.
func (c *collector) mayBeMade(k *sema.Class, before moment) (at moment, ok bool) {
	if k.Template == nil {
		return moment{}, true
	}
	names := map[token.Sym]bool{k.Template.Sym(): true}
	for _, ch := range c.Unit.Chunks {
		if ch.System || ch.Kind != outline.ChunkDecl {
			continue
		}
		toks := ch.Seg.Toks[ch.Lo:min(ch.Hi, len(ch.Seg.Toks))]
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
		word := func(i int) string { return c.Unit.Text(toks[min(i, len(toks)-1)].Sym) }
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
			if own || c.declaresFunction(ch) {
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
		case c.declaresFunction(ch) && !braced(toks):
			continue
		}
		if at := (moment{ord: ch.Ord, at: int32(named)}); at.compare(before) < 0 {
			return at, true
		}
		return moment{}, false
	}
	return moment{}, false
}

// declaresFunction reports whether a chunk declares functions.
func (c *collector) declaresFunction(ch *sema.Chunk) bool {
	for _, f := range c.Declared.Funcs {
		for _, d := range f.Decls {
			if d.Full.Chunk == ch && d.Sig != nil && !d.Block {
				return true
			}
		}
	}
	return false
}
