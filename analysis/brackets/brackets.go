// Package brackets finds the partners of brackets: by how they are nested, and where a text is half typed by how its lines are laid out.
package brackets

import "cudals/analysis/token"

// Partners returns for each token that is a bracket the index of its partner, or len(toks) for one without; other tokens
// have 0. A closing brace closes parentheses left open inside the braces.
func Partners(toks []token.Token) []int32 {
	match := make([]int32, len(toks))
	none := int32(len(toks))
	var open []int32
	for i, t := range toks {
		switch t.Kind {
		case token.LParen, token.LBrace, token.LBracket:
			open = append(open, int32(i))
			match[i] = none
		case token.RParen, token.RBrace, token.RBracket:
			match[i] = none
			for n := len(open) - 1; n >= 0; n-- {
				o := open[n]
				if Close(toks[o].Kind, t.Kind) {
					match[o], match[i] = int32(i), o
					open = open[:n]
					break
				}
				if toks[o].Kind == token.LBrace {
					break // a stray ) or ] inside braces
				}
			}
		}
	}
	return match
}

// Close reports whether a bracket closes another.
func Close(opening, closing token.Kind) bool {
	return opening == token.LParen && closing == token.RParen || opening == token.LBrace && closing == token.RBrace ||
		opening == token.LBracket && closing == token.RBracket
}
