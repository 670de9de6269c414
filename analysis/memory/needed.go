package memory

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/token"
)

// needed reports whether an element of an array that is read at a place which is not constant is read when the optimiser is done;
// params tells whether the function's parameters vary. It goes by the words around the read, and errs on the side of unknown: the
// read may be of no use, what is read may only be compared, which is possible with the places alone, and the place may be known
// where it is read.
func (fs *folds) needed(f fold, params sema.Tri) sema.Tri {
	s := siteOf(f.body)
	if s.IsZero() || f.use.Site.Chunk != s.Chunk {
		return sema.UnknownTri
	}
	all := s.Chunk.Seg.Toks
	lo, hi := s.Chunk.Lo+int(s.Span.Lo), min(s.Chunk.Lo+int(s.Span.Hi), len(all))
	at := s.Chunk.Lo + int(f.use.Site.Span.Lo)
	if at <= lo || at >= hi {
		return sema.UnknownTri
	}
	w := words{toks: all[lo:hi], text: func(t token.Token) string { return fs.Unit.Text(t.Sym) }, params: map[token.Sym]bool{}}
	if params != sema.Yes {
		for _, p := range fs.Unit.Params(f.body.Func) {
			if p.Decl.Name != nil {
				w.params[p.Decl.Name.Last().Sym] = true
			}
		}
	}
	at -= lo
	end := w.behind(at + 1)
	index := w.toks[at+1 : end]
	if params == sema.No && !fs.apart(f.body.Func) && w.settled(index, map[token.Sym]bool{}) {
		return sema.No // inlined, its parameters are constants
	}
	if len(index) == 0 || !w.varies(index, map[token.Sym]bool{}) || w.decides(at, end) {
		return sema.UnknownTri
	}
	for i := range w.toks {
		switch w.text(w.toks[i]) {
		case "==", "!=", "switch", "goto", "asm", "__builtin_unreachable", "__builtin_assume", "__assume":
			return sema.UnknownTri // a place may be known behind that
		case "return":
			if i < w.statement(at) && w.statement(i) == i && w.outermost(i) {
				return sema.UnknownTri // not come to
			}
		}
	}
	if w.serves(at, end) {
		return sema.Yes
	}
	return sema.UnknownTri
}

// words are the tokens of a function.
type words struct {
	toks []token.Token
	text func(token.Token) string
	// params are the names of the parameters, where these do not surely vary.
	params map[token.Sym]bool
}

// settled reports whether the words of an index are numbers, parameters, and local variables that are given such alone.
func (w *words) settled(index []token.Token, asked map[token.Sym]bool) bool {
	for i, t := range index {
		switch t.Kind {
		case token.Star, token.Arrow, token.Dot:
			return false
		case token.Ident:
		default:
			continue
		}
		if i+1 < len(index) && index[i+1].Kind == token.LParen {
			return false // a call
		}
		if !w.params[t.Sym] && !builtinType(w.text(t)) && !w.settles(t, asked) {
			return false
		}
	}
	return true
}

// settles reports whether a name is a local variable's that is given nothing but what is settled.
func (w *words) settles(name token.Token, asked map[token.Sym]bool) bool {
	if asked[name.Sym] {
		return true
	}
	asked[name.Sym] = true
	declared := false
	for i := 1; i+1 < len(w.toks); i++ {
		if w.toks[i].Sym != name.Sym || w.toks[i].Kind != token.Ident {
			continue
		}
		switch next := w.toks[i+1].Kind; {
		case w.toks[i-1].Kind == token.Amp && w.toks[i-2].Kind != token.Ident && w.toks[i-2].Kind != token.RParen:
			return false // its address is taken
		case next != token.Assign:
			continue
		}
		declared = declared || w.toks[i-1].Kind == token.Ident
		if !w.settled(w.value(i+2), asked) {
			return false
		}
	}
	return declared
}

// value are the words of an expression that begins at a place and ends before a semicolon or a comma.
func (w *words) value(from int) []token.Token {
	end := from
	for round := 0; end < len(w.toks) && w.toks[end].Kind != token.Semi && (round > 0 || w.toks[end].Kind != token.Comma); end++ {
		switch w.toks[end].Kind {
		case token.LParen, token.LBracket, token.LBrace:
			round++
		case token.RParen, token.RBracket, token.RBrace:
			round--
		}
	}
	return w.toks[min(from, len(w.toks)):end]
}

// behind is where the subscripts and members end that begin at a place.
func (w *words) behind(i int) int {
	for i < len(w.toks) {
		switch w.toks[i].Kind {
		case token.LBracket:
			depth := 0
			for ; i < len(w.toks); i++ {
				if w.toks[i].Kind == token.LBracket {
					depth++
				} else if w.toks[i].Kind == token.RBracket {
					if depth--; depth == 0 {
						break
					}
				}
			}
			i++
		case token.Dot:
			i += 2
		default:
			return i
		}
	}
	return i
}

