package check

import (
	"cmp"
	"slices"

	"cudals/analysis/source"
)

// Finding is a diagnostic without any file's text: what remains of it when its translation unit is done. Whole trees are
// checked with these.
type Finding struct {
	Rule     string
	Number   int
	Tag      string
	Severity Severity
	Message  string
	Fault    string // Diagnostic.What
	At       Region
	Passes   Passes
	Archs    []int
	Related  []RelatedRegion
	Fixes    []RegionFix
	// Waits: nvcc's front end does not say it before other findings, which are errors, are mended.
	Waits bool
}

// Code is the short name shown beside the message: "tag #number", or the tag alone.
func (f *Finding) Code() string { return code(f.Tag, f.Number) }

// Region is a range of a file. Lines and columns count from 1; columns count characters (Unicode code points), so that a
// tab and an accented letter are one each. The end is not included.
type Region struct {
	File                             string
	Line, Column, EndLine, EndColumn int
}

// RelatedRegion is a Related without text.
type RelatedRegion struct {
	At      Region
	Message string
}

// RegionFix is a Fix without text.
type RegionFix struct {
	Title     string
	Preferred bool
	// Rename is a mend whose edits are not known yet.
	Rename *Rename
	Edits  []RegionEdit
}

// RegionEdit replaces a region.
type RegionEdit struct {
	At   Region
	Text string
}

// RegionOf is the region of a place; the zero Region for no place.
func RegionOf(p source.Place) Region {
	if p.IsZero() {
		return Region{}
	}
	start := p.File.Position(p.Span.Start, source.UTF32)
	end := p.File.Position(p.Span.End, source.UTF32)
	return Region{
		File: p.File.Path,
		Line: start.Line + 1, Column: start.Column + 1,
		EndLine: end.Line + 1, EndColumn: end.Column + 1,
	}
}

// Flatten is a diagnostic as a Finding.
func Flatten(d *Diagnostic) Finding {
	f := Finding{
		Rule: d.Rule, Number: d.Number, Tag: d.Tag, Severity: d.Severity, Message: d.Message, Fault: d.What(),
		At: RegionOf(d.Place), Passes: d.Passes, Archs: slices.Clone(d.Archs), Waits: d.Waits,
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, RelatedRegion{At: RegionOf(r.Place), Message: r.Message})
	}
	for _, fix := range d.Fixes {
		f.Fixes = append(f.Fixes, RegionFix{Title: fix.Title, Preferred: fix.Preferred, Rename: fix.Rename, Edits: FlatEdits(fix.Edits)})
	}
	return f
}

// FlatEdits are edits without text.
func FlatEdits(edits []Edit) []RegionEdit {
	var out []RegionEdit
	for _, e := range edits {
		out = append(out, RegionEdit{At: RegionOf(e.Place), Text: e.Text})
	}
	return out
}

// Merge sorts findings by place and says each once: two that say the same of the same place, found in different
// translation units, become one that belongs to the passes and architectures of both. The order of findings does not
// matter to the result, except that the related locations and fixes are those of the first.
func Merge(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compareFindings)
	merged := findings[:0]
	for _, f := range findings {
		if n := len(merged); n > 0 && sameFinding(&merged[n-1], &f) {
			last := &merged[n-1]
			last.Passes |= f.Passes
			if len(last.Archs) == 0 || len(f.Archs) == 0 {
				last.Archs = nil // one of the two is said for every architecture that was asked for
			} else {
				last.Archs = append(last.Archs, f.Archs...)
				slices.Sort(last.Archs)
				last.Archs = slices.Compact(last.Archs)
			}
			last.Severity = min(last.Severity, f.Severity)
			last.Waits = last.Waits && f.Waits
			continue
		}
		merged = append(merged, f)
	}
	return merged
}

// compareFindings orders by place, then by rule, by what is found and by how it is said.
func compareFindings(a, b Finding) int {
	return cmp.Or(
		compareRegions(a.At, b.At),
		cmp.Compare(a.Number, b.Number),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Fault, b.Fault),
		cmp.Compare(a.Message, b.Message),
	)
}

// sameFinding reports whether two findings say the same.
func sameFinding(a, b *Finding) bool {
	return a.At == b.At && a.Number == b.Number && a.Rule == b.Rule && a.Fault == b.Fault
}

func compareRegions(a, b Region) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.EndLine, b.EndLine),
		cmp.Compare(a.EndColumn, b.EndColumn),
	)
}

// Same reports whether two edits are one.
func (e Edit) Same(o Edit) bool {
	return e.Place.Span == o.Place.Span && e.Text == o.Text && e.Place.File != nil && o.Place.File != nil &&
		e.Place.File.Path == o.Place.File.Path
}

// Conflicts reports whether two edits cannot both be made: they change the same text, or insert at the same place, where
// the order would be anybody's guess.
func (e Edit) Conflicts(o Edit) bool {
	if e.Place.File == nil || o.Place.File == nil || e.Place.File.Path != o.Place.File.Path {
		return false
	}
	a, b := e.Place.Span, o.Place.Span
	return a.Start == b.Start || a.Start < b.End && b.Start < a.End
}
