package ide

import (
	"cudals/analysis/lex"
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
	in := doc.Views[0].Interner
	toks, directives := withoutDirectives(lex.Tokens(file, in))
	at := 0
	for at+1 < len(toks) && toks[at+1].Loc.Offset() <= offset {
		at++
	}
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

// withoutDirectives are the tokens that stand in no directive; behind tells before which of them one stands.
func withoutDirectives(toks []token.Token) (out []token.Token, behind map[int]bool) {
	behind = map[int]bool{}
	inside := false
	for _, t := range toks {
		if t.Flags&token.LineStart != 0 {
			if inside = t.Kind == token.Hash; inside {
				behind[len(out)] = true
			}
		}
		if !inside {
			out = append(out, t)
		}
	}
	return out, behind
}
