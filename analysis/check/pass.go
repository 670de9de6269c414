package check

import (
	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/source"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// In is the rule as a version of CUDA has it, under its number and tag there; nil where that version makes no such check.
func (r *Rule) In(v cudaspace.Version) *Rule {
	l, ok := cudaspace.Listed(r.Number, r.Tag, v)
	switch {
	case !ok:
		return nil
	case l.Number == r.Number && l.Tag == r.Tag:
		return r
	}
	own := *r
	own.Number, own.Tag = l.Number, l.Tag
	return &own
}

// Pass is what a rule sees, and where it reports. A rule does not walk trees. What several rules need beyond the fields of the view they
// ask for by a Query.
type Pass struct {
	*View
	report func(Report)
	once   map[sema.Site]bool
}

// View is one view of a translation unit, everything resolved.
type View struct {
	Kind toolchain.Pass
	// Arch is the architecture of a device pass, and of the host pass the one that it goes with.
	Arch    int
	Command *toolchain.Command
	Unit    *sema.Unit
	Spaces  *spaces.Model
	// Declared are the functions, variables and classes of the unit's own files, system headers left out.
	Declared sema.Declared
	// Flows tell where the values in bodies come from.
	Flows *flow.Cache
	// Emission is what is compiled for the device; nil in the host pass.
	Emission *spaces.Emission
	// SystemConstants are the variables that system headers put into constant memory.
	SystemConstants []*sema.Var

	bodies  []*sema.Facts
	answers map[any]any // of queries
}

// NewView completes what is known of a view, whose bodies are those given.
func NewView(v View, bodies []*sema.Facts) *View {
	v.bodies, v.answers = bodies, make(map[any]any)
	return &v
}

// Bodies are the bodies that the pass reads while parsing. What is found by looking at all of them is no matter of one body.
func (v *View) Bodies() []*sema.Facts {
	v.Unit.Depend()
	return v.bodies
}

// To is the view for a rule whose reports a function takes.
func (v *View) To(report func(Report)) *Pass { return &Pass{View: v, report: report} }

// Report is a finding in terms of sites; the driver turns sites into places.
type Report struct {
	Site sema.Site
	// At is the place of what is no token of the expanded text, such as a directive; Site is zero then.
	At      source.Place
	Message string
	// Severity overrides the rule's default when set.
	Severity *Severity
	Related  []Note
	Fixes    []Mend
	// About is where what is at fault is declared, if that is not the place itself: a use of a library that runs into it at several
	// places of the library has one finding, and so have the instances of one template in which it stands at one place.
	About []sema.Site
	// Func is the function whose body it is about: the emission edges that brought the function to the device are added to the related locations.
	Func *sema.Func
	// Deprecated: what stands there is deprecated, and editors strike it through.
	Deprecated bool
	// Repeats: said only where no other finding at the same site is, because pragmas or flags silence those.
	Repeats bool
	// Stage is when the device pass comes to it.
	Stage Stage
	// Refused: an error, which Repeats what is said here, stands beside it, so that this is one unless pragmas or flags silence it.
	Refused bool
}

// Place is where the report shows.
func (r *Report) Place() source.Place { return placeOr(r.Site, r.At) }

// placeOr is the place of a site, or another one where that is zero.
func placeOr(site sema.Site, at source.Place) source.Place {
	if site.IsZero() {
		return at
	}
	p, _ := PlaceOf(site)
	return p
}

// Note is a related site.
type Note struct {
	Site sema.Site
	// At is the place of what is no token of the expanded text, such as a directive; Site is zero then.
	At      source.Place
	Message string
}

// Place is where the note shows.
func (n *Note) Place() source.Place { return placeOr(n.Site, n.At) }

// Mend is a fix in terms of sites.
type Mend struct {
	Title     string
	Preferred bool
	// Rename: the mend renames something everywhere, and has no changes of its own.
	Rename  *Rename
	Changes []Change
}

// Change replaces the tokens of a site, or inserts before or after them.
type Change struct {
	Site sema.Site
	How  ChangeKind
	Text string
}

// ChangeKind says where a change's text goes.
type ChangeKind uint8

// The changes.
const (
	Replace ChangeKind = iota
	InsertBefore
	InsertAfter
	// Remove removes the tokens with the white space that follows them; Text is empty.
	Remove
)

// Report reports a finding.
func (p *Pass) Report(r Report) { p.report(r) }

// ReportOnce reports a finding where none was told of its site before: instances of one template say the same.
func (p *Pass) ReportOnce(r Report) {
	if !p.once[r.Site] {
		if p.once == nil { // most rules have nothing to say
			p.once = make(map[sema.Site]bool)
		}
		p.once[r.Site] = true
		p.report(r)
	}
}

// Flagged reports whether a flag's value can be relied on: a rule whose verdict would change with a guessed flag is silent.
func (p *Pass) Flagged(f toolchain.Flag) bool { return p.Command.Certain(f) }

// newestDefaultArch is the newest architecture that a toolkit compiles for when it is told none.
const newestDefaultArch = 75

// ArchBelow reports whether the pass is certainly for an architecture below one: by the command, or by every toolkit's default.
func (p *Pass) ArchBelow(arch int) bool {
	switch {
	case !p.Command.ArchsGiven:
		return false
	case !p.Command.ArchsWritten:
		return newestDefaultArch < arch
	}
	return p.Arch < arch
}

// PlaceOf is where a site shows in a file, and whether an edit there maps back exactly.
func PlaceOf(s sema.Site) (source.Place, bool) {
	if s.IsZero() {
		return source.Place{}, false
	}
	seg, lo, hi := s.Present()
	if lo >= hi || seg.File == nil { // the tokens of a pragma's factor stand in no file's text
		return source.Place{}, false
	}
	return seg.Range(lo, hi)
}

// PlaceOf is what a change edits, an empty place where it inserts; ok is false where that does not map back exactly.
func (c *Change) PlaceOf() (p source.Place, ok bool) {
	if c.Site.IsZero() || c.Site.Chunk.System {
		return p, false
	}
	seg, lo, hi := c.Site.Present()
	if lo >= hi {
		return p, false
	}
	p, before, after := seg.Borders(lo, hi)
	switch c.How {
	case InsertBefore:
		p.Span.End = p.Span.Start
		return p, before
	case InsertAfter:
		p.Span.Start = p.Span.End
		return p, after
	}
	return p, before && after
}
