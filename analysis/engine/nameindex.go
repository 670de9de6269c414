package engine

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// named is a name of the document and what it means in one view.
type named struct {
	span    source.Span // where it is spelled
	view    *view
	meaning *sema.Meaning
}

// names are the names that are spelled in the document, in its order, with what each means in the view. A name in a macro's
// definition is there once for each meaning that an expansion gives it; one that a macro puts together is not there.
func (v *view) names(path string) []named {
	if v.spelled != nil {
		return v.spelled
	}
	if !v.model.indexed {
		v.unit.Attempt(sema.Site{}, func() { v.unit.ReadAll(v.declared) })
		v.model.indexed = true
	}
	v.spelled = []named{}
	for _, m := range v.unit.Meanings() {
		seg, lo, hi := m.Site.Present()
		if lo >= hi || seg.File == nil || seg.Toks[lo].Kind != token.Ident {
			continue
		}
		at := seg.Locate(seg.Toks[lo]).Spelled
		if at.File != nil && at.File.Path == path && string(at.File.Slice(at.Span)) == v.in.Text(seg.Toks[lo].Sym) {
			v.spelled = append(v.spelled, named{at.Span, v, m})
		}
	}
	slices.SortStableFunc(v.spelled, func(a, b named) int { return cmp.Compare(a.span.Start, b.span.Start) })
	return v.spelled
}

// namesAt are the meanings of the name at a byte offset of the document in all views, those of the device pass first.
func (r *result) namesAt(offset int) []named {
	var out []named
	for _, v := range slices.Backward(r.views) {
		list := v.names(r.in.File.Path)
		i, _ := slices.BinarySearchFunc(list, offset, func(n named, at int) int {
			if n.span.End < at {
				return -1
			}
			return 1
		})
		for ; i < len(list) && list[i].span.Start <= offset; i++ {
			out = append(out, list[i])
		}
	}
	return out
}
