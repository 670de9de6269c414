package token

// punctuation holds the primary spelling of each operator and punctuator, in the order of their kinds.
var punctuation = [...]string{
	"(", ")", "{", "}", "[", "]", ";", ",", ":", "::", "?", ".", ".*", "...", "->", "->*", "+", "-", "*", "/", "%", "^",
	"&", "|", "~", "!", "=", "<", ">", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<=", ">>=", "<<", ">>", "==",
	"!=", "<=", ">=", "<=>", "&&", "||", "++", "--", "#", "##", "<<<", ">>>",
}

// Punct is the Sym, in every Interner, of the primary spelling of the operator or punctuator k. A digraph has a Sym of
// its own.
func (k Kind) Punct() Sym { return Sym(k - firstPunct) }

// String is the spelling of an operator or punctuator, and a description of any other kind.
func (k Kind) String() string {
	if k.IsPunct() {
		return punctuation[k-firstPunct-1]
	}
	return [...]string{
		"end of file", "identifier", "number", "character", "string", "other", "header name", "newline", "pragma", "",
	}[k]
}
