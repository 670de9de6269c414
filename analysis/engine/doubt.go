package engine

import (
	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// After a missing header an undefined macro may be one that the header defines, and what its #if left out may be what the
// compiler sees. What stands in such a group, and what a macro defined in one says, is a guess, and nothing is said of it.

// doubtful reports whether a report rests on a guess: its own place or one that explains it stands in a doubtful group, or
// has words from a macro that is defined in one.
func (v *view) doubtful(rep *report) bool {
	if len(v.pp.Doubts) == 0 {
		return false
	}
	if v.guessed(rep.Site) || v.inDoubt(rep.At) || rep.Func != nil && v.guessedFunc(rep.Func) {
		return true
	}
	for _, n := range rep.Related {
		if v.guessed(n.Site) {
			return true
		}
	}
	return false
}

// guessedFunc reports whether a declaration of a function is a guess.
func (v *view) guessedFunc(f *sema.Func) bool {
	for _, d := range f.Decls {
		head := d.Full
		head.Span.Hi = max(head.Span.Lo, min(head.Span.Hi, d.Site.Span.Hi))
		if v.guessed(head) {
			return true
		}
	}
	return false
}

// guessed reports whether a site, or the specifiers in front of it, are a guess.
func (v *view) guessed(s sema.Site) bool {
	if s.IsZero() {
		return false
	}
	p, _ := check.PlaceOf(s)
	if v.inDoubt(p) {
		return true
	}
	// Specifiers may have vanished with the macro that the group defines as nothing: what was written counts, from the end
	// of the declaration before.
	seg, lo, _ := s.Present()
	start := 0
	for i := lo - 1; i >= 0; i-- {
		t := seg.Toks[i]
		if k := t.Kind; (k == token.Semi || k == token.RBrace || k == token.LBrace) && !t.Loc.IsMacro() {
			start = t.Loc.Offset() + 1
			break
		}
	}
	if p.File != seg.File || start >= p.Span.End {
		return false
	}
	guess := false
	for _, t := range preprocess.Lex(source.NewFile(p.File.Path, p.File.Text[start:p.Span.End]), v.in) {
		if t.Kind == token.Ident {
			if m := v.pp.Macro(t.Sym); m != nil && v.inDoubt(m.Place) {
				guess = true
			}
		}
	}
	return guess
}

func (v *view) inDoubt(p source.Place) bool {
	if p.IsZero() {
		return false
	}
	for _, d := range v.pp.Doubts {
		inc := v.pp.Inclusions[d.Inclusion]
		if inc.File != nil && inc.File.Path == p.File.Path && d.At.Start <= p.Span.Start && p.Span.Start < d.At.End {
			return true
		}
	}
	return false
}
