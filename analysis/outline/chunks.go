package outline

import (
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/brackets"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/syntax"
	"cudals/analysis/token"
)

type chunksKey struct{}

// Chunks cuts a segment into chunks, in order, without reading them: brackets are matched, and what opens a scope, ends a
// declaration or is a body is told by the words around. The chunks are made once for a segment. prev are the chunks of an
// earlier version of the same file, whose syntax is taken over where the tokens are equal.
func Chunks(seg *preprocess.Segment, in *token.Interner, prev []*Chunk) []*Chunk {
	return seg.Derived.Get(chunksKey{}, func() any {
		c := newCutter(seg, in)
		c.prev = prev
		c.all()
		takeOver(c.out, prev)
		seg.Derived.Grew(weigh(c.out))
		return c.out
	}).([]*Chunk)
}

// takeOver shares the syntax of chunks that are equal in both lists: each of prev is taken over once, so that declarations that are written
// twice remain two, and where it stood if it can be: a model that is kept goes on having that of the others.
func takeOver(chunks, prev []*Chunk) {
	if len(prev) == 0 {
		return
	}
	taken, served := make([]bool, len(prev)), make([]bool, len(chunks))
	take := func(i, j int) bool {
		equal := chunks[i].Kind == prev[j].Kind && chunks[i].Hash() == prev[j].Hash()
		if equal && chunks[i].Kind == ChunkDecl {
			chunks[i].take(prev[j])
			served[i], taken[j] = true, true
		}
		return equal
	}
	lo, hi, shift := 0, len(chunks), len(prev)-len(chunks)
	for lo < min(hi, len(prev)) && take(lo, lo) {
		lo++
	}
	for hi > max(lo, lo-shift) && take(hi-1, hi-1+shift) {
		hi--
	}
	for i := lo; shift == 0 && i < hi; i++ {
		take(i, i)
	}
	// first is one more than the place in prev of the first chunk with some hash that is left, next the same of those behind it.
	first, next := make(map[source.Hash]int, len(prev)), make([]int, len(prev))
	for i, c := range slices.Backward(prev) {
		if c.Kind == ChunkDecl && !taken[i] {
			next[i], first[c.Hash()] = first[c.Hash()], i+1
		}
	}
	for k, c := range chunks {
		if c.Kind != ChunkDecl || served[k] {
			continue
		}
		if i := first[c.Hash()] - 1; i >= 0 {
			first[c.Hash()] = next[i]
			c.take(prev[i])
		}
	}
}

// take has a chunk share the syntax of another with the same hash, where it reads the same in both.
func (c *Chunk) take(o *Chunk) {
	if o.Hi-o.Lo == c.Hi-c.Lo && o.externC == c.externC && o.in == c.in {
		c.memo = o.memo
	}
}

// Apart makes sure that no two chunks of a unit have the same syntax, which tells declarations that are written twice from each other: of
// equal ones in two segments of a file both may have taken over that of one in an earlier version.
type Apart map[*memo]bool

// Of is the chunk, or a copy with syntax of its own where another was given before that has the same.
func (a Apart) Of(c *Chunk) *Chunk {
	if a[c.memo] {
		c = c.Anew()
	}
	a[c.memo] = true
	return c
}

// Like is the chunk with the syntax of an equal one.
func (c *Chunk) Like(o *Chunk) *Chunk {
	if c.memo == o.memo {
		return c
	}
	own := *c
	own.memo = o.memo
	return &own
}

// Anew is the chunk with syntax of its own, for who declares again what stands in it.
func (c *Chunk) Anew() *Chunk {
	own := *c
	own.memo = new(memo)
	return &own
}

// OperatorSym is the name under which Chunk.Names lists an operator function; op is as in ast.NameOperator.
func OperatorSym(in *token.Interner, op string) token.Sym {
	var room [24]byte
	name := append(room[:0], "operator"...)
	if op != "" && op[0] >= 'a' && op[0] <= 'z' {
		name = append(name, ' ')
	}
	return in.SymBytes(append(name, op...))
}

// LiteralSym is the name under which Chunk.Names lists a literal operator; suffix is as in ast.NameLiteral.
func LiteralSym(in *token.Interner, suffix string) token.Sym { return in.Sym(`operator""` + suffix) }

// ConversionSym is the name under which Chunk.Names lists conversion functions, whatever they convert to.
func ConversionSym(in *token.Interner) token.Sym { return in.Sym("operator ") }

type cutter struct {
	seg   *preprocess.Segment
	in    *token.Interner
	words syntax.Words
	toks  []token.Token
	// from and to are the tokens that kind, wordAt and after see: those of one declaration while that is described.
	from, to int
	word     []syntax.Word
	match    []int32
	// keys and templateWords are the tokens that are class keys or enum, and template.
	keys, templateWords []int32
	// final, typedefSym and mainSym are these words.
	final, typedefSym, mainSym token.Sym
	out                        []*Chunk
	prev                       []*Chunk // of an earlier version
	// open holds the scopes opened in this segment: true for extern "C".
	open []bool
	// suspect is the first opening brace without partner: a body from there on may have swallowed what follows it.
	suspect int
	// excess: some closing brace has no partner, so that the head of something may be missing in front of it.
	excess bool
}

func newCutter(seg *preprocess.Segment, in *token.Interner) *cutter {
	c := &cutter{seg: seg, in: in, toks: seg.Toks, to: len(seg.Toks), match: brackets.Partners(seg.Toks), suspect: len(seg.Toks)}
	c.final, c.typedefSym, c.mainSym = in.Sym("final"), in.Sym("typedef"), in.Sym("main")
	w := syntax.WordsOf(in)
	c.words = w
	c.word = make([]syntax.Word, len(c.toks))
	for i, t := range c.toks {
		if t.Kind == token.Ident {
			c.word[i] = w.Of(t)
			switch c.word[i] {
			case syntax.WordClassKey, syntax.WordEnum:
				c.keys = append(c.keys, int32(i))
			case syntax.WordTemplate:
				c.templateWords = append(c.templateWords, int32(i))
			}
		}
		if t.Kind == token.LBrace && int(c.match[i]) == len(c.toks) {
			c.suspect = min(c.suspect, i)
		}
		if t.Kind == token.RBrace && int(c.match[i]) == len(c.toks) {
			c.excess = true
		}
	}
	return c
}

// among reports whether one of sorted indexes is at least lo and before hi.
func among(sorted []int32, lo, hi int) bool {
	i, _ := slices.BinarySearch(sorted, int32(lo))
	return i < len(sorted) && int(sorted[i]) < hi
}

func (c *cutter) kind(i int) token.Kind {
	if i < c.from || i >= c.to {
		return token.EOF
	}
	return c.toks[i].Kind
}

func (c *cutter) wordAt(i int) syntax.Word {
	if i < c.from || i >= c.to {
		return syntax.WordNone
	}
	return c.word[i]
}

// after is the token after the bracket at i and all that is in it.
func (c *cutter) after(i int) int {
	if m := int(c.match[i]); m > i && m < c.to {
		return m + 1
	}
	return i + 1
}

