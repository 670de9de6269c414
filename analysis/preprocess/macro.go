package preprocess

import (
	"encoding/binary"
	"hash/maphash"
	"slices"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// builtin numbers the macros whose expansion depends on where or when it happens.
type builtin uint8

const (
	notBuiltin builtin = iota
	builtinFile
	builtinLine
	builtinCounter
	builtinDate
	builtinTime
	builtinTimestamp
	builtinIncludeLevel
	builtinBaseFile
	builtinHasInclude
	builtinHasIncludeNext
	builtinHasAttribute
	builtinHasCppAttribute
	builtinHasBuiltin
	// state: no macro at all, but another part of the preprocessor's state kept in the same table, so that reads and
	// writes of it are recorded in the same way.
	state
)

// Macro is a definition. It is immutable. Each #define directive of a file's version has one, so that most comparisons
// are of pointers.
type Macro struct {
	Name token.Sym
	// Place is that of the name in the #define.
	Place source.Place
	// Function: the name is a macro only before a parenthesis; Params and Variadic say of what. A variadic macro's last
	// parameter takes all remaining arguments.
	Function, Variadic bool
	Params             []token.Sym
	// Body is the replacement list; its locations are offsets in Place.File.
	Body []token.Token

	tree *tree
	// param holds, for each token of the body, 1 + the index of the parameter that it names; nil when none does.
	param []uint16
	// plain: the body has no # and no ## operator and no __VA_OPT__.
	plain bool
	// fallback: the #define stands where its name was found undefined, and gives it its default.
	fallback bool
	// harmless: all definitions of the name in the file hold attributes alone, or nothing.
	harmless bool
	// gap: a build puts something into the body that is not there yet.
	gap bool
	// doubt: whether this is the definition hangs on a guess.
	doubt bool
	// first: a definition that hangs on a guess, of a name that had none: behind an #undef it has none, whatever the guess is worth.
	first   bool
	builtin builtin
	hash    uint64

	// The fields of state: a number, and the stack of #pragma push_macro.
	number int
	saved  *Macro
	below  *Macro
}

// interchangeable reports whether text expanded with a may be used where b is defined: they expand alike, and to the
// same places. What is predefined is written nowhere that anyone could look at, so there the place does not matter;
// such definitions are shared by their text, and a and b are then the same.
func interchangeable(a, b *Macro) bool {
	for {
		if a == b {
			return true
		}
		if a == nil || b == nil || a.hash != b.hash || a.doubt != b.doubt || a.first != b.first || a.builtin != b.builtin || a.number != b.number {
			return false
		}
		if a.builtin != state {
			return sameDefinition(a, b) && (a.builtin != notBuiltin ||
				a.Place.File.Path == b.Place.File.Path && a.Place.Span == b.Place.Span)
		}
		if !interchangeable(a.saved, b.saved) {
			return false
		}
		a, b = a.below, b.below
	}
}

func sameDefinition(a, b *Macro) bool {
	const spacing = token.SpaceBefore
	return a.Name == b.Name && a.Function == b.Function && a.Variadic == b.Variadic &&
		slices.Equal(a.Params, b.Params) &&
		slices.EqualFunc(a.Body, b.Body, func(x, y token.Token) bool {
			return x.Sym == y.Sym && x.Kind == y.Kind && x.Flags&spacing == y.Flags&spacing
		})
}

var macroSeed = maphash.MakeSeed()

func (m *Macro) computeHash() {
	buf := make([]byte, 0, 16+len(m.Body)*6)
	buf = binary.LittleEndian.AppendUint32(buf, uint32(m.Name))
	buf = append(buf, b2u(m.Function), b2u(m.Variadic), byte(m.builtin))
	for _, p := range m.Params {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(p))
	}
	for _, t := range m.Body {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(t.Sym))
		buf = append(buf, byte(t.Kind), byte(t.Flags&token.SpaceBefore))
	}
	m.hash = maphash.Bytes(macroSeed, buf)
}

