// Package outline cuts a segment's tokens into declaration chunks and lowers them to syntax on demand: a chunk's
// declarations when a name in it is first looked up, a body or an initialiser when an analysis asks for it.
package outline

import (
	"cudals/analysis/ast"
	"cudals/analysis/preprocess"
	"cudals/analysis/token"
)

// ChunkKind says what a chunk is.
type ChunkKind uint8

// The kinds of chunks.
const (
	ChunkDecl ChunkKind = iota // one declaration (a template with its header, a class, a function, a variable list, …)
	// ChunkOpenNamespace and ChunkOpenLinkage open a scope that ChunkClose closes, perhaps in a later segment of the unit.
	ChunkOpenNamespace
	ChunkOpenLinkage
	ChunkClose
	ChunkPragma // a pragma between declarations
	ChunkStray  // tokens that cannot be part of any declaration (an unmatched closing bracket, say)
)

// Chunk is one declaration's tokens, or a scope's opening or closing.
type Chunk struct {
	Seg    *preprocess.Segment
	Lo, Hi int // tokens of Seg
	Kind   ChunkKind
	// Names are the identifiers the chunk may declare in its scope: a superset of what it does declare, sorted. Hidden
	// friends are not among them, enumerators of unscoped enums are, and so is the last part of a qualified name (f of
	// void A::f() {}), so that definitions out of line and specialisations are found. Operators and literal operators stand
	// under OperatorSym and LiteralSym.
	Names []token.Sym
	// Elaborated are names behind class keys in declarations that may declare the class: X in struct X *f(struct X *); sorted.
	Elaborated []token.Sym
	// Templates are names that the chunk declares as templates at any depth (classes, functions, aliases, variables,
	// concepts, member templates, template template parameters), sorted.
	Templates []token.Sym
	// Of a namespace: its name parts (empty for an unnamed one) and whether the last part is inline.
	Namespace []token.Sym
	Inline    bool
	// C: the linkage is "C".
	C bool
	// Using: the chunk is a using-directive, which must be read even when no name of it is looked up.
	Using bool
	// Unclosed: a brace in the chunk has no partner there.
	Unclosed bool
	// Bodies are the ordinary function bodies, in order: tokens from Lo, braces and member initialisers included. outlineHash leaves out
	// what stands in their braces.
	Bodies []ast.Span
	braces []int32 // that open them

	words filter // of the declaration's tokens

	in      *token.Interner
	externC bool // stands in extern "C" braces of the same segment
	// balanced: every brace of the segment has a partner.
	balanced bool
	memo     *memo
	hashes   *hashes
}

// Names answers what the parser must know of names before it reads text that is ambiguous without.
type Names interface {
	// IsTemplate reports whether the identifier, as a name in front of '<', may name a template at token i of the chunk;
	// member is true after . or ->, qualified after ::. When it cannot be one, '<' is less-than.
	IsTemplate(sym token.Sym, i int, member, qualified bool) bool
	// IsType reports whether the identifier is known to name a type at token i of the chunk, so that (T)-1 is a cast.
	IsType(sym token.Sym, i int) bool
}

// TokenChunk is a chunk of tokens that stand in no segment, to be parsed by themselves.
func TokenChunk(toks []token.Token, in *token.Interner) *Chunk {
	return &Chunk{Seg: &preprocess.Segment{Toks: toks}, Hi: len(toks), in: in, hashes: new(hashes)}
}
