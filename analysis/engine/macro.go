package engine

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/source"
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
func (s *subject) macro() *macro {
	if s.exact {
		return nil
	}
	path, span := s.place.File.Path, s.place.Span
	for _, placed := range s.view.pp.Segments {
		if placed.File.Path != path {
			continue
		}
		for _, t := range placed.Toks {
			if !t.Loc.IsMacro() {
				continue
			}
			e := &placed.Exps[t.Loc.Index()]
			if e.At.Span() == span && !e.Arg() && e.Parent < 0 && e.Macro != 0 {
				return s.view.invocation(placed.Segment, e)
			}
		}
	}
	return nil
}

// invocation is the macro of a token that comes straight from its replacement.
func (v *view) invocation(seg *preprocess.Segment, e *preprocess.Expansion) *macro {
	name := v.unit.Text(e.Macro)
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
func (v *view) hoverMacro(b *strings.Builder, m *macro) {
	var lines []string
	add := func(verb string, f *sema.Func) {
		line := fmt.Sprintf("- %s `%s`, which is %s\n", verb, v.unit.Describe(f), v.code(f))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	v.each(m.whole.File.Path, m.whole.Span.Start, func(s subject) {
		if s.place != m.whole || s.fn == nil || s.inside {
			return
		}
		switch {
		case s.call != nil && calledByName(s.call):
			add("calls", s.fn)
		case s.launched:
			add("launches", s.fn)
		case s.declared:
			add("declares", s.fn)
		}
	})
	for _, body := range v.bodies {
		for i := range body.Launches {
			l := &body.Launches[i]
			if p, _ := check.PlaceOf(l.Full); l.Kernel != nil && p == m.whole {
				add("launches", l.Kernel)
			}
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "```cuda-cpp\n%s …\n```\nA macro%s. The code that it stands for here\n%s", m.definition, where(m.defined), strings.Join(lines, ""))
	}
}

// calledByName reports whether a call is one that somebody wrote.
func calledByName(c *sema.Call) bool {
	switch c.Kind {
	case sema.CallNamed, sema.CallObject, sema.CallParenCtor:
		return c.Context&sema.InDefaultArg == 0
	}
	return false
}
