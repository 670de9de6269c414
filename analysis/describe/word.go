package describe

import (
	"fmt"
	"strings"

	"cudals/analysis/lex"
	"cudals/analysis/locate"
	"cudals/analysis/sema"
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

// attributeHints are what the attributes mean that tell which way a branch usually goes.
var attributeHints = map[string]string{
	"likely":   "The optimiser is told that this path is usually taken, in device code too. The program means the same without it.\n",
	"unlikely": "The optimiser is told that this path is seldom taken, in device code too. The program means the same without it.\n",
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
	if text == "" && attributeHints[word] != "" {
		in := token.NewInterner()
		toks := lex.Tokens(doc.Input.File, in)
		n := 0
		for n < len(toks) && toks[n].Loc.Offset() < span.Start {
			n++
		}
		text = meaningOf(word, toks[:n])
	}
	if names := doc.NamesAt(span.Start); text == "" && len(names) > 0 && len(names[0].Meaning.Found) == 0 {
		text = "Depends on template parameters: what the name means, each instance finds out for itself."
	}
	if text == "" && syntax.IsName(word) {
		text = hoverUndefined(doc, word, span.Start)
	}
	p := &page{place: source.Place{File: doc.Input.File, Span: span}, tells: true}
	p.code(word)
	if p.WriteString(strings.TrimSuffix(text, "\n")); text != "" {
		p.WriteString("\n")
	}
	if !p.compiled(doc, offset) && text == "" {
		return nil
	}
	return p.hover()
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
			return fmt.Sprintf("%s (%d).\n\n%s", rule.Title, rule.Number, rule.Doc)
		}
	}
	return ""
}

// hoverAuto describes the variable or function whose type is deduced: the next that is declared.
func hoverAuto(doc *locate.Document, auto source.Span) *workspace.Hover {
	end := auto.End
	for text := doc.Input.File.Text; end < len(text); end++ {
		switch c := text[end]; {
		case locate.WordByte(c):
			if !strings.HasPrefix(string(text[end:min(len(text), end+6)]), "const") {
				names := doc.NamesAt(end)
				p := &page{of: doc}
				if len(names) == 0 || !names[0].Meaning.Declares || !p.names(doc, end) {
					return nil
				}
				p.place.Span = auto
				return p.hover()
			}
			end += len("const")
		case c != ' ' && c != '&' && c != '*' && c != '[':
			return nil
		}
	}
	return nil
}

// meaningOf is what is said of a word that stands after other tokens; "" for nothing.
func meaningOf(word string, before []token.Token) string {
	hint := attributeHints[word]
	if hint == "" {
		return ""
	}
	for i := len(before) - 1; i > 0; i-- {
		switch before[i].Kind {
		case token.RBracket, token.Semi, token.LBrace, token.RBrace:
			return ""
		case token.LBracket:
			if before[i-1].Kind == token.LBracket {
				return hint
			}
			return ""
		}
	}
	return ""
}
