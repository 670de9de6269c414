package engine

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/workspace"
)

// macroParam is a parameter of a macro in whose definition a byte offset of the document stands.
type macroParam struct {
	macro, name string
	// places are the tokens of the definition that name it, the parameter itself first.
	places []source.Span
}

// paramAt is the parameter of a macro that the word at a byte offset of the document names in the macro's definition; nil for none.
func (r *result) paramAt(offset int) *macroParam {
	word, ok := r.wordAt(offset)
	if !ok {
		return nil
	}
	in := token.NewInterner()
	toks := lex.Tokens(r.in.File, in)
	for len(toks) > 0 {
		n := 1
		for n < len(toks) && toks[n].Flags&token.LineStart == 0 {
			n++
		}
		line := toks[:n]
		if toks = toks[n:]; len(toks) > 0 && toks[0].Loc.Offset() <= word.Start {
			continue
		}
		p := &macroParam{name: string(r.in.File.Slice(word))}
		sym := in.Sym(p.name)
		if line[0].Kind != token.Hash || !isParam(line, in.Sym("define"), sym) {
			return nil
		}
		p.macro = in.Text(line[2].Sym)
		for _, t := range line[3:] {
			if t.Kind == token.Ident && t.Sym == sym {
				p.places = append(p.places, source.Span{Start: t.Loc.Offset(), End: t.Loc.Offset() + len(p.name)})
			}
		}
		if !slices.Contains(p.places, word) {
			return nil // the macro's own name
		}
		return p
	}
	return nil
}

// hoverParamOfMacro describes a parameter of a macro in its definition.
func (r *result) hoverParamOfMacro(offset int) *workspace.Hover {
	m := r.paramAt(offset)
	if m == nil {
		return nil
	}
	span, _ := r.wordAt(offset)
	p := &page{place: source.Place{File: r.in.File, Span: span}}
	p.code(m.name)
	fmt.Fprintf(p, "A parameter of the macro `%s`.\n", m.macro)
	return p.hover()
}

// paramEntity is the parameter of a macro at a byte offset of the document.
func (r *result) paramEntity(offset int) *workspace.Entity {
	m := r.paramAt(offset)
	if m == nil {
		return nil
	}
	at := source.Place{File: r.in.File, Span: m.places[0]}
	return &workspace.Entity{Key: fmt.Sprintf("%s%d %s", paramKey, at.Span.Start, r.in.File.Path), Place: at}
}

// paramMentions are the places of a macro's parameter in the document. rest is an Entity's key behind paramKey.
func (r *result) paramMentions(rest string) []workspace.Mention {
	start := 0
	at, path, _ := strings.Cut(rest, " ")
	if _, err := fmt.Sscan(at, &start); err != nil || path != r.in.File.Path {
		return nil
	}
	m := r.paramAt(start)
	if m == nil {
		return nil
	}
	var out []workspace.Mention
	for i, span := range m.places {
		role := workspace.RoleRead
		if i == 0 {
			role = workspace.RoleDefines
		}
		out = append(out, workspace.Mention{Place: source.Place{File: r.in.File, Span: span}, Role: role})
	}
	return out
}

// hoverUndefined tells of a name that a directive asks for and that no pass defines.
func (r *result) hoverUndefined(word string, offset int) string {
	directive := strings.TrimLeft(strings.TrimPrefix(r.directive(offset), "#"), " \t")
	if !strings.HasPrefix(directive, "if") && !strings.HasPrefix(directive, "elif") || word == "defined" || strings.HasPrefix(word, "__has_") {
		return ""
	}
	for _, v := range r.views {
		if v.pp.Macro(v.unit.Sym(word)) != nil {
			return ""
		}
	}
	return "No macro: at the end of the file no pass has one of this name."
}
