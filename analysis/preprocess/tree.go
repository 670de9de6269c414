package preprocess

import (
	"cmp"
	"slices"
	"strings"

	"cudals/analysis/lex"
	"cudals/analysis/preprocess/condition"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// tree is a file's structure: its text runs and directives in order, conditionals linked. It depends on the text alone
// and is shared by every inclusion under every macro table. It is immutable.
type tree struct {
	file  *source.File
	toks  []token.Token
	items []item
	// includes are the items that name a file to include, by the branches that they stand in.
	includes []inclusion
	// spliced holds the lengths of the tokens that contain line splices.
	spliced map[int32]int32
	// guard is the macro whose definedness makes the whole file empty, or 0.
	guard token.Sym
	// whole: the file guards itself against being read twice, so that it is made of whole declarations. What is unfinished
	// where it begins or ends is broken text, as it is typed.
	whole bool
}

type itemKind uint8

const (
	itemText itemKind = iota
	itemDefine
	itemUndef
	itemIf // #if, #ifdef, #ifndef
	itemElif
	itemElse
	itemEndif
	itemInclude
	itemIncludeNext
	itemLine
	itemError
	itemWarning
	itemPragma
	itemBad // not a directive, or one that is malformed; problem says why
	itemNop
)

// test is the form of a conditional's condition.
type test uint8

const (
	testExpr test = iota
	testDefined
	testUndefined
)

// item is a run of text lines or a directive.
type item struct {
	kind itemKind
	test test
	// misplaced: an #elif, #else or #endif that belongs to no #if; open: an #if without #endif.
	misplaced, open bool
	// lo and hi bound the tokens: of the text, or of the directive after its name.
	lo, hi int32
	// next is the conditional's next branch, end its #endif: indexes of items, len(items) where there is none.
	next, end int32
	// sym is the macro of #ifdef, #ifndef, #undef.
	sym   token.Sym
	macro *Macro
	// once is the name that an #if finds undefined and its group defines: a guard, or a default.
	once    token.Sym
	problem string
	span    source.Span // from the # to the end of the last token
}

// words are the Syms of what the preprocessor itself knows by name.
type words struct {
	define, undef, ifW, ifdef, ifndef, elif, elifdef, elifndef, elseW, endif      token.Sym
	include, includeNext, importW, line, errorW, warning, pragma, ident, sccs     token.Sym
	defined, vaArgs, vaOpt, hasInclude, hasIncludeNext, pragmaOp, once, pushMacro token.Sym
	popMacro, gcc, systemHeader, inline, namespace, extern, strictANSI            token.Sym
	at                                                                            token.Sym
	attributes                                                                    map[token.Sym]bool
	condition                                                                     *condition.Words
}

func newWords(in *token.Interner) *words {
	s := in.Sym
	attributes := make(map[token.Sym]bool)
	for _, word := range strings.Fields(`__attribute__ __attribute __declspec dllexport dllimport visibility __visibility__ default hidden
		inline __inline__ __inline __forceinline __forceinline__ __noinline__ noinline always_inline __always_inline__ unused
		__unused__ maybe_unused nodiscard gnu warn_unused_result __restrict__ __restrict restrict`) {
		attributes[s(word)] = true
	}
	return &words{
		define: s("define"), undef: s("undef"), ifW: s("if"), ifdef: s("ifdef"), ifndef: s("ifndef"), elif: s("elif"),
		elifdef: s("elifdef"), elifndef: s("elifndef"), elseW: s("else"), endif: s("endif"), include: s("include"),
		includeNext: s("include_next"), importW: s("import"), line: s("line"), errorW: s("error"),
		warning: s("warning"), pragma: s("pragma"), ident: s("ident"), sccs: s("sccs"), defined: s("defined"),
		vaArgs: s("__VA_ARGS__"), vaOpt: s("__VA_OPT__"), hasInclude: s("__has_include"),
		hasIncludeNext: s("__has_include_next"), pragmaOp: s("_Pragma"), once: s("once"),
		pushMacro: s("push_macro"), popMacro: s("pop_macro"), gcc: s("GCC"), systemHeader: s("system_header"),
		inline: s("inline"), namespace: s("namespace"), extern: s("extern"),
		attributes: attributes, strictANSI: s("__STRICT_ANSI__"), at: s("@"),
		condition: condition.NewWords(in),
	}
}

type treeBuilder struct {
	*tree
	l     *lex.Lexer
	w     *words
	in    *token.Interner
	stack []int32 // the last branch of each open conditional
	first []int32 // the #if of each open conditional
	ended []bool  // whether an #else was met
}

// treeRoom is room for a tree being built.
type treeRoom struct {
	toks  []token.Token
	items []item
}

func buildTree(file *source.File, in *token.Interner, w *words, room *treeRoom) *tree {
	l := lex.New(file.Text, file.BOMLen(), in)
	b := &treeBuilder{
		tree: &tree{file: file, toks: room.toks[:0], items: room.items[:0]},
		l:    l, w: w, in: in,
	}
	text := int32(0)
	flush := func() {
		if n := int32(len(b.toks)); n > text {
			b.items = append(b.items, item{kind: itemText, lo: text, hi: n})
		}
	}
	for {
		t := l.Next()
		if t.Kind == token.EOF {
			break
		}
		if t.Kind == token.Hash && t.Flags&token.LineStart != 0 {
			flush()
			b.directive(t)
			text = int32(len(b.toks))
			continue
		}
		b.toks = append(b.toks, t)
		if t.Sym == w.at {
			b.gap(int(text))
		}
	}
	flush()
	if !b.endGuard() {
		for i, open := range b.stack {
			b.items[b.first[i]].open = true
			b.close(open, int32(len(b.items)))
		}
	}
	b.spliced = l.Spliced
	b.guard = b.findGuard()
	b.findDefaults()
	b.whole = b.guard != 0 || slices.ContainsFunc(b.items, func(it item) bool {
		return it.kind == itemPragma && it.lo < it.hi && b.toks[it.lo].Sym == b.w.once
	})
	slices.SortStableFunc(b.includes, func(a, b inclusion) int { return cmp.Compare(a.arm, b.arm) })
	room.toks, room.items = b.toks, b.items
	b.toks, b.items = slices.Clone(b.toks), slices.Clone(b.items)
	clear(room.items) // of what they point to
	return b.tree
}

// gap leaves out a line of its own that holds the place of what a build puts there, "@NAME@", when its last token was read.
func (b *treeBuilder) gap(text int) {
	n := len(b.toks) - 3
	if n >= text && b.toks[n].Sym == b.w.at && b.toks[n].Flags&token.LineStart != 0 && b.toks[n+1].Kind == token.Ident {
		b.toks = b.toks[:n]
	}
}

// endGuard gives the #endif at the end of a file to the guard that the file begins with, and reports whether there are such: a
// conditional that somebody is typing in between, and that has no #endif yet, has taken it.
func (b *treeBuilder) endGuard() bool {
	last := int32(len(b.items) - 1)
	if len(b.stack) != 1 || b.first[0] != 0 || last < 2 || b.items[last].kind != itemEndif || b.items[last].misplaced {
		return false
	}
	guard, define := &b.items[0], &b.items[1]
	if guard.test != testUndefined || define.kind != itemDefine || define.macro.Name != guard.sym {
		return false
	}
	for i := range b.items[:last] {
		if it := &b.items[i]; it.end == last {
			it.open = it.kind == itemIf
			if it.end = last + 1; it.next == last {
				it.next = last + 1
			}
		}
	}
	b.close(b.stack[0], last)
	return true
}

// close links the branches of a conditional, of which last is the last, to its #endif.
func (b *treeBuilder) close(last, end int32) {
	b.items[last].next = end
	// Branches were linked backwards through end while the conditional was open.
	for i := last; ; {
		prev := b.items[i].end
		b.items[i].end = end
		if prev < 0 {
			return
		}
		b.items[prev].next = i
		i = prev
	}
}

func (b *treeBuilder) directive(hash token.Token) {
	b.l.BeginDirective()
	defer b.l.EndDirective()
	lo := int32(len(b.toks))
	it := item{kind: itemNop, lo: lo, hi: lo, next: -1, end: -1}
	it.span = source.Span{Start: hash.Loc.Offset(), End: b.l.Pos()}

	name := b.l.Next()
	if name.Kind != token.Newline && name.Kind != token.EOF {
		it.span.End = b.l.Pos()
		w := b.w
		condition := false
		if name.Kind == token.Ident {
			switch name.Sym {
			case w.include, w.includeNext, w.importW:
				b.l.Header = true
			case w.ifW, w.elif:
				condition = true
			}
		}
		for {
			t := b.l.Next()
			if t.Kind == token.Newline || t.Kind == token.EOF {
				break
			}
			it.span.End = b.l.Pos()
			b.toks = append(b.toks, t)
			if condition && t.Kind == token.LParen && len(b.toks) > int(lo)+1 {
				prev := b.toks[len(b.toks)-2].Sym
				b.l.Header = prev == w.hasInclude || prev == w.hasIncludeNext
			}
		}
		it.hi = int32(len(b.toks))
		b.classify(&it, name)
	}
	b.items = append(b.items, it)
}

func (b *treeBuilder) classify(it *item, name token.Token) {
	self := int32(len(b.items))
	args := b.toks[it.lo:it.hi]
	if name.Kind != token.Ident {
		// # 33 "file" is a line marker of preprocessed text.
		if name.Kind != token.Number {
			it.kind, it.problem = itemBad, "invalid preprocessing directive"
		}
		return
	}
	branch := func(kind itemKind, t test) { b.branch(it, name, kind, t) }
	open := func(t test) {
		it.kind, it.test = itemIf, t
		b.stack, b.first, b.ended = append(b.stack, self), append(b.first, self), append(b.ended, false)
	}
	operand := func() { b.operand(it, name, args) }
	w := b.w
	switch name.Sym {
	case w.define:
		it.kind = itemDefine
		it.macro, it.problem = parseDefine(b.tree, b.in, w, args)
		if it.problem != "" {
			it.kind = itemBad
		}
	case w.undef:
		it.kind = itemUndef
		if operand(); it.problem != "" {
			it.kind = itemBad
		}
	case w.ifW:
		open(testExpr)
	case w.ifdef:
		operand()
		open(testDefined)
	case w.ifndef:
		operand()
		open(testUndefined)
	case w.elif:
		branch(itemElif, testExpr)
	case w.elifdef:
		operand()
		branch(itemElif, testDefined)
	case w.elifndef:
		operand()
		branch(itemElif, testUndefined)
	case w.elseW:
		branch(itemElse, testExpr)
	case w.endif:
		branch(itemEndif, testExpr)
	case w.include, w.importW:
		it.kind = itemInclude
		b.noteInclude(it)
		if name.Sym == w.importW {
			it.sym = w.once
		}
	case w.includeNext:
		it.kind = itemIncludeNext
	case w.line:
		it.kind = itemLine
	case w.errorW:
		it.kind = itemError
	case w.warning:
		it.kind = itemWarning
	case w.pragma:
		it.kind = itemPragma
	case w.ident, w.sccs:
	default:
		it.kind, it.problem = itemBad, "invalid preprocessing directive #"+b.in.Text(name.Sym)
	}
}

// operand takes the macro name of #ifdef and the like.
func (b *treeBuilder) operand(it *item, name token.Token, args []token.Token) {
	switch {
	case len(args) == 0:
		it.problem = "no macro name given in #" + b.in.Text(name.Sym) + " directive"
	case args[0].Kind != token.Ident:
		it.problem = "macro names must be identifiers"
	default:
		it.sym = args[0].Sym
	}
}

// branch ends a part of a conditional.
func (b *treeBuilder) branch(it *item, name token.Token, kind itemKind, t test) {
	self, n := int32(len(b.items)), len(b.stack)-1
	if n < 0 {
		it.kind, it.misplaced = kind, true
		it.problem = "#" + b.in.Text(name.Sym) + " without #if"
		return
	}
	it.kind, it.test = kind, t
	if kind == itemEndif {
		b.close(b.stack[n], self)
		it.next, it.end = self, self
		b.stack, b.first, b.ended = b.stack[:n], b.first[:n], b.ended[:n]
		return
	}
	if b.ended[n] {
		it.problem = "#" + b.in.Text(name.Sym) + " after #else"
	}
	if kind == itemElse {
		b.ended[n] = true
	}
	it.end = b.stack[n] // for close
	b.stack[n] = self
}

// findGuard recognises a file that is one #ifndef from its first token to its last.
func (b *treeBuilder) findGuard() token.Sym {
	if len(b.items) == 0 {
		return 0
	}
	it := &b.items[0]
	if it.kind != itemIf || it.next != int32(len(b.items)-1) || it.open || it.problem != "" {
		return 0
	}
	if it.test == testUndefined {
		return it.sym
	}
	if it.test != testExpr {
		return 0
	}
	return b.tested(it)
}

// tested is the name X of #if !defined X, with or without parentheses, and 0 for any other expression.
func (b *treeBuilder) tested(it *item) token.Sym {
	args := b.toks[it.lo:it.hi]
	if len(args) < 3 || args[0].Kind != token.Not || args[1].Sym != b.w.defined {
		return 0
	}
	switch args = args[2:]; {
	case len(args) == 1 && args[0].Kind == token.Ident:
		return args[0].Sym
	case len(args) == 3 && args[0].Kind == token.LParen && args[1].Kind == token.Ident && args[2].Kind == token.RParen:
		return args[1].Sym
	}
	return 0
}

// findDefaults marks the groups that begin by asking whether a name is undefined and define it then.
func (b *treeBuilder) findDefaults() {
	defined := make(map[token.Sym][]*Macro)
	for i := range b.items {
		it := &b.items[i]
		if it.kind == itemDefine {
			defined[it.macro.Name] = append(defined[it.macro.Name], it.macro)
		}
		if it.kind != itemIf || it.problem != "" {
			continue
		}
		name := token.Sym(0)
		switch it.test {
		case testUndefined:
			name = it.sym
		case testExpr:
			name = b.tested(it)
		}
		if name == 0 {
			continue
		}
		for j := int32(i) + 1; j < min(it.next, int32(len(b.items))); j++ {
			if d := &b.items[j]; d.kind == itemDefine && d.macro.Name == name {
				it.once, d.macro.fallback = name, true
			}
		}
	}
	for _, ms := range defined {
		harmless := len(ms) > 1 && !slices.ContainsFunc(ms, func(m *Macro) bool { return !b.attributes(m.Body) })
		for _, m := range ms {
			m.harmless = harmless
		}
	}
}

// attributes reports whether a replacement list holds only words that change neither what a declaration declares nor for whom.
func (b *treeBuilder) attributes(body []token.Token) bool {
	depth := 0
	for _, t := range body {
		switch t.Kind {
		case token.Ident:
			if !b.w.attributes[t.Sym] {
				return false
			}
		case token.LParen, token.LBracket:
			depth++
		case token.RParen, token.RBracket:
			depth--
		case token.Comma, token.ColonCol, token.String:
		default:
			return false
		}
		if depth == 0 && t.Kind != token.Ident && t.Kind != token.RParen && t.Kind != token.RBracket {
			return false
		}
	}
	return len(body) == 0 || body[0].Kind != token.LParen
}

// all reports whether an #if without other arms holds all the text of a file: where it does not hold there is nothing to say.
func (t *tree) all(first *item) bool {
	outside := func(it item) bool {
		if it.kind != itemText {
			return false
		}
		at := t.toks[it.lo].Loc.Offset()
		return at < first.span.Start || first.end < int32(len(t.items)) && at > t.items[first.end].span.Start
	}
	return first.next == first.end && !slices.ContainsFunc(t.items, outside)
}

// length is the number of bytes that a token of the tree takes in the file.
func (t *tree) length(in *token.Interner, tok token.Token) int32 {
	if t.spliced != nil {
		if n, ok := t.spliced[int32(tok.Loc.Offset())]; ok {
			return n
		}
	}
	return int32(len(in.Text(tok.Sym)))
}

// spell joins the spellings of tokens, with one space where white space stood.
func spell(in *token.Interner, toks []token.Token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && t.Flags&(token.SpaceBefore|token.LineStart) != 0 {
			b.WriteByte(' ')
		}
		b.WriteString(in.Text(t.Sym))
	}
	return b.String()
}
