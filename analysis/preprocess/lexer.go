package preprocess

import (
	"bytes"
	"math"
	"unicode"
	"unicode/utf8"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Lex splits a file into raw preprocessing tokens, without comments and without regard to directives: what the file
// says, not what it means. Locations are offsets in the file.
func Lex(file *source.File, in *token.Interner) []token.Token {
	l := newLexer(file.Text, in)
	l.pos = file.BOMLen()
	toks := make([]token.Token, 0, len(file.Text)/6+8)
	for {
		t := l.next()
		if t.Kind == token.EOF {
			return toks
		}
		toks = append(toks, t)
	}
}

// tokenEnd is the end of the token that starts at offset.
func tokenEnd(text []byte, offset int) int {
	if offset < 0 || offset >= len(text) {
		return offset
	}
	l := lexer{src: text, pos: offset}
	_, end, _ := l.token(offset)
	return end
}

// lexer splits text into tokens. It accepts any bytes.
type lexer struct {
	src []byte
	pos int
	in  *token.Interner
	// directive: newlines end the line and are returned as tokens.
	directive bool
	// header: a header name may come next.
	header bool
	// spliced holds the lengths of tokens that are longer in the text than in their spelling.
	spliced map[int32]int32
	started bool // something of the present line was read
	line    int  // where the present line begins
}

func newLexer(src []byte, in *token.Interner) *lexer { return &lexer{src: src, in: in} }

// Classes of bytes.
const (
	classOther = iota
	classSpace
	classNewline
	classIdent
	classDigit
	classPunct
)

var classes = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classIdent, classIdent
	}
	t['_'], t['$'] = classIdent, classIdent
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit
	}
	for _, c := range " \t\v\f" {
		t[c] = classSpace
	}
	t['\n'], t['\r'] = classNewline, classNewline
	for _, c := range "(){}[];,:?.-+*/%^&|~!=<>#" {
		t[c] = classPunct
	}
	return t
}()

// next is the next token; after the last one, tokens of kind EOF.
func (l *lexer) next() token.Token {
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
	if l.header {
		l.header = false
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
		if l.spliced == nil {
			l.spliced = make(map[int32]int32)
		}
		l.spliced[int32(start)] = int32(end - start)
		sym = l.in.SymBytes(clean)
	case kind.IsPunct() && src[start] != '%' && src[start] != ':' && !(src[start] == '<' && kind < token.Less):
		sym = kind.Punct()
	default:
		sym = l.in.SymBytes(src[start:end])
	}
	t := token.Token{Sym: sym, Loc: token.FileLoc(start), Kind: kind, Flags: flags}
	if flags&token.LineStart != 0 {
		t.Col = uint8(min(start-l.line+1, math.MaxUint8))
	}
	return t
}

