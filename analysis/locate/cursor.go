package locate

import (
	"bytes"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Cursor is a place in a text that somebody types, where only tokens help: what stands there is no declaration and no expression yet.
type Cursor struct {
	File     *source.File
	Interner *token.Interner
	// Tokens are the tokens that end before the word, the last one last: those of the directive that the cursor is in, elsewhere those that
	// stand in no directive.
	Tokens []token.Token
	// Directive: the cursor is in a line of a directive.
	Directive bool
	// Word is the word that the cursor is in or behind; empty where there is none.
	Word source.Span
	// Line is what stands before the word in its line.
	Line string
	// Prose: the cursor is in a comment or a literal.
	Prose bool
	// Comment: it is in a comment.
	Comment bool
}

// CursorAt is the cursor at a byte offset of a file.
func CursorAt(file *source.File, in *token.Interner, offset int) *Cursor {
	c := &Cursor{File: file, Interner: in, Word: source.Span{Start: offset, End: offset}}
	text := file.Text
	for c.Word.Start > 0 && source.WordByte(text[c.Word.Start-1]) {
		c.Word.Start--
	}
	for c.Word.End < len(text) && source.WordByte(text[c.Word.End]) {
		c.Word.End++
	}
	start := bytes.LastIndexByte(text[:c.Word.Start], '\n') + 1
	c.Line = string(text[start:c.Word.Start])
	c.Tokens = lex.Tokens(file, in)
	n := 0
	for n < len(c.Tokens) && c.Tokens[n].Loc.Offset() < c.Word.Start {
		n++
	}
	c.Tokens = c.Tokens[:n]
	end := 0
	if n > 0 {
		end = c.End(n - 1)
	}
	c.Comment = end <= c.Word.Start && inComment(text[end:c.Word.Start])
	// A token around the word is a literal, be it one that has no end yet.
	c.Prose = end > c.Word.Start || c.Comment
	c.directives(text[min(end, c.Word.Start):c.Word.Start])
	return c
}

// directives drops the tokens of other directives than the one that the cursor is in, and those of the text where it is in one; gap is what
// stands between the last token and the cursor.
func (c *Cursor) directives(gap []byte) {
	kept := make([]token.Token, 0, len(c.Tokens))
	last := -1 // where the last line with a token begins, where it is a directive's
	for i, t := range c.Tokens {
		if t.Flags&token.LineStart != 0 {
			if last = -1; t.Kind == token.Hash {
				last = i
			}
		}
		if last < 0 {
			kept = append(kept, t)
		}
	}
	lines := bytes.Count(gap, []byte("\n")) - bytes.Count(gap, []byte("\\\n")) - bytes.Count(gap, []byte("\\\r\n"))
	if c.Directive = last >= 0 && (lines <= 0 || c.Comment); c.Directive {
		kept = c.Tokens[last:]
	}
	c.Tokens = kept
}

// End is the end of a token.
func (c *Cursor) End(i int) int {
	return c.Tokens[i].Loc.Offset() + len(c.Interner.Text(c.Tokens[i].Sym))
}

// inComment reports whether what stands between two tokens ends within a comment.
func inComment(gap []byte) bool {
	for {
		begin := bytes.IndexByte(gap, '/')
		if begin < 0 || begin+1 == len(gap) {
			return false
		}
		end := 0
		switch rest := gap[begin+2:]; gap[begin+1] {
		case '/':
			end = bytes.IndexByte(rest, '\n')
		case '*':
			end = bytes.Index(rest, []byte("*/"))
		}
		if end < 0 {
			return true
		}
		gap = gap[begin+1+end:]
	}
}

// Before is the kind of the i-th token from the word backwards, 0 the nearest; EOF where there is none.
func (c *Cursor) Before(i int) token.Kind {
	if i >= len(c.Tokens) {
		return token.EOF
	}
	return c.Tokens[len(c.Tokens)-1-i].Kind
}

// Text is the spelling of the i-th token from the word backwards.
func (c *Cursor) Text(i int) string {
	if i >= len(c.Tokens) {
		return ""
	}
	return c.Interner.Text(c.Tokens[len(c.Tokens)-1-i].Sym)
}

// ArgumentList is one that the cursor stands in.
type ArgumentList struct {
	// Open is the index of the token that opens it, among toks; commas is how many stand before the cursor.
	Open, Commas int
}

// Around finds the list that the cursor stands in: the innermost that a (, <<< or { opens and that belongs to a name, which may be that of
// a class whose body the braces are. Parentheses around an operand belong to none. ok is false outside of any.
func (c *Cursor) Around() (l ArgumentList, ok bool) {
	depth := 0
	for i := len(c.Tokens) - 1; i >= 0; i-- {
		switch c.Tokens[i].Kind {
		case token.RParen, token.RBracket, token.RBrace, token.LaunchClose:
			depth++
		case token.LParen, token.LBracket, token.LaunchOpen, token.LBrace:
			if depth > 0 {
				depth--
				continue
			}
			switch k := c.Tokens[i].Kind; {
			case k == token.LaunchOpen:
				l.Open = i
				return l, true
			case k == token.LParen && i > 0 && c.named(i-1):
				l.Open = i
				return l, true
			case k == token.LBrace && i > 0 && (c.Tokens[i-1].Kind == token.Greater || c.named(i-1)):
				l.Open = i // of an object, or of a body
				return l, true
			case k == token.LBrace && (i == 0 || c.Tokens[i-1].Kind != token.Comma && c.Tokens[i-1].Kind != token.LaunchOpen && c.Tokens[i-1].Kind != token.LParen):
				return l, false
			}
			l.Commas = 0
		case token.Comma:
			if depth == 0 {
				l.Commas++
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
func (c *Cursor) named(i int) bool {
	switch c.Tokens[i].Kind {
	case token.LaunchClose, token.Greater, token.RBracket:
		return true
	case token.Ident:
		switch c.Interner.Text(c.Tokens[i].Sym) {
		case "return", "case", "and", "or", "not":
			return false
		}
		return true
	}
	return false
}

// Callee is the index of the name before a token: of k in k<<<, N::k<<< and k<int><<<; -1 for none.
func (c *Cursor) Callee(i int) int {
	i--
	if i >= 0 && (c.Tokens[i].Kind == token.Greater || c.Tokens[i].Kind == token.Shr) {
		depth := 0
		for ; i >= 0; i-- {
			switch c.Tokens[i].Kind {
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
	if i >= 0 && c.Tokens[i].Kind == token.Ident {
		return i
	}
	return -1
}

// Opening is the index of the <<< that a >>> closes; -1 for none.
func (c *Cursor) Opening(closing int) int {
	for i := closing - 1; i >= 0; i-- {
		switch c.Tokens[i].Kind {
		case token.LaunchOpen:
			return i
		case token.Semi:
			return -1
		}
	}
	return -1
}
