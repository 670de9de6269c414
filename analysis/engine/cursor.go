package engine

import (
	"bytes"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// cursor is a place in a text that somebody types, where only tokens help: what stands there is no declaration and no expression yet.
type cursor struct {
	file *source.File
	in   *token.Interner
	// toks are the tokens that end before the word, the last one last.
	toks []token.Token
	// word is the word that the cursor is in or behind; empty where there is none.
	word source.Span
	// line is what stands before the word in its line.
	line string
	// prose: the cursor is in a comment or a literal.
	prose bool
}

// cursorAt is the cursor at a byte offset of a file.
func cursorAt(file *source.File, in *token.Interner, offset int) *cursor {
	c := &cursor{file: file, in: in, word: source.Span{Start: offset, End: offset}}
	text := file.Text
	for c.word.Start > 0 && wordByte(text[c.word.Start-1]) {
		c.word.Start--
	}
	for c.word.End < len(text) && wordByte(text[c.word.End]) {
		c.word.End++
	}
	start := bytes.LastIndexByte(text[:c.word.Start], '\n') + 1
	c.line = string(text[start:c.word.Start])
	c.toks = lex.Tokens(file, in)
	n := 0
	for n < len(c.toks) && c.toks[n].Loc.Offset() < c.word.Start {
		n++
	}
	c.toks = c.toks[:n]
	if n == 0 {
		c.prose = inComment(text[:c.word.Start])
		return c
	}
	end := c.end(n - 1)
	// A token around the word is a literal, be it one that has no end yet.
	c.prose = end > c.word.Start || inComment(text[end:c.word.Start])
	return c
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// end is the end of a token.
func (c *cursor) end(i int) int { return c.toks[i].Loc.Offset() + len(c.in.Text(c.toks[i].Sym)) }

// inComment reports whether what stands between two tokens ends within a comment.
func inComment(gap []byte) bool {
	for {
		line, block := bytes.Index(gap, []byte("//")), bytes.Index(gap, []byte("/*"))
		switch {
		case line < 0 && block < 0:
			return false
		case block < 0 || line >= 0 && line < block:
			end := bytes.IndexByte(gap[line:], '\n')
			if end < 0 {
				return true
			}
			gap = gap[line+end:]
		default:
			end := bytes.Index(gap[block+2:], []byte("*/"))
			if end < 0 {
				return true
			}
			gap = gap[block+2+end+2:]
		}
	}
}

// before is the kind of the i-th token from the word backwards, 0 the nearest; EOF where there is none.
func (c *cursor) before(i int) token.Kind {
	if i >= len(c.toks) {
		return token.EOF
	}
	return c.toks[len(c.toks)-1-i].Kind
}

// text is the spelling of the i-th token from the word backwards.
func (c *cursor) text(i int) string {
	if i >= len(c.toks) {
		return ""
	}
	return c.in.Text(c.toks[len(c.toks)-1-i].Sym)
}

// argumentList is one that the cursor stands in.
type argumentList struct {
	// open is the index of the token that opens it, among toks; commas is how many stand before the cursor.
	open, commas int
}

// around finds the list that the cursor stands in: the innermost that a (, <<< or { opens and that belongs to a name. Parentheses around
// an operand belong to none. ok is false outside of any.
func (c *cursor) around() (l argumentList, ok bool) {
	depth := 0
	for i := len(c.toks) - 1; i >= 0; i-- {
		switch c.toks[i].Kind {
		case token.RParen, token.RBracket, token.RBrace, token.LaunchClose:
			depth++
		case token.LParen, token.LBracket, token.LaunchOpen, token.LBrace:
			if depth > 0 {
				depth--
				continue
			}
			switch k := c.toks[i].Kind; {
			case k == token.LaunchOpen:
				l.open = i
				return l, true
			case k == token.LParen && i > 0 && c.named(i-1):
				l.open = i
				return l, true
			case k == token.LBrace && (i == 0 || c.toks[i-1].Kind != token.Comma && c.toks[i-1].Kind != token.LaunchOpen && c.toks[i-1].Kind != token.LParen):
				return l, false
			}
			l.commas = 0
		case token.Comma:
			if depth == 0 {
				l.commas++
			}
		case token.Semi:
			if depth == 0 {
				return l, false
			}
		}
	}
	return l, false
}

// named reports whether a ( behind a token is that of a call.
func (c *cursor) named(i int) bool {
	switch c.toks[i].Kind {
	case token.LaunchClose, token.Greater, token.RBracket:
		return true
	case token.Ident:
		switch c.in.Text(c.toks[i].Sym) {
		case "return", "case", "and", "or", "not":
			return false
		}
		return true
	}
	return false
}

// callee is the index of the name before a token: of k in k<<<, N::k<<< and k<int><<<; -1 for none.
func (c *cursor) callee(i int) int {
	i--
	if i >= 0 && (c.toks[i].Kind == token.Greater || c.toks[i].Kind == token.Shr) {
		depth := 0
		for ; i >= 0; i-- {
			switch c.toks[i].Kind {
			case token.Greater:
				depth++
			case token.Shr:
				depth += 2
			case token.Less:
				depth--
			case token.Semi, token.LBrace, token.RBrace:
				return -1
			}
			if depth <= 0 {
				break
			}
		}
		i--
	}
	if i >= 0 && c.toks[i].Kind == token.Ident {
		return i
	}
	return -1
}

// opening is the index of the <<< that a >>> closes; -1 for none.
func (c *cursor) opening(closing int) int {
	for i := closing - 1; i >= 0; i-- {
		switch c.toks[i].Kind {
		case token.LaunchOpen:
			return i
		case token.Semi:
			return -1
		}
	}
	return -1
}
