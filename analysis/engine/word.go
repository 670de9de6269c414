package engine

import (
	"fmt"
	"strings"

	"cudals/analysis/lex"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/syntax"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// Some words name nothing that is declared, and yet people ask what they mean for the device.

// hoverFunctionName tells what __func__ holds in the body where it stands.
func (v *view) hoverFunctionName(b *strings.Builder, c *sema.Construct) {
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
func (r *result) hoverWord(offset int) *workspace.Hover {
	if h := r.hoverInclude(offset); h != nil {
		return h
	}
	span, ok := r.wordAt(offset)
	if !ok {
		return nil
	}
	if h := r.hoverParamOfMacro(offset); h != nil {
		return h
	}
	word := string(r.in.File.Slice(span))
	if word == "auto" {
		return r.hoverAuto(span)
	}
	text := keyword(word)
	if text == "" {
		text = r.inPragma(word, span.Start)
	}
	if text == "" && attributeHints[word] != "" {
		in := token.NewInterner()
		toks := lex.Tokens(r.in.File, in)
		n := 0
		for n < len(toks) && toks[n].Loc.Offset() < span.Start {
			n++
		}
		text = meaningOf(word, toks[:n])
	}
	if names := r.namesAt(span.Start); text == "" && len(names) > 0 && len(names[0].meaning.Found) == 0 {
		text = "Depends on template parameters: what the name means, each instance finds out for itself."
	}
	if text == "" && syntax.IsName(word) {
		text = r.hoverUndefined(word, span.Start)
	}
	p := &page{place: source.Place{File: r.in.File, Span: span}, tells: true}
	p.code(word)
	if p.WriteString(strings.TrimSuffix(text, "\n")); text != "" {
		p.WriteString("\n")
	}
	if !p.compiled(r, offset) && text == "" {
		return nil
	}
	return p.hover()
}

// inPragma is what is said of a word of a pragma: of the pragma itself, and of the rules that it names.
func (r *result) inPragma(word string, offset int) string {
	text := r.in.File.Text
	line, _, _ := strings.Cut(string(text[r.in.File.Lines[r.in.File.LineOf(offset)]:]), "\n")
	m := pragmaLine.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	for _, d := range diagPragmas {
		if name, _, _ := strings.Cut(d.name, " "); name == word && strings.HasPrefix(m[1], d.name) {
			return d.doc
		}
	}
	for _, rule := range r.rules {
		if strings.HasPrefix(m[1], "nv_diag_") && word == rule.Tag {
			return fmt.Sprintf("%s (%d).\n\n%s", rule.Title, rule.Number, rule.Doc)
		}
	}
	return ""
}

// hoverAuto describes the variable or function whose type is deduced: the next that is declared.
func (r *result) hoverAuto(auto source.Span) *workspace.Hover {
	end := auto.End
	for text := r.in.File.Text; end < len(text); end++ {
		switch c := text[end]; {
		case wordByte(c):
			if !strings.HasPrefix(string(text[end:min(len(text), end+6)]), "const") {
				names := r.namesAt(end)
				p := &page{of: r}
				if len(names) == 0 || !names[0].meaning.Declares || !p.names(r, end) {
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

// keyword is what is said of a word that CUDA adds to C++, "" for others.
func keyword(name string) string {
	switch name {
	case "__int128", "__int128_t", "__uint128_t":
		return int128Hint
	}
	for _, list := range [][]word{functionWords, variableWords, bodyWords, paramWords, gridWords} {
		for _, w := range list {
			if w.label == name {
				return w.doc
			}
		}
	}
	return moreWords[name]
}

// moreWords are the words that nobody needs to be proposed.
var moreWords = map[string]string{
	"__shared__":  "Lives in the shared memory of the block.",
	"__nv_pure__": "Has no effect but its result, which depends on its arguments alone.",
	"__align__":   "As `alignas`: at least so many bytes.",
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
