package preprocess

import (
	"strconv"
	"strings"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// builtinPragma is the _Pragma operator, which looks like a macro to the reader of text but is never defined.
const builtinPragma = state + 1

// builtinMaybe stands for a name that is not defined and might be, if a guess is wrong.
const builtinMaybe = state + 2

var builtinNames = map[string]builtin{
	"__FILE__":            builtinFile,
	"__LINE__":            builtinLine,
	"__COUNTER__":         builtinCounter,
	"__DATE__":            builtinDate,
	"__TIME__":            builtinTime,
	"__TIMESTAMP__":       builtinTimestamp,
	"__INCLUDE_LEVEL__":   builtinIncludeLevel,
	"__BASE_FILE__":       builtinBaseFile,
	"__has_include":       builtinHasInclude,
	"__has_include_next":  builtinHasIncludeNext,
	"__has_attribute":     builtinHasAttribute,
	"__has_cpp_attribute": builtinHasCppAttribute,
	"__has_builtin":       builtinHasBuiltin,
	"_Pragma":             builtinPragma,
}

// defineBuiltins enters the macros that need no definition. Those that depend on the Config carry what they depend on,
// so that entries expanded under another Config do not match.
func (x *expander) defineBuiltins() {
	for name, b := range builtinNames {
		m := &Macro{Name: x.in.Sym(name), builtin: b}
		switch b {
		case builtinDate:
			m.Body = []token.Token{{Sym: x.in.Sym(strconv.Quote(x.config.Date)), Kind: token.String}}
		case builtinTime:
			m.Body = []token.Token{{Sym: x.in.Sym(strconv.Quote(x.config.Time)), Kind: token.String}}
		case builtinTimestamp:
			m.Body = []token.Token{{Sym: x.in.Sym(strconv.Quote(x.config.Date + " " + x.config.Time)), Kind: token.String}}
		}
		m.computeHash()
		x.write(m.Name, m)
	}
}

// expandBuiltin expands the builtin that t names; false leaves t as it is.
func (x *expander) expandBuiltin(t token.Token, m *Macro) bool {
	doubt := token.Flags(0)
	result := func(kind token.Kind, text string) bool {
		info := Expansion{Parent: -1, Macro: t.Sym, At: extent(x.invocation(t))}
		if t.Loc.IsMacro() {
			info.Parent = int32(t.Loc.Index())
		}
		s := substitution{x: x, m: m, info: info, name: t}
		made := s.made(t, kind, text)
		made.Flags = t.Flags | doubt
		toks := append(x.alloc(1), made)
		x.work++
		x.push(toks, 0, false)
		return true
	}
	switch m.builtin {
	case builtinFile:
		name := x.cur.name
		if name == "" {
			name = x.cur.tree.file.Path
		}
		return result(token.String, quote(name))
	case builtinBaseFile:
		x.spoil()
		return result(token.String, quote(x.main.file.Path))
	case builtinIncludeLevel:
		x.spoil()
		return result(token.Number, strconv.Itoa(x.cur.depth))
	case builtinLine:
		return result(token.Number, strconv.Itoa(x.lineNumber(t)))
	case builtinDate, builtinTime, builtinTimestamp:
		return result(token.String, x.in.Text(m.Body[0].Sym))
	case builtinCounter:
		n := 0
		if c := x.read(x.symCounter); c != nil {
			n = c.number
		}
		x.write(x.symCounter, &Macro{builtin: state, number: n + 1})
		return result(token.Number, strconv.Itoa(n))
	case builtinPragma:
		if x.inArg > 0 {
			return false
		}
		return x.pragmaOperator(t)
	case builtinHasInclude, builtinHasIncludeNext:
		name, quoted, ok := x.hasIncludeOperand()
		if !ok {
			return result(token.Number, "0")
		}
		c := x.cur
		f := x.find(x.lookupFor(c, name, quoted, m.builtin == builtinHasIncludeNext))
		c.node.parts = append(c.node.parts, part{kind: partAsked, text: name})
		if f.path == "" && x.mayHave(c) {
			doubt = token.Doubtful
		}
		return result(token.Number, strconv.Itoa(int(b2u(f.path != ""))))
	case builtinHasAttribute, builtinHasCppAttribute, builtinHasBuiltin:
		return result(token.Number, strconv.Itoa(x.hasOperand(m.builtin)))
	}
	return false
}

var (
	escapes   = strings.NewReplacer("\\", "\\\\", "\"", "\\\"")
	unescapes = strings.NewReplacer("\\\\", "\\", "\\\"", "\"")
)

// quote is a string literal for text.
func quote(text string) string {
	return "\"" + escapes.Replace(text) + "\""
}

// invocation is the outermost invocation that t comes from, or t itself.
func (x *expander) invocation(t token.Token) source.Span {
	if t.Loc.IsMacro() {
		return x.out.exps[t.Loc.Index()].At.Span()
	}
	start := t.Loc.Offset()
	return source.Span{Start: start, End: start + len(x.in.Text(t.Sym))}
}

// lineNumber is what __LINE__ stands for. As gcc has it, that is the line of what the person wrote: the name itself,
// the argument that holds it, or else the outermost invocation whose replacement brought it.
func (x *expander) lineNumber(t token.Token) int {
	c := x.cur
	at := t.Loc.Offset()
	if t.Loc.IsMacro() {
		e := &x.out.exps[t.Loc.Index()]
		for !e.Arg() && e.Parent >= 0 {
			e = &x.out.exps[e.Parent]
		}
		switch {
		case e.Arg() || c.spliced && e.Macro == 0 && x.out.spelledIn(e) == c.tree.file:
			at = int(e.Spelled)
		case c.spliced:
			at = x.here().Start
		default:
			at = int(e.At.Start)
		}
	}
	line := c.tree.file.LineOf(at) + 1
	if c.lineAt > 0 {
		line += c.lineIs - c.lineAt
	}
	return line
}

// line executes #line.
func (x *expander) line(c *cursor, it *item) {
	var number, name token.Token
	x.isolated(c.tree.toks[it.lo:it.hi], func() { number, name = x.next(), x.next() })
	n, err := strconv.Atoi(strings.ReplaceAll(x.in.Text(number.Sym), "'", ""))
	if number.Kind != token.Number || err != nil || n < 0 {
		x.diagnose(Error, it.span, "#line expects a line number")
		return
	}
	c.lineAt, c.lineIs = c.tree.file.LineOf(it.span.End)+2, n
	if name.Kind == token.String {
		text := x.in.Text(name.Sym)
		c.name = destringize(text)
	}
}

// destringize undoes the quotes and escapes of a string literal, as _Pragma defines it.
func destringize(text string) string {
	if i := strings.IndexByte(text, '"'); i >= 0 {
		if i > 0 && text[i-1] == 'R' {
			if o, c := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')'); o >= 0 && c > o {
				return text[o+1 : c]
			}
		}
		text = text[i+1:]
	}
	if i := strings.LastIndexByte(text, '"'); i >= 0 {
		text = text[:i]
	}
	return unescapes.Replace(text)
}