func b2u(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// parseDefine makes the macro of a #define from the tokens after that word. problem says why there is none.
func parseDefine(t *tree, in *token.Interner, w *words, args []token.Token) (m *Macro, problem string) {
	if len(args) == 0 {
		return nil, "no macro name given in #define directive"
	}
	name := args[0]
	if name.Kind != token.Ident {
		return nil, "macro names must be identifiers"
	}
	if name.Sym == w.defined || name.Sym == w.vaArgs || name.Sym == w.vaOpt {
		return nil, "\"" + in.Text(name.Sym) + "\" cannot be used as a macro name"
	}
	at := name.Loc.Offset()
	m = &Macro{
		Name:  name.Sym,
		Place: source.Place{File: t.file, Span: source.Span{Start: at, End: at + int(t.length(in, name))}},
		tree:  t,
	}
	body := args[1:]
	if len(body) > 0 && body[0].Kind == token.LParen && body[0].Flags&token.SpaceBefore == 0 {
		m.Function = true
		n, problem := m.parseParams(in, w, body[1:])
		if problem != "" {
			return nil, problem
		}
		body = body[1+n:]
	}
	if len(body) > 0 {
		// Space around the replacement list is no part of it. The tokens are the tree's own, so they are copied.
		body = slices.Clone(body)
		body[0].Flags &^= token.SpaceBefore
		m.Body = body
	}
	if problem := m.readBody(w); problem != "" {
		return nil, problem
	}
	m.computeHash()
	return m, ""
}

// readBody finds the operators and parameters in a replacement list.
func (m *Macro) readBody(w *words) (problem string) {
	m.plain = true
	for i, tok := range m.Body {
		m.gap = m.gap || tok.Sym == w.at
		switch {
		case tok.Kind == token.HashHash:
			if i == 0 || i == len(m.Body)-1 {
				return "'##' cannot appear at either end of a macro expansion"
			}
			m.plain = false
		case tok.Kind == token.Hash && m.Function:
			next := i + 1
			if next == len(m.Body) || !m.isParam(m.Body[next].Sym) && m.Body[next].Sym != w.vaOpt {
				return "'#' is not followed by a macro parameter"
			}
			m.plain = false
		case tok.Kind == token.Ident && m.Variadic && tok.Sym == w.vaOpt:
			m.plain = false
		case tok.Kind == token.Ident:
			if p := slices.Index(m.Params, tok.Sym); p >= 0 {
				if m.param == nil {
					m.param = make([]uint16, len(m.Body))
				}
				m.param[i] = uint16(p + 1)
			}
		}
	}
	return ""
}

func (m *Macro) isParam(s token.Sym) bool { return slices.Contains(m.Params, s) }

// maxParams keeps indexes of parameters in 16 bits.
const maxParams = 1 << 12

// parseParams reads a parameter list after its opening parenthesis and returns the number of its tokens.
func (m *Macro) parseParams(in *token.Interner, w *words, toks []token.Token) (n int, problem string) {
	if len(toks) > 0 && toks[0].Kind == token.RParen {
		return 1, ""
	}
	for n < len(toks) && len(m.Params) < maxParams {
		switch t := toks[n]; {
		case t.Kind == token.Ellipsis:
			m.Params, m.Variadic = append(m.Params, w.vaArgs), true
		case t.Kind == token.Ident && t.Sym != w.vaArgs:
			if m.isParam(t.Sym) {
				return 0, "duplicate macro parameter \"" + in.Text(t.Sym) + "\""
			}
			m.Params = append(m.Params, t.Sym)
			if n+1 < len(toks) && toks[n+1].Kind == token.Ellipsis {
				m.Variadic = true
				n++
			}
		default:
			return 0, "expected parameter name in macro parameter list"
		}
		n++
		if n == len(toks) {
			break
		}
		switch {
		case toks[n].Kind == token.RParen:
			return n + 1, ""
		case toks[n].Kind == token.Comma && !m.Variadic:
			n++
		default:
			return 0, "expected ',' or ')' in macro parameter list"
		}
	}
	return 0, "expected ')' before end of line"
}
