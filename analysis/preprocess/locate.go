package preprocess

import (
	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Location tells where a token of a segment was written and where it shows.
type Location struct {
	// Spelled is where the token's text stands, in whatever file that is. For a token that # or ## made it is the name of
	// the macro that made it.
	Spelled source.Place
	// At is where the token shows in the segment's own file: the token itself, the outermost macro invocation that it
	// comes from, or the #include that brought it in.
	At source.Place
	// Exact: the token is written at Spelled for this place alone, so that an edit there changes it and nothing else. That
	// is not so for what comes from a macro's replacement.
	Exact bool
	// Macros are the macros whose replacements the token comes from, innermost first. An argument's own tokens come from
	// none.
	Macros []token.Sym
}

// Locate tells where tok, a token of s, was written.
func (s *Segment) Locate(tok token.Token) Location {
	if !tok.Loc.IsMacro() {
		p := source.Place{File: s.File, Span: s.fileSpan(tok)}
		return Location{Spelled: p, At: p, Exact: true}
	}
	e := &s.Exps[tok.Loc.Index()]
	file := s.file(e)
	spelled := source.Place{File: file, Span: spelling(file, int(e.Spelled), tok.Kind)}
	l := Location{Spelled: spelled, At: source.Place{File: s.File, Span: e.At.Span()}, Exact: e.Arg() || e.spliced()}
	for {
		if e.Macro != 0 {
			l.Macros = append(l.Macros, e.Macro)
		}
		if e.Parent < 0 {
			return l
		}
		e = &s.Exps[e.Parent]
	}
}

// spliced reports whether the token was brought in by an #include and by no macro.
func (e *Expansion) spliced() bool { return e.Macro == 0 && e.Parent < 0 && e.File != 0 }

// Brought reports whether an #include brought a token, and no macro, so that it shows at the #include.
func (s *Segment) Brought(i int) bool {
	t := s.Toks[i]
	return t.Loc.IsMacro() && s.Exps[t.Loc.Index()].spliced()
}

// fileSpan is the span of a token that is written in the segment's file.
func (s *Segment) fileSpan(tok token.Token) source.Span {
	return spelling(s.File, tok.Loc.Offset(), tok.Kind)
}

// spelling is the span of the token of a file that begins at an offset.
func spelling(f *source.File, start int, kind token.Kind) source.Span {
	if kind != token.Pragma {
		return source.Span{Start: start, End: lex.End(f.Text, start)}
	}
	// A directive reaches to the end of its logical line.
	return source.Span{Start: start, End: lex.LineEnd(f.Text, start)}
}

// Range is the place in the segment's file of the tokens [lo, hi), which must not be empty. When all of them are
// written together in one argument of a macro, it is that text; otherwise it is the smallest range that covers them and
// every macro invocation that they come from. exact: the tokens are all that the range stands for, so that the range
// may be edited in their stead.
func (s *Segment) Range(lo, hi int) (place source.Place, exact bool) {
	place, before, after := s.Borders(lo, hi)
	return place, before && after
}

// Borders is the range of tokens, and whether what is inserted before or after it stands directly before the first or behind the last of
// them.
func (s *Segment) Borders(lo, hi int) (place source.Place, before, after bool) {
	toks := s.Toks[lo:hi]
	if span, ok := s.argumentRange(toks); ok {
		return source.Place{File: s.File, Span: span}, true, true
	}
	exact := true
	var span source.Span
	for i, t := range toks {
		if 0 < i && i < len(toks)-1 && !t.Loc.IsMacro() {
			continue // it is written between the others
		}
		at := s.shownAt(t)
		if i == 0 {
			span = at
		}
		span.Start, span.End = min(span.Start, at.Start), max(span.End, at.End)
		exact = exact && !s.Brought(lo+i)
	}
	outside := func(i int) bool {
		if i < 0 || i >= len(s.Toks) {
			return true
		}
		at := s.shownAt(s.Toks[i])
		return at.End <= span.Start || at.Start >= span.End
	}
	return source.Place{File: s.File, Span: span}, exact && outside(lo-1), exact && outside(hi)
}

func (s *Segment) shownAt(t token.Token) source.Span {
	if t.Loc.IsMacro() {
		return s.Exps[t.Loc.Index()].At.Span()
	}
	return s.fileSpan(t)
}

// argumentRange is the text of tokens that stand together in an argument, with nothing else between them.
func (s *Segment) argumentRange(toks []token.Token) (span source.Span, ok bool) {
	for i, t := range toks {
		if !t.Loc.IsMacro() {
			return span, false
		}
		e := &s.Exps[t.Loc.Index()]
		if !e.Arg() {
			return span, false
		}
		start := int(e.Spelled)
		if i == 0 {
			span.Start = start
		} else {
			if start < span.End || !lex.Blank(s.File.Text[span.End:start]) {
				return span, false
			}
		}
		span.End = lex.End(s.File.Text, start)
	}
	return span, true
}
