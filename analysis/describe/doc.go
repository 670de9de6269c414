package describe

import (
	"bytes"
	"regexp"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/source"
)

// hoverDoc adds the comment that stands directly before a declaration of an entity, or behind a small one in its line; of several
// declarations the definition's first, but one that is written for readers of the documentation before all others.
func hoverDoc(v *locate.View, p *page, e sema.Entity) {
	switch x := e.(type) {
	case *sema.TemplateParam, *sema.UnresolvedUsing:
		return
	case *sema.Namespace:
		if s := x.Opening(); s.IsZero() || s.Chunk.System {
			return
		}
	case *sema.Var:
		if x.Kind == sema.ParamVar {
			return
		}
	}
	found := ""
	for _, s := range Declarations(v, e) {
		at, _ := check.PlaceOf(s.full)
		if at.IsZero() || ours(at.File.Path) { // whose comments are for who works on them
			continue
		}
		text, written := "", false
		if s.small {
			text = docBehind(at.File.Text, at.Span.End)
		}
		if text == "" {
			text, written = docBefore(at.File.Text, at.Span.Start)
		}
		if strings.Trim(text, "`") == v.Unit.Text(e.Sym()) {
			text = "" // the name alone, as libraries have it for tools
		}
		if text != "" && (found == "" || written) {
			found = text
		}
		if written {
			break
		}
	}
	if found != "" {
		p.say("---\n\n%s", found)
	}
}

// Declaration is where an entity is declared: its name, and all of it. small: a comment may follow it in its line.
type Declaration struct {
	Name, full     sema.Site
	Defines, small bool
}

// Declarations are where an entity is declared, definitions first.
func Declarations(v *locate.View, e sema.Entity) []Declaration {
	e = declaring(v, e)
	l := declarationList{alone: alone(e)}
	add := l.add
	switch e := e.(type) {
	case *sema.Func:
		f := v.Pattern(e)
		v.Unit.CompleteDecls(f)
		for _, d := range f.Decls {
			add(d.Site, d.Full, d.Body != nil, false)
		}
	case *sema.Var:
		decls := v.Unit.VarDecls(e)
		for _, d := range decls {
			add(d.Site, d.Full, d.Defines, true)
		}
		if len(decls) == 0 {
			full := sema.Site{}
			if e.Kind == sema.ParamVar && e.Param != nil && e.Site().Chunk != nil {
				full = sema.Site{Chunk: e.Site().Chunk, Span: e.Param.Span}
			}
			add(e.Site(), full, true, false)
		}
	case *sema.Class:
		add(e.Site(), sema.Site{}, false, false)
		name, full := classDefinition(e)
		add(name, full, true, false)
	case *sema.Field:
		add(e.Site(), fieldDeclaration(e), true, true)
	case *sema.Enum:
		full := sema.Site{}
		if e.Def != nil && e.Site().Chunk != nil {
			full = sema.Site{Chunk: e.Site().Chunk, Span: e.Def.Span}
		}
		add(e.Site(), full, true, false)
	case *sema.Namespace:
		add(e.Opening(), sema.Site{}, true, false)
	case *sema.Enumerator:
		add(e.Site(), sema.Site{}, true, true)
	default:
		add(e.Site(), sema.Site{}, true, false)
	}
	return l.list
}

// declarationList has definitions first. alone: each stands in a chunk of its own.
type declarationList struct {
	list  []Declaration
	alone bool
}

func (l *declarationList) add(name, full sema.Site, defines, small bool) {
	if name.IsZero() {
		return
	}
	if full.IsZero() {
		full = name
	}
	if l.alone && full.Chunk == name.Chunk {
		full = locate.Whole(name.Chunk) // with the headers of templates
	}
	d := Declaration{name, full, defines, small}
	if defines {
		l.list = append([]Declaration{d}, l.list...)
	} else {
		l.list = append(l.list, d)
	}
}

// classDefinition is where a class is defined; its name is zero where it is not.
func classDefinition(c *sema.Class) (name, full sema.Site) {
	d := c.DefSite()
	if c.Def() == nil || d.IsZero() {
		return sema.Site{}, sema.Site{}
	}
	full = sema.Site{Chunk: d.Chunk, Span: c.Def().Span}
	name = full
	if c.Def().Name != nil {
		name.Span = c.Def().Name.Span
	}
	return name, full
}

