package outline

import (
	"sync"
	"unsafe"

	"cudals/analysis/ast"
	"cudals/analysis/syntax"
	"cudals/analysis/token"
)

// memo keeps the syntax of equal chunks: one list of declarations for each set of answers that the names gave.
type memo struct {
	mu       sync.Mutex
	readings []reading
}

// maxReadings bounds the readings kept of one chunk; views that disagree about names are few.
const maxReadings = 4

type reading struct {
	answers []answer
	decls   []ast.Decl
}

type answer struct {
	sym               token.Sym
	at                int32
	template          bool // the question was IsTemplate, not IsType
	member, qualified bool
	yes               bool
}

// recorder asks another Names and remembers.
type recorder struct {
	names   Names
	answers []answer
	asked   map[answer]struct{}
}

func (r *recorder) note(a answer) {
	if _, again := r.asked[a]; again {
		return
	}
	r.asked[a] = struct{}{}
	r.answers = append(r.answers, a)
}

func (r *recorder) IsTemplate(sym token.Sym, i int, member, qualified bool) bool {
	yes := r.names.IsTemplate(sym, i, member, qualified)
	r.note(answer{sym, int32(i), true, member, qualified, yes})
	return yes
}

func (r *recorder) IsType(sym token.Sym, i int) bool {
	yes := r.names.IsType(sym, i)
	r.note(answer{sym: sym, at: int32(i), yes: yes})
	return yes
}

func agrees(answers []answer, names Names) bool {
	for _, a := range answers {
		if a.template {
			if names.IsTemplate(a.sym, int(a.at), a.member, a.qualified) != a.yes {
				return false
			}
		} else if names.IsType(a.sym, int(a.at)) != a.yes {
			return false
		}
	}
	return true
}

// Toks are the chunk's tokens; the spans of its syntax index them.
func (c *Chunk) Toks() []token.Token { return c.Seg.Toks[c.Lo:c.Hi] }

func (c *Chunk) input(names Names) syntax.Input {
	in := syntax.Input{In: c.in, Toks: c.Toks(), ExternC: c.externC}
	if names != nil {
		in.Names = names
	}
	return in
}

// Decls are the declarations in the chunk, bodies, initialisers and default arguments left for later. They are read once
// for each set of answers that names gives, and are shared: nobody may change them. names may be nil, which means that
// nothing is known of any name.
func (c *Chunk) Decls(names Names) []ast.Decl {
	if c.Kind != ChunkDecl {
		return nil
	}
	ask := names
	if ask == nil {
		ask = noNames{}
	}
	c.memo.mu.Lock()
	readings := c.memo.readings
	c.memo.mu.Unlock()
	for _, r := range readings {
		if agrees(r.answers, ask) {
			return r.decls
		}
	}
	rec := &recorder{names: ask, asked: map[answer]struct{}{}}
	decls := syntax.Decls(c.input(rec), ast.Span{Hi: int32(c.Hi - c.Lo)})
	c.memo.mu.Lock()
	defer c.memo.mu.Unlock()
	for _, r := range c.memo.readings[min(len(readings), len(c.memo.readings)):] {
		if agrees(r.answers, rec) {
			return r.decls
		}
	}
	kept := c.memo.readings
	if len(kept) >= maxReadings {
		kept = kept[1:]
	}
	c.memo.readings = append(kept[:len(kept):len(kept)], reading{rec.answers, decls})
	c.Seg.Derived.Grew(int64(len(rec.answers))*answerSize + c.readWeight())
	return decls
}

// What things take in memory, in bytes.
const (
	chunkSize  = int64(unsafe.Sizeof(Chunk{}) + unsafe.Sizeof(memo{}) + unsafe.Sizeof(hashes{}))
	symSize    = int64(unsafe.Sizeof(token.Sym(0)))
	spanSize   = int64(unsafe.Sizeof(ast.Span{}))
	answerSize = int64(unsafe.Sizeof(answer{}))
	// syntaxSize is what the declarations read from one token take on average, as measured.
	syntaxSize = 88
)

// weigh is what chunks take without what is read from them.
func weigh(chunks []*Chunk) int64 {
	w := int64(0)
	for _, c := range chunks {
		w += chunkSize + int64(len(c.Names)+len(c.Templates)+len(c.Namespace))*symSize + int64(len(c.Bodies))*spanSize
	}
	return w
}

// readWeight is what a reading of the chunk takes: its bodies are left for later.
func (c *Chunk) readWeight() int64 {
	toks := c.Hi - c.Lo
	for _, b := range c.Bodies {
		toks -= int(b.Hi - b.Lo)
	}
	return int64(toks) * syntaxSize
}

// noNames answers as a nil Names does.
type noNames struct{}

func (noNames) IsTemplate(token.Sym, int, bool, bool) bool { return true }
func (noNames) IsType(token.Sym, int) bool                 { return false }

// ParseBody reads the body that a Body's Deferred span holds.
func ParseBody(c *Chunk, span ast.Span, names Names) *ast.FuncBody {
	return syntax.Body(c.input(names), span)
}

// ParseExpr reads a span of the chunk as an expression.
func ParseExpr(c *Chunk, span ast.Span, names Names) ast.Expr {
	return syntax.Expr(c.input(names), span)
}

// ParseExprList reads a span as expressions separated by commas; braced lists and pack expansions may be among them.
func ParseExprList(c *Chunk, span ast.Span, names Names) []ast.Expr {
	return syntax.ExprList(c.input(names), span)
}

// ParseInit reads the tree of a deferred initialiser.
func ParseInit(c *Chunk, init *ast.Init, names Names) *ast.Init {
	return syntax.Init(c.input(names), init)
}
