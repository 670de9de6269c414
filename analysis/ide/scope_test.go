package ide

import (
	"math/rand/v2"
	"testing"

	"cudals/analysis/token"
)

// reaches is inScope of one token, by what follows it.
func reaches(tokens []token.Token) bool {
	blocks, parens := 0, 0
	for _, t := range tokens {
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

func TestInScope(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	kinds := []token.Kind{token.LParen, token.RParen, token.LBrace, token.RBrace, token.Semi, token.Ident}
	for range 2000 {
		tokens := make([]token.Token, rnd.IntN(24))
		text := ""
		for i := range tokens {
			tokens[i].Kind = kinds[rnd.IntN(len(kinds))]
			text += tokens[i].Kind.String() + " "
		}
		for i, got := range inScope(tokens) {
			if want := reaches(tokens[i:]); got != want {
				t.Fatalf("behind %d of %s: %v, want %v", i, text, got, want)
			}
		}
	}
}
