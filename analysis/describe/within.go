package describe

import (
	"slices"

	"cudals/analysis/locate"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

// A header's templates have no instances but in the documents that read it: these are asked what a name of the header means in them.

// Within describes the function or variable that a name of a header means in the instances that a document makes; nil where none tells. doc
// is the document with the header in the place of its text.
func Within(doc *locate.Document, offset int) *workspace.Hover {
	subjects := InInstances(doc, offset)
	if len(subjects) == 0 {
		return nil
	}
	first := subjects[0]
	span, _ := doc.WordAt(offset)
	p := &page{place: source.Place{File: doc.Input.File, Span: span}, tells: true}
	if first.Func == nil {
		hoverVar(first.View, p, first)
	} else {
		hoverFunc(first.View, p, first)
		hoverOthers(first.View, p, subjects)
	}
	return p.hover()
}

// InInstances are the functions that a name of a header means in the instances that a document makes of its templates, or the variable.
func InInstances(doc *locate.Document, offset int) []*locate.Subject {
	span, ok := doc.WordAt(offset)
	if !ok {
		return nil
	}
	header := doc.Input.File
	for _, v := range slices.Backward(doc.Views) {
		h := standing(v, header.Path, span, string(header.Slice(span)), offset)
		if h.v != nil {
			h.named = append(h.named, h.v)
		}
		told := slices.DeleteFunc(h.named, func(s *locate.Subject) bool {
			return s.Instance == nil || s.Place.File.Hash != header.Hash // the document read another text of it
		})
		if len(told) > 0 {
			return told
		}
	}
	return nil
}