// fieldDeclaration is a field's declarator with the specifiers before it.
func fieldDeclaration(f *sema.Field) sema.Site {
	full := f.Site()
	if f.Spec != nil && full.Chunk != nil && f.Spec.Lo < full.Span.Lo {
		full.Span.Lo = f.Spec.Lo
		if f.Dtor != nil {
			full.Span.Hi = max(full.Span.Hi, f.Dtor.Hi)
		}
	}
	return full
}

// declaring is what is written for an entity: the class for its implicit members, for a template what it is one of.
func declaring(v *locate.View, e sema.Entity) sema.Entity {
	switch e := e.(type) {
	case *sema.Func:
		if e.Implicit && e.MemberOf != nil {
			return e.MemberOf
		}
	case *sema.Template:
		if e.Func != nil {
			return e.Func
		}
		if c := v.Unit.PatternClass(e); c != nil {
			return c
		}
	}
	return e
}

// alone reports whether what a namespace declares is all of a chunk.
func alone(e sema.Entity) bool {
	switch e := e.(type) {
	case *sema.Func:
		if e.Local || e.Closure != nil {
			return false
		}
	case *sema.Var:
		if e.Kind != sema.NamespaceVar {
			return false
		}
	case *sema.Class:
		if e.Local {
			return false
		}
	case *sema.Enum:
		if e.Local {
			return false
		}
	case *sema.Typedef:
		if e.Local {
			return false
		}
	case *sema.Template:
		if e.Param != nil {
			return false
		}
	default:
		return false
	}
	switch parentOf(e).(type) {
	case nil, *sema.Namespace:
		return true
	}
	return false
}

// docBefore is the comment block that ends in the line before an offset, or in its own line; "" where there is none. written: it begins as
// the documentation that is made of comments does.
func docBefore(text []byte, start int) (doc string, written bool) {
	lineStart := bytes.LastIndexByte(text[:start], '\n') + 1
	// Members of a class template and other declarations stand behind their headers.
	for {
		before := strings.TrimSpace(string(text[lineStart:start]))
		if before != "" && !opensDeclaration(before) || lineStart == 0 {
			return "", false
		}
		above := previousLine(text, lineStart)
		line := strings.TrimSpace(string(text[above.Start:above.End]))
		if !strings.HasPrefix(line, "template") || !strings.HasSuffix(line, ">") {
			break
		}
		lineStart, start = above.Start, above.Start
	}
	var lines []string
	above := previousLine(text, lineStart)
	line := strings.TrimSpace(strings.TrimPrefix(string(text[above.Start:above.End]), "\ufeff"))
	switch {
	case strings.HasPrefix(line, "//"):
		for strings.HasPrefix(line, "//") {
			written = strings.HasPrefix(line, "///") || strings.HasPrefix(line, "//!")
			lines = append([]string{strings.TrimSpace(strings.TrimLeft(strings.TrimPrefix(line, "//"), "/!<"))}, lines...)
			if above.Start == 0 {
				break
			}
			above = previousLine(text, above.Start)
			line = strings.TrimSpace(strings.TrimPrefix(string(text[above.Start:above.End]), "\ufeff"))
		}
	case strings.HasSuffix(line, "*/"):
		end := above.Start + bytes.LastIndex(text[above.Start:above.End], []byte("*/"))
		open := bytes.LastIndex(text[:end], []byte("/*"))
		if open < 0 || strings.TrimSpace(string(text[bytes.LastIndexByte(text[:open], '\n')+1:open])) != "" {
			return "", false
		}
		written = text[open+2] == '*' || text[open+2] == '!'
		for l := range strings.Lines(string(text[open+2 : end])) {
			l = strings.TrimSpace(l)
			lines = append(lines, strings.TrimSpace(strings.TrimLeft(l, "*!<")))
		}
	default:
		return "", false
	}
	doc = prose(lines)
	return doc, written && doc != ""
}

// opensDeclaration reports whether what stands before a declaration's place in its line belongs to it.
func opensDeclaration(before string) bool {
	return strings.HasPrefix(before, "template") || specifierWords.MatchString(before)
}

var specifierWords = regexp.MustCompile(`^(static|inline|extern|constexpr|typedef|using|enum|struct|class|union|const|concept|auto|__\w+__)\b[\w\s]*$`)

