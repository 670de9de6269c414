package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/source"
	"cudals/analysis/syntax"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// Some words name nothing that is declared, and yet people ask what they mean for the device.

// hoverFunctionName tells what __func__ holds in the body where it stands.
func hoverFunctionName(b *strings.Builder, c *sema.Construct) {
	if c.Text == "" {
		fmt.Fprintf(b, "```cuda-cpp\nstatic const char %s[]\n```\nThe name of the function as the compiler writes it, on both sides.\n", c.Word)
		return
	}
	fmt.Fprintf(b, "```cuda-cpp\nstatic const char %s[%d] = %q\n```\nThe name of the function, on both sides.\n", c.Word, len(c.Text)+1, c.Text)
}

// attributeWords are what the words between [[ and ]], or behind __attribute__, mean.
var attributeWords = map[string]string{
	"aligned":            "At least so many bytes of alignment, on both sides.",
	"always_inline":      "Inlined wherever it is called, as `__forceinline__`.",
	"assume":             "The optimiser may take the condition for true; it is not evaluated.",
	"cold":               "Seldom called: the host compiler lays it out apart.",
	"const":              "The result depends on the arguments alone, and nothing is read or written besides.",
	"deprecated":         "Who uses it is warned.",
	"device_builtin":     "The compiler itself knows what it is in device code.",
	"fallthrough":        "That control goes on into the next case is meant.",
	"flatten":            "What it calls is inlined into it.",
	"hot":                "Often called: the host compiler does more for it.",
	"maybe_unused":       "That nobody uses it is meant: no warning says so.",
	"no_unique_address":  "Where it is of an empty class, the member takes no space of its own.",
	"nodiscard":          "Who does nothing with the result is warned.",
	"noinline":           "Not inlined, as `__noinline__`.",
	"noreturn":           "Never returns to who called it.",
	"nothrow":            "Throws no exception.",
	"packed":             "Without padding: members lie at any address, and device code reads one that is not aligned byte by byte.",
	"pure":               "Has no effect but its result.",
	"unused":             "That nobody uses it is meant: no warning says so.",
	"used":               "Kept in the object file, although nothing seems to use it.",
	"visibility":         "Whether other libraries see the symbol.",
	"warn_unused_result": "Who does nothing with the result is warned.",
	"weak":               "Another definition takes its place where there is one.",
}

// hints are what those attributes mean that tell which way a branch usually goes.
var hints = map[string]string{
	"likely":   "The optimiser is told that this path is usually taken, in device code too. The program means the same without it.",
	"unlikely": "The optimiser is told that this path is seldom taken, in device code too. The program means the same without it.",
}

const int128Hint = "128 bits wide: 16 bytes, with an alignment of 16. Device code has it where the host compiler has it.\n"

// hoverWord describes an #include, and a word that names no entity.
func hoverWord(doc *locate.Document, offset int) *workspace.Hover {
	if h := hoverInclude(doc, offset); h != nil {
		return h
	}
	span, ok := doc.WordAt(offset)
	if !ok {
		return nil
	}
	if h := hoverParamOfMacro(doc, offset); h != nil {
		return h
	}
	word := string(doc.Input.File.Slice(span))
	if word == "auto" {
		return hoverAuto(doc, span)
	}
	text := Keyword(word)
	if text == "" {
		text = inPragma(doc, word, span.Start)
	}
	tells, depends := true, false
	if (attributeWords[word] != "" || hints[word] != "") && text == "" && isAttribute(doc, span) {
		text, tells = attributeWords[word]+hints[word], hints[word] != ""
	}
	if word == "this" {
		return hoverThis(doc, span)
	}
	if names := doc.NamesAt(span.Start); text == "" && len(names) > 0 && len(names[0].Meaning.Found) == 0 {
		text, depends = "Depends on template parameters: what the name means, each instance finds out for itself.", true
	}
	if text == "" && syntax.IsName(word) {
		text = hoverUndefined(doc, word, span.Start)
	}
	p := &page{place: source.Place{File: doc.Input.File, Span: span}, tells: tells}
	p.code(word)
	if p.WriteString(strings.TrimSuffix(text, "\n")); text != "" {
		p.WriteString("\n")
	}
	if p.compiled(doc, offset) {
		p.tells = true
	} else if text == "" {
		return nil
	}
	h := p.hover()
	h.Depends = depends
	return h
}