// spliceEnd is the offset after the line splice at i, or 0. As for gcc, white space may stand before the newline.
func spliceEnd(src []byte, i int) int {
	if src[i] != '\\' {
		return 0
	}
	for i++; i < len(src); i++ {
		switch src[i] {
		case ' ', '\t', '\v', '\f':
		case '\n':
			return i + 1
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// skipSplices is the offset of the first byte at or after i that does not belong to a line splice.
func skipSplices(src []byte, i int) int {
	for i < len(src) && src[i] == '\\' {
		end := spliceEnd(src, i)
		if end == 0 {
			break
		}
		i = end
	}
	return i
}

// commentEnd is the offset after the comment at i, where a slash stands, or 0 when it starts none. The newline after a
// line comment is not part of it. A block comment that is never closed reaches to the end.
func commentEnd(src []byte, i int) int {
	i = skipSplices(src, i+1)
	if i >= len(src) {
		return 0
	}
	switch src[i] {
	case '/':
		for i++; i < len(src); {
			n := bytes.IndexByte(src[i:], '\n')
			line := src[i:]
			if n >= 0 {
				line = src[i : i+n]
			}
			if cr := bytes.IndexByte(line, '\r'); cr >= 0 && (cr < len(line)-1 || n < 0) {
				line = line[:cr]
			}
			end := i + len(line)
			// A backslash at the end carries the comment on.
			j := end
			for j > i && (classes[src[j-1]] == classSpace || src[j-1] == '\r') {
				j--
			}
			if j == i || src[j-1] != '\\' || n < 0 && end == len(src) {
				if end > i && src[end-1] == '\r' {
					end--
				}
				return end
			}
			i = spliceEnd(src, j-1)
			if i == 0 {
				return end
			}
		}
		return len(src)
	case '*':
		for i++; i < len(src); {
			n := bytes.IndexByte(src[i:], '*')
			if n < 0 {
				return len(src)
			}
			i += n + 1
			if j := skipSplices(src, i); j < len(src) && src[j] == '/' {
				return j + 1
			}
		}
		return len(src)
	}
	return 0
}

// headerEnd is the offset after the header name at i, or 0.
func headerEnd(src []byte, i int) int {
	closer := byte('>')
	switch src[i] {
	case '"':
		closer = '"'
	case '<':
	default:
		return 0
	}
	for j := i + 1; j < len(src) && classes[src[j]] != classNewline; j++ {
		if src[j] == closer {
			return j + 1
		}
	}
	return 0
}

// token finds the kind and the end of the token at start, which is no white space, comment or splice. For a token with
// line splices inside, clean is its spelling without them; otherwise it is nil.
func (l *lexer) token(start int) (kind token.Kind, end int, clean []byte) {
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

// scan finds the token at i in a text without line splices. ok is false when a line splice stands where scan looked, so
// that the answer may be wrong.
func scan(src []byte, i int) (kind token.Kind, end int, ok bool) {
	c := src[i]
	switch classes[c] {
	case classIdent:
		end = identEnd(src, i)
		if end < len(src) && (src[end] == '"' || src[end] == '\'') && end-i <= 3 {
			raw, prefix := literalPrefix(src[i:end])
			switch {
			case raw && src[end] == '"':
				return scanRaw(src, end)
			case prefix && !raw:
				return scanQuoted(src, end)
			}
		}
		return token.Ident, end, true
	case classDigit:
		end, ok = numberEnd(src, i)
		return token.Number, end, ok
	case classPunct:
		if c == '.' && i+1 < len(src) && classes[src[i+1]] == classDigit {
			end, ok = numberEnd(src, i)
			return token.Number, end, ok
		}
		kind, n := scanPunct(src[i:])
		return kind, i + n, true
	}
	switch {
	case c == '"' || c == '\'':
		return scanQuoted(src, i)
	case c >= utf8.RuneSelf || c == '\\':
		if n := identRune(src[i:], true); n > 0 {
			return token.Ident, identEnd(src, i+n), true
		}
		if c >= utf8.RuneSelf {
			_, n := utf8.DecodeRune(src[i:])
			return token.Other, i + n, true
		}
	}
	return token.Other, i + 1, true
}

func literalPrefix(b []byte) (raw, prefix bool) {
	if b[len(b)-1] == 'R' {
		raw, b = true, b[:len(b)-1]
	}
	switch string(b) {
	case "", "L", "u", "U", "u8":
		return raw, true
	}
	return false, false
}

func identEnd(src []byte, i int) int {
	for i < len(src) {
		c := src[i]
		if k := classes[c]; k == classIdent || k == classDigit {
			i++
			continue
		}
		if c < utf8.RuneSelf && c != '\\' {
			break
		}
		n := identRune(src[i:], false)
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// identRune is the length of the character outside ASCII, or universal character name, at the start of b if it may
// stand in an identifier, or at its start if first is set.
func identRune(b []byte, first bool) int {
	if b[0] == '\\' {
		n := 0
		if len(b) > 1 && b[1] == 'u' {
			n = 4
		} else if len(b) > 1 && b[1] == 'U' {
			n = 8
		}
		if n == 0 || len(b) < 2+n {
			return 0
		}
		for _, c := range b[2 : 2+n] {
			if !isHex(c) {
				return 0
			}
		}
		return 2 + n
	}
	r, n := utf8.DecodeRune(b)
	if r < utf8.RuneSelf || r == utf8.RuneError && n <= 1 {
		return 0
	}
	if unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) ||
		!first && unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) {
		return n
	}
	return 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func numberEnd(src []byte, i int) (end int, ok bool) {
	for i < len(src) {
		c := src[i]
		switch {
		case classes[c] == classIdent || classes[c] == classDigit:
			i++
			if lower := c | 0x20; (lower == 'e' || lower == 'p') && i < len(src) && (src[i] == '+' || src[i] == '-') {
				i++
			}
		case c == '.':
			i++
		case c == '\'':
			if i+1 < len(src) && src[i+1] == '\\' && spliceEnd(src, i+1) > 0 {
				return i, false
			}
			if i+1 >= len(src) || classes[src[i+1]] != classIdent && classes[src[i+1]] != classDigit {
				return i, true
			}
			i += 2
		case c >= utf8.RuneSelf || c == '\\':
			n := identRune(src[i:], false)
			if n == 0 {
				return i, true
			}
			i += n
		default:
			return i, true
		}
	}
	return i, true
}

// scanQuoted finds the end of the string or character literal whose quote stands at i. One that its line does not close
// is of kind Other and reaches to the line's end.
func scanQuoted(src []byte, i int) (kind token.Kind, end int, ok bool) {
	quote := src[i]
	for j := i + 1; j < len(src); j++ {
		switch c := src[j]; c {
		case quote:
			kind = token.String
			if quote == '\'' {
				kind = token.Char
			}
			return kind, suffixEnd(src, j+1), true
		case '\\':
			if spliceEnd(src, j) > 0 {
				return token.Other, j, false
			}
			if j+1 < len(src) && classes[src[j+1]] != classNewline {
				j++
			}
		case '\n', '\r':
			return token.Other, j, true
		}
	}
	return token.Other, len(src), true
}

// maxRawDelimiter is the longest delimiter of a raw string that C++ allows.
const maxRawDelimiter = 16

// scanRaw finds the end of the raw string whose quote stands at i. Line splices mean nothing inside.
func scanRaw(src []byte, i int) (kind token.Kind, end int, ok bool) {
	open := -1
	for j := i + 1; j < len(src) && j <= i+1+maxRawDelimiter; j++ {
		c := src[j]
		if c == '(' {
			open = j
			break
		}
		if c == ')' || c == '\\' || c == '"' || classes[c] == classSpace || classes[c] == classNewline {
			break
		}
	}
	if open < 0 {
		return scanQuoted(src, i)
	}
	delimiter := src[i+1 : open]
	for j := open + 1; j < len(src); {
		n := bytes.IndexByte(src[j:], ')')
		if n < 0 {
			break
		}
		j += n + 1
		if bytes.HasPrefix(src[j:], delimiter) && j+len(delimiter) < len(src) && src[j+len(delimiter)] == '"' {
			return token.String, suffixEnd(src, j+len(delimiter)+1), true
		}
	}
	return token.Other, len(src), true
}

// suffixEnd is the end of the literal suffix at i. Only a name that C++ leaves to users, or one of the standard
// library's, is one: "%"PRIu64 has always been two tokens, and compilers keep it so.
func suffixEnd(src []byte, i int) int {
	if i >= len(src) || classes[src[i]] != classIdent {
		return i
	}
	end := identEnd(src, i)
	if src[i] == '_' && end-i > 1 && src[i+1] != '_' {
		return end
	}
	switch string(src[i:end]) {
	case "s", "sv", "h", "min", "ms", "us", "ns", "y", "d", "i", "il", "if":
		return end
	}
	return i
}

// alone are the punctuators that no longer one begins with.
var alone = [256]token.Kind{
	'(': token.LParen, ')': token.RParen, '{': token.LBrace, '}': token.RBrace, '[': token.LBracket, ']': token.RBracket,
	';': token.Semi, ',': token.Comma, '?': token.Question, '~': token.Tilde,
}

// scanPunct finds the operator or punctuator at the start of b by the rule of the longest match.
func scanPunct(b []byte) (token.Kind, int) {
	if k := alone[b[0]]; k != token.EOF {
		return k, 1
	}
	var c1, c2, c3 byte
	if len(b) > 1 {
		c1 = b[1]
	}
	if len(b) > 2 {
		c2 = b[2]
	}
	if len(b) > 3 {
		c3 = b[3]
	}
	switch b[0] {
	case ':':
		switch c1 {
		case ':':
			return token.ColonCol, 2
		case '>':
			return token.RBracket, 2
		}
		return token.Colon, 1
	case '.':
		return scanDot(c1, c2)
	case '+':
		return doubled(c1, '+', token.Plus, token.PlusPlus, token.PlusEq)
	case '&':
		return doubled(c1, '&', token.Amp, token.AndAnd, token.AmpEq)
	case '|':
		return doubled(c1, '|', token.Pipe, token.OrOr, token.PipeEq)
	case '-':
		return scanMinus(c1, c2)
	case '#':
		if c1 == '#' {
			return token.HashHash, 2
		}
		return token.Hash, 1
	case '%':
		return scanPercent(c1, c2, c3)
	case '<':
		return scanLess(c1, c2, c3)
	case '>':
		return scanGreater(c1, c2)
	case '*':
		return withEq(c1, token.Star, token.StarEq)
	case '/':
		return withEq(c1, token.Slash, token.SlashEq)
	case '^':
		return withEq(c1, token.Caret, token.CaretEq)
	case '!':
		return withEq(c1, token.Not, token.NotEq)
	case '=':
		return withEq(c1, token.Assign, token.EqEq)
	}
	return token.Other, 1
}

func scanDot(c1, c2 byte) (token.Kind, int) {
	switch {
	case c1 == '.' && c2 == '.':
		return token.Ellipsis, 3
	case c1 == '*':
		return token.DotStar, 2
	}
	return token.Dot, 1
}

func scanMinus(c1, c2 byte) (token.Kind, int) {
	switch {
	case c1 == '>' && c2 == '*':
		return token.ArrowStar, 3
	case c1 == '>':
		return token.Arrow, 2
	}
	return doubled(c1, '-', token.Minus, token.MinusMinus, token.MinusEq)
}

// scanPercent is what begins with %: digraphs among it.
func scanPercent(c1, c2, c3 byte) (token.Kind, int) {
	switch c1 {
	case '>':
		return token.RBrace, 2
	case ':':
		if c2 == '%' && c3 == ':' {
			return token.HashHash, 4
		}
		return token.Hash, 2
	}
	return withEq(c1, token.Percent, token.PercentEq)
}

func scanLess(c1, c2, c3 byte) (token.Kind, int) {
	switch c1 {
	case '<':
		switch c2 {
		case '=':
			return token.ShlEq, 3
		case '<':
			return token.LaunchOpen, 3
		}
		return token.Shl, 2
	case '=':
		if c2 == '>' {
			return token.Spaceship, 3
		}
		return token.LessEq, 2
	case '%':
		return token.LBrace, 2
	case ':':
		// vector<::T> is no digraph, but a<:::b:> is.
		if c2 == ':' && c3 != ':' && c3 != '>' {
			return token.Less, 1
		}
		return token.LBracket, 2
	}
	return token.Less, 1
}

func scanGreater(c1, c2 byte) (token.Kind, int) {
	if c1 != '>' {
		return withEq(c1, token.Greater, token.GreaterEq)
	}
	switch c2 {
	case '=':
		return token.ShrEq, 3
	case '>':
		return token.LaunchClose, 3
	}
	return token.Shr, 2
}

// doubled is an operator that may stand twice, or before an equals sign.
func doubled(next, itself byte, once, twice, eq token.Kind) (token.Kind, int) {
	if next == itself {
		return twice, 2
	}
	return withEq(next, once, eq)
}

func withEq(next byte, plain, eq token.Kind) (token.Kind, int) {
	if next == '=' {
		return eq, 2
	}
	return plain, 1
}