// hasIncludeOperand reads the operand of __has_include.
func (x *expander) hasIncludeOperand() (name string, quoted, ok bool) {
	if !x.parenFollows() {
		return "", false, false
	}
	name, quoted, ok = x.headerName()
	if !ok {
		return "", false, false
	}
	return name, quoted, x.next().Kind == token.RParen
}

// hasOperand reads the operand of __has_attribute and its like, and looks it up.
func (x *expander) hasOperand(b builtin) int {
	if !x.parenFollows() {
		return 0
	}
	x.noExpand++
	defer func() { x.noExpand-- }()
	var name strings.Builder
	depth := 0
	for {
		t := x.next()
		switch t.Kind {
		case token.EOF:
			return 0
		case token.LParen:
			depth++
		case token.RParen:
			if depth == 0 {
				if b == builtinHasBuiltin {
					known := x.cache.known
					return int(b2u(known.compiler.Builtin(name.String(), x.read(known.coroutines) != nil)))
				}
				return x.cache.known.compiler.Attribute(name.String())
			}
			depth--
		}
		name.WriteString(x.in.Text(t.Sym))
	}
}

// pragmaOperator executes the _Pragma operator that t names.
func (x *expander) pragmaOperator(t token.Token) bool {
	if !x.parenFollows() {
		return false
	}
	at := x.invocation(t)
	text := x.next()
	end := x.next()
	if text.Kind != token.String || end.Kind != token.RParen {
		x.diagnose(Error, at, "_Pragma takes a parenthesized string literal")
		return true
	}
	toks := x.lexText(destringize(x.in.Text(text.Sym)))
	if x.pragma(toks) {
		return true
	}
	info := Expansion{Parent: -1, Macro: t.Sym, At: extent(at)}
	if t.Loc.IsMacro() {
		info.Parent = int32(t.Loc.Index())
	}
	if end.Loc.IsMacro() {
		info.At.End = max(info.At.End, x.out.exps[end.Loc.Index()].At.End)
	} else if !x.cur.spliced {
		info.At.End = max(info.At.End, int32(end.Loc.Offset()+1))
	}
	s := substitution{x: x, info: info, name: t}
	made := s.made(t, token.Pragma, spell(x.in, toks))
	made.Flags = token.LineStart
	x.push(append(x.alloc(1), made), 0, false)
	return true
}

// lexText splits a text that stands in no file.
func (x *expander) lexText(text string) []token.Token {
	l := lex.New([]byte(text), 0, x.in)
	var toks []token.Token
	for {
		t := l.Next()
		if t.Kind == token.EOF {
			x.grow()
			return toks
		}
		t.Loc = 0
		toks = append(toks, t)
	}
}

// pragma executes the pragmas that are the preprocessor's own; false for any other.
func (x *expander) pragma(toks []token.Token) bool {
	if len(toks) == 0 {
		return false
	}
	w := x.w
	c := x.cur
	switch toks[0].Sym {
	case w.once:
		if c.parent != nil {
			x.write(c.fs.once, onceMark)
		}
		return true
	case w.gcc:
		if len(toks) > 1 && toks[1].Sym == w.systemHeader {
			if c.parent != nil {
				c.node.system, c.mode, c.doubtTo = true, modeSystem, 0
			}
			return true
		}
	case w.pushMacro, w.popMacro:
		if len(toks) != 4 || toks[1].Kind != token.LParen || toks[2].Kind != token.String || toks[3].Kind != token.RParen {
			return false
		}
		text := destringize(x.in.Text(toks[2].Sym))
		name, stack := x.sym(strings.TrimSpace(text)), x.sym("#push "+text)
		top := x.read(stack)
		if toks[0].Sym == w.pushMacro {
			x.write(stack, &Macro{builtin: state, saved: x.read(name), below: top, number: 1})
		} else if top != nil {
			x.write(name, top.saved)
			x.write(stack, top.below)
		}
		return true
	}
	return false
}
