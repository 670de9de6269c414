package describe

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
)

// macro is a macro's invocation in a document.
type macro struct {
	// name is the macro's name in the invocation, whole the invocation with its arguments.
	name, whole source.Place
	// definition is the line of the #define, up to what it is replaced by; defined is where it stands.
	definition string
	defined    source.Place
}

// macro is the invocation that stands for the subject and for more; nil where the subject itself is written, be it by a macro
// that means nothing else.
func macroOf(s *locate.Subject) *macro {
	if s.Exact {
		return nil
	}
	path, span := s.Place.File.Path, s.Place.Span
	for _, placed := range s.View.Preprocessed.Segments {
		if placed.File.Path != path {
			continue
		}
		for _, t := range placed.Toks {
			if !t.Loc.IsMacro() {
				continue
			}
			e := &placed.Exps[t.Loc.Index()]
			if e.At.Span() == span && !e.Arg() && e.Parent < 0 && e.Macro != 0 {
				return invocation(s.View, placed.Segment, e)
			}
		}
	}
	return nil
}

// invocation is the macro of a token that comes straight from its replacement.
func invocation(v *locate.View, seg *preprocess.Segment, e *preprocess.Expansion) *macro {
	name := v.Unit.Text(e.Macro)
	whole := source.Place{File: seg.File, Span: e.At.Span()}
	m := &macro{name: whole, whole: whole, definition: "#define " + name}
	m.name.Span.End = m.name.Span.Start + len(name)
	file := seg.File
	if e.File != 0 {
		file = seg.Files[e.File-1]
	}
	// The token stands in the replacement, on the directive's logical line.
	head := regexp.MustCompile(`#[ \t]*define[ \t]+` + regexp.QuoteMeta(name) + `\b(\([^()]*\))?`)
	before := file.Text[:min(int(e.Spelled), len(file.Text))]
	if at := head.FindAllIndex(before[max(0, len(before)-longDefinition):], -1); len(at) > 0 {
		last := at[len(at)-1]
		start := max(0, len(before)-longDefinition)
		m.defined = source.Place{File: file, Span: source.Span{Start: start + last[0], End: start + last[1]}}
		m.definition = strings.Join(strings.Fields(string(bytes.ReplaceAll(file.Slice(m.defined.Span), []byte("\\\n"), nil))), " ")
	}
	return m
}

// longDefinition is how far before a part of a replacement its #define is looked for.
const longDefinition = 1 << 14

