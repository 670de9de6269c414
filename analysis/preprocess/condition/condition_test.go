package condition_test

import (
	"strings"
	"testing"

	"cudals/analysis/lex"
	"cudals/analysis/preprocess/condition"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// macros hands out the tokens of a text. Names that begin with A are defined, those that end with Q guesses, and numbers are
// doubtful from 1000 on: 1xxx lie between 1000 and 1999, of others nothing is known.
type macros struct {
	in   *token.Interner
	toks []token.Token
}

func (m *macros) Token(bool) token.Token {
	if len(m.toks) == 0 {
		return token.Token{}
	}
	t := m.toks[0]
	m.toks = m.toks[1:]
	if t.Kind == token.Number && len(m.in.Text(t.Sym)) == 4 {
		t.Flags |= token.Doubtful
	}
	return t
}

func (m *macros) Defined(name token.Sym) bool { return strings.HasPrefix(m.in.Text(name), "A") }

func (m *macros) Doubts(name token.Sym) bool { return strings.HasSuffix(m.in.Text(name), "Q") }

func (m *macros) Between(number token.Token) (least, most uint64, doubt bool) {
	if strings.HasPrefix(m.in.Text(number.Sym), "1") {
		return 1000, 1999, true
	}
	return 0, 0, true
}

func TestEvaluate(t *testing.T) {
	in := token.NewInterner()
	words := condition.NewWords(in)
	for text, want := range map[string]string{
		"1 + 2 * 3 == 7 && (1 ? 2 : 0) == 2":                   "live",
		"-1 > 0u and -1 >> 1 == -1 and 1 << -1 == 0":           "live",
		"'ab' == 24930 && u8'\\xff' == -1 && L'\\u0041' == 65": "live",
		"defined A && !defined(B) && true && not false":        "live",
		"(-9223372036854775807 - 1) / -1 < 0 && -7 % 3 == -1":  "live",
		"0 && (1 / 0)":        "dead",
		"1 / 0":               "division by zero in #if",
		"unknown":             "dead",
		"1.5":                 "floating constant in preprocessor expression",
		"1 2":                 `missing binary operator before token "2"`,
		"(1":                  "missing ')' in expression",
		"defined +":           `operator "defined" requires an identifier`,
		"BQ":                  "dead doubt",
		"defined(AQ)":         "live doubt",
		"defined(AQ) || 1":    "live",
		"defined(AQ) && 0":    "dead",
		"defined(AQ) ? 1 : 1": "live",
		"defined(AQ) ? 1 : 0": "live doubt",
		"1500 >= 999":         "live",
		"1500 >= 01700 + 777": "dead doubt",
		"1500 == 2":           "dead",
		"-1500 < 0":           "live doubt",
		"5000 > 1":            "live doubt",
		"1 / BQ":              "dead doubt", // no problem that the guess may have made
		strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000): "#if expression is nested too deep",
	} {
		m := &macros{in: in, toks: lex.Tokens(source.NewFile("a", []byte(text)), in)}
		r := condition.Evaluate(words, m)
		got := "dead"
		if r.Live {
			got = "live"
		}
		if r.Doubt {
			got += " doubt"
		}
		if r.Problem != "" {
			got = r.Problem
		}
		if got != want {
			t.Errorf("%.60s: %s, want %s", text, got, want)
		}
	}
}
