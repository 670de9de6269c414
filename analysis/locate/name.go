package locate

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Name is a name of the document and what it means in one view.
type Name struct {
	Span    source.Span // where it is spelled
	View    *View
	Meaning *sema.Meaning
}

// Names are the names that are spelled in the document, in its order, with what each means in the view. A name in a macro's
// definition is there once for each meaning that an expansion gives it; one that a macro puts together is not there.
func (v *View) Names(path string) []Name {
	if v.spelled != nil {
		return v.spelled
	}
	v.Index()
	v.spelled = []Name{}
	for _, m := range v.Unit.Meanings() {
		v.Step()
		seg, lo, hi := m.Site.Present()
		if lo >= hi || seg.File == nil || seg.Toks[lo].Kind != token.Ident {
			continue
		}
		at := seg.Locate(seg.Toks[lo]).Spelled
		if at.File != nil && at.File.Path == path && string(at.File.Slice(at.Span)) == v.Interner.Text(seg.Toks[lo].Sym) {
			v.spelled = append(v.spelled, Name{at.Span, v, m})
		}
	}
	slices.SortStableFunc(v.spelled, func(a, b Name) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return v.spelled
}

// NamesAt are the meanings of the name at a byte offset of the document in all views, those of the device pass first.
func (doc *Document) NamesAt(offset int) []Name {
	var out []Name
	for _, v := range slices.Backward(doc.Views) {
		list := v.Names(doc.Input.File.Path)
		i, _ := slices.BinarySearchFunc(list, offset, func(n Name, at int) int {
			if n.Span.End < at {
				return -1
			}
			return 1
		})
		for ; i < len(list) && list[i].Span.Start <= offset; i++ {
			out = append(out, list[i])
		}
	}
	return out
}
