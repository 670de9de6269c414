package preprocess

import (
	"strconv"
	"strings"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// macroContext is a list of tokens being rescanned. A macro stays disabled until its context has been read to the end
// and left, as gcc does it; that decides the cases that the standard leaves open.
type macroContext struct {
	toks  []token.Token
	pos   int
	macro token.Sym // 0 for none
	// barrier: reading ends here rather than going on in what stands below.
	barrier bool
	// text: the tokens were read as arguments and given back; they are what somebody wrote.
	text bool
}

func (x *expander) push(toks []token.Token, macro token.Sym, barrier bool) {
	if macro != 0 {
		x.slots[macro].disabled = true
	}
	x.contexts = append(x.contexts, macroContext{toks: toks, macro: macro, barrier: barrier})
}

func (x *expander) pop() {
	n := len(x.contexts) - 1
	if m := x.contexts[n].macro; m != 0 {
		x.slots[m].disabled = false
	}
	x.contexts = x.contexts[:n]
}

// hasContext leaves contexts that are read to their end and reports whether one is left that is not.
func (x *expander) hasContext() bool {
	for n := len(x.contexts); n > 0; n-- {
		c := &x.contexts[n-1]
		if c.pos < len(c.toks) || c.barrier {
			return true
		}
		x.pop()
	}
	return false
}

// atBarrier leaves contexts that are read to their end and reports whether reading ends there.
func (x *expander) atBarrier() bool {
	if !x.hasContext() {
		return false
	}
	c := &x.contexts[len(x.contexts)-1]
	return c.pos == len(c.toks)
}

// raw is the next token, unexpanded; EOF at a barrier or the end of the segment's file.
func (x *expander) raw() token.Token {
	if x.hasContext() {
		c := &x.contexts[len(x.contexts)-1]
		if c.pos == len(c.toks) {
			return token.Token{}
		}
		c.pos++
		return c.toks[c.pos-1]
	}
	return x.fileToken()
}

// settled takes what the innermost context has before its next name of a macro: tokens that stand for themselves.
func (x *expander) settled() []token.Token {
	c := &x.contexts[len(x.contexts)-1]
	known := x.frame.base + knownValue
	start := c.pos
	for ; c.pos < len(c.toks); c.pos++ {
		t := &c.toks[c.pos]
		if t.Kind != token.Ident || t.Flags&token.NoExpand != 0 {
			continue
		}
		s := &x.slots[t.Sym]
		if s.stamp < known {
			x.readSlow(t.Sym)
		}
		if s.m != nil {
			break
		}
	}
	return c.toks[start:c.pos]
}

// emit adds tokens to out, the first with the layout of what expanded to nothing before it.
func (x *expander) emit(out []token.Token, toks ...token.Token) []token.Token {
	out = append(out, toks...)
	out[len(out)-len(toks)].Flags |= x.pending
	x.pending = 0
	return out
}

// next is the next token, expanded unless noExpand.
func (x *expander) next() token.Token {
	for {
		t := x.raw()
		switch t.Kind {
		case token.Ident:
			var again bool
			if t, again = x.expandName(t); again {
				continue
			}
		case group:
			t = x.open(t)
		}
		if t.Kind != token.EOF {
			t.Flags |= x.pending
			x.pending = 0
		}
		return t
	}
}

// expandName begins the expansion of t if it names a macro that may be expanded here: then the result is pushed and the
// answer is true. Otherwise it returns the token to emit.
func (x *expander) expandName(t token.Token) (token.Token, bool) {
	if t.Flags&token.NoExpand != 0 {
		return t, false
	}
	m := x.read(t.Sym)
	if m == nil {
		return t, false
	}
	if m.builtin == builtinMaybe {
		t.Flags |= token.Doubtful
		return t, false
	}
	if x.slots[t.Sym].disabled {
		t.Flags |= token.NoExpand
		return t, false
	}
	if x.noExpand > 0 {
		return t, false
	}
	if m.builtin != notBuiltin {
		return t, x.expandBuiltin(t, m)
	}
	if x.overrun || m.Function && !x.parenFollows() {
		return t, false
	}
	if x.work > x.limits.ExpandTokens || len(x.contexts) > x.limits.MacroDepth || x.inArg > x.limits.MacroDepth {
		x.bomb(t, m)
		return t, false
	}

	info := Expansion{Parent: -1, Macro: t.Sym}
	if t.Loc.IsMacro() {
		info.Parent = int32(t.Loc.Index())
		info.At = x.out.exps[t.Loc.Index()].At
	} else {
		start := t.Loc.Offset()
		info.At = Extent{int32(start), int32(start) + x.cur.tree.length(x.in, t)}
	}
	if !m.Function {
		if len(m.Body) == 0 {
			x.pending |= t.Flags&token.Layout | m.guessed(t)
			return t, true
		}
		var toks []token.Token
		if m.plain {
			toks = x.copyBody(m, info)
		} else {
			toks = x.substitute(m, nil, t, info)
		}
		x.begin(t, m, toks)
		return t, true
	}
	args, ok := x.arguments(t, m, &info)
	if !ok {
		return t, false
	}
	x.begin(t, m, x.substitute(m, args, t, info))
	return t, true
}

// begin pushes a replacement. Its first token stands in its line as the macro's name did.
func (x *expander) begin(name token.Token, m *Macro, toks []token.Token) {
	guessed := m.guessed(name) | x.settable(m)
	if guessed != 0 {
		toks = x.written(toks)
		for i := range toks {
			toks[i].Flags |= guessed
		}
	}
	if len(toks) == 0 {
		x.pending |= name.Flags&token.Layout | guessed
	} else {
		toks[0].Flags = toks[0].Flags&^token.Layout | name.Flags&token.Layout
		toks[0].Col = name.Col
	}
	x.work += x.size(toks) + 1
	x.push(toks, name.Sym, false)
}

// bomb gives up the expansion under way.
func (x *expander) bomb(t token.Token, m *Macro) {
	x.overrun = true
	at := x.here()
	if t.Loc.IsMacro() && !x.cur.spliced && t.Loc.Index() < len(x.out.exps) {
		at = x.out.exps[t.Loc.Index()].At.Span()
	}
	x.diagnose(Limit, at, "expanding macro "+x.in.Text(m.Name)+" takes too much; the expansion is left out")
	for i := range x.contexts {
		if c := &x.contexts[i]; !c.text {
			c.pos = len(c.toks)
		}
	}
	x.spoil()
}

// parenFollows reports whether the next token is an opening parenthesis, and takes it if so. A directive in between
// means that it is not.
func (x *expander) parenFollows() bool {
	if x.hasContext() {
		c := &x.contexts[len(x.contexts)-1]
		if c.pos == len(c.toks) {
			return false
		}
		switch t := c.toks[c.pos]; t.Kind {
		case token.LParen:
			c.pos++
			return true
		case group:
			c.pos++
			x.open(t)
			return true
		}
		return false
	}
	c := x.cur
	if c.pos < c.hi && c.tree.toks[c.pos].Kind == token.LParen {
		x.fileToken()
		return true
	}
	return false
}

// argument is one argument of an invocation, and what it expands to once that was asked for.
type argument struct {
	toks     []token.Token
	expanded []token.Token
	done     bool
	// absent: the argument, a variadic macro's last, was left out together with its comma.
	absent bool
}

// batch takes what can be read at once: what is left of the innermost context, or one token of the file. It is empty
// at a barrier and at the end of the segment's file.
func (x *expander) batch() []token.Token {
	if !x.hasContext() {
		x.single[0] = x.fileToken()
		return x.single[:b2u(x.single[0].Kind != token.EOF)]
	}
	c := &x.contexts[len(x.contexts)-1]
	start := c.pos
	c.pos = len(c.toks)
	return c.toks[start:]
}

// unread gives back the last n tokens of a batch.
func (x *expander) unread(n int) {
	if n > 0 {
		x.contexts[len(x.contexts)-1].pos -= n
	}
}

// arguments collects the arguments of an invocation whose opening parenthesis has been taken, and completes info.At.
// When they do not fit the macro, they are given back to be read as text.
func (x *expander) arguments(name token.Token, m *Macro, info *Expansion) ([]argument, bool) {
	// Nothing expands while arguments are collected, so the arena's free end is theirs.
	var few [8]int
	spliced, inFile := x.cur.spliced, len(x.contexts) == 0
	toks, bounds, last := x.collect(m, append(few[:0], 0))
	x.keep(toks)

	argc := len(bounds)
	fits := argc == len(m.Params) || argc == 1 && len(m.Params) == 0 && len(toks) == 0 ||
		m.Variadic && argc+1 == len(m.Params)
	if last.Kind == token.EOF || !fits {
		x.giveBack(name, m, info, toks, last, argc)
		return nil, false
	}

	if last.Loc.IsMacro() {
		info.At.End = max(info.At.End, x.out.exps[last.Loc.Index()].At.End)
	} else if !spliced {
		info.At.End = max(info.At.End, int32(last.Loc.Offset()+1))
	}
	x.place(toks, info)
	args := x.argumentRoom(max(len(m.Params), 1))
	for i, start := range bounds {
		end := len(toks)
		if i+1 < argc {
			end = bounds[i+1] - 1
		}
		args[i].toks = toks[start:end:end]
		if inFile && end-start > minGroup {
			args[i].toks = x.hold(x.fold(args[i].toks))
		}
	}
	if m.Variadic {
		v := &args[len(m.Params)-1]
		v.absent = argc < len(m.Params) || argc == 1 && len(toks) == 0 && x.read(x.w.strictANSI) == nil
	}
	return args, true
}

// collect takes the tokens up to the closing parenthesis of an invocation, which is last, or EOF where there is none. bounds are the places
// where arguments begin. The tokens stand at the free end of the arena.
func (x *expander) collect(m *Macro, bounds []int) (toks []token.Token, _ []int, last token.Token) {
	toks = x.arena[len(x.arena):]
	depth := 0
	for last.Kind == token.EOF && x.work <= x.limits.ExpandTokens {
		run := x.batch()
		if len(run) == 0 {
			break
		}
		n := 0
		for ; n < len(run) && last.Kind == token.EOF; n++ {
			t := run[n]
			switch t.Kind {
			case token.Ident:
				if x.slots[t.Sym].disabled {
					t.Flags |= token.NoExpand
				}
			case group:
				x.work += x.groups[t.Sym].total
			case token.LParen:
				depth++
			case token.RParen:
				if depth--; depth < 0 {
					last = t
					continue
				}
			case token.Comma:
				if depth == 0 && !(m.Variadic && len(bounds) == len(m.Params)) {
					bounds = append(bounds, len(toks)+1)
				}
			}
			toks = append(toks, t)
		}
		x.unread(len(run) - n)
		x.work += n
	}
	return toks, bounds, last
}

// giveBack says why arguments do not fit a macro, and has them read as text.
func (x *expander) giveBack(name token.Token, m *Macro, info *Expansion, toks []token.Token, last token.Token, argc int) {
	at := info.At.Span()
	if x.cur.spliced {
		at = x.here()
	}
	switch {
	case x.work > x.limits.ExpandTokens:
		x.bomb(name, m)
	case last.Kind == token.EOF:
		x.diagnose(Error, at, "unterminated argument list invoking macro \""+x.in.Text(m.Name)+"\"")
	default:
		x.diagnose(Error, at, "macro \""+x.in.Text(m.Name)+"\" takes "+strconv.Itoa(len(m.Params))+
			" arguments, but "+strconv.Itoa(argc)+" were given")
	}
	back := make([]token.Token, 0, len(toks)+2)
	paren := name
	paren.Kind, paren.Sym, paren.Flags = token.LParen, token.LParen.Punct(), 0
	back = append(append(back, paren), toks...)
	if last.Kind != token.EOF {
		back = append(back, last)
	}
	x.push(back, 0, false)
	x.contexts[len(x.contexts)-1].text = true
	x.returned = true
}

// place has the tokens of arguments stand where the invocation does.
func (x *expander) place(toks []token.Token, info *Expansion) {
	for i := range toks {
		t := &toks[i]
		if t.Flags&token.LineStart != 0 {
			t.Flags = t.Flags&^token.Layout | token.SpaceBefore // a replacement has no lines
			t.Col = 0
		}
		if !t.Loc.IsMacro() {
			x.out.exps = append(x.out.exps, Expansion{
				Spelled: int32(t.Loc.Offset()), At: info.At, Parent: -1,
			})
			t.Loc = token.MacroLoc(len(x.out.exps) - 1)
		}
	}
}

// argumentRoom is room for n arguments, which lives until the top-level invocation ends.
func (x *expander) argumentRoom(n int) []argument {
	if cap(x.args)-len(x.args) < n {
		x.args = make([]argument, 0, max(1024, n))
	}
	start := len(x.args)
	x.args = x.args[:start+n]
	room := x.args[start:]
	clear(room)
	return room
}

// expandArgument is the full expansion of an argument on its own.
func (x *expander) expandArgument(a *argument) []token.Token {
	if a.done {
		return a.expanded
	}
	a.done = true
	simple := true
	for _, t := range a.toks {
		if t.Kind == token.Ident && t.Flags&token.NoExpand == 0 && x.read(t.Sym) != nil {
			simple = false
			break
		}
	}
	if simple {
		a.expanded = a.toks
		return a.expanded
	}
	pending, noExpand := x.pending, x.noExpand
	x.pending, x.noExpand = 0, 0
	x.inArg++
	x.push(a.toks, 0, true)
	base := len(x.contexts)
	for len(x.scratch) < x.inArg {
		x.scratch = append(x.scratch, nil)
	}
	out := x.scratch[x.inArg-1][:0]
	for !x.atBarrier() {
		if toks := x.settled(); len(toks) > 0 {
			out = x.emit(out, toks...)
		} else if t, again := x.expandName(x.raw()); !again {
			out = x.emit(out, t)
		}
	}
	for len(x.contexts) >= base {
		x.pop()
	}
	x.scratch[x.inArg-1] = out
	x.inArg--
	x.pending, x.noExpand = pending, noExpand
	a.expanded = x.hold(x.fold(out))
	return a.expanded
}

// hold copies tokens to where they live until the top-level invocation ends.
func (x *expander) hold(toks []token.Token) []token.Token { return append(x.alloc(len(toks)), toks...) }

// alloc takes room for n tokens, which lives until the top-level invocation ends.
func (x *expander) alloc(n int) []token.Token {
	if cap(x.arena)-len(x.arena) < n {
		x.arena = make([]token.Token, 0, max(4096, 2*n, min(cap(x.arena), maxArena)))
	}
	start := len(x.arena)
	x.arena = x.arena[:start+n]
	return x.arena[start : start : start+n]
}

// body is where the replacement list of a macro is spelled.
func (x *expander) body(m *Macro, info Expansion) Expansion {
	if m.Place.File != x.segmentFile() {
		info.File = x.out.file(m.Place.File)
	}
	return info
}

// fromBody is a token of a replacement list, placed.
func (x *expander) fromBody(t token.Token, body *Expansion) token.Token {
	e := *body
	e.Spelled = int32(t.Loc.Offset())
	x.out.exps = append(x.out.exps, e)
	t.Loc = token.MacroLoc(len(x.out.exps) - 1)
	t.Flags &= token.SpaceBefore
	return t
}

// segmentFile is the file that the present segment belongs to.
func (x *expander) segmentFile() *source.File {
	c := x.cur
	for c.spliced && c.parent != nil {
		c = c.parent
	}
	return c.fs.file
}

func (x *expander) copyBody(m *Macro, info Expansion) []token.Token {
	toks, body := x.alloc(len(m.Body)), x.body(m, info)
	for _, t := range m.Body {
		toks = append(toks, x.fromBody(t, &body))
	}
	return toks
}

// substitution makes the replacement of one invocation.
type substitution struct {
	x    *expander
	m    *Macro
	args []argument
	info Expansion
	body Expansion // info for what is spelled in the replacement list
	name token.Token
	out  []token.Token
	// paste: the next piece is joined to the last token of out by ##.
	paste bool
	// inner: the contents of a __VA_OPT__, whose ends may be joined to what stands around it.
	inner bool
	space token.Flags // carried over from an argument without tokens
}

// placemarker stands for an empty argument next to ##; it is no token of the result.
const placemarker = token.EOF

func (x *expander) substitute(m *Macro, args []argument, name token.Token, info Expansion) []token.Token {
	// Arguments are expanded before anything is put into the arena's free end.
	for i, p := range m.param {
		if p != 0 && !m.operand(i) {
			x.expandArgument(&args[p-1])
		}
	}
	if m.Variadic && !m.plain && len(args) > 0 {
		x.expandArgument(&args[len(m.Params)-1]) // for __VA_OPT__
	}
	if x.overrun {
		return nil // an argument took too much: what it would be put into is left out as well
	}
	s := substitution{x: x, m: m, args: args, info: info, body: x.body(m, info), name: name}
	s.out = x.arena[len(x.arena):]
	s.run(0, len(m.Body))
	if x.overrun {
		return nil
	}
	out := s.out[:0]
	for _, t := range s.out {
		if t.Kind != placemarker {
			out = append(out, t)
		}
	}
	x.keep(out)
	return out[:len(out):len(out)]
}

// operand reports whether body token i is next to # or ##, so that it is taken as written.
func (m *Macro) operand(i int) bool {
	return !m.plain && (i > 0 && (m.Body[i-1].Kind == token.HashHash || m.Body[i-1].Kind == token.Hash) ||
		i+1 < len(m.Body) && m.Body[i+1].Kind == token.HashHash)
}

// keep takes tokens that were appended at the arena's free end. A list that outgrew the arena has become one of its
// own, and its successor is made larger.
func (x *expander) keep(toks []token.Token) {
	n := len(x.arena)
	switch {
	case n+len(toks) <= cap(x.arena):
		x.arena = x.arena[:n+len(toks)]
	case cap(x.arena) < maxArena:
		x.arena = make([]token.Token, 0, 2*(n+len(toks)))
	default:
		x.arena = make([]token.Token, 0, maxArena)
	}
}

// maxArena bounds the tokens that are reserved at once.
const maxArena = 1 << 16

// argument substitutes the parameter at i of the body; pasteNext: ## follows.
func (s *substitution) argument(i int, pasteNext bool) {
	flags := s.m.Body[i].Flags
	a := &s.args[s.m.param[i]-1]
	last := s.m.Variadic && int(s.m.param[i]) == len(s.m.Params)
	switch {
	case s.paste && !pasteNext && last && s.afterComma() && s.m.Body[i-2].Kind == token.Comma:
		// , ## __VA_ARGS__ is gcc's way to say that the comma goes when the arguments do.
		s.paste = false
		if a.absent {
			s.out = s.out[:len(s.out)-1]
		} else {
			s.piece(a.toks, flags)
		}
	case s.paste || pasteNext:
		s.piece(s.x.written(a.toks), flags)
		if len(a.toks) == 0 {
			s.token(token.Token{Kind: placemarker, Flags: flags & token.SpaceBefore})
		}
	default:
		toks := s.x.expandArgument(a)
		s.piece(toks, flags)
		if len(toks) == 0 && s.inner {
			s.token(token.Token{Kind: placemarker})
		}
	}
}

// run substitutes the part [lo, hi) of the body.
func (s *substitution) run(lo, hi int) {
	x, body := s.x, s.m.Body
	for i := lo; i < hi && !s.full(); i++ {
		t := body[i]
		pasteNext := i+1 < hi && body[i+1].Kind == token.HashHash
		switch {
		case t.Kind == token.HashHash && i > lo:
			s.paste = true
		case t.Kind == token.Hash && s.m.Function && i+1 < hi:
			i++
			if s.m.param != nil && s.m.param[i] != 0 {
				s.token(s.made(t, token.String, stringify(x.in, x.written(s.args[s.m.param[i]-1].toks))))
			} else if end := s.optEnd(i, hi); end > 0 {
				toks := s.optional(i+2, end)
				s.token(s.made(t, token.String, stringify(x.in, toks)))
				i = end
			}
		case s.m.param != nil && s.m.param[i] != 0:
			s.argument(i, pasteNext)
		case t.Kind == token.Ident && s.m.Variadic && t.Sym == x.w.vaOpt:
			end := s.optEnd(i, hi)
			if end == 0 {
				s.token(x.fromBody(t, &s.body))
				continue
			}
			toks := s.optional(i+2, end)
			i = end
			pasteNext = end+1 < hi && body[end+1].Kind == token.HashHash
			s.piece(toks, t.Flags)
			if len(toks) == 0 && (s.paste || pasteNext) {
				s.token(token.Token{Kind: placemarker})
			}
		default:
			s.token(x.fromBody(t, &s.body))
		}
	}
}

// full reports whether the expansion takes too much, and gives it up then: a body can multiply its arguments by its length.
func (s *substitution) full() bool {
	x := s.x
	if !x.overrun && x.work+len(s.out) > x.limits.ExpandTokens {
		x.bomb(s.name, s.m)
	}
	return x.overrun
}

// madePerToken is how many bytes of joined or made tokens cost as much as a token: a long row of ## makes ever longer ones, and a string
// of a string of a string has twice as many backslashes with each.
const madePerToken = 16

// afterComma reports whether the last token so far is a comma.
func (s *substitution) afterComma() bool {
	return len(s.out) > 0 && s.out[len(s.out)-1].Kind == token.Comma
}

// optEnd is the index of the parenthesis that closes the __VA_OPT__ at i, or 0.
func (s *substitution) optEnd(i, hi int) int {
	body := s.m.Body
	if body[i].Sym != s.x.w.vaOpt || i+1 >= hi || body[i+1].Kind != token.LParen {
		return 0
	}
	depth := 0
	for j := i + 1; j < hi; j++ {
		switch body[j].Kind {
		case token.LParen:
			depth++
		case token.RParen:
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return 0
}

// optional is what the contents [lo, hi) of a __VA_OPT__ stand for, placemarkers too: nothing when the variable
// arguments expand to nothing.
func (s *substitution) optional(lo, hi int) []token.Token {
	if len(s.args) == 0 || len(s.x.expandArgument(&s.args[len(s.m.Params)-1])) == 0 {
		return nil
	}
	inner := substitution{x: s.x, m: s.m, args: s.args, info: s.info, body: s.body, name: s.name, inner: true}
	inner.run(lo, hi)
	return s.x.written(inner.out)
}

// piece adds the tokens of an argument, the first of which stands as the parameter did.
func (s *substitution) piece(toks []token.Token, flags token.Flags) {
	if len(toks) == 0 {
		if !s.paste {
			s.space |= flags & token.SpaceBefore
		}
		return
	}
	first := toks[0]
	first.Flags = first.Flags&^token.Layout | flags&token.SpaceBefore
	s.token(first)
	s.out = append(s.out, toks[1:]...)
}

// token adds one token, joined to the last if ## stood before it.
func (s *substitution) token(t token.Token) {
	if !s.paste || len(s.out) == 0 {
		t.Flags |= s.space
		s.space = 0
		s.out = append(s.out, t)
		return
	}
	s.paste = false
	last := &s.out[len(s.out)-1]
	switch {
	case t.Kind == placemarker:
	case last.Kind == placemarker:
		t.Flags = t.Flags&^token.SpaceBefore | last.Flags&token.SpaceBefore
		*last = t
	default:
		if joined, ok := s.join(*last, t); ok {
			*last = joined
		} else {
			s.out = append(s.out, t)
		}
	}
}

func (s *substitution) join(a, b token.Token) (token.Token, bool) {
	x := s.x
	text := []byte(x.in.Text(a.Sym) + x.in.Text(b.Sym))
	kind, ok := lex.Single(text)
	comment := a.Kind == token.Slash && (b.Kind == token.Slash || b.Kind == token.Star)
	if comment || !ok {
		x.diagnose(Error, s.info.At.Span(), "pasting \""+x.in.Text(a.Sym)+"\" and \""+x.in.Text(b.Sym)+
			"\" does not give a valid preprocessing token")
		return a, false
	}
	t := s.made(a, kind, string(text))
	return t, true
}

// made is a token that stands nowhere in any text: it counts as spelled by the macro's name.
func (s *substitution) made(like token.Token, kind token.Kind, text string) token.Token {
	x := s.x
	x.work += len(text) / madePerToken
	e := s.info
	if s.name.Loc.IsMacro() {
		p := &x.out.exps[s.name.Loc.Index()]
		e.File, e.Spelled = p.File, p.Spelled
	} else {
		e.Spelled = int32(s.name.Loc.Offset())
	}
	x.out.exps = append(x.out.exps, e)
	return token.Token{
		Sym: x.sym(text), Loc: token.MacroLoc(len(x.out.exps) - 1), Kind: kind, Flags: like.Flags & token.SpaceBefore,
	}
}

// stringify is the string literal that # makes of an argument.
func stringify(in *token.Interner, toks []token.Token) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, t := range toks {
		if t.Kind == placemarker {
			continue
		}
		if i > 0 && t.Flags&(token.SpaceBefore|token.LineStart) != 0 {
			b.WriteByte(' ')
		}
		text := in.Text(t.Sym)
		if t.Kind != token.String && t.Kind != token.Char && t.Kind != token.Other {
			b.WriteString(text)
			continue
		}
		for j := 0; j < len(text); j++ {
			switch c := text[j]; {
			case (c == '"' || c == '\\') && (t.Kind != token.Other || len(text) > 1):
				b.WriteByte('\\')
				b.WriteByte(c)
			case c == '\n':
				b.WriteString("\\n")
			default:
				b.WriteByte(c)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isolated runs fn with reading confined to toks, a directive's own, and takes back every trace in the segment.
func (x *expander) isolated(toks []token.Token, fn func()) {
	exps, pending, noExpand, work, overrun := len(x.out.exps), x.pending, x.noExpand, x.work, x.overrun
	groups := len(x.groups)
	arena := x.arena // arguments may be under way at its end
	x.arena, x.aside = x.aside, nil
	x.pending, x.noExpand, x.overrun = 0, 0, false
	if len(x.contexts) == 0 {
		x.work = 0
	}
	x.push(toks, 0, true)
	base := len(x.contexts)
	x.directive++
	fn()
	x.directive--
	for len(x.contexts) >= base {
		x.pop()
	}
	x.arena, x.aside = arena, x.arena[:0]
	x.out.exps, x.groups = x.out.exps[:exps], x.groups[:groups]
	x.pending, x.noExpand, x.work, x.overrun = pending, noExpand, work, overrun
}

// headerName reads the name of an #include that is spelled by macros.
func (x *expander) headerName() (name string, quoted, ok bool) {
	t := x.next()
	switch t.Kind {
	case token.String, token.Header:
		text := x.in.Text(t.Sym)
		if len(text) < 2 || text[0] != '"' && text[0] != '<' {
			return "", false, false
		}
		return text[1 : len(text)-1], text[0] == '"', true
	case token.Less, token.LessEq, token.Shl, token.LaunchOpen:
		var b strings.Builder
		b.WriteString(x.in.Text(t.Sym)[1:])
		for first := true; ; first = false {
			t = x.next()
			switch t.Kind {
			case token.EOF:
				return "", false, false
			case token.Greater:
				return b.String(), false, true
			}
			if !first && t.Flags&token.SpaceBefore != 0 {
				b.WriteByte(' ')
			}
			b.WriteString(x.in.Text(t.Sym))
		}
	}
	return "", false, false
}