// inPragma is what is said of a word of a pragma: of the pragma itself, and of the rules that it names.
func inPragma(doc *locate.Document, word string, offset int) string {
	text := doc.Input.File.Text
	line, _, _ := strings.Cut(string(text[doc.Input.File.Lines[doc.Input.File.LineOf(offset)]:]), "\n")
	m := PragmaLine.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	for _, d := range DiagPragmas {
		if name, _, _ := strings.Cut(d.Name, " "); name == word && strings.HasPrefix(m[1], d.Name) {
			return d.Doc
		}
	}
	for _, rule := range doc.Rules {
		if strings.HasPrefix(m[1], "nv_diag_") && word == rule.Tag {
			return fmt.Sprintf("%s (%d).\n\n%s", rule.Title, rule.Number, rule.Doc())
		}
	}
	return ""
}

// hoverAuto describes the variable or function whose type is deduced: the next that is declared.
func hoverAuto(doc *locate.Document, auto source.Span) *workspace.Hover {
	end := auto.End
	for text := doc.Input.File.Text; end < len(text); end++ {
		switch c := text[end]; {
		case source.WordByte(c):
			if !strings.HasPrefix(string(text[end:min(len(text), end+6)]), "const") {
				names := doc.NamesAt(end)
				p := &page{}
				if len(names) == 0 || !names[0].Meaning.Declares || !p.names(doc, end) {
					return nil
				}
				p.place.Span = auto
				return p.hover()
			}
			end += len("const")
		case c != ' ' && c != '&' && c != '*' && c != '[' && !(c == ')' && end == auto.End): // of decltype(auto)
			return nil
		}
	}
	return nil
}

// isAttribute reports whether a word of the document is an attribute's name: between [[ and ]], or behind __attribute__((.
func isAttribute(doc *locate.Document, word source.Span) bool {
	toks, in := doc.Tokens()
	i, _ := slices.BinarySearchFunc(toks, word.Start, func(t token.Token, at int) int { return cmp.Compare(t.Loc.Offset(), at) })
	depth := 0 // of arguments that other attributes have
	for i--; i > 0; i-- {
		switch toks[i].Kind {
		case token.RParen:
			depth++
		case token.LParen:
			if depth > 0 {
				depth--
				continue
			}
			return i > 1 && toks[i-1].Kind == token.LParen && strings.HasPrefix(in.Text(toks[i-2].Sym), "__attribute")
		case token.LBracket:
			return depth == 0 && toks[i-1].Kind == token.LBracket
		case token.RBracket, token.Semi, token.LBrace, token.RBrace:
			return false
		}
	}
	return false
}

// hoverThis describes the object whose member the document defines around a word.
func hoverThis(doc *locate.Document, span source.Span) *workspace.Hover {
	around := doc.At(span.Start, func(s *locate.Subject) int {
		if !s.Inside || s.Func.MemberOf == nil || s.Func.Closure != nil || s.Func.Static {
			return -1
		}
		return 0
	})
	if around == nil {
		return nil
	}
	v := around.View
	text := spell.Class(v.Unit, v.Pattern(around.Func).MemberOf) + " *this"
	if t := v.Unit.FuncType(around.Func); t != nil && t.FnCV&ast.Const != 0 {
		text = "const " + text
	}
	p := &page{place: source.Place{File: doc.Input.File, Span: span}}
	p.code(text)
	p.WriteString("The object whose member this is.\n")
	return p.hover()
}
