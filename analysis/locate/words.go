package locate

import (
	"cmp"
	"slices"
	"sync"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Code are the tokens of a file without those between the < and > of an #include, where words are parts of a file's name.
func Code(f *source.File, in *token.Interner) []token.Token {
	toks := lex.Tokens(f, in)
	out := toks[:0]
	name := false
	for i, t := range toks {
		if t.Flags&token.LineStart != 0 {
			name = t.Kind == token.Hash && i+2 < len(toks) && toks[i+2].Kind == token.Less &&
				(toks[i+1].Sym == in.Sym("include") || toks[i+1].Sym == in.Sym("include_next"))
		}
		if !name || t.Kind == token.Hash {
			out = append(out, t)
		}
	}
	return out
}

// Tokens are the tokens of the document's text, and who interned them.
func (doc *Document) Tokens() ([]token.Token, *token.Interner) {
	if doc.in == nil {
		doc.in = token.NewInterner()
		doc.tokens = lex.Tokens(doc.Input.File, doc.in)
	}
	return doc.tokens, doc.in
}

// Statements are the tokens of the document's text that stand in no directive; behind tells before which of them one stands. Other than the
// rest of a document, anybody may ask for them at any time.
func (doc *Document) Statements() (toks []token.Token, behind map[int]bool) {
	doc.statements.once.Do(func() {
		s := &doc.statements
		s.behind = map[int]bool{}
		inside := false
		for _, t := range lex.Tokens(doc.Input.File, token.NewInterner()) {
			if t.Flags&token.LineStart != 0 {
				if inside = t.Kind == token.Hash; inside {
					s.behind[len(s.toks)] = true
				}
			}
			if !inside {
				s.toks = append(s.toks, t)
			}
		}
	})
	return doc.statements.toks, doc.statements.behind
}

// statements are a document's, once somebody asked for them.
type statements struct {
	once   sync.Once
	toks   []token.Token
	behind map[int]bool
}

// Words are the identifiers of the document's code: none in comments, literals and names of headers.
func (doc *Document) Words() []source.Span {
	if doc.words == nil {
		doc.words = []source.Span{}
		in := token.NewInterner()
		for _, t := range Code(doc.Input.File, in) {
			if t.Kind == token.Ident {
				at := t.Loc.Offset()
				doc.words = append(doc.words, source.Span{Start: at, End: at + len(in.Text(t.Sym))})
			}
		}
	}
	return doc.words
}

// WordAt is the identifier of the document's code at an offset.
func (doc *Document) WordAt(offset int) (source.Span, bool) {
	doc.Words()
	i, _ := slices.BinarySearchFunc(doc.words, offset, func(w source.Span, at int) int { return cmp.Compare(w.End, at) })
	if i < len(doc.words) && doc.words[i].Start <= offset {
		return doc.words[i], true
	}
	return source.Span{}, false
}

// Occurrence is a token of a file that is a name; param: it is a parameter of the macro in whose definition it stands.
type Occurrence struct {
	Start int
	Param bool
}

// Occurrences lists the tokens of a file that are a name, in code that is compiled or not.
func Occurrences(f *source.File, name string) []Occurrence {
	in := token.NewInterner()
	sym := in.Sym(name)
	toks := Code(f, in)
	var out []Occurrence
	param := false
	for i, t := range toks {
		if t.Flags&token.LineStart != 0 {
			param = t.Kind == token.Hash && IsParam(toks[i:], in.Sym("define"), sym)
		}
		if t.Kind == token.Ident && t.Sym == sym {
			out = append(out, Occurrence{t.Loc.Offset(), param})
		}
	}
	return out
}

// IsParam reports whether a directive's tokens define a macro that has a parameter of a name.
func IsParam(toks []token.Token, define, name token.Sym) bool {
	if len(toks) < 5 || toks[1].Sym != define || toks[3].Kind != token.LParen || toks[3].Flags&token.SpaceBefore != 0 {
		return false
	}
	for _, t := range toks[4:] {
		if t.Kind == token.RParen || t.Flags&token.LineStart != 0 {
			return false
		}
		if t.Sym == name {
			return true
		}
	}
	return false
}