func (c *cutter) all() {
	for i := 0; i < len(c.toks); {
		i = c.one(i)
	}
	c.scattered()
}

// scattered finds statements outside of any function: a brace is missing or too many, and what stands around them is no
// declaration of this scope either. All of it is marked as ChunkStray, from the declaration whose body it seems to be to the
// brace that seems to close that. Indentation tells how far it goes.
func (c *cutter) scattered() {
	for i := 0; i < len(c.out); i++ {
		if !c.statement(c.out[i]) && !c.callBehind(i) {
			continue
		}
		column := c.column(c.out[i].Lo)
		for j := i - 1; j >= 0 && c.out[j].Kind != ChunkOpenNamespace && c.out[j].Kind != ChunkOpenLinkage; j-- {
			ch := c.out[j]
			switch {
			case ch.Kind == ChunkPragma:
			case ch.Kind == ChunkStray || c.column(ch.Lo) >= column && column > 0:
				c.stray(ch)
				continue
			case ch.Kind == ChunkDecl && column > 0 && !c.wholeFunction(ch):
				c.stray(ch)
			}
			if ch.Kind != ChunkPragma {
				break
			}
		}
		c.stray(c.out[i])
		for i++; i < len(c.out) && column > 0; i++ {
			ch := c.out[i]
			if ch.Kind == ChunkPragma {
				continue
			}
			if c.column(ch.Lo) < column {
				if ch.Kind == ChunkClose {
					ch.Kind = ChunkStray
				} else {
					i--
				}
				break
			}
			c.stray(ch)
		}
	}
}

// stray marks a chunk that is no declaration of this scope. What declares names all the same may be what they mean.
func (c *cutter) stray(ch *Chunk) {
	if c.statement(ch) || c.call(ch) {
		ch.Names = nil
	}
	ch.Kind = ChunkStray
}

// statement reports whether a chunk can only be a statement.
func (c *cutter) statement(ch *Chunk) bool {
	if ch.Kind != ChunkDecl {
		return false
	}
	switch c.kind(ch.Lo) {
	case token.LBrace, token.Star, token.PlusPlus, token.MinusMinus:
		return true
	}
	switch c.word[ch.Lo] {
	case syntax.WordReturn:
		return true
	case syntax.WordName:
		switch c.kind(ch.Lo + 1) {
		case token.Assign, token.PlusEq, token.MinusEq, token.StarEq, token.SlashEq, token.Dot, token.Arrow, token.LBracket,
			token.PlusPlus, token.MinusMinus, token.LaunchOpen:
			return ch.Lo+1 < ch.Hi
		}
	}
	return false
}

// call reports whether a chunk has the form of a call, which a function without result type has too.
func (c *cutter) call(ch *Chunk) bool {
	return ch.Kind == ChunkDecl && c.word[ch.Lo] == syntax.WordName && c.kind(ch.Lo+1) == token.LParen && c.kind(c.after(ch.Lo+1)) == token.Semi
}

// callBehind reports whether the i-th chunk is a call behind a function that ends too early: with a brace too many, which is indented
// deeper than the function.
func (c *cutter) callBehind(i int) bool {
	if !c.excess || i == 0 || !c.call(c.out[i]) {
		return false
	}
	before := c.out[i-1]
	last := before.Hi - 1
	return before.Kind == ChunkDecl && c.kind(last) == token.RBrace && c.toks[last].Flags&token.LineStart != 0 &&
		c.column(last) > c.column(before.Lo) && c.column(c.out[i].Lo) > c.column(before.Lo)
}

// wholeFunction reports whether a chunk ends with a body in front of which no statement stands.
func (c *cutter) wholeFunction(ch *Chunk) bool {
	if c.kind(ch.Hi-1) != token.RBrace {
		return false
	}
	for i := ch.Lo; i < ch.Hi; i = c.after(i) {
		if c.word[i] == syntax.WordReturn {
			return c.kind(i-1) == token.Assign // = default
		}
	}
	return true
}

// one makes the chunk that begins at token i and returns the token after it.
func (c *cutter) one(i int) int {
	switch c.kind(i) {
	case token.Pragma:
		c.add(ChunkPragma, i, i+1)
		return i + 1
	case token.RBrace:
		if c.headless(i) {
			c.add(ChunkStray, i, i+1)
			return i + 1
		}
		if n := len(c.open); n > 0 {
			c.open = c.open[:n-1]
		}
		c.add(ChunkClose, i, i+1)
		return i + 1
	case token.RParen, token.RBracket:
		c.add(ChunkStray, i, i+1)
		return i + 1
	case token.Semi:
		if n := len(c.out); n > 0 && c.out[n-1].Hi == i && c.kind(c.out[n-1].Lo) == token.Semi {
			c.out[n-1].Hi++ // many that say nothing are one
			return i + 1
		}
	}
	if end := c.opensNamespace(i); end > 0 {
		return end
	}
	if c.word[i] == syntax.WordExtern && c.kind(i+1) == token.String && c.kind(i+2) == token.LBrace {
		ch := c.add(ChunkOpenLinkage, i, i+3)
		ch.C = c.in.Text(c.toks[i+1].Sym) == `"C"`
		c.open = append(c.open, ch.C)
		return i + 3
	}
	d := c.declaration(i, len(c.toks))
	ch := c.add(ChunkDecl, i, d.end)
	if !c.describedBefore(ch) {
		c.describe(ch, &d)
	}
	return d.end
}

// headless reports whether the brace that begins a line with token i closes a class whose head is missing: what stands before it,
// up to something that is not or to the segment's beginning, is indented deeper. Its members, which are none of the scope around it,
// become ChunkStray.
func (c *cutter) headless(i int) bool {
	if !c.excess || c.toks[i].Flags&token.LineStart == 0 || c.kind(i+1) != token.Semi {
		return false // a scope that was opened in front of an #include ends with its brace
	}
	column, from := c.column(i), len(c.out)
	for from > 0 {
		ch := c.out[from-1]
		if ch.Kind == ChunkOpenNamespace || ch.Kind == ChunkOpenLinkage {
			return false // it may be what the brace closes
		}
		if ch.Kind == ChunkClose || ch.Kind != ChunkPragma && c.column(ch.Lo) <= column && c.word[ch.Lo] != syntax.WordAccess {
			break
		}
		from--
	}
	if from == len(c.out) {
		return false
	}
	for _, ch := range c.out[from:] {
		if ch.Kind == ChunkDecl {
			ch.Kind = ChunkStray
		}
	}
	return true
}

func (c *cutter) add(kind ChunkKind, lo, hi int) *Chunk {
	own := new(struct {
		chunk  Chunk
		memo   memo
		hashes hashes
	})
	ch := &own.chunk
	*ch = Chunk{Seg: c.seg, Lo: lo, Hi: hi, Kind: kind, in: c.in, memo: &own.memo, hashes: &own.hashes}
	if n := len(c.open); n > 0 {
		ch.externC = c.open[n-1]
	}
	c.out = append(c.out, ch)
	return ch
}