// hoverMacro tells what the code does that a macro's invocation stands for.
func hoverMacro(v *locate.View, p *page, m *macro) {
	var lines []string
	add := func(verb string, f *sema.Func) {
		line := fmt.Sprintf("- %s `%s`, which is %s\n", verb, spell.Func(v.Unit, f), v.SpaceCode(f))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	v.Each(m.whole.File.Path, m.whole.Span.Start, func(s locate.Subject) {
		if s.Place != m.whole || s.Func == nil || s.Inside {
			return
		}
		switch {
		case s.Call != nil && CalledByName(s.Call):
			add("calls", s.Func)
		case s.Launch != nil:
			add("launches", s.Func)
		case s.Declared:
			add("declares", s.Func)
		}
	})
	for _, body := range v.Shown() {
		for i := range body.Launches {
			l := &body.Launches[i]
			if p, _ := check.PlaceOf(l.Full); l.Kernel != nil && p == m.whole {
				add("launches", l.Kernel)
			}
		}
	}
	if len(lines) > 0 {
		p.tells = true
		p.code(m.definition + " …")
		fmt.Fprintf(p, "A macro%s. The code that it stands for here\n%s", where(m.defined), strings.Join(lines, ""))
	}
}

// invoked describes the macro whose name stands at an offset: what it does here, or what it stands for in each pass.
func (p *page) invoked(doc *locate.Document, offset int) bool {
	span, ok := doc.WordAt(offset)
	if !ok {
		return false
	}
	name := string(doc.Input.File.Slice(span))
	if Keyword(name) != "" {
		return false // a macro in the toolkit's headers, which tells nobody anything
	}
	sym := doc.Views[0].Unit.Sym(name)
	p.place = source.Place{File: doc.Input.File, Span: span}
	if s := doc.At(offset, locate.PreferPointedAt(offset)); s != nil && !s.Inside {
		if m := macroOf(s); m != nil && m.name.Span == span {
			hoverMacro(s.View, p, m)
		} else if s.Place.Span == span {
			return false // what it stands for is all that there is to say
		}
	}
	def, texts := standsFor(doc, sym, span)
	if def == nil && p.Len() == 0 {
		return false
	}
	if p.Len() == 0 {
		at := def.Place
		if at.File == nil || at.File.Path == toolchain.Predefined {
			p.code("#define " + name)
			p.WriteString("A macro of the compiler or of the command line.\n")
		} else {
			p.code(definition(at))
			fmt.Fprintf(p, "A macro%s.\n", where(at))
		}
	}
	if len(texts) == len(doc.Views) {
		written := ""
		if def != nil && !def.Function {
			written = body(doc.Views[0], def)
		}
		p.expansions(doc, texts, written)
	}
	p.compiled(doc, offset)
	if def != nil && def.Place.File != nil {
		if line := lineStart(def.Place); line >= 0 {
			if text, _ := docBefore(def.Place.File.Text, line); text != "" {
				p.say("---\n\n%s", text)
			}
		}
	}
	return true
}

// standsFor is the macro that is named at a place, and what it stands for in each view. There is no text for a view where it is only named.
func standsFor(doc *locate.Document, sym token.Sym, span source.Span) (def *preprocess.Macro, texts []string) {
	for _, v := range doc.Views {
		m := v.MacroAt(sym, span.Start)
		if def == nil {
			def = m
		}
		switch text, here := expansion(v, doc.Input.File, span.Start); {
		case here || m == nil:
			texts = append(texts, text)
		case !m.Function:
			texts = append(texts, body(v, m))
		case Invokes(doc, span):
			texts = append(texts, text)
		}
	}
	return def, texts
}

// Invokes reports whether a word of the document can be the invocation of a macro with parameters: a parenthesis follows, and the line is
// no directive's.
func Invokes(doc *locate.Document, word source.Span) bool {
	return Directive(doc, word.Start) == "" && bytes.HasPrefix(bytes.TrimLeft(doc.Input.File.Text[word.End:], " \t\r\n\\"), []byte("("))
}

// Directive is the logical line before an offset of the document where that is a directive's, "" elsewhere.
func Directive(doc *locate.Document, offset int) string {
	text, start := doc.Input.File.Text, int(doc.Input.File.Lines[doc.Input.File.LineOf(offset)])
	for start > 0 && bytes.HasSuffix(bytes.TrimRight(text[:start], "\r\n"), []byte("\\")) {
		start = int(doc.Input.File.Lines[doc.Input.File.LineOf(start-1)])
	}
	if line := strings.TrimLeft(string(text[start:offset]), " \t"); strings.HasPrefix(line, "#") {
		return line
	}
	return ""
}

// expansions tells what a macro becomes in each pass, once where that is the same, and not where it is what is written in its definition.
func (p *page) expansions(doc *locate.Document, texts []string, written string) {
	shown := func(text string) string {
		if text == "" {
			return "nothing"
		}
		return "`" + text + "`"
	}
	same := true
	for _, t := range texts[1:] {
		same = same && t == texts[0]
	}
	if same {
		if texts[0] != written || written == "" {
			p.say("It becomes %s.", shown(texts[0]))
		}
		return
	}
	p.tells = true
	p.say("It becomes")
	for i, v := range doc.Views {
		fmt.Fprintf(p, "- for the %s: %s\n", v.PassName(), shown(texts[i]))
	}
}

// longExpansion is how much of an expansion is shown.
const longExpansion = 240

// Spelled is a token of a text that a pass sees, as a person is shown it.
type Spelled struct {
	token.Token
	Text string
}

// Spell tells how a person is shown tokens of a segment: CUDA's own words stand as such, and not as what a toolkit's headers make of them.
func Spell(v *locate.View, seg *preprocess.Segment, toks []token.Token) []Spelled {
	out := make([]Spelled, 0, len(toks))
	last := word{}
	for _, t := range toks {
		w := wordOf(v, seg, t)
		if w.name == 0 || w != last {
			text := v.Unit.Text(t.Sym)
			if w.name != 0 {
				text = v.Unit.Text(w.name)
			}
			out = append(out, Spelled{t, text})
		}
		last = w
	}
	return out
}

// word is an invocation of a macro that is one of CUDA's words: its name, where the outermost invocation around it stands, and the entry of
// the name where another macro's replacement has it.
type word struct {
	name token.Sym
	at   preprocess.Extent
	in   int32
}

// wordOf is the outermost of CUDA's words that a token comes from, zero for none. What has arguments is not among them.
func wordOf(v *locate.View, seg *preprocess.Segment, t token.Token) (w word) {
	if !t.Loc.IsMacro() {
		return w
	}
	for i := int32(t.Loc.Index()); i >= 0; i = seg.Exps[i].Parent {
		e := &seg.Exps[i]
		if e.Macro == 0 || Keyword(v.Unit.Text(e.Macro)) == "" {
			continue
		}
		if m := v.Preprocessed.Macro(e.Macro); m != nil && !m.Function {
			w = word{e.Macro, e.At, e.Parent}
		}
	}
	return w
}

// textOf writes tokens as text.
func textOf(toks []Spelled) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 && t.Flags&token.SpaceBefore != 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
		if b.Len() > longExpansion {
			return b.String() + " …"
		}
	}
	return strings.ReplaceAll(b.String(), "`", "'")
}

