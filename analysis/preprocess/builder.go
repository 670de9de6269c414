package preprocess

import (
	"errors"
	"slices"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Reasons why an expander stops before the end.
var (
	errLimit   = errors.New("limit reached")
	errRestart = errors.New("restart")
	errReached = errors.New("the main file is reached")
)

// onceMark stands in the macro table for a file that #pragma once keeps out.
var onceMark = &Macro{builtin: state, number: 1}

// builder collects the tokens of the segment being made, and watches where declarations end.
type builder struct {
	toks []token.Token
	exps []Expansion
	// files are those that exps index, and numbers what index + 1 each has.
	files   []*source.File
	numbers map[*source.File]int32

	scanned int
	depth   int // of braces other than those of namespaces and language linkage
	head    head
	remap   []int32
}

// head is what the present declaration has begun with.
type head uint8

const (
	headNone head = iota // nothing yet: the last declaration is over
	headInline
	headNamespace
	headExtern
	headLinkage
	headOther
)

func (b *builder) reset() {
	b.toks, b.exps = b.toks[:0], b.exps[:0]
	clear(b.files) // no version of a file is kept for the sake of room
	clear(b.numbers)
	b.files = b.files[:0]
	b.scanned, b.depth, b.head = 0, 0, headNone
}

// file is the number under which expansions name a file.
func (b *builder) file(f *source.File) int32 {
	const few = 8 // are found sooner without the map
	if i := slices.Index(b.files[:min(few, len(b.files))], f); i >= 0 {
		return int32(i + 1)
	}
	n, ok := b.numbers[f]
	if !ok {
		if b.numbers == nil {
			b.numbers = make(map[*source.File]int32)
		}
		b.files = append(b.files, f)
		n = int32(len(b.files))
		b.numbers[f] = n
	}
	return n
}

// spelledIn is the file in which e is spelled, nil for the segment's own.
func (b *builder) spelledIn(e *Expansion) *source.File {
	if e.File == 0 {
		return nil
	}
	return b.files[e.File-1]
}

// usedFiles numbers the files anew, in the order in which the expansions name them, so that equal segments have equal
// numbers whatever was left out of them. It returns a list of its own.
func (b *builder) usedFiles() []*source.File {
	if len(b.files) == 0 {
		return nil
	}
	var files []*source.File
	numbers := make([]int32, len(b.files)+1)
	for i := range b.exps {
		f := b.exps[i].File
		if f == 0 {
			continue
		}
		if numbers[f] == 0 {
			files = append(files, b.files[f-1])
			numbers[f] = int32(len(files))
		}
		b.exps[i].File = numbers[f]
	}
	return files
}

// boundary reports whether a declaration may start after the tokens so far, at a place where nothing but namespaces and
// language linkage is open. Only there a nested inclusion may be a segment of its own.
func (b *builder) boundary(w *words) bool {
	for ; b.scanned < len(b.toks); b.scanned++ {
		t := &b.toks[b.scanned]
		switch t.Kind {
		case token.Pragma:
		case token.LBrace:
			if b.depth > 0 || b.head != headNamespace && b.head != headLinkage {
				b.depth++
				b.head = headOther
			} else {
				b.head = headNone
			}
		case token.RBrace:
			if b.depth > 0 {
				b.depth--
			}
			if b.depth == 0 {
				b.head = headNone
			}
		case token.Semi:
			if b.depth == 0 {
				b.head = headNone
			}
		case token.String:
			if b.head == headExtern {
				b.head = headLinkage
			} else if b.head != headNamespace {
				b.head = headOther
			}
		case token.Ident:
			switch {
			case b.head == headNamespace:
			case b.head == headNone && t.Sym == w.inline:
				b.head = headInline
			case b.head == headNone && t.Sym == w.extern:
				b.head = headExtern
			case b.head <= headInline && t.Sym == w.namespace:
				b.head = headNamespace
			default:
				b.head = headOther
			}
		default:
			if b.head != headNamespace {
				b.head = headOther
			}
		}
	}
	return b.depth == 0 && b.head == headNone
}

// compact drops the expansions from index lo on that no token from index tokLo on refers to: those of macro names and
// arguments that expanded on. Nothing else may refer to them.
func (b *builder) compact(tokLo, lo int) {
	exps, toks := b.exps[lo:], b.toks[tokLo:]
	if len(exps) == 0 {
		return
	}
	if cap(b.remap) < len(exps) {
		b.remap = make([]int32, len(exps), 2*len(exps))
	}
	used := b.remap[:len(exps)]
	clear(used)
	for i := range toks {
		if l := toks[i].Loc; l.IsMacro() && l.Index() >= lo {
			used[l.Index()-lo] = 1
		}
	}
	// A parent comes before its children.
	for i := len(used) - 1; i >= 0; i-- {
		if p := int(exps[i].Parent); used[i] != 0 && p >= lo {
			used[p-lo] = 1
		}
	}
	n := lo
	for i, u := range used {
		if u == 0 {
			continue
		}
		used[i] = int32(n)
		if n != lo+i {
			b.exps[n] = exps[i]
		}
		if e := &b.exps[n]; int(e.Parent) >= lo {
			e.Parent = used[int(e.Parent)-lo]
		}
		n++
	}
	b.exps = b.exps[:n]
	for i := range toks {
		if l := toks[i].Loc; l.IsMacro() && l.Index() >= lo {
			toks[i].Loc = token.MacroLoc(int(used[l.Index()-lo]))
		}
	}
}
