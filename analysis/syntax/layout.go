package syntax

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

// realign finds the partners of a body's brackets by the layout where some brace has none, as while somebody types a block: a brace that
// begins a line closes none that was opened deeper. A block that is not closed ends in front of the line that is
// indented no deeper than what the block belongs to: match then holds the first token of that line.
func (p *parser) realign() {
	none := int32(len(p.toks))
	unclosed := false
	for i, t := range p.toks {
		unclosed = unclosed || t.Kind == token.LBrace && p.match[i] == none
	}
	if !unclosed {
		return
	}
	a := aligner{p: p}
	for i, t := range p.toks {
		a.token(i, t)
	}
	a.popTo(0)
}

type aligner struct {
	p    *parser
	open []opened
	line uint8 // where the present line begins
	stmt uint8 // where the line begins in which the present statement does
}

func (a *aligner) token(i int, t token.Token) {
	if t.Flags&token.LineStart != 0 {
		a.line = t.Col
		if i > 0 {
			switch a.p.toks[i-1].Kind {
			case token.Semi, token.LBrace, token.RBrace:
				a.stmt = t.Col
			}
		}
	}
	switch t.Kind {
	case token.LParen, token.LBracket, token.LBrace:
		a.p.match[i] = int32(len(a.p.toks))
		a.open = append(a.open, opened{i, min(a.line, a.stmt), a.stmt})
	case token.RParen, token.RBracket:
		a.p.match[i] = int32(len(a.p.toks))
		for n := len(a.open) - 1; n >= 0; n-- {
			o := a.p.toks[a.open[n].at].Kind
			if closes(o, t.Kind) {
				a.pair(n, i)
			}
			if o == token.LBrace || closes(o, t.Kind) {
				break
			}
		}
	case token.RBrace:
		a.p.match[i] = int32(len(a.p.toks))
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
		if a.p.toks[a.open[n].at].Kind != token.LBrace {
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
	a.p.match[at], a.p.match[closing] = int32(closing), int32(at)
}

// popTo ends the blocks from the n-th open bracket on, which are not closed.
func (a *aligner) popTo(n int) {
	for _, o := range a.open[n:] {
		if a.p.toks[o.at].Kind == token.LBrace && o.col > 0 {
			a.p.match[o.at] = a.endOf(o)
		}
	}
	a.open = a.open[:n]
}

// endOf is the first token of the line before which an open block ends.
func (a *aligner) endOf(o opened) int32 {
	for i := o.at + 1; i < len(a.p.toks); i++ {
		if col := a.p.toks[i].Col; col == 0 || col > o.col {
			continue
		}
		switch a.p.codes[i] {
		case kCase, kDefault, kPublic, kPrivate, kProtected, code(token.LBrace):
		default:
			return int32(i)
		}
	}
	return int32(len(a.p.toks))
}

// closed reports whether the token that stands next closes the bracket whose inside ends there: one that is not closed ends in front
// of a line of its own.
func (p *parser) closed() bool {
	switch p.toks[p.pos].Kind {
	case token.RParen, token.RBracket, token.RBrace:
		return true
	}
	return false
}
