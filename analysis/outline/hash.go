package outline

import (
	"math/bits"
	"sync"

	"cudals/analysis/ast"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// hashes are those of a chunk, made when one is asked for: most chunks are of headers, and never compared.
type hashes struct {
	once           sync.Once
	whole, outline source.Hash
	bodies         []source.Hash
}

// Hash identifies the tokens' kinds and spellings and where lines begin among them.
func (c *Chunk) Hash() source.Hash { return c.hashed().whole }

// outlineHash is Hash without the tokens in the braces of Bodies, so that it stays the same while a person types inside one.
func (c *Chunk) outlineHash() source.Hash { return c.hashed().outline }

// bodyHash identifies the tokens of the k-th of Bodies as Hash does those of the chunk.
func (c *Chunk) bodyHash(k int) source.Hash { return c.hashed().bodies[k] }

func (c *Chunk) hashed() *hashes {
	c.hashes.once.Do(func() { c.hashes.make(c.Toks(), c.Bodies, c.braces) })
	return c.hashes
}

func (hs *hashes) make(toks []token.Token, bodies []ast.Span, braces []int32) {
	h := newHasher()
	h.bare(toks[0])
	i := int32(1)
	for k, b := range bodies {
		for ; i <= braces[k]; i++ {
			h.token(toks[i])
		}
		h.bare(toks[b.Hi-1])
		h.fresh = true
		i = b.Hi
		hs.bodies = append(hs.bodies, hashOf(toks[b.Lo:b.Hi]))
	}
	for _, t := range toks[i:] {
		h.token(t)
	}
	hs.outline = h.sum()
	for _, body := range hs.bodies {
		h.add(uint64(body))
	}
	hs.whole = h.sum()
}

// hashOf identifies tokens.
func hashOf(toks []token.Token) source.Hash {
	h := newHasher()
	h.bare(toks[0])
	for _, t := range toks[1:] {
		h.token(t)
	}
	return h.sum()
}

// hasher mixes tokens' kinds and spellings. It is not made to withstand anyone who looks for collisions on purpose: within
// one process they would only fool themselves.
type hasher struct {
	h     uint64
	fresh bool // an empty line may stand here, and means nothing
}

func newHasher() hasher { return hasher{h: 0x9E3779B97F4A7C15} }

// token mixes in a token, and how it begins a line: where something is missing in front of it, it is read otherwise there.
func (h *hasher) token(t token.Token) {
	flags := t.Flags & (token.LineStart | token.Tabbed)
	if !h.fresh {
		flags |= t.Flags & token.Apart
	}
	h.mix(t, flags, t.Col)
}

// bare mixes in a token in front of which nothing can be missing.
func (h *hasher) bare(t token.Token) { h.mix(t, 0, 0) }

// mix mixes in a token with those of its flags that matter, besides that it rests on a guess.
func (h *hasher) mix(t token.Token, flags token.Flags, col uint8) {
	flags |= t.Flags & (token.Guessed | token.Likely)
	h.add(uint64(t.Sym)<<8 ^ uint64(t.Kind) ^ uint64(col)<<40 ^ uint64(flags)<<56)
	h.fresh = t.Kind == token.Semi || t.Kind == token.LBrace // behind the brace of a class the semicolon may be missing
}

func (h *hasher) add(x uint64) {
	hi, lo := bits.Mul64(h.h^x, 0xD6E8FEB86659FD93)
	h.h = hi ^ lo + 0xA0761D6478BD642F
}

func (h *hasher) sum() source.Hash { return source.Hash(h.h) }
