// Package lex splits text into raw preprocessing tokens: comments, line splices, literals and punctuators, by the text alone. What
// directives, macros and names mean it does not know.
package lex

import (
	"bytes"
	"math"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Tokens are those of a file, without comments and without regard to directives: what the file says, not what it means.
// Locations are offsets in the file.
func Tokens(file *source.File, in *token.Interner) []token.Token {
	l := New(file.Text, file.BOMLen(), in)
	toks := make([]token.Token, 0, len(file.Text)/6+8)
	for {
		t := l.Next()
		if t.Kind == token.EOF {
			return toks
		}
		toks = append(toks, t)
	}
}

// End is the end of the token that starts at offset.
func End(text []byte, offset int) int {
	if offset < 0 || offset >= len(text) {
		return offset
	}
	l := Lexer{src: text, pos: offset}
	_, end, _ := l.token(offset)
	return end
}

// LineEnd is the end of the last token of the logical line that the token at offset stands in.
func LineEnd(text []byte, offset int) int {
	l := Lexer{src: text, pos: offset, directive: true}
	for end := offset; ; {
		if !l.skip() {
			return end
		}
		_, end, _ = l.token(l.pos)
		l.pos = end
	}
}

// Blank reports whether a text is white space, comments and line splices alone.
func Blank(text []byte) bool {
	l := Lexer{src: text}
	return !l.skip()
}

// Single is the kind of the one token that a text without line splices is; false where it is more than one, or none that C++ has.
func Single(text []byte) (token.Kind, bool) {
	kind, end, ok := scan(text, 0)
	return kind, ok && end == len(text) && kind != token.Other
}

// Lexer splits text into tokens, one at a time. It accepts any bytes.
type Lexer struct {
	src []byte
	pos int
	in  *token.Interner
	// Header: a header name may come next.
	Header bool
	// Spliced holds the lengths of tokens that are longer in the text than in their spelling.
	Spliced map[int32]int32
	// directive: newlines end the line and are returned as tokens.
	directive bool
	started   bool // something of the present line was read
	line      int  // where the present line begins
}

// New reads a text from an offset on.
func New(text []byte, from int, in *token.Interner) *Lexer {
	return &Lexer{src: text, pos: from, in: in}
}

// Resume reads a text on behind a token that ends at an offset.
func Resume(text []byte, end int, in *token.Interner) *Lexer {
	return &Lexer{src: text, pos: end, in: in, started: true}
}

// Pos is the end of the last token.
func (l *Lexer) Pos() int { return l.pos }

// BeginDirective makes newlines tokens.
func (l *Lexer) BeginDirective() { l.directive = true }

// EndDirective comes back to the text. The newline has been taken with the directive, so what comes next starts a line.
func (l *Lexer) EndDirective() { l.directive, l.started, l.Header = false, false, false }

// mayBeDigraph reports whether a punctuator that begins with c may be spelled in another way than its kind.
func mayBeDigraph(kind token.Kind, c byte) bool {
	return c == '%' || c == ':' || c == '<' && kind < token.Less
}

// Next is the next token; after the last one, tokens of kind EOF.
func (l *Lexer) Next() token.Token {
	var flags token.Flags
	if !l.started {
		l.started = true
		l.line = l.pos
		flags = token.LineStart
	}
	src := l.src
	comment := false // in this line
	for {
		if l.pos >= len(src) {
			return token.Token{Loc: token.FileLoc(len(src)), Flags: flags}
		}
		c := src[l.pos]
		switch classes[c] {
		case classSpace:
			l.pos++
			flags |= token.SpaceBefore
			continue
		case classNewline:
			at := l.pos
			l.pos++
			if c == '\r' && l.pos < len(src) && src[l.pos] == '\n' {
				l.pos++
			}
			if l.directive {
				return token.Token{Loc: token.FileLoc(at), Kind: token.Newline, Flags: flags}
			}
			if flags&token.LineStart != 0 && !comment {
				flags |= token.Apart
			}
			l.line, comment = l.pos, false
			flags |= token.SpaceBefore | token.LineStart
			continue
		}
		if c == '\\' {
			if end := spliceEnd(src, l.pos); end > 0 {
				l.pos = end
				continue
			}
		} else if c == '/' {
			if end := commentEnd(src, l.pos); end > 0 {
				if n := bytes.LastIndexByte(src[l.pos:end], '\n'); n >= 0 {
					l.line = l.pos + n + 1
				}
				l.pos, comment = end, true
				flags |= token.SpaceBefore
				continue
			}
		}
		break
	}
	start := l.pos
	if l.Header {
		l.Header = false
		if end := headerEnd(src, start); end > 0 {
			l.pos = end
			return token.Token{Sym: l.in.SymBytes(src[start:end]), Loc: token.FileLoc(start), Kind: token.Header, Flags: flags}
		}
	}
	kind, end, clean := l.token(start)
	l.pos = end
	var sym token.Sym
	switch {
	case clean != nil:
		if l.Spliced == nil {
			l.Spliced = make(map[int32]int32)
		}
		l.Spliced[int32(start)] = int32(end - start)
		sym = l.in.SymBytes(clean)
	case kind.IsPunct() && !mayBeDigraph(kind, src[start]):
		sym = kind.Punct()
	default:
		sym = l.in.SymBytes(src[start:end])
	}
	t := token.Token{Sym: sym, Loc: token.FileLoc(start), Kind: kind, Flags: flags}
	if flags&token.LineStart != 0 {
		t.Col = uint8(min(source.Column(src, l.line, start)+1, math.MaxUint8))
		if bytes.IndexByte(src[l.line:start], '\t') >= 0 {
			t.Flags |= token.Tabbed
		}
	}
	return t
}

// token finds the kind and the end of the token at start, which is no white space, comment or splice. For a token with
// line splices inside, clean is its spelling without them; otherwise it is nil.
func (l *Lexer) token(start int) (kind token.Kind, end int, clean []byte) {
	kind, end, ok := scan(l.src, start)
	literal := kind == token.String || kind == token.Char
	if ok && (literal || end >= len(l.src) || l.src[end] != '\\' || spliceEnd(l.src, end) == 0) {
		return kind, end, nil
	}
	// The rare case: the token meets a line splice. It is scanned in a copy without them, of growing length, since the
	// token is nearly always short.
	for size := 64; ; size *= 4 {
		buf := make([]byte, 0, size)
		offsets := make([]int32, 0, size+1)
		i := start
		for i < len(l.src) && len(buf) < size {
			if l.src[i] == '\\' {
				if j := skipSplices(l.src, i); j > i {
					i = j
					continue
				}
			}
			buf = append(buf, l.src[i])
			offsets = append(offsets, int32(i))
			i++
		}
		if len(buf) == 0 {
			return token.Other, start + 1, nil
		}
		kind, n, _ := scan(buf, 0)
		if n >= len(buf)-3 && i < len(l.src) {
			continue
		}
		if n == 0 {
			n = 1
		}
		end = int(offsets[n-1]) + 1
		if end-start == n {
			return kind, end, nil
		}
		return kind, end, buf[:n]
	}
}