// outermost reports whether a place is in no block but the function's own.
func (w *words) outermost(at int) bool {
	depth := 0
	for _, t := range w.toks[:at] {
		switch t.Kind {
		case token.LBrace:
			depth++
		case token.RBrace:
			depth--
		}
	}
	return depth == 1
}

// comparing are the operators whose result for an element of a constant array the place of the element tells.
var comparing = []string{"<", ">", "<=", ">=", "<=>", "!", "&&", "||", "?", "&", "|"}

// decides reports whether what stands from one place to another is compared, or decided by.
func (w *words) decides(from, to int) bool {
	before := from - 1
	for before > 0 && w.toks[before].Kind == token.LParen {
		before--
	}
	for to < len(w.toks) && w.toks[to].Kind == token.RParen {
		to++
	}
	word := func(i int) string { return w.text(w.toks[i]) }
	return to >= len(w.toks) || slices.Contains(comparing, word(before)) || slices.Contains(comparing, word(to)) ||
		word(before) == "if" || word(before) == "while"
}

// varies reports whether among the words of an index is a name that is given a value which no constant is.
func (w *words) varies(index []token.Token, asked map[token.Sym]bool) bool {
	for i, t := range index {
		if t.Kind != token.Ident || i > 0 && (index[i-1].Kind == token.Dot || index[i-1].Kind == token.Arrow) {
			continue
		}
		if i+1 < len(index) && index[i+1].Kind == token.LParen {
			return false // a call, whose result may be a constant
		}
		if w.given(t, asked) {
			return true
		}
	}
	return false
}

// given reports whether a name that is not a type's stands for what varies: a parameter, or a variable that is never given
// what does not vary. asked are the names that are being looked at.
func (w *words) given(name token.Token, asked map[token.Sym]bool) bool {
	if w.params[name.Sym] {
		return false
	}
	if asked[name.Sym] {
		return true
	}
	asked[name.Sym] = true
	for i := 1; i+1 < len(w.toks); i++ {
		if w.toks[i].Sym != name.Sym || w.toks[i].Kind != token.Ident {
			continue
		}
		next := w.toks[i+1].Kind
		switch {
		case w.toks[i-1].Kind == token.Ident && (next == token.LBrace || next == token.LParen):
			return false
		case next != token.Assign || w.toks[i-1].Kind == token.Star && w.statement(i) == i-1:
			continue // it is read, or what it points to is written
		}
		if !w.varies(w.value(i+2), asked) {
			return false
		}
	}
	return !builtinType(w.text(name))
}

// statement is where the statement begins that a place is in.
func (w *words) statement(at int) int {
	for at > 0 && !slices.Contains([]token.Kind{token.Semi, token.LBrace, token.RBrace}, w.toks[at-1].Kind) {
		at--
	}
	return at
}

// builtinType reports whether a word is part of a type's name.
func builtinType(word string) bool {
	switch word {
	case "int", "short", "char", "long", "unsigned", "signed", "float", "double", "bool", "const", "sizeof", "static_cast", "auto":
		return true
	}
	return false
}

// argument is the place behind an argument of a template that is the name of a type, or the place itself where none begins.
func (w *words) argument(at int) int {
	if w.toks[at].Kind != token.Less {
		return at
	}
	for i := at + 1; i < len(w.toks); i++ {
		switch {
		case w.toks[i].Kind == token.Ident && i == at+1, builtinType(w.text(w.toks[i])):
		case w.toks[i].Kind == token.Greater:
			return i + 1
		default:
			return at
		}
	}
	return at
}

// serves reports whether what is read from one place to another gets somewhere: is stored where a pointer points to or returned,
// or given to a variable that is named again and not only compared.
func (w *words) serves(from, to int) bool {
	start := w.statement(from)
	end := to
	for end < len(w.toks) && w.toks[end].Kind != token.Semi {
		if past := w.argument(end); past > end {
			end = past
			continue
		}
		if k := w.toks[end].Kind; slices.Contains(comparing, w.text(w.toks[end])) || k == token.LBrace {
			return false
		}
		end++
	}
	for i := start; i < from; i++ {
		if slices.Contains([]string{"<", ">", "<=", ">=", "!", "&&", "||", "?"}, w.text(w.toks[i])) {
			return false
		}
	}
	if w.text(w.toks[start]) == "return" || w.toks[start].Kind == token.Star {
		return true
	}
	for i := start; i < from; i++ {
		switch w.text(w.toks[i]) {
		case "=", "+=", "-=", "*=", "^=":
			if i == start {
				return false
			}
			to := w.toks[i-1]
			if to.Kind == token.RBracket {
				return true
			}
			for j := end; j+1 < len(w.toks); j++ {
				if w.toks[j].Kind == token.Ident && w.toks[j].Sym == to.Sym && !w.decides(j, j+1) {
					return true
				}
			}
			return false
		}
	}
	return false
}
