package preprocess

import (
	"slices"

	"cudals/analysis/token"
)

// A group is a parenthesized list of tokens none of which names a macro, put into one token while an invocation is
// expanded. Macros that dispatch hand whole bodies of functions through dozens of others, each of which collects its
// arguments, expands them and rescans the result; what cannot change on that way need not be looked at each time.
//
// The token's kind is group and its Sym an index of expander.groups; the rest is that of the opening parenthesis. It is
// no token for anybody outside: it is opened where a parenthesis is asked for, and spread out where tokens are.
const group = token.Newline

// groupContent is a group without its opening parenthesis.
type groupContent struct {
	toks  []token.Token
	total int // tokens, nested groups' too
}

// minGroup is the length from which a group pays.
const minGroup = 4

// fold returns toks with groups in place of what may be one. The result is the caller's until the next fold.
func (x *expander) fold(toks []token.Token) []token.Token {
	known := x.frame.base + knownValue
	out := x.folded[:0]
	open := x.parens[:0] // where in out the parentheses stand in which no macro was named so far
	for i := range toks {
		t := toks[i]
		out = append(out, t)
		switch t.Kind {
		case token.Ident:
			if t.Flags&token.NoExpand != 0 {
				continue
			}
			s := &x.slots[t.Sym]
			if s.stamp < known {
				x.readSlow(t.Sym)
			}
			if s.m != nil {
				clear(open)
			}
		case token.LParen:
			open = append(open, len(out))
		case token.RParen:
			if len(open) == 0 {
				continue
			}
			start := open[len(open)-1]
			open = open[:len(open)-1]
			if start > 0 && len(out)-start >= minGroup {
				content := append(x.alloc(len(out)-start), out[start:]...)
				out = out[:start]
				out[start-1].Kind, out[start-1].Sym = group, token.Sym(len(x.groups))
				x.groups = append(x.groups, groupContent{content, x.size(content)})
			}
		}
	}
	x.folded, x.parens = out, open
	return out
}

// size is the number of tokens that a list stands for.
func (x *expander) size(toks []token.Token) int {
	n := len(toks)
	for i := range toks {
		if toks[i].Kind == group {
			n += x.groups[toks[i].Sym].total
		}
	}
	return n
}

// spread appends toks to out with all groups opened.
func (x *expander) spread(out, toks []token.Token) []token.Token {
	start := 0
	for i := range toks {
		if t := toks[i]; t.Kind == group {
			out = append(out, toks[start:i]...)
			out = append(out, paren(t))
			out = x.spread(out, x.groups[t.Sym].toks)
			start = i + 1
		}
	}
	return append(out, toks[start:]...)
}

// written is toks with all groups opened.
func (x *expander) written(toks []token.Token) []token.Token {
	if !slices.ContainsFunc(toks, func(t token.Token) bool { return t.Kind == group }) {
		return toks
	}
	return x.spread(nil, toks)
}

// open pushes the content of a group, whose opening parenthesis it returns.
func (x *expander) open(t token.Token) token.Token {
	x.push(x.groups[t.Sym].toks, 0, false)
	return paren(t)
}

// paren is the opening parenthesis of a group.
func paren(t token.Token) token.Token {
	t.Kind, t.Sym = token.LParen, token.LParen.Punct()
	return t
}
