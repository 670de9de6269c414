package engine

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// What a guess decides (see preprocess.Doubt) may be other text, or none, and nothing is said of it. Most of it the semantic
// model takes for unknown; what is left here are reports whose own words, or whose reasons, are such text.

// doubtful reports whether a report rests on a guess: its own place, one that explains it, or a step of the way by which its
// function came to the device.
func (v *view) doubtful(rep *report) bool {
	if !v.Preprocessed.Uncertain {
		return false
	}
	if guessed(rep.Site) || v.inDoubt(rep.At) || rep.Func != nil && v.guessedFunc(rep) {
		return true
	}
	return slices.ContainsFunc(rep.Related, func(n check.Note) bool { return guessed(n.Site) })
}

// guessedFunc reports whether a guess decides what is told about a report's function. What goes wrong at run time hangs on all
// that the function does.
func (v *view) guessedFunc(rep *report) bool {
	if rep.rule.Group == check.Danger {
		if fd := v.Unit.Definition(rep.Func); fd != nil && guessed(fd.Full) {
			return true
		}
	}
	if guessed(rep.Func.Site()) {
		return true
	}
	if v.Emission == nil {
		return false
	}
	for _, e := range v.Emission.Chain(rep.Func) {
		if guessed(e.Site) || e.From != nil && guessed(e.From.Site()) {
			return true
		}
	}
	return false
}

// guessed reports whether a token of a site is the preprocessor's guess, or, where the guess is a likely one, a token of the
// declaration or statement that the site is in, or of the head of a block around it, such as a specifier of a function.
func guessed(s sema.Site) bool {
	if s.IsZero() {
		return false
	}
	seg, lo, hi := s.Present()
	if slices.ContainsFunc(seg.Toks[lo:hi], func(t token.Token) bool { return t.Flags&(token.Doubtful|token.Likely) != 0 }) {
		return true
	}
	likely := func(t token.Token) bool { return t.Flags&token.Likely != 0 }
	for _, t := range seg.Toks[hi:s.Chunk.Newest().Hi] {
		if t.Kind == token.LBrace || t.Kind == token.Semi {
			break
		}
		if likely(t) {
			return true
		}
	}
	first := s.Chunk.Newest().Lo
	if !slices.ContainsFunc(seg.Toks[first:lo], likely) {
		return false
	}
	closed, head := 0, true // blocks that ended before the site; whether a head is being read
	for i := lo - 1; i >= first; i-- {
		switch t := seg.Toks[i]; t.Kind {
		case token.RBrace:
			closed++
			head = false
		case token.LBrace:
			if closed > 0 {
				closed--
			} else {
				head = true
			}
		case token.Semi:
			head = false
		default:
			if head && closed == 0 && likely(t) {
				return true
			}
		}
	}
	return false
}

// inDoubt reports whether a place that is no token stands in a doubtful group.
func (v *view) inDoubt(p source.Place) bool {
	if p.IsZero() {
		return false
	}
	for _, d := range v.Preprocessed.Doubts {
		inc := v.Preprocessed.Inclusions[d.Inclusion]
		if inc.File != nil && inc.File.Path == p.File.Path && d.At.Start <= p.Span.Start && p.Span.Start < d.At.End {
			return true
		}
	}
	return false
}
