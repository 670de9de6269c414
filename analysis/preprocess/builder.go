package preprocess

import (
	"errors"

	"cudals/analysis/token"
)

// Reasons why an expander stops before the end.
var (
	errLimit   = errors.New("limit reached")
	errRestart = errors.New("restart")
)

// onceMark stands in the macro table for a file that #pragma once keeps out.
var onceMark = &Macro{builtin: state, number: 1}

// builder collects the tokens of the segment being made, and watches where declarations end.
type builder struct {
	toks []token.Token
	exps []Expansion

	scanned int
	depth   int // of braces other than those of namespaces and language linkage
	head    head
	remap   []int32
	used    int // the most entries that exps had
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
	b.toks = b.toks[:0]
	b.truncate(0)
	b.scanned, b.depth, b.head = 0, 0, headNone
}

// truncate leaves the first n expansions.
func (b *builder) truncate(n int) {
	b.used = max(b.used, len(b.exps))
	b.exps = b.exps[:n]
}

// release empties the builder for another unit: no version of a file is kept for the sake of room.
func (b *builder) release() {
	b.reset()
	clear(b.exps[:b.used])
	b.used = 0
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
	b.truncate(n)
	for i := range toks {
		if l := toks[i].Loc; l.IsMacro() && l.Index() >= lo {
			toks[i].Loc = token.MacroLoc(int(used[l.Index()-lo]))
		}
	}
}
