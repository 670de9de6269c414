package brackets_test

import (
	"strings"
	"testing"

	"cudals/analysis/brackets"
	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// TestPartners tells each opening bracket of a text with the token that closes it, or that its block ends in front of.
func TestPartners(t *testing.T) {
	for _, c := range []struct{ name, text, nested, laidOut string }{
		{"well-formed", "{ ( [ ] ) }", "{ } ( ) [ ]", "{ } ( ) [ ]"},
		{"stray closers", "{ ) ] }", "{ }", "{ }"},
		{"left open inside braces", "{ ( }", "{ } ( -", "{ } ( -"},
		{"an inner block while it is typed", "{\n  if (a) {\n    b;\n  c;\n}\nd;", "{ - ( ) { }", "{ } ( ) { c"},
	} {
		in := token.NewInterner()
		toks := lex.Tokens(source.NewFile("", []byte(c.text)), in)
		partners := brackets.Partners(toks)
		told := func() string {
			var out []string
			for i, tok := range toks {
				if k := tok.Kind; k != token.LParen && k != token.LBracket && k != token.LBrace {
					continue
				}
				end := "-"
				if at := int(partners[i]); at < len(toks) {
					end = in.Text(toks[at].Sym)
					if end == "" {
						end = toks[at].Kind.String()
					}
				}
				out = append(out, toks[i].Kind.String(), end)
			}
			return strings.Join(out, " ")
		}
		if got := told(); got != c.nested {
			t.Errorf("%s: nested %q, want %q", c.name, got, c.nested)
		}
		brackets.Align(toks, partners, func(int) bool { return false })
		if got := told(); got != c.laidOut {
			t.Errorf("%s: laid out %q, want %q", c.name, got, c.laidOut)
		}
	}
}
