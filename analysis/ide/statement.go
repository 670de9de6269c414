package ide

import (
	"cmp"
	"slices"

	"cudals/analysis/locate"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Statement is the statement or declaration around a byte offset, in whole lines. It looks at the text alone, since directives may stand
// between any two lines.
func Statement(doc *locate.Document, offset int) source.Span {
	file := doc.Input.File
	if len(file.Lines) == 0 {
		return source.Span{}
	}
	toks, directives := doc.Statements()
	next, _ := slices.BinarySearchFunc(toks, offset+1, func(t token.Token, at int) int { return cmp.Compare(t.Loc.Offset(), at) })
	at := max(0, next-1)
	if len(toks) == 0 {
		return file.LineSpan(file.LineOf(offset))
	}
	first, last := at, at
	for depth := 0; first > 0 && !directives[first]; first-- {
		k := toks[first-1].Kind
		if depth == 0 && (k == token.Semi || k == token.LBrace || k == token.RBrace) {
			break
		}
		switch k {
		case token.RParen, token.RBracket:
			depth++
		case token.LParen, token.LBracket:
			depth = max(depth-1, 0)
		}
	}
	for depth := 0; last+1 < len(toks) && !directives[last+1]; last++ {
		k := toks[last].Kind
		if depth == 0 && (k == token.Semi || k == token.LBrace && last > at || k == token.RBrace) {
			break
		}
		switch k {
		case token.LParen, token.LBracket:
			depth++
		case token.RParen, token.RBracket:
			depth = max(depth-1, 0)
		}
	}
	return source.Span{
		Start: file.LineSpan(file.LineOf(toks[first].Loc.Offset())).Start, End: file.LineSpan(file.LineOf(toks[last].Loc.Offset())).End,
	}
}
