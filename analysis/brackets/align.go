package brackets

import "cudals/analysis/token"

// opened is an opening bracket that waits for its partner.
type opened struct {
	at int
	// col is where the line begins in which the statement stands that the bracket belongs to, or the bracket's own line where that
	// begins before it; 0 where nothing tells.
	col uint8
	// outer is the column of the statement around the one in braces.
	outer uint8
}

// Align finds the partners of a body's brackets anew, by the layout, where some brace has none, as while somebody types a block: a brace that
// begins a line closes none that was opened deeper. A block that is not closed ends in front of the line that is
// indented no deeper than what the block belongs to: partners then holds the first token of that line.
//
// partners are those that Partners gave. labels reports whether a token begins a line that stands less deep than the block that it is in.
func Align(toks []token.Token, partners []int32, labels func(i int) bool) {
	none := int32(len(toks))
	unclosed := false
	for i, t := range toks {
		unclosed = unclosed || t.Kind == token.LBrace && partners[i] == none
	}
	if !unclosed {
		return
	}
	a := aligner{toks: toks, partners: partners, labels: labels}
	for i, t := range toks {
		a.token(i, t)
	}
	a.popTo(0)
}

type aligner struct {
	toks     []token.Token
	partners []int32
	labels   func(i int) bool
	open     []opened
	line     uint8 // where the present line begins
	stmt     uint8 // where the line begins in which the present statement does
}

func (a *aligner) token(i int, t token.Token) {
	if t.Flags&token.LineStart != 0 {
		a.line = t.Col
		if i > 0 {
			switch a.toks[i-1].Kind {
			case token.Semi, token.LBrace, token.RBrace:
				a.stmt = t.Col
			}
		}
	}
	switch t.Kind {
	case token.LParen, token.LBracket, token.LBrace:
		a.partners[i] = int32(len(a.toks))
		a.open = append(a.open, opened{i, min(a.line, a.stmt), a.stmt})
	case token.RParen, token.RBracket:
		a.partners[i] = int32(len(a.toks))
		for n := len(a.open) - 1; n >= 0; n-- {
			o := a.toks[a.open[n].at].Kind
			if Close(o, t.Kind) {
				a.pair(n, i)
			}
			if o == token.LBrace || Close(o, t.Kind) {
				break
			}
		}
	case token.RBrace:
		a.partners[i] = int32(len(a.toks))
		if n := a.partner(t.Col); n >= 0 {
			a.stmt = a.open[n].outer
			a.pair(n, i)
		}
	}
}

// partner is the brace that one closes that begins a line in a column, 0 for one in the middle of a line.
func (a *aligner) partner(col uint8) int {
	first := -1
	for n := len(a.open) - 1; n >= 0; n-- {
		if a.toks[a.open[n].at].Kind != token.LBrace {
			continue
		}
		if first < 0 {
			first = n
		}
		if col == 0 || a.open[n].col <= col {
			return n
		}
	}
	return first
}

// pair makes partners of an open bracket and the token that closes it; those opened in between are not closed.
func (a *aligner) pair(n, closing int) {
	at := a.open[n].at
	a.popTo(n + 1)
	a.open = a.open[:n]
	a.partners[at], a.partners[closing] = int32(closing), int32(at)
}

// popTo ends the blocks from the n-th open bracket on, which are not closed.
func (a *aligner) popTo(n int) {
	for _, o := range a.open[n:] {
		if a.toks[o.at].Kind == token.LBrace && o.col > 0 {
			a.partners[o.at] = a.endOf(o)
		}
	}
	a.open = a.open[:n]
}

// endOf is the first token of the line before which an open block ends.
func (a *aligner) endOf(o opened) int32 {
	for i := o.at + 1; i < len(a.toks); i++ {
		if col := a.toks[i].Col; col == 0 || col > o.col {
			continue
		}
		if a.toks[i].Kind != token.LBrace && !a.labels(i) {
			return int32(i)
		}
	}
	return int32(len(a.toks))
}
