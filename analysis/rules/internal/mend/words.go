package mend

import (
	"bytes"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Remove is a mend that removes some places.
func Remove(title string, preferred bool, sites ...sema.Site) []check.Mend {
	if len(sites) == 0 {
		return nil
	}
	m := check.Mend{Title: title, Preferred: preferred}
	for _, s := range sites {
		m.Changes = append(m.Changes, check.Change{Site: s, How: check.Remove})
	}
	return []check.Mend{m}
}

// AsWritten is how the code around a place writes some of CUDA's specifiers: with the macro that stands for them, of several
// with the one that is used the nearest to the place, where the file uses one that is defined there.
func AsWritten(u *sema.Unit, at sema.Site, words string) string {
	place, _ := check.PlaceOf(at)
	if place.IsZero() || !strings.HasPrefix(words, "__") {
		return words
	}
	var syms []token.Sym
	for w := range strings.FieldsSeq(words) {
		syms = append(syms, u.Sym(w))
	}
	macros := slices.Clone(u.PP.MacrosFor(syms...))
	if len(syms) == 2 {
		macros = append(macros, u.PP.MacrosFor(syms[1], syms[0])...)
	}
	best, nearest := words, -1
	for _, m := range macros {
		name := u.Text(m.Name)
		before, distance := used(place, m.Place, name)
		if distance < 0 || nearest >= 0 && distance >= nearest || !before && !defines(u, m, place) || ambiguous(m, name) {
			continue
		}
		best, nearest = name, distance
	}
	return best
}

// used looks for uses of a name in a file, other than in its own definition and in directives and comments: how far the nearest is
// from a place, -1 where there is none, and whether one stands before it.
func used(at, definition source.Place, name string) (before bool, distance int) {
	text := at.File.Text
	distance = -1
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return before, distance
		}
		i += from
		from = i + len(name)
		own := definition.File != nil && definition.File.Path == at.File.Path && definition.Span.Start == i
		line := bytes.TrimLeft(text[bytes.LastIndexByte(text[:i], '\n')+1:i], " \t")
		if own || bytes.HasPrefix(line, []byte("#")) || bytes.HasPrefix(line, []byte("//")) ||
			i > 0 && source.WordByte(text[i-1]) || from < len(text) && source.WordByte(text[from]) {
			continue
		}
		before = before || i < at.Span.Start
		if d := max(i-at.Span.Start, at.Span.Start-i); distance < 0 || d < distance {
			distance = d
		}
	}
}

// defines reports whether a macro that a file uses further down is defined before a place in it, there or in what it includes.
func defines(u *sema.Unit, m *preprocess.Macro, at source.Place) bool {
	if m.Place.File == nil {
		return false
	}
	if m.Place.File.Path == at.File.Path {
		return m.Place.Span.Start < at.Span.Start
	}
	all := u.PP.Inclusions
	for i := range all {
		if all[i].File == nil || all[i].File.Path != m.Place.File.Path {
			continue
		}
		for k := i; all[k].Parent >= 0; k = all[k].Parent {
			parent := all[all[k].Parent]
			if parent.File != nil && parent.File.Path == at.File.Path && all[k].At.Start < at.Span.Start {
				return true
			}
		}
	}
	return false
}

// ambiguous reports whether a macro's file gives it more than one meaning besides nothing, so that it may mean something else in the
// other pass.
func ambiguous(m *preprocess.Macro, name string) bool {
	if m.Place.File == nil {
		return true
	}
	var bodies []string
	for line := range bytes.Lines(m.Place.File.Text) {
		rest, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
		if !ok {
			continue
		}
		rest, _, _ = bytes.Cut(rest, []byte("//"))
		f := strings.Fields(string(rest))
		if len(f) < 3 || f[0] != "define" || f[1] != name {
			continue
		}
		if body := strings.Join(f[2:], " "); !slices.Contains(bodies, body) {
			bodies = append(bodies, body)
		}
	}
	return len(bodies) > 1
}