// opensNamespace makes the chunk of a namespace's opening and returns the token after its brace, or 0.
func (c *cutter) opensNamespace(i int) int {
	lo := i
	inline := false
	if c.word[i] == syntax.WordInline {
		inline = true
		i++
	}
	if c.wordAt(i) != syntax.WordNamespace {
		return 0
	}
	i++
	var names []token.Sym
	for i < len(c.toks) {
		switch {
		case c.word[i] == syntax.WordAttribute:
			i++
			if c.kind(i) == token.LParen {
				i = c.after(i)
			}
		case c.kind(i) == token.LBracket:
			i = c.after(i)
		case c.word[i] == syntax.WordName:
			names = append(names, c.toks[i].Sym)
			i++
		case c.kind(i) == token.ColonCol:
			i++
		case c.word[i] == syntax.WordInline:
			inline = true
			i++
		case c.kind(i) == token.LBrace:
			ch := c.add(ChunkOpenNamespace, lo, i+1)
			ch.Namespace, ch.Inline = names, inline
			ch.Names = slices.Compact(slices.Sorted(slices.Values(names)))
			c.open = append(c.open, len(c.open) > 0 && c.open[len(c.open)-1])
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// cut is what the cutter sees of a declaration: half-open ranges of tokens, empty where there is none.
type cut struct {
	lo, end        int
	bodyLo, bodyHi int // of a function: from its opening brace to after its closing one (handlers included)
	initsLo        int // of a function with member initialisers: their colon
	classes        [][2]int
	enums          [][2]int
	flags          cutFlags
	headers        int // token after the template headers
}

type cutFlags uint16

const (
	cutConstexpr cutFlags = 1 << iota
	cutDeduced            // auto or decltype(auto) without trailing return type
	cutArrow
	cutMemInits
	cutAssign
	cutUsing
	cutFriend
	cutFunction
)

// declaration finds the end of the declaration that begins at token i, no further than limit.
func (c *cutter) declaration(i, limit int) cut {
	s := declScan{cutter: c, cut: cut{lo: i}, limit: limit}
	for c.wordAt(i) == syntax.WordTemplate && c.kind(i+1) == token.Less && i+1 < limit {
		end := c.skipAngles(i+1, limit)
		if next := c.interrupted(i, end); next > 0 {
			s.headers, s.end = next, c.beforePragmas(next)
			return s.cut
		}
		i = end
	}
	if c.wordAt(i) == syntax.WordRequires {
		i = c.skipConstraint(i+1, limit)
	}
	s.headers = i
	if next := c.wordAt(i + 1); c.wordAt(i) == syntax.WordUsing && (next == syntax.WordNamespace || next == syntax.WordEnum) {
		s.flags |= cutUsing
	}
	s.end = limit
	for i < limit && !s.done {
		i = s.step(i)
	}
	return s.cut
}

// declScan goes over the tokens of a declaration until its end is found.
type declScan struct {
	*cutter
	cut
	limit int
	// key: a class key or enum stands in front, and no parameters since; isEnum: it is enum.
	key, isEnum bool
	colon       bool // a colon after parameters: member initialisers
	classDone   bool
	unclosed    bool // some parenthesis is
	done        bool // the end is found
	// What stands in front of the present token, behind template headers: names, other: something that is neither a specifier nor a name.
	names int
	other bool
	// kernel, placed: __global__ is among it, a specifier that says where something else runs or lies; typedef: that word.
	kernel, placed, typedef bool
}

func (s *declScan) finish(end int) { s.end, s.done = end, true }

// beforePragmas is the first of the pragmas that stand in front of token i, which are about what it begins, or i.
func (c *cutter) beforePragmas(i int) int {
	for c.kind(i-1) == token.Pragma {
		i--
	}
	return i
}

// step looks at token i and returns the one to look at next.
func (s *declScan) step(i int) int {
	t := s.toks[i]
	if t.Flags&token.LineStart != 0 && i > s.lo && (s.flags&cutAssign != 0 || s.classDone) && s.startsAnew(i) &&
		s.kind(i-1) != token.Comma {
		s.finish(s.beforePragmas(i))
		return i
	}
	if t.Flags&token.LineStart != 0 && i > s.headers && s.parted(i) {
		s.finish(s.beforePragmas(i))
		return i
	}
	s.note(i)
	switch t.Kind {
	case token.Semi:
		s.finish(i + 1)
	case token.RBrace:
		s.finish(i)
	case token.LParen:
		s.parenthesis(i)
		return s.after(i)
	case token.LBracket:
		return s.after(i)
	case token.LBrace:
		return s.brace(i)
	case token.Assign:
		if s.wordAt(i-1) != syntax.WordOperator {
			s.flags |= cutAssign
		}
	case token.Colon:
		if s.flags&cutFunction != 0 {
			s.colon = true
			s.flags |= cutMemInits
			s.initsLo = i
		}
	case token.Arrow:
		s.flags |= cutArrow
	case token.Ident:
		return s.keyword(i)
	}
	return i + 1
}

// parted reports whether a line that begins with token i holds another declaration, in front of which somebody is typing this one:
// what was read of it is more than specifiers, and an empty line follows, or a parenthesis of it is not closed.
func (s *declScan) parted(i int) bool {
	if s.toks[i].Flags&token.Apart != 0 && s.cannotFollow(i) {
		return true
	}
	if s.contradicts(i) || s.standsAlone(i) || s.isNone(i) {
		return true
	}
	switch s.word[i-1] {
	case syntax.WordInline, syntax.WordUsing:
		return false
	}
	if s.word[i] == syntax.WordNamespace {
		return true
	}
	if s.toks[i].Flags&token.Apart == 0 && !s.unclosed || s.kind(i-1) == token.Comma && !s.unclosed || !s.startsTopLevel(i) ||
		!s.unclosed && s.declaratorAhead(i) {
		return false
	}
	return s.column(i) <= s.column(s.lo) && !s.specifiersAlone()
}

// contradicts reports whether the line that begins with token i says where a function runs, and what was read before it cannot be meant for
// that function: a kernel is __global__ alone, no constexpr function, and lies in no memory; a type runs nowhere. A line of inline alone, or
// with half a word, is where somebody begins to type.
func (s *declScan) contradicts(i int) bool {
	word := i
	for end := min(s.limit-1, i+maxHead); word < end && (s.word[word] == syntax.WordSpecifier || s.word[word] == syntax.WordInline); {
		word++
	}
	own, ok := s.cuda(word)
	if !ok || own > ast.SpecGlobal || s.column(i) > s.column(s.lo) {
		return false
	}
	return s.flags&cutFunction != 0 || // which has its parameters
		s.kernel || s.typedef || own == ast.SpecGlobal && (s.placed || s.flags&cutConstexpr != 0 || s.word[s.lo] == syntax.WordInline && i == s.lo+1+s.names)
}

// isNone reports whether the specifiers of CUDA's that were read cannot be meant for what the line that begins with token i declares: a
// variable or a type is no kernel, and main runs on the host.
func (s *declScan) isNone(i int) bool {
	if !s.kernel && !s.placed || s.other || s.names > 1 || s.column(i) > s.column(s.lo) {
		return false
	}
	for end := min(s.limit, i+maxHead); i < end; i++ {
		switch s.kind(i) {
		case token.LParen:
			return s.kind(i-1) == token.Ident && s.toks[i-1].Sym == s.mainSym && s.wordAt(i-2) == syntax.WordBuiltin
		case token.Assign, token.Semi, token.LBrace, token.LBracket:
			return s.kernel
		}
	}
	return false
}

// note takes token i for what stands in front of those that follow.
func (s *declScan) note(i int) {
	switch s.word[i] {
	case syntax.WordConst, syntax.WordInline, syntax.WordConstexpr, syntax.WordExtern:
	case syntax.WordSpecifier:
		s.typedef = s.typedef || s.toks[i].Sym == s.typedefSym
	case syntax.WordCUDA, syntax.WordAttribute:
		if kind, ok := s.cuda(i); ok && kind <= ast.SpecManaged {
			s.kernel = s.kernel || kind == ast.SpecGlobal
			s.placed = s.placed || kind != ast.SpecGlobal
		}
	case syntax.WordName:
		s.names++
	default:
		switch prev := s.wordAt(i - 1); s.kind(i) {
		case token.String, token.Pragma:
		case token.LParen:
			s.other = s.other || int(s.match[i]) >= s.limit || prev != syntax.WordCUDA && prev != syntax.WordAttribute
		case token.LBracket:
			s.other = s.other || int(s.match[i]) >= s.limit
		default:
			s.other = true
		}
	}
}

// standsAlone reports whether the line that begins with token i is a declaration with all that belongs to one, and more stands in front of
// it than specifiers and a macro that is not known, which may be meant for it. What has a template header may have several such macros.
func (s *declScan) standsAlone(i int) bool {
	if !s.other && s.names < 2 || s.column(i) > s.column(s.lo) || s.kind(i-1) == token.Comma ||
		s.word[i] == syntax.WordBuiltin && s.word[i-1] == syntax.WordBuiltin {
		return false
	}
	_, cuda := s.cuda(i)
	return (cuda || s.headers == s.lo) && s.startsTopLevel(i) && s.declares(i)
}

// declares reports whether specifiers, a type and a name stand at token i, and then what stands behind a declarator, or another declaration's
// word.
func (s *declScan) declares(i int) bool {
	switch s.word[i] {
	case syntax.WordTemplate:
		return s.kind(i+1) == token.Less
	case syntax.WordUsing, syntax.WordStaticAssert:
		return true
	}
	typed := false
	for end := min(s.limit, i+maxHead); i < end; {
		switch s.word[i] {
		case syntax.WordCUDA, syntax.WordSpecifier, syntax.WordConst, syntax.WordInline, syntax.WordConstexpr, syntax.WordExtern, syntax.WordAttribute:
			if i++; s.kind(i) == token.LParen {
				i = s.after(i)
			}
			continue
		case syntax.WordBuiltin, syntax.WordAuto, syntax.WordClassKey, syntax.WordEnum:
			typed = true
		case syntax.WordOperator:
			return typed
		case syntax.WordTypename:
		case syntax.WordName:
			next := i + 1
			if s.kind(next) == token.Less {
				next = s.skipAngles(next, end)
			}
			if s.kind(next) == token.ColonCol {
				i = next + 1
				continue
			}
			switch s.kind(next) {
			case token.LParen, token.LBrace, token.LBracket, token.Assign, token.Semi, token.Comma, token.Colon:
				return typed
			}
			typed, i = true, next
			continue
		default:
			switch s.kind(i) {
			case token.Star, token.Amp, token.AndAnd, token.ColonCol:
			default:
				return false
			}
		}
		i++
	}
	return false
}

// maxHead is how many tokens are looked at for what a line declares.
const maxHead = 80

// cuda is the specifier of CUDA's that begins with token i.
func (c *cutter) cuda(i int) (ast.CUDAKind, bool) { return c.words.CUDA(c.in, c.toks, i) }

// cannotFollow reports whether no declaration goes on with token i behind what was read of it.
func (s *declScan) cannotFollow(i int) bool {
	if s.word[i-1] == syntax.WordUsing {
		switch s.word[i] {
		case syntax.WordName, syntax.WordNamespace, syntax.WordTypename, syntax.WordEnum, syntax.WordNone:
			return false
		}
		return true
	}
	switch s.word[i] {
	case syntax.WordTemplate, syntax.WordUsing, syntax.WordStaticAssert:
		return s.word[i-1] != syntax.WordExtern && s.specifiersAlone()
	}
	return false
}

// declaratorAhead reports whether token i begins a qualified name in front of parameters, which what was read may declare.
func (s *declScan) declaratorAhead(i int) bool {
	for s.wordAt(i) == syntax.WordName && s.kind(i+1) == token.ColonCol {
		i += 2
	}
	return s.wordAt(i) == syntax.WordName && s.kind(i+1) == token.LParen
}

// specifiersAlone reports whether nothing but specifiers was read: they may be meant for what follows.
func (s *declScan) specifiersAlone() bool { return s.names == 0 && !s.other }

// parenthesis tells whether the one at i opens a function's parameters.
func (s *declScan) parenthesis(i int) {
	s.unclosed = s.unclosed || int(s.match[i]) >= s.limit
	switch prev := s.wordAt(i - 1); {
	case s.colon, s.flags&(cutAssign|cutFunction) != 0:
		return
	case prev == syntax.WordAttribute, prev == syntax.WordDecltype, prev == syntax.WordCUDA, prev == syntax.WordKeyword,
		prev == syntax.WordSpecifier:
		return
	case s.key && s.colonBefore(s.headers, i):
		return
	}
	s.flags |= cutFunction
	s.key = false
}

// brace tells what the one at i opens.
func (s *declScan) brace(i int) int {
	j := s.after(i)
	if int(s.match[i]) == len(s.toks) {
		j = s.limit // the text ends inside
	}
	if at := s.swallowed(s.lo, i, s.limit); at > 0 {
		s.bodyLo, s.bodyHi = i, at
		s.finish(at)
		return at
	}
	switch {
	case s.requiresBrace(i), s.flags&cutAssign != 0:
	case s.key:
		if s.isEnum {
			s.enums = append(s.enums, [2]int{i, j})
		} else {
			s.classes = append(s.classes, [2]int{i, j})
		}
		s.key, s.classDone = false, true
	case s.flags&cutFunction != 0:
		if s.colon && s.initialises(i, j) {
			break
		}
		j = s.handlers(j)
		s.bodyLo, s.bodyHi = i, j
		s.finish(j)
	case s.kind(i-1) == token.RBrace || i == s.lo:
		s.finish(j) // a block that belongs to nothing
	}
	return j
}

// initialises reports whether the braces from i to j belong to a member initialiser: m{…}.
func (s *declScan) initialises(i, j int) bool {
	named := s.wordAt(i-1) == syntax.WordName || s.kind(i-1) == token.Greater || s.kind(i-1) == token.Shr
	return named && (s.kind(j) == token.Comma || s.kind(j) == token.LBrace || s.kind(j) == token.Ellipsis)
}

// handlers is the token after the handlers of a function's try block that begin at j.
func (s *declScan) handlers(j int) int {
	for s.wordAt(j) == syntax.WordCatch && s.kind(j+1) == token.LParen && j < s.limit {
		k := s.after(j + 1)
		if s.kind(k) != token.LBrace {
			break
		}
		j = s.after(k)
	}
	return j
}

// keyword notes what the word at i says of the declaration.
func (s *declScan) keyword(i int) int {
	switch s.word[i] {
	case syntax.WordClassKey, syntax.WordEnum:
		if s.flags&cutFunction == 0 && (i == s.lo || s.wordAt(i-1) != syntax.WordEnum) {
			s.key, s.isEnum = true, s.word[i] == syntax.WordEnum
		}
	case syntax.WordConstexpr:
		s.flags |= cutConstexpr
	case syntax.WordAuto:
		if s.flags&cutFunction == 0 {
			s.flags |= cutDeduced
		}
	case syntax.WordDecltype:
		if s.wordAt(i+2) == syntax.WordAuto {
			s.flags |= cutDeduced
		}
	case syntax.WordOperator:
		if i+1 < s.limit && s.toks[i+1].Flags&token.Apart != 0 && s.startsTopLevel(i+1) {
			break // which operator is still to be typed
		}
		// operator(), operator=, operator{…} do not mean what the tokens alone would.
		if i++; s.kind(i) == token.LParen || s.kind(i) == token.LBracket {
			i++
		}
	case syntax.WordConcept:
		s.flags |= cutAssign
	}
	return i + 1
}

// startsAnew reports whether token i, at the start of a line, plainly begins another declaration.
func (c *cutter) startsAnew(i int) bool {
	switch c.word[i] {
	case syntax.WordTemplate, syntax.WordNamespace, syntax.WordClassKey, syntax.WordUsing, syntax.WordStaticAssert:
		return true
	case syntax.WordExtern, syntax.WordCUDA, syntax.WordInline, syntax.WordSpecifier, syntax.WordBuiltin:
		if c.kind(i-1) == token.Assign {
			return c.word[i] != syntax.WordBuiltin // = int(3)
		}
		return c.wordAt(i-1) != syntax.WordCUDA && c.wordAt(i-1) != syntax.WordSpecifier && c.kind(i-1) != token.Assign &&
			(c.kind(i-1) == token.RBrace || c.kind(i-1) == token.RParen || c.kind(i-1) == token.Number || c.word[i-1] == syntax.WordName)
	}
	return false
}

// colonBefore reports whether a colon stands between two tokens outside brackets: the parenthesis at hi is in a base
// clause.
func (c *cutter) colonBefore(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		switch c.toks[i].Kind {
		case token.Colon:
			return true
		case token.LParen, token.LBracket, token.LBrace:
			i = c.after(i) - 1
		}
	}
	return false
}

// requiresBrace reports whether the brace at i is that of a requires-expression.
func (c *cutter) requiresBrace(i int) bool {
	if c.wordAt(i-1) == syntax.WordRequires {
		return true
	}
	if c.kind(i-1) != token.RParen {
		return false
	}
	m := int(c.match[i-1])
	return m > 0 && m < i && c.wordAt(m-1) == syntax.WordRequires && (c.wordAt(m-2) == syntax.WordRequires || c.kind(m-2) != token.Greater && c.kind(m-2) != token.RParen)
}

// skipAngles returns the token after the template parameter list whose '<' stands at i.
//
// A '<' after a number, a parenthesis or one of the list's own parameters is less-than.
func (c *cutter) skipAngles(i, limit int) int {
	depth := 0
	var params [8]token.Sym
	n := 0
	for i < limit {
		switch c.toks[i].Kind {
		case token.Ident:
			if depth == 1 && n < len(params) && c.word[i] == syntax.WordName {
				if k := c.kind(i + 1); (k == token.Comma || k == token.Assign) && c.kind(i-1) != token.ColonCol {
					params[n] = c.toks[i].Sym
					n++
				}
			}
		case token.Less:
			switch c.kind(i - 1) {
			case token.Number, token.RParen:
				i++
				continue
			case token.Ident:
				if c.word[i-1] == syntax.WordName && slices.Contains(params[:n], c.toks[i-1].Sym) && c.kind(i-2) != token.ColonCol {
					i++
					continue
				}
			}
			depth++
		case token.Greater:
			depth--
		case token.Shr:
			depth -= 2
		case token.LaunchClose:
			depth -= 3
		case token.LParen, token.LBracket, token.LBrace:
			i = c.after(i)
			continue
		case token.Semi, token.RBrace, token.RParen:
			return i
		}
		i++
		if depth <= 0 {
			return i
		}
	}
	return limit
}

// interrupted is the first token of the line that begins another declaration among the template parameters from lo to before end,
// because they are still to be typed; 0 for none.
func (c *cutter) interrupted(lo, end int) int {
	for i := lo + 2; i < end; i++ {
		if c.toks[i].Flags&token.LineStart == 0 || !c.startsTopLevel(i) || c.column(i) > c.column(lo) {
			continue
		}
		switch c.kind(i - 1) {
		case token.Comma, token.Assign:
		case token.Less:
			switch c.word[i] {
			case syntax.WordClassKey, syntax.WordEnum, syntax.WordBuiltin, syntax.WordConst, syntax.WordName, syntax.WordAuto:
				if c.toks[i].Flags&token.Apart == 0 {
					continue
				}
			}
			return i
		default:
			return i
		}
	}
	return 0
}

// skipConstraint returns the token after the constraint-expression of a requires-clause that begins at i: primaries joined
// by && and ||.
func (c *cutter) skipConstraint(i, limit int) int {
	for i < limit {
		for c.kind(i) == token.Not {
			i++
		}
		switch {
		case c.wordAt(i) == syntax.WordRequires:
			if i++; c.kind(i) == token.LParen {
				i = c.after(i)
			}
			if c.kind(i) == token.LBrace {
				i = c.after(i)
			}
		case c.kind(i) == token.LParen:
			i = c.after(i)
		default:
			for i < limit && (c.kind(i) == token.Ident || c.kind(i) == token.ColonCol) {
				if i++; c.kind(i) == token.Less {
					i = c.skipAngles(i, limit)
				}
				if c.kind(i) != token.ColonCol && c.kind(i-1) != token.ColonCol {
					break
				}
			}
		}
		if c.kind(i) != token.AndAnd && c.kind(i) != token.OrOr {
			break
		}
		i++
	}
	return min(i, limit)
}

// swallowed reports where, in a text with unbalanced braces, another declaration plainly begins inside the braces that open
// at i; 0 for nowhere. lo is where the declaration that they belong to begins: what stands in a body is indented deeper.
func (c *cutter) swallowed(lo, i, limit int) int {
	if i < c.suspect {
		return 0
	}
	column := c.column(lo)
	end := min(int(c.match[i]), limit)
	for j := i + 1; j < end; j++ {
		if c.toks[j].Flags&token.LineStart != 0 && c.startsTopLevel(j) && c.column(j) <= column {
			for c.kind(j-1) == token.Pragma && j-1 > i+1 { // it may be about what comes next
				j--
			}
			return j
		}
	}
	return 0
}

// column is the one that token i stands in, from 0; for a token from a macro that of the invocation.
func (c *cutter) column(i int) int {
	loc := c.toks[i].Loc
	if c.seg.File == nil {
		return 0
	}
	var offset int
	if !loc.IsMacro() {
		offset = loc.Offset()
	} else if loc.Index() < len(c.seg.Exps) {
		offset = int(c.seg.Exps[loc.Index()].At.Start)
	}
	f := c.seg.File
	offset = min(offset, len(f.Text))
	line := max(f.BOMLen(), int(f.Lines[f.LineOf(offset)]))
	return source.Column(f.Text, line, max(line, offset))
}

// startsTopLevel reports whether token i, indented no deeper than the declaration before it, begins one of its own.
func (c *cutter) startsTopLevel(i int) bool {
	switch c.word[i] {
	case syntax.WordTemplate, syntax.WordNamespace, syntax.WordCUDA, syntax.WordExtern, syntax.WordInline, syntax.WordUsing,
		syntax.WordClassKey, syntax.WordEnum, syntax.WordStaticAssert, syntax.WordSpecifier, syntax.WordBuiltin, syntax.WordConst,
		syntax.WordConstexpr, syntax.WordAttribute: // a toolkit defines __global__ as an attribute
		return true
	case syntax.WordName, syntax.WordAuto:
		// A function's definition: words, a name, parameters, a brace.
		names := 0
		for j := i; j < len(c.toks) && j < i+40; j++ {
			switch c.toks[j].Kind {
			case token.Ident:
				if c.word[j] == syntax.WordReturn {
					return false
				}
				names++
			case token.LParen:
				k := c.after(j)
				return names >= 2 && (c.kind(k) == token.LBrace || c.wordAt(k) == syntax.WordConst)
			case token.Star, token.Amp, token.ColonCol, token.Less, token.Greater, token.Comma:
			default:
				return false
			}
		}
	}
	return false
}

// describedBefore takes what describe finds over from the chunk at the same place in an earlier version, if that has the same tokens. Where
// braces have no partners, more than the tokens of a declaration tells what its bodies are.
func (c *cutter) describedBefore(ch *Chunk) bool {
	k := len(c.out) - 1
	if k >= len(c.prev) || !c.balanced() {
		return false
	}
	o := c.prev[k]
	if o.Kind != ChunkDecl || !o.balanced || !slices.EqualFunc(o.Toks(), ch.Toks(), sameToken) {
		return false
	}
	ch.words, ch.Using, ch.Names, ch.Templates, ch.Elaborated = o.words, o.Using, o.Names, o.Templates, o.Elaborated
	ch.Bodies, ch.braces, ch.hashes = o.Bodies, o.braces, o.hashes
	ch.balanced = true
	return true
}

// sameToken reports whether two tokens are the same but for their places.
func sameToken(a, b token.Token) bool {
	return a.Sym == b.Sym && a.Kind == b.Kind && a.Flags == b.Flags && a.Col == b.Col
}

// balanced reports whether every brace has a partner.
func (c *cutter) balanced() bool { return c.suspect == len(c.toks) && !c.excess }

// describe fills in what a declaration's chunk says of its names and bodies. What stands around the declaration is not looked at: an equal
// one takes all of it over.
func (c *cutter) describe(ch *Chunk, d *cut) {
	c.from, c.to = d.lo, d.end
	defer func() { c.from, c.to = 0, len(c.toks) }()
	ch.balanced = c.balanced()
	for _, t := range c.toks[d.lo:d.end] {
		ch.words.add(t.Sym)
	}
	ch.Using = d.flags&cutUsing != 0
	ch.Names = c.names(d)
	ch.Templates = c.templates(d)
	ch.Elaborated = c.elaborated(d)
	var bodies [][3]int
	if ch.Unclosed = c.unclosed(d); !ch.Unclosed {
		c.ordinaryBodies(d, &bodies)
	}
	slices.SortFunc(bodies, func(a, b [3]int) int { return a[0] - b[0] })
	for _, b := range bodies {
		ch.Bodies = append(ch.Bodies, ast.Span{Lo: int32(b[0] - d.lo), Hi: int32(b[2] - d.lo)})
		ch.braces = append(ch.braces, int32(b[1]-d.lo))
	}
}

// unclosed reports whether a brace in d has no partner there: then the layout of everything in d, bodies too, tells where each brace ends.
func (c *cutter) unclosed(d *cut) bool {
	for i := max(d.lo, c.suspect); i < d.end; i++ {
		if c.toks[i].Kind == token.LBrace && int(c.match[i]) >= d.end {
			return true
		}
	}
	return false
}

// ordinaryBodies collects the bodies in d that no one outside depends on: where each begins, its brace, and where it ends.
func (c *cutter) ordinaryBodies(d *cut, out *[][3]int) {
	for _, b := range d.classes {
		end := b[1] - 1
		for i := b[0] + 1; i < end; {
			if c.word[i] == syntax.WordAccess && c.kind(i+1) == token.Colon {
				i += 2
				continue
			}
			if k := c.kind(i); k == token.RBrace || k == token.RParen || k == token.RBracket || k == token.Pragma {
				i++
				continue
			}
			m := c.declaration(i, end)
			if m.end <= i {
				m.end = i + 1
			}
			c.ordinaryBodies(&m, out)
			i = m.end
		}
	}
	if d.bodyLo == d.bodyHi || d.flags&cutConstexpr != 0 || d.flags&cutDeduced != 0 && d.flags&cutArrow == 0 {
		return
	}
	lo := d.bodyLo
	if d.flags&cutMemInits != 0 {
		lo = d.initsLo
	}
	if c.toks[d.bodyLo].Kind == token.LBrace && int(c.match[d.bodyLo]) == d.bodyHi-1 && !c.transparent(lo, d.bodyHi) {
		*out = append(*out, [3]int{lo, d.bodyLo, d.bodyHi})
	}
}

// className is the class's name in front of its brace.
func (c *cutter) className(lo, brace int) token.Sym {
	for i := lo; i < brace; i++ {
		if c.word[i] != syntax.WordClassKey {
			continue
		}
		name := token.Sym(0)
		for i++; i < brace; i++ {
			switch {
			case c.word[i] == syntax.WordName:
				name = c.toks[i].Sym
			case c.kind(i) == token.LParen || c.kind(i) == token.LBracket:
				i = c.after(i) - 1
			case c.kind(i) == token.Colon || c.kind(i) == token.Less:
				return name
			}
		}
		return name
	}
	return 0
}

// transparent reports whether what stands in a body may matter outside it: pragmas that pack classes, block-scope function declarations
// and externs but those of shared memory, friends of local classes.
func (c *cutter) transparent(lo, hi int) bool {
	for i := lo + 1; i < hi; i++ {
		switch c.toks[i].Kind {
		case token.Pragma:
			if strings.HasPrefix(strings.TrimSpace(c.in.Text(c.toks[i].Sym)), "pack") {
				return true
			}
		case token.Ident:
			switch c.word[i] {
			case syntax.WordExtern:
				if !c.sharedBeforeEnd(i, hi) {
					return true
				}
			case syntax.WordSpecifier:
				if c.in.Text(c.toks[i].Sym) == "friend" {
					return true
				}
			}
		case token.LParen:
			// T f(int); in a body: what stands in the parentheses is empty or begins with a type's word.
			if c.word[i-1] != syntax.WordName {
				continue
			}
			switch w := c.wordAt(i - 2); {
			case w == syntax.WordName, w == syntax.WordBuiltin, w == syntax.WordConst, c.kind(i-2) == token.Star, c.kind(i-2) == token.Amp,
				c.kind(i-2) == token.Greater:
			default:
				continue
			}
			switch w := c.wordAt(i + 1); {
			case c.kind(i+1) == token.RParen,
				(w == syntax.WordBuiltin || w == syntax.WordConst || w == syntax.WordClassKey) && c.kind(i+2) != token.LParen:
			default:
				continue
			}
			if a := c.after(i); (c.kind(a) == token.Semi || c.kind(a) == token.Comma) && !c.computes(lo, i-2) {
				return true
			}
		}
	}
	return false
}

// computes reports whether what stands up to token i of its statement, in a body that begins at lo, is the beginning of an expression or
// of an initialiser, and no type. A line that begins with what may be one is taken for a statement: something may be missing before it.
func (c *cutter) computes(lo, i int) bool {
	for ; i > lo; i-- {
		switch c.kind(i) {
		case token.RParen, token.RBracket:
			if m := int(c.match[i]); m < i && m > lo {
				i = m
			}
		case token.Assign, token.Dot, token.Arrow, token.Plus, token.Minus, token.Slash, token.Percent, token.Number, token.String:
			return true
		case token.Ident:
			if c.word[i] == syntax.WordReturn {
				return c.in.Text(c.toks[i].Sym) == "return"
			}
		case token.ColonCol, token.Star, token.Amp, token.AndAnd:
		default: // where a statement may begin, the arguments of a template end, or another declarator
			return false
		}
		if c.toks[i].Flags&token.LineStart != 0 {
			return false
		}
	}
	return false
}

// sharedBeforeEnd reports whether the declaration that token i is a specifier of puts a variable into shared memory.
func (c *cutter) sharedBeforeEnd(i, hi int) bool {
	for ; i < hi && c.kind(i) != token.Semi && c.kind(i) != token.LBrace; i = c.after(i) {
		if kind, ok := c.cuda(i); ok && kind == ast.SpecShared {
			return true
		}
	}
	return false
}

// names collects the identifiers that a declaration may declare in its scope.
func (c *cutter) names(d *cut) []token.Sym {
	var out []token.Sym
	head := d.end
	if d.bodyHi > d.bodyLo {
		head = d.bodyLo
	}
	for i := d.headers; i < head; i++ {
		switch c.toks[i].Kind {
		case token.Ident:
			out, i = c.appendDeclared(out, i, head)
		case token.Assign:
			// An initialiser declares nothing; the class that an alias is for may be defined there.
			for i+1 < head && c.kind(i+1) != token.Comma && c.wordAt(i+1) != syntax.WordClassKey && c.wordAt(i+1) != syntax.WordEnum {
				if i++; c.kind(i) == token.LParen || c.kind(i) == token.LBrace || c.kind(i) == token.LBracket {
					i = c.after(i) - 1
				}
			}
		case token.Colon:
			if d.flags&cutMemInits != 0 {
				head = i
			}
			for i+1 < head && c.kind(i+1) != token.LBrace { // neither bases nor member initialisers do
				i++
			}
		case token.LParen:
			end := c.after(i)
			if c.holdsDeclarator(i, end) {
				out = c.appendNames(out, i+1, min(end, i+64))
			}
			i = end - 1
		case token.LBracket:
			end := c.after(i)
			if c.binds(i) {
				out = c.appendNames(out, i+1, end)
			}
			i = end - 1
		case token.LBrace:
			i = c.after(i) - 1
		}
	}
	for _, b := range d.enums {
		out = c.appendEnumerators(out, b[0]+1, b[1]-1)
	}
	for _, b := range d.classes {
		if c.className(d.headers, b[0]) == 0 { // an unnamed union's members are the scope's
			out = c.appendNames(out, b[0]+1, b[1]-1)
		}
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

// appendDeclared appends what the word at i declares, if anything, and returns the last token that belongs to the name.
func (c *cutter) appendDeclared(out []token.Sym, i, head int) ([]token.Sym, int) {
	switch c.word[i] {
	case syntax.WordName:
		end := i + 1
		if c.kind(end) == token.Less {
			end = c.skipAngles(end, head)
		}
		if c.endsName(end) || c.afterKey(i) {
			out = append(out, c.toks[i].Sym)
		}
		return out, end - 1
	case syntax.WordOperator:
		if s := c.operatorSym(i); s != 0 {
			out = append(out, s)
		}
		if i++; c.kind(i) == token.LParen {
			i++
		}
	}
	return out, i
}

// holdsDeclarator reports whether a declarator may stand between the parentheses from i to before end.
func (c *cutter) holdsDeclarator(i, end int) bool {
	switch c.wordAt(i - 1) {
	case syntax.WordAttribute, syntax.WordCUDA, syntax.WordDecltype, syntax.WordKeyword, syntax.WordSpecifier, syntax.WordAsm,
		syntax.WordStaticAssert:
		return false
	}
	switch c.kind(i + 1) {
	case token.Star, token.Amp, token.AndAnd, token.LParen:
		return true
	case token.ColonCol:
		return c.memberPointer(i + 1)
	}
	switch c.wordAt(i + 1) {
	case syntax.WordName:
		return end == i+3 || c.kind(end) == token.LParen || c.kind(end) == token.LBracket || c.memberPointer(i+1)
	case syntax.WordAttribute:
		return true
	}
	return false
}

// appendNames appends the names from lo to before hi.
func (c *cutter) appendNames(out []token.Sym, lo, hi int) []token.Sym {
	for i := lo; i < hi; i++ {
		if c.word[i] == syntax.WordName {
			out = append(out, c.toks[i].Sym)
		}
	}
	return out
}

// appendEnumerators appends the names of the enumerators from lo to before hi.
func (c *cutter) appendEnumerators(out []token.Sym, lo, hi int) []token.Sym {
	for i := lo; i < hi; i++ {
		switch c.toks[i].Kind {
		case token.LParen, token.LBrace, token.LBracket:
			i = c.after(i) - 1
		case token.Ident:
			if k := c.kind(i - 1); k == token.LBrace || k == token.Comma {
				out = append(out, c.toks[i].Sym)
			}
		}
	}
	return out
}

// elaborated collects the names of classes that stand behind their keys and are not defined there.
func (c *cutter) elaborated(d *cut) []token.Sym {
	if !among(c.keys, d.headers, d.end) {
		return nil
	}
	var out []token.Sym
	for i := d.headers; i < d.end; i++ {
		switch {
		case i == d.bodyLo && d.bodyHi > i:
			i = d.bodyHi - 1
		case c.word[i] == syntax.WordTemplate && c.kind(i+1) == token.Less:
			i = c.skipAngles(i+1, d.end) - 1
		case c.word[i] == syntax.WordName && c.afterKey(i):
			if k := c.kind(i + 1); k != token.LBrace && k != token.Colon && k != token.ColonCol && c.wordAt(i-1) != syntax.WordEnum {
				out = append(out, c.toks[i].Sym)
			}
		}
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

// longArgs are more tokens than template arguments of a pointer to member's class have.
const longArgs = 512

// memberPointer reports whether the name at i is the class of a pointer to member: C::*, C<T>::*.
func (c *cutter) memberPointer(i int) bool {
	for j := i; j < i+24; j++ {
		switch c.kind(j) {
		case token.ColonCol:
			if c.kind(j+1) == token.Star {
				return true
			}
		case token.Ident, token.Number:
		case token.Less:
			j = c.skipAngles(j, min(j+longArgs, len(c.toks))) - 1
		default:
			return false
		}
	}
	return false
}

// binds reports whether the bracket at i begins the names of a structured binding: auto stands in front of it, qualifiers, attributes and
// the reference aside.
func (c *cutter) binds(i int) bool {
	for i--; i >= 0; i-- {
		switch k := c.kind(i); {
		case k == token.RParen:
			i = min(i, int(c.match[i]))
		case k == token.Amp || k == token.AndAnd, c.word[i] == syntax.WordConst, c.word[i] == syntax.WordAttribute, c.word[i] == syntax.WordCUDA:
		default:
			return c.word[i] == syntax.WordAuto
		}
	}
	return false
}

// afterKey reports whether a class key stands in front of the name at i, attributes aside.
func (c *cutter) afterKey(i int) bool {
	for i--; i >= 0; i-- {
		switch k := c.kind(i); {
		case k == token.RParen || k == token.RBracket:
			if m := int(c.match[i]); m < i {
				i = m
			}
		case c.word[i] == syntax.WordAttribute, c.word[i] == syntax.WordCUDA:
		default:
			return c.word[i] == syntax.WordClassKey || c.word[i] == syntax.WordEnum
		}
	}
	return false
}

// endsName reports whether token i may follow the name that a declaration declares.
func (c *cutter) endsName(i int) bool {
	switch c.kind(i) {
	case token.LParen, token.Semi, token.Assign, token.Comma, token.LBracket, token.LBrace, token.Colon, token.RParen, token.EOF,
		token.Ellipsis, token.RBrace:
		return true
	case token.Ident:
		switch c.word[i] {
		case syntax.WordAttribute, syntax.WordCUDA, syntax.WordAsm, syntax.WordRequires, syntax.WordConst:
			return true
		case syntax.WordName:
			return c.toks[i].Sym == c.final
		case syntax.WordNone, syntax.WordOperator:
			return false
		}
		return c.toks[i].Flags&token.LineStart != 0 // maybe a semicolon is missing
	}
	return false
}

// operatorSym is the name of the operator or conversion function whose keyword stands at i; 0 where none can be told.
func (c *cutter) operatorSym(i int) token.Sym {
	t := c.kind(i + 1)
	switch {
	case t == token.LParen:
		return OperatorSym(c.in, "()")
	case t == token.LBracket:
		return OperatorSym(c.in, "[]")
	case t == token.LaunchOpen:
		return OperatorSym(c.in, "<<")
	case t == token.String:
		text := c.in.Text(c.toks[i+1].Sym)
		if text == `""` && c.kind(i+2) == token.Ident {
			return LiteralSym(c.in, c.in.Text(c.toks[i+2].Sym))
		}
		if len(text) > 2 {
			return LiteralSym(c.in, text[2:])
		}
		return 0
	case t == token.Ident:
		text := c.in.Text(c.toks[i+1].Sym)
		switch text {
		case "new", "delete":
			if c.kind(i+2) == token.LBracket {
				text += "[]"
			}
			return OperatorSym(c.in, text)
		case "co_await":
			return OperatorSym(c.in, text)
		}
		if op, ok := syntax.AlternativeToken(text); ok {
			return OperatorSym(c.in, op)
		}
		return ConversionSym(c.in)
	case t == token.ColonCol:
		return ConversionSym(c.in)
	case t.IsPunct():
		return OperatorSym(c.in, t.String())
	}
	return 0
}

// templates collects the names that a declaration declares as templates, at any depth.
func (c *cutter) templates(d *cut) []token.Sym {
	if !among(c.templateWords, d.lo, d.end) {
		return nil
	}
	var out []token.Sym
	for i := d.lo; i < d.end; i++ {
		if c.word[i] != syntax.WordTemplate || c.kind(i+1) != token.Less {
			continue
		}
		end := c.skipAngles(i+1, d.end)
		for j := i + 2; j < end; j++ { // template template parameters
			if c.word[j] == syntax.WordTemplate && c.kind(j+1) == token.Less {
				k := c.skipAngles(j+1, end)
				for k < end && (c.word[k] == syntax.WordClassKey || c.word[k] == syntax.WordTypename || c.kind(k) == token.Ellipsis) {
					k++
				}
				if c.wordAt(k) == syntax.WordName {
					out = append(out, c.toks[k].Sym)
				}
				j = max(j, k-1) // what stands in it has names there alone
			}
		}
		for c.wordAt(end) == syntax.WordTemplate && c.kind(end+1) == token.Less && end < d.end {
			end = c.skipAngles(end+1, d.end)
		}
		if c.kind(i+2) != token.Greater { // template <> declares no template
			from := end
			if c.wordAt(from) == syntax.WordRequires {
				from = c.skipConstraint(from+1, d.end)
			}
			out = c.templateNames(out, from, d.end)
		}
		i = end - 1
	}
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

// templateNames collects the names that the declaration at lo may declare.
func (c *cutter) templateNames(out []token.Sym, lo, hi int) []token.Sym {
	for i := lo; i < hi; i++ {
		switch c.toks[i].Kind {
		case token.Semi, token.LBrace, token.Colon, token.Assign, token.RBrace:
			return out
		case token.LParen:
			prev := c.wordAt(i - 1)
			i = c.after(i) - 1
			if prev == syntax.WordName && c.wordAt(i+1) != syntax.WordName {
				return out
			}
		case token.LBracket:
			i = c.after(i) - 1
		case token.Ident:
			switch c.word[i] {
			case syntax.WordTemplate:
				if c.kind(i+1) == token.Less {
					return out // another's header
				}
			case syntax.WordName:
				if c.kind(i-1) == token.ColonCol {
					continue // a member of another scope, declared there
				}
				switch c.kind(i + 1) {
				case token.LParen, token.Less, token.Semi, token.Assign, token.LBrace, token.Colon, token.LBracket, token.Ident:
					out = append(out, c.toks[i].Sym)
				}
				if c.kind(i+1) == token.Less {
					i = c.skipAngles(i+1, hi) - 1
				}
			case syntax.WordOperator:
				if s := c.operatorSym(i); s != 0 {
					out = append(out, s)
				}
				return out
			}
		}
	}
	return out
}
