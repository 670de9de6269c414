package describe

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cudals/analysis/locate"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// MacroParam is a parameter of a macro in whose definition a byte offset of the document stands.
type MacroParam struct {
	macro, name string
	// Places are the tokens of the definition that name it, the parameter itself first.
	Places []source.Span
}

// ParamAt is the parameter of a macro that the word at a byte offset of the document names in the macro's definition; nil for none.
func ParamAt(doc *locate.Document, offset int) *MacroParam {
	word, ok := doc.WordAt(offset)
	if !ok {
		return nil
	}
	toks, in := doc.Tokens()
	for len(toks) > 0 {
		n := 1
		for n < len(toks) && toks[n].Flags&token.LineStart == 0 {
			n++
		}
		line := toks[:n]
		if toks = toks[n:]; len(toks) > 0 && toks[0].Loc.Offset() <= word.Start {
			continue
		}
		p := &MacroParam{name: string(doc.Input.File.Slice(word))}
		sym := in.Sym(p.name)
		if line[0].Kind != token.Hash || !locate.IsParam(line, in.Sym("define"), sym) {
			return nil
		}
		p.macro = in.Text(line[2].Sym)
		for _, t := range line[3:] {
			if t.Kind == token.Ident && t.Sym == sym {
				p.Places = append(p.Places, source.Span{Start: t.Loc.Offset(), End: t.Loc.Offset() + len(p.name)})
			}
		}
		if !slices.Contains(p.Places, word) {
			return nil // the macro's own name
		}
		return p
	}
	return nil
}

// hoverParamOfMacro describes a parameter of a macro in its definition.
func hoverParamOfMacro(doc *locate.Document, offset int) *workspace.Hover {
	m := ParamAt(doc, offset)
	if m == nil {
		return nil
	}
	span, _ := doc.WordAt(offset)
	p := &page{place: source.Place{File: doc.Input.File, Span: span}}
	p.code(m.name)
	fmt.Fprintf(p, "A parameter of the macro `%s`.\n", m.macro)
	return p.hover()
}

// hoverUndefined tells of a name that a directive asks for and that no pass defines.
func hoverUndefined(doc *locate.Document, word string, offset int) string {
	directive := strings.TrimLeft(strings.TrimPrefix(Directive(doc, offset), "#"), " \t")
	if !strings.HasPrefix(directive, "if") && !strings.HasPrefix(directive, "elif") || word == "defined" || strings.HasPrefix(word, "__has_") || askedFor(directive) {
		return ""
	}
	for _, v := range doc.Views {
		if v.MacroAt(v.Unit.Sym(word), offset) != nil {
			return ""
		}
	}
	return "No macro: at the end of the file no pass has one of this name."
}

// askedFor reports whether a directive, up to a word, ends in the list of a question such as __has_include(<: the word is no macro's name.
func askedFor(directive string) bool {
	open := strings.LastIndexByte(directive, '(')
	if open < 0 || strings.Contains(directive[open:], ")") {
		return false
	}
	words := strings.FieldsFunc(directive[:open], func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	return len(words) > 0 && strings.HasPrefix(words[len(words)-1], "__has_")
}