// docBehind is the comment that follows a declaration in its line.
func docBehind(text []byte, end int) string {
	line := text[end:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	m := behind.FindSubmatch(line)
	if m == nil {
		return ""
	}
	return prose([]string{strings.TrimSpace(string(m[1]) + string(m[2]))})
}

// behind is a comment and what may stand between it and what it is about.
var behind = regexp.MustCompile(`^[^/"';,{}]*[;,]?[ \t]*(?://[/!]?<?[ \t]*(.*)|/\*[*!]?<?[ \t]*(.*?)[ \t]*\*/[ \t\r]*)$`)

func previousLine(text []byte, lineStart int) source.Span {
	if lineStart == 0 {
		return source.Span{}
	}
	return source.Span{Start: bytes.LastIndexByte(text[:lineStart-1], '\n') + 1, End: lineStart - 1}
}

// ruler is a line of a comment that divides.
var ruler = regexp.MustCompile(`^[-=*/#_~+<>\s]*$`)

// mostDoc is how many lines of a comment are shown.
const mostDoc = 24

// prose is a comment as text in Markdown: its lines stay lines, and words are code where Markdown would take them for markup.
func prose(lines []string) string {
	var out []string
	for l := range strings.Lines(plainComment(strings.Join(lines, "\n"))) {
		if l = strings.TrimSpace(l); ruler.MatchString(l) {
			l = ""
		}
		if l == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, outsideSpans(l))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	if len(out) > mostDoc {
		out = append(out[:mostDoc], "…")
	}
	for i := range out {
		if i+1 < len(out) && out[i] != "" && out[i+1] != "" {
			out[i] += "  " // a line break that stays one
		}
	}
	return strings.Join(out, "\n")
}

// outsideSpans makes code of the words of a line that Markdown would take for markup, unless they are code already.
func outsideSpans(line string) string {
	parts := strings.Split(line, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = inSpans(parts[i])
	}
	return strings.Join(parts, "`")
}

// doxygen is what comments of headers are written in besides words, with what of it is text.
var doxygen = []struct {
	command *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`(?s)[\\@]xmlonly.*?(?:[\\@]endxmlonly|$)`), ""},
	{regexp.MustCompile(`(?s)\s*[\\@]latexonly\s*(.*?)\s*[\\@]endlatexonly\s*`), " $1 "},
	{regexp.MustCompile(`\$([^$\n]*)\$`), "`$1`"},
	{regexp.MustCompile(`(?s),?\s*[\\@](?:sa|see|ingroup|addtogroup|notefnerr|note_\w+)\b.*?(?:\n\s*\n|$)`), "\n\n"},
	{regexp.MustCompile(`(^|[\s(,])::(\w+(?:\(\))?)`), "$1`$2`"}, // a reference
	{regexp.MustCompile(`[\\@](?:brief|details|fn|endcode|code)\b[ \t]*`), ""},
	{regexp.MustCompile(`(?:^|\n)[ \t]*[\\@](?:enum|struct|class|union|typedef|var|def|file)\b[^\n]*`), ""},
	{regexp.MustCompile(`[\\@]t?param(?:\[[^\]]*\])?[ \t]+(\w+)[ \t]*(?:-[ \t]*)?`), "- `$1`: "},
	{regexp.MustCompile(`[\\@](?:returns?|result)\b[ \t]*`), "Returns: "},
	{regexp.MustCompile(`[\\@](?:note|remark)\b[ \t]*`), "Note: "},
	{regexp.MustCompile(`[\\@]pre\b[ \t]*`), "Before: "},
	{regexp.MustCompile(`[\\@](?:p|c|a|e|b|ref|link)[ \t]+([^\s,;.()]+)`), "`$1`"},
	{regexp.MustCompile(`</?(?:tt|code)>`), "`"},
	{regexp.MustCompile(`</?(?:a|b|i|em|p|br|ul|ol|li|pre|sup|sub|table|tr|td|th|m:\w+|d4p_\w+)(?:\s[^<>]*)?/?>`), ""},
}

// gnuQuotes are quotes as older manuals write them, and rows of marks.
var gnuQuotes = regexp.MustCompile("`+([^`'\n]+)'+|``+")

// plainComment takes the commands of Doxygen out of a comment.
func plainComment(text string) string {
	text = gnuQuotes.ReplaceAllStringFunc(text, func(m string) string {
		if inner := strings.Trim(m, "`'"); inner != "" {
			return "`" + inner + "`"
		}
		return "`"
	})
	if !strings.ContainsAny(text, `\@<`) {
		return text
	}
	for _, d := range doxygen {
		text = d.command.ReplaceAllString(text, d.text)
	}
	return text
}