// body is a macro's replacement as text.
func body(v *locate.View, m *preprocess.Macro) string {
	toks := make([]Spelled, len(m.Body))
	for i, t := range m.Body {
		toks[i] = Spelled{t, v.Unit.Text(t.Sym)}
	}
	return textOf(toks)
}

// expansion is what the invocation of a macro at an offset of a file becomes; ok is false where none stands there that leaves tokens.
func expansion(v *locate.View, file *source.File, offset int) (text string, ok bool) {
	for _, placed := range v.Preprocessed.Segments {
		if placed.File.Path != file.Path {
			continue
		}
		var toks []token.Token
		for _, t := range placed.Toks {
			if t.Loc.IsMacro() && placed.Exps[t.Loc.Index()].At.Span().Start == offset {
				toks = append(toks, t)
			}
		}
		if len(toks) > 0 {
			return textOf(Spell(v, placed.Segment, toks)), true
		}
	}
	return "", false
}

// definition is a macro's definition as it is written, as far as it is short.
func definition(at source.Place) string {
	text := at.File.Text
	start := lineStart(at)
	if start < 0 {
		start = at.Span.Start
	}
	end := start
	for end < len(text) && (text[end] != '\n' || text[end-1] == '\\') && end-start < 2*longExpansion {
		end++
	}
	line := oneLine(strings.ReplaceAll(string(text[start:end]), "\\\n", " "))
	if end-start >= 2*longExpansion {
		line += " …"
	}
	return line
}

// lineStart is where the line begins that a place stands in, -1 where something other than a directive precedes it.
func lineStart(at source.Place) int {
	text := at.File.Text
	start := bytes.LastIndexByte(text[:at.Span.Start], '\n') + 1
	if bytes.HasPrefix(text[start:], []byte("\ufeff")) {
		start += len("\ufeff")
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text[start:at.Span.Start]), []byte("#")) {
		return -1
	}
	return start
}

// CalledByName reports whether a call is one that somebody wrote.
func CalledByName(c *sema.Call) bool {
	switch c.Kind {
	case sema.CallNamed, sema.CallObject, sema.CallParenCtor:
		return c.Context&sema.InDefaultArg == 0
	}
	return false
}
