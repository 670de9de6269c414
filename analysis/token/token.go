// Package token defines the preprocessing tokens that every stage of the analysis shares: a kind, an interned
// spelling and a location. It knows neither macros nor grammar.
package token

// Kind classifies a token. The zero Kind is EOF.
type Kind uint8

// The token kinds. Keywords are Ident tokens: which identifiers are keywords is for the parser to say, since the
// preprocessor must treat them as ordinary identifiers.
const (
	EOF Kind = iota
	Ident
	Number  // a preprocessing number
	Char    // a character literal, with prefix and suffix
	String  // a string literal, raw ones too, with prefix and suffix
	Other   // a byte that starts no token (a stray backslash, @, NUL, invalid UTF-8)
	Header  // a header name; only inside #include and __has_include
	Newline // the end of a directive line; never in an expanded stream
	Pragma  // a #pragma or _Pragma that survives expansion; Sym is its text after "pragma"; zero width for the parser

	firstPunct
	LParen      // (
	RParen      // )
	LBrace      // { <%
	RBrace      // } %>
	LBracket    // [ <:
	RBracket    // ] :>
	Semi        // ;
	Comma       // ,
	Colon       // :
	ColonCol    // ::
	Question    // ?
	Dot         // .
	DotStar     // .*
	Ellipsis    // ...
	Arrow       // ->
	ArrowStar   // ->*
	Plus        // +
	Minus       // -
	Star        // *
	Slash       // /
	Percent     // %
	Caret       // ^
	Amp         // &
	Pipe        // |
	Tilde       // ~
	Not         // !
	Assign      // =
	Less        // <
	Greater     // >
	PlusEq      // += (this one and those behind it in the order of Plus to Pipe, Shl, Shr)
	MinusEq     // -=
	StarEq      // *=
	SlashEq     // /=
	PercentEq   // %=
	CaretEq     // ^=
	AmpEq       // &=
	PipeEq      // |=
	ShlEq       // <<=
	ShrEq       // >>=
	Shl         // <<
	Shr         // >>
	EqEq        // ==
	NotEq       // !=
	LessEq      // <=
	GreaterEq   // >=
	Spaceship   // <=>
	AndAnd      // &&
	OrOr        // ||
	PlusPlus    // ++
	MinusMinus  // --
	Hash        // # %:
	HashHash    // ## %:%:
	LaunchOpen  // <<<
	LaunchClose // >>>
)

// IsPunct reports whether k is an operator or a punctuator.
func (k Kind) IsPunct() bool { return k > firstPunct }

// Flags say how a token stood in its line.
type Flags uint8

const (
	// SpaceBefore: white space or a comment stood before the token.
	SpaceBefore Flags = 1 << iota
	// LineStart: the token is the first of its line.
	LineStart
	// NoExpand: the identifier was met while its macro was being expanded and must never be expanded again.
	NoExpand
	// Doubtful: whether the token stands here at all, or what stands in its place, hangs on a guess: a condition of the
	// preprocessor that a missing header or the real compile command may decide otherwise. Also on a token before which
	// specifiers may be missing.
	Doubtful
	// Gap: declarations or statements may be missing before the token, or it may be one that is too many: Doubtful for what
	// lists declarations, and nothing to a declaration that begins with the token.
	Gap
	// Likely: the token hangs on a guess that the project's own shape makes likely. It is read as any other, and no finding rests
	// on it.
	Likely
	// Apart: the token is the first of its line, and an empty line stands before it.
	Apart
	// Tabbed: the token is the first of its line, which tabs indent: how wide they are, nothing tells.
	Tabbed

	// Layout are the flags that say how a line begins.
	Layout = SpaceBefore | LineStart | Apart | Tabbed
	// Guessed are the flags that rest on a guess.
	Guessed = Doubtful | Gap
)

// Loc is where a token of a segment was written. Without the top bit it is the byte offset in the segment's own file;
// with it, the rest is an index into the segment's table of expansions.
type Loc uint32

const macroBit = 1 << 31

// FileLoc is the location of a byte offset in the segment's file.
func FileLoc(offset int) Loc { return Loc(offset) }

// MacroLoc is the location of entry i of the segment's table of expansions.
func MacroLoc(i int) Loc { return Loc(i) | macroBit }

// IsMacro reports whether l points into the table of expansions.
func (l Loc) IsMacro() bool { return l&macroBit != 0 }

// Index is the entry in the table of expansions; only for l.IsMacro().
func (l Loc) Index() int { return int(l &^ macroBit) }

// Offset is the byte offset in the segment's file; only for !l.IsMacro().
func (l Loc) Offset() int { return int(l) }

// Token is one preprocessing token: 12 bytes, since a translation unit has a million of them.
type Token struct {
	Sym   Sym // the interned spelling, after line splicing
	Loc   Loc
	Kind  Kind
	Flags Flags
	// Col is one more than the column of the first token of a line, up to 255; 0 for other tokens, and where nothing tells.
	Col uint8
}
